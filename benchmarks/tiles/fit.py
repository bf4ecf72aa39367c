"""Fits the constants of plan/step.py to the problems that the fit may see, and prints them; nothing is written.

    python -m benchmarks.tiles.fit [--rounds 700] [--seed 1]

A random search over the logarithms of the constants, by the root mean square of the logarithm of predicted over measured time. Tables that
were timed launch by launch carry a constant of their own for what the events add.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import random

from benchmarks.tiles.__main__ import GEMM_PROBLEM, GEMM_TILE, device, gemm_problem
from benchmarks.tiles.scoring import read, tables
from ncu_advisor.plan import gemm
from ncu_advisor.plan.chip import Chip
from ncu_advisor.plan.predict import predict
from ncu_advisor.plan.problem import Product
from ncu_advisor.plan.step import Costs
from ncu_advisor.plan.tile import Tile

# Constant: lower and upper bound of what is physical.
FREE = {
    "block_cycles": (200.0, 3000.0), "sync_cycles": (30.0, 400.0), "copy_cycles": (0.5, 4.0), "l2_merged": (1.0, 2.0), "short_rows": (0.0, 1.0),
    "dram_fraction": (0.8, 1.0), "loaded": (1.2, 3.5), "overlap": (2.0, 12.0), "hiding": (1.5, 8.0), "reduction_us": (1.0, 5.0),
    "store_fraction": (0.2, 1.0), "launch_us": (1.0, 5.0),
}  # fmt: skip
OUTLIER = 0.5  # a factor beyond this counts no more: configurations that spill or fail are not what the fit is for
Row = tuple[Product, Tile, float, Chip, float]


def rows(seen: bool) -> list[Row]:
    """Every measured configuration of one part, equal weight to each problem by thinning the large tables."""
    found: list[Row] = []
    sources = [(path, "h200", "nn", 0.0) for path in tables("gemm")]
    for path, gpu, layout, beside in sources:
        table = read(path, GEMM_PROBLEM, GEMM_TILE)
        for at in table.part(seen):
            problem = gemm.product(gemm_problem(at, layout), "triton")
            best = min(table.times[at].values())
            # Twice the best time is where candidates stop mattering.
            found += [(problem, Tile(*key), us, device(gpu), beside) for key, us in table.times[at].items() if us <= 2.5 * best]
    return found


def loss(data: list[Row], costs: Costs) -> float:
    total = 0.0
    for problem, tile, us, on, beside in data:
        predicted = predict(problem, tile, on, costs)
        error = OUTLIER if predicted is None else math.log((predicted.us + beside) / us)
        total += min(error * error, OUTLIER**2)
    return math.sqrt(total / len(data))


def fit(data: list[Row], rounds: int, seed: int) -> tuple[float, Costs]:
    chance = random.Random(seed)
    costs = Costs()
    best = loss(data, costs)
    for _ in range(rounds):
        names = chance.sample(sorted(FREE), chance.choice((1, 1, 2, 3)))
        moved = {name: min(max(getattr(costs, name) * math.exp(chance.gauss(0.0, 0.2)), FREE[name][0]), FREE[name][1]) for name in names}
        trial = dataclasses.replace(costs, **moved)
        error = loss(data, trial)
        if error < best:
            best, costs = error, trial
    return best, costs


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=700)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    data, held_out = rows(seen=True), rows(seen=False)
    print(f"{len(data)} times; now {loss(data, Costs()):.4f}, held out {loss(held_out, Costs()):.4f}")
    error, costs = fit(data, given.rounds, given.seed)
    print(f"fitted {error:.4f}, held out {loss(held_out, costs):.4f}")
    for name in sorted(FREE):
        print(f"  {name} = {getattr(costs, name):.4g}")


if __name__ == "__main__":
    main()
