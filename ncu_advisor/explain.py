"""What the package knows, as pages to read: one rule, the catalogue of rules, the devices. Terminal pages keep to 100 columns."""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from ncu_advisor.device_page import devices
from ncu_advisor.errors import AdvisorError
from ncu_advisor.expression import Expression
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import catalogue

__all__ = ["Part", "devices", "listing", "measured_error", "page", "parts", "rule_named", "spoken"]

WIDTH = 100
_SLOT = re.compile(r"\{_?([a-z_0-9]+)(?:\|([^{}]*))?\}")
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
    """A part of a rule's page: entries of a term ("" for a plain sentence) and its text, which is an expression where ``code``."""

    heading: str
    entries: tuple[tuple[str, str], ...]
    code: bool = False


def page(rule_id: str) -> str:
    """The page of one rule. Raises AdvisorError, naming the ids most like it, for an id that no rule has."""
    rule = rule_named(rule_id)
    lines = [f"{rule.id} ({rule.group})", *textwrap.wrap(f"{rule.summary}.", WIDTH)]
    for part in parts(rule):
        lines += ["", part.heading]
        wide = max((len(term) for term, _ in part.entries), default=0)
        for term, text in part.entries:
            lines += _entry(term or ("-" if part.entries[1:] else ""), text, max(min(wide, 34), 1))
    return "\n".join(lines)


def _entry(term: str, text: str, wide: int) -> list[str]:
    first = f"  {term.ljust(wide)} {'' if term == '-' else ' '}" if term else "  "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def rule_named(rule_id: str) -> Rule:
    """The rule of this id; raises AdvisorError with the nearest ids where there is none."""
    by_id = {rule.id: rule for rule in catalogue()}
    if rule_id in by_id:
        return by_id[rule_id]
    alike = difflib.get_close_matches(rule_id.lower(), by_id, n=3, cutoff=0.5) or [name for name in by_id if rule_id and rule_id.lower() in name][:3]
    nearest = f"nearest are {', '.join(alike)}" if alike else "`ncu-advisor rules` lists them"
    raise AdvisorError(rule_id or "RULE", "is no rule", nearest)


def parts(rule: Rule) -> list[Part]:
    """A rule's page in order; parts that the rule does not have are left out. What it says of a trace alone comes last."""
    every = [part for part in (*_words(rule), *_conditions(rule), *_trust(rule)) if part.entries]
    of_run = (*_words(rule.of_run), *_conditions(rule.of_run), *_trust(rule.of_run, measured=False)) if rule.of_run else ()
    return [*every, *(replace(part, heading=f"Of a trace alone: {part.heading}") for part in of_run if part.entries)]


def _words(rule: Rule) -> Iterator[Part]:
    yield Part("Title", (("", spoken(rule.words["title"])),))
    yield Part("What it sees", (("", spoken(rule.words["saw"])),))
    yield Part("Why it costs", (("", spoken(rule.words["why"])),))
    yield Part("What to do", (("", spoken(rule.words["advice"])),))
    yield Part("Unless", (("", spoken(rule.words["unless"])),))
    yield Part("Wordings", tuple((f"<{p.name}>", f"{spoken(p.says).strip()}  [{_condition(p.when)}]") for p in rule.phrases))
    if rule.plan:
        yield Part("Values to set", (("", f"computed by `{rule.plan}` of plan/advice.py for the launch and its device"),))
    yield Part("Where it finds none" if rule.plan else "Values to set", _sources(rule.recommend), code=True)


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
    yield Part("Fits by chance where", tuple((name, _flat(link.fits)) for name, link in rule.links.items() if link.fits), code=True)
    yield Part("Added up along links", tuple(entry for link in rule.links.values() for entry in _sources(link.sums)), code=True)
    yield Part("Asked only where", (("", _flat(rule.where)),) if rule.where else (), code=True)
    yield Part("Definitions", _sources(rule.let), code=True)
    yield Part("Fires when", (("", _flat(rule.when)),), code=True)


def _trust(rule: Rule, measured: bool = True) -> Iterator[Part]:
    change = {f"{name}_ns": e for name, e in {**rule.change.demand, **rule.change.exposed}.items()}
    yield Part("Saving: what the time model answers with", _sources(change), code=True)
    if rule.saves:
        yield Part(f"Saving: of {spoken(rule.saves.of)}", _sources({"ns": rule.saves.ns, "of_ns": rule.saves.of_ns}), code=True)
    yield Part("Silent where" if rule.saves else "Suppressed where", tuple(_suppressed(rule)))
    if rule.alternative_to:
        yield Part("Alternative to", tuple(("", _alternative(name, when)) for name, when in rule.alternative_to.items()))
    first = next((e for e in rule.examples if e.outcome == "fires" and e.says), None)
    yield Part("Example", (("", f"{first.name}: “{first.says}”"),) if first else ())
    yield Part("Measured error", (("", error),) if measured and (error := measured_error(rule.id)) else ())
    yield Part("References", tuple(("", text) for text in rule.references))


def _alternative(name: str, when: Expression) -> str:
    only = f"  [{_flat(when)}]" if when.names else ""
    return f"said after {name}, with no larger promise, where that claims most of the same time{only}"


def _suppressed(rule: Rule) -> Iterator[tuple[str, str]]:
    for blocker in rule.blocked:
        yield "", f"{spoken(blocker.reason)}  [{_flat(blocker.when)}]"
    if rule.pays > 0 and not rule.any_build and not rule.measure:
        yield "", "the code was compiled with -G, without optimization"
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


@lru_cache(maxsize=1)
def _errors() -> dict[str, dict[str, float]]:
    file = resources.files("ncu_advisor").joinpath("measured_error.json")
    table: dict[str, dict[str, float]] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return table


def measured_error(rule_id: str) -> str:
    """How right the rule was on measured pairs of kernels (benchmarks/advice); "" where it has none."""
    error = _errors().get(rule_id)
    if not error:
        return ""
    pairs = int(error["pairs"])
    known = {key: value for key, value in error.items() if value is not None}
    said = [f"{pairs} measured {'pair' if pairs == 1 else 'pairs'} of kernels, before and after"]
    if "recall_pct" in known:
        said.append(f"found in {known['recall_pct']:.0f}%")
    if {"promised_pct", "measured_pct"} <= set(known):
        said.append(f"promised {known['promised_pct']:.1f}% on average, measured {known['measured_pct']:.1f}%")
    if "mean_error_pp" in known:
        said.append(f"a promise is off by {known['mean_error_pp']:.1f} points on average")
    return "; ".join(said)


def listing(format_: str = "terminal") -> str:
    """The catalogue of rules: id, group and summary, by group."""
    rules = sorted(catalogue(), key=lambda rule: (rule.group, rule.id))
    if format_ == "json":
        entries: list[dict[str, Any]] = [{"id": rule.id, "group": rule.group, "summary": rule.summary} for rule in rules]
        return json.dumps(entries, indent=2, ensure_ascii=False)
    lines: list[str] = []
    wide = max(len(rule.id) for rule in rules)
    for group in dict.fromkeys(rule.group for rule in rules):
        lines += ["", group]
        for rule in rules:
            if rule.group == group:
                lines += _entry(rule.id, rule.summary, wide)
    return "\n".join([*lines[1:], "", f"{len(rules)} rules; `ncu-advisor explain RULE` says what one sees, and when it is wrong"])
