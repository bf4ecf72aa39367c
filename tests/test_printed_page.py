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


def saved(folder: Path, text: str) -> dict[str, float]:
    """What is promised of the only launch of a page, by rule."""
    (kernel,) = read(folder, text)
    return {finding.rule: finding.time_saved_pct for finding in kernel.findings}


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
    assert saved(tmp_path, ROW_SUMS)["uncoalesced-access"] == pytest.approx(29, abs=8)


@pytest.mark.parametrize(("sectors", "found"), [("268,435,456", ["uncoalesced-access"]), ("33,554,432", [])])
def test_a_sector_for_every_lane_needs_no_time(tmp_path: Path, sectors: str, found: list[str]) -> None:
    """Counts by name (`ncu --metrics`) show the defect, not what it costs."""
    (kernel,) = read(tmp_path, COUNTS.format(sectors=sectors))
    assert [finding.rule for finding in kernel.findings] == found
    assert all(math.isnan(finding.time_saved_pct) for finding in kernel.findings)


# A product on an H20, a result a thread on tiles of 32 x 32 (65% saved by 8 x 4 results a thread), and one of 4-bit values, a byte at a time, with a
# vector on a laptop's GPU (63% by words of eight values).
SQUARE = LAUNCH.replace("({grid}, 1, 1)x(256, 1, 1)", "(128, 128, 1)x({block}, 1)")
TILES = SQUARE.format(kernel="smem", block="{block}", capability="9.0") + of_light("""
    SM Frequency | Ghz | 1.83
    Elapsed Cycles | cycle | 49,896,306
    Memory Throughput | % | 90.34
    DRAM Throughput | % | 7.02
    Duration | ms | 27.27
    L1/TEX Cache Throughput | % | 90.65
    L2 Cache Throughput | % | 8.83
    SM Active Cycles | cycle | 49,676,957.88
    Compute (SM) Throughput | % | 76.00
""")
TILES_OF = section("Launch Statistics", """
    Block Size | | 1024
    Grid Size | | 16,384
    Registers Per Thread | register/thread | 32
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | byte/block | {shared}
    # SMs | SM | 78
""")  # fmt: skip
UNPACKING = LAUNCH.replace("256", "128").format(kernel="gemv", grid=1024, capability="12.0") + of_light("""
    SM Frequency | Ghz | 1.59
    Elapsed Cycles | cycle | 284,290
    Memory Throughput | % | 57.73
    DRAM Throughput | % | {dram}
    Duration | us | 177.82
    L1/TEX Cache Throughput | % | 59.43
    L2 Cache Throughput | % | 6.57
    SM Active Cycles | cycle | 275,148.92
    Compute (SM) Throughput | % | 73.47
""") + section("Launch Statistics", """
    Block Size | | 128
    Grid Size | | 1,024
    Registers Per Thread | register/thread | 40
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | byte/block | 0
    # SMs | SM | 26
    Waves Per SM | | 3.28
""") + section("Occupancy", """
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 87.62
""")  # fmt: skip
# Row sums of an H100, a block of 128 threads and a tree for each row of 128 values (66% saved by a warp for each row).
SHORT_ROWS = LAUNCH.replace("256", "128").format(kernel="delta", grid=65536, capability="9.0") + of_light("""
    DRAM Frequency | Ghz | 2.62
    SM Frequency | Ghz | 1.97
    Elapsed Cycles | cycle | 83,773
    Memory Throughput | % | 69.70
    DRAM Throughput | % | 24.94
    Duration | us | 42.53
    L1/TEX Cache Throughput | % | 73.68
    L2 Cache Throughput | % | 27.34
    SM Active Cycles | cycle | 79,501.08
    Compute (SM) Throughput | % | 72.16
""") + section("Compute Workload Analysis", """
    Executed Ipc Elapsed | inst/cycle | 2.09
    Issue Slots Busy | % | 52.31
""") + section("Memory Workload Analysis", """
    Memory Throughput | Gbyte/s | 835.65
    L1/TEX Hit Rate | % | 0.42
""") + """    Section: Memory Workload Analysis Tables
    OPT   Est. Speedup: 60.99%
          The memory access pattern for global stores to L1TEX might not be optimal. On average, only 4.0 of the 32
          bytes transmitted per sector are utilized by each thread. This could possibly be caused by a stride between
          threads. Check the Source Counters section for uncoalesced global stores.

""" + section("Instruction Statistics", """
    Executed Instructions | inst | 23,199,744
    Issued Instructions | inst | 23,199,744
""") + section("Launch Statistics", """
    Block Size | | 128
    Grid Size | | 65,536
    Registers Per Thread | register/thread | 17
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | byte/block | {shared}
    # SMs | SM | 132
""") + section("Occupancy", """
    Block Limit SM | block | 32
    Block Limit Registers | block | 21
    Block Limit Shared Mem | block | 42
    Block Limit Warps | block | 16
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 72.25
""")  # fmt: skip
ADDED = LAUNCH.format(kernel="attention_backward", grid=1024, capability="9.0") + section("Command line profiler metrics", """
    dram__throughput.avg.pct_of_peak_sustained_elapsed | % | 4.35
    gpu__time_duration.sum | ms | 1.48
    l1tex__throughput.avg.pct_of_peak_sustained_elapsed | % | 40.25
    lts__t_sectors_op_read.sum | sector | 35,845,803
    lts__t_sectors_op_red.sum | sector | {reductions}
    lts__t_sectors_op_write.sum | sector | 1,575,930
    lts__throughput.avg.pct_of_peak_sustained_elapsed | % | 71.61
    sm__throughput.avg.pct_of_peak_sustained_elapsed | % | 23.49
    sm__warps_active.avg.pct_of_peak_sustained_active | % | 11.89
""")  # fmt: skip


