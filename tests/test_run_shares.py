"""The join of a kernel profile with a trace of the run: shares, coverage, Amdahl, and durations that differ."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from launch_rows import diagnoses, profile
from traces import session

from ncu_advisor.report import Finding, Report
from ncu_advisor.report_json import report_from_json
from ncu_advisor.timeline import Session, shaped
from ncu_advisor.traces import run_shares

FINDING = Finding("rule", 50.0, "t", "e", "a", "u", 0.8, "dram")
ONE = (1, 1, 1)


def _joined(rows: list[dict[str, Any]], *sessions: Session, findings: bool = False) -> Report:
    source = profile([{"duration": 10_000.0, **row} for row in rows], sessions)
    report = Report({}, diagnoses(source))
    for kernel in report.kernels if findings else ():
        kernel.findings = [FINDING]
    run_shares.complete(report, source)
    return report


def _summary(*kernels: tuple[str, float, float]) -> Session:
    """Kernels as (name, instances, total in us)."""
    columns = {"name": [k[0] for k in kernels], "instances": [k[1] for k in kernels], "total_ns": [1e3 * k[2] for k in kernels]}
    return Session({"kernel_summary": shaped("kernel_summary", columns)}, paths=["d/run_cuda_gpu_kern_sum.csv"])


def test_launches_stand_for_their_kernels_share_of_the_run() -> None:
    """Two launches of one kernel share its 60% evenly, so that the launches together cover what the profile covers."""
    report = _joined([{"name": "k"}, {"name": "k"}, {"name": "m"}], _summary(("k", 100, 600), ("m", 10, 300), ("other", 1, 100)))
    assert [kernel.share_of_time for kernel in report.kernels] == pytest.approx([0.3, 0.3, 0.3])
    assert [kernel.run.share_pct for kernel in report.kernels if kernel.run] == pytest.approx([60, 60, 30])
    assert report.timeline["coverage_pct"] == pytest.approx(90)
    assert [kernel["name"] for kernel in report.timeline["not_profiled"]] == ["other"]


def test_names_are_compared_normalised() -> None:
    """nsys prints scopes, casts and parameters where ncu drops them."""
    report = _joined(
        [{"name": "k<4, float>"}], _summary(("void ns::k<(int)4, float>(float *)", 1, 10), ("void ns::k<(int)8, float>(float *)", 1, 30))
    )
    run = report.kernels[0].run
    assert run is not None
    assert (run.share_pct, run.matched_by) == (25.0, "name")


def test_shapes_tell_launches_of_one_kernel_apart() -> None:
    """A trace knows grids: each launch gets the time of its own size, and a size that was not profiled stays uncovered."""
    run = session([(0, 10, "k", 1), (10, 40, "k", 2), (40, 100, "k", 3)])
    trace = run.frames["kernels"]
    for axis in "xyz":
        trace[f"grid_{axis}"], trace[f"block_{axis}"] = 1, 1
    trace["grid_x"] = [16, 32, 64]
    report = _joined([{"name": "k", "grid": (16, 1, 1), "block": ONE}, {"name": "k", "grid": (32, 1, 1), "block": ONE}], run)
    assert [kernel.share_of_time for kernel in report.kernels] == pytest.approx([0.1, 0.3])
    assert report.kernels[0].run is not None
    assert report.kernels[0].run.matched_by == "name and shape"
    assert report.timeline["coverage_pct"] == pytest.approx(40)
    assert (report.timeline["span_ns"], report.timeline["gpu_busy_ns"]) == (100_000, 100_000)


def test_a_profile_that_prints_only_functions_is_matched_by_function() -> None:
    """``ncu --print-kernel-base function``; a name with other template arguments is another kernel."""
    names = _summary(("void k<float>(int)", 1, 10), ("void k<double>(int)", 1, 10), ("void m<int>(int)", 1, 20))
    plain = _joined([{"name": "k"}], names)
    assert plain.kernels[0].run is not None
    assert (plain.kernels[0].run.share_pct, plain.kernels[0].run.matched_by) == (50.0, "function")
    other = _joined([{"name": "m<long>"}, {"name": "k"}], names)
    assert other.kernels[0].run is None
    assert np.isnan(other.kernels[0].share_of_time)
    assert other.timeline["launches_not_in_run"] == 1


def test_savings_are_ranked_by_what_they_save_of_the_run() -> None:
    """Half of a kernel that takes 10% of the run is less than half of one that takes 80%, however long ncu measured either (Amdahl)."""
    report = _joined(
        [{"name": "rare", "duration": 1e6}, {"name": "hot"}, {"name": "hot"}],
        _summary(("rare", 1, 100), ("hot", 99, 800), ("x", 1, 100)),
        findings=True,
    )
    first, second = report.timeline["savings"]
    assert (first["kernel"], first["rule"], first["launches"]) == ("hot", "rule", [1, 2])
    assert (first["saved_of_run_pct"], second["saved_of_run_pct"]) == pytest.approx((40.0, 5.0))
    assert first["speedup_of_run"] == pytest.approx(1 / 0.6)


def test_durations_that_differ_are_flagged_with_the_reasons() -> None:
    """10 us under ncu against 8 us in the run; where they agree nothing is said."""
    report = _joined([{"name": "k"}], _summary(("k", 10, 80)))
    assert report.timeline["duration_ratio"] == pytest.approx(1.25)
    assert "25% longer under ncu" in report.timeline["note"]
    assert "--cache-control all" in report.timeline["note"]
    assert "over all sizes" in report.timeline["note"]
    assert _joined([{"name": "k"}], _summary(("k", 10, 101))).timeline["note"] == ""


def test_a_profile_of_another_program_keeps_its_own_shares() -> None:
    """And says so."""
    report = _joined([{"name": "k"}, {"name": "k"}], _summary(("m", 10, 80)))
    assert [kernel.share_of_time for kernel in report.kernels] == [0.5, 0.5]
    assert report.timeline["coverage_pct"] == 0
    assert report.timeline["note"].startswith("No launch of the profile occurs in the run")


def test_of_several_runs_the_one_that_knows_most_launches_is_joined() -> None:
    """The others are still listed."""
    other = replace(_summary(("m", 10, 8000)), paths=["d/other.csv"])
    report = _joined([{"name": "k"}], other, _summary(("k", 10, 80)))
    assert report.timeline["run"] == "run_cuda_gpu_kern_sum.csv"
    assert [run["name"] for run in report.timeline["runs"]] == ["other.csv", "run_cuda_gpu_kern_sum.csv"]


def test_without_a_system_profile_nothing_changes() -> None:
    """The timeline stays empty, shares stay those of the profile."""
    report = _joined([{"name": "k"}])
    assert (report.timeline, report.kernels[0].share_of_time, report.kernels[0].run) == ({}, 1.0, None)


def test_a_run_without_a_kernel_profile_is_summed_up() -> None:
    """Busy time and the kernels that take most of it."""
    report = _joined([], session([(0, 10, "a", 1), (20, 50, "b", 2)]))
    assert (report.timeline["span_ns"], report.timeline["gpu_busy_ns"]) == (50_000, 40_000)
    assert [(k["name"], k["share_pct"]) for k in report.timeline["top_kernels"]] == [("b", 75.0), ("a", 25.0)]
    assert "coverage_pct" not in report.timeline
    assert report.device == {"name": "GPU", "compute_capability": "8.0", "sm_count": None}


def test_json_keeps_the_join() -> None:
    """There and back."""
    data = _joined([{"name": "k"}], _summary(("k", 10, 80))).to_json()
    data["device"] = {"name": "unknown device", "compute_capability": None, "sm_count": None, "peaks": {}}
    assert data["kernels"][0]["run"] == {"instances": 10, "total_ns": 80_000, "avg_ns": 8000, "share_pct": 100, "matched_by": "name"}
    assert report_from_json(data).to_json() == data


def test_a_run_of_which_operations_were_left_out_has_no_busy_time() -> None:
    """What is left would say how idle the GPU was; the time of the kernels that are left is still told."""
    run = session([(0, 10, "a", 1), (90, 100, "b", 2)])
    assert _joined([], run).timeline["gpu_busy_ns"] == 20_000
    run.lost = {"kernels"}
    told = _joined([], run).timeline
    assert (told["span_ns"], told["gpu_busy_ns"], told["kernel_ns"]) == (None, None, 20_000)
    assert {"gap_ns", "activity"}.isdisjoint(told)
