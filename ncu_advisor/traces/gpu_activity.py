"""What the GPU did over a session: busy and idle time, shares of kernels, exposed communication.

Computations take a ``Session`` and answer in nanoseconds; none of them judges. Where the events that one needs were not collected it
answers with an empty list or frame, and ``available`` says which those are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ncu_advisor import intervals
from ncu_advisor.intervals import Intervals
from ncu_advisor.names import normalise, short
from ncu_advisor.timeline import Session

_WORK = {"kernels": "kernel", "graphs": "graph", "memcopies": "copy", "memsets": "memset"}
UNNAMED = "[unnamed kernel]"  # in sentences; what ``names`` finds in brackets it leaves as it is
_COLUMNS = ["start_ns", "end_ns", "device", "process", "context", "stream", "correlation_id"]
# NCCL 2.18 and older name kernels ncclKernel_*, newer ones ncclDevKernel_*; the rest are other collective libraries.
_COMMUNICATION = re.compile(r"nccl|rccl|nvshmem|mscclpp|oneShotAllReduce|twoShotAllReduce|cross_device_reduce", re.IGNORECASE)


@dataclass(frozen=True)
class DeviceTime:
    """How one GPU spent the time between the start of its first operation and the end of its last one."""

    device: int
    start_ns: int
    end_ns: int
    busy_ns: int  # any operation running
    kernel_ns: int  # any kernel or graph running
    copy_ns: int  # any copy or memset running
    kernels: int

    @property
    def window_ns(self) -> int:
        return self.end_ns - self.start_ns


@dataclass(frozen=True)
class Communication:
    """Time of collectives on one GPU, and how much of it no other kernel hid."""

    device: int
    kernels: int
    communication_ns: int
    exposed_ns: int
    compute_ns: int
    saved_ns: int  # what perfect overlap would save: never more than the compute there is to hide it behind


def available(session: Session) -> frozenset[str]:
    """The questions that this session can answer: ``gaps``, ``launches``, ``copies``, ``calls``, ``shares``, ``shapes``, ``unified-memory``."""
    traced = session.has("kernels") or session.has("graphs")
    known = whole(session)
    answers = {
        "gaps": traced and known,
        "launches": traced and known and session.has("api"),
        "copies": session.has("memcopies") and known,
        "calls": session.has("api") and traced and known,
        "shares": traced or session.has("kernel_summary"),
        "shapes": traced and _shapes_known(session),
        "unified-memory": session.has("migrations") or session.has("unified_memory_summary"),
    }
    return frozenset(answer for answer, there in answers.items() if there)


def whole(session: Session) -> bool:
    """Whether all that the GPUs did is there: where operations were left out, time in which they ran would look idle."""
    return not session.lost & _WORK.keys()


def _shapes_known(session: Session) -> bool:
    """Whether grid and block of kernels are told, and how many SMs a GPU has that ran them; where none ran there is no more to tell."""
    kernels = session.frame("kernels")
    if not len(kernels):
        return session.has("kernels")
    shaped = kernels["device"][(kernels[["grid_x", "block_x"]] > 0).all(axis=1)].unique().tolist()
    return any(session.devices[device].sm_count > 0 for device in shaped if device in session.devices)


def activity(session: Session) -> pd.DataFrame:
    """Every operation that a GPU ran, in order of start: start_ns, end_ns, kind (kernel, graph, copy, memset), name and where."""
    parts = []
    for key, kind in _WORK.items():
        frame = session.frame(key)
        if len(frame):
            names = frame["name"] if "name" in frame else frame["direction"].radd("copy ").str.rstrip() if key == "memcopies" else kind
            parts.append(frame[_COLUMNS].assign(kind=kind, name=names))
    if not parts:
        return pd.DataFrame(columns=[*_COLUMNS, "kind", "name"]).astype(dict.fromkeys(_COLUMNS, np.int64))
    return pd.concat(parts, ignore_index=True).sort_values("start_ns", kind="stable", ignore_index=True)


def called(operation: str) -> str:
    """What a sentence calls an operation of ``activity``: kernels by their function, the others as they are."""
    return operation if operation in _WORK.values() or operation.startswith(("copy ", "graph ")) else short(operation)


def by_device(session: Session) -> Iterator[tuple[int, pd.DataFrame]]:
    """The operations of each GPU, in order of start; a GPU none of whose operations took time (junk) did nothing."""
    everything = activity(session)
    took = everything["device"][everything["end_ns"] > everything["start_ns"]]
    for device in np.unique(took.to_numpy(np.int64)).tolist():
        yield device, everything[everything["device"] == device].reset_index(drop=True)


def running(operations: pd.DataFrame, kinds: Collection[str] = ("kernel", "graph", "copy", "memset")) -> Intervals:
    """The time in which any operation of ``kinds`` ran."""
    chosen = operations[operations["kind"].isin(list(kinds))]
    return intervals.union(chosen["start_ns"], chosen["end_ns"])


def device_times(session: Session) -> list[DeviceTime]:
    """Busy and idle time of each GPU that did anything."""
    times = []
    for device, operations in by_device(session):
        busy = running(operations)
        if len(busy):
            kernels = int(operations["kind"].isin(["kernel", "graph"]).sum())
            kernel_ns, copy_ns = (intervals.total(running(operations, kinds)) for kinds in (("kernel", "graph"), ("copy", "memset")))
            times.append(DeviceTime(device, int(busy[0, 0]), int(busy[-1, 1]), intervals.total(busy), kernel_ns, copy_ns, kernels))
    return times


def kernel_shares(session: Session) -> pd.DataFrame:
    """What each kernel takes of all kernel time, the largest first: name (normalised), short_name, instances, total_ns, share_pct, avg_ns.

    From the trace where there is one, else from a summary. ``share_pct`` is the p of Amdahl's law for GPU time: no improvement of
    the kernel saves more than that.
    """
    if session.has("kernels"):
        trace = session.frame("kernels")
        frame = pd.DataFrame({"name": trace["name"], "short_name": trace["short_name"], "instances": 1.0})
        frame["total_ns"] = (trace["end_ns"] - trace["start_ns"]).astype(float)
    else:
        frame = session.frame("kernel_summary")[["name", "short_name", "instances", "total_ns"]]
    known = {name: normalise(name) for name in dict.fromkeys(frame["name"])}
    grouped = frame.assign(name=frame["name"].map(known)).groupby("name", sort=False)
    result = grouped.agg(short_name=("short_name", "first"), instances=("instances", "sum"), total_ns=("total_ns", "sum")).reset_index()
    result = result.sort_values("total_ns", ascending=False, kind="stable", ignore_index=True)
    everything = result["total_ns"].sum()
    result["share_pct"] = 100.0 * result["total_ns"] / everything if everything else float("nan")
    result["avg_ns"] = result["total_ns"] / result["instances"].where(result["instances"] > 0)
    return result


def is_communication(name: str) -> bool:
    """Whether a kernel belongs to a library of collectives."""
    return bool(_COMMUNICATION.search(name))


def exposed_communication(session: Session) -> list[Communication]:
    """Collectives per GPU and what of them runs with no other kernel beside it; GPUs without collectives are left out."""
    results = []
    for device, operations in by_device(session):
        kernels = operations[operations["kind"].isin(["kernel", "graph"])]
        known = {name: is_communication(name) for name in dict.fromkeys(kernels["name"])}
        collective = kernels["name"].map(known).astype(bool)
        if not collective.any():
            continue
        ours, others = running(kernels[collective]), running(kernels[~collective])
        exposed = intervals.total(intervals.difference(ours, others))
        compute = intervals.total(others)
        hidden = intervals.total(ours) - exposed
        saved = min(exposed, compute - hidden)
        results.append(Communication(device, int(collective.sum()), intervals.total(ours), exposed, compute, saved))
    return results
