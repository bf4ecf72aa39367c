"""Moving data between host and GPU: copies that block, copies from pageable memory, pages that migrate.

Answers are nanoseconds of the session. ``saved_ns`` is what the named change could save at most: where the program needs the data
before it can go on, less.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ncu_advisor import intervals
from ncu_advisor.intervals import Intervals
from ncu_advisor.timeline import Session
from ncu_advisor.traces.first_pages import first_page_waits
from ncu_advisor.traces.gpu_activity import activity, by_device, running
from ncu_advisor.traces.gpu_idle import SHORT_GAP_NS
from ncu_advisor.traces.host_calls import launch_calls

HOST = ("HtoD", "DtoH")
# Bytes per second of a x16 link: 8, 16, 32 GT/s times 16 lanes, 128b/130b coded (PCI Express base specifications 3.0, 4.0, 5.0);
# packet headers and flow control leave about 80 % of it to payload.
_LINK = {3: 0.8 * 15.75e9, 4: 0.8 * 31.5e9, 5: 0.8 * 63.0e9}
# Smaller copies measure latency, not the link.
_LARGE = 1 << 20
# Bytes per second that a host writes at most, on all cores of a workstation.
_HOST_RATE = 50e9
# What a copy of a few bytes takes at most: 1 to 3 us on every public trace.
_LATENCY_NS = 10_000
# Pieces of this size and more that are fetched ahead, by the program or by the driver's own guess, run at the link's rate (the driver's reach 92 to
# 98% of what the program's do in the public traces that have both).
_LARGE_PIECE, _AHEAD = 1 << 19, ("prefetch", "speculative prefetch")
# What the driver takes at least for the faults behind one move: whole grids, which fault everywhere at once, wait 2.8 to 4.7 us a move between moves
# (three public traces, A100 and RTX 3070); in longer pauses a kernel may do work of its own.
_SERVICE_NS = 5_000


@dataclass(frozen=True)
class Rate:
    """Bytes per second that pinned copies reach, and whether this trace measured it (``measured``) or the link promises it (``link``)."""

    bytes_per_second: float
    source: str
    note: str = ""


@dataclass(frozen=True)
class SynchronousCopies:
    """Copies during which the host waited."""

    copies: int
    bytes: float
    copy_ns: int
    blocked_ns: int  # time that the calls and the synchronisations after them took, which includes waiting for earlier work
    exposed_ns: int  # of that and of the restart after it, the time in which no kernel ran
    saved_ns: int  # of that, the time in which the GPU did nothing at all: what queued work would fill
    pinned: bool  # all of them from and to pinned memory already
    calls: tuple[str, ...]


@dataclass(frozen=True)
class Returns:
    """Copies to a GPU of as many bytes as it had sent to the host before: what is made between kernels and goes back for the next one."""

    copies: int
    copy_ns: int  # of them, and of the copies to the host before
    untouched: int = 0  # of the copies, those between which and the one before copies left the host no time to change so many bytes
    untouched_ns: int = 0  # of these, and of the copies to the host before


@dataclass(frozen=True)
class PageableCopies:
    """Copies of one direction from or to pageable host memory, which the driver stages through a pinned buffer of its own."""

    direction: str
    copies: int
    bytes: float
    once_bytes: float  # of copies to the GPU before its first kernel, or from it after its last: made once, however long the program runs
    copy_ns: int
    rate: Rate
    saved_ns: int  # against the same bytes from pinned memory
    returns: Returns

    @property
    def bytes_per_second(self) -> float:
        return 1e9 * self.bytes / self.copy_ns if self.copy_ns else float("nan")


@dataclass(frozen=True)
class Migration:
    """Pages of unified memory moved in one direction. ``migration_ns`` counts concurrent moves once; NaN from a summary without times."""

    direction: str
    moves: float
    bytes: float
    migration_ns: float
    faults: float  # page faults of the GPU (HtoD) or the CPU (DtoH); NaN where not collected
    rate: Rate
    waited_ns: float  # launches waited for their first page before it moved (HtoD); 0 where they were not traced
    served_ns: float  # launches waited between moves for the driver to answer their faults (HtoD); 0 where they were not traced
    saved_ns: float  # against one explicit copy of the same bytes from pinned memory before they start


def host_copies(session: Session) -> pd.DataFrame:
    """Explicit copies between host and GPU, with their calls: the columns of ``memcopies`` and of ``host_calls.launch_calls``."""
    copies = session.frame("memcopies")
    copies = copies[copies["direction"].isin(HOST)].reset_index(drop=True)
    return pd.concat([copies, launch_calls(session, copies)], axis=1)


def host_copy_time(session: Session) -> int:
    """Nanoseconds that the explicit copies between host and GPU took, each by itself."""
    copies = session.frame("memcopies")
    return _time(copies[copies["direction"].isin(HOST)])


def pinned_rate(session: Session, direction: str) -> Rate:
    """What pinned copies of ``direction`` reach: measured on the trace's own of a mebibyte and more, else what the link allows."""
    copies = session.frame("memcopies")
    host = copies["source_kind"] if direction == "HtoD" else copies["destination_kind"]
    chosen = copies[(copies["direction"] == direction) & (host == "pinned") & (copies["bytes"] >= _LARGE)]
    duration = float((chosen["end_ns"] - chosen["start_ns"]).sum())
    if duration > 0:
        return Rate(1e9 * float(chosen["bytes"].sum()) / duration, "measured", f"{len(chosen)} pinned copies of this trace")
    generation = _generation(session, sorted(set(copies["device"])))
    return Rate(_LINK[generation], "link", f"assuming a PCIe {generation}.0 x16 link at 80 %")


