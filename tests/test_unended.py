"""Launches that did not end under the profiler."""

from __future__ import annotations

from pathlib import Path

from csv_pages import launch, raw

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
