"""A Formula: how a metric is computed from others. Several may compute one; they are tried in the order of their file.

The functions lie in ``formulas/``. Their parameter names are the metrics that they need; the first line of their docstring says what the
value means.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Column = Any  # a float64 array, one element a launch; NaN where not collected

SECTOR = 32  # bytes
WARP = 32  # threads


@dataclass(frozen=True)
class Formula:
    """One way to compute ``name`` from the metrics in ``needs``."""

    name: str
    unit: str
    what: str
    needs: tuple[str, ...]
    compute: Callable[..., Column]


FORMULAS: dict[str, list[Formula]] = {}


def metric(unit: str, name: str = "") -> Callable[[Callable[..., Column]], Callable[..., Column]]:
    """Register the decorated function as a way to compute the metric of its own name (or ``name``)."""

    def register(function: Callable[..., Column]) -> Callable[..., Column]:
        target = name or function.__name__
        what = (inspect.getdoc(function) or "\n").splitlines()[0].rstrip(".")
        needs = tuple(inspect.signature(function).parameters)
        FORMULAS.setdefault(target, []).append(Formula(target, unit, what, needs, function))
        return function

    return register
