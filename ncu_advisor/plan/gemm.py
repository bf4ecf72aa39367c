"""Matrix products: every tile that fits, its time from one explained model, best first."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.amounts import MOST_BLOCKS, array_bytes, refuse_beyond_any_device, refuse_beyond_any_launch
from ncu_advisor.plan.chip import ELEMENT, RESULT, Chip, chip
from ncu_advisor.plan.explain_gemm import about, reason
from ncu_advisor.plan.predict import SPLIT_PAYS, Prediction, predict
from ncu_advisor.plan.problem import Product
from ncu_advisor.plan.step import DEFAULT, Costs
from ncu_advisor.plan.tile import Tile, spills, sums_per_thread, warp_grid
from ncu_advisor.plan.traffic import GROUP_M

# What compilers of tiled kernels take: powers of two, 16 rows being one mma instruction. Depth is in bytes of a row: half, one or two lines.
_BLOCK_M = (16, 32, 64, 128, 256)
_BLOCK_N = (32, 64, 128, 256)
_ROW_BYTES = (64, 128, 256)
_STAGES = (2, 3, 4, 5)
_WARPS = (4, 8)
_SPLITS = (1, 2, 4, 8, 16)
_RESOLUTION = 0.015  # relative difference of times that the model does not tell apart
ORDER = (
    f"the first is not told apart from what is up to {100 * _RESOLUTION:.1f}% faster: it moves less between L2 and the SMs; "
    f"a split ranks as if it took {100 / SPLIT_PAYS - 100:.0f}% longer"
)
_CLOSE = 1.12  # a shape within this of the fastest predicted may be the fastest measured
_LEAST_STEPS = 4  # of a slice: fewer do not pay for filling the pipeline
_SUMS_PER_THREAD = (4, 128)  # accumulators: below, warps have no instruction to themselves; above, they spill beside addresses and fragments
# Triton knows that a row starts on 16 bytes only where the row length is a multiple of 16 elements (its argument specialization).
_PROVEN_ELEMENTS = 16
_WIDEST = 16.0  # bytes of one asynchronous copy


@dataclass(frozen=True)
class GemmProblem:
    """C[m,n] = A[m,k] @ B[k,n], ``batch`` times; ``layout`` says for A and B whether they are stored as written (n) or transposed (t)."""

    m: int
    n: int
    k: int
    dtype: str = "f16"
    batch: int = 1
    layout: str = "nn"


@dataclass(frozen=True)
class GemmCandidate:
    """One launch configuration and what it costs."""

    rank: int
    block_m: int
    block_n: int
    block_k: int
    stages: int
    warps: int
    split_k: int
    group_m: int
    grid: int
    waves: float
    blocks_per_sm: int
    smem_bytes: int
    registers_per_thread: int
    intensity_flop_per_byte: float
    predicted_us: float
    predicted_tflops: float
    limiter: str
    reason: str
    instruction: str
    warp_grid: tuple[int, int]
    tiles_m: int
    copy_bytes: int  # that a thread copies at a time
    asynchronous: bool  # whether copies go straight to shared memory, or through registers
    stream_k: bool  # whether an even share of steps would beat the partial last wave (CUTLASS has a scheduler for it)


def product(problem: GemmProblem, framework: str | None = None) -> Product:
    """The problem as the tile model sees it."""
    element = ELEMENT[problem.dtype]
    a_k_major, b_k_major = problem.layout[0] == "n", problem.layout[1] == "t"
    rows = (problem.k if a_k_major else problem.m, problem.k if b_k_major else problem.n)
    return Product(
        problem.m, problem.n, problem.k, problem.dtype, problem.batch, element, RESULT[problem.dtype],
        vector_bytes(rows, element, framework), a_k_major, b_k_major,
    )  # fmt: skip


def vector_bytes(rows: Iterable[int], element: float, framework: str | None) -> float:
    """Bytes a thread can copy at a time from rows of these lengths: up to 16, as far as every row starts on a multiple of them."""
    if framework == "triton":
        return 16.0 if all(row % _PROVEN_ELEMENTS == 0 for row in rows) else element
    common = math.gcd(16, *(int(row * element) for row in rows))
    return float(max(common & -common, int(element)))


def tiles(problem: Product) -> Iterator[Tile]:
    """Every tile without split that a compiler takes and that neither spills nor pads more than twice over."""
    depths = sorted({max(16, int(row / problem.element)) for row in _ROW_BYTES})
    for m, n, k, stages, warps in itertools.product(_BLOCK_M, _BLOCK_N, depths, _STAGES, _WARPS):
        tile = Tile(m, n, k, stages, warps)
        sums = sums_per_thread(tile, problem.element)
        wasteful = m > max(64, 2 * problem.m) or n > max(64, 2 * problem.n) or k > max(depths[0], 2 * problem.k)
        if _SUMS_PER_THREAD[0] <= sums <= _SUMS_PER_THREAD[1] and not wasteful:
            yield tile


def ranked(problem: Product, on: Chip, costs: Costs = DEFAULT) -> list[tuple[Prediction, Tile]]:
    """Every tile that fits with its prediction, fastest first. Splits are tried where the tiles alone leave SMs without work.

    Tiles that make more blocks than a launch takes are among them only where all do.
    """
    found: list[tuple[Prediction, Tile]] = []
    for tile in tiles(problem):
        for split in _SPLITS:
            if split > 1 and (problem.k < split * tile.block_k * _LEAST_STEPS):
                break
            candidate = tile if split == 1 else Tile(tile.block_m, tile.block_n, tile.block_k, tile.stages, tile.warps, split)
            prediction = predict(problem, candidate, on, costs)
            if prediction is None or spills(candidate, problem.element, prediction.footprint.path, on.limits):
                break
            found.append((prediction, candidate))
            if prediction.waves >= 1.0:
                break
    if not found:
        raise AdvisorError(on.gpu.name, f"no tile of {problem.dtype} fits an SM", "choose another --dtype")
    found = [pair for pair in found if pair[0].grid <= MOST_BLOCKS] or found
    # How much a spill costs is known badly: a tile that spills is offered only where all do.
    found = [pair for pair in found if not pair[0].footprint.spilled] or found
    best = min(priced(pair) for pair in found)

    def order(pair: tuple[Prediction, Tile]) -> tuple[float, ...]:
        # Within the model's resolution: less traffic, then the smaller demand on the SM.
        prediction, tile = pair
        steps_slower = math.floor(math.log(priced(pair) / best) / _RESOLUTION)
        return (steps_slower, -tile.intensity(problem.element), prediction.us, prediction.footprint.shared, tile.warps)

    found.sort(key=order)
    return found


def launchable(problem: Product, on: Chip) -> list[tuple[Prediction, Tile]]:
    """What ``ranked`` finds. Raises AdvisorError where every tile makes more blocks than a launch takes."""
    found = ranked(problem, on)
    refuse_beyond_any_launch(f"a result of {problem.m} x {problem.n}", min(prediction.grid for prediction, _ in found), "plan a part of it")
    return found


def priced(pair: tuple[Prediction, Tile]) -> float:
    """Microseconds by which a candidate is ranked: a split's second pass brings a workspace, another launch and another rounding."""
    prediction, tile = pair
    return prediction.us / SPLIT_PAYS if tile.split_k > 1 else prediction.us


