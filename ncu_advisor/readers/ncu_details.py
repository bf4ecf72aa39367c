"""Reads the details page of ``ncu --csv`` (and ``--metrics``, and ``--print-summary``): a row per launch, section and metric, rules between.

Five header generations, from 2019 to 2025, are one to this reader: columns are found by name. Units stand in every row, because one metric
is printed in ``us`` in one row and ``ms`` in the next. Labels become the vendor's metric names through ``labels``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.columns import Columns, text_column
from ncu_advisor.labels import is_aside
from ncu_advisor.profile import LaunchTable, VendorRule
from ncu_advisor.readers import csv_header
from ncu_advisor.readers.csv_page import IDENTITY_COLUMNS, MISSING, capability, launches, left_out, nvtx_columns, split_cell, too_long
from ncu_advisor.readers.csv_table import Table
from ncu_advisor.readers.rule_facts import with_facts
from ncu_advisor.readers.separators import Separators, decide
from ncu_advisor.readers.source import Source
from ncu_advisor.readers.unit_cells import UnknownUnits, name_of
from ncu_advisor.units import FARTHEST, GROUPED

if TYPE_CHECKING:
    import pandas as pd

PAGE = "ncu-details"

_RULE_COLUMNS = ("Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type", "Estimated Speedup")
_SAMPLE_ROWS = 5000
INVOCATIONS = "summary:Invocations"
SUMMARY = "this is a summary: each row stands for several launches, with the average of every metric"


def launch_table(table: Table, source: Source, wanted: Callable[[str], bool]) -> LaunchTable:
    """The launches of one details page; of a summary, its kernels with the average of each metric."""
    from ncu_advisor.readers.csv_frames import chunks

    summary = table.page == csv_header.SUMMARY
    value = table.index("Average" if summary else "Metric Value")
    unit = table.index("Metric Unit")
    sample = ((row[value], row[unit]) for row in table.sample(_SAMPLE_ROWS) if len(row) > max(value, unit))
    page = _Page(table, value, decide(source.path, sample, always_grouped=True), wanted)
    rows = 0
    for chunk in chunks(table, source, page.used, page.dtypes, page.marks):
        rows += len(chunk)
        page.take(chunk)
    result = page.assembled(source.path)
    if summary and len(result) and not (INVOCATIONS in result.metric_columns and (result.metric_columns[INVOCATIONS] == 1).all()):
        result.warnings.append(SUMMARY)
    result.warnings.extend(page.unknown.warnings())
    if page.long:
        result.warnings.append(too_long(page.long))
    if page.unreadable:
        result.warnings.append(
            f"{page.unreadable} values such as {page.example!r} are no numbers in the notation of this table; they count as missing"
        )
    lost = table.body.rows - rows + page.foreign
    if lost:
        result.warnings.append(left_out(lost, "" if len(result) else page.misplaced))
    return result


@dataclass
class _Cells:
    """Numbers found so far, as coordinates: launch, metric, value."""

    rows: list[np.ndarray] = field(default_factory=list)
    columns: list[np.ndarray] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)

    def matrix(self, shape: tuple[int, int]) -> np.ndarray:
        """All of them in one matrix, NaN elsewhere. Of a metric that a launch prints twice, the first number counts."""
        result = np.full(shape, np.nan)
        if self.rows:
            rows, columns, values = (np.concatenate(part) for part in (self.rows, self.columns, self.values))
            places, first = np.unique(rows * shape[1] + columns, return_index=True)
            result.flat[places] = values[first]
        return result


class _Page:
    """One details page while it is read chunk by chunk."""

    def __init__(self, table: Table, value: int, marks: Separators, wanted: Callable[[str], bool]) -> None:
        self.table = table
        self.marks = marks
        self.wanted = wanted
        self.value = value
        self.place = {name: table.index(name) for name in (*IDENTITY_COLUMNS, *_RULE_COLUMNS, "Section Name", "Body Item Label", "Metric Name")}
        self.place |= {"Metric Unit": table.index("Metric Unit"), "Invocations": table.index("Invocations")}
        self.nvtx = nvtx_columns(table.columns)
        self.marked = bool(self.nvtx) or self.place["Invocations"] >= 0
        self.used = sorted({place for place in (*self.place.values(), *self.nvtx, value) if place >= 0})
        # Few distinct texts repeat in every row; categories hold each once.
        self.dtypes = dict.fromkeys(self.used, "category") | {value: "str", self.place["Rule Description"]: "str"}
        self.dtypes.pop(-1, None)
        self.identity = [name for name in IDENTITY_COLUMNS if self.place[name] >= 0]
        self.key = ["Process ID", "ID"] if self.place["ID"] >= 0 else [n for n in self.identity if n not in ("Context", "Stream")]
        self.launches: dict[tuple[str, ...], int] = {}
        self.identities: list[list[str]] = []
        self.metrics: dict[str, int] = {}
        self.cells = _Cells()
        self.texts: dict[str, dict[int, str]] = {}
        self.rules: dict[int, list[VendorRule]] = {}
        self.rule_texts: dict[str, str] = {}
        self.asides: set[str] = set()
        self.told: set[str] = set()
        self.foreign = 0
        self.misplaced = ""  # what stands where a compute capability should, in the first row that was left out for it
        self.unknown = UnknownUnits()
        self.long = 0  # rows with more cells than the header
        self.unreadable = 0
        self.example = ""

    def take(self, chunk: pd.DataFrame) -> None:
        """Take in the rows of one chunk."""
        from ncu_advisor.readers.csv_frames import beyond

        cells, codes = self._texts(chunk, "CC"), self._codes(chunk, "CC")
        capable = np.array([capability(text) is not None for text in cells])[codes]
        self.misplaced = self.misplaced or next((cells[code] for code in codes[~capable]), "")
        self.foreign += int((~capable).sum())
        chunk = chunk[capable]
        self.long += beyond(chunk, self.table)
        rows = self._launch_of(chunk)
        self.foreign += int((rows < 0).sum())
        if self.place["Rule Name"] >= 0:
            self._take_rules(chunk, rows)
        is_metric = (self._codes(chunk, "Metric Name") >= 0) & (rows >= 0)
        self._take_metrics(chunk[is_metric], rows[is_metric])

    def _codes(self, chunk: pd.DataFrame, name: str) -> np.ndarray:
        place = self.place[name]
        if place < 0:
            return np.full(len(chunk), -1)
        return np.asarray(chunk[place].cat.codes, dtype=np.int64)

    def _texts(self, chunk: pd.DataFrame, name: str) -> list[str]:
        """The distinct texts of a column; the last, for the code -1, is ""."""
        place = self.place[name]
        return [*(str(text) for text in chunk[place].cat.categories), ""] if place >= 0 else [""]

    def _combined(self, chunk: pd.DataFrame, names: list[str]) -> tuple[np.ndarray, list[tuple[str, ...]], np.ndarray]:
        """The rows by what they hold in ``names``: a number per row, the texts of each number, and the row where each first stands."""
        import pandas as pd

        codes = np.column_stack([self._codes(chunk, name) for name in names]).astype(np.int64)
        sizes = [len(self._texts(chunk, name)) for name in names]
        flat = np.ravel_multi_index(tuple((codes[:, i] % size for i, size in enumerate(sizes))), tuple(sizes))
        numbers, _ = pd.factorize(flat)
        first = np.unique(numbers, return_index=True)[1]
        texts = [self._texts(chunk, name) for name in names]
        return numbers, [tuple(texts[i][code] for i, code in enumerate(codes[row])) for row in first], first

    def _launch_of(self, chunk: pd.DataFrame) -> np.ndarray:
        """The launch of every row, by (process, ID); -1 for rows that are no launch's. New launches are noted with their identity."""
        numbers, keys, first = self._combined(chunk, self.key)
        found: np.ndarray = np.full(len(keys), -1, dtype=np.int64)
        columns = [(self._texts(chunk, name), self._codes(chunk, name)[first]) for name in self.identity]
        for number, key in enumerate(keys):
            if self.key[-1] == "ID" and not re.fullmatch(r"\d[\d.,]*", key[-1]):
                continue
            if key not in self.launches:
                self.launches[key] = len(self.launches)
                self.identities.append([texts[codes[number]] for texts, codes in columns])
                if self.marked:
                    self._take_marks(chunk.iloc[first[number]], self.launches[key])
            found[number] = self.launches[key]
        result: np.ndarray = found[numbers]
        return result

    def _take_marks(self, row: pd.Series, launch: int) -> None:
        """What a launch's first row says beside its identity: NVTX ranges, and the invocations that a summary stands for."""
        ranges = [cell for place in self.nvtx if isinstance(cell := row[place], str)]
        if ranges:
            self.texts.setdefault("nvtx_ranges", {})[launch] = "; ".join(ranges)
        place = self.place["Invocations"]
        if place >= 0 and isinstance(row[place], str):
            self._number(launch, INVOCATIONS, split_cell(row[place], self.marks)[0])

    def _take_metrics(self, chunk: pd.DataFrame, rows: np.ndarray) -> None:
        names = ["Section Name", "Metric Name", "Metric Unit", "Body Item Label"]
        if not len(chunk):
            return
        numbers, keys, _ = self._combined(chunk, names)
        names_of = [name_of(section, label, unit, item) for section, label, unit, item in keys]
        for name, (section, label, _, item) in zip(names_of, keys, strict=True):
            (self.asides if is_aside(section, label, item) else self.told).add(name)
        columns: np.ndarray = np.array([self.metrics.setdefault(name, len(self.metrics)) if self._kept(name) else -1 for name in names_of])
        values, others = self._numbers(chunk[self.value])
        for place in others:
            if columns[numbers[place]] >= 0:
                value, text = split_cell(chunk[self.value].iloc[place], self.marks)
                values[place] = value
                if re.fullmatch(r"[-+]?\d[\d.,]*", text):
                    self.unreadable += 1
                    self.example = self.example or text
                elif text:
                    self.texts.setdefault(names_of[numbers[place]], {}).setdefault(int(rows[place]), text)
        known = np.isfinite(values) & (columns[numbers] >= 0)
        factors = np.ones(len(keys))
        for place in np.unique(numbers[known]).tolist():
            factors[place] = self.unknown.factor(names_of[place], keys[place][2])
        known &= ~np.isnan(factors[numbers])
        self.cells.rows.append(rows[known])
        self.cells.columns.append(columns[numbers][known])
        self.cells.values.append(np.clip(values[known], -FARTHEST, FARTHEST) * factors[numbers][known])

    def _kept(self, name: str) -> bool:
        return self.wanted(name) or name.startswith("device__attribute_")

    def _numbers(self, column: pd.Series) -> tuple[np.ndarray, list[int]]:
        """The values of a column of cells, and the places of those cells that are neither plain numbers nor missing."""
        import pandas as pd

        raw = [cell if isinstance(cell, str) else "" for cell in column.tolist()]
        cells = [self.marks.to_point(cell) for cell in raw] if self.marks.decimal != "." or self.marks.thousands != "," else raw
        grouped = [place for place, cell in enumerate(cells) if "," in cell]
        bad = [place for place in grouped if not _GROUPED.fullmatch(cells[place])]
        plain = np.array([cell.replace(",", "") for cell in cells], dtype=object)
        values = np.asarray(pd.to_numeric(plain, errors="coerce"), dtype=float)
        values[bad] = np.nan
        others = [place for place in np.flatnonzero(np.isnan(values)).tolist() if cells[place] not in MISSING]
        return values, others

    def _number(self, launch: int, name: str, value: float) -> None:
        if not np.isnan(value):
            self.cells.rows.append(np.array([launch]))
            self.cells.columns.append(np.array([self.metrics.setdefault(name, len(self.metrics))]))
            self.cells.values.append(np.array([value]))

    def _take_rules(self, chunk: pd.DataFrame, rows: np.ndarray) -> None:
        where = np.flatnonzero((self._codes(chunk, "Rule Name") >= 0) & (rows >= 0))
        part = chunk.iloc[where]
        columns = {}
        for name in ("Section Name", *_RULE_COLUMNS):
            place = self.place[name]
            columns[name] = [cell if isinstance(cell, str) else "" for cell in part[place].tolist()] if place >= 0 else [""] * len(part)
        for launch, section, name, kind, text, scope, speedup in zip(rows[where].tolist(), *columns.values(), strict=True):
            percent = split_cell(speedup, self.marks)[0]
            same_text = self.rule_texts.setdefault(text, text)  # launches of one kernel are told the same
            rule = VendorRule(name, kind, same_text, section, None if np.isnan(percent) else percent, scope)
            self.rules.setdefault(launch, []).append(rule)

    def assembled(self, path: str) -> LaunchTable:
        """The launches read so far as a table."""
        count = len(self.launches)
        values = self.cells.matrix((count, len(self.metrics)))
        metrics = _of_elapsed_cycles(Columns(dict(zip(self.metrics, values.T, strict=True)), count))
        identity = {name: [cells[place] for cells in self.identities] for place, name in enumerate(self.identity)}
        texts = {name: text_column(cells.get(row, "") for row in range(count)) for name, cells in self.texts.items()}
        return LaunchTable(
            PAGE,
            path,
            launches(identity, count),
            with_facts(metrics, self.rules),
            Columns(texts, count),
            vendor_rules=self.rules,
            asides=frozenset(self.asides - self.told),
        )


def _of_elapsed_cycles(metrics: Columns) -> Columns:
    """*Issue Slots Busy* and *SM Busy* were shares of active cycles up to 2025.1 and are of elapsed cycles since 2025.3; the page shows no
    version. An SM issues at most four instructions a cycle, so 25 times *Issued Ipc Active* is the share of active cycles: where a launch
    shows less, it is the other one. (Where no launch does, the two are the same.)"""
    ipc, busy = "sm__inst_issued.avg.per_cycle_active", "sm__inst_issued.avg.pct_of_peak_sustained_active"
    if ipc not in metrics or busy not in metrics:
        return metrics
    rounding = 25 * 0.005 + 0.005
    if not (metrics[busy] < 25 * metrics[ipc] - rounding - 0.002 * metrics[busy]).any():
        return metrics
    renamed = {name: name.replace("_active", "_elapsed") for name in (busy, "sm__instruction_throughput.avg.pct_of_peak_sustained_active")}
    return Columns({renamed.get(name, name): metrics[name] for name in metrics}, len(metrics))


_GROUPED = re.compile(rf"[-+]?{GROUPED}(?:\.\d*)?(?:[eE][-+]?\d+)?")
