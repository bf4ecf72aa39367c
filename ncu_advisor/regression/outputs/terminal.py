"""The gate on a terminal: the verdict, what is wrong with which kernel and why, then a table of all kernels.

Names are cleaned of control characters; a line that a job's log would take for a command is broken.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ncu_advisor.presentation import wording
from ncu_advisor.regression.decide import PASS
from ncu_advisor.regression.outputs import _rows
from ncu_advisor.text import columns, elide

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult, KernelVerdict

NAME = "terminal"
SUFFIXES: tuple[str, ...] = ()

_ROWS = 40
_DETAILED = 12
_LEAST_NAME = 12
_DISPENSABLE = (6, 2, 3)  # columns of the table that a narrow terminal goes without, first the first
_OWN = 5  # column that is there where it says something else than the change as measured
_COLOR = {"FAIL": "31", "AMBIGUOUS": "33", "INCOMPARABLE": "35", "PASS": "32", "dim": "2", "bold": "1"}
_COMMAND = re.compile(r"(?m)^(\s*)::")
_HEAD = ("Verdict", "Kernel", "Baseline", "Now", "Change", "Of its own", "95% interval")


def render(result: GateResult, options: Options) -> bytes:
    """UTF-8, at most ``options.width`` columns wide."""
    page = _Page(max(options.width, 40), options.color)
    blocks = [
        [*page.top(result)],
        *([*page.kernels(group, said)] for group, said in page.detailed(result)),
        [*page.table(result)],
        [*page.notes(result)],
    ]
    text = "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
    return _COMMAND.sub(r"\1: :", text).replace("##[", "# #[").encode("utf-8", "replace")


class _Page:
    def __init__(self, width: int, color: bool) -> None:
        self.width = width
        self.color = color

    def top(self, result: GateResult) -> Iterator[str]:
        first, *more = [*self._wrapped(f"{result.verdict}  {_rows.headline(result)}".strip(), "")]
        yield self._paint(result.verdict, result.verdict) + first[len(result.verdict) :]
        yield from more
        for line in _rows.problems(result):
            yield from self._wrapped(line, "  ")

    def detailed(self, result: GateResult) -> list[tuple[list[KernelVerdict], list[str]]]:
        """Kernels that are more than a row: those not passed, and where nothing was judged those with something to say."""
        spoken = [k for k in _rows.sorted_kernels(result) if (k.verdict not in (PASS, "") or k.change.because) and _rows.sentences(k)]
        return _rows.grouped(spoken)[:_DETAILED]

    def kernels(self, group: list[KernelVerdict], said: list[str]) -> Iterator[str]:
        """Kernels of which the same is said: one with its shape and times, several by their names; then what is ``said``."""
        kernel, change = group[0], group[0].change
        if len(group) > 1:
            verdict = self._paint(kernel.verdict, kernel.verdict)
            yield f"{verdict} {self._paint('bold', wording.counted(len(group), 'kernel'))}".strip()
            yield from self._wrapped(_rows.names(group), "  ")
            for line in said:
                yield from self._wrapped(line, "  ")
            return
        facts = f"{_rows.shape(change.kernel)}  {wording.time(change.typical_ns[0])} to {wording.time(change.typical_ns[1])}"
        verdict = f"{self._paint(kernel.verdict, kernel.verdict)} " if kernel.verdict else ""
        room = self.width - columns(facts) - len(kernel.verdict) - 3
        if room >= _LEAST_NAME:
            yield f"{verdict}{self._paint('bold', elide(_rows.name(change), room))}  {facts}"
        else:
            yield verdict + self._paint("bold", elide(_rows.name(change), self.width - len(kernel.verdict) - 1))
            yield from self._wrapped(facts, "  ")
        for line in said:
            yield from self._wrapped(line, "  ")

    def table(self, result: GateResult) -> Iterator[str]:
        """A line a kernel; columns are left out, the dispensable ones first, until names have room."""
        kernels = _rows.sorted_kernels(result)
        if not kernels:
            return
        apart = _rows.told_apart(result)
        rows = [_row(kernel, apart) for kernel in kernels[:_ROWS]]
        wide = [max(columns(row[at]) for row in (_HEAD, *rows)) for at in range(len(_HEAD))]
        for dropped in ([*([] if result.verdict else [0]), *([] if apart else [_OWN])], *([at] for at in _DISPENSABLE)):
            for at in dropped:
                wide[at] = 0
            left = self.width - sum(size + 2 for at, size in enumerate(wide) if size and at != 1)
            if left >= min(wide[1], _LEAST_NAME):
                break
        wide[1] = max(1, min(wide[1], left))
        yield self._paint("dim", _line(_HEAD, wide))
        for kernel, row in zip(kernels, rows, strict=False):
            line = _line(row, wide)
            yield self._paint(kernel.verdict, line[: len(kernel.verdict)]) + line[len(kernel.verdict) :] if kernel.verdict else line
        if len(kernels) > _ROWS:
            yield self._paint("dim", f"{wording.counted(len(kernels) - _ROWS, 'further kernel')}: see the other formats.")

    def notes(self, result: GateResult) -> Iterator[str]:
        for line in _rows.notes(result):
            yield from self._wrapped(f"note: {line}", "")

    def _wrapped(self, text: str, indent: str) -> Iterator[str]:
        yield from textwrap.wrap(text, self.width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)

    def _paint(self, color: str, text: str) -> str:
        return f"\x1b[{_COLOR[color]}m{text}\x1b[0m" if self.color and text else text


def _row(kernel: KernelVerdict, apart: bool) -> tuple[str, ...]:
    change = kernel.change
    times = [wording.time(ns) for ns in change.typical_ns]
    return (kernel.verdict, _rows.name(change), times[0], times[1], *_rows.change_cells(change, apart), _rows.interval_words(change))


def _line(cells: tuple[str, ...], wide: list[int]) -> str:
    placed = []
    for at, (cell, size) in enumerate(zip(cells, wide, strict=True)):
        if size:
            shown = elide(cell, size)
            blank = " " * (size - columns(shown))
            placed.append(shown + blank if at < 2 else blank + shown)
    return "  ".join(placed).rstrip()
