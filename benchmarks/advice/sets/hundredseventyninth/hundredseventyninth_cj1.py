#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- per-output-channel absmax quantisation of a (K, N) weight to int8
@triton.jit
def walnut_harbor_cj1_a(w_ptr, q_ptr, s_ptr, K, N, BLOCK: tl.constexpr):
    col = tl.program_id(0)
    k = tl.arange(0, BLOCK)
    peak = tl.zeros([BLOCK], tl.float32)
    for start in range(0, K, BLOCK):
        v = tl.load(w_ptr + (start + k) * N + col, mask=start + k < K, other=0.0).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(v))
    scale = tl.max(peak, axis=0) / 127.0
    tl.store(s_ptr + col, scale)
    inv = 1.0 / scale
    for start in range(0, K, BLOCK):
        v = tl.load(w_ptr + (start + k) * N + col, mask=start + k < K, other=0.0).to(tl.float32)
        tl.store(q_ptr + (start + k) * N + col, tl.floor(v * inv + 0.5).to(tl.int8), mask=start + k < K)


@triton.jit
def walnut_harbor_cj1_b(w_ptr, q_ptr, s_ptr, K, N, ROWS: tl.constexpr, COLS: tl.constexpr):
    col = tl.program_id(0) * COLS + tl.arange(0, COLS)
    k = tl.arange(0, ROWS)
    peak = tl.zeros([ROWS, COLS], tl.float32)
    for start in range(0, K, ROWS):
        v = tl.load(w_ptr + (start + k)[:, None] * N + col[None, :]).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(v))
    scale = tl.max(peak, axis=0) / 127.0
    tl.store(s_ptr + col, scale)
    inv = 1.0 / scale
    for start in range(0, K, ROWS):
        at = (start + k)[:, None] * N + col[None, :]
        v = tl.load(w_ptr + at).to(tl.float32)
        tl.store(q_ptr + at, tl.floor(v * inv[None, :] + 0.5).to(tl.int8))


