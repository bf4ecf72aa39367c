"""Numbers and units, in both directions: parsed in one place, worded in one place.

Base units: nanoseconds, hertz, bytes, bytes per second, percent 0 to 100; everything else counts as it is.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

# Digits with commas between groups: of three, or as India writes them, of two above the thousands (5,32,979).
GROUPED = r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})"
_NUMBER = re.compile(rf"[-+]?(?:{GROUPED}|\d+)?(?:\.\d*)?(?:[eE][-+]?\d+)?\Z")
# Larger numbers are damaged and no more told apart; so far, no factor of a unit makes one infinite.
FARTHEST = 1e280
_MISSING = frozenset({"", "n/a", "na", "nan", "-nan", "no data", "-", "(nan)", "none", "inf", "-inf"})
_PREFIX = {"k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15}
_PREFIX |= {"kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12, "peta": 1e15}
# Spellings of ncu 2019 to 2025, of nsys 2019 to 2026, and of people who edit exports; both letters mu occur.
_TIME = re.compile(r"(?P<prefix>n|u|\u00b5|μ|m|nano|micro|milli|)(?:s|secs?|seconds?)\Z", re.IGNORECASE)
_TIMES = {"n": 1.0, "nano": 1.0, "u": 1e3, "\u00b5": 1e3, "μ": 1e3, "micro": 1e3, "m": 1e6, "milli": 1e6, "": 1e9}
_SCALED = re.compile(r"(?P<prefix>[kmgtp]?|kilo|mega|giga|tera|peta)(?P<binary>i?)(?P<stem>byte|hz|hertz|bit|b)s?\Z", re.IGNORECASE)


def number(cell: str) -> float:
    """The value of one exported cell; NaN where it is missing. Thousands separators are commas.

    Instance cells such as ``"12 (3; 9)"`` give their aggregate. Raises ValueError for anything that is not a number.
    """
    text = cell.strip()
    if text.lower() in _MISSING:
        return math.nan
    head = text.split(" (", 1)[0] if text.endswith(")") else text
    if head and head[-1] != "+" and _NUMBER.match(head) and any(c.isdigit() for c in head):
        return float(head.replace(",", ""))
    raise ValueError(f"{cell!r} is not a number")


@lru_cache(maxsize=512)
def scale(unit: str) -> float:
    """The factor that brings a value in ``unit`` to base units: ``"us"`` 1000.0, ``"Gbyte/s"`` 1e9, ``"%"`` 1.0."""
    unit = unit.strip()
    if unit in ("cycle/nsecond", "cycle/ns"):
        return 1e9
    numerator, slash, denominator = unit.partition("/")
    factor = _simple_scale(numerator)
    if not slash:
        return factor
    if (time := _time(denominator)) is not None:
        # Rates are per second: bytes per nanosecond is 1e9 bytes per second.
        return factor * 1e9 / time
    return factor / _simple_scale(denominator)


@lru_cache(maxsize=512)
def measures(unit: str) -> str:
    """The base unit of what is printed in ``unit``: ``ns``, ``hz``, ``byte`` (also per block) or ``byte/s``; "" for all else."""
    numerator, slash, denominator = unit.strip().partition("/")
    if _time(numerator) is not None:
        return "" if slash else "ns"
    per_time = _time(denominator) is not None
    if numerator.lower() in ("cycle", "cycles"):
        return "hz" if per_time else ""
    match = _SCALED.match(numerator)
    if match is None or match["stem"].lower() == "bit":
        return ""
    if match["stem"].lower().startswith("h"):
        return "" if slash else "hz"
    return "byte/s" if per_time else "byte"


def _time(unit: str) -> float | None:
    match = _TIME.match(unit)
    return _TIMES[match["prefix"].lower()] if match else None


def _simple_scale(unit: str) -> float:
    if (time := _time(unit)) is not None:
        return time
    match = _SCALED.match(unit)
    if match:
        factor = _PREFIX.get(match["prefix"].lower(), 1.0)
        return 1024.0 ** round(math.log10(factor) / 3) if match["binary"] else factor
    return 1.0


def words(value: float, unit: str) -> str:
    """``value`` in base ``unit`` as a person reads it: ``words(1.96e11, "byte/s")`` is ``"196 GB/s"``."""
    if value is None or math.isnan(value):
        return "not collected"
    if math.isinf(value):
        return plain(value)
    if unit == "ns":
        return _time_words(value)
    if unit in ("byte", "byte/s", "hz", "flop/s", "flop"):
        return _scaled_words(value, {"byte": "B", "byte/s": "B/s", "hz": "Hz", "flop/s": "FLOP/s", "flop": "FLOP"}[unit])
    if unit == "%":
        return f"{percent(value)}%"
    return plain(value)


def plain(value: float) -> str:
    """Three significant digits for what was measured, all digits for what was counted."""
    if math.isnan(value):
        return "not collected"
    if math.isinf(value):  # a ratio to nothing
        return "∞" if value > 0 else "-∞"
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    digits = 2 - math.floor(math.log10(abs(value)))
    return f"{value:.{min(max(digits, 0), 6)}f}"


def percent(value: float) -> str:
    """Whole percents, but 0 and 100 only where the value is exactly that; steps of a sixteenth, as occupancy has them, in full."""
    if not math.isfinite(value):
        return plain(value)
    rounded = round(value)
    if rounded != value and 16 * value == 100 * round(16 * value / 100):
        return f"{value:g}"
    if rounded == 0 and value != 0:
        return "<1" if value > 0 else f"{value:.1f}"
    if rounded == 100 and value < 100:
        return ">99"
    return str(rounded)


def _time_words(ns: float) -> str:
    for limit, factor, unit in ((1e3, 1.0, "ns"), (1e6, 1e3, "µs"), (1e9, 1e6, "ms")):
        if abs(ns) < limit:
            return f"{plain(ns / factor)} {unit}"
    return f"{plain(ns / 1e9)} s"


def _scaled_words(value: float, unit: str) -> str:
    for factor, prefix in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= factor:
            return f"{_three(value / factor)} {prefix}{unit}"
    return f"{_three(value)} {unit}"


def _three(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
