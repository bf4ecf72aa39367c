"""The command line: the only place that prints or exits. Results go to standard output, messages to standard error."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ncu_advisor import __version__
from ncu_advisor.commands import terminal
from ncu_advisor.commands.gate import compare, gate
from ncu_advisor.commands.history import history
from ncu_advisor.commands.plan import plan
from ncu_advisor.commands.plot import plot
from ncu_advisor.commands.reading import Progress, limits_of, reading_options
from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.report import Report
    from ncu_advisor.rule import Rule

# What ships, for --help, which has no time to look; an output that is added to the package is accepted without standing here.
FORMATS = ("terminal", "html", "md", "json", "csv", "sarif", "junit", "github", "gitlab")
_INTERRUPTED, _CRASHED = 130, 70
# pandas loads these wherever it finds them, which takes longer than reading most profiles; and with them other sums round otherwise.
_UNWANTED = ("pyarrow", "bottleneck", "numexpr")


class Advisor(click.Group):
    """Turns the package's errors into one line and exit code 2; a crash keeps its traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
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


@cli.command()
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@click.option("-o", "--output", "outputs", multiple=True, metavar="FILE", help="Write FILE (.html .md .json .csv .sarif .xml); repeatable.")
@click.option("--format", "format_", metavar="FORMAT", help=f"Print this format instead of the terminal summary: {', '.join(FORMATS)}.")
@click.option("--gpu", metavar="NAME", help="The device, where the profile does not say it (see `ncu-advisor gpus`).")
@click.option("--shape", "shapes", multiple=True, metavar="KERNEL=MxNxK", help="Sizes of a kernel's matrix product, for its tile; repeatable.")
@click.option("--fail-on", type=click.Choice(["info", "low", "medium", "high"]), help="Exit 1 if a finding is at least this severe.")
@click.option("--strict", is_flag=True, help="Stop at the first input that cannot be read.")
@click.option("--all-metrics", is_flag=True, help="Read every exported column, not only those that rules and outputs need.")
@click.option("--width", type=click.IntRange(40, 400), help="Columns of the terminal summary.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour of the summary; NO_COLOR is respected.")
@click.option("--source-root", metavar="FOLDER", default="", help="Left out of file names in SARIF, annotations and code quality.")
@click.option("--rules", "rule_folder", type=click.Path(exists=True, file_okay=False), help="A folder of further rule files.")
@reading_options
def analyze(
    profiles: tuple[str, ...],
    outputs: tuple[str, ...],
    format_: str | None,
    gpu: str | None,
    shapes: tuple[str, ...],
    fail_on: str | None,
    strict: bool,
    all_metrics: bool,
    width: int | None,
    color: str,
    source_root: str,
    rule_folder: str | None,
    limit: tuple[str, ...],
    progress: bool | None,
) -> None:
    """Read profiler exports, say what binds every launch and what to change."""
    from ncu_advisor import outputs as sinks
    from ncu_advisor.advise import advise
    from ncu_advisor.load import load
    from ncu_advisor.plan import shape

    given = [shape.parse(text) for text in shapes]
    targets = [(Path(name), sinks.by_suffix(name)) for name in outputs]
    printed = sinks.by_name(format_ or "terminal") if format_ or not outputs or sys.stdout.isatty() else None
    with Progress(progress) as line:
        limits = limits_of(limit)
        profile = load(profiles, all_metrics=all_metrics, strict=strict, limits=limits, on_error=line.around(terminal.warn), watch=line.reading)
        sinks.refuse_overwriting([target for target, _ in targets], [note.path for note in profile.inputs])
        line.working(f"judging {len(profile):,} launches")
        report = advise(profile, gpu=gpu, rules=_rules(rule_folder), shapes=given)
        line.working("writing")
        files = [(target, sink.render(report, sinks.Options(source_root=source_root))) for target, sink in targets]
    for warning in dict.fromkeys(f"{note.name}: {warning}" for note in report.inputs for warning in note.warnings):
        click.echo(f"ncu-advisor: {warning}", err=True)
    for kernel in shape.unmatched(given, profile.launch_columns):
        click.echo(f"ncu-advisor: --shape {kernel}: no kernel of the profile is called that", err=True)
    options = sinks.Options(width=width or terminal.width(), color=terminal.takes_color(color), source_root=source_root)
    sinks.write_all(files)
    if printed is not None:
        terminal.write(printed.render(report, options))
        if printed.NAME == "github":
            _append_step_summary(report)
    if fail_on and _reaches(report, fail_on):
        sys.exit(1)


def _rules(folder: str | None) -> list[Rule]:
    """The shipped rules with those of the user's folder; one of the same id takes the place of the shipped one."""
    from ncu_advisor.rule_files import catalogue, load_folder

    own = load_folder(Path(folder)) if folder else []
    if folder and not own:
        raise AdvisorError(folder, "holds no rule file (*.toml)", "name the folder that the files lie in")
    return list(({rule.id: rule for rule in catalogue()} | {rule.id: rule for rule in own}).values())


