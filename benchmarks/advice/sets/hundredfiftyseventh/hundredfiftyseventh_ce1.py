#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredfiftyseventh_ce1.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

CASES = []


def seeded(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- amber: per-channel partial sums and sums of squares of a channels-last activation
@triton.jit
def amber_kettle_ce1_a(x_ptr, out_ptr, C, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    split = tl.program_id(1)
    s = tl.zeros((BLOCK,), dtype=tl.float32)
    q = tl.zeros((BLOCK,), dtype=tl.float32)
    for r in range(0, ROWS, BLOCK):
        rows = split * ROWS + r + tl.arange(0, BLOCK)
        v = tl.load(x_ptr + rows * C + c)
        s += v
        q += v * v
    tl.store(out_ptr + split * 2 * C + c, tl.sum(s, axis=0))
    tl.store(out_ptr + split * 2 * C + C + c, tl.sum(q, axis=0))


@triton.jit
def amber_kettle_ce1_b(x_ptr, out_ptr, C, ROWS: tl.constexpr, BR: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    split = tl.program_id(1)
    s = tl.zeros((BR, BC), dtype=tl.float32)
    q = tl.zeros((BR, BC), dtype=tl.float32)
    for r in range(0, ROWS, BR):
        rows = split * ROWS + r + tl.arange(0, BR)
        v = tl.load(x_ptr + rows[:, None] * C + c[None, :])
        s += v
        q += v * v
    tl.store(out_ptr + split * 2 * C + c, tl.sum(s, axis=0))
    tl.store(out_ptr + split * 2 * C + C + c, tl.sum(q, axis=0))


def amber(kernel, width, **meta):
    def setup():
        n, C, splits = 262144, 512, 128  # noqa: N806 as it was measured
        x = torch.rand((n, C), device="cuda", generator=seeded(1)) + 0.1
        out = torch.zeros((splits, 2, C), device="cuda")
        return (lambda: kernel[(C // width, splits)](x, out, C, ROWS=n // splits, **meta)), out

    return setup


CASES += [
    ("amber_kettle_ce1_a", amber(amber_kettle_ce1_a, 1, BLOCK=1024, num_warps=4)),
    ("amber_kettle_ce1_b", amber(amber_kettle_ce1_b, 64, BR=32, BC=64, num_warps=4)),
]


# ---- willow: input gradient of a layer norm, one row of 8192 a program
@triton.jit
def willow_lantern_ce1_a(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + cols).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + cols).to(tl.float32)
    w = tl.load(w_ptr + cols).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    rstd = tl.load(rstd_ptr + row)
    xhat = (x - mean) * rstd
    wdy = w * dy
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    dx = (wdy - (xhat * c1 + c2)) * rstd
    tl.store(dx_ptr + row * N + cols, dx.to(tl.float16))


@triton.jit
def willow_lantern_ce1_b(dy_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + cols).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + cols).to(tl.float32)
    w = tl.load(w_ptr + cols).to(tl.float32)
    mean = tl.load(mean_ptr + row)
    rstd = tl.load(rstd_ptr + row)
    xhat = (x - mean) * rstd
    wdy = w * dy
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    dx = (wdy - (xhat * c1 + c2)) * rstd
    tl.store(dx_ptr + row * N + cols, dx.to(tl.float16))


def willow(kernel, **meta):
    def setup():
        rows, N = 16384, 8192  # noqa: N806 as it was measured
        g = seeded(2)
        x = torch.randn((rows, N), device="cuda", dtype=torch.float16, generator=g)
        dy = torch.rand((rows, N), device="cuda", dtype=torch.float16, generator=g)
        w = torch.rand(N, device="cuda", generator=g) + 0.5
        mean = torch.rand(rows, device="cuda", generator=g) * 0.1 + 0.3
        rstd = torch.rand(rows, device="cuda", generator=g) * 0.1 + 0.95
        dx = torch.empty((rows, N), device="cuda", dtype=torch.float16)
        return (lambda: kernel[(rows,)](dy, x, w, mean, rstd, dx, N=N, **meta)), dx

    return setup


CASES += [
    ("willow_lantern_ce1_a", willow(willow_lantern_ce1_a, num_warps=2)),
    ("willow_lantern_ce1_b", willow(willow_lantern_ce1_b, num_warps=8)),
]


# ---- copper: softmax gate of 256 experts, summed probability of each expert
@triton.jit
def copper_thistle_ce1_a(logit_ptr, load_ptr, E: tl.constexpr, BT: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    e = tl.arange(0, E)
    x = tl.load(logit_ptr + t[:, None] * E + e[None, :])
    x = tl.exp(x - tl.max(x, axis=1)[:, None])
    p = x / tl.sum(x, axis=1)[:, None]
    tl.atomic_add(load_ptr + e[None, :] + tl.zeros((BT, 1), dtype=tl.int32), p, sem="relaxed")


@triton.jit
def copper_thistle_ce1_b(logit_ptr, load_ptr, E: tl.constexpr, BT: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    e = tl.arange(0, E)
    x = tl.load(logit_ptr + t[:, None] * E + e[None, :])
    x = tl.exp(x - tl.max(x, axis=1)[:, None])
    p = x / tl.sum(x, axis=1)[:, None]
    tl.atomic_add(load_ptr + e, tl.sum(p, axis=0), sem="relaxed")


def copper(kernel, BT, **meta):
    def setup():
        tokens, E = 327680, 256  # noqa: N806 as it was measured
        logits = torch.randn((tokens, E), device="cuda", generator=seeded(3))
        load = torch.zeros(E, device="cuda")
        return (lambda: kernel[(tokens // BT,)](logits, load, E=E, BT=BT, **meta)), load

    return setup


CASES += [
    ("copper_thistle_ce1_a", copper(copper_thistle_ce1_a, 32, num_warps=8)),
    ("copper_thistle_ce1_b", copper(copper_thistle_ce1_b, 32, num_warps=8)),
]


# ---- marble: linear layer in single precision with bias and ReLU
@triton.jit
def marble_otter_ce1_a(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = N // BN
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    xp = x_ptr + rm[:, None] * K + rk[None, :]
    wp = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc += tl.dot(tl.load(xp), tl.load(wp), input_precision="ieee")
        xp += BK
        wp += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + rn)[None, :], 0.0)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def marble_otter_ce1_b(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = N // BN
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    xp = x_ptr + rm[:, None] * K + rk[None, :]
    wp = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(xp), tl.load(wp), acc, input_precision="tf32")
        xp += BK
        wp += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + rn)[None, :], 0.0)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


def marble(kernel, BM, BN, BK, **meta):
    def setup():
        M, N, K = 4096, 4096, 1024  # noqa: N806 as it was measured
        g = seeded(4)
        x = torch.rand((M, K), device="cuda", generator=g)
        w = torch.randn((N, K), device="cuda", generator=g) * 0.05 + 0.02
        bias = torch.rand(N, device="cuda", generator=g)
        y = torch.empty((M, N), device="cuda")
        grid = ((M // BM) * (N // BN),)
        return (lambda: kernel[grid](x, w, bias, y, N, K, BM=BM, BN=BN, BK=BK, **meta)), y

    return setup


CASES += [
    ("marble_otter_ce1_a", marble(marble_otter_ce1_a, 128, 64, 16, num_warps=4, num_stages=3)),
    ("marble_otter_ce1_b", marble(marble_otter_ce1_b, 128, 128, 32, num_warps=8, num_stages=4)),
]


# ---- hazel: embedding bag, sum of the rows (64 halves) of each bag
@triton.jit
def hazel_trumpet_ce1_a(table_ptr, index_ptr, begin_ptr, out_ptr, D: tl.constexpr):
    bag = tl.program_id(0)
    start = tl.load(begin_ptr + bag)
    end = tl.load(begin_ptr + bag + 1)
    d = tl.arange(0, D)
    acc = tl.zeros((D,), dtype=tl.float32)
    for j in range(start, end):
        row = tl.load(index_ptr + j)
        if row >= 0:
            acc += tl.load(table_ptr + row * D + d).to(tl.float32)
    tl.store(out_ptr + bag * D + d, acc)


@triton.jit
def hazel_trumpet_ce1_b(table_ptr, index_ptr, begin_ptr, out_ptr, D: tl.constexpr, J: tl.constexpr):
    bag = tl.program_id(0)
    start = tl.load(begin_ptr + bag)
    end = tl.load(begin_ptr + bag + 1)
    d = tl.arange(0, D)
    acc = tl.zeros((J, D), dtype=tl.float32)
    for j0 in range(start, end, J):
        j = j0 + tl.arange(0, J)
        row = tl.load(index_ptr + j, mask=j < end, other=-1)
        acc += tl.load(table_ptr + row[:, None] * D + d[None, :], mask=(row >= 0)[:, None], other=0.0).to(tl.float32)
    tl.store(out_ptr + bag * D + d, tl.sum(acc, axis=0))


def hazel(kernel, **meta):
    def setup():
        rows, D, bags, per = 1 << 22, 64, 65536, 64  # noqa: N806 as it was measured
        g = seeded(5)
        table = torch.rand((rows, D), device="cuda", dtype=torch.float16, generator=g)
        index = torch.randint(0, rows, (bags * per,), device="cuda", dtype=torch.int32, generator=g)
        begin = torch.arange(0, bags * per + 1, per, device="cuda", dtype=torch.int32)
        out = torch.empty((bags, D), device="cuda")
        return (lambda: kernel[(bags,)](table, index, begin, out, D=D, **meta)), out

    return setup


CASES += [
    ("hazel_trumpet_ce1_a", hazel(hazel_trumpet_ce1_a, num_warps=1)),
    ("hazel_trumpet_ce1_b", hazel(hazel_trumpet_ce1_b, J=32, num_warps=1)),
]


# ---- quartz: mean pooling over jagged segments of rows of 256 halves
@triton.jit
def quartz_saddle_ce1_a(val_ptr, begin_ptr, out_ptr, D: tl.constexpr, BR: tl.constexpr):
    seg = tl.program_id(0)
    start = tl.load(begin_ptr + seg)
    end = tl.load(begin_ptr + seg + 1)
    d = tl.arange(0, D)
    acc = tl.zeros((BR, D), dtype=tl.float32)
    for r in range(start, end, BR):
        rows = r + tl.arange(0, BR)
        acc += tl.load(val_ptr + rows[:, None] * D + d[None, :], mask=(rows < end)[:, None], other=0.0).to(tl.float32)
    tl.store(out_ptr + seg * D + d, tl.sum(acc, axis=0) / (end - start))


@triton.jit
def quartz_saddle_ce1_b(val_ptr, begin_ptr, seg_ptr, first_ptr, out_ptr, D: tl.constexpr, BR: tl.constexpr, CHUNK: tl.constexpr):
    item = tl.program_id(0)
    seg = tl.load(seg_ptr + item)
    first = tl.load(first_ptr + item)
    start = tl.load(begin_ptr + seg)
    end = tl.load(begin_ptr + seg + 1)
    last = tl.minimum(first + CHUNK, end)
    d = tl.arange(0, D)
    acc = tl.zeros((BR, D), dtype=tl.float32)
    for r in range(first, last, BR):
        rows = r + tl.arange(0, BR)
        acc += tl.load(val_ptr + rows[:, None] * D + d[None, :], mask=(rows < last)[:, None], other=0.0).to(tl.float32)
    tl.atomic_add(out_ptr + seg * D + d, tl.sum(acc, axis=0) / (end - start), sem="relaxed")


def quartz(chunked, **meta):
    def setup():
        S, D, chunk = 2048, 256, 160  # noqa: N806 as it was measured
        begin, segs, firsts = [0], [], []
        for s in range(S):
            length = 20000 if s % 128 == 77 else 160
            for f in range(0, length, chunk):
                segs.append(s)
                firsts.append(begin[-1] + f)
            begin.append(begin[-1] + length)
        val = torch.rand((begin[-1], D), device="cuda", dtype=torch.float16, generator=seeded(6))
        out = torch.zeros((S, D), device="cuda")
        b = torch.tensor(begin, device="cuda", dtype=torch.int32)
        if not chunked:
            return (lambda: quartz_saddle_ce1_a[(S,)](val, b, out, D=D, **meta)), out
        seg = torch.tensor(segs, device="cuda", dtype=torch.int32)
        first = torch.tensor(firsts, device="cuda", dtype=torch.int32)
        items = len(segs)
        return (lambda: quartz_saddle_ce1_b[(items,)](val, b, seg, first, out, D=D, CHUNK=chunk, **meta)), out

    return setup


CASES += [
    ("quartz_saddle_ce1_a", quartz(False, BR=32, num_warps=4)),
    ("quartz_saddle_ce1_b", quartz(True, BR=32, num_warps=4)),
]


# ---- linen: weight gradient of a narrow linear layer, the sum over 196608 tokens
@triton.jit
def linen_harbor_ce1_a(x_ptr, dy_ptr, dw_ptr, M, N, T, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    xp = x_ptr + rk[:, None] * M + rm[None, :]
    yp = dy_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for t in range(0, T, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.trans(tl.load(xp)), tl.load(yp), acc)
        xp += BK * M
        yp += BK * N
    tl.store(dw_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def linen_harbor_ce1_b(x_ptr, dy_ptr, dw_ptr, M, N, PART, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * PART + tl.arange(0, BK)
    xp = x_ptr + rk[:, None] * M + rm[None, :]
    yp = dy_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for t in range(0, PART, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.trans(tl.load(xp)), tl.load(yp), acc)
        xp += BK * M
        yp += BK * N
    tl.atomic_add(dw_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


def linen(kernel, split, **meta):
    def setup():
        M, N, T, BM, BN = 512, 256, 196608, 128, 128  # noqa: N806 as it was measured
        g = seeded(7)
        x = torch.rand((T, M), device="cuda", dtype=torch.float16, generator=g)
        dy = torch.randn((T, N), device="cuda", dtype=torch.float16, generator=g) * 0.1 + 0.02
        dw = torch.zeros((M, N), device="cuda")
        return (lambda: kernel[(M // BM, N // BN, split)](x, dy, dw, M, N, T // split, BM=BM, BN=BN, BK=64, **meta)), dw

    return setup


CASES += [
    ("linen_harbor_ce1_a", linen(linen_harbor_ce1_a, 1, num_warps=8, num_stages=4)),
    ("linen_harbor_ce1_b", linen(linen_harbor_ce1_b, 16, num_warps=8, num_stages=4)),
]


# ---- maple: rotary embedding of 32 heads of 128, halves layout
@triton.jit
def maple_whistle_ce1_a(q_ptr, pos_ptr, out_ptr, base, H: tl.constexpr, D: tl.constexpr, BT: tl.constexpr):
    h = tl.program_id(0)
    t = tl.program_id(1) * BT + tl.arange(0, BT)
    i = tl.arange(0, D // 2)
    pos = tl.load(pos_ptr + t).to(tl.float32)
    power = tl.zeros((BT, 1), tl.float32) - (i[None, :] * 2).to(tl.float32) / D
    angle = pos[:, None] * libdevice.pow(tl.zeros((BT, D // 2), tl.float32) + base, power)
    c = libdevice.cos(angle)
    s = libdevice.sin(angle)
    at = (t[:, None] * H + h) * D + i[None, :]
    x0 = tl.load(q_ptr + at).to(tl.float32)
    x1 = tl.load(q_ptr + at + D // 2).to(tl.float32)
    tl.store(out_ptr + at, (x0 * c - x1 * s).to(tl.float16))
    tl.store(out_ptr + at + D // 2, (x1 * c + x0 * s).to(tl.float16))


@triton.jit
def maple_whistle_ce1_b(q_ptr, pos_ptr, cos_ptr, sin_ptr, out_ptr, H: tl.constexpr, D: tl.constexpr, BT: tl.constexpr, HG: tl.constexpr):
    h0 = tl.program_id(0) * HG
    t = tl.program_id(1) * BT + tl.arange(0, BT)
    i = tl.arange(0, D // 2)
    pos = tl.load(pos_ptr + t)
    c = tl.load(cos_ptr + pos[:, None] * (D // 2) + i[None, :])
    s = tl.load(sin_ptr + pos[:, None] * (D // 2) + i[None, :])
    for h in range(h0, h0 + HG):
        at = (t[:, None] * H + h) * D + i[None, :]
        x0 = tl.load(q_ptr + at).to(tl.float32)
        x1 = tl.load(q_ptr + at + D // 2).to(tl.float32)
        tl.store(out_ptr + at, (x0 * c - x1 * s).to(tl.float16))
        tl.store(out_ptr + at + D // 2, (x1 * c + x0 * s).to(tl.float16))


def maple(tabled, **meta):
    def setup():
        T, H, D, BT = 32768, 32, 128, 16  # noqa: N806 as it was measured
        q = torch.rand((T, H, D), device="cuda", dtype=torch.float16, generator=seeded(8)) + 0.1
        pos = torch.arange(0, T, device="cuda", dtype=torch.int32)
        out = torch.empty((T, H, D), device="cuda", dtype=torch.float16)
        if not tabled:
            return (lambda: maple_whistle_ce1_a[(H, T // BT)](q, pos, out, 500000.0, H=H, D=D, BT=BT, **meta)), out
        freq = 500000.0 ** (-torch.arange(0, D, 2, device="cuda", dtype=torch.float32) / D)
        angle = pos.float()[:, None] * freq[None, :]
        c, s = torch.cos(angle), torch.sin(angle)
        return (lambda: maple_whistle_ce1_b[(H // 8, T // BT)](q, pos, c, s, out, H=H, D=D, BT=BT, HG=8, **meta)), out

    return setup


CASES += [
    ("maple_whistle_ce1_a", maple(False, num_warps=4)),
    ("maple_whistle_ce1_b", maple(True, num_warps=4)),
]


# ---- cobalt: dropout of 168M half activations, the mask drawn from Philox counters, one number for each quarter of the tensor
@triton.jit
def cobalt_basket_ce1_a(x_ptr, y_ptr, p, seed, quarter, BLOCK: tl.constexpr):
    base = tl.program_id(0) * BLOCK
    at = base + tl.arange(0, BLOCK)
    lane = base // quarter
    x = tl.load(x_ptr + at).to(tl.float32)
    u0, u1, u2, u3 = tl.rand4x(seed, at - lane * quarter)
    u = tl.where(lane < 2, tl.where(lane == 0, u0, u1), tl.where(lane == 2, u2, u3))
    tl.store(y_ptr + at, tl.where(u > p, x * (1.0 / (1.0 - p)), 0.0).to(tl.float16))


@triton.jit
def cobalt_basket_ce1_b(x_ptr, y_ptr, p, seed, quarter, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x0 = tl.load(x_ptr + at).to(tl.float32)
    x1 = tl.load(x_ptr + at + quarter).to(tl.float32)
    x2 = tl.load(x_ptr + at + 2 * quarter).to(tl.float32)
    x3 = tl.load(x_ptr + at + 3 * quarter).to(tl.float32)
    u0, u1, u2, u3 = tl.rand4x(seed, at)
    keep = 1.0 / (1.0 - p)
    tl.store(y_ptr + at, tl.where(u0 > p, x0 * keep, 0.0).to(tl.float16))
    tl.store(y_ptr + at + quarter, tl.where(u1 > p, x1 * keep, 0.0).to(tl.float16))
    tl.store(y_ptr + at + 2 * quarter, tl.where(u2 > p, x2 * keep, 0.0).to(tl.float16))
    tl.store(y_ptr + at + 3 * quarter, tl.where(u3 > p, x3 * keep, 0.0).to(tl.float16))


def cobalt(kernel, per, **meta):
    def setup():
        n, BLOCK = 160 << 20, 1024  # noqa: N806 as it was measured
        x = torch.rand(n, device="cuda", dtype=torch.float16, generator=seeded(9)) + 0.1
        y = torch.empty(n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(n // (BLOCK * per),)](x, y, 0.1, 1234, n // 4, BLOCK=BLOCK, **meta)), y

    return setup


CASES += [
    ("cobalt_basket_ce1_a", cobalt(cobalt_basket_ce1_a, 1, num_warps=4)),
    ("cobalt_basket_ce1_b", cobalt(cobalt_basket_ce1_b, 4, num_warps=4)),
]


# ---- russet: requantise an int8 tensor of odd length to another scale
@triton.jit
def russet_pelican_ce1_a(x_ptr, y_ptr, ratio, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    v = tl.load(x_ptr + at, mask=mask, other=0).to(tl.float32) * ratio
    tl.store(y_ptr + at, v.to(tl.int8), mask=mask)


@triton.jit
def russet_pelican_ce1_b(x_ptr, y_ptr, ratio, n, BLOCK: tl.constexpr):
    base = tl.program_id(0) * BLOCK
    at = base + tl.arange(0, BLOCK)
    if base + BLOCK <= n:
        v = tl.load(x_ptr + at).to(tl.float32) * ratio
        tl.store(y_ptr + at, v.to(tl.int8))
    else:
        mask = at < n
        v = tl.load(x_ptr + at, mask=mask, other=0).to(tl.float32) * ratio
        tl.store(y_ptr + at, v.to(tl.int8), mask=mask)


def russet(kernel, BLOCK, **meta):
    def setup():
        n = (200 << 20) - 3
        x = torch.randint(0, 127, (n,), device="cuda", dtype=torch.int8, generator=seeded(10))
        y = torch.empty(n, device="cuda", dtype=torch.int8)
        return (lambda: kernel[(triton.cdiv(n, BLOCK),)](x, y, 0.73, n, BLOCK=BLOCK, **meta)), y

    return setup


CASES += [
    ("russet_pelican_ce1_a", russet(russet_pelican_ce1_a, 2048, num_warps=4)),
    ("russet_pelican_ce1_b", russet(russet_pelican_ce1_b, 2048, num_warps=4)),
]


# ---- ivory: log-sum-exp of 8192 rows of 32768 half logits at a temperature held in a one-element tensor
@triton.jit
def ivory_meadow_ce1_a(x_ptr, temp_ptr, lse_ptr, V: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    temp = tl.load(temp_ptr)
    inv = 1.0 / temp
    total = tl.zeros((BLOCK,), dtype=temp.dtype)
    for v in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + v + tl.arange(0, BLOCK)).to(tl.float32)
        total += tl.exp((x - 12.0) * inv)
    tl.store(lse_ptr + row, (tl.log(tl.sum(total, axis=0)) * temp + 12.0).to(tl.float32))


@triton.jit
def ivory_meadow_ce1_b(x_ptr, temp_ptr, lse_ptr, V: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    temp = tl.load(temp_ptr).to(tl.float32)
    inv = 1.0 / temp
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for v in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + v + tl.arange(0, BLOCK)).to(tl.float32)
        total += tl.exp((x - 12.0) * inv)
    tl.store(lse_ptr + row, tl.log(tl.sum(total, axis=0)) * temp + 12.0)


def ivory(kernel, **meta):
    def setup():
        rows, V = 8192, 32768  # noqa: N806 as it was measured
        x = torch.randn((rows, V), device="cuda", dtype=torch.float16, generator=seeded(11)) * 2 + 4
        temp = torch.tensor([0.8], device="cuda", dtype=torch.float64)
        lse = torch.empty(rows, device="cuda")
        return (lambda: kernel[(rows,)](x, temp, lse, V=V, **meta)), lse

    return setup


CASES += [
    ("ivory_meadow_ce1_a", ivory(ivory_meadow_ce1_a, BLOCK=2048, num_warps=8)),
    ("ivory_meadow_ce1_b", ivory(ivory_meadow_ce1_b, BLOCK=4096, num_warps=8)),
]


# ---- tulip: RMS normalisation of every query head (128 halves)
@triton.jit
def tulip_anvil_ce1_a(q_ptr, w_ptr, out_ptr, eps, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    x = tl.load(q_ptr + row * D + d).to(tl.float32)
    r = tl.rsqrt(tl.sum(x * x, axis=0) / D + eps)
    tl.store(out_ptr + row * D + d, (x * r * tl.load(w_ptr + d)).to(tl.float16))


@triton.jit
def tulip_anvil_ce1_b(q_ptr, w_ptr, out_ptr, eps, D: tl.constexpr, ROWS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    at = row[:, None] * D + d[None, :]
    x = tl.load(q_ptr + at).to(tl.float32)
    r = tl.rsqrt(tl.sum(x * x, axis=1) / D + eps)
    tl.store(out_ptr + at, (x * r[:, None] * tl.load(w_ptr + d)[None, :]).to(tl.float16))


def tulip(kernel, rows, **meta):
    def setup():
        n, D = 1 << 20, 128  # noqa: N806 as it was measured
        g = seeded(12)
        q = torch.rand((n, D), device="cuda", dtype=torch.float16, generator=g) + 0.1
        w = torch.rand(D, device="cuda", generator=g) + 0.5
        out = torch.empty((n, D), device="cuda", dtype=torch.float16)
        return (lambda: kernel[(n // rows,)](q, w, out, 1e-6, D=D, **meta)), out

    return setup


CASES += [
    ("tulip_anvil_ce1_a", tulip(tulip_anvil_ce1_a, 1, num_warps=4)),
    ("tulip_anvil_ce1_b", tulip(tulip_anvil_ce1_b, 64, ROWS=64, num_warps=4)),
]


# ---- cedar: half precision matrix product with 2176 rows, single precision result
@triton.jit
def cedar_button_ce1_a(a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = N // BN
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    ap = a_ptr + rm[:, None] * K + rk[None, :]
    bp = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def cedar_button_ce1_b(a_ptr, b_ptr, c_ptr, N, K, PART, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = N // BN
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.program_id(1) * PART + tl.arange(0, BK)
    ap = a_ptr + rm[:, None] * K + rk[None, :]
    bp = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, PART, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.atomic_add(c_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


def cedar(parts, **meta):
    def setup():
        M, N, K, BM, BN, BK = 2176, 2048, 24576, 128, 256, 64  # noqa: N806 as it was measured
        g = seeded(13)
        a = torch.rand((M, K), device="cuda", dtype=torch.float16, generator=g)
        b = torch.randn((K, N), device="cuda", dtype=torch.float16, generator=g) * 0.1 + 0.02
        c = torch.zeros((M, N), device="cuda")
        tiles = (M // BM) * (N // BN)
        if parts == 1:
            return (lambda: cedar_button_ce1_a[(tiles,)](a, b, c, N, K, BM=BM, BN=BN, BK=BK, **meta)), c
        return (lambda: cedar_button_ce1_b[(tiles, parts)](a, b, c, N, K, K // parts, BM=BM, BN=BN, BK=BK, **meta)), c

    return setup


CASES += [
    ("cedar_button_ce1_a", cedar(1, num_warps=8, num_stages=3)),
    ("cedar_button_ce1_b", cedar(4, num_warps=8, num_stages=3)),
]


# ---- saffron: residual add, RMS normalisation and int8 quantisation of 32768 rows of 4096
@triton.jit
def saffron_ladder_ce1_a(x_ptr, res_ptr, h_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.load(x_ptr + at).to(tl.float32) + tl.load(res_ptr + at).to(tl.float32)
    tl.store(h_ptr + at, h.to(tl.float16))


@triton.jit
def saffron_ladder_ce1_a2(h_ptr, w_ptr, y_ptr, eps, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    h = tl.load(h_ptr + at).to(tl.float32)
    r = tl.rsqrt(tl.sum(h * h, axis=0) / N + eps)
    tl.store(y_ptr + at, (h * r * tl.load(w_ptr + tl.arange(0, N))).to(tl.float16))


@triton.jit
def saffron_ladder_ce1_a3(y_ptr, scale, q_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(y_ptr + at).to(tl.float32) * scale
    tl.store(q_ptr + at, tl.minimum(tl.maximum(y, -127.0), 127.0).to(tl.int8))


@triton.jit
def saffron_ladder_ce1_b(x_ptr, res_ptr, w_ptr, scale, q_ptr, eps, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    h = tl.load(x_ptr + at).to(tl.float32) + tl.load(res_ptr + at).to(tl.float32)
    h = h.to(tl.float16).to(tl.float32)
    r = tl.rsqrt(tl.sum(h * h, axis=0) / N + eps)
    y = (h * r * tl.load(w_ptr + tl.arange(0, N))).to(tl.float16).to(tl.float32) * scale
    tl.store(q_ptr + at, tl.minimum(tl.maximum(y, -127.0), 127.0).to(tl.int8))


def saffron(fused):
    def setup():
        rows, N = 32768, 4096  # noqa: N806 as it was measured
        g = seeded(14)
        x = torch.rand((rows, N), device="cuda", dtype=torch.float16, generator=g)
        res = torch.rand((rows, N), device="cuda", dtype=torch.float16, generator=g)
        w = torch.rand(N, device="cuda", generator=g) + 0.5
        q = torch.empty((rows, N), device="cuda", dtype=torch.int8)
        if fused:
            return (lambda: saffron_ladder_ce1_b[(rows,)](x, res, w, 50.0, q, 1e-6, N=N, num_warps=8)), q
        h, y = torch.empty_like(x), torch.empty_like(x)

        def launch():
            saffron_ladder_ce1_a[(rows * N // 4096,)](x, res, h, BLOCK=4096, num_warps=8)
            saffron_ladder_ce1_a2[(rows,)](h, w, y, 1e-6, N=N, num_warps=8)
            saffron_ladder_ce1_a3[(rows * N // 4096,)](y, 50.0, q, BLOCK=4096, num_warps=8)

        return launch, q

    return setup


CASES += [
    ("saffron_ladder_ce1_a", saffron(False)),
    ("saffron_ladder_ce1_b", saffron(True)),
]


# ---- plum: square half precision matrix product
@triton.jit
def plum_gondola_ce1_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = N // BN
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    ap = a_ptr + rm[:, None] * K + rk[None, :]
    bp = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def plum_gondola_ce1_b(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, G: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = M // BM
    tiles_n = N // BN
    group = pid // (G * tiles_n)
    first = group * G
    size = min(tiles_m - first, G)
    rm = (first + (pid % (G * tiles_n)) % size) * BM + tl.arange(0, BM)
    rn = ((pid % (G * tiles_n)) // size) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    ap = a_ptr + rm[:, None] * K + rk[None, :]
    bp = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


def plum(kernel, **meta):
    def setup():
        M, N, K, BM, BN = 4224, 4096, 4096, 128, 256  # noqa: N806 as it was measured
        g = seeded(15)
        a = torch.rand((M, K), device="cuda", dtype=torch.float16, generator=g)
        b = torch.randn((K, N), device="cuda", dtype=torch.float16, generator=g) * 0.1 + 0.02
        c = torch.empty((M, N), device="cuda", dtype=torch.float16)
        grid = ((M // BM) * (N // BN),)
        return (lambda: kernel[grid](a, b, c, M, N, K, BM=BM, BN=BN, BK=64, num_warps=8, num_stages=3, **meta)), c

    return setup


CASES += [
    ("plum_gondola_ce1_a", plum(plum_gondola_ce1_a)),
    ("plum_gondola_ce1_b", plum(plum_gondola_ce1_b, G=8)),
]


# ---- olive: Lion optimiser step on single precision parameters
@triton.jit
def olive_candle_ce1_a(p_ptr, g_ptr, m_ptr, q_ptr, lr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + at)
    g = tl.load(g_ptr + at)
    m = tl.load(m_ptr + at)
    u = 0.9 * m + 0.1 * g
    step = tl.where(u > 0, lr, -lr)
    tl.store(q_ptr + at, p * (1.0 - lr * 0.1) - step)


@triton.jit
def olive_candle_ce1_b(p_ptr, g_ptr, m_ptr, q_ptr, lr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + at)
    g = tl.load(g_ptr + at)
    m = tl.load(m_ptr + at)
    u = 0.9 * m + 0.1 * g
    step = tl.where(u > 0, lr, -lr)
    tl.store(q_ptr + at, p * (1.0 - lr * 0.1) - step)


def olive(kernel, shift):
    def setup():
        n, BLOCK = 64 << 20, 1024  # noqa: N806 as it was measured
        g = seeded(16)
        p = torch.rand(n, device="cuda", generator=g)
        d = torch.randn(n, device="cuda", generator=g)
        m = torch.randn(n, device="cuda", generator=g)
        q = torch.empty(n, device="cuda")
        flat = torch.empty(n + 4, device="cuda")
        if shift:
            flat[shift : shift + n] = p
            p = flat[shift : shift + n]
        return (lambda: kernel[(n // BLOCK,)](p, d, m, q, 1e-3, n, BLOCK=BLOCK, num_warps=4)), q

    return setup


CASES += [
    ("olive_candle_ce1_a", olive(olive_candle_ce1_a, 1)),
    ("olive_candle_ce1_b", olive(olive_candle_ce1_b, 0)),
]


# ---- coral: cross entropy of 65536 rows of 2048 logits, mean loss in one number
@triton.jit
def coral_pillow_ce1_a(x_ptr, target_ptr, loss_ptr, rows, V: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * V + tl.arange(0, V))
    top = tl.max(x, axis=0)
    lse = tl.log(tl.sum(tl.exp(x - top), axis=0)) + top
    at = tl.load(x_ptr + row * V + tl.load(target_ptr + row))
    tl.atomic_add(loss_ptr, (lse - at) / rows, sem="relaxed")


@triton.jit
def coral_pillow_ce1_b(x_ptr, target_ptr, loss_ptr, rows, V: tl.constexpr, R: tl.constexpr):
    total = 0.0
    for row in range(tl.program_id(0) * R, tl.program_id(0) * R + R):
        x = tl.load(x_ptr + row * V + tl.arange(0, V))
        top = tl.max(x, axis=0)
        lse = tl.log(tl.sum(tl.exp(x - top), axis=0)) + top
        total += lse - tl.load(x_ptr + row * V + tl.load(target_ptr + row))
    tl.atomic_add(loss_ptr, total / rows, sem="relaxed")


def coral(kernel, per, **meta):
    def setup():
        rows, V = 65536, 2048  # noqa: N806 as it was measured
        g = seeded(17)
        x = torch.randn((rows, V), device="cuda", generator=g)
        target = torch.randint(0, V, (rows,), device="cuda", dtype=torch.int32, generator=g)
        loss = torch.zeros(1, device="cuda")
        return (lambda: kernel[(rows // per,)](x, target, loss, rows, V=V, num_warps=4, **meta)), loss

    return setup


CASES += [
    ("coral_pillow_ce1_a", coral(coral_pillow_ce1_a, 1)),
    ("coral_pillow_ce1_b", coral(coral_pillow_ce1_b, 4, R=4)),
]


# ---- denim: SwiGLU of 16384 rows of 4096 halves
@triton.jit
def denim_falcon_ce1_a(g_ptr, u_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + at).to(tl.float32)
    u = tl.load(u_ptr + at).to(tl.float32)
    y = libdevice.div_rn(g, 1.0 + libdevice.exp(-g)) * u
    tl.store(y_ptr + at, y.to(tl.float16))


@triton.jit
def denim_falcon_ce1_b(g_ptr, u_ptr, y_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + at).to(tl.float32)
    u = tl.load(u_ptr + at).to(tl.float32)
    y = libdevice.fast_dividef(g, 1.0 + tl.exp(-g)) * u
    tl.store(y_ptr + at, y.to(tl.float16))


def denim(kernel):
    def setup():
        n, BLOCK = 16384 * 4096, 2048  # noqa: N806 as it was measured
        r = seeded(18)
        g = torch.randn(n, device="cuda", dtype=torch.float16, generator=r) + 0.5
        u = torch.rand(n, device="cuda", dtype=torch.float16, generator=r) + 0.1
        y = torch.empty(n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(n // BLOCK,)](g, u, y, BLOCK=BLOCK, num_warps=4)), y

    return setup


CASES += [
    ("denim_falcon_ce1_a", denim(denim_falcon_ce1_a)),
    ("denim_falcon_ce1_b", denim(denim_falcon_ce1_b)),
]


# ---- ginger: squared norm of the gradients
@triton.jit
def ginger_window_ce1_a(g_ptr, part_ptr, SPAN: tl.constexpr, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, SPAN, BLOCK):
        g = tl.load(g_ptr + tl.program_id(0) * SPAN + i + tl.arange(0, BLOCK))
        acc += g * g
    tl.store(part_ptr + tl.program_id(0), tl.sum(acc, axis=0))


@triton.jit
def ginger_window_ce1_a2(part_ptr, norm_ptr, COUNT: tl.constexpr):
    tl.store(norm_ptr, tl.sum(tl.load(part_ptr + tl.arange(0, COUNT)), axis=0))


@triton.jit
def ginger_window_ce1_b(g_ptr, norm_ptr, SPAN: tl.constexpr, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, SPAN, BLOCK):
        g = tl.load(g_ptr + tl.program_id(0) * SPAN + i + tl.arange(0, BLOCK))
        acc += g * g
    tl.atomic_add(norm_ptr, tl.sum(acc, axis=0), sem="relaxed")


def ginger(fused):
    def setup():
        n, SPAN = 512 << 20, 65536  # noqa: N806 as it was measured
        g = torch.randn(n, device="cuda", generator=seeded(19)) * 0.1
        norm = torch.zeros(1, device="cuda")
        count = n // SPAN
        if fused:
            return (lambda: ginger_window_ce1_b[(count,)](g, norm, SPAN=SPAN, BLOCK=4096, num_warps=8)), norm
        part = torch.empty(count, device="cuda")

        def launch():
            ginger_window_ce1_a[(count,)](g, part, SPAN=SPAN, BLOCK=4096, num_warps=8)
            ginger_window_ce1_a2[(1,)](part, norm, COUNT=count, num_warps=8)

        return launch, norm

    return setup


CASES += [
    ("ginger_window_ce1_a", ginger(False)),
    ("ginger_window_ce1_b", ginger(True)),
]


# ---- onyx: softmax of rows of 4096 single precision numbers, a fixed number of programs over the rows
@triton.jit
def onyx_biscuit_ce1_a(x_ptr, y_ptr, rows, N: tl.constexpr):
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        x = tl.load(x_ptr + row * N + tl.arange(0, N))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(y_ptr + row * N + tl.arange(0, N), e / tl.sum(e, axis=0))


@triton.jit
def onyx_biscuit_ce1_b(x_ptr, y_ptr, rows, N: tl.constexpr):
    for row in range(tl.program_id(0), rows, tl.num_programs(0)):
        x = tl.load(x_ptr + row * N + tl.arange(0, N))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(y_ptr + row * N + tl.arange(0, N), e / tl.sum(e, axis=0))


def onyx(kernel, programs):
    def setup():
        rows, N = 32768, 4096  # noqa: N806 as it was measured
        x = torch.randn((rows, N), device="cuda", generator=seeded(20))
        y = torch.empty((rows, N), device="cuda")
        return (lambda: kernel[(programs,)](x, y, rows, N=N, num_warps=8)), y

    return setup


CASES += [
    ("onyx_biscuit_ce1_a", onyx(onyx_biscuit_ce1_a, 108 * 8)),
    ("onyx_biscuit_ce1_b", onyx(onyx_biscuit_ce1_b, 132 * 8)),
]


# ---- silver: residual add and RMS normalisation of 32768 rows of 4096, both kept
@triton.jit
def silver_acorn_ce1_a(x_ptr, res_ptr, w_ptr, y_ptr, eps, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    h = tl.load(x_ptr + at).to(tl.float32) + tl.load(res_ptr + at).to(tl.float32)
    tl.store(res_ptr + at, h.to(tl.bfloat16))
    r = tl.rsqrt(tl.sum(h * h, axis=0) / N + eps)
    tl.store(y_ptr + at, (h * r * tl.load(w_ptr + tl.arange(0, N))).to(tl.bfloat16))


def silver():
    rows, N = 32768, 4096  # noqa: N806 as it was measured
    g = seeded(21)
    x = torch.randn((rows, N), device="cuda", dtype=torch.bfloat16, generator=g)
    res = torch.rand((rows, N), device="cuda", dtype=torch.bfloat16, generator=g)
    w = torch.rand(N, device="cuda", generator=g) + 0.5
    y = torch.empty((rows, N), device="cuda", dtype=torch.bfloat16)
    return (lambda: silver_acorn_ce1_a[(rows,)](x, res, w, y, 1e-6, N=N, num_warps=8)), y


# ---- peach: half precision matrix product, grouped tiles
@triton.jit
def peach_violin_ce1_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, G: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = M // BM
    tiles_n = N // BN
    first = pid // (G * tiles_n) * G
    size = min(tiles_m - first, G)
    rm = (first + (pid % (G * tiles_n)) % size) * BM + tl.arange(0, BM)
    rn = ((pid % (G * tiles_n)) // size) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    ap = a_ptr + rm[:, None] * K + rk[None, :]
    bp = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(ap), tl.load(bp), acc)
        ap += BK
        bp += BK * N
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


def peach():
    M, N, K, BM, BN = 4224, 4096, 8192, 128, 256  # noqa: N806 as it was measured
    g = seeded(22)
    a = torch.rand((M, K), device="cuda", dtype=torch.float16, generator=g)
    b = torch.randn((K, N), device="cuda", dtype=torch.float16, generator=g) * 0.1 + 0.02
    c = torch.empty((M, N), device="cuda", dtype=torch.float16)
    grid = ((M // BM) * (N // BN),)
    return (lambda: peach_violin_ce1_a[grid](a, b, c, M, N, K, BM=BM, BN=BN, BK=64, G=8, num_warps=8, num_stages=4)), c


# ---- walnut: fused AdamW step, new parameters to their own buffer
@triton.jit
def walnut_comet_ce1_a(p_ptr, g_ptr, m_ptr, v_ptr, q_ptr, lr, c1, c2, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + at).to(tl.float32)
    m = 0.9 * tl.load(m_ptr + at) + 0.1 * g
    v = 0.999 * tl.load(v_ptr + at) + 0.001 * g * g
    p = tl.load(p_ptr + at)
    tl.store(m_ptr + at, m)
    tl.store(v_ptr + at, v)
    tl.store(q_ptr + at, p - lr * (m * c1 / (tl.sqrt(v * c2) + 1e-8) + 0.01 * p))


def walnut():
    n, BLOCK = 48 << 20, 1024  # noqa: N806 as it was measured
    r = seeded(23)
    p = torch.rand(n, device="cuda", generator=r) + 0.1
    g = torch.randn(n, device="cuda", dtype=torch.bfloat16, generator=r)
    m = torch.randn(n, device="cuda", generator=r) * 0.1
    v = torch.rand(n, device="cuda", generator=r) * 0.1 + 0.01
    q = torch.empty_like(p)
    return (lambda: walnut_comet_ce1_a[(n // BLOCK,)](p, g, m, v, q, 1e-3, 1.5, 2.0, BLOCK=BLOCK, num_warps=4)), q


CASES += [
    ("silver_acorn_ce1_a", silver),
    ("peach_violin_ce1_a", peach),
    ("walnut_comet_ce1_a", walnut),
]


# ---- indigo: 8-bit weights to halves with a scale for every 128
@triton.jit
def indigo_teapot_ce1_a(w_ptr, s_ptr, y_ptr, G: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * G + tl.arange(0, G)[None, :]
    w = tl.load(w_ptr + at).to(tl.float32)
    s = tl.load(s_ptr + r).to(tl.float32)
    tl.store(y_ptr + at, (w * s[:, None]).to(tl.float16))


def indigo():
    groups, G, ROWS = 1 << 21, 128, 32  # noqa: N806 as it was measured
    g = seeded(24)
    w = torch.randint(0, 127, (groups, G), device="cuda", dtype=torch.int8, generator=g)
    s = torch.rand(groups, device="cuda", dtype=torch.float16, generator=g) * 0.1 + 0.01
    y = torch.empty((groups, G), device="cuda", dtype=torch.float16)
    return (lambda: indigo_teapot_ce1_a[(groups // ROWS,)](w, s, y, G=G, ROWS=ROWS, num_warps=4)), y


# ---- scarlet: token embedding, rows of 4096 halves, plus a positional row
@triton.jit
def scarlet_heron_ce1_a(id_ptr, table_ptr, pos_ptr, out_ptr, SEQ, D: tl.constexpr):
    t = tl.program_id(0)
    row = tl.load(id_ptr + t).to(tl.int64)
    d = tl.arange(0, D)
    v = tl.load(table_ptr + row * D + d).to(tl.float32) + tl.load(pos_ptr + (t % SEQ) * D + d).to(tl.float32)
    tl.store(out_ptr + t.to(tl.int64) * D + d, v.to(tl.float16))


def scarlet():
    vocab, D, tokens, seq = 128256, 4096, 65536, 512  # noqa: N806 as it was measured
    g = seeded(25)
    ids = torch.randint(0, vocab, (tokens,), device="cuda", dtype=torch.int32, generator=g)
    table = torch.rand((vocab, D), device="cuda", dtype=torch.float16, generator=g)
    pos = torch.rand((seq, D), device="cuda", dtype=torch.float16, generator=g)
    out = torch.empty((tokens, D), device="cuda", dtype=torch.float16)
    return (lambda: scarlet_heron_ce1_a[(tokens,)](ids, table, pos, out, seq, D=D, num_warps=8)), out


# ---- mint: greedy choice, the largest of 32768 half logits of each row
@triton.jit
def mint_castle_ce1_a(x_ptr, out_ptr, V: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    best = tl.full((BLOCK,), -1e30, dtype=tl.float32)
    where = tl.zeros((BLOCK,), dtype=tl.int32)
    for v in range(0, V, BLOCK):
        at = v + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + row * V + at).to(tl.float32)
        better = x > best
        best = tl.where(better, x, best)
        where = tl.where(better, at, where)
    top = tl.max(best, axis=0)
    tl.store(out_ptr + row, tl.min(tl.where(best == top, where, V), axis=0))


def mint():
    rows, V = 16384, 32768  # noqa: N806 as it was measured
    x = torch.randn((rows, V), device="cuda", dtype=torch.float16, generator=seeded(26))
    out = torch.empty(rows, device="cuda", dtype=torch.int32)
    return (lambda: mint_castle_ce1_a[(rows,)](x, out, V=V, BLOCK=4096, num_warps=8)), out


CASES += [
    ("indigo_teapot_ce1_a", indigo),
    ("scarlet_heron_ce1_a", scarlet),
    ("mint_castle_ce1_a", mint),
]


# ---- topaz: int8 weights times one half vector, scaled by row
@triton.jit
def topaz_rooster_ce1_a(w_ptr, x_ptr, s_ptr, y_ptr, K: tl.constexpr, ROWS: tl.constexpr, BK: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    acc = tl.zeros((ROWS, BK), dtype=tl.float32)
    for k in range(0, K, BK):
        at = k + tl.arange(0, BK)
        w = tl.load(w_ptr + r[:, None] * K + at[None, :]).to(tl.float32)
        acc += w * tl.load(x_ptr + at).to(tl.float32)[None, :]
    tl.store(y_ptr + r, tl.sum(acc, axis=1) * tl.load(s_ptr + r))


def topaz():
    n, K, ROWS = 65536, 16384, 4  # noqa: N806 as it was measured
    g = seeded(27)
    w = torch.randint(0, 127, (n, K), device="cuda", dtype=torch.int8, generator=g)
    x = torch.rand(K, device="cuda", dtype=torch.float16, generator=g)
    s = torch.rand(n, device="cuda", generator=g) * 0.01 + 0.001
    y = torch.empty(n, device="cuda")
    return (lambda: topaz_rooster_ce1_a[(n // ROWS,)](w, x, s, y, K=K, ROWS=ROWS, BK=2048, num_warps=8)), y


CASES += [
    ("topaz_rooster_ce1_a", topaz),
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
