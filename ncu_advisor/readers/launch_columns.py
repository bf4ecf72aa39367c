"""Columns of launches while a long table is read: what is the same for every launch is held once, whatever the number of launches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns

Values = NDArray[np.float64]

_BATCH = 1024  # launches that are looked at together
_ROOM = 2  # a column that turns out too short grows so many times


class Numbers:
    """Values by column, gathered block by block: one value as long as all launches have the same, else an array with room for more."""

    def __init__(self, columns: int, expected: int = 0) -> None:
        """``expected`` launches find room without moving; room costs nothing until it is used."""
        self._expected = expected
        self._waiting: list[Values] = []  # blocks (columns x launches) that are in no column yet
        self._same: Values | None = None  # the first value of every column
        self._varying: dict[int, Values] = {}
        self._placed = 0  # launches that are in the columns
        self._columns = columns
        self.rows = 0

    def add(self, block: Values) -> None:
        """Takes in the values of further launches, shape (columns, launches)."""
        self._waiting.append(block)
        self.rows += block.shape[1]
        if self.rows - self._placed >= _BATCH:
            self._place()

    def columns(self, names: Sequence[str], factors: Sequence[float]) -> Columns:
        """All values with every column times its factor. What was gathered is given up."""
        if self._same is None:
            values = np.concatenate(self._waiting, axis=1) if self._waiting else np.empty((self._columns, 0))
            values *= np.asarray(factors)[:, None]
            return Columns(dict(zip(names, values, strict=True)), self.rows)
        self._place()
        columns = {}
        for place, (name, factor) in enumerate(zip(names, factors, strict=True)):
            if place in self._varying:
                column = self._varying.pop(place)
                if len(column) > _ROOM * self.rows:
                    column.resize(self.rows, refcheck=False)  # many tables in one file, each with room for all of it
                column = column[: self.rows]
                column *= factor
            else:
                column = np.broadcast_to(self._same[place] * factor, self.rows)
            columns[name] = column
        return Columns(columns, self.rows)

    def _place(self) -> None:
        if not self._waiting:
            return
        batch = np.concatenate(self._waiting, axis=1)
        if self._same is None:
            self._same = batch[:, 0].copy()
        bits, same = batch.view(np.int64), self._same.view(np.int64)  # so that a missing value equals another
        for place in np.flatnonzero((bits != same[:, None]).any(axis=1)).tolist():
            if place not in self._varying:
                column = self._varying[place] = np.empty(self._capacity(batch.shape[1]))
                column[: self._placed] = self._same[place]
        stop = self._placed + batch.shape[1]
        for place, column in self._varying.items():
            if stop > len(column):
                # In place: the system moves pages, not numbers, and gives none for room that is not used.
                column.resize(self._capacity(batch.shape[1]), refcheck=False)
            column[self._placed : stop] = batch[place]
        self._placed = stop
        self._waiting = []

    def _capacity(self, more: int) -> int:
        needed = self._placed + more
        return self._expected if needed <= self._expected else max(needed * _ROOM, 4 * _BATCH)


class Texts:
    """Text by column, as runs of launches with the same text."""

    def __init__(self) -> None:
        self._runs: dict[str, list[tuple[Sequence[int], str]]] = {}

    def add(self, column: str, rows: Sequence[int], text: str) -> None:
        """These launches have this text in ``column``."""
        self._runs.setdefault(column, []).append((rows, text))

    def add_each(self, column: str, start: int, texts: Iterable[str]) -> None:
        """The launches from ``start`` on have these texts; "" is none."""
        runs = [(range(row, row + 1), text) for row, text in enumerate(texts, start) if text]
        if runs:
            self._runs.setdefault(column, []).extend(runs)

    def columns(self, rows: int) -> Columns:
        """One column of text per name, "" where a launch has none."""
        columns = {}
        for name, runs in self._runs.items():
            column = np.full(rows, "", dtype=object)
            for where, text in runs:
                column[slice(where.start, where.stop) if isinstance(where, range) else where] = text
            columns[name] = column
        return Columns(columns, rows)
