"""Strong and weak scaling: how much of the ideal a kernel keeps as workers are added, from one profile for each number of workers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ncu_advisor.errors import AdvisorError
from ncu_advisor.names import short
from ncu_advisor.regression.runs import Run

STRONG, WEAK = "strong", "weak"
TOTAL = "all kernels"


@dataclass(frozen=True)
class Scaling:
    """One kernel, or all of them, over the numbers of workers: time per run of one worker's profile in ns, efficiency 0 to 1.

    ``scaled_pct`` is, for strong scaling, the share of the first profile's time that divides by the workers (Amdahl's law fitted by
    least squares to all profiles); NaN for weak scaling and with fewer than two profiles.
    """

    name: str
    workers: tuple[float, ...]
    time_ns: tuple[float, ...]
    efficiency: tuple[float, ...]
    scaled_pct: float


def scaling(points: Sequence[tuple[float, Run]], kind: str) -> list[Scaling]:
    """All kernels together first, then each function, most time first. Shapes are not told apart: scaling changes grids.

    Strong: the same work on p workers, efficiency T(p0) p0 / (T(p) p). Weak: work that grows with p, efficiency T(p0) / T(p). NaN where
    a profile lacks the kernel. Raises AdvisorError for fewer than two different numbers of workers.
    """
    ordered = sorted(points, key=lambda point: point[0])
    if len({p for p, _ in ordered}) < max(2, len(ordered)) or any(not p > 0 for p, _ in ordered):
        raise AdvisorError("--point", "scaling needs profiles of at least two different numbers of workers", "give --point 1=FILE --point 2=FILE")
    names = dict.fromkeys(short(k.kernel.name) for _, run in ordered for k in run.kernels)
    times = {name: [_time(run, name) for _, run in ordered] for name in names}
    rows = [(TOTAL, [run.total_ns for _, run in ordered]), *sorted(times.items(), key=lambda item: -max(t for t in (*item[1], 0.0) if t >= 0))]
    workers = tuple(p for p, _ in ordered)
    return [Scaling(name, workers, tuple(t), _efficiency(workers, t, kind), _scaled(workers, t) if kind == STRONG else math.nan) for name, t in rows]


def _time(run: Run, name: str) -> float:
    found = [k.total_ns for k in run.kernels if short(k.kernel.name) == name]
    return math.fsum(found) if found else math.nan


def _efficiency(workers: Sequence[float], times: Sequence[float], kind: str) -> tuple[float, ...]:
    first = times[0] * (workers[0] if kind == STRONG else 1.0)
    return tuple(first / (time * (p if kind == STRONG else 1.0)) if time > 0 else math.nan for p, time in zip(workers, times, strict=True))


def _scaled(workers: Sequence[float], times: Sequence[float]) -> float:
    """T(p) = a + b p0/p by least squares; 100 b / (a + b), kept within 0 and 100."""
    known = [(workers[0] / p, t) for p, t in zip(workers, times, strict=True) if t > 0]
    if len(known) < 2:
        return math.nan
    mean_x, mean_t = (math.fsum(values) / len(known) for values in zip(*known, strict=True))
    slope = math.fsum((x - mean_x) * (t - mean_t) for x, t in known) / math.fsum((x - mean_x) ** 2 for x, _ in known)
    whole = mean_t + slope * (1 - mean_x)
    return min(max(100 * slope / whole, 0.0), 100.0) if whole > 0 else math.nan
