"""What did not end: launches that failed or were killed and left a name without a single time, and inputs that were not written to their end."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ncu_advisor import catalogue
from ncu_advisor.columns import Columns

# Every set has one of them, for each launch that ended.
_OF_EACH = ("duration", "elapsed_cycles", "sm_active_cycles")
# What the driver and the profiler know of a launch, whether it ended or not.
_OF_NO_COUNTER = ("launch__", "device__", "profiler__", "numa__")
# In the warning of every reader whose input ends before all of it was written, or had rows that could not be read. A saved report holds of
# its inputs nothing but their warnings, so that these words are what tells also there.
CUT_OFF = "is cut off"
NOT_WHOLE = "is not whole"


def whole(told: Iterable[str]) -> bool:
    """Whether the warnings of inputs say of none that a part of it is missing."""
    return not any(words in warning for warning in told for words in (CUT_OFF, NOT_WHOLE))


def warnings(exported: Columns, of: NDArray[np.bool_]) -> list[str]:
    """Sentences where some of the launches ``of`` have no time, which others have; ``exported``: under the vendor's names.

    What was computed of other counters tells of no end, and a launch whose time cannot be has ended all the same. So has one of which anything
    at all was counted: a second collection, that of a few metrics by name, holds no times.
    """
    names = {vendor for name in _OF_EACH for vendor in catalogue.metrics()[name].vendor}
    stated = [~np.isnan(np.asarray(exported[name], dtype=float)) for name in names if name in exported]
    if not stated:
        return []
    timed = np.logical_or.reduce(stated) & of
    untimed = of & ~timed
    if not untimed.any() or not timed.any():
        return []
    counted = untimed & _counted(exported, untimed)
    return [*_failed(int((untimed & ~counted).sum()), int(of.sum())), *_of_another_collection(int(counted.sum()), int(of.sum()))]


def _counted(exported: Columns, asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Of which launches the GPU counted anything; of the others than ``asked`` nothing is told."""
    found = np.zeros(len(asked), dtype=bool)
    for name in exported:
        if "__" in name and not name.startswith(_OF_NO_COUNTER):
            found[asked] |= ~np.isnan(np.asarray(exported[name], dtype=float)[asked])
    return found


def _failed(count: int, total: int) -> list[str]:
    if not count:
        return []
    return [
        f"{count:,} of {total:,} launches {'has' if count == 1 else 'have'} no time and no cycles: the kernel failed, or the run was killed "
        f"while it was profiled; nothing is said of {'it' if count == 1 else 'them'}. Look for an error of the run, and profile it again"
    ]


def _of_another_collection(count: int, total: int) -> list[str]:
    if not count:
        return []
    return [
        f"{count:,} of {total:,} launches {'has' if count == 1 else 'have'} counters but no time and no cycles, as of a collection of a few "
        f"metrics by name: how long {'it' if count == 1 else 'they'} took is not known. Collect these metrics and a set in one run "
        "(`--set full --metrics ...`)"
    ]