def told(folder: Path, text: str) -> list[tuple[str, float]]:
    (kernel,) = read(folder, text)
    return [(finding.rule, finding.time_saved_pct) for finding in kernel.findings]


@pytest.mark.parametrize("statistics", ["", TILES_OF.format(shared=8192)])
def test_a_square_block_on_square_tiles_is_a_product(tmp_path: Path, statistics: str) -> None:
    """With two or three tiles of its size in shared memory, or none stated: loads fill L1 for one result a thread, whatever little DRAM has to do."""
    assert told(tmp_path, TILES.format(block="32, 32") + statistics) == [("low-data-reuse", pytest.approx(70, abs=6))]


@pytest.mark.parametrize(("block", "shared"), [("1024, 1", 8192), ("32, 32", 4096)])
def test_a_row_of_threads_or_a_word_for_each_is_no_product(tmp_path: Path, block: str, shared: int) -> None:
    """Sums, scans and sorts have their threads in a row or a word of shared memory a thread."""
    assert told(tmp_path, TILES.format(block=block) + TILES_OF.format(shared=shared)) == []


@pytest.mark.parametrize(("dram", "found"), [("14.29", ["low-data-reuse", "tail-wave"]), ("30.00", ["tail-wave"])])
def test_loads_that_are_also_worked_on_keep_the_sm_busier_than_l1(tmp_path: Path, dram: str, found: list[str]) -> None:
    """Bytes loaded one by one are unpacked: the SM is a quarter busier than L1, and yet the loads, of which DRAM sends few, are what goes."""
    findings = told(tmp_path, UNPACKING.format(dram=dram))
    assert [rule for rule, _ in findings] == found
    assert len(found) == 1 or findings[0][1] == pytest.approx(63, abs=5)


@pytest.mark.parametrize(("shared", "saved"), [(512, 66), (2048, 17)])
def test_a_tree_for_every_short_row_goes_with_the_mend(tmp_path: Path, shared: int, saved: float) -> None:
    """A block with a word of shared memory a thread spends its instructions on the steps of a tree; with more it may work on its elements."""
    assert told(tmp_path, SHORT_ROWS.format(shared=shared)) == [("short-blocks", pytest.approx(saved, abs=5))]


@pytest.mark.parametrize(("reductions", "found"), [("102,236,160", [("atomic-contention", pytest.approx(33, abs=5))]), ("20,000,000", [])])
def test_additions_that_fill_l2_are_told_by_its_sectors(tmp_path: Path, reductions: str, found: list[tuple[str, float]]) -> None:
    """Attention backward, whose blocks add partial sums to global memory: tiles of 128 rows in place of 64 took 33% less."""
    assert told(tmp_path, ADDED.format(reductions=reductions)) == found


