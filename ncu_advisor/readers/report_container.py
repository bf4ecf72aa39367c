"""The container of an ``.ncu-rep``: a header, then blocks of sized entries, read one at a time so that memory follows the largest entry.

Layout, after the vendor's public "Customization Guide" (file format version 7, 2020 to 2025): ``NVR\\0``, u32 size + FileHeader, then until
the end of the file u32 size + BlockHeader and the block's payload, in which each entry is u32 size + message: sources first, then
kernel results, then range results. Numbers are little-endian. Metric names are indices into the string tables of all blocks, concatenated.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from ncu_advisor.readers import protobuf

MAGIC = b"NVR\0"
KNOWN_VERSION = 7

SOURCE, RESULT, RANGE = "source", "result", "range"

# One entry is one kernel launch or one cubin; far beyond any real one, far below what would hurt.
_MAX_ENTRY = 1 << 30
_CHUNK = 8 << 20


class TruncatedError(Exception):
    """The file ends inside a block; what came before it is whole."""


class MalformedError(Exception):
    """The bytes are not a report; ``str()`` says what is wrong."""


@dataclass
class Session:
    """What the block headers tell about the run; it grows while entries are read."""

    version: int = 0
    strings: list[str] = field(default_factory=list)
    process_id: int = -1
    details: dict[str, str] = field(default_factory=dict)  # "Nsight Compute Target": "2025.3.1.0 (build ...)", "Command Line": ...


def entries(stream: BinaryIO, session: Session) -> Iterator[tuple[str, bytes]]:
    """Every entry of the file as ``(SOURCE | RESULT | RANGE, message)``, in file order; ``session`` is filled on the way.

    Raises TruncatedError where the file ends early and MalformedError where it is damaged.
    """
    if stream.read(4) != MAGIC:
        raise MalformedError("it does not begin as a report")
    header = _sized(stream)
    try:
        if header is None:
            raise TruncatedError
        session.version = protobuf.unsigned(header, 0, len(header)).get(1, 0)
        while (block := _sized(stream)) is not None:
            yield from _payload(stream, _block_header(block, session))
    except protobuf.WireError as error:
        raise MalformedError(str(error)) from None


@dataclass(frozen=True)
class _Block:
    sources: int
    results: int
    ranges: int
    payload: int  # bytes


def _block_header(block: bytes, session: Session) -> _Block:
    """BlockHeader{1 NumSources, 2 NumResults, 3 SessionDetails, 4 StringTable, 5 PayloadSize, 6 ProcessInfo, 7 NumRangeResults}."""
    numbers: dict[int, int] = {}
    for number, wire, a, b in protobuf.fields(block, 0, len(block)):
        if wire == protobuf.VARINT:
            numbers[number] = a
        elif wire == protobuf.LENGTH and number == 3:
            _session_details(block, a, b, session)
        elif wire == protobuf.LENGTH and number == 4:
            session.strings.extend(protobuf.text(block, c, d) for c, d in protobuf.messages(block, a, b, 1))
        elif wire == protobuf.LENGTH and number == 6:
            process = protobuf.unsigned(block, a, b).get(1, session.process_id)
            session.process_id = process if process < 1 << 32 else -1
    return _Block(numbers.get(1, 0), numbers.get(2, 0), numbers.get(7, 0), numbers.get(5, 0))


def _session_details(data: bytes, start: int, stop: int, session: Session) -> None:
    """SessionDetails{8 VersionInfo{1 Provider, 2 Version}, 11 command line}; the rest is of the host and stays unread."""
    for number, wire, a, b in protobuf.fields(data, start, stop):
        if wire != protobuf.LENGTH:
            continue
        if number == 8:
            pair = {n: protobuf.text(data, c, d) for n, w, c, d in protobuf.fields(data, a, b) if w == protobuf.LENGTH}
            session.details[pair.get(1, "")] = pair.get(2, "")
        elif number == 11:
            session.details["Command Line"] = protobuf.text(data, a, b)


def _payload(stream: BinaryIO, block: _Block) -> Iterator[tuple[str, bytes]]:
    left = block.payload
    for kind, count in ((SOURCE, block.sources), (RESULT, block.results), (RANGE, block.ranges)):
        for _ in range(count):
            size = _size(stream)
            if size is None:
                raise TruncatedError
            left -= 4 + size
            if left < 0:
                raise MalformedError("an entry is longer than its block")
            yield kind, _exactly(stream, size)
    while left > 0:  # a newer format may append entries of a kind not known here
        left -= len(_exactly(stream, min(left, _CHUNK)))


def _sized(stream: BinaryIO) -> bytes | None:
    """The next u32 size + message; None at the end of the file."""
    size = _size(stream)
    return None if size is None else _exactly(stream, size)


def _size(stream: BinaryIO) -> int | None:
    prefix = stream.read(4)
    if not prefix:
        return None
    if len(prefix) < 4:
        raise TruncatedError
    size: int = struct.unpack("<I", prefix)[0]
    if size > _MAX_ENTRY:
        raise MalformedError(f"an entry claims {size:,} bytes")
    return size


def _exactly(stream: BinaryIO, size: int) -> bytes:
    """``size`` bytes, read in chunks: a size that lies must not reserve memory that the file cannot fill."""
    data = stream.read(min(size, _CHUNK))
    if len(data) == size:
        return data
    parts = [data]
    left = size - len(data)
    while left and (part := stream.read(min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    if left:
        raise TruncatedError
    return b"".join(parts)
