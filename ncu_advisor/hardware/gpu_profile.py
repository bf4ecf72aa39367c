"""The Gpu of a profile: its own numbers first, then the database's, then those of the device that the user named.

Clocks are the highest the device may run at, not those of one launch, so that every launch of a run has the same peaks.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

from ncu_advisor.errors import UnknownDevice
from ncu_advisor.hardware import gpu_files
from ncu_advisor.hardware.architecture import closest
from ncu_advisor.hardware.gpu import Gpu, Sourced, assemble
from ncu_advisor.hardware.gpu_measured import (
    DRAM_CLOCK,
    SM_CLOCKS,
    Attributes,
    boost_clock,
    compute_capability,
    device_name,
    is_integrated,
    measured_numbers,
    reported_limits,
    reported_memory_clock,
    sm_count,
    value_of,
)

_FROM_ARCHITECTURE = {"rate.fp32": "fp32_fma", "rate.fp64": "fp64_fma", "rate.fp16": "fp16_fma"}
# Peaks and table agree up to rounding; beyond this they speak of different things.
_SAME = 0.02
# A base clock to which SMs were locked reads as that up to rounding: further off, they run at a clock of their own that is none.
_LOCKED = 0.003
# The memory clock of a launch over the nominal one: short launches read a few percent low, and where no other device has as many SMs,
# a card that saves power is itself all the same. Some read high, which is no other device's clock where all that may be meant share theirs.
_MEMORY_CLOCK, _SAVING_POWER, _READS_HIGH = (0.94, 1.02), 0.6, 1.05
# How slow the memory of another device may read, where SMs run at its base clock.
_READS_LOW = 0.9


def from_profile(attributes: Attributes, fallback: Gpu | None = None, *, locked: bool = True) -> Gpu:
    """The device of a profile: its own numbers first, then the database's, then those of ``fallback`` (named by the user).

    ``attributes`` maps vendor metric names to values; it may hold ``compute_capability`` (``"9.0"``) where device attributes are missing.
    ``locked``: whether SMs may have been locked to their base clock, which then tells devices that share all else."""
    name = device_name(attributes)
    capability = compute_capability(attributes)
    if fallback is not None and capability and capability != fallback.compute_capability:
        problem = f"has compute capability {fallback.compute_capability}, the profile was taken on {capability}"
        raise UnknownDevice(fallback.name, problem, "pass --gpu with the profiled device, or leave it out")
    base, reason = _known(attributes, name, capability, fallback, locked)
    capability = capability or (base.compute_capability if base else "")
    measured = measured_numbers(attributes, capability)
    if base is not None:
        return _merge(base, measured, attributes, reason)
    missing = _missing(capability, measured)
    if missing:
        likely = gpu_files.candidates(capability, sm_count(attributes)) if capability else []
        likely = [*dict.fromkeys([*likely[:4], *(gpu_files.nearest(name, 3) if name else [])])][:5]
        remedy = f"pass --gpu NAME{', perhaps ' + ', '.join(likely) if likely else ''} (`ncu-advisor gpus` lists all)"
        raise UnknownDevice(name or "the profiled device", f"{reason}, and the profile lacks its {', '.join(missing)}", remedy)
    return _undocumented(name, capability, measured, attributes)


def _known(attributes: Attributes, name: str, capability: str, fallback: Gpu | None, locked: bool) -> tuple[Gpu | None, str]:
    """The database's device, or the user's, or none; and a note on how it was chosen or why there is none."""
    try:
        found = gpu_files.find(name, sm_count(attributes), capability, boost_clock(attributes)) if name and capability else None
        reason = "" if found else "the profile does not name its device"
    except UnknownDevice as error:
        found, reason = None, f"it is not identified ({error.problem})"
    if found is None and fallback is None and not name:
        found, told_by = _inferred(attributes, capability, locked)
        found = found and dataclasses.replace(found, told_by_clocks=True)
        reason = f"the profile does not name its device: told by compute capability, SM count{told_by}" if found else reason
    if found is not None and fallback is not None and fallback.id != found.id:
        reason = f"the profile names this device itself: {fallback.name} is not used"
    if found is None and fallback is not None:
        return _of_user(fallback), reason
    return found, reason


def _inferred(attributes: Attributes, capability: str, locked: bool) -> tuple[Gpu | None, str]:
    """The one known device of this compute capability, SM count and memory clock, for exports that carry no device name, and by what it is
    told beside the first two; of several with one memory, the one to whose base clock the SMs were locked. None where that is the base clock of
    another device, whose memory may run slow."""
    sms, clock = sm_count(attributes), value_of(attributes, DRAM_CLOCK)
    if not capability or math.isnan(sms) or math.isnan(clock):
        return None, ""
    alike = [gpu_files.read(stem) for stem in gpu_files.candidates(capability, sms)]
    known = alike = [gpu for gpu in alike if gpu.sm_count == sms]
    slowest, fastest = (_SAVING_POWER if len(alike) == 1 else _MEMORY_CLOCK[0]), _MEMORY_CLOCK[1]
    if len(alike) > 1 and len({gpu.memory_clock_hz for gpu in alike}) == 1:
        fastest = _READS_HIGH
    alike = [gpu for gpu in alike if any(slowest < clock / own < fastest for own in _memory_clocks(gpu))]
    sm_clock = next((value for name in SM_CLOCKS if (value := value_of(attributes, name)) > 0), math.nan)
    if len(alike) == 1:
        locked_to = [gpu for gpu in known if _at_base(gpu, sm_clock) and _READS_LOW < clock / gpu.memory_clock_hz < _READS_HIGH]
        return None if locked_to and alike[0] not in locked_to else alike[0], " and memory clock"
    return _locked_to_base(alike, sm_clock) if locked else None, ", memory clock and the base clock at which SMs ran"


def _memory_clocks(gpu: Gpu) -> list[float]:
    """The nominal clock of its memory, and the one it has on boards of less power."""
    lowered = gpu.numbers.get("lowered_memory_clock_hz")
    return [gpu.memory_clock_hz, *([lowered.value] if lowered else [])]


def _locked_to_base(alike: Sequence[Gpu], clock: float) -> Gpu | None:
    """Of devices with one chip and memory, the one whose base clock this is: ncu locks SMs to it unless told otherwise. None where that is no
    device's, or where SMs of another one run at it without a lock."""
    if len({(gpu.chip, gpu.dram_bytes_per_second.value) for gpu in alike}) != 1 or any(abs(clock / gpu.boost_hz - 1) < _SAME for gpu in alike):
        return None
    return gpu_files.of_any_size([gpu for gpu in alike if _at_base(gpu, clock)])


