"""The pages that ncu prints for people are read, in every layout that it has had."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ncu_advisor.advise import advise
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.load import load
from ncu_advisor.presentation import digest
from ncu_advisor.profile import LaunchTable, VendorRule
from ncu_advisor.readers import ncu_text
from ncu_advisor.readers.source import Source

LATEST = """\
==PROF== Connected to process 77 (/opt/app)
==PROF== Profiling "axpy" - 0: 0%....50%....100% - 9 passes
    the program says: error, Context lost
==PROF== Disconnected from process 77
[77] app@127.0.0.1
  void ns::axpy<float, (int)4>(int, const float *) (512, 2, 1)x(256, 1, 1), Context 1, Stream 7, Device 3, CC 9.0
    Section: GPU Speed Of Light Throughput
    ----------------------- ----------- -------------
    Metric Name             Metric Unit  Metric Value
    ----------------------- ----------- -------------
    DRAM Frequency                  Ghz          2.61
    Elapsed Cycles                cycle    12,196,559
    Memory Throughput                 %         61.71
    Duration                         ms         20.85
    ----------------------- ----------- -------------

    OPT   Est. Local Speedup: 32.5%
          Memory is busier than compute. See
          the section below.
    ----- --------------------------------------------------------------------------------------------------------------
    INF   Nothing else to say.

    Section: Memory Workload Analysis
    ----------------- ----------- ------------
    Metric Name       Metric Unit Metric Value
    ----------------- ----------- ------------
    Memory Throughput     Gbyte/s       197.74
    L2 Hit Rate                 %          n/a
    ----------------- ----------- ------------

    Section: Launch Statistics
    -------------------------------- --------------- ---------------
    Metric Name                          Metric Unit    Metric Value
    -------------------------------- --------------- ---------------
    Function Cache Configuration                     CachePreferNone
    Registers Per Thread             register/thread              38
    -------------------------------- --------------- ---------------

  axpy_again (1, 1, 1)x(32, 1, 1), Context 2, Stream 13, Device 3, CC 9.0
    Section: GPU Speed Of Light Throughput
    ----------------------- ----------- ------------
    Metric Name             Metric Unit Metric Value
    ----------------------- ----------- ------------
    Duration                         us       777.95
    ----------------------- ----------- ------------
"""

# 2019: no header inside the table, fixed widths, the time in the line of the launch, no device.
OLDEST = """\
[9] bfs@host
  Kernel, 2020-Mar-20 14:53:13, Context 1, Stream 7
    Section: GPU Speed Of Light
    ---------------------------------------------------------------------- --------------- ------------------------------
    SM Frequency                                                             cycle/usecond                         928.22
    Elapsed Cycles                                                                   cycle                          10135
    Duration                                                                       usecond                           9.25
    ---------------------------------------------------------------------- --------------- ------------------------------
"""

SUMMARY = """\
    k(int) (32, 32, 1)x(32, 1, 1), Invocations 10
      Section: GPU Speed Of Light Throughput
      ----------------------- ------------- ------------ ------------ ------------
      Metric Name               Metric Unit      Minimum      Maximum      Average
      ----------------------- ------------- ------------ ------------ ------------
      Duration                      msecond         2.88         2.98         2.93
      ----------------------- ------------- ------------ ------------ ------------
"""


def source(tmp_path: Path, text: str, encoding: str = "utf-8") -> Source:
    file = tmp_path / "page.log"
    file.write_bytes(text.encode(encoding))
    return Source("page.log", file)


def read(tmp_path: Path, text: str) -> LaunchTable:
    (table,) = ncu_text.read(source(tmp_path, text), lambda _: True)
    return table


def test_every_launch_has_its_identity(tmp_path: Path) -> None:
    """Name, process, geometry, context, stream, device and capability come from the launch's own line, in order."""
    launches = read(tmp_path, LATEST).launches
    assert launches.iloc[0].to_dict() == {
        "launch_id": 0, "process_id": 77, "name": "void ns::axpy<float, (int)4>(int, const float *)", "context": 1, "stream": 7,
        "device_index": 3, "compute_capability": "9.0", "grid_x": 512, "grid_y": 2, "grid_z": 1, "block_x": 256, "block_y": 1, "block_z": 1,
    }  # fmt: skip
    assert launches["name"].tolist()[1:] == ["axpy_again"]


