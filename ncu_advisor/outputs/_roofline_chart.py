"""Geometry of the roofline chart: both axes logarithmic, in pixels of its viewBox. What is drawn is the template's."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ncu_advisor import units
from ncu_advisor.presentation import digest, point_names, wording
from ncu_advisor.presentation.roofs import MOST, roofs, share
from ncu_advisor.report import Report, RoofPoint
from ncu_advisor.text import elide

__all__ = ["MOST", "Chart", "chart", "names"]

WIDTH, HEIGHT = 1000, 460
LEFT, RIGHT, TOP, BOTTOM = 88, 28, 18, 46
TOGETHER = -1  # the index of words that speak of several paths
_LINE = 13  # pixels that a line of text takes
_NAMES, _NAME = 10, 26  # names beside points, and the characters of one


@dataclass(frozen=True)
class Tick:
    at: float
    words: str


@dataclass(frozen=True)
class Roof:
    """What one level and one path allow: up the slope from (x1, y1) to the ridge (x2, y2), level from there to the right edge."""

    level: int
    path: int
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Words:
    """A line's words, of level or path number ``index``; ``angle`` in degrees; ``alone`` where they need their path to be chosen."""

    index: int
    words: str
    x: float
    y: float
    angle: float = 0.0
    alone: bool = False


@dataclass(frozen=True)
class Mark:
    """A launch under one roof; ``radius`` grows with the area's share of the run."""

    launch: int
    name: str
    bound: str
    level: int
    path: int
    x: float
    y: float
    radius: float
    level_words: str
    path_words: str
    intensity: str
    reached: str
    roof: str
    share: str


@dataclass(frozen=True)
class Name:
    """A kernel's name beside its point; ``before`` it where the text ends at ``x``."""

    level: int
    path: int
    words: str
    x: float
    y: float
    before: bool


