"""Real exports, where a checkout has them beside it: every one is read, or refused with its own reason."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import read_all
from ncu_advisor.readers.rule_facts import facts

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
EXPORTS = ROOT / "sample_reports" / "exports"


def _files() -> list[tuple[str, int]]:
    if not (CORPUS / "SOURCES.tsv").exists():
        return []
    with (CORPUS / "SOURCES.tsv").open(encoding="utf-8", newline="") as sources:
        rows = list(csv.DictReader(sources, delimiter="\t"))
    return [(row["local file"], int(row["kernels(ids)"] or 0)) for row in rows if row["local file"].startswith("ncu/")]


def _read(file: Path) -> tuple[list[LaunchTable], list[str]]:
    tables, errors = read_all([str(file)], lambda name: True)
    return [table for table in tables if isinstance(table, LaunchTable)], [str(error) for error in errors]


@pytest.mark.skipif(not _files(), reason="the collection of public exports is not beside this checkout")
@pytest.mark.parametrize(("name", "launches"), _files() or [("", 0)])
def test_a_public_export_is_read_or_refused_with_its_reason(name: str, launches: int) -> None:
    """As many launches as were counted in it; a failed run says why it failed."""
    tables, errors = _read(CORPUS / name)
    assert sum(len(table.launches) for table in tables) == launches
    assert len(errors) == (launches == 0)
    assert all("the profiled run failed" in error for error in errors)


def _export(name: str) -> LaunchTable:
    tables, errors = _read(EXPORTS / f"{name}.csv.xz")
    assert errors == []
    (table,) = tables
    return table


@pytest.mark.skipif(not (EXPORTS / "full_raw.csv.xz").exists(), reason="the sample exports are not in this checkout")
@pytest.mark.parametrize("name", ["full", "library"])
def test_the_details_page_agrees_with_the_raw_page(name: str) -> None:
    """Of one report: same launches, and every label with a known metric has that metric's value, up to the rounding of two decimals.

    What only the vendor's sentences state is there for the launches of which they speak, with one decimal.
    """
    details, raw = _export(f"{name}_details"), _export(f"{name}_raw")
    assert details.launches.equals(raw.launches)
    stated = {metric for rules in details.vendor_rules.values() for metric in facts(rules)}
    known = [metric for metric in details.metrics if not metric.startswith(("details:", "rule:"))]
    assert len(known) > 60
    for metric in known:
        printed, exported = details.metrics[metric], raw.metrics[metric]
        there, exact = (printed.notna(), 0.051) if metric in stated else (slice(None), 0.0051)
        np.testing.assert_allclose(printed[there], exported[there], rtol=0.006, atol=exact, err_msg=metric)


@pytest.mark.skipif(not (EXPORTS / "full_source_sass.csv.xz").exists(), reason="the sample exports are not in this checkout")
def test_both_source_pages_and_the_raw_page_agree() -> None:
    """Of one report: same kernels, same instructions, and their executions sum up to the launch's."""
    sass, both, raw = _export("full_source_sass"), _export("full_source_cuda_sass"), _export("full_raw")
    assert sass.launches["name"].tolist() == both.launches["name"].tolist() == raw.launches["name"].tolist()
    for row, executed in enumerate(raw.metrics["smsp__inst_executed.sum"]):
        assert sass.instructions[row]["executed"].sum() == both.instructions[row]["executed"].sum() == pytest.approx(executed, rel=1e-3)
        assert (both.instructions[row]["line"] > 0).mean() > 0.5
