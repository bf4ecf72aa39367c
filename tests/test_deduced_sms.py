"""The number of SMs of a device, from what its launches took of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ncu_advisor.hardware.deduced_sms import NEEDS, deduced

V100, TURING = frozenset({80}), frozenset({14, 16, 24, 30, 36, 40, 48, 68, 72})


def of(known: frozenset[int] = frozenset(), **columns: list[float]) -> float:
    missing = [math.nan] * len(next(iter(columns.values())))
    return deduced({name: np.array(columns.get(name, missing), dtype=float) for name in NEEDS}, known)


def test_many_waves_leave_one_number() -> None:
    """A grid of 16,384 blocks, four an SM, in 102.40 waves: 40 SMs, whatever rounding hides."""
    assert of(grid_size=[16384], waves=[102.40], blocks_per_sm=[4]) == 40


def test_described_devices_decide_between_neighbours() -> None:
    """0.40 waves of 512 blocks, sixteen an SM, are of 80 or 81 SMs: the one device that has so many is meant, else none."""
    few = {"grid_size": [512.0], "waves": [0.40], "blocks_per_sm": [16.0]}
    assert of(V100, **few) == 80
    assert math.isnan(of(**few))
    assert math.isnan(of(frozenset({80, 81}), **few))


def test_wide_ranges_are_left_alone() -> None:
    """Of 0.02 waves nothing follows, though one device lies within what is possible."""
    assert math.isnan(of(V100, grid_size=[25], waves=[0.02], blocks_per_sm=[16]))


def test_launches_narrow_each_other() -> None:
    """What one launch leaves open another one closes; launches that contradict each other tell nothing."""
    assert of(grid_size=[512, 1200], waves=[0.40, 15.0], blocks_per_sm=[16, 1]) == 80
    assert math.isnan(of(grid_size=[1200, 1200], waves=[15.0, 10.0], blocks_per_sm=[1, 1]))


@pytest.mark.parametrize(("elapsed", "active", "sms"), [(31_447_664.0, 786_061.28, 40.0), (128_061.0, 3_095.05, math.nan)])
def test_a_block_alone_is_one_of_all_sms(elapsed: float, active: float, sms: float) -> None:
    """The mean over SMs of a block's time is that time over their number, if the launch is long beside what comes before and after it."""
    assert of(TURING, grid_size=[1], elapsed_cycles=[elapsed], sm_active_cycles=[active]) == pytest.approx(sms, nan_ok=True)


@pytest.mark.parametrize(("ratio", "sms"), [(107.974, 108.0), (107.982, 108.0), (108.022, 108.0), (107.2, math.nan)])
def test_passes_that_differ_a_little_leave_a_described_device(ratio: float, sms: float) -> None:
    """Elapsed and active cycles of one block come from passes of their own; a device of 108 SMs shows as 107.974. Far from it nothing is said."""
    assert of(frozenset({56, 108}), grid_size=[1], elapsed_cycles=[4e9], sm_active_cycles=[4e9 / ratio]) == pytest.approx(sms, nan_ok=True)


@pytest.mark.parametrize(
    ("elapsed", "ratio", "sms"), [(1.2e6, 20.1, 20.0), (4e9, 20.022, 20.0), (4e9, 20.0002, 20.0), (4e9, 20.1, math.nan), (1.2e6, 131.3, math.nan)]
)
def test_a_number_of_no_described_device_must_stand_alone(elapsed: float, ratio: float, sms: float) -> None:
    """Between 130 and 132 SMs passes that differ by a hundredth do not decide, between 19 and 21 they do."""
    assert of(grid_size=[1], elapsed_cycles=[elapsed], sm_active_cycles=[elapsed / ratio]) == pytest.approx(sms, nan_ok=True)


def test_nothing_is_known_of_nothing() -> None:
    """Exports without waves, limits or cycles."""
    assert math.isnan(of(V100, grid_size=[512]))
