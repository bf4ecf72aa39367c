"""The JSON of a Report, both ways: ``report_to_json`` is the contract (report.schema.json), ``report_from_json`` its inverse."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from ncu_advisor.report import (
    SCHEMA_VERSION,
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

# Significant digits kept in JSON: more than any counter's precision after scaling, few enough to be the same on every machine.
_DIGITS = 12
_WHOLE = 10.0**_DIGITS
# What becomes a dictionary, with its keys in order: the fields, and what follows from them.
_FIELDS = {
    kind: (*(field.name for field in dataclasses.fields(kind)), *more)
    for kind, more in (
        (Diagnosis, ()), (Finding, ("severity", "speedup")), (SequenceFinding, ("severity",)), (Evidence, ()), (Location, ()), (Suppressed, ()),
        (NotEvaluated, ()), (VendorAdvice, ()), (RoofPoint, ()), (RunShare, ()), (InputReport, ()),
    )
}  # fmt: skip


def report_to_json(report: Report) -> dict[str, Any]:
    """The report as plain dictionaries, lists, numbers and strings; NaN and infinities are null."""
    return {
        "schema_version": SCHEMA_VERSION,
        "device": _plain(report.device),
        "kernels": [_plain(kernel) for kernel in report.kernels],
        "sequence_findings": [_plain(finding) for finding in report.sequence_findings],
        "waivers": _plain(report.waivers),
        "inputs": [_plain(entry) for entry in report.inputs],
        "timeline": _plain(report.timeline),
        "not_evaluated": [_plain(entry) for entry in report.not_evaluated],
        "conditions": _plain(report.conditions),
    }


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind is float:
        # A whole number of no more digits than are kept is what it is.
        return _float(value) if not value.is_integer() or abs(value) >= _WHOLE else value
    if kind is str or kind is bool or value is None:
        return value
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if kind in _FIELDS:
        return {name: _plain(getattr(value, name)) for name in _FIELDS[kind]}
    if isinstance(value, int):
        return int(value)
    return str(value) if isinstance(value, str) else _float(float(value)) if isinstance(value, float) else _other(float(value))


def _float(number: float) -> float | None:
    return float(f"{number:.{_DIGITS}g}") if math.isfinite(number) else None


def _other(number: float) -> float | int | None:
    """Of a number of numpy, which may be a count."""
    return int(number) if number.is_integer() and abs(number) < 2**53 else _float(number)


def report_from_json(data: dict[str, Any]) -> Report:
    """A Report again. Raises KeyError or TypeError where ``data`` does not follow the schema."""
    return Report(
        device=data["device"],
        kernels=[_kernel_from(k) for k in data["kernels"]],
        sequence_findings=[_sequence_from(f) for f in data["sequence_findings"]],
        waivers=data["waivers"],
        inputs=[InputReport(i["kind"], i["name"], i["rows"], i["tool_version"], tuple(i["warnings"])) for i in data["inputs"]],
        timeline=data.get("timeline", {}),
        not_evaluated=[_not_evaluated_from(n) for n in data["not_evaluated"]],
        conditions=data.get("conditions", {}),
    )


def _kernel_from(data: dict[str, Any]) -> Diagnosis:
    fields = dict(data)
    fields["grid"], fields["block"] = tuple(data["grid"]), tuple(data["block"])
    for name in ("duration_ns", "share_of_time", "roof_fraction", "headroom_pct"):
        fields[name] = math.nan if data[name] is None else data[name]
    fields["findings"] = [_finding_from(f) for f in data["findings"]]
    fields["suppressed"] = [Suppressed(**s) for s in data["suppressed"]]
    fields["not_evaluated"] = [_not_evaluated_from(n) for n in data["not_evaluated"]]
    fields["vendor_rules"] = [VendorAdvice(**v) for v in data["vendor_rules"]]
    fields["roofline"] = [RoofPoint(**p) for p in data["roofline"]]
    fields["run"] = RunShare(**data["run"]) if data["run"] else None
    return Diagnosis(**fields)


def _not_evaluated_from(data: dict[str, Any]) -> NotEvaluated:
    return NotEvaluated(data["rule"], tuple(data["missing"]), data["collect"])


def _finding_from(data: dict[str, Any]) -> Finding:
    fields = {name: value for name, value in data.items() if name not in ("severity", "speedup")}
    fields["evidence"] = tuple(Evidence(**e) for e in data["evidence"])
    fields["location"] = tuple(Location(**place) for place in data["location"])
    return Finding(**fields)


def _sequence_from(data: dict[str, Any]) -> SequenceFinding:
    fields = {name: value for name, value in data.items() if name != "severity"}
    fields["kernels"] = tuple(data["kernels"])
    fields["evidence"] = tuple(Evidence(**e) for e in data["evidence"])
    return SequenceFinding(**fields)
