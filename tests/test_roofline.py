"""Points and roofs: attainable work is the lower of the peak and what the memory level feeds."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.report import RoofPoint
from ncu_advisor.roofline import LEVELS, PATHS, bandwidth, peak, points

H200 = load("h200-sxm")
LAUNCH = {
    "duration": 1e6,
    "sm_clock": 1.755e9,
    "sm_count": 132.0,
    "dram_bytes": 3e9,
    "l2_bytes": 6e9,
    "l1_bytes": 1.2e10,
    "dram_peak": 4.8e12,
    "ffma_peak": 16896.0,
    "fp32_rate": 3e12,
}


def found(**more: float) -> dict[tuple[str, str], RoofPoint]:
    return {(point.level, point.path): point for point in points({**LAUNCH, **more}, H200)}


def test_the_profiles_own_peak_comes_first() -> None:
    """Peak per cycle, times two for a multiply-add, at the clock of the launch; without it the database's."""
    assert peak("fp32", LAUNCH, H200) == pytest.approx(16896 * 2 * 1.755e9)
    assert peak("fp32", {}, H200) == H200.peak_flops("fp32")
    assert math.isnan(peak("fp32", {}, None))


def test_bandwidths_of_the_levels() -> None:
    """DRAM as measured, L1 at 128 and L2 at 64 bytes a clock and SM."""
    assert bandwidth("dram", LAUNCH, H200) == 4.8e12
    assert bandwidth("dram", {}, H200) == H200.dram_bytes_per_second.value
    assert (bandwidth("l1", LAUNCH, None), bandwidth("l2", LAUNCH, None)) == pytest.approx((128 * 132 * 1.755e9, 64 * 132 * 1.755e9))
    assert math.isnan(bandwidth("dram", {}, None))


def test_a_point_for_each_level_that_moved_bytes() -> None:
    """Intensity is work over that level's bytes; a level without bytes has none."""
    assert {key: point.intensity for key, point in found().items()} == pytest.approx(
        {("dram", "fp32"): 1.0, ("l2", "fp32"): 0.5, ("l1", "fp32"): 0.25}
    )
    assert set(found(l1_bytes=0.0)) == {("dram", "fp32"), ("l2", "fp32")}


def test_left_of_the_ridge_memory_is_the_roof_and_right_of_it_the_peak() -> None:
    """1 FLOP a byte at 4.8 TB/s is 4.8 TFLOP/s; 1000 FLOP a byte is the peak."""
    assert found()["dram", "fp32"].roof_per_second == pytest.approx(4.8e12)
    assert found(dram_bytes=3e6)["dram", "fp32"].roof_per_second == pytest.approx(peak("fp32", LAUNCH, H200))


def test_bookkeeping_is_no_point() -> None:
    """A path below a twentieth of the busiest one is an address or a scale factor."""
    paths = {path for _, path in found(tensor_fp16_rate=5e14, fp64_rate=1e12)}
    assert paths == {"tensor_fp16"}


@pytest.mark.parametrize("lacking", [{"fp32_rate": math.nan}, {"duration": math.nan}, {"fp32_rate": 0.0}])
def test_nothing_known_is_no_point(lacking: dict[str, float]) -> None:
    """Neither an infinite intensity nor a zero one."""
    assert found(**lacking) == {}


@pytest.mark.parametrize("path", PATHS)
def test_every_path_has_a_roof_on_a_known_device(path: str) -> None:
    """From the database, dense."""
    assert peak(path, {}, H200) > 0


@given(
    rate=st.floats(1e9, 6e13),
    moved=st.fixed_dictionaries({name: st.floats(1e3, 1e11) for name in LEVELS.values()}),
    duration=st.floats(1e3, 1e9),
)
def test_no_roof_is_above_the_peak_or_above_the_memory(rate: float, moved: dict[str, float], duration: float) -> None:
    """Whatever a launch does, its roof is the lower of the two lines at its intensity."""
    launch = {**LAUNCH, **moved, "fp32_rate": rate, "duration": duration}
    for point in points(launch, H200):
        assert point.work_per_second == rate
        line = point.intensity * bandwidth(point.level, launch, H200)
        assert point.roof_per_second == pytest.approx(min(line, peak("fp32", launch, H200)))
