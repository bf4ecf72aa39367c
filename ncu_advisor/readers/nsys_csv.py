"""CSV (or TSV) reports of ``nsys stats``, one or many in a stream, and the events that the GUI exports.

The report is told by its header, never by the file's name; units are taken from the header. What nsys prints around the tables
(NOTICE, Processing, SKIPPED, ERROR) is understood; a file with nothing but SKIPPED lines is a valid answer that there is no data.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers import nsys_frames, nsys_reports
from ncu_advisor.readers.nsys_reports import Header
from ncu_advisor.readers.other_pages import NSYS, OtherPages
from ncu_advisor.readers.source import Source
from ncu_advisor.text import elide, one_line
from ncu_advisor.timeline import TimelineTable
from ncu_advisor.unended import CUT_OFF

KIND = "nsys-csv"

_DELIMITERS = (",", "\t", ";")
# Every header has one of these, hardly any other line of a log does; it keeps the search for headers cheap.
_SIGNS = re.compile(r"Total|Start|QCount|Duration", re.IGNORECASE)
_SKIPPED = re.compile(r"SKIPPED: (.{1,500})")
_FAILED = re.compile(r"ERROR: (.{1,500})")
_PREAMBLE = re.compile(r"\s*(?:Processing \[|Generating |NOTICE: |SKIPPED: |ERROR: |\*\* |\[\d+/\d+\] )")
# A quoted cell may hold line breaks (NVTX texts); a stray quote must not swallow the rest of the file.
_MOST_LINES_OF_A_CELL = 64


def recognises(source: Source) -> bool:
    """Whether the first megabyte holds the header of a report, or says that nsys found no data or no such report."""
    lines = source.head_text().splitlines()
    if any(_header(line) for line in lines):
        return True
    from ncu_advisor.readers import nsys_text

    return not nsys_text.recognises(source) and any(_is_nsys_notice(line) for line in lines)


def read(source: Source, wanted: Callable[[str], bool]) -> list[TimelineTable]:
    """One table per report. ``wanted`` is not asked: reports have no metric columns.

    Raises UnreadableInput with nsys's own reason where the file only reports a failure.
    """
    tables: list[TimelineTable] = []
    skipped: list[str] = []
    failed: list[str] = []
    hint: str | None = None
    others = OtherPages(NSYS)
    lines = others.watched(nsys_reports.lines(source))
    for line in lines:
        found = _header(line)
        if found is None:
            hint = nsys_reports.hint(line) or hint
            skipped += _SKIPPED.findall(line)
            failed += _FAILED.findall(line)
            continue
        while found is not None:
            rows = _Rows(lines)
            tables.append(_table(source, found[0], found[1], rows, hint))
            hint = nsys_reports.hint(rows.ended_by)
            skipped += _SKIPPED.findall(rows.ended_by)
            found = _header(rows.ended_by)
    if not tables:
        return [_without_tables(source, skipped, failed)]
    tables[0].warnings += others.warnings()
    tables[0].warnings += [one_line(f"nsys left a report out: {note}") for note in (*skipped, *failed)]
    return nsys_frames.checked(tables, source.path)


def _header(line: str) -> tuple[Header, str] | None:
    if not _SIGNS.search(line, 0, 400):
        return None
    for delimiter in _DELIMITERS:
        if line.count(delimiter) >= 2:
            cells = next(csv.reader([line.strip("\r\n\ufeff")], delimiter=delimiter), [])
            if found := nsys_reports.header(cells):
                return found, delimiter
    return None


class _Rows:
    """The lines of one table, up to a blank one; ``ended_by`` holds the line that ended it where that says something itself."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._pending: list[str] = []
        self.ended_by = ""
        self.cut = False  # whether the stream ends within a quoted cell

    def __iter__(self) -> Iterator[str]:
        while (line := self._next()).strip():
            if line.count('"') % 2:
                row = self._with_rest_of_cell(line)
                self.cut = not row.endswith(("\n", "\r")) and row.count('"') % 2 == 1
                if self.cut:
                    return
                yield row
            elif line[:1].isdigit() or not (_PREAMBLE.match(line) or _header(line)):
                yield line
            else:
                self.ended_by = line
                return

    def _next(self) -> str:
        return self._pending.pop() if self._pending else next(self._lines, "")

    def _with_rest_of_cell(self, line: str) -> str:
        parts = [line]
        while len(parts) <= _MOST_LINES_OF_A_CELL and (following := self._next()):
            parts.append(following)
            if following.count('"') % 2:
                return "".join(parts)
        if not (self._pending or parts[1:] or line.endswith(("\n", "\r"))):
            return line
        # No end in sight: the quote was a stray one, the lines after it are rows.
        self._pending += reversed(parts[1:])
        return line.replace('"', "")


def _table(source: Source, header: Header, delimiter: str, lines: _Rows, hint: str | None) -> TimelineTable:
    """The rows that have a cell for every column; of others it is said how many there were."""
    width = len(header.labels)
    rows: list[list[str]] = []
    short = 0
    try:
        for row in csv.reader(lines, delimiter=delimiter):
            if len(row) == width:
                rows.append(row)
            elif len(row) > width:
                # Only names hold commas, and where old versions did not quote them the name came last.
                rows.append([*row[: width - 1], delimiter.join(row[width - 1 :]).rstrip(delimiter)])
            else:
                short += 1
    except csv.Error as error:
        raise UnreadableInput(source.path, f"its {header.report.name} report is no valid CSV ({error})", "export it again") from None
    columns = list(zip(*rows, strict=True)) if rows else [()] * width
    marks = nsys_frames.separators(source.path, [(header, columns)])
    table = nsys_frames.table(header, columns, source.path, hint, marks)
    if table is None:
        table = TimelineTable(f"nsys-{hint}", source.path, warnings=[f"the report {elide(str(hint), 60)} is not used by any rule"])
    if short := short + lines.cut:
        rows_of = f"{short} row{'s' if short > 1 else ''} of {table.kind.removeprefix('nsys-')}"
        table.warnings.append(f"{rows_of} without all of its cells left out: the table {CUT_OFF}, or damaged")
    return table


def _is_nsys_notice(line: str) -> bool:
    return ("SKIPPED: " in line and "does not contain" in line) or ("ERROR: Report '" in line and "could not be found" in line)


def _without_tables(source: Source, skipped: list[str], failed: list[str]) -> TimelineTable:
    if failed:
        known = re.search(r"Report '(\w+)'", failed[0])
        newer = nsys_reports.ALIASES.get(known[1]) if known else None
        remedy = f"this version of nsys calls it {newer}" if newer else "export it again: nsys stats --report cuda_gpu_kern_sum --format csv"
        raise UnreadableInput(source.path, f"nsys wrote no table ({one_line(failed[0])})", remedy)
    if not skipped:
        raise UnreadableInput(source.path, "it holds no table of nsys stats", "export one: nsys stats --report cuda_gpu_kern_sum --format csv")
    return TimelineTable(KIND, source.path, warnings=[one_line(f"no data: {note}") for note in skipped])
