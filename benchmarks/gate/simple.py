"""Rules that CI jobs use today, on the same samples: each looks at the latest baseline run and the current one, kernel by kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ncu_advisor.regression import statistics
from ncu_advisor.regression.noise import Sample, Series

Rule = Callable[[Sample, Sample], bool]


def one_run(before: Sample, after: Sample) -> bool:
    """The first launch is slower by 5%."""
    return after.ns[0] > 1.05 * before.ns[0]


def median(before: Sample, after: Sample) -> bool:
    """The median of the launches is slower by 2%."""
    return float(np.median(after.ns)) > 1.02 * float(np.median(before.ns))


def mann_whitney(before: Sample, after: Sample) -> bool:
    """One-sided Mann-Whitney over the launches, p below 0.05."""
    return statistics.mann_whitney(before.logs, after.logs) < 0.05


RULES: dict[str, Rule] = {"one run > 5%": one_run, "median > 2%": median, "Mann-Whitney p < 0.05": mann_whitney}


def failed(rule: Rule, series: Sequence[Series]) -> list[bool]:
    """Which kernels ``rule`` calls slower."""
    verdicts = []
    for one in series:
        before, after = one.baseline[-1], one.current[-1]
        verdicts.append(before is not None and after is not None and rule(before, after))
    return verdicts