def walnut_harbor(mended):
    K, N = 8192, 8192  # noqa: N806 as it was measured
    w = (torch.randn(K, N, device="cuda", generator=gen(11)) * 0.02 + 0.01).to(torch.bfloat16)
    q = torch.empty(K, N, device="cuda", dtype=torch.int8)
    s = torch.empty(N, device="cuda")
    if mended:
        return (lambda: walnut_harbor_cj1_b[(N // 32,)](w, q, s, K, N, ROWS=128, COLS=32, num_warps=8)), q
    return (lambda: walnut_harbor_cj1_a[(N,)](w, q, s, K, N, BLOCK=1024, num_warps=4)), q


CASES += [("walnut_harbor_cj1_a", lambda: walnut_harbor(False)), ("walnut_harbor_cj1_b", lambda: walnut_harbor(True))]


# ---- sigmoid focal loss with a temperature that lives in a tensor
@triton.jit
def velvet_anchor_cj1_a(x_ptr, t_ptr, temp_ptr, out_ptr, n, alpha, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    temp = tl.load(temp_ptr)
    z = tl.load(x_ptr + at, mask=ok, other=0.0) / temp
    t = tl.load(t_ptr + at, mask=ok, other=0).to(tl.float32)
    e = tl.exp(-tl.abs(z))
    ce = tl.maximum(z, 0.0) - z * t + tl.log(1.0 + e)
    p = tl.where(z >= 0, 1.0 / (1.0 + e), e / (1.0 + e))
    pt = p * t + (1.0 - p) * (1.0 - t)
    weight = alpha * t + (1.0 - alpha) * (1.0 - t)
    tl.store(out_ptr + at, (weight * (1.0 - pt) * (1.0 - pt) * ce).to(tl.float32), mask=ok)


@triton.jit
def velvet_anchor_cj1_b(x_ptr, t_ptr, temp_ptr, out_ptr, n, alpha, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    inv = (1.0 / tl.load(temp_ptr)).to(tl.float32)
    z = tl.load(x_ptr + at, mask=ok, other=0.0) * inv
    t = tl.load(t_ptr + at, mask=ok, other=0).to(tl.float32)
    e = tl.exp(-tl.abs(z))
    ce = tl.maximum(z, 0.0) - z * t + tl.log(1.0 + e)
    p = tl.where(z >= 0, 1.0 / (1.0 + e), e / (1.0 + e))
    pt = p * t + (1.0 - p) * (1.0 - t)
    weight = alpha * t + (1.0 - alpha) * (1.0 - t)
    tl.store(out_ptr + at, weight * (1.0 - pt) * (1.0 - pt) * ce, mask=ok)


def velvet_anchor(kernel):
    n = 1 << 25
    x = torch.randn(n, device="cuda", generator=gen(21)) * 2.0
    t = torch.randint(0, 2, (n,), device="cuda", generator=gen(22), dtype=torch.int8)
    temp = torch.tensor([1.37], device="cuda", dtype=torch.float64)
    out = torch.empty(n, device="cuda")
    return (lambda: kernel[(triton.cdiv(n, 1024),)](x, t, temp, out, n, 0.25, BLOCK=1024, num_warps=4)), out


CASES += [("velvet_anchor_cj1_a", lambda: velvet_anchor(velvet_anchor_cj1_a)), ("velvet_anchor_cj1_b", lambda: velvet_anchor(velvet_anchor_cj1_b))]


# ---- soft ranks of retrieval scores (smooth average precision): sum over j of sigmoid((s_j - s_i) / T)
@triton.jit
def meadow_thimble_cj1_a(s_ptr, rank_ptr, N, inv_t, BI: tl.constexpr, BJ: tl.constexpr):
    base = s_ptr + tl.program_id(1) * N
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    si = tl.load(base + i)
    acc = tl.zeros([BI, BJ], tl.float32)
    for start in range(0, N, BJ):
        sj = tl.load(base + start + tl.arange(0, BJ))
        d = (sj[None, :] - si[:, None]) * inv_t
        acc += 1.0 / (1.0 + tl.exp(-d))
    tl.store(rank_ptr + tl.program_id(1) * N + i, 0.5 + tl.sum(acc, axis=1))


@triton.jit
def meadow_thimble_cj1_b(s_ptr, rank_ptr, N, inv_t, BI: tl.constexpr, BJ: tl.constexpr):
    base = s_ptr + tl.program_id(1) * N
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    ui = tl.exp(tl.load(base + i) * inv_t)
    acc = tl.zeros([BI, BJ], tl.float32)
    for start in range(0, N, BJ):
        vj = tl.exp(tl.load(base + start + tl.arange(0, BJ)) * -inv_t)
        acc += 1.0 / (1.0 + ui[:, None] * vj[None, :])
    tl.store(rank_ptr + tl.program_id(1) * N + i, 0.5 + tl.sum(acc, axis=1))


def meadow_thimble(kernel):
    B, N = 64, 4096  # noqa: N806 as it was measured
    s = torch.rand(B, N, device="cuda", generator=gen(31)) * 2.0 - 1.0
    rank = torch.empty(B, N, device="cuda")
    return (lambda: kernel[(N // 128, B)](s, rank, N, 1.0 / 0.05, BI=128, BJ=32, num_warps=4)), rank


CASES += [
    ("meadow_thimble_cj1_a", lambda: meadow_thimble(meadow_thimble_cj1_a)),
    ("meadow_thimble_cj1_b", lambda: meadow_thimble(meadow_thimble_cj1_b)),
]


# ---- one-token decode attention over a long cache, fp16, head size 128
@triton.jit
def copper_orchid_cj1_a(q_ptr, k_ptr, v_ptr, o_ptr, T, scale, D: tl.constexpr, BT: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head * D + d).to(tl.float32) * scale
    m = -float("inf")
    total = 0.0
    acc = tl.zeros([D], tl.float32)
    base = head.to(tl.int64) * T * D
    for start in range(0, T, BT):
        at = base + (start + tl.arange(0, BT))[:, None] * D + d[None, :]
        k = tl.load(k_ptr + at).to(tl.float32)
        v = tl.load(v_ptr + at).to(tl.float32)
        s = tl.sum(k * q[None, :], axis=1)
        m_new = tl.maximum(m, tl.max(s, axis=0))
        p = tl.exp(s - m_new)
        shrink = tl.exp(m - m_new)
        total = total * shrink + tl.sum(p, axis=0)
        acc = acc * shrink + tl.sum(p[:, None] * v, axis=0)
        m = m_new
    tl.store(o_ptr + head * D + d, acc / total)


@triton.jit
def copper_orchid_cj1_b(q_ptr, k_ptr, v_ptr, part_ptr, stat_ptr, T, scale, D: tl.constexpr, BT: tl.constexpr, SPLITS: tl.constexpr):
    head = tl.program_id(0)
    split = tl.program_id(1)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head * D + d).to(tl.float32) * scale
    m = -float("inf")
    total = 0.0
    acc = tl.zeros([D], tl.float32)
    base = head.to(tl.int64) * T * D
    span = T // SPLITS
    for start in range(split * span, split * span + span, BT):
        at = base + (start + tl.arange(0, BT))[:, None] * D + d[None, :]
        k = tl.load(k_ptr + at).to(tl.float32)
        v = tl.load(v_ptr + at).to(tl.float32)
        s = tl.sum(k * q[None, :], axis=1)
        m_new = tl.maximum(m, tl.max(s, axis=0))
        p = tl.exp(s - m_new)
        shrink = tl.exp(m - m_new)
        total = total * shrink + tl.sum(p, axis=0)
        acc = acc * shrink + tl.sum(p[:, None] * v, axis=0)
        m = m_new
    slot = head * SPLITS + split
    tl.store(part_ptr + slot * D + d, acc)
    tl.store(stat_ptr + slot * 2, m)
    tl.store(stat_ptr + slot * 2 + 1, total)


@triton.jit
def copper_orchid_cj1_b_join(part_ptr, stat_ptr, o_ptr, D: tl.constexpr, SPLITS: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    slot = head * SPLITS + tl.arange(0, SPLITS)
    m = tl.load(stat_ptr + slot * 2)
    total = tl.load(stat_ptr + slot * 2 + 1)
    w = tl.exp(m - tl.max(m, axis=0))
    part = tl.load(part_ptr + slot[:, None] * D + d[None, :])
    tl.store(o_ptr + head * D + d, tl.sum(part * w[:, None], axis=0) / tl.sum(total * w, axis=0))


def copper_orchid(mended):
    heads, T, D = 32, 32768, 128  # noqa: N806 as it was measured
    q = torch.randn(heads, D, device="cuda", generator=gen(41)).half()
    k = torch.randn(heads, T, D, device="cuda", generator=gen(42)).half()
    v = torch.rand(heads, T, D, device="cuda", generator=gen(43)).half()
    out = torch.empty(heads, D, device="cuda")
    splits = 32
    part = torch.empty(heads, splits, D, device="cuda")
    stat = torch.empty(heads, splits, 2, device="cuda")

    def launch():
        copper_orchid_cj1_b[(heads, splits)](q, k, v, part, stat, T, D**-0.5, D=D, BT=64, SPLITS=splits, num_warps=4)
        copper_orchid_cj1_b_join[(heads,)](part, stat, out, D=D, SPLITS=splits, num_warps=4)

    if mended:
        return launch, out
    return (lambda: copper_orchid_cj1_a[(heads,)](q, k, v, out, T, D**-0.5, D=D, BT=64, num_warps=4)), out


CASES += [("copper_orchid_cj1_a", lambda: copper_orchid(False)), ("copper_orchid_cj1_b", lambda: copper_orchid(True))]


# ---- gated linear recurrence h = a h + x over time (minimal RNN / state-space layer)
@triton.jit
def granite_pillow_cj1_a(a_ptr, x_ptr, h_ptr, T, C, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    base = tl.program_id(1) * T * C
    h = tl.zeros([BLOCK], tl.float32)
    for t in range(0, T):
        a = tl.load(a_ptr + base + t * C + c)
        x = tl.load(x_ptr + base + t * C + c)
        h = a * h + x
        tl.store(h_ptr + base + t * C + c, h)


@triton.jit
def granite_pillow_cj1_join(a1, x1, a2, x2):
    return a1 * a2, a2 * x1 + x2


@triton.jit
def granite_pillow_cj1_b(a_ptr, x_ptr, h_ptr, T, C, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.arange(0, STEPS)
    base = tl.program_id(1) * T * C
    at = base + t[:, None] * C + c[None, :]
    carry = tl.zeros([BLOCK], tl.float32)
    a = tl.load(a_ptr + at)
    x = tl.load(x_ptr + at)
    for start in range(0, T, STEPS):
        nxt = at + STEPS * C
        more = (start + STEPS + t < T)[:, None]
        a_next = tl.load(a_ptr + nxt, mask=more, other=0.0)
        x_next = tl.load(x_ptr + nxt, mask=more, other=0.0)
        ca, cx = tl.associative_scan((a, x), 0, granite_pillow_cj1_join)
        h = ca * carry[None, :] + cx
        tl.store(h_ptr + at, h)
        carry = tl.sum(tl.where(t[:, None] == STEPS - 1, h, 0.0), axis=0)
        a = a_next
        x = x_next
        at = nxt


def granite_pillow(mended):
    B, T, C = 8, 2048, 4096  # noqa: N806 as it was measured
    a = torch.rand(B, T, C, device="cuda", generator=gen(51)) * 0.5 + 0.45
    x = torch.rand(B, T, C, device="cuda", generator=gen(52))
    h = torch.empty(B, T, C, device="cuda")
    if mended:
        return (lambda: granite_pillow_cj1_b[(C // 64, B)](a, x, h, T, C, STEPS=32, BLOCK=64, num_warps=4)), h
    return (lambda: granite_pillow_cj1_a[(C // 128, B)](a, x, h, T, C, BLOCK=128, num_warps=4)), h


CASES += [("granite_pillow_cj1_a", lambda: granite_pillow(False)), ("granite_pillow_cj1_b", lambda: granite_pillow(True))]


# ---- mixture-of-experts router: logits of every token for 64 experts, bf16 in, fp32 out
@triton.jit
def saffron_ladder_cj1_a(x_ptr, w_ptr, out_ptr, K, E: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    e = tl.arange(0, E)
    acc = tl.zeros([BT, E], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + t[:, None] * K + k[None, :]).to(tl.float32)
        w = tl.load(w_ptr + e[:, None] * K + k[None, :]).to(tl.float32)
        acc += tl.sum(x[:, None, :] * w[None, :, :], axis=2)
    tl.store(out_ptr + t[:, None] * E + e[None, :], acc)


@triton.jit
def saffron_ladder_cj1_b(x_ptr, w_ptr, out_ptr, K, E: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    e = tl.arange(0, E)
    acc = tl.zeros([BT, E], tl.float32)
    for start in range(0, K, BK):
        k = start + tl.arange(0, BK)
        x = tl.load(x_ptr + t[:, None] * K + k[None, :])
        w = tl.load(w_ptr + e[None, :] * K + k[:, None])
        acc = tl.dot(x, w, acc)
    tl.store(out_ptr + t[:, None] * E + e[None, :], acc)


def saffron_ladder(mended):
    T, K, E = 32768, 2048, 64  # noqa: N806 as it was measured
    x = torch.rand(T, K, device="cuda", generator=gen(61)).to(torch.bfloat16)
    w = (torch.rand(E, K, device="cuda", generator=gen(62)) * 0.05).to(torch.bfloat16)
    out = torch.empty(T, E, device="cuda")
    if mended:
        return (lambda: saffron_ladder_cj1_b[(T // 64,)](x, w, out, K, E=E, BT=64, BK=64, num_warps=4, num_stages=4)), out
    return (lambda: saffron_ladder_cj1_a[(T // 16,)](x, w, out, K, E=E, BT=16, BK=16, num_warps=4)), out


CASES += [("saffron_ladder_cj1_a", lambda: saffron_ladder(False)), ("saffron_ladder_cj1_b", lambda: saffron_ladder(True))]


# ---- residual add, RMS norm and gate of a transformer block, step by step
@triton.jit
def timber_lotus_cj1_a(x_ptr, r_ptr, h_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(h_ptr + at, (tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)).to(tl.bfloat16))


@triton.jit
def timber_lotus_cj1_a_stats(h_ptr, rstd_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    h = tl.load(h_ptr + row * D + tl.arange(0, D)).to(tl.float32)
    tl.store(rstd_ptr + row, tl.rsqrt(tl.sum(h * h, axis=0) / D + 1e-6))


@triton.jit
def timber_lotus_cj1_a_norm(h_ptr, rstd_ptr, w_ptr, y_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    h = tl.load(h_ptr + row * D + d).to(tl.float32)
    tl.store(y_ptr + row * D + d, (h * tl.load(rstd_ptr + row) * tl.load(w_ptr + d)).to(tl.bfloat16))


@triton.jit
def timber_lotus_cj1_a_gate(y_ptr, g_ptr, o_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(y_ptr + at).to(tl.float32)
    g = tl.load(g_ptr + at).to(tl.float32)
    tl.store(o_ptr + at, (y * tl.sigmoid(g)).to(tl.bfloat16))


@triton.jit
def timber_lotus_cj1_b(x_ptr, r_ptr, g_ptr, w_ptr, h_ptr, o_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    at = row * D + d
    h = (tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)).to(tl.bfloat16)
    g = tl.load(g_ptr + at).to(tl.float32)
    tl.store(h_ptr + at, h)
    h = h.to(tl.float32)
    rstd = tl.rsqrt(tl.sum(h * h, axis=0) / D + 1e-6)
    tl.store(o_ptr + at, (h * rstd * tl.load(w_ptr + d) * tl.sigmoid(g)).to(tl.bfloat16))


def timber_lotus(mended):
    rows, D = 16384, 4096  # noqa: N806 as it was measured
    x, r, g = ((torch.rand(rows, D, device="cuda", generator=gen(71 + i)) + 0.1 * i).to(torch.bfloat16) for i in range(3))
    w = torch.rand(D, device="cuda", generator=gen(75)) + 0.5
    h, y, o = (torch.empty(rows, D, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    rstd = torch.empty(rows, device="cuda")
    flat = rows * D // 2048

    def launch():
        timber_lotus_cj1_a[(flat,)](x, r, h, BLOCK=2048, num_warps=8)
        timber_lotus_cj1_a_stats[(rows,)](h, rstd, D=D, num_warps=8)
        timber_lotus_cj1_a_norm[(rows,)](h, rstd, w, y, D=D, num_warps=8)
        timber_lotus_cj1_a_gate[(flat,)](y, g, o, BLOCK=2048, num_warps=8)

    if mended:
        return (lambda: timber_lotus_cj1_b[(rows,)](x, r, g, w, h, o, D=D, num_warps=8)), o
    return launch, o


CASES += [("timber_lotus_cj1_a", lambda: timber_lotus(False)), ("timber_lotus_cj1_b", lambda: timber_lotus(True))]


# ---- vocabulary head: hidden (2048, 4096) times weight (4096, 32768) plus bias, bf16
@triton.jit
def ember_castle_cj1_a(x_ptr, w_ptr, b_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles_n = N // BN
    pid = tl.program_id(0)
    m = (pid // tiles_n) * BM + tl.arange(0, BM)
    n = (pid % tiles_n) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xs = x_ptr + m[:, None] * K + k[None, :]
    ws = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xs), tl.load(ws), acc)
        xs += BK
        ws += BK * N
    acc += tl.load(b_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


@triton.jit
def ember_castle_cj1_b(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tiles_n = N // BN
    pid = tl.program_id(0)
    band = pid // (GROUP * tiles_n)
    inside = pid % (GROUP * tiles_n)
    m = (band * GROUP + inside % GROUP) * BM + tl.arange(0, BM)
    n = (inside // GROUP) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xs = x_ptr + m[:, None] * K + k[None, :]
    ws = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xs), tl.load(ws), acc)
        xs += BK
        ws += BK * N
    acc += tl.load(b_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


def ember_castle(mended):
    M, N, K = 2048, 32768, 4096  # noqa: N806 as it was measured
    x = torch.rand(M, K, device="cuda", generator=gen(81)).to(torch.bfloat16)
    w = (torch.randn(K, N, device="cuda", generator=gen(82)) * 0.02 + 0.01).to(torch.bfloat16)
    b = torch.rand(N, device="cuda", generator=gen(83))
    y = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
    grid = (M // 64 * (N // 256),)
    if mended:
        return (lambda: ember_castle_cj1_b[grid](x, w, b, y, M, N, K, BM=64, BN=256, BK=64, GROUP=16, num_warps=4, num_stages=4)), y
    return (lambda: ember_castle_cj1_a[grid](x, w, b, y, N, K, BM=64, BN=256, BK=64, num_warps=4, num_stages=4)), y


CASES += [("ember_castle_cj1_a", lambda: ember_castle(False)), ("ember_castle_cj1_b", lambda: ember_castle(True))]


# ---- weight gradient of a low-rank adapter: (tokens, 128) transposed times (tokens, 1024)
@triton.jit
def pewter_falcon_cj1_a(x_ptr, g_ptr, out_ptr, T, R: tl.constexpr, N: tl.constexpr, BN: tl.constexpr, BT: tl.constexpr):
    r = tl.arange(0, R)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = tl.zeros([R, BN], tl.float32)
    for start in range(0, T, BT):
        t = start + tl.arange(0, BT)
        x = tl.load(x_ptr + t[:, None] * R + r[None, :])
        g = tl.load(g_ptr + t[:, None] * N + n[None, :])
        acc = tl.dot(tl.trans(x), g, acc)
    tl.store(out_ptr + r[:, None] * N + n[None, :], acc)


@triton.jit
def pewter_falcon_cj1_b(x_ptr, g_ptr, part_ptr, span, R: tl.constexpr, N: tl.constexpr, BN: tl.constexpr, BT: tl.constexpr):
    r = tl.arange(0, R)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    first = tl.program_id(1) * span
    acc = tl.zeros([R, BN], tl.float32)
    for start in range(first, first + span, BT):
        t = start + tl.arange(0, BT)
        x = tl.load(x_ptr + t[:, None] * R + r[None, :])
        g = tl.load(g_ptr + t[:, None] * N + n[None, :])
        acc = tl.dot(tl.trans(x), g, acc)
    tl.store(part_ptr + tl.program_id(1) * R * N + r[:, None] * N + n[None, :], acc)


@triton.jit
def pewter_falcon_cj1_b_add(part_ptr, out_ptr, size, SPLITS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.arange(0, SPLITS)
    tl.store(out_ptr + at, tl.sum(tl.load(part_ptr + s[:, None] * size + at[None, :]), axis=0))


def pewter_falcon(mended):
    T, R, N, splits = 65536, 128, 1024, 32  # noqa: N806 as it was measured
    x = torch.rand(T, R, device="cuda", generator=gen(91)).to(torch.bfloat16)
    g = (torch.randn(T, N, device="cuda", generator=gen(92)) * 0.1 + 0.05).to(torch.bfloat16)
    out = torch.empty(R, N, device="cuda")
    part = torch.empty(splits, R, N, device="cuda")

    def launch():
        pewter_falcon_cj1_b[(N // 128, splits)](x, g, part, T // splits, R=R, N=N, BN=128, BT=64, num_warps=8, num_stages=3)
        pewter_falcon_cj1_b_add[(R * N // 256,)](part, out, R * N, SPLITS=splits, BLOCK=256, num_warps=4)

    if mended:
        return launch, out
    return (lambda: pewter_falcon_cj1_a[(N // 128,)](x, g, out, T, R=R, N=N, BN=128, BT=64, num_warps=8, num_stages=3)), out


CASES += [("pewter_falcon_cj1_a", lambda: pewter_falcon(False)), ("pewter_falcon_cj1_b", lambda: pewter_falcon(True))]


# ---- log-softmax over a padded vocabulary of 51200, fp32
@triton.jit
def coral_bishop_cj1_a(x_ptr, y_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    v = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * V + v, mask=v < V, other=-float("inf"))
    x = x - tl.max(x, axis=0)
    total = tl.sum(tl.exp(x), axis=0)
    tl.store(y_ptr + row * V + v, x - tl.log(total), mask=v < V)


@triton.jit
def coral_bishop_cj1_b(x_ptr, y_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    v = tl.arange(0, BLOCK)
    m = tl.full([BLOCK], -float("inf"), tl.float32)
    s = tl.zeros([BLOCK], tl.float32)
    for start in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + start + v, mask=start + v < V, other=-1e30)
        m_new = tl.maximum(m, x)
        s = s * tl.exp(m - m_new) + tl.exp(x - m_new)
        m = m_new
    top = tl.max(m, axis=0)
    shift = top + tl.log(tl.sum(s * tl.exp(m - top), axis=0))
    for start in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + start + v, mask=start + v < V, other=0.0)
        tl.store(y_ptr + row * V + start + v, x - shift, mask=start + v < V)


def coral_bishop(mended):
    rows, V = 1536, 51200  # noqa: N806 as it was measured
    x = torch.randn(rows, V, device="cuda", generator=gen(101)) * 3.0
    y = torch.empty(rows, V, device="cuda")
    if mended:
        return (lambda: coral_bishop_cj1_b[(rows,)](x, y, V, BLOCK=4096, num_warps=8)), y
    return (lambda: coral_bishop_cj1_a[(rows,)](x, y, V, BLOCK=65536, num_warps=8)), y


CASES += [("coral_bishop_cj1_a", lambda: coral_bishop(False)), ("coral_bishop_cj1_b", lambda: coral_bishop(True))]


# ---- embedding bags of very unlike lengths (recommender history), sum pooling, fp32 rows of 256
@triton.jit
def hazel_trumpet_cj1_a(table_ptr, ids_ptr, start_ptr, out_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    bag = tl.program_id(0)
    first = tl.load(start_ptr + bag)
    last = tl.load(start_ptr + bag + 1)
    d = tl.arange(0, D)
    acc = tl.zeros([ROWS, D], tl.float32)
    for at in range(first, last, ROWS):
        r = at + tl.arange(0, ROWS)
        ids = tl.load(ids_ptr + r, mask=r < last, other=0)
        acc += tl.load(table_ptr + ids[:, None] * D + d[None, :], mask=(r < last)[:, None], other=0.0)
    tl.store(out_ptr + bag * D + d, tl.sum(acc, axis=0))


@triton.jit
def hazel_trumpet_cj1_b(table_ptr, ids_ptr, bag_ptr, first_ptr, last_ptr, out_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    chunk = tl.program_id(0)
    bag = tl.load(bag_ptr + chunk)
    first = tl.load(first_ptr + chunk)
    last = tl.load(last_ptr + chunk)
    d = tl.arange(0, D)
    acc = tl.zeros([ROWS, D], tl.float32)
    for at in range(first, last, ROWS):
        r = at + tl.arange(0, ROWS)
        ids = tl.load(ids_ptr + r, mask=r < last, other=0)
        acc += tl.load(table_ptr + ids[:, None] * D + d[None, :], mask=(r < last)[:, None], other=0.0)
    tl.atomic_add(out_ptr + bag * D + d, tl.sum(acc, axis=0))


def hazel_trumpet(mended):
    V, D, bags = 400000, 256, 8192  # noqa: N806 as it was measured
    lengths = [9000 + 500 * (i % 7) if i % 911 == 500 else 20 + (i * 7919) % 31 for i in range(bags)]
    starts, chunks = [0], []
    for bag, length in enumerate(lengths):
        for lo in range(0, length, 128):
            chunks.append((bag, starts[-1] + lo, starts[-1] + min(lo + 128, length)))
        starts.append(starts[-1] + length)
    table = torch.rand(V, D, device="cuda", generator=gen(111))
    ids = torch.randint(0, V, (starts[-1],), device="cuda", generator=gen(112), dtype=torch.int32)
    start = torch.tensor(starts, device="cuda", dtype=torch.int32)
    bag, first, last = (torch.tensor([c[i] for c in chunks], device="cuda", dtype=torch.int32) for i in range(3))
    out = torch.zeros(bags, D, device="cuda")
    if mended:
        return (lambda: hazel_trumpet_cj1_b[(len(chunks),)](table, ids, bag, first, last, out, D=D, ROWS=8, num_warps=4)), out
    return (lambda: hazel_trumpet_cj1_a[(bags,)](table, ids, start, out, D=D, ROWS=8, num_warps=4)), out


CASES += [("hazel_trumpet_cj1_a", lambda: hazel_trumpet(False)), ("hazel_trumpet_cj1_b", lambda: hazel_trumpet(True))]


# ---- packed qkv (B, S, 3, H, D) to (3, B, H, S, D), bf16
@triton.jit
def marble_willow_cj1_a(src_ptr, dst_ptr, total, B, S, H, D, BLOCK: tl.constexpr):
    o = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    ok = o < total
    d = o % D
    s = (o // D) % S
    h = (o // (D * S)) % H
    b = (o // (D * S * H)) % B
    c = o // (D * S * H * B)
    at = (((b * S + s) * 3 + c) * H + h) * D + d
    tl.store(dst_ptr + o, tl.load(src_ptr + at, mask=ok), mask=ok)


@triton.jit
def marble_willow_cj1_b(src_ptr, dst_ptr, B, S, H, D: tl.constexpr, BS: tl.constexpr, PAD: tl.constexpr):
    s = tl.program_id(0) * BS + tl.arange(0, BS)
    ch = tl.program_id(1)
    b = tl.program_id(2)
    d = tl.arange(0, PAD)
    ok = (d < D)[None, :]
    c = ch // H
    h = ch % H
    src = ((b * S + s) * 3 * H + ch)[:, None] * D + d[None, :]
    dst = (((c * B + b) * H + h) * S + s)[:, None] * D + d[None, :]
    tl.store(dst_ptr + dst, tl.load(src_ptr + src, mask=ok), mask=ok)


def marble_willow(mended):
    B, S, H, D = 8, 4096, 16, 72  # noqa: N806 as it was measured
    src = torch.rand(B, S, 3, H, D, device="cuda", generator=gen(121)).to(torch.bfloat16)
    dst = torch.empty(3, B, H, S, D, device="cuda", dtype=torch.bfloat16)
    n = B * S * 3 * H * D
    if mended:
        return (lambda: marble_willow_cj1_b[(S // 64, 3 * H, B)](src, dst, B, S, H, D=D, BS=64, PAD=128, num_warps=4)), dst
    return (lambda: marble_willow_cj1_a[(triton.cdiv(n, 1024),)](src, dst, n, B, S, H, D, BLOCK=1024, num_warps=4)), dst


CASES += [("marble_willow_cj1_a", lambda: marble_willow(False)), ("marble_willow_cj1_b", lambda: marble_willow(True))]


# ---- per-head RMS norm of queries (qk-norm), head size 128, bf16
@triton.jit
def raven_bucket_cj1_a(x_ptr, w_ptr, y_ptr, eps, D: tl.constexpr):
    row = tl.program_id(0)
    d = tl.arange(0, D)
    x = tl.load(x_ptr + row * D + d).to(tl.float32)
    rstd = tl.rsqrt(tl.sum(x * x, axis=0) / D + eps)
    tl.store(y_ptr + row * D + d, (x * rstd * tl.load(w_ptr + d)).to(tl.bfloat16))


@triton.jit
def raven_bucket_cj1_b(x_ptr, w_ptr, y_ptr, eps, D: tl.constexpr, ROWS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    at = row[:, None] * D + d[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    rstd = tl.rsqrt(tl.sum(x * x, axis=1) / D + eps)
    tl.store(y_ptr + at, (x * rstd[:, None] * tl.load(w_ptr + d)[None, :]).to(tl.bfloat16))


def raven_bucket(mended):
    rows, D = 4 * 8192 * 32, 128  # noqa: N806 as it was measured
    x = torch.rand(rows, D, device="cuda", generator=gen(131)).to(torch.bfloat16)
    w = torch.rand(D, device="cuda", generator=gen(132)) + 0.5
    y = torch.empty(rows, D, device="cuda", dtype=torch.bfloat16)
    if mended:
        return (lambda: raven_bucket_cj1_b[(rows // 32,)](x, w, y, 1e-6, D=D, ROWS=32, num_warps=4)), y
    return (lambda: raven_bucket_cj1_a[(rows,)](x, w, y, 1e-6, D=D)), y


CASES += [("raven_bucket_cj1_a", lambda: raven_bucket(False)), ("raven_bucket_cj1_b", lambda: raven_bucket(True))]


# ---- tokens per expert of a mixture-of-experts layer with 64 experts
@triton.jit
def cedar_monsoon_cj1_a(ids_ptr, count_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    e = tl.load(ids_ptr + at, mask=at < n, other=0)
    tl.atomic_add(count_ptr + e, 1, mask=at < n, sem="relaxed")


@triton.jit
def cedar_monsoon_cj1_b(ids_ptr, count_ptr, n, E: tl.constexpr, BLOCK: tl.constexpr):
    e = tl.arange(0, E)
    total = tl.zeros([E], tl.int32)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        total += tl.histogram(tl.load(ids_ptr + start + tl.arange(0, BLOCK)), E)
    tl.atomic_add(count_ptr + e, total, sem="relaxed")


def cedar_monsoon(mended):
    n, E = 1 << 23, 64  # noqa: N806 as it was measured
    ids = (torch.rand(n, device="cuda", generator=gen(141)) ** 2 * E).to(torch.int32)
    count = torch.zeros(E, device="cuda", dtype=torch.int32)
    if mended:
        return (lambda: cedar_monsoon_cj1_b[(1024,)](ids, count, n, E=E, BLOCK=2048, num_warps=4)), count
    return (lambda: cedar_monsoon_cj1_a[(n // 1024,)](ids, count, n, BLOCK=1024, num_warps=4)), count


CASES += [("cedar_monsoon_cj1_a", lambda: cedar_monsoon(False)), ("cedar_monsoon_cj1_b", lambda: cedar_monsoon(True))]


# ---- up projection with bias and quick GELU, fp16, the bias being a column of the packed parameter table
@triton.jit
def lantern_turnip_cj1_a(x_ptr, w_ptr, p_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tiles_n = N // BN
    pid = tl.program_id(0)
    band = pid // (GROUP * tiles_n)
    inside = pid % (GROUP * tiles_n)
    m = (band * GROUP + inside % GROUP) * BM + tl.arange(0, BM)
    n = (inside // GROUP) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xs = x_ptr + m[:, None] * K + k[None, :]
    ws = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xs), tl.load(ws), acc)
        xs += BK
        ws += BK * N
    acc += tl.load(p_ptr + n * 48 + 3)[None, :]
    acc = acc / (1.0 + tl.exp(-1.702 * acc))
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def lantern_turnip_cj1_b(x_ptr, w_ptr, b_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tiles_n = N // BN
    pid = tl.program_id(0)
    band = pid // (GROUP * tiles_n)
    inside = pid % (GROUP * tiles_n)
    m = (band * GROUP + inside % GROUP) * BM + tl.arange(0, BM)
    n = (inside // GROUP) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xs = x_ptr + m[:, None] * K + k[None, :]
    ws = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xs), tl.load(ws), acc)
        xs += BK
        ws += BK * N
    acc += tl.load(b_ptr + n)[None, :]
    acc = acc / (1.0 + tl.exp(-1.702 * acc))
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def lantern_turnip(mended):
    M, N, K = 4096, 8192, 4096  # noqa: N806 as it was measured
    x = torch.randn(M, K, device="cuda", generator=gen(151)).half()
    w = (torch.randn(K, N, device="cuda", generator=gen(152)) * 0.02).half()
    p = torch.randn(N, 48, device="cuda", generator=gen(153))
    b = p[:, 3].contiguous()
    y = torch.empty(M, N, device="cuda", dtype=torch.float16)
    kernel, bias = (lantern_turnip_cj1_b, b) if mended else (lantern_turnip_cj1_a, p)
    grid = (M // 128 * (N // 256),)
    return (lambda: kernel[grid](x, w, bias, y, M, N, K, BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=3)), y


CASES += [("lantern_turnip_cj1_a", lambda: lantern_turnip(False)), ("lantern_turnip_cj1_b", lambda: lantern_turnip(True))]


# ---- SwiGLU backward, gradient of the gate branch, fp32
@triton.jit
def quartz_sparrow_cj1_a(g_ptr, u_ptr, dy_ptr, dg_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    g = tl.load(g_ptr + at, mask=ok, other=0.0)
    u = tl.load(u_ptr + at, mask=ok, other=0.0)
    dy = tl.load(dy_ptr + at, mask=ok, other=0.0)
    silu = g / (1.0 + tl.exp(-g))
    rest = tl.exp(-g) / (1.0 + tl.exp(-g))
    sig = 1.0 / (1.0 + tl.exp2(-g * 1.44269504))
    tl.store(dg_ptr + at, dy * u * (sig + silu * rest), mask=ok)


@triton.jit
def quartz_sparrow_cj1_b(g_ptr, u_ptr, dy_ptr, dg_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    g = tl.load(g_ptr + at, mask=ok, other=0.0)
    u = tl.load(u_ptr + at, mask=ok, other=0.0)
    dy = tl.load(dy_ptr + at, mask=ok, other=0.0)
    sig = 1.0 / (1.0 + tl.exp(-g))
    tl.store(dg_ptr + at, dy * u * sig * (1.0 + g * (1.0 - sig)), mask=ok)


def quartz_sparrow(kernel):
    n = 4096 * 14336
    g = torch.randn(n, device="cuda", generator=gen(161))
    u = torch.rand(n, device="cuda", generator=gen(162))
    dy = torch.rand(n, device="cuda", generator=gen(163))
    dg = torch.empty(n, device="cuda")
    return (lambda: kernel[(n // 1024,)](g, u, dy, dg, n, BLOCK=1024, num_warps=4)), dg


CASES += [
    ("quartz_sparrow_cj1_a", lambda: quartz_sparrow(quartz_sparrow_cj1_a)),
    ("quartz_sparrow_cj1_b", lambda: quartz_sparrow(quartz_sparrow_cj1_b)),
]


# ---- bias, dropout mask and residual over (tokens, channels), fp32
@triton.jit
def juniper_saddle_cj1_a(x_ptr, r_ptr, bias_ptr, keep_ptr, y_ptr, n, C, inv_keep, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ok = at < n
    bias = tl.load(bias_ptr + at % C, mask=ok)
    keep = tl.load(keep_ptr + at, mask=ok).to(tl.float32)
    x = tl.load(x_ptr + at, mask=ok) + bias
    tl.store(y_ptr + at, x * keep * inv_keep + tl.load(r_ptr + at, mask=ok), mask=ok)


@triton.jit
def juniper_saddle_cj1_b(x_ptr, r_ptr, bias_ptr, keep_ptr, y_ptr, C, inv_keep, BLOCK: tl.constexpr):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(1) * C + c
    keep = tl.load(keep_ptr + at).to(tl.float32)
    x = tl.load(x_ptr + at) + tl.load(bias_ptr + c)
    tl.store(y_ptr + at, x * keep * inv_keep + tl.load(r_ptr + at))


def juniper_saddle(mended):
    T, C = 16384, 3072  # noqa: N806 as it was measured
    x = torch.rand(T, C, device="cuda", generator=gen(171))
    r = torch.rand(T, C, device="cuda", generator=gen(172))
    bias = torch.rand(C, device="cuda", generator=gen(173))
    keep = (torch.rand(T, C, device="cuda", generator=gen(174)) < 0.9).to(torch.int8)
    y = torch.empty(T, C, device="cuda")
    if mended:
        return (lambda: juniper_saddle_cj1_b[(C // 1024, T)](x, r, bias, keep, y, C, 1 / 0.9, BLOCK=1024, num_warps=4)), y
    return (lambda: juniper_saddle_cj1_a[(T * C // 1024,)](x, r, bias, keep, y, T * C, C, 1 / 0.9, BLOCK=1024, num_warps=4)), y


CASES += [("juniper_saddle_cj1_a", lambda: juniper_saddle(False)), ("juniper_saddle_cj1_b", lambda: juniper_saddle(True))]


# ---- AdamW step into new parameters (moments of the last step read, not written back), fp32
@triton.jit
def oyster_cobalt_cj1_a(p_ptr, g_ptr, m_ptr, v_ptr, out_ptr, lr, b1, b2, eps, decay, c1, c2, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + at)
    g = tl.load(g_ptr + at)
    m = b1 * tl.load(m_ptr + at) + (1.0 - b1) * g
    v = b2 * tl.load(v_ptr + at) + (1.0 - b2) * g * g
    step = (m * c1) / (tl.sqrt(v * c2) + eps)
    tl.store(out_ptr + at, p - lr * (step + decay * p))


@triton.jit
def oyster_cobalt_cj1_b(p_ptr, g_ptr, m_ptr, v_ptr, out_ptr, lr, b1, b2, eps, decay, c1, c2, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + at)
    g = tl.load(g_ptr + at)
    m = b1 * tl.load(m_ptr + at) + (1.0 - b1) * g
    v = b2 * tl.load(v_ptr + at) + (1.0 - b2) * g * g
    step = (m * c1) / (tl.sqrt(v * c2) + eps)
    tl.store(out_ptr + at, p - lr * (step + decay * p))


def oyster_cobalt(kernel, block):
    n = 1 << 26
    p = torch.rand(n, device="cuda", generator=gen(181)) + 0.5
    g = torch.randn(n, device="cuda", generator=gen(182)) * 0.1
    m = torch.randn(n, device="cuda", generator=gen(183)) * 0.02
    v = torch.rand(n, device="cuda", generator=gen(184)) * 0.01
    out = torch.empty(n, device="cuda")
    return (lambda: kernel[(n // block,)](p, g, m, v, out, 1e-3, 0.9, 0.95, 1e-8, 0.1, 1.2, 1.1, BLOCK=block, num_warps=8)), out


CASES += [
    ("oyster_cobalt_cj1_a", lambda: oyster_cobalt(oyster_cobalt_cj1_a, 256)),
    ("oyster_cobalt_cj1_b", lambda: oyster_cobalt(oyster_cobalt_cj1_b, 1024)),
]


# ---- cross entropy of next tokens over 32000 logits, bf16, streaming log-sum-exp
@triton.jit
def amber_kettle_cj1_a(x_ptr, target_ptr, loss_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    base = x_ptr + row * V
    v = tl.arange(0, BLOCK)
    m = tl.full([BLOCK], -1e30, tl.float32)
    s = tl.zeros([BLOCK], tl.float32)
    for start in range(0, V, BLOCK):
        x = tl.load(base + start + v, mask=start + v < V, other=-float("inf")).to(tl.float32)
        m_new = tl.maximum(m, x)
        s = s * tl.exp(m - m_new) + tl.exp(x - m_new)
        m = m_new
    top = tl.max(m, axis=0)
    lse = top + tl.log(tl.sum(s * tl.exp(m - top), axis=0))
    tl.store(loss_ptr + row, lse - tl.load(base + tl.load(target_ptr + row)).to(tl.float32))


def amber_kettle():
    rows, V = 16384, 32000  # noqa: N806 as it was measured
    x = torch.randn(rows, V, device="cuda", generator=gen(191)).to(torch.bfloat16)
    target = torch.randint(0, V, (rows,), device="cuda", generator=gen(192), dtype=torch.int32)
    loss = torch.empty(rows, device="cuda")
    return (lambda: amber_kettle_cj1_a[(rows,)](x, target, loss, V, BLOCK=4096, num_warps=8)), loss


CASES += [("amber_kettle_cj1_a", amber_kettle)]


# ---- rotary embedding, half-split form, bf16 (tokens, 32 heads, 128)
@triton.jit
def pebble_canyon_cj1_a(x_ptr, cos_ptr, sin_ptr, y_ptr, S, H: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    h = tl.arange(0, H)
    d = tl.arange(0, HALF)
    cos = tl.load(cos_ptr + (token % S) * HALF + d)[None, :]
    sin = tl.load(sin_ptr + (token % S) * HALF + d)[None, :]
    at = (token * H + h)[:, None] * (2 * HALF) + d[None, :]
    lo = tl.load(x_ptr + at).to(tl.float32)
    hi = tl.load(x_ptr + at + HALF).to(tl.float32)
    tl.store(y_ptr + at, (lo * cos - hi * sin).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (hi * cos + lo * sin).to(tl.bfloat16))


def pebble_canyon():
    B, S, H, D = 4, 8192, 32, 128  # noqa: N806 as it was measured
    x = torch.rand(B, S, H, D, device="cuda", generator=gen(201)).to(torch.bfloat16)
    angle = torch.arange(S, device="cuda")[:, None] * (10000.0 ** (-torch.arange(D // 2, device="cuda") / (D // 2)))[None, :]
    cos, sin = torch.cos(angle).float(), torch.sin(angle).float()
    y = torch.empty(B, S, H, D, device="cuda", dtype=torch.bfloat16)
    return (lambda: pebble_canyon_cj1_a[(B * S,)](x, cos, sin, y, S, H=H, HALF=D // 2, num_warps=4)), y


CASES += [("pebble_canyon_cj1_a", pebble_canyon)]


# ---- int8 times int8 with per-row and per-column scales, bf16 out
@triton.jit
def sable_compass_cj1_a(x_ptr, w_ptr, sx_ptr, sw_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tiles_n = N // BN
    pid = tl.program_id(0)
    band = pid // (GROUP * tiles_n)
    inside = pid % (GROUP * tiles_n)
    m = (band * GROUP + inside % GROUP) * BM + tl.arange(0, BM)
    n = (inside // GROUP) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    xs = x_ptr + m[:, None] * K + k[None, :]
    ws = w_ptr + n[None, :] * K + k[:, None]
    acc = tl.zeros([BM, BN], tl.int32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(xs), tl.load(ws), acc, out_dtype=tl.int32)
        xs += BK
        ws += BK
    y = acc.to(tl.float32) * tl.load(sx_ptr + m)[:, None] * tl.load(sw_ptr + n)[None, :]
    tl.store(y_ptr + m[:, None] * N + n[None, :], y.to(tl.bfloat16))


def sable_compass():
    M, N, K = 8192, 8192, 8192  # noqa: N806 as it was measured
    x = torch.randint(-100, 120, (M, K), device="cuda", generator=gen(211), dtype=torch.int8)
    w = torch.randint(-100, 127, (N, K), device="cuda", generator=gen(212), dtype=torch.int8)
    sx = torch.rand(M, device="cuda", generator=gen(213)) * 0.01
    sw = torch.rand(N, device="cuda", generator=gen(214)) * 0.01
    y = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
    grid = (M // 128 * (N // 256),)
    return (lambda: sable_compass_cj1_a[grid](x, w, sx, sw, y, M, N, K, BM=128, BN=256, BK=128, GROUP=8, num_warps=8, num_stages=4)), y


CASES += [("sable_compass_cj1_a", sable_compass)]


# ---- token embedding look-up, scaled, plus learned positions, bf16 rows of 2048
@triton.jit
def plum_glacier_cj1_a(ids_ptr, table_ptr, pos_ptr, y_ptr, S, scale, D: tl.constexpr):
    token = tl.program_id(0)
    d = tl.arange(0, D)
    row = tl.load(ids_ptr + token).to(tl.int64)
    e = tl.load(table_ptr + row * D + d).to(tl.float32)
    p = tl.load(pos_ptr + (token % S) * D + d).to(tl.float32)
    tl.store(y_ptr + token * D + d, (e * scale + p).to(tl.bfloat16))


def plum_glacier():
    T, S, V, D = 65536, 2048, 128000, 2048  # noqa: N806 as it was measured
    ids = torch.randint(0, V, (T,), device="cuda", generator=gen(221), dtype=torch.int32)
    table = torch.rand(V, D, device="cuda", generator=gen(222)).to(torch.bfloat16)
    pos = torch.rand(S, D, device="cuda", generator=gen(223)).to(torch.bfloat16)
    y = torch.empty(T, D, device="cuda", dtype=torch.bfloat16)
    return (lambda: plum_glacier_cj1_a[(T,)](ids, table, pos, y, S, 1.25, D=D, num_warps=4)), y


CASES += [("plum_glacier_cj1_a", plum_glacier)]


# ---- block-wise dequantisation: int8 with one fp32 scale for 128 values, to bf16
@triton.jit
def cobble_heron_cj1_a(q_ptr, s_ptr, y_ptr, GROUPS: tl.constexpr, G: tl.constexpr):
    g = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    at = g[:, None] * G + tl.arange(0, G)[None, :]
    q = tl.load(q_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, (q * tl.load(s_ptr + g)[:, None]).to(tl.bfloat16))


def cobble_heron():
    n, G = 1 << 28, 128  # noqa: N806 as it was measured
    q = torch.randint(-90, 127, (n,), device="cuda", generator=gen(231), dtype=torch.int8)
    s = torch.rand(n // G, device="cuda", generator=gen(232)) * 0.02
    y = torch.empty(n, device="cuda", dtype=torch.bfloat16)
    return (lambda: cobble_heron_cj1_a[(n // G // 64,)](q, s, y, GROUPS=64, G=G, num_warps=8)), y


CASES += [("cobble_heron_cj1_a", cobble_heron)]


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
