"""The gate on the command line: the table of exit codes end to end, what is written, and what a killed gate leaves behind."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import gate_profiles as made
import pytest
from click.testing import CliRunner, Result

from ncu_advisor.cli import cli
from ncu_advisor.regression import history

Run = Callable[..., Result]
OLD = '{"baseline_version": 0}'  # of another version: such a one may be written again


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Exports of the same program: as it was, again, slower, faster, at other clocks, with too few launches, of other columns."""
    folder = tmp_path_factory.mktemp("profiles")
    made.write(folder / "base.csv", seed=1)
    made.write(folder / "same.csv", seed=2)
    made.write(folder / "slow.csv", seed=3, slower={"triad": 1.08})
    made.write(folder / "fast.csv", seed=4, slower={"triad": 0.85})
    made.write(folder / "shift.csv", seed=5, every=1.03)
    made.write(folder / "clocks.csv", seed=6, every=1.03, clocks=1 / 1.03)
    made.write(folder / "few.csv", seed=7, launches=2)
    made.write(folder / "columns.csv", seed=8, without=["sm__warps_active.avg.pct_of_peak_sustained_active"])
    made.write(folder / "device.csv", seed=9, change=lambda cells: cells.update({"device__attribute_display_name": "NVIDIA H100 80GB HBM3"}))
    (folder / "damaged.csv").write_text('"ID","Kernel Name"\n')
    (folder / "text.txt").write_text("nothing of a profile\n" * 10)
    return folder


@pytest.fixture
def run(profiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """``ncu-advisor`` in an empty folder; ``@name`` is the profile of that name."""
    monkeypatch.chdir(tmp_path)

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(cli, [str(profiles / a[1:]) if a.startswith("@") else a for a in arguments])

    return invoke


@pytest.mark.parametrize(
    ("arguments", "code", "verdict"),
    [
        (["--baseline", "@base.csv", "--current", "@same.csv"], 0, "PASS"),
        (["--baseline", "@base.csv", "--current", "@fast.csv"], 0, "PASS"),
        (["--baseline", "@base.csv", "--current", "@shift.csv"], 0, "PASS"),
        (["--baseline", "@base.csv", "--current", "@slow.csv"], 1, "FAIL"),
        (["--baseline", "@base.csv", "--current", "@few.csv"], 3, "AMBIGUOUS"),
        (["--baseline", "@few.csv", "--current", "@same.csv"], 3, "AMBIGUOUS"),
        (["--baseline", "@base.csv", "--current", "@clocks.csv"], 2, "INCOMPARABLE"),
        (["--baseline", "@base.csv", "--current", "@clocks.csv", "--allow", "clocks"], 0, "PASS"),
        (["--baseline", "@base.csv", "--current", "@columns.csv"], 2, "INCOMPARABLE"),
        (["--baseline", "@base.csv", "--current", "@columns.csv", "--allow", "metric-set"], 0, "PASS"),
        (["--baseline", "@base.csv", "--current", "@device.csv"], 2, "INCOMPARABLE"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--stamp", "driver=1"], 2, "INCOMPARABLE"),
        (["--baseline", "@base.csv", "--current", "@few.csv", "--counters-only"], 0, "PASS"),
        (["--baseline", "@base.csv", "--baseline", "@same.csv", "--current", "@slow.csv", "--current", "@slow.csv"], 1, "FAIL"),
    ],
)
def test_the_table_of_exit_codes(run: Run, arguments: list[str], code: int, verdict: str) -> None:
    """PASS 0, FAIL 1, INCOMPARABLE 2, AMBIGUOUS 3; the page begins with the verdict."""
    result = run("gate", *arguments)
    assert (result.exit_code, result.stdout.split()[0], result.exception is None or isinstance(result.exception, SystemExit)) == (code, verdict, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--current", "@same.csv"], "nothing to hold the profile against"),
        (["--baseline", "@base.csv"], "no run is given"),
        (["--baseline", "nowhere.csv", "--current", "@same.csv"], "nowhere.csv"),
        (["--baseline", "@damaged.csv", "--current", "@same.csv"], "damaged.csv"),
        (["--baseline", "@base.csv", "--current", "@text.txt"], "text.txt"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--allow", "everything"], "names no mismatch"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--stamp", "moon=full"], "NAME=VALUE"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--history", "none.sqlite"], "no such history"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--budgets", "none.toml"], "cannot be read"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "-o", "x.txt"], "no output format"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "-o", "nowhere/x.json"], "cannot be written"),
        (["--update-baseline", "--baseline", "a.csv", "--current", "@same.csv"], "name one .json file"),
        (["--update-baseline", "--current", "@same.csv", "-o", "x.json"], "judges nothing: leave -o away"),
        (["--update-baseline", "--current", "@same.csv", "--history", "h", "--budgets", "b"], "leave --history, --budgets away"),
        (["--update-baseline", "--current", "@same.csv", "--format", "json", "--counters-only"], "leave --counters-only, --format away"),
        (["--baseline", "@base.csv", "--current", "@same.csv", "--format", ""], "is not one of"),
    ],
)
def test_wrong_usage_is_two_and_one_line(run: Run, arguments: list[str], message: str) -> None:
    """What is wrong, on one line of standard error, and no traceback."""
    result = run("gate", *arguments)
    assert (result.exit_code, message in result.stderr, len(result.stderr.splitlines()), "Traceback" in result.stderr) == (2, True, 1, False)


