"""The time line in bins: what ran when, in a picture's worth of numbers."""

from __future__ import annotations

import numpy as np
import pytest
from traces import session

from ncu_advisor.timeline import Session
from ncu_advisor.traces import run_activity
from ncu_advisor.traces.run_activity import BINS, lanes, within


def test_bins_hold_the_share_of_time() -> None:
    """A kernel that runs for the first half, and one for a quarter of the second: bins are full or empty."""
    shown = lanes(session([(0, 100, "long", 1), (150, 200, "short", 2)]))
    busy = {lane["name"]: lane["busy_pct"] for lane in shown["lanes"]}
    assert (busy["long"], busy["short"]) == ([100] * 100 + [0] * 100, [0] * 150 + [100] * 50)
    assert (shown["start_ns"], shown["bin_ns"] * BINS) == (0, 200_000)


def test_what_runs_briefly_is_not_lost() -> None:
    """A kernel of a thousandth of a bin is 1, not 0: nothing that ran is shown as if it had not."""
    shown = lanes(session([(0, 1_000_000, "long", 1), (500_000, 500_001, "brief", 2)]))
    assert sum(next(lane["busy_pct"] for lane in shown["lanes"] if lane["name"] == "brief")) == 1


def test_kernels_with_least_time_share_a_lane_before_copies() -> None:
    """Ten kernels have a lane each, the longest first; then the others together, then copies."""
    kernels = [(10 * n, 10 * n + n + 1, f"k{n:02}", n) for n in range(14)]
    shown = lanes(session(kernels, copies=[(200, 205, 1024, "HtoD", "pageable", 99)]))
    assert [(lane["name"], lane["kind"]) for lane in shown["lanes"]] == [
        *((f"k{n:02}", "kernel") for n in range(13, 3, -1)),
        ("other kernels", "kernel"),
        ("copies", "copy"),
    ]


def test_names_are_those_of_the_profile() -> None:
    """Scopes and parameters are dropped, as the join with a profile does: two spellings are one kernel."""
    shown = lanes(session([(0, 10, "void ns::k<(int)4>(float *)", 1), (10, 20, "k<4>", 2)]))
    assert [lane["name"] for lane in shown["lanes"]] == ["k<4>"]


def test_several_devices_share_a_bin() -> None:
    """One of two GPUs busy is half."""
    shown = lanes(session([(0, 100, "k", 1, 0), (0, 100, "m", 2, 1), (0, 100, "m", 3, 0)]))
    assert {lane["name"]: lane["busy_pct"][0] for lane in shown["lanes"]} == {"k": 50, "m": 100}


@pytest.mark.parametrize("run", [Session(), session([]), session([(5, 5, "k", 1)])])
def test_nothing_ran(run: Session) -> None:
    """No trace, an empty one, and one without duration have no time line."""
    assert lanes(run) == {}


def test_time_in_bins_adds_up() -> None:
    """Whatever the intervals, the bins hold all their time between the first and the last edge."""
    random = np.random.default_rng(7)
    starts = random.uniform(0, 900, 500)
    ends = starts + random.exponential(20, 500)
    edges = np.linspace(0, 2000, 38)
    assert within(starts, ends, edges).sum() == pytest.approx((ends - starts).sum())
    assert (within(starts, ends, edges) >= -1e-9).all()


def test_late_traces_keep_their_precision() -> None:
    """A session that began an hour ago: nanoseconds since then are large, the bins are not blurred."""
    hour = 3_600_000_000
    shown = lanes(session([(hour, hour + 100, "k", 1), (hour + 100, hour + 200, "m", 2)]))
    assert [lane["busy_pct"] for lane in shown["lanes"]] == [[100] * 100 + [0] * 100, [0] * 100 + [100] * 100]


def test_a_picture_is_small_whatever_the_trace() -> None:
    """A hundred thousand launches are as many numbers as ten."""
    shown = lanes(session([(3 * n, 3 * n + 2, f"k{n % 50}", n) for n in range(100_000)]))
    assert (len(shown["lanes"]), {len(lane["busy_pct"]) for lane in shown["lanes"]}) == (11, {run_activity.BINS})
