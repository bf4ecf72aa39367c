"""The devices as pages to read: a table of all, or one with every number and where it comes from."""

from __future__ import annotations

import dataclasses
import json
import math
import textwrap
from typing import Any

from ncu_advisor import units
from ncu_advisor.hardware.gpu import Gpu, Sourced
from ncu_advisor.hardware.gpu_files import all_gpus, load

_WIDTH = 100
_COLUMNS = ("id", "CC", "SMs", "DRAM", "FP32", "FP16 tensor", "FP8 tensor", "grade")
_UNITS = {"_bytes_per_second": "byte/s", "_flop_per_second": "flop/s", "_hz": "hz", "_bytes": "byte"}


def devices(name: str | None = None, format_: str = "terminal") -> str:
    """All devices, or the one that ``name`` means. Raises UnknownDevice for a name that fits none or several."""
    if name is None:
        return json.dumps([as_json(gpu) for gpu in all_gpus()], indent=2) if format_ == "json" else _table()
    gpu = load(name)
    return json.dumps(as_json(gpu), indent=2) if format_ == "json" else _page(gpu)


def as_json(gpu: Gpu) -> dict[str, Any]:
    """Every number of a device in base units, with its source; peaks are dense, at the clock they hold for."""
    fields = {key: getattr(gpu, key) for key in ("id", "name", "chip", "compute_capability", "sm_count", "memory_type", "grade")}
    sources = gpu.architecture.limit_sources
    limits = {key: {"value": value, "source": "database", "note": sources.get(key, "")} for key, value in _limits(gpu).items()}
    return fields | {
        "peaks": {key: dataclasses.asdict(value) for key, value in gpu.peaks().items()},
        "numbers": {key: dataclasses.asdict(value) for key, value in gpu.numbers.items()},
        "limits": limits,
        "notes": list(gpu.notes),
    }


def _limits(gpu: Gpu) -> dict[str, Any]:
    return {key: value for key, value in dataclasses.asdict(gpu.limits).items() if key != "compute_capability"}


def _table() -> str:
    rows = [_COLUMNS, *(_row(gpu) for gpu in all_gpus())]
    wide = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    lines = ["  ".join(_aligned(cell, width, column) for column, (cell, width) in enumerate(zip(row, wide, strict=True))).rstrip() for row in rows]
    return "\n".join(
        [
            *lines,
            "",
            *textwrap.wrap(
                "Peaks are theoretical and dense (no 2:4 sparsity), at the clock that they hold for. Grade A: NVIDIA's documents, tools or "
                "the device itself; B: others, cross-checked. `ncu-advisor gpus NAME` gives every number with its source.",
                _WIDTH,
            ),
        ]
    )


def _aligned(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column in (0, 7) else cell.rjust(width)


def _row(gpu: Gpu) -> tuple[str, ...]:
    paths = (gpu.peak_flops(path) for path in ("fp32", "tensor_fp16", "tensor_fp8"))
    peaks = ("–" if peak is None else units.words(peak, "flop/s") for peak in paths)
    dram = gpu.dram_bytes_per_second.value
    bandwidth = "–" if math.isnan(dram) else units.words(dram, "byte/s")
    return (gpu.id, gpu.compute_capability, str(gpu.sm_count), bandwidth, *peaks, gpu.grade)


def _page(gpu: Gpu) -> str:
    head = f"{gpu.name} ({gpu.id}): {gpu.chip}, compute capability {gpu.compute_capability}, {gpu.sm_count} SMs, {gpu.memory_type}, grade {gpu.grade}"
    lines = textwrap.wrap(head, _WIDTH) + [line for note in gpu.notes for line in _indented(note)]
    sources: dict[str, int] = {}
    lines += _section("Peaks, dense", {key: (_worded(key, peak.value), _said(peak)) for key, peak in gpu.peaks().items()}, sources)
    lines += _section("The device", {key: (_worded(key, number.value), _said(number)) for key, number in gpu.numbers.items()}, sources)
    said = gpu.architecture.limit_sources
    heading = f"Limits of compute capability {gpu.compute_capability}"
    lines += _section(heading, {key: (_plain(value), said.get(key, "")) for key, value in _limits(gpu).items()}, sources)
    lines += ["", "Sources"]
    for source, number in sources.items():
        lines += textwrap.wrap(source, _WIDTH, initial_indent=f"  [{number}]".ljust(7), subsequent_indent=" " * 7)
    return "\n".join(lines)


def _said(number: Sourced) -> str:
    return number.note or number.source


def _indented(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _section(heading: str, rows: dict[str, tuple[str, str]], sources: dict[str, int]) -> list[str]:
    """Lines of names, values and the numbers of their sources, which are added to ``sources``."""
    wide, high = max(map(len, rows), default=0), max((len(value) for value, _ in rows.values()), default=0)
    lines = ["", heading]
    for name, (value, source) in rows.items():
        mark = f"  [{sources.setdefault(source, len(sources) + 1)}]" if source else ""
        lines.append(f"  {name.ljust(wide)}  {value.rjust(high)}{mark}")
    return lines


def _worded(key: str, value: float) -> str:
    """A number in its unit, which its key names; memory sizes in powers of two where they are such."""
    if key.endswith("_op_per_second"):
        return units.words(value, "flop/s").replace("FLOP", "OP")
    if key.startswith("achievable."):
        return f"{units.percent(100 * value)}% of peak"
    if key.startswith("latency."):
        return f"{units.plain(value)} cycles"
    if key.startswith("rate."):
        return f"{units.plain(value)} /clock/SM"
    if key.endswith("_bytes") and value % 2**20 == 0:
        return f"{value / 2**30:g} GiB" if value % 2**30 == 0 else f"{value / 2**20:g} MiB"
    unit = next((unit for ending, unit in _UNITS.items() if key.endswith(ending)), "")
    return units.words(value, unit)


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(f"{number // 1024}" for number in value) + " KiB"
    return units.plain(float(value))
