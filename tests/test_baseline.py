"""The baseline file: it keeps what the gate needs, reads well in a diff, and is never half written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import gate_profiles as made
import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression import baseline, run_files
from ncu_advisor.regression.gate import gate
from ncu_advisor.regression.runs import Counter, RuleSeen, Run


def sample(seed: int = 0) -> Run:
    run = made.run(made.scattered(3, seed=seed))
    first = replace(run.kernels[0], rules={"tail-wave": RuleSeen("The last wave", 8.5, "/src/k.cu", 7)}, limiter="dram", bound="memory")
    second = replace(run.kernels[1], counters={"instructions": Counter(10.0, 12.5, 15.0)})
    return replace(run, kernels=(first, second, run.kernels[2]))


def again(content: bytes) -> list[Run]:
    return baseline.runs(json.loads(content), "x.json")


def test_what_the_gate_needs_survives() -> None:
    """Times to 0.1 ns, counters to the digit, conditions, rules with their place, limiters; runs stay apart."""
    runs = [sample(0), sample(1)]
    back = again(baseline.content(runs))
    assert [r.conditions for r in back] == [r.conditions for r in runs]
    assert [[k.kernel for k in r.kernels] for r in back] == [[k.kernel for k in r.kernels] for r in runs]
    assert [k.counters for k in back[0].kernels] == [k.counters for k in runs[0].kernels]
    assert [t for k in back[1].kernels for t in k.durations] == pytest.approx([t for k in runs[1].kernels for t in k.durations], abs=0.051)
    assert (back[0].kernels[0].rules["tail-wave"].place, back[0].kernels[0].limiter) == ("k.cu:7", "dram")


def test_the_gate_judges_alike_from_file_and_from_profiles() -> None:
    """A baseline file is as good as the runs that it was made of."""
    runs, now = [made.run(made.scattered(seed=s)) for s in range(6)], made.scattered(seed=50)
    now["kernel03"] = [t * 1.07 for t in now["kernel03"]]
    direct, stored = gate(runs, [made.run(now)]), gate(again(baseline.content(runs)), [made.run(now)])
    assert [(k.verdict, round(k.change.change_pct, 2)) for k in direct.kernels] == [
        (k.verdict, round(k.change.change_pct, 2)) for k in stored.kernels
    ]


def test_a_diff_shows_the_kernel_that_changed() -> None:
    """Keys are sorted and a run of times is one line: one kernel slower by a known factor changes its lines alone."""
    runs = [sample()]
    slower = [
        replace(runs[0], kernels=(*runs[0].kernels[:2], replace(runs[0].kernels[2], durations=tuple(d * 2 for d in runs[0].kernels[2].durations))))
    ]
    one, other = (baseline.content(r).decode().splitlines() for r in (runs, slower))
    assert (len(one), sum(a != b for a, b in zip(one, other, strict=True))) == (len(other), 1)
    assert list(json.loads("\n".join(one))) == sorted(json.loads("\n".join(one)))


def test_runs_of_several_minds_are_refused() -> None:
    """A baseline of two drivers would compare with neither."""
    other = replace(sample(1), conditions=replace(made.KNOWN, driver="CUDA 12.1"))
    with pytest.raises(AdvisorError, match="differ among themselves"):
        baseline.content([sample(0), other])


def test_kernels_that_only_some_runs_have() -> None:
    """A run without a kernel stays without it."""
    less = replace(sample(1), kernels=sample(1).kernels[:2])
    assert [len(run.kernels) for run in again(baseline.content([sample(0), less]))] == [3, 2]


@pytest.mark.parametrize("damage", ["conditions", "kernels", "runs", "baseline_version"])
def test_what_is_not_whole_is_refused(damage: str) -> None:
    """Each missing part is one line, not a traceback."""
    data: dict[str, Any] = json.loads(baseline.content([sample()]))
    del data[damage]
    with pytest.raises(AdvisorError, match="update-baseline"):
        baseline.runs(data, "x.json")


def test_a_baseline_of_real_profiles(tmp_path: Path) -> None:
    """Written from exports, read back by the same argument as any profile."""
    runs = run_files.load_all([str(made.write(tmp_path / f"{s}.csv", launches=3, seed=s)) for s in range(2)])
    (tmp_path / "base.json").write_bytes(baseline.content(runs))
    back = run_files.load(str(tmp_path / "base.json"))
    assert ([len(r.kernels) for r in back], [r.label for r in back]) == ([16, 16], ["0.csv", "1.csv"])
