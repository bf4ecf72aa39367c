"""What the first and the last operation of a run make of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import report_examples as examples
from traces import US, session

from ncu_advisor.presentation import run_digest
from ncu_advisor.timeline import shaped
from ncu_advisor.traces.run_window import longest_gap, marked, pace, pages_outside, started_late


def test_a_gap_that_is_most_of_the_run_is_named() -> None:
    """With the kernels around it and what is left without it; one of half the run is a gap like others, and on several GPUs none is the run's."""
    run = session([(0, 10, "void init(int)", 1), (910, 990, "b", 2), (995, 1000, "c", 3)])
    assert longest_gap(run) == {"gap_ns": 900 * US, "gap_between": ["init", "b"], "without_gap_ns": 100 * US}
    assert longest_gap(session([(0, 50, "a", 1), (100, 100, "b", 2)])) == longest_gap(session([])) == {}
    assert longest_gap(session([(0, 10, "a", 1), (990, 1000, "b", 2), (0, 10, "c", 3, 1)])) == {}


def test_what_the_host_did_in_the_gap_is_told_apart_from_its_calls() -> None:
    """Of 900 us it freed memory for 100 and waited in no call for the rest; told only where calls were traced."""
    calls = [(20, 120, "cudaFree", 8), (905, 909, "cudaLaunchKernel", 2)]
    run = session([(0, 10, "a", 1), (910, 990, "b", 2)], api=calls)
    assert longest_gap(run)["gap_own_ns"] == 800 * US
    report = replace(examples.traced(), kernels=[])
    report.timeline |= {**longest_gap(run), "gpu_busy_ns": 9e4}
    assert any(fact.endswith("For 800 µs of the gap the host did something else than wait in CUDA calls.") for fact in run_digest.facts(report))


def test_the_pace_of_a_clock_is_told() -> None:
    """Frames every 10 ms, each up to a millisecond late by itself; none where a loop adds up what each step takes."""
    late = np.random.default_rng(3).integers(0, 1000, 200)
    frames = [(10_000 * at + int(by), 10_000 * at + int(by) + 2000, "void convert<int>(int)", at) for at, by in enumerate(late)]
    told = pace(session(frames))
    assert (told["pace_starts"], told["pace_kernel"]) == (200, "convert")
    assert told["pace_ns"] == pytest.approx(10_000 * US, rel=0.01)
    assert told["pace_busy_share"] == pytest.approx(0.2, rel=0.01)
    report = replace(examples.traced(), kernels=[])
    report.timeline |= told
    assert any(
        fact.startswith("`convert` started 200 times, every 10.0 ms, and caught up after late starts: a clock") for fact in run_digest.facts(report)
    )
    starts = np.cumsum(9500 + late)
    assert pace(session([(int(at), int(at) + 2000, "convert", number) for number, at in enumerate(starts)])) == pace(session([])) == {}


def test_a_copy_beside_the_gap_is_named_as_one() -> None:
    """Operations that are no kernels keep their names whole; kernels are told by their function, whatever it begins with."""
    run = session([(910, 990, "void copy_rows<float>(int)", 2), (995, 1000, "c", 3)], [(0, 10, 64, "HtoD", "pinned", 1)])
    assert longest_gap(run)["gap_between"] == ["copy HtoD", "copy_rows"]


