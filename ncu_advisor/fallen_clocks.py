"""Launches whose clocks fell, or seem to, so that their times are not to be held against those of others.

A GPU that was idle before saves power, or is just waking up; a memory may run in a slower state for some launches; and where both clocks seem
slower by the same factor, which two clocks of their own are not, it is the time that came out too long.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns

# Below this part of the clock that most launches have; what ncu measures of one clock differs by a few percent from launch to launch.
_IDLE = 0.5
# Memory has a few states, the nearest of them 11 and 13% apart (a GPU of 8 GHz that ran at 7.1 and 7.0; 48 public profiles). The measured clocks of
# launches of 20 us and more in one state differ by less than 2%, on an H200 by 0.5 (410 measured pages).
_SLOWER, _LONG_NS = 0.93, 20_000.0
_ALIKE = 0.015  # two factors that are one
_BEYOND = 1.03  # times the highest clock that the device has: a reading so high is none
_MOST = 0.75  # the quantile that says what most of them have: an idle GPU may have run half of them
_WORTH_SAYING = 0.1  # of the time


def warnings(metrics: Columns, of: NDArray[np.bool_]) -> list[str]:
    """A sentence for each clock that fell in some of the launches ``of`` one device, for a tenth of their time and more; ``metrics``: catalogued."""
    idle = [*_fallen("SM", "sm_clock", metrics, of), *_fallen("DRAM", "dram_clock", metrics, of)]
    return idle or list(_slower(metrics, of))


def _fallen(whose: str, clock: str, metrics: Columns, of: NDArray[np.bool_]) -> Iterator[str]:
    if clock not in metrics or "duration" not in metrics:
        return
    ran, took = (np.asarray(metrics[name], dtype=float) for name in (clock, "duration"))
    known = of & ~np.isnan(ran) & (took > 0)
    if not known.any():
        return
    usual = float(np.quantile(ran[known], _MOST))
    low = known & (ran < _IDLE * usual)
    share = float(took[low].sum() / took[known].sum())
    if share >= _WORTH_SAYING:
        yield (
            f"the {whose} clock was below half of the {usual / 1e9:.2f} GHz that it mostly ran at in "
            f"{int(low.sum()):,} of {int(known.sum()):,} launches, {share:.0%} of the time (down to {ran[low].min() / 1e9:.2f} GHz), "
            "as on a GPU that was idle before: their times and shares are not those of a normal run. "
            "Warm up before profiling, or let ncu lock the clocks (`--clock-control base`)"
        )


def _slower(metrics: Columns, of: NDArray[np.bool_]) -> Iterator[str]:
    """Of a memory clock that some launches have lower than others, by less than an idle one is."""
    if "dram_clock" not in metrics or "duration" not in metrics:
        return
    clock, took = (np.asarray(metrics[name], dtype=float) for name in ("dram_clock", "duration"))
    known = of & (clock > 0) & (took > _LONG_NS)
    known &= ~_beyond(clock, metrics)
    if not known.any():
        return
    # Without the device's own figure one odd reading may be the highest. (A reading that there is: between two states none ran.)
    # (Of several inputs, only some may tell it.)
    told = "device_memory_clock" in metrics and not np.isnan(np.asarray(metrics["device_memory_clock"], dtype=float)[known]).any()
    most = float(clock[known].max() if told else np.quantile(clock[known], _MOST, method="nearest"))
    low = known & (clock < _SLOWER * most)
    if took[low].sum() < _WORTH_SAYING * took[known].sum():
        return
    where = f"in {int(low.sum()):,} of {int(known.sum()):,} launches of {_LONG_NS / 1e3:.0f} µs and more the DRAM clock"
    least = f"(down to {clock[low].min() / 1e9:.2f} GHz, of {most / 1e9:.2f} GHz in others)"
    if _with_it("sm_clock", metrics, known, low, clock / most):
        yield (
            f"{where} and the SM clock seem slower by the same factor {least}, as two clocks of their own are not: "
            "their times came out too long, so compare their cycles, or profile again"
        )
    else:
        yield f"{where} was slower {least}: their times are not to be held against those of the others. Profile again on a GPU that does nothing else"


def _beyond(clock: NDArray[np.float64], metrics: Columns) -> NDArray[np.bool_]:
    """Which readings no memory of the device can have; none where its highest clock is not told."""
    if "device_memory_clock" not in metrics:
        return np.zeros(len(clock), dtype=bool)
    return np.asarray(clock > _BEYOND * 1e3 * np.asarray(metrics["device_memory_clock"], dtype=float))


def _with_it(other: str, metrics: Columns, known: NDArray[np.bool_], low: NDArray[np.bool_], factor: NDArray[np.float64]) -> bool:
    """Whether the ``other`` clock fell in all ``low`` launches by the ``factor`` of theirs."""
    if other not in metrics:
        return False
    clock = np.asarray(metrics[other], dtype=float)
    if np.isnan(clock[known]).any():
        return False
    of_other = clock / clock[known].max()
    return bool(np.all(np.abs(of_other[low] / factor[low] - 1) < _ALIKE))
