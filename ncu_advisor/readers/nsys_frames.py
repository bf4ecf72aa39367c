"""From the cells of an ``nsys stats`` report to the frames of a TimelineTable.

Not a reader: what the CSV and the text reader share. Sizes that a report prints in MB with three decimals are only that exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.nsys_reports import ALIASES, NAMES, Header
from ncu_advisor.readers.separators import POINT, Separators, decide
from ncu_advisor.timeline import TimelineTable, TracedGpu, run_of, shape_text
from ncu_advisor.unended import NOT_WHOLE
from ncu_advisor.units import scale

_DIRECTION = re.compile(r"\b(H|D|P|A)(?:ost|evice|eer|rray)?(?:-to-|to)(H|D|P|A)(?:ost|evice|eer|rray)?\b")
_DEVICE = re.compile(r"\((\d{1,4})\)\s*\Z")
_QUANTITY = re.compile(r"\s*(-?[\d.,]+)\s*(n|u|\u00b5|\u03bc|m)?s\s*\Z")
_CALL_VERSION = re.compile(r"(?:_v\d+|_ptsz|_ptds)+\Z")
_MARK = re.compile(r"[.,]")
_SAMPLE = 2000  # cells of a column of whole numbers that are looked at: whether thousands are grouped
_TOGETHER = 0.1  # share of events that begin with another of their stream; a trace in nanoseconds has none
_TEXTS = frozenset(
    ("name", "call", "operation", "category", "range", "style", "gpu", "device", "source_kind", "destination_kind", "grid", "block", "duration")
)

Columns = dict[str, Any]


def call_name(name: str) -> str:
    """A CUDA call without the suffix of its version: ``cudaLaunchKernel_v7000`` is ``cudaLaunchKernel``."""
    return _CALL_VERSION.sub("", name)


def direction(operation: str) -> str:
    """``HtoD`` and the like, from ``[CUDA memcpy Host-to-Device]`` or ``[CUDA memcpy HtoD]``; "" for what copies nothing."""
    match = _DIRECTION.search(operation)
    return f"{match[1]}to{match[2]}" if match else ""


def separators(path: str, tables: Iterable[tuple[Header, Sequence[Sequence[str]]]]) -> Separators:
    """The separators of tables that one program printed, each given as its header and its cells column by column.

    Where nothing but single points stands, they are decimal ones. Raises UnreadableInput where cells could be read in two ways.
    """
    cells = [cell.strip() for header, columns in tables for cell in _numeric(header, columns)]
    if not any("," in cell or cell.count(".") > 1 for cell in cells):
        return POINT
    return decide(path, ((cell, "") for cell in cells), always_grouped=True)


def _numeric(header: Header, columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """Cells that are to be numbers: all of a column with marks, as the last may be the one that tells, and the first of any other."""
    for label, cells in zip(header.labels, columns, strict=True):
        column = header.report.columns.get(label)
        if column is not None and (column not in _TEXTS or _is_plain_device(header, column)):
            yield from cells if _MARK.search("".join(cells)) else cells[:_SAMPLE]


def table(header: Header, columns: Sequence[Sequence[str]], path: str, hint: str | None, marks: Separators = POINT) -> TimelineTable | None:
    """The table of one report, given its cells column by column; None for a report that only looks like one of ours."""
    if hint is not None and hint not in NAMES:
        return None
    named = _named(header, columns, marks)
    frame = header.report.frame
    name = _kind(header, named, hint)
    result = TimelineTable(f"nsys-{name}", path, run_of(path, NAMES | ALIASES.keys()))
    if frame == "kernels":
        _add_gpu_trace(result, named)
    elif frame == "gui_events":
        _add_gui_events(result, named)
    elif frame == "gpu_summary":
        _add_gpu_summary(result, named)
    elif name == "osrt_sum":
        result.add("os_runtime_summary", named)
    else:
        result.add(frame, _finished(frame, named))
    return result


def checked(tables: list[TimelineTable], path: str) -> list[TimelineTable]:
    """``tables``, each with a warning where rows of it were left out. Raises UnreadableInput where nothing but such rows was there."""
    for table in tables:
        if table.lost:
            lost = sum(table.lost.values())
            of = f"{lost:,} of {lost + sum(len(table.frames[key]) for key in table.lost):,} rows of {', '.join(table.lost).replace('_', ' ')}"
            table.warnings.append(f"{of} have times that cannot be: they were left out, and what is here {NOT_WHOLE}")
    if any(table.lost for table in tables) and not any(table.rows for table in tables):
        raise UnreadableInput(path, "no row of it has a time that can be", "export it again, it is damaged")
    return tables


def _named(header: Header, columns: Sequence[Sequence[str]], marks: Separators) -> Columns:
    """Frame column -> values in base units; the first of equal labels counts."""
    named: Columns = {}
    for label, factor, cells in zip(header.labels, header.factors, columns, strict=True):
        column = header.report.columns.get(label)
        if column is None or column in named:
            continue
        named[column] = list(cells) if column in _TEXTS and not _is_plain_device(header, column) else _numbers(cells, factor, marks)
    return named


def _is_plain_device(header: Header, column: str) -> bool:
    return column == "device" and header.report.frame != "kernels"


def _numbers(cells: Sequence[str], factor: float, marks: Separators) -> pd.Series[Any]:
    series = pd.Series(cells if marks == POINT else [marks.to_point(cell) for cell in cells], dtype=object)
    numbers = pd.Series(pd.to_numeric(series, errors="coerce"))
    if numbers.isna().any():
        numbers = pd.Series(pd.to_numeric(series.str.replace(",", "", regex=False).str.strip(), errors="coerce"))
    # A tenth of a picosecond, or of a thousandth byte, is rounding of the unit and not measured.
    return numbers if factor == 1.0 else (numbers * factor).round(3)


def _kind(header: Header, named: Columns, hint: str | None) -> str:
    if hint is not None:
        return hint
    name = header.report.name
    if name == "cuda_gpu_kern_sum" and "grid" in named:
        return "cuda_gpu_kern_gb_sum"
    if name == "nvtx_pushpop_sum" and "style" in named:
        return "nvtx_sum"
    if name == "cuda_gpu_sum" and "CUDA_API" in named["category"]:
        return "cuda_api_gpu_sum"
    if name == "cuda_api_sum" and named["name"] and not any(re.match(r"cu(?:da)?[A-Z]", call) for call in named["name"]):
        return "osrt_sum"  # the same header; only the names of the calls differ
    return name


def _finished(frame: str, named: Columns) -> Columns:
    if "duration_ns" in named:
        named["end_ns"] = named["start_ns"] + named.pop("duration_ns")
    for column in ("grid", "block"):
        if column in named:
            named[column] = [shape_text(cell) for cell in named[column]]
    if frame in ("api", "api_summary"):
        named["name"] = [call_name(name) for name in named["name"]]
    elif frame in ("memory_time_summary", "memory_size_summary"):
        named["direction"] = [direction(operation) for operation in named["operation"]]
    elif frame in ("nvtx", "nvtx_summary", "nvtx_gpu_summary"):
        named["name"] = [name.removeprefix(":") for name in named["name"]]  # an empty domain leaves its colon
        if frame == "nvtx":
            named["style"] = ["PushPop"] * len(named["name"])
    elif frame == "nvtx_kernel_summary":
        named["range"] = [name.removeprefix(":") for name in named["range"]]
    return named


def _rows(columns: Mapping[str, Any], rows: np.ndarray[Any, Any]) -> Columns:
    return {name: pd.Series(values, dtype=object if isinstance(values, list) else None)[rows] for name, values in columns.items()}


def _add_gpu_trace(result: TimelineTable, named: Columns) -> None:
    """Kernels, copies, page migrations and memsets share the report; the name in brackets tells which."""
    named = _finished("kernels", named)
    result.devices, named["device"] = _devices(named.get("device", [""] * len(named["name"])))
    if _starts_are_rounded(named):
        result.warnings.append("the trace rounds start times so that events of one stream begin together: it is left out, summaries are not")
        return
    names = np.array(named["name"], dtype=object)
    named["direction"] = [direction(name) if name.startswith("[") else "" for name in names]
    for column in ("source_kind", "destination_kind"):
        named[column] = [kind.strip().lower() for kind in named.get(column, [""] * len(names))]
    memory = np.array([name.startswith("[CUDA ") for name in names], dtype=bool)
    unified = memory & np.array(["Unified" in name for name in names], dtype=bool)
    memset = memory & np.array(["memset" in name.lower() for name in names], dtype=bool)
    for key, rows in (("kernels", ~memory), ("memcopies", memory & ~memset & ~unified), ("memsets", memset), ("migrations", unified & ~memset)):
        result.add(key, _rows(named, rows))


def _starts_are_rounded(named: Columns) -> bool:
    """Whether many events begin when another of their stream does, which no stream can do: some versions print whole seconds."""
    streams = {name: named[name] for name in ("device", "context", "stream", "process", "start_ns") if name in named}
    events = pd.DataFrame(streams)[pd.Series(named["end_ns"]) > pd.Series(named["start_ns"])]
    return bool(len(events)) and bool(events.duplicated().mean() > _TOGETHER)


def _devices(cells: Sequence[str]) -> tuple[dict[int, TracedGpu], list[int]]:
    """``NVIDIA A10G (0)`` is device 0; devices that are printed without a number are numbered in order of appearance."""
    known: dict[str, int] = {}
    for cell in dict.fromkeys(cells):
        match = _DEVICE.search(cell)
        known[cell] = int(match[1]) if match else len(known)
    devices = {index: TracedGpu(index, _DEVICE.sub("", cell).strip()) for cell, index in known.items() if cell}
    return devices, [known[cell] for cell in cells]


def _add_gpu_summary(result: TimelineTable, named: Columns) -> None:
    """The combined summary, and the parts of it that have a frame of their own."""
    result.add("gpu_summary", named)
    named = {str(name): column for name, column in result.frames["gpu_summary"].items()}
    category = np.array([str(c).upper() for c in named["category"]], dtype=object)
    kernels, memory, calls = category == "CUDA_KERNEL", category == "MEMORY_OPER", category == "CUDA_API"
    result.add("kernel_summary", {k: v for k, v in _rows(named, kernels).items() if k != "share_pct"})
    operations = _rows({**named, "operation": named["name"], "count": named["instances"]}, memory)
    result.add("memory_time_summary", _finished("memory_time_summary", operations))
    if calls.any():
        result.add("api_summary", _finished("api_summary", _rows({**named, "calls": named["instances"]}, calls)))


def _add_gui_events(result: TimelineTable, named: Columns) -> None:
    """The events view of the GUI rounds starts to tens of microseconds, so it can be summed by name but not laid out in time."""
    found = [_QUANTITY.match(str(cell)) for cell in named["duration"]]
    sample = [(match[1], f"{match[2] or ''}s") for match in found if match]
    marks = decide(result.path, sample) if any("," in number for number, _ in sample) else POINT
    durations = pd.Series([_quantity(match, marks) for match in found])
    on_gpu = np.array([cell.strip().upper().startswith("GPU") for cell in named["gpu"]], dtype=bool)
    memory = np.array([bool(re.match(r"\[?(?:CUDA )?mem(?:cpy|set)", name, re.IGNORECASE)) for name in named["name"]], dtype=bool)
    for key, rows, column, count in (
        ("kernel_summary", on_gpu & ~memory, "name", "instances"),
        ("memory_time_summary", on_gpu & memory, "operation", "count"),
    ):
        groups = durations[rows].groupby(pd.Series(named["name"], dtype=object)[rows], sort=False)
        columns = {column: list(groups.groups), count: groups.size().tolist(), "total_ns": groups.sum().tolist(), "avg_ns": groups.mean().tolist()}
        columns |= {"med_ns": groups.median().tolist(), "min_ns": groups.min().tolist(), "max_ns": groups.max().tolist()}
        columns |= {"stddev_ns": groups.std().tolist()}
        result.add(key, _finished(key, columns))
    result.warnings.append("the GUI's events view rounds start times: kernels are summed, gaps and overlaps are not evaluated")


def _quantity(match: re.Match[str] | None, marks: Separators) -> float:
    """``2.144 μs`` in nanoseconds; NaN for what is no time."""
    if not match:
        return float("nan")
    try:
        return round(float(marks.to_point(match[1]).replace(",", "")) * scale(f"{match[2] or ''}s"), 3)
    except ValueError:
        return float("nan")
