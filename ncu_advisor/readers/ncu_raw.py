"""Reads the raw page of ``ncu --csv``: a row per launch, a column per metric, the units in the row below the header.

Blocks of rows as the profiler writes them are read through a Grid, all cells of the wanted columns at once; what somebody saved again in
another form is parsed by pandas, which is imported only then. Memory follows the numbers kept, not the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ncu_advisor.columns import Columns
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers.csv_body import Body
from ncu_advisor.readers.csv_grid import Grid
from ncu_advisor.readers.csv_page import FIXED_COLUMNS, IDENTITY_COLUMNS, capability, launches, left_out, nvtx_columns, split_cell, too_long
from ncu_advisor.readers.csv_table import Table
from ncu_advisor.readers.launch_columns import Numbers, Texts
from ncu_advisor.readers.opcode_metrics import OPCODE_METRICS
from ncu_advisor.readers.separators import POINT, decide
from ncu_advisor.readers.source import Source
from ncu_advisor.readers.unit_cells import UnknownUnits, is_known
from ncu_advisor.units import FARTHEST, scale

if TYPE_CHECKING:
    import pandas as pd

PAGE = "ncu-raw"

# Text columns that say how a launch was configured; kept whatever is wanted, as the device's attributes are.
_TEXTS = frozenset(("launch__cluster_scheduling_policy", "launch__func_cache_config", "launch__execution_model", "launch__tpc_enabled"))
# Metrics that are printed in units of fitting size; and what tells durations in nanoseconds: the cycles per nanosecond of any GPU.
_SCALED = re.compile(r"(?!device__).*(?:__time_|bytes|per_second|shared_mem_per_block)(?!.*pct_of_peak)")
_DURATIONS = ("gpu__time_duration.sum", "gpu__time_duration.max", "gpu__time_duration.avg", "gpu__time_active.avg")
_CYCLES = ("gpc__cycles_elapsed.max", "sm__cycles_elapsed.max", "sm__cycles_elapsed.avg", "smsp__cycles_elapsed.max")
_CLOCKS = (0.05, 5.0)
_INSTANCES = re.compile(r"([^;()\s][^;()]*?)\s*:\s*([\d.,eE+]+)")
_SAMPLE_ROWS = 4
_PIECE = 16 << 20  # bytes that pandas parses at a time
_REMEMBERED = 1 << 14  # texts that are decoded once


def launch_table(table: Table, source: Source, wanted: Callable[[str], bool]) -> LaunchTable:
    """The launches of one raw page."""
    page = _Page(table, wanted, source.size())
    page.marks = decide(source.path, page.sample())
    for piece in _pieces(table.body):
        if isinstance(piece, Grid) and page.take_grid(piece):
            continue
        from ncu_advisor.readers.csv_frames import frame

        data = piece.data if isinstance(piece, Grid) else piece
        page.take(frame(table, source, data, [*page.dtypes, *page.metrics], page.dtypes, page.marks))
    result = page.assembled(source.path)
    result.warnings.extend(page.unknown.warnings())
    if page.long:
        result.warnings.append(too_long(page.long))
    lost = table.body.rows - page.rows
    if lost:
        result.warnings.append(left_out(lost, "" if len(result) else page.misplaced))
    return result


def _pieces(body: Body) -> Iterator[Grid | bytes]:
    """Grids as they come, and what is none in larger pieces: wide tables cost pandas a lot per piece."""
    rest: list[bytes] = []
    for block in body.grids():
        if isinstance(block, bytes):
            rest.append(block)
        if rest and (isinstance(block, Grid) or sum(map(len, rest)) >= _PIECE):
            yield b"".join(rest)
            rest = []
        if isinstance(block, Grid):
            yield block
    if rest:
        yield b"".join(rest)


class _Page:
    """One raw page while it is read piece by piece."""

    def __init__(self, table: Table, wanted: Callable[[str], bool], size: int) -> None:
        self.table = table
        self.marks = POINT
        self.identity = {name: place for name in IDENTITY_COLUMNS if (place := table.index(name)) >= 0}
        self.nvtx = nvtx_columns(table.columns)
        self.dtypes: dict[int, Any] = dict.fromkeys((*self.identity.values(), *self.nvtx), "str")
        self.metrics = self._metric_columns(wanted)
        self.rows = 0
        self.long = 0  # rows with more cells than the header
        self.misplaced = ""  # what stands where a compute capability should, in the first row that was left out for it
        self._identities: dict[str, list[str]] = {name: [] for name in self.identity}
        self._numbers = Numbers(len(self.metrics), self._expected(size))
        self._texts = Texts()
        self._opcodes: dict[int, dict[str, float]] = {}
        self._decoded = _Decoded()
        self.unknown = UnknownUnits()

    def _others(self) -> Iterator[tuple[int, str]]:
        """Position and name of every column of a metric: those after the ones that say who a launch is, and before, where these were moved.

        Names of metrics are words with underscores between; the profiler's other columns have none.
        """
        columns = [(place, name) for place, name in enumerate(self.table.columns) if name not in FIXED_COLUMNS and place not in self.nvtx]
        last = max((place for place in (*self.identity.values(), *self.nvtx)), default=-1)
        return ((place, name) for place, name in columns if place > last or "_" in name)

    def _metric_columns(self, wanted: Callable[[str], bool]) -> list[int]:
        """Positions of the metric columns to read; of two with one name, the first."""
        chosen: dict[str, int] = {}
        for place, name in self._others():
            if wanted(name) or name.startswith("device__attribute_") or name in _TEXTS or name in OPCODE_METRICS:
                chosen.setdefault(name, place)
        return list(chosen.values())

    def _expected(self, size: int) -> int:
        """How many launches a file of ``size`` bytes holds if the others are as long as the first ones, and some more."""
        first = self.table.body.peek()
        return int(1.05 * size * first.count(b"\n") / len(first)) + 1 if first else 0

    def sample(self) -> Iterator[tuple[str, str]]:
        """Metric cells of the first launches with their units, whether they are wanted or not."""
        units, places = self._units(), [place for place, _ in self._others()]
        for row in self.table.sample(_SAMPLE_ROWS):
            yield from ((row[place], units[place]) for place in places if place < len(row))

    def take_grid(self, grid: Grid) -> bool:
        """Take in the rows of ``grid``; False, and nothing done, where they are not all launches, or not in the notation that it reads."""
        identities = {name: grid.texts(place) for name, place in self.identity.items()}
        capable = (capability(self._decoded[cell]) is not None for cell in set(identities.get("CC", ())))
        if self.marks != POINT or b"" in identities["Kernel Name"] or not all(capable):
            return False
        for name, cells in identities.items():
            self._identities[name].extend(map(self._decoded.__getitem__, cells))
        self._take_ranges([[self._decoded[cell] for cell in grid.texts(place)] for place in self.nvtx])
        values, odd = grid.numbers(np.asarray(self.metrics, dtype=np.int64))
        for index, cells_of in odd.items():
            for cell, rows in cells_of.items():
                values[index, rows] = self._take_odd(self.metrics[index], self._decoded[cell], rows)
        self._take_numbers(values)
        return True

    def take(self, chunk: pd.DataFrame) -> None:
        """Take in the rows of one frame of pandas, without what is a row of another program's table."""
        from ncu_advisor.readers.csv_frames import beyond, filled

        chunk = chunk[self._fits(chunk)]
        self.long += beyond(chunk, self.table)
        for name, place in self.identity.items():
            self._identities[name].extend(filled(chunk[place]))
        self._take_ranges([filled(chunk[place]) for place in self.nvtx])
        values = np.empty((len(self.metrics), len(chunk)))
        for index, place in enumerate(self.metrics):
            column = chunk[place]
            values[index] = column.to_numpy(dtype=float) if column.dtype.kind in "fiu" else self._split(column, place)
        self._take_numbers(values)

    def _take_numbers(self, values: np.ndarray) -> None:
        values[np.isinf(values)] = np.nan
        np.clip(values, -FARTHEST, FARTHEST, out=values)
        self._numbers.add(values)
        self.rows += values.shape[1]

    def _take_ranges(self, columns: list[list[str]]) -> None:
        """The NVTX ranges of the next rows, from the columns that hold some."""
        if any(cell for column in columns for cell in column):
            joined = ("; ".join(cell for cell in row if cell) for row in zip(*columns, strict=True))
            self._texts.add_each("nvtx_ranges", self.rows, joined)

    def _take_odd(self, place: int, cell: str, rows: Sequence[int]) -> float:
        """The number of a cell that is no plain one, in these of the next rows; its text and opcode counts are kept aside."""
        name = self.table.columns[place]
        rows = range(rows.start + self.rows, rows.stop + self.rows) if isinstance(rows, range) else [row + self.rows for row in rows]
        if name in OPCODE_METRICS:
            self._take_opcodes(cell, rows)
        value, text = split_cell(cell, self.marks)
        if text:
            self._texts.add(name, rows, text)
        return value

    def _fits(self, chunk: pd.DataFrame) -> np.ndarray:
        """Which rows are launches: they are named or have more than a few cells, and what stands for a compute capability is one."""
        from ncu_advisor.readers.csv_frames import filled

        fits: np.ndarray = (chunk[self.identity["Kernel Name"]].notna() | (chunk.notna().sum(axis=1) >= 4)).to_numpy(dtype=bool)
        if "CC" in self.identity:
            cells = filled(chunk[self.identity["CC"]])
            capable = np.array([capability(cell) is not None for cell in cells], dtype=bool)
            self.misplaced = self.misplaced or next((cells[row] for row in np.flatnonzero(fits & ~capable)), "")
            fits = fits & capable
        return fits

    def _split(self, column: pd.Series, place: int) -> np.ndarray:
        """The numbers of a column that holds other cells too; its texts and opcode counts are kept aside."""
        from ncu_advisor.readers.csv_frames import filled, split_cells

        name = self.table.columns[place]
        if name in OPCODE_METRICS:
            for row, cell in enumerate(filled(column), self.rows):
                self._take_opcodes(cell, (row,))
        numbers, texts = split_cells(column, self.marks)
        self._texts.add_each(name, self.rows, texts.tolist())
        return numbers

    def _take_opcodes(self, cell: str, rows: Sequence[int]) -> None:
        """Counts by mnemonic from a cell such as ``128 (FFMA: 96; LDG.E: 32)``; of several metrics the most detailed counts."""
        counts = {opcode: split_cell(value, self.marks)[0] for opcode, value in _INSTANCES.findall(cell.partition("(")[2])}
        for row in rows if counts else ():
            if len(counts) >= len(self._opcodes.get(row, ())):
                self._opcodes[row] = counts

    def assembled(self, path: str) -> LaunchTable:
        """The launches read so far as a table, in base units."""
        names = [self.table.columns[place] for place in self.metrics]
        units = self._units()
        numbers = self._numbers.columns(names, [scale(units[place]) for place in self.metrics])
        if self.table.units is not None:
            numbers |= self._without_unit(numbers, dict(zip(names, (units[place] for place in self.metrics), strict=True)))
        if self.table.units is None and self.rows and not _in_base_units(numbers):
            remedy = "export it again with ncu --csv --page raw, and keep the row below the header"
            raise UnreadableInput(path, "the row of units is missing, and the numbers do not tell what they are in", remedy)
        return LaunchTable(PAGE, path, launches(self._identities, self.rows), numbers, self._texts.columns(self.rows), opcodes=self._opcodes)

    def _without_unit(self, numbers: Columns, units: dict[str, str]) -> dict[str, np.ndarray]:
        """The columns in units that are not known, as missing; one without a number needs no unit."""
        unknown = [name for name, unit in units.items() if not is_known(name, unit) and not np.isnan(numbers[name]).all()]
        return {name: np.broadcast_to(self.unknown.factor(name, units[name]), len(numbers)) for name in unknown}

    def _units(self) -> list[str]:
        return self.table.units or [""] * len(self.table.columns)


def _in_base_units(numbers: Columns) -> bool:
    """Whether numbers surely need no unit: none could have one, or durations are nanoseconds and with the cycles give the clock of a GPU."""
    if not any(_SCALED.match(name) for name in numbers):
        return True
    duration, cycles = (next((numbers[name] for name in names if name in numbers), None) for names in (_DURATIONS, _CYCLES))
    if duration is None or cycles is None:
        return False
    with np.errstate(all="ignore"):
        clocks = cycles / duration
    clocks = clocks[~np.isnan(clocks)]
    return len(clocks) > 0 and bool(((clocks >= _CLOCKS[0]) & (clocks <= _CLOCKS[1])).all())


class _Decoded(dict[bytes, str]):
    """Cells as text; a text that comes again is the same object, up to a limit."""

    def __missing__(self, cell: bytes) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        text = cell.decode("utf-8", "replace")
        self[cell] = text
        return text
