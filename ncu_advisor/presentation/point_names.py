"""Where names fit beside the points of a chart: the points that matter most are named first, and none covers another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LETTER = 6.1  # pixels of width a character takes on average, at the size of the page's chart
_HEIGHT = 13.0


@dataclass(frozen=True)
class Point:
    name: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Place:
    """Of the name of ``point``: where its text starts, or ends if ``before``."""

    point: int
    x: float
    y: float
    before: bool


Box = tuple[float, float, float, float]


def place(points: Sequence[Point], taken: Sequence[Box], area: Box, most: int) -> list[Place]:
    """Places for at most ``most`` names, in the order of ``points``; boxes are (left, top, right, bottom)."""
    circles = [(p.x - p.radius, p.y - p.radius, p.x + p.radius, p.y + p.radius) for p in points]
    full, found = list(taken), list[Place]()
    for index, point in enumerate(points):
        if len(found) == most:
            break
        others = full + circles[:index] + circles[index + 1 :]
        for box, spot in _choices(index, point):
            if _inside(box, area) and not any(_meet(box, other) for other in others):
                full.append(box)
                found.append(spot)
                break
    return found


def _choices(index: int, point: Point) -> list[tuple[Box, Place]]:
    """To the right, to the left, and to the right a little above and below."""
    wide, gap = _LETTER * len(point.name), point.radius + 4
    right, left = point.x + gap, point.x - gap
    return [
        ((right, point.y - _HEIGHT / 2, right + wide, point.y + _HEIGHT / 2), Place(index, right, point.y + 4, False)),
        ((left - wide, point.y - _HEIGHT / 2, left, point.y + _HEIGHT / 2), Place(index, left, point.y + 4, True)),
        ((right - 4, point.y - gap - _HEIGHT, right - 4 + wide, point.y - gap), Place(index, right - 4, point.y - gap - 3, False)),
        ((right - 4, point.y + gap, right - 4 + wide, point.y + gap + _HEIGHT), Place(index, right - 4, point.y + gap + 10, False)),
    ]


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _inside(box: Box, area: Box) -> bool:
    return box[0] >= area[0] and box[1] >= area[1] and box[2] <= area[2] and box[3] <= area[3]
