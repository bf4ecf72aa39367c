"""What counts as a reason for a changed time: what changed by a part of it, not whatever moved."""

from __future__ import annotations

import math
from dataclasses import replace

import gate_profiles as made
import pytest
import report_examples as examples

from ncu_advisor.regression.because import sentence
from ncu_advisor.regression.change import KernelChange
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.runs import RuleSeen, of_report
from ncu_advisor.report import Evidence, NotEvaluated


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (1.03e6, "slower, but no collected counter says why"),
        (1.4e6, "slower because instructions that warps executed: 1 M to 1.4 M (+40%)"),
        (2.5e6, "slower because instructions that warps executed: 1 M to 2.5 M (2.5x)"),
    ],
)
def test_work_that_hardly_changed_is_no_reason_for_twice_the_time(work: float, said: str) -> None:
    """Of a kernel that takes twice as long, 3% more instructions are no reason; 40% more are part of one."""
    before, after = (made.scattered(seed=seed) for seed in (1, 2))
    after["kernel05"] = [2 * time for time in after["kernel05"]]
    comparison = compare([made.run(before)], [made.run(after, instructions={"kernel05": work})])
    assert [change.because for change in comparison.kernels if change.kernel.name == "kernel05"] == [said]


def test_work_that_fell_is_told_as_a_part() -> None:
    """A thirtieth of the instructions reads as that, not as 0.0x."""
    before, after = (made.scattered(seed=seed) for seed in (1, 2))
    after["kernel05"] = [time / 4 for time in after["kernel05"]]
    comparison = compare([made.run(before)], [made.run(after, instructions={"kernel05": 3.3e4})])
    [because] = [change.because for change in comparison.kernels if change.kernel.name == "kernel05"]
    assert because == "faster because instructions that warps executed: 1 M to 33,000 (0.033x)"


@pytest.mark.parametrize(("busy", "explains"), [((69.0, 68.4), False), ((52.0, 68.4), True)])
def test_a_rule_that_crossed_its_threshold_explains_nothing(busy: tuple[float, float], explains: bool) -> None:
    """It appears though the pipe that it names is no busier than before: something else made the kernel slower."""
    slower = made.scattered(seed=2)
    slower["kernel05"] = [2 * time for time in slower["kernel05"]]
    [change] = [k for k in compare([made.run(made.scattered(seed=1))], [made.run(slower)]).kernels if k.kernel.name == "kernel05"]
    lead = next(kernel for kernel in examples.report().kernels if kernel.findings)
    found = replace(lead.findings[0], rule="integer-bound", evidence=[Evidence("pipe_alu", busy[1], "%", None)])
    sides = (replace(lead, findings=[], metrics={"pipe_alu": busy[0]}), replace(lead, findings=[found], metrics={"pipe_alu": busy[1]}))
    seen: KernelChange = replace(change, appeared={"integer-bound": RuleSeen("The integer pipe is 68% busy", 9.0)}, leads=sides)
    assert ("`integer-bound` appeared" in sentence(seen)) == explains


@pytest.mark.parametrize(("stayed", "factor"), [("faster", 1.037), ("slower", 0.975)])
def test_a_kernel_that_stayed_is_not_called_changed_because_the_others_did(stayed: str, factor: float) -> None:
    """Six of eight kernels change by some percent, two do not: these differ from the rest, yet neither became faster nor slower."""
    before, after = made.scattered(8, seed=1, scatter=0.001), made.scattered(8, seed=2, scatter=0.001)
    after = {name: [factor * time for time in times] if name < "kernel06" else times for name, times in after.items()}
    comparison = compare([made.run(before)], [made.run(after)])
    of_own = [change for change in comparison.kernels if change.kernel.name >= "kernel06"]
    assert all((change.change_pct < -2) == (stayed == "faster") for change in of_own)
    assert [change.because for change in of_own] == ["", ""]


def test_a_rule_that_the_old_side_could_not_be_asked_did_not_appear() -> None:
    """One launch, first with a small set of metrics and then with the full one: what only the full one can tell was there before."""
    lead = next(kernel for kernel in examples.report().kernels if kernel.findings)
    [rule, *_] = [finding.rule for finding in lead.findings]
    lacking = replace(lead, findings=[], not_evaluated=[NotEvaluated(rule, ("some__metric.sum",), "ncu ...")])
    asked = replace(lead, findings=[], not_evaluated=[])
    for old, appears in ((lacking, False), (asked, True)):
        before, after = (of_report(replace(examples.report(), kernels=[kernel])) for kernel in (old, lead))
        assert [rule in change.appeared for change in compare([before], [after]).kernels] == [appears]
        assert [rule in change.vanished for change in compare([after], [before]).kernels] == [appears]


@pytest.mark.parametrize("appeared", [{}, {"tail-wave": RuleSeen("The last wave costs 9% of the launch", 9.0)}])
def test_a_time_that_stayed_has_no_reason(appeared: dict[str, RuleSeen]) -> None:
    """Not a rule that appeared either: there is no change for it to explain."""
    [change, *_] = compare([made.run(made.scattered(seed=1))], [made.run(made.scattered(seed=2))]).kernels
    assert sentence(replace(change, appeared=appeared)) == ""


@pytest.mark.parametrize(
    ("low", "high", "said"), [(-3.0, 7.0, ""), (math.nan, math.nan, "changed because `tail-wave` appeared (The last wave costs 9% of the launch)")]
)
def test_noise_needs_no_rule_that_appeared(low: float, high: float, said: str) -> None:
    """A change of 2% within its interval is noise, whatever appeared; of a few launches, which have no interval, the rule may be the reason."""
    [change, *_] = compare([made.run(made.scattered(seed=1))], [made.run(made.scattered(seed=2))]).kernels
    assert change.time is not None
    time = replace(change.time, interval_pct=(low, high), change_pct=2.0, raw_change_pct=2.0, verdict="PASS", faster=False)
    seen = {"tail-wave": RuleSeen("The last wave costs 9% of the launch", 9.0)}
    assert sentence(replace(change, time=time, appeared=seen)) == said
