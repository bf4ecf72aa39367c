"""How often a run launches a kernel: where that changed, what a launch takes is not what a run takes, and who waits, waits for the run."""

from __future__ import annotations

from collections.abc import Sequence

from ncu_advisor import units
from ncu_advisor.regression.change import KernelChange
from ncu_advisor.regression.matching import SAME
from ncu_advisor.regression.policy import Policy

Totals = tuple[float, float]  # ns a run, before and now


def changed(before: Sequence[int], now: Sequence[int]) -> bool:
    """Whether launches a run, one number a run, are other than in any run of the baseline."""
    return bool(before and now) and not min(before) <= sum(now) / len(now) <= max(before)


def words(change: KernelChange) -> str:
    """``"30 launches a run instead of 10, which take 3 ms instead of 2 ms"``; "" where there are as many."""
    if not change.recounted:
        return ""
    told = f"{change.counts[1]:.4g} {'launch' if change.counts[1] == 1 else 'launches'} a run instead of {change.counts[0]:.4g}"
    before, now = change.total_ns
    return f"{told}, which {_take(change)} {units.words(now, 'ns')} instead of {units.words(before, 'ns')}" if min(before, now) > 0 else told


def _take(change: KernelChange) -> str:
    return "takes" if change.counts[1] == 1 else "take"


def weighs(cost: float, totals: Totals, policy: Policy) -> bool:
    """Whether ``cost`` ns a run and what the whole run grew by both matter, beside what the run took before."""
    least = policy.effect_pct / 100 * totals[0]
    return cost > least and totals[1] - totals[0] > least


def longer(change: KernelChange, totals: Totals, policy: Policy) -> bool:
    """Whether the run takes longer by it: as by a new kernel of that cost, or where launches are cut otherwise, as a kernel that is slower."""
    before, now = change.total_ns
    if change.match.kind == SAME:
        return change.recounted and change.counts[1] > change.counts[0] and weighs(now - before, totals, policy)
    return change.recounted and now - before > policy.effect_pct / 100 * before


def recut(change: KernelChange) -> bool:
    """Whether the same or less time a run falls into other launches: then a longer launch is no slower kernel."""
    return change.recounted and change.match.kind != SAME and change.total_ns[1] <= change.total_ns[0]
