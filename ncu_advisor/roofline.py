"""Where each launch sits under which roof: attainable work = min(peak, intensity x bandwidth), per memory level and data type.

Source: Williams, Waterman, Patterson, "Roofline" (CACM 2009); per level as in Yang et al., "Hierarchical Roofline" (2020).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.report import RoofPoint

# Work rate of each path, the exported peak per cycle (times this many operations), and the database's name of its rate.
PATHS: dict[str, tuple[str, str, float]] = {
    "fp64": ("fp64_rate", "dfma_peak", 2.0),
    "fp32": ("fp32_rate", "ffma_peak", 2.0),
    "fp16": ("fp16_rate", "hfma_peak", 4.0),
    "tensor_fp16": ("tensor_fp16_rate", "tensor_fp16_peak", 1.0),
    "tensor_bf16": ("tensor_bf16_rate", "", 1.0),
    "tensor_tf32": ("tensor_tf32_rate", "tensor_tf32_peak", 1.0),
    "tensor_fp64": ("tensor_fp64_rate", "tensor_fp64_peak", 1.0),
    "tensor_fp8": ("tensor_fp8_rate", "", 1.0),
    "tensor_int8": ("tensor_int8_rate", "", 1.0),
}
LEVELS = {"dram": "dram_bytes", "l2": "l2_bytes", "l1": "l1_bytes"}
# Work below this share of the busiest path is bookkeeping (an address in FP32, a scale factor), not what the kernel is for.
_MINOR = 0.05


# Beyond these lies what damaged counters give, and no chart reaches there.
_LEAST, _MOST = 1e-9, 1e21


def peak(path: str, values: Mapping[str, float], gpu: Gpu | None) -> float:
    """Operations per second of ``path``: the profile's own peak at its own clock, else the database's; NaN if neither knows."""
    _, exported, operations = PATHS[path]
    per_cycle, clock = values.get(exported, math.nan), values.get("sm_clock", math.nan)
    if per_cycle > 0 and clock > 0:
        return per_cycle * operations * clock
    known = gpu.peak_flops(path) if gpu is not None else None
    return known if known else math.nan


def bandwidth(level: str, values: Mapping[str, float], gpu: Gpu | None) -> float:
    """Bytes per second of a memory level at peak; L1 moves 128 bytes per clock and SM, L2 what the database measured."""
    if level == "dram":
        measured = values.get("dram_peak", math.nan)
        return measured if measured > 0 else gpu.dram_bytes_per_second.value if gpu is not None else math.nan
    clock = values.get("sm_clock", math.nan)
    sms = values.get("sm_count", math.nan)
    if level == "l1":
        return 128.0 * sms * clock
    # 64 bytes per clock and SM enter from L2 (facts: lts2xbar against SMs on Volta to Hopper).
    return 64.0 * sms * clock


def points(values: Mapping[str, float], gpu: Gpu | None) -> Iterator[RoofPoint]:
    """The launch's points: one per memory level and data type that it works in."""
    rates = {path: values.get(rate, math.nan) for path, (rate, _, _) in PATHS.items()}
    busiest = max((rate for rate in rates.values() if rate > 0), default=0.0)
    duration = values.get("duration", math.nan)
    for path, rate in rates.items():
        if not rate > _MINOR * busiest:
            continue
        roof = peak(path, values, gpu)
        for level, metric in LEVELS.items():
            moved = values.get(metric, math.nan)
            if not (moved > 0 and duration > 0):
                continue
            intensity = rate * duration / 1e9 / moved
            highest = min(roof, intensity * bandwidth(level, values, gpu))
            if not any(value < _LEAST or value > _MOST for value in (intensity, rate, highest)):
                yield RoofPoint(level, path, intensity, rate, highest)
