"""``ncu-advisor analyze``: from profiler exports to a summary, to files, and to an exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ncu_advisor.commands import overwriting, terminal
from ncu_advisor.commands.numbers import Whole
from ncu_advisor.commands.own_rules import rules_of, rules_option, settings_of
from ncu_advisor.commands.reading import Reading, reading_options, strict_option
from ncu_advisor.settings import LEVELS

if TYPE_CHECKING:
    from ncu_advisor.report import Report

# What ships, for --help, which has no time to look; an output that is added to the package is accepted without standing here.
FORMATS = ("terminal", "html", "md", "json", "csv", "sarif", "junit", "github", "gitlab")


@click.command()
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@click.option("-o", "--output", "outputs", multiple=True, metavar="FILE", help="Write FILE (.html .md .json .csv .sarif .xml); repeatable.")
@click.option("--format", "format_", metavar="FORMAT", help=f"Print this format instead of the terminal summary: {', '.join(FORMATS)}.")
@click.option("--gpu", metavar="NAME", help="The device, where the profile does not say it (see `ncu-advisor gpus`).")
@click.option("--shape", "shapes", multiple=True, metavar="KERNEL=MxNxK", help="Sizes of a kernel's matrix product, for its tile; repeatable.")
@click.option("--fail-on", type=click.Choice(LEVELS), help="Exit 1 if a finding is at least this severe.")
@strict_option
@click.option("--all-metrics", is_flag=True, help="Read every exported column, not only those that rules and outputs need.")
@click.option("--width", type=Whole(40, 400), help="Columns of the terminal summary.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour of the summary; NO_COLOR is respected.")
@click.option("--source-root", metavar="FOLDER", help="Left out of file names in SARIF, annotations and code quality.")
@rules_option
@click.option("--settings", "settings_file", metavar="FILE", help="Instead of the nearest ncu-advisor.toml or pyproject.toml.")
@reading_options
def analyze(
    profiles: tuple[str, ...],
    outputs: tuple[str, ...],
    format_: str | None,
    gpu: str | None,
    shapes: tuple[str, ...],
    fail_on: str | None,
    strict: bool | None,
    all_metrics: bool,
    width: int | None,
    color: str,
    source_root: str | None,
    rule_folder: str | None,
    settings_file: str | None,
    reading: Reading,
) -> None:
    """Read profiler exports, say what binds every launch and what to change."""
    from ncu_advisor import outputs as sinks
    from ncu_advisor.advise import advise
    from ncu_advisor.plan import shape

    settings = settings_of(settings_file)
    fail_on, strict = fail_on or settings.fail_on, settings.strict if strict is None else strict
    gpu = (settings.gpu or None) if gpu is None else gpu
    source_root = settings.source_root if source_root is None else source_root
    given = [shape.parse(text) for text in shapes]
    targets = sinks.targets(outputs, sinks.by_suffix)
    rules = rules_of(rule_folder or settings.rules)
    printed = sinks.by_name("terminal" if format_ is None else format_) if format_ is not None or not outputs or sys.stdout.isatty() else None
    with reading.line as line:
        profile = reading.profile(profiles, strict=strict, all_metrics=all_metrics, gpu=gpu)
        overwriting.refuse([target for target, _ in targets], profiles, profile, [settings_file or "-"])
        line.working(f"judging {len(profile):,} launches")
        report = advise(profile, gpu=gpu, rules=rules, shapes=given)
        line.working("writing")
        files = [(target, sink.render(report, sinks.Options(source_root=source_root))) for target, sink in targets]
    for kernel in shape.unmatched(given, profile.launch_columns):
        click.echo(f"ncu-advisor: --shape {kernel}: no kernel of the profile is called that", err=True)
    options = sinks.Options(width=width or terminal.width(), color=terminal.takes_color(color), source_root=source_root)
    sinks.write_all(files)
    if printed is not None:
        terminal.write(printed.render(report, options))
        if printed.NAME == "github":
            from ncu_advisor.outputs import github

            terminal.append_step_summary(github.step_summary(report, sinks.Options()))
    if fail_on and _reaches(report, fail_on):
        sys.exit(1)


def _reaches(report: Report, level: str) -> bool:
    from ncu_advisor.report import SEVERITIES

    least = SEVERITIES.index(level)
    loudness = [f.severity for k in report.kernels for f in k.findings] + [f.severity for f in report.sequence_findings]
    return any(SEVERITIES.index(severity) >= least for severity in loudness)
