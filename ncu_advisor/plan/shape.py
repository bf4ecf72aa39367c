"""The shape of a matrix product, M x N x K: as the user gives it, or recovered from a launch's grid and counters, or not told at all.

A product of M x N results stores M N of them and does M N K multiply-adds. What the grid adds are readings: a block of a x b results
makes it N = grid_x a, M = grid_y b. Many a and b give one M N, so a reading counts only where something independent agrees with it:

- operands that fit L2 beside the results come from DRAM once: dram_bytes_read = (M + N) K bytes;
- blocks of a x b results that take every operand once a block load M N K (1/a + 1/b) elements;
- a block of two dimensions with a thread for each result is its own tile.

Blocks are taken to lie as the grid does: x along the columns, y along the rows, or the transposed product. Where the readings that most
facts agree with differ, the shape is not told. K is a count of multiply-adds over M N, off by half a percent as counters are, and rounded
where a round number is within a percent.
"""

from __future__ import annotations

import math
import re
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns

Values = Mapping[str, float]

GIVEN, RECOVERED = "as given", "recovered from grid and counters"
# Sides of tiles that kernels compute: multiples of 8 that tile loops and matrix instructions have; no two products of them are within 2%.
_SIDES = tuple(sorted(odd * 2**power for odd in (1, 3, 5, 7) for power in range(3, 10) if odd * 2**power <= 512))
_TILES = sorted((across * down, across, down) for across in _SIDES for down in _SIDES)
# Bytes of a result by those of an operand: products of 16 bits often store FP32, those of 8 bits INT32.
_RESULT_BYTES = {8: (8,), 4: (4,), 2: (4, 2), 1: (4, 2, 1)}
_COUNTED = 0.01  # stores and multiply-adds repeat within this from one pass of the profiler to the next
_LOADED = 0.03
_READ_ONCE = (0.98, 1.06)  # DRAM bytes over those of both operands: kernel parameters, descriptors and a little of the results are read too
_FITS = 0.6  # of L2: operands and results together, so that nothing is displaced and read again
_LEAST_DEPTH = 8
_CONTRADICTS = 0.2
_GIVEN = ("shape_m", "shape_n", "shape_k")  # columns
_SPELLING = re.compile(r"(?P<kernel>.+)=(?P<m>[0-9]+)x(?P<n>[0-9]+)x(?P<k>[0-9]+)\Z", re.DOTALL)
_LARGEST, _BOUND = 2**31, 1e24  # of a side, of a count: beyond, input is damaged


@dataclass(frozen=True)
class Shape:
    """C[m,n] = A[m,k] B[k,n]."""

    m: int
    n: int
    k: int

    def __str__(self) -> str:
        return f"{self.m} x {self.n} x {self.k}"


@dataclass(frozen=True)
class GivenShape:
    """The user's word: what kernels whose name holds ``kernel``, or matches it as a pattern, compute."""

    kernel: str
    shape: Shape

    def concerns(self, name: str, short_name: str) -> bool:
        """Whether a kernel is meant: names hold ``*`` and ``[`` themselves, so a plain part of one comes first."""
        return self.kernel in name or fnmatchcase(name, self.kernel) or fnmatchcase(short_name, self.kernel)


def parse(text: str) -> GivenShape:
    """``"gemm_kernel=4096x4096x1024"``. Raises AdvisorError for anything else."""
    found = _SPELLING.match(text)
    sizes = [int(found[side][:12]) for side in "mnk"] if found else []
    if not found or not all(0 < size < _LARGEST for size in sizes):
        raise AdvisorError(f"--shape {text}", "is no KERNEL=MxNxK", "name a kernel or part of its name, and sizes: 'gemm=4096x4096x1024'")
    return GivenShape(found["kernel"], Shape(*sizes))


def unmatched(shapes: Sequence[GivenShape], launches: Columns) -> list[str]:
    """What was given for kernels that no launch is of."""
    kernels = _kernels(launches)
    return [one.kernel for one in shapes if not any(one.concerns(*kernel) for kernel in kernels)]


def columns(shapes: Sequence[GivenShape], launches: Columns) -> dict[str, Column]:
    """The given shape of each launch, NaN where there is none; of several that concern a launch, the last."""
    if not shapes:
        return {}
    sizes = {}
    for kernel in _kernels(launches):
        meant = [one.shape for one in shapes if one.concerns(*kernel)]
        sizes[kernel[0]] = (meant[-1].m, meant[-1].n, meant[-1].k) if meant else (math.nan, math.nan, math.nan)
    of_launch = np.array([sizes[name] for name in launches["name"].tolist()], dtype=float).reshape(-1, 3)
    return dict(zip(_GIVEN, of_launch.T, strict=True))


def _kernels(launches: Columns) -> list[tuple[str, str]]:
    """Every kernel by its name and its short name."""
    return list(dict.fromkeys(zip(launches["name"].tolist(), launches["short_name"].tolist(), strict=True)))


def contradicted(launches: Columns, columns: Mapping[str, Column]) -> list[str]:
    """A sentence a kernel whose floating-point multiply-adds are others than those of the shape given for it."""
    if _GIVEN[0] not in columns:
        return []
    names = launches["short_name"].tolist()
    with np.errstate(all="ignore"):
        times = _counted(columns, len(names)) / np.prod([columns[side] for side in _GIVEN], axis=0)
    found: dict[str, str] = {}
    for row in np.flatnonzero(np.abs(times - 1.0) > _CONTRADICTS).tolist():
        shape = Shape(*(int(columns[side][row]) for side in _GIVEN))
        did = f"{names[row]} did {times[row]:.3g} times the multiply-adds of the given {shape}"
        found.setdefault(names[row], f"{did} (tiles that overhang do more): its advice goes by the given shape.")
    return list(found.values())


