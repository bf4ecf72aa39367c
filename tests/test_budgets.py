"""Budgets over several runs, of rules and over a baseline: none passes for the order of its files, or because nothing could be checked."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import gate_profiles as made
import pytest
from click.testing import CliRunner, Result

from ncu_advisor.cli import cli
from ncu_advisor.resources import data_folder

Judge = Callable[..., Result]
OVER = 'kernel = "triad"\nmetric = "duration"\nmax = 500_000\n'  # it takes 363 us, and 726 where it is made slower
UNCOALESCED = 'kernel = "transpose_naive"\nrule = "uncoalesced-access"\n'


@pytest.fixture(scope="module")
def profiles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real exports, altered: times, a kernel that was mended, columns left out, launches left out."""
    folder = tmp_path_factory.mktemp("profiles")
    for seed in (1, 2):
        made.write(folder / f"fast{seed}.csv", seed=seed)
        made.write(folder / f"slow{seed}.csv", seed=seed + 10, slower={"triad": 2.0})
    made.write(folder / "fewer.csv", seed=3, kernels=["triad", "copy_f32"])
    made.write(folder / "registers.csv", seed=4, without=["launch__registers_per_thread"])
    timed = [name for name in made.table()[0] if "time_duration" in name or "cycles_elapsed" in name]
    made.write(folder / "untimed.csv", seed=5, without=timed)
    made.write(folder / "naive.csv", export="full_raw", kernels=["transpose_naive"], launches=2)
    naive = dict(zip(made.table("full_raw")[0], made.table("full_raw")[2][0], strict=True))
    assert naive["Kernel Name"].startswith("transpose_naive")
    same = {
        name: naive[name]
        for name in naive
        if name in ("Kernel Name", "Block Size", "Grid Size") or name.startswith(("launch__grid", "launch__block"))
    }
    made.write(folder / "mended.csv", export="full_raw", kernels=["transpose_tiled"], launches=2, change=lambda cells: cells.update(same))
    return folder


@pytest.fixture
def judge(profiles: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """The gate over profiles of these names, with the text of one budget and in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def invoke(budget: str, current: Sequence[str], *more: str, baseline: Sequence[str] = ()) -> Result:
        (tmp_path / "b.toml").write_text(f"[[budgets]]\n{budget}")
        sides = [part for option, names in (("--baseline", baseline), ("--current", current)) for name in names for part in (option, profiles / name)]
        return CliRunner().invoke(cli, ["gate", "--budgets", "b.toml", *map(str, sides), *more])

    return invoke


def test_no_order_of_runs_decides(judge: Judge) -> None:
    """The median over three runs is above the limit in every order of two slow ones and a fast one, and below it the other way round."""
    for names, code in ((("fast1.csv", "slow1.csv", "slow2.csv"), 1), (("fast1.csv", "fast2.csv", "slow1.csv"), 0)):
        assert {judge(OVER, order).exit_code for order in itertools.permutations(names)} == {code}


def test_a_rule_must_not_speak_in_any_run(judge: Judge) -> None:
    """One run of two in which it speaks is enough, wherever it stands; the sentence says in how many."""
    found = [judge(UNCOALESCED, order) for order in (("naive.csv", "mended.csv"), ("mended.csv", "naive.csv"))]
    assert [(result.exit_code, "in 1 of 2 runs" in result.stdout) for result in found] == [(1, True)] * 2
    assert judge(UNCOALESCED, ["mended.csv"]).exit_code == 0
    assert judge(UNCOALESCED + "max = 95\n", ["naive.csv"]).exit_code == 0


def test_misspelt_names_are_refused(judge: Judge) -> None:
    """A budget on no rule would pass for ever: one line with the file, what is wrong and what is like it."""
    result = judge('rule = "uncoalesed-access"\n', ["fast1.csv"])
    message = "ncu-advisor: b.toml: budgets[0]: rule = 'uncoalesed-access' matches no rule; write 'uncoalesced-access'\n"
    assert (result.exit_code, result.stderr, result.stdout) == (2, message, "")


def test_a_rule_that_was_not_evaluated_is_not_kept(judge: Judge) -> None:
    """A profile without what it needs is told so, and fails as one without a limited metric does; a budget that only warns warns."""
    budget = 'kernel = "copy_u8"\nrule = "uncoalesced-access"\n'
    found = judge(budget, ["fast1.csv"], "--width", "200")
    assert (found.exit_code, "copy_u8: `uncoalesced-access` was not evaluated, so its budget cannot be checked (lacks l1tex" in found.stdout) == (
        1,
        True,
    )
    warned = judge(budget + 'level = "warn"\n', ["fast1.csv"], "--width", "200")
    assert (warned.exit_code, "was not evaluated" in warned.stdout) == (0, True)


def test_of_several_rules_those_that_were_not_evaluated_are_named(judge: Judge) -> None:
    """Beside others that were, they fail nothing and are no secret."""
    found = judge('kernel = "copy_u8"\nrule = "*"\nmax = 90\n', ["fast1.csv"], "--width", "400")
    assert found.exit_code == 0
    assert "note: the budget for '*' did not check atomic-contention, " in found.stdout
    assert "on copy_u8: not evaluated, as metrics were not collected" in found.stdout


def test_rules_of_no_profile_of_ncu_are_not_evaluated(judge: Judge, profiles: Path) -> None:
    """A trace and a baseline file hold times, and no word on rules that kept silent."""
    CliRunner().invoke(cli, ["gate", "--update-baseline", "--baseline", str(profiles / "base.json"), "--current", str(profiles / "fast1.csv")])
    head = "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),Throughput (MBps),SrcMemKd"
    row = "0,1000,1,64,1,1,256,1,1,32,0.0,0.0,,,,,NVIDIA H200 (0),1,7,triad"
    (profiles / "trace.csv").write_text(f"{head},DstMemKd,Device,Ctx,Strm,Name\n{row}\n")
    for name in ("base.json", "trace.csv"):
        found = judge('kernel = "triad"\nrule = "uncoalesced-access"\n', [name], "--width", "200")
        assert (found.exit_code, "not on traces and baseline files" in found.stdout) == (1, True)


def test_budgets_of_rules_of_the_users_own(judge: Judge, tmp_path: Path) -> None:
    """The gate judges by the settings' folder of rules as analyze does: a budget on one of them can fail, and is known by its name."""
    text = (data_folder("rules") / "tail-wave.toml").read_text(encoding="utf-8").replace('id = "tail-wave"', 'id = "my-tail"')
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "my-tail.toml").write_text(text, encoding="utf-8")
    assert judge('rule = "my-tail"\n', ["fast1.csv"]).exit_code == 2
    (tmp_path / "ncu-advisor.toml").write_text('rules = "rules"\n')
    found = judge('kernel = "spin_tail"\nrule = "my-tail"\n', ["fast1.csv"])
    assert (found.exit_code, "`my-tail` speaks" in found.stdout) == (1, True)
    near = judge('rule = "my-tale"\n', ["fast1.csv"])
    assert (near.exit_code, near.stderr.endswith("matches no rule; write 'my-tail'\n")) == (2, True)


