"""Measured repeats: what runs of the same code on a real device differ by, and pull requests resampled from them.

``measured/*.csv`` hold them, one line a launch: ``session,run,kernel,variant,launch,duration_ns``. A session is a day or a machine; the
variant is ``as-is``, or ``slow2``, ``slow5``, ``slow10`` for the same kernel slowed by that many percent in a known way. Until such files
exist, the shipped exports are all there is: three collections and a live run of the same 16 kernels, one launch each.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.regression import run_files
from ncu_advisor.regression.noise import Series
from ncu_advisor.regression.statistics import mad_deviation

from .noise_model import KERNELS, LAUNCHES, series

HERE = Path(__file__).resolve().parent
EXPORTS = HERE.parents[1] / "sample_reports" / "exports"
REPEATS = ("full_raw.csv.xz", "detailed_raw.csv.xz", "basic_raw.csv.xz", "live.csv.xz")
LEAST_RUNS = 12

Pool = Mapping[str, Mapping[str, Sequence[NDArray[np.float64]]]]  # variant -> kernel -> one array of launches a run


def pool(folder: Path = HERE / "measured") -> Pool:
    """All measured repeats; empty where none were taken yet."""
    found: dict[str, dict[str, dict[tuple[str, str], list[float]]]] = {}
    for file in sorted(folder.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                run = found.setdefault(row["variant"], {}).setdefault(row["kernel"], {}).setdefault((row["session"], row["run"]), [])
                run.append(float(row["duration_ns"]))
    return {variant: {name: [np.array(r) for r in of.values()] for name, of in kernels.items()} for variant, kernels in found.items()}


def draw(repeats: Pool, history: int, drawn: np.random.Generator, slowed: str = "") -> list[Series]:
    """A pull request from measured runs: ``history`` and one more, without replacement, launches resampled within a run.

    ``slowed`` is the variant that the first kernel has in the current run; only kernels that have it can be first.
    """
    plain = {name: found for name, found in repeats["as-is"].items() if len(found) >= LEAST_RUNS}
    names = [str(n) for n in drawn.choice(sorted(plain), KERNELS, replace=len(plain) < KERNELS)]
    if slowed:
        names[0] = str(drawn.choice(sorted(set(plain) & set(repeats[slowed]))))
    count = min(len(plain[name]) for name in names)
    order = drawn.permutation(count)[: history + 1]
    made = []
    for at, name in enumerate(names):
        picked = [plain[name][run] for run in order]
        if slowed and at == 0:
            variant = repeats[slowed][name]
            picked[-1] = variant[int(drawn.integers(len(variant)))]
        made.append(series(f"{name} {at}", np.stack([drawn.choice(run, LAUNCHES) for run in picked])))
    return made


def exports_say() -> list[str]:
    """Lines of a table: how much the shipped exports' kernels differ between collections, whole-run shifts taken out."""
    found = [run_files.load(str(EXPORTS / name))[0] for name in REPEATS]
    times = {k.kernel: [k.durations[0]] for k in found[0].kernels if len(k.durations) == 1}
    for run in found[1:]:
        for kernel in run.kernels:
            if kernel.kernel in times and len(kernel.durations) == 1:
                times[kernel.kernel].append(kernel.durations[0])
    table = np.log(np.array([t for t in times.values() if len(t) == len(found)]))
    table -= np.median(table, axis=1, keepdims=True)
    shifts = np.median(table, axis=0)
    rest = table - shifts
    deviation = np.sqrt((rest**2).sum(axis=1) / (len(found) - 1))
    return [
        f"- kernels: {len(table)}, collections: {len(found)}, one launch each, clocks free",
        f"- whole collections shift by {', '.join(f'{100 * math.expm1(s):+.2f}%' for s in shifts)}",
        f"- a kernel's time deviates by {100 * float(np.median(deviation)):.2f}% (median), {100 * float(deviation.max()):.2f}% (largest); "
        f"over all kernels and collections, robustly, {100 * mad_deviation(rest.ravel()):.2f}%",
    ]
