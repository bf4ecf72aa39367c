"""Inputs of the size that the goals name, made from this repository's own samples: wide raw pages, and long binary reports.

A launch of a generated page is one of the sample's launches with every number a few percent off (but not what describes the device), so
that its metrics still belong together and rules fire as often as they do in a real run. Blocks of columns are
drawn from a pool of such variants: no two rows are the same, and 890 MB are written in seconds.
"""

from __future__ import annotations

import csv
import lzma
import math
import random
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

EXPORTS = Path(__file__).parents[2] / "sample_reports" / "exports"
IDENTITY = 11  # columns of a raw page before its metrics

_BLOCK = 50  # columns that are drawn together
_VARIANTS = 24  # of each block of each sample launch
_NAMES = 400  # different kernels
_BATCH = 500  # rows that are written at a time
_OPERATIONS = ("CUDAFunctor_add", "MulFunctor", "direct_copy_kernel_cuda", "silu_kernel", "FillFunctor", "exp_kernel_cuda")
_TYPES = ("float", "double", "c10::Half", "c10::BFloat16", "int", "long")


def sample() -> tuple[list[str], list[str], list[list[str]]]:
    """Names, units and launches of the full raw page among the samples."""
    with lzma.open(EXPORTS / "full_raw.csv.xz", "rt", encoding="utf-8", newline="") as stream:
        names, units, *rows = csv.reader(stream)
    return names, units, rows


def repeated_page(target: Path, launches: int) -> None:
    """The sample's raw page with all its columns, its launches repeated up to ``launches``, numbered anew."""
    names, units, rows = sample()
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows((names, units))
        writer.writerows([str(number), *rows[number % len(rows)][1:]] for number in range(launches))


def wide_page(target: Path, launches: int, metrics: int, first: Sequence[str], seed: int = 1) -> int:
    """A raw page of ``launches`` and ``metrics`` columns: those that ``first`` names before the others. Returns its size in bytes."""
    source = random.Random(seed)
    names, units, rows = sample()
    chosen = sorted(_chosen(names, rows, metrics, frozenset(first)))
    fixed = {place for place in chosen if len({row[place] for row in rows}) == 1}  # counters that are 0, and what describes the device
    pools = [_pool(rows, chosen[start : start + _BLOCK], fixed, source) for start in range(0, metrics, _BLOCK)]
    kernels = [_kernel(source) for _ in range(_NAMES)]
    with target.open("wb", buffering=1 << 20) as stream:
        for line in (names, units):
            stream.write(_cells([*line[:IDENTITY], *(line[place] for place in chosen)]) + b"\n")
        for start in range(0, launches, _BATCH):
            stream.write(b"".join(_row(number, rows, kernels, pools, source) for number in range(start, min(start + _BATCH, launches))))
    return target.stat().st_size


def _chosen(names: Sequence[str], rows: Sequence[Sequence[str]], metrics: int, first: frozenset[str]) -> list[int]:
    wanted = [place for place, name in enumerate(names) if name in first and place >= IDENTITY]
    # Of the others those that are filled: a set of a thousand metrics was asked for, and a chip has what it was asked for.
    others = [place for place in range(IDENTITY, len(names)) if names[place] not in first and any(row[place] for row in rows)]
    rest = metrics - len(wanted)
    if not 0 < rest <= len(others):
        raise ValueError(f"of {metrics} columns {len(wanted)} are to come first; the sample has {len(others)} others")
    return [*wanted, *(others[index * len(others) // rest] for index in range(rest))]


def _row(number: int, rows: Sequence[Sequence[str]], kernels: Sequence[str], pools: Sequence[list[list[bytes]]], source: random.Random) -> bytes:
    like = number % len(rows)
    identity = [str(number), "4711", "app", "127.0.0.1", kernels[source.randrange(_NAMES)], *rows[like][5:IDENTITY]]
    return b",".join((_cells(identity), *(source.choice(pool[like]) for pool in pools))) + b"\n"


def _pool(rows: Sequence[Sequence[str]], places: Sequence[int], fixed: set[int], source: random.Random) -> list[list[bytes]]:
    """Variants of a block of columns, by sample launch."""

    def variant(row: Sequence[str]) -> bytes:
        return _cells([row[place] if place in fixed else _varied(row[place], source) for place in places])

    return [[variant(row) for _ in range(_VARIANTS)] for row in rows]


def _varied(cell: str, source: random.Random) -> str:
    """The number in ``cell`` up to 3% off, as many decimals and thousands grouped as before; what is no number, and 0, as it is."""
    plain = cell.replace(",", "")
    try:
        value = float(plain)
    except ValueError:
        return cell
    if value == 0 or math.isnan(value):
        return cell
    decimals = len(plain.partition(".")[2])
    return f"{value * source.uniform(0.97, 1.03):{',' if ',' in cell else ''}.{decimals}f}"


def _kernel(source: random.Random) -> str:
    operation, kind, width = source.choice(_OPERATIONS), source.choice(_TYPES), source.choice((1, 2, 4, 8))
    if source.random() < 0.3:
        tile = f"{source.choice((64, 128, 256))}x{source.choice((64, 128))}_32x{source.randrange(2, 7)}"
        return f"void cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_{tile}_tn_align8>(T1::Params)"
    function = f"at::native::{operation}<{kind}>, std::array<char *, {source.randrange(2, 5)}>"
    return f"void at::native::vectorized_elementwise_kernel<{width}, {function}>(int, T2, T3) [{source.randrange(99)}]"


def _cells(cells: Sequence[str]) -> bytes:
    return ",".join('"' + cell.replace('"', '""') + '"' for cell in cells).encode()


def long_report(target: Path, size: int) -> int:
    """A binary report of about ``size`` bytes: the sample's own, its block of results repeated. Returns how many launches it holds."""
    with lzma.open(EXPORTS / "full.ncu-rep.xz") as stream:
        data = stream.read()
    blocks = list(_blocks(data))
    header, results = blocks[0], [block for block in blocks[1:] if block[2]]
    first = b"".join(data[start:stop] for start, stop, launches in blocks[1:] if not launches)
    launches = 0
    with target.open("wb") as out:
        out.write(data[header[0] : header[1]] + first)
        while out.tell() < size:
            for start, stop, held in results:
                out.write(data[start:stop])
                launches += held
    return launches


def _blocks(data: bytes) -> Iterator[tuple[int, int, int]]:
    """(start, stop, launches) of the file's header and of its blocks."""
    from ncu_advisor.readers import protobuf

    (size,) = struct.unpack_from("<I", data, 4)
    yield 0, 8 + size, 0
    position = 8 + size
    while position < len(data):
        (size,) = struct.unpack_from("<I", data, position)
        numbers = protobuf.unsigned(data, position + 4, position + 4 + size)
        stop = position + 4 + size + numbers.get(5, 0)
        yield position, stop, numbers.get(2, 0)
        position = stop
