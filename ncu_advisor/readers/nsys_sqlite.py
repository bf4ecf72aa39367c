"""SQLite exports of Nsight Systems, 2020 to 2026.

A table exists only where there were events for it, and columns were added over the years, so both are asked for first. The file is
opened read-only and as immutable: no journal beside it is followed, nothing is attached, views and virtual tables are left alone.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any

import numpy as np
import pandas as pd

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.nsys_frames import call_name, checked
from ncu_advisor.readers.source import Source
from ncu_advisor.text import elide
from ncu_advisor.timeline import TimelineTable, TracedGpu, run_of, shaped

KIND = "nsys-sqlite"

_LONGEST_CELL = 1 << 24  # bytes; kernel names take thousands
_EXPORT_AGAIN = "export it again: nsys export --type sqlite report.nsys-rep"
# Every export has StringIds and one of these or of the events' tables, also those without any GPU work.
_ABOUT_THE_MACHINE = frozenset(("TARGET_INFO_GPU", "TARGET_INFO_SESSION_START_TIME", "META_DATA_EXPORT", "EXPORT_META_DATA"))

_TIMES = {"start": "start_ns", "end": "end_ns"}
_PLACE = {"deviceId": "device", "contextId": "context", "streamId": "stream", "correlationId": "correlation_id", "globalPid": "process"}
_GRAPH = {"graphNodeId": "graph"}
# Frame -> table, and exported column -> frame column.
_TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "kernels": (
        "CUPTI_ACTIVITY_KIND_KERNEL",
        {
            **_TIMES, **_PLACE, **_GRAPH, "demangledName": "name", "registersPerThread": "registers",
            **{f"{what}{axis}": f"{what}_{axis.lower()}" for what in ("grid", "block") for axis in "XYZ"},
            "staticSharedMemory": "static_shared_bytes", "dynamicSharedMemory": "dynamic_shared_bytes",
        },
    ),
    "graphs": ("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", {**_TIMES, **_PLACE, "graphId": "graph"}),
    "memcopies": (
        "CUPTI_ACTIVITY_KIND_MEMCPY",
        {
            **_TIMES, **_PLACE, **_GRAPH, "bytes": "bytes", "copyKind": "direction", "srcKind": "source_kind", "dstKind": "destination_kind",
            "migrationCause": "cause",
        },
    ),
    "memsets": ("CUPTI_ACTIVITY_KIND_MEMSET", {**_TIMES, **_PLACE, **_GRAPH, "bytes": "bytes", "memKind": "memory_kind"}),
    "synchronizations": ("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", {**_TIMES, **_PLACE}),
    "api": ("CUPTI_ACTIVITY_KIND_RUNTIME", {**_TIMES, "nameId": "name", "globalTid": "thread", "correlationId": "correlation_id"}),
    "os_runtime": ("OSRT_API", {**_TIMES, "nameId": "name", "globalTid": "thread"}),
    "nvtx": ("NVTX_EVENTS", {**_TIMES, "text": "text", "textId": "name", "eventType": "style", "globalTid": "thread"}),
    "gpu_faults": ("CUDA_UM_GPU_PAGE_FAULT_EVENTS", {**_TIMES, "numberOfPageFaults": "faults", "deviceId": "device", "globalPid": "process"}),
    "cpu_faults": ("CUDA_UM_CPU_PAGE_FAULT_EVENTS", {"start": "start_ns", "globalPid": "process"}),
}  # fmt: skip

# The numbers are CUPTI's; ENUM_* tables with their names came only in 2022.
_COPY_KINDS = {1: "HtoD", 2: "DtoH", 3: "HtoA", 4: "AtoH", 5: "AtoA", 6: "AtoD", 7: "DtoA", 8: "DtoD", 9: "HtoH", 10: "PtoP"}
_MIGRATIONS = {11: "HtoD", 12: "DtoH", 13: "DtoD"}
_CAUSES = {1: "prefetch", 2: "page fault", 3: "speculative prefetch", 4: "eviction", 5: "access counters"}
_MEMORY_KINDS = {0: "pageable", 1: "pinned", 2: "device", 3: "array", 4: "managed", 5: "device static", 6: "managed static", 7: "unknown"}
_RANGES = {59: "PushPop", 60: "StartEnd"}
_LABELS = {"source_kind": _MEMORY_KINDS, "destination_kind": _MEMORY_KINDS, "memory_kind": _MEMORY_KINDS, "cause": _CAUSES}

_LAUNCH = re.compile(r"cu(?:da)?(?:Graph)?Launch(?!HostFunc)")
# Notes on CUDA that every collection has, and those that say nothing of kernels.
_ROUTINE = re.compile(r"Number of|successfully|Buffers holding CUDA trace data|Unified Memory cannot be traced|Loaded CUPTI|device graph launch")

Columns = dict[str, Any]


def recognises(source: Source) -> bool:
    """Whether it is an SQLite database; ``read`` refuses by name those that nsys did not write."""
    return source.head().startswith(b"SQLite format 3\0")


def read(source: Source, wanted: Callable[[str], bool]) -> list[TimelineTable]:
    """One table with a frame per kind of event. ``wanted`` is not asked: an export has no metric columns here.

    Raises UnreadableInput for damaged databases and for those that are no nsys export.
    """
    file = source.on_disk().resolve()
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_CELL)
            return checked([_read(source, connection)], source.path)
    except (sqlite3.Error, UnicodeError, OverflowError, MemoryError) as error:  # SQLite's own messages may quote what does not decode
        raise UnreadableInput(source.path, f"the database cannot be read ({elide(str(error), 120)})", _EXPORT_AGAIN) from None


def _read(source: Source, connection: sqlite3.Connection) -> TimelineTable:
    tables = {name for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'") if _is_plain(sql)}
    if "StringIds" not in tables or not tables & (_ABOUT_THE_MACHINE | {table for table, _ in _TABLES.values()}):
        raise UnreadableInput(source.path, "is an SQLite database, but no Nsight Systems export", _EXPORT_AGAIN)
    strings = _strings(connection)
    result = TimelineTable(KIND, source.path, run_of(source.path), devices=_devices(connection, tables))
    result.tool_version = _tool_version(connection, tables)
    result.capture_ns = _capture(connection, tables)
    renumber = _device_numbers(connection, tables)
    for key, (table, wanted_columns) in _TABLES.items():
        if table in tables:
            _add(result, key, _columns(connection, table, wanted_columns), strings, renumber)
    notes = _notes(connection, tables)
    if "kernels" in result.frames or "graphs" in result.frames:
        _add_absent(result, notes)
    else:
        result.warnings.append(_without_kernels(result, notes))
    return result


def _add_absent(result: TimelineTable, notes: Sequence[str]) -> None:
    """Empty frames for what a trace of CUDA records too, and which has no table because nothing of the kind happened.

    Pages of unified memory are traced along, except where the profiler notes that it cannot; where it left no notes at all, nobody knows.
    """
    for key in ("memcopies", "memsets"):
        result.frames.setdefault(key, shaped(key, {}))
    if notes and not any("Unified Memory cannot be traced" in note for note in notes):
        result.frames.setdefault("migrations", shaped("migrations", {}))


def _is_plain(sql: object) -> bool:
    return isinstance(sql, str) and not sql.lstrip().upper().startswith("CREATE VIRTUAL")


def _columns(connection: sqlite3.Connection, table: str, wanted: Mapping[str, str]) -> Columns:
    """Frame column -> values, of those columns that this version of the table has."""
    present = {row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')}
    names = [name for name in wanted if name in present]
    if "start" not in names:
        return {}
    selected = ", ".join(f'"{name}"' for name in names)
    rows = connection.execute(f'SELECT {selected} FROM "{table}"').fetchall()  # noqa: S608  # all names are our own
    frame = pd.DataFrame.from_records(rows, columns=[wanted[name] for name in names])
    return {str(column): frame[column] for column in frame}


def _add(result: TimelineTable, key: str, columns: Columns, strings: Mapping[int, str], renumber: Mapping[tuple[int, int], int]) -> None:
    if not columns:
        return
    if "name" in columns:
        columns["name"] = _whole(columns["name"]).map(strings).astype(object)
    if "thread" in columns:
        identity = _whole(columns["thread"])
        columns |= {"process": _process(identity), "thread": pd.Series(identity.to_numpy(np.int64) & 0xFFFFFF)}
    elif "process" in columns:
        columns["process"] = _process(_whole(columns["process"]))
    for column in ("graph", "correlation_id"):
        if column in columns:
            columns[column] = _whole(columns[column])
    for column, labels in _LABELS.items():
        if column in columns:
            columns[column] = _whole(columns[column]).map(labels).astype(object)
    if "device" in columns and renumber:
        columns["device"] = _renumbered(columns, renumber)
    if key == "memcopies":
        _add_copies(result, columns)
    elif key == "api":
        _add_calls(result, columns)
    else:
        result.add(key, _ranges(columns) if key == "nvtx" else columns)


def _add_calls(result: TimelineTable, columns: Columns) -> None:
    """Calls by their names; where none has one they are left out: that the host waited in no call would be said of what is not known."""
    names = columns.get("name", pd.Series([None] * len(columns["start_ns"]), dtype=object))
    if len(names) and names.isna().all():
        result.warnings.append(f"its {len(names):,} CUDA call{'s have' if len(names) > 1 else ' has'} no name, and cannot be judged")
        return
    known = {name: call_name(name) for name in names.dropna().unique()}
    result.add("api", {**columns, "name": names.map(known).astype(object)})


def _add_copies(result: TimelineTable, columns: Columns) -> None:
    """The table holds explicit copies and page migrations; ``migrations`` exist only where there were any."""
    kinds = _whole(columns.get("direction", pd.Series(np.zeros(len(columns["start_ns"])))))
    migrated = kinds.isin(list(_MIGRATIONS))
    for key, rows, names in (("memcopies", ~migrated, _COPY_KINDS), ("migrations", migrated, _MIGRATIONS)):
        if key == "memcopies" or rows.any():
            columns["direction"] = kinds.map(names).astype(object)
            result.add(key, {name: values[rows] for name, values in columns.items()})


def _ranges(columns: Columns) -> Columns:
    """Push-pop and start-end ranges with their text; marks, domains and thread names have no duration and are left out."""
    styles = _whole(columns["style"]) if "style" in columns else pd.Series(np.full(len(columns["start_ns"]), 59))
    if "text" in columns:
        own = columns.pop("text").astype(object)
        columns["name"] = own.where(own.notna(), columns["name"]) if "name" in columns else own
    columns["style"] = styles.map(_RANGES).astype(object)
    keep = styles.isin(list(_RANGES)) & columns["end_ns"].notna() if "end_ns" in columns else styles.isin([])
    return {name: values[keep] for name, values in columns.items()}


def _whole(values: pd.Series[Any]) -> pd.Series[Any]:
    """Integers; what is missing or no number becomes -1. Identities use all 64 bits, so there is no way over floats."""
    if values.dtype.kind in "iu":
        return values.astype(np.int64)
    return pd.Series([value if isinstance(value, int) else int(value) if _is_integral(value) else -1 for value in values], dtype=np.int64)


def _process(identity: pd.Series[Any]) -> pd.Series[Any]:
    """The process id out of a globalPid or globalTid, whose bits 24 to 47 it is."""
    return pd.Series(identity.to_numpy(np.int64) >> 24 & 0xFFFFFF)


def _is_integral(value: object) -> bool:
    return isinstance(value, float) and value.is_integer() and abs(value) < 2.0**53


def _renumbered(columns: Columns, renumber: Mapping[tuple[int, int], int]) -> pd.Series[Any]:
    """CUDA numbers devices per process, after CUDA_VISIBLE_DEVICES; the machine's own number is the same for all."""
    device, process = _whole(columns["device"]), columns.get("process")
    if process is None:
        return device
    result = device.copy()
    for (pid, cuda), gpu in renumber.items():
        result[(device == cuda) & (process == pid)] = gpu
    return result


