"""The gate on measured repeats: 24 runs of 39 kernels on an H200, and the same kernels slowed by more work."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchmarks.gate import measured, simple
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, PASS, decide
from ncu_advisor.regression.policy import Policy

REQUESTS = 100


@pytest.fixture(scope="module")
def repeats() -> measured.Session:
    (session,) = measured.sessions().values()
    return session


def verdicts(repeats: measured.Session, history: int, slowed: Sequence[tuple[str, str]] = ()) -> list[list[str]]:
    drawn = np.random.default_rng(17)
    return [[k.verdict for k in decide(measured.draw(repeats, history, drawn, slowed), Policy()).kernels] for _ in range(REQUESTS)]


def test_what_was_measured(repeats: measured.Session) -> None:
    """At least 30 kernels, 20 runs of 10 launches, and all of them slowed in three ways."""
    runs = {len(of) for kernels in repeats.values() for of in kernels.values()}
    assert (set(repeats), min(runs) >= 20) == ({"as-is", "slow2", "slow5", "slow10"}, True)
    assert all(len(kernels) >= 30 for kernels in repeats.values())


@pytest.mark.parametrize("history", [10, 5, 1])
def test_no_false_alarm(repeats: measured.Session, history: int) -> None:
    """Of 100 resampled pull requests without a change none fails, where each simple rule fails a quarter of them or more."""
    found = verdicts(repeats, history)
    assert sum(FAIL in request for request in found) == 0
    drawn = np.random.default_rng(17)
    requests = [measured.draw(repeats, history, drawn) for _ in range(REQUESTS)]
    assert all(sum(any(simple.failed(rule, request)) for request in requests) >= REQUESTS / 4 for rule in simple.RULES.values())


def test_most_clean_requests_are_decided(repeats: measured.Session) -> None:
    """With a history at most a fifth is ambiguous: launches that differ by three ticks of the timer are no outliers."""
    found = verdicts(repeats, 10)
    assert sum(AMBIGUOUS in request for request in found) <= REQUESTS / 5


@pytest.mark.parametrize("history", [10, 5, 1])
def test_a_slowdown_of_five_percent_is_found(repeats: measured.Session, history: int) -> None:
    """By all runs together these kernels are 4.5 to 5.5% slower: 95% are found, and none passes."""
    first = [request[0] for request in verdicts(repeats, history, measured.slower_by(repeats, 0.045, 0.055))]
    assert (first.count(FAIL) >= 0.95 * REQUESTS, first.count(PASS)) == (True, 0)


def test_what_slowed_means(repeats: measured.Session) -> None:
    """More work is more time: in between what the launch itself costs and what was added, and the larger the more."""
    for low, high, variant in ((0.0, 0.03, "slow2"), (0.0, 0.065, "slow5"), (0.03, 0.12, "slow10")):
        known = {kernel for kernel, of in measured.slower_by(repeats, low, high) if of == variant}
        assert len(known) >= 35, variant


def test_an_archive_becomes_a_session(tmp_path: Path) -> None:
    """What measure.sh leaves: launches of a trace with their durations; a raw page and its list of launches, side by side."""
    page = '==PROF== banner\n"ID","Kernel Name","gpu__time_duration.sum","sm__cycles_elapsed.avg.per_second"\n"","","ns","hz"\n'
    files = {
        "0.trace": "copy,as-is,0,1000\ncopy,slow5,0,1050\n",
        "1.trace": "copy,as-is,0,1010\ncopy,slow5,0,1060\n",
        "0.csv": page + '"0","copy","1,234","1,980,000,000.5"\n',
        "0.launches": "copy,as-is,0\n",
        "versions.txt": "tools",
    }
    with tarfile.open(tmp_path / "day.tar.xz", "w:xz") as tar:
        for name, text in files.items():
            (tmp_path / name).write_text(text)
            tar.add(tmp_path / name, f"./{name}")
    assert [file.name for file in measured.convert(tmp_path / "day.tar.xz", tmp_path)] == ["day.csv.xz", "day.ncu.csv.xz"]
    traced, profiled = (measured.sessions(tmp_path, suffix)["day"] for suffix in (".csv.xz", ".ncu.csv.xz"))
    assert {run: times.tolist() for run, times in traced["slow5"]["copy"].items()} == {"0": [1050.0], "1": [1060.0]}
    assert profiled["as-is"]["copy"]["0"].tolist() == [1234.0]


def test_the_tables_are_written_by_one_command() -> None:
    """``python -m benchmarks.gate`` prints what docs/gate-errors.md holds: a row for ours and for each simple rule."""
    command = [sys.executable, "-m", "benchmarks.gate", "--resamplings", "2", "--part", "measured"]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=True, timeout=120)
    page = (Path(__file__).parent.parent / "docs" / "gate-errors.md").read_text(encoding="utf-8")
    heads = [line for line in done.stdout.splitlines() if line.startswith(("| nothing became slower", "| one kernel slower"))]
    assert len(heads) == 2
    assert all(head in page for head in heads)
