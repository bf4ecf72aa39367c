"""Outputs of ``gate`` and ``compare``: one module per format, each with NAME, SUFFIXES and ``render(result, options) -> bytes``.

They mirror ``outputs``, which render a Report; a comparison that nobody judged is a result without a verdict.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from ncu_advisor.errors import AdvisorError

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult

# JUnit, SARIF and annotations are made of verdicts: a comparison has none.
FORMATS = ("terminal", "html", "md", "json", "junit", "sarif", "github")
COMPARED = FORMATS[:4]
_MODULES = {"md": "markdown"}


class Output(Protocol):
    """What a module of this package provides."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def render(self, result: GateResult, options: Options) -> bytes: ...


def by_name(name: str) -> Output:
    """The output called ``name``, one of FORMATS."""
    return cast("Output", importlib.import_module(f"{__name__}.{_MODULES.get(name, name)}"))


def by_suffix(file_name: str, formats: tuple[str, ...] = FORMATS) -> Output:
    """The output that writes files of this suffix; raises AdvisorError naming the suffixes that are known."""
    suffix = Path(file_name).suffix.lower()
    outputs = [by_name(name) for name in formats]
    for output in outputs:
        if suffix in output.SUFFIXES:
            return output
    known = " ".join(sorted(s for output in outputs for s in output.SUFFIXES))
    raise AdvisorError(file_name, f"no output format has the suffix {suffix!r}", f"end the name in one of {known}")
