"""What several outputs say of a traced run: ``Report.timeline`` in sentences and rows. Empty where no trace was read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ncu_advisor import units
from ncu_advisor.presentation import wording
from ncu_advisor.report import Diagnosis, Report
from ncu_advisor.text import elide, one_line

_NAMED = 3  # kernels that a sentence names
_TOP = 5  # kernels that a summary lists
OTHERS = "other kernels"
_NAME = 60
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


def words(report: Report) -> str:
    """``"A run of 581 ms in which the GPU was busy for 31%"``."""
    timeline = report.timeline
    span, busy = timeline.get("span_ns"), timeline.get("gpu_busy_ns")
    if not span or busy is None:
        kernel_ns = timeline.get("kernel_ns")
        return f"A run with {units.words(kernel_ns, 'ns')} of kernels" if kernel_ns else ""
    devices = max(1, _devices(timeline))
    who = "the GPU was" if devices == 1 else f"{devices} GPUs were"
    return f"A run of {units.words(span / devices, 'ns')} in which {who} busy for {wording.fraction(busy / span)}"


def facts(report: Report) -> list[str]:
    """What a reader has to know of the run, a sentence each; nothing that ``digest.summary`` says already."""
    timeline = report.timeline
    if not words(report):
        return []
    name = one_line(str(timeline.get("run") or ""))
    said = [f"{words(report)}{f' ({name})' if name else ''}."] if report.kernels else []
    if missing := timeline.get("not_profiled"):
        said.append(f"Not profiled: {_named(missing)}.")
    if absent := int(timeline.get("launches_not_in_run") or 0):
        said.append(f"{wording.counted(absent, 'launch', 'launches')} of the profile {'does' if absent == 1 else 'do'} not occur in the run.")
    if note := timeline.get("note"):
        said.append(one_line(str(note)))
    return said


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


def _devices(timeline: Mapping[str, Any]) -> int:
    return next((len(run["devices"]) for run in timeline.get("runs", []) if run["name"] == timeline.get("run")), 1)


def _named(kernels: Sequence[Mapping[str, Any]]) -> str:
    names = [elide(one_line(str(k["name"])), _NAME).replace("`", "'") for k in kernels]
    listed = [f"`{name}` ({units.percent(float(k['share_pct']))}%)" for name, k in zip(names, kernels, strict=True)]
    more = len(listed) - _NAMED
    return ", ".join(listed[:_NAMED]) + (f" and {more} more" if more > 0 else "")
