"""Copies whose host side is pageable memory, per direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("copies",)
VALUES = {
    "to_gpu": "1 for copies to the GPU, 0 for copies from it",
    "copies": "Copies from or to pageable memory",
    "moved_bytes": "Their bytes",
    "once_bytes": "Those of copies to a GPU before its first kernel, or from it after its last",
    "copy_ns": "Time that they took",
    "reached_per_second": "Bytes per second that they reached",
    "pinned_per_second": "Bytes per second of pinned copies",
    "pinned_measured": "1 where pinned copies of the same trace say so, 0 where the link's rate does",
    "pinned_from": "Where the rate of pinned copies comes from",
    "slower_ns": "What the same bytes take less from pinned memory",
    "returned": "Copies to a GPU, of either kind of memory, of as many bytes as it had sent to the host before",
    "returned_ns": "Time that these and the copies to the host before them took",
    "untouched": "Of these, copies before which the host had no time to change so many bytes, beside copies",
    "untouched_ns": "Time that these and the copies to the host before them took",
    "other_slower_ns": "What the bytes of the other direction take less from pinned memory; missing without such copies",
    "host_copies_ns": "Time that all copies between host and GPU took, in both directions and of either kind of memory",
    "window_ns": "From the first to the last operation, over all GPUs",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a direction."""
    from ncu_advisor.traces import transfers
    from ncu_advisor.traces.gpu_activity import device_times

    window = sum(time.window_ns for time in device_times(session))
    pageable, copying = transfers.pageable_copies(session), transfers.host_copy_time(session)
    slower = {found.direction: float(found.saved_ns) for found in pageable}
    return of_rows(
        [
            {
                "to_gpu": float(found.direction == "HtoD"),
                "copies": found.copies,
                "moved_bytes": found.bytes,
                "once_bytes": found.once_bytes,
                "copy_ns": found.copy_ns,
                "reached_per_second": found.bytes_per_second,
                "pinned_per_second": found.rate.bytes_per_second,
                "pinned_measured": float(found.rate.source == "measured"),
                "pinned_from": found.rate.note,
                "slower_ns": found.saved_ns,
                "returned": found.returns.copies,
                "returned_ns": found.returns.copy_ns,
                "untouched": found.returns.untouched,
                "untouched_ns": found.returns.untouched_ns,
                "other_slower_ns": slower.get("DtoH" if found.direction == "HtoD" else "HtoD", float("nan")),
                "host_copies_ns": copying,
                "window_ns": window,
            }
            for found in pageable
        ]
    )
