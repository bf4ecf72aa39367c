"""Rule files of a user's folder: what does not hold together is refused as it is read, on one line that names file, part and remedy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ncu_advisor import rule_form, rule_names
from ncu_advisor.catalogue import metrics
from ncu_advisor.cli import cli
from ncu_advisor.errors import BadRule
from ncu_advisor.resources import data_folder
from ncu_advisor.rule_files import catalogue, load_folder

ROOT = Path(__file__).parents[1]
SAMPLE = next((ROOT / "sample_reports" / "exports").glob("basic*raw.csv.xz"))
IDS = {rule.id for rule in catalogue()}

# It never fires: whatever is wrong with it has to show without that.
LAUNCH = """
id = "mine"
group = "memory"
summary = "Long launches"
needs = ["duration"]
when = "duration < 0"
pays = 3
yields_to = ["tail-wave"]
[let]
half = "duration / 2"
[change.demand]
dram = "dram_ns * 0.5"
[recommend]
width = "half"
[words]
title = "A launch of {duration}"
saw = "It takes {half|ns}, {duration|.1f} or {to_width|count step}."
why = "So it is."
advice = "Do less {of_what}."
unless = "Never."
[[phrase]]
name = "of_what"
when = "half > 3"
says = "of it"
[[blocked]]
when = "saved > 90"
reason = "it saves {saved|%}"
[[evidence]]
metric = "duration"
ideal = "half"
[[example]]
name = "short"
outcome = "silent"
metrics = { duration = 5 }
"""
RUN = """
id = "mine"
group = "sequence"
summary = "Pairs"
measure = ["linked_launches"]
needs = ["duration"]
when = "total_doubled > 0 and near == 1 and warm >= 1"
in_one = "duration < chain_doubled and duration > first_duration"
[launch]
doubled = "2 * duration"
[link.near]
when = "next_doubled > twice and not same_kernel"
[link.near.let]
twice = "2 * doubled"
[link.near.sum]
warm = "in_turn > 2"
[saves]
ns = "total_duration / 2"
of_ns = "total_duration"
of = "{launches} launches"
[words]
title = "{chain}"
saw = "{time_saved_ns}"
why = "w"
advice = "a"
unless = "u"
[[evidence]]
metric = "total_duration"
"""


def folder_of(text: str, folder: Path) -> Path:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return folder


def taken(text: str, folder: Path) -> None:
    """As `--rules` takes a folder in."""
    rules = load_folder(folder_of(text, folder))
    rule_names.check(rules, {*IDS, *(rule.id for rule in rules)})


FORM = [
    ('metric = "duration"\nideal', "ideal", "evidence[0] has no metric"),
    ("[[evidence]]", "[evidence]", "has one table [evidence], where a list belongs; write [[evidence]]"),
    ('title = "A launch of {duration}"', "title = 3", "words.title is 3, where text belongs"),
    ('needs = ["duration"]', "needs = [3]", "needs[0] is 3, where text belongs"),
    ('needs = ["duration"]', 'needs = "duration"', 'needs is "duration", where a list belongs'),
    ("pays = 3", 'pays = "x"', 'pays is "x", where a number belongs'),
    ("pays = 3", "pays = 1979-05-27", "pays is"),
    ("pays = 3", f"pays = {'9' * 5000}", "has a number of thousands of digits"),
    ("pays = 3", f"pays = {'[' * 5000}{']' * 5000}", "is nested too deeply"),
    ("pays = 3", "any_build = 1", "any_build is 1, where true or false belongs"),
    ("pays = 3", "confidence = 7", "confidence is 7, where a number"),
    ('group = "memory"', 'group = "nope"', 'group is "nope", where "memory" or'),
    ('ideal = "half"', "ideal = 0", "evidence[0].ideal is 0, where text belongs"),
    ("duration = 5", 'duration = "x"', 'example[0].metrics.duration is "x", where a number belongs'),
    ('outcome = "silent"', 'outcome = "quiet"', 'example[0].outcome is "quiet"'),
    ("[change.demand]", "[change.foo]", "change has 'foo', which is none of demand, exposed"),
    ('ideal = "half"', 'idael = "half"', "evidence[0] has 'idael', which is none of metric, ideal, unit"),
]  # fmt: skip
_PHRASE = '[[phrase]]\nname = "{}"\nwhen = "1"\nsays = "{}"\n'
NAMES = [
    ("{half|ns}", "{hal|ns}", "words.saw names 'hal', which nothing gives there; nearest are half"),
    ("{to_width|", "{to_widht|", "words.saw names 'to_widht'"),
    ("{half|ns}", "{half|zz}", "words.saw has '{half|zz}', which is no slot"),
    ("{half|ns}", "{half|,d}", "words.saw has '{half|,d}', which is no slot"),
    ("{half|ns}", "{half of it", "words.saw has '{half of it"),
    ("{half|ns}", "{half|count}", "words.saw has '{half|count}'"),
    ("{saved|%}", "{svaed|%}", "blocked[0].reason names 'svaed'"),
    ('says = "of it"', 'says = "of {them}"', "phrase[0].says names 'them'"),
    ('when = "half > 3"', 'when = "hafl > 3"', "phrase[0].when names 'hafl'"),
    ('says = "of it"', f'says = "{{later}}"\n{_PHRASE.format("later", "it")}', "phrase[0].says (of_what) names the phrase 'later' before all"),
    ('says = "of it"', 'says = "{of_what}"', "phrase[0].says (of_what) names the phrase 'of_what' before all of that is worded"),
    ("[[blocked]]", _PHRASE.format("all", "{of_what}") + _PHRASE.format("of_what", "it") + "[[blocked]]", "below phrase[2], the last of 'of_what'"),
    ('metric = "duration"', 'metric = "duraton"', "evidence[0].metric names 'duraton'"),
    ('ideal = "half"', 'ideal = "nope"', "evidence[0].ideal names 'nope'"),
    ('width = "half"', 'width = "nope"', "recommend.width names 'nope'"),
    ('width = "half"', 'width = ["half", "nope"]', "recommend.width names 'nope'"),
    ('dram = "dram_ns', 'drum = "dram_ns', "change.demand names 'drum'"),
    ('dram = "dram_ns', 'dram = "drum_ns', "change.demand.dram names 'drum_ns'"),
    ('yields_to = ["tail-wave"]', 'yields_to = ["nope"]', "yields_to names 'nope', which nothing gives there; `ncu-advisor rules` lists ids"),
    ('yields_to = ["tail-wave"]', 'yields_to = ["mine"]', "yields_to names 'mine'"),
    ('yields_to = ["tail-wave"]', 'alternative_to = { tail-waves = "1" }', "alternative_to names 'tail-waves', which nothing"),
    ("pays = 3", 'plan = "nope"', "'nope' is no plan that a rule can ask for"),
    ("pays = 3", 'where = "half > 1"', "where names 'half'"),
    ("pays = 3", 'settled_by = ["nope|duration"]', "settled_by names 'nope'"),
    ('needs = ["duration"]', 'needs = ["duratoin"]', "needs names 'duratoin'"),
    ('when = "duration <', 'when = "duraton <', "when names 'duraton'"),
    ('half = "duration / 2"', 'half = "whole / 2"\nwhole = "duration"', "let.half names 'whole'"),
]  # fmt: skip
OF_RUNS = [
    ('measure = ["linked_launches"]', 'measure = ["nope"]', "'nope' is no measurement"),
    ("total_doubled", "total_dobled", "when names 'total_dobled'"),
    ("chain_doubled", "chain_dobled", "in_one names 'chain_dobled'"),
    ('doubled = "2 * duration"', 'doubled = "2 * duraton"', "launch.doubled names 'duraton'"),
    ("next_doubled", "next_dobled", "link.near.when names 'next_dobled'"),
    ('warm = "in_turn', 'warm = "in_trun', "link.near.sum.warm names 'in_trun'"),
    ('twice = "2 * doubled"', 'twice = "2 * twise"', "link.near.let.twice names 'twise'"),
    ('ns = "total_duration / 2"', 'ns = "totl_duration / 2"', "saves.ns names 'totl_duration'"),
    ("{launches} launches", "{lanches} launches", "saves.of names 'lanches'"),
    ("{time_saved_ns}", "{time_saved}", "words.saw names 'time_saved'"),
]  # fmt: skip


@pytest.mark.parametrize("text", [LAUNCH, RUN], ids=["launches", "a run"])
def test_a_rule_that_holds_together_is_taken(text: str, tmp_path: Path) -> None:
    """Else the refusals below would prove nothing."""
    taken(text, tmp_path)


@pytest.mark.parametrize(("old", "new", "problem"), [*FORM, *NAMES], ids=lambda text: None)
def test_a_rule_of_launches_is_refused_before_it_fires(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """A misspelt part, a value of another kind, a name that nothing gives: the message says where, and what to do."""
    refused(LAUNCH, old, new, problem, tmp_path)


@pytest.mark.parametrize(("old", "new", "problem"), OF_RUNS, ids=lambda text: None)
def test_a_rule_of_runs_is_refused_before_it_fires(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """The same of links, folds of a chain, and savings."""
    refused(RUN, old, new, problem, tmp_path)


def refused(text: str, old: str, new: str, problem: str, folder: Path) -> None:
    assert old in text
    with pytest.raises(BadRule) as error:
        taken(text.replace(old, new, 1), folder)
    said = str(error.value)
    assert said.startswith(f"{folder / 'mine.toml'}: ")
    assert problem in said
    assert error.value.remedy and "\n" not in said


@pytest.mark.parametrize(("old", "new", "problem"), [FORM[0], NAMES[0]], ids=["form", "name"])
def test_the_command_line_says_so_in_one_line(old: str, new: str, problem: str, tmp_path: Path) -> None:
    """Exit code 2 and no traceback, though the rule does not fire on this profile."""
    folder = folder_of(LAUNCH.replace(old, new, 1), tmp_path)
    done = CliRunner().invoke(cli, ["analyze", str(SAMPLE), "--rules", str(folder)], prog_name="ncu-advisor")
    assert (done.exit_code, done.stderr.count("\n"), problem in done.stderr) == (2, 1, True)


def told(*arguments: str | Path) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, list(map(str, arguments)), prog_name="ncu-advisor")
    return done.exit_code, done.stdout, done.stderr


def test_a_rule_that_takes_the_place_of_a_shipped_one_is_named(tmp_path: Path) -> None:
    """In one line, whichever verb takes the folder: the shipped rule is not asked, which may be meant or chance."""
    for name in ("tail-wave", "small-grid"):
        (tmp_path / f"{name}.toml").write_text(LAUNCH.replace('"mine"', f'"{name}"').replace('["tail-wave"]', "[]"), encoding="utf-8")
    line = f"ncu-advisor: {tmp_path}: small-grid, tail-wave take the place of the shipped rules of that name\n"
    for verb in (["analyze", SAMPLE], ["rules"], ["explain", "tail-wave"], ["collect", "--for", "tail-wave"]):
        code, _, said = told(*verb, "--rules", tmp_path)
        assert (code, said) == (0, line)
    (tmp_path / "small-grid.toml").unlink()
    assert "tail-wave takes the place of the shipped rule of that name\n" in told("rules", "--rules", tmp_path)[2]


def test_every_verb_that_speaks_of_rules_knows_ones_own(tmp_path: Path) -> None:
    """Its page, its line in the catalogue and the command that collects what it needs; without the folder it is no rule."""
    folder = folder_of(LAUNCH, tmp_path)
    code, page, said = told("explain", "mine", "--rules", folder)
    assert (code, page.startswith("mine ("), said) == (0, True, "")
    assert "  mine " in told("rules", "--rules", folder)[1]
    assert {"mine"} == {e["id"] for e in json.loads(told("rules", "--format", "json", "--rules", folder)[1])} - set(IDS)
    assert told("collect", "--for", "mine", "--rules", folder)[1].startswith("ncu ")
    assert told("collect", SAMPLE, "--for", "mine", "--rules", folder)[0] == 0
    for verb in (["explain", "mine"], ["collect", "--for", "mine"]):
        assert (told(*verb)[0], "mine: is no rule" in told(*verb)[2]) == (2, True)
    (tmp_path / "bad").mkdir()
    for verb in (["explain", "mine"], ["rules"], ["collect", "--for", "mine"]):
        assert told(*verb, "--rules", tmp_path / "bad")[0] == 2


def test_the_settings_name_rules_for_every_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule of the project's that `analyze` speaks of has a page there, too."""
    (tmp_path / "rules").mkdir()
    folder_of(LAUNCH, tmp_path / "rules")
    (tmp_path / "ncu-advisor.toml").write_text('rules = "rules"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [told(*verb)[0] for verb in (["explain", "mine"], ["collect", "--for", "mine"])] == [0, 0]
    assert "  mine " in told("rules")[1]


def test_the_page_of_ones_own_rule_quotes_no_measurement_of_the_shipped(tmp_path: Path) -> None:
    """What was measured is how right the shipped rule of that name was."""
    (tmp_path / "tail-wave.toml").write_text(LAUNCH.replace('"mine"', '"tail-wave"').replace('["tail-wave"]', "[]"), encoding="utf-8")
    pages = [told("explain", "tail-wave", *more)[1] for more in ([], ["--rules", tmp_path])]
    assert ["Measured error" in page for page in pages] == [True, False]


def test_any_metric_may_be_named(tmp_path: Path) -> None:
    """Also one that no shipped rule names and the profile at hand does not hold."""
    named = {name for rule in catalogue() for expression in rule.expressions() for name in expression.names}
    unnamed = next(name for name, metric in metrics().items() if metric.vendor and name not in named)
    taken(LAUNCH.replace("half > 3", f"{unnamed} > 3"), tmp_path)


def test_a_phrase_may_name_those_above_it(tmp_path: Path) -> None:
    """Which are worded when it is."""
    taken(LAUNCH.replace("[[blocked]]", _PHRASE.format("all", "all {of_what}") + "[[blocked]]"), tmp_path)


def test_a_plan_may_find_anything(tmp_path: Path) -> None:
    """Which values it finds, it knows when it is asked."""
    taken(LAUNCH.replace("pays = 3", 'plan = "registers"').replace("{half|ns}", "{next_waves}, {to_waves}"), tmp_path)


def test_rules_of_one_folder_may_name_each_other(tmp_path: Path) -> None:
    """Not only the shipped ones."""
    (tmp_path / "another.toml").write_text(LAUNCH.replace('"mine"', '"another"'), encoding="utf-8")
    taken(LAUNCH.replace('["tail-wave"]', '["another"]'), tmp_path)


def test_the_shipped_rules_hold_together() -> None:
    """They are read without these checks, to be there at once."""
    rule_names.check(load_folder(data_folder("rules")), IDS)


def test_a_family_of_ones_own_folder_is_not_read(tmp_path: Path) -> None:
    """CONTRIBUTING says so; a rule that names one is told which there are."""
    (tmp_path / "families").mkdir()
    (tmp_path / "families" / "own.toml").write_text('[let]\nwhole = "duration"\n', encoding="utf-8")
    with pytest.raises(BadRule, match=r"names a family that is not there: 'own'; use one of .*few-warps"):
        taken(LAUNCH.replace("pays = 3", 'family = "own"'), tmp_path)


def test_contributing_names_every_part() -> None:
    """Its table of what a file may hold has all that a file may hold, also within [saves] and [link.*]."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("What a file may hold:")[2].partition("\nThe language")[0]
    named = {part.partition(".")[0] for part in re.findall(r"`\[*([a-z_]+(?:\.[A-Za-z]+)?)\]*`", table)}
    parts = {**rule_form.COMMON, **rule_form.OF_ONE_LAUNCH, **rule_form.OF_OCCURRENCES}
    within = {*parts["saves"]["properties"], *parts["link"]["additionalProperties"]["properties"], *parts["evidence"]["items"]["properties"]}
    assert ({*parts} | within) - named == set()
