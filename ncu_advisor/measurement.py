"""A Measurement: what Python computes for rules about several launches or a whole run. Rule files judge it.

A measurement is a file of ``measurements/``; its stem is the name by which rules ask for it. It says what it is ``OF``, what it
``NEEDS`` of a session (see ``gpu_activity.available``), which ``VALUES`` its occurrences have, and how to ``measure`` them. All are asked
what they need, also where there is no session, so what computes on one is imported in ``measure``.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from ncu_advisor.errors import BadRule

LAUNCHES, SESSION = "launches", "session"
# What occurrences of any measurement of a session have beside its values (``sequence`` adds it).
OF_ANY_RUN = {"paced": "1 where a clock outside of the GPU's work sets the pace of the run, which then takes as long whatever is mended, else 0"}
# Endings of a value's name that say its unit.
_UNITS = {"_ns": "ns", "_bytes": "byte", "_pct": "%", "_per_second": "byte/s"}


class Measurement(Protocol):
    """A module of ``measurements/``."""

    OF: str  # LAUNCHES: measure(order: LaunchOrder, rule: Rule); SESSION: measure(session: Session)
    NEEDS: tuple[str, ...]
    VALUES: Mapping[str, str]  # name -> meaning

    def measure(self, *subject: Any) -> Occurrences:
        """What occurs there."""


@dataclass(frozen=True)
class Occurrences:
    """One element of every value per occurrence; float64, or objects for text. ``launches``: rows of the profile, () for a run's."""

    launches: tuple[tuple[int, ...], ...]
    values: Mapping[str, Any]

    def __len__(self) -> int:
        return len(self.launches)


def of_rows(rows: Sequence[Mapping[str, float | str]]) -> Occurrences:
    """Occurrences of a run, one a row; all rows have the same names."""
    columns: dict[str, Any] = {}
    for name in rows[0] if rows else ():
        values = [row[name] for row in rows]
        columns[name] = np.array(values, dtype=object if isinstance(values[0], str) else float)
    return Occurrences(((),) * len(rows), columns)


def named(name: str) -> Measurement:
    """The measurement that rules call ``name``. Raises BadRule where there is none."""
    if re.fullmatch(r"[a-z][a-z_]*", name):
        module = f"{__package__}.measurements.{name}"
        try:
            return cast(Measurement, importlib.import_module(module))
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
    raise BadRule(name, "is no measurement", "see the files of ncu_advisor/measurements")


def known(names: Sequence[str]) -> dict[str, str]:
    """The values that occurrences of any of these measurements have, with their meaning."""
    sources = [named(name) for name in names]
    values = {value: meaning for source in sources for value, meaning in source.VALUES.items()}
    return values | (OF_ANY_RUN if any(source.OF == SESSION for source in sources) else {})


def unit_of(name: str) -> str:
    """The base unit of a value, which its name ends with; "" for counts and text."""
    return next((unit for ending, unit in _UNITS.items() if name.endswith(ending)), "")
