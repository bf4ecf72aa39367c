"""The settings file: which one holds, and what in it is refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.settings import nearest, read

FULL = """
[gate]
effect_pct = 2
least_runs = 7
counters = "warn"
baseline = "perf/base.json"
history = "perf/history.sqlite"
allow = ["driver"]

[[budgets]]
kernel = "gemm*"
metric = "duration"
max = 120_000
level = "warn"

[[waivers]]
kernel = "sort*"
what = "time"
reason = "being rewritten"
expires = 2027-01-31
"""
WAIVER = '[[waivers]]\nkernel = "a"\nwhat = "{}"\nreason = "x"\nexpires = 2027-01-01\n'


def test_everything_of_the_file(tmp_path: Path) -> None:
    """Thresholds, paths beside the file, allowances, budgets and waivers."""
    (tmp_path / "ncu-advisor.toml").write_text(FULL)
    found = nearest(tmp_path)
    assert (found.policy, found.allow) == (Policy(effect_pct=2.0, least_runs=7, counters="warn"), ("driver",))
    assert (found.baseline, found.history) == ((str(tmp_path / "perf/base.json"),), str(tmp_path / "perf/history.sqlite"))
    assert [(b.kernel, b.max, b.level) for b in found.budgets.budgets] == [("gemm*", 120_000.0, "warn")]
    assert [(w.what, w.expires) for w in found.budgets.waivers] == [("time", date(2027, 1, 31))]


def test_the_same_in_pyproject(tmp_path: Path) -> None:
    """As [tool.ncu-advisor]; a pyproject without that table is passed over."""
    body = FULL.replace("[gate]", "[tool.ncu-advisor.gate]").replace("[[", "[[tool.ncu-advisor.")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n" + body)
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "pyproject.toml").write_text("[project]\nname = 'y'\n")
    assert (nearest(inner).policy.effect_pct, nearest(inner).source) == (2.0, str(tmp_path / "pyproject.toml"))


def test_nothing_beyond_the_repository_is_read(tmp_path: Path) -> None:
    """A file above the repository's root, or above a folder that is in no repository, belongs to somebody else."""
    (tmp_path / "ncu-advisor.toml").write_text(FULL)
    repository, plain = tmp_path / "repository", tmp_path / "plain"
    (repository / ".git").mkdir(parents=True)
    plain.mkdir()
    assert [nearest(folder).source for folder in (repository, plain)] == ["", ""]


