"""Budgets: limits that a team sets for kernels, metrics and rules; waivers: reasons to let something pass until a day.

Both are tables of the settings file (``[[budgets]]``, ``[[waivers]]``) or of a file given with ``--budgets``. A budget whose pattern
matches no kernel fails unless it says otherwise: a limit on a kernel that was renamed must not turn into no limit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import date, datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from ncu_advisor import catalogue
from ncu_advisor.errors import AdvisorError
from ncu_advisor.names import short
from ncu_advisor.regression.because import value

if TYPE_CHECKING:
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.compare import Comparison
    from ncu_advisor.regression.runs import Kernel, KernelRun, Run

TOTAL = "total_time"  # all kernels of a run together, ns
_LEVELS = ("fail", "warn")
_UNMATCHED = ("fail", "warn", "ignore")


@dataclass(frozen=True)
class Budget:
    """One limit. ``max`` and ``min`` are absolute, in base units (time in ns); the increases are over the baseline."""

    kernel: str = "*"  # pattern of the kernel's name as reports show it, or of its function's name
    metric: str = ""
    rule: str = ""  # a rule that must not speak, or (max) must not promise more percent than that
    max: float = math.nan
    min: float = math.nan
    max_increase: float = math.nan
    max_increase_pct: float = math.nan
    level: str = "fail"
    unmatched: str = "fail"

    @property
    def relative(self) -> bool:
        return not (math.isnan(self.max_increase) and math.isnan(self.max_increase_pct))

    @property
    def what(self) -> str:
        return self.rule or self.metric


@dataclass(frozen=True)
class Waiver:
    """``what`` is a metric, a rule, ``time``, ``counters`` or ``*``; it holds up to and including the day that it expires."""

    kernel: str
    what: str
    reason: str
    expires: date


@dataclass(frozen=True)
class BudgetResult:
    """One budget on one kernel, or on none where its pattern matched nothing."""

    budget: Budget
    kernel: str
    failed: bool
    level: str
    why: tuple[str, ...] = ()
    waived: str = ""


@dataclass(frozen=True)
class Waived:
    """A waiver that was used."""

    kernel: str
    what: str
    reason: str
    expires: str


class Waivers:
    """Those in force on a day; it remembers which were used."""

    def __init__(self, waivers: Sequence[Waiver], today: date | None) -> None:
        self._held = [w for w in waivers if today is None or today <= w.expires]
        expired = [w for w in waivers if w not in self._held]
        self._used: dict[int, Waived] = {}
        self.warnings = [f"the waiver for {w.what} of {w.kernel} expired on {w.expires.isoformat()} and no longer holds: {w.reason}" for w in expired]

    def waive(self, kernel: Kernel, what: str) -> str:
        """The reason why ``what`` of ``kernel`` may pass; "" where none was given."""
        for at, waiver in enumerate(self._held):
            if waiver.what in ("*", what) and matches(waiver.kernel, kernel):
                self._used[at] = Waived(waiver.kernel, waiver.what, waiver.reason, waiver.expires.isoformat())
                return waiver.reason
        return ""

    def used(self) -> list[Waived]:
        return list(self._used.values())


@dataclass(frozen=True)
class Budgets:
    budgets: tuple[Budget, ...] = ()
    waivers: tuple[Waiver, ...] = ()

    def in_force(self, today: date | None) -> Waivers:
        return Waivers(self.waivers, today)

    def check(self, comparison: Comparison | None, current: Sequence[Run], waivers: Waivers) -> list[BudgetResult]:
        """Every budget against every kernel that its pattern matches."""
        changes = {c.match.after[0]: c for c in comparison.kernels if len(c.match.after) == 1} if comparison else {}
        kernels = {k.kernel: k for run in current for k in run.kernels}
        return [result for budget in self.budgets for result in _check(budget, kernels, changes, comparison, current, waivers)]

    def __add__(self, other: Budgets) -> Budgets:
        return Budgets(self.budgets + other.budgets, self.waivers + other.waivers)


def matches(pattern: str, kernel: Kernel) -> bool:
    """Whether ``pattern`` (``*``, ``?``, ``[...]``) is the kernel's name, with or without template arguments."""
    return any(fnmatchcase(name, pattern) for name in (kernel.name, short(kernel.name)))


