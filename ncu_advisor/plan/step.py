"""How long one step of a tile's main loop takes an SM: matrix instructions, shared memory, copies, and the latency that stages hide."""

from __future__ import annotations

from dataclasses import dataclass

from ncu_advisor.plan.tile import Path, Tile, warp_grid

LINE = 128.0  # bytes of a cache line


@dataclass(frozen=True)
class Costs:
    """What data sheets do not state, in cycles of an SM, so that it carries over to other devices of the same instruction path.

    ``short_rows``, ``dram_fraction``, ``loaded``, ``l2_merged``, ``overlap`` and ``hiding`` were chosen by published times of Triton kernels on
    Hopper (autotuning logs of ten skinny products; not kept here), ``load_cycles`` and ``spill_accesses`` counted in compiled code. The rest are
    estimates that those times do not determine: a sweep of one's own (benchmarks/tiles/sweep.py, fit.py) would.
    """

    launch_us: float = 2.5  # of a kernel that follows another: the drain of the one, the first instruction of the next
    reduction_us: float = 2.5  # the same for the second pass of split-K
    block_cycles: float = 1000.0  # a block's start and end beside its loop: addresses, the epilogue's conversion
    sync_cycles: float = 40.0  # of a step: wait for a copy, barrier, wait for the matrix unit
    copy_cycles: float = 0.5  # issue time of an SM per asynchronous copy instruction of a warp, addresses included
    load_cycles: float = 2.2  # the same for a load to registers and its store to shared memory: 8 instructions, as compiled for 9.0, and a busy LSU
    spill_accesses: float = 2.5  # of a warp per spilled register and step, as compiled; each takes a cycle of L1
    # fp16 operations per cycle and SM of mma.sync beside wgmma: 62% of its rate (architectures/9.0.toml, notes). Taken for 10.x too, where no
    # measurement was at hand.
    legacy_rate: float = 2540.0
    fill_bytes: float = 64.0  # per cycle that one SM takes in from L2 (DeepGEMM's model of Hopper; the fit leaves it)
    l2_merged: float = 2.0  # SMs that ask for one line at the same time and share one transfer: tiles of a row or column share operands
    short_rows: float = 0.4  # rows of a tile shorter than a line cost (line / row) to this power of their bytes
    dram_fraction: float = 0.93  # of the bandwidth that plain reads achieve
    loaded: float = 2.35  # latency of a step's slowest line under load, over a lone load's latency
    overlap: float = 8.0  # exponent of the norm that joins resources working side by side; infinite would be their plain maximum
    hiding: float = 4.0  # the same exponent for latency and barriers, which hide less well behind the rest
    store_fraction: float = 0.5  # of L2 bandwidth that an epilogue's stores reach


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


def stages_needed(latency: float, step: float) -> int:
    """Stages that hide a latency behind the work of the other steps: ceil(L / T) + 1 (methodology, section 2)."""
    return -int(-latency // step) + 1
