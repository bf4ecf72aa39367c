"""What binds a launch, how sure that is, and how it reads near the line between two answers."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.classify import BINDS_FROM, Bound, classify
from ncu_advisor.timemodel import BY_NAME, LAUNCH_NS, RESOURCES, TimeModel

DURATION = 1e6
WORKING = (DURATION - LAUNCH_NS) / DURATION


def bound(**metrics: float) -> Bound:
    """The verdict on one launch of a millisecond whose SMs are always busy and hardly issue, unless ``metrics`` say otherwise."""
    [verdict] = classify(TimeModel(pd.DataFrame([{"duration": DURATION, "sm_busy": 100.0, "issue_elapsed": 1.0, **metrics}])))
    return verdict


def at(share: float, resource: str = "dram", **more: float) -> Bound:
    """A launch that uses ``share`` percent of what good kernels reach of ``resource``."""
    part = BY_NAME[resource]
    return bound(**{part.metrics[0][0]: share * part.achievable * WORKING}, **more)


def test_just_below_and_just_above_the_line_read_alike() -> None:
    """59.9% and 60.1% differ in the word, which has to fall somewhere, and in nothing that a reader acts on."""
    below, above = at(59.9), at(60.1)
    assert (below.bound, above.bound) == ("latency", "memory")
    told = "From 60% on a launch counts as bound by it, below that by latency; this one is <1 point from the line: read it as both."
    assert [told in verdict.explanation for verdict in (below, above)] == [True, True]
    assert (below.confidence, above.confidence) == pytest.approx((0.5, 0.5), abs=0.02)
    assert above.roof_fraction - below.roof_fraction == pytest.approx(0.002, abs=1e-4)
    assert above.share - below.share == pytest.approx(0.002, abs=1e-6)


@pytest.mark.parametrize(("share", "both"), [(30, False), (54.9, False), (55.1, True), (64.9, True), (65.1, False), (95, False)])
def test_only_launches_near_the_line_are_both(share: float, both: bool) -> None:
    """Within five points either side."""
    assert ("read it as both" in at(share).explanation) == both


@settings(max_examples=100)
@given(share=st.floats(0.0, 100.0))
def test_confidence_is_how_far_the_line_is(share: float) -> None:
    """A half on the line, certain from 25 points on, and never a jump in between."""
    expected = 0.5 + 0.5 * min(abs(share - 60.0) / 25.0, 1.0)
    assert at(share).confidence == pytest.approx(expected, abs=0.011)


@pytest.mark.parametrize("resource", [r for r in RESOURCES if r.name != "sm"], ids=lambda r: r.name)
def test_every_resource_can_bind(resource: object) -> None:
    """A launch that uses 90% of one and little of the others is bound by it, in the contract's words."""
    assert isinstance(resource, type(RESOURCES[0]))
    verdict = at(90.0, resource.name)
    assert (verdict.bound, verdict.limiter) == (resource.bound, resource.limiter)
    assert resource.whose in verdict.explanation


def test_the_busiest_resource_binds() -> None:
    """Not the first one, and not the sum."""
    assert (at(70.0, "dram", pipe_fma=95.0).limiter, at(97.0, "dram", pipe_fma=70.0).limiter) == ("fp32", "dram")


def test_nothing_busy_is_latency() -> None:
    """Whatever is busiest is named, with how little it is used."""
    verdict = at(20.0)
    assert (verdict.bound, verdict.limiter, verdict.confidence) == ("latency", "latency", 1.0)
    assert "DRAM" in verdict.explanation and "20%" in verdict.explanation


def test_where_no_part_of_the_sms_was_counted_nothing_is_said_to_bind() -> None:
    """DRAM at a hundredth of its rate leaves L1, pipes and issue open; one of these, idle as well, leaves latency."""
    unseen, seen = bound(dram_throughput=1.0, issue_elapsed=math.nan), bound(dram_throughput=1.0)
    assert (unseen.bound, unseen.confidence) == ("unknown", 0.0)
    assert "no part of the SMs was" in unseen.explanation
    assert seen.bound == "latency"


def test_sms_that_wait_for_the_last_blocks_are_a_tail() -> None:
    """Half of the launch without work, and the rest not busy either."""
    verdict = bound(sm_busy=45.0, dram_throughput=15.0)
    assert (verdict.bound, verdict.limiter) == ("latency", "tail")
    assert "without work" in verdict.explanation


