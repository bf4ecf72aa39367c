"""Fused attention, forward: blocks of queries that stream keys and values past themselves with the online softmax."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan import attention_step as attention_costs
from ncu_advisor.plan import step
from ncu_advisor.plan.attention_step import LANES, AttentionCosts, Step, attention_step, padded, registers, round_cycles, shared_bytes
from ncu_advisor.plan.chip import ELEMENT, Chip, chip, rate, sustained
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.step import DEFAULT, Costs
from ncu_advisor.plan.tile import Tile, instruction_path

_BLOCK_M = (16, 32, 64, 128)
_BLOCK_N = (32, 64, 128)
_STAGES = (1, 2, 3, 4)
_WARPS = (4, 8)
_SIMULATED = 4.0  # waves up to which the order of blocks decides, and is played through


@dataclass(frozen=True)
class AttentionProblem:
    """softmax(Q K^T) V for ``batch`` x ``heads`` sequences; causal: query i sees keys up to i + seq_k - seq_q."""

    batch: int
    heads: int
    seq_q: int
    seq_k: int
    head_dim: int
    dtype: str = "f16"
    causal: bool = False

    @property
    def flops(self) -> float:
        """Products of the scores and of the values, 2 operations each; half of them where causal (for equal lengths)."""
        seen = self.seq_k - (self.seq_q - 1) / 2 if self.causal and self.seq_k >= self.seq_q else float(self.seq_k)
        return 4.0 * self.batch * self.heads * self.seq_q * seen * self.head_dim


@dataclass(frozen=True)
class AttentionCandidate:
    """One launch configuration and what it costs."""

    rank: int
    block_m: int
    block_n: int
    stages: int
    warps: int
    grid: int
    waves: float
    blocks_per_sm: int
    smem_bytes: int
    registers_per_thread: int
    predicted_us: float
    predicted_tflops: float
    limiter: str
    reason: str


def plan(problem: AttentionProblem, gpu: Gpu, top: int = 5) -> list[AttentionCandidate]:
    """The ``top`` candidates, fastest predicted first. Raises AdvisorError where no tile fits (heads wider than 512, say)."""
    on = chip(gpu)
    found = [c for shape in _shapes(problem) if (c := candidate(problem, shape, on)) is not None]
    if not found:
        raise AdvisorError(gpu.name, f"no tile of head dimension {problem.head_dim} fits an SM", "split the head dimension")
    found.sort(key=lambda c: (round(c.predicted_us, 3), c.smem_bytes, c.warps))
    chosen: list[AttentionCandidate] = []
    shapes: dict[tuple[int, int, int], int] = {}
    for c in found:  # one depth of pipeline a shape, until every shape has had its turn
        shape = (c.block_m, c.block_n, c.warps)
        if shapes.get(shape, 0) < 1:
            shapes[shape] = 1
            chosen.append(c)
    rest = [c for c in found if c not in chosen]
    return [replace(c, rank=rank) for rank, c in enumerate([*chosen, *rest][:top], 1)]


def _shapes(problem: AttentionProblem) -> Iterator[Tile]:
    for m, n, stages, warps in itertools.product(_BLOCK_M, _BLOCK_N, _STAGES, _WARPS):
        sensible = (m >= 64 or problem.seq_q < 64) and m <= max(16, 2 * problem.seq_q) and n <= max(32, 2 * problem.seq_k)
        if sensible and (m >= 16 * warps or (m < 64 and warps == 4)):
            yield Tile(m, n, padded(problem.head_dim), stages, warps)


def candidate(
    problem: AttentionProblem,
    tile: Tile,
    on: Chip,
    costs: Costs = DEFAULT,
    own: AttentionCosts = attention_costs.DEFAULT,
    shortest_first: bool = False,
) -> AttentionCandidate | None:
    """One tile with its figures and reason; None where it does not fit an SM. ``shortest_first``: a causal launch starts with its short rows."""
    element = ELEMENT[problem.dtype]
    pipe, _ = rate(on.gpu, problem.dtype)
    path = instruction_path(on.architecture, pipe, tile)
    shared, used = shared_bytes(tile, element), registers(tile, element, path)
    spilled, used = max(0, used - on.limits.max_registers_per_thread), min(used, on.limits.max_registers_per_thread)
    if spilled > used:
        return None
    resident = occupancy(on.limits, used, tile.threads, 0, shared).blocks_per_sm
    if not resident:
        return None
    s = attention_step(problem.dtype, tile, path, on, costs, own)
    heads = problem.batch * problem.heads
    lengths = steps_of_blocks(problem, tile)
    grid, total = heads * len(lengths), float(heads * sum(lengths))
    at_once = min(grid, on.sms * resident)
    q = math.ceil(at_once / on.sms)
    copied = 2.0 * tile.block_n * tile.block_k * element
    rounds = [round_cycles(s, n, min(grid, on.sms * n), copied, on, costs) for n in range(1, q + 1)]
    steady = rounds[-1]
    # A block's start and end beside its loop: the queries' first load, the output's store; where causal, the start of a second loop.
    block = own.ends * costs.block_cycles + on.dram_latency * costs.loaded + tile.block_m * tile.block_k * element / costs.fill_bytes * 2
    if problem.causal:
        block += own.masked * (s.latency + s.fill + tile.block_m * max(tile.block_m, tile.block_n) / LANES)
    waves = grid / (on.sms * resident)
    if grid <= _SIMULATED * on.sms * resident:
        order = lengths if shortest_first else lengths[::-1]
        cycles = makespan([length + block / steady for length in order] * heads, rounds, on.sms)
    else:
        ragged = own.ragged * (total / grid * steady + block)
        cycles = (total * steady + block * grid) / (on.sms * q) + ragged
    moved = element * heads * problem.head_dim * (2 * problem.seq_q + 2 * problem.seq_k)
    dram_us = on.us(moved / on.dram_bytes_per_cycle)
    power_us = problem.flops / (own.power * sustained(on.gpu, pipe)) * 1e6
    us = step.join((step.join((on.us(cycles), dram_us), costs.overlap), power_us), costs.throttling) + costs.launch_us
    limiter = _limiter(s, q, on.us(cycles), dram_us, steady)
    return AttentionCandidate(
        0, tile.block_m, tile.block_n, tile.stages, tile.warps, grid, waves, resident, shared, used, us, problem.flops / us / 1e6, limiter,
        _reason(problem, tile, s, spilled, q, resident, waves, grid, limiter),
    )  # fmt: skip


def makespan(blocks: Sequence[float], rounds: Sequence[float], sms: int) -> float:
    """Cycles until the last of ``blocks`` (steps each) is done. They start in order, wherever a place is free; an SM has ``len(rounds)`` places.

    ``rounds[n - 1]`` is the time in which each of n blocks of an SM advances by a step.
    """
    waiting = iter(blocks)
    ends: list[list[float]] = [[] for _ in range(sms)]  # in steps of the SM's own clock
    for at in itertools.islice(itertools.cycle(range(sms)), sms * len(rounds)):
        if (length := next(waiting, None)) is None:
            break
        ends[at].append(length)
    clock = [0.0] * sms
    events = [(min(places) * rounds[len(places) - 1], at) for at, places in enumerate(ends) if places]
    heapq.heapify(events)
    now = 0.0
    while events:
        now, at = heapq.heappop(events)
        places = ends[at]
        clock[at] = min(places)
        places.remove(clock[at])
        if (length := next(waiting, None)) is not None:
            places.append(clock[at] + length)
        if places:
            heapq.heappush(events, (now + (min(places) - clock[at]) * rounds[len(places) - 1], at))
    return now


def steps_of_blocks(problem: AttentionProblem, tile: Tile) -> list[int]:
    """Blocks of keys that each block of queries visits; causal rows see keys up to the diagonal."""
    blocks = math.ceil(problem.seq_q / tile.block_m)
    if not problem.causal:
        return [math.ceil(problem.seq_k / tile.block_n)] * blocks
    shift = problem.seq_k - problem.seq_q
    ends = (min(problem.seq_k, (i + 1) * tile.block_m + shift) for i in range(blocks))
    return [max(1, math.ceil(end / tile.block_n)) for end in ends]


def _limiter(s: Step, q: int, us: float, dram_us: float, steady: float) -> str:
    if dram_us > 0.8 * us:
        return "dram"
    shares = {"tensor": q * s.mma, "xu": q * s.softmax, "shared": q * s.smem, "l2": q * s.fill}
    top = max(shares, key=lambda name: shares[name])
    return top if shares[top] >= 0.75 * steady else "latency"


def _reason(problem: AttentionProblem, tile: Tile, s: Step, spilled: int, q: int, resident: int, waves: float, grid: int, limiter: str) -> str:
    names = {
        "tensor": "the tensor cores", "xu": "softmax's exponentials", "shared": "shared memory", "l2": "L2 to the SMs", "dram": "DRAM",
        "latency": "the chain of product, softmax and product within a block",
    }  # fmt: skip
    beside = f"{q} blocks of an SM overlap one's softmax with another's products" if q > 1 else "a lone block has nothing to overlap its softmax with"
    spills = f"; about {spilled} registers a thread spill" if spilled else ""
    return (
        f"a step of {tile.block_n} keys takes {s.mma:.0f} cycles of products, {s.softmax:.0f} of softmax, {s.smem:.0f} of shared memory and "
        f"{s.fill:.0f} to copy; {beside}; {tile.block_m} queries of {problem.head_dim} keep {tile.block_m * tile.block_k // tile.threads} sums "
        f"a thread in registers{spills}; {grid} blocks, {resident} an SM, make {waves:.3g} waves{', longest first' if problem.causal else ''}; "
        f"bound by {names[limiter]}"
    )
