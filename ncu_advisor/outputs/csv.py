"""CSV: one row a launch and one row a finding, told apart by the first column.

Text that a spreadsheet would take for a formula gets an apostrophe; numbers are never touched.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ncu_advisor.presentation import wording
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Diagnosis, Finding, Report, SequenceFinding

NAME = "csv"
SUFFIXES = (".csv",)

COLUMNS = (
    "record", "launch", "kernel", "grid", "block", "duration_ns", "share_of_time", "bound", "limiter", "confidence", "roof_fraction", "headroom_pct",
    "time_saved_pct", "time_saved_ns", "speedup", "rule", "severity", "title", "advice", "unless", "binds_next", "file", "line", "sass", "source",
)  # fmt: skip
# What spreadsheets take for the start of a formula, full-width forms included.
_FORMULA = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")

_IDENTITY = frozenset(("launch", "kernel", "grid", "block", "duration_ns", "share_of_time", "source"))

Cell = str | int | float | None


def render(report: Report, options: Options) -> bytes:
    """RFC 4180 with line feeds, UTF-8; NaN is an empty cell. ``record`` is ``launch``, ``finding`` or ``sequence``."""
    import csv
    import io

    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in _rows(report):
        writer.writerow([_cell(row.get(column)) for column in COLUMNS])
    return file.getvalue().encode("utf-8", "replace")


def _rows(report: Report) -> Iterator[dict[str, Cell]]:
    for kernel in report.kernels:
        yield _launch(kernel)
        for finding in kernel.findings:
            yield _finding(kernel, finding)
    for across in report.sequence_findings:
        yield _sequence(across)


def _launch(kernel: Diagnosis) -> dict[str, Cell]:
    return {
        "record": "launch",
        "launch": kernel.id,
        "kernel": kernel.name,
        "grid": "x".join(map(str, kernel.grid)),
        "block": "x".join(map(str, kernel.block)),
        "duration_ns": kernel.duration_ns,
        "share_of_time": kernel.share_of_time,
        "bound": kernel.bound,
        "limiter": kernel.limiter,
        "confidence": kernel.confidence,
        "roof_fraction": kernel.roof_fraction,
        "headroom_pct": kernel.headroom_pct,
        "time_saved_pct": kernel.combined_time_saved_pct,
        "time_saved_ns": kernel.time_saved_ns,
        "source": kernel.source,
    }


def _finding(kernel: Diagnosis, finding: Finding) -> dict[str, Cell]:
    place = finding.location[0] if finding.location else None
    identity = {name: value for name, value in _launch(kernel).items() if name in _IDENTITY}
    return identity | {
        "record": "finding",
        "confidence": finding.confidence,
        "time_saved_pct": finding.time_saved_pct,
        "time_saved_ns": kernel.duration_ns * finding.time_saved_pct / 100,
        "speedup": finding.speedup,
        "rule": finding.rule,
        "severity": finding.severity,
        "title": finding.title,
        "advice": finding.advice,
        "unless": finding.unless,
        "binds_next": finding.binds_next,
        "file": place.file if place else None,
        "line": place.line or None if place else None,
        "sass": place.sass if place else None,
    }


def _sequence(finding: SequenceFinding) -> dict[str, Cell]:
    return {
        "record": "sequence",
        "launch": " ".join(map(str, finding.kernels)),
        "time_saved_pct": finding.time_saved_pct,
        "time_saved_ns": finding.time_saved_ns,
        "rule": finding.rule,
        "severity": finding.severity,
        "title": finding.title,
        "advice": finding.advice,
        "unless": finding.unless,
    }


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        shown = one_line(value)
        return f"'{shown}" if shown.startswith(_FORMULA) else shown
    if math.isnan(value):
        return ""
    return str(value) if isinstance(value, int) else wording.digits(value)