def test_a_busy_resource_counts_while_sms_have_work() -> None:
    """A tail does not make a compute-bound kernel latency-bound: the rate is of the time in which there was work."""
    verdict = bound(sm_busy=50.0, issue_elapsed=47.0)
    assert (verdict.bound, verdict.limiter) == ("compute", "issue")
    assert verdict.roof_fraction == pytest.approx(0.48, abs=0.01)
    assert "without work" in verdict.explanation


def test_what_all_sms_share_is_told_of_the_whole_launch() -> None:
    """DRAM's share is divided by all of the time but the launch's cost, a pipe's by that in which SMs had work: each sentence says which."""
    shared, own = bound(sm_busy=80.0, dram_throughput=70.0), bound(sm_busy=80.0, issue_elapsed=70.0)
    assert shared.share == pytest.approx(0.70 / BY_NAME["dram"].achievable / WORKING, abs=0.001)
    assert shared.explanation.startswith("Once the kernel is launched, DRAM runs at") and "SMs are without work" in shared.explanation
    assert own.share > 0.70 / 0.80 and own.explanation.startswith("While SMs have work, ")


@pytest.mark.parametrize("duration", [1500.0, 2500.0, 4000.0])
def test_short_launches_are_launch_bound(duration: float) -> None:
    """Where launch cost is most of the duration."""
    assert bound(duration=duration, dram_throughput=30.0).bound == "launch"


@pytest.mark.parametrize("metrics", [{}, {"duration": float("nan"), "dram_throughput": 40.0}, {"dram_throughput": float("nan")}])
def test_without_utilizations_or_duration_the_bound_is_unknown(metrics: dict[str, float]) -> None:
    """And has no confidence at all."""
    verdict = bound(**metrics)
    assert (verdict.bound, verdict.limiter, verdict.confidence) == ("unknown", "unknown", 0.0)


def test_what_memory_did_has_to_be_counted_before_a_launch_waits() -> None:
    """Pipes that are idle leave open whether DRAM was full; a pipe that is busy binds all the same, and so does the cost of a launch."""
    idle, busy = bound(pipe_fma=20.0), bound(pipe_fma=95.0)
    assert (idle.bound, idle.confidence, busy.bound) == ("unknown", 0.0, "compute")
    assert idle.explanation.startswith("Nothing that was counted is at its limit, and neither DRAM nor L2 was counted")
    assert bound(pipe_fma=20.0, dram_throughput=10.0).bound == "latency"
    assert bound(pipe_fma=20.0, duration=2000.0).bound == "launch"


def test_how_many_blocks_started_is_no_utilization() -> None:
    """Known of every launch, it says something only where it is much; and a missing duration is said, as it is what lacks."""
    assert bound(block_issue=1.0, issue_elapsed=math.nan).explanation == "The profile holds no utilization of any resource."
    assert (bound(block_issue=1.0).bound, bound(block_issue=95.0).bound) == ("unknown", "launch")
    assert (bound(block_issue=70.0).bound, bound(block_issue=70.0, dram_throughput=10.0).bound) == ("unknown", "launch")
    assert bound(duration=float("nan"), dram_throughput=40.0).explanation == "The profile does not say how long the launch took."


def test_memory_as_a_whole_tells_where_its_parts_were_not_counted() -> None:
    """The vendor's memory throughput is no less than that of DRAM or L2: beyond L1 it is one of them, and binds before the start of blocks does,
    which follows from grid and time; where it is low, neither of them binds. With DRAM by itself nothing is concluded from it."""
    copying = {"memory_throughput": 69.24, "l1_throughput": 21.78, "sm_throughput": 48.75}
    assert bound(**copying, block_issue=74.6).bound == "memory"
    assert bound(**copying, block_issue=74.6).explanation.startswith("While SMs have work, a memory part that the page does not name runs at 73%")
    assert bound(**copying, block_issue=95.0).bound == "launch"
    assert bound(memory_throughput=20.0, l1_throughput=20.0, sm_throughput=40.0).bound == "latency"
    assert bound(memory_throughput=90.0, l1_throughput=90.0, sm_throughput=40.0).limiter == "l1"
    assert bound(**copying, dram_throughput=30.0).bound == "latency"


def test_a_busy_resource_binds_however_long_the_launch_took() -> None:
    """Shares of a peak need no time: what is busy from the line on is what binds; whether a launch below it waits, its time alone tells."""
    verdict = bound(duration=float("nan"), dram_throughput=80.0, issue_elapsed=20.0)
    assert (verdict.bound, verdict.limiter) == ("memory", "dram")
    assert verdict.share == pytest.approx(bound(duration=1e6, dram_throughput=80.0, issue_elapsed=20.0).share, abs=0.01)
    assert verdict.explanation.startswith("Over the whole launch, DRAM runs at 87%")
    assert "no saving is told" in verdict.explanation


