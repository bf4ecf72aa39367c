"""Mutations that keep a format's outer shape, so that the fuzzer gets past lengths and headers: fields of messages, cells and lines of tables."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable

from ncu_advisor.readers import protobuf

Mutate = Callable[[bytes, int], bytes]  # libFuzzer's own: (data, longest result)

_DEEPEST = 6
_PAGE = 512  # bytes, of the database among the seeds


def report(data: bytes, longest: int, seed: int, mutate: Mutate) -> bytes:
    """A binary report with one part changed and every length around it mended; half of the time plain bytes are changed."""
    source = random.Random(seed)
    if source.random() < 0.3 or not data.startswith(b"NVR\0"):
        return mutate(data, longest)
    try:
        blocks = _blocks(data)
    except (struct.error, protobuf.WireError):
        return mutate(data, longest)
    if not blocks:
        return mutate(data, longest)
    index = source.randrange(len(blocks))
    head, entries, rest = blocks[index]
    if entries and source.random() < 0.8:
        place = source.randrange(len(entries))
        entries[place] = _message(entries[place], source, mutate, 0)
        if source.random() < 0.1:
            entries.insert(place, entries[place])
    else:
        head = _message(head, source, mutate, 0)
    blocks[index] = (head, entries, rest)
    out = b"NVR\0" + _sized(data[8 : 8 + struct.unpack_from("<I", data, 4)[0]])
    for head, entries, rest in blocks:
        payload = b"".join(map(_sized, entries)) + rest
        # Of a field that stands twice the last counts, so the size is appended.
        out += _sized(head + b"\x28" + _varint(len(payload))) + payload
    return out[:longest]


def table(data: bytes, longest: int, seed: int, mutate: Mutate) -> bytes:
    """Text with lines or cells exchanged, repeated or left out; two thirds of the time plain bytes are changed."""
    source = random.Random(seed)
    if source.random() < 0.66:
        return mutate(data, longest)
    lines = data.splitlines(keepends=True)
    if not lines:
        return mutate(data, longest)
    at, other = source.randrange(len(lines)), source.randrange(len(lines))
    kind = source.randrange(5)
    if kind == 0:
        lines[at:at] = [lines[other]] * source.choice((1, 1, 2, 20))
    elif kind == 1:
        del lines[at]
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    else:
        cells, more = lines[at].split(b","), lines[other].split(b",")
        place = source.randrange(len(cells))
        cells[place] = source.choice(more) if kind == 3 else mutate(cells[place], len(cells[place]) + 16)
        lines[at] = b",".join(cells)
    return b"".join(lines)[:longest]


def database(data: bytes, longest: int, seed: int, mutate: Mutate) -> bytes:
    """An SQLite file with some bytes of its rows changed; one time in three plain bytes are changed, which mostly breaks the file."""
    source = random.Random(seed)
    if source.random() < 0.33 or len(data) < 2 * _PAGE:
        return mutate(data, longest)
    changed = bytearray(data)
    for _ in range(source.choice((1, 1, 2, 5))):
        # Rows fill a page from its end.
        page = source.randrange(1, len(data) // _PAGE) * _PAGE
        place = page + _PAGE - 1 - int(source.expovariate(1 / 60)) % (_PAGE - 16)
        changed[place] = source.choice((0, 1, 127, 128, 255, source.randrange(256)))
    return bytes(changed)


def _blocks(data: bytes) -> list[tuple[bytes, list[bytes], bytes]]:
    """Of every block its header, its entries, and what follows them."""
    position = 8 + struct.unpack_from("<I", data, 4)[0]
    found = []
    while position + 4 <= len(data):
        (size,) = struct.unpack_from("<I", data, position)
        head = data[position + 4 : position + 4 + size]
        numbers = protobuf.unsigned(head, 0, len(head))
        position += 4 + size
        stop = min(position + numbers.get(5, 0), len(data))
        entries = []
        for _ in range(min(numbers.get(1, 0) + numbers.get(2, 0) + numbers.get(7, 0), 64)):
            if position + 4 > stop:
                break
            (size,) = struct.unpack_from("<I", data, position)
            entries.append(data[position + 4 : min(position + 4 + size, stop)])
            position += 4 + size
        found.append((head, entries, data[position:stop]))
        position = max(stop, position)
    return found


def _message(data: bytes, source: random.Random, mutate: Mutate, depth: int) -> bytes:
    """The message with one of its fields changed, or a field of a field."""
    fields: list[tuple[int, bytes]] = []
    position = 0
    try:
        while position < len(data):
            key, position = protobuf.varint(data, position, len(data))
            if key & 7 == protobuf.LENGTH:
                size, position = protobuf.varint(data, position, len(data))
                fields.append((key, data[position : position + size]))
                position += size
            elif key & 7 == protobuf.VARINT:
                start = position
                _, position = protobuf.varint(data, position, len(data))
                fields.append((key, data[start:position]))
            else:
                size = 8 if key & 7 == protobuf.FIXED64 else 4
                fields.append((key, data[position : position + size]))
                position += size
    except protobuf.WireError:
        return mutate(data, len(data) + 64)
    if not fields or position != len(data) or depth > _DEEPEST:
        return mutate(data, len(data) + 64)
    at = source.randrange(len(fields))
    key, body = fields[at]
    kind = source.randrange(8)
    if kind == 0:
        del fields[at]
    elif kind == 1:
        fields.insert(at, fields[source.randrange(len(fields))])
    elif kind == 2:
        fields[at] = (source.randrange(1, 40) << 3 | key & 7, body)
    elif key & 7 == protobuf.LENGTH and kind < 7:
        fields[at] = (key, _message(body, source, mutate, depth + 1))
    else:
        grows = key & 7 in (protobuf.LENGTH, protobuf.VARINT)
        fields[at] = (key, mutate(body, len(body) + 16) if grows else mutate(body, len(body)).ljust(len(body), b"\0"))
    return b"".join(_varint(key) + (_varint(len(body)) if key & 7 == protobuf.LENGTH else b"") + body for key, body in fields)


def _sized(message: bytes) -> bytes:
    return struct.pack("<I", len(message)) + message


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
