"""Slower, not slower, or not to be told: the decision on times, kernel by kernel, under noise.

A kernel FAILs where its slowdown is large enough to matter, beyond its noise, and not what all kernels share. It PASSes where a slowdown
of the policy's target is excluded. Everything else is AMBIGUOUS: little data is never taken for good news. A kernel that is not slower as
measured cannot fail, whatever the others do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ncu_advisor.regression import statistics
from ncu_advisor.regression.noise import Noise, Series, measure
from ncu_advisor.regression.policy import Policy

PASS, FAIL, AMBIGUOUS, INCOMPARABLE = "PASS", "FAIL", "AMBIGUOUS", "INCOMPARABLE"
_INTERVAL = 0.025  # on either side: intervals of 95%
_USUAL_SLOW = 0.02  # share of slow outliers that is normal, even where the baseline has none: ten launches of pure scatter give one now and then
# Longer mean (log) with which few slow launches, no more than chance gives, are excused: interrupted ones take half as long again (noise model D).
_INTERRUPTED = math.log1p(0.2)
_SMALL = 1e-12
_FACTORS = 100.0  # percent from which on a slowdown is told as a factor
_TOLD_SHIFT = 0.005  # shared shift (log) from which on a sentence tells it beside the kernel's own change


@dataclass(frozen=True)
class Verdict:
    """On one kernel's time. Percentages; positive is slower. ``change_pct`` is what the shared shift does not explain."""

    verdict: str
    change_pct: float
    interval_pct: tuple[float, float]
    raw_change_pct: float
    deviation_pct: float
    faster: bool  # by more than the least effect, beyond noise
    why: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """``global_shift_pct`` is NaN where too few kernels tell what they share; ``doubtful`` where that may be what was done to many of them."""

    global_shift_pct: float
    kernels: tuple[Verdict, ...]
    noise: Noise
    doubtful: bool


def decide(series: Sequence[Series], policy: Policy) -> Decision:
    """A verdict on the time of every series, in their order."""
    noise = measure(series, policy.least_runs, policy.run_noise_pct / 100, policy.shift_noise_pct / 100, policy.tick_ns)
    tests = _tests(series, noise, policy)
    doubtful = _doubtful(noise, policy)
    kernels = tuple(_verdict(one, noise, row, tests[row], doubtful, policy) for row, one in enumerate(series))
    return Decision(_percent(noise.global_shift), kernels, noise, doubtful)


def _tests(series: Sequence[Series], noise: Noise, policy: Policy) -> list[float]:
    """Holm-adjusted p that each kernel without a history became slower; 1 for the others, which their history judges."""
    family = [row for row in range(len(series)) if noise.runs[row] < policy.least_runs and noise.launches[row].min() >= policy.least_launches]
    adjusted = [1.0] * len(series)
    for row, p in zip(family, statistics.holm([_p(series[row], noise.shift[row]) for row in family]), strict=True):
        adjusted[row] = p
    return adjusted


def _p(series: Series, shift: float) -> float:
    shared = 0.0 if math.isnan(shift) else shift
    if series.ordered is not None:
        return statistics.paired(series.ordered - shared)
    base, now = series.known()
    return statistics.mann_whitney(np.concatenate([s.logs for s in base]), np.concatenate([s.logs for s in now]) - shared)


def _doubtful(noise: Noise, policy: Policy) -> bool:
    """Whether what the kernels share may be an improvement of many rather than a faster clock: then it is not held against the others."""
    if not noise.removed:
        return False
    rest = np.abs(noise.change - noise.shift) / np.maximum(noise.error, _SMALL)
    odd = int((rest[~np.isnan(rest)] > policy.noise_factor).sum())
    return odd - 1 > policy.odd_share * len(noise.change) or -noise.global_shift > _credit(noise, policy)


def _credit(noise: Noise, policy: Policy) -> float:
    """The largest shared speed-up (log) that may be clocks."""
    most = policy.shift_credit_pct / 100
    if math.isnan(noise.shift_deviation):
        return most
    return min(most, _factor(policy.noise_factor, float(noise.runs.max()) - 1) * noise.shift_deviation)


