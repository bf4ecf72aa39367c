"""Per-instruction counts of a report's launch, with the columns that the source page of an export gives as well.

Names of stall columns are those that the source page prints. Codes of memory accesses were checked against source pages of the same
launches (2025.3.1); a code that was not seen there gives no value.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.columns import Columns, text_column

if TYPE_CHECKING:
    from ncu_advisor.readers.report_messages import Result
    from ncu_advisor.readers.report_sources import EmbeddedCode

_COUNTS = {
    "inst_executed": "executed",
    "thread_inst_executed": "thread_executed",
    "thread_inst_executed_true": "thread_executed_predicated_on",
    "smsp__pcsamp_sample_count": "samples",
    "smsp__branch_targets_threads_divergent": "divergent_branches",
    "memory_l1_tag_requests_global": "tag_requests_global",
    "memory_l1_wavefronts_shared": "wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal": "wavefronts_shared_ideal",
    "derived__memory_l1_conflicts_shared_nway": "shared_conflict_ways",
    "memory_l2_theoretical_sectors_global": "sectors_global",
    "memory_l2_theoretical_sectors_global_ideal": "sectors_global_ideal",
    "memory_l2_theoretical_sectors_local": "sectors_local",
}
_CODES = {"memory_access_size_type": "access_size", "memory_access_type": "access_operation", "memory_type": "address_space"}

_STALL = re.compile(r"smsp__pcsamp_warps_issue_stalled_(\w+?)(_not_issued)?\Z")
_STALL_NAMES = {
    "dispatch_stall": "dispatch",
    "imc_miss": "imc",
    "lg_throttle": "lg",
    "long_scoreboard": "long_sb",
    "math_pipe_throttle": "math",
    "mio_throttle": "mio",
    "no_instructions": "no_inst",
    "short_scoreboard": "short_sb",
    "sleeping": "sleep",
    "tex_throttle": "tex",
}
_BITS = {2: 8.0, 16: 16.0, 32: 32.0, 64: 64.0, 128: 128.0}
_OPERATIONS = {2: "Load", 4: "Store"}
_SPACES = {4: "Global", 16: "Shared", 20: "Global, Shared"}


def column(metric: str) -> str:
    """The column that a metric's instances fill; "" for metrics without one."""
    stall = _STALL.match(metric)
    if stall:
        return f"stall_{_STALL_NAMES.get(stall[1], stall[1])}{stall[2] or ''}"
    return _COUNTS.get(metric) or _CODES.get(metric) or ""


def columns(launch: Result, names: Sequence[str], code: EmbeddedCode | None) -> Columns:
    """One row per instruction that was executed or sampled, by load address.

    They are ``address``, ``sass`` (empty: a report holds no disassembly), ``file`` and ``line`` ("" and 0 where the binary has no line
    information), ``source`` (the line's text, where it was imported), then what was collected: counts (zero for an instruction that has
    none), ``access_size`` in bits (NaN where unknown), ``access_operation`` and ``address_space`` as words ("" where unknown).
    """
    addresses = _united([of for of, _ in launch.instructions.values()])
    files, lines = _places(addresses.tolist(), code)
    made: dict[str, NDArray[Any]] = {"address": addresses, "sass": text_column([""] * len(addresses)), "file": text_column(files)}
    made["line"] = np.array(lines, dtype=np.int64)
    made["source"] = text_column(_line_of(code, *place) for place in zip(files, lines, strict=True))
    for metric, (of, counts) in launch.instructions.items():
        values = counts if len(of) == len(addresses) else np.zeros(len(addresses))
        if values is not counts:
            values[np.searchsorted(addresses, of)] = counts
        made[column(names[metric])] = values
    for name, words in (("access_operation", _OPERATIONS), ("address_space", _SPACES)):
        if name in made:
            made[name] = text_column(words.get(value, "") for value in made[name].tolist())
    stalls = [values for name, values in made.items() if name.startswith("stall_") and name.endswith("_not_issued")]
    if stalls:
        made["samples_not_issued"] = np.sum(stalls, axis=0)
    if "access_size" in made:
        made["access_size"] = np.array([_BITS.get(value, np.nan) for value in made["access_size"].tolist()], dtype=float)
    return Columns(made, len(addresses))


def _united(parts: Sequence[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    """All addresses, each once and ascending. Most metrics have a value at every instruction, and the same addresses."""
    united = np.zeros(0, np.uint64)
    for part in sorted(parts, key=len, reverse=True):
        if not np.array_equal(united, part):
            place = np.minimum(np.searchsorted(united, part), len(united) - 1)
            if not len(united) or (united[place] != part).any():
                united = np.union1d(united, part)
    return united


def _line_of(code: EmbeddedCode | None, file: str, line: int) -> str:
    lines = code.texts.get(file, []) if code is not None and file else []
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def _places(addresses: list[int], code: EmbeddedCode | None) -> tuple[list[str], list[int]]:
    """File and line of every address, from the line table of the function that it lies in."""
    files, lines = [""] * len(addresses), [0] * len(addresses)
    if code is None or not code.lines or not code.addresses:
        return files, lines
    starts, functions = zip(*sorted((address, name) for name, address in code.addresses.items()), strict=True)
    for row, address in enumerate(addresses):
        home = bisect_right(starts, address) - 1
        if home >= 0 and functions[home] in code.lines:
            files[row], lines[row] = code.lines[functions[home]].at(address - starts[home])
    return files, lines
