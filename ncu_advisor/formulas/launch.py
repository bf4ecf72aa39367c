"""Where a launch runs and how well it fills the SMs: blocks, waves, warps, clocks, shares of throughput."""

from __future__ import annotations

from ncu_advisor.formula import WARP, Column, metric

# Measured on an H200 (benchmarks/advice, a million blocks of one store each): 0.83 blocks per SM clock, all SMs together.
BLOCKS_PER_CYCLE = 0.83
# Of an SM, each issuing an instruction a clock at most (every capability since 5.0).
_SCHEDULERS = 4
# What DRAM fills into L2 keeps it up to this much as busy as DRAM (streams).
_FILLED_BY_DRAM = 1.4
# A share beyond which two of a page are not printed alike by chance.
_BY_CHANCE = 5.0
# What two shares may differ by that are printed alike, with two digits behind the point.
_PRINTED = 0.006
# A share of memory that is this much above L2's and DRAM's is of neither.
_BEYOND = 1.05
# Hits in L1 (%) that leave L2 little of what loads ask for.
_FOUND = 70.0


# GPUs that share the memory of their host: Jetson (TX1, TX2, Xavier, Orin, Thor) and GB10.
_INTEGRATED = (5.3, 6.2, 7.2, 8.7, 10.1, 11.0, 12.1)


@metric("")
def device_integrated(device_cc_major: Column, device_cc_minor: Column) -> Column:
    """Whether the GPU computes in the memory of its host: 1 or 0."""
    import numpy as np

    capability = np.round(device_cc_major + device_cc_minor / 10.0, 1)
    return np.where(np.isnan(capability), np.nan, np.isin(capability, _INTEGRATED))


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


@metric("SM", "sm_count")
def _sm_count(grid_size: Column, waves: Column, blocks_per_sm: Column) -> Column:
    """Older pages print no number of SMs, but how many waves of blocks they take."""
    import numpy as np

    count = grid_size / (waves * blocks_per_sm)
    doubt = count * 0.005 / waves  # the wave count is rounded to hundredths
    # A whole number that this leaves certain: neighbours are out of reach, and it lies within the doubt (and a hundredth for other roundings).
    return np.where((doubt < 0.3) & (abs(count - np.round(count)) <= doubt + 0.01), np.round(count), np.nan)


@metric("", "waves")  # the exported count is the same, rounded, and comes first where it is there
@metric("")
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


@metric("ns", "duration")
def _duration(elapsed_cycles: Column, sm_clock: Column) -> Column:
    """Cycles over cycles per second, as metric sets for rooflines collect it (NERSC, roofline-on-nvidia-gpus: `sm__cycles_elapsed.avg` and
    `.avg.per_second`): the profiler divides by the same time."""
    return elapsed_cycles / sm_clock * 1e9


@metric("hz", "sm_clock")
def _sm_clock(elapsed_cycles: Column, duration: Column) -> Column:
    return elapsed_cycles / duration * 1e9


@metric("cycle", "elapsed_cycles")
def _elapsed_cycles(sm_clock: Column, duration: Column) -> Column:
    return sm_clock * duration / 1e9


@metric("cycle", "elapsed_cycles")
def _elapsed_cycles_of_wavefronts(shared_wavefronts: Column, shared_busy: Column, sm_count: Column) -> Column:
    import numpy as np

    # A wavefront a cycle and SM is all that there can be; of a share that is printed as 0.00% nothing follows.
    return np.where(shared_busy > 1, shared_wavefronts / sm_count / (shared_busy / 100.0), np.nan)


@metric("%")
def sm_busy(sm_active_cycles: Column, elapsed_cycles: Column) -> Column:
    """Share of the elapsed cycles in which an SM held work, mean over SMs."""
    import numpy as np

    return np.minimum(100.0, 100.0 * sm_active_cycles / elapsed_cycles)


