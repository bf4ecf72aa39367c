"""The history: nothing is lost by writing at once or by dying, and level changes are found where they are."""

from __future__ import annotations

import math
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import gate_profiles as made
import numpy as np
import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import history
from ncu_advisor.regression.changepoints import change_points
from ncu_advisor.regression.runs import RuleSeen
from ncu_advisor.regression.trend import sparkline, trends

WRITER = """
import sys, time
sys.path.insert(0, {tests!r})
import gate_profiles as made
from pathlib import Path
from ncu_advisor.regression import history
while not Path({start!r}).exists():
    time.sleep(0.001)
for at in range({runs}):
    history.add(Path({file!r}), [made.run(made.scattered(seed=100 * ord(sys.argv[1]) + at), label=f"{{sys.argv[1]}}-{{at}}")])
"""

KILLED = """
import os, sys
sys.path.insert(0, {tests!r})
import gate_profiles as made
from pathlib import Path
from ncu_advisor.regression import history
insert = history._insert
def stop(database, run, added):
    insert(database, run, added)
    print("half", flush=True)
    sys.stdin.readline()
history._insert = stop
history.add(Path({file!r}), [made.run(made.scattered(seed=90)), made.run(made.scattered(seed=91))])
"""


def writer(text: str, name: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", text, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_runs_come_back_as_they_were(tmp_path: Path) -> None:
    """Times, counters, metrics, conditions and order; the oldest first."""
    file, runs = tmp_path / "h.sqlite", [made.run(made.scattered(seed=s), label=f"run {s}") for s in range(3)]
    added = history.add(file, runs, datetime(2026, 1, 2, tzinfo=UTC))
    assert (added.numbers, history.runs(file), history.runs(file, last=2)) == ([1, 2, 3], runs, runs[1:])
    assert [(e.id, e.added, e.label, e.kernels) for e in history.entries(file)] == [(s + 1, "2026-01-02T00:00:00Z", f"run {s}", 12) for s in range(3)]


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """Two processes add ten runs each, starting with a file that neither has made yet."""
    file, start = tmp_path / "h.sqlite", tmp_path / "start"
    text = WRITER.format(tests=str(Path(__file__).parent), start=str(start), file=str(file), runs=10)
    writers = [writer(text, name) for name in ("a", "b")]
    time.sleep(0.5)
    start.touch()
    errors = [process.communicate(timeout=120)[1] for process in writers]
    assert (errors, sorted(run.label for run in history.runs(file))) == (["", ""], sorted(f"{n}-{at}" for n in "ab" for at in range(10)))
    assert {len(run.kernels) for run in history.runs(file)} == {12}


@pytest.mark.parametrize("before", [0, 2])
def test_a_killed_writer_leaves_the_file_as_it_was(tmp_path: Path, before: int) -> None:
    """Killed between its first and second run: neither is there, those before are, and the next writer works."""
    file = tmp_path / "h.sqlite"
    if before:
        history.add(file, [made.run(made.scattered(seed=s)) for s in range(before)])
    process = writer(KILLED.format(tests=str(Path(__file__).parent), file=str(file)))
    assert process.stdout is not None
    assert process.stdout.readline() == "half\n"
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=30)
    history.add(file, [made.run(made.scattered(seed=92), label="after")])
    assert [run.label for run in history.runs(file)] == ["run"] * before + ["after"]