def _strings(connection: sqlite3.Connection) -> dict[int, str]:
    return {key: value for key, value in connection.execute('SELECT "id", "value" FROM "StringIds"') if isinstance(value, str)}


def _rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Any]]:
    cursor = connection.execute(f'SELECT * FROM "{table}" LIMIT 4096')  # noqa: S608  # the callers name the tables
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _devices(connection: sqlite3.Connection, tables: set[str]) -> dict[int, TracedGpu]:
    devices = {}
    for row in _rows(connection, "TARGET_INFO_GPU") if "TARGET_INFO_GPU" in tables else []:
        number = row.get("id", row.get("deviceId"))  # deviceId: exports of 2020
        if not isinstance(number, int):
            continue
        major, minor = row.get("computeMajor"), row.get("computeMinor")
        capability = f"{major}.{minor}" if isinstance(major, int) and isinstance(minor, int) and major > 0 else ""
        measures = (row.get(name) for name in ("smCount", "totalMemory", "memoryBandwidth"))
        sms, memory, bandwidth = (float(m) if isinstance(m, int | float) and m > 0 else float("nan") for m in measures)
        devices[number] = TracedGpu(number, str(row.get("name") or "").strip(), capability, sms, memory, bandwidth)
    return devices


def _device_numbers(connection: sqlite3.Connection, tables: set[str]) -> dict[tuple[int, int], int]:
    if "TARGET_INFO_CUDA_DEVICE" not in tables:
        return {}
    rows = _rows(connection, "TARGET_INFO_CUDA_DEVICE")
    known = [(row.get("pid"), row.get("cudaId"), row.get("gpuId")) for row in rows]
    return {(pid, cuda): gpu for pid, cuda, gpu in known if isinstance(pid, int) and isinstance(cuda, int) and isinstance(gpu, int)}


