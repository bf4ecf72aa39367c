"""The gate in continuous integration: the steps of action.yml run as GitHub would run them, on the example of docs/gate.md."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import gate_profiles as made
import pytest
from junitparser import JUnitXml

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "benchmarks" / "gate" / "example"
BEFORE, AFTER = (str(EXAMPLE / f"{side}.ncu-rep.xz") for side in ("before", "after"))
_SUFFIXES = ("html", "json", "md", "sarif", "xml")


class Step(NamedTuple):
    """A step of action.yml: its scalar keys, and the environment that it sets."""

    keys: dict[str, str]
    environment: dict[str, str]


def steps() -> list[Step]:
    """The steps of action.yml, which keeps to one scalar a line."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^    - ", text[text.index("  steps:\n") :])[1:]
    found = []
    for part in parts:
        lines = re.findall(r"(?m)^( *)([\w-]+): ?(.*)$", f"      {part}")
        found.append(Step({n: v for indent, n, v in lines if len(indent) == 6}, {n: v for indent, n, v in lines if len(indent) == 8}))
    return found


def defaults() -> dict[str, str]:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    inputs = text[text.index("inputs:\n") : text.index("\noutputs:\n")]
    return {name: value.strip('"') for name, value in re.findall(r"(?ms)^  ([\w-]+):\n.*?^    (?:default|required): (.*?)$", inputs)}


class Job(NamedTuple):
    code: int
    out: Path
    log: str
    outputs: dict[str, str]
    summary: str


def job(folder: Path, **inputs: str) -> Job:
    """The action's gate step with ``inputs``, as a job in ``folder`` would run it."""
    (step,) = [s for s in steps() if s.keys.get("id") == "gate"]
    given = defaults() | {name.replace("_", "-"): value for name, value in inputs.items()}
    for name, value in step.environment.items():
        assert re.fullmatch(r"\$\{\{ inputs\.[\w-]+ \}\}", value), name
    told = {name: given[value[len("${{ inputs.") : -len(" }}")]] for name, value in step.environment.items()}
    summary, outputs = folder / "summary.md", folder / "outputs.txt"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "NCU_ADVISOR_"))},
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_OUTPUT": str(outputs),
        **told,
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.keys["run"]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    said = dict(line.split("=", 1) for line in outputs.read_text().splitlines()) if outputs.exists() else {}
    return Job(done.returncode, folder / told["NCU_ADVISOR_OUT"], done.stdout + done.stderr, said, summary.read_text() if summary.exists() else "")


