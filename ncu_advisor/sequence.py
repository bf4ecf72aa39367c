"""Findings that need several launches or the timeline: measurements give occurrences, rule files judge them and speak."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor import collect, measurement
from ncu_advisor.errors import BadRule
from ncu_advisor.expression import Expression
from ncu_advisor.measurement import LAUNCHES, Occurrences
from ncu_advisor.report import Evidence, NotEvaluated, SequenceFinding
from ncu_advisor.rule import Rule
from ncu_advisor.sentence import add_phrases, explanation, render, unsaid, wording

if TYPE_CHECKING:
    from ncu_advisor.columns import Column
    from ncu_advisor.profile import Profile
    from ncu_advisor.report import Report
    from ncu_advisor.timeline import Session

# What one rule says at most: further occurrences save less than these.
_MOST = 50


def complete(report: Report, profile: Profile, rules: Iterable[Rule], columns: Mapping[str, Column]) -> None:
    """Add to ``report`` what the rules with a measure say of ``profile``, the most time saved first, and which could not be asked.

    ``columns``: what rules may name of launches, one element a launch. What rules about single launches say of a trace alone is said of
    kernels that were not profiled: of the others, counters tell more.
    """
    from ncu_advisor.traces.launch_order import LaunchOrder

    sessions = sessions_of(profile)
    order = LaunchOrder(profile, columns, sessions)
    runs = _Runs(sessions, order)
    for rule in rules:
        if rule.measure:
            report.sequence_findings += _of_rule(rule, order, runs)
            report.not_evaluated += _not_asked(rule, sessions, len(profile))
            _lacking_metrics(report, rule, columns, _chips(profile))
        elif rule.of_run and sessions:
            report.sequence_findings += _of_rule(rule.of_run, order, runs)
            report.not_evaluated += () if len(profile) else _not_asked(rule.of_run, sessions, 0)
    report.sequence_findings.sort(key=lambda finding: (-finding.time_saved_ns, finding.rule))


def sessions_of(profile: Profile) -> list[Session]:
    """The runs that system profiles among the inputs hold."""
    return list(getattr(profile.timeline, "sessions", ()))


class _Runs:
    """What measurements tell of the runs; each is asked once, however many rules read it."""

    def __init__(self, sessions: Sequence[Session], order: Any) -> None:
        self._sessions, self._order = sessions, order
        self._told: dict[str, list[tuple[Occurrences, str]]] = {}

    def told(self, name: str) -> list[tuple[Occurrences, str]]:
        """Of each run that recorded what measurement ``name`` needs, with the words that tell the run from others."""
        if name not in self._told:
            source = measurement.named(name)
            recorded = [run for run in self._paced if not _lacking_events(source.NEEDS, run[0])]
            self._told[name] = [(_unprofiled(_with_pace(source.measure(run), paced), self._order), self._where(run)) for run, paced in recorded]
        return self._told[name]

    @cached_property
    def _paced(self) -> list[tuple[Session, bool]]:
        """The runs, each with whether a clock sets its pace."""
        return [(session, _paced(session)) for session in self._sessions]

    def _where(self, session: Session) -> str:
        return f" in {_name(session)}" if len(self._sessions) > 1 else ""


def _paced(session: Session) -> bool:
    from ncu_advisor.traces.gpu_activity import whole
    from ncu_advisor.traces.source_pace import source_pace

    return whole(session) and source_pace(session) is not None


def _with_pace(found: Occurrences, paced: bool) -> Occurrences:
    return Occurrences(found.launches, {**found.values, "paced": np.full(len(found), float(paced))})


def _of_rule(rule: Rule, order: Any, runs: _Runs) -> list[SequenceFinding]:
    found: list[SequenceFinding] = []
    for name in rule.measure:
        source = measurement.named(name)
        if source.OF == LAUNCHES:
            found += speak(rule, source.measure(order, rule))
            continue
        for occurrences, where in runs.told(name):
            found += speak(rule, occurrences, where)
    return sorted(found, key=lambda finding: -finding.time_saved_ns)[:_MOST]


def _unprofiled(found: Occurrences, order: Any) -> Occurrences:
    """``found`` without the kernels of a trace (``name``, ``blocks``, ``threads``) that the profile has launches of."""
    if not len(order) or "name" not in found.values:
        return found
    there = order.shaped
    kernels = zip(*(found.values[value].tolist() for value in ("name", "blocks", "threads")), strict=True)
    kept = np.array([kernel not in there for kernel in kernels], dtype=bool)
    return Occurrences(tuple(rows for rows, keep in zip(found.launches, kept, strict=True) if keep), {n: v[kept] for n, v in found.values.items()})


def speak(rule: Rule, occurrences: Occurrences, where: str = "") -> list[SequenceFinding]:
    """What ``rule`` says of ``occurrences``; ``where`` names the run after the words for what the saving is a share of."""
    if not len(occurrences) or rule.saves is None:
        return []
    values = _Values(rule, occurrences)
    for name, definition in rule.let.items():
        values.own[name] = values.ask(definition)
    saved, of = values.ask(rule.saves.ns), values.ask(rule.saves.of_ns)
    with np.errstate(all="ignore"):
        share = np.clip(100.0 * saved / of, 0.0, 100.0)
    fires = values.holds(rule.when) & (share >= rule.pays)
    values.own |= {"time_saved_ns": saved, "time_saved_pct": share}
    return [_finding(rule, values, int(index), where) for index in np.flatnonzero(fires)]


def _finding(rule: Rule, values: _Values, index: int, where: str) -> SequenceFinding:
    said = values.of_one(index)
    words = {name: wording(text, said, measurement.unit_of) for name, text in rule.words.items()}
    evidence = [_evidence(entry, values, index) for entry in rule.evidence]
    confidence = values.own["confidence"][index] if "confidence" in values.own else rule.confidence
    return SequenceFinding(
        rule=rule.id,
        kernels=tuple(sorted(values.occurrences.launches[index])),
        time_saved_pct=round(float(values.own["time_saved_pct"][index]), 1),
        time_saved_ns=float(values.own["time_saved_ns"][index]),
        title=words["title"] or rule.summary,
        explanation=explanation(words),
        advice=words["advice"] or unsaid(rule.id),
        unless=words["unless"],
        basis=render(rule.saves.of if rule.saves else "", said, measurement.unit_of) + where,
        recommendation=_recommendation(rule, values, index),
        evidence=tuple(entry for entry in evidence if not math.isnan(entry.value)),
        confidence=round(float(confidence), 2),
    )


def _recommendation(rule: Rule, values: _Values, index: int) -> dict[str, float]:
    """Values to set; those that are not finite do not apply."""
    single = {name: value for name, value in rule.recommend.items() if not isinstance(value, tuple)}
    asked = {name: float(values.ask(expression)[index]) for name, expression in single.items()}
    return {name: value if value.is_integer() else round(value, 1) for name, value in asked.items() if math.isfinite(value)}


def _evidence(entry: Mapping[str, str], values: _Values, index: int) -> Evidence:
    from ncu_advisor.expression import parse

    ideal = float(values.ask(parse(entry["ideal"]))[index]) if "ideal" in entry else None
    metric = entry["metric"]
    return Evidence(metric, float(values[metric][index]), entry.get("unit", measurement.unit_of(metric)), ideal)


class _Values(Mapping[str, Any]):
    """A rule's own definitions before the values of occurrences; one that only another measurement gives reads as missing."""

    def __init__(self, rule: Rule, occurrences: Occurrences) -> None:
        self.own: dict[str, Any] = {}
        self.occurrences = occurrences
        self._rule = rule
        self._known = {*measurement.known(rule.measure), *rule.links, *(key for link in rule.links.values() for key in link.sums)}

    def __getitem__(self, name: str) -> Any:
        if name in self.own:
            return self.own[name]
        try:
            return self.occurrences.values[name]
        except KeyError:
            if name in self._known or _folds_a_column(name, self._rule):
                return np.full(len(self.occurrences), np.nan)
            raise BadRule(f"{self._rule.id}.toml", f"names {name!r}, which is no value of {', '.join(self._rule.measure)}") from None

    def ask(self, expression: Expression) -> NDArray[np.float64]:
        return np.broadcast_to(np.asarray(expression(self), dtype=float), len(self.occurrences))

    def holds(self, expression: Expression) -> NDArray[np.bool_]:
        return np.broadcast_to(np.asarray(expression(self), dtype=bool), len(self.occurrences))

    def of_one(self, index: int) -> dict[str, Any]:
        """What sentences may mention of one occurrence: its values, and the phrases that hold of it."""
        said: dict[str, Any] = {}
        for name in {*self._rule.slots()} - {phrase.name for phrase in self._rule.phrases}:
            value = self[name][index]
            said[name] = value if isinstance(value, str) else float(value)
        add_phrases(self._rule.phrases, lambda when: bool(self.holds(when)[index]), said, measurement.unit_of)
        return said

    def __iter__(self) -> Iterator[str]:
        return iter({**self.own, **self.occurrences.values})

    def __len__(self) -> int:
        return len({**self.own, **self.occurrences.values})


