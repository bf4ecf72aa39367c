"""The catalogue of metrics: names that can be right, needs that exist, columns that are read and none besides."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ncu_advisor import catalogue
from ncu_advisor.columns import Columns
from ncu_advisor.hardware.gpu_measured import describes_device
from ncu_advisor.load import load

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"
METRICS = catalogue.metrics()
UNITS = {
    *("", "%", "ns", "hz", "khz", "byte", "byte/s", "byte/cycle", "flop/s", "cycle", "inst", "inst/cycle", "op/cycle", "bit", "SM", "cluster"),
    *("block", "thread", "warp", "register", "sector", "sector/request", "byte/sector", "request", "wavefront", "sample", "branch"),
}
# unit__what, with a roll-up and submetrics where hardware counts; launch and device attributes, source counters and derived ones are plain.
_COUNTED = re.compile(
    r"(?:ctc|dram|fbpa|gpc|gpu|gr|idc|l1tex|lts|ltc|lrc|pcie|sm|sm[a-z]+|smsp|tpc|vpc|sys|nvltx|nvlrx)__[a-z0-9_]+"
    r"\.(?:sum|avg|min|max|pct|ratio|max_rate)(?:\.(?:per_second|per_cycle_active|per_cycle_elapsed|peak_sustained|pct_of_peak_sustained_(?:active|elapsed)))?"
)
_PLAIN = re.compile(
    r"(?:(?:launch|device|derived|sass)__|memory_|thread_|inst_)[a-z0-9_]+|sm__maximum_warps_per_active_cycle_pct|smsp__pcsamp_[a-z0-9_]+"
    r"|gpu__time_duration"  # of Pascal, and of the reports of 2018
    r"|rule:[A-Za-z0-9]+:[a-z0-9_]+"  # what a rule states of a launch (readers/rule_facts.py)
    r"|code:debug_build"  # what the embedded code says (readers/report_table.py)
    r"|summary:Invocations"
)


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_vendor_names_are_plausible(metric: catalogue.Metric) -> None:
    """Each has the form of the profiler's names; no name is listed twice for one metric."""
    assert [name for name in metric.vendor if not (_COUNTED.fullmatch(name) or _PLAIN.fullmatch(name))] == []
    assert len(set(metric.vendor)) == len(metric.vendor)


def test_no_vendor_name_means_two_things() -> None:
    """Unless one of the two metrics only falls back on it."""
    first = Counter(metric.vendor[0] for metric in METRICS.values() if metric.vendor)
    assert [name for name, count in first.items() if count > 1] == []


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_every_metric_has_a_unit_and_a_meaning(metric: catalogue.Metric) -> None:
    """In words of one line, without a full stop; the unit is one that sentences can word."""
    assert (metric.unit in UNITS, bool(metric.what), "\n" in metric.what, metric.what.endswith(".")) == (True, True, False, False)
    assert metric.vendor or metric.formulas


@pytest.mark.parametrize("metric", [m for m in METRICS.values() if m.formulas], ids=lambda metric: metric.name)
def test_formulas_need_metrics_that_exist(metric: catalogue.Metric) -> None:
    """And not the metric itself; all ways to one metric have its unit."""
    assert {need for way in metric.formulas for need in way.needs} - set(METRICS) == set()
    assert [way for way in metric.formulas if metric.name in way.needs or way.unit != metric.unit] == []


def test_most_of_the_catalogue_is_in_a_full_export() -> None:
    """Names that no export has would be names that nobody checked: nine in ten are in the full export of the samples."""
    profile = load(str(next(SAMPLES.glob("full*raw.csv.xz"))))
    known = [name for name in METRICS if name in profile.metrics and profile.metrics[name].notna().any()]
    assert len(known) >= 0.9 * len(METRICS)


def test_only_wanted_columns_are_read() -> None:
    """The projection keeps names of metrics and devices, texts and opcodes, which is a fraction of a full export."""
    path = str(next(SAMPLES.glob("full*raw.csv.xz")))
    some, every = load(path), load(path, all_metrics=True)
    besides = [name for name in some.vendor_metrics if not catalogue.is_wanted(name) and name not in some.texts and "_per_opcode" not in name]
    assert besides == []
    assert len(some.vendor_metrics.columns) < 0.7 * len(every.vendor_metrics.columns)


def test_reading_less_changes_no_metric() -> None:
    """Metrics of the projection are those of the whole export."""
    path = str(next(SAMPLES.glob("full*raw.csv.xz")))
    pd.testing.assert_frame_equal(load(path).metrics, load(path, all_metrics=True).metrics)


