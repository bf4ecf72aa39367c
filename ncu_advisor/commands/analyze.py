"""``ncu-advisor analyze``: from profiler exports to a summary, to files, and to an exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ncu_advisor.commands import terminal
from ncu_advisor.commands.reading import Reading, reading_options, strict_option
from ncu_advisor.errors import AdvisorError
from ncu_advisor.settings import LEVELS

if TYPE_CHECKING:
    from ncu_advisor.report import Report
    from ncu_advisor.rule import Rule
    from ncu_advisor.settings import Analyze

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
@click.option("--width", type=click.IntRange(40, 400), help="Columns of the terminal summary.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour of the summary; NO_COLOR is respected.")
@click.option("--source-root", metavar="FOLDER", help="Left out of file names in SARIF, annotations and code quality.")
@click.option("--rules", "rule_folder", type=click.Path(exists=True, file_okay=False), help="A folder of further rule files.")
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

    settings = _settings(settings_file)
    fail_on, strict = fail_on or settings.fail_on, settings.strict if strict is None else strict
    source_root = settings.source_root if source_root is None else source_root
    given = [shape.parse(text) for text in shapes]
    targets = [(Path(name), sinks.by_suffix(name)) for name in outputs]
    printed = sinks.by_name(format_ or "terminal") if format_ or not outputs or sys.stdout.isatty() else None
    with reading.line as line:
        profile = reading.profile(profiles, strict=strict, all_metrics=all_metrics)
        sinks.refuse_overwriting([target for target, _ in targets], [*(note.path for note in profile.inputs), settings_file or "-"])
        line.working(f"judging {len(profile):,} launches")
        report = advise(profile, gpu=(settings.gpu or None) if gpu is None else gpu, rules=_rules(rule_folder or settings.rules), shapes=given)
        line.working("writing")
        files = [(target, sink.render(report, sinks.Options(source_root=source_root))) for target, sink in targets]
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


def _settings(file: str | None) -> Analyze:
    from ncu_advisor.settings import nearest, of_analyze, read

    return of_analyze(read(Path(file)) if file else nearest(Path.cwd()))


def _rules(folder: str) -> list[Rule]:
    """The shipped rules with those of the user's folder; one of the same id takes the place of the shipped one."""
    from ncu_advisor.rule_files import catalogue, load_folder

    own = load_folder(Path(folder)) if folder else []
    if folder and not own:
        raise AdvisorError(folder, "holds no rule file (*.toml)", "name the folder that the files lie in")
    rules = {rule.id: rule for rule in (*catalogue(), *own)}
    if own:
        from ncu_advisor import rule_names

        rule_names.check(own, rules)
    return list(rules.values())


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
