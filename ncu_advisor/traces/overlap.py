"""Copies between host and GPU that no kernel runs beside, and what of them kernels could hide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ncu_advisor import intervals
from ncu_advisor.intervals import Intervals
from ncu_advisor.timeline import Session
from ncu_advisor.traces.gpu_activity import by_device, running
from ncu_advisor.traces.transfers import HOST

_LONG_AGO = np.iinfo(np.int64).min // 2


@dataclass(frozen=True)
class ExposedCopies:
    """Copies between host and one GPU, and what of them no kernel ran beside."""

    device: int
    copies: int
    bytes: float
    copy_ns: int
    exposed_ns: int
    between_ns: int  # of the exposed time, what lies between the first and the last kernel
    kernel_ns: int
    saved_ns: int  # never more than the kernel time that is left to hide them behind


def exposed_copies(session: Session) -> list[ExposedCopies]:
    """Per GPU, copies between host and GPU that no kernel overlaps; GPUs without such copies are left out.

    What comes to the GPU can hide behind kernels before it, and what goes from it behind kernels after it. Kernels that need the one
    or make the other can hide it too, if they and their data are cut into chunks; but not from the first kernel on that runs again: it
    works on what others made of all the data.
    """
    copies = session.frame("memcopies")
    results = []
    for device, operations in by_device(session):
        ours = copies[(copies["device"] == device) & copies["direction"].isin(HOST)]
        if not len(ours):
            continue
        kernels = running(operations, ("kernel", "graph"))
        moving = intervals.union(ours["start_ns"], ours["end_ns"])
        exposed = intervals.difference(moving, kernels)
        between = intervals.within(exposed, int(kernels[0, 0]), int(kernels[-1, 1])) if len(kernels) else exposed[:0]
        kernel_ns, copy_ns, exposed_ns = intervals.total(kernels), intervals.total(moving), intervals.total(exposed)
        saved = min(exposed_ns, kernel_ns - (copy_ns - exposed_ns), _hidable(ours, operations, kernels))
        results.append(ExposedCopies(device, len(ours), float(ours["bytes"].sum()), copy_ns, exposed_ns, intervals.total(between), kernel_ns, saved))
    return results


def _hidable(copies: pd.DataFrame, operations: pd.DataFrame, kernels: Intervals) -> int:
    """What of ``copies`` that no kernel runs beside has kernels to hide behind, see ``exposed_copies``; both directions together."""
    launches = operations[operations["kind"].isin(["kernel", "graph"])]
    starts, ends, names = (launches[column].to_numpy() for column in ("start_ns", "end_ns", "name"))
    # Seen backwards in time, a download is an upload.
    ways = (("HtoD", 1, starts, ends, names), ("DtoH", -1, -ends[::-1], -starts[::-1], names[::-1]))
    hidable = 0
    for direction, sign, begin, end, name in ways:
        chosen = copies[copies["direction"] == direction]
        bare = intervals.difference(intervals.union(chosen["start_ns"], chosen["end_ns"]), kernels)
        bare, busy = (bare, kernels) if sign > 0 else (_reversed(bare), _reversed(kernels))
        before = intervals.covered(np.full(len(bare), _LONG_AGO), bare[:, 1], busy)
        order = np.argsort(begin, kind="stable")
        room = before + _chunked(begin[order], end[order], name[order], bare[:, 1])
        arrived = np.cumsum(bare[:, 1] - bare[:, 0])
        hidable += intervals.total(bare) - int(np.max(arrived - room, initial=0))
    return hidable


def _reversed(times: Intervals) -> Intervals:
    return -times[::-1, ::-1]


def _chunked(starts: NDArray[np.int64], ends: NDArray[np.int64], names: NDArray[Any], after: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each time of ``after``, how long the kernels from then on run until one comes again."""
    count = len(starts)
    again = np.full(count + 1, count)
    kernel, _ = pd.factorize(names)
    order = np.argsort(kernel, kind="stable")
    same = kernel[order][1:] == kernel[order][:-1]
    again[order[:-1][same]] = order[1:][same]
    until = np.minimum.accumulate(again[::-1])[::-1]
    spent = np.concatenate(([0], np.cumsum(ends - starts)))
    first = np.searchsorted(starts, after, side="left")
    return np.asarray(spent[until[first]] - spent[first], dtype=np.int64)