def test_no_format_is_called_nothing(run: Run) -> None:
    """An empty `--format`, as of a variable that was not set, is refused by analyze as by gate and compare."""
    found = [run("analyze", "@base.csv", "--format", ""), run("compare", "@base.csv", "--format", "", "--", "@same.csv")]
    assert [(result.exit_code, result.stdout, "''" in result.stderr) for result in found] == [(2, "", True)] * 2


def test_outputs_next_to_each_other(run: Run, tmp_path: Path) -> None:
    """Every format at once, each what its suffix says; JSON on standard output where asked for."""
    names = ["g.json", "g.md", "g.html", "g.xml", "g.sarif"]
    result = run("gate", "--baseline", "@base.csv", "--current", "@slow.csv", "--format", "json", *(part for n in names for part in ("-o", n)))
    assert (result.exit_code, sorted(p.name for p in tmp_path.iterdir())) == (1, sorted(names))
    assert json.loads(result.stdout) == json.loads((tmp_path / "g.json").read_text())


def test_inputs_are_never_overwritten(run: Run, tmp_path: Path) -> None:
    """An output that is an input is refused before anything is written."""
    run("gate", "--update-baseline", "--baseline", "base.json", "--current", "@base.csv")
    before = (tmp_path / "base.json").read_bytes()
    result = run("gate", "--baseline", "base.json", "--current", "@same.csv", "-o", "base.json", "-o", "other.json")
    assert (result.exit_code, (tmp_path / "base.json").read_bytes() == before, (tmp_path / "other.json").exists()) == (2, True, False)


def test_inputs_named_by_a_glob_or_by_settings_are_never_overwritten(run: Run, tmp_path: Path) -> None:
    """By gate, by compare and by --update-baseline, which writes no file called `*.json` either."""
    run("gate", "--update-baseline", "--baseline", "a.json", "--current", "@base.csv")
    (tmp_path / "b.json").write_bytes((tmp_path / "a.json").read_bytes())
    before = (tmp_path / "a.json").read_bytes()
    found = [
        run("gate", "--baseline", "*.json", "--current", "@same.csv", "-o", "a.json"),
        run("compare", "*.json", "-o", "a.json", "--", "@same.csv"),
        run("gate", "--current", "*.json", "--update-baseline", "--baseline", "a.json"),
        run("gate", "--current", "@same.csv", "--update-baseline", "--baseline", "*.json"),
    ]
    assert [result.exit_code for result in found] == [2] * 4
    assert ((tmp_path / "a.json").read_bytes() == before, (tmp_path / "*.json").exists()) == (True, False)
    run("history", "add", "@base.csv", "--history", "h.json")
    kept = (tmp_path / "h.json").read_bytes()
    (tmp_path / "ncu-advisor.toml").write_text('[gate]\nhistory = "h.json"\n')
    assert run("gate", "--current", "@same.csv", "--counters-only", "-o", "h.json").exit_code == 2
    assert (tmp_path / "h.json").read_bytes() == kept


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"name": "web", "version": "1.0.0"}', "is JSON, but not of this package: no profile and no baseline"),
        ('{"verdict": "PASS"}', "is what `gate` or `compare` found: no profile and no baseline"),
        ('{"schema_version": "1.0", "kernels": []}', "is no baseline"),
        ('{"cells": [], "nbformat": 4}', "is no baseline"),
        ('[{"baseline_version": 1}]', "is no baseline"),
        ('{"baseline_version": 1, "conditions"', "is no whole JSON file ("),
        ("notes", "is no baseline"),
        ("", "is no baseline"),
    ],
)
def test_only_a_baseline_is_written_again(run: Run, tmp_path: Path, content: str, problem: str) -> None:
    """Any other file that is there stays as it is, also an empty and a damaged one; one line says what it is, and what to do."""
    (tmp_path / "package.json").write_text(content)
    refused = run("gate", "--update-baseline", "--baseline", "package.json", "--current", "@base.csv")
    assert (refused.exit_code, (tmp_path / "package.json").read_text(), refused.stderr.count("\n")) == (2, content, 1)
    assert refused.stderr.startswith(f"ncu-advisor: package.json: {problem}")
    assert "would be overwritten; name the baseline's own file with --baseline, or remove this one first" in refused.stderr


