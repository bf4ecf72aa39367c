"""The raw page: a row per launch, units below the header, whatever stands around it."""

from __future__ import annotations

import csv
import io
import math
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from csv_pages import BANNERS, LAUNCH, NAMES, launch, line, raw, read
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import IDENTITY
from ncu_advisor.readers import ncu_csv
from ncu_advisor.readers.source import Limits, Source, expand
from ncu_advisor.units import number, scale

TIME, BYTES, CLOCK = "gpu__time_duration.sum", "dram__bytes_read.sum", "sm__cycles_elapsed.avg.per_second"
PAGE = raw((TIME, BYTES, CLOCK), ("us", "Mbyte", "Ghz"), [[*launch(), "1,234.50", "2.5", "1.98"]])


def test_launches_carry_their_identity(tmp_path: Path) -> None:
    """Every identity column is filled from the columns of that name."""
    (table,) = read(tmp_path, PAGE)
    assert table.kind == "ncu-raw"
    assert list(table.launches.columns) == list(IDENTITY)
    assert table.launches.iloc[0].to_dict() == {
        "launch_id": 0, "process_id": 7, "name": "kernel(float *)", "context": 1, "stream": 7, "device_index": 0, "compute_capability": "9.0",
        "grid_x": 64, "grid_y": 2, "grid_z": 1, "block_x": 256, "block_y": 1, "block_z": 1,
    }  # fmt: skip


def test_values_come_in_base_units(tmp_path: Path) -> None:
    """The row below the header says how each column is scaled; thousands separators go."""
    (table,) = read(tmp_path, PAGE)
    assert table.metrics.iloc[0].to_dict() == {TIME: 1_234_500.0, BYTES: 2_500_000.0, CLOCK: 1.98e9}


def test_what_is_missing_is_nan_never_zero(tmp_path: Path) -> None:
    """Empty, n/a, no data, nan and infinite cells mean not collected."""
    missing = ["", "n/a", "no data", "-", "nan", "inf"]
    rows = [[*launch(i), cell, "", "5"] for i, cell in enumerate([*missing, "3"])]
    (table,) = read(tmp_path, raw((TIME, BYTES, CLOCK), ("ns", "byte", "hz"), rows))
    assert [math.isnan(value) for value in table.metrics[TIME]] == [True] * 6 + [False]
    assert table.metrics[BYTES].isna().all()
    assert table.texts.empty


def test_text_columns_are_kept_apart_and_numbers_in_them_too(tmp_path: Path) -> None:
    """A column may hold words for one launch and a number for the next."""
    rows = [[*launch(0), "NVIDIA H200", "all"], [*launch(1), "NVIDIA H200", "132"]]
    (table,) = read(tmp_path, raw(("device__attribute_display_name", "launch__tpc_enabled"), ("", ""), rows))
    assert table.texts.to_dict("list") == {"device__attribute_display_name": ["NVIDIA H200"] * 2, "launch__tpc_enabled": ["all", ""]}
    assert table.metrics["launch__tpc_enabled"].iloc[1] == 132.0


def test_only_wanted_columns_and_those_of_the_device_are_read(tmp_path: Path) -> None:
    """Projection is what makes two thousand columns cheap."""
    page = raw((TIME, BYTES, "device__attribute_multiprocessor_count"), ("ns", "byte", ""), [[*launch(), "1", "2", "132"]])
    (tmp_path / "a").write_text(page)
    (table,) = ncu_csv.read(expand([str(tmp_path / "a")])[0], lambda name: name == TIME)
    assert list(table.metrics) == [TIME, "device__attribute_multiprocessor_count"]


