"""Reads what ``ncu`` printed in the cells of a Jupyter notebook, as where a GPU is rented by the browser: the outputs in order, as one page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.text_page import Page

if TYPE_CHECKING:
    from ncu_advisor.profile import LaunchTable
    from ncu_advisor.readers.source import Source

KIND = "ncu-text"

_CELLS = re.compile(r'\s*\{\s*"(?:cells|metadata|nbformat)"')
_PRINTED = re.compile(r"(?:Section: [A-Z]|\), Context \d+, )")
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")  # colours
_LARGEST = 256 << 20  # bytes; a notebook is read whole


def recognises(source: Source) -> bool:
    """Whether it begins as a notebook does and holds lines of such a page, pictures before them or not."""
    return _CELLS.match(source.head_text()) is not None and source.size() <= _LARGEST and _PRINTED.search(_whole(source)) is not None


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """One table with a row per launch. Raises UnreadableInput where the notebook is damaged, or no output of it names a launch."""
    from ncu_advisor.readers.text_table import table

    try:
        cells = json.loads(_whole(source))["cells"]
        outputs = [_text(output) for cell in cells for output in cell.get("outputs", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise UnreadableInput(source.path, "this is no whole Jupyter notebook", "save it again, or name the text of its output") from None
    page = Page()
    for text in outputs:
        for line in text.splitlines(keepends=True):
            page.take(line)
    page.finish()
    if not page.launches:
        raise UnreadableInput(source.path, "no output of this notebook shows a launch", "run the cell with ncu in it, and save the notebook")
    return [table(KIND, source.path, page, wanted)]


def _whole(source: Source) -> str:
    with source.text() as stream:
        return stream.read(_LARGEST)


def _text(output: dict[str, Any]) -> str:
    """What one output shows as plain text, of a stream or of a displayed value."""
    shown = output.get("text") or output.get("data", {}).get("text/plain", "")
    return _ESCAPES.sub("", "".join(_lines(shown)))


def _lines(shown: Any) -> Iterator[str]:
    yield from (shown,) if isinstance(shown, str) else (line for line in shown if isinstance(line, str))
