"""Where in the code a finding sits: the places of the source page that cost most of what the rule complains of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.report import Location
from ncu_advisor.rule import Rule
from ncu_advisor.sass import KINDS, mnemonic

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns

# More places than this are not read; the first ones carry the cost.
_MOST = 3
_LEAST_SHARE = 0.05
# The source page shortens the names of the stalls that the catalogue, and so the rules, spell out.
_SHORT = {
    "stall_long_scoreboard": "stall_long_sb",
    "stall_short_scoreboard": "stall_short_sb",
    "stall_lg_throttle": "stall_lg",
    "stall_mio_throttle": "stall_mio",
    "stall_tex_throttle": "stall_tex",
    "stall_math_pipe_throttle": "stall_math",
    "stall_no_instruction": "stall_no_inst",
    "stall_imc_miss": "stall_imc",
    "stall_sleeping": "stall_sleep",
    "stall_gmma": "stall_warpgroup_arrive",
}
_EXECUTED = "executed_"


def locations(rule: Rule, code: Columns | None) -> tuple[Location, ...]:
    """Up to three places with the largest share of the first of ``rule.locate`` that the page has.

    Each entry is a column of the source page, a stall by the catalogue's name, ``executed_KIND`` (executions of that kind of
    instruction, see sass.py) or ``a-b``, a difference of two. A place is a source line, or an instruction where no line is known.
    """
    if code is None:
        return ()
    for wanted in rule.locate:
        cost = _cost(wanted, code)
        total = float(cost.sum()) if cost is not None else 0.0
        if cost is not None and total > 0:
            return tuple(_places(code, cost / total))
    return ()


def _cost(wanted: str, code: Columns) -> Column | None:
    plus, _, minus = wanted.partition("-")
    first = _column(plus, code)
    second = _column(minus, code) if minus else None
    if first is None or (minus and second is None):
        return None
    return first if second is None else np.maximum(first - second, 0.0)


def _column(name: str, code: Columns) -> Column | None:
    name = _SHORT.get(name, name)
    if name in code:
        return _counted(code[name])
    pattern = KINDS.get("op_" + name.removeprefix(_EXECUTED)) if name.startswith(_EXECUTED) else None
    if pattern is None or "executed" not in code or "sass" not in code:
        return None
    return _counted(code["executed"]) * [bool(pattern.match(mnemonic(text))) for text in code["sass"]]


def _counted(column: Column) -> Column:
    """Nothing, where a count is missing."""
    counts = np.asarray(column, dtype=float)
    return np.where(np.isnan(counts), 0.0, counts)


def _places(code: Columns, shares: Column) -> list[Location]:
    costly = np.argsort(-shares, kind="stable")[: np.count_nonzero(shares > 0)]
    cells = [np.asarray(code[name])[costly] if name in code else [""] * len(costly) for name in ("file", "line", "sass")]
    found: dict[tuple[str, int, str], Location] = {}
    for file, line, text, share in zip(*cells, shares[costly].tolist(), strict=True):
        sass, number = text.strip(), int(line) if line and line > 0 else 0  # NaN and missing are no line
        if not (number or sass):
            continue  # a page without lines and without instructions knows no places
        key = (file, number, "" if number else sass)
        before = found.get(key)
        found[key] = Location(file, number, before.sass if before else sass, (before.share or 0.0) + share if before else share)
    largest = sorted(found.values(), key=lambda place: -(place.share or 0.0))[:_MOST]
    return [Location(p.file, p.line, p.sass, round(float(p.share or 0.0), 3)) for p in largest if (p.share or 0.0) >= _LEAST_SHARE]
