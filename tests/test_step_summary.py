"""On GitHub: annotations go to the log, the page beneath the job is added to."""

from __future__ import annotations

from pathlib import Path

import pytest
import report_examples as examples
from click.testing import CliRunner

from ncu_advisor.cli import cli
from ncu_advisor.outputs import Options, github, markdown

SAMPLE = str(Path(__file__).parent.parent / "sample_reports" / "exports" / "library_raw.csv.xz")


def test_the_summary_is_added_to_what_other_steps_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Markdown is appended to the file that GITHUB_STEP_SUMMARY names; the log has the annotations only."""
    summary = tmp_path / "summary.md"
    summary.write_text("of an earlier step\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = CliRunner().invoke(cli, ["analyze", SAMPLE, "--format", "github"])
    written = summary.read_text(encoding="utf-8")
    assert (result.exit_code, written.startswith("of an earlier step\n### NVIDIA H200"), "###" in result.stdout) == (0, True, False)


@pytest.mark.parametrize("format_", ["github", "md"])
def test_without_the_variable_or_the_format_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str) -> None:
    """Other formats never touch the file, and without it the format works as well."""
    summary = tmp_path / "summary.md"
    if format_ == "github":
        monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    else:
        monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    result = CliRunner().invoke(cli, ["analyze", SAMPLE, "--format", format_])
    assert (result.exit_code, summary.exists()) == (0, False)


def test_a_summary_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 2, the file, what is wrong and what to do."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    result = CliRunner().invoke(cli, ["analyze", SAMPLE, "--format", "github"])
    assert (result.exit_code, result.stderr.count("\n"), "cannot be written" in result.stderr) == (2, 1, True)


def test_the_gate_adds_its_page_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `--format github` means is the same of both verbs: annotations in the log, the Markdown page beneath the job."""
    summary = tmp_path / "summary.md"
    summary.write_text("of an earlier step\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    sides = ["gate", "--baseline", SAMPLE, "--current", SAMPLE, "--counters-only"]
    result = CliRunner().invoke(cli, [*sides, "--format", "github"])
    written = summary.read_text(encoding="utf-8")
    assert (result.exit_code, written.startswith("of an earlier step\n### Performance gate: PASS"), "###" in result.stdout) == (0, True, False)
    CliRunner().invoke(cli, [*sides, "--format", "md"])
    assert summary.read_text(encoding="utf-8") == written


def test_the_summary_is_the_markdown_report() -> None:
    """One page for comments and for the job."""
    assert markdown.render(examples.report(), Options()) == github.step_summary(examples.report(), Options())
