"""The statistics of the gate: robust places and spreads, one-sided rank tests, Holm's correction, quantiles; numpy and math alone.

Everything is deterministic: nothing here resamples or draws random numbers, so that the same profiles give the same verdict.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]

# Values further from the median than this many robust deviations are outliers; told only from as many values on.
_OUTLIER, _OUTLIER_FROM = 5.0, 5
# What lies within 3% (of logarithms) is none: launches that repeat to a few ticks have steps of many deviations, and measured ones do.
OUTLIER_LEAST = 0.03
_EXPANDED = 100  # degrees of freedom
# Of a normal distribution: its standard deviation over its median absolute deviation, and the median's variance over the mean's.
MAD_TO_DEVIATION = 1.4826022185056018
MEDIAN_VARIANCE = math.pi / 2


def mad_deviation(values: Column) -> float:
    """The standard deviation by the median absolute deviation, NaN entries left out; NaN where there is none."""
    known = values[~np.isnan(values)]
    return MAD_TO_DEVIATION * float(np.median(np.abs(known - np.median(known)))) if len(known) else math.nan


def location(values: Column) -> tuple[float, float]:
    """(location, its standard error) of logarithms: the mean of what is no outlier; NaN error below two values."""
    mean, error, _ = locations(values[None, :])
    return float(mean[0]), float(error[0])


def locations(table: Column) -> tuple[Column, Column, Column]:
    """The same of every row of ``table``, shape (rows, values), and how many of its values are outliers above the rest.

    Outliers lie beyond five robust deviations (MAD) of the median and 3% away from it: the mean of the others is nearly as efficient as
    that of all where there are none, and one launch that was disturbed does not move it. Who judges must look at their number as well.
    """
    rows, n = table.shape
    if n < 2:
        return (table[:, 0] if n else np.full(rows, np.nan)), np.full(rows, np.nan), np.zeros(rows)
    keep = np.ones(table.shape, dtype=bool)
    slow = np.zeros(rows)
    if n >= _OUTLIER_FROM:
        middle = np.median(table, axis=1, keepdims=True)
        away = table - middle
        reach = _OUTLIER * MAD_TO_DEVIATION * np.median(np.abs(away), axis=1, keepdims=True)
        reach = np.maximum(reach, OUTLIER_LEAST)
        keep = np.abs(away) <= reach
        slow = (away > reach).sum(axis=1).astype(float)
    count = keep.sum(axis=1)
    mean = np.where(keep, table, 0.0).sum(axis=1) / count
    variance = np.where(keep, (table - mean[:, None]) ** 2, 0.0).sum(axis=1) / np.maximum(count - 1, 1)
    return mean, np.sqrt(variance / count), slow


def binomial_tail(count: int, trials: int, chance: float) -> float:
    """P(X >= count) of ``trials`` independent ones."""
    return math.fsum(math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(count, trials + 1))


def normal_tail(z: float) -> float:
    """P(Z > z) of a standard normal variable."""
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def mann_whitney(baseline: Column, current: Column) -> float:
    """p of the one-sided Mann-Whitney U test that ``current`` is larger: normal approximation, ties and continuity corrected.

    1.0 where either side is empty or all values are equal.
    """
    m, n = len(baseline), len(current)
    if not m or not n:
        return 1.0
    ranks, ties = _ranks(np.concatenate((baseline, current)))
    u = float(ranks[m:].sum()) - n * (n + 1) / 2
    total = m + n
    variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    return normal_tail((u - m * n / 2 - 0.5) / math.sqrt(variance))


def paired(differences: Column) -> float:
    """p of the one-sided t-test that ``differences`` are above 0, outliers left out; 1.0 below three of them."""
    place, error = location(differences)
    if len(differences) < 3:
        return 1.0
    if error == 0:
        return 0.0 if place > 0 else 1.0
    return student_tail(place / error, len(differences) - 1)


def _ranks(values: Column) -> tuple[Column, float]:
    """Mid-ranks from 1, and the sum of t^3 - t over groups of t equal values."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ties = float((counts.astype(float) ** 3 - counts).sum())
    return np.asarray((ends - (counts - 1) / 2)[group], dtype=float), ties


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p-values that keep the chance of any false rejection (Holm 1979), in the order of ``p``."""
    order = sorted(range(len(p)), key=lambda at: p[at])
    adjusted = [1.0] * len(p)
    highest = 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[at]))
        adjusted[at] = highest
    return adjusted


@lru_cache(maxsize=4096)
def student_quantile(tail: float, dof: float) -> float:
    """The t with P(T > t) = ``tail`` (below 0.5) at ``dof`` degrees of freedom, by bisection of the exact tail.

    From 100 degrees on by the expansion about the normal quantile (Abramowitz and Stegun 26.7.5), which is exact to seven digits there.
    """
    if dof < _EXPANDED:
        return _bisect(lambda t: student_tail(t, dof) - tail, 0.0, 1e6)
    z = _normal_quantile(tail)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return math.fsum(term / dof**power for power, term in enumerate(terms)) if math.isfinite(dof) else z


@lru_cache(maxsize=64)
def _normal_quantile(tail: float) -> float:
    return _bisect(lambda z: normal_tail(z) - tail, 0.0, 40.0)


def student_tail(t: float, dof: float) -> float:
    """P(T > t) of Student's distribution: half the regularized incomplete beta function at dof / (dof + t^2)."""
    half = 0.5 * _incomplete_beta(dof / (dof + t * t), dof / 2, 0.5)
    return half if t >= 0 else 1.0 - half


def _bisect(falling: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(200):
        middle = (low + high) / 2
        if falling(middle) > 0:
            low = middle
        else:
            high = middle
        if high - low < 1e-12 * max(1.0, high):
            break
    return (low + high) / 2


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b) by Lentz's continued fraction (Numerical Recipes, 6.4)."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1.0 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1) or tiny)
    result = d
    for m in range(1, 300):
        step = 1.0
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1.0 / (1.0 + term * d or tiny)
            c = 1.0 + term / c or tiny
            step *= d * c
        # Both halves together: the steps of an iteration may cancel singly, but not twice.
        result *= step
        if abs(step - 1.0) < 1e-15:
            break
    return result


def nanmedian(values: Column, axis: int) -> Column:
    """Medians along ``axis``, NaN where nothing is known, without a warning."""
    ordered = np.sort(values, axis=axis)
    count = (~np.isnan(values)).sum(axis=axis)
    low, high = np.maximum((count - 1) // 2, 0), np.minimum(np.maximum(count // 2, 0), max(values.shape[axis] - 1, 0))
    if not values.shape[axis]:
        return np.full(values.shape[1 - axis], np.nan)
    picked = [np.take_along_axis(ordered, np.expand_dims(at, axis), axis=axis).squeeze(axis) for at in (low, high)]
    return np.where(count > 0, (picked[0] + picked[1]) / 2, np.nan)


def nanmean(values: Column) -> Column:
    """Means of rows, NaN where nothing is known, without a warning."""
    count = (~np.isnan(values)).sum(axis=1)
    return np.where(count > 0, np.nansum(values, axis=1) / np.maximum(count, 1), np.nan)
