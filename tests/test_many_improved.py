"""Most kernels of a program were improved: that is no faster clock, and the others did not become slower."""

from __future__ import annotations

import gate_profiles as made
import pytest

from ncu_advisor.regression.compare import Comparison, compare
from ncu_advisor.regression.gate import gate, unjudged
from ncu_advisor.regression.outputs import _rows


def compared(launches: int) -> Comparison:
    """Of twelve kernels eight take half the time."""
    before, after = (made.scattered(launches=launches, seed=seed) for seed in (1, 2))
    after = {name: [t / 2 for t in times] if at < 8 else times for at, (name, times) in enumerate(after.items())}
    return compare([made.run(before)], [made.run(after)])


@pytest.mark.parametrize("launches", [1, 10])
def test_changes_are_told_as_measured(launches: int) -> None:
    """Halves are halves, and what was left alone did not change, however few the launches."""
    changes = {change.kernel.name: change.change_pct for change in compared(launches).kernels}
    assert [round(changes[f"kernel{at:02}"] / 10) for at in range(12)] == [-5] * 8 + [0] * 4


def test_an_improvement_of_many_is_no_shared_clock() -> None:
    """The headline says so, and does not claim that all kernels share it."""
    headline = _rows.headline(unjudged(compared(10)))
    assert ("more than clocks explain" in headline, "not counted against any" in headline) == (True, False)


def test_improved_kernels_count_as_improved() -> None:
    """Those eight and no other: a counter that rose fails none of them."""
    assert sorted(change.kernel.name for change in compared(10).kernels if change.time is not None and change.time.faster) == [
        f"kernel{at:02}" for at in range(8)
    ]


def test_a_shared_clock_stays_shared() -> None:
    """All kernels 2% faster by their clock: the one that is not is told apart by that much."""
    before, after = (made.scattered(launches=10, seed=seed) for seed in (1, 2))
    after = {name: times if name == "kernel05" else [t * 0.98 for t in times] for name, times in after.items()}
    comparison = gate([made.run(before)], [made.run(after)]).comparison
    assert comparison is not None
    [own] = [change.change_pct for change in comparison.kernels if change.kernel.name == "kernel05"]
    assert own == pytest.approx(2.0, abs=0.8)


def test_one_launch_on_either_side_says_faster_where_no_noise_explains_it() -> None:
    """Half the time is faster even without an interval; what did not change says nothing."""
    said = {change.kernel.name: change.because for change in compared(1).kernels}
    assert [said[f"kernel{at:02}"].split(",")[0] for at in (0, 11)] == ["faster", ""]