def test_an_error_in_the_middle_adds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All runs of one call or none."""
    file = tmp_path / "h.sqlite"
    history.add(file, [made.run(made.scattered())])
    monkeypatch.setattr(history, "_facts", lambda kernel: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        history.add(file, [made.run(made.scattered(seed=1))])
    assert len(history.entries(file)) == 1


def test_a_copy_of_a_run_is_no_further_run(tmp_path: Path) -> None:
    """Under another label too: it is left out, and its number told. Runs that differ in one launch are two; counters without times repeat."""
    file, times = tmp_path / "h.sqlite", made.scattered()
    history.add(file, [made.run(times, label="one")])
    other = {**times, "kernel03": [*times["kernel03"][:-1], times["kernel03"][-1] + 32]}
    done = history.add(file, [made.run(times, label="again"), made.run(other, label="other")])
    assert ((done.numbers, done.there), [run.label for run in history.runs(file)]) == (([2], [1]), ["one", "other"])
    untimed = made.run({name: [math.nan] for name in times})
    assert [history.add(file, [untimed]).numbers for _ in range(2)] == [[3], [4]]


def test_what_keeps_a_history_from_being_written_or_read(tmp_path: Path) -> None:
    """A folder that is not there, one instead of a file, a folder that takes no file, an empty file: what is wrong, not that it is to be restored."""
    (tmp_path / "empty.sqlite").touch()
    for path, said in (
        (tmp_path / "none" / "h.sqlite", "its folder is not there"),
        (tmp_path, "is a folder"),
        *([(Path("/proc/h.sqlite"), "not writable")] if Path("/proc").is_dir() else []),  # takes no file of root either
    ):
        with pytest.raises(AdvisorError, match=said):
            history.add(path, [made.run(made.scattered())])
    with pytest.raises(AdvisorError, match="is empty, and holds no run yet"):
        history.entries(tmp_path / "empty.sqlite")
    assert history.add(tmp_path / "empty.sqlite", [made.run(made.scattered())]).numbers == [1]


def test_files_of_something_else(tmp_path: Path) -> None:
    """Another database, another version, a text file and no file: one line each, and the file stays as it is."""
    other, text, newer = tmp_path / "other.sqlite", tmp_path / "text.sqlite", tmp_path / "newer.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE x (y)")
    database.close()
    text.write_text("no database, but long enough to be looked at " * 20)
    history.add(newer, [made.run(made.scattered())])
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    content = {path: path.read_bytes() for path in (other, text, newer)}
    for path in (*content, tmp_path / "none.sqlite"):
        with pytest.raises(AdvisorError):
            history.runs(path)
        if path in content:
            with pytest.raises(AdvisorError):
                history.add(path, [made.run(made.scattered())])
    assert {path: path.read_bytes() for path in content} == content


DAMAGED: list[tuple[str, str, object, str]] = [
    ("kernel", "facts", "{}", "kernels[0].facts has no"),
    ("kernel", "facts", '{"rules": {"r": ["title"]}}', "kernels[0].facts"),
    ("kernel", "facts", "[" * 100_000, "recursion"),
    ("kernel", "durations", "x", "Expecting value"),
    ("kernel", "durations", '["a"]', 'durations[0] is "a", where a number from 0 on or null belongs'),
    ("kernel", "durations", "1" * 5000, "digits"),
    ("kernel", "shape", "[1, 2]", "kernels[0].shape[0] is 1, where a list of 3 belongs"),
    ("kernel", "name", b"\xff", "kernels[0].name is"),
    ("run", "conditions", "[]", "conditions is a list of 0, where an object belongs"),
    ("run", "label", b"\xff", "label is"),
]


@pytest.mark.parametrize(("table", "column", "value", "said"), DAMAGED)
def test_a_damaged_run_is_named(tmp_path: Path, table: str, column: str, value: object, said: str) -> None:
    """Whatever was lost of its columns: one line with the file, the number of the run and what to do."""
    file = tmp_path / "h.sqlite"
    history.add(file, [made.run(made.scattered(seed=seed)) for seed in range(2)])
    with sqlite3.connect(file) as database:
        database.execute(f"UPDATE {table} SET {column} = ? WHERE {'id' if table == 'run' else 'run'} = 2", (value,))  # noqa: S608 - names of this file
    database.close()
    with pytest.raises(AdvisorError) as caught:
        history.runs(file)
    assert str(caught.value).startswith(f"{file}: run 2 is damaged (")
    assert (said in str(caught.value), str(caught.value).endswith("; restore the file, or start a new one")) == (True, True)


@pytest.mark.parametrize("damage", ["label = x'ff'", "label = CAST(x'ff' AS TEXT)", "added = x'ff'", "durations = 'x'", "durations = '[[1]]'"])
def test_a_damaged_run_is_not_listed(tmp_path: Path, damage: str) -> None:
    """What the list of runs shows of it is checked as well."""
    file = tmp_path / "h.sqlite"
    history.add(file, [made.run(made.scattered())])
    with sqlite3.connect(file) as database:
        database.execute(f"UPDATE {'kernel' if 'durations' in damage else 'run'} SET {damage}")  # noqa: S608 - as above
    database.close()
    with pytest.raises(AdvisorError, match=r"run 1 is damaged .*; restore the file"):
        history.entries(file)


def test_a_saving_that_nobody_can_tell_comes_back(tmp_path: Path) -> None:
    """It is written as NaN, which is no damage."""
    run = made.run(made.scattered())
    seen = {"mine": RuleSeen("title", math.nan, sass="LDG")}
    history.add(tmp_path / "h.sqlite", [replace(run, kernels=tuple(replace(kernel, rules=seen) for kernel in run.kernels))])
    (back,) = history.runs(tmp_path / "h.sqlite")
    assert [(k.rules["mine"].place, math.isnan(k.rules["mine"].time_saved_pct)) for k in back.kernels] == [("LDG", True)] * 12


def levels(*steps: tuple[int, float], noise: float = 0.004, seed: int = 0) -> list[float]:
    drawn = np.random.default_rng(seed)
    return [level * float(np.exp(drawn.normal(0, noise))) for count, level in steps for _ in range(count)]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (levels((30, 1e5)), []),
        (levels((12, 1e5), (10, 1.05e5)), [12]),
        (levels((10, 1e5), (10, 1.1e5), (10, 0.9e5)), [10, 20]),
        (levels((3, 1e5), (3, 2e5)), []),
        ([1e5] * 10 + [1.2e5] * 10, [10]),
        ([1e5] * 20, []),
    ],
)
def test_change_points(values: list[float], expected: list[int]) -> None:
    """Found at the run at which the level changed; none in noise, none from too few runs."""
    assert [c.index for c in change_points(values)] == expected


def test_change_points_are_rarely_seen_in_noise() -> None:
    """Of 1000 series of noise alone at most 3 have one."""
    assert sum(bool(change_points(levels((20, 1e5), seed=seed))) for seed in range(1000)) <= 3


def test_sparklines() -> None:
    """Low to high over the spread; noise stays in the middle; nothing for nothing."""
    assert [sparkline(v) for v in ([1.0, 2.0], [], [5.0])] == ["▁█", "", "▅"]
    assert set(sparkline(levels((30, 1e5), noise=0.001))) <= set("▄▅")


def test_trends_of_a_pattern() -> None:
    """Only kernels that match, most time first, with their change points."""
    runs = []
    for at in range(20):
        times = made.scattered(12, seed=at)
        times["kernel10"] = [t * (1.2 if at >= 10 else 1.0) for t in times["kernel10"]]
        runs.append(made.run(times, label=f"commit {at}"))
    found = trends(runs, "kernel1*")
    assert [(t.kernel.name, [c.label for c in t.changes]) for t in found] == [("kernel11", []), ("kernel10", ["commit 10"])]
    assert [t.values[0] for t in trends(runs, "kernel03", "instructions")] == [1e6]


def test_a_kernel_of_which_launches_were_left_out_counts_all_of_them(tmp_path: Path) -> None:
    """Of 2,500 launches the history keeps 1,000: it knows how many there were, and what they took together."""
    run = made.run({"kernel00": [1000.0 + at % 7 for at in range(2500)]})
    history.add(tmp_path / "h.sqlite", [run])
    (kernel,) = history.runs(tmp_path / "h.sqlite")[0].kernels
    assert (len(kernel.durations), kernel.launches) == (1000, 2500)
    assert kernel.total_ns == pytest.approx(run.total_ns, rel=1e-3)