def _counted(columns: Mapping[str, Column], launches: int) -> Column:
    """Multiply-adds of all floating formats (of threads, not of warps); NaN where they were not counted, or are not what the kernel does."""

    def of(name: str) -> Column:
        return np.nan_to_num(columns[name]) if name in columns else np.zeros(launches)

    # A product computes in one kind; what else multiplies are addresses and moves.
    plain = np.maximum.reduce([32.0 * of("ffma"), 32.0 * of("dfma"), 64.0 * of("hfma")])
    tensor = (of("tensor_rate") + of("tensor_int8_rate") + of("tensor_fp8_rate")) * of("duration") * 1e-9 / 2
    # Integer products are counted nowhere: a kernel of few other multiply-adds may be one.
    telling = (plain > 0.1 * 32.0 * of("instructions")) | (tensor > 0)
    unseen = (of("pipe_tensor") > 2) & (tensor == 0)
    return np.where(telling & ~unseen, np.maximum(plain, tensor), np.nan)


def shape_of(launch: Values, operand_bytes: int, l2_bytes: float) -> tuple[Shape, str] | None:
    """The shape that a launch computes and where it is from; None where nothing tells."""
    if all(side in launch for side in _GIVEN):
        return Shape(*(int(launch[side]) for side in _GIVEN)), GIVEN
    shape = recover(launch, operand_bytes, l2_bytes)
    return (shape, RECOVERED) if shape else None


@dataclass(frozen=True)
class _Reading:
    """Blocks of ``across`` x ``down`` results, and what the matrix then is."""

    across: int
    down: int
    m: int
    n: int
    by_threads: bool  # a result for each thread, blocks being two-dimensional


def recover(launch: Values, operand_bytes: int, l2_bytes: float) -> Shape | None:
    """The one shape that grid, stores, multiply-adds and traffic of a launch agree on.

    Reads ``multiply_adds`` (of threads), ``store_bytes``, ``grid_x`` to ``grid_z``, ``block_x``, ``block_y``, and where they are known
    ``dram_bytes_read`` and ``load_sectors_ideal``.
    """
    needed = [launch.get(name, math.nan) for name in ("multiply_adds", "store_bytes", "grid_x", "grid_y", "block_x", "block_y")]
    if not all(1 <= value < _BOUND for value in needed) or launch.get("grid_z") != 1:
        return None
    work = needed[0]
    agreeing: dict[int, set[tuple[int, int]]] = {}
    for reading in _readings(launch, operand_bytes):
        agreeing.setdefault(_agreement(reading, launch, operand_bytes, l2_bytes), set()).add((reading.m, reading.n))
    most = max(agreeing, default=0)
    if not most or len(agreeing[most]) != 1:
        return None
    [(m, n)] = agreeing[most]
    k = _depth(work / (m * n), operand_bytes)
    return Shape(m, n, k) if k >= _LEAST_DEPTH and max(m, n, k) < _LARGEST else None


def _readings(launch: Values, operand_bytes: int) -> Iterator[_Reading]:
    """Every tile whose results, over the whole grid, are those that were stored."""
    grid_x, grid_y = int(launch["grid_x"]), int(launch["grid_y"])
    block_x, block_y = int(launch["block_x"]), int(launch["block_y"])
    for result_bytes in _RESULT_BYTES[operand_bytes]:
        each = launch["store_bytes"] / result_bytes / (grid_x * grid_y)
        within = slice(bisect(_TILES, ((1 - _COUNTED) * each,)), bisect(_TILES, ((1 + _COUNTED) * each,)))
        tiles = {(across, down) for _, across, down in _TILES[within]}
        if _near(block_x * block_y, each, _COUNTED):
            flat = {(1 << power, block_x >> power) for power in range(11) if block_x % (1 << power) == 0}
            tiles |= flat if block_y == 1 else {(block_x, block_y)}
        for across, down in sorted(tiles):
            by_threads = block_y > 1 and (across, down) == (block_x, block_y)
            yield _Reading(across, down, grid_y * down, grid_x * across, by_threads)


def _agreement(reading: _Reading, launch: Values, operand_bytes: int, l2_bytes: float) -> int:
    """How many independent facts say that it is this reading; none where it would have read less than its operands."""
    work, read = launch["multiply_adds"], launch.get("dram_bytes_read", math.nan)
    operands = (reading.m + reading.n) * work / (reading.m * reading.n) * operand_bytes
    if read < _READ_ONCE[0] * operands:
        return 0
    once = read <= _READ_ONCE[1] * operands and read + launch["store_bytes"] <= _FITS * l2_bytes
    per_block = work * operand_bytes * (1 / reading.across + 1 / reading.down)
    blocks = min(launch["grid_x"], launch["grid_y"]) > 1 and min(reading.across, reading.down) >= _SIDES[0]
    tiled = blocks and _near(32.0 * launch.get("load_sectors_ideal", 0.0), per_block, _LOADED)
    return int(once) + int(tiled) + int(reading.by_threads)


def _depth(k: float, operand_bytes: int) -> int:
    """The roundest depth within a percent, of whole 16-byte vectors; where none is, the nearest whole number."""
    steps = [2**power * 16 // operand_bytes for power in range(20)]
    near = [step * round(k / step) for step in steps if _near(step * round(k / step), k, _COUNTED)]
    return near[-1] if near else round(k)


def _near(value: float, to: float, tolerance: float) -> bool:
    return abs(value - to) <= tolerance * to
