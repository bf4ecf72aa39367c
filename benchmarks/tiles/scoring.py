"""Measured tables, and how much of the best measured speed a choice keeps. No device is needed."""

from __future__ import annotations

import csv
import lzma
import math
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
# By what a table's name begins with: the columns that name a problem, and those that name a configuration.
COLUMNS = {
    "gemm": (("M", "N", "K", "dtype", "batch"), ("BM", "BN", "BK", "stages", "warps", "split_k")),
    "attention": (("B", "H", "T", "D"), ("BM", "BN", "stages", "warps")),
    "stream": (("bytes_read", "bytes_written", "dtype"), ("vector_bits", "items_per_thread", "block", "grid")),
    "rows": (("op", "rows", "cols"), ("rows_per_block", "chunk", "warps", "passes")),
}
Key = tuple[int, ...]


@dataclass
class Measured:
    """One table: times in microseconds by problem and configuration; the vendor library's apart."""

    name: str
    times: dict[tuple[str | int, ...], dict[Key, float]] = field(default_factory=lambda: defaultdict(dict))
    vendor: dict[tuple[str | int, ...], float] = field(default_factory=dict)

    def part(self, seen: bool) -> list[tuple[str | int, ...]]:
        """The problems that the fit may see, or those held out."""
        return [problem for problem in sorted(self.times, key=str) if held_out(problem) != seen]


def held_out(problem: tuple[str | int, ...]) -> bool:
    """One in three by a checksum of the problem's name: a rule fixed before anything was measured, and the same in every table."""
    return zlib.crc32(" ".join(map(str, problem)).encode()) % 3 == 0


def read(path: Path, problem: Sequence[str], configuration: Sequence[str]) -> Measured:
    """A table from a CSV, plain or .xz; numbers are integers, and a missing split is 1."""
    table = Measured(path.name.removesuffix(".xz").removesuffix(".csv"))
    with lzma.open(path, "rt", newline="") if path.suffix == ".xz" else path.open(newline="") as stream:
        for row in csv.DictReader(stream):
            at = tuple(row[c] if c in ("dtype", "op") else int(row[c]) for c in problem if c in row)
            key = tuple(int(row.get(c) or 1) for c in configuration)
            if key[0] == 0:
                table.vendor[at] = float(row["us"])
            else:
                table.times[at][key] = float(row["us"])
    return table


@cache
def measured(name: str) -> Measured:
    """A committed table of this project's sweep on an H200."""
    return read(HERE / "measured" / f"{name}.csv.xz", *COLUMNS[name.split("_", maxsplit=1)[0]])


def kept(times: dict[Key, float], key: Key) -> tuple[float, bool]:
    """The share of the best speed that ``key`` keeps, and whether it was measured itself; else the nearest in log2 distance stands for it."""
    near = min(times, key=lambda c: sum(abs(math.log2(a) - math.log2(b)) for a, b in zip(c, key, strict=True)))
    return min(times.values()) / times[near], near == key


@dataclass(frozen=True)
class Score:
    """Geometric mean and worst share of the first choice, and of the best of all choices."""

    problems: int
    first: float
    first_worst: float
    best: float
    best_worst: float
    choices: int


def score(table: Measured, problems: Iterable[tuple[str | int, ...]], choices: Callable[[tuple[str | int, ...]], Sequence[Key]]) -> Score:
    firsts, bests, most = [], [], 0
    for problem in problems:
        shares = [kept(table.times[problem], key)[0] for key in choices(problem)]
        firsts.append(shares[0])
        bests.append(max(shares))
        most = max(most, len(shares))
    return Score(len(firsts), _mean(firsts), min(firsts), _mean(bests), min(bests), most)


def _mean(values: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))
