"""Files that hold pages of several kinds: one reader reads one kind, and what it leaves out is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from csv_pages import launch, raw

from ncu_advisor.load import load
from ncu_advisor.readers import nsys_text
from ncu_advisor.readers.other_pages import CSV, NSYS, TEXT, OtherPages
from ncu_advisor.readers.source import Source

RAW = raw(["gpu__time_duration.sum"], ["us"], [[*launch(), "2.5"]])
PAGE = """\
[7] app@127.0.0.1
  k(int) (64, 2, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0
    Section: GPU Speed Of Light Throughput
    ------------- ----------- ------------
    Metric Name   Metric Unit Metric Value
    ------------- ----------- ------------
    Duration               us         2.50
    ------------- ----------- ------------

"""
SUMMARY = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n60.0,6000,6,1000,1000,900,1100,10,k\n\n"
TABLE = """\
 Time (%)  Total Time (ns)  Instances  Avg (ns)  Med (ns)  Min (ns)  Max (ns)  StdDev (ns)  Name
 --------  ---------------  ---------  --------  --------  --------  --------  -----------  ----
    100.0             6000          6    1000.0    1000.0       900      1100         10.0  k

"""
LOG = "a program that prints for megabytes\n" * 40_000  # beyond what readers look at to know a file by


@pytest.mark.parametrize(
    ("parts", "left_out"),
    [
        ((RAW, PAGE), [TEXT]),
        ((PAGE, RAW), [TEXT]),
        ((RAW, SUMMARY), [NSYS]),
        ((SUMMARY, TABLE, PAGE, RAW), [NSYS, TEXT]),
        ((PAGE, SUMMARY), [NSYS]),
        ((PAGE, TABLE), [NSYS]),
        ((PAGE, LOG, RAW), [CSV]),
        ((SUMMARY, LOG, RAW), [CSV]),
        ((SUMMARY, LOG, PAGE), [TEXT]),
        ((RAW, RAW.replace("2.5", "3.5")), []),
        ((RAW, "step 1 (1, 1, 1)x(2, 1, 1), Context 1\nProcess ID 7, Total Time 3 s\nSection: a chapter\n"), []),
        ((PAGE, PAGE), []),
        ((SUMMARY, SUMMARY), []),
    ],
)
def test_pages_of_another_kind_are_named(tmp_path: Path, parts: tuple[str, ...], left_out: list[str]) -> None:
    """Once each, however many there are; what a program prints is none."""
    (tmp_path / "all.txt").write_text("".join(parts))
    warnings = [warning for note in load(str(tmp_path / "all.txt")).inputs for warning in note.warnings if "as well, which was not read" in warning]
    assert [kind for warning in warnings for kind in (CSV, TEXT, NSYS) if f"it holds {kind} as well" in warning] == left_out


def test_tables_of_nsys_name_them_too(tmp_path: Path) -> None:
    """As the other readers do."""
    file = tmp_path / "all.txt"
    file.write_text(TABLE + PAGE)
    tables = nsys_text.read(Source(str(file), file), lambda _: True)
    assert tables[0].warnings == [f"it holds {TEXT} as well, which was not read: put that into a file of its own"]


def test_a_section_without_its_launch_is_a_page_where_it_is_known() -> None:
    """Some paste no more; a chapter of anything else has another title."""
    for title, kinds in (("GPU Speed Of Light Throughput", 1), ("Introduction", 0)):
        others = OtherPages(CSV)
        others.look(f"    Section: {title}\n")
        assert len(others.warnings()) == kinds