@pytest.mark.parametrize(("sectors", "told"), [("268,435,456", True), ("142,000,000", False), ("33,554,432", False)])
def test_counted_sectors_take_nothing_back(tmp_path: Path, sectors: str, told: bool) -> None:
    """A sector for every lane is scattered whatever a lane takes; 17 are 16 bytes a lane from an unaligned address."""
    found = saved(tmp_path, ROW_SUMS + COUNTS.format(sectors=sectors).removeprefix(ROWS))
    assert found.get("uncoalesced-access", 0) == pytest.approx(29 if told else 0, abs=8)


UNSHARED = section(
    "Launch Statistics",
    """
    Block Size | | 256
    Registers Per Thread | register/thread | 40
    Static Shared Memory Per Block | byte/block | 0
    Dynamic Shared Memory Per Block | byte/block | 0
""",
)
FEW_STORES = """\
    l1tex__t_requests_pipe_lsu_mem_global_op_st.sum | request | 8,192
    l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum | sector | 262,144
"""


def test_few_scattered_stores_beside_vectors_are_not_what_fills_l1(tmp_path: Path) -> None:
    """Loads of 16 bytes a lane take 16 sectors each; a thousandth as many stores of a sector a lane move a five-hundredth of what they do."""
    stores = section("Command line profiler metrics", FEW_STORES)
    found = saved(tmp_path, ROW_SUMS + UNSHARED + COUNTS.format(sectors="134,217,728").removeprefix(ROWS) + stores)
    assert found.get("uncoalesced-access", 0) == 0


def test_lanes_that_may_take_32_bytes_need_a_sector_each(tmp_path: Path) -> None:
    """From compute capability 10 on 32 sectors a request may be what a warp side by side needs: no saving is told by their number."""
    page = (ROW_SUMS + COUNTS.format(sectors="268,435,456").removeprefix(ROWS)).replace("CC 8.0", "CC 10.0")
    assert "CC 10.0" in page
    assert saved(tmp_path, page).get("uncoalesced-access", 0) == 0


def test_a_sector_for_every_lane_is_told_where_nothing_is_full(tmp_path: Path) -> None:
    """The same sums on 30 SMs, L1 at 48%: over columns they take 75% less, DRAM's time."""
    shares = ("4,205,684", "33,013,637"), ("59.11", "40.67"), ("17.98", "29.99"), ("3.84", "22.57"), ("99.84", "48.35"), ("17.06", "23.77")
    page = ROW_SUMS.replace("2,489,585", "27,765,064").replace("2.08", "2.54").replace("1.09", "1.46").replace("CC 8.0", "CC 8.6")
    for one, other in shares:
        page = page.replace(one, other)
    assert "uncoalesced-access" not in saved(tmp_path, page)
    assert 50 < saved(tmp_path, page + COUNTS.format(sectors="268,162,682").removeprefix(ROWS))["uncoalesced-access"] < 80


COLUMN_SUMS = LAUNCH.format(kernel="column_sums", grid="{grid}", capability="8.0") + of_light("""
    SM Frequency | Ghz | 1.09
    Elapsed Cycles | cycle | 2,957,480
    Memory Throughput | % | 25.56
    DRAM Throughput | % | 25.56
    Duration | ms | 2.71
    L1/TEX Cache Throughput | % | 9.17
    L2 Cache Throughput | % | 21.48
    SM Active Cycles | cycle | 1,694,262
    Compute (SM) Throughput | % | 3.94
""")


@pytest.mark.parametrize(("grid", "told"), [("64", 35), ("128", 0)])
def test_few_blocks_show_without_the_number_of_sms(tmp_path: Path, grid: str, told: float) -> None:
    """64 blocks that keep SMs at work for 57% of the time have 112 of them at most: 35% is said where the A100 is named. 128 had 223."""
    assert saved(tmp_path, COLUMN_SUMS.format(grid=grid)).get("small-grid", 0) == pytest.approx(told, abs=5)


CONFLICTS = LAUNCH.format(kernel="d2", grid=4096, capability="9.0").replace("(256, 1, 1)", "(16, 8, 1)") + of_light("""
    SM Frequency | Ghz | 1.83
    Elapsed Cycles | cycle | 17,321,671
    Memory Throughput | % | 78.71
    DRAM Throughput | % | 2.49
    Duration | ms | 9.47
    L1/TEX Cache Throughput | % | 78.95
    L2 Cache Throughput | % | 10.60
    SM Active Cycles | cycle | 17,250,430
    Compute (SM) Throughput | % | 59.01
""") + section("Command line profiler metrics", """
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum | | 268,799,510
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum | | 8,456,644
""")  # fmt: skip


