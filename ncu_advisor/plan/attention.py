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
from ncu_advisor.plan.amounts import array_bytes, count, idle_sms, refuse_beyond_any_device, refuse_beyond_any_launch, verb, waves
from ncu_advisor.plan.attention_step import LANES, AttentionCosts, Step, attention_step, padded, registers, round_cycles, shared_bytes
from ncu_advisor.plan.chip import ELEMENT, Chip, chip, rate, sustained
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.step import DEFAULT, Costs
from ncu_advisor.plan.tile import Path, Tile, instruction_path

_BLOCK_M = (16, 32, 64, 128)
_BLOCK_N = (32, 64, 128)
_STAGES = (1, 2, 3, 4)
_WARPS = (4, 8)
ORDER = "each shape's best pipeline comes first, then their others"
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
    def seeing(self) -> int:
        """Queries of a sequence that see a key; those before them, where causal queries outnumber the keys, see none."""
        return min(self.seq_q, self.seq_k) if self.causal else self.seq_q

    @property
    def flops(self) -> float:
        """Products of the scores and of the values, 2 operations each; of causal queries each sees a key less than the next, the last sees all."""
        seen = self.seq_k - (self.seeing - 1) / 2 if self.causal else float(self.seq_k)
        return 4.0 * self.batch * self.heads * self.seeing * seen * self.head_dim


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
    """The ``top`` candidates, fastest predicted first.

    Raises AdvisorError where no tile fits (heads wider than 512, say), inputs or result are more than any device moves, or blocks more than a launch
    takes.
    """
    on, element = chip(gpu), ELEMENT[problem.dtype]
    queries, keys = ((problem.batch, problem.heads, rows, problem.head_dim) for rows in (problem.seq_q, problem.seq_k))
    sizes = "--batch/--heads/--seq-q/--seq-k/--head-dim"
    refuse_beyond_any_device(sizes, array_bytes(element, queries, keys, keys), array_bytes(element, queries))
    refuse_beyond_any_launch("--batch/--heads", problem.batch * problem.heads, "plan a part of it")  # a block of queries is of one head
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
    best = [*chosen, *rest][:top]
    refuse_beyond_any_launch("--batch/--heads/--seq-q", max(c.grid for c in best), "plan a part of it")
    return [replace(c, rank=rank) for rank, c in enumerate(best, 1)]


def _shapes(problem: AttentionProblem) -> Iterator[Tile]:
    for m, n, stages, warps in itertools.product(_BLOCK_M, _BLOCK_N, _STAGES, _WARPS):
        sensible = (m >= 64 or problem.seq_q < 64) and m <= max(16, 2 * problem.seq_q) and n <= max(32, 2 * problem.seq_k)
        if sensible and (m >= 16 * warps or (m < 64 and warps == 4)):
            yield Tile(m, n, padded(problem.head_dim), stages, warps)


@dataclass(frozen=True)
class _Footprint:
    """What a tile takes of an SM, and how many blocks of it an SM holds."""

    path: Path
    shared: int
    registers: int
    spilled: int  # registers a thread beyond the limit
    resident: int


@dataclass(frozen=True)
class _Steps:
    """The work of a launch: ``lengths`` are the steps of a head's blocks, ``rounds[n - 1]`` the cycles in which n blocks of an SM take one each."""

    heads: int
    lengths: list[int]
    rounds: list[float]
    ends: float  # cycles of a block beside its steps
    places: int  # for blocks, on all SMs

    @property
    def grid(self) -> int:
        return self.heads * len(self.lengths)

    @property
    def beside(self) -> int:
        """Blocks that an SM works on at the same time."""
        return len(self.rounds)


def candidate(
    problem: AttentionProblem,
    tile: Tile,
    on: Chip,
    costs: Costs = DEFAULT,
    own: AttentionCosts = attention_costs.DEFAULT,
    shortest_first: bool = False,
) -> AttentionCandidate | None:
    """One tile with its figures and reason; None where it does not fit an SM. ``shortest_first``: a causal launch starts with its short rows."""
    foot = _footprint(problem, tile, on)
    if foot is None:
        return None
    s = attention_step(problem.dtype, tile, foot.path, on, costs, own)
    work = _steps(problem, tile, on, costs, own, foot, s)
    in_loop_us = on.us(_cycles(work, on, own, shortest_first))
    element = ELEMENT[problem.dtype]
    moved = element * problem.batch * problem.heads * problem.head_dim * (2 * problem.seq_q + 2 * problem.seq_k)
    dram_us = on.us(moved / on.dram_bytes_per_cycle)
    power_us = problem.flops / (own.power * sustained(on.gpu, rate(on.gpu, problem.dtype)[0])) * 1e6
    us = step.join((step.join((in_loop_us, dram_us), costs.overlap), power_us), costs.throttling) + costs.launch_us
    limiter = _limiter(s, work, in_loop_us, dram_us)
    return AttentionCandidate(
        0, tile.block_m, tile.block_n, tile.stages, tile.warps, work.grid, work.grid / work.places, foot.resident, foot.shared, foot.registers,
        us, problem.flops / us / 1e6, limiter, _reason(problem, tile, s, foot, work, limiter, on.sms),
    )  # fmt: skip


