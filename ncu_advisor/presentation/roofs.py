"""The lines and points of a report's roofline, in base units: what the page and the static picture draw, each in its own way."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ncu_advisor.presentation.digest import Group
from ncu_advisor.report import Report, RoofPoint

LEVELS = ("dram", "l2", "l1")
# More points than this cover each other; those with most time are drawn, and the page says so.
MOST = 150


@dataclass(frozen=True)
class Roofs:
    """``bandwidth`` in bytes per second by level, ``peak`` in operations per second by path; ``points`` of each group's lead."""

    bandwidth: dict[str, float]
    peak: dict[str, float]
    points: tuple[tuple[Group, RoofPoint], ...]
    left_out: int  # groups


def roofs(report: Report, groups: Sequence[Group]) -> Roofs | None:
    """One launch a group, groups with most time first; None where no launch has a point."""
    leads = sorted((g for g in groups if any(_drawable(p) for p in g.lead.roofline)), key=lambda g: (-share(g), -g.duration_ns, g.lead.id))
    points = tuple((group, point) for group in leads[:MOST] for point in group.lead.roofline if _drawable(point))
    if not points:
        return None
    seen = [point for _, point in points]
    levels = sorted({p.level for p in seen}, key=lambda level: (LEVELS.index(level) if level in LEVELS else len(LEVELS), level))
    paths = sorted({p.path for p in seen})
    return Roofs(
        {level: _bandwidth(report, seen, level) for level in levels}, {path: _peak(report, seen, path) for path in paths}, points, len(leads[MOST:])
    )


def share(group: Group) -> float:
    """The group's share of the run; 0 where it is not known."""
    return 0.0 if math.isnan(group.share_of_time) else min(group.share_of_time, 1.0)


def _drawable(point: RoofPoint) -> bool:
    return all(math.isfinite(value) and value > 0 for value in (point.intensity, point.work_per_second, point.roof_per_second))


def _bandwidth(report: Report, points: Iterable[RoofPoint], level: str) -> float:
    known = report.device.get("peaks", {}).get(f"{level}_bytes_per_second", {}).get("value") or 0.0
    return _highest(known, (p.roof_per_second / p.intensity for p in points if p.level == level))


def _peak(report: Report, points: Iterable[RoofPoint], path: str) -> float:
    peaks = report.device.get("peaks", {})
    known = max((peaks.get(f"{path}_{unit}_per_second", {}).get("value") or 0.0) for unit in ("flop", "op"))
    return _highest(known, (p.roof_per_second for p in points if p.path == path))


def _highest(known: float, seen: Iterable[float]) -> float:
    """The device's figure, unless launches had a roof clearly above it: no point lies above the line that is drawn."""
    highest = max(seen)
    return known if known * 1.02 >= highest else highest
