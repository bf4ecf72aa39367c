"""A matrix product as the tile model sees it: a GEMM, or a convolution read as one."""

from __future__ import annotations

from dataclasses import dataclass

from ncu_advisor.plan.tile import Tile


@dataclass(frozen=True)
class Product:
    """C[m,n] = A[m,k] B[k,n], ``batch`` times. ``a_k_major``, ``b_k_major``: whether consecutive k are neighbours in memory.

    ``vector``: bytes that a thread can copy at a time. ``a_bytes``: what A holds of distinct data (a convolution's A repeats its image).
    """

    m: int
    n: int
    k: int
    dtype: str
    batch: int
    element: float
    result: float
    vector: float
    a_k_major: bool = True
    b_k_major: bool = False
    a_bytes: float = 0.0

    @property
    def flops(self) -> float:
        return 2.0 * self.m * self.n * self.k * self.batch

    @property
    def outputs(self) -> float:
        return float(self.m * self.n * self.batch)

    @property
    def transposed(self) -> bool:
        """Whether an operand does not lie along k, as wgmma wants every type but the 16-bit ones."""
        return not (self.a_k_major and self.b_k_major)

    def rows_of(self, tile: Tile) -> tuple[float, float]:
        """Bytes of a contiguous row of A's and B's tile."""
        return (
            (tile.block_k if self.a_k_major else tile.block_m) * self.element,
            (tile.block_k if self.b_k_major else tile.block_n) * self.element,
        )
