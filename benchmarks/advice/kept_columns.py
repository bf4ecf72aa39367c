"""Which columns of an exported page are kept in sets/: every count, but not each count again in half a dozen other forms.

    python -m benchmarks.advice.kept_columns      leaves the other columns out of the pages that have them

Half of a full page, packed, are figures that follow from others of the page: a counter as a percentage of its peak, that peak itself, both a
second and a cycle, and each of these as sum, average, least and most over the units. Kept are all columns that the readers ask for, all plain
counts, and of a counter that the page has in no plain form its first.
"""

from __future__ import annotations

import csv
import io
import lzma
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.advice.sets import pages
from ncu_advisor.catalogue import is_wanted

# Pages are text that aligns to no word: without position bits, and with four of literal context, they pack some 3% smaller.
SMALLEST = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "lp": 0, "pb": 0}]
# The counter, how it is rolled up over its units, and in what form it is given ("" for the count itself).
_COLUMN = re.compile(r"(?P<counter>.+?)\.(?:sum|avg|min|max)(?:\.(?P<form>(?:pct_of_)?peak_\w+(?:\.per_second)?|per_\w+))?")


def kept_columns(header: Sequence[str]) -> list[int]:
    """Positions of the columns that are kept, in their order."""
    return list(_kept(header, plain={found["counter"] for found in map(_COLUMN.fullmatch, header) if found and not found["form"]}))


def _kept(header: Sequence[str], plain: set[str]) -> Iterator[int]:
    told = set(plain)
    for position, column in enumerate(header):
        found = _COLUMN.fullmatch(column)
        if found is None or not found["form"] or found["counter"] not in told or is_wanted(column):
            yield position
        if found is not None:
            told.add(found["counter"])


def repack(page: Path, to: Path) -> None:
    """The page with the columns that are kept, as small as it goes; it stays in the repository for good."""
    with lzma.open(page, "rt", encoding="utf-8", newline="") as stream:
        lines = list(csv.reader(stream))
    positions = kept_columns(lines[0])
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([line[at] for at in positions] for line in lines)
    to.write_bytes(lzma.compress(text.getvalue().encode(), filters=SMALLEST))


def main() -> None:
    for page in pages("*.raw"):
        with lzma.open(page, "rt", encoding="utf-8", newline="") as stream:
            header = next(csv.reader(stream))
        if len(kept_columns(header)) < len(header):
            repack(page, page)


if __name__ == "__main__":
    main()