def test_work_that_starts_long_after_its_launch_is_told() -> None:
    """Two kernels that start 400 us after their calls returned, while the host waits for the second; not where the host launched late, where most of
    the run is busy, where calls are not known, or of several GPUs."""
    calls = [(0, 5, "cudaLaunchKernel", 1), (12, 20, "cudaLaunchKernel", 2), (30, 35, "cudaLaunchKernel", 3), (40, 890, "cudaStreamSynchronize", 9)]
    kernels = [(6, 10, "a", 1), (420, 430, "void b<int>(int)", 2), (860, 870, "void c<int>(int)", 3)]
    assert started_late(session(kernels, api=calls)) == {
        "late_ns": 830 * US,
        "late_times": 2,
        "late_before": "c",
        "late_call": "cudaStreamSynchronize",
    }
    late_calls = [(0, 5, "cudaLaunchKernel", 1), (410, 418, "cudaLaunchKernel", 2), (850, 855, "cudaLaunchKernel", 3)]
    busy = [(6, 400, "a", 1), (420, 850, "b", 2), (880, 890, "c", 3)]
    assert started_late(session(kernels, api=late_calls)) == started_late(session(busy, api=calls)) == started_late(session(kernels)) == {}
    assert started_late(session([*kernels, (6, 10, "d", 4, 1)], api=calls)) == started_late(session([])) == {}


def test_pages_that_move_outside_are_told_apart() -> None:
    """A prefetch of 300 us before the first kernel, 50 us of it beside that, and results that go home for 20 us after the last."""
    times = {"start_ns": [0, 1100 * US], "end_ns": [350 * US, 1120 * US], "bytes": [1, 1], "device": [0, 0]}
    moves = shaped("migrations", {**times, "direction": ["HtoD", "DtoH"], "cause": ["prefetch", ""]})
    assert pages_outside(session([(300, 1000, "a", 1)], migrations=moves)) == {"pages_before_ns": 300 * US, "pages_after_ns": 20 * US}
    assert pages_outside(session([(300, 9000, "a", 1)], migrations=moves)) == pages_outside(session([(300, 1000, "a", 1)])) == {}


def test_the_part_that_its_author_marked_is_told_apart() -> None:
    """A warm-up with gaps, then a marked loop that keeps the GPU busy; not a range around everything, nor one that idles as much as the rest."""

    def of(*ranges: tuple[int, int, str]) -> dict[str, object]:
        starts, ends, names = ([one[at] for one in ranges] for at in range(3))
        held = {"start_ns": [start * US for start in starts], "end_ns": [end * US for end in ends], "name": names}
        nvtx = shaped("nvtx", {**held, "style": ["PushPop"] * len(names), "process": [1] * len(names), "thread": [1] * len(names)})
        return marked(session([(0, 20, "load", 1), (300, 320, "warm", 2), (600, 690, "a", 3), (700, 795, "b", 4)], nvtx=nvtx))

    loop = (600, 700, "step"), (700, 800, "step")
    assert of(*loop) == {"range_name": "step", "range_ns": 195 * US, "range_busy_ns": 185 * US}
    assert of((0, 800, "all"), *loop) == of(*loop)
    assert of((0, 800, "all")) == of((0, 700, "first")) == of((300, 320, "warm")) == marked(session([])) == {}


def test_all_of_it_is_said_of_the_run() -> None:
    """With names that cannot end the code that they stand in."""
    report = replace(examples.traced(), kernels=[])
    report.timeline |= {
        "gap_ns": 4e8,
        "gap_between": ["a`b", "c"],
        "without_gap_ns": 1e8,
        "gpu_busy_ns": 7e7,
        "late_ns": 2e8,
        "late_times": 2,
        "late_before": "d`e",
        "late_call": "cudaStreamSynchronize",
        "pages_before_ns": 0,
        "pages_after_ns": 2.5e6,
        "range_name": "st`ep",
        "range_ns": 1.25e7,
        "range_busy_ns": 1.225e7,
    }
    said = run_digest.facts(report)
    assert "One gap of 400 ms, between `a'b` and `c`, is most of it: of the other 100 ms the GPU was busy for 70%." in said
    late = "For 200 ms of it, in 2 gaps, the GPU did not start what had been launched (the longest before `d'e`, which the host waited for in"
    assert any(fact.startswith(f"{late} `cudaStreamSynchronize`)") for fact in said)
    assert any(fact.startswith("Within `st'ep`, 12.5 ms of it, the GPU was busy for 98%: ") for fact in said)
    assert "Pages of unified memory moved for 2.50 ms after its last operation, which counts in none of these times." in said
