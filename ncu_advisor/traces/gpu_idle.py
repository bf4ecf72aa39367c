"""Why the GPU had nothing to do: gaps between operations, launches that came too late, and calls that kept the host from launching.

A busy host is no fault. Time in launch calls costs nothing while the GPU has work queued, and a synchronisation costs nothing while
the GPU works; only what falls into idle time of the GPU is counted here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ncu_advisor import intervals
from ncu_advisor.intervals import Intervals
from ncu_advisor.timeline import Session
from ncu_advisor.traces.gpu_activity import UNNAMED, activity, by_device, running
from ncu_advisor.traces.host_calls import ALLOCATE, LAUNCH, LOAD, SYNCHRONISE, WAITING, calls, kind, launch_calls, main_call

# Back-to-back kernels in a graph start 1.36 us apart where they start 2.5 us apart on a stream (GH200, 64 KiB kernels, RRZE
# small-kernels benchmark); the kernel itself is part of both, so about 1 us of a gap stays in a graph.
GRAPH_GAP_NS = 1_000
STREAM_GAP_NS = 2_000
# A gap is the launching's own up to this many launch calls; eager frameworks spend a few calls' worth of host time per operation.
# Beyond it the host did something else. The floor is for traces whose calls are unknown.
CALLS_PER_GAP = 10
SHORT_GAP_NS = 20_000

_GAP_COLUMNS = ["device", "start_ns", "end_ns", "duration_ns", "before", "after", "after_kind", "launch_start_ns", "launch_end_ns"]


@dataclass(frozen=True)
class LaunchBound:
    """Gaps of one GPU that end when a kernel starts whose launch call was still running, or not begun, when the GPU went idle."""

    device: int
    kernels: int
    window_ns: int
    gaps: int
    gap_ns: int
    median_gap_ns: float
    median_kernel_ns: float
    median_call_ns: float  # NaN where calls were not traced
    calls_known: bool  # False: told by the length of the gaps alone
    saved_ns: int  # by launching from a graph: each gap shrinks to GRAPH_GAP_NS

    @property
    def share_pct(self) -> float:
        return 100.0 * self.gap_ns / self.window_ns if self.window_ns else 0.0


def idle_gaps(session: Session, minimum_ns: int = 0) -> pd.DataFrame:
    """Time in which a GPU ran nothing between two operations, the longest first.

    Columns: device, start_ns, end_ns, duration_ns; before and after (names of the operations around it), after_kind;
    launch_start_ns and launch_end_ns of the call that ended the gap (-1 unknown); waited_ns: what waiting CUDA calls took of it;
    own_ns: what the host took of it otherwise (where the gap went on for longer than launches take when that call had returned, until then: it is
    the GPU, or what the work waits for, that started late);
    host_call and host_call_ns: the one that took most of it ("" where none: the host computed, waited for something else, or calls were
    not traced).
    """
    parts = [_gaps(session, device, operations, minimum_ns) for device, operations in by_device(session)]
    found = [part for part in parts if len(part)]
    result = pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=_GAP_COLUMNS)
    result = result.sort_values("duration_ns", ascending=False, kind="stable", ignore_index=True)
    waits = calls(session, WAITING)
    waiting = intervals.union(waits["start_ns"], waits["end_ns"])
    starts, ends = (result[side].to_numpy(np.int64) for side in ("start_ns", "end_ns"))
    launched = result["launch_end_ns"].to_numpy(np.int64)
    fed = np.where((launched < 0) | (ends - np.maximum(starts, launched) < SHORT_GAP_NS), ends, np.maximum(starts, launched))
    result["waited_ns"] = intervals.covered(starts, ends, waiting)
    result["own_ns"] = fed - starts - intervals.covered(starts, fed, waiting)
    result["host_call"], result["host_call_ns"] = main_call(session, result["start_ns"], result["end_ns"], WAITING)
    return result


def _gaps(session: Session, device: int, operations: pd.DataFrame, minimum_ns: int) -> pd.DataFrame:
    gaps = intervals.gaps(running(operations))
    gaps = gaps[gaps[:, 1] - gaps[:, 0] >= minimum_ns]
    after = operations.iloc[np.searchsorted(operations["start_ns"].to_numpy(), gaps[:, 1], side="left")]
    ended = operations.sort_values("end_ns", kind="stable")
    before = ended.iloc[np.searchsorted(ended["end_ns"].to_numpy(), gaps[:, 0], side="right") - 1]
    launches = launch_calls(session, after)
    columns: dict[str, Any] = {"device": device, "start_ns": gaps[:, 0], "end_ns": gaps[:, 1], "duration_ns": gaps[:, 1] - gaps[:, 0]}
    columns |= {"before": _named(before), "after": _named(after), "after_kind": after["kind"].to_numpy()}
    columns |= {"launch_start_ns": launches["call_start_ns"].to_numpy(), "launch_end_ns": launches["call_end_ns"].to_numpy()}
    return pd.DataFrame(columns, index=range(len(gaps)))


def _named(operations: pd.DataFrame) -> NDArray[Any]:
    names = operations["name"]
    return np.asarray(names.where(names.str.strip() != "", UNNAMED), dtype=object)


def launch_bound(session: Session) -> list[LaunchBound]:
    """Per GPU, the idle time that late launches caused: short gaps before kernels, with no waiting call in most of them.

    The profiler makes launch calls slower than they are without it, so this is an upper bound. GPUs without such gaps are left out.
    """
    known = session.has("api")
    median_call = _median_call(session)
    gaps = late_gaps(session)
    results = []
    for device, operations in by_device(session):
        kernels = operations[operations["kind"].isin(["kernel", "graph"])]
        ours = gaps[gaps["device"] == device]
        lengths = (ours["duration_ns"] - ours["waited_ns"]).to_numpy(np.int64)  # what waiting calls took is told with them
        if not len(lengths):
            continue
        window = int(operations["end_ns"].max() - operations["start_ns"].min())
        median_kernel = float((kernels["end_ns"] - kernels["start_ns"]).median())
        saved = int(np.maximum(lengths - GRAPH_GAP_NS, 0).sum())
        total, median = int(lengths.sum()), float(np.median(lengths))
        results.append(LaunchBound(device, len(kernels), window, len(lengths), total, median, median_kernel, median_call, known, saved))
    return results


def late_gaps(session: Session) -> pd.DataFrame:
    """Those of ``idle_gaps`` that late launches caused, see ``launch_bound``: of ``launch_gaps`` those that are no wait's."""
    gaps = launch_gaps(session)
    return gaps[~_after_a_wait(session, gaps)] if session.has("api") else gaps


