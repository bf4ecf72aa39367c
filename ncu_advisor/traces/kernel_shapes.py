"""Kernels of a run by name and launch shape: how often and how long they ran, and how long they had their GPU to themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ncu_advisor import intervals
from ncu_advisor.intervals import Intervals
from ncu_advisor.names import normalise
from ncu_advisor.timeline import Session
from ncu_advisor.traces.first_pages import first_page_waits
from ncu_advisor.traces.gpu_activity import UNNAMED, by_device

_SHAPE = [f"{what}_{axis}" for what in ("grid", "block") for axis in "xyz"]


@dataclass(frozen=True)
class KernelShape:
    """All launches of one kernel with one grid and block on one GPU."""

    device: int
    name: str  # normalised; UNNAMED where there is none
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    launches: int
    total_ns: int
    alone_ns: int  # of that, no other kernel or graph ran on the GPU
    moving_ns: int  # of that again, pages of unified memory moved
    faulting_ns: int  # from the start of launches until the first page that they touched moved
    registers: float  # per thread; NaN where not known


def kernel_shapes(session: Session) -> Iterator[KernelShape]:
    """Every kernel and shape of the run; those whose shape is not known are left out."""
    trace = session.frame("kernels")
    trace = trace[(trace[_SHAPE] > 0).all(axis=1)]
    migrations = session.frame("migrations")
    for device, operations in by_device(session):
        ours = trace[trace["device"] == device]
        if not len(ours):
            continue
        moved = migrations[migrations["device"].isin([device, -1])]
        alone = _alone(operations)
        moving = intervals.intersection(alone, intervals.union(moved["start_ns"], moved["end_ns"]))
        times = {name: intervals.covered(ours["start_ns"], ours["end_ns"], times) for name, times in (("alone", alone), ("moving", moving))}
        timed = ours.assign(total=ours["end_ns"] - ours["start_ns"], **times, faulting=first_page_waits(ours, moved), launches=1)
        grouped = timed.groupby(["name", *_SHAPE], sort=False)
        sums = grouped[["launches", "total", "alone", "moving", "faulting"]].sum()
        registers = grouped["registers"].first().to_numpy(float)
        for (name, *shape), row, held in zip(sums.index, sums.to_numpy(np.int64).tolist(), registers.tolist(), strict=True):
            x, y, z, *block = (int(size) for size in shape)
            launches, total, own, moved_ns, faulting = row
            said = normalise(name) or UNNAMED
            yield KernelShape(device, said, (x, y, z), (block[0], block[1], block[2]), launches, total, own, moved_ns, faulting, held)


def _alone(operations: pd.DataFrame) -> Intervals:
    """The time in which exactly one kernel or graph ran."""
    kernels = operations[operations["kind"].isin(["kernel", "graph"])]
    return intervals.once(kernels["start_ns"], kernels["end_ns"])
