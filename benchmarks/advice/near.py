"""How far a condition is from holding: 0 where it holds, towards 1 the farther its comparisons miss; for finding near misses."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from ncu_advisor.expression import Expression, parse

Column = np.ndarray


def distance(condition: Expression, values: Mapping[str, Any], lets: Mapping[str, Expression]) -> Column:
    """One element a launch. ``and`` adds up what its parts miss, ``or`` takes the least; a definition (``lets``) counts as its condition."""
    with np.errstate(all="ignore"):
        return np.asarray(_missed(condition.tree, values, lets), dtype=float)


def _missed(node: ast.expr, values: Mapping[str, Any], lets: Mapping[str, Expression]) -> Any:
    match node:
        case ast.BoolOp(op=ast.And(), values=parts):
            return sum(np.asarray(_missed(part, values, lets)) for part in parts)
        case ast.BoolOp(values=parts):
            return np.minimum.reduce([np.asarray(_missed(part, values, lets)) for part in parts])
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = [_value(side, values) for side in (left, *others)]
            return sum(_gap(op, sides[i], sides[i + 1]) for i, op in enumerate(ops))
        case ast.Name(id=name) if name in lets and isinstance(lets[name].tree, ast.BoolOp | ast.Compare):
            return _missed(lets[name].tree, values, lets)
    return np.where(np.asarray(_value(node, values), dtype=bool), 0.0, 1.0)


def _gap(op: ast.cmpop, left: Any, right: Any) -> Any:
    """The relative distance of two sides that do not compare as they should; 1 where one of them is missing."""
    holds = parse(f"left {_SPELLED[type(op)]} right")({"left": left, "right": right})
    sizes = np.abs(left) + np.abs(right)
    gap = np.nan_to_num(np.abs(left - right) / np.where(sizes > 0, sizes, 1.0), nan=1.0)
    return np.where(holds, 0.0, np.maximum(gap, 1e-9))


_SPELLED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    return np.asarray(parse(ast.unparse(node))(values), dtype=float)
