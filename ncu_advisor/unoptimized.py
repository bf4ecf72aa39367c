"""Launches that look compiled without optimization (nvcc -G), where the export holds no code that would say so."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns

# Such code keeps every variable and address in registers of threads: nothing runs on the uniform datapath, six in ten instructions and more are of
# the integer and logic pipe (two cycles each, where it has 16 lanes), hardly one in ten multiplies (optimized code also moves and adds by
# multiply-adds), constants and indices pass the address unit, and each instruction waits for the one before. 35 of 37 launches whose reports say that
# they are debug builds look so (16 public reports, compute capabilities 8.6 and 8.9), of 8,822 measured ones none, the nearest at 0.225 for
# `_MULTIPLIED`, and none of 323 public ones whose counters are all there.
_LOGIC, _MULTIPLIED, _ADDRESSED = 1.2, 0.2, 0.23  # how busy the pipe is, over how busy issue is
_WAIT = 28.0  # % of a warp's time
_WORTH_SAYING = 0.1  # of the time
_NEEDS = ("pipe_alu", "pipe_fma", "pipe_adu", "pipe_uniform", "issue_elapsed", "share_wait", "duration")


def warnings(metrics: Columns, of: NDArray[np.bool_]) -> list[str]:
    """A sentence where launches ``of`` one input look so, for a tenth of their time and more; ``metrics``: catalogued."""
    if not all(name in metrics for name in _NEEDS):
        return []
    alu, fma, adu, uniform, issue, wait, took = (np.asarray(metrics[name], dtype=float) for name in _NEEDS)
    unsaid = np.isnan(np.asarray(metrics["debug_build"], dtype=float)) if "debug_build" in metrics else np.ones(len(took), dtype=bool)
    timed = of & (took > 0)
    look = timed & unsaid & (uniform == 0) & (alu > _LOGIC * issue) & (fma < _MULTIPLIED * issue) & (adu > _ADDRESSED * issue) & (wait > _WAIT)
    count = int(look.sum())
    if not count or took[look].sum() < _WORTH_SAYING * took[timed].sum():
        return []
    which = "looks" if count == 1 else "look"
    return [
        f"{count:,} of {int(timed.sum()):,} launches {which} compiled without optimization (nvcc -G): nothing on the uniform datapath, and "
        "integer and logic instructions for most of the work. If so, times and findings are not those of a release build: rebuild with -lineinfo"
    ]
