#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredtwelfth_bs5.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


def uniform(shape, g, lo=0.0, hi=1.0, dtype=torch.bfloat16):
    return (torch.rand(shape, device="cuda", generator=g, dtype=torch.float32) * (hi - lo) + lo).to(dtype)


# ---- amber: layer norm backward, input gradient and the weight and bias gradients
@triton.jit
def amber_kettle_bs5_a(x_ptr, dy_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, grad_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + c).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + c).to(tl.float32)
    w = tl.load(w_ptr + c)
    rstd = tl.load(rstd_ptr + row)
    xhat = (x - tl.load(mean_ptr + row)) * rstd
    wdy = w * dy
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + row * N + c, ((wdy - (xhat * c1 + c2)) * rstd).to(tl.bfloat16))
    tl.atomic_add(grad_ptr + c, dy * xhat, sem="relaxed")
    tl.atomic_add(grad_ptr + N + c, dy, sem="relaxed")


@triton.jit
def amber_kettle_bs5_b(x_ptr, dy_ptr, w_ptr, mean_ptr, rstd_ptr, dx_ptr, grad_ptr, R, N: tl.constexpr, ROWS: tl.constexpr):
    c = tl.arange(0, N)
    w = tl.load(w_ptr + c)[None, :]
    dw = tl.zeros((ROWS, N), dtype=tl.float32)
    db = tl.zeros((ROWS, N), dtype=tl.float32)
    for first in range(tl.program_id(0) * ROWS, R, tl.num_programs(0) * ROWS):
        row = first + tl.arange(0, ROWS)
        at = row[:, None] * N + c[None, :]
        x = tl.load(x_ptr + at).to(tl.float32)
        dy = tl.load(dy_ptr + at).to(tl.float32)
        rstd = tl.load(rstd_ptr + row)[:, None]
        xhat = (x - tl.load(mean_ptr + row)[:, None]) * rstd
        wdy = w * dy
        c1 = (tl.sum(xhat * wdy, axis=1) / N)[:, None]
        c2 = (tl.sum(wdy, axis=1) / N)[:, None]
        tl.store(dx_ptr + at, ((wdy - (xhat * c1 + c2)) * rstd).to(tl.bfloat16))
        dw += dy * xhat
        db += dy
    tl.atomic_add(grad_ptr + c, tl.sum(dw, axis=0), sem="relaxed")
    tl.atomic_add(grad_ptr + N + c, tl.sum(db, axis=0), sem="relaxed")


def amber(persistent):
    def setup():
        R, N = 131072, 1024  # noqa: N806 as it was measured
        g = gen(1)
        x = uniform((R, N), g, -1.0, 1.0)
        dy = uniform((R, N), g, -0.2, 0.8)
        w = uniform((N,), g, 0.5, 1.5, torch.float32)
        mean = uniform((R,), g, -0.05, 0.05, torch.float32)
        rstd = uniform((R,), g, 1.6, 1.8, torch.float32)
        dx = torch.empty((R, N), device="cuda", dtype=torch.bfloat16)
        grad = torch.zeros(2 * N, device="cuda")
        if persistent:
            return (lambda: amber_kettle_bs5_b[(132 * 8,)](x, dy, w, mean, rstd, dx, grad, R, N=N, ROWS=2, num_warps=4)), grad
        return (lambda: amber_kettle_bs5_a[(R,)](x, dy, w, mean, rstd, dx, grad, N=N, num_warps=4)), grad

    return setup


