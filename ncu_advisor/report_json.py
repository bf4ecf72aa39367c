"""A Report again from its JSON, the contract of report.schema.json: checked against it first, then the inverse of ``Report.to_json``.

What a file says is not to be trusted: it may have been edited, cut or merged by hand. So the schema itself is held against it, by as much of
JSON Schema as it uses, and whoever reads the report need not ask again whether a name is text or a time is negative. Keys that are not known
are passed over, as a newer version may write more.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ncu_advisor.report import (
    Diagnosis,
    Evidence,
    Finding,
    InputReport,
    Location,
    NotEvaluated,
    Report,
    RoofPoint,
    RunShare,
    SequenceFinding,
    Suppressed,
    VendorAdvice,
)
from ncu_advisor.text import elide

Schema = Mapping[str, Any]
Check = Callable[[Any], None]
_Made = TypeVar("_Made")

_KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float), "null": (type(None),),
}  # fmt: skip
_WORDS = {"object": "an object", "array": "a list", "string": "text", "integer": "a whole number", "number": "a number", "null": "null"}
_LARGEST = 1e100  # far beyond what a GPU counts, and sums and squares of such numbers are still finite
_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, which no file and no database takes
_TOLD = 40  # characters of a wrong value


def report_from_json(data: Any) -> Report:
    """A Report again. Raises ValueError, which says where and what, for ``data`` that does not follow the schema."""
    check(data, _report_schema())
    return Report(
        device=data["device"],
        kernels=[_kernel(k) for k in data["kernels"]],
        sequence_findings=[
            _made(SequenceFinding, f, kernels=tuple(f["kernels"]), evidence=tuple(_made(Evidence, e) for e in f["evidence"]))
            for f in data["sequence_findings"]
        ],
        waivers=data["waivers"],
        inputs=[_made(InputReport, i, warnings=tuple(i["warnings"])) for i in data["inputs"]],
        timeline=data["timeline"],
        not_evaluated=[_not_evaluated(n) for n in data["not_evaluated"]],
        conditions=data.get("conditions", {}),
    )


def _kernel(data: dict[str, Any]) -> Diagnosis:
    return _made(
        Diagnosis,
        data,
        grid=tuple(data["grid"]),
        block=tuple(data["block"]),
        findings=[_finding(f) for f in data["findings"]],
        suppressed=[_made(Suppressed, s) for s in data["suppressed"]],
        not_evaluated=[_not_evaluated(n) for n in data["not_evaluated"]],
        vendor_rules=[_made(VendorAdvice, v) for v in data["vendor_rules"]],
        roofline=[_made(RoofPoint, p) for p in data["roofline"]],
        utilization=_known(data["utilization"]),
        metrics=_known(data["metrics"]),
        run=_made(RunShare, data["run"]) if data["run"] else None,
    )


def _finding(data: dict[str, Any]) -> Finding:
    places = tuple(_made(Location, place) for place in data["location"])
    return _made(Finding, data, evidence=tuple(_made(Evidence, e) for e in data["evidence"]), location=places)


def _not_evaluated(data: dict[str, Any]) -> NotEvaluated:
    return _made(NotEvaluated, data, missing=tuple(data["missing"]))


def _made(kind: Callable[..., _Made], data: dict[str, Any], **parts: Any) -> _Made:
    """A ``kind`` of what ``data`` says of its fields, but for ``parts``; null is NaN in a field that is a number."""
    told = {name: math.nan if number and data[name] is None else data[name] for name, number in _fields(kind) if name in data}
    return kind(**told | parts)


@cache
def _fields(kind: Any) -> tuple[tuple[str, bool], ...]:
    """Names, and whether they hold NaN where nothing was collected, and never None."""
    return tuple((field.name, field.type in ("float", float)) for field in fields(kind))


def _known(values: dict[str, float | None]) -> dict[str, float]:
    return {name: math.nan if value is None else value for name, value in values.items()}


@cache
def _report_schema() -> Schema:
    schema: Schema = json.loads(Path(__file__).with_name("report.schema.json").read_text(encoding="utf-8"))
    return schema


def check(value: Any, schema: Schema) -> None:
    """Raises ValueError unless ``value``, as json reads it, follows ``schema``: ``"kernels[0].name is 5, where text belongs"``.

    A number is finite, NaN and Infinity are none. Of JSON Schema it knows what report.schema.json uses, but for
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
    return elide(json.dumps(value), _TOLD)
