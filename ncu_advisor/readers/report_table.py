"""Results of an ``.ncu-rep`` brought into a LaunchTable: columns by metric name, identity, and what hangs on a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ncu_advisor.columns import Columns, text_column
from ncu_advisor.profile import IDENTITY, LaunchTable
from ncu_advisor.readers import report_instructions
from ncu_advisor.readers.opcode_metrics import OPCODE_METRICS

if TYPE_CHECKING:
    from ncu_advisor.readers.report_messages import Result
    from ncu_advisor.readers.report_sources import EmbeddedCode

_TEXT = ("name", "compute_capability")
_MOST = 9999  # devices, and what a compute capability counts
# Stored in a unit that is not the base one: percent per gigabyte, where bytes are the base.
_SCALE = {"derived__pct_occupancy_per_shared_mem_size": 1e-6}


# Under this name the catalogue finds what the report's code says, which is no counter.
DEBUG_BUILD = "code:debug_build"


def table(path: str, results: Sequence[tuple[int, Result]], names: Sequence[str], codes: Mapping[int, EmbeddedCode]) -> LaunchTable:
    """One row per ``(process id, result)``; ``names`` are the metric names that the ids of the results index."""
    launched = [launch for _, launch in results]
    metrics = _metrics(launched, names)
    debug = np.array([(code := codes.get(launch.source)) is not None and code.debug for launch in launched], dtype=float)
    if debug.any():
        metrics = Columns({**{name: metrics[name] for name in metrics}, DEBUG_BUILD: debug}, len(launched))
    made = LaunchTable("ncu-rep", path, _launches(results, metrics), metrics, _texts(launched, names))
    index = {name: metric for metric, name in enumerate(names)}
    for row, launch in enumerate(launched):
        if launch.rules:
            made.vendor_rules[row] = launch.rules
        opcodes = next((launch.opcodes[metric] for name in OPCODE_METRICS if (metric := index.get(name, -1)) in launch.opcodes), {})
        if opcodes:
            made.opcodes[row] = opcodes
        if launch.instructions:
            made.code[row] = report_instructions.columns(launch, names, codes.get(launch.source))
    return made


def _launches(results: Sequence[tuple[int, Result]], metrics: Columns) -> Columns:
    rows: list[tuple[Any, ...]] = []
    for number, (process, launch) in enumerate(results):
        name = launch.demangled or launch.function or launch.mangled
        rows.append((number, process, name, launch.context, launch.stream, -1, "", *launch.grid, *launch.block))
    cells = dict(zip(IDENTITY, zip(*rows, strict=True) if rows else [()] * len(IDENTITY), strict=True))
    columns = {name: text_column(cells[name]) if name in _TEXT else np.array(cells[name], dtype=np.int64) for name in IDENTITY}
    return Columns(columns | _in_blocks(columns, metrics) | _of_device(metrics), len(rows))


def _in_blocks(launches: Mapping[str, np.ndarray], metrics: Columns) -> dict[str, np.ndarray]:
    """The axes of the grid in blocks, also where a report of 2020 has them in threads: where only those agree with the count of blocks."""
    if "launch__grid_size" not in metrics:
        return {}
    stored, block = (np.array([launches[f"{name}_{axis}"] for axis in "xyz"]) for name in ("grid", "block"))
    threads, size = stored.prod(axis=0, dtype=float), block.prod(axis=0, dtype=float)
    blocks = stored // np.maximum(block, 1)
    whole = (block > 0).all(axis=0) & (stored == blocks * block).all(axis=0)
    counted = metrics["launch__grid_size"]
    of_threads = whole & (threads != counted) & (threads == counted * size)
    return {f"grid_{axis}": np.where(of_threads, blocks[place], stored[place]) for place, axis in enumerate("xyz")}


def _of_device(metrics: Columns) -> dict[str, np.ndarray]:
    """Device number and compute capability stand among the metrics of every launch."""
    names = [f"device__attribute_{name}" for name in ("device_index", "compute_capability_major", "compute_capability_minor")]
    if not all(name in metrics for name in names):
        return {}
    # Small or nothing: a damaged report may say anything here.
    index, major, minor = (np.where((of := metrics[name]) >= 0, np.where(of <= _MOST, of, -1), -1).astype(np.int64) for name in names)
    capabilities = [f"{a}.{b}" if a >= 0 and b >= 0 else "" for a, b in zip(major.tolist(), minor.tolist(), strict=True)]
    return {"device_index": index, "compute_capability": text_column(capabilities)}


def _metrics(launched: Sequence[Result], names: Sequence[str]) -> Columns:
    used = sorted({metric for launch in launched for metric in set(launch.ids) if metric < len(names)})
    place = np.full(max(len(names), 1), -1)
    place[used] = np.arange(len(used))
    values = np.full((len(used), len(launched)), np.nan)
    for row, launch in enumerate(launched):
        # Reversed: of a metric that a result holds twice, the first value counts.
        metrics, numbers = np.frombuffer(launch.ids, dtype=np.int64)[::-1], np.frombuffer(launch.values)[::-1]
        named = metrics < len(names)
        values[place[metrics[named]], row] = numbers[named]
    values[~np.isfinite(values)] = np.nan
    # Differences of counters taken in different passes can come out below zero; the vendor's pages print zero as well.
    counters = [names[metric].endswith(".sum") for metric in used]
    values[counters] = np.maximum(values[counters], 0.0)
    values *= np.array([_SCALE.get(names[metric], 1.0) for metric in used], dtype=float)[:, None]
    columns: dict[str, np.ndarray] = {}
    for metric, column in zip(used, values, strict=True):
        columns.setdefault(names[metric], column)
    return Columns(columns, len(launched))


def _texts(launched: Sequence[Result], names: Sequence[str]) -> Columns:
    columns: dict[str, np.ndarray] = {}
    for metric in sorted({metric for launch in launched for metric in launch.texts if metric < len(names)}):
        columns.setdefault(names[metric], text_column(launch.texts.get(metric, "") for launch in launched))
    if any(launch.nvtx for launch in launched):
        columns["nvtx_ranges"] = text_column("; ".join(launch.nvtx) for launch in launched)
    return Columns(columns, len(launched))
