"""The gate's error rates in tables.

    python -m benchmarks.gate                            prints them, 2000 pull requests a row (a quarter of an hour)
    python -m benchmarks.gate --resamplings 200          a rough look
    python -m benchmarks.gate --write                    also writes benchmarks/gate/tables.md

A pull request is 30 kernels of 10 launches. Ours decides with 10 baseline runs, with 5, and with a single one; the simple rules see the
same samples, of which they take the latest baseline run and the current one. Everything is drawn from a fixed seed.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, decide
from ncu_advisor.regression.noise import Series
from ncu_advisor.regression.policy import Policy

from . import measured, simple
from .noise_model import KERNELS, MODELS, Case, draw

HISTORIES = (10, 5, 1)
DEVIATIONS = (0.005, 0.01, 0.02, 0.03, 0.05)
SLOWDOWNS = (1.02, 1.05, 1.10)
Draw = Callable[[np.random.Generator], list[Series]]


class Counts:
    """Of many pull requests: how many failed, how many were ambiguous and none failed, and what became of kernel 0."""

    def __init__(self) -> None:
        self.requests = self.failed = self.ambiguous = self.others = 0
        self.first = {FAIL: 0, AMBIGUOUS: 0, "PASS": 0}

    def add(self, verdicts: Sequence[str]) -> None:
        self.requests += 1
        self.failed += FAIL in verdicts
        self.ambiguous += AMBIGUOUS in verdicts and FAIL not in verdicts
        self.others += FAIL in verdicts[1:]
        self.first[verdicts[0]] += 1

    def share(self, count: int) -> str:
        return f"{100 * count / max(self.requests, 1):.1f}"


def rates(source: Draw, resamplings: int, histories: Sequence[int], seed: int) -> dict[str, Counts]:
    """Counts by rule. ``source`` draws pull requests with the longest of ``histories``; shorter ones see its latest runs."""
    drawn = np.random.default_rng(seed)
    policy = Policy()
    counts = {name: Counts() for name in (*(ours(h) for h in histories), *simple.RULES)}
    for _ in range(resamplings):
        request = source(drawn)
        for history in histories:
            seen = [replace(one, baseline=one.baseline[-history:]) for one in request]
            counts[ours(history)].add([kernel.verdict for kernel in decide(seen, policy).kernels])
        for name, rule in simple.RULES.items():
            counts[name].add([FAIL if slower else "PASS" for slower in simple.failed(rule, request)])
    return counts


def ours(history: int) -> str:
    return f"gate, {history} baseline run{'s' if history > 1 else ''}"


def alarms(rows: dict[str, Draw], resamplings: int, histories: Sequence[int] = HISTORIES) -> list[str]:
    """A table of pull requests in which nothing became slower: percent of them that fail, and in brackets that are ambiguous."""
    names = [*(ours(h) for h in histories), *simple.RULES]
    lines = [f"| nothing became slower | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for seed, (row, source) in enumerate(rows.items()):
        counts = rates(source, resamplings, histories, seed)
        cells = [counts[n].share(counts[n].failed) + (f" ({counts[n].share(counts[n].ambiguous)})" if n.startswith("gate") else "") for n in names]
        lines.append(f"| {row} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return lines


def power(rows: dict[str, Draw], resamplings: int, histories: Sequence[int] = HISTORIES) -> list[str]:
    """A table of pull requests that slow kernel 0: percent in which it fails / is ambiguous / passes."""
    names = [*(ours(h) for h in histories), *simple.RULES]
    lines = [f"| one kernel slower | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for seed, (row, source) in enumerate(rows.items(), 100):
        counts = rates(source, resamplings, histories, seed)
        shown = {n: [counts[n].share(counts[n].first[v]) for v in (FAIL, AMBIGUOUS, "PASS")] for n in names}
        cells = [" / ".join(shown[n]) if n.startswith("gate") else shown[n][0] for n in names]
        lines.append(f"| {row} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    return lines


def model_tables(resamplings: int) -> list[str]:
    """Everything from the noise model."""

    def source(model: int, case: Case) -> Draw:
        return lambda drawn: draw(MODELS[model], case, max(HISTORIES), drawn)

    quiet: dict[str, Draw] = {f"{m.name}: {m.what}": source(at, Case()) for at, m in enumerate(MODELS)}
    quiet["B, all clocks 3% slower"] = source(1, Case(shift=0.03))
    quiet["B, one kernel 10% faster"] = source(1, Case(change={1: 0.9}))
    quiet["B, 10 of 30 kernels 10% faster"] = source(1, Case(change=dict.fromkeys(range(20, KERNELS), 0.9)))
    quiet["B, 29 of 30 kernels 10% faster"] = source(1, Case(change=dict.fromkeys(range(1, KERNELS), 0.9)))
    slow = {f"B, {100 * f - 100:.0f}%, deviation 2%": source(1, Case(change={0: f}, deviation=0.02)) for f in SLOWDOWNS}
    slow |= {f"B, 5%, deviation {100 * d:g}%": source(1, Case(change={0: 1.05}, deviation=d)) for d in DEVIATIONS if d != 0.02}
    slow |= {f"{MODELS[m].name}, 5%, deviation 2%": source(m, Case(change={0: 1.05}, deviation=0.02)) for m in (0, 2, 3)}
    return [*alarms(quiet, resamplings), "", *power(slow, resamplings)]


def measured_tables(resamplings: int) -> list[str]:
    """The same from measured repeats, where there are any."""
    repeats = measured.pool()
    plain = [len(found) for found in repeats.get("as-is", {}).values()]
    if not plain or max(plain) < measured.LEAST_RUNS:
        return ["No repeats were measured for this yet (`measured/` is empty). What the shipped exports say:", "", *measured.exports_say()]
    histories = tuple(h for h in HISTORIES if h < max(plain))

    def source(slowed: str) -> Draw:
        return lambda drawn: measured.draw(repeats, max(histories), drawn, slowed)

    slowed = {f"measured, {v.removeprefix('slow')}%": source(v) for v in sorted(repeats) if v.startswith("slow")}
    return [*alarms({"measured": source("")}, resamplings, histories), "", *(power(slowed, resamplings, histories) if slowed else [])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resamplings", type=int, default=2000)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    began = time.monotonic()
    error = 100 * math.sqrt(0.01 * 0.99 / arguments.resamplings)
    lines = [
        "# Error rates of the gate",
        "",
        f"{arguments.resamplings} simulated pull requests a row, 30 kernels of 10 launches each; percent (at 1% the standard error is {error:.2f}).",
        "",
        "## Noise model (see noise_model.py)",
        "",
        "Of pull requests in which nothing became slower: percent that fail, in brackets percent that are ambiguous and none fails.",
        "Of those that slow a kernel: percent in which it fails / is ambiguous / passes; for the simple rules, percent in which it fails.",
        "",
        *model_tables(arguments.resamplings),
        "",
        "## Measured repeats (see measured.py)",
        "",
        *measured_tables(arguments.resamplings),
    ]
    print("\n".join(lines))
    print(f"{time.monotonic() - began:.0f} s")
    if arguments.write:
        (Path(__file__).resolve().parent / "tables.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


main()
