"""The time of one tiled matrix product, from what an SM does in a step, how many steps, how many blocks, and what the blocks share."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ncu_advisor.plan import step
from ncu_advisor.plan.chip import Chip, rate, sustained
from ncu_advisor.plan.problem import Product
from ncu_advisor.plan.step import LINE, Costs
from ncu_advisor.plan.tile import (
    Path,
    Tile,
    accumulator_blocks,
    instruction_path,
    is_legacy,
    registers_squeezed,
    registers_wanted,
    resident_blocks,
    shared_bytes,
)
from ncu_advisor.plan.traffic import Traffic, product_traffic

_REGISTERS_IN_DOUBT = 40  # how far the estimate for copies through registers was off where nothing spilled

SPLIT_PAYS = 0.85  # of the time without a split: what a second pass must come down to before it is preferred


@dataclass(frozen=True)
class Footprint:
    """What a tile takes of an SM, whatever the problem's size."""

    path: Path
    asynchronous: bool  # copies go straight to shared memory, several steps ahead
    shared: int
    registers: int
    spilled: int  # registers per thread beyond the limit, where copies pass through registers
    resident: int  # blocks per SM; 0: does not fit


@dataclass(frozen=True)
class Prediction:
    """Time of a launch in microseconds, what binds it, and the figures that its reason names (cycles are of one step of one block)."""

    us: float
    limiter: str
    footprint: Footprint
    grid: int
    waves: float
    steps: int
    mma: float
    smem: float
    fill: float
    latency: float
    traffic: Traffic
    causes: dict[str, float]  # microseconds that each resource alone would need; they overlap


@lru_cache(maxsize=8192)
def footprint(chip: Chip, pipe: str, element: float, vector: float, transposed: bool, tile: Tile) -> Footprint:
    """Instruction path and residency. ``vector``: bytes a thread copies at a time; ``transposed``: an operand that wgmma cannot take as it lies."""
    path = instruction_path(chip.architecture, pipe, tile)
    asynchronous = chip.architecture.has("cp_async") and vector >= 4 and not (transposed and path == "wgmma")
    shared = shared_bytes(tile, element, path, asynchronous)
    wanted = registers_wanted(tile, element, path, 16.0 if asynchronous else vector)
    used = min(registers_squeezed(chip.limits, tile, wanted), chip.limits.max_registers_per_thread)
    spilled = 0 if asynchronous else max(0, wanted - chip.limits.max_registers_per_thread - _REGISTERS_IN_DOUBT)
    resident = min(resident_blocks(chip.limits, tile, shared, used), accumulator_blocks(chip.architecture, tile, path))
    return Footprint(path, asynchronous, shared, used, spilled, resident)


class _Cover(NamedTuple):
    """How a tile covers a product: in how many blocks of how many steps, how many run at the same time, and what they move together."""

    grid: int
    steps: int
    slots: int  # blocks that the device holds at the same time
    moved: Traffic

    @property
    def whole_waves(self) -> int:
        """The last and partial one counted as one."""
        return math.ceil(self.grid / self.slots)


class _Work(NamedTuple):
    """Cycles for one step of one block, of each resource as if it were alone: of an SM, or of the device where said so."""

    mma: float
    smem: float
    issue: float
    fill: float
    l2: float  # of the device
    dram: float  # of the device
    hot: float  # of the device: waits for lines that all blocks want at the same time
    latency: float  # of the slowest line
    waits: float  # latency and copies, as far as the stages do not hide them
    alone: float  # products and barriers, where no other block runs
    crowd: float  # times the bytes of DRAM: what copies in flight evict


def predict(product: Product, tile: Tile, chip: Chip, costs: Costs = step.DEFAULT) -> Prediction | None:
    """The predicted time of ``tile``, or None where it does not fit an SM."""
    pipe, dense = rate(chip.gpu, product.dtype)
    element = product.element
    foot = footprint(chip, pipe, element, product.vector, element != 2.0 and product.transposed, tile.unsplit())
    if not foot.resident:
        return None
    cover = _cover(product, tile, chip, foot)
    products = step.mma_cycles(tile, step.mma_rate(dense, element, foot.path, is_legacy(chip.architecture, pipe, foot.path), costs), foot.path)
    work = _work(product, tile, chip, costs, foot, cover, products)
    moved = cover.moved
    dram_us = chip.us((moved.dram_read * work.crowd + moved.dram_write / chip.dram_write_fraction) / chip.dram_bytes_per_cycle)
    power_us = product.flops / sustained(chip.gpu, pipe) * 1e6
    cycles = _cycles(product, tile, chip, costs, foot, cover, work)
    us = step.join((step.join((chip.us(cycles), dram_us), costs.overlap), power_us), costs.throttling) + costs.launch_us
    second_us = _second_pass_us(product, tile, chip, costs)
    causes = _causes(chip, costs, foot, cover, work, dram_us, power_us, second_us)
    limiter = max(causes, key=lambda cause: causes[cause])
    waves = cover.grid / cover.slots
    return Prediction(us + second_us, limiter, foot, cover.grid, waves, cover.steps, work.mma, work.smem, work.fill, work.latency, moved, causes)


def _cover(product: Product, tile: Tile, chip: Chip, foot: Footprint) -> _Cover:
    tiles = math.ceil(product.m / tile.block_m) * math.ceil(product.n / tile.block_n) * product.batch
    grid = tiles * tile.split_k
    steps = math.ceil(math.ceil(product.k / tile.split_k) / tile.block_k)
    slots = chip.sms * foot.resident
    moved = product_traffic(product, tile.block_m, tile.block_n, min(grid, slots) / tile.split_k, chip.l2_bytes)
    return _Cover(grid, steps, slots, moved)