for command in (plan, plot, compare, gate, history):  # their options live beside them; importing them costs nothing but click
    cli.add_command(command)


@cli.command()
@click.argument("rule_id", metavar="RULE")
def explain(rule_id: str) -> None:
    """The page of one rule: what it sees, why it costs, what to do, when it is wrong."""
    from ncu_advisor.explain import page

    click.echo(page(rule_id))


@cli.command()
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
def rules(format_: str) -> None:
    """The catalogue of rules."""
    from ncu_advisor.explain import listing

    click.echo(listing(format_))


@cli.command()
@click.argument("name", required=False)
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
def gpus(name: str | None, format_: str) -> None:
    """The devices: peaks and limits with their sources; all, or one by NAME."""
    from ncu_advisor.device_page import devices

    click.echo(devices(name, format_))


@cli.command()
@click.argument("profiles", nargs=-1, metavar="[PROFILE]...")
@click.option("--for", "rule_ids", multiple=True, metavar="RULE", help="A rule to evaluate; repeatable. With PROFILE: if it lacks metrics there.")
@click.option("--gpu", metavar="NAME", help="The device, where the profile does not say it.")
def collect(profiles: tuple[str, ...], rule_ids: tuple[str, ...], gpu: str | None) -> None:
    """The smallest command that collects what rules lack, of PROFILE or --for RULE."""
    from ncu_advisor import collect as commands
    from ncu_advisor.explain import rule_named
    from ncu_advisor.hardware.gpu_files import load as device
    from ncu_advisor.rule_files import catalogue

    if not profiles and not rule_ids:
        raise click.UsageError("name a PROFILE or --for RULE")
    rules = [rule_named(name) for name in rule_ids] or list(catalogue())
    chips: tuple[str, ...] = (device(gpu).compute_capability,) if gpu and not profiles else ()
    if profiles:
        lacking, chips = _not_evaluated(profiles, gpu)
        rules = [rule for rule in rules if rule.id in lacking]
    for line in commands.for_rules(rules, capabilities=chips):
        click.echo(line)
    if not rules:
        click.echo("ncu-advisor: nothing is missing: these rules were evaluated", err=True)


def _not_evaluated(profiles: Sequence[str], gpu: str | None) -> tuple[set[str], tuple[str, ...]]:
    """The rules that these profiles lack metrics for, and the compute capability of their device where it is known."""
    from ncu_advisor.advise import advise
    from ncu_advisor.load import load

    report = advise(load(profiles, on_error=terminal.warn), gpu=gpu)
    lacking = {entry.rule for kernel in report.kernels for entry in kernel.not_evaluated} | {entry.rule for entry in report.not_evaluated}
    return lacking, tuple(filter(None, [report.device.get("compute_capability")]))


def _append_step_summary(report: Report) -> None:
    """The page beneath a job on GitHub: a file that every step of the job adds to."""
    import os

    from ncu_advisor.outputs import Options, github

    file = os.environ.get("GITHUB_STEP_SUMMARY")
    if not file:
        return
    try:
        with Path(file).open("ab") as summary:
            summary.write(github.step_summary(report, Options()))
    except OSError as error:
        raise AdvisorError(file, f"cannot be written ({error.strerror})", "set GITHUB_STEP_SUMMARY to a file, or unset it") from error


def _reaches(report: Report, level: str) -> bool:
    from ncu_advisor.report import SEVERITIES

    least = SEVERITIES.index(level)
    loudness = [f.severity for k in report.kernels for f in k.findings] + [f.severity for f in report.sequence_findings]
    return any(SEVERITIES.index(severity) >= least for severity in loudness)


def main(arguments: Sequence[str] | None = None) -> None:
    """Entry point of the ``ncu-advisor`` command; with ``arguments`` the same inside another program, which goes on afterwards."""
    try:
        _run(arguments)
    except SystemExit as done:
        if arguments is None:
            _leave(done)
        raise


def _leave(done: SystemExit) -> None:
    """Ends the process at once: to take every object apart, as Python does at its end, takes as long as to read a small profile."""
    import atexit
    import os

    if done.code is None or isinstance(done.code, int):
        with contextlib.suppress(OSError, ValueError):  # whatever cannot be written: Python knows how to say that
            sys.stdout.flush()
            sys.stderr.flush()
            atexit._run_exitfuncs()
            os._exit(done.code or 0)


def _crash() -> NoReturn:
    """A defect of ours: with its traceback, and with a code that no finding and no bad input has."""
    sys.excepthook(*sys.exc_info())
    sys.exit(_CRASHED)


def _run(arguments: Sequence[str] | None) -> None:
    import gc
    import os

    # Nothing here multiplies matrices, and starting threads for that takes longer than reading most profiles.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # What a command makes lives to its end: looking for garbage among it, also at that end, is time lost.
    gc.disable()
    kept_out = [name for name in _UNWANTED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(kept_out))  # type: ignore[arg-type]  # None: as if it were not installed
    terminal.reopen_closed()
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
    finally:
        gc.freeze()
        for name in kept_out:
            sys.modules.pop(name, None)