def from_tables(tables: Mapping[str, Any], source: str) -> Budgets:
    """From the tables ``budgets`` and ``waivers`` of a settings file; raises AdvisorError naming the entry that is wrong."""
    budgets = [_budget(entry, f"{source}: budgets[{at}]") for at, entry in enumerate(_entries(tables, "budgets", source))]
    return Budgets(tuple(budgets), tuple(_waiver(e, f"{source}: waivers[{at}]") for at, e in enumerate(_entries(tables, "waivers", source))))


def _check(
    budget: Budget,
    kernels: Mapping[Kernel, KernelRun],
    changes: Mapping[Kernel, KernelChange],
    comparison: Comparison | None,
    current: Sequence[Run],
    waivers: Waivers,
) -> list[BudgetResult]:
    if budget.metric == TOTAL:
        totals = (comparison.total_ns[0] if comparison else math.nan, math.fsum(run.total_ns for run in current) / max(len(current), 1))
        lines = _limits(budget, totals[0], totals[1], "the run")
        return [BudgetResult(budget, "", bool(lines) and budget.level == "fail", budget.level, tuple(lines))]
    found = [kernel for kernel in kernels if matches(budget.kernel, kernel)]
    if not found:
        line = f"the budget for {budget.what} of {budget.kernel!r} matches no kernel of the profile"
        if budget.unmatched == "ignore":
            return []
        return [BudgetResult(budget, "", budget.unmatched == "fail", budget.unmatched, (line,))]
    return [_on_kernel(budget, kernels[kernel], changes.get(kernel), waivers) for kernel in found]


def _on_kernel(budget: Budget, kernel: KernelRun, change: KernelChange | None, waivers: Waivers) -> BudgetResult:
    name = kernel.kernel.name
    lines = _rule_lines(budget, kernel) if budget.rule else _metric_lines(budget, kernel, change)
    reason = waivers.waive(kernel.kernel, budget.what) if lines else ""
    failed = bool(lines) and budget.level == "fail" and not reason
    return BudgetResult(budget, name, failed, budget.level if not reason else "waived", tuple(lines), reason)


def _rule_lines(budget: Budget, kernel: KernelRun) -> list[str]:
    limit = 0.0 if math.isnan(budget.max) else budget.max
    spoken = [(rule, seen) for rule, seen in kernel.rules.items() if fnmatchcase(rule, budget.rule) and seen.time_saved_pct > limit]
    return [
        f"{kernel.kernel.name}: `{rule}` speaks{f' at {s.place}' if s.place else ''}: {s.title} ({s.time_saved_pct:.0f}% of the launch)"
        for rule, s in spoken
    ]


def _metric_lines(budget: Budget, kernel: KernelRun, change: KernelChange | None) -> list[str]:
    if budget.metric == "duration":
        before, after = change.typical_ns if change else (math.nan, _median(kernel.durations))
        if budget.relative and change is not None and change.time is not None and change.time.interval_pct[0] < 0:
            return _limits(budget, math.nan, after, kernel.kernel.name)  # not known to be slower at all
    else:
        after = kernel.metrics.get(budget.metric, math.nan)
        counter = next((c for c in change.counters if c.name == budget.metric), None) if change else None
        told = next((m for m in change.metrics if m.name == budget.metric), None) if change else None
        before = counter.before if counter else told.before if told else after if change is not None else math.nan
    if math.isnan(after):
        return [f"{kernel.kernel.name}: {budget.metric} was not collected, so its budget cannot be checked"]
    return _limits(budget, before, after, kernel.kernel.name)


