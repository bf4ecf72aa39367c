"""How much a kernel's time differs from run to run, and what all kernels share: the columns that verdicts rest on.

Times are natural logarithms of nanoseconds, so that differences are relative changes. A run shifts all its kernels (clocks, temperature),
every kernel shifts by itself, and launches scatter: the three are told apart here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.regression import statistics

Column = NDArray[np.float64]

# Kernels that say what all of them share; with fewer a change of one would pass for a change of all.
SHARED_FROM = 6
# The spread of one kernel is drawn to that of all as if they had been seen this often (empirical Bayes, as in limma).
_PRIOR_RUNS = 6
# Changes further out than this many deviations are the kernels' own, not scatter; looked for so many times.
_OUTSIDE, _CLIPPED = 3.5, 3
# Degrees of freedom from which on Student's distribution is the normal one, to a thousandth of its quantiles.
_MANY = 1000
# Launches whose order explains at least this much of their times are compared one by one.
_ORDERED = 0.8
_ORDERED_FROM = 8


@dataclass(frozen=True)
class Sample:
    """The launches of one kernel in one run, as logarithms; ``ns`` in the order of the launches."""

    ns: tuple[float, ...]

    @cached_property
    def logs(self) -> Column:
        values = np.asarray(self.ns, dtype=float)
        logs: Column = np.log(values[np.isfinite(values) & (values > 0)])
        return logs

    def __len__(self) -> int:
        return len(self.logs)


@dataclass(frozen=True)
class Series:
    """One kernel on both sides: a Sample per run, in the order of the runs; None where a run lacks it."""

    name: str
    baseline: tuple[Sample | None, ...]
    current: tuple[Sample | None, ...]

    def known(self) -> tuple[list[Sample], list[Sample]]:
        return [s for s in self.baseline if s is not None and len(s)], [s for s in self.current if s is not None and len(s)]

    @cached_property
    def ordered(self) -> Column | None:
        """Differences launch by launch, where both sides have as many and their order explains the times; else None."""
        base, now = self.known()
        counts = {len(sample) for sample in (*base, *now)}
        if not base or not now or len(counts) != 1 or min(counts) < _ORDERED_FROM:
            return None
        before, after = np.median([s.logs for s in base], axis=0), np.median([s.logs for s in now], axis=0)
        if before.std() == 0 or after.std() == 0 or float(np.corrcoef(before, after)[0, 1]) < _ORDERED:
            return None
        return np.asarray(after - before, dtype=float)


@dataclass
class Noise:
    """One row a kernel. ``change`` is the raw relative change (log), ``shift`` what all kernels share of it, NaN where not told."""

    centre: Column  # of the baseline, log ns
    change: Column
    shift: Column  # of the other kernels, so that a kernel's own change is not part of it
    global_shift: float
    error: Column  # standard error of change - shift, for a verdict
    cautious_error: Column  # the same, never below what the kernel's own runs show
    dof: Column
    deviation: Column  # of one launch's time: launches and runs together
    runs: NDArray[np.int64]  # baseline runs of each kernel
    launches: NDArray[np.int64]  # shape (kernels, 2): launches of the baseline and now
    slow: Column  # launches of the current side that take far longer than its others
    usual_slow: Column  # share of such launches in the baseline: of the kernel's own, or of all kernels together if that is more
    drawn_out: Column  # mean of all current launches above that of the slowest baseline run: slow ones count here
    highest: Column  # the baseline's highest run above its centre, shared shifts removed; NaN with one run
    shift_deviation: float  # of the shared shift from run to run; NaN where the baseline has too few runs
    removed: bool = field(default=False)  # whether there are enough kernels to tell a shared shift


def measure(series: Sequence[Series], least_runs: int, run_noise: float, shift_noise: float, tick_ns: float) -> Noise:
    """What the samples say of every kernel.

    ``run_noise``, ``shift_noise``: relative deviations of a kernel and of a whole run from run to run, where they cannot be measured.
    ``tick_ns``: resolution of the clock that took the times.
    """
    base, now = _places([s.baseline for s in series]), _places([s.current for s in series])
    with np.errstate(all="ignore"):
        centre, shifts, rest = _levels(base.place)
        change, within, now_within = _changes(series, base, now, centre)
        global_shift, shift = _common(change)
        own, dof = _spread(rest, base.runs)
        tick = (tick_ns / np.exp(centre)) ** 2 / 12
        prior, drawn = _drawn(own, dof)
    known, has_history, removed = np.nan_to_num(own), base.runs >= least_runs, not math.isnan(global_shift)
    assumed = run_noise if removed else math.hypot(run_noise, shift_noise)
    without = _without_history(change - np.nan_to_num(shift), (within, base.runs), (now_within, now.runs), (drawn, dof), assumed)
    shared = statistics.MEDIAN_VARIANCE * np.nanmedian(np.where(has_history, drawn, without)) / max(len(series), 1) if len(series) else 0.0
    of_all = shared if removed else 0.0
    drawn = np.maximum(drawn, within)  # a run is never better known than its launches say, however quiet other kernels are
    with_history, cautious = (_with_history(of_run, within, now_within, base.runs, now.runs) for of_run in (drawn, np.maximum(drawn, known)))
    return Noise(
        centre=centre,
        change=change,
        shift=shift,
        global_shift=global_shift,
        error=np.sqrt(np.where(has_history, with_history, without) + of_all + tick),
        cautious_error=np.sqrt(np.where(has_history, cautious, without) + of_all + tick),
        dof=np.where(has_history, prior + dof, _freedom(without, (within, base.count, base.runs), (now_within, now.count, now.runs))),
        deviation=np.sqrt(np.maximum(known, within) + _launch_variance(base.error, base.count)),
        runs=base.runs.astype(np.int64),
        launches=np.stack((base.count.sum(axis=1), now.count.sum(axis=1)), axis=1).astype(np.int64),
        slow=now.slow.sum(axis=1),
        usual_slow=np.maximum(base.slow.sum() / max(base.count.sum(), 1.0), base.slow.sum(axis=1) / np.maximum(base.count.sum(axis=1), 1.0)),
        drawn_out=statistics.nanmean(now.mean) - np.max(np.where(np.isnan(base.mean), -np.inf, base.mean), axis=1, initial=-np.inf),
        highest=_highest(rest),
        shift_deviation=float(np.std(shifts, ddof=1)) if len(shifts) >= least_runs and removed else math.nan,
        removed=removed,
    )


@dataclass(frozen=True)
class _Side:
    """Of every kernel in every run, shape (kernels, runs): location, its standard error, number of launches and of slow outliers.

    ``mean`` is the logarithm of the mean time of all launches, outliers too.
    """

    place: Column
    error: Column
    count: Column
    slow: Column
    mean: Column

    @property
    def runs(self) -> NDArray[np.int64]:
        return np.asarray((~np.isnan(self.place)).sum(axis=1), dtype=np.int64)


def _levels(place: Column) -> tuple[Column, Column, Column]:
    """A baseline taken apart: the centre of each kernel, what all share of each run, and what is left of each kernel in each run."""
    centre = statistics.nanmedian(place, 1)
    shifts = _shared(place - centre[:, None])
    rest = place - centre[:, None] - shifts[None, :]
    left = statistics.nanmean(rest)
    return centre + np.nan_to_num(left), shifts, rest - left[:, None]


def _changes(series: Sequence[Series], base: _Side, now: _Side, centre: Column) -> tuple[Column, Column, Column]:
    """The change of each kernel, and the variance that launches alone give a run of the baseline and now."""
    change = statistics.nanmean(now.place) - centre
    within, now_within = _mean_square(base.error), _mean_square(now.error)
    for row, one in enumerate(series):
        if base.runs[row] == now.runs[row] == 1 and one.ordered is not None:
            change[row], error = statistics.location(one.ordered)
            within[row], now_within[row] = 0.0, error**2
    return change, within, now_within


def _drawn(own: Column, dof: Column) -> tuple[int, Column]:
    """Each kernel's variance between runs drawn to that of all, and the runs that the latter counts for; 0 where too few kernels have one."""
    pooled = float(np.nanmedian(own)) if (dof > 0).sum() >= SHARED_FROM else math.nan
    prior = 0 if math.isnan(pooled) else _PRIOR_RUNS
    return prior, (prior * (pooled if prior else 0.0) + dof * np.nan_to_num(own)) / np.maximum(prior + dof, 1)


