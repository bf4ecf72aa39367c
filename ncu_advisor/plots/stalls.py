"""Where a warp's cycles go: for the kernels that take most of the run, the reasons why its warps wait, as shares of its cycles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ncu_advisor.errors import AdvisorError
from ncu_advisor.plots import _style
from ncu_advisor.presentation import digest, wording
from ncu_advisor.presentation.roofs import share
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ncu_advisor.plots import Options
    from ncu_advisor.report import Diagnosis, Report

NAME = "stalls"

_KERNELS, _NAME = 16, 34
_WRITTEN = 0.09  # of the bar: narrower parts have no room for their words
_OTHER = "other"
_DARK = frozenset({"#0072b2", "#009e73", "#d55e00"})  # on which text is white


def draw(report: Report, figure: Figure, options: Options) -> None:
    """Raises AdvisorError where no launch has stall reasons."""
    groups = sorted((g for g in digest.groups(report) if shares(g.lead)), key=lambda g: (-share(g), -g.duration_ns, g.lead.id))
    if not groups:
        raise AdvisorError("stalls", "the profile has no launch with stall reasons", "profile with `ncu --section WarpStateStats` or `--set full`")
    axes = figure.add_subplot()
    shown = groups[:_KERNELS]
    parts = [shares(group.lead) for group in shown]
    reasons = _reasons(shown, parts)
    _bars(axes, parts, reasons)
    _style.lane_axes(axes, [_label(group) for group in shown])
    more = f", the {len(shown)} of {len(groups)} kernels with most time" if len(groups) > len(shown) else ""
    axes.set_title(f"Where a warp's cycles go{more}")
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    axes.set_xlabel("of the cycles between two instructions of a warp; beside names the share of the run", loc="right")
    figure.legend(
        loc="outside lower left", ncols=len(reasons), handlelength=1.0, handleheight=1.0, columnspacing=1.2, handletextpad=0.4, fontsize=8.5
    )


def shares(kernel: Diagnosis) -> dict[str, float]:
    """Reason -> fraction of a warp's cycles between two issues, what remains as "other"; {} where not collected."""
    cycles = {
        name.removeprefix("stall_").replace("_", " "): value for name, value in kernel.metrics.items() if name.startswith("stall_") and value > 0
    }
    known = math.fsum(cycles.values())
    total = max(kernel.metrics.get("warp_latency", 0.0), known)
    if not total > 0:
        return {}
    rest = {_OTHER: (total - known) / total} if total - known > 1e-9 * total else {}
    return {name: value / total for name, value in cycles.items()} | rest


def _reasons(groups: Sequence[digest.Group], parts: Sequence[Mapping[str, float]]) -> list[str]:
    """The reasons with a colour of their own, those that cost the run most first, and "other"."""
    cost: dict[str, float] = {}
    for group, part in zip(groups, parts, strict=True):
        for reason, value in part.items():
            cost[reason] = cost.get(reason, 0.0) + value * (share(group) + 1e-6)
    own = sorted((reason for reason in cost if reason != _OTHER), key=lambda reason: (-cost[reason], reason))
    return [*own[: len(_style.CATEGORIES)], *([_OTHER] if len(own) > len(_style.CATEGORIES) or _OTHER in cost else [])]


def _bars(axes: Axes, parts: Sequence[Mapping[str, float]], reasons: Sequence[str]) -> None:
    left = [0.0] * len(parts)
    for index, reason in enumerate(reasons):
        values = [_part(part, reason, reasons) for part in parts]
        colour = _style.REST if reason == _OTHER else _style.CATEGORIES[index]
        axes.barh(range(len(parts)), values, left=left, height=0.72, color=colour, edgecolor="white", linewidth=0.8, label=reason)
        for row, value in enumerate(values):
            if value >= _WRITTEN:
                words = wording.fraction(value)
                axes.text(left[row] + value / 2, row, words, ha="center", va="center", fontsize=8, color="white" if colour in _DARK else _style.INK)
        left = [start + value for start, value in zip(left, values, strict=True)]


def _part(part: Mapping[str, float], reason: str, reasons: Sequence[str]) -> float:
    """The share of ``reason``; of "other", whatever has no colour of its own."""
    if reason != _OTHER:
        return part.get(reason, 0.0)
    return max(0.0, 1.0 - math.fsum(part.get(name, 0.0) for name in reasons if name != _OTHER))


def _label(group: digest.Group) -> str:
    times = f" ×{group.count}" if group.count > 1 else ""
    return f"{elide(wording.title(group.lead), _NAME)}{times}\u2002{wording.fraction(group.share_of_time)}"
