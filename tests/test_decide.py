"""Decisions on times: error rates of the documented noise model, and properties that hold for all samples."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import gate_profiles as made
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from benchmarks.gate.noise_model import MODELS, Case, draw
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, PASS, decide
from ncu_advisor.regression.noise import Sample, Series
from ncu_advisor.regression.policy import Policy

POLICY = Policy()


def verdicts(series: list[Series]) -> list[str]:
    return [kernel.verdict for kernel in decide(series, POLICY).kernels]


def shares(case: Case, runs: int, requests: int, model: int = 1) -> tuple[float, dict[str, float]]:
    """(share of pull requests with any FAIL, shares of kernel 0's verdicts)."""
    drawn = np.random.default_rng(11)
    found = [verdicts(draw(MODELS[model], case, runs, drawn)) for _ in range(requests)]
    return sum(FAIL in v for v in found) / requests, {v: sum(f[0] == v for f in found) / requests for v in (FAIL, AMBIGUOUS, PASS)}


@pytest.mark.parametrize(("runs", "most"), [(10, 0.01), (1, 0.05)])
def test_false_alarms(runs: int, most: float) -> None:
    """Of pull requests that change nothing at most 1% fail with history, 5% without (30 kernels, runs that differ)."""
    assert shares(Case(), runs, 300)[0] <= most


def test_a_slowdown_is_found() -> None:
    """5% on one kernel of 2% relative deviation is found in 95% with ten baseline runs, and hardly ever passed."""
    found = shares(Case(change={0: 1.05}, deviation=0.02), 10, 300)[1]
    assert (found[FAIL] >= 0.95, found[PASS] <= 0.02) == (True, True)


@pytest.mark.parametrize("runs", [10, 5, 1])
@pytest.mark.parametrize("deviation", [0.03, 0.08])
def test_what_is_too_noisy_to_find_is_not_passed(runs: int, deviation: float) -> None:
    """A 5% slowdown of a noisy kernel fails or is ambiguous; it passes in a few of a hundred at most."""
    assert shares(Case(change={0: 1.05}, deviation=deviation), runs, 150)[1][PASS] <= 0.05


@pytest.mark.parametrize("runs", [10, 1])
def test_a_uniform_shift_fails_no_kernel(runs: int) -> None:
    """All clocks 3% slower: it is reported, and as many pull requests fail as without it."""
    drawn = np.random.default_rng(5)
    decisions = [decide(draw(MODELS[1], Case(shift=0.03), runs, drawn), POLICY) for _ in range(100)]
    failed = sum(any(k.verdict == FAIL for k in d.kernels) for d in decisions) / len(decisions)
    seen = float(np.median([d.global_shift_pct for d in decisions]))
    assert (failed <= (0.01 if runs > 1 else 0.05), seen == pytest.approx(3.0, abs=0.5)) == (True, True)


times = st.lists(st.floats(1e4, 1e6), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(times, min_size=1, max_size=7), min_size=1, max_size=9), st.data())
def test_an_improvement_never_fails(kernels: list[list[list[float]]], data: st.DataObject) -> None:
    """A current run whose launches are those of the baseline's fastest run or faster fails no kernel, whatever the samples."""
    runs = max(len(k) for k in kernels)
    series = []
    for at, of_run in enumerate(kernels):
        best = min(of_run, key=lambda launches: float(np.mean(np.log(launches))))
        factor = data.draw(st.floats(0.3, 1.0))
        baseline = tuple(Sample(tuple(of_run[r % len(of_run)])) for r in range(runs))
        series.append(Series(str(at), baseline, (Sample(tuple(t * factor for t in best)),)))
    decision = decide(series, POLICY)
    slower = [k.raw_change_pct > POLICY.raw_effect_pct for k in decision.kernels]
    assert all(bad or k.verdict != FAIL for k, bad in zip(decision.kernels, slower, strict=True))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(1.005, 1.035), st.integers(1, 8), st.integers(6, 20))
