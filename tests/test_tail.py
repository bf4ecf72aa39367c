"""The cost of the last, partial wave: against timed grids, and by its own logic."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.advice.sweeps import LARGE_ERROR, sweep
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import TimeModel

# A sweep's kinds of kernel by residency, the grids of each, the mean error (points) and the share of grids beyond 5 points that are let pass.
SWEPT = {
    "first": (20, 16, 1.0, 0.01),
    "second": (26, 16, 1.0, 0.01),
    "third": (27, 16, 1.3, 0.03),
    "fourth": (27, 16, 1.5, 0.04),
    "fifth": (28, 16, 1.0, 0.01),
    "sixth": (24, 16, 1.0, 0.01),
    "seventh": (12, 16, 1.0, 0.03),
    "eighth": (14, 14, 1.2, 0.05),
    "ninth": (13, 14, 1.0, 0.02),
    "tenth": (13, 14, 1.0, 0.01),
    "eleventh": (12, 14, 1.6, 0.07),
    "twelfth": (14, 14, 1.0, 0.01),
    "thirteenth": (15, 14, 1.0, 0.04),
    "fourteenth": (16, 14, 1.0, 0.04),
    "seventeenth": (15, 19, 1.0, 0.03),
    "eighteenth": (14, 19, 1.2, 0.03),
    "nineteenth": (16, 17, 1.1, 0.02),
    "twentieth": (16, 17, 1.4, 0.03),
    "twentyfirst": (12, 17, 0.7, 0.01),
    "twentysecond": (20, 12, 1.4, 0.03),
    "twentythird": (16, 12, 1.3, 0.04),
    "twentyfourth": (18, 10, 1.4, 0.04),
    "twentyfifth": (18, 10, 1.0, 0.01),
    "twentysixth": (18, 11, 1.4, 0.06),
    "twentyseventh": (17, 11, 1.0, 0.02),
    "twentyeighth": (18, 11, 0.9, 0.01),
    "twentyninth": (18, 11, 1.6, 0.09),
    "thirtieth": (19, 11, 1.6, 0.09),
    "thirtyfirst": (22, 9, 1.8, 0.08),
    "thirtysecond": (7, 9, 1.2, 0.05),
    "thirtythird": (22, 8, 1.2, 0.05),
    "thirtyfourth": (24, 8, 1.2, 0.06),
    "thirtyfifth": (20, 11, 0.7, 0.02),
    "thirtysixth": (20, 11, 0.8, 0.01),
}


# Where the fraction of the smallest grid falls below a block an SM, a kind has a grid less; of one sweep kinds have lists of unlike length.
FEWER = {"twentyfourth": 1, "twentyfifth": 1, "thirtyfifth": 2, "thirtysixth": 2}


@pytest.mark.parametrize("name", SWEPT)
def test_the_sweeps_are_whole(name: str) -> None:
    """Kinds of kernel at several residencies, each with 9 to 19 grids and whole waves among them to draw a line through."""
    kinds, grids, _, _ = SWEPT[name]
    sizes = sweep(name).groupby(["kernel", "blocks"]).size().tolist()
    assert len(sizes) == kinds
    assert set(sizes) == {grids - FEWER.get(name, 0), grids}


@pytest.mark.parametrize("name", SWEPT)
def test_loss_agrees_with_timed_grids(name: str) -> None:
    """On average within two points of the launch; beyond 5 points in one to three grids of a hundred, of eight sweeps in four to nine."""
    _, _, mean, large_share = SWEPT[name]
    error = (sweep(name)["told"] - sweep(name)["lost"]).abs()
    assert error.mean() <= mean
    assert (error > LARGE_ERROR).mean() <= large_share


def test_blocks_that_take_turns_at_their_own_units_compete() -> None:
    """Two waves and a tenth at three quarters of the issue rate: warps that wait 17 cycles for each other lose what SMs were idle, warps that are
    back after 4 wait for themselves; and what waits that long for L2 is no matter of its own SM."""
    shape = {
        "issue_elapsed": 75.0,
        "sm_busy": 98.7,
        "sm_active_cycles": 0.987e6,
        "sm_active_cycles_max": 1e6,
        "elapsed_cycles": 1e6,
        "dram_throughput": 1.0,
    }
    loss = {
        (warps, l2): _launch(1680, 8, **shape, active_warps=warps, l2_throughput_alone=l2)["tail_loss"][0]
        for warps in (3.0, 13.0)
        for l2 in (2.0, 60.0)
    }
    assert loss[13.0, 2.0] == pytest.approx(1.0, abs=0.4)
    assert min(loss[3.0, 2.0], loss[3.0, 60.0], loss[13.0, 60.0]) > 10.0


_TWO_WAVES_AND_A_TENTH = {"sm_busy": 98.7, "sm_active_cycles": 0.987e6, "sm_active_cycles_max": 1e6, "elapsed_cycles": 1e6, "dram_throughput": 1.0}


def test_short_waits_are_queues_where_units_are_busy() -> None:
    """Back after five cycles, warps wait for each other at units that are three quarters busy (16.7% was told), and hardly at three fifths."""
    loss = {
        issue: _launch(1680, 8, **_TWO_WAVES_AND_A_TENTH, issue_elapsed=issue, active_warps=5.0 * issue / 98.7)["tail_loss"][0]
        for issue in (58.0, 75.0)
    }
    assert loss[75.0] == pytest.approx(10.5, abs=2.0)
    assert loss[58.0] == pytest.approx(22.8, abs=2.0)


def test_units_of_the_sm_are_waited_for_beside_memory_that_is_less_busy() -> None:
    """L2 two thirds as busy as the issue slots: warps that are back after 9 cycles wait for each other as well (23% was told), those that take 20
    wait for L2, and a block alone on its SM is told by its waves."""
    shape = {**_TWO_WAVES_AND_A_TENTH, "issue_elapsed": 60.0, "l2_throughput_alone": 40.0}
    loss = {cycles: _launch(1680, 8, **shape, active_warps=cycles * 60.0 / 98.7)["tail_loss"][0] for cycles in (9.0, 20.0)}
    assert loss[9.0] == pytest.approx(8.7, abs=3.0)
    assert loss[20.0] > 15.0
    assert _launch(250, 1, **shape, active_warps=9.0 * 60.0 / 98.7)["tail_loss"][0] > 12.0


def test_many_blocks_queue_for_dram_before_it_is_full() -> None:
    """A wave and a quarter at three quarters of DRAM's rate, SMs hardly idle: four blocks an SM lose less than the waves of two tell (8%)."""
    loss = {
        (blocks, rate): _launch(125 * blocks, blocks, dram_throughput=rate, issue_elapsed=5.0, sm_busy=96.0)["tail_loss"][0]
        for blocks in (2, 4)
        for rate in (50.0, 75.0)
    }
    assert loss[4, 75.0] == pytest.approx(5.3, abs=1.0)
    assert loss[2, 75.0] == pytest.approx(8.2, abs=1.0)
    assert loss[4, 50.0] == pytest.approx(loss[2, 50.0], abs=0.1)


