"""Profiles for the gate's tests: the shipped export of 16 real kernels, launched several times, with times changed in known ways."""

from __future__ import annotations

import csv
import io
import lzma
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from ncu_advisor.conditions import Conditions
from ncu_advisor.regression.noise import Sample, Series
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, Run

EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"
KNOWN = Conditions("NVIDIA H200", "9.0", 132, "CUDA 13.0", "2025.3.1.0", "base", "all", "kernel", ("duration", "instructions", "sm_clock"))


@lru_cache(maxsize=2)
def table(export: str = "basic_raw") -> tuple[list[str], list[str], list[list[str]]]:
    """Header, units and rows of a shipped raw page."""
    with lzma.open(EXPORTS / f"{export}.csv.xz", "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return rows[0], rows[1], rows[2:]


def write(
    path: Path,
    *,
    launches: int = 10,
    slower: Mapping[str, float] | None = None,
    every: float = 1.0,
    scatter: float = 0.003,
    seed: int = 0,
    clocks: float = 1.0,
    change: Callable[[dict[str, str]], None] | None = None,
    without: Sequence[str] = (),
    export: str = "basic_raw",
    kernels: Sequence[str] | None = None,
) -> Path:
    """A raw page: every kernel ``launches`` times, scattered, ``slower`` by name; ``change`` edits cells; columns ``without`` are left out."""
    header, units, rows = table(export)
    drawn = np.random.default_rng(seed)
    kept = [at for at, name in enumerate(header) if name not in without]
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow([header[at] for at in kept])
    writer.writerow([units[at] for at in kept])
    identity = 0
    for _ in range(launches):
        for row in rows:
            cells = dict(zip(header, row, strict=True))
            name = cells["Kernel Name"].split("(")[0]
            if kernels is not None and name not in kernels:
                continue
            factor = every * (slower or {}).get(name, 1.0) * float(np.exp(drawn.normal(0.0, scatter)))
            for column in header:
                if column.startswith("gpu__time_duration."):
                    cells[column] = f"{float(cells[column]) * factor:.9f}"
                elif column.endswith("cycles_elapsed.avg.per_second") and not column.startswith("lts"):
                    cells[column] = f"{float(cells[column]) * clocks:.9f}"
            cells["ID"] = str(identity)
            identity += 1
            if change is not None:
                change(cells)
            writer.writerow([cells[header[at]] for at in kept])
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


def run(
    times: Mapping[str, Sequence[float]], conditions: Conditions = KNOWN, label: str = "run", instructions: Mapping[str, float] | None = None
) -> Run:
    """A run told by times: kernel name to its launches in ns; 1,000,000 instructions each unless said otherwise."""
    kernels = []
    for name, durations in times.items():
        count = (instructions or {}).get(name, 1e6)
        metrics = {"sm_clock": 1.98e9, "instructions": count}
        kernels.append(KernelRun(Kernel(name, (64, 1, 1), (256, 1, 1)), tuple(durations), {"instructions": Counter(count, count, count)}, metrics))
    return Run(label, conditions, tuple(kernels))


def scattered(kernels: int = 12, launches: int = 10, seed: int = 0, scatter: float = 0.005, shift: float = 1.0) -> dict[str, list[float]]:
    """Times of ``kernels`` kernels of 10 us to 1 ms each; the same kernels for every seed."""
    drawn = np.random.default_rng(seed)
    return {f"kernel{k:02}": (shift * 1e4 * 100 ** (k / kernels) * np.exp(drawn.normal(0, scatter, launches))).tolist() for k in range(kernels)}


def series(baseline: Sequence[Mapping[str, Sequence[float]]], current: Sequence[Mapping[str, Sequence[float]]]) -> list[Series]:
    """Series of all kernels of the first run."""

    def samples(runs: Sequence[Mapping[str, Sequence[float]]], name: str) -> tuple[Sample | None, ...]:
        return tuple(Sample(tuple(r[name])) if name in r else None for r in runs)

    return [Series(name, samples(baseline, name), samples(current, name)) for name in baseline[0]]
