#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredthirtieth_bw1.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- copper: radar, tapered sum over the 128 pulses of every range gate
@triton.jit
def copper_lantern_bw1_a(x_ptr, w_ptr, y_ptr, P, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    acc = tl.zeros((ROWS,), dtype=tl.float32)
    for p in range(0, P):
        acc += tl.load(x_ptr + r * P + p) * tl.load(w_ptr + p)
    tl.store(y_ptr + r, acc)


@triton.jit
def copper_lantern_bw1_b(x_ptr, w_ptr, y_ptr, P: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    p = tl.arange(0, P)
    x = tl.load(x_ptr + r[:, None] * P + p[None, :])
    w = tl.load(w_ptr + p)
    tl.store(y_ptr + r, tl.sum(x * w[None, :], axis=1))


def copper(kernel, ROWS, **meta):
    def setup():
        n, P = 1 << 20, 128  # noqa: N806 as it was measured
        g = gen(1)
        x = torch.rand((n, P), device="cuda", generator=g)
        w = torch.rand(P, device="cuda", generator=g)
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // ROWS,)](x, w, y, P, ROWS=ROWS, **meta)), y

    return setup


# ---- maple: weather, pressure on the 64 hybrid levels of every column
@triton.jit
def maple_harbor_bw1_a(ps_ptr, a_ptr, b_ptr, out_ptr, NL, CELLS: tl.constexpr):
    c = tl.program_id(0) * CELLS + tl.arange(0, CELLS)
    ps = tl.load(ps_ptr + c)
    for lev in range(0, NL):
        p = tl.load(a_ptr + lev) + tl.load(b_ptr + lev) * ps
        tl.store(out_ptr + c * NL + lev, p)


@triton.jit
def maple_harbor_bw1_b(ps_ptr, a_ptr, b_ptr, out_ptr, NL: tl.constexpr, CELLS: tl.constexpr):
    c = tl.program_id(0) * CELLS + tl.arange(0, CELLS)
    lev = tl.arange(0, NL)
    ps = tl.load(ps_ptr + c)
    a = tl.load(a_ptr + lev)
    b = tl.load(b_ptr + lev)
    tl.store(out_ptr + c[:, None] * NL + lev[None, :], a[None, :] + b[None, :] * ps[:, None])


def maple(kernel, CELLS, **meta):
    def setup():
        n, NL = 1 << 21, 64  # noqa: N806 as it was measured
        g = gen(2)
        ps = torch.rand(n, device="cuda", generator=g) + 1.0
        a = torch.rand(NL, device="cuda", generator=g)
        b = torch.rand(NL, device="cuda", generator=g)
        out = torch.empty((n * NL,), device="cuda")
        return (lambda: kernel[(n // CELLS,)](ps, a, b, out, NL, CELLS=CELLS, **meta)), out

    return setup


# ---- quartz: genomics, count of every k-mer looked up in a table of 64 M entries
@triton.jit
def quartz_meadow_bw1_a(idx_ptr, table_ptr, out_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.load(idx_ptr + i)
    tl.store(out_ptr + i, tl.load(table_ptr + k) * scale)


@triton.jit
def quartz_meadow_bw1_b(idx_ptr, table_ptr, out_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.load(idx_ptr + i)
    tl.store(out_ptr + i, tl.load(table_ptr + k) * scale)


def quartz(kernel, ordered, BLOCK=1024, **meta):
    def setup():
        n, size = 1 << 25, 1 << 26
        g = gen(3)
        idx = torch.randint(0, size, (n,), device="cuda", dtype=torch.int32, generator=g)
        if ordered:
            idx = torch.sort(idx)[0]
        table = torch.rand(size, device="cuda", generator=g)
        out = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](idx, table, out, 0.75, BLOCK=BLOCK, **meta)), out

    return setup


# ---- willow: finance, z-scores of a day's 512 names scaled by the day's largest
@triton.jit
def willow_saddle_bw1_a(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at)
    d = x - tl.sum(x, axis=0) / N
    z = d * tl.rsqrt(tl.sum(d * d, axis=0) / N + 1e-6)
    tl.store(y_ptr + at, z / (tl.max(tl.abs(z), axis=0) + 1e-6))


@triton.jit
def willow_saddle_bw1_b(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at)
    d = x - tl.sum(x, axis=0) / N
    z = d * tl.rsqrt(tl.sum(d * d, axis=0) / N + 1e-6)
    tl.store(y_ptr + at, z / (tl.max(tl.abs(z), axis=0) + 1e-6))


def willow(kernel, warps):
    def setup():
        n, N = 1 << 18, 512  # noqa: N806 as it was measured
        x = torch.randn((n, N), device="cuda", generator=gen(4))
        y = torch.empty((n * N,), device="cuda")
        return (lambda: kernel[(n,)](x, y, N=N, num_warps=warps)), y

    return setup


# ---- amber: finance, Monte Carlo paths with the statistics of an exotic option
@triton.jit
def amber_pocket_bw1_a(z_ptr, out_ptr, PATHS, STEPS, mu, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.full((BLOCK,), 1.0, dtype=tl.float32)
    vol = tl.full((BLOCK,), 0.02, dtype=tl.float32)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    square = tl.zeros((BLOCK,), dtype=tl.float32)
    high = tl.full((BLOCK,), 0.0, dtype=tl.float32)
    low = tl.full((BLOCK,), 1e9, dtype=tl.float32)
    for t in range(0, STEPS):
        z = tl.load(z_ptr + t * PATHS + i)
        s += s * (mu + vol * z)
        vol = vol * 0.97 + 0.0006 * (z * z)
        total += s
        square += s * s
        high = tl.maximum(high, s)
        low = tl.minimum(low, s)
    tl.store(out_ptr + i, total + 0.1 * square + high - low + vol)


@triton.jit
def amber_pocket_bw1_b(z_ptr, out_ptr, PATHS, STEPS, mu, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.full((BLOCK,), 1.0, dtype=tl.float32)
    vol = tl.full((BLOCK,), 0.02, dtype=tl.float32)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    square = tl.zeros((BLOCK,), dtype=tl.float32)
    high = tl.full((BLOCK,), 0.0, dtype=tl.float32)
    low = tl.full((BLOCK,), 1e9, dtype=tl.float32)
    for t in range(0, STEPS):
        z = tl.load(z_ptr + t * PATHS + i)
        s += s * (mu + vol * z)
        vol = vol * 0.97 + 0.0006 * (z * z)
        total += s
        square += s * s
        high = tl.maximum(high, s)
        low = tl.minimum(low, s)
    tl.store(out_ptr + i, total + 0.1 * square + high - low + vol)


def amber(kernel, BLOCK, **meta):
    def setup():
        paths, steps = 1 << 23, 16
        z = torch.randn((steps, paths), device="cuda", generator=gen(5))
        out = torch.empty(paths, device="cuda")
        return (lambda: kernel[(paths // BLOCK,)](z, out, paths, steps, 0.0005, BLOCK=BLOCK, **meta)), out

    return setup


# ---- linen: games, damage of every session (128 events) summed into its one of 8 server regions
@triton.jit
def linen_orchard_bw1_a(x_ptr, region_ptr, out_ptr, N: tl.constexpr):
    r = tl.program_id(0) * 8
    at = x_ptr + r * N + tl.arange(0, N)
    x0 = tl.load(at)
    x1 = tl.load(at + N)
    x2 = tl.load(at + 2 * N)
    x3 = tl.load(at + 3 * N)
    x4 = tl.load(at + 4 * N)
    x5 = tl.load(at + 5 * N)
    x6 = tl.load(at + 6 * N)
    x7 = tl.load(at + 7 * N)
    k0 = tl.load(region_ptr + r)
    k1 = tl.load(region_ptr + r + 1)
    k2 = tl.load(region_ptr + r + 2)
    k3 = tl.load(region_ptr + r + 3)
    k4 = tl.load(region_ptr + r + 4)
    k5 = tl.load(region_ptr + r + 5)
    k6 = tl.load(region_ptr + r + 6)
    k7 = tl.load(region_ptr + r + 7)
    tl.atomic_add(out_ptr + k0, tl.sum(x0, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k1, tl.sum(x1, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k2, tl.sum(x2, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k3, tl.sum(x3, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k4, tl.sum(x4, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k5, tl.sum(x5, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k6, tl.sum(x6, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + k7, tl.sum(x7, axis=0), sem="relaxed")


@triton.jit
def linen_orchard_bw1_b(x_ptr, region_ptr, out_ptr, TILES, N: tl.constexpr, ROWS: tl.constexpr):
    groups = tl.arange(0, 8)
    acc = tl.zeros((8,), dtype=tl.float32)
    for t in range(0, TILES):
        r = (tl.program_id(0) * TILES + t) * ROWS + tl.arange(0, ROWS)
        x = tl.load(x_ptr + r[:, None] * N + tl.arange(0, N)[None, :])
        k = tl.load(region_ptr + r)
        s = tl.sum(x, axis=1)
        acc += tl.sum(tl.where(k[:, None] == groups[None, :], s[:, None], 0.0), axis=0)
    tl.atomic_add(out_ptr + groups, acc, sem="relaxed")


def linen(kernel, TILES):
    def setup():
        n, N, ROWS = 1 << 20, 128, 32  # noqa: N806 as it was measured
        g = gen(6)
        x = torch.rand((n, N), device="cuda", generator=g)
        region = torch.randint(0, 8, (n,), device="cuda", dtype=torch.int32, generator=g)
        out = torch.zeros(8, device="cuda")
        if TILES == 0:
            return (lambda: kernel[(n // 8,)](x, region, out, N=N, num_warps=1)), out
        return (lambda: kernel[(n // ROWS // TILES,)](x, region, out, TILES, N=N, ROWS=ROWS)), out

    return setup


# ---- cedar: chemistry, damping function of pair distances as a Chebyshev series of 32 terms
@triton.jit
def cedar_button_bw1_a(x_ptr, c_ptr, unit_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i) * tl.load(unit_ptr)
    twice = x + x
    b1 = x * 0.0
    b2 = x * 0.0
    for k in tl.static_range(TERMS - 1):
        b0 = twice * b1 + (tl.load(c_ptr + (TERMS - 1 - k)) - b2)
        b2 = b1
        b1 = b0
    tl.store(y_ptr + i, (x * b1 + (tl.load(c_ptr) - b2)).to(tl.float32))


@triton.jit
def cedar_button_bw1_b(x_ptr, c_ptr, unit_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i) * tl.load(unit_ptr).to(tl.float32)
    twice = x + x
    b1 = x * 0.0
    b2 = x * 0.0
    for k in tl.static_range(TERMS - 1):
        b0 = twice * b1 + (tl.load(c_ptr + (TERMS - 1 - k)) - b2)
        b2 = b1
        b1 = b0
    tl.store(y_ptr + i, (x * b1 + (tl.load(c_ptr) - b2)).to(tl.float32))


def cedar(kernel, BLOCK=1024):
    def setup():
        n = 1 << 26
        x = torch.rand(n, device="cuda", generator=gen(7)) * 2.0 - 1.0
        c = 1.0 / (torch.arange(32, device="cuda", dtype=torch.float32) + 1.0)
        unit = torch.full((1,), 0.9, device="cuda", dtype=torch.float64)
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](x, c, unit, y, TERMS=32, BLOCK=BLOCK)), y

    return setup


# ---- ivory: imaging, display transfer, contrast and viewing-surround curves of every pixel
@triton.jit
def ivory_ladder_bw1_a(x_ptr, y_ptr, decode, contrast, surround, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = libdevice.pow(tl.load(x_ptr + i), decode)
    v = libdevice.pow(0.8 * v + 0.1, contrast)
    v = libdevice.pow(0.9 * v + 0.05, surround)
    tl.store(y_ptr + i, v)


@triton.jit
def ivory_ladder_bw1_b(x_ptr, y_ptr, decode, contrast, surround, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = libdevice.fast_powf(tl.load(x_ptr + i), decode)
    v = libdevice.fast_powf(0.8 * v + 0.1, contrast)
    v = libdevice.fast_powf(0.9 * v + 0.05, surround)
    tl.store(y_ptr + i, v)


def ivory(kernel, BLOCK=1024):
    def setup():
        n = 1 << 26
        x = torch.rand(n, device="cuda", generator=gen(8)) * 0.98 + 0.01
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](x, y, 2.2, 1.35, 0.85, BLOCK=BLOCK)), y

    return setup


# ---- basalt: weather, field [time, level, latitude, longitude] scaled by the weights of its latitude, level and time
@triton.jit
def basalt_kettle_bw1_a(x_ptr, lat_ptr, lev_ptr, time_ptr, y_ptr, NLON, NLAT, NLEV, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    row = i // NLON
    lat = row % NLAT
    lev = (row // NLAT) % NLEV
    t = row // NLAT // NLEV
    w = tl.load(lat_ptr + lat) * tl.load(lev_ptr + lev) * tl.load(time_ptr + t)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * w)


@triton.jit
def basalt_kettle_bw1_b(x_ptr, lat_ptr, lev_ptr, time_ptr, y_ptr, NLON: tl.constexpr, NLAT, NLEV, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lat = row % NLAT
    lev = (row // NLAT) % NLEV
    t = row // NLAT // NLEV
    w = tl.load(lat_ptr + lat) * tl.load(lev_ptr + lev) * tl.load(time_ptr + t)
    lon = tl.arange(0, BLOCK)
    inside = lon < NLON
    x = tl.load(x_ptr + row * NLON + lon, mask=inside)
    tl.store(y_ptr + row * NLON + lon, x * w, mask=inside)


def basalt(kernel, rows):
    def setup():
        nt, nlev, nlat, nlon = 8, 32, 512, 1000
        g = gen(9)
        n = nt * nlev * nlat * nlon
        x = torch.rand(n, device="cuda", generator=g)
        lat = torch.rand(nlat, device="cuda", generator=g) + 0.5
        lev = torch.rand(nlev, device="cuda", generator=g) + 0.5
        wt = torch.rand(nt, device="cuda", generator=g) + 0.5
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // nlon if rows else n // 1024,)](x, lat, lev, wt, y, nlon, nlat, nlev, BLOCK=1024)), y

    return setup


# ---- clover: radar, beam weights (4096 x 4096 halves) times array snapshots (4096 x 4096 halves)
@triton.jit
def clover_anvil_bw1_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    wide = GROUP * (N // BN)
    pm = (pid // wide) * GROUP + pid % GROUP
    pn = (pid % wide) // GROUP
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = a_ptr + m[:, None] * K + k[None, :]
    b_at = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def clover_anvil_bw1_b(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    wide = GROUP * (N // BN)
    pm = (pid // wide) * GROUP + pid % GROUP
    pn = (pid % wide) // GROUP
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = a_ptr + m[:, None] * K + k[None, :]
    b_at = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def clover(kernel, stages):
    def setup():
        M, N, K, BM, BN, BK = 4096, 4096, 4096, 128, 256, 64  # noqa: N806 as it was measured
        g = gen(10)
        a = torch.rand((M, K), device="cuda", generator=g).to(torch.float16)
        b = torch.rand((K, N), device="cuda", generator=g).to(torch.float16)
        c = torch.empty((M * N,), device="cuda", dtype=torch.float16)
        grid = ((M // BM) * (N // BN),)
        return (lambda: kernel[grid](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK, GROUP=8, num_warps=8, num_stages=stages)), c

    return setup


# ---- walnut: genomics, relationship of 2048 samples with 3072 references over 2048 markers (0, 1, 2 as halves)
@triton.jit
def walnut_ribbon_bw1_a(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = a_ptr + m[:, None] * K + k[None, :]
    b_at = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        a = tl.load(a_at).to(tl.float32)
        b = tl.load(b_at).to(tl.float32)
        acc = tl.dot(a, b, acc, input_precision="ieee")
        a_at += BK
        b_at += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def walnut_ribbon_bw1_b(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = a_ptr + m[:, None] * K + k[None, :]
    b_at = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


def walnut(kernel, BM, BN, BK, **meta):
    def setup():
        M, N, K = 2048, 3072, 2048  # noqa: N806 as it was measured
        g = gen(11)
        a = torch.randint(0, 3, (M, K), device="cuda", generator=g).to(torch.float16)
        b = torch.randint(0, 3, (K, N), device="cuda", generator=g).to(torch.float16)
        c = torch.empty((M * N,), device="cuda")
        return (lambda: kernel[(M // BM, N // BN)](a, b, c, N, K, BM=BM, BN=BN, BK=BK, **meta)), c

    return setup


# ---- thistle: finance, realized variance of 16 assets over 8.6 M ticks each
@triton.jit
def thistle_basket_bw1_a(x_ptr, out_ptr, T, CHUNKS, BLOCK: tl.constexpr):
    asset = tl.program_id(0)
    at = x_ptr + asset * T + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(0, CHUNKS):
        x = tl.load(at + c * BLOCK)
        acc += x * x
    tl.store(out_ptr + asset, tl.sum(acc, axis=0))


@triton.jit
def thistle_basket_bw1_b(x_ptr, out_ptr, T, CHUNKS, BLOCK: tl.constexpr):
    asset = tl.program_id(0)
    at = x_ptr + asset * T + tl.program_id(1) * CHUNKS * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(0, CHUNKS):
        x = tl.load(at + c * BLOCK)
        acc += x * x
    tl.atomic_add(out_ptr + asset, tl.sum(acc, axis=0), sem="relaxed")


def thistle(kernel, splits):
    def setup():
        assets, chunks, BLOCK = 16, 2112, 4096  # noqa: N806 as it was measured
        T = chunks * BLOCK  # noqa: N806 as it was measured
        x = torch.randn((assets, T), device="cuda", generator=gen(12)) * 0.01
        out = torch.zeros(assets, device="cuda")
        grid = (assets,) if splits == 1 else (assets, splits)
        return (lambda: kernel[grid](x, out, T, chunks // splits, BLOCK=BLOCK, num_warps=8)), out

    return setup


# ---- pebble: audio, exponential smoothing of 131072 channels over 1024 steps
@triton.jit
def pebble_curtain_bw1_a(x_ptr, y_ptr, C, T, decay, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, T):
        y += decay * (tl.load(x_ptr + t * C + c) - y)
        tl.store(y_ptr + t * C + c, y)


@triton.jit
def pebble_curtain_bw1_b(x_ptr, y_ptr, C, T, decay, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, T, 8):
        at = x_ptr + t * C + c
        to = y_ptr + t * C + c
        x0 = tl.load(at)
        x1 = tl.load(at + C)
        x2 = tl.load(at + 2 * C)
        x3 = tl.load(at + 3 * C)
        x4 = tl.load(at + 4 * C)
        x5 = tl.load(at + 5 * C)
        x6 = tl.load(at + 6 * C)
        x7 = tl.load(at + 7 * C)
        y += decay * (x0 - y)
        tl.store(to, y)
        y += decay * (x1 - y)
        tl.store(to + C, y)
        y += decay * (x2 - y)
        tl.store(to + 2 * C, y)
        y += decay * (x3 - y)
        tl.store(to + 3 * C, y)
        y += decay * (x4 - y)
        tl.store(to + 4 * C, y)
        y += decay * (x5 - y)
        tl.store(to + 5 * C, y)
        y += decay * (x6 - y)
        tl.store(to + 6 * C, y)
        y += decay * (x7 - y)
        tl.store(to + 7 * C, y)


def pebble(kernel, BLOCK=128):
    def setup():
        C, T = 1 << 17, 1024  # noqa: N806 as it was measured
        x = torch.rand((T, C), device="cuda", generator=gen(13))
        y = torch.empty((T * C,), device="cuda")
        return (lambda: kernel[(C // BLOCK,)](x, y, C, T, 0.2, BLOCK=BLOCK)), y

    return setup


# ---- saffron: chemistry, charges of all atoms mixed and scaled by the factor of their frame (16020 atoms each)
@triton.jit
def saffron_hinge_bw1_a(q_ptr, p_ptr, v_ptr, frame_ptr, y_ptr, ATOMS, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    f = tl.load(frame_ptr + i // ATOMS)
    q = tl.load(q_ptr + i)
    p = tl.load(p_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(y_ptr + i, f * (q * p + v))


@triton.jit
def saffron_hinge_bw1_b(q_ptr, p_ptr, v_ptr, frame_ptr, y_ptr, ATOMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    f = tl.load(frame_ptr + i // ATOMS)
    q = tl.load(q_ptr + i)
    p = tl.load(p_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(y_ptr + i, f * (q * p + v))


def saffron(kernel, BLOCK=1024):
    def setup():
        atoms, frames = 16020, 4096
        n = atoms * frames
        g = gen(14)
        q = torch.rand(n, device="cuda", generator=g)
        p = torch.rand(n, device="cuda", generator=g)
        v = torch.rand(n, device="cuda", generator=g)
        frame = torch.rand(frames, device="cuda", generator=g) + 0.5
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](q, p, v, frame, y, atoms, BLOCK=BLOCK)), y

    return setup


# ---- marble: audio, every frame of 1024 samples scaled to unit loudness
@triton.jit
def marble_whistle_bw1_a(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x * tl.rsqrt(tl.sum(x * x, axis=0) / N + 1e-6))


@triton.jit
def marble_whistle_bw1_b(x_ptr, y_ptr, N: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + at)
    scale = tl.rsqrt(tl.sum(x * x, axis=1) / N + 1e-6)
    tl.store(y_ptr + at, x * scale[:, None])


def marble(kernel, ROWS):
    def setup():
        n, N = 1 << 17, 1024  # noqa: N806 as it was measured
        x = torch.randn((n, N), device="cuda", generator=gen(15))
        y = torch.empty((n * N,), device="cuda")
        if ROWS == 1:
            return (lambda: kernel[(n,)](x, y, N=N, num_warps=2)), y
        return (lambda: kernel[(n // ROWS,)](x, y, N=N, ROWS=ROWS, num_warps=4)), y

    return setup


# ---- juniper: audio, four tracks mixed with their gains
@triton.jit
def juniper_spoon_bw1_a(a_ptr, b_ptr, c_ptr, d_ptr, y_ptr, ga, gb, gc, gd, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i)
    b = tl.load(b_ptr + i)
    c = tl.load(c_ptr + i)
    d = tl.load(d_ptr + i)
    tl.store(y_ptr + i, ga * a + gb * b + gc * c + gd * d)


def juniper(kernel, BLOCK=1024):
    def setup():
        n = 1 << 26
        g = gen(16)
        tracks = [torch.randn(n, device="cuda", generator=g) for _ in range(4)]
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](*tracks, y, 0.5, 0.3, 0.7, 0.2, BLOCK=BLOCK)), y

    return setup


# ---- velour: games, move probabilities (2048 moves) of 65536 positions
@triton.jit
def velour_candle_bw1_a(x_ptr, y_ptr, heat, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at) * heat
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e / tl.sum(e, axis=0))


def velour(kernel):
    def setup():
        n, N = 1 << 16, 2048  # noqa: N806 as it was measured
        x = torch.randn((n, N), device="cuda", generator=gen(17))
        y = torch.empty((n * N,), device="cuda")
        return (lambda: kernel[(n,)](x, y, 1.5, N=N, num_warps=4)), y

    return setup


# ---- hazel: recommender, mean of the 16 item vectors (128 floats) of every user
@triton.jit
def hazel_bucket_bw1_a(item_ptr, table_ptr, y_ptr, BAG: tl.constexpr, D: tl.constexpr):
    user = tl.program_id(0)
    d = tl.arange(0, D)
    item = tl.load(item_ptr + user * BAG + tl.arange(0, BAG))
    rows = tl.load(table_ptr + item[:, None] * D + d[None, :])
    tl.store(y_ptr + user * D + d, tl.sum(rows, axis=0) / BAG)


def hazel(kernel):
    def setup():
        users, items, BAG, D = 1 << 17, 1 << 22, 16, 128  # noqa: N806 as it was measured
        g = gen(18)
        item = torch.randint(0, items, (users, BAG), device="cuda", dtype=torch.int32, generator=g)
        table = torch.randn((items, D), device="cuda", generator=g)
        y = torch.empty((users * D,), device="cuda")
        return (lambda: kernel[(users,)](item, table, y, BAG=BAG, D=D, num_warps=4)), y

    return setup


# ---- olive: games, terrain noise from 256 turns of a quadratic map with its own constant for every point
@triton.jit
def olive_trumpet_bw1_a(c_ptr, y_ptr, TURNS, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.load(c_ptr + i)
    v = c
    for _ in range(0, TURNS):
        for _k in tl.static_range(16):
            v = v * v + c
    tl.store(y_ptr + i, v)


def olive(kernel, BLOCK=1024):
    def setup():
        n = 1 << 26
        c = torch.rand(n, device="cuda", generator=gen(19)) * 2.0 - 1.85
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // BLOCK,)](c, y, 16, BLOCK=BLOCK)), y

    return setup


CASES = [
    ("copper_lantern_bw1_a", copper(copper_lantern_bw1_a, 128)),
    ("copper_lantern_bw1_b", copper(copper_lantern_bw1_b, 32)),
    ("maple_harbor_bw1_a", maple(maple_harbor_bw1_a, 128)),
    ("maple_harbor_bw1_b", maple(maple_harbor_bw1_b, 64)),
    ("quartz_meadow_bw1_a", quartz(quartz_meadow_bw1_a, False)),
    ("quartz_meadow_bw1_b", quartz(quartz_meadow_bw1_b, True)),
    ("willow_saddle_bw1_a", willow(willow_saddle_bw1_a, 16)),
    ("willow_saddle_bw1_b", willow(willow_saddle_bw1_b, 1)),
    ("amber_pocket_bw1_a", amber(amber_pocket_bw1_a, 4096, num_warps=4, maxnreg=96)),
    ("amber_pocket_bw1_b", amber(amber_pocket_bw1_b, 1024)),
    ("linen_orchard_bw1_a", linen(linen_orchard_bw1_a, 0)),
    ("linen_orchard_bw1_b", linen(linen_orchard_bw1_b, 16)),
    ("cedar_button_bw1_a", cedar(cedar_button_bw1_a)),
    ("cedar_button_bw1_b", cedar(cedar_button_bw1_b)),
    ("ivory_ladder_bw1_a", ivory(ivory_ladder_bw1_a)),
    ("ivory_ladder_bw1_b", ivory(ivory_ladder_bw1_b)),
    ("basalt_kettle_bw1_a", basalt(basalt_kettle_bw1_a, False)),
    ("basalt_kettle_bw1_b", basalt(basalt_kettle_bw1_b, True)),
    ("clover_anvil_bw1_a", clover(clover_anvil_bw1_a, 1)),
    ("clover_anvil_bw1_b", clover(clover_anvil_bw1_b, 4)),
    ("walnut_ribbon_bw1_a", walnut(walnut_ribbon_bw1_a, 128, 128, 32, num_warps=8, num_stages=2)),
    ("walnut_ribbon_bw1_b", walnut(walnut_ribbon_bw1_b, 128, 128, 64, num_warps=8, num_stages=4)),
    ("thistle_basket_bw1_a", thistle(thistle_basket_bw1_a, 1)),
    ("thistle_basket_bw1_b", thistle(thistle_basket_bw1_b, 132)),
    ("pebble_curtain_bw1_a", pebble(pebble_curtain_bw1_a)),
    ("pebble_curtain_bw1_b", pebble(pebble_curtain_bw1_b)),
    ("saffron_hinge_bw1_a", saffron(saffron_hinge_bw1_a)),
    ("saffron_hinge_bw1_b", saffron(saffron_hinge_bw1_b)),
    ("marble_whistle_bw1_a", marble(marble_whistle_bw1_a, 1)),
    ("marble_whistle_bw1_b", marble(marble_whistle_bw1_b, 4)),
    ("juniper_spoon_bw1_a", juniper(juniper_spoon_bw1_a)),
    ("velour_candle_bw1_a", velour(velour_candle_bw1_a)),
    ("hazel_bucket_bw1_a", hazel(hazel_bucket_bw1_a)),
    ("olive_trumpet_bw1_a", olive(olive_trumpet_bw1_a)),
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
