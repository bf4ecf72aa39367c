"""What commands that read profiles have in common: limits against hostile inputs, and what standard error is told of inputs and of progress."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

import click

from ncu_advisor.commands import terminal

if TYPE_CHECKING:
    from ncu_advisor.errors import AdvisorError
    from ncu_advisor.profile import Profile
    from ncu_advisor.readers.source import Limits
    from ncu_advisor.regression.runs import Run

# Names of --limit, with the field of Limits that each sets; a size may end in K, M, G or T.
LIMITS = {"bytes": "max_bytes", "ratio": "max_ratio", "columns": "max_columns", "line": "max_line"}
_SIZES = {"K": 10, "M": 20, "G": 30, "T": 40}
_SILENT = 1.0  # seconds before anything is said: most inputs are read by then
_EVERY = 0.2
_EVERY_LINE = 2.0  # where lines cannot be overwritten


_NAMED = f"{', '.join([*LIMITS][:-1])} or {[*LIMITS][-1]}"
_SAID = f"Set a limit on one input: {_NAMED}; as in bytes=8G. Repeatable."
limit_option = click.option("--limit", multiple=True, metavar="NAME=VALUE", help=_SAID)
strict_option = click.option("--strict/--no-strict", default=None, help="Stop at the first input that cannot be read.")


def reading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --limit and --progress; the command gets a ``Reading`` as ``reading``."""
    progress = click.option("--progress/--no-progress", default=None, help="Say on standard error how far long work is.  [default: in a terminal]")

    @functools.wraps(command)
    def with_reading(limit: tuple[str, ...], progress: bool | None, **rest: Any) -> Any:
        return command(reading=Reading(limits_of(limit), Progress(progress)), **rest)

    return limit_option(progress(with_reading))


class Reading:
    """How one command reads: within the limits, with ``line`` saying how far it is; whatever is wrong with an input is said, once."""

    def __init__(self, limits: Limits | None, line: Progress) -> None:
        self._limits = limits
        self.line = line
        self._told: set[str] = set()

    def profile(self, paths: Sequence[str], *, strict: bool | None, all_metrics: bool = False, gpu: str | None = None) -> Profile:
        """What ``paths`` name, as one profile; ``gpu`` is the device that the user named, and is told where it does not count."""
        from ncu_advisor.load import load

        with self.line:
            profile = load(paths, all_metrics=all_metrics, **self._how(strict))
        self._tell([*profile.warnings, *(_unused(gpu, profile) if gpu else ())])
        return profile

    def runs(self, arguments: Sequence[str], *, strict: bool | None, **how: Any) -> list[Run]:
        """What ``arguments`` name, as runs to compare; ``how`` (stamps, rules, known) as ``run_files.load_all``."""
        from ncu_advisor.regression import run_files

        with self.line:
            runs = run_files.load_all(arguments, **how, **self._how(strict))
        self._tell(warning for run in runs for warning in run.warnings)
        return runs

    def _how(self, strict: bool | None) -> dict[str, Any]:
        return {"strict": bool(strict), "limits": self._limits, "on_error": self.line.around(terminal.warn), "watch": self.line.reading}

    def _tell(self, warnings: Iterable[str]) -> None:
        from ncu_advisor.text import one_line

        for warning in warnings:
            if warning not in self._told:
                self._told.add(warning)
                click.echo(f"ncu-advisor: {one_line(warning)}", err=True)


def _unused(gpu: str, profile: Profile) -> list[str]:
    from ncu_advisor.hardware.device import identify
    from ncu_advisor.hardware.gpu_files import load

    named = load(gpu).id
    others = dict.fromkeys(device.name for device in identify(profile, gpu).of_launch if device is not None and device.id != named)
    return [f"the profile names its device itself, {', '.join(others)}, which counts: {gpu} is not used there"] if others else []


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
    return Limits(max_plain_bytes=values.get("max_bytes"), **values)


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
