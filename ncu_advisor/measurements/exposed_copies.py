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
    "kernel_ns": "Time in which any kernel ran",
    "hidable_ns": "What of the exposed time there is kernel time to hide it behind",
    "streams": "Streams that ran kernels or copies",
    "window_ns": "From the first to the last operation of the GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU that copied."""
    from ncu_advisor.traces import transfers
    from ncu_advisor.traces.gpu_activity import device_times

    windows = {time.device: time.window_ns for time in device_times(session)}
    return of_rows(
        [
            {
                "device": found.device,
                "copies": found.copies,
                "moved_bytes": found.bytes,
                "copy_ns": found.copy_ns,
                "exposed_ns": found.exposed_ns,
                "kernel_ns": found.kernel_ns,
                "hidable_ns": found.saved_ns,
                "streams": _streams(session, found.device),
                "window_ns": windows[found.device],
            }
            for found in transfers.exposed_copies(session)
        ]
    )


def _streams(session: Session, device: int) -> int:
    frames = (session.frame(key) for key in ("kernels", "memcopies"))
    return len({stream for frame in frames for stream in frame["stream"][frame["device"] == device]})
