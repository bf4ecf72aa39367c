"""Static pictures: one module per picture, each with NAME and ``draw(report, figure, options)``; found, not registered.

The same report gives the same bytes in every format. matplotlib is imported here and nowhere else.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator
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
_FOLDER = "MPLCONFIGDIR"  # of matplotlib, for settings and fonts alike
_FOLDERS = {"XDG_CONFIG_HOME": ".config", "XDG_CACHE_HOME": ".cache"}  # without it


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
    with _folder_for_matplotlib():
        from ncu_advisor.plots import _style

    plot = cast("Plot", importlib.import_module(f"{__name__}.{name}"))
    with _style.settings():
        figure = _style.figure()
        plot.draw(report, figure, options)
        return _style.written(figure, suffix.lower().lstrip("."))


@contextlib.contextmanager
def _folder_for_matplotlib() -> Iterator[None]:
    """While it is imported it asks where to keep its list of fonts; where the user's folders take nothing, it is given one until the process ends.

    Else it makes one itself, and says so on standard error in two lines.
    """
    if "matplotlib" in sys.modules or all(map(_takes_files, _own_folders())):
        yield
        return
    import atexit
    import shutil
    import tempfile

    before, folder = os.environ.get(_FOLDER), tempfile.mkdtemp(prefix="ncu-advisor-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ[_FOLDER] = folder
    try:
        yield
    finally:
        os.environ.pop(_FOLDER)
        os.environ.update({_FOLDER: before} if before is not None else {})


def _own_folders() -> list[Path]:
    """Where matplotlib keeps settings and the list of fonts, as it finds them itself; elsewhere than here they are left to it."""
    if chosen := os.environ.get(_FOLDER):
        return [Path(chosen)]
    if not sys.platform.startswith(("linux", "freebsd")):
        return []
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.home raises where there is none
    return [Path(os.environ.get(variable) or f"{home}/{name}", "matplotlib") for variable, name in _FOLDERS.items()]


def _takes_files(folder: Path) -> bool:
    """Whether matplotlib would keep its files there, which it tries in the same way."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
