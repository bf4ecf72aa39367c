"""The gate's outputs: what they say, that they are well-formed, and that names from a profile cannot speak in them."""

from __future__ import annotations

import json
import lzma
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import gate_profiles as made
import jsonschema
import pytest
import report_examples as examples

from ncu_advisor.errors import AdvisorError
from ncu_advisor.outputs import Options
from ncu_advisor.regression import outputs as gate_outputs
from ncu_advisor.regression.budget_tables import from_tables
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.gate import GateResult, gate, unjudged
from ncu_advisor.regression.policy import Policy
from ncu_advisor.regression.runs import Counter, RuleSeen, Run

HISTORY = [made.run(made.scattered(seed=seed)) for seed in range(6)]
SEEN = RuleSeen("Global loads touch 8 times the sectors", 60.0, "src/k.cu", 12)


def slow(name: str = "kernel05", rule: str = "uncoalesced-access", seen: RuleSeen = SEEN) -> Run:
    times = made.scattered(seed=30)
    times["kernel05"] = [t * 1.5 for t in times["kernel05"]]
    run = made.run(times)
    changed = tuple(replace(k, rules={rule: seen}) if k.kernel.name == "kernel05" else k for k in run.kernels)
    return renamed(replace(run, kernels=changed), name)


def renamed(run: Run, name: str) -> Run:
    return replace(run, kernels=tuple(replace(k, kernel=k.kernel._replace(name=name)) if k.kernel.name == "kernel05" else k for k in run.kernels))


def failing() -> GateResult:
    tables = {
        "budgets": [{"kernel": "kernel06", "metric": "instructions", "max": 1.0}],
        "waivers": [{"kernel": "x", "what": "time", "reason": "r", "expires": date(2020, 1, 1)}],
    }
    return gate(HISTORY, [slow()], budgets=from_tables(tables, "t"), today=date(2026, 1, 1))


def hostile(name: str) -> GateResult:
    """Everything that a profile can carry is ``name``."""
    base = [replace(renamed(run, name), label=name, conditions=replace(run.conditions, driver=name)) for run in HISTORY]
    tables = {"budgets": [{"kernel": "*", "metric": "instructions", "max": 1.0}]}
    now = slow(name, name, RuleSeen(name, 50.0, name, 3))
    return gate(base, [now], budgets=from_tables(tables, "t"), allowed=["driver"])


def unlike() -> GateResult:
    return gate(HISTORY, [replace(slow(), conditions=replace(made.KNOWN, device="other"))])


def text(result: GateResult, format_: str, **options: Any) -> str:
    return gate_outputs.by_name(format_).render(result, Options(**options)).decode("utf-8")


def test_json_follows_the_contract() -> None:
    """The keys that the contract names, with their types; the rest is extra."""
    data = json.loads(text(failing(), "json"))
    kernel = next(k for k in data["kernels"] if k["name"] == "kernel05")
    assert (data["verdict"], data["mismatches"], isinstance(data["global_shift_pct"], float)) == ("FAIL", [], True)
    assert (kernel["verdict"], kernel["change_pct"], len(kernel["interval_pct"])) == ("FAIL", pytest.approx(50, abs=2), 2)
    assert any("slower because `uncoalesced-access` appeared at k.cu:12" in line for line in kernel["why"])


def test_json_of_any_verdict_is_json() -> None:
    """NaN and infinities are null, in ambiguous and incomparable results too."""
    kernels = tuple(replace(k, durations=(float("nan"),), counters={"instructions": Counter(0, 0, 0)}) for k in HISTORY[0].kernels)
    results = (gate([replace(HISTORY[0], kernels=kernels)], [slow()]), unlike())
    assert [json.loads(text(result, "json"), parse_constant=lambda c: 1 / 0)["verdict"] for result in results] == ["FAIL", "INCOMPARABLE"]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_terminal_fits_its_width(width: int) -> None:
    """No line is wider than asked for."""
    lines = text(failing(), "terminal", width=width).splitlines()
    assert [line for line in lines if len(line) > width] == []
    assert lines[0].startswith("FAIL")


