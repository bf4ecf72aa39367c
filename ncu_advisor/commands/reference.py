"""The verbs ``explain``, ``rules`` and ``gpus``: pages of what the package knows, without a profile."""

from __future__ import annotations

import click


@click.command()
@click.argument("rule_id", metavar="RULE")
def explain(rule_id: str) -> None:
    """The page of one rule: what it sees, why it costs, what to do, when it is wrong."""
    from ncu_advisor.explain import page

    click.echo(page(rule_id))


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
