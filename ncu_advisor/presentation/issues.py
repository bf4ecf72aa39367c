"""A Report as a flat list of issues, for tools that know nothing but rule, place and message: SARIF, JUnit, annotations, code quality."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable
from dataclasses import dataclass

from ncu_advisor import units
from ncu_advisor.presentation import digest, wording
from ncu_advisor.report import Diagnosis, Finding, Location, Report, SequenceFinding
from ncu_advisor.text import one_line

_STANDARD_INPUT = "-"  # is no file that a tool could point at


@dataclass(frozen=True)
class Issue:
    """One finding of one kernel and shape, over all its launches, or of a sequence. Texts are one line each and unescaped.

    ``file`` and ``line`` are "" and 0 where the profile does not carry them; ``source`` is the profile's own name then, "" where it
    has none or several hold the launches. ``saved_ns`` is of the run. ``fingerprint`` stays the same from run to run.
    """

    rule: str
    severity: str
    kernel: str
    name: str
    launches: tuple[int, ...]
    time_saved_pct: float
    saved_ns: float
    title: str
    text: str
    file: str
    line: int
    source: str
    fingerprint: str
    finding: Finding | SequenceFinding


def issues(report: Report, source_root: str = "") -> list[Issue]:
    """Every finding, largest saving first; each fingerprint once. ``source_root`` is left out of the names of files below it."""
    whole_ns = report.whole_ns
    found = [_of_group(report, whole_ns, group, finding, source_root) for group in digest.groups(report) for finding in group.lead.findings]
    found += [_of_sequence(report, finding) for finding in report.sequence_findings]
    seen: dict[str, int] = {}
    unique = []
    for issue in sorted(found, key=lambda i: (-i.saved_ns, i.launches, i.rule)):
        seen[issue.fingerprint] = seen.get(issue.fingerprint, 0) + 1
        unique.append(_with_fingerprint(issue, seen[issue.fingerprint]))
    return unique


def _of_group(report: Report, whole_ns: float, group: digest.Group, finding: Finding, source_root: str) -> Issue:
    lead = group.lead
    # A repeated launch's saving differs from launch to launch; the finding of each counts, not the lead's times the number.
    share = math.fsum(
        k.share_of_time * f.time_saved_pct / 100
        for k in group.launches
        for f in k.findings
        if f.rule == finding.rule and not math.isnan(k.share_of_time)
    )
    place = _place(finding.location)
    who = wording.title(lead) + (f" ({wording.counted(group.count, 'launch', 'launches')})" if group.count > 1 else "")
    text = f"{who}: {one_line(finding.title)}. {one_line(finding.advice)} Saves {wording.saving(finding, lead.duration_ns)}."
    return Issue(
        rule=finding.rule,
        severity=finding.severity,
        kernel=wording.title(lead),
        name=one_line(lead.name),
        launches=tuple(k.id for k in group.launches),
        time_saved_pct=finding.time_saved_pct,
        saved_ns=share * whole_ns,
        title=one_line(finding.title),
        text=text,
        file=below(place.file, source_root),
        line=place.line,
        source=_source(report, [lead]),
        fingerprint="\0".join((finding.rule, lead.name, wording.shape(lead))),
        finding=finding,
    )


def _of_sequence(report: Report, finding: SequenceFinding) -> Issue:
    kernels = {k.id: k for k in report.kernels}
    involved = [kernels[at] for at in finding.kernels if at in kernels]
    basis = f"{units.percent(finding.time_saved_pct)}% of {one_line(finding.basis)}"
    return Issue(
        rule=finding.rule,
        severity=finding.severity,
        kernel="",
        name="",
        launches=finding.kernels,
        time_saved_pct=finding.time_saved_pct,
        saved_ns=digest.saved_of_run_ns(finding, report),
        title=one_line(finding.title),
        text=f"{one_line(finding.title)}. {one_line(finding.advice)} Saves {wording.time(finding.time_saved_ns)}, {basis}.",
        file="",
        line=0,
        source=_source(report, involved),
        fingerprint="\0".join((finding.rule, *(k.name for k in involved))),
        finding=finding,
    )


def _place(locations: Iterable[Location]) -> Location:
    return next((place for place in locations if place.file and place.line > 0), Location())


def below(file: str, root: str) -> str:
    """``"/build/src/k.cu"`` below ``"/build"`` is ``"src/k.cu"``, with slashes; a file that is not below ``root`` keeps its name."""
    name, folder = (text.replace("\\", "/") for text in (file, root))
    folder = folder.rstrip("/") + "/"
    return name[len(folder) :] if root and name.startswith(folder) and len(name) > len(folder) else file


def _source(report: Report, launches: Iterable[Diagnosis]) -> str:
    """The one input that all of ``launches`` came from, the traced run where none is named, or the only input there is."""
    runs = [str(run["name"]) for run in report.timeline.get("runs", [])]
    names = {k.source for k in launches if k.source} or set(runs) or {entry.name for entry in report.inputs}
    return one_line(names.pop()) if len(names) == 1 and names != {_STANDARD_INPUT} else ""


def _with_fingerprint(issue: Issue, occurrence: int) -> Issue:
    from dataclasses import replace

    key = f"{issue.fingerprint}\0{occurrence}".encode("utf-8", "replace")
    return replace(issue, fingerprint=hashlib.sha256(key).hexdigest())
