"""Which chips have which counters: the vendor names of the catalogue that not every chip has, by compute capability (counters.csv)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib import resources


@lru_cache(maxsize=1)
def _read() -> tuple[frozenset[str], dict[str, frozenset[str]]]:
    text = resources.files("ncu_advisor.hardware").joinpath("counters.csv").read_text(encoding="utf-8")
    rows = {row["counter"]: frozenset(row["compute_capabilities"].split()) for row in csv.DictReader(text.splitlines())}
    return rows.pop("*"), rows  # the first row: the chips that were asked


def has(capability: str, vendor_name: str) -> bool:
    """Whether a chip of this compute capability has the counter of this metric; True where the table does not say."""
    known, counters = _read()
    return capability not in known or capability in counters.get(vendor_name.partition(".")[0], known)


def names(vendor: Sequence[str], capabilities: Iterable[str]) -> list[str]:
    """Of a metric's names, best first, what to collect on these chips: on each the first that it has; the best where no chip is given."""
    chips = list(capabilities)
    if not chips:
        return list(vendor[:1])
    found = (next((name for name in vendor if has(chip, name)), None) for chip in chips)
    return list(dict.fromkeys(name for name in found if name is not None))
