"""Columns: a table as the arrays of its columns, which is all that most of this package needs of a data frame."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


Column = NDArray[np.float64]  # one element a row, NaN where nothing is known
_TEXT = "O"  # numpy's kind of a column of str objects


class Columns:
    """Columns of one length by name. It reads like a frame of pandas: ``len`` is its rows, iteration gives names, ``[name]`` a column.

    Numbers are float64 with NaN, or int64 where none can be missing; text is str objects with "". A column that says the same of every
    row may be one value with a stride of 0. Arrays are shared with whoever gave them: nobody changes one in place.

    Importing pandas takes longer than reading and judging most profiles, so it waits until somebody asks for the ``frame``.
    """

    def __init__(self, columns: Mapping[str, NDArray[Any]], rows: int) -> None:
        self._columns = dict(columns)
        self._rows = rows

    @classmethod
    def of_frame(cls, frame: pd.DataFrame) -> Columns:
        """What ``frame`` holds; a missing text is ""."""
        return cls({str(name): _column(frame[name]) for name in frame}, len(frame))

    @classmethod
    def stacked(cls, parts: Sequence[Columns]) -> Columns:
        """The rows of all ``parts``, missing where a part lacks a column. A single part is not copied: it may be what fills the memory."""
        if len(parts) == 1:
            return parts[0]
        columns = {}
        for name in dict.fromkeys(name for part in parts for name in part):
            kind = next(part[name].dtype for part in parts if name in part)
            missing = "" if kind.kind == _TEXT else np.nan
            columns[name] = np.concatenate([part[name] if name in part else np.full(len(part), missing, dtype=kind) for part in parts])
        return cls(columns, sum(map(len, parts)))

    def __len__(self) -> int:
        return self._rows

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._columns[name]

    def __or__(self, more: Mapping[str, NDArray[Any]]) -> Columns:
        """With ``more`` columns, or others in place of its own."""
        return Columns({**self._columns, **more}, self._rows)

    def without(self, names: AbstractSet[str]) -> Columns:
        return Columns({name: self._columns[name] for name in self._columns if name not in names}, self._rows)

    def take(self, rows: NDArray[np.int64]) -> Columns:
        return Columns({name: column[rows] for name, column in self._columns.items()}, len(rows))

    def joined(self, first: NDArray[np.int64]) -> Columns:
        """Rows that are one as one, in the order of the first of each, which ``first`` gives for every row: they complete each other."""
        columns = {}
        for name, column in self._columns.items():
            # Backwards: where several know, the first of them is written last.
            known = np.flatnonzero(column != "" if column.dtype.kind == _TEXT else ~np.isnan(column))[::-1]
            completed = column.copy()
            completed[first[known]] = column[known]
            columns[name] = completed
        return Columns(columns, self._rows).take(np.flatnonzero(first == np.arange(self._rows)))

    @cached_property
    def frame(self) -> pd.DataFrame:
        """The same for users of pandas, to be read: changes there are none here. Numbers are shared, not copied."""
        import pandas as pd

        columns = {name: pd.Series(column, dtype="str") if column.dtype.kind == _TEXT else column for name, column in self._columns.items()}
        return pd.DataFrame(columns, index=range(self._rows), copy=False)


def numbered(keys: Iterable[Hashable]) -> NDArray[np.int64]:
    """A number for each of ``keys``, the same for equal ones, counted in the order in which they first occur."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], dtype=np.int64)


def text_column(cells: Iterable[str]) -> NDArray[Any]:
    """A column of text."""
    column: NDArray[Any] = np.array(list(cells), dtype=object)
    return column


def _column(series: pd.Series[Any]) -> NDArray[Any]:
    return series.to_numpy() if series.dtype.kind in "iuf" else text_column(cell if isinstance(cell, str) else "" for cell in series)