def test_a_pasted_first_line_may_have_lost_its_indent(tmp_path: Path) -> None:
    """Copied from a terminal a page begins in the first column; that line still names the kernel and its launch."""
    pasted = LATEST[LATEST.index("void ns::axpy") :]
    assert pasted.startswith("void ")
    launches = read(tmp_path, pasted).launches
    assert launches["name"].tolist() == ["void ns::axpy<float, (int)4>(int, const float *)", "axpy_again"]
    assert launches["grid_x"].tolist() == [512, 1]


def test_a_first_line_without_indent_and_geometry_is_known_by_its_date(tmp_path: Path) -> None:
    """Of 2019 to 2021 that line has a date in place of grid and block."""
    pasted = "add(float *, int), 2024-Jan-16 10:42:52, Context 1, Stream 7\n" + LATEST[LATEST.index("    Section: GPU Speed") :]
    assert ncu_text.recognises(source(tmp_path, pasted))
    launches = read(tmp_path, pasted).launches
    assert launches["name"].tolist() == ["add(float *, int)", "axpy_again"]
    assert launches["stream"].tolist() == [7, 13]


def test_a_dated_line_of_a_log_is_no_launch(tmp_path: Path) -> None:
    """What programs print at the margin may have a date and a context, but no stream behind it."""
    logged = LATEST + "app: step done, 2024-Jan-02 10:00:00, Context 1, ok\n"
    assert len(read(tmp_path, logged).launches) == len(read(tmp_path, LATEST).launches)


def test_a_green_context_is_a_context(tmp_path: Path) -> None:
    """Behind its number stands what it is; name, device and what else the line says are there."""
    launch = read(tmp_path, LATEST.replace("Context 1, ", "Context 5 (GC), ")).launches.iloc[0]
    assert (launch["name"], launch["context"], launch["stream"]) == ("void ns::axpy<float, (int)4>(int, const float *)", 5, 7)
    assert (launch["device_index"], launch["compute_capability"], launch["grid_x"]) == (3, "9.0", 512)


@pytest.mark.parametrize("how", ["flush", "quoted", "quoted twice"])
def test_pages_that_lost_their_indent_or_are_quoted_are_read(tmp_path: Path, how: str) -> None:
    """A code block begins in the first column, a reply marks every line: rulers still say where the columns are, rules keep their text."""
    body = LATEST[LATEST.index("    Section:") : LATEST.index("  axpy_again")]
    lines = [line[4:] for line in body.splitlines()]
    before = {"flush": "", "quoted": "> ", "quoted twice": ">> "}[how]
    text = "".join(f"{before}{line}\n" for line in ("```", *lines, "```", "A remark of the author."))
    assert ncu_text.recognises(source(tmp_path, text))
    table, whole = read(tmp_path, text), read(tmp_path, body)
    assert table.metrics.iloc[0].to_dict() == pytest.approx(whole.metrics.iloc[0].to_dict(), nan_ok=True)
    assert table.vendor_rules == whole.vendor_rules


def test_rows_whose_tabs_were_collapsed_are_read_by_their_gaps(tmp_path: Path) -> None:
    """A page of 2021 copied into a note: rows end before the columns that the rulers show, and a unit sticks to its label."""
    ruler = f"    {'-' * 70} {'-' * 15} {'-' * 30}\n"
    rows = (
        f"    {'Memory [%]%':37}43.81\n",
        f"    {'Duration':37}{'msecond':33}3.22\n",
        f"    {'L2 Cache Throughput':43}{'%':31}43.81\n",
        f"    {'Registers Per Thread':33}17\n",
    )
    text = "".join(
        (
            "  reduce(int *, unsigned int), 2019-Oct-01 01:40:17, Context 1, Stream 7\n",
            "    Section: GPU Speed Of Light Throughput\n",
            ruler,
            *rows,
            ruler,
        )
    )
    found = read(tmp_path, text).metrics.iloc[0].to_dict()
    assert found["gpu__time_duration.sum"] == pytest.approx(3.22e6)
    assert found["gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"] == 43.81
    assert found["lts__throughput.avg.pct_of_peak_sustained_elapsed"] == 43.81


