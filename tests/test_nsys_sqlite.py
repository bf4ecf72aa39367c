"""SQLite exports of nsys, built here as its versions since 2020 write them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from ncu_advisor.advise import advise
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.load import load
from ncu_advisor.outputs import Options, terminal
from ncu_advisor.readers import nsys_sqlite
from ncu_advisor.readers.source import Source
from ncu_advisor.timeline import COLUMNS, TimelineTable

PID = 6014
PROCESS = (1 << 48) | (PID << 24)  # virtual machine, process
THREAD = PROCESS | 6020
STRINGS = {1: "void a::k<(int)4>(int)", 2: "k", 3: "cudaLaunchKernel_v7000", 4: "cudaMemcpy_v3020", 5: "step", 6: "poll"}

Rows = Sequence[Mapping[str, Any]]


def export(path: Path, tables: Mapping[str, Rows], strings: Mapping[int, Any] | None = None, extra: Iterable[str] = ()) -> Path:
    """A database of ``tables``; columns are those of the first row."""
    with sqlite3.connect(path) as connection:
        content: dict[str, Rows] = {"StringIds": [{"id": i, "value": v} for i, v in (strings or STRINGS).items()], **tables}
        for name, rows in content.items():
            columns = list(rows[0])
            connection.execute(f'CREATE TABLE "{name}" ({", ".join(columns_of(columns))})')
            marks = ", ".join("?" * len(columns))
            connection.executemany(f'INSERT INTO "{name}" VALUES ({marks})', [[row[column] for column in columns] for row in rows])  # noqa: S608
        for statement in extra:
            connection.execute(statement)
    connection.close()
    return path


def columns_of(names: Iterable[str]) -> list[str]:
    """Quoted names, as ``end`` is a keyword."""
    return [f'"{name}"' for name in names]


def read(path: Path) -> TimelineTable:
    """The table of an export, with the documented columns."""
    source = Source(str(path), path)
    assert nsys_sqlite.recognises(source)
    [table] = nsys_sqlite.read(source, lambda _: True)
    assert {key: tuple(frame.columns) for key, frame in table.frames.items()} == {key: COLUMNS[key] for key in table.frames}
    return table


def event(start: int, end: int | None, **columns: Any) -> dict[str, Any]:
    """A row of a CUPTI table."""
    return {"start": start, "end": end, "deviceId": 0, "contextId": 1, "streamId": 7, "correlationId": 101, "globalPid": PROCESS, **columns}


def kernel(start: int, end: int, **columns: Any) -> dict[str, Any]:
    """A row of the kernel table, as of 2020."""
    shape = {f"{what}{axis}": size for what, size in (("grid", 2), ("block", 128)) for axis in "XYZ"}
    return event(start, end, demangledName=1, shortName=2, registersPerThread=32, **shape, staticSharedMemory=16, dynamicSharedMemory=4096, **columns)


GPU = {
    "vmId": 1,
    "id": 0,
    "name": "NVIDIA A100",
    "smCount": 108,
    "totalMemory": 8 << 33,
    "memoryBandwidth": 1935360000000,
    "computeMajor": 8,
    "computeMinor": 0,
}
META = [{"name": "EXPORT_PRODUCT_NAME", "value": "NVIDIA Nsight Systems"}, {"name": "EXPORT_PRODUCT_VERSION", "value": "2025.3.1.90"}]


def test_kernels_with_names_shapes_and_process(tmp_path: Path) -> None:
    """Names come from StringIds, processes out of the packed id, and events in order of start."""
    table = read(export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [kernel(30, 40, graphNodeId=None), kernel(10, 20, graphNodeId=9)]}))
    assert table.frames["kernels"]["start_ns"].tolist() == [10, 30]
    expected = [10, 20, "void a::k<(int)4>(int)", "k", 0, PID, 1, 7, 101, 9, 2, 2, 2, 128, 128, 128, 32, 16, 4096]
    assert table.frames["kernels"].loc[0].tolist() == expected
    assert table.frames["kernels"]["graph"].tolist() == [9, -1]


def test_exports_of_every_age(tmp_path: Path) -> None:
    """Columns that a version lacks are missing, columns that it has more are no obstacle, absent tables are absent frames."""
    old = {k: v for k, v in kernel(10, 20).items() if k not in ("staticSharedMemory", "contextId")}
    new = kernel(10, 20, mangledName=1, greenContextId=None, clusterX=2, graphId=4)
    aged, fresh = (read(export(tmp_path / f"{n}.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [row]})) for n, row in (("old", old), ("new", new)))
    happened = [[key for key, frame in table.frames.items() if len(frame)] for table in (aged, fresh)]
    assert happened == [["kernels"], ["kernels"]]
    assert aged.frames["kernels"]["static_shared_bytes"].isna().all()
    assert aged.frames["kernels"]["context"].tolist() == [-1]
    assert fresh.frames["kernels"]["static_shared_bytes"].tolist() == [16]


def test_any_column_but_the_start_may_be_missing(tmp_path: Path) -> None:
    """An export that lacks one column of a table is read, whichever it is."""
    tables: dict[str, dict[str, Any]] = {
        "CUPTI_ACTIVITY_KIND_KERNEL": kernel(10, 20, graphNodeId=9),
        "CUPTI_ACTIVITY_KIND_MEMCPY": event(30, 40, bytes=64, copyKind=1, srcKind=0, dstKind=2, migrationCause=None),
        "CUPTI_ACTIVITY_KIND_MEMSET": event(50, 60, bytes=8, memKind=2),
        "CUPTI_ACTIVITY_KIND_RUNTIME": {"start": 1, "end": 5, "globalTid": THREAD, "correlationId": 101, "nameId": 3},
        "NVTX_EVENTS": {"start": 1, "end": 9, "eventType": 59, "text": None, "textId": 5, "globalTid": THREAD},
        "OSRT_API": {"start": 1, "end": 5, "globalTid": THREAD, "nameId": 6},
    }
    for name, row in tables.items():
        for left_out in row.keys() - {"start", "end"}:
            rest = {column: value for column, value in row.items() if column != left_out}
            path = export(tmp_path / f"{name}-{left_out}.sqlite", {**{table: [one] for table, one in tables.items()}, name: [rest]})
            assert len(read(path).frames["kernels"]) == 1, (name, left_out)


def test_a_memset_without_a_kind_of_memory_is_kept(tmp_path: Path) -> None:
    """Exports without the column memKind tell of no kind, and of the memset all the same."""
    frames = read(export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_MEMSET": [event(1, 5, bytes=8)]})).frames
    assert frames["memsets"].loc[0, ["bytes", "memory_kind"]].tolist() == [8, ""]


@pytest.mark.parametrize("name", [{}, {"nameId": None}, {"nameId": 99}])
def test_calls_without_names_are_left_out_and_told(tmp_path: Path, name: dict[str, Any]) -> None:
    """Nobody knows then whether the host waited in one, so that the trace has no calls."""
    calls = [{"start": start, "end": start + 5, "globalTid": THREAD, "correlationId": start, **name} for start in (1, 9)]
    table = read(export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [kernel(10, 20)], "CUPTI_ACTIVITY_KIND_RUNTIME": calls}))
    assert (len(table.frames["kernels"]), "api" in table.frames) == (1, False)
    assert table.warnings == ["its 2 CUDA calls have no name, and cannot be judged"]
    alone = read(export(tmp_path / "b.sqlite", {"CUPTI_ACTIVITY_KIND_RUNTIME": calls[:1]}))
    assert alone.warnings == ["its 1 CUDA call has no name, and cannot be judged", "it holds no CUDA kernels"]


@pytest.mark.parametrize("value", [None, "", b"2025", 2025])
def test_a_version_that_is_no_text_is_not_known(tmp_path: Path, value: Any) -> None:
    """SQLite's NULL is no version of the name "None"."""
    meta = [{"name": "EXPORT_PRODUCT_VERSION", "value": value}]
    assert read(export(tmp_path / "a.sqlite", {"META_DATA_EXPORT": meta, "TARGET_INFO_GPU": [GPU]})).tool_version is None


