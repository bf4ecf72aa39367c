"""A Report again from its JSON, the contract of report.schema.json: the inverse of ``Report.to_json``."""

from __future__ import annotations

import math
from typing import Any

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
    for name in ("duration_ns", "share_of_time", "roof_fraction", "headroom_pct", "combined_time_saved_pct"):
        fields[name] = _number(data[name])
    fields["findings"] = [_finding_from(f) for f in data["findings"]]
    fields["suppressed"] = [Suppressed(**s) for s in data["suppressed"]]
    fields["not_evaluated"] = [_not_evaluated_from(n) for n in data["not_evaluated"]]
    fields["vendor_rules"] = [VendorAdvice(**v) for v in data["vendor_rules"]]
    fields["roofline"] = [RoofPoint(**p) for p in data["roofline"]]
    fields["run"] = RunShare(**data["run"]) if data["run"] else None
    return Diagnosis(**fields)


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _not_evaluated_from(data: dict[str, Any]) -> NotEvaluated:
    return NotEvaluated(data["rule"], tuple(data["missing"]), data["collect"])


def _finding_from(data: dict[str, Any]) -> Finding:
    fields = {name: value for name, value in data.items() if name not in ("severity", "speedup")}
    fields["time_saved_pct"] = _number(data["time_saved_pct"])
    fields["evidence"] = tuple(Evidence(**e) for e in data["evidence"])
    fields["location"] = tuple(Location(**place) for place in data["location"])
    return Finding(**fields)


def _sequence_from(data: dict[str, Any]) -> SequenceFinding:
    fields = {name: value for name, value in data.items() if name != "severity"}
    fields["kernels"] = tuple(data["kernels"])
    fields["evidence"] = tuple(Evidence(**e) for e in data["evidence"])
    return SequenceFinding(**fields)