def test_a_unit_without_a_value_is_no_value(tmp_path: Path) -> None:
    """A row that ends behind its unit: the counter is missing, and nothing is said of a value that cannot be."""
    text = """\
  reduce(int *) (8, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 8.0
    Section: GPU Speed Of Light Throughput
    ----------------------- ----------- ------------
    Metric Name             Metric Unit Metric Value
    ----------------------- ----------- ------------
    Duration                         us
    DRAM Throughput                   %        45.2
    ----------------------- ----------- ------------
"""
    (tmp_path / "page.txt").write_text(text)
    profile = load([str(tmp_path / "page.txt")])
    assert profile.metrics["dram_throughput"].tolist() == [45.2]
    assert not profile.warnings


def test_a_table_of_pipes_without_a_section_is_read_by_its_title(tmp_path: Path) -> None:
    """As pages of tables alone print it; what its cycles are, the title says."""
    text = """\
  gemv(int) (112, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 10.0

      Table Name : Pipe Utilization (% of active cycles)
      -------------------- ----------- ------------
      Metric Name          Metric Unit Metric Value
      -------------------- ----------- ------------
      ALU                            %         9.24
      FMA                            %         5.00
      -------------------- ----------- ------------
"""
    table = read(tmp_path, text)
    assert table.metrics.iloc[0].to_dict() == {
        f"sm__pipe_{p}_cycles_active.avg.pct_of_peak_sustained_active": v for p, v in (("alu", 9.24), ("fma", 5.0))
    }
    assert table.warnings == []


def test_remarks_beside_values_are_no_part_of_them(tmp_path: Path) -> None:
    """Whoever explains a page writes behind its columns."""
    remarked = "".join(f"{line}  # 20.85 of them\n" if line.endswith(("20.85", "559")) else f"{line}\n" for line in LATEST.splitlines())
    row = read(tmp_path, remarked).metrics.iloc[0]
    assert (row["gpu__time_duration.sum"], row["gpc__cycles_elapsed.max"]) == (pytest.approx(20.85e6), 12_196_559)


def test_numbers_are_brought_to_base_units(tmp_path: Path) -> None:
    """Units stand in every row and differ between launches; thousands separators are no decimals."""
    metrics = read(tmp_path, LATEST).metrics
    assert metrics["gpu__time_duration.sum"].tolist() == pytest.approx([20.85e6, 777.95e3])
    assert metrics["dram__cycles_elapsed.avg.per_second"].iloc[0] == pytest.approx(2.61e9)
    assert metrics["gpc__cycles_elapsed.max"].iloc[0] == 12_196_559


def test_a_label_means_what_its_section_says(tmp_path: Path) -> None:
    """Memory Throughput is a share under one section and a bandwidth under another."""
    row = read(tmp_path, LATEST).metrics.iloc[0]
    assert row["gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"] == 61.71
    assert row["dram__bytes.sum.per_second"] == pytest.approx(197.74e9)


def test_what_is_missing_stays_missing(tmp_path: Path) -> None:
    """``n/a`` is no zero, and a metric of one launch is NaN in the others."""
    table = read(tmp_path, LATEST)
    assert not [name for name in table.metrics.columns if name.startswith("lts__t_sector_hit_rate")]
    assert math.isnan(table.metrics["launch__registers_per_thread"].iloc[1])


def test_words_go_to_texts(tmp_path: Path) -> None:
    """A setting that is a word never becomes a number."""
    assert read(tmp_path, LATEST).texts["launch__func_cache_config"].tolist() == ["CachePreferNone", ""]


def test_rules_are_quoted_with_their_estimate(tmp_path: Path) -> None:
    """Paragraphs are joined; the estimate in front becomes a number with its scope."""
    section = "GPU Speed Of Light Throughput"
    assert read(tmp_path, LATEST).vendor_rules == {
        0: [
            VendorRule(section, "OPT", "Memory is busier than compute. See the section below.", section, 32.5, "local"),
            VendorRule(section, "INF", "Nothing else to say.", section),
        ]
    }


