"""The examples at the end of every rule's file about single launches, chosen from real exports and written there.

    python -m benchmarks.advice.examples [--update] [RULE...]

Two launches on which the rule fires (those written for its defect first) and two at least on which it does not: one that it suppresses
and why, the mended kernels, and near misses of its condition. Without ``--update`` only says which files are out of date.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.advice import example_text
from benchmarks.advice.constructed import CONSTRUCTED
from benchmarks.advice.launches import DEPTHS, Export, Launch, changed, exports, launches, meant_for, mended, severe, values
from benchmarks.advice.near import distance
from ncu_advisor import catalogue
from ncu_advisor.expression import parse
from ncu_advisor.hardware.device import MOVED_FROM
from ncu_advisor.plan.advice import recommend
from ncu_advisor.profile import AXES
from ncu_advisor.rehearsal import Outcome, rehearse
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import Example, Rule
from ncu_advisor.rule_files import load_folder
from ncu_advisor.timemodel import RESOURCES

FIRING, QUIET = 2, 2
_DIGITS = 6
# What the time model and the tail read of every launch besides the utilizations of its resources.
_ALWAYS = ("duration", "sm_busy", "dram_write_share", "grid_size", "block_size", "sm_count", "blocks_per_sm")


@dataclass(frozen=True)
class Seen:
    """What a rule says of one launch, and how far its condition is from holding."""

    launch: Launch
    said: Outcome
    miss: float

    @property
    def saved(self) -> float:
        return self.said.time_saved_pct or 0.0


def examples(rule: Rule) -> list[Example]:
    """The examples of one rule: those that fire first, then the suppressed, then the silent."""
    seen = [entry for export in exports() for entry in _judged(rule, export, launches(export))]
    seen += [entry for launch in _constructed(rule) for entry in _judged(rule, launch.export, [launch])]
    firing = _taken(rule, _firing(rule, seen), "fires", FIRING)
    suppressed = _taken(rule, _suppressed(rule, seen), "suppressed", 1)
    silent = _taken(rule, _silent(rule, seen), "silent", max(1, QUIET - len(suppressed)))
    return [*firing, *suppressed, *silent]


def _constructed(rule: Rule) -> Iterator[Launch]:
    for made in CONSTRUCTED.get(rule.id, ()):
        real = next(launch for export in exports() for launch in launches(export) if launch.kernel == made.kernel)
        yield changed(real, made.changes, made.told)


def _judged(rule: Rule, export: Export, of: Iterable[Launch]) -> Iterator[Seen]:
    miss = np.broadcast_to(distance(rule.when, values(rule, export), rule.let), len(export.profile))
    for launch in of:
        said = export.said[launch.row].get(rule.id, Outcome("silent"))
        if said.outcome != "not evaluated":
            yield Seen(launch, said, float(miss[launch.row]))


def _firing(rule: Rule, seen: list[Seen]) -> Iterator[Seen]:
    """Kernels written for this defect, severe ones and products of known shape first; then constructed launches or, without these, any other."""

    def key(entry: Seen) -> tuple[Any, ...]:
        kernel = entry.launch.kernel
        meant = rule.id in meant_for().get(kernel, ())
        told = (DEPTHS.index(entry.launch.export.collected), not _shaped(rule, entry), -entry.saved)
        return (not meant, not entry.launch.told, kernel not in severe(), *told, kernel)

    fires = sorted((entry for entry in seen if entry.said.outcome == "fires"), key=key)
    if rule.id in CONSTRUCTED:
        fires = [entry for entry in fires if entry.launch.told or rule.id in meant_for().get(entry.launch.kernel, ())]
    yield from _of_both_kinds(_distinct(fires))
    yield from fires  # a kernel again, as a poorer set shows it


def _of_both_kinds(fires: list[Seen]) -> Iterator[Seen]:
    """With a promise and without one in turns, where a rule makes none to some: its words are others then."""
    promising, without = ([entry for entry in fires if bool(entry.saved) == wanted] for wanted in (True, False))
    for pair in itertools.zip_longest(promising, without):
        yield from (entry for entry in pair if entry is not None)


def _suppressed(rule: Rule, seen: list[Seen]) -> Iterator[Seen]:
    """Mended kernels first, then others; a reason that the rule's file gives before the time model's."""
    given = tuple(blocker.reason.split("{")[0] for blocker in rule.blocked if not blocker.reason.startswith("{"))

    def key(entry: Seen) -> tuple[Any, ...]:
        stated = entry.said.says.startswith(given) if given else False
        partner = entry.launch.kernel in _partners(rule)
        return (not stated, not partner, DEPTHS.index(entry.launch.export.collected), -entry.saved, entry.launch.kernel)

    yield from _distinct(sorted((entry for entry in seen if entry.said.outcome == "suppressed"), key=key))


def _silent(rule: Rule, seen: list[Seen]) -> Iterator[Seen]:
    """A mended kernel and a near miss in turns; never one that the rule should have spoken of."""

    def key(entry: Seen) -> tuple[Any, ...]:
        return (entry.miss, DEPTHS.index(entry.launch.export.collected), entry.launch.kernel)

    silent = [entry for entry in seen if entry.said.outcome == "silent" and rule.id not in meant_for().get(entry.launch.kernel, ())]
    partners = _distinct(sorted((entry for entry in silent if entry.launch.kernel in _partners(rule)), key=key))
    others = _distinct(sorted((entry for entry in silent if entry.launch.kernel not in _partners(rule)), key=key))
    for pair in itertools.zip_longest(partners, others):
        yield from (entry for entry in pair if entry is not None)


def _partners(rule: Rule) -> set[str]:
    return {mended()[kernel] for kernel, rules in meant_for().items() if rule.id in rules and kernel in mended()}


def _distinct(seen: Iterable[Seen]) -> list[Seen]:
    """The first of each kernel."""
    return list({entry.launch.kernel: entry for entry in reversed(list(seen))}.values())[::-1]


def _taken(rule: Rule, candidates: Iterable[Seen], outcome: str, count: int) -> list[Example]:
    """The first ``count`` candidates whose reduced metrics give the outcome that the whole launch gives."""
    taken: dict[str, Example] = {}
    for entry in candidates:
        if len(taken) == count:
            break
        example = _example(rule, entry)
        said = rehearse(rule, example)
        if said.outcome == outcome:
            taken[example.name] = replace(example, says=said.says, time_saved_pct=said.time_saved_pct)
    return list(taken.values())


def _example(rule: Rule, entry: Seen) -> Example:
    launch = entry.launch
    have = launch.metrics()
    names = {*_ALWAYS, *_reads(rule), *_planned(rule, entry)} | _utilizations(launch, have)
    metrics = {name: _rounded(name, have[name]) for name in catalogue.metrics() if name in names and name in have}
    metrics |= {axis: float(launch.export.columns[axis][launch.row]) for axis in AXES if axis in names}
    return Example(launch.name, launch.device, metrics, {}, "", entry.said.outcome)


def _reads(rule: Rule) -> set[str]:
    """Every name in the rule's expressions, sentences and evidence, and what these follow from where they are no metrics."""
    names = {name for expression in rule.expressions() for name in expression.names} | set(rule.slots())
    names |= {name for entry in rule.evidence if "ideal" in entry for name in parse(entry["ideal"]).names}
    names |= {source for name in names for source in MOVED_FROM.get(name, ())}
    return names | {name for need in rule.needs for name in need.split("|")} | {entry["metric"] for entry in rule.evidence}


