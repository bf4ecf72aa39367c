"""What several outputs say of a traced run: ``Report.timeline`` in sentences and rows. Empty where no trace was read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ncu_advisor import units
from ncu_advisor.presentation import run_window, wording
from ncu_advisor.presentation.run_window import code
from ncu_advisor.report import Diagnosis, Report
from ncu_advisor.text import one_line

_NAMED = 3  # kernels that a sentence names
_TOP = 5  # kernels that a summary lists
OTHERS = "other kernels"
_COUNTS = 0.1  # share of the busy time from which copies are worth a word
_NOTHING = 1e-9  # of all kernel time: what sums leave over by rounding


@dataclass(frozen=True)
class Row:
    """A kernel of the run, or what it shares a lane with; NaN where not known.

    ``launch`` is the id of a profiled launch of it, -1 where there is none; ``bound`` is that launch's, "" where there is none.
    ``busy_pct`` says what share of each bin of the run it ran, () where no trace told.
    """

    name: str
    instances: float
    total_ns: float
    share_pct: float
    launch: int
    bound: str
    busy_pct: tuple[int, ...]


@dataclass(frozen=True)
class Duration:
    """A kernel's mean duration under ncu and in the run, ns; ``ratio`` of the first to the second."""

    name: str
    ncu_ns: float
    nsys_ns: float
    ratio: float


@dataclass(frozen=True)
class Table:
    """A table that is no table of kernels: its title, head and rows, and what cannot be said from it."""

    title: str
    head: tuple[str, str, str, str]
    rows: tuple[tuple[str, str, str, str], ...]
    note: str


@dataclass(frozen=True)
class _Sum:
    """How a summary of the run is called in sentences and in its table, and what it does not tell."""

    what: str
    head: str
    number: str
    note: str


_SUMS = {
    "calls": _Sum(
        "CUDA calls",
        "CUDA call",
        "Calls",
        "Whether the GPU worked meanwhile, and so whether a call cost anything, only a trace of the GPU tells.",
    ),
    "system_calls": _Sum(
        "operating system calls",
        "System call",
        "Calls",
        "These are summed over all threads, most of which wait by design: what kept the GPU waiting they do not tell.",
    ),
    "copies": _Sum(
        "times of copies and memsets",
        "Operation",
        "Number",
        "Whether kernels ran beside them, or the host waited for them, only a trace of the GPU tells.",
    ),
    "copied_bytes": _Sum("bytes of copies and memsets", "Operation", "Number", "How long they took, the report cuda_gpu_mem_time_sum tells."),
    "ranges": _Sum(
        "NVTX ranges",
        "NVTX range",
        "Times",
        "This is the host's time, and ranges in each other count in each: when the GPU did what they launched, nvtx_gpu_proj_sum or a trace tells.",
    ),
    "kernels_by_range": _Sum(
        "kernels by NVTX range", "NVTX range / kernel", "Launches", "A kernel launched in ranges that lie in each other may count in each of them."
    ),
    "ranges_on_gpu": _Sum(
        "NVTX ranges as the GPU saw them",
        "NVTX range",
        "Times",
        "From the first to the last operation that each launched, idle time included; ranges in each other count in each.",
    ),
}


def words(report: Report) -> str:
    """``"A run of 581 ms in which the GPU was busy for 31%"``, and of what else the export holds where it has no kernels."""
    timeline = report.timeline
    span, busy = timeline.get("span_ns"), timeline.get("gpu_busy_ns")
    kernel_ns, copy_ns = timeline.get("kernel_ns"), _known(timeline.get("copy_ns"))
    copying = f"{units.words(copy_ns, 'ns')} of copies and memsets" if copy_ns > 0 else ""
    if not span or busy is None:
        if not kernel_ns:
            held = [_SUMS[str(table["of"])].what for table in timeline.get("sums", [])]
            return f"No list of kernels, but {_and(held)}" if held else ""
        return f"A run with {units.words(kernel_ns, 'ns')} of kernels{f' and {copying}' if copying else ''}"
    said = _busy(timeline, span, busy)
    if not kernel_ns and not timeline.get("graph_ns"):
        return f"{said} and ran no kernel"
    # Of kernels alone the table tells; what else ran is said where it counts.
    return f"{said}, {copying} among that" if copy_ns > _COUNTS * busy else said


