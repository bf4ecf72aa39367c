"""Every rule about several launches or a run, and what rules about single launches say of a trace alone: examples, parts, words."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from launch_rows import profile
from traces import Event, session, shaped_run

from ncu_advisor import measurement, sequence
from ncu_advisor.errors import BadRule
from ncu_advisor.report import Report
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import SENTENCES, Example, Rule
from ncu_advisor.rule_files import catalogue, from_toml, load_folder

ALL = load_folder(data_folder("rules"))
OF_RUNS = [rule.of_run for rule in ALL if rule.of_run]
RULES = [*(rule for rule in ALL if rule.measure), *OF_RUNS]
CASES = [pytest.param(rule, example, id=f"{rule.id}: {example.name}") for rule in RULES for example in rule.examples]


def test_the_catalogue_of_sequence_rules_is_complete() -> None:
    """Ids are stable: they are what users ignore and search for."""
    assert {rule.id for rule in RULES} == {
        *("launch-overhead", "missed-fusion", "gpu-idle-gap", "synchronous-transfer", "pageable-transfer"),
        *("unoverlapped-transfer", "blocking-api-call", "exposed-communication", "unified-memory-migration"),
        *(rule.id for rule in OF_RUNS),
    }
    assert {rule.id for rule in OF_RUNS} == {"missing-tensor-cores", "partial-warp", "small-grid"}


def test_what_a_rule_says_of_a_trace_is_part_of_the_rule() -> None:
    """A file of rules/runs/ adds no id; the shipped catalogue and a folder of rules read it alike, with every part that a reader looks for."""
    shipped = {rule.id: rule.of_run for rule in catalogue()}
    assert [(rule.id, rule.of_run) for rule in ALL if rule.of_run and rule.of_run.words != getattr(shipped[rule.id], "words", None)] == []
    assert len(shipped) == len(catalogue()) == len(ALL)
    for rule in OF_RUNS:
        assert (set(rule.words), bool(rule.evidence), bool(rule.references), 0 < rule.confidence <= 1) == (set(SENTENCES), True, True, True)
        assert [measurement.named(name).OF for name in rule.measure] == [measurement.SESSION] * len(rule.measure)


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_examples_say_what_they_promise(rule: Rule, example: Example) -> None:
    """One finding with the sentence and the saving, or silence."""
    found = sequence.speak(rule, measurement.of_rows([example.given]))
    assert ["fires"] * len(found) == ([example.outcome] if example.outcome == "fires" else [])
    for finding in found:
        assert finding.time_saved_pct == example.time_saved_pct
        assert example.says
        assert example.says in f"{finding.explanation} {finding.unless}"


@pytest.mark.parametrize(("to_gpu", "from_gpu"), [(1, 1), (2, 1), (1, 2)])
def test_what_comes_back_at_once_is_told_once(to_gpu: int, from_gpu: int) -> None:
    """An array leaves the GPU after each of a hundred kernels and is back before the next, beside others that only come in or only go out: one
    finding for both ways, which prices the copies there and back and not pinning."""
    copies: list[Event] = []
    kernels: list[Event] = []
    now = 0
    for step in range(100):
        for size, way in [*[(4, "HtoD")] * to_gpu, *[(4, "DtoH")] * from_gpu]:
            copies.append((now, now + 1000, size << 20, way, "pageable", len(copies)))
            now += 1000
            if len(copies) % (to_gpu + from_gpu) == to_gpu:
                kernels.append((now, now + 10, "k", 1000 + step))
                now += 10
    [rule] = (rule for rule in RULES if rule.id == "pageable-transfer")
    both = measurement.named("pageable_copies").measure(session(kernels, copies, device="7.5"))
    assert both.values["to_gpu"].tolist() == [1, 0]
    for name in ("untouched", "untouched_ns", "host_copies_ns", "window_ns"):
        assert len(set(both.values[name].tolist())) == 1
    [found] = sequence.speak(rule, both)
    there_and_back = float(both.values["untouched_ns"][0])
    assert (found.title, found.time_saved_ns) == ("As many bytes as leave the GPU come back at once, 99 times", there_and_back)
    ideals = {evidence.metric: evidence.ideal for evidence in found.evidence if evidence.ideal is not None and not math.isnan(evidence.ideal)}
    assert ideals == {"there_and_back_ns": 0}


def test_where_other_copies_are_most_each_way_is_told_to_be_pinned() -> None:
    """Ten arrays that come back among forty that only come in: a finding for each way, of which one tells what comes back."""
    kernels = [(0, 1, "k", 98), (60_000, 60_001, "k", 99)]
    copies = [(1000 * at, 1000 * at + 1000, 4 << 20, "DtoH" if at < 20 and at % 2 == 0 else "HtoD", "pageable", at) for at in range(60)]
    [rule] = (rule for rule in RULES if rule.id == "pageable-transfer")
    found = sequence.speak(rule, measurement.named("pageable_copies").measure(session(kernels, copies, device="7.5")))
    assert [finding.title[:15] for finding in found] == ["Copies to the G", "Copies from the"]
    assert ["fall away altogether" in finding.advice for finding in found] == [True, False]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_has_examples_of_both_kinds(rule: Rule) -> None:
    """One that fires and one that stays silent, with values that its measurements have."""
    assert {example.outcome for example in rule.examples} == {"fires", "silent"}
    known = {*measurement.known(rule.measure), *rule.links, *(name for link in rule.links.values() for name in link.sums)}
    folds = ("total_", "least_", "most_", "first_", "last_") if rule.links else ()
    assert [name for example in rule.examples for name in example.given if name not in known and not name.startswith(folds)] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_sentences_are_whole(rule: Rule) -> None:
    """No open slot, no doubled blank, no missing value; titles start with a capital letter, a digit or a call, and do not end in a full stop."""
    for example in rule.examples:
        for finding in sequence.speak(rule, measurement.of_rows([example.given])):
            text = [finding.title, finding.explanation, finding.advice, finding.unless, finding.basis]
            assert [part for part in text if "{" in part or "  " in part or "not collected" in part or not part] == []
            assert [part for part in text[1:4] if not part.endswith((".", ")"))] == []
            assert finding.title[0].isupper() or finding.title[0].isdigit() or finding.title[0] == "`"
            assert not finding.title.endswith(".")
            assert finding.evidence


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_measurements_say_what_they_give(rule: Rule) -> None:
    """Each is there, and each of its values has a meaning."""
    for name in rule.measure:
        source = measurement.named(name)
        assert source.OF in (measurement.LAUNCHES, measurement.SESSION)
        assert [value for value, meaning in source.VALUES.items() if not meaning] == []


_RULE = """
id = "mine"
group = "sequence"
summary = "Long collectives"
measure = ["collectives"]
when = "communication_ns > 1000000"
[saves]
ns = "exposed_ns"
of_ns = "window_ns"
of = "GPU {device}"
[words]
title = "{collectives|count collective}"
saw = "They take {communication_ns}."
why = "So it is."
advice = "Do less."
unless = "Never."
"""


def _mine(text: str) -> Rule:
    return from_toml(text, Path("mine.toml"))


def test_one_file_adds_a_rule_over_an_existing_measurement() -> None:
    """Nothing else is needed."""
    given = {"device": 0, "collectives": 1, "communication_ns": 2e6, "exposed_ns": 1e6, "compute_ns": 0, "hidable_ns": 0, "window_ns": 4e6}
    [finding] = sequence.speak(_mine(_RULE), measurement.of_rows([given]))
    assert (finding.title, finding.time_saved_pct, finding.basis) == ("1 collective", 25.0, "GPU 0")
    assert finding.explanation == "They take 2 ms. So it is."


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('when = "communication_ns', 'when = "comunication_ns', "comunication_ns"),
        ('measure = ["collectives"]', 'measure = ["colectives"]', "colectives"),
        ('measure = ["collectives"]\n', "", "saves but no measure"),
        ("[saves]", "[saves_]", "saves_"),
        ("[words]", '[change.demand]\ndram = "0"\n[words]', "change"),
        ("{communication_ns}", "{comunication_ns}", "comunication_ns"),
    ],
)
def test_a_rule_that_does_not_hold_together_is_refused(old: str, new: str, problem: str) -> None:
    """The message names the file and the culprit."""
    given = {"device": 0, "collectives": 1, "communication_ns": 2e6, "exposed_ns": 1e6, "compute_ns": 0, "hidable_ns": 0, "window_ns": 4e6}
    with pytest.raises(BadRule, match=problem):
        sequence.speak(_mine(_RULE.replace(old, new)), measurement.of_rows([given]))


_ON_LAUNCHES = _RULE.replace('measure = ["collectives"]\n', 'needs = ["duration"]\n').replace("communication_ns > 1000000", "duration > 1")
_ON_LAUNCHES = "\n".join(line for line in _ON_LAUNCHES.splitlines() if not line.startswith(("ns =", "of_ns", "of =", "[saves]"))).replace(
    "{collectives|count collective}", "Long"
)


@pytest.mark.parametrize(
    ("beside", "of_run", "problem"),
    [
        ("", _RULE, "has the id of no rule about single launches"),
        (_RULE, _RULE, "has the id of no rule about single launches"),
        (_ON_LAUNCHES, _ON_LAUNCHES, "has no measure"),
    ],
    ids=["alone", "beside a rule about runs", "about launches again"],
)
def test_what_is_said_of_runs_belongs_to_a_rule_about_launches(tmp_path: Path, beside: str, of_run: str, problem: str) -> None:
    """A file of runs/ that no rule of its id, or the wrong one, stands beside is refused by name."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "mine.toml").write_text(of_run, encoding="utf-8")
    if beside:
        (tmp_path / "mine.toml").write_text(beside, encoding="utf-8")
    with pytest.raises(BadRule, match=f"runs/mine.toml.*{problem}"):
        load_folder(tmp_path)


