"""Plain values: what JSON can hold, the same on every machine."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from ncu_advisor.plain import plain


@dataclass(frozen=True)
class Wave:
    blocks: int
    share: float

    DERIVED: ClassVar = ("rest",)

    @property
    def rest(self) -> float:
        return 1 - self.share


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (math.nan, None),
        (math.inf, None),
        (0.1 + 0.2, 0.3),
        (np.float64(2.5), 2.5),
        (np.int64(7), 7),
        (True, True),
        ((1, ("a", None)), [1, ["a", None]]),
        ({1: np.float64(math.nan)}, {"1": None}),
        (Wave(132, 0.25), {"blocks": 132, "share": 0.25, "rest": 0.75}),
    ],
)
def test_values_become_plain(value: Any, expected: Any) -> None:
    """Numbers lose what no counter has, what is no number is None, and a dataclass tells its fields and what its class derives."""
    assert plain(value) == expected
    assert json.loads(json.dumps(plain(value), allow_nan=False)) == expected