def test_special_functions_are_waited_for() -> None:
    """Where an instruction in ten is a special function, warps that are back after less than 7 cycles wait for it and not for each other."""
    shape = {"issue_elapsed": 58.0, "pipe_fma": 60.0, "active_warps": 4.0, "sm_busy": 98.7, "sm_active_cycles": 0.987e6}
    shape |= {"sm_active_cycles_max": 1e6, "elapsed_cycles": 1e6, "dram_throughput": 1.0}
    without, with_some = _launch(1680, 8, **shape)["tail_loss"][0], _launch(1680, 8, **shape, pipe_xu=47.0)["tail_loss"][0]
    assert with_some > without + 5.0


def test_slots_that_stayed_full_lost_no_wave() -> None:
    """Half a wave over, bound by what no counter shows: 95% of the slots were full, of which a wave that only waits leaves a quarter empty."""
    shape = {"issue_elapsed": 3.0, "theoretical_occupancy": 100.0, "sm_busy": 97.0}
    full, emptied = _launch(300, 2, **shape, achieved_occupancy=98.0), _launch(300, 2, **shape, achieved_occupancy=77.0)
    assert full["tail_loss"][0] == 0.0
    assert emptied["tail_loss"][0] > 15.0


def test_slots_that_equal_blocks_would_have_used_tell_unequal_ones() -> None:
    """A wave and a half, every SM with blocks of both: equal ones use three quarters of the slots or more, half of them tells a few long blocks."""
    shape = {"issue_elapsed": 3.0, "theoretical_occupancy": 100.0, "sm_busy": 90.0}
    equal, unequal = (_launch(300, 2, **shape, achieved_occupancy=filled)["tail_loss"][0] for filled in (80.0, 50.0))
    assert equal > 15.0
    assert unequal == 0.0


