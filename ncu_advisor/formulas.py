"""Computed metrics: small functions over whole columns. Several may compute one metric; they are tried in file order.

A function's parameter names are the metrics it needs; its docstring's first line says what the value means.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Column = Any  # a float64 array, one element a launch; NaN where not collected

WARP = 32
SECTOR = 32
# Measured on an H200 (benchmarks/advice, a million blocks of one store each): 0.83 blocks per SM clock, all SMs together.
BLOCKS_PER_CYCLE = 0.83
STALLS = (
    "long_scoreboard", "short_scoreboard", "barrier", "membar", "wait", "math_pipe_throttle", "lg_throttle", "mio_throttle", "tex_throttle",
    "no_instruction", "imc_miss", "branch_resolving", "dispatch", "drain", "sleeping", "gmma", "misc", "not_selected", "selected",
)  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """One way to compute ``name`` from the metrics in ``needs``."""

    name: str
    unit: str
    what: str
    needs: tuple[str, ...]
    compute: Callable[..., Column]


FORMULAS: dict[str, list[Formula]] = {}


def metric(unit: str, name: str = "") -> Callable[[Callable[..., Column]], Callable[..., Column]]:
    """Register the decorated function as a way to compute the metric of its own name (or ``name``)."""

    def register(function: Callable[..., Column]) -> Callable[..., Column]:
        target = name or function.__name__
        what = (inspect.getdoc(function) or "\n").splitlines()[0].rstrip(".")
        needs = tuple(inspect.signature(function).parameters)
        FORMULAS.setdefault(target, []).append(Formula(target, unit, what, needs, function))
        return function

    return register


# --- launch -------------------------------------------------------------------------------------------------------


@metric("warp")
def warps_per_block(block_size: Column) -> Column:
    """Warps of a block."""
    return -(-block_size // WARP)


@metric("%")
def warp_fill(block_size: Column) -> Column:
    """Threads of a block over the lanes of its warps."""
    return 100.0 * block_size / (-(-block_size // WARP) * WARP)


@metric("block")
def blocks_per_sm(limit_registers: Column, limit_shared: Column, limit_warps: Column, limit_blocks: Column) -> Column:
    """Blocks that fit one SM at once."""
    import numpy as np

    return np.minimum(np.minimum(limit_registers, limit_shared), np.minimum(limit_warps, limit_blocks))


@metric("block", "blocks_per_sm")
def _blocks_per_sm_from_waves(grid_size: Column, waves: Column, sm_count: Column) -> Column:
    import numpy as np

    # The exported wave count is rounded to hundredths; below half a wave it no longer determines the whole number.
    return np.where(waves > 0.5, np.round(grid_size / (waves * sm_count)), np.nan)


@metric("", "waves")
def _waves(grid_size: Column, blocks_per_sm: Column, sm_count: Column) -> Column:
    return grid_size / (blocks_per_sm * sm_count)


@metric("", "waves_exact")
def waves_exact(grid_size: Column, blocks_per_sm: Column, sm_count: Column) -> Column:
    """Blocks of the grid over the blocks that fit the GPU at once, not rounded."""
    return grid_size / (blocks_per_sm * sm_count)


@metric("warp")
def resident_warps(blocks_per_sm: Column, warps_per_block: Column) -> Column:
    """Warps that fit one SM at once."""
    return blocks_per_sm * warps_per_block


@metric("byte")
def shared_per_block(shared_static: Column, shared_dynamic: Column) -> Column:
    """Shared memory that a block asks for, without the driver's part."""
    return shared_static + shared_dynamic


@metric("hz", "sm_clock")
def _sm_clock(elapsed_cycles: Column, duration: Column) -> Column:
    return elapsed_cycles / duration * 1e9


@metric("cycle", "elapsed_cycles")
def _elapsed_cycles(sm_clock: Column, duration: Column) -> Column:
    return sm_clock * duration / 1e9