def choose(found: Sequence[tuple[Prediction, Tile]], top: int) -> list[tuple[Prediction, Tile]]:
    """``top`` candidates worth measuring, fastest predicted first: each shape's best before a shape's second.

    The model errs by several percent, and alike for tiles of one shape, so a list is worth more where it varies shape and split than
    where it varies warps, depth and stages. The first is always the fastest predicted, a split being priced (see ``priced``).
    """
    by_shape: dict[tuple[int, ...], list[tuple[Prediction, Tile]]] = {}
    for pair in found:
        tile = pair[1]
        same = by_shape.setdefault((tile.block_m, tile.block_n, tile.split_k), [])
        if len(same) < 2 and all(tile.block_k != other.block_k for _, other in same):
            same.append(pair)
    leaders = [same[0] for same in by_shape.values()]
    others = sorted((pair for same in by_shape.values() for pair in same[1:]), key=priced)
    close = [pair for pair in leaders if priced(pair) <= _CLOSE * priced(found[0])]
    rest = sorted([*leaders[len(close) :], *others], key=priced)
    chosen = [*close, *rest][:top]
    if top > 1 and all(tile.split_k > 1 for _, tile in chosen):
        chosen[-1] = next(pair for pair in found if pair[1].split_k == 1)  # for a kernel that has no second pass
    return [found[0], *sorted((pair for pair in chosen if pair is not found[0]), key=priced)]