def launch_gaps(session: Session) -> pd.DataFrame:
    """Those of ``idle_gaps`` that are as short as launches take, and in which a launch was on its way for most of the time."""
    median_call = _median_call(session)
    limit = SHORT_GAP_NS if np.isnan(median_call) else max(SHORT_GAP_NS, CALLS_PER_GAP * median_call)
    gaps = idle_gaps(session)
    short = gaps["after_kind"].isin(["kernel", "graph"]) & (gaps["duration_ns"] <= limit)
    if session.has("api"):
        return gaps[short & (gaps["launch_end_ns"] > gaps["start_ns"]) & (2 * gaps["waited_ns"] <= gaps["duration_ns"])]
    return gaps[short & (gaps["duration_ns"] > STREAM_GAP_NS)]


def _after_a_wait(session: Session, gaps: pd.DataFrame) -> NDArray[np.bool_]:
    """Before which gaps the host waited, since its launch before, for more work of the GPU than the gap lasts beyond waiting calls.

    A host that had gone on instead would have launched in that time: the gap is the waits', however long a launch takes.
    """
    waits, launches = calls(session, WAITING), calls(session, (LAUNCH,))
    waiting = intervals.union(waits["start_ns"], waits["end_ns"])
    before = np.sort(launches["end_ns"].to_numpy(np.int64))
    result = np.zeros(len(gaps), dtype=np.bool_)
    if not len(waiting):
        return result
    for device, operations in by_device(session):
        ours = (gaps["device"] == device).to_numpy()
        starts, launched = (gaps[column].to_numpy(np.int64)[ours] for column in ("start_ns", "launch_start_ns"))
        place = np.searchsorted(before, launched, side="right") - 1
        since = np.minimum(np.where(place >= 0, before[place] if len(before) else 0, starts), starts)
        worked = intervals.covered(since, starts, intervals.intersection(waiting, running(operations)))
        result[ours] = worked >= (gaps["duration_ns"] - gaps["waited_ns"]).to_numpy(np.int64)[ours]
    return result


