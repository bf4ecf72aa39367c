"""Frames of system profiles, and which tables belong to one run."""

from __future__ import annotations

import numpy as np
import pytest

from ncu_advisor.timeline import COLUMNS, Session, TimelineTable, merge, run_of, shaped
from ncu_advisor.traces import gpu_activity, gpu_idle, overlap, transfers


def test_a_shaped_frame_has_exactly_the_documented_columns() -> None:
    """Missing text is empty, missing ids are -1, missing quantities NaN, and events without a time are dropped."""
    frame = shaped("memcopies", {"start_ns": [1, None], "end_ns": [2, 3]})
    assert tuple(frame.columns) == COLUMNS["memcopies"]
    assert len(frame) == 1
    assert (frame.loc[0, "direction"], frame.loc[0, "stream"]) == ("", -1)
    assert np.isnan(frame.loc[0, "bytes"])


def test_events_come_in_order_of_their_starts() -> None:
    """Whatever the order of the export, later code may rely on it."""
    assert shaped("memsets", {"start_ns": [30, 10], "end_ns": [31, 11]})["start_ns"].tolist() == [10, 30]


def test_times_keep_all_their_digits() -> None:
    """Nanoseconds since 1970 do not fit a float64 exactly; they stay integers."""
    assert (
        shaped("memsets", {"start_ns": [1_700_000_000_123_456_789], "end_ns": [1_700_000_000_123_456_790]})["start_ns"][0]
        == 1_700_000_000_123_456_789
    )


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("d/a_cuda_gpu_kern_sum.csv", "d/a"),
        ("d/a.csv_gpukernsum.csv.gz", "d/a.csv"),
        ("a-cuda_gpu_kern_sum.txt", "a"),
        ("d/cuda_gpu_kern_sum.csv", ""),
        ("d/gpukernsum_gpukernsum.csv", ""),
        ("kernels.csv", ""),
        ("-", ""),
    ],
)
def test_the_run_stands_before_the_reports_name(path: str, expected: str) -> None:
    """Longer names of reports come first, and a name that says only the report says nothing of the run."""
    assert run_of(path, ("kern_sum", "cuda_gpu_kern_sum", "gpukernsum")) == expected


def test_an_export_is_called_like_its_run() -> None:
    """Whatever it is packed in."""
    assert [run_of(path) for path in ("d/a.sqlite", "d/a.sqlite.zst")] == ["d/a", "d/a"]


def _table(run: str, *keys: str, kind: str = "nsys-report") -> TimelineTable:
    return TimelineTable(kind, f"{run}.csv", run, {key: shaped(key, {}) for key in keys})


def test_reports_of_one_run_become_one_session() -> None:
    """Those of another run do not join, although they would complete it."""
    tables = [_table("a", "kernel_summary"), _table("b", "api_summary"), _table("a", "api_summary")]
    assert [sorted(s.frames) for s in merge(tables).sessions] == [["api_summary", "kernel_summary"], ["api_summary"]]


def test_unnamed_reports_complete_each_other_but_not_one_of_several_runs() -> None:
    """A file called kern.csv says nothing of its run, so it joins what is equally unnamed, or the only run there is."""
    kernels, calls = _table("", "kernel_summary"), _table("", "api_summary")
    one, two = (_table(run, "kernels", kind="nsys-sqlite") for run in ("r1", "r2"))
    assert len(merge([kernels, calls]).sessions) == 1
    assert len(merge([kernels, one]).sessions) == 1
    assert len(merge([kernels, calls, one, two]).sessions) == 3


def test_two_traces_are_never_one_session() -> None:
    """The clocks of two runs have nothing to do with each other."""
    assert len(merge([_table("a", "kernels", kind="nsys-sqlite"), _table("a", "api", kind="nsys-sqlite")]).sessions) == 2


def test_an_empty_session_answers_nothing_and_says_so() -> None:
    """No computation fails where nothing was collected."""
    run = Session()
    assert gpu_activity.available(run) == frozenset()
    answers = [gpu_activity.device_times(run), gpu_idle.launch_bound(run), gpu_activity.exposed_communication(run)]
    answers += [transfers.pageable_copies(run), overlap.exposed_copies(run), transfers.migrations(run)]
    assert answers == [[]] * 6
    assert transfers.synchronous_copies(run) is None
    frames = [gpu_idle.idle_gaps(run), gpu_idle.blocking_calls(run), gpu_activity.kernel_shares(run)]
    assert [len(frame) for frame in frames] == [0] * 3


def test_reports_of_several_runs_in_one_stream_are_not_mixed() -> None:
    """A run with a report that the one before it lacked keeps it."""
    first, again, more = (_table("", key) for key in ("kernel_summary", "kernel_summary", "nvtx_summary"))
    assert [set(session.frames) for session in merge([first, again, more]).sessions] == [{"kernel_summary"}, {"kernel_summary", "nvtx_summary"}]


def test_what_a_frame_leaves_out_is_counted() -> None:
    """Events that end before they begin, or have no time, and sums that are no time; the session knows of which frames."""
    table = TimelineTable("nsys-sqlite", "d/run.sqlite")
    table.add("kernels", {"start_ns": [1, 5, np.nan, 7], "end_ns": [2, 4, 9, np.inf], "name": ["k"] * 4})
    table.add("kernel_summary", {"name": ["a", "b", "c", "d"], "total_ns": [1.0, -5.0, np.inf, np.nan]})
    table.add("memsets", {"start_ns": [1], "end_ns": [2]})
    assert table.lost == {"kernels": 3, "kernel_summary": 3}
    assert [len(frame) for frame in table.frames.values()] == [1, 1, 1]
    assert merge([table]).sessions[0].lost == {"kernels", "kernel_summary"}
