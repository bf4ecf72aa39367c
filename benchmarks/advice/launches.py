"""The real launches behind the rules' examples: every committed raw page, judged by one rule at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from benchmarks.advice import sets
from ncu_advisor.advise import advise, columns_of
from ncu_advisor.catalogue import metrics
from ncu_advisor.hardware.device import Devices, identify
from ncu_advisor.load import load
from ncu_advisor.profile import Profile
from ncu_advisor.rehearsal import Outcome, profile_of
from ncu_advisor.rule import Example, Rule
from ncu_advisor.rule_files import catalogue
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import TimeModel

SAMPLES = Path(__file__).parents[2] / "sample_reports" / "exports"
# How much an export holds: what a rule says is shown on the richest one first.
DEPTHS = ("full", "detailed", "basic", "library")
_SET = re.compile(rf"(?:\A|\.)({'|'.join(DEPTHS)})[._]raw\.csv\.xz\Z")


@dataclass(frozen=True)
class Export:
    """One raw page and what every rule by itself says of it. ``columns`` is what rules may name, one element a launch."""

    collected: str  # one of DEPTHS
    profile: Profile
    devices: Devices
    columns: Mapping[str, np.ndarray]
    model: TimeModel
    said: tuple[dict[str, Outcome], ...]  # by launch and rule; silence is not in it


@dataclass(frozen=True)
class Launch:
    """One launch of an export: the first of each kernel. ``told`` names what was changed in a constructed one."""

    kernel: str
    export: Export = field(compare=False, repr=False)
    row: int
    told: str = ""

    @property
    def name(self) -> str:
        """How an example calls it: ``"fade_a, H200, full set"``."""
        gpu = self.export.devices.of_launch[self.row]
        device = gpu.name.split()[0] if gpu is not None else "unknown device"
        real = f"{self.kernel}, {device}, {'full' if self.export.collected == 'library' else self.export.collected} set"
        return f"{real}, constructed: {self.told}" if self.told else real

    @property
    def device(self) -> str:
        """The id of its device in the database."""
        gpu = self.export.devices.of_launch[self.row]
        if gpu is None or not gpu.id:
            raise ValueError(f"{self.name}: an example needs a device of the database")
        return gpu.id

    def metrics(self) -> dict[str, float]:
        """Every catalogued metric that the launch has."""
        frame = self.export.profile.metrics
        values = {name: float(frame[name].iloc[self.row]) for name in metrics() if name in frame}
        return {name: value for name, value in values.items() if not np.isnan(value)}


def _exports() -> list[tuple[str, Path]]:
    pages = [*sorted(SAMPLES.iterdir()), *sets.pages("*.raw")]
    return sorted(((match[1], path) for path in pages if (match := _SET.search(path.name))), key=lambda entry: DEPTHS.index(entry[0]))


@lru_cache(maxsize=1)
def exports() -> tuple[Export, ...]:
    """Every committed raw page, the richest sets first; reads for some seconds."""
    return tuple(_read(collected, path) for collected, path in _exports())


def _read(collected: str, path: Path) -> Export:
    profile = load(str(path))
    return _export(collected, profile, identify(profile))


def _export(collected: str, profile: Profile, devices: Devices, gpu: str | None = None) -> Export:
    model = TimeModel(profile.metrics, devices.achievable(profile.metrics))
    return Export(collected, profile, devices, named_columns(profile, devices, model), model, tuple(_said(profile, gpu)))


def named_columns(profile: Profile, devices: Devices, model: TimeModel) -> dict[str, np.ndarray]:
    """Everything that rules may name, but their own definitions: an element a launch."""
    return {**columns_of(profile, devices), **model.columns(), **tail_columns(profile.metrics, model)}


def _said(profile: Profile, gpu: str | None) -> Iterator[dict[str, Outcome]]:
    """What each rule says of each launch where it yields to no other."""
    alone = [replace(rule, yields_to=()) for rule in catalogue() if not rule.measure]
    for kernel in advise(profile, gpu=gpu, rules=alone).kernels:
        said = {entry.rule: Outcome("not evaluated") for entry in kernel.not_evaluated}
        said |= {entry.rule: Outcome("suppressed", entry.reason) for entry in kernel.suppressed}
        yield said | {found.rule: Outcome("fires", found.title, found.time_saved_pct) for found in kernel.findings}


def values(rule: Rule, export: Export) -> dict[str, np.ndarray]:
    """Everything that the rule's conditions and its plan may name: its definitions, and the columns of the export."""
    absent = np.full(len(export.profile), np.nan)
    named = {name for expression in (rule.when, *rule.let.values()) for name in expression.names}
    known: dict[str, np.ndarray] = dict.fromkeys(named, absent) | dict(export.columns)
    for name, definition in rule.let.items():
        known[name] = np.broadcast_to(np.asarray(definition(known), dtype=float), len(export.profile))
    return known


def launches(export: Export) -> Iterator[Launch]:
    """The first launch of each kernel."""
    names = export.profile.launches["short_name"]
    for row, name in enumerate(names):
        if row == 0 or name not in set(names[:row]):
            yield Launch(str(name), export, row)


def changed(launch: Launch, changes: Mapping[str, float], told: str) -> Launch:
    """``launch`` with other values of some metrics, as the one launch of an export of its own."""
    example = Example(launch.kernel, launch.device, launch.metrics() | dict(changes), {}, "", "")
    devices = Devices([launch.export.devices.of_launch[launch.row]], [])
    return Launch(launch.kernel, _export(launch.export.collected, profile_of(example), devices, launch.device), 0, told)


@lru_cache(maxsize=1)
def meant_for() -> dict[str, frozenset[str]]:
    """Which rules each kernel was written to set off, by the pairs' files and the samples'."""
    meant: dict[str, set[str]] = {row["kernel"]: {row["defect"]} for row in _samples()}
    for _, row in sets.pairs():
        meant.setdefault(row["before"], set()).update(filter(None, row["expected"].split("|")))
    return {kernel: frozenset(rules) for kernel, rules in meant.items()}


@lru_cache(maxsize=1)
def mended() -> dict[str, str]:
    """The kernel without the defect of each kernel that has one."""
    samples = {row["kernel"]: row["mended"] for row in _samples() if row["mended"]}
    return samples | {row["before"]: row["after"] for _, row in sets.pairs() if row["after"]}


@lru_cache(maxsize=1)
def severe() -> frozenset[str]:
    """Kernels whose defect costs much, not the ones made to be mild."""
    return frozenset(row["kernel"] for row in _samples()) | {row["before"] for _, row in sets.pairs() if row["kind"] != "mild"}


@lru_cache(maxsize=1)
def _samples() -> list[dict[str, str]]:
    return sets.rows(SAMPLES.parent / "pairs.csv")
