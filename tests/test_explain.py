"""Pages of rules and devices, the catalogue, and the commands that collect what rules lack."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from ncu_advisor import collect, explain, in_words, measurement
from ncu_advisor.advise import advise
from ncu_advisor.cli import cli
from ncu_advisor.device_page import devices
from ncu_advisor.errors import AdvisorError, UnknownDevice
from ncu_advisor.expression import parse
from ncu_advisor.hardware.gpu_files import all_gpus
from ncu_advisor.load import assemble
from ncu_advisor.readers import read_all
from ncu_advisor.rule import Rule
from ncu_advisor.rule_details import EVENTS
from ncu_advisor.rule_files import catalogue, from_toml

EXPORTS = Path(__file__).parent.parent / "sample_reports" / "exports"
IDS = [rule.id for rule in catalogue()]
# A sentence that is one piece, worded by cases.
_ONE_PIECE = re.compile(r"\{[a-z_0-9]+\}\.?")


def ask(*arguments: str) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of the command line."""
    result = CliRunner().invoke(cli, list(arguments), prog_name="ncu-advisor")
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("rule", catalogue(), ids=IDS)
def test_a_rules_page_says_all_that_its_file_says(rule: Rule) -> None:
    """Sentences and their pieces, needed metrics, conditions, definitions, changes, blockers and references stand on the full page."""
    page = " ".join(explain.page(rule.id, full=True).split())
    pieces = [*rule.words.values(), *(phrase.says for phrase in rule.phrases)]
    sentences = [rule.summary, *(explain.spoken(text).strip() for text in pieces if not _ONE_PIECE.fullmatch(text)), *rule.references]
    sentences += [explain.spoken(blocker.reason) for blocker in rule.blocked]
    expressions = [" ".join(expression.source.split()).replace("( ", "(") for expression in rule.expressions() if expression.source != "1"]
    silent = {phrase.when.source for phrase in rule.phrases if not phrase.says.strip()}
    expressions = [text for text in expressions if text not in {" ".join(source.split()).replace("( ", "(") for source in silent}]
    recommended = {" ".join(expression.source.split()).replace("( ", "(") for expression in rule.recommend.values()} if rule.plan else set()
    names = [*rule.yields_to, *rule.alternative_to, *(name for need in rule.needs for name in need.split("|"))]
    assert [text for text in (*sentences, *names) if " ".join(text.split()) not in page] == []
    assert [text for text in expressions if text not in page and text not in recommended] == []


@pytest.mark.parametrize("rule", [rule.of_run for rule in catalogue() if rule.of_run], ids=lambda rule: rule.id)
def test_a_rules_page_says_what_a_trace_alone_shows(rule: Rule) -> None:
    """Last on the page, under headings of its own; what was measured of the rule was measured with counters, and is not said there."""
    page = explain.page(rule.id, full=True)
    _, _, of_trace = page.partition("Of a trace alone: Wordings: title")
    flat = " ".join(of_trace.split())
    assert [text for text in rule.words.values() if not _ONE_PIECE.fullmatch(text) and " ".join(explain.spoken(text).split()) not in flat] == []
    assert [e.source for e in rule.expressions() if e.source != "1" and " ".join(e.source.split()) not in flat] == []
    assert "Measured error" not in of_trace


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("rule_id", IDS)
def test_pages_of_rules_keep_to_100_columns(rule_id: str, full: bool) -> None:
    """No line is wider than a log shows."""
    assert [line for line in explain.page(rule_id, full).splitlines() if len(line) > 100 or line != line.rstrip()] == []


@pytest.mark.parametrize("rule_id", IDS)
def test_pages_of_rules_leave_no_slot_unworded(rule_id: str) -> None:
    """Slots are shown as <name>, not as a template's braces."""
    assert re.findall(r"\{[a-z_0-9]+[|}]", explain.page(rule_id, full=True)) == []


