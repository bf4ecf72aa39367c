"""What every verb shares of the terminal: its width, whether it takes colours, results on standard output, messages on standard error."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import IO, Any

import click

from ncu_advisor.errors import AdvisorError

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


def unwritable(error: OSError) -> AdvisorError:
    """Standard output takes nothing: what is left in its buffer goes nowhere, and the user is told."""
    drop_output()
    return AdvisorError("standard output", f"cannot be written ({error.strerror})", "free some space, or choose another place")


def reopen_closed() -> None:
    """A stream that the caller closed (``>&-``) goes nowhere: nothing of it is wanted, files named by `-o` are."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - for as long as the process lasts


def drop_output() -> None:
    """From here on standard output goes nowhere: what its buffer still holds would fail again when the process ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
