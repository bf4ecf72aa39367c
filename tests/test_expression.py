"""The language of rule files: agrees with Python, knows missing values, and admits nothing else."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import BadRule
from ncu_advisor.expression import FUNCTIONS, parse

NAMES = ("a", "b", "c")
_SCALARS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "ceil": math.ceil,
    "floor": math.floor,
    "sqrt": math.sqrt,
    "log2": math.log2,
    "clip": lambda x, low, high: min(max(x, low), high),
    "where": lambda *given: next((then for when, then in zip(given[::2], given[1::2], strict=False) if when), given[-1]),
    "known": lambda x: not math.isnan(x),
    "first": lambda x, y: y if math.isnan(x) else x,
}


@st.composite
def _number(draw: st.DrawFn, depth: int = 3) -> str:
    """The source of a numeric expression; divisors and radicands are kept positive, so that Python does not object."""
    if depth == 0:
        return draw(st.sampled_from([*NAMES, "0", "7", "0.5", "1e3"]))
    of_numbers = ["{x}", "(-{x})", "({x}) ** 2", "({x} + {y})", "({x} - {y})", "({x} * {y})", "({x} / (1 + abs({y})))"]
    form = draw(st.sampled_from([*of_numbers, "(({c}) + ({c}))", "({x} - ({c}))", "(-({c}))", *_CALLS]))  # a condition counts as 1 or 0
    given = {"x": draw(_number(depth - 1)), "y": draw(_number(depth - 1))}
    return form.format(**given, c=draw(_condition(depth - 1)) if "{c}" in form else "")


_CALLS = ["min({x}, {y})", "max({x}, {y}, 3)", "first({x}, {y})", "abs({x})", "ceil({x})", "floor({x})", "sqrt(1 + abs({x}))"]
_CALLS += ["log2(1 + abs({x}))", "clip({x}, 0 - 10, 10)", "where({c}, {x}, {y})", "where({c}, {x}, {x} > 3, {y}, 1)"]


@st.composite
def _condition(draw: st.DrawFn, depth: int = 3) -> str:
    """The source of a condition."""
    if depth == 0 or draw(st.booleans()):
        form = draw(
            st.sampled_from(["{x} < {y}", "{x} <= {y}", "{x} > {y}", "{x} >= {y}", "{x} == {y}", "{x} != {y}", "{x} < {y} <= 3", "known({x})"])
        )
        return f"({form.format(x=draw(_number(max(depth - 1, 0))), y=draw(_number(max(depth - 1, 0))))})"
    form = draw(st.sampled_from(["({x} and {y})", "({x} or {y})", "(not {x})"]))
    return form.format(x=draw(_condition(depth - 1)), y=draw(_condition(depth - 1)))


_SOURCES = st.one_of(_number(), _condition())
_VALUES = st.lists(st.integers(-20, 20).map(float) | st.sampled_from([0.25, -7.5, 1e4]), min_size=3, max_size=3)


def _by_python(source: str, row: dict[str, float]) -> float:
    """What Python makes of the same words, one launch at a time."""
    return float(eval(source, {"__builtins__": {}, **_SCALARS}, row))  # noqa: S307 - the test's own strings


@settings(max_examples=300)
@given(source=_SOURCES, columns=st.fixed_dictionaries(dict.fromkeys(NAMES, _VALUES)))
def test_agrees_with_python_launch_by_launch(source: str, columns: dict[str, list[float]]) -> None:
    """A whole column gives what Python gives for each of its elements."""
    expected = [_by_python(source, {name: column[row] for name, column in columns.items()}) for row in range(3)]
    found = np.broadcast_to(np.asarray(parse(source)({name: np.array(column) for name, column in columns.items()}), dtype=float), 3)
    assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)


@settings(max_examples=100)
@given(source=_SOURCES)
def test_names_are_those_that_are_read(source: str) -> None:
    """``names`` is exactly what evaluation looks up: functions are not among them."""
    read: set[str] = set()

    class Watched(dict[str, Any]):
        def __getitem__(self, name: str) -> Any:
            read.add(name)
            return np.ones(2)

    parse(source)(Watched())
    assert parse(source).names == read


@pytest.mark.parametrize(
    "source",
    [
        "a.real",
        "a.__class__",
        "a[0]",
        "a[0:1]",
        "lambda: 1",
        "(lambda: 1)()",
        "[x for x in a]",
        "{x for x in a}",
        "[a, b]",
        "(a, b)",
        "{'a': 1}",
        "'text'",
        "b'text'",
        "f'{a}'",
        "None",
        "...",
        "1j",
        "__import__('os')",
        "__class__",
        "_hidden > 1",
        "eval(a)",
        "open(a)",
        "a(b)",
        "min(a)(b)",
        "min(*a)",
        "min(a, b, key=c)",
        "a if b else c",
        "(a := 3)",
        "a is b",
        "a in b",
        "a not in b",
        "a // b",
        "a @ b",
        "a << 2",
        "a & b",
        "~a",
        "+a",
        "await a",
        "yield a",
        "a; b",
        "a = b",
        "import os",
        "",
        "a >",
        "\x00",
        "abs(a, b)",
        "where(a, b)",
        "where(a, b, c, a)",
        "clip(a)",
        "min(a)",
        "known()",
        "-" * 5000 + "1",
        "(" * 500 + "1" + ")" * 500,
        "1" + " + 1" * 20000,
    ],
)
def test_nothing_else_is_admitted(source: str) -> None:
    """Attributes, subscripts, foreign calls, strings, comprehensions, assignments and the like are refused while reading, never run."""
    with pytest.raises(BadRule):
        parse(source)


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!="])
def test_a_comparison_with_a_missing_value_is_false(operator: str) -> None:
    """Whichever way round, also for ``!=``."""
    columns = {"a": np.array([math.nan, 1.0, math.nan]), "b": np.array([1.0, math.nan, math.nan])}
    assert np.asarray(parse(f"a {operator} b")(columns)).tolist() == [False, False, False]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("known(a)", [1.0, 0.0]),
        ("not known(a)", [0.0, 1.0]),
        ("first(a, b)", [1.0, 7.0]),
        ("first(a, c, b)", [1.0, 7.0]),
        ("min(a, b)", [1.0, 7.0]),
        ("max(a, b)", [7.0, 7.0]),
        ("a + b", [8.0, math.nan]),
        ("a and b", [1.0, 0.0]),
        ("a or c", [1.0, 0.0]),
        ("not a", [0.0, 1.0]),
        ("where(a, 1, 2)", [1.0, 2.0]),
        ("where(c, 1, a, 2, 3)", [2.0, 3.0]),
        ("where(a, 1, b, 2, 3)", [1.0, 2.0]),
        ("a < 3 or not known(a)", [1.0, 1.0]),
        ("a / 0 > 1", [1.0, 0.0]),
        ("0 / 0 > 1", [0.0, 0.0]),
    ],
)
def test_missing_values(source: str, expected: list[float]) -> None:
    """NaN is false as a condition, ``known`` and ``first`` ask for it, ``min`` and ``max`` pass it over, arithmetic carries it on."""
    columns = {"a": np.array([1.0, math.nan]), "b": np.array([7.0, 7.0]), "c": np.array([math.nan, math.nan])}
    found = np.broadcast_to(np.asarray(parse(source)(columns), dtype=float), 2)
    assert found.tolist() == pytest.approx(expected, nan_ok=True)


def test_lines_of_a_rule_file_may_be_broken() -> None:
    """White space of any kind, also line breaks, does not matter."""
    assert parse("a\n  + b").names == {"a", "b"}


def test_every_function_is_tested() -> None:
    """A function that the language gains has to be compared with Python's."""
    assert set(_SCALARS) == set(FUNCTIONS)


def test_a_missing_name_is_told_by_the_lookup() -> None:
    """An expression does not invent columns."""
    with pytest.raises(KeyError, match="d"):
        parse("d > 1")({"a": np.zeros(1)})
