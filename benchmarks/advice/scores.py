"""A measured pair, and how what was said of its first kernel holds against it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pair:
    name: str
    before: str
    expected: tuple[str, ...]
    kind: str  # defect, mild, healthy; "unmended" pairs, whose mend did not help when measured, are not scored
    saved_pct: float
    part: str  # of PARTS: seen, held back until the model first stood, or one of the BLIND ones
    after: str = ""  # its kernel after the mend; "" where there is none, or the library's


@dataclass(frozen=True)
class Score:
    pair: Pair
    rules: tuple[str, ...]  # as found, largest promise first
    promised_pct: float  # of an expected rule; of any rule for mild and healthy pairs

    @property
    def rank(self) -> int | None:
        return next((i for i, rule in enumerate(self.rules) if rule in self.pair.expected), None)

    @property
    def error(self) -> float:
        return abs(self.promised_pct - self.pair.saved_pct)
