"""The parts of a rule that are written in its own language: wordings with their conditions, definitions, needs, how the saving is computed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ncu_advisor.expression import Expression
from ncu_advisor.rule import Rule
from ncu_advisor.sentence import Phrase, mentioned

_SLOT = re.compile(r"\{_?([a-z_0-9]+)(?:\|([^{}]*))?\}")
# A sentence that is one piece, worded by cases.
_ONE_PIECE = re.compile(r"\{([a-z_0-9]+)\}\.?")
_SENTENCES = {"title": "title", "saw": "what it sees", "why": "why it costs", "advice": "what to do", "unless": "unless"}
# What a trace has to hold for a measurement's needs (gpu_activity.available).
EVENTS = {
    "gaps": "kernels of the whole run",
    "launches": "kernels, and the calls that launched them",
    "copies": "memory copies",
    "calls": "CUDA calls and kernels",
    "shapes": "kernels with grid and block, and the number of the GPU's SMs",
    "unified-memory": "page migrations of unified memory",
}


@dataclass(frozen=True)
class Part:
    """A part of a rule's page: entries of a term ("" for a plain sentence) and its text, which is an expression where ``code``.

    Terms are names of the rule's language, unless ``labelled``: then they are words.
    """

    heading: str
    entries: tuple[tuple[str, str], ...]
    code: bool = False
    labelled: bool = False


def details(rule: Rule) -> list[Part]:
    """All that the file of ``rule`` says beyond what a reader of its advice needs; what it says of a trace alone comes last."""
    every = [part for part in (*_wordings(rule), *_conditions(rule), *_savings(rule)) if part.entries]
    return [*every, *of_trace(details(rule.of_run) if rule.of_run else [])]


def of_trace(parts: list[Part]) -> list[Part]:
    """Parts of what a rule says of a trace alone, under headings that say so."""
    return [replace(part, heading=f"Of a trace alone: {part.heading}") for part in parts]


def _wordings(rule: Rule) -> Iterator[Part]:
    """Each sentence, its pieces after it in the order in which it mentions them; pieces that say nothing are left out."""
    told: set[str] = set()
    for name, what in _SENTENCES.items():
        text = rule.words[name]
        pieces = tuple(_pieces(text, rule.phrases, told))
        whole = () if pieces and _ONE_PIECE.fullmatch(text) else (("", spoken(text)),)
        yield Part(f"Wordings: {what}", (*whole, *pieces))
    others = "".join(f"{{{phrase.name}}}" for phrase in rule.phrases)
    yield Part("Wordings: in other sentences", tuple(_pieces(others, rule.phrases, told)))
    if rule.plan:
        yield Part("Values to set", (("", f"computed by `{rule.plan}` of plan/advice.py for the launch and its device"),))
    yield Part("Where it finds none" if rule.plan else "Values to set", _sources(rule.recommend), code=True)


def _pieces(text: str, phrases: tuple[Phrase, ...], told: set[str]) -> Iterator[tuple[str, str]]:
    for name in mentioned(text):
        of_name = [phrase for phrase in phrases if phrase.name == name and name not in told]
        told.add(name)
        for phrase in of_name:
            if phrase.says.strip():
                yield f"<{name}>", f"{spoken(phrase.says).strip()}  [{_condition(phrase.when)}]"
        for phrase in of_name:
            yield from _pieces(phrase.says, phrases, told)


def of_cases(rule: Rule) -> Iterator[tuple[str, str]]:
    """The cases of ``rule`` that have a title of their own, each with it."""
    for phrase in rule.phrases:
        if phrase.name == "title" and phrase.when.source in rule.cases:
            yield phrase.when.source, in_general(rule, phrase.says)


def in_general(rule: Rule, text: str) -> str:
    """A sentence of ``rule`` as it is where no case of its pieces applies: what remains to be filled in are values."""
    general = {phrase.name: phrase.says for phrase in rule.phrases if phrase.when.source == "1"}
    pieces = {phrase.name for phrase in rule.phrases}
    while any(piece in pieces for piece in mentioned(text)):
        text = _SLOT.sub(lambda slot: general.pop(slot[1], "") if slot[1] in pieces else slot[0], text)
    return spoken(text).strip()


def _conditions(rule: Rule) -> Iterator[Part]:
    from ncu_advisor import measurement

    yield Part("Needs", (*_needs(rule), *_events(rule)))
    used = {name for e in rule.expressions() for name in e.names} | set(rule.slots())
    yield Part("Measures", tuple((name, what) for name, what in measurement.known(rule.measure).items() if name in used))
    yield Part("Of each launch", _sources(rule.launch), code=True)
    yield Part("Of neighbours", tuple(entry for link in rule.links.values() for entry in _sources(link.let)), code=True)
    yield Part("Linked where", tuple((name, _flat(link.when)) for name, link in rule.links.items()), code=True)
    yield Part("In one launch where", (("", _flat(rule.in_one)),) if rule.in_one else (), code=True)
    yield Part("First and last step where", tuple((name, _flat(link.ends)) for name, link in rule.links.items() if link.ends), code=True)
    yield Part("Begins where", tuple((name, _flat(link.begins)) for name, link in rule.links.items() if link.begins), code=True)
    yield Part("Fits by chance where", tuple((name, _flat(link.fits)) for name, link in rule.links.items() if link.fits), code=True)
    yield Part("Added up along links", tuple(entry for link in rule.links.values() for entry in _sources(link.sums)), code=True)
    yield Part("Asked only where", (("", _flat(rule.where)),) if rule.where else (), code=True)
    yield Part("Definitions", _sources(rule.let), code=True)
    yield Part("Fires when", (("", _flat(rule.when)),), code=True)


def _savings(rule: Rule) -> Iterator[Part]:
    change = {f"{name}_ns": e for name, e in {**rule.change.demand, **rule.change.exposed}.items()}
    yield Part("Saving: what the time model answers with", _sources(change), code=True)
    if rule.saves:
        yield Part(f"Saving: of {spoken(rule.saves.of)}", _sources({"ns": rule.saves.ns, "of_ns": rule.saves.of_ns}), code=True)
    yield Part("Silent where" if rule.saves else "Suppressed where", tuple(_suppressed(rule)))
    if rule.alternative_to:
        yield Part("Alternative to", tuple(("", _alternative(name, when)) for name, when in rule.alternative_to.items()))


def _alternative(name: str, when: Expression) -> str:
    only = f"  [{_flat(when)}]" if when.names else ""
    return f"said after {name}, with no larger promise, where that claims most of the same time{only}"


def _suppressed(rule: Rule) -> Iterator[tuple[str, str]]:
    for blocker in rule.blocked:
        yield "", f"{spoken(blocker.reason)}  [{_flat(blocker.when)}]"
    if rule.pays > 0 and not rule.any_build and not rule.measure:
        yield "", "the code was compiled with -G, without optimization"
    if rule.own_code:
        yield "", "the kernel is a library's (cuBLAS, cuDNN, PyTorch), whose code is not its user's"
    if rule.yields_to:
        yield "", f"one of these claims most of the same time: {', '.join(rule.yields_to)}"
    if rule.pays > 0:
        yield "", f"it would save less than {rule.pays:g}% of {'of_ns' if rule.saves else 'the launch'}"


def _needs(rule: Rule) -> Iterator[tuple[str, str]]:
    from ncu_advisor import catalogue as metric_catalogue

    for need in rule.needs:
        for place, name in enumerate(need.split("|")):
            metric = metric_catalogue.metrics().get(name)
            what = (
                f"{metric.what}{f' ({metric.unit})' if metric.unit else ''}"
                if metric
                else "what the instructions say, from the source page or a binary report"
            )
            yield f"or {name}" if place else name, what


def _events(rule: Rule) -> Iterator[tuple[str, str]]:
    from ncu_advisor import measurement

    sources = [measurement.named(name) for name in rule.measure]
    alone = all(source.OF == measurement.SESSION for source in sources)
    for need in dict.fromkeys(need for source in sources if source.OF == measurement.SESSION for need in source.NEEDS):
        yield need if alone else f"or {need}", f"a trace that holds {EVENTS[need]}"


def _sources(expressions: Mapping[str, Expression | tuple[Expression, ...]]) -> tuple[tuple[str, str], ...]:
    def source(value: Expression | tuple[Expression, ...]) -> str:
        return f"({', '.join(_flat(part) for part in value)})" if isinstance(value, tuple) else _flat(value)

    return tuple((name, f"= {source(expression)}") for name, expression in expressions.items())


def _flat(expression: Expression) -> str:
    return " ".join(expression.source.split()).replace("( ", "(")


def _condition(expression: Expression) -> str:
    return "otherwise" if expression.source == "1" else _flat(expression)


def spoken(template: str) -> str:
    """A sentence of a rule with its slots as ``<name>``; values that the plan words lose their underscore."""

    def slot(match: re.Match[str]) -> str:
        how = (match[2] or "").split()
        one, many = (how[1], how[-1] if how[2:] else f"{how[1]}s") if how[:1] == ["count"] else ("", "")
        return f"<{match[1]}> {many}" if one else f"<{match[1]}>"

    return _SLOT.sub(slot, template)
