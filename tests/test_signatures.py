"""What kernel signatures say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from csv_pages import launch, raw

from ncu_advisor.load import load
from ncu_advisor.signatures import signature_columns


@pytest.mark.parametrize(
    ("name", "skips"),
    [
        ("init(curandStateXORWOW *, unsigned long, int)", 1),
        ("void a::make<curandStateMRG32k3a>(curandStateMRG32k3a *)", 1),
        ("start(int, curandState_t*)", 1),
        ("init(curandStatePhilox4_32_10 *, unsigned long)", 0),
        ("init(curandStateSobol32 *)", 0),
        ("mycurandStateXORWOW(float *)", 0),
        ("init", 0),
    ],
)
def test_states_that_skip_ahead_are_told_by_their_type(tmp_path: Path, name: str, skips: int) -> None:
    """Of cuRAND's generators those with tables of matrices; a kernel without its types says nothing."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(name=name), "10,000"]]))
    assert np.array_equal(signature_columns(load([str(tmp_path / "page.csv")]))["takes_skipping_states"], [skips])