@pytest.mark.parametrize("rule", catalogue(), ids=IDS)
def test_a_rules_page_reads_as_what_a_user_is_told(rule: Rule) -> None:
    """It begins with the rule's first firing example as a report words it; no slot, no piece of a sentence and no empty entry stands there."""
    page = explain.page(rule.id)
    example = next(e for e in rule.examples if e.outcome == "fires")
    head, _, rest = page.partition("\n\n")[2].partition("\n  Finding ")
    assert head.split() == f"Example: {example.name}".split()
    said = " ".join(rest.partition("\nFires where")[0].split())
    # What an example keeps: title and advice of a launch, a part of the explanation of what a measurement found.
    kept = [example.says] if rule.measure else [" ".join(example.says.split()).partition(". ")[0]]
    assert [text for text in kept if text not in said] == []
    assert [f"<{phrase.name}>" for phrase in rule.phrases if f"<{phrase.name}>" in page] == []
    parts = [part for part in (*explain.parts(rule), *explain.details(rule)) if not part.entries or not all(text.strip() for _, text in part.entries)]
    assert parts == []
    assert [line for line in page.splitlines() if line.startswith(("Definitions", "Wordings", "Saving"))] == []


@pytest.mark.parametrize("rule", [part for rule in catalogue() for part in (rule, rule.of_run) if part and part.phrases], ids=lambda rule: rule.id)
def test_pieces_of_a_sentence_follow_it(rule: Rule) -> None:
    """In the order in which the sentence mentions them, each piece once."""
    wordings = [[term for term, _ in part.entries if term] for part in explain.details(rule) if part.heading.startswith("Wordings")]
    texts = [rule.words[name] for name in ("title", "saw", "why", "advice", "unless")]
    assert {term for terms in wordings for term in terms} == {f"<{phrase.name}>" for phrase in rule.phrases if phrase.says.strip()}
    for text, terms in zip(texts, wordings, strict=False):
        slots = dict.fromkeys(f"<{slot}>" for slot in re.findall(r"\{([a-z_0-9]+)", text))
        assert [slot for slot in slots if slot in terms] == [term for term in dict.fromkeys(terms) if term in slots]


def test_the_page_of_a_rule_with_cases_says_what_each_of_them_says() -> None:
    """A case's name and its title, in the order of the file, before its conditions: what a reader looks for is a sentence."""
    rule = explain.rule_named("low-data-reuse")
    (part,) = [part for part in explain.parts(rule) if part.heading == "What its cases say"]
    said = dict(part.entries)
    assert said["taps"] == "Beside every multiply-add a global load gives one word to all lanes"
    assert said["small_tiles"].startswith("Tiles of about <side> x <side> results are too small")  # a title of two wordings, in general
    assert [*said].index("few_queries") < [*said].index("small_tiles")
    assert not any(part.heading == "What its cases say" for part in explain.parts(explain.rule_named("tail-wave")))


def test_a_rule_without_an_example_says_its_sentences_in_general(tmp_path: Path) -> None:
    """With the pieces that hold where no case applies, and values as <name>."""
    rule = replace(next(rule for rule in catalogue() if rule.id == "tail-wave"), examples=())
    [part, *_] = explain.parts(rule)
    assert part.heading == "What it says"
    assert dict(part.entries)["Finding"] == "The last wave costs <saved> of the launch"
    assert dict(part.entries)["To do"] == "Launch <full> persistent blocks that take items in a loop."


@pytest.mark.parametrize(
    ("when", "how", "said"),
    [
        ("duration > 20000 and not known(waves)", "all of these hold", ["`duration` is above 20 µs", "`waves` is not known"]),
        ("pipe_fp64 >= 20 or not pipe_xu == 0", "any of these holds", ["`pipe_fp64` is at least 20%", "`pipe_xu` is not 0"]),
        ("max(l1_ns, max(l2_ns, dram_ns)) < 0.5 * duration", "", ["the largest of `l1_ns`, `l2_ns` and `dram_ns` is below `0.5 * duration`"]),
        ("first(waves, 1) > 2", "", ["`waves` (1 where not known) is above 2"]),
        ("1 < waves < 4", "", ["1 is below `waves` and `waves` is below 4"]),
        ("not (waves > 1 and known(duration))", "", ["not (`waves` is above 1 and `duration` is known)"]),
        ("waves > 1 and (known(duration) or busy < 5)", "all of these hold", ["`waves` is above 1", "`duration` is known or `busy` is below 5%"]),
        (
            "where(known(waves), waves > 1, duration > 1000)",
            "the first case that applies says so",
            ["where `waves` is known: `waves` is above 1", "otherwise: `duration` is above 1 µs"],
        ),
    ],
)
def test_a_condition_in_words(when: str, how: str, said: list[str]) -> None:
    """Comparisons, what is known, cases, and numbers in the unit of what they are compared with."""
    rule = replace(next(rule for rule in catalogue() if rule.id == "tail-wave"), when=parse(when))
    assert in_words.alternatives(rule) == (how, said)


