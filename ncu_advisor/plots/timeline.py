"""What ran when, a lane for each kernel: over the time of a traced run, or over the launches of a profile, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator

from ncu_advisor.errors import AdvisorError
from ncu_advisor.plots import _style
from ncu_advisor.presentation import digest, run_digest, wording
from ncu_advisor.text import elide, xml_line
from ncu_advisor.traces import run_activity

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ncu_advisor.plots import Options
    from ncu_advisor.report import Diagnosis, Report

NAME = "timeline"

_BINS = 1000
_KERNELS, _NAME = 14, 34
_OTHERS = "other kernels"
_DARKNESS = (0.0, 0.35, 0.55, 0.78, 1.0)  # by quarters of full use; as the page has them
_SCALES = ((1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"))


@dataclass(frozen=True)
class Lane:
    name: str
    bound: str
    share: float  # of the time of all lanes' kernels; NaN where it is not one kernel's
    busy: Sequence[float]  # 0 to 1, of each bin


def draw(report: Report, figure: Figure, options: Options) -> None:
    """Raises AdvisorError where neither a trace nor a duration tells when anything ran."""
    span = run_digest.span_ns(report)
    traced = not math.isnan(span)
    lanes = _of_run(report) if traced else _of_launches(report.kernels)
    if not lanes:
        raise AdvisorError("timeline", "no launch has a duration", "profile with the metric gpu__time_duration.sum, or add a trace of the run")
    span = span if traced else math.fsum(_known(report.kernels))
    axes = figure.add_subplot()
    for row, lane in enumerate(lanes):
        _lane(axes, row, lane)
    _style.lane_axes(axes, [_label(lane) for lane in lanes])
    axes.set_title(xml_line(f"{'What ran when' if traced else 'Launches in order'}, {report.device.get('name') or 'unknown device'}"))
    _time_axis(axes, span, len(lanes[0].busy))
    where = "time of the run" if traced else "time of all launches, one after the other"
    axes.set_xlabel(f"{where}; beside names the share of {'kernel time' if traced else 'it'}", loc="right")
    _legend(figure, [lane.bound for lane in lanes])


def _of_run(report: Report) -> list[Lane]:
    rows = [row for row in run_digest.rows(report) if row.busy_pct]
    return [Lane(row.name, row.bound or "unknown", row.share_pct / 100, [busy / 100 for busy in row.busy_pct]) for row in rows]


def _known(kernels: Sequence[Diagnosis]) -> list[float]:
    return [k.duration_ns for k in kernels if k.duration_ns > 0]


def _of_launches(kernels: Sequence[Diagnosis]) -> list[Lane]:
    """Launches back to back; kernels with little time share the last lane."""
    timed = [k for k in kernels if k.duration_ns > 0]
    ends = np.cumsum([k.duration_ns for k in timed])
    edges = np.linspace(0.0, float(ends[-1]) if timed else 0.0, _BINS + 1)
    total: dict[str, float] = {}
    for kernel in timed:
        total[wording.title(kernel)] = total.get(wording.title(kernel), 0.0) + kernel.duration_ns
    longest = sorted(total, key=lambda name: -total[name])
    own = longest if len(longest) <= _KERNELS else longest[: _KERNELS - 1]
    lanes = []
    # In the order in which kernels first run, lanes read as a staircase.
    for name in [*(name for name in total if name in own), *([_OTHERS] if len(own) < len(longest) else [])]:
        mine = np.array([(wording.title(k) if wording.title(k) in own else _OTHERS) == name for k in timed])
        starts = np.concatenate(([0.0], ends[:-1]))[mine]
        busy = np.clip(run_activity.within(starts, ends[mine], edges) / edges[1], 0.0, 1.0)
        share = float((ends[mine] - starts).sum() / ends[-1])
        lanes.append(Lane(name, _bound([k for k, chosen in zip(timed, mine, strict=True) if chosen]), share, [float(part) for part in busy]))
    return lanes


def _bound(kernels: Sequence[Diagnosis]) -> str:
    """What binds most of the time of ``kernels``."""
    spent: dict[str, float] = {}
    for kernel in kernels:
        spent[kernel.bound] = spent.get(kernel.bound, 0.0) + kernel.duration_ns
    bound = max(spent, key=lambda name: spent[name])
    return bound if bound in _style.BOUND_COLOUR else "unknown"


def _lane(axes: Axes, row: int, lane: Lane) -> None:
    """A track, and on it what ran: neighbouring bins with the same quarter of full use are one rectangle."""
    levels = [0 if busy < 1e-6 else min(4, 1 + int(4 * busy)) for busy in lane.busy]
    axes.add_patch(Rectangle((0, row - 0.34), len(levels), 0.68, color=_style.TRACK, linewidth=0))
    start = 0
    for at in range(1, len(levels) + 1):
        if at == len(levels) or levels[at] != levels[start]:
            if levels[start]:
                colour = _style.BOUND_COLOUR.get(lane.bound, _style.BOUND_COLOUR["unknown"])
                axes.add_patch(Rectangle((start, row - 0.34), at - start, 0.68, color=colour, alpha=_DARKNESS[levels[start]], linewidth=0))
            start = at


def _label(lane: Lane) -> str:
    return elide(lane.name, _NAME) + ("" if math.isnan(lane.share) else f"\u2002{wording.fraction(lane.share)}")


def _time_axis(axes: Axes, span: float, bins: int) -> None:
    factor, unit = next((entry for entry in _SCALES if span >= entry[0]), _SCALES[-1])
    ticks = [float(tick) for tick in MaxNLocator(7).tick_values(0, span / factor) if 0 <= tick <= span / factor]
    axes.set_xlim(0, bins)
    axes.set_xticks([tick * factor / span * bins for tick in ticks], [f"{tick:g} {unit}" for tick in ticks])
    axes.spines["bottom"].set_visible(False)


def _legend(figure: Figure, bounds: Sequence[str]) -> None:
    known = [bound for bound in digest.BOUNDS if bound in bounds]
    if known == ["unknown"]:
        return
    words = {bound: f"{bound} bound" if bound != "unknown" else "not known, or not profiled" for bound in known}
    handles = [Patch(color=_style.BOUND_COLOUR[bound], label=words[bound]) for bound in known]
    _style.legend(figure, handles)
