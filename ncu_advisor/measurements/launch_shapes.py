"""Kernels of a trace by name and launch shape, with what tells whether their blocks are too few or too small."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from ncu_advisor.measurement import SESSION, Occurrences, of_rows
from ncu_advisor.names import short
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session
    from ncu_advisor.traces.kernel_shapes import KernelShape

_Size = tuple[int, int, int]
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
    "wider_blocks": "Blocks of the least grid of the same kernel and block that has twice as many blocks and one for each SM; missing where none has",
    "wider_ns": "Mean time of its launches",
    "sm_count": "SMs of the GPU",
    "dram_per_second": "Bytes per second of the GPU's DRAM; missing where not known",
    "window_ns": "From the first to the last operation of the GPU",
    "busy_ns": "Of that, the time in which it ran anything",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a kernel, shape and GPU."""
    from ncu_advisor.traces.gpu_activity import device_times, is_communication
    from ncu_advisor.traces.kernel_shapes import kernel_shapes

    times = {time.device: time for time in device_times(session)}
    rows: list[dict[str, float | str]] = []
    shapes = [*kernel_shapes(session)]
    grids = _grids(shapes)
    for found in shapes:
        gpu = session.devices.get(found.device)
        if gpu is None or found.device not in times:
            continue
        blocks = math.prod(found.grid)
        wider_blocks, wider_ns = _wider(grids[found.device, found.name, found.block], max(2 * blocks, gpu.sm_count))
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
                "blocks": blocks,
                "threads": math.prod(found.block),
                "registers": found.registers,
                "communicates": float(is_communication(found.name)),
                "wider_blocks": wider_blocks,
                "wider_ns": wider_ns,
                "sm_count": gpu.sm_count,
                "dram_per_second": gpu.dram_bytes_per_second,
                "window_ns": times[found.device].window_ns,
                "busy_ns": times[found.device].busy_ns,
            }
        )
    return of_rows(rows)


def _grids(shapes: Sequence[KernelShape]) -> Mapping[tuple[int, str, _Size], list[tuple[int, float]]]:
    """For each GPU, kernel and block the numbers of blocks that it was launched with, from the least, and the mean time of such launches."""
    sums: defaultdict[tuple[int, str, _Size], dict[int, tuple[int, int]]] = defaultdict(dict)
    for found in shapes:
        held, blocks = sums[found.device, found.name, found.block], math.prod(found.grid)
        launches, total_ns = held.get(blocks, (0, 0))
        held[blocks] = launches + found.launches, total_ns + found.total_ns
    return {key: [(blocks, total_ns / launches) for blocks, (launches, total_ns) in sorted(held.items())] for key, held in sums.items()}


def _wider(grids: Sequence[tuple[int, float]], least: float) -> tuple[float, float]:
    """The first of ``grids`` with ``least`` blocks or more; NaN where there is none."""
    at = bisect_left(grids, least, key=itemgetter(0))
    return grids[at] if at < len(grids) else (math.nan, math.nan)


def _extent(size: tuple[int, int, int]) -> str:
    """``(64, 4, 1)`` as ``"64x4"``."""
    used = size[:2] if size[2] == 1 else size
    return "x".join(str(n) for n in (used[:1] if used[1:] == (1,) else used))