# ---- copper: value vectors written into the paged cache, pages of 16 tokens kept as [head, channel, token]
@triton.jit
def copper_lantern_bs5_a(v_ptr, slot_ptr, cache_ptr, HD: tl.constexpr, PAGE: tl.constexpr):
    t = tl.program_id(0)
    slot = tl.load(slot_ptr + t)
    page = (slot // PAGE).to(tl.int64)
    c = tl.arange(0, HD)
    v = tl.load(v_ptr + t * HD + c)
    tl.store(cache_ptr + page * (HD * PAGE) + c * PAGE + slot % PAGE, v)


@triton.jit
def copper_lantern_bs5_b(v_ptr, slot_ptr, cache_ptr, HD: tl.constexpr, PAGE: tl.constexpr, PART: tl.constexpr):
    first = tl.program_id(0) * PAGE
    page = (tl.load(slot_ptr + first) // PAGE).to(tl.int64)
    t = tl.arange(0, PAGE)
    c = tl.program_id(1) * PART + tl.arange(0, PART)
    v = tl.load(v_ptr + (first + t)[:, None] * HD + c[None, :])
    tl.store(cache_ptr + page * (HD * PAGE) + c[None, :] * PAGE + t[:, None], v)


def copper(paged):
    def setup():
        T, HD, PAGE = 131072, 1024, 16  # noqa: N806 as it was measured
        g = gen(2)
        v = uniform((T, HD), g)
        pages = torch.randperm(T // PAGE, device="cuda", generator=g).to(torch.int32)
        slot = (pages[:, None] * PAGE + torch.arange(PAGE, device="cuda", dtype=torch.int32)[None, :]).reshape(-1).contiguous()
        cache = torch.empty((T // PAGE, HD, PAGE), device="cuda", dtype=torch.bfloat16)
        if paged:
            return (lambda: copper_lantern_bs5_b[(T // PAGE, 2)](v, slot, cache, HD=HD, PAGE=PAGE, PART=512, num_warps=8)), cache
        return (lambda: copper_lantern_bs5_a[(T,)](v, slot, cache, HD=HD, PAGE=PAGE, num_warps=4)), cache

    return setup


# ---- maple: distillation loss (KL of teacher and student over the vocabulary) with its gradient
@triton.jit
def maple_bridge_bs5_a(s_ptr, t_ptr, g_ptr, loss_ptr, V: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, V)
    s = tl.load(s_ptr + row * V + c)
    t = tl.load(t_ptr + row * V + c)
    s = s - tl.max(s, axis=0)
    t = t - tl.max(t, axis=0)
    s = s - tl.log(tl.sum(tl.exp(s), axis=0))
    t = t - tl.log(tl.sum(tl.exp(t), axis=0))
    p = tl.exp(t)
    tl.store(loss_ptr + row, tl.sum(p * (t - s), axis=0))
    tl.store(g_ptr + row * V + c, (tl.exp(s) - p).to(tl.bfloat16))


@triton.jit
def maple_bridge_bs5_b(s_ptr, t_ptr, g_ptr, loss_ptr, V: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, V)
    s = tl.load(s_ptr + row * V + c)
    t = tl.load(t_ptr + row * V + c)
    s = s - tl.max(s, axis=0)
    t = t - tl.max(t, axis=0)
    s = s - tl.log(tl.sum(tl.exp(s), axis=0))
    t = t - tl.log(tl.sum(tl.exp(t), axis=0))
    p = tl.exp(t)
    tl.store(loss_ptr + row, tl.sum(p * (t - s), axis=0))
    tl.store(g_ptr + row * V + c, (tl.exp(s) - p).to(tl.bfloat16))


def maple(kernel, **meta):
    def setup():
        R, V = 16384, 8192  # noqa: N806 as it was measured
        g = gen(3)
        s = torch.randn((R, V), device="cuda", generator=g)
        t = torch.randn((R, V), device="cuda", generator=g)
        grad = torch.empty((R, V), device="cuda", dtype=torch.bfloat16)
        loss = torch.empty(R, device="cuda")
        return (lambda: kernel[(R,)](s, t, grad, loss, V=V, num_warps=8, **meta)), loss

    return setup


# ---- silver: state-space chunk states, the decayed outer products of inputs and B summed over each chunk of 256 tokens
@triton.jit
def silver_thimble_bs5_a(
    x_ptr, b_ptr, decay_ptr, state_ptr, H: tl.constexpr, P: tl.constexpr, N: tl.constexpr, CHUNK: tl.constexpr, BT: tl.constexpr
):
    h = tl.program_id(0)
    chunk = tl.program_id(1)
    p = tl.arange(0, P)
    n = tl.arange(0, N)
    acc = tl.zeros((P, N), dtype=tl.float32)
    for k in range(0, CHUNK, BT):
        t = chunk * CHUNK + k + tl.arange(0, BT)
        x = tl.load(x_ptr + t[None, :] * (H * P) + h * P + p[:, None]).to(tl.float32)
        b = tl.load(b_ptr + t[:, None] * N + n[None, :]).to(tl.float32)
        b = b * tl.load(decay_ptr + h * (tl.num_programs(1) * CHUNK) + t)[:, None]
        acc = tl.dot(x, b, acc, input_precision="ieee")
    tl.store(state_ptr + ((chunk * H + h) * P + p[:, None]) * N + n[None, :], acc)


@triton.jit
def silver_thimble_bs5_b(
    x_ptr, b_ptr, decay_ptr, state_ptr, H: tl.constexpr, P: tl.constexpr, N: tl.constexpr, CHUNK: tl.constexpr, BT: tl.constexpr
):
    h = tl.program_id(0)
    chunk = tl.program_id(1)
    p = tl.arange(0, P)
    n = tl.arange(0, N)
    acc = tl.zeros((P, N), dtype=tl.float32)
    for k in range(0, CHUNK, BT):
        t = chunk * CHUNK + k + tl.arange(0, BT)
        x = tl.load(x_ptr + t[None, :] * (H * P) + h * P + p[:, None])
        b = tl.load(b_ptr + t[:, None] * N + n[None, :]).to(tl.float32)
        b = b * tl.load(decay_ptr + h * (tl.num_programs(1) * CHUNK) + t)[:, None]
        acc = tl.dot(x, b.to(tl.bfloat16), acc)
    tl.store(state_ptr + ((chunk * H + h) * P + p[:, None]) * N + n[None, :], acc)


def silver(kernel, BT):
    def setup():
        T, H, P, N, CHUNK = 32768, 64, 64, 128, 256  # noqa: N806 as it was measured
        g = gen(4)
        x = uniform((T, H, P), g)
        b = uniform((T, N), g)
        decay = uniform((H, T), g, 0.2, 1.0, torch.float32)
        state = torch.empty((T // CHUNK, H, P, N), device="cuda")
        return (lambda: kernel[(H, T // CHUNK)](x, b, decay, state, H=H, P=P, N=N, CHUNK=CHUNK, BT=BT, num_warps=4, num_stages=2)), state

    return setup


# ---- willow: sampling by the Gumbel trick, the best perturbed score of every slice of the vocabulary
@triton.jit
def willow_saddle_bs5_a(logit_ptr, noise_ptr, temp_ptr, best_ptr, arg_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = row * V + c
    logit = tl.load(logit_ptr + at, mask=c < V, other=float("-inf"))
    u = tl.load(noise_ptr + at, mask=c < V, other=0.5).to(tl.float64)
    gumbel = -tl.log(-tl.log(u))
    score = logit * tl.load(temp_ptr + row) + gumbel
    best, arg = tl.max(score, axis=0, return_indices=True)
    o = row * tl.num_programs(0) + tl.program_id(0)
    tl.store(best_ptr + o, best.to(tl.float32))
    tl.store(arg_ptr + o, tl.program_id(0) * BLOCK + arg)


@triton.jit
def willow_saddle_bs5_b(logit_ptr, noise_ptr, temp_ptr, best_ptr, arg_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = row * V + c
    logit = tl.load(logit_ptr + at, mask=c < V, other=float("-inf"))
    u = tl.load(noise_ptr + at, mask=c < V, other=0.5)
    gumbel = -tl.log(-tl.log(u))
    score = logit * tl.load(temp_ptr + row) + gumbel
    best, arg = tl.max(score, axis=0, return_indices=True)
    o = row * tl.num_programs(0) + tl.program_id(0)
    tl.store(best_ptr + o, best)
    tl.store(arg_ptr + o, tl.program_id(0) * BLOCK + arg)


def willow(kernel):
    def setup():
        R, V, BLOCK = 1024, 128256, 2048  # noqa: N806 as it was measured
        g = gen(5)
        parts = (V + BLOCK - 1) // BLOCK
        logit = torch.randn((R, V), device="cuda", generator=g)
        noise = uniform((R, V), g, 1e-4, 0.999, torch.float32)
        temp = uniform((R,), g, 0.8, 1.6, torch.float32)
        best = torch.empty((R, parts), device="cuda")
        arg = torch.empty((R, parts), device="cuda", dtype=torch.int32)
        return (lambda: kernel[(parts, R)](logit, noise, temp, best, arg, V, BLOCK=BLOCK, num_warps=4)), best

    return setup


# ---- cedar: rotary embedding of the query heads
@triton.jit
def cedar_button_bs5_a(q_ptr, o_ptr, pos_ptr, theta, H: tl.constexpr, D: tl.constexpr, BT: tl.constexpr):
    h = tl.program_id(0)
    t = tl.program_id(1) * BT + tl.arange(0, BT)
    i = tl.arange(0, D // 2)
    pos = tl.load(pos_ptr + t).to(tl.float32)
    angle = pos[:, None] / libdevice.pow(theta + tl.zeros((1, D // 2), dtype=tl.float32), (2.0 * i.to(tl.float32) / D)[None, :])
    cos = libdevice.cos(angle)
    sin = libdevice.sin(angle)
    at = (t[:, None] * H + h) * D + i[None, :]
    lo = tl.load(q_ptr + at).to(tl.float32)
    hi = tl.load(q_ptr + at + D // 2).to(tl.float32)
    tl.store(o_ptr + at, (lo * cos - hi * sin).to(tl.bfloat16))
    tl.store(o_ptr + at + D // 2, (hi * cos + lo * sin).to(tl.bfloat16))


@triton.jit
def cedar_button_bs5_b(q_ptr, o_ptr, pos_ptr, cos_ptr, sin_ptr, H: tl.constexpr, D: tl.constexpr, BT: tl.constexpr, HEADS: tl.constexpr):
    t = tl.program_id(1) * BT + tl.arange(0, BT)
    i = tl.arange(0, D // 2)
    pos = tl.load(pos_ptr + t)
    cos = tl.load(cos_ptr + pos[:, None] * (D // 2) + i[None, :])
    sin = tl.load(sin_ptr + pos[:, None] * (D // 2) + i[None, :])
    for j in tl.static_range(HEADS):
        at = (t[:, None] * H + tl.program_id(0) * HEADS + j) * D + i[None, :]
        lo = tl.load(q_ptr + at).to(tl.float32)
        hi = tl.load(q_ptr + at + D // 2).to(tl.float32)
        tl.store(o_ptr + at, (lo * cos - hi * sin).to(tl.bfloat16))
        tl.store(o_ptr + at + D // 2, (hi * cos + lo * sin).to(tl.bfloat16))


def cedar(table):
    def setup():
        T, H, D, L, theta = 65536, 32, 128, 4096, 10000.0  # noqa: N806 as it was measured
        g = gen(6)
        q = uniform((T, H, D), g)
        o = torch.empty((T, H, D), device="cuda", dtype=torch.bfloat16)
        pos = (torch.arange(T, device="cuda") % L).to(torch.int32)
        if not table:
            return (lambda: cedar_button_bs5_a[(H, T // 16)](q, o, pos, theta, H=H, D=D, BT=16, num_warps=4)), o
        freq = theta ** (torch.arange(D // 2, device="cuda", dtype=torch.float32) * (2.0 / D))
        angle = torch.arange(L, device="cuda", dtype=torch.float32)[:, None] / freq[None, :]
        cos, sin = torch.cos(angle).contiguous(), torch.sin(angle).contiguous()
        return (lambda: cedar_button_bs5_b[(H // 8, T // 32)](q, o, pos, cos, sin, H=H, D=D, BT=32, HEADS=8, num_warps=4)), o

    return setup


# ---- marble: gated linear recurrence h = a h + x along the sequence, one channel a lane
@triton.jit
def marble_ribbon_bs5_a(a_ptr, x_ptr, y_ptr, L, D: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(1) * L * D + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, L):  # noqa: B007 as it was measured
        a = tl.load(a_ptr + at).to(tl.float32)
        x = tl.load(x_ptr + at).to(tl.float32)
        h = a * h + x
        tl.store(y_ptr + at, h.to(tl.bfloat16))
        at += D


@triton.jit
def marble_ribbon_bs5_b(a_ptr, x_ptr, y_ptr, L, D: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(1) * L * D + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, L, 8):  # noqa: B007 as it was measured
        a0 = tl.load(a_ptr + at)
        a1 = tl.load(a_ptr + at + D)
        a2 = tl.load(a_ptr + at + 2 * D)
        a3 = tl.load(a_ptr + at + 3 * D)
        a4 = tl.load(a_ptr + at + 4 * D)
        a5 = tl.load(a_ptr + at + 5 * D)
        a6 = tl.load(a_ptr + at + 6 * D)
        a7 = tl.load(a_ptr + at + 7 * D)
        x0 = tl.load(x_ptr + at)
        x1 = tl.load(x_ptr + at + D)
        x2 = tl.load(x_ptr + at + 2 * D)
        x3 = tl.load(x_ptr + at + 3 * D)
        x4 = tl.load(x_ptr + at + 4 * D)
        x5 = tl.load(x_ptr + at + 5 * D)
        x6 = tl.load(x_ptr + at + 6 * D)
        x7 = tl.load(x_ptr + at + 7 * D)
        h = a0.to(tl.float32) * h + x0.to(tl.float32)
        tl.store(y_ptr + at, h.to(tl.bfloat16))
        h = a1.to(tl.float32) * h + x1.to(tl.float32)
        tl.store(y_ptr + at + D, h.to(tl.bfloat16))
        h = a2.to(tl.float32) * h + x2.to(tl.float32)
        tl.store(y_ptr + at + 2 * D, h.to(tl.bfloat16))
        h = a3.to(tl.float32) * h + x3.to(tl.float32)
        tl.store(y_ptr + at + 3 * D, h.to(tl.bfloat16))
        h = a4.to(tl.float32) * h + x4.to(tl.float32)
        tl.store(y_ptr + at + 4 * D, h.to(tl.bfloat16))
        h = a5.to(tl.float32) * h + x5.to(tl.float32)
        tl.store(y_ptr + at + 5 * D, h.to(tl.bfloat16))
        h = a6.to(tl.float32) * h + x6.to(tl.float32)
        tl.store(y_ptr + at + 6 * D, h.to(tl.bfloat16))
        h = a7.to(tl.float32) * h + x7.to(tl.float32)
        tl.store(y_ptr + at + 7 * D, h.to(tl.bfloat16))
        at += 8 * D


def marble(kernel):
    def setup():
        B, L, D = 48, 640, 4096  # noqa: N806 as it was measured
        g = gen(7)
        a = uniform((B, L, D), g, 0.5, 0.98)
        x = uniform((B, L, D), g)
        y = torch.empty((B, L, D), device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(D // 128, B)](a, x, y, L, D=D, BLOCK=128, num_warps=4)), y

    return setup


# ---- linen: grouped expert product over tokens sorted by expert (counts padded to 128)
@triton.jit
def linen_compass_bs5_a(x_ptr, w_ptr, start_ptr, y_ptr, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    e = tl.program_id(1)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    for first in range(tl.load(start_ptr + e), tl.load(start_ptr + e + 1), BM):
        m = first + tl.arange(0, BM)
        xp = x_ptr + m[:, None] * K + k[None, :]
        wp = w_ptr + e.to(tl.int64) * (N * K) + k[:, None] * N + n[None, :]
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for _ in range(0, K, BK):
            acc = tl.dot(tl.load(xp), tl.load(wp), acc)
            xp += BK
            wp += BK * N
        tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


@triton.jit
def linen_compass_bs5_b(x_ptr, w_ptr, expert_ptr, y_ptr, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tile = tl.program_id(1)
    e = tl.load(expert_ptr + tile)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    m = tile * BM + tl.arange(0, BM)
    xp = x_ptr + m[:, None] * K + k[None, :]
    wp = w_ptr + e.to(tl.int64) * (N * K) + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xp), tl.load(wp), acc)
        xp += BK
        wp += BK * N
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


def linen(flat):
    def setup():
        E, N, K = 64, 2048, 2048  # noqa: N806 as it was measured
        tiles = [64 if e == 37 else 2 + (e * 7) % 4 for e in range(E)]
        start, expert = [0], []
        for e in range(E):
            start.append(start[-1] + tiles[e] * 128)
            expert += [e] * tiles[e]
        T = start[-1]  # noqa: N806 as it was measured
        g = gen(8)
        x = uniform((T, K), g)
        w = uniform((E, K, N), g, -0.02, 0.06)
        y = torch.empty((T, N), device="cuda", dtype=torch.bfloat16)
        meta = dict(N=N, K=K, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)  # noqa: C408 as it was measured
        if flat:
            which = torch.tensor(expert, device="cuda", dtype=torch.int32)
            return (lambda: linen_compass_bs5_b[(N // 128, len(expert))](x, w, which, y, **meta)), y
        begin = torch.tensor(start, device="cuda", dtype=torch.int32)
        return (lambda: linen_compass_bs5_a[(N // 128, E)](x, w, begin, y, **meta)), y

    return setup


# ---- walnut: attention of a 640-token prefill chunk over its cached prefix of 32768 tokens, 28 query heads on 4 key heads
@triton.jit
def walnut_pillow_bs5_a(
    q_ptr, k_ptr, v_ptr, o_ptr, scale, CTX, H: tl.constexpr, HK: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    h = tl.program_id(1)
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + (m[:, None] * H + h) * D + d[None, :])
    kp = k_ptr + (h // (H // HK)) * D + n[None, :] * (HK * D) + d[:, None]
    vp = v_ptr + (h // (H // HK)) * D + n[:, None] * (HK * D) + d[None, :]
    top = tl.full((BM,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for _ in range(0, CTX, BN):
        s = tl.dot(q, tl.load(kp)) * scale
        peak = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp2(s - peak[:, None])
        alpha = tl.exp2(top - peak)
        total = total * alpha + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.bfloat16), tl.load(vp), acc * alpha[:, None])
        top = peak
        kp += BN * HK * D
        vp += BN * HK * D
    tl.store(o_ptr + (m[:, None] * H + h) * D + d[None, :], (acc / total[:, None]).to(tl.bfloat16))


@triton.jit
def walnut_pillow_bs5_b(
    q_ptr, k_ptr, v_ptr, part_ptr, lse_ptr, scale, CTX, Q, H: tl.constexpr, HK: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    h = tl.program_id(1)
    share = tl.program_id(2)
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    n = share * CTX + tl.arange(0, BN)
    q = tl.load(q_ptr + (m[:, None] * H + h) * D + d[None, :])
    kp = k_ptr + (h // (H // HK)) * D + n[None, :] * (HK * D) + d[:, None]
    vp = v_ptr + (h // (H // HK)) * D + n[:, None] * (HK * D) + d[None, :]
    top = tl.full((BM,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for _ in range(0, CTX, BN):
        s = tl.dot(q, tl.load(kp)) * scale
        peak = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp2(s - peak[:, None])
        alpha = tl.exp2(top - peak)
        total = total * alpha + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.bfloat16), tl.load(vp), acc * alpha[:, None])
        top = peak
        kp += BN * HK * D
        vp += BN * HK * D
    row = share * Q * H + m * H + h
    tl.store(part_ptr + row[:, None] * D + d[None, :], acc / total[:, None])
    tl.store(lse_ptr + row, top + tl.log2(total))


@triton.jit
def walnut_pillow_bs5_b2(part_ptr, lse_ptr, o_ptr, ROWS, SPLIT: tl.constexpr, D: tl.constexpr, BM: tl.constexpr):
    row = tl.program_id(0) * BM + tl.arange(0, BM)
    d = tl.arange(0, D)
    top = tl.full((BM,), float("-inf"), dtype=tl.float32)
    for i in tl.static_range(SPLIT):
        top = tl.maximum(top, tl.load(lse_ptr + i * ROWS + row))
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for i in tl.static_range(SPLIT):
        weight = tl.exp2(tl.load(lse_ptr + i * ROWS + row) - top)
        total += weight
        acc += weight[:, None] * tl.load(part_ptr + (i * ROWS + row)[:, None] * D + d[None, :])
    tl.store(o_ptr + row[:, None] * D + d[None, :], (acc / total[:, None]).to(tl.bfloat16))


def walnut(split):
    def setup():
        Q, H, HK, D, CTX = 640, 28, 4, 128, 32768  # noqa: N806 as it was measured
        g = gen(9)
        q = uniform((Q, H, D), g, -1.0, 1.0)
        k = uniform((CTX, HK, D), g, -1.0, 1.0)
        v = uniform((CTX, HK, D), g)
        o = torch.empty((Q, H, D), device="cuda", dtype=torch.bfloat16)
        scale = 1.4426950408889634 / D**0.5
        meta = dict(H=H, HK=HK, D=D, BM=128, BN=128, num_warps=8, num_stages=2)  # noqa: C408 as it was measured
        if split == 1:
            return (lambda: walnut_pillow_bs5_a[(Q // 128, H)](q, k, v, o, scale, CTX, **meta)), o
        part = torch.empty((split, Q, H, D), device="cuda")
        lse = torch.empty((split, Q, H), device="cuda")

        def launch():
            walnut_pillow_bs5_b[(Q // 128, H, split)](q, k, v, part, lse, scale, CTX // split, Q, **meta)
            walnut_pillow_bs5_b2[(Q * H // 16,)](part, lse, o, Q * H, SPLIT=split, D=D, BM=16, num_warps=4)

        return launch, o

    return setup


# ---- cobalt: 4-bit weights dequantised inside the product with a decode batch of 16
@triton.jit
def cobalt_basket_bs5_a(
    x_ptr, w_ptr, scale_ptr, y_ptr, K, N: tl.constexpr, GROUP: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr
):
    m = tl.arange(0, 16)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    shift = (k % 8) * 4
    acc = tl.zeros((16, BN), dtype=tl.float32)
    for first in tl.range(0, K, BK, num_stages=STAGES):
        x = tl.load(x_ptr + m[:, None] * K + (first + k)[None, :])
        word = tl.load(w_ptr + ((first + k) // 8)[:, None] * N + n[None, :])
        scale = tl.load(scale_ptr + (first // GROUP) * N + n)
        code = ((word >> shift[:, None]) & 15) | 0x4300
        w = code.to(tl.int16).to(tl.bfloat16, bitcast=True) - 136.0
        acc += tl.dot(x, w.to(tl.bfloat16)) * scale[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def cobalt_basket_bs5_b(
    x_ptr, w_ptr, scale_ptr, y_ptr, K, N: tl.constexpr, GROUP: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr
):
    m = tl.arange(0, 16)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    j = tl.arange(0, BK // 8)
    shift = tl.arange(0, 8) * 4
    acc = tl.zeros((16, BN), dtype=tl.float32)
    for first in tl.range(0, K, BK, num_stages=STAGES):
        x = tl.load(x_ptr + m[:, None] * K + (first + k)[None, :])
        word = tl.load(w_ptr + (first // 8 + j)[:, None] * N + n[None, :])
        scale = tl.load(scale_ptr + (first // GROUP) * N + n)
        code = ((word[:, None, :] >> shift[None, :, None]) & 15) | 0x4300
        w = code.to(tl.int16).to(tl.bfloat16, bitcast=True) - 136.0
        acc += tl.dot(x, tl.reshape(w.to(tl.bfloat16), (BK, BN))) * scale[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc)


def cobalt(kernel, stages):
    def setup():
        M, N, K, GROUP = 16, 33792, 20480, 128  # noqa: N806 as it was measured
        g = gen(10)
        x = uniform((M, K), g)
        w = torch.randint(-(1 << 31), (1 << 31) - 1, (K // 8, N), device="cuda", dtype=torch.int32, generator=g)
        scale = uniform((K // GROUP, N), g, 0.005, 0.015, torch.float32)
        y = torch.empty((M, N), device="cuda")
        return (lambda: kernel[(N // 64,)](x, w, scale, y, K, N=N, GROUP=GROUP, BN=64, BK=64, num_warps=4, STAGES=stages)), y

    return setup


# ---- juniper: gradient of a LoRA down projection, [64, tokens] times [tokens, 4096]
@triton.jit
def juniper_ladle_bs5_a(u_ptr, x_ptr, out_ptr, T, R: tl.constexpr, N: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    r = tl.arange(0, R)
    t = tl.arange(0, BK)
    acc = tl.zeros((R, BN), dtype=tl.float32)
    for first in range(0, T, BK):
        u = tl.load(u_ptr + (first + t)[None, :] * R + r[:, None])
        x = tl.load(x_ptr + (first + t)[:, None] * N + n[None, :])
        acc = tl.dot(u, x, acc)
    tl.store(out_ptr + r[:, None] * N + n[None, :], acc)


@triton.jit
def juniper_ladle_bs5_b(u_ptr, x_ptr, out_ptr, SHARE, R: tl.constexpr, N: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    r = tl.arange(0, R)
    t = tl.program_id(1) * SHARE + tl.arange(0, BK)
    acc = tl.zeros((R, BN), dtype=tl.float32)
    for first in range(0, SHARE, BK):
        u = tl.load(u_ptr + (first + t)[None, :] * R + r[:, None])
        x = tl.load(x_ptr + (first + t)[:, None] * N + n[None, :])
        acc = tl.dot(u, x, acc)
    tl.atomic_add(out_ptr + r[:, None] * N + n[None, :], acc, sem="relaxed")


def juniper(split):
    def setup():
        T, R, N = 65536, 64, 4096  # noqa: N806 as it was measured
        g = gen(11)
        u = uniform((T, R), g)
        x = uniform((T, N), g)
        out = torch.zeros((R, N), device="cuda")
        meta = dict(R=R, N=N, BN=128, BK=64, num_warps=4, num_stages=4)  # noqa: C408 as it was measured
        if split == 1:
            return (lambda: juniper_ladle_bs5_a[(N // 128,)](u, x, out, T, **meta)), out
        return (lambda: juniper_ladle_bs5_b[(N // 128, split)](u, x, out, T // split, **meta)), out

    return setup


# ---- russet: residual add and RMS norm, with the largest magnitude kept for the next quantisation scale
@triton.jit
def russet_candle_bs5_a(x_ptr, r_ptr, w_ptr, y_ptr, amax_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + c).to(tl.float32) + tl.load(r_ptr + row * N + c).to(tl.float32)
    y = x * tl.rsqrt(tl.sum(x * x, axis=0) / N + 1e-6) * tl.load(w_ptr + c)
    tl.store(y_ptr + row * N + c, y.to(tl.bfloat16))
    tl.atomic_max(amax_ptr, tl.max(tl.abs(y), axis=0), sem="relaxed")


@triton.jit
def russet_candle_bs5_b(x_ptr, r_ptr, w_ptr, y_ptr, amax_ptr, N: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + c).to(tl.float32) + tl.load(r_ptr + row * N + c).to(tl.float32)
    y = x * tl.rsqrt(tl.sum(x * x, axis=0) / N + 1e-6) * tl.load(w_ptr + c)
    tl.store(y_ptr + row * N + c, y.to(tl.bfloat16))
    tl.store(amax_ptr + row, tl.max(tl.abs(y), axis=0))


def russet(kernel):
    def setup():
        R, N = 65536, 4096  # noqa: N806 as it was measured
        g = gen(12)
        x = uniform((R, N), g)
        r = uniform((R, N), g)
        w = uniform((N,), g, 0.5, 1.5, torch.float32)
        y = torch.empty((R, N), device="cuda", dtype=torch.bfloat16)
        amax = torch.zeros(R, device="cuda")
        return (lambda: kernel[(R,)](x, r, w, y, amax, N=N, num_warps=8)), y

    return setup


# ---- indigo: 8-bit weights dequantised to 16 bits with a scale a row
@triton.jit
def indigo_spoon_bs5_a(q_ptr, meta_ptr, y_ptr, N: tl.constexpr, STRIDE: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    scale = tl.load(meta_ptr + r * STRIDE)
    q = tl.load(q_ptr + r[:, None] * N + c[None, :])
    tl.store(y_ptr + r[:, None] * N + c[None, :], (q.to(tl.float32) * scale[:, None]).to(tl.bfloat16))


@triton.jit
def indigo_spoon_bs5_b(q_ptr, scale_ptr, y_ptr, N: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr + r)
    q = tl.load(q_ptr + r[:, None] * N + c[None, :])
    tl.store(y_ptr + r[:, None] * N + c[None, :], (q.to(tl.float32) * scale[:, None]).to(tl.bfloat16))


def indigo(packed):
    def setup():
        R, N, STRIDE = 16384, 16384, 64  # noqa: N806 as it was measured
        g = gen(13)
        q = torch.randint(-100, 127, (R, N), device="cuda", dtype=torch.int8, generator=g)
        meta = uniform((R, STRIDE), g, 0.01, 0.03, torch.float32)
        y = torch.empty((R, N), device="cuda", dtype=torch.bfloat16)
        if packed:
            scale = meta[:, 0].contiguous()
            return (lambda: indigo_spoon_bs5_b[(N // 1024, R // 8)](q, scale, y, N=N, ROWS=8, BLOCK=1024, num_warps=4)), y
        return (lambda: indigo_spoon_bs5_a[(N // 1024, R // 8)](q, meta, y, N=N, STRIDE=STRIDE, ROWS=8, BLOCK=1024, num_warps=4)), y

    return setup


# ---- birch: AdamW step, all states in FP32
@triton.jit
def birch_mitten_bs5_a(p_ptr, g_ptr, m_ptr, v_ptr, lr, b1, b2, eps, decay, c1, c2, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i)
    v = tl.load(v_ptr + i)
    m = b1 * m + (1.0 - b1) * g
    v = b2 * v + (1.0 - b2) * g * g
    step = (m * c1) / (tl.sqrt(v * c2) + eps)
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)
    tl.store(p_ptr + i, p * (1.0 - lr * decay) - lr * step)


def birch():
    def setup():
        n = 1 << 26
        g = gen(14)
        p = uniform((n,), g, 0.1, 1.0, torch.float32)
        grad = uniform((n,), g, 0.1, 1.0, torch.float32)
        m = uniform((n,), g, 0.1, 1.0, torch.float32)
        v = uniform((n,), g, 0.1, 1.0, torch.float32)
        return (lambda: birch_mitten_bs5_a[(n // 1024,)](p, grad, m, v, 1e-3, 0.9, 0.95, 1e-8, 0.1, 1.05, 1.02, BLOCK=1024, num_warps=4)), p

    return setup


# ---- saffron: attention backward preparation, the sum of output times its gradient for each head
@triton.jit
def saffron_gate_bs5_a(o_ptr, do_ptr, delta_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * D + tl.arange(0, D)[None, :]
    o = tl.load(o_ptr + at).to(tl.float32)
    do = tl.load(do_ptr + at).to(tl.float32)
    tl.store(delta_ptr + r, tl.sum(o * do, axis=1))


def saffron():
    def setup():
        T, H, D = 65536, 32, 128  # noqa: N806 as it was measured
        g = gen(15)
        o = uniform((T, H, D), g)
        do = uniform((T, H, D), g, -0.2, 0.8)
        delta = torch.empty((T, H), device="cuda")
        return (lambda: saffron_gate_bs5_a[(T * H // 64,)](o, do, delta, D=D, ROWS=64, num_warps=4)), delta

    return setup


# ---- slate: decode attention, 16 sequences of 8192 tokens, 8 key heads of 16 query heads, the context in 8 shares
@triton.jit
def slate_whistle_bs5_a(q_ptr, k_ptr, v_ptr, part_ptr, lse_ptr, scale, SHARE, S, G: tl.constexpr, D: tl.constexpr, BN: tl.constexpr):
    share = tl.program_id(0)
    bh = tl.program_id(1)
    m = tl.arange(0, G)
    d = tl.arange(0, D)
    n = share * SHARE + tl.arange(0, BN)
    q = tl.load(q_ptr + (bh * G + m)[:, None] * D + d[None, :])
    kp = k_ptr + bh.to(tl.int64) * S * D + n[None, :] * D + d[:, None]
    vp = v_ptr + bh.to(tl.int64) * S * D + n[:, None] * D + d[None, :]
    top = tl.full((G,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((G,), dtype=tl.float32)
    acc = tl.zeros((G, D), dtype=tl.float32)
    for _ in range(0, SHARE, BN):
        s = tl.dot(q, tl.load(kp)) * scale
        peak = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp2(s - peak[:, None])
        alpha = tl.exp2(top - peak)
        total = total * alpha + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.bfloat16), tl.load(vp), acc * alpha[:, None])
        top = peak
        kp += BN * D
        vp += BN * D
    row = (bh * tl.num_programs(0) + share) * G + m
    tl.store(part_ptr + row[:, None] * D + d[None, :], acc / total[:, None])
    tl.store(lse_ptr + row, top + tl.log2(total))


def slate():
    def setup():
        B, HK, G, S, D, SPLIT = 16, 8, 16, 8192, 128, 8  # noqa: N806 as it was measured
        g = gen(16)
        q = uniform((B, HK, G, D), g, -1.0, 1.0)
        k = uniform((B, HK, S, D), g, -1.0, 1.0)
        v = uniform((B, HK, S, D), g)
        part = torch.empty((B, HK, SPLIT, G, D), device="cuda")
        lse = torch.empty((B, HK, SPLIT, G), device="cuda")
        scale = 1.4426950408889634 / D**0.5
        return (
            lambda: slate_whistle_bs5_a[(SPLIT, B * HK)](q, k, v, part, lse, scale, S // SPLIT, S, G=G, D=D, BN=64, num_warps=4, num_stages=3)
        ), part

    return setup


# ---- ivory: feed-forward up projection with its SiLU, 8192 tokens
@triton.jit
def ivory_paddle_bs5_a(
    x_ptr, w_ptr, y_ptr, M, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr
):
    pid = tl.program_id(0)
    width = GROUP * (N // BN)
    pm = (pid // width) * GROUP + pid % GROUP
    pn = (pid % width) // GROUP
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xp = x_ptr + m[:, None] * K + k[None, :]
    wp = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xp), tl.load(wp), acc)
        xp += BK
        wp += BK * N
    tl.store(y_ptr + m[:, None] * N + n[None, :], (acc * tl.sigmoid(acc)).to(tl.bfloat16))


def ivory():
    def setup():
        M, N, K = 8192, 8448, 4096  # noqa: N806 as it was measured
        g = gen(17)
        x = uniform((M, K), g)
        w = uniform((K, N), g, -0.02, 0.03)
        y = torch.empty((M, N), device="cuda", dtype=torch.bfloat16)
        grid = ((M // 128) * (N // 256),)
        return (lambda: ivory_paddle_bs5_a[grid](x, w, y, M, N=N, K=K, BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=4)), y

    return setup


CASES = [
    ("amber_kettle_bs5_a", amber(False)),
    ("amber_kettle_bs5_b", amber(True)),
    ("copper_lantern_bs5_a", copper(False)),
    ("copper_lantern_bs5_b", copper(True)),
    ("maple_bridge_bs5_a", maple(maple_bridge_bs5_a, maxnreg=48)),
    ("maple_bridge_bs5_b", maple(maple_bridge_bs5_b)),
    ("silver_thimble_bs5_a", silver(silver_thimble_bs5_a, 32)),
    ("silver_thimble_bs5_b", silver(silver_thimble_bs5_b, 64)),
    ("willow_saddle_bs5_a", willow(willow_saddle_bs5_a)),
    ("willow_saddle_bs5_b", willow(willow_saddle_bs5_b)),
    ("cedar_button_bs5_a", cedar(False)),
    ("cedar_button_bs5_b", cedar(True)),
    ("marble_ribbon_bs5_a", marble(marble_ribbon_bs5_a)),
    ("marble_ribbon_bs5_b", marble(marble_ribbon_bs5_b)),
    ("linen_compass_bs5_a", linen(False)),
    ("linen_compass_bs5_b", linen(True)),
    ("walnut_pillow_bs5_a", walnut(1)),
    ("walnut_pillow_bs5_b", walnut(4)),
    ("cobalt_basket_bs5_a", cobalt(cobalt_basket_bs5_a, 3)),
    ("cobalt_basket_bs5_b", cobalt(cobalt_basket_bs5_b, 5)),
    ("juniper_ladle_bs5_a", juniper(1)),
    ("juniper_ladle_bs5_b", juniper(8)),
    ("russet_candle_bs5_a", russet(russet_candle_bs5_a)),
    ("russet_candle_bs5_b", russet(russet_candle_bs5_b)),
    ("indigo_spoon_bs5_a", indigo(False)),
    ("indigo_spoon_bs5_b", indigo(True)),
    ("birch_mitten_bs5_a", birch()),
    ("saffron_gate_bs5_a", saffron()),
    ("slate_whistle_bs5_a", slate()),
    ("ivory_paddle_bs5_a", ivory()),
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
