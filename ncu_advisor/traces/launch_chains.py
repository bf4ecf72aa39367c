"""Chains of neighbouring launches: runs of linked pairs, where they end, which of them are one chain that recurs, and what is a part of which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ncu_advisor.expression import Expression
    from ncu_advisor.traces.launch_order import LaunchOrder

Chain = tuple[int, ...]
_OF_CHAIN, _OF_FIRST = "chain_", "first_"  # before the name of a column: its sum over the launches of a chain, and what the first of them has


class Outside:
    """The launches right before and right after chains that a link takes for their first and last steps; ``pairs``: where it does."""

    def __init__(self, order: LaunchOrder, pairs: NDArray[np.int64]) -> None:
        self._names = order.names
        self._before = {int(second): int(first) for first, second in pairs}
        self._after = {int(first): int(second) for first, second in pairs}

    def taken_in(self, chains: list[Chain]) -> list[Chain]:
        """``chains``, which recur, with the step that all of them have before or after them."""
        firsts = self._all_have([self._before.get(chain[0]) for chain in chains])
        lasts = self._all_have([self._after.get(chain[-1]) for chain in chains])
        return [(*first, *chain, *last) for first, chain, last in zip(firsts, chains, lasts, strict=True)]

    def _all_have(self, rows: list[int | None]) -> list[Chain]:
        """The launch of each chain, where each has one of the same kernel; else none of them."""
        there = [row for row in rows if row is not None]
        alike = len(there) == len(rows) and len({self._names[row] for row in there}) == 1
        return [(row,) for row in there] if alike else [()] * len(rows)


class Wholes:
    """The chains of all links: what a link takes for a pair may be a part of what another one, which asks for more launches, takes for a chain."""

    def __init__(self, chains: Iterable[tuple[int, Chain]]) -> None:
        self._through: dict[int, list[tuple[int, Chain]]] = {}
        for at_least, chain in chains:
            for row in chain:
                self._through.setdefault(row, []).append((at_least, chain))

    def have(self, part: Chain) -> bool:
        """Whether a chain of a link that asks for more launches than ``part`` has holds all of them."""
        return any(len(part) < at_least and set(part) < set(chain) for at_least, chain in self._through.get(part[0], ()))


class InOne:
    """The launches that do in one what the launches before them do together, as ``condition`` tells; ``column``: the launches' values by name."""

    def __init__(self, condition: Expression | None, order: LaunchOrder, column: Callable[[str], Any]) -> None:
        self._condition, self._column = condition, column
        self._known: dict[Chain, NDArray[np.bool_]] = {}  # several links ask of the same runs
        self._after = np.full(len(order), -1, dtype=np.int64)
        self._after[order.pairs[:, 0]] = order.pairs[:, 1]

    def ends(self, rows: Chain) -> NDArray[np.bool_]:
        """Of each launch of ``rows``: whether the one right after it does all that those up to it do, of which there are two or more."""
        if rows not in self._known:
            self._known[rows] = self._ends(rows)
        return self._known[rows]

    def _ends(self, rows: Chain) -> NDArray[np.bool_]:
        chain, after = np.array(rows), self._after[list(rows)]
        if self._condition is None:
            return np.zeros(len(rows), dtype=bool)
        values = {name: self._value(name, chain, after) for name in self._condition.names}
        holds: NDArray[np.bool_] = np.asarray(self._condition(values), dtype=bool) & (after >= 0) & (np.arange(len(rows)) > 0)
        return holds

    def _value(self, name: str, chain: NDArray[np.int64], after: NDArray[np.int64]) -> Any:
        """Of each launch of ``chain``: the sum up to it, what the first has, or what the launch right after it has."""
        column = np.broadcast_to(self._column(name.removeprefix(_OF_CHAIN).removeprefix(_OF_FIRST)), len(self._after))
        if name.startswith(_OF_CHAIN):
            return np.cumsum(column[chain])
        return column[chain[0]] if name.startswith(_OF_FIRST) else column[after]

    def after(self, rows: Chain) -> int | None:
        """The row of the launch right after ``rows`` that does all of them in one; None where there is none."""
        return int(self._after[rows[-1]]) if self.ends(rows)[-1] else None


def chains_of(order: LaunchOrder, pairs: NDArray[np.int64], at_least: int, in_one: InOne) -> Iterator[Chain]:
    """Runs of linked launches, as long as they get; cut before a launch that does in one what those before it do, the last one of such."""
    for run in _runs(order, pairs):
        start = 0
        while start < len(run):
            ends = np.flatnonzero(in_one.ends(run[start:]))
            end = start + int(ends[-1]) + 1 if len(ends) else len(run)
            if end - start >= at_least:
                yield run[start:end]
            start = end


def from_beginnings(found: Iterable[Chain], firsts: NDArray[np.int64], at_least: int) -> Iterator[Chain]:
    """Chains from the launch on that is one of ``firsts``; those without one, or too short from there on, are none."""
    beginnings = set(firsts.tolist())
    for chain in found:
        start = next((place for place, row in enumerate(chain[:-1]) if row in beginnings), len(chain))
        if len(chain) - start >= at_least:
            yield chain[start:]


def _runs(order: LaunchOrder, pairs: NDArray[np.int64]) -> Iterator[Chain]:
    """Maximal runs of linked launches; cut where a kernel comes again, unless it follows itself, be it with another grid."""
    following = dict(pairs.tolist())
    starts = sorted(set(following) - set(following.values()))
    for start in starts:
        chain, seen = [start], {order.kernels[start]}
        while (row := following.get(chain[-1])) is not None:
            kernel = order.kernels[row]
            if kernel in seen and order.names[row] != order.names[chain[-1]]:
                yield tuple(chain)
                chain, seen = [row], {kernel}
                continue
            chain.append(row)
            seen.add(kernel)
        yield tuple(chain)


def that_recur(order: LaunchOrder, chains: Iterator[Chain]) -> list[list[Chain]]:
    """Chains of the same kernels in the same order together; repetitions of one kernel also where their lengths differ."""
    same: dict[tuple[Any, ...], list[Chain]] = {}
    for chain in chains:
        kernels = tuple(order.kernels[row] for row in chain)
        same.setdefault(kernels if len(set(kernels)) > 1 else kernels[:1], []).append(chain)
    return list(same.values())
