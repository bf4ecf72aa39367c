"""What a line of ``ncu --csv`` is: the header of a page (known by its column names), a caption of the source page, a row, or none of these."""

from __future__ import annotations

import csv
import re
from itertools import islice
from typing import NamedTuple

from ncu_advisor.readers.csv_page import capability

RAW, DETAILS, SUMMARY, SOURCE = "raw", "details", "summary", "source"

# A header line is looked for only where one of these stands; then its cells decide.
_ANCHOR = re.compile(rb'"?(?:ID"?[,;\t]"?Process ID|Process ID"?[,;\t]|Line No"?[,;\t]|#"?[,;\t]"?(?:Address|Source)|Address"?[,;\t]"?Source)')
ANCHOR_WORDS = (b"Process ID", b"Address", b"Line No", b'"#"', b"#,Source")
# Rows that stand before a source page's header and say what it is of.
_CAPTION = re.compile(rb'\s*"?(Kernel Name|Function Name|File Path|File Name)"?[,;\t](.*)', re.DOTALL)
QUOTED_ROW = re.compile(rb'"(?:[\d.,]*|0x[0-9a-fA-F]+|-)"[,;\t]')
# What a launch's row may begin with behind the program's words on its line, and how many such places are looked at.
_FIRST_CELL = re.compile(rb'"\d+"[,;\t]')
_TRIED = 4
_BARE_ROW = re.compile(rb'(?:"[^"]*"|\d+|0x[0-9a-fA-F]+|-|)[,;\t]')


def page_of(columns: list[str]) -> str | None:
    """Which page of the profiler has these columns, by their names; None for any other table."""
    names = set(columns)
    if "Metric Name" in names:
        if "Metric Value" in names and ("ID" in names or "Kernel Name" in names):
            return DETAILS
        return SUMMARY if "Average" in names and ("Kernel Name" in names or "Process ID" in names) else None
    if "Source" in names and ({"Address", "Line No"} & names or "#" in names):
        return SOURCE
    if "Kernel Name" in names and {"ID", "Process ID"} <= names:
        return RAW
    return None


def cells(line: bytes, delimiter: str) -> list[str]:
    """The cells of one CSV line."""
    text = line.decode("utf-8", "replace").rstrip("\r\n").replace("\r", " ").replace("\n", " ")
    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        # A list of instances may be longer than the csv module lets a cell be.
        return [cell.strip('"') for cell in text.split(f'"{delimiter}"')]


def needed(page: str, columns: list[str]) -> int:
    """How many cells make a row whole. Metric rows of the details page end before the rule columns, so they are short by right."""
    if page == RAW:
        return len(columns)
    return columns.index("Metric Value" if page == DETAILS else "Average") + 1 if page != SOURCE else 2


class Header(NamedTuple):
    """The first line of a table."""

    columns: list[str]
    delimiter: str
    page: str
    quoted: bool  # whether its cells (and so those of the rows) stand in quotes, as the profiler writes them
    before: str  # what precedes it on its line


def header(line: bytes) -> Header | None:
    """The header that ``line`` holds, if it does; the program's own text may precede it on the same line."""
    match = _ANCHOR.search(line)
    if match is None:
        return None
    delimiter = next(chr(byte) for byte in match[0] if byte in b",;\t")
    # Cells before the first known column belong to the table (a data frame's index), anything else is the program's last words.
    start = 0 if line[: match.start()].endswith(delimiter.encode()) else match.start()
    columns = [name.strip() for name in cells(line[start:], delimiter)]
    page = page_of(columns)
    return Header(columns, delimiter, page, line[start : start + 1] == b'"', line[:start].decode("utf-8", "replace")) if page else None


def caption(line: bytes) -> tuple[str, str] | None:
    """``("Kernel Name", "void k(int)")`` where ``line`` says what the source page below it is of."""
    match = _CAPTION.match(line)
    if match is None:
        return None
    name, value = match[1].decode(), [cell for cell in cells(match[2], ",") if cell]
    return (name, value[0] if len(value) == 1 else ", ".join(value))


def is_row(line: bytes, quoted: bool = False) -> bool:
    """Whether ``line`` begins as the row of a table does; in a ``quoted`` one every cell is."""
    return (QUOTED_ROW if quoted or line[:1] == b'"' else _BARE_ROW).match(line) is not None


def has_cells(line: bytes, head: Header) -> bool:
    """Whether ``line``, which does not begin as a row of the table below ``head`` does, has many of a row's cells: it is a damaged one."""
    if line.startswith(b"==") or (head.before.strip() and line.startswith(head.before.encode())):  # a launcher's mark is refused by name
        return False
    delimiter = head.delimiter.encode()
    return line.count(b'"%b"' % delimiter if head.quoted else delimiter) >= len(head.columns) // 2


def row_behind(line: bytes, head: Header) -> bytes:
    """The row of a launch that stands in ``line`` behind the program's words; empty where none is whole."""
    for begin in islice(_FIRST_CELL.finditer(line), _TRIED):
        row = cells(line[begin.start() :], head.delimiter)
        held = dict(zip(head.columns, row, strict=False))
        whole = head.page != SOURCE and needed(head.page, head.columns) <= len(row) <= len(head.columns)
        numbered = all(held.get(name, "0").isdecimal() for name in ("ID", "Process ID"))
        if whole and numbered and capability(held.get("CC", "")) is not None:
            return line[begin.start() :]
    return b""
