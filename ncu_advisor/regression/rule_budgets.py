"""Budgets of rules: which of them speak in any run, and which nobody asked, as no rule that was not evaluated is kept to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ncu_advisor.regression.budget import Budget, BudgetResult
    from ncu_advisor.regression.runs import KernelRun

_NAMED = 4  # rules and metrics that a sentence lists


def unasked(budget: Budget, runs: Sequence[KernelRun]) -> tuple[str, ...]:
    """Rules of ``budget`` that were evaluated in none of ``runs``, which are of one kernel."""
    return tuple(rule for rule in budget.rules if not any(_asked(rule, run) for run in runs))


def _asked(rule: str, run: KernelRun) -> bool:
    """Whether ``rule`` was evaluated: nobody evaluates one on a trace, and baseline files do not keep which ones were."""
    return rule in run.rules or (run.lead is not None and all(told.rule != rule for told in run.lead.not_evaluated))


def lines(budget: Budget, runs: Sequence[KernelRun], unasked: Sequence[str]) -> list[str]:
    """What is wrong with one kernel; ``unasked`` as from ``unasked``."""
    return [*_spoken(budget, runs), *_nothing_asked(budget, runs, unasked)]


def _spoken(budget: Budget, runs: Sequence[KernelRun]) -> list[str]:
    lines = []
    for rule in budget.rules:
        seen = [run.rules[rule] for run in runs if rule in run.rules]
        over = [s for s in seen if math.isnan(budget.max) or not s.time_saved_pct <= budget.max]
        if over:
            worst = max(over, key=lambda s: (math.isnan(s.time_saved_pct), s.time_saved_pct))
            place = f" at {worst.place}" if worst.place else ""
            share = "" if math.isnan(worst.time_saved_pct) else f" ({worst.time_saved_pct:.0f}% of the launch)"
            of = f", in {len(over)} of {len(runs)} runs" if len(runs) > 1 else ""
            lines.append(f"{runs[0].kernel.name}: `{rule}` speaks{place}: {worst.title}{share}{of}")
    return lines


def _nothing_asked(budget: Budget, runs: Sequence[KernelRun], unasked: Sequence[str]) -> list[str]:
    """Where none of its rules was evaluated; those that a pattern lacks beside others are told once for all kernels (``notes``)."""
    if not budget.rules or len(unasked) < len(budget.rules):
        return []
    lead = runs[-1].lead
    lacking = list(dict.fromkeys(name for told in lead.not_evaluated if told.rule in unasked for name in told.missing)) if lead else []
    why = f"lacks {_some(lacking)}" if lacking else "rules are evaluated on profiles of ncu alone, not on traces and baseline files"
    return [f"{runs[0].kernel.name}: `{budget.rule}` was not evaluated, so its budget cannot be checked ({why})"]


def notes(results: Sequence[BudgetResult]) -> list[str]:
    """What budgets of several rules could not ask: a sentence each."""
    found: dict[int, list[BudgetResult]] = {}
    for result in results:
        if 0 < len(result.unasked) < len(result.budget.rules):
            found.setdefault(id(result.budget), []).append(result)
    lines = []
    for of in found.values():
        rules = sorted({rule for result in of for rule in result.unasked})
        where = of[0].kernel if len(of) == 1 else f"{len(of)} kernels"
        lines.append(f"the budget for {of[0].budget.rule!r} did not check {_some(rules)} on {where}: not evaluated, as metrics were not collected")
    return lines


def _some(names: Sequence[str]) -> str:
    """``"a, b and 3 more"``."""
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