def test_terminal_says_what_and_why() -> None:
    """Verdict, kernel, by how much, because of what and where; the budget; the expired waiver."""
    shown = " ".join(text(failing(), "terminal").split())
    for part in ("FAIL", "kernel05", "slower by", "uncoalesced-access", "k.cu:12", "above its budget", "expired on 2020-01-01"):
        assert part in shown


def test_colour_only_where_asked() -> None:
    """Escape codes appear with colour and never without."""
    assert ["\x1b" in text(failing(), "terminal", color=color) for color in (False, True)] == [False, True]


def test_junit_counts_and_names() -> None:
    """One failure for the kernel, one for the budget; a case each for the rest."""
    root = Xml.fromstring(text(failing(), "junit"))  # noqa: S314 - written here
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("13", "2", "0")
    assert {case.get("classname") for case in root.iter("testcase") if case.find("failure") is not None} == {"kernel05", "budget"}


def test_junit_of_verdicts_that_no_kernel_bears() -> None:
    """All kernels slower by 8%: every case passed, so the verdict is a case of its own."""
    shifted = made.run({n: [t * 1.08 for t in launches] for n, launches in made.scattered(seed=30).items()})
    root = Xml.fromstring(text(gate(HISTORY, [shifted]), "junit"))  # noqa: S314 - written here
    assert (root.get("errors"), [c.get("classname") for c in root.iter("testcase") if c.find("error") is not None]) == ("1", ["gate"])