@pytest.mark.parametrize("table", ["META_DATA_EXPORT", "EXPORT_META_DATA"])
def test_device_version_and_duration(tmp_path: Path, table: str) -> None:
    """What the export says of itself, under either name of the table; 2020 had only the device's name."""
    details = [{"globalVid": 1, "duration": 12345, "startTime": 1, "stopTime": 2}]
    found = read(export(tmp_path / "a.sqlite", {table: META, "TARGET_INFO_GPU": [GPU], "ANALYSIS_DETAILS": details}))
    gpu = found.devices[0]
    assert (found.tool_version, found.capture_ns) == ("2025.3.1.90", 12345)
    assert (gpu.name, gpu.compute_capability, gpu.sm_count, gpu.dram_bytes_per_second) == ("NVIDIA A100", "8.0", 108, 1.93536e12)
    oldest = read(
        export(tmp_path / "b.sqlite", {"TARGET_INFO_GPU": [{"vmId": 1, "deviceId": 3, "name": "Quadro", "busLocation": "x", "isDiscrete": 1}]})
    )
    assert (oldest.devices[3].name, oldest.devices[3].compute_capability, oldest.tool_version) == ("Quadro", "", None)


def test_copies_and_migrations_are_told_apart(tmp_path: Path) -> None:
    """Memory kinds and directions by CUPTI's numbers; page migrations are no copies."""
    rows = [
        event(10, 20, bytes=64, copyKind=1, srcKind=0, dstKind=2, migrationCause=None),
        event(30, 40, bytes=65, copyKind=2, srcKind=2, dstKind=1, migrationCause=None),
        event(50, 60, bytes=66, copyKind=11, srcKind=4, dstKind=4, migrationCause=2),
    ]
    frames = read(export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_MEMCPY": rows})).frames
    assert frames["memcopies"][["direction", "source_kind", "destination_kind", "bytes"]].to_numpy().tolist() == [
        ["HtoD", "pageable", "device", 64],
        ["DtoH", "device", "pinned", 65],
    ]
    assert frames["migrations"][["direction", "cause", "bytes"]].to_numpy().tolist() == [["HtoD", "page fault", 66]]


def test_calls_ranges_and_the_rest(tmp_path: Path) -> None:
    """Calls lose their version, ranges keep their text from either column, and marks are no ranges."""
    frames = read(
        export(
            tmp_path / "a.sqlite",
            {
                "CUPTI_ACTIVITY_KIND_RUNTIME": [{"start": 1, "end": 5, "globalTid": THREAD, "correlationId": 101, "nameId": 3}],
                "NVTX_EVENTS": [
                    {"start": 1, "end": 9, "eventType": 59, "text": None, "textId": 5, "globalTid": THREAD},
                    {"start": 2, "end": 8, "eventType": 60, "text": "own", "textId": None, "globalTid": THREAD},
                    {"start": 3, "end": None, "eventType": 34, "text": "mark", "textId": None, "globalTid": THREAD},
                ],
                "OSRT_API": [{"start": 1, "end": 5, "globalTid": THREAD, "nameId": 6}],
                "CUPTI_ACTIVITY_KIND_MEMSET": [event(1, 5, bytes=8, memKind=2)],
                "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION": [event(1, 5, syncType=2)],
                "CUPTI_ACTIVITY_KIND_GRAPH_TRACE": [event(1, 5, graphId=4)],
                "CUDA_UM_GPU_PAGE_FAULT_EVENTS": [{"start": 1, "end": 2, "globalPid": PROCESS, "deviceId": 0, "numberOfPageFaults": 12}],
                "CUDA_UM_CPU_PAGE_FAULT_EVENTS": [{"start": 1, "globalPid": PROCESS, "address": 1}],
            },
        )
    ).frames
    assert frames["api"].loc[0].tolist() == [1, 5, "cudaLaunchKernel", PID, 6020, 101]
    assert frames["nvtx"][["name", "style"]].to_numpy().tolist() == [["step", "PushPop"], ["own", "StartEnd"]]
    assert frames["os_runtime"].loc[0].tolist() == [1, 5, "poll", PID, 6020]
    assert frames["memsets"].loc[0, ["bytes", "memory_kind"]].tolist() == [8, "device"]
    assert frames["graphs"]["graph"].tolist() == [4]
    assert frames["gpu_faults"]["faults"].tolist() == [12]
    assert frames["cpu_faults"].to_numpy().tolist() == [[1, PID]]
    assert len(frames["synchronizations"]) == 1


def test_devices_get_the_machines_numbers(tmp_path: Path) -> None:
    """Two processes that each see one GPU both call it 0; the export says which it was."""
    other = (1 << 48) | (77 << 24)
    tables: dict[str, Rows] = {
        "CUPTI_ACTIVITY_KIND_KERNEL": [kernel(10, 20), {**kernel(12, 22), "globalPid": other}],
        "TARGET_INFO_CUDA_DEVICE": [{"gpuId": 3, "cudaId": 0, "pid": PID}, {"gpuId": 5, "cudaId": 0, "pid": 77}],
    }
    assert read(export(tmp_path / "a.sqlite", tables)).frames["kernels"]["device"].tolist() == [3, 5]


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        (["cudaMalloc_v3020", "cudaLaunchKernel_v7000"], "it holds 1 launch call but no activity of the GPU: this was not traced, or was lost, and"),
        (["cuLaunchKernel", "cudaGraphLaunch_v10000"], "it holds 2 launch calls but no activity of the GPU"),
        (["cudaMalloc_v3020", "cudaLaunchHostFunc_v10000"], "it holds 2 CUDA calls, none of which launches a kernel, and no kernels"),
    ],
)
def test_calls_without_activity_of_the_gpu_are_told_apart_from_a_run_without_kernels(tmp_path: Path, calls: list[str], said: str) -> None:
    """Under WSL, and where buffers were not flushed, calls are there and what they launched is not; notes of all collections say nothing."""
    places = range(len(calls))
    rows = [{"start": 10 * i, "end": 10 * i + 5, "globalTid": 1, "correlationId": i, "nameId": 100 + i} for i in places]
    notes = [{"text": text} for text in ("Buffers holding CUDA trace data will be flushed.", "Loaded CUPTI library: libcupti.so")]
    strings = {100 + i: call for i, call in enumerate(calls)}
    tables: dict[str, Rows] = {"TARGET_INFO_GPU": [GPU], "CUPTI_ACTIVITY_KIND_RUNTIME": rows, "DIAGNOSTIC_EVENT": notes}
    [warning] = read(export(tmp_path / "a.sqlite", tables, strings)).warnings
    assert warning.startswith(said)
    assert "Buffers" not in warning


