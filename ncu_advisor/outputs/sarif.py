"""SARIF 2.1.0, for code scanning: findings at their source line where the profile carries it, at the profile otherwise.

Source: OASIS Static Analysis Results Interchange Format 2.1.0. Nothing is stated that the report does not know.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ncu_advisor import __version__
from ncu_advisor.presentation import digest, wording
from ncu_advisor.presentation.issues import Issue, issues
from ncu_advisor.source_paths import DRIVE
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "sarif"
SUFFIXES = (".sarif",)

# Kind and level by severity: what saves nothing by itself is no failure, and what is none has no level (3.27.9, 3.27.10).
_KIND = {"high": ("fail", "warning"), "medium": ("fail", "warning"), "low": ("fail", "note"), "info": ("informational", "none")}


def render(report: Report, options: Options) -> bytes:
    """One run, as indented JSON in UTF-8."""
    found = issues(report, options.source_root)
    rules = sorted({issue.rule for issue in found})
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "ncu-advisor", "version": __version__, "rules": [{"id": one_line(rule)} for rule in rules]}},
                "invocations": [_invocation(report)],
                "results": [_result(issue, rules.index(issue.rule)) for issue in found],
            }
        ],
    }
    return (json.dumps(log, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "replace")


def _result(issue: Issue, index: int) -> dict[str, Any]:
    saved = {} if math.isnan(issue.time_saved_pct) else {"timeSavedPct": issue.time_saved_pct, "timeSavedNs": round(issue.saved_ns, 1)}
    kind, level = _KIND[issue.severity]
    return {
        "ruleId": one_line(issue.rule),
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        # Rank is a result's priority from 0 to 100: the share of the launch that it saves; -1 where no duration says what that is.
        "rank": min(max(issue.time_saved_pct, 0.0), 100.0) if saved else -1.0,
        "message": {"text": message(issue.text)},
        "locations": [_location(issue)],
        "partialFingerprints": {"ncuAdvisor/v1": issue.fingerprint},
        "occurrenceCount": max(1, len(issue.launches)) if issue.kernel else 1,
        "properties": {
            "severity": issue.severity,
            **saved,
            "launches": list(issue.launches),
        },
    }


def _location(issue: Issue) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if issue.file:
        location["physicalLocation"] = {"artifactLocation": {"uri": uri(issue.file)}, "region": {"startLine": issue.line}}
    elif issue.source:
        location["physicalLocation"] = {"artifactLocation": {"uri": uri(issue.source)}}
    if issue.kernel:
        location["logicalLocations"] = [{"name": issue.kernel, "fullyQualifiedName": issue.name, "kind": "function"}]
    return location


def _invocation(report: Report) -> dict[str, Any]:
    lacking = digest.uncollected(report.kernels)
    configuration = [
        {
            "level": "note",
            "message": {"text": message(f"Not evaluated in {wording.counted(count, 'launch', 'launches')}: metrics were not collected.")},
            "associatedRule": {"id": one_line(rule)},
        }
        for rule, count in lacking.launches.items()
    ]
    configuration += [
        {"level": "note", "message": {"text": "Not evaluated: no trace of the run was read."}, "associatedRule": {"id": one_line(entry.rule)}}
        for entry in report.not_evaluated
    ]
    execution = [
        {"level": "warning", "message": {"text": message(f"{entry.name}: {warning}")}} for entry in report.inputs for warning in entry.warnings
    ]
    return {"executionSuccessful": True, "toolConfigurationNotifications": configuration, "toolExecutionNotifications": execution}


def message(text: str) -> str:
    """Plain text of a message: braces doubled, as they delimit placeholders, and no bracket that starts a link's target."""
    return one_line(text).replace("{", "{{").replace("}", "}}").replace("](", "] (")


def uri(path: str) -> str:
    """A path as URI reference: percent-encoded, so that nothing of it is a scheme; absolute paths as file URIs."""
    clean = one_line(path)
    if DRIVE.match(clean):
        return "file:///" + quote(clean.replace("\\", "/"), safe="/:", errors="replace")
    if clean.startswith("/"):
        return "file://" + quote(clean if not clean.startswith("//") else "/" + clean.lstrip("/"), safe="/", errors="replace")
    return quote(clean, safe="/", errors="replace")
