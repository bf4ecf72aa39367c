"""Numbers and units in both directions: parsed in one place, worded in one place."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.units import measures, number, percent, plain, scale, words


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0", 0.0),
        ("42", 42.0),
        (" 42 ", 42.0),
        ("-7", -7.0),
        ("+7", 7.0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.5E-3", 0.0015),
        ("1,234", 1234.0),
        ("196,456,177,859.63", 196456177859.63),
        ("1109411168.98", 1109411168.98),
        ("12 (3; 9)", 12.0),
        ("8,388,608 (1; 2; 3)", 8388608.0),
    ],
)
def test_cells_are_numbers(cell: str, value: float) -> None:
    """Thousands separators are commas; an instance cell gives its aggregate."""
    assert number(cell) == value


@pytest.mark.parametrize("cell", ["", "  ", "n/a", "N/A", "nan", "-nan", "no data", "-", "(nan)", "none", "inf", "-inf"])
def test_missing_cells_are_nan(cell: str) -> None:
    """Never zero."""
    assert math.isnan(number(cell))


@pytest.mark.parametrize(
    "cell", ["all", "1,23", "1.234,56", "12 34", "1,23,45", "123,45,678", "0x10", "1,2345", "1e", "+", ".", "1 %", "1.2.3", "(3; 9)", "True"]
)
def test_other_cells_are_refused(cell: str) -> None:
    """A cell that is no number is told, not guessed."""
    with pytest.raises(ValueError, match="is not a number"):
        number(cell)


@given(st.integers(-(10**15), 10**15))
def test_grouped_integers_read_back(value: int) -> None:
    """With and without thousands separators."""
    assert (number(f"{value:,}"), number(str(value))) == (value, value)


@pytest.mark.parametrize(
    ("cell", "value"), [("5,32,979.00", 532979.0), ("12,34,56,789", 123456789.0), ("1,00,000", 100000.0), ("-2,10,000.5", -210000.5)]
)
def test_numbers_grouped_as_in_india_read_back(cell: str, value: float) -> None:
    """Groups of two above the thousands, as ncu prints them in that locale."""
    assert number(cell) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_read_back(value: float) -> None:
    """In Python's own spelling, exactly."""
    assert number(repr(value)) == value


@pytest.mark.parametrize(
    ("unit", "factor"),
    [
        ("", 1.0),
        ("%", 1.0),
        ("cycle", 1.0),
        ("ns", 1.0),
        ("nsecond", 1.0),
        ("us", 1e3),
        ("usecond", 1e3),
        ("\u00b5s", 1e3),
        ("\u03bcs", 1e3),
        ("ms", 1e6),
        ("msecond", 1e6),
        ("s", 1e9),
        ("second", 1e9),
        ("hz", 1.0),
        ("Ghz", 1e9),
        ("cycle/second", 1.0),
        ("cycle/nsecond", 1e9),
        ("cycle/ns", 1e9),
        ("byte", 1.0),
        ("Kbyte", 1e3),
        ("Mbyte", 1e6),
        ("Gbyte", 1e9),
        ("KiB", 1024.0),
        ("MiB", 1024.0**2),
        ("byte/second", 1.0),
        ("Gbyte/s", 1e9),
        ("Tbyte/s", 1e12),
        ("byte/ns", 1e9),
        ("Kbyte/block", 1e3),
        ("register/thread", 1.0),
        ("inst/cycle", 1.0),
        ("sector", 1.0),
        ("block", 1.0),
    ],
)
def test_units_scale_to_base_units(unit: str, factor: float) -> None:
    """Every spelling seen in exports of 2019 to 2025; prefixes are decimal, milli is not mega."""
    assert scale(unit) == pytest.approx(factor, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (1.96e11, "byte/s", "196 GB/s"),
        (4.8e12, "byte/s", "4.80 TB/s"),
        (512.0, "byte", "512 B"),
        (1536.0, "byte", "1.54 kB"),
        (66.9e12, "flop/s", "66.9 TFLOP/s"),
        (1.755e9, "hz", "1.75 GHz"),
        (58000.0, "ns", "58 µs"),
        (691264.0, "ns", "691 µs"),
        (1.414e6, "ns", "1.41 ms"),
        (2.5e9, "ns", "2.50 s"),
        (12.0, "ns", "12 ns"),
        (37.4, "%", "37%"),
        (0.0, "%", "0%"),
        (0.2, "%", "<1%"),
        (99.7, "%", ">99%"),
        (100.0, "%", "100%"),
        (32.0, "sector/request", "32"),
        (4.0 / 3.0, "", "1.33"),
        (1234567.0, "inst", "1,234,567"),
        (math.nan, "ns", "not collected"),
        (math.nan, "", "not collected"),
    ],
)
def test_values_are_worded_for_people(value: float, unit: str, said: str) -> None:
    """Three significant digits of what was measured, all digits of what was counted, in a fitting prefix."""
    assert words(value, unit) == said


@given(st.floats(0.0, 100.0))
def test_percents_are_rounded_honestly(value: float) -> None:
    """0 and 100 are said only of exactly that."""
    assert (percent(value) == "0", percent(value) == "100") == (value == 0.0, value == 100.0)


@given(st.floats(1e-3, 1e15))
def test_plain_keeps_three_digits(value: float) -> None:
    """What is said is within half a percent of what was measured."""
    assert float(plain(value).replace(",", "")) == pytest.approx(value, rel=0.006)


@given(st.floats(1.0, 1e17), st.sampled_from(["byte", "byte/s", "hz", "flop/s", "ns"]))
def test_words_say_the_value(value: float, unit: str) -> None:
    """The worded number times its worded unit is the value again."""
    amount, name = words(value, unit).split(" ")
    prefix = name.removesuffix({"byte": "B", "byte/s": "B/s", "hz": "Hz", "flop/s": "FLOP/s", "ns": "s"}[unit])
    factors = {"": 1e9, "n": 1.0, "µ": 1e3, "m": 1e6} if unit == "ns" else {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
    assert float(amount.replace(",", "")) * factors[prefix] == pytest.approx(value, rel=0.006)


@pytest.mark.parametrize(
    ("unit", "factor", "base"),
    [
        ("milliseconds", 1e6, "ns"),
        ("msecond", 1e6, "ns"),
        ("Microseconds", 1e3, "ns"),
        ("secs", 1e9, "ns"),
        ("megabytes", 1e6, "byte"),
        ("MB", 1e6, "byte"),
        ("MiB", 1048576.0, "byte"),
        ("Kbyte/block", 1e3, "byte"),
        ("gigabytes/second", 1e9, "byte/s"),
        ("byte/nsecond", 1e9, "byte/s"),
        ("megahertz", 1e6, "hz"),
        ("cycle/usecond", 1e6, "hz"),
        ("cycle/ns", 1e9, "hz"),
        ("%", 1.0, ""),
        ("furlong", 1.0, ""),
        ("", 1.0, ""),
        ("min", 1.0, ""),
        ("inst/cycle", 1.0, ""),
        ("Mbit", 1e6, ""),
    ],
)
def test_a_unit_is_known_in_every_spelling(unit: str, factor: float, base: str) -> None:
    """Exports write them in short, people who edit exports write them out; what is no time, size or rate has no base unit."""
    assert (scale(unit), measures(unit)) == (factor, base)
