"""``--rules``: the shipped rules with those of a folder of the user's, for every verb that speaks of rules"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.rule import Rule
    from ncu_advisor.settings import Analyze

rules_option = click.option("--rules", "rule_folder", type=click.Path(exists=True, file_okay=False), help="A folder of further rule files.")


def settings_of(file: str | None = None) -> Analyze:
    """The options of ``analyze`` in the settings ``file``, or in the nearest."""
    from ncu_advisor.settings import nearest, of_analyze, read

    return of_analyze(read(Path(file)) if file else nearest(Path.cwd()))


def rules_of(folder: str | None) -> Sequence[Rule]:
    """The shipped rules with those of ``folder``, where one is given.

    One of the same id takes the place of the shipped one, and is named on standard error: it may be meant, or chance.
    Raises AdvisorError for a folder without rules, and for the first rule that does not hold together.
    """
    from ncu_advisor.rule_files import catalogue, load_folder

    if not folder:
        return catalogue()
    own = load_folder(Path(folder))
    if not own:
        raise AdvisorError(folder, "holds no rule file (*.toml)", "name the folder that the files lie in")
    from ncu_advisor import rule_names

    rules = {rule.id: rule for rule in catalogue()}
    replaced = [rule.id for rule in own if rule.id in rules]
    rules |= {rule.id: rule for rule in own}
    rule_names.check(own, rules)
    if replaced:
        _tell(folder, replaced)
    return list(rules.values())


def _tell(folder: str, replaced: Sequence[str]) -> None:
    from ncu_advisor.text import one_line

    said = "takes the place of the shipped rule" if len(replaced) == 1 else "take the place of the shipped rules"
    click.echo(f"ncu-advisor: {one_line(folder)}: {', '.join(replaced)} {said} of that name", err=True)
