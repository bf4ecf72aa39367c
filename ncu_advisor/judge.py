"""Rules over columns: which launches a rule speaks of, what mending would save, and in which words.

Everything here is columnar until a rule speaks: only then does a launch become a dictionary of values and a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ncu_advisor import catalogue, units
from ncu_advisor.columns import Column
from ncu_advisor.errors import BadRule
from ncu_advisor.expression import holds
from ncu_advisor.report import SAVED_DECIMALS
from ncu_advisor.rule import Rule
from ncu_advisor.sentence import add_phrases, wording
from ncu_advisor.timemodel import EXPOSED, TimeModel
from ncu_advisor.verdict import Binding, Mask, Named, Values, Verdict

# Of a saving, what another rule must claim at least for both to mean the same time.
_SAME_TIME = 0.6
# An alternative promises less by this (points), so that it ranks after its rival as printed, too.
_AFTER = 0.15
_DEBUG = "the code was compiled with -G, without optimization: rebuild with -lineinfo and profile that"
_LIBRARY = (
    "the kernel is a library's, whose code is not its user's: other sizes, batches, layouts or types, another of its algorithms or another "
    "version may do without this"
)
# Part of its time from which on the cost of starting a launch makes what its code does hardly matter.
_MOSTLY_STARTED = 0.3


def judge(rules: Iterable[Rule], columns: Named, model: TimeModel) -> list[Verdict]:
    """The verdicts of all rules about single launches; those whose time a more specific finding claims are suppressed."""
    verdicts = [_judge(rule, columns, model) for rule in rules if not rule.measure]
    _yield(verdicts, len(model.duration))
    _follow(verdicts, len(model.duration))
    return verdicts


def missing(rule: Rule, columns: Named, row: int) -> list[str]:
    """The metrics that ``rule`` needs, or that would settle its silence, and the launch lacks; of alternatives, the first."""
    wanted = (*rule.needs, *rule.settled_by)
    return [need.split("|")[0] for need in wanted if not any(name in columns and not np.isnan(columns[name][row]) for name in need.split("|"))]


def _judge(rule: Rule, columns: Named, model: TimeModel) -> Verdict:
    count = len(model.duration)
    known = np.ones(count, dtype=bool)
    for need in rule.needs:
        known &= is_known(need, columns, count, rule)
    values = Values(columns, count)
    concerns = _mask(rule.where, values, count, rule)
    applies = known & concerns
    known |= _ruled_out(rule, concerns, columns)
    for name, definition in rule.let.items():
        values.own[name] = np.broadcast_to(np.asarray(_evaluate(definition, values, rule), dtype=float), count)
    fires = applies & _mask(rule.when, values, count, rule)
    for need in rule.settled_by:
        known &= fires | ~concerns | is_known(need, columns, count, rule)
    # What follows is of the launches that fire, which are few, and is kept until they are spoken of.
    rows = np.flatnonzero(fires)
    unknown = ~known if not known.all() else np.broadcast_to(False, count)
    part, values = model.of(rows), values.of(rows)
    changed = _changes(rule, values, part)
    with np.errstate(all="ignore"):
        saved = 100.0 * (1.0 - part.after(changed) / part.duration)
        saved = np.where(part.counted | (saved > 0), saved, np.nan)  # what nobody counted is not known to save nothing
    values.own["saved"] = rounded(saved)  # as findings print it, so that a sentence rounds to the same percent
    binding = Binding.of(part.binding(changed) if len(rows) else np.empty(0, dtype=str))
    verdict = Verdict(rule, unknown, rows, saved, changed, binding, values, np.zeros(len(rows), dtype=np.int8))
    _suppress(verdict, part)
    if not rule.plan:  # which may ask for anything
        mentioned = rule.mentions()
        values.own = {name: column for name, column in values.own.items() if name in mentioned}
    return verdict


def rounded(saved: Column) -> Column:
    """Percent of a launch to a tenth; above 90 to three digits of the time that is left, which makes the factor: 99.83% are 588x, 99.8% 500x."""
    with np.errstate(all="ignore"):
        scale = 10.0 ** np.clip(2 - np.floor(np.log10(np.abs(100.0 - saved))), 1, SAVED_DECIMALS)
    return np.asarray(np.round(saved * scale) / scale)


def is_known(need: str, columns: Named, count: int, rule: Rule) -> Mask:
    """Where one of the metrics of ``need`` (``a|b``: either will do) was collected."""
    known = np.zeros(count, dtype=bool)
    for name in need.split("|"):
        if name in columns:
            known |= ~np.isnan(columns[name])
        elif name not in catalogue.metrics():
            raise BadRule(f"{rule.id}.toml", f"needs {name!r}, which is no metric")
    return known


def _evaluate(definition: Any, values: Mapping[str, Any], rule: Rule) -> Any:
    try:
        return definition(values)
    except KeyError as error:
        raise BadRule(f"{rule.id}.toml", f"names {error.args[0]!r}, which is no metric and not defined before its use") from error


def _mask(condition: Any, values: Values, count: int, rule: Rule) -> Mask:
    if condition is None:
        return np.ones(count, dtype=bool)
    return np.broadcast_to(holds(_evaluate(condition, values, rule)), count)


def _ruled_out(rule: Rule, concerns: Mask, columns: Named) -> Mask:
    """Where ``where`` says no, and nothing that it asks for is missing: there no metric would make the rule speak."""
    decided = ~concerns
    for name in rule.where.names if rule.where is not None else ():
        decided &= ~np.isnan(np.asarray(columns[name], dtype=float)) if name in columns else False
    return decided


def _changes(rule: Rule, values: Values, model: TimeModel) -> dict[str, Column]:
    """New demands and exposed parts (ns); what cannot be told stays as it is."""
    parts = {**model.demand, **model.exposed}
    changed = {}
    for name, target in {**rule.change.demand, **rule.change.exposed}.items():
        if name not in parts:
            raise BadRule(f"{rule.id}.toml", f"changes {name!r}, which is neither a resource nor one of {', '.join(EXPOSED)}")
        new = np.broadcast_to(np.asarray(_evaluate(target, values, rule), dtype=float), parts[name].shape)
        changed[name] = np.where(np.isfinite(new), np.clip(new, 0.0, None), parts[name])
    return changed


def _suppress(verdict: Verdict, model: TimeModel) -> None:
    rule = verdict.rule
    if rule.pays > 0 and not rule.any_build:
        # Without optimization neither times nor counts are those of the code that its author will run.
        verdict.silence(verdict.values["debug_build"] > 0, lambda place: _DEBUG)
    if rule.own_code and "library_code" in verdict.values:
        verdict.silence(verdict.values["library_code"] > 0, lambda place: _LIBRARY)
    for blocker in rule.blocked:
        verdict.silence(_mask(blocker.when, verdict.values, len(verdict.rows), rule), partial(_blocked, verdict, blocker.reason))
    if rule.pays > 0:
        verdict.silence(model.exposed["launch"] > _MOSTLY_STARTED * model.duration, partial(_short, model))
    # A rule that promises nothing (pays = 0) is not silenced by the last digit of a saving of nothing.
    verdict.silence(verdict.saved < rule.pays - 1e-6, partial(_does_not_pay, verdict))


def _blocked(verdict: Verdict, reason: str, place: int) -> str:
    return spoken(verdict.rule, reason, spoken_values(verdict, place)) or "it does not apply here"


def _short(model: TimeModel, place: int) -> str:
    return f"the launch lasts {units.words(float(model.duration[place]), 'ns')}, hardly longer than starting it takes"


def _does_not_pay(verdict: Verdict, place: int) -> str:
    saved, binding = max(float(verdict.saved[place]), 0.0), verdict.binding[place]
    still = f": {binds_words(binding)} would still bind" if binding else ""
    return f"would save {saved:.1f}% of the launch{still}"


def _yield(verdicts: list[Verdict], count: int) -> None:
    """Where another rule speaks of the same launch and claims most of the same time, a rule yields to the more specific one."""
    by_id = {verdict.rule.id: verdict for verdict in verdicts}
    for verdict in verdicts:
        for other in (by_id[name] for name in verdict.rule.yields_to if name in by_id):
            same, _ = _claims(other, verdict, count)
            verdict.silence(same, partial(_yielded, other.rule.id))


def _follow(verdicts: list[Verdict], count: int) -> None:
    """Where another rule claims most of the same time, a rule that is an alternative to it follows: it stays, and promises no more.

    Of two that are alternatives to each other, the one that is so under a condition follows where that holds.
    """
    by_id = {verdict.rule.id: verdict for verdict in verdicts}
    alternatives = [(verdict, by_id[name], when) for verdict in verdicts for name, when in verdict.rule.alternative_to.items() if name in by_id]
    for verdict, other, when in sorted(alternatives, key=lambda alternative: not alternative[2].names):
        same, claimed = _claims(other, verdict, count)
        follows = same & (verdict.silenced == 0) & _mask(when, verdict.values, len(verdict.rows), verdict.rule)
        follows &= ~np.isin(verdict.rows, other.following(verdict.rule.id))
        verdict.instead_of |= dict.fromkeys(np.flatnonzero(follows).tolist(), other.rule.id)
        verdict.saved = np.where(follows, np.minimum(verdict.saved, claimed - _AFTER), verdict.saved)


def _claims(other: Verdict, verdict: Verdict, count: int) -> tuple[Mask, Column]:
    """For each row of ``verdict``: whether ``other`` claims most of the same time, and how much it claims (%; NaN where it does not speak)."""
    every = np.full(count, np.nan)
    every[other.rows[other.speaks]] = other.saved[other.speaks]
    claimed = every[verdict.rows]
    return ~np.isnan(claimed) & ~(claimed < _SAME_TIME * verdict.saved), claimed


def _yielded(to: str, place: int) -> str:
    return f"the same time is what `{to}` would save, and that is the cause"


def spoken_values(verdict: Verdict, place: int, recommendation: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What sentences may mention of the launch at this place of the verdict's rows: values of the profile and the rule, recommended ones
    (``to_x``, ``next_x``), phrases."""
    rule = verdict.rule
    told = {name if name.startswith("next_") else f"to_{name}": value for name, value in (recommendation or {}).items()}
    phrases = {phrase.name for phrase in rule.phrases}
    names = {*rule.slots(), *(name for phrase in rule.phrases for name in phrase.when.names), *(entry["metric"] for entry in rule.evidence)}
    values: dict[str, Any] = {}
    for name in names - phrases:
        if name.startswith(("to_", "next_")):
            value = told.get(name)
            values[name] = float("nan") if value is None else value
        else:
            values[name] = _value(verdict, name, place)
    add_phrases(rule.phrases, lambda when: bool(when(values)), values, unit_of)
    return values


