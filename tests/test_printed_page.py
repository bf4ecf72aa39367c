"""What plain ``ncu`` prints allows to be said: patterns of four shares, on measured kernels."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks.advice import printed, sets
from ncu_advisor import advise, load
from ncu_advisor.report import Diagnosis

PROGRAMS = ("sixth_n1", "sixth_n5", "mem_atomics", "sixth_n3b", "sixth_n2")
HEALTHY = ("blind_sound", "par_healthy")


def kernels(programs: tuple[str, ...]) -> dict[str, Diagnosis]:
    """What is said of the kernels of these programs' printed pages."""
    details = [sets.page(program, "full.details") for program in programs]
    pages = map(load_page, printed.pages(details))
    return {kernel.short_name: kernel for page in pages for kernel in page}


def load_page(path: str) -> list[Diagnosis]:
    return advise(load(path)).kernels


@lru_cache(maxsize=1)
def defects() -> dict[str, Diagnosis]:
    return kernels(PROGRAMS)


@pytest.mark.parametrize(
    ("kernel", "rule", "saved"),  # measured
    [
        ("column_theta_a", "uncoalesced-access", 86),
        ("microprice_a", "shared-bank-conflict", 78),
        ("spectra_a", "low-data-reuse", 72),
        ("walk_vi_a", "memory-latency", 44),
        ("lightcurve_a", "dependency-stall", 46),
        ("track_update_a", "register-spill", 90),
    ],
)
def test_a_pattern_of_shares_names_its_cause(kernel: str, rule: str, saved: float) -> None:
    """First, as what it looks like, with a saving near the measured one."""
    found = defects()[kernel].findings[0]
    assert (found.rule, found.time_saved_pct) == (rule, pytest.approx(saved, abs=12))
    assert any(word in found.title + found.explanation for word in ("look", "seem", "this one does not tell"))


def test_healthy_kernels_have_no_pattern() -> None:
    """Streams, reductions, tiles and library kernels are promised nothing worth mentioning."""
    promised = {name: finding.time_saved_pct for name, kernel in kernels(HEALTHY).items() for finding in kernel.findings}
    assert {name: saved for name, saved in promised.items() if saved > 10} == {}


def test_the_page_is_that_of_set_basic() -> None:
    """It names no pipe, no stall and no sector."""
    (page,) = (load(path) for path in printed.pages([sets.page("mem_atomics", "full.details")]))
    names = set(page.metrics.columns)
    assert {"dram_throughput", "l1_throughput", "sm_throughput", "theoretical_occupancy"} <= names
    assert names & {"issue_elapsed", "pipe_fma", "l1_hit_rate", "share_long_scoreboard", "instructions"} == set()


LAUNCH = """==PROF== Connected to process 1 (/bin/x)
==PROF== Disconnected from process 1
[1] x@127.0.0.1
  {kernel} ({grid}, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC {capability}
"""
LINE = f"    {'-' * 80} {'-' * 16} {'-' * 16}\n"


def row(name: str, unit: str, value: str) -> str:
    return f"    {name:<80} {unit:>16} {value:>16}\n"


def section(title: str, metrics: str) -> str:
    """A section as text; of ``metrics`` each line has a name, a unit and a value, between bars."""
    cells = [[cell.strip() for cell in line.split("|")] for line in metrics.strip().splitlines()]
    body = "".join(row(name, unit, value) for name, unit, value in cells)
    return f"    Section: {title}\n{LINE}{row('Metric Name', 'Metric Unit', 'Metric Value')}{LINE}{body}{LINE}\n"


def of_light(metrics: str) -> str:
    return section("GPU Speed Of Light Throughput", metrics)


