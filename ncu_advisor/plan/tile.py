"""A tile of a matrix product and what it takes of an SM: instruction path, shared memory, registers, blocks that fit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ncu_advisor.hardware.architecture import Architecture, Limits
from ncu_advisor.plan.occupancy import occupancy

Path = Literal["wgmma", "tcgen05", "mma", "fma"]
_SQUEEZE = 0.14  # how far a compiler goes below what it would like
WARPGROUP = 4  # warps that issue one wgmma together


@dataclass(frozen=True)
class Tile:
    """BM x BN of the result, BK of the depth a step; ``stages`` steps in flight; ``split_k`` blocks share one tile's depth."""

    block_m: int
    block_n: int
    block_k: int
    stages: int
    warps: int
    split_k: int = 1

    @property
    def threads(self) -> int:
        return 32 * self.warps

    def unsplit(self) -> Tile:
        """The same tile without split-K, which changes nothing about its place on an SM."""
        return self if self.split_k == 1 else replace(self, split_k=1)

    def step_bytes(self, element: float) -> float:
        """Bytes of A and B that one step copies into shared memory."""
        return (self.block_m + self.block_n) * self.block_k * element

    def intensity(self, element: float) -> float:
        """Operations per byte copied: 2 BM BN / ((BM + BN) b), whatever BK."""
        return 2.0 * self.block_m * self.block_n / ((self.block_m + self.block_n) * element)


def instruction_path(architecture: Architecture, pipe: str, tile: Tile) -> Path:
    """Which matrix instruction a compiler picks. wgmma needs 64 rows and whole warpgroups, tcgen05 64 rows; smaller tiles fall back to mma.sync."""
    if not pipe.startswith("tensor"):
        return "fma"
    return _fastest(architecture, pipe) if tile.block_m >= 64 and tile.warps % WARPGROUP == 0 else "mma"


def _fastest(architecture: Architecture, pipe: str) -> Path:
    """By the instruction that the type has there: not every type has one of the newest kind (FP64 on 9.0, INT8 on 10.3)."""
    mnemonic = architecture.tensor_instructions.get(pipe.removeprefix("tensor_"), "")
    if mnemonic.startswith("UTC"):
        return "tcgen05"
    return "wgmma" if "GMMA" in mnemonic else "mma"


def is_legacy(architecture: Architecture, pipe: str, path: Path) -> bool:
    """Whether mma.sync is not this device's fastest matrix instruction for the type."""
    return path == "mma" and _fastest(architecture, pipe) != "mma"


def warp_grid(tile: Tile, path: Path) -> tuple[int, int]:
    """How the warps (for wgmma: warpgroups) split the tile, along M first as far as it has rows: 64 a warpgroup, 16 a warp."""
    if path in ("wgmma", "tcgen05"):
        groups = max(1, tile.warps // WARPGROUP)
        along_m = max(1, min(groups, tile.block_m // 64))
        return along_m, max(1, groups // along_m)
    along_m, along_n = 1, 1
    while along_m * along_n < tile.warps:
        # The split that leaves the squarer piece reads the fewest fragments.
        if tile.block_m // along_m > 16 and tile.block_m / along_m >= tile.block_n / along_n:
            along_m *= 2
        else:
            along_n *= 2
    return along_m, along_n


def shared_bytes(tile: Tile, element: float, path: Path, multibuffered: bool = True) -> int:
    """Shared memory of the pipeline, exactly that of 295 kernels that Triton 3.6 compiled for 9.0.

    wgmma reads its operands while later copies land, so every stage is a buffer; mma.sync has them in registers by then and needs one less.
    Without asynchronous copies (``multibuffered`` False) there is one buffer.
    """
    buffers = tile.stages if path in ("wgmma", "tcgen05") else max(1, tile.stages - 1)
    return int((buffers if multibuffered else 1) * tile.step_bytes(element))


def sums_per_thread(tile: Tile, element: float) -> float:
    """Registers of a thread that hold accumulators: one each, two for fp64."""
    return tile.block_m * tile.block_n / tile.threads * (2.0 if element == 8.0 else 1.0)


def registers_wanted(tile: Tile, element: float, path: Path, vector: float = 16.0) -> int:
    """Registers per thread before the limit of 255: accumulators, fragments, and addresses of the copies of ``vector`` bytes each thread makes.

    The accumulator part is exact; the rest was fitted to 1144 kernels that Triton 3.6 compiled for 9.0 (benchmarks/tiles/measured/kernels.csv.xz).
    Copies of 2 bytes, through registers, follow the same line within about 40.
    """
    sums = sums_per_thread(tile, element)
    copies = tile.step_bytes(element) / vector / tile.threads
    if path == "mma":
        return int(33 + 1.6 * sums + (2.4 if vector >= 16 else 3.5) * copies)  # fragments grow with the accumulators
    held = 0.0
    if path == "fma":
        along_m, along_n = warp_grid(tile, path)
        depth = min(tile.block_k, 16 / element * 2)  # two instructions' worth of operands
        held = (tile.block_m / along_m + tile.block_n / along_n) * depth * element / 128
    if path == "tcgen05":
        sums = min(sums, 64.0)  # accumulators live in tensor memory and pass through registers in the epilogue
    if path == "wgmma" and tile.block_m > 64 * warp_grid(tile, path)[0] and sums >= 64:
        held += 0.095 * sums  # a warpgroup with several wgmma to a step keeps more beside each other
    return int(24 + sums + 3.5 * copies + held)


def registers_squeezed(limits: Limits, tile: Tile, wanted: int) -> int:
    """What the compiler allocates: where a block more would fit for a little less, it takes less.

    With it, the resident blocks of 92% of those 1144 kernels are right; without it, of 80%.
    """
    for blocks in range(1, limits.max_blocks_per_sm + 1):
        step = limits.register_allocation_unit // 32
        room = limits.registers_per_sm // (blocks * tile.threads) // step * step
        if room < wanted:
            return room if wanted <= room * (1.0 + _SQUEEZE) else wanted
    return wanted


def spills(tile: Tile, element: float, path: Path, limits: Limits) -> bool:
    """Whether the accumulators alone (with the little that must stay beside them) overflow what a thread can have."""
    if path == "tcgen05":
        return False  # they live in tensor memory
    return sums_per_thread(tile, element) + 40 > min(limits.max_registers_per_thread, limits.registers_per_block / tile.threads)


def resident_blocks(limits: Limits, tile: Tile, shared: int, registers_per_thread: int) -> int:
    """Blocks of this tile that one SM holds (0: it does not fit)."""
    return occupancy(limits, registers_per_thread, tile.threads, 0, shared).blocks_per_sm


def accumulator_blocks(architecture: Architecture, tile: Tile, path: Path) -> int:
    """Blocks whose accumulators tensor memory holds: a column is 128 rows of 32 bit, and columns come in powers of two."""
    memory = architecture.tensor_memory
    if path != "tcgen05" or memory is None:
        return architecture.limits.max_blocks_per_sm
    columns = max(memory.smallest_columns, 1 << (tile.block_n * max(1, tile.block_m // 128) - 1).bit_length())
    return memory.columns // columns
