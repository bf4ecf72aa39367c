"""JUnit XML, for test views of CI systems: a case per finding, which fails from medium severity; a passed case per kernel without one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from ncu_advisor.presentation import digest, wording
from ncu_advisor.presentation.issues import Issue, issues
from ncu_advisor.text import xml_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "junit"
SUFFIXES = (".xml",)

_FAILS = frozenset({"high", "medium"})


def render(report: Report, options: Options) -> bytes:
    """One suite, UTF-8; its time is that of all launches, in seconds."""
    suite = Xml.Element("testsuite", name="ncu-advisor")
    failures = 0
    for issue in issues(report, options.source_root):
        failures += issue.severity in _FAILS
        _case(suite, issue)
    silent = [group for group in digest.groups(report) if not group.lead.findings]
    for group in silent:
        Xml.SubElement(suite, "testcase", classname=xml_line(wording.title(group.lead)), name=f"no finding, {wording.shape(group.lead)}")
    skipped = {
        rule: f"not evaluated in {wording.counted(count, 'launch', 'launches')}: metrics were not collected"
        for rule, count in digest.uncollected(report.kernels).launches.items()
    } | {entry.rule: "not evaluated: no trace of the run was read" for entry in report.not_evaluated}
    for rule, reason in skipped.items():
        case = Xml.SubElement(suite, "testcase", classname="ncu-advisor", name=xml_line(rule))
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
        suite, "testcase", classname=xml_line(issue.kernel or "run"), name=xml_line(issue.rule), time=wording.digits(issue.saved_ns / 1e9)
    )
    if issue.file:
        case.attrib |= {"file": xml_line(issue.file), "line": str(issue.line)}
    if issue.severity in _FAILS:
        failure = Xml.SubElement(case, "failure", message=xml_line(issue.title), type=issue.severity)
        failure.text = xml_line(issue.text)
    else:
        Xml.SubElement(case, "system-out").text = xml_line(issue.text)
