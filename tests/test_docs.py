"""The documentation says what the code does: generated pages, commands, formats, links, the layers, the recipe for a rule."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from ncu_advisor import outputs
from ncu_advisor.cli import cli
from ncu_advisor.commands.analyze import FORMATS
from ncu_advisor.hardware.gpu_files import ids
from ncu_advisor.rehearsal import rehearse
from ncu_advisor.rule_files import catalogue, from_toml

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "sample_reports" / "README.md"]
PACKAGE = ROOT / "ncu_advisor"


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def generated() -> dict[str, str]:
    """What docs/generate.py would write now."""
    documents: dict[str, str] = _generator().documents()
    return documents


@pytest.mark.parametrize("path", ["docs/rules.md", "docs/metrics.md", "docs/gate.md", "README.md", "ARCHITECTURE.md", "sample_reports/README.md"])
def test_generated_documents_are_up_to_date(path: str, generated: dict[str, str]) -> None:
    """Rules, metrics, outputs of commands, the tree and the samples' promises stand in the documents as the code has them (`make docs`)."""
    assert generated[path] == _text(path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every file and picture that a page names is there."""
    # `a](b` also occurs in C++ lambdas, which stand in code.
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if target and not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_nothing_is_left_to_fill_in(page: Path) -> None:
    """No placeholder remains."""
    assert re.findall(r"TODO|FIXME|XXX|<us>", page.read_text(encoding="utf-8")) == []


def test_pictures_are_pictures() -> None:
    """The screenshots are PNG files."""
    pictures = sorted((ROOT / "docs" / "images").glob("*.png"))
    assert [picture.name for picture in pictures] == ["card.png", "compare.png", "gate.png", "report.png"]
    assert {picture.read_bytes()[:8] for picture in pictures} == {b"\x89PNG\r\n\x1a\n"}


def test_readme_names_every_command_and_no_other() -> None:
    """The verbs in bold are those of the command line."""
    named = set(re.findall(r"\*\*`([a-z]+)[^*]*`\*\*", _text("README.md")))
    assert named == set(cli.list_commands(click.Context(cli)))


def test_readme_names_every_format_with_its_suffixes() -> None:
    """The table of outputs is that of the package."""
    rows = re.findall(r"^\| (`[a-z]+`(?:, `[a-z]+`)*) \|([^|]*)\|", _text("README.md").partition("## Outputs")[2].partition("\n## ")[0], re.MULTILINE)
    table = {name: set(re.findall(r"\.[a-z]+", suffixes)) for names, suffixes in rows for name in re.findall(r"[a-z]+", names)}
    assert table == {name: set(outputs.by_name(name).SUFFIXES) for name in FORMATS}


def test_readmes_make_targets_are_there() -> None:
    """Whatever a page tells to make, the Makefile makes."""
    targets = {target for page in PAGES for target in re.findall(r"(?:`|^)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)}
    assert {"demo", "test"} <= targets
    assert targets <= set(re.findall(r"^([a-z]+):", _text("Makefile"), re.MULTILINE))


def test_the_demo_is_a_shipped_sample() -> None:
    """`make demo` analyses a file of this repository."""
    sample = re.search(r"^DEMO \?= (\S+)$", _text("Makefile"), re.MULTILINE)
    assert sample is not None
    assert (ROOT / sample[1]).is_file()


def test_readmes_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The snippet prints the findings of the shipped sample."""
    snippet = re.search(r"```python\n(.*?)```", _text("README.md"), re.DOTALL)
    assert snippet is not None
    monkeypatch.chdir(ROOT)
    exec(compile(snippet[1], "README.md", "exec"), {})  # noqa: S102 - our own documentation
    assert "transpose_naive uncoalesced-access" in capsys.readouterr().out


def test_contributings_rule_holds() -> None:
    """The complete example of a rule file loads, and says of its own examples what it promises."""
    found = re.search(r"A whole rule, as `rules/(.*?\.toml)`:\n\n```toml\n(.*?)```", _text("CONTRIBUTING.md"), re.DOTALL)
    assert found is not None
    rule = from_toml(found[2], Path(found[1]))
    assert [example.outcome for example in rule.examples] == ["fires", "silent"]
    for example in rule.examples:
        outcome = rehearse(rule, example)
        assert (outcome.outcome, outcome.time_saved_pct) == (example.outcome, pytest.approx(example.time_saved_pct, abs=0.5))
        assert example.says in outcome.says


def test_changelogs_figures() -> None:
    """The first release's counts are those of the files."""
    assert f"{len(catalogue())} rules" in _text("CHANGELOG.md")
    assert f"{len(ids())} devices" in _text("CHANGELOG.md")


def _layers() -> dict[str, int]:
    """Module or subpackage -> line of the list in ARCHITECTURE, counted from the top."""
    block = _text("ARCHITECTURE.md").partition("<!-- layers -->")[2].partition("<!-- /layers -->")[0]
    lines = [line.split() for line in block.splitlines() if line and not line.startswith("```")]
    return {name: number for number, names in enumerate(lines) for name in names}


def _modules() -> dict[str, Path]:
    """Dotted name within the package -> file; the package itself is left out."""
    files = {".".join(path.relative_to(PACKAGE).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in files.items() if name != "__init__"}


def _imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Modules of the package that ``path`` imports when it runs, also inside functions; not those imported for their types."""
    pending: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            pending += node.orelse
            continue
        pending += ast.iter_child_nodes(node)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "ncu_advisor":
            inside = (node.module or "").partition(".")[2]
            for alias in node.names:
                full = f"{inside}.{alias.name}".strip(".")
                yield full if full in known else inside


def test_imports_point_down() -> None:
    """Every module stands in one layer of ARCHITECTURE's list and imports from its own or those below."""
    layers, modules = _layers(), _modules()
    assert sorted({name.partition(".")[0] for name in modules} ^ set(layers)) == []
    upward = [
        f"{name} imports {other}"
        for name, path in modules.items()
        for other in _imports(path, modules)
        if other and layers[other.partition(".")[0]] < layers[name.partition(".")[0]]
    ]
    assert upward == []


def test_the_generator_says_what_is_stale(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` names stale documents and exits with 1; it writes nothing."""
    generator = _generator()
    before = _text("docs/rules.md")
    monkeypatch.setattr(generator, "documents", lambda: {"docs/rules.md": "older"})
    monkeypatch.setattr(sys, "argv", ["generate.py", "--check"])
    with pytest.raises(SystemExit) as stop:
        generator.main()
    assert "docs/rules.md" in str(stop.value.code)
    assert _text("docs/rules.md") == before
