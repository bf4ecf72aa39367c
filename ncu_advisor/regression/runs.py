"""A Run: one profile of a program as the gate sees it, launches gathered by kernel and shape; from exports, saved reports and baselines.

Everything that compares (``compare``, ``gate``, baseline files, the history) works on runs, never on reports.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from ncu_advisor import conditions
from ncu_advisor.errors import AdvisorError
from ncu_advisor.names import normalise
from ncu_advisor.report import Location
from ncu_advisor.text import one_line
from ncu_advisor.unended import whole

if TYPE_CHECKING:
    from ncu_advisor.conditions import Conditions
    from ncu_advisor.report import Diagnosis, Report
    from ncu_advisor.timeline import Session

# Set by the compiler and the launch: they stay as they are, however much more work a kernel does.
FIXED = ("registers_per_thread", "shared_static", "shared_dynamic")
# Those, and what is counted per instruction: the same work counts the same on every run (seen so on an H200 over three collections).
EXACT = (
    "instructions", "load_instructions", "store_instructions", "theoretical_sectors", "theoretical_local_sectors", "shared_load_instructions",
    "shared_store_instructions", "shared_wavefronts_source", "local_load_instructions", "local_store_instructions", "spill_instructions",
    *FIXED,
)  # fmt: skip
# Counted by units of the chip, which may be sampled or shared: as exact as the baseline's repeats show them to be.
REPEATED = ("load_sectors", "store_sectors", "l2_sectors_read", "l2_sectors_written", "dram_bytes_read", "dram_bytes_written")
# Further medians that tell why a kernel became slower.
TELLING = (
    "sm_clock", "dram_clock", "elapsed_cycles", "theoretical_occupancy", "achieved_occupancy", "waves", "dram_bytes", "l2_bytes",
    "l1_hit_rate", "l2_hit_rate",
    "load_sectors_per_request", "store_sectors_per_request", "shared_conflicts", "threads_per_instruction", "warp_latency", "issue_elapsed",
    "stall_long_scoreboard", "stall_short_scoreboard", "stall_barrier", "stall_lg_throttle", "stall_mio_throttle", "stall_math_pipe_throttle",
    "dram_throughput", "l2_throughput", "pipe_tensor", "pipe_fma",
)  # fmt: skip
# What a run keeps of a kernel, beside its times.
KEPT = (*EXACT, *REPEATED, *TELLING)
_NAMED = 4  # runs that a sentence lists


class Kernel(NamedTuple):
    """What tells kernels and their shapes apart: the normalised name (template arguments stay), grid and block.

    ``work``: the instructions that a launch executes, where launches of one name and shape are told apart by them (``mixes``); else 0.
    """

    name: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    work: float = 0.0


class Counter(NamedTuple):
    """A counter over the launches of one run: lowest, mean, highest."""

    low: float
    mean: float
    high: float

    @property
    def constant(self) -> bool:
        return self.low == self.high


@dataclass(frozen=True)
class RuleSeen:
    """A finding of most launches of a kernel."""

    title: str
    time_saved_pct: float
    file: str = ""
    line: int = 0
    sass: str = ""

    @property
    def place(self) -> str:
        """``"k.cu:12"`` without folders, which differ from machine to machine; the instruction where there is no line."""
        return f"{PurePath(self.file).name}:{self.line}" if self.file else self.sass


@dataclass(frozen=True)
class KernelRun:
    """All launches of one kernel and shape in one run; ``durations`` in ns, in the order of the launches.

    ``work``: instructions that each launch executed, where they differ and all are known.
    ``thinned_from``: how many launches there were, where a history kept the times of only some of them.
    ``lead`` is the launch of median duration, where the run was diagnosed and not read from a baseline file.
    """

    kernel: Kernel
    durations: tuple[float, ...]
    counters: Mapping[str, Counter] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)  # medians
    rules: Mapping[str, RuleSeen] = field(default_factory=dict)
    bound: str = "unknown"
    limiter: str = "unknown"
    work: tuple[float, ...] = ()
    thinned_from: int = 0
    lead: Diagnosis | None = field(default=None, compare=False, repr=False)

    @property
    def each(self) -> tuple[float, ...]:
        """Instructions of each launch; () where they are not known."""
        known = self.counters.get("instructions")
        return self.work or ((known.low,) * len(self.durations) if known is not None and known.constant else ())

    @property
    def launches(self) -> int:
        return self.thinned_from or len(self.durations)

    @property
    def total_ns(self) -> float:
        return math.fsum(d for d in self.durations if not math.isnan(d)) * self.launches / max(len(self.durations), 1)


@dataclass(frozen=True)
class Run:
    """One run: its kernels in the order of their first launch; ``warnings`` of its inputs, each with the name of the file."""

    label: str
    conditions: Conditions
    kernels: tuple[KernelRun, ...]
    report: Report | None = field(default=None, compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        # Here, as labels are of files, of --label and of programs: whichever of them, a history and a baseline take it.
        object.__setattr__(self, "label", escaped(self.label))

    @property
    def total_ns(self) -> float:
        return math.fsum(kernel.total_ns for kernel in self.kernels)

    @property
    def cut_off(self) -> bool:
        """Whether an input is known to end before all of it was written, or to lack some of it."""
        return not whole(self.warnings)

    @property
    def timed(self) -> bool:
        return any(duration > 0 for kernel in self.kernels for duration in kernel.durations)

    @property
    def counted(self) -> bool:
        """Whether it has counters that tell how much work was done."""
        return any(set(kernel.counters) - set(FIXED) for kernel in self.kernels)

    @property
    def measured(self) -> Hashable:
        """What it measured, whatever the file was called; None without times, as counters alone repeat from run to run."""
        if not self.timed:
            return None
        return tuple((kernel.kernel, repr(kernel.durations), tuple(sorted(kernel.metrics.items()))) for kernel in self.kernels)


def escaped(text: str) -> str:
    """``text`` as standard error shows it, with escapes for what no file takes: the bytes of a file's name or an argument that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def refuse_to_keep(runs: Sequence[Run], subject: str) -> None:
    """Raises AdvisorError where a run is known to be only a part, as what it lacks would be missed by no later one, or has neither times
    nor counters of its work, as no later one could be told to do worse."""
    if half := next((run.label for run in runs if run.cut_off), None):
        raise AdvisorError(subject, f"{half} is not whole, so that kernels may be missing", "profile again, or copy the whole file")
    if empty := next((run.label for run in runs if run.kernels and not run.timed and not run.counted), None):
        raise AdvisorError(subject, f"{empty} holds no time of any kernel", "collect gpu__time_duration.sum too, which every --set does")


