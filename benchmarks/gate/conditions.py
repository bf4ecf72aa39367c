"""Whether the gate sees that two sides were not taken alike: mismatches injected one at a time, and clean pairs in which there is none.

Here the whole gate runs, from Runs to the verdict, on times of the noise model; measured clocks scatter by 0.1% from run to run, which is
what ncu measured (measured/).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ncu_advisor.conditions import Conditions
from ncu_advisor.regression.decide import INCOMPARABLE
from ncu_advisor.regression.gate import gate
from ncu_advisor.regression.noise import Series
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, Run

from .noise_model import MODELS, Case, draw

_KNOWN = Conditions("NVIDIA H200", "9.0", 132, "CUDA 13.0", "2025.3.1.0", "base", "all", "kernel", ("duration", "instructions", "sm_clock"))
_CLOCK_SCATTER = 0.001

Change = Callable[[Run], Run]


def _told(run: Run, **changed: object) -> Run:
    return replace(run, conditions=replace(run.conditions, **changed))  # type: ignore[arg-type]


def _clocked(run: Run, factor: float) -> Run:
    return replace(run, kernels=tuple(replace(k, metrics={**k.metrics, "sm_clock": factor * k.metrics["sm_clock"]}) for k in run.kernels))


# What is done to the current run -> the mismatch that must be named.
INJECTED: dict[str, tuple[Change, str]] = {
    "another device": (partial(_told, device="NVIDIA H100 80GB HBM3"), "device"),
    "fewer SMs (a MIG slice)": (partial(_told, sm_count=66), "device"),
    "another driver": (partial(_told, driver="CUDA 12.8"), "driver"),
    "another version of ncu": (partial(_told, tool_version="2024.1.0.0"), "tool-version"),
    "clocks not locked": (partial(_told, clock_control="none"), "clock-control"),
    "clocks 1.3% lower": (partial(_clocked, factor=0.987), "clocks"),
    "clocks 1.3% higher": (partial(_clocked, factor=1.013), "clocks"),
    "caches not flushed": (partial(_told, cache_control="none"), "cache-control"),
    "application replay": (partial(_told, replay_mode="application"), "replay-mode"),
    "one metric less": (partial(_told, metrics=("duration", "instructions")), "metric-set"),
    "driver not told": (partial(_told, driver=None), "driver"),
}


def table(resamplings: int) -> list[str]:
    """Percent of gates in which the mismatch was named, and in which the verdict was INCOMPARABLE."""
    lines = ["| done to the current run | named, % | INCOMPARABLE, % |", "|---|--:|--:|"]
    drawn = np.random.default_rng(7)
    for what, (change, name) in {"nothing": (_told, ""), **INJECTED}.items():
        named = refused = 0
        for _ in range(resamplings):
            before, after = _sides(drawn)
            result = gate(before, [change(after)])
            found = {m.name for m in result.comparison.mismatches} if result.comparison else set()
            named += found == {name} if name else bool(found)
            refused += result.verdict == INCOMPARABLE
        lines.append(f"| {what} | {100 * named / resamplings:.1f} | {100 * refused / resamplings:.1f} |")
        print(lines[-1], flush=True)
    return lines


def shift_line(resamplings: int, percent: float = 3.0) -> str:
    """What the gate reports of a uniform shift of ``percent``, and how often a kernel failed for it."""
    drawn = np.random.default_rng(8)
    told, failed = [], 0
    for _ in range(resamplings):
        before, after = _sides(drawn, Case(shift=percent / 100))
        result = gate(before, [after])
        assert result.comparison is not None
        told.append(result.comparison.global_shift_pct)
        failed += any(k.verdict == "FAIL" for k in result.kernels)
    low, middle, high = np.percentile(told, [2.5, 50, 97.5])
    return (
        f"A current run {percent:g}% slower as a whole, against ten that differ by 1%: the gate reports a shared {middle:+.1f}% "
        f"({low:+.1f} to {high:+.1f}% in 95 of 100), and fails a kernel in {100 * failed / resamplings:.1f}% of {resamplings}."
    )


def _sides(drawn: np.random.Generator, case: Case | None = None) -> tuple[list[Run], Run]:
    request = draw(MODELS[1], case or Case(), 10, drawn)
    runs = [_run(request, at, drawn) for at in range(11)]
    return runs[:-1], runs[-1]


def _run(request: Sequence[Series], at: int, drawn: np.random.Generator) -> Run:
    kernels = []
    for one in request:
        sample = (*one.baseline, *one.current)[at]
        assert sample is not None
        clock = 1.98e9 * (1 + _CLOCK_SCATTER * drawn.standard_normal())
        metrics = {"sm_clock": clock, "instructions": 1e6}
        kernels.append(KernelRun(Kernel(f"kernel{one.name}", (64, 1, 1), (256, 1, 1)), sample.ns, {"instructions": Counter(1e6, 1e6, 1e6)}, metrics))
    return Run(f"run {at}", _KNOWN, tuple(kernels))
