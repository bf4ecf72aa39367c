"""Row-wise kernels (softmax, layer norm, sum): rows a block, warps, whether a row stays in registers so that it is read once, blocks a row."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.amounts import count, figure, idle_sms, refuse_beyond_any_device, size, verb
from ncu_advisor.plan.chip import ELEMENT, Chip, chip
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.predict import SPLIT_PAYS
from ncu_advisor.plan.step import join
from ncu_advisor.plan.stream import BETWEEN_BLOCKS, LAUNCH_US, LOADED, SATURATION, StreamProblem, bandwidth
from ncu_advisor.plan.stream import plan as plan_stream

_ROWS = (1, 2, 4, 8, 16)
_WARPS = (1, 2, 4, 8, 16, 32)
_CHUNKS = (1024, 2048, 4096, 8192)
_PER_THREAD = (1, 128)  # elements of a pass: more than this spills beside addresses
_BASE_REGISTERS = 22
_RESOLUTION = 1.02
_PER_ELEMENT = 1.15  # registers of an element held as fp32
_ISSUE_LANES = 128.0
_WARP_REDUCTION = 150.0  # cycles of five shuffles and their additions
_BLOCK_REDUCTION = 120.0  # cycles of a pass through shared memory with its two barriers, where several warps share a row
_PART = 4096  # columns that a block has of a split row, at least
_PARTS_AN_SM = 8  # of split rows, at most
ORDER = (
    f"times within {100 * (_RESOLUTION - 1):.0f}% of the fastest are not told apart: of those the plainer launch is first "
    "(few passes and parts, two 16-byte vectors a thread, four warps)"
)


@dataclass(frozen=True)
class Kind:
    """What a kernel does with a row: ``reductions`` across its threads, ``instructions`` an element, and whether it writes the row back."""

    reductions: int
    instructions: float
    writes: bool
    words: str


KINDS = {
    # Per element: conversion, maximum, exponential or square, sum, scale, conversion.
    "softmax": Kind(2, 10.0, True, "maximum and sum of each row, which is written back"),
    "layernorm": Kind(2, 10.0, True, "sum and sum of squares of each row, which is written back"),
    # Per element: conversion, addition, and what of a load it has.
    "sum": Kind(1, 3.0, False, "one number of each row, which is read once"),
}


@dataclass(frozen=True)
class ReductionProblem:
    """``rows`` rows of ``cols`` elements, each reduced and, unless a ``sum`` is all that is wanted, written back."""

    rows: int
    cols: int
    dtype: str = "f16"
    kind: str = "softmax"

    @property
    def read(self) -> float:
        """Bytes of all rows, once."""
        return self.rows * self.row_bytes

    @property
    def written(self) -> float:
        return self.read if self.does.writes else self.rows * ELEMENT[self.dtype]

    @property
    def does(self) -> Kind:
        return KINDS[self.kind]

    @property
    def row_bytes(self) -> float:
        return self.cols * ELEMENT[self.dtype]


@dataclass(frozen=True)
class ReductionCandidate:
    """One launch configuration: ``block`` threads work on ``rows_per_block`` rows, ``chunk`` columns at a time, in ``passes`` over the row.

    ``split``: blocks that share a row; where there are several, the time holds a second launch, which adds their parts.
    """

    rank: int
    rows_per_block: int
    warps: int
    block: int
    chunk: int
    passes: int
    grid: int
    blocks_per_sm: int
    registers_per_thread: int
    predicted_us: float
    predicted_gb_per_second: float
    limiter: str
    reason: str
    split: int = 1


def plan(problem: ReductionProblem, gpu: Gpu, top: int = 5) -> list[ReductionCandidate]:
    """The ``top`` launches, fastest predicted first (see ORDER); of a list of splits the last is the best launch without one.

    Raises AdvisorError where rows or result are more than any device moves.
    """
    refuse_beyond_any_device("--rows/--cols", problem.read, problem.written)
    on = chip(gpu)
    whole = _candidates(problem, on)
    found = [*whole, *_splits(problem, on, SPLIT_PAYS * min(c.predicted_us for c in whole))]
    as_fast = _RESOLUTION * min(c.predicted_us for c in found)

    # Within the model's resolution: one pass, few parts, then two 16-byte vectors a thread, which neither starves nor crowds it, then four warps.
    def order(c: ReductionCandidate) -> tuple[float, ...]:
        vectors = c.rows_per_block * c.chunk * ELEMENT[problem.dtype] / c.block / 16
        slower = c.predicted_us if c.predicted_us > as_fast else 0.0
        return (slower, c.passes, c.split, abs(math.log2(vectors / 2)), abs(math.log2(c.warps / 4)))

    found.sort(key=order)
    chosen = found[:top]
    if top > 1 and all(c.split > 1 for c in chosen):
        chosen[-1] = next(c for c in found if c.split == 1)  # for a kernel that has no second launch
    return [replace(c, rank=rank) for rank, c in enumerate(chosen, 1)]


def about(problem: ReductionProblem, gpu: Gpu, candidates: Sequence[ReductionCandidate]) -> list[str]:
    """Sentences about the problem itself: which kernel is priced, and what splitting rows would take where whole ones leave SMs idle."""
    said = [f"priced as {problem.kind} (--kind {'|'.join(KINDS)}): {problem.does.words}"]
    first, sms = candidates[0], gpu.sm_count
    if not problem.does.writes or first.grid >= sms:
        return said
    summed = plan(replace(problem, kind="sum"), gpu, 1)[0]
    again = plan_stream(StreamProblem(round(problem.read), round(problem.written), problem.dtype), gpu, 1)[0]
    us = summed.predicted_us + again.predicted_us
    if summed.split > 1 and us < SPLIT_PAYS * first.predicted_us:
        said.append(
            f"{idle_sms(first.grid, sms)}: reduced by {summed.split} blocks a row, whose parts a second launch combines, and read again and written "
            f"by a third, the rows would take about {figure(us)} us instead of {figure(first.predicted_us)}"
        )
    return said


def _candidates(problem: ReductionProblem, on: Chip, split: int = 1) -> list[ReductionCandidate]:
    """Every launch that fits; of a row that ``split`` blocks share, ``problem`` has the parts as its rows."""
    return [c for shape in _launches(problem) if (c := _candidate(problem, on, *shape, split)) is not None]


def _splits(problem: ReductionProblem, on: Chip, below_us: float) -> Iterator[ReductionCandidate]:
    """Launches in which several blocks share a row, with the second launch that adds their parts: those that take less than ``below_us``.

    Only of sums: a row that is written back would have to be read again (see ``about``).
    """
    split = 1
    while not problem.does.writes and problem.rows * (split := 2 * split) <= _PARTS_AN_SM * on.sms and problem.cols >= split * _PART:
        second_us = plan(ReductionProblem(problem.rows, split, "f32", "sum"), on.gpu, 1)[0].predicted_us
        for c in _candidates(replace(problem, rows=problem.rows * split, cols=math.ceil(problem.cols / split)), on, split):
            us = c.predicted_us + second_us
            if c.rows_per_block == 1 and us < below_us:
                adds = f"; a second launch of {figure(second_us)} us adds the {split} parts of each row"
                rate = problem.read / us / 1e3
                yield replace(c, split=split, predicted_us=us, predicted_gb_per_second=rate, reason=c.reason + adds)


def _launches(problem: ReductionProblem) -> Iterator[tuple[int, int, int, int]]:
    """Rows a block, warps, columns at a time, passes."""
    whole = max(32, 1 << (problem.cols - 1).bit_length())
    for rows, warps in itertools.product(_ROWS, _WARPS):
        if _PER_THREAD[0] <= rows * whole / (32 * warps) <= _PER_THREAD[1] and rows < 2 * problem.rows:
            yield rows, warps, whole, 1
    for chunk, warps in itertools.product(_CHUNKS, _WARPS):
        if chunk < whole and 4 <= chunk / (32 * warps) <= _PER_THREAD[1] / 2:
            yield 1, warps, chunk, 2 if problem.does.writes else 1


def _candidate(problem: ReductionProblem, on: Chip, rows: int, warps: int, chunk: int, passes: int, split: int) -> ReductionCandidate | None:
    element = ELEMENT[problem.dtype]
    threads = 32 * warps
    per_thread = rows * chunk / threads
    registers = min(on.limits.max_registers_per_thread, int(_BASE_REGISTERS + _PER_ELEMENT * per_thread))
    resident = occupancy(on.limits, registers, threads).blocks_per_sm
    if not resident:
        return None
    grid = math.ceil(problem.rows / rows)
    at_once = min(grid, on.sms * resident)
    rounds = grid / at_once
    steps = math.ceil(problem.cols / chunk)
    # Columns beside the row's end are masked lanes: they keep their place but carry nothing.
    useful = problem.cols / (chunk * steps)
    warps_a_row = max(1.0, warps / rows)
    reduce = problem.does.reductions * (_WARP_REDUCTION + (_BLOCK_REDUCTION if warps_a_row > 1 else 0.0))
    work = rows * chunk * steps * problem.does.instructions * (1.5 if passes == 2 else 1.0) / _ISSUE_LANES
    load = on.dram_latency * LOADED
    waits = load * steps + (on.l2_latency * LOADED * steps if passes == 2 else 0.0)
    # A warp issues one instruction a cycle at most: few warps take longer over a row than an SM's lanes would.
    alone = waits + reduce * (1 if passes == 1 else steps) + work * max(1.0, _ISSUE_LANES / threads) + BETWEEN_BLOCKS
    again = problem.read if passes == 2 else 0.0
    kept = min(1.0, on.l2_bytes / max(1.0, at_once * rows * problem.row_bytes))
    moved = problem.read + problem.written
    bus = moved / bandwidth(on, problem.read / moved) + again * (1.0 - kept) / on.dram_bytes_per_cycle
    fly, issue = rounds * alone, grid * work / on.sms
    ragged = (math.ceil(rounds) - rounds) * alone * 0.5
    # A lone block of an SM waits for its row, then works on it: nothing overlaps. Two alternate; from three on they queue like a stream's.
    beside = min(SATURATION, float(resident))
    us = on.us(join((bus, fly, issue), beside) + ragged + on.dram_latency) + LAUNCH_US
    times = {"dram": bus, "latency": fly, "issue": issue, "launch": LAUNCH_US * on.hz / 1e6}
    limiter = max(times, key=lambda name: times[name])
    a_block = rows * min(chunk, problem.cols) * element
    found = ReductionCandidate(0, rows, warps, threads, chunk, passes, grid, resident, registers, us, moved / us / 1e3, limiter, reason="")
    return replace(found, reason=_reason(found, problem, split, useful, kept, _in_flight(grid, resident, on.sms, a_block)))


def _in_flight(grid: int, resident: int, sms: int, a_block: float) -> str:
    """What the blocks that run at the same time have in flight, ``a_block`` bytes each: of an SM where they fill all, else of the device."""
    if grid <= sms * resident:
        idle = f", {idle_sms(grid, sms)}" if grid < sms else ""
        return f"{count(grid, 'block')} {verb(grid, 'run')} at once and {verb(grid, 'keep')} {size(grid * a_block)} in flight{idle}"
    return f"{count(resident, 'block')} an SM {verb(resident, 'keep')} {size(resident * a_block)} in flight"


def _reason(c: ReductionCandidate, problem: ReductionProblem, split: int, useful: float, kept: float, in_flight: str) -> str:
    """``split``: blocks a row; ``useful``: the part of the lanes that carry elements; ``kept``: what L2 still holds of a row for the second pass."""
    names = {"dram": "DRAM", "latency": "latency and the reductions between threads", "issue": "instruction issue", "launch": "launch cost"}
    if not problem.does.writes and c.chunk < problem.cols:
        held = f"the row is read once, {c.chunk} columns at a time"
    elif c.passes == 1:
        elements = round(c.rows_per_block * c.chunk / c.block)
        held = f"{count(elements, 'element')} a thread {verb(elements, 'stay')} in {c.registers_per_thread} registers, so that the row is read once"
    else:
        held = f"the row does not stay in registers: it is read again, {100 * kept:.0f}% of it from L2, {c.chunk} columns at a time"
    padding = f"; {100 * (1 - useful):.0f}% of the lanes lie beyond the row's end" if useful < 0.98 else ""
    warps = count(c.warps, "warp")
    shared = f"{c.rows_per_block} rows a block of {warps}" if c.rows_per_block > 1 else f"one row a block of {warps}"
    shared = f"{split} blocks of {warps} a row" if split > 1 else shared
    return f"{shared}: {held}; {in_flight}{padding}; bound by {names[c.limiter]}"