def _folds_a_column(name: str, rule: Rule) -> bool:
    """Whether ``name`` is a fold of linked launches (``total_duration``) over a metric, which the profile may lack."""
    from ncu_advisor import catalogue

    fold, _, column = name.partition("_")
    known = column in rule.launch or column in catalogue.metrics() or column.endswith("_ns")
    return bool(rule.links) and fold in ("total", "least", "most", "first", "last") and known


def _lacking_events(needs: Sequence[str], session: Session) -> list[str]:
    from ncu_advisor.traces.gpu_activity import available

    there = available(session)
    return [need for need in needs if need not in there]


def _not_asked(rule: Rule, sessions: Sequence[Session], launches: int) -> Iterator[NotEvaluated]:
    """The rule, where no run holds the events that it needs, and no launches could answer instead."""
    sources = [measurement.named(name) for name in rule.measure]
    if any(source.OF == LAUNCHES and launches for source in sources) or not sources:
        return
    needs = dict.fromkeys(need for source in sources for need in source.NEEDS)
    if not any(not _lacking_events(tuple(needs), session) for session in sessions):
        yield NotEvaluated(rule.id, tuple(needs), collect.trace(needs))


def _chips(profile: Profile) -> list[str]:
    """The compute capabilities of its devices, where it tells them."""
    launches = profile.launch_columns
    return sorted(set(launches["compute_capability"].tolist()) - {""}) if "compute_capability" in launches else []