@dataclass(frozen=True)
class Chart:
    levels: tuple[str, ...]  # words, in the order of Mark.level
    paths: tuple[str, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    roofs: tuple[Roof, ...]  # one for each level and path
    bandwidths: tuple[Words, ...]  # one a level
    peaks: tuple[Words, ...]  # one a path, and one for each bundle of paths with the same peak
    marks: tuple[Mark, ...]
    names: tuple[Name, ...]
    left_out: int


class _Axis:
    """A logarithmic axis of whole decades over ``values``, mapped to pixels ``start`` to ``end``."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        logs = [math.log10(value) for value in values]
        self.low, self.high = math.floor(min(logs) - 0.1), math.ceil(max(logs) + 0.1)
        self.start, self.per_decade = start, (end - start) / (self.high - self.low)

    def at(self, value: float) -> float:
        return round(self.start + (math.log10(value) - self.low) * self.per_decade, 1)

    def decades(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def chart(report: Report, groups: Sequence[digest.Group]) -> Chart | None:
    """The chart of one launch a group; None where no launch has a point."""
    data = roofs(report, groups)
    if data is None:
        return None
    levels, paths = list(data.bandwidth), list(data.peak)
    ridges = [peak / bandwidth for peak in data.peak.values() for bandwidth in data.bandwidth.values()]
    x = _Axis([*(p.intensity for _, p in data.points), *ridges], LEFT, WIDTH - RIGHT)
    y = _Axis([*(p.work_per_second for _, p in data.points), *data.peak.values()], HEIGHT - BOTTOM, TOP)
    # Large points first, so that small ones stay on top of them.
    marks = sorted((_mark(group, point, levels, paths, x, y) for group, point in data.points), key=lambda m: (-m.radius, m.launch))
    ceilings = tuple(_ceilings(data.peak, y))
    return Chart(
        tuple(wording.label(level) for level in levels),
        tuple(wording.label(path) for path in paths),
        tuple(Tick(x.at(value), _power(value)) for value in x.decades()),
        tuple(Tick(y.at(value), units.words(value, "flop/s").replace(".00", "").replace(".0", "")) for value in y.decades()),
        tuple(_roof(at, nth, data.bandwidth[level], data.peak[path], (x, y)) for at, level in enumerate(levels) for nth, path in enumerate(paths)),
        tuple(
            _slope_words(at, f"{wording.label(level)} {units.words(data.bandwidth[level], 'byte/s')}", data.bandwidth[level], x, y)
            for at, level in enumerate(levels)
        ),
        ceilings,
        tuple(marks),
        tuple(name for level in range(len(levels)) for name in names([m for m in marks if m.level == level], ceilings)),
        data.left_out,
    )


def _ceilings(peak: Mapping[str, float], y: _Axis) -> Iterator[Words]:
    """Words of each path's line; those of lines too close for two lines of text stand together while all paths are shown."""
    at, lines = WIDTH - RIGHT - 6, {path: y.at(value) for path, value in peak.items()}
    close: list[list[int]] = []
    for index, path in sorted(enumerate(peak), key=lambda entry: lines[entry[1]]):
        if close and lines[path] - lines[list(peak)[close[-1][-1]]] < _LINE:
            close[-1].append(index)
        else:
            close.append([index])
    alone = {index for same in close if len(same) > 1 for index in same}
    for index, (path, value) in enumerate(peak.items()):
        yield Words(index, f"{wording.label(path)} {units.words(value, 'flop/s')}", at, lines[path] - 6, alone=index in alone)
    for same in close:
        if len(same) > 1:
            rates = [units.words(peak[list(peak)[index]], "flop/s") for index in same]
            names = [wording.label(list(peak)[index]) for index in same]
            equal = len(set(rates)) == 1
            words = f"{', '.join(names)} {rates[0]}" if equal else ", ".join(f"{n} {r}" for n, r in zip(names, rates, strict=True))
            yield Words(TOGETHER, words, at, min(lines[list(peak)[index]] for index in same) - 6)


def names(marks: Sequence[Mark], ceilings: Iterable[Words]) -> Iterator[Name]:
    """Names of the points of one level that matter most, where they fit; ``marks`` in the order in which they get one."""
    several = {launch for launch, count in Counter(mark.launch for mark in marks).items() if count > 1}
    named = [f"{elide(mark.name, _NAME)}{f', {mark.path_words}' if mark.launch in several else ''}" for mark in marks]
    points = [point_names.Point(name, mark.x, mark.y, mark.radius) for name, mark in zip(named, marks, strict=True)]
    taken = [(words.x - 6.5 * len(words.words), words.y - 12, words.x, words.y + 8) for words in ceilings]
    taken += [(LEFT, words.y + 5, WIDTH - RIGHT, words.y + 7) for words in ceilings]  # the lines themselves
    area = (LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM)
    for spot in point_names.place(points, taken, area, _NAMES):
        mark = marks[spot.point]
        yield Name(mark.level, mark.path, points[spot.point].name, round(spot.x, 1), round(spot.y, 1), spot.before)


def _roof(level: int, path: int, bandwidth: float, peak: float, axes: tuple[_Axis, _Axis]) -> Roof:
    x, y = axes
    start, ridge = _foot(bandwidth, x, y), peak / bandwidth
    return Roof(level, path, x.at(start), y.at(start * bandwidth), x.at(ridge), y.at(peak))


def _slope_words(level: int, words: str, bandwidth: float, x: _Axis, y: _Axis) -> Words:
    """Words a little up the slope and just above it, along it."""
    start = _foot(bandwidth, x, y)
    x1, y1, x2, y2 = x.at(start), y.at(start * bandwidth), x.at(start * 10), y.at(start * 10 * bandwidth)
    along, above = 16 / math.hypot(x2 - x1, y2 - y1), 7 / math.hypot(x2 - x1, y2 - y1)
    at_x, at_y = x1 + along * (x2 - x1) + above * (y2 - y1), y1 + along * (y2 - y1) - above * (x2 - x1)
    return Words(level, words, round(at_x, 1), round(at_y, 1), round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 1))


def _foot(bandwidth: float, x: _Axis, y: _Axis) -> float:
    """The intensity at which a slope enters the picture, from the left or from below."""
    return max(10.0**x.low, 10.0**y.low / bandwidth)


def _mark(group: digest.Group, point: RoofPoint, levels: Sequence[str], paths: Sequence[str], x: _Axis, y: _Axis) -> Mark:
    lead = group.lead
    return Mark(
        lead.id,
        wording.title(lead),
        lead.bound,
        levels.index(point.level),
        paths.index(point.path),
        x.at(point.intensity),
        y.at(point.work_per_second),
        round(4 + 9 * math.sqrt(share(group)), 1),
        wording.label(point.level),
        wording.label(point.path),
        units.plain(point.intensity),
        units.words(point.work_per_second, "flop/s"),
        units.words(point.roof_per_second, "flop/s"),
        wording.fraction(point.work_per_second / point.roof_per_second),
    )


def _power(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"
