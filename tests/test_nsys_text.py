"""Text tables of nsys, from 2019 to now."""

from __future__ import annotations

from pathlib import Path

import pytest

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers import nsys_csv, nsys_text
from ncu_advisor.readers.source import Source
from ncu_advisor.timeline import TimelineTable

NEW = """Generating SQLite file /tmp/x.sqlite from /tmp/x.nsys-rep
Processing [/tmp/x.sqlite] with [/opt/nsight-systems/2024.5.1/host-linux-x64/reports/cuda_gpu_kern_sum.py]... 

 ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances  Avg (ns)   Med (ns)   Min (ns)  Max (ns)  StdDev (ns)                  Name
 --------  ---------------  ---------  ---------  ---------  --------  --------  -----------  -------------------------------------
     60.9      563,343,200       7979    70603.2    70368.0     62464     74688       2996.0  ampere_bf16_s16816gemm
     14.5        389260914      21245    18322.5     2880.0      1888  97457036     670590.5  void a::k<(int)4, float>(int, floa…

 ** CUDA API Summary (cuda_api_sum):

 Time (%)  Total Time (ns)  Num Calls  Avg (ns)   Med (ns)   Min (ns)  Max (ns)  StdDev (ns)         Name
 --------  ---------------  ---------  ---------  ---------  --------  --------  -----------  --------------------
     97.0        120000000          2   60000000   60000000         1         2          3.0  cudaMalloc

SKIPPED: /tmp/x.sqlite does not contain NV Tools Extension (NVTX) data.
"""  # noqa: W291  # nsys ends some lines with blanks

OLD = """Generating CUDA Kernel Statistics...

CUDA Kernel Statistics (nanoseconds)

Time(%)      Total Time   Instances         Average         Minimum         Maximum  Name
-------  --------------  ----------  --------------  --------------  --------------  ---------------------------
  100.0      2307581036           1    2307581036.0      2307581036      2307581036  addVectorsInto


CUDA Memory Operation Statistics (nanoseconds)

Time(%)      Total Time  Operations         Average         Minimum         Maximum  Name
-------  --------------  ----------  --------------  --------------  --------------  ---------------------------
   76.6        68477200        2304         29721.0            1855          182046  [CUDA Unified Memory memcpy HtoD]


CUDA Memory Operation Statistics (KiB)

              Total      Operations              Average            Minimum              Maximum  Name
-------------------  --------------  -------------------  -----------------  -------------------  ---------------------------
             64.000               2               32.000             32.000               32.000  [CUDA memcpy DtoH]
"""


def tables(tmp_path: Path, content: str) -> list[TimelineTable]:
    """What the reader makes of ``content``, which it has to recognise, and the CSV reader must not."""
    file = tmp_path / "stats.txt"
    file.write_text(content)
    source = Source(str(file), file)
    assert (nsys_text.recognises(source), nsys_csv.recognises(source)) == (True, False)
    return nsys_text.read(source, lambda _: True)


def test_tables_of_one_stream(tmp_path: Path) -> None:
    """Every table with a header over dashes is read, and thousands separators are no obstacle."""
    kernels, calls = tables(tmp_path, NEW)
    assert (kernels.kind, calls.kind) == ("nsys-cuda_gpu_kern_sum", "nsys-cuda_api_sum")
    assert kernels.frames["kernel_summary"][["short_name", "instances", "total_ns", "max_ns"]].to_numpy().tolist() == [
        ["ampere_bf16_s16816gemm", 7979, 563343200, 74688],
        ["k", 21245, 389260914, 97457036],
    ]
    assert calls.frames["api_summary"].loc[0, ["name", "calls", "total_ns"]].tolist() == ["cudaMalloc", 2, 120000000]


BOXED = """ ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

+----------+-----------------+-----------+----------+----------+----------+----------+-------------+----------------------+
| Time (%) | Total Time (ns) | Instances | Avg (ns) | Med (ns) | Min (ns) | Max (ns) | StdDev (ns) |         Name         |
+----------+-----------------+-----------+----------+----------+----------+----------+-------------+----------------------+
|     60.0 |          600000 |        10 |  60000.0 |  60000.0 |    59000 |    61000 |       100.0 | add<a | b>(float *)  |
|     40.0 |          400000 |        10 |  40000.0 |  40000.0 |    39000 |    41000 |       100.0 | scale(float *)       |
+----------+-----------------+-----------+----------+----------+----------+----------+-------------+----------------------+

 ** CUDA API Summary (cuda_api_sum):

+----------+-----------------+-----------+----------+----------+----------+----------+-------------+------------+
| Time (%) | Total Time (ns) | Num Calls | Avg (ns) | Med (ns) | Min (ns) | Max (ns) | StdDev (ns) |    Name    |
+----------+-----------------+-----------+----------+----------+----------+----------+-------------+------------+
|     97.0 |       120000000 |         2 | 60000000 | 60000000 |        1 |        2 |         3.0 | cudaMalloc |
+----------+-----------------+-----------+----------+----------+----------+----------+-------------+------------+
"""


