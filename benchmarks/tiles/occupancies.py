"""The occupancy calculator against the driver's answers (occupancy.cu)."""

from __future__ import annotations

import csv
import lzma

from benchmarks.tiles.scoring import HERE
from ncu_advisor.hardware.architecture import limits
from ncu_advisor.plan.occupancy import occupancy


def compared() -> tuple[int, int]:
    """How many configurations the driver was asked for on an H200, and in how many the calculator differs."""
    on, asked, wrong = limits("9.0"), 0, 0
    with lzma.open(HERE / "measured" / "occupancy.csv.xz", "rt", newline="") as stream:
        for row in csv.DictReader(stream):
            at = {name: int(value) for name, value in row.items()}
            found = occupancy(on, at["registers"], at["block"], at["static"], at["dynamic"], carveout_pct=at["carveout"], barriers=at["barriers"])
            asked, wrong = asked + 1, wrong + (found.blocks_per_sm != at["blocks_per_sm"])
    return asked, wrong
