"""JUnit XML of a gate: a case per kernel and per budget. AMBIGUOUS and INCOMPARABLE are errors: not passed, yet nothing was found."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from ncu_advisor.presentation import wording
from ncu_advisor.regression.decide import FAIL, PASS
from ncu_advisor.regression.outputs import _rows
from ncu_advisor.text import xml_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult

NAME = "junit"
SUFFIXES = (".xml",)


def render(result: GateResult, options: Options) -> bytes:
    """One suite, UTF-8; times are those of one launch, in seconds."""
    suite = Xml.Element("testsuite", name="ncu-advisor gate")
    for kernel in result.kernels:
        change = kernel.change
        seconds = change.typical_ns[1]
        case = _case(
            suite, _rows.name(change), _rows.shape(change.kernel), kernel.verdict, [*kernel.why, change.because, _rows.measured_words(change)]
        )
        if not math.isnan(seconds):
            case.set("time", wording.digits(seconds / 1e9))
    for budget in result.budgets:
        _case(suite, "budget", f"{budget.budget.what} of {budget.kernel or budget.budget.kernel}", FAIL if budget.failed else PASS, list(budget.why))
    said = any(kernel.verdict == result.verdict for kernel in result.kernels) or any(budget.failed for budget in result.budgets)
    if result.verdict != PASS and not said:
        _case(suite, "gate", "verdict", result.verdict, result.why)
    suite.attrib |= {
        "tests": str(len(suite)),
        "failures": str(sum(1 for _ in suite.iter("failure"))),
        "errors": str(sum(1 for _ in suite.iter("error"))),
        "skipped": "0",
    }
    root = Xml.Element("testsuites", {**suite.attrib, "name": "ncu-advisor gate"})
    root.append(suite)
    Xml.indent(root, " ")
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n").encode()


def _case(suite: Xml.Element, group: str, name: str, verdict: str, why: list[str]) -> Xml.Element:
    case = Xml.SubElement(suite, "testcase", classname=xml_line(group), name=xml_line(name))
    lines = list(dict.fromkeys(xml_line(line) for line in why if line))
    if verdict not in (PASS, ""):
        found = Xml.SubElement(case, "failure" if verdict == FAIL else "error", message=lines[0] if lines else verdict, type=verdict)
        found.text = "\n".join(lines)
    return case
