"""What binds a launch: memory, compute, latency or launch; how sure that is; how far the launch is from its roof."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from ncu_advisor.timemodel import BY_NAME, RESOURCES, SHARED, TimeModel
from ncu_advisor.units import percent

# A resource binds from 60% of the rate that good kernels reach, where the vendor's own SpeedOfLight rule draws its line. Around that
# line the word is a coin's toss, so confidence falls to a half there and the explanation says how near the line is.
BINDS_FROM = 0.60
_CERTAIN_WITHIN = 0.25
# A launch whose cost of being launched takes more of its time than this is bound by that.
_LAUNCH_FROM = 0.4
# The vendor's busiest part of the SM has to be this much busier than what is known by name.
_NO_PART = 1.02
# Where sums in FP32 fill the tensor cores, some devices show them half busy (`hardware.device`): what is achievable of their
# counter tells which, and the vendor's compute throughput has the same share.
_SHOWN_AT_HALF = 0.5
# The rate at which blocks start follows from grid and time, whatever else was counted: below this, memory that was not may be nearer its roof.
_BLOCKS_ALONE = 0.85
_NOTHING_COUNTED = "The profile holds no utilization of any resource."
_MEMORY_NOT_COUNTED = "Nothing that was counted is at its limit, and neither DRAM nor L2 was counted: the launch may be bound by either, or by none."
_SMS_NOT_COUNTED = (
    "Nothing that was counted is at its limit, and no part of the SMs was (issue, pipes, L1): the launch may be bound by one of these, or by none."
)
_DRAM_NOT_COUNTED = " DRAM was not counted: the launch may be bound by it as well as by latency."
_TENSOR_NOT_COUNTED = (
    " Which pipe that is was not counted: if it is the tensor cores, they are twice as near to their limit on this device, "
    "as sums in FP32 fill them at half of what is counted."
)
_NEAR = f" From {100 * BINDS_FROM:.0f}% on a launch counts as bound by it, below that by latency; this one is {{}} from the line: read it as both."
_NAMES = tuple(resource.name for resource in RESOURCES)


@dataclass(frozen=True)
class Bound:
    """``share`` is the binding resource's fraction of its achievable rate: of what each SM has, over the time in which SMs had work; of what all
    SMs share (``timemodel.SHARED``), over all of the launch but its cost of being launched."""

    bound: str
    limiter: str
    confidence: float
    share: float
    roof_fraction: float
    explanation: str


class Bounds(Sequence[Bound]):
    """One Bound a launch: in columns, and as a sentence when one is asked for."""

    def __init__(self, model: TimeModel) -> None:
        count = len(model.duration)
        with np.errstate(all="ignore"):
            within = model.duration - model.exposed["launch"]
            working = within - model.exposed["idle"]
            share, roof, self._top = np.zeros(count), np.zeros(count), np.zeros(count, dtype=np.int8)
            whole, self._longest = np.zeros(count), np.zeros(count, dtype=np.int8)
            known, timed = np.zeros(count, dtype=bool), ~np.isnan(model.duration)
            memory = ~np.isnan(model.utilization["dram"]) | ~np.isnan(model.utilization["l2"])
            for number, name in enumerate(_NAMES):
                # As busy as it was counted, also where the model has all demands of the launch fit into its time.
                demand = model.demand[name] / model.fit
                counted = model.utilization[name] / 100.0 / model.achievable[name]
                # What the whole chip shares works for few SMs as for many; what each SM has, rests with it.
                here = np.where(timed, demand / (within if name in SHARED else working), counted)
                if name == "blocks":  # How many started is known of every launch, and says something only where it is much.
                    here = np.where(here >= np.where(memory, BINDS_FROM, _BLOCKS_ALONE), here, np.nan)
                known |= ~np.isnan(here)
                # The vendor's compute throughput counts the way to L1 as well: of equals, L1 says more.
                self._top[here > share * (_NO_PART if name == "sm" else 1.0)] = number
                share = np.fmax(share, here)
                of_launch = np.where(timed, demand / model.duration, counted)
                roof = np.fmax(roof, of_launch)
                of_launch = np.where(np.isnan(here), np.nan, of_launch)
                self._longest[of_launch > whole * (_NO_PART if name == "sm" else 1.0)] = number
                whole = np.fmax(whole, of_launch)
            self._lost, self._idle, waits = (np.where(timed, model.exposed[name] / model.duration, 0.0) for name in ("launch", "idle", "latency"))
            # Whether a launch waits, only its time tells, where memory and the SMs were looked at; what it is bound by, shares of peaks do as well.
            open_ended = known & timed & (share < BINDS_FROM) & (self._lost <= _LAUNCH_FROM)
            self._memory_unseen = open_ended & ~model.memory_seen
            self._sms_unseen = open_ended & ~model.sms_seen
            self._known = known & (timed | (share >= BINDS_FROM)) & ~self._memory_unseen & ~self._sms_unseen
            share, roof = np.minimum(share, 1.0), np.minimum(roof, 1.0)
        self._duration = model.duration
        self.share, self.roof_fraction = (np.where(self._known, column, np.nan) for column in (share, roof))
        self._launch = self._known & (self._lost > _LAUNCH_FROM)
        self._busy = self._known & ~self._launch & (share >= BINDS_FROM)
        self._tail = self._known & ~self._launch & ~self._busy & (self._idle > np.maximum(0.3, waits))
        certain = 0.5 + 0.5 * np.minimum(np.abs(share - BINDS_FROM) / _CERTAIN_WITHIN, 1.0)
        # A launch that nothing seems to bind may be bound by what was not looked at.
        self._dram_unseen = self._known & ~self._launch & ~self._busy & ~model.dram_seen
        halved = np.isnan(model.utilization["tensor"]) & (model.achievable["tensor"] <= _SHOWN_AT_HALF)
        of_no_name = (self._top == _NAMES.index("sm")) & (share >= _SHOWN_AT_HALF * BINDS_FROM)
        self._tensor_unseen = self._known & ~self._launch & ~self._busy & halved & of_no_name
        certain = np.where(self._dram_unseen | self._tensor_unseen, 0.5, certain)
        self._whole = np.minimum(whole, 1.0)
        certain = np.where(self._launch, np.minimum(1.0, 0.5 + self._lost), certain)
        self._certain = np.where(self._known, certain, 0.0)

    def __len__(self) -> int:
        return len(self._duration)

    @overload
    def __getitem__(self, row: int) -> Bound: ...
    @overload
    def __getitem__(self, row: slice) -> list[Bound]: ...
    def __getitem__(self, row: int | slice) -> Bound | list[Bound]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if not -len(self) <= row < len(self):
            raise IndexError(row)
        bound, limiter = self.words(row)
        return Bound(bound, limiter, self.confidence(row), float(self.share[row]), float(self.roof_fraction[row]), self.explanation(row))

    def confidence(self, row: int) -> float:
        """How sure the word is, from a half on the line between two to 1."""
        return round(float(self._certain[row]), 2)

    def words(self, row: int) -> tuple[str, str]:
        """Bound and limiter, in the contract's words."""
        if not self._known[row]:
            return "unknown", "unknown"
        if self._launch[row]:
            return "launch", "launch"
        if self._busy[row]:
            resource = BY_NAME[_NAMES[self._top[row]]]
            return resource.bound, resource.limiter
        return "latency", "tail" if self._tail[row] else "latency"

    def explanation(self, row: int) -> str:
        """The sentence that says why."""
        if self._memory_unseen[row]:
            return _MEMORY_NOT_COUNTED
        if self._sms_unseen[row]:
            return _SMS_NOT_COUNTED
        if not self._known[row]:
            return "The profile does not say how long the launch took." if np.isnan(self._duration[row]) else _NOTHING_COUNTED
        share, idle, lost = float(self.share[row]), float(self._idle[row]), float(self._lost[row])
        name = _NAMES[self._top[row]]
        whose = BY_NAME[name].whose
        if self._launch[row]:
            return f"Launch cost is about {percent(100 * lost)}% of the {float(self._duration[row]) / 1e3:.1f} µs."
        distance = abs(share - BINDS_FROM)
        near = _NEAR.format(_points(distance)) if distance < 0.05 else ""
        beside = f"Beside the cost of the launch ({percent(100 * lost)}%), " if lost > 0.1 else ""
        tail = f" {beside}SMs are without work for {percent(100 * idle)}% of the time." if idle > 0.1 else ""
        runs = f"runs at {percent(100 * share)}% of the rate that good kernels reach.{near}{tail}"
        if np.isnan(self._duration[row]):
            return f"Over the whole launch, {whose} {runs} How long it took was not collected, so that no saving is told."
        if not self._busy[row]:
            unseen = _DRAM_NOT_COUNTED if self._dram_unseen[row] else _TENSOR_NOT_COUNTED if self._tensor_unseen[row] else ""
            if self._tail[row] and not near:
                # Of a launch that is mostly without work, what is nearest over all of it binds next: shares of the time with work hide that.
                whose, whole = BY_NAME[_NAMES[self._longest[row]]].whose, percent(100 * float(self._whole[row]))
                runs = f"runs at {whole}% of the rate that good kernels reach.{tail}"
                return f"No resource is at its limit: over the whole launch, {whose}, the nearest to it, {runs}{unseen}"
            return f"No resource is at its limit: {whose}, the nearest to it, {runs}{unseen}"
        return f"{'Once the kernel is launched' if name in SHARED else 'While SMs have work'}, {whose} {runs}"


def classify(model: TimeModel) -> Bounds:
    """One Bound a launch."""
    return Bounds(model)


def _points(distance: float) -> str:
    told = percent(100 * distance)
    return f"{told} point" if told.endswith("1") else f"{told} points"
