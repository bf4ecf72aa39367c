"""The device code inside an ``.ncu-rep``: which functions it holds, where they were loaded, and their source lines.

SourceData{1 Reference, 4 Binary (an ELF cubin), 6 SMRevision, 8 imported files{1 {1 path, 2 text}}, 9 functions{1 mangled name,
2 load address} (since 2022.2)}. Disassembly is not in the file.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cached_property

from ncu_advisor.readers import cubin, protobuf
from ncu_advisor.readers.protobuf import LENGTH, VARINT

# Names of sections: where variables are, in registers too, is written by -G alone; -lineinfo writes lines (seen in 90 public reports).
_DEBUG_SECTIONS = (b".nv_debug_info_reg", b".debug_info\0")


@dataclass
class EmbeddedCode:
    """One module of device code. ``addresses`` are the load addresses of its functions by mangled name, as the launches saw them."""

    reference: int
    compute_capability: str = ""
    debug: bool = False  # compiled without optimization, by ``nvcc -G``
    addresses: dict[str, int] = field(default_factory=dict)
    message: bytes = field(default=b"", repr=False)  # kept whole only where the binary has source lines
    span: tuple[int, int] = (0, 0)
    files: dict[str, tuple[int, int]] = field(default_factory=dict, repr=False)  # where in the message the text of a source file lies

    def joined(self, earlier: EmbeddedCode | None) -> EmbeddedCode:
        """This entry completed by an earlier one of the same module: the binary comes once, functions as they are first launched."""
        if earlier is None:
            return self
        whole = self if self.message else earlier
        return dataclasses.replace(whole, addresses=earlier.addresses | self.addresses, debug=self.debug or earlier.debug)

    @property
    def binary(self) -> bytes:
        """The cubin, an ELF file; empty where the report holds none."""
        return self.message[slice(*self.span)]

    @cached_property
    def lines(self) -> dict[str, cubin.LineTable]:
        """Source lines by mangled function name, read when first asked for."""
        return cubin.lines(self.binary)

    @cached_property
    def texts(self) -> dict[str, list[str]]:
        """The lines of the source files that were imported into the report (``--import-source``), by path."""
        return {path: protobuf.text(self.message, *span).splitlines() for path, span in self.files.items() if self.message}


def embedded_code(message: bytes) -> EmbeddedCode:
    """The SourceData in ``message``. Its bytes are kept if the binary has line information. Raises WireError."""
    code = EmbeddedCode(0)
    for number, wire, a, b in protobuf.fields(message, 0, len(message)):
        if wire == VARINT and number == 1:
            code.reference = a
        elif wire == VARINT and number == 6:
            code.compute_capability = f"{a >> 16}.{a & 0xFFFF}"
        elif wire == LENGTH and number == 4:
            code.span = (a, b)
        elif wire == LENGTH and number == 9:
            for c, d in protobuf.messages(message, a, b, 1):
                _function(message, c, d, code)
        elif wire == LENGTH and number == 8:
            for c, d in protobuf.messages(message, a, b, 1):
                spans = {n: (e, f) for n, w, e, f in protobuf.fields(message, c, d) if w == LENGTH}
                if 1 in spans and 2 in spans:
                    code.files[protobuf.text(message, *spans[1])] = spans[2]
    sections = cubin.section_names(message, *code.span)
    if b"\0.debug_line\0" in sections:
        code.message = message
    code.debug = all(name in sections for name in _DEBUG_SECTIONS)
    return code


def _function(message: bytes, start: int, stop: int, code: EmbeddedCode) -> None:
    address = protobuf.unsigned(message, start, stop).get(2, 0)
    for a, b in protobuf.messages(message, start, stop, 1):
        code.addresses[protobuf.text(message, a, b)] = address