def test_counted_conflicts_of_an_unnamed_device_are_told_at_least(tmp_path: Path) -> None:
    """An H20, whose 78 SMs the page does not print: of the largest GPU of its capability conflicts take 12% of L1's time. `float4` saved 31%."""
    (kernel,) = read(tmp_path, CONFLICTS)
    (finding,) = kernel.findings
    assert (finding.rule, 8 < finding.time_saved_pct < 31) == ("shared-bank-conflict", True)
    assert "at least 12%" in finding.title
    assert "Each thread holds a tile of results" in finding.advice


ADDED_LANE_BY_LANE = LAUNCH.format(kernel="global_atomic", grid=524288, capability="12.0") + section("Command line profiler metrics", """
    l1tex__t_requests_pipe_lsu_mem_global_op_red.sum | | 524,288
    l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum | sector | {sectors}
""")  # fmt: skip


@pytest.mark.parametrize(("sectors", "found"), [("16,777,216", ["atomic-contention"]), ("524,288", [])])
def test_additions_lane_by_lane_need_no_time(tmp_path: Path, sectors: str, found: list[str]) -> None:
    """Every lane adding for itself took 20.6 ms, a lane a block 0.64."""
    (kernel,) = read(tmp_path, ADDED_LANE_BY_LANE.format(sectors=sectors))
    assert [finding.rule for finding in kernel.findings] == found


TREE = LAUNCH.format(kernel="sequential_addressing", grid=2097152, capability="7.5") + of_light("""
    DRAM Frequency | Ghz | 5.00
    SM Frequency | Mhz | 585
    Elapsed Cycles | cycle | 30,370,000
    Memory Throughput | % | 86.0
    DRAM Throughput | % | 17.83
    Duration | ms | 51.91
    L1/TEX Cache Throughput | % | 87.37
    L2 Cache Throughput | % | 5.2
    SM Active Cycles | cycle | 30,370,000
    Compute (SM) Throughput | % | 86.0
""") + section("Compute Workload Analysis", """
    Executed Ipc Elapsed | inst/cycle | 1.38
    Issue Slots Busy | % | 34.4
""") + section("Memory Workload Analysis", """
    Memory Throughput | Gbyte/s | 57
    L1/TEX Hit Rate | % | 0.11
    L2 Hit Rate | % | {l2_hits}
""") + section("Instruction Statistics", """
    Executed Instructions | inst | 1,671,430,144
    Issued Instructions | inst | 1,671,430,144
""") + section("Launch Statistics", """
    Block Size | | 256
    Grid Size | | 2,097,152
    Registers Per Thread | register/thread | 16
    Dynamic Shared Memory Per Block | Kbyte/block | 1.02
    Static Shared Memory Per Block | byte/block | 0
    # SMs | SM | 40
""") + section("Occupancy", """
    Block Limit SM | block | 16
    Block Limit Registers | block | 16
    Block Limit Shared Mem | block | 32
    Block Limit Warps | block | 4
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 95
""")  # fmt: skip


@pytest.mark.parametrize(("l2_hits", "told"), [("2.79", True), ("49.0", False)])
def test_a_tree_for_a_word_a_thread_adds_up_first(tmp_path: Path, l2_hits: str, told: bool) -> None:
    """A sum of 537 million words on a T4, DRAM at 18%: 54% less by sums of warps, 81% at DRAM's peak. What stores its results finds these in L2."""
    found = saved(tmp_path, TREE.format(l2_hits=l2_hits)).get("short-blocks", 0)
    assert (54 < found < 85) if told else found == 0


def by_name(lines: str, *, grid: int = 4096, block: str = "(256, 1, 1)", capability: str = "8.6") -> str:
    """The page of a few metrics that were asked for by name."""
    launch = LAUNCH.format(kernel="k", grid=grid, capability=capability).replace("(256, 1, 1)", block)
    return launch + section("Command line profiler metrics", lines)