def test_two_files_make_one_rule(tmp_path: Path) -> None:
    """One judges launches, the other what a trace tells of the same matter."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "mine.toml").write_text(_ON_LAUNCHES, encoding="utf-8")
    (tmp_path / "runs" / "mine.toml").write_text(_RULE, encoding="utf-8")
    [rule] = load_folder(tmp_path)
    assert (rule.measure, rule.of_run and rule.of_run.measure) == ((), ("collectives",))


def test_fp32_products_of_a_trace_are_promised_less_than_was_measured() -> None:
    """As the benchmark of 31 products has it (docs/framework.md): no class of durations is promised more than its median saved."""
    page = (Path(__file__).parents[1] / "docs" / "framework.md").read_text(encoding="utf-8").partition("## Products in FP32")[2]
    rows = [[cell.strip(" %") for cell in line.split("|")[2:-1]] for line in page.splitlines() if "µs" in line]
    classes = [(int(number), float(median), promised) for number, _, median, _, promised in rows]
    assert sum(number for number, _, _ in classes) == 31
    assert classes[0][2] == "nothing"
    assert all(median - 15 < float(promised) <= median for _, median, promised in classes[1:])


def test_a_measurement_that_several_rules_read_is_taken_once_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shapes of a trace's kernels tell of grids and of blocks that are too small; the trace is gone through once for both."""
    asked: list[object] = []
    source = measurement.named("launch_shapes")
    taken = source.measure
    monkeypatch.setattr(source, "measure", lambda session: asked.append(session) or taken(session))
    run = shaped_run([(0, 400, "solve", 1, 16), (400, 900, "step", 1024, 16)])
    report = Report({}, [])
    sequence.complete(report, profile([], [run]), catalogue(), {})
    assert {"partial-warp", "small-grid"} <= {finding.rule for finding in report.sequence_findings}
    assert asked == [run]
