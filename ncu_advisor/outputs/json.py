"""JSON: the contract for scripts; its schema ships as report.schema.json."""

from __future__ import annotations

from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any

from ncu_advisor.text import json_safe

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "json"
SUFFIXES = (".json",)


def render(report: Report, options: Options) -> bytes:
    """The report as indented JSON, UTF-8, NaN as null."""
    return (json_safe(_text(report.to_json(), "\n")) + "\n").encode("utf-8", "replace")


def _text(value: Any, start: str) -> str:
    """What ``json.dumps(value, indent=1, ensure_ascii=False)`` gives, in half the time; ``start`` begins a line at this depth."""
    kind = type(value)
    if kind is str:
        return encode_basestring(value)
    if kind is float:
        return float.__repr__(value)  # finite: what is not, is null already
    if kind is dict:
        entries = [f"{start} {encode_basestring(key)}: {_text(entry, start + ' ')}" for key, entry in value.items()]
        return f"{{{','.join(entries)}{start}}}" if entries else "{}"
    if kind is list:
        entries = [f"{start} {_text(entry, start + ' ')}" for entry in value]
        return f"[{','.join(entries)}{start}]" if entries else "[]"
    return "null" if value is None else "true" if value is True else "false" if value is False else int.__repr__(value)
