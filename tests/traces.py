"""Small runs for tests, told event by event in microseconds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ncu_advisor.timeline import Session, TracedGpu, shaped

US = 1000
Event = tuple[Any, ...]


def session(
    kernels: Sequence[Event] = (), copies: Sequence[Event] = (), api: Sequence[Event] | None = None, device: str = "8.0", **frames: Any
) -> Session:
    """A run, in microseconds.

    Kernels are (start, end, name, correlation[, device]), copies (start, end, bytes, direction, kind of the host memory, correlation),
    calls (start, end, name, correlation).
    """
    result = Session(devices={0: TracedGpu(0, "GPU", device)})
    result.frames["kernels"] = shaped(
        "kernels",
        {
            **_span(kernels),
            "name": [k[2] for k in kernels],
            "correlation_id": [k[3] for k in kernels],
            "device": [k[4] if len(k) > 4 else 0 for k in kernels],
            "stream": [7] * len(kernels),
            "process": [1] * len(kernels),
        },
    )
    kinds = {"HtoD": ("source_kind", "destination_kind"), "DtoH": ("destination_kind", "source_kind")}
    sides = {side: [c[4] if kinds[c[3]][0] == side else "device" for c in copies] for side in ("source_kind", "destination_kind")}
    place = {"device": [0] * len(copies), "process": [1] * len(copies), "correlation_id": [c[5] for c in copies]}
    result.frames["memcopies"] = shaped(
        "memcopies", {**_span(copies), "bytes": [c[2] for c in copies], "direction": [c[3] for c in copies], **sides, **place}
    )
    if api is not None:
        columns = {"name": [c[2] for c in api], "correlation_id": [c[3] for c in api], "process": [1] * len(api), "thread": [1] * len(api)}
        result.frames["api"] = shaped("api", {**_span(api), **columns})
    result.frames.update(frames)
    return result


def _span(events: Sequence[Event]) -> dict[str, list[int]]:
    return {"start_ns": [e[0] * US for e in events], "end_ns": [e[1] * US for e in events]}


def shaped_run(kernels: Sequence[Event], sms: float = 100.0, **frames: Any) -> Session:
    """A run of GPUs with ``sms`` SMs, in microseconds: kernels are (start, end, name, blocks, threads[, device])."""
    result = session([(*k[:3], at, *k[5:]) for at, k in enumerate(kernels)], **frames)
    ordered = sorted(kernels, key=lambda kernel: kernel[0])
    for axis, sizes in {"grid_x": [k[3] for k in ordered], "block_x": [k[4] for k in ordered]}.items():
        result.frames["kernels"][axis] = sizes
    for axis in ("grid_y", "grid_z", "block_y", "block_z"):
        result.frames["kernels"][axis] = 1
    result.devices = {device: TracedGpu(device, "GPU", "8.0", sms) for device in set(result.frames["kernels"]["device"])}
    return result
