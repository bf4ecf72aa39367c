"""What a profile says of its device: attributes, and sustained peaks per clock.

Two traps, both seen in real reports: on chips with sparse tensor cores the unqualified ``sm__ops_path_tensor_src_*`` peaks are 2:4 sparse,
only ``*_sparsity_off`` is dense; and on 9.0 ``op_hmma`` is the legacy path at two thirds of the peak.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Mapping

from ncu_advisor.hardware.architecture import Limits, canonical, closest, known
from ncu_advisor.hardware.gpu import Sourced
from ncu_advisor.units import number

Attributes = Mapping[str, float | str]

_DEVICE = "device__attribute_"
_LEAST = 1e-3  # nothing that a device counts, in clocks, bits, bytes and operations, is less: such a value is damaged
_READS_HIGH = 0.02  # what a counted clock of a short launch may be above the true one
_MOST_ABOVE = 2.0  # times what a device tells its SMs may run at (1.5 on Thor); a clock beyond is damaged
_MOST_SMS = 1024  # of a device; the largest of today have 192
_FFMA_PEAK = "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained"
# Peaks per clock of the whole device -> rate, and operations per instruction (HFMA2 holds two multiply-adds).
_PIPES = {
    _FFMA_PEAK: ("rate.fp32", 2.0),
    "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained": ("rate.fp64", 2.0),
    "sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained": ("rate.fp16", 4.0),
}
_DRAM_PER_CLOCK = "dram__bytes.sum.peak_sustained"
DRAM_CLOCK = "dram__cycles_elapsed.avg.per_second"
SM_CLOCKS = ("sm__cycles_elapsed.avg.per_second", "smsp__cycles_elapsed.avg.per_second", "gpc__cycles_elapsed.avg.per_second")
_L2_CLOCK = "lts__cycles_elapsed.avg.per_second"
# Each with the bytes that one of its units is.
_L2_PER_CLOCK = {"derived__lts__lts2xbar_bytes.sum.peak_sustained": 1.0, "lts__lts2xbar_cycles_active.sum.peak_sustained": 32.0}
_TENSOR = re.compile(
    r"sm__ops_path_tensor_(?:op_(?P<op>[a-z]+)_)?src_(?P<source>[a-z0-9_]+?)"
    r"(?:_dst_(?P<target>fp16|fp32))?(?P<dense>_sparsity_off)?\.sum\.peak_sustained\Z"
)
_TENSOR_PATHS = {
    "fp16": "fp16", "fp16_bf16_tf32": "fp16", "bf16": "bf16", "tf32": "tf32", "fp8": "fp8", "fp4_fp6_fp8": "fp8",
    "fp4": "fp4", "int8": "int8", "int4": "int4", "fp64": "fp64",
}  # fmt: skip
# The instructions that reach the peak, by major compute capability; elsewhere the only ones.
_FASTEST = {9: ("hgmma", "qgmma", "igmma"), 10: ("utchmma", "utcqmma", "utcomma", "utcimma"), 11: ("utchmma", "utcqmma", "utcomma", "utcimma")}
_LIMITS = {
    "max_warps_per_sm": "max_warps_per_multiprocessor",
    "max_blocks_per_sm": "max_blocks_per_multiprocessor",
    "max_threads_per_block": "max_threads_per_block",
    "registers_per_sm": "max_registers_per_multiprocessor",
    "registers_per_block": "max_registers_per_block",
    "max_registers_per_thread": "max_registers_per_thread",
    "shared_per_sm": "max_shared_memory_per_multiprocessor",
    "shared_per_block_optin": "max_shared_memory_per_block_optin",
    "shared_reserved_per_block": "reserved_shared_memory_per_block",
}


def describes_device(vendor_name: str) -> bool:
    """Whether this vendor metric says something of the device that ``gpu_profile.from_profile`` uses: readers keep such columns."""
    clock = vendor_name in (DRAM_CLOCK, _L2_CLOCK, *SM_CLOCKS)
    single = clock or vendor_name in _PIPES or vendor_name in _L2_PER_CLOCK or vendor_name in (_DRAM_PER_CLOCK, "launch__sm_count")
    return single or vendor_name.startswith(_DEVICE) or _TENSOR.match(vendor_name) is not None


def measured_numbers(attributes: Attributes, capability: str) -> dict[str, Sourced]:
    """Every number of a Gpu that the profile carries."""
    sms, memory_clock = sm_count(attributes), reported_memory_clock(attributes)
    clock, of_clock = _highest_clock(attributes)
    bus = _first(attributes, f"{_DEVICE}fb_bus_width", f"{_DEVICE}global_memory_bus_width")
    if is_integrated(attributes):
        memory_clock = bus = math.nan
    per_clock = next((value * unit for key, unit in _L2_PER_CLOCK.items() if (value := value_of(attributes, key)) > 0), math.nan)
    values = {
        "sm_count": (sms, ""),
        "boost_hz": (clock, of_clock),
        "memory_clock_hz": (memory_clock, ""),
        "memory_bus_bits": (bus, ""),
        "memory_bytes": (value_of(attributes, f"{_DEVICE}total_memory"), ""),
        "l2_bytes": (value_of(attributes, f"{_DEVICE}l2_cache_size"), ""),
        "l2_bytes_per_clock": (per_clock, "sustained peak of L2 to the SMs"),
        "l2_bytes_per_second": (per_clock * value_of(attributes, _L2_CLOCK), "sustained peak of L2 to the SMs at the profiled L2 clock"),
        "dram_bytes_per_second": _dram(attributes, bus, memory_clock),
    }
    if sms > 0:
        values |= {rate: (value_of(attributes, key) * operations / sms, "sustained peak") for key, (rate, operations) in _PIPES.items()}
        values |= {f"rate.{path}": (peak / sms, "sustained dense peak") for path, peak in _tensor_peaks(attributes, capability).items()}
    return {key: Sourced(value, "profile", note) for key, (value, note) in values.items() if value >= _LEAST and math.isfinite(value)}


def _highest_clock(attributes: Attributes) -> tuple[float, str]:
    """The highest SM clock (Hz) that is known: the device's word, or what SMs ran at where that is more (Thor says 1.05 GHz and runs at 1.57)."""
    told = boost_clock(attributes)
    counted = next((value for name in SM_CLOCKS if (value := value_of(attributes, name)) > 0), math.nan)
    if told * (1 + _READS_HIGH) < counted < told * _MOST_ABOVE:
        return counted, "SM clock that the profile counted, above the highest that the device reports"
    return told, "highest SM clock that the device reports"


