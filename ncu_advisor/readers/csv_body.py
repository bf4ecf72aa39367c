"""The rows of one table of ``ncu --csv``, out of a stream in which the profiled program may have printed between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ncu_advisor import unended
from ncu_advisor.readers.csv_grid import Grid
from ncu_advisor.readers.csv_header import QUOTED_ROW, SOURCE, Header, caption, cells, has_cells, header, is_row, needed, row_behind
from ncu_advisor.readers.csv_lines import Lines

_MAX_JOINED_LINES = 50
# The start of a line, after the first, that is not the start of a row: such a block is looked at line by line.
_QUOTED_FOREIGN = re.compile(rb'\n(?:[^"]|"[^\d"\-])')


class Body:
    """The rows of one table as a binary stream for ``pandas.read_csv``: foreign lines left out, the end at the next header.

    ``rows`` counts the rows given so far, ``broken`` the lines with cells of rows that none could be made of. The class is deliberately no
    ``io`` class: pandas would decode and encode it again.
    """

    def __init__(self, lines: Lines, head: Header) -> None:
        self._lines = lines
        self._head = head
        self._page = head.page
        self._columns = len(head.columns)
        self._needed = needed(head.page, head.columns)
        self._delimiter = head.delimiter
        self._quoted = head.quoted
        self._ready = b""
        self._ended = False
        self.rows = 0
        self.broken = 0

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
        """Skip to the end of the table, and note what of it could not be read."""
        while not self._ended:
            self._ready = b""
            self._fill()
        self._ready = b""
        if self.broken:
            self._lines.note(_broken(self.broken))

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
                line = self._salvaged(line)
                if not line:
                    continue
            row = self._joined(line) if line.count(b'"') % 2 else line
            if not row.endswith(b"\n") and self._is_cut_off(row):
                self._lines.note(CUT_OFF)
            else:
                self.rows += 1
                yield row if row.endswith(b"\n") else row + b"\n"

    def _salvaged(self, line: bytes) -> bytes:
        """The row that stands behind the program's words on ``line``; empty where there is none, which counts if it has a row's cells."""
        if not has_cells(line, self._head):
            self._lines.note_banner(line)
            return b""
        row = row_behind(line, self._head)
        self.broken += not row
        return row

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


def _broken(count: int) -> str:
    lines = "1 line has" if count == 1 else f"{count:,} lines have"
    return f"{lines} the cells of a row but not its beginning, and could not be read: the table {unended.NOT_WHOLE}"


CUT_OFF = f"a row {unended.CUT_OFF} (the run was killed, or the file is not whole); it was left out"
