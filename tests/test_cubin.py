"""Source lines of instructions are found in device binaries without a disassembler."""

from __future__ import annotations

from cubin_encoder import BEGIN, BINARY, INLINED, KERNEL, PROGRAM, elf, line_program
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.readers import cubin


def test_every_instruction_has_the_line_of_the_row_before_it() -> None:
    """Rows hold until the next one; directories and included files are spelt out."""
    table = cubin.lines(BINARY)[KERNEL]
    assert [table.at(offset) for offset in (0, 15, 16, 47, 48, 127)] == [
        ("/src/k.cu", 10), ("/src/k.cu", 10), ("/src/k.cu", 12), ("/src/k.cu", 12), ("/inc/h.cuh", 4), ("/inc/h.cuh", 4),
    ]  # fmt: skip


def test_paths_of_windows_are_written_as_windows_does() -> None:
    """Its compiler states backslashes twice, and joins the file by a slash."""
    program = PROGRAM.replace(b"/src\0", b"C:\\\\src\\\\\0")
    longer = len(program) - len(PROGRAM)
    unit, header = (int.from_bytes(program[at : at + 4], "little") + longer for at in (0, 6))
    program = unit.to_bytes(4, "little") + program[4:6] + header.to_bytes(4, "little") + program[10:]
    table = cubin.lines(elf(program, program.index(BEGIN) + 3))[KERNEL]
    assert table.at(0) == ("C:\\src\\k.cu", 10)
    assert table.at(48) == ("/inc/h.cuh", 4)


def test_what_the_toolkit_inlined_is_placed_in_the_users_code() -> None:
    """An instruction from a header of the toolkit belongs to the line that called for it, through any number of calls."""
    program = line_program(INLINED)
    table = cubin.lines(elf(program, program.index(INLINED) + 3))[KERNEL]
    assert [table.at(offset) for offset in (16, 48, 64)] == [("/src/k.cu", 12)] * 3


def test_an_address_outside_the_function_has_no_line() -> None:
    """What follows the function's code is not taken for its last line."""
    assert cubin.lines(BINARY)[KERNEL].at(128) == ("", 0)


def test_a_sequence_that_no_relocation_names_is_left_out() -> None:
    """Without a relocation it is unknown which function the rows are of."""
    assert cubin.lines(elf(PROGRAM, 0)) == {}


def test_binaries_without_lines_give_none() -> None:
    """No ELF, no section, an unknown DWARF version: no lines, and no error."""
    unnamed, unknown = BINARY.replace(b".debug_line", b".debug_lime"), elf(b"\x06\0\0\0\x09\0\0\0\0\0", 3)
    assert [cubin.lines(data) for data in (b"", b"PTX", unnamed, unknown)] == [{}] * 4


def test_the_names_of_sections_are_found_without_reading_the_rest() -> None:
    """In a span of a longer message, as reports hold binaries; what is no ELF file, or ends too early, names none."""
    inside = b"before" + BINARY + b"after"
    assert cubin.section_names(inside, 6, 6 + len(BINARY)).split(b"\0")[1:4] == [b".text." + KERNEL.encode(), b".debug_line", b".rela.debug_line"]
    assert [cubin.section_names(data, 0, len(data)) for data in (b"", b"PTX", inside, BINARY[:200])] == [b""] * 4


@settings(max_examples=300, deadline=None)
@given(changes=st.lists(st.tuples(st.integers(0, len(BINARY) - 1), st.integers(0, 255)), max_size=8), cut=st.integers(0, len(BINARY)))
def test_damaged_binaries_give_lines_or_none(changes: list[tuple[int, int]], cut: int) -> None:
    """Any damage costs lines, never an exception."""
    data = bytearray(BINARY)
    for position, value in changes:
        data[position] = value
    assert all(isinstance(name, str) for name in cubin.lines(bytes(data[:cut])))
    assert len(cubin.section_names(bytes(data), 0, cut)) <= cut
