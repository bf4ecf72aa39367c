"""``ncu-advisor collect``: the command line of the profiler that fills the gaps of a profile, or that a rule needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ncu_advisor.commands.own_rules import rules_of, rules_option, settings_of
from ncu_advisor.commands.reading import Reading, reading_options, strict_option

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile
    from ncu_advisor.rule import Rule


@click.command()
@click.argument("profiles", nargs=-1, metavar="[PROFILE]...")
@click.option("--for", "rule_ids", multiple=True, metavar="RULE", help="A rule to evaluate; repeatable. With PROFILE: if it lacks metrics there.")
@click.option("--gpu", metavar="NAME", help="The device, where the profile does not say it.")
@rules_option
@strict_option
@reading_options
def collect(
    profiles: tuple[str, ...], rule_ids: tuple[str, ...], gpu: str | None, rule_folder: str | None, strict: bool | None, reading: Reading
) -> None:
    """The smallest command that collects what rules lack, of PROFILE or --for RULE."""
    from ncu_advisor import collect as commands
    from ncu_advisor.explain import rule_named
    from ncu_advisor.hardware.gpu_files import load as device

    if not profiles and not rule_ids:
        raise click.UsageError("name a PROFILE or --for RULE")
    settings = settings_of()
    known = rules_of(rule_folder or settings.rules)
    rules = [rule_named(name, known) for name in rule_ids] or known
    chips: tuple[str, ...] = (device(gpu).compute_capability,) if gpu and not profiles else ()
    if profiles:
        lacking, chips = _not_evaluated(reading.profile(profiles, strict=strict, gpu=gpu), gpu, known)
        rules = [rule for rule in rules if rule.id in lacking]
    for line in commands.for_rules(rules, capabilities=chips):
        click.echo(line)
    if not rules:
        click.echo("ncu-advisor: nothing is missing: these rules were evaluated", err=True)


def _not_evaluated(profile: Profile, gpu: str | None, rules: Sequence[Rule]) -> tuple[set[str], tuple[str, ...]]:
    """Those of ``rules`` that the profile lacks metrics for, and the compute capability of their device where it is known."""
    from ncu_advisor.advise import advise

    report = advise(profile, gpu=gpu, rules=rules)
    lacking = {entry.rule for kernel in report.kernels for entry in kernel.not_evaluated} | {entry.rule for entry in report.not_evaluated}
    return lacking, tuple(filter(None, [report.device.get("compute_capability")]))