# A product on an RTX 5090, a result a thread on tiles of 16 x 16, as its details page was published.
PRODUCT = LAUNCH.format(kernel="sgemm_shared", grid=16384, capability="12.0") + of_light("""
    SM Frequency | Ghz | 2.01
    Elapsed Cycles | cycle | 4,955,731
    Memory Throughput | % | 96.04
    DRAM Throughput | % | 0.77
    Duration | ms | 2.46
    L1/TEX Cache Throughput | % | 96.65
    L2 Cache Throughput | % | 31.48
    SM Active Cycles | cycle | 4,905,850
    Compute (SM) Throughput | % | 96.04
""")
STATISTICS = section("Launch Statistics", """
    Block Size | | 256
    Grid Size | | 16,384
    Registers Per Thread | register/thread | 37
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | Kbyte/block | 2.05
    Waves Per SM | | 16.06
""")  # fmt: skip
ISSUED = section("Compute Workload Analysis", """
    Executed Ipc Elapsed | inst/cycle | 1.15
    Issue Slots Busy | % | 28.85
""")  # fmt: skip
COUNTING = LAUNCH.format(kernel="count_kmers_kernel", grid=5120, capability="7.5") + of_light("""
    DRAM Frequency | Ghz | 7.01
    SM Frequency | Ghz | 1.35
    Elapsed Cycles | cycle | 9,050,000
    Memory Throughput | % | 19.58
    DRAM Throughput | % | 19.58
    Duration | ms | 6.70
    L1/TEX Cache Throughput | % | 3.46
    L2 Cache Throughput | % | {l2}
    SM Active Cycles | cycle | 9,000,000
    Compute (SM) Throughput | % | 6.98
""") + section("Launch Statistics", """
    Block Size | | 256
    Grid Size | | 5,120
    Registers Per Thread | register/thread | 16
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | byte/block | 0
    Waves Per SM | | 42.67
""") + section("Occupancy", """
    Block Limit SM | block | 16
    Block Limit Registers | block | 16
    Block Limit Shared Mem | block | 16
    Block Limit Warps | block | 4
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 86.31
""")  # fmt: skip
ROWS = LAUNCH.format(kernel="row_sums", grid=64, capability="8.0")
ROW_SUMS = ROWS + of_light("""
    SM Frequency | Ghz | 1.09
    Elapsed Cycles | cycle | 4,205,684
    Memory Throughput | % | 59.11
    DRAM Throughput | % | 17.98
    Duration | ms | 3.84
    L1/TEX Cache Throughput | % | 99.84
    L2 Cache Throughput | % | 17.06
    SM Active Cycles | cycle | 2,489,585
    Compute (SM) Throughput | % | 2.08
""")
COUNTS = ROWS + section("Command line profiler metrics", """
    l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum | request | 8,388,608
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum | sector | {sectors}
""")  # fmt: skip


def read(folder: Path, text: str) -> list[Diagnosis]:
    (page := folder / "page.txt").write_text(text, encoding="utf-8")
    return load_page(str(page))


def test_instructions_a_cycle_take_nothing_back(tmp_path: Path) -> None:
    """What shares tell of loads from shared memory holds where the page says besides how many instructions were executed (set detailed)."""
    for page in (PRODUCT + STATISTICS, PRODUCT + ISSUED + STATISTICS):
        (kernel,) = read(tmp_path, page)
        assert [(finding.rule, finding.time_saved_pct) for finding in kernel.findings] == [("memory-instruction-throttle", pytest.approx(74, abs=3))]


def test_they_take_nothing_back_without_launch_statistics(tmp_path: Path) -> None:
    """So it is where the page does not say how much shared memory a block has."""
    for page in (PRODUCT, PRODUCT + ISSUED):
        (kernel,) = read(tmp_path, page)
        assert [(finding.rule, finding.time_saved_pct) for finding in kernel.findings] == [("low-data-reuse", pytest.approx(73, abs=3))]


@pytest.mark.parametrize(("l2", "told"), [("4.27", False), ("9.50", True)])
def test_what_dram_moves_for_nobody_is_no_load(tmp_path: Path, l2: str, told: bool) -> None:
    """Loads pass L2 on their way from DRAM. Where L2 has far less to do than DRAM, atomics at random places may be all that is there."""
    (kernel,) = read(tmp_path, COUNTING.format(l2=l2))
    assert ("memory-latency" in {finding.rule for finding in kernel.findings}) == told


def test_few_warps_bind_once_lanes_lie_side_by_side(tmp_path: Path) -> None:
    """Sums over rows on 64 of 108 SMs, a thread a row: columns take 29% less, as 8 warps an SM then wait for memory in turn."""
    (kernel,) = read(tmp_path, ROW_SUMS)
    assert [(finding.rule, finding.time_saved_pct) for finding in kernel.findings] == [("uncoalesced-access", pytest.approx(29, abs=8))]


@pytest.mark.parametrize(("sectors", "found"), [("268,435,456", ["uncoalesced-access"]), ("33,554,432", [])])
def test_a_sector_for_every_lane_needs_no_time(tmp_path: Path, sectors: str, found: list[str]) -> None:
    """Counts by name (`ncu --metrics`) show the defect, not what it costs."""
    (kernel,) = read(tmp_path, COUNTS.format(sectors=sectors))
    assert [finding.rule for finding in kernel.findings] == found
    assert all(math.isnan(finding.time_saved_pct) for finding in kernel.findings)
