"""What several outputs say of a Report, worked out once: repeated launches grouped, changes ranked over the run, totals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from ncu_advisor import units
from ncu_advisor.presentation import run_digest
from ncu_advisor.presentation.wording import counted, first_sentence, fraction, sentence, shape, time, title
from ncu_advisor.report import Diagnosis, Finding, Report, SequenceFinding, severity

BOUNDS = ("memory", "compute", "latency", "launch", "unknown")
NOT_PROFILED = "not profiled"
# A remainder of the run below this is rounding.
_NOTHING = 1e-6


# Characters beyond which a command line is longer to read than the vendor's full set is to collect.
_READABLE = 2_000


@dataclass(frozen=True)
class Group:
    """Launches of one kernel with one shape and the same findings; ``lead`` speaks for all.

    It is the one at which half of the group's time is reached, from the shortest on: a few long launches are not explained by many short ones.
    """

    launches: tuple[Diagnosis, ...]
    lead: Diagnosis

    @property
    def count(self) -> int:
        return sum(k.invocations for k in self.launches)

    @property
    def averaged(self) -> bool:
        """Whether durations are means, as on a summary page."""
        return self.count > len(self.launches)

    @property
    def durations(self) -> tuple[float, float, float]:
        """Shortest, median and longest duration in ns."""
        known = sorted(k.duration_ns for k in self.launches if not math.isnan(k.duration_ns))
        return (known[0], known[(len(known) - 1) // 2], known[-1]) if known else (math.nan, math.nan, math.nan)

    @property
    def duration_ns(self) -> float:
        return _sum(k.duration_ns * k.invocations for k in self.launches)

    @property
    def share_of_time(self) -> float:
        """Of the run; NaN where no launch was timed, or none occurs in the run."""
        known = [k.share_of_time for k in self.launches if not math.isnan(k.share_of_time)]
        return math.fsum(known) if known else math.nan

    @property
    def time_saved_ns(self) -> float:
        """Of the launches as they were profiled."""
        return _sum(k.time_saved_ns * k.invocations for k in self.launches)

    @property
    def share_saved(self) -> float:
        """Of the run."""
        return _sum(k.share_saved for k in self.launches)


@dataclass(frozen=True)
class Change:
    """One thing to do to one kernel, over all its launches, to a sequence of launches, or to the run; ``share`` of ``of`` that it saves."""

    who: str
    count: int
    first: int  # id of the launch whose card explains it; -1 for a sequence
    title: str
    action: str
    saved_ns: float
    share: float
    severity: str
    of: str = "the run"


@dataclass(frozen=True)
class Part:
    """A part of the run: all launches of one bound, or "not profiled"."""

    bound: str
    ns: float
    share: float


@dataclass
class Uncollected:
    """Rules that lack metrics, over the whole report: launches per rule, what each lacks there, and one command that collects everything."""

    launches: dict[str, int] = field(default_factory=dict)
    metrics: dict[str, dict[str, None]] = field(default_factory=dict)
    capabilities: tuple[str, ...] = ()  # of the device: chips name some metrics otherwise

    @property
    def command(self) -> str:
        from ncu_advisor.collect import for_lacking

        exact = " && ".join(for_lacking(self.metrics, self.capabilities))
        return exact if len(exact) <= _READABLE else "ncu --set full --clock-control none --csv --page raw APPLICATION"


def groups(report: Report) -> list[Group]:
    """Every launch in exactly one group; what saves most of the run first, then what takes most, then in the order of the profile."""
    members: dict[tuple[Any, ...], list[Diagnosis]] = {}
    for kernel in report.kernels:
        counts = "" if min(*kernel.grid, *kernel.block) >= 1 else shape(kernel)
        key = (kernel.name, kernel.grid, kernel.block, counts, kernel.bound, frozenset(f.rule for f in kernel.findings))
        members.setdefault(key, []).append(kernel)
    found = [Group(tuple(launches), _amid_its_time(launches)) for launches in members.values()]
    return sorted(found, key=lambda g: (-g.share_saved, -_known(g.share_of_time), -g.duration_ns, g.launches[0].id))


def changes(report: Report) -> list[Change]:
    """What saves time, largest share of the run first. Savings of several changes overlap: they do not add up. What is but another way to the time
    of a change that is named is left to the kernel's own page."""
    by_change: dict[tuple[str, str], list[tuple[Diagnosis, Finding]]] = {}
    for kernel in report.kernels:
        for finding in (f for f in kernel.findings if not f.instead_of):
            by_change.setdefault((kernel.name, finding.rule), []).append((kernel, finding))
    whole_ns = report.whole_ns
    found = [_change(cases, whole_ns) for cases in by_change.values()]
    found += [_sequence_change(finding, report) for finding in report.sequence_findings]
    return sorted(found, key=lambda c: (-c.saved_ns, c.first, c.title))


