"""The settings file: ``ncu-advisor.toml``, or ``[tool.ncu-advisor]`` of ``pyproject.toml``; the nearest up to the repository's root.

One file for all verbs: each reads its own keys, accepts those of the others, and refuses what none of them knows. The command line wins over it.
Paths in it are relative to its own folder, so that a verb may be called from anywhere below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ncu_advisor.errors import AdvisorError, beyond_toml

_ROOTS = (".git", ".hg", ".svn", ".jj")
_PROJECT, _PROJECT_TABLE = "pyproject.toml", "[tool.ncu-advisor]"
# Of compare and gate: regression/settings.py says what may stand in them.
TABLES = ("gate", "budgets", "waivers")
# Of findings, from the quietest on.
LEVELS = ("info", "low", "medium", "high")
# Options of analyze by their names there, and what TOML calls their kind.
_OPTIONS: dict[str, tuple[type, str]] = {
    "fail_on": (str, "a text"),
    "gpu": (str, "a text"),
    "rules": (str, "a text"),
    "source_root": (str, "a text"),
    "strict": (bool, "true or false"),
}


@dataclass(frozen=True)
class Found:
    """One settings file: its ``table`` as it stands there, and its ``source`` as messages name it; both empty where there is no file."""

    path: Path = field(default=Path())
    source: str = ""
    table: Mapping[str, Any] = field(default_factory=dict)

    def beside(self, text: str) -> str:
        """A path of the file, as usable from here."""
        return text if Path(text).is_absolute() else str(self.path.parent / text)


@dataclass(frozen=True)
class Analyze:
    """What the file says for ``analyze``; "" and False where it says nothing."""

    fail_on: str = ""
    gpu: str = ""
    rules: str = ""
    source_root: str = ""
    strict: bool = False


def nearest(start: Path) -> Found:
    """The file that holds in the folder ``start``; raises AdvisorError for one that cannot be read or has keys that no verb knows."""
    for folder in _upwards(start.resolve()):
        own, project = folder / "ncu-advisor.toml", folder / _PROJECT
        if own.is_file():
            return read(own)
        if project.is_file() and (found := _of_project(project)) is not None:
            return found
    return Found()


def read(path: Path) -> Found:
    """One file, whatever its name: its top level is the table, but of a pyproject.toml, which is one of several tools."""
    if path.name != _PROJECT:
        return _found(_parsed(path), path, "")
    found = _of_project(path)
    if found is None:
        raise AdvisorError(str(path), f"has no {_PROJECT_TABLE}", "write one, or name a file that holds these settings alone")
    return found


def of_analyze(found: Found) -> Analyze:
    """Its options of ``analyze``; raises AdvisorError for a value that is none of theirs."""
    given = {name: _option(found, name) for name in _OPTIONS if name in found.table}
    if given.get("fail_on", LEVELS[0]) not in LEVELS:
        raise AdvisorError(found.source, f"fail_on = {given['fail_on']!r}", f"one of {', '.join(LEVELS)}")
    return Analyze(**given | {"rules": rules(found)})


def rules(found: Found) -> str:
    """The folder of further rules, as usable from here, for every verb that judges by rules; "" where the file names none."""
    folder = str(_option(found, "rules")) if "rules" in found.table else ""
    return found.beside(folder) if folder else ""


def strict(found: Found) -> bool:
    """Its option of that name, which holds for every verb that reads the file."""
    return "strict" in found.table and bool(_option(found, "strict"))


def _option(found: Found, name: str) -> Any:
    kind, words = _OPTIONS[name]
    value = found.table[name]
    if not isinstance(value, kind):
        raise AdvisorError(found.source, f"{name} = {value!r} is not {words}", f"write {words}")
    return value


def _upwards(start: Path) -> Iterator[Path]:
    """``start`` and its parents up to the repository's root; only ``start`` where it is in no repository."""
    folders = [start, *start.parents]
    root = next((at for at, folder in enumerate(folders) if any((folder / mark).exists() for mark in _ROOTS)), 0)
    yield from folders[: root + 1]


def _of_project(path: Path) -> Found | None:
    """What a pyproject.toml says; None where it has no table of this tool."""
    tools = _parsed(path).get("tool")
    table = tools.get("ncu-advisor") if isinstance(tools, Mapping) else None
    return None if table is None else _found(table, path, _PROJECT_TABLE)


def _parsed(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        repr(table)  # what is refused is quoted, and Python writes no number of thousands of digits, which a hexadecimal one may have
    except OSError as error:
        raise AdvisorError(str(path), f"cannot be read ({error.strerror})", "check the name") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AdvisorError(str(path), f"is no TOML ({error})", "correct it") from None
    except (ValueError, RecursionError) as error:
        raise AdvisorError(str(path), beyond_toml(error), "correct it") from None
    return table


def _found(table: Any, path: Path, where: str) -> Found:
    source = f"{path} {where}".strip()
    if not isinstance(table, Mapping):
        raise AdvisorError(source, "is no table", f"write {where or 'tables'}")
    known = (*TABLES, *_OPTIONS)
    for name in table:
        if name not in known:
            raise AdvisorError(source, f"{name!r} is not known", f"one of {', '.join(known)}")
    return Found(path, source, table)
