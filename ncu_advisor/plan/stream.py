"""Element-wise kernels: vector width, items a thread, block and grid that keep the bus full (Little: bytes in flight = bandwidth x latency)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan import amounts
from ncu_advisor.plan.amounts import MOST_BLOCKS, count
from ncu_advisor.plan.chip import ELEMENT, Chip, achievable, chip
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.step import join

# Calibrated on an H200 (benchmarks/advice): streams of 2 to 64 KiB in flight an SM (tail/) and of 1 to 16 bytes a load (mem_width).
LOADED = 1.45  # latency of a stream's loads over a lone load's
BETWEEN_BLOCKS = 420.0  # cycles in which the place of a block that ends is not loading: its store, the next one's start and addresses
LAUNCH_US = 2.5  # what of a stream's duration does not grow with it; an empty kernel's is 1.8 (timemodel.LAUNCH_NS)
SATURATION = 3.0  # exponent of the norm that joins what is in flight with what the bus carries
_ISSUE_PER_CYCLE = 4.0  # warp instructions of an SM
_INSTRUCTIONS = 14.0  # of a warp for addresses, bounds and the end, once a pass over its items
_PER_VECTOR = 3.0  # load or store, and the arithmetic of its registers
_BLOCKS = (128, 256, 512, 1024)
_ITEM_BYTES = (4, 8, 16, 32, 64, 128)  # a thread and pass, of one array
_BASE_REGISTERS = 18
_MOST_INPUTS = 8
_USUAL_BLOCK = 256
_RESOLUTION = 1.03  # times closer than this are not told apart
ORDER = (
    f"times within {100 * (_RESOLUTION - 1):.0f}% of the fastest are not told apart: of those the plainer launch is first "
    f"(wide loads, no loop, {_USUAL_BLOCK} threads a block, few items)"
)


@dataclass(frozen=True)
class StreamProblem:
    """A kernel that reads ``bytes_read`` of all its inputs together and writes ``bytes_written``, each once."""

    bytes_read: int
    bytes_written: int
    dtype: str = "f32"

    @property
    def arrays(self) -> tuple[float, int]:
        """Elements of the largest array, and how many inputs there are: as many as outputs would fill, unless that is no sum of a few arrays."""
        size = ELEMENT[self.dtype]
        ratio = self.bytes_read / self.bytes_written if self.bytes_written else 0.0
        inputs = round(ratio) if 1.0 <= ratio <= _MOST_INPUTS else 1
        return max(self.bytes_written, self.bytes_read / inputs) / size, inputs


@dataclass(frozen=True)
class StreamCandidate:
    """One launch configuration. ``items_per_thread``: elements of each array that a thread loads before it uses the first."""

    rank: int
    vector_bits: int
    items_per_thread: int
    block: int
    grid: int
    grid_stride: bool
    blocks_per_sm: int
    bytes_in_flight_per_sm: int
    registers_per_thread: int
    predicted_us: float
    predicted_gb_per_second: float
    limiter: str
    reason: str


def bandwidth(on: Chip, read_share: float) -> float:
    """Achievable bytes per cycle of a mix: between writing, copying (half), three reads to a write, and reading, as the device was measured."""
    points = ((0.0, "dram_write"), (0.5, "dram_copy"), (0.75, "dram_triad"), (1.0, "dram_read"))
    peak = on.gpu.dram_bytes_per_second.value / on.hz
    for (low, below), (high, above) in itertools.pairwise(points):
        if read_share <= high:
            part = (read_share - low) / (high - low)
            return peak * (achievable(on.gpu, below) * (1 - part) + achievable(on.gpu, above) * part)
    return peak * achievable(on.gpu, "dram_read")


def plan(problem: StreamProblem, gpu: Gpu, top: int = 5) -> list[StreamCandidate]:
    """The ``top`` launches, fastest predicted first (see ORDER). Raises AdvisorError where nothing is moved."""
    if problem.bytes_read + problem.bytes_written <= 0:
        raise AdvisorError("--bytes-read", "nothing is read or written", "say how many bytes the kernel moves")
    on = chip(gpu)
    found = [c for shape in _launches(problem, on) if (c := candidate(problem, on, *shape)) is not None]
    as_fast = _RESOLUTION * min(c.predicted_us for c in found)

    def order(c: StreamCandidate) -> tuple[float, ...]:
        # Within the model's resolution the plainer launch: wide loads, no loop, the block size that fills an SM most evenly, few items.
        slower = c.predicted_us if c.predicted_us > as_fast else 0.0
        return (slower, -c.vector_bits, c.grid_stride, abs(c.block - _USUAL_BLOCK), c.items_per_thread)

    found.sort(key=order)
    return [replace(c, rank=rank) for rank, c in enumerate(found[:top], 1)]


def _launches(problem: StreamProblem, on: Chip) -> Iterator[tuple[int, int, int, bool]]:
    """Vector bytes, items, threads, whether a fixed grid strides."""
    size = int(ELEMENT[problem.dtype])
    widest = 32 if on.architecture.has("load_256_bit") else 16
    for bytes_ in _ITEM_BYTES:
        if bytes_ >= size:
            for block in _BLOCKS:
                for stride in (False, True):
                    yield min(widest, bytes_), bytes_ // size, block, stride


def candidate(problem: StreamProblem, on: Chip, vector: int, items: int, block: int, stride: bool) -> StreamCandidate | None:
    """One launch: ``vector`` bytes a load, ``items`` of each array a thread, a fixed grid or not; None where it cannot be."""
    size = ELEMENT[problem.dtype]
    elements, inputs = problem.arrays
    registers = int(_BASE_REGISTERS + inputs * items * size / 4)
    resident = occupancy(on.limits, registers, block).blocks_per_sm
    chunks = math.ceil(elements / (items * block))
    grid = min(chunks, on.sms * resident) if stride else chunks
    if not resident or grid > MOST_BLOCKS or (stride and chunks <= on.sms * resident):
        return None
    passes = chunks / grid
    at_once = min(grid, on.sms * resident)
    per_chunk = (problem.bytes_read or problem.bytes_written) / chunks
    in_flight = at_once * per_chunk
    read_share = problem.bytes_read / (problem.bytes_read + problem.bytes_written)
    latency = on.dram_latency * LOADED + (BETWEEN_BLOCKS / passes if stride else BETWEEN_BLOCKS)
    moved = float(problem.bytes_read + problem.bytes_written)
    rounds = chunks / at_once
    vectors = (inputs + (1 if problem.bytes_written else 0)) * max(1.0, items * size / vector)
    bus = moved / bandwidth(on, read_share)
    fly = rounds * latency
    issue = chunks * block / 32 * (_INSTRUCTIONS + _PER_VECTOR * vectors) / (_ISSUE_PER_CYCLE * on.sms)
    # The last round is ragged: on average half of its places are empty while it lasts.
    ragged = (math.ceil(rounds) - rounds) * latency * 0.5 if not stride else 0.0
    us = on.us(join((bus, fly, issue), SATURATION) + ragged + on.dram_latency) + LAUNCH_US
    times = {"dram": bus, "latency": fly, "issue": issue, "launch": LAUNCH_US * on.hz / 1e6}
    limiter = max(times, key=lambda name: times[name])
    found = StreamCandidate(
        0, vector * 8, items, block, grid, stride, resident, int(in_flight / on.sms), registers, us, moved / us / 1e3, limiter, reason=""
    )
    return replace(found, reason=_reason(found, problem, on, in_flight, _rate_of_loads(on, read_share) * latency, latency))


def _rate_of_loads(on: Chip, read_share: float) -> float:
    """Bytes per cycle that loads bring in a mix; those that stores take where nothing is read."""
    return bandwidth(on, read_share) * read_share if read_share else bandwidth(on, 0.0)


def _reason(c: StreamCandidate, problem: StreamProblem, on: Chip, in_flight: float, need: float, latency: float) -> str:
    """``in_flight``: bytes of the device, of which ``need`` cover a ``latency`` of so many cycles."""
    loads = max(1, int(c.items_per_thread * ELEMENT[problem.dtype] // (c.vector_bits // 8))) * problem.arrays[1]
    names = {"dram": "DRAM", "latency": "latency", "issue": "instruction issue", "launch": "launch cost"}
    if c.grid < on.sms * c.blocks_per_sm:  # they do not fill the SMs, so what is in flight is of the device
        blocks, share, an_sm, of_all = count(c.grid, "block"), 1, "", ""
    else:
        blocks, share, an_sm = count(c.blocks_per_sm, "block"), on.sms, " an SM"
        of_all = f"{c.grid} blocks{' stride over the data' if c.grid_stride else ''}; "
    return (
        f"{count(loads, 'independent load')} of {amounts.size(c.vector_bits // 8)} a thread, {blocks} of {c.block} threads{an_sm}: "
        f"{amounts.size(in_flight / share)} in flight{an_sm}, where {amounts.size(need / share)} cover {latency:.0f} cycles at {on.gpu.name}'s rate; "
        f"{of_all}bound by {names[c.limiter]}"
    )
