"""What is read: the raw page of each depth, the details page of the deepest, which prints fewer metrics, and what plain ``ncu`` prints."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmarks.advice import printed, sets
from ncu_advisor import advise, load
from ncu_advisor.report import Report

DEPTHS = ("full", "detailed", "basic")
PRINTED = "printed"
PAGES = {**{depth: f"{depth}.raw" for depth in DEPTHS}, "full, details page": "full.details", "basic, printed page": PRINTED}


def reports_of(pages: Iterable[Path | str]) -> list[Report]:
    """One a program, as its author would ask for it."""
    return [advise(load(str(page))) for page in pages]


def pages_of(kind: str) -> Iterable[Path | str]:
    """The pages of all programs that are of this kind; a printed one is there until the next is asked for."""
    return printed.pages(sets.pages("full.details")) if kind == PRINTED else sets.pages(kind)
