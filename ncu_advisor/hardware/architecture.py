"""An Architecture: what one compute capability allows, how fast one SM of it is, and which instructions it has.

One file per compute capability in ``architectures/``, every number with its source. A rate that is not known is absent:
``throughput.get("int32_add")`` is then None and cache figures are NaN; nothing is filled in.
"""

from __future__ import annotations

import dataclasses
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ncu_advisor.errors import UnknownDevice

_FOLDER = Path(__file__).parent / "architectures"
# Thor was 10.1 until CUDA 13 renamed it.
_RENAMED = {"10.1": "11.0"}


@dataclass(frozen=True)
class Limits:
    """What one compute capability allows per SM and per block (bytes, threads, registers). Source: architectures/*.toml."""

    compute_capability: str
    max_warps_per_sm: int
    max_blocks_per_sm: int
    max_threads_per_block: int
    registers_per_sm: int
    registers_per_block: int
    max_registers_per_thread: int
    register_allocation_unit: int  # registers, per warp
    sub_partitions: int
    shared_per_sm: int
    shared_per_block_optin: int
    shared_allocation_unit: int
    shared_reserved_per_block: int
    shared_carveouts: tuple[int, ...]  # supported sizes of shared memory per SM, ascending
    named_barriers_per_sm: int  # 0: not a limit on this capability
    shared_per_block_static: int = 49152  # without opting in; also the most that static arrays can take
    largest_register_request: int = 256  # per thread, as the vendor's calculator has it; one beyond the instruction set from 7.0 on


@dataclass(frozen=True)
class TensorMemory:
    """Tensor memory of one SM (tcgen05): columns of 128 lanes x 32 bit, allocated in powers of two from ``smallest_columns``."""

    bytes_per_sm: int
    columns: int
    smallest_columns: int


@dataclass(frozen=True)
class Architecture:
    """One compute capability.

    ``throughput`` holds results per clock per SM (a fused multiply-add is one result) under fp32_fma, fp64_fma, fp16_fma, int32_add,
    int32_multiply_add, special_function, special_function_ex2, convert_fp16, load_store_lanes. ``tensor_instructions`` maps a precision
    to the SASS mnemonic of its fastest dense path; ``legacy_tensor_instructions`` run too, but below the peak.
    Cache figures are bytes, or bytes per clock per SM; NaN where unknown.
    """

    compute_capability: str
    name: str
    chips: tuple[str, ...]
    limits: Limits
    throughput: Mapping[str, float]
    l1_and_shared_bytes: float
    l1_bytes_per_clock: float
    l1_bytes_per_clock_with_4_byte_loads: float  # measured; half of the peak where there are 16 load/store lanes
    sector_bytes: int
    line_bytes: int
    bytes_in_flight_per_sm: int  # what covers the latency of DRAM
    cluster_portable_blocks: int  # 1: no clusters
    cluster_largest_blocks: int  # by attribute; equals the portable size where a larger one is not known
    tensor_memory: TensorMemory | None
    tensor_instructions: Mapping[str, str]
    legacy_tensor_instructions: tuple[str, ...]
    features: frozenset[str]
    notes: tuple[str, ...]
    limit_sources: Mapping[str, str] = dataclasses.field(default_factory=dict)  # where each of ``limits`` comes from

    def has(self, feature: str) -> bool:
        """Whether this capability has ``feature``: cp_async, tma, clusters, multicast, wgmma, tcgen05, fp8_mma, dram_counters, ..."""
        return feature in self.features


def canonical(compute_capability: str) -> str:
    """``"9.0"`` from ``"9.0"``, ``"90"``, ``"sm_90a"`` or ``"9"``; a renamed capability under its present name."""
    text = compute_capability.strip().lower().removeprefix("sm_").removeprefix("cc").strip().rstrip("af")
    if text.isdigit():
        text = f"{text[:-1]}.{text[-1]}" if len(text) > 1 else f"{text}.0"
    return _RENAMED.get(text, text)


def known() -> tuple[str, ...]:
    """The compute capabilities of the database, oldest first."""
    return tuple(sorted((path.stem for path in _FOLDER.glob("*.toml")), key=_order))


def architecture(compute_capability: str) -> Architecture:
    """The architecture of a compute capability; raises UnknownDevice for one that the database does not know."""
    wanted = canonical(compute_capability)
    if wanted not in known():
        raise UnknownDevice(f"compute capability {compute_capability}", "is not known", f"known are {', '.join(known())}")
    return _read(wanted)


def limits(compute_capability: str) -> Limits:
    """The limits of a compute capability; raises UnknownDevice for one that the database does not know."""
    return architecture(compute_capability).limits


def closest(compute_capability: str) -> Architecture:
    """The architecture itself or, for one newer than the database, the nearest older one, marked as such in its notes.

    Raises UnknownDevice for text that is no compute capability and for one older than all of the database.
    """
    wanted = canonical(compute_capability)
    if wanted in known():
        return _read(wanted)
    order = _order(wanted)
    older = [name for name in known() if _order(name) < order]
    if not older:
        return architecture(compute_capability)  # raises, naming what is known
    nearest = _read(older[-1])
    note = f"compute capability {wanted} is newer than the database: allocation rules and rates per SM are those of {nearest.compute_capability}"
    return dataclasses.replace(
        nearest, compute_capability=wanted, limits=dataclasses.replace(nearest.limits, compute_capability=wanted), notes=(*nearest.notes, note)
    )


def _order(compute_capability: str) -> tuple[int, int]:
    major, _, minor = compute_capability.partition(".")
    return (int(major), int(minor)) if major.isdecimal() and minor.isdecimal() else (-1, -1)


@cache
def _read(name: str) -> Architecture:
    table = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    cache, cluster = _values(table["cache"]), _values(table.get("cluster", {}))
    instructions = {key: text for key, text in table.get("tensor_instructions", {}).items() if key not in ("source", "legacy")}
    portable = int(cluster.get("portable_blocks", 1))
    memory = _values(table["tensor_memory"]) if "tensor_memory" in table else None
    return Architecture(
        compute_capability=table["compute_capability"],
        name=table["name"],
        chips=tuple(table["chips"]),
        limits=_limits(table),
        throughput={key: float(value) for key, value in _values(table["throughput"]).items()},
        l1_and_shared_bytes=float(cache.get("l1_and_shared_bytes", math.nan)),
        l1_bytes_per_clock=float(cache.get("l1_bytes_per_clock", math.nan)),
        l1_bytes_per_clock_with_4_byte_loads=float(cache.get("l1_bytes_per_clock_with_4_byte_loads", math.nan)),
        sector_bytes=cache["sector_bytes"],
        line_bytes=cache["line_bytes"],
        bytes_in_flight_per_sm=table["concurrency"]["bytes_in_flight_per_sm"]["value"],
        cluster_portable_blocks=portable,
        cluster_largest_blocks=int(cluster.get("largest_blocks", portable)),
        tensor_memory=TensorMemory(**memory) if memory else None,
        tensor_instructions=instructions,
        legacy_tensor_instructions=tuple(table.get("tensor_instructions", {}).get("legacy", ())),
        features=frozenset(key for key, present in table["features"].items() if present is True),
        notes=tuple(table.get("notes", ())),
        limit_sources={key: table["sources"][entry["source"]] for key, entry in table["limits"].items()},
    )


def _limits(table: Mapping[str, Any]) -> Limits:
    values = _values(table["limits"])
    values["shared_carveouts"] = tuple(values["shared_carveouts"])
    return Limits(compute_capability=table["compute_capability"], **values)


def _values(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: entry["value"] for key, entry in table.items()}
