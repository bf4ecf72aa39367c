"""A small encoder of the wire format and the container of ``.ncu-rep``, and a valid report made with it."""

from __future__ import annotations

import struct
from pathlib import Path

from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import ncu_rep
from ncu_advisor.readers.source import Source


def number(value: int) -> bytes:
    """``value`` as a varint."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def field(key: int, value: int | float | str | bytes) -> bytes:
    """One field: integers as varints, floats as doubles, strings and messages with their length."""
    if isinstance(value, int):
        return number(key << 3) + number(value)
    if isinstance(value, float):
        return number(key << 3 | 1) + struct.pack("<d", value)
    data = value.encode() if isinstance(value, str) else value
    return number(key << 3 | 2) + number(len(data)) + data


def scalar(value: int | float | str) -> bytes:
    """A ProfileMetricValue."""
    return field(1, value) if isinstance(value, str) else field(3, value) if isinstance(value, float) else field(5, value)


def metric(name: int, value: int | float | str | None, instances: dict[int | str, int | float] | None = None) -> bytes:
    """MetricResults of a ProfileResult, as the vendor's writer orders its fields."""
    body = field(1, name) + (b"" if value is None else field(2, scalar(value)))
    for key, count in (instances or {}).items():
        body += field(3, field(1, scalar(key)) + field(2, scalar(count)))
    return field(13, body + field(4, 0))


def triple(x: int, y: int, z: int) -> bytes:
    return field(1, x) + field(2, y) + field(3, z)


def launch(*parts: bytes, name: str = "void k<int>(int *)", stream: int = 7) -> bytes:
    """A ProfileResult with grid (128, 2, 1) and block (256, 1, 1)."""
    identity = (field(5, "_Z1kIiEvPi"), field(6, "k"), field(7, name), field(10, triple(128, 2, 1)), field(11, triple(256, 1, 1)))
    return b"".join((*identity, *parts, field(15, field(1, 11)), field(22, 1), field(23, stream)))


def sized(message: bytes) -> bytes:
    return struct.pack("<I", len(message)) + message


def block(*, strings: tuple[str, ...] = (), sources: tuple[bytes, ...] = (), results: tuple[bytes, ...] = (), session: bytes = b"") -> bytes:
    """A block of the container."""
    payload = b"".join(sized(message) for message in (*sources, *results))
    table = b"".join(field(1, text) for text in strings)
    header = field(1, len(sources)) + field(2, len(results)) + (field(3, session) if session else b"")
    return sized(header + field(4, table) + field(5, len(payload)) + field(6, field(1, 4321))) + payload


def report(*blocks: bytes, version: int = 7) -> bytes:
    return b"NVR\0" + sized(field(1, version)) + b"".join(blocks)


VERSION = field(8, field(1, "Nsight Compute Target") + field(2, "2025.3.1.0 (build 1) (public-release)"))
NAMES = ("gpu__time_duration.sum", "device__attribute_display_name", "launch__grid_size", "sass__inst_executed_per_opcode_with_modifier_all")
RULE = field(
    19,
    field(1, "UncoalescedGlobalAccess")
    + field(
        3,
        field(
            1,
            field(1, field(1, "See @section:Occupancy:Occupancy@ and @url:the Guide:https://x.y/z#a@.") + field(2, 4))
            + field(10, field(1, 2) + field(2, 41.5)),
        ),
    )
    + field(4, "SourceCounters")
    + field(5, field(1, 1) + field(2, 12) + field(4, "here") + field(6, "/src/k.cu")),
)
VALID = report(
    block(session=VERSION),
    block(
        strings=NAMES,
        results=(
            launch(
                metric(0, 5120.0),
                metric(1, "NVIDIA H200"),
                metric(2, 256, {0: 256}),
                metric(3, 9.0, {"LDG.E.128": 6.0, "STG.E": 3}),
                RULE,
            ),
        ),
    ),
    block(strings=("dram__bytes_read.sum", "inst_executed"), results=(launch(metric(0, 99), metric(4, 4096), metric(5, 5, {64: 2, 80: 3})),)),
)


def read(tmp_path: Path, data: bytes, wanted: tuple[str, ...] | None = None) -> LaunchTable:
    file = tmp_path / "report.bin"
    file.write_bytes(data)
    (table,) = ncu_rep.read(Source("report.bin", file), lambda name: wanted is None or name in wanted)
    return table
