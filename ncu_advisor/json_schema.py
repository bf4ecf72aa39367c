"""JSON that others may have edited, cut or merged by hand, held against a schema, by as much of JSON Schema as the files of this package use.

Keys that are not known are passed over, as a newer version may write more.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from ncu_advisor.text import elide

Schema = Mapping[str, Any]
Check = Callable[[Any], None]

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
_WORDS = {"object": "an object", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number", "boolean": "true or false"}
_WORDS |= {"null": "null"}
_LARGEST = 1e100  # far beyond what a GPU counts, and sums and squares of such numbers are still finite
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file and no database takes
_TOLD = 40  # characters of a wrong value


def check(value: Any, schema: Schema) -> None:
    """Raises ValueError unless ``value``, as json reads it, follows ``schema``: ``"kernels[0].name is 5, where text belongs"``.

    A number is finite, NaN and Infinity are none. Of JSON Schema it knows what the files of this package use, but for
    ``additionalProperties: false``.
    """
    try:
        _checked(schema, schema.get("$defs", {}))(value)
    except _Wrong as wrong:
        raise ValueError(f"{wrong.place.removeprefix('.') or 'the file'} {wrong.what}") from None


class _Wrong(Exception):
    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
        self.place = ""

    def within(self, step: str) -> _Wrong:
        self.place = step + self.place
        return self


def _checked(schema: Schema, named: Mapping[str, Schema]) -> Check:
    """What raises _Wrong for a value that does not follow ``schema``, made once as it is asked of every launch."""
    if "$ref" in schema:
        return _checked(named[schema["$ref"].rpartition("/")[2]], named)
    if "anyOf" in schema:
        null, other = schema["anyOf"]  # as every optional object is written
        check_other = _checked(other, named)
        return lambda value: None if value is None and null["type"] == "null" else check_other(value)
    if "const" in schema or "enum" in schema:
        choices = schema.get("enum", [schema.get("const")])
        return lambda value: None if type(value) is str and value in choices else _refuse(value, schema)
    if "type" not in schema:
        return lambda value: None
    kinds = _types(schema)
    inside: dict[type, Check] = {}
    for name in kinds:
        inside |= dict.fromkeys(_KINDS[name], _inside(name, schema, named))

    def checked(value: Any) -> None:
        within = inside.get(type(value))
        if within is None:
            _refuse(value, schema)
        else:
            within(value)

    return checked


def _inside(kind: str, schema: Schema, named: Mapping[str, Schema]) -> Check:
    """What raises _Wrong for a value of the right kind that does not follow ``schema``."""
    if kind == "object":
        return _object(schema, named)
    if kind == "array":
        return _array(schema, named)
    if kind in ("integer", "number"):
        return _number(schema)
    if kind == "string":
        return lambda value: None if value.isascii() or not _SURROGATE.search(value) else _refuse(value, schema)
    return lambda value: None


def _number(schema: Schema) -> Check:
    least, most = max(schema.get("minimum", -_LARGEST), -_LARGEST), min(schema.get("maximum", _LARGEST), _LARGEST)
    above = schema.get("exclusiveMinimum", -math.inf)
    return lambda value: None if least <= value <= most and value > above else _refuse(value, schema)


def _array(schema: Schema, named: Mapping[str, Schema]) -> Check:
    least, most, entry = schema.get("minItems", 0), schema.get("maxItems", math.inf), _checked(schema.get("items", {}), named)

    def checked(value: list[Any]) -> None:
        if not least <= len(value) <= most:
            _refuse(value, schema)
        at = 0
        try:
            for at, one in enumerate(value):  # noqa: B007 - it is the place of what is wrong
                entry(one)
        except _Wrong as wrong:
            raise wrong.within(f"[{at}]") from None

    return checked


def _object(schema: Schema, named: Mapping[str, Schema]) -> Check:
    parts = {name: _checked(part, named) for name, part in schema.get("properties", {}).items()}
    others, required = schema.get("additionalProperties"), frozenset(schema.get("required", ()))
    other = _checked(others, named) if isinstance(others, dict) else None

    def checked(value: dict[str, Any]) -> None:
        if missing := required - value.keys():
            raise _Wrong(f"has no {min(missing)}")
        name = ""
        try:
            for name, one in value.items():
                if part := parts.get(name, other):
                    part(one)
        except _Wrong as wrong:
            raise wrong.within(f".{elide(name, _TOLD)}") from None

    return checked


def _refuse(value: Any, schema: Schema) -> None:
    raise _Wrong(f"is {_said(value)}, where {_expected(schema)} belongs")


def _types(schema: Schema) -> list[str]:
    return [schema["type"]] if isinstance(schema["type"], str) else schema["type"]


def _expected(schema: Schema) -> str:
    """``"a number from 0 on or null"``."""
    if "const" in schema or "enum" in schema:
        return " or ".join(json.dumps(choice) for choice in schema.get("enum", (schema.get("const"),)))
    sizes = {"minimum": "from {} on", "maximum": "up to {}", "exclusiveMinimum": "above {}"}
    size = " ".join(words.format(schema[name]) for name, words in sizes.items() if name in schema)
    if "minItems" in schema:
        size = f"of {schema['minItems']}"
    first, *others = _types(schema)
    return " or ".join([f"{_WORDS[first]} {size}".strip(), *(_WORDS[name] for name in others)])


def _said(value: Any) -> str:
    if isinstance(value, (list, dict)):
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if isinstance(value, (int, float)) and _LARGEST < abs(value) < math.inf:
        return f"beyond {_LARGEST:g}"  # not the number itself: Python refuses to write thousands of digits
    return elide(json.dumps(value, default=str), _TOLD)  # TOML has dates
