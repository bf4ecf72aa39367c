"""CSV reports of nsys stats, of every generation, become frames in base units."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.readers import nsys_csv, nvprof
from ncu_advisor.readers.source import Source
from ncu_advisor.timeline import COLUMNS, TimelineTable
from ncu_advisor.unended import whole

KERNELS = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"


def tables(tmp_path: Path, content: str | bytes, name: str = "input.csv") -> list[TimelineTable]:
    """What the reader makes of ``content``, which it has to recognise."""
    file = tmp_path / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    source = Source(str(file), file)
    assert nsys_csv.recognises(source)
    return nsys_csv.read(source, lambda _: True)


def one(tmp_path: Path, content: str | bytes) -> TimelineTable:
    """The only table of ``content``; its frames have the documented columns."""
    [table] = tables(tmp_path, content)
    assert {key: tuple(frame.columns) for key, frame in table.frames.items()} == {key: COLUMNS[key] for key in table.frames}
    return table


def test_kernel_summary(tmp_path: Path) -> None:
    """Quoted names keep their commas."""
    table = one(
        tmp_path, KERNELS + '75.0,300,3,100.0,90.0,80,130,26.5,"void a::k<(int)4, float>(int, float *)"\n25.0,100,1,100.0,100.0,100,100,0.0,j\n'
    )
    frame = table.frames["kernel_summary"]
    assert table.kind == "nsys-cuda_gpu_kern_sum"
    assert frame["name"].tolist() == ["void a::k<(int)4, float>(int, float *)", "j"]
    assert frame["short_name"].tolist() == ["k", "j"]
    assert frame.loc[0, ["instances", "total_ns", "avg_ns", "med_ns", "min_ns", "max_ns", "stddev_ns", "share_pct"]].tolist() == [
        *(3, 300, 100, 90, 80, 130, 26.5, 75)
    ]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (
            "Time (%),Total Time (ms),Instances,Avg (ms),Med (ms),Min (ms),Max (ms),StdDev (ms),Name",
            "9.9,6848.0426,17833,0.3840,0.3039,0.0027,97.1916,0.7799,k",
        ),
        ("Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name", '9.9,"6,848,042,600",17833,384000.0,2700,97191600,k'),
        ("Time(%),Total Time (nsec),Instances,Average (nsec),Minimum (nsec),Maximum (nsec),Name", "9.9,6848042600,17833,384000,2700,97191600,k"),
        ("Time (%);Total Time (us);Instances;Avg (us);Min (us);Max (us);Name", "9.9;6848042.6;17833;384;2.7;97191.6;k"),
    ],
)
def test_units_and_column_names_of_every_generation(tmp_path: Path, header: str, row: str) -> None:
    """The unit is the header's, --timeunit or not; columns that a generation lacks are missing, not zero."""
    frame = one(tmp_path, f"{header}\n{row}\n").frames["kernel_summary"]
    assert frame.loc[0, ["total_ns", "instances", "avg_ns", "min_ns", "max_ns"]].tolist() == [6848042600.0, 17833, 384000.0, 2700.0, 97191600.0]
    assert frame["med_ns"].isna()[0] == ("Med" not in header)


def test_kernel_summary_by_grid(tmp_path: Path) -> None:
    """Grid and block get ncu's spelling."""
    header = KERNELS.replace("Name", "GridXYZ,BlockXYZ,Name")
    table = one(tmp_path, header + "99.0,300,3,100.0,90.0,80,130,26.5, 896    1    1, 128    2    1,k(int)\n")
    assert table.kind == "nsys-cuda_gpu_kern_gb_sum"
    assert table.frames["kernel_summary"].loc[0, ["grid", "block"]].tolist() == ["(896, 1, 1)", "(128, 2, 1)"]


CALLS = "Time (%),Total Time (ns),Num Calls,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"


