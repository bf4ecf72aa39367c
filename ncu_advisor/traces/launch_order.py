"""Launches in their order: which one followed which on the same stream, as an ncu profile and a system trace tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Column, numbered
from ncu_advisor.names import normalise

if TYPE_CHECKING:
    import pandas as pd

    from ncu_advisor.profile import Profile
    from ncu_advisor.timeline import Session

_LANE = ("process_id", "device_index", "context", "stream")
_SHAPE = ("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z")
# Kernels of one stream with more than this between them do not hand data over while it is warm.
_NEXT_NS = 20_000


class LaunchOrder:
    """The launches of a profile, with their ``columns`` (one element a launch), as neighbours of their streams."""

    def __init__(self, profile: Profile, columns: Mapping[str, Column], sessions: Sequence[Session] = ()) -> None:
        self.launches = profile.launch_columns
        self.columns = columns
        self.sessions = sessions
        names = self.launches["name"].tolist() if len(profile) else []
        known = {name: normalise(name) for name in dict.fromkeys(names)}
        self.names = [known[name] for name in names]

    def __len__(self) -> int:
        return len(self.launches)

    @cached_property
    def kernels(self) -> list[int]:
        """A number for every launch, the same for launches of one kernel (by its normalised name) with one grid and block."""
        numbers = numbered(self.names)
        for axis in _SHAPE:
            # Numbers are fewer than launches and sizes are below 2**31, so that both fit one machine word.
            together = numbers << 32 | self.launches[axis] & 0xFFFFFFFF
            _, numbers = np.unique(together, return_inverse=True)
        found: list[int] = numbers.tolist()
        return found

    @cached_property
    def shaped(self) -> frozenset[tuple[str, float, float]]:
        """Of the launches the kernel's normalised name, how many blocks and how many threads a block."""
        blocks, threads = (np.prod([self.launches[axis].astype(float) for axis in axes], axis=0) for axes in (_SHAPE[:3], _SHAPE[3:]))
        return frozenset(zip(self.names, blocks.tolist(), threads.tolist(), strict=True))

    @cached_property
    def pairs(self) -> NDArray[np.int64]:
        """Rows of launches and of the next one of the same stream, shape (pairs, 2), between which the profile lacks no launch."""
        if len(self) < 2:
            return np.empty((0, 2), dtype=np.int64)
        lane = _lanes([self.launches[name] for name in _LANE])
        order = np.argsort(lane, kind="stable")
        first, second = order[:-1], order[1:]
        ids = self.launches["launch_id"]
        # Ids count the profiled launches of one report: another step than that of the rows means that some were left out.
        whole = (ids[second] - ids[first] == second - first) | (ids[first] < 0) | (ids[second] < 0)
        kept = (lane[first] == lane[second]) & whole
        if "invocations" in self.columns:  # the rows of a summary are kernels, in no order
            ordered = np.isnan(self.columns["invocations"])
            kept &= ordered[first] & ordered[second]
        return np.column_stack((first[kept], second[kept]))

    @cached_property
    def in_turn(self) -> NDArray[np.int64]:
        """Of every launch, how many launches of two kernels in turn (a b a b) it and the next one are among; 0 elsewhere."""
        return _in_turn(np.array(self.names, dtype=object), self.pairs)

    def defining(self, columns: Mapping[str, Column]) -> LaunchOrder:
        """The same launches with other columns."""
        self.pairs, self.kernels, self.in_turn, self._followed  # noqa: B018 - worked out once, then shared
        derived = copy(self)
        derived.columns = columns
        return derived

    def neighbours(self) -> Mapping[str, Any]:
        """Columns over ``pairs``: every column of the first launch, ``next_`` and that of the second, same_kernel, same_shape, in_turn.

        in_turn: how many launches of two kernels follow each other there in turn (a b a b), both of the pair among them; else 0.
        """
        return self.between(self.pairs)

    def between(self, pairs: NDArray[np.int64]) -> Mapping[str, Any]:
        """The same of any ``pairs`` of rows, shape (pairs, 2), as if the one had followed the other."""
        return _Neighbours(self, pairs)

    @cached_property
    def _followed(self) -> tuple[Counter[str], Counter[tuple[str, str]]]:
        """How often kernels ran in the traces, and how often one ran right after another on its stream."""
        ran: Counter[str] = Counter()
        next_to: Counter[tuple[str, str]] = Counter()
        for session in self.sessions:
            trace = session.frame("kernels")
            if not len(trace):
                continue
            known = {name: normalise(name) for name in dict.fromkeys(trace["name"])}
            names = np.array([known[name] for name in trace["name"]], dtype=object)
            ran.update(names.tolist())
            next_to.update(_next_to(trace, names))
        return ran, next_to

    def traced(self, rows: Sequence[int]) -> bool:
        """Whether all kernels of ``rows`` occur in a trace of the whole run."""
        return all(self._followed[0][self.names[row]] for row in rows)

    def back_to_back(self, rows: Sequence[int]) -> float:
        """Smallest share of the runs of one kernel of ``rows`` that the trace shows right before the next; NaN untraced."""
        if len(rows) < 2 or not self.traced(rows):
            return float("nan")
        ran, next_to = self._followed
        pairs = [(self.names[one], self.names[other]) for one, other in pairwise(rows)]
        return min(next_to[pair] / ran[pair[0]] for pair in pairs)


