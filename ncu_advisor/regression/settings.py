"""What the settings file says for compare and gate: thresholds, budgets, waivers, and where the baseline lies; and files of budgets alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ncu_advisor import settings
from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import budget_tables
from ncu_advisor.regression.budgets import Budgets
from ncu_advisor.regression.policy import Policy

if TYPE_CHECKING:
    from ncu_advisor.rule import Rule

_PATHS = ("baseline", "history")


@dataclass(frozen=True)
class Settings:
    """What the file says; the defaults where there is none. ``baseline`` and ``history`` are paths as usable from here."""

    source: str = ""
    policy: Policy = field(default_factory=Policy)
    budgets: Budgets = field(default_factory=Budgets)
    baseline: tuple[str, ...] = ()
    history: str = ""
    allow: tuple[str, ...] = ()
    strict: bool = False


def nearest(start: Path) -> Settings:
    """The settings that hold in the folder ``start``; raises AdvisorError for a file that does not hold together."""
    return of_gate(settings.nearest(start))


def read(path: Path) -> Settings:
    """The settings of one file, as ``settings.read`` takes it."""
    return of_gate(settings.read(path))


def read_budgets(path: Path, rules: Sequence[Rule] | None = None) -> Budgets:
    """The budgets and waivers of a file that holds nothing else: what is passed over in silence there is an exit code that nobody asked for."""
    found = settings.read(path)
    if others := [name for name in found.table if name not in ("budgets", "waivers")]:
        raise AdvisorError(
            found.source, f"{', '.join(others)}: a file of --budgets holds budgets and waivers alone", "name it with --settings instead"
        )
    return budget_tables.from_tables(found.table, found.source, rules)


def of_gate(found: settings.Found, rules: Sequence[Rule] | None = None) -> Settings:
    """What one file says, with budgets and waivers of ``rules`` (the shipped ones unless said); the defaults where there is no file."""
    if not found.source:
        return Settings()
    gate = found.table.get("gate", {})
    if not isinstance(gate, Mapping):
        raise AdvisorError(found.source, "gate is no table", "write [gate]")
    thresholds = {name: value for name, value in gate.items() if name not in (*_PATHS, "allow")}
    return Settings(
        source=str(found.path),
        policy=Policy().changed(thresholds, f"{found.source} [gate]"),
        budgets=budget_tables.from_tables(found.table, found.source, rules),
        baseline=tuple(found.beside(text) for text in _texts(gate, "baseline", found.source)),
        history=next((found.beside(text) for text in _texts(gate, "history", found.source)), ""),
        allow=tuple(_texts(gate, "allow", found.source)),
        strict=settings.strict(found),
    )


def _texts(gate: Mapping[str, Any], name: str, source: str) -> list[str]:
    value = gate.get(name, [])
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(text, str) for text in values):
        raise AdvisorError(source, f"gate.{name} is no text or list of texts", "put it in quotes")
    return values