@pytest.mark.parametrize("limit", ["max_increase_pct = 5\n", "max_increase = 1000\n"])
@pytest.mark.parametrize(
    ("kernel", "metric", "baseline", "allow"),
    [
        ("triad", "duration", [], []),
        ("*", "total_time", [], []),
        ("gather_regs", "duration", ["fewer.csv"], ["added-kernels"]),
        ("triad", "registers_per_thread", ["registers.csv"], ["metric-set"]),
    ],
    ids=["no baseline", "no total", "a new kernel", "a metric that the baseline lacks"],
)
def test_an_increase_over_nothing_does_not_pass(judge: Judge, kernel: str, metric: str, baseline: list[str], allow: list[str], limit: str) -> None:
    """Nothing passes because it could not be compared."""
    options = [part for name in allow for part in ("--allow", name)]
    found = judge(f'kernel = "{kernel}"\nmetric = "{metric}"\n{limit}', ["fast1.csv"], *options, "--format", "json", baseline=baseline)
    told = json.loads(found.stdout)
    assert (found.exit_code, "with no value of the baseline to hold it against" in told["why"][0]) == (1, True)


def test_an_increase_over_a_baseline_file(judge: Judge, profiles: Path) -> None:
    """What the file keeps of a metric is as good as the profile: no rise is a pass, also of a counter that it keeps as a range."""
    update = ["gate", "--update-baseline", "--baseline", str(profiles / "kept.json"), "--current", str(profiles / "fast1.csv")]
    assert CliRunner().invoke(cli, update).exit_code == 0
    for metric in ("duration", "registers_per_thread", "elapsed_cycles"):
        budget = f'kernel = "triad"\nmetric = "{metric}"\nmax_increase_pct = 5\n'
        assert [judge(budget, ["fast2.csv"], baseline=[name]).exit_code for name in ("kept.json", "fast1.csv")] == [0, 0]


def test_a_total_without_times_is_no_zero(judge: Judge) -> None:
    """A run of which no time was collected is within no limit."""
    found = judge('metric = "total_time"\nmax = 1e12\n', ["untimed.csv"])
    assert (found.exit_code, "total_time was not collected" in found.stdout) == (1, True)


def test_the_headline_of_budgets_alone_says_what_was_checked(judge: Judge) -> None:
    """How many budgets over how many kernels, kept or not."""
    kept, broken = judge('metric = "duration"\nmax = 1e9\n', ["fast1.csv"]), judge(OVER, ["slow1.csv"])
    assert kept.stdout == "PASS  1 budget checked over 16 kernels, nothing compared.\n"
    assert broken.stdout.startswith("FAIL  1 budget checked over 16 kernels, nothing compared; 1 budget not kept.\n")