def test_the_nearest_holds(tmp_path: Path) -> None:
    """The folder's own file wins over its parent's, and ncu-advisor.toml over pyproject.toml."""
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "ncu-advisor.toml").write_text("[gate]\neffect_pct = 9\n")
    (inner / "pyproject.toml").write_text("[tool.ncu-advisor.gate]\neffect_pct = 8\n")
    (inner / "ncu-advisor.toml").write_text("[gate]\neffect_pct = 7\n")
    assert nearest(inner).policy.effect_pct == 7.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[gate\n", "is no TOML"),
        ("[gates]\n", "'gates' is not known"),
        ("gate = 3\n", "gate is no table"),
        ("[gate]\neffect = 3\n", "'effect' is no threshold"),
        ("[gate]\neffect_pct = -1\n", "no number that fits"),
        ("[gate]\neffect_pct = nan\n", "no number that fits"),
        ("[gate]\neffect_pct = true\n", "no number that fits"),
        ("[gate]\neffect_pct = 1e308\n", "a number from 0 to 1,000"),
        ("[gate]\nalpha = 5\n", "alpha = 5 is no number that fits; a number from 0 to 1"),
        ("[gate]\nexclusion = 0.6\n", "a number from 0 to 0.5"),
        ("[gate]\noutlier_chance = 2\n", "a number from 0 to 1"),
        (f"[gate]\nwindow = 1{'0' * 400}\n", "a whole number from 1 to 1,000,000"),
        ('strict = "yes"\n', "is not true or false"),
        ("[gate]\nleast_runs = 0\n", "no number that fits"),
        ("[gate]\nleast_runs = 2.5\n", "no number that fits"),
        ('[gate]\ntime = "maybe"\n', "time = 'maybe'"),
        ("[gate]\nbaseline = 3\n", "no text or list of texts"),
        ("budgets = 3\n", "no list of tables"),
        ('[[budgets]]\nkernel = "a"\n', "names no metric or rule"),
        ('[[budgets]]\nmetric = "duration"\nrule = "tail-wave"\nmax = 1\n', "or both"),
        ('[[budgets]]\nmetric = "duration"\n', "sets no limit"),
        ('[[budgets]]\nmetric = "speed"\nmax = 1\n', "is no metric"),
        ('[[budgets]]\nrule = "tail-wave"\nmax_increase = 1\n', "limits a rule"),
        ('[[budgets]]\nmetric = "duration"\nmax = "fast"\n', "wrong kind"),
        ('[[budgets]]\nmetric = "duration"\nmax = 1\nlevel = "loud"\n', "budgets[0]: level = 'loud' is not known; one of fail, warn"),
        ('[[budgets]]\nmetric = "duration"\nmax = 1\nunmatched = "no"\n', "unmatched = 'no' is not known; one of fail, warn, ignore"),
        ('[[budgets]]\nmetric = "duraton"\nmax = 1\n', "metric = 'duraton' is no metric; write 'duration'"),
        ('[[budgets]]\nmetric = "share_barrier"\nmax = 1\n', "is none that the gate keeps of a run"),
        ('[[budgets]]\nrule = "uncoalesed-access"\n', "budgets[0]: rule = 'uncoalesed-access' matches no rule; write 'uncoalesced-access'"),
        ('[[budgets]]\nrule = "zz*"\n', "rule = 'zz*' matches no rule; `ncu-advisor rules` lists them"),
        ('[[budgets]]\nrule = "missed-fusion"\n', "speaks of several launches or of a run, and budgets are of kernels"),
        (WAIVER.format("tme"), "waivers[0]: what = 'tme' is no rule about launches, no metric, and neither time nor counters; write 'time'"),
        (WAIVER.format("uncoalesed-*"), "write 'uncoalesced-access'"),
        ('[[budgets]]\nmetric = "duration"\nmaximum = 1\n', "'maximum' is not known"),
        (f'[[budgets]]\nmetric = "duration"\nmax = {"9" * 400}\n', "budgets[0]: max is larger than any number that is compared here"),
        ('[[budgets]]\nmetric = "duration"\nmax = nan\n', "max = nan is of the wrong kind"),
        (f'[[budgets]]\nmetric = "duration"\nmax = {"9" * 5000}\n', "has a number of thousands of digits"),
        (f"[gate]\nwindow = 0x{'f' * 5000}\n", "has a number of thousands of digits"),
        (f"a = {'[' * 5000}{']' * 5000}\n", "is nested too deeply"),
        ('[[waivers]]\nkernel = "a"\nwhat = "time"\nexpires = 2027-01-01\n', "lacks a reason"),
        ('[[waivers]]\nkernel = "a"\nwhat = "time"\nreason = "x"\n', "lacks a reason or the day"),
        ('[[waivers]]\nkernel = "a"\nwhat = "time"\nreason = "x"\nexpires = "soon"\n', "is no day"),
        ('[[waivers]]\nkernel = "a"\nreason = "x"\nexpires = 2027-01-01\n', "lacks what"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """One line that names the file and what is wrong, for each kind of mistake."""
    path = tmp_path / "ncu-advisor.toml"
    path.write_text(text)
    with pytest.raises(AdvisorError) as caught:
        read(path)
    assert (message in str(caught.value), str(path) in str(caught.value)) == (True, True)


@pytest.mark.parametrize("what", ["time", "counters", "*", "duration", "tail-wave", "uncoalesced-*", "stall_*"])
def test_what_waivers_may_name(tmp_path: Path, what: str) -> None:
    """Times, counters, rules and metrics, each by its name or a pattern."""
    (tmp_path / "ncu-advisor.toml").write_text(WAIVER.format(what))
    assert [waiver.what for waiver in nearest(tmp_path).budgets.waivers] == [what]


def test_keys_of_analyze_are_none_of_the_gates_business(tmp_path: Path) -> None:
    """One file serves both."""
    (tmp_path / "ncu-advisor.toml").write_text(f'fail_on = "high"\ngpu = "h200"\n{FULL}')
    assert nearest(tmp_path).policy.effect_pct == 2.0


def test_a_waiver_may_name_a_moment(tmp_path: Path) -> None:
    """A TOML date with a time of day is that day."""
    path = tmp_path / "x.toml"
    path.write_text('[[waivers]]\nkernel = "a"\nwhat = "time"\nreason = "x"\nexpires = 2027-01-01T10:00:00Z\n')
    assert read(path).budgets.waivers[0].expires == date(2027, 1, 1)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Named on the command line, it must exist."""
    with pytest.raises(AdvisorError, match="cannot be read"):
        read(tmp_path / "none.toml")


def test_a_pyproject_that_is_named_is_read_as_one_that_is_found(tmp_path: Path) -> None:
    """The tables of other tools are none of ours; without ours, one line says so."""
    path = tmp_path / "pyproject.toml"
    path.write_text("[project]\nname = 'x'\n[tool.ncu-advisor.gate]\neffect_pct = 2\n")
    assert read(path) == nearest(tmp_path)
    assert read(path).policy.effect_pct == 2.0
    for without in ("[project]\nname = 'x'\n", "[tool.other]\n", "tool = 3\n"):
        path.write_text(without)
        assert nearest(tmp_path).source == ""
        with pytest.raises(AdvisorError, match=r"has no \[tool\.ncu-advisor\]; write one"):
            read(path)
