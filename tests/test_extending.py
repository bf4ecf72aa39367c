"""A rule, a device, an output and an input are each added with one file: shown in a copy of the package, through the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAMPLE = next((ROOT / "sample_reports" / "exports").glob("basic*raw.csv.xz"))


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and its data folders, as in a checkout."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("ncu_advisor", "rules", "report_templates"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def advisor(checkout: Path, *arguments: str) -> str:
    """What the command prints; it has to succeed, and to be the copy's."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "ncu_advisor", *arguments]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


RULE = """
id = "long-launch"
group = "launch"
summary = "A launch of more than half a millisecond"
needs = ["duration", "dram_throughput"]
when = "duration > 500000"
pays = 0
references = ["nobody"]
[change.demand]
dram = "dram_ns * 0.5"
[words]
title = "It takes {duration}"
saw = "The launch takes {duration}."
why = "Time is long."
advice = "Do less."
unless = "There is time."
[[evidence]]
metric = "duration"
ideal = "0"
"""


def test_a_rule(checkout: Path) -> None:
    """One file in rules/: listed, explained, and judged."""
    (checkout / "rules" / "long-launch.toml").write_text(RULE)
    assert "long-launch" in advisor(checkout, "rules")
    assert "Do less." in advisor(checkout, "explain", "long-launch")
    report = json.loads(advisor(checkout, "analyze", str(SAMPLE), "--format", "json"))
    found = {
        kernel["short_name"]: [finding["title"] for finding in kernel["findings"] if finding["rule"] == "long-launch"] for kernel in report["kernels"]
    }
    assert found["transpose_naive"] == ["It takes 964 µs"]
    assert (found["gather_regs"], found["triad"]) == (["It takes 1.41 ms"], [])


def test_a_rule_of_ones_own_folder(checkout: Path, tmp_path: Path) -> None:
    """Without touching the installation: `--rules FOLDER`."""
    (tmp_path / "my-launch.toml").write_text(RULE.replace("long-launch", "my-launch"))
    report = json.loads(advisor(checkout, "analyze", str(SAMPLE), "--format", "json", "--rules", str(tmp_path)))
    assert [kernel["short_name"] for kernel in report["kernels"] if any(f["rule"] == "my-launch" for f in kernel["findings"])]


def test_a_device(checkout: Path) -> None:
    """One file in gpus/: listed, shown with its sources, and usable by its name."""
    known = (ROOT / "ncu_advisor" / "hardware" / "gpus" / "h200-sxm.toml").read_text()
    mine = (
        known.replace('name = "H200 SXM"', 'name = "X900 Test"')
        .replace("'NVIDIA H200'", "'NVIDIA X900'")
        .replace('aliases = ["h200"]', 'aliases = ["x900"]')
    )
    (checkout / "ncu_advisor" / "hardware" / "gpus" / "x900-test.toml").write_text(mine)
    assert "x900-test" in advisor(checkout, "gpus")
    assert "X900 Test" in advisor(checkout, "gpus", "x900")
    assert "X900 Test" in advisor(
        checkout, "plan", "occupancy", "--registers", "64", "--shared-memory", "0", "--block", "256", "--gpu", "x900", "--format", "json"
    )


OUTPUT = '''
"""One line a kernel: for a test."""

from __future__ import annotations

from ncu_advisor.outputs import Options
from ncu_advisor.report import Report

NAME = "tally"
SUFFIXES = (".tally",)


def render(report: Report, options: Options) -> bytes:
    return "".join(f"{kernel.short_name} {len(kernel.findings)}\\n" for kernel in report.kernels).encode()
'''


def test_an_output(checkout: Path, tmp_path: Path) -> None:
    """One file in outputs/: asked for by name, and guessed from a file's suffix."""
    (checkout / "ncu_advisor" / "outputs" / "tally.py").write_text(OUTPUT)
    printed = advisor(checkout, "analyze", str(SAMPLE), "--format", "tally")
    advisor(checkout, "analyze", str(SAMPLE), "-o", str(tmp_path / "out.tally"))
    assert (tmp_path / "out.tally").read_text() == printed
    assert printed.splitlines()[0].startswith("transpose_naive ")


INPUT = '''
"""A page of kernels and microseconds: for a test."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from ncu_advisor.columns import Columns
from ncu_advisor.profile import IDENTITY, LaunchTable
from ncu_advisor.readers.source import Source

KIND = "microseconds"
_HEAD = "kernel;microseconds"


def recognises(source: Source) -> bool:
    return source.head().startswith(_HEAD.encode())


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    with source.text() as lines:
        rows = [line.strip().split(";") for line in lines][1:]
    blank = dict.fromkeys(IDENTITY, 1) | {"compute_capability": "9.0"}
    launches = pd.DataFrame([{**blank, "launch_id": at, "name": name} for at, (name, _) in enumerate(rows)])
    metrics = pd.DataFrame({"gpu__time_duration.sum": [float(us) * 1e3 for _, us in rows]})
    return [LaunchTable(KIND, source.path, Columns.of_frame(launches), Columns.of_frame(metrics), Columns({}, len(rows)))]
'''


def test_an_input(checkout: Path, tmp_path: Path) -> None:
    """One file in readers/: recognised by content, beside the others."""
    (checkout / "ncu_advisor" / "readers" / "microseconds.py").write_text(INPUT)
    (tmp_path / "page.txt").write_text("kernel;microseconds\nfast<int>;2.5\nslow;700\n")
    report = json.loads(advisor(checkout, "analyze", str(tmp_path / "page.txt"), "--gpu", "h200", "--format", "json"))
    assert [(kernel["name"], kernel["duration_ns"]) for kernel in report["kernels"]] == [("fast<int>", 2500.0), ("slow", 700000.0)]
    assert report["inputs"][0]["kind"] == "microseconds"