def test_calls_of_cuda_and_of_the_system_share_a_header(tmp_path: Path) -> None:
    """The names of the calls tell, or nsys's line above the table."""
    cuda = one(tmp_path, CALLS + "65.3,900,7,128.5,100.0,90,200,17.0,cuMemcpyHtoDAsync_v2\n")
    system = one(tmp_path, CALLS + "65.3,900,7,128.5,100.0,90,200,17.0,poll\n")
    said = one(tmp_path, "Processing [x.sqlite] with [/opt/nsight-systems/reports/osrt_sum.py]... \n" + CALLS + "9,900,7,1,1,1,1,1,cuda_like\n")
    assert (cuda.kind, cuda.frames["api_summary"]["name"][0]) == ("nsys-cuda_api_sum", "cuMemcpyHtoDAsync")
    assert (system.kind, list(system.frames)) == ("nsys-osrt_sum", ["os_runtime_summary"])
    assert said.kind == "nsys-osrt_sum"


def test_memory_summaries(tmp_path: Path) -> None:
    """Directions of all spellings; sizes in bytes, decimal MB and binary KiB."""
    times = "Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation\n"
    sizes = "Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation\n"
    old = "Total,Operations,Average,Minimum,Maximum,Operation\n"
    new = one(tmp_path, times + "87.6,2527,49,4.1,1.0,1,9,5.8,[CUDA memcpy Host-to-Device]\n0.7,18,6,3,2,1,7,1,[CUDA memset]\n")
    assert new.frames["memory_time_summary"]["direction"].tolist() == ["HtoD", ""]
    size = one(tmp_path, sizes + "12.000,3,4.000,4.000,4.000,4.000,0.000,[CUDA memcpy DtoH]\n").frames["memory_size_summary"]
    assert size.loc[0, ["direction", "count", "total_bytes", "avg_bytes"]].tolist() == ["DtoH", 3, 12e6, 4e6]
    assert one(tmp_path, old + "64.000,2,32.000,32.000,32.000,[CUDA memcpy DtoH]\n").frames["memory_size_summary"]["total_bytes"][0] == 65536


def test_combined_summary_is_taken_apart(tmp_path: Path) -> None:
    """Kernels, memory operations and calls also get the frames of their own reports."""
    header = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Category,Operation\n"
    rows = "60,600,2,300,300,300,300,0,CUDA_KERNEL,k(int)\n10,100,1,100,100,100,100,0,MEMORY_OPER,[CUDA memcpy HtoD]\n"
    rows += "30,300,3,100,1,1,1,0,CUDA_API,cudaFree\n"
    table = one(tmp_path, header + rows)
    assert table.kind == "nsys-cuda_api_gpu_sum"
    assert {key: len(frame) for key, frame in table.frames.items()} == {
        "gpu_summary": 3,
        "kernel_summary": 1,
        "memory_time_summary": 1,
        "api_summary": 1,
    }
    assert table.frames["kernel_summary"].loc[0, ["name", "instances"]].tolist() == ["k(int)", 2]


TRACE = (
    "Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),"
    "Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n"
)


def test_gpu_trace_is_taken_apart(tmp_path: Path) -> None:
    """Kernels, copies, memsets and page migrations, each in order of start, with their device."""
    rows = (
        "9000,500,67,4,2,1,128,1,1,160,0.001,0.025,,,,,NVIDIA B200 (1),1,,7,void a::k<(int)4>(int)\n"
        "1000,5000,64,,,,,,,,,,1.500,300.0,Pageable,Device,NVIDIA B200 (1),1,,7,[CUDA memcpy Host-to-Device]\n"
        "7000,100,65,,,,,,,,,,0.004,40.0,Device,,NVIDIA B200 (1),1,,7,[CUDA memset]\n"
        "8000,200,66,,,,,,,,,,0.065,300.0,Managed,Device,NVIDIA B200 (1),,,,[CUDA Unified Memory memcpy HtoD]\n"
    )
    table = one(tmp_path, TRACE + rows)
    kernel = table.frames["kernels"].loc[0]
    assert kernel[["start_ns", "end_ns", "short_name", "grid_x", "block_x", "registers", "dynamic_shared_bytes", "device", "stream"]].tolist() == [
        *(9000, 9500, "k", 4, 128, 160, 25000, 1, 7)
    ]
    copy = table.frames["memcopies"].loc[0]
    assert copy[["end_ns", "bytes", "direction", "source_kind", "destination_kind", "correlation_id"]].tolist() == [
        *(6000, 1.5e6, "HtoD", "pageable", "device", 64)
    ]
    assert table.frames["migrations"].loc[0, ["direction", "bytes"]].tolist() == ["HtoD", 65e3]
    assert len(table.frames["memsets"]) == 1
    assert table.devices[1].name == "NVIDIA B200"


