"""The catalogue: every metric name, its base unit and meaning, and how it is found in a profile.

A metric is either *exported* (metrics.toml: the vendor's names for it, best first) or *computed* (formulas/: functions of
other metrics, tried where the exported value is missing). ``metric_columns`` builds them; NaN means not collected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ncu_advisor import parsed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ncu_advisor.columns import Column, Columns
    from ncu_advisor.formula import Formula


_MOST = 1e18  # bytes, operations, nanoseconds: no launch has more of anything
# Passes of a kernel that differ, and peaks that a boosted clock beats, make a few hundred percent of a peak; a hundred times it is damage.
_MOST_PERCENT = 1e4


@dataclass(frozen=True)
class Metric:
    """One named quantity of a launch. ``vendor`` names are exported metrics; ``formulas`` compute it where those are missing."""

    name: str
    unit: str
    what: str
    group: str
    vendor: tuple[str, ...] = ()
    formulas: tuple[Formula, ...] = field(default=(), compare=False)
    least: float = 0.0  # what is less cannot be, and counts as missing
    most: float = _MOST  # and what is more


@lru_cache(maxsize=1)
def metrics() -> dict[str, Metric]:
    """All metrics by name: the exported ones in file order, then the computed ones in an order that respects their needs."""
    from ncu_advisor.formulas import by_metric

    formulas = by_metric()
    folder = Path(__file__).parent
    (groups,) = parsed.toml(folder, "metrics", [(folder / "metrics.toml").read_text(encoding="utf-8")])
    table: dict[str, Metric] = {}
    for group, entries in groups.items():
        for name, entry in entries.items():
            computed = tuple(formulas.get(name, ()))
            limits = entry.get("least", 0.0), entry.get("most", _MOST_PERCENT if entry["unit"] == "%" else _MOST)
            table[name] = Metric(name, entry["unit"], entry["what"], group, tuple(entry["vendor"]), computed, *limits)
    for name, ways in formulas.items():
        if name not in table:
            what = next((way.what for way in ways if way.what), "")
            table[name] = Metric(name, ways[0].unit, what, "computed", (), tuple(ways))
    return table


@lru_cache(maxsize=1)
def wanted() -> frozenset[str]:
    """The vendor names that any metric may use: the projection of a fast read."""
    return frozenset(name for metric in metrics().values() for name in metric.vendor)


def is_wanted(vendor_name: str) -> bool:
    """Whether a read has to keep this exported column."""
    from ncu_advisor.hardware.gpu_measured import describes_device

    return vendor_name in wanted() or describes_device(vendor_name)


def metric_columns(exported: Columns, known: Mapping[str, Column] | None = None) -> Columns:
    """One column per metric that can be had from ``exported`` (columns: vendor names, base units, plus already named metrics).

    ``known`` columns, by metric name, fill in for what is not exported. Columns that nothing provides are absent; missing cells are NaN.
    Exported columns are shared, not copied.
    """
    import numpy as np

    from ncu_advisor.columns import Columns

    columns: dict[str, Column] = {}
    for metric in metrics().values():
        found = [_possible(np.asarray(exported[name], dtype=float), metric) for name in (metric.name, *metric.vendor) if name in exported]
        if known and metric.name in known:
            found.append(_possible(known[metric.name], metric))
        if found:
            columns[metric.name] = _first_known(found)
    # Formulas build on each other in any order: go round until a round adds nothing. Some take what is missing for nothing or for the usual: they
    # do so once nobody else can tell it any more.
    rounds = _Rounds(columns)
    while rounds.compute() or rounds.compute(of_missing=True):
        pass
    return Columns(columns, len(exported))


class _Rounds:
    """Completes ``columns`` by formulas, round by round."""

    def __init__(self, columns: dict[str, Column]) -> None:
        self._columns = columns
        # How often a metric that was there got further values: a formula that was tried before that is tried again.
        self._completed: dict[str, int] = dict.fromkeys(metrics(), 0)
        self._tried: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        self._held: set[tuple[str, tuple[str, ...]]] = set()  # formulas that would say something of launches whose needs are not all known

    def compute(self, *, of_missing: bool = False) -> bool:
        """One round over all formulas whose needs are there and were not tried as they are now; whether any was. ``of_missing``: over those that
        were held back."""
        any_tried = False
        for metric in metrics().values():
            for formula in metric.formulas:
                have = self._columns.get(metric.name)
                if have is not None and not _missing(have).any():
                    break
                if not all(need in self._columns for need in formula.needs):
                    continue
                key, needed = (metric.name, formula.needs), [self._completed[need] for need in formula.needs]
                if key not in self._held if of_missing else self._tried.get(key) == needed:
                    continue
                self._tried[key], any_tried = needed, True
                self._add(metric.name, have, self._value(formula, key, of_missing=of_missing))
        return any_tried

    def _value(self, formula: Formula, key: tuple[str, tuple[str, ...]], *, of_missing: bool) -> Column:
        import numpy as np

        given = [self._columns[need] for need in formula.needs]
        # What follows from values that are the same for all launches is the same too, and worked out once.
        same = all(column.strides == (0,) for column in given)
        with np.errstate(all="ignore"):
            value = np.asarray(formula.compute(*(column[:1] if same else column for column in given)), dtype=float)
        value = np.where(np.isfinite(value), value, np.nan)
        self._held.discard(key)
        if not of_missing and (lacking := [np.isnan(column[: len(value)]) for column in given if _missing(column).any()]):
            unknown = np.logical_or.reduce(lacking)
            if (unknown & ~np.isnan(value)).any():
                self._held.add(key)
                value = np.where(unknown, np.nan, value)
        return np.broadcast_to(value[0], len(given[0])) if same and len(value) else value

    def _add(self, name: str, have: Column | None, value: Column) -> None:
        import numpy as np

        if have is None:
            self._columns[name] = value
        elif (more := np.isnan(have) & ~np.isnan(value)).any():
            self._columns[name] = np.where(more, value, have)
            self._completed[name] += 1


def spare(exported: Columns) -> set[str]:
    """The columns that add nothing: further names of metrics whose best exported name misses no launch."""
    from ncu_advisor.hardware.gpu_measured import describes_device

    further: set[str] = set()
    used: set[str] = set()
    for metric in metrics().values():
        there = [name for name in metric.vendor if name in exported]
        whole = bool(there) and not _missing(exported[there[0]]).any()
        used.update(there[:1] if whole else there)
        further.update(there[1:] if whole else ())
    return {name for name in further - used if not describes_device(name)}


@dataclass(frozen=True)
class Refused:
    """Values of a metric that cannot be, under any of its vendor names: in how many launches, and the ``first``, which may be text."""

    metric: Metric
    first: float | str
    launches: int


def refused(exported: Columns, texts: Columns) -> list[Refused]:
    """What ``exported`` says that cannot be, and where ``texts`` have words in place of a number."""
    import numpy as np

    found = []
    for metric in metrics().values():
        wrong = [(texts[name] != "", texts[name]) for name in metric.vendor if name in texts]
        for name in metric.vendor:
            if name in exported and (impossible := _impossible(exported[name], metric)) is not None:
                wrong.append((impossible, exported[name]))
        launches = np.logical_or.reduce([where for where, _ in wrong]) if wrong else np.zeros(1, dtype=bool)
        if launches.any():
            first = int(launches.argmax())
            value = next(column[first] for where, column in wrong if where[first])
            found.append(Refused(metric, value if isinstance(value, str) else float(value), int(launches.sum())))
    return found


def _possible(column: Column, metric: Metric) -> Column:
    """``column`` without what no counter, time or share of a GPU can be: damaged values are as good as missing."""
    import numpy as np

    impossible = _impossible(column, metric)
    return column if impossible is None else np.where(impossible, np.nan, column)


def _impossible(column: Column, metric: Metric) -> NDArray[np.bool_] | None:
    """Where ``column`` is less or more than ``metric`` can be; None where it is nowhere, as in nearly all exports."""
    import numpy as np

    values = column[:1] if column.strides == (0,) else column
    if not len(values) or not (np.fmin.reduce(values) < metric.least or np.fmax.reduce(values) > metric.most):
        return None
    where: NDArray[np.bool_] = (column < metric.least) | (column > metric.most)
    return where


def _first_known(found: list[Column]) -> Column:
    import numpy as np

    value = found[0]
    for other in found[1:]:
        missing = _missing(value)
        if not missing.any():
            break
        value = other if missing.all() else np.where(missing, other, value)
    return value


def _missing(column: Column) -> NDArray[np.bool_]:
    """Where values are missing; a column that is the same throughout (stride 0) is looked at once."""
    import numpy as np

    return np.isnan(column[:1] if column.strides == (0,) else column)


def vendor_names(names: Iterable[str], available: Iterable[str] = (), capabilities: Iterable[str] = ()) -> list[str]:
    """The exported metrics to collect so that ``names`` can be computed, by the first way that is known for each.

    With compute ``capabilities``, by the names that those chips have; what they have no name for is left out.
    """
    from ncu_advisor.hardware import counters

    needed: list[str] = []
    seen: set[str] = set()
    chips = tuple(capabilities)

    def visit(name: str) -> None:
        if name in seen or name not in metrics():
            return
        seen.add(name)
        metric = metrics()[name]
        exported = counters.names(metric.vendor, chips)
        needed.extend(exported)
        if metric.formulas and not exported:
            for need in metric.formulas[0].needs:
                visit(need)

    have = set(available)
    for name in names:
        if name not in have:
            visit(name)
    return list(dict.fromkeys(needed))
