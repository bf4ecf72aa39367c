"""The gate's verdicts on whole pull requests: times, counters, budgets, waivers, kernels that come and go."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import gate_profiles as made
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError
from ncu_advisor.regression.budget_tables import from_tables
from ncu_advisor.regression.budgets import Budgets
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, INCOMPARABLE, PASS
from ncu_advisor.regression.gate import GateResult, KernelVerdict, gate, unjudged
from ncu_advisor.regression.outputs._rows import headline, notes
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, Run

HISTORY = [made.run(made.scattered(seed=seed)) for seed in range(10)]


def current(slower: dict[str, float] | None = None, seed: int = 40, instructions: dict[str, float] | None = None) -> Run:
    times = {name: [t * (slower or {}).get(name, 1.0) for t in launches] for name, launches in made.scattered(seed=seed).items()}
    return made.run(times, instructions=instructions)


def the(result: GateResult, name: str) -> KernelVerdict:
    return next(k for k in result.kernels if k.change.kernel.name == name)


def budgets(**tables: Any) -> Budgets:
    return from_tables(tables, "test")


@pytest.mark.parametrize("baseline", [HISTORY, HISTORY[:1]])
def test_clean_slow_and_fast(baseline: list[Run]) -> None:
    """Nothing changed passes; 8% slower fails that kernel alone, with a reason; 8% faster passes."""
    found = [gate(baseline, [current(change)]) for change in ({}, {"kernel05": 1.08}, {"kernel05": 0.92})]
    assert [result.verdict for result in found] == [PASS, FAIL, PASS]
    assert [k.change.kernel.name for k in found[1].kernels if k.verdict == FAIL] == ["kernel05"]
    assert "slower by" in the(found[1], "kernel05").why[0]
    assert [result.exit_code for result in found] == [0, 1, 0]


def test_a_shift_of_all_beyond_clocks_is_ambiguous() -> None:
    """3% for all passes and is reported; 8% for all is no kernel's failure, but no PASS either, unless allowed."""
    three, eight = ([current(dict.fromkeys(made.scattered(), factor))] for factor in (1.03, 1.08))
    judged = [gate(HISTORY, three), gate(HISTORY, eight), gate(HISTORY, eight, allowed=["global-shift"])]
    assert [result.verdict for result in judged] == [PASS, AMBIGUOUS, PASS]
    assert all(k.verdict == PASS for result in judged for k in result.kernels)
    assert judged[0].comparison is not None
    assert judged[0].comparison.global_shift_pct == pytest.approx(3.0, abs=0.5)


def with_clocks(run: Run, **clocks: float) -> Run:
    return replace(run, kernels=tuple(replace(k, metrics={**k.metrics, **clocks}) for k in run.kernels))


@pytest.mark.parametrize(("clocks", "expected"), [({"dram_clock": 2.6e9}, AMBIGUOUS), ({}, PASS)])
def test_clocks_that_are_alike_explain_no_shift(clocks: dict[str, float], expected: str) -> None:
    """All kernels 3.7% slower at the very clocks of the baseline is no PASS; where not all clocks were measured, they may be the reason."""
    slower = current(dict.fromkeys(made.scattered(), 1.037))
    result = gate([with_clocks(run, **clocks) for run in HISTORY], [with_clocks(slower, **clocks)])
    assert (result.verdict, ["the measured clocks are those of the baseline" in line for line in result.why]) == (expected, [True] * bool(clocks))
    assert gate(HISTORY, [slower], allowed=["global-shift"]).verdict == PASS


def test_a_shift_is_only_said_not_to_count_where_it_does_not() -> None:
    """Neither where it is what the verdict rests on, nor where nothing was judged."""
    three, half = (current(dict.fromkeys(made.scattered(), factor)) for factor in (1.03, 1.5))
    other = replace(three, conditions=replace(three.conditions, device="NVIDIA H100"))
    judged = [gate(HISTORY, [now]) for now in (three, half, other)] + [gate(HISTORY, [half], policy=Policy(time="off"))]
    plain = [unjudged(compare(HISTORY, [now])) for now in (three, half, other)]
    assert ["not counted against any" in headline(result) for result in (*judged, *plain)] == [True, False, False, False, True, False, False]
    assert "which is more than clocks explain" in headline(plain[1])