def test_other_traces_and_summaries(tmp_path: Path) -> None:
    """Calls, ranges, ranges with kernels, ranges on the GPU, kernel execution and unified-memory totals."""
    api = one(
        tmp_path, "Start (ns),Duration (ns),Name,Result,CorrID,Pid,Tid,T-Pri,Thread Name\n500,300,cudaLaunchKernel_v7000,0,101,42,43,20,python3\n"
    )
    assert api.frames["api"].loc[0].tolist() == [500, 800, "cudaLaunchKernel", 42, 43, 101]
    nvtx = "Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl,NumChild,RangeId,ParentId,RangeStack,NameTree\n"
    assert one(tmp_path, nvtx + "10,20,10,0,10,:a/b,1,2,0,0,1,,:1,:a/b\n").frames["nvtx"].loc[0].tolist() == [10, 20, "a/b", "PushPop", 1, 2]
    sums = one(tmp_path, CALLS.replace("Num Calls", "Instances").replace("Name", "Style,Range") + "1,9,1,9,9,9,9,0,PushPop,:a\n")
    assert (sums.kind, sums.frames["nvtx_summary"]["name"][0]) == ("nsys-nvtx_sum", "a")
    kernels = "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name\n"
    found = one(tmp_path, kernels + ",,1,2,0,5,50,10,10,10,10,0,k\n:r,PushPop,1,2,1,2,20,10,10,10,10,0,a::k(int)\n").frames["nvtx_kernel_summary"]
    assert found[["range", "instances", "short_name"]].to_numpy().tolist() == [["", 5, "k"], ["r", 2, "k"]]
    proj = "Range,Style,Total Proj Time (ns),Total Range Time (ns),Range Instances,"
    proj += "Proj Avg (ns),Proj Med (ns),Proj Min (ns),Proj Max (ns),Proj StdDev (ns)"
    assert one(tmp_path, proj + ",Total GPU Ops\n:r,PushPop,90,100,2,45,45,45,45,0,7\n").frames["nvtx_gpu_summary"].loc[
        0, ["projected_ns", "gpu_operations"]
    ].tolist() == [90, 7]
    um = "Total HtoD Migration Size (MB),Total DtoH Migration Size (MB),Total CPU Page Faults,Total GPU PageFaults\n3050.439,1.5,15,38\n"
    assert one(tmp_path, um).frames["unified_memory_summary"].loc[0].tolist() == [3050439000.0, 1500000.0, 15, 38]


def test_kernel_execution_reports(tmp_path: Path) -> None:
    """A launch that did not queue has no queue time: missing, not zero."""
    statistics = ",".join(f"{part}{what} (ns)" for part in "TAQK" for what in ("Avg", "Med", "Min", "Max", "StdDev"))
    summary = one(
        tmp_path, f"PID,TID,DevId,Count,QCount,{statistics},API Name,Kernel Name\n1,2,0,4,0,{'9,9,9,9,0,' * 2},,,,0.0,7,7,7,7,0,cuLaunchKernel,k\n"
    )
    row = summary.frames["kern_exec_summary"].loc[0]
    assert row[["count", "queued_count", "call", "name", "api_avg_ns", "kernel_med_ns"]].tolist() == [4, 0, "cuLaunchKernel", "k", 9, 7]
    assert row[["queue_avg_ns"]].isna().all()
    header = "API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total Dur (ns),"
    header += "PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name\n"
    trace = one(tmp_path, header + "10,5,,,20,7,17,1,2,0,cuLaunchKernelEx, 148    1    1, 256    1    1,k\n").frames["kern_exec"]
    assert trace.loc[0, ["api_ns", "kernel_ns", "device", "call", "grid"]].tolist() == [5, 7, 0, "cuLaunchKernelEx", "(148, 1, 1)"]
    assert trace["queue_ns"].isna().all()


