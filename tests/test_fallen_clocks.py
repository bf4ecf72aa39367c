"""Launches whose clocks fell, or seem to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from csv_pages import launch, raw

from ncu_advisor.columns import Columns
from ncu_advisor.fallen_clocks import warnings
from ncu_advisor.load import load


def test_a_clock_that_falls_in_some_launches_is_said() -> None:
    """Where it is a tenth of the time and more; one that all launches share, or a short one, is no matter."""

    def said(clocks: list[float], times: list[float]) -> list[str]:
        return warnings(Columns({"dram_clock": 1e9 * np.array(clocks), "duration": np.array(times)}, len(clocks)), np.ones(len(clocks), dtype=bool))

    [sentence] = said([8.0, 8.0, 0.23, 7.9, 8.1], [100.0, 100.0, 50.0, 100.0, 100.0])
    assert "the DRAM clock was below half of the 8.00 GHz that it mostly ran at in 1 of 5 launches, 11% of the time (down to 0.23 GHz)" in sentence
    assert said([8.0, 8.0, 0.23, 7.9], [100.0, 100.0, 5.0, 100.0]) == said([0.8] * 3, [100.0] * 3) == said([8.0, float("nan")], [1.0, 9.0]) == []
    assert said([8.0, 0.2], [0.0, 0.0]) == []
    all_of_them = np.array([True])
    assert (
        warnings(Columns({"dram_clock": np.array([1e9])}, 1), all_of_them) == warnings(Columns({"duration": np.array([1.0])}, 1), all_of_them) == []
    )


def test_a_slower_memory_state_is_told_from_a_time_that_came_out_too_long() -> None:
    """Two clocks of their own do not fall by one factor; noise, short launches and clocks that fell alike in all are no matter."""

    def said(dram: list[float], sm: list[float], us: float = 100.0) -> list[str]:
        columns = {"dram_clock": 1e9 * np.array(dram), "sm_clock": 1e9 * np.array(sm), "duration": np.full(len(dram), us * 1e3)}
        return warnings(Columns(columns, len(dram)), np.ones(len(dram), dtype=bool))

    [slower] = said([8.0, 8.0, 7.0], [1.3, 1.3, 1.29])
    assert slower.startswith("in 1 of 3 launches of 20 µs and more the DRAM clock was slower (down to 7.00 GHz, of 8.00 GHz in others)")
    [too_long] = said([8.0, 8.0, 7.0], [1.2, 1.2, 1.05])
    assert "and the SM clock seem slower by the same factor" in too_long and "compare their cycles" in too_long
    [unknown] = said([8.0, 8.0, 7.0], [1.3, float("nan"), 1.05])
    assert "was slower" in unknown
    assert said([8.0, 8.0, 7.7], [1.3] * 3) == said([8.0, 8.0, 7.0], [1.3] * 3, us=10.0) == said([7.0] * 3, [1.3] * 3) == []


def test_one_odd_reading_makes_no_others_slow() -> None:
    """Beyond what the device has it is none; and where that is not told, most launches say what is usual."""

    def said(dram: list[float], most: float | None) -> list[str]:
        columns = {"dram_clock": 1e9 * np.array(dram), "duration": np.full(len(dram), 1e5)}
        if most is not None:
            columns["device_memory_clock"] = np.full(len(dram), 1e6 * most)  # kHz
        return warnings(Columns(columns, len(dram)), np.ones(len(dram), dtype=bool))

    assert said([3.2, 3.2, 3.2, 3.2, 3.6], 3.2) == said([3.2, 3.2, 3.2, 3.2, 3.6], None) == []
    [between] = said([13.1, 13.4, 9.0, 13.2, 13.3, 9.1, 11.0, 10.9], None)
    assert "down to 9.00 GHz, of 13.20 GHz in others" in between  # one that was read, where the quantile lies between two
    assert said([7.0] * 19 + [7.9], float("nan")) == []  # the figure of another input's device
    [sentence] = said([8.0, 7.0, 7.0, 7.0, 7.0], 8.0)
    assert sentence.startswith("in 4 of 5 launches") and "of 8.00 GHz in others" in sentence


def test_each_device_is_held_against_itself(tmp_path: Path) -> None:
    """Two GPUs of one run, each at its own full clock."""
    names, units = ("gpu__time_duration.sum", "dram__cycles_elapsed.avg.per_second"), ("ns", "hz")
    rows = [[*launch(i, device=i % 2), "100,000", clock] for i, clock in enumerate(("3,200,000,000", "2,600,000,000") * 3)]
    (tmp_path / "two.csv").write_text(raw(names, units, rows))
    assert list(load([str(tmp_path / "two.csv")]).inputs[0].warnings) == []


def test_the_input_is_told_of_its_own_clocks(tmp_path: Path) -> None:
    """Of two inputs, the one whose clock fell."""
    names, units = ("gpu__time_duration.sum", "sm__cycles_elapsed.avg.per_second"), ("ns", "hz")
    for process, name, clocks in ((7, "idle", ("1,980,000,000", "98,000,000", "1,980,000,000")), (8, "busy", ("1,980,000,000",) * 3)):
        rows = [[*launch(i, process=process), "10,000", clock] for i, clock in enumerate(clocks)]
        (tmp_path / f"{name}.csv").write_text(raw(names, units, rows))
    profile = load([str(tmp_path / "idle.csv"), str(tmp_path / "busy.csv")])
    assert [[warning[:12] for warning in note.warnings] for note in profile.inputs] == [["the SM clock"], []]