def _limits(budget: Budget, before: float, after: float, who: str) -> list[str]:
    unit = "ns" if budget.metric == TOTAL else catalogue.metrics()[budget.metric].unit
    have = f"{who}: {budget.metric} is {value(after, unit)}"
    rise = after - before
    lines = []
    if after > budget.max:
        lines.append(f"{have}, above its budget of {value(budget.max, unit)}")
    if after < budget.min:
        lines.append(f"{have}, below its budget of {value(budget.min, unit)}")
    if rise > budget.max_increase:
        lines.append(f"{have}, {value(rise, unit)} above the baseline, where {value(budget.max_increase, unit)} are allowed")
    if rise > 0 and (not before or 100 * rise / before > budget.max_increase_pct):
        share = f"{100 * rise / before:.1f}% above the baseline" if before else "where the baseline has none"
        if not math.isnan(budget.max_increase_pct):
            lines.append(f"{have}, {share}, with {budget.max_increase_pct:g}% allowed")
    return lines


def _median(values: Sequence[float]) -> float:
    known = sorted(v for v in values if not math.isnan(v))
    return known[len(known) // 2] if known else math.nan


def _entries(tables: Mapping[str, Any], name: str, source: str) -> list[Mapping[str, Any]]:
    entries = tables.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise AdvisorError(source, f"{name} is no list of tables", f"write [[{name}]] above each entry")
    return entries


def _budget(entry: Mapping[str, Any], source: str) -> Budget:
    budget = Budget(**_typed(entry, Budget, source))
    limits = [budget.max, budget.min, budget.max_increase, budget.max_increase_pct]
    if bool(budget.metric) == bool(budget.rule):
        raise AdvisorError(source, "names no metric or rule, or both", "give it metric = or rule =")
    if budget.metric and all(math.isnan(limit) for limit in limits):
        raise AdvisorError(source, "sets no limit", "give it max, min, max_increase or max_increase_pct")
    if budget.rule and not all(math.isnan(limit) for limit in limits[1:]):
        raise AdvisorError(source, "limits a rule by something else than max", "give it max, the percent that it may promise, or nothing")
    if budget.metric and budget.metric != TOTAL and budget.metric not in catalogue.metrics():
        raise AdvisorError(source, f"{budget.metric!r} is no metric", f"see docs/metrics.md; {TOTAL} is that of all kernels")
    if budget.level not in _LEVELS or budget.unmatched not in _UNMATCHED:
        raise AdvisorError(source, f"level = {budget.level!r}, unmatched = {budget.unmatched!r}", f"one of {_LEVELS}; one of {_UNMATCHED}")
    return budget


def _waiver(entry: Mapping[str, Any], source: str) -> Waiver:
    given = dict(entry)
    expires = given.get("expires")
    if isinstance(expires, str):
        try:
            given["expires"] = date.fromisoformat(expires)
        except ValueError:
            raise AdvisorError(source, f"expires = {expires!r} is no day", "write it as 2027-01-31") from None
    if isinstance(expires, datetime):
        given["expires"] = expires.date()
    if not isinstance(given.get("expires"), date) or not str(given.get("reason", "")).strip():
        raise AdvisorError(source, "lacks a reason or the day on which it expires", 'write reason = "..." and expires = 2027-01-31')
    return Waiver(**_typed(given, Waiver, source))


def _typed(entry: Mapping[str, Any], kind: type[Budget] | type[Waiver], source: str) -> dict[str, Any]:
    """``entry`` with every value of the type that the field has; raises AdvisorError for unknown, wrong and missing ones."""
    types = {f.name: f for f in fields(kind)}
    result: dict[str, Any] = {}
    for name, given in entry.items():
        if name not in types:
            raise AdvisorError(source, f"{name!r} is not known", f"one of {', '.join(types)}")
        wants_number = types[name].type == "float"
        if wants_number and isinstance(given, (int, float)) and not isinstance(given, bool) and not math.isnan(given):
            result[name] = float(given)
        elif (not wants_number and isinstance(given, str)) or (types[name].type == "date" and isinstance(given, date)):
            result[name] = given
        else:
            raise AdvisorError(source, f"{name} = {given!r} is of the wrong kind", "a number for limits, text for names")
    if lacking := [name for name, f in types.items() if f.default is MISSING and name not in result]:
        raise AdvisorError(source, f"lacks {', '.join(lacking)}", "add it")
    return result
