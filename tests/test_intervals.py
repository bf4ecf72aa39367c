"""Sets of time, against a picture of every nanosecond."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor import intervals

_SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 12)).map(lambda t: (t[0], t[0] + t[1])), max_size=12)


def _set(spans: Sequence[tuple[int, int]]) -> set[int]:
    return {t for start, end in spans for t in range(start, end)}


def _union(spans: Sequence[tuple[int, int]]) -> intervals.Intervals:
    return intervals.union([s for s, _ in spans], [e for _, e in spans])


@given(_SPANS, _SPANS)
def test_interval_sets_are_sets_of_time(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Union, difference, intersection, gaps and coverage agree with counting single nanoseconds."""
    a, b = _union(one), _union(other)
    instants = _set(one)
    assert intervals.total(a) == len(instants)
    assert _set([tuple(row) for row in intervals.difference(a, b).tolist()]) == instants - _set(other)
    assert _set([tuple(row) for row in intervals.intersection(a, b).tolist()]) == instants & _set(other)
    assert _set([tuple(row) for row in intervals.gaps(a).tolist()]) == set(range(min(instants, default=0), max(instants, default=0))) - instants
    assert intervals.covered([s for s, _ in one], [e for _, e in one], b).tolist() == [len(_set([span]) & _set(other)) for span in one]
    assert _set([tuple(row) for row in intervals.within(a, 5, 20).tolist()]) == instants & set(range(5, 20))


@given(_SPANS)
def test_what_one_interval_alone_covers(spans: list[tuple[int, int]]) -> None:
    """Instants in exactly one of the given intervals, whatever their order."""
    covers = [t for start, end in spans for t in range(start, end)]
    alone = intervals.once([s for s, _ in spans], [e for _, e in spans])
    assert _set([tuple(row) for row in alone.tolist()]) == {t for t in covers if covers.count(t) == 1}
