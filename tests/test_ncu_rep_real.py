"""Real reports: the launches that others counted, and the numbers that the vendor's own tool prints for them."""

from __future__ import annotations

import csv
import lzma
import math
import os
from pathlib import Path

import pytest

from ncu_advisor import units
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import ncu_rep
from ncu_advisor.readers.source import Source

CORPUS = Path(os.environ.get("NCU_ADVISOR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus")) / "ncu-rep"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public reports is not here")
def test_every_report_of_the_corpus_is_read() -> None:
    """Real reports of 2020 to 2025 have the launches that were counted in them, each with a duration."""
    with (CORPUS.parent / "SOURCES.tsv").open(encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream, delimiter="\t") if row["kind"] == "ncu-rep"]
    for row in rows:
        file = CORPUS.parent / row["local file"]
        (table,) = ncu_rep.read(Source(str(file), file), lambda _: True)
        debug = [warning for warning in table.warnings if "of debug builds (nvcc -G)" in warning]
        assert bool(debug) is file.name.startswith("victor-lvsy"), file  # the only one whose binary says where variables are
        assert (len(table.launches), table.warnings, table.tool_version) == (int(row["kernels(ids)"]), debug, row["tool version"].split(" ")[0])
        assert len(table.metrics.columns) > 200, file


EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"


@pytest.mark.parametrize("name", ["basic", "detailed", "full", "library"])
def test_values_equal_those_of_the_vendors_own_export(name: str) -> None:
    """Every metric of every launch is the number that ncu prints for the same report, in base units and up to its rounding."""
    report_file, raw_file = EXPORTS / f"{name}.ncu-rep.xz", EXPORTS / f"{name}_raw.csv.xz"
    if not (report_file.exists() and raw_file.exists()):
        pytest.skip("the sample exports are not here")
    (table,) = ncu_rep.read(Source(str(report_file), report_file), lambda _: True)
    with lzma.open(raw_file, "rt", encoding="utf-8", newline="") as stream:
        header, units_row, *rows = csv.reader(stream)
    wrong = []
    for row, cells in enumerate(rows):
        for metric_name, unit, cell in list(zip(header, units_row, cells, strict=True))[11:]:
            if not agrees(table, row, metric_name, unit, cell):
                wrong.append((row, metric_name, unit, cell))
    assert (len(table.launches), wrong) == (len(rows), [])


def agrees(table: LaunchTable, row: int, name: str, unit: str, cell: str) -> bool:
    """Whether a cell of a raw page shows the report's value."""
    value = table.metrics[name].iloc[row] if name in table.metrics else math.nan
    try:
        printed = units.number(cell)
    except ValueError:
        return bool(table.texts[name].iloc[row] == cell)
    if math.isnan(printed):
        return math.isnan(value)
    half_a_digit = 0.5001 * 10.0 ** -len(cell.partition(".")[2])
    return bool(abs(printed * units.scale(unit) - value) <= half_a_digit * units.scale(unit) + 1e-12 * abs(value))
