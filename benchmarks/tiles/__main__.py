"""How much of the best measured speed the planner's advice keeps, and how well it predicts times.

    python -m benchmarks.tiles [--write]

measured/ holds exhaustive sweeps of this project (measure.sh, an H200). A third of the problems is held out by a checksum of the problem's
name: the constants of the model are fitted without it (fit.py). ``--write`` writes docs/tiles.md.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.tiles import figures as f
from benchmarks.tiles.occupancies import compared
from benchmarks.tiles.scoring import HERE, measured
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan import gemm

PAGE = HERE.parents[1] / "docs" / "tiles.md"
PARTS = (("seen", True), ("held out", False))
ALL = (("all", None),)

_HEAD = """# How good the planner's advice is

Written by `python -m benchmarks.tiles --write` from `benchmarks/tiles/measured`, which `benchmarks/tiles/measure.sh` measured on one {machine}.

Every configuration of a grid was timed for every problem, its result checked: {timed} times. A third of the problems, chosen by a checksum of
their names before anything was measured, is held out: the model's constants (`plan/step.py`, `plan/attention_step.py`) were fitted without it
(`python -m benchmarks.tiles.fit`). Operands come from DRAM (buffers rotate); configurations near the best were timed again in random order and count
with the median, kernels above 100 us with clocks settled under their power.

When the model stood, the held-out part and problems *drawn at random* were looked at. What they showed (many blocks that want one row of A at the
same time; the cost of adding many partial sums; five candidates of too few shapes) was mended, with constants fitted to the seen part again:
neither is strictly unseen any more.

A cell is the share of the best swept speed that a choice keeps: geometric mean over problems, and the worst problem in brackets. *Best of all* is
the fastest of a list, once measured. A choice that was not swept counts as the nearest one that was; where no splits were swept, only whole
candidates are asked for.
"""
_HEURISTICS = """\
The vendor's heuristics library is nvidia-matmul-heuristics 0.1.0.27, asked for Triton kernels on an H200, its own time model as the order
(`benchmarks/tiles/vendor.py`); answers that were not swept (8 stages, for example) count as the nearest that was."""
_OCCUPANCY = """## Occupancy

The driver (`cudaOccupancyMaxActiveBlocksPerMultiprocessor`) was asked for {asked} configurations of registers, block, static and dynamic shared
memory, carve-out and named barriers (`benchmarks/tiles/occupancy.cu`): the calculator differs in {wrong}."""
_ELSEWHERE = """## Other devices