def test_events_of_the_gui(tmp_path: Path) -> None:
    """Values carry units; starts are too coarse to lay out, so kernels and copies are summed by name and that is said."""
    rows = 'sgemm,4.89664s,296.991 μs,GPU 0,Stream 7\n"void k<(int)4>(int, T2)",4.9s,1.5ms,GPU 0,Stream 7\nsgemm,5.0s,3.009 µs,GPU 0,Stream 7\n'
    table = one(tmp_path, "\ufeffName,Start,Duration,GPU,Context\n" + rows + "[CUDA memcpy HtoD],5.1s,2 μs,GPU 0,Stream 7\ncudaMalloc,5.1s,2 μs,,\n")
    assert table.frames["kernel_summary"][["short_name", "instances", "total_ns"]].to_numpy().tolist() == [
        ["sgemm", 2, 300000.0],
        ["k", 1, 1500000.0],
    ]
    assert table.frames["memory_time_summary"]["direction"].tolist() == ["HtoD"]
    assert "rounds start times" in table.warnings[0]


def test_events_of_the_gui_in_a_locale_with_a_decimal_comma(tmp_path: Path) -> None:
    """Microseconds with a comma are no thousands of them."""
    rows = "sgemm;4,89664s;296,99 μs;GPU 0;Stream 7\nsgemm;5,0s;3,009 µs;GPU 0;Stream 7\n"
    table = one(tmp_path, "Name;Start;Duration;GPU;Context\n" + rows)
    assert table.frames["kernel_summary"]["total_ns"].tolist() == [299_999.0]


@pytest.mark.parametrize("separators", [";", ","])
def test_a_decimal_comma_is_recognised(tmp_path: Path, separators: str) -> None:
    """A spreadsheet saves a report in the notation of its user."""
    cells = ["60,9", "563.343.200", "7.979", "70.603,2", "70.368,0", "62.464", "74.688", "2.996,0", "gemm"]
    quoted = [f'"{cell}"' for cell in cells] if separators == "," else cells
    table = one(tmp_path, KERNELS.replace(",", separators) + separators.join(quoted) + "\n")
    assert table.frames["kernel_summary"].iloc[0][["instances", "total_ns", "avg_ns", "stddev_ns"]].tolist() == [7979, 563343200.0, 70603.2, 2996.0]


def test_a_mark_late_in_a_long_report_still_tells(tmp_path: Path) -> None:
    """Whole numbers first, a decimal comma after thousands of rows: 12,5 is not 125, and with a decimal point elsewhere it is refused."""
    whole, marked = "50,300,3,100,90,80,130,26,k\n", '50,300,3,"12,5",90,80,130,26,k\n'
    table = one(tmp_path, KERNELS + whole * 2500 + marked)
    assert table.frames["kernel_summary"]["avg_ns"].tolist()[-2:] == [100.0, 12.5]
    with pytest.raises(UnreadableInput, match="stand in one table"):
        tables(tmp_path, KERNELS + whole * 2500 + marked + marked.replace('"12,5"', "12.5"))


STREAM = (
    "Generating SQLite file x.sqlite from x.nsys-rep\n"
    "Processing [x.sqlite] with [/opt/nsight-systems/2024.5.1/host-linux-x64/reports/nvtx_sum.py]... \n"
    "SKIPPED: x.sqlite does not contain NV Tools Extension (NVTX) data.\n\n"
    "Processing [x.sqlite] with [/opt/nsight-systems/2024.5.1/host-linux-x64/reports/cuda_gpu_kern_gb_sum.py]... \n"
    f"{KERNELS}99.0,300,3,100.0,90.0,80,130,26.5,k\n\n"
    "[3/8] Executing 'gpumemtimesum' stats report\n\n"
    "Time(%),Total Time (ns),Count,Average,Minimum,Maximum,Operation\n99.0,300,3,100.0,80,130,[CUDA memcpy DtoH]\n"
    f"{CALLS}65.3,900,7,128.5,100.0,90,200,17.0,cudaFree\n"
)


def test_several_reports_in_one_stream(tmp_path: Path) -> None:
    """Announced, skipped, or one right after the other."""
    found = tables(tmp_path, STREAM)
    assert [table.kind for table in found] == ["nsys-cuda_gpu_kern_gb_sum", "nsys-cuda_gpu_mem_time_sum", "nsys-cuda_api_sum"]
    assert [table.rows for table in found] == [1, 1, 1]
    assert found[0].warnings == ["nsys left a report out: x.sqlite does not contain NV Tools Extension (NVTX) data."]