class _Watched(dict[str, float]):
    """A launch's values that remembers which of them were asked for."""

    def __init__(self, values: dict[str, float]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> float:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


def _planned(rule: Rule, entry: Seen) -> set[str]:
    """What the rule's plan reads of a launch on which it fires."""
    if not rule.plan or entry.said.outcome != "fires":
        return set()
    watched = _known(rule, entry)
    recommend(rule.plan, watched, entry.launch.export.devices.of_launch[entry.launch.row])
    return watched.asked


def _shaped(rule: Rule, entry: Seen) -> bool:
    """Whether it is a product whose shape the rule's plan recovers: that shows more of what may be said than another."""
    return rule.plan == "gemm" and "m" in recommend(rule.plan, _known(rule, entry), entry.launch.export.devices.of_launch[entry.launch.row])


def _known(rule: Rule, entry: Seen) -> _Watched:
    columns, row = values(rule, entry.launch.export), entry.launch.row
    known = {name: float(column[row]) for name, column in columns.items()}
    return _Watched({name: value for name, value in known.items() if not np.isnan(value)})


def _utilizations(launch: Launch, have: dict[str, float]) -> set[str]:
    """The busiest part of each resource: the only one that the time model goes by."""
    names = set()
    for resource in RESOURCES:
        if np.isnan(launch.export.model.utilization[resource.name][launch.row]):
            continue
        known = next(group for group in resource.metrics if any(name in have for name in group))
        names.add(max((name for name in known if name in have), key=lambda name: have[name]))
    return names


def _rounded(name: str, value: float) -> float:
    """Six digits, but sizes that are counted exactly stay exact: one block more is another wave."""
    exact = value.is_integer() and (catalogue.metrics()[name].group == "launch" or abs(value) < 10**_DIGITS)
    return value if exact else float(f"{value:.{_DIGITS}g}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.advice.examples", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--update", action="store_true", help="write the examples into the rule files")
    parser.add_argument("--folder", type=Path, default=data_folder("rules"), help="where the rule files are")
    parser.add_argument("rules", nargs="*", metavar="RULE", help="ids; all rules about single launches by default")
    arguments = parser.parse_args()
    stale = short = 0
    for rule in load_folder(arguments.folder):
        if rule.measure or (arguments.rules and rule.id not in arguments.rules):
            continue
        found = examples(rule)
        counts = {kind: sum(example.outcome == kind for example in found) for kind in ("fires", "suppressed", "silent")}
        enough = counts["fires"] >= FIRING and counts["suppressed"] + counts["silent"] >= QUIET
        same = example_text.same(rule.path, found)
        if arguments.update and not same:
            example_text.write(rule.path, found)
        short += not enough
        stale += not same
        print(f"{rule.id:36} {counts}{'' if same else ' written' if arguments.update else ' out of date'}{'' if enough else '  TOO FEW'}")
    return 1 if short or (stale and not arguments.update) else 0


if __name__ == "__main__":
    sys.exit(main())
