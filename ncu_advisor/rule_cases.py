"""The cases of a rule: what one case changes, recommends and says stands together in the file; here that goes to the parts of the rule.

Of the cases that hold, the first one that has a part gives it: a demand, an exposed time, a value, a sentence. What none of them has is as
the rule has it for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from ncu_advisor.errors import BadRule
from ncu_advisor.expression import parse

Table = Mapping[str, Any]

_ALWAYS = "1"
_NOTHING = "0 / 0"  # a value that is not recommended


def spread(raw: Table) -> dict[str, Any]:
    """The table of a rule's file, its cases spread over its other parts. Raises ValueError, worded, where a case does not fit the rule."""
    parts = {name: part for name, part in raw.items() if name != "case"}
    cases = raw.get("case", [])
    if not cases:
        return parts
    change = raw.get("change", {})
    return {
        **parts,
        "let": _definitions(raw.get("let", {}), cases),
        "change": {kind: _changed(kind, change.get(kind, {}), cases) for kind in ("demand", "exposed")},
        "recommend": _recommended(raw.get("recommend", {}), cases),
        "words": {name: f"{{{name}}}" if _given(cases, name) else text for name, text in raw["words"].items()},
        "phrase": [*raw.get("phrase", []), *_phrases(raw["words"], cases)],
    }


def _definitions(own: Table, cases: Sequence[Table]) -> dict[str, str]:
    """The rule's definitions, those of each case, and the case itself under its name; each after those that it names, wherever it stands."""
    defined = dict(own)
    for case in cases:
        for name, source in {**case.get("let", {}), **({case["name"]: case["when"]} if "when" in case else {})}.items():
            if name in defined:
                raise ValueError(f"has a case {case['name']!r} that defines {name!r}, which stands above it")
            defined[name] = source
    # In the order of the file where names leave it open, not in that of a set, which is another in every run.
    before = {
        name: [other for other in defined if other != name and other in used] for name, used in ((name, _names(e)) for name, e in defined.items())
    }
    try:
        return {name: defined[name] for name in TopologicalSorter(before).static_order()}
    except CycleError as error:
        raise ValueError(f"has definitions that name each other: {', '.join(error.args[1][1:])}") from error


def _names(source: Any) -> frozenset[str]:
    """The names in an expression; none where it is no expression, which is said when the definitions are read."""
    try:
        return parse(str(source)).names
    except BadRule:
        return frozenset()


def _changed(kind: str, own: Table, cases: Sequence[Table]) -> dict[str, str]:
    """Demands or exposed times by name: those of a case where it holds, else the rule's own, else what it is now."""
    of_cases = [case.get("change", {}).get(kind, {}) for case in cases]
    names = {name: None for table in (own, *of_cases) for name in table}
    return {name: _first_that_holds(cases, [table.get(name) for table in of_cases], own.get(name, f"{name}_ns")) for name in names}


def _recommended(own: Table, cases: Sequence[Table]) -> dict[str, str | list[str]]:
    """Values by name; of a block's three sizes, or a tile's two, each by itself. An empty text is no such value, of whatever form."""
    of_cases = [case.get("recommend", {}) for case in cases]
    values: dict[str, str | list[str]] = dict(own)
    for name in {name: None for table in of_cases for name in table}:
        here = [table.get(name) for table in of_cases]
        form = next((value for value in (own.get(name), *here) if value), "")
        general = _in_form(name, own.get(name, ""), form)
        parts = [None if value is None else _in_form(name, value, form) for value in here]
        each = [_first_that_holds(cases, [None if part is None else part[at] for part in parts], otherwise) for at, otherwise in enumerate(general)]
        values[name] = each[0] if isinstance(form, str) else each
    return values


def _in_form(name: str, value: str | list[str], form: str | list[str]) -> list[str]:
    """The parts of ``value``, one or as many as ``form`` has. Raises ValueError, worded, where it has others."""
    if not value:
        return [_NOTHING] * (1 if isinstance(form, str) else len(form))
    if _many(value) != _many(form):
        raise ValueError(f"has cases that recommend {name!r} in another form: {_many(value)} beside {_many(form)}")
    return [value] if isinstance(value, str) else value


def _many(value: str | list[str]) -> str:
    return "one expression" if isinstance(value, str) else f"a list of {len(value)}"


def _first_that_holds(cases: Sequence[Table], values: Sequence[str | None], otherwise: str) -> str:
    """One expression: the value of the first case that holds and has one."""
    pairs = [f"{case['name']}, {value}, " for case, value in zip(cases, values, strict=True) if value is not None]
    return f"where({''.join(pairs)}{otherwise})" if pairs else otherwise


def _given(cases: Sequence[Table], sentence: str) -> bool:
    return any(sentence in case.get("words", {}) for case in cases)


def _phrases(own: Table, cases: Sequence[Table]) -> list[dict[str, str]]:
    """The sentences that some case has of its own, as phrases of the sentence's name: the cases' in their order, then the rule's."""
    of_cases = [(name, case["name"], text) for case in cases for name, text in case.get("words", {}).items()]
    general = [(name, _ALWAYS, text) for name, text in own.items() if _given(cases, name)]
    return [{"name": name, "when": when, "says": " ".join(says.split())} for name, when, says in (*of_cases, *general)]