@pytest.mark.parametrize(
    ("words", "scope"), [("Est. Speedup: 50%", "global"), ("Estimated Speedup: 50%", "global"), ("Est. Local Speedup: 50%", "local")]
)
def test_every_wording_of_an_estimate_is_known(tmp_path: Path, words: str, scope: str) -> None:
    """The wording changed between 2022 and 2024."""
    (rule, _) = read(tmp_path, LATEST.replace("Est. Local Speedup: 32.5%", words)).vendor_rules[0]
    assert (rule.estimated_speedup_pct, rule.scope) == (50.0, scope)


def test_the_layout_of_2019_is_read(tmp_path: Path) -> None:
    """Tables without a header, launches with a time and without geometry."""
    table = read(tmp_path, OLDEST)
    assert table.launches[["name", "process_id", "stream", "grid_x", "device_index"]].iloc[0].tolist() == ["Kernel", 9, 7, -1, -1]
    assert table.metrics["gpu__time_duration.sum"].tolist() == pytest.approx([9250.0])
    assert table.metrics["gpc__cycles_elapsed.avg.per_second"].tolist() == pytest.approx([928.22e6])


def test_a_summary_gives_averages_and_says_so(tmp_path: Path) -> None:
    """One row per kernel, with the number of launches that it stands for."""
    table = read(tmp_path, SUMMARY)
    assert table.metrics.iloc[0].to_dict() == pytest.approx({"summary:Invocations": 10.0, "gpu__time_duration.sum": 2.93e6})
    assert table.warnings == ["this is a summary: each row stands for several launches, with the average of every metric"]


def test_a_summary_of_single_launches_stands_for_each(tmp_path: Path) -> None:
    """A kernel that ran once is its own average: nothing is said of several launches."""
    table = read(tmp_path, SUMMARY.replace("Invocations 10", "Invocations 1"))
    assert table.metrics["summary:Invocations"].tolist() == [1.0]
    assert table.warnings == []


@pytest.mark.parametrize(
    "heading",
    [
        "    k(int) (32, 4, 1)x(64, 1, 1), Device 1, CC 8.9, Invocations 10\n",  # per kernel
        "  Device 1, CC 8.9\n    k(int) (32, 4, 1)x(64, 1, 1), Invocations 10\n",  # per GPU
    ],
)
def test_a_summary_says_of_which_kernel_and_device(tmp_path: Path, heading: str) -> None:
    """Shape, device and capability are no part of the name, whether they stand in the kernel's line or above it."""
    text = heading + SUMMARY.partition("\n")[2]
    assert ncu_text.recognises(source(tmp_path, text))
    launches = read(tmp_path, text).launches
    columns = ["name", "grid_x", "grid_y", "block_x", "device_index", "compute_capability"]
    assert launches[columns].iloc[0].tolist() == ["k(int)", 32, 4, 64, 1, "8.9"]


def test_the_device_above_kernels_is_that_of_all_below_it(tmp_path: Path) -> None:
    """Up to the next device; a launch that names its own keeps it, and another process begins without one."""
    text = "[7] a@host\n  Device 0, CC 9.0\n" + SUMMARY + SUMMARY + "  Device 1, CC 8.0\n" + SUMMARY + "[8] b@host\n" + SUMMARY
    assert read(tmp_path, text).launches["compute_capability"].tolist() == ["9.0", "9.0", "8.0", ""]
    assert read(tmp_path, "  Device 1, CC 8.0\n" + LATEST).launches["device_index"].tolist() == [3, 3]


def test_the_rows_of_a_summary_weigh_as_many_launches_as_they_stand_for(tmp_path: Path) -> None:
    """Ten short launches are more of the run than one long one, and are counted: the mean time as often as it occurs."""
    once = SUMMARY.replace("k(int)", "once()").replace("Invocations 10", "Invocations 1").replace("2.93", "9.70")
    (tmp_path / "summary.txt").write_text(SUMMARY + once)
    report = advise(load(str(tmp_path / "summary.txt")))
    assert [(kernel.short_name, kernel.invocations) for kernel in report.kernels] == [("k", 10), ("once", 1)]
    assert [kernel.share_of_time for kernel in report.kernels] == pytest.approx([29.3 / 39.0, 9.7 / 39.0])
    assert (report.total_ns, report.kernels[0].duration_ns) == pytest.approx((39.0e6, 2.93e6))
    assert digest.summary(report).startswith("11 launches of 2 kernels, 39 ms;")


