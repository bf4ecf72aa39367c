"""Computed metrics: small functions over whole columns, a file for each matter; found, not registered."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache

from ncu_advisor.formula import FORMULAS, Formula


@cache
def by_metric() -> Mapping[str, Sequence[Formula]]:
    """All formulas, by the name of what they compute: file by file, whichever was imported first."""
    found: dict[str, list[Formula]] = {}
    for name in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        module = importlib.import_module(f"{__name__}.{name}")
        for formula in (way for ways in FORMULAS.values() for way in ways if way.compute.__module__ == module.__name__):
            found.setdefault(formula.name, []).append(formula)
    return found