def _busy(timeline: Mapping[str, Any], span: float, busy: float) -> str:
    """Of several GPUs each is held against the whole run: its own first and last operation leave out what it waited for the others."""
    each = [float(gpu["busy_ns"]) for gpu in _devices(timeline)]
    if len(each) < 2:
        return f"A run of {units.words(span, 'ns')} in which the GPU was busy for {wording.fraction(busy / span)}"
    run_ns = float(timeline.get("run_ns") or span / len(each))
    low, high = (wording.fraction(some(each) / run_ns) for some in (min, max))
    return f"A run of {units.words(run_ns, 'ns')} in which {len(each)} GPUs were busy for {f'{low} each' if low == high else f'{low} to {high}'}"


def facts(report: Report) -> list[str]:
    """What a reader has to know of the run, a sentence each; nothing that ``digest.summary`` says already."""
    timeline = report.timeline
    if not words(report):
        return []
    name = one_line(str(timeline.get("run") or ""))
    said = [f"{words(report)}{f' ({name})' if name else ''}."] if report.kernels else []
    if (runs := len(timeline.get("runs", []))) > 1:
        which = "holds most of the launches" if report.kernels else "has most kernel time"
        said.append(f"Of {runs} runs in what was read it is the one that {which}; the others' kernels are not listed.")
    if idle := _idle_beside_others(timeline):
        said.append(idle)
    said += run_window.sentences(timeline)
    if timeline.get("copies_in_turn"):
        said.append(
            "No stream was made and every copy is synchronous: kernels and copies of a host thread took turns, and nothing hides the time of "
            "the copies, unless several threads or processes share the GPU."
        )
    if graph_ns := timeline.get("graph_ns"):
        said.append(f"CUDA graphs took {units.words(graph_ns, 'ns')}; which kernels ran in them, `nsys profile --cuda-graph-trace=node` tells.")
    if graphs := int(timeline.get("graph_launches") or 0):
        launched = wording.counted(graphs, "launch of a CUDA graph is", "launches of CUDA graphs are")
        said.append(f"{launched} not in these sums: the kernels in graphs are listed after `nsys profile --cuda-graph-trace=node`.")
    if missing := timeline.get("not_profiled"):
        said.append(f"Not profiled: {_named(missing)}.")
    if absent := int(timeline.get("launches_not_in_run") or 0):
        said.append(f"{wording.counted(absent, 'launch', 'launches')} of the profile {'does' if absent == 1 else 'do'} not occur in the run.")
    if note := timeline.get("note"):
        said.append(one_line(str(note)))
    return said


def _idle_beside_others(timeline: Mapping[str, Any]) -> str:
    """The GPUs that had nothing to do for a good part of the run while another had, the idlest first."""
    worked, run_ns = _known(timeline.get("any_busy_ns")), _known(timeline.get("run_ns"))
    idle = sorted((float(gpu["busy_ns"]) - worked, int(gpu["device"])) for gpu in _devices(timeline))
    listed = [f"GPU {device} ran nothing for {units.words(-ns, 'ns')}" for ns, device in idle if -ns > _COUNTS * run_ns]
    more = [f"{len(listed) - _NAMED} more for less"] if len(listed) > _NAMED else []
    return f"While another GPU worked, {_and([*listed[:_NAMED], *more])}." if listed else ""