def test_tables_in_boxes(tmp_path: Path) -> None:
    """`--format table` draws a box around each; bars inside of a name are no borders."""
    kernels, calls = tables(tmp_path, BOXED)
    assert (kernels.kind, calls.kind) == ("nsys-cuda_gpu_kern_sum", "nsys-cuda_api_sum")
    assert kernels.frames["kernel_summary"][["name", "instances", "total_ns"]].to_numpy().tolist() == [
        ["add<a | b>(float *)", 10, 600000],
        ["scale(float *)", 10, 400000],
    ]
    assert calls.frames["api_summary"].loc[0, ["name", "calls", "total_ns"]].tolist() == ["cudaMalloc", 2, 120000000]


def test_dots_in_the_place_of_rows_are_no_row(tmp_path: Path) -> None:
    """As documents leave rows out: what has no number is no call without a name."""
    lines = NEW.splitlines(keepends=True)
    last = next(number for number, line in enumerate(lines) if "cudaMalloc" in line)
    _, calls = tables(tmp_path, "".join([*lines[: last + 1], "     ......\n", *lines[last + 1 :]]))
    assert calls.frames["api_summary"]["name"].tolist() == ["cudaMalloc"]


def test_cut_names_are_said(tmp_path: Path) -> None:
    """Kernels may have become one by it."""
    kernels, calls = tables(tmp_path, NEW)
    assert (kernels.warnings, calls.warnings) == (["this text report cuts long names; --format csv keeps them whole"], [])


def test_the_first_generation(tmp_path: Path) -> None:
    """Units stood in the titles, and sizes were binary."""
    kernels, times, sizes = tables(tmp_path, OLD)
    assert kernels.frames["kernel_summary"].loc[0, ["name", "instances", "avg_ns"]].tolist() == ["addVectorsInto", 1, 2307581036]
    assert times.frames["memory_time_summary"].loc[0, ["operation", "direction", "count"]].tolist() == [
        "[CUDA Unified Memory memcpy HtoD]",
        "HtoD",
        2304,
    ]
    assert sizes.frames["memory_size_summary"].loc[0, ["direction", "total_bytes", "avg_bytes"]].tolist() == ["DtoH", 65536, 32768]


def test_a_trace_with_blank_cells(tmp_path: Path) -> None:
    """Columns are told by the dashes, not by blanks: copies have no grid, kernels no bytes."""
    trace = """ Start (ns)   Duration (ns)  CorrId  GrdX  BlkX  Bytes (MB)  SrcMemKd  DstMemKd          Device          Ctx  Strm              Name
 -----------  -------------  ------  ----  ----  ----------  --------  --------  -----------------------  ---  ----  ----------------------------
 288,824,971            672     128                   4.194  Pageable  Device    NVIDIA GeForce 3060 (0)    1     7  [CUDA memcpy Host-to-Device]
 288,924,971          1,000     129     5   256                                  NVIDIA GeForce 3060 (0)    1     7  k(int)
"""
    [table] = tables(tmp_path, trace)
    assert table.frames["memcopies"].loc[0, ["start_ns", "bytes", "source_kind", "stream"]].tolist() == [288824971, 4194000, "pageable", 7]
    assert table.frames["kernels"].loc[0, ["start_ns", "end_ns", "grid_x", "block_x"]].tolist() == [288924971, 288925971, 5, 256]


@pytest.mark.parametrize(
    "content",
    [
        "nvtx_sum rc=0\nnvtx_sum csv rc=0\n",
        "    Metric Name      Metric Unit  Metric Value\n    ---------------- ----------- ------------\n    Duration         ns           3\n",
        "---- ---- ----\n",
        "",
    ],
)
def test_other_text_is_not_recognised(tmp_path: Path, content: str) -> None:
    """Tables of other tools have dashes too."""
    file = tmp_path / "other.txt"
    file.write_text(content)
    assert not nsys_text.recognises(Source(str(file), file))
    with pytest.raises(UnreadableInput, match="it holds no table of nsys stats"):
        nsys_text.read(Source(str(file), file), lambda _: True)


