"""CUDA calls that kept the host waiting while the GPU had nothing to do, by name; copies have measurements of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("calls",)
VALUES = {
    "call": "The call",
    "synchronises": "1 where it waits for the GPU",
    "allocates": "1 where it allocates or frees memory",
    "pins": "1 where that is pinned memory of the host",
    "loads": "1 where it loads code or makes a context",
    "calls": "How often it was called",
    "spent_ns": "Time in it",
    "longest_ns": "The longest call",
    "exposed_ns": "Of the time in it, what no GPU ran anything in, between the first and the last operation",
    "window_ns": "From the first to the last operation of any GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a call; none of those before the first or after the last operation of the GPU."""
    from ncu_advisor.traces.gpu_activity import activity
    from ncu_advisor.traces.gpu_idle import blocking_calls
    from ncu_advisor.traces.host_calls import ALLOCATE, LOAD, SYNCHRONISE

    operations = activity(session)
    window = int(operations["end_ns"].max() - operations["start_ns"].min()) if len(operations) else 0
    found = blocking_calls(session)
    found = found[found["exposed_ns"] > 0]
    names = dict.fromkeys(("calls", "spent_ns", "longest_ns", "exposed_ns"), 0.0)
    rows: list[dict[str, float | str]] = []
    for name, kind, *numbers in found.itertuples(index=False, name=None):
        does = {"synchronises": float(kind == SYNCHRONISE), "allocates": float(kind == ALLOCATE), "loads": float(kind == LOAD)}
        does["pins"] = float(kind == ALLOCATE and "Host" in str(name))
        rows.append({"call": str(name), **does, **dict(zip(names, map(float, numbers), strict=True)), "window_ns": window})
    return of_rows(rows)
