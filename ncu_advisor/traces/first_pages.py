"""How long launches wait for the first page of unified memory that they touch: the fault, the driver's answer, and then the page moves."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

# A kernel that has run for longer has worked before it touched the page. (Public traces of launches that do nothing else, RTX 4090 and A100: 57 to
# 490 us before the first page moves, where the same launch takes 2 us without.)
_LONGEST_NS = 1_000_000


def first_page_waits(kernels: pd.DataFrame, moves: pd.DataFrame) -> NDArray[np.int64]:
    """For each launch of ``kernels``, the nanoseconds from its start until the first of ``moves`` to a GPU begins; 0 where none does meanwhile."""
    pages = moves[(moves["direction"] == "HtoD") & (moves["cause"] != "prefetch")]
    starts, ends = kernels["start_ns"].to_numpy(np.int64), kernels["end_ns"].to_numpy(np.int64)
    if not len(pages):
        return np.zeros(len(kernels), dtype=np.int64)
    moved = np.sort(pages["start_ns"].to_numpy(np.int64))
    first = moved[np.minimum(np.searchsorted(moved, starts), len(moved) - 1)]
    waits = first - starts
    return np.where((waits > 0) & (first < ends) & (waits <= _LONGEST_NS), waits, 0)
