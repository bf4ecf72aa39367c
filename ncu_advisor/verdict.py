"""What one rule says of all launches, before it becomes findings: which it speaks of, what that saves, and why it is silent on others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor import catalogue
from ncu_advisor.columns import Column
from ncu_advisor.rule import Rule

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]
Named = Mapping[str, Column]  # columns by the names that rules use


@dataclass(frozen=True)
class Binding:
    """A resource or exposed part for each of some launches, by its number in ``names``."""

    names: list[str]
    numbers: NDArray[np.int8]

    @classmethod
    def of(cls, names: NDArray[np.str_]) -> Binding:
        different, numbers = np.unique(names, return_inverse=True)
        return cls(different.tolist(), numbers.astype(np.int8))

    def __getitem__(self, place: int) -> str:
        name: str = self.names[self.numbers[place]]
        return name


class Values(Mapping[str, Any]):
    """A rule's own definitions before the profile's columns, of all launches or of some; a metric that no launch has reads as missing."""

    def __init__(self, columns: Named, count: int, rows: Rows | None = None) -> None:
        self.own: dict[str, Any] = {}
        self._columns = columns
        self._rows = rows  # of the columns; None for all
        self._count = count

    def of(self, places: Rows) -> Values:
        """The same of the launches at these places."""
        part = Values(self._columns, len(places), places if self._rows is None else self._rows[places])
        part.own = {name: values[places] for name, values in self.own.items()}
        return part

    def __getitem__(self, name: str) -> Any:
        if name in self.own:
            return self.own[name]
        if name in self._columns:
            column = self._columns[name]
            return column if self._rows is None else column[self._rows]
        if name in catalogue.metrics():
            return np.broadcast_to(np.nan, self._count)
        raise KeyError(name)

    def __iter__(self) -> Any:
        return iter({**self._columns, **self.own})

    def __len__(self) -> int:
        return len({**self._columns, **self.own})


@dataclass
class Verdict:
    """What one rule says of all launches. ``unknown`` has an element a launch; the rest one for each of ``rows``, the launches that fire.

    ``saved`` is in percent of each launch, ``changed`` holds the mended demands (ns), ``binding`` the longest one under that change.
    """

    rule: Rule
    unknown: Mask
    rows: Rows
    saved: Column
    changed: dict[str, Column]
    binding: Binding
    values: Values  # the rule's own definitions before the profile's columns
    silenced: NDArray[np.int8]  # 0, or the number of the reason, from 1 on, why there is no finding
    reasons: list[Callable[[int], str]] = field(default_factory=list)  # each asked with a place in ``rows``
    instead_of: dict[int, str] = field(default_factory=dict)  # the rule whose time it saves in another way, by place in ``rows``

    @property
    def speaks(self) -> Rows:
        """Places in ``rows`` with a finding."""
        return np.flatnonzero(self.silenced == 0)

    def reason(self, place: int) -> str:
        """Why there is no finding for the launch at this place of ``rows``."""
        said: str = self.reasons[self.silenced[place] - 1](place)
        return said

    def following(self, rule_id: str) -> Rows:
        """The launches where it follows the rule of this id."""
        return self.rows[[place for place, first in self.instead_of.items() if first == rule_id]]

    def silence(self, where: Mask, reason: Callable[[int], str]) -> None:
        """Give ``reason`` for those of these places that have none yet."""
        self.reasons.append(reason)
        self.silenced[where & (self.silenced == 0)] = len(self.reasons)
