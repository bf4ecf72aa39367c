"""What a plan needs of a Gpu, per clock cycle: rates, latencies and capacities, every gap filled by a rule that says where it is from."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.architecture import Architecture, Limits
from ncu_advisor.hardware.gpu import Gpu

# Element types of the command line: bytes of an operand, bytes of a result, the dense rate that multiplies them, and what stands in for it.
ELEMENT = {"f16": 2.0, "bf16": 2.0, "tf32": 4.0, "f32": 4.0, "f8": 1.0, "i8": 1.0, "f64": 8.0}
RESULT = {"f16": 2.0, "bf16": 2.0, "tf32": 4.0, "f32": 4.0, "f8": 2.0, "i8": 4.0, "f64": 8.0}
_RATE = {
    "f16": ("tensor_fp16", "fp16", "fp32"),
    "bf16": ("tensor_bf16", "fp32"),
    "tf32": ("tensor_tf32", "fp32"),
    "f32": ("fp32",),
    "f8": ("tensor_fp8", "tensor_fp16", "fp16", "fp32"),
    "i8": ("tensor_int8", "fp32"),
    "f64": ("tensor_fp64", "fp64"),
}
DTYPES = tuple(ELEMENT)

# Where a device file is silent. L2 to the SMs: 64 bytes per clock and SM, at most about 6150 in all (DeepGEMM's model of Hopper, grade B);
# latencies: the middle of what pointer chases show on parts from V100 to B200 (RRZE-HPC/gpu-benches, grade B).
_L2_BYTES_PER_CLOCK_AND_SM, _L2_BYTES_PER_CLOCK_AT_MOST = 64.0, 6150.0
_LATENCY = {"l2": 270.0, "dram": 650.0}
_ACHIEVABLE_DRAM = {"dram_read": 0.95, "dram_copy": 0.88, "dram_triad": 0.90, "dram_write": 0.97}
# What tensor kernels sustain of the dense peak under the board's power limit, where no measurement is at hand. Parts with warpgroup instructions
# are held back by power: 0.8 on an H200, 8192^3 (grade A there). Others hardly: the vendor's library reaches 0.88 to 0.96 on an L20
# (DefTruth/CUDA-Learn-Notes, hgemm; grade B).
_ACHIEVABLE_TENSOR, _ACHIEVABLE_TENSOR_BEFORE = 0.8, 0.92


@dataclass(frozen=True, eq=False)  # compared by identity, so that a device keys a cache without hashing its tables
class Chip:
    """One device at its boost clock. Bytes per cycle are of the whole device, achievable, not theoretical."""

    gpu: Gpu
    architecture: Architecture
    limits: Limits
    sms: int
    hz: float
    dram_bytes_per_cycle: float  # reading
    dram_write_fraction: float  # of the read rate, when writing
    l2_bytes_per_cycle: float
    l2_bytes: float  # what stays near: half of the L2 where it is two partitions
    shared_bytes_per_cycle: float  # per SM
    l1_bytes: float  # L1 and shared memory of an SM together
    l2_latency: float
    dram_latency: float

    def us(self, cycles: float) -> float:
        """Microseconds of a number of cycles."""
        return cycles / self.hz * 1e6


def chip(gpu: Gpu) -> Chip:
    """The Chip of a device. Raises AdvisorError for one whose clock, SM count or bandwidth is not known: nothing can be predicted then."""
    needed = {"sm_count": gpu.sm_count, "boost clock": gpu.boost_hz, "DRAM bandwidth": gpu.dram_bytes_per_second.value}
    missing = [name for name, value in needed.items() if not value or math.isnan(value)]
    if missing:
        raise AdvisorError(gpu.name, f"its {', '.join(missing)} is not known", "name a device with --gpu (see `ncu-advisor gpus`)")
    hz = gpu.boost_hz
    architecture = gpu.architecture
    dram = gpu.dram_bytes_per_second.value / hz
    l2_guess = min(_L2_BYTES_PER_CLOCK_AND_SM * gpu.sm_count, _L2_BYTES_PER_CLOCK_AT_MOST)
    l2 = gpu.l2_bytes_per_second.value / hz if gpu.l2_bytes_per_second else l2_guess
    near = gpu.l2_near_bytes if not math.isnan(gpu.l2_near_bytes) else gpu.l2_bytes
    read = achievable(gpu, "dram_read")
    return Chip(
        gpu=gpu,
        architecture=architecture,
        limits=gpu.limits,
        sms=gpu.sm_count,
        hz=hz,
        dram_bytes_per_cycle=dram * read,
        dram_write_fraction=achievable(gpu, "dram_copy") / read,
        l2_bytes_per_cycle=l2_guess if math.isnan(l2) else l2,
        l2_bytes=near if not math.isnan(near) else 4.0 * 2**20,
        shared_bytes_per_cycle=_or(architecture.l1_bytes_per_clock, 128.0),
        l1_bytes=_or(architecture.l1_and_shared_bytes, gpu.limits.shared_per_sm),
        l2_latency=_or(gpu.latency_cycles.get("l2", math.nan), _LATENCY["l2"]),
        dram_latency=_or(gpu.latency_cycles.get("dram", math.nan), _LATENCY["dram"]),
    )


def achievable(gpu: Gpu, what: str) -> float:
    """The fraction of a theoretical peak that good kernels reach: the device's own, or what its kind was seen to reach."""
    if what in gpu.achievable:
        return gpu.achievable[what].value
    if what.startswith("tensor"):
        return _ACHIEVABLE_TENSOR if gpu.architecture.has("wgmma") or gpu.architecture.has("tcgen05") else _ACHIEVABLE_TENSOR_BEFORE
    return _ACHIEVABLE_DRAM.get(what, 0.97)


def rate(gpu: Gpu, dtype: str) -> tuple[str, float]:
    """The pipe that multiplies ``dtype`` on this device, and its dense operations per clock and SM.

    Where the device lacks the type's own tensor path, the next best that computes the same: half precision, then fp32 (integers too).
    """
    for path in _RATE[dtype]:
        if gpu.rates.get(path):
            return path, gpu.rates[path]
    raise AdvisorError(gpu.name, f"no rate is known for {dtype}", f"choose another --dtype of {', '.join(DTYPES)}")


def sustained(gpu: Gpu, path: str) -> float:
    """Operations per second that the device sustains on ``path`` under its power limit: the peak at the vendor's clock, times what was measured."""
    peak = gpu.peak_flops(path) or 0.0
    return peak * achievable(gpu, path) if path.startswith("tensor") else peak


def _or(value: float, otherwise: float) -> float:
    return otherwise if math.isnan(value) else value