Nothing was measured on them here, and no constant was fitted to them. Beside the speed of the first candidate stands what users published of the
kernels of Triton's tutorials. For Blackwell no figure of such a kernel, one block a tile, was found; those of two blocks a tile are faster than what
is predicted here."""
# Device, side of a cubic product, type, layout, TFLOP/s, source.
_PUBLISHED = (
    ("a100-sxm4-80gb", 2816, "f16", "nn", 233.2, "triton-lang/triton#3551, an A100"),
    ("a100-sxm4-80gb", 2944, "f16", "nn", 251.7, "triton-lang/triton#3551"),
    ("a100-sxm4-80gb", 3072, "f16", "nn", 230.2, "triton-lang/triton#3551"),
    ("a100-sxm4-80gb", 3200, "f16", "nn", 244.3, "triton-lang/triton#3551"),
    ("h100-sxm5-80gb", 3328, "f8", "nt", 1117.2, "triton-lang/triton#3546, an H100"),
    ("h100-sxm5-80gb", 3584, "f8", "nt", 1279.9, "triton-lang/triton#3546"),
)
_COLUMNS = "| table | who | part | problems | first | best of all | choices |\n|---|---|---|---:|---:|---:|---:|"
_NAMES = {
    "gemm": "GEMM, f16, split-K",
    "gemm_types": "GEMM, bf16, f8, i8, tf32, batched f16",
    "gemm_fresh": "GEMM, f16, split-K, drawn at random",
    "gemm_odd": "GEMM, f16, split-K, rows not on 32 bytes",
    "gemm_masked": "some again, K masked in every step",
    "gemm_events": "some again, timed launch by launch",
    "gemm_warm": "some again, operands in L2",
    "attention": "attention, causal, long rows first",
    "attention_shortest_first": "attention, causal, short rows first",
    "attention_full": "attention without a mask",
    "attention_fresh": "the same, drawn at random, long rows first",
    "attention_shortest_first_fresh": "the same, drawn at random, short rows first",
    "attention_full_fresh": "the same, drawn at random, without a mask",
    "stream": "streams in Triton",
    "stream_cuda": "streams in CUDA",
    "rows": "softmax and layer norm",
}


def _line(figure: f.Figure) -> str:
    s = figure.score
    first = f"{100 * s.first:.1f}% ({100 * s.first_worst:.0f}%)" if figure.ordered else ""
    best = f"{100 * s.best:.1f}% ({100 * s.best_worst:.0f}%)"
    return f"| {_NAMES[figure.table]} | {figure.who} | {figure.part} | {s.problems} | {first} | {best} | {s.choices} |"


def kept() -> list[f.Figure]:
    """Every score of the page."""
    products = (
        ("**planner**", f.gemm_choices, True),
        ("128 x 128 x 64, 3 stages, 4 warps", lambda at: f.FIXED, True),
        ("Inductor's list", lambda at: f.INDUCTOR, False),
        ("Triton's tutorial", lambda at: f.TUTORIAL, False),
    )
    heuristics = ("vendor's heuristics library", f.vendor_choices, True)
    found = f.figures("gemm", PARTS, (*products, heuristics)) + f.figures("gemm_types", PARTS, products[:2])
    found += f.figures("gemm_fresh", ALL, products[:2])
    for name in ("gemm_odd", *f.GEMM_CHECKS):
        found += f.figures(name, ALL, (("**planner**", f.whole_choices, True),) if name == "gemm_masked" else products[:1])
    for name, causal, _ in f.ATTENTIONS:
        choices = (
            ("**planner**", f.attention_choices(causal), True),
            ("128 x 64, 3 stages, 4 warps", lambda at: f.FIXED_ATTENTION, True),
            ("Triton's tutorial", lambda at: f.ATTENTION_TUTORIAL, False),
        )
        found += f.figures(name, PARTS, choices) + f.figures(f"{name}_fresh", ALL, choices[:1])
    for name in f.STREAMS:
        found += f.figures(name, PARTS, (("**planner**", f.stream_choices, True),))
    return found + f.figures(f.ROWS, PARTS, (("**planner**", f.row_choices, True),))


def predicted() -> list[str]:
    rows = ["| table | part | times | median error | nine in ten within |", "|---|---|---:|---:|---:|"]
    for label, seen in PARTS:
        for name in f.GEMMS:
            table = measured(name)
            rows.append(_error(name, label, f.gemm_errors(table, table.part(seen))))
        for name, causal, shortest_first in f.ATTENTIONS:
            table = measured(name)
            rows.append(_error(name, label, f.attention_errors(table, table.part(seen), causal, shortest_first)))
    table = measured("gemm_fresh")
    rows.append(_error("gemm_fresh", "all", f.gemm_errors(table, list(table.times))))
    return rows


def _error(name: str, part: str, found: f.Errors) -> str:
    return f"| {_NAMES[name]} | {part} | {found.times} | {100 * found.median:.1f}% | {100 * found.ninth:.0f}% |"


def vendor() -> str:
    table = measured("gemm")
    shares = {label: f.vendor_share(table, table.part(seen)) for label, seen in PARTS}
    said = " and ".join(f"{100 * share:.0f}% ({label})" for label, share in shares.items())
    return f"`torch.matmul` (cuBLAS) runs at {said} of the best swept Triton configuration's speed on the f16 problems."


def elsewhere() -> str:
    """Predictions for other devices beside what others published of Triton's tutorial kernels: plausible or not, no more."""
    rows = ["| device | product | type | predicted | published | where |", "|---|---|---|---:|---:|---|"]
    for name, side, dtype, layout, published, where in _PUBLISHED:
        found = gemm.plan(gemm.GemmProblem(side, side, side, dtype, 1, layout), load(name), 1, "triton").candidates[0]
        rows.append(f"| {name} | {side}^3 | {dtype} | {found.predicted_tflops:.0f} TFLOP/s | {published:.0f} TFLOP/s | {where} |")
    return "\n".join(rows)


def page() -> str:
    machine = (HERE / "measured" / "machine.txt").read_text().strip()
    timed = sum(len(times) for name in _NAMES for times in measured(name).times.values())
    asked, wrong = compared()
    sections: Sequence[str] = (
        _HEAD.format(machine=machine, timed=f"{timed:,}"),
        "\n".join([_COLUMNS, *map(_line, kept())]),
        _HEURISTICS,
        vendor(),
        "## Predicted times\n\nErrors of the predicted times of all configurations within twice the best.\n\n" + "\n".join(predicted()),
        _ELSEWHERE + "\n\n" + elsewhere(),
        _OCCUPANCY.format(asked=f"{asked:,}", wrong=wrong),
    )
    return "\n\n".join(section.strip() for section in sections) + "\n"


def main() -> None:
    text = page()
    if "--write" in sys.argv[1:]:
        Path(PAGE).write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
