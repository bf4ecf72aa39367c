"""Communication between GPUs beside which no other kernel ran, per GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("gaps",)
VALUES = {
    "device": "The GPU",
    "collectives": "Kernels of communication libraries that ran on it",
    "communication_ns": "Time in which any of them ran",
    "exposed_ns": "Of that, the time in which no other kernel ran",
    "compute_ns": "Time in which other kernels ran",
    "hidable_ns": "What of the exposed time there is compute to hide it behind",
    "window_ns": "From the first to the last operation of the GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU that communicated."""
    from ncu_advisor.traces.gpu_activity import device_times, exposed_communication

    windows = {time.device: time.window_ns for time in device_times(session)}
    return of_rows(
        [
            {
                "device": found.device,
                "collectives": found.kernels,
                "communication_ns": found.communication_ns,
                "exposed_ns": found.exposed_ns,
                "compute_ns": found.compute_ns,
                "hidable_ns": found.saved_ns,
                "window_ns": windows[found.device],
            }
            for found in exposed_communication(session)
        ]
    )