def _dram(attributes: Attributes, bus: float, memory_clock: float) -> tuple[float, str]:
    """Peak DRAM bandwidth (bytes/s): the sustained peak per clock, else two transfers per clock over the bus, at the highest memory clock."""
    per_clock = value_of(attributes, _DRAM_PER_CLOCK)
    if per_clock > 0 and memory_clock > 0:
        return per_clock * memory_clock, "sustained peak per clock at the highest memory clock"
    if bus > 0 and memory_clock > 0:
        return bus / 8 * 2 * memory_clock, "bus width / 8 x 2 x highest memory clock"
    return per_clock * value_of(attributes, DRAM_CLOCK), "sustained peak per clock at the profiled memory clock"


def _tensor_peaks(attributes: Attributes, capability: str) -> dict[str, float]:
    """Dense operations per clock of the device by tensor path; the fastest instruction counts."""
    major = int(capability.partition(".")[0] or 0)
    peaks: dict[str, float] = {}
    for key in attributes:
        match = _TENSOR.match(key)
        if match is None or match["source"] not in _TENSOR_PATHS:
            continue
        # Without sparse tensor cores (before 8.0, and FP64) there is no such suffix; elsewhere its lack means sparse.
        if not match["dense"] and major >= 8 and match["source"] != "fp64":
            continue
        if match["op"] and major in _FASTEST and match["op"] not in _FASTEST[major]:
            continue
        path = f"tensor_{_TENSOR_PATHS[match['source']]}" + ("_acc16" if match["target"] == "fp16" else "")
        value = value_of(attributes, key)
        if value > 0:
            peaks[path] = max(value, peaks.get(path, 0.0))
    return peaks


