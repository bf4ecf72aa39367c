"""The findings of launches: what counts is there at once, sentences are written when somebody reads them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ncu_advisor import judge
from ncu_advisor.deferred import partly
from ncu_advisor.expression import parse
from ncu_advisor.locate import locations
from ncu_advisor.plan.advice import recommend
from ncu_advisor.report import Evidence, Finding
from ncu_advisor.sentence import explanation, unsaid
from ncu_advisor.verdict import Values, Verdict

if TYPE_CHECKING:
    from ncu_advisor.classify import Bounds
    from ncu_advisor.columns import Column
    from ncu_advisor.hardware.device import Devices
    from ncu_advisor.profile import Profile


class Findings:
    """The findings of all launches."""

    def __init__(self, profile: Profile, devices: Devices, columns: Mapping[str, Column], bounds: Bounds, verdicts: Sequence[Verdict]) -> None:
        self._verdicts, self._bounds = verdicts, bounds
        self._words = [_Words(verdict, profile, devices).part for verdict in verdicts]
        self._depth = _depth(columns, len(profile))
        places = [verdict.speaks for verdict in verdicts]
        rows = np.concatenate([verdict.rows[of] for verdict, of in zip(verdicts, places, strict=True)] or [np.empty(0, dtype=np.int64)])
        order = np.argsort(rows, kind="stable")
        # Which verdict speaks, at which of its places, launch by launch.
        self._who = np.repeat(np.arange(len(verdicts), dtype=np.int32), [len(of) for of in places])[order]
        self._where = np.concatenate([*places, np.empty(0, dtype=np.int64)])[order].astype(np.int32)
        self._starts = np.searchsorted(rows[order], np.arange(len(profile) + 1)).astype(np.int32)

    def of(self, row: int) -> list[Finding]:
        """Those of one launch, the largest saving first."""
        found = range(self._starts[row], self._starts[row + 1])
        findings = [self._finding(row, int(self._who[at]), int(self._where[at])) for at in found]
        return sorted(findings, key=lambda finding: (-finding.time_saved_pct, finding.rule)) if len(findings) > 1 else findings

    def _finding(self, row: int, who: int, place: int) -> Finding:
        verdict = self._verdicts[who]
        confidence = round(verdict.rule.confidence * (0.5 + 0.5 * self._bounds.confidence(row)) * float(self._depth[row]), 2)
        # Adding nothing makes a negative zero a plain one.
        saved = float(judge.rounded(verdict.saved[place])) + 0.0
        finding = Finding.__new__(Finding)
        partly(finding, self._words[who], place, {"rule": verdict.rule.id, "time_saved_pct": saved, "confidence": confidence})
        return finding


def _depth(columns: Mapping[str, Column], count: int) -> Column:
    """How much less sure a finding is without the counters of deeper sets: stall reasons (full), instruction counts (detailed)."""
    depth = np.full(count, 0.7)
    for metric, factor in (("instructions", 0.9), ("warp_latency", 1.0)):
        if metric in columns:
            depth[~np.isnan(columns[metric])] = factor
    return depth


class _Words:
    """What a finding of one rule says."""

    def __init__(self, verdict: Verdict, profile: Profile, devices: Devices) -> None:
        self._verdict, self._profile, self._devices = verdict, profile, devices

    def part(self, name: str, place: int) -> dict[str, Any]:
        """All that Finding has besides the rule, the saving and the confidence, of the launch at ``place`` of the verdict's rows."""
        verdict = self._verdict
        rule, row, other = verdict.rule, int(verdict.rows[place]), verdict.instead_of.get(place, "")
        here = verdict.values.of(np.array([place]))
        recommendation = self._recommendation(here, row)
        values = judge.spoken_values(verdict, place, recommendation)
        said = {sentence: judge.spoken(rule, text, values) for sentence, text in rule.words.items()}
        evidence = (_evidence(entry, values, here) for entry in rule.evidence)
        return {
            "title": said["title"] or rule.summary,
            "explanation": explanation(said),
            "advice": _instead(other, said["advice"] or unsaid(rule.id)),
            "unless": said["unless"],
            "binds_next": "" if math.isnan(verdict.saved[place]) else judge.binds_words(verdict.binding[place]),
            "recommendation": {key: value for key, value in recommendation.items() if value is not None and not key.startswith("next_")},
            "evidence": tuple(entry for entry in evidence if not math.isnan(entry.value)),
            "location": locations(rule, self._profile.code.get(row)),
            "instead_of": other,
        }

    def _recommendation(self, here: Values, row: int) -> dict[str, Any]:
        """What to change to what: the rule's own values, and those of its plan. A size of which a part is not known is none."""
        rule = self._verdict.rule

        def value(source: Any) -> Any:
            if isinstance(source, tuple):
                parts = [value(part) for part in source]
                return parts if None not in parts else None
            number = _number(source(here))
            return int(number) if number.is_integer() else round(number, 3) if math.isfinite(number) else None

        recommendation = {name: value(source) for name, source in rule.recommend.items()}
        if rule.plan:
            recommendation |= recommend(rule.plan, _Known(here), self._devices.of_launch[row])
        return recommendation


def _instead(of: str, advice: str) -> str:
    """Advice that saves the same time as another finding says so: promises of both do not add up."""
    return f"Alternative to `{of}` (the savings overlap): {advice[:1].lower()}{advice[1:]}" if of else advice


class _Known(Mapping[str, float]):
    """What is known of one launch, by name; a plan asks for a few of hundreds."""

    def __init__(self, here: Values) -> None:
        self._here = here

    def __getitem__(self, name: str) -> float:
        value = _number(self._here[name])
        if math.isnan(value):
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._here if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _evidence(entry: Mapping[str, str], values: Mapping[str, Any], here: Values) -> Evidence:
    metric, value, unit, ideal = judge.as_evidence(entry, values, lambda source: _number(parse(source)(here)))
    return Evidence(metric, value, unit, ideal)


def _number(values: Any) -> float:
    return float(np.broadcast_to(values, 1)[0])