def _generation(session: Session, used: list[int]) -> int:
    """The PCIe generation of the GPUs that copied, by their compute capability; 3, which promises least, where it is unknown."""
    devices = [session.devices[device] for device in used if device in session.devices]
    majors = {gpu.compute_capability.partition(".")[0] for gpu in devices} - {""}
    majors = majors or {gpu.compute_capability.partition(".")[0] for gpu in session.devices.values()} - {""}
    return min((5 if major in ("9", "10", "12") else 4 if major == "8" else 3 for major in majors), default=3)


def synchronous_copies(session: Session) -> SynchronousCopies | None:
    """Copies that kept the host waiting; None without any, or without the calls that would tell.

    A copy is synchronous by its call (``cudaMemcpy``); because the call returned only after the copy had ended, as it does for
    pageable memory; or because the thread synchronised right after it. The restart is the idle time until the next operation, as far
    as that belongs to the copy: what the GPU lost because nothing was queued behind it.
    """
    copies = host_copies(session)
    known = copies["call"] != ""
    by_call = known & ~copies["call"].str.contains("Async")
    waited = copies[by_call | (known & ((copies["call_end_ns"] >= copies["end_ns"]) | (copies["synced_ns"] >= copies["end_ns"])))]
    if not len(waited):
        return None
    waited = waited.assign(returned_ns=np.maximum(waited["call_end_ns"], waited["synced_ns"]))
    exposed = saved = 0
    for device, operations in by_device(session):
        ours = waited[waited["device"] == device]
        if len(ours):
            waiting = _waiting(ours, operations)
            exposed += intervals.total(intervals.difference(waiting, running(operations, ("kernel", "graph"))))
            saved += intervals.total(intervals.difference(waiting, running(operations)))
    blocked = intervals.total(intervals.union(waited["call_start_ns"], waited["returned_ns"]))
    names = tuple(waited["call"].value_counts().index)
    host = np.where(waited["direction"] == "HtoD", waited["source_kind"], waited["destination_kind"])
    return SynchronousCopies(len(waited), float(waited["bytes"].sum()), _time(waited), blocked, exposed, saved, bool((host == "pinned").all()), names)


def _waiting(copies: pd.DataFrame, operations: pd.DataFrame) -> Intervals:
    """The time in which the host waited for ``copies``, and the restarts after them, within the window of the GPU."""
    starts = operations["start_ns"].to_numpy()
    following = np.searchsorted(starts, copies["end_ns"].to_numpy(), side="left")
    restart = starts[np.minimum(following, len(starts) - 1)]
    returned = copies["returned_ns"].to_numpy()
    # Not waiting, the host would have launched as long before as the GPU worked meanwhile. After a longer pause than launching takes, it
    # was busy with something that an asynchronous copy would not spare it.
    ahead = np.minimum(intervals.covered(copies["call_start_ns"], returned, running(operations)), SHORT_GAP_NS)
    ends = np.where(following < len(starts), np.clip(restart, returned, returned + ahead), returned)
    waiting = intervals.union(copies["call_start_ns"], ends)
    return intervals.within(waiting, int(starts[0]), int(operations["end_ns"].max()))