def _lacking_metrics(report: Report, rule: Rule, columns: Mapping[str, Column], chips: Sequence[str]) -> None:
    """Say of every launch what ``rule`` lacks to see it among its neighbours, or to be silent of it; a launch alone has none."""
    if not any(measurement.named(name).OF == LAUNCHES for name in rule.measure) or len(report.kernels) < 2:
        return
    from ncu_advisor import catalogue

    wanted = (*rule.needs, *rule.settled_by)
    there = [[~np.isnan(columns[name]) for name in need.split("|") if name in columns] for need in wanted]
    lacking = np.array([~np.any(known, axis=0) if known else np.ones(len(report.kernels), dtype=bool) for known in there]).T
    if "device_integrated" in columns:  # no counter of an integrated GPU tells what its DRAM writes, so no command collects it
        uncounted = np.array([need == "dram_bytes_written" for need in wanted])
        lacking[np.ix_(np.asarray(columns["device_integrated"]) > 0, uncounted)] = False
    spoken_of = [row for finding in report.sequence_findings if finding.rule == rule.id for row in finding.kernels]
    lacking[spoken_of, len(rule.needs) :] = False
    for pattern in np.unique(lacking, axis=0) if lacking.any() else ():
        metrics = [need.split("|")[0] for need, lacks in zip(wanted, pattern, strict=True) if lacks]
        if metrics:
            # A new run cannot complete this profile's launches: its command collects all that the rule rests on.
            names = catalogue.vendor_names(metrics, capabilities=chips)
            said = NotEvaluated(rule.id, tuple(names), collect.for_rules([rule], capabilities=chips)[0])
            longer: dict[int, list[NotEvaluated]] = {}  # launches share these lists
            for row in np.flatnonzero((lacking == pattern).all(axis=1)).tolist():
                before = report.kernels[row].not_evaluated
                report.kernels[row].not_evaluated = longer.setdefault(id(before), [*before, said])


def _name(session: Session) -> str:
    return PurePath(session.paths[0]).name if session.paths else "one run"