def _tool_version(connection: sqlite3.Connection, tables: set[str]) -> str | None:
    for table in ("META_DATA_EXPORT", "EXPORT_META_DATA"):
        for row in _rows(connection, table) if table in tables else []:
            value = row.get("value")
            if row.get("name") == "EXPORT_PRODUCT_VERSION" and isinstance(value, str) and value:
                return elide(value, 40)
    return None


def _capture(connection: sqlite3.Connection, tables: set[str]) -> float:
    rows = _rows(connection, "ANALYSIS_DETAILS") if "ANALYSIS_DETAILS" in tables else []
    durations = [row.get("duration") for row in rows]
    return float(max((d for d in durations if isinstance(d, int) and d > 0), default="nan"))


def _notes(connection: sqlite3.Connection, tables: set[str]) -> list[str]:
    """What the profiler itself noted of the collection."""
    texts = [row.get("text") for row in (_rows(connection, "DIAGNOSTIC_EVENT") if "DIAGNOSTIC_EVENT" in tables else [])]
    return [text for text in texts if isinstance(text, str)]


def _without_kernels(result: TimelineTable, notes: Sequence[str]) -> str:
    """Why there are no kernels, as far as the calls and the profiler's notes tell."""
    names = result.frames["api"]["name"] if "api" in result.frames else pd.Series([], dtype=object)
    launches = int(names.map(lambda name: bool(_LAUNCH.match(name))).sum())
    if launches:
        calls = f"{launches:,} launch call{'s' if launches > 1 else ''}"
        said = f"it holds {calls} but no activity of the GPU: this was not traced, or was lost, and the time of kernels and copies is not known"
    elif len(names):
        said = f"it holds {len(names):,} CUDA call{'s' if len(names) > 1 else ''}, none of which launches a kernel, and no kernels"
    else:
        said = f"it holds no CUDA kernels{'' if result.warnings else ' and no CUDA calls'}"  # a warning tells of calls that were left out
    reasons = dict.fromkeys(note for note in notes if "CUDA" in note and not _ROUTINE.search(note))
    return f"{said}: {elide(' '.join(reasons), 300)}" if reasons else said
