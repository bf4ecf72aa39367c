"""What the pages of ``ncu --csv`` share: who a launch is, how a chunk is parsed, what a cell says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import IDENTITY
from ncu_advisor.readers.csv_table import Table
from ncu_advisor.readers.separators import POINT, Separators
from ncu_advisor.readers.source import Source
from ncu_advisor.units import number

if TYPE_CHECKING:
    from pandas._typing import ReadCsvBuffer

# Columns that say who a launch is, by the name of every header generation; a position of -1 means that the table lacks it.
IDENTITY_COLUMNS = ("ID", "Process ID", "Kernel Name", "Context", "Stream", "Device", "CC", "Grid Size", "Block Size")
# Columns of the fixed part that are no metrics.
FIXED_COLUMNS = frozenset((*IDENTITY_COLUMNS, "Process Name", "Host Name", "Kernel Time", "Invocations"))

# What a cell of the CC column looks like. Where something else stands there, the row is of another table, or its cells have shifted.
CAPABILITY = re.compile(r"(?:\d+[.,]\d+)?")

# Cells that mean "not collected"; anything else that is not a number is text.
MISSING = ("", "n/a", "no data", "-", "N/A", "nan", "-nan", "inf", "-inf")
_CHUNK = 16 << 20  # bytes of text that are parsed at a time


def chunks(table: Table, source: Source, columns: Sequence[int], texts: Mapping[int, Any], marks: Separators) -> Iterator[pd.DataFrame]:
    """The rows of ``table`` in frames that name their columns by position. ``texts`` gives the dtype of those that hold no numbers.

    Cells beyond the header are cut off. Missing cells are NaN, in every column.
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
    return table.delimiter.join(map(str, range(len(table.columns)))).encode() + b"\n"


def _options(table: Table, columns: Sequence[int], texts: Mapping[int, Any], marks: Separators) -> dict[str, Any]:
    return {
        "sep": table.delimiter,
        "header": 0,
        "names": range(len(table.columns)),
        "usecols": list(columns),
        "index_col": False,
        "dtype": dict(texts),
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


def split_cells(cells: pd.Series, marks: Separators) -> tuple[np.ndarray, np.ndarray]:
    """Numbers and texts of cells that are not all plain numbers: ``(float64 with NaN, str with "")``, both as long as ``cells``.

    An instance list gives its aggregate, ``12 (3; 9)`` is 12; one without an aggregate gives nothing.
    """
    places, values = pd.factorize(cells, use_na_sentinel=False)
    pairs = [split_cell(value, marks) for value in values]
    numbers = np.array([pair[0] for pair in pairs], dtype=float)
    texts = np.array([pair[1] for pair in pairs], dtype=object)
    return numbers[places], texts[places]


def split_cell(cell: str | float | bool | None, marks: Separators = POINT) -> tuple[float, str]:
    """One cell as ``(number, text)``; one of the two is missing, or both."""
    text = cell.strip() if isinstance(cell, str) else "" if pd.isna(cell) else str(cell)
    try:
        return number(marks.to_point(text)), ""
    except ValueError:
        return np.nan, "" if text.startswith("(") and ";" in text else text


def launches(columns: Mapping[str, Sequence[str]], rows: int) -> pd.DataFrame:
    """The identity of ``rows`` launches from the text of IDENTITY_COLUMNS; what a table lacks is "" or -1."""
    capabilities = columns.get("CC") or [""] * rows
    points = {cell: cell.replace(",", ".") for cell in set(capabilities)}
    frame: dict[str, Any] = {
        "launch_id": _integers(columns.get("ID"), rows),
        "process_id": _integers(columns.get("Process ID"), rows),
        "name": list(columns.get("Kernel Name") or [""] * rows),
        "context": _integers(columns.get("Context"), rows),
        "stream": _integers(columns.get("Stream"), rows),
        "device_index": _integers(columns.get("Device"), rows),
        "compute_capability": [points[cell] for cell in capabilities],
    }
    for prefix, column in (("grid", "Grid Size"), ("block", "Block Size")):
        frame.update(_extents(prefix, columns.get(column), rows))
    result = pd.DataFrame(frame, columns=list(IDENTITY), copy=False)
    return result.astype({"name": "str", "compute_capability": "str"})


def _integers(cells: Sequence[str] | None, rows: int) -> np.ndarray:
    if not cells:
        return _once([-1] * rows)
    together = "".join(cells)
    if together.isdecimal() and together.isascii() and all(cells) and max(map(len, cells)) < 19:
        return _once(list(map(int, cells)))
    known: dict[str, int] = {cell: _integer(cell) for cell in set(cells)}
    return _once([known[cell] for cell in cells])


def _once(numbers: Sequence[int]) -> np.ndarray:
    """The numbers as a column; what is the same for every launch is held once."""
    column = np.array(numbers, dtype=np.int64)
    return np.broadcast_to(column[0], len(column)) if len(column) and (column == column[0]).all() else column


def _integer(cell: str) -> int:
    digits = re.sub(r"[., '\u00a0\u202f]", "", cell)
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 19 else -1


def _extents(prefix: str, cells: Sequence[str] | None, rows: int) -> dict[str, np.ndarray]:
    known = {cell: _extent(cell) for cell in set(cells or ())}
    triples = [known[cell] for cell in cells] if cells else [(-1, -1, -1)] * rows
    return {f"{prefix}_{axis}": _once([triple[place] for triple in triples]) for place, axis in enumerate("xyz")}


def _extent(cell: str) -> tuple[int, int, int]:
    """``"(256, 1, 1)"`` as three numbers, -1 each where it is anything else."""
    parts = [_integer(part) for part in re.split(r",\s+" if ", " in cell else ",", cell.strip(" ()"))]
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else (-1, -1, -1)


def nvtx_columns(columns: Sequence[str]) -> list[int]:
    """Positions of the columns that hold NVTX ranges: their names are templates such as ``thread Domain:Push/Pop_Range:...:Msg``."""
    return [place for place, name in enumerate(columns) if "Push/Pop_Range" in name or "Start/Stop_Range" in name or "NVTX" in name]


def filled(column: pd.Series) -> list[str]:
    """A text column as str, "" where the cell is missing."""
    return [cell if isinstance(cell, str) else "" for cell in column.tolist()]
