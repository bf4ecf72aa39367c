"""The details page: five header generations, labels with units per row, rules between the metrics."""

from __future__ import annotations

import csv
import io
import math
import tempfile
from pathlib import Path

import pytest
from csv_pages import BANNERS, LAUNCH, METRIC, NAMES, RULE, SOL, details, launch, line, read
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.conditions import of_profile
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.labels import _table, metric_name, unit_class
from ncu_advisor.load import load
from ncu_advisor.profile import VendorRule
from ncu_advisor.readers import csv_table, ncu_csv, ncu_details
from ncu_advisor.readers.source import Source
from ncu_advisor.units import number, scale

OLD = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time", "Context", "Stream")
OLD_LAUNCH = ["0", "7", "app", "127.0.0.1", "k", "2020-Mar-20 15:02:26", "1", "7"]
DURATION = "gpu__time_duration.sum"
OLD_RULES = RULE[:3]
# Generation: columns, and the cells that identify a launch there.
GENERATIONS = {
    "A 2019": ((*OLD, *METRIC), OLD_LAUNCH, "GPU Speed Of Light"),
    "B 2020.3": ((*OLD, *METRIC, *OLD_RULES), OLD_LAUNCH, "GPU Speed Of Light"),
    "between B and E": ((*LAUNCH, *METRIC, *OLD_RULES), launch(), SOL),
    "D no rules": ((*LAUNCH, *METRIC), launch(), SOL),
    "E rules": ((*LAUNCH, *METRIC, *RULE), launch(), SOL),
    "F body items": ((*LAUNCH, "Section Name", "Body Item Label", *METRIC[1:], *RULE), launch(), SOL),
}


@pytest.mark.parametrize("generation", GENERATIONS)
def test_every_header_generation_reads_the_same(tmp_path: Path, generation: str) -> None:
    """Columns are found by name: B and D have the same number of them. Metric rows end before the rule columns."""
    columns, identity, section = GENERATIONS[generation]
    item = [""] if "Body Item Label" in columns else []
    page = line(columns) + line([*identity, section, *item, "Duration", "usecond", "1,234.50"])
    (table,) = read(tmp_path, page)
    assert table.kind == "ncu-details"
    assert table.metrics.to_dict("list") == {DURATION: [1_234_500.0]}
    expected = (7, 0, 256, 64) if identity == launch() else (7, 0, -1, -1)
    assert tuple(table.launches[["process_id", "launch_id", "block_x", "grid_x"]].iloc[0]) == expected


