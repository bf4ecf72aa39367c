"""The line number program of DWARF 2 to 4, after the public standard (section 6.2): rows of (offset, file, line).

Device compilers add one opcode: what follows was inlined, and the row with the given number (from 1, within the sequence) is the call.
An instruction inlined from the toolkit's headers is therefore given the place in the user's own code that called for it.


Every loop consumes bytes that exist, so a hostile program ends with its bytes; ValueError and IndexError say that it is damaged.
"""

from __future__ import annotations

import ntpath
import posixpath
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ncu_advisor.source_paths import DRIVE, TOOLKIT

_COPY, _ADVANCE_PC, _ADVANCE_LINE, _SET_FILE, _CONST_ADD_PC, _FIXED_ADVANCE_PC = 1, 2, 3, 4, 8, 9
_END_SEQUENCE, _SET_ADDRESS, _DEFINE_FILE, _INLINED_CALL = 1, 2, 3, 0x90


@dataclass
class _Header:
    stop: int  # end of the unit
    program: int  # first byte of the opcodes
    step: int  # bytes of the smallest instruction
    line_base: int
    line_range: int
    opcode_base: int
    operands: bytes
    directories: list[str]
    files: list[str]


def rows(data: bytes) -> Iterator[tuple[int, int, str, int]]:
    """Rows of all sequences of all units as ``(position, offset, file, line)``.

    ``position`` is where in ``data`` the start address of the row's sequence lies (what a relocation names), ``offset`` is in bytes
    from that address.
    """
    position = 0
    while position + 4 <= len(data):
        header = _header(data, position)
        yield from _program(data, header)
        position = header.stop


def _header(data: bytes, start: int) -> _Header:
    length, position, word = struct.unpack_from("<I", data, start)[0], start + 4, "<I"
    if length == 0xFFFFFFFF:
        length, position, word = struct.unpack_from("<Q", data, position)[0], position + 8, "<Q"
    stop = position + length
    version = struct.unpack_from("<H", data, position)[0]
    if stop > len(data) or version not in (2, 3, 4):
        raise ValueError(f"line program of version {version}")
    position += 2
    program = position + struct.calcsize(word) + struct.unpack_from(word, data, position)[0]
    position += struct.calcsize(word)
    step = data[position]
    position += 3 if version == 4 else 2
    line_base, line_range, opcode_base = struct.unpack_from("<bBB", data, position)
    position += 3
    if line_range == 0 or opcode_base == 0 or program > stop:
        raise ValueError("line program without a range")
    operands = data[position : position + opcode_base - 1]
    directories, position = _strings(data, position + opcode_base - 1)
    files: list[str] = []
    while data[position]:
        name, position = _file(data, position, directories)
        files.append(name)
    return _Header(stop, program, step, line_base, line_range, opcode_base, operands, directories, files)


def _strings(data: bytes, position: int) -> tuple[list[str], int]:
    found: list[str] = []
    while data[position]:
        stop = data.index(b"\0", position)
        found.append(data[position:stop].decode("utf-8", "replace"))
        position = stop + 1
    return found, position + 1


def _file(data: bytes, position: int, directories: list[str]) -> tuple[str, int]:
    stop = data.index(b"\0", position)
    name = data[position:stop].decode("utf-8", "replace")
    directory, position = _leb(data, stop + 1)
    for _ in range(2):  # time and size
        _, position = _leb(data, position)
    if 0 < directory <= len(directories) and not name.startswith("/") and not DRIVE.match(name):
        name = f"{directories[directory - 1]}/{name}"
    return _normal(name), position


def _normal(name: str) -> str:
    """The path as its system writes it: nvcc on Windows states backslashes escaped, with a slash before the file (C:\\\\a\\\\src\\/x.cu)."""
    if name.startswith("/"):
        return posixpath.normpath(name)
    return ntpath.normpath(name.replace("\\\\", "\\")) if DRIVE.match(name) else name


def _leb(data: bytes, position: int, signed: bool = False) -> tuple[int, int]:
    value = shift = 0
    for at in range(position, position + 10):
        byte = data[at]
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return (value - (1 << shift) if signed and byte & 0x40 else value), at + 1
    raise ValueError("a number has no end")


def _program(data: bytes, header: _Header) -> Iterator[tuple[int, int, str, int]]:  # noqa: PLR0912 - one branch an opcode
    position, stop = header.program, header.stop
    state = _Sequence(header)
    while position < stop:
        opcode = data[position]
        position += 1
        if opcode >= header.opcode_base:  # special: advance both, and a row
            steps, lines = divmod(opcode - header.opcode_base, header.line_range)
            state.offset += steps * header.step
            state.line += header.line_base + lines
            yield state.row()
        elif opcode == 0:
            length, position = _leb(data, position)
            kind = data[position] if length else 0
            if kind == _SET_ADDRESS:
                state = _Sequence(header, position + 1)
            elif kind == _DEFINE_FILE:
                header.files.append(_file(data, position + 1, header.directories)[0])
            elif kind == _END_SEQUENCE:
                state = _Sequence(header)
            elif kind == _INLINED_CALL:
                state.caller = _leb(data, position + 1)[0]
            position += length
        elif opcode == _COPY:
            yield state.row()
        elif opcode == _ADVANCE_PC:
            steps, position = _leb(data, position)
            state.offset += steps * header.step
        elif opcode == _ADVANCE_LINE:
            lines, position = _leb(data, position, signed=True)
            state.line += lines
        elif opcode == _SET_FILE:
            state.file, position = _leb(data, position)
        elif opcode == _CONST_ADD_PC:
            state.offset += (255 - header.opcode_base) // header.line_range * header.step
        elif opcode == _FIXED_ADVANCE_PC:
            state.offset += struct.unpack_from("<H", data, position)[0]
            position += 2
        else:
            for _ in range(header.operands[opcode - 1]):
                _, position = _leb(data, position)


class _Sequence:
    """The registers of one sequence, and its rows so far as ``(file, line, row of the call)``."""

    def __init__(self, header: _Header, start: int = -1) -> None:
        self.header = header
        self.start = start  # where in the data its start address lies
        self.offset, self.file, self.line, self.caller = 0, 1, 1, 0
        self.rows: list[tuple[str, int, int]] = []

    def row(self) -> tuple[int, int, str, int]:
        """A row of the current registers: the innermost place that is not the toolkit's, else the instruction's own."""
        name = self.header.files[self.file - 1] if 0 < self.file <= len(self.header.files) else ""
        self.rows.append((name, self.line, self.caller if self.caller < len(self.rows) + 1 else 0))
        at = len(self.rows)
        while at and TOOLKIT.search(self.rows[at - 1][0]):
            at = self.rows[at - 1][2]  # always an earlier row, so this ends
        file, line, _ = self.rows[at - 1]
        return self.start, self.offset, file, line
