"""The time model obeys physics: roofs hold, demands only add time, estimates compose."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ncu_advisor.advise import advise
from ncu_advisor.catalogue import metric_columns
from ncu_advisor.columns import Columns
from ncu_advisor.load import load
from ncu_advisor.profile import Profile
from ncu_advisor.timemodel import BY_NAME, EXPOSED, LAUNCH_NS, OVERLAP, RESOURCES, TimeModel

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"
METRICS = sorted({name for resource in RESOURCES for group in resource.metrics for name in group})

_LAUNCHES = st.lists(
    st.fixed_dictionaries(
        {"duration": st.floats(500.0, 1e8), "sm_busy": st.floats(1.0, 100.0)},
        optional={name: st.floats(0.0, 100.0) for name in METRICS},
    ),
    min_size=1,
    max_size=4,
)
_PARTS = st.sampled_from([*BY_NAME, *EXPOSED])
_CHANGES = st.dictionaries(_PARTS, st.floats(0.0, 4.0), max_size=5)


def model(*launches: dict[str, float]) -> TimeModel:
    return TimeModel(pd.DataFrame(list(launches)))


def changed(of: TimeModel, factors: dict[str, float]) -> dict[str, np.ndarray]:
    """The parts of ``factors``, times those factors."""
    parts = {**of.demand, **of.exposed}
    return {name: parts[name] * factor for name, factor in factors.items()}


@settings(max_examples=150)
@given(launches=_LAUNCHES)
def test_nothing_changed_is_the_measured_duration(launches: list[dict[str, float]]) -> None:
    """Demands and exposed parts add up to what was measured."""
    of = model(*launches)
    assert of.after({}).tolist() == pytest.approx(of.duration.tolist(), rel=1e-9)


@settings(max_examples=150)
@given(launches=_LAUNCHES, factors=_CHANGES)
# A demand whose square is nothing: its launch took no time.
@example(launches=[{"duration": 500.0, "sm_busy": 1.0, "l2_data": 1.0}], factors={"l2": 2e-266, "dram": 0.0, "l1": 0.0, "launch": 0.0})
def test_never_faster_than_the_floor(launches: list[dict[str, float]], factors: dict[str, float]) -> None:
    """Whatever changes, a launch takes at least its longest single demand, and never less than nothing."""
    of = model(*launches)
    new = changed(of, factors)
    floor = np.nan_to_num(of.floor(new), nan=0.0)
    assert (of.after(new) >= floor * (1 - 1e-9)).all()


@settings(max_examples=150)
@given(launches=_LAUNCHES, factors=_CHANGES, part=_PARTS, less=st.floats(0.0, 1.0))
# Idle time that is named, though hardly changed, shrinks with the blocks as idle time that nobody named.
@example(
    launches=[{"duration": 1e4, "sm_busy": 50.0, "sm_active_cycles_avg": 5e3, "sm_active_cycles_max": 9e3, "elapsed_cycles": 1e4, "pipe_alu": 40.0}],
    factors={"alu": 0.1},
    part="idle",
    less=0.99,
)
@example(launches=[{"duration": 500.0, "sm_busy": 1.0, "pipe_adu": 1.0}], factors={"adu": 0.0}, part="idle", less=1.0)
def test_less_of_anything_is_never_slower(launches: list[dict[str, float]], factors: dict[str, float], part: str, less: float) -> None:
    """The duration is monotone in each demand and each exposed part, whatever else has changed."""
    of = model(*launches)
    more = changed(of, factors)
    reduced = more | {part: more.get(part, {**of.demand, **of.exposed}[part]) * less}
    assert (of.after(reduced) <= of.after(more) * (1 + 1e-9)).all()


@settings(max_examples=100)
@given(launches=_LAUNCHES)
def test_parts_are_times_within_the_launch(launches: list[dict[str, float]]) -> None:
    """None is negative, none is longer than the launch, and launch cost is at most what an empty kernel takes."""
    of = model(*launches)
    for part in (*of.demand.values(), *of.exposed.values()):
        known = ~np.isnan(part)
        assert (part[known] >= 0).all() and (part[known] <= of.duration[known] * (1 + 1e-9)).all()
    assert (of.exposed["launch"] <= LAUNCH_NS).all()


@pytest.mark.parametrize("resource", [r for r in RESOURCES if r.name != "sm"], ids=lambda r: r.name)
def test_a_launch_at_its_roof_has_nothing_exposed(resource: object) -> None:
    """At or above the achievable rate, no latency is left to hide, and no change of latency helps."""
    assert isinstance(resource, type(RESOURCES[0]))
    of = model({"duration": 1e6, "sm_busy": 100.0, "pipe_alu": 0.0, resource.metrics[0][0]: min(100.0, 100.0 * resource.achievable)})
    assert of.exposed["latency"].tolist() == pytest.approx([0.0], abs=1e4)
    assert of.columns()["busy"].tolist() == pytest.approx([100.0], abs=0.2)
    assert of.binding().tolist() == [resource.name]
    assert of.after({"latency": 0 * of.duration}).tolist() == pytest.approx([1e6], rel=1e-3)


def test_two_equal_demands_overlap_imperfectly() -> None:
    """Together they need the p-norm: 9% more than one alone."""
    of = model({"duration": 1e9, "sm_busy": 100.0, "dram_throughput": 46.0, "pipe_fma": 48.5})
    assert of.throughput.tolist() == pytest.approx([0.5e9 * 2 ** (1 / OVERLAP)], rel=1e-3)


def test_what_binds_after_a_change_is_the_next_longest() -> None:
    """A launch bound by L1 with DRAM close behind is bound by DRAM once L1 is relieved, and gains only the difference."""
    of = model({"duration": 1e6, "sm_busy": 100.0, "l1_wavefronts": 90.0, "dram_throughput": 80.0})
    relieved = {"l1": of.demand["l1"] * 0.1}
    assert (of.binding().tolist(), of.binding(relieved).tolist()) == (["l1"], ["dram"])
    assert 0 < 1 - of.after(relieved)[0] / 1e6 < 0.2


def test_latency_behind_a_busy_resource_is_mostly_its_queue() -> None:
    """Where throughput binds, taking it away takes most of the waiting with it; where latency binds, it does not."""
    busy = model({"duration": 1e6, "sm_busy": 100.0, "l1_wavefronts": 85.0})
    idle = model({"duration": 1e6, "sm_busy": 100.0, "l1_wavefronts": 20.0})
    gone = {"l1": np.zeros(1)}
    assert busy.after(gone)[0] < 0.3e6
    assert idle.after(gone)[0] > 0.9e6


def test_sms_without_work_are_idle_and_add_up() -> None:
    """What the SMs' busy share leaves out is idle time, beside the launch cost, and does not overlap with work."""
    of = model({"duration": 1e6, "sm_busy": 60.0, "dram_throughput": 50.0})
    assert of.exposed["idle"].tolist() == pytest.approx([0.4e6 - LAUNCH_NS])
    assert of.after({"idle": np.zeros(1)}).tolist() == pytest.approx([0.6e6 + LAUNCH_NS])


