#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundrednineteenth_bt5.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

CASES = []


# ---- amber: vision backbone head, global average of rectified NHWC feature maps
@triton.jit
def amber_kettle_bt5_a(x_ptr, y_ptr, C, HW: tl.constexpr, BLOCK: tl.constexpr):
    n = tl.program_id(1)
    c = tl.program_id(0)
    base = x_ptr + n * HW * C + c
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for p in range(0, HW, BLOCK):
        v = tl.load(base + (p + tl.arange(0, BLOCK)) * C)
        acc += tl.maximum(v, 0.0)
    tl.store(y_ptr + n * C + c, tl.sum(acc, axis=0) / HW)


@triton.jit
def amber_kettle_bt5_b(x_ptr, y_ptr, C, HW: tl.constexpr, BP: tl.constexpr, BC: tl.constexpr):
    n = tl.program_id(1)
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    base = x_ptr + n * HW * C
    acc = tl.zeros((BP, BC), dtype=tl.float32)
    for p in range(0, HW, BP):
        v = tl.load(base + (p + tl.arange(0, BP))[:, None] * C + c[None, :])
        acc += tl.maximum(v, 0.0)
    tl.store(y_ptr + n * C + c, tl.sum(acc, axis=0) / HW)


def amber(mended):
    def setup():
        N, HW, C = 128, 4096, 256  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(11)
        x = torch.randn((N, HW, C), device="cuda", generator=g)
        y = torch.empty((N, C), device="cuda")
        if mended:
            return (lambda: amber_kettle_bt5_b[(C // 32, N)](x, y, C, HW=HW, BP=128, BC=32, num_warps=4)), y
        return (lambda: amber_kettle_bt5_a[(C, N)](x, y, C, HW=HW, BLOCK=1024, num_warps=4)), y

    return setup


CASES += [("amber_kettle_bt5_a", amber(False)), ("amber_kettle_bt5_b", amber(True))]


# ---- birch: graph learning readout, node features summed over each graph of a sorted batch
@triton.jit
def birch_lantern_bt5_a(x_ptr, batch_ptr, out_ptr, F: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    f = tl.arange(0, F)
    graph = tl.load(batch_ptr + r)
    x = tl.load(x_ptr + r[:, None] * F + f[None, :])
    tl.atomic_add(out_ptr + graph[:, None] * F + f[None, :], x, sem="relaxed")


@triton.jit
def birch_lantern_bt5_b(x_ptr, start_ptr, out_ptr, F: tl.constexpr, ROWS: tl.constexpr, PARTS: tl.constexpr):
    graph = tl.program_id(1)
    part = tl.program_id(0)
    f = tl.arange(0, F)
    first = tl.load(start_ptr + graph)
    last = tl.load(start_ptr + graph + 1)
    share = (last - first + PARTS - 1) // PARTS
    low = first + part * share
    high = tl.minimum(low + share, last)
    acc = tl.zeros((ROWS, F), dtype=tl.float32)
    for at in range(low, high, ROWS):
        r = at + tl.arange(0, ROWS)
        acc += tl.load(x_ptr + r[:, None] * F + f[None, :], mask=(r < high)[:, None], other=0.0)
    tl.atomic_add(out_ptr + graph * F + f, tl.sum(acc, axis=0), sem="relaxed")


def birch(mended):
    def setup():
        graphs, each, F = 64, 20480, 64  # noqa: N806 as it was measured
        N = graphs * each  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(12)
        x = torch.rand((N, F), device="cuda", generator=g)
        start = torch.arange(0, graphs + 1, device="cuda", dtype=torch.int32) * each
        start[1:-1] += torch.randint(-2048, 2048, (graphs - 1,), device="cuda", dtype=torch.int32, generator=g)
        node = torch.arange(0, N, device="cuda", dtype=torch.int32)
        batch = torch.bucketize(node, start[1:-1].contiguous(), right=True).to(torch.int32)
        out = torch.zeros((graphs, F), device="cuda")
        if mended:
            return (lambda: birch_lantern_bt5_b[(32, graphs)](x, start, out, F=F, ROWS=64, PARTS=32, num_warps=4)), out
        return (lambda: birch_lantern_bt5_a[(N // 64,)](x, batch, out, F=F, ROWS=64, num_warps=4)), out

    return setup


CASES += [("birch_lantern_bt5_a", birch(False)), ("birch_lantern_bt5_b", birch(True))]


# ---- coral: molecular model, energy of each edge as a weighted sum of Gaussian radial basis functions
@triton.jit
def coral_thimble_bt5_a(d_ptr, mu_ptr, w_ptr, out_ptr, gamma, K, BLOCK: tl.constexpr):
    e = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(d_ptr + e)
    acc = tl.zeros((BLOCK,), dtype=tl.float64)
    for k in range(0, K):
        delta = d - tl.load(mu_ptr + k)
        acc += tl.load(w_ptr + k) * tl.exp(-gamma * delta * delta)
    tl.store(out_ptr + e, acc.to(tl.float32))


@triton.jit
def coral_thimble_bt5_b(d_ptr, mu_ptr, w_ptr, out_ptr, gamma, K, BLOCK: tl.constexpr):
    e = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(d_ptr + e)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in range(0, K):
        delta = d - tl.load(mu_ptr + k)
        acc += tl.load(w_ptr + k) * tl.exp(-gamma * delta * delta)
    tl.store(out_ptr + e, acc)


def coral(kernel, dtype):
    def setup():
        E, K = 1 << 24, 32  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(13)
        d = torch.rand(E, device="cuda", generator=g) * 6.0
        mu = (torch.arange(0, K, device="cuda", dtype=torch.float64) * (6.0 / (K - 1))).to(dtype)
        w = (torch.rand(K, device="cuda", generator=g) + 0.5).to(dtype)
        out = torch.empty(E, device="cuda")
        return (lambda: kernel[(E // 1024,)](d, mu, w, out, 12.5, K, BLOCK=1024, num_warps=4)), out

    return setup


CASES += [
    ("coral_thimble_bt5_a", coral(coral_thimble_bt5_a, torch.float64)),
    ("coral_thimble_bt5_b", coral(coral_thimble_bt5_b, torch.float32)),
]


# ---- dusky: photo retouching, exposure in linear light on gamma-coded 8-bit pixels
@triton.jit
def dusky_pelican_bt5_a(x_ptr, y_ptr, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + i).to(tl.float32) * (1.0 / 255.0)
    light = libdevice.pow(v, tl.full((BLOCK,), 2.2, tl.float32))
    light = tl.minimum(light * gain, 1.0)
    code = libdevice.pow(light, tl.full((BLOCK,), 1.0 / 2.2, tl.float32))
    tl.store(y_ptr + i, (code * 255.0 + 0.5).to(tl.uint8))


@triton.jit
def dusky_pelican_bt5_b(x_ptr, y_ptr, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + i).to(tl.float32) * (1.0 / 255.0)
    light = libdevice.fast_powf(v, tl.full((BLOCK,), 2.2, tl.float32))
    light = tl.minimum(light * gain, 1.0)
    code = libdevice.fast_powf(light, tl.full((BLOCK,), 1.0 / 2.2, tl.float32))
    tl.store(y_ptr + i, (code * 255.0 + 0.5).to(tl.uint8))


def dusky(kernel):
    def setup():
        n = 3 << 26
        g = torch.Generator(device="cuda").manual_seed(14)
        x = torch.randint(0, 256, (n,), device="cuda", dtype=torch.uint8, generator=g)
        y = torch.empty(n, device="cuda", dtype=torch.uint8)
        return (lambda: kernel[(n // 2048,)](x, y, 1.37, BLOCK=2048, num_warps=4)), y

    return setup


CASES += [("dusky_pelican_bt5_a", dusky(dusky_pelican_bt5_a)), ("dusky_pelican_bt5_b", dusky(dusky_pelican_bt5_b))]


# ---- elm: super-resolution head, pixel shuffle of 2 x 2 channel groups into a picture twice as large
@triton.jit
def elm_saddle_bt5_a(x_ptr, y_ptr, C, R, OH, OW, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ow = o % OW
    t = o // OW
    oh = t % OH
    t = t // OH
    c = t % C
    b = t // C
    plane = (b * C + c) * (R * R) + (oh % R) * R + ow % R
    at = plane * ((OH // R) * (OW // R)) + (oh // R) * (OW // R) + ow // R
    tl.store(y_ptr + o, tl.load(x_ptr + at))


@triton.jit
def elm_saddle_bt5_b(x_ptr, y_ptr, R: tl.constexpr, OH: tl.constexpr, OW: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    oh = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None]
    image = tl.program_id(1)
    ow = tl.arange(0, BLOCK)[None, :]
    keep = (ow < OW) & (oh < OH)
    plane = image * (R * R) + (oh % R) * R + ow % R
    at = plane * ((OH // R) * (OW // R)) + (oh // R) * (OW // R) + ow // R
    tl.store(y_ptr + (image * OH + oh) * OW + ow, tl.load(x_ptr + at, mask=keep), mask=keep)


def elm(mended):
    def setup():
        B, C, R, OH, OW = 64, 3, 2, 1000, 1000  # noqa: N806 as it was measured
        n = B * C * OH * OW
        g = torch.Generator(device="cuda").manual_seed(15)
        x = torch.rand(n, device="cuda", generator=g).to(torch.float16)
        y = torch.empty(n, device="cuda", dtype=torch.float16)
        if mended:
            return (lambda: elm_saddle_bt5_b[(OH // 4, B * C)](x, y, R, OH, OW, ROWS=4, BLOCK=1024, num_warps=4)), y
        return (lambda: elm_saddle_bt5_a[(n // 1024,)](x, y, C, R, OH, OW, BLOCK=1024, num_warps=4)), y

    return setup


CASES += [("elm_saddle_bt5_a", elm(False)), ("elm_saddle_bt5_b", elm(True))]


# ---- frosty: two-tower recommender, hidden layer relu(x W^T + bias)
@triton.jit
def frosty_anvil_bt5_a(x_ptr, w_ptr, bias_ptr, y_ptr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = (tl.program_id(0) // (D // BN)) * BM + tl.arange(0, BM)
    n = (tl.program_id(0) % (D // BN)) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for at in range(0, D, BK):
        x = tl.load(x_ptr + m[:, None] * D + (at + k)[None, :])
        w = tl.load(w_ptr + n[None, :] * D + (at + k)[:, None])
        acc = tl.dot(x, w, acc)
    acc += tl.load(bias_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * D + n[None, :], tl.maximum(acc, 0.0).to(tl.float16))


@triton.jit
def frosty_anvil_bt5_b(x_ptr, w_ptr, bias_ptr, y_ptr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = (tl.program_id(0) // (D // BN)) * BM + tl.arange(0, BM)
    n = (tl.program_id(0) % (D // BN)) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for at in range(0, D, BK):
        x = tl.load(x_ptr + m[:, None] * D + (at + k)[None, :])
        w = tl.load(w_ptr + n[None, :] * D + (at + k)[:, None])
        acc = tl.dot(x, w, acc)
    acc += tl.load(bias_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * D + n[None, :], tl.maximum(acc, 0.0).to(tl.float16))


def frosty(kernel, stages):
    def setup():
        M, D = 16384, 2048  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(16)
        x = torch.rand((M, D), device="cuda", generator=g).to(torch.float16)
        w = (torch.randn((D, D), device="cuda", generator=g) * 0.02).to(torch.float16)
        bias = torch.rand(D, device="cuda", generator=g)
        y = torch.empty((M, D), device="cuda", dtype=torch.float16)
        grid = ((M // 128) * (D // 256),)
        return (lambda: kernel[grid](x, w, bias, y, D=D, BM=128, BN=256, BK=64, num_warps=8, num_stages=stages)), y

    return setup


CASES += [("frosty_anvil_bt5_a", frosty(frosty_anvil_bt5_a, 1)), ("frosty_anvil_bt5_b", frosty(frosty_anvil_bt5_b, 3))]


# ---- gilded: k-means step, squared distance of each point to its nearest centroid
@triton.jit
def gilded_otter_bt5_a(p_ptr, c_ptr, norm_ptr, out_ptr, K, D: tl.constexpr, BP: tl.constexpr, BC: tl.constexpr):
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    d = tl.arange(0, D)
    x = tl.load(p_ptr + p[:, None] * D + d[None, :])
    best = tl.full((BP,), float("inf"), tl.float32)
    for at in range(0, K, BC):
        k = at + tl.arange(0, BC)
        c = tl.load(c_ptr + k[None, :] * D + d[:, None])
        far = tl.load(norm_ptr + k)[None, :] - 2.0 * tl.dot(x, c)
        best = tl.minimum(best, tl.min(far, axis=1))
    wide = x.to(tl.float32)
    tl.store(out_ptr + p, best + tl.sum(wide * wide, axis=1))


@triton.jit
def gilded_otter_bt5_b(p_ptr, c_ptr, norm_ptr, out_ptr, K, D: tl.constexpr, BP: tl.constexpr, BC: tl.constexpr):
    p = tl.program_id(0) * BP + tl.arange(0, BP)
    d = tl.arange(0, D)
    x = tl.load(p_ptr + p[:, None] * D + d[None, :])
    best = tl.full((BP,), float("inf"), tl.float32)
    for at in range(0, K, BC):
        k = at + tl.arange(0, BC)
        c = tl.load(c_ptr + k[None, :] * D + d[:, None])
        far = tl.load(norm_ptr + k)[None, :] - 2.0 * tl.dot(x, c)
        best = tl.minimum(best, tl.min(far, axis=1))
    wide = x.to(tl.float32)
    tl.store(out_ptr + p, best + tl.sum(wide * wide, axis=1))


def gilded(kernel, BP, BC, warps):
    def setup():
        N, K, D = 1 << 19, 1024, 64  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(17)
        p = torch.randn((N, D), device="cuda", generator=g).to(torch.float16)
        c = torch.randn((K, D), device="cuda", generator=g).to(torch.float16)
        norm = (c.to(torch.float32) * c.to(torch.float32)).sum(1)
        out = torch.empty(N, device="cuda")
        grid = (N // BP,)
        return (lambda: kernel[grid](p, c, norm, out, K, D=D, BP=BP, BC=BC, num_warps=warps, num_stages=3)), out

    return setup


CASES += [
    ("gilded_otter_bt5_a", gilded(gilded_otter_bt5_a, 16, 64, 4)),
    ("gilded_otter_bt5_b", gilded(gilded_otter_bt5_b, 128, 128, 8)),
]


# ---- hazel: audio levels, mean power of each long recording
@triton.jit
def hazel_buckle_bt5_a(x_ptr, out_ptr, T, BLOCK: tl.constexpr):
    row = x_ptr + tl.program_id(0) * T
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, T, BLOCK):
        v = tl.load(row + t + tl.arange(0, BLOCK))
        acc += v * v
    tl.store(out_ptr + tl.program_id(0), tl.sum(acc, axis=0) / T)


@triton.jit
def hazel_buckle_bt5_b(x_ptr, out_ptr, T, SHARE, BLOCK: tl.constexpr):
    part = x_ptr + tl.program_id(1) * T + tl.program_id(0) * SHARE
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, SHARE, BLOCK):
        v = tl.load(part + t + tl.arange(0, BLOCK))
        acc += v * v
    tl.atomic_add(out_ptr + tl.program_id(1), tl.sum(acc, axis=0) / T, sem="relaxed")


def hazel(mended):
    def setup():
        N, T = 32, 1 << 22  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(18)
        x = torch.randn((N, T), device="cuda", generator=g)
        out = torch.zeros(N, device="cuda")
        if mended:
            return (lambda: hazel_buckle_bt5_b[(128, N)](x, out, T, T // 128, BLOCK=4096, num_warps=8)), out
        return (lambda: hazel_buckle_bt5_a[(N,)](x, out, T, BLOCK=4096, num_warps=8)), out

    return setup


CASES += [("hazel_buckle_bt5_a", hazel(False)), ("hazel_buckle_bt5_b", hazel(True))]


# ---- ivory: graph network training, weight gradient H^T dZ over all nodes
@triton.jit
def ivory_trellis_bt5_a(h_ptr, z_ptr, out_ptr, N, DI: tl.constexpr, DO: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for at in range(0, N, BK):
        h = tl.load(h_ptr + (at + k)[:, None] * DI + m[None, :])
        z = tl.load(z_ptr + (at + k)[:, None] * DO + n[None, :])
        acc = tl.dot(tl.trans(h), z, acc)
    tl.store(out_ptr + m[:, None] * DO + n[None, :], acc)


@triton.jit
def ivory_trellis_bt5_b(h_ptr, z_ptr, out_ptr, SHARE, DI: tl.constexpr, DO: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    first = tl.program_id(2) * SHARE
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for at in range(first, first + SHARE, BK):
        h = tl.load(h_ptr + (at + k)[:, None] * DI + m[None, :])
        z = tl.load(z_ptr + (at + k)[:, None] * DO + n[None, :])
        acc = tl.dot(tl.trans(h), z, acc)
    tl.atomic_add(out_ptr + m[:, None] * DO + n[None, :], acc, sem="relaxed")


def ivory(mended):
    def setup():
        N, D, split = 131072, 512, 8  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(19)
        h = torch.rand((N, D), device="cuda", generator=g).to(torch.float16)
        z = (torch.rand((N, D), device="cuda", generator=g) * 0.01).to(torch.float16)
        out = torch.zeros((D, D), device="cuda")
        meta = dict(DI=D, DO=D, BM=128, BN=128, BK=64, num_warps=8, num_stages=4)  # noqa: C408 as it was measured
        if mended:
            return (lambda: ivory_trellis_bt5_b[(D // 128, D // 128, split)](h, z, out, N // split, **meta)), out
        return (lambda: ivory_trellis_bt5_a[(D // 128, D // 128)](h, z, out, N, **meta)), out

    return setup


CASES += [("ivory_trellis_bt5_a", ivory(False)), ("ivory_trellis_bt5_b", ivory(True))]


# ---- jolly: quantisation of activations, each token's row to 8 bits by its own largest magnitude
@triton.jit
def jolly_marten_bt5_a(x_ptr, q_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * D + tl.arange(0, D)[None, :]
    x = tl.load(x_ptr + at)
    top = tl.max(tl.abs(x), axis=1)
    scaled = x * (127.0 / tl.maximum(top, 1e-6))[:, None]
    tl.store(q_ptr + at, (scaled + tl.where(scaled >= 0, 0.5, -0.5)).to(tl.int8))


@triton.jit
def jolly_marten_bt5_b(x_ptr, q_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * D + tl.arange(0, D)[None, :]
    x = tl.load(x_ptr + at)
    top = tl.max(tl.abs(x), axis=1)
    scaled = x * (127.0 / tl.maximum(top, 1e-6))[:, None]
    tl.store(q_ptr + at, (scaled + tl.where(scaled >= 0, 0.5, -0.5)).to(tl.int8))


def jolly(kernel, ROWS):
    def setup():
        N, D = 20480, 4096  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(20)
        x = torch.randn((N, D), device="cuda", generator=g) + 0.7
        q = torch.empty((N, D), device="cuda", dtype=torch.int8)
        return (lambda: kernel[(N // ROWS,)](x, q, D=D, ROWS=ROWS, num_warps=4)), q

    return setup


CASES += [("jolly_marten_bt5_a", jolly(jolly_marten_bt5_a, 16)), ("jolly_marten_bt5_b", jolly(jolly_marten_bt5_b, 1))]


# ---- kelp: speech front end, power spectra times a mel filter bank, then the logarithm
@triton.jit
def kelp_pennant_bt5_a(s_ptr, w_ptr, y_ptr, BINS: tl.constexpr, MELS: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    m = tl.arange(0, MELS)
    k = tl.arange(0, BK)
    acc = tl.zeros((BT, MELS), dtype=tl.float32)
    for at in range(0, BINS, BK):
        s = tl.load(s_ptr + t[:, None] * BINS + (at + k)[None, :]).to(tl.float32)
        w = tl.load(w_ptr + (at + k)[:, None] * MELS + m[None, :]).to(tl.float32)
        acc = tl.dot(s, w, acc, input_precision="ieee")
    tl.store(y_ptr + t[:, None] * MELS + m[None, :], tl.log(acc + 1e-6).to(tl.float16))


@triton.jit
def kelp_pennant_bt5_b(s_ptr, w_ptr, y_ptr, BINS: tl.constexpr, MELS: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    m = tl.arange(0, MELS)
    k = tl.arange(0, BK)
    acc = tl.zeros((BT, MELS), dtype=tl.float32)
    for at in range(0, BINS, BK):
        s = tl.load(s_ptr + t[:, None] * BINS + (at + k)[None, :])
        w = tl.load(w_ptr + (at + k)[:, None] * MELS + m[None, :])
        acc = tl.dot(s, w, acc)
    tl.store(y_ptr + t[:, None] * MELS + m[None, :], tl.log(acc + 1e-6).to(tl.float16))


def kelp(kernel, BT, BK, warps):
    def setup():
        T, BINS, MELS = 1 << 18, 512, 128  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(21)
        s = torch.rand((T, BINS), device="cuda", generator=g).to(torch.float16)
        w = torch.rand((BINS, MELS), device="cuda", generator=g).to(torch.float16)
        y = torch.empty((T, MELS), device="cuda", dtype=torch.float16)
        return (lambda: kernel[(T // BT,)](s, w, y, BINS=BINS, MELS=MELS, BT=BT, BK=BK, num_warps=warps, num_stages=3)), y

    return setup


CASES += [("kelp_pennant_bt5_a", kelp(kelp_pennant_bt5_a, 128, 16, 8)), ("kelp_pennant_bt5_b", kelp(kelp_pennant_bt5_b, 128, 64, 8))]


# ---- linen: optimiser step, clipped gradient with weight decay and Nesterov momentum
@triton.jit
def linen_badger_bt5_a(p_ptr, g_ptr, step_ptr, clip, decay, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(step_ptr + i, tl.load(g_ptr + i) * clip + tl.load(p_ptr + i) * decay)


@triton.jit
def linen_badger_bt5_a2(m_ptr, step_ptr, beta, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(m_ptr + i, tl.load(m_ptr + i) * beta + tl.load(step_ptr + i))


@triton.jit
def linen_badger_bt5_a3(p_ptr, m_ptr, step_ptr, beta, rate, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    move = tl.load(step_ptr + i) + tl.load(m_ptr + i) * beta
    tl.store(p_ptr + i, tl.load(p_ptr + i) - rate * move)


@triton.jit
def linen_badger_bt5_b(p_ptr, g_ptr, m_ptr, clip, decay, beta, rate, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    step = tl.load(g_ptr + i) * clip + p * decay
    m = tl.load(m_ptr + i) * beta + step
    tl.store(m_ptr + i, m)
    tl.store(p_ptr + i, p - rate * (step + m * beta))


def linen(mended):
    def setup():
        n = 1 << 26
        r = torch.Generator(device="cuda").manual_seed(22)
        p = torch.randn(n, device="cuda", generator=r)
        g = torch.randn(n, device="cuda", generator=r) + 0.5
        m = torch.randn(n, device="cuda", generator=r) * 0.1
        step = torch.empty(n, device="cuda")
        grid = (n // 1024,)

        def chain():
            linen_badger_bt5_a[grid](p, g, step, 0.8, 0.01, BLOCK=1024, num_warps=4)
            linen_badger_bt5_a2[grid](m, step, 0.9, BLOCK=1024, num_warps=4)
            linen_badger_bt5_a3[grid](p, m, step, 0.9, 0.001, BLOCK=1024, num_warps=4)

        if mended:
            return (lambda: linen_badger_bt5_b[grid](p, g, m, 0.8, 0.01, 0.9, 0.001, BLOCK=1024, num_warps=4)), p
        return chain, p

    return setup


CASES += [("linen_badger_bt5_a", linen(False)), ("linen_badger_bt5_b", linen(True))]


# ---- mossy: sequence model, sinusoidal phase embedding added to the features (mild)
@triton.jit
def mossy_goblet_bt5_a(x_ptr, phase_ptr, y_ptr, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(x_ptr + i) + size * libdevice.sin(tl.load(phase_ptr + i))
    tl.store(y_ptr + i, y)


@triton.jit
def mossy_goblet_bt5_b(x_ptr, phase_ptr, y_ptr, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(x_ptr + i) + size * libdevice.fast_sinf(tl.load(phase_ptr + i))
    tl.store(y_ptr + i, y)


def mossy(kernel):
    def setup():
        n = 1 << 26
        g = torch.Generator(device="cuda").manual_seed(23)
        x = torch.rand(n, device="cuda", generator=g)
        phase = torch.rand(n, device="cuda", generator=g) * 6.0
        y = torch.empty(n, device="cuda")
        return (lambda: kernel[(n // 1024,)](x, phase, y, 0.3, BLOCK=1024, num_warps=4)), y

    return setup


CASES += [("mossy_goblet_bt5_a", mossy(mossy_goblet_bt5_a)), ("mossy_goblet_bt5_b", mossy(mossy_goblet_bt5_b))]


# ---- nutmeg: convolution epilogue, channel bias and rectifier on an NHWC activation (mild)
@triton.jit
def nutmeg_heron_bt5_a(x_ptr, bias_ptr, y_ptr, C, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bias = tl.load(bias_ptr + i % C)
    tl.store(y_ptr + i, tl.maximum(tl.load(x_ptr + i) + bias, 0.0))


@triton.jit
def nutmeg_heron_bt5_b(x_ptr, bias_ptr, y_ptr, C: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, C)
    at = r[:, None] * C + c[None, :]
    tl.store(y_ptr + at, tl.maximum(tl.load(x_ptr + at) + tl.load(bias_ptr + c)[None, :], 0.0))


def nutmeg(mended):
    def setup():
        n, C = 1 << 27, 512  # noqa: N806 as it was measured
        g = torch.Generator(device="cuda").manual_seed(24)
        x = torch.randn(n, device="cuda", generator=g)
        bias = torch.randn(C, device="cuda", generator=g)
        y = torch.empty(n, device="cuda")
        if mended:
            return (lambda: nutmeg_heron_bt5_b[(n // 2048,)](x, bias, y, C=C, ROWS=4, num_warps=4)), y
        return (lambda: nutmeg_heron_bt5_a[(n // 2048,)](x, bias, y, C, BLOCK=2048, num_warps=4)), y

    return setup


CASES += [("nutmeg_heron_bt5_a", nutmeg(False)), ("nutmeg_heron_bt5_b", nutmeg(True))]


# ---- ochre: language model feed-forward gate, silu(a) * b
@triton.jit
def ochre_walnut_bt5_a(a_ptr, b_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i).to(tl.float32)
    b = tl.load(b_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (a * tl.sigmoid(a) * b).to(tl.bfloat16))


def ochre():
    n = 1 << 27
    g = torch.Generator(device="cuda").manual_seed(25)
    a = torch.randn(n, device="cuda", generator=g).to(torch.bfloat16)
    b = torch.randn(n, device="cuda", generator=g).to(torch.bfloat16)
    y = torch.empty(n, device="cuda", dtype=torch.bfloat16)
    return (lambda: ochre_walnut_bt5_a[(n // 2048,)](a, b, y, BLOCK=2048, num_warps=4)), y


# ---- plum: recommender embedding bag, 32 rows of 128 features summed for each sample
@triton.jit
def plum_sextant_bt5_a(id_ptr, table_ptr, y_ptr, L: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    row = tl.load(id_ptr + bag * L + tl.arange(0, L))
    v = tl.load(table_ptr + row.to(tl.int64)[:, None] * D + d[None, :])
    tl.store(y_ptr + bag * D + d, tl.sum(v, axis=0))


def plum():
    bags, L, D, items = 65536, 32, 128, 1 << 22  # noqa: N806 as it was measured
    g = torch.Generator(device="cuda").manual_seed(26)
    ids = torch.randint(0, items, (bags, L), device="cuda", dtype=torch.int32, generator=g)
    table = torch.randn((items, D), device="cuda", generator=g)
    y = torch.empty((bags, D), device="cuda")
    return (lambda: plum_sextant_bt5_a[(bags,)](ids, table, y, L=L, D=D, num_warps=4)), y


# ---- quartz: weight-only quantisation, 4-bit weights unpacked to fp16 with a scale for each group of 256
@triton.jit
def quartz_mitten_bt5_a(q_ptr, scale_ptr, y_ptr, HALF: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    k = tl.arange(0, HALF)
    q = tl.load(q_ptr + r[:, None] * HALF + k[None, :])
    s = tl.load(scale_ptr + r)[:, None]
    low = ((q & 15).to(tl.float32) - 7.5) * s
    high = ((q >> 4).to(tl.float32) - 7.5) * s
    to = y_ptr + r[:, None] * (2 * HALF) + k[None, :]
    tl.store(to, low.to(tl.float16))
    tl.store(to + HALF, high.to(tl.float16))


def quartz():
    groups, half = 1 << 20, 128
    g = torch.Generator(device="cuda").manual_seed(27)
    q = torch.randint(0, 256, (groups, half), device="cuda", dtype=torch.uint8, generator=g)
    scale = torch.rand(groups, device="cuda", generator=g)
    y = torch.empty((groups, 2 * half), device="cuda", dtype=torch.float16)
    return (lambda: quartz_mitten_bt5_a[(groups // 16,)](q, scale, y, HALF=half, ROWS=16, num_warps=4)), y


# ---- russet: bank of driven damped resonators, 128 steps each
@triton.jit
def russet_violin_bt5_a(a_ptr, b_ptr, u_ptr, y_ptr, STEPS, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(a_ptr + i)
    b = tl.load(b_ptr + i)
    u = tl.load(u_ptr + i)
    x = u
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for _ in range(0, STEPS, 8):
        for _step in tl.static_range(8):
            turned = a * x + (u - b * y)
            y = b * x + (a * y + u)
            x = turned
    tl.store(y_ptr + i, x * x + y * y)


def russet():
    n = 1 << 24
    g = torch.Generator(device="cuda").manual_seed(28)
    a = torch.rand(n, device="cuda", generator=g) * 0.5 + 0.2
    b = torch.rand(n, device="cuda", generator=g) * 0.5 + 0.1
    u = torch.randn(n, device="cuda", generator=g)
    y = torch.empty(n, device="cuda")
    return (lambda: russet_violin_bt5_a[(n // 1024,)](a, b, u, y, 128, BLOCK=1024, num_warps=4)), y


CASES += [
    ("ochre_walnut_bt5_a", ochre),
    ("plum_sextant_bt5_a", plum),
    ("quartz_mitten_bt5_a", quartz),
    ("russet_violin_bt5_a", russet),
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
