"""A measured pair, how what was said of its first kernel holds against it, and the figures of many."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ncu_advisor.report import Diagnosis, Report

# Over-promise and false alarm as defined for the whole project: 15% on a mend that hardly pays, 10% where there is nothing to mend.
MILD_PROMISE, HEALTHY_PROMISE = 15.0, 10.0


@dataclass(frozen=True)
class Pair:
    name: str
    before: str
    expected: tuple[str, ...]
    kind: str  # defect, mild, healthy; "unmended" pairs, whose mend did not help when measured, are not scored
    saved_pct: float
    part: str  # of PARTS: seen, held back until the model first stood, or one of the BLIND ones
    after: str = ""  # its kernel after the mend; "" where there is none, or the library's


@dataclass(frozen=True)
class Score:
    pair: Pair
    rules: tuple[str, ...]  # as found, largest promise first
    promised_pct: float  # of an expected rule; of any rule for mild and healthy pairs

    @property
    def rank(self) -> int | None:
        return next((i for i, rule in enumerate(self.rules) if rule in self.pair.expected), None)

    @property
    def error(self) -> float:
        return abs(self.promised_pct - self.pair.saved_pct)


def score(reports: Iterable[Report], truth: Iterable[Pair]) -> list[Score]:
    kernels: dict[str, tuple[Report, Diagnosis]] = {}
    for report in reports:
        for kernel in report.kernels:
            kernels.setdefault(kernel.short_name, (report, kernel))
    return [held_against(found_of(*kernels[pair.before]), pair) for pair in truth if pair.before in kernels]


def found_of(report: Report, kernel: Diagnosis) -> list[tuple[float, str]]:
    """What is promised of a launch, each with its rule: its own findings, then those of the chains that it is part of."""
    chains = [chain for chain in report.sequence_findings if kernel.id in chain.kernels]
    return [*((f.time_saved_pct, f.rule) for f in kernel.findings), *((chain.time_saved_pct, chain.rule) for chain in chains)]


def held_against(found: list[tuple[float, str]], pair: Pair) -> Score:
    found = sorted(found, reverse=True)
    counted = [saved for saved, rule in found if pair.kind != "defect" or rule in pair.expected]
    return Score(pair, tuple(rule for _, rule in found), max(counted, default=0.0))


def summary(scores: Sequence[Score]) -> dict[str, float]:
    defects = [s for s in scores if s.pair.kind == "defect"]
    errors = [s.error for s in defects]
    return {
        "defects": len(defects),
        "first_pct": _mean([100.0 * (s.rank == 0) for s in defects]),
        "first_three_pct": _mean([100.0 * (s.rank is not None and s.rank < 3) for s in defects]),
        "median_error": statistics.median(errors) if errors else float("nan"),
        "mean_error": _mean(errors),
        "mild": sum(s.pair.kind == "mild" for s in scores),
        "over_promised": sum(s.pair.kind == "mild" and s.promised_pct > MILD_PROMISE for s in scores),
        "healthy": sum(s.pair.kind == "healthy" for s in scores),
        "false_alarms": sum(s.pair.kind == "healthy" and s.promised_pct > HEALTHY_PROMISE for s in scores),
    }


def _mean(values: Sequence[float]) -> float:
    """Their mean; NaN of none."""
    return statistics.mean(values) if values else float("nan")


def per_rule(scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """Recall and error of each rule over the pairs that expect it first."""
    table: dict[str, list[Score]] = {}
    for s in scores:
        if s.pair.kind == "defect":
            table.setdefault(s.pair.expected[0], []).append(s)
    return {
        rule: {
            "pairs": len(group),
            "recall_pct": round(100.0 * sum(s.rank == 0 for s in group) / len(group), 1),
            "promised_pct": round(statistics.mean(s.promised_pct for s in group), 1),
            "measured_pct": round(statistics.mean(s.pair.saved_pct for s in group), 1),
            "mean_error_pp": round(statistics.mean(s.error for s in group), 1),
        }
        for rule, group in sorted(table.items())
    }
