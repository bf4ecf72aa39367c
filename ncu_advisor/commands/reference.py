"""The verbs ``explain``, ``rules`` and ``gpus``: pages of what the package knows, without a profile."""

from __future__ import annotations

import click


@click.command()
@click.argument("rule_id", metavar="RULE")
@click.option("--full", is_flag=True, help="Also all wordings, definitions, needs, and how the saving is computed.")
def explain(rule_id: str, full: bool) -> None:
    """The page of one rule: an example of what it says, when it fires, how right it was."""
    from ncu_advisor.explain import page

    click.echo(page(rule_id, full))


@click.command()
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
def rules(format_: str) -> None:
    """The catalogue of rules."""
    from ncu_advisor.explain import listing

    click.echo(listing(format_))


@click.command()
@click.argument("name", required=False)
@click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal")
def gpus(name: str | None, format_: str) -> None:
    """The devices: peaks and limits with their sources; all, or one by NAME."""
    from ncu_advisor.device_page import devices

    click.echo(devices(name, format_))
