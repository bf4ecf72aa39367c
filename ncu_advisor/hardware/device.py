"""Which device each launch ran on: from the profile itself, the database, or the user's word."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import numbered
from ncu_advisor.errors import UnknownDevice
from ncu_advisor.hardware import deduced_sms
from ncu_advisor.hardware.architecture import Limits, canonical, closest
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.hardware.gpu_files import heads, load
from ncu_advisor.hardware.gpu_measured import compute_capability, sm_count
from ncu_advisor.hardware.gpu_profile import from_profile

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns
    from ncu_advisor.profile import Profile

# Where a device has no measured fraction: what HBM and GDDR parts were seen to reach (gpus/*.toml, sources).
_DRAM_READ, _DRAM_COPY = 0.96, 0.88
# What good products reach of their pipe (benchmarks/advice, healthy ones).
TENSOR_REACHED = 0.92
# GeForce boards of these chips, and A10G, add up in FP32 at half the rate, and the counter of the pipe's busy cycles then shows half (two products of
# public profiles: 81% of the peak of an RTX 3090 by its time at 41% busy, 96% of that of an RTX 4060 with its busiest part at 49%). On 12.0 it
# shows all of it (RTX 5070: 83% busy at 83% of the peak).
_HALF_SHOWN = ("8.6", "8.9")
_MORE_THAN_HALF = 52.0  # percent busy: sums in FP16, or integers
# Rates that rules may compare, as columns peak_<path>: dense operations per second at the clock that they hold for.
_PATHS = ("fp64", "fp32", "fp16", "tensor_fp16", "tensor_bf16", "tensor_tf32", "tensor_fp64", "tensor_int8", "tensor_fp8")

# What the columns of ``Devices.moved`` follow from: what rules that name them have collected.
_MOVED = ("dram_bytes", "dram_throughput", "duration")
MOVED_FROM: dict[str, tuple[str, ...]] = {"dram_moved": _MOVED, "dram_turns": _MOVED, "dram_words_each": (*_MOVED, "grid_size", "block_size")}

# Below this part of the boost clock, the profiler has locked clocks to base, or power and heat have lowered them.
_SLOWED = 0.9
_WHY_SLOWED = {"base": "to which ncu locked them (`--clock-control none` leaves clocks alone)", "none": "though ncu left clocks alone"}


@dataclass
class Devices:
    """The devices of a profile: one entry a launch; None where neither profile nor user says enough (``problems`` says why)."""

    of_launch: list[Gpu | None]
    problems: list[str]
    reported: Sequence[str] = ()  # what the driver calls the device of each launch; () where the profile does not say
    told: Sequence[tuple[str, float]] = ()  # compute capability and SM count of each launch as the profile says, "" and NaN where it does not

    def summary(self) -> dict[str, Any]:
        """The report's ``device``: the one that ran most launches; notes name the others."""
        known = [gpu for gpu in self.of_launch if gpu is not None]
        if not known:
            return {"name": "unknown device", **self._told_of_all(), "peaks": {}, "notes": self.problems}
        of_name, of_gpu = Counter(gpu.name for gpu in known), Counter(map(id, known))
        gpu = max((of for of in self._different if of is not None), key=lambda of: (of_name[of.name], of_gpu[id(of)]))
        peaks = {key: {"value": peak.value, "source": peak.source, "note": peak.note} for key, peak in gpu.peaks().items()}
        return {
            "name": self._called(gpu.name),
            "compute_capability": gpu.compute_capability,
            "sm_count": gpu.sm_count,
            "peaks": peaks,
            "notes": [*gpu.notes, *self._others(gpu), *self.problems],
        } | ({"told_by_clocks": True} if gpu.told_by_clocks else {})

    def _told_of_all(self) -> dict[str, Any]:
        """What the profile says of a device that nobody knows, where all launches ran on one such."""
        capabilities, counts = {capability for capability, _ in self.told}, {count for _, count in self.told if count > 0}
        return {
            "compute_capability": (capabilities.pop() or None) if len(capabilities) == 1 else None,
            "sm_count": int(counts.pop()) if len(counts) == 1 else None,
        }

    def _called(self, name: str) -> str:
        """What the driver calls the device of this ``name`` at most of its launches, else the database."""
        names = Counter(told for told, of in zip(self.reported, self.of_launch, strict=False) if told and of is not None and of.name == name)
        return names.most_common(1)[0][0] if names else name

    def _others(self, gpu: Gpu) -> list[str]:
        """A sentence a device beside ``gpu``: its launches are judged by peaks of its own, or by none."""
        others = Counter("" if of is None else of.name for of in self.of_launch if of is None or of.name != gpu.name)
        return [
            f"{_launches(count)} ran on {self._called(name)} and {'is' if count == 1 else 'are'} judged by its peaks"
            if name
            else f"{_launches(count)} ran on a device that is not known and {'is' if count == 1 else 'are'} judged by no peaks"
            for name, count in others.items()
        ]

    def clocks(self, metrics: Columns, control: str | None) -> list[str]:
        """A sentence where SMs ran well below boost: what their clock sets the pace of counts for more here than in a normal run.

        ``control`` is the profiler's ``--clock-control``, None where the export does not say.
        """
        ran = _collected(metrics, "sm_clock")
        shares = ran / self._column(lambda g: g.boost_hz)
        known = ~np.isnan(shares)
        if not known.any() or (share := float(np.median(shares[known]))) > _SLOWED:
            return []
        cause = _WHY_SLOWED.get(control or "", "as where ncu locks clocks (`--clock-control none` leaves them alone)")
        clock = f"{np.median(ran[known]) / 1e9:.2f} GHz, {share:.0%} of boost"
        return [f"SMs ran at {clock}, {cause}: computation and caches count for more here, beside DRAM, than in a normal run."]

    def achievable(self, metrics: Columns) -> dict[str, Column]:
        """Fractions of peak per resource that good kernels reach on these devices with this traffic."""
        read = self._column(lambda g: g.achievable["dram_read"].value if "dram_read" in g.achievable else None)
        copy = self._column(lambda g: g.achievable["dram_copy"].value if "dram_copy" in g.achievable else None)
        read, copy = (np.where(np.isnan(column), default, column) for column, default in ((read, _DRAM_READ), (copy, _DRAM_COPY)))
        writes = _collected(metrics, "dram_write_share") / 100.0
        # Reads and writes share the bus and turn it around: the fraction falls from reads only to half writes.
        mixed = read - (read - copy) * np.clip(writes, 0.0, 0.5) / 0.5
        return {"dram": np.where(np.isnan(writes), (read + copy) / 2, mixed), "tensor": TENSOR_REACHED * self._tensor_shown(metrics)}

    def _tensor_shown(self, metrics: Columns) -> Column:
        """The fraction of its cycles that the counter of the tensor pipe shows busy when it is full."""
        halved = self._column(lambda g: g.compute_capability in _HALF_SHOWN and _sums_in_fp32_at_half(g)) == 1.0
        if not halved.any():
            return np.ones(len(self.of_launch))
        busy, integers = (np.nan_to_num(_collected(metrics, name)) for name in ("pipe_tensor", "tensor_int8_per_cycle"))
        floats = sum(np.nan_to_num(_collected(metrics, f"tensor_{kind}_per_cycle")) for kind in ("fp16", "bf16", "tf32", "fp8"))
        return np.where(halved & ~(busy > _MORE_THAN_HALF) & ~(integers > floats), 0.5, 1.0)

    def columns(self) -> dict[str, Column]:
        """Device figures as columns for rules: ``peak_fp32``, ``gpu_sm_count``, ``gpu_l2_bytes``, ``gpu_cc``, ...; NaN where unknown."""
        columns = {f"peak_{path}": self._column(lambda g, path=path: g.peak_flops(path)) for path in _PATHS}
        return columns | {
            "gpu_sm_count": self._sm_counts(),
            "gpu_sm_most": self._most_sms(),
            "gpu_l2_bytes": self._column(lambda g: g.l2_bytes),
            "gpu_cc": self._fixed(lambda limits: float(limits.compute_capability)),
            "gpu_shared_optin": self._fixed(lambda limits: limits.shared_per_block_optin),
            "gpu_dram": self._column(lambda g: g.dram_bytes_per_second.value),
            "gpu_memory_bytes": self._column(lambda g: g.memory_bytes),
            "gpu_max_warps": self._fixed(lambda limits: limits.max_warps_per_sm),
            "gpu_fp64_lanes": self._column(lambda g: g.architecture.throughput.get("fp64_fma")),
            # Turns that the load-store unit takes for an instruction of a warp: two with 16 lanes, one with 32, and where that is not known.
            "gpu_lsu_turns": np.where(self._column(lambda g: g.architecture.throughput.get("load_store_lanes")) == 16, 2.0, 1.0),
            # Likewise the FMA pipe: two turns with 64 FP32 lanes on an SM, one with 128.
            "gpu_fma_turns": np.where(self._column(lambda g: g.architecture.throughput.get("fp32_fma")) == 64, 2.0, 1.0),
            "gpu_latency_dram": self._column(lambda g: g.latency_cycles.get("dram")),
            "gpu_latency_l2": self._column(lambda g: g.latency_cycles.get("l2")),
            "gpu_bytes_in_flight": self._column(lambda g: g.bytes_in_flight_per_sm),
        }

    def moved(self, metrics: Columns, device: Mapping[str, Column]) -> dict[str, Column]:
        """What DRAM moved, as columns for rules; NaN where neither its bytes nor its share of the device's peak are known.

        ``dram_moved``: bytes, as counted, else as its share of the time allows. ``dram_turns``: how many times what the card holds.
        ``dram_words_each``: whole words of four bytes for each thread (DRAM moves more than what is loaded: check bits, ends of sectors,
        other data). ``device``: its ``columns``.
        """
        counted, busy, duration = (_collected(metrics, name) for name in ("dram_bytes", "dram_throughput", "duration"))
        moved = np.where(np.isnan(counted), busy / 100.0 * device["gpu_dram"] * duration * 1e-9, counted)
        threads = _collected(metrics, "grid_size") * _collected(metrics, "block_size")
        with np.errstate(all="ignore"):
            words = np.floor(moved / threads / 4.0)
        return {"dram_moved": moved, "dram_turns": moved / device["gpu_memory_bytes"], "dram_words_each": words}

    def _column(self, figure: Any) -> Column:
        found = [figure(gpu) if gpu is not None else None for gpu in self._different]
        values = np.array([float("nan") if value is None else float(value) for value in found], dtype=float)
        # One device, as almost always, is one number for all launches.
        return np.broadcast_to(values[0], len(self.of_launch)) if len(values) == 1 else values[self._numbers]

    def _sm_counts(self) -> Column:
        column = self._column(lambda g: g.sm_count)
        return np.where(np.isnan(column), np.array([count for _, count in self.told]), column) if np.isnan(column).any() and self.told else column

    def _most_sms(self) -> Column:
        """The SMs of a device that is known; of another, those of the largest that is described of its compute capability."""
        column = self._sm_counts()
        if not np.isnan(column).any() or not self.told:
            return column
        most = {capability: _largest(capability) for capability, _ in dict.fromkeys(self.told)}
        return np.where(np.isnan(column), np.array([most[capability] for capability, _ in self.told]), column)

    def _fixed(self, figure: Callable[[Limits], float]) -> Column:
        """A figure that the compute capability fixes: known also of a device that is not."""
        column = self._column(lambda g: figure(g.limits))
        if None not in self._different or not self.told:
            return column
        known = {capability: _limits(capability) for capability, _ in dict.fromkeys(self.told)}
        figures = {capability: float("nan") if limits is None else float(figure(limits)) for capability, limits in known.items()}
        return np.where(np.isnan(column), np.array([figures[capability] for capability, _ in self.told]), column)

    @cached_property
    def _different(self) -> list[Gpu | None]:
        return list({id(gpu): gpu for gpu in self.of_launch}.values())

    @cached_property
    def _numbers(self) -> NDArray[np.int64]:
        """For every launch, which of the different devices it ran on."""
        numbers = {id(gpu): number for number, gpu in enumerate(self._different)}
        return np.array([numbers[id(gpu)] for gpu in self.of_launch], dtype=np.int64)


