"""The verbs ``explain``, ``rules`` and ``gpus``: pages of what the package knows, without a profile."""

from __future__ import annotations

import click

from ncu_advisor.commands.own_rules import rules_of, rules_option, settings_of


@click.command()
@click.argument("rule_id", metavar="RULE")
@click.option("--full", is_flag=True, help="Also all wordings, definitions, needs, and how the saving is computed.")
@rules_option
def explain(rule_id: str, full: bool, rule_folder: str | None) -> None:
    """The page of one rule: an example of what it says, when it fires, how right it was."""
    from ncu_advisor.explain import page

    settings = settings_of()
    click.echo(page(rule_id, full, rules_of(rule_folder or settings.rules)))


@click.command()
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
@rules_option
def rules(format_: str, rule_folder: str | None) -> None:
    """The catalogue of rules."""
    from ncu_advisor.explain import listing

    settings = settings_of()
    click.echo(listing(format_, rules_of(rule_folder or settings.rules)))


@click.command()
@click.argument("name", required=False)
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
def gpus(name: str | None, format_: str) -> None:
    """The devices: peaks and limits with their sources; all, or one by NAME."""
    from ncu_advisor.device_page import devices

    click.echo(devices(name, format_))
