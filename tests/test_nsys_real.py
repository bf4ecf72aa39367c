"""Real exports of nsys: the rows that others counted, and totals that plain SQL gives."""

from __future__ import annotations

import csv
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ncu_advisor.readers import read_all
from ncu_advisor.timeline import TimelineTable, merge
from ncu_advisor.traces import gpu_activity

CORPUS = Path(os.environ.get("NCU_ADVISOR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus"))
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public exports is not here")


def _sources(kind: str) -> list[dict[str, str]]:
    with (CORPUS / "SOURCES.tsv").open(encoding="utf-8") as stream:
        return [row for row in csv.DictReader(stream, delimiter="\t") if row["local file"].startswith(f"{kind}/")]


def _tables(file: Path) -> list[TimelineTable]:
    tables, errors = read_all([str(file)], lambda _: True)
    assert not errors
    assert all(isinstance(table, TimelineTable) for table in tables)
    return [table for table in tables if isinstance(table, TimelineTable)]


def test_every_report_of_the_corpus_has_its_rows() -> None:
    """CSV and text, ns and ms, with and without what nsys prints around them."""
    for row in _sources("nsys"):
        if row["local file"].endswith(".csv"):
            [table] = _tables(CORPUS / row["local file"])
            assert (row["local file"], table.rows, table.warnings) == (row["local file"], int(row["rows"]), [])


def test_text_and_csv_of_one_run_agree() -> None:
    """The same report in both formats has the same numbers, name by name."""
    folder = CORPUS / "nsys"
    for text, report in (("nsys-cuda_gpu_kern_sum.txt", "cuda_gpu_kern_sum_cuda_gpu_kern_sum.csv"), ("nsys-nvtx_sum.txt", "nvtx_sum_nvtx_sum.csv")):
        [one], [other] = (_tables(next(folder.glob(f"*phase-c52--{name}"))) for name in (text, report))
        [[mine], [theirs]] = (list(table.frames.values()) for table in (one, other))
        measures = [column for column in mine if column.endswith("_ns") or column == "instances"]
        assert mine[measures].equals(theirs[measures])


def test_every_database_of_the_corpus_is_read() -> None:
    """Exports of 2020 to 2026: as many kernels, and as much kernel time, as SQL counts; without kernels there is a warning."""
    for row in _sources("sqlite"):
        file = CORPUS / row["local file"]
        [table] = _tables(file)
        kernels = table.frames.get("kernels", [])
        assert (len(kernels), bool(table.warnings)) == (int(row["kernels(ids)"]), not len(kernels))
        if len(kernels):
            with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
                [(total,)] = connection.execute('SELECT sum("end" - "start") FROM CUPTI_ACTIVITY_KIND_KERNEL')
            [session] = merge([table]).sessions
            assert gpu_activity.kernel_shares(session)["total_ns"].sum() == total


def test_nvprof_files_of_the_corpus_are_refused_by_name() -> None:
    """Each with one line that says what it is."""
    files = sorted((CORPUS / "nvprof").iterdir())
    tables, errors = read_all([str(file) for file in files], lambda _: True)
    assert (tables, len(errors)) == ([], len(files))
    assert all("is nvprof output, which this tool does not read" in str(error) for error in errors)
