"""What ncu printed in a notebook is read as the page that it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_ncu_text import LATEST

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.load import load
from ncu_advisor.readers.ncu_text import read as read_page
from ncu_advisor.readers.source import Source


def notebook(*outputs: dict[str, Any], indent: int | None = 1) -> str:
    """A notebook with one cell whose outputs these are, after a cell of prose and one with a picture."""
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Lab 2, with ncu"]},
        {
            "cell_type": "code",
            "metadata": {},
            "source": ["plot()"],
            "outputs": [{"output_type": "display_data", "data": {"image/png": "iVBO" * 5000}}],
        },
        {"cell_type": "code", "metadata": {}, "source": ["!ncu ./axpy"], "outputs": list(outputs)},
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=indent)


def stream(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}


def write(folder: Path, text: str) -> str:
    (folder / "lab.ipynb").write_text(text, encoding="utf-8")
    return str(folder / "lab.ipynb")


@pytest.mark.parametrize("indent", [None, 1])
def test_it_says_what_the_page_says(tmp_path: Path, indent: int | None) -> None:
    """However it was saved, in one output or in two, with colours or without."""
    first, second = LATEST[: LATEST.index("  axpy_again")], LATEST[LATEST.index("  axpy_again") :]
    shown = {"output_type": "execute_result", "data": {"text/plain": second.replace("Duration", "\x1b[0;31mDuration\x1b[0m")}}
    profile = load(write(tmp_path, notebook(stream(first), shown, indent=indent)))
    (tmp_path / "page.txt").write_text(LATEST, encoding="utf-8")
    (page,) = read_page(Source("page.txt", tmp_path / "page.txt"), lambda _: True)
    assert profile.launch_columns["name"].tolist() == page.launches["name"].tolist()
    assert profile.metrics["duration"].tolist() == page.metrics["gpu__time_duration.sum"].tolist()


def test_notebooks_without_such_output_are_none_of_ours(tmp_path: Path) -> None:
    """In a folder they are passed over; named, they are refused."""
    with pytest.raises(UnreadableInput):
        load(write(tmp_path, notebook(stream("Epoch 1: loss 0.3\n"))))


def test_a_cut_notebook_is_refused(tmp_path: Path) -> None:
    """Half a JSON document is told as such."""
    whole = notebook(stream(LATEST))
    with pytest.raises(UnreadableInput, match="no whole Jupyter notebook"):
        load(write(tmp_path, whole[: int(0.95 * len(whole))]))


def test_lines_that_only_look_like_a_page_name_no_launch(tmp_path: Path) -> None:
    """The code of a cell that looks for sections is no output."""
    text = notebook(stream("nothing"))
    with pytest.raises(UnreadableInput, match="no output of this notebook shows a launch"):
        load(write(tmp_path, text.replace("plot()", "re.search('Section: GPU Speed', text)")))