def pageable_copies(session: Session) -> list[PageableCopies]:
    """Per direction, copies whose host side is pageable. The shortest copy of the trace stands for the latency that stays, if it is short."""
    copies = session.frame("memcopies")
    results, returns = [], _returns(copies)
    for direction in HOST:
        same = copies[copies["direction"] == direction]
        chosen = same[(same["source_kind"] if direction == "HtoD" else same["destination_kind"]) == "pageable"]
        if not len(chosen):
            continue
        rate = pinned_rate(session, direction)
        durations = (chosen["end_ns"] - chosen["start_ns"]).to_numpy(float)
        latency = min(float((same["end_ns"] - same["start_ns"]).min()), _LATENCY_NS)
        saved = np.maximum(durations - np.maximum(latency, 1e9 * chosen["bytes"].to_numpy() / rate.bytes_per_second), 0)
        size, once = float(chosen["bytes"].sum()), float(chosen["bytes"][_made_once(session, chosen, direction)].sum())
        results.append(PageableCopies(direction, len(chosen), size, once, _time(chosen), rate, int(np.nansum(saved)), returns))
    return results


def _returns(copies: pd.DataFrame) -> Returns:
    """Large copies to a GPU, each matched with the latest earlier one from it of the same size that no other matches."""
    large = copies[copies["direction"].isin(HOST) & (copies["bytes"] >= _LARGE)].sort_values("start_ns", kind="stable")
    there: defaultdict[tuple[int, float], list[tuple[int, int]]] = defaultdict(list)  # copies to the host that wait for their return
    matched: list[tuple[int, int, float]] = []  # end of the one, start of the other, nanoseconds in which the host could pass over their bytes
    took: list[int] = []
    for device, size, direction, start, end in large[["device", "bytes", "direction", "start_ns", "end_ns"]].itertuples(index=False):
        if direction == "DtoH":
            there[device, size].append((start, end))
        elif there[device, size]:
            began, ended = there[device, size].pop()
            matched.append((ended, start, 1e9 * size / _HOST_RATE))
            took.append(ended - began + end - start)
    if not matched:
        return Returns(0, 0)
    ended_ns, back_ns, needed = (np.array(values) for values in zip(*matched, strict=True))
    copying = intervals.union(large["start_ns"], large["end_ns"])
    untouched = back_ns - ended_ns - intervals.covered(ended_ns, back_ns, copying) < needed
    return Returns(len(took), sum(took), int(untouched.sum()), int(np.array(took)[untouched].sum()))


def _made_once(session: Session, copies: pd.DataFrame, direction: str) -> NDArray[np.bool_]:
    """Which of ``copies`` lie before the first kernel of their GPU (to it) or after its last (from it): weights, inputs, results."""
    result = np.zeros(len(copies), dtype=np.bool_)
    for device, operations in by_device(session):
        kernels = running(operations, ("kernel", "graph"))
        if len(kernels):
            outside = copies["end_ns"] <= kernels[0, 0] if direction == "HtoD" else copies["start_ns"] >= kernels[-1, 1]
            result |= (outside & (copies["device"] == device)).to_numpy()
    return result


def migrations(session: Session) -> list[Migration]:
    """Per direction, pages that moved while the GPUs had work, from the trace or else from the summaries; no prefetches of the program."""
    trace = _moved_meanwhile(session)
    asked = trace["cause"] == "prefetch"
    faults = {"HtoD": _gpu_faults(session), "DtoH": float(len(session.frame("cpu_faults"))) if session.has("cpu_faults") else float("nan")}
    results = []
    for direction in HOST:
        rate = _paged_rate(session, direction)
        chosen = trace[(trace["direction"] == direction) & ~asked]
        if len(chosen):
            moves, size = float(len(chosen)), float(chosen["bytes"].sum())
            duration = float(intervals.total(intervals.union(chosen["start_ns"], chosen["end_ns"])))
        elif session.has("migrations"):
            continue
        else:
            moves, size, duration = _summarised(session, direction)
            if not size > 0:
                continue
        saved = float("nan")
        waited, served = (float(_waited(session, chosen)), float(_served(session, chosen))) if direction == "HtoD" else (0.0, 0.0)
        if not np.isnan(duration):
            saved = max(duration + served - 1e9 * size / rate.bytes_per_second, 0.0)
        results.append(Migration(direction, moves, size, duration, faults[direction], rate, waited, served, saved + waited))
    return results


def _moved_meanwhile(session: Session) -> pd.DataFrame:
    """Page moves between the first and the last operation of the GPUs, clipped to that; all of them where no operation was traced.

    Before and after, no operation waits for a page: the host takes results back at its own pace when the last kernel has ended.
    """
    moves, operations = session.frame("migrations"), activity(session)
    if not len(operations):
        return moves
    start, end = operations["start_ns"].min(), operations["end_ns"].max()
    meanwhile: pd.DataFrame = moves[(moves["start_ns"] < end) & (moves["end_ns"] > start)]
    return meanwhile.assign(start_ns=meanwhile["start_ns"].clip(lower=start), end_ns=meanwhile["end_ns"].clip(upper=end))