@example(408, 1.03125, 5, 11)  # doubtful on both sides, and faster on one of them
def test_a_shift_of_all_is_reported_and_counted_against_none(seed: int, factor: float, runs: int, kernels: int) -> None:
    """The same samples, all longer by one factor: the shift is that factor, and every kernel's change is what it was.

    (Where what they share may be an improvement of many, changes are told as measured instead.)
    """
    base = [made.scattered(kernels, seed=seed + r) for r in range(runs)]
    now = made.scattered(kernels, seed=seed + 99)
    plain, shifted = (decide(made.series(base, [{k: [t * f for t in v] for k, v in now.items()}]), POLICY) for f in (1.0, factor))
    assert math.log1p(shifted.global_shift_pct / 100) - math.log1p(plain.global_shift_pct / 100) == pytest.approx(math.log(factor), abs=1e-9)
    if not plain.doubtful and not shifted.doubtful:
        assert [k.change_pct for k in shifted.kernels] == pytest.approx([k.change_pct for k in plain.kernels], abs=1e-6)
    assert FAIL not in [k.verdict for k in shifted.kernels]


def test_little_data_is_ambiguous() -> None:
    """One launch a side says nothing, even of a kernel that takes ten times as long."""
    found = decide([Series("a", (Sample((1e5,)),), (Sample((1e6,)),))], POLICY).kernels[0]
    assert (found.verdict, "too few" in found.why[0]) == (AMBIGUOUS, True)


def test_five_baseline_runs_of_one_launch_are_a_history() -> None:
    """With history a single launch is judged: against the runs' own spread."""
    drawn = np.random.default_rng(2)
    base = [{f"k{k}": [1e5 * (1 + 0.002 * drawn.normal())] for k in range(10)} for _ in range(8)]
    now = {f"k{k}": [1e5 * (1.2 if k == 3 else 1.0)] for k in range(10)}
    assert verdicts(made.series(base, [now])) == [FAIL if k == 3 else PASS for k in range(10)]


def test_a_side_without_times_is_ambiguous() -> None:
    """NaN durations are no times."""
    assert verdicts([Series("a", (Sample((math.nan,)),), (Sample((1e5,)),))]) == [AMBIGUOUS]


def test_a_kernel_of_two_speeds_does_not_fail_with_history() -> None:
    """Runs at either of two speeds 12% apart: a run at the slower one is within what the history has seen."""
    base = [made.scattered(10, seed=r) for r in range(10)]
    for at, run in enumerate(base):
        run["kernel05"] = [t * (1.12 if at % 2 else 1.0) for t in run["kernel05"]]
    now = made.scattered(10, seed=77)
    now["kernel05"] = [t * 1.12 for t in now["kernel05"]]
    assert verdicts(made.series(base, [now]))[5] == AMBIGUOUS


def test_a_kernel_that_stayed_is_not_slower_because_others_improved() -> None:
    """Nine of ten kernels became 10% faster: the tenth neither fails nor is it called slower by 10%."""
    base = [made.scattered(10, seed=r) for r in range(10)]
    now = {name: [t * (1.0 if name == "kernel04" else 0.9) for t in launches] for name, launches in made.scattered(10, seed=50).items()}
    assert FAIL not in verdicts(made.series(base, [now]))


def test_changes_below_the_timers_resolution_are_not_judged() -> None:
    """A kernel of 1 us that takes 60 ns longer: 6%, but within three ticks of the timer."""
    base = [made.scattered(8, seed=r) | {"tiny": [1000.0] * 10} for r in range(8)]
    now = made.scattered(8, seed=20) | {"tiny": [1060.0] * 10}
    assert verdicts(made.series(base, [now]))[-1] == PASS


def test_order_of_launches_explains_times() -> None:
    """Launches that differ by design (each twice as long as the one before) are compared one by one, not as scatter."""
    pattern = [1e4 * 2**k for k in range(8)]
    drawn = np.random.default_rng(3)

    def run(factor: float) -> dict[str, list[float]]:
        return {f"k{k}": [t * (factor if k == 2 else 1.0) * (1 + 0.002 * drawn.normal()) for t in pattern] for k in range(8)}

    assert verdicts(made.series([run(1.0)], [run(1.06)])) == [FAIL if k == 2 else PASS for k in range(8)]


def test_disturbed_launches_are_not_passed() -> None:
    """Four of ten launches take half as long again: the others are as before, yet that is no PASS."""
    base = [made.scattered(10, seed=r) for r in range(6)]
    now = made.scattered(10, seed=30)
    now["kernel03"] = [t * (1.5 if at in (1, 4, 8) else 1.0) for at, t in enumerate(now["kernel03"])]
    assert verdicts(made.series(base, [now]))[3] == AMBIGUOUS


