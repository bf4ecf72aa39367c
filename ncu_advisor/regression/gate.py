"""The gate: a verdict on a comparison. FAIL for what is worse beyond doubt, AMBIGUOUS for what cannot be told, INCOMPARABLE for unlike sides.

Times are decided under noise (``decide``), counters to the digit (``counters``), budgets by their own word (``budgets``); waivers lift
what a person took upon themselves until a day. An improvement never fails, and a gate that could not compare never passes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date

from ncu_advisor import units
from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import comparability, launch_counts, rule_budgets
from ncu_advisor.regression.because import value
from ncu_advisor.regression.budget import COUNTERS, TIME, BudgetResult
from ncu_advisor.regression.budgets import Budgets, Waived, Waivers
from ncu_advisor.regression.change import KernelChange
from ncu_advisor.regression.compare import Comparison, compare
from ncu_advisor.regression.counters import CounterChange
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, INCOMPARABLE, PASS, Verdict
from ncu_advisor.regression.matching import ADDED, REMOVED, RENAMED, SAME
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.runs import EXACT, Run

EXIT_CODES = {PASS: 0, FAIL: 1, INCOMPARABLE: 2, AMBIGUOUS: 3}
_WORST = (INCOMPARABLE, FAIL, AMBIGUOUS, PASS)


@dataclass
class KernelVerdict:
    """One kernel: its verdict, the sentences that say why, and what a waiver or a warning made of reasons to fail.

    ``counters`` are the exact counters that were held against the baseline's.
    """

    change: KernelChange
    verdict: str = PASS
    why: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    waived: list[str] = field(default_factory=list)
    counters: tuple[str, ...] = ()


@dataclass
class GateResult:
    """``comparison`` is None where there are budgets but nothing to compare with; ``timed`` says whether times were judged.

    ``held`` are the numbers of budgets and of kernels of the current side.
    """

    verdict: str
    comparison: Comparison | None
    kernels: list[KernelVerdict]
    budgets: list[BudgetResult]
    waived: list[Waived]
    why: list[str]
    warnings: list[str]
    timed: bool = True
    held: tuple[int, int] = (0, 0)

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]


def gate(
    baseline: Sequence[Run],
    current: Sequence[Run],
    *,
    policy: Policy | None = None,
    budgets: Budgets | None = None,
    allowed: Collection[str] = (),
    today: date | None = None,
) -> GateResult:
    """The verdict on ``current``. Raises AdvisorError where there is neither a baseline nor a budget to hold it against.

    ``today`` decides which waivers still hold; without it all do.
    """
    policy, budgets = policy or Policy(), budgets or Budgets()
    names = comparability.check_names(allowed)
    if not baseline and not budgets.budgets:
        raise AdvisorError("gate", "there is nothing to hold the profile against", "give --baseline, --history or --budgets")
    comparison = compare(baseline, current, policy, names) if baseline else None
    waivers = budgets.in_force(today)
    kernels = len({kernel.kernel for run in current for kernel in run.kernels})
    result = GateResult(PASS, comparison, [], [], [], [], list(waivers.warnings), policy.time != "off", (len(budgets.budgets), kernels))
    if comparison is not None:
        result.kernels = [_kernel(change, policy, names, comparison, waivers) for change in comparison.kernels]
        _whole(result, comparison, policy)
    result.budgets = budgets.check(comparison, current, waivers)
    result.waived = waivers.used()
    result.warnings += [line for budget in result.budgets if budget.level == "warn" for line in budget.why]
    result.warnings += rule_budgets.notes(result.budgets)
    result.why += [line for budget in result.budgets if budget.level == "fail" for line in budget.why]
    verdicts = [k.verdict for k in result.kernels] + [FAIL for b in result.budgets if b.failed]
    result.verdict = min([result.verdict, *verdicts], key=_WORST.index)
    if comparison is not None and not comparison.comparable:
        result.verdict = INCOMPARABLE
        for kernel in result.kernels:
            kernel.verdict, kernel.counters = INCOMPARABLE, ()
        result.why = [m.text for m in comparison.mismatches if not m.allowed]
    return result


def unjudged(comparison: Comparison) -> GateResult:
    """``comparison`` for the outputs, without verdicts."""
    return GateResult("", comparison, [KernelVerdict(change, "") for change in comparison.kernels], [], [], [], [], timed=False)


def _kernel(change: KernelChange, policy: Policy, allowed: Collection[str], comparison: Comparison, waivers: Waivers) -> KernelVerdict:
    result = KernelVerdict(change)
    if change.time is None:
        _one_sided(result, allowed, comparison, policy)
        return result
    if policy.time != "off":
        verdict, lines = _time(change, change.time, comparison, policy, comparability.COUNTS in allowed)
        if verdict != PASS:
            _add(result, verdict, lines, policy.time, waivers.waive(change.kernel, TIME))
    same_work = change.match.kind in (SAME, RENAMED)
    if policy.time == "off" and policy.counters == "fail" and not (same_work and any(c.exact for c in change.counters)):
        what = "no exact counter was collected on both sides" if same_work else "counters of another shape or another kernel are not compared"
        _add(result, AMBIGUOUS, [f"{what}, so nothing judged it"], "fail", waivers.waive(change.kernel, COUNTERS))
    if policy.counters != "off" and same_work:
        result.counters = tuple(counter.name for counter in change.counters if counter.exact)
        for counter in change.counters:
            if counter.name in EXACT and not counter.exact and counter.change_pct > policy.target_pct:
                result.warnings.append(f"{counter_words(counter)}, but it differs between equal launches and is not gated")
            if _rose(counter, policy):
                line = counter_words(counter)
                # A single launch shows no noise to be beyond: then what it measured has to do.
                if change.time.faster or change.time.raw_change_pct < -policy.target_pct:
                    result.warnings.append(f"{line}, but the kernel is faster")
                    continue
                _add(result, FAIL, [line], policy.counters, waivers.waive(change.kernel, counter.name) or waivers.waive(change.kernel, COUNTERS))
    return result


def _time(change: KernelChange, time: Verdict, comparison: Comparison, policy: Policy, by_launch: bool) -> tuple[str, list[str]]:
    """The verdict on a launch's time, and where a run has another number of launches also on the run's, unless ``by_launch``."""
    verdict, lines = time.verdict, [*time.why, *([change.because] if change.because and time.verdict == FAIL else [])]
    told = f"{launch_counts.words(change)}; update the baseline, or allow {comparability.COUNTS}"
    if by_launch:
        return verdict, lines
    if verdict == FAIL and launch_counts.recut(change):
        return AMBIGUOUS, [*lines, told]
    if launch_counts.longer(change, comparison.total_ns, policy):
        return min(verdict, AMBIGUOUS, key=_WORST.index), [*lines, told]
    return verdict, lines


def _add(result: KernelVerdict, verdict: str, lines: Sequence[str], level: str, reason: str) -> None:
    if reason:
        result.waived += [f"{line} (waived: {reason})" for line in lines]
    elif level == "warn":
        result.warnings += lines
    else:
        result.verdict = min(result.verdict, verdict, key=_WORST.index)
        result.why += lines


def _rose(counter: CounterChange, policy: Policy) -> bool:
    return counter.rose and counter.change_pct > policy.counter_pct


def counter_words(counter: CounterChange) -> str:
    """``"instructions that warps executed: 1.2e+07 to 1.5e+07 (+25%)"``."""
    share = "" if math.isinf(counter.change_pct) else f" ({counter.change_pct:+.1f}%)"
    return f"{counter.what[0].lower()}{counter.what[1:]}: {value(counter.before, counter.unit)} to {value(counter.after, counter.unit)}{share}"


def _one_sided(result: KernelVerdict, allowed: Collection[str], comparison: Comparison, policy: Policy) -> None:
    """A kernel that one side lacks: the baseline's must not vanish unseen, a new one must not make the whole slower."""
    kind = result.change.match.kind
    if kind == REMOVED:
        line = "only in the baseline: it was not compared"
        _add(result, AMBIGUOUS, [f"{line}; update the baseline, or allow {comparability.REMOVED}"], "fail", "")
        if comparability.REMOVED in allowed:
            result.verdict, result.why, result.warnings = PASS, [], [line]
    if kind == ADDED:
        cost = result.change.total_ns[1]
        line = f"new: {units.words(cost, 'ns')} a run that the baseline does not have"
        if policy.time != "off" and launch_counts.weighs(cost, comparison.total_ns, policy) and comparability.ADDED not in allowed:
            _add(result, AMBIGUOUS, [f"{line}, and the whole takes longer; update the baseline, or allow {comparability.ADDED}"], "fail", "")
        else:
            result.warnings.append(line)


def _whole(result: GateResult, comparison: Comparison, policy: Policy) -> None:
    """What no kernel answers for: no kernel in common, or all of them slower by more than clocks explain."""
    shift = comparison.global_shift_pct
    if not any(change.time is not None for change in comparison.kernels):
        result.verdict = INCOMPARABLE
        result.why.append("no kernel of the baseline occurs in the current profile: nothing was compared")
    elif comparison.unexplained and policy.time != "off":
        result.verdict = AMBIGUOUS
        alike = f"the measured clocks are those of the baseline within {policy.clock_pct:g}%, so that they are no reason"
        reason = alike if comparison.clocks_alike else "slower clocks, or a change that all of them share"
        result.why.append(f"all kernels together are slower by {shift:.1f}%: {reason}; profile again, or allow {comparability.SHIFT}")