def test_the_line_is_where_the_vendor_draws_it() -> None:
    """Above 60% of a resource's achievable rate, it binds."""
    assert BINDS_FROM == 0.6


@settings(max_examples=100)
@given(share=st.floats(0.0, 100.0), busy=st.floats(5.0, 100.0), issue=st.floats(0.0, 100.0))
def test_sentences_are_whole(share: float, busy: float, issue: float) -> None:
    """They end in a full stop, and one point is not "1 points"."""
    text = bound(dram_throughput=share, sm_busy=busy, issue_elapsed=issue).explanation
    assert text.endswith(".") and "  " not in text and " 1 points" not in text


def test_look_ups_of_l2_tell_how_busy_it_is_where_nothing_else_does() -> None:
    """A page of metrics asked for by name may hold these alone (`lts__t_bytes` in percent, on a GPU without DRAM counters)."""
    verdict = bound(device_integrated=1.0, l2_sectors=88.0)
    assert (verdict.bound, verdict.limiter, round(verdict.share, 2)) == ("memory", "l2", 0.93)


def test_a_share_of_active_cycles_counts_where_nothing_tells_how_many_those_were() -> None:
    """The model then has SMs at work all the time; where it knows better, the share of elapsed cycles is taken."""
    [unknown] = classify(TimeModel(pd.DataFrame([{"duration": DURATION, "sm_throughput_active": 95.0}])))
    assert (unknown.bound, unknown.limiter) == ("compute", "sm")
    assert bound(sm_throughput_active=95.0, sm_throughput=30.0, l2_tags=10.0, dram_throughput=5.0).bound == "latency"


@pytest.mark.parametrize(
    ("metrics", "seen"),
    [
        ({"l2_tags": 20.0}, False),
        ({"l2_tags": 20.0, "memory_throughput": 20.0}, True),  # which DRAM is part of
        ({"l2_tags": 20.0, "memory_throughput": 20.0, "device_integrated": 1.0}, False),  # of which such chips count none
        ({"l2_tags": 20.0, "dram_throughput": 10.0, "device_integrated": 1.0}, True),
    ],
)
def test_what_waits_may_be_bound_by_dram_where_that_was_not_counted(metrics: dict[str, float], seen: bool) -> None:
    """L2 that is hardly used is no proof: most of what it moves may come from DRAM."""
    verdict = bound(**metrics)
    assert verdict.bound == "latency"
    assert (verdict.confidence > 0.9, "DRAM was not counted" not in verdict.explanation) == (seen, seen)


def test_what_is_nearest_is_told_of_the_whole_launch_where_most_of_it_is_without_work() -> None:
    """A public product of sparse rows: SMs work for 5% of the time and use a fifth of L1 in it, DRAM a thirtieth of its rate all along, which is
    what binds once the blocks are even."""
    verdict = bound(sm_busy=5.0, l1_wavefronts=1.0, dram_throughput=3.3, memory_throughput=3.3)
    assert (verdict.bound, verdict.limiter) == ("latency", "tail")
    assert "over the whole launch, DRAM, the nearest to it, runs at 4%" in verdict.explanation
    assert verdict.explanation.endswith("SMs are without work for 95% of the time.")


@pytest.mark.parametrize(
    ("reached", "tensor", "share", "told"), [(0.48, None, 43.0, True), (0.96, None, 43.0, False), (0.48, 5.0, 43.0, False), (0.48, None, 20.0, False)]
)
def test_tensor_cores_that_nobody_counted_may_be_full_at_half(reached: float, tensor: float | None, share: float, told: bool) -> None:
    """GeForce boards with sums in FP32: the vendor's compute throughput shows a full pipe as half busy, and a short page names no pipe."""
    counted = {"duration": DURATION, "sm_throughput": share, "dram_throughput": 5.0, "l2_tags": 5.0} | (
        {} if tensor is None else {"pipe_tensor": tensor}
    )
    [verdict] = classify(TimeModel(pd.DataFrame([counted]), {"tensor": np.array([reached])}))
    assert verdict.bound == "latency"
    assert ("if it is the tensor cores" in verdict.explanation) == told
    assert (verdict.confidence == 0.5) or not told
