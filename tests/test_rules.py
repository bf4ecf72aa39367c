"""Every rule about single launches: its examples, its parts, its names, its words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor import catalogue, judge
from ncu_advisor.advise import advise, columns_of
from ncu_advisor.errors import BadRule
from ncu_advisor.expression import parse
from ncu_advisor.hardware.device import identify
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan.advice import recommend
from ncu_advisor.rehearsal import profile_of, rehearse
from ncu_advisor.report import Diagnosis, Finding
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import SENTENCES, Example, Rule
from ncu_advisor.rule_files import families, from_toml, load_folder
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import BY_NAME, EXPOSED, TimeModel

ALL = load_folder(data_folder("rules"))
RULES = [rule for rule in ALL if not rule.measure]
FIRING = {"fires"}
QUIET = {"silent", "suppressed"}
CASES = [pytest.param(rule, example, id=f"{rule.id}: {example.name}") for rule in RULES for example in rule.examples]
LONGEST_SENTENCE = 500

# The catalogue that users ignore, waive and search by: ids are stable, so this list only ever grows.
IDS = {
    "memory": """uncoalesced-access misaligned-access scalar-global-access shared-bank-conflict register-spill local-array low-data-reuse
        poor-l2-reuse memory-latency atomic-contention dram-saturated host-memory-access""",
    "compute": """missing-tensor-cores legacy-tensor-path unpipelined-copy accidental-fp64 special-function-bound integer-bound
        unfused-multiply-add thread-divergence instruction-cache-miss dependency-stall barrier-stall memory-instruction-throttle
        compute-saturated""",
    "launch": """low-achieved-occupancy occupancy-limited-by-registers occupancy-limited-by-shared-memory occupancy-limited-by-block-size
        small-grid tail-wave workload-imbalance partial-warp short-blocks too-few-tiles gemm-shape-misaligned missing-multicast""",
    "sequence": """missed-fusion launch-overhead gpu-idle-gap synchronous-transfer pageable-transfer unoverlapped-transfer blocking-api-call
        exposed-communication unified-memory-migration""",
}
CARDS = {"uncoalesced-access", "scalar-global-access", "low-achieved-occupancy", "missing-tensor-cores", "tail-wave"}


def of(rule_id: str) -> Rule:
    """The shipped rule of this id."""
    return next(rule for rule in ALL if rule.id == rule_id)


def test_the_catalogue_is_whole() -> None:
    """Each id of the catalogue is shipped, in the group that it is listed in; further rules may stand beside them."""
    assert {(rule.group, rule.id) for rule in ALL} >= {(group, rule_id) for group, ids in IDS.items() for rule_id in ids.split()}


def test_the_commissioned_rules_are_marked() -> None:
    """The five that the product was commissioned with are the cards."""
    assert {rule.id for rule in ALL if rule.card} == CARDS


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_examples_say_what_they_promise(rule: Rule, example: Example) -> None:
    """The outcome, the rendered sentence and the saving are those of the rule's file (`python -m benchmarks.advice.examples --update`)."""
    said = rehearse(rule, example)
    assert (example.outcome, example.says) == (said.outcome, said.says)
    assert said.time_saved_pct == (None if example.time_saved_pct is None else pytest.approx(example.time_saved_pct, abs=0.2))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_has_two_examples_of_each_kind(rule: Rule) -> None:
    """Two launches on which it fires and two on which it does not, none twice."""
    fires = [example.name for example in rule.examples if example.outcome in FIRING]
    quiet = [example.name for example in rule.examples if example.outcome in QUIET]
    assert (len(fires) >= 2, len(quiet) >= 2) == (True, True)
    assert len({*fires, *quiet}) == len(rule.examples)


@lru_cache(maxsize=1)
def columns() -> frozenset[str]:
    """What every profile gives rules to name: the model's times, the tail, the device's figures, what instructions say."""
    profile = profile_of(_LAUNCH)
    devices = identify(profile, _LAUNCH.device)
    model = TimeModel(profile.metrics, devices.achievable(profile.metrics))
    return frozenset({**columns_of(profile, devices), **model.columns(), **tail_columns(profile.metrics, model)})


