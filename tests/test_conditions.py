"""What exports say about how they were taken."""

from __future__ import annotations

from pathlib import Path

import pytest

import ncu_advisor
from ncu_advisor import conditions
from ncu_advisor.errors import AdvisorError

EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("ncu --set full app", ("base", "all", "kernel")),
        ("/opt/ncu -f --clock-control none --cache-control=none --replay-mode application -o x app", ("none", "none", "application")),
        ("ncu --clock-control=boost app --clock-control none", ("boost", "all", "kernel")),
    ],
)
def test_command_lines(command: str, expected: tuple[str, str, str]) -> None:
    """Options as given, the profiler's defaults otherwise; the first of several is the profiler's, later ones the program's."""
    told = conditions.of_command_line(command)
    assert (told["clock_control"], told["cache_control"], told["replay_mode"]) == expected


def test_a_report_tells_its_conditions() -> None:
    """A .ncu-rep says driver, tool and settings; nothing of the command line's paths gets into the report."""
    report = ncu_advisor.advise(ncu_advisor.load([str(EXPORTS / "basic.ncu-rep.xz")]))
    told = {name: value for name, value in report.conditions.items() if name != "metrics"}
    expected = {"driver": "CUDA 13.0", "tool_version": "2025.3.1.0", "clock_control": "none", "cache_control": "all", "replay_mode": "kernel"}
    assert (told, "duration" in report.conditions["metrics"], "/tmp" in str(report.conditions)) == (expected, True, False)  # noqa: S108


def test_a_raw_page_tells_nothing_but_its_metrics() -> None:
    """What is not told is None, not a default."""
    report = ncu_advisor.advise(ncu_advisor.load([str(EXPORTS / "basic_raw.csv.xz")]))
    assert {value for name, value in report.conditions.items() if name != "metrics"} == {None}


def test_a_live_run_tells_that_its_clocks_were_free() -> None:
    """The profiler's warning in the log is a statement about clock control."""
    report = ncu_advisor.advise(ncu_advisor.load([str(EXPORTS / "live.csv.xz")]))
    assert report.conditions["clock_control"] == "none"


@pytest.mark.parametrize("stamp", ["driver", "clock=base", "driver=", "metrics=a"])
def test_stamps_that_are_none(stamp: str) -> None:
    """Only NAME=VALUE with a known name is accepted."""
    with pytest.raises(AdvisorError, match="NAME=VALUE"):
        conditions.stamps([stamp])


def test_stamps_win() -> None:
    """The user's word is taken over the export's."""
    known = conditions.Conditions(driver="CUDA 12.0").stamped(conditions.stamps(["driver=580.1", "cache-control=none"]))
    assert (known.driver, known.cache_control) == ("580.1", "none")


def test_json_round_trip() -> None:
    """Conditions survive JSON; keys of a later version are passed over."""
    known = conditions.Conditions("GPU", "9.0", 132, metrics=("a", "b"))
    assert conditions.from_json(known.to_json() | {"later": 1}) == known
