"""Copies between host and GPU beside which no kernel ran, per GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("copies", "gaps")
VALUES = {
    "device": "The GPU",
    "copies": "Copies between host and GPU",
    "moved_bytes": "Their bytes",
    "copy_ns": "Time in which any of them ran",
    "exposed_ns": "Of that, the time in which no kernel ran",
    "between_ns": "Of the exposed time, what lies between the first and the last kernel",
    "kernel_ns": "Time in which any kernel ran",
    "hidable_ns": "What of the exposed time has kernels to hide behind: before uploads, after downloads, or chunks of kernels that run once",
    "streams": "Streams that ran kernels or copies",
    "window_ns": "From the first to the last operation of the GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU that copied."""
    from ncu_advisor.traces.gpu_activity import device_times
    from ncu_advisor.traces.overlap import exposed_copies

    windows = {time.device: time.window_ns for time in device_times(session)}
    return of_rows(
        [
            {
                "device": found.device,
                "copies": found.copies,
                "moved_bytes": found.bytes,
                "copy_ns": found.copy_ns,
                "exposed_ns": found.exposed_ns,
                "between_ns": found.between_ns,
                "kernel_ns": found.kernel_ns,
                "hidable_ns": found.saved_ns,
                "streams": _streams(session, found.device),
                "window_ns": windows[found.device],
            }
            for found in exposed_copies(session)
        ]
    )


def _streams(session: Session, device: int) -> int:
    frames = (session.frame(key) for key in ("kernels", "memcopies"))
    return len({stream for frame in frames for stream in frame["stream"][frame["device"] == device]})
