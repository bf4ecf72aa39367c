"""What the package knows, as pages to read: one rule, the catalogue of rules, the devices. Terminal pages keep to 100 columns."""

from __future__ import annotations

import difflib
import json
import textwrap
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ncu_advisor.device_page import devices
from ncu_advisor.errors import AdvisorError
from ncu_advisor.rule import Rule
from ncu_advisor.rule_details import Part, details, in_general, of_cases, of_trace, spoken
from ncu_advisor.rule_files import catalogue

if TYPE_CHECKING:
    from ncu_advisor.report import Finding, SequenceFinding

__all__ = ["Part", "details", "devices", "listing", "measured_error", "page", "parts", "rule_named", "spoken"]

WIDTH = 100


def page(rule_id: str, full: bool = False, rules: Sequence[Rule] | None = None) -> str:
    """The page of one of ``rules`` (the shipped ones unless said), ``full`` with its wordings and definitions.

    Raises AdvisorError, naming the ids most like it, for an unknown id.
    """
    rule = rule_named(rule_id, rules)
    lines = [f"{rule.id} ({rule.group})", *textwrap.wrap(f"{rule.summary}.", WIDTH)]
    for part in (*parts(rule), *(details(rule) if full else ())):
        lines += ["", *textwrap.wrap(part.heading, WIDTH, break_on_hyphens=False)]
        wide = max((len(term) for term, _ in part.entries), default=0)
        for term, text in part.entries:
            lines += _entry(term or ("-" if part.entries[1:] else ""), text, max(min(wide, 34), 1))
    more = f"`ncu-advisor explain {rule.id} --full` adds all wordings, definitions, needs, and how the saving is computed."
    return "\n".join([*lines, *([] if full else ["", *textwrap.wrap(more, WIDTH, break_on_hyphens=False)])])


def _entry(term: str, text: str, wide: int) -> list[str]:
    first = f"  {term.ljust(wide)}{'  ' if wide > 1 else ' '}" if term else "  "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)


def rule_named(rule_id: str, rules: Sequence[Rule] | None = None) -> Rule:
    """The one of ``rules`` (the shipped ones unless said) of this id; raises AdvisorError with the nearest ids where there is none."""
    by_id = {rule.id: rule for rule in (catalogue() if rules is None else rules)}
    if rule_id in by_id:
        return by_id[rule_id]
    alike = difflib.get_close_matches(rule_id.lower(), by_id, n=3, cutoff=0.5) or [name for name in by_id if rule_id and rule_id.lower() in name][:3]
    nearest = f"nearest {'are' if len(alike) > 1 else 'is'} {', '.join(alike)}" if alike else "`ncu-advisor rules` lists them"
    raise AdvisorError(rule_id or "RULE", "is no rule", nearest)


def parts(rule: Rule) -> list[Part]:
    """What a reader of a rule's advice wants to know, in order: an example, when it fires, how right it was, where it is from."""
    # A user's rule may have the id of a shipped one, whose promises were other ones.
    error = measured_error(rule.id) if any(rule is shipped for shipped in catalogue()) else ""
    every = [*_said(rule), Part("Measured error", (("", error),) if error else ())]
    references = Part("References", tuple(("", text) for text in rule.references))
    of_run = of_trace([*_said(rule.of_run), Part("References", tuple(("", text) for text in rule.of_run.references))]) if rule.of_run else []
    return [part for part in (*every, references, *of_run) if part.entries]


def _said(rule: Rule) -> Iterator[Part]:
    yield _example(rule)
    yield from _condition(rule)


def _example(rule: Rule) -> Part:
    """The finding of its first example that fires; its sentences in general where it has none."""
    from ncu_advisor.rehearsal import first_finding

    told = first_finding(rule)
    if told is None:
        words = {name: in_general(rule, text) for name, text in rule.words.items()}
        said = {"Finding": words["title"], "Seen": f"{words['saw']} {words['why']}", "To do": words["advice"], "Unless": words["unless"]}
        return Part("What it says", tuple(said.items()), labelled=True)
    example, finding = told
    said = {"Finding": finding.title, "Seen": finding.explanation, "To do": finding.advice, "Saves": _saving(finding, example.metrics)}
    said |= {"Unless": finding.unless, "Evidence": _evidence(finding)}
    return Part(f"Example: {example.name}", tuple((term, text) for term, text in said.items() if text), labelled=True)


def _saving(finding: Finding | SequenceFinding, metrics: dict[str, float]) -> str:
    from ncu_advisor import units
    from ncu_advisor.presentation import wording
    from ncu_advisor.report import Finding

    if isinstance(finding, Finding):
        return wording.saving(finding, metrics.get("duration", float("nan")))
    return f"{units.percent(finding.time_saved_pct)}% of {finding.basis} ({units.words(finding.time_saved_ns, 'ns')})"


def _evidence(finding: Finding | SequenceFinding) -> str:
    from ncu_advisor.presentation import wording

    ideals = ((entry, wording.measured(entry, ideal=True)) for entry in finding.evidence)
    return "; ".join(f"{e.metric} {wording.measured(e)}{f' ({ideal} without the defect)' if ideal else ''}" for e, ideal in ideals)


def _condition(rule: Rule) -> Iterator[Part]:
    from ncu_advisor import in_words

    how, said = in_words.alternatives(rule)
    yield Part(f"Fires where {how}" if how else "Fires where", tuple(("", text) for text in said))
    yield Part("Asked only where", (("", in_words.spoken(rule.where, rule)),) if rule.where else ())
    yield Part("What its cases say", tuple(of_cases(rule)))
    yield Part("What these names mean", tuple(in_words.meanings(rule)))


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


def listing(format_: str = "terminal", rules: Sequence[Rule] | None = None) -> str:
    """``rules`` (the shipped ones unless said): id, group and summary, by group."""
    rules = sorted(catalogue() if rules is None else rules, key=lambda rule: (rule.group, rule.id))
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
