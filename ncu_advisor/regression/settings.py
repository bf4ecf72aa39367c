"""The settings file: ``ncu-advisor.toml``, or ``[tool.ncu-advisor]`` of ``pyproject.toml``; the nearest up to the repository's root.

The command line wins over it. Paths in it are relative to its own folder, so that the gate may be called from anywhere below.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import budgets
from ncu_advisor.regression.budgets import Budgets
from ncu_advisor.regression.policy import Policy

_ROOTS = (".git", ".hg", ".svn", ".jj")
_PATHS = ("baseline", "history")
_TABLES = ("gate", "budgets", "waivers")


@dataclass(frozen=True)
class Settings:
    """What the file says; the defaults where there is none. ``baseline`` and ``history`` are paths as usable from here."""

    source: str = ""
    policy: Policy = field(default_factory=Policy)
    budgets: Budgets = field(default_factory=Budgets)
    baseline: tuple[str, ...] = ()
    history: str = ""
    allow: tuple[str, ...] = ()


def nearest(start: Path) -> Settings:
    """The settings that hold in the folder ``start``; raises AdvisorError for a file that does not hold together."""
    for folder in _upwards(start.resolve()):
        own, project = folder / "ncu-advisor.toml", folder / "pyproject.toml"
        if own.is_file():
            return read(own)
        if project.is_file() and (table := _parsed(project).get("tool", {}).get("ncu-advisor")) is not None:
            return _settings(table, project, "[tool.ncu-advisor]")
    return Settings()


def read(path: Path) -> Settings:
    """The settings of one file, whatever its name."""
    return _settings(_parsed(path), path, "")


def _upwards(start: Path) -> Iterator[Path]:
    """``start`` and its parents up to the repository's root; only ``start`` where it is in no repository."""
    folders = [start, *start.parents]
    root = next((at for at, folder in enumerate(folders) if any((folder / mark).exists() for mark in _ROOTS)), 0)
    yield from folders[: root + 1]


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise AdvisorError(str(path), f"cannot be read ({error.strerror})", "check the name") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AdvisorError(str(path), f"is no TOML ({error})", "correct it") from None


def _settings(table: Any, path: Path, where: str) -> Settings:
    source = f"{path} {where}".strip()
    if not isinstance(table, Mapping):
        raise AdvisorError(source, "is no table", f"write {where or 'tables'}")
    for name in table:
        if name not in _TABLES:
            raise AdvisorError(source, f"{name!r} is not known", f"one of {', '.join(_TABLES)}")
    gate = table.get("gate", {})
    if not isinstance(gate, Mapping):
        raise AdvisorError(source, "gate is no table", "write [gate]")
    thresholds = {name: value for name, value in gate.items() if name not in (*_PATHS, "allow")}
    return Settings(
        source=str(path),
        policy=Policy().changed(thresholds, f"{source} [gate]"),
        budgets=budgets.from_tables(table, source),
        baseline=tuple(_beside(path, text) for text in _texts(gate, "baseline", source)),
        history=next((_beside(path, text) for text in _texts(gate, "history", source)), ""),
        allow=tuple(_texts(gate, "allow", source)),
    )


def _texts(gate: Mapping[str, Any], name: str, source: str) -> list[str]:
    value = gate.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        raise AdvisorError(source, f"gate.{name} is no text or list of texts", "put it in quotes")
    return values


def _beside(path: Path, text: str) -> str:
    return text if Path(text).is_absolute() else str(path.parent / text)
