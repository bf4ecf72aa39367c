"""Whether two sides may be compared at all: what differs in device, driver, tool, clocks, caches, replay and metrics, by name.

A difference makes the verdict INCOMPARABLE unless it is allowed by its name. What one side says and the other does not is a difference
too, but for a device's name beside the same compute capability and SM count; what neither side says is listed as unknown, because nobody
checked it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ncu_advisor.conditions import Conditions
from ncu_advisor.errors import AdvisorError, UnknownDevice
from ncu_advisor.hardware.gpu_files import resolve
from ncu_advisor.regression.runs import Kernel, Run

# Names for --allow, each with the fields of Conditions that it stands for.
_FIELDS: dict[str, tuple[str, ...]] = {
    "device": ("device", "compute_capability", "sm_count"),
    "driver": ("driver",),
    "tool-version": ("tool_version",),
    "clock-control": ("clock_control",),
    "cache-control": ("cache_control",),
    "replay-mode": ("replay_mode",),
}
CLOCKS, METRICS = "clocks", "metric-set"
# A measured clock by its metric, what it is called, and what holds it: ncu's own lock did not hold a memory clock between two public profiles.
_CLOCKS = (
    ("sm_clock", "SM clock", "lock it (nvidia-smi -lgc, or ncu --clock-control base) and profile again"),
    ("dram_clock", "DRAM clock", "lock it (nvidia-smi -lmc, as ncu's --clock-control may not hold it) and profile again"),
)
# What is no condition but stands in the way of a verdict as well; see ``gate``.
SHIFT, ADDED, REMOVED, COUNTS = "global-shift", "added-kernels", "removed-kernels", "launch-counts"
NAMES = (*_FIELDS, CLOCKS, METRICS)
ALLOWABLE = (*NAMES, SHIFT, ADDED, REMOVED, COUNTS)
_SAME_METRICS = "profile with the same --set and --metrics"
_SHOWN = 4  # names of metrics that a sentence lists


@dataclass(frozen=True)
class Mismatch:
    """One difference; ``allowed`` where the user named it."""

    name: str
    baseline: str
    current: str
    text: str
    allowed: bool = False


def check_names(allowed: Iterable[str]) -> frozenset[str]:
    """``allowed`` as a set; raises AdvisorError for a name that stands for nothing."""
    for name in allowed:
        if name not in ALLOWABLE:
            raise AdvisorError("--allow", f"{name!r} names no mismatch", f"one of {', '.join(ALLOWABLE)}")
    return frozenset(allowed)


def settings(baseline: Conditions, current: Conditions, allowed: Collection[str] = ()) -> list[Mismatch]:
    """What differs between two runs before any of their times is looked at."""
    found = []
    for name, fields in _FIELDS.items():
        if name == "device" and _may_be_one(baseline, current):
            continue
        pairs = [(getattr(baseline, f), getattr(current, f)) for f in fields]
        if any(_meant(field, before) != _meant(field, after) for field, (before, after) in zip(fields, pairs, strict=True)):
            before, after = (", ".join("not known" if v is None else str(v) for v in values) for values in zip(*pairs, strict=True))
            found.append(Mismatch(name, before, after, _differs(name, before, after), name in allowed))
    gone, come = sorted(set(baseline.metrics) - set(current.metrics)), sorted(set(current.metrics) - set(baseline.metrics))
    if gone or come:
        lists = [f"{len(names)} {where} ({_some(names)})" for names, where in ((gone, "only in the baseline"), (come, "only now")) if names]
        text = f"metric-set differs: {'; '.join(lists)}; {_SAME_METRICS}"
        found.append(Mismatch(METRICS, f"{len(baseline.metrics)} metrics", f"{len(current.metrics)} metrics", text, METRICS in allowed))
    return found


def _may_be_one(baseline: Conditions, current: Conditions) -> bool:
    """Whether a side does not name its device, and what it says of it, is of the other's too: that clocks differ is told by itself."""
    alike = all(getattr(baseline, f) is not None and getattr(baseline, f) == getattr(current, f) for f in ("compute_capability", "sm_count"))
    return alike and any(side.device is None or side.told_by_clocks for side in (baseline, current))


