"""Sets of time: sorted, disjoint ``[start, end)`` intervals as an int64 array of shape (n, 2), in nanoseconds.

Every function takes and gives that form and is linear after one sort, so that a trace of a million events is an ordinary input.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Intervals = NDArray[np.int64]


def union(starts: Any, ends: Any) -> Intervals:
    """The time that any of the given intervals covers. Empty ones count for nothing; touching ones become one."""
    begin, end = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
    proper = end > begin
    begin, end = begin[proper], end[proper]
    if not len(begin):
        return np.empty((0, 2), dtype=np.int64)
    order = np.argsort(begin, kind="stable")
    begin, latest = begin[order], np.maximum.accumulate(end[order])
    opens = np.concatenate(([True], begin[1:] > latest[:-1]))
    closes = np.concatenate((opens[1:], [True]))
    return np.column_stack((begin[opens], latest[closes]))


def once(starts: Any, ends: Any) -> Intervals:
    """The time that exactly one of the given intervals covers."""
    begin, end = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
    proper = end > begin
    edges, place = np.unique(np.concatenate((begin[proper], end[proper])), return_inverse=True)
    if not len(edges):
        return np.empty((0, 2), dtype=np.int64)
    steps = np.repeat((1, -1), proper.sum())
    alone = np.cumsum(np.bincount(place, weights=steps, minlength=len(edges)))[:-1] == 1
    return union(edges[:-1][alone], edges[1:][alone])


def total(intervals: Intervals) -> int:
    """Nanoseconds in the set."""
    return int((intervals[:, 1] - intervals[:, 0]).sum())


def gaps(intervals: Intervals) -> Intervals:
    """The time between the first start and the last end that the set does not cover."""
    return np.column_stack((intervals[:-1, 1], intervals[1:, 0]))


def within(intervals: Intervals, start: int, end: int) -> Intervals:
    """The part of the set between ``start`` and ``end``."""
    clipped = np.clip(intervals, start, max(start, end))
    return clipped[clipped[:, 1] > clipped[:, 0]]


def covered(starts: Any, ends: Any, intervals: Intervals) -> NDArray[np.int64]:
    """For each given interval, which may overlap each other, the nanoseconds of it that the set covers."""
    return _covered_until(np.asarray(ends, dtype=np.int64), intervals) - _covered_until(np.asarray(starts, dtype=np.int64), intervals)


def _covered_until(times: NDArray[np.int64], intervals: Intervals) -> NDArray[np.int64]:
    if not len(intervals):
        return np.zeros(len(times), dtype=np.int64)
    lengths = np.concatenate(([0], np.cumsum(intervals[:, 1] - intervals[:, 0])))
    index = np.searchsorted(intervals[:, 0], times, side="right")
    over = np.where(index > 0, np.maximum(intervals[index - 1, 1] - times, 0), 0)
    return np.asarray(lengths[index] - over, dtype=np.int64)


def intersection(one: Intervals, other: Intervals) -> Intervals:
    """The time that both sets cover."""
    edges = np.sort(np.concatenate((one.ravel(), other.ravel())))  # pieces of no length are covered by nothing
    if len(edges) < 2:
        return np.empty((0, 2), dtype=np.int64)
    pieces = np.column_stack((edges[:-1], edges[1:]))
    shared = (covered(pieces[:, 0], pieces[:, 1], one) > 0) & (covered(pieces[:, 0], pieces[:, 1], other) > 0)
    return union(pieces[shared, 0], pieces[shared, 1])


def difference(one: Intervals, other: Intervals) -> Intervals:
    """The time that ``one`` covers and ``other`` does not."""
    edges = np.sort(np.concatenate((one.ravel(), other.ravel())))  # pieces of no length are covered by nothing
    if len(edges) < 2:
        return np.empty((0, 2), dtype=np.int64)
    pieces = np.column_stack((edges[:-1], edges[1:]))
    alone = (covered(pieces[:, 0], pieces[:, 1], one) > 0) & (covered(pieces[:, 0], pieces[:, 1], other) == 0)
    return union(pieces[alone, 0], pieces[alone, 1])
