"""A Gpu: peaks and limits of one device, each number with where it comes from.

The database (``gpu_files``) gives the device that a user or a profile names; ``gpu_profile`` one whose numbers are those of the profile
itself wherever it carries them. Base units: hertz, bytes, bytes per second, operations per clock per SM.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ncu_advisor.hardware.architecture import Architecture, Limits, closest, limits

__all__ = ["Gpu", "Limits", "Sourced", "limits"]

# A product is as trustworthy as its least trustworthy factor.
_TRUST = ("user", "database", "profile")


@dataclass(frozen=True)
class Sourced:
    """A number that knows its source: ``profile`` (measured there), ``database`` (gpus/*.toml) or ``user``."""

    value: float
    source: str
    note: str = ""


@dataclass(frozen=True)
class Gpu:
    """One device. Rates are dense (never 2:4 sparse), at the clock named; FLOP/s count a multiply-add as 2. NaN or absent: not known.

    ``rates``: fp64, fp32, fp16, and tensor_X of fp16, bf16, tf32, fp8, fp4, int8, int4, fp64; tensor_X accumulates in fp32 (integers in
    int32), tensor_X_acc16 in fp16. ``achievable``: dram_read, dram_copy (1 read, 1 write), dram_triad (3 reads, 1 write), dram_write, l1,
    tensor_X. ``numbers`` holds every number again with its source, rates as ``rate.X``, ``achievable.X``, ``latency.X``.
    """

    name: str
    chip: str
    compute_capability: str
    sm_count: int
    limits: Limits
    boost_hz: float
    tensor_hz: float  # the clock that the dense tensor peak holds for
    dram_bytes_per_second: Sourced  # theoretical
    l2_bytes: float
    memory_bytes: float
    rates: dict[str, float]  # dense operations per clock per SM
    achievable: dict[str, Sourced]  # fractions of the theoretical peak that good kernels reach
    latency_cycles: dict[str, float]  # unloaded: l1, l2, dram, l2_far
    source: str
    grade: str  # of the database entry: A or B; "" where there is none
    id: str = ""  # stem of the database file; "" for a device that only the profile describes
    memory_type: str = ""
    base_hz: float = math.nan  # what the profiler locks the SMs to unless told otherwise
    memory_clock_hz: float = math.nan  # half the data rate, as the driver reports it
    memory_bus_bits: float = math.nan
    l2_near_bytes: float = math.nan  # what one of the two L2 partitions holds; beyond it far accesses set the pace
    l2_bytes_per_clock: float = math.nan  # L2 to the SMs, per clock of L2
    l2_bytes_per_second: Sourced | None = None  # the profile's peak, or a measured plateau of reads
    bytes_in_flight_per_sm: float = math.nan  # what covers the latency of DRAM
    power_watts: float = math.nan
    notes: tuple[str, ...] = ()
    numbers: Mapping[str, Sourced] = field(default_factory=dict)
    told_by_clocks: bool = False  # the profile does not name it: its memory clock, and perhaps its base clock, do

    @property
    def architecture(self) -> Architecture:
        """Instruction set, throughputs and cache of the compute capability (the nearest older known one for a newer device)."""
        return closest(self.compute_capability)

    @property
    def l1_bytes_per_second(self) -> Sourced:
        """Peak of L1 and shared memory together over all SMs at boost; NaN where the rate per SM is not known."""
        per_clock = Sourced(self.architecture.l1_bytes_per_clock, "database", f"of compute capability {self.compute_capability}")
        return product(per_clock, self.sourced("sm_count"), self.sourced("boost_hz"))

    def sourced(self, key: str) -> Sourced:
        """One of ``numbers``, or a field of this name as the database's. Raises KeyError for anything else."""
        if key in self.numbers:
            return self.numbers[key]
        group, _, path = key.partition(".")
        value = self.rates[path] if group == "rate" else self.latency_cycles[path] if group == "latency" else getattr(self, key, None)
        if isinstance(value, Sourced):
            return value
        if isinstance(value, int | float):
            return Sourced(float(value), "database", self.source)
        raise KeyError(key)

    def peak_flops(self, path: str, clock_hz: float | None = None) -> float | None:
        """Dense FLOP/s (or integer op/s) of ``path`` at the clock that it holds for, or at ``clock_hz``; None where there is no such path."""
        rate = self.rates.get(path)
        if not rate:
            return None
        peak = rate * self.sm_count * (clock_hz or getattr(self, _clock(path)))
        return None if math.isnan(peak) else peak

    def peaks(self) -> dict[str, Sourced]:
        """Every known peak by its key in the JSON report: ``dram_bytes_per_second``, ``fp32_flop_per_second``, ..."""
        peaks = {"dram_bytes_per_second": self.dram_bytes_per_second, "l1_bytes_per_second": self.l1_bytes_per_second}
        if self.l2_bytes_per_second is not None:
            peaks["l2_bytes_per_second"] = self.l2_bytes_per_second
        for path in self.rates:
            unit = "op" if "int" in path else "flop"
            peaks[f"{path}_{unit}_per_second"] = product(self.sourced(f"rate.{path}"), self.sourced("sm_count"), self.sourced(_clock(path)))
        return {key: peak for key, peak in peaks.items() if not math.isnan(peak.value)}


def product(*factors: Sourced) -> Sourced:
    """The product, with the source of its weakest factor and what is said of that and of the first."""
    weakest = min(factors, key=lambda factor: _TRUST.index(factor.source))
    notes = dict.fromkeys(factor.note for factor in (factors[0], weakest) if factor.note)
    return Sourced(math.prod(factor.value for factor in factors), weakest.source, "; ".join(notes))


def _clock(path: str) -> str:
    # Vendors state the peak of FP64 on the tensor cores at boost, that of the other formats at a lower clock of their own.
    return "tensor_hz" if path.startswith("tensor_") and path != "tensor_fp64" else "boost_hz"


def assemble(identity: Mapping[str, str], numbers: Mapping[str, Sourced], device_limits: Limits, notes: tuple[str, ...]) -> Gpu:
    """A Gpu of its sourced numbers. ``identity``: id, name, chip, compute_capability, memory_type, source, grade."""

    def value(key: str) -> float:
        return numbers[key].value if key in numbers else math.nan

    def group(name: str) -> dict[str, Sourced]:
        return {key.removeprefix(f"{name}."): number for key, number in numbers.items() if key.startswith(f"{name}.")}

    named: dict[str, Any] = dict(identity)
    return Gpu(
        **named,
        sm_count=int(value("sm_count")),
        limits=device_limits,
        boost_hz=value("boost_hz"),
        tensor_hz=value("tensor_hz"),
        dram_bytes_per_second=numbers.get("dram_bytes_per_second", Sourced(math.nan, "database", "not known")),
        l2_bytes=value("l2_bytes"),
        memory_bytes=value("memory_bytes"),
        rates={path: number.value for path, number in group("rate").items()},
        achievable=group("achievable"),
        latency_cycles={level: number.value for level, number in group("latency").items()},
        base_hz=value("base_hz"),
        memory_clock_hz=value("memory_clock_hz"),
        memory_bus_bits=value("memory_bus_bits"),
        l2_near_bytes=value("l2_near_bytes"),
        l2_bytes_per_clock=value("l2_bytes_per_clock"),
        l2_bytes_per_second=numbers.get("l2_bytes_per_second"),
        bytes_in_flight_per_sm=value("bytes_in_flight_per_sm"),
        power_watts=value("power_watts"),
        notes=notes,
        numbers=dict(numbers),
    )
