"""What the pages of ``ncu --csv`` share: who a launch is, what a cell says."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np

from ncu_advisor.columns import Columns, text_column
from ncu_advisor.profile import IDENTITY
from ncu_advisor.readers.separators import POINT, Separators
from ncu_advisor.text import elide
from ncu_advisor.units import number

_LONGEST = 40  # characters of a cell in a warning

# Columns that say who a launch is, by the name of every header generation; a position of -1 means that the table lacks it.
IDENTITY_COLUMNS = ("ID", "Process ID", "Kernel Name", "Context", "Stream", "Device", "CC", "Grid Size", "Block Size")
# Columns of the fixed part that are no metrics.
FIXED_COLUMNS = frozenset((*IDENTITY_COLUMNS, "Process Name", "Host Name", "Kernel Time", "Invocations"))

# What a cell of the CC column looks like: as the profiler writes it, or the compiler's sm_90. A whole number may be any cell that has shifted.
_CAPABILITY = re.compile(r"(?P<major>\d+)[.,](?P<minor>\d+)|sm_(?P<sm>\d+)(?P<last>\d)[af]?")

# Cells that mean "not collected"; anything else that is not a number is text.
MISSING = ("", "n/a", "no data", "-", "N/A", "nan", "-nan", "inf", "-inf")


def split_cell(cell: str | float | bool | None, marks: Separators = POINT) -> tuple[float, str]:
    """One cell as ``(number, text)``; one of the two is missing, or both."""
    missing = cell is None or (isinstance(cell, float) and math.isnan(cell))
    text = cell.strip() if isinstance(cell, str) else "" if missing else str(cell)
    try:
        return number(marks.to_point(text)), ""
    except ValueError:
        return np.nan, "" if text.startswith("(") and ";" in text else text


def capability(cell: str) -> str | None:
    """The compute capability that a cell of the CC column names, as "9.0"; "" where it is empty.

    None where something else stands there: the row is of another table, or its cells have shifted.
    """
    match = _CAPABILITY.fullmatch(cell)
    if match is None:
        return None if cell else ""
    return f"{match['major'] or match['sm']}.{match['minor'] or match['last']}"


def left_out(rows: int, misplaced: str) -> str:
    """The warning of a table of which so many ``rows`` did not fit, for what stands ``misplaced`` where a compute capability should; "" is none."""
    why = f" ({elide(misplaced, _LONGEST)!r} in the column CC is no compute capability such as 9.0)" if misplaced else ""
    return f"{rows} lines do not fit the table's header and were left out{why}"


def too_long(rows: int) -> str:
    """The warning of a table of which so many ``rows`` have cells that the header has no column for."""
    return f"{rows:,} {'row has' if rows == 1 else 'rows have'} more cells than the header: those were left out, and the others may have shifted"


def launches(columns: Mapping[str, Sequence[str]], rows: int) -> Columns:
    """The identity of ``rows`` launches from the text of IDENTITY_COLUMNS; what a table lacks is "" or -1."""
    capabilities = columns.get("CC") or [""] * rows
    written = {cell: capability(cell) or cell for cell in set(capabilities)}
    found = {
        "launch_id": _integers(columns.get("ID"), rows),
        "process_id": _integers(columns.get("Process ID"), rows),
        "name": text_column(columns.get("Kernel Name") or [""] * rows),
        "context": _integers(columns.get("Context"), rows),
        "stream": _integers(columns.get("Stream"), rows),
        "device_index": _integers(columns.get("Device"), rows),
        "compute_capability": text_column(written[cell] for cell in capabilities),
    }
    for prefix, column in (("grid", "Grid Size"), ("block", "Block Size")):
        found |= _extents(prefix, columns.get(column), rows)
    return Columns({name: found[name] for name in IDENTITY}, rows)


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
