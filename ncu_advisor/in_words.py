"""A condition of a rule file in words, and what the names in it mean: for those who read a rule without its language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from ncu_advisor import catalogue, judge, measurement
from ncu_advisor.expression import Expression
from ncu_advisor.rule import Rule
from ncu_advisor.timemodel import BY_NAME
from ncu_advisor.units import plain, words

Units = Callable[[str], str]

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "below", ast.LtE: "at most", ast.Gt: "above", ast.GtE: "at least", ast.Eq: "", ast.NotEq: "other than",
}  # fmt: skip
# What the time model gives beside the demands of its resources (TimeModel.columns, tail_columns).
_MODEL = {
    "launch_ns": "what an empty launch takes",
    "idle_ns": "time of SMs without work",
    "latency_ns": "waiting that resident warps do not cover",
    "working_ns": "time of the launch without its start",
    "busy": "share of the time with work that throughput explains, in percent",
    "exposed": "share of the time with work that is waiting which resident warps do not cover, in percent",
    "tail_loss": "what the last wave costs of the launch, in percent",
    "shares_only": "1 where the page shows no more than how busy DRAM, L2, L1 and the SM were",
    "gpu_cc": "the device's compute capability",
}
FOLDS = {"total": "sum", "least": "least", "most": "largest", "first": "that of the first launch", "last": "that of the last launch"}
_MUCH = 190  # characters of a definition that tell what it compares; the whole of a longer one stands on the page of definitions


def alternatives(rule: Rule) -> tuple[str, list[str]]:
    """How the sentences of a rule's condition hang together ("any of these holds"), and the sentences."""
    say = _Words(_unit_of(rule))
    match rule.when.tree:
        case ast.BoolOp(op=ast.Or(), values=values):
            return "any of these holds", [say.condition(value) for value in values]
        case ast.BoolOp(op=ast.And(), values=values):
            return "all of these hold", [say.condition(value) for value in values]
        case ast.Call(func=ast.Name(id="where"), args=args):
            return "the first case that applies says so", list(say.cases(args))
    return "", [say.condition(rule.when.tree)]


def spoken(expression: Expression, rule: Rule) -> str:
    """One condition of ``rule`` in words."""
    return _Words(_unit_of(rule)).condition(expression.tree)


def meanings(rule: Rule) -> list[tuple[str, str]]:
    """(name, what it is) of what the rule's condition names, in the order of their mention; those without an explanation are left out."""
    asked = [rule.when.tree, *([rule.where.tree] if rule.where else [])]
    names = dict.fromkeys(node.id for tree in asked for node in _in_order(tree) if isinstance(node, ast.Name))
    told = ((name, _meaning(name, rule)) for name in names)
    return [(name, what[0].upper() + what[1:]) for name, what in told if what]


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def _meaning(name: str, rule: Rule) -> str:
    if name in rule.let:
        return _brief(rule.let[name], rule, _unit_of(rule))
    metric, value = catalogue.metrics().get(name), measurement.known(rule.measure).get(name, "")
    if metric or value:
        return value or (f"{metric.what}{f' ({metric.unit})' if metric.unit else ''}" if metric else "")
    fold, _, of = name.partition("_")
    if fold in FOLDS and of in catalogue.metrics():
        return f"{catalogue.metrics()[of].what}: {FOLDS[fold]}, of the launches of a chain"
    if name in rule.links:
        return f"1 where, of each launch of the chain and the next, {_brief(rule.links[name].when, rule, measurement.unit_of)}"
    if sums := [link.sums[name] for link in rule.links.values() if name in link.sums]:
        return _summed(sums, rule)
    resource = BY_NAME.get(name.removesuffix("_ns"))
    return _MODEL.get(name) or (f"time that {resource.whose} alone needs of the launch" if resource and name.endswith("_ns") else "")


def _brief(definition: Expression, rule: Rule, unit_of: Units) -> str:
    return _Words(unit_of).brief(definition.tree, _MUCH)


def _summed(sums: list[Expression], rule: Rule) -> str:
    """What links add up along chains, as the first of them does."""
    how = "how often in its chains" if _is_condition(sums[0].tree) or sums[0].tree.__class__ is ast.Name else "sum over its chains of"
    others = "; other links count otherwise" if len({one.source for one in sums}) > 1 else ""
    return f"{how} {_brief(sums[0], rule, measurement.unit_of)}{others}"


def _unit_of(rule: Rule) -> Units:
    of_values = measurement.unit_of if rule.measure else judge.unit_of
    return lambda name: "%" if name in ("busy", "exposed", "tail_loss") else of_values(name)


def _listed(texts: list[str], word: str) -> str:
    return f" {word} ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)


