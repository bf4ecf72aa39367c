"""What ran when: the time line of a traced run in equal bins, few enough for a picture, whatever the length of the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.names import normalise
from ncu_advisor.traces.gpu_activity import activity

if TYPE_CHECKING:
    import pandas as pd

    from ncu_advisor.timeline import Session

Times = NDArray[np.float64]

BINS = 200
_KERNELS = 10  # lanes of their own; the others share one
_SHARED = {"kernel": "other kernels", "graph": "graphs", "copy": "copies", "memset": "copies"}
_KIND = {"other kernels": "kernel", "graphs": "graph", "copies": "copy"}


def lanes(session: Session) -> dict[str, Any]:
    """``start_ns``, ``bin_ns`` and ``lanes``: of each the ``name``, the ``kind`` and ``busy_pct``, a number 0 to 100 a bin.

    Kernels that take most of the run have a lane each, the longest first; then come other kernels, graphs and copies together. With
    several GPUs a bin is the share of all of them. {} where no trace was read or nothing ran.
    """
    operations = activity(session)
    if operations.empty or operations["end_ns"].max() <= operations["start_ns"].min():
        return {}
    start, end = int(operations["start_ns"].min()), int(operations["end_ns"].max())
    operations = operations.assign(start_ns=operations["start_ns"] - start, end_ns=operations["end_ns"] - start)
    edges = np.linspace(0, end - start, BINS + 1)
    capacity = (edges[1] - edges[0]) * operations["device"].nunique()
    names = _lane_names(operations)
    found = []
    for name in dict.fromkeys(names):
        chosen = operations[names == name]
        busy = 100.0 * within(chosen["start_ns"].to_numpy(float), chosen["end_ns"].to_numpy(float), edges) / capacity
        found.append({"name": name, "kind": _KIND.get(name, "kernel"), "total_ns": _total(chosen), "busy_pct": _whole(busy)})
    shared = list(_KIND)
    found.sort(key=lambda lane: (shared.index(lane["name"]) + 1 if lane["name"] in shared else 0, -lane["total_ns"], lane["name"]))
    return {"start_ns": start, "bin_ns": (end - start) / BINS, "lanes": found}


def _lane_names(operations: pd.DataFrame) -> pd.Series[Any]:
    """The lane of each operation."""
    kernels = operations["kind"] == "kernel"
    known = {name: normalise(name) for name in dict.fromkeys(operations.loc[kernels, "name"])}
    names = operations["kind"].map(_SHARED).where(~kernels, operations["name"].map(known))
    time = (operations["end_ns"] - operations["start_ns"])[kernels].groupby(names[kernels]).sum()
    longest = time.sort_values(ascending=False, kind="stable").index[:_KERNELS]
    return names.where(~kernels | names.isin(longest), _SHARED["kernel"])


def within(starts: Times, ends: Times, edges: Times) -> Times:
    """Time that intervals spend between neighbouring edges; intervals that overlap count each."""
    return np.diff(_time_since(starts, edges) - _time_since(ends, edges))


def _time_since(times: Times, edges: Times) -> Times:
    """For each edge, the time since every one of ``times`` before it, summed."""
    ordered = np.sort(times)
    count = np.searchsorted(ordered, edges)
    return np.asarray(count * edges - np.concatenate(([0.0], np.cumsum(ordered)))[count])


def _total(operations: pd.DataFrame) -> int:
    return int((operations["end_ns"] - operations["start_ns"]).sum())


def _whole(busy: Times) -> list[int]:
    """Whole percents; 0 only where nothing ran."""
    return [int(n) for n in np.where(busy > 0.005, np.clip(np.round(busy), 1, 100), 0)]
