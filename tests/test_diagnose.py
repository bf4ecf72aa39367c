"""A Diagnosis a launch: made when it is looked at, the same whenever that is."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ncu_advisor import advise, diagnose, judge, load
from ncu_advisor.presentation import wording
from ncu_advisor.profile import Profile
from ncu_advisor.rehearsal import profile_of
from ncu_advisor.report import Diagnosis, Finding, NotEvaluated
from ncu_advisor.rule import Example
from ncu_advisor.timemodel import TimeModel

EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"
pytestmark = pytest.mark.skipif(not (EXPORTS / "full_raw.csv.xz").exists(), reason="the sample exports are not in this checkout")


@cache
def profile(name: str = "full_raw.csv.xz") -> Profile:
    return load(str(EXPORTS / name))


def test_a_launch_is_one_object() -> None:
    """Indexed from either end, sliced or iterated over: what is changed in one place is changed in all."""
    kernels = advise(profile()).kernels
    first, last = kernels[0], kernels[-1]
    assert (len(kernels), first.id, last.id) == (16, 0, 15)
    assert all(one is other for one, other in zip(kernels, [*kernels[:8], *kernels[8:]], strict=True))
    assert next(iter(kernels)) is first and kernels[15] is last
    with pytest.raises(IndexError):
        kernels[16]


def test_the_order_of_looking_does_not_matter() -> None:
    """Backwards, part by part, or all at once."""
    whole = json.dumps(advise(profile()).to_json())
    report = advise(profile())
    for kernel in reversed(report.kernels):
        for part in ("roofline", "suppressed", "metrics", "utilization", "vendor_rules", "explanation"):
            getattr(kernel, part)
        for finding in kernel.findings:
            assert finding.advice and finding.title
    assert json.dumps(report.to_json()) == whole


@pytest.mark.parametrize("together", [1, 5])
def test_launches_are_composed_in_pieces(monkeypatch: pytest.MonkeyPatch, together: int) -> None:
    """A long profile is not composed at once, which changes nothing."""
    whole = [(kernel.combined_time_saved_pct, kernel.headroom_pct) for kernel in advise(profile()).kernels]
    monkeypatch.setattr(diagnose, "_TOGETHER", together)
    assert [(kernel.combined_time_saved_pct, kernel.headroom_pct) for kernel in advise(profile()).kernels] == whole


def test_a_saving_keeps_the_digits_of_which_its_factor_is_made() -> None:
    """99.83% is a factor of 588, 99.8% would be one of 500; below 90 a tenth tells as much."""
    saved = judge.rounded(np.array([58.346, 96.7234, 99.8312, 100.0, np.nan]))
    assert saved[:4].tolist() == [58.3, 96.72, 99.831, 100.0]
    assert np.isnan(saved[4])


def test_a_saving_and_its_factor_agree() -> None:
    """All digits that are kept count, 99.95% is a factor of 2000; of all of a launch the last digit stays, which divides by no zero."""
    finding = advise(profile()).kernels[0].findings[0]
    factors = [replace(finding, time_saved_pct=saved).speedup for saved in judge.rounded(np.array([0.0, 58.3, 99.95, 99.999, 99.99999])).tolist()]
    assert factors == pytest.approx([1.0, 1 / 0.417, 2000.0, 1e5, 1e5])


def test_a_roof_that_nobody_tells_is_not_the_nearest() -> None:
    """Of a launch of which only its time and its shape are known, the headroom is unknown (null in JSON), not none."""
    metrics = {"duration": 1e5, "grid_size": 1000.0, "block_size": 256.0}
    [kernel] = advise(profile_of(Example("unmeasured", "h200-sxm", metrics, {}, "", "silent"))).to_json()["kernels"]
    assert (kernel["bound"], kernel["headroom_pct"], kernel["combined_time_saved_pct"]) == ("unknown", None, 0.0)


def test_a_finding_whose_saving_nobody_can_tell_is_told() -> None:
    """Conflicts that were counted beside the time alone, not how busy anything was: a finding without a promise, as without the time."""
    metrics = {"duration": 373470.0, "grid_size": 16384.0, "block_size": 256.0}
    metrics |= {
        "shared_load_wavefronts": 16777216.0,
        "shared_load_conflicts": 16252928.0,
        "shared_store_wavefronts": 524288.0,
        "shared_store_conflicts": 0.0,
    }
    [kernel] = advise(profile_of(Example("counted", "rtx-2080-ti", metrics, {}, "", "fires"))).kernels
    [found] = kernel.findings
    assert (found.rule, found.title) == ("shared-bank-conflict", "32.0-way bank conflicts of loads from shared memory")
    assert np.isnan(found.time_saved_pct)
    assert wording.saving(found, kernel.duration_ns) == "an unknown part: what the GPU was busy with was not collected"


def test_launches_that_lack_the_same_share_the_list() -> None:
    """And one that another list is given to keeps it for itself."""
    kernels = advise(profile("basic_raw.csv.xz")).kernels
    assert kernels[0].not_evaluated
    assert len({id(kernel.not_evaluated) for kernel in kernels}) < len(kernels)
    said = NotEvaluated("a-rule", ("a__metric.sum",), "ncu")
    before = list(kernels[1].not_evaluated)
    kernels[0].not_evaluated = [*kernels[0].not_evaluated, said]
    assert (kernels[0].not_evaluated[-1], kernels[1].not_evaluated) == (said, before)


def test_a_finding_equals_the_one_that_was_made_at_once() -> None:
    """Also copied, printed and hashed it is an ordinary value."""
    kernel = next(kernel for kernel in advise(profile()).kernels if kernel.findings)
    [finding, *_] = kernel.findings
    same = Finding(**{name: getattr(finding, name) for name in Finding.__slots__})
    assert (finding == same, copy.copy(finding) == same, repr(finding) == repr(same)) == (True, True, True)
    assert finding.title in repr(finding)


def test_what_nothing_has_is_not_there() -> None:
    """A misspelt part is an error, not an empty one."""
    kernel = advise(profile()).kernels[0]
    for value in (kernel, Diagnosis.__new__(Diagnosis)):
        with pytest.raises(AttributeError, match="rooflines"):
            value.rooflines  # type: ignore[attr-defined]  # noqa: B018


def test_a_part_of_the_model_answers_as_the_whole() -> None:
    """Asked about some launches, it says of them what the model of all says."""
    model = TimeModel(profile().metrics)
    rows = np.array([3, 0, 7])
    whole, part = model.after({"dram": model.demand["dram"] / 2}), model.of(rows)
    np.testing.assert_array_equal(part.after({"dram": part.demand["dram"] / 2}), whole[rows])
    assert part.binding().tolist() == model.binding()[rows].tolist()
    np.testing.assert_array_equal(model.of(slice(2, 5)).floor({}), model.floor({})[2:5])


@pytest.mark.parametrize("timed", [{}, {"duration": 50000.0}])
def test_a_share_of_l1_does_not_silence_conflicts_that_were_counted(timed: dict[str, float]) -> None:
    """How busy L1 was tells no wavefronts where cycles were not counted: the conflicts that a rule's sentence states are told all the same."""
    metrics = {
        "grid_size": 3200.0,
        "block_size": 128.0,
        "l1_throughput": 26.0,
        "shared_load_wavefronts": 1183744.0,
        "shared_load_conflicts": 966656.0,
    }
    [kernel] = advise(profile_of(Example("stated", "a10g", metrics | timed, {}, "", "fires"))).kernels
    assert [(found.rule, found.title) for found in kernel.findings] == [
        ("shared-bank-conflict", "5.5-way bank conflicts of loads from shared memory")
    ]


@pytest.mark.parametrize(("sm_throughput", "told"), [(3.6, ["Global loads use 4.0 of the 32 bytes of each sector"]), (0.4, [])])
def test_a_word_of_each_loaded_sector_needs_no_word_of_stores(sm_throughput: float, told: list[str]) -> None:
    """A thread a row loads a word of each sector and stores little, of which ncu says nothing; so looks a walk at a hundredth of what SMs do."""
    metrics = {
        "duration": 1.33e6,
        "grid_size": 320.0,
        "block_size": 256.0,
        "sm_count": 30.0,
        "load_bytes_per_sector": 4.0,
        "dram_throughput": 20.0,
        "sm_throughput": sm_throughput,
        "achieved_occupancy": 18.0,
    }
    [kernel] = advise(profile_of(Example("stated", "a10g", metrics, {}, "", "fires"))).kernels
    assert [found.title for found in kernel.findings if found.rule == "uncoalesced-access"] == told