@pytest.mark.parametrize(
    ("notes", "known"),
    [
        (["CUDA injection initialized successfully."], True),
        (["CUDA device 0: Unified Memory cannot be traced on devices that don't support peer-to-peer transfers."], False),
        ([], False),
        ([None], False),
    ],
)
def test_a_trace_of_cuda_without_page_moves_had_none(tmp_path: Path, notes: list[str | None], known: bool) -> None:
    """Pages of unified memory are traced along with CUDA, unless the profiler notes that it cannot; exports without notes do not tell."""
    tables: dict[str, Rows] = {"CUPTI_ACTIVITY_KIND_KERNEL": [kernel(10, 20)]}
    if notes:
        tables["DIAGNOSTIC_EVENT"] = [{"text": note} for note in notes]
    frames = read(export(tmp_path / "a.sqlite", tables)).frames
    assert ("migrations" in frames) == known
    assert len(frames["memcopies"]) == len(frames["memsets"]) == 0


def test_without_kernels_the_profilers_reason_is_passed_on(tmp_path: Path) -> None:
    """A capture without GPU work is a valid answer."""
    events = [{"severity": 2, "text": "No CUDA events collected. Does the process use CUDA?"}, {"severity": 1, "text": "Number of CUDA events: 0"}]
    table = read(export(tmp_path / "a.sqlite", {"TARGET_INFO_GPU": [GPU], "DIAGNOSTIC_EVENT": events}))
    assert (table.frames, table.warnings) == (
        {},
        ["it holds no CUDA kernels and no CUDA calls: No CUDA events collected. Does the process use CUDA?"],
    )