def test_idle_sms_wait_half_as_long_for_blocks_of_half_the_length() -> None:
    """What shortens the blocks shortens the tail behind them; what a change says of the tail itself holds as it is said."""
    of = model({"duration": 1e6, "sm_busy": 60.0, "issue_elapsed": 58.2})
    halved = {"issue": of.demand["issue"] / 2, "latency": of.exposed["latency"] / 2}
    before = of.exposed["idle"][0]
    running = 1e6 - LAUNCH_NS - before
    assert of.after(halved)[0] == pytest.approx(LAUNCH_NS + before / 2 + running / 2, rel=0.01)
    assert of.after({**halved, "idle": of.exposed["idle"] / 4})[0] == pytest.approx(LAUNCH_NS + before / 4 + running / 2, rel=0.01)


def test_a_resource_takes_its_best_known_group_of_metrics() -> None:
    """The busiest of the first group that a launch has; launches without it fall back, each for itself."""
    l1 = BY_NAME["l1"]
    first, second = l1.metrics[0], l1.metrics[1][0]
    of = model({"duration": 1e6, first[0]: 30.0, first[1]: 40.0, second: 90.0}, {"duration": 1e6, second: 50.0}, {"duration": 1e6})
    assert of.utilization["l1"].tolist() == pytest.approx([40.0, 50.0, np.nan], nan_ok=True)


