"""Copies between host and GPU that kept the host waiting, over all GPUs of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("copies", "launches")
VALUES = {
    "copies": "Copies during which the host waited",
    "moved_bytes": "Their bytes",
    "copy_ns": "Time that they took on the GPU",
    "blocked_ns": "Time that the host spent in the calls and the synchronisations after them",
    "no_kernel_ns": "Of that and of the restart after it, the time in which no kernel ran",
    "idle_ns": "Of that, the time in which the GPU did nothing at all",
    "window_ns": "From the first to the last operation, over all GPUs",
    "asynchronous": "1 where the calls are asynchronous by name",
    "pinned": "1 where all of them are from and to pinned memory",
    "call": "The call used most",
}


def measure(session: Session) -> Occurrences:
    """One occurrence at most."""
    from ncu_advisor.traces import transfers
    from ncu_advisor.traces.gpu_activity import device_times

    found = transfers.synchronous_copies(session)
    if found is None:
        return of_rows([])
    call = found.calls[0]
    return of_rows(
        [
            {
                "copies": found.copies,
                "moved_bytes": found.bytes,
                "copy_ns": found.copy_ns,
                "blocked_ns": found.blocked_ns,
                "no_kernel_ns": found.exposed_ns,
                "idle_ns": found.saved_ns,
                "window_ns": sum(time.window_ns for time in device_times(session)),
                "asynchronous": float("Async" in call),
                "pinned": float(found.pinned),
                "call": call,
            }
        ]
    )
