"""Reads a raw page that somebody saved from the window of Nsight Compute: a line per metric, ``name [unit],value``, a column per launch.

It says what the page of ``ncu --csv`` says, turned by a quarter: it is turned back, and read as that.
"""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import ncu_csv
from ncu_advisor.readers.refusals import no_launches
from ncu_advisor.readers.source import Source

KIND = "ncu-csv"

# The lines about the launch itself come first; these are always among them.
_MARKS = {"ID", "Function Name", "Grid Size"}
_BEGINNING = 8192  # characters
_UNIT = re.compile(r"(.*?)(?: \[([^\]]*)\])?$")
_INSTANCES = re.compile(r"\s*\{\d+\}$")  # how many instances there are, after a value or in its place
_PROCESS = re.compile(r"\[(\d+)\] ?(.*)")
_CAPABILITY = ("device__attribute_compute_capability_major", "device__attribute_compute_capability_minor")

Lines = dict[str, tuple[str, list[str]]]  # name -> unit, a value a launch


def recognises(source: Source) -> bool:
    """Whether the first lines name a launch and its grid, each with its value behind it, and metrics follow."""
    first = [line.split(",", 1)[0].split(" [")[0] for line in source.head_text()[:_BEGINNING].splitlines()]
    return set(first) >= _MARKS and any("__" in name for name in first)


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """The launches of ``source``. Raises UnreadableInput where a line that every launch has is damaged."""
    lines = _lines(source)
    launches = len(lines["ID"][1]) if "ID" in lines else 0
    metrics = {name: line for name, line in lines.items() if "__" in name and len(line[1]) == launches}
    identity = _identity(lines, launches)
    if not launches or identity is None:
        raise no_launches(source.path, [], "", [])
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.csv"
        with page.open("w", encoding="utf-8", newline="") as stream:
            write = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow
            write([*identity, *metrics])
            write([*("" for _ in identity), *(unit for unit, _ in metrics.values())])
            for launch in range(launches):
                write([values[launch] for values in (*identity.values(), *(values for _, values in metrics.values()))])
        return ncu_csv.read(Source(source.path, page, source.limits), wanted)


def _lines(source: Source) -> Lines:
    lines: Lines = {}
    try:
        with source.text() as stream:
            for name, *cells in filter(None, csv.reader(stream)):
                if match := _UNIT.fullmatch(name):
                    lines.setdefault(match[1], (match[2] or "", [_INSTANCES.sub("", cell).strip() for cell in cells]))
    except csv.Error as error:
        raise UnreadableInput(
            source.path, f"a cell of it cannot be read ({error})", "save the page again, or use `ncu --import REPORT --csv`"
        ) from None
    return lines


def _identity(lines: Lines, launches: int) -> dict[str, list[str]] | None:
    """The columns that a raw page begins with; None where the grid or the name is not there for every launch."""

    def values(*names: str, otherwise: str = "") -> list[str]:
        return next((lines[name][1] for name in names if name in lines and len(lines[name][1]) == launches), [otherwise] * launches)

    kernels, grids, blocks = values("Original Demangled Name", "Function Name"), values("Grid Size"), values("Block Size")
    if not all((*kernels, *grids, *blocks)):
        return None
    processes = [_PROCESS.fullmatch(process) for process in values("Process", otherwise="[0] ")]
    return {
        "ID": values("ID"),
        "Process ID": [match[1] if match else "0" for match in processes],
        "Process Name": [match[2] if match else "" for match in processes],
        "Host Name": values("Host Name"),
        "Kernel Name": kernels,
        "Context": values("Context", otherwise="1"),
        "Stream": values("Stream", otherwise="7"),
        "Block Size": [f"({_axes(size)})" for size in blocks],
        "Grid Size": [f"({_axes(size)})" for size in grids],
        "Device": values("Device", otherwise="0"),
        "CC": [".".join(pair) if all(pair) else "" for pair in zip(*(values(name) for name in _CAPABILITY), strict=True)],
    }


def _axes(size: str) -> str:
    return ", ".join(part.strip() for part in size.strip("() ").split(","))
