"""CSV of launches and findings."""

from __future__ import annotations

import csv
import io

import pytest
import report_examples as examples

from ncu_advisor.outputs import Options
from ncu_advisor.outputs import csv as output


def rows(report: examples.Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(output.render(report, Options()).decode(), newline="")))


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_no_text_is_a_formula(hostile: str) -> None:
    """No cell starts with what a spreadsheet would calculate, and every row keeps its columns."""
    found = rows(examples.hostile(hostile))
    assert [cell for row in found for cell in row.values() if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert [row for row in found if None in row or None in row.values()] == []


def test_numbers_are_never_quoted_as_text() -> None:
    """A negative number stays a number; only text gets the apostrophe."""
    from dataclasses import replace

    report = examples.report([replace(examples.TRIAD, headroom_pct=-0.5, name="-name")])
    launch = rows(report)[0]
    assert (launch["headroom_pct"], launch["kernel"]) == ("-0.5", "'-name")


def test_one_row_a_launch_and_one_a_finding() -> None:
    """Every launch, finding and sequence finding has exactly one row."""
    report = examples.report()
    kinds = [row["record"] for row in rows(report)]
    assert tuple(kinds.count(kind) for kind in ("launch", "finding", "sequence")) == (8, 11, 1)


def test_what_was_not_measured_is_an_empty_cell() -> None:
    """NaN is never written."""
    unknown = next(row for row in rows(examples.report()) if row["kernel"] == "uncounted(int *)")
    assert (unknown["duration_ns"], unknown["roof_fraction"], unknown["headroom_pct"]) == ("", "", "")


def test_values_read_back() -> None:
    """Durations and savings come back as the numbers that they were."""
    gemm = next(row for row in rows(examples.report()) if row["record"] == "finding" and row["rule"] == "missing-tensor-cores")
    assert (float(gemm["duration_ns"]), float(gemm["time_saved_pct"]), int(gemm["line"])) == (412640.0, 88.5, 41)