def _largest(capability: str) -> float:
    return float(max((head.sm_count for head in heads() if capability and head.compute_capability == canonical(capability)), default=math.nan))


def _sums_in_fp32_at_half(gpu: Gpu) -> bool:
    return gpu.rates.get("tensor_fp16_acc16", 0.0) > 1.9 * gpu.rates.get("tensor_fp16", math.inf)


def _collected(metrics: Columns, name: str) -> Column:
    """A metric, NaN where it was not collected."""
    return np.asarray(metrics[name], dtype=float) if name in metrics else np.full(len(metrics), np.nan)


def identify(profile: Profile, named: str | None = None, clock_control: str | None = None) -> Devices:
    """The device of every launch. ``clock_control`` is the profiler's, None where the export does not say.

    Raises UnknownDevice only for a ``named`` device that is unknown or contradicts the profile.
    """
    fallback = load(named) if named else None
    numbers = _numbered(profile)
    locked = clock_control in (None, "base")
    known: dict[Hashable, Gpu | None] = {}
    problems: dict[str, None] = {}
    found: list[Gpu | None] = []
    told: list[tuple[str, float]] = []
    for attributes in _attributes(profile, numbers):
        # As one object, where exports of one device say the same of it: there may be thousands.
        key = tuple(attributes.items())
        if key not in known:
            try:
                known[key] = from_profile(attributes, fallback, locked=locked)
            except UnknownDevice as error:
                if fallback is not None:
                    raise
                known[key] = None
                problems[str(error)] = None
        found.append(known[key])
        told.append((compute_capability(attributes), sm_count(attributes)))
    of_launch = numbers.tolist()
    return Devices([found[number] for number in of_launch], list(problems), _reported_names(profile), [told[number] for number in of_launch])


