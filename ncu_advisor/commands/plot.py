"""``ncu-advisor plot``: static pictures for papers, slides and pages that run no script."""

from __future__ import annotations

import click

from ncu_advisor import plots
from ncu_advisor.commands import overwriting
from ncu_advisor.commands.reading import Reading, reading_options, strict_option


@click.command()
@click.argument("picture", type=click.Choice(plots.names()), metavar="|".join(plots.names()))
@click.argument("profiles", nargs=-1, required=True, metavar="PROFILE...")
@click.option("-o", "--output", "files", multiple=True, required=True, metavar="FILE", help="Write FILE (.png .svg .pdf); repeatable.")
@click.option("--level", type=click.Choice(["dram", "l2", "l1"]), default="dram", show_default=True, help="The memory level of a roofline.")
@click.option("--gpu", metavar="NAME", help="The device, where the profile does not say it (see `ncu-advisor gpus`).")
@strict_option
@reading_options
def plot(picture: str, profiles: tuple[str, ...], files: tuple[str, ...], level: str, gpu: str | None, strict: bool | None, reading: Reading) -> None:
    """Draw a roofline, what ran when, or where warps wait, of profiler exports.

    The timeline is that of a system trace where one is among the inputs, and of the launches in their order otherwise.
    """
    from ncu_advisor import outputs
    from ncu_advisor.advise import advise

    targets = [target for target, _ in outputs.targets(files, plots.refuse_suffix)]
    profile = reading.profile(profiles, strict=strict, gpu=gpu)
    overwriting.refuse(targets, profiles, profile)
    report = advise(profile, gpu=gpu)
    options = plots.Options(level)
    outputs.write_all([(target, plots.render(picture, report, target.suffix, options)) for target in targets])