def test_the_busiest_sm_part_stands_in_only_for_unknown_pipes() -> None:
    """The vendor's compute throughput is a pipe counted twice where all pipes are known, or where the page names the busiest."""
    told = {"duration": 1e6, "sm_throughput": 80.0}
    of = model(told | {"pipe_xu": 30.0, "pipe_fma": 30.0}, told | {"pipe_fma": 79.0}, told | {"pipe_fma": 30.0, "issue_elapsed": 81.0})
    assert np.isnan(of.demand["sm"]).all()
    of = model(told, told | {"pipe_fma": 30.0, "issue_elapsed": 50.0})
    assert of.demand["sm"] == pytest.approx(0.8 * 1e6 / BY_NAME["sm"].achievable)


def test_a_memory_part_without_a_name_is_busy_where_none_is_named() -> None:
    """Memory at 68% beside DRAM at 16% is L1 or L2: no latency to cover with warps. What DRAM fills into L2 is no part of its own, and a page that
    names L1 or L2 has counted it there."""
    told = {"duration": 1e6, "memory_path": 68.0, "dram_throughput": 16.0}
    of = model(told, told | {"l1_throughput": 66.0}, told | {"l2_tags": 60.0})
    assert of.demand["memory"].tolist() == pytest.approx([0.68e6 / BY_NAME["memory"].achievable, np.nan, np.nan], nan_ok=True)
    assert of.binding()[0] == "memory"
    shares = Columns({"memory_throughput": np.array([68.0, 20.0]), "dram_throughput": np.array([16.0, 16.0])}, 2)
    assert metric_columns(shares)["memory_path"].tolist() == pytest.approx([68.0, np.nan], nan_ok=True)


def test_a_known_cache_that_rests_hides_no_busy_memory() -> None:
    """Memory at 94% beside L2 at 2% is not known any less for L2's line: what is known of one cache leaves the other, unless both are."""
    told = {"duration": 1e6, "memory_path": 94.0, "dram_throughput": 1.0}
    of = model(told | {"l2_throughput_alone": 2.0}, told | {"l1_throughput": 20.0}, told | {"l1_throughput": 20.0, "l2_throughput": 80.0})
    assert of.utilization["memory"].tolist() == pytest.approx([94.0, 94.0, np.nan], nan_ok=True)


def test_l1_of_active_cycles_counts_where_sms_hardly_rest() -> None:
    """A page of L1's own line alone, as a table in a paper: many blocks an SM leave it work all the time, few do not."""
    told = {"duration": 1e6, "l1_throughput_active": 95.0, "grid_size": 2048.0}
    of = model(told, told | {"grid_size": 64.0}, told | {"memory_throughput": 60.0}, told | {"sm_count": 512.0})
    assert of.utilization["l1"].tolist() == pytest.approx([95.0, np.nan, np.nan, np.nan], nan_ok=True)


