"""Launches that ran at the clocks of an idle GPU: it saved power, or was just waking up, and their times tell nothing of a normal run."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns

# Below this part of the clock that most launches have; what ncu measures of one clock differs by a few percent from launch to launch.
_IDLE = 0.5
_MOST = 0.75  # the quantile that says what most of them have: an idle GPU may have run half of them
_WORTH_SAYING = 0.1  # of the time


def warnings(metrics: Columns, of: NDArray[np.bool_]) -> list[str]:
    """A sentence for each clock that fell so in some of the launches ``of``, for a tenth of their time and more; ``metrics``: catalogued."""
    return [*_fallen("SM", "sm_clock", metrics, of), *_fallen("DRAM", "dram_clock", metrics, of)]


def _fallen(whose: str, clock: str, metrics: Columns, of: NDArray[np.bool_]) -> Iterator[str]:
    if clock not in metrics or "duration" not in metrics:
        return
    ran, took = (np.asarray(metrics[name], dtype=float) for name in (clock, "duration"))
    known = of & ~np.isnan(ran) & (took > 0)
    if not known.any():
        return
    usual = float(np.quantile(ran[known], _MOST))
    low = known & (ran < _IDLE * usual)
    share = float(took[low].sum() / took[known].sum())
    if share >= _WORTH_SAYING:
        yield (
            f"the {whose} clock was below half of the {usual / 1e9:.2f} GHz that it mostly ran at in "
            f"{int(low.sum()):,} of {int(known.sum()):,} launches, {share:.0%} of the time (down to {ran[low].min() / 1e9:.2f} GHz), "
            "as on a GPU that was idle before: their times and shares are not those of a normal run. "
            "Warm up before profiling, or let ncu lock the clocks (`--clock-control base`)"
        )
