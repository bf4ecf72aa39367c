"""What changed between two sides, each of one or more runs: times under noise, counters, limiters, rules, and why.

A Comparison judges nothing; ``gate`` does. It holds no clock and no machine path: the same runs give the same Comparison.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ncu_advisor import catalogue
from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import comparability, counters, launch_counts, matching, mixes
from ncu_advisor.regression.because import sentence
from ncu_advisor.regression.change import KernelChange, MetricChange
from ncu_advisor.regression.changepoints import change_points
from ncu_advisor.regression.decide import Decision, Verdict, decide, untimed
from ncu_advisor.regression.matching import Match
from ncu_advisor.regression.noise import Sample, Series
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.runs import EXACT, REPEATED, TELLING, Kernel, KernelRun, Run

if TYPE_CHECKING:
    from ncu_advisor.conditions import Conditions
    from ncu_advisor.regression.comparability import Mismatch
    from ncu_advisor.report import Report

_NOTABLE = 0.02  # relative change of a metric from which on it is shown
_NAMED = 5  # kernels without a time that a note lists


@dataclass
class Comparison:
    """Both sides, matched and measured. Percentages; positive is slower. ``global_shift_pct`` is NaN where too few kernels tell.

    ``clocks_alike``: all clocks were measured on both sides, and agree. ``unexplained``: all kernels together are slower by more than clocks
    explain, and nobody allowed that. ``mixed``: kernels that were taken apart (``mixes``), as a whole and without a verdict.
    """

    global_shift_pct: float
    kernels: list[KernelChange]
    mismatches: list[Mismatch]
    unknown: list[str]
    notes: list[str]
    moved: list[Kernel]
    runs: tuple[int, int]
    total_ns: tuple[float, float]
    conditions: tuple[Conditions, Conditions]
    decision: Decision
    mixed: list[KernelChange]
    clocks_alike: bool
    unexplained: bool
    report: Report | None = None  # of the latest run, where it was diagnosed

    @property
    def comparable(self) -> bool:
        return all(mismatch.allowed for mismatch in self.mismatches)


def compare(baseline: Sequence[Run], current: Sequence[Run], policy: Policy | None = None, allowed: Collection[str] = ()) -> Comparison:
    """Compare the runs of both sides. Raises AdvisorError where a side has no run."""
    policy = policy or Policy()
    for side, runs in (("--baseline", baseline), ("--current", current)):
        if not runs:
            raise AdvisorError(side, "no run is given", "name at least one profiler export, report or baseline")
    used, mismatches, notes = comparability.usable(baseline, current, allowed)
    whole = _Side(used), _Side(current)
    mixed = mixes.remixed(used, current)
    before, after = (_Side(mixes.apart(side.runs, mixed)) for side in whole) if mixed else whole
    notes += [mixes.note(kernel, current) for kernel in mixed]
    matched = matching.match(before.order, after.order, _work(before, after))
    timed = [m for m in matched.matches if m.before and m.after]
    series = [_series(m, before, after, notes) for m in timed]
    notes += _untimed(series)
    decision = decide(series, policy)
    verdicts = dict(zip(map(id, timed), decision.kernels, strict=True))
    kernels = [_change(m, before, after, verdicts.get(id(m))) for m in matched.matches]
    singles = {m.before[0]: m.after[0] for m in timed if len(m.before) == len(m.after) == 1}
    now = {old: after.lead(new).metrics for old, new in singles.items()}
    weight = {old: before.total(old) for old in singles}
    clocks = comparability.clocks({old: before.lead(old).metrics for old in singles}, now, weight, policy.clock_pct, allowed)
    # Where clocks are alike, what all share is held to what one kernel is.
    limit = min(policy.effect_pct, policy.shift_limit_pct) if clocks.alike else policy.shift_limit_pct
    return Comparison(
        global_shift_pct=decision.global_shift_pct,
        kernels=sorted(kernels, key=_importance),
        mismatches=[*mismatches, *clocks.mismatches],
        unknown=comparability.unknown(used[-1].conditions, current[0].conditions),
        notes=notes,
        moved=matched.moved,
        runs=(len(used), len(current)),
        total_ns=(before.total_ns, after.total_ns),
        conditions=(used[-1].conditions, current[0].conditions),
        decision=decision,
        mixed=[_change(Match(matching.SAME, (kernel,), (kernel,)), *whole, None) for kernel in mixed],
        clocks_alike=clocks.alike,
        unexplained=decision.global_shift_pct > limit and comparability.SHIFT not in allowed,
        report=current[-1].report,
    )


class _Side:
    """The runs of one side by kernel; ``order`` is that of the first launches of the latest run, then of older ones."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = runs
        self.of: list[dict[Kernel, KernelRun]] = [{k.kernel: k for k in run.kernels} for run in runs]
        self.order = list(dict.fromkeys(kernel for of in reversed(self.of) for kernel in of))

    def all(self, kernel: Kernel) -> list[KernelRun]:
        return [of[kernel] for of in self.of if kernel in of]

    def lead(self, kernel: Kernel) -> KernelRun:
        """The latest run of ``kernel``, which speaks for metrics, rules and limiter."""
        return self.all(kernel)[-1]

    def total(self, kernel: Kernel) -> float:
        """ns per run."""
        found = self.all(kernel)
        return math.fsum(k.total_ns for k in found) / len(found)

    @property
    def total_ns(self) -> float:
        return math.fsum(run.total_ns for run in self.runs) / len(self.runs)

    def samples(self, kernels: Sequence[Kernel]) -> tuple[Sample | None, ...]:
        """One a run. Parts of a split kernel are added launch by launch where they are launched equally often, else as a whole."""
        return tuple(_joined([of[k].durations for k in kernels if k in of], len(kernels)) for of in self.of)

    def counts(self, kernels: Sequence[Kernel]) -> list[int]:
        """Launches of each run that has them all; of parts of a split kernel, how often all of them were launched."""
        return [min(of[kernel].launches for kernel in kernels) for of in self.of if kernels and all(kernel in of for kernel in kernels)]

    def launches(self, kernels: Sequence[Kernel]) -> int:
        return sum(k.launches for kernel in kernels for k in self.all(kernel))


