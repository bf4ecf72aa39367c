"""What the package finds by listing: its data folders, inside a wheel or beside the package in a checkout, and the modules of a package."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ncu_advisor.errors import AdvisorError

_PACKAGE = Path(__file__).resolve().parent


def data_folder(name: str) -> Path:
    """The folder ``rules`` or ``report_templates``. Raises AdvisorError where the installation lacks it."""
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        # A checkout's folder counts only beside its pyproject.toml: site-packages may hold somebody else's "rules".
        if candidate.is_dir() and (candidate.parent.name == "_data" or (_PACKAGE.parent / "pyproject.toml").is_file()):
            return candidate
    raise AdvisorError(name, "this installation lacks its data folder", "reinstall ncu-advisor")


def modules_of(folders: Iterable[str]) -> tuple[str, ...]:
    """Names of the modules in a package's folders (its ``__path__``), sorted; those that begin with ``_`` are the package's own affair."""
    from pkgutil import iter_modules

    return tuple(sorted(info.name for info in iter_modules(folders) if not info.name.startswith("_")))