def test_exact_counters_gate_without_noise() -> None:
    """One launch a side is too little for times, yet more instructions fail at once; fewer do not."""
    one = [made.run({name: launches[:1] for name, launches in made.scattered().items()})]
    judged = [gate(one, [current(instructions={"kernel05": count})], policy=Policy(time="off")).verdict for count in (1e6, 1.005e6, 1.02e6, 0.5e6)]
    assert judged == [PASS, PASS, FAIL, PASS]


def test_counters_only_without_counters_is_not_passed() -> None:
    """Where no exact counter was collected, judging counters only judged nothing."""
    bare = [replace(run, kernels=tuple(KernelRun(k.kernel, k.durations) for k in run.kernels)) for run in HISTORY[:1]]
    assert gate(bare, bare, policy=Policy(time="off")).verdict == AMBIGUOUS


def test_counters_of_a_faster_kernel_are_warnings() -> None:
    """More instructions bought less time: an improvement never fails."""
    result = gate(HISTORY, [current({"kernel05": 0.8}, instructions={"kernel05": 2e6})])
    assert (result.verdict, len(the(result, "kernel05").warnings)) == (PASS, 1)


@pytest.mark.parametrize(("level", "expected"), [("fail", FAIL), ("warn", PASS), ("off", PASS)])
def test_levels(level: str, expected: str) -> None:
    """Times and counters can each fail, warn, or not be looked at."""
    slow, busy = [current({"kernel05": 1.2})], [current(instructions={"kernel05": 2e6})]
    assert [gate(HISTORY, slow, policy=Policy(time=level)).verdict, gate(HISTORY, busy, policy=Policy(counters=level)).verdict] == [
        expected,
        expected,
    ]


def test_a_vanished_kernel_is_not_passed() -> None:
    """A benchmark that stopped halfway must not pass for want of kernels; a removal can be allowed."""
    less = [replace(current(), kernels=current().kernels[:-1])]
    judged = [gate(HISTORY, less), gate(HISTORY, less, allowed=["removed-kernels"])]
    assert [result.verdict for result in judged] == [AMBIGUOUS, PASS]


def test_a_new_kernel_counts_by_what_it_costs() -> None:
    """A cheap one passes with a note; one that makes the whole slower is ambiguous, unless allowed."""

    def plus(ns: float) -> list[Run]:
        run = current()
        fresh = KernelRun(Kernel("zz", (3, 1, 1), (32, 1, 1)), (ns,) * 10, {"instructions": Counter(5.0, 5.0, 5.0)})
        return [replace(run, kernels=(*run.kernels, fresh))]

    judged = [gate(HISTORY, plus(1e3)), gate(HISTORY, plus(1e6)), gate(HISTORY, plus(1e6), allowed=["added-kernels"])]
    assert [result.verdict for result in judged] == [PASS, AMBIGUOUS, PASS]


def repeated(run: Run, name: str, times: int, **fields: Any) -> Run:
    """Every launch of a kernel ``times`` times, the kernel otherwise changed in ``fields``."""
    return replace(
        run,
        kernels=tuple(replace(k, **{"durations": k.durations * times, **fields}) if k.kernel.name == name else k for k in run.kernels),
    )


@pytest.mark.parametrize("baseline", [HISTORY, HISTORY[:1]])
def test_more_launches_count_as_a_new_kernel_does(baseline: list[Run]) -> None:
    """Each launch takes as long as before, but there are ten times as many: ambiguous where the run takes longer by it, and said in any case."""
    cheap, dear = repeated(current(), "kernel00", 2), repeated(current(), "kernel11", 10)
    by_policy = [gate(baseline, [dear], allowed=["launch-counts"]), gate(baseline, [dear], policy=Policy(time="off"))]
    judged = [gate(baseline, [cheap]), gate(baseline, [dear]), *by_policy]
    assert [result.verdict for result in judged] == [PASS, AMBIGUOUS, PASS, PASS]
    for result, kernel, count in zip(judged, ("kernel00", "kernel11", "kernel11", "kernel11"), (20, 100, 100, 100), strict=True):
        said = [line for line in (*notes(result), *the(result, kernel).why) if f"{count} launches a run instead of 10, which take" in line]
        assert len(said) == 1
    assert any("kernel11: 100 launches a run instead of 10" in line for line in notes(unjudged(compare(baseline, [dear]))))


