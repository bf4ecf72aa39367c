"""The rules, read from their files: a file a rule, its stem the id; of a form that is checked on reading (rule_form).

What the names in a user's rules mean is checked as those are taken in (rule_names); the shipped ones are checked by the tests.

What several rules define stands once in ``families/``; what a trace alone shows of the matter of a rule about single launches, in ``runs/``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, overload

from ncu_advisor import expression, parsed, rule_cases, rule_form
from ncu_advisor.errors import BadRule, beyond_toml
from ncu_advisor.expression import Expression
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import SENTENCES, Blocker, Change, Example, Link, Rule, Saves
from ncu_advisor.sentence import Phrase

_EXAMPLE = "\n[[example]]"  # from here on a file holds nothing but examples
_RUNS = "runs"


def _expressions(table: Mapping[Any, Any], path: Path) -> dict[Any, Expression]:
    try:
        return {name: expression.parse(str(source)) for name, source in table.items()}
    except BadRule as error:
        raise BadRule(str(path), f"{error.subject!r} {error.problem}") from error


def from_toml(text: str, path: Path) -> Rule:
    """The rule written in ``text``. Raises BadRule, naming the file, for anything that does not hold together."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRule(str(path), f"is not TOML ({error})", "see CONTRIBUTING for a rule's parts") from error
    except (ValueError, RecursionError) as error:
        raise BadRule(str(path), beyond_toml(error), "see CONTRIBUTING for a rule's parts") from error
    rule_form.of_rule(raw, path)
    return _from_table(raw, path)


def _from_table(raw: Mapping[str, Any], path: Path) -> Rule:
    _hold_one_kind(raw, path)
    try:
        rule = replace(_build(rule_cases.spread(_with_family(raw, path)), path), cases=tuple(case["name"] for case in raw.get("case", [])))
    except ValueError as error:
        raise BadRule(str(path), str(error), "see CONTRIBUTING for a rule's parts") from error
    except KeyError as error:
        raise BadRule(str(path), f"lacks {error.args[0]!r}", "see CONTRIBUTING for a rule's parts") from error
    if rule.id != path.stem:
        raise BadRule(str(path), f"says its id is {rule.id!r}", "a rule's file is named after its id")
    return rule


@lru_cache(maxsize=1)
def families() -> dict[str, dict[str, Any]]:
    """What several rules share, by name: each file of ``rules/families/`` holds definitions and blockers, and is no rule itself."""
    folder = data_folder("rules") / "families"
    paths = sorted(folder.glob("*.toml"))
    tables = parsed.toml(folder, "families", [path.read_text(encoding="utf-8") for path in paths])
    for path, table in zip(paths, tables, strict=True):
        rule_form.of_family(table, path)
    return {path.stem: table for path, table in zip(paths, tables, strict=True)}