def test_text_that_is_no_utf8_is_replaced(tmp_path: Path) -> None:
    """Names of processes and files come in any encoding."""
    path = tmp_path / "a.sqlite"
    export(path, {"CUPTI_ACTIVITY_KIND_KERNEL": [kernel(10, 20)]}, {1: "x"}, ["UPDATE StringIds SET value = CAST(X'6bff28696e7429' AS TEXT)"])
    assert read(path).frames["kernels"]["name"].tolist() == ["k\ufffd(int)"]


def test_values_of_the_wrong_type_are_missing(tmp_path: Path) -> None:
    """SQLite lets any column hold anything."""
    odd = {**kernel(10, 20), "registersPerThread": "many", "streamId": b"\xff", "demangledName": 99, "correlationId": 1.5}
    rows = [odd, {**kernel(30, 40), "start": "soon"}, {**kernel(50, 40)}]
    frame = read(export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": rows})).frames["kernels"]
    assert frame[["start_ns", "name", "stream", "correlation_id"]].to_numpy().tolist() == [[10, "", -1, -1]]
    assert frame["registers"].isna().all()


_ENDLESS_VIEW = (
    "CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS "
    "WITH RECURSIVE r(start) AS (SELECT 1 UNION ALL SELECT start + 1 FROM r) SELECT start, start AS end FROM r"
)


def test_views_and_virtual_tables_are_left_alone(tmp_path: Path) -> None:
    """Only real tables are read, so that a database cannot have code of its own run."""
    path = export(
        tmp_path / "a.sqlite",
        {"TARGET_INFO_GPU": [GPU]},
        extra=[_ENDLESS_VIEW],
    )
    assert read(path).frames == {}


def test_the_input_and_its_folder_are_left_as_they_are(tmp_path: Path) -> None:
    """No journal is followed or made: reading works in a folder that cannot be written to, and changes nothing."""
    path = export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [kernel(10, 20)]})
    before = path.read_bytes()
    (tmp_path / "a.sqlite-wal").write_bytes(b"not a journal")
    read(path)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.sqlite", "a.sqlite-wal"]


