"""GitLab code quality: a JSON list of findings for the merge request widget.

Source: GitLab documentation, "Code Quality, implement a custom tool".
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ncu_advisor.presentation.issues import Issue, issues
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "gitlab"
SUFFIXES = ()

_SEVERITY = {"high": "critical", "medium": "major", "low": "minor", "info": "info"}


def render(report: Report, options: Options) -> bytes:
    """The list as indented JSON in UTF-8."""
    entries = [_entry(issue) for issue in issues(report, options.source_root)]
    return (json.dumps(entries, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "replace")


def _entry(issue: Issue) -> dict[str, Any]:
    # The format demands a path and a line; without source lines it is the profile's first line.
    path, line = (one_line(issue.file), issue.line) if issue.file else (issue.source or "profile", 1)
    return {
        "description": issue.text,
        "check_name": one_line(issue.rule),
        "fingerprint": issue.fingerprint,
        "severity": _SEVERITY[issue.severity],
        "location": {"path": path, "lines": {"begin": line}},
    }
