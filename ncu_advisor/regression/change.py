"""What became of one kernel between two sides: its time's verdict, its counters and metrics, and the rules that came and went."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ncu_advisor.regression.counters import CounterChange
    from ncu_advisor.regression.decide import Verdict
    from ncu_advisor.regression.matching import Match
    from ncu_advisor.regression.runs import Kernel, KernelRun, RuleSeen
    from ncu_advisor.report import Diagnosis


@dataclass(frozen=True)
class MetricChange:
    """A median that changed, base units."""

    name: str
    what: str
    unit: str
    before: float
    after: float

    @property
    def size(self) -> float:
        """Magnitude for ranking: the logarithm of the ratio, or a lot where one side is 0."""
        if self.before <= 0 or self.after <= 0:
            return 10.0
        return abs(math.log(self.after / self.before))


@dataclass(frozen=True)
class KernelChange:
    """One match of kernels. ``time`` is None for kernels that one side lacks; totals are per run, typical times per launch, in ns.

    ``counts`` are launches a run, in the mean of a side; ``recounted`` where no run of the baseline has as many as there are now.
    Where kernels match one to one, ``sides`` are their runs and ``leads`` the launches of median duration, where a side was diagnosed.
    """

    match: Match
    launches: tuple[int, int]
    typical_ns: tuple[float, float]
    total_ns: tuple[float, float]
    time: Verdict | None
    counts: tuple[float, float] = (0.0, 0.0)
    recounted: bool = False
    counters: tuple[CounterChange, ...] = ()
    metrics: tuple[MetricChange, ...] = ()
    bound: tuple[str, str] = ("", "")
    limiter: tuple[str, str] = ("", "")
    appeared: Mapping[str, RuleSeen] = field(default_factory=dict)
    vanished: Mapping[str, RuleSeen] = field(default_factory=dict)
    because: str = ""
    leads: tuple[Diagnosis | None, Diagnosis | None] = field(default=(None, None), compare=False, repr=False)
    sides: tuple[Sequence[KernelRun], Sequence[KernelRun]] = field(default=((), ()), compare=False, repr=False)

    @property
    def kernel(self) -> Kernel:
        """The kernel as it is called now, or was where it is gone."""
        return (self.match.after or self.match.before)[0]

    @property
    def change_pct(self) -> float:
        return self.time.change_pct if self.time is not None else math.nan
