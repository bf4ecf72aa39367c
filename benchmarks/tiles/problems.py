"""What is swept: problems of different kinds, and for each the full grid of launch configurations that are possible at all."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

SHARED = 227 * 1024  # opt-in per block, 9.0
BYTES = {"f16": 2, "bf16": 2, "tf32": 4, "f8": 1, "i8": 1}


class Gemm(NamedTuple):
    m: int
    n: int
    k: int
    dtype: str = "f16"
    batch: int = 1


class Tile(NamedTuple):
    bm: int
    bn: int
    bk: int
    stages: int
    warps: int
    split: int = 1


# Kinds alternate, so that a sweep that is cut short is still balanced.
GEMMS = [
    Gemm(4096, 4096, 4096), Gemm(16, 4096, 4096), Gemm(512, 512, 16384), Gemm(1024, 1024, 1024), Gemm(8192, 1024, 1024), Gemm(1000, 1000, 1000),
    Gemm(2048, 2048, 2048), Gemm(64, 8192, 8192), Gemm(256, 256, 16384), Gemm(512, 512, 512), Gemm(512, 28672, 4096), Gemm(1000, 4096, 2048),
    Gemm(8192, 8192, 8192), Gemm(128, 4096, 4096), Gemm(16384, 256, 1024), Gemm(1536, 1536, 1536), Gemm(4096, 4096, 512), Gemm(4095, 4095, 4095),
    Gemm(3072, 3072, 3072), Gemm(32, 14336, 4096), Gemm(256, 1024, 16384), Gemm(768, 768, 768), Gemm(1024, 8192, 4096), Gemm(2047, 2048, 2048),
    Gemm(6144, 6144, 6144), Gemm(128, 8192, 8192), Gemm(384, 384, 8192), Gemm(16, 8192, 8192), Gemm(4096, 14336, 4096), Gemm(500, 3000, 1500),
    Gemm(64, 4096, 4096), Gemm(8192, 8192, 256), Gemm(32, 4096, 8192), Gemm(2048, 512, 4096),
    Gemm(256, 4096, 4096), Gemm(128, 128, 32768), Gemm(1280, 1280, 1280), Gemm(4096, 4096, 1024), Gemm(777, 1111, 999), Gemm(1, 8192, 8192),
    Gemm(256, 256, 256), Gemm(512, 4096, 14336), Gemm(2048, 8192, 2048), Gemm(1024, 16384, 1024), Gemm(64, 64, 16384), Gemm(640, 640, 640),
    Gemm(8, 4096, 14336), Gemm(1024, 4096, 4096), Gemm(5120, 5120, 5120), Gemm(4096, 1024, 4096), Gemm(128, 16384, 4096), Gemm(2304, 2304, 768),
    Gemm(4096, 64, 4096), Gemm(16384, 16384, 1024), Gemm(512, 1024, 8192), Gemm(2048, 2048, 8192), Gemm(1023, 1025, 4096), Gemm(896, 896, 896),
]  # fmt: skip
TYPED = [
    Gemm(4096, 4096, 4096, "bf16"), Gemm(4096, 4096, 4096, "f8"), Gemm(4096, 4096, 4096, "tf32"), Gemm(4096, 4096, 4096, "i8"),
    Gemm(1024, 1024, 1024, "f8"), Gemm(1024, 1024, 1024, "tf32"), Gemm(1024, 1024, 1024, "i8"), Gemm(128, 8192, 4096, "bf16"),
    Gemm(512, 512, 64, "f16", 64), Gemm(1024, 1024, 128, "f16", 32), Gemm(512, 64, 512, "f16", 64), Gemm(128, 8192, 8192, "f8"),
    Gemm(128, 8192, 8192, "i8"), Gemm(128, 4096, 4096, "tf32"), Gemm(8192, 2048, 2048, "f8"), Gemm(8192, 2048, 2048, "i8"),
    Gemm(2048, 2048, 2048, "tf32"), Gemm(2048, 2048, 2048, "bf16"), Gemm(256, 256, 1024, "f16", 16),
]  # fmt: skip
ATTENTIONS = [  # batch, heads, T, D
    (2, 32, 4096, 128), (8, 16, 512, 64), (1, 16, 8192, 256), (4, 16, 2048, 64), (1, 8, 2048, 128), (1, 16, 16384, 128), (8, 8, 1024, 256),
    (2, 16, 8192, 64), (16, 16, 512, 128), (4, 32, 1024, 128), (1, 16, 4096, 256), (1, 4, 16384, 64), (1, 32, 1024, 64), (1, 16, 2048, 256),
    (1, 8, 8192, 128), (16, 8, 512, 256), (1, 8, 1024, 128), (4, 8, 4096, 64), (2, 16, 2048, 128), (1, 12, 1024, 64), (1, 32, 4096, 64),
    (1, 2, 8192, 128), (4, 4, 2048, 256), (32, 16, 1024, 64),
]  # fmt: skip
# Drawn at random (seed 2026) and measured once the constants of the model stood.
FRESH_GEMMS = [
    Gemm(48, 2048, 8192),
    Gemm(2560, 11008, 512),
    Gemm(200, 7168, 11008),
    Gemm(2560, 3072, 11008),
    Gemm(2560, 4096, 11008),
    Gemm(1600, 1024, 128),
    Gemm(3584, 512, 512),
    Gemm(384, 512, 6144),
    Gemm(16, 11008, 6144),
    Gemm(5120, 2048, 1536),
    Gemm(1024, 1792, 3072),
    Gemm(640, 3072, 8192),
    Gemm(5120, 512, 3072),
    Gemm(48, 5120, 8192),
    Gemm(384, 1792, 6144),
    Gemm(96, 11008, 11008),
]
ODD_GEMMS = [Gemm(333, 1001, 5000), Gemm(1500, 700, 1100), Gemm(255, 513, 4100)]  # with splits
FRESH_ATTENTIONS = [
    (4, 4, 6144, 128),
    (4, 16, 3072, 64),
    (8, 32, 4096, 128),
    (1, 16, 4096, 256),
    (8, 16, 4096, 128),
    (4, 32, 3072, 256),
    (1, 12, 1024, 64),
    (1, 32, 6144, 64),
]
STREAMS = [(op, dtype, mib) for mib in (256, 16, 1024, 64) for op in ("copy", "add") for dtype in ("f32", "f16")]  # MiB an array
ROWS = [
    (op, rows, cols)
    for rows, cols in (
        (8192, 4096),
        (65536, 128),
        (32768, 1024),
        (4096, 8192),
        (1024, 32768),
        (16384, 2048),
        (131072, 256),
        (512, 131072),
        (8192, 5120),
        (200, 4096),
    )
    for op in ("softmax", "norm")
]


def aligned(p: Gemm) -> bool:
    """Whether rows of both operands start on 16 elements, as the compiler needs to know for wide copies."""
    return p.n % 16 == 0 and p.k % 16 == 0


def _possible(t: Tile, size: int) -> bool:
    sums = t.bm * t.bn / (32 * t.warps)
    return t.stages * (t.bm + t.bn) * t.bk * size <= SHARED and 4 <= sums <= 128


def gemm_tiles(p: Gemm) -> Iterator[Tile]:
    """Every possible tile; the likely good ones first, so that hopeless ones are known after a single run."""
    size = BYTES[p.dtype]
    usual = p.dtype == "f16" and p.batch == 1
    bms, bns = (16, 32, 64, 128, 256), (32, 64, 128, 256)
    bks = {1: (64, 128), 4: (32, 64)}.get(size, (32, 64, 128))
    stages = (2, 3, 4, 5) if usual and aligned(p) else (2, 3, 4)
    tiles = []
    for bm, bn, bk, s, w in itertools.product(bms, bns, bks, stages, (4, 8)):
        t = Tile(bm, bn, bk, s, w)
        hopeless = (p.m * p.n >= 2048 * 2048 and bm * bn < 4096) or bm > max(64, 2 * p.m) or bn > max(64, 2 * p.n) or bk > p.k
        rare = (not usual or not aligned(p)) and (bm * bn < 64 * 32 or bm < 32) and p.m > 64
        if _possible(t, size) and not hopeless and not rare:
            tiles.append(t)
    tiles.sort(key=lambda t: (t[:3] not in ((128, 128, 64), (64, 128, 64), (128, 256, 64), (16, 64, 128), (32, 64, 64), (64, 64, 64)), t.stages != 3))
    yield from tiles
    if usual and (aligned(p) or p in ODD_GEMMS) and -(-p.m // 128) * -(-p.n // 128) < 132:
        for t, split in itertools.product(tiles, (2, 4, 8, 16)):
            if (t.bk >= 64 or not aligned(p)) and t.stages in (3, 4) and p.k // split >= 4 * t.bk and (t.bm * t.bn >= 1024):
                yield t._replace(split=split)


def attention_tiles(head_dim: int) -> Iterator[tuple[int, int, int, int]]:
    """BM, BN, stages, warps."""
    for bm, bn, stages, warps in itertools.product((128, 64), (64, 128, 32), (3, 2, 4, 1), (8, 4)):
        copies = stages if stages > 1 else 1
        if 2 * head_dim * (bm + 2 * bn * copies) <= SHARED + 32768 and bm * (head_dim + bn) / (32 * warps) <= 384:
            yield bm, bn, stages, warps


def stream_launches(dtype: str) -> Iterator[tuple[int, int, int]]:
    """BLOCK elements, warps, blocks per SM of a strided loop (0: one block a chunk)."""
    size = 4 if dtype == "f32" else 2
    for items_bytes, warps in itertools.product((4, 8, 16, 32, 64, 128), (2, 4, 8, 16)):
        if items_bytes >= size:
            block = items_bytes // size * 32 * warps
            yield block, warps, 0
            if items_bytes >= 16 and warps in (4, 8):
                yield block, warps, 8
                yield block, warps, 16


def row_launches(cols: int) -> Iterator[tuple[int, int, int, int]]:
    """Rows a block, BLOCK, warps, passes."""
    whole = 1 << (cols - 1).bit_length()
    for rows, warps in itertools.product((1, 2, 4, 8, 16), (1, 2, 4, 8, 16, 32)):
        per_thread = rows * whole / (32 * warps)
        if 1 <= per_thread <= 128:
            yield rows, whole, warps, 1
    for chunk, warps in itertools.product((1024, 2048, 4096, 8192), (4, 8, 16, 32)):
        if chunk < whole and 4 <= chunk / (32 * warps) <= 64:
            yield 1, chunk, warps, 2
