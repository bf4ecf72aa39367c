"""Text tables of ``nsys stats`` and ``nsys profile --stats=true``, of every generation since 2019.

A table is a header line over a line of dashes; the dashes say where columns begin and end. (``--format table`` draws a box around
each.) Names are cut to the column, with an ellipsis at the end, so kernels that differ only in their last template arguments cannot be
told apart here.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers import nsys_frames, nsys_reports
from ncu_advisor.readers.nsys_reports import Header
from ncu_advisor.readers.other_pages import NSYS, OtherPages
from ncu_advisor.readers.separators import Separators
from ncu_advisor.readers.source import Source
from ncu_advisor.timeline import TimelineTable
from ncu_advisor.unended import CUT_OFF

KIND = "nsys-text"

_DASHES = re.compile(r"\s*-{2,}(?:\s+-{2,}){2,}\s*\Z")
_RUN = re.compile(r"-{2,}")
_DIGIT = re.compile(r"\d")
_BORDER = re.compile(r"\s*\+(?:-{2,}\+){3,}\s*\Z")
# Titles stand at most this many lines above the dashes.
_TITLE_DISTANCE = 4

Spans = list[tuple[int, int]]
Columns = list[tuple[str, ...]]


def recognises(source: Source) -> bool:
    """Whether the first megabyte holds a header of an nsys report over a line of dashes."""
    above = ""
    for line in _unboxed(source.head_text().splitlines()):
        if _DASHES.match(line) and _header(above, _spans(line), "") is not None:
            return True
        above = line
    return False


def read(source: Source, wanted: Callable[[str], bool]) -> list[TimelineTable]:
    """One table per report. ``wanted`` is not asked: reports have no metric columns."""
    pages: list[tuple[Header, Columns, str | None]] = []
    cut = False
    above: deque[str] = deque(maxlen=_TITLE_DISTANCE)
    hint: str | None = None
    others = OtherPages(NSYS)
    lines = _unboxed(others.watched(nsys_reports.lines(source)))
    for line in lines:
        hint = nsys_reports.hint(line) or hint
        if not _DASHES.match(line) or not above:
            above.append(line.rstrip("\r\n"))
            continue
        unit = next((found for title in above if (found := nsys_reports.title_unit(title))), "")
        spans = _spans(line)
        header = _header(above[-1], spans, unit)
        if header is not None:
            rows, cut = _cells(lines, spans)
            pages.append((header, _columns(header, rows), hint))
        above.clear()
        hint = None
    marks = nsys_frames.separators(source.path, [(header, columns) for header, columns, _ in pages])
    tables = [table for header, columns, hint in pages for table in _table(source, header, columns, hint, marks)]
    if not tables:
        raise UnreadableInput(source.path, "it holds no table of nsys stats", "export one: nsys stats --report cuda_gpu_kern_sum --format csv")
    tables[0].warnings += others.warnings()
    if cut:
        tables[-1].warnings.append(f"the text {CUT_OFF} inside a row, which was left out")
    return nsys_frames.checked(tables, source.path)


def _unboxed(lines: Iterable[str]) -> Iterator[str]:
    """Boxes as tables without one: the border under the header is its line of dashes, the last one ends the rows."""
    borders, bars = 0, [0]
    for line in lines:
        if _BORDER.match(line):
            borders, bars = borders % 3 + 1, [at for at, mark in enumerate(line) if mark == "+"]
            if borders > 1:
                yield line.replace("+", " ") if borders == 2 else ""
        elif borders in (1, 2) and line[bars[0] :].startswith("|"):
            yield "".join(" " if mark == "|" and at in bars else mark for at, mark in enumerate(line))
        else:
            borders = 0
            yield line


def _spans(dashes: str) -> Spans:
    """Where columns begin and end; each reaches back to the end of the one before, since numbers are aligned to the right."""
    ends = [match.span() for match in _RUN.finditer(dashes)]
    return [(ends[index - 1][1] if index else 0, end) for index, (_, end) in enumerate(ends)]


def _header(line: str, spans: Spans, unit: str) -> Header | None:
    return nsys_reports.header(_slices(line, spans), unit)


def _slices(line: str, spans: Spans) -> list[str]:
    # The last column is a name in most reports and may run over its dashes.
    last = len(spans) - 1
    return [(line[begin:] if index == last else line[begin:end]).strip() for index, (begin, end) in enumerate(spans)]


def _cells(lines: Iterator[str], spans: Spans) -> tuple[list[list[str]], bool]:
    """Rows until the first blank line, and whether the text ends before the last one does; every row has numbers, and dots that stand for
    rows left out have none."""
    rows: list[list[str]] = []
    for line in lines:
        if not line.strip():
            break
        if _DIGIT.search(line):
            row = _slices(line.rstrip("\r\n"), spans)
            if not row[-1] and not line.endswith(("\n", "\r")):
                return rows, True
            rows.append(row)
    return rows, False


def _columns(header: Header, rows: list[list[str]]) -> Columns:
    return list(zip(*rows, strict=True)) if rows else [()] * len(header.labels)


def _table(source: Source, header: Header, columns: Columns, hint: str | None, marks: Separators) -> list[TimelineTable]:
    table = nsys_frames.table(header, columns, source.path, hint, marks)
    if table is None:
        return []
    if any(cell.endswith(("…", "...")) for cell in columns[-1]):
        table.warnings.append("this text report cuts long names; --format csv keeps them whole")
    return [table]