TABLES = """\
    k(int) (112, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 10.0

      Table Name : GPU Throughput
      ---------------- ----------- ------------
      Metric Name      Metric Unit Metric Value
      ---------------- ----------- ------------
      Memory [%]                 %         4.37
      Compute (SM) [%]           %        10.09
      ---------------- ----------- ------------

      Table Name : Something Else
      Table Description : Of which nobody knows.
      ---------------- ----------- ------------
      Metric Name      Metric Unit Metric Value
      ---------------- ----------- ------------
      ALU                        %         9.24
      ---------------- ----------- ------------

      Table Name : Warp State (All Cycles)
      ------------------------ ----------- ------------
      Metric Name              Metric Unit Metric Value
      ------------------------ ----------- ------------
      Stall Long Scoreboard           inst        10.24
      Stall Dispatch Stall            inst         0.50
      Selected                        inst            1
      ------------------------ ----------- ------------
"""


def test_tables_without_a_section_are_known_by_their_title(tmp_path: Path) -> None:
    """A page of tables alone has no other word for what its labels mean; what is not known is named, once."""
    table = read(tmp_path, TABLES)
    row = table.metrics.iloc[0]
    assert row["sm__throughput.avg.pct_of_peak_sustained_elapsed"] == 10.09
    assert row["gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"] == 4.37
    stalls = [row[f"smsp__average_warps_issue_{name}_per_issue_active.ratio"] for name in ("stalled_long_scoreboard", "stalled_dispatch_stall")]
    assert (stalls, row["smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"]) == ([10.24, 0.5], 1.0)
    assert table.warnings == ["tables that stand in no section and are not known by their title were left out: Something Else"]


def test_a_table_of_a_section_repeats_labels_with_another_meaning(tmp_path: Path) -> None:
    """Charts of ``--print-details all`` stand behind their section's own table, and take nothing from it."""
    chart = "    Chart\n    Table Name : Some Chart\n" + "".join(f"    {line.strip()}\n" for line in LATEST.splitlines()[7:10])
    chart += "    Duration                         us          1.00\n    ----------------------- ----------- -------------\n"
    text = LATEST.replace("    OPT ", chart + "\n    OPT ", 1)
    table = read(tmp_path, text)
    assert table.metrics["gpu__time_duration.sum"].tolist() == pytest.approx([20.85e6, 777.95e3])
    assert table.metrics["details:GPU Speed Of Light Throughput/Some Chart/Duration"].iloc[0] == 1000.0
    assert table.warnings == []


BREAKDOWN = """\

    Table Name : Compute Throughput Breakdown
    ------------------------------- ----------- ------------
    Metric Name                     Metric Unit Metric Value
    ------------------------------- ----------- ------------
    SM: Inst Executed Pipe Lsu                %        54.25
    SM: Pipe Tensor Cycles Active             %            0
    SM: Pipe Of The Future                    %            1
    ------------------------------- ----------- ------------

    Table Name : Memory Throughput Breakdown
    ------------------------------- ----------- ------------
    Metric Name                     Metric Unit Metric Value
    ------------------------------- ----------- ------------
    L1: Lsuin Requests                        %        54.25
    DRAM: Cycles Active                       %        22.75
    ------------------------------- ----------- ------------

"""


