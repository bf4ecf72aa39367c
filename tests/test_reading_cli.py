"""Inputs on the command line: whatever they are wrapped in, from where they come, how large they may be, and what is said on the way."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import pty
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
import zstandard
from click.testing import CliRunner, Result
from csv_pages import launch, raw

from ncu_advisor.cli import cli
from ncu_advisor.commands.reading import LIMITS, Progress, limits_of
from ncu_advisor.errors import AdvisorError
from ncu_advisor.readers import read_all
from ncu_advisor.readers.source import Limits

PAGE = raw(("gpu__time_duration.sum", "launch__sm_count"), ("us", ""), [[*launch(0), "1,234.50", "132"], [*launch(1), "2.00", "132"]]).encode()


def analyze(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["analyze", *map(str, arguments)], input=stdin)


def launches(result: Result) -> int:
    assert (result.exit_code, result.exception) == (0, None), result.stderr
    return len(json.loads(result.stdout)["kernels"])


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress, zstandard.compress], ids=["plain", "gzip", "xz", "zstandard"])
def test_compressed_files_are_read(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    """By content: the name need not say how it is packed."""
    (tmp_path / "profile").write_bytes(pack(PAGE))
    assert launches(analyze(tmp_path / "profile", "--format", "json")) == 2


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress], ids=["plain", "gzip", "zstandard"])
def test_standard_input_is_read(pack: Callable[[bytes], bytes]) -> None:
    """``ncu --csv ... | ncu-advisor analyze -``."""
    assert launches(analyze("-", "--format", "json", stdin=pack(PAGE))) == 2


def test_folders_and_patterns_are_read(tmp_path: Path) -> None:
    """Every profile below a folder, other files passed over; a pattern names the same files."""
    (tmp_path / "runs" / "deep").mkdir(parents=True)
    for number, folder in enumerate(("runs", "runs/deep")):
        (tmp_path / folder / f"{number}.csv").write_bytes(PAGE.replace(b'"7"', str(f'"{number + 7}"').encode()))
    (tmp_path / "runs" / "notes.md").write_text("# about these runs")
    assert launches(analyze(tmp_path / "runs", "--format", "json")) == 4
    assert launches(analyze(tmp_path / "runs" / "**" / "*.csv", "--format", "json")) == 4


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    """It costs one line; with --strict it costs the run."""
    (tmp_path / "good.csv").write_bytes(PAGE)
    (tmp_path / "bad.csv").write_bytes(b"")
    result = analyze(tmp_path / "bad.csv", tmp_path / "good.csv", "--format", "json")
    assert (launches(result), result.stderr.count("\n"), "bad.csv: the file is empty" in result.stderr) == (2, 1, True)
    strict = analyze(tmp_path / "bad.csv", tmp_path / "good.csv", "--strict")
    assert (strict.exit_code, strict.stdout) == (2, "")


@pytest.mark.parametrize(
    ("limit", "refused", "raised"), [("columns", 12, 13), ("line", 100, 400), ("bytes", 200, 4000), ("ratio", 2, 9)], ids=[*LIMITS]
)
def test_what_a_limit_refuses_a_higher_one_reads(tmp_path: Path, limit: str, refused: int, raised: int) -> None:
    """The refusal is one line that names the flag."""
    page = PAGE + PAGE[PAGE.rindex(b'"1","7"') :] * 40
    (tmp_path / "page").write_bytes(gzip.compress(page if limit in ("bytes", "ratio") else PAGE))
    free = {"ratio_free_bytes": 0} if limit == "ratio" else {}

    def read(value: int) -> list[str]:
        limits = Limits(**{LIMITS[limit]: value, **free})
        return [str(error) for error in read_all([str(tmp_path / "page")], lambda name: True, limits)[1]]

    [error] = read(refused)
    assert f"--limit {limit}=" in error
    assert read(len(page) if limit == "ratio" else raised * len(page) if limit == "bytes" else raised) == []


def test_limits_are_given_by_name(tmp_path: Path) -> None:
    """Sizes may end in K, M, G or T."""
    assert limits_of([]) is None
    assert limits_of(["bytes=8G", "columns=5", "line=32m", "ratio=1000"]) == Limits(
        max_bytes=8 << 30, max_plain_bytes=8 << 30, max_columns=5, max_line=32 << 20, max_ratio=1000
    )
    (tmp_path / "page").write_bytes(PAGE)
    result = analyze(tmp_path / "page", "--limit", "columns=12")
    assert (result.exit_code, result.stderr.count("\n"), "13 columns" in result.stderr) == (2, 1, True)
    assert launches(analyze(tmp_path / "page", "--limit", "columns=13", "--format", "json")) == 2


def test_a_limit_on_bytes_holds_for_plain_files_too(tmp_path: Path) -> None:
    """Which have none unless it is given: traces of many gigabytes are in order."""
    (tmp_path / "page").write_bytes(PAGE)
    result = analyze(tmp_path / "page", "--limit", f"bytes={len(PAGE) - 1}")
    assert (result.exit_code, result.stderr.count("\n"), "raise --limit bytes=" in result.stderr) == (2, 1, True)
    assert launches(analyze(tmp_path / "page", "--limit", f"bytes={len(PAGE)}", "--format", "json")) == 2


@pytest.mark.parametrize("entry", ["bytes", "bytes=", "bytes=-1", "bytes=0", "bytes=1.5G", "bytes=٣", "rows=5", "=5", ""])
def test_what_is_no_limit_is_wrong_usage(entry: str) -> None:
    """It exits 2 before anything is read."""
    with pytest.raises(click.UsageError, match="--limit"):
        limits_of([entry])
    assert analyze("nowhere", "--limit", entry).exit_code == 2


def cut_off(path: Path) -> str:
    """Two launches and the beginning of a third; the line that every verb says of it."""
    path.write_bytes(PAGE + b'"2","7","a.')
    return f"ncu-advisor: {path}: a row is cut off"


def verbs(good: Path, other: Path, folder: Path) -> dict[str, list[str | Path]]:
    """A command line of every verb that reads ``other``, beside ``good`` where it takes two sides."""
    return {
        "analyze": ["analyze", other],
        "collect": ["collect", other],
        "plot": ["plot", "timeline", other, "-o", folder / "r.svg"],
        "compare": ["compare", good, other],
        "scaling": ["compare", "--scaling", "weak", "--point", f"1={good}", "--point", f"2={other}"],
        "gate": ["gate", "--baseline", good, "--current", other],
        "history": ["history", "add", other, "--history", folder / "h.sqlite"],
    }


def invoke(arguments: Sequence[str | Path]) -> Result:
    return CliRunner().invoke(cli, list(map(str, arguments)))


@pytest.mark.parametrize("verb", verbs(Path(), Path(), Path()))
def test_every_verb_says_what_makes_an_input_doubtful(tmp_path: Path, verb: str) -> None:
    """On standard error, once."""
    (tmp_path / "good.csv").write_bytes(PAGE)
    line = cut_off(tmp_path / "cut.csv")
    result = invoke(verbs(tmp_path / "good.csv", tmp_path / "cut.csv", tmp_path)[verb])
    assert (result.stderr.count(line), "cut off" in result.stdout) == (1, False)


def test_a_saved_report_says_what_made_its_input_doubtful(tmp_path: Path) -> None:
    """The gate may run on another machine than analyze did; and what both sides share is said once."""
    cut_off(tmp_path / "cut.csv")
    analyze(tmp_path / "cut.csv", "-o", tmp_path / "saved.json")
    result = invoke(["compare", tmp_path / "saved.json", tmp_path / "saved.json"])
    assert result.stderr.count("saved.json: cut.csv: a row is cut off") == 1


@pytest.mark.parametrize("verb", verbs(Path(), Path(), Path()))
def test_every_verb_that_reads_takes_the_limits(tmp_path: Path, verb: str) -> None:
    """The refusal names an option, which the verb then has."""
    (tmp_path / "good.csv").write_bytes(PAGE)
    arguments = verbs(tmp_path / "good.csv", tmp_path / "good.csv", tmp_path)[verb]
    refused, read = (invoke([*arguments, "--limit", f"columns={most}"]) for most in (12, 13))
    assert (refused.exit_code, "raise --limit columns=" in refused.stderr) == (2, True)
    assert (read.exit_code in (0, 3), read.stderr.replace("run 1 added", "").count("columns")) == (True, 0)


def test_a_plan_takes_the_limits(tmp_path: Path) -> None:
    """Of the profile that it takes its device from."""
    (tmp_path / "page").write_bytes(PAGE)
    command = ["plan", "occupancy", "--registers", "32", "--block", "128", "--profile", tmp_path / "page", "--limit"]
    said = [("13 columns" in invoke([*command, f"columns={most}"]).stderr) for most in (12, 13)]
    assert said == [True, False]


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_short_work_is_silent() -> None:
    """Most profiles are read within a second."""
    clock, out = Clock(), Terminal()
    with Progress(True, out, clock) as line:
        for line_of in range(10):
            clock.now = line_of / 11
            line.reading("a.csv", line_of, 10)
        line.working("judging")
    assert out.getvalue() == ""


def test_long_work_says_how_far_it_is_and_leaves_nothing_behind() -> None:
    """One line that is written over and goes before anything else is printed."""
    clock, out = Clock(), Terminal()
    with Progress(None, out, clock) as line:
        clock.now = 1.1
        line.reading("/far/away/a.csv", 450_000_000, 900_000_000)
        line.reading("/far/away/a.csv", 460_000_000, 900_000_000)  # too soon after the last
        clock.now = 1.5
        line.around(lambda error: print(error, file=out))(AdvisorError("b.csv", "is empty"))
        line.working("judging 3 launches")
    told = "ncu-advisor: reading a.csv: 50% of 900 MB"
    assert out.getvalue() == f"\r{told}\x1b[K\r\x1b[Kb.csv: is empty\n\rncu-advisor: judging 3 launches\x1b[K\r\x1b[K"


def test_where_lines_cannot_be_written_over_there_are_few() -> None:
    """Into a log only with --progress, a line every two seconds."""
    clock, out = Clock(), io.StringIO()
    with Progress(None, out, clock) as line:
        clock.now = 5.0
        line.reading("a.csv", 1, 2)
    assert out.getvalue() == ""
    with Progress(True, out, clock) as line:
        for second in range(10, 15):
            clock.now = float(second)
            line.reading("-", 10**6 * second, 0)
    assert out.getvalue().splitlines() == [f"ncu-advisor: reading standard input: {words}" for words in ("10.0 MB", "12.0 MB", "14.0 MB")]


def test_reading_tells_the_watcher(tmp_path: Path) -> None:
    """Bytes of the file as it lies there, up to all of them, also where it is compressed."""
    data = gzip.compress(os.urandom(2_000_000).hex().encode())
    (tmp_path / "a").write_bytes(data)
    told: list[tuple[str, int, int]] = []
    read_all([str(tmp_path / "a")], lambda name: True, watch=lambda *step: told.append(step))
    assert {(path, size) for path, _, size in told} == {(str(tmp_path / "a"), len(data))}
    assert max(done for _, done, _ in told) <= len(data)


def test_a_terminal_is_told_and_a_pipe_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress goes to standard error only, so that results can be piped."""
    monkeypatch.setattr("ncu_advisor.commands.reading._SILENT", 0.0)
    (tmp_path / "page").write_bytes(PAGE)
    piped = analyze(tmp_path / "page", "--format", "json")
    assert (launches(piped), piped.stderr) == (2, "")
    asked = analyze(tmp_path / "page", "--format", "json", "--progress")
    assert (launches(asked), "ncu-advisor: reading page: " in asked.stderr) == (2, True)
    assert terminal(lambda stream: Progress(None, stream)) is True
    assert terminal(lambda stream: Progress(False, stream)) is False


def terminal(make: Callable[[Any], Progress]) -> bool:
    """Whether a Progress on a real terminal is shown."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream, os.fdopen(ours, "rb"):
        return make(stream)._shown