@pytest.mark.parametrize(("times", "factor", "verdict"), [(3, 0.5, AMBIGUOUS), (2, 0.5, PASS), (2, 0.4, PASS)])
def test_a_kernel_in_more_and_shorter_launches_is_judged_by_the_run(times: int, factor: float, verdict: str) -> None:
    """Half the grid in three launches of half the time is half as long again a run, and is neither passed nor called faster."""
    now = current({"kernel05": factor})
    result = gate(HISTORY, [repeated(now, "kernel05", times, kernel=Kernel("kernel05", (32, 1, 1), (256, 1, 1)))])
    found = the(result, "kernel05")
    assert (found.verdict, found.change.because.startswith("faster")) == (verdict, False)


def test_a_kernel_in_fewer_and_longer_launches_is_no_failure() -> None:
    """Five launches of twice the grid take 1.8 times as long each, and the run less: that is an improvement, which never fails."""
    now = current({"kernel05": 1.8})
    launches = the(gate(HISTORY, [now]), "kernel05").change.sides[1][0].durations[:5]
    recut = repeated(now, "kernel05", 1, durations=launches, kernel=Kernel("kernel05", (128, 1, 1), (256, 1, 1)))
    assert [gate(HISTORY, [recut], allowed=allowed).verdict for allowed in ([], ["launch-counts"])] == [AMBIGUOUS, FAIL]


def test_counters_only_judges_no_time_of_a_new_kernel() -> None:
    """Where times are not looked at, what a new kernel costs is said and not judged."""
    fresh = KernelRun(Kernel("zz", (3, 1, 1), (32, 1, 1)), (1e6,) * 10, {"instructions": Counter(5.0, 5.0, 5.0)})
    result = gate(HISTORY, [replace(current(), kernels=(*current().kernels, fresh))], policy=Policy(time="off"))
    assert (result.verdict, the(result, "zz").warnings) == (PASS, ["new: 10 ms a run that the baseline does not have"])


def test_nothing_in_common_is_incomparable() -> None:
    """Another program altogether compares to nothing, and that never passes."""
    other = made.run({f"different{n}": [1e5] * 10 for n in range(3)}, instructions={f"different{n}": 7e8 + n for n in range(3)})
    other = replace(other, kernels=tuple(replace(k, kernel=k.kernel._replace(name=f"q{at}", grid=(9, 9, at))) for at, k in enumerate(other.kernels)))
    assert gate(HISTORY, [other]).verdict == INCOMPARABLE


def test_no_baseline_and_no_budget_is_an_error() -> None:
    """Never a silent PASS."""
    with pytest.raises(AdvisorError, match="nothing to hold"):
        gate([], [current()])


