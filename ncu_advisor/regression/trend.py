"""How a kernel's time went over a history: one value a run, the places where its level changed, and a line of blocks to see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ncu_advisor.regression import statistics
from ncu_advisor.regression.budgets import matches
from ncu_advisor.regression.changepoints import ChangePoint, change_points
from ncu_advisor.regression.runs import Kernel, Run

_BARS = "▁▂▃▄▅▆▇█"
_FLAT = 0.02  # relative spread below which a line is drawn flat: noise is no trend


@dataclass(frozen=True)
class Trend:
    """One kernel over the runs that have it: typical time of a launch in ns, oldest first."""

    kernel: Kernel
    labels: tuple[str, ...]
    values: tuple[float, ...]
    changes: tuple[ChangePoint, ...]

    @property
    def line(self) -> str:
        return sparkline(self.values)


def trends(runs: Sequence[Run], pattern: str = "*", metric: str = "duration") -> list[Trend]:
    """Every kernel that ``pattern`` matches, those of most time first; ``metric`` is ``duration`` or one that the history keeps."""
    found: dict[Kernel, list[tuple[str, float]]] = {}
    weight: dict[Kernel, float] = {}
    for run in runs:
        for kernel in run.kernels:
            value = typical(kernel.durations) if metric == "duration" else kernel.metrics.get(metric, math.nan)
            if matches(pattern, kernel.kernel) and not math.isnan(value):
                found.setdefault(kernel.kernel, []).append((run.label, value))
                weight[kernel.kernel] = kernel.total_ns
    made = []
    for key in sorted(found, key=lambda k: (-weight[k], k)):
        labels, values = zip(*found[key], strict=True)
        made.append(Trend(key, labels, values, tuple(change_points(values, labels))))
    return made


def typical(durations: Sequence[float]) -> float:
    """Location of the launches of one run, ns."""
    known = np.array([d for d in durations if d > 0])
    return float(np.exp(statistics.location(np.log(known))[0])) if len(known) else math.nan


def sparkline(values: Sequence[float], width: int = 60) -> str:
    """The last ``width`` values as blocks, from the lowest to the highest of them; a spread below 2% does not fill the height."""
    shown = [value for value in values if math.isfinite(value)][-width:]
    if not shown:
        return ""
    low, high = min(shown), max(shown)
    middle = (low + high) / 2
    low, high = min(low, middle * (1 - _FLAT / 2)), max(high, middle * (1 + _FLAT / 2))
    if high <= low:
        return _BARS[0] * len(shown)
    return "".join(_BARS[min(int((value - low) / (high - low) * len(_BARS)), len(_BARS) - 1)] for value in shown)
