"""GitHub Actions: workflow commands that annotate a run, at most ten, largest savings first; ``step_summary`` is the page beneath.

Source: GitHub documentation, "Workflow commands for GitHub Actions"; a step shows ten annotations of a kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.presentation.issues import Issue, issues
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Report

NAME = "github"
SUFFIXES = ()

_MOST = 10
_ANNOTATED = frozenset({"high", "medium", "low"})


def render(report: Report, options: Options) -> bytes:
    """The commands, one a line, and a closing line that says how many findings are not shown."""
    found = [issue for issue in issues(report, options.source_root) if issue.severity in _ANNOTATED]
    lines = [_command(issue) for issue in found[:_MOST]]
    if len(found) > _MOST:
        lines.append(f"::notice title=ncu-advisor::{len(found) - _MOST} further findings are in the report")
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def step_summary(report: Report, options: Options) -> bytes:
    """Markdown for the file that ``GITHUB_STEP_SUMMARY`` names."""
    from ncu_advisor.outputs import markdown

    return markdown.render(report, options)


def _command(issue: Issue) -> str:
    place = {"file": issue.file, "line": str(issue.line)} if issue.file else {"file": issue.source} if issue.source else {}
    properties = place | {"title": f"{issue.title} ({issue.rule})"}
    return f"::warning {','.join(f'{name}={escape_property(value)}' for name, value in properties.items())}::{escape_data(issue.text)}"


def escape_data(text: str) -> str:
    """``text`` as a command's message: nothing of it ends the line or is read as an escape."""
    return _unmarked(one_line(text)).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """``text`` as a command's property value."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _unmarked(text: str) -> str:
    # The runner finds commands of the old form ``##[error]`` anywhere in a line.
    return text.replace("##[", "## [")
