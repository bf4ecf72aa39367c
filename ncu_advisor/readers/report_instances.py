"""The instances of one metric of an ``.ncu-rep``: a value per opcode, per instruction address, per sample or per whatever else.

A report with source counters is mostly instances (one per metric and instruction). Where all have the common shape, few of them are
taken apart by one compiled expression and many as columns of bytes; every other shape goes through the general decoder.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.readers import protobuf
from ncu_advisor.readers.protobuf import FIXED32, FIXED64, LENGTH, VARINT

# instances{1 CorrelationId{5 u64}, 2 ElementValue{5 u64}} with lengths of one byte: keys 1a, 0a, 28, 12, 28.
_COUNTED = re.compile(rb"\x1a.\x0a.\x28([\x80-\xff]{0,9}[\x00-\x7f])\x12.\x28([\x80-\xff]{0,9}[\x00-\x7f])", re.DOTALL)
_COUNTED_OVERHEAD = 8  # bytes of one match beside its two numbers
_LONGEST = 10  # bytes of a number
_PADDING = 16  # so that what is looked for behind a place near the end is there
_MANY = 4096  # bytes of instances from which on columns are faster

Addressed = tuple[NDArray[np.uint64], NDArray[np.float64]]  # addresses, each once and ascending, and the value at each


def counts(data: bytes, start: int, stop: int) -> dict[int | str, float]:
    """The instances in ``data[start:stop]`` (fields 3 of a metric) by correlation id: opcodes are strings, addresses numbers.

    An id that occurs twice keeps the sum of its values. Instances without an id or without a number are left out.
    """
    pairs = _COUNTED.findall(data, start, stop)
    covered = sum(_COUNTED_OVERHEAD + len(key) + len(value) for key, value in pairs)
    if covered == _without_kind(data, start, stop):
        fast: dict[int | str, float] = {_number(key): float(_number(value)) for key, value in pairs}
        if len(fast) == len(pairs):
            return fast
    return _general(data, start, stop)


def addressed(data: bytes, start: int, stop: int) -> Addressed:
    """The same of instances by address, as columns; those whose id is no number are left out."""
    columns = _columns(data, start, stop) if stop - start >= _MANY else None
    if columns is None:
        found = {key: value for key, value in counts(data, start, stop).items() if isinstance(key, int)}
        columns = np.fromiter(found, np.uint64, len(found)), np.fromiter(found.values(), float, len(found))
    addresses, values = columns
    if (addresses[1:] > addresses[:-1]).all():
        return columns
    ascending, place = np.unique(addresses, return_inverse=True)
    return ascending, np.bincount(place, values, len(ascending)).astype(np.float64)


def _columns(data: bytes, start: int, stop: int) -> Addressed | None:
    """Ids and values where every instance has the common shape, ``1a . 0a . 28 id 12 . 28 value`` with lengths of one byte; else None."""
    buffer = np.frombuffer(data, np.uint8, _without_kind(data, start, stop), start)
    padded = np.concatenate((buffer, np.zeros(_PADDING, np.uint8)))
    at = np.flatnonzero((buffer == 0x1A) & (padded[2 : len(buffer) + 2] == 0x0A) & (padded[4 : len(buffer) + 4] == 0x28))
    # What begins at 0 and where the one before ends are exactly the instances: a chain that closes leaves no room for a chance match.
    ends = at + 2 + padded[at + 1]
    if not len(at) or at[0] or ends[-1] != len(buffer) or (ends[:-1] != at[1:]).any():
        return None
    of_value = at + 4 + padded[at + 3].astype(np.int64)  # where the key 12 stands
    inside = of_value + 3 < ends
    if not inside.all() or (padded[of_value] != 0x12).any() or (padded[of_value + 2] != 0x28).any():
        return None
    if (of_value + 2 + padded[of_value + 1] != ends).any():
        return None
    addresses, values = _varints(padded, at + 5, of_value), _varints(padded, of_value + 3, ends)
    return None if addresses is None or values is None else (addresses, values.astype(np.float64))


def _varints(buffer: NDArray[np.uint8], begins: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.uint64] | None:
    """The numbers that fill ``buffer[begin:end]``; None where one does not end exactly there."""
    lengths = ends - begins
    longest = int(lengths.max())
    shortest = int(lengths.min())
    if shortest < 1 or longest > _LONGEST:
        return None
    numbers = np.zeros(len(begins), np.uint64)
    for place in range(longest):
        byte = buffer[begins + place]
        if place >= shortest:
            byte[lengths <= place] = 0
        if ((byte >= 0x80) != (place < lengths - 1)).any():
            return None
        numbers |= (byte & 0x7F).astype(np.uint64) << np.uint64(7 * place)
    return numbers


def _without_kind(data: bytes, start: int, stop: int) -> int:
    """Bytes of ``data[start:stop]`` before the trailing field 4, a number below 128 that reports since 2023.3 end a metric with."""
    return stop - start - (2 if stop - start >= 2 and data[stop - 2] == 0x20 and data[stop - 1] < 0x80 else 0)


def _general(data: bytes, start: int, stop: int) -> dict[int | str, float]:
    found: dict[int | str, float] = {}
    for a, b in protobuf.messages(data, start, stop, 3):
        key: int | str | float | None = None
        value: int | str | float | None = None
        for number, wire, c, d in protobuf.fields(data, a, b):
            if wire == LENGTH and number == 1:
                key = scalar(data, c, d)
            elif wire == LENGTH and number == 2:
                value = scalar(data, c, d)
        if isinstance(key, (int, str)) and isinstance(value, (int, float)):
            found[key] = found.get(key, 0.0) + value
    return found


def scalar(data: bytes, start: int, stop: int) -> int | float | str | None:
    """ProfileMetricValue{1 string, 2 float, 3 double, 4 u32, 5 u64}; None where it is empty."""
    value: int | float | str | None = None
    for number, wire, a, b in protobuf.fields(data, start, stop):
        if wire == LENGTH and number == 1:
            value = protobuf.text(data, a, b)
        elif wire == FIXED32 and number == 2:
            value = protobuf.single(data, a)
        elif wire == FIXED64 and number == 3:
            value = protobuf.double(data, a)
        elif wire == VARINT and number in (4, 5):
            value = a
    return value


@lru_cache(maxsize=1 << 16)
def _number(encoded: bytes) -> int:
    """The varint ``encoded``; the same addresses come back for every metric, hence the cache."""
    return protobuf.varint(encoded, 0, len(encoded))[0]
