"""Reads the pages that ``ncu`` prints for people: launches, sections, tables of label, unit and value, and rules between them.

One reader for 2019 to 2025: a table's own rulers (lines of dashes) say where its columns are, so widths, indents and blank lines that a
copy may have lost do not matter. Banners and the program's own lines are passed over. Labels become metric names as for the details page
of ``ncu --csv``; the numbers have the digits that were printed, no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.other_pages import TEXT, OtherPages
from ncu_advisor.readers.text_page import LAUNCH, Page

if TYPE_CHECKING:
    from ncu_advisor.profile import LaunchTable
    from ncu_advisor.readers.source import Source

KIND = "ncu-text"

_LONGEST_LINE = 1 << 20  # characters; a kernel's name can take thousands
_CONTENT = re.compile(r"^[> \t]*(?:Section: \S|-{5,} -{3,} -{3,})", re.MULTILINE)
_SECTION_TABLE = re.compile(r"^[> \t]*Section: \S.*\r?\n[> \t]*-{5,} -{3,} -{3,}", re.MULTILINE)


def recognises(source: Source) -> bool:
    """Whether there is the line of a launch and a section or table after it, or at least a section with its table."""
    binary = b"\0" in source.head()[:4096] and not source.encoding().startswith("utf-16")
    text = "" if binary else source.head_text()
    start = LAUNCH.search(text)
    if start is not None and _CONTENT.search(text, start.end()) is not None:
        return True
    return _SECTION_TABLE.search(text) is not None


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """One table with a row per launch, or per kernel of a ``--print-summary`` page.

    Raises UnreadableInput where no launch is printed, or where the decimal mark of its numbers cannot be told.
    """
    from ncu_advisor.readers.text_table import table

    page, others = Page(), OtherPages(TEXT)
    with source.text() as stream:
        for line in iter(lambda: stream.readline(_LONGEST_LINE), ""):
            page.take(line)
            others.look(line)
    page.finish()
    page.notes += others.warnings()
    if not page.launches:
        raise UnreadableInput(source.path, "no launch is printed in it", "profile again, best with 'ncu --csv --page raw'")
    return [table(KIND, source.path, page, wanted)]
