"""What the names in a rule's condition mean, in words: they tell what is compared, not what else has a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ncu_advisor import in_words
from ncu_advisor.expression import parse
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import catalogue

RULES = {rule.id: rule for rule in catalogue()}


def meaning(definition: str) -> str:
    """Of a name that a rule defines so."""
    rule = replace(RULES["tail-wave"], where=None, when=parse("mine > 0"), let={"mine": parse(definition)})
    [(_, said)] = in_words.meanings(rule)
    return said


def many(word: str) -> str:
    return f" {word} ".join(f"warp_slot_number_{at} > {at}" for at in range(12))


def test_a_long_definition_is_told_by_its_first_conditions() -> None:
    """With their numbers, and how many more there are; alternatives likewise, also one long one."""
    assert meaning(many("and")).startswith("`warp_slot_number_0` is above 0 and `warp_slot_number_1` is above 1 and ")
    assert meaning(many("and")).endswith(" conditions more")
    assert meaning(many("or")).endswith(" cases more")
    assert meaning(f"waves > 3 or ({many('and')})").startswith("`waves` is above 3 or (`warp_slot_number_0` is above 0 and ")
    assert meaning(f"where(waves > 3, {many('and')}, 0)").startswith("Where `waves` is above 3: `warp_slot_number_0` is above 0 and ")
    assert meaning("duration > 3000 and waves > 2") == "`duration` is above 3 µs and `waves` is above 2"


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_definitions_tell_what_they_compare(rule: Rule) -> None:
    """None is a mere list of names, no two names of a page mean the same, and none takes half a page."""
    said = [what for _, what in in_words.meanings(rule)]
    assert [text for text in said if text.startswith("Worked out from")] == []
    assert sorted({text for text in said if said.count(text) > 1}) == []
    assert [text for text in said if len(text) > 450] == []


def test_links_and_their_sums_are_told_by_their_conditions() -> None:
    """A link by when it holds two launches together, a sum by what it counts."""
    told = dict(in_words.meanings(RULES["missed-fusion"]))
    assert told["stepping"].startswith("1 where, of each launch of the chain and the next, `same_kernel` and `same_shape` and ")
    assert told["near_steps"] == "How often in its chains `near` and `next_near`"
    assert told["handed"] == "How often in its chains `passed` or `summed`; other links count otherwise"