def _change(cases: list[tuple[Diagnosis, Finding]], whole_ns: float) -> Change:
    share = _sum(k.share_of_time * f.time_saved_pct / 100 for k, f in cases)
    kernel, finding = max(cases, key=lambda case: (_known(case[0].share_of_time) * case[1].time_saved_pct, -case[0].id))
    count = sum(k.invocations for k, _ in cases)
    return Change(title(kernel), count, kernel.id, finding.title, first_sentence(finding.advice), share * whole_ns, share, finding.severity)


def _sequence_change(finding: SequenceFinding, report: Report) -> Change:
    saved, share, of = saved_of_run_ns(finding, report), finding.time_saved_pct / 100, finding.basis
    if finding.kernels and report.whole_ns:
        share, of = saved / report.whole_ns, "the run"
    return Change("", len(finding.kernels), -1, finding.title, first_sentence(finding.advice), saved, share, finding.severity, of)


def saved_of_run_ns(finding: SequenceFinding, report: Report) -> float:
    """What ``finding`` saves of the run: of the profiled launches it names, as much more as all runs of their kernels take than they."""
    if not report.of_a_run or not finding.kernels:
        return finding.time_saved_ns
    chosen = [k for k in report.kernels if k.id in finding.kernels and k.duration_ns > 0]
    profiled = _sum(k.duration_ns for k in chosen)
    return finding.time_saved_ns * _sum(k.share_of_time for k in chosen) * report.whole_ns / profiled if profiled else 0.0


def share_saved(report: Report) -> float:
    """What the findings of all launches save of the run together, each launch capped by its own headroom; sequence findings not counted."""
    return _sum(k.share_saved for k in report.kernels)


def time_by_bound(report: Report) -> list[Part]:
    """Parts of the run, longest first; bounds without time left out. What a joined trace holds beside the profiled kernels stands last."""
    shares: dict[str, list[float]] = {bound: [] for bound in BOUNDS}
    for kernel in report.kernels:
        shares.setdefault(kernel.bound, []).append(kernel.share_of_time)
    whole_ns = report.whole_ns
    spent = [(bound, _sum(share)) for bound, share in shares.items()]
    parts = sorted((Part(bound, share * whole_ns, share) for bound, share in spent if share > 0), key=lambda part: -part.share)
    rest = 1.0 - math.fsum(part.share for part in parts)
    if report.of_a_run and rest > _NOTHING:
        parts.append(Part(NOT_PROFILED, rest * whole_ns, rest))
    return parts


def uncollected(kernels: Iterable[Diagnosis], device: Mapping[str, Any] | None = None) -> Uncollected:
    """What could not be evaluated in ``kernels``, and how to collect it on this device of a report."""
    result = Uncollected(capabilities=tuple(filter(None, [(device or {}).get("compute_capability")])))
    for kernel in kernels:
        for entry in kernel.not_evaluated:
            result.launches[entry.rule] = result.launches.get(entry.rule, 0) + kernel.invocations
            result.metrics.setdefault(entry.rule, {}).update(dict.fromkeys(entry.missing))
    return result


