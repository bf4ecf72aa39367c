"""The protocol buffer wire format, as much as a reader of foreign messages needs: bounds-checked, without a schema, without copies.

A message is a span ``data[start:stop]``; nested messages are spans of the same buffer, so skipping one costs its length prefix only.
Source: the public encoding specification (protobuf.dev, "Encoding"). Everything malformed raises WireError; no message nests by recursion.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

VARINT, FIXED64, LENGTH, FIXED32 = 0, 1, 2, 5

_DOUBLE = struct.Struct("<d")
_FLOAT = struct.Struct("<f")


class WireError(ValueError):
    """Bytes that are no protocol buffer message; the reader that knows the file words it for the user."""


def varint(data: bytes, position: int, stop: int) -> tuple[int, int]:
    """The unsigned number at ``position`` and the position after it; at most ten bytes, as the specification allows."""
    if position < stop:
        byte = data[position]
        if byte < 0x80:
            return byte, position + 1
    value = shift = 0
    for at in range(position, min(stop, position + 10)):
        byte = data[at]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, at + 1
        shift += 7
    raise WireError("a number has no end")


def fields(data: bytes, start: int, stop: int) -> Iterator[tuple[int, int, int, int]]:
    """Every field of the message ``data[start:stop]`` as ``(number, wire type, a, b)``.

    VARINT: ``a`` is the value. LENGTH: the content is ``data[a:b]``. FIXED64 and FIXED32: the content begins at ``a``.
    """
    position = start
    while position < stop:
        key, position = varint(data, position, stop)
        wire = key & 7
        if wire == LENGTH:
            length, position = varint(data, position, stop)
            end = position + length
            if end > stop:
                raise WireError("a field is longer than its message")
            yield key >> 3, wire, position, end
            position = end
        elif wire == VARINT:
            value, position = varint(data, position, stop)
            yield key >> 3, wire, value, position
        elif wire in (FIXED64, FIXED32):
            end = position + (8 if wire == FIXED64 else 4)
            if end > stop:
                raise WireError("a field is longer than its message")
            yield key >> 3, wire, position, end
            position = end
        else:
            raise WireError(f"wire type {wire} is not in use")


def messages(data: bytes, start: int, stop: int, number: int) -> Iterator[tuple[int, int]]:
    """The spans of every length-delimited field ``number`` of a message."""
    for found, wire, a, b in fields(data, start, stop):
        if found == number and wire == LENGTH:
            yield a, b


def unsigned(data: bytes, start: int, stop: int) -> dict[int, int]:
    """The varint fields of a message by number; the last one wins, as the specification says."""
    return {number: a for number, wire, a, _ in fields(data, start, stop) if wire == VARINT}


def double(data: bytes, position: int) -> float:
    """The FIXED64 at ``position`` as a float64; ``fields`` has checked the bounds."""
    value: float = _DOUBLE.unpack_from(data, position)[0]
    return value


def single(data: bytes, position: int) -> float:
    """The FIXED32 at ``position`` as a float32; ``fields`` has checked the bounds."""
    value: float = _FLOAT.unpack_from(data, position)[0]
    return value


def text(data: bytes, start: int, stop: int) -> str:
    """A string field; bytes that are not UTF-8 become replacement characters, never an error."""
    return data[start:stop].decode("utf-8", "replace")