def test_shares_alone_are_told_from_pages_that_name_a_part() -> None:
    """Plain ncu prints the busiest part of the SM and no pipe; one pipe or the issue slots named is more than that, and nothing is less."""
    told = {"duration": 1e6, "sm_throughput": 80.0, "l1_throughput": 90.0}
    of = model(told, told | {"issue_elapsed": 50.0}, told | {"pipe_xu": 0.0}, {"duration": 1e6, "l1_throughput": 90.0})
    assert of.columns()["shares_only"].tolist() == [1.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize("duration", [1.0, 1700.0, 3600.0])
def test_tiny_launches_are_not_negative(duration: float) -> None:
    """A launch shorter than the usual launch cost still has a positive rest."""
    of = model({"duration": duration, "sm_busy": 10.0, "dram_throughput": 1.0})
    assert of.exposed["launch"][0] == min(LAUNCH_NS, duration / 2)
    assert of.after({})[0] == pytest.approx(duration)


@lru_cache(maxsize=1)
def samples() -> Profile:
    return load(str(next(SAMPLES.glob("full*raw.csv.xz"))))


def _perturbed(random: Callable[[int], np.ndarray]) -> Profile:
    """The samples with every number off by up to a factor of two, percentages within 100: launches that no rule has seen."""
    source = samples()
    factors = 2.0 ** (2.0 * random(source.metrics.size) - 1.0)
    metrics = source.metrics * factors.reshape(source.metrics.shape)
    shares = [name for name in metrics if (source.metrics[name] <= 100).all() and (source.metrics[name] > 1).any()]
    metrics[shares] = metrics[shares].clip(upper=100.0)
    exact = ["grid_size", "block_size", "sm_count", "blocks_per_sm", "registers_per_thread", "shared_static", "shared_dynamic"]
    metrics[exact] = source.metrics[exact]
    return Profile(source.launch_columns, Columns.of_frame(metrics), source.vendor_columns, source.text_columns, {}, {}, {}, [])


@settings(max_examples=12)
@given(seed=st.integers(0, 2**32 - 1))
def test_findings_together_never_promise_more_than_the_headroom(seed: int) -> None:
    """Each is a share of its launch; all together at least the largest and at most what the nearest roof leaves."""
    report = advise(_perturbed(np.random.default_rng(seed).random))
    for kernel in report.kernels:
        savings = [finding.time_saved_pct for finding in kernel.findings]
        assert savings == sorted(savings, reverse=True)
        assert [saved for saved in savings if not 0.0 <= saved <= 100.0] == []
        assert max(savings, default=0.0) <= kernel.combined_time_saved_pct <= kernel.headroom_pct <= 100.0


def test_what_the_chip_shares_is_no_burden_of_a_few_blocks() -> None:
    """One block on 100 SMs has all of L2 to itself: what it asks of it, a hundredth of its time, gives back next to nothing; spread over
    all SMs, the launch still takes what L2 needs."""
    few = model({"duration": 1e6, "sm_busy": 1.0, "grid_size": 1.0, "sm_count": 100.0, "l2_tags": 1.0})
    none = {"l2": np.zeros(1)}
    assert few.after(none)[0] > 0.99e6
    assert few.after({"idle": np.zeros(1), "latency": np.zeros(1)})[0] >= few.demand["l2"][0]
    many = model({"duration": 1e6, "sm_busy": 50.0, "grid_size": 1000.0, "sm_count": 100.0, "l2_tags": 45.0})
    assert many.after(none)[0] < 0.7e6


def test_only_sms_beside_others_at_work_wait_for_them() -> None:
    """Half of the SM time is idle. Where the busiest SM works all the time, shorter blocks shorten the waiting of the others; where no SM
    works for half of the time, they do not."""
    counted = {"duration": 1e6, "sm_busy": 50.0, "elapsed_cycles": 1e6, "grid_size": 1000.0, "sm_count": 100.0}
    beside, around = model({**counted, "sm_active_cycles_max": 1e6}), model({**counted, "sm_active_cycles_max": 5e5})
    gone = {"latency": np.zeros(1)}
    assert beside.after(gone)[0] < 0.01e6
    assert around.after(gone)[0] == pytest.approx(0.5e6, rel=0.01)


def test_nothing_counted_is_nothing_exposed() -> None:
    """A profile that says how busy nothing was does not say that warps only wait."""
    columns = model({"duration": 1e6, "sm_busy": 100.0, "block_issue": 40.0}, {"duration": 1e6, "sm_busy": 100.0, "issue_elapsed": 40.0}).columns()
    assert np.isnan(columns["exposed"]).tolist() == np.isnan(columns["busy"]).tolist() == [True, False]


@pytest.mark.parametrize("busy", [20.0, 55.0, 80.0])
def test_rules_know_which_part_of_the_latency_is_queues(busy: float) -> None:
    """Where all work shrinks alike and no wait but its queues, dividing by them leaves that share of the time, not less."""
    of = model({"duration": 1e5, "sm_busy": 100.0, "pipe_alu": busy})
    keep = 0.5
    queues = 1.0 - of.columns()["queue_share"] * (1.0 - keep)
    new = {name: keep * value for name, value in of.demand.items()} | {"latency": of.exposed["latency"] * keep / queues}
    running = of.duration - of.exposed["launch"] - of.exposed["idle"]
    assert 0.0 <= of.columns()["queue_share"][0] <= 1.0
    assert of.after(new).tolist() == pytest.approx((of.exposed["launch"] + of.exposed["idle"] + keep * running).tolist(), rel=1e-6)
