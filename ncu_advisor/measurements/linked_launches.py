"""Chains of neighbouring launches that a rule's ``[link.*]`` holds together; equal chains that recur are one occurrence.

Beside VALUES an occurrence has a flag (1 or 0) per link of the rule, the sums that the links declare, and for every column X of
launches: total_X (over all its launches), least_X, most_X, first_X and last_X (of the launches of its first chain).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor import catalogue
from ncu_advisor.errors import BadRule
from ncu_advisor.expression import Expression
from ncu_advisor.measurement import LAUNCHES, Occurrences
from ncu_advisor.names import short
from ncu_advisor.rule import Link, Rule
from ncu_advisor.text import elide
from ncu_advisor.traces.launch_chains import Chain, InOne, Outside, Wholes, chains_of, from_beginnings, that_recur
from ncu_advisor.traces.launch_order import LaunchOrder

OF = LAUNCHES
NEEDS = ()
VALUES = {
    "launches": "Launches of one chain",
    "occurrences": "How often the chain recurs",
    "all_launches": "Launches of all its chains",
    "kernels_ns": "Time of all launches of its kernels, in whichever grids and chains or none",
    "kernels": "Different kernels of its chains",
    "functions": "The same by their names alone, whatever their grids",
    "chain": "Names of the kernels, in order",
    "back_to_back": "Smallest share of a kernel's runs that a trace shows right before the next of a chain; missing without a trace of all of them",
    "done_in_one": "Share of its chains right after which one launch does all that they do; 0 where the rule tells none",
    "one_launch": "Name of that launch; empty without one",
    "by_chance": "Share of the profile's other kernels that would fit in the place of one of a pair; missing without fits or others",
    "traced": "1 where a trace of the run holds all kernels of its chains, else 0",
}
_FOLDS: dict[str, Callable[[NDArray[np.float64]], Any]] = {
    "total": np.nansum,
    "least": np.min,
    "most": np.max,
    "first": lambda c: c[0],
    "last": lambda c: c[-1],
}
_PAIR = 2  # launches of the shortest chain
_NAMED = 4  # kernels of a chain that are named
_KINDS = 3  # chains of one link that are told apart where the link joins them
_OTHERS, _PAIRS = 200, 20  # launches that are tried in the place of one of a pair, pairs of a chain that are asked; more tell nothing new
_LONGEST_NAME = 60


def measure(order: LaunchOrder, rule: Rule) -> Occurrences:
    """The chains of each link in the order of the rule; a launch belongs to one chain at most, to the whole rather than to a part of it."""
    lacking = [need for need in rule.needs if not any(name in order.columns for name in need.split("|"))]
    if not len(order.pairs) or lacking:
        return Occurrences((), {})
    columns = dict(order.columns)
    for name, definition in rule.launch.items():
        columns[name] = np.broadcast_to(np.asarray(_ask(definition, columns, rule), dtype=float), len(order))
    order = order.defining(columns)
    pairs, near = order.pairs, order.neighbours()
    whole = _collected(order, rule)[pairs].all(axis=1)
    taken = np.zeros(len(order), dtype=bool)
    in_one = InOne(rule.in_one, order, lambda name: _column(name, order.columns, rule))
    found: list[tuple[str, list[Chain]]] = []

    def runs(name: str, linked: NDArray[np.bool_]) -> Iterator[Chain]:
        link = rule.links[name]
        found = chains_of(order, pairs[linked], link.at_least, in_one)
        return found if link.begins is None else from_beginnings(found, pairs[_held(link.begins, link, near, rule), 0], link.at_least)

    held = {name: whole & _held(link.when, link, near, rule) for name, link in rule.links.items()}
    # What does in one what a chain of one link does is the next step of none.
    fused = [chain[-1] for name in held for chain in runs(name, held[name]) if in_one.after(chain) is not None]
    held = {name: linked & ~np.isin(pairs[:, 0], fused) for name, linked in held.items()}
    longer = {name: link.at_least for name, link in rule.links.items() if link.at_least > _PAIR}
    wholes = Wholes((at_least, chain) for name, at_least in longer.items() for chain in runs(name, held[name]))
    for name, link in rule.links.items():
        untaken = ~taken[pairs].any(axis=1)
        parts = runs(name, held[name] & untaken)
        outside = Outside(order, pairs[_held(link.ends, link, near, rule) & untaken])
        for alike in that_recur(order, (chain for chain in parts if not wholes.have(chain))):
            whole_chains = outside.taken_in(alike)
            found.append((name, whole_chains))
            taken[[row for chain in whole_chains for row in chain]] = True
        if link.as_one:
            found = _as_one(found, name)
    members = tuple(tuple(row for chain in chains for row in chain) for _, chains in found)
    return Occurrences(members, _Folded(order, rule, found, _sums(rule, near, pairs, len(order)) if found else {}, in_one))


def _as_one(found: list[tuple[str, list[Chain]]], link: str) -> list[tuple[str, list[Chain]]]:
    """``found`` with the chains of ``link`` that recur as one, the most frequent first, where they are of more kinds than are worth a word each."""
    kinds = sorted((chains for name, chains in found if name == link and len(chains) > 1), key=len, reverse=True)
    if len(kinds) <= _KINDS:
        return found
    others = [(name, chains) for name, chains in found if name != link or len(chains) == 1]
    return [*others, (link, [chain for chains in kinds for chain in chains])]


def _collected(order: LaunchOrder, rule: Rule) -> NDArray[np.bool_]:
    """Which launches have all that the rule needs; the others are in no chain."""
    known = np.ones(len(order), dtype=bool)
    for need in rule.needs:
        known &= np.any([~np.isnan(order.columns[name]) for name in need.split("|") if name in order.columns], axis=0)
    return known


def _held(asked: Expression | None, link: Link, near: Mapping[str, Any], rule: Rule) -> NDArray[np.bool_]:
    """Of all neighbours, whether ``asked`` holds; nowhere where the link asks nothing."""
    holds = False if asked is None else _ask(asked, _defined(link, near, rule), rule)
    return np.broadcast_to(np.asarray(holds, dtype=bool), len(near["same_kernel"]))


def _sums(rule: Rule, near: Mapping[str, Any], pairs: NDArray[np.int64], launches: int) -> dict[str, dict[str, NDArray[np.float64]]]:
    """link -> sum -> its value by the first row of a pair."""

    def by_row(value: Expression, known: Mapping[str, Any]) -> NDArray[np.float64]:
        column = np.full(launches, np.nan)
        column[pairs[:, 0]] = _ask(value, known, rule)
        return column

    defined = {name: _defined(link, near, rule) for name, link in rule.links.items()}
    return {name: {key: by_row(value, defined[name]) for key, value in link.sums.items()} for name, link in rule.links.items()}


def _defined(link: Link, near: Mapping[str, Any], rule: Rule) -> Mapping[str, Any]:
    """``near`` with the definitions of ``link``."""
    known = ChainMap[str, Any]({}, near)  # type: ignore[arg-type]  # the second is never written to
    for name, definition in link.let.items():
        known[name] = _ask(definition, known, rule)
    return known


class _Folded(Mapping[str, Any]):
    """Values of chains, folded when they are asked for."""

    def __init__(self, order: LaunchOrder, rule: Rule, found: list[tuple[str, list[Chain]]], sums: Mapping[str, Any], in_one: InOne) -> None:
        self._order, self._found, self._sums, self._rule = order, found, sums, rule
        self._named = np.unique(np.array(order.names, dtype=object), return_inverse=True)[1]  # a number for each name
        rows = [[row for chain in chains for row in chain] for _, chains in found]
        ones = [[in_one.after(chain) for chain in chains] for _, chains in found]
        self._own: dict[str, Any] = {
            "done_in_one": _floats(np.mean([row is not None for row in after]) for after in ones),
            "one_launch": _texts(next((elide(short(order.names[row]), _LONGEST_NAME) for row in after if row is not None), "") for after in ones),
            "launches": _floats(np.mean([len(chain) for chain in chains]) for _, chains in found),
            "occurrences": _floats(len(chains) for _, chains in found),
            "all_launches": _floats(sum(len(chain) for chain in chains) for _, chains in found),
            "kernels_ns": _floats(self._time_of_kernels(chains) for _, chains in found),
            "kernels": _floats(len({order.kernels[row] for row in of_all}) for of_all in rows),
            "functions": _floats(len({*self._names({order.names[row]: row for row in of_all}.values())}) for of_all in rows),
            "chain": _texts(_listed(self._kinds(link, chains)) for link, chains in found),
            "back_to_back": _floats(np.min([order.back_to_back(chain) for chain in self._unlike(chains)]) for _, chains in found),
            "traced": _floats(order.traced(of_all) for of_all in rows),
        }
        self._own |= {name: _floats(kind == name for kind, _ in found) for name in rule.links}

    def _names(self, rows: Iterable[int]) -> list[str]:
        return [short(self._order.names[row]) for row in rows]

    def _unlike(self, chains: list[Chain]) -> Iterable[Chain]:
        """One of those whose kernels are the same by name."""
        return {tuple(self._order.names[row] for row in chain): chain for chain in chains}.values()

    def _time_of_kernels(self, chains: list[Chain]) -> float:
        same = np.isin(self._named, self._named[[row for chain in chains for row in chain]])
        return float(np.nansum(self._order.columns["duration"][same]))

    def _kinds(self, link: str, chains: list[Chain]) -> list[str]:
        """The chains of one occurrence by their kernels, those that are alike once."""
        told = chains if self._rule.links[link].as_one else chains[:1]
        return list(dict.fromkeys(_named(self._names(chain)) for chain in told))

    def __getitem__(self, name: str) -> Any:
        if name not in self._own:
            self._own[name] = _floats(self._by_chance(*of) for of in self._found) if name == "by_chance" else self._fold(name)
        return self._own[name]

    def _fold(self, name: str) -> NDArray[np.float64]:
        if any(name in sums for sums in self._sums.values()):
            return _floats(self._summed(name, kind, chains) for kind, chains in self._found)
        fold, _, column = name.partition("_")
        if fold not in _FOLDS or column not in self._order.columns:
            raise KeyError(name)
        values = self._order.columns[column]
        rows = ([row for chain in chains for row in chain] if fold == "total" else list(chains[0]) for _, chains in self._found)
        return _floats(_FOLDS[fold](values[chosen]) for chosen in rows)

    def _by_chance(self, kind: str, chains: list[Chain]) -> float:
        """Of each pair of the first chain one is kept, and other kernels' launches stand in for the other one (by the rule of succession: few
        others prove little)."""
        link, chain = self._rule.links[kind], chains[0]
        if link.fits is None:
            return float("nan")
        others = np.flatnonzero(~np.isin(self._named, self._named[list(chain)]))
        others = others[:: max(1, len(others) // _OTHERS)]
        asked = list(pairwise(chain))[:_PAIRS]
        tried = [pair for one, other in asked for row in others.tolist() for pair in ((one, row), (row, other))]
        if not tried:
            return float("nan")
        pairs = np.array(tried, dtype=np.int64)
        fits = _ask(link.fits, _defined(link, self._order.between(pairs), self._rule), self._rule)
        return float((np.sum(np.broadcast_to(fits, len(pairs))) + 1) / (len(pairs) + 2))

    def _summed(self, name: str, kind: str, chains: list[Chain]) -> float:
        values = self._sums[kind].get(name)
        return float("nan") if values is None else float(sum(values[row] for chain in chains for row in chain[:-1]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._own)

    def __len__(self) -> int:
        return len(self._own)


def _named(kernels: list[str]) -> str:
    """Those that follow themselves once, with how often; a chain of one kernel is its name."""
    runs = [(elide(kernel, _LONGEST_NAME), len(list(again))) for kernel, again in groupby(kernels)]
    shown = [kernel if times == 1 or len(runs) == 1 else f"{kernel} ({times} times)" for kernel, times in runs]
    return " → ".join(shown if len(shown) <= _NAMED else [*shown[: _NAMED - 1], "…", shown[-1]])


def _listed(kinds: list[str]) -> str:
    """``"a → b; c → d; e → f and 4 more"``."""
    more = f" and {len(kinds) - _KINDS} more" if len(kinds) > _KINDS else ""
    return "; ".join(kinds[:_KINDS]) + more


def _floats(values: Any) -> NDArray[np.float64]:
    return np.array(list(values), dtype=float)


def _texts(values: Iterable[str]) -> NDArray[np.object_]:
    texts = list(values)
    return np.array([*texts, ""], dtype=object)[: len(texts)]


def _ask(expression: Expression, columns: Mapping[str, Any], rule: Rule) -> Any:
    values = {name: _column(name, columns, rule) for name in expression.names}
    return expression(values)


def _column(name: str, columns: Mapping[str, Any], rule: Rule) -> Any:
    """A column of launches or neighbours; a catalogued metric that no launch has reads as missing everywhere."""
    try:
        return columns[name]
    except KeyError as error:
        plain = name.removeprefix("next_")
        if plain in catalogue.metrics() or plain.startswith("gpu_") or plain.endswith("_ns"):
            return np.nan
        raise BadRule(f"{rule.id}.toml", f"names {name!r}, which launches do not have") from error