def test_a_baseline_is_written_again(run: Run, tmp_path: Path) -> None:
    """A whole one, one of another version, and one that lacks parts, as who reads such a one is told to write it again."""
    update = ["gate", "--update-baseline", "--baseline", "base.json", "--current"]
    assert run(*update, "@base.csv").exit_code == 0
    whole = (tmp_path / "base.json").read_text()
    for before in (whole, OLD, '{"baseline_version": 1}'):
        (tmp_path / "base.json").write_text(before)
        assert (run(*update, "@same.csv").exit_code, json.loads((tmp_path / "base.json").read_text())["runs"]) == (0, ["same.csv"])


def test_names_that_are_no_utf_8_are_kept_with_escapes(run: Run, profiles: Path, tmp_path: Path) -> None:
    """Of a file, a label and a stamp: in the history and in a baseline as standard error shows them, and the gate reads both."""
    try:
        (tmp_path / "bad\udcff.csv").write_bytes((profiles / "base.csv").read_bytes())
    except OSError:
        pytest.skip("this file system takes no such name")
    stamp = ["--stamp", "driver=\udcfe"]
    done = [
        run("history", "add", "bad\udcff.csv", *stamp),
        run("history", "add", "@same.csv", "--label", "\udcfd", *stamp),
        run("gate", "--update-baseline", "--current", "bad\udcff.csv", *stamp),
    ]
    assert [result.exit_code for result in done] == [0] * 3
    assert [entry.label for entry in history.entries(tmp_path / "ncu-history.sqlite")] == ["bad\\udcff.csv", "\\udcfd"]
    written = json.loads((tmp_path / "ncu-baseline.json").read_text(encoding="utf-8"))
    assert (written["runs"], written["conditions"]["driver"]) == (["bad\\udcff.csv"], "\\udcfe")
    for side in (["--baseline", "ncu-baseline.json"], ["--history", "ncu-history.sqlite"]):
        assert run("gate", *side, "--current", "@fast.csv", *stamp).exit_code == 0


def test_settings_file_and_command_line(run: Run, tmp_path: Path) -> None:
    """The file names baseline and thresholds; the command line's baseline wins over it."""
    run("gate", "--update-baseline", "--current", "@base.csv")
    (tmp_path / "ncu-advisor.toml").write_text('[gate]\nbaseline = "ncu-baseline.json"\neffect_pct = 20\ntarget_pct = 25\n')
    assert run("gate", "--current", "@slow.csv").exit_code == 0
    (tmp_path / "ncu-advisor.toml").write_text('[gate]\nbaseline = "ncu-baseline.json"\n')
    assert [run("gate", "--current", "@slow.csv").exit_code, run("gate", "--baseline", "@slow.csv", "--current", "@slow.csv").exit_code] == [1, 0]
    (tmp_path / "ncu-advisor.toml").write_text("[gate]\neffects = 3\n")
    assert run("gate", "--current", "@slow.csv").exit_code == 2


