"""How the saving that a mend brought is computed from the times of the two kernels."""

from __future__ import annotations

import csv
import lzma

import pytest

from benchmarks.advice.sets import MEASURED
from benchmarks.advice.truth import TIMES, first_looks, pairs


def test_what_events_add_to_a_launch_is_no_part_of_its_saving() -> None:
    """Timed once between two events a launch holds 4.2 us that belong to these: what is left of each case is compared."""
    with lzma.open(MEASURED / TIMES, "rt", encoding="utf-8") as stream:
        rows = {row["case"]: row for row in csv.DictReader(stream)}
    once = [pair for pair in pairs() if pair.after and rows.get(pair.before, {}).get("event_us") == "4.20" and pair.after in rows]
    assert len(once) > 50
    for pair in once:
        before, after = rows[pair.before], rows[pair.after]
        left = (float(after["median_us"]) - float(after["event_us"] or 0)) / (float(before["median_us"]) - 4.2)
        assert pair.saved_pct == pytest.approx(100 * (1 - left))


def test_a_case_that_repeats_between_its_events_carries_a_share_of_what_they_add() -> None:
    """Short cases repeat until 2 ms are full: no more than a third of a percent is left to come off."""
    with lzma.open(MEASURED / TIMES, "rt", encoding="utf-8") as stream:
        repeated = [
            row for row in csv.DictReader(stream) if row["event_us"] and 0.0 < float(row["event_us"]) < 2.0 and float(row["median_us"]) > 20.0
        ]
    assert len(repeated) > 5000
    assert all(float(row["event_us"]) < 0.0033 * float(row["median_us"]) for row in repeated)


def test_a_first_look_outlives_its_pages() -> None:
    """What was said of a set's smaller profiles counts after they were dropped; where nothing was said of a program at all, none was taken."""
    said = first_looks(pairs())
    assert {depth: len(scores) for depth, scores in said["fiftyfirst"].items()} == dict.fromkeys(("full", "detailed", "basic"), 38)
    assert said["twentyeighth"]["basic"] == []