def test_devices_describe_themselves_in_wanted_columns() -> None:
    """What ``from_profile`` looks at is kept although no metric names it."""
    name = "device__attribute_display_name"
    assert (describes_device(name), name in catalogue.wanted(), catalogue.is_wanted(name)) == (True, False, True)


def _frame(**exported: list[float]) -> pd.DataFrame:
    return catalogue.metric_columns(Columns.of_frame(pd.DataFrame(exported))).frame


def test_the_first_collected_name_counts_for_each_launch() -> None:
    """Two tool versions in one frame: each launch takes the name that it has, the better one where it has both."""
    best, other = METRICS["dram_bytes_read"].vendor[:2]
    frame = _frame(**{other: [1.0, 2.0, np.nan], best: [np.nan, 3.0, np.nan]})
    assert frame["dram_bytes_read"].tolist() == pytest.approx([1.0, 3.0, np.nan], nan_ok=True)


def test_exported_values_win_over_formulas_cell_by_cell() -> None:
    """A formula fills only what was not exported."""
    frame = _frame(grid_size=[264.0, 264.0], blocks_per_sm=[1.0, 1.0], sm_count=[132.0, 132.0], waves=[3.0, np.nan])
    assert frame["waves"].tolist() == [3.0, 2.0]


def test_absence_is_nan_never_zero() -> None:
    """A formula that lacks a need gives no column; one that divides by zero gives a missing value, not infinity."""
    assert "dram_bytes" not in _frame(dram_bytes_read=[1.0])
    assert np.isnan(_frame(load_sectors=[4.0], load_requests=[0.0])["load_sectors_per_request"]).tolist() == [True]


def test_formulas_build_on_each_other_in_any_order() -> None:
    """DRAM bytes give the rate, and the rate gives the throughput, whatever stands first in the file."""
    frame = _frame(dram_bytes_read=[60.0], dram_bytes_written=[40.0], duration=[1e9], dram_peak_per_cycle=[2.0], dram_clock=[100.0])
    assert frame[["dram_bytes", "dram_rate", "dram_throughput"]].to_numpy().tolist() == [[100.0, 100.0, 50.0]]


def test_a_metric_that_a_formula_completes_completes_what_needs_it() -> None:
    """One launch has its bytes from the export, the other from what its addresses need, which is known later: both have a width."""
    exported = {"load_sectors": [400.0, 400.0], "load_requests": [100.0, 100.0], "load_bytes_per_sector": [32.0, np.nan]}
    stores = {"store_sectors": [0.0, 0.0], "store_requests": [0.0, 0.0], "theoretical_sectors_ideal": [400.0, 400.0]}
    assert _frame(**exported, **stores)["load_width"].tolist() == [4.0, 4.0]


def test_what_is_not_known_yet_is_no_constant() -> None:
    """What DRAM reads is told by the second of two formulas, after the first found nothing: that it is twice what is wanted is told all the same."""
    fills = {"l2_fill_system": [0.0], "l2_fill_device": [50.0], "l2_slice_cycles": [1e6], "device_integrated": [0.0]}
    device = {"device_bus_bits": [6144.0], "device_memory_clock": [3.2e6], "device_clock_max": [1.98e6]}
    frame = _frame(**fills, **device, dram_throughput=[80.0], duration=[1e6], l2_sectors_read=[2.5e5])
    assert frame["dram_overfetch"].tolist() == [2.0]
    assert frame["dram_reachable"].tolist() == [0.6]


def test_what_cannot_be_falls_back_on_what_else_is_there() -> None:
    """A sector has 32 bytes: what accesses through generic addresses count beyond them is no width and no ideal, their addresses tell both."""
    name = "smsp__sass_average_data_bytes_per_sector_mem_global_op_{}.ratio".format
    wrong = {name("ld"): [156.9, 30.0], name("st"): [580.2, 32.0]}
    counted = {"load_sectors": [400.0, 400.0], "load_requests": [80.0, 100.0], "store_sectors": [100.0, 100.0], "store_requests": [20.0, 25.0]}
    frame = _frame(**wrong, **counted, theoretical_sectors_ideal=[500.0, 475.0])
    assert frame["load_bytes_per_sector"].tolist() == pytest.approx([np.nan, 30.0], nan_ok=True)
    assert frame[["load_sectors_ideal", "store_sectors_ideal", "load_width"]].iloc[0].tolist() == [400.0, 100.0, 5.0]
    refused = catalogue.refused(Columns.of_frame(pd.DataFrame(wrong)), Columns({}, 2))
    assert [(one.metric.name, one.first, one.launches) for one in refused] == [
        ("load_bytes_per_sector", 156.9, 1),
        ("store_bytes_per_sector", 580.2, 1),
    ]


