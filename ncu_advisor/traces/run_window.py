"""What the first and the last operation of a run make of it: a gap longer than all else between them, work that started long after its launch,
pages that moved outside, and the part that its author marked."""

from __future__ import annotations

from typing import Any

import numpy as np

from ncu_advisor import intervals
from ncu_advisor.timeline import Session
from ncu_advisor.traces.gpu_activity import activity, by_device, called, device_times, running
from ncu_advisor.traces.gpu_idle import SHORT_GAP_NS, idle_gaps
from ncu_advisor.traces.source_pace import source_pace

# Of the window: a gap from which on most of it is none of the work, and page moves that are worth a word.
_MOST, _WORTH_A_WORD = 0.5, 0.1
# A marked part is told where it is at most so much of the window, and has at most so much of the time in which the GPU idles.
_PART, _IDLE = 0.75, 0.25


def told(session: Session) -> dict[str, Any]:
    """What the functions below tell of ``session``, together."""
    return longest_gap(session) | started_late(session) | pages_outside(session) | marked(session) | pace(session)


def longest_gap(session: Session) -> dict[str, Any]:
    """``gap_ns``, ``gap_between`` (names of the operations around it) and ``without_gap_ns`` where one gap of the one GPU takes most of the
    window, with ``gap_own_ns``, what the host did something else in than wait in CUDA calls, where these were traced; else empty."""
    times = device_times(session)
    if len(times) != 1:
        return {}
    gaps = idle_gaps(session)
    if not len(gaps) or gaps["duration_ns"].iloc[0] <= _MOST * times[0].window_ns:
        return {}
    longest = gaps.iloc[0]
    between = [called(str(longest[side])) for side in ("before", "after")]
    own = {"gap_own_ns": int(longest["own_ns"])} if session.has("api") else {}
    return {"gap_ns": int(longest["duration_ns"]), "gap_between": between, "without_gap_ns": times[0].window_ns - int(longest["duration_ns"])} | own


def pace(session: Session) -> dict[str, Any]:
    """``pace_ns``, ``pace_starts``, ``pace_kernel`` and ``pace_busy_share``: the period in which a clock starts the work of the one GPU, how often
    and by which kernel that shows, and how much of the window the GPU works; else empty."""
    told = source_pace(session)
    if told is None:
        return {}
    return {"pace_ns": told.period_ns, "pace_starts": told.starts, "pace_kernel": called(told.kernel), "pace_busy_share": told.busy_share}


def started_late(session: Session) -> dict[str, Any]:
    """``late_ns``, ``late_times``, ``late_before`` and ``late_call``: the time in which the one GPU ran nothing though the call that launched its
    next operation had returned, in how many gaps, what came after the longest of them, and in which call the host waited then ("" in none); where
    that is most of the window, else empty. Gaps as short as launches take do not count."""
    times = device_times(session)
    if len(times) != 1:
        return {}
    gaps = idle_gaps(session, SHORT_GAP_NS)
    gaps = gaps[gaps["launch_end_ns"] >= 0]
    late = (gaps["end_ns"] - np.maximum(gaps["start_ns"], gaps["launch_end_ns"])).to_numpy(np.int64)
    gaps, late = gaps[late >= SHORT_GAP_NS], late[late >= SHORT_GAP_NS]
    if late.sum() <= _MOST * times[0].window_ns:
        return {}
    longest = gaps.iloc[int(late.argmax())]
    waited = str(longest["host_call"]) if 2 * longest["host_call_ns"] > longest["duration_ns"] else ""
    return {"late_ns": int(late.sum()), "late_times": len(late), "late_before": called(str(longest["after"])), "late_call": waited}


def together(session: Session) -> dict[str, Any]:
    """``run_ns``, from the first operation of any GPU to the last, and ``any_busy_ns``, the part of it in which one of them or more ran something:
    what that is over a GPU's own busy time, the GPU idled while others worked."""
    busy = running(activity(session))
    return {"run_ns": int(busy[-1, 1] - busy[0, 0]), "any_busy_ns": intervals.total(busy)} if len(busy) else {}


def pages_outside(session: Session) -> dict[str, Any]:
    """``pages_before_ns`` and ``pages_after_ns``: pages of unified memory that moved before the first operation and after the last, on demand or
    not; where that is a good part of the window, else empty."""
    moves, times = session.frame("migrations"), device_times(session)
    if not len(moves) or not times:
        return {}
    start, end = min(time.start_ns for time in times), max(time.end_ns for time in times)
    moving = intervals.union(moves["start_ns"], moves["end_ns"])
    before = intervals.total(intervals.within(moving, int(moves["start_ns"].min()), start))
    after = intervals.total(intervals.within(moving, end, max(end, int(moves["end_ns"].max()))))
    return {"pages_before_ns": before, "pages_after_ns": after} if before + after > _WORTH_A_WORD * (end - start) else {}


def marked(session: Session) -> dict[str, Any]:
    """``range_name``, ``range_ns`` and ``range_busy_ns``: the NVTX ranges of one name in which the one GPU did most of its work, where they leave
    out a good part of the window (start, warm-up) with most of its idle time; else empty. Ranges are those of the host: work that runs on
    after one ends is not in it."""
    ranges, work = session.frame("nvtx"), [operations for _, operations in by_device(session)]
    if len(work) != 1 or not len(ranges):
        return {}
    busy = running(work[0])
    window_ns, busy_ns = int(busy[-1, 1] - busy[0, 0]), intervals.total(busy)
    # Runs may have a name for every step: only those are looked at closely that the sum over their ranges, which may overlap, leaves in question.
    at_most = ranges.assign(busy_ns=intervals.covered(ranges["start_ns"], ranges["end_ns"], busy)).groupby("name")["busy_ns"].sum()
    likely = set(at_most[at_most > _MOST * busy_ns].index) - {""}
    best: dict[str, Any] = {}
    for name, held in ranges[ranges["name"].isin(likely)].groupby("name", sort=False):
        inside = intervals.within(intervals.union(held["start_ns"], held["end_ns"]), int(busy[0, 0]), int(busy[-1, 1]))
        range_ns, range_busy_ns = intervals.total(inside), intervals.total(intervals.intersection(inside, busy))
        idle = (range_ns - range_busy_ns) / max(window_ns - busy_ns, 1)
        tells = range_busy_ns > _MOST * busy_ns and range_ns < _PART * window_ns and idle < _IDLE
        if tells and range_ns < best.get("range_ns", window_ns):
            best = {"range_name": str(name), "range_ns": range_ns, "range_busy_ns": range_busy_ns}
    return best