def _footprint(problem: AttentionProblem, tile: Tile, on: Chip) -> _Footprint | None:
    """None where no block fits, or where a thread would spill as much as it keeps."""
    element, most = ELEMENT[problem.dtype], on.limits.max_registers_per_thread
    path = instruction_path(on.architecture, rate(on.gpu, problem.dtype)[0], tile)
    shared, wanted = shared_bytes(tile, element), registers(tile, element, path)
    spilled, used = max(0, wanted - most), min(wanted, most)
    resident = occupancy(on.limits, used, tile.threads, 0, shared).blocks_per_sm
    return _Footprint(path, shared, used, spilled, resident) if resident and spilled <= used else None


def _steps(problem: AttentionProblem, tile: Tile, on: Chip, costs: Costs, own: AttentionCosts, foot: _Footprint, s: Step) -> _Steps:
    element, heads = ELEMENT[problem.dtype], problem.batch * problem.heads
    lengths = steps_of_blocks(problem, tile)
    grid, places = heads * len(lengths), on.sms * foot.resident
    copied = 2.0 * tile.block_n * tile.block_k * element
    beside = math.ceil(min(grid, places) / on.sms)
    rounds = [round_cycles(s, n, min(grid, on.sms * n), copied, on, costs) for n in range(1, beside + 1)]
    # A block's start and end beside its loop: the queries' first load, the output's store; where causal, the start of a second loop.
    ends = own.ends * costs.block_cycles + on.dram_latency * costs.loaded + tile.block_m * tile.block_k * element / costs.fill_bytes * 2
    if problem.causal:
        ends += own.masked * (s.latency + s.fill + tile.block_m * max(tile.block_m, tile.block_n) / LANES)
    return _Steps(heads, lengths, rounds, ends, places)


def _cycles(work: _Steps, on: Chip, own: AttentionCosts, shortest_first: bool) -> float:
    """Cycles of all blocks: played through where few waves make their order matter, else their sum and a ragged end."""
    steady = work.rounds[-1]
    if work.grid <= _SIMULATED * work.places:
        order = work.lengths if shortest_first else work.lengths[::-1]
        return makespan([length + work.ends / steady for length in order] * work.heads, work.rounds, on.sms)
    total = float(work.heads * sum(work.lengths))
    ragged = own.ragged * (total / work.grid * steady + work.ends)
    return (total * steady + work.ends * work.grid) / (on.sms * work.beside) + ragged


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
    """Blocks of keys that each block of queries visits; causal rows see keys up to the diagonal, none where that lies before the first."""
    blocks = math.ceil(problem.seq_q / tile.block_m)
    if not problem.causal:
        return [math.ceil(problem.seq_k / tile.block_n)] * blocks
    shift = problem.seq_k - problem.seq_q
    ends = (min(problem.seq_k, (i + 1) * tile.block_m + shift) for i in range(blocks))
    return [max(0, math.ceil(end / tile.block_n)) for end in ends]


def _limiter(s: Step, work: _Steps, us: float, dram_us: float) -> str:
    if dram_us > 0.8 * us:
        return "dram"
    shares = {"tensor": work.beside * s.mma, "xu": work.beside * s.softmax, "shared": work.beside * s.smem, "l2": work.beside * s.fill}
    top = max(shares, key=lambda name: shares[name])
    return top if shares[top] >= 0.75 * work.rounds[-1] else "latency"


def _reason(problem: AttentionProblem, tile: Tile, s: Step, foot: _Footprint, work: _Steps, limiter: str, sms: int) -> str:
    names = {
        "tensor": "the tensor cores", "xu": "softmax's exponentials", "shared": "shared memory", "l2": "L2 to the SMs", "dram": "DRAM",
        "latency": "the chain of product, softmax and product within a block",
    }  # fmt: skip
    q = work.beside
    beside = f"{q} blocks of an SM overlap one's softmax with another's products" if q > 1 else "a lone block has nothing to overlap its softmax with"
    spills = f"; about {count(foot.spilled, 'register')} a thread {verb(foot.spilled, 'spill')}" if foot.spilled else ""
    return (
        f"a step of {tile.block_n} keys takes {s.mma:.0f} cycles of products, {s.softmax:.0f} of softmax, {s.smem:.0f} of shared memory and "
        f"{s.fill:.0f} to copy; {beside}; {tile.block_m} queries of {problem.head_dim} keep "
        f"{count(tile.block_m * tile.block_k // tile.threads, 'sum')} a thread in registers{spills}; {_waves(work, foot.resident, sms)}"
        f"{', longest first' if problem.causal else ''}; bound by {names[limiter]}"
    )


def _waves(work: _Steps, resident: int, sms: int) -> str:
    if work.grid <= work.places:
        idle = f", {idle_sms(work.grid, sms)}" if work.grid < sms else ""
        return f"{count(work.grid, 'block')} {verb(work.grid, 'run')} at once ({resident} an SM would fit){idle}"
    return f"{work.grid} blocks, {resident} an SM, make {waves(work.grid / work.places)}"