def test_a_broadcast_leaves_stores_a_sector_each() -> None:
    """The bytes of loads count every lane of a broadcast, the ideal of both only distinct ones: no access needs less than a sector."""
    counted = {"load_sectors": [3000.0], "load_requests": [100.0], "store_sectors": [12.0], "store_requests": [10.0]}
    frame = _frame(**counted, load_bytes_per_sector=[6.0], theoretical_sectors_ideal=[400.0])
    assert frame[["load_sectors_ideal", "store_sectors_ideal"]].iloc[0].tolist() == [390.0, 10.0]


def test_sectors_that_atomics_touch_are_no_loads() -> None:
    """Where the source alone tells what accesses touch: additions at scattered words beside loads at their ideal; additions at one word, of which L2
    counts more sectors than one address has."""
    frame = _frame(
        theoretical_sectors=[2200.0, 500.0], theoretical_sectors_ideal=[800.0, 500.0],
        l2_sectors_atomic=[0.0, 0.0], l2_sectors_reduction=[1600.0, 2700.0], l2_sectors_read=[600.0, 400.0], l2_sectors_written=[0.0, 0.0],
        load_requests=[100.0, 100.0], store_requests=[0.0, 0.0], global_atomic_requests=[0.0, 0.0], global_reduction_requests=[50.0, 100.0],
    )  # fmt: skip
    assert frame["load_sectors"].tolist() == [600.0, 400.0]
    assert frame["load_sectors_ideal"].tolist() == [600.0, 400.0]


def test_no_load_touches_more_than_a_sector_a_lane() -> None:
    """L2 sees sectors of stores that met before it once: what is left of all sectors is not all the loads'."""
    counted = {"theoretical_sectors": [4800.0], "theoretical_sectors_ideal": [2400.0], "l2_sectors_written": [1100.0]}
    frame = _frame(**counted, load_requests=[100.0], store_requests=[50.0])
    assert frame[["load_sectors", "store_sectors"]].iloc[0].tolist() == [3200.0, 1600.0]


def test_sectors_of_a_request_are_read_where_they_alone_were_collected() -> None:
    """The profiler's own ratio stands where nobody counted sectors and requests, and is worked out where it was not collected."""
    frame = _frame(
        load_requests=[np.nan, 100.0], load_sectors=[np.nan, 1600.0],
        **{
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio": [2.5, np.nan],
            "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio": [16.0, np.nan],
        },
    )  # fmt: skip
    assert frame["load_sectors_per_request"].tolist() == [2.5, 16.0]
    assert frame["store_sectors_per_request"].tolist()[:1] == [16.0]


def test_counts_win_over_the_axes_of_a_launch() -> None:
    """What the identity says of grid and block fills in for what the profiler did not count."""
    exported = Columns.of_frame(pd.DataFrame({"launch__grid_size": [256.0, np.nan]}))
    assert catalogue.metric_columns(exported, {"grid_size": np.array([1024.0, 512.0])})["grid_size"].tolist() == [256.0, 512.0]


@pytest.mark.parametrize("name", ["gpc__cycles_elapsed.max", "sm__cycles_elapsed.avg", "smsp__cycles_elapsed.max", "l1tex__cycles_elapsed.avg"])
def test_elapsed_cycles_are_those_of_any_part_of_an_sm(name: str) -> None:
    """Schedulers, L1 and the SM run on one clock: each counts the same from start to end."""
    assert _frame(**{name: [4096.0]})["elapsed_cycles"].tolist() == [4096.0]


def test_collecting_names_what_formulas_need() -> None:
    """A computed metric is collected by the counters behind it, once each, and by nothing that is there already."""
    assert catalogue.vendor_names(["dram_bytes", "dram_write_share"]) == ["dram__bytes_read.sum", "dram__bytes_write.sum"]
    assert catalogue.vendor_names(["dram_bytes"], available=["dram_bytes"]) == []
    assert catalogue.vendor_names(["no_such_metric"]) == []


def test_every_metric_can_be_collected() -> None:
    """No metric that a rule may lack is without a name to ask the profiler for."""
    assert [name for name in METRICS if not catalogue.vendor_names([name])] == []