def test_instances_give_their_aggregate_and_opcodes_their_counts(tmp_path: Path) -> None:
    """--print-metric-instances appends a list; of opcode metrics the list is what counts."""
    names = ("smsp__inst_executed.sum", "lts__t_bytes.sum", "sass__inst_executed_per_opcode", "sass__inst_executed_per_opcode_with_modifier_all")
    cells = ["1,200 (700; 500)", "(3; 4)", "128 (FFMA: 96; LDG: 32)", "1,128 (FFMA: 1,096; LDG.E.128: 32)"]
    (table,) = read(tmp_path, raw(names, ("inst", "byte", "", ""), [[*launch(), *cells]]))
    assert table.metrics["smsp__inst_executed.sum"].iloc[0] == 1200.0
    assert math.isnan(table.metrics["lts__t_bytes.sum"].iloc[0])
    assert table.opcodes == {0: {"FFMA": 1096.0, "LDG.E.128": 32.0}}
    assert table.texts.empty


def test_repeated_launches_and_devices_stay_apart(tmp_path: Path) -> None:
    """One kernel, launched by two processes on two devices, is as many rows."""
    rows = [[*launch(i, process=p)[:9], str(i), "9.0", "5"] for p in (7, 8) for i in (0, 1)]
    (table,) = read(tmp_path, raw((TIME,), ("ns",), rows))
    assert table.launches[["process_id", "launch_id", "device_index"]].to_numpy().tolist() == [[7, 0, 0], [7, 1, 1], [8, 0, 0], [8, 1, 1]]


def test_appended_runs_are_tables_of_their_own(tmp_path: Path) -> None:
    """The same ID in another run is another launch, also where the columns differ."""
    other = raw((BYTES,), ("Kbyte",), [[*launch(), "3"]])
    tables = read(tmp_path, PAGE + "app finished\n" + other + PAGE)
    assert [list(table.metrics) for table in tables] == [[TIME, BYTES, CLOCK], [BYTES], [TIME, BYTES, CLOCK]]


def test_a_header_glued_to_the_programs_last_words_is_found(tmp_path: Path) -> None:
    """A program need not end its output with a line end."""
    (table,) = read(tmp_path, "done." + PAGE)
    assert len(table.launches) == 1


def test_a_table_after_megabytes_of_output_is_found(tmp_path: Path) -> None:
    """The profiler prints at the end of the run."""
    (table,) = read(tmp_path, "==PROF== Connected to process 7\n" + "step 1, loss 0.5\n" * 100_000 + PAGE)
    assert len(table.launches) == 1


@pytest.mark.parametrize("cut", [20, 60, 98])
def test_a_cut_off_row_is_left_out_and_said(tmp_path: Path, cut: int) -> None:
    """A killed run leaves half a row; half a number is worse than none."""
    whole = PAGE + line([*launch(1), "5", "6", "7"])
    (table,) = read(tmp_path, whole[: len(PAGE) + cut])
    assert len(table.launches) == 1
    assert any("cut off" in warning for warning in table.warnings)


def test_a_complete_last_row_without_a_line_end_counts(tmp_path: Path) -> None:
    """Not every file ends with one."""
    (table,) = read(tmp_path, PAGE.rstrip("\n"))
    assert (len(table.launches), table.warnings) == (1, [])


def test_a_run_appended_to_a_cut_off_one_is_read(tmp_path: Path) -> None:
    """The header then stands in the middle of a line."""
    first, second = read(tmp_path, PAGE + line([*launch(1), "5", "6", "7"])[:45] + PAGE)
    assert (len(first.launches), len(second.launches)) == (1, 1)
    assert any("cut off" in warning for warning in first.warnings)


def test_the_profilers_warnings_are_passed_on(tmp_path: Path) -> None:
    """They may explain what is missing."""
    (table,) = read(tmp_path, "==WARNING== Unable to access 6 metrics.\n" + PAGE + "==ERROR== The application returned an error code (1).\n")
    assert table.warnings == ["==WARNING== Unable to access 6 metrics.", "==ERROR== The application returned an error code (1)."]


def test_lines_of_another_table_are_no_launches(tmp_path: Path) -> None:
    """What looks like a row but is none of this table is left out, and counted."""
    (table,) = read(tmp_path, PAGE + '"3","4","5"\n' + line(["9"] * 40))
    assert len(table.launches) == 1
    assert table.warnings == ["2 lines do not fit the table's header and were left out"]


