"""Kernels as people write them in Triton: a row softmax, a layer norm, a tiled transpose and a tiled matrix product."""

import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(out, x, columns, WIDTH: tl.constexpr):  # noqa: N803
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, WIDTH)
    values = tl.load(x + row * columns + at, mask=at < columns, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(out + row * columns + at, powers / tl.sum(powers, 0), mask=at < columns)


@triton.jit
def layer_norm_kernel(out, x, weight, columns, WIDTH: tl.constexpr):  # noqa: N803
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, WIDTH)
    values = tl.load(x + row * columns + at, mask=at < columns, other=0.0)
    mean = tl.sum(values, 0) / columns
    centred = tl.where(at < columns, values - mean, 0.0)
    scale = 1.0 / tl.sqrt(tl.sum(centred * centred, 0) / columns + 1e-5)
    tl.store(out + row * columns + at, centred * scale * tl.load(weight + at, mask=at < columns), mask=at < columns)


@triton.jit
def transpose_kernel(out, x, n, TILE: tl.constexpr):  # noqa: N803
    rows = tl.program_id(1) * TILE + tl.arange(0, TILE)
    columns = tl.program_id(0) * TILE + tl.arange(0, TILE)
    values = tl.load(x + rows[:, None] * n + columns[None, :])
    tl.store(out + columns[:, None] * n + rows[None, :], tl.trans(values))


@triton.jit
def product_kernel(out, a, b, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # noqa: N803
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    steps = tl.arange(0, BK)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        left = tl.load(a + rows[:, None] * k + (start + steps)[None, :])
        right = tl.load(b + (start + steps)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(out + rows[:, None] * n + columns[None, :], total.to(out.dtype.element_ty))


def softmax(x: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    softmax_kernel[(x.shape[0],)](out, x, x.shape[1], WIDTH=triton.next_power_of_2(x.shape[1]), num_warps=8)
    return out


def layer_norm(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    out = torch.empty_like(x)
    layer_norm_kernel[(x.shape[0],)](out, x, weight, x.shape[1], WIDTH=triton.next_power_of_2(x.shape[1]), num_warps=4)
    return out


def transpose(x: torch.Tensor) -> torch.Tensor:
    """Of a square matrix whose side is a multiple of 64."""
    out = torch.empty_like(x)
    tiles = x.shape[0] // 64
    transpose_kernel[(tiles, tiles)](out, x, x.shape[0], TILE=64, num_warps=8)
    return out


def product(a: torch.Tensor, b: torch.Tensor, bm: int, bn: int, bk: int, stages: int, warps: int) -> torch.Tensor:
    """Of matrices whose sides the tile divides."""
    (m, k), n = a.shape, b.shape[1]
    out = torch.empty(m, n, device=a.device, dtype=a.dtype)
    product_kernel[(m // bm, n // bn)](out, a, b, m, n, k, BM=bm, BN=bn, BK=bk, num_stages=stages, num_warps=warps)
    return out
