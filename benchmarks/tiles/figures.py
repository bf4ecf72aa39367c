"""What the planner answers for the problems of the measured tables, beside lists that others use, and the figures of both."""

from __future__ import annotations

import csv
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from benchmarks.tiles.scoring import HERE, Key, Measured, Score, measured, score
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan import attention, gemm, reduction, stream
from ncu_advisor.plan.attention_step import padded
from ncu_advisor.plan.chip import Chip, chip
from ncu_advisor.plan.predict import predict
from ncu_advisor.plan.tile import Tile

GPU = "h200"
TOP = 5
# Tables of matrix products; of attention with whether it is causal and whether short rows go first; of streams; of rows.
GEMMS = ("gemm", "gemm_types")
GEMM_CHECKS = ("gemm_masked", "gemm_events", "gemm_warm")  # some of the problems again: another kernel, another way to time, operands in L2
ATTENTIONS = (("attention", True, False), ("attention_shortest_first", True, True), ("attention_full", False, False))
STREAMS = ("stream", "stream_cuda")
ROWS = "rows"
# A tile that many kernels carry for want of a better one.
FIXED: tuple[Key, ...] = ((128, 128, 64, 3, 4, 1),)
FIXED_ATTENTION: tuple[Key, ...] = ((128, 64, 3, 4),)
# Inductor's list for fp16, as its autotuning logs of PyTorch 2.9 show it, and that of Triton's tutorial on matrix products.
INDUCTOR: tuple[Key, ...] = (
    (32, 32, 128, 2, 4, 1), (32, 64, 32, 5, 8, 1), (64, 32, 32, 5, 8, 1), (64, 32, 128, 5, 4, 1), (64, 64, 16, 2, 4, 1),
    (64, 64, 32, 2, 4, 1), (64, 64, 64, 3, 8, 1), (64, 64, 128, 5, 4, 1), (64, 128, 32, 3, 4, 1), (64, 128, 32, 4, 8, 1),
    (64, 128, 64, 3, 4, 1), (64, 128, 128, 4, 4, 1), (128, 64, 32, 3, 4, 1), (128, 64, 32, 4, 8, 1), (128, 128, 32, 2, 8, 1),
    (128, 128, 32, 3, 4, 1), (128, 128, 64, 3, 4, 1), (128, 128, 64, 5, 8, 1),
)  # fmt: skip
TUTORIAL: tuple[Key, ...] = (
    (128, 256, 64, 3, 8, 1), (64, 256, 32, 4, 4, 1), (128, 128, 32, 4, 4, 1), (128, 64, 32, 4, 4, 1), (64, 128, 32, 4, 4, 1), (128, 32, 32, 4, 4, 1),
    (64, 32, 32, 5, 2, 1), (32, 64, 32, 5, 2, 1),
)  # fmt: skip
# Triton's tutorial on fused attention: BM, BN, stages, warps.
ATTENTION_TUTORIAL: tuple[Key, ...] = tuple((m, n, s, w) for m in (64, 128) for n in (32, 64, 128) for s in (2, 3, 4) for w in (4, 8))
Problem = tuple[Any, ...]
Choose = Callable[[Problem], Sequence[Key]]
NEAR = 2.0  # errors of predicted times are of configurations up to this many times the best


@cache
def device(name: str = GPU) -> Chip:
    return chip(load(name))


def gemm_problem(at: Problem) -> gemm.GemmProblem:
    """As the sweep's kernel has it: 8-bit and tf32 operands along k, as wgmma takes them, 16-bit ones row-major."""
    m, n, k, dtype, batch = at
    return gemm.GemmProblem(m, n, k, dtype, batch, "nt" if dtype in ("tf32", "f8", "i8") else "nn")


def attention_problem(at: Problem, causal: bool) -> attention.AttentionProblem:
    batch, heads, length, head_dim = at
    return attention.AttentionProblem(batch, heads, length, length, head_dim, "f16", causal)


def gemm_choices(at: Problem) -> list[Key]:
    found = gemm.plan(gemm_problem(at), load(GPU), TOP, "triton").candidates
    return [(c.block_m, c.block_n, c.block_k, c.stages, c.warps, c.split_k) for c in found]