def test_a_counted_noun_stands_in_the_plural() -> None:
    """A slot that counts something keeps its noun."""
    assert explain.spoken("{gaps|count gap}, {copies|count copy copies}, {_advice}, {ns|.1f}") == "<gaps> gaps, <copies> copies, <advice>, <ns>"


def test_measured_error_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the benchmark wrote of a rule stands on its page; a figure that is not known is left out."""
    table = {"tail-wave": {"pairs": 1, "recall_pct": 100.0, "mean_error_pp": 2.25, "promised_pct": None}}
    monkeypatch.setattr(explain, "_errors", lambda: table)
    assert (
        explain.measured_error("tail-wave")
        == "1 measured pair of kernels, before and after; found in 100%; a promise is off by 2.2 points on average"
    )
    assert explain.measured_error("small-grid") == ""


@pytest.mark.parametrize(
    ("asked", "nearest"), [("tail-waves", "tail-wave"), ("Uncoalesced", "uncoalesced-access"), ("divergence", "thread-divergence")]
)
def test_an_unknown_rule_is_answered_with_its_nearest(asked: str, nearest: str) -> None:
    """A misspelt id gets the ids most like it, one line, and exit code 2."""
    with pytest.raises(AdvisorError) as error:
        explain.page(asked)
    assert nearest in str(error.value)
    code, out, err = ask("explain", asked)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_the_catalogue_lists_every_rule_once() -> None:
    """Terminal and JSON hold the same ids, each once."""
    entries = json.loads(explain.listing("json"))
    assert sorted(entry["id"] for entry in entries) == IDS
    assert sorted(re.findall(r"^  ([a-z0-9-]+)  ", explain.listing(), re.MULTILINE)) == IDS
    assert [line for line in explain.listing().splitlines() if len(line) > 100] == []
    assert set(entries[0]) == {"id", "group", "summary"}


def test_all_devices_in_a_table() -> None:
    """One line a device, within 100 columns."""
    lines = devices().splitlines()
    assert [line.split()[0] for line in lines[1 : lines.index("")]] == [gpu.id for gpu in all_gpus()]
    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.parametrize("gpu_id", [gpu.id for gpu in all_gpus()])
def test_every_number_of_a_device_names_its_source(gpu_id: str) -> None:
    """Peaks, numbers and limits of a device each carry a mark that the list of sources explains."""
    head, _, sources = devices(gpu_id).partition("\nSources\n")
    numbers = re.findall(r"^  \S+ +\S.*$", head.split("\nPeaks, dense\n")[1], re.MULTILINE)
    marks = [re.search(r"  (\[\d+\])$", line) for line in numbers]
    assert len(numbers) > 20
    assert [line for line, mark in zip(numbers, marks, strict=True) if mark is None or mark[1] not in sources] == []
    assert [line for line in devices(gpu_id).splitlines() if len(line) > 100] == []


def test_a_device_as_json() -> None:
    """Values are in base units, each with value, source and note."""
    gpu = json.loads(devices("h200", "json"))
    assert gpu["numbers"]["boost_hz"]["value"] == 1.98e9
    assert gpu["peaks"]["fp32_flop_per_second"]["value"] == pytest.approx(132 * 256 * 1.98e9)
    assert gpu["limits"]["max_warps_per_sm"]["value"] == 64
    assert [key for group in ("numbers", "peaks", "limits") for key, number in gpu[group].items() if not number["note"]] == []
    assert [entry["id"] for entry in json.loads(devices(None, "json"))] == [known.id for known in all_gpus()]


def test_an_unknown_device_is_an_error() -> None:
    """No page for a name that no device has."""
    with pytest.raises(UnknownDevice):
        devices("nosuchgpu")


def test_every_event_that_measurements_need_is_worded() -> None:
    """A rule about a run says in words what its trace has to hold."""
    asked = [part for rule in catalogue() for part in (rule, rule.of_run) if part]
    needs = {need for rule in asked for name in rule.measure for need in measurement.named(name).NEEDS}
    assert needs <= set(EVENTS)


@pytest.mark.parametrize("rule", catalogue(), ids=IDS)
def test_every_rule_can_be_collected_for(rule: Rule) -> None:
    """There is a command for each rule: of ncu for launches, of nsys for a run."""
    sources = [measurement.named(name).OF for name in rule.measure] or [measurement.LAUNCHES]
    expected = [tool for tool, of in (("ncu", measurement.LAUNCHES), ("nsys", measurement.SESSION)) if of in sources]
    assert [line.split()[0] for line in collect.for_rules([rule])] == expected


def _columns(name: str, wanted: Callable[[str], bool] = lambda name: True) -> set[str]:
    tables, _ = read_all([str(EXPORTS / f"{name}.csv.xz")], wanted)
    return {column for table in tables for column in table.metrics}


@pytest.fixture(scope="module")
def basic() -> set[str]:
    """What the vendor's sections of throughputs, launch and occupancy hold, as the basic export shows it."""
    return _columns("basic_raw")


