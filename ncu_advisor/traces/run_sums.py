"""What a run's summaries, or a trace without kernels, hold beside kernels: calls, copies and ranges, the largest of each."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from ncu_advisor.names import normalise
from ncu_advisor.traces.host_calls import LAUNCH, kind

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

_MOST = 10  # rows of a table
# Copies through the default stream, and calls after or through which work may run beside other work: streams that are made, also of a library's
# own making (driver entry points), graphs, stream-ordered copies and allocations, launches of the driver's.
_BLOCKING = re.compile(r"\Acuda(?:Memcpy|Memcpy2D|Memcpy3D)(?:_v\d+)?\Z")
_BESIDE = re.compile(r"Stream|Graph|Async|Prefetch|Peer|Cooperative|LaunchKernelEx|\Acu(?!da|ModuleGetLoadingMode|GetProcAddress)")

# What is summed -> the summary, its columns of names, of numbers and of sums, and the trace that holds the same events one by one.
_SUMS: dict[str, tuple[str, tuple[str, ...], str, str, str]] = {
    "kernels_by_range": ("nvtx_kernel_summary", ("range", "name"), "instances", "total_ns", ""),
    "ranges_on_gpu": ("nvtx_gpu_summary", ("name",), "instances", "projected_ns", ""),
    "copies": ("memory_time_summary", ("operation",), "count", "total_ns", ""),
    "copied_bytes": ("memory_size_summary", ("operation",), "count", "total_bytes", ""),
    "calls": ("api_summary", ("name",), "calls", "total_ns", "api"),
    "ranges": ("nvtx_summary", ("name",), "instances", "total_ns", "nvtx"),
    "system_calls": ("os_runtime_summary", ("name",), "calls", "total_ns", "os_runtime"),
}
# Ranges lie in each other, so that shares of their sum mean nothing.
_NESTED = frozenset(("kernels_by_range", "ranges_on_gpu", "ranges"))


def sums(session: Session) -> list[dict[str, Any]]:
    """``of`` what, the ``unit``, the ``total`` and the largest ``rows`` of each summary; of traces where no summary holds the same.

    Totals and shares are missing (NaN) where rows lie in each other.
    """
    found = []
    for of, (summary, names, number, total, trace) in _SUMS.items():
        if session.has(summary):
            frame = session.frame(summary)
            table = pd.DataFrame({"name": _names(frame, names), "count": frame[number], "total": frame[total]})
        elif trace and session.has(trace):
            events = session.frame(trace)
            table = pd.DataFrame({"name": events["name"], "count": 1.0, "total": (events["end_ns"] - events["start_ns"]).astype(float)})
        else:
            continue
        table = table.groupby("name", sort=False).sum().sort_values("total", ascending=False, kind="stable")
        whole = math.nan if of in _NESTED else float(table["total"].sum())
        if len(table):
            unit = "byte" if total.endswith("_bytes") else "ns"
            found.append({"of": of, "unit": unit, "total": whole, "names": len(table), "rows": list(_rows(table.head(_MOST), whole))})
    return found


def _names(frame: pd.DataFrame, columns: tuple[str, ...]) -> list[str]:
    """One name a row: that of its column, or range and kernel."""
    if len(columns) == 1:
        return [str(name) for name in frame[columns[0]]]
    known = {name: normalise(name) for name in dict.fromkeys(frame["name"])}
    return [f"{range_ or 'no range'} / {known[name]}" for range_, name in zip(*(frame[column] for column in columns), strict=True)]


def _rows(table: pd.DataFrame, whole: float) -> Iterator[dict[str, Any]]:
    for name, count, total in table.itertuples(name=None):
        yield {"name": name, "count": float(count), "total": float(total), "share_pct": 100.0 * total / whole if whole > 0 else math.nan}


def copy_ns(session: Session) -> float:
    """Time of copies and memsets by the summary of memory operations; NaN without one. Page moves are the kernels' waiting, not copies."""
    if not session.has("memory_time_summary"):
        return math.nan
    summary = session.frame("memory_time_summary")
    return float(summary["total_ns"][~summary["operation"].str.contains("Unified")].sum())


def in_turn(session: Session) -> bool:
    """Whether the calls of a run leave no way for a copy to run beside a kernel of the same host thread: with no stream made, no graph and no
    asynchronous copy, all of it goes through the default stream (of all threads, or one a thread), in order.

    (Sums of times alone tell nothing: a host that waits as long as kernels and copies take together may as well have waited for less, and idled.)
    """
    if not session.has("api_summary") or not session.has("memory_time_summary"):
        return False
    names = session.frame("api_summary")["name"].astype(str)
    copies = names[names.str.contains(_BLOCKING)]
    return bool(len(copies)) and not names.str.contains(_BESIDE).any()


def graph_launches(session: Session, kernels: float) -> int:
    """Launches of CUDA graphs that a sum of ``kernels`` launches leaves out: as many kernels as launch calls are none of a graph's."""
    summary = session.frame("api_summary")
    calls = {name: float(number) for name, number in zip(summary["name"], summary["calls"], strict=True) if kind(name) == LAUNCH}
    graphs = math.fsum(number for name, number in calls.items() if "GraphLaunch" in name)
    return int(graphs) if kernels <= math.fsum(calls.values()) - graphs else 0
