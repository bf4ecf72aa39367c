"""The gate's statistics, against exact enumeration and, where it is installed, SciPy."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.regression import statistics

FLOATS = st.floats(-1e3, 1e3, allow_nan=False)


def exact_mann_whitney(baseline: list[float], current: list[float]) -> float:
    """P(U >= u) over all ways to share out the values."""
    values = [*baseline, *current]

    def u(chosen: tuple[int, ...]) -> float:
        rest = [values[i] for i in range(len(values)) if i not in chosen]
        return sum((values[i] > r) + 0.5 * (values[i] == r) for i in chosen for r in rest)

    observed = u(tuple(range(len(baseline), len(values))))
    ways = list(itertools.combinations(range(len(values)), len(current)))
    return sum(u(way) >= observed for way in ways) / len(ways)


@pytest.mark.parametrize("seed", range(4))
def test_mann_whitney_is_close_to_the_exact_test(seed: int) -> None:
    """With six values a side the approximation is within 0.02 of the enumerated p."""
    drawn = np.random.default_rng(seed)
    baseline, current = drawn.normal(size=6), drawn.normal(0.8, size=6)
    assert statistics.mann_whitney(baseline, current) == pytest.approx(exact_mann_whitney(baseline.tolist(), current.tolist()), abs=0.02)


def test_mann_whitney_without_information() -> None:
    """An empty side, and values that are all equal, give 1: no evidence."""
    same = np.ones(5)
    assert [statistics.mann_whitney(same, np.array([])), statistics.mann_whitney(same, same)] == [1.0, 1.0]


def test_paired_differences() -> None:
    """Ten positive differences are evidence; ten negative ones, none, and two are not."""
    up = np.arange(1.0, 11.0)
    assert [statistics.paired(x) < 0.005 for x in (up, -up, np.zeros(10), up[:2], np.ones(5))] == [True, False, False, False, True]


@given(st.lists(st.floats(0, 1), max_size=20))
def test_holm_never_lowers_and_keeps_order(p: list[float]) -> None:
    """Adjusted p-values are at least the given ones, at most the Bonferroni ones, and ordered alike."""
    adjusted = statistics.holm(p)
    assert all(before <= after <= max(before, min(1.0, len(p) * before)) + 1e-12 for before, after in zip(p, adjusted, strict=True))
    assert all(adjusted[i] <= adjusted[j] for i in range(len(p)) for j in range(len(p)) if p[i] < p[j])


def test_holm_by_hand() -> None:
    """The textbook case: 0.01, 0.04, 0.03 become 0.03, 0.06, 0.06."""
    assert statistics.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


@pytest.mark.parametrize(
    ("tail", "dof", "expected"),
    [(0.01, 9, 2.821438), (0.025, 4, 2.776445), (0.025, 1, 12.706205), (0.01, 15, 2.602480), (0.01, math.inf, 2.326348), (0.0005, 30, 3.645959)],
)
def test_student_quantiles_of_the_tables(tail: float, dof: float, expected: float) -> None:
    """To six digits as printed in tables."""
    assert statistics.student_quantile(tail, dof) == pytest.approx(expected, abs=2e-6)


@given(st.lists(FLOATS, min_size=2, max_size=40), FLOATS)
def test_location_moves_with_the_values(values: list[float], shift: float) -> None:
    """Adding a constant adds it to the location and leaves the error."""
    one, other = statistics.location(np.array(values)), statistics.location(np.array(values) + shift)
    assert other[0] - one[0] == pytest.approx(shift, abs=0.02 * (1 + max(map(abs, values))))


def test_location_passes_over_outliers_and_counts_them() -> None:
    """Two launches disturbed by half do not move the location of ten, and are counted as slow."""
    clean = np.random.default_rng(1).normal(0.0, 0.01, 10)
    disturbed = clean.copy()
    disturbed[[2, 7]] += 0.5
    mean, _, slow = statistics.locations(disturbed[None, :])
    assert (abs(float(mean[0])) < 0.01, float(slow[0])) == (True, 2.0)


def test_two_modes_are_no_outliers() -> None:
    """Launches at two speeds, half and half, all count: neither half is thrown away."""
    modes = np.array([0.0, 0.001, 0.002, 0.003, 0.0, 0.12, 0.121, 0.122, 0.123, 0.12])
    assert statistics.location(modes)[0] == pytest.approx(modes.mean())


def test_binomial_tail() -> None:
    """P(X >= 2) of 10 at 0.02, and the whole distribution."""
    expected = 1 - 0.98**10 - 10 * 0.02 * 0.98**9
    assert [statistics.binomial_tail(2, 10, 0.02), statistics.binomial_tail(0, 7, 0.3)] == pytest.approx([expected, 1.0])


def test_against_scipy() -> None:
    """The rank tests and Student's tail equal SciPy's to 1e-9, ties included."""
    oracle = pytest.importorskip("scipy.stats")
    drawn = np.random.default_rng(7)
    for _ in range(50):
        x, y = drawn.integers(0, 12, 9).astype(float), drawn.integers(2, 14, 11).astype(float)
        ours = statistics.mann_whitney(x, y)
        assert ours == pytest.approx(oracle.mannwhitneyu(y, x, alternative="greater", method="asymptotic").pvalue, abs=1e-9)
        t, dof = float(drawn.normal()), float(drawn.integers(1, 40))
        assert statistics.student_tail(t, dof) == pytest.approx(oracle.t.sf(t, dof), abs=1e-9)