@pytest.mark.parametrize(
    "wrap",
    [
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: text.replace(",", "\t").encode(),
    ],
)
def test_wrappings_do_not_matter(tmp_path: Path, wrap: Callable[[str], bytes]) -> None:
    """Byte-order marks, UTF-16, CRLF, gzip and tabs give the same table."""
    text = KERNELS + "99.0,300,3,100.0,90.0,80,130,26.5,k\n"
    assert one(tmp_path, wrap(text)).frames["kernel_summary"].equals(one(tmp_path, text).frames["kernel_summary"])


def test_skipped_alone_is_a_valid_answer(tmp_path: Path) -> None:
    """There is no data, and that is said; it is no error."""
    [table] = tables(
        tmp_path, "Processing [x.sqlite] with [reports/cuda_gpu_kern_sum.py]... \nSKIPPED: x.sqlite does not contain CUDA kernel data.\n"
    )
    assert (table.frames, table.warnings) == ({}, ["no data: x.sqlite does not contain CUDA kernel data."])


def test_a_report_that_nsys_does_not_know_is_refused_with_its_new_name(tmp_path: Path) -> None:
    """Names changed in 2022 and the old ones are gone."""
    with pytest.raises(UnreadableInput, match="this version of nsys calls it cuda_gpu_kern_sum"):
        tables(tmp_path, "Processing [x.sqlite] with [gpukernsum]... \nERROR: Report 'gpukernsum' could not be found.\n")


def test_reports_of_other_things_are_left_alone(tmp_path: Path) -> None:
    """MPI events have a name and instances too, but they are no kernels."""
    mpi = KERNELS.replace("Name", "Source,Name") + "9,9,1,9,9,9,9,0,Rank 0,MPI_Send\n"
    file = tmp_path / "mpi.csv"
    file.write_text(mpi)
    assert not nsys_csv.recognises(Source(str(file), file))
    vulkan = tables(tmp_path, "Processing [x] with [reports/vulkan_api_sum.py]... \n" + CALLS + "9,9,1,9,9,9,9,0,vkQueueSubmit\n")
    assert (vulkan[0].frames, vulkan[0].warnings) == ({}, ["the report vulkan_api_sum is not used by any rule"])


def test_damaged_rows_are_dropped_and_said(tmp_path: Path) -> None:
    """A killed run leaves a half row; a stray quote does not swallow what follows; a quoted line break is part of its cell."""
    table = one(tmp_path, KERNELS + '50,300,3,1,1,1,1,1,"a\nb"\n30,300,3,1,1,1,1,1,"c\n10,300,3,1,1,1,1,1,d\n10,30')
    assert table.frames["kernel_summary"]["name"].tolist() == ["a\nb", "c", "d"]
    assert table.warnings == ["1 row of cuda_gpu_kern_sum without all of its cells left out: the table is cut off, or damaged"]


def test_unquoted_commas_in_a_last_name_are_kept(tmp_path: Path) -> None:
    """Old versions did not quote; only the name, which is last, can hold commas."""
    assert one(tmp_path, KERNELS + "50,300,3,1,1,1,1,1,void k<1, 2>(int, int)\n").frames["kernel_summary"]["name"].tolist() == [
        "void k<1, 2>(int, int)"
    ]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["\n", ",", '"', "k", "1", " ", KERNELS, CALLS, TRACE, "SKIPPED: ", "Processing [x] with [a]", "\x00", "é"]), max_size=25
    )
)
def test_no_text_raises_anything_but_its_own_error(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    """Damaged and hostile files end in tables or in one line of explanation."""
    file = tmp_path_factory.mktemp("fuzz") / "f.csv"
    file.write_text("".join(pieces))
    try:
        assert all(isinstance(table, TimelineTable) for table in nsys_csv.read(Source("f.csv", file), lambda _: True))
    except AdvisorError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    "content",
    [
        "==1== NVPROF is profiling process 1, command: ./a\n==1== Profiling result:\nNo events/metrics were profiled.\n",
        '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n',
        '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,ms,,us,us,us,\n',
    ],
)
def test_nvprof_is_refused_by_name(tmp_path: Path, content: str) -> None:
    """Its output looks like a table of nsys, but it is none."""
    file = tmp_path / "nvprof.csv"
    file.write_text(content)
    source = Source(str(file), file)
    assert (nvprof.recognises(source), nsys_csv.recognises(source)) == (True, False)
    with pytest.raises(UnreadableInput, match="is nvprof output, which this tool does not read"):
        nvprof.read(source, lambda _: True)