def _median_call(session: Session) -> float:
    launching = calls(session, (LAUNCH,))
    return float((launching["end_ns"] - launching["start_ns"]).median()) if len(launching) else float("nan")


def blocking_calls(session: Session) -> pd.DataFrame:
    """Calls that kept the host waiting, summed by name, those that the GPU starved under first.

    Columns: name, kind, calls, total_ns, longest_ns, exposed_ns: what of the calls falls into time in which no GPU ran anything,
    between the first and the last operation; concurrent calls count once. Of a synchronisation only the tail is exposed: idle time
    that ended with work which had been launched before it began (its start may be slow, of the first launch above all) is not its.
    Copies are left to ``transfers``, and with them what a synchronisation right behind a copy waits. Exposure is NaN where no GPU
    operations were traced, or only a summary of calls is there.
    """
    kinds = (SYNCHRONISE, ALLOCATE, LOAD)
    rows: list[tuple[Any, ...]] = []
    if session.has("api"):
        idle, traced = idle_everywhere(session), session.has("kernels") or session.has("graphs")
        starved = intervals.intersection(idle, _unfed(session))
        behind_copies = set(launch_calls(session, session.frame("memcopies"))["synced_ns"])
        for name, group in calls(session, kinds).groupby("name", sort=True):
            durations = group["end_ns"] - group["start_ns"]
            does = str(group["kind"].iloc[0])
            blamed = starved if does == SYNCHRONISE else idle
            alone = group[~group["end_ns"].isin(behind_copies)] if does == SYNCHRONISE else group
            exposed = intervals.total(intervals.intersection(intervals.union(alone["start_ns"], alone["end_ns"]), blamed))
            rows.append((name, does, float(len(group)), float(durations.sum()), float(durations.max()), float(exposed) if traced else float("nan")))
    else:
        summary = session.frame("api_summary")
        chosen = summary[summary["name"].isin([name for name in dict.fromkeys(summary["name"]) if kind(name) in kinds])]
        for name, count, total, longest in zip(chosen["name"], chosen["calls"], chosen["total_ns"], chosen["max_ns"], strict=True):
            rows.append((name, kind(name), count, total, longest, float("nan")))
    frame = pd.DataFrame(rows, columns=["name", "kind", "calls", "total_ns", "longest_ns", "exposed_ns"])
    return frame.sort_values(["exposed_ns", "total_ns"], ascending=False, kind="stable", ignore_index=True)


def _unfed(session: Session) -> Intervals:
    """Idle time of any GPU for which no work had been launched yet, as far as the calls are known: up to the end of the launching call."""
    gaps = idle_gaps(session)
    unfed = gaps[(gaps["launch_start_ns"] < 0) | (gaps["launch_start_ns"] >= gaps["start_ns"])]
    fed = np.where(unfed["launch_start_ns"] < 0, unfed["end_ns"], np.minimum(unfed["end_ns"], unfed["launch_end_ns"]))
    return intervals.union(unfed["start_ns"], fed)


def idle_everywhere(session: Session) -> Intervals:
    """The time between the first and the last operation in which no GPU ran anything."""
    return intervals.gaps(running(activity(session)))
