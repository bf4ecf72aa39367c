"""Formulas against worked numbers, and against what real exports say of the same launches."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ncu_advisor import catalogue
from ncu_advisor.columns import Columns
from ncu_advisor.formulas import by_metric
from ncu_advisor.formulas.stalls import STALLS
from ncu_advisor.load import load
from ncu_advisor.profile import Profile

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"


def value(name: str, **given: float) -> float:
    """``name`` of one launch of which ``given`` is known; NaN where it cannot be had."""
    frame = catalogue.metric_columns(Columns.of_frame(pd.DataFrame([given]))).frame
    return float(frame[name].iloc[0]) if name in frame else float("nan")


# A tenth of what the way from L2 into L1 takes, on 132 SMs for 100 cycles.
_WRITES = {"l1_to_l2": 50.0, "sm_count": 132, "elapsed_cycles": 10, "l2_sectors_read": 0}
_CLOCKS = {"device_bus_bits": 6144, "device_memory_clock": 3201000, "device_clock_max": 1980000}
_FILLED = {"l2_fill_device": 0, "l2_slice_cycles": 1e6, "dram_throughput": 50, "dram_peak": 1e11, "duration": 1e5}
_PORT = {"l1_from_l2": 10, "sm_count": 132, "elapsed_cycles": 100}


_MISSED = {"l2_read_misses": 100}


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("warps_per_block", {"block_size": 40}, 2),
        # Sectors without a byte were not counted: instructions that the profiler did not patch. No sectors have no bytes.
        ("load_bytes", {"load_sectors": 100, "load_bytes_per_sector": 0}, np.nan),
        ("load_bytes", {"load_sectors": 0, "load_bytes_per_sector": 0}, 0),
        ("store_bytes", {"store_sectors": 100, "store_bytes_per_sector": 16}, 1600),
        ("warps_per_block", {"block_size": 1024}, 32),
        ("warp_fill", {"block_size": 40}, 62.5),
        ("warp_fill", {"block_size": 256}, 100),
        ("blocks_per_sm", {"limit_registers": 4, "limit_shared": 2, "limit_warps": 8, "limit_blocks": 32}, 2),
        ("blocks_per_sm", {"grid_size": 2640, "waves": 2.5, "sm_count": 132}, 8),
        ("blocks_per_sm", {"grid_size": 10, "waves": 0.04, "sm_count": 132}, np.nan),
        ("waves", {"grid_size": 2640, "blocks_per_sm": 8, "sm_count": 132}, 2.5),
        ("waves_exact", {"grid_size": 133, "blocks_per_sm": 1, "sm_count": 132}, 133 / 132),
        ("resident_warps", {"blocks_per_sm": 8, "block_size": 256}, 64),
        ("shared_per_block", {"shared_static": 1024, "shared_dynamic": 4096}, 5120),
        ("sm_clock", {"elapsed_cycles": 2000, "duration": 1000}, 2e9),
        ("elapsed_cycles", {"sm_clock": 2e9, "duration": 1000}, 2000),
        ("share_barrier", {"smsp__warp_issue_stalled_barrier_per_warp_active.pct": 57.1}, 57.1),  # asked for by name
        # Metric sets for rooflines have cycles and cycles per second, and DRAM's bytes of both ways together.
        ("duration", {"sm__cycles_elapsed.avg": 423408.3, "sm__cycles_elapsed.avg.per_second": 1135946880.09}, 372736.0),
        ("duration", {"sm__cycles_elapsed.avg": 423408.3}, np.nan),
        ("duration", {"gpu__time_duration.sum": 400000, "sm__cycles_elapsed.avg": 423408.3, "sm__cycles_elapsed.avg.per_second": 1.1e9}, 400000),
        ("dram_rate", {"dram__bytes.sum": 521960320, "duration": 400000}, 1.3049008e12),
        ("dram_bytes", {"dram__bytes.sum": 300, "dram_bytes_read": 100, "dram_bytes_written": 150}, 250),
        ("memory_throughput", {"memory_accesses": 46.3, "memory_requests": 77.27}, 77.27),
        ("memory_throughput", {"memory_accesses": 46.3, "memory_requests": 77.27, "memory_throughput": 80}, 80),
        ("sm_busy", {"sm_active_cycles": 900, "elapsed_cycles": 1000}, 90),
        ("sm_busy", {"sm_active_cycles": 1010, "elapsed_cycles": 1000}, 100),
        # Without active cycles: the pipe that is the busiest part of the SM, as busy of the one as of the other, worked all the time.
        ("sm_busy", {"pipe_fp64_active": 84.9, "sm_throughput": 84.96}, 100),
        ("sm_busy", {"pipe_fp64_active": 84.9, "sm_throughput": 80}, np.nan),
        ("sm_busy", {"pipe_fp64_active": 0.4, "sm_throughput": 0.4}, np.nan),
        ("sm_busy", {"pipe_fp64_active": 84.9, "sm_throughput": 84.96, "sm_active_cycles": 900, "elapsed_cycles": 1000}, 90),
        # So it is of L1, where the vendor's memory throughput is as much.
        ("l1_throughput", {"l1_throughput_active": 65.53, "memory_throughput": 65.53}, 65.53),
        ("l1_throughput", {"l1_throughput_active": 65.53, "memory_throughput": 70}, np.nan),
        ("l1_throughput", {"l1_throughput_active": 0.02, "memory_throughput": 0.02}, np.nan),
        # Or where it is neither DRAM nor L2 (a filter of 1,025 taps on a public profile), or L1 finds nearly all itself.
        ("l1_throughput", {"l1_throughput_active": 93.86, "memory_throughput": 93.81, "l2_throughput": 1.74, "dram_throughput": 0.91}, 93.81),
        ("l1_throughput", {"l1_throughput_active": 12, "memory_throughput": 90, "l2_throughput": 3, "dram_throughput": 1}, np.nan),
        ("l1_throughput", {"l1_throughput_active": 93.86, "memory_throughput": 93.81, "l2_throughput": 93.0, "dram_throughput": 0.91}, np.nan),
        ("l1_throughput", {"l1_throughput_active": 92.7, "memory_throughput": 92.58, "l1_hit_rate": 90.9, "dram_throughput": 0.2}, 92.58),
        ("l1_throughput", {"l1_throughput_active": 92.7, "memory_throughput": 92.58, "l1_hit_rate": 40.0, "dram_throughput": 0.2}, np.nan),
        # (On a T4 memory throughput lacks a part of L1: where active cycles are there, these tell.)
        (
            "l1_throughput",
            {"l1_throughput_active": 95.38, "memory_throughput": 74.42, "l2_throughput": 10.67, "dram_throughput": 29.27}
            | {"sm_active_cycles": 27.0e6, "elapsed_cycles": 27.0e6},
            95.38,
        ),
        ("pipe_tensor", {"pipe_tensor_active": 25, "sm_active_cycles": 900, "elapsed_cycles": 1000}, 22.5),
        ("sm_imbalance", {"sm_active_cycles": 500, "sm_active_cycles_max": 1000}, 50),
        ("sm_count", {"grid_size": 23000, "waves": 53.24, "blocks_per_sm": 4}, 108),
        ("sm_count", {"grid_size": 500, "waves": 1.16, "blocks_per_sm": 4}, np.nan),  # of so few waves it may be 107 or 108
        ("dram_rate", {"dram_bytes": 1e6, "duration": 1e3}, 1e12),
        ("dram_bytes", {"dram_rate": 1e12, "duration": 1e3}, 1e6),
        ("dram_peak", {"dram_peak_per_cycle": 1536, "dram_clock": 3.2e9}, 1536 * 3.2e9),
        ("dram_peak", {"dram_rate": 1e12, "dram_throughput": 25.0}, 4e12),
        ("dram_peak", {"dram_rate": 1e11, "dram_throughput": 2.0}, np.nan),
        ("dram_peak", {**_CLOCKS, "device_integrated": 0}, 6144 / 8 * 2 * 3.201e9),
        ("dram_peak", {**_CLOCKS, "device_integrated": 1}, np.nan),  # whose driver tells a quarter of the memory's clock
        ("dram_peak", {**_CLOCKS, "device_integrated": 0, "device_clock_max": 3201000}, np.nan),
        ("device_integrated", {"device_cc_major": 8, "device_cc_minor": 7}, 1),
        ("device_integrated", {"device_cc_major": 9, "device_cc_minor": 0}, 0),
        ("dram_bytes_read", {"device_integrated": 1, "l2_sectors_system_missed": 10}, 320),
        ("dram_bytes_read", {"device_integrated": 0, "l2_sectors_system_missed": 10}, np.nan),
        ("dram_bytes", {"device_integrated": 1, "l2_sectors_system_missed": 10, "l2_sectors_written": 5}, 320),  # what is written back is not told
        ("dram_bytes", {"device_integrated": 1}, np.nan),
        ("dram_bytes", {"device_integrated": 0, "l2_sectors_system_missed": 10, "l2_sectors_written": 5}, np.nan),
        # Of an integrated GPU nothing is memory of the device, which does not mean that nothing was read; nor is what it wrote counted.
        ("dram_bytes_read", {**_FILLED, "device_integrated": 0}, 0),
        ("dram_bytes_read", {**_FILLED, "device_integrated": 1}, np.nan),
        ("dram_bytes_written", {**_FILLED, "device_integrated": 0}, 5e6),
        ("dram_bytes_written", {**_FILLED, "device_integrated": 1, "l2_sectors_system_missed": 10}, np.nan),
        ("dram_write_share", {**_FILLED, "device_integrated": 1, "l2_sectors_system_missed": 10}, np.nan),
        # Its fills of L2 are reads, a sector a clock and slice; so are the misses of reads, and what is written and missed is written back.
        ("dram_bytes_read", {"device_integrated": 1, "l2_fill_system": 20, "l2_slice_cycles": 1000}, 6400),
        ("dram_bytes", {"device_integrated": 1, "l2_fill_system": 20, "l2_slice_cycles": 1000}, 6400),
        ("dram_bytes", {"device_integrated": 0, "l2_fill_system": 20, "l2_slice_cycles": 1000}, np.nan),
        ("dram_bytes_read", {**_MISSED, "device_integrated": 1}, 3200),
        ("dram_bytes_read", {**_MISSED, "device_integrated": 0}, np.nan),
        ("dram_bytes", {**_MISSED, "device_integrated": 1, "l2_write_misses": 50}, 4800),
        ("dram_bytes", {**_MISSED, "device_integrated": 1, "l2_reads_total": 110, "l2_bytes_total": 3600}, 3200),  # L2 saw next to nothing but reads
        ("dram_bytes", {**_MISSED, "device_integrated": 1, "l2_reads_total": 110, "l2_bytes_total": 90000}, np.nan),  # mostly writes, not counted
        ("l2_bytes", {"l2_bytes_total": 3600}, 3600),
        ("l2_sectors", {"lts__t_bytes.avg.pct_of_peak_sustained_elapsed": 73.6}, 73.6),
        ("sm_throughput", {"sm_throughput_active": 80, "sm_active_cycles": 900, "elapsed_cycles": 1000}, 72),
        ("load_bytes_per_sector", {"load_sector_use": 25.0}, 8),
        ("shared_wavefronts", {"shared_load_wavefronts": 3, "shared_store_wavefronts": 4}, 7),
        ("dram_write_share", {"dram_bytes_read": 3.0, "dram_bytes_written": 1.0}, 25),
        ("l2_bytes", {"l2_sectors_read": 10, "l2_sectors_written": 6}, 512),
        ("l2_sectors_read", {**_PORT, "device_cc_major": 9, "device_cc_minor": 0}, 4 * 1320),
        ("l2_sectors_read", {**_PORT, "device_cc_major": 8, "device_cc_minor": 6}, 1320),
        ("l2_sectors_read", {**_PORT, "device_cc_major": 8, "device_cc_minor": 0}, 2 * 1320),
        ("l2_sectors_read", {**_PORT, "device_cc_major": 11, "device_cc_minor": 0}, np.nan),  # of whose port no count is known
        ("l2_sectors_written", {**_WRITES, "device_cc_major": 7, "device_cc_minor": 5}, 660),
        ("l2_sectors_written", {**_WRITES, "device_cc_major": 8, "device_cc_minor": 9}, 330),  # at least: a whole sector takes two cycles
        ("l2_sectors_written", {**_WRITES, "device_cc_major": 8, "device_cc_minor": 0}, np.nan),
        ("l2_sectors_written", {**_WRITES, "l2_sectors_read": 600, "device_cc_major": 7, "device_cc_minor": 5}, np.nan),  # requests for reads
        ("l1_bytes", {"load_sectors": 10, "store_sectors": 6}, 512),
        ("load_sectors_per_request", {"load_sectors": 320, "load_requests": 10}, 32),
        ("load_bytes", {"load_sectors": 4, "load_bytes_per_sector": 8}, 32),
        ("load_width", {"load_sectors": 16, "load_bytes_per_sector": 32, "load_requests": 1}, 16),
        ("load_width", {"load_sectors": 32, "load_bytes_per_sector": 4, "load_requests": 1}, 4),
        ("load_sectors_ideal", {"load_sectors": 32, "load_bytes_per_sector": 4, "load_requests": 1}, 4),
        ("load_sectors_ideal", {"load_sectors": 1, "load_bytes_per_sector": 4, "load_requests": 1}, 1),
        ("store_sectors_ideal", {"store_sectors": 32, "store_bytes_per_sector": 4, "store_requests": 1}, 4),
        ("fp32_rate", {"fadd_per_cycle": 1, "fmul_per_cycle": 2, "ffma_per_cycle": 3, "sm_clock": 10}, 90),
        ("fp64_rate", {"dadd_per_cycle": 1, "dmul_per_cycle": 2, "dfma_per_cycle": 3, "sm_clock": 10}, 90),
        # 132 cycles of the pipe: 300 packed multiply-adds explain 180 of them, 200 explain 120.
        ("pipe_matrix", {"pipe_tensor": 10, "sm_count": 132, "elapsed_cycles": 10, "hfma_per_cycle": 30 * 32}, 0),
        ("pipe_matrix", {"pipe_tensor": 10, "sm_count": 132, "elapsed_cycles": 10, "hfma_per_cycle": 20 * 32}, 10),
        ("pipe_matrix", {"pipe_tensor": 10}, 10),  # packed halves are not counted
        ("fp16_rate", {"hadd_per_cycle": 1, "hmul_per_cycle": 2, "hfma_per_cycle": 3, "sm_clock": 10}, 180),
        ("tensor_fp16_rate", {"tensor_fp16_per_cycle": 4096, "sm_clock": 1e9}, 4.096e12),
        ("ffma", {"ffma_per_cycle": 64, "elapsed_cycles": 100}, 200),
        ("block_issue", {"grid_size": 83, "elapsed_cycles": 100}, 100),
        ("share_barrier", {"stall_barrier": 3, "warp_latency": 12}, 25),
        ("share_barrier", {"stall_barrier": 18, "warp_latency": 12}, 100),  # of another pass than the latency
        ("share_barrier", {"stall_barrier": 1e11, "warp_latency": 12}, np.nan),  # damaged
    ],
)  # fmt: skip
def test_worked_numbers(name: str, given: dict[str, float], expected: float) -> None:
    """A formula gives what pencil and paper give."""
    assert value(name, **given) == pytest.approx(expected, nan_ok=True)


def test_every_stall_has_a_share() -> None:
    """Of a resident warp's time, in percent."""
    assert [stall for stall in STALLS if f"share_{stall}" not in by_metric() or f"stall_{stall}" not in catalogue.metrics()] == []


