"""Products that a run's libraries computed in FP32 without tensor cores, told by the names that the libraries give such kernels, per GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor import intervals
from ncu_advisor.errors import UnknownDevice
from ncu_advisor.measurement import SESSION, Occurrences, of_rows
from ncu_advisor.names import short
from ncu_advisor.signatures import names_fp32_product
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from ncu_advisor.timeline import Session, TracedGpu

OF = SESSION
NEEDS = ("shapes",)
# Shorter ones may be bound by what a launch costs, or by memory (benchmarks/framework/measured/precision.csv).
LONG_NS = 60_000
_LONGEST_NAME = 60  # columns: the kernel's name goes into sentences
VALUES = {
    "device": "The GPU",
    "kernel": "The kernel of such that took most time",
    "kernels": "Different ones",
    "launches": "Launches of them that took long enough to be bound by their arithmetic",
    "product_ns": "Time in which any of these ran",
    "mean_ns": "Mean time of such a launch",
    "tf32_ratio": "The GPU's peak for TF32 on tensor cores over that for FP32; 0 where it has no TF32, missing where the GPU is not known",
    "window_ns": "From the first to the last operation of the GPU",
}


def measure(session: Session) -> Occurrences:
    """One occurrence a GPU that ran such kernels."""
    from ncu_advisor.traces.gpu_activity import device_times

    trace = session.frame("kernels")
    known = {name: names_fp32_product(name) for name in dict.fromkeys(trace["name"])}
    took = trace["end_ns"] - trace["start_ns"]
    chosen = trace[trace["name"].map(known).astype(bool) & (took >= LONG_NS)].assign(took=took)
    rows: list[dict[str, float | str]] = []
    for time in device_times(session):
        ours = chosen[chosen["device"] == time.device]
        gpu = session.devices.get(time.device)
        if not len(ours) or gpu is None:
            continue
        by_name = ours.groupby("name", sort=False)["took"].sum()
        rows.append(
            {
                "device": time.device,
                "kernel": elide(short(str(by_name.idxmax())), _LONGEST_NAME).replace("`", "'"),
                "kernels": len(by_name),
                "launches": len(ours),
                "product_ns": intervals.total(intervals.union(ours["start_ns"], ours["end_ns"])),
                "mean_ns": float(ours["took"].mean()),
                "tf32_ratio": _tf32_ratio(gpu),
                "window_ns": time.window_ns,
            }
        )
    return of_rows(rows)


def _tf32_ratio(gpu: TracedGpu) -> float:
    from ncu_advisor.hardware.gpu_files import find

    try:
        known = find(gpu.name, gpu.sm_count, gpu.compute_capability)
    except UnknownDevice:
        return float("nan")
    fp32 = known.peak_flops("fp32")
    return (known.peak_flops("tensor_tf32") or 0.0) / fp32 if fp32 else float("nan")
