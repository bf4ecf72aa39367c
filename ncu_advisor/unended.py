"""Launches that did not end under the profiler: they failed, or the run was killed, and left a name without a single time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns

# Every set has one of them, for each launch that ended.
_OF_EACH = ("duration", "elapsed_cycles", "sm_active_cycles")


def warnings(metrics: Columns, of: NDArray[np.bool_]) -> list[str]:
    """A sentence where some of the launches ``of`` have nothing of what the others have; ``metrics``: catalogued."""
    stated = [~np.isnan(np.asarray(metrics[name], dtype=float)) for name in _OF_EACH if name in metrics]
    if not stated:
        return []
    ended = np.logical_or.reduce(stated) & of
    count, total = int((of & ~ended).sum()), int(of.sum())
    if not count or not ended.any():
        return []
    return [
        f"{count:,} of {total:,} launches {'has' if count == 1 else 'have'} no time and no cycles: the kernel failed, or the run was killed "
        "while it was profiled; nothing is said of it. Look for an error of the run, and profile it again"
    ]