@pytest.mark.parametrize("section", ["    Section: GPU Speed Of Light Throughput\n", ""])
def test_breakdowns_of_throughput_are_read(tmp_path: Path, section: str) -> None:
    """``--print-details all`` prints the parts of a throughput in tables of their own, whose title says what their labels mean."""
    table = read(tmp_path, TABLES.splitlines(keepends=True)[0] + section + BREAKDOWN)
    row = table.metrics.iloc[0]
    read_as = {"sm__inst_executed_pipe_lsu": 54.25, "sm__pipe_tensor_cycles_active": 0, "l1tex__lsuin_requests": 54.25, "dram__cycles_active": 22.75}
    assert {name: row[f"{name}.avg.pct_of_peak_sustained_elapsed"] for name in read_as} == read_as
    assert [name for name in table.metrics if name.startswith("details:") and name.endswith("Compute Throughput Breakdown/SM: Pipe Of The Future")]
    assert table.warnings == []
    assert {f"{name}.avg.pct_of_peak_sustained_elapsed" for name in read_as} <= table.asides  # no further metrics that were collected


def test_blank_lines_do_not_matter(tmp_path: Path) -> None:
    """Some copies lose them; the rulers and marks are enough."""
    dense = "\n".join(line for line in LATEST.splitlines() if line.strip())
    table, whole = read(tmp_path, dense + "\n"), read(tmp_path, LATEST)
    assert table.metrics.equals(whole.metrics)
    assert table.vendor_rules == whole.vendor_rules


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_pages_that_a_shell_redirected_are_read(tmp_path: Path, encoding: str) -> None:
    """Byte-order marks, UTF-16 and carriage returns come from PowerShell."""
    page = source(tmp_path, LATEST.replace("\n", "\r\n"), encoding)
    assert ncu_text.recognises(page)
    assert len(ncu_text.read(page, lambda _: True)[0].launches) == 2


def test_only_wanted_metrics_are_kept(tmp_path: Path) -> None:
    """The projection holds for this page too."""
    (table,) = ncu_text.read(source(tmp_path, LATEST), lambda name: name == "gpu__time_duration.sum")
    assert (list(table.metrics.columns), list(table.texts.columns)) == (["gpu__time_duration.sum"], [])


def test_a_label_longer_than_its_column_is_read_by_gaps(tmp_path: Path) -> None:
    """The widths of 2019 are fixed, and long names push the rest of the line aside."""
    name = "smsp__sass_average_data_bytes_per_wavefront_mem_shared_op_ld_and_more_of_it.pct"
    text = OLDEST.replace("    Duration  ", f"    {name}                %                      12.50\n    Duration  ")
    assert read(tmp_path, text).metrics[name].tolist() == [12.5]


def test_a_row_that_the_end_may_have_cut_is_left_out(tmp_path: Path) -> None:
    """Half of a number looks like a number, so the last row of a cut text does not count."""
    cut = LATEST[: LATEST.index("12,196,559") + 6]
    table = read(tmp_path, cut)
    assert list(table.metrics.columns) == ["dram__cycles_elapsed.avg.per_second"]
    assert table.warnings == ["the text is cut off inside a table; what came before it was read"]


def test_a_part_of_a_page_is_a_launch_without_a_name(tmp_path: Path) -> None:
    """Sections that were copied without the line of their launch are still worth reading."""
    page = source(tmp_path, LATEST[LATEST.index("    Section:") : LATEST.index("  axpy_again")])
    assert ncu_text.recognises(page)
    (table,) = ncu_text.read(page, lambda _: True)
    assert (table.launches["name"].tolist(), table.warnings) == ([""], ["no line names the kernel: only a part of a page is here"])


@pytest.mark.parametrize(("above", "name"), [("  axpy(const float *, int)\n", "axpy(const float *, int)"), ("", "")])
def test_a_launch_whose_line_was_broken_has_the_name_above(tmp_path: Path, above: str, name: str) -> None:
    """As in pages pasted into documents; its grid and block are no name."""
    banner, page = LATEST[: LATEST.index("  void ns::axpy")], LATEST[LATEST.index("(512, 2, 1)x") :]
    (table,) = ncu_text.read(source(tmp_path, f"{banner}{above}  {page}"), lambda _: True)
    launch = table.launches.iloc[0]
    assert (launch["name"], launch["grid_x"], launch["block_x"]) == (name, 512, 256)


def test_other_text_is_not_recognised(tmp_path: Path) -> None:
    """CSV pages, banners alone and prose belong to others."""
    texts = ('"ID","Process ID"\n"0","1"\n', LATEST[: LATEST.index("[77]")], "  A sentence, Context 1, and more.\n", "")
    assert [ncu_text.recognises(source(tmp_path, text)) for text in texts] == [False] * 4


