"""Columns that grow while a table is read: exact, and small where they say the same of every launch."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.readers import launch_columns
from ncu_advisor.readers.launch_columns import Numbers, Texts


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from([0.0, 1.0, 2.5, np.nan]), min_size=2, max_size=2), max_size=40),
    st.integers(1, 7),
    st.integers(1, 5),
    st.integers(0, 50),
)
def test_what_goes_in_comes_out(rows: list[list[float]], block: int, batch: int, expected: int) -> None:
    """Whatever the size of blocks, batches and room: every value times its column's factor, in order."""
    numbers = Numbers(2, expected)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launch_columns, "_BATCH", batch)
        for start in range(0, len(rows), block):
            numbers.add(np.array(rows[start : start + block]).T)
        frame = numbers.columns(["a", "b"], [1.0, 10.0]).frame
    assert list(frame) == ["a", "b"]
    np.testing.assert_array_equal(frame.to_numpy(), np.array(rows).reshape(-1, 2) * [1.0, 10.0])


def test_a_column_that_is_the_same_throughout_is_held_once() -> None:
    """A hundred thousand launches of one device have one number of SMs; missing everywhere is the same everywhere."""
    numbers = Numbers(3)
    for start in range(0, 10_000, 500):
        numbers.add(np.vstack([np.full(500, 132.0), np.full(500, np.nan), np.arange(start, start + 500)]))
    frame = numbers.columns(["sms", "nothing", "counts"], [1.0, 1.0, 1.0]).frame
    assert [frame[name].to_numpy().strides for name in frame] == [(0,), (0,), (8,)]
    assert (frame["sms"].iloc[-1], frame["counts"].iloc[-1], frame["nothing"].isna().all()) == (132.0, 9999.0, True)


def test_a_late_difference_is_seen() -> None:
    """The value of the launches before it stands where it stood."""
    numbers = Numbers(1)
    numbers.add(np.full((1, 5000), 7.0))
    numbers.add(np.array([[8.0]]))
    column = numbers.columns(["m"], [2.0]).frame["m"]
    assert (column.iloc[0], column.iloc[4999], column.iloc[5000], len(column)) == (14.0, 14.0, 16.0, 5001)


def test_texts_stand_where_they_were_said() -> None:
    """Runs, single rows and rows in between; "" where there is none."""
    texts = Texts()
    texts.add("policy", range(1, 3), "spread")
    texts.add("policy", [4], "balance")
    texts.add_each("nvtx", 3, ["", "step"])
    assert texts.columns(5).frame.to_dict("list") == {"policy": ["", "spread", "spread", "", "balance"], "nvtx": ["", "", "", "", "step"]}
    assert Texts().columns(2).frame.shape == (2, 0)
