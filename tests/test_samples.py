"""The shipped samples: every export of one run tells the same story, defects are found first, and promises are kept."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import pytest

from ncu_advisor import catalogue
from ncu_advisor.advise import advise
from ncu_advisor.load import load
from ncu_advisor.report import Diagnosis, Report

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"
FULL, DETAILS, BASIC, DETAILED, LIVE = "full*raw.csv.xz", "full*details.csv.xz", "basic*raw.csv.xz", "detailed*raw.csv.xz", "live*.csv.xz"
LIBRARY = "library*raw.csv.xz"

DEFECTS = {
    "transpose_naive": "uncoalesced-access",
    "copy_u8": "scalar-global-access",
    "copy_f32": "scalar-global-access",
    "hgemm_fma": "missing-tensor-cores",
    "gather_regs": "occupancy-limited-by-registers",
    "spin_tail": "tail-wave",
    "gather_latency": "memory-latency",
}
HEALTHY = ("transpose_tiled", "copy_u128", "copy_f32x4", "triad", "poly_fma", "spin_tail_fixed")
# Pairs whose measured saving the promise has to meet.
MENDED = {"transpose_naive": "transpose_tiled", "copy_u8": "copy_u128", "spin_tail": "spin_tail_fixed"}
MOST_OF_A_HEALTHY_KERNEL, WITHIN = 10.0, 10.0  # percent of the launch, points


@lru_cache(maxsize=8)
def report(pattern: str) -> Report:
    """What the advisor says of the export that ``pattern`` names."""
    return advise(load(str(next(SAMPLES.glob(pattern)))))


def kernels(pattern: str) -> dict[str, Diagnosis]:
    return {kernel.short_name: kernel for kernel in report(pattern).kernels}


@lru_cache(maxsize=1)
def times() -> dict[str, float]:
    """Median microseconds of each sample, measured without a profiler."""
    with (SAMPLES / "times.csv").open(encoding="utf-8", newline="") as stream:
        return {row["case"]: float(row["median_us"]) for row in csv.DictReader(stream)}


@pytest.mark.parametrize("other", [DETAILS, BASIC, DETAILED, LIVE])
def test_every_export_has_the_same_launches(other: str) -> None:
    """Raw and details page, basic set, and a live run between banners: names, grids and blocks, in order."""
    assert [(k.name, k.grid, k.block) for k in report(other).kernels] == [(k.name, k.grid, k.block) for k in report(FULL).kernels]


def test_raw_and_details_of_one_profile_have_the_same_durations() -> None:
    """Within the rounding of two decimals: "1.41 ms"."""
    durations = [k.duration_ns for k in report(DETAILS).kernels]
    assert durations == pytest.approx([k.duration_ns for k in report(FULL).kernels], rel=0.004)


@pytest.mark.parametrize("other", [BASIC, DETAILED, LIVE])
def test_other_runs_have_like_durations(other: str) -> None:
    """The same kernels, run again: within a twentieth."""
    assert [k.duration_ns for k in report(other).kernels] == pytest.approx([k.duration_ns for k in report(FULL).kernels], rel=0.05)


@pytest.mark.parametrize("other", [DETAILS, BASIC, DETAILED, LIVE])
def test_every_export_gives_the_same_bound(other: str) -> None:
    """Details pages hold the busiest part of the SMs and of each cache only: enough for the bound, not always for the limiter."""
    assert {name: k.bound for name, k in kernels(other).items()} == {name: k.bound for name, k in kernels(FULL).items()}


@pytest.mark.parametrize("other", [BASIC, DETAILED])
def test_raw_pages_of_smaller_sets_give_the_same_limiter(other: str) -> None:
    """They have every utilization."""
    assert {name: k.limiter for name, k in kernels(other).items()} == {name: k.limiter for name, k in kernels(FULL).items()}


def test_the_full_set_decides_every_rule() -> None:
    """Nothing is left to collect."""
    assert {name: [entry.rule for entry in k.not_evaluated] for name, k in kernels(FULL).items() if k.not_evaluated} == {}


@lru_cache(maxsize=2)
def known(pattern: str) -> frozenset[str]:
    """The profiler's names of every metric that an export has by any of them."""
    frame = load(str(next(SAMPLES.glob(pattern)))).metrics
    return frozenset(name for metric in catalogue.metrics().values() if metric.name in frame for name in metric.vendor)


def by_section(command: str) -> set[str]:
    """What the sections that ``command`` names collect on this chip: those of the basic set, and the pipes of the detailed one."""
    found = set(known(BASIC)) if "--section SpeedOfLight" in command else set()
    return found | ({name for name in known(DETAILED) if "pipe" in name} if "--section ComputeWorkloadAnalysis" in command else set())


@pytest.mark.parametrize("poor", [BASIC, LIVE, DETAILS])
def test_what_an_export_cannot_decide_is_listed_with_a_command(poor: str) -> None:
    """Every rule is heard, suppressed, silent or listed; the command collects all that is missing: by name, or in a section it names."""
    for kernel in report(poor).kernels:
        assert kernel.not_evaluated
        for entry in kernel.not_evaluated:
            assert entry.missing
            assert (entry.collect.startswith("ncu "), "gpu__time_duration.sum" in entry.collect) == (True, True)
            assert [name for name in entry.missing if name not in entry.collect and name not in by_section(entry.collect)] == []
        spoken = {found.rule for found in kernel.findings} | {entry.rule for entry in kernel.suppressed}
        assert spoken & {entry.rule for entry in kernel.not_evaluated} == set()


