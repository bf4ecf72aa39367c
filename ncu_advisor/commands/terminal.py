"""What every verb shares of the terminal: its width, whether it takes colours, results on standard output, messages on standard error."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TextIO

import click

from ncu_advisor.errors import AdvisorError, UnreadableInput

_NARROWEST, _WIDEST = 60, 200  # columns: wider lines are not read
_NO_TERMINAL = 100  # columns: what logs of continuous integration show without wrapping


def width() -> int:
    """Columns to write for: those of the terminal, or of COLUMNS."""
    import shutil

    columns = shutil.get_terminal_size((_NO_TERMINAL, 24)).columns if sys.stdout.isatty() or "COLUMNS" in os.environ else _NO_TERMINAL
    return max(_NARROWEST, min(columns, _WIDEST))


def takes_color(choice: str) -> bool:
    """Whether to colour: ``choice`` is auto, always or never; NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are respected."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def warn(error: AdvisorError) -> None:
    """One line of an input that could not be read, where the others go on."""
    click.echo(f"ncu-advisor: {error}", err=True)


class WrongUsage(click.ClickException):
    """Options or arguments that make no command: one line on standard error, and exit code 2."""

    exit_code = click.UsageError.exit_code

    def __init__(self, problem: str, command: str) -> None:
        """``command`` is the one whose ``--help`` says how it is right."""
        from ncu_advisor.text import one_line

        super().__init__(f"{one_line(problem).rstrip('.')}; see {command} --help")

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"ncu-advisor: {self.message}", file=file, err=file is None)


@contextlib.contextmanager
def usage_in_one_line(running: click.Context | None = None) -> Iterator[None]:
    """Turns click's usage errors, of four lines, into WrongUsage; a group that is asked for nothing still shows its help.

    ``running`` is the program once its own options are read: it knows the verb where the error does not.
    """
    try:
        yield
    except getattr(click.exceptions, "NoArgsIsHelpError", ()):  # click 8.2 on; before, the help was no error
        raise
    except click.UsageError as error:
        if error.ctx is not None:
            command = error.ctx.command_path
        else:
            command = " ".join(filter(None, [running.command_path, running.invoked_subcommand])) if running else "ncu-advisor"
        raise WrongUsage(error.format_message(), command) from None


def write(content: bytes) -> None:
    """A rendered result on standard output. A reader that has gone (``| head``) does not change what the command found, and its exit code says.

    Raises AdvisorError where standard output takes nothing.
    """
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        drop_output()
    except OSError as error:
        raise unwritable(error) from None


def append_step_summary(page: bytes) -> None:
    """The page beneath a job on GitHub: a file that every step of the job adds to, named by the environment; nothing where none is named."""
    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return
    try:
        with Path(file).open("ab") as summary:
            summary.write(page)
    except OSError as error:
        raise AdvisorError(file, f"cannot be written ({error.strerror})", "set GITHUB_STEP_SUMMARY to a file, or unset it") from error


def unwritable(error: OSError) -> AdvisorError:
    """Standard output takes nothing: what is left in its buffer goes nowhere, and the user is told."""
    drop_output()
    if error.errno == errno.EBADF:
        return AdvisorError("standard output", "is closed, and the result was to go there", "send it to a file or a pipe")
    return AdvisorError("standard output", f"cannot be written ({error.strerror})", "free some space, or choose another place")


class _ClosedInput(io.RawIOBase):
    """Standard input that the caller closed: whoever reads it is told so."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        raise UnreadableInput("standard input", "is closed", "pipe a profile into it, or name a file")


@contextlib.contextmanager
def closed_reopened() -> Iterator[None]:
    """A stream that the caller closed, and that Python therefore lacks, is there all the same until the end of this.

    What goes to standard error (``2>&-``) goes nowhere. Standard input (``<&-``) and standard output (``>&-``) refuse: a profile was to be
    read, a result would be lost. Who wants nothing but the files of `-o` writes nothing there.
    """
    missing = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in missing:
        setattr(sys, name, _stand_in(name))
    try:
        yield
    finally:
        for name in missing:
            with contextlib.suppress(OSError):
                getattr(sys, name).close()
            setattr(sys, name, None)


def _stand_in(name: str) -> TextIO:
    if name == "stdin":
        return io.TextIOWrapper(io.BufferedReader(_ClosedInput()))
    nowhere = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)  # what is only read refuses to be written
    return open(nowhere, "w")  # noqa: PTH123 - closed_reopened closes it


def drop_output() -> None:
    """From here on standard output goes nowhere: what its buffer still holds would fail again when the process ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