@cache
def _heuristics() -> dict[Problem, list[Key]]:
    found: dict[Problem, list[Key]] = {}
    with (HERE / "measured" / "vendor_heuristics.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            key: Key = tuple(int(row[c]) for c in ("BM", "BN", "BK", "stages", "warps", "split_k"))
            found.setdefault(tuple(int(row[c]) for c in ("M", "N", "K")), []).append(key)
    return found


def vendor_choices(at: Problem) -> list[Key]:
    """The five of the vendor's heuristics library, in its order (vendor.py)."""
    return _heuristics()[at[:3]]


def whole_choices(at: Problem) -> Sequence[Key]:
    """The planner's candidates without splits, as many as there are among its first few."""
    found = gemm.plan(gemm_problem(at), load(GPU), 4 * TOP, "triton").candidates
    return [(c.block_m, c.block_n, c.block_k, c.stages, c.warps, 1) for c in found if c.split_k == 1][:TOP]


def attention_choices(causal: bool) -> Choose:
    def choose(at: Problem) -> list[Key]:
        return [(c.block_m, c.block_n, c.stages, c.warps) for c in attention.plan(attention_problem(at, causal), load(GPU), TOP)]

    return choose


def stream_choices(at: Problem) -> list[Key]:
    found = stream.plan(stream.StreamProblem(*at), load(GPU), TOP)
    return [(c.vector_bits, c.items_per_thread, c.block, c.grid) for c in found]


def row_choices(at: Problem) -> list[Key]:
    found = reduction.plan(reduction.ReductionProblem(at[1], at[2]), load(GPU), TOP)
    return [(c.rows_per_block, c.chunk, c.warps, c.passes) for c in found]


class Errors(NamedTuple):
    """Of predicted times over measured ones: the median error, and what nine in ten stay within (fractions)."""

    median: float
    ninth: float
    times: int


def errors(pairs: Iterable[tuple[float | None, float]]) -> Errors:
    found = sorted(abs(predicted / us - 1.0) for predicted, us in pairs if predicted is not None)
    return Errors(statistics.median(found), found[int(0.9 * len(found))], len(found))


def _near(table: Measured, problems: Iterable[Problem]) -> Iterable[tuple[Problem, Key, float]]:
    for at in problems:
        best = min(table.times[at].values())
        yield from ((at, key, us) for key, us in table.times[at].items() if us <= NEAR * best)


def gemm_errors(table: Measured, problems: Sequence[Problem]) -> Errors:
    def predicted(at: Problem, key: Key) -> float | None:
        found = predict(gemm.product(gemm_problem(at), "triton"), Tile(*key), device())
        return found.us if found else None

    return errors((predicted(at, key), us) for at, key, us in _near(table, problems))


def attention_errors(table: Measured, problems: Sequence[Problem], causal: bool, shortest_first: bool) -> Errors:
    def predicted(at: Problem, key: Key) -> float | None:
        problem = attention_problem(at, causal)
        tile = Tile(key[0], key[1], padded(problem.head_dim), key[2], key[3])
        found = attention.candidate(problem, tile, device(), shortest_first=shortest_first)
        return found.predicted_us if found else None

    return errors((predicted(at, key), us) for at, key, us in _near(table, problems))


class Figure(NamedTuple):
    """One line of the result. ``ordered``: whether the first of the choices is a choice at all, or the list is one to measure."""

    table: str
    who: str
    part: str
    score: Score
    ordered: bool = True


def figures(name: str, parts: Sequence[tuple[str, bool | None]], choices: Sequence[tuple[str, Choose, bool]]) -> list[Figure]:
    """Scores of each list of choices on the parts of a table: (label, seen; None for all problems)."""
    table = measured(name)
    found = []
    for label, seen in parts:
        problems = [at for at in sorted(table.times, key=str) if seen is None or at in table.part(seen)]
        found += [Figure(name, who, label, score(table, problems, choose), ordered) for who, choose, ordered in choices if problems]
    return found


def vendor_share(table: Measured, problems: Sequence[Problem]) -> float:
    """Speed of the vendor's library over the best swept configuration's, geometric mean."""
    known = [min(table.times[at].values()) / table.vendor[at] for at in problems if at in table.vendor]
    return math.exp(sum(map(math.log, known)) / len(known)) if known else math.nan
