"""Blocks of quoted rows: where their cells are, and the exact numbers in them, told apart from everything else."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from csv_pages import line
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ncu_advisor import units
from ncu_advisor.readers.csv_grid import Grid


def grid(rows: Sequence[Sequence[str]], end: str = "\n") -> Grid | None:
    """The rows with a number before them, as every table of the profiler has one."""
    text = "".join(line([str(index), *row]) for index, row in enumerate(rows)).replace("\n", end)
    return Grid.of(text.encode(), 1 + len(rows[0]), ",")


def read(cells: Sequence[str]) -> tuple[list[float], dict[str, list[int]]]:
    """Numbers of one column, and its other cells with their rows."""
    made = grid([[cell] for cell in cells])
    assert made is not None
    values, odd = made.numbers(np.array([1]))
    return values[0].tolist(), {cell.decode(): list(rows) for cell, rows in odd.get(0, {}).items()}


def test_numbers_are_exact() -> None:
    """As the cell says, to the last bit: 0.1 is the float that Python calls 0.1."""
    cells = ["0.1", "1,234.50", "-7", "123456789012345", "0.000001", "299,792,458", "196,456,177,859.63", "5.", ".5"]
    assert read(cells) == ([0.1, 1234.5, -7.0, 123456789012345.0, 0.000001, 299792458.0, 196456177859.63, 5.0, 0.5], {})


def test_what_is_no_plain_number_is_handed_back() -> None:
    """Words, lists, exponents, other groupings, and more digits than a float holds; equal cells together. Empty ones are just missing."""
    values, odd = read(["all", "1,23", "12 (3; 9)", "1e5", "all", "", "1,234,5", "1234567890123456789", "1.2.3", "-", ",", "+5", "12-3", "3"])
    assert [math.isnan(value) for value in values] == [True] * 13 + [False]
    assert odd == {
        "all": [0, 4], "1,23": [1], "12 (3; 9)": [2], "1e5": [3], "1,234,5": [6], "1234567890123456789": [7], "1.2.3": [8], "-": [9], ",": [10],
        "+5": [11], "12-3": [12],
    }  # fmt: skip


NUMBERS = st.one_of(
    st.integers(-(10**17), 10**17).map(str),
    st.integers(-(10**12), 10**12).map(lambda value: f"{value:,}"),
    st.floats(-1e9, 1e9).map(lambda value: f"{value:,.2f}"),
    st.floats(0, 1e12).map(lambda value: f"{value:.6f}"),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("0123456789.,-+e ", max_size=26).filter(lambda text: text == text.strip()),
    st.sampled_from(["", "n/a", "no data", "nan", "inf", "12 (3; 9)", "(1; 2)", "PolicySpread"]),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=1, max_size=8), st.sampled_from(["\n", "\r\n"]))
@example([["5", "5", "x"]] * 3, "\n")
@example([["0", "0", "0"], ["0", "0", "0."]], "\n")
def test_every_cell_is_its_number_or_is_handed_back(rows: list[list[str]], end: str) -> None:
    """What is read as a number is what ``units.number`` reads; whatever that calls no number, or missing, is among the other cells."""
    made = grid(rows, end)
    assert made is not None
    values, odd = made.numbers(np.array([1, 2, 3]))
    told = {(index, row): cell.decode() for index, cells in odd.items() for cell, places in cells.items() for row in places}
    for row, cells in enumerate(rows):
        for index, cell in enumerate(cells):
            if (index, row) in told:
                assert (told[index, row], math.isnan(values[index, row])) == (cell, True)
            elif cell:
                assert values[index, row] == units.number(cell)
            else:
                assert math.isnan(values[index, row])


@given(st.lists(st.lists(st.text("ab,;\n\r (<λ", max_size=6), min_size=2, max_size=2), min_size=1, max_size=6))
def test_texts_are_the_cells(rows: list[list[str]]) -> None:
    """Separators and line ends within a cell are part of it."""
    made = grid(rows)
    assert made is not None
    assert [[cell.decode() for cell in made.texts(column)] for column in (1, 2)] == [[row[column] for row in rows] for column in (0, 1)]


@pytest.mark.parametrize(
    "block",
    [
        b"",
        b'"1","2"',  # the last line has no end
        b'"1","2"\n"3"\n',  # a cell is missing
        b'"1","2"\n"3","4","5"\n',
        b'"1","2"\n3,"4"\n',
        b'"1","2"\nstep 5\n"3","4"\n',  # the program's words
        b'"1","a ""b"""\n',  # quotes within a cell
        b'"ID","Name"\n',  # another header
        b'"1";"2"\n',
        b'"1" ,"2"\n',
        b'"1","2"\n\n"3","4"\n',
    ],
)
def test_an_irregular_block_is_no_grid(block: bytes) -> None:
    """It is looked at line by line elsewhere."""
    assert Grid.of(block, 2, ",") is None
