"""What commands that read profiles have in common: limits against hostile inputs, and progress on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import PurePath
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from ncu_advisor.errors import AdvisorError
    from ncu_advisor.readers.source import Limits

# Names of --limit, with the field of Limits that each sets; a size may end in K, M, G or T.
LIMITS = {"bytes": "max_bytes", "ratio": "max_ratio", "columns": "max_columns", "line": "max_line"}
_SIZES = {"K": 10, "M": 20, "G": 30, "T": 40}
_SILENT = 1.0  # seconds before anything is said: most inputs are read by then
_EVERY = 0.2
_EVERY_LINE = 2.0  # where lines cannot be overwritten


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --limit (parameter ``limit``, for ``limits_of``) and --progress (parameter ``progress``, for ``Progress``)."""
    named = f"{', '.join([*LIMITS][:-1])} or {[*LIMITS][-1]}"
    limit = click.option("--limit", multiple=True, metavar="NAME=VALUE", help=f"Raise a limit on one input: {named}; as in bytes=8G. Repeatable.")
    progress = click.option("--progress/--no-progress", default=None, help="Say on standard error how far long work is.  [default: in a terminal]")
    return limit(progress(command))


def limits_of(given: Sequence[str]) -> Limits | None:
    """What --limit said; None where it was not given. Raises UsageError for anything that is no limit."""
    if not given:
        return None
    from ncu_advisor.readers.source import Limits

    values: dict[str, Any] = {}
    for entry in given:
        name, _, value = entry.partition("=")
        if name not in LIMITS:
            raise click.UsageError(f"--limit {entry}: no such limit; one of {', '.join(LIMITS)}")
        values[LIMITS[name]] = _size(entry, value)
    return Limits(**values)


def _size(entry: str, value: str) -> int:
    digits, unit = (value[:-1], value[-1].upper()) if value[-1:].upper() in _SIZES else (value, "")
    if not (digits.isdecimal() and digits.isascii() and int(digits)):
        raise click.UsageError(f"--limit {entry}: the value is a whole number above 0, which may end in {', '.join(_SIZES)}")
    return int(digits) << _SIZES.get(unit, 0)


class Progress:
    """One line that says how far the work is, from its second second on, and is gone when it is done.

    ``wanted`` is the parameter of --progress: None is in a terminal only.
    """

    def __init__(self, wanted: bool | None, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream or sys.stderr
        self._overwrites = self._stream.isatty()
        self._shown = self._overwrites if wanted is None else wanted
        self._clock = clock
        self._from = self._next = clock() + _SILENT
        self._open = False  # whether a line stands that has to go

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()

    def reading(self, path: str, done: int, size: int) -> None:
        """So many bytes of the file are read; ``size`` 0 where that is not known."""
        if self._shown and self._clock() >= self._next:
            name = "standard input" if path == "-" else PurePath(path).name
            self._say(f"reading {name}: {f'{100 * done // size}% of ' if size else ''}{_words(size or done)}")

    def working(self, what: str) -> None:
        """What is done now."""
        if self._shown and self._clock() >= self._from:
            self._say(what)

    def clear(self) -> None:
        """Takes the line away, so that something else can be printed."""
        if self._open:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._open = False

    def around(self, warn: Callable[[AdvisorError], None]) -> Callable[[AdvisorError], None]:
        """``warn``, with the line out of its way."""

        def clear_and_warn(error: AdvisorError) -> None:
            self.clear()
            warn(error)

        return clear_and_warn

    def _say(self, text: str) -> None:
        from ncu_advisor.text import elide

        line = f"ncu-advisor: {elide(text, 100)}"
        self._stream.write(f"\r{line}\x1b[K" if self._overwrites else f"{line}\n")
        self._stream.flush()
        self._open = self._overwrites
        self._next = self._clock() + (_EVERY if self._overwrites else _EVERY_LINE)


def _words(size: int) -> str:
    from ncu_advisor.units import words

    return words(float(size), "byte")
