"""The roofline of one memory level: the device's lines, one point per kernel, shape and colour by what binds it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from matplotlib.text import Annotation

from ncu_advisor import units
from ncu_advisor.errors import AdvisorError
from ncu_advisor.plots import _style
from ncu_advisor.presentation import digest, point_names, wording
from ncu_advisor.presentation.roofs import roofs, share
from ncu_advisor.text import elide, xml_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ncu_advisor.plots import Options
    from ncu_advisor.report import Report, RoofPoint

NAME = "roofline"

_NAMES, _NAME = 12, 28
_SLOPE = "slope"  # marks the words of the memory level
_LETTER = 1.05  # how much wider a character is here than on the page, in points against pixels

Case = tuple[digest.Group, "RoofPoint"]


def draw(report: Report, figure: Figure, options: Options) -> None:
    """Points of ``options.level``; raises AdvisorError where there are none."""
    data = roofs(report, digest.groups(report))
    if data is None or options.level not in data.bandwidth:
        has = ", ".join(data.bandwidth) if data else "no level"
        raise AdvisorError(
            "roofline",
            f"the profile has no launch with a point at level {options.level} (it has {has})",
            "profile with `ncu --set roofline` or `--set full`, or choose another --level",
        )
    axes = figure.add_subplot()
    points = [(group, point) for group, point in data.points if point.level == options.level]
    shown = {path: peak for path, peak in data.peak.items() if any(point.path == path for _, point in points)}
    axes.set_title(xml_line(f"Roofline at {wording.label(options.level)}, {wording.device_line(report)}"))
    _axes(axes, points, shown, data.bandwidth[options.level])
    _lines(axes, data.bandwidth[options.level], wording.label(options.level), shown)
    _points(axes, points)
    # Names are placed in points of the finished picture, so its layout comes first.
    figure.draw_without_rendering()
    _tilt(axes, data.bandwidth[options.level])
    _names(axes, points, _ceilings(shown))


def _axes(axes: Axes, points: Sequence[Case], peaks: dict[str, float], bandwidth: float) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    intensity = [p.intensity for _, p in points] + [peak / bandwidth for peak in peaks.values()]
    work = [p.work_per_second for _, p in points] + list(peaks.values())
    axes.set_xlim(*_decades(intensity))
    axes.set_ylim(*_decades(work))
    for axis, unit in ((axes.xaxis, ""), (axes.yaxis, "flop/s")):
        low, high = axis.get_view_interval()
        ticks = [10.0**power for power in range(round(math.log10(low)), round(math.log10(high)) + 1)]
        axis.set_ticks(ticks, [_tick(value, unit) for value in ticks])
        axis.set_ticks([], minor=True)
    axes.grid(visible=True)
    axes.set_axisbelow(True)
    axes.set_xlabel("FLOP per byte moved at the level", loc="right")


def _lines(axes: Axes, bandwidth: float, level: str, peaks: dict[str, float]) -> None:
    low, high = axes.get_xlim()
    ridge = max(peaks.values()) / bandwidth
    axes.plot([low, ridge], [low * bandwidth, ridge * bandwidth], color=_style.INK, linewidth=1.4)
    start = max(low, axes.get_ylim()[0] / bandwidth)
    words = f"{level} {units.words(bandwidth, 'byte/s')}"
    # Kept level until the layout is known: see _tilt.
    axes.annotate(words, (start, start * bandwidth), (0, 0), textcoords="offset points", rotation_mode="anchor", gid=_SLOPE)
    for peak, line_words in _ceilings(peaks):
        axes.plot([peak / bandwidth, high], [peak, peak], color=_style.INK, linewidth=1.4)
        axes.annotate(line_words, (high, peak), (-4, 4), textcoords="offset points", ha="right", va="bottom")


def _ceilings(peaks: dict[str, float]) -> list[tuple[float, str]]:
    """Height and words of each line; paths with the same peak share both."""
    found: dict[float, list[str]] = {}
    for path, peak in peaks.items():
        found.setdefault(peak, []).append(wording.label(path))
    return [(peak, xml_line(f"{', '.join(labels)} {units.words(peak, 'flop/s')}")) for peak, labels in found.items()]


def _tilt(axes: Axes, bandwidth: float) -> None:
    """Lay the words of the slope along it, a little up and just above."""
    low = axes.get_xlim()[0]
    (x1, y1), (x2, y2) = axes.transData.transform([(low, low * bandwidth), (10 * low, 10 * low * bandwidth)])
    angle = math.atan2(y2 - y1, x2 - x1)
    for text in axes.texts:
        if isinstance(text, Annotation) and text.get_gid() == _SLOPE:
            text.set_rotation(math.degrees(angle))
            text.set_position((12 * math.cos(angle) - 4 * math.sin(angle), 12 * math.sin(angle) + 4 * math.cos(angle)))


def _points(axes: Axes, points: Sequence[Case]) -> None:
    bounds = [bound for bound in digest.BOUNDS if any(_bound(group) == bound for group, _ in points)]
    for bound in bounds:
        mine = [(group, point) for group, point in points if _bound(group) == bound]
        sizes = [_diameter(group) ** 2 for group, _ in mine]
        axes.scatter(
            [p.intensity for _, p in mine], [p.work_per_second for _, p in mine], s=sizes, label=bound, zorder=3,
            marker=_style.BOUND_SHAPE[bound], c=_style.BOUND_COLOUR[bound], edgecolors="white", linewidths=0.9,
        )  # fmt: skip
    legend = axes.legend(loc="upper left", ncols=len(bounds), handletextpad=0.2, columnspacing=1.2, borderaxespad=0.2)
    for handle in legend.legend_handles:
        if handle is not None:
            handle.set_sizes([45.0])  # type: ignore[attr-defined]


def _names(axes: Axes, points: Sequence[Case], ceilings: Sequence[tuple[float, str]]) -> None:
    scale = 72.0 / axes.figure.dpi
    at = axes.transData.transform([(p.intensity, p.work_per_second) for _, p in points]) * scale
    order = sorted(range(len(points)), key=lambda n: (-share(points[n][0]), points[n][0].lead.id))
    # The placing counts downwards, as a page does.
    spots = [point_names.Point(_name(points[n], points), at[n][0] / _LETTER, -at[n][1] / _LETTER, _diameter(points[n][0]) / 2) for n in order]
    box = axes.get_window_extent()
    area = (box.x0 * scale / _LETTER, -box.y1 * scale / _LETTER, box.x1 * scale / _LETTER, -box.y0 * scale / _LETTER)
    heights = [-axes.transData.transform((1.0, peak))[1] * scale / _LETTER for peak, _ in ceilings]
    taken = [(area[2] - 6 * len(words), height - 14, area[2], height + 2) for height, (_, words) in zip(heights, ceilings, strict=True)]
    taken += [(area[0], height - 1, area[2], height + 1) for height in heights]
    for spot in point_names.place(spots, taken, area, _NAMES):
        n = order[spot.point]
        offset = ((spot.x - spots[spot.point].x) * _LETTER, (spots[spot.point].y - spot.y) * _LETTER)
        point = points[n][1]
        axes.annotate(
            xml_line(spots[spot.point].name), (point.intensity, point.work_per_second), offset, textcoords="offset points",
            ha="right" if spot.before else "left", fontsize=8, color=_style.SOFT,
        )  # fmt: skip


def _name(case: Case, points: Sequence[Case]) -> str:
    """The kernel's name, with the data type where the kernel has a point for several."""
    group, point = case
    several = sum(other.lead.id == group.lead.id for other, _ in points) > 1
    return elide(wording.title(group.lead), _NAME) + (f", {wording.label(point.path)}" if several else "")


def _bound(group: digest.Group) -> str:
    return group.lead.bound if group.lead.bound in digest.BOUNDS else "unknown"


def _diameter(group: digest.Group) -> float:
    """In points; the area grows with the share of the run."""
    return 5.5 + 12 * math.sqrt(share(group))


def _decades(values: Iterable[float]) -> tuple[float, float]:
    logs = [math.log10(value) for value in values]
    return 10.0 ** math.floor(min(logs) - 0.1), 10.0 ** math.ceil(max(logs) + 0.25)


def _tick(value: float, unit: str) -> str:
    if unit:
        return units.words(value, unit).replace(".00", "").replace(".0", "")
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"
