"""Launches of one name and shape that do different work: another mix of them makes no launch slower or faster."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gate_profiles as made
import numpy as np
import pytest

from ncu_advisor.regression import baseline, history
from ncu_advisor.regression.budget_tables import from_tables
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, PASS
from ncu_advisor.regression.gate import GateResult, gate
from ncu_advisor.regression.outputs._rows import notes
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, Run, of_report
from ncu_advisor.report import Report

GEMM = Kernel("gemm", (100, 1, 1), (256, 1, 1))


def mixed(small: int, large: int, slower: float = 1.0, seed: int = 0) -> Run:
    """Twelve steady kernels, and one launched on two sizes: 50 us and 1,000 instructions, or twice that; large ones ``slower``."""
    run, drawn = made.run(made.scattered(seed=seed)), np.random.default_rng(seed)
    work = (1000.0,) * small + (2000.0,) * large
    times = tuple(50.0 * done * (slower if done > 1000 else 1.0) * float(np.exp(drawn.normal(0, 0.005))) for done in work)
    counter = Counter(min(work), sum(work) / len(work), max(work))
    kept = work if small and large else ()
    return replace(run, kernels=(*run.kernels, KernelRun(GEMM, times, {"instructions": counter}, {"sm_clock": 1.98e9}, work=kept)))


def of_gemm(result: GateResult) -> dict[float, str]:
    return {k.change.kernel.work: k.verdict for k in result.kernels if k.change.kernel.name == "gemm"}


def test_another_mix_is_compared_by_work() -> None:
    """One size is launched twice as often: no launch became faster, both sizes pass, and the mix is said."""
    before, now = mixed(10, 10, seed=1), mixed(20, 10, seed=2)
    result = gate([before], [now])
    assert of_gemm(result) == {1000.0: PASS, 2000.0: PASS}
    assert all(abs(k.change.change_pct) < 1 and not k.change.because for k in result.kernels if k.change.kernel.name == "gemm")
    assert sum("gemm: another mix of launches, which execute 1,000 or 2,000 instructions each" in line for line in notes(result)) == 1


def test_a_slowdown_within_another_mix_is_found() -> None:
    """The large size became 8% slower while the small one is launched twice as often, so that the typical launch is shorter."""
    assert of_gemm(gate([mixed(10, 10, seed=1)], [mixed(20, 10, slower=1.08, seed=2)])) == {1000.0: PASS, 2000.0: FAIL}


@pytest.mark.parametrize("sides", [((10, 10), (10, 10)), ((10, 10), (20, 0)), ((20, 0), (10, 10))])
def test_the_same_mix_and_other_kinds_of_work_stay_one_kernel(sides: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Nothing is taken apart where a run launches what the baseline did, nor where a side does work that the other does not."""
    before, now = (mixed(*side, seed=at) for at, side in enumerate(sides))
    assert list(of_gemm(gate([before], [now]))) == [0.0]


def test_budgets_hold_for_the_whole_of_a_kernel_that_is_taken_apart() -> None:
    """A limit on the median of its launches, absolute or over the baseline's, is that of all of them."""

    def verdict(**limit: Any) -> str:
        tables = from_tables({"budgets": [{"kernel": "gemm", **limit}]}, "test")
        return gate([mixed(10, 10, seed=1)], [mixed(10, 20, seed=2)], budgets=tables, allowed=["launch-counts"]).verdict

    assert [verdict(metric="duration", **{key: value}) for key, value in (("max", 3e5), ("max", 0.8e5), ("max_increase_pct", 50.0))] == [
        PASS,
        FAIL,
        PASS,
    ]
    assert verdict(metric="duration", max_increase_pct=20.0) == FAIL


def test_more_of_the_larger_work_takes_longer() -> None:
    """As many launches, but most of the large size now: the run takes longer by what became more."""
    assert of_gemm(gate([mixed(90, 30, seed=1)], [mixed(30, 90, seed=2)])) == {1000.0: PASS, 2000.0: AMBIGUOUS}


def test_the_work_of_launches_is_kept(tmp_path: Path) -> None:
    """In the baseline file and in the history, so that either can be compared with another mix."""
    import json

    runs = [mixed(10, 10, seed=1), mixed(20, 0, seed=2)]
    history.add(tmp_path / "h.sqlite", runs)
    for kept in (history.runs(tmp_path / "h.sqlite"), baseline.runs(json.loads(baseline.content(runs)), "x.json")):
        assert [run.kernels[-1].each for run in kept] == [run.kernels[-1].each for run in runs]
        assert [k.kernel.work for k in compare(kept, [mixed(20, 10, seed=3)]).kernels if k.kernel.name == "gemm"] == [1000.0, 2000.0]


def test_the_work_of_launches_is_that_of_the_report() -> None:
    """In the order of the launches; nothing where it is the same for all, or not known of one."""
    from report_examples import TRIAD, report

    def launched(*counts: float) -> Report:
        return report([replace(TRIAD, id=at, metrics={**TRIAD.metrics, "instructions": count}) for at, count in enumerate(counts)])

    found = [of_report(launched(*counts)).kernels[0] for counts in ((5.0, 7.0, 5.0), (5.0, 5.0), (5.0, float("nan"), 7.0))]
    assert [(kernel.work, kernel.each) for kernel in found] == [((5.0, 7.0, 5.0),) * 2, ((), (5.0, 5.0)), ((), ())]