@pytest.mark.parametrize(
    ("kernel", "rule_id"),
    [
        ("transpose_naive", "uncoalesced-access"),
        ("spin_tail", "tail-wave"),
        ("gather_latency", "memory-latency"),
        ("copy_u8", "scalar-global-access"),
    ],
)
def test_what_the_command_collects_is_enough(kernel: str, rule_id: str, basic: set[str]) -> None:
    """With the command's metrics alone the rule says of a real launch what it says with all: same saving within 3 points."""
    rule = next(rule for rule in catalogue() if rule.id == rule_id)
    (line,) = collect.for_rules([rule])
    named = re.search(r"--metrics (\S+)", line)
    assert named is not None
    there = basic | set(named[1].split(","))
    if "ComputeWorkloadAnalysis" in line:
        there |= {name for name in _columns("full_raw") if re.match(r"sm__(inst_executed_)?pipe_", name)}

    def saving(wanted: Callable[[str], bool]) -> float:
        tables, _ = read_all([str(EXPORTS / "full_raw.csv.xz")], wanted)
        report = advise(assemble(tables), rules=[rule])
        launch = next(k for k in report.kernels if k.short_name == kernel)
        return next((f.time_saved_pct for f in launch.findings if f.rule == rule_id), 0.0)

    assert saving(lambda name: True) > 20
    assert saving(lambda name: name in there or name.startswith("device__")) == pytest.approx(saving(lambda name: True), abs=3)


def test_collect_asks_for_what_a_profile_lacks() -> None:
    """A basic profile does not say how many lanes work: the command collects that; a rule that was evaluated is not asked for."""
    code, out, _ = ask("collect", str(EXPORTS / "basic_raw.csv.xz"), "--for", "thread-divergence", "--for", "tail-wave")
    assert code == 0
    assert out == "\n".join(collect.for_rules([explain.rule_named("thread-divergence")])) + "\n"
    code, out, err = ask("collect", str(EXPORTS / "full_raw.csv.xz"), "--for", "tail-wave")
    assert (code, out) == (0, "")
    assert "nothing is missing" in err


def test_collect_without_anything_to_ask_for_is_wrong_usage() -> None:
    """Neither a profile nor a rule: exit code 2."""
    code, out, _ = ask("collect")
    assert (code, out) == (2, "")


def test_rules_of_launches_name_metrics_of_neighbours() -> None:
    """`next_` and `total_` of a linked launch's metric ask for the metric itself."""
    text = """
id = "pair"
group = "sequence"
summary = "Pairs"
measure = ["linked_launches"]
needs = ["duration"]
when = "total_dram_bytes_read > 0"
[link.near]
when = "next_dram_bytes_written > 0"
[saves]
ns = "total_duration"
of_ns = "total_duration"
of = "them"
[words]
title = "t"
saw = "s"
why = "w"
advice = "a"
unless = "u"
"""
    (line,) = collect.for_rules([from_toml(text, Path("pair.toml"))])
    assert "dram__bytes_read.sum" in line
    assert "dram__bytes_write.sum" in line


def test_help_imports_nothing_heavy() -> None:
    """`--help` of these verbs needs neither pandas nor numpy."""
    ask_help = "from ncu_advisor.cli import cli\ntry: cli(['collect', '--help'])\nexcept SystemExit: pass\n"
    tell = "import sys\nprint(sorted({'pandas', 'numpy', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", ask_help + tell], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