@pytest.mark.parametrize("damage", ["-9999", "inf", "", "x"])
def test_events_without_a_possible_time_are_counted(tmp_path: Path, damage: str) -> None:
    """They are launches that are missing, so that the run is not whole."""
    row = ",1,128,1,1,256,1,1,32,0,0,,,,,NVIDIA H200 (0),1,,7,k\n"
    table = one(tmp_path, TRACE + f"1000,{damage}" + row + "".join(f"{start},10" + row for start in (2000, 3000)))
    assert (len(table.frames["kernels"]), table.lost) == (2, {"kernels": 1})
    assert table.warnings == ["1 of 3 rows of kernels have times that cannot be: they were left out, and what is here is not whole"]
    assert not whole(table.warnings)


SUMMARY = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"


@pytest.mark.parametrize(
    ("total", "instances"), [("6000", "-6"), ("6000", "0"), ("6000", "0.5"), ("6000", "1e300"), ("1e308", "6"), ("1e19", "6"), ("-6000", "6")]
)
def test_sums_that_cannot_be_are_left_out(tmp_path: Path, total: str, instances: str) -> None:
    """Of no whole number of launches, or longer than any run: shares of the rest are told, and that it is not whole."""
    rows = f"60.0,{total},{instances},1000,1000,900,1100,10,a\n40.0,4000,4,1000,1000,900,1100,10,b\n"
    table = one(tmp_path, SUMMARY + rows)
    assert (table.frames["kernel_summary"]["name"].tolist(), table.lost) == (["b"], {"kernel_summary": 1})
    assert table.warnings == ["1 of 2 rows of kernel summary have times that cannot be: they were left out, and what is here is not whole"]


@pytest.mark.parametrize("damage", [(-6, 1000.0), (6, 1e308), (6, -1000.0), (0, 1000.0)])
def test_no_count_or_time_of_a_summary_breaks_the_join(damage: tuple[float, float]) -> None:
    """As of kernel-execution reports, which hold means."""
    from ncu_advisor.timeline import Session, shaped
    from ncu_advisor.traces import run_shares

    counts, means = ([damage[0], 4, damage[0]], [damage[1], 1000.0, damage[1]])
    frame = shaped("kern_exec_summary", {"name": ["a", "b", "c"], "count": counts, "kernel_avg_ns": means})
    assert [kernel.name for kernel in run_shares._launched(Session({"kern_exec_summary": frame}))] == ["b"]


def test_program_text_before_a_row_is_counted_too(tmp_path: Path) -> None:
    """Its start is then no time."""
    row = ",10,1,128,1,1,256,1,1,32,0,0,,,,,NVIDIA H200 (0),1,,7,k\n"
    assert one(tmp_path, TRACE + "step 1000" + row + "2000" + row).lost == {"kernels": 1}


@pytest.mark.parametrize("total", ["inf", "abc", "-5"])
def test_a_summary_without_a_possible_time_is_refused(tmp_path: Path, total: str) -> None:
    """It would be a run without launches, or one that took forever."""
    with pytest.raises(UnreadableInput, match="no row of it has a time that can be"):
        tables(tmp_path, KERNELS + f"75.0,{total},3,100,90,80,130,26,k\n25.0,{total},3,100,90,80,130,26,j\n")


def test_a_row_that_ends_within_a_quoted_name_is_cut_off(tmp_path: Path) -> None:
    """The rest of the name is missing, and with it what tells kernels apart; the same as a row without its last cells."""
    whole_rows = KERNELS + '75.0,300,3,100,90,80,130,26,"void a<1>(int)"\n'
    for cut in ('25.0,100,1,100,100,100,100,0,"void b<(int)4, fl', "25.0,100,1,100"):
        table = one(tmp_path, whole_rows + cut)
        assert table.frames["kernel_summary"]["name"].tolist() == ["void a<1>(int)"]
        assert not whole(table.warnings)
    assert whole(one(tmp_path, whole_rows).warnings)
