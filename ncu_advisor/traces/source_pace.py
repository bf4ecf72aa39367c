"""What sets the pace of a run whose launches start by a clock: a camera, a display or a timer, for which the GPU waits however short its work is.

A loop that goes as fast as it can adds up: a step that took longer delays all that follow, so that over k steps starts spread as the square root of
k, and steps tell nothing of each other. A loop that waits for a clock makes up for it: after a late start comes a short step, and over many
steps starts spread hardly more than over one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ncu_advisor import intervals
from ncu_advisor.names import normalise
from ncu_advisor.timeline import Session
from ncu_advisor.traces.gpu_activity import by_device, running

# Starts that are enough to tell (of free loops with steps as narrow, simulated, 4 in 100 look so with that many, and 0.4 with 100), over how much of
# the GPU's window they reach, and how much of that it works at most.
_STARTS, _REACH, _BUSY = 45, 0.75, 0.5
# A period that launches could not keep by chance: starts of a free loop differ by what a launch takes (20 us), not by many times that.
_PERIOD_NS, _JITTER_NS = 5_000_000, 100_000
# Half of the periods lie within this part of the median, and but one in ten is not shorter than this part of it.
_NARROW, _SHORTEST = 0.12, 0.85
# Spread over eight steps against one (2.8 in steps that know nothing of each other), and the rank correlation of a period with the next one (-0.5
# where each start is late or early by itself, 0 in free loops). Of fifteen public traces of a 25 Hz video on an Orin 1.1 to 1.9 and -0.26 to -0.50;
# of seven loops that keep their own time as narrowly, 2.2 and more, or -0.24 and above, all but one of these 0 and above.
_STEPS, _SPREADS, _MAKES_UP = 8, 2.1, -0.25


@dataclass(frozen=True)
class Pace:
    """The launches that start by a clock on the one GPU of a run."""

    kernel: str  # normalised
    starts: int
    period_ns: float
    busy_share: float  # of the GPU's window


def source_pace(session: Session) -> Pace | None:
    """Of a run on one GPU whose work follows a clock: of the kernels that start once in the period the one that starts most often."""
    devices = [operations for _, operations in by_device(session)]
    if len(devices) != 1:
        return None  # what one of several GPUs waits for may be another one
    [operations] = devices
    busy = running(operations)
    window = float(busy[-1, 1] - busy[0, 0])
    if intervals.total(busy) > _BUSY * window:
        return None
    kernels = operations[operations["kind"].isin(["kernel", "graph"])]
    paced = [(name, starts) for name, starts in _series(kernels) if np.ptp(starts) >= _REACH * window and follows_a_clock(starts)]
    if not paced:
        return None
    name, starts = max(paced, key=lambda one: len(one[1]))
    return Pace(normalise(name), len(starts), float(np.median(np.diff(starts))), intervals.total(busy) / window)


def _series(kernels: pd.DataFrame) -> list[tuple[str, NDArray[np.int64]]]:
    """The starts of each kernel that started often enough, in their order."""
    counts = kernels["name"].value_counts(sort=False)
    often = kernels[kernels["name"].isin(counts[counts >= _STARTS].index)]
    return [(str(name), np.sort(group.to_numpy(np.int64))) for name, group in often.groupby("name", sort=False)["start_ns"]]


def follows_a_clock(starts: NDArray[np.int64]) -> bool:
    """Whether these (ns, sorted) are those of steps that a clock starts, and not of a loop that goes as fast as it can."""
    if len(starts) < _STARTS:
        return False
    periods = np.diff(starts).astype(float)
    median, spread = float(np.median(periods)), _spread(periods)
    if median < _PERIOD_NS or not _JITTER_NS <= spread <= _NARROW * median or np.percentile(periods, 10) < _SHORTEST * median:
        return False
    over_many = _spread((starts[_STEPS:] - starts[:-_STEPS]).astype(float))
    near = np.abs(periods / median - 1) < 1 - _SHORTEST
    both = near[1:] & near[:-1]
    return bool(over_many < _SPREADS * spread and _rank_correlation(periods[:-1][both], periods[1:][both]) < _MAKES_UP)


def _spread(values: NDArray[np.float64]) -> float:
    """The middle half: frames that were dropped or came late say nothing of it."""
    low, high = np.percentile(values, [25, 75])
    return float(high - low)


def _rank_correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    if len(one) < _STARTS // 2:
        return 0.0
    ranks = [np.argsort(np.argsort(values)).astype(float) for values in (one, other)]
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])