def test_budgets_and_waivers_of_a_file(run: Run, tmp_path: Path) -> None:
    """A budget fails the run with its own line; a waiver with a day in the future lifts it."""
    budget = '[[budgets]]\nkernel = "triad"\nmetric = "duration"\nmax = 1000\n'
    waiver = '[[waivers]]\nkernel = "triad"\nwhat = "duration"\nreason = "known"\nexpires = 2999-01-01\n'
    (tmp_path / "b.toml").write_text(budget)
    (tmp_path / "w.toml").write_text(budget + waiver)
    found = [run("gate", "--baseline", "@base.csv", "--current", "@same.csv", "--budgets", name) for name in ("b.toml", "w.toml")]
    assert ([r.exit_code for r in found], "above its budget" in found[0].stdout, "known" in found[1].stdout) == ([1, 0], True, True)


def test_history_as_baseline(run: Run, tmp_path: Path) -> None:
    """Five runs added make a history; with it a single launch a kernel is judged."""
    for seed in range(6):
        made.write(tmp_path / f"h{seed}.csv", launches=1, seed=seed)
    made.write(tmp_path / "one.csv", launches=1, seed=90)
    made.write(tmp_path / "bad.csv", launches=1, seed=91, slower={"poly_fma": 1.1})
    assert run("history", "add", "h*.csv").exit_code == 0
    codes = [run("gate", "--history", "ncu-history.sqlite", "--current", name).exit_code for name in ("one.csv", "bad.csv")]
    shown = run("history", "show").stdout.splitlines()
    trend = json.loads(run("history", "trend", "--kernel", "poly_*", "--format", "json").stdout)
    assert (codes, len(shown), [(t["name"], len(t["values"])) for t in trend]) == ([0, 1], 6, [("poly_fma", 6)])


def test_an_unreadable_profile_adds_nothing(run: Run, tmp_path: Path) -> None:
    """History add takes all profiles or none."""
    run("history", "add", "@base.csv")
    assert (run("history", "add", "@same.csv", "@text.txt").exit_code, len(history.entries(tmp_path / "ncu-history.sqlite"))) == (2, 1)


def test_compare_takes_sides(run: Run) -> None:
    """BASELINE -- CURRENT, options, or both; unlike sides are shown and exit 2, like ones exit 0 even when slower."""
    found = [
        run("compare", "@base.csv", "--", "@slow.csv"),
        run("compare", "--baseline", "@base.csv", "--current", "@slow.csv"),
        run("compare", "@base.csv", "@same.csv", "--", "@slow.csv"),
        run("compare", "@base.csv", "--", "@clocks.csv"),
        run("compare", "--allow", "clocks", "@base.csv", "--", "@clocks.csv"),
        run("compare", "@base.csv", "--"),
    ]
    assert [r.exit_code for r in found] == [0, 0, 0, 2, 0, 2]
    assert found[0].stdout == found[1].stdout
    assert "slower" in found[0].stdout


@pytest.mark.parametrize("bad", ["@text.txt", "nowhere.csv", "no*.csv"])
@pytest.mark.parametrize("command", [["gate", "--baseline", "@base.csv", "--current", "@same.csv", "--current"],
                                     ["gate", "--current", "@same.csv", "--baseline", "@base.csv", "--baseline"],
                                     ["compare", "@base.csv", "--current", "@same.csv", "--current"]])  # fmt: skip
def test_one_bad_file_of_a_side_does_not_stop_the_others(run: Run, tmp_path: Path, command: list[str], bad: str) -> None:
    """It costs one line; with --strict, or strict in the settings, it costs the run."""
    name = bad.removeprefix("@")
    found = run(*command, bad, "-o", "x.json")
    assert (found.exit_code, name in found.stderr, len(found.stderr.splitlines()), bool(found.stdout)) == (0, True, 1, True)
    (tmp_path / "strict.toml").write_text("strict = true\n")
    strict = [run(*command, bad, *more) for more in (["--strict"], ["--settings", "strict.toml"])]
    assert [(r.exit_code, name in r.stderr, r.stdout) for r in strict] == [(2, True, "")] * 2
    assert run(*command, bad, "--no-strict", "--settings", "strict.toml").exit_code == 0


def test_an_option_among_the_files_of_the_current_side_is_wrong_usage(run: Run) -> None:
    """It would be taken for a file that cannot be read, and what it asks for would not be done."""
    result = run("compare", "@base.csv", "--", "@same.csv", "--format", "json")
    assert (result.exit_code, result.stdout, "--format stands behind --" in result.stderr, len(result.stderr.splitlines())) == (2, "", True, 1)


