"""How many SMs a device has where its exports do not say: as many as its waves of blocks, or a block that runs alone, leave possible."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ncu_advisor.columns import Column

# What of its launches tells.
NEEDS = ("grid_size", "waves", "blocks_per_sm", "elapsed_cycles", "sm_active_cycles")
# Waves are printed in hundredths.
_ROUNDED = 0.005
# Cycles in which a block that runs alone has not begun or has ended; a launch is asked that is many times as long.
_AROUND, _LONG = 8_000.0, 1_000_000.0
# Of what is left possible, the largest over the smallest: beyond, a database of devices does not decide.
_NARROW = 1.03
_PRINTED = 1e-6


def deduced(launches: Mapping[str, Column], known: Collection[int]) -> float:
    """The number of SMs of the device that ran these ``launches`` (columns NEEDS); NaN where they leave more than one possible.

    ``known``: the numbers that described devices of its compute capability have; one of them alone within what is possible is taken.
    """
    least, most = _possible(*(launches[name] for name in NEEDS))
    if not (math.isfinite(least) and math.isfinite(most)) or most > _NARROW * least:
        return math.nan
    numbers = range(math.ceil(least - _PRINTED), math.floor(most + _PRINTED) + 1)
    likely = numbers if len(numbers) == 1 else [number for number in numbers if number in known]
    return float(likely[0]) if len(likely) == 1 else math.nan


def _possible(grid: Column, waves: Column, fitting: Column, elapsed: Column, active: Column) -> tuple[float, float]:
    """The least and the most SMs that every launch allows; NaN where none says anything."""
    with np.errstate(all="ignore"):
        least, most = grid / (fitting * (waves + _ROUNDED)), grid / (fitting * (waves - _ROUNDED))
        usable = (fitting >= 1) & (waves > 2 * _ROUNDED)
        # One block on one SM: the mean over all SMs is its time over their number.
        alone = (grid == 1) & (elapsed > _LONG) & (active > 0)
        of_one = elapsed / active
        least = np.where(alone, np.fmax(of_one * (1 - _AROUND / elapsed), np.where(usable, least, np.nan)), np.where(usable, least, np.nan))
        most = np.where(alone, np.fmin(of_one * (1 + _PRINTED), np.where(usable, most, np.nan)), np.where(usable, most, np.nan))
    if np.isnan(least).all():
        return math.nan, math.nan
    return float(np.nanmax(least)), float(np.nanmin(most))