COMMA = """CUDA Kernel Statistics:

 Time(%)  Total Time (ns)  Instances   Average   Minimum  Maximum   Name
 -------  ---------------  ---------  ---------  -------  -------  ------
    90,0        2.030.694          9  225.632,7  225.224  226.408  first
    10,0          225.632          1  225.632,0  225.632  225.632  second

CUDA Memory Operation Statistics (by size in KiB):

    Total     Operations   Average    Minimum    Maximum       Operation
 -----------  ----------  ---------  ---------  ---------  ------------------
  72.900,000           9  8.100,000  8.100,000  8.100,000  [CUDA memcpy DtoH]

CUDA Kernel & Memory Operations Trace:

 Start(sec)  Duration(nsec)  CorrId   GrdX   GrdY  GrdZ  BlkX  BlkY  BlkZ    Device    Ctx  Strm   Name
 ----------  --------------  ------  ------  ----  ----  ----  ----  ----  ----------  ---  ----  ------
   0,100000       1.226.408      36  65.535     1     1    64     1     1  A GPU (1)     1    13  first
   {second}         225.479      54  65.535     1     1    64     1     1  A GPU (1)     1    13  second
"""


def test_a_decimal_comma_is_recognised(tmp_path: Path) -> None:
    """One run has one locale: "65.535" blocks and "225.632" ns are thousands because "90,0" is a share."""
    kernels, sizes, trace = tables(tmp_path, COMMA.replace("{second}", "0,102000"))
    assert kernels.frames["kernel_summary"]["total_ns"].tolist() == [2030694.0, 225632.0]
    assert kernels.frames["kernel_summary"]["avg_ns"].tolist() == [225632.7, 225632.0]
    assert sizes.frames["memory_size_summary"]["total_bytes"].tolist() == [72900 * 1024.0]
    frame = trace.frames["kernels"]
    assert (frame["end_ns"] - frame["start_ns"]).tolist() == [1226408, 225479]
    assert frame["start_ns"].tolist() == [100_000_000, 102_000_000]
    assert frame["grid_x"].tolist() == [65535, 65535]


def test_a_decimal_mark_that_cannot_be_told_is_refused(tmp_path: Path) -> None:
    """Points and commas that contradict each other are nobody's numbers."""
    with pytest.raises(UnreadableInput, match="decimal mark cannot be told"):
        tables(tmp_path, COMMA.replace("{second}", "0.102000"))


BY_FOUR = """ ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances   Avg (ns)     Med (ns)    Min (ns)   Max (ns)   StdDev (ns)   Name
 --------  ---------------  ---------  -----------  -----------  ---------  ---------  -----------  ------
     68.9        5268,5554         11   478,9595.8   478,9160.0   477,5751   481,0247       9774.5  second
{first}
"""


def test_groups_of_four_digits_are_read(tmp_path: Path) -> None:
    """Two commas in one number, or a comma and then a point, settle what a comma before four digits is."""
    (kernels,) = tables(
        tmp_path, BY_FOUR.format(first="     31.1      1,1651,1533         11  1059,1957.5  1045,3436.0  1044,0668  1132,9641    29,0127.0  first")
    )
    assert kernels.frames["kernel_summary"][["total_ns", "avg_ns", "max_ns"]].to_numpy().tolist() == [
        [52685554.0, 4789595.8, 4810247.0],
        [116511533.0, 10591957.5, 11329641.0],
    ]


@pytest.mark.parametrize("share", ["68.9", "68,9"])
def test_one_mark_before_four_digits_settles_nothing(tmp_path: Path, share: str) -> None:
    """Where no cell groups by four, "5268,5554" is a fraction: beside a point it is refused, beside another comma it is read."""
    row = f"     {share}        5268,5554         11         4789         4789       4775       4810         9774  only"
    content = BY_FOUR.splitlines()
    content[4:] = [row, ""]
    if "." in share:
        with pytest.raises(UnreadableInput, match="decimal mark cannot be told"):
            tables(tmp_path, "\n".join(content))
    else:
        (kernels,) = tables(tmp_path, "\n".join(content))
        assert kernels.frames["kernel_summary"]["total_ns"].tolist() == [5268.5554]


def test_a_trace_of_rounded_starts_is_left_out(tmp_path: Path) -> None:
    """Some versions print whole seconds: gaps and overlaps of that would be inventions."""
    *_, trace = tables(tmp_path, COMMA.replace("{second}", "0,100000"))
    assert trace.frames == {}
    assert "rounds start times" in trace.warnings[0]


def test_a_text_that_ends_within_a_row_is_cut_off(tmp_path: Path) -> None:
    """Half a number looks like a number, so that the row is left out."""
    (table,) = tables(tmp_path, NEW[: NEW.index("18322.5") + 3])
    assert table.frames["kernel_summary"]["name"].tolist() == ["ampere_bf16_s16816gemm"]
    assert table.warnings == ["the text is cut off inside a row, which was left out"]