def test_waivers_lift_a_failure_until_their_day() -> None:
    """With reason and day; the day after, it fails again and says that the waiver expired."""
    waiver = budgets(waivers=[{"kernel": "kernel05", "what": "time", "reason": "fixed in #12", "expires": date(2026, 12, 31)}])
    slow = [current({"kernel05": 1.2})]
    held, over = (gate(HISTORY, slow, budgets=waiver, today=day) for day in (date(2026, 12, 31), date(2027, 1, 1)))
    assert (held.verdict, [w.reason for w in held.waived], the(held, "kernel05").waived != []) == (PASS, ["fixed in #12"], True)
    assert (over.verdict, "expired on 2026-12-31" in over.warnings[0]) == (FAIL, True)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"kernel": "kernel05", "metric": "instructions", "max": 1.5e6}, PASS),
        ({"kernel": "kernel05", "metric": "instructions", "max": 0.5e6}, FAIL),
        ({"kernel": "kernel05", "metric": "instructions", "min": 2e6}, FAIL),
        ({"kernel": "kernel*", "metric": "duration", "max": 1e9}, PASS),
        ({"kernel": "kernel11", "metric": "duration", "max": 100.0}, FAIL),
        ({"kernel": "kernel11", "metric": "duration", "max": 100.0, "level": "warn"}, PASS),
        ({"metric": "total_time", "max": 1e12}, PASS),
        ({"metric": "total_time", "max": 1e4}, FAIL),
        ({"metric": "total_time", "max_increase_pct": 3.0}, PASS),
        ({"kernel": "gone*", "metric": "duration", "max": 1e9}, FAIL),
        ({"kernel": "gone*", "metric": "duration", "max": 1e9, "unmatched": "warn"}, PASS),
        ({"kernel": "gone*", "metric": "duration", "max": 1e9, "unmatched": "ignore"}, PASS),
        ({"kernel": "kernel05", "metric": "dram_bytes", "max": 1.0}, FAIL),
        ({"kernel": "kernel05", "rule": "uncoalesced-access"}, FAIL),
    ],
)
def test_budgets(entry: dict[str, Any], expected: str) -> None:
    """Absolute limits by pattern; a pattern that matches nothing, a metric that was not collected and a rule that nobody evaluated fail."""
    assert gate(HISTORY, [current()], budgets=budgets(budgets=[entry])).verdict == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"kernel": "kernel05", "metric": "instructions", "max_increase_pct": 0.1}, FAIL),
        ({"kernel": "kernel05", "metric": "instructions", "max_increase_pct": 1.0}, PASS),
        ({"kernel": "kernel05", "metric": "instructions", "max_increase": 1e3}, FAIL),
        ({"kernel": "kernel05", "metric": "duration", "max_increase_pct": 2.0}, PASS),
        ({"kernel": "kernel06", "metric": "duration", "max_increase_pct": 1.0}, FAIL),
    ],
)
def test_relative_budgets(entry: dict[str, Any], expected: str) -> None:
    """Over the baseline; a time that is not known to have risen at all is within its budget."""
    now = current({"kernel06": 1.026}, instructions={"kernel05": 1.005e6})
    assert gate(HISTORY, [now], budgets=budgets(budgets=[entry])).verdict == expected


def test_budgets_hold_without_a_baseline() -> None:
    """Absolute ones need nothing to compare with."""
    table = [{"kernel": "*", "metric": "duration", "max": 1e3}]
    result = gate([], [current()], budgets=budgets(budgets=table))
    assert (result.verdict, result.comparison) == (FAIL, None)


def test_a_waived_budget() -> None:
    """Named by its metric; the result says by which reason it passed."""
    tables = budgets(
        budgets=[{"kernel": "kernel05", "metric": "instructions", "max": 1.0}],
        waivers=[{"kernel": "kernel0?", "what": "instructions", "reason": "until the rewrite", "expires": "2030-01-01"}],
    )
    result = gate(HISTORY, [current()], budgets=tables, today=date(2026, 1, 1))
    assert (result.verdict, [b.waived for b in result.budgets]) == (PASS, ["until the rewrite"])


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(made.scattered())), st.floats(0.2, 1.0)), st.integers(1, 10), st.integers(41, 400), st.floats(0.2, 1.0))
def test_an_improvement_never_fails(faster: dict[str, float], runs: int, seed: int, work: float) -> None:
    """The fastest baseline run again, any kernels made faster, and with less work: never a FAIL, with history and without."""
    base = HISTORY[:runs]
    times = {k: min((r.kernels[at].durations for r in base), key=sum) for at, k in enumerate(made.scattered())}
    now = made.run({k: [t * faster.get(k, 1.0) for t in launches] for k, launches in times.items()}, instructions=dict.fromkeys(faster, 1e6 * work))
    assert gate(base, [now]).verdict != FAIL
