"""What the host did with the CUDA API: which call launched what, and which calls kept it waiting."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ncu_advisor import intervals
from ncu_advisor.timeline import Session

SYNCHRONISE, ALLOCATE, COPY, LOAD, LAUNCH, OTHER = "synchronise", "allocate", "copy", "load", "launch", "other"
_KINDS = (
    (SYNCHRONISE, re.compile(r"cu(?:da)?(?:Device|Stream|Event|Ctx|Thread)Synchronize\Z")),
    (LAUNCH, re.compile(r"cu(?:da)?(?:Launch(?!HostFunc)|GraphLaunch)")),
    # Stream-ordered allocation (…Async) does not wait for the device.
    (ALLOCATE, re.compile(r"(?:cuda(?:Malloc|Free|Host(?:Alloc|Register|Unregister))|cuMem(?:Alloc|Free|Host|Create|Map))(?!\w*Async)")),
    (COPY, re.compile(r"cu(?:da)?Mem(?:cpy|set)")),
    (LOAD, re.compile(r"cu(?:Module|Library)(?:Load|Unload)|cuLink|cudaDeviceReset|cu(?:Device)?(?:Primary)?Ctx(?:Create|Destroy|Retain|Reset)")),
)
# A launch that takes longer first loads its kernel's code, or makes the context: the call alone takes some microseconds. (One that waits for room
# in a full queue finds the GPU busy, and is nobody's idle time.)
_LOADS_FROM_NS = 1_000_000
# The first launch of a kernel loads its code where it is loaded lazily: some 100 to 200 us of a small kernel (three public traces).
_FIRST_LOADS_FROM_NS = 50_000
# Calls that keep the host from launching more work.
WAITING = frozenset((SYNCHRONISE, ALLOCATE, COPY, LOAD))

_OF_LAUNCH = ("call_start_ns", "call_end_ns", "call_row", "synced_ns")


def kind(call: str) -> str:
    """What a CUDA call does, by its name: synchronise, allocate, copy, load (of code), launch or other."""
    return next((name for name, pattern in _KINDS if pattern.match(call)), OTHER)


def calls(session: Session, kinds: Iterable[str]) -> pd.DataFrame:
    """The calls of ``kinds``, with a column ``kind``; launches that load code first are of that kind."""
    api = session.frame("api")
    known = {name: kind(name) for name in dict.fromkeys(api["name"])}
    chosen = api.assign(kind=api["name"].map(known).astype(object))
    launched, lasted = chosen["kind"] == LAUNCH, chosen["end_ns"] - chosen["start_ns"]
    long = launched & (lasted >= _FIRST_LOADS_FROM_NS)
    if long.any():  # what was launched first is looked up only for those
        first = chosen.index.isin(_first_launches(session, api))
        chosen.loc[long & (first | (lasted >= _LOADS_FROM_NS)), "kind"] = LOAD
    return chosen[chosen["kind"].isin(list(kinds))].reset_index(drop=True)


def _first_launches(session: Session, api: pd.DataFrame) -> NDArray[np.int64]:
    """The rows of ``api`` that launched a kernel for the first time in its process, as far as they are known."""
    kernels = session.frame("kernels")
    if not len(kernels):
        return np.empty(0, dtype=np.int64)
    first = kernels.sort_values("start_ns", kind="stable").drop_duplicates(["process", "name"])
    row, found = _asked_by(api, first)
    return row[found]


def launch_calls(session: Session, operations: pd.DataFrame) -> pd.DataFrame:
    """For each GPU operation the call that asked for it: call ("" unknown), call_start_ns, call_end_ns and call_row (-1 unknown).

    ``call_row`` is the row of ``session.frame("api")``, ``synced_ns`` the end of a synchronisation that the thread called right
    after it (-1 where it called something else).
    Correlation ids are unique per process; where either report lacks processes (CSV traces do) they are taken as unique.
    """
    api = session.frame("api")
    unknown = np.full(len(operations), -1, dtype=np.int64)
    result = pd.DataFrame({"call": np.full(len(operations), "", dtype=object), **dict.fromkeys(_OF_LAUNCH, unknown)})
    if not len(api) or not len(operations):
        return result
    row, found = _asked_by(api, operations)
    result["call"] = np.where(found, api["name"].to_numpy(dtype=object)[row], "")
    values = (api["start_ns"].to_numpy(), api["end_ns"].to_numpy(), np.arange(len(api)), _synced_after(api))
    for column, value in zip(_OF_LAUNCH, values, strict=True):
        result[column] = np.where(found, value[row], -1)
    return result


def _asked_by(api: pd.DataFrame, operations: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """For each of ``operations`` the row of ``api`` that asked for it, and whether there is one; neither may be empty."""
    per_process = bool((operations["process"] >= 0).all() and (api["process"] >= 0).all())
    keys, wanted = _keys(api, per_process), _keys(operations, per_process)
    order = np.argsort(keys, kind="stable")
    row = order[np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)]
    return row, (keys[row] == wanted) & (operations["correlation_id"].to_numpy() >= 0)


def _synced_after(api: pd.DataFrame) -> NDArray[np.int64]:
    """For each call the end of the synchronisation that is the thread's next call; -1 where the next call is another one."""
    order = np.lexsort((api["start_ns"], api["thread"], api["process"]))
    ordered = api.iloc[order]
    waits = ordered["name"].map({name: kind(name) == SYNCHRONISE for name in dict.fromkeys(api["name"])}).to_numpy(dtype=bool)
    same = np.ones(len(api), dtype=bool)
    for column in ("process", "thread"):
        values = ordered[column].to_numpy()
        same[:-1] &= values[1:] == values[:-1]
    following = np.append(np.where(waits[1:], ordered["end_ns"].to_numpy()[1:], -1), -1)
    result = np.empty(len(api), dtype=np.int64)
    result[order] = np.where(same, following, -1)
    return result


def _keys(frame: pd.DataFrame, per_process: bool) -> NDArray[np.int64]:
    correlation = frame["correlation_id"].to_numpy(np.int64) & 0xFFFFFFFF
    return (frame["process"].to_numpy(np.int64) << 32) | correlation if per_process else correlation


def main_call(session: Session, starts: Any, ends: Any, kinds: Iterable[str]) -> tuple[list[str], list[int]]:
    """For each interval the call of ``kinds`` that took most of it, and how many nanoseconds of it; "" and 0 where none did."""
    begin, end = np.asarray(starts, dtype=np.int64), np.asarray(ends, dtype=np.int64)
    names, most = np.full(len(begin), "", dtype=object), np.zeros(len(begin), dtype=np.int64)
    for name, group in calls(session, kinds).groupby("name", sort=True):
        taken = intervals.covered(begin, end, intervals.union(group["start_ns"], group["end_ns"]))
        names[taken > most] = name
        most = np.maximum(most, taken)
    return names.tolist(), most.tolist()
