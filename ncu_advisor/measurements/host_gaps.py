"""Long idle gaps of a GPU in which the host was not waiting for it: it did something else before it gave more work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ncu_advisor.measurement import SESSION, Occurrences, of_rows
from ncu_advisor.text import elide

if TYPE_CHECKING:
    import pandas as pd

    from ncu_advisor.timeline import Session

OF = SESSION
_LONGEST_NAME = 80  # columns: names of ranges and kernels go into sentences
NEEDS = ("gaps",)
VALUES = {
    "device": "The GPU",
    "window_ns": "From the first to the last operation of the GPU",
    "busy_pct": "Share of that in which it ran anything",
    "gaps": "Long gaps for most of which no CUDA call kept the host waiting, nor had launched what ended them",
    "gap_ns": "Time in them, but what waiting calls took of it, and what went on long after the call that ended them",
    "longest_ns": "The longest of them",
    "before": "What ran before the longest",
    "after": "What ran after it",
    "at_ns": "When the longest began, since the first operation of the GPU",
    "within": "The NVTX range that the longest lies in, if any",
    "in_range": "1 where such a range is known, else 0",
    "mostly_within": "The NVTX range in which most of the time in such gaps lies, of those innermost around each",
    "mostly_ns": "That time; 0 where no gap lies in a range",
    "host": "The operating system call that took most of the longest gap on the launching thread, if any",
    "in_system": "1 where such a call is known, else 0",
    "calls_known": "1 where CUDA calls were traced, else 0",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU that had such gaps; those that launches made are left to ``late_launches``, or to what waited before them."""
    import pandas as pd

    from ncu_advisor.traces.gpu_activity import called, device_times
    from ncu_advisor.traces.gpu_idle import SHORT_GAP_NS, idle_gaps, launch_gaps

    gaps = idle_gaps(session, SHORT_GAP_NS)
    # What waiting calls took of a gap is told with them, and what had been launched and did not start is not the host's.
    gaps = gaps[(2 * gaps["own_ns"] >= gaps["duration_ns"]) & ~_spans(gaps).isin(_spans(launch_gaps(session)))]
    rows: list[dict[str, float | str]] = []
    for time in device_times(session):
        ours = gaps[gaps["device"] == time.device]
        if not len(ours):
            continue
        longest = ours.iloc[0]
        ranges = pd.Series(_ranges(session, ours), index=ours.index)
        spent = ours["own_ns"][ranges != ""].groupby(ranges[ranges != ""], sort=False).sum()
        mostly, mostly_ns = (str(spent.idxmax()), int(spent.max())) if len(spent) else ("", 0)
        within, host = ranges.iloc[0], _host(session, longest)
        rows.append(
            {
                "device": time.device,
                "window_ns": time.window_ns,
                "busy_pct": 100.0 * time.busy_ns / time.window_ns,
                "gaps": len(ours),
                "gap_ns": int(ours["own_ns"].sum()),
                "longest_ns": int(longest["duration_ns"]),
                "before": elide(called(longest["before"]), _LONGEST_NAME),
                "after": elide(called(longest["after"]), _LONGEST_NAME),
                "at_ns": int(longest["start_ns"]) - time.start_ns,
                "within": elide(within, _LONGEST_NAME),
                "in_range": float(bool(within)),
                "mostly_within": elide(mostly, _LONGEST_NAME),
                "mostly_ns": mostly_ns,
                "host": elide(host, _LONGEST_NAME),
                "in_system": float(bool(host)),
                "calls_known": float(session.has("api")),
            }
        )
    return of_rows(rows)


def _spans(gaps: pd.DataFrame) -> pd.Index[Any]:
    import pandas as pd

    return pd.MultiIndex.from_frame(gaps[["device", "start_ns"]])


def _ranges(session: Session, gaps: pd.DataFrame) -> list[str]:
    """The innermost NVTX range around each gap, "" where there is none."""
    ranges = session.frame("nvtx")
    ranges = ranges[ranges["name"] != ""]
    order = np.argsort(gaps["start_ns"].to_numpy(), kind="stable")
    starts, ends = (gaps[column].to_numpy()[order] for column in ("start_ns", "end_ns"))
    # Gaps of one GPU are disjoint, so those inside a range are neighbours.
    first = np.searchsorted(starts, ranges["start_ns"].to_numpy(), side="left")
    behind = np.searchsorted(ends, ranges["end_ns"].to_numpy(), side="right")
    names = ranges["name"].to_numpy(dtype=object)
    lengths = (ranges["end_ns"] - ranges["start_ns"]).to_numpy()
    around = np.flatnonzero(behind > first)
    found = np.full(len(gaps), "", dtype=object)
    for index in around[np.argsort(-lengths[around], kind="stable")].tolist():
        found[first[index] : behind[index]] = names[index]
    result = np.empty(len(gaps), dtype=object)
    result[order] = found
    return [str(name) for name in result]


def _host(session: Session, gap: pd.Series[Any]) -> str:
    """The operating system's call with most of the gap, where one took at least half of it on the thread that ended the gap."""
    api = session.frame("api")
    launching = api[(api["start_ns"] == gap["launch_start_ns"]) & (api["end_ns"] == gap["launch_end_ns"])]
    system = session.frame("os_runtime")
    if not len(launching) or not len(system):
        return ""
    same = (system["thread"] == launching["thread"].iloc[0]) & (system["process"] == launching["process"].iloc[0])
    inside = system[same & (system["end_ns"] > gap["start_ns"]) & (system["start_ns"] < gap["end_ns"])]
    spent = np.minimum(inside["end_ns"], gap["end_ns"]) - np.maximum(inside["start_ns"], gap["start_ns"])
    by_name = spent.groupby(inside["name"]).sum()
    return str(by_name.idxmax()) if len(by_name) and 2 * by_name.max() >= gap["duration_ns"] else ""
