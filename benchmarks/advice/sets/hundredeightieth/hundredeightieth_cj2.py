#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- triangle attention of a protein model: softmax of scores with a pair bias that all sequences share
@triton.jit
def willow_anchor_cj2_a(s_ptr, bias_ptr, o_ptr, rows, J: tl.constexpr):
    row = tl.program_id(0)
    seq = tl.program_id(1)
    cols = tl.arange(0, J)
    at = (seq.to(tl.int64) * rows + row) * J + cols
    s = tl.load(s_ptr + at).to(tl.float32) * 0.125 + tl.load(bias_ptr + row.to(tl.int64) * J + cols)
    e = tl.exp(s - tl.max(s, 0))
    tl.store(o_ptr + at, (e / tl.sum(e, 0)).to(tl.bfloat16))


@triton.jit
def willow_anchor_cj2_b(s_ptr, bias_ptr, o_ptr, rows, J: tl.constexpr):
    seq = tl.program_id(0)
    row = tl.program_id(1)
    cols = tl.arange(0, J)
    at = (seq.to(tl.int64) * rows + row) * J + cols
    s = tl.load(s_ptr + at).to(tl.float32) * 0.125 + tl.load(bias_ptr + row.to(tl.int64) * J + cols)
    e = tl.exp(s - tl.max(s, 0))
    tl.store(o_ptr + at, (e / tl.sum(e, 0)).to(tl.bfloat16))


def willow_anchor(mended):
    def setup():
        seqs, rows, J = 6, 8 * 2048, 2048  # noqa: N806 as it was measured
        s = torch.randn(seqs, rows, J, device="cuda", generator=gen(11)).to(torch.bfloat16)
        bias = torch.randn(rows, J, device="cuda", generator=gen(12))
        o = torch.empty_like(s)
        if mended:
            return (lambda: willow_anchor_cj2_b[(seqs, rows)](s, bias, o, rows, J=J, num_warps=4)), o.view(-1)
        return (lambda: willow_anchor_cj2_a[(rows, seqs)](s, bias, o, rows, J=J, num_warps=4)), o.view(-1)

    return setup


CASES += [("willow_anchor_cj2_a", willow_anchor(False)), ("willow_anchor_cj2_b", willow_anchor(True))]