def planned(rule: Rule) -> set[str]:
    """What the rule's plan found for the launches on which rules of that plan fire, under the names that its phrases use."""
    firing = [(of, example) for of in RULES if rule.plan and of.plan == rule.plan for example in of.examples if example.outcome in FIRING]
    # What a plan takes as a step before the last is told by sentences only; what the rules' own definitions give it, by the finding.
    found = [recommend(rule.plan, example.metrics, load(example.device)) | finding(of, example).recommendation for of, example in firing]
    # Of the pages on which nobody counts spills there may be no example.
    found += [recommend(rule.plan, {**example.metrics, "uncounted_spills": 1.0}, load(example.device)) for _, example in firing]
    return {name if name.startswith("next_") else f"to_{name}" for values in found for name in values}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_name_is_known(rule: Rule) -> None:
    """A metric, a definition of the rule, a column of the model or device, or of its plan: a misspelt name would read as missing for ever."""
    known = {*catalogue.metrics(), *columns(), *rule.let, *planned(rule)}
    ideals = [parse(entry["ideal"]) for entry in rule.evidence if "ideal" in entry]
    named = {name for expression in (*rule.expressions(), *ideals) for name in expression.names}
    named |= {name for need in rule.needs for name in need.split("|")} | {entry["metric"] for entry in rule.evidence}
    assert named - known == set()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_slot_has_a_value(rule: Rule) -> None:
    """A name as above, a phrase, or a value that is recommended; and every phrase is said somewhere."""
    known = {*catalogue.metrics(), *columns(), *rule.let, *planned(rule), *rule.recommend, *(f"to_{name}" for name in rule.recommend), "saved"}
    phrases = {phrase.name for phrase in rule.phrases}
    assert (set(rule.slots()) - known - phrases, phrases - set(rule.slots())) == (set(), set())


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_changes_are_of_parts_that_the_model_has(rule: Rule) -> None:
    """Demands of resources, and exposed parts."""
    assert (set(rule.change.demand) - set(BY_NAME), set(rule.change.exposed) - set(EXPOSED)) == (set(), set())


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
def test_rules_yield_to_rules_that_exist(rule: Rule) -> None:
    """And not to themselves."""
    assert {*rule.yields_to, *rule.alternative_to} <= {other.id for other in ALL} - {rule.id}


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.id)
def test_a_rule_has_every_part_that_a_reader_looks_for(rule: Rule) -> None:
    """All sentences, a one-line summary, evidence, a reference, a confidence, and a file named after its id."""
    assert set(rule.words) == set(SENTENCES)
    assert [name for name, text in rule.words.items() if not text] == []
    assert rule.summary and "\n" not in rule.summary and not rule.summary.endswith(".")
    assert (bool(rule.evidence), bool(rule.references), 0 < rule.confidence <= 1, rule.path.stem) == (True, True, True, rule.id)


def finding(rule: Rule, example: Example) -> Finding:
    """What a user reads of an example that fires."""
    [kernel] = advise(profile_of(example), gpu=example.device, rules=[rule]).kernels
    return kernel.findings[0]


def said(kernel: Diagnosis) -> list[str]:
    """Every text of its findings, and why others were suppressed."""
    return [text for f in kernel.findings for text in (f.title, f.explanation, f.advice, f.unless)] + [s.reason for s in kernel.suppressed]


UNSAID = r"[{}]|not collected|\bnan\b|\binf\b|  |\.\."  # what no sentence holds: an open slot, a missing value, a doubled blank or stop


SPOKEN = [pytest.param(*case.values, id=case.id) for case in CASES if case.values[1].outcome in FIRING]


@pytest.mark.parametrize(("rule", "example"), SPOKEN)
def test_sentences_are_whole(rule: Rule, example: Example) -> None:
    """No open slot, no missing value, no doubled blank; a full stop ends each, and none is longer than a reader's breath."""
    found = finding(rule, example)
    texts = {"title": found.title, "explanation": found.explanation, "advice": found.advice, "unless": found.unless}
    assert {name: text for name, text in texts.items() if re.search(UNSAID, text)} == {}
    assert {name: text for name, text in texts.items() if name != "title" and not text.endswith(".")} == {}
    assert not found.title.endswith(".") and len(found.title) <= 160
    assert [sentence for text in texts.values() for sentence in re.split(r"(?<=\.) (?=[A-Z])", text) if len(sentence) > LONGEST_SENTENCE] == []


