"""Markdown for comments and summaries."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import report_examples as examples

from ncu_advisor.outputs import Options, markdown


def rendered(report: examples.Report) -> str:
    return markdown.render(report, Options()).decode()


def without_code(text: str) -> str:
    """``text`` without its code spans, as CommonMark finds them: a run of backticks up to the next run of the same length."""
    return re.sub(r"(?<![`\\])(`+)(?!`).*?(?<!`)\1(?!`)", "CODE", text)


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_are_no_markup(hostile: str) -> None:
    """Outside code spans no character of a name is left that starts markup, a link, a mention or a reference."""
    outside = without_code(rendered(examples.hostile(hostile)))
    marks = re.findall(r"(?<!\\)[<\[\]]|(?<!\\)!\[|[@#!](?=\w)|https?:|GH-\d", outside)
    # "<1%" is ours, and no tag.
    assert [mark for mark in marks if mark != "<"] + re.findall(r"(?<!\\)<(?!1%)", outside) == []


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_add_no_table_cell(hostile: str) -> None:
    """Every row of the table has its eight cells."""
    rows = [line for line in rendered(examples.hostile(hostile)).splitlines() if line.startswith("|")]
    assert [9] * len(rows) == [len(re.findall(r"(?<!\\)\|", row)) for row in rows]


def test_a_trace_without_findings_names_its_kernels() -> None:
    """Name, launches, time and share of the kernels that took most of the run, and nothing of them beside a table of launches."""
    text = rendered(examples.traced_alone())
    assert "| Kernel | Launches | Time | Of kernel time |\n|---|--:|--:|--:|\n| `transpose_naive` | 100 | 240 ms | 60% |\n" in text
    assert "Of kernel time" not in rendered(examples.traced())


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_of_a_trace_are_no_markup_and_add_no_cell(hostile: str) -> None:
    """A name of a trace alone stays in its code span, its cell and its line."""
    text = rendered(replace(examples.hostile(hostile), kernels=[]))
    marks = re.findall(r"(?<!\\)[<\[\]]|(?<!\\)!\[|[@#!](?=\w)|https?:|GH-\d", without_code(text))
    assert [mark for mark in marks if mark != "<"] + re.findall(r"(?<!\\)<(?!1%)", without_code(text)) == []
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [5] * len(rows) == [len(re.findall(r"(?<!\\)\|", row)) for row in rows]
    assert len(text.splitlines()) == len(rendered(replace(examples.hostile("harmless"), kernels=[])).splitlines())


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_add_no_line(hostile: str) -> None:
    """A name stays in its line: the page has as many lines as with a harmless one."""
    assert len(rendered(examples.hostile("harmless")).splitlines()) == len(rendered(examples.hostile(hostile)).splitlines())


@pytest.mark.parametrize(
    ("name", "expected"), [("k", "`k`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```"), ("a|b", "`a|b`"), ("", "`unnamed`"), ("a\nb", "`a b`")]
)
def test_code_spans(name: str, expected: str) -> None:
    """A fence is longer than every run of backticks inside."""
    assert expected == markdown.code(name)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("use `float4` here", "use `float4` here"),
        ("a*b < c", "a\\*b \\< c"),
        ("odd ` tick", "odd \\` tick"),
        ("`` two", "\\`\\` two"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("# heading", "\\# heading"),
        ("by @user in #12", "by @\u200buser in #\u200b12"),
        ("see https://example.org", "see https\u200b://example.org"),
    ],
)
def test_sentences_keep_code_and_lose_markup(sentence: str, expected: str) -> None:
    """Pairs of backticks in a rule's sentence are code; everything else is shown as it is written."""
    assert expected == markdown.spans(sentence)


def test_a_trace_is_told() -> None:
    """Shares are of the run where there is a trace of it, and of what they name where they are not."""
    text = rendered(examples.traced())
    told = ["1. **43% of the run**: `transpose_naive`", "2. **14% of the time line of GPU 0**: ", "Not profiled: `softmax<float>` (20%)."]
    assert [part in text for part in told] == [True] * 3


def test_what_saves_nothing_is_no_saving() -> None:
    """A finding that only informs has no percentage."""
    assert ("- **info** At the DRAM roof" in rendered(examples.report()), "0 ns" in rendered(examples.report())) == (True, False)


@pytest.mark.parametrize("count", [1, 40, 500])
def test_comments_are_never_refused(count: int) -> None:
    """Under 60,000 characters whatever the number of launches."""
    assert len(rendered(examples.many(count))) < 60_000


def test_endless_names_do_not_make_it_long() -> None:
    """Names and sentences are elided, so that one launch cannot fill the page."""
    assert len(rendered(examples.hostile("endless " * 40_000))) < 60_000


def test_largest_savings_come_first_and_the_rest_is_counted() -> None:
    """What does not fit is what saves least."""
    text = rendered(examples.many(500))
    ids = [int(n) for n in re.findall(r"#### `transpose_naive<(\d+), float>`", text)]
    assert (499, sorted(ids, reverse=True), True) == (ids[0], ids, "sections with smaller savings left out" in text)
