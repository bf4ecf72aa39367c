"""The terminal summary."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import report_examples as examples

from ncu_advisor.outputs import Options, terminal
from ncu_advisor.text import columns

ESCAPE = re.compile(r"\x1b\[\d+m")


def rendered(report: examples.Report, width: int = 100, color: bool = False) -> str:
    return terminal.render(report, Options(width, color)).decode()


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_lines_fit_the_width(width: int) -> None:
    """No line is wider than asked for, but commands to copy, which are never wrapped."""
    lines = [line for line in rendered(examples.report(), width).splitlines() if not line.startswith(("  ncu ", "  nsys "))]
    assert [line for line in lines if columns(line) > width] == []


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_stay_inside_their_line(hostile: str) -> None:
    """A name adds no line, no escape sequence and nothing that a job runner takes for a command."""
    text = rendered(examples.hostile(hostile))
    assert [line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line or "\x1b" in line] == []


def test_without_findings_hints_are_two_lines() -> None:
    """What could not be asked is counted, and the verb named that prints the commands, which would be longer than the report."""
    report = examples.report()
    bare = [replace(kernel, findings=[]) for kernel in report.kernels]
    text = rendered(replace(report, kernels=bare, sequence_findings=[]))
    assert text.rstrip().split("\n\n")[-1].splitlines() == [
        "Not evaluated: 3 rules for lack of metrics, 2 for lack of events of the run. What collects them:",
        "`ncu-advisor collect PROFILE`.",
    ]
    assert "  ncu " in rendered(report)


def test_colour_only_where_asked_for() -> None:
    """Colour changes no character of the text; without it there is no escape sequence."""
    plain, painted = rendered(examples.report()), rendered(examples.report(), color=True)
    assert "\x1b" not in plain
    assert (True, plain) == ("\x1b[31m" in painted, ESCAPE.sub("", painted))


def test_launches_are_sorted_by_what_they_save() -> None:
    """The table starts with the kernel that saves most of the run; repeated launches are one row."""
    rows = re.findall(r"^ *\d+  (\S.*?)  ", rendered(examples.report()), flags=re.MULTILINE)
    assert rows[:3] == ["hgemm_fma<64, 64, 16> ×4", "transpose_naive", "triad"]


def test_what_saves_nothing_is_no_saving() -> None:
    """A finding that only informs shows neither "0%" nor "0 ns"."""
    text = rendered(examples.report())
    row = next(line for line in text.splitlines() if "triad" in line)
    assert (row.endswith("–"), " info  At the DRAM roof" in text, "0 ns" in text) == (True, True, False)


def test_a_trace_ranks_by_the_run_and_is_told() -> None:
    """With a trace the kernel that is most of the run comes first, and what was not profiled is named."""
    text = rendered(examples.traced())
    rows = re.findall(r"^ *\d+  (\S.*?)  ", text, flags=re.MULTILINE)
    told = [
        "A run of 500 ms in which the GPU was busy for 86% (run.sqlite).",
        "Not profiled: `softmax<float>` (20%).",
        "2 launches of the profile do not occur",
    ]
    assert (rows[0], [part in text for part in told]) == ("transpose_naive", [True] * 3)


def test_a_trace_without_findings_names_its_kernels() -> None:
    """Name, launches, time and share of the kernels that took most of the run, and nothing of them beside a table of launches."""
    lines = rendered(examples.traced_alone()).splitlines()
    at = lines.index("Kernel                 Launches    Time  Of kernel time")
    assert lines[at + 1 : at + 3] == [
        "transpose_naive             100  240 ms             60%",
        "softmax<float>              100   80 ms             20%",
    ]
    assert "Of kernel time" not in rendered(examples.traced())


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_of_a_trace_stay_in_their_row(hostile: str) -> None:
    """Names of a trace alone add no line, no escape sequence, no command of a job runner, and no row is wider than the page."""
    report = replace(examples.hostile(hostile * 9), kernels=[])
    text = rendered(report, width=60)
    assert [line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line or "\x1b" in line] == []
    _, _, table = text.partition("\nKernel ")
    rows = f"Kernel {table}".partition("\n\n")[0].splitlines()
    assert (len(rows), rows[2].startswith("other kernels "), [row for row in rows if columns(row.replace(": :", "::")) > 60]) == (3, True, [])


def test_rules_about_the_run_are_named_with_the_command_that_traces_it() -> None:
    """Absence is said aloud: without a trace two rules could not be asked."""
    text = rendered(examples.report())
    assert ("gpu-idle-gap, pageable-transfer" in text, text.count("\n  nsys profile")) == (True, 1)


def test_at_most_three_findings_a_kernel() -> None:
    """Further findings are counted, not shown."""
    many = replace(examples.TRANSPOSE, findings=[examples.TRANSPOSE.findings[0]] * 5)
    text = rendered(examples.report([many]))
    assert (text.count("Global stores touch"), "2 further findings" in text) == (3, True)


def test_the_command_to_collect_is_said_once() -> None:
    """Whatever number of launches lacks metrics, one command collects them."""
    assert rendered(examples.report()).count("ncu --clock-control none") == 1


def test_a_large_report_stays_a_page_or_two() -> None:
    """Of 500 kernels the first 20 are listed and the first eight explained; the rest is summed up."""
    text = rendered(examples.many(500))
    assert ("480 further rows" in text, "492 further kernels" in text, len(text.splitlines()) < 140) == (True, True, True)


def test_what_is_not_known_is_a_dash() -> None:
    """NaN never reaches the reader."""
    assert "nan" not in rendered(examples.report()).lower().replace("tenan", "")


def test_the_mean_of_many_launches_is_called_that() -> None:
    """A summary page has no shortest and no longest launch; where no time was collected, no number stands for it."""
    text = rendered(examples.report([replace(examples.GEMM, invocations=250)]))
    assert "×250, 413 µs on average" in text
    untimed = replace(examples.GEMM, duration_ns=float("nan"))
    text = rendered(examples.report([untimed, replace(untimed, id=9)]))
    assert ("2 launches of 1 kernel, their time was not collected" in text, " ×2\n" in text, "0 ns" in text) == (True, True, False)


def test_what_to_do_stands_once_for_a_kernel_on_several_grids() -> None:
    """Launches of other shapes with the same advice refer to where it stands, and keep what it saves of them."""
    report = examples.report()
    lead = next(kernel for kernel in report.kernels if kernel.findings and kernel.findings[0].time_saved_pct > 0)
    smaller = replace(lead, id=len(report.kernels), grid=(7, 1, 1))
    text = rendered(replace(report, kernels=[*report.kernels, smaller]))
    said = f"What to do stands under #{lead.id}."
    assert (said in rendered(report), text.count(said)) == (False, min(len(lead.findings), 3))
    card = text.split(f"#{smaller.id} ")[1].split("\n\n")[0]
    assert card.count("Saves ") == min(len(lead.findings), 3)


def test_a_kernel_is_headed_by_the_time_that_its_findings_are_parts_of() -> None:
    """Launches of one grid may do unlike work: of 10 us, 20 us and 2 ms the longest is explained, and its time stands there, not the median."""
    launches = [replace(examples.GEMM, id=n, duration_ns=ns) for n, ns in enumerate((1e4, 2e4, 2e6))]
    assert "×3, 2 ms (10 µs to 2 ms)" in rendered(examples.report(launches))
