"""Cases of a rule: what one form of a defect changes, recommends and says stands together in the file and counts where that form is met."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ncu_advisor import advise, rule_names
from ncu_advisor.errors import BadRule
from ncu_advisor.rehearsal import profile_of
from ncu_advisor.report import Finding
from ncu_advisor.rule import Example
from ncu_advisor.rule_files import catalogue, from_toml

# 100 us near the DRAM roof, so that a mended demand shows in what is saved.
_LAUNCH = {"duration": 100_000.0, "sm_busy": 99.0, "issue_elapsed": 10.0, "dram_throughput": 90.0, "grid_size": 1000.0, "block_size": 256.0}
_RULE = """
id = "mine"
group = "memory"
summary = "More bytes than needed"
needs = ["duration"]
when = "1"
[let]
left = "where(long, 0.5, 0.75)"
[change.demand]
dram = "dram_ns * left"
[recommend]
width = "4"
tile = ["8", "8"]
[words]
title = "In general"
saw = "Seen."
why = "So it is."
advice = "Use {to_width}."
unless = "Never."
[[case]]
name = "long"
let.limit = "grid_size * 10"
when = "duration > limit"
recommend.width = "16"
words.title = "A long one: {duration}"
[[case]]
name = "any_at_all"
when = "duration > 0"
change.demand.dram = "dram_ns * 0.25 * where(long, 2, 1)"
recommend.tile = ["16", "32"]
words.title = "Any"
words.saw = "Any seen."
"""


def found(text: str, **launch: float) -> Finding:
    rule = from_toml(text, Path("mine.toml"))
    rule_names.check([rule], {rule.id for rule in catalogue()})
    [kernel] = advise(profile_of(Example("mine", "h200-sxm", _LAUNCH | launch, {}, "", "fires")), gpu="h200-sxm", rules=[rule]).kernels
    [finding] = kernel.findings
    return finding


def test_the_first_case_that_holds_and_has_a_part_gives_it() -> None:
    """A long launch has its own title and width; what its case leaves open is another's that holds, too, and last the rule's own."""
    finding = found(_RULE)
    assert (finding.title, finding.advice) == ("A long one: 100 µs", "Use 16.")
    assert finding.explanation.startswith("Any seen.") and finding.explanation.endswith("So it is.")
    assert finding.recommendation == {"width": 16, "tile": [16, 32]}


def test_what_no_case_that_holds_has_is_the_rules_own() -> None:
    """A short launch meets the second case alone."""
    finding = found(_RULE, grid_size=1e6)
    assert (finding.title, finding.advice, finding.recommendation) == ("Any", "Use 4.", {"width": 4, "tile": [16, 32]})


def test_a_case_changes_what_the_mended_launch_needs() -> None:
    """The same saving as that of a rule that says so without cases; without a change of its own a case leaves the rule's."""
    whole = found(_RULE, grid_size=1e6).time_saved_pct
    alone = found(_RULE.split("[[case]]", maxsplit=1)[0].replace("where(long, 0.5, 0.75)", "0.25"), grid_size=1e6).time_saved_pct
    general = found(_RULE.replace("change.demand.dram", "change.demand.l2"), grid_size=1e6).time_saved_pct
    assert whole == alone > general > 0


def test_definitions_stand_in_one_order_in_every_run() -> None:
    """Python's sets have another order in every run; a rule's page, which lists definitions, has not."""
    lists = "from ncu_advisor.rule_files import catalogue; print([[*rule.let] for rule in catalogue() if rule.cases])"
    runs = [
        subprocess.run([sys.executable, "-c", lists], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("10", "11", "12", "13", "14", "15")
    ]
    assert len({*runs}) == 1
    assert "tiles_printed" in runs[0]


def test_a_definition_may_take_the_place_of_the_metric_that_it_names() -> None:
    """As in a rule without cases."""
    assert found(_RULE.replace('left = "where', 'grid_size = "first(grid_size, 1)"\nleft = "where')).title == "A long one: 100 µs"


def test_a_value_that_only_a_case_has_is_recommended_there_alone() -> None:
    """Of one number or of several."""
    text = _RULE.replace('recommend.width = "16"', 'recommend.width = "16"\nrecommend.block = ["32", "8", "1"]\nrecommend.tile = ""')
    assert found(text).recommendation == {"width": 16, "block": [32, 8, 1]}
    assert found(text, grid_size=1e6).recommendation == {"width": 4, "tile": [16, 32]}


def test_a_size_of_which_a_part_is_not_known_is_not_recommended() -> None:
    """A block of unknown by one is no block: it is left out, as a single value is."""
    finding = found(_RULE.replace('["16", "32"]', '["16 / (duration < 0)", "32"]'), grid_size=1e6)
    assert finding.recommendation == {"width": 4}


def test_a_case_may_recommend_nothing() -> None:
    """An empty value is none: a sentence that would name it is left out."""
    finding = found(_RULE.replace('recommend.width = "16"', 'recommend.width = ""'))
    assert "width" not in finding.recommendation
    assert "Use" not in finding.advice


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('let.limit = "grid_size * 10"', 'let.limit = "left * 10"', "has definitions that name each other: .*left"),
        ('name = "any_at_all"', 'name = "left"', "has a case 'left' that defines 'left', which stands above it"),
        ('["16", "32"]', '["16"]', "has cases that recommend 'tile' in another form: a list of 1 beside a list of 2"),
        ('recommend.width = "16"', 'recommend.width = ["16"]', "has cases that recommend 'width' in another form: a list of 1 beside one expression"),
        ('when = "duration > limit"', 'when = "duration >"', "'duration >' is not an expression"),
        ('words.saw = "Any seen."', 'words.saw = "Any {sen}."', "words.saw of case any_at_all names 'sen', which nothing gives there"),
        ('needs = ["duration"]\nwhen', 'measure = ["kernels"]\nwhen', "has a measure but no saves"),
        ("let.limit", "lets.limit", "case.0. has 'lets', which is none of name, let"),
        ('when = "duration > 0"\n', "", "names 'any_at_all', which nothing gives there"),
    ],
)
def test_cases_that_do_not_fit_the_rule_are_refused(old: str, new: str, problem: str) -> None:
    """On one line, which names the file."""
    assert old in _RULE
    with pytest.raises(BadRule, match=problem) as refused:
        found(_RULE.replace(old, new))
    assert refused.value.subject == "mine.toml"
