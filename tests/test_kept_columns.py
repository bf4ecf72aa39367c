"""A kept page has every count that was exported, and each in one form."""

from __future__ import annotations

import csv
import lzma
from pathlib import Path

from benchmarks.advice.kept_columns import kept_columns, repack
from ncu_advisor import load
from ncu_advisor.catalogue import wanted

HEADER = [
    "ID",
    "Kernel Name",
    "lts__requests.sum",
    "lts__requests.sum.per_second",
    "lts__requests.max.pct_of_peak_sustained_elapsed",
    "tma__busy.avg.pct_of_peak_sustained_elapsed",
    "tma__busy.max.pct_of_peak_sustained_elapsed",
    "device__attribute_clock_rate",
]


def test_other_forms_of_a_count_go_and_a_counter_without_a_count_keeps_its_first_form() -> None:
    """What has no form of a count, as names and attributes, stays where it is."""
    assert [HEADER[at] for at in kept_columns(HEADER)] == [
        "ID",
        "Kernel Name",
        "lts__requests.sum",
        "tma__busy.avg.pct_of_peak_sustained_elapsed",
        "device__attribute_clock_rate",
    ]


def test_whatever_the_readers_ask_for_stays() -> None:
    """A page of every form of every counter that a measure reads is kept whole."""
    header = sorted(wanted())
    assert [header[at] for at in kept_columns(header)] == header


def test_a_repacked_page_reads_as_it_did(tmp_path: Path) -> None:
    """Launches and their measures are those of the page that was exported; a second time changes nothing."""
    names = [
        "gpu__time_duration.sum",
        "sm__sass_inst_executed.sum",
        "sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "sm__throughput.min.pct_of_peak_sustained_elapsed",
    ]
    exported, kept = tmp_path / "exported.csv.xz", tmp_path / "kept.csv.xz"
    lines = [
        ["ID", "Process ID", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC", *names],
        [*[""] * 9, "ns", "inst", "%", "%"],
        ["0", "9", "f<a, b>", "1", "7", "(32, 1, 1)", "(4, 1, 1)", "0", "9.0", "5000", "7", "3", "1"],
    ]
    with lzma.open(exported, "wt", encoding="utf-8", newline="") as stream:
        csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(lines)
    repack(exported, kept)
    first = kept.read_bytes()
    assert sorted(load(str(kept)).metrics) == sorted(load(str(exported)).metrics)
    assert list(load(str(kept)).launches["short_name"]) == list(load(str(exported)).launches["short_name"])
    repack(kept, kept)
    assert kept.read_bytes() == first
    assert len(lzma.decompress(first)) < len(lzma.decompress(exported.read_bytes()))
