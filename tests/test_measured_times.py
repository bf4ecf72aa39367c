"""How the saving that a mend brought is computed from the times of the two kernels."""

from __future__ import annotations

import csv
import lzma

import pytest

from benchmarks.advice.sets import MEASURED
from benchmarks.advice.truth import TIMES, pairs


def test_what_events_add_to_a_launch_is_no_part_of_its_saving() -> None:
    """Timed alone a launch holds 4.2 us that belong to the events around it: more of what is left was saved."""
    with lzma.open(MEASURED / TIMES, "rt", encoding="utf-8") as stream:
        rows = {row["case"]: row for row in csv.DictReader(stream)}
    before, after = rows["classify_a"], rows["classify_b"]
    assert before["event_us"] == after["event_us"] == "4.20"
    raw = 100 * (1 - float(after["median_us"]) / float(before["median_us"]))
    saved = next(pair.saved_pct for pair in pairs() if pair.before == "classify_a")
    assert saved == pytest.approx(100 * (1 - (float(after["median_us"]) - 4.2) / (float(before["median_us"]) - 4.2)))
    assert saved > raw


def test_a_case_that_repeats_between_its_events_carries_a_share_of_what_they_add() -> None:
    """Short cases repeat until 2 ms are full: no more than three thousandths are left to come off."""
    with lzma.open(MEASURED / TIMES, "rt", encoding="utf-8") as stream:
        repeated = [
            row for row in csv.DictReader(stream) if row["event_us"] and 0.0 < float(row["event_us"]) < 2.0 and float(row["median_us"]) > 20.0
        ]
    assert len(repeated) > 300
    assert all(float(row["event_us"]) < 0.003 * float(row["median_us"]) for row in repeated)
