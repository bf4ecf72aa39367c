"""Pages of unified memory that moved on demand between host and GPUs while these had work, per direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("unified-memory",)
VALUES = {
    "to_gpu": "1 for pages to the GPU, 0 for pages from it",
    "moves": "Migrations; missing where only their bytes are known",
    "moved_bytes": "Their bytes",
    "migration_ns": "Time that they took; missing where only their bytes are known",
    "faults": "Page faults of the GPU (to it) or of the CPU (from it); missing where not collected",
    "waited_ns": "Time in which launches waited for the first page that they touched, before it moved",
    "served_ns": "Time in which launches waited between moves for the driver to answer their faults",
    "copy_per_second": "Bytes per second of one copy in large pieces",
    "slower_ns": "What such a copy of the same bytes takes less, made before the launches start",
    "window_ns": "From the first to the last operation, over all GPUs; kernel and migration time where only sums are known",
    "traced": "1 where the operations of the GPU were traced, 0 where only sums are known",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a direction."""
    from ncu_advisor.traces import transfers
    from ncu_advisor.traces.gpu_activity import device_times, kernel_shares

    found = transfers.migrations(session)
    window = float(sum(time.window_ns for time in device_times(session)))
    traced = window > 0
    if not traced:
        shares = kernel_shares(session) if session.has("kernel_summary") else None
        window = sum(one.migration_ns for one in found) + (float(shares["total_ns"].sum()) if shares is not None else float("nan"))
    return of_rows(
        [
            {
                "to_gpu": float(one.direction == "HtoD"),
                "moves": one.moves,
                "moved_bytes": one.bytes,
                "migration_ns": one.migration_ns,
                "faults": one.faults,
                "waited_ns": one.waited_ns,
                "served_ns": one.served_ns,
                "copy_per_second": one.rate.bytes_per_second,
                "slower_ns": one.saved_ns,
                "window_ns": window,
                "traced": float(traced),
            }
            for one in found
        ]
    )