Runs = tuple[Column, NDArray[np.int64]]  # variance of a run by its launches alone, number of runs


def _without_history(rest: Column, base: Runs, now: Runs, spread: tuple[Column, Column], assumed: float) -> Column:
    """Variance of a change by launches, and by what is ``assumed`` of runs or more: what changes or the runs there are (``spread``) show."""
    (within, runs), (now_within, now_runs), (drawn, dof) = base, now, spread
    launches = within / np.maximum(runs, 1) + now_within / np.maximum(now_runs, 1)
    per_run = 1 / np.maximum(runs, 1) + 1 / np.maximum(now_runs, 1)
    return launches + np.maximum(_between(rest, launches, assumed**2 * per_run), np.where(dof > 0, drawn * per_run - launches, 0.0))


def _with_history(of_run: Column, within: Column, now_within: Column, runs: NDArray[np.int64], now_runs: NDArray[np.int64]) -> Column:
    """Variance of a change by what the history shows of a run; more where a current run has fewer launches than the history's."""
    extra = np.maximum(now_within - within, 0.0)
    return (of_run + extra) / np.maximum(now_runs, 1) + of_run / np.maximum(runs, 1)


def _places(samples: Sequence[Sequence[Sample | None]]) -> _Side:
    shape = (len(samples), max((len(row) for row in samples), default=0))
    place, error, mean = (np.full(shape, np.nan) for _ in range(3))
    count, slow = np.zeros(shape), np.zeros(shape)
    alike: dict[int, list[tuple[int, int, Column]]] = {}
    for k, row in enumerate(samples):
        for r, sample in enumerate(row):
            if sample is not None and len(sample):
                alike.setdefault(len(sample), []).append((k, r, sample.logs))
    for size, found in alike.items():
        at = tuple(np.array([(k, r) for k, r, _ in found]).T)
        logs = np.stack([logs for _, _, logs in found])
        place[at], error[at], slow[at] = statistics.locations(logs)
        count[at], mean[at] = size, np.logaddexp.reduce(logs, axis=1) - math.log(size)
    return _Side(place, error, count, slow, mean)


