"""Fits the constants of the planner's model to the problems that the fit may see, and prints them; nothing is written.

    python -m benchmarks.tiles.fit gemm|attention [--rounds 900] [--seed 1]

A random search over the logarithms of the constants. The loss is the root mean square, over problems, of the spread of the logarithm of
predicted over measured time (which decides the order of candidates) and of a part of its mean (which decides the time that is promised).
Configurations near the best weigh most; those beyond 2.5 times the best are left out.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.tiles.figures import ATTENTIONS, GEMMS, attention_problem, device, gemm_problem
from benchmarks.tiles.scoring import measured
from ncu_advisor.plan import attention, gemm
from ncu_advisor.plan.attention_step import AttentionCosts, padded
from ncu_advisor.plan.predict import predict
from ncu_advisor.plan.step import DEFAULT, Costs
from ncu_advisor.plan.tile import Tile

# Constant: lower and upper bound of what is physical.
GEMM_FREE = {
    "launch_us": (0.3, 5.0), "reduction_us": (0.3, 5.0), "reduction_fraction": (0.1, 1.0), "block_cycles": (100.0, 4000.0),
    "sync_cycles": (5.0, 400.0), "warp_sync_cycles": (0.5, 60.0), "load_cycles": (1.0, 40.0), "l2_merged": (1.0, 3.0),
    "short_rows": (0.02, 1.0), "loaded": (1.0, 4.0), "overlap": (2.0, 16.0), "hiding": (1.3, 10.0), "store_fraction": (0.1, 1.0),
    "crowding": (0.01, 1.5), "fill_bytes": (40.0, 110.0), "legacy_rate": (700.0, 3500.0), "beside": (0.02, 1.0), "throttling": (1.5, 10.0),
    "store_ways": (1.0, 8.0), "hot_slices": (2.0, 60.0), "line_slices": (0.2, 20.0), "spill_accesses": (1.0, 20.0),
    "spill_misses": (3.0, 60.0),
}  # fmt: skip
ATTENTION_FREE = {
    "instructions": (3.0, 30.0), "exponent": (1.0, 4.0), "think": (50.0, 2500.0), "coupled": (0.1, 1.0), "tensor": (0.5, 1.0), "spill": (1.0, 60.0),
    "ends": (0.2, 4.0), "ragged": (0.01, 1.0), "masked": (0.05, 8.0), "power": (0.5, 1.0),
}  # fmt: skip
SLOWEST = 2.5  # times the best: where candidates stop mattering
OUTLIER = 0.7  # a factor beyond exp of this counts no more: configurations that spill or fail are not what the fit is for
BIAS = 0.3  # weight of a problem's mean error beside its spread
THINNED = 0.25  # of the configurations that are not near the best
Predict = Callable[[Any], "float | None"]


class Rows(NamedTuple):
    """The measured configurations of one problem: a tile, its time and its weight. ``predicted(tile, costs)`` is in microseconds."""

    predicted: Callable[[Tile, Any], float | None]
    tiles: list[tuple[Tile, float, float]]


def _rows(predicted: Callable[[Tile, Any], float | None], times: Mapping[Tile, float], chance: random.Random) -> Rows:
    best = min(times.values())
    near = [(tile, us, us / best) for tile, us in times.items() if us < SLOWEST * best]
    kept = [(tile, us, 1.0 if slow < 1.15 else 0.4 if slow < 1.5 else 0.12) for tile, us, slow in near if slow < 1.1 or chance.random() < THINNED]
    return Rows(predicted, kept)


def gemm_rows(seen: bool) -> list[Rows]:
    chance, found = random.Random(0), []
    for name in GEMMS:
        table = measured(name)
        for at in table.part(seen):
            problem = gemm.product(gemm_problem(at), "triton")

            def predicted(tile: Tile, costs: Costs, problem: Any = problem) -> float | None:
                prediction = predict(problem, tile, device("h200"), costs)
                return prediction.us if prediction else None

            found.append(_rows(predicted, {Tile(*key): us for key, us in table.times[at].items()}, chance))
    return found


def attention_rows(seen: bool) -> list[Rows]:
    chance, found = random.Random(0), []
    for name, causal, shortest_first in ATTENTIONS:
        table = measured(name)
        for at in table.part(seen):
            problem = attention_problem(at, causal)

            def predicted(tile: Tile, own: AttentionCosts, problem: Any = problem, shortest_first: bool = shortest_first) -> float | None:
                candidate = attention.candidate(problem, tile, device("h200"), DEFAULT, own, shortest_first)
                return candidate.predicted_us if candidate else None

            tiles = {Tile(m, n, padded(problem.head_dim), s, w): us for (m, n, s, w), us in table.times[at].items()}
            found.append(_rows(predicted, tiles, chance))
    return found


def loss(data: Sequence[Rows], costs: Any) -> float:
    total = 0.0
    for problem in data:
        errors = []
        for tile, us, weight in problem.tiles:
            predicted = problem.predicted(tile, costs)
            error = OUTLIER if predicted is None else max(-OUTLIER, min(OUTLIER, math.log(predicted / us)))
            errors.append((error, weight))
        whole = sum(weight for _, weight in errors)
        mean = sum(error * weight for error, weight in errors) / whole
        total += sum(weight * (error - mean) ** 2 for error, weight in errors) / whole + BIAS * mean**2
    return math.sqrt(total / len(data))


def fit(data: Sequence[Rows], costs: Any, free: Mapping[str, tuple[float, float]], rounds: int, seed: int) -> tuple[float, Any]:
    chance = random.Random(seed)
    best, pace = loss(data, costs), dict.fromkeys(free, 0.25)
    for _ in range(rounds):
        names = chance.sample(sorted(free), chance.choice((1, 1, 1, 2, 3)))
        moved = {name: min(max(getattr(costs, name) * math.exp(chance.gauss(0.0, pace[name])), free[name][0]), free[name][1]) for name in names}
        trial = dataclasses.replace(costs, **moved)
        error = loss(data, trial)
        for name in names:
            pace[name] = min(0.4, 1.3 * pace[name]) if error < best else max(0.03, 0.93 * pace[name])
        if error < best:
            best, costs = error, trial
    return best, costs


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("kind", choices=("gemm", "attention"))
    options.add_argument("--rounds", type=int, default=900)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    rows, costs, free = (gemm_rows, Costs(), GEMM_FREE) if given.kind == "gemm" else (attention_rows, AttentionCosts(), ATTENTION_FREE)
    data = rows(True)
    print(f"{sum(len(problem.tiles) for problem in data)} times of {len(data)} problems; loss now {loss(data, costs):.4f}")
    error, costs = fit(data, costs, free, given.rounds, given.seed)
    print(f"fitted {error:.4f}")
    for name in sorted(free):
        print(f"    {name}: float = {getattr(costs, name):.3g}")


if __name__ == "__main__":
    main()