UNREQUESTED = """
    gpu__time_duration.sum | ms | 1.97
    sm__throughput.avg.pct_of_peak_sustained_elapsed | % | 61.04
    l1tex__throughput.avg.pct_of_peak_sustained_elapsed | % | 95.13
    lts__throughput.avg.pct_of_peak_sustained_elapsed | % | 7.77
    l1tex__t_sector_hit_rate.pct | % | 97.62
    smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio | byte/sector | {used}
    l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum | sector | 923,465,296
"""


@pytest.mark.parametrize(
    ("used", "beside", "told"),
    [
        ("12.14", "derived__memory_l2_theoretical_sectors_global_excessive | | 537,600,000", 37),
        ("12.14", "smsp__inst_executed.sum | inst | 591,840,000", 30),
        ("4", "smsp__inst_executed.sum | inst | 5,918,400,000", 0),
        ("4", "smsp__cycles_elapsed.max | cycle | 2,245,357", 0),
    ],
)
def test_sectors_need_no_requests(tmp_path: Path, used: str, beside: str, told: float) -> None:
    """An A800's convolution: 34 to 39% after its author's count. Where each load may be of one word for all lanes, nothing is said."""
    assert saved(tmp_path, by_name(UNREQUESTED.format(used=used) + f"    {beside}\n")).get("uncoalesced-access", 0) == pytest.approx(told, abs=2)


WORDS_ALONE = """
    smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct | % | 12.5
    smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct | % | {stored}
"""
TIMED = """\
    gpu__time_duration.sum | ms | 0.8992
    gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed | % | 33.2
    sm__throughput.avg.pct_of_peak_sustained_elapsed | % | 3.0
"""


@pytest.mark.parametrize(("stored", "beside", "found"), [("12.5", "", [0]), ("12.5", TIMED, [68]), ("100", "", []), ("100", TIMED, [])])
def test_a_word_of_each_sector_is_told_without_their_number(tmp_path: Path, stored: str, beside: str, found: list[float]) -> None:
    """A softmax with a row for each thread: 75% by a block for each row. Loads alone may be of one word for all lanes."""
    (kernel,) = read(tmp_path, by_name(WORDS_ALONE.format(stored=stored) + beside, grid=40))
    told = [finding.time_saved_pct if finding.time_saved_pct > 0 else 0 for finding in kernel.findings if finding.rule == "uncoalesced-access"]
    assert told == pytest.approx(found, abs=3)


@pytest.mark.parametrize(("grid", "block", "found"), [(2000, "(1, 1, 1)", ["partial-warp"]), (2000, "(24, 1, 1)", []), (1, "(1, 1, 1)", [])])
def test_blocks_of_one_thread_need_no_counter(tmp_path: Path, grid: int, block: str, found: list[str]) -> None:
    """A product with a block for each row and one thread in it: 7.44 s, 0.158 with blocks of 256."""
    (kernel,) = read(tmp_path, by_name("    smsp__thread_inst_executed_per_inst_executed.ratio | | 1\n", grid=grid, block=block))
    assert [(finding.rule, finding.time_saved_pct > 0) for finding in kernel.findings] == [(rule, False) for rule in found]


@pytest.mark.parametrize(
    ("loads", "stores", "found"),
    [
        ("16,628,270", "16,283,712", ["shared-bank-conflict"]),
        ("16,628,270", "12,000", []),
        ("18,400,000", "16,283,712", []),
        ("16,252,928", "12,000", ["shared-bank-conflict"]),
    ],
)
def test_conflicts_of_all_lanes_hold_a_few_waits(tmp_path: Path, loads: str, stores: str, found: list[str]) -> None:
    """Both ways a few hundredths more than 31 a warp; one way alone to the last digits."""
    page = f"""
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum | | {loads}
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum | | {stores}
    """
    (kernel,) = read(tmp_path, by_name(page, grid=524288, block="(32, 1, 1)", capability="12.0"))
    assert [finding.rule for finding in kernel.findings] == found


LIMITS = """
    Block Limit Registers | block | {registers}
    Block Limit Warps | block | {warps}
    Block Limit SM | block | 24
    Theoretical Occupancy | % | {theoretical}
"""