@metric("%")
def sm_busy(sm_active_cycles: Column, elapsed_cycles: Column) -> Column:
    """Share of the elapsed cycles in which an SM held work, mean over SMs."""
    import numpy as np

    return np.minimum(100.0, 100.0 * sm_active_cycles / elapsed_cycles)


@metric("%", "issue_elapsed")
def _issue_elapsed(ipc_elapsed: Column) -> Column:
    # Four schedulers issue one instruction a clock each (every capability since 5.0).
    return 25.0 * ipc_elapsed


@metric("%")
def l2_throughput_alone(l2_throughput: Column, dram_throughput: Column, memory_throughput: Column) -> Column:
    """The vendor's L2 throughput where it is not that of DRAM: it also counts what DRAM fills, up to 1.4 times DRAM's own on streams."""
    import numpy as np

    # The vendor's memory throughput leaves those fills out, and is no less than any part of L2 towards the SMs.
    return np.where(l2_throughput > 1.4 * dram_throughput, np.fmin(l2_throughput, memory_throughput), np.nan)


@metric("%", "l2_throughput_alone")
def _l2_throughput_alone(l2_throughput: Column, dram_throughput: Column) -> Column:
    import numpy as np

    return np.where(l2_throughput > 1.4 * dram_throughput, l2_throughput, np.nan)


@metric("%", "l1_throughput")
def _l1_throughput(l1_throughput_active: Column, sm_busy: Column) -> Column:
    return l1_throughput_active * sm_busy / 100.0


@metric("%")
def sm_imbalance(sm_active_cycles: Column, sm_active_cycles_max: Column) -> Column:
    """How much less the mean SM was active than the busiest."""
    return 100.0 * (1.0 - sm_active_cycles / sm_active_cycles_max)


# --- bytes and sectors --------------------------------------------------------------------------------------------


@metric("byte")
def dram_bytes(dram_bytes_read: Column, dram_bytes_written: Column) -> Column:
    """Bytes between DRAM and L2, both ways."""
    return dram_bytes_read + dram_bytes_written


@metric("byte", "dram_bytes")
def _dram_bytes(dram_rate: Column, duration: Column) -> Column:
    return dram_rate * duration / 1e9


@metric("byte/s", "dram_rate")
def _dram_rate(dram_bytes: Column, duration: Column) -> Column:
    return dram_bytes / duration * 1e9


@metric("byte/s")
def dram_peak(dram_peak_per_cycle: Column, dram_clock: Column) -> Column:
    """DRAM bytes per second at the clock that the profile measured."""
    return dram_peak_per_cycle * dram_clock


@metric("byte/s", "dram_peak")
def _dram_peak(dram_rate: Column, dram_throughput: Column) -> Column:
    import numpy as np

    # Below a tenth the rounded percentage is too coarse to divide by.
    return np.where(dram_throughput > 10, dram_rate / dram_throughput * 100.0, np.nan)


@metric("byte/s", "dram_peak")
def _dram_peak_from_device(device_bus_bits: Column, device_memory_clock: Column) -> Column:
    return device_bus_bits / 8 * 2 * device_memory_clock * 1e3


@metric("byte/s", "dram_rate")
def _dram_rate_from_throughput(dram_throughput: Column, dram_peak: Column) -> Column:
    return dram_throughput / 100.0 * dram_peak


