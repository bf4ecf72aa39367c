"""How long one step of a tile's main loop takes an SM: matrix instructions, shared memory, copies, and the latency that stages hide."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ncu_advisor.plan.tile import Path, Tile, warp_grid

LINE = 128.0  # bytes of a cache line
SLICE_BYTES = 64.0  # that a slice of L2 gives a cycle


@dataclass(frozen=True)
class Costs:
    """What data sheets do not state, in cycles of an SM, so that it carries over to other devices of the same instruction path.

    All but ``copy_cycles`` are fitted (benchmarks/tiles/fit.py) to Triton kernels that were timed on an H200: 43 of 77 matrix products, the
    others being held out to judge the model (docs/tiles.md).
    """

    launch_us: float = 0.735  # of a kernel that follows another: the drain of the one, the first instruction of the next
    reduction_us: float = 1.52  # the same for the second pass of split-K
    reduction_fraction: float = 0.457  # of L2 bandwidth at which that pass reads the partial sums
    block_cycles: float = 3070.0  # a block's start and end beside its loop: addresses, the epilogue's conversion
    sync_cycles: float = 24.9  # of a step: wait for a copy, barrier, wait for the matrix unit
    warp_sync_cycles: float = 0.702  # the same for each warp that meets at the barrier
    copy_cycles: float = 0.25  # issue slots of an SM per asynchronous copy instruction of a warp, over its four a cycle
    load_cycles: float = 3.85  # of an SM for a warp's load to registers and its store to shared memory
    spill_accesses: float = 9.0  # cycles of L1 per spilled register of a warp and step
    spill_misses: float = 31.7  # the same where the spilled registers of an SM do not fit its L1
    store_ways: float = 3.23  # stores that collide in shared memory when B, read along n, is laid down along k as the matrix instructions read it
    # fp16 operations per cycle and SM of mma.sync beside wgmma. At most 62% of wgmma's rate (architectures/9.0.toml, notes); the tiles of fewer
    # than 64 rows that take it give each warp too few independent products for that. Taken for 10.x too, where no measurement was at hand.
    legacy_rate: float = 1300.0
    fill_bytes: float = 67.0  # per cycle that one SM takes in from L2 (DeepGEMM's model of Hopper says 64)
    l2_merged: float = 3.0  # SMs that ask for one line at the same time and share one transfer: tiles of a row or column share operands
    short_rows: float = 0.643  # rows of a tile shorter than a line cost (line / row) to this power of their bytes
    loaded: float = 2.09  # latency of a step's slowest line under load, over a lone load's latency
    overlap: float = 12.8  # exponent of the norm that joins resources working side by side; infinite would be their plain maximum
    hiding: float = 2.69  # the same exponent for latency and barriers, which hide less well behind the rest
    store_fraction: float = 0.432  # of L2 bandwidth that an epilogue's stores reach
    crowding: float = 0.158  # of DRAM time, for copies in flight that would fill the near L2 once
    hot_slices: float = 2.0  # of L2 that serve copies of which all blocks want the same lines: some, as blocks are not in step,
    line_slices: float = 4.95  # and so many more for each line
    beside: float = 0.357  # exponent of the resident blocks by which they shorten what each block's start and end expose
    throttling: float = 3.05  # exponent of the norm that joins a kernel's time at full clock with the time that the power limit allows


DEFAULT = Costs()


def join(times: tuple[float, ...], exponent: float) -> float:
    """The time of resources that work side by side: their maximum, and a little more where several are nearly as busy."""
    top = max(times)
    return 0.0 if top <= 0 else top * float(sum((t / top) ** exponent for t in times) ** (1.0 / exponent))


def mma_rate(rate: float, element: float, path: Path, legacy: bool, costs: Costs = DEFAULT) -> float:
    """Dense operations per cycle and SM that ``path`` reaches; ``legacy``: mma.sync on a device whose peak ``rate`` needs a newer instruction."""
    return min(rate, costs.legacy_rate * 2.0 / element) if path == "mma" and legacy else rate


def mma_cycles(tile: Tile, rate: float, path: Path) -> float:
    """Cycles of the matrix unit for one step of one block. A tcgen05.mma of 64 rows takes as long as one of 128."""
    rows = max(128, tile.block_m) if path == "tcgen05" else tile.block_m
    return 2.0 * rows * tile.block_n * tile.block_k / rate


def shared_cycles(tile: Tile, element: float, path: Path, bytes_per_cycle: float) -> float:
    """Cycles that shared memory needs for one step of one block: copies in, operands out.

    A wgmma 64 x N reads its 64 rows of A and N columns of B; warpgroups do not share what they read. With mma.sync every warp reads
    the fragments of its own piece of the tile; so do FMA kernels, whose threads work on 8 x 8 pieces. tcgen05 reads both operands once.
    """
    along_m, along_n = warp_grid(tile, path)
    if path == "wgmma":
        wide = min(256, tile.block_n // along_n)
        read = (tile.block_m / 64) * (tile.block_n / wide) * (64 + wide) * tile.block_k * element
    elif path == "tcgen05":
        read = tile.step_bytes(element)
    elif path == "mma":
        read = tile.warps * (tile.block_m / along_m + tile.block_n / along_n) * tile.block_k * element
    else:
        read = tile.block_m * tile.block_n / 64 * 16 * tile.block_k * element / 4  # quarter warps share what they read
    return (read + tile.step_bytes(element)) / bytes_per_cycle


def copy_instructions(tile: Tile, element: float, vector_bytes: float) -> float:
    """Warp instructions that bring one step into shared memory, each thread moving ``vector_bytes``."""
    return tile.step_bytes(element) / (32.0 * vector_bytes)


def register_copy_cycles(tile: Tile, element: float, vector_bytes: float, scattered: bool, costs: Costs = DEFAULT) -> float:
    """Issue and store cycles of an SM for one step whose copies pass through registers; ``scattered``: B is stored across its rows."""
    per_warp = 32.0 * vector_bytes / element
    a, b = tile.block_m * tile.block_k / per_warp, tile.block_n * tile.block_k / per_warp
    return costs.load_cycles * (a + b * (costs.store_ways if scattered else 1.0))


def spill_cycles(spilled: int, tile: Tile, resident: int, shared: int, l1_bytes: float, costs: Costs = DEFAULT) -> float:
    """L1 cycles of a step for ``spilled`` registers a thread: few while those of all resident blocks stay in L1, many where they do not."""
    if not spilled:
        return 0.0
    kept = min(1.0, max(0.0, l1_bytes - resident * shared) / (resident * spilled * tile.threads * 4.0))
    return spilled * tile.warps * (costs.spill_accesses + (1.0 - kept) * costs.spill_misses)


def hot_cycles(bytes_: float, lines: float, l2_bytes_per_cycle: float, costs: Costs = DEFAULT) -> float:
    """Cycles of the device that copying ``bytes_`` from L2 takes longer because all blocks want the same ``lines`` at the same time.

    A slice of L2 gives 64 bytes a cycle, and few lines lie in few slices: with one row of A, or a few, the requests queue up before them,
    and those behind wait too.
    """
    slices = l2_bytes_per_cycle / SLICE_BYTES
    busy = slices * (1.0 - math.exp(-(costs.hot_slices + costs.line_slices * lines) / slices))
    return bytes_ / SLICE_BYTES * (1.0 / busy - 1.0 / slices)