def test_a_side_without_a_readable_file_is_refused(run: Run) -> None:
    """Each file with its line, and that none was left: a gate that compared with nothing would pass everything."""
    for side, other in (("--baseline", "--current"), ("--current", "--baseline")):
        result = run("gate", other, "@base.csv", side, "@text.txt", side, "@damaged.csv")
        assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 3)
        assert "none of the 2 inputs could be read" in result.stderr


def test_half_a_run_is_no_baseline(run: Run, profiles: Path, tmp_path: Path) -> None:
    """A file that is cut off, one of several that cannot be read: nothing is written, and the old baseline stands."""
    (tmp_path / "cut.csv").write_text((profiles / "base.csv").read_text()[:-2000])
    (tmp_path / "base.json").write_text(OLD)
    update = ["gate", "--update-baseline", "--baseline", "base.json", "--current", "@base.csv", "--current"]
    cut, unreadable = run(*update, "cut.csv"), run(*update, "@text.txt")
    assert [cut.exit_code, unreadable.exit_code, (tmp_path / "base.json").read_text()] == [2, 2, OLD]
    assert "--update-baseline: cut.csv is not whole" in cut.stderr
    assert run(*update, "@same.csv").exit_code == 0
    kept = run("history", "add", "@base.csv", "cut.csv", "--label", "abc")
    assert (kept.exit_code, "is not whole, so that kernels may be missing" in kept.stderr, (tmp_path / "ncu-history.sqlite").exists()) == (
        2,
        True,
        False,
    )


def test_a_page_without_times_is_nothing_to_compare_with(run: Run, tmp_path: Path) -> None:
    """Nor counters of work, which a gate may judge by alone: refused in one line, before anything is written."""
    identity = '"ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC"'
    head = f'{identity},"launch__registers_per_thread","smsp__inst_executed.sum"\n'
    cells = '"0","1","k(float *)","1","7","(256, 1, 1)","(1024, 1, 1)","0","9.0","32"'
    (tmp_path / "timeless.csv").write_text(f'{head}"","","","","","","","","","register/thread","inst"\n{cells},"n/a"\n')
    (tmp_path / "counters.csv").write_text(f'{head}"","","","","","","","","","register/thread","inst"\n{cells},"1000"\n')
    for verb in (["gate", "--baseline", "base.json", "--update-baseline", "--current"], ["history", "add"]):
        refused = run(*verb, "timeless.csv")
        assert (refused.exit_code, refused.stderr.splitlines()[-1].partition(": ")[2].partition("; ")[0].partition(": ")[2]) == (
            2,
            "timeless.csv holds no time of any kernel",
        )
        assert not [path for path in tmp_path.iterdir() if path.suffix in (".json", ".sqlite")]
    assert run("gate", "--baseline", "base.json", "--update-baseline", "--current", "counters.csv").exit_code == 0


def test_one_file_copied_is_one_run(run: Run, profiles: Path, tmp_path: Path) -> None:
    """Named ten times, copied under other names, kept in the history or in a baseline: one measurement, and one line that says so."""
    for at in range(6):
        (tmp_path / f"copy{at}.csv").write_bytes((profiles / "base.csv").read_bytes())
    ten = run("gate", *["--baseline", "@base.csv"] * 10, "--current", "@same.csv", "--format", "json")
    copied = run("gate", "--baseline", "copy*.csv", "--current", "@same.csv", "--current", "@same.csv", "--format", "json")
    assert [json.loads(result.stdout)["runs"] for result in (ten, copied)] == [{"baseline": 1, "current": 1}] * 2
    assert ten.stderr == "ncu-advisor: base.csv: 9 runs hold what another run measured; copies count once\n"
    assert copied.stderr == (
        "ncu-advisor: same.csv: holds what another run measured; copies count once\n"
        "ncu-advisor: copy1.csv, copy2.csv, copy3.csv, copy4.csv and 1 more: 5 runs hold what another run measured; copies count once\n"
    )
    added = [run("history", "add", f"copy{at}.csv", "--label", f"commit {at}") for at in range(6)]
    assert [result.exit_code for result in added] == [0] * 6
    assert "run 1 there already" in added[5].stderr
    assert len(run("history", "show").stdout.splitlines()) == 1
    both = run("gate", "--history", "ncu-history.sqlite", "--baseline", "@base.csv", "--current", "@same.csv", "--format", "json")
    assert (json.loads(both.stdout)["runs"]["baseline"], "copies count once" in both.stderr) == (1, True)
    run("gate", "--update-baseline", "--current", "copy*.csv")
    assert len(json.loads((tmp_path / "ncu-baseline.json").read_text())["runs"]) == 1