def test_other_databases_are_refused_by_name(tmp_path: Path) -> None:
    """A history, a browser's cookies: any SQLite database may be named by mistake."""
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE runs (id INTEGER)")
    connection.close()
    with pytest.raises(UnreadableInput, match="is an SQLite database, but no Nsight Systems export"):
        read(path)


@pytest.mark.parametrize("damage", ["cut", "zeros", "head"])
def test_damaged_databases_are_one_line(tmp_path: Path, damage: str) -> None:
    """Cut off, overwritten, or nothing but the magic: an explanation and no traceback."""
    rows = [kernel(10 * i, 10 * i + 5) for i in range(2000)]
    content = export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": rows}).read_bytes()
    middle = len(content) // 2
    broken = {"cut": content[:middle], "zeros": content[:4096] + bytes(len(content) - 4096), "head": content[:16]}[damage]
    path = tmp_path / "b.sqlite"
    path.write_bytes(broken)
    with pytest.raises(UnreadableInput, match="the database cannot be read") as caught:
        read(path)
    assert "\n" not in str(caught.value)


def test_a_kernel_of_one_thread_is_told_by_every_version(tmp_path: Path) -> None:
    """From the file to the reader: grid, block and SMs of the export make the finding, and the page names the kernel that it is about."""
    shape = {f"{what}{axis}": 1 for what in ("grid", "block") for axis in "XYZ"}
    row = {**kernel(1_000, 26_000_000_000), **shape}
    path = export(tmp_path / "a.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [row], "TARGET_INFO_GPU": [GPU]}, {**STRINGS, 1: "add(int, float *)"})
    report = advise(load(str(path)))
    assert [(found.rule, found.title, found.time_saved_pct) for found in report.sequence_findings] == [
        ("small-grid", "`add` runs 1 block of 1 thread on 108 SMs", 100.0)
    ]
    page = terminal.render(report, Options()).decode()
    assert "\nadd            1  26.0 s            100%\n" in page
    oldest = [{"vmId": 1, "deviceId": 0, "name": "NVIDIA A100"}]
    blind = advise(load(str(export(tmp_path / "b.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [row], "TARGET_INFO_GPU": oldest}))))
    assert (blind.sequence_findings, "small-grid" in [entry.rule for entry in blind.not_evaluated]) == ([], True)


def test_one_download_into_pageable_memory_is_told(tmp_path: Path) -> None:
    """A sort of all data at once, one copy in and one out: the slow download is pageable memory's, and nothing is promised of overlapping."""
    kernels = [{**kernel(10**8 + 10**7 * n, 10**8 + 10**7 * (n + 1)), "gridX": 65536} for n in range(200)]
    copies = [
        event(0, 10**8, bytes=537_000_000, copyKind=1, srcKind=0, dstKind=2),
        event(21 * 10**8, 24 * 10**8, bytes=537_000_000, copyKind=2, srcKind=2, dstKind=0),
    ]
    tables: dict[str, Rows] = {"CUPTI_ACTIVITY_KIND_KERNEL": kernels, "CUPTI_ACTIVITY_KIND_MEMCPY": copies, "TARGET_INFO_GPU": [GPU]}
    report = advise(load(str(export(tmp_path / "a.sqlite", tables))))
    [found] = [found for found in report.sequence_findings if found.rule.endswith("-transfer")]
    assert (found.rule, found.title) == ("pageable-transfer", "Copies from the GPU reach 1.79 GB/s: their host memory is pageable")


def test_kernels_without_a_possible_time_are_told_or_refused(tmp_path: Path) -> None:
    """Junk rows are no run without launches."""
    junk = [kernel(9, 5), {**kernel(9, 10), "start": "a"}]
    with pytest.raises(UnreadableInput, match="no row of it has a time that can be"):
        read(export(tmp_path / "junk.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": junk}))
    table = read(export(tmp_path / "some.sqlite", {"CUPTI_ACTIVITY_KIND_KERNEL": [*junk, kernel(20, 30)]}))
    assert (len(table.frames["kernels"]), table.lost) == (1, {"kernels": 2})
    assert any("2 of 3 rows of kernels" in warning for warning in table.warnings)
