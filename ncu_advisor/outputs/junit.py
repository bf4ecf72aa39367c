"""JUnit XML, for test views of CI systems: a case per finding, which fails from medium severity; a passed case per kernel without one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from ncu_advisor.presentation import digest, wording
from ncu_advisor.presentation.issues import Issue, issues
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "junit"
SUFFIXES = (".xml",)

_FAILS = frozenset({"high", "medium"})
# Characters that no XML 1.0 document may hold, not even escaped.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report, options: Options) -> bytes:
    """One suite, UTF-8; its time is that of all launches, in seconds."""
    suite = Xml.Element("testsuite", name="ncu-advisor")
    failures = 0
    for issue in issues(report, options.source_root):
        failures += issue.severity in _FAILS
        _case(suite, issue)
    silent = [group for group in digest.groups(report) if not group.lead.findings]
    for group in silent:
        Xml.SubElement(suite, "testcase", classname=_legal(wording.title(group.lead)), name=f"no finding, {wording.shape(group.lead)}")
    skipped = {
        rule: f"not evaluated in {wording.counted(count, 'launch', 'launches')}: metrics were not collected"
        for rule, count in digest.uncollected(report.kernels).launches.items()
    } | {entry.rule: "not evaluated: no trace of the run was read" for entry in report.not_evaluated}
    for rule, reason in skipped.items():
        case = Xml.SubElement(suite, "testcase", classname="ncu-advisor", name=_legal(rule))
        Xml.SubElement(case, "skipped", message=reason)
    suite.attrib |= {
        "tests": str(len(suite)),
        "failures": str(failures),
        "errors": "0",
        "skipped": str(len(skipped)),
        "time": wording.digits(report.total_ns / 1e9),
    }
    root = Xml.Element("testsuites", {**suite.attrib, "name": "ncu-advisor"})
    root.append(suite)
    Xml.indent(root, " ")
    document = '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, encoding="unicode") + "\n"
    return document.encode()


def _case(suite: Xml.Element, issue: Issue) -> None:
    case = Xml.SubElement(
        suite, "testcase", classname=_legal(issue.kernel or "run"), name=_legal(issue.rule), time=wording.digits(issue.saved_ns / 1e9)
    )
    if issue.file:
        case.attrib |= {"file": _legal(issue.file), "line": str(issue.line)}
    if issue.severity in _FAILS:
        failure = Xml.SubElement(case, "failure", message=_legal(issue.title), type=issue.severity)
        failure.text = _legal(issue.text)
    else:
        Xml.SubElement(case, "system-out").text = _legal(issue.text)


def _legal(text: str) -> str:
    return _ILLEGAL.sub("?", one_line(text))