def _at_base(gpu: Gpu, clock: float) -> bool:
    return "base_hz" in gpu.numbers and abs(clock / gpu.numbers["base_hz"].value - 1) < _LOCKED


def _of_user(gpu: Gpu) -> Gpu:
    """``gpu`` with the user as the source: nothing but their word ties its numbers to the profile."""
    numbers = {key: Sourced(n.value, "user", f"device named by the user; {n.note}") for key, n in gpu.numbers.items()}
    return assemble(gpu_files.identity(gpu), numbers, gpu.limits, gpu.notes)


def _merge(base: Gpu, measured: Mapping[str, Sourced], attributes: Attributes, reason: str) -> Gpu:
    """``base`` with the profile's numbers in place of its own."""
    numbers = dict(base.numbers)
    notes = [*base.notes, _sentence(reason)] if reason else list(base.notes)
    for key, seen in measured.items():
        known = numbers.get(key)
        if key.startswith("rate.") and known is not None and seen.value > known.value * (1 + _SAME):
            # Product limits such as half-rate fp32 accumulation are no limit of the pipe, so its counters need not show them.
            notes.append(f"The profile's peak of {key[5:]} is {seen.value:g} per clock and SM; this device is known to reach {known.value:g}.")
            continue
        numbers[key] = seen
    if "boost_hz" in measured and {"boost_hz", "tensor_hz"} <= base.numbers.keys():
        tensor = base.numbers["tensor_hz"]
        ratio = measured["boost_hz"].value / base.boost_hz
        note = f"{tensor.note}; the same share of the boost clock that the profile reports"
        numbers["tensor_hz"] = Sourced(tensor.value * ratio, tensor.source, note)
    if is_integrated(attributes) and reported_memory_clock(attributes) > 0 and "dram_bytes_per_second" not in measured:
        clock = f"{reported_memory_clock(attributes) / 1e6:.0f} MHz"
        notes.append(f"The DRAM peak is the database's: the {clock} that the driver reports are not the clock of the memory shared with the host.")
    if measured.get("sm_count") and measured["sm_count"].value != base.sm_count:
        notes.append(f"The profile counts {measured['sm_count'].value:g} SMs, {base.name} has {base.sm_count}.")
    merged = assemble(gpu_files.identity(base), numbers, reported_limits(base.compute_capability, attributes), tuple(notes))
    return dataclasses.replace(merged, told_by_clocks=base.told_by_clocks)


def _missing(capability: str, measured: Mapping[str, Sourced]) -> list[str]:
    wanted = {"sm_count": "SM count", "boost_hz": "clock", "dram_bytes_per_second": "memory clock and bus width"}
    return ([] if capability else ["compute capability"]) + [words for key, words in wanted.items() if key not in measured]


def _undocumented(name: str, capability: str, measured: Mapping[str, Sourced], attributes: Attributes) -> Gpu:
    """A device that no file describes: the profile's numbers, and rates per SM that its compute capability and line fix."""
    kind = closest(capability)
    note = f"of compute capability {kind.compute_capability}; no file describes this device"
    numbers = {rate: Sourced(2.0 * kind.throughput[key], "database", note) for rate, key in _FROM_ARCHITECTURE.items() if key in kind.throughput}
    numbers |= gpu_files.rates_alike(name, capability)
    numbers["bytes_in_flight_per_sm"] = Sourced(float(kind.bytes_in_flight_per_sm), "database", note)
    numbers |= measured
    # Without the vendor's word on a lower clock for tensor work, the boost clock is the bound.
    numbers["tensor_hz"] = numbers["boost_hz"]
    identity = {
        "id": "",
        "name": name or f"device of compute capability {capability}",
        "chip": kind.chips[0] if len(kind.chips) == 1 else "",
        "compute_capability": kind.compute_capability,
        "memory_type": "",
        "source": "the profile",
        "grade": "",
    }
    tensor = any(number.startswith("rate.tensor") for number in numbers)
    known = "are those on which all described devices of its kind agree" if tensor else "are known only where the profile carries them"
    notes = (f"No file describes this device: its tensor rates {known}.", *kind.notes)
    return assemble(identity, numbers, reported_limits(capability, attributes), notes)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
