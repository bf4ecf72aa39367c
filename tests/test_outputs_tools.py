"""What other tools read: SARIF, JUnit, GitHub annotations, GitLab code quality."""

from __future__ import annotations

import json
import lzma
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import jsonschema
import junitparser
import pytest
import report_examples as examples

from ncu_advisor.outputs import Options, github, gitlab, junit, sarif
from ncu_advisor.presentation.issues import below
from ncu_advisor.report import Location

SARIF_SCHEMA: dict[str, Any] = json.loads(lzma.decompress((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json.xz").read_bytes()))


def run(report: examples.Report) -> Any:
    return json.loads(sarif.render(report, Options()))["runs"][0]


def commands(report: examples.Report) -> list[str]:
    return github.render(report, Options()).decode().splitlines()


@pytest.mark.parametrize("report", [examples.report(), examples.traced(), examples.report([]), *map(examples.hostile, examples.HOSTILE)])
def test_sarif_follows_the_schema_of_the_standard(report: examples.Report) -> None:
    """Full, traced, empty and hostile reports validate against the published schema of SARIF 2.1.0 (draft 4)."""
    validator = jsonschema.Draft4Validator(SARIF_SCHEMA, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER)
    assert [error.json_path for error in validator.iter_errors(json.loads(sarif.render(report, Options())))] == []


@pytest.mark.parametrize(
    ("path", "value"), [(("version",), "2.0"), (("runs", 0, "results", 0, "level"), "fatal"), (("runs", 0, "tool"), {}), (("runs", 0, "extra"), 1)]
)
def test_the_schema_of_the_standard_would_notice(path: tuple[Any, ...], value: Any) -> None:
    """It is not vacuous: one wrong value makes validation fail."""
    log = json.loads(sarif.render(examples.report(), Options()))
    place = log
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not jsonschema.Draft4Validator(SARIF_SCHEMA).is_valid(log)


def test_sarif_regions_start_at_a_line() -> None:
    """As errata 01 of the standard demands of a text region; the older schema lets an empty one pass."""
    places = [place for result in run(examples.report())["results"] for at in result["locations"] if (place := at.get("physicalLocation"))]
    assert [place for place in places if place.get("region", {"startLine": 1})["startLine"] < 1] == []


def test_sarif_has_what_the_format_requires() -> None:
    """Version, tool name, a message per result, and rule indices that point at their rule."""
    log = json.loads(sarif.render(examples.report(), Options()))
    only = log["runs"][0]
    rules = only["tool"]["driver"]["rules"]
    assert (log["version"], only["tool"]["driver"]["name"], only["invocations"][0]["executionSuccessful"]) == ("2.1.0", "ncu-advisor", True)
    assert [result["ruleId"] for result in only["results"]] == [rules[result["ruleIndex"]]["id"] for result in only["results"]]
    assert len(rules) == len({rule["id"] for rule in rules})
    assert [r for r in only["results"] if not r["message"]["text"] or not 0 <= r["rank"] <= 100] == []


def test_sarif_calls_a_failure_only_what_saves_time() -> None:
    """SARIF 2.1.0 (3.27.9, 3.27.10): what informs and saves nothing by itself is `informational`, and what is no failure has the level `none`."""
    found = {(r["properties"]["severity"], r["kind"], r["level"]) for r in run(examples.report())["results"]}
    assert found == {("high", "fail", "warning"), ("medium", "fail", "warning"), ("low", "fail", "note"), ("info", "informational", "none")}


def test_sarif_states_only_places_that_are_known() -> None:
    """A region only where the profile has a line; otherwise the profile that the launch came from; nothing where that is not known."""
    places = {r["ruleId"]: r["locations"][0].get("physicalLocation") for r in run(examples.report())["results"]}
    assert places["missing-tensor-cores"] == {"artifactLocation": {"uri": "gemm.cu"}, "region": {"startLine": 41}}
    assert places["tail-wave"] == {"artifactLocation": {"uri": "full_raw.csv.xz"}}
    several = examples.report()
    several.inputs.append(replace(examples.INPUT, name="other.csv"))
    for kernel in several.kernels:
        kernel.source = ""
    assert [r["locations"][0].get("physicalLocation") for r in run(several)["results"] if r["ruleId"] == "tail-wave"] == [None]


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_sarif_messages_hold_no_link_and_no_placeholder(hostile: str) -> None:
    """Braces are doubled, no bracket starts a target, addresses are percent-encoded."""
    only = run(examples.hostile(hostile))
    texts = [r["message"]["text"] for r in only["results"]] + [n["message"]["text"] for n in only["invocations"][0]["toolExecutionNotifications"]]
    assert [text for text in texts if "](" in text or re.search(r"(?<!\{)(?:\{\{)*\{(?!\{)", text)] == []
    uris = [place["artifactLocation"]["uri"] for r in only["results"] for at in r["locations"] if (place := at.get("physicalLocation"))]
    assert [uri for uri in uris if not re.fullmatch(r"[A-Za-z0-9._~%/-]+", uri)] == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("src/k.cu", "src/k.cu"),
        ("/home/me/a b.cu", "file:///home/me/a%20b.cu"),
        ("C:\\src\\k.cu", "file:///C:/src/k.cu"),
        ("javascript:alert(1)", "javascript%3Aalert%281%29"),
        ("//host/share", "file:///host/share"),
    ],
)
def test_paths_as_addresses(path: str, expected: str) -> None:
    """A relative path stays relative; nothing of a path becomes a scheme or a host."""
    assert expected == sarif.uri(path)


def test_junit_counts_are_those_of_its_cases() -> None:
    """Tests, failures and skipped add up; findings fail from medium severity."""
    suite = Xml.fromstring(junit.render(examples.report(), Options()))[0]  # noqa: S314 - our own bytes
    counted = (len(suite), len(suite.findall("*/failure")), len(suite.findall("*/skipped")))
    assert counted == tuple(int(suite.attrib[name]) for name in ("tests", "failures", "skipped")) == (13, 4, 5)


@pytest.mark.parametrize("hostile", ["harmless", *examples.HOSTILE])
def test_junit_is_read_by_a_parser_of_the_format(hostile: str) -> None:
    """junitparser finds the cases, the failure with its message, and the counts that we wrote."""
    document = junitparser.JUnitXml.fromstring(junit.render(examples.hostile(hostile), Options()))
    suites = list(document)
    cases = [case for suite in suites for case in suite]
    failures, skipped = ([r for case in cases for r in case.result if isinstance(r, kind)] for kind in (junitparser.Failure, junitparser.Skipped))
    assert (document.tests, document.failures, document.skipped) == (len(cases), len(failures), len(skipped))
    assert (len(failures), [failure for failure in failures if not failure.text]) == (2, [])


def test_junit_of_the_example_is_read_whole() -> None:
    """The parser gives back each finding's rule, kernel and place in the source."""
    document = junitparser.JUnitXml.fromstring(junit.render(examples.report(), Options()))
    cases = [case for suite in document for case in suite]
    tensor = next(case for case in cases if case.name == "missing-tensor-cores")
    assert (len(cases), document.failures, document.skipped) == (13, 4, 5)
    assert (tensor.classname, tensor._elem.get("file"), tensor._elem.get("line")) == ("hgemm_fma<64, 64, 16>", "gemm.cu", "41")


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_junit_parses_with_hostile_names(hostile: str) -> None:
    """The document is well-formed and has the elements of a harmless one."""
    documents = [junit.render(examples.hostile(name), Options()) for name in ("harmless", hostile)]
    shapes = [[element.tag for element in Xml.fromstring(document).iter()] for document in documents]  # noqa: S314 - our own bytes
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_annotations_are_the_only_commands(hostile: str) -> None:
    """Every line is one warning with the properties that we wrote; a name ends neither a property nor the line."""
    lines = commands(examples.hostile(hostile))
    assert len(commands(examples.hostile("harmless"))) == len(lines)
    shape = re.compile(r"::warning (?:file=[^,:]*,)?(?:line=\d+,)?title=[^,:]*::.*")
    assert [line for line in lines if not shape.fullmatch(line) or "##[" in line] == []


def test_annotations_stop_at_ten() -> None:
    """Ten warnings, largest savings first, and one line that counts the rest."""
    lines = commands(examples.many(30))
    assert (
        sum(line.startswith("::warning") for line in lines),
        lines[-1],
    ) == (10, "::notice title=ncu-advisor::50 further findings are in the report")


def test_annotations_carry_file_and_line() -> None:
    """Where the profile has the source line, the annotation is there."""
    assert commands(examples.report())[0].startswith("::warning file=gemm.cu,line=41,title=")


@pytest.mark.parametrize("hostile", ["harmless", *examples.HOSTILE])
def test_code_quality_has_what_the_format_requires(hostile: str) -> None:
    """Each entry has its five keys, a known severity, a path, a line from 1, and a fingerprint of its own."""
    entries = json.loads(gitlab.render(examples.hostile(hostile), Options()))
    assert [{"description", "check_name", "fingerprint", "severity", "location"}] * 2 == [set(entry) for entry in entries]
    assert [e for e in entries if e["severity"] not in ("info", "minor", "major", "critical", "blocker") or e["location"]["lines"]["begin"] < 1] == []
    assert len({entry["fingerprint"] for entry in entries}) == 2


def test_code_quality_descriptions_say_what_to_do() -> None:
    """A description names the kernel, what is wrong, what to do and what that saves."""
    first = json.loads(gitlab.render(examples.report(), Options()))[0]["description"]
    assert [part in first for part in ("hgemm_fma", "the tensor cores are idle", "Use wgmma", "Saves 88% of the launch")] == [True] * 4


@pytest.mark.parametrize(
    ("file", "root", "told"),
    [
        ("/build/app/src/k.cu", "/build/app", "src/k.cu"),
        ("/build/app/src/k.cu", "/build/app/", "src/k.cu"),
        ("/build/application/k.cu", "/build/app", "/build/application/k.cu"),
        ("C:\\build\\src\\k.cu", "C:\\build", "src/k.cu"),
        ("src/k.cu", "", "src/k.cu"),
        ("/build/app/", "/build/app", "/build/app/"),
    ],
)
def test_names_of_files_below_a_root(file: str, root: str, told: str) -> None:
    """Only whole folders are left out, and never all of a name."""
    assert below(file, root) == told


def test_tools_get_files_by_the_names_of_the_repository() -> None:
    """Profiles hold the paths of the machine that compiled: without --source-root they are told as they are, with it from there on."""
    finding = replace(examples.TRANSPOSE.findings[0], location=(Location("/build/app/src/transpose.cu", 12),))
    report = examples.report([replace(examples.TRANSPOSE, findings=[finding])])
    rooted = Options(source_root="/build/app")
    [quality] = json.loads(gitlab.render(report, rooted))
    [result] = json.loads(sarif.render(report, rooted))["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert (quality["location"]["path"], place) == ("src/transpose.cu", "src/transpose.cu")
    assert "file=src/transpose.cu,line=12" in github.render(report, rooted).decode()
    assert json.loads(gitlab.render(report, Options()))[0]["location"]["path"] == "/build/app/src/transpose.cu"
