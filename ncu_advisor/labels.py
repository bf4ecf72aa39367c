"""What the details page calls a metric, and what the raw page calls it: ``labels.csv``.

The details page prints labels, not names. A label means something only together with its section and the class of its unit: *Memory
Throughput* is a percentage under *GPU Speed Of Light Throughput* and a bandwidth under *Memory Workload Analysis*. Labels changed between
2019, 2020 and 2022; every spelling is a row of its own. A table within a section (``--print-details all``) stands there under its own
title. A label whose metric is not known keeps a name made of what the page says.
"""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from importlib import resources

COMMAND_LINE = "Command line profiler metrics"
# Internal names as the profiler prints them for --metrics and for --print-metric-name name or label-name.
_INTERNAL = re.compile(r"(?:[a-z]+:)?[a-z][a-z0-9]*__[A-Za-z0-9_.]+|(?:memory_|inst_executed|thread_inst_executed|flop_count)[a-z0-9_.]*")
_UNIT_CLASS = (
    (re.compile(r"%"), "%"),
    (re.compile(r"(?:n|u|μ|m)?s(?:ec|econd)?", re.IGNORECASE), "ns"),
    (re.compile(r"[kmgt]?hz|cycle/[nuμm]?s(?:econd)?", re.IGNORECASE), "hz"),
    (re.compile(r"[kmgtp]?b(?:yte)?s?/\w*s(?:ec|econd)?", re.IGNORECASE), "byte/s"),
    (re.compile(r"[kmgtp]?byte(?:/\w+)?", re.IGNORECASE), "byte"),
)


def metric_name(section: str, label: str, unit: str = "", item: str = "") -> str:
    """The vendor's internal name of ``label`` in ``section`` (both as the details page shows them), printed in ``unit``.

    ``item`` is the body item (a chart or table of the section) that the row belongs to. Outside rooflines such rows repeat labels of the
    section with another meaning: there the item's own title says what they mean, and a row under a title that is not known keeps a name
    of its own. What is not known is ``details:Section/Label``.
    """
    if section == COMMAND_LINE or _INTERNAL.fullmatch(label):
        return label
    internal = label.rpartition(" ")[2].strip("()[]")
    if "__" in internal and _INTERNAL.fullmatch(internal):
        return internal
    known = _table().get((section if not item or "Roofline" in section else item, label, unit_class(unit)))
    if known is not None:
        return known
    return "details:" + "/".join(part for part in (section, item, label) if part)


def is_aside(section: str, label: str, item: str = "") -> bool:
    """Whether the row repeats in parts what the page tells anyway: of a breakdown, or of waves beside throughputs. Versions of this package
    that read such rows and those that did not are to find the same metrics collected."""
    if _INTERNAL.fullmatch(label):
        return False
    return (item or section).endswith("Throughput Breakdown") or (section, label) == ("GPU Speed Of Light Throughput", "Waves Per SM")


def unit_class(unit: str) -> str:
    """What kind of quantity ``unit`` measures, named by its base unit: ``%``, ``ns``, ``hz``, ``byte/s``, ``byte``, or "" for counts and ratios."""
    return next((name for pattern, name in _UNIT_CLASS if pattern.fullmatch(unit.strip())), "")


@lru_cache(maxsize=1)
def sections() -> frozenset[str]:
    """Titles of sections and of tables within them."""
    return frozenset(section for section, _, _ in _table())


@lru_cache(maxsize=1)
def _table() -> dict[tuple[str, str, str], str]:
    lines = resources.files("ncu_advisor").joinpath("labels.csv").read_text(encoding="utf-8").splitlines()
    return {(row["section"], row["label"], row["unit"]): row["metric"] for row in csv.DictReader(lines)}
