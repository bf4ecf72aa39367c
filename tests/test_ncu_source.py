"""The source page: a table per kernel (and file), a row per instruction or source line."""

from __future__ import annotations

from pathlib import Path

import pytest
from csv_pages import details, launch, line, read

from ncu_advisor.readers import ncu_csv
from ncu_advisor.readers.source import Source

METRICS = ("# Samples", "Instructions Executed", "Thread Instructions Executed", "Address Space", "Access Operation", "Access Size")
METRICS += (
    "L2 Theoretical Sectors Global",
    "L2 Theoretical Sectors Global Ideal",
    "stall_long_sb",
    "stall_wait (Not Issued)",
    "stall_sleeping (Not Issued)",
)
SASS = ("Address", "Source", *METRICS)
BOTH = ("Line No", "Source", "Address", "Source", *METRICS)
LOAD = ["12", "1024", "32,768", "Global", "Load", "32", "4096", "1024", "9", "3", "1"]
PLAIN = ["4", "1024", "32,768", "-", "-", "-", "0", "0", "0", "1", "0"]


def sass(name: str, load_samples: int = 12, start: int = 0x7F00) -> str:
    """One kernel as --print-source sass prints it."""
    rows = [[hex(start), "      MOV R1, c[0x0][0x28]", *PLAIN], [hex(start + 16), "@P0   LDG.E.128 R4, [R2.64]", str(load_samples), *LOAD[1:]]]
    return line(["Kernel Name", name]).rstrip("\n") + ",\n" + line(SASS) + "".join(map(line, rows))


def test_instructions_come_with_their_counts(tmp_path: Path) -> None:
    """Names are those that a binary report gives; a dash is no value, or no text."""
    (table,) = read(tmp_path, sass("void k<int, 4>(int *)"))
    assert (table.kind, table.launches["name"].tolist(), table.launches["grid_x"].tolist()) == ("ncu-source", ["void k<int, 4>(int *)"], [-1])
    assert table.instructions[0].iloc[1].to_dict() == {
        "address": 0x7F10, "sass": "@P0   LDG.E.128 R4, [R2.64]", "source": "", "file": "", "line": 0, "address_space": "Global",
        "access_operation": "Load", "samples": 12.0, "executed": 1024.0, "thread_executed": 32768.0, "access_size": 32.0,
        "sectors_global": 4096.0, "sectors_global_ideal": 1024.0, "stall_long_sb": 9.0, "stall_wait_not_issued": 3.0, "stall_sleep_not_issued": 1.0,
    }  # fmt: skip
    first = table.instructions[0].iloc[0]
    assert (first["address_space"], first["access_size"] != first["access_size"]) == ("", True)


def test_kernels_are_rows_in_the_order_of_the_page(tmp_path: Path) -> None:
    """The header repeats for each; two launches of one kernel are two rows."""
    (table,) = read(tmp_path, sass("a") + sass("b") + sass("a", 99) + "==PROF== Disconnected\n")
    assert table.launches["name"].tolist() == ["a", "b", "a"]
    assert [table.instructions[row]["samples"].sum() for row in range(3)] == [16.0, 16.0, 103.0]


def test_a_page_that_prints_every_kernel_twice_holds_each_once(tmp_path: Path) -> None:
    """ncu 2025.3 does so; launches would differ in their samples."""
    (table,) = read(tmp_path, sass("a") * 2 + sass("b") * 2)
    assert table.launches["name"].tolist() == ["a", "b"]
    (table,) = read(tmp_path, sass("a") * 2 + sass("b") + sass("b", 99))
    assert len(table.launches) == 4


def test_columns_may_differ_between_kernels_and_repeat(tmp_path: Path) -> None:
    """The first of two columns of one name counts."""
    other = line(["Kernel Name", "b"]) + line(["Address", "Source", "Instructions Executed", "Divergent Branches", "Instructions Executed"])
    (table,) = read(tmp_path, sass("a") + other + line(["0x10", "BRA 0x20", "7", "2", "8"]))
    assert table.instructions[1][["executed", "divergent_branches"]].to_numpy().tolist() == [[7.0, 2.0]]
    assert "samples" not in table.instructions[1]