@metric("%", "sm_busy")
def _sm_busy_of_fp64(pipe_fp64_active: Column, sm_throughput: Column) -> Column:
    import numpy as np

    # Of a page without active cycles: a pipe that is as busy of these as the busiest part of the SM is of all cycles is that part, and SMs worked all
    # the time. (The vendor's rules print tenths, cut off.)
    return np.where((sm_throughput > _BY_CHANCE) & (abs(pipe_fp64_active - sm_throughput) < 0.1), 100.0, np.nan)


@metric("warp")
def running_warps(active_warps: Column, sm_count: Column, sm_busy: Column) -> Column:
    """Warps on the whole GPU, mean over the elapsed time: those of an SM are counted while it holds any."""
    return _SCHEDULERS * active_warps * sm_count * sm_busy / 100.0


@metric("%", "issue_elapsed")
def _issue_elapsed(ipc_elapsed: Column) -> Column:
    return 100.0 / _SCHEDULERS * ipc_elapsed


@metric("%", "memory_throughput")
def _memory_throughput(memory_accesses: Column, memory_requests: Column) -> Column:
    """The vendor's memory throughput is the larger of the two, which the section of memory prints as Mem Busy and Max Bandwidth."""
    import numpy as np

    return np.fmax(memory_accesses, memory_requests)


@metric("%")
def l2_throughput_alone(l2_throughput: Column, dram_throughput: Column, memory_throughput: Column) -> Column:
    """The vendor's L2 throughput where it is not that of DRAM: it also counts what DRAM fills, up to 1.4 times DRAM's own on streams."""
    import numpy as np

    # The vendor's memory throughput leaves those fills out, and is no less than any part of L2 towards the SMs.
    return np.where(l2_throughput > _FILLED_BY_DRAM * dram_throughput, np.fmin(l2_throughput, memory_throughput), np.nan)


@metric("%")
def memory_path(memory_throughput: Column, dram_throughput: Column) -> Column:
    """The vendor's memory throughput where it is not that of DRAM, nor what DRAM fills into L2 (up to 1.4 times as much)."""
    import numpy as np

    return np.where(memory_throughput > _FILLED_BY_DRAM * dram_throughput, memory_throughput, np.nan)


@metric("%", "l2_throughput_alone")
def _l2_throughput_alone(l2_throughput: Column, dram_throughput: Column) -> Column:
    import numpy as np

    return np.where(l2_throughput > _FILLED_BY_DRAM * dram_throughput, l2_throughput, np.nan)


@metric("%", "l1_throughput")
def _l1_throughput(l1_throughput_active: Column, sm_busy: Column) -> Column:
    return l1_throughput_active * sm_busy / 100.0


@metric("%", "l1_throughput")
def _l1_throughput_of_cycles(l1_throughput_active: Column, sm_active_cycles: Column, elapsed_cycles: Column) -> Column:
    # The way above waits for ``sm_busy``, which others compute; this one is there before the guesses below, which hold where cycles are missing.
    return l1_throughput_active * sm_busy(sm_active_cycles, elapsed_cycles) / 100.0


@metric("%", "l1_throughput")
def _l1_throughput_beyond(l1_throughput_active: Column, l2_throughput: Column, dram_throughput: Column, memory_throughput: Column) -> Column:
    import numpy as np

    # Without active cycles, which tell it better: what the vendor's memory throughput has beyond L2 and DRAM is L1's (so in all 2,453 of 12,613
    # launches measured where it has a twentieth more), unless L1 has less even of active cycles.
    beyond = (memory_throughput > _BEYOND * np.maximum(l2_throughput, dram_throughput)) & (l1_throughput_active > memory_throughput - _PRINTED)
    return np.where((memory_throughput > _BY_CHANCE) & beyond, memory_throughput, np.nan)