class _Neighbours(Mapping[str, Any]):
    def __init__(self, order: LaunchOrder, pairs: NDArray[np.int64]) -> None:
        self._order, self._pairs = order, pairs
        first, second = pairs[:, 0], pairs[:, 1]
        names = np.array(order.names, dtype=object)
        sizes = (order.launches[axis] for axis in _SHAPE)
        self._own = {
            "same_kernel": (names[first] == names[second]).astype(bool),
            "same_shape": np.logical_and.reduce([size[first] == size[second] for size in sizes]),
            "in_turn": order.in_turn[first],
        }

    def __getitem__(self, name: str) -> Any:
        if name in self._own:
            return self._own[name]
        column = self._order.columns[name.removeprefix("next_")]
        return column[self._pairs[:, 1 if name.startswith("next_") else 0]]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        for name in self._order.columns:
            yield from (name, f"next_{name}")

    def __len__(self) -> int:
        return len(self._own) + 2 * len(self._order.columns)


def _in_turn(names: NDArray[Any], pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of every launch, how many follow each other there as launches of two kernels in turn, itself and the next one among them; 0 elsewhere."""
    first, second = pairs[:, 0], pairs[:, 1]
    returns = np.zeros(len(pairs) + 1, dtype=bool)  # of a pair: the launch after both is of the first one's kernel
    returns[: len(pairs) - 1] = (second[:-1] == first[1:]) & (names[first[:-1]] == names[second[1:]]) & (names[first[:-1]] != names[second[:-1]])
    edges = np.flatnonzero(np.diff(returns.astype(np.int8), prepend=0))
    lengths = np.zeros(len(names), dtype=np.int64)
    for start, end in edges.reshape(-1, 2):
        lengths[first[start : end + 1]] = end - start + 2
    return lengths


def _lanes(columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """A number for every row, the same for rows that agree in all ``columns``; lanes are counted as they come."""
    numbers = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        _, values = np.unique(column, return_inverse=True)
        _, first, numbers = np.unique(numbers * len(column) + values, return_index=True, return_inverse=True)
    result: NDArray[np.int64] = np.argsort(np.argsort(first))[numbers]
    return result


def _next_to(trace: pd.DataFrame, names: NDArray[Any]) -> list[tuple[str, str]]:
    lane = trace.groupby(["device", "process", "context", "stream"], sort=False).ngroup().to_numpy()
    order = np.argsort(lane, kind="stable")  # within a lane the trace stays in order of starts
    first, second = order[:-1], order[1:]
    gap = trace["start_ns"].to_numpy()[second] - trace["end_ns"].to_numpy()[first]
    close = (lane[first] == lane[second]) & (gap < _NEXT_NS)
    return list(zip(names[first[close]].tolist(), names[second[close]].tolist(), strict=True))
