"""The verbs ``compare`` and ``gate``: they read options and files, print and say with which code to exit; they decide nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from glob import has_magic
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ncu_advisor.commands import terminal
from ncu_advisor.commands.numbers import Whole
from ncu_advisor.commands.own_rules import rules_of
from ncu_advisor.commands.reading import Reading, reading_options, strict_option
from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression.outputs import COMPARED, FORMATS, Output

if TYPE_CHECKING:
    from ncu_advisor.regression.gate import GateResult
    from ncu_advisor.regression.runs import Run
    from ncu_advisor.regression.settings import Settings
    from ncu_advisor.rule import Rule

_BASELINE = "ncu-baseline.json"


class Sides(click.Command):
    """A command whose arguments before ``--`` are the baseline and those after it the current side."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "--" in args:
            at = args.index("--")
            if option := next((name for name in args[at + 1 :] if name.startswith("-") and name != "-"), None):
                raise click.UsageError(f"{option} stands behind --, where the files of the current side are named: put options before it", ctx)
            args = [*args[:at], *(part for name in args[at + 1 :] for part in ("--current", name))]
        return super().parse_args(ctx, args)


def _options(formats: Sequence[str]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    options = [
        click.option(
            "--baseline", multiple=True, metavar="FILE", help="A run of the baseline: an export, a saved report, a baseline file; repeatable, globs."
        ),
        click.option("--current", multiple=True, metavar="FILE", help="A run of what is judged; repeatable, globs."),
        click.option("--allow", multiple=True, metavar="MISMATCH", help="Compare although this differs (device, driver, clocks, ...); repeatable."),
        click.option(
            "--stamp",
            multiple=True,
            metavar="NAME=VALUE",
            help="What the current exports do not say: driver=580.1, cache-control=all, ...; repeatable.",
        ),
        click.option("-o", "--output", "outputs", multiple=True, metavar="FILE", help="Write FILE in the format of its suffix; repeatable."),
        click.option("--format", "format_", type=click.Choice(formats), help="Print this format instead of the terminal's."),
        strict_option,
        click.option("--settings", "settings_file", metavar="FILE", help="Instead of the nearest ncu-advisor.toml or pyproject.toml."),
        click.option("--width", type=Whole(40, 400), help="Columns of the terminal's format."),
        click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="NO_COLOR is respected."),
    ]

    def decorate(verb: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            verb = option(verb)
        return verb

    return decorate


@click.command(cls=Sides)
@click.argument("sides", nargs=-1, metavar="[BASELINE]... -- [CURRENT]...")
@click.option("--scaling", type=click.Choice(["strong", "weak"]), help="Instead: efficiency over numbers of workers, one --point each.")
@click.option("--point", "points", multiple=True, metavar="N=FILE", help="The profile of one of N workers; repeatable.")
@_options(COMPARED)
@reading_options
def compare(sides: tuple[str, ...], scaling: str | None, points: tuple[str, ...], reading: Reading, **options: Any) -> None:
    """What changed between two sides: matched kernels, times with confidence, counters, rules, and why."""
    from ncu_advisor.regression import comparability, scaling_page
    from ncu_advisor.regression import compare as comparing
    from ncu_advisor.regression.gate import unjudged

    if bool(scaling) != bool(points) or (scaling and [*sides, *options["baseline"], *options["current"], *options["outputs"]]):
        raise click.UsageError("--scaling goes with one --point N=FILE for each number of workers, without sides and -o")
    if scaling:
        page = scaling_page.page(scaling, points, options["format_"] or "terminal", lambda path: reading.runs([path], strict=options["strict"]))
        click.echo(page, nl=False)
        return
    if len(sides) == 2 and not options["baseline"] and not options["current"]:  # two files without `--`: there is one way to read that
        sides, options["current"] = sides[:1], sides[1:]
    settings, rules = _settings(options)
    targets = _targets(options, COMPARED)
    strict = _strict(options, settings)
    baseline = reading.runs([*sides, *options["baseline"]], strict=strict, rules=rules)
    current = reading.runs(options["current"], strict=strict, rules=rules, stamps=_stamps(options))
    _refuse_overwriting(options, [*sides, *options["baseline"], *options["current"]])
    names = comparability.check_names([*options["allow"], *settings.allow])
    result = unjudged(comparing.compare(baseline, current, settings.policy, names))
    _deliver(result, options, targets)
    if result.comparison is not None and not result.comparison.comparable:
        sys.exit(2)


@click.command()
@click.option("--history", metavar="FILE", help="A history whose latest runs are the baseline (see `ncu-advisor history`).")
@click.option("--budgets", "budget_file", metavar="FILE", help="Further budgets and waivers, and nothing else, as in the settings file.")
@click.option("--counters-only", is_flag=True, help="Judge exact counters only: without noise, from a single launch.")
@click.option("--update-baseline", is_flag=True, help=f"Write the current runs to --baseline ({_BASELINE}) instead of judging them.")
@_options(FORMATS)
@reading_options
def gate(history: str | None, budget_file: str | None, counters_only: bool, update_baseline: bool, reading: Reading, **options: Any) -> None:
    """The CI gate: PASS 0, FAIL 1, INCOMPARABLE 2, AMBIGUOUS 3; an improvement never fails."""
    from dataclasses import replace
    from datetime import UTC, datetime

    from ncu_advisor.regression import gate as gating
    from ncu_advisor.regression import run_files
    from ncu_advisor.regression.settings import read_budgets

    if update_baseline:
        _refuse_beside_update({"--history": history, "--budgets": budget_file, "--counters-only": counters_only}, options)
    settings, rules = _settings(options)
    budgets = settings.budgets + (read_budgets(Path(budget_file), rules) if budget_file else type(settings.budgets)())
    targets = _targets(options, FORMATS)
    if not options["current"]:
        raise AdvisorError("--current", "no run is given", "name the profile to judge")
    strict = _strict(options, settings)
    # A baseline is of all runs that were named, or is not written.
    found = reading.runs(options["current"], strict=strict or update_baseline, rules=rules, stamps=_stamps(options))
    current = run_files.in_checkout(found, Path.cwd())
    paths = [*options["baseline"]] or list(settings.baseline)
    if update_baseline:
        _update(paths, current, options["current"])
        return
    kept = _kept(history or settings.history, settings.policy.window)
    baseline = [*kept, *reading.runs(paths, strict=strict, rules=rules, known=kept)]
    _refuse_overwriting(options, [*paths, *options["current"], history or settings.history, budget_file])
    policy = replace(settings.policy, time="off") if counters_only else settings.policy
    today = datetime.now(UTC).date()
    result = gating.gate(baseline, current, policy=policy, budgets=budgets, allowed=[*options["allow"], *settings.allow], today=today)
    _deliver(result, options, targets)
    sys.exit(result.exit_code)


def _kept(history: str, window: int) -> list[Run]:
    """The latest runs of the history; without copies, which older versions took in."""
    from ncu_advisor.regression.history import runs
    from ncu_advisor.regression.runs import distinct, repeats_words

    kept, repeats = distinct([run] for run in runs(Path(history), window)) if history else ([], [])
    if repeats:
        click.echo(f"ncu-advisor: {history}: {repeats_words(repeats)}", err=True)
    return kept


def _refuse_beside_update(given: dict[str, Any], options: dict[str, Any]) -> None:
    """What judges or tells of a verdict has no place where none is given."""
    given = given | {"--allow": options["allow"], "-o": options["outputs"], "--format": options["format_"]}
    if idle := [name for name, value in given.items() if value]:
        raise click.UsageError(f"--update-baseline writes the current runs and judges nothing: leave {', '.join(idle)} away")


def _update(paths: Sequence[str], current: Sequence[Run], inputs: Sequence[str]) -> None:
    from ncu_advisor.outputs import refuse_overwriting, write_all
    from ncu_advisor.regression import baseline, run_files

    if len(paths) > 1 or (paths and (not paths[0].endswith(".json") or has_magic(paths[0]))):
        raise AdvisorError("--update-baseline", f"cannot write {', '.join(paths)}", "name one .json file with --baseline")
    target = Path(paths[0] if paths else _BASELINE)
    refuse_overwriting([target], run_files.files_of(inputs))
    run_files.refuse_other_than_baseline(target)
    write_all([(target, baseline.content(current))])
    click.echo(f"ncu-advisor: {target}: {len(current)} {'run' if len(current) == 1 else 'runs'} written", err=True)


def _refuse_overwriting(options: dict[str, Any], inputs: Sequence[str | None]) -> None:
    from ncu_advisor.outputs import refuse_overwriting
    from ncu_advisor.regression import run_files

    given = filter(None, [*inputs, options["settings_file"]])
    refuse_overwriting(map(Path, options["outputs"]), run_files.files_of(given))


def _settings(options: dict[str, Any]) -> tuple[Settings, Sequence[Rule]]:
    """What the settings file says, and the rules to judge by: the shipped ones with those of its folder."""
    from ncu_advisor import settings
    from ncu_advisor.regression.settings import of_gate

    file = options["settings_file"]
    found = settings.read(Path(file)) if file else settings.nearest(Path.cwd())
    rules = rules_of(settings.rules(found))
    return of_gate(found, rules), rules


def _strict(options: dict[str, Any], settings: Settings) -> bool:
    return settings.strict if options["strict"] is None else bool(options["strict"])


def _stamps(options: dict[str, Any]) -> dict[str, str]:
    from ncu_advisor.conditions import stamps

    return stamps(options["stamp"])


def _targets(options: dict[str, Any], formats: tuple[str, ...]) -> list[tuple[Path, Output]]:
    from ncu_advisor.outputs import targets
    from ncu_advisor.regression import outputs as sinks

    return targets(options["outputs"], lambda name: sinks.by_suffix(name, formats))


def _deliver(result: GateResult, options: dict[str, Any], targets: Sequence[tuple[Path, Output]]) -> None:
    from ncu_advisor.outputs import Options, write_all
    from ncu_advisor.regression import outputs as sinks

    write_all([(target, sink.render(result, Options())) for target, sink in targets])
    shown = Options(width=options["width"] or terminal.width(), color=terminal.takes_color(options["color"]))
    terminal.write(sinks.by_name(options["format_"] or "terminal").render(result, shown))
    if options["format_"] == "github":
        from ncu_advisor.regression.outputs import github

        terminal.append_step_summary(github.step_summary(result, Options()))
