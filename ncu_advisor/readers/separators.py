"""Which character is the decimal mark of an export: ncu follows the locale of the machine it ran on.

``"1.234"`` is 1.234 in one locale and 1234 in another, so one cell proves nothing. A table as a whole usually does: ``"85,3"``,
``"27.595.520"`` or ``"1,234.5"`` can be read in one way only. Where nothing decides, the table is refused, not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ncu_advisor.errors import UnreadableInput


@dataclass(frozen=True)
class Separators:
    """The decimal mark and the thousands separator of one table."""

    decimal: str
    thousands: str

    def to_point(self, cell: str) -> str:
        """``cell`` as the C locale would print it."""
        if self == POINT:
            return cell
        return cell.replace(self.thousands, "\0").replace(self.decimal, ".").replace("\0", ",")


POINT = Separators(".", ",")
COMMA = Separators(",", ".")

_SIGN = r"[-+]?"
# A mark (%s) that can only be decimal: its digits are not three, or a zero stands before it, or more than three digits do, or an
# exponent follows.
_ONLY_DECIMAL = _SIGN + r"(?:\d*%s(?:\d{1,2}|\d{4,})|0\d*%s\d{3}|\d{4,}%s\d{3}|\d*%s\d+[eE][-+]?\d+)"
_GROUPED_TWICE = _SIGN + r"(?:\d{1,3}(?:%s\d{3}){2,}|\d{1,2}(?:%s\d{2})+%s\d{3}(?:[.,]\d+)?)"  # (India: 5,32,979)
_GROUPED_THEN_DECIMAL = _SIGN + r"\d{1,3}(?:%s\d{3})+%s\d+"


def _proof(decimal: str, group: str) -> re.Pattern[str]:
    ways = (_ONLY_DECIMAL.replace("%s", decimal), _GROUPED_TWICE.replace("%s", group), _GROUPED_THEN_DECIMAL % (group, decimal))
    return re.compile("|".join(f"(?:{way})" for way in ways))


_PROVES_POINT = _proof(r"\.", ",")
_PROVES_COMMA = _proof(",", r"\.")
_OTHER_MARK = {".": ",", ",": "."}
# Groups of four digits (East Asia: 1,1651,1533). One such group alone (5268,5554) may be a fraction of four digits as well.
_BY_FOUR = re.compile(_SIGN + r"[1-9]\d{0,3}(?P<group>[.,])\d{4}(?:(?:(?P=group)\d{4})+|(?:(?P=group)\d{4})*(?!(?P=group))[.,]\d+)")
_FOUR = re.compile(_SIGN + r"[1-9]\d{0,3}[.,]\d{4}")
_AMBIGUOUS = re.compile(_SIGN + r"[1-9]\d{0,2}[.,]\d{3}")
_UNGROUPED = re.compile(_SIGN + r"\d{4,}")
# Groups of a French or Swiss locale: spaces of several widths, apostrophes.
_OTHER_GROUP = re.compile(_SIGN + r"\d{1,3}(?:(?P<group>[ '\u00a0\u2009\u202f\u2019])\d{3})(?:(?P=group)\d{3})*(?P<rest>[.,]\d+)?")
# A value in a scaled unit is below a thousand, or the profiler would have taken the next unit; a percentage of a peak is too.
_SCALED = re.compile(r"%|[uµμm]s(?:econd)?|[kmgtp](?:byte|hz|bit)(?:/\w+)?|cycle/ns(?:econd)?", re.IGNORECASE)

_ENOUGH = 300  # cells with proof; one run has one locale, so more would say the same


def decide(path: str, cells: Iterable[tuple[str, str]], always_grouped: bool = False) -> Separators:
    """The separators of a table, from a sample of its ``(value, unit)`` cells; text cells may be among them.

    ``always_grouped`` says that this page groups thousands either everywhere or nowhere (details), not metric by metric (raw).
    Raises UnreadableInput where the cells contradict one another or could be read in two ways.
    """
    proof: dict[str, str] = {}  # decimal mark: the cell that proves it
    likely: dict[str, str] = {}  # the same, where only the unit speaks for it
    doubtful: dict[str, str] = {}  # mark in doubt: a cell
    four: dict[str, str] = {}  # mark before four digits: a cell; a decimal mark, unless another cell groups by four
    group, ungrouped = "", False
    proofs = 0
    for value, unit in cells:
        if proofs >= _ENOUGH:
            break
        mark = _decimal_mark(value)
        if mark and _FOUR.fullmatch(value):
            four.setdefault(mark, value)
        elif mark:
            proof[mark] = value if _BY_FOUR.fullmatch(value) else proof.get(mark, value)
            proofs += 1
        elif _AMBIGUOUS.fullmatch(value):
            mark = "." if "." in value else ","
            if _SCALED.fullmatch(unit):
                likely.setdefault(mark, value)
            doubtful.setdefault(mark, value)
        elif _UNGROUPED.fullmatch(value):
            ungrouped = always_grouped
        elif match := _OTHER_GROUP.fullmatch(value):
            group = match["group"]
            if match["rest"]:
                proof.setdefault(match["rest"][0], value)
    proof = _fractions(four, proof) | proof
    if len(proof) == 2:
        raise UnreadableInput(path, f"{proof['.']!r} and {proof[',']!r} stand in one table, so its decimal mark cannot be told", _REMEDY)
    decimal = next(iter(proof), None) or (next(iter(likely)) if len(likely) == 1 else _by_elimination(path, doubtful, ungrouped))
    if group:
        return Separators(decimal, group)
    return POINT if decimal == "." else COMMA


def _decimal_mark(value: str) -> str:
    """The decimal mark that ``value`` by itself proves, but for four digits after a mark: those may be a group; "" where it proves none."""
    if match := _BY_FOUR.fullmatch(value):
        return _OTHER_MARK[match["group"]]
    return "." if _PROVES_POINT.fullmatch(value) else "," if _PROVES_COMMA.fullmatch(value) else ""


def _fractions(four: dict[str, str], proof: dict[str, str]) -> dict[str, str]:
    """Of the marks before four digits those that are decimal: ``proof`` has no cell that groups by four with them."""
    return {mark: cell for mark, cell in four.items() if not _BY_FOUR.fullmatch(proof.get(_OTHER_MARK[mark], ""))}


_REMEDY = "export it again with LC_ALL=C, or with a percentage among its metrics"


def _by_elimination(path: str, doubtful: dict[str, str], ungrouped: bool) -> str:
    """The decimal mark where no cell proves it. ``doubtful`` are cells such as ``1.234``, by their mark."""
    if ungrouped and len(doubtful) == 1:
        # The table writes thousands without a separator, so the one mark it uses is the decimal one.
        return next(iter(doubtful))
    if "." in doubtful:
        raise UnreadableInput(path, f"{doubtful['.']!r} may be a fraction or thousands, and nothing else in the table tells", _REMEDY)
    # Only "1,234": thousands in every export seen; ncu writes two digits after a decimal mark, or six.
    return "."
