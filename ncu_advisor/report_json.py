"""A Report again from its JSON, the contract of report.schema.json: checked against it first, then the inverse of ``Report.to_json``.

What a file says is not to be trusted: it may have been edited, cut or merged by hand. Whoever reads the report need not ask again whether a name
is text or a time is negative.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ncu_advisor.json_schema import Schema, check
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

_Made = TypeVar("_Made")


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
