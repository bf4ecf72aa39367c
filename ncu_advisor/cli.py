"""The command line: the verbs put together, and how a process of it starts, fails and ends."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ncu_advisor import __version__
from ncu_advisor.commands import terminal
from ncu_advisor.commands.analyze import analyze
from ncu_advisor.commands.collect import collect
from ncu_advisor.commands.gate import compare, gate
from ncu_advisor.commands.history import history
from ncu_advisor.commands.plan import plan
from ncu_advisor.commands.plot import plot
from ncu_advisor.commands.reference import explain, gpus, rules
from ncu_advisor.errors import AdvisorError

_INTERRUPTED, _CRASHED = 130, 70
# pandas loads these wherever it finds them, which takes longer than reading most profiles; and with them other sums round otherwise.
_UNWANTED = ("pyarrow", "bottleneck", "numexpr")


class Advisor(click.Group):
    """Turns the package's errors and wrong usage into one line and exit code 2; a crash keeps its traceback."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:
        with terminal.usage_in_one_line():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with terminal.usage_in_one_line(ctx):
                return super().invoke(ctx)
        except AdvisorError as error:
            click.echo(f"ncu-advisor: {error}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)
        except BrokenPipeError:
            terminal.drop_output()  # the reader of our output has gone (`| head`): nothing is wrong
            ctx.exit(0)


@click.group(cls=Advisor, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ncu-advisor")
def cli() -> None:
    """What binds every GPU kernel of a profile, what to change, and what that saves."""


# Their options live beside them; importing them costs nothing but click.
for command in (analyze, collect, explain, rules, gpus, plan, plot, compare, gate, history):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the ``ncu-advisor`` command; with ``arguments`` the same inside another program, which goes on afterwards."""
    if arguments is not None:
        _run(arguments)
    try:
        _own_process()
        _run(None)
    except SystemExit as done:
        _leave(done)
        raise


def _own_process() -> None:
    """What is only right in a process that ends with the command."""
    import gc
    import os

    # Nothing here multiplies matrices, and starting threads for that takes longer than reading most profiles.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What a command makes lives to its end: looking for garbage among it is time lost.
    gc.disable()


def _leave(done: SystemExit) -> None:
    """Ends the process at once: to take every object apart, as Python does at its end, takes as long as to read a small profile."""
    import atexit
    import gc
    import os

    gc.freeze()  # also where Python has to end it, there is no garbage to look for
    if done.code is None or isinstance(done.code, int):
        with contextlib.suppress(OSError, ValueError):  # whatever cannot be written: Python knows how to say that
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            atexit._run_exitfuncs()
            os._exit(done.code or 0)


def _crash() -> NoReturn:
    """A defect of ours: with its traceback, and with a code that no finding and no bad input has."""
    sys.excepthook(*sys.exc_info())
    sys.exit(_CRASHED)


def _run(arguments: Sequence[str] | None) -> NoReturn:
    """Ends in SystemExit, with the streams and modules of the program as they were."""
    kept_out = [name for name in _UNWANTED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(kept_out))  # type: ignore[arg-type]  # None: as if it were not installed
    try:
        with terminal.closed_reopened():
            _call(arguments)
    finally:
        for name in kept_out:
            sys.modules.pop(name, None)


def _call(arguments: Sequence[str] | None) -> NoReturn:
    try:
        cli.main(args=list(arguments) if arguments is not None else None, prog_name="ncu-advisor", standalone_mode=True)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except OSError as error:
        if error.filename is not None:
            _crash()
        # No file: a stream of ours that takes nothing, also what --help prints.
        with contextlib.suppress(OSError):
            click.echo(f"ncu-advisor: {terminal.unwritable(error)}", err=True)
        sys.exit(2)
    except Exception:
        _crash()