@settings(max_examples=300, deadline=None)
@given(case=st.sampled_from([case.values for case in SPOKEN]), data=st.data())
def test_what_was_not_collected_is_left_unsaid(case: tuple[Rule, Example], data: st.DataObject) -> None:
    """Whatever metrics an export lacks: a sentence that would mention one is dropped, never said with a hole in it; a title and advice remain."""
    rule, example = case
    lacking = data.draw(st.sets(st.sampled_from(sorted(set(example.metrics) - {"duration"}))))
    fewer = replace(example, metrics={name: value for name, value in example.metrics.items() if name not in lacking})
    [kernel] = advise(profile_of(fewer), gpu=example.device, rules=[rule]).kernels
    assert [text for text in said(kernel) if re.search(UNSAID, text)] == []
    assert all(f.title and f.advice for f in kernel.findings)


@pytest.mark.parametrize(("rule", "example"), CASES)
def test_sentences_are_whole_on_an_unknown_device(rule: Rule, example: Example) -> None:
    """An old export names no device: what its peaks would have told is left out, not said as a missing number."""
    [kernel] = advise(profile_of(example), rules=[rule]).kernels
    assert [text for text in said(kernel) if re.search(UNSAID, text)] == []


@pytest.mark.parametrize(("rule", "example"), SPOKEN)
def test_a_finding_is_backed(rule: Rule, example: Example) -> None:
    """It carries evidence with numbers, and its promise is a share of the launch; a rule that promises nothing says so by `pays = 0`."""
    found = finding(rule, example)
    assert [entry.metric for entry in found.evidence if entry.value == entry.value]
    assert max(rule.pays, 0.0) <= found.time_saved_pct <= 100.0


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.card], ids=lambda rule: rule.id)
def test_commissioned_rules_recommend_values(rule: Rule) -> None:
    """Structured values beside the sentence, no ranges."""
    values = [finding(rule, example).recommendation for example in rule.examples if example.outcome in FIRING]
    assert [value for value in values if not value] == []


@pytest.mark.parametrize("rule_id", ["tail-wave", "low-achieved-occupancy", "occupancy-limited-by-registers", "occupancy-limited-by-block-size"])
def test_launch_advice_recomputes_occupancy_or_waves(rule_id: str) -> None:
    """The sentence that names a grid, a block or a register count says what then fits."""
    said = [example.says for example in of(rule_id).examples if example.outcome in FIRING]
    assert [text for text in said if not re.search(r"waves?\b", text)] == []


_MINE = """
id = "mine"
group = "memory"
summary = "Long launches"
needs = ["duration"]
when = "duration > 1000"
[change.demand]
dram = "dram_ns * 0.5"
[words]
title = "A launch of {duration}"
saw = "It takes {duration}."
why = "So it is."
advice = "Do less."
unless = "Never."
"""
_LAUNCH = Example("mine", "h200-sxm", {"duration": 1e5, "dram_throughput": 90.0, "sm_busy": 99.0}, {}, "", "fires")


def _mine(text: str) -> Rule:
    return from_toml(text, Path("mine.toml"))


def test_one_file_is_a_rule() -> None:
    """Nothing is registered anywhere."""
    assert rehearse(_mine(_MINE), _LAUNCH).says == "A launch of 100 µs. Do less."


def test_a_rule_that_lacks_a_metric_is_not_evaluated() -> None:
    """It is neither silent nor does it fire, and the missing metric is named with a command that collects it."""
    rule = _mine(_MINE.replace('needs = ["duration"]', 'needs = ["duration", "load_sectors|store_sectors"]'))
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[rule]).kernels
    [lacking] = kernel.not_evaluated
    assert (kernel.findings, kernel.suppressed, lacking.rule) == ([], [], "mine")
    assert lacking.missing == ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",)
    assert lacking.missing[0] in lacking.collect


@pytest.mark.parametrize(("where", "asked"), [("gpu_cc >= 10", False), ("gpu_cc >= 9", True), ("gpu_cc < 9 and l2_throughput > 5", True)])
def test_a_rule_that_is_not_asked_lacks_nothing(where: str, asked: bool) -> None:
    """Where ``where`` says no, no metric would help; where it lacks a metric itself, nobody knows."""
    text = _MINE.replace('needs = ["duration"]', f'needs = ["duration", "load_sectors"]\nwhere = "{where}"')
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[_mine(text)]).kernels
    assert [lacking.rule for lacking in kernel.not_evaluated] == ["mine"] * asked


def test_multicast_is_not_asked_for_without_clusters() -> None:
    """Below compute capability 9.0 there are none."""
    [kernel] = advise(profile_of(_LAUNCH), gpu="rtx-3060").kernels
    assert "missing-multicast" not in {lacking.rule for lacking in kernel.not_evaluated}