def reported_limits(capability: str, attributes: Attributes) -> Limits:
    """Limits of the capability, sizes as the device itself reports them (which is what makes a newer one than the database usable)."""
    known = closest(capability).limits
    reported = {key: value_of(attributes, _DEVICE + name) for key, name in _LIMITS.items()}
    changed = {key: int(value) for key, value in reported.items() if value >= 1 and int(value) != getattr(known, key)}
    if "shared_per_sm" in changed:
        kept = tuple(size for size in known.shared_carveouts if size < changed["shared_per_sm"])
        return dataclasses.replace(known, **changed, shared_carveouts=(*kept, changed["shared_per_sm"]))  # type: ignore[arg-type]
    return dataclasses.replace(known, **changed) if changed else known  # type: ignore[arg-type]


def device_name(attributes: Attributes) -> str:
    """The marketing name as the driver reports it; ``""`` where the profile does not say."""
    name = attributes.get(f"{_DEVICE}display_name", "")
    return name.strip() if isinstance(name, str) else ""


def compute_capability(attributes: Attributes) -> str:
    """``"9.0"``, or ``""`` where the profile does not say."""
    major, minor = (value_of(attributes, f"{_DEVICE}compute_capability_{part}") for part in ("major", "minor"))
    text = f"{major:g}.{minor:g}" if major > 0 and minor >= 0 else str(attributes.get("compute_capability", "")).strip()
    return canonical(text) if re.fullmatch(r"\d+\.\d", text) else ""


def sm_count(attributes: Attributes) -> float:
    """SMs of the device, else those that the launch may use, else as many as its FP32 peak is of; NaN where the profile says none of it."""
    counts = (value_of(attributes, name) for name in (f"{_DEVICE}multiprocessor_count", "launch__sm_count"))
    counted = next((count for count in counts if _may_count_sms(count)), math.nan)
    capability = compute_capability(attributes)
    if counted > 0 or capability not in known():
        return counted
    # The peak is that of one SM times their number, to the digit, on every device seen (7.5 to 12.0, 12 of them).
    number = value_of(attributes, _FFMA_PEAK) / closest(capability).throughput.get("fp32_fma", math.nan)
    return number if _may_count_sms(number) else math.nan


def _may_count_sms(number: float) -> bool:
    return 1 <= number <= _MOST_SMS and number.is_integer()


def boost_clock(attributes: Attributes) -> float:
    """The highest SM clock of the device in Hz; NaN where the profile does not say."""
    return _kilohertz(attributes, "max_gpu_frequency_khz", "clock_rate")


def reported_memory_clock(attributes: Attributes) -> float:
    """What the driver calls the highest memory clock, in Hz; NaN where the profile does not say. See ``is_integrated``."""
    return _kilohertz(attributes, "max_mem_frequency_khz", "memory_clock_rate")


def is_integrated(attributes: Attributes) -> bool:
    """Whether the device shares its host's memory. The driver then reports its own clock as that of the memory, and the bus at another width,
    or (Orin, JetPack 6: 816 MHz of 3.2 GHz) a quarter of the memory's clock."""
    return value_of(attributes, f"{_DEVICE}integrated") > 0 or reported_memory_clock(attributes) == boost_clock(attributes)


def _kilohertz(attributes: Attributes, *names: str) -> float:
    """A clock in Hz: the attributes are in kHz, but readers that go by a unit row bring them to Hz; no kHz value reaches 100 million."""
    value = _first(attributes, *(_DEVICE + name for name in names))
    return value * 1e3 if value < 1e8 else value


def _first(attributes: Attributes, *names: str) -> float:
    return next((value for name in names if (value := value_of(attributes, name)) > 0), math.nan)


def value_of(attributes: Attributes, name: str) -> float:
    """The number under ``name``; NaN where it is missing or no number."""
    value = attributes.get(name, math.nan)
    try:
        return number(value) if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        return math.nan