@metric("inst")
def lsu_instructions(pipe_lsu: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    """Instructions of the load-store pipe: one a clock and SM at peak; reads of special registers count among them."""
    return pipe_lsu / 100.0 * sm_count * elapsed_cycles


@metric("inst")
def access_instructions(lsu_instructions: Column, grid_size: Column, warps_per_block: Column) -> Column:
    """Load-store instructions beyond one a warp, which reads its thread's index (counted so on 1,252 launches, benchmarks/advice)."""
    import numpy as np

    return np.maximum(lsu_instructions - grid_size * warps_per_block, 0.4 * lsu_instructions)


# Without the memory sections (set basic) the breakdown of the throughput still tells the traffic between L1 and L2. The factors are
# those of counts against percentages on compute capability 9.0, and hold where one port moves 128 bytes a clock (benchmarks/advice).
@metric("sector", "l2_sectors_read")
def _l2_sectors_read(l1_from_l2: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    return 4.0 * l1_from_l2 / 100.0 * sm_count * elapsed_cycles


@metric("sector", "l2_sectors_written")
def _l2_sectors_written(l1_to_l2: Column, l2_sectors_read: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    import numpy as np

    return np.clip(l1_to_l2 / 100.0 * sm_count * elapsed_cycles - l2_sectors_read / 6.0, 0.0, None)


# A slice of L2 takes one sector a clock from DRAM: equal to the counted bytes within 0.2% on compute capability 9.0 (benchmarks/advice).
@metric("byte", "dram_bytes_read")
def _dram_bytes_read(l2_fill_device: Column, l2_slice_cycles: Column, dram_throughput: Column, dram_peak: Column, duration: Column) -> Column:
    import numpy as np

    # No more than passes in all: where a slice's peak is another, this is no count.
    read, passed = l2_fill_device / 100.0 * l2_slice_cycles * SECTOR, dram_throughput / 100.0 * dram_peak * duration / 1e9
    return np.where(read <= 1.02 * passed, np.minimum(read, passed), np.nan)


@metric("byte", "dram_bytes_written")
def _dram_bytes_written(dram_bytes_read: Column, dram_throughput: Column, dram_peak: Column, duration: Column) -> Column:
    import numpy as np

    return np.clip(dram_throughput / 100.0 * dram_peak * duration / 1e9 - dram_bytes_read, 0.0, None)


@metric("")
def scattered(l2_tags: Column, l2_sectors: Column) -> Column:
    """Share of L2 requests that ask for one sector instead of a line's four, from look-ups of tags against sectors (0 to 1)."""
    import numpy as np

    # Adjacent addresses give a ratio of 1, one sector a request 2.9 (transposes and streams, benchmarks/advice).
    return np.clip((l2_tags / l2_sectors - 1.0) / 1.9, 0.0, 1.0)


@metric("wavefront")
def lsu_wavefronts(l1_wavefronts: Column, l1_lsuin: Column) -> Column:
    """Wavefronts of the L1 data stage for each load-store instruction (coalesced 4 bytes a lane take one, 16 bytes four)."""
    return l1_wavefronts / l1_lsuin


@metric("")
def l1_reread(l1_data_bank_reads: Column, l1_data_bank_writes: Column) -> Column:
    """What L1 reads from its data banks over what it writes into them (1 where each byte loaded or stored is used once)."""
    return l1_data_bank_reads / l1_data_bank_writes


@metric("%", "dram_throughput")
def _dram_throughput(dram_rate: Column, dram_peak: Column) -> Column:
    return 100.0 * dram_rate / dram_peak


@metric("byte")
def l2_bytes(l2_sectors_read: Column, l2_sectors_written: Column) -> Column:
    """Bytes between L2 and the SMs, both ways."""
    return (l2_sectors_read + l2_sectors_written) * SECTOR


@metric("byte", "l2_bytes")
def _l2_bytes(l2_sectors_total: Column) -> Column:
    return l2_sectors_total * SECTOR


@metric("byte")
def l1_bytes(load_sectors: Column, store_sectors: Column) -> Column:
    """Bytes of the sectors that global accesses asked of L1."""
    return (load_sectors + store_sectors) * SECTOR


@metric("sector/request")
def load_sectors_per_request(load_sectors: Column, load_requests: Column) -> Column:
    """Sectors that a global load of a warp asks for."""
    return load_sectors / load_requests


@metric("sector/request")
def store_sectors_per_request(store_sectors: Column, store_requests: Column) -> Column:
    """Sectors that a global store of a warp touches."""
    return store_sectors / store_requests


@metric("byte")
def load_bytes(load_sectors: Column, load_bytes_per_sector: Column) -> Column:
    """Bytes that threads used of their global loads."""
    return load_sectors * load_bytes_per_sector


@metric("byte")
def store_bytes(store_sectors: Column, store_bytes_per_sector: Column) -> Column:
    """Bytes that threads wrote with global stores."""
    return store_sectors * store_bytes_per_sector


# --- work ---------------------------------------------------------------------------------------------------------


@metric("flop/s")
def fp32_rate(fadd_per_cycle: Column, fmul_per_cycle: Column, ffma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP32 operations per second outside tensor cores, a multiply-add as 2."""
    return (fadd_per_cycle + fmul_per_cycle + 2 * ffma_per_cycle) * sm_clock


@metric("flop/s")
def fp64_rate(dadd_per_cycle: Column, dmul_per_cycle: Column, dfma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP64 operations per second outside tensor cores."""
    return (dadd_per_cycle + dmul_per_cycle + 2 * dfma_per_cycle) * sm_clock


@metric("flop/s")
def fp16_rate(hadd_per_cycle: Column, hmul_per_cycle: Column, hfma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP16 operations per second outside tensor cores; an instruction holds two values."""
    return 2 * (hadd_per_cycle + hmul_per_cycle + 2 * hfma_per_cycle) * sm_clock


@metric("flop/s")
def tensor_fp16_rate(tensor_fp16_per_cycle: Column, sm_clock: Column) -> Column:
    """FP16 tensor operations per second."""
    return tensor_fp16_per_cycle * sm_clock


@metric("flop/s")
def tensor_bf16_rate(tensor_bf16_per_cycle: Column, sm_clock: Column) -> Column:
    """BF16 tensor operations per second."""
    return tensor_bf16_per_cycle * sm_clock


@metric("flop/s")
def tensor_tf32_rate(tensor_tf32_per_cycle: Column, sm_clock: Column) -> Column:
    """TF32 tensor operations per second."""
    return tensor_tf32_per_cycle * sm_clock


@metric("flop/s")
def tensor_fp64_rate(tensor_fp64_per_cycle: Column, sm_clock: Column) -> Column:
    """FP64 tensor operations per second."""
    return tensor_fp64_per_cycle * sm_clock


@metric("flop/s")
def tensor_int8_rate(tensor_int8_per_cycle: Column, sm_clock: Column) -> Column:
    """INT8 tensor operations per second."""
    return tensor_int8_per_cycle * sm_clock


@metric("flop/s")
def tensor_fp8_rate(tensor_fp8_per_cycle: Column, sm_clock: Column) -> Column:
    """FP8 tensor operations per second."""
    return tensor_fp8_per_cycle * sm_clock


@metric("%")
def fp32_share(ffma_per_cycle: Column, ffma_peak: Column) -> Column:
    """FP32 multiply-adds over the peak."""
    return 100.0 * ffma_per_cycle / ffma_peak


@metric("%")
def dram_write_share(dram_bytes_read: Column, dram_bytes_written: Column) -> Column:
    """Share of the DRAM traffic that writes."""
    return 100.0 * dram_bytes_written / (dram_bytes_read + dram_bytes_written)


@metric("%")
def block_issue(grid_size: Column, elapsed_cycles: Column) -> Column:
    """Blocks started over what the block scheduler starts at most."""
    return 100.0 * grid_size / (BLOCKS_PER_CYCLE * elapsed_cycles)


# Without the memory tables (set detailed): stores pass through L1, so their sectors are what L2 saw written; the rest of the
# sectors that the code touches are loads. The ideal is known for both together and shared out by requests.
@metric("sector", "store_sectors")
def _store_sectors(theoretical_sectors: Column, l2_sectors_written: Column, store_requests: Column) -> Column:
    import numpy as np

    return np.where(store_requests > 0, np.minimum(l2_sectors_written, theoretical_sectors), 0.0)


@metric("sector", "load_sectors")
def _load_sectors(theoretical_sectors: Column, store_sectors: Column) -> Column:
    return theoretical_sectors - store_sectors


@metric("sector", "load_sectors_ideal")
def _load_sectors_of_both(theoretical_sectors_ideal: Column, store_bytes: Column, store_requests: Column, load_sectors: Column) -> Column:
    """The vendor's ideal is exact instruction by instruction, but of loads and stores together; what stores need, their bytes tell."""
    import numpy as np

    stores = np.where(store_requests > 0, np.maximum(store_bytes / SECTOR, store_requests), 0.0)
    return np.clip(theoretical_sectors_ideal - stores, 0.0, load_sectors)


@metric("sector")
def load_sectors_ideal(load_bytes: Column, load_requests: Column) -> Column:
    """Sectors that the global loads would ask for with adjacent addresses; one a request at least."""
    import numpy as np

    return np.maximum(load_bytes / SECTOR, load_requests)


@metric("sector")
def store_sectors_ideal(store_bytes: Column, store_requests: Column) -> Column:
    """Sectors that the global stores would touch with adjacent addresses; one a request at least."""
    import numpy as np

    return np.maximum(store_bytes / SECTOR, store_requests)


@metric("sector", "load_sectors_ideal")
def _load_sectors_ideal(
    theoretical_sectors_ideal: Column, load_sectors: Column, store_sectors: Column, load_requests: Column, store_requests: Column
) -> Column:
    """Shared out by requests, as far as that leaves the stores no more than they touch now."""
    import numpy as np

    shared = theoretical_sectors_ideal * load_requests / (load_requests + store_requests)
    return np.minimum(load_sectors, np.maximum(shared, theoretical_sectors_ideal - store_sectors))


@metric("sector", "store_sectors_ideal")
def _store_sectors_ideal(theoretical_sectors_ideal: Column, store_sectors: Column, load_sectors_ideal: Column) -> Column:
    import numpy as np

    return np.minimum(store_sectors, theoretical_sectors_ideal - load_sectors_ideal)


@metric("byte", "load_bytes")
def _load_bytes(load_sectors_ideal: Column) -> Column:
    return load_sectors_ideal * SECTOR


@metric("byte", "store_bytes")
def _store_bytes(store_sectors_ideal: Column) -> Column:
    return store_sectors_ideal * SECTOR


@metric("sector", "local_load_sectors")
def _local_load_sectors(theoretical_local_sectors: Column, local_load_instructions: Column, local_store_instructions: Column) -> Column:
    import numpy as np

    total = local_load_instructions + local_store_instructions
    return np.where(total > 0, theoretical_local_sectors * local_load_instructions / np.maximum(total, 1), 0.0)


@metric("sector", "local_store_sectors")
def _local_store_sectors(theoretical_local_sectors: Column, local_load_sectors: Column) -> Column:
    return theoretical_local_sectors - local_load_sectors


@metric("%", "l1_load_hit_rate")
def _l1_load_hit_rate(l1_hit_rate: Column) -> Column:
    return l1_hit_rate


@metric("wavefront", "shared_atomic_wavefronts")
def _shared_atomic_wavefronts(
    shared_wavefronts: Column, shared_atomic_instructions: Column, shared_load_instructions: Column, shared_store_instructions: Column
) -> Column:
    import numpy as np

    # A plain access takes one wavefront at least; what is left is the atomics', where there are any.
    rest = np.clip(shared_wavefronts - shared_load_instructions - shared_store_instructions, 0.0, None)
    return np.where(shared_atomic_instructions > 0, rest, 0.0)


@metric("thread", "threads_per_instruction")
def _threads_per_instruction(thread_instructions: Column, instructions: Column) -> Column:
    return thread_instructions / instructions


@metric("thread", "threads_on_per_instruction")
def _threads_on_per_instruction(thread_instructions_on: Column, instructions: Column) -> Column:
    return thread_instructions_on / instructions


@metric("warp", "active_warps")
def _active_warps(achieved_occupancy: Column, theoretical_occupancy: Column, resident_warps: Column) -> Column:
    return achieved_occupancy / theoretical_occupancy * resident_warps / 4


@metric("byte")
def load_width(load_bytes: Column, load_requests: Column) -> Column:
    """Distinct bytes that one thread's global load brings, mean over loads."""
    return load_bytes / (load_requests * WARP)


@metric("byte")
def store_width(store_bytes: Column, store_requests: Column) -> Column:
    """Bytes that one thread's global store writes, mean over stores."""
    return store_bytes / (store_requests * WARP)


@metric("inst")
def ffma(ffma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP32 multiply-adds, in warp instructions of full warps."""
    return ffma_per_cycle * elapsed_cycles / WARP


@metric("inst")
def fadd_fmul(fadd_per_cycle: Column, fmul_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP32 additions and multiplications that are not fused, in warp instructions of full warps."""
    return (fadd_per_cycle + fmul_per_cycle) * elapsed_cycles / WARP


@metric("inst")
def dfma(dfma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP64 multiply-adds, in warp instructions of full warps."""
    return dfma_per_cycle * elapsed_cycles / WARP


@metric("inst")
def dadd_dmul(dadd_per_cycle: Column, dmul_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP64 additions and multiplications that are not fused, in warp instructions of full warps."""
    return (dadd_per_cycle + dmul_per_cycle) * elapsed_cycles / WARP


@metric("inst", "ffma")
def _stated_ffma(stated_ffma: Column) -> Column:
    return stated_ffma


@metric("inst", "fadd_fmul")
def _stated_fadd_fmul(stated_fadd_fmul: Column) -> Column:
    return stated_fadd_fmul


@metric("inst", "dfma")
def _stated_dfma(stated_dfma: Column) -> Column:
    return stated_dfma


@metric("inst", "dadd_dmul")
def _stated_dadd_dmul(stated_dadd_dmul: Column) -> Column:
    return stated_dadd_dmul


@metric("inst")
def hfma(hfma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """Packed FP16 multiply-adds, in warp instructions of full warps."""
    return hfma_per_cycle * elapsed_cycles / WARP


@metric("flop/s")
def tensor_rate(tensor_fp16_rate: Column, tensor_bf16_rate: Column, tensor_tf32_rate: Column, tensor_fp64_rate: Column) -> Column:
    """Operations per second on the tensor cores, all floating formats."""
    return tensor_fp16_rate + tensor_bf16_rate + tensor_tf32_rate + tensor_fp64_rate


@metric("cycle", "sm_active_cycles_max")
def _sm_active_cycles_max(sm_active_cycles: Column, stated_sm_above: Column) -> Column:
    """The vendor's sentence gives the distance as a share of the largest value (its words say of the average)."""
    return sm_active_cycles / (1.0 - stated_sm_above / 100.0)


@metric("wavefront", "shared_wavefronts_ideal")
def _shared_wavefronts_ideal(shared_wavefronts_source: Column, shared_excess_wavefronts: Column) -> Column:
    return shared_wavefronts_source - shared_excess_wavefronts


def _stall_shares() -> None:
    """share_<stall>: percent of a resident warp's time that it spends in that state."""
    for stall in STALLS:

        def share(part: Column, warp_latency: Column) -> Column:
            return 100.0 * part / warp_latency

        what = f"Share of a resident warp's time: {stall.replace('_', ' ')}"
        # Where the counters were not collected, samples of warps over the launch say the same, with the noise of their number.
        needs = ((f"stall_{stall}", "warp_latency"), (f"samples_{stall}", "samples_total"))
        FORMULAS[f"share_{stall}"] = [Formula(f"share_{stall}", "%", what, pair, share) for pair in needs]


_stall_shares()
