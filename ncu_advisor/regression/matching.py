"""Which kernel of the baseline is which kernel now, across changed shapes, template arguments, names and order.

Sure matches come first and leave less for the doubtful ones: the same name and shape, the same name, the same function with other template
arguments, another name for what looks like the same kernel, and last one kernel split into several or several merged into one.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ncu_advisor.names import short
from ncu_advisor.regression.runs import Kernel

# Kinds of matches, from the surest; the last two have one side only.
SAME, RESHAPED, RETEMPLATED, RENAMED, SPLIT, MERGED, ADDED, REMOVED = (
    "same", "reshaped", "retemplated", "renamed", "split", "merged", "added", "removed",
)  # fmt: skip

# A new name is taken for an old kernel from this score on: a similar name alone does not reach it, nor does a place and a shape alone.
_RENAMED = 0.65
_ALIKE, _SHAPE, _PLACE, _WORK = 0.5, 0.3, 0.2, 0.3
_SAME_WORK = 0.005  # relative difference of executed instructions
_UNKNOWN = (math.nan, math.nan)
_MOST = 200  # leftover kernels a side beyond which renames are not looked for: the pairs would be too many
_PARTS = 4  # kernels that one may have been split into


@dataclass(frozen=True)
class Match:
    """Kernels of the baseline and what became of them; both sides hold one kernel except where split, merged, added or removed."""

    kind: str
    before: tuple[Kernel, ...]
    after: tuple[Kernel, ...]


@dataclass
class Matching:
    """Every kernel of either side is in exactly one match; ``moved`` are those whose order relative to the others changed."""

    matches: list[Match]
    moved: list[Kernel] = field(default_factory=list)


def match(before: Sequence[Kernel], after: Sequence[Kernel], work: Mapping[Kernel, tuple[float, float]] | None = None) -> Matching:
    """Match kernels in the order of their first launch. ``work``: executed instructions before and after, where both are known."""
    pairing = _Pairing(before, after, work or {})
    pairing.exact()
    # Equal work says which of several candidates is the old kernel.
    for kind, key in ((RESHAPED, lambda kernel: kernel.name), (RETEMPLATED, lambda kernel: short(kernel.name))):
        pairing.grouped(kind, key, same_work=True)
        pairing.grouped(kind, key, same_work=False)
    pairing.renamed(same_work=True)
    # Without it, several in one's place are taken for its parts.
    pairing.regrouped()
    pairing.renamed(same_work=False)
    return pairing.result()


class _Pairing:
    def __init__(self, before: Sequence[Kernel], after: Sequence[Kernel], work: Mapping[Kernel, tuple[float, float]]) -> None:
        self.before, self.after, self.work = list(before), list(after), work
        self.partner: dict[Kernel, Kernel] = {}
        self.back: dict[Kernel, Kernel] = {}
        self.kinds: dict[Kernel, str] = {}
        self.groups: list[Match] = []

    def pair(self, kind: str, old: Kernel, new: Kernel) -> None:
        self.partner[old], self.back[new], self.kinds[old] = new, old, kind

    def left(self) -> tuple[list[Kernel], list[Kernel]]:
        grouped_old = {kernel for group in self.groups for kernel in group.before}
        grouped_new = {kernel for group in self.groups for kernel in group.after}
        old = [kernel for kernel in self.before if kernel not in self.partner and kernel not in grouped_old]
        return old, [kernel for kernel in self.after if kernel not in self.back and kernel not in grouped_new]

    def exact(self) -> None:
        new = set(self.after)
        for kernel in self.before:
            if kernel in new:
                self.pair(SAME, kernel, kernel)

    def grouped(self, kind: str, key: Callable[[Kernel], str], same_work: bool) -> None:
        """Kernels left over that share ``key``, and known ``same_work`` where that is asked for: nearest shapes first, then in order."""
        old, new = self.left()
        waiting: dict[str, list[Kernel]] = {}
        for kernel in new:
            waiting.setdefault(key(kernel), []).append(kernel)
        for kernel in old:
            choices = waiting.get(key(kernel), [])
            fitting = [choice for choice in choices if not same_work or self._same_work(kernel, choice)]
            if fitting:
                chosen = min(fitting, key=lambda choice: _distance(kernel, choice))
                choices.remove(chosen)
                self.pair(kind, kernel, chosen)

    def renamed(self, same_work: bool) -> None:
        old, new = self.left()
        if not old or not new or max(len(old), len(new)) > _MOST:
            return
        old_places, new_places = self._places()
        scored = []
        for i, one in enumerate(old):
            for j, other in enumerate(new):
                score = _ALIKE * SequenceMatcher(None, short(one.name)[:200], short(other.name)[:200], autojunk=False).ratio()
                score += _SHAPE * ((one.grid, one.block) == (other.grid, other.block)) + _PLACE * (old_places[one] == new_places[other])
                equal = self._same_work(one, other)
                if score + _WORK * equal >= _RENAMED and equal >= same_work:
                    scored.append((-score - _WORK * equal, i, j))
        for _, i, j in sorted(scored):
            if old[i] not in self.partner and new[j] not in self.back:
                self.pair(RENAMED, old[i], new[j])

    def regrouped(self) -> None:
        """One kernel gone where several came, between the same neighbours, or the other way round."""
        old, new = self.left()
        old_places, new_places = self._places()
        for place in dict.fromkeys(old_places[kernel] for kernel in old):
            gone = tuple(kernel for kernel in old if old_places[kernel] == place)
            came = tuple(kernel for kernel in new if new_places[kernel] == place)
            if len(gone) == 1 and 1 < len(came) <= _PARTS:
                self.groups.append(Match(SPLIT, gone, came))
            elif len(came) == 1 and 1 < len(gone) <= _PARTS:
                self.groups.append(Match(MERGED, gone, came))

    def _same_work(self, old: Kernel, new: Kernel) -> bool:
        """Whether both are known to execute as many instructions."""
        before, after = self.work.get(old, _UNKNOWN)[0], self.work.get(new, _UNKNOWN)[1]
        return before > 0 and abs(after - before) <= _SAME_WORK * before

    def _places(self) -> tuple[dict[Kernel, Kernel | None], dict[Kernel, Kernel | None]]:
        """For every kernel the matched one that comes before it, named as in the baseline."""
        return _preceding(self.before, {kernel: kernel for kernel in self.partner}), _preceding(self.after, self.back)

    def result(self) -> Matching:
        singles = [Match(self.kinds[old], (old,), (self.partner[old],)) for old in self.before if old in self.partner]
        gone, came = self.left()
        ends = [Match(REMOVED, (kernel,), ()) for kernel in gone] + [Match(ADDED, (), (kernel,)) for kernel in came]
        return Matching([*singles, *self.groups, *ends], self._moved())

    def _moved(self) -> list[Kernel]:
        place = {kernel: at for at, kernel in enumerate(self.after)}
        matched = [kernel for kernel in self.before if kernel in self.partner]
        kept = _longest_rising([place[self.partner[kernel]] for kernel in matched])
        return [self.partner[kernel] for at, kernel in enumerate(matched) if at not in kept]


def _preceding(order: Iterable[Kernel], matched: Mapping[Kernel, Kernel]) -> dict[Kernel, Kernel | None]:
    last: Kernel | None = None
    places: dict[Kernel, Kernel | None] = {}
    for kernel in order:
        places[kernel] = last
        last = matched.get(kernel, last)
    return places


def _distance(one: Kernel, other: Kernel) -> float:
    """How far two shapes are apart: 0 for equal ones, else by the ratios of their blocks and threads."""
    if (one.grid, one.block) == (other.grid, other.block):
        return 0.0
    blocks = abs(math.log(max(1, math.prod(one.grid)) / max(1, math.prod(other.grid))))
    return 1e-6 + blocks + abs(math.log(max(1, math.prod(one.block)) / max(1, math.prod(other.block))))


def _longest_rising(values: Sequence[int]) -> set[int]:
    """Indices of a longest rising subsequence: what stayed in order when as little as possible moved."""
    tails: list[int] = []
    ends: list[int] = []
    link: list[int] = []
    for at, value in enumerate(values):
        length = bisect_left(tails, value)
        link.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [value]
        ends[length : length + 1] = [at]
    kept: set[int] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = link[at]
    return kept
