"""A measured set is taken in whole or not at all, and what was said of it first is kept."""

from __future__ import annotations

import lzma
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.advice.sets import MEASURED, SETS, page

ADVICE = SETS.parent
TABLES = ("times.csv.xz", "check.csv.xz", "first_look.csv.xz")
TIMES = "fade_a,100,99,101,15,0\nfade_b,40,39,41,15\n"
SUMS = "fade_a,1.0,10,64\nfade_b,1.001,10,64\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The benchmark's code with an empty truth, and in `out` what measure.sh left of a set of one pair."""
    advice = tmp_path / "benchmarks" / "advice"
    for folder in (advice / "sets" / "new", advice / "measured", tmp_path / "out"):
        folder.mkdir(parents=True)
    for code in (*ADVICE.glob("*.py"), ADVICE.parent / "__init__.py"):
        shutil.copy(code, tmp_path / "benchmarks" / code.relative_to(ADVICE.parent))
    for name in TABLES:
        header = lzma.decompress((MEASURED / name).read_bytes()).splitlines(keepends=True)[0]
        (advice / "measured" / name).write_bytes(lzma.compress(header))
    columns = (SETS / "memory" / "pairs.csv").read_text(encoding="utf-8").splitlines()[0]
    (advice / "sets" / "order.csv").write_text("set,apart,remark\nnew,,\n", encoding="utf-8")
    (advice / "sets" / "new" / "pairs.csv").write_text(
        f"{columns}\nfade,mem_width.cu,fade_a,fade_b,scalar-global-access,defect,1,\n", encoding="utf-8"
    )
    (tmp_path / "out" / "times.csv").write_text(TIMES, encoding="utf-8")
    (tmp_path / "out" / "check.csv").write_text(SUMS, encoding="utf-8")
    shutil.copy(page("mem_width"), tmp_path / "out" / "mem_width.full.raw.csv.xz")
    return tmp_path


def _take_in(checkout: Path, name: str = "new") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks.advice.take_in", "out", name]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def _table(checkout: Path, name: str) -> list[str]:
    return lzma.decompress((checkout / "benchmarks" / "advice" / "measured" / name).read_bytes()).decode().splitlines()[1:]


def test_pages_times_sums_and_the_first_look_are_kept(checkout: Path) -> None:
    """Of the kernel before its mend alone is said what was found; the saving is that of the times."""
    done = _take_in(checkout)
    assert done.returncode == 0, done.stderr
    assert "fade" in done.stdout
    assert "saved  60.0%" in done.stdout
    assert "full {'defects': 1, 'first_pct': 100.0" in done.stdout
    assert [len(_table(checkout, name)) for name in TABLES[:2]] == [2, 2]
    assert _table(checkout, "first_look.csv.xz")[0].startswith("new,full,fade_a,scalar-global-access,")
    kept = checkout / "benchmarks" / "advice" / "sets" / "new" / "mem_width.full.raw.csv.xz"
    assert lzma.decompress(kept.read_bytes()) == lzma.decompress(page("mem_width").read_bytes())


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("check.csv", SUMS.replace("1.001", "1.1"), "fade: the sums before and after are 0.01 apart"),
        ("check.csv", SUMS.replace("1.001,10,64", "1.0,10,32"), "fade: the sums before and after are 0 apart, of 64 and 32 values"),
        ("check.csv", SUMS.replace("1.001", "nan"), "fade: the sums before and after are nan apart"),
        ("times.csv", TIMES.replace("fade_b", "fade_c"), "fade: fade_b was not timed"),
    ],
)
def test_what_computed_another_thing_or_was_not_timed_is_refused(checkout: Path, file: str, text: str, said: str) -> None:
    """One line a pair says why, and nothing was written."""
    (checkout / "out" / file).write_text(text, encoding="utf-8")
    done = _take_in(checkout)
    assert done.returncode == 1
    assert said in done.stderr
    assert not any(_table(checkout, name) for name in TABLES)


def test_what_was_not_profiled_is_refused(checkout: Path) -> None:
    """A case that the profile ended before would count as one of which nothing is said."""
    pairs = checkout / "benchmarks" / "advice" / "sets" / "new" / "pairs.csv"
    pairs.write_text(pairs.read_text(encoding="utf-8").replace("fade_a", "late_a"), encoding="utf-8")
    for file, text in (("times.csv", TIMES), ("check.csv", SUMS)):
        (checkout / "out" / file).write_text(text.replace("fade_a", "late_a"), encoding="utf-8")
    done = _take_in(checkout)
    assert done.returncode == 1
    assert "fade: late_a was not profiled" in done.stderr
    assert not any(_table(checkout, name) for name in TABLES)


def test_a_set_is_taken_in_once(checkout: Path) -> None:
    """A second look is no first one: the tables stay as they were."""
    assert _take_in(checkout).returncode == 0
    before = {name: _table(checkout, name) for name in TABLES}
    again = _take_in(checkout)
    assert again.returncode == 1
    assert "fade_a is there already" in again.stderr
    assert before == {name: _table(checkout, name) for name in TABLES}


def test_a_set_without_a_row_is_named(checkout: Path) -> None:
    """How a set came about is said before it is looked at."""
    done = _take_in(checkout, "other")
    assert done.returncode == 1
    assert "no row for other" in done.stderr
