"""What the slots for warps that a launch used tell of its last wave.

Counted over all SMs and the whole launch: whole waves fill their slots, the last one a part of them for as long as it takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.timemodel import column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ncu_advisor.columns import Column, Columns
    from ncu_advisor.timemodel import TimeModel
    from ncu_advisor.waves import Waves

# A launch whose blocks are equal fills its slots for warps after this long (ns), and leaves a fiftieth of a wave of them empty as they end.
_FIRST_NS, _SPREAD = 1000.0, 0.02
# The last blocks gather on the SMs that end first where they run on as many SMs as they fill, give or take this part of them, and fill no more than
# that part; whole waves leave some slots empty as well (% of the launch).
_AS_FILLED, _GATHER, _EMPTY = 0.06, 0.55, 3.0
# Where every SM has a block of the last wave, equal blocks fill this part at least of the slots that they would fill if that wave took as long as the
# others (910 grids of the sweeps: 0.76).
_LEAST_FILLED = 0.72


def less_if_full(told: Column, metrics: Columns, model: TimeModel, waves: Waves) -> Column:
    """Percent lost, at most ``told``, where fewer slots for warps stood empty than that tells; ``told`` where these were not counted.

    What sets the pace need not be counted (additions in L2 that no warp waits for): slots that were full to the end tell that no wave was lost.
    """
    whole, part = waves.whole, waves.filled
    by_told = np.clip(waves.count / (1.0 - told / 100.0) - whole, 0.0, None)
    lost = _lost(_length(metrics, model, waves), model, waves)
    return np.where(_used(metrics) > (whole + part * by_told) / (whole + by_told), np.fmin(told, lost), told)


def gathered_loss(outlasting: Column, metrics: Columns, model: TimeModel, waves: Waves) -> Column:
    """Percent lost where the last blocks gather on the SMs that end first, which they fill as whole waves do; NaN elsewhere.

    Slots tell how long the last wave is, and by how much the busiest SM outlasts the mean (``outlasting``, a fraction of the launch) on how many
    it runs: on as many as it fills.
    It is then as long as counted, but for the slots that whole waves leave empty as well. (56 grids of 13 kernels: 1.9 points off, not 3.6.)
    """
    length = _length(metrics, model, waves)
    reached = 1.0 - outlasting * (waves.whole + length) / length
    gathered = (waves.blocks > 1) & (waves.filled < _GATHER) & (np.abs(reached - waves.filled) < _AS_FILLED)
    return np.where(gathered, _lost(length, model, waves) - _EMPTY, np.nan)


def unequal_by_slots(metrics: Columns, model: TimeModel, waves: Waves) -> NDArray[np.bool_]:
    """Where fewer slots were used than equal blocks use, of which every SM has one in the last wave: some blocks are much longer than others."""
    equal = waves.count / np.ceil(waves.count) * (1.0 - _ends(model, waves))
    result: NDArray[np.bool_] = (waves.rest >= waves.sms) & (_used(metrics) < _LEAST_FILLED * equal)
    return result


def _used(metrics: Columns) -> Column:
    """The part of the slots for warps that were used, over the whole launch and all SMs; NaN where that was not counted."""
    used: Column = column(metrics, "achieved_occupancy") * column(metrics, "sm_busy") / column(metrics, "theoretical_occupancy") / 100.0
    return used


def _ends(model: TimeModel, waves: Waves) -> Column:
    """The part of the launch's slots that stands empty at its start and at its end, however it divides into waves."""
    ends: Column = _FIRST_NS / model.duration + _SPREAD / np.maximum(waves.count, 1.0)
    return ends


def _length(metrics: Columns, model: TimeModel, waves: Waves) -> Column:
    """How long the last wave is, in whole ones, by the slots used.

    Whole waves fill theirs, the last one, of length l, the part r of them: used = (whole + r l) / (whole + l).
    """
    begun = _used(metrics) / (1.0 - _ends(model, waves))
    length: Column = np.where(begun > waves.filled, waves.whole * (1.0 - begun) / (begun - waves.filled), np.inf)
    return length


def _lost(length: Column, model: TimeModel, waves: Waves) -> Column:
    """Percent lost to a last wave of that length."""
    lost: Column = 100.0 * (1.0 - _ends(model, waves)) * np.clip(1.0 - waves.count / (waves.whole + length), 0.0, None)
    return lost