@dataclass(frozen=True)
class GemmPlan:
    """Candidates, fastest predicted first, and sentences about the problem itself: what padding buys, a layout or type without a path."""

    candidates: list[GemmCandidate]
    notes: list[str]


def plan(problem: GemmProblem, gpu: Gpu, top: int = 5, framework: str | None = None) -> GemmPlan:
    """The ``top`` candidates for a GEMM on a device. ``framework`` matters to what a compiler can prove about alignment (triton).

    Raises AdvisorError where operands or result are more than any device moves, or blocks more than a launch takes.
    """
    m, n, k, batch = problem.m, problem.n, problem.k, problem.batch
    operands = array_bytes(ELEMENT[problem.dtype], (batch, m, k), (batch, k, n))
    refuse_beyond_any_device("--m/--n/--k/--batch", operands, array_bytes(RESULT[problem.dtype], (batch, m, n)))
    as_is, on = product(problem, framework), chip(gpu)
    found = launchable(as_is, on)
    padded = None
    if as_is.vector < _WIDEST:
        step = _PROVEN_ELEMENTS if framework == "triton" else int(_WIDEST / as_is.element)
        m, n, k = (math.ceil(x / step) * step for x in (problem.m, problem.n, problem.k))
        up = replace(problem, m=m, n=n, k=k)
        padded = ranked(product(up, framework), on)[0][0].us, f"padding rows to multiples of {step} elements ({up.m} x {up.n} x {up.k})"
    return GemmPlan(candidates(as_is, on, choose(found, top)), about(as_is, on, found[0][0], found[0][1], padded))


def candidates(problem: Product, on: Chip, chosen: Sequence[tuple[Prediction, Tile]]) -> list[GemmCandidate]:
    """Candidates with their figures and reasons."""
    return [_candidate(rank, problem, on, prediction, tile) for rank, (prediction, tile) in enumerate(chosen, 1)]


def _candidate(rank: int, problem: Product, on: Chip, p: Prediction, tile: Tile) -> GemmCandidate:
    partial = p.waves % 1.0
    return GemmCandidate(
        rank=rank,
        block_m=tile.block_m,
        block_n=tile.block_n,
        block_k=tile.block_k,
        stages=tile.stages,
        warps=tile.warps,
        split_k=tile.split_k,
        group_m=GROUP_M,
        grid=p.grid,
        waves=p.waves,
        blocks_per_sm=p.footprint.resident,
        smem_bytes=p.footprint.shared,
        registers_per_thread=p.footprint.registers,
        intensity_flop_per_byte=tile.intensity(problem.element),
        predicted_us=p.us,
        predicted_tflops=problem.flops / p.us / 1e6,
        limiter=p.limiter,
        reason=reason(problem, tile, p, on),
        instruction=p.footprint.path,
        warp_grid=warp_grid(tile, p.footprint.path),
        tiles_m=math.ceil(problem.m / tile.block_m),
        copy_bytes=int(problem.vector),
        asynchronous=p.footprint.asynchronous,
        # CUTLASS keeps data-parallel tiles when the tail wave is at least half full (its stream-K heuristic of 9.0).
        stream_k=tile.split_k == 1 and 1.0 < p.waves < 8.0 and 0.0 < partial < 0.5,
    )
