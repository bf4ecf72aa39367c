"""Strong and weak scaling efficiency."""

from __future__ import annotations

import math

import gate_profiles as made
import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression.runs import Run
from ncu_advisor.regression.scaling import STRONG, TOTAL, WEAK, scaling


def point(**times: float) -> Run:
    return made.run({name: [ns] for name, ns in times.items()})


def test_strong_scaling() -> None:
    """The same work on 1, 2 and 4 workers: 80% of it divides, the rest stays; Amdahl's share comes out."""
    points = [(p, point(k=1e6 * (0.2 + 0.8 / p), whole=1e6 / p)) for p in (1.0, 2.0, 4.0)]
    rows = {row.name: row for row in scaling(points, STRONG)}
    assert rows["k"].efficiency == pytest.approx((1.0, 1 / 1.2, 1 / 1.6))
    assert (rows["k"].scaled_pct, rows["whole"].scaled_pct) == (pytest.approx(80.0), pytest.approx(100.0))
    assert next(iter(rows)) == TOTAL


def test_weak_scaling() -> None:
    """Work that grows with the workers: efficiency is how little longer it takes."""
    rows = {row.name: row for row in scaling([(8, point(k=1.25e6)), (1, point(k=1e6))], WEAK)}
    assert (rows["k"].workers, rows["k"].efficiency) == ((1, 8), pytest.approx((1.0, 0.8)))
    assert math.isnan(rows["k"].scaled_pct)


def test_a_kernel_that_a_profile_lacks() -> None:
    """Its efficiency there is not known."""
    rows = {row.name: row for row in scaling([(1, point(a=1e6, b=1e6)), (2, point(a=5e5))], STRONG)}
    assert math.isnan(rows["b"].efficiency[1])


@pytest.mark.parametrize("workers", [[1.0], [2.0, 2.0], [0.0, 1.0]])
def test_what_is_no_scaling(workers: list[float]) -> None:
    """One number of workers, twice the same, and none."""
    with pytest.raises(AdvisorError, match="at least two different"):
        scaling([(p, point(k=1e6)) for p in workers], STRONG)
