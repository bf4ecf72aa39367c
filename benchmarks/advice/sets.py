"""What was measured, and where it lies: a folder a set (sets/NAME) with its pairs, its programs and the pages exported of them.

sets/order.csv names the sets of authors who knew neither rules nor model, as they came, and those that carry our own advice out; a new one
is a folder and a row there. Times of all cases outside the profiler, their sums and what was said at first looks are in measured/;
elsewhere/ has the same of some programs on another device.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
HERE = Path(__file__).resolve().parent
SETS = HERE / "sets"
MEASURED = HERE / "measured"
ELSEWHERE = HERE / "elsewhere"


def remarks() -> dict[str, str]:
    """The sets of order.csv as they came, each with what is to be said of how it came about ("" for nothing)."""
    return {row["set"]: row["remark"] for row in rows(SETS / "order.csv")}


def blind() -> tuple[str, ...]:
    """The sets of authors who knew neither rules nor model, in their order."""
    return tuple(name for name in remarks() if apart().get(name) != "advice")


@lru_cache(maxsize=1)
def apart() -> dict[str, str]:
    """The sets that are judged apart from those of unlike kernels, each with why.

    sweep: one launch parameter or decision of a work changed at a time, many versions of few works. advice: our own advice, carried out.
    """
    return {row["set"]: row["apart"] for row in rows(SETS / "order.csv") if row["apart"]}


@lru_cache(maxsize=1)
def pairs() -> tuple[tuple[str, dict[str, str]], ...]:
    """Each pair's row with the name of its set."""
    return tuple((file.parent.name, row) for file in sorted(SETS.glob("*/pairs.csv")) for row in rows(file))


def pages(kind: str) -> list[Path]:
    """The exported pages of a kind (``full.raw``, ``full.details`` …), one a program, by the program's name; ``*`` for all."""
    return sorted(SETS.glob(f"*/*.{kind}.csv.xz"), key=lambda path: path.name)


def page(program: str, kind: str = "full.raw") -> Path:
    """The page of one program; FileNotFoundError where it was not kept."""
    found = next(SETS.glob(f"*/{program}.{kind}.csv.xz"), None)
    if found is None:
        raise FileNotFoundError(f"no {kind} page of {program} in {SETS}")
    return found


def of_case(table: Mapping[str, T], kernel: str) -> T | None:
    """What a table by cases has of a kernel: a chain is measured as one case, and its kernels bear the name of the case and a number."""
    return table.get(kernel, table.get(kernel.rstrip("0123456789")))


def rows(path: Path) -> list[dict[str, str]]:
    """A table's rows by the names of its columns."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