def test_sarif_points_at_the_line() -> None:
    """The failed kernel at the place of the rule that appeared, and the budget."""
    run = json.loads(text(failing(), "sarif"))["runs"][0]
    found = {result["ruleId"]: result for result in run["results"]}
    place = found["performance-regression"]["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("src/k.cu", 12)
    assert set(found) == {"performance-regression", "performance-budget"}
    assert all(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_sarif_follows_the_schema_of_the_standard() -> None:
    """Failing, ambiguous, incomparable and hostile results validate against the published schema of SARIF 2.1.0."""
    schema = json.loads(lzma.decompress((Path(__file__).parent / "data" / "sarif-2.1.0-rtm.5.json.xz").read_bytes()))
    validator = jsonschema.Draft4Validator(schema)
    few = gate(HISTORY[:1], [made.run({n: t[:1] for n, t in made.scattered().items()})])
    results = [failing(), few, unlike(), hostile(examples.HOSTILE[0])]
    assert [error.json_path for result in results for error in validator.iter_errors(json.loads(text(result, "sarif")))] == []


def test_sarif_of_what_was_not_compared_is_no_success() -> None:
    """No result could mean that nothing is wrong: an analysis that could not run says that it did not."""
    logs = [json.loads(text(result, "sarif"))["runs"][0]["invocations"][0]["executionSuccessful"] for result in (failing(), unlike())]
    assert logs == [True, False]


def test_what_was_matched_otherwise_is_said_of_passed_kernels_too() -> None:
    """A kernel of another shape and one that was split pass; every reader learns that they are not what they were."""
    before, after = made.scattered(seed=41), made.scattered(seed=42)
    half = [t / 2 for t in after.pop("kernel03")]
    times = {**{n: t for n, t in after.items() if n < "kernel03"}, "first_half": half, "second_half": half, **after}
    now = made.run(times, instructions={"first_half": 5e5, "second_half": 5e5})
    wider = [replace(k, kernel=k.kernel._replace(grid=(65, 1, 1))) if k.kernel.name == "kernel07" else k for k in now.kernels]
    result = gate([made.run(before)], [replace(now, kernels=tuple(wider))])
    said = text(result, "terminal").replace("\n", " ")
    assert result.verdict == "PASS"
    assert "kernel07: was launched as 64 × 256" in said
    assert "kernel03 looks split into first_half, second_half" in said


def test_github_annotates_the_line() -> None:
    """An error at file and line."""
    assert text(failing(), "github").startswith("::error file=src/k.cu,line=12,title=FAIL%3A kernel05::")


def test_markdown_stays_postable() -> None:
    """Below the limit of a comment with hundreds of failed kernels, each with a long name."""
    name = "void kernel<" + "int, " * 40 + "{}>"
    base, now = ([made.run({name.format(k): [ns * (1 + 0.001 * (at % 4)) for at in range(10)] for k in range(300)})] for ns in (1e5, 1.5e5))
    result = gate(base, now)
    for kernel in result.kernels:
        kernel.verdict = "FAIL"
        kernel.why = [f"slower {kernel.change.kernel.name}"]
    assert len(text(result, "md")) < 60_000


def test_a_comparison_has_no_verdicts() -> None:
    """Without a judge the outputs show changes only."""
    result = failing()
    assert result.comparison is not None
    plain = unjudged(result.comparison)
    assert all("PASS" not in text(plain, f) and "FAIL" not in text(plain, f) for f in ("terminal", "md", "html"))
    assert json.loads(text(plain, "json"))["verdict"] is None


def test_html_is_self_contained() -> None:
    """No script, no address that would be fetched, the style allowed by its hash; sections for kernels and conditions."""
    page = text(failing(), "html")
    assert re.findall(r"<script|https?://|onload=", page) == []
    assert ("style-src 'sha256-" in page, "kernel05" in page, "Cache control" in page) == (True, True, True)


@pytest.mark.parametrize("name", examples.HOSTILE)
def test_names_cannot_speak(name: str) -> None:
    """Markup, workflow commands, terminal escapes and broken XML: none gets through in any format."""
    result = hostile(name)
    shown = {f: gate_outputs.by_name(f).render(result, Options()).decode("utf-8", "replace") for f in gate_outputs.FORMATS}
    assert not re.search(r"<script|<img|onerror=[^&]*>|</style><", shown["html"].split("</style>", 1)[1])
    assert not [line for line in shown["terminal"].splitlines() if line.lstrip().startswith("::") or re.search("[\x00-\x08\x0e-\x1f\x7f-\x9f]", line)]
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in shown["github"].splitlines())
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", "".join(shown[f] for f in ("terminal", "md", "html", "junit")))
    document = Xml.fromstring(shown["junit"])  # noqa: S314 - written here
    assert (document.tag, "verdict" in json.loads(shown["json"]), "runs" in json.loads(shown["sarif"])) == (
        "testsuites",
        True,
        True,
    )


def test_suffixes() -> None:
    """Each format's own; others are refused by name, and a comparison has no SARIF."""
    assert [gate_outputs.by_suffix(f"a{s}").NAME for s in (".json", ".md", ".html", ".xml", ".sarif")] == ["json", "md", "html", "junit", "sarif"]
    for name, formats in (("a.txt", gate_outputs.FORMATS), ("a.sarif", gate_outputs.COMPARED)):
        with pytest.raises(AdvisorError, match="no output format"):
            gate_outputs.by_suffix(name, formats)


def test_a_counter_of_the_reason_is_not_listed_twice() -> None:
    """Slower because of more instructions: they stand in that sentence, and in no line of their own."""
    times = made.scattered(seed=51)
    now = {n: [t * (1.2 if n == "kernel04" else 1.0) for t in launches] for n, launches in made.scattered(seed=52).items()}
    said = text(gate([made.run(times)], [made.run(now, instructions={"kernel04": 1.2e6})]), "md")
    assert (said.count("slower because instructions"), said.count("1 M to 1.2 M")) == (1, 1)


def shifted(factor: float, **policy: str) -> GateResult:
    """Single launches, all by the same factor slower; counters are the same."""
    now = made.run({name: [ns * factor for ns in launches[:1]] for name, launches in made.scattered(scatter=0.0).items()})
    return gate([made.run({name: launches[:1] for name, launches in made.scattered(scatter=0.0).items()})], [now], policy=Policy(**policy))


def test_a_shared_change_is_told_as_measured_beside_the_kernels_own() -> None:
    """Three times the time is no +0.0%; where all share nothing there is one column, and no word of it."""
    pages = [text(shifted(factor, time="off"), name) for factor in (3.0, 1.02, 1.0) for name in ("terminal", "md")]
    rows = [next(line for line in page.splitlines() if "kernel05" in line and ("PASS  " in line or "| PASS" in line)) for page in pages]
    assert [re.findall(r"[+]\d\.\d%|3x", row) for row in rows] == [["3x", "+0.0%"]] * 2 + [["+2.0%", "+0.0%"]] * 2 + [["+0.0%"]] * 2
    assert ["Of its own" in page for page in pages] == [True] * 4 + [False] * 2
    assert ["all kernels share" in " ".join(page.split()) for page in pages] == [True] * 4 + [False] * 2


def test_the_own_change_goes_first_where_a_terminal_is_narrow() -> None:
    """No line is wider than asked for, and the change as measured stays."""
    page = text(shifted(1.02, time="off"), "terminal", width=40)
    assert ([line for line in page.splitlines() if len(line) > 40], "+2.0%" in page) == ([], True)


def test_what_counters_alone_compared_is_said() -> None:
    """How many exact counters, in the headline and by name in JSON; where times are judged the headline is of them."""
    page = " ".join(text(shifted(1.0, time="off"), "terminal").split())
    assert "12 kernels: 12 passed; 1 exact counter each compared, times not judged." in page
    found = [json.loads(text(result, "json")) for result in (shifted(1.0, time="off"), failing(), unlike(), unjudged(compare(HISTORY, [slow()])))]
    assert [data["times_judged"] for data in found] == [False, True, True, False]
    assert [data["kernels"][0]["judged_counters"] for data in found] == [["instructions"], ["instructions"], [], []]


def test_counters_that_tell_nothing_of_work_are_said() -> None:
    """Registers and shared memory stay as they are, however much more a kernel executes: a PASS on them alone is a small one."""
    fixed = {"registers_per_thread": Counter(32.0, 32.0, 32.0)}
    run = replace(HISTORY[0], kernels=tuple(replace(k, counters=fixed) for k in HISTORY[0].kernels))
    partly = replace(run, kernels=(*HISTORY[0].kernels[:10], *run.kernels[10:]))
    pages = [" ".join(text(gate([side], [side], policy=Policy(time="off")), "terminal").split()) for side in (run, partly, HISTORY[0])]
    assert "note: more work would not be seen in all kernels: only registers_per_thread was compared, no instructions" in pages[0]
    assert "more work would not be seen in kernel10, kernel11:" in pages[1]
    assert "more work" not in pages[2]


@pytest.mark.parametrize("format_", ["github", "sarif", "junit"])
def test_what_a_failure_is_about_names_the_time_as_measured(format_: str) -> None:
    """Where all kernels are half as slow again and one executes twice as much, its counter fails it: its time is told with it."""
    times = {name: [1.5 * t for t in launches] for name, launches in made.scattered(seed=30).items()}
    result = gate(HISTORY, [made.run(times, instructions={"kernel05": 2e6})])
    assert [k.change.kernel.name for k in result.kernels if k.verdict == "FAIL"] == ["kernel05"]
    assert re.search(r"µs to .* µs a launch, \+(49|50)\.\d%(25)? as measured", text(result, format_)) is not None


def test_json_tells_launches_and_time_a_run() -> None:
    """A kernel's row has what a run launches and takes of it, which a launch's time does not tell."""
    now = made.run({name: [*launches, *launches] for name, launches in made.scattered(seed=30).items()})
    kernel = json.loads(text(gate(HISTORY, [now]), "json"))["kernels"][0]
    assert kernel["launches_per_run"] == {"baseline": 10, "current": 20}
    assert kernel["total_ns"]["current"] == pytest.approx(2 * kernel["total_ns"]["baseline"], rel=0.02)
