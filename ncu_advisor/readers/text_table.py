"""What a text page said of its launches, as a LaunchTable."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

import numpy as np

from ncu_advisor.columns import Columns, text_column
from ncu_advisor.labels import is_aside
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers.csv_page import launches, split_cell
from ncu_advisor.readers.ncu_details import INVOCATIONS, SUMMARY
from ncu_advisor.readers.rule_facts import with_facts
from ncu_advisor.readers.separators import decide
from ncu_advisor.readers.text_page import Launch, Page
from ncu_advisor.readers.unit_cells import UnknownUnits, name_of
from ncu_advisor.text import one_line
from ncu_advisor.unended import CUT_OFF

_NAMED, _LONGEST = 5, 80  # tables in a warning, characters of a name


def table(kind: str, path: str, page: Page, wanted: Callable[[str], bool]) -> LaunchTable:
    """One row per launch of ``page``. Raises UnreadableInput where the decimal mark cannot be told."""
    marks = decide(path, ((value, unit) for launch in page.launches for _, _, _, unit, value in launch.cells), always_grouped=True)
    unknown = UnknownUnits()
    numbers: dict[str, dict[int, float]] = {}
    texts: dict[str, dict[int, str]] = {}
    told: set[str] = set()
    asides: set[str] = set()
    absent: dict[str, None] = {}  # asked for by their names, without a value
    for row, launch in enumerate(page.launches):
        if "Invocations" in launch.numbers:
            numbers.setdefault(INVOCATIONS, {})[row] = float(launch.numbers["Invocations"])
        for section, item, label, unit, cell in launch.cells:
            name = _name(section, item, label, unit)
            (asides if is_aside(section, label, item) else told).add(name)
            value, text = split_cell(cell, marks)
            if text.removeprefix("(!) ") == "n/a" and "." in label and " " not in label:
                absent[label] = None
            if not wanted(name) and not name.startswith("device__attribute_"):
                continue
            if text:
                texts.setdefault(name, {}).setdefault(row, text)
            elif np.isfinite(value):
                # Of a metric that a launch prints twice, the first number counts.
                factor = unknown.factor(name, unit)
                if np.isfinite(factor):
                    numbers.setdefault(name, {}).setdefault(row, value * factor)
    count = len(page.launches)
    metrics = {name: np.array([found.get(row, np.nan) for row in range(count)], dtype=float) for name, found in numbers.items()}
    vendor_rules = {row: launch.rules for row, launch in enumerate(page.launches) if launch.rules}
    return LaunchTable(
        kind,
        path,
        _identity(page.launches),
        with_facts(Columns(metrics, count), vendor_rules),
        Columns({name: text_column(found.get(row, "") for row in range(count)) for name, found in texts.items()}, count),
        vendor_rules=vendor_rules,
        warnings=[*_warnings(page), *_without_values(absent, numbers), *unknown.warnings()],
        asides=frozenset(asides - told),
    )


def _identity(found: list[Launch]) -> Columns:
    columns = {
        "ID": [str(number) for number in range(len(found))],
        "Process ID": [launch.process for launch in found],
        "Kernel Name": [launch.name for launch in found],
        "Grid Size": [launch.grid for launch in found],
        "Block Size": [launch.block for launch in found],
    }
    for name in ("Context", "Stream", "Device", "CC"):
        columns[name] = [launch.numbers.get(name, "") for launch in found]
    return launches(columns, len(found))


def _name(section: str, table: str, label: str, unit: str) -> str:
    """A page of tables alone names no sections: there the table says what its labels mean."""
    return name_of(section, label, unit, table) if section else name_of(table, label, unit)


def _unread(page: Page) -> list[str]:
    """Tables without a section of which no label is known."""
    known: dict[str, bool] = {}
    for launch in page.launches:
        for section, item, label, unit, _ in launch.cells:
            if not section:
                name = item or "one without a title"
                known[name] = known.get(name, False) or not _name("", item, label, unit).startswith("details:")
    return [name for name, read in known.items() if not read]


def _without_values(absent: Iterable[str], numbers: Container[str]) -> list[str]:
    """Metrics that were asked for by name and have no value for any launch: mostly no metrics of the profiler's."""
    never = [name for name in absent if name not in numbers]
    if not never:
        return []
    more = f" and {len(never) - _NAMED} more" if len(never) > _NAMED else ""
    named = ", ".join(one_line(name[:_LONGEST]) for name in never[:_NAMED])
    return [f"the profiler printed n/a for every launch: {named}{more}. Are they spelt as `ncu --query-metrics` lists them for this GPU?"]


def _warnings(page: Page) -> list[str]:
    warnings = list(page.notes)
    if unread := _unread(page):
        more = f" and {len(unread) - _NAMED} more" if len(unread) > _NAMED else ""
        named = ", ".join(one_line(name[:_LONGEST]) for name in unread[:_NAMED])
        warnings.append(f"tables that stand in no section and are not known by their title were left out: {named}{more}")
    if any(not launch.name for launch in page.launches):
        warnings.append("no line names the kernel: only a part of a page is here")
    if page.cut:
        warnings.append(f"the text {CUT_OFF} inside a table; what came before it was read")
    if any(float(launch.numbers.get("Invocations", 1)) > 1 for launch in page.launches):
        warnings.append(SUMMARY)
    return warnings
