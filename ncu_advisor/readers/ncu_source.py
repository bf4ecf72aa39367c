"""Reads the source page of ``ncu --csv``: a table per kernel, a row per instruction (SASS), per source line, or both interleaved.

A kernel has no ID here, only its name and its place in the order of launches; joining is by both. With ``--print-source cuda,sass`` a kernel
has one table per source file, in which an instruction stands below the line that it belongs to, and again below the line it was inlined to.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import numpy as np
import pandas as pd

from ncu_advisor.columns import Columns
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers.csv_page import launches, split_cell
from ncu_advisor.readers.csv_table import Table
from ncu_advisor.readers.separators import decide
from ncu_advisor.readers.source import Source
from ncu_advisor.source_paths import TOOLKIT

PAGE = "ncu-source"

# Columns of the page and of the instruction frame; older versions say Cycles where newer say Samples.
_NUMBERS = {
    "# Samples": "samples",
    "Warp Stall Sampling (All Samples)": "samples",
    "Warp Stall Sampling (All Cycles)": "samples",
    "Sampling Data (All)": "samples",
    "Warp Stall Sampling (Not-issued Samples)": "samples_not_issued",
    "Warp Stall Sampling (Not-issued Cycles)": "samples_not_issued",
    "Sampling Data (Not Issued)": "samples_not_issued",
    "Instructions Executed": "executed",
    "Thread Instructions Executed": "thread_executed",
    "Predicated-On Thread Instructions Executed": "thread_executed_predicated_on",
    "Divergent Branches": "divergent_branches",
    "Access Size": "access_size",
    "L1 Tag Requests Global": "tag_requests_global",
    "L1 Conflicts Shared N-Way": "shared_conflict_ways",
    "L1 Wavefronts Shared": "wavefronts_shared",
    "L1 Wavefronts Shared Ideal": "wavefronts_shared_ideal",
    "L2 Theoretical Sectors Global": "sectors_global",
    "L2 Theoretical Sectors Global Ideal": "sectors_global_ideal",
    "L2 Theoretical Sectors Local": "sectors_local",
}
_TEXTS = {"Address Space": "address_space", "Access Operation": "access_operation"}
_STALL = re.compile(r"(stall_\w+)( \(Not Issued\))?\Z")
_LINE = re.compile(r"[0-9]{1,9}")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{1,16}|[0-9]{1,18}")
_SASS = re.compile(r"\s*(?:@!?U?P[T\d]+\s+)?[A-Z][A-Z0-9_]*(?:\.[A-Za-z0-9_]+)*(?:\s|;|$)")


@dataclass
class _Kernel:
    name: str
    files: list[str] = field(default_factory=list)
    parts: list[pd.DataFrame] = field(default_factory=list)  # one per file, in the order of the page


class Kernels:
    """The kernels of the source pages of one stream."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kernels: list[_Kernel] = []

    def add(self, table: Table) -> None:
        """Take in one table: a kernel, or one more file of the kernel before it."""
        name = table.captions.get("Function Name") or table.captions.get("Kernel Name", "")
        file = table.captions.get("File Path") or table.captions.get("File Name", "")
        frame = _frame(table, self._source, file)
        last = self._kernels[-1] if self._kernels else None
        if last is None or not file or last.name != name or file in last.files:
            last = _Kernel(name)
            self._kernels.append(last)
        last.files.append(file)
        last.parts.append(frame)

    def table(self) -> LaunchTable:
        """A row per kernel, in the order of the page."""
        kernels = self._kernels[::2] if self._is_doubled() else self._kernels
        identity = launches({"Kernel Name": [kernel.name for kernel in kernels]}, len(kernels))
        nothing = Columns({}, len(kernels))
        made = LaunchTable(PAGE, self._source.path, identity, nothing, nothing)
        made.code = {row: Columns.of_frame(_united(kernel.parts)) for row, kernel in enumerate(kernels)}
        return made

    def _is_doubled(self) -> bool:
        """ncu 2025.3 prints the SASS of every kernel twice in a row; two launches would differ at least in their samples."""
        pairs = list(zip(self._kernels[::2], self._kernels[1::2], strict=False))
        if not pairs or len(self._kernels) % 2 or any(kernel.files != [""] for kernel in self._kernels):
            return False
        return all(first.name == second.name and first.parts[0].equals(second.parts[0]) for first, second in pairs)


