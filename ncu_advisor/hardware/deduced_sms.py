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
# Elapsed and active cycles are counted in different passes, which differ: public pages have 107.974 of 108 SMs and 20.022 of 20. A whole number so
# near is meant if a described device has it, else only where passes that differ by _APART leave no other (of twenty SMs, not of eighty).
_PASSES, _APART = 0.003, 0.014


def deduced(launches: Mapping[str, Column], known: Collection[int]) -> float:
    """The number of SMs of the device that ran these ``launches`` (columns NEEDS); NaN where they leave more than one possible.

    ``known``: the numbers that described devices of its compute capability have; one of them alone within what is possible is taken.
    """
    numbers = _numbers(launches, _PASSES)
    likely = [number for number in numbers if number in known]
    if not likely and len(_numbers(launches, _APART)) == 1:
        likely = list(numbers)
    return float(likely[0]) if len(likely) == 1 else math.nan


def _numbers(launches: Mapping[str, Column], passes: float) -> range:
    """The whole numbers of SMs that every launch allows if its passes differ by that part; none where they are far apart."""
    least, most = _possible(passes, *(launches[name] for name in NEEDS))
    if not (math.isfinite(least) and math.isfinite(most)) or most > _NARROW * least:
        return range(0)
    return range(math.ceil(least - _PRINTED), math.floor(most + _PRINTED) + 1)


def _possible(passes: float, grid: Column, waves: Column, fitting: Column, elapsed: Column, active: Column) -> tuple[float, float]:
    """The least and the most SMs that every launch allows; NaN where none says anything."""
    with np.errstate(all="ignore"):
        least, most = grid / (fitting * (waves + _ROUNDED)), grid / (fitting * (waves - _ROUNDED))
        usable = (fitting >= 1) & (waves > 2 * _ROUNDED)
        least, most = np.where(usable, least, np.nan), np.where(usable, most, np.nan)
        # One block on one SM: the mean over all SMs is its time over their number.
        of_one = np.where((grid == 1) & (elapsed > _LONG) & (active > 0), elapsed / active, np.nan)
        least, most = np.fmax(of_one * (1 - np.fmax(_AROUND / elapsed, passes)), least), np.fmin(of_one * (1 + passes), most)
    if np.isnan(least).all():
        return math.nan, math.nan
    return float(np.nanmax(least)), float(np.nanmin(most))
