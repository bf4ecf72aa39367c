"""One step of fused attention on an SM: two products, the softmax between them, and how blocks beside each other overlap them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ncu_advisor.plan import step
from ncu_advisor.plan.chip import ELEMENT, Chip, rate
from ncu_advisor.plan.step import Costs
from ncu_advisor.plan.tile import WARPGROUP, Path, Tile, is_legacy

# Registers: the sums of output and scores with what the softmax needs of them, and addresses. Within 24 registers of 85% of 124 kernels that
# Triton 3.6 compiled for 9.0 (benchmarks/tiles/compiled.csv.xz); kernels without stages take more.
_FIXED, _PER_SUM = 45.0, 1.25
LANES = 128.0


@dataclass(frozen=True)
class AttentionCosts:
    """What data sheets do not state, in cycles of an SM; fitted to the seen part of benchmarks/tiles/measured (fit.py)."""

    instructions: float = 8.76  # per score, beside the exponential: maximum, scale and subtract, sum, conversion to the operand's type, selecting
    exponent: float = 1.34  # of the norm that joins the exponentials with those instructions
    # Of a step in which a warpgroup keeps no unit busy: draining two wgmma, the row maximum and sum across lanes, the barrier of the copies.
    think: float = 256.0
    coupled: float = 0.652  # what a second warpgroup of a block is worth: the barriers around the copies keep the two nearly in step
    tensor: float = 0.962  # of the dense rate that products reach whose operands depend on each other
    spill: float = 3.29  # per spilled register of a warp and step: out, in, and wgmma that wait for each other because of it
    ends: float = 1.69  # of a block's start and end beside its loop, over a matrix product's
    masked: float = 2.84  # times the latency of a copy, and instructions per score over the unmasked ones: the second loop, along the diagonal
    ragged: float = 0.33  # of an average block's time by which the end of a launch of many waves is ragged
    power: float = 0.641  # of what matrix products sustain under the board's power limit


DEFAULT = AttentionCosts()


@dataclass(frozen=True)
class Step:
    """Cycles of one block for one block of keys."""

    mma: float
    softmax: float
    smem: float
    fill: float
    latency: float
    depth: int
    customers: float  # independent users of the units that the block counts for
    idle: float


def padded(head_dim: int) -> int:
    """The head dimension that a power-of-two tile computes with."""
    return max(16, 1 << (head_dim - 1).bit_length())


def registers(tile: Tile, element: float, path: Path) -> int:
    """Registers per thread, before the limit of the instruction set; block_k is the head dimension. mma.sync keeps the queries there too."""
    sums = tile.block_m * (tile.block_k + tile.block_n) / tile.threads
    queries = tile.block_m * tile.block_k * element / 4 / tile.threads if path == "mma" else 0.0
    return int(_FIXED + _PER_SUM * sums + queries)


def shared_bytes(tile: Tile, element: float) -> int:
    """Shared memory: the queries stay, keys and values have a buffer a stage; without stages both take turns in one."""
    rows = tile.block_m + (2 * tile.block_n * tile.stages if tile.stages > 1 else tile.block_n)
    return int(rows * tile.block_k * element)


def softmax_cycles(tile: Tile, on: Chip, own: AttentionCosts = DEFAULT) -> float:
    """Cycles of an SM for one block of scores: exponentials on the special function units beside the other instructions."""
    scores = float(tile.block_m * tile.block_n)
    units = on.architecture.throughput
    exponentials = scores / (units.get("special_function_ex2") or units.get("special_function") or 16.0)
    return step.join((exponentials, scores * own.instructions / LANES), own.exponent) + tile.block_m * tile.block_k / LANES


def attention_step(dtype: str, tile: Tile, path: Path, on: Chip, costs: Costs, own: AttentionCosts = DEFAULT) -> Step:
    """The cycles of a step on ``path``."""
    element = ELEMENT[dtype]
    pipe, dense = rate(on.gpu, dtype)
    m, n, d = tile.block_m, tile.block_n, tile.block_k
    mma = 4.0 * m * n * d / (own.tensor * step.mma_rate(dense, element, path, is_legacy(on.architecture, pipe, path), costs))
    softmax = softmax_cycles(tile, on, own)
    # wgmma reads queries and keys, then values, for every 64 rows; with mma.sync each warp has its rows of queries in registers.
    rows_read = max(1.0, m / 64) * (64 + 2 * n) if path in ("wgmma", "tcgen05") else tile.warps * 2.0 * n
    read = rows_read * d * element
    copied = 2.0 * n * d * element
    smem = (read + copied) / on.shared_bytes_per_cycle
    fill = copied / costs.fill_bytes
    latency = on.l2_latency * costs.loaded
    groups = max(1, tile.warps // WARPGROUP) if m >= 128 else 1
    customers = 1.0 + own.coupled * (groups - 1)
    spilled = max(0, registers(tile, element, path) - on.limits.max_registers_per_thread)
    idle = own.think + spilled * tile.warps * own.spill
    if tile.stages == 1:
        idle += 2 * (latency + fill / 2)  # keys, then values, each waited for
    return Step(mma, softmax, smem, fill, latency, max(1, tile.stages - 1), customers, idle)


def round_cycles(s: Step, q: int, active: float, copied: float, on: Chip, costs: Costs) -> float:
    """Cycles in which ``q`` blocks of an SM each advance by one block of keys, ``active`` of them on the device."""
    l2 = active * copied / (on.l2_bytes_per_cycle * costs.l2_merged)
    shared = (step.join((s.mma, s.smem), costs.overlap) / s.customers, s.softmax / s.customers)
    turns = q * s.customers / throughput(shared, s.idle, q * s.customers)
    return step.join((turns, q * s.fill, l2, (s.latency + s.fill) / s.depth), costs.hiding)


def throughput(services: tuple[float, ...], idle: float, customers: float) -> float:
    """Turns per cycle of ``customers`` that each use every unit for its service time in turn, then none for ``idle`` cycles.

    Mean value analysis of a closed network (Reiser and Lavenberg 1980): who comes to a unit waits for those whom one customer fewer
    would leave there. One customer uses the units one after the other; many keep the busiest one always busy. Linear between whole numbers.
    """
    queues = [0.0] * len(services)
    rate_before = rate_now = 0.0
    for count in range(1, math.ceil(customers) + 1):
        waits = [service * (1.0 + queue) for service, queue in zip(services, queues, strict=True)]
        rate_before, rate_now = rate_now, count / (idle + sum(waits))
        queues = [rate_now * wait for wait in waits]
    part = customers - math.floor(customers)
    return rate_now if part == 0.0 else rate_before + part * (rate_now - rate_before)