def _frame(table: Table, source: Source, file: str) -> pd.DataFrame:
    """The rows of one table, named as in an instruction frame; of source lines with instructions below them only those."""
    texts, numbers = _columns(table)
    # There may be hundreds of small tables, for which the csv module is faster than a frame parser.
    data = b"".join(iter(table.body.read, b"")).decode("utf-8", "replace")
    try:
        rows = list(csv.reader(io.StringIO(data, newline=""), delimiter=table.delimiter))
    except csv.Error as error:
        raise UnreadableInput(source.path, f"its source page does not hold together ({error})", "export it again") from None
    by_column = [*zip_longest(*rows, fillvalue=""), *[("",) * len(rows)] * len(table.columns)]
    cells = {name: by_column[place] for name, place in (texts | numbers).items()}
    distinct = {name: set(cells[name]) for name in numbers}
    marks = decide(source.path, ((cell, "") for cell in sorted(set().union(*distinct.values()))))
    columns: dict[str, Any] = {name: pd.Series(["" if cell == "-" else cell for cell in cells[name]], dtype="str") for name in texts}
    for name in numbers:
        known = {cell: split_cell(cell, marks)[0] for cell in distinct[name]}
        columns[name] = np.array([known[cell] for cell in cells[name]], dtype=float)
    return _instructions(pd.DataFrame(columns), file)


def _columns(table: Table) -> tuple[dict[str, int], dict[str, int]]:
    """Positions of the text and number columns to read, by their name in the frame. Names repeat on this page; the first counts."""
    texts: dict[str, int] = {}
    numbers: dict[str, int] = {}
    for place, name in enumerate(table.columns):
        stall = _STALL.match(name)
        if name == "Source":
            texts.setdefault("text" if "text" not in texts and "address" not in texts else "sass", place)
        elif name == "Address":
            texts.setdefault("address", place)
        elif name in ("Line No", "#"):
            texts.setdefault("number", place)
        elif name in _TEXTS:
            texts.setdefault(_TEXTS[name], place)
        elif stall:
            # One reason is spelled "sleep" and, not issued, "sleeping".
            numbers.setdefault(stall[1].replace("sleeping", "sleep") + ("_not_issued" if stall[2] else ""), place)
        elif name in _NUMBERS:
            numbers.setdefault(_NUMBERS[name], place)
    return texts, numbers


def _instructions(frame: pd.DataFrame, file: str) -> pd.DataFrame:
    """Rows with their address, line and texts. Where the page shows no instructions, its source lines are the rows."""
    rows = len(frame)
    blank = pd.Series([""] * rows, dtype="str")
    text, sass, number, addresses = (frame.pop(name) if name in frame else blank for name in ("text", "sass", "number", "address"))
    address = np.array([_address(cell) for cell in addresses], dtype=np.uint64)
    line = pd.Series([int(cell) if _LINE.fullmatch(cell) else 0 for cell in number], dtype="int64")
    kept = address > 0
    if kept.any():
        # A source line stands above its instructions; the numbers it shows are their sum.
        line = line.where(line > 0).ffill().fillna(0).astype("int64")
        text = text.where(number != "").ffill().fillna("")
    else:
        only = text if (text != "").any() else sass
        is_sass = sum(map(_looks_like_sass, only)) > int((only != "").sum()) / 2
        text, sass = (blank, only) if is_sass else (only, blank)
        line = line * (not is_sass)
        kept = (only != "").to_numpy() | (line > 0).to_numpy()
    known = pd.DataFrame({"address": address, "sass": sass.str.strip(), "source": text.str.strip(), "file": file, "line": line})
    return pd.concat([known, frame], axis=1)[kept].reset_index(drop=True)


def _address(cell: str) -> int:
    """``"0x7f56ad7a4f00"`` as a number, 0 for anything else."""
    return int(cell, 16 if cell.startswith("0x") else 10) if _ADDRESS.fullmatch(cell) else 0


def _looks_like_sass(text: str) -> bool:
    return _SASS.match(text) is not None


def _united(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """One row per address. Of several places of one instruction, the one in the user's own code counts, and of those the last file's."""
    ranked = [part.assign(_rank=(-1 if part["file"].map(lambda f: bool(TOOLKIT.search(f))).any() else place)) for place, part in enumerate(parts)]
    frame = pd.concat(ranked, ignore_index=True) if len(ranked) > 1 else ranked[0]
    if (frame["address"] > 0).any():
        frame = frame.sort_values(["address", "_rank"], ascending=[True, False], kind="stable").drop_duplicates("address")
    return frame.drop(columns="_rank").reset_index(drop=True)
