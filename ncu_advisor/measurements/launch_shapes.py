"""Kernels of a trace by name and launch shape, with what tells whether their blocks are too few or too small."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows
from ncu_advisor.names import short
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session

OF = SESSION
NEEDS = ("shapes",)
_LONGEST_NAME = 60  # columns: the kernel's name goes into sentences
VALUES = {
    "device": "The GPU",
    "name": "The kernel, as profiles name it",
    "kernel": "Its name in sentences",
    "grid": "The grid",
    "block": "The block",
    "launches": "Launches with this grid and block",
    "total_ns": "Time that they took",
    "mean_ns": "Mean time of a launch",
    "alone_ns": "Of all their time, that in which no other kernel ran on the GPU",
    "moving_ns": "Of that, the time in which pages of unified memory moved",
    "faulting_ns": "From the start of its launches until the first page of unified memory that they touched moved",
    "blocks": "Blocks of the grid",
    "threads": "Threads of a block",
    "registers": "Registers of a thread; missing where not known",
    "communicates": "1 for kernels of communication libraries, which wait for other GPUs",
    "sm_count": "SMs of the GPU",
    "window_ns": "From the first to the last operation of the GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a kernel, shape and GPU."""
    from ncu_advisor.traces.gpu_activity import device_times, is_communication
    from ncu_advisor.traces.kernel_shapes import kernel_shapes

    windows = {time.device: time.window_ns for time in device_times(session)}
    rows: list[dict[str, float | str]] = []
    for found in kernel_shapes(session):
        gpu = session.devices.get(found.device)
        if gpu is None or found.device not in windows:
            continue
        rows.append(
            {
                "device": found.device,
                "name": found.name,
                "kernel": elide(short(found.name), _LONGEST_NAME).replace("`", "'"),
                "grid": _extent(found.grid),
                "block": _extent(found.block),
                "launches": found.launches,
                "total_ns": found.total_ns,
                "mean_ns": found.total_ns / found.launches,
                "alone_ns": found.alone_ns,
                "moving_ns": found.moving_ns,
                "faulting_ns": found.faulting_ns,
                "blocks": math.prod(found.grid),
                "threads": math.prod(found.block),
                "registers": found.registers,
                "communicates": float(is_communication(found.name)),
                "sm_count": gpu.sm_count,
                "window_ns": windows[found.device],
            }
        )
    return of_rows(rows)


def _extent(size: tuple[int, int, int]) -> str:
    """``(64, 4, 1)`` as ``"64x4"``."""
    used = size[:2] if size[2] == 1 else size
    return "x".join(str(n) for n in (used[:1] if used[1:] == (1,) else used))
