"""Debug builds, told by what their instructions keep busy."""

from __future__ import annotations

import numpy as np
import pytest

from ncu_advisor.columns import Columns
from ncu_advisor.unoptimized import warnings

# A product of public reports built with -G (compute capability 8.6).
DEBUG = {
    "pipe_alu": 72.5, "pipe_fma": 3.9, "pipe_adu": 31.4, "pipe_uniform": 0.0, "issue_elapsed": 50.0, "share_wait": 41.5, "duration": 1e6,
}  # fmt: skip


def said(*launches: dict[str, float]) -> list[str]:
    columns = Columns({name: np.array([launch[name] for launch in launches]) for name in launches[0]}, len(launches))
    return warnings(columns, np.ones(len(launches), dtype=bool))


def test_a_debug_build_is_told_by_its_pipes() -> None:
    """Where no code says it: no uniform datapath, mostly logic, addresses, and waits for the instruction before."""
    assert said(DEBUG, DEBUG)[0].startswith("2 of 2 launches look compiled without optimization (nvcc -G)")


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ("pipe_uniform", 0.1),
        ("pipe_uniform", np.nan),
        ("pipe_alu", 55.0),
        ("pipe_fma", 12.0),  # hashes multiply more
        ("pipe_adu", 5.0),
        ("share_wait", 20.0),
        ("share_wait", np.nan),
    ],
)
def test_any_sign_that_is_missing_keeps_it_silent(metric: str, value: float) -> None:
    """Code of integers alone has some of these signs, too."""
    assert said({**DEBUG, metric: value}) == []


@pytest.mark.parametrize("known", [0.0, 1.0])
def test_code_that_says_what_it_is_is_believed(known: float) -> None:
    """The reader of reports speaks of those."""
    assert said({**DEBUG, "debug_build": known}) == []


def test_a_short_launch_beside_others_is_not_worth_a_word() -> None:
    """Less than a tenth of the time."""
    assert said({**DEBUG, "duration": 1e4}, {**DEBUG, "pipe_uniform": 1.0}) == []