def test_a_rule_that_cannot_pay_is_suppressed_with_what_still_binds() -> None:
    """The reason names the next limit in words."""
    example = Example("", "h200-sxm", {**_LAUNCH.metrics, "issue_elapsed": 95.0}, {}, "", "suppressed")
    said = rehearse(_mine(_MINE.replace("dram_ns * 0.5", "dram_ns * 0.99")), example)
    assert (said.outcome, said.says) == ("suppressed", said.says)
    assert re.fullmatch(r"would save \d\.\d% of the launch: .+ would still bind", said.says)


def test_a_launch_that_is_mostly_started_is_told_nothing_of_its_code() -> None:
    """Whatever a rule would save of 5 us: starting them takes a third of it."""
    short = Example("", "h200-sxm", {**_LAUNCH.metrics, "duration": 5e3}, {}, "", "suppressed")
    said = rehearse(_mine(_MINE), short)
    assert (said.outcome, said.says) == ("suppressed", "the launch lasts 5 µs, hardly longer than starting it takes")


def test_a_blocker_gives_its_own_reason() -> None:
    """With the values of the launch in it."""
    text = _MINE.replace("[words]", '[[blocked]]\nwhen = "dram_throughput > 80"\nreason = "DRAM is at {dram_throughput|%} already"\n[words]')
    assert (rehearse(_mine(text), _LAUNCH).outcome, rehearse(_mine(text), _LAUNCH).says) == ("suppressed", "DRAM is at 90% already")


def test_a_rule_yields_to_the_cause() -> None:
    """Where the more specific rule claims most of the same time, the general one is suppressed and names it."""
    cause = _mine(_MINE)
    general = from_toml(_MINE.replace('"mine"', '"general"').replace("[change", 'yields_to = ["mine"]\n[change'), Path("general.toml"))
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[general, cause]).kernels
    assert [found.rule for found in kernel.findings] == ["mine"]
    assert [(entry.rule, entry.reason) for entry in kernel.suppressed] == [
        ("general", "the same time is what `mine` would save, and that is the cause"),
    ]


def test_an_alternative_follows_what_it_is_an_alternative_to() -> None:
    """It stays a finding, promises no more than the other although it would claim more, ranks after it, and says that the two do not add up."""
    text = (
        _MINE.replace('"mine"', '"another"').replace("dram_ns * 0.5", "dram_ns * 0.4").replace("[change", 'alternative_to = { mine = "1" }\n[change')
    )
    another = from_toml(text, Path("another.toml"))
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[another, _mine(_MINE)]).kernels
    [alone] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[another]).kernels
    first, second = kernel.findings
    assert (first.rule, second.rule) == ("mine", "another")
    assert alone.findings[0].time_saved_pct > first.time_saved_pct > second.time_saved_pct
    assert second.advice == "Alternative to `mine` (the savings overlap): do less."
    assert alone.findings[0].advice == "Do less."


@pytest.mark.parametrize(("condition", "order"), [("duration > 1000", ["mine", "another"]), ("duration < 1000", ["another", "mine"])])
def test_of_two_alternatives_the_one_under_a_condition_follows_where_it_holds(condition: str, order: list[str]) -> None:
    """Elsewhere the other one, which always is one, does; neither follows what follows it."""
    mine = _MINE.replace("[change", 'alternative_to = { another = "1" }\n[change')
    text = _MINE.replace('"mine"', '"another"').replace("[change", f'alternative_to = {{ mine = "{condition}" }}\n[change')
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[_mine(mine), from_toml(text, Path("another.toml"))]).kernels
    assert [found.rule for found in kernel.findings] == order
    assert [found.advice.startswith("Alternative to") for found in kernel.findings] == [False, True]
    assert [found.instead_of for found in kernel.findings] == ["", order[0]]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('when = "duration > 1000"', 'when = "duraton > 1000"', "duraton"),
        ('when = "duration > 1000"', 'when = "tensr_ns > 1000"', "tensr_ns"),
        ('when = "duration > 1000"', 'when = "duration.real > 1000"', "does not know"),
        ('when = "duration > 1000"', 'when = "duration >"', "not an expression"),
        ('when = "duration > 1000"', "", "lacks 'when'"),
        ('dram = "dram_ns', 'drum = "dram_ns', "drum"),
        ('id = "mine"', 'id = "other"', "named after its id"),
        ('summary = "Long launches"', 'sumary = "Long launches"', "sumary"),
        ('advice = "Do less."', 'advice = " "', "advice"),
        ("Do less.", "Do {les}.", "les"),
        ('[words]', '[words', "not TOML"),
        ('needs = ["duration"]', 'needs = ["duratoin"]', "duratoin"),
        ('needs = ["duration"]', 'needs = ["duration"]\nfamily = "sector"', "names a family that is not there: 'sector'"),
        ('needs = ["duration"]', 'needs = ["duration"]\nfamily = "sectors"\nlet.loads = "1"', "defines what its family defines: loads"),
    ],
)  # fmt: skip
def test_a_rule_that_does_not_hold_together_is_refused(old: str, new: str, problem: str) -> None:
    """The message names the file and the culprit; nothing is read as merely missing."""
    with pytest.raises(BadRule, match=re.escape(problem)) as refused:
        rehearse(_mine(_MINE.replace(old, new)), _LAUNCH)
    assert str(refused.value).startswith("mine.toml")