def _work(product: Product, tile: Tile, chip: Chip, costs: Costs, foot: Footprint, cover: _Cover, mma: float) -> _Work:
    element, moved = product.element, cover.moved
    smem = step.shared_cycles(tile, element, foot.path, chip.shared_bytes_per_cycle)
    smem += step.spill_cycles(foot.spilled, tile, foot.resident, foot.shared, chip.l1_bytes, costs)
    if foot.asynchronous:
        issue = step.copy_instructions(tile, element, product.vector) * costs.copy_cycles
    else:
        issue = step.register_copy_cycles(tile, element, product.vector, not product.b_k_major, costs)
    copied = _effective_bytes(product, tile, costs.short_rows)
    fill = copied / costs.fill_bytes
    l2 = copied / (chip.l2_bytes_per_cycle * costs.l2_merged)
    depth: float = tile.stages - 1 if foot.asynchronous and tile.stages > 1 else 1
    # Copies in flight take room in L2, and the more rows they are ahead of each other, the less they share a page of DRAM.
    crowd = 1.0 + costs.crowding * min(cover.grid, cover.slots) * depth * tile.step_bytes(element) / chip.l2_bytes
    dram = moved.dram_read / (cover.grid * cover.steps) / chip.dram_bytes_per_cycle * crowd
    hot = _hot_cycles(product, tile, moved, chip, costs)
    latency = _latency(moved, chip, costs)
    # mma.sync frees a buffer only once its fragments are read; wgmma has a buffer more (see shared_bytes).
    before = smem if foot.path == "mma" else 0.0
    if not foot.asynchronous:
        before = issue + smem  # loads, stores and products of a block take turns
    alone = mma + costs.sync_cycles + costs.warp_sync_cycles * tile.warps
    return _Work(mma, smem, issue, fill, l2, dram, hot, latency, (latency + fill + before) / depth, alone, crowd)


def _latency(moved: Traffic, chip: Chip, costs: Costs) -> float:
    """Cycles of a step's slowest line: a few misses among its hundreds of lines are enough for the latency of DRAM."""
    missing = min(1.0, moved.dram_read / moved.operands_l2)
    return (chip.l2_latency + min(1.0, 4.0 * missing) * (chip.dram_latency - chip.l2_latency)) * costs.loaded


def _cycles(product: Product, tile: Tile, chip: Chip, costs: Costs, foot: Footprint, cover: _Cover, work: _Work) -> float:
    """Cycles of all waves, as far as SMs, L2 and the rate of DRAM set them; not the launch itself."""
    out = tile.block_m * tile.block_n * (4.0 if tile.split_k > 1 else product.result)
    store = out / (chip.l2_bytes_per_cycle * costs.store_fraction)

    def wave(blocks: int) -> float:
        """Blocks that run at the same time; the fullest SM sets the pace of what is local to an SM."""
        q = math.ceil(blocks / chip.sms)
        sides = (q * work.mma, q * work.smem, q * work.issue, q * work.fill, blocks * work.l2, blocks * (work.dram + work.hot))
        busy = step.join(sides, costs.overlap)
        return cover.steps * step.join((max(busy, work.alone), work.waits), costs.hiding) + blocks * store

    full, rest = divmod(cover.grid, cover.slots)
    # Blocks of an SM that start one after the other hide each other's start and end; those of the first and only wave start together.
    ends: float = (costs.block_cycles + work.latency) * (1.0 + max(0, cover.whole_waves - 1) * foot.resident**-costs.beside)
    return full * wave(cover.slots) + (wave(rest) if rest else 0.0) + ends


def _second_pass_us(product: Product, tile: Tile, chip: Chip, costs: Costs) -> float:
    """Microseconds of the pass that adds the partial sums of split-K; 0 without a split."""
    if tile.split_k <= 1:
        return 0.0
    summed = product.outputs * (4.0 * tile.split_k + product.result)
    return costs.reduction_us + chip.us(summed / (chip.l2_bytes_per_cycle * costs.reduction_fraction))


def _causes(
    chip: Chip, costs: Costs, foot: Footprint, cover: _Cover, work: _Work, dram_us: float, power_us: float, second_us: float
) -> dict[str, float]:
    """Microseconds that each resource alone would need."""
    all_steps = cover.steps * cover.grid
    rounds = all_steps / chip.sms
    return {
        "tensor" if foot.path != "fma" else "fma": max(chip.us(rounds * work.mma), power_us),
        "shared": chip.us(rounds * work.smem),
        "issue": chip.us(rounds * work.issue),
        "l2": chip.us(max(rounds * work.fill, all_steps * (work.l2 + work.hot))),
        "dram": dram_us,
        "latency": chip.us(cover.whole_waves * (cover.steps * max(work.waits, work.alone) + work.latency)),
        "launch": costs.launch_us + second_us + chip.us(cover.whole_waves * costs.block_cycles),
    }


def _hot_cycles(product: Product, tile: Tile, moved: Traffic, chip: Chip, costs: Costs) -> float:
    """What a step's copies of A and of B wait for lines that all blocks want at the same time."""
    deep = tile.block_k * product.element
    lines = deep * tile.split_k / LINE
    a = step.hot_cycles(tile.block_m * deep, moved.rows * lines, chip.l2_bytes_per_cycle, costs)
    return a + step.hot_cycles(tile.block_n * deep, moved.columns * lines, chip.l2_bytes_per_cycle, costs)


def _effective_bytes(product: Product, tile: Tile, power: float) -> float:
    """Bytes of a step's copies, those of rows shorter than a cache line counted dearer."""
    row_a, row_b = product.rows_of(tile)
    a, b = tile.block_m * tile.block_k * product.element, tile.block_k * tile.block_n * product.element
    return float(a * max(1.0, LINE / row_a) ** power + b * max(1.0, LINE / row_b) ** power)
