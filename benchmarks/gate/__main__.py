"""The gate's error rates in tables.

    python -m benchmarks.gate                            prints them, 2000 pull requests a row (half an hour)
    python -m benchmarks.gate --resamplings 200          a rough look
    python -m benchmarks.gate --part measured --write    one part of them, put into docs/gate-errors.md

A pull request is 30 kernels of 10 launches. Ours decides with 10 baseline runs, with 5, and with a single one; the simple rules see the
same samples, of which they take the latest baseline run and the current one. Everything is drawn from a fixed seed.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, decide
from ncu_advisor.regression.noise import Series
from ncu_advisor.regression.policy import Policy

from . import conditions, measured, simple
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


def improvements(rows: Mapping[str, tuple[Draw, Sequence[int]]], resamplings: int, histories: Sequence[int] = HISTORIES) -> list[str]:
    """A table of pull requests that make the named kernels faster: percent of those kernels that fail."""
    policy = Policy()
    names = [*(ours(h) for h in histories), *simple.RULES]
    lines = [f"| kernels made faster | {' | '.join(names)} |", f"|---|{'--:|' * len(names)}"]
    for seed, (row, (source, faster)) in enumerate(rows.items(), 200):
        drawn = np.random.default_rng(seed)
        failed = dict.fromkeys(names, 0)
        for _ in range(resamplings):
            request = source(drawn)
            for history in histories:
                verdicts = decide([replace(one, baseline=one.baseline[-history:]) for one in request], policy).kernels
                failed[ours(history)] += sum(verdicts[k].verdict == FAIL for k in faster)
            for name, rule in simple.RULES.items():
                failed[name] += sum(np.array(simple.failed(rule, request))[list(faster)])
        lines.append(f"| {row} | {' | '.join(f'{100 * failed[n] / (resamplings * len(faster)):.2f}' for n in names)} |")
        print(lines[-1], flush=True)
    return lines


def _count(resamplings: int) -> list[str]:
    return [f"{resamplings} pull requests a row (at 1% the standard error is {100 * math.sqrt(0.01 * 0.99 / resamplings):.2f}).", ""]


def _source(model: int, case: Case) -> Draw:
    return lambda drawn: draw(MODELS[model], case, max(HISTORIES), drawn)


_FASTER = {
    "one by 10%": {1: 0.9},
    "10 of 30 by 10%": dict.fromkeys(range(20, KERNELS), 0.9),
    "29 of 30 by 10%": dict.fromkeys(range(1, KERNELS), 0.9),
}


def model_part(resamplings: int) -> list[str]:
    """Everything from the noise model."""
    quiet = {f"{m.name}: {m.what}": _source(at, Case()) for at, m in enumerate(MODELS)}
    quiet["B, all clocks 3% slower"] = _source(1, Case(shift=0.03))
    quiet |= {f"B, {name} faster": _source(1, Case(change=change)) for name, change in _FASTER.items()}
    slow = {f"B, {100 * f - 100:.0f}%, deviation 2%": _source(1, Case(change={0: f}, deviation=0.02)) for f in SLOWDOWNS}
    slow |= {f"B, 5%, deviation {100 * d:g}%": _source(1, Case(change={0: 1.05}, deviation=d)) for d in DEVIATIONS if d != 0.02}
    slow |= {f"{MODELS[m].name}, 5%, deviation 2%": _source(m, Case(change={0: 1.05}, deviation=0.02)) for m in (0, 2, 3)}
    slow["B, 5%, deviation 2%, all of it from run to run"] = _source(1, Case(change={0: 1.05}, deviation=0.02, between=0.02))
    faster = {f"B, {name}": (_source(1, Case(change=change)), sorted(change)) for name, change in _FASTER.items()}
    return [*_count(resamplings), *alarms(quiet, resamplings), "", *power(slow, resamplings), "", *improvements(faster, max(resamplings // 4, 1))]


def conditions_part(resamplings: int) -> list[str]:
    """Injected mismatches and the shared shift; a tenth of the resamplings, as here the whole gate runs."""
    count = max(resamplings // 10, 20)
    return [f"{count} gates a row.", "", *conditions.table(count), "", conditions.shift_line(count)]


def measured_part(resamplings: int) -> list[str]:
    """The same from measured repeats."""
    lines = _count(resamplings)
    for kind, suffix in (("under ncu", ".ncu.csv.xz"), ("without ncu", ".csv.xz")):
        for name, repeats in measured.sessions(suffix=suffix).items():
            lines += measured.describe(f"{name}, {kind}", repeats)
    lines += [*measured.machines(measured.sessions(suffix=".ncu.csv.xz")), *measured.clocks(), ""]
    for name, repeats in measured.sessions().items():
        runs = min(len(of) for of in repeats["as-is"].values())
        if runs < measured.LEAST_RUNS:
            continue
        lines += [f"Session {name}:", "", *alarms({"as it is": _resampled(repeats, ())}, resamplings), ""]
        found = {f"{low:g} to {high:g}% slower": measured.slower_by(repeats, low / 100, high / 100) for low, high in _TRUTHS}
        rows = {f"{row} ({len(pairs)} known ones)": _resampled(repeats, pairs) for row, pairs in found.items() if pairs}
        lines += [*power(rows, resamplings), ""]
    return lines[:-1]


def _resampled(repeats: measured.Session, slowed: Sequence[tuple[str, str]]) -> Draw:
    return lambda drawn: measured.draw(repeats, max(HISTORIES), drawn, slowed)


_PARTS: dict[str, tuple[str, Callable[[int], list[str]]]] = {
    "model": (
        "Noise model ([noise_model.py](../benchmarks/gate/noise_model.py))\n\n"
        "Of pull requests in which nothing became slower: percent that fail, in brackets percent that are ambiguous and none fails.\n"
        "Of those that slow one kernel: percent in which it fails / is ambiguous / passes; for the simple rules, percent in which it fails.\n"
        "Of kernels made faster: percent that fail.",
        model_part,
    ),
    "conditions": ("Conditions that differ ([conditions.py](../benchmarks/gate/conditions.py))", conditions_part),
    "measured": ("Measured repeats ([measured.py](../benchmarks/gate/measured.py))", measured_part),
}
_TRUTHS = ((1.5, 2.5), (4.5, 5.5), (9.0, 11.0))  # percent
_PAGE = Path(__file__).resolve().parents[2] / "docs" / "gate-errors.md"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--resamplings", type=int, default=2000)
    parser.add_argument("--part", choices=list(_PARTS), action="append", help="only this; repeatable")
    parser.add_argument("--write", action="store_true", help=f"put it into {_PAGE.name}")
    arguments = parser.parse_args()
    for name in arguments.part or _PARTS:
        began = time.monotonic()
        lines = _PARTS[name][1](arguments.resamplings)
        print("\n".join(lines))
        print(f"{name}: {time.monotonic() - began:.0f} s")
        if arguments.write:
            _put(name, lines)


def _put(part: str, lines: Sequence[str]) -> None:
    """Into the page, between the marks of ``part``."""
    head = f"## {_PARTS[part][0]}\n"
    page = _PAGE.read_text(encoding="utf-8")
    before, rest = page.split(f"<!-- {part} -->\n", 1)
    after = rest[rest.index(f"<!-- /{part} -->") :]
    _PAGE.write_text(before + f"<!-- {part} -->\n" + head + "\n" + "\n".join(lines) + "\n" + after, encoding="utf-8")


main()