def test_a_page_that_was_saved_again_reads_the_same(tmp_path: Path) -> None:
    """Spreadsheets and scripts drop needless quotes, and some write semicolons or tabs."""
    rows = list(csv.reader(io.StringIO(PAGE)))
    for delimiter in ",;\t":
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
        (table,) = read(tmp_path, "program, output\n1 2 3\n" + out.getvalue())
        assert table.metrics.iloc[0].to_dict() == {TIME: 1_234_500.0, BYTES: 2_500_000.0, CLOCK: 1.98e9}


def test_a_page_that_a_data_frame_wrote_reads_the_same(tmp_path: Path) -> None:
    """Its index stands before the first column."""
    frame = "".join(f"{index}{',' if part else ''}{part}\n" for index, part in zip(["", "0", "1"], PAGE.splitlines(), strict=True))
    (table,) = read(tmp_path, frame)
    assert table.metrics.iloc[0].to_dict() == {TIME: 1_234_500.0, BYTES: 2_500_000.0, CLOCK: 1.98e9}
    assert table.launches["name"].tolist() == ["kernel(float *)"]


def test_the_oldest_header_and_one_with_nvtx_are_read(tmp_path: Path) -> None:
    """Columns are found by name; NVTX columns are called after their template."""
    old = line(["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Kernel Time", "Context", "Stream", TIME])
    old += line([""] * 8 + ["usecond"]) + line(["0", "7", "app", "h", "k", "2019-Mar-20 15:02:26", "1", "7", "2.5"])
    (table,) = read(tmp_path, old)
    assert table.metrics.to_dict("list") == {TIME: [2500.0]}
    assert table.launches[["grid_x", "block_z", "device_index"]].to_numpy().tolist() == [[-1, -1, -1]]
    nvtx = ["thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", "Id:Domain:Start/Stop_Range:PL_Type:PL_Value"]
    units = line([""] * (len(LAUNCH) + 2) + ["ns"])
    page = line([*LAUNCH[:4], *nvtx, *LAUNCH[4:], TIME]) + units + line([*launch()[:4], "1 <default>:step", "", *launch()[4:], "9"])
    (table,) = read(tmp_path, page)
    assert table.texts.to_dict("list") == {"nvtx_ranges": ["1 <default>:step"]}
    assert table.metrics.to_dict("list") == {TIME: [9.0]}


def test_without_a_row_of_units_numbers_are_read_only_with_proof(tmp_path: Path) -> None:
    """Nobody may take microseconds for nanoseconds; cycles tell, and counts need no unit."""
    whole = raw((TIME, "gpc__cycles_elapsed.max"), ("us", "cycle"), [[*launch(), "1.50", "2,400"]])
    lines = whole.splitlines(keepends=True)
    with pytest.raises(UnreadableInput, match="row of units is missing"):
        read(tmp_path, lines[0] + lines[2])
    (table,) = read(tmp_path, lines[0] + lines[2].replace("1.50", "1,500"))
    assert table.metrics[TIME].tolist() == [1500.0]
    (table,) = read(tmp_path, line([*LAUNCH, "launch__grid_size"]) + line([*launch(), "128"]))
    assert table.metrics["launch__grid_size"].tolist() == [128.0]


def test_a_launcher_that_marks_every_line_is_named(tmp_path: Path) -> None:
    """Rows behind a rank or a time stamp are no rows; the error says what is in the way."""
    page = "".join(f"[rank0]: {row}" for row in PAGE.splitlines(keepends=True))
    with pytest.raises(UnreadableInput, match=r"stands behind '\[rank0\]: '"):
        read(tmp_path, page)


DECIMAL_COMMA = [["1.234,50", "27.595.520", "65,77"], ["1.300,25", "1.024", "6,70"]]


def test_a_decimal_comma_is_recognised_with_proof(tmp_path: Path) -> None:
    """ "1.024" is 1024 once "65,77" stands in the same table."""
    rows = [[*launch(i), *cells] for i, cells in enumerate(DECIMAL_COMMA)]
    (table,) = read(tmp_path, raw((TIME, BYTES, "sm__throughput.avg.pct_of_peak_sustained_elapsed"), ("us", "byte", "%"), rows))
    assert table.metrics.to_numpy().tolist() == [[1_234_500.0, 27_595_520.0, 65.77], [1_300_250.0, 1024.0, 6.7]]


