"""How much of the best measured speed the planner's advice keeps, and how well it predicts times.

    python -m benchmarks.tiles

Tables: measured/ holds exhaustive sweeps of this project (measure.sh, an H200). A third of the problems is held out by a checksum of the
problem's name: constants of plan/step.py are fitted without it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from benchmarks.tiles.scoring import Key, Measured, Score, read, score, tables
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan import attention, gemm, reduction, stream
from ncu_advisor.plan.chip import Chip, chip
from ncu_advisor.plan.predict import predict
from ncu_advisor.plan.tile import Tile

GEMM_PROBLEM, GEMM_TILE = ("M", "N", "K", "dtype", "batch"), ("BM", "BN", "BK", "stages", "warps", "split_k")
ATTENTION_PROBLEM, ATTENTION_TILE = ("B", "H", "T", "D"), ("BM", "BN", "stages", "warps")
STREAM_PROBLEM, STREAM_LAUNCH = ("bytes_read", "bytes_written", "dtype"), ("vector_bits", "items_per_thread", "block", "grid")
ROW_PROBLEM, ROW_LAUNCH = ("op", "rows", "cols"), ("rows_per_block", "chunk", "warps", "passes")
# A tile that many kernels carry for want of a better one, and Inductor's list for fp16 (as its autotune logs of PyTorch 2.9 show it).
FIXED: Key = (128, 128, 64, 3, 4, 1)
INDUCTOR: tuple[Key, ...] = (
    *((32, 32, 128, 2, 4, 1), (32, 64, 32, 5, 8, 1), (64, 32, 32, 5, 8, 1), (64, 32, 128, 5, 4, 1), (64, 64, 16, 2, 4, 1), (64, 64, 32, 2, 4, 1)),
    *((64, 64, 64, 3, 8, 1), (64, 64, 128, 5, 4, 1), (64, 128, 32, 3, 4, 1), (64, 128, 32, 4, 8, 1), (64, 128, 64, 3, 4, 1), (64, 128, 128, 4, 4, 1)),
    *(
        (128, 64, 32, 3, 4, 1),
        (128, 64, 32, 4, 8, 1),
        (128, 128, 32, 2, 8, 1),
        (128, 128, 32, 3, 4, 1),
        (128, 128, 64, 3, 4, 1),
        (128, 128, 64, 5, 8, 1),
    ),
)
Problem = tuple[Any, ...]


@cache
def device(name: str) -> Chip:
    return chip(load(name))


def gemm_problem(at: Problem, layout: str) -> gemm.GemmProblem:
    m, n, k, dtype, *batch = at
    return gemm.GemmProblem(m, n, k, dtype, batch[0] if batch else 1, layout)


def gemm_choices(gpu: str, layout: str, splits: bool) -> Callable[[Problem], Sequence[Key]]:
    """The planner's five; without ``splits`` in the table, a split counts as its tile."""

    def choose(at: Problem) -> Sequence[Key]:
        found = gemm.plan(gemm_problem(at, layout), load(gpu), 5, "triton").candidates
        return [(c.block_m, c.block_n, c.block_k, c.stages, c.warps, c.split_k if splits else 1) for c in found]

    return choose


def gemm_errors(table: Measured, problems: Sequence[Problem], gpu: str, layout: str, beside_us: float) -> list[float]:
    """Relative errors of the predicted times of every measured configuration."""
    errors = []
    for at in problems:
        problem = gemm.product(gemm_problem(at, layout), "triton")
        for key, us in table.times[at].items():
            predicted = predict(problem, Tile(*key), device(gpu))
            if predicted is not None:
                errors.append((predicted.us + beside_us) / us - 1.0)
    return errors


def line(what: str, part: str, s: Score, ordered: bool = True) -> str:
    """``ordered``: whether the first of the choices is a choice at all, or the list is one to measure."""
    first = f"first {100 * s.first:5.1f}% (worst {100 * s.first_worst:3.0f}%)" if ordered else " " * 25
    return f"  {what:20}{part:10}{s.problems:4} problems   {first}   best of all {100 * s.best:5.1f}% (worst {100 * s.best_worst:3.0f}%)"


def report_gemm(table: Measured, gpu: str, layout: str, beside_us: float) -> list[str]:
    splits = any(key[-1] > 1 for times in table.times.values() for key in times)
    rows = [f"GEMM, {table.name} ({gpu}), {sum(map(len, table.times.values()))} times"]
    for part, seen in (("seen", True), ("held out", False)):
        problems = table.part(seen)
        if not problems:
            continue
        rows.append(line("planner", part, score(table, problems, gemm_choices(gpu, layout, splits))))
        rows.append(line("128 x 128 x 64", part, score(table, problems, lambda at: [FIXED])))
        rows.append(line("Inductor's list", part, score(table, problems, lambda at: INDUCTOR), ordered=False))
        errors = [abs(e) for e in gemm_errors(table, problems, gpu, layout, beside_us)]
        rows.append(f"  {'predicted times':20}{part:10} median error {100 * statistics.median(errors):.1f}%, nine in ten within {_ninth(errors)}")
        vendor = [table.vendor[at] / min(table.times[at].values()) for at in problems if at in table.vendor]
        if vendor:
            rows.append(f"  {'vendor library':20}{part:10} {100 / statistics.geometric_mean(vendor):.0f}% of the best tile's speed")
    return rows


def _ninth(errors: Sequence[float]) -> str:
    return f"{100 * sorted(errors)[int(0.9 * len(errors))]:.0f}%"


def attention_choices(at: Problem) -> Sequence[Key]:
    b, h, t, d = at
    found = attention.plan(attention.AttentionProblem(b, h, t, t, d, "f16", True), load("h200"), 5)
    return [(c.block_m, c.block_n, c.stages, c.warps) for c in found]


def stream_choices(at: Problem) -> Sequence[Key]:
    found = stream.plan(stream.StreamProblem(at[0], at[1], at[2]), load("h200"), 5)
    return [(c.vector_bits, c.items_per_thread, c.block, c.grid) for c in found]


def row_choices(at: Problem) -> Sequence[Key]:
    found = reduction.plan(reduction.ReductionProblem(at[1], at[2]), load("h200"), 5)
    return [(c.rows_per_block, c.chunk, c.warps, c.passes) for c in found]


def main() -> None:
    rows: list[str] = []
    for path in tables("gemm"):
        rows += report_gemm(read(path, GEMM_PROBLEM, GEMM_TILE), "h200", "nn", 0.0)
    others = (
        ("attention", ATTENTION_PROBLEM, ATTENTION_TILE, attention_choices),
        ("stream", STREAM_PROBLEM, STREAM_LAUNCH, stream_choices),
        ("rows", ROW_PROBLEM, ROW_LAUNCH, row_choices),
    )
    for stem, problem, configuration, choices in others:
        for path in tables(stem):
            table = read(path, problem, configuration)
            rows.append(f"{stem}, {table.name} (h200), {sum(map(len, table.times.values()))} times")
            rows += [line("planner", part, score(table, table.part(seen), choices)) for part, seen in (("seen", True), ("held out", False))]
    if not tables("gemm"):
        rows.append("no sweep of this project is committed yet (measured/): run sweep.py on an H200")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
