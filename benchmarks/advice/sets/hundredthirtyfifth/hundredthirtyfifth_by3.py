#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredthirtyfifth_by3.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- copper_lantern: root of the summed squares over time, by batch and channel, of a [batch, time, channel] tensor
@triton.jit
def copper_lantern_by3_a(x_ptr, y_ptr, C, T: tl.constexpr):
    c = tl.program_id(0)
    b = tl.program_id(1)
    t = tl.arange(0, T)
    v = tl.load(x_ptr + b * T * C + t * C + c)
    tl.store(y_ptr + b * C + c, tl.sqrt(tl.sum(v * v, axis=0)))


@triton.jit
def copper_lantern_by3_b(x_ptr, y_ptr, C, T: tl.constexpr, BT: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    b = tl.program_id(1)
    acc = tl.zeros((BT, BC), dtype=tl.float32)
    for t0 in range(0, T, BT):
        t = t0 + tl.arange(0, BT)
        v = tl.load(x_ptr + b * T * C + t[:, None] * C + c[None, :])
        acc += v * v
    tl.store(y_ptr + b * C + c, tl.sqrt(tl.sum(acc, axis=0)))


def copper(after):
    def setup():
        B, T, C = 32, 1024, 4096  # noqa: N806 as it was measured
        x = torch.randn((B, T, C), device="cuda", generator=gen(11))
        y = torch.empty((B, C), device="cuda")
        if after:
            return (lambda: copper_lantern_by3_b[(C // 64, B)](x, y, C, T=T, BT=64, BC=64, num_warps=4)), y
        return (lambda: copper_lantern_by3_a[(C, B)](x, y, C, T=T, num_warps=4)), y

    return setup


# ---- maple_drift: weighted look-up of 32-wide records by an index list
@triton.jit
def maple_drift_by3_a(idx_ptr, w_ptr, table_ptr, out_ptr, N, D: tl.constexpr, ITEMS: tl.constexpr):
    i = tl.program_id(0) * ITEMS + tl.arange(0, ITEMS)
    d = tl.arange(0, D)
    row = tl.load(idx_ptr + i)
    w = tl.load(w_ptr + i)
    v = tl.load(table_ptr + d[None, :] * N + row[:, None])
    tl.store(out_ptr + i[:, None] * D + d[None, :], v * w[:, None])


@triton.jit
def maple_drift_by3_b(idx_ptr, w_ptr, table_ptr, out_ptr, D: tl.constexpr, ITEMS: tl.constexpr):
    i = tl.program_id(0) * ITEMS + tl.arange(0, ITEMS)
    d = tl.arange(0, D)
    row = tl.load(idx_ptr + i)
    w = tl.load(w_ptr + i)
    v = tl.load(table_ptr + row[:, None] * D + d[None, :])
    tl.store(out_ptr + i[:, None] * D + d[None, :], v * w[:, None])


def maple(after):
    def setup():
        N, D, n, ITEMS = 1 << 22, 32, 1 << 21, 64  # noqa: N806 as it was measured
        table = torch.rand((N, D), device="cuda", generator=gen(12))
        idx = torch.randint(0, N, (n,), device="cuda", dtype=torch.int32, generator=gen(13))
        w = torch.rand(n, device="cuda", generator=gen(14))
        out = torch.empty((n, D), device="cuda")
        if after:
            return (lambda: maple_drift_by3_b[(n // ITEMS,)](idx, w, table, out, D=D, ITEMS=ITEMS, num_warps=4)), out
        table = table.t().contiguous()
        return (lambda: maple_drift_by3_a[(n // ITEMS,)](idx, w, table, out, N, D=D, ITEMS=ITEMS, num_warps=4)), out

    return setup


# ---- quiet_harbor: half-precision a*x + y over vectors of an odd length
@triton.jit
def quiet_harbor_by3_a(x_ptr, y_ptr, out_ptr, scale, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    x = tl.load(x_ptr + at, mask=ok).to(tl.float32)
    y = tl.load(y_ptr + at, mask=ok).to(tl.float32)
    tl.store(out_ptr + at, (x * scale + y).to(tl.float16), mask=ok)


@triton.jit
def quiet_harbor_by3_b(x_ptr, y_ptr, out_ptr, scale, n, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    at = first + tl.arange(0, BLOCK)
    if first + BLOCK <= n:
        x = tl.load(x_ptr + at).to(tl.float32)
        y = tl.load(y_ptr + at).to(tl.float32)
        tl.store(out_ptr + at, (x * scale + y).to(tl.float16))
    else:
        ok = at < n
        x = tl.load(x_ptr + at, mask=ok).to(tl.float32)
        y = tl.load(y_ptr + at, mask=ok).to(tl.float32)
        tl.store(out_ptr + at, (x * scale + y).to(tl.float16), mask=ok)


def quiet(kernel):
    def setup():
        n, BLOCK = 120_000_007, 2048  # noqa: N806 as it was measured
        x = torch.rand(n, device="cuda", generator=gen(15)).half()
        y = torch.rand(n, device="cuda", generator=gen(16)).half()
        out = torch.empty(n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(triton.cdiv(n, BLOCK),)](x, y, out, 0.75, n, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- amber_thistle: linear layer with bias and rectifier in half precision, 8448 x 4096 x 2048 (the number of warps is the launch's)
@triton.jit
def amber_thistle_by3_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    per = GROUP * (N // BN)
    first = pid // per * GROUP
    size = min(M // BM - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x = x_ptr + m[:, None] * K + k[None, :]
    w = w_ptr + n[None, :] * K + k[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def amber_thistle_by3_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    per = GROUP * (N // BN)
    first = pid // per * GROUP
    size = min(M // BM - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x = x_ptr + m[:, None] * K + k[None, :]
    w = w_ptr + n[None, :] * K + k[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def amber(kernel, warps):
    def setup():
        M, N, K, BM, BN, BK = 8448, 4096, 2048, 128, 256, 64  # noqa: N806 as it was measured
        x = torch.rand((M, K), device="cuda", generator=gen(17)).half()
        w = (torch.rand((N, K), device="cuda", generator=gen(18)) - 0.25).half()
        bias = torch.rand(N, device="cuda", generator=gen(19))
        y = torch.empty((M, N), device="cuda", dtype=torch.float16)
        grid = ((M // BM) * (N // BN),)
        return (lambda: kernel[grid](x, w, bias, y, M, N, K, BM=BM, BN=BN, BK=BK, GROUP=8, num_warps=warps, num_stages=3)), y

    return setup


# ---- stone_willow: half-precision matrix product, 4224 x 4096 x 4096 (the tile is the launch's)
@triton.jit
def stone_willow_by3_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per = GROUP * tiles_n
    first = pid // per * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def stone_willow_by3_b(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per = GROUP * tiles_n
    first = pid // per * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def product(kernel, M, N, K, BM, BN, BK, warps, stages, seed):
    def setup():
        a = torch.rand((M, K), device="cuda", generator=gen(seed)).half()
        b = (torch.rand((K, N), device="cuda", generator=gen(seed + 1)) - 0.25).half()
        c = torch.empty((M, N), device="cuda", dtype=torch.float16)
        grid = (triton.cdiv(M, BM) * triton.cdiv(N, BN),)
        return (lambda: kernel[grid](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK, GROUP=8, num_warps=warps, num_stages=stages)), c

    return setup


# ---- silver_otter: half-precision matrix product, 4224 x 4096 x 4096, wide tiles (the launch's options are the launch's)
@triton.jit
def silver_otter_by3_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per = GROUP * tiles_n
    first = pid // per * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def silver_otter_by3_b(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per = GROUP * tiles_n
    first = pid // per * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


# ---- clover_bridge: half-precision matrix product with a small result and a long inner dimension, 256 x 512 x 131072
@triton.jit
def clover_bridge_by3_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def clover_bridge_by3_b(a_ptr, b_ptr, part_ptr, M, N, K, SPAN, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    s = tl.program_id(2)
    k = s * SPAN + tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, SPAN, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(part_ptr + s * M * N + m[:, None] * N + n[None, :], acc)


@triton.jit
def clover_bridge_by3_b2(part_ptr, c_ptr, SIZE, S: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for s in tl.static_range(S):
        acc += tl.load(part_ptr + s * SIZE + at)
    tl.store(c_ptr + at, acc)


def clover(after):
    def setup():
        M, N, K, S, BM, BN, BK = 256, 512, 131072, 16, 128, 128, 64  # noqa: N806 as it was measured
        a = torch.rand((M, K), device="cuda", generator=gen(24)).half()
        b = (torch.rand((K, N), device="cuda", generator=gen(25)) - 0.25).half()
        c = torch.empty((M, N), device="cuda")
        if not after:
            return (lambda: clover_bridge_by3_a[(M // BM, N // BN)](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK, num_warps=8, num_stages=4)), c
        part = torch.empty((S, M, N), device="cuda")

        def launch():
            clover_bridge_by3_b[(M // BM, N // BN, S)](a, b, part, M, N, K, K // S, BM=BM, BN=BN, BK=BK, num_warps=8, num_stages=4)
            clover_bridge_by3_b2[(M * N // 512,)](part, c, M * N, S=S, BLOCK=512, num_warps=4)

        return launch, c

    return setup


# ---- velvet_heron: half-precision matrix product, 8192 x 8960 x 1024, every program walking through several tiles
@triton.jit
def velvet_heron_by3_a(a_ptr, b_ptr, c_ptr, M, N, K, PER, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = N // BN
    first = tl.program_id(0) * PER
    for tile in range(first, first + PER):
        m = (tile // tiles_n) * BM + tl.arange(0, BM)
        n = (tile % tiles_n) * BN + tl.arange(0, BN)
        k = tl.arange(0, BK)
        a = a_ptr + m[:, None] * K + k[None, :]
        b = b_ptr + k[:, None] * N + n[None, :]
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, K, BK):
            acc = tl.dot(tl.load(a), tl.load(b), acc)
            a += BK
            b += BK * N
        tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def velvet_heron_by3_b(a_ptr, b_ptr, c_ptr, M, N, K, PROGRAMS, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = N // BN
    tiles = (M // BM) * tiles_n
    for tile in range(tl.program_id(0), tiles, PROGRAMS):
        m = (tile // tiles_n) * BM + tl.arange(0, BM)
        n = (tile % tiles_n) * BN + tl.arange(0, BN)
        k = tl.arange(0, BK)
        a = a_ptr + m[:, None] * K + k[None, :]
        b = b_ptr + k[:, None] * N + n[None, :]
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, K, BK):
            acc = tl.dot(tl.load(a), tl.load(b), acc)
            a += BK
            b += BK * N
        tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def velvet(after):
    def setup():
        M, N, K, BM, BN, BK, PER = 8192, 8960, 1024, 128, 256, 64, 16  # noqa: N806 as it was measured
        tiles = (M // BM) * (N // BN)
        a = torch.rand((M, K), device="cuda", generator=gen(26)).half()
        b = (torch.rand((K, N), device="cuda", generator=gen(27)) - 0.25).half()
        c = torch.empty((M, N), device="cuda", dtype=torch.float16)
        if after:
            return (lambda: velvet_heron_by3_b[(132,)](a, b, c, M, N, K, 132, BM=BM, BN=BN, BK=BK, num_warps=8, num_stages=3)), c
        return (lambda: velvet_heron_by3_a[(tiles // PER,)](a, b, c, M, N, K, PER, BM=BM, BN=BN, BK=BK, num_warps=8, num_stages=3)), c

    return setup


# ---- ivory_meadow: softmax of rows of 64
@triton.jit
def ivory_meadow_by3_a(x_ptr, y_ptr, ROWS: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=1)[:, None])
    tl.store(y_ptr + at, e / tl.sum(e, axis=1)[:, None])


@triton.jit
def ivory_meadow_by3_b(x_ptr, y_ptr, ROWS: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=1)[:, None])
    tl.store(y_ptr + at, e / tl.sum(e, axis=1)[:, None])


def ivory(kernel, ROWS, warps):
    def setup():
        n, N = 1 << 20, 64  # noqa: N806 as it was measured
        x = torch.randn((n, N), device="cuda", generator=gen(28))
        y = torch.empty((n, N), device="cuda")
        return (lambda: kernel[(n // ROWS,)](x, y, ROWS=ROWS, N=N, num_warps=warps)), y

    return setup


# ---- cedar_comet: adds a channel bias and two positional terms to a [batch, channel, height, width] tensor walked flat
@triton.jit
def cedar_comet_by3_a(x_ptr, bias_ptr, row_ptr, col_ptr, y_ptr, width_ptr, BLOCK: tl.constexpr):
    W = tl.load(width_ptr)  # noqa: N806 as it was measured
    H = tl.load(width_ptr + 1)  # noqa: N806 as it was measured
    C = tl.load(width_ptr + 2)  # noqa: N806 as it was measured
    at = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    line = at // W
    w = at % W
    plane = line // H
    h = line % H
    c = plane % C
    v = tl.load(x_ptr + at) + tl.load(bias_ptr + c) + tl.load(row_ptr + h) + tl.load(col_ptr + w)
    tl.store(y_ptr + at, v)


@triton.jit
def cedar_comet_by3_b(x_ptr, bias_ptr, row_ptr, col_ptr, y_ptr, W: tl.constexpr, H: tl.constexpr, C: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    line = at // W
    w = at % W
    plane = line // H
    h = line % H
    c = plane % C
    v = tl.load(x_ptr + at) + tl.load(bias_ptr + c) + tl.load(row_ptr + h) + tl.load(col_ptr + w)
    tl.store(y_ptr + at, v)


def cedar(after):
    def setup():
        B, C, H, W, BLOCK = 32, 96, 200, 160, 1024  # noqa: N806 as it was measured
        n = B * C * H * W
        x = torch.rand(n, device="cuda", generator=gen(29))
        bias = torch.rand(C, device="cuda", generator=gen(30))
        row = torch.rand(H, device="cuda", generator=gen(31))
        col = torch.rand(W, device="cuda", generator=gen(32))
        y = torch.empty(n, device="cuda")
        if after:
            return (lambda: cedar_comet_by3_b[(n // BLOCK,)](x, bias, row, col, y, W=W, H=H, C=C, BLOCK=BLOCK, num_warps=4)), y
        shape = torch.tensor([W, H, C], device="cuda", dtype=torch.int64)
        return (lambda: cedar_comet_by3_a[(n // BLOCK,)](x, bias, row, col, y, shape, BLOCK=BLOCK, num_warps=4)), y

    return setup


# ---- russet_falcon: cube roots by Newton's method, the two coefficients read from a small tensor
@triton.jit
def russet_falcon_by3_a(x_ptr, coef_ptr, y_ptr, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(coef_ptr)
    q = tl.load(coef_ptr + 1)
    x = tl.load(x_ptr + at)
    y = x * p + q
    for _ in tl.static_range(STEPS):
        y = y * p + x * q / (y * y)
    tl.store(y_ptr + at, y.to(tl.float32))


@triton.jit
def russet_falcon_by3_b(x_ptr, coef_ptr, y_ptr, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(coef_ptr).to(tl.float32)
    q = tl.load(coef_ptr + 1).to(tl.float32)
    x = tl.load(x_ptr + at)
    y = x * p + q
    for _ in tl.static_range(STEPS):
        y = y * p + x * q / (y * y)
    tl.store(y_ptr + at, y.to(tl.float32))


def russet(kernel):
    def setup():
        n, BLOCK = 1 << 26, 1024  # noqa: N806 as it was measured
        x = torch.rand(n, device="cuda", generator=gen(33)) * 4.0 + 0.5
        coef = torch.tensor([2.0 / 3.0, 1.0 / 3.0], device="cuda", dtype=torch.float64)
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](x, coef, y, BLOCK=BLOCK, STEPS=6, num_warps=4)), y

    return setup


# ---- misty_pebble: sums of rows of 32 collected by class (64 classes)
@triton.jit
def misty_pebble_by3_a(x_ptr, label_ptr, out_ptr, ROWS: tl.constexpr, N: tl.constexpr, TILES: tl.constexpr, CLASSES: tl.constexpr):
    for t in range(0, TILES):
        r = (tl.program_id(0) * TILES + t) * ROWS + tl.arange(0, ROWS)
        x = tl.load(x_ptr + r[:, None] * N + tl.arange(0, N)[None, :])
        tl.atomic_add(out_ptr + tl.load(label_ptr + r), tl.sum(x, axis=1), sem="relaxed")


@triton.jit
def misty_pebble_by3_b(x_ptr, label_ptr, out_ptr, ROWS: tl.constexpr, N: tl.constexpr, TILES: tl.constexpr, CLASSES: tl.constexpr):
    c = tl.arange(0, CLASSES)
    acc = tl.zeros((CLASSES,), dtype=tl.float32)
    for t in range(0, TILES):
        r = (tl.program_id(0) * TILES + t) * ROWS + tl.arange(0, ROWS)
        x = tl.load(x_ptr + r[:, None] * N + tl.arange(0, N)[None, :])
        s = tl.sum(x, axis=1)
        label = tl.load(label_ptr + r)
        acc += tl.sum(tl.where(label[:, None] == c[None, :], s[:, None], 0.0), axis=0)
    tl.atomic_add(out_ptr + c, acc, sem="relaxed")


def misty(kernel):
    def setup():
        n, N, ROWS, TILES, CLASSES = 1 << 22, 32, 128, 8, 64  # noqa: N806 as it was measured
        x = torch.rand((n, N), device="cuda", generator=gen(34))
        label = torch.randint(0, CLASSES, (n,), device="cuda", dtype=torch.int32, generator=gen(35))
        out = torch.zeros(CLASSES, device="cuda")
        grid = (n // (ROWS * TILES),)
        return (lambda: kernel[grid](x, label, out, ROWS=ROWS, N=N, TILES=TILES, CLASSES=CLASSES, num_warps=4)), out

    return setup


# ---- walnut_sparrow: scales and shifts every element of a ragged batch of sequences by its sequence's pair
@triton.jit
def walnut_sparrow_by3_a(x_ptr, start_ptr, scale_ptr, shift_ptr, y_ptr, BLOCK: tl.constexpr):
    s = tl.program_id(0)
    start = tl.multiple_of(tl.load(start_ptr + s), 2048)
    end = tl.load(start_ptr + s + 1)
    scale = tl.load(scale_ptr + s)
    shift = tl.load(shift_ptr + s)
    for t in range(0, end - start, BLOCK):
        at = start + t + tl.arange(0, BLOCK)
        tl.store(y_ptr + at, tl.load(x_ptr + at) * scale + shift)


@triton.jit
def walnut_sparrow_by3_b(x_ptr, owner_ptr, scale_ptr, shift_ptr, y_ptr, CHUNK: tl.constexpr, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    s = tl.load(owner_ptr + p)
    scale = tl.load(scale_ptr + s)
    shift = tl.load(shift_ptr + s)
    for t in range(0, CHUNK, BLOCK):
        at = p * CHUNK + t + tl.arange(0, BLOCK)
        tl.store(y_ptr + at, tl.load(x_ptr + at) * scale + shift)


def walnut(after):
    def setup():
        CHUNK, BLOCK = 16384, 2048  # noqa: N806 as it was measured
        chunks = [64 if s % 193 == 100 else 1 for s in range(3088)]
        starts, owners = [0], []
        for s, c in enumerate(chunks):
            starts.append(starts[-1] + c * CHUNK)
            owners += [s] * c
        n = starts[-1]
        x = torch.rand(n, device="cuda", generator=gen(36))
        scale = torch.rand(len(chunks), device="cuda", generator=gen(37))
        shift = torch.rand(len(chunks), device="cuda", generator=gen(38))
        y = torch.empty(n, device="cuda")
        if after:
            owner = torch.tensor(owners, device="cuda", dtype=torch.int32)
            return (lambda: walnut_sparrow_by3_b[(len(owners),)](x, owner, scale, shift, y, CHUNK=CHUNK, BLOCK=BLOCK, num_warps=4)), y
        start = torch.tensor(starts, device="cuda", dtype=torch.int32)
        return (lambda: walnut_sparrow_by3_a[(len(chunks),)](x, start, scale, shift, y, BLOCK=BLOCK, num_warps=4)), y

    return setup


# ---- linen_orchid: the tanh form of the gaussian-error activation
@triton.jit
def linen_orchid_by3_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)
    u = 0.7978845608 * (x + 0.044715 * x * x * x)
    tl.store(y_ptr + at, 0.5 * x * (1.0 + libdevice.tanh(u)))


@triton.jit
def linen_orchid_by3_b(x_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)
    u = 0.7978845608 * (x + 0.044715 * x * x * x)
    tl.store(y_ptr + at, x * tl.sigmoid(2.0 * u))


def linen(kernel):
    def setup():
        n, BLOCK = 1 << 26, 1024  # noqa: N806 as it was measured
        x = torch.randn(n, device="cuda", generator=gen(39)) + 1.0
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](x, y, BLOCK=BLOCK, num_warps=4)), y

    return setup


# ---- dusky_tulip: scales rows of 64 by one field of a record kept for every row
@triton.jit
def dusky_tulip_by3_a(x_ptr, record_ptr, y_ptr, ROWS: tl.constexpr, N: tl.constexpr, FIELDS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * N + tl.arange(0, N)[None, :]
    s = tl.load(record_ptr + r * FIELDS + 3)
    tl.store(y_ptr + at, tl.load(x_ptr + at) * s[:, None])


@triton.jit
def dusky_tulip_by3_b(x_ptr, field_ptr, y_ptr, ROWS: tl.constexpr, N: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * N + tl.arange(0, N)[None, :]
    s = tl.load(field_ptr + r)
    tl.store(y_ptr + at, tl.load(x_ptr + at) * s[:, None])


def dusky(after):
    def setup():
        n, N, ROWS, FIELDS = 1 << 20, 64, 32, 8  # noqa: N806 as it was measured
        x = torch.rand((n, N), device="cuda", generator=gen(40))
        record = torch.rand((n, FIELDS), device="cuda", generator=gen(41))
        y = torch.empty((n, N), device="cuda")
        if after:
            field = record[:, 3].contiguous()
            return (lambda: dusky_tulip_by3_b[(n // ROWS,)](x, field, y, ROWS=ROWS, N=N, num_warps=4)), y
        return (lambda: dusky_tulip_by3_a[(n // ROWS,)](x, record, y, ROWS=ROWS, N=N, FIELDS=FIELDS, num_warps=4)), y

    return setup


# ---- olive_badger: gated activation with bias in half precision, rows of 4096
@triton.jit
def olive_badger_by3_a(x_ptr, gate_ptr, bias_ptr, y_ptr, N: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(1) * N + c
    g = tl.load(gate_ptr + at).to(tl.float32) + tl.load(bias_ptr + c).to(tl.float32)
    x = tl.load(x_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, (x * g * tl.sigmoid(g)).to(tl.float16))


def olive():
    rows, N, BLOCK = 32768, 4096, 2048  # noqa: N806 as it was measured
    x = torch.rand((rows, N), device="cuda", generator=gen(42)).half()
    gate = torch.rand((rows, N), device="cuda", generator=gen(43)).half()
    bias = torch.rand(N, device="cuda", generator=gen(44)).half()
    y = torch.empty((rows, N), device="cuda", dtype=torch.float16)
    return (lambda: olive_badger_by3_a[(N // BLOCK, rows)](x, gate, bias, y, N=N, BLOCK=BLOCK, num_warps=4)), y


# ---- golden_acorn: look-up of records of 256 floats by an index list
@triton.jit
def golden_acorn_by3_a(idx_ptr, table_ptr, out_ptr, D: tl.constexpr, ITEMS: tl.constexpr):
    i = tl.program_id(0) * ITEMS + tl.arange(0, ITEMS)
    d = tl.arange(0, D)
    row = tl.load(idx_ptr + i)
    tl.store(out_ptr + i[:, None] * D + d[None, :], tl.load(table_ptr + row[:, None] * D + d[None, :]))


def golden():
    N, D, n, ITEMS = 1 << 20, 256, 1 << 19, 16  # noqa: N806 as it was measured
    table = torch.rand((N, D), device="cuda", generator=gen(45))
    idx = torch.randint(0, N, (n,), device="cuda", dtype=torch.int32, generator=gen(46))
    out = torch.empty((n, D), device="cuda")
    return (lambda: golden_acorn_by3_a[(n // ITEMS,)](idx, table, out, D=D, ITEMS=ITEMS, num_warps=4)), out


# ---- marble_finch: a power series of many terms at every point
@triton.jit
def marble_finch_by3_a(x_ptr, y_ptr, c0, c1, BLOCK: tl.constexpr, ROUNDS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)
    y = x
    for _ in range(0, ROUNDS):
        for _ in tl.static_range(8):
            y = y * x + c0
            y = y * x + c1
    tl.store(y_ptr + at, y)


def marble():
    n, BLOCK = 1 << 25, 1024  # noqa: N806 as it was measured
    x = torch.rand(n, device="cuda", generator=gen(47)) * 0.9
    y = torch.empty(n, device="cuda")
    return (lambda: marble_finch_by3_a[(n // BLOCK,)](x, y, 0.75, 0.5, BLOCK=BLOCK, ROUNDS=32, num_warps=4)), y


# ---- frosty_saddle: half-precision matrix product, 8192 x 8448 x 4096
@triton.jit
def frosty_saddle_by3_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    per = GROUP * tiles_n
    first = pid // per * GROUP
    size = min(tiles_m - first, GROUP)
    m = (first + pid % per % size) * BM + tl.arange(0, BM)
    n = (pid % per // size) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


CASES = [
    ("copper_lantern_by3_a", copper(False)),
    ("copper_lantern_by3_b", copper(True)),
    ("maple_drift_by3_a", maple(False)),
    ("maple_drift_by3_b", maple(True)),
    ("quiet_harbor_by3_a", quiet(quiet_harbor_by3_a)),
    ("quiet_harbor_by3_b", quiet(quiet_harbor_by3_b)),
    ("amber_thistle_by3_a", amber(amber_thistle_by3_a, 4)),
    ("amber_thistle_by3_b", amber(amber_thistle_by3_b, 8)),
    ("stone_willow_by3_a", product(stone_willow_by3_a, 4224, 4096, 4096, 64, 32, 64, 4, 4, 20)),
    ("stone_willow_by3_b", product(stone_willow_by3_b, 4224, 4096, 4096, 128, 256, 64, 8, 3, 20)),
    ("silver_otter_by3_a", product(silver_otter_by3_a, 4224, 4096, 4096, 128, 256, 64, 8, 1, 22)),
    ("silver_otter_by3_b", product(silver_otter_by3_b, 4224, 4096, 4096, 128, 256, 64, 8, 3, 22)),
    ("clover_bridge_by3_a", clover(False)),
    ("clover_bridge_by3_b", clover(True)),
    ("velvet_heron_by3_a", velvet(False)),
    ("velvet_heron_by3_b", velvet(True)),
    ("ivory_meadow_by3_a", ivory(ivory_meadow_by3_a, 2, 4)),
    ("ivory_meadow_by3_b", ivory(ivory_meadow_by3_b, 32, 4)),
    ("cedar_comet_by3_a", cedar(False)),
    ("cedar_comet_by3_b", cedar(True)),
    ("russet_falcon_by3_a", russet(russet_falcon_by3_a)),
    ("russet_falcon_by3_b", russet(russet_falcon_by3_b)),
    ("misty_pebble_by3_a", misty(misty_pebble_by3_a)),
    ("misty_pebble_by3_b", misty(misty_pebble_by3_b)),
    ("walnut_sparrow_by3_a", walnut(False)),
    ("walnut_sparrow_by3_b", walnut(True)),
    ("linen_orchid_by3_a", linen(linen_orchid_by3_a)),
    ("linen_orchid_by3_b", linen(linen_orchid_by3_b)),
    ("dusky_tulip_by3_a", dusky(False)),
    ("dusky_tulip_by3_b", dusky(True)),
    ("olive_badger_by3_a", olive),
    ("frosty_saddle_by3_a", product(frosty_saddle_by3_a, 8192, 8448, 4096, 128, 256, 64, 8, 3, 48)),
    ("golden_acorn_by3_a", golden),
    ("marble_finch_by3_a", marble),
]


def time(name, launch, runs=15):
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def measure(times):
        a.record()
        for _ in range(times):
            launch()
        b.record()
        b.synchronize()
        return a.elapsed_time(b) * 1e3 / times

    for _ in range(5):
        us = measure(1)
    # The first launch compiles, and a launch from Python costs the host tens of us: short cases are repeated inside one event pair,
    # so that the device, not the host, is what is timed.
    inner = 50 if us < 20 else 10
    result = sorted(measure(inner) for _ in range(runs))
    print(f"{name},{result[len(result) // 2]:.3f},{result[0]:.3f},{result[-1]:.3f},{runs}", flush=True)


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else "time"
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    if mode not in ("time", "profile", "check", "list"):
        sys.exit(f"usage: {sys.argv[0]} time|profile|check|list [FILTER]")
    for name, setup in CASES:
        if wanted not in name:
            continue
        if mode == "list":
            print(name)
            continue
        launch, out = setup()
        torch.cuda.synchronize()
        if mode == "time":
            time(name, launch)
        elif mode == "profile":
            launch()
            torch.cuda.synchronize()
        else:
            out.zero_()
            launch()
            torch.cuda.synchronize()
            total, absolute = 0.0, 0.0
            for part in out.split(1 << 24):
                total += part.double().sum().item()
                absolute += part.double().abs().sum().item()
            print(f"{name},{total:.9g},{absolute:.9g},{out.numel()}", flush=True)
        del launch, out
        torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