def test_stricter_policy_finds_smaller_changes() -> None:
    """The thresholds are those of the policy: 2% of a quiet kernel fails when 1% matters."""
    base = [made.scattered(10, seed=r, scatter=0.001) for r in range(8)]
    now = made.scattered(10, seed=60, scatter=0.001)
    now["kernel03"] = [t * 1.02 for t in now["kernel03"]]
    strict = replace(POLICY, effect_pct=1.0, raw_effect_pct=0.5, envelope_pct=0.3)
    found = [decide(made.series(base, [now]), policy).kernels[3].verdict for policy in (POLICY, strict)]
    assert found == [PASS, FAIL]


def test_steps_of_the_timer_are_no_outliers() -> None:
    """Six launches alike and four that take three ticks longer, as measured on an H200: nothing is slower, and nothing is doubtful."""
    steady = [416_064.0] * 6 + [416_928.0] * 4
    runs = [{"steady": steady, **made.scattered(seed=seed)} for seed in range(2)]
    assert verdicts(made.series(runs[:1], runs[1:]))[0] == PASS


def test_outliers_are_told_as_such() -> None:
    """Four of ten launches half as long again: ambiguous, with their number and by how much at least they stand out."""
    plain, now = {"k": [100_000.0] * 10, **made.scattered(seed=1)}, {"k": [100_000.0] * 6 + [150_000.0] * 4, **made.scattered(seed=2)}
    found = decide(made.series([plain], [now]), POLICY).kernels[0]
    assert (found.verdict, found.why) == (AMBIGUOUS, ("4 of 10 launches are outliers, slower than the others by 3% or more; profile again",))


def test_few_launches_of_a_noisy_kernel_are_not_passed() -> None:
    """5% slower, deviation 5%, ten launches, no history: the spread of ten values is itself uncertain, and at most 2 in 100 pass."""
    assert shares(Case(change={0: 1.05}, deviation=0.05), 1, 200)[1][PASS] <= 0.02


def test_a_shared_shift_is_told_beside_the_change() -> None:
    """A kernel 8% slower in a run that is 2% faster: what is its own, and what the times in the table say."""
    before = made.scattered(seed=1)
    after = {name: [0.98 * t * (1.08 if name == "kernel05" else 1.0) for t in times] for name, times in made.scattered(seed=2).items()}
    found = {k.why[0] for k in decide(made.series([before], [after]), POLICY).kernels if k.verdict == FAIL}
    assert len(found) == 1
    assert re.fullmatch(
        r"slower by [78]\.\d% beyond what all kernels share \(95% interval .*; \+[56]\.\d% as measured\), Mann-Whitney .*", found.pop()
    )


def test_large_slowdowns_are_factors() -> None:
    """15 times the time reads so, not as 1400%."""
    before, after = made.scattered(seed=1), made.scattered(seed=2)
    after["kernel05"] = [15 * t for t in after["kernel05"]]
    (why,) = [k.why[0] for k in decide(made.series([before], [after]), POLICY).kernels if k.verdict == FAIL]
    assert why.startswith("takes 15 times as long (95% interval 14.")


@pytest.mark.parametrize(("runs", "slow"), [(1, 1), (1, 2), (8, 1)])
def test_slow_launches_that_the_baseline_does_not_have_are_not_passed(runs: int, slow: int) -> None:
    """One or two of ten launches take ten times as long: the typical one is as before, yet the run takes far longer."""
    base = [made.scattered(10, seed=r) for r in range(runs)]
    now = made.scattered(10, seed=30)
    now["kernel03"] = [t * (10 if at < slow else 1) for at, t in enumerate(now["kernel03"])]
    found = decide(made.series(base, [now]), POLICY).kernels[3]
    told = re.match(r"(. of 10 launches (?:is an outlier|are outliers)): the mean of all is (.*)% longer than in", found.why[0])
    assert told is not None
    assert (found.verdict, told[1], float(told[2])) == (
        AMBIGUOUS,
        f"{slow} of 10 launches {'is an outlier' if slow == 1 else 'are outliers'}",
        pytest.approx(90 * slow, abs=4),
    )


def test_slow_launches_that_the_baseline_has_too_are_passed() -> None:
    """A kernel of which every seventh launch takes half as long again, on either side alike, beside kernels without any."""

    def run(seed: int) -> dict[str, list[float]]:
        times = made.scattered(30, launches=70, seed=seed)
        times["kernel03"] = [t * (1.5 if at % 7 == 0 else 1) for at, t in enumerate(times["kernel03"])]
        return times

    assert verdicts(made.series([run(1)], [run(2)]))[3] == PASS
    assert verdicts(made.series([run(1)], [run(1)])) == [PASS] * 30
