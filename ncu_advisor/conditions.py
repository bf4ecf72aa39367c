"""Under which conditions a profile was taken: whatever must be alike on both sides before their times may be compared.

A ``.ncu-rep`` tells the profiler's command line and version; plain CSV exports tell next to nothing, and say so by ``None``. The command
line itself holds paths of a machine and stays behind: only what it says about clocks, caches and replay is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.profile import InputNote, Profile

# Options of ncu that change times, and what ncu does where they are not given.
_DEFAULTS = {"clock_control": "base", "cache_control": "all", "replay_mode": "kernel"}
# A live run that leaves clocks alone says so in a warning, which is all that its export tells.
_FREE_CLOCKS = "unmodified GPU clocks"
STAMPS = ("driver", "tool-version", *(name.replace("_", "-") for name in _DEFAULTS))


@dataclass(frozen=True)
class Conditions:
    """What is known of a run; ``None`` where its export does not say. ``metrics`` are catalogued names, sorted."""

    device: str | None = None
    compute_capability: str | None = None
    sm_count: int | None = None
    driver: str | None = None
    tool_version: str | None = None
    clock_control: str | None = None
    cache_control: str | None = None
    replay_mode: str | None = None
    metrics: tuple[str, ...] = ()
    told_by_clocks: bool = False  # the device, which the export does not name

    def to_json(self) -> dict[str, Any]:
        told = asdict(self) | {"metrics": list(self.metrics)}
        return told if self.told_by_clocks else {name: value for name, value in told.items() if name != "told_by_clocks"}

    def stamped(self, stamps: dict[str, Any]) -> Conditions:
        """With what the user says of the run, which wins over what the export says."""
        return replace(self, **{name.replace("-", "_"): value for name, value in stamps.items()})


def from_json(data: dict[str, Any]) -> Conditions:
    """The inverse of ``to_json``; keys that are not known are passed over, as a newer version may write more."""
    known = {name: value for name, value in data.items() if name in Conditions.__dataclass_fields__}
    return Conditions(**{**known, "metrics": tuple(known.get("metrics", ()))})


def of_report(device: dict[str, Any], told: dict[str, Any]) -> Conditions:
    """From a report's ``device`` and ``conditions``."""
    name = device.get("name")
    told = told | {k: device[k] for k in ("compute_capability", "sm_count", "told_by_clocks") if k in device}
    return from_json(told | {"device": None if name == "unknown device" else name})


def of_profile(profile: Profile) -> dict[str, Any]:
    """The report's ``conditions``: everything but the device, which the report tells by itself."""
    settings = [_settings(note) for note in profile.inputs]
    told = {name: _agreed(each.get(name) for each in settings) for name in ("driver", "tool_version", *_DEFAULTS)}
    return {**told, "metrics": _collected(profile)}


def clock_control(profile: Profile) -> str | None:
    """The profiler's ``--clock-control``, None where no export says."""
    return _agreed(_settings(note).get("clock_control") for note in profile.inputs)


def stamps(pairs: Iterable[str]) -> dict[str, str]:
    """``["driver=580.1"]`` as a dictionary; raises AdvisorError for names that are no condition."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if name not in STAMPS or not equals or not value.strip():
            raise AdvisorError("--stamp", f"{pair!r} is not NAME=VALUE", f"NAME is one of {', '.join(STAMPS)}")
        found[name] = value.strip()
    return found


def of_command_line(command: str) -> dict[str, str]:
    """Clock control, cache control and replay mode of an ``ncu`` command line, defaults included."""
    found = {}
    for name, default in _DEFAULTS.items():
        option = re.search(rf"\s--{name.replace('_', '-')}(?:\s+|=)([\w-]+)", command)
        found[name] = option[1] if option else default
    return found


def _settings(note: InputNote) -> dict[str, str]:
    command, version = note.session.get("command_line"), note.session.get("cuda_version")
    found = of_command_line(command) if command else {}
    if not command and any(_FREE_CLOCKS in warning for warning in note.warnings):
        found["clock_control"] = "none"
    if version:
        found["driver"] = f"CUDA {version}"
    if note.tool_version and note.kind.startswith("ncu"):
        found["tool_version"] = note.tool_version
    return found


def _agreed(values: Iterable[str | None]) -> str | None:
    """The one value of all inputs that know it; several joined, which then equals neither of them."""
    return " and ".join(sorted({value for value in values if value})) or None


def _collected(profile: Profile) -> list[str]:
    from ncu_advisor import catalogue

    exported = set(profile.vendor_columns) - profile.asides
    return sorted(name for name, metric in catalogue.metrics().items() if exported.intersection(metric.vendor))
