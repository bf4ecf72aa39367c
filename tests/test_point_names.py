"""Names beside points never cover each other."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.presentation.point_names import Point, place

AREA = (0.0, 0.0, 400.0, 300.0)
POINTS = st.lists(st.builds(Point, st.text("abcdefgh", min_size=1, max_size=20), st.floats(0, 400), st.floats(0, 300), st.floats(2, 12)), max_size=25)


def box(points: list[Point], spot: object) -> tuple[float, float, float, float]:
    wide = 6.1 * len(points[spot.point].name)  # type: ignore[attr-defined]
    left = spot.x - wide if spot.before else spot.x  # type: ignore[attr-defined]
    return left, spot.y - 10, left + wide, spot.y + 2  # type: ignore[attr-defined]


@given(POINTS)
@settings(max_examples=150, deadline=None)
def test_names_stay_apart(points: list[Point]) -> None:
    """No two names meet, none leaves the area, and each point is named once at most."""
    spots = place(points, [], AREA, 8)
    boxes = [box(points, spot) for spot in spots]
    met = [(a, b) for a, b in itertools.combinations(boxes, 2) if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] - 1 and b[1] < a[3] - 1]
    outside = [b for b in boxes if b[0] < -1e-6 or b[2] > 400 + 1e-6]
    assert (met, outside, len(spots) <= 8, len({spot.point for spot in spots})) == ([], [], True, len(spots))


def test_the_first_points_are_named_first() -> None:
    """Of two points in one place the first has the name on its right, the second goes elsewhere or without."""
    points = [Point("first", 100, 100, 5), Point("second", 200, 200, 5)]
    assert [(spot.point, spot.before) for spot in place(points, [], AREA, 1)] == [(0, False)]


def test_names_turn_away_from_the_edge_and_from_what_is_taken() -> None:
    """At the right edge, and where words stand already, a name stands before its point."""
    edge = place([Point("name", 395, 100, 4)], [], AREA, 1)
    taken = place([Point("name", 100, 100, 4)], [(104, 90, 200, 110)], AREA, 1)
    assert [edge[0].before, taken[0].before] == [True, True]