def test_bound_by_l2_at_one_block_an_sm_idle_time_is_the_last_wave() -> None:
    """A block beyond a wave: SMs idle for 43% of the launch, of which the few last blocks took as much, whatever of L2's rate was left to them."""
    told = _launch(102, 1, l2_throughput=55.0, issue_elapsed=3.0, sm_busy=57.0)["tail_loss"][0]
    assert told == pytest.approx(41.0, abs=2.0)


def test_last_blocks_that_gather_on_few_sms_run_no_faster_than_in_a_full_wave() -> None:
    """48 blocks after a wave of 800, near L2's rate: where the busiest SM works 43% longer than the others, they run on some 6 SMs that they fill.

    Their SMs' own path to L2 is then as busy as in the wave before. Spread over 48 SMs, as 20% tell, they have more of L2 to themselves.
    """
    shape = {
        "theoretical_occupancy": 50.0,
        "achieved_occupancy": 49.7,
        "sm_busy": 56.3,
        "l2_throughput": 46.0,
        "issue_elapsed": 1.7,
        "elapsed_cycles": 1e6,
    }
    gathered, apart = (_launch(848, 8, **shape, sm_active_cycles=5.63e5, sm_active_cycles_max=busiest)["tail_loss"][0] for busiest in (9.9e5, 7.63e5))
    assert gathered == pytest.approx(39.0, abs=3.0)
    assert apart < gathered - 3.0


def test_the_vendors_bound_would_not_agree() -> None:
    """1 / (1 + whole waves) is several times farther off: the reason that this module exists."""
    frame = sweep()
    partial = frame[frame["waves"] % 1 > 0]
    vendor = 100.0 / (1.0 + np.floor(partial["waves"]))
    assert (vendor - partial["lost"]).abs().mean() > 4 * (partial["told"] - partial["lost"]).abs().mean()


def _launch(grid: float, blocks: float = 2, **more: float) -> dict[str, np.ndarray]:
    metrics = pd.DataFrame([{"duration": 1e6, "sm_busy": 90.0, "sm_count": 100.0, "grid_size": grid, "blocks_per_sm": blocks, **more}])
    return tail_columns(metrics, TimeModel(metrics))


@pytest.mark.parametrize("grid", [1, 99, 100, 200, 400, 2000])
def test_no_loss_without_a_partial_wave(grid: int) -> None:
    """Whole waves lose nothing, nor do equal numbers on all SMs; and a grid of fewer blocks than SMs is small, not ragged."""
    assert _launch(grid)["tail_loss"].tolist() == [0.0]


def test_one_block_more_on_an_sm_shows_in_how_much_it_outlasts_the_mean() -> None:
    """Two waves of two competing blocks an SM, dealt to them as 3 to 5: a fifth is lost; SMs that end as far apart as no number explains lose nothing
    to a wave."""
    shape = {"issue_elapsed": 78.0, "elapsed_cycles": 1e6, "sm_active_cycles_max": 0.99e6}
    dealt, apart = (_launch(400, sm_busy=100 * mean, sm_active_cycles=mean * 1e6, **shape)["tail_loss"][0] for mean in (0.79, 0.70))
    assert dealt == pytest.approx(19.0, abs=2.0)
    assert apart == 0.0


def test_one_block_over_costs_most_where_blocks_only_wait() -> None:
    """201 blocks where 200 fit, bound by latency: nearly half of the launch; a competing few would end sooner."""
    waiting, competing = _launch(201, issue_elapsed=3.0, sm_busy=53.0), _launch(201, issue_elapsed=95.0, sm_busy=98.0)
    assert waiting["tail_loss"][0] == pytest.approx(45.0, abs=4.0)
    assert competing["tail_loss"][0] < 5.0


def test_a_last_wave_loses_no_more_than_the_other_sms_were_seen_idle() -> None:
    """One block over, yet SMs work 90% of the launch: blocks that differ end at different times, and the last one fills up what others leave."""
    assert _launch(201, issue_elapsed=3.0)["tail_loss"][0] == pytest.approx(9.6, abs=0.5)


