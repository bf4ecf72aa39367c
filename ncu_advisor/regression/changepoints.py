"""Where the level of a series changed for good: deterministic change points, for histories."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.regression import statistics

Column = NDArray[np.float64]

_LEAST = 4  # runs on either side of a change point
_ALPHA = 0.001  # per series: histories are looked at often
_SMALLEST = 0.01  # relative change of level below which it is none


@dataclass(frozen=True)
class ChangePoint:
    """The level changed with the run at ``index``; positive is slower."""

    index: int
    change_pct: float
    label: str


def change_points(values: Sequence[float], labels: Sequence[str] = ()) -> list[ChangePoint]:
    """Where the level of ``values`` changed for good: binary segmentation by Welch's t on logarithms, deterministic.

    The best place of a segment counts if its p, times the number of places that were tried, is below 0.001 and its levels differ
    by 1%; both sides are then searched in turn. Hunter (Fleming et al. 2023) replaced permutations by t for the same reason.
    """
    if any(not value > 0 for value in values):
        return []
    logs = np.log(np.array(values, dtype=float))
    places = sorted(_segments(logs, 0, len(logs)))
    edges = [0, *places, len(logs)]
    found = []
    for before, place, after in zip(edges, places, edges[2:], strict=False):
        change = float(np.median(logs[place:after]) - np.median(logs[before:place]))
        found.append(ChangePoint(place, 100 * math.expm1(change), labels[place] if place < len(labels) else ""))
    return found


def _segments(logs: Column, start: int, stop: int) -> list[int]:
    tried = range(start + _LEAST, stop - _LEAST + 1)
    if not tried:
        return []
    scored = [(_p(logs[start:at], logs[at:stop]), at) for at in tried]
    p, best = min(scored)
    step = abs(float(logs[start:best].mean() - logs[best:stop].mean()))
    if p * len(scored) >= _ALPHA or step < _SMALLEST:
        return []
    return [*_segments(logs, start, best), best, *_segments(logs, best, stop)]


def _p(one: Column, other: Column) -> float:
    """Two-sided p of Welch's t-test; the spread of a level is never taken to be 0."""
    floor = 1e-8
    a, b = one.var(ddof=1) / len(one) + floor, other.var(ddof=1) / len(other) + floor
    t = abs(float(one.mean() - other.mean())) / math.sqrt(a + b)
    dof = (a + b) ** 2 / (a**2 / (len(one) - 1) + b**2 / (len(other) - 1))
    return 2 * statistics.student_tail(t, float(dof))
