"""The form of a rule file: which parts it may have, and of which kind each is. What the names in them mean is asked by rule_names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ncu_advisor.errors import BadRule
from ncu_advisor.json_schema import Schema, check

_REMEDY = "see CONTRIBUTING for a rule's parts"
_TEXT: Schema = {"type": "string"}  # expressions are text, too
_NUMBER: Schema = {"type": "number"}
_FLAG: Schema = {"type": "boolean"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_EXPRESSIONS: Schema = {"type": "object", "additionalProperties": _TEXT}
_NUMBERS: Schema = {"type": "object", "additionalProperties": _NUMBER}


def _table(required: str = "", **parts: Schema) -> Schema:
    """A table of these parts, of which some are ``required``."""
    return {"type": "object", "required": required.split(), "properties": parts}


def _tables(required: str, **parts: Schema) -> Schema:
    return {"type": "array", "items": _table(required, **parts)}


_LINK = _table(
    "when",
    let=_EXPRESSIONS,
    when=_TEXT,
    at_least={"type": "integer", "minimum": 2},
    sum=_EXPRESSIONS,
    fits=_TEXT,
    ends=_TEXT,
    begins=_TEXT,
    as_one=_FLAG,
)
# One table, or several that stand for one: TOML keeps an inline table on one line, however long.
_IN_PIECES: Schema = {"type": ["object", "array"], "additionalProperties": _NUMBER, "items": _NUMBERS}
_EXAMPLE = {
    "name": _TEXT,
    "device": _TEXT,
    "metrics": _IN_PIECES,
    "opcodes": _IN_PIECES,
    "says": _TEXT,
    "outcome": {"enum": ["fires", "silent", "suppressed", "not evaluated"]},
    "time_saved_pct": _NUMBER,
    "given": {"type": "object", "additionalProperties": {"type": ["number", "string"]}},
}
_WORDS = _table(title=_TEXT, saw=_TEXT, why=_TEXT, advice=_TEXT, unless=_TEXT)
_CHANGE = _table(demand=_EXPRESSIONS, exposed=_EXPRESSIONS)
_RECOMMEND: Schema = {"type": "object", "additionalProperties": {"type": ["string", "array"], "items": _TEXT}}
_CASE = {"name": _TEXT, "let": _EXPRESSIONS, "when": _TEXT, "change": _CHANGE, "recommend": _RECOMMEND, "words": _WORDS}
_SHARED = {"let": _EXPRESSIONS, "blocked": _tables("when reason", when=_TEXT, reason=_TEXT)}
# What any rule may have, what asks the time model about one launch, and what only occurrences have.
COMMON: dict[str, Schema] = {
    "id": _TEXT,
    "group": {"enum": ["memory", "compute", "launch", "sequence"]},
    "card": _FLAG,
    "summary": _TEXT,
    "references": _TEXTS,
    "confidence": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
    "needs": _TEXTS,
    "settled_by": _TEXTS,
    "family": _TEXT,
    "let": _SHARED["let"],
    "when": _TEXT,
    "pays": _NUMBER,
    "recommend": _RECOMMEND,
    "words": _WORDS,
    "phrase": _tables("name when says", name=_TEXT, when=_TEXT, says=_TEXT),
    "evidence": _tables("metric", metric=_TEXT, ideal=_TEXT, unit=_TEXT),
    "example": {"type": "array", "items": {"type": "object", "required": ["name", "outcome"], "properties": _EXAMPLE}},
}
OF_ONE_LAUNCH: dict[str, Schema] = {
    "where": _TEXT,
    "change": _CHANGE,
    "case": _tables("name", **_CASE),
    "blocked": _SHARED["blocked"],
    "yields_to": _TEXTS,
    "alternative_to": _EXPRESSIONS,
    "plan": _TEXT,
    "locate": _TEXTS,
    "any_build": _FLAG,
    "own_code": _FLAG,
}
OF_OCCURRENCES: dict[str, Schema] = {
    "measure": _TEXTS,
    "launch": _EXPRESSIONS,
    "link": {"type": "object", "additionalProperties": _LINK},
    "in_one": _TEXT,
    "saves": _table("ns of_ns of", ns=_TEXT, of_ns=_TEXT, of=_TEXT),
}
_RULE: Schema = {"type": "object", "properties": {**COMMON, **OF_ONE_LAUNCH, **OF_OCCURRENCES}}
_FAMILY: Schema = {"type": "object", "properties": _SHARED}


def of_rule(raw: Mapping[str, Any], path: Path) -> None:
    """Raises BadRule, naming file and part, unless ``raw`` has the form of a rule."""
    _hold(raw, _RULE, "rule", path)


def of_family(raw: Mapping[str, Any], path: Path) -> None:
    """The same of a family."""
    _hold(raw, _FAMILY, "family", path)


def _hold(raw: Mapping[str, Any], form: Schema, what: str, path: Path) -> None:
    if unknown := raw.keys() - form["properties"].keys():
        raise BadRule(str(path), f"has parts that no {what} has: {', '.join(sorted(unknown))}", _REMEDY)
    for name, value in raw.items():
        part = form["properties"][name]
        if part.get("type") == "array" and isinstance(value, dict):
            raise BadRule(str(path), f"has one table [{name}], where a list belongs", f"write [[{name}]]" if part["items"] is not _TEXT else _REMEDY)
    try:
        check(raw, form)
    except ValueError as error:
        raise BadRule(str(path), str(error).replace("an object", "a table"), _REMEDY) from error
    _no_others(raw, form, "", path)


def _no_others(value: Any, form: Schema, place: str, path: Path) -> None:
    """Misspelt parts of parts, which JSON Schema passes over, are refused, too."""
    if isinstance(value, list):
        for at, entry in enumerate(value):
            _no_others(entry, form.get("items", {}), f"{place}[{at}]", path)
    elif isinstance(value, dict):
        parts, others = form.get("properties", {}), form.get("additionalProperties")
        for name, inner in value.items():
            if name not in parts and others is None:
                raise BadRule(str(path), f"{place} has {name!r}, which is none of {', '.join(parts)}", _REMEDY)
            _no_others(inner, parts.get(name, others), f"{place}.{name}".removeprefix("."), path)
