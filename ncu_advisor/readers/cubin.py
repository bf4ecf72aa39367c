"""What a device binary (cubin) says about itself without a disassembler: which source line each instruction comes from.

ELF64 after its public specification; the line program is read by ``dwarf_lines``. The addresses of a line program are zero in the file
and named by relocations, so those are followed. Untrusted input: anything odd gives no lines rather than an error.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from dataclasses import dataclass

from ncu_advisor.readers import dwarf_lines

_SYMBOLS, _RELA, _NO_BYTES, _REL = 2, 4, 8, 9
_CODE = ".text."
_MAX_NAME = 1 << 16  # bytes; mangled names run to a few thousand


@dataclass(frozen=True)
class LineTable:
    """The source places of one function: row ``i`` holds from byte ``offsets[i]`` of its code up to the next row."""

    offsets: tuple[int, ...]
    places: tuple[tuple[str, int], ...]  # (file, line)
    size: int  # bytes of the function's code

    def at(self, offset: int) -> tuple[str, int]:
        """The file and line of the instruction at ``offset``; ("", 0) outside the function and before the first row."""
        row = bisect_right(self.offsets, offset) - 1
        return self.places[row] if row >= 0 and offset < self.size else ("", 0)


@dataclass(frozen=True)
class _Section:
    name: str
    kind: int
    start: int
    stop: int
    about: int  # for relocations: the section that they change


def lines(binary: bytes) -> dict[str, LineTable]:
    """Line tables by the mangled name of the function; empty where the binary has none or is not what it should be."""
    try:
        sections = _sections(binary)
        program = next((i for i, section in enumerate(sections) if section.name == ".debug_line"), None)
        if program is None:
            return {}
        targets = _targets(binary, sections, program)
        rows: dict[str, dict[int, tuple[str, int]]] = {}
        for position, offset, file, line in dwarf_lines.rows(binary[sections[program].start : sections[program].stop]):
            if position in targets:
                function, start = targets[position]
                rows.setdefault(function, {})[start + offset] = (file, line)
    except (struct.error, IndexError, ValueError, OverflowError):
        return {}
    sizes = {section.name: section.stop - section.start for section in sections}
    return {name: _table(places, sizes.get(_CODE + name, 0)) for name, places in rows.items()}


def section_names(data: bytes, start: int, stop: int) -> bytes:
    """The names of the sections of the ELF file in this span, each between zeros; empty where it is none. Nothing else of it is read."""
    try:
        if data[start : start + 5] != b"\x7fELF\x02":
            return b""
        table = struct.unpack_from("<Q", data, start + 0x28)[0]
        size, _, names = struct.unpack_from("<HHH", data, start + 0x3A)
        offset, length = struct.unpack_from("<QQ", data, start + table + names * size + 0x18)
    except (struct.error, OverflowError):
        return b""
    return data[min(start + offset, stop) : min(start + offset + length, stop)]


def _table(places: dict[int, tuple[str, int]], size: int) -> LineTable:
    offsets = tuple(sorted(places))
    return LineTable(offsets, tuple(places[offset] for offset in offsets), size)


def _sections(binary: bytes) -> list[_Section]:
    if binary[:5] != b"\x7fELF\x02":
        return []
    table = struct.unpack_from("<Q", binary, 0x28)[0]
    size, count, names = struct.unpack_from("<HHH", binary, 0x3A)
    raw = [struct.unpack_from("<IIQQQQIIQQ", binary, table + i * size) for i in range(count)]
    strings = raw[names][4] if raw else 0
    found: list[_Section] = []
    for name, kind, _, _, start, length, _, about, _, _ in raw:
        start_of_name = strings + name
        end_of_name = max(binary.find(b"\0", start_of_name, start_of_name + _MAX_NAME), start_of_name)
        text = binary[start_of_name:end_of_name].decode("utf-8", "replace")
        found.append(_Section(text, kind, start, start if kind == _NO_BYTES else min(start + length, len(binary)), about))
    return found


def _targets(binary: bytes, sections: list[_Section], program: int) -> dict[int, tuple[str, int]]:
    """The function and offset that each relocated word of the line program, by its position there, stands for."""
    symbols = next((section for section in sections if section.kind == _SYMBOLS), None)
    found: dict[int, tuple[str, int]] = {}
    for section in sections:
        if symbols is None or section.kind not in (_REL, _RELA) or section.about != program:
            continue
        for at in range(section.start, section.stop - 15, 16 if section.kind == _REL else 24):
            position, info = struct.unpack_from("<QQ", binary, at)
            addend = struct.unpack_from("<q", binary, at + 16)[0] if section.kind == _RELA else 0
            home, value = struct.unpack_from("<HQ", binary, symbols.start + (info >> 32) * 24 + 6)
            name = sections[home].name if home < len(sections) else ""
            if name.startswith(_CODE):
                found[position] = (name[len(_CODE) :], value + addend)
    return found