class _Words:
    """Words for the nodes of an expression; ``unit_of`` gives the base unit of a name, in which its numbers are told."""

    def __init__(self, unit_of: Units) -> None:
        self._unit_of = unit_of

    def condition(self, node: ast.expr, inside: type[ast.boolop] | None = None) -> str:
        match node:
            case ast.BoolOp(op=op, values=values):
                said = (" and " if isinstance(op, ast.And) else " or ").join(self.condition(value, type(op)) for value in values)
                return f"({said})" if inside not in (None, type(op)) else said
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._denied(operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [left, *others]
                return " and ".join(self._compared(sides[at], op, sides[at + 1]) for at, op in enumerate(ops))
            case ast.Call(func=ast.Name(id="known"), args=[value]):
                return f"{self.value(value)} is known"
            case ast.Call(func=ast.Name(id="where"), args=args):
                return f"({'; '.join(self.cases(args))})"
        return self.value(node)

    def cases(self, args: list[ast.expr]) -> Iterator[str]:
        """Conditions and what is asked there by turns, then what is asked elsewhere."""
        *cases, otherwise = args
        for when, then in zip(cases[::2], cases[1::2], strict=True):
            yield f"where {self.condition(when)}: {self.meant(then)}"
        yield f"otherwise: {self.meant(otherwise)}"

    def brief(self, node: ast.expr, room: int) -> str:
        """What ``node`` means in about ``room`` characters: of many conditions the first, and how many more there are."""
        said = self.meant(node)
        match node:
            case _ if len(said) <= room:
                return said
            case ast.BoolOp(op=op, values=values):
                joint, rest = (" and ", "conditions more") if isinstance(op, ast.And) else (" or ", "cases more")
                return self._first_of([(value, self.condition(value, type(op))) for value in values], joint, rest, room)
            case ast.Call(func=ast.Name(id="where"), args=[when, then, *_]):
                first = f"where {self.brief(when, room // 2)}: {self.brief(then, room // 2)}"
                return f"{first}; elsewhere another"
        return said

    def _first_of(self, parts: list[tuple[ast.expr, str]], joint: str, rest: str, room: int) -> str:
        told: list[str] = []
        for node, said in parts:
            left = room - len(joint.join(told))
            if len(said) > left:
                if not told or left > room // 2:  # too long for any room: its own beginning
                    told.append(f"({self.brief(node, left)})")
                break
            told.append(said)
        more = len(parts) - len(told)
        return joint.join([*told, *([f"{more} {rest if more > 1 else rest.replace('s ', ' ')}"] if more else [])])

    def meant(self, node: ast.expr) -> str:
        """A condition or a value, whichever ``node`` is."""
        return self.condition(node) if _is_condition(node) or _calls(node, "known", "where") else self.value(node)

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=int() | float() as number):
                return _number(float(number), "")
            case ast.Call(func=ast.Name(id="max" | "min" as which)):
                return f"the {'largest' if which == 'max' else 'least'} of {_listed([self.value(part) for part in _flat(node, which)], 'and')}"
            case ast.Call(func=ast.Name(id="first"), args=[value, *others]):
                return f"{self.value(value)} ({', else '.join(self.value(other) for other in others)} where not known)"
        return f"`{ast.unparse(node)}`"

    def _denied(self, operand: ast.expr) -> str:
        match operand:
            case ast.Compare(left=left, ops=[op], comparators=[other]):
                return self._compared(left, op, other, "is not")
            case ast.Call(func=ast.Name(id="known"), args=[value]):
                return f"{self.value(value)} is not known"
            case ast.Name():
                return f"not {self.value(operand)}"
        return f"not ({self.condition(operand)})"

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr, verb: str = "is") -> str:
        unit = self._unit_of(left.id) if isinstance(left, ast.Name) else ""
        number = _constant(right)
        said = self.value(right) if number is None else _number(number, unit)
        return " ".join(filter(None, (self.value(left), verb, _COMPARED[type(op)], said)))


def _is_condition(node: ast.expr) -> bool:
    return isinstance(node, ast.BoolOp | ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _calls(node: ast.expr, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def _flat(node: ast.expr, which: str) -> Iterator[ast.expr]:
    """The arguments of nested calls of one function: ``max(a, max(b, c))`` is of three."""
    if isinstance(node, ast.Call) and _calls(node, which):
        for part in node.args:
            yield from _flat(part, which)
    else:
        yield node


def _constant(node: ast.expr) -> float | None:
    return float(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def _number(value: float, unit: str) -> str:
    if value and unit in ("ns", "hz", "byte/s", "flop/s"):
        return words(value, unit)
    return f"{plain(value) if value.is_integer() else f'{value:g}'}{'%' if value and unit == '%' else ''}"
