"""The history: every run that was kept, in one SQLite file that several jobs may write and that outlives a killed one.

A run is written in one transaction that takes the write lock before it reads anything, so that concurrent writers wait for each other
and nobody's run is lost; the rollback journal undoes what a killed process left half done. Times are kept as measured.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ncu_advisor import conditions
from ncu_advisor.errors import AdvisorError
from ncu_advisor.json_schema import check
from ncu_advisor.regression.baseline import CONDITIONS, NUMBER, SEEN, SHAPE, TEXT, TIME, TOLD, whole
from ncu_advisor.regression.runs import Counter, Kernel, KernelRun, RuleSeen, Run, refuse_to_keep

_APPLICATION = 0x6E637561  # "ncua": tells the file from any other SQLite database
_VERSION = 1
_WAIT_S = 60.0  # for another writer
_MOST = 1000  # launches of a kernel that a run keeps: beyond, evenly spaced ones
_SCHEMA = (
    "CREATE TABLE run (id INTEGER PRIMARY KEY, added TEXT NOT NULL, label TEXT NOT NULL, conditions TEXT NOT NULL)",
    "CREATE TABLE kernel (run INTEGER NOT NULL REFERENCES run(id), place INTEGER NOT NULL, name TEXT NOT NULL, shape TEXT NOT NULL,"
    " durations TEXT NOT NULL, facts TEXT NOT NULL, PRIMARY KEY (run, place)) WITHOUT ROWID",
    "CREATE INDEX kernel_name ON kernel (name, run)",
)
# What the columns of a run and of its kernels hold, once they are parsed.
_SEEN = {"title": SEEN["title"], "time_saved_pct": SEEN["time_saved_pct"], "file": TEXT, "line": {"type": "integer"}, "place": SEEN["place"]}
_COUNTER = {"type": "array", "items": NUMBER, "minItems": 3, "maxItems": 3}
_FACTS = {**TOLD, "counters": {"type": "object", "additionalProperties": _COUNTER}, "rules": {"type": "object", "additionalProperties": whole(_SEEN)}}
_LATER = {"work": {"type": "array", "items": NUMBER}, "thinned_from": {"type": "integer", "minimum": 0}}  # not of the first histories
_TIMES = {"type": "array", "items": TIME}
_KERNEL = {
    "name": TEXT,
    "shape": {"type": "array", "items": SHAPE, "minItems": 2, "maxItems": 2},
    "durations": _TIMES,
    "facts": {**whole(_FACTS), "properties": {**_FACTS, **_LATER}},
}
_RUN = whole({"label": TEXT, "conditions": {"type": "object", "properties": CONDITIONS}, "kernels": {"type": "array", "items": whole(_KERNEL)}})
_ENTRY = whole({"added": TEXT, "label": TEXT, "durations": {"type": "array", "items": _TIMES}})


@dataclass(frozen=True)
class Entry:
    """One run of the history, as ``history show`` lists it."""

    id: int
    added: str  # UTC
    label: str
    kernels: int
    total_ns: float


@dataclass(frozen=True)
class Added:
    """Numbers of the runs that were appended, and of those that were there already, which copies of them are not appended to."""

    numbers: list[int]
    there: list[int]


def add(path: Path, runs: Sequence[Run], now: datetime | None = None) -> Added:
    """Append ``runs``, all or none, without copies of those that it holds already. Creates the file where there is none.

    Raises AdvisorError where one is known to be only a part of a run or to measure nothing, as ``baseline.content`` does.
    """
    refuse_to_keep(runs, str(path))
    added = (now or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")
    with _opened(path, create=True) as database, _writing(database, path):
        _prepare(database, path)
        there = [_number(database, path, run) for run in runs]
        return Added([_insert(database, run, added) for run, number in zip(runs, there, strict=True) if not number], [*filter(None, there)])


def runs(path: Path, last: int = 0) -> list[Run]:
    """The runs of the file, oldest first; only the ``last`` ones where that is positive."""
    with _opened(path) as database:
        rows = database.execute("SELECT id, label, conditions FROM run ORDER BY id DESC LIMIT ?", (last if last > 0 else -1,)).fetchall()
        return [_run(database, path, *row) for row in reversed(rows)]


def entries(path: Path) -> list[Entry]:
    """What the file holds, oldest first."""
    with _opened(path) as database:
        found = []
        for number, added, label in database.execute("SELECT id, added, label FROM run ORDER BY id"):
            rows = database.execute("SELECT durations FROM kernel WHERE run = ?", (number,)).fetchall()
            with _whole(path, number):
                times = [_parsed(text) for (text,) in rows]
                check({"added": added, "label": label, "durations": times}, _ENTRY)
            found.append(Entry(number, added, label, len(times), math.fsum(d for part in times for d in part if d is not None)))
        return found


@contextmanager
def _opened(path: Path, create: bool = False) -> Iterator[sqlite3.Connection]:
    if problem := _in_the_way(path, create):
        raise problem
    mode = "rwc" if create else "ro"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=_WAIT_S, isolation_level=None)) as database:
            database.text_factory = _decoded
            if not create:
                _check(database, path)
            yield database
    except sqlite3.Error as error:
        raise _refused(path, error, create) from None


def _decoded(text: bytes) -> str:
    """Also what is no UTF-8, so that the run that holds it can be named."""
    return text.decode("utf-8", "surrogateescape")


@contextmanager
def _whole(path: Path, number: int) -> Iterator[None]:
    """Where the columns of a run are parsed and checked: others may have edited the file, or a disk have lost some of it."""
    try:
        yield
    except (ValueError, RecursionError) as error:
        raise AdvisorError(str(path), f"run {number} is damaged ({error})", "restore the file, or start a new one") from None


def _in_the_way(path: Path, create: bool) -> AdvisorError | None:
    """What is seen before the file is opened."""
    if path.is_dir():
        return AdvisorError(str(path), "is a folder", "name a file in it")
    if create and not path.parent.is_dir():
        return AdvisorError(str(path), "cannot be written: its folder is not there", "make the folder, or name another file")
    if not create and not path.is_file():
        return AdvisorError(str(path), "no such history", "make one with `ncu-advisor history add`")
    if not create and not path.stat().st_size:
        return AdvisorError(str(path), "is empty, and holds no run yet", "add one with `ncu-advisor history add`")
    return None


def _refused(path: Path, error: sqlite3.Error, create: bool) -> AdvisorError:
    """What the system did not let SQLite do is no fault of what the file holds."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM")):
        what = f"cannot be {'written' if create else 'read'}: file or folder {'is not writable' if create else 'does not allow it'}"
        return AdvisorError(str(path), what, "change that, or name another file")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return AdvisorError(str(path), f"cannot be {'written' if create else 'read'} ({error})", "free some space, or name another file")
    if name.startswith("SQLITE_BUSY"):
        return AdvisorError(str(path), f"is held by another process for more than {_WAIT_S:.0f} s", "try again when that is done")
    return AdvisorError(str(path), f"is no usable history ({error})", "name another file, or restore it")


