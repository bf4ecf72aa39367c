"""Budgets: limits that a team sets for kernels, metrics and rules; waivers: reasons to let something pass until a day.

Measured values are judged by their median over the runs that have the kernel, so that no order of runs decides; rules must not speak in any
of them. A budget whose pattern matches no kernel fails unless it says otherwise: a limit on a kernel that was renamed must not turn into no
limit. Nor does one pass of which nothing could be checked: what was not collected, not evaluated or has no baseline is a line like any other.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from ncu_advisor import catalogue
from ncu_advisor.names import short
from ncu_advisor.regression import rule_budgets
from ncu_advisor.regression.because import value
from ncu_advisor.regression.budget import TOTAL, Budget, BudgetResult, Waiver

if TYPE_CHECKING:
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.compare import Comparison
    from ncu_advisor.regression.runs import Kernel, KernelRun, Run


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
            if fnmatchcase(what, waiver.what) and matches(waiver.kernel, kernel):
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
        changes = {c.match.after[0]: c for c in (*comparison.mixed, *comparison.kernels) if len(c.match.after) == 1} if comparison else {}
        kernels: dict[Kernel, list[KernelRun]] = {}
        for kernel in (kernel for run in current for kernel in run.kernels):
            kernels.setdefault(kernel.kernel, []).append(kernel)
        return [result for budget in self.budgets for result in _check(budget, kernels, changes, comparison, current, waivers)]

    def __add__(self, other: Budgets) -> Budgets:
        return Budgets(self.budgets + other.budgets, self.waivers + other.waivers)


def matches(pattern: str, kernel: Kernel) -> bool:
    """Whether ``pattern`` (``*``, ``?``, ``[...]``) is the kernel's name, with or without template arguments."""
    return any(fnmatchcase(name, pattern) for name in (kernel.name, short(kernel.name)))


def _check(
    budget: Budget,
    kernels: Mapping[Kernel, Sequence[KernelRun]],
    changes: Mapping[Kernel, KernelChange],
    comparison: Comparison | None,
    current: Sequence[Run],
    waivers: Waivers,
) -> list[BudgetResult]:
    if budget.metric == TOTAL:
        lines = _limits(budget, _total_before(comparison), _total_now(current), "the run")
        return [BudgetResult(budget, "", bool(lines) and budget.level == "fail", budget.level, tuple(lines))]
    found = [kernel for kernel in kernels if matches(budget.kernel, kernel)]
    if not found:
        line = f"the budget for {budget.what} of {budget.kernel!r} matches no kernel of the profile"
        if budget.unmatched == "ignore":
            return []
        return [BudgetResult(budget, "", budget.unmatched == "fail", budget.unmatched, (line,))]
    return [_on_kernel(budget, kernels[kernel], changes.get(kernel), waivers) for kernel in found]


def _on_kernel(budget: Budget, runs: Sequence[KernelRun], change: KernelChange | None, waivers: Waivers) -> BudgetResult:
    kernel = runs[0].kernel
    unasked = rule_budgets.unasked(budget, runs)
    lines = rule_budgets.lines(budget, runs, unasked) if budget.rule else _metric_lines(budget, runs, change)
    reason = waivers.waive(kernel, budget.what) if lines else ""
    failed = bool(lines) and budget.level == "fail" and not reason
    return BudgetResult(budget, kernel.name, failed, budget.level if not reason else "waived", tuple(lines), reason, unasked)


def _metric_lines(budget: Budget, runs: Sequence[KernelRun], change: KernelChange | None) -> list[str]:
    before, after = _durations(runs, change) if budget.metric == "duration" else _medians(budget.metric, runs, change)
    return _limits(budget, before, after, runs[0].kernel.name)


def _durations(runs: Sequence[KernelRun], change: KernelChange | None) -> tuple[float, float]:
    """(baseline, now) of the median launch over all runs, ns; the same where the kernel is not known to be slower at all."""
    after = _median([duration for run in runs for duration in run.durations])
    if change is not None and change.time is not None and change.time.interval_pct[0] < 0:
        return after, after
    return (change.typical_ns[0] if change is not None else math.nan), after


def _medians(metric: str, runs: Sequence[KernelRun], change: KernelChange | None) -> tuple[float, float]:
    """(baseline, now) over the runs that have ``metric``; means of a counter where the baseline kept nothing else of it."""
    before, after = (_median([run.metrics.get(metric, math.nan) for run in side]) for side in (change.sides[0] if change else (), runs))
    counter = next((c for c in change.counters if c.name == metric), None) if change else None
    return (counter.before, counter.after) if counter and math.isnan(before) else (before, after)


def _total_before(comparison: Comparison | None) -> float:
    return comparison.total_ns[0] or math.nan if comparison else math.nan


def _total_now(current: Sequence[Run]) -> float:
    """ns a run; NaN where no time was collected."""
    return math.fsum(run.total_ns for run in current) / max(len(current), 1) or math.nan


def _limits(budget: Budget, before: float, after: float, who: str) -> list[str]:
    unit = "ns" if budget.metric == TOTAL else catalogue.metrics()[budget.metric].unit
    have = f"{who}: {budget.metric} is {value(after, unit)}"
    lines = []
    if math.isnan(after):
        return [f"{who}: {budget.metric} was not collected, so its budget cannot be checked"]
    if after > budget.max:
        lines.append(f"{have}, above its budget of {value(budget.max, unit)}")
    if after < budget.min:
        lines.append(f"{have}, below its budget of {value(budget.min, unit)}")
    if budget.relative and math.isnan(before):
        return [*lines, f"{have}, with no value of the baseline to hold it against; update the baseline, or waive it"]
    rise = after - before
    if rise > budget.max_increase:
        lines.append(f"{have}, {value(rise, unit)} above the baseline, where {value(budget.max_increase, unit)} are allowed")
    if rise > 0 and not math.isnan(budget.max_increase_pct) and (not before or 100 * rise / before > budget.max_increase_pct):
        share = f"{100 * rise / before:.1f}% above the baseline" if before else "where the baseline has none"
        lines.append(f"{have}, {share}, with {budget.max_increase_pct:g}% allowed")
    return lines


def _median(values: Sequence[float]) -> float:
    known = [v for v in values if not math.isnan(v)]
    return statistics.median(known) if known else math.nan