def unasked(report: Report) -> tuple[list[str], str]:
    """Rules about the run that could not be asked, and the command line that records what they need; ([], "") where there are none."""
    from ncu_advisor.collect import trace

    rules = [entry.rule for entry in report.not_evaluated]
    return rules, trace(need for entry in report.not_evaluated for need in entry.missing) if rules else ""


def coverage(report: Report) -> str:
    """How much of the catalogue could be asked, in one sentence; "" where everything was."""
    said = []
    lacking = uncollected(report.kernels).launches
    if lacking:
        of_all = all(kernel.not_evaluated for kernel in report.kernels)
        launches = sum(kernel.invocations for kernel in report.kernels if kernel.not_evaluated)
        of = "every launch" if of_all else counted(launches, "launch", "launches")
        said.append(f"{counted(len(lacking), 'rule lacks', 'rules lack')} metrics in {of}")
    if report.not_evaluated:
        lacks = "events that the trace lacks" if report.timeline else "a trace of it"
        said.append(f"{counted(len(report.not_evaluated), 'rule about the run needs', 'rules about the run need')} {lacks}")
    return f"{sentence('; '.join(said))}." if said else ""


def summary(report: Report) -> str:
    """How much was read and found, in one sentence."""
    of_launches, beyond = sum(len(k.findings) for k in report.kernels), len(report.sequence_findings)
    found = counted(of_launches + beyond, "finding") if of_launches + beyond else "no findings"
    if not report.kernels:
        return f"{run_digest.words(report) or 'No launches'}; {found}."
    read = _launches_read(report)
    share = share_saved(report)
    if not share > 0:
        return f"{read}; {found}."
    of = "the run" if not report.of_a_run else "the run's kernel time"
    others = f", and {beyond} beyond single launches" if beyond else ""
    return f"{read}; {counted(of_launches, 'finding')}, worth {time(share * report.whole_ns)} ({fraction(share)} of {of}) together{others}."


def _launches_read(report: Report) -> str:
    launches, kernels = sum(k.invocations for k in report.kernels), len({k.name for k in report.kernels})
    took = units.words(report.total_ns, "ns") if report.timed else f"{'its' if launches == 1 else 'their'} time was not collected"
    read = f"{counted(launches, 'launch', 'launches')} of {counted(kernels, 'kernel')}, {took}"
    if not report.of_a_run:
        return read
    return f"{read}, that stand for {units.percent(report.timeline['coverage_pct'])}% of the {time(report.whole_ns)} of kernels in the run"


def further(rest: Sequence[Group], what: str, whole_ns: float) -> str:
    """``"12 further rows: 3.1 ms, 0.4 ms to save."``: of groups that a table leaves out, ``what`` it calls one; without times, how many."""
    number = counted(len(rest), f"further {what}")
    if all(math.isnan(group.lead.duration_ns) for group in rest):
        return f"{number}."
    return f"{number}: {time(_sum(g.duration_ns for g in rest))}, {time(_sum(g.share_saved for g in rest) * whole_ns)} to save."


def loudest(kernel: Diagnosis) -> str:
    """Severity of what the launch's findings save together; "" where they save nothing."""
    return severity(kernel.combined_time_saved_pct) if kernel.combined_time_saved_pct > 0 else ""


def _amid_its_time(launches: list[Diagnosis]) -> Diagnosis:
    known = sorted((k for k in launches if not math.isnan(k.duration_ns)), key=lambda k: (k.duration_ns, k.id))
    if not known:
        return launches[0]
    passed = list(accumulate(k.duration_ns * k.invocations for k in known))
    return known[next(place for place, ns in enumerate(passed) if ns >= passed[-1] / 2)]


def _known(share: float) -> float:
    """A share to sort by: what is not known comes last."""
    return -1.0 if math.isnan(share) else share


def _sum(values: Iterable[float]) -> float:
    return math.fsum(value for value in values if not math.isnan(value))
