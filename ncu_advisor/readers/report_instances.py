"""The instances of one metric of an ``.ncu-rep``: a value per opcode, per instruction address, per sample or per whatever else.

A report with source counters is mostly instances (one per metric and instruction), so the common shape is taken apart by one
compiled expression; every other shape goes through the general decoder.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ncu_advisor.readers import protobuf
from ncu_advisor.readers.protobuf import FIXED32, FIXED64, LENGTH, VARINT

# instances{1 CorrelationId{5 u64}, 2 ElementValue{5 u64}} with lengths of one byte: keys 1a, 0a, 28, 12, 28.
_COUNTED = re.compile(rb"\x1a.\x0a.\x28([\x80-\xff]{0,9}[\x00-\x7f])\x12.\x28([\x80-\xff]{0,9}[\x00-\x7f])", re.DOTALL)
_COUNTED_OVERHEAD = 8  # bytes of one match beside its two numbers


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