# ---- flash attention forward, heads of 128
@triton.jit
def pebble_throne_body(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(1).to(tl.int64) * T * D
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + head + rows[:, None] * D + d[None, :])
    k_at = k_ptr + head + n[None, :] * D + d[:, None]
    v_at = v_ptr + head + n[:, None] * D + d[None, :]
    m = tl.full([BM], -float("inf"), tl.float32)
    l = tl.zeros([BM], tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros([BM, D], tl.float32)
    for start in range(0, T, BN):  # noqa: B007 as it was measured
        k = tl.load(k_at)
        s = tl.dot(q, k) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp2(s - top[:, None])
        fade = tl.exp2(m - top)
        l = l * fade + tl.sum(p, 1)  # noqa: E741 as it was measured
        acc = acc * fade[:, None]
        v = tl.load(v_at)
        acc = tl.dot(p.to(tl.float16), v, acc)
        m = top
        k_at += BN * D
        v_at += BN * D
    tl.store(o_ptr + head + rows[:, None] * D + d[None, :], (acc / l[:, None]).to(tl.float16))


@triton.jit
def pebble_throne_cj2_a(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    pebble_throne_body(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D, BM, BN)


@triton.jit
def pebble_throne_cj2_b(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    pebble_throne_body(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D, BM, BN)


def pebble_throne(kernel, stages):
    def setup():
        heads, T, D = 32, 4096, 128  # noqa: N806 as it was measured
        q = torch.randn(heads, T, D, device="cuda", generator=gen(21)).to(torch.float16)
        k = torch.randn(heads, T, D, device="cuda", generator=gen(22)).to(torch.float16)
        v = (torch.randn(heads, T, D, device="cuda", generator=gen(23)) + 0.5).to(torch.float16)
        o = torch.empty_like(q)
        scale = 1.4426950408889634 / D**0.5

        def launch():
            kernel[(T // 128, heads)](q, k, v, o, T, scale, D=D, BM=128, BN=128, num_warps=8, num_stages=stages)

        return launch, o.view(-1)

    return setup


CASES += [("pebble_throne_cj2_a", pebble_throne(pebble_throne_cj2_a, 1))]
CASES += [("pebble_throne_cj2_b", pebble_throne(pebble_throne_cj2_b, 2))]


# ---- distillation loss: Kullback-Leibler divergence of a student's logits from a teacher's
@triton.jit
def marble_ferry_cj2_a(t_ptr, p_ptr, V: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * V + tl.arange(0, V)
    t = tl.load(t_ptr + at).to(tl.float32) * 0.5
    e = tl.exp(t - tl.max(t, 0))
    tl.store(p_ptr + at, e / tl.sum(e, 0))


@triton.jit
def marble_ferry_cj2_a_student(s_ptr, l_ptr, V: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * V + tl.arange(0, V)
    s = tl.load(s_ptr + at).to(tl.float32) * 0.5
    s = s - tl.max(s, 0)
    tl.store(l_ptr + at, s - tl.log(tl.sum(tl.exp(s), 0)))


@triton.jit
def marble_ferry_cj2_a_loss(p_ptr, l_ptr, o_ptr, V: tl.constexpr):
    row = tl.program_id(0)
    at = row.to(tl.int64) * V + tl.arange(0, V)
    p = tl.load(p_ptr + at)
    l = tl.load(l_ptr + at)  # noqa: E741 as it was measured
    tl.store(o_ptr + row, tl.sum(p * (tl.log(p + 1e-20) - l), 0))


@triton.jit
def marble_ferry_cj2_b(t_ptr, s_ptr, o_ptr, V: tl.constexpr):
    row = tl.program_id(0)
    at = row.to(tl.int64) * V + tl.arange(0, V)
    t = tl.load(t_ptr + at).to(tl.float32) * 0.5
    s = tl.load(s_ptr + at).to(tl.float32) * 0.5
    t = t - tl.max(t, 0)
    s = s - tl.max(s, 0)
    e = tl.exp(t)
    total = tl.sum(e, 0)
    s_log = tl.log(tl.sum(tl.exp(s), 0))
    tl.store(o_ptr + row, tl.sum(e * (t - s), 0) / total - tl.log(total) + s_log)


def marble_ferry(mended):
    def setup():
        rows, V = 8192, 16384  # noqa: N806 as it was measured
        t = (torch.randn(rows, V, device="cuda", generator=gen(31)) * 3).to(torch.float16)
        s = (torch.randn(rows, V, device="cuda", generator=gen(32)) * 3).to(torch.float16)
        o = torch.empty(rows, device="cuda")
        if mended:
            return (lambda: marble_ferry_cj2_b[(rows,)](t, s, o, V=V, num_warps=16)), o
        p = torch.empty(rows, V, device="cuda")
        l = torch.empty(rows, V, device="cuda")  # noqa: E741 as it was measured

        def launch():
            marble_ferry_cj2_a[(rows,)](t, p, V=V, num_warps=16)
            marble_ferry_cj2_a_student[(rows,)](s, l, V=V, num_warps=16)
            marble_ferry_cj2_a_loss[(rows,)](p, l, o, V=V, num_warps=16)

        return launch, o

    return setup


CASES += [("marble_ferry_cj2_a", marble_ferry(False)), ("marble_ferry_cj2_b", marble_ferry(True))]


# ---- LayerNorm of a ConvNet over the channels of NCHW images
@triton.jit
def cactus_ribbon_cj2_a(x_ptr, w_ptr, b_ptr, o_ptr, HW, eps, C: tl.constexpr):
    pixel = tl.program_id(0)
    c = tl.arange(0, C)
    at = (pixel // HW).to(tl.int64) * C * HW + pixel % HW + c * HW
    x = tl.load(x_ptr + at)
    mean = tl.sum(x, 0) / C
    x = x - mean
    rstd = tl.rsqrt(tl.sum(x * x, 0) / C + eps)
    tl.store(o_ptr + at, x * rstd * tl.load(w_ptr + c) + tl.load(b_ptr + c))


@triton.jit
def cactus_ribbon_cj2_b(x_ptr, w_ptr, b_ptr, o_ptr, HW, eps, C: tl.constexpr, PIXELS: tl.constexpr):
    first = tl.program_id(0) * PIXELS
    c = tl.arange(0, C)[:, None]
    at = (first // HW).to(tl.int64) * C * HW + first % HW + tl.arange(0, PIXELS)[None, :] + c * HW
    x = tl.load(x_ptr + at)
    mean = tl.sum(x, 0) / C
    x = x - mean[None, :]
    rstd = tl.rsqrt(tl.sum(x * x, 0) / C + eps)
    tl.store(o_ptr + at, x * rstd[None, :] * tl.load(w_ptr + c) + tl.load(b_ptr + c))


def cactus_ribbon(mended):
    def setup():
        N, C, HW = 12, 256, 128 * 128  # noqa: N806 as it was measured
        x = torch.randn(N, C, HW, device="cuda", generator=gen(41))
        w = torch.rand(C, device="cuda", generator=gen(42))
        b = torch.rand(C, device="cuda", generator=gen(43))
        o = torch.empty_like(x)
        if mended:
            return (lambda: cactus_ribbon_cj2_b[(N * HW // 32,)](x, w, b, o, HW, 1e-6, C=C, PIXELS=32, num_warps=8)), o.view(-1)
        return (lambda: cactus_ribbon_cj2_a[(N * HW,)](x, w, b, o, HW, 1e-6, C=C, num_warps=2)), o.view(-1)

    return setup


CASES += [("cactus_ribbon_cj2_a", cactus_ribbon(False)), ("cactus_ribbon_cj2_b", cactus_ribbon(True))]


# ---- residual plus dropout of a transformer block
@triton.jit
def thunder_basket_cj2_a(x_ptr, r_ptr, o_ptr, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at).to(tl.float32)
    r = tl.load(r_ptr + at).to(tl.float32)
    keep = tl.rand(seed, at) > p
    tl.store(o_ptr + at, (r + tl.where(keep, x / (1.0 - p), 0.0)).to(tl.bfloat16))


@triton.jit
def thunder_basket_part(x_ptr, r_ptr, o_ptr, at, u, p, inverse):
    x = tl.load(x_ptr + at).to(tl.float32)
    r = tl.load(r_ptr + at).to(tl.float32)
    tl.store(o_ptr + at, (r + tl.where(u > p, x * inverse, 0.0)).to(tl.bfloat16))


@triton.jit
def thunder_basket_cj2_b(x_ptr, r_ptr, o_ptr, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK * 4 + tl.arange(0, BLOCK)
    u0, u1, u2, u3 = tl.rand4x(seed, tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    inverse = 1.0 / (1.0 - p)
    thunder_basket_part(x_ptr, r_ptr, o_ptr, at, u0, p, inverse)
    thunder_basket_part(x_ptr, r_ptr, o_ptr, at + BLOCK, u1, p, inverse)
    thunder_basket_part(x_ptr, r_ptr, o_ptr, at + 2 * BLOCK, u2, p, inverse)
    thunder_basket_part(x_ptr, r_ptr, o_ptr, at + 3 * BLOCK, u3, p, inverse)


def thunder_basket(mended):
    def setup():
        n = 1 << 27
        x = torch.rand(n, device="cuda", generator=gen(51)).to(torch.bfloat16)
        r = torch.rand(n, device="cuda", generator=gen(52)).to(torch.bfloat16)
        o = torch.empty_like(x)
        if mended:
            return (lambda: thunder_basket_cj2_b[(n // 4096,)](x, r, o, 0.1, 1234, BLOCK=1024, num_warps=4)), o
        return (lambda: thunder_basket_cj2_a[(n // 1024,)](x, r, o, 0.1, 1234, BLOCK=1024, num_warps=4)), o

    return setup


CASES += [("thunder_basket_cj2_a", thunder_basket(False)), ("thunder_basket_cj2_b", thunder_basket(True))]


# ---- gated linear recurrence h = a h + x of a state-space layer, along time
@triton.jit
def velvet_harbor_cj2_a(a_ptr, x_ptr, o_ptr, T, D, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    base = tl.program_id(1) * T * D
    h = tl.zeros([BLOCK], tl.float32)
    for t in range(0, T):
        at = base + t * D + c
        h = tl.load(a_ptr + at) * h + tl.load(x_ptr + at)
        tl.store(o_ptr + at, h)


@triton.jit
def velvet_harbor_step(a0, x0, a1, x1):
    return a0 * a1, a1 * x0 + x1


@triton.jit
def velvet_harbor_cj2_b(a_ptr, x_ptr, o_ptr, T, D, BLOCK: tl.constexpr, STEPS: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.arange(0, STEPS)
    base = tl.program_id(1) * T * D
    h = tl.zeros([BLOCK], tl.float32)
    at = base + s[:, None] * D + c[None, :]
    a = tl.load(a_ptr + at)
    x = tl.load(x_ptr + at)
    for t in range(0, T, STEPS):
        here = at + t * D
        ahead = (s[:, None] + t + STEPS < T) & (c[None, :] < D)
        a_next = tl.load(a_ptr + here + STEPS * D, mask=ahead, other=0.0)
        x_next = tl.load(x_ptr + here + STEPS * D, mask=ahead, other=0.0)
        decay, part = tl.associative_scan((a, x), 0, velvet_harbor_step)
        y = part + decay * h[None, :]
        tl.store(o_ptr + here, y)
        h = tl.sum(tl.where(s[:, None] == STEPS - 1, y, 0.0), 0)
        a = a_next
        x = x_next


def velvet_harbor(mended):
    def setup():
        B, T, D = 8, 1024, 4096  # noqa: N806 as it was measured
        a = torch.rand(B, T, D, device="cuda", generator=gen(61)) * 0.5 + 0.45
        x = torch.rand(B, T, D, device="cuda", generator=gen(62))
        o = torch.empty_like(x)
        if mended:
            return (lambda: velvet_harbor_cj2_b[(D // 32, B)](a, x, o, T, D, BLOCK=32, STEPS=32, num_warps=4)), o.view(-1)
        return (lambda: velvet_harbor_cj2_a[(D // 32, B)](a, x, o, T, D, BLOCK=32, num_warps=1)), o.view(-1)

    return setup


CASES += [("velvet_harbor_cj2_a", velvet_harbor(False)), ("velvet_harbor_cj2_b", velvet_harbor(True))]


# ---- sigmoid focal loss of a detector
@triton.jit
def ginger_saddle_cj2_a(x_ptr, y_ptr, o_ptr, alpha, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at).to(tl.float64)
    y = tl.load(y_ptr + at).to(tl.float64)
    e = tl.exp(-tl.abs(x))
    ce = tl.maximum(x, 0.0) - x * y + tl.log(1.0 + e)
    p = tl.where(x >= 0, 1.0 / (1.0 + e), e / (1.0 + e))
    miss = p * (1.0 - y) + (1.0 - p) * y
    loss = (alpha * y + (1.0 - alpha) * (1.0 - y)) * ce * miss * miss
    tl.store(o_ptr + tl.program_id(0), tl.sum(loss, 0).to(tl.float32))


@triton.jit
def ginger_saddle_cj2_b(x_ptr, y_ptr, o_ptr, alpha, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at)
    y = tl.load(y_ptr + at)
    e = tl.exp(-tl.abs(x))
    ce = tl.maximum(x, 0.0) - x * y + tl.log(1.0 + e)
    p = tl.where(x >= 0, 1.0, e) / (1.0 + e)
    miss = p * (1.0 - y) + (1.0 - p) * y
    loss = (alpha * y + (1.0 - alpha) * (1.0 - y)) * ce * miss * miss
    tl.store(o_ptr + tl.program_id(0), tl.sum(loss, 0))


def ginger_saddle(kernel):
    def setup():
        n = 1 << 26
        x = torch.randn(n, device="cuda", generator=gen(71)) * 3
        y = (torch.rand(n, device="cuda", generator=gen(72)) < 0.2).to(torch.float32)
        o = torch.empty(n // 2048, device="cuda")
        return (lambda: kernel[(n // 2048,)](x, y, o, 0.25, BLOCK=2048, num_warps=8)), o

    return setup


CASES += [("ginger_saddle_cj2_a", ginger_saddle(ginger_saddle_cj2_a)), ("ginger_saddle_cj2_b", ginger_saddle(ginger_saddle_cj2_b))]


# ---- layer norm backward: dx, and the sums dw and db over all rows
@triton.jit
def quartz_meadow_cj2_a(x_ptr, dy_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, dwb_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, N)
    at = row.to(tl.int64) * N + c
    x = tl.load(x_ptr + at).to(tl.float32)
    dy = tl.load(dy_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c)
    rstd = tl.load(rstd_ptr + row)
    xhat = (x - tl.load(mean_ptr + row)) * rstd
    wdy = w * dy
    c1 = tl.sum(xhat * wdy, 0) / N
    c2 = tl.sum(wdy, 0) / N
    tl.store(dx_ptr + at, ((wdy - (xhat * c1 + c2)) * rstd).to(tl.float16))
    tl.atomic_add(dwb_ptr + c, dy * xhat)
    tl.atomic_add(dwb_ptr + N + c, dy)


@triton.jit
def quartz_meadow_cj2_b(x_ptr, dy_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, dwb_ptr, N: tl.constexpr, ROWS: tl.constexpr):
    c = tl.arange(0, N)
    w = tl.load(w_ptr + c)
    dw = tl.zeros([N], tl.float32)
    db = tl.zeros([N], tl.float32)
    for r in range(0, ROWS):
        row = tl.program_id(0) * ROWS + r
        at = row.to(tl.int64) * N + c
        x = tl.load(x_ptr + at).to(tl.float32)
        dy = tl.load(dy_ptr + at).to(tl.float32)
        rstd = tl.load(rstd_ptr + row)
        xhat = (x - tl.load(mean_ptr + row)) * rstd
        wdy = w * dy
        c1 = tl.sum(xhat * wdy, 0) / N
        c2 = tl.sum(wdy, 0) / N
        tl.store(dx_ptr + at, ((wdy - (xhat * c1 + c2)) * rstd).to(tl.float16))
        dw += dy * xhat
        db += dy
    tl.atomic_add(dwb_ptr + c, dw)
    tl.atomic_add(dwb_ptr + N + c, db)


def quartz_meadow(mended):
    def setup():
        M, N = 65536, 1024  # noqa: N806 as it was measured
        x = torch.randn(M, N, device="cuda", generator=gen(81)).to(torch.float16)
        dy = (torch.rand(M, N, device="cuda", generator=gen(82)) + x * 0.5).to(torch.float16)
        w = torch.rand(N, device="cuda", generator=gen(83))
        mean = x.float().mean(1)
        rstd = 1.0 / (x.float().var(1) + 1e-5).sqrt()
        dx = torch.empty_like(x)
        o = torch.zeros(2 * N, device="cuda")
        if mended:
            return (lambda: quartz_meadow_cj2_b[(M // 32,)](x, dy, w, mean, rstd, dx, o, N=N, ROWS=32, num_warps=4)), o
        return (lambda: quartz_meadow_cj2_a[(M,)](x, dy, w, mean, rstd, dx, o, N=N, num_warps=4)), o

    return setup


CASES += [("quartz_meadow_cj2_a", quartz_meadow(False)), ("quartz_meadow_cj2_b", quartz_meadow(True))]


# ---- grouped product of a mixture of experts: each tile of tokens has its own weights
@triton.jit
def falcon_teapot_body(x_ptr, w_ptr, o_ptr, expert_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tile_m = tl.program_id(1)
    expert = tl.load(expert_ptr + tile_m).to(tl.int64)
    m = tile_m * BM + tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x_at = x_ptr + m[:, None] * K + k[None, :]
    w_at = w_ptr + expert * N * K + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x_at), tl.load(w_at), acc)
        x_at += BK
        w_at += BK * N
    tl.store(o_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


@triton.jit
def falcon_teapot_cj2_a(x_ptr, w_ptr, o_ptr, expert_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    falcon_teapot_body(x_ptr, w_ptr, o_ptr, expert_ptr, N, K, BM, BN, BK)


@triton.jit
def falcon_teapot_cj2_b(x_ptr, w_ptr, o_ptr, expert_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    falcon_teapot_body(x_ptr, w_ptr, o_ptr, expert_ptr, N, K, BM, BN, BK)


def falcon_teapot(kernel, warps):
    def setup():
        tiles, experts, N, K = 64, 8, 4096, 2048  # noqa: N806 as it was measured
        x = (torch.rand(tiles * 128, K, device="cuda", generator=gen(91)) - 0.3).to(torch.bfloat16)
        w = (torch.rand(experts, K, N, device="cuda", generator=gen(92)) - 0.3).to(torch.bfloat16)
        expert = torch.tensor([(i * i // 600) % experts for i in range(tiles)], dtype=torch.int32, device="cuda")
        o = torch.empty(tiles * 128, N, device="cuda", dtype=torch.bfloat16)

        def launch():
            kernel[(N // 256, tiles)](x, w, o, expert, N, K, BM=128, BN=256, BK=64, num_warps=warps, num_stages=3)

        return launch, o.view(-1)

    return setup


CASES += [("falcon_teapot_cj2_a", falcon_teapot(falcon_teapot_cj2_a, 4))]
CASES += [("falcon_teapot_cj2_b", falcon_teapot(falcon_teapot_cj2_b, 8))]


# ---- block-sparse (BSR) matrix of a graph operator times a dense matrix, fp32
@triton.jit
def jacket_glacier_body(row_ptr, col_ptr, val_ptr, x_ptr, o_ptr, N, BS: tl.constexpr, BN: tl.constexpr, PRECISION: tl.constexpr):
    block_row = tl.program_id(1)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    i = tl.arange(0, BS)
    acc = tl.zeros([BS, BN], tl.float32)
    for at in range(tl.load(row_ptr + block_row), tl.load(row_ptr + block_row + 1)):
        col = tl.load(col_ptr + at)
        value = tl.load(val_ptr + at * BS * BS + i[:, None] * BS + i[None, :])
        x = tl.load(x_ptr + (col * BS + i[:, None]) * N + n[None, :])
        if PRECISION == "half":  # noqa: SIM108 as it was measured
            acc = tl.dot(value.to(tl.float16), x.to(tl.float16), acc)
        else:
            acc = tl.dot(value, x, acc, input_precision=PRECISION)
    tl.store(o_ptr + (block_row * BS + i[:, None]) * N + n[None, :], acc)


@triton.jit
def jacket_glacier_cj2_a(row_ptr, col_ptr, val_ptr, x_ptr, o_ptr, N, BS: tl.constexpr, BN: tl.constexpr):
    jacket_glacier_body(row_ptr, col_ptr, val_ptr, x_ptr, o_ptr, N, BS, BN, "ieee")


@triton.jit
def jacket_glacier_cj2_b(row_ptr, col_ptr, val_ptr, x_ptr, o_ptr, N, BS: tl.constexpr, BN: tl.constexpr):
    jacket_glacier_body(row_ptr, col_ptr, val_ptr, x_ptr, o_ptr, N, BS, BN, "half")


def jacket_glacier(kernel):
    def setup():
        block_rows, N, BS = 160, 1024, 64  # noqa: N806 as it was measured
        starts, cols = [0], []
        for r in range(block_rows):
            cols += sorted({(r * 7 + j * j * 3 + j) % block_rows for j in range(24)})
            starts.append(len(cols))
        row = torch.tensor(starts, dtype=torch.int32, device="cuda")
        col = torch.tensor(cols, dtype=torch.int32, device="cuda")
        val = torch.rand(len(cols), BS, BS, device="cuda", generator=gen(101)) - 0.2
        x = torch.rand(block_rows * BS, N, device="cuda", generator=gen(102))
        o = torch.empty(block_rows * BS, N, device="cuda")
        return (lambda: kernel[(N // 64, block_rows)](row, col, val, x, o, N, BS=BS, BN=64, num_warps=4, num_stages=3)), o.view(-1)

    return setup


CASES += [("jacket_glacier_cj2_a", jacket_glacier(jacket_glacier_cj2_a)), ("jacket_glacier_cj2_b", jacket_glacier(jacket_glacier_cj2_b))]


# ---- gradient of a linear layer's weights: x^T dy over all tokens
@triton.jit
def lemon_compass_cj2_a(x_ptr, dy_ptr, o_ptr, T, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros([BM, BN], tl.float32)
    x_at = x_ptr + m[:, None] + k[None, :] * M
    dy_at = dy_ptr + k[:, None] * N + n[None, :]
    for _ in range(0, T, BK):
        acc = tl.dot(tl.load(x_at), tl.load(dy_at), acc)
        x_at += BK * M
        dy_at += BK * N
    tl.store(o_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def lemon_compass_cj2_b(x_ptr, dy_ptr, o_ptr, T, M, N, SPLIT, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.program_id(2) * SPLIT + tl.arange(0, BK)
    acc = tl.zeros([BM, BN], tl.float32)
    x_at = x_ptr + m[:, None] + k[None, :] * M
    dy_at = dy_ptr + k[:, None] * N + n[None, :]
    for _ in range(0, SPLIT, BK):
        acc = tl.dot(tl.load(x_at), tl.load(dy_at), acc)
        x_at += BK * M
        dy_at += BK * N
    tl.atomic_add(o_ptr + m[:, None] * N + n[None, :], acc)


def lemon_compass(mended):
    def setup():
        T, M, N = 131072, 512, 384  # noqa: N806 as it was measured
        x = torch.rand(T, M, device="cuda", generator=gen(111)).to(torch.bfloat16)
        dy = (torch.rand(T, N, device="cuda", generator=gen(112)) - 0.3).to(torch.bfloat16)
        o = torch.zeros(M, N, device="cuda")
        grid = (M // 128, N // 128)
        if mended:
            split = T // 32

            def launch():
                lemon_compass_cj2_b[(*grid, 32)](x, dy, o, T, M, N, split, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)

        else:

            def launch():
                lemon_compass_cj2_a[grid](x, dy, o, T, M, N, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)

        return launch, o.view(-1)

    return setup


CASES += [("lemon_compass_cj2_a", lemon_compass(False)), ("lemon_compass_cj2_b", lemon_compass(True))]


# ---- alpha compositing of 8-bit images whose rows have a pitch
@triton.jit(do_not_specialize=["pitch"])
def orchid_hammer_cj2_a(top_ptr, under_ptr, mask_ptr, o_ptr, pitch, BLOCK: tl.constexpr):
    at = tl.program_id(1) * pitch + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    top = tl.load(top_ptr + at).to(tl.int32)
    under = tl.load(under_ptr + at).to(tl.int32)
    alpha = tl.load(mask_ptr + at).to(tl.int32)
    mixed = top * alpha + under * (255 - alpha) + 128
    tl.store(o_ptr + at, ((mixed + (mixed >> 8)) >> 8).to(tl.uint8))


@triton.jit
def orchid_hammer_cj2_b(top_ptr, under_ptr, mask_ptr, o_ptr, pitch, BLOCK: tl.constexpr):
    at = tl.program_id(1) * tl.multiple_of(pitch, 64) + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    top = tl.load(top_ptr + at).to(tl.int32)
    under = tl.load(under_ptr + at).to(tl.int32)
    alpha = tl.load(mask_ptr + at).to(tl.int32)
    mixed = top * alpha + under * (255 - alpha) + 128
    tl.store(o_ptr + at, ((mixed + (mixed >> 8)) >> 8).to(tl.uint8))


def orchid_hammer(kernel):
    def setup():
        rows, pitch = 24576, 4096 + 64
        top, under, mask = (torch.randint(0, 256, (rows * pitch,), device="cuda", generator=gen(120 + i), dtype=torch.uint8) for i in range(3))
        o = torch.zeros(rows * pitch, device="cuda", dtype=torch.uint8)
        return (lambda: kernel[(2, rows)](top, under, mask, o, pitch, BLOCK=2048, num_warps=4)), o

    return setup


CASES += [("orchid_hammer_cj2_a", orchid_hammer(orchid_hammer_cj2_a)), ("orchid_hammer_cj2_b", orchid_hammer(orchid_hammer_cj2_b))]


# ---- maximum mean discrepancy loss: Gaussian kernels of five bandwidths over all pairs
@triton.jit
def silver_turnip_cj2_a(x_ptr, y_ptr, xn_ptr, yn_ptr, o_ptr, gamma, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(1) * BM + tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    d = tl.arange(0, D)
    x = tl.load(x_ptr + m[:, None] * D + d[None, :])
    y = tl.load(y_ptr + n[None, :] * D + d[:, None])
    dist = tl.load(xn_ptr + m)[:, None] + tl.load(yn_ptr + n)[None, :] - 2.0 * tl.dot(x, y)
    dist = tl.maximum(dist, 0.0) * gamma
    total = tl.exp(-dist) + tl.exp(-dist * 2.0) + tl.exp(-dist * 4.0) + tl.exp(-dist * 8.0) + tl.exp(-dist * 16.0)
    tl.store(o_ptr + tl.program_id(1) * tl.num_programs(0) + tl.program_id(0), tl.sum(tl.sum(total, 1), 0))


@triton.jit
def silver_turnip_cj2_b(x_ptr, y_ptr, xn_ptr, yn_ptr, o_ptr, gamma, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(1) * BM + tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    d = tl.arange(0, D)
    x = tl.load(x_ptr + m[:, None] * D + d[None, :])
    y = tl.load(y_ptr + n[None, :] * D + d[:, None])
    dist = tl.load(xn_ptr + m)[:, None] + tl.load(yn_ptr + n)[None, :] - 2.0 * tl.dot(x, y)
    k1 = tl.exp2(tl.maximum(dist, 0.0) * (gamma * -1.4426950408889634))
    k2 = k1 * k1
    k4 = k2 * k2
    k8 = k4 * k4
    total = k1 + k2 + k4 + k8 + k8 * k8
    tl.store(o_ptr + tl.program_id(1) * tl.num_programs(0) + tl.program_id(0), tl.sum(tl.sum(total, 1), 0))


def silver_turnip(kernel):
    def setup():
        N, D = 24576, 32  # noqa: N806 as it was measured
        x = torch.randn(N, D, device="cuda", generator=gen(131)).to(torch.float16)
        y = (torch.randn(N, D, device="cuda", generator=gen(132)) + 0.2).to(torch.float16)
        xn = (x.float() * x.float()).sum(1)
        yn = (y.float() * y.float()).sum(1)
        o = torch.empty((N // 64) * (N // 128), device="cuda")
        gamma = 1.0 / (16 * D)
        return (lambda: kernel[(N // 128, N // 64)](x, y, xn, yn, o, gamma, D=D, BM=64, BN=128, num_warps=4)), o

    return setup


CASES += [("silver_turnip_cj2_a", silver_turnip(silver_turnip_cj2_a)), ("silver_turnip_cj2_b", silver_turnip(silver_turnip_cj2_b))]


# ---- mean pooling of jagged sequences of embeddings
@triton.jit
def bishop_lagoon_cj2_a(x_ptr, start_ptr, o_ptr, C: tl.constexpr, ROWS: tl.constexpr):
    segment = tl.program_id(0)
    start = tl.load(start_ptr + segment)
    end = tl.load(start_ptr + segment + 1)
    c = tl.arange(0, C)
    r = tl.arange(0, ROWS)
    acc = tl.zeros([ROWS, C], tl.float32)
    for first in range(start, end, ROWS):
        rows = first + r[:, None]
        acc += tl.load(x_ptr + rows * C + c[None, :], mask=rows < end, other=0.0).to(tl.float32)
    tl.store(o_ptr + segment * C + c, tl.sum(acc, 0) / (end - start))


@triton.jit
def bishop_lagoon_cj2_b(x_ptr, seg_ptr, first_ptr, last_ptr, start_ptr, o_ptr, C: tl.constexpr, ROWS: tl.constexpr):
    piece = tl.program_id(0)
    segment = tl.load(seg_ptr + piece)
    end = tl.load(last_ptr + piece)
    c = tl.arange(0, C)
    r = tl.arange(0, ROWS)
    acc = tl.zeros([ROWS, C], tl.float32)
    for first in range(tl.load(first_ptr + piece), end, ROWS):
        rows = first + r[:, None]
        acc += tl.load(x_ptr + rows * C + c[None, :], mask=rows < end, other=0.0).to(tl.float32)
    length = tl.load(start_ptr + segment + 1) - tl.load(start_ptr + segment)
    tl.atomic_add(o_ptr + segment * C + c, tl.sum(acc, 0) / length)


def bishop_lagoon(mended):
    def setup():
        C, n = 256, 8192  # noqa: N806 as it was measured
        starts, segs, firsts, lasts = [0], [], [], []
        for i in range(n):
            rank = (i * 2741 + 977) % n
            length = int(16384 * (1 + rank) ** -0.7)
            starts.append(starts[-1] + length)
            for first in range(starts[-2], starts[-1], 256):
                segs.append(i)
                firsts.append(first)
                lasts.append(min(first + 256, starts[-1]))
        start, seg, first, last = (torch.tensor(v, dtype=torch.int32, device="cuda") for v in (starts, segs, firsts, lasts))
        x = torch.rand(starts[-1], C, device="cuda", generator=gen(141)).to(torch.float16)
        o = torch.zeros(n, C, device="cuda")
        pieces = len(segs)
        if mended:
            return (lambda: bishop_lagoon_cj2_b[(pieces,)](x, seg, first, last, start, o, C=C, ROWS=16, num_warps=4)), o.view(-1)
        return (lambda: bishop_lagoon_cj2_a[(n,)](x, start, o, C=C, ROWS=16, num_warps=4)), o.view(-1)

    return setup


CASES += [("bishop_lagoon_cj2_a", bishop_lagoon(False)), ("bishop_lagoon_cj2_b", bishop_lagoon(True))]


# ---- RMSNorm of hidden states; the row's statistic in double
@triton.jit
def candle_orbit_cj2_a(x_ptr, w_ptr, o_ptr, eps, N: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + c).to(tl.float32)
    mean_square = tl.sum(x * x, 0).to(tl.float64) * (1.0 / N)
    rstd = 1.0 / tl.sqrt(mean_square + eps).to(tl.float32)
    tl.store(o_ptr + row * N + c, (x * rstd * tl.load(w_ptr + c)).to(tl.bfloat16))


@triton.jit
def candle_orbit_cj2_b(x_ptr, w_ptr, o_ptr, eps, N: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + c).to(tl.float32)
    rstd = tl.rsqrt(tl.sum(x * x, 0) / N + eps)
    tl.store(o_ptr + row * N + c, (x * rstd * tl.load(w_ptr + c)).to(tl.bfloat16))


def candle_orbit(kernel):
    def setup():
        M, N = 32768, 4096  # noqa: N806 as it was measured
        x = torch.rand(M, N, device="cuda", generator=gen(151)).to(torch.bfloat16)
        w = torch.rand(N, device="cuda", generator=gen(152))
        o = torch.empty_like(x)
        return (lambda: kernel[(M,)](x, w, o, 1e-6, N=N, num_warps=4)), o.view(-1)

    return setup


CASES += [("candle_orbit_cj2_a", candle_orbit(candle_orbit_cj2_a)), ("candle_orbit_cj2_b", candle_orbit(candle_orbit_cj2_b))]


# ---- linear layer with GELU in the epilogue
@triton.jit
def saffron_bridge_body(x_ptr, w_ptr, o_ptr, M, N, K, alpha, PLAIN: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    wide = tl.cdiv(N, BN)
    group = tl.program_id(0) // (8 * wide)
    within = tl.program_id(0) % (8 * wide)
    m = (group * 8 + within % 8) * BM + tl.arange(0, BM)
    n = within // 8 * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x_at = x_ptr + m[:, None] * K + k[None, :]
    w_at = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x_at), tl.load(w_at), acc)
        x_at += BK
        w_at += BK * N
    v = acc * alpha
    u = tl.minimum(tl.maximum(0.7978845608 * (v + 0.044715 * v * v * v), -15.0), 15.0)
    if PLAIN:
        up = tl.exp(u)
        down = tl.exp(-u)
        y = 0.5 * v * (1.0 + (up - down) / (up + down))
    else:
        y = v / (1.0 + tl.exp2(u * -2.8853900818))
    tl.store(o_ptr + m[:, None] * N + n[None, :], y.to(tl.bfloat16))


@triton.jit
def saffron_bridge_cj2_a(x_ptr, w_ptr, o_ptr, M, N, K, alpha, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    saffron_bridge_body(x_ptr, w_ptr, o_ptr, M, N, K, alpha, True, BM, BN, BK)


@triton.jit
def saffron_bridge_cj2_b(x_ptr, w_ptr, o_ptr, M, N, K, alpha, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    saffron_bridge_body(x_ptr, w_ptr, o_ptr, M, N, K, alpha, False, BM, BN, BK)


def saffron_bridge(kernel):
    def setup():
        M, N, K = 4096, 8192, 8192  # noqa: N806 as it was measured
        x = (torch.rand(M, K, device="cuda", generator=gen(161)) - 0.5).to(torch.bfloat16)
        w = (torch.rand(K, N, device="cuda", generator=gen(162)) - 0.5).to(torch.bfloat16)
        o = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
        grid = ((M // 128) * (N // 256),)
        return (lambda: kernel[grid](x, w, o, M, N, K, 0.2, BM=128, BN=256, BK=64, num_warps=8, num_stages=3)), o.view(-1)

    return setup


CASES += [("saffron_bridge_cj2_a", saffron_bridge(saffron_bridge_cj2_a)), ("saffron_bridge_cj2_b", saffron_bridge(saffron_bridge_cj2_b))]


# ---- bias of the channel, residual and ReLU over NCHW feature maps
@triton.jit
def walnut_beacon_cj2_a(x_ptr, r_ptr, b_ptr, o_ptr, HW, C: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = at // HW % C
    y = tl.load(x_ptr + at) + tl.load(r_ptr + at) + tl.load(b_ptr + c)
    tl.store(o_ptr + at, tl.maximum(y, 0.0))


@triton.jit
def walnut_beacon_cj2_b(x_ptr, r_ptr, b_ptr, o_ptr, HW: tl.constexpr, C: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = at // HW % C
    y = tl.load(x_ptr + at) + tl.load(r_ptr + at) + tl.load(b_ptr + c)
    tl.store(o_ptr + at, tl.maximum(y, 0.0))


def walnut_beacon(kernel):
    def setup():
        N, C, HW = 128, 256, 55 * 55  # noqa: N806 as it was measured
        x = torch.randn(N, C, HW, device="cuda", generator=gen(171))
        r = torch.randn(N, C, HW, device="cuda", generator=gen(172))
        b = torch.randn(C, device="cuda", generator=gen(173))
        o = torch.empty_like(x)
        return (lambda: kernel[(N * C * HW // 1024,)](x, r, b, o, HW, C=C, BLOCK=1024, num_warps=4)), o.view(-1)

    return setup


CASES += [("walnut_beacon_cj2_a", walnut_beacon(walnut_beacon_cj2_a)), ("walnut_beacon_cj2_b", walnut_beacon(walnut_beacon_cj2_b))]


# ---- cross-entropy loss of a language model, summed over the batch
@triton.jit
def copper_sparrow_body(x_ptr, label_ptr, o_ptr, cell, V: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    x = tl.load(x_ptr + row * V + tl.arange(0, V)).to(tl.float32)
    top = tl.max(x, 0)
    lse = tl.log(tl.sum(tl.exp(x - top), 0)) + top
    target = tl.load(x_ptr + row * V + tl.load(label_ptr + row)).to(tl.float32)
    tl.atomic_add(o_ptr + cell, lse - target)


@triton.jit
def copper_sparrow_cj2_a(x_ptr, label_ptr, o_ptr, V: tl.constexpr):
    copper_sparrow_body(x_ptr, label_ptr, o_ptr, 0, V)


@triton.jit
def copper_sparrow_cj2_b(x_ptr, label_ptr, o_ptr, V: tl.constexpr):
    copper_sparrow_body(x_ptr, label_ptr, o_ptr, tl.program_id(0) % 64 * 8, V)


def copper_sparrow(kernel):
    def setup():
        rows, V = 24576, 16384  # noqa: N806 as it was measured
        x = torch.randn(rows, V, device="cuda", generator=gen(181)).to(torch.bfloat16)
        label = torch.randint(0, V, (rows,), device="cuda", generator=gen(182))
        o = torch.zeros(512, device="cuda")
        return (lambda: kernel[(rows,)](x, label, o, V=V, num_warps=8)), o

    return setup


CASES += [("copper_sparrow_cj2_a", copper_sparrow(copper_sparrow_cj2_a)), ("copper_sparrow_cj2_b", copper_sparrow(copper_sparrow_cj2_b))]


# ---- rotary embedding of queries, cosines and sines from a table
@triton.jit
def maple_lantern_cj2_a(q_ptr, cos_ptr, sin_ptr, o_ptr, T, H: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    d = tl.arange(0, HALF)[None, :]
    at = token.to(tl.int64) * H * HALF * 2 + tl.arange(0, H)[:, None] * HALF * 2 + d
    angle = (token % T) * HALF + d
    cos = tl.load(cos_ptr + angle)
    sin = tl.load(sin_ptr + angle)
    left = tl.load(q_ptr + at).to(tl.float32)
    right = tl.load(q_ptr + at + HALF).to(tl.float32)
    tl.store(o_ptr + at, (left * cos - right * sin).to(tl.bfloat16))
    tl.store(o_ptr + at + HALF, (right * cos + left * sin).to(tl.bfloat16))


def maple_lantern():
    B, T, H, HALF = 16, 2048, 32, 64  # noqa: N806 as it was measured
    q = torch.rand(B * T, H, HALF * 2, device="cuda", generator=gen(191)).to(torch.bfloat16)
    angle = torch.arange(T, device="cuda").float()[:, None] * torch.exp(torch.arange(HALF, device="cuda").float() * (-9.2 / HALF))[None, :]
    cos, sin = angle.cos().contiguous(), angle.sin().contiguous()
    o = torch.empty_like(q)
    return (lambda: maple_lantern_cj2_a[(B * T,)](q, cos, sin, o, T, H=H, HALF=HALF, num_warps=4)), o.view(-1)


CASES += [("maple_lantern_cj2_a", maple_lantern)]


# ---- batched scores of a retrieval model: fp16 a b^T of every batch, tiles in groups
@triton.jit
def hollow_piano_cj2_a(a_ptr, b_ptr, o_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    wide = N // BN
    within = tl.program_id(0) % (8 * wide)
    m = (tl.program_id(0) // (8 * wide) * 8 + within % 8) * BM + tl.arange(0, BM)
    n = within // 8 * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    batch = tl.program_id(1).to(tl.int64)
    a_at = a_ptr + batch * M * K + m[:, None] * K + k[None, :]
    b_at = b_ptr + batch * N * K + n[None, :] * K + k[:, None]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK
    tl.store(o_ptr + batch * M * N + m[:, None] * N + n[None, :], acc.to(tl.float16))


def hollow_piano():
    B, M, N, K = 5, 4096, 8192, 2560  # noqa: N806 as it was measured
    a = (torch.rand(B, M, K, device="cuda", generator=gen(201)) - 0.4).to(torch.float16)
    b = (torch.rand(B, N, K, device="cuda", generator=gen(202)) - 0.4).to(torch.float16)
    o = torch.empty(B, M, N, device="cuda", dtype=torch.float16)
    grid = ((M // 128) * (N // 256), B)
    return (lambda: hollow_piano_cj2_a[grid](a, b, o, M, N, K, BM=128, BN=256, BK=64, num_warps=8, num_stages=4)), o.view(-1)


CASES += [("hollow_piano_cj2_a", hollow_piano)]


# ---- decoding attention over a paged cache, split along the context
@triton.jit
def tundra_violin_cj2_a(
    q_ptr, k_ptr, v_ptr, table_ptr, o_ptr, scale, PAGES: tl.constexpr, SHARE: tl.constexpr, G: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr
):
    split = tl.program_id(0)
    head = tl.program_id(1)
    seq = tl.program_id(2)
    heads = tl.num_programs(1)
    g = tl.arange(0, G)
    d = tl.arange(0, D)
    t = tl.arange(0, PAGE)
    q = tl.load(q_ptr + ((seq * heads + head) * G + g[:, None]) * D + d[None, :])
    m = tl.full([G], -float("inf"), tl.float32)
    l = tl.zeros([G], tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros([G, D], tl.float32)
    table = table_ptr + seq * PAGES + split * SHARE
    for i in range(0, SHARE):
        page = (tl.load(table + i).to(tl.int64) * heads + head) * PAGE * D
        k = tl.load(k_ptr + page + t[None, :] * D + d[:, None])
        v = tl.load(v_ptr + page + t[:, None] * D + d[None, :])
        s = tl.dot(q, k) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp2(s - top[:, None])
        fade = tl.exp2(m - top)
        l = l * fade + tl.sum(p, 1)  # noqa: E741 as it was measured
        acc = tl.dot(p.to(tl.bfloat16), v, acc * fade[:, None])
        m = top
    at = (((split * tl.num_programs(2) + seq) * heads + head) * G + g[:, None]) * D + d[None, :]
    tl.store(o_ptr + at, acc / l[:, None])


def tundra_violin():
    seqs, heads, G, D, PAGE, pages, splits = 64, 8, 16, 128, 64, 128, 8  # noqa: N806 as it was measured
    total = seqs * pages
    k = torch.randn(total, heads, PAGE, D, device="cuda", generator=gen(211)).to(torch.bfloat16)
    v = (torch.randn(total, heads, PAGE, D, device="cuda", generator=gen(212)) + 0.5).to(torch.bfloat16)
    q = torch.randn(seqs, heads, G, D, device="cuda", generator=gen(213)).to(torch.bfloat16)
    table = torch.randperm(total, device="cuda", generator=gen(214)).to(torch.int32)
    o = torch.empty(splits, seqs, heads, G, D, device="cuda")
    scale = 1.4426950408889634 / D**0.5

    def launch():
        tundra_violin_cj2_a[(splits, heads, seqs)](
            q, k, v, table, o, scale, PAGES=pages, SHARE=pages // splits, G=G, D=D, PAGE=PAGE, num_warps=4, num_stages=4
        )

    return launch, o.view(-1)


CASES += [("tundra_violin_cj2_a", tundra_violin)]


# ---- transposed copies of fp32 feature images
@triton.jit
def birch_cannon_cj2_a(x_ptr, o_ptr, H, W, BH: tl.constexpr, BW: tl.constexpr):
    image = tl.program_id(2).to(tl.int64) * H * W
    h = tl.program_id(1) * BH + tl.arange(0, BH)
    w = tl.program_id(0) * BW + tl.arange(0, BW)
    x = tl.load(x_ptr + image + h[:, None] * W + w[None, :])
    tl.store(o_ptr + image + w[:, None] * H + h[None, :], tl.trans(x))


def birch_cannon():
    N, H, W = 24, 2048, 3072  # noqa: N806 as it was measured
    x = torch.rand(N, H, W, device="cuda", generator=gen(221))
    o = torch.empty(N, W, H, device="cuda")
    return (lambda: birch_cannon_cj2_a[(W // 64, H // 64, N)](x, o, H, W, BH=64, BW=64, num_warps=8)), o.view(-1)


CASES += [("birch_cannon_cj2_a", birch_cannon)]


# ---- Walsh-Hadamard transform of groups of 64 as a product with the matrix of signs
@triton.jit
def nectar_chimney_cj2_a(x_ptr, h_ptr, o_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    d = tl.arange(0, D)
    at = (tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]) * D + d[None, :]
    signs = tl.load(h_ptr + d[:, None] * D + d[None, :])
    x = tl.load(x_ptr + at).to(tl.bfloat16)
    tl.store(o_ptr + at, tl.dot(x, signs) * 0.125)


def nectar_chimney():
    n, D = 1 << 20, 64  # noqa: N806 as it was measured
    x = torch.rand(n, D, device="cuda", generator=gen(231)) + 0.1
    signs = torch.tensor([[1.0 - 2.0 * (bin(i & j).count("1") & 1) for j in range(D)] for i in range(D)], device="cuda").to(torch.bfloat16)
    o = torch.empty(n, D, device="cuda")
    return (lambda: nectar_chimney_cj2_a[(n // 64,)](x, signs, o, D=D, ROWS=64, num_warps=4)), o.view(-1)


CASES += [("nectar_chimney_cj2_a", nectar_chimney)]


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