def test_what_is_json_and_no_baseline_is_called_so(run: Run, tmp_path: Path) -> None:
    """The gate's own result, and an empty object: neither is asked to be exported from a profiler as JSON alone would be."""
    run("gate", "--baseline", "@base.csv", "--current", "@same.csv", "-o", "g.json")
    (tmp_path / "o.json").write_text("{}\n")
    found = [run("gate", "--baseline", name, "--current", "@same.csv") for name in ("g.json", "o.json")]
    assert [result.exit_code for result in found] == [2, 2]
    assert "g.json: is what `gate` or `compare` found: no profile and no baseline" in found[0].stderr
    assert all("a baseline that `gate --update-baseline` wrote" in result.stderr for result in found)


def test_a_trend_of_nothing_is_said(run: Run) -> None:
    """A pattern that no kernel matches and a metric that no run has: a line of standard error, for people and for programs alike."""
    run("history", "add", "@base.csv")
    for format_, empty in (("terminal", ""), ("json", "[]\n")):
        found = run("history", "trend", "--kernel", "zzz*", "--format", format_)
        assert (found.exit_code, found.stdout, found.stderr) == (0, empty, "ncu-advisor: no kernel of the history matches 'zzz*'\n")
    lacking = run("history", "trend", "--kernel", "triad", "--metric", "shared_conflicts")
    assert lacking.stderr == "ncu-advisor: no run of the history has shared_conflicts of 'triad'\n"


def test_a_file_of_budgets_holds_nothing_else(run: Run, tmp_path: Path) -> None:
    """A table that would be passed over in silence is refused."""
    for text, name in (('[gate]\nallow = ["driver"]\n', "gate"), ('fail_on = "high"\n', "fail_on")):
        (tmp_path / "b.toml").write_text(text)
        result = run("gate", "--baseline", "@base.csv", "--current", "@same.csv", "--budgets", "b.toml")
        assert (result.exit_code, result.stderr) == (
            2,
            f"ncu-advisor: b.toml: {name}: a file of --budgets holds budgets and waivers alone; name it with --settings instead\n",
        )


def test_scaling(run: Run, tmp_path: Path) -> None:
    """Strong scaling of two profiles, as a table and as JSON; a wrong point is one line."""
    made.write(tmp_path / "two.csv", every=0.5, scatter=0.0)
    made.write(tmp_path / "one.csv", scatter=0.0)
    table = run("compare", "--scaling", "strong", "--point", "1=one.csv", "--point", "2=two.csv")
    rows = json.loads(run("compare", "--scaling", "weak", "--point", "1=one.csv", "--point", "2=two.csv", "--format", "json").stdout)
    wrong = run("compare", "--scaling", "strong", "--point", "many=one.csv")
    assert (table.exit_code, "100%" in table.stdout, rows[0]["efficiency"], wrong.exit_code) == (0, True, [1.0, pytest.approx(2.0)], 2)
    # What would be passed over in silence is refused: sides and outputs beside points, points without --scaling, --scaling without points.
    passed_over = [["--scaling", "strong", "--point", "1=one.csv", "-o", "s.json"], ["--scaling", "strong", "--point", "1=one.csv", "two.csv"],
                   ["--point", "1=one.csv", "one.csv", "two.csv"], ["--scaling", "weak"]]  # fmt: skip
    assert [run("compare", *arguments).exit_code for arguments in passed_over] == [2] * 4


