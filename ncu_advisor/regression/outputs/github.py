"""GitHub Actions: annotations of what failed or could not be told, at most ten of a kind; ``step_summary`` is the page beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.outputs.github import escape_data, escape_property
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, PASS
from ncu_advisor.regression.outputs import _rows

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult, KernelVerdict

NAME = "github"
SUFFIXES: tuple[str, ...] = ()

_MOST = 10  # annotations of a kind that a step shows


def render(result: GateResult, options: Options) -> bytes:
    """Workflow commands, one a line."""
    lines = []
    for verdict, command in ((FAIL, "error"), (AMBIGUOUS, "warning")):
        found = [k for k in result.kernels if k.verdict == verdict]
        lines += [_command(command, kernel) for kernel in found[:_MOST]]
        if len(found) > _MOST:
            lines.append(f"::notice title=ncu-advisor gate::{len(found) - _MOST} further kernels are {verdict}")
    if result.verdict != PASS:
        lines += [f"::error title=ncu-advisor gate {result.verdict}::{escape_data(line)}" for line in _rows.problems(result)[:_MOST]]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def step_summary(result: GateResult, options: Options) -> bytes:
    """Markdown for the file that ``GITHUB_STEP_SUMMARY`` names."""
    from ncu_advisor.regression.outputs import markdown

    return markdown.render(result, options)


def _command(command: str, kernel: KernelVerdict) -> str:
    place = next((seen for seen in kernel.change.appeared.values() if seen.file and seen.line > 0), None)
    properties = {"file": place.file, "line": str(place.line)} if place else {}
    properties["title"] = f"{kernel.verdict}: {_rows.name(kernel.change)}"
    text = "; ".join(filter(None, (_rows.measured_words(kernel.change), *_rows.sentences(kernel))))
    return f"::{command} {','.join(f'{name}={escape_property(value)}' for name, value in properties.items())}::{escape_data(text)}"