def _joined(parts: Sequence[tuple[float, ...]], expected: int) -> Sample | None:
    if len(parts) < expected:
        return None
    if len(parts) == 1:
        return Sample(parts[0])
    if len({len(part) for part in parts}) == 1:
        return Sample(tuple(math.fsum(launch) for launch in zip(*parts, strict=True)))
    return Sample((math.fsum(duration for part in parts for duration in part),))


def _series(match: Match, before: _Side, after: _Side, notes: list[str]) -> Series:
    """Of a history whose level changed, only the runs since: what was accepted then is the baseline now."""
    samples = before.samples(match.before)
    known = [at for at, sample in enumerate(samples) if sample is not None and len(sample)]
    found = change_points([_typical([samples[at]]) for at in known])
    if found:
        first = known[found[-1].index]
        samples = tuple(None if at < first else sample for at, sample in enumerate(samples))
        notes.append(
            f"{match.after[0].name}: {found[-1].change_pct:+.1f}% within the history; the {len(known) - found[-1].index} runs since are its baseline"
        )
    return Series(match.after[0].name, samples, after.samples(match.after))


def _untimed(series: Sequence[Series]) -> list[str]:
    """Kernels that a side has no time of, as an empty cell of a table does not say why."""
    names: dict[str, list[str]] = {}
    for one in series:
        if told := untimed(one):
            names.setdefault(told, []).append(one.name)
    return [f"{told}, so no change is told: {', '.join(of[:_NAMED])}{' ...' if len(of) > _NAMED else ''}" for told, of in names.items()]


def _work(before: _Side, after: _Side) -> dict[Kernel, tuple[float, float]]:
    def executed(side: _Side, kernel: Kernel) -> float:
        counter = side.lead(kernel).counters.get("instructions") if kernel in side.order else None
        return counter.mean if counter else math.nan

    kernels = dict.fromkeys([*before.order, *after.order])
    known_before, known_after = set(before.order), set(after.order)
    return {k: (executed(before, k) if k in known_before else math.nan, executed(after, k) if k in known_after else math.nan) for k in kernels}


def _change(match: Match, before: _Side, after: _Side, time: Verdict | None) -> KernelChange:
    sides = ((before, match.before), (after, match.after))
    typical = tuple(_typical(side.samples(kernels)) if kernels else math.nan for side, kernels in sides)
    counts = tuple(side.counts(kernels) for side, kernels in sides)
    change = KernelChange(
        match=match,
        launches=(before.launches(match.before), after.launches(match.after)),
        typical_ns=(typical[0], typical[1]),
        total_ns=(math.fsum(map(before.total, match.before)), math.fsum(map(after.total, match.after))),
        time=time,
        counts=(_mean(counts[0]), _mean(counts[1])),
        recounted=launch_counts.changed(counts[0], counts[1]),
    )
    if not (len(match.before) == len(match.after) == 1):
        return change
    old, new = before.lead(match.before[0]), after.lead(match.after[0])
    change = replace(
        change,
        counters=tuple(counters.changes(before.all(match.before[0]), after.all(match.after[0]))),
        metrics=tuple(_metrics(old, new)),
        bound=(old.bound, new.bound),
        limiter=(old.limiter, new.limiter),
        appeared={rule: seen for rule, seen in new.rules.items() if rule not in old.rules and _asked(rule, old)},
        vanished={rule: seen for rule, seen in old.rules.items() if rule not in new.rules and _asked(rule, new)},
        leads=(old.lead, new.lead),
        sides=(before.all(match.before[0]), after.all(match.after[0])),
    )
    return replace(change, because=sentence(change))


def _asked(rule: str, run: KernelRun) -> bool:
    """Whether ``run`` could be asked for what ``rule`` says: a side that lacks its metrics was not without the defect. A run from a baseline
    file does not say which rules it lacked metrics for."""
    return run.lead is None or all(rule != lacking.rule for lacking in run.lead.not_evaluated)


def _mean(counts: Sequence[int]) -> float:
    return sum(counts) / len(counts) if counts else 0.0


def _typical(samples: Sequence[Sample | None]) -> float:
    """Median launch over all runs, ns."""
    values = sorted(value for sample in samples if sample is not None for value in sample.ns if not math.isnan(value))
    middle = len(values) // 2
    return math.nan if not values else values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def _metrics(old: KernelRun, new: KernelRun) -> list[MetricChange]:
    """Medians that changed notably, largest change first."""
    found = []
    for name in (*TELLING, *REPEATED, *EXACT):
        before, after = old.metrics.get(name), new.metrics.get(name)
        if before is not None and after is not None and abs(after - before) > _NOTABLE * max(abs(before), abs(after)):
            metric = catalogue.metrics()[name]
            found.append(MetricChange(name, metric.what, metric.unit, before, after))
    return sorted(found, key=lambda m: -m.size)


def _importance(change: KernelChange) -> tuple[float, str]:
    """Changes of most time first."""
    return (-abs(change.total_ns[1] - change.total_ns[0]), change.kernel.name)
