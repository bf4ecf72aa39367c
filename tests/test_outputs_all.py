"""What holds for every output: golden files, the same bytes twice, empty reports, hostile names."""

from __future__ import annotations

from pathlib import Path

import pytest
import report_examples as examples

from ncu_advisor import outputs
from ncu_advisor.commands.analyze import FORMATS
from ncu_advisor.outputs import Options

GOLDEN = Path(__file__).parent / "golden"
# For readers; what machines read differs by a few fields only where a trace was read.
TRACED = ("terminal", "md", "html")


@pytest.mark.parametrize(("name", "example"), [*((name, "report") for name in sorted(FORMATS)), *((name, "traced") for name in TRACED)])
def test_golden(name: str, example: str, request: pytest.FixtureRequest) -> None:
    """The example reports are written as tests/golden has them (`pytest --update-golden` writes them anew)."""
    written = outputs.by_name(name).render(getattr(examples, example)(), Options())
    golden = GOLDEN / f"{example}.{name}"
    if request.config.getoption("--update-golden"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_bytes(written)
    assert golden.read_bytes() == written


@pytest.mark.parametrize("name", FORMATS)
def test_same_report_same_bytes(name: str) -> None:
    """Rendering twice gives the same bytes: no clock, no random order. Two runs of the command are compared in test_cli.py."""
    output = outputs.by_name(name)
    assert output.render(examples.traced(), Options()) == output.render(examples.traced(), Options())


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_report_renders(name: str) -> None:
    """No launches and an unknown device are no reason to fail."""
    empty = examples.Report(device={"name": "unknown device", "compute_capability": None, "sm_count": None, "peaks": {}}, kernels=[])
    written = outputs.by_name(name).render(empty, Options()).decode()
    assert written.strip() or name == "github"


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_are_valid_text_without_controls(name: str, hostile: str) -> None:
    """Whatever a profile calls things, an output is UTF-8 without control characters or direction overrides."""
    written = outputs.by_name(name).render(examples.hostile(hostile), Options()).decode()
    if name == "json":
        written = written.replace("\u202e", "").replace("\u2066", "").replace("\u2069", "").replace("\x7f", "").replace("\x9b", "")
    assert not [c for c in written if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f" or c in "\u202e\u2066\u2069"]


def test_formats_of_the_command_line_are_the_outputs() -> None:
    """Every output can be asked for by name, and no other."""
    assert sorted(FORMATS) == sorted(outputs.all_formats())