def test_a_family_lends_its_definitions_and_blockers() -> None:
    """They stand before the rule's own, which may build on them."""
    rule = _mine(_MINE.replace('needs = ["duration"]', 'needs = ["duration"]\nfamily = "few-warps"\nlet.half = "here / 2"'))
    assert [*rule.let] == [*families()["few-warps"]["let"], "half"] and "waiting" in rule.let
    assert [blocker.reason for blocker in rule.blocked[:1]] == ["tensor kernels hide latency by pipelining, not by occupancy"]


@pytest.mark.parametrize("name", families())
def test_a_family_has_several_rules(name: str) -> None:
    """What one rule alone uses stands in its own file."""
    assert sum(families()[name]["let"].keys() <= rule.let.keys() for rule in ALL) > 1


_PHRASE = '[[phrase]]\nname = "seen"\nwhen = "1"\nsays = "{}"\n'


@pytest.mark.parametrize(
    ("phrases", "advice"),
    [
        (("of {load_sectors} sectors", "of some sectors"), "Do less of some sectors. Rest."),
        (("of {load_sectors} sectors",), "Rest."),
    ],
)
def test_what_lacks_a_value_gives_way(phrases: tuple[str, ...], advice: str) -> None:
    """A phrase to the next of its name; a sentence without any is dropped, while its neighbours are said."""
    text = "".join(_PHRASE.replace("{}", says) for says in phrases)
    rule = _mine(_MINE.replace("[change", f"{text}[change").replace("Do less.", "Do less {seen}. Rest."))
    [kernel] = advise(profile_of(_LAUNCH), gpu="h200-sxm", rules=[rule]).kernels
    assert kernel.findings[0].advice == advice


def test_missing_names_the_first_of_alternatives() -> None:
    """What a user collects is the name that the rule's author put first."""
    rule = _mine(_MINE.replace('needs = ["duration"]', 'needs = ["duration", "l2_bytes|l1_bytes"]'))
    profile = profile_of(_LAUNCH)
    assert judge.missing(rule, {name: profile.metrics[name].to_numpy() for name in profile.metrics}, 0) == ["l2_bytes"]


def test_what_sets_a_rule_behind_another_outlives_the_judging() -> None:
    """Rules are set in order after all have been judged, by definitions of their own that no sentence need mention."""
    ordered = [rule for rule in ALL if any(condition.names for condition in rule.alternative_to.values())]
    assert "poor-l2-reuse" in {rule.id for rule in ordered}
    for rule in ordered:
        assert {name for condition in rule.alternative_to.values() for name in condition.names} <= rule.mentions()


def test_no_reuse_is_told_of_no_bytes_from_dram() -> None:
    """That not one was read says that nothing counted them: a sum of two vectors (Orin) is no data loaded millions of times."""
    rule = next(rule for rule in RULES if rule.id == "low-data-reuse")
    waits = {"share_long_scoreboard": 73.0, "share_lg_throttle": 0.0, "instructions": 1.18e6, "duration": 310800.0, "l2_throughput": 61.5}
    accesses = {"l1_load_hit_rate": 0.0, "load_requests": 131072.0, "load_sectors": 262100.0, "store_sectors": 131072.0, "accessed_sectors": 393216.0}
    said = [rehearse(rule, replace(_LAUNCH, metrics=waits | accesses | {"dram_bytes_read": read})).says for read in (0.0, 8.4e6)]
    assert said == ["", ""]
