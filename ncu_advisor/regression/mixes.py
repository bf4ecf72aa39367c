"""Launches of one name and shape that do different work: taken apart where a run launches another mix of them, as no launch changed by that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from ncu_advisor import units
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, Run

_MOST = 8  # kinds of work: more are no kinds, but counts that depend on the data
_KEPT = ("sm_clock", "dram_clock")  # medians over all launches that hold for each kind of them


def remixed(before: Sequence[Run], now: Sequence[Run]) -> list[Kernel]:
    """Kernels that do several kinds of work, the same ones on both sides, of which no baseline run has the numbers of a current one."""
    sides = [_of_kernels(side) for side in (before, now)]
    return [kernel for kernel, runs in sides[1].items() if kernel in sides[0] and _remixed(sides[0][kernel], runs)]


def apart(runs: Iterable[Run], kernels: Collection[Kernel]) -> list[Run]:
    """The runs with ``kernels`` by kinds of work."""
    return [replace(run, kernels=tuple(part for k in run.kernels for part in (_parts(k) if k.kernel in kernels else [k]))) for run in runs]


def note(kernel: Kernel, runs: Iterable[Run]) -> str:
    """That ``kernel`` was taken apart, into what."""
    kinds = sorted({work for run in runs for k in run.kernels if k.kernel == kernel for work in k.each})
    told = " or ".join(units.plain(work) for work in kinds)
    return f"{kernel.name}: another mix of launches, which execute {told} instructions each; those of equal work are compared"


def _of_kernels(runs: Iterable[Run]) -> dict[Kernel, list[KernelRun]]:
    found: dict[Kernel, list[KernelRun]] = {}
    for kernel in (kernel for run in runs for kernel in run.kernels):
        found.setdefault(kernel.kernel, []).append(kernel)
    return found


def _remixed(before: Sequence[KernelRun], now: Sequence[KernelRun]) -> bool:
    if not all(run.each for run in (*before, *now)):
        return False
    kinds = [{work for run in side for work in run.each} for side in (before, now)]
    if kinds[0] != kinds[1] or not 1 < len(kinds[0]) <= _MOST:
        return False
    known = [sorted(run.each) for run in before]
    return any(sorted(run.each) not in known for run in now)


def _parts(run: KernelRun) -> Iterator[KernelRun]:
    """What is known of the launches of each kind: their times, the counters that all kinds share, and the clocks."""
    for work in dict.fromkeys(run.each):
        durations = tuple(ns for ns, done in zip(run.durations, run.each, strict=True) if done == work)
        yield KernelRun(
            kernel=run.kernel._replace(work=work),
            durations=durations,
            counters={name: counter for name, counter in run.counters.items() if counter.constant} | {"instructions": Counter(work, work, work)},
            metrics={name: run.metrics[name] for name in _KEPT if name in run.metrics} | {"instructions": work},
            thinned_from=round(len(durations) * run.thinned_from / len(run.durations)),
        )