def test_basic_finds_a_tiled_product_and_clears_nobody() -> None:
    """The set counts no multiply-adds: a product with its tile in registers is told by its pipes, and silence decides nothing."""
    rule = DEFECTS["hgemm_fma"]
    basic = kernels(BASIC)
    assert [name for name, kernel in basic.items() if rule in {found.rule for found in kernel.findings}] == ["hgemm_fma"]
    for name, kernel in basic.items():
        missing = [metric for entry in kernel.not_evaluated if entry.rule == rule for metric in entry.missing]
        assert any("ffma" in metric for metric in missing) == (name != "hgemm_fma")


def test_the_binary_report_says_what_its_raw_page_says() -> None:
    """Launches, durations, bounds, findings and savings; the report adds places in the code."""
    for binary, page in (("full*.ncu-rep.xz", FULL), ("library*.ncu-rep.xz", LIBRARY), ("basic*.ncu-rep.xz", BASIC)):
        for one, other in zip(report(binary).kernels, report(page).kernels, strict=True):
            assert (one.name, one.grid, one.block, one.bound, one.limiter) == (other.name, other.grid, other.block, other.bound, other.limiter)
            assert one.duration_ns == pytest.approx(other.duration_ns, rel=1e-6)
            assert {f.rule: f.time_saved_pct for f in one.findings} == pytest.approx({f.rule: f.time_saved_pct for f in other.findings}, abs=0.1)
            assert [s.rule for s in one.suppressed] == [s.rule for s in other.suppressed]


@pytest.mark.parametrize(("kernel", "rule"), DEFECTS.items())
@pytest.mark.parametrize("pattern", [FULL, DETAILED])
def test_a_defective_kernels_first_finding_is_its_defect(pattern: str, kernel: str, rule: str) -> None:
    """The one that saves most."""
    assert [found.rule for found in kernels(pattern)[kernel].findings[:1]] == [rule]


@pytest.mark.parametrize("kernel", HEALTHY)
@pytest.mark.parametrize("pattern", [FULL, DETAILS, BASIC, DETAILED, LIVE])
def test_a_healthy_kernel_is_promised_little(pattern: str, kernel: str) -> None:
    """No finding over a tenth of the launch, whatever was collected."""
    found = kernels(pattern)[kernel].findings
    assert {f.rule: f.time_saved_pct for f in found if f.time_saved_pct > MOST_OF_A_HEALTHY_KERNEL} == {}


@pytest.mark.parametrize("pattern", [LIBRARY, "library*details.csv.xz", "library*.ncu-rep.xz"])
def test_the_librarys_products_are_promised_little(pattern: str) -> None:
    """Tuned kernels at the compute roof."""
    for kernel in report(pattern).kernels:
        assert (kernel.short_name.startswith("nvjet"), kernel.bound) == (True, "compute")
        assert [f.rule for f in kernel.findings if f.time_saved_pct > MOST_OF_A_HEALTHY_KERNEL] == []


@pytest.mark.parametrize(("before", "after"), MENDED.items())
@pytest.mark.parametrize("pattern", [FULL, DETAILED])
def test_promises_are_what_mending_brought(pattern: str, before: str, after: str) -> None:
    """Within 10 points of the saving measured between the two kernels of the pair."""
    measured = 100.0 * (1.0 - times()[after] / times()[before])
    assert kernels(pattern)[before].findings[0].time_saved_pct == pytest.approx(measured, abs=WITHIN)


@pytest.mark.parametrize("pattern", [FULL, DETAILS, BASIC, DETAILED, LIVE, LIBRARY])
def test_profiled_durations_are_those_of_the_running_program(pattern: str) -> None:
    """Clocks were left alone: within a fifth of the events' medians (the library's cases by their order)."""
    names = ["library_gemm_bf16", "library_gemm_fp16"] if pattern == LIBRARY else [k.short_name for k in report(pattern).kernels]
    measured = [times()[name] * 1e3 for name in names]
    assert [k.duration_ns for k in report(pattern).kernels] == pytest.approx(measured, rel=0.2)


@pytest.mark.parametrize("pattern", [FULL, DETAILS, BASIC, DETAILED, LIVE, LIBRARY])
def test_the_device_is_known_from_every_export(pattern: str) -> None:
    """By name, or by compute capability, SM count and memory clock where the page has no name."""
    device = report(pattern).device
    assert ("H200" in device["name"], device["compute_capability"], device["sm_count"]) == (True, "9.0", 132)


@pytest.mark.parametrize("pattern", [FULL, DETAILS, BASIC, DETAILED, LIVE, LIBRARY])
def test_sentences_hold_no_gaps(pattern: str) -> None:
    """Whatever an export lacks, no sentence says "not collected" or nan of it."""
    texts = [text for k in report(pattern).kernels for f in k.findings for text in (f.title, f.explanation, f.advice, f.unless)]
    texts += [s.reason for k in report(pattern).kernels for s in k.suppressed]
    assert [text for text in texts if "not collected" in text or "nan" in text.split()] == []
