"""Damaged pages are read as far as they go or refused in one line; nothing else ever comes of them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from csv_pages import LAUNCH, METRIC, RULE, SOL, details, launch, line, raw, read
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError
from ncu_advisor.readers.other_pages import CSV, NSYS, OtherPages

RULES = [*launch(1), "SpeedOfLight", "", "", "", "SOLBottleneck", "OPT", 'Look, "here"', "global", "12.5"]
PAGES = (
    raw(("gpu__time_duration.sum", "launch__tpc_enabled"), ("us", ""), [[*launch(i, f"k<{i}, int>"), "1,234.50", "all"] for i in range(4)]),
    details([*([*launch(i), SOL, "Duration", "us", "2.50"] for i in range(4)), RULES], (*LAUNCH, *METRIC, *RULE)),
    line(["Kernel Name", "k"]) + line(["Address", "Source", "# Samples"]) + "".join(line([hex(16 * i), "MOV R1, R2", "5"]) for i in range(5)),
    line(["File Path", "/k.cu"]) + line(["Function Name", "k"]) + line(["Line No", "Source", "Address", "Source", "# Samples"])
    + line(["3", "y = x;", "-", "-", "5"]) + line(["", "", "0x10", "MOV R1, R2", "5"]),
)  # fmt: skip
SCRAPS = ['"', ",", "\n", '""', "\0", '"ID","Process ID"', "nan", "1e999", "9" * 30, '"\n"', "\r", "(", ";", "-", "\ufeff", '"Address","Source"\n']


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A page with pieces cut out, put in, repeated or exchanged."""
    page = draw(st.sampled_from(PAGES))
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(page)))
        end = min(start + draw(st.sampled_from([0, 1, 1, 5, 80, 400])), len(page))
        page = page[:start] + draw(st.sampled_from([*SCRAPS, "", page[start:end] * 2])) + page[end:]
    return page


@settings(max_examples=150, deadline=None)
@given(damaged())
def test_damage_is_survived(page: str) -> None:
    """Every table that comes of it is whole: one row each of identity, metrics and texts; every error is one line."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            tables = read(Path(folder), page.encode("utf-8", "surrogatepass"))
        except AdvisorError as error:
            assert len(str(error).splitlines()) == 1
            return
    for table in tables:
        assert len(table.launches) == len(table.metrics) == len(table.texts)
        assert set(table.instructions) <= set(range(len(table.launches)))


def test_a_lone_carriage_return_hides_no_other_report() -> None:
    """It is no end of a line there, and no error: the header of a report of nsys is known with one between its cells."""
    pages = OtherPages(CSV)
    pages.look("Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns)\r,Name")
    assert [NSYS in warning for warning in pages.warnings()] == [True]
