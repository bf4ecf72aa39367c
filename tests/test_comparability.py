"""Unlike sides: every injected mismatch is flagged, none on clean pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gate_profiles as made
import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import baseline, comparability, run_files
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.decide import INCOMPARABLE
from ncu_advisor.regression.gate import gate
from ncu_advisor.regression.runs import KernelRun, Run

CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("device", {"device": "NVIDIA H100 80GB HBM3"}),
    ("device", {"compute_capability": "10.0"}),
    ("device", {"sm_count": 114}),
    ("driver", {"driver": "CUDA 12.8"}),
    ("driver", {"driver": None}),
    ("tool-version", {"tool_version": "2024.1.0.0"}),
    ("clock-control", {"clock_control": "none"}),
    ("cache-control", {"cache_control": "none"}),
    ("replay-mode", {"replay_mode": "application"}),
    ("metric-set", {"metrics": ("duration", "instructions")}),
    ("metric-set", {"metrics": ("duration", "instructions", "sm_clock", "waves")}),
]


def sides(seed: int = 0) -> tuple[Run, Run]:
    return made.run(made.scattered(seed=seed)), made.run(made.scattered(seed=seed + 500))


def at_clock(run: Run, factor: float, clock: str = "sm_clock") -> Run:
    kernels = [KernelRun(k.kernel, k.durations, k.counters, {**k.metrics, clock: 1.98e9 * factor}) for k in run.kernels]
    return replace(run, kernels=tuple(kernels))


@pytest.mark.parametrize(("name", "change"), CHANGES)
def test_every_mismatch_is_flagged_and_can_be_allowed(name: str, change: dict[str, Any]) -> None:
    """On either side; the verdict is INCOMPARABLE unless the mismatch is allowed by its name."""
    before, after = sides()
    other = replace(after, conditions=replace(after.conditions, **change))
    for pair in ((before, other), (other, before)):
        judged, allowed = gate([pair[0]], [pair[1]]), gate([pair[0]], [pair[1]], allowed=[name])
        assert judged.comparison is not None
        assert ([m.name for m in judged.comparison.mismatches], judged.verdict) == ([name], INCOMPARABLE)
        assert allowed.verdict != INCOMPARABLE


@pytest.mark.parametrize("factor", [0.985, 1.015, 0.97, 1.1])
@pytest.mark.parametrize(("clock", "holds"), [("sm_clock", "nvidia-smi -lgc"), ("dram_clock", "nvidia-smi -lmc")])
def test_clocks_that_differ_by_more_than_one_percent(factor: float, clock: str, holds: str) -> None:
    """Measured clocks are a condition, whatever the settings say; what is said names what holds that clock."""
    before, after = sides()
    judged = gate([at_clock(before, 1.0, clock)], [at_clock(after, factor, clock)])
    assert judged.comparison is not None
    assert ([m.name for m in judged.comparison.mismatches], judged.verdict) == (["clocks"], INCOMPARABLE)
    assert holds in judged.comparison.mismatches[0].text


@pytest.mark.parametrize("factor", [0.992, 1.0, 1.008])
def test_clocks_within_one_percent(factor: float) -> None:
    """Measured clocks wobble; below 1% that is no mismatch."""
    before, after = sides()
    assert compare([before], [at_clock(after, factor)]).mismatches == []


def test_one_badly_measured_clock_is_no_mismatch() -> None:
    """A short launch whose clock is off by 5% does not speak for the run: the median over time does."""
    before, after = sides()
    short = after.kernels[0]
    off = KernelRun(short.kernel, short.durations, short.counters, {**short.metrics, "sm_clock": 1.88e9})
    assert compare([before], [replace(after, kernels=(off, *after.kernels[1:]))]).mismatches == []


def test_clean_pairs_have_no_mismatch() -> None:
    """None of 200 pairs of equal conditions is flagged."""
    assert [m for seed in range(200) for m in compare(*([side] for side in sides(seed))).mismatches] == []


@pytest.mark.parametrize("export", ["basic_raw", "full_raw"])
def test_real_columns_of_another_set_are_flagged(tmp_path: Path, export: str) -> None:
    """Files of different collections of the same run have another metric set; the same collection has not."""
    one = run_files.load(str(made.write(tmp_path / "one.csv", launches=5, seed=1, export=export)))
    other = run_files.load(str(made.write(tmp_path / "two.csv", launches=5, seed=2, export=export)))
    fewer = run_files.load(
        str(made.write(tmp_path / "three.csv", launches=5, export=export, without=["sm__warps_active.avg.pct_of_peak_sustained_active"]))
    )
    assert ([m.name for m in compare(one, other).mismatches], [m.name for m in compare(one, fewer).mismatches]) == ([], ["metric-set"])


def test_what_neither_side_tells_is_listed() -> None:
    """Unknown on both sides is no mismatch, but nobody checked it, and that is said."""
    before, after = (replace(side, conditions=replace(side.conditions, driver=None, cache_control=None)) for side in sides())
    found = compare([before], [after])
    assert (found.mismatches, found.unknown) == ([], ["driver", "cache-control"])


def test_unlike_runs_of_a_history_are_left_out() -> None:
    """While comparable runs remain, others are left out and named; they do not spoil the verdict."""
    before, after = sides()
    old = replace(before, conditions=replace(before.conditions, driver="CUDA 12.0"))
    found = compare([old, old, before], [after])
    assert (found.runs, found.mismatches, found.notes) == ((1, 1), [], ["2 of 3 baseline runs are left out, as they differ in driver"])


def test_current_runs_must_agree() -> None:
    """Two current runs of two tools are no side."""
    before, after = sides()
    other = replace(after, conditions=replace(after.conditions, tool_version="2024.3"))
    assert gate([before], [after, other]).verdict == INCOMPARABLE


def test_names_to_allow_are_checked() -> None:
    """A misspelt name would allow nothing and say nothing."""
    with pytest.raises(AdvisorError, match="names no mismatch"):
        comparability.check_names(["clock"])


@pytest.mark.parametrize(
    ("one", "other", "named"),
    [
        ({"device": None}, {}, []),
        ({"device": "V100 PCIe", "told_by_clocks": True}, {"device": "Tesla V100-SXM2-32GB"}, []),
        ({"device": "V100 PCIe", "told_by_clocks": True}, {"device": None}, []),
        ({"device": "V100 PCIe"}, {"device": "Tesla V100-SXM2-32GB"}, ["device"]),
        ({"device": None, "sm_count": 114}, {}, ["device"]),
        ({"device": None, "sm_count": None}, {"sm_count": None}, ["device"]),
    ],
)
def test_a_device_that_no_export_names_is_none_of_its_own(one: dict[str, Any], other: dict[str, Any], named: list[str]) -> None:
    """One GPU at several clocks would be several: with the same compute capability and SM count, only names differ."""
    before, after = (replace(run, conditions=replace(run.conditions, **told)) for run, told in zip(sides(), (one, other), strict=True))
    for pair in ((before, after), (after, before)):
        assert [m.name for m in compare([pair[0]], [pair[1]]).mismatches] == named


def test_runs_of_one_unnamed_device_at_several_clocks_are_comparable(tmp_path: Path) -> None:
    """As text pages are, through the whole way from a page to a baseline file and back; the clocks themselves are told."""
    head = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC"]
    metrics = {"gpu__time_duration.sum": "us", "dram__cycles_elapsed.avg.per_second": "hz", "gpc__cycles_elapsed.avg.per_second": "hz"}
    name = "device__attribute_display_name"
    kept = []
    for number, (clock, called) in enumerate(((1290, ""), (1230, ""), (1250, ""), (1290, "Tesla V100-SXM2-32GB"), (1290, "Tesla V100-SXM2-16GB"))):
        cells = ["0", str(number), "a", "h", "k(float *)", "1", "7", "(256, 1, 1)", "(1024, 1, 1)", "0", "7.0"]
        rows = (
            [*head, *metrics, "launch__sm_count", name],
            [*[""] * len(head), *metrics.values(), "", ""],
            [*cells, f"38.{number}", "877000000", f"{clock}000000", "80", called],
        )
        path = tmp_path / f"{number}.csv"
        path.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows), encoding="utf-8")
        kept.append(run_files.load(str(path)))
    assert [run.conditions.device for (run,) in kept[:3]] == ["V100 SXM2", "V100 PCIe", None]
    for before in kept[:3]:
        path = tmp_path / "baseline.json"
        path.write_bytes(baseline.content(before))
        for after in kept:
            assert "device" not in [m.name for m in compare(run_files.load(str(path)), after).mismatches]
    assert [m.name for m in compare(kept[3], kept[4]).mismatches] == ["device"]


def test_two_names_of_one_device_are_no_mismatch() -> None:
    """A page that names none is told of by the database, which calls it otherwise than the driver does."""
    before, after = sides()
    named, told = (replace(run, conditions=replace(run.conditions, device=name)) for run, name in ((before, "NVIDIA H200"), (after, "H200 SXM")))
    compared = gate([named], [told]).comparison
    assert compared is not None
    assert list(compared.mismatches) == []