def test_the_pull_request_that_breaks_coalescing(tmp_path: Path) -> None:
    """FAIL: exit code 1, and SARIF, JUnit, page, JSON and job summary all name the kernel, the rule and the line."""
    done = job(tmp_path, current=AFTER, baseline=BEFORE)
    assert (done.code, done.outputs["verdict"], done.outputs["exit-code"]) == (1, "FAIL", "1")
    assert sorted(path.name for path in done.out.iterdir()) == [f"gate.{suffix}" for suffix in _SUFFIXES]
    (result,) = json.loads((done.out / "gate.sarif").read_text())["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (result["level"], place["artifactLocation"]["uri"].endswith("after/standardise.cu"), place["region"]["startLine"]) == ("error", True, 18)
    (suite,) = JUnitXml.fromfile(str(done.out / "gate.xml"))
    assert ((suite.tests, suite.failures), [case.classname for case in suite if case.result]) == ((6, 1), ["subtract_means"])
    for text in (done.summary, (done.out / "gate.html").read_text(), (done.out / "gate.json").read_text(), done.log):
        assert "subtract_means" in text
        assert "uncoalesced-access" in text
        assert "standardise.cu:18" in text
    (kernel,) = [k for k in json.loads((done.out / "gate.json").read_text())["kernels"] if k["verdict"] == "FAIL"]
    found = kernel["appeared"]["uncoalesced-access"]
    assert (kernel["name"], found["file"].rpartition("/")[2], found["line"]) == ("subtract_means", "standardise.cu", 18)
    assert done.log.startswith("::error file=")
    assert done.summary.count("### Performance gate") == 1


def test_annotations_name_files_of_the_checkout(tmp_path: Path) -> None:
    """The profile knows the file as the machine did that compiled it; where the checkout has it, annotation and SARIF name that one."""
    folder = tmp_path / "gate" / "example" / "after"
    folder.mkdir(parents=True)
    (folder / "standardise.cu").write_text("")
    done = job(tmp_path, current=AFTER, baseline=BEFORE)
    (result,) = json.loads((done.out / "gate.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "gate/example/after/standardise.cu"
    assert done.log.startswith("::error file=gate/example/after/standardise.cu,line=18,")


def test_an_equal_profile_passes(tmp_path: Path) -> None:
    """PASS: exit code 0, the summary says so, and code scanning is sent a file without results, which closes old alerts."""
    done = job(tmp_path, current=BEFORE, baseline=BEFORE)
    assert (done.code, done.outputs["verdict"], "PASS" in done.summary) == (0, "PASS", True)
    assert json.loads(Path(tmp_path / done.outputs["sarif"]).read_text())["runs"][0]["results"] == []


@pytest.mark.parametrize(("ambiguous", "code"), [("fail", 3), ("warn", 0)])
def test_ambiguous_does_what_the_input_says(tmp_path: Path, ambiguous: str, code: int) -> None:
    """It is 3 and fails the job, unless the job said that it may pass; the verdict is told either way."""
    few = made.write(tmp_path / "few profiles.csv", launches=2)
    done = job(tmp_path, current=few.name, baseline=few.name, ambiguous=ambiguous)
    assert (done.code, done.outputs["verdict"], done.outputs["exit-code"], "AMBIGUOUS" in done.summary) == (code, "AMBIGUOUS", "3", True)


def test_what_cannot_be_judged_fails_and_says_so(tmp_path: Path) -> None:
    """No profile, no verdict: exit code 2, a summary that says that nothing was judged, and nothing for code scanning."""
    (tmp_path / "ncu-advisor-gate").mkdir()
    (tmp_path / "ncu-advisor-gate" / "gate.sarif").write_text("of the job before")
    done = job(tmp_path, current="nowhere.csv", baseline=BEFORE)
    assert (done.code, done.outputs["sarif"], "nothing was judged" in done.summary, "nowhere.csv" in done.log) == (2, "", True, True)
    assert (done.outputs["verdict"], done.outputs["exit-code"]) == ("ERROR", "2")


@pytest.mark.parametrize(
    ("wrong", "why"), [({"ambiguous": "sometimes"}, "neither fail nor warn"), ({"out": "taken"}, "no folder that can be written")]
)
def test_inputs_that_judge_nothing_set_the_verdict_too(tmp_path: Path, wrong: dict[str, str], why: str) -> None:
    """An input that cannot be followed, such as a folder whose name a file has, is told as any other error is: verdict, summary, one line."""
    (tmp_path / "taken").write_text("a file")
    done = job(tmp_path, current=BEFORE, baseline=BEFORE, **wrong)
    assert (done.code, done.outputs["verdict"], done.outputs["exit-code"], done.outputs["sarif"]) == (2, "ERROR", "2", "")
    assert ("nothing was judged" in done.summary, why in done.log, (tmp_path / "taken").read_text()) == (True, True, "a file")


def test_unlike_sides_are_no_error(tmp_path: Path) -> None:
    """INCOMPARABLE has the exit code of a missing file, and is told apart from it: it was judged, and the summary says what differs, once."""
    made.write(tmp_path / "a.csv", seed=1)
    done = job(tmp_path, current="a.csv", baseline="a.csv", stamp="driver=1")
    assert (done.code, done.outputs["verdict"], done.summary.count("### Performance gate: INCOMPARABLE")) == (2, "INCOMPARABLE", 1)


def test_several_lines_are_several_options(tmp_path: Path) -> None:
    """Each line of an input is one option, blank ones are none; spaces, quotes and dollars in names are only characters."""
    odd = made.write(tmp_path / "a $(touch broken) 'name'.csv", seed=1)
    made.write(tmp_path / "second.csv", seed=2)
    done = job(
        tmp_path, current=f"\n  {odd.name}\nsecond.csv\n\n", baseline=odd.name, stamp="driver=1\ncache-control=all", allow="driver\ncache-control"
    )
    assert (done.code, (tmp_path / "broken").exists()) == (0, False)
    assert json.loads((done.out / "gate.json").read_text())["runs"] == {"baseline": 1, "current": 2}


def test_no_input_is_part_of_a_command() -> None:
    """Inputs and names reach scripts through the environment alone: an expression in `run` would be a way to inject commands."""
    assert all("${{" not in step.keys.get("run", "") for step in steps())
    assert [step.keys["run"] for step in steps() if "run" in step.keys] == [
        'python -m pip install --quiet "$GITHUB_ACTION_PATH"',
        'bash "$GITHUB_ACTION_PATH/ci/gate.sh"',
    ]


def test_reports_are_kept_whatever_the_verdict() -> None:
    """The steps that send SARIF and keep the reports run after a failed gate too."""
    kept = [step.keys for step in steps() if re.search("upload", step.keys.get("uses", ""))]
    assert [keys["uses"].split("@")[0] for keys in kept] == ["github/codeql-action/upload-sarif", "actions/upload-artifact"]
    assert all(keys["if"].startswith("always() && ") for keys in kept)


def test_an_installation_of_the_checkout_has_the_command() -> None:
    """What the install step installs provides the command that the gate step runs."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "ncu-advisor" in project["scripts"]


@pytest.mark.parametrize(
    ("template", "ambiguous"),
    [
        ("gitlab.yml", r"(?m)^  allow_failure:\n    exit_codes: 3$"),
        ("Jenkinsfile", r"if \(code == 3\) \{ unstable\(.*\) \}\n *else if \(code != 0\) \{ error\("),
    ],
)
def test_the_templates_ask_for_what_exists(template: str, ambiguous: str) -> None:
    """Their command is one that the command line takes, every report that they keep is one that it writes, and 3 is no failure."""
    text = (ROOT / "ci" / template).read_text(encoding="utf-8")
    options = set(re.findall(r"(?<=\s)-{1,2}[a-z]+(?=\s)", text[text.index("ncu-advisor gate") :].split("artifacts", 1)[0].split("'''", 1)[0]))
    help_ = subprocess.run([sys.executable, "-m", "ncu_advisor", "gate", "--help"], capture_output=True, text=True, check=True).stdout
    assert options == {"--current", "--baseline", "-o"}
    assert all(option in help_ for option in options)
    written = set(re.findall(r"-o (gate\.\w+)", text))
    assert written == {f"gate.{suffix}" for suffix in _SUFFIXES}
    assert re.search(ambiguous, text)
