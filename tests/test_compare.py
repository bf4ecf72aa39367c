"""Comparisons: what changed, what became the limiter, which rules came and went, and the sentence that says why."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import gate_profiles as made
import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import run_files, runs
from ncu_advisor.regression.change import KernelChange
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.matching import ADDED, MERGED, REMOVED, SPLIT
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, RuleSeen, Run


def changed(run: Run, name: str, **fields: object) -> Run:
    return replace(run, kernels=tuple(replace(k, **fields) if k.kernel.name == name else k for k in run.kernels))  # type: ignore[arg-type]


def the(name: str, before: Run, after: Run) -> KernelChange:
    return next(k for k in compare([before], [after]).kernels if k.kernel.name == name)


def slowed(factor: float, name: str = "kernel05") -> tuple[Run, Run]:
    now = made.scattered(seed=8)
    now[name] = [t * factor for t in now[name]]
    return made.run(made.scattered(seed=7)), made.run(now)


def test_slower_because_a_rule_appeared() -> None:
    """The rule, its place and title, and the work that rose with it."""
    before, after = slowed(1.5)
    counters = {"theoretical_sectors": Counter(*[8e6] * 3)}
    before = changed(before, "kernel05", counters={"theoretical_sectors": Counter(*[1e6] * 3)}, limiter="dram")
    seen = RuleSeen("Global loads touch 8 times the sectors", 60.0, "/home/me/src/k.cu", 12)
    after = changed(after, "kernel05", counters=counters, limiter="l2", rules={"uncoalesced-access": seen})
    expected = (
        "slower because `uncoalesced-access` appeared at k.cu:12 (Global loads touch 8 times the sectors); "
        "global sectors that the code's addresses touch: 1 M to 8 M (8.0x); the limiter went from DRAM to L2"
    )
    assert the("kernel05", before, after).because == expected


def test_faster_because_a_rule_vanished() -> None:
    """The other way round it is what vanished."""
    after, before = slowed(1.5)
    before = changed(before, "kernel05", rules={"register-spill": RuleSeen("Registers spill", 20.0, sass="STL.64")})
    assert the("kernel05", before, after).because == "faster because `register-spill` vanished at STL.64 (Registers spill)"


def test_slower_without_a_reason_says_so() -> None:
    """Nothing is invented where no counter changed."""
    assert the("kernel05", *slowed(1.2)).because == "slower, but no collected counter says why"


def test_unchanged_kernels_say_nothing() -> None:
    """No sentence within the noise."""
    assert the("kernel04", *slowed(1.2)).because == ""


def test_a_rule_must_speak_of_most_launches() -> None:
    """A finding of one launch in ten is noise, not a change of the code."""
    report = run_files.load(str(made.EXPORTS / "full_raw.csv.xz"))[0].report
    assert report is not None
    lead = next(k for k in report.kernels if k.findings)
    quiet = replace(lead, findings=[])
    few = runs.of_report(replace(report, kernels=[replace(lead if at == 0 else quiet, id=at) for at in range(10)]))
    most = runs.of_report(replace(report, kernels=[replace(lead if at < 6 else quiet, id=at) for at in range(10)]))
    assert [bool(run.kernels[0].rules) for run in (few, most)] == [False, True]


def test_added_and_removed_kernels_have_no_times_to_compare() -> None:
    """They are listed with the side that has them."""
    before, after = slowed(1.0)
    fresh = replace(after.kernels[0], kernel=Kernel("zz", (7, 1, 1), (32, 1, 1)), counters={})
    found = compare([before], [replace(after, kernels=(*after.kernels[1:], fresh))])
    kinds = {k.match.kind: k for k in found.kernels}
    assert kinds[ADDED].kernel.name == "zz"
    assert (kinds[ADDED].time, kinds[REMOVED].time, kinds[REMOVED].total_ns[1]) == (None, None, 0.0)


@pytest.mark.parametrize("kind", [SPLIT, MERGED])
def test_split_and_merged_kernels_are_compared_as_sums(kind: str) -> None:
    """One kernel of 100 us against two of 60 us each: 20% slower, or as much faster."""
    whole = made.scattered(8, seed=1)
    parts = made.scattered(8, seed=2)

    def run(times: dict[str, list[float]], extra: dict[str, float]) -> Run:
        added = {name: [ns * (1 + 0.001 * (at % 3)) for at in range(10)] for name, ns in extra.items()}
        return made.run({**times, **added}, instructions={"combined": 9e6, "alpha_stage": 4e6, "zulu_pass": 5e6})

    one, two = run(whole, {"combined": 1e5}), run(parts, {"alpha_stage": 6e4, "zulu_pass": 6e4})
    found = compare(*(([one], [two]) if kind == SPLIT else ([two], [one])))
    change = next(k for k in found.kernels if k.match.kind == kind)
    assert change.change_pct == pytest.approx(20.0 if kind == SPLIT else -16.7, abs=1.5)


def test_a_level_change_in_the_history_starts_it_anew() -> None:
    """A regression that was accepted six runs ago is the baseline now, and is said."""
    old = [made.run(made.scattered(seed=r)) for r in range(8)]
    new = []
    for r in range(8, 15):
        times = made.scattered(seed=r)
        times["kernel05"] = [t * 1.3 for t in times["kernel05"]]
        new.append(made.run(times))
    found = compare([*old, *new[:-1]], [new[-1]])
    change = next(k for k in found.kernels if k.kernel.name == "kernel05")
    assert (change.time is not None and change.time.verdict, [n.split(":")[0] for n in found.notes]) == ("PASS", ["kernel05"])


def test_runs_of_folders_globs_and_reports(tmp_path: Path) -> None:
    """A glob is a run a file, a folder is one run; a saved JSON report is the run that it was made of."""
    import json

    for seed in range(3):
        made.write(tmp_path / f"run{seed}.csv", launches=1, seed=seed, kernels=["triad", "copy_u8"])
    folder = tmp_path / "one"
    folder.mkdir()
    made.write(folder / "a.csv", launches=2, kernels=["triad"])
    report = run_files.load(str(tmp_path / "run0.csv"))[0]
    assert report.report is not None
    (tmp_path / "saved.json").write_text(json.dumps(report.report.to_json()))
    again = run_files.load(str(tmp_path / "saved.json"))[0]
    assert [len(run_files.load_all([str(tmp_path / "run*.csv")])), len(run_files.load_all([str(folder)]))] == [3, 1]
    told = [[(k.kernel, k.durations, dict(k.rules), k.limiter) for k in run.kernels] for run in (again, report)]
    assert (told[0], again.conditions) == (told[1], report.conditions)


@pytest.mark.parametrize(
    "content", ['{"schema_version": "1.0"}', '{"baseline_version": 1}', '{"baseline_version": 9}', '{"schema_version": 1, "kernels"']
)
def test_damaged_json_is_one_line(tmp_path: Path, content: str) -> None:
    """No traceback for a report or baseline that is not whole."""
    path = tmp_path / "x.json"
    path.write_text(content)
    with pytest.raises(AdvisorError) as caught:
        run_files.load(str(path))
    assert "\n" not in str(caught.value)


def test_kernels_without_times_do_not_break_anything() -> None:
    """NaN times, no counters, no metrics."""
    before = made.run(made.scattered())
    empty = replace(before, kernels=tuple(KernelRun(k.kernel, (float("nan"),)) for k in before.kernels))
    assert {k.time.verdict for k in compare([before], [empty]).kernels if k.time} == {"AMBIGUOUS"}
