"""A Report: the one thing that leaves the engine; outputs, gate and notebooks see nothing else.

It holds no clock and no machine path: the same input gives the same bytes. ``to_json`` is the contract of docs and scripts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from ncu_advisor.deferred import Deferred
from ncu_advisor.plain import plain

SCHEMA_VERSION = "1.0"
SEVERITIES = ("info", "low", "medium", "high")
SAVED_DECIMALS = 3  # of a saving in percent, at most


# Below this a finding rests on what several causes could have left, and is not shouted.
_DOUBTFUL = 0.6


def severity(time_saved_pct: float) -> str:
    """How loud a finding is, from what it saves of its launch: high from 30%, medium from 10%, low from 3%."""
    return "high" if time_saved_pct >= 30 else "medium" if time_saved_pct >= 10 else "low" if time_saved_pct >= 3 else "info"


def times_as_fast(saved_pct: float) -> float:
    """The factor that a saving is; one that is rounded to all of the time leaves what the last decimal would."""
    return 100.0 / (100.0 - min(saved_pct, 100.0 - 10.0**-SAVED_DECIMALS))


@dataclass(frozen=True)
class Evidence:
    """One number that a finding rests on, with what it would be without the defect."""

    metric: str
    value: float
    unit: str
    ideal: float | None = None


@dataclass(frozen=True)
class Location:
    """Where in the code: file and line when the profile carries them, the instruction otherwise."""

    file: str = ""
    line: int = 0
    sass: str = ""
    share: float | None = None  # fraction of the defect's cost at this place


@dataclass(frozen=True, slots=True)
class Finding(Deferred):
    """What a rule says of a launch; ``time_saved_pct`` is of that launch's own duration."""

    DERIVED: ClassVar = ("severity", "speedup")

    rule: str
    time_saved_pct: float
    title: str
    explanation: str
    advice: str
    unless: str
    confidence: float
    binds_next: str
    recommendation: dict[str, Any] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    location: tuple[Location, ...] = ()
    instead_of: str = ""  # the rule of the launch whose time this one saves in another way: the two do not add up

    @property
    def severity(self) -> str:
        return severity(self.time_saved_pct)

    @property
    def speedup(self) -> float:
        return times_as_fast(self.time_saved_pct)


@dataclass(frozen=True)
class Suppressed:
    """A rule that holds but would not pay, with the reason."""

    rule: str
    reason: str


@dataclass(frozen=True)
class NotEvaluated:
    """A rule that could not be asked: the vendor metrics it lacks and the command that collects them."""

    rule: str
    missing: tuple[str, ...]
    collect: str


@dataclass(frozen=True)
class VendorAdvice:
    """The vendor's own rule row, quoted."""

    name: str
    text: str
    estimated_speedup_pct: float | None = None
    scope: str = ""
    kind: str = ""


@dataclass(frozen=True)
class RoofPoint:
    """A launch under one roof: intensity (work per byte of that level), what it reaches and what that roof allows there."""

    level: str  # dram, l2, l1
    path: str  # fp32, tensor_fp16, ...
    intensity: float
    work_per_second: float
    roof_per_second: float


@dataclass(frozen=True)
class RunShare:
    """What a system trace of the whole run says of the kernel of a launch, all its runs together."""

    instances: float
    total_ns: float
    avg_ns: float  # without ncu: next to other work, with warm caches, at free clocks
    share_pct: float  # of the run's kernel time: no improvement of the kernel saves more of it (Amdahl)
    matched_by: str  # "name and shape", "name", "function and shape", "function"


@dataclass(slots=True)
class Diagnosis(Deferred):
    """Everything said of one launch. Its lists may be shared with other launches: replace them, do not change them.

    ``share_of_time`` is a fraction of the duration of all launches; where ``run`` is known, of the run's kernel time instead, shared
    evenly by the launches of one kernel, so that the launches together cover what the profile covers of the run. ``source`` is the name
    of the input that the launch came from. Of a summary page it is so many ``invocations`` of a kernel, with the mean of each metric.
    """

    id: int
    name: str
    short_name: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    duration_ns: float
    share_of_time: float
    bound: str
    limiter: str
    confidence: float
    roof_fraction: float
    headroom_pct: float
    explanation: str = ""
    findings: list[Finding] = field(default_factory=list)
    combined_time_saved_pct: float = 0.0
    suppressed: list[Suppressed] = field(default_factory=list)
    not_evaluated: list[NotEvaluated] = field(default_factory=list)
    vendor_rules: list[VendorAdvice] = field(default_factory=list)
    roofline: list[RoofPoint] = field(default_factory=list)
    utilization: dict[str, float] = field(default_factory=dict)  # resource -> fraction of its achievable rate
    metrics: dict[str, float] = field(default_factory=dict)  # catalogued values shown in the report
    run: RunShare | None = None
    source: str = ""
    invocations: int = 1

    @property
    def time_saved_ns(self) -> float:
        return self.duration_ns * self.combined_time_saved_pct / 100.0

    @property
    def share_saved(self) -> float:
        """What its findings together save of what ``share_of_time`` is a share of, as a fraction."""
        return self.share_of_time * self.combined_time_saved_pct / 100.0


@dataclass(frozen=True)
class SequenceFinding:
    """A finding that needs several launches or a timeline; ``time_saved_pct`` is of what ``basis`` names."""

    DERIVED: ClassVar = ("severity",)

    rule: str
    kernels: tuple[int, ...]
    time_saved_pct: float
    time_saved_ns: float
    title: str
    explanation: str
    advice: str
    unless: str = ""
    basis: str = "the named launches"
    recommendation: dict[str, Any] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 0.8

    @property
    def severity(self) -> str:
        """As of a launch's findings, but never high where it is doubtful."""
        level = severity(self.time_saved_pct)
        return "medium" if level == "high" and self.confidence < _DOUBTFUL else level


@dataclass(frozen=True)
class InputReport:
    kind: str
    name: str  # the file's name without its folder: a report carries no machine path
    rows: int
    tool_version: str | None
    warnings: tuple[str, ...]


@dataclass
class Report:
    device: dict[str, Any]
    kernels: Sequence[Diagnosis]
    sequence_findings: list[SequenceFinding] = field(default_factory=list)
    waivers: list[dict[str, Any]] = field(default_factory=list)
    inputs: list[InputReport] = field(default_factory=list)
    timeline: dict[str, Any] = field(default_factory=dict)  # what system profiles say of the run, see ``run_shares``
    not_evaluated: list[NotEvaluated] = field(default_factory=list)  # rules about the run; those about launches stand with the launch
    conditions: dict[str, Any] = field(default_factory=dict)  # how it was profiled, see ``conditions``

    @property
    def total_ns(self) -> float:
        return sum(k.duration_ns * k.invocations for k in self.kernels if not math.isnan(k.duration_ns))

    @property
    def timed(self) -> bool:
        """Whether the time of any launch was collected."""
        return any(not math.isnan(k.duration_ns) for k in self.kernels)

    @property
    def of_a_run(self) -> bool:
        """Whether shares are of a traced run, not of the launches that were profiled."""
        return float(self.timeline.get("coverage_pct") or 0.0) > 0

    @property
    def whole_ns(self) -> float:
        """What shares of time are shares of: the run's kernel time, or the duration of all launches."""
        return float(self.timeline["kernel_ns"]) if self.of_a_run else self.total_ns

    def to_json(self) -> dict[str, Any]:
        """The contract's dictionary (report.schema.json): plain types only, NaN as null."""
        return {"schema_version": SCHEMA_VERSION, **plain(self)}