def _meant(field: str, value: object) -> object:
    """What a value stands for: a device is its id in the database, as pages that name none are told of by another name than the driver's."""
    if field != "device" or value is None:
        return value
    try:
        return resolve(str(value))
    except UnknownDevice:
        return value


Metrics = Mapping[Kernel, Mapping[str, float]]


@dataclass(frozen=True)
class Clocks:
    """Measured clocks: ``mismatches`` where they differ; ``alike`` where all of _CLOCKS are measured and none does."""

    mismatches: tuple[Mismatch, ...]
    alike: bool


def clocks(before: Metrics, after: Metrics, weight: Mapping[Kernel, float], least_pct: float, allowed: Collection[str] = ()) -> Clocks:
    """Measured clocks that differ by more than ``least_pct``: the median over kernels, weighted by time, as short launches measure them badly.

    Keys are kernels as named in the baseline; values are their median metrics.
    """
    found, measured = [], 0
    for metric, what, remedy in _CLOCKS:
        known = [
            (math.log(after[k][metric] / before[k][metric]), weight.get(k, 0.0), k)
            for k in before
            if k in after and _both(before[k], after[k], metric)
        ]
        if not known:
            continue
        measured += 1
        change = 100 * math.expm1(_weighted_median([(ratio, w) for ratio, w, _ in known]))
        if abs(change) > least_pct:
            values = [_weighted_median([(side[k][metric], w) for _, w, k in known]) for side in (before, after)]
            was, now = (f"{value / 1e6:.0f} MHz" for value in values)
            text = f"measured {what} differs by {change:+.1f}% ({was} in the baseline, {now} now); {remedy}"
            found.append(Mismatch(CLOCKS, was, now, text, CLOCKS in allowed))
    return Clocks(tuple(found), measured == len(_CLOCKS) and not found)


def unknown(baseline: Conditions, current: Conditions) -> list[str]:
    """Conditions that neither side tells, so that nobody can say whether they are alike."""
    return [name for name, fields in _FIELDS.items() if all(getattr(side, f) is None for side in (baseline, current) for f in fields)]


def usable(baseline: Sequence[Run], current: Sequence[Run], allowed: Collection[str]) -> tuple[list[Run], list[Mismatch], list[str]]:
    """(baseline runs to compare with, mismatches, notes).

    Runs of the baseline that differ are left out while others remain; where none does, all are returned with what is wrong with the
    latest. Runs of the current side must agree with each other.
    """
    now = current[0].conditions
    among = [m for run in current[1:] for m in settings(now, run.conditions, allowed)]
    if not baseline:
        return [], _once(among), []
    judged = [(run, settings(run.conditions, now, allowed)) for run in baseline]
    kept = [run for run, found in judged if all(m.allowed for m in found)]
    if not kept:
        return list(baseline), _once([*judged[-1][1], *among]), []
    left_out = _once([m for _, found in judged for m in found if not m.allowed])
    notes = []
    if left_out:
        reasons = ", ".join(sorted({m.name for m in left_out}))
        notes.append(f"{len(baseline) - len(kept)} of {len(baseline)} baseline runs are left out, as they differ in {reasons}")
    return kept, _once([*(m for run, found in judged if run in kept for m in found), *among]), notes


def _differs(name: str, before: str, after: str) -> str:
    if "not known" in (before, after):
        return f"{name} is {before} in the baseline and {after} now; export both sides alike, or say it with --stamp"
    return f"{name} differs: {before} in the baseline, {after} now"


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (" ..." if len(names) > _SHOWN else "")


def _both(before: Mapping[str, float], after: Mapping[str, float], metric: str) -> bool:
    return before.get(metric, 0.0) > 0 and after.get(metric, 0.0) > 0


def _weighted_median(pairs: Iterable[tuple[float, float]]) -> float:
    ordered = sorted(pairs)
    half, sum_ = sum(w for _, w in ordered) / 2, 0.0
    for value, weight in ordered:
        sum_ += weight
        if sum_ >= half:
            return value
    return ordered[-1][0]


def _once(found: Iterable[Mismatch]) -> list[Mismatch]:
    return list({(m.name, m.text): m for m in found}.values())
