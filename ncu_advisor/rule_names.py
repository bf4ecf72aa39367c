"""The names in a rule, held against those that may stand there: else a misspelt one shows on the first launch of which the rule speaks, or never."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ncu_advisor import catalogue, measurement
from ncu_advisor.advise import columns_of
from ncu_advisor.errors import BadRule
from ncu_advisor.expression import Expression, parse
from ncu_advisor.hardware.device import identify
from ncu_advisor.in_words import FOLDS
from ncu_advisor.measurement import LAUNCHES
from ncu_advisor.plan.advice import recommend
from ncu_advisor.rehearsal import profile_of
from ncu_advisor.rule import SENTENCES, Example, Rule
from ncu_advisor.sentence import Phrase, mentioned, mistaken
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import BY_NAME, EXPOSED, TimeModel
from ncu_advisor.traces.launch_order import LaunchOrder

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile

Names = frozenset[str]
# A part of a file, the names in it, and those that may stand there.
Use = tuple[str, Iterable[str], Collection[str]]

# Units that no metric of the catalogue has; what has none is worded as a plain number.
_UNITS = frozenset({"", "ns", "hz", "byte", "byte/s", "flop", "flop/s", "%"})
_PLANNED = ("to_", "next_")
_FEW = 20  # names that a message lists


def check(rules: Sequence[Rule], ids: Collection[str]) -> None:
    """Raises BadRule for the first name of ``rules`` that nothing gives, and for a slot that cannot be worded; ``ids``: of all rules."""
    for rule in rules:
        for part in (rule, rule.of_run):
            if part is not None:
                _check(part, ids)


def _check(rule: Rule, ids: Collection[str]) -> None:
    try:
        recommend(rule.plan, {}, None) if rule.plan else {}
        uses = [*_names_of_rules(rule, ids), *(_in_occurrences(rule) if rule.measure else _in_launches(rule))]
    except BadRule as error:  # a plan or a measurement
        raise BadRule(str(rule.path), f"{error.subject!r} {error.problem}", error.remedy) from error
    for place, names, known in uses:
        for name in sorted(name for name in {*names} if name not in known):
            raise BadRule(str(rule.path), f"{place} names {name!r}, which nothing gives there", _remedy(place, name, known))
    _hold_phrases_in_turn(rule)
    units = _UNITS | {metric.unit for metric in catalogue.metrics().values()}
    for place, text in _sentences(rule):
        if wrong := mistaken(text, units):
            raise BadRule(str(rule.path), f"{place} has {wrong!r}, which is no slot", "write {name}, {name|unit}, {name|.1f} or {name|count noun}")


def _hold_phrases_in_turn(rule: Rule) -> None:
    """Phrases are worded one after the other: in one of them, a phrase of which a piece comes later would be empty."""
    last = {phrase.name: at for at, phrase in enumerate(rule.phrases)}
    for at, phrase in enumerate(rule.phrases):
        for name in mentioned(phrase.says):
            if last.get(name, -1) >= at:
                problem = f"phrase[{at}].says ({phrase.name}) names the phrase {name!r} before all of that is worded"
                raise BadRule(str(rule.path), problem, f"write it below phrase[{last[name]}], the last of {name!r}")


def _remedy(place: str, name: str, known: Collection[str]) -> str:
    if alike := difflib.get_close_matches(name, known, n=3):
        return f"nearest {'are' if len(alike) > 1 else 'is'} {', '.join(alike)}"
    if place in ("yields_to", "alternative_to"):
        return "`ncu-advisor rules` lists ids"
    return f"one of {', '.join(known)}" if len(known) < _FEW else "docs/metrics.md lists metrics, and CONTRIBUTING says what else has a name"


def _sentences(rule: Rule) -> Iterator[tuple[str, str]]:
    yield from ((f"words.{name}", text) for name, text in rule.words.items())
    yield from ((f"blocked[{at}].reason", blocker.reason) for at, blocker in enumerate(rule.blocked))
    yield from ((_place(rule, at, phrase), phrase.says) for at, phrase in enumerate(rule.phrases))
    yield from [("saves.of", rule.saves.of)] if rule.saves else []


def _place(rule: Rule, at: int, phrase: Phrase) -> str:
    """Where the file has a phrase: sentences of cases have become phrases (rule_cases)."""
    of_case = phrase.name in SENTENCES and phrase.when.source in rule.cases
    return f"words.{phrase.name} of case {phrase.when.source}" if of_case else f"phrase[{at}].says"


def _names_of_rules(rule: Rule, ids: Collection[str]) -> Iterator[Use]:
    others = {*ids} - {rule.id}
    yield "yields_to", rule.yields_to, others
    yield "alternative_to", rule.alternative_to, others
    yield "change.demand", rule.change.demand, BY_NAME
    yield "change.exposed", rule.change.exposed, EXPOSED


def _in_launches(rule: Rule) -> Iterator[Use]:
    """Of a rule about single launches, in the order in which judge asks."""
    columns = of_launches()
    yield from _needed(rule, columns)
    yield from [("where", rule.where.names, columns)] if rule.where else []
    yield from _in_turn("let", rule.let, columns)
    own = columns | rule.let.keys()
    yield "when", rule.when.names, own
    yield from _each("change.demand", rule.change.demand, own)
    yield from _each("change.exposed", rule.change.exposed, own)
    saved = own | {"saved"}
    yield from ((f"blocked[{at}].when", blocker.when.names, saved) for at, blocker in enumerate(rule.blocked))
    yield from _each("alternative_to", rule.alternative_to, saved)
    told = {name if name.startswith("next_") else f"to_{name}" for name in rule.recommend}
    if rule.plan:  # which may find anything
        named = {*rule.slots(), *(name for phrase in rule.phrases for name in phrase.when.names)}
        told |= {name for name in named if name.startswith(_PLANNED)}
    yield from _said(rule, saved, saved | told)


def _in_occurrences(rule: Rule) -> Iterator[Use]:
    """Of a rule with a measure, in the order in which sequence asks; a rule about linked launches names those, too."""
    known = frozenset(measurement.known(rule.measure))
    if any(measurement.named(name).OF == LAUNCHES for name in rule.measure):
        launches = of_launches() | {"throughput_ns"}
        yield from _needed(rule, launches)
        yield from _in_turn("launch", rule.launch, launches)
        launches |= rule.launch.keys()
        yield from _in_links(rule, launches)
        known |= {
            *rule.links,
            *(name for link in rule.links.values() for name in link.sums),
            *(f"{fold}_{name}" for fold in FOLDS for name in launches),
        }
    yield from _in_turn("let", rule.let, known)
    own = known | rule.let.keys()
    yield "when", rule.when.names, own
    yield from _each("saves", {"ns": rule.saves.ns, "of_ns": rule.saves.of_ns} if rule.saves else {}, own)
    saved = own | {"time_saved_ns", "time_saved_pct"}
    yield from _said(rule, saved, saved)


def _in_links(rule: Rule, launches: Names) -> Iterator[Use]:
    of_both = frozenset(LaunchOrder(_launch(), {}).neighbours()) | launches | {f"next_{name}" for name in launches}
    for name, link in rule.links.items():
        yield from _in_turn(f"link.{name}.let", link.let, of_both)
        asked = {"when": link.when, "fits": link.fits, "ends": link.ends, "begins": link.begins}
        own = of_both | link.let.keys()
        yield from _each(f"link.{name}", {part: asked_for for part, asked_for in asked.items() if asked_for}, own)
        yield from _each(f"link.{name}.sum", link.sums, own)
    if rule.in_one:
        yield "in_one", rule.in_one.names, {*launches, *(f"{of}_{name}" for of in ("chain", "first") for name in launches)}


def _needed(rule: Rule, known: Names) -> Iterator[Use]:
    yield "needs", (name for need in rule.needs for name in need.split("|")), known
    yield "settled_by", (name for need in rule.settled_by for name in need.split("|")), known


def _in_turn(place: str, definitions: Mapping[str, Expression], known: Names) -> Iterator[Use]:
    """Definitions see those before them."""
    for name, definition in definitions.items():
        yield f"{place}.{name}", definition.names, known
        known |= {name}


def _each(place: str, expressions: Mapping[str, Expression], known: Names) -> Iterator[Use]:
    yield from ((f"{place}.{name}", expression.names, known) for name, expression in expressions.items())


def _said(rule: Rule, known: Names, told: Names) -> Iterator[Use]:
    """What a finding consists of: values of ``known``; in sentences also those of ``told``, and phrases."""
    for name, value in rule.recommend.items():
        for part in value if isinstance(value, tuple) else (value,):
            yield f"recommend.{name}", part.names, known
    for at, entry in enumerate(rule.evidence):
        yield f"evidence[{at}].metric", (entry["metric"],), known
        yield f"evidence[{at}].ideal", parse(entry["ideal"]).names if "ideal" in entry else (), known
    yield from ((f"phrase[{at}].when", phrase.when.names, told) for at, phrase in enumerate(rule.phrases))
    phrases = told | {phrase.name for phrase in rule.phrases}
    yield from ((place, mentioned(text), phrases) for place, text in _sentences(rule))


@lru_cache(maxsize=1)
def of_launches() -> Names:
    """What any profile gives of a launch: metrics, whether collected or not, and what the pipeline makes of them (advise)."""
    profile = _launch()
    model = TimeModel(profile.metric_columns)
    columns = columns_of(profile, identify(profile))
    return frozenset({*catalogue.metrics(), *columns, *model.columns(), *tail_columns(profile.metric_columns, model)})


@lru_cache(maxsize=1)
def _launch() -> Profile:
    return profile_of(Example("any", "", {"duration": 1e5}, {}, "", "silent"))