def _shared(differences: Column) -> Column:
    """What all kernels of a run share, per run; 0 where too few kernels say."""
    if differences.shape[0] < SHARED_FROM:
        return np.zeros(differences.shape[1])
    enough = (~np.isnan(differences)).sum(axis=0) >= SHARED_FROM
    return np.where(enough, np.nan_to_num(statistics.nanmedian(differences, 0)), 0.0)


def _common(change: Column) -> tuple[float, Column]:
    """The median change of all kernels, and for every kernel that of the others; NaN with fewer than SHARED_FROM."""
    known = np.sort(change[~np.isnan(change)])
    if len(known) < SHARED_FROM:
        return math.nan, np.full(len(change), np.nan)
    at = np.searchsorted(known, change)
    # The median without the value at place `at` of the sorted ones.
    n = len(known) - 1
    low, high = (n - 1) // 2, n // 2
    without = (known[low + (at <= low)] + known[high + (at <= high)]) / 2
    return float(np.median(known)), np.where(np.isnan(change), np.nan, without)


def _spread(rest: Column, runs: NDArray[np.int64]) -> tuple[Column, Column]:
    """(variance of a run's location, degrees of freedom); NaN and 0 with fewer than two runs."""
    dof = np.maximum(runs - 1, 0).astype(float)
    variance = np.where(dof > 0, np.nansum(rest**2, axis=1) / np.maximum(dof, 1), np.nan)
    return variance, dof


def _between(rest: Column, launches: Column, floor: Column) -> Column:
    """Variance of a change that runs add, where there is no history: ``floor``, or more if the kernels' changes scatter more.

    Kernels that changed by themselves are no scatter: what lies far outside is left out before it is measured again.
    """
    known = rest[~np.isnan(rest)]
    if len(known) < SHARED_FROM + 2:
        return floor
    kept = known
    for _ in range(_CLIPPED):
        inside = np.abs(known - np.median(kept)) <= _OUTSIDE * statistics.mad_deviation(kept)
        if inside.sum() <= len(known) / 2:
            break
        kept = known[inside]
    return np.maximum(floor, statistics.mad_deviation(kept) ** 2 - float(np.nanmedian(launches)))


def _freedom(variance: Column, *sides: tuple[Column, Column, NDArray[np.int64]]) -> Column:
    """Degrees of freedom of ``variance``, of which a side's launches are a measured part and the rest is assumed (Welch and Satterthwaite).

    A side is (mean square error of a run's location, launches a run, runs).
    """
    parts = np.zeros(len(variance))
    for square, count, runs in sides:
        parts += (square / np.maximum(runs, 1)) ** 2 / np.maximum(count.sum(axis=1) - runs, 1)
    with np.errstate(over="ignore"):  # nothing measured: no part is uncertain, and the freedom has no end
        freedom = np.floor(variance**2 / np.maximum(parts, np.finfo(float).tiny))
    return np.where(freedom < _MANY, np.maximum(freedom, 1.0), np.inf)


def _mean_square(error: Column) -> Column:
    known = ~np.isnan(error)
    return np.where(known.any(axis=1), np.nansum(error**2, axis=1) / np.maximum(known.sum(axis=1), 1), 0.0)


def _launch_variance(error: Column, count: Column) -> Column:
    """Variance of single launches within a run, less that of the run's location, which is part of the spread between runs."""
    return _mean_square(error * np.sqrt(np.maximum(count - 1, 0)))


def _highest(rest: Column) -> Column:
    known = ~np.isnan(rest)
    return np.where(known.sum(axis=1) > 1, np.max(np.where(known, rest, -np.inf), axis=1, initial=-np.inf), np.nan)
