"""The wheel holds everything, and works in an environment of its own, far from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAMPLE = next((ROOT / "sample_reports" / "exports").glob("full*raw.csv.xz"))


def run(*command: str | Path, cwd: Path) -> str:
    """What a command prints; it has to succeed."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the backend that is installed: no network."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of an empty environment into which only the wheel was installed; its dependencies are those of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", "--quiet", wheel, cwd=folder)
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", cwd=folder).strip()
    # A path line does not run the .pth files of that folder, so an editable install of this checkout stays out.
    (Path(site) / "dependencies.pth").write_text("\n".join({sysconfig.get_paths()[kind] for kind in ("purelib", "platlib")}) + "\n")
    return folder / "bin"


def test_the_wheel_holds_data_and_types(wheel: Path) -> None:
    """Rules, templates, devices, architectures, labels, metrics, the schema, the marker for type checkers and the licence."""
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"ncu_advisor/_data/{path.relative_to(ROOT)}"
        for folder in ("rules", "report_templates")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    package = ROOT / "ncu_advisor"
    wanted |= {
        f"ncu_advisor/{path.relative_to(package)}"
        for path in package.rglob("*")
        if path.is_file() and path.suffix in (".py", ".toml", ".csv", ".json", ".typed")
    }
    assert {name for name in wanted if "__pycache__" not in name} - names == set()
    assert [name for name in names if name.endswith("licenses/LICENSE")]


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    """No tests, no benchmarks, no exports, no byte code."""
    strangers = [name for name in zipfile.ZipFile(wheel).namelist() if not name.startswith(("ncu_advisor/", "ncu_advisor-")) or "__pycache__" in name]
    assert strangers == []


def test_the_installed_package_is_the_wheels(installed: Path, tmp_path: Path) -> None:
    """Neither the checkout's nor an editable one."""
    where = run(installed / "python", "-c", "import ncu_advisor; print(ncu_advisor.__file__)", cwd=tmp_path)
    assert Path(where).is_relative_to(installed.parent)


def test_rules_are_found_from_another_folder(installed: Path, tmp_path: Path) -> None:
    """All that the checkout has."""
    listed = run(installed / "ncu-advisor", "rules", cwd=tmp_path)
    assert [path.stem for path in (ROOT / "rules").glob("*.toml") if path.stem not in listed] == []


def test_a_profile_is_analysed_from_another_folder(installed: Path, tmp_path: Path) -> None:
    """JSON and a self-contained page, whose template and style come out of the wheel."""
    run(installed / "ncu-advisor", "analyze", SAMPLE, "-o", "report.html", "-o", "report.json", cwd=tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (report["kernels"][0]["short_name"], report["kernels"][0]["findings"][0]["rule"]) == ("transpose_naive", "uncoalesced-access")
    assert "<style" in page and "transpose_naive" in page
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.json"]


def test_the_module_runs_as_the_command_does(installed: Path, tmp_path: Path) -> None:
    """`python -m ncu_advisor`."""
    assert run(installed / "python", "-m", "ncu_advisor", "--version", cwd=tmp_path) == run(installed / "ncu-advisor", "--version", cwd=tmp_path)