def _reported_names(profile: Profile) -> list[str]:
    names = "device__attribute_display_name"
    return profile.text_columns[names].tolist() if names in profile.text_columns else []


def _numbered(profile: Profile) -> NDArray[np.int64]:
    """For every launch the number of its device, in the order of their first launches: a device of one input is never that of another."""
    names = ("source", "device_index", "compute_capability")
    columns = [profile.launch_columns[name] for name in names if name in profile.launch_columns]
    if "device__attribute_display_name" in profile.text_columns:
        columns.append(profile.text_columns["device__attribute_display_name"])
    if "launch__sm_count" in profile.vendor_columns:
        columns.append(np.nan_to_num(profile.vendor_columns["launch__sm_count"], nan=-1.0))
    return numbered(zip(*(column.tolist() for column in columns), strict=True) if columns else [0] * len(profile))


def _launches(count: int) -> str:
    return f"{count:,} {'launch' if count == 1 else 'launches'}"


def _limits(capability: str) -> Limits | None:
    try:
        return closest(capability).limits if capability else None
    except UnknownDevice:
        return None


_MOST = 1e18  # what says more of a device, or less than nothing, is damaged


def _attributes(profile: Profile, numbers: NDArray[np.int64]) -> list[dict[str, float | str]]:
    """What the launches of every device say of it, those that say nothing of one thing passed over."""
    from ncu_advisor.hardware.gpu_measured import describes_device

    first = np.unique(numbers, return_index=True)[1]
    capabilities = profile.launch_columns["compute_capability"][first].tolist()
    found: list[dict[str, float | str]] = [{} for _ in first]
    for name in filter(describes_device, profile.vendor_columns):
        for attributes, value in zip(found, _middle(profile.vendor_columns[name], numbers, len(first)), strict=True):
            if not np.isnan(value):
                attributes[name] = value
    for name in filter(describes_device, profile.text_columns):
        column = profile.text_columns[name]
        known = np.flatnonzero(column != "")[::-1]
        # Backwards: where several know, the first of them is written last.
        for number, text in dict(zip(numbers[known].tolist(), column[known].tolist(), strict=True)).items():
            found[number][name] = text
    for attributes, capability in zip(found, capabilities, strict=True):
        if capability:
            attributes["compute_capability"] = capability
    _deduce_counts(profile, numbers, found)
    return found


