"""One profile, exported in several ways, is read as one: launch by launch, and in what is said of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ncu_advisor import advise, load
from ncu_advisor.report import Diagnosis

EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"
pytestmark = pytest.mark.skipif(not (EXPORTS / "full.ncu-rep.xz").exists(), reason="the sample exports are not in this checkout")


@cache
def launches(name: str) -> tuple[Diagnosis, ...]:
    """What is said of the launches of one export."""
    return tuple(advise(load(str(EXPORTS / name))).kernels)


def identity(kernel: Diagnosis) -> tuple[object, ...]:
    return kernel.name, kernel.short_name, kernel.grid, kernel.block


@pytest.mark.parametrize("name", ["basic", "detailed", "full", "library"])
def test_a_binary_report_and_its_raw_page_say_the_same(name: str) -> None:
    """Same launches, same durations, bound by the same, with the same findings that save the same up to the page's rounding."""
    binary, raw = launches(f"{name}.ncu-rep.xz"), launches(f"{name}_raw.csv.xz")
    assert [identity(kernel) for kernel in binary] == [identity(kernel) for kernel in raw]
    assert [kernel.duration_ns for kernel in binary] == pytest.approx([kernel.duration_ns for kernel in raw], rel=2e-3)
    assert [(kernel.bound, kernel.limiter) for kernel in binary] == [(kernel.bound, kernel.limiter) for kernel in raw]
    found, also = ([{finding.rule: finding.time_saved_pct for finding in kernel.findings} for kernel in side] for side in (binary, raw))
    assert [list(findings) for findings in found] == [list(findings) for findings in also]
    assert [[*findings.values()] for findings in found] == [pytest.approx([*findings.values()], abs=0.15) for findings in also]


@pytest.mark.parametrize("name", ["full", "library"])
def test_a_details_page_agrees_with_the_raw_page_as_far_as_it_goes(name: str) -> None:
    """Same launches, durations and bounds; roofs within 6 points, for lack of the share of writes."""
    details, raw = launches(f"{name}_details.csv.xz"), launches(f"{name}_raw.csv.xz")
    assert [identity(kernel) for kernel in details] == [identity(kernel) for kernel in raw]
    assert [kernel.duration_ns for kernel in details] == pytest.approx([kernel.duration_ns for kernel in raw], rel=6e-3)
    assert [kernel.bound for kernel in details] == [kernel.bound for kernel in raw]
    assert [kernel.roof_fraction for kernel in details] == pytest.approx([kernel.roof_fraction for kernel in raw], abs=0.06)


def test_several_exports_of_one_profile_are_one_profile() -> None:
    """Named together, their launches are not counted twice, and what one lacks the other fills in."""
    both = load([str(EXPORTS / "full_raw.csv.xz"), str(EXPORTS / "full_details.csv.xz"), str(EXPORTS / "full_source_cuda_sass.csv.xz")])
    assert len(both) == len(load(str(EXPORTS / "full_raw.csv.xz")))
    assert len(both.instructions) == len(both)
    assert both.vendor_rules
