"""Kernels on their way through the roofline: one arrow a kernel and level, from where its typical launch was to where it is now."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ncu_advisor.outputs import _roofline_chart
from ncu_advisor.presentation.digest import Group

if TYPE_CHECKING:
    from ncu_advisor.outputs._roofline_chart import Chart, Mark, Name
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.report import Diagnosis, Report

_MOST = 40  # kernels; more arrows cross each other
_HEAD = 7.0  # pixels of an arrow's head
_STAYED = 6.0  # pixels that a point must have moved by to get an arrow


@dataclass(frozen=True)
class Arrow:
    """A kernel's ``before`` and ``after`` under a level's roof; ``shaft`` and ``head`` are paths, "" for one that stayed."""

    kernel: int  # place among the kernels given
    before: Mark
    after: Mark
    shaft: str
    head: str


@dataclass(frozen=True)
class Movement:
    """``chart`` has the axes, roofs and levels; its own marks and names are not drawn."""

    chart: Chart
    arrows: tuple[Arrow, ...]
    names: tuple[Name, ...]
    left_out: int


def movement(report: Report | None, changes: Sequence[KernelChange]) -> Movement | None:
    """Under the roofs of the device of ``report``; None where no kernel has a point on both sides."""
    if report is None:
        return None
    longest = max((spent for change in changes for spent in change.total_ns if not math.isnan(spent)), default=0.0)
    pairs = [(place, change) for place, change in enumerate(changes) if all(lead is not None and lead.roofline for lead in change.leads)]
    sides = [_side(change, side, 2 * place + side, longest) for place, change in pairs[:_MOST] for side in (0, 1)]
    chart = _roofline_chart.chart(report, [Group((launch,), launch) for launch in sides])
    if chart is None:
        return None
    arrows = tuple(_arrows(chart.marks))
    names = [name for level in range(len(chart.levels)) for name in _roofline_chart.names(_named(arrows, level), chart.peaks)]
    return Movement(chart, arrows, tuple(names), len(pairs[_MOST:])) if arrows else None


def _side(change: KernelChange, side: int, identity: int, longest: float) -> Diagnosis:
    """The launch of one side, with the points of the data type in which it does most, and a share of time that both sides measure alike."""
    lead = change.leads[side]
    assert lead is not None  # noqa: S101 - chosen by the caller
    path = max(lead.roofline, key=lambda point: point.work_per_second).path
    spent = change.total_ns[side] / longest if longest else 0.0
    return replace(lead, id=identity, share_of_time=spent, roofline=[point for point in lead.roofline if point.path == path])


def _arrows(marks: Iterable[Mark]) -> Iterator[Arrow]:
    found = {(mark.level, mark.launch): mark for mark in marks}
    for (level, identity), before in sorted(found.items()):
        after = found.get((level, identity + 1))
        if identity % 2 == 0 and after is not None:
            yield Arrow(identity // 2, before, after, *_arrow(before, after))


def _arrow(before: Mark, after: Mark) -> tuple[str, str]:
    """Shaft and head, from rim to rim."""
    across, down = after.x - before.x, after.y - before.y
    length = math.hypot(across, down)
    if length - before.radius - after.radius < _STAYED:
        return "", ""
    along, aside = (across / length, down / length), (-down / length, across / length)

    def at(distance: float, side: float = 0.0) -> str:
        return f"{before.x + distance * along[0] + side * aside[0]:.1f} {before.y + distance * along[1] + side * aside[1]:.1f}"

    tip = length - after.radius - 1.5
    foot = tip - _HEAD
    return f"M{at(before.radius)}L{at(foot)}", f"M{at(tip)}L{at(foot, _HEAD / 2)}L{at(foot, -_HEAD / 2)}z"


def _named(arrows: Iterable[Arrow], level: int) -> list[Mark]:
    """The points that a name may stand beside: largest first."""
    return sorted((arrow.after for arrow in arrows if arrow.after.level == level), key=lambda mark: (-mark.radius, mark.launch))