def test_a_killed_gate_leaves_the_baseline_as_it_was(profiles: Path, tmp_path: Path) -> None:
    """Killed at eight moments of rewriting it: the baseline is the old one or the new one, whole; nothing but dot files is left beside it."""
    target = tmp_path / "ncu-baseline.json"
    command = [sys.executable, "-m", "ncu_advisor", "gate", "--update-baseline", "--baseline", str(target), "--current"]
    subprocess.run([*command, str(profiles / "base.csv")], check=True, capture_output=True)
    old = target.read_bytes()
    began = time.monotonic()
    subprocess.run([*command, str(profiles / "same.csv")], check=True, capture_output=True)
    whole, new = time.monotonic() - began, target.read_bytes()
    for moment in range(8):
        target.write_bytes(old)
        process = subprocess.Popen([*command, str(profiles / "same.csv")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * (0.4 + 0.08 * moment))
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert target.read_bytes() in (old, new)
    assert {p.name for p in tmp_path.iterdir() if not p.name.startswith(".")} == {"ncu-baseline.json"}


def test_killed_between_writing_and_renaming(profiles: Path, tmp_path: Path) -> None:
    """At the worst moment, with the new file complete beside it, the old baseline still stands."""
    target = tmp_path / "ncu-baseline.json"
    target.write_text(OLD)
    stop = (
        "import os, signal, pathlib, sys; pathlib.Path.replace = lambda *a: os.kill(os.getpid(), signal.SIGKILL);"
        "from ncu_advisor.cli import main; main(sys.argv[1:])"
    )
    arguments = ["gate", "--update-baseline", "--baseline", str(target), "--current", str(profiles / "same.csv")]
    done = subprocess.run([sys.executable, "-c", stop, *arguments], check=False, capture_output=True)
    assert (done.returncode, target.read_text()) == (-signal.SIGKILL, OLD)


def test_a_killed_gate_leaves_the_history_as_it_was(profiles: Path, tmp_path: Path) -> None:
    """The gate only reads it: killed in the middle, not a byte of it has changed, and no journal is left."""
    file = tmp_path / "h.sqlite"
    history.add(file, [made.run(made.scattered(seed=seed)) for seed in range(5)])
    before = file.read_bytes()
    stop = (
        "import os, signal, sys; from ncu_advisor.regression import gate; gate.compare = lambda *a: os.kill(os.getpid(), signal.SIGKILL);"
        "from ncu_advisor.cli import main; main(sys.argv[1:])"
    )
    arguments = ["gate", "--history", str(file), "--current", str(profiles / "same.csv")]
    done = subprocess.run([sys.executable, "-c", stop, *arguments], check=False, capture_output=True)
    assert (done.returncode, file.read_bytes() == before, [p.name for p in tmp_path.iterdir()]) == (-signal.SIGKILL, True, ["h.sqlite"])


def test_help_is_quick() -> None:
    """The verb's help imports neither pandas nor numpy."""
    script = (
        "import sys; from ncu_advisor.cli import cli; cli.main(['gate', '--help'], standalone_mode=False);"
        "print('HEAVY', 'pandas' in sys.modules or 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert "HEAVY False" in done.stdout


def test_traces_of_nsys_are_runs(run: Run, tmp_path: Path) -> None:
    """Ten launches of eight kernels as ``nsys stats -r cuda_gpu_trace`` prints them: the one that became 8% slower fails, on times alone."""
    head = (
        "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,"
        "Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd,DstMemKd,Device,Ctx,Strm,Name"
    )

    def trace(name: str, seed: int, slower: float) -> None:
        times = made.scattered(8, seed=seed, scatter=0.003)
        times["kernel03"] = [slower * t for t in times["kernel03"]]
        events = [(name, ns) for launch in range(10) for name, of in times.items() for ns in of[launch : launch + 1]]
        rows = [f"{at * 10_000_000},{ns:.0f},{at},64,1,1,256,1,1,32,0.0,0.0,,,,,NVIDIA H200 (0),1,7,{k}" for at, (k, ns) in enumerate(events)]
        (tmp_path / name).write_text("\n".join([head, *rows]) + "\n")

    trace("before.csv", 1, 1.0)
    trace("same.csv", 2, 1.0)
    trace("slow.csv", 3, 1.08)
    same, slow = (run("gate", "--baseline", "before.csv", "--current", name, "--format", "json") for name in ("same.csv", "slow.csv"))
    assert (same.exit_code, slow.exit_code) == (0, 1)
    assert [k["name"] for k in json.loads(slow.stdout)["kernels"] if k["verdict"] == "FAIL"] == ["kernel03"]
    assert run("gate", "--baseline", "before.csv", "--current", "@base.csv").exit_code == 2