def both(file: str, rows: list[list[str]], name: str = "k(int *)") -> str:
    """One file of a kernel as --print-source cuda,sass prints it."""
    return line(["File Path", file]) + line(["Function Name", name]) + line(BOTH) + "".join(map(line, rows))


TOOLKIT = both(
    "/usr/local/cuda/targets/x86_64-linux/include/cuda_fp16.h", [["90", "__hadd", "-", "-", *LOAD], ["", "", "0x7f10", "LDG.E R4, [R2]", *LOAD]]
)
OWN = both(
    "/home/me/k.cu",
    [
        ["11", "__global__ void k(int *p) {", "-", "-", *PLAIN],
        ["", "", "0x7f00", "MOV R1, R2", *PLAIN],
        ["", "", "0x7f00", "MOV R1, R2", *PLAIN],
        ["", "", "...", "...", *["-"] * len(METRICS)],
        ["12", 'printf("a, b");', "-", "-", *LOAD],
        ["", "", "0x7f10", "LDG.E R4, [R2]", *LOAD],
        ["13", "}", "-", "-", *["-"] * len(METRICS)],
    ],
)


@pytest.mark.parametrize("page", [OWN + TOOLKIT, TOOLKIT + OWN], ids=["own first", "toolkit first"])
def test_instructions_are_placed_in_the_users_own_code(tmp_path: Path, page: str) -> None:
    """An instruction that stands below several lines is one row, with the place that its author can change."""
    (table,) = read(tmp_path, page)
    frame = table.instructions[0]
    assert len(table.launches) == 1
    assert frame[["address", "file", "line", "source", "sass", "executed"]].to_numpy().tolist() == [
        [0x7F00, "/home/me/k.cu", 11, "__global__ void k(int *p) {", "MOV R1, R2", 1024.0],
        [0x7F10, "/home/me/k.cu", 12, 'printf("a, b");', "LDG.E R4, [R2]", 1024.0],
    ]


def test_the_same_file_again_is_the_next_launch(tmp_path: Path) -> None:
    """Files of one kernel stand together, so a repeated one begins another."""
    (table,) = read(tmp_path, (TOOLKIT + OWN) * 2 + OWN.replace("k(int *)", "other(int *)"))
    assert table.launches["name"].tolist() == ["k(int *)", "k(int *)", "other(int *)"]


def test_source_lines_alone_are_rows(tmp_path: Path) -> None:
    """--print-source cuda shows no instructions."""
    page = line(["Kernel Name", "k"]) + line(["#", "Address", "Source", "# Samples"]) + line(["1", "", "int i = threadIdx.x;", "5"])
    (table,) = read(tmp_path, page + line(["2", "", "y[i] = x[i];", "70"]))
    assert table.instructions[0][["line", "source", "samples", "sass"]].to_numpy().tolist() == [
        [1, "int i = threadIdx.x;", 5.0, ""], [2, "y[i] = x[i];", 70.0, ""],
    ]  # fmt: skip


def test_instructions_without_addresses_keep_their_order(tmp_path: Path) -> None:
    """An export of the graphical interface numbers them instead."""
    page = line(["Kernel Name", "k"]) + line(["#", "Source", "# Samples"]) + line(["1", "      MOV R1, c[0x0][0x28]", "5"])
    (table,) = read(tmp_path, page + line(["2", "@!P0   BRA 0x40;", "70"]))
    assert table.instructions[0][["line", "samples", "sass"]].to_numpy().tolist() == [[0, 5.0, "MOV R1, c[0x0][0x28]"], [0, 70.0, "@!P0   BRA 0x40;"]]


def test_pages_of_several_kinds_may_share_a_file(tmp_path: Path) -> None:
    """As >> of several exports leaves them."""
    page = details([[*launch(), "Command line profiler metrics", "a__b.sum", "", "5"]])
    assert [table.kind for table in read(tmp_path, page + sass("k"))] == ["ncu-details", "ncu-source"]
    assert [table.kind for table in read(tmp_path, sass("k") + page)] == ["ncu-details", "ncu-source"]


def test_a_page_is_told_by_its_columns(tmp_path: Path) -> None:
    """Recognition goes by the first table's columns."""
    (tmp_path / "a").write_text(sass("k"))
    source = Source("a", tmp_path / "a")
    assert ncu_csv.recognises(source)
    assert {table.kind for table in ncu_csv.read(source, lambda name: True)} == {"ncu-source"}
