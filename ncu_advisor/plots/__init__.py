"""Static pictures: one module per picture, each with NAME and ``draw(report, figure, options)``; found, not registered.

The same report gives the same bytes in every format. matplotlib is imported here and nowhere else.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from ncu_advisor.errors import AdvisorError
from ncu_advisor.resources import modules_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ncu_advisor.report import Report

SUFFIXES = (".png", ".svg", ".pdf")


@dataclass(frozen=True)
class Options:
    """``level`` of the memory hierarchy that a roofline is drawn for."""

    level: str = "dram"


class Plot(Protocol):
    """What a module of this package provides. ``draw`` raises AdvisorError where the report holds nothing to draw."""

    NAME: str

    def draw(self, report: Report, figure: Figure, options: Options) -> None: ...


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Names of all pictures, which are those of their modules."""
    return modules_of(__path__)


def refuse_suffix(file_name: str) -> None:
    """Raises AdvisorError where no picture can be written to ``file_name``."""
    suffix = Path(file_name).suffix.lower()
    if suffix not in SUFFIXES:
        raise AdvisorError(file_name, f"no picture has the suffix {suffix!r}", f"end the name in one of {' '.join(SUFFIXES)}")


def render(name: str, report: Report, suffix: str, options: Options) -> bytes:
    """The picture ``name`` of ``report`` as a file with ``suffix``."""
    from ncu_advisor.plots import _style

    plot = cast("Plot", importlib.import_module(f"{__name__}.{name}"))
    with _style.settings():
        figure = _style.figure()
        plot.draw(report, figure, options)
        return _style.written(figure, suffix.lower().lstrip("."))
