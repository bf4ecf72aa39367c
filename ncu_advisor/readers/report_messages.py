"""One kernel result of an ``.ncu-rep``: identity, metric values, opcode counts, per-instruction counts, and the vendor's rules.

Field numbers: the vendor's public protocol files of 2020 for the old fields, and seen on the wire of reports of 2020 to 2025 for the
later ones. Values are in base units (ns, byte, hz, percent); the unit itself is not stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field

from ncu_advisor.profile import VendorRule
from ncu_advisor.readers import protobuf, report_rules
from ncu_advisor.readers.protobuf import FIXED32, FIXED64, LENGTH, VARINT, WireError, varint
from ncu_advisor.readers.report_instances import Addressed, addressed, counts, scalar

# What is to be read of a metric, by its name: nothing, or any of its value, its instances by mnemonic, its instances by address.
SKIP, VALUE, OPCODES, PER_INSTRUCTION = 0, 1, 2, 4

_MAX_ID = 1 << 63
_METRIC_KEY = 13 << 3 | LENGTH  # ProfileResult.MetricResults, by far the most frequent field


@dataclass
class Result:
    """One launch as it lies in the file; ``ids`` index the report's strings and are parallel to ``values``."""

    mangled: str = ""
    function: str = ""
    demangled: str = ""
    grid: tuple[int, int, int] = (-1, -1, -1)
    block: tuple[int, int, int] = (-1, -1, -1)
    context: int = -1
    stream: int = -1
    source: int = 0
    ids: array[int] = field(default_factory=lambda: array("q"))
    values: array[float] = field(default_factory=lambda: array("d"))
    texts: dict[int, str] = field(default_factory=dict)
    opcodes: dict[int, dict[str, float]] = field(default_factory=dict)
    instructions: dict[int, Addressed] = field(default_factory=dict)  # by metric id
    rules: list[VendorRule] = field(default_factory=list)
    nvtx: list[str] = field(default_factory=list)


def result(data: bytes, use: Callable[[int], int]) -> Result:
    """The ProfileResult in ``data``. ``use(name id)`` says what to read of a metric; raises WireError."""
    found = Result()
    position, stop = 0, len(data)
    while position < stop:
        key, position = varint(data, position, stop)
        if key == _METRIC_KEY:
            length, position = varint(data, position, stop)
            end = position + length
            if end > stop:
                raise WireError("a metric is longer than its result")
            _metric(data, position, end, use, found)
            position = end
            continue
        wire = key & 7
        if wire == LENGTH:
            length, position = varint(data, position, stop)
            end = position + length
            if end > stop:
                raise WireError("a field is longer than its result")
            part = _PARTS.get(key >> 3)
            if part is not None:
                part(data, position, end, found)
            position = end
        elif wire == VARINT:
            value, position = varint(data, position, stop)
            if key >> 3 == 22:
                found.context = value if value < _MAX_ID else -1
            elif key >> 3 == 23:
                found.stream = value if value < _MAX_ID else -1
        elif wire in (FIXED64, FIXED32):
            position += 8 if wire == FIXED64 else 4
        else:
            raise WireError(f"wire type {wire} is not in use")
    if position != stop:
        raise WireError("a field is longer than its result")
    return found


def _metric(data: bytes, position: int, stop: int, use: Callable[[int], int], found: Result) -> None:
    """ProfileMetricResult{1 NameId, 2 Value, 3 instances{1 CorrelationId, 2 ElementValue}}; fields come in order of their numbers."""
    name, kind = -1, SKIP
    while position < stop:
        key = data[position]
        if key == 0x08:  # 1: NameId
            name, position = varint(data, position + 1, stop)
            kind = use(name)
            if kind == SKIP:
                return
        elif key == 0x12:  # 2: Value
            length, position = varint(data, position + 1, stop)
            if position + length > stop:
                raise WireError("a value is longer than its metric")
            value = _value(data, position, position + length)
            position += length
            if kind & VALUE and isinstance(value, float):
                found.ids.append(name)
                found.values.append(value)
            elif kind & VALUE and isinstance(value, str):
                found.texts[name] = value
        elif kind & OPCODES and key == 0x1A:
            found.opcodes[name] = {k: v for k, v in counts(data, position, stop).items() if type(k) is str}
            return
        elif kind & PER_INSTRUCTION and key == 0x1A:
            found.instructions[name] = addressed(data, position, stop)
            return
        else:  # instances that nobody asked for, and whatever follows them
            return


def _value(data: bytes, start: int, stop: int) -> float | str | None:
    """ProfileMetricValue{1 string, 2 float, 3 double, 4 u32, 5 u64}; None where it is empty."""
    if start == stop:
        return None
    key = data[start]
    if key == 0x19 and stop - start == 9:
        return protobuf.double(data, start + 1)
    if key == 0x28:
        return float(varint(data, start + 1, stop)[0])
    value = scalar(data, start, stop)
    return float(value) if isinstance(value, int) else value


def _triple(data: bytes, start: int, stop: int) -> tuple[int, int, int]:
    """Uint64x3{1 x, 2 y, 3 z}; an absent part is -1, as is one that no launch can have."""
    numbers = protobuf.unsigned(data, start, stop)
    x, y, z = (n if (n := numbers.get(part, -1)) < 1 << 31 else -1 for part in (1, 2, 3))
    return x, y, z


def _grid(data: bytes, start: int, stop: int, found: Result) -> None:
    found.grid = _triple(data, start, stop)


def _block(data: bytes, start: int, stop: int, found: Result) -> None:
    found.block = _triple(data, start, stop)


def _mangled(data: bytes, start: int, stop: int, found: Result) -> None:
    found.mangled = protobuf.text(data, start, stop)


def _function(data: bytes, start: int, stop: int, found: Result) -> None:
    found.function = protobuf.text(data, start, stop)


def _demangled(data: bytes, start: int, stop: int, found: Result) -> None:
    found.demangled = protobuf.text(data, start, stop)


def _source(data: bytes, start: int, stop: int, found: Result) -> None:
    found.source = protobuf.unsigned(data, start, stop).get(1, 0)


def _rule(data: bytes, start: int, stop: int, found: Result) -> None:
    found.rules.extend(report_rules.rules(data, start, stop))


def _nvtx(data: bytes, start: int, stop: int, found: Result) -> None:
    """NvtxState{1 domain{1 id, 2 name}, 2 thread{1 id, 2 state{1 domain id, 3 range{1 text}}}}: open ranges as ``domain/range``."""
    domains: dict[int, str] = {}
    for a, b in protobuf.messages(data, start, stop, 1):
        names = [protobuf.text(data, c, d) for c, d in protobuf.messages(data, a, b, 2)]
        domains[protobuf.unsigned(data, a, b).get(1, 0)] = names[0] if names else ""
    for thread in protobuf.messages(data, start, stop, 2):
        for state in protobuf.messages(data, *thread, 2):
            domain = domains.get(protobuf.unsigned(data, *state).get(1, 0), "")
            for opened in protobuf.messages(data, *state, 3):
                found.nvtx.extend(f"{domain}/{protobuf.text(data, c, d)}" for c, d in protobuf.messages(data, *opened, 1))


_PARTS: dict[int, Callable[[bytes, int, int, Result], None]] = {
    5: _mangled,
    6: _function,
    7: _demangled,
    10: _grid,
    11: _block,
    15: _source,
    19: _rule,
    21: _nvtx,
}
