"""The JSON report and its schema."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import report_examples as examples
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor import advise, load, outputs
from ncu_advisor.outputs import json as json_output
from ncu_advisor.report_json import report_from_json

SCHEMA: dict[str, Any] = json.loads(resources.files("ncu_advisor").joinpath("report.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


COUNTERS = """\
[1] app@127.0.0.1
  transpose(int, const double *, double *) (128, 128, 1)x(32, 32, 1), Context 1, Stream 7, Device 0, CC 7.0
    Section: Command line profiler metrics
    ---------------------------------------------------- ----------- ------------
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum                   88
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum           16,012,462
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum                1,048,664
    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum               17,061,038
    ---------------------------------------------------- ----------- ------------
"""


def written(report: examples.Report) -> Any:
    return json.loads(outputs.by_name("json").render(report, outputs.Options()))


def test_the_schema_is_one() -> None:
    """It is a valid JSON Schema 2020-12, and describes this version."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["schema_version"]["const"] == "1.0"


def test_counters_without_a_time_are_findings_without_a_saving(tmp_path: Path) -> None:
    """A few counters alone name the defect; what mending it saves is null, not nothing, and comes back as such."""
    page = tmp_path / "page.log"
    page.write_text(COUNTERS, encoding="utf-8")
    found = written(advise(load(str(page))))
    assert [error.json_path for error in VALIDATOR.iter_errors(found)] == []
    (finding,) = found["kernels"][0]["findings"]
    assert (finding["rule"], finding["time_saved_pct"], finding["binds_next"]) == ("shared-bank-conflict", None, "")
    assert "16.3-way bank conflicts of stores" in finding["title"]
    assert math.isnan(report_from_json(found).kernels[0].findings[0].time_saved_pct)


@pytest.mark.parametrize(
    "report", [examples.report(), examples.traced(), examples.report([]), examples.many(3), *map(examples.hostile, examples.HOSTILE[:4])]
)
def test_reports_follow_the_schema(report: examples.Report) -> None:
    """Full, empty and hostile reports validate; unknown device sources are the only thing that a hostile one breaks."""
    errors = [error.json_path for error in VALIDATOR.iter_errors(written(report)) if "peaks" not in error.json_path]
    assert errors == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("kernels", 0, "bound"), "memory-ish"),
        (("kernels", 0, "extra"), 1),
        (("kernels", 0, "findings", 0, "time_saved_pct"), 101.0),
        (("kernels", 0, "findings", 0, "severity"), "fatal"),
        (("kernels", 0, "grid"), [1, 1]),
        (("kernels", 0, "duration_ns"), -1.0),
        (("schema_version",), "2.0"),
        (("inputs", 0, "rows"), "many"),
        (("device", "peaks", "dram_bytes_per_second", "source"), "guessed"),
        (("kernels", 0, "source"), None),
        (("timeline", "activity", "lanes", 0, "busy_pct", 0), 101),
    ],
)
def test_what_the_contract_does_not_allow_is_refused(path: tuple[Any, ...], value: Any) -> None:
    """The schema is strict where the contract is: one wrong value makes it fail at that place."""
    data = written(examples.traced())
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not VALIDATOR.is_valid(data)


@pytest.mark.parametrize("path", [("device", "peaks"), ("kernels", 0, "metrics"), ("kernels", 0, "utilization"), ("timeline",)])
def test_what_the_contract_leaves_open_is_open(path: tuple[Any, ...]) -> None:
    """Further peaks, metrics, resources and timeline figures are no break of the contract."""
    data = written(examples.report())
    place = data
    for step in path:
        place = place[step]
    place["another_bytes_per_second"] = {"value": 1.0, "source": "user"} if path[-1] == "peaks" else 1.0
    assert VALIDATOR.is_valid(data)


def test_a_report_reads_back() -> None:
    """report_from_json is the inverse: what it reads is written as it was."""
    for report in (examples.report(), examples.traced()):
        data = written(report)
        assert data == written(report_from_json(data))


def test_no_name_acts_on_a_terminal() -> None:
    """Escapes of C1 and direction overrides are written as such, and read back as they were."""
    report = examples.report()
    name = "k\u009b31m\u202egnp\u007f\ufeff é"
    text = outputs.by_name("json").render(replace(report, kernels=(replace(report.kernels[0], name=name),)), outputs.Options()).decode()
    assert {character for character in text if not character.isprintable()} == {"\n"}
    assert json.loads(text)["kernels"][0]["name"] == name


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(PLAIN)
def test_the_text_is_that_of_the_json_module(value: object) -> None:
    """Written by hand for speed, so it is held against the original."""
    assert json_output._text(value, "\n") == json.dumps(value, indent=1, ensure_ascii=False)
