"""Saved reports and baselines that were edited, cut or damaged: refused by one line that says where, or read; never a crash."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import gate_profiles as made
import pytest
import report_examples as examples
from click.testing import CliRunner

from ncu_advisor.cli import cli
from ncu_advisor.errors import AdvisorError
from ncu_advisor.outputs import Options
from ncu_advisor.regression import baseline, history, run_files
from ncu_advisor.regression import outputs as gate_outputs
from ncu_advisor.regression.gate import gate
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.runs import RuleSeen, Run, of_report
from ncu_advisor.report_json import report_from_json

WRONG: tuple[Any, ...] = (None, True, 5, -5, 0.5, "x", "\ud800", [], [None], {}, {"x": None}, math.nan, math.inf, -1e308, 1e308, 10**400)
MISSING = object()
Place = tuple[str | int, ...]


@cache
def saved(kind: str) -> dict[str, Any]:
    """A report with everything that the schema knows, or a baseline file."""
    if kind == "baseline":
        run = made.run(made.scattered(kernels=3, launches=2))
        rules = {"uncoalesced-access": RuleSeen("Loads touch too much", 60.0, "k.cu", 3)}
        kernels = tuple(replace(kernel, rules=rules, metrics={"sm_clock": 1e9}) for kernel in run.kernels)
        data: dict[str, Any] = json.loads(baseline.content([replace(run, kernels=kernels)] * 2))
        return data
    report = examples.traced()
    report.conditions = made.KNOWN.to_json() | {"metrics": ["duration"]}
    for name in ("device", "compute_capability", "sm_count"):
        del report.conditions[name]
    loaded: dict[str, Any] = json.loads(json.dumps(report.to_json()))
    return loaded


@cache
def sound(kind: str) -> list[Run]:
    """The runs of the file as it was written."""
    if kind == "baseline":
        return baseline.runs(saved(kind), "sound.json")
    return [of_report(report_from_json(copy.deepcopy(saved(kind))))]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Every object, list and value within; of equal entries of a list the first, and of the timeline, which no side reads, the top."""
    if place:
        yield place
    if place[:1] == ("timeline",) and len(place) > 2:
        return
    for step, entry in value.items() if isinstance(value, dict) else enumerate(value[:1]) if isinstance(value, list) else ():
        yield from places(entry, (*place, step))


def changed(data: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    inner: Any = changed
    for step in place[:-1]:
        inner = inner[step]
    if value is MISSING:
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return changed


def told(path: Path, data: dict[str, Any]) -> str:
    """What is said of a file that is refused; "" for one that can be compared, kept and written up, whichever side it is on."""
    path.write_text(json.dumps(data))
    try:
        runs = run_files.load(str(path))
    except AdvisorError as error:
        return str(error)
    whole = sound("baseline" if "baseline_version" in data else "report")
    for sides, time in (((runs, whole), "fail"), ((whole, runs), "off")):
        result = gate(*sides, policy=Policy(time=time))
        for name in gate_outputs.FORMATS if time == "fail" else ("terminal",):
            gate_outputs.by_name(name).render(result, Options())
    baseline.content(runs)
    history.add(path.with_suffix(".sqlite"), runs)
    assert len(history.runs(path.with_suffix(".sqlite"))) == len(runs)
    path.with_suffix(".sqlite").unlink()
    return ""


EVERY = [(kind, place) for kind in ("report", "baseline") for place in places(saved(kind))]


@pytest.mark.parametrize(("kind", "place"), EVERY, ids=[f"{kind}:{'.'.join(map(str, place))}" for kind, place in EVERY])
def test_a_wrong_value_anywhere_is_one_line_or_no_matter(tmp_path: Path, kind: str, place: Place) -> None:
    """Of each field, whatever stands there instead, and nothing: the file is named and what is wrong, on one line."""
    path = tmp_path / "saved.json"
    for value in (*WRONG, MISSING):
        said = told(path, changed(saved(kind), place, value))
        assert not said or (said.startswith(f"{path}: "), "; " in said, "\n" in said) == (True, True, False), value


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("kernels", 0, "metrics", "dram_bytes"), "x", 'kernels[0].metrics.dram_bytes is "x", where a number or null belongs'),
        (("device",), None, "device is null, where an object belongs"),
        (("kernels", 0, "name"), 5, "kernels[0].name is 5, where text belongs"),
        (("kernels", 0, "duration_ns"), -5, "kernels[0].duration_ns is -5, where a number from 0 on or null belongs"),
        (("kernels", 0, "duration_ns"), math.inf, "kernels[0].duration_ns is Infinity, where a number from 0 on or null belongs"),
        (("kernels", 0, "duration_ns"), True, "kernels[0].duration_ns is true, where a number from 0 on or null belongs"),
        (("kernels", 0, "grid"), [1, 1], "kernels[0].grid is a list of 2, where a list of 3 belongs"),
        (("kernels", 0, "findings", 0, "advice"), MISSING, "kernels[0].findings[0] has no advice"),
        (("schema_version",), "2.0", 'schema_version is "2.0", where "1.0" belongs'),
    ],
)
def test_what_is_said_and_how_each_verb_exits(tmp_path: Path, place: Place, value: Any, words: str) -> None:
    """Which file, what is wrong, what to do, and exit code 2 as the contract has it: of gate, compare and history add."""
    bad, good = tmp_path / "bad.json", tmp_path / "good.json"
    good.write_text(json.dumps(changed(saved("report"), ("inputs", 0, "warnings"), [])))
    bad.write_text(json.dumps(changed(saved("report"), place, value)))
    sides = ["--baseline", str(bad), "--current", str(good)]
    line = f"ncu-advisor: {bad}: is no report of this version: {words}; write it again with `analyze --format json`\n"
    for verb in (["gate", *sides], ["gate", "--counters-only", *sides], ["compare", *sides], ["history", "add", str(bad), "--history", "h.sqlite"]):
        result = CliRunner().invoke(cli, verb)
        assert (result.exit_code, result.stderr, result.stdout) == (2, line, "")


def test_baselines_too_hold_no_impossible_times(tmp_path: Path) -> None:
    """By the same words, for a file of another kind."""
    assert "kernels[0].durations_ns[0][0] is -5, where a number from 0 on or null belongs" in told(
        tmp_path / "b.json", changed(saved("baseline"), ("kernels", 0, "durations_ns", 0, 0), -5)
    )


def test_keys_of_a_newer_version_are_passed_over(tmp_path: Path) -> None:
    """What is added to a report breaks nobody who reads the rest."""
    data = changed(changed(saved("report"), ("kernels", 0, "added"), 1), ("kernels", 0, "findings", 0, "added"), [{}])
    assert told(tmp_path / "r.json", data) == ""


def test_null_is_not_collected(tmp_path: Path) -> None:
    """A time or a counter that is null is missing, and a note says of which kernel and which side."""
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    data = json.loads(json.dumps(run_files.load(str(made.EXPORTS / "full_raw.csv.xz"))[0].report.to_json()))  # type: ignore[union-attr]
    after.write_text(json.dumps(data))
    place = next(at for at, kernel in enumerate(data["kernels"]) if kernel["short_name"] == "triad")
    data["kernels"][place]["duration_ns"] = None
    data["kernels"][place]["metrics"]["instructions"] = None
    before.write_text(json.dumps(data))
    for verb in (["gate", "--counters-only"], ["compare"]):
        result = CliRunner().invoke(cli, [*verb, "--baseline", str(before), "--current", str(after)])
        assert (result.exit_code, "no time was collected in the baseline, so no change is told: triad" in " ".join(result.stdout.split())) == (
            0,
            True,
        )
