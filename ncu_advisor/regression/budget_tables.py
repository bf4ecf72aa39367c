"""Budgets and waivers as the settings file writes them: ``[[budgets]]`` and ``[[waivers]]``, each entry checked, also for names that nothing has.

A limit on a misspelt rule would hold of every profile, and a waiver of one would lift nothing: neither is passed over.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from datetime import date, datetime
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from ncu_advisor import catalogue
from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression.budget import COUNTERS, TIME, TOTAL, Budget, Waiver
from ncu_advisor.regression.budgets import Budgets
from ncu_advisor.regression.runs import KEPT

if TYPE_CHECKING:
    from ncu_advisor.rule import Rule

_LEVELS = ("fail", "warn")
_UNMATCHED = ("fail", "warn", "ignore")
_KINDS = ("str", "float", "date")  # of what an entry may say


def from_tables(tables: Mapping[str, Any], source: str, rules: Sequence[Rule] | None = None) -> Budgets:
    """From the tables ``budgets`` and ``waivers`` of a settings file, with the names of ``rules`` (the shipped ones unless said).

    Raises AdvisorError naming the entry that is wrong.
    """
    budgets = [_budget(entry, f"{source}: budgets[{at}]", rules) for at, entry in enumerate(_entries(tables, "budgets", source))]
    waivers = [_waiver(entry, f"{source}: waivers[{at}]", rules) for at, entry in enumerate(_entries(tables, "waivers", source))]
    return Budgets(tuple(budgets), tuple(waivers))


def _entries(tables: Mapping[str, Any], name: str, source: str) -> list[Mapping[str, Any]]:
    entries = tables.get(name, [])
    if not isinstance(entries, list) or not all(isinstance(entry, Mapping) for entry in entries):
        raise AdvisorError(source, f"{name} is no list of tables", f"write [[{name}]] above each entry")
    return entries


def _budget(entry: Mapping[str, Any], source: str, rules: Sequence[Rule] | None) -> Budget:
    budget = Budget(**_typed(entry, Budget, source))
    limits = [budget.max, budget.min, budget.max_increase, budget.max_increase_pct]
    if bool(budget.metric) == bool(budget.rule):
        raise AdvisorError(source, "names no metric or rule, or both", "give it metric = or rule =")
    if budget.metric and all(math.isnan(limit) for limit in limits):
        raise AdvisorError(source, "sets no limit", "give it max, min, max_increase or max_increase_pct")
    if budget.rule and not all(math.isnan(limit) for limit in limits[1:]):
        raise AdvisorError(source, "limits a rule by something else than max", "give it max, the percent that it may promise, or nothing")
    for name, known in (("level", _LEVELS), ("unmatched", _UNMATCHED)):
        if getattr(budget, name) not in known:
            raise AdvisorError(source, f"{name} = {getattr(budget, name)!r} is not known", f"one of {', '.join(known)}")
    if budget.metric:
        _check_metric(budget.metric, source)
        return budget
    return replace(budget, rules=_rules(budget.rule, source, rules))


def _check_metric(metric: str, source: str) -> None:
    held = ("duration", TOTAL, *KEPT)
    if metric in held:
        return
    problem = "is none that the gate keeps of a run" if metric in catalogue.metrics() else "is no metric"
    raise AdvisorError(source, f"metric = {metric!r} {problem}", _nearest(metric, held) or f"one of {', '.join(sorted(held))}")


def _rules(pattern: str, source: str, rules: Sequence[Rule] | None) -> tuple[str, ...]:
    """The ids that ``pattern`` matches, of rules about launches: those about a run speak of no kernel."""
    measured = _ids(rules)
    found = [name for name in measured if fnmatchcase(name, pattern)]
    if not found:
        raise AdvisorError(source, f"rule = {pattern!r} matches no rule", _nearest(pattern, measured) or "`ncu-advisor rules` lists them")
    of_launches = tuple(name for name in found if not measured[name])
    if not of_launches:
        problem = f"rule = {pattern!r} speaks of several launches or of a run, and budgets are of kernels"
        raise AdvisorError(source, problem, "judge it with `ncu-advisor analyze --fail-on`")
    return of_launches


def _ids(rules: Sequence[Rule] | None) -> dict[str, bool]:
    """Every rule by id, and whether it is about several launches or a run."""
    if rules is None:
        from ncu_advisor.rule_files import catalogue as shipped

        rules = shipped()
    return {rule.id: bool(rule.measure) for rule in rules}


def _waiver(entry: Mapping[str, Any], source: str, rules: Sequence[Rule] | None) -> Waiver:
    given = dict(entry)
    expires = given.get("expires")
    if isinstance(expires, str):
        try:
            given["expires"] = date.fromisoformat(expires)
        except ValueError:
            raise AdvisorError(source, f"expires = {expires!r} is no day", "write it as 2027-01-31") from None
    if isinstance(expires, datetime):
        given["expires"] = expires.date()
    if not isinstance(given.get("expires"), date) or not str(given.get("reason", "")).strip():
        raise AdvisorError(source, "lacks a reason or the day on which it expires", 'write reason = "..." and expires = 2027-01-31')
    waiver = Waiver(**_typed(given, Waiver, source))
    known = [TIME, COUNTERS, *(name for name, of_run in _ids(rules).items() if not of_run), *catalogue.metrics()]
    if not any(fnmatchcase(name, waiver.what) for name in known):
        problem = f"what = {waiver.what!r} is no rule about launches, no metric, and neither {TIME} nor {COUNTERS}"
        raise AdvisorError(source, problem, _nearest(waiver.what, known) or "`ncu-advisor rules` lists the rules, docs/metrics.md the metrics")
    return waiver


def _nearest(name: str, known: Collection[str]) -> str:
    """What to write instead; "" where nothing is like it."""
    alike = difflib.get_close_matches(name.lower(), known, n=1)
    return f"write {alike[0]!r}" if alike else ""


def _typed(entry: Mapping[str, Any], kind: type[Budget] | type[Waiver], source: str) -> dict[str, Any]:
    """``entry`` with every value of the type that the field has; raises AdvisorError for unknown, wrong and missing ones."""
    types = {f.name: f for f in fields(kind) if f.type in _KINDS}
    result: dict[str, Any] = {}
    for name, given in entry.items():
        if name not in types:
            raise AdvisorError(source, f"{name!r} is not known", _nearest(name, types) or f"one of {', '.join(types)}")
        wants_number = types[name].type == "float"
        number = _number(given, name, source) if wants_number else math.nan
        if not math.isnan(number):
            result[name] = number
        elif (not wants_number and isinstance(given, str)) or (types[name].type == "date" and isinstance(given, date)):
            result[name] = given
        else:
            raise AdvisorError(source, f"{name} = {given!r} is of the wrong kind", "a number for limits, text for names")
    if lacking := [name for name, f in types.items() if f.default is MISSING and name not in result]:
        raise AdvisorError(source, f"lacks {', '.join(lacking)}", "add it")
    return result


def _number(given: Any, name: str, source: str) -> float:
    """NaN for what is none."""
    try:
        return float(given) if isinstance(given, (int, float)) and not isinstance(given, bool) else math.nan
    except OverflowError:
        raise AdvisorError(source, f"{name} is larger than any number that is compared here", "write a limit below 1e308") from None
