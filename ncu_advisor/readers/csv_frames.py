"""Cells that pandas parses: those of pages whose rows are long and thin, or were saved again by some other program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.csv_page import MISSING, split_cell
from ncu_advisor.readers.csv_table import Table
from ncu_advisor.readers.separators import Separators
from ncu_advisor.readers.source import Source

if TYPE_CHECKING:
    from pandas._typing import ReadCsvBuffer

_CHUNK = 16 << 20  # bytes of text that are parsed at a time


def chunks(table: Table, source: Source, columns: Sequence[int], texts: Mapping[int, Any], marks: Separators) -> Iterator[pd.DataFrame]:
    """The rows of ``table`` in frames that name their columns by position. ``texts`` gives the dtype of those that hold no numbers.

    Cells beyond the header are cut off; the first of them is a column of its own, after the others. Missing cells are NaN, in every column.
    """
    first = table.body.peek()
    if not first:
        return
    table.body.prepend(_own_header(table))
    rows = max(_CHUNK // max(len(first) // max(first.count(b"\n"), 1), 1), 16)
    try:
        with pd.read_csv(cast("ReadCsvBuffer[bytes]", table.body), chunksize=rows, **_options(table, columns, texts, marks)) as reader:
            yield from reader
    except pd.errors.ParserError as error:
        raise _broken(source, error) from None


def frame(table: Table, source: Source, rows: bytes, columns: Sequence[int], texts: Mapping[int, Any], marks: Separators) -> pd.DataFrame:
    """The same of some of the table's rows."""
    try:
        made: pd.DataFrame = pd.read_csv(cast("ReadCsvBuffer[bytes]", _Stream(_own_header(table) + rows)), **_options(table, columns, texts, marks))
        return made
    except pd.errors.ParserError as error:
        raise _broken(source, error) from None


def _own_header(table: Table) -> bytes:
    """A header as wide as the table: pandas refuses tables all of whose rows are short, as those without rules are."""
    return table.delimiter.join(map(str, range(len(table.columns) + 1))).encode() + b"\n"


def _options(table: Table, columns: Sequence[int], texts: Mapping[int, Any], marks: Separators) -> dict[str, Any]:
    return {
        "sep": table.delimiter,
        "header": 0,
        "names": range(len(table.columns) + 1),
        "usecols": [*columns, len(table.columns)],
        "index_col": False,
        "dtype": {**texts, len(table.columns): "str"},
        "decimal": marks.decimal,
        "thousands": marks.thousands,
        "na_values": list(MISSING),
        "keep_default_na": False,
        "on_bad_lines": "skip",
        "encoding_errors": "replace",
        "low_memory": False,
        "engine": "c",
    }


def _broken(source: Source, error: Exception) -> UnreadableInput:
    return UnreadableInput(source.path, f"its table does not hold together ({error})", "export it again")


class _Stream:
    """Bytes as pandas reads them; no ``io`` class, for the reason that ``Body`` is none."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def read(self, size: int = -1) -> bytes:
        start = self._at
        self._at = len(self._data) if size < 0 else min(start + size, len(self._data))
        return self._data[start : self._at]

    def __iter__(self) -> Iterator[bytes]:  # pandas asks for it and never calls it
        return iter(self._data.splitlines(keepends=True))


def beyond(rows: pd.DataFrame, table: Table) -> int:
    """How many of ``rows`` have more cells than the header."""
    return int(rows[len(table.columns)].notna().sum())


def split_cells(cells: pd.Series, marks: Separators) -> tuple[np.ndarray, np.ndarray]:
    """Numbers and texts of cells that are not all plain numbers: ``(float64 with NaN, str with "")``, both as long as ``cells``.

    An instance list gives its aggregate, ``12 (3; 9)`` is 12; one without an aggregate gives nothing.
    """
    places, values = pd.factorize(cells, use_na_sentinel=False)
    pairs = [split_cell(value, marks) for value in values]
    numbers = np.array([pair[0] for pair in pairs], dtype=float)
    texts = np.array([pair[1] for pair in pairs], dtype=object)
    return numbers[places], texts[places]


def filled(column: pd.Series) -> list[str]:
    """A text column as str, "" where the cell is missing."""
    return [cell if isinstance(cell, str) else "" for cell in column.tolist()]
