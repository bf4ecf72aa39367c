"""SARIF 2.1.0 of a gate: every kernel that is not passed, at the line of the rule that appeared where the profile carries it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from ncu_advisor import __version__
from ncu_advisor.outputs.sarif import message, uri
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, INCOMPARABLE
from ncu_advisor.regression.outputs import _rows
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult, KernelVerdict

NAME = "sarif"
SUFFIXES = (".sarif",)

_RULES = {
    FAIL: ("performance-regression", "A kernel became slower, or does more work, beyond noise", "error"),
    AMBIGUOUS: ("performance-ambiguous", "Too little data to tell whether a kernel became slower", "note"),
    "budget": ("performance-budget", "A budget is not kept", "error"),
}


def render(result: GateResult, options: Options) -> bytes:
    """One run, as indented JSON in UTF-8."""
    results = [_kernel(k) for k in result.kernels if k.verdict in _RULES]
    for budget in result.budgets:
        if budget.failed:
            logical = [{"name": budget.kernel, "kind": "function"}] if budget.kernel else []
            results.append(_result("budget", "; ".join(budget.why), f"{budget.budget.what}\0{budget.kernel or budget.budget.kernel}", logical, None))
    used = list(_RULES)
    rules = [{"id": i, "shortDescription": {"text": t}, "defaultConfiguration": {"level": level}} for i, t, level in _RULES.values()]
    for entry in results:
        entry["ruleIndex"] = [_RULES[key][0] for key in used].index(entry["ruleId"])
    notes = [{"level": "error" if result.verdict != "PASS" else "note", "message": {"text": message(line)}} for line in _rows.problems(result)]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "ncu-advisor gate", "version": __version__, "rules": rules}},
                "invocations": [{"executionSuccessful": result.verdict != INCOMPARABLE, "toolExecutionNotifications": notes}],
                "results": results,
            }
        ],
    }
    return (json.dumps(log, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "replace")


def _kernel(kernel: KernelVerdict) -> dict[str, Any]:
    change = kernel.change
    name = _rows.name(change)
    text = f"{name}: " + ". ".join(line[0].upper() + line[1:] for line in (_rows.measured_words(change), *_rows.sentences(kernel)) if line)
    place = next((seen for seen in change.appeared.values() if seen.file and seen.line > 0), None)
    physical = {"artifactLocation": {"uri": uri(place.file)}, "region": {"startLine": place.line}} if place else None
    logical = [{"name": name, "fullyQualifiedName": one_line(change.kernel.name), "kind": "function"}]
    return _result(kernel.verdict, text, f"{name}\0{_rows.shape(change.kernel)}", logical, physical)


def _result(key: str, text: str, identity: str, logical: list[dict[str, Any]], physical: dict[str, Any] | None) -> dict[str, Any]:
    rule, _, level = _RULES[key]
    location: dict[str, Any] = {"logicalLocations": logical} if logical else {}
    if physical:
        location["physicalLocation"] = physical
    entry: dict[str, Any] = {
        "ruleId": rule,
        "kind": "fail" if level == "error" else "open",
        "level": level if level == "error" else "none",
        "message": {"text": message(text)},
        "partialFingerprints": {"ncuAdvisorGate/v1": hashlib.sha256(f"{rule}\0{identity}".encode("utf-8", "replace")).hexdigest()},
    }
    return entry | ({"locations": [location]} if location else {})