@pytest.mark.parametrize(
    ("block", "registers", "warps", "theoretical", "found"),
    [("(1024, 1, 1)", 2, 1, 66.67, ["occupancy-limited-by-block-size"]), ("(256, 1, 1)", 10, 6, 100, []), ("(1024, 1, 1)", 1, 1, 66.67, [])],
)
def test_a_block_that_costs_a_third_of_the_warps_informs(
    tmp_path: Path, block: str, registers: int, warps: int, theoretical: float, found: list[str]
) -> None:
    """32 of 48 warps on an RTX 4090: 181 us, with blocks of 256 threads 112. What it costs no limit tells."""
    page = LAUNCH.format(kernel="blur", grid=16384, capability="8.9").replace("(256, 1, 1)", block)
    used = 23 if registers > 1 else 64
    page += section("Launch Statistics", f"\n    Registers Per Thread | register/thread | {used}\n")
    page += section("Occupancy", LIMITS.format(registers=registers, warps=warps, theoretical=theoretical))
    (kernel,) = read(tmp_path, page + section("Command line profiler metrics", "\n    gpu__time_duration.sum | us | 181\n"))
    assert [(finding.rule, finding.time_saved_pct > 0) for finding in kernel.findings] == [(rule, False) for rule in found]


WORD_A_THREAD = LAUNCH.format(kernel="row_sum_bad", grid=24000, capability="8.6") + of_light("""
    DRAM Frequency | Ghz | 9.73
    SM Frequency | Ghz | 1.39
    Elapsed Cycles | cycle | 73,716
    Memory Throughput | % | 53.93
    DRAM Throughput | % | 53.93
    Duration | us | 52.90
    L1/TEX Cache Throughput | % | 33.80
    L2 Cache Throughput | % | 22.47
    SM Active Cycles | cycle | 59,323.27
    Compute (SM) Throughput | % | {busy}
""") + section("Launch Statistics", """
    Block Size | | 256
    Grid Size | | 24,000
    Registers Per Thread | register/thread | 16
    Dynamic Shared Memory Per Block | byte/block | 0
    Static Shared Memory Per Block | Kbyte/block | 4.10
    # SMs | SM | 82
""") + section("Occupancy", """
    Block Limit SM | block | 16
    Block Limit Registers | block | 16
    Block Limit Shared Mem | block | 12
    Block Limit Warps | block | 6
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 79.63
""")  # fmt: skip


@pytest.mark.parametrize(("busy", "told"), [("28.00", True), ("57.00", False)])
def test_a_word_a_thread_shows_without_counts_of_stores(tmp_path: Path, busy: str, told: bool) -> None:
    """3,000 rows in 24,000 blocks on an RTX 3090: DRAM's floor is 47% below. Twice the instructions are other work."""
    found = saved(tmp_path, WORD_A_THREAD.format(busy=busy)).get("short-blocks", 0)
    assert (10 < found < 47) if told else found == 0


DRAWS = LAUNCH.replace("256", "128").format(kernel="throw_dart", grid=512, capability="7.0") + of_light("""
    DRAM Frequency | cycle/usecond | 877.96
    SM Frequency | cycle/nsecond | 1.24
    Elapsed Cycles | cycle | 10544719
    Memory Throughput | % | 49.01
    DRAM Throughput | % | 0.04
    Duration | msecond | 8.52
    L1/TEX Cache Throughput | % | 73.75
    L2 Cache Throughput | % | 49.01
    SM Active Cycles | cycle | 8850096.11
    Compute (SM) Throughput | % | 37.09
""") + section("Launch Statistics", """
    Block Size | | 128
    Grid Size | | 512
    Registers Per Thread | register/thread | 21
    # SMs | SM | 80
    Threads | thread | 65536
""") + section("Occupancy", """
    Block Limit SM | block | 32
    Block Limit Registers | block | 21
    Block Limit Shared Mem | block | 32
    Block Limit Warps | block | 16
    Theoretical Occupancy | % | 100
    Achieved Occupancy | % | 39.97
""")  # fmt: skip


@pytest.mark.parametrize(("states", "told"), [("curandStateXORWOW", True), ("float", False)])
def test_states_that_stay_in_l2_are_copied(tmp_path: Path, states: str, told: bool) -> None:
    """A Monte Carlo loop on a V100: states of 3 MB, L2 busy for half of 8.5 ms and DRAM idle. Its arithmetic alone is 37% of the SM's."""
    found = saved(tmp_path, DRAWS.replace("throw_dart", f"throw_dart({states} *, int *)")).get("low-data-reuse", 0)
    assert (30 < found < 63) if told else found == 0