@contextmanager
def _writing(database: sqlite3.Connection, path: Path) -> Iterator[None]:
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _prepare(database: sqlite3.Connection, path: Path) -> None:
    """A new file gets its tables; within the transaction, so that of two first writers one makes them."""
    if database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        _check(database, path)
        return
    for statement in _SCHEMA:
        database.execute(statement)
    database.execute(f"PRAGMA application_id = {_APPLICATION}")
    database.execute(f"PRAGMA user_version = {_VERSION}")


def _check(database: sqlite3.Connection, path: Path) -> None:
    application, version = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if application != _APPLICATION:
        raise AdvisorError(str(path), "is a database of something else", "name the history's own file")
    if version != _VERSION:
        raise AdvisorError(str(path), f"is a history of version {version}, not {_VERSION}", "use the ncu-advisor that wrote it, or start a new file")


def _number(database: sqlite3.Connection, path: Path, run: Run) -> int:
    """The run of the history that measured the same; 0 where there is none."""
    kept = replace(run, kernels=tuple(replace(kernel, durations=tuple(_thinned(kernel.durations))) for kernel in run.kernels))
    if kept.measured is None:
        return 0
    first = (kept.kernels[0].kernel.name, _written(kept.kernels[0].durations))
    rows = database.execute("SELECT run FROM kernel WHERE name = ? AND durations = ? AND place = 0", first).fetchall()
    return next((number for (number,) in rows if _run(database, path, number, "", "{}").measured == kept.measured), 0)