def test_a_label_means_something_only_with_its_section_and_unit(tmp_path: Path) -> None:
    """Memory Throughput is a percentage in one section and a bandwidth in another."""
    rows = [[*launch(), SOL, "Memory Throughput", "%", "87.9"], [*launch(), "Memory Workload Analysis", "Memory Throughput", "Gbyte/s", "360.51"]]
    (table,) = read(tmp_path, details(rows))
    assert table.metrics.iloc[0].to_dict() == pytest.approx(
        {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed": 87.9, "dram__bytes.sum.per_second": 360.51e9}
    )


@pytest.mark.parametrize(
    ("section", "label", "unit", "metric"),
    [
        ("GPU Speed Of Light", "SOL FB", "%", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"),
        ("GPU Speed Of Light", "SOL DRAM", "%", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"),
        (SOL, "DRAM Throughput", "%", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"),
        ("GPU Speed Of Light", "Memory Frequency", "cycle/nsecond", "dram__cycles_elapsed.avg.per_second"),
        ("Occupancy", "Achieved Occupancy", "%", "sm__warps_active.avg.pct_of_peak_sustained_active"),
        ("Launch Statistics", "Driver Shared Memory Per Block", "Kbyte/block", "launch__shared_mem_per_block_driver"),
        ("Command line profiler metrics", "lts__t_sectors.avg", "sector", "lts__t_sectors.avg"),
        (SOL, "gpu__time_duration.sum", "us", "gpu__time_duration.sum"),
        (SOL, "Duration (gpu__time_duration.sum)", "us", "gpu__time_duration.sum"),
        ("New Section", "Some Label", "%", "details:New Section/Some Label"),
    ],
)
def test_labels_become_the_vendors_names(section: str, label: str, unit: str, metric: str) -> None:
    """Every spelling since 2019, internal names as they are, and a stable name for what is not known."""
    assert metric_name(section, label, unit) == metric


def test_rows_of_a_chart_or_table_keep_a_name_of_their_own() -> None:
    """Outside rooflines a body item repeats labels with another meaning."""
    assert metric_name("Occupancy", "Achieved Occupancy", "%", "Impact of Registers") == "details:Occupancy/Impact of Registers/Achieved Occupancy"
    roofline = "GPU Speed Of Light Roofline Chart"
    assert metric_name(roofline, "DRAM Bandwidth", "Gbyte/s", "DRAM Achieved Value") == "dram__bytes.sum.per_second"


BREAKDOWNS = {
    ("Compute Throughput Breakdown", "SM: Inst Executed Pipe Lsu"): "sm__inst_executed_pipe_lsu",
    ("Compute Throughput Breakdown", "SM: Inst Executed"): "sm__inst_executed",
    ("Compute Throughput Breakdown", "SM: Pipe Fmaheavy Cycles Active"): "sm__pipe_fmaheavy_cycles_active",
    ("Compute Throughput Breakdown", "SM: Pipe Tensor Cycles Active"): "sm__pipe_tensor_cycles_active",
    ("Memory Throughput Breakdown", "L1: Lsuin Requests"): "l1tex__lsuin_requests",
    ("Memory Throughput Breakdown", "L1: M Xbar2l1tex Read Sectors"): "l1tex__m_xbar2l1tex_read_sectors",
    ("Memory Throughput Breakdown", "L2: Xbar2lts Cycles Active"): "lts__xbar2lts_cycles_active",
    ("Memory Throughput Breakdown", "DRAM: Cycles Active"): "dram__cycles_active",
}


def test_breakdowns_of_throughput_are_read(tmp_path: Path) -> None:
    """``--print-details all`` prints, under the title of their table, the parts of which a throughput is the largest: shares of their peaks."""
    columns, identity, section = GENERATIONS["F body items"]
    rows = [[*identity, section, item, label, "%", f"{10 + place}.5"] for place, (item, label) in enumerate(BREAKDOWNS)]
    (table,) = read(tmp_path, line(columns) + "".join(line(row) for row in rows))
    expected = {f"{name}.avg.pct_of_peak_sustained_elapsed": 10.5 + place for place, name in enumerate(BREAKDOWNS.values())}
    assert table.metrics.iloc[0].to_dict() == expected


def test_what_stands_aside_is_no_further_metric_collected(tmp_path: Path) -> None:
    """A baseline of a version that did not read breakdowns was taken with the same --set; what a page tells by itself as well counts."""
    columns, identity, section = GENERATIONS["F body items"]
    breakdown, lsuin = "Memory Throughput Breakdown", "l1tex__lsuin_requests.avg.pct_of_peak_sustained_elapsed"
    rows = [
        [*identity, section, "", "Duration", "us", "5"],
        [*identity, section, "", "Waves Per SM", "", "1.5"],
        [*identity, section, breakdown, "L1: Lsuin Requests", "%", "40"],
        [*identity, section, breakdown, "L2: T Sectors", "%", "40"],
    ]
    named = [[*identity, "Command line profiler metrics", "", lsuin, "%", "40"], [*identity, section, breakdown, lsuin, "%", "40"]]
    (tmp_path / "page.csv").write_text(line(columns) + "".join(map(line, rows)), encoding="utf-8")
    (tmp_path / "named.csv").write_text(line(columns) + "".join(map(line, [*rows, named[0]])), encoding="utf-8")
    (tmp_path / "by_name.csv").write_text(line(columns) + "".join(map(line, [*rows, named[1]])), encoding="utf-8")
    collected = {path.stem: of_profile(load([str(path)]))["metrics"] for path in tmp_path.glob("*.csv")}
    assert collected == {"page": ["duration"], "named": ["duration", "l1_lsuin"], "by_name": ["duration", "l1_lsuin"]}
    both = load([str(tmp_path / "page.csv"), str(tmp_path / "named.csv")])
    assert of_profile(both)["metrics"] == ["duration", "l1_lsuin"]


def test_a_breakdown_row_elsewhere_or_of_an_unknown_part_keeps_a_name_of_its_own() -> None:
    """The title is part of what the label means, and a part whose counter is not known is none."""
    breakdown = "Memory Throughput Breakdown"
    assert metric_name(SOL, "L1: Lsuin Requests", "%") == f"details:{SOL}/L1: Lsuin Requests"
    assert metric_name(SOL, "SYSLTS: T Sectors", "%", breakdown) == f"details:{SOL}/{breakdown}/SYSLTS: T Sectors"


def test_every_breakdown_label_is_the_words_of_its_counter() -> None:
    """ncu makes these labels of the counter's own name: its unit, then its words with a capital each."""
    units = {"SM": "sm", "L1": "l1tex", "L2": "lts", "DRAM": "dram"}
    found = [(label, name) for (section, label, _), name in _table().items() if section.endswith("Throughput Breakdown")]
    assert len(found) == 29
    for label, name in found:
        unit, _, words = label.partition(": ")
        assert name == f"{units[unit]}__{words.lower().replace(' ', '_')}.avg.pct_of_peak_sustained_elapsed"


def test_waves_stand_beside_the_throughputs_too(tmp_path: Path) -> None:
    """Some pages print Waves Per SM in the first section, and no launch statistics."""
    (table,) = read(tmp_path, details([[*launch(), SOL, "Waves Per SM", "", "14.22"]]))
    assert table.metrics["launch__waves_per_multiprocessor"].tolist() == [14.22]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [("%", "%"), ("us", "ns"), ("nsecond", "ns"), ("Ghz", "hz"), ("cycle/second", "hz"), ("Gbyte/s", "byte/s"), ("byte/second", "byte/s"),
     ("Kbyte/block", "byte"), ("byte/cycle", "byte"), ("inst/cycle", ""), ("sector", ""), ("", "")],
)  # fmt: skip
def test_units_have_a_class(unit: str, expected: str) -> None:
    """Spellings of all versions."""
    assert unit_class(unit) == expected


def test_units_are_read_per_row(tmp_path: Path) -> None:
    """One metric is printed in microseconds for one launch and in milliseconds for the next."""
    rows = [[*launch(0), SOL, "Duration", "us", "6.46"], [*launch(1), SOL, "Duration", "ms", "30.86"], [*launch(2), SOL, "Duration", "ns", "65,536"]]
    (table,) = read(tmp_path, details(rows))
    assert table.metrics[DURATION].tolist() == pytest.approx([6460.0, 30_860_000.0, 65_536.0])


def test_of_a_metric_printed_twice_the_first_number_counts(tmp_path: Path) -> None:
    """Sections repeat each other, and a missing value does not hide a known one."""
    rows = [[*launch(), SOL, "Duration", "us", value] for value in ("n/a", "2.5", "3.5")]
    (table,) = read(tmp_path, details(rows))
    assert table.metrics[DURATION].tolist() == [2500.0]


def test_missing_values_are_nan_never_zero(tmp_path: Path) -> None:
    """n/a has no unit; no data may have one."""
    rows = [[*launch(0), "Command line profiler metrics", "m__x.sum", "", value] for value in ("n/a", "no data", "", "nan")]
    rows.append([*launch(1), "Command line profiler metrics", "m__x.sum", "byte", "0"])
    (table,) = read(tmp_path, details(rows))
    assert [math.isnan(value) for value in table.metrics["m__x.sum"]] == [True, False]


def test_words_are_kept_as_text(tmp_path: Path) -> None:
    """They are values too."""
    (table,) = read(tmp_path, details([[*launch(), "Launch Statistics", "Function Cache Configuration", "", "CachePreferNone"]]))
    assert table.texts.to_dict("list") == {"launch__func_cache_config": ["CachePreferNone"]}


def test_rules_are_quoted_with_their_estimate(tmp_path: Path) -> None:
    """A rule row names its section by identifier; only some rules estimate, globally or for a part."""
    columns = (*LAUNCH, *METRIC, *RULE)
    text = 'Use "float4", see https://docs.example/x,y. The rest, too.'
    rows = [
        [*launch(), SOL, "Duration", "us", "2.5", ""],
        [*launch(), "SourceCounters", "", "", "", "UncoalescedGlobalAccess", "OPT", text, "global", "74.14"],
        [*launch(), "SpeedOfLight", "", "", "", "SOLBottleneck", "INF", "Balanced", "", ""],
    ]
    (table,) = read(tmp_path, details(rows, columns))
    assert table.vendor_rules == {
        0: [
            VendorRule("UncoalescedGlobalAccess", "OPT", text, "SourceCounters", 74.14, "global"),
            VendorRule("SOLBottleneck", "INF", "Balanced", "SpeedOfLight", None, ""),
        ]
    }
    assert list(table.metrics) == [DURATION]


def test_repeated_launches_of_one_kernel_stay_apart(tmp_path: Path) -> None:
    """By process and ID, and appended runs as tables of their own."""
    rows = [[*launch(i, process=p), SOL, "Duration", "ns", f"{p}{i}"] for p in (7, 8) for i in (0, 1)]
    first, second = read(tmp_path, details(rows) + "==PROF== Disconnected from process 8\n" + details(rows[:1]))
    assert first.metrics[DURATION].tolist() == [70.0, 71.0, 80.0, 81.0]
    assert second.metrics[DURATION].tolist() == [70.0]


def test_lines_between_the_rows_are_left_out(tmp_path: Path) -> None:
    """The program may print whenever it likes, also comma-separated numbers."""
    first, *rest = details([[*launch(), SOL, label, "us", "2.5"] for label in ("Duration", "New")]).splitlines(keepends=True)
    (table,) = read(tmp_path, first + "1,2,3\n" + rest[0] + '"a","b"\nloss: 0.5, 0.25\n' + rest[1] + '"5","6","7"\n')
    assert list(table.metrics) == [DURATION, f"details:{SOL}/New"]
    assert table.warnings == []


def test_a_cut_off_row_is_left_out_and_said(tmp_path: Path) -> None:
    """Half a number is worse than none; also where the cut falls between two cells."""
    page = details([[*launch(), SOL, "Duration", "us", "2.5"], [*launch(), SOL, "Elapsed Cycles", "cycle", "12,904"]])
    for cut in (4, 9, 12):
        (table,) = read(tmp_path, page[:-cut])
        assert list(table.metrics) == [DURATION]
        assert any("cut off" in warning for warning in table.warnings)


def test_columns_may_stand_in_another_order(tmp_path: Path) -> None:
    """The unit behind the value, also where a row ends before it."""
    columns = (*LAUNCH, "Section Name", "Metric Name", "Metric Value", "Metric Unit")
    rows = [[*launch(), SOL, "Duration", "2.50", "us"], [*launch(), SOL, "Duration", "2.50"]]
    (table,) = read(tmp_path, details(rows, columns))
    assert table.metrics[DURATION].tolist() == [2500.0]


def test_bytes_that_are_no_utf8_are_replaced(tmp_path: Path) -> None:
    """A path or a name in an old Windows encoding stops nothing, in no version of pandas."""
    (tmp_path / "page.csv").write_bytes(details([[*launch(0, "gr\xfcn(float *)"), SOL, "Duration", "us", "2.50"]]).encode("latin-1"))
    (body,) = [table.body.read() for table in csv_table.tables(Source("page.csv", tmp_path / "page.csv"), [])]
    assert b"gr\xef\xbf\xbdn(float *)" in body
    (read_back,) = read(tmp_path, (tmp_path / "page.csv").read_bytes())
    assert read_back.launches["name"].tolist() == ["gr\ufffdn(float *)"]


def test_a_summary_gives_its_averages(tmp_path: Path) -> None:
    """--print-summary has no IDs; its rows stand for several launches, which is said where they do."""
    columns = ("Process ID", "Process Name", "Host Name", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "Invocations")
    columns += ("Section Name", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average")
    rows = [
        ["7", "app", "127.0.0.1", "k(int)", block, "(64, 1, 1)", "0", "11.0", "14", SOL, "Duration", "us", "1.0", "3.0", average]
        for block, average in (("(256, 1, 1)", "2.25"), ("(512, 1, 1)", "4.5"))
    ]
    (table,) = read(tmp_path, details(rows, columns))
    assert table.metrics[DURATION].tolist() == [2250.0, 4500.0]
    assert table.metrics[ncu_details.INVOCATIONS].tolist() == [14.0, 14.0]
    assert table.launches[["launch_id", "process_id", "block_x"]].to_numpy().tolist() == [[-1, 7, 256], [-1, 7, 512]]
    assert "summary" in table.warnings[0]
    rows = [[*row[:8], "1", *row[9:]] for row in rows]
    (table,) = read(tmp_path, details(rows, columns))
    assert (table.metrics[ncu_details.INVOCATIONS].tolist(), table.warnings) == ([1.0, 1.0], [])


def test_ranges_of_nvtx_are_kept(tmp_path: Path) -> None:
    """Their columns are called after a template, and stand among the others."""
    nvtx = ("thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", "Id:Domain:Start/Stop_Range:PL_Type:PL_Value")
    columns = (*LAUNCH[:4], *nvtx, *LAUNCH[4:], *METRIC)
    (table,) = read(tmp_path, details([[*launch()[:4], "1 <default>:step", "", *launch()[4:], SOL, "Duration", "us", "2.5"]], columns))
    assert table.texts.to_dict("list") == {"nvtx_ranges": ["1 <default>:step"]}


def test_busy_slots_are_told_by_what_they_are_a_share_of(tmp_path: Path) -> None:
    """Since 2025.3 the label means elapsed cycles: 25 times the active IPC would be more than it shows."""
    compute = "Compute Workload Analysis"
    for busy, kind in (("50.0", "active"), ("20.0", "elapsed")):
        rows = [[*launch(), compute, "Issued Ipc Active", "inst/cycle", "2.00"], [*launch(), compute, "Issue Slots Busy", "%", busy]]
        (table,) = read(tmp_path, details(rows))
        assert f"sm__inst_issued.avg.pct_of_peak_sustained_{kind}" in table.metrics


def test_a_decimal_comma_is_recognised_with_proof(tmp_path: Path) -> None:
    """ "117.344" ns is 117344 once "65,77" stands in the same table."""
    section = "Command line profiler metrics"
    cells = [(DURATION, "ns", "117.344"), ("dram__bytes.sum", "byte", "27.595.520"), ("sm__throughput.avg.pct", "%", "65,77"), ("x__y.sum", "", "24")]
    (table,) = read(tmp_path, details([[*launch(), section, *cell] for cell in cells]))
    assert table.metrics.iloc[0].tolist() == [117_344.0, 27_595_520.0, 65.77, 24.0]


def test_groups_of_two_digits_are_read(tmp_path: Path) -> None:
    """A machine in India groups by two above the thousands."""
    section = "Command line profiler metrics"
    cells = [(DURATION, "ns", "5,32,979"), ("dram__bytes.sum", "byte", "27,59,552.50")]
    (table,) = read(tmp_path, details([[*launch(), section, *cell] for cell in cells]))
    assert table.metrics.iloc[0].tolist() == [532_979.0, 2_759_552.5]


def test_what_the_decimal_mark_is_may_follow_from_the_rest(tmp_path: Path) -> None:
    """A table that writes 65536 without a separator has no thousands separators, and a value in a scaled unit is below a thousand."""
    for other in (["x__y.sum", "", "65536"], ["z__t.sum", "us", "7.125"]):
        rows = [[*launch(), "Command line profiler metrics", DURATION, "ns", "117.344"], [*launch(), "Command line profiler metrics", *other]]
        (table,) = read(tmp_path, details(rows))
        assert table.metrics[DURATION].tolist() == [117.344]


def test_a_number_that_could_be_two_is_refused(tmp_path: Path) -> None:
    """A thousandfold error is worse than none."""
    with pytest.raises(UnreadableInput, match="may be a fraction or thousands"):
        read(tmp_path, details([[*launch(), SOL, "Duration", "ns", "117.344"]]))


def test_a_number_in_another_notation_is_missing_and_said(tmp_path: Path) -> None:
    """ "85,3" in a table with decimal points is not 853."""
    rows = [[*launch(i), SOL, "Duration", "us", "2.5"] for i in range(400)] + [[*launch(400), SOL, "Duration", "us", "85,3"]]
    (table,) = read(tmp_path, details(rows))
    assert math.isnan(table.metrics[DURATION].iloc[400])
    assert "'85,3'" in table.warnings[0]


def test_shifted_cells_are_no_launch(tmp_path: Path) -> None:
    """A name with stray quotes moves every cell behind it; such rows are left out and counted."""
    good = line([*launch(0), SOL, "Duration", "us", "2.5"])
    shifted = '"1","7","app","127.0.0.1","k<"a","b">","1","7","(1, 1, 1)","(1, 1, 1)","0","9.0","GPU","Duration","us","9"\n'
    (table,) = read(tmp_path, line((*LAUNCH, *METRIC)) + good + shifted)
    assert (len(table.launches), table.metrics[DURATION].tolist()) == (1, [2500.0])
    assert "1 lines do not fit" in table.warnings[0]


def test_rows_left_out_for_their_capability_say_so(tmp_path: Path) -> None:
    """Not that the run launched no kernels; what is unmistakable is taken."""
    with pytest.raises(UnreadableInput, match=r"holds no launches: 1 lines .*'Hopper' in the column CC is no compute capability"):
        read(tmp_path, details([[*launch()[:-1], "Hopper", SOL, "Duration", "us", "2.5"]]))
    (table,) = read(tmp_path, details([[*launch()[:-1], "sm_90", SOL, "Duration", "us", "2.5"]]))
    assert table.launch_columns["compute_capability"].tolist() == ["9.0"]


def test_numbers_beyond_all_numbers_stay_finite(tmp_path: Path) -> None:
    """A unit makes none infinite; a warning of NumPy would be an error here."""
    (table,) = read(tmp_path, details([[*launch(), SOL, "Duration", "ms", "1e308"]]))
    assert 1e280 < table.metrics[DURATION].iloc[0] < math.inf


def test_a_page_is_told_by_its_columns(tmp_path: Path) -> None:
    """Recognition goes by the first table's columns."""
    (tmp_path / "a").write_text(details([[*launch(), SOL, "Duration", "us", "2.5"]]))
    source = Source("a", tmp_path / "a")
    assert ncu_csv.recognises(source)
    assert {table.kind for table in ncu_csv.read(source, lambda name: True)} == {"ncu-details"}


CELLS = st.tuples(
    st.sampled_from(["m__a.sum", "m__b.avg", "m__c.pct", "launch__d"]),
    st.sampled_from(["%", "us", "ns", "Kbyte", "Gbyte/s", "cycle", ""]),
    st.one_of(
        st.integers(0, 10**12).map(lambda value: f"{value:,}"),
        st.floats(0, 1e9).map(lambda value: f"{value:,.2f}"),
        st.sampled_from(["n/a", "no data", "", "CachePreferNone"]),
    ),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(NAMES, st.lists(CELLS, min_size=1, max_size=5)), min_size=1, max_size=5), BANNERS, BANNERS, st.booleans())
def test_reading_agrees_with_the_csv_module(model: list[tuple[str, list[tuple[str, str, str]]]], before: str, between: str, crlf: bool) -> None:
    """Whatever surrounds the rows, names, values and texts are those that Python's csv module finds in the bare table."""
    section = "Command line profiler metrics"
    rows = [[*launch(i, name), section, *cell] for i, (name, cells) in enumerate(model) for cell in cells]
    rows.append([*launch(0, model[0][0]), section, "proof__x", "%", "0.5"])
    plain = details(rows)
    head, *lines = plain.splitlines(keepends=True)
    around = before + head + "".join(between + part for part in lines)
    with tempfile.TemporaryDirectory() as folder:
        (table,) = read(Path(folder), around.replace("\n", "\r\n") if crlf else around)
    expected: dict[tuple[int, str], float] = {}
    texts: dict[tuple[int, str], str] = {}
    for row in csv.DictReader(io.StringIO(plain)):
        key = (int(row["ID"]), row["Metric Name"])
        try:
            value = number(row["Metric Value"]) * scale(row["Metric Unit"])
        except ValueError:
            texts.setdefault(key, row["Metric Value"])
            continue
        if not math.isnan(value):
            expected.setdefault(key, value)
    assert table.launches["name"].tolist() == [name for name, _ in model]
    actual = {(i, name): value for name in table.metrics for i, value in enumerate(table.metrics[name]) if not math.isnan(value)}
    assert actual == pytest.approx(expected, rel=1e-15)
    assert {(i, name): text for name in table.texts for i, text in enumerate(table.texts[name]) if text} == texts


def test_rows_behind_the_programs_words_are_read_and_lost_ones_are_counted(tmp_path: Path) -> None:
    """Text without a line end before a row costs nothing; a lost quote costs the row, and it is said."""
    first, second = (line([*launch(), SOL, *cells]) for cells in (("Duration", "us", "5"), ("DRAM Throughput", "%", "13")))
    page = details([]) + "tick " + first + second
    (table,) = read(tmp_path, page)
    assert (table.metrics[DURATION].tolist(), table.warnings) == ([5000.0], [])
    (table,) = read(tmp_path, details([]) + first[1:] + second)
    assert DURATION not in table.metrics
    assert [warning for warning in table.warnings if "not whole" in warning] == table.warnings != []


@pytest.mark.parametrize(("unit", "value"), [("milliseconds", [5e6]), ("furlong", None), ("", None)])
def test_a_label_in_an_unknown_unit_is_told(tmp_path: Path, unit: str, value: list[float] | None) -> None:
    """The label alone says that it is a time; written out, the unit is read."""
    (table,) = read(tmp_path, details([[*launch(), SOL, "Duration", unit, "5"], [*launch(), SOL, "DRAM Throughput", "%", "13"]]))
    assert (table.metrics[DURATION].tolist() if DURATION in table.metrics and value else None) == value
    assert bool(table.warnings) == (value is None)
    assert not table.warnings or DURATION in table.warnings[0]