def _deduce_counts(profile: Profile, numbers: NDArray[np.int64], found: Sequence[dict[str, float | str]]) -> None:
    """Old exports have no number of SMs: it is added where their launches leave one alone."""
    for number, attributes in enumerate(found):
        capability = compute_capability(attributes)
        if math.isnan(sm_count(attributes)):
            known = {head.sm_count for head in heads() if not capability or head.compute_capability == canonical(capability)}
            count = deduced_sms.deduced({name: _collected(profile.metric_columns, name)[numbers == number] for name in deduced_sms.NEEDS}, known)
            if count > 0:
                attributes["launch__sm_count"] = count


def _middle(column: Column, numbers: NDArray[np.int64], devices: int) -> list[float]:
    """The median of a column's possible values by device, NaN where there is none: the higher of two, as clocks of short launches read low."""
    known = np.flatnonzero((column >= 0) & (column <= _MOST))
    if 0 < len(known) == len(column) and (column == column[0]).all():  # as of most attributes: nothing to sort
        return [float(column[0])] * devices
    counts = np.bincount(numbers[known], minlength=devices)
    ordered = column[known[np.lexsort((column[known], numbers[known]))]]
    middle = np.full(devices, np.nan)
    middle[counts > 0] = ordered[(np.cumsum(counts) - counts + counts // 2)[counts > 0]]
    values: list[float] = middle.tolist()
    return values