def test_groups_of_two_digits_are_read(tmp_path: Path) -> None:
    """A machine in India groups by two above the thousands: no value is lost, and the point is the decimal mark."""
    (table,) = read(tmp_path, raw((TIME, BYTES), ("ns", "byte"), [[*launch(), "5,32,979.00", "1,27,595"], [*launch(1), "117.250000", "24,680"]]))
    assert table.metrics.to_numpy().tolist() == [[532_979.0, 127_595.0], [117.25, 24_680.0]]


def test_a_number_that_could_be_two_is_refused(tmp_path: Path) -> None:
    """A thousandfold error is worse than none; the message says how to export a readable file."""
    with pytest.raises(UnreadableInput, match=r"'117.344' may be a fraction or thousands.*LC_ALL=C"):
        read(tmp_path, raw((TIME,), ("ns",), [[*launch(), "117.344"]]))


def test_contradicting_marks_are_refused(tmp_path: Path) -> None:
    """No locale writes both."""
    with pytest.raises(UnreadableInput, match="decimal mark cannot be told"):
        read(tmp_path, raw((TIME, BYTES), ("ns", "byte"), [[*launch(), "1.5", "2,5"]]))


def test_a_table_without_launches_is_refused_with_the_reason(tmp_path: Path) -> None:
    """What the profiler itself complained of explains it."""
    with pytest.raises(UnreadableInput, match="holds no launches"):
        read(tmp_path, raw((TIME,), ("ns",), []))
    with pytest.raises(UnreadableInput, match="returned an error code"):
        read(tmp_path, "==ERROR== The application returned an error code (1).\n" + raw((TIME,), ("ns",), []))


@pytest.mark.parametrize(("cell", "means"), [("9.0", "9.0"), ("9,0", "9.0"), ("sm_90", "9.0"), ("sm_103a", "10.3"), ("", "")])
def test_a_capability_may_be_spelled_otherwise(tmp_path: Path, cell: str, means: str) -> None:
    """Locales differ, and people write what they tell the compiler."""
    (table,) = read(tmp_path, raw((TIME,), ("ns",), [[*launch()[:-1], cell, "5"]]))
    assert table.launch_columns["compute_capability"].tolist() == [means]


@pytest.mark.parametrize("cell", ["Hopper", "0", "10"])
def test_rows_left_out_for_their_capability_say_so(tmp_path: Path, cell: str) -> None:
    """Not that the run launched no kernels."""
    with pytest.raises(UnreadableInput, match=f"holds no launches: 2 lines .*'{cell}' in the column CC is no compute capability"):
        read(tmp_path, raw((TIME,), ("ns",), [[*launch(i)[:-1], cell, "5"] for i in range(2)]))


def test_numbers_beyond_all_numbers_stay_finite(tmp_path: Path) -> None:
    """A unit makes none infinite, of one launch and of many; a warning of NumPy would be an error here."""
    for launches in (1, 3000):
        (table,) = read(tmp_path, raw((TIME,), ("ms",), [[*launch(i), "1e308"] for i in range(launches)]))
        assert np.isfinite(table.metric_columns[TIME]).all() and (table.metric_columns[TIME] > 1e280).all()


@pytest.mark.parametrize(("limits", "problem"), [(Limits(max_columns=12), "14 columns"), (Limits(max_line=100), "line longer than 100 bytes")])
def test_limits_hold(tmp_path: Path, limits: Limits, problem: str) -> None:
    """Hostile tables are refused before they cost anything."""
    with pytest.raises(UnreadableInput, match=problem):
        read(tmp_path, PAGE, limits)


def test_a_page_is_told_by_its_columns(tmp_path: Path) -> None:
    """Recognition goes by the first table's columns."""
    (tmp_path / "a").write_text(PAGE)
    source = Source("a", tmp_path / "a")
    assert ncu_csv.recognises(source)
    assert {table.kind for table in ncu_csv.read(source, lambda name: True)} == {"ncu-raw"}