def test_a_page_without_launches_is_refused(tmp_path: Path) -> None:
    """One line that says so, with what to do."""
    with pytest.raises(UnreadableInput, match=r"page\.log: no launch is printed in it; profile again"):
        read(tmp_path, "==PROF== Connected to process 1\n")


def test_the_profilers_errors_are_warnings(tmp_path: Path) -> None:
    """What failed beside the launches is passed on."""
    assert read(tmp_path, LATEST + "==ERROR== One kernel failed\n").warnings == ["==ERROR== One kernel failed"]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    changes=st.lists(st.tuples(st.integers(0, len(LATEST) - 1), st.characters(codec="utf-8")), max_size=12),
    cut=st.integers(0, len(LATEST)),
)
def test_mutated_pages_are_read_or_refused_but_never_crash(tmp_path: Path, changes: list[tuple[int, str]], cut: int) -> None:
    """Any text gives a table with one row per launch, or UnreadableInput."""
    text = list(LATEST)
    for position, character in changes:
        text[position] = character
    try:
        table = read(tmp_path, "".join(text[:cut]))
    except UnreadableInput as error:
        assert "\n" not in str(error)
    else:
        assert len(table.launches) == len(table.metrics) == len(table.texts)


CORPUS = Path(os.environ.get("NCU_ADVISOR_CORPUS", Path(__file__).parents[2] / "shared" / "corpus")) / "ncu-text"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public exports is not here")
def test_every_text_page_of_the_corpus_is_read() -> None:
    """Real pages give as many launches as they have launch lines, each with a duration."""
    import re

    for file in sorted(CORPUS.iterdir()):
        page = Source(str(file), file)
        assert ncu_text.recognises(page)
        (table,) = ncu_text.read(page, lambda _: True)
        lines = len(re.findall(r", Context \d+, Stream \d+|, Invocations \d+", file.read_text(errors="replace")))
        assert (len(table.launches), bool((table.metrics["gpu__time_duration.sum"] > 0).all())) == (max(lines, 1), True), file


def test_a_launch_without_context_and_stream_is_one(tmp_path: Path) -> None:
    """Whoever pasted the page has left them out; name, grid, block and compute capability are there."""
    rows = "    Section: GPU Speed Of Light Throughput\n    -------- ----------- ------------\n    Duration          ms         {}\n"
    page = "\n".join(f"{name}(const float *, int) (64, 1, 1)x(256, 1, 1), CC 8.9\n{rows.format(ms)}" for name, ms in (("a", 1.5), ("b", 2.5)))
    (tmp_path / "page.md").write_text(page)
    (table,) = ncu_text.read(Source("page.md", tmp_path / "page.md"), lambda name: True)
    assert table.launches["name"].tolist() == ["a(const float *, int)", "b(const float *, int)"]
    assert table.launches["compute_capability"].tolist() == ["8.9"] * 2
    assert table.launches[["grid_x", "block_x"]].to_numpy().tolist() == [[64, 256]] * 2
    assert table.metrics["gpu__time_duration.sum"].tolist() == [1.5e6, 2.5e6]


def test_names_that_the_profiler_does_not_know_are_told(tmp_path: Path) -> None:
    """``ncu --metrics`` prints n/a for a name misspelt; a label in words, with a dot for what it shortens, is another matter."""
    line = ("-" * 60, "-" * 16, "-" * 16)
    rows = [
        line,
        ("l1text_bytes.sum", "", "(!) n/a"),
        ("Avg. Active Threads Per Warp", "", "(!) n/a"),
        ("sm__cycles_active.avg", "cycle", "17"),
        line,
    ]
    table = "".join(f"    {name:<60} {unit:>16} {value:>16}\n" for name, unit, value in rows)
    page = LATEST.splitlines(keepends=True)[5] + "    Section: Command line profiler metrics\n" + table
    (warning,) = read(tmp_path, page).warnings
    assert "n/a for every launch: l1text_bytes.sum." in warning
    assert not any("n/a" in warning for warning in read(tmp_path, LATEST).warnings)
