"""Row-wise kernels (reduction, softmax, layer norm): rows a block, warps, and whether a row stays in registers so that it is read once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.amounts import count, size, verb
from ncu_advisor.plan.chip import ELEMENT, Chip, chip
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.step import join
from ncu_advisor.plan.stream import BETWEEN_BLOCKS, LAUNCH_US, LOADED, SATURATION, bandwidth

_ROWS = (1, 2, 4, 8, 16)
_WARPS = (1, 2, 4, 8, 16, 32)
_CHUNKS = (1024, 2048, 4096, 8192)
_PER_THREAD = (1, 128)  # elements of a pass: more than this spills beside addresses
_BASE_REGISTERS = 22
_RESOLUTION = 1.02
_PER_ELEMENT = 1.15  # registers of an element held as fp32
_INSTRUCTIONS = 10.0  # per element: conversion, maximum, exponential or square, sum, scale, conversion
_ISSUE_LANES = 128.0
_WARP_REDUCTION = 150.0  # cycles of five shuffles and their additions
_BLOCK_REDUCTION = 120.0  # cycles of a pass through shared memory with its two barriers, where several warps share a row
_REDUCTIONS = 2  # maximum and sum, or sum and sum of squares


@dataclass(frozen=True)
class ReductionProblem:
    """``rows`` rows of ``cols`` elements, each reduced and written back."""

    rows: int
    cols: int
    dtype: str = "f16"

    @property
    def row_bytes(self) -> float:
        return self.cols * ELEMENT[self.dtype]


@dataclass(frozen=True)
class ReductionCandidate:
    """One launch configuration: ``block`` threads work on ``rows_per_block`` rows, ``chunk`` columns at a time, in ``passes`` over the row."""

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


def plan(problem: ReductionProblem, gpu: Gpu, top: int = 5) -> list[ReductionCandidate]:
    """The ``top`` launches, fastest predicted first."""
    on = chip(gpu)
    found = [c for shape in _launches(problem) if (c := _candidate(problem, on, *shape)) is not None]
    as_fast = _RESOLUTION * min(c.predicted_us for c in found)

    # Within the model's resolution: one pass, then two 16-byte vectors a thread, which neither starves nor crowds it, then four warps.
    def order(c: ReductionCandidate) -> tuple[float, ...]:
        vectors = c.rows_per_block * c.chunk * ELEMENT[problem.dtype] / c.block / 16
        slower = c.predicted_us if c.predicted_us > as_fast else 0.0
        return (slower, c.passes, abs(math.log2(vectors / 2)), abs(math.log2(c.warps / 4)))

    found.sort(key=order)
    return [replace(c, rank=rank) for rank, c in enumerate(found[:top], 1)]


def _launches(problem: ReductionProblem) -> Iterator[tuple[int, int, int, int]]:
    """Rows a block, warps, columns at a time, passes."""
    whole = max(32, 1 << (problem.cols - 1).bit_length())
    for rows, warps in itertools.product(_ROWS, _WARPS):
        if _PER_THREAD[0] <= rows * whole / (32 * warps) <= _PER_THREAD[1] and rows < 2 * problem.rows:
            yield rows, warps, whole, 1
    for chunk, warps in itertools.product(_CHUNKS, _WARPS):
        if chunk < whole and 4 <= chunk / (32 * warps) <= _PER_THREAD[1] / 2:
            yield 1, warps, chunk, 2


def _candidate(problem: ReductionProblem, on: Chip, rows: int, warps: int, chunk: int, passes: int) -> ReductionCandidate | None:
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
    reduce = _REDUCTIONS * (_WARP_REDUCTION + (_BLOCK_REDUCTION if warps_a_row > 1 else 0.0))
    work = rows * chunk * steps * _INSTRUCTIONS * (1.5 if passes == 2 else 1.0) / _ISSUE_LANES
    load = on.dram_latency * LOADED
    waits = load * steps + (on.l2_latency * LOADED * steps if passes == 2 else 0.0)
    # A warp issues one instruction a cycle at most: few warps take longer over a row than an SM's lanes would.
    alone = waits + reduce * (1 if passes == 1 else steps) + work * max(1.0, _ISSUE_LANES / threads) + BETWEEN_BLOCKS
    read = problem.rows * problem.row_bytes
    again = read if passes == 2 else 0.0
    kept = min(1.0, on.l2_bytes / max(1.0, at_once * rows * problem.row_bytes))
    moved = 2.0 * read
    bus = moved / bandwidth(on, 0.5) + again * (1.0 - kept) / on.dram_bytes_per_cycle
    fly, issue = rounds * alone, grid * work / on.sms
    ragged = (math.ceil(rounds) - rounds) * alone * 0.5
    # A lone block of an SM waits for its row, then works on it: nothing overlaps. Two alternate; from three on they queue like a stream's.
    beside = min(SATURATION, float(resident))
    us = on.us(join((bus, fly, issue), beside) + ragged + on.dram_latency) + LAUNCH_US
    times = {"dram": bus, "latency": fly, "issue": issue, "launch": LAUNCH_US * on.hz / 1e6}
    limiter = max(times, key=lambda name: times[name])
    a_block = rows * min(chunk, problem.cols) * element
    found = ReductionCandidate(0, rows, warps, threads, chunk, passes, grid, resident, registers, us, moved / us / 1e3, limiter, reason="")
    return replace(found, reason=_reason(found, useful, kept, _in_flight(grid, resident, on.sms, a_block)))


def _in_flight(grid: int, resident: int, sms: int, a_block: float) -> str:
    """What the blocks that run at the same time have in flight, ``a_block`` bytes each: of an SM where they fill all, else of the device."""
    if grid <= sms * resident:
        return f"{count(grid, 'block')} {verb(grid, 'run')} at once and {verb(grid, 'keep')} {size(grid * a_block)} in flight"
    return f"{count(resident, 'block')} an SM {verb(resident, 'keep')} {size(resident * a_block)} in flight"


def _reason(c: ReductionCandidate, useful: float, kept: float, in_flight: str) -> str:
    """``useful``: the part of the lanes that carry elements; ``kept``: the part of a row that L2 still holds for the second pass."""
    names = {"dram": "DRAM", "latency": "latency and the reductions between threads", "issue": "instruction issue", "launch": "launch cost"}
    if c.passes == 1:
        elements = round(c.rows_per_block * c.chunk / c.block)
        held = f"{count(elements, 'element')} a thread {verb(elements, 'stay')} in {c.registers_per_thread} registers, so that the row is read once"
    else:
        held = f"the row does not stay in registers: it is read again, {100 * kept:.0f}% of it from L2, {c.chunk} columns at a time"
    padding = f"; {100 * (1 - useful):.0f}% of the lanes lie beyond the row's end" if useful < 0.98 else ""
    shared = f"{c.rows_per_block} rows a block" if c.rows_per_block > 1 else "one row a block"
    return f"{shared} of {count(c.warps, 'warp')}: {held}; {in_flight}{padding}; bound by {names[c.limiter]}"