@lru_cache(maxsize=2)
def samples(collected: str) -> Profile:
    return load(str(next(SAMPLES.glob(f"{collected}*raw.csv.xz"))))


@pytest.mark.parametrize("collected", ["full", "library"])
def test_shares_of_stalls_fill_a_warps_time(collected: str) -> None:
    """What a warp waits for, and its own issue, add up to all of its time."""
    shares = samples(collected).metrics[[f"share_{stall}" for stall in STALLS if f"share_{stall}" in samples(collected).metrics]]
    assert shares.sum(axis=1).tolist() == pytest.approx([100.0] * len(shares), abs=2.0)


# Counters of different passes of one launch differ a little: the launch ran again for each.
@pytest.mark.parametrize(
    ("name", "needs", "relative"),
    [
        ("sm_clock", ("elapsed_cycles", "duration"), 0.1),
        ("elapsed_cycles", ("sm_clock", "duration"), 0.1),
        ("waves", ("grid_size", "blocks_per_sm", "sm_count"), 0.05),
        ("dram_rate", ("dram_bytes", "duration"), 0.001),
        ("dram_bytes", ("dram_rate", "duration"), 0.001),
        ("dram_throughput", ("dram_rate", "dram_peak"), 0.001),
        ("dram_peak", ("device_bus_bits", "device_memory_clock", "device_clock_max", "device_integrated"), 0.01),
    ],
)
@pytest.mark.parametrize("collected", ["full", "library"])
def test_formulas_agree_with_exports(collected: str, name: str, needs: tuple[str, ...], relative: float) -> None:
    """Where an export has both a metric and what a formula makes it of, the two say the same."""
    metrics = samples(collected).metrics
    way = next(formula for formula in by_metric()[name] if formula.needs == needs)
    computed = np.asarray(way.compute(*(metrics[need].to_numpy() for need in needs)), dtype=float)
    assert computed.tolist() == pytest.approx(metrics[name].tolist(), rel=relative)


