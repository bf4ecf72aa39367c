"""Counters that are the same on every run of the same work: compared to the digit, without noise, where they prove to be so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ncu_advisor import catalogue
from ncu_advisor.regression.runs import EXACT, REPEATED, Counter, KernelRun

# Observations in the baseline that must agree before a counter of the chip's units counts as exact.
_PROOF = 3


@dataclass(frozen=True)
class CounterChange:
    """A counter of one launch, before and now; ``exact`` where it does not vary. ``change_pct`` is infinite where it was 0."""

    name: str
    what: str
    unit: str
    before: float
    after: float
    exact: bool

    @property
    def change_pct(self) -> float:
        if self.after == self.before:
            return 0.0
        return 100.0 * (self.after / self.before - 1.0) if self.before else math.inf

    @property
    def rose(self) -> bool:
        return self.exact and self.after > self.before


def changes(before: Sequence[KernelRun], after: Sequence[KernelRun]) -> list[CounterChange]:
    """Every counter that all runs of both sides have, in the order of EXACT and REPEATED; unchanged ones too."""
    found = []
    for name in (*EXACT, *REPEATED):
        old, new = [run.counters.get(name) for run in before], [run.counters.get(name) for run in after]
        known_old, known_new = [c for c in old if c is not None], [c for c in new if c is not None]
        if not old or not new or len(known_old) < len(old) or len(known_new) < len(new):
            continue
        exact = _exact(known_old, known_new, before, after)
        if name in REPEATED:
            exact = exact and sum(len(run.durations) for run in before) >= _PROOF
        metric = catalogue.metrics()[name]
        found.append(CounterChange(name, metric.what, metric.unit, _mean(known_old), _mean(known_new), exact))
    return found


def _exact(old: Sequence[Counter], new: Sequence[Counter], before: Sequence[KernelRun], after: Sequence[KernelRun]) -> bool:
    """Constant over launches and runs of either side; or, launch for launch, with equal sums over at least two baseline runs."""
    if all(c.constant for c in (*old, *new)):
        return len({c.low for c in old}) == len({c.low for c in new}) == 1
    alike = len({len(run.durations) for run in (*before, *after)}) == 1
    return alike and len(old) > 1 and len(set(old)) == 1 and len({c.mean for c in new}) == 1


def _mean(counters: Sequence[Counter]) -> float:
    first = counters[0].mean
    return first if all(c.mean == first for c in counters) else math.fsum(c.mean for c in counters) / len(counters)
