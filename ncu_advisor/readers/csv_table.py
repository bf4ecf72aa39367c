"""Tables in a stream: what ``ncu --csv`` printed, among banners and whatever the profiled program printed before, between and after.

A table starts at a header line, known by its column names wherever in the stream (and in the line) it stands, and ends at the next
header. Between them only lines that can be rows of it are kept. One pass, one block in memory; a block without foreign lines is
handed on untouched, so that the parser's speed is that of the C engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from ncu_advisor import unended
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.csv_body import Body
from ncu_advisor.readers.csv_header import ANCHOR_WORDS, RAW, Header, caption, cells, header, is_row
from ncu_advisor.readers.csv_lines import Lines
from ncu_advisor.readers.source import HEAD, Source


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
                if not line.endswith(b"\n"):
                    lines.note(f"the header of its table {unended.CUT_OFF}")
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
        # Where somebody has moved the columns, a unit comes first.
        row = cells(line, head.delimiter) if is_row(line, head.quoted) or line.count(head.delimiter.encode()) >= width - 1 else []
        if len(row) > max(identity) and not any(row[place] for place in identity):
            if len(row) < width and not line.endswith(b"\n"):
                lines.note(f"the row of units {unended.CUT_OFF}")
            return row + [""] * (width - len(row)) if any(row) else None
        if len(row) >= width or header(line) is not None:
            lines.push_back(line)
            break
        lines.note_banner(line)
    return None
