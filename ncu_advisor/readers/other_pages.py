"""Pages of another kind than its reader's that stand in the same file: they are left out, and it is said which.

Not a reader: readers show it the lines that they pass over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ncu_advisor.readers import csv_header, nsys_reports
from ncu_advisor.readers.text_page import LAUNCH

CSV, TEXT, NSYS = "a page of ncu --csv", "a text page of ncu", "a report of nsys"
# Hardly any line that a program prints has one of these; it keeps the search cheap.
_SIGNS = re.compile(r"Section: |, Context \d|, CC \d|Total Time|Time ?\(%\)|Start ?\(|Process ID")
SIGNS = re.compile(_SIGNS.pattern.encode())
_SECTION = re.compile(r"[> \t]*Section: (\S.*)")
_CELLS = re.compile(r"\s*\|\s*|\s{2,}")
_LONGEST = 4000  # characters of a line that is looked at


class OtherPages:
    """What of other kinds than ``own`` was seen, in order."""

    def __init__(self, *own: str) -> None:
        self._own = own
        self._launched = False
        self._seen: dict[str, None] = {}

    def look(self, line: str) -> None:
        """Takes in one of the lines that the reader cannot use."""
        if _SIGNS.search(line, 0, _LONGEST) and (kind := self._kind(line[:_LONGEST].rstrip())) and kind not in self._own:
            self._seen[kind] = None

    def watched(self, lines: Iterable[str]) -> Iterator[str]:
        """The same ``lines``, each looked at: of a reader that takes its own from among them."""
        for line in lines:
            self.look(line)
            yield line

    def warnings(self) -> list[str]:
        """A sentence a kind."""
        return [f"it holds {kind} as well, which was not read: put that into a file of its own" for kind in self._seen]

    def _kind(self, line: str) -> str:
        if LAUNCH.match(line):
            self._launched = True  # as some programs may print; a section behind it settles it
        elif section := _SECTION.match(line):
            return TEXT if self._launched or _is_known(section[1].strip()) else ""
        elif csv_header.header(line.encode()):
            return CSV
        elif any(nsys_reports.header(cells) for cells in _split(line)):
            return NSYS
        return ""


def _split(line: str) -> list[list[str]]:
    """The cells of a header, whatever stands between them."""
    separated = [csv_header.cells(line.encode(), mark) for mark in (",", "\t", ";") if line.count(mark) > 1]
    return [*separated, _CELLS.split(line.strip(" |"))]


def _is_known(section: str) -> bool:
    from ncu_advisor.labels import sections

    return section in sections()
