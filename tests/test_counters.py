"""Exact counters: compared to the digit where they prove exact, and only there."""

from __future__ import annotations

import pytest

from ncu_advisor.regression.counters import CounterChange, changes
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun

KERNEL = Kernel("k", (1, 1, 1), (32, 1, 1))


def of(name: str, *values: float) -> KernelRun:
    """A run whose launches counted these values."""
    return KernelRun(KERNEL, (1e5,) * len(values), {name: Counter(min(values), sum(values) / len(values), max(values))})


def exact(before: list[KernelRun], after: list[KernelRun]) -> list[bool]:
    return [change.exact for change in changes(before, after)]


def test_one_launch_a_side_is_enough_for_what_is_exact_by_nature() -> None:
    """Instructions are counted, not sampled: one launch against one launch."""
    (change,) = changes([of("instructions", 100.0)], [of("instructions", 103.0)])
    assert (change.exact, change.rose, change.change_pct) == (True, True, pytest.approx(3.0))


def test_counters_that_vary_between_equal_launches_are_not_exact() -> None:
    """A loop that waits for another block executes more or fewer instructions: no verdict from that."""
    assert exact([of("instructions", 100.0, 101.0)], [of("instructions", 120.0, 121.0)]) == [False]


def test_launches_that_differ_by_design_are_compared_by_their_sum() -> None:
    """Different from launch to launch, yet the same in two baseline runs: the work is a function of the place in the run."""
    base = of("instructions", 100.0, 200.0)
    assert exact([base, base], [of("instructions", 100.0, 230.0)]) == [True]


def test_counters_of_the_chip_must_prove_themselves() -> None:
    """DRAM bytes count as exact only after three equal launches in the baseline."""
    name = "dram_bytes_read"
    assert [exact([of(name, *[5.0] * n)], [of(name, 5.0)]) for n in (2, 3)] == [[False], [True]]
    assert exact([of(name, 5.0, 5.0, 6.0)], [of(name, 5.0)]) == [False]


def test_from_zero_is_an_infinite_rise() -> None:
    """Spills that were not there before."""
    (change,) = changes([of("spill_instructions", 0.0)], [of("spill_instructions", 7.0)])
    assert (change.change_pct, change.rose) == (float("inf"), True)


def test_fewer_is_no_rise() -> None:
    """Less work is an improvement."""
    assert CounterChange("instructions", "", "inst", 100.0, 50.0, True).rose is False


def test_a_counter_that_one_side_lacks_is_not_compared() -> None:
    """Nothing is made up for what was not collected."""
    assert changes([of("instructions", 1.0)], [of("registers_per_thread", 1.0)]) == []
