"""The small safe language of rule files: arithmetic and conditions over whole columns, never ``eval``.

    lost > 0.02 and (sectors_per_request > 1.2 * ideal or not known(ideal))

Names are metrics or what the rule defined before; ``and``, ``or``, ``not``, comparisons (also chained) and the functions
in FUNCTIONS work element by element. A missing value (NaN) is false, and so is every comparison with it; ``known(x)`` asks.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.errors import BadRule

Column = NDArray[Any]

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow, ast.Mod: operator.mod,
}  # fmt: skip


def holds(condition: Any) -> NDArray[np.bool_]:
    """Where ``condition`` is true: neither zero nor missing."""
    values = np.asarray(condition)
    return values if values.dtype == bool else (values != 0) & ~np.isnan(values)


def _differ(left: Any, right: Any) -> Any:
    # Alone among comparisons, NumPy's != is true of NaN.
    return (left != right) & ~np.isnan(left) & ~np.isnan(right)


_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: _differ,
}  # fmt: skip


def _first_known(*columns: Column) -> Column:
    return reduce(lambda left, right: np.where(np.isnan(left), right, left), columns)


def _first_that_holds(*columns: Any) -> Column:
    """Conditions and values by turns, then what else is taken: like SQL's CASE."""
    *cases, otherwise = columns
    pairs = zip(cases[-2::-2], cases[::-2], strict=True)
    return reduce(lambda rest, case: np.where(holds(case[0]), case[1], rest), pairs, otherwise)


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": lambda *c: reduce(np.fmin, c),
    "max": lambda *c: reduce(np.fmax, c),
    "abs": np.abs,
    "ceil": np.ceil,
    "floor": np.floor,
    "log2": np.log2,
    "sqrt": np.sqrt,
    "clip": np.clip,
    "where": _first_that_holds,
    "known": lambda c: ~np.isnan(np.asarray(c, dtype=float)),
    "first": _first_known,
}
# How many columns a function takes (two or more, where not said), and in words.
_Takes = tuple[Callable[[int], bool], str]
_ONE: _Takes = (lambda count: count == 1, "one")
_SEVERAL: _Takes = (lambda count: count > 1, "two or more")
_TAKES: dict[str, _Takes] = dict.fromkeys(("abs", "ceil", "floor", "log2", "sqrt", "known"), _ONE)
_TAKES |= {"clip": (lambda count: count == 3, "three")}
_TAKES |= {"where": (lambda count: count > 1 and count % 2 == 1, "conditions and values by turns, and one value more")}


@dataclass(frozen=True)
class Expression:
    """A parsed expression: ``names`` it reads, and ``__call__`` over a mapping of columns (arrays of one length)."""

    source: str
    names: frozenset[str]
    tree: ast.expr

    def __call__(self, columns: Mapping[str, Any]) -> Any:
        with np.errstate(all="ignore"):
            return _evaluate(self.tree, columns)


@lru_cache(maxsize=4096)
def parse(source: str) -> Expression:
    """Parse and check ``source``. Raises BadRule for anything outside the language."""
    try:
        tree = ast.parse(" ".join(source.split()), mode="eval").body  # rule files break long conditions into lines
        return Expression(source, frozenset(_names(tree, source)), tree)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError) as error:
        raise BadRule(source[:60], f"is not an expression ({error.__class__.__name__})") from error


def _names(node: ast.expr, source: str) -> Iterator[str]:
    match node:
        case ast.Constant(value=int() | float() as constant):
            float(constant)
        case ast.Name(id=name) if not name.startswith("_"):
            yield name
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            yield from _names(left, source)
            yield from _names(right, source)
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            yield from _names(operand, source)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _names(value, source)
        case ast.Compare(left=left, ops=ops, comparators=others) if all(type(op) in _COMPARE for op in ops):
            for value in (left, *others):
                yield from _names(value, source)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            admits, in_words = _TAKES.get(name, _SEVERAL)
            if not admits(len(args)):
                raise BadRule(source, f"gives {name} {len(args)} values, and it takes {in_words}")
            for value in args:
                yield from _names(value, source)
        case _:
            raise BadRule(source, f"has {ast.unparse(node)[:40]!r}, which the rule language does not know")


def _number(value: Any) -> Any:
    """``value`` to reckon with: a condition is 1 where it holds, else 0. (NumPy would take the sum of two for "or", and subtracts none.)"""
    return value.astype(np.float64) if getattr(value, "dtype", None) == np.bool_ else value


def _evaluate(node: ast.expr, columns: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as constant):
            return np.float64(constant)  # Python's own numbers would raise where NumPy's give infinity, and grow without bound
        case ast.Name(id=name):
            return columns[name]
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_number(_evaluate(left, columns)), _number(_evaluate(right, columns)))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return ~holds(_evaluate(operand, columns))
        case ast.UnaryOp(operand=operand):
            return -_number(_evaluate(operand, columns))
        case ast.BoolOp(op=op, values=values):
            combine = np.logical_and if isinstance(op, ast.And) else np.logical_or
            return reduce(combine, [holds(_evaluate(value, columns)) for value in values])
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_evaluate(value, columns) for value in (left, *others)]
            return reduce(np.logical_and, [_COMPARE[type(op)](sides[i], sides[i + 1]) for i, op in enumerate(ops)])
        case ast.Call(func=ast.Name(id=name), args=args):
            return FUNCTIONS[name](*(_evaluate(value, columns) for value in args))
    raise AssertionError("parse() admits no other node")  # pragma: no cover
