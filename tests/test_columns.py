"""Columns: exact, shared where nothing has to be copied, and the same as a frame for whoever asks for one."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ncu_advisor.columns import Columns, text_column


def test_a_frame_goes_in_and_comes_out() -> None:
    """Numbers, whole numbers and text; in text nothing is missing, it is empty."""
    frame = pd.DataFrame({"ns": [1.5, np.nan], "id": np.array([3, 4]), "name": ["k", None]})
    columns = Columns.of_frame(frame)
    assert (len(columns), list(columns), "ns" in columns, "us" in columns) == (2, ["ns", "id", "name"], True, False)
    assert columns["name"].tolist() == ["k", ""]
    pd.testing.assert_frame_equal(columns.frame, frame.assign(name=pd.Series(["k", ""], dtype="str")))
    assert columns.frame is columns.frame


def test_rows_are_known_without_columns() -> None:
    """Launches of which no text was exported are launches all the same."""
    assert (len(Columns({}, 3)), Columns({}, 3).frame.shape, len(Columns({}, 3).take(np.array([0, 2])))) == (3, (3, 0), 2)
    assert len(Columns.stacked([Columns({}, 3), Columns({}, 2)])) == 5
    assert (len(Columns.stacked([])), list(Columns.stacked([]))) == (0, [])


def test_what_is_the_same_of_all_rows_stays_one_value() -> None:
    """In Columns and in the frame made of them."""
    sms = np.broadcast_to(np.array(132.0), 1000)
    columns = Columns({"sms": sms, "ns": np.arange(1000.0)}, 1000)
    assert [columns.frame[name].to_numpy().strides for name in columns] == [(0,), (8,)]
    assert Columns.stacked([columns]) is columns


def test_stacked_rows_lack_what_their_part_lacked() -> None:
    """NaN for numbers, "" for text, in the order in which names come."""
    first, second = (
        Columns({"ns": np.array([1.0]), "name": text_column(["k"])}, 1),
        Columns({"bytes": np.array([2.0, 3.0]), "ns": np.array([4.0, 5.0])}, 2),
    )
    both = Columns.stacked([first, second])
    assert (list(both), len(both), both["ns"].tolist(), both["name"].tolist()) == (["ns", "name", "bytes"], 3, [1.0, 4.0, 5.0], ["k", "", ""])
    np.testing.assert_array_equal(both["bytes"], [np.nan, 2.0, 3.0])


def test_joined_rows_complete_each_other() -> None:
    """Of several that know a value the first counts; nothing else moves, and what was given is not touched."""
    ns, name = np.array([np.nan, 2.0, 3.0, 4.0, 5.0]), text_column(["", "b", "c", "", ""])
    joined = Columns({"ns": ns, "name": name}, 5).joined(np.array([0, 1, 0, 0, 4]))
    assert (len(joined), joined["ns"].tolist(), joined["name"].tolist()) == (3, [3.0, 2.0, 5.0], ["c", "b", ""])
    assert (ns.tolist()[1:], name.tolist()) == ([2.0, 3.0, 4.0, 5.0], ["", "b", "c", "", ""])


def test_columns_are_added_and_left_out() -> None:
    """Each time in a table of its own."""
    columns = Columns({"a": np.array([1.0]), "b": np.array([2.0])}, 1)
    more = columns | {"b": np.array([3.0]), "c": np.array([4.0])}
    assert ({name: more[name].tolist() for name in more}, list(more.without({"a"})), list(columns)) == (
        {"a": [1.0], "b": [3.0], "c": [4.0]},
        ["b", "c"],
        ["a", "b"],
    )
