"""A Rule: one file of ``rules/``, judged over whole columns.

A file declares what it needs, what it defines, when it fires, how the mended launch's demands would change (a question to the
time model), what it recommends, and its sentences; rule_files reads it. Here is what it consists of.

A rule about several launches, or about a whole run, has the same parts, but names a ``measure``: what Python measured there gives
one row of values per occurrence (measurements/), and ``saves`` says what mending one saves and of what.

A rule about single launches may have a second file in ``runs/``, under its own id: such a rule with a ``measure``, which says what a trace
alone, without counters, shows of the same matter (``of_run``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ncu_advisor.expression import Expression, parse
from ncu_advisor.sentence import Phrase, mentioned

SENTENCES = ("title", "saw", "why", "advice", "unless")


@dataclass(frozen=True)
class Change:
    """How a mended launch differs: new demands by resource (ns), and new exposed time by kind (ns); expressions over columns."""

    demand: dict[str, Expression]
    exposed: dict[str, Expression]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for group in (self.demand, self.exposed) for e in group.values() for name in e.names)


@dataclass(frozen=True)
class Blocker:
    """A condition under which a rule that holds would not pay or does not apply, with the reason that the user reads."""

    when: Expression
    reason: str


@dataclass(frozen=True)
class Link:
    """When a launch and the next one of its stream belong together. ``sums`` are values of such neighbours that a chain adds up.

    ``let`` are definitions over neighbours, in order, for both. ``fits`` is what any other launch may happen to satisfy in the place of either:
    how many do tells what chance makes of it. ``ends`` tells of the neighbours at both ends of a chain whether the launch outside it is its first
    or its last step, ``begins`` of the first two of a chain that they are such.
    """

    let: dict[str, Expression]
    when: Expression
    at_least: int  # launches of a chain; shorter ones are left to the links that follow
    sums: dict[str, Expression]
    fits: Expression | None = None
    ends: Expression | None = None
    begins: Expression | None = None
    as_one: bool = False  # many kinds of its chains are one occurrence: what is done about them is one thing


@dataclass(frozen=True)
class Saves:
    """What mending one occurrence saves: ``ns`` of ``of_ns``, which the words ``of`` name."""

    ns: Expression
    of_ns: Expression
    of: str


@dataclass(frozen=True)
class Example:
    """A launch from a real export and what the rule says of it: a sentence, or silence (``says`` empty).

    Of a rule with a ``measure``, ``given`` holds the values of one occurrence instead.
    """

    name: str
    device: str
    metrics: dict[str, float]
    opcodes: dict[str, float]
    says: str
    outcome: str  # "fires", "silent", "suppressed", "not evaluated"
    time_saved_pct: float | None = None
    given: dict[str, float | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Rule:
    """One rule; see the module's docstring for the parts."""

    id: str
    group: str
    summary: str
    needs: tuple[str, ...]  # "a|b": either will do
    where: Expression | None
    let: dict[str, Expression]
    when: Expression
    change: Change
    pays: float  # percent of the launch below which saying it is noise
    confidence: float
    blocked: tuple[Blocker, ...]
    yields_to: tuple[str, ...]  # more specific rules that claim the same time
    recommend: dict[str, Expression | tuple[Expression, ...]]  # a tuple for values such as a block's three sizes
    plan: str
    words: dict[str, str]
    evidence: tuple[dict[str, str], ...]
    locate: tuple[str, ...]
    examples: Sequence[Example]
    references: tuple[str, ...]
    card: bool = False
    measure: tuple[str, ...] = ()  # measurements whose occurrences it judges; empty for a rule about single launches
    launch: dict[str, Expression] = field(default_factory=dict)  # definitions per launch, for ``links``
    links: dict[str, Link] = field(default_factory=dict)
    # Of the launch after a chain: whether it does all of the chain (``chain_X``: sum of X over the chain; ``first_X``: of its first launch).
    in_one: Expression | None = None
    saves: Saves | None = None
    phrases: tuple[Phrase, ...] = ()
    cases: tuple[str, ...] = ()  # by name; what each differs in stands in the other parts (rule_cases)
    settled_by: tuple[str, ...] = ()  # like ``needs``; without them the rule may still speak, but its silence decides nothing
    # Rules whose time it saves in another way, and where it does: said after them there, with no larger promise.
    alternative_to: dict[str, Expression] = field(default_factory=dict)
    any_build: bool = False  # holds of code that was compiled without optimization (nvcc -G), too
    own_code: bool = False  # what it advises is a change of the kernel's code, which of a library's kernel is not its user's
    of_run: Rule | None = None  # what a trace alone shows of the matter of a rule about single launches: a rule with a measure, of the same id
    path: Path = field(default=Path(), compare=False)

    def expressions(self) -> Iterator[Expression]:
        """Every expression of the file but the ideals of its evidence."""
        yield from (e for e in (self.where, self.when, self.in_one) if e is not None)
        for group in (self.let, self.launch, self.change.demand, self.change.exposed, self.alternative_to):
            yield from group.values()
        for value in self.recommend.values():
            yield from value if isinstance(value, tuple) else (value,)
        yield from (*(b.when for b in self.blocked), *(link.when for link in self.links.values()), *(p.when for p in self.phrases))
        yield from (
            e for link in self.links.values() for e in (*link.let.values(), *link.sums.values(), link.fits, link.ends, link.begins) if e is not None
        )
        yield from (self.saves.ns, self.saves.of_ns) if self.saves else ()

    def slots(self) -> Iterator[str]:
        """The names that the sentences and reasons mention."""
        of = (self.saves.of,) if self.saves else ()
        for text in (*self.words.values(), *(b.reason for b in self.blocked), *(p.says for p in self.phrases), *of):
            yield from mentioned(text)

    def mentions(self) -> frozenset[str]:
        """What its findings tell of a launch, in sentences, as evidence and as recommended values (a plan may tell anything), and what
        sets them behind those of other rules."""
        recommended = (part for value in self.recommend.values() for part in (value if isinstance(value, tuple) else (value,)))
        ideals = (parse(entry["ideal"]) for entry in self.evidence if "ideal" in entry)
        asked = (*recommended, *ideals, *(phrase.when for phrase in self.phrases), *self.alternative_to.values())
        return frozenset({*self.slots(), *(entry["metric"] for entry in self.evidence), *(name for e in asked for name in e.names)})
