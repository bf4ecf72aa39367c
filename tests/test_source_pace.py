"""Launches that a clock starts, and loops that go as fast as they can."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from traces import US, session

from ncu_advisor.rule_files import catalogue
from ncu_advisor.sequence import _paced, _Runs, speak
from ncu_advisor.timeline import Session
from ncu_advisor.traces.source_pace import follows_a_clock, source_pace

MS = 1000 * US
RULES = {rule.id: rule for rule in catalogue()}


def _clocked(count: int, late_ms: float, period_ms: float = 40.0, seed: int = 1) -> NDArray[np.int64]:
    late = np.random.default_rng(seed).normal(0.0, late_ms, count)
    starts = (np.arange(count) * period_ms + late - late.min()) * MS
    return np.asarray(starts, dtype=np.int64)


def _free(count: int, differs_ms: float, period_ms: float = 40.0, seed: int = 1) -> NDArray[np.int64]:
    return np.asarray(np.cumsum(np.random.default_rng(seed).normal(period_ms, differs_ms, count)) * MS, dtype=np.int64)


def _video(starts: NDArray[np.int64], kernel_ms: float) -> Session:
    """A frame's conversion and a kernel of one block behind it."""
    frames = [(int(at) // US, int(at) // US + 200, "convert", 2 * number) for number, at in enumerate(starts)]
    counted = [(int(at) // US + 210, int(at) // US + 210 + int(kernel_ms * 1000), "count", 2 * number + 1) for number, at in enumerate(starts)]
    return session(sorted(frames + counted))


@pytest.mark.parametrize("late_ms", [0.4, 1.0, 1.5])
@pytest.mark.parametrize("count", [60, 300])
def test_starts_that_catch_up_follow_a_clock(count: int, late_ms: float) -> None:
    """Each start is late by itself; a step that took as much longer or shorter delays all that follow, and is no clock's."""
    assert follows_a_clock(_clocked(count, late_ms))
    assert not follows_a_clock(_free(count, late_ms))


def test_a_clock_is_told_also_where_it_drops_frames() -> None:
    """One frame in sixty comes a period late."""
    kept = np.delete(_clocked(300, 1.0), np.arange(5, 300, 60))
    assert follows_a_clock(kept)


def test_what_may_be_chance_is_no_clock() -> None:
    """Few starts, short periods, starts that differ by what launches take, and periods all over the place."""
    assert not follows_a_clock(_clocked(30, 1.0))
    assert not follows_a_clock(_clocked(200, 0.1, period_ms=2.0))
    assert not follows_a_clock(_clocked(200, 0.01))
    assert not follows_a_clock(_clocked(200, 6.0))


def test_only_a_gpu_that_waits_most_of_the_time_is_paced() -> None:
    """One that works for more than half of the period may be what holds the next one up."""
    pace = source_pace(_video(_clocked(100, 1.0), 6.0))
    assert pace is not None
    assert pace.starts == 100
    assert pace.busy_share == pytest.approx(6.2 / 40, rel=0.02)
    assert source_pace(_video(_clocked(100, 1.0), 25.0)) is None
    assert source_pace(session([])) is None


def test_no_gap_is_the_hosts_where_a_clock_sets_the_pace() -> None:
    """The host has nothing to do before the next frame is there; in a free loop the same gaps are its own."""

    def gaps(run: Session) -> int:
        [(found, where)] = _Runs([run], ()).told("host_gaps")
        return len(speak(RULES["gpu-idle-gap"], found, where))

    clocked, free = _video(_clocked(100, 1.0), 6.0), _video(_free(100, 1.0), 6.0)
    assert (_paced(clocked), _paced(free)) == (True, False)
    assert (gaps(clocked), gaps(free)) == (0, 1)


def test_a_run_on_several_gpus_follows_no_clock() -> None:
    """What one of them waits for may be the other one."""
    frames = [(int(at) // US, int(at) // US + 6000, "convert", number) for number, at in enumerate(_clocked(100, 1.0))]
    beside = (frames[50][0], frames[50][0] + 6000, "convert", 100, 1)
    assert source_pace(session(frames)) is not None
    assert source_pace(session([*frames, beside])) is None
