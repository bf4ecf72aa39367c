"""What a system profile holds: who ran on the GPU, who waited on the host, and when.

A reader returns one ``TimelineTable`` per report; ``merge`` brings the tables of one run together as a ``Session``, because the
clocks of two runs have nothing to do with each other. Frames have the columns of ``COLUMNS``, always all of them, in base units.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import numpy as np
import pandas as pd

_PLACE = ("device", "process", "context", "stream", "correlation_id", "graph")
_SPAN = ("start_ns", "end_ns")
_STATISTICS = ("avg_ns", "med_ns", "min_ns", "max_ns", "stddev_ns")
_GRID = ("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z")

# Frame -> columns. *_ns are nanoseconds (those of ``_SPAN`` since the session began), *_bytes bytes, *_pct percent 0 to 100.
COLUMNS: dict[str, tuple[str, ...]] = {
    # Traces: one row an event.
    "kernels": (*_SPAN, "name", "short_name", *_PLACE, *_GRID, "registers", "static_shared_bytes", "dynamic_shared_bytes"),
    "graphs": (*_SPAN, *_PLACE),  # whole CUDA graphs, where the profiler did not trace their nodes
    "memcopies": (*_SPAN, "bytes", "direction", "source_kind", "destination_kind", *_PLACE),  # directions HtoD, DtoH, DtoD, HtoH, PtoP, ...
    "memsets": (*_SPAN, "bytes", "memory_kind", *_PLACE),
    "migrations": (*_SPAN, "bytes", "direction", "cause", "device", "process"),  # pages of unified memory
    "synchronizations": (*_SPAN, "device", "process", "context", "stream", "correlation_id"),
    "api": (*_SPAN, "name", "process", "thread", "correlation_id"),  # CUDA calls, version suffixes stripped
    "os_runtime": (*_SPAN, "name", "process", "thread"),
    "nvtx": (*_SPAN, "name", "style", "process", "thread"),
    "kern_exec": (
        *("api_start_ns", "api_ns", "queue_start_ns", "queue_ns", "kernel_start_ns", "kernel_ns", "total_ns"),
        *("process", "thread", "device", "call", "grid", "block", "name"),
    ),
    "gpu_faults": (*_SPAN, "faults", "device", "process"),
    "cpu_faults": ("start_ns", "process"),
    # Summaries: one row a name. ``grid`` and ``block`` are "(x, y, z)", or "" where the report does not tell launches apart by them.
    "kernel_summary": ("name", "short_name", "grid", "block", "instances", "total_ns", *_STATISTICS, "share_pct"),
    "api_summary": ("name", "calls", "total_ns", *_STATISTICS, "share_pct"),
    "os_runtime_summary": ("name", "calls", "total_ns", *_STATISTICS, "share_pct"),
    "memory_time_summary": ("operation", "direction", "count", "total_ns", *_STATISTICS, "share_pct"),
    "memory_size_summary": ("operation", "direction", "count", *(c.replace("_ns", "_bytes") for c in ("total_ns", *_STATISTICS))),
    "gpu_summary": ("category", "name", "instances", "total_ns", *_STATISTICS, "share_pct"),
    "nvtx_summary": ("name", "style", "instances", "total_ns", *_STATISTICS, "share_pct"),
    "nvtx_kernel_summary": ("range", "style", "process", "thread", "range_instances", "instances", "total_ns", *_STATISTICS, "name", "short_name"),
    "nvtx_gpu_summary": ("name", "style", "projected_ns", "total_ns", "instances", *_STATISTICS, "gpu_operations"),
    "kern_exec_summary": (
        *("process", "thread", "device", "count", "queued_count", "call", "name", "short_name"),
        *(f"{part}_{statistic}" for part in ("total", "api", "queue", "kernel") for statistic in _STATISTICS),
    ),
    "unified_memory_summary": ("to_device_bytes", "to_host_bytes", "cpu_faults", "gpu_faults"),
}  # fmt: skip

_TEXT = frozenset(
    (
        *("name", "short_name", "grid", "block", "range", "style", "call", "operation", "category"),
        *("direction", "source_kind", "destination_kind", "memory_kind", "cause"),
    )
)
_WHOLE = frozenset((*_PLACE, *_SPAN, *_GRID, "thread"))
_SUFFIXES = re.compile(r"(?:\.(?:sqlite|csv|tsv|txt|log|gz|xz|zst))+\Z")
_SHAPE = re.compile(r"\d+")
_COUNTS = ("instances", "calls", "count")
# No profiler ran for that long, nor counted that many: what says more is damaged, and sums of it may be no numbers.
MOST_NS = 2.0**63


@dataclass(frozen=True)
class TracedGpu:
    """One GPU of the machine as the profiler described it; NaN and "" where it did not. ``device`` is the id that frames use."""

    device: int
    name: str = ""
    compute_capability: str = ""
    sm_count: float = float("nan")
    memory_bytes: float = float("nan")
    dram_bytes_per_second: float = float("nan")


@dataclass
class TimelineTable:
    """What one Nsight Systems report or export holds. ``frames`` lacks the keys of what was not collected."""

    kind: str  # "nsys-cuda_gpu_kern_sum" and the like, "nsys-sqlite", "nsys-gui-events"
    path: str
    run: str = ""  # what the file's name says of the run, see ``run_of``
    frames: dict[str, pd.DataFrame] = field(default_factory=dict)
    devices: dict[int, TracedGpu] = field(default_factory=dict)
    capture_ns: float = float("nan")  # how long the profiler was recording
    tool_version: str | None = None
    warnings: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)  # frame -> rows that ``shaped`` left out

    @property
    def rows(self) -> int:
        return sum(len(frame) for frame in self.frames.values())

    def add(self, key: str, columns: Mapping[str, Any]) -> None:
        """Holds ``columns`` as the frame ``key``, see ``shaped``, and counts what that leaves out."""
        self.frames[key] = shaped(key, columns)
        if lost := _length(columns) - len(self.frames[key]):
            self.lost[key] = lost


@dataclass
class Session:
    """All that is known of one run; the argument of every computation on system profiles."""

    frames: dict[str, pd.DataFrame] = field(default_factory=dict)
    devices: dict[int, TracedGpu] = field(default_factory=dict)
    paths: list[str] = field(default_factory=list)
    capture_ns: float = float("nan")
    lost: set[str] = field(default_factory=set)  # frames of which some rows had times that cannot be

    def has(self, key: str) -> bool:
        """Whether ``key`` was collected; it may still be empty, which means that nothing of the kind happened."""
        return key in self.frames

    def frame(self, key: str) -> pd.DataFrame:
        """The frame ``key``; an empty one with its columns where it was not collected."""
        return self.frames[key] if key in self.frames else shaped(key, {})


@dataclass
class Timeline:
    """Every system profile that was read, one Session a run."""

    sessions: list[Session] = field(default_factory=list)


def shaped(key: str, columns: Mapping[str, Any]) -> pd.DataFrame:
    """A frame with exactly ``COLUMNS[key]``: missing text is "", missing ids are -1, missing quantities NaN.

    ``columns`` holds sequences of one length. An event without a start, or with an end that is missing or before it, is dropped, and so is
    a sum of times that is no time or of no whole number of events; events are in order of their starts.
    """
    length = _length(columns)
    data = {name: _typed(name, columns.get(name), length) for name in COLUMNS[key]}
    if "short_name" in data and "short_name" not in columns:
        data["short_name"] = _short_names(data["name"])
    frame = pd.DataFrame(data)
    timed = _timed(frame, "total_ns" in columns)
    frame = frame if timed.all() else frame[timed].reset_index(drop=True)
    if "end_ns" not in frame:
        return frame
    return frame if frame["start_ns"].is_monotonic_increasing else frame.sort_values("start_ns", kind="stable", ignore_index=True)


_MISSING_TIME = np.iinfo(np.int64).min


def _timed(frame: pd.DataFrame, summed: bool) -> np.ndarray[Any, Any]:
    """Which rows have times that can be: those of an event, or where times are ``summed`` the sum, of a whole number of events."""
    if "end_ns" in frame:
        starts, ends = frame["start_ns"].to_numpy(), frame["end_ns"].to_numpy()
        return np.asarray((starts != _MISSING_TIME) & (ends >= starts))
    if not summed:
        return np.ones(len(frame), dtype=bool)
    times = frame["total_ns"].to_numpy()
    possible = np.asarray((times >= 0) & (times < MOST_NS))
    for counts in (frame[name].to_numpy() for name in _COUNTS if name in frame):
        possible &= np.isnan(counts) | ((counts < MOST_NS) & (counts == np.floor(counts)) & ((counts >= 1) | ((counts == 0) & (times == 0))))
    return possible


def _length(columns: Mapping[str, Any]) -> int:
    return max((len(values) for values in columns.values()), default=0)


def _typed(name: str, values: Any, length: int) -> pd.Series[Any]:
    if name in _TEXT:
        if values is None:
            return pd.Series([""] * length, dtype=object)
        return pd.Series([value if isinstance(value, str) else "" for value in values], dtype=object)
    if values is None:
        missing = _MISSING_TIME if name in _SPAN else -1 if name in _WHOLE else np.nan
        return pd.Series(np.full(length, missing, dtype=np.int64 if name in _WHOLE else np.float64))
    numbers = pd.Series(pd.to_numeric(pd.Series(values).reset_index(drop=True), errors="coerce"))
    if name not in _WHOLE:
        return numbers.astype(np.float64).replace([np.inf, -np.inf], np.nan)
    if numbers.dtype.kind in "iu":
        return numbers.astype(np.int64)
    held = numbers.where(numbers.abs() < 2.0**63).fillna(_MISSING_TIME if name in _SPAN else -1)
    return held.round().astype(np.int64)


def _short_names(names: pd.Series[Any]) -> pd.Series[Any]:
    from ncu_advisor.names import short

    known = {name: short(name) for name in dict.fromkeys(names)}
    return names.map(known).astype(object)


def shape_text(cell: str) -> str:
    """A grid or block as ``"(x, y, z)"``, from the blank-separated ``" 896    1    1"`` of the reports; "" where it is not one."""
    parts = _SHAPE.findall(cell)
    return f"({', '.join(parts)})" if len(parts) == 3 else ""


def run_of(path: str, reports: Iterable[str] = ()) -> str:
    """The run that a file name names: ``d/a.sqlite`` and, with the report, ``d/a_cuda_gpu_kern_sum.csv`` are of run ``d/a``.

    "" where the name of none of ``reports`` ends it, or nothing but names of reports is left.
    """
    stem = _SUFFIXES.sub("", PurePath(path).name)
    known = sorted(reports, key=len, reverse=True)
    if known:
        report = next((name for name in known if stem.endswith(name)), "")
        stem = stem.removesuffix(report).rstrip("_-. ") if report else ""
    return str(PurePath(path).with_name(stem)) if stem and stem not in known else ""


def merge(tables: Sequence[TimelineTable]) -> Timeline:
    """Tables of one run become one Session.

    Equal runs belong together, different ones never do. A table of which the run is not known completes another such table, or the
    only session there is, if that lacks what it holds. An SQLite export is always a session of its own, which reports of the same run
    may complete: where both hold kernels, computations prefer the trace.
    """
    sessions: list[Session] = []
    runs: list[str] = []
    for table in sorted(tables, key=lambda t: t.kind != "nsys-sqlite"):
        if not table.frames and not table.devices:
            continue
        index = len(sessions) if table.kind == "nsys-sqlite" else _session_for(table, sessions, runs)
        if index == len(sessions):
            sessions.append(Session())
            runs.append("")
        session, runs[index] = sessions[index], runs[index] or table.run
        session.frames.update(table.frames)
        session.devices.update(table.devices)
        session.lost.update(table.lost)
        if table.path not in session.paths:
            session.paths.append(table.path)
        if np.isnan(session.capture_ns):
            session.capture_ns = table.capture_ns
    return Timeline(sessions)


def _session_for(table: TimelineTable, sessions: Sequence[Session], runs: Sequence[str]) -> int:
    # The youngest that fits: where one stream holds the reports of several runs one after the other, older ones are complete.
    for index, session in reversed([*enumerate(sessions)]):
        same = table.run == runs[index] or (len(sessions) == 1 and not (table.run and runs[index]))
        if same and not any(key in session.frames for key in table.frames):
            return index
    return len(sessions)
