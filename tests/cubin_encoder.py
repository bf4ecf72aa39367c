"""A small device binary with the source lines of one kernel, as the device compiler lays them out."""

from __future__ import annotations

import struct

KERNEL = "_Z1kPf"


def line_program(rows: bytes) -> bytes:
    """A DWARF 2 unit: directory /src, files k.cu, /inc/h.cuh and one of the toolkit, line base -5, range 14, opcode base 10."""
    header = struct.pack("<BBbBB", 1, 1, -5, 14, 10) + bytes([0, 1, 1, 1, 1, 0, 0, 0, 1])
    header += b"/src\0\0" + b"k.cu\0\x01\0\0" + b"/inc/h.cuh\0\0\0\0" + b"/usr/local/cuda/bin/../include/mma.hpp\0\0\0\0" + b"\0"
    body = struct.pack("<HI", 2, len(header)) + header + rows
    return struct.pack("<I", len(body)) + body


# set_address(0), to be relocated; line 10, row; 16 bytes on and 2 lines on, row.
BEGIN = b"\0\x09\x02" + b"\0" * 8 + b"\x03\x09\x01" + b"\x02\x10\x03\x02\x01"
END = b"\x02\x20\0\x01\x01"
# File 2, line 4, 32 bytes on, row.
ROWS = BEGIN + b"\x04\x02\x03\x78\x02\x20\x01" + END
# File 3, of the toolkit: 32 bytes on, inlined by the second row, row; 16 bytes on, inlined by the third row, row.
INLINED = BEGIN + b"\x04\x03\x02\x20\0\x03\x90\x02\0\x01" + b"\x02\x10\0\x03\x90\x03\0\x01" + END


def elf(program: bytes, relocated: int, size: int = 128, named: bytes = b"") -> bytes:
    """A cubin with the code of one kernel, its line program, and the relocation of the program's start address; ``named`` are names more."""
    names = b"\0.text." + KERNEL.encode() + b"\0.debug_line\0.rela.debug_line\0.symtab\0.shstrtab\0" + named
    symbols = struct.pack("<IBBHQQ", 0, 3, 0, 1, 0, 0)
    relocations = struct.pack("<QQq", relocated, 0 << 32 | 2, 0)
    contents = [(b".text." + KERNEL.encode(), 1, b"\0" * size, 0), (b".debug_line", 1, program, 0), (b".rela.debug_line", 4, relocations, 2)]
    contents += [(b".symtab", 2, symbols, 0), (b".shstrtab", 3, names, 0)]
    out, headers = bytearray(64), [struct.pack("<IIQQQQIIQQ", *[0] * 10)]
    for name, kind, data, about in contents:
        headers.append(struct.pack("<IIQQQQIIQQ", names.index(b"\0" + name + b"\0") + 1, kind, 0, 0, len(out), len(data), 0, about, 0, 0))
        out += data
    out[:5] = b"\x7fELF\x02"
    struct.pack_into("<Q", out, 0x28, len(out))
    struct.pack_into("<HHH", out, 0x3A, 64, len(headers), len(headers) - 1)
    return bytes(out) + b"".join(headers)


PROGRAM = line_program(ROWS)
BINARY = elf(PROGRAM, PROGRAM.index(ROWS) + 3)
