"""Units that the profiler prints beside values: a time, size or rate whose unit is not known is missing, and it is said so."""

from __future__ import annotations

from functools import lru_cache

from ncu_advisor import catalogue
from ncu_advisor.labels import metric_name
from ncu_advisor.text import elide
from ncu_advisor.units import measures, scale

BASES = ("ns", "hz", "byte", "byte/s")
_NAMED, _LONGEST = 3, 40  # metrics in a warning, characters of a unit
# Sizes that exports of every version print without a unit, in bytes.
_BARE = ("launch__", "device__", "rule:")


@lru_cache(maxsize=1)
def _expected() -> dict[str, str]:
    """The base unit of every exported metric that is printed in a unit of fitting size."""
    return {name: metric.unit for metric in catalogue.metrics().values() if metric.unit in BASES for name in metric.vendor}


def is_known(name: str, unit: str) -> bool:
    """Whether ``unit`` is one of metric ``name``, or that has none."""
    base = _expected().get(name)
    return base is None or measures(unit) == base or (not unit and (name.startswith(_BARE) or name.endswith(".ratio")))


def name_of(section: str, label: str, unit: str, item: str = "") -> str:
    """``labels.metric_name`` for every spelling of ``unit``; in a unit that is not known, of the one metric that the label may be."""
    base = measures(unit)
    name = metric_name(section, label, base or unit, item)
    if base or unit == "%" or not name.startswith("details:"):
        return name
    others = (metric_name(section, label, other, item) for other in BASES)
    return next((other for other in others if other in _expected() and not is_known(other, unit)), name)


class UnknownUnits:
    """The units that were not known while a page was read."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}  # metric: the first such unit

    def factor(self, name: str, unit: str) -> float:
        """What brings a value that is there to base units; NaN where that is not known, which is noted."""
        if is_known(name, unit):
            return scale(unit)
        self._found.setdefault(name, unit)
        return float("nan")

    def warnings(self) -> list[str]:
        """One sentence for all of them, if there are any."""
        if not self._found:
            return []
        told = [f"{elide(unit, _LONGEST)!r} of {name}" if unit else f"none beside {name}" for name, unit in list(self._found.items())[:_NAMED]]
        more = f" and {len(self._found) - _NAMED:,} more" if len(self._found) > _NAMED else ""
        return [f"units that are not known: {', '.join(told)}{more}; what is in them counts as missing"]