_APART = {"elapsed_cycles": 1e6, "sm_active_cycles_max": 1e6, "sm_active_cycles": 0.58e6, "sm_busy": 58.0}


def test_below_a_wave_equal_blocks_lose_what_uneven_numbers_make_of_them() -> None:
    """110 blocks on 100 SMs: 10 hold two. Blocks that compete leave 90 SMs idle for half of the launch, at most 45% in all, and as seen."""
    assert _launch(110, 3, issue_elapsed=52.0, **_APART)["tail_loss"][0] == pytest.approx(42.0, abs=0.1)
    further = {**_APART, "sm_active_cycles": 0.3e6, "sm_busy": 30.0}
    assert _launch(110, 3, issue_elapsed=28.0, **further)["tail_loss"][0] <= 45.0


def test_below_a_wave_blocks_that_only_wait_end_together() -> None:
    """SMs that end apart do so because blocks differ, beyond what was seen of equal ones."""
    assert _launch(110, 3, issue_elapsed=3.0, **_APART)["tail_loss"][0] < 16.0


def test_it_counts_the_blocks_of_the_last_wave() -> None:
    """And the SMs that never get one."""
    assert (_launch(430)["last_blocks"].tolist(), _launch(30)["idle_sms"].tolist()) == ([30.0], [70.0])


@pytest.mark.parametrize("missing", ["grid_size", "sm_count", "blocks_per_sm"])
def test_unknown_geometry_is_unknown_loss(missing: str) -> None:
    """Never zero."""
    metrics = pd.DataFrame([{"duration": 1e6, "sm_busy": 90.0, "sm_count": 100.0, "grid_size": 201.0, "blocks_per_sm": 2.0}]).drop(columns=missing)
    assert np.isnan(tail_columns(metrics, TimeModel(metrics))["tail_loss"]).tolist() == [True]


@settings(max_examples=200)
@given(
    grid=st.integers(1, 20000),
    blocks=st.integers(1, 32),
    busy=st.floats(1.0, 100.0),
    issue=st.floats(0.0, 100.0),
    dram=st.floats(0.0, 100.0),
    duration=st.floats(1e3, 1e8),
)
def test_loss_is_bounded(grid: int, blocks: int, busy: float, issue: float, dram: float, duration: float) -> None:
    """It is a share of the launch below the worst case of the grid, split into idle time and latency that are there to be lost."""
    told = _launch(grid, blocks, sm_busy=busy, issue_elapsed=issue, dram_throughput=dram, duration=duration)
    waves = grid / (100 * blocks)
    worst = 100 * max(1 - waves / np.ceil(waves), 1 - grid / 100 / (np.ceil(grid / 100) + 1))
    assert 0.0 <= told["tail_loss"][0] <= worst + 1e-9
    assert 0.0 <= told["tail_latency"][0] <= 1.0
    assert 0.0 <= told["tail_idle_ns"][0] <= told["tail_loss"][0] / 100 * duration * (1 + 1e-9)


def test_a_few_blocks_more_lose_what_the_busiest_sms_work_longer() -> None:
    """Two blocks beyond three whole waves: as the others do not end together, the two hardly outlast them, which the counters of the SMs tell."""
    shape = {"issue_elapsed": 3.0, "elapsed_cycles": 1e6, "sm_active_cycles_max": 1e6}
    together, scattered = _launch(302, 1, **shape, sm_active_cycles=0.75e6), _launch(302, 1, **shape, sm_active_cycles=0.94e6)
    assert together["tail_loss"][0] > 15.0
    assert scattered["tail_loss"][0] == pytest.approx(5.5, abs=0.2)


def test_few_blocks_that_draw_the_rate_of_all_lose_little() -> None:
    """A wave and a half of one block an SM, bound by DRAM: SMs idle for a sixth of the launch, which is as long as half a wave takes at the whole
    rate; half of what waves would lose that do not compete is told (nine such grids lost 2.7% on average, 6.2 at most). Idle for a quarter, the last
    wave took as long as the first."""
    loss = [_launch(150, 1, issue_elapsed=5.0, dram_throughput=rate, sm_busy=busy)["tail_loss"][0] for rate, busy in ((74.0, 82.5), (66.0, 74.0))]
    assert loss[0] == pytest.approx(4.0, abs=0.5)
    assert loss[1] > 15.0
