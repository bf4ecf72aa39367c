"""Sentences of rules with values filled in: slots in their own units, pieces under conditions, and nothing said of what is missing."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ncu_advisor import units
from ncu_advisor.expression import Expression

_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z{`])")
_SLOT = re.compile(r"\{([a-z_0-9]+)(?:\|([^{}]*))?\}")


@dataclass(frozen=True)
class Phrase:
    """A piece of a sentence under a condition; of several with one name the first that holds is said."""

    name: str
    when: Expression
    says: str


def mentioned(template: str) -> Iterator[str]:
    """The names in its slots."""
    for match in _SLOT.finditer(template):
        yield match[1]


def mistaken(template: str, units_known: Collection[str]) -> str:
    """What of ``template`` ``render`` would not word: a brace that opens or closes no slot, or a slot whose unit is none; "" where it words all."""
    for match in _SLOT.finditer(template):
        how = match[2] or ""
        counts = how.startswith("count ") and len(how.split()) in (2, 3)
        if not (how in units_known or counts or (_is_format(how) and _formats(how))):
            return match[0]
    brace = re.search(r"[{}][^{}]{0,20}", _SLOT.sub("", template))
    return brace[0] if brace else ""


def _is_format(how: str) -> bool:
    return bool(how) and how[0] in ".0123456789," and how[-1] in "fdg%"


def _formats(how: str) -> bool:
    try:
        return bool(format(1.5, how))
    except ValueError:
        return False


def render(template: str, values: Mapping[str, Any], unit_of: Callable[[str], str] = lambda name: "") -> str:
    """Fill ``{name}`` (worded in its own unit) and ``{name|unit}`` slots.

    ``unit`` may be a base unit, a format such as ``.1f`` (of thousands without a fraction), or ``count`` and the noun, also its plural:
    ``{copies|count copy copies}``.
    """

    def fill(match: re.Match[str]) -> str:
        value, how = values[match[1]], match[2] if match[2] is not None else unit_of(match[1])
        if isinstance(value, str):
            return value
        if how and how.startswith("count "):
            one, *many = how.split()[1:]
            return f"{units.plain(float(value))} {one if value == 1 else (many or [one + 's'])[0]}"
        if how and _is_format(how):
            return format(value, ",.0f" if how in (".1f", ".2f") and abs(value) >= 1000 else how)
        return units.words(float(value), how)

    return _SLOT.sub(fill, template)


def wording(template: str, values: Mapping[str, Any], unit_of: Callable[[str], str] = lambda name: "") -> str:
    """``render`` without the sentences that mention a missing value: what was not collected is left unsaid. "" where nothing remains."""
    if _whole(template, values):
        return render(template, values, unit_of)
    return " ".join(render(sentence, values, unit_of) for sentence in _BETWEEN_SENTENCES.split(template) if _whole(sentence, values))


def add_phrases(phrases: Sequence[Phrase], holds: Callable[[Expression], bool], values: dict[str, Any], unit_of: Callable[[str], str]) -> None:
    """Say each phrase: of those with one name the first that ``holds`` and mentions no missing value.

    None, which is a missing value, where one holds and none can be said; "" where none holds.
    """
    unheld = {phrase.name: "" for phrase in phrases}
    for phrase in phrases:
        if values.get(phrase.name) is None and holds(phrase.when):
            values[phrase.name] = render(phrase.says, {**unheld, **values}, unit_of) if _whole(phrase.says, values) else None
    for phrase in phrases:
        values.setdefault(phrase.name, "")


def explanation(words: Mapping[str, str]) -> str:
    """What was seen and why it costs, as far as it can be said."""
    return " ".join(filter(None, (words["saw"], words["why"])))


def unsaid(rule_id: str) -> str:
    """In place of advice all of whose values are missing."""
    return f"What to set follows from counters that this profile lacks; `ncu-advisor explain {rule_id}` says what to do in general."


def _whole(template: str, values: Mapping[str, Any]) -> bool:
    """Whether every value that it mentions is there; one that nothing gives is left to ``render``. A ratio to nothing tells as little as a missing
    value."""
    told = (values.get(name, "") for name in mentioned(template))
    return not any(value is None or (isinstance(value, float) and not math.isfinite(value)) for value in told)
