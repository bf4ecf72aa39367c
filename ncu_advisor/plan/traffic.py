"""Bytes that a grid of tiles moves between DRAM, L2 and the SMs, with reuse between the tiles that run at the same time."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ncu_advisor.plan.problem import Product

GROUP_M = 8  # tile rows that are walked together before the next column, as in the snippets


@dataclass(frozen=True)
class Traffic:
    """Bytes over the whole launch. ``operands_l2``: A and B from L2 to the SMs; ``dram_read``, ``dram_write``: to and from DRAM."""

    operands_l2: float
    dram_read: float
    dram_write: float
    compulsory: float  # A and B read once
    rows: float  # of A that are wanted at the same time, and columns of B
    columns: float


def wave_shape(tiles_m: int, tiles_n: int, tiles_at_once: float, group_m: int = GROUP_M) -> tuple[float, float]:
    """Rows and columns of tiles that run together under grouped order: groups of ``group_m`` rows are walked column by column."""
    rows = min(group_m, tiles_m)
    at_once = min(tiles_at_once, tiles_m * tiles_n)
    columns = at_once / rows
    if columns <= tiles_n:
        return float(rows), max(1.0, columns)
    return float(min(tiles_m, rows * math.ceil(columns / tiles_n))), float(tiles_n)


def product_traffic(product: Product, block_m: int, block_n: int, tiles_at_once: float, l2_bytes: float) -> Traffic:
    """Traffic of a tiled product.

    Every tile asks L2 for its whole strip of A and B. The tiles of one wave walk along K in step, so DRAM serves each of their rows and
    columns once a wave; across waves, what fits the L2 stays. ``l2_bytes`` is what it holds at full speed.
    """
    m, n, k, batch, element = product.m, product.n, product.k, product.batch, product.element
    tiles_m, tiles_n = math.ceil(m / block_m), math.ceil(n / block_n)
    tiles = tiles_m * tiles_n
    a, b = m * k * element, n * k * element
    distinct_a = product.a_bytes or a
    repeated = distinct_a / a
    operands = (tiles_n * a + tiles_m * b) * batch
    compulsory = distinct_a + b
    rows, columns = wave_shape(tiles_m, tiles_n, max(1.0, tiles_at_once))
    waves = tiles / max(1.0, min(tiles_at_once, tiles))
    once_a_wave = waves * (min(rows * block_m, m) * repeated + min(columns * block_n, n)) * k * element
    # A strip that comes back in the next group survives as far as it fits beside what streams through.
    kept = min(1.0, l2_bytes / compulsory)
    read = compulsory + max(0.0, once_a_wave - compulsory) * (1.0 - kept)
    wanted = min(rows * block_m, m) * batch, min(columns * block_n, n) * batch
    return Traffic(operands, min(read * batch, operands), m * n * batch * product.result, compulsory * batch, *wanted)