def rows(report: Report) -> list[Row]:
    """The kernels that take most of the run, then the lanes of everything else that ran."""
    profiled: dict[str, Diagnosis] = {}
    for kernel in report.kernels:
        if kernel.run is not None:
            profiled.setdefault(wording.title(kernel), kernel)
    lanes = {one_line(str(lane["name"])): lane for lane in report.timeline.get("activity", {}).get("lanes", [])}
    found = []
    for kernel in report.timeline.get("top_kernels", []):
        name = one_line(str(kernel["name"]))
        launch, busy = profiled.get(name), tuple(lanes.pop(name, {}).get("busy_pct", ()))
        place = (launch.id, launch.bound) if launch else (-1, "")
        found.append(Row(name, float(kernel["instances"]), float(kernel["total_ns"]), float(kernel["share_pct"]), *place, busy))
    rest = [Row(name, math.nan, float(lane["total_ns"]), math.nan, -1, "", tuple(lane["busy_pct"])) for name, lane in lanes.items()]
    return found + rest


def top(report: Report) -> list[Row]:
    """For a report of a trace alone, which has no table of launches: the kernels that took most of the run, and what all others took."""
    if report.kernels or not report.timeline.get("kernel_ns"):
        return []
    found = [row for row in rows(report) if not math.isnan(row.share_pct)][:_TOP]
    kernel_ns = float(report.timeline["kernel_ns"])
    rest = kernel_ns - math.fsum(row.total_ns for row in found)
    if found and rest > _NOTHING * kernel_ns:
        found.append(Row(OTHERS, math.nan, rest, 100.0 * rest / kernel_ns, -1, "", ()))
    return found


def tables(report: Report, whole: bool = False) -> list[Table]:
    """What an export holds beside kernels, and what cannot be said from it; where it has kernels only if ``whole`` is asked for."""
    timeline = report.timeline
    if not whole and (report.kernels or timeline.get("kernel_ns")):
        return []
    found = []
    for table in timeline.get("sums", []):
        known = _SUMS[str(table["of"])]
        cells = []
        for row in table["rows"][:_TOP]:
            share = _known(row["share_pct"])
            total = units.words(float(row["total"]), str(table["unit"]))
            cells.append(
                (one_line(str(row["name"])), wording.launches(_known(row["count"])), total, f"{units.percent(share)}%" if share >= 0 else "–")
            )
        more = int(table.get("names", 0)) - len(cells)
        held = {str(other["of"]) for other in timeline["sums"]}
        note = "" if str(table["of"]) == "copied_bytes" and "copies" in held else known.note
        head = (known.head, known.number, "Bytes" if table["unit"] == "byte" else "Time", "Share")
        found.append(Table(wording.sentence(known.what), head, tuple(cells), f"{f'{more:,} more. ' if more > 0 else ''}{note}".strip()))
    return found


def span_ns(report: Report) -> float:
    """How long the picture of the run is; NaN where there is none."""
    activity = report.timeline.get("activity")
    if not activity or not activity["lanes"]:
        return math.nan
    return float(activity["bin_ns"]) * len(activity["lanes"][0]["busy_pct"])


def durations(report: Report) -> list[Duration]:
    """Kernels whose duration under ncu and in the run are known, the most different first."""
    return [
        Duration(one_line(str(d["kernel"])), float(d["ncu_ns"]), float(d["nsys_ns"]), float(d["ratio"])) for d in report.timeline.get("durations", [])
    ]


def _known(value: Any) -> float:
    """A number of the report; NaN, which JSON writes as null, where it is not known."""
    return math.nan if value is None else float(value)


def _and(parts: Sequence[str]) -> str:
    return " and ".join([*([", ".join(parts[:-1])] if len(parts) > 1 else []), *parts[-1:]])


def _devices(timeline: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The GPUs that the run worked on; none where only sums were exported."""
    return next((run["devices"] for run in timeline.get("runs", []) if run["name"] == timeline.get("run")), ())


def _named(kernels: Sequence[Mapping[str, Any]]) -> str:
    listed = [f"{code(k['name'])} ({units.percent(float(k['share_pct']))}%)" for k in kernels]
    more = len(listed) - _NAMED
    return ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
