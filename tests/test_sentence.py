"""Sentences: what is missing, or a ratio to nothing, is left unsaid."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from ncu_advisor.expression import parse
from ncu_advisor.sentence import Phrase, add_phrases, wording

UNKNOWN = [math.nan, math.inf, -math.inf, np.float64(math.inf), None]


@pytest.mark.parametrize("value", UNKNOWN)
def test_a_sentence_about_an_unknown_value_is_left_out(value: Any) -> None:
    """Whatever its slot's format; the sentences beside it are said."""
    template = "One SM works. The busiest has {ratio|.1f} times the mean. It takes {ratio|count load}. It is {ratio}."
    assert wording(template, {"ratio": value}) == "One SM works."
    assert wording("The busiest has {ratio|.1f} times the mean.", {"ratio": value}) == ""


@pytest.mark.parametrize("value", UNKNOWN)
def test_the_next_phrase_takes_the_place_of_one_about_an_unknown_value(value: Any) -> None:
    """One without fallback makes the sentence that names it unknown too."""
    phrases = [
        Phrase("load", parse("1 > 0"), "{ratio|.0f} loads"),
        Phrase("load", parse("1 > 0"), "all loads"),
        Phrase("only", parse("1 > 0"), "{ratio|.0f} loads"),
    ]
    values: dict[str, Any] = {"ratio": value}
    add_phrases(phrases, lambda condition: True, values, lambda name: "")
    assert (values["load"], values["only"]) == ("all loads", None)
    assert wording("It takes {load}. It takes {only}.", values) == "It takes all loads."