VALUES = st.one_of(
    st.integers(0, 10**12).map(lambda value: f"{value:,}"),
    st.floats(0, 1e9).map(lambda value: f"{value:,.2f}"),
    st.floats(0, 1e6).map(lambda value: f"{value:.6f}"),
    st.sampled_from(["", "n/a", "no data", "0"]),
)
UNITS = st.sampled_from(["%", "ns", "us", "msecond", "byte", "Kbyte", "Gbyte/s", "Ghz", "cycle/nsecond", "inst", "sector/us", ""])


@st.composite
def pages(draw: st.DrawFn) -> tuple[str, str]:
    """A raw page and the same within banners, with other line ends, in another encoding, cut off after the last row."""
    width = draw(st.integers(1, 6))
    units = draw(st.lists(UNITS, min_size=width, max_size=width))
    names = [f"unit__metric_{index}.sum" for index in range(width)]
    rows = [[*launch(i, draw(NAMES)), *draw(st.lists(VALUES, min_size=width, max_size=width))] for i in range(draw(st.integers(1, 5)))]
    rows[0][-1] = "0.50"  # a proof of the decimal mark
    plain = raw(names, units, rows)
    lines = plain.splitlines(keepends=True)
    around = draw(BANNERS) + lines[0] + draw(BANNERS) + "".join(part + draw(BANNERS) for part in lines[1:])
    if draw(st.booleans()):
        around += line([*launch(99), *["1"] * width])[: draw(st.integers(8, 60))]
    return plain, around.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@settings(max_examples=60, deadline=None)
