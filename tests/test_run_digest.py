"""A traced run in sentences and rows."""

from __future__ import annotations

import math
from dataclasses import replace

import report_examples as examples
from launch_rows import profile
from traces import Event, session

from ncu_advisor.presentation import run_digest
from ncu_advisor.report import Report
from ncu_advisor.traces import run_shares


def test_without_a_trace_nothing_is_said() -> None:
    """No sentence, no row, no span."""
    report = examples.report()
    assert (run_digest.words(report), run_digest.facts(report), run_digest.rows(report), run_digest.durations(report)) == ("", [], [], [])
    assert math.isnan(run_digest.span_ns(report))


def test_facts_name_the_run_and_what_the_profile_lacks() -> None:
    """The run's file, how busy the GPU was, what was not profiled, what is not in the run, and why durations differ."""
    assert [fact.split(" ")[:4] for fact in run_digest.facts(examples.traced())] == [
        ["A", "run", "of", "500"],
        ["Not", "profiled:", "`softmax<float>`", "(20%)."],
        ["2", "launches", "of", "the"],
        ["Launches", "take", "152%", "longer"],
    ]


def test_rows_are_kernels_and_then_what_else_ran() -> None:
    """A profiled kernel leads to its launch and has its bound; one that was not has neither; copies have no number of runs."""
    rows = run_digest.rows(examples.traced())
    assert [(row.name, row.launch, row.bound) for row in rows] == [
        ("transpose_naive", 0, "memory"),
        ("softmax<float>", -1, ""),
        ("hgemm_fma<64, 64, 16>", 1, "compute"),
        ("triad", 2, "memory"),
        ("copies", -1, ""),
    ]
    assert (len(rows[0].busy_pct), math.isnan(rows[-1].instances)) == (200, True)
    assert run_digest.span_ns(examples.traced()) == 5e8


def test_the_top_kernels_are_those_of_a_trace_alone() -> None:
    """The first five and what all others took; beside a profile of launches, whose table names them, and without a trace there are none."""
    report = examples.traced_alone()
    assert [(row.name, row.instances, row.share_pct) for row in run_digest.top(report)][:1] == [("transpose_naive", 100, 60.0)]
    report.timeline["top_kernels"] = [{"name": f"k{n}", "instances": n, "total_ns": 5e7 - n, "share_pct": 12.5} for n in range(7)]
    *_, fifth, others = run_digest.top(report)
    assert (fifth.name, others.name, math.isnan(others.instances)) == ("k4", "other kernels", True)
    assert math.fsum(row.total_ns for row in run_digest.top(report)) == report.timeline["kernel_ns"]
    assert (run_digest.top(examples.traced()), run_digest.top(examples.report()), run_digest.top(examples.report([]))) == ([], [], [])


def test_a_summary_of_kernels_has_rows_without_a_time_line() -> None:
    """`nsys stats` reports know sums only: the table is there, the picture is not."""
    report = examples.traced()
    report.timeline = {name: value for name, value in report.timeline.items() if name not in ("activity", "span_ns", "gpu_busy_ns")}
    assert ([row.busy_pct for row in run_digest.rows(report)], run_digest.words(report)) == ([()] * 4, "A run with 400 ms of kernels")


def test_several_gpus_are_counted() -> None:
    """Spans of devices add up in the report; the sentence tells the length of the run, also of a report that was saved without it."""
    report = replace(examples.traced(), kernels=[])
    devices = report.timeline["runs"][0]["devices"] * 2
    report.timeline |= {"span_ns": 1e9, "gpu_busy_ns": 8.6e8, "runs": [{"name": "run.sqlite", "devices": devices}]}
    assert run_digest.words(report) == "A run of 500 ms in which 2 GPUs were busy for 86% each"
    assert not any("While another GPU" in fact for fact in run_digest.facts(report))


def told(*kernels: Event) -> list[str]:
    """What is said of a trace of these kernels, (start, end, name, correlation, device) in microseconds."""
    report = Report({}, [])
    run_shares.complete(report, profile([], [session(kernels)]))
    return [run_digest.words(report), *run_digest.facts(report)]


def test_gpus_that_take_turns_are_not_busy_all_the_time() -> None:
    """Each works for half of the run, without a gap of its own, while the other one waits for it."""
    assert told((0, 100, "a", 1, 0), (100, 200, "b", 2, 1)) == [
        "A run of 200 µs in which 2 GPUs were busy for 50% each",
        "While another GPU worked, GPU 0 ran nothing for 100 µs and GPU 1 ran nothing for 100 µs.",
    ]


def test_gpus_that_work_beside_each_other_wait_for_none() -> None:
    """A start that is a little later is no word worth, and what neither of them works is no waiting for the other."""
    beside = (0, 100, "a", 1, 0), (5, 100, "b", 2, 1)
    assert told(*beside) == ["A run of 100 µs in which 2 GPUs were busy for 95% to 100%"]
    assert told(*beside, (300, 400, "a", 3, 0), (300, 400, "b", 4, 1)) == ["A run of 400 µs in which 2 GPUs were busy for 49% to 50%"]


def test_many_idle_gpus_are_counted() -> None:
    """The idlest three are named."""
    kernels = [(0, 100 if gpu == 0 else 10 * gpu, "k", gpu, gpu) for gpu in range(6)]
    waits = ", ".join(f"GPU {gpu} ran nothing for {100 - 10 * gpu} µs" for gpu in (1, 2, 3))
    assert told(*kernels)[1] == f"While another GPU worked, {waits} and 2 more for less."


def test_one_gpu_is_held_against_its_own_window() -> None:
    """It waits for no other."""
    assert told((50, 60, "a", 1), (80, 100, "b", 2)) == ["A run of 50 µs in which the GPU was busy for 60%"]


def test_names_cannot_end_the_code_that_they_stand_in() -> None:
    """A backtick in a name becomes an apostrophe, in sentences that outputs set with backticks."""
    report = examples.traced()
    report.timeline["not_profiled"] = [{"name": "a`b", "share_pct": 5.0}]
    assert "Not profiled: `a'b` (5%)." in run_digest.facts(report)