def _verdict(series: Series, noise: Noise, row: int, p: float, doubtful: bool, policy: Policy) -> Verdict:
    raw, shift = float(noise.change[row]), float(np.nan_to_num(noise.shift[row]))
    if math.isnan(raw):
        return Verdict(AMBIGUOUS, math.nan, (math.nan, math.nan), math.nan, math.nan, False, (untimed(series),))
    error, history = float(noise.error[row]), bool(noise.runs[row] >= policy.least_runs)
    rest, kept = raw - shift, raw - max(shift, 0.0)  # kept: a faster run is never held against a kernel
    own = kept if doubtful else rest  # where many improved, what they share is no clock, and the others did not become slower
    base_ns = math.exp(noise.centre[row])
    floors = (policy.floor_ns, policy.floor_ns * policy.target_pct / max(policy.effect_pct, _SMALL))
    least, target = (math.log1p(max(pct / 100, ns / base_ns)) for pct, ns in zip((policy.effect_pct, policy.target_pct), floors, strict=True))
    if doubtful:
        spread = math.hypot(error, noise.shift_deviation if noise.shift_deviation == noise.shift_deviation else policy.shift_noise_pct / 100)
        slower, beyond = kept > least, kept > _factor(policy.noise_factor, noise.dof[row]) * spread
    else:
        slower = rest > least and kept > math.log1p(policy.raw_effect_pct / 100)
        beyond = rest > _factor(policy.noise_factor, noise.dof[row]) * error
    outside = min(rest, kept) if doubtful else rest
    shown = outside > noise.highest[row] + policy.envelope_pct / 100 if history else p < policy.alpha
    lenient = raw - max(shift, -_credit(noise, policy))
    upper = lenient + statistics.student_quantile(policy.exclusion, float(noise.dof[row])) * float(noise.cautious_error[row])
    half = statistics.student_quantile(_INTERVAL, float(noise.dof[row])) * error
    drawn_out = float(noise.drawn_out[row]) - max(shift, 0.0)
    enough = history or int(noise.launches[row].min()) >= policy.least_launches
    if not enough:
        verdict, why = AMBIGUOUS, _too_little(noise, row, policy)
    elif slower and beyond and shown:
        verdict, why = FAIL, _slower(rest if not doubtful else kept, half, raw, _shown_by(series, noise, row, history, p))
    elif _disturbed(noise, row, policy):
        verdict, why = AMBIGUOUS, _outliers(noise, row)
    elif drawn_out > (max(target, _INTERRUPTED) if noise.slow[row] else target):
        verdict, why = AMBIGUOUS, _drawn_out(drawn_out, noise, row)
    elif upper < target:
        verdict, why = PASS, ""
    else:
        verdict, why = AMBIGUOUS, _undecided(own, upper, noise, row, history, policy)
    return Verdict(
        verdict=verdict,
        change_pct=_percent(own),
        interval_pct=(_percent(own - half), _percent(own + half)) if enough else (math.nan, math.nan),
        raw_change_pct=_percent(raw),
        deviation_pct=100 * float(noise.deviation[row]),
        faster=enough and -own > least and -raw > least and -own > policy.noise_factor * error,
        why=(why,) if why else (),
    )


def untimed(series: Series) -> str:
    """Which side has no time of a kernel; "" where both have one."""
    before, now = series.known()
    sides = [side for side, known in (("in the baseline", before), ("now", now)) if not known]
    return f"no time was collected {' and '.join(sides)}" if sides else ""


def _disturbed(noise: Noise, row: int, policy: Policy) -> bool:
    """Whether the current side has more slow outliers, which its location leaves out, than the baseline's would give by chance."""
    count, trials = int(noise.slow[row]), int(noise.launches[row][1])
    return count > 1 and statistics.binomial_tail(count, trials, max(float(noise.usual_slow[row]), _USUAL_SLOW)) < policy.outlier_chance


@lru_cache(maxsize=256)
def _factor(normal: float, dof: float) -> float:
    """As many standard errors of Student's distribution as have the tail of ``normal`` ones of a normal distribution."""
    return normal if math.isinf(dof) else statistics.student_quantile(statistics.normal_tail(normal), float(dof))


def _too_little(noise: Noise, row: int, policy: Policy) -> str:
    before, after = (int(n) for n in noise.launches[row])
    have = f"{before} {'launch' if before == 1 else 'launches'} in the baseline and {after} now"
    return f"{have} are too few: {policy.least_launches} on either side, or {policy.least_runs} baseline runs, are needed"


def _slower(change: float, half: float, raw: float, shown: str) -> str:
    """``"slower by 5.1% (95% interval 4.2 to 6.0%), above all 10 baseline runs"``; factors from twice the time on."""
    place, low, high = (_percent(value) for value in (change, change - half, change + half))
    told = abs(change - raw) >= _TOLD_SHIFT
    own, measured = (" beyond what all kernels share", f"; {_percent(raw):+.1f}% as measured") if told else ("", "")
    if place >= _FACTORS:
        return f"takes {_times(place)} times as long{own} (95% interval {_times(low)} to {_times(high)}{measured}), {shown}"
    return f"slower by {place:.1f}%{own} (95% interval {low:.1f} to {high:.1f}%{measured}), {shown}"


def _times(percent: float) -> str:
    return f"{1 + percent / 100:.3g}"


def _shown_by(series: Series, noise: Noise, row: int, history: bool, p: float) -> str:
    if history:
        return f"above all {noise.runs[row]} baseline runs"
    test = "Mann-Whitney" if series.ordered is None else "paired t-test"
    return f"{test} p = {p:.2g} after Holm over all kernels"


def _outliers(noise: Noise, row: int) -> str:
    least = 100 * statistics.OUTLIER_LEAST
    return f"{noise.slow[row]:.0f} of {noise.launches[row][1]} launches are outliers, slower than the others by {least:.0f}% or more; profile again"


def _drawn_out(drawn_out: float, noise: Noise, row: int) -> str:
    """A run that takes longer although its typical launch does not."""
    slow, launches = int(noise.slow[row]), int(noise.launches[row][1])
    than = "in the baseline" if noise.runs[row] == 1 else "in any baseline run"
    grown = f"the mean of all is {_percent(drawn_out):.1f}% longer than {than}, which the typical launch does not show; profile again"
    return f"{slow} of {launches} launches {'is an outlier' if slow == 1 else 'are outliers'}: {grown}" if slow else grown


def _undecided(change: float, upper: float, noise: Noise, row: int, history: bool, policy: Policy) -> str:
    spread = f"its launches deviate by {100 * noise.deviation[row]:.1f}%"
    more = "more launches or runs" if history else f"{policy.least_runs} baseline runs (a history), or more launches,"
    return f"{_percent(change):+.1f}%, and a slowdown of up to {_percent(upper):.1f}% cannot be excluded: {spread}; {more} would tell"


def _percent(log_change: float) -> float:
    return math.inf if log_change >= 700 else 100.0 * math.expm1(log_change)
