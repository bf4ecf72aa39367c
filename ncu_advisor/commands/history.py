"""The verbs of ``ncu-advisor history``: keep runs, list them, see how times went."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ncu_advisor.commands.numbers import Whole
from ncu_advisor.commands.own_rules import rules_of, settings_of
from ncu_advisor.commands.reading import Reading, reading_options
from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.regression.runs import Run
    from ncu_advisor.regression.trend import Trend

_FILE = "ncu-history.sqlite"
_FORMAT = click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal", show_default=True)
_HISTORY = click.option("--history", "file", default=_FILE, show_default=True, metavar="FILE", help="The history's file.")


@click.group()
def history() -> None:
    """Runs kept over time, in one SQLite file: the gate's baseline, and where levels changed."""


@history.command()
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@_HISTORY
@click.option("--label", metavar="TEXT", help="What the runs are of, such as a commit; else the file's name.")
@click.option("--stamp", multiple=True, metavar="NAME=VALUE", help="What the exports do not say: driver=580.1, ...; repeatable.")
@reading_options
def add(profiles: tuple[str, ...], file: str, label: str | None, stamp: tuple[str, ...], reading: Reading) -> None:
    """Append each PROFILE as a run: all of them or, if one cannot be read, none; a copy of a run that is there is none."""
    from dataclasses import replace

    from ncu_advisor.conditions import stamps
    from ncu_advisor.regression import history as kept

    rules = rules_of(settings_of().rules)  # as the gate will judge by: else rules of the user's would seem to have appeared
    found = reading.runs(profiles, strict=True, rules=rules, stamps=stamps(stamp))
    done = kept.add(Path(file), [replace(run, label=label) if label else run for run in found])
    for numbers, what in ((done.numbers, "added"), (done.there, "there already, and not added again: a copy is no further run")):
        if numbers:
            click.echo(f"ncu-advisor: {file}: {'run' if len(numbers) == 1 else 'runs'} {', '.join(map(str, numbers))} {what}", err=True)


@history.command()
@_HISTORY
@_FORMAT
def show(file: str, format_: str) -> None:
    """The runs that the history holds."""
    from ncu_advisor.presentation import wording
    from ncu_advisor.regression import history as kept
    from ncu_advisor.text import elide

    entries = kept.entries(Path(file))
    if format_ == "json":
        import json

        click.echo(json.dumps([entry.__dict__ for entry in entries], indent=1))
        return
    for entry in entries:
        facts = f"{wording.counted(entry.kernels, 'kernel'):>12}  {wording.time(entry.total_ns):>9}"
        click.echo(f"{entry.id:5}  {entry.added}  {facts}  {elide(entry.label, 60)}")


@history.command()
@_HISTORY
@_FORMAT
@click.option("--kernel", "pattern", default="*", show_default=True, metavar="PATTERN", help="Kernels by name, with * and ?.")
@click.option("--metric", default="duration", show_default=True, help="duration, or a metric that the history keeps.")
@click.option("--last", type=Whole(min=0), default=0, help="Only the last runs; 0 for all.")
def trend(file: str, format_: str, pattern: str, metric: str, last: int) -> None:
    """How kernels went: a line of blocks each, and the runs at which their level changed."""
    from ncu_advisor import catalogue
    from ncu_advisor.regression import history as kept
    from ncu_advisor.regression.runs import KEPT
    from ncu_advisor.regression.trend import trends

    if metric not in ("duration", *KEPT):
        raise AdvisorError("--metric", f"the history keeps no {metric!r}", f"duration, {', '.join(sorted(KEPT))}")
    runs = kept.runs(Path(file), last)
    found = trends(runs, pattern, metric)
    if not found:
        click.echo(f"ncu-advisor: {_nothing(runs, pattern, metric)}", err=True)
    if format_ == "json":
        import json

        click.echo(json.dumps([_plain(t) for t in found], indent=1))
        return
    unit = catalogue.metrics()[metric].unit
    for line in _lines(found, unit):
        click.echo(line)


def _nothing(runs: Sequence[Run], pattern: str, metric: str) -> str:
    """Why there is no trend: nothing is called so, or what is has no such metric."""
    from ncu_advisor.regression.budgets import matches

    if any(matches(pattern, kernel.kernel) for run in runs for kernel in run.kernels):
        return f"no run of the history has {metric} of {pattern!r}"
    return f"no kernel of the history matches {pattern!r}"


def _lines(found: Sequence[Trend], unit: str) -> list[str]:
    from ncu_advisor.regression.because import value
    from ncu_advisor.text import elide

    lines = []
    for t in found:
        lines.append(f"{elide(t.kernel.name, 36):36}  {value(t.values[-1], unit):>9}  {t.line}")
        lines += [f"{'':36}  {c.change_pct:+8.1f}% from run {c.index + 1} ({elide(c.label, 40)}) on" for c in t.changes]
    return lines


def _plain(t: Trend) -> dict[str, object]:
    return {
        "name": t.kernel.name,
        "grid": list(t.kernel.grid),
        "block": list(t.kernel.block),
        "labels": list(t.labels),
        "values": list(t.values),
        "change_points": [c.__dict__ for c in t.changes],
    }
