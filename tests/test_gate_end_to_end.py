"""The gate through its command line, on the shipped sample and changed copies of it: verdicts, exit codes, reasons."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ncu_advisor.cli import cli

SAMPLE = Path(__file__).parent.parent / "sample_reports" / "exports" / "full_raw.csv.xz"


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """One launch of each kernel."""
    path = tmp_path / "before.csv"
    path.write_bytes(lzma.decompress(SAMPLE.read_bytes()))
    return path


@pytest.fixture
def after(before: Path) -> Path:
    """The same, but the slow transpose took the fast one's name and the other way round: one regression, one improvement."""
    text = before.read_text(encoding="utf-8")
    text = text.replace("transpose_naive", "\0").replace("transpose_tiled", "transpose_naive").replace("\0", "transpose_tiled")
    path = before.with_name("after.csv")
    path.write_text(text, encoding="utf-8")
    return path


def gate(*arguments: str | Path) -> tuple[int, dict[str, Any]]:
    result = CliRunner().invoke(cli, ["gate", "--format", "json", *map(str, arguments)])
    return result.exit_code, json.loads(result.stdout) if result.stdout else {}


def test_equal_counters_pass(before: Path) -> None:
    """PASS is 0."""
    code, said = gate("--counters-only", "--baseline", before, "--current", before)
    assert (code, said["verdict"], {k["verdict"] for k in said["kernels"]}) == (0, "PASS", {"PASS"})


def test_one_launch_cannot_clear_a_time(before: Path) -> None:
    """AMBIGUOUS is 3: a single launch on either side shows no noise, so nothing passes by silence."""
    code, said = gate("--baseline", before, "--current", before)
    assert (code, said["verdict"]) == (3, "AMBIGUOUS")
    assert all("too few" in " ".join(k["why"]) for k in said["kernels"])


def test_a_regression_fails_with_its_cause(before: Path, after: Path) -> None:
    """FAIL is 1, and the kernel says which rule appeared."""
    code, said = gate("--baseline", before, "--current", after)
    (worse,) = [k for k in said["kernels"] if k["verdict"] == "FAIL"]
    assert (code, said["verdict"]) == (1, "FAIL")
    assert "transpose_tiled" in worse["name"]
    assert worse["change_pct"] > 500
    assert "uncoalesced-access" in json.dumps(worse)


def test_an_improvement_never_fails(before: Path, after: Path) -> None:
    """Also not for the instructions that the faster kernel executes more of."""
    _, said = gate("--baseline", before, "--current", after)
    (better,) = [k for k in said["kernels"] if "transpose_naive" in k["name"]]
    assert better["change_pct"] < -80
    assert better["verdict"] != "FAIL"


def test_another_device_is_not_compared(before: Path, tmp_path: Path) -> None:
    """INCOMPARABLE is 2, and the mismatch is named."""
    other = tmp_path / "other.csv"
    other.write_text(before.read_text(encoding="utf-8").replace("NVIDIA H200", "NVIDIA H100 80GB HBM3"), encoding="utf-8")
    code, said = gate("--baseline", before, "--current", other)
    assert (code, said["verdict"]) == (2, "INCOMPARABLE")
    assert "H100" in json.dumps(said["mismatches"])


def test_what_cannot_be_read_is_one_line(before: Path, tmp_path: Path) -> None:
    """Exit 2, no traceback."""
    empty = tmp_path / "empty.csv"
    empty.write_text("", encoding="utf-8")
    result = CliRunner().invoke(cli, ["gate", "--baseline", str(before), "--current", str(empty)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert len(result.stderr.strip().splitlines()) == 1


def test_two_files_are_a_comparison(before: Path, after: Path) -> None:
    """With and without the two dashes."""
    plain, dashed = (CliRunner().invoke(cli, ["compare", str(before), *dashes, str(after)]) for dashes in ([], ["--"]))
    assert plain.exit_code == dashed.exit_code == 0
    assert plain.stdout == dashed.stdout
    assert "uncoalesced-access" in plain.stdout


def test_a_baseline_file_stands_for_its_profile(before: Path, after: Path, tmp_path: Path) -> None:
    """`--update-baseline` writes it; the gate says the same of it as of the export."""
    kept = tmp_path / "kept.json"
    result = CliRunner().invoke(cli, ["gate", "--update-baseline", "--baseline", str(kept), "--current", str(before)])
    assert result.exit_code == 0
    code, said = gate("--baseline", kept, "--current", after)
    assert code == 1
    assert [k["name"] for k in said["kernels"] if k["verdict"] == "FAIL"] == [
        k["name"] for k in gate("--baseline", before, "--current", after)[1]["kernels"] if k["verdict"] == "FAIL"
    ]


def test_two_adds_at_a_time_lose_nothing(before: Path, after: Path, tmp_path: Path) -> None:
    """Both runs are in the history afterwards."""
    kept = tmp_path / "kept.sqlite"
    command = [sys.executable, "-m", "ncu_advisor", "history", "add", "--history", str(kept)]
    running = [subprocess.Popen([*command, str(path)], stdout=subprocess.DEVNULL) for path in (before, after)]
    assert [one.wait(timeout=120) for one in running] == [0, 0]
    shown = CliRunner().invoke(cli, ["history", "show", "--history", str(kept)])
    assert ("before.csv" in shown.stdout, "after.csv" in shown.stdout) == (True, True)