def _waited(session: Session, moves: pd.DataFrame) -> int:
    """Nanoseconds in which launches waited for the first of ``moves`` to their GPU, concurrent ones once; summed over GPUs."""
    waited = 0
    for device, kernels in session.frame("kernels").groupby("device", sort=False):
        until = kernels["start_ns"] + first_page_waits(kernels, moves[moves["device"].isin([device, -1])])
        waited += intervals.total(intervals.union(kernels["start_ns"], until))
    return waited


def _served(session: Session, moves: pd.DataFrame) -> int:
    """Nanoseconds of launches between the first and the last of ``moves`` in them in which none moved, as far as the driver took them; summed over
    GPUs. A launch is left the time in which DRAM alone could take the bytes that moved.

    What a kernel computes lies in the same pauses: no more than ``_SERVICE_NS`` a move is taken for the driver's.
    """
    served = 0
    for device, gpu in session.devices.items():
        kernels, ours = (frame[frame["device"].isin(of)] for frame, of in ((session.frame("kernels"), [device]), (moves, [device, -1])))
        if not len(kernels) or not len(ours):
            continue
        starts, sizes = ours["start_ns"].to_numpy(np.int64), np.append(0.0, ours["bytes"].to_numpy(float).cumsum())
        moving = intervals.union(starts, ours["end_ns"])
        begin, end = _in_turn(kernels)
        first, behind = (np.searchsorted(starts, times, side="left") for times in (begin, end))
        some = behind - first > 1
        begin, end, first, behind = begin[some], end[some], first[some], behind[some]
        pauses = starts[behind - 1] - starts[first] - intervals.covered(starts[first], starts[behind - 1], moving)
        needed = np.nan_to_num(1e9 * (sizes[behind] - sizes[first]) / gpu.dram_bytes_per_second)
        left = end - begin - intervals.covered(begin, end, moving) - needed
        served += int(np.clip(np.minimum(np.minimum(pauses, _SERVICE_NS * (behind - first)), left), 0, None).sum())
    return served


def _in_turn(kernels: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Starts and ends of launches, each from where all before it have ended; those that end before that are left out."""
    start, end = (kernels[column].to_numpy(np.int64) for column in ("start_ns", "end_ns"))
    begin = np.maximum(start, np.concatenate((start[:1], np.maximum.accumulate(end)[:-1])))
    return begin[begin < end], end[begin < end]


def _paged_rate(session: Session, direction: str) -> Rate:
    """What one copy of the pages that moved in ``direction`` would reach: as ``pinned_rate``, but measured on large pieces of pages before a link is
    assumed, which may be narrower (an RTX 3070 behind 5 GB/s was taken for one behind 25)."""
    rate, moves = pinned_rate(session, direction), session.frame("migrations")
    large = moves[(moves["direction"] == direction) & moves["cause"].isin(_AHEAD) & (moves["bytes"] >= _LARGE_PIECE)]
    duration = float((large["end_ns"] - large["start_ns"]).sum())
    if rate.source == "measured" or not duration > 0:
        return rate
    return Rate(1e9 * float(large["bytes"].sum()) / duration, "measured", f"{len(large)} large moves of this trace")


def _gpu_faults(session: Session) -> float:
    if session.has("gpu_faults"):
        return float(session.frame("gpu_faults")["faults"].sum())
    summary = session.frame("unified_memory_summary")
    return float(summary["gpu_faults"].sum(min_count=1)) if len(summary) else float("nan")


def _summarised(session: Session, direction: str) -> tuple[float, float, float]:
    """Moves, bytes and nanoseconds of migrations, as far as summaries have them; NaN for the rest."""
    times, sizes = (session.frame(key) for key in ("memory_time_summary", "memory_size_summary"))
    times, sizes = (f[f["operation"].str.contains("Unified") & (f["direction"] == direction)] if len(f) else f for f in (times, sizes))
    totals = session.frame("unified_memory_summary")
    size = float(sizes["total_bytes"].sum()) if len(sizes) else float("nan")
    if not len(sizes) and len(totals):
        size = float(totals["to_device_bytes" if direction == "HtoD" else "to_host_bytes"].sum())
    moves = float(times["count"].sum()) if len(times) else float(sizes["count"].sum()) if len(sizes) else float("nan")
    return moves, size, float(times["total_ns"].sum()) if len(times) else float("nan")


def _time(copies: pd.DataFrame) -> int:
    return int((copies["end_ns"] - copies["start_ns"]).sum())
