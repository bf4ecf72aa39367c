"""Which counters the errors of promises go with."""

from __future__ import annotations

import numpy as np
import pandas as pd

from benchmarks.advice.residuals import strongest


def test_the_column_that_tells_the_error_comes_first() -> None:
    """By ranks: a cube tells as much as the number itself, what is constant or mostly missing is left out, and noise comes last."""
    chance = np.random.default_rng(7)
    error = chance.normal(size=60)
    group = pd.DataFrame(
        {
            "rule": "some-rule",
            "saved": 50.0,
            "told": 50.0 + error,
            "error": error,
            "cube": error**3,
            "against": -error + 0.3 * chance.normal(size=60),
            "noise": chance.normal(size=60),
            "constant": 1.0,
            "rare": np.where(np.arange(60) < 20, error, np.nan),
        }
    )
    found = strongest(group)
    assert [name for name, _, _ in found] == ["cube", "against", "noise"]
    assert found[0][1] > 0.999
    assert found[1][1] < -0.9
    assert found[1][2] > 10 > found[2][2]
