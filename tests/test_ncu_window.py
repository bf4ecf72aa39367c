"""Raw pages saved as columns say what the same page says as rows."""

from __future__ import annotations

import csv
import io
import lzma
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.load import load

RAW = Path(__file__).parents[1] / "sample_reports" / "exports" / "basic_raw.csv.xz"
_AS_SAVED = {"Kernel Name": "Function Name", "Block Size": "Block Size [block]"}
_LEFT_OUT = {"Process ID", "Process Name", "Host Name", "CC"}


def _turned(launches: int, instances: str = "") -> str:
    """The first ``launches`` of the page, a line a metric and its unit behind the name, as the window saves it."""
    with lzma.open(RAW, "rt") as page:
        header, units, *rows = islice(csv.reader(page), 2 + launches)
    stream = io.StringIO()
    write = csv.writer(stream, lineterminator="\n").writerow
    for place, (name, unit) in enumerate(zip(header, units, strict=True)):
        if name not in _LEFT_OUT:
            cells = [row[place].strip("()") if name.endswith(" Size") else row[place] + (instances if "__" in name else "") for row in rows]
            write([_AS_SAVED.get(name, f"{name} [{unit}]" if unit else name), *cells])
    return "\ufeff" + stream.getvalue()


@pytest.mark.parametrize(("launches", "instances"), [(1, ""), (3, ""), (2, " {449}")])
def test_it_reads_as_the_page_that_it_is(tmp_path: Path, launches: int, instances: str) -> None:
    """Names, shapes, capability and every number, however many columns, and with the number of instances behind each value."""
    (tmp_path / "page.csv").write_text(_turned(launches, instances), encoding="utf-8")
    turned, page = load(str(tmp_path / "page.csv")), load(str(RAW))
    assert len(turned) == launches
    for name in ("name", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z", "compute_capability"):
        np.testing.assert_array_equal(turned.launch_columns[name], page.launch_columns[name][:launches])
    assert set(turned.metric_columns) == set(page.metric_columns)
    for name in page.metric_columns:
        np.testing.assert_array_equal(turned.metric_columns[name], page.metric_columns[name][:launches])


@pytest.mark.parametrize("lost", ["Function Name", "Grid Size", "Block Size [block]"])
def test_without_who_it_was_nothing_is_read(tmp_path: Path, lost: str) -> None:
    """One line says so."""
    lines = [line for line in _turned(1).splitlines() if not line.startswith(lost)]
    (tmp_path / "page.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UnreadableInput):
        load(str(tmp_path / "page.csv"), strict=True)


def test_a_cell_too_long_for_any_page_is_refused(tmp_path: Path) -> None:
    """And is no crash."""
    (tmp_path / "page.csv").write_text(_turned(1) + 'Comment,"' + "x" * 200_000 + '"\n', encoding="utf-8")
    with pytest.raises(UnreadableInput, match="cell"):
        load(str(tmp_path / "page.csv"), strict=True)