@metric("%", "l1_throughput")
def _l1_throughput_of_memory(l1_throughput_active: Column, memory_throughput: Column) -> Column:
    import numpy as np

    # Without active cycles: printed alike, it is L1 that the vendor's memory throughput is of, and SMs worked all the time.
    return np.where((memory_throughput > _BY_CHANCE) & (abs(l1_throughput_active - memory_throughput) < _PRINTED), memory_throughput, np.nan)


@metric("%", "l1_throughput")
def _l1_throughput_of_hits(l1_throughput_active: Column, memory_throughput: Column, dram_throughput: Column, l1_hit_rate: Column) -> Column:
    import numpy as np

    # Nor L2's line: what L1 finds itself it does not ask L2 for, and while SMs work it is as busy as memory at least (all 552 launches measured).
    found = (l1_hit_rate > _FOUND) & (l1_throughput_active > memory_throughput - _PRINTED)
    return np.where((memory_throughput > _BY_CHANCE) & (memory_throughput > _FILLED_BY_DRAM * dram_throughput) & found, memory_throughput, np.nan)


@metric("%", "sm_throughput")
def _sm_throughput(sm_throughput_active: Column, sm_busy: Column) -> Column:
    return sm_throughput_active * sm_busy / 100.0


@metric("%", "pipe_alu")
def _pipe_alu(pipe_alu_active: Column, sm_busy: Column) -> Column:
    return pipe_alu_active * sm_busy / 100.0


@metric("%", "pipe_fma")
def _pipe_fma(pipe_fma_active: Column, sm_busy: Column) -> Column:
    return pipe_fma_active * sm_busy / 100.0


@metric("%", "pipe_fp64")
def _pipe_fp64(pipe_fp64_active: Column, sm_busy: Column) -> Column:
    return pipe_fp64_active * sm_busy / 100.0


@metric("%", "pipe_tensor")
def _pipe_tensor(pipe_tensor_active: Column, sm_busy: Column) -> Column:
    return pipe_tensor_active * sm_busy / 100.0


@metric("%")
def l1_turns(l1_throughput: Column, device_cc_major: Column, device_cc_minor: Column) -> Column:
    """The vendor's L1 throughput on compute capability 7.5, whose L1 hands out 64 bytes a clock: a wavefront takes two turns, and L1 is full at
    half of its wavefronts."""
    import numpy as np

    # (Strided copies and products without tiles on public profiles of TU102, TU104 and TU116: at 90 to 100% of it no time is left, at 45 to 50%
    # of the wavefronts' peak. Other chips count the wavefronts that they can take.)
    return np.where((device_cc_major == 7) & (device_cc_minor == 5), l1_throughput, np.nan)


@metric("%")
def sm_imbalance(sm_active_cycles: Column, sm_active_cycles_max: Column) -> Column:
    """How much less the mean SM was active than the busiest."""
    return 100.0 * (1.0 - sm_active_cycles / sm_active_cycles_max)


@metric("%")
def block_issue(grid_size: Column, elapsed_cycles: Column) -> Column:
    """Blocks started over what the block scheduler starts at most."""
    return 100.0 * grid_size / (BLOCKS_PER_CYCLE * elapsed_cycles)


@metric("thread", "threads_per_instruction")
def _threads_per_instruction(thread_instructions: Column, instructions: Column) -> Column:
    return thread_instructions / instructions


@metric("thread", "threads_on_per_instruction")
def _threads_on_per_instruction(thread_instructions_on: Column, instructions: Column) -> Column:
    return thread_instructions_on / instructions


@metric("warp", "active_warps")
def _active_warps(achieved_occupancy: Column, theoretical_occupancy: Column, resident_warps: Column) -> Column:
    return achieved_occupancy / theoretical_occupancy * resident_warps / _SCHEDULERS


@metric("cycle", "sm_active_cycles_max")
def _sm_active_cycles_max(sm_active_cycles: Column, stated_sm_above: Column) -> Column:
    """The vendor's sentence gives the distance as a share of the largest value (its words say of the average)."""
    return sm_active_cycles / (1.0 - stated_sm_above / 100.0)