def _insert(database: sqlite3.Connection, run: Run, added: str) -> int:
    row = (added, run.label, json.dumps(run.conditions.to_json(), sort_keys=True))
    number = database.execute("INSERT INTO run (added, label, conditions) VALUES (?, ?, ?)", row).lastrowid
    assert number is not None  # noqa: S101 - an INSERT always has one
    for place, kernel in enumerate(run.kernels):
        shape = json.dumps([kernel.kernel.grid, kernel.kernel.block])
        durations = _written(_thinned(kernel.durations))
        database.execute("INSERT INTO kernel VALUES (?, ?, ?, ?, ?, ?)", (number, place, kernel.kernel.name, shape, durations, _facts(kernel)))
    return number


def _written(durations: Sequence[float]) -> str:
    return json.dumps([d if math.isfinite(d) else None for d in durations])


def _thinned(durations: Sequence[float]) -> Sequence[float]:
    step = len(durations) / _MOST
    return durations if step <= 1 else [durations[int(at * step)] for at in range(_MOST)]


def _facts(kernel: KernelRun) -> str:
    facts = {
        "counters": {name: list(counter) for name, counter in kernel.counters.items()},
        "metrics": dict(kernel.metrics),
        "rules": {rule: [s.title, s.time_saved_pct, "", 0, s.place] for rule, s in kernel.rules.items()},
        "bound": kernel.bound,
        "limiter": kernel.limiter,
        "work": list(_thinned(kernel.work)),
        "thinned_from": kernel.launches if kernel.launches > _MOST else 0,
    }
    return json.dumps(facts, sort_keys=True)


def _run(database: sqlite3.Connection, path: Path, number: int, label: str, told: str) -> Run:
    rows = database.execute("SELECT name, shape, durations, facts FROM kernel WHERE run = ? ORDER BY place", (number,)).fetchall()
    with _whole(path, number):
        data = {"label": label, "conditions": _parsed(told), "kernels": [_row(*row) for row in rows]}
        check(data, _RUN)
        if odd := next((kernel["name"] for kernel in data["kernels"] if not _work_fits(kernel)), None):
            raise ValueError(f"{odd} does not have the work of each launch that has a time")
    return Run(label, conditions.from_json(data["conditions"]), tuple(map(_kernel, data["kernels"])))


def _row(name: str, shape: str, durations: str, facts: str) -> dict[str, Any]:
    """A row of the table, parsed; what a rule said, which is written as a list, by name."""
    told = _parsed(facts)
    rules = told.get("rules") if isinstance(told, dict) else None
    if isinstance(rules, dict):
        told["rules"] = {rule: dict(zip(_SEEN, seen, strict=False)) if isinstance(seen, list) else seen for rule, seen in rules.items()}
    return {"name": name, "shape": _parsed(shape), "durations": _parsed(durations), "facts": told}


def _parsed(text: str) -> Any:
    """NaN is None, as for savings that nobody can tell."""
    return json.loads(text, parse_constant=lambda _: None)


def _work_fits(kernel: dict[str, Any]) -> bool:
    work = kernel["facts"].get("work")
    return not work or len(work) == len(kernel["durations"])


def _kernel(row: dict[str, Any]) -> KernelRun:
    (grid, block), facts = row["shape"], row["facts"]
    return KernelRun(
        kernel=Kernel(row["name"], tuple(grid), tuple(block)),
        durations=tuple(math.nan if d is None else d for d in row["durations"]),
        counters={n: Counter(*values) for n, values in facts["counters"].items()},
        metrics=facts["metrics"],
        rules={rule: _seen(**seen) for rule, seen in facts["rules"].items()},
        bound=facts["bound"],
        limiter=facts["limiter"],
        work=tuple(facts.get("work", ())),
        thinned_from=facts.get("thinned_from", 0),
    )


def _seen(title: str, time_saved_pct: float | None, file: str, line: int, place: str) -> RuleSeen:
    return RuleSeen(title, math.nan if time_saved_pct is None else time_saved_pct, file, line, place)
