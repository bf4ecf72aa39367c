"""The reports of ``nsys stats`` by what their headers say: names of reports changed twice, files are renamed, headers tell.

Not a reader: what the CSV and the text reader share. The frames that a report becomes are built in ``nsys_frames``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.source import Source
from ncu_advisor.units import scale

_STATISTICS = {"avg": "avg_ns", "med": "med_ns", "min": "min_ns", "max": "max_ns", "stddev": "stddev_ns"}
_TIMES = {"time": "share_pct", "total time": "total_ns", **_STATISTICS}
_SIZES = {"total": "total_bytes", **{label: column.replace("_ns", "_bytes") for label, column in _STATISTICS.items()}}
_EXEC = {"t": "total", "a": "api", "q": "queue", "k": "kernel"}
_THREAD = {"pid": "process", "tid": "thread"}
_SHAPES = {"gridxyz": "grid", "blockxyz": "block"}
_INSTANCES = {**_TIMES, "instances": "instances"}
_OPERATION = {"count": "count", "operations": "count", "operation": "operation", "name": "operation"}


@dataclass(frozen=True)
class Report:
    """One report of ``nsys stats``: ``needs`` are labels that only it has together, ``columns`` maps labels to frame columns."""

    name: str
    frame: str
    needs: frozenset[str]
    columns: Mapping[str, str] = field(default_factory=dict)
    lacks: frozenset[str] = frozenset()


def _report(name: str, frame: str, needs: str, columns: Mapping[str, str], lacks: str = "") -> Report:
    return Report(name, frame, frozenset(needs.split("|")), columns, frozenset(lacks.split("|")) - {""})


# The first whose labels are all there wins, so the more particular ones come first.
REPORTS = (
    _report(
        "cuda_kern_exec_trace", "kern_exec", "api start|kernel start|kernel name",
        {
            "api start": "api_start_ns", "api dur": "api_ns", "queue start": "queue_start_ns", "queue dur": "queue_ns",
            "kernel start": "kernel_start_ns", "kernel dur": "kernel_ns", "total dur": "total_ns", "devid": "device",
            "api function": "call", "api name": "call", "kernel name": "name", **_SHAPES, **_THREAD,
        },
    ),
    _report(
        "cuda_kern_exec_sum", "kern_exec_summary", "count|qcount|kernel name",
        {
            "devid": "device", "count": "count", "qcount": "queued_count", "api name": "call", "kernel name": "name", **_THREAD,
            **{f"{letter}{label}": f"{part}_{column}" for letter, part in _EXEC.items() for label, column in _STATISTICS.items()},
        },
    ),
    _report(
        "cuda_gpu_trace", "kernels", "start|duration|corrid|strm|name",
        {
            "start": "start_ns", "duration": "duration_ns", "corrid": "correlation_id", "grdx": "grid_x", "grdy": "grid_y", "grdz": "grid_z",
            "blkx": "block_x", "blky": "block_y", "blkz": "block_z", "reg/trd": "registers", "stcsmem": "static_shared_bytes",
            "dymsmem": "dynamic_shared_bytes", "bytes": "bytes", "srcmemkd": "source_kind", "dstmemkd": "destination_kind",
            "device": "device", "ctx": "context", "strm": "stream", "name": "name",
        },
    ),
    _report(
        "cuda_api_trace", "api", "start|duration|name|corrid",
        {"start": "start_ns", "duration": "duration_ns", "name": "name", "corrid": "correlation_id", **_THREAD},
    ),
    _report("nvtx_pushpop_trace", "nvtx", "start|end|durchild|name", {"start": "start_ns", "end": "end_ns", "name": "name", **_THREAD}),
    _report(
        "nvtx_kern_sum", "nvtx_kernel_summary", "nvtx range|kern inst|kernel name",
        {
            **_TIMES, **_THREAD, "nvtx range": "range", "style": "style", "nvtx inst": "range_instances", "kern inst": "instances",
            "kernel name": "name",
        },
    ),
    _report(
        "nvtx_gpu_proj_sum", "nvtx_gpu_summary", "range|total proj time",
        {
            "range": "name", "style": "style", "total proj time": "projected_ns", "total range time": "total_ns", "range instances": "instances",
            "total gpu ops": "gpu_operations", **{f"proj {label}": column for label, column in _STATISTICS.items()},
        },
    ),
    _report(
        "um_total_sum", "unified_memory_summary", "total htod migration size|total dtoh migration size",
        {
            "total htod migration size": "to_device_bytes", "total dtoh migration size": "to_host_bytes", "total cpu page faults": "cpu_faults",
            "total gpu pagefaults": "gpu_faults", "total gpu page faults": "gpu_faults",
        },
    ),
    _report("cuda_gpu_sum", "gpu_summary", "total time|instances|category|operation", {**_INSTANCES, "category": "category", "operation": "name"}),
    _report("nvtx_pushpop_sum", "nvtx_summary", "total time|instances|range", {**_INSTANCES, "style": "style", "range": "name"}),
    _report("cuda_gpu_mem_time_sum", "memory_time_summary", "total time|count|operation", {**_TIMES, **_OPERATION}),
    _report("cuda_gpu_mem_time_sum", "memory_time_summary", "total time|operations|operation", {**_TIMES, **_OPERATION}),
    _report("cuda_gpu_mem_time_sum", "memory_time_summary", "total time|operations|name", {**_TIMES, **_OPERATION}),
    _report("cuda_gpu_mem_size_sum", "memory_size_summary", "total|count|operation", {**_SIZES, **_OPERATION}),
    _report("cuda_gpu_mem_size_sum", "memory_size_summary", "total|operations|operation", {**_SIZES, **_OPERATION}),
    _report("cuda_gpu_mem_size_sum", "memory_size_summary", "total|operations|name", {**_SIZES, **_OPERATION}),
    _report("cuda_gpu_kern_sum", "kernel_summary", "total time|instances|name", {**_INSTANCES, **_SHAPES, "name": "name"}, lacks="source"),
    _report("cuda_api_sum", "api_summary", "total time|num calls|name", {**_TIMES, "num calls": "calls", "name": "name"}),
    _report("gui-events", "gui_events", "name|start|duration|gpu", {"name": "name", "duration": "duration", "gpu": "gpu"}),
)  # fmt: skip

# Names until 2022, and later ones that share a header with another report.
ALIASES = {
    "gpukernsum": "cuda_gpu_kern_sum", "gputrace": "cuda_gpu_trace", "cudaapisum": "cuda_api_sum", "cudaapitrace": "cuda_api_trace",
    "gpumemtimesum": "cuda_gpu_mem_time_sum", "gpumemsizesum": "cuda_gpu_mem_size_sum", "gpusum": "cuda_gpu_sum", "apigpusum": "cuda_api_gpu_sum",
    "kernexecsum": "cuda_kern_exec_sum", "kernexectrace": "cuda_kern_exec_trace", "nvtxsum": "nvtx_sum", "nvtxppsum": "nvtx_pushpop_sum",
    "nvtxpptrace": "nvtx_pushpop_trace", "nvtxssesum": "nvtx_startend_sum", "nvtxkernsum": "nvtx_kern_sum", "nvtxgpuproj": "nvtx_gpu_proj_sum",
    "osrtsum": "osrt_sum", "unifiedmemorytotals": "um_total_sum",
}  # fmt: skip
_VARIANTS = {"cuda_gpu_kern_gb_sum", "cuda_api_gpu_sum", "nvtx_sum", "nvtx_startend_sum", "osrt_sum"}
NAMES = frozenset({report.name for report in REPORTS} | _VARIANTS)

_SYNONYMS = {"average": "avg", "minimum": "min", "maximum": "max", "median": "med", "std dev": "stddev", "calls": "num calls"}
_LABEL = re.compile(r"\s*(?P<label>[^()]*?)\s*(?:\((?P<unit>[^()]*)\))?\s*\Z")
_HINTS = (
    re.compile(r"Processing \[.{0,4000}\] with \[(?:[^\]]*[/\\])?(\w+)"),
    re.compile(r"Executing '(\w+)[^']*' stats report"),
    re.compile(r"\*\* .{0,200}\((\w+)[^()]*\):?\s*\Z"),
)
_TITLE_UNIT = re.compile(r"Statistics \((?:by size in )?([KMG]i?B|bytes)\):?\s*\Z")


@dataclass(frozen=True)
class Header:
    """A recognised header line: its report and, cell by cell, label and factor to base units."""

    report: Report
    labels: tuple[str, ...]
    factors: tuple[float, ...]


def header(cells: Sequence[str], title_unit: str = "") -> Header | None:
    """What report ``cells`` begin, None where none. ``title_unit`` is the unit that a table of 2019 to 2021 has in its title."""
    labels, units = [], []
    for cell in cells:
        match = _LABEL.match(cell.lower()) if len(cell) < 200 else None
        label = match["label"] if match else cell
        labels.append(_SYNONYMS.get(label, label))
        units.append(_LABEL.match(cell)["unit"] or "" if match else "")  # type: ignore[index]  # the lower-case cell matched
    known = set(labels)
    for report in REPORTS:
        if report.needs <= known and not report.lacks & known:
            return Header(report, tuple(labels), tuple(_factors(report, labels, units, title_unit)))
    return None


def _factors(report: Report, labels: Sequence[str], units: Sequence[str], title_unit: str) -> list[float]:
    # Sizes came without a unit of their own only in the generation that said "Operations" and meant KiB.
    sizes = title_unit or ("KiB" if "operations" in labels else "MB")
    factors = []
    for label, unit in zip(labels, units, strict=True):
        column = report.columns.get(label, "")
        factors.append(scale(unit) if unit else scale(sizes) if column.endswith("_bytes") else 1.0)
    return factors


def hint(line: str) -> str | None:
    """The report that a line of the preamble announces, by its newest name."""
    for pattern in _HINTS:
        if match := pattern.search(line):
            return ALIASES.get(match[1], match[1])
    return None


def title_unit(line: str) -> str | None:
    """The unit of sizes that the title of an old text table names."""
    match = _TITLE_UNIT.search(line)
    return match[1] if match else None


def lines(source: Source) -> Iterator[str]:
    """The lines of an input with their ends. Raises UnreadableInput at one that is too long to be of a report."""
    most = source.limits.max_line
    with source.text() as stream:
        while line := stream.readline(most):
            if len(line) == most:
                raise UnreadableInput(source.path, f"it has a line of more than {most:,} characters", "export it again, it is damaged")
            yield line
