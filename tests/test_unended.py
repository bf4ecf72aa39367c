"""Launches that did not end under the profiler."""

from __future__ import annotations

from pathlib import Path

from csv_pages import launch, raw

from ncu_advisor import unended
from ncu_advisor.load import load


def test_a_launch_without_a_time_is_told_of(tmp_path: Path) -> None:
    """Beside launches that have both; a page on which no launch has any is another matter."""
    names, units = ("gpu__time_duration.sum", "sm__cycles_elapsed.avg", "launch__registers_per_thread"), ("ns", "cycle", "")

    def said(*cells: tuple[str, str, str]) -> list[str]:
        (tmp_path / "page.csv").write_text(raw(names, units, [[*launch(i), *row] for i, row in enumerate(cells)]))
        return list(load([str(tmp_path / "page.csv")]).inputs[0].warnings)

    [sentence] = said(("10,000", "9,000", "64"), ("", "", ""))
    assert sentence.startswith("1 of 2 launches has no time and no cycles: the kernel failed, or the run was killed")
    assert said(("10,000", "9,000", "64"), ("", "9,000", "64")) == said(("", "", ""), ("", "", "")) == []


def test_a_time_that_cannot_be_is_no_failed_kernel(tmp_path: Path) -> None:
    """Neither are cycles that only other counters tell of: both are said of otherwise."""
    wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"
    names = ["gpu__time_duration.sum", "sm__cycles_elapsed.max", wavefronts, f"{wavefronts}.pct_of_peak_sustained_elapsed"]
    names += ["launch__waves_per_multiprocessor", "device__attribute_multiprocessor_count"]
    rows = [[*launch(i), "-5", "-5", count, "50", "1", "132"] for i, count in enumerate(("1,000,000", "", ""))]
    (tmp_path / "page.csv").write_text(raw(names, ("ns", "cycle", "", "%", "", ""), rows))
    [sentence] = load([str(tmp_path / "page.csv")]).inputs[0].warnings
    assert sentence.startswith("duration is -5 ns (at least 1) in 3 of 3 launches")


def test_a_launch_that_was_counted_did_not_fail(tmp_path: Path) -> None:
    """A second collection, of a few metrics by name, has counters and no times."""
    names = ("gpu__time_duration.sum", "dram__bytes_read.sum", "launch__registers_per_thread")
    rows = [[*launch(i), *row] for i, row in enumerate((("10,000", "", "64"), ("", "4,096", "64"), ("", "", "64")))]
    (tmp_path / "page.csv").write_text(raw(names, ("ns", "byte", ""), rows))
    failed, counted = load([str(tmp_path / "page.csv")]).inputs[0].warnings
    assert failed.startswith("1 of 3 launches has no time and no cycles: the kernel failed")
    assert counted.startswith("1 of 3 launches has counters but no time") and "in one run" in counted


def test_several_launches_are_them(tmp_path: Path) -> None:
    """The sentence is in the plural."""
    rows = [[*launch(i), time] for i, time in enumerate(("10,000", "", ""))]
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), rows))
    [sentence] = load([str(tmp_path / "page.csv")]).inputs[0].warnings
    assert sentence.startswith("2 of 3 launches have no time") and "nothing is said of them." in sentence


def test_warnings_tell_whether_an_input_is_whole() -> None:
    """A saved report holds nothing else of its inputs."""
    assert unended.whole(["the clocks were not locked"])
    assert not unended.whole(["x.csv: the text is cut off inside a table"])
    assert not unended.whole(["fine", "2 lines could not be read: the table is not whole"])