def _value(verdict: Verdict, name: str, place: int) -> Any:
    try:
        return verdict.values[name][place]
    except KeyError as error:
        raise BadRule(f"{verdict.rule.id}.toml", f"mentions {name!r}, which is no metric, no definition and no phrase") from error


def unit_of(name: str) -> str:
    """The base unit of a metric; demands and exposed parts are times; a rule's own definitions have none."""
    metric = catalogue.metrics().get(name)
    if metric is not None:
        return metric.unit
    return "ns" if name.endswith("_ns") else ""


def binds_words(name: str) -> str:
    """How a sentence names a demand or an exposed part; "" where nobody counted which it is."""
    from ncu_advisor.timemodel import BY_NAME

    exposed = {"": "", "launch": "launch cost", "idle": "SMs without work", "latency": "latency that the resident warps do not cover"}
    return exposed[name] if name in exposed else BY_NAME[name].whose


def spoken(rule: Rule, template: str, values: Mapping[str, Any]) -> str:
    """A text of ``rule``, filled in, as far as its values are known. Raises BadRule where it mentions a value that nothing gives."""
    try:
        return wording(template, values, unit_of)
    except KeyError as error:
        raise BadRule(f"{rule.id}.toml", f"mentions {error.args[0]!r}, which is no metric, no definition and no word of its plan") from error


def as_evidence(entry: Mapping[str, str], values: Mapping[str, Any], evaluate: Callable[[str], float]) -> tuple[str, float, str, float | None]:
    """(metric, value, unit, ideal) of one evidence line of a rule."""
    ideal = evaluate(entry["ideal"]) if "ideal" in entry else None
    return entry["metric"], float(values[entry["metric"]]), entry.get("unit", unit_of(entry["metric"])), ideal


__all__ = ["as_evidence", "binds_words", "is_known", "judge", "missing", "spoken", "spoken_values", "unit_of"]