@pytest.mark.parametrize("name", ["blocks_per_sm", "sm_busy", "load_width", "l2_bytes", "waves_exact"])
def test_computed_metrics_of_the_samples_are_within_reason(name: str) -> None:
    """No negative, infinite or absurd value in a real profile."""
    limits = {"blocks_per_sm": (1, 32), "sm_busy": (1, 100), "load_width": (0.2, 32), "l2_bytes": (1, 1e12), "waves_exact": (0.01, 1e6)}
    low, high = limits[name]
    values = samples("full").metrics[name].to_numpy()
    assert np.all((values >= low) & (values <= high))


@pytest.mark.parametrize(("computed", "expected"), [(3, 1), (0, 0)])
@pytest.mark.parametrize("multiply_adds", [100, 256, 640])
def test_attention_is_told_from_converted_operands_by_its_softmax(multiply_adds: int, computed: int, expected: int) -> None:
    """As many multiply-adds for each result of the special-function pipe as attention has, of heads 64 wide as well, are attention where FP32
    arithmetic stands beside; conversions of operands stand alone."""
    results = 1e6
    made = {
        "tensor_rate": 2 * 32 * results * multiply_adds,
        "duration": 1e9,
        "xu_instructions": results,
        "ffma": computed * results,
        "fadd_fmul": 0.0,
    }
    assert value("attention", **made) == expected


@pytest.mark.parametrize("pipe", ["alu", "fma", "fp64"])
def test_a_pipe_told_of_active_cycles_is_brought_to_elapsed_ones(pipe: str) -> None:
    """SMs that have work for four fifths of the launch keep a pipe busy for as much less of it; what was counted stands."""
    told = {f"pipe_{pipe}_active": 85.0, "sm_active_cycles": 80.0, "elapsed_cycles": 100.0}
    assert value(f"pipe_{pipe}", **told) == pytest.approx(68.0)
    assert value(f"pipe_{pipe}", **told, **{f"pipe_{pipe}": 60.0}) == 60.0
