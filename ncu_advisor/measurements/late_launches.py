"""Kernels that started late because the host launched them late, per GPU of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("gaps",)
VALUES = {
    "device": "The GPU",
    "runs": "Kernels that ran",
    "window_ns": "From the first to the last operation of the GPU",
    "gaps": "Idle gaps that ended when a launch came",
    "gap_ns": "Time in those gaps",
    "median_gap_ns": "Their median length",
    "median_kernel_ns": "Median duration of the kernels",
    "median_call_ns": "Median duration of the launch calls; missing where calls were not traced",
    "calls_known": "1 where calls were traced, 0 where only the length of gaps tells",
    "graph_saves_ns": "What launching from a graph leaves of the gaps, taken off",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU."""
    from ncu_advisor.traces.gpu_idle import launch_bound

    return of_rows(
        [
            {
                "device": bound.device,
                "runs": bound.kernels,
                "window_ns": bound.window_ns,
                "gaps": bound.gaps,
                "gap_ns": bound.gap_ns,
                "median_gap_ns": bound.median_gap_ns,
                "median_kernel_ns": bound.median_kernel_ns,
                "median_call_ns": bound.median_call_ns,
                "calls_known": float(bound.calls_known),
                "graph_saves_ns": bound.saved_ns,
            }
            for bound in launch_bound(session)
        ]
    )
