"""Tables in a stream: what ``ncu --csv`` printed, among banners and whatever the profiled program printed before, between and after.

A table starts at a header line, known by its column names wherever in the stream (and in the line) it stands, and ends at the next
header. Between them only lines that can be rows of it are kept. One pass, one block in memory; a block without foreign lines is
handed on untouched, so that the parser's speed is that of the C engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from ncu_advisor import unended
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.csv_grid import Grid
from ncu_advisor.readers.csv_header import ANCHOR_WORDS, QUOTED_ROW, RAW, SOURCE, Header, caption, cells, header, is_row, needed
from ncu_advisor.readers.csv_lines import Lines
from ncu_advisor.readers.source import HEAD, Source

_MAX_JOINED_LINES = 50
# The start of a line, after the first, that is not the start of a row: such a block is looked at line by line.
_QUOTED_FOREIGN = re.compile(rb'\n(?:[^"]|"[^\d"\-])')


@dataclass
class Table:
    """One table of the stream; ``body`` gives the bytes of its rows and must be drained before the next table is asked for."""

    page: str
    columns: list[str]
    delimiter: str
    body: Body
    units: list[str] | None = None  # raw page: the row below the header, None where it is missing
    captions: dict[str, str] = field(default_factory=dict)  # source page: Kernel Name, Function Name, File Path
    before: str = ""  # what stands before the header on its line: the program's last words, or what some launcher puts before every line

    def index(self, *names: str) -> int:
        """The position of the first column of one of these names, -1 where there is none."""
        return next((self.columns.index(name) for name in names if name in self.columns), -1)

    def sample(self, rows: int) -> Iterator[list[str]]:
        """The first rows (as far as they lie within the first block), without consuming them."""
        return (cells(line, self.delimiter) for line in self.body.peek().splitlines()[:rows])


def tables(source: Source, notes: list[str]) -> Iterator[Table]:
    """The tables of ``source`` in order. ``notes`` gathers what the profiler and this scanner have to say about the stream."""
    with source.utf8() as stream:
        lines = Lines(stream, source, notes)
        captions: dict[str, str] = {}
        while (line := lines.line()) is not None:
            if (found := header(line)) is not None:
                if len(found.columns) > source.limits.max_columns:
                    hint = "export the metrics you need with --metrics, or raise --limit columns=..."
                    raise UnreadableInput(source.path, f"its table has {len(found.columns):,} columns", hint)
                table = Table(found.page, found.columns, found.delimiter, Body(lines, found), captions=captions, before=found.before)
                if found.page == RAW:
                    table.units = _units(lines, found)
                captions = {}
                yield table
                table.body.drain()
            elif (said := caption(line)) is not None:
                captions[said[0]] = said[1]
            else:
                lines.note_banner(line)


def first_page(source: Source) -> str | None:
    """The page of the first table of ``source``, None where it holds none of this profiler."""
    if source not in _first_pages:
        _first_pages[source] = _find_first_page(source)
    return _first_pages[source]


_first_pages: WeakKeyDictionary[Source, str | None] = WeakKeyDictionary()


def _find_first_page(source: Source) -> str | None:
    head = source.head()
    if source.encoding().startswith("utf-16"):
        head = source.head_text().encode("utf-8", "replace")
    if any(name in head for name in ANCHOR_WORDS):
        for line in head.split(b"\n"):
            if (found := header(line)) is not None:
                return found.page
    # A talkative program prints for megabytes before the profiler prints its table, at the end of the run.
    if len(head) >= HEAD and any(banner in head for banner in (b"==PROF==", b"==WARNING==", b"==ERROR==")):
        return next((table.page for table in tables(source, [])), None)
    return None


def _units(lines: Lines, head: Header) -> list[str] | None:
    """The units row of a raw page: the first row, if its identity cells are empty. Lines of the program may stand before it."""
    width, identity = len(head.columns), [head.columns.index(name) for name in ("ID", "Process ID", "Kernel Name")]
    while (line := lines.line()) is not None:
        row = cells(line, head.delimiter) if is_row(line, head.quoted) else []
        if len(row) > max(identity) and not any(row[place] for place in identity):
            return row + [""] * (width - len(row))
        if len(row) >= width or header(line) is not None:
            lines.push_back(line)
            break
        lines.note_banner(line)
    return None


class Body:
    """The rows of one table as a binary stream for ``pandas.read_csv``: foreign lines left out, the end at the next header.

    ``rows`` counts the rows given so far. It is deliberately no ``io`` class: pandas would decode and encode it again.
    """

    def __init__(self, lines: Lines, head: Header) -> None:
        self._lines = lines
        self._page = head.page
        self._columns = len(head.columns)
        self._needed = needed(head.page, head.columns)
        self._delimiter = head.delimiter
        self._quoted = head.quoted
        self._ready = b""
        self._ended = False
        self.rows = 0

    def read(self, size: int = -1) -> bytes:
        if not self._ready:
            self._fill()
        if size < 0 or size >= len(self._ready):
            taken, self._ready = self._ready, b""
            return taken
        taken = self._ready[:size]
        self._ready = self._ready[size:]
        return taken

    def __iter__(self) -> Iterator[bytes]:  # pandas asks for it and never calls it
        return iter(self._ready.splitlines(keepends=True))

    def peek(self) -> bytes:
        """The rows of the first block, without consuming them."""
        if not self._ready:
            self._fill()
        return self._ready

    def prepend(self, line: bytes) -> None:
        """Put a line before the rows that are still to be read."""
        self._ready = line + self._ready

    def grids(self) -> Iterator[Grid | bytes]:
        """The rows as the profiler wrote them, block by block: a Grid where a block is wholly regular, else its bytes."""
        while not self._ended or self._ready:
            if not self._ready:
                block = self._lines.block()
                if not block:
                    self._ended = True
                elif (grid := self._grid(block)) is not None:
                    self.rows += grid.rows
                    yield grid
                else:
                    self._sort(block)
            block, self._ready = self._ready, b""
            if block:
                yield self._grid(block) or block

    def _grid(self, block: bytes) -> Grid | None:
        return Grid.of(block, self._columns, self._delimiter) if self._quoted else None

    def drain(self) -> None:
        """Skip to the end of the table."""
        while not self._ended:
            self._ready = b""
            self._fill()
        self._ready = b""

    def _fill(self) -> None:
        while not self._ended and not self._ready:
            block = self._lines.block()
            if block:
                self._sort(block)
            else:
                self._ended = True

    def _sort(self, block: bytes) -> None:
        """Make ready the rows that ``block`` holds."""
        if self._is_clean(block):
            self._ready = block
            self.rows += block.count(b"\n")
        else:
            self._lines.push_back(block)
            self._ready = b"".join(self._kept())
        if not self._ready.isascii():  # pandas before 3.1 stops at what is not UTF-8, whatever it is told
            self._ready = self._ready.decode("utf-8", "replace").encode()

    def _is_clean(self, block: bytes) -> bool:
        """Whether every line of ``block`` is a whole row of this table. Strict: what is not surely clean is looked at line by line."""
        whole = block.endswith(b"\n") and block.count(b'"') % 2 == 0
        return whole and QUOTED_ROW.match(block) is not None and _QUOTED_FOREIGN.search(block, 0, len(block) - 1) is None

    def _kept(self) -> Iterator[bytes]:
        """The rows among the lines that were put back, up to the next header or caption, which stays there."""
        while self._lines.pending() and (line := self._lines.line()) is not None:
            if self._ends_at(line):
                return
            if not is_row(line, self._quoted):
                self._lines.note_banner(line)
                continue
            row = self._joined(line) if line.count(b'"') % 2 else line
            if not row.endswith(b"\n") and self._is_cut_off(row):
                self._lines.note(CUT_OFF)
            else:
                self.rows += 1
                yield row if row.endswith(b"\n") else row + b"\n"

    def _ends_at(self, line: bytes) -> bool:
        found = header(line)
        if found is None and not (self._page == SOURCE and caption(line)):
            return False
        if found is not None and is_row(line, self._quoted):
            self._lines.note(CUT_OFF)  # the header stands behind the beginning of a row
        self._lines.push_back(line)
        self._ended = True
        return True

    def _is_cut_off(self, row: bytes) -> bool:
        """Whether the last row of the stream, which has no line end, lacks cells, or ends before its last one begins."""
        have = len(cells(row, self._delimiter))
        return have < self._needed or (have == self._needed and row.endswith(self._delimiter.encode()))

    def _joined(self, line: bytes) -> bytes:
        """``line``, whose quote is open, with the lines that close it; empty where none does: then a killed run cut it off."""
        parts: list[bytes] = []
        while len(parts) < _MAX_JOINED_LINES and (more := self._lines.line()) is not None:
            if is_row(more, quoted=True) or header(more) is not None or more.startswith(b"=="):
                self._lines.push_back(more)
                break
            parts.append(more)
            if more.count(b'"') % 2:
                return line + b"".join(parts)
        self._lines.push_back(b"".join(parts))
        return b""


CUT_OFF = f"a row {unended.CUT_OFF} (the run was killed, or the file is not whole); it was left out"