@given(pages(), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_reading_agrees_with_the_csv_module(page: tuple[str, str], encoding: str) -> None:
    """Whatever surrounds the rows, names and values are those that Python's csv module finds in the bare table."""
    plain, around = page
    header, units, *rows = csv.reader(io.StringIO(plain))
    with tempfile.TemporaryDirectory() as folder:
        (table,) = read(Path(folder), around.encode(encoding))
    assert table.launches["name"].tolist() == [row[4] for row in rows]
    for place in range(len(LAUNCH), len(header)):
        expected = [number(row[place]) * scale(units[place]) for row in rows]
        actual = table.metrics[header[place]].tolist() if header[place] in table.metrics else [math.nan] * len(rows)
        assert actual == pytest.approx(expected, rel=1e-15, nan_ok=True)


def test_a_row_behind_the_programs_words_is_read(tmp_path: Path) -> None:
    """A program that prints without a line end leaves the row on its own line."""
    second = line([*launch(1), "5", "6", "7"])
    (table,) = read(tmp_path, PAGE + "step 3, loss 0.5 " + second + line([*launch(2), "5", "6", "7"]))
    assert (table.launches["launch_id"].tolist(), table.warnings) == ([0, 1, 2], [])


@pytest.mark.parametrize("damage", [lambda row: row[1:], lambda row: "tick " + row.replace('"9.0"', '"x"')])
def test_a_row_that_cannot_be_read_is_counted(tmp_path: Path, damage: Callable[[str], str]) -> None:
    """One quote that is lost takes a launch with it; the table is then not whole."""
    (table,) = read(tmp_path, PAGE + damage(line([*launch(1), "5", "6", "7"])) + line([*launch(2), "5", "6", "7"]))
    assert table.launches["launch_id"].tolist() == [0, 2]
    assert table.warnings == ["1 line has the cells of a row but not its beginning, and could not be read: the table is not whole"]


def test_what_the_program_prints_is_no_row(tmp_path: Path) -> None:
    """Its own few cells are no damage."""
    (table,) = read(tmp_path, PAGE + 'epoch,"loss","0.5"\n' + line([*launch(1), "5", "6", "7"]))
    assert (len(table.launches), table.warnings) == (2, [])


@pytest.mark.parametrize(("unit", "said"), [("furlong", "'furlong' of"), ("", "none beside"), ("\x1b[2J", "'[2J' of")])
def test_values_in_an_unknown_unit_are_missing(tmp_path: Path, unit: str, said: str) -> None:
    """A millisecond that counts as a nanosecond is worse than none."""
    (table,) = read(tmp_path, PAGE.replace('"us"', f'"{unit}"'))
    assert table.metrics[TIME].isna().all()
    assert table.metrics[BYTES].tolist() == [2_500_000.0]
    assert table.warnings == [f"units that are not known: {said} {TIME}; what is in them counts as missing"]


def test_units_that_people_write_out_are_read(tmp_path: Path) -> None:
    """As the short ones."""
    (table,) = read(tmp_path, PAGE.replace('"us"', '"microseconds"').replace('"Mbyte"', '"megabytes"').replace('"Ghz"', '"gigahertz"'))
    assert (table.metrics.iloc[0].to_dict(), table.warnings) == ({TIME: 1_234_500.0, BYTES: 2_500_000.0, CLOCK: 1.98e9}, [])


def test_sizes_that_exports_print_without_a_unit_are_bytes(tmp_path: Path) -> None:
    """Every version prints the stack size so; a column without a value needs no unit either."""
    (table,) = read(tmp_path, raw(("launch__stack_size", TIME, CLOCK), ("", "", "hz"), [[*launch(), "1024", "", "5"]]))
    assert (table.metrics["launch__stack_size"].tolist(), table.warnings) == ([1024.0], [])


def test_an_emptied_row_of_units_is_a_missing_one(tmp_path: Path) -> None:
    """The numbers are not taken for base units."""
    with pytest.raises(UnreadableInput, match="the row of units is missing"):
        read(tmp_path, PAGE.replace('"us","Mbyte","Ghz"', '"","",""'))


def test_a_row_with_more_cells_than_the_header_is_told(tmp_path: Path) -> None:
    """Cells without a column may mean that others have shifted."""
    (table,) = read(tmp_path, PAGE + line([*launch(1), "5", "6", "7", "x", "y"]))
    assert len(table.launches) == 2
    assert table.warnings == ["1 row has more cells than the header: those were left out, and the others may have shifted"]


def test_columns_that_were_moved_are_read(tmp_path: Path) -> None:
    """They are found by name; the row of units then begins with a unit."""
    rows = list(csv.reader(io.StringIO(PAGE)))
    (table,) = read(tmp_path, "".join(line([*row[-3:], *row[4:-3], *row[:4]]) for row in rows))
    assert table.metrics.iloc[0].to_dict() == {TIME: 1_234_500.0, BYTES: 2_500_000.0, CLOCK: 1.98e9}
    assert table.launches["name"].tolist() == ["kernel(float *)"]


def test_metrics_keep_their_columns_in_any_order(tmp_path: Path) -> None:
    """Also those whose names have single underscores only; what says who a launch is becomes no metric."""
    names = ("inst_executed", "memory_l2_theoretical_sectors_global", TIME)
    page = raw(names, ("inst", "sector", "us"), [[*launch(), "5", "6", "7"]])
    rows = [row[::-1] for row in csv.reader(io.StringIO(page))]
    (table,) = read(tmp_path, "".join(map(line, rows)))
    assert table.metrics.iloc[0].to_dict() == {TIME: 7_000.0, names[1]: 6.0, names[0]: 5.0}
    assert (table.launches["name"].tolist(), list(table.texts.columns)) == (["kernel(float *)"], [])


def test_line_ends_of_old_macs_are_read(tmp_path: Path) -> None:
    """A carriage return alone ends a line where no other end is."""
    (table,) = read(tmp_path, PAGE.replace("\n", "\r"))
    assert (table.metrics[TIME].tolist(), table.warnings) == ([1_234_500.0], [])


@pytest.mark.parametrize("length", [150, len(line([*LAUNCH, TIME, BYTES, CLOCK])) + 20, len(PAGE) - 60])
def test_a_page_cut_before_its_first_launch_is_called_cut(tmp_path: Path, length: int) -> None:
    """Not a run that launched nothing."""
    with pytest.raises(UnreadableInput, match="cut off or damaged before the first launch is whole"):
        read(tmp_path, PAGE[:length])