def distinct(groups: Iterable[Sequence[Run]]) -> tuple[list[Run], list[Run]]:
    """(runs, repeats): those that no earlier group measured, and copies of such runs, as one measurement made twice is no second one.

    Runs of one group, such as a baseline file, which keeps counters of all its runs together, are not held against each other.
    """
    kept: list[Run] = []
    repeats: list[Run] = []
    known: set[Hashable] = set()
    for group in groups:
        for run in group:
            (repeats if run.measured in known else kept).append(run)
        known |= {run.measured for run in group} - {None}
    return kept, repeats


def repeats_words(repeats: Sequence[Run]) -> str:
    """One line on runs that were left out."""
    names = list(dict.fromkeys(run.label for run in repeats))
    shown = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
    return f"{shown}: {f'{len(repeats)} runs hold' if len(repeats) > 1 else 'holds'} what another run measured; copies count once"


def of_report(report: Report, label: str = "", stamps: Mapping[str, str] | None = None) -> Run:
    """The run that ``report`` diagnoses; ``stamps`` are conditions by the user's word."""
    members: dict[Kernel, list[Diagnosis]] = {}
    for launch in report.kernels:
        members.setdefault(Kernel(one_line(normalise(launch.name)), launch.grid, launch.block), []).append(launch)
    known = conditions.of_report(report.device, report.conditions).stamped(_stamps(stamps))
    return Run(
        label or ", ".join(note.name for note in report.inputs), known, tuple(_gathered(k, launches) for k, launches in members.items()), report
    )


def of_trace(session: Session, label: str, tool_version: str | None = None, stamps: Mapping[str, str] | None = None) -> Run:
    """The run that a system profile traced: times alone. Without kernels where it holds no trace of them, only a summary, say."""
    events = session.frame("kernels")
    shapes = events[["grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z"]].astype(int).to_numpy().tolist()
    members: dict[Kernel, list[float]] = {}
    for name, (*grid, x, y, z), ns in zip(events["name"], shapes, events["end_ns"] - events["start_ns"], strict=True):
        members.setdefault(Kernel(one_line(normalise(name)), (grid[0], grid[1], grid[2]), (x, y, z)), []).append(float(ns))
    known = conditions.Conditions(tool_version=tool_version, metrics=("duration",))
    for gpu in list(session.devices.values())[:1]:
        count = None if math.isnan(gpu.sm_count) else int(gpu.sm_count)
        known = replace(known, device=gpu.name or None, compute_capability=gpu.compute_capability or None, sm_count=count)
    return Run(label, known.stamped(_stamps(stamps)), tuple(KernelRun(kernel, tuple(times)) for kernel, times in members.items()))


def _stamps(given: Mapping[str, str] | None) -> dict[str, str]:
    """As a baseline file holds them, so that the same stamps of its runs and of later ones are the same."""
    return {name: escaped(value) for name, value in (given or {}).items()}


def _gathered(kernel: Kernel, launches: Sequence[Diagnosis]) -> KernelRun:
    values: dict[str, list[float]] = {}
    for launch in launches:
        for name in KEPT:
            if name in launch.metrics and not math.isnan(launch.metrics[name]):
                values.setdefault(name, []).append(launch.metrics[name])
    counters = {n: _counter(v) for n, v in values.items() if n in EXACT or n in REPEATED}
    metrics = {n: statistics.median(v) for n, v in values.items()}
    lead = sorted(launches, key=lambda k: (math.isnan(k.duration_ns), k.duration_ns, k.id))[(len(launches) - 1) // 2]
    work = values.get("instructions", [])
    apart = tuple(work) if len(work) == len(launches) and min(work) < max(work) else ()
    times = tuple(k.duration_ns for k in launches)
    return KernelRun(kernel, times, counters, metrics, _rules(launches), lead.bound, lead.limiter, work=apart, lead=lead)


def _counter(values: Iterable[float]) -> Counter:
    known = list(values)
    low, high = min(known), max(known)
    return Counter(low, low if low == high else math.fsum(known) / len(known), high)


def _rules(launches: Sequence[Diagnosis]) -> dict[str, RuleSeen]:
    """Rules that speak of more than half of the launches: one that flickers is no change of the code."""
    seen: dict[str, list[RuleSeen]] = {}
    for launch in launches:
        for finding in launch.findings:
            spot = next((p for p in finding.location if p.file and p.line > 0), finding.location[0] if finding.location else Location())
            told = RuleSeen(one_line(finding.title), finding.time_saved_pct, one_line(spot.file), spot.line, one_line(spot.sass))
            seen.setdefault(finding.rule, []).append(told)
    return {rule: max(found, key=lambda s: s.time_saved_pct) for rule, found in sorted(seen.items()) if 2 * len(found) > len(launches)}
