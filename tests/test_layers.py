"""Imports point down, and nobody does what belongs to another layer: the one list of layers stands in ARCHITECTURE.md."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "ncu_advisor"
_BLOCK = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").partition("<!-- layers -->")[2].partition("<!-- /layers -->")[0]
# Top to bottom; a folder is one unit. A module may import from its own layer (not in circles) and from every layer below.
LAYERS = [line.split() for line in _BLOCK.splitlines() if line.strip() and not line.startswith("```")]
LEVEL = {unit: -number for number, units in enumerate(LAYERS) for unit in units}
# What makes a file or a page of a Report; and what may print, exit and parse arguments.
RENDERING = {"outputs", "presentation"}
COMMANDS = {"__main__", "cli", "commands", "plan.present"}


def unit(module: str) -> str:
    """``"readers.ncu_raw"`` is part of ``readers``."""
    return module.partition(".")[0]


@lru_cache(maxsize=1)
def modules() -> dict[str, ast.Module]:
    """Every module by its name within the package; the package itself is the empty name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(tree: ast.Module) -> Iterator[str]:
    """Modules of the package that ``tree`` imports when it runs: anywhere in it, also inside functions; not for types alone."""
    guards = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    for_types = {id(inner) for guard in guards for inner in ast.walk(guard)}
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            # `from ncu_advisor.x import y` is y where that is a module of x.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            assert not (isinstance(node, ast.ImportFrom) and node.level), "relative imports hide where things come from"
            continue
        for name in names:
            inside = name.removeprefix("ncu_advisor.") if name.startswith("ncu_advisor.") else ""
            while inside and inside not in modules():
                inside = inside.rpartition(".")[0]
            if inside:
                yield inside


def test_every_module_has_a_layer() -> None:
    """A new module is put where it belongs, none is listed that is gone, and none twice."""
    assert {unit(module) for module in modules() if module} == set(LEVEL)
    assert len(LEVEL) == sum(len(units) for units in LAYERS)


@pytest.mark.parametrize("module", [module for module in modules() if module])
def test_imports_point_down(module: str) -> None:
    """To the own layer or one below; also those inside functions. (What stands in no layer yet is told above.)"""
    own = LEVEL.get(unit(module), 0)
    assert [name for name in imports(modules()[module]) if LEVEL.get(unit(name), own) > own] == []


def test_units_do_not_import_in_circles() -> None:
    """Whichever one starts from, nobody comes back to it."""
    below: dict[str, set[str]] = {}
    for module, tree in modules().items():
        if module:
            below.setdefault(unit(module), set()).update(unit(name) for name in imports(tree))
    assert in_circles({one: names - {one} for one, names in below.items()}) == []


@pytest.mark.parametrize("folder", ["regression", "traces", "presentation", "plan", "readers", "hardware"])
def test_modules_of_a_folder_do_not_import_in_circles(folder: str) -> None:
    """Inside a folder, too, there is a bottom to start reading from."""
    inside = {module: tree for module, tree in modules().items() if module.startswith(f"{folder}.")}
    assert in_circles({module: {name for name in imports(tree) if name in inside} for module, tree in inside.items()}) == []


def in_circles(below: dict[str, set[str]]) -> list[str]:
    """Those that come back to themselves."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = list(below[start])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += below[name]
        return seen

    return [name for name in below if name in reached(name)]


def test_outputs_see_nothing_of_the_engine() -> None:
    """A Report, its words and its groups, and what lies on the ground; no profile, no metric, no rule."""
    allowed = {*RENDERING, "report", "report_json", "collect", *LAYERS[-1]}
    seen = {(module, name) for module, tree in modules().items() if unit(module) in RENDERING for name in imports(tree)}
    assert {(module, name) for module, name in seen if unit(name) not in allowed} == set()


def test_only_commands_print_or_exit() -> None:
    """Results and messages leave through one door."""
    doors = ("print", "sys.exit", "exit", "click.echo", "sys.stdout.write", "sys.stderr.write")
    calls = {
        (module, ast.unparse(node.func))
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in doors
    }
    assert {(module, call) for module, call in calls if not {module, unit(module)} & COMMANDS} == set()


@pytest.mark.parametrize("forbidden", ["eval", "exec", "compile", "__import__"])
def test_nothing_is_evaluated(forbidden: str) -> None:
    """Rules are data; there is a language for their conditions."""
    calls = [(module, node) for module, tree in modules().items() for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert [(module, node.lineno) for module, node in calls if ast.unparse(node.func) == forbidden] == []


@pytest.mark.parametrize("name", ["utils", "helpers", "common", "manager", "base", "rules", "misc"])
def test_modules_are_named_after_what_they_hold(name: str) -> None:
    """None is a drawer."""
    assert [module for module in modules() if name in module.split(".")] == []


def test_no_function_is_written_twice() -> None:
    """Of what modules define at their top, no two take the same and do the same: one is imported where the other is wanted."""
    seen: dict[tuple[str, str], list[str]] = {}
    for module, tree in modules().items():
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            body = function.body[ast.get_docstring(function) is not None :]
            does = "\n".join(ast.unparse(statement) for statement in body)
            seen.setdefault((ast.unparse(function.args), does), []).append(f"{module}.{function.name}")
    assert [names for (_, does), names in seen.items() if len(names) > 1 and len(does) > 30] == []


def test_formulas_and_conditions_do_not_read_files() -> None:
    """What computes has no side effects: no open, no path, no clock."""
    for module in ("formulas", "timemodel", "tail", "classify", "roofline", "expression"):
        named = {name for node in ast.walk(modules()[module]) if isinstance(node, ast.Import | ast.ImportFrom) for name in _top(node)}
        assert named & {"os", "pathlib", "time", "datetime", "random", "subprocess", "socket"} == set()


def _top(node: ast.Import | ast.ImportFrom) -> list[str]:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return [name.split(".")[0] for name in names]