def _with_family(raw: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """``raw`` with its family's definitions before its own, and the family's blockers before its own."""
    if "family" not in raw:
        return raw
    family = families().get(raw["family"])
    if family is None:
        raise BadRule(str(path), f"names a family that is not there: {raw['family']!r}", f"use one of {', '.join(families())}")
    shared, own = family.get("let", {}), raw.get("let", {})
    if twice := shared.keys() & own.keys():
        raise BadRule(str(path), f"defines what its family defines: {', '.join(sorted(twice))}")
    return {**raw, "let": {**shared, **own}, "blocked": [*family.get("blocked", []), *raw.get("blocked", [])]}


def _hold_one_kind(raw: Mapping[str, Any], path: Path) -> None:
    """Parts of a rule about single launches and of one with a measure are not mixed."""
    of_launch, of_run = raw.keys() & rule_form.OF_ONE_LAUNCH.keys(), raw.keys() & rule_form.OF_OCCURRENCES.keys()
    if "measure" in raw and ("saves" not in raw or of_launch):
        raise BadRule(str(path), f"has a measure but {'no saves' if 'saves' not in raw else 'also ' + ', '.join(sorted(of_launch))}")
    if "measure" not in raw and of_run:
        raise BadRule(str(path), f"has {', '.join(sorted(of_run))} but no measure")


def _build(raw: Mapping[str, Any], path: Path) -> Rule:
    words = raw["words"]
    for sentence in SENTENCES:
        if not words[sentence].strip():
            raise BadRule(str(path), f"has no sentence for {sentence!r}")
    change = raw.get("change", {})
    return Rule(
        id=raw["id"],
        group=raw["group"],
        summary=raw["summary"],
        needs=tuple(raw.get("needs", []) if "measure" in raw else raw["needs"]),
        where=_expressions({"where": raw["where"]}, path)["where"] if "where" in raw else None,
        let=_expressions(raw.get("let", {}), path),
        when=_expressions({"when": raw["when"]}, path)["when"],
        pays=float(raw.get("pays", 3.0)),
        confidence=float(raw.get("confidence", 0.8)),
        yields_to=tuple(raw.get("yields_to", [])),
        alternative_to=_expressions(raw.get("alternative_to", {}), path),
        change=Change(_expressions(change.get("demand", {}), path), _expressions(change.get("exposed", {}), path)),
        blocked=tuple(Blocker(_expressions({"when": b["when"]}, path)["when"], b["reason"]) for b in raw.get("blocked", [])),
        recommend=_recommend(raw.get("recommend", {}), path),
        plan=raw.get("plan", ""),
        words={name: " ".join(text.split()) for name, text in words.items()},
        evidence=tuple(dict(entry) for entry in raw.get("evidence", [])),
        locate=tuple(raw.get("locate", [])),
        examples=tuple(_example(entry) for entry in raw.get("example", [])),
        references=tuple(raw.get("references", [])),
        card=bool(raw.get("card", False)),
        measure=tuple(raw.get("measure", [])),
        launch=_expressions(raw.get("launch", {}), path),
        links={name: _link(entry, path) for name, entry in raw.get("link", {}).items()},
        in_one=_expressions({"in_one": raw["in_one"]}, path)["in_one"] if "in_one" in raw else None,
        saves=_saves(raw["saves"], path) if "saves" in raw else None,
        phrases=tuple(_phrase(entry, path) for entry in raw.get("phrase", [])),
        settled_by=tuple(raw.get("settled_by", [])),
        any_build=bool(raw.get("any_build", False)),
        own_code=bool(raw.get("own_code", False)),
        path=path,
    )


def _recommend(table: Mapping[str, Any], path: Path) -> dict[str, Expression | tuple[Expression, ...]]:
    single = _expressions({name: source for name, source in table.items() if not isinstance(source, list)}, path)
    several = {name: tuple(_expressions(dict(enumerate(source)), path).values()) for name, source in table.items() if isinstance(source, list)}
    return {name: single.get(name) or several[name] for name in table}


def _link(entry: Mapping[str, Any], path: Path) -> Link:
    let, when = _expressions(entry.get("let", {}), path), _expressions({"when": entry["when"]}, path)["when"]
    asked = _expressions({name: entry[name] for name in ("fits", "ends", "begins") if name in entry}, path)
    return Link(let, when, int(entry.get("at_least", 2)), _expressions(entry.get("sum", {}), path), **asked, as_one=bool(entry.get("as_one", False)))


def _saves(entry: Mapping[str, Any], path: Path) -> Saves:
    parts = _expressions({"ns": entry["ns"], "of_ns": entry["of_ns"]}, path)
    return Saves(parts["ns"], parts["of_ns"], " ".join(entry["of"].split()))


def _phrase(entry: Mapping[str, Any], path: Path) -> Phrase:
    return Phrase(entry["name"], _expressions({"when": entry["when"]}, path)["when"], entry["says"])


def _example(entry: Mapping[str, Any]) -> Example:
    return Example(
        name=entry["name"],
        device=entry.get("device", "h200-sxm"),
        metrics=_numbers(entry.get("metrics", {}) if "given" in entry else entry["metrics"]),
        opcodes=_numbers(entry.get("opcodes", {})),
        says=" ".join(entry.get("says", "").split()),
        outcome=entry["outcome"],
        time_saved_pct=entry.get("time_saved_pct"),
        given={name: value if isinstance(value, str) else float(value) for name, value in entry.get("given", {}).items()},
    )


class _Later(Sequence[Example]):
    """Examples that are parsed when one is looked at."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _examples(self) -> tuple[Example, ...]:
        return tuple(_example(entry) for entry in tomllib.loads(self._text)["example"])

    @overload
    def __getitem__(self, at: int) -> Example: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Example, ...]: ...
    def __getitem__(self, at: int | slice) -> Example | tuple[Example, ...]:
        return self._examples[at]

    def __len__(self) -> int:
        return len(self._examples)


def _numbers(tables: Any) -> dict[str, float]:
    """One table, or several that stand for one: TOML keeps an inline table on one line, however long."""
    parts = tables if isinstance(tables, list) else [tables]
    return {name: float(value) for part in parts for name, value in part.items()}


def load_folder(folder: Path) -> list[Rule]:
    """All rules of ``folder``, by id. Raises BadRule for the first file that does not hold together."""
    return _with_runs(_read(sorted(folder.glob("*.toml"))), _read(sorted((folder / _RUNS).glob("*.toml"))))


def _read(paths: Sequence[Path]) -> list[Rule]:
    return [from_toml(_text(path), path) for path in paths]


def _text(path: Path) -> str:
    """What a file of the user's folder holds; raises BadRule for what is no text, or no file at all."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRule(str(path), f"is not UTF-8 (byte {error.start} is {error.object[error.start]:#04x})", "save it as UTF-8") from error
    except OSError as error:
        raise BadRule(str(path), f"cannot be read ({error.strerror})", "make it a readable file, or take it out of the folder") from error


def _with_runs(rules: Sequence[Rule], of_runs: Sequence[Rule]) -> list[Rule]:
    """``rules``, those about single launches with what the rule of the same id in ``of_runs`` says of a run."""
    launches = {rule.id for rule in rules if not rule.measure}
    for rule in of_runs:
        if not rule.measure or rule.id not in launches:
            problem = "has no measure" if rule.id in launches else "has the id of no rule about single launches"
            raise BadRule(f"{_RUNS}/{rule.path.name}", problem, f"a rule about runs alone stands beside {_RUNS}/")
    by_id = {rule.id: rule for rule in of_runs}
    return [replace(rule, of_run=by_id.get(rule.id)) for rule in rules]


@lru_cache(maxsize=1)
def catalogue() -> tuple[Rule, ...]:
    """The rules that the package ships, by id. Their examples, which the tests have read, are read when somebody asks for them."""
    folder = data_folder("rules")
    return tuple(_with_runs(_shipped(folder, "rules"), _shipped(folder / _RUNS, _RUNS)))


def _shipped(folder: Path, what: str) -> list[Rule]:
    paths = sorted(folder.glob("*.toml"))
    parts = [path.read_text(encoding="utf-8").partition(_EXAMPLE) for path in paths]
    rules = map(_from_table, parsed.toml(folder, what, [text for text, _, _ in parts]), paths)
    return [replace(rule, examples=_Later(mark + rest)) if mark else rule for rule, (_, mark, rest) in zip(rules, parts, strict=True)]
