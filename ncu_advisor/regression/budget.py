"""A Budget: one limit of a team's; a Waiver: a reason to let something pass until a day; and what became of a budget on one kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date

TOTAL = "total_time"  # all kernels of a run together, ns
TIME, COUNTERS = "time", "counters"  # what waivers lift, beside rules and metrics


@dataclass(frozen=True)
class Budget:
    """One limit. ``max`` and ``min`` are absolute, in base units (time in ns); the increases are over the baseline.

    ``rules`` are the ids that ``rule`` matches.
    """

    kernel: str = "*"  # pattern of the kernel's name as reports show it, or of its function's name
    metric: str = ""
    rule: str = ""  # a rule that must not speak, or (max) must not promise more percent than that
    max: float = math.nan
    min: float = math.nan
    max_increase: float = math.nan
    max_increase_pct: float = math.nan
    level: str = "fail"
    unmatched: str = "fail"
    rules: tuple[str, ...] = ()

    @property
    def relative(self) -> bool:
        return not (math.isnan(self.max_increase) and math.isnan(self.max_increase_pct))

    @property
    def what(self) -> str:
        return self.rule or self.metric


@dataclass(frozen=True)
class Waiver:
    """``what`` is a pattern of a metric, a rule, ``time`` or ``counters``; it holds up to and including the day that it expires."""

    kernel: str
    what: str
    reason: str
    expires: date


@dataclass(frozen=True)
class BudgetResult:
    """One budget on one kernel, or on none where its pattern matched nothing. ``unasked``: rules of several that it could not ask there."""

    budget: Budget
    kernel: str
    failed: bool
    level: str
    why: tuple[str, ...] = ()
    waived: str = ""
    unasked: tuple[str, ...] = ()
