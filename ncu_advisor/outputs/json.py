"""JSON: the contract for scripts; its schema ships as report.schema.json."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "json"
SUFFIXES = (".json",)


def render(report: Report, options: Options) -> bytes:
    """The report as indented JSON, UTF-8, NaN as null."""
    from json import dumps

    return (dumps(report.to_json(), indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "replace")
