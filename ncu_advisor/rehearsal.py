"""A rule's example played through the whole pipeline: what its file promises must be what a user would read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor import measurement, sequence
from ncu_advisor.advise import advise
from ncu_advisor.columns import Columns, text_column
from ncu_advisor.load import assemble
from ncu_advisor.profile import AXES, IDENTITY, LaunchTable
from ncu_advisor.rule import Example, Rule

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile
    from ncu_advisor.report import Finding, SequenceFinding


@dataclass(frozen=True)
class Outcome:
    """What a rule says of one launch: ``outcome`` is one of Example's; ``says`` the title and advice, or the reason of a suppression."""

    outcome: str
    says: str = ""
    time_saved_pct: float | None = None


def rehearse(rule: Rule, example: Example) -> Outcome:
    """What ``rule``, alone, says of the launch of ``example``. Raises BadRule for a rule that does not hold together."""
    [kernel] = advise(profile_of(example), gpu=example.device, rules=[rule]).kernels
    for finding in kernel.findings:
        return Outcome("fires", f"{finding.title}. {finding.advice}", finding.time_saved_pct)
    for suppressed in kernel.suppressed:
        return Outcome("suppressed", suppressed.reason)
    return Outcome("not evaluated" if kernel.not_evaluated else "silent")


def first_finding(rule: Rule) -> tuple[Example, Finding | SequenceFinding] | None:
    """The first example of ``rule`` that fires, and what it says of that; None for a rule without one."""
    for example in (example for example in rule.examples if example.outcome == "fires"):
        if rule.measure:
            found: Sequence[Finding | SequenceFinding] = sequence.speak(rule, measurement.of_rows([example.given]))
        else:
            found = advise(profile_of(example), gpu=example.device, rules=[rule]).kernels[0].findings
        if found:
            return example, found[0]
    return None


def profile_of(example: Example) -> Profile:
    """The launch of ``example`` as a Profile: its metrics, what formulas make of them, grid and block along x unless it says how they lie."""
    numbers = {"grid_x": "grid_size", "block_x": "block_size"}
    identity = dict.fromkeys(IDENTITY, 0) | dict.fromkeys(("name", "compute_capability"), "")
    identity |= dict.fromkeys(("grid_y", "grid_z", "block_y", "block_z"), 1)
    identity |= {axis: int(example.metrics.get(name, 0)) for axis, name in numbers.items()}
    identity |= {axis: int(example.metrics[axis]) for axis in AXES if axis in example.metrics}
    identity["name"] = example.name
    table = LaunchTable(
        kind="example",
        path=example.name,
        launch_columns=Columns({name: text_column([value]) if isinstance(value, str) else np.array([value]) for name, value in identity.items()}, 1),
        metric_columns=Columns({name: np.array([value], dtype=float) for name, value in example.metrics.items()}, 1),
        text_columns=Columns({}, 1),
        opcodes={0: example.opcodes} if example.opcodes else {},
    )
    return assemble([table])
