"""Damaged reports are read as far as they are whole, or refused in one line; they never crash the reader."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_encoder import NAMES, VALID, block, field, launch, read, report, sized

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.load import load


def test_a_truncated_report_keeps_the_whole_launches_and_says_so(tmp_path: Path) -> None:
    """Cut in the second launch, the first remains, with a warning."""
    table = read(tmp_path, VALID[:-9])
    assert len(table.launches) == 1
    assert table.warnings == ["the file is cut off; the 1 launches before that were read"]


@pytest.mark.parametrize("length", [5, 9, 40, 200])
def test_a_report_cut_before_the_first_launch_is_refused(tmp_path: Path, length: int) -> None:
    """Nothing whole means nothing to say; the message is one line with a remedy."""
    with pytest.raises(UnreadableInput) as raised:
        read(tmp_path, VALID[:length])
    assert str(raised.value) == "report.bin: the report ends before its first launch is whole; copy it again, or profile again"


def test_a_report_without_its_start_is_called_damaged(tmp_path: Path) -> None:
    """Who names a .ncu-rep is not told to name one: its first bytes are missing."""
    headless = tmp_path / "headless.ncu-rep"
    headless.write_bytes(VALID[8:])
    with pytest.raises(UnreadableInput) as raised:
        load(str(headless))
    assert "this does not begin as a .ncu-rep does: its start is missing or damaged; copy it again" in str(raised.value)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (report(sized(b"\xff" * 12)), "a number has no end"),
        (report(sized(field(2, 1) + field(5, 8)) + sized(b"x" * 100)), "an entry is longer than its block"),
        (report(struct.pack("<I", 0xFFFFFFFF)), "an entry claims 4,294,967,295 bytes"),
        (report(block(results=(launch(b"\x6a\x7f\x08"),))), "a metric is longer than its result"),
    ],
)
def test_a_damaged_report_is_refused_with_what_is_wrong(tmp_path: Path, data: bytes, problem: str) -> None:
    """Damage is one line: file, problem, remedy; never another exception."""
    with pytest.raises(UnreadableInput) as raised:
        read(tmp_path, data)
    assert f"report.bin: damaged Nsight Compute report after launch 0: {problem}; " in str(raised.value)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changes=st.lists(st.tuples(st.integers(4, len(VALID) - 1), st.integers(0, 255)), max_size=6), cut=st.integers(4, len(VALID)))
def test_mutated_reports_are_read_or_refused_but_never_crash(tmp_path: Path, changes: list[tuple[int, int]], cut: int) -> None:
    """Any bytes behind the magic give a table with one row per launch, or UnreadableInput."""
    data = bytearray(VALID)
    for position, value in changes:
        data[position] = value
    try:
        table = read(tmp_path, bytes(data[:cut]))
    except UnreadableInput as error:
        assert "\n" not in str(error)
    else:
        assert len(table.launches) == len(table.metrics) == len(table.texts)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=200))
def test_random_bytes_as_a_launch_never_crash(tmp_path: Path, body: bytes) -> None:
    """The same for arbitrary launch messages in a sound container."""
    try:
        assert len(read(tmp_path, report(block(strings=NAMES, results=(body,)))).launches) == 1
    except UnreadableInput as error:
        assert "damaged" in str(error)


def test_a_lying_size_reserves_no_memory(tmp_path: Path) -> None:
    """A header that claims a gigabyte in a file of a few bytes is read for what is there."""
    import tracemalloc

    tracemalloc.start()
    with pytest.raises(UnreadableInput):
        read(tmp_path, report(struct.pack("<I", 1 << 30)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 << 20


def test_a_report_without_a_launch_is_refused(tmp_path: Path) -> None:
    """Its first bytes alone make a report, of nothing."""
    for data in (report(), report()[:10]):
        with pytest.raises(UnreadableInput, match="launch"):
            read(tmp_path, data)
