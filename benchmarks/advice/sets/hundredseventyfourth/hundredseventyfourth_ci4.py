#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


def rnd(shape, seed, dtype=torch.float32, scale=1.0, shift=0.0):
    return (torch.randn(shape, device="cuda", generator=gen(seed)) * scale + shift).to(dtype)


# ---- RMSNorm backward: dX and dW
@triton.jit
def walnut_harbor_ci4_a(dY, X, W, RSTD, dX, dW, stride, n_cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    dy = tl.load(dY + row * stride + cols, mask=mask, other=0).to(tl.float32)
    x = tl.load(X + row * stride + cols, mask=mask, other=0).to(tl.float32)
    w = tl.load(W + cols, mask=mask, other=0).to(tl.float32)
    rstd = tl.load(RSTD + row)
    xhat = x * rstd
    m = dy * w
    dx = rstd * (m - xhat * (tl.sum(m * xhat, axis=0) / n_cols))
    tl.store(dX + row * stride + cols, dx.to(dX.dtype.element_ty), mask=mask)
    tl.atomic_add(dW + cols, dy * xhat, mask=mask, sem="relaxed")


@triton.jit
def walnut_harbor_ci4_b(dY, X, W, RSTD, dX, PART, stride, n_rows, n_cols, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < n_cols
    w = tl.load(W + cols, mask=mask, other=0).to(tl.float32)
    acc = tl.zeros((BLOCK,), tl.float32)
    for row in range(pid, n_rows, tl.num_programs(0)):
        at = row * stride + cols
        dy = tl.load(dY + at, mask=mask, other=0).to(tl.float32)
        x = tl.load(X + at, mask=mask, other=0).to(tl.float32)
        rstd = tl.load(RSTD + row)
        xhat = x * rstd
        m = dy * w
        dx = rstd * (m - xhat * (tl.sum(m * xhat, axis=0) / n_cols))
        tl.store(dX + at, dx.to(dX.dtype.element_ty), mask=mask)
        acc += dy * xhat
    tl.store(PART + pid * n_cols + cols, acc, mask=mask)


@triton.jit
def walnut_harbor_ci4_b_sum(PART, dW, n_part, n_cols, R: tl.constexpr, C: tl.constexpr):
    cols = tl.program_id(0) * C + tl.arange(0, C)
    acc = tl.zeros((R, C), tl.float32)
    for r in range(0, n_part, R):
        rows = r + tl.arange(0, R)
        acc += tl.load(PART + rows[:, None] * n_cols + cols[None, :], mask=rows[:, None] < n_part, other=0)
    tl.store(dW + cols, tl.sum(acc, axis=0))


def walnut(mended):
    n, d = 16384, 4096
    x, dy = rnd((n, d), 1, torch.bfloat16), rnd((n, d), 2, torch.bfloat16, 0.1)
    w = rnd((d,), 3, torch.bfloat16, 0.1, 1.0)
    dy = (dy + 0.1 * x).to(torch.bfloat16)
    rstd = torch.rand(n, device="cuda", generator=gen(4)) * 0.2 + 0.9
    dx, dw = torch.empty_like(x), torch.zeros(d, device="cuda")
    part = torch.empty((528, d), device="cuda")
    if not mended:
        return (lambda: walnut_harbor_ci4_a[(n,)](dy, x, w, rstd, dx, dw, d, d, BLOCK=4096, num_warps=8)), dw

    def go():
        walnut_harbor_ci4_b[(528,)](dy, x, w, rstd, dx, part, d, n, d, BLOCK=4096, num_warps=8)
        walnut_harbor_ci4_b_sum[(d // 32,)](part, dw, 528, d, R=64, C=32, num_warps=4)

    return go, dw


CASES += [("walnut_harbor_ci4_a", lambda: walnut(False)), ("walnut_harbor_ci4_b", lambda: walnut(True))]


# ---- per-token-group FP8 quantisation of activations (groups of 128 columns)
@triton.jit
def copper_meadow_ci4_a(y_ptr, q_ptr, s_ptr, group_size, eps, BLOCK: tl.constexpr):
    g = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    mask = cols < group_size
    y = tl.load(y_ptr + g * group_size + cols, mask=mask, other=0.0).to(tl.float32)
    absmax = tl.maximum(tl.max(tl.abs(y)), eps)
    s = absmax / 448.0
    q = tl.clamp(y / s, -448.0, 448.0).to(q_ptr.dtype.element_ty)
    tl.store(q_ptr + g * group_size + cols, q, mask=mask)
    tl.store(s_ptr + g, s)


@triton.jit
def copper_meadow_ci4_b(y_ptr, q_ptr, s_ptr, n_groups, eps, G: tl.constexpr, BLOCK: tl.constexpr):
    g = tl.program_id(0) * G + tl.arange(0, G)
    at = g[:, None].to(tl.int64) * BLOCK + tl.arange(0, BLOCK)[None, :]
    mask = g[:, None] < n_groups
    y = tl.load(y_ptr + at, mask=mask, other=0.0).to(tl.float32)
    s = tl.maximum(tl.max(tl.abs(y), axis=1), eps) / 448.0
    q = tl.clamp(y / s[:, None], -448.0, 448.0).to(q_ptr.dtype.element_ty)
    tl.store(q_ptr + at, q, mask=mask)
    tl.store(s_ptr + g, s, mask=g < n_groups)


def copper(mended):
    n, d = 8192, 7168
    y = rnd((n, d), 11, torch.bfloat16, 2.0)
    q = torch.empty((n, d), device="cuda", dtype=torch.float8_e4m3fn)
    groups = n * d // 128
    s = torch.empty(groups, device="cuda")
    if not mended:
        return (lambda: copper_meadow_ci4_a[(groups,)](y, q, s, 128, 1e-10, BLOCK=128, num_warps=1)), s
    return (lambda: copper_meadow_ci4_b[(groups // 32,)](y, q, s, groups, 1e-10, G=32, BLOCK=128, num_warps=4)), s


CASES += [("copper_meadow_ci4_a", lambda: copper(False)), ("copper_meadow_ci4_b", lambda: copper(True))]


# ---- dequantisation of a paged index-key cache: 128 int8 keys and one float scale in records of 132 bytes
@triton.jit
def velvet_anchor_ci4_a(cache_ptr, scale_ptr, loc_ptr, out_ptr, n, record, R: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    live = rows < n
    loc = tl.load(loc_ptr + rows, mask=live, other=0).to(tl.int64)
    cols = tl.arange(0, D)
    k = tl.load(cache_ptr + loc[:, None] * record + cols[None, :], mask=live[:, None], other=0)
    s = tl.load(scale_ptr + loc * (record // 4) + D // 4, mask=live, other=0.0)
    tl.store(out_ptr + rows[:, None] * D + cols[None, :], (k.to(tl.float32) * s[:, None]).to(tl.bfloat16), mask=live[:, None])


@triton.jit
def velvet_anchor_ci4_b(key_ptr, scale_ptr, loc_ptr, out_ptr, n, R: tl.constexpr, D: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    live = rows < n
    loc = tl.load(loc_ptr + rows, mask=live, other=0).to(tl.int64)
    cols = tl.arange(0, D)
    k = tl.load(key_ptr + loc[:, None] * D + cols[None, :], mask=live[:, None], other=0)
    s = tl.load(scale_ptr + loc, mask=live, other=0.0)
    tl.store(out_ptr + rows[:, None] * D + cols[None, :], (k.to(tl.float32) * s[:, None]).to(tl.bfloat16), mask=live[:, None])


def velvet(mended):
    n, slots = 1 << 20, 1 << 21
    keys = torch.randint(-90, 127, (slots, 128), device="cuda", dtype=torch.int8, generator=gen(21))
    scale = torch.rand(slots, device="cuda", generator=gen(22)) * 0.01 + 0.01
    page = torch.randint(0, slots // 64, (n // 64,), device="cuda", generator=gen(23))
    loc = (page[:, None] * 64 + torch.arange(64, device="cuda")[None, :]).reshape(-1).to(torch.int32)
    out = torch.empty((n * 128,), device="cuda", dtype=torch.bfloat16)
    if mended:
        return (lambda: velvet_anchor_ci4_b[(n // 32,)](keys, scale, loc, out, n, R=32, D=128, num_warps=4)), out
    cache = torch.empty((slots, 132), device="cuda", dtype=torch.int8)
    cache[:, :128] = keys
    cache[:, 128:] = scale.view(torch.int8).view(slots, 4)
    words = cache.view(torch.float32)
    return (lambda: velvet_anchor_ci4_a[(n // 32,)](cache, words, loc, out, n, 132, R=32, D=128, num_warps=4)), out


CASES += [("velvet_anchor_ci4_a", lambda: velvet(False)), ("velvet_anchor_ci4_b", lambda: velvet(True))]


# ---- gated linear attention: scores inside a sub-chunk with a decay for each channel
@triton.jit
def amber_quarry_ci4_a(q, k, g, A, scale, H: tl.constexpr, K: tl.constexpr, BC: tl.constexpr):
    i_c, i_h = tl.program_id(0), tl.program_id(1)
    o_i = tl.arange(0, BC)
    o_k = tl.arange(0, K)
    base = (i_c * BC * H + i_h) * K
    p = base + o_i[:, None] * (H * K) + o_k[None, :]
    b_q = tl.load(q + p).to(tl.float32) * scale
    b_g = tl.load(g + p)
    b_A = tl.zeros((BC, BC), tl.float32)  # noqa: N806 as it was measured
    for j in range(0, BC):
        b_kj = tl.load(k + base + j * (H * K) + o_k).to(tl.float32)
        b_gj = tl.load(g + base + j * (H * K) + o_k)
        b_a = tl.sum(b_q * b_kj[None, :] * tl.exp(b_g - b_gj[None, :]), 1)
        b_A = tl.where(o_i[None, :] == j, b_a[:, None], b_A)  # noqa: N806 as it was measured
    b_A = tl.where(o_i[:, None] >= o_i[None, :], b_A, 0.0)  # noqa: N806 as it was measured
    tl.store(A + (i_c * BC * H + i_h) * BC + o_i[:, None] * (H * BC) + o_i[None, :], b_A)


@triton.jit
def amber_quarry_ci4_b(q, k, g, A, scale, H: tl.constexpr, K: tl.constexpr, BC: tl.constexpr):
    i_c, i_h = tl.program_id(0), tl.program_id(1)
    o_i = tl.arange(0, BC)
    o_k = tl.arange(0, K)
    base = (i_c * BC * H + i_h) * K
    p = base + o_i[:, None] * (H * K) + o_k[None, :]
    b_gn = tl.load(g + base + (BC // 2) * (H * K) + o_k)
    b_g = tl.load(g + p) - b_gn[None, :]
    b_q = (tl.load(q + p).to(tl.float32) * scale * tl.exp(b_g)).to(tl.bfloat16)
    b_k = (tl.load(k + p).to(tl.float32) * tl.exp(-b_g)).to(tl.bfloat16)
    b_A = tl.dot(b_q, tl.trans(b_k))  # noqa: N806 as it was measured
    b_A = tl.where(o_i[:, None] >= o_i[None, :], b_A, 0.0)  # noqa: N806 as it was measured
    tl.store(A + (i_c * BC * H + i_h) * BC + o_i[:, None] * (H * BC) + o_i[None, :], b_A)


def amber(mended):
    T, H, K, BC = 16384, 16, 128, 16  # noqa: N806 as it was measured
    q, k = rnd((T, H, K), 31, torch.bfloat16, 1.0, 0.5), rnd((T, H, K), 32, torch.bfloat16, 1.0, 0.5)
    gate = -torch.rand((T // 64, 64, H, K), device="cuda", generator=gen(33)) * 0.2
    g = gate.cumsum(1).reshape(T, H, K).contiguous()
    A = torch.empty((T * H * BC,), device="cuda")  # noqa: N806 as it was measured
    kern = amber_quarry_ci4_b if mended else amber_quarry_ci4_a
    return (lambda: kern[(T // BC, H)](q, k, g, A, K**-0.5, H=H, K=K, BC=BC, num_warps=4)), A


CASES += [("amber_quarry_ci4_a", lambda: amber(False)), ("amber_quarry_ci4_b", lambda: amber(True))]


# ---- gated delta rule, recurrent form over a short prefill
@triton.jit
def silver_thicket_ci4_a(q, k, v, g, beta, o, T, scale, H: tl.constexpr, HV: tl.constexpr, K: tl.constexpr, V: tl.constexpr, BV: tl.constexpr):
    i_v, i_nh = tl.program_id(0), tl.program_id(1)
    i_n, i_hv = i_nh // HV, i_nh % HV
    i_h = i_hv // (HV // H)
    o_k = tl.arange(0, K)
    o_v = i_v * BV + tl.arange(0, BV)
    p_q = q + (i_n * T * H + i_h) * K + o_k
    p_k = k + (i_n * T * H + i_h) * K + o_k
    p_v = v + (i_n * T * HV + i_hv) * V + o_v
    p_o = o + (i_n * T * HV + i_hv) * V + o_v
    p_g = g + i_n * T * HV + i_hv
    p_b = beta + i_n * T * HV + i_hv
    b_h = tl.zeros((K, BV), tl.float32)
    for _ in range(0, T):
        b_q = tl.load(p_q).to(tl.float32) * scale
        b_k = tl.load(p_k).to(tl.float32)
        b_v = tl.load(p_v).to(tl.float32)
        b_h *= tl.exp(tl.load(p_g))
        b_v -= tl.sum(b_h * b_k[:, None], 0)
        b_v *= tl.load(p_b)
        b_h += b_k[:, None] * b_v[None, :]
        b_o = tl.sum(b_h * b_q[:, None], 0)
        tl.store(p_o, b_o.to(tl.bfloat16))
        p_q += H * K
        p_k += H * K
        p_v += HV * V
        p_o += HV * V
        p_g += HV
        p_b += HV


@triton.jit
def silver_thicket_ci4_b(q, k, v, g, beta, o, T, scale, H: tl.constexpr, HV: tl.constexpr, K: tl.constexpr, V: tl.constexpr, BV: tl.constexpr):
    i_v, i_nh = tl.program_id(0), tl.program_id(1)
    i_n, i_hv = i_nh // HV, i_nh % HV
    i_h = i_hv // (HV // H)
    o_k = tl.arange(0, K)
    o_v = i_v * BV + tl.arange(0, BV)
    p_q = q + (i_n * T * H + i_h) * K + o_k
    p_k = k + (i_n * T * H + i_h) * K + o_k
    p_v = v + (i_n * T * HV + i_hv) * V + o_v
    p_o = o + (i_n * T * HV + i_hv) * V + o_v
    p_g = g + i_n * T * HV + i_hv
    p_b = beta + i_n * T * HV + i_hv
    b_h = tl.zeros((K, BV), tl.float32)
    for _ in range(0, T):
        b_q = tl.load(p_q).to(tl.float32) * scale
        b_k = tl.load(p_k).to(tl.float32)
        b_v = tl.load(p_v).to(tl.float32)
        b_h *= tl.exp(tl.load(p_g))
        b_v -= tl.sum(b_h * b_k[:, None], 0)
        b_v *= tl.load(p_b)
        b_h += b_k[:, None] * b_v[None, :]
        b_o = tl.sum(b_h * b_q[:, None], 0)
        tl.store(p_o, b_o.to(tl.bfloat16))
        p_q += H * K
        p_k += H * K
        p_v += HV * V
        p_o += HV * V
        p_g += HV
        p_b += HV


def silver(mended):
    B, T, H, HV, K, V, BV = 16, 128, 16, 32, 128, 128, 8  # noqa: N806 as it was measured
    q = torch.nn.functional.normalize(rnd((B, T, H, K), 41, shift=0.3), dim=-1).to(torch.bfloat16)
    k = torch.nn.functional.normalize(rnd((B, T, H, K), 42, shift=0.3), dim=-1).to(torch.bfloat16)
    v = rnd((B, T, HV, V), 43, torch.bfloat16, 1.0, 1.0)
    g = -torch.rand((B, T, HV), device="cuda", generator=gen(44)) * 0.2
    beta = torch.rand((B, T, HV), device="cuda", generator=gen(45)) * 0.8 + 0.1
    o = torch.empty((B * T * HV * V,), device="cuda", dtype=torch.bfloat16)
    grid = (V // BV, B * HV)
    if not mended:
        return (lambda: silver_thicket_ci4_a[grid](q, k, v, g, beta, o, T, K**-0.5, H=H, HV=HV, K=K, V=V, BV=BV, num_warps=4)), o
    return (lambda: silver_thicket_ci4_b[grid](q, k, v, g, beta, o, T, K**-0.5, H=H, HV=HV, K=K, V=V, BV=BV, num_warps=1)), o


CASES += [("silver_thicket_ci4_a", lambda: silver(False)), ("silver_thicket_ci4_b", lambda: silver(True))]


# ---- paged decode attention, grouped queries
@triton.jit
def marble_falcon_ci4_a(
    Q,
    KC,
    VC,
    TAB,
    LEN,
    O,  # noqa: E741 as it was measured
    sm_scale,
    n_tab,
    HQ: tl.constexpr,
    HKV: tl.constexpr,
    D: tl.constexpr,
    PAGE: tl.constexpr,
    BLOCK_H: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    b, kvh = tl.program_id(0), tl.program_id(1)
    G: tl.constexpr = HQ // HKV  # noqa: N806 as it was measured
    hs = tl.arange(0, BLOCK_H)
    ds = tl.arange(0, D)
    q_at = (b * HQ + kvh * G + hs[:, None]) * D + ds[None, :]
    q = tl.load(Q + q_at, mask=hs[:, None] < G, other=0.0)
    n = tl.load(LEN + b)
    m = tl.full((BLOCK_H,), -float("inf"), tl.float32)
    l = tl.zeros((BLOCK_H,), tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros((BLOCK_H, D), tl.float32)
    for start in range(0, n, BLOCK_N):
        pos = start + tl.arange(0, BLOCK_N)
        page = tl.load(TAB + b * n_tab + pos // PAGE, mask=pos < n, other=0).to(tl.int64)
        row = ((page * PAGE + pos % PAGE) * HKV + kvh) * D
        k = tl.load(KC + row[None, :] + ds[:, None], mask=pos[None, :] < n, other=0.0)
        s = tl.dot(q, k) * sm_scale
        s = tl.where(pos[None, :] < n, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, 1))
        alpha = tl.exp(m - m_new)
        p = tl.exp(s - m_new[:, None])
        v = tl.load(VC + row[:, None] + ds[None, :], mask=pos[:, None] < n, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(v.dtype), v)
        l = l * alpha + tl.sum(p, 1)  # noqa: E741 as it was measured
        m = m_new
    tl.store(O + q_at, acc / l[:, None], mask=hs[:, None] < G)


@triton.jit
def marble_falcon_ci4_b(
    Q,
    KC,
    VC,
    TAB,
    LEN,
    MID,
    LSE,
    sm_scale,
    n_tab,
    HQ: tl.constexpr,
    HKV: tl.constexpr,
    D: tl.constexpr,
    PAGE: tl.constexpr,
    SPLITS: tl.constexpr,
    BLOCK_H: tl.constexpr,
    BLOCK_N: tl.constexpr,
):
    b, kvh, sp = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    G: tl.constexpr = HQ // HKV  # noqa: N806 as it was measured
    hs = tl.arange(0, BLOCK_H)
    ds = tl.arange(0, D)
    head = b * HQ + kvh * G + hs
    q = tl.load(Q + head[:, None] * D + ds[None, :], mask=hs[:, None] < G, other=0.0)
    n = tl.load(LEN + b)
    per = tl.cdiv(tl.cdiv(n, SPLITS), BLOCK_N) * BLOCK_N
    m = tl.full((BLOCK_H,), -float("inf"), tl.float32)
    l = tl.zeros((BLOCK_H,), tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros((BLOCK_H, D), tl.float32)
    end = tl.minimum(n, (sp + 1) * per)
    for start in range(sp * per, end, BLOCK_N):
        pos = start + tl.arange(0, BLOCK_N)
        page = tl.load(TAB + b * n_tab + pos // PAGE, mask=pos < end, other=0).to(tl.int64)
        row = ((page * PAGE + pos % PAGE) * HKV + kvh) * D
        k = tl.load(KC + row[None, :] + ds[:, None], mask=pos[None, :] < end, other=0.0)
        s = tl.dot(q, k) * sm_scale
        s = tl.where(pos[None, :] < end, s, -float("inf"))
        m_new = tl.maximum(m, tl.max(s, 1))
        alpha = tl.exp(m - m_new)
        p = tl.exp(s - m_new[:, None])
        v = tl.load(VC + row[:, None] + ds[None, :], mask=pos[:, None] < end, other=0.0)
        acc = acc * alpha[:, None] + tl.dot(p.to(v.dtype), v)
        l = l * alpha + tl.sum(p, 1)  # noqa: E741 as it was measured
        m = m_new
    tl.store(MID + (head[:, None] * SPLITS + sp) * D + ds[None, :], acc / tl.maximum(l, 1e-30)[:, None], mask=hs[:, None] < G)
    tl.store(LSE + head * SPLITS + sp, m + tl.log(l), mask=hs < G)


@triton.jit
def marble_falcon_ci4_b_join(MID, LSE, O, D: tl.constexpr, SPLITS: tl.constexpr):  # noqa: E741 as it was measured
    head = tl.program_id(0)
    sp = tl.arange(0, SPLITS)
    ds = tl.arange(0, D)
    lse = tl.load(LSE + head * SPLITS + sp)
    w = tl.exp(lse - tl.max(lse, 0))
    mid = tl.load(MID + (head * SPLITS + sp[:, None]) * D + ds[None, :])
    tl.store(O + head * D + ds, tl.sum(mid * w[:, None], 0) / tl.sum(w, 0))


def marble(mended):
    B, HQ, HKV, D, PAGE, N, S = 8, 32, 8, 128, 16, 16384, 16  # noqa: N806 as it was measured
    pages = B * N // PAGE
    kc, vc = rnd((pages, PAGE, HKV, D), 51, torch.bfloat16), rnd((pages, PAGE, HKV, D), 52, torch.bfloat16, 1.0, 0.5)
    q = rnd((B, HQ, D), 53, torch.bfloat16)
    tab = torch.randperm(pages, device="cuda", generator=gen(54)).to(torch.int32)
    n = torch.randint(N - 500, N + 1, (B,), device="cuda", generator=gen(55)).to(torch.int32)
    o = torch.empty((B * HQ * D,), device="cuda")
    mid, lse = torch.empty((B * HQ * S * D,), device="cuda"), torch.empty((B * HQ * S,), device="cuda")
    shape = dict(HQ=HQ, HKV=HKV, D=D, PAGE=PAGE, BLOCK_H=16, BLOCK_N=64)  # noqa: C408 as it was measured
    if not mended:
        return (lambda: marble_falcon_ci4_a[(B, HKV)](q, kc, vc, tab, n, o, D**-0.5, N // PAGE, **shape, num_warps=4, num_stages=2)), o

    def go():
        marble_falcon_ci4_b[(B, HKV, S)](q, kc, vc, tab, n, mid, lse, D**-0.5, N // PAGE, SPLITS=S, **shape, num_warps=4, num_stages=2)
        marble_falcon_ci4_b_join[(B * HQ,)](mid, lse, o, D=D, SPLITS=S, num_warps=4)

    return go, o


CASES += [("marble_falcon_ci4_a", lambda: marble(False)), ("marble_falcon_ci4_b", lambda: marble(True))]


# ---- mixture-of-experts up projection over tokens sorted by expert
@triton.jit
def cedar_lagoon_ci4_a(X, W, OFF, O, K: tl.constexpr, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # noqa: E741 as it was measured
    e, pid_n = tl.program_id(0), tl.program_id(1)
    start, end = tl.load(OFF + e), tl.load(OFF + e + 1)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    w_row = W + e.to(tl.int64) * N * K + rn[None, :] * K
    for m0 in range(start, end, BM):
        rm = m0 + tl.arange(0, BM)
        live = rm < end
        acc = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            x = tl.load(X + rm[:, None] * K + (k + rk)[None, :], mask=live[:, None], other=0.0)
            w = tl.load(w_row + (k + rk)[:, None])
            acc = tl.dot(x, w, acc)
        tl.store(O + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16), mask=live[:, None])


@triton.jit
def cedar_lagoon_ci4_b(X, W, OFF, TE, TM, O, K: tl.constexpr, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):  # noqa: E741 as it was measured
    pid_n, t = tl.program_id(0), tl.program_id(1)
    e, m0 = tl.load(TE + t), tl.load(TM + t)
    end = tl.load(OFF + e + 1)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    rm = m0 + tl.arange(0, BM)
    live = rm < end
    w_row = W + e.to(tl.int64) * N * K + rn[None, :] * K
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        x = tl.load(X + rm[:, None] * K + (k + rk)[None, :], mask=live[:, None], other=0.0)
        w = tl.load(w_row + (k + rk)[:, None])
        acc = tl.dot(x, w, acc)
    tl.store(O + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16), mask=live[:, None])


def cedar(mended):
    E, M, K, N, BM, BN = 64, 16384, 2048, 1408, 128, 128  # noqa: N806 as it was measured
    share = [1.0 / (1 + (i * 37) % E) ** 0.9 for i in range(E)]
    total, counts = sum(share), []
    for i in range(E):
        counts.append(int(M * share[i] / total) if i < E - 1 else M - sum(counts))
    off = [0]
    for c in counts:
        off.append(off[-1] + c)
    tiles = [(e, m) for e in range(E) for m in range(off[e], off[e + 1], BM)]
    te = torch.tensor([t[0] for t in tiles], device="cuda", dtype=torch.int32)
    tm = torch.tensor([t[1] for t in tiles], device="cuda", dtype=torch.int32)
    offsets = torch.tensor(off, device="cuda", dtype=torch.int32)
    x, w = rnd((M, K), 61, torch.bfloat16, 1.0, 0.2), rnd((E, N, K), 62, torch.bfloat16, 0.02, 0.01)
    o = torch.empty((M * N,), device="cuda", dtype=torch.bfloat16)
    s = dict(K=K, N=N, BM=BM, BN=BN, BK=64, num_warps=8, num_stages=3)  # noqa: C408 as it was measured
    if not mended:
        return (lambda: cedar_lagoon_ci4_a[(E, N // BN)](x, w, offsets, o, **s)), o
    return (lambda: cedar_lagoon_ci4_b[(N // BN, len(tiles))](x, w, offsets, te, tm, o, **s)), o


CASES += [("cedar_lagoon_ci4_a", lambda: cedar(False)), ("cedar_lagoon_ci4_b", lambda: cedar(True))]


# ---- output projection, float accumulate and store
@triton.jit
def pewter_canyon_ci4_a(A, B, C, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * n_n
    first = pid // width * GROUP
    size = min(n_m - first, GROUP)
    pm = first + (pid % width) % size
    pn = (pid % width) // size
    rm, rn, rk = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_ptr = A + rm[:, None] * K + rk[None, :]
    b_ptr = B + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(a_ptr), tl.load(b_ptr), acc)
        a_ptr += BK
        b_ptr += BK * N
    tl.store(C + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def pewter_canyon_ci4_b(
    A, B, C, M, N, K, first_tile, per, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr, SPLIT: tl.constexpr
):
    pid = first_tile + tl.program_id(0) // SPLIT
    sk = tl.program_id(0) % SPLIT
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * n_n
    first = pid // width * GROUP
    size = min(n_m - first, GROUP)
    pm = first + (pid % width) % size
    pn = (pid % width) // size
    rm, rn = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN)
    rk = sk * per * BK + tl.arange(0, BK)
    a_ptr = A + rm[:, None] * K + rk[None, :]
    b_ptr = B + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, min(per, K // BK - sk * per)):
        acc = tl.dot(tl.load(a_ptr), tl.load(b_ptr), acc)
        a_ptr += BK
        b_ptr += BK * N
    c_ptr = C + rm[:, None] * N + rn[None, :]
    if SPLIT == 1:
        tl.store(c_ptr, acc)
    else:
        tl.atomic_add(c_ptr, acc, sem="relaxed")


def pewter(mended):
    M, N, K = 2048, 2304, 8192  # noqa: N806 as it was measured
    a, b = rnd((M, K), 71, torch.bfloat16, 1.0, 0.1), rnd((K, N), 72, torch.bfloat16, 0.05, 0.02)
    c = torch.zeros((M * N,), device="cuda")
    s = dict(BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=3)  # noqa: C408 as it was measured
    if not mended:
        return (lambda: pewter_canyon_ci4_a[(144,)](a, b, c, M, N, K, **s)), c

    def go():
        pewter_canyon_ci4_b[(132,)](a, b, c, M, N, K, 0, 128, SPLIT=1, **s)
        pewter_canyon_ci4_b[(12 * 11,)](a, b, c, M, N, K, 132, 12, SPLIT=11, **s)

    return go, c


CASES += [("pewter_canyon_ci4_a", lambda: pewter(False)), ("pewter_canyon_ci4_b", lambda: pewter(True))]


# ---- softmax with temperature over a vocabulary
@triton.jit
def hazel_compass_ci4_a(out, inp, stride, n_cols, inv_t, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    cols = tl.arange(0, BLOCK)
    x = tl.load(inp + row * stride + cols, mask=cols < n_cols, other=-float("inf")).to(tl.float32) * inv_t
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out + row * stride + cols, (e / tl.sum(e, axis=0)).to(tl.bfloat16), mask=cols < n_cols)


@triton.jit
def hazel_compass_ci4_b(out, inp, stride, n_cols, inv_t, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    m = tl.full((BLOCK,), -1e30, tl.float32)
    z = tl.zeros((BLOCK,), tl.float32)
    for c in range(0, n_cols, BLOCK):
        cols = c + tl.arange(0, BLOCK)
        x = tl.load(inp + row * stride + cols, mask=cols < n_cols, other=-float("inf"), eviction_policy="evict_last").to(tl.float32) * inv_t
        m_new = tl.maximum(m, x)
        z = z * tl.exp(m - m_new) + tl.exp(x - m_new)
        m = m_new
    top = tl.max(m, axis=0)
    inv = 1.0 / tl.sum(z * tl.exp(m - top), axis=0)
    for c in range(0, n_cols, BLOCK):
        cols = c + tl.arange(0, BLOCK)
        x = tl.load(inp + row * stride + cols, mask=cols < n_cols, other=-float("inf"), eviction_policy="evict_first").to(tl.float32) * inv_t
        tl.store(out + row * stride + cols, (tl.exp(x - top) * inv).to(tl.bfloat16), mask=cols < n_cols)


def hazel(mended):
    n, v = 2048, 128256
    x = rnd((n, v), 81, torch.bfloat16, 2.0)
    out = torch.empty((n * v,), device="cuda", dtype=torch.bfloat16)
    if not mended:
        return (lambda: hazel_compass_ci4_a[(n,)](out, x, v, v, 0.7, BLOCK=131072, num_warps=32)), out
    return (lambda: hazel_compass_ci4_b[(n,)](out, x, v, v, 0.7, BLOCK=8192, num_warps=32)), out


CASES += [("hazel_compass_ci4_a", lambda: hazel(False)), ("hazel_compass_ci4_b", lambda: hazel(True))]


# ---- inductor: permute of attention heads to (batch, head, dim, time) fused with a scale and cast
@triton.jit
def sigmoid_of(x):
    return 1.0 / (1.0 + tl.exp(-x))


@triton.jit
def ivory_beacon_ci4_a(in_ptr0, in_ptr1, out_ptr0, xnumel, XBLOCK: tl.constexpr):
    xindex = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)
    xmask = xindex < xnumel
    x0 = xindex % 4096
    x1 = (xindex // 4096) % 2048
    x2 = xindex // 8388608
    tmp0 = tl.load(in_ptr0 + (x1 + 2048 * x0 + 8388608 * x2), xmask).to(tl.float32)
    tmp1 = tl.load(in_ptr1 + x1, xmask, eviction_policy="evict_last").to(tl.float32)
    tmp2 = tmp0 + tmp1
    tl.store(out_ptr0 + xindex, (tmp2 * sigmoid_of(tmp2)).to(tl.bfloat16), xmask)


@triton.jit
def ivory_beacon_ci4_b(in_ptr0, in_ptr1, out_ptr0, YBLOCK: tl.constexpr, XBLOCK: tl.constexpr):
    t = tl.program_id(1) * XBLOCK + tl.arange(0, XBLOCK)[None, :]
    c = tl.program_id(0) * YBLOCK + tl.arange(0, YBLOCK)[:, None]
    b = tl.program_id(2)
    tmp0 = tl.load(in_ptr0 + (c + 2048 * t + 8388608 * b)).to(tl.float32)
    tmp1 = tl.load(in_ptr1 + c, eviction_policy="evict_last").to(tl.float32)
    tmp2 = tmp0 + tmp1
    tl.store(out_ptr0 + (t + 4096 * c + 8388608 * b), (tmp2 * sigmoid_of(tmp2)).to(tl.bfloat16))


def ivory(mended):
    B, T, C = 16, 4096, 2048  # noqa: N806 as it was measured
    x, bias = rnd((B, T, C), 91, torch.bfloat16), rnd((C,), 92, torch.bfloat16)
    out = torch.empty((B * T * C,), device="cuda", dtype=torch.bfloat16)
    n = B * T * C
    if not mended:
        return (lambda: ivory_beacon_ci4_a[(n // 1024,)](x, bias, out, n, XBLOCK=1024, num_warps=4)), out
    return (lambda: ivory_beacon_ci4_b[(C // 64, T // 64, B)](x, bias, out, YBLOCK=64, XBLOCK=64, num_warps=4)), out


CASES += [("ivory_beacon_ci4_a", lambda: ivory(False)), ("ivory_beacon_ci4_b", lambda: ivory(True))]


# ---- FlagGems-like pointwise over strided views of rank four: (a + broadcast b) where lengths and strides come at run time
@triton.jit
def ginger_orbit_ci4_a(in0, in1, out, i00, i01, i02, i03, i10, i11, i12, i13, s1, s2, s3, n, TILE: tl.constexpr):
    tid = tl.program_id(0).to(tl.int64) * TILE + tl.arange(0, TILE)
    mask = tid < n
    d3 = tid % s3
    rest = tid // s3
    d2 = rest % s2
    rest = rest // s2
    d1 = rest % s1
    d0 = rest // s1
    a = tl.load(in0 + d0 * i00 + d1 * i01 + d2 * i02 + d3 * i03, mask=mask)
    b = tl.load(in1 + d0 * i10 + d1 * i11 + d2 * i12 + d3 * i13, mask=mask)
    tl.store(out + tid, (a.to(tl.float32) + b.to(tl.float32)).to(out.dtype.element_ty), mask=mask)


@triton.jit
def ginger_orbit_ci4_b(in0, in1, out, i00, i01, i02, i10, i11, i12, s1, s2, s3, TILE: tl.constexpr):
    row, col = tl.program_id(0), tl.program_id(1) * TILE + tl.arange(0, TILE)
    d2 = row % s2
    d1 = row // s2 % s1
    d0 = row // s2 // s1
    mask = col < s3
    a = tl.load(in0 + d0 * i00 + d1 * i01 + d2 * i02 + col, mask=mask)
    b = tl.load(in1 + d0 * i10 + d1 * i11 + d2 * i12 + col, mask=mask)
    tl.store(out + row.to(tl.int64) * s3 + col, (a.to(tl.float32) + b.to(tl.float32)).to(out.dtype.element_ty), mask=mask)


def ginger(mended):
    B, H, T, S = 4, 32, 1024, 2048  # noqa: N806 as it was measured
    a = rnd((B, H, T, S), 101, torch.bfloat16)
    b = rnd((B, 1, T, S), 102, torch.bfloat16, 1.0, 1.0).expand(B, H, T, S)
    out = torch.empty((B * H * T * S,), device="cuda", dtype=torch.bfloat16)
    n = B * H * T * S
    ai, bi = a.stride(), b.stride()
    if not mended:
        return (lambda: ginger_orbit_ci4_a[(n // 1024,)](a, b, out, *ai, *bi, H, T, S, n, TILE=1024, num_warps=4)), out
    return (lambda: ginger_orbit_ci4_b[(B * H * T, 1)](a, b, out, *ai[:3], *bi[:3], H, T, S, TILE=2048, num_warps=8)), out


CASES += [("ginger_orbit_ci4_a", lambda: ginger(False)), ("ginger_orbit_ci4_b", lambda: ginger(True))]


# ---- FP8 product with scales for blocks of 128 x 128 weights and for groups of 128 activations
@triton.jit
def thistle_bronze_ci4_a(A, B, C, As, Bs, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * n_n
    first = pid // width * GROUP
    size = min(n_m - first, GROUP)
    pm = first + (pid % width) % size
    pn = (pid % width) // size
    rm, rn, rk = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_ptr = A + rm[:, None] * K + rk[None, :]
    b_ptr = B + rn[None, :] * K + rk[:, None]
    as_ptr = As + rm * (K // BK)
    bs_ptr = Bs + pn * BN // 128 * (K // BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptr)
        b = tl.load(b_ptr)
        acc += tl.dot(a, b) * (tl.load(as_ptr + k) * tl.load(bs_ptr + k))[:, None]
        a_ptr += BK
        b_ptr += BK
    tl.store(C + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def thistle_bronze_ci4_b(A, B, C, As, Bs, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * n_n
    first = pid // width * GROUP
    size = min(n_m - first, GROUP)
    pm = first + (pid % width) % size
    pn = (pid % width) // size
    rm, rn, rk = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_ptr = A + rm[:, None] * K + rk[None, :]
    b_ptr = B + rn[None, :] * K + rk[:, None]
    as_ptr = As + rm * (K // BK)
    bs_ptr = Bs + pn * BN // 128 * (K // BK)
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptr)
        b = tl.load(b_ptr)
        acc += tl.dot(a, b) * (tl.load(as_ptr + k) * tl.load(bs_ptr + k))[:, None]
        a_ptr += BK
        b_ptr += BK
    tl.store(C + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


def thistle(mended):
    M, N, K = 4096, 4096, 7168  # noqa: N806 as it was measured
    a, b = rnd((M, K), 111, torch.float32, 1.0, 0.1).to(torch.float8_e4m3fn), rnd((N, K), 112, torch.float32, 1.0, 0.1).to(torch.float8_e4m3fn)
    sa = torch.rand((M, K // 128), device="cuda", generator=gen(113)) * 0.1 + 0.01
    sb = torch.rand((N // 128, K // 128), device="cuda", generator=gen(114)) * 0.1 + 0.01
    c = torch.empty((M * N,), device="cuda", dtype=torch.bfloat16)
    s = dict(BM=128, BN=128, BK=128, GROUP=8, num_warps=8)  # noqa: C408 as it was measured
    grid = (M // 128 * (N // 128),)
    if not mended:
        return (lambda: thistle_bronze_ci4_a[grid](a, b, c, sa, sb, M, N, K, **s, num_stages=1)), c
    return (lambda: thistle_bronze_ci4_b[grid](a, b, c, sa, sb, M, N, K, **s, num_stages=3)), c


CASES += [("thistle_bronze_ci4_a", lambda: thistle(False)), ("thistle_bronze_ci4_b", lambda: thistle(True))]


# ---- residual addition, RMSNorm and FP8 quantisation of each token
@triton.jit
def orchid_ravine_ci4_a(x, res, res_out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    s = tl.load(x + at, mask=mask).to(tl.float32) + tl.load(res + at, mask=mask).to(tl.float32)
    tl.store(res_out + at, s.to(tl.bfloat16), mask=mask)


@triton.jit
def orchid_ravine_ci4_a_norm(res, w, y, D, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < D
    v = tl.load(res + row * D + cols, mask=mask, other=0.0).to(tl.float32)
    rstd = tl.rsqrt(tl.sum(v * v, axis=0) / D + eps)
    g = tl.load(w + cols, mask=mask, other=0.0).to(tl.float32)
    tl.store(y + row * D + cols, (v * rstd * g).to(tl.bfloat16), mask=mask)


@triton.jit
def orchid_ravine_ci4_a_quant(y, q, s, D, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < D
    v = tl.load(y + row * D + cols, mask=mask, other=0.0).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), axis=0), 1e-10) / 448.0
    tl.store(q + row * D + cols, (v / scale).to(q.dtype.element_ty), mask=mask)
    tl.store(s + row, scale)


@triton.jit
def orchid_ravine_ci4_b(x, res, res_out, w, q, s, D, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    mask = cols < D
    at = row * D + cols
    r = (tl.load(x + at, mask=mask, other=0.0).to(tl.float32) + tl.load(res + at, mask=mask, other=0.0).to(tl.float32)).to(tl.bfloat16)
    tl.store(res_out + at, r, mask=mask)
    v = r.to(tl.float32)
    rstd = tl.rsqrt(tl.sum(v * v, axis=0) / D + eps)
    g = tl.load(w + cols, mask=mask, other=0.0).to(tl.float32)
    v = (v * rstd * g).to(tl.bfloat16).to(tl.float32)
    scale = tl.maximum(tl.max(tl.abs(v), axis=0), 1e-10) / 448.0
    tl.store(q + at, (v / scale).to(q.dtype.element_ty), mask=mask)
    tl.store(s + row, scale)


def orchid(mended):
    n, d = 16384, 8192
    x, res, w = rnd((n, d), 121, torch.bfloat16), rnd((n, d), 122, torch.bfloat16), rnd((d,), 123, torch.bfloat16, 0.1, 1.0)
    y, r2 = torch.empty_like(x), torch.empty_like(x)
    q, s = torch.empty((n, d), device="cuda", dtype=torch.float8_e4m3fn), torch.empty(n, device="cuda")
    if mended:
        return (lambda: orchid_ravine_ci4_b[(n,)](x, res, r2, w, q, s, d, 1e-6, BLOCK=8192, num_warps=8)), s

    def go():
        orchid_ravine_ci4_a[(n * d // 2048,)](x, res, r2, n * d, BLOCK=2048, num_warps=8)
        orchid_ravine_ci4_a_norm[(n,)](r2, w, y, d, 1e-6, BLOCK=8192, num_warps=8)
        orchid_ravine_ci4_a_quant[(n,)](y, q, s, d, BLOCK=8192, num_warps=8)

    return go, s


CASES += [("orchid_ravine_ci4_a", lambda: orchid(False)), ("orchid_ravine_ci4_b", lambda: orchid(True))]


# ---- causal depthwise convolution of width four with SiLU, channels last
@triton.jit
def saffron_glacier_ci4_a(x, w, bias, y, T, D, BT: tl.constexpr, BD: tl.constexpr):
    i_d, i_t, i_b = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    o_t = i_t * BT + tl.arange(0, BT)
    o_d = i_d * BD + tl.arange(0, BD)
    base = i_b.to(tl.int64) * T * D
    acc = tl.zeros((BT, BD), tl.float32) + tl.load(bias + o_d).to(tl.float32)[None, :]
    for j in tl.static_range(4):
        t = o_t - 3 + j
        v = tl.load(x + base + t[:, None] * D + o_d[None, :], mask=t[:, None] >= 0, other=0.0).to(tl.float32)
        acc += v * tl.load(w + j * D + o_d).to(tl.float32)[None, :]
    tl.store(y + base + o_t[:, None] * D + o_d[None, :], (acc * tl.sigmoid(acc)).to(tl.bfloat16))


@triton.jit
def saffron_glacier_ci4_b(x, w, bias, y, T, D, BT: tl.constexpr, BD: tl.constexpr):
    i_d, i_t, i_b = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    t0 = i_t * BT
    o_d = i_d * BD + tl.arange(0, BD)
    base = i_b.to(tl.int64) * T * D
    w0, w1 = tl.load(w + o_d).to(tl.float32), tl.load(w + D + o_d).to(tl.float32)
    w2, w3 = tl.load(w + 2 * D + o_d).to(tl.float32), tl.load(w + 3 * D + o_d).to(tl.float32)
    b0 = tl.load(bias + o_d).to(tl.float32)
    before = (t0 + 0 * o_d) > 0
    p = x + base + t0 * D + o_d
    x0 = tl.load(p - 3 * D, mask=before, other=0.0).to(tl.float32)
    x1 = tl.load(p - 2 * D, mask=before, other=0.0).to(tl.float32)
    x2 = tl.load(p - D, mask=before, other=0.0).to(tl.float32)
    for t in tl.static_range(BT):
        x3 = tl.load(p + t * D).to(tl.float32)
        acc = b0 + x0 * w0 + x1 * w1 + x2 * w2 + x3 * w3
        tl.store(y + base + (t0 + t) * D + o_d, (acc * tl.sigmoid(acc)).to(tl.bfloat16))
        x0, x1, x2 = x1, x2, x3


def saffron(mended):
    B, T, D = 8, 4096, 8192  # noqa: N806 as it was measured
    x = rnd((B, T, D), 131, torch.bfloat16)
    w, bias = rnd((4, D), 132, torch.bfloat16, 0.4), rnd((D,), 133, torch.bfloat16, 0.2)
    y = torch.empty((B * T * D,), device="cuda", dtype=torch.bfloat16)
    if not mended:
        return (lambda: saffron_glacier_ci4_a[(D // 256, T // 16, B)](x, w, bias, y, T, D, BT=16, BD=256, num_warps=4)), y
    return (lambda: saffron_glacier_ci4_b[(D // 512, T // 32, B)](x, w, bias, y, T, D, BT=32, BD=512, num_warps=4)), y


CASES += [("saffron_glacier_ci4_a", lambda: saffron(False)), ("saffron_glacier_ci4_b", lambda: saffron(True))]


# ---- inductor: bias, exact GELU and a product with a gate
@triton.jit
def cobalt_pasture_ci4_a(in_ptr0, in_ptr1, in_ptr2, out_ptr0, xnumel, XBLOCK: tl.constexpr):
    xindex = (tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)).to(tl.int64)
    x2 = xindex
    x0 = xindex % 14336
    x1 = xindex // 14336
    tmp0 = tl.load(in_ptr0 + x2).to(tl.float32)
    tmp1 = tl.load(in_ptr1 + x0, eviction_policy="evict_last").to(tl.float32)
    tmp2 = tl.load(in_ptr2 + (x0 + 14336 * x1)).to(tl.float32)
    tmp3 = tmp0 + tmp1
    tmp4 = tmp3 * 0.5 * (tl.erf(tmp3 * 0.7071067811865476) + 1.0)
    tl.store(out_ptr0 + x2, (tmp4 * tmp2).to(tl.bfloat16))


@triton.jit
def cobalt_pasture_ci4_b(in_ptr0, in_ptr1, in_ptr2, out_ptr0, XBLOCK: tl.constexpr):
    x0 = tl.program_id(0) * XBLOCK + tl.arange(0, XBLOCK)
    x2 = tl.program_id(1) * 14336 + x0
    tmp0 = tl.load(in_ptr0 + x2).to(tl.float32)
    tmp1 = tl.load(in_ptr1 + x0, eviction_policy="evict_last").to(tl.float32)
    tmp2 = tl.load(in_ptr2 + x2).to(tl.float32)
    tmp3 = tmp0 + tmp1
    tmp4 = tmp3 * 0.5 * (tl.erf(tmp3 * 0.7071067811865476) + 1.0)
    tl.store(out_ptr0 + x2, (tmp4 * tmp2).to(tl.bfloat16))


def cobalt(mended):
    n, d = 16384, 14336
    x, b, g = rnd((n, d), 141, torch.bfloat16), rnd((d,), 142, torch.bfloat16), rnd((n, d), 143, torch.bfloat16, 1.0, 1.0)
    out = torch.empty((n * d,), device="cuda", dtype=torch.bfloat16)
    if not mended:
        return (lambda: cobalt_pasture_ci4_a[(n * d // 1024,)](x, b, g, out, n * d, XBLOCK=1024, num_warps=4)), out
    return (lambda: cobalt_pasture_ci4_b[(d // 1024, n)](x, b, g, out, XBLOCK=1024, num_warps=4)), out


CASES += [("cobalt_pasture_ci4_a", lambda: cobalt(False)), ("cobalt_pasture_ci4_b", lambda: cobalt(True))]


# ---- selective state update of one decoded token
@triton.jit
def russet_pebble_ci4_a(state, new_state, x, dt, A, Bm, Cm, Dv, z, out, H, G, D: tl.constexpr, N: tl.constexpr):
    b, h = tl.program_id(0), tl.program_id(1)
    o_d, o_n = tl.arange(0, D), tl.arange(0, N)
    bh = b * H + h
    g = h // (H // G)
    p = bh.to(tl.int64) * D * N + o_d[:, None] * N + o_n[None, :]
    s = tl.load(state + p)
    xv = tl.load(x + bh * D + o_d).to(tl.float32)
    zv = tl.load(z + bh * D + o_d).to(tl.float32)
    d = tl.load(dt + bh * D + o_d).to(tl.float32)
    d = tl.where(d <= 20.0, tl.log(1.0 + tl.exp(d)), d)
    a = tl.load(A + (h * D + o_d[:, None]) * N + o_n[None, :])
    bv = tl.load(Bm + (b * G + g) * N + o_n).to(tl.float32)
    cv = tl.load(Cm + (b * G + g) * N + o_n).to(tl.float32)
    s = s * tl.exp(a * d[:, None]) + bv[None, :] * (d * xv)[:, None]
    tl.store(new_state + p, s)
    y = tl.sum(s * cv[None, :], axis=1) + tl.load(Dv + h) * xv
    tl.store(out + bh * D + o_d, (y * zv * tl.sigmoid(zv)).to(tl.bfloat16))


@triton.jit
def russet_pebble_ci4_b(state, new_state, x, dt, A, Bm, Cm, Dv, z, out, H, G, D: tl.constexpr, N: tl.constexpr):
    b, h = tl.program_id(0), tl.program_id(1)
    o_d, o_n = tl.arange(0, D), tl.arange(0, N)
    bh = b * H + h
    g = h // (H // G)
    p = bh.to(tl.int64) * D * N + o_d[:, None] * N + o_n[None, :]
    s = tl.load(state + p)
    xv = tl.load(x + bh * D + o_d).to(tl.float32)
    zv = tl.load(z + bh * D + o_d).to(tl.float32)
    d = tl.load(dt + bh * D).to(tl.float32)
    d = tl.where(d <= 20.0, tl.log(1.0 + tl.exp(d)), d)
    decay = tl.exp(tl.load(A + h * D * N) * d)
    bv = tl.load(Bm + (b * G + g) * N + o_n).to(tl.float32)
    cv = tl.load(Cm + (b * G + g) * N + o_n).to(tl.float32)
    s = s * decay + bv[None, :] * (d * xv)[:, None]
    tl.store(new_state + p, s)
    y = tl.sum(s * cv[None, :], axis=1) + tl.load(Dv + h) * xv
    tl.store(out + bh * D + o_d, (y * zv * tl.sigmoid(zv)).to(tl.bfloat16))


def russet(mended):
    B, H, G, D, N = 256, 128, 8, 64, 128  # noqa: N806 as it was measured
    state = rnd((B, H, D, N), 151)
    new_state = torch.empty_like(state)
    x, z = rnd((B, H, D), 152, torch.bfloat16), rnd((B, H, D), 153, torch.bfloat16)
    dt = rnd((B, H, 1), 154, torch.bfloat16).expand(B, H, D).contiguous()
    A = -torch.rand((H, 1, 1), device="cuda", generator=gen(155)).expand(H, D, N).contiguous()  # noqa: N806 as it was measured
    Bm, Cm, Dv = rnd((B, G, N), 156, torch.bfloat16), rnd((B, G, N), 157, torch.bfloat16), rnd((H,), 158)  # noqa: N806 as it was measured
    out = torch.empty((B * H * D,), device="cuda", dtype=torch.bfloat16)
    s = dict(D=D, N=N, num_warps=4)  # noqa: C408 as it was measured
    if not mended:
        return (lambda: russet_pebble_ci4_a[(B, H)](state, new_state, x, dt, A, Bm, Cm, Dv, z, out, H, G, **s)), out
    return (lambda: russet_pebble_ci4_b[(B, H)](state, new_state, x, dt, A, Bm, Cm, Dv, z, out, H, G, **s)), out


CASES += [("russet_pebble_ci4_a", lambda: russet(False)), ("russet_pebble_ci4_b", lambda: russet(True))]


# ---- gated RMSNorm over heads of 128 channels
@triton.jit
def linen_trumpet_ci4_a(x, z, w, y, rstd_ptr, n, eps, R: tl.constexpr, D: tl.constexpr, STEPS: tl.constexpr):
    cols = tl.arange(0, D)
    g = tl.load(w + cols).to(tl.float32)
    for i in range(0, STEPS):
        rows = (tl.program_id(0) * STEPS + i) * R + tl.arange(0, R)
        at = rows[:, None].to(tl.int64) * D + cols[None, :]
        v = tl.load(x + at, mask=rows[:, None] < n, other=0.0).to(tl.float32)
        tl.debug_barrier()
        rstd = tl.rsqrt(tl.sum(v * v, axis=1) / D + eps)
        tl.store(rstd_ptr + rows, rstd, mask=rows < n)
        tl.debug_barrier()
        u = tl.load(z + at, mask=rows[:, None] < n, other=0.0).to(tl.float32)
        tl.store(y + at, (v * rstd[:, None] * g[None, :] * u * tl.sigmoid(u)).to(tl.bfloat16), mask=rows[:, None] < n)
        tl.debug_barrier()


@triton.jit
def linen_trumpet_ci4_b(x, z, w, y, rstd_ptr, n, eps, R: tl.constexpr, D: tl.constexpr, STEPS: tl.constexpr):
    cols = tl.arange(0, D)
    g = tl.load(w + cols).to(tl.float32)
    for i in range(0, STEPS):
        rows = (tl.program_id(0) * STEPS + i) * R + tl.arange(0, R)
        at = rows[:, None].to(tl.int64) * D + cols[None, :]
        v = tl.load(x + at, mask=rows[:, None] < n, other=0.0).to(tl.float32)
        rstd = tl.rsqrt(tl.sum(v * v, axis=1) / D + eps)
        tl.store(rstd_ptr + rows, rstd, mask=rows < n)
        u = tl.load(z + at, mask=rows[:, None] < n, other=0.0).to(tl.float32)
        tl.store(y + at, (v * rstd[:, None] * g[None, :] * u * tl.sigmoid(u)).to(tl.bfloat16), mask=rows[:, None] < n)


def linen(mended):
    n, d = 32768 * 32, 128
    x, z, w = rnd((n, d), 161, torch.bfloat16), rnd((n, d), 162, torch.bfloat16), rnd((d,), 163, torch.bfloat16, 0.1, 1.0)
    y, r = torch.empty((n * d,), device="cuda", dtype=torch.bfloat16), torch.empty(n, device="cuda")
    kern = linen_trumpet_ci4_b if mended else linen_trumpet_ci4_a
    return (lambda: kern[(n // 128,)](x, z, w, y, r, n, 1e-5, R=32, D=128, STEPS=4, num_warps=4)), y


CASES += [("linen_trumpet_ci4_a", lambda: linen(False)), ("linen_trumpet_ci4_b", lambda: linen(True))]


# ---- Kullback-Leibler loss of log-probabilities against a teacher
@triton.jit
def plum_viaduct_ci4_a(p_ptr, t_ptr, loss, stride, n_cols, inv_rows, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros((BLOCK,), tl.float32)
    for c in range(0, n_cols, BLOCK):
        cols = c + tl.arange(0, BLOCK)
        p = tl.load(p_ptr + row * stride + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        t = tl.load(t_ptr + row * stride + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        acc += t * (tl.log(tl.maximum(t, 1e-10)) - p)
    tl.atomic_add(loss, tl.sum(acc, axis=0) * inv_rows, sem="relaxed")


@triton.jit
def plum_viaduct_ci4_b(p_ptr, t_ptr, part, stride, n_cols, inv_rows, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros((BLOCK,), tl.float32)
    for c in range(0, n_cols, BLOCK):
        cols = c + tl.arange(0, BLOCK)
        p = tl.load(p_ptr + row * stride + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        t = tl.load(t_ptr + row * stride + cols, mask=cols < n_cols, other=0.0).to(tl.float32)
        acc += t * (tl.log(tl.maximum(t, 1e-10)) - p)
    tl.store(part + row, tl.sum(acc, axis=0) * inv_rows)


@triton.jit
def plum_viaduct_ci4_b_sum(part, loss, BLOCK: tl.constexpr):
    tl.store(loss, tl.sum(tl.load(part + tl.arange(0, BLOCK)), axis=0))


def plum(mended):
    n, v = 8192, 32000
    p = torch.log_softmax(rnd((n, v), 171), dim=-1).to(torch.bfloat16)
    t = torch.softmax(rnd((n, v), 172), dim=-1).to(torch.bfloat16)
    loss, part = torch.zeros(1, device="cuda"), torch.empty(n, device="cuda")
    if not mended:
        return (lambda: plum_viaduct_ci4_a[(n,)](p, t, loss, v, v, 1.0 / n, BLOCK=4096, num_warps=8)), loss

    def go():
        plum_viaduct_ci4_b[(n,)](p, t, part, v, v, 1.0 / n, BLOCK=4096, num_warps=8)
        plum_viaduct_ci4_b_sum[(1,)](part, loss, BLOCK=8192, num_warps=16)

    return go, loss


CASES += [("plum_viaduct_ci4_a", lambda: plum(False)), ("plum_viaduct_ci4_b", lambda: plum(True))]


# ---- dense product of a feed-forward layer
@triton.jit
def maple_turbine_ci4_a(A, B, C, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    n_m, n_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    width = GROUP * n_n
    first = pid // width * GROUP
    size = min(n_m - first, GROUP)
    pm = first + (pid % width) % size
    pn = (pid % width) // size
    rm, rn, rk = pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN), tl.arange(0, BK)
    a_ptr = A + rm[:, None] * K + rk[None, :]
    b_ptr = B + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(a_ptr), tl.load(b_ptr), acc)
        a_ptr += BK
        b_ptr += BK
    tl.store(C + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


def maple():
    M, N, K = 8192, 8192, 4096  # noqa: N806 as it was measured
    a, b = rnd((M, K), 181, torch.bfloat16, 1.0, 0.1), rnd((N, K), 182, torch.bfloat16, 0.05, 0.01)
    c = torch.empty((M * N,), device="cuda", dtype=torch.bfloat16)
    grid = (M // 128 * (N // 256),)
    return (lambda: maple_turbine_ci4_a[grid](a, b, c, M, N, K, BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=4)), c


CASES += [("maple_turbine_ci4_a", maple)]


# ---- cross entropy of the next token, forward only
@triton.jit
def dapple_lighthouse_ci4_a(logits, labels, loss, lse_ptr, stride, V, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    base = logits + row * stride
    label = tl.load(labels + row)
    m = tl.full((BLOCK,), -1e30, tl.float32)
    z = tl.zeros((BLOCK,), tl.float32)
    for c in range(0, V, BLOCK):
        cols = c + tl.arange(0, BLOCK)
        x = tl.load(base + cols, mask=cols < V, other=-float("inf")).to(tl.float32) * 1.4426950408889634
        m_new = tl.maximum(m, x)
        z = z * tl.exp2(m - m_new) + tl.exp2(x - m_new)
        m = m_new
    top = tl.max(m, axis=0)
    lse = (top + tl.log2(tl.sum(z * tl.exp2(m - top), axis=0))) * 0.6931471805599453
    tl.store(lse_ptr + row, lse)
    tl.store(loss + row, lse - tl.load(base + label).to(tl.float32))


def dapple():
    n, v = 8192, 128256
    x = torch.empty((n, v), device="cuda", dtype=torch.bfloat16)
    x.normal_(0.0, 2.0, generator=gen(191))
    labels = torch.randint(0, v, (n,), device="cuda", generator=gen(192))
    loss, lse = torch.empty(n, device="cuda"), torch.empty(n, device="cuda")
    return (lambda: dapple_lighthouse_ci4_a[(n,)](x, labels, loss, lse, v, v, BLOCK=4096, num_warps=8)), loss


CASES += [("dapple_lighthouse_ci4_a", dapple)]


# ---- SwiGLU backward
@triton.jit
def tawny_sextant_ci4_a(dc, a, b, da, db, stride, n_cols, BLOCK: tl.constexpr):
    cols = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(1).to(tl.int64) * stride + cols
    mask = cols < n_cols
    g = tl.load(dc + at, mask=mask, other=0.0).to(tl.float32)
    u = tl.load(a + at, mask=mask, other=0.0).to(tl.float32)
    v = tl.load(b + at, mask=mask, other=0.0).to(tl.float32)
    sig = tl.sigmoid(u)
    silu = u * sig
    tl.store(db + at, (g * silu).to(tl.bfloat16), mask=mask)
    tl.store(da + at, (g * (silu * (1 - sig) + sig) * v).to(tl.bfloat16), mask=mask)


def tawny():
    n, d = 8192, 14336
    dc, a, b = rnd((n, d), 201, torch.bfloat16, 1.0, 0.3), rnd((n, d), 202, torch.bfloat16), rnd((n, d), 203, torch.bfloat16, 1.0, 0.3)
    da, db = torch.empty((n * d,), device="cuda", dtype=torch.bfloat16), torch.empty((n * d,), device="cuda", dtype=torch.bfloat16)
    return (lambda: tawny_sextant_ci4_a[(d // 2048, n)](dc, a, b, da, db, d, d, BLOCK=2048, num_warps=8)), da


CASES += [("tawny_sextant_ci4_a", tawny)]


# ---- embedding rows of tokens
@triton.jit
def fennel_drawbridge_ci4_a(table, ids, out, n, D: tl.constexpr, R: tl.constexpr, BD: tl.constexpr):
    rows = tl.program_id(0) * R + tl.arange(0, R)
    cols = tl.program_id(1) * BD + tl.arange(0, BD)
    i = tl.load(ids + rows, mask=rows < n, other=0).to(tl.int64)
    e = tl.load(table + i[:, None] * D + cols[None, :], mask=rows[:, None] < n)
    tl.store(out + rows[:, None].to(tl.int64) * D + cols[None, :], e, mask=rows[:, None] < n)


def fennel():
    n, v, d = 65536, 128256, 4096
    table = rnd((v, d), 211, torch.bfloat16, 1.0, 0.2)
    ids = torch.randint(0, v, (n,), device="cuda", generator=gen(212)).to(torch.int32)
    out = torch.empty((n * d,), device="cuda", dtype=torch.bfloat16)
    return (lambda: fennel_drawbridge_ci4_a[(n // 4, 1 + (d - 1) // 1024)](table, ids, out, n, D=d, R=4, BD=1024, num_warps=4)), out


CASES += [("fennel_drawbridge_ci4_a", fennel)]


# ---- blockwise dequantisation of int8 weights
@triton.jit
def umber_causeway_ci4_a(q, absmax, out, n, QB: tl.constexpr, G: tl.constexpr):
    blk = tl.program_id(0) * G + tl.arange(0, G)
    at = blk[:, None].to(tl.int64) * QB + tl.arange(0, QB)[None, :]
    v = tl.load(q + at, mask=at < n, other=0).to(tl.float32)
    s = tl.load(absmax + blk, mask=blk * QB < n, other=0.0) * (1.0 / 127.0)
    tl.store(out + at, (v * s[:, None]).to(tl.bfloat16), mask=at < n)


def umber():
    n, qb = 1 << 29, 256
    q = torch.randint(-100, 128, (n,), device="cuda", dtype=torch.int8, generator=gen(221))
    absmax = torch.rand(n // qb, device="cuda", generator=gen(222)) + 0.5
    out = torch.empty((n,), device="cuda", dtype=torch.bfloat16)
    return (lambda: umber_causeway_ci4_a[(n // qb // 16,)](q, absmax, out, n, QB=qb, G=16, num_warps=4)), out


CASES += [("umber_causeway_ci4_a", umber)]


# ---- running sums of log gates within chunks of 64 steps
@triton.jit
def birch_lodestar_ci4_a(s, o, S, BT: tl.constexpr, BS: tl.constexpr):
    i_s, i_t = tl.program_id(0), tl.program_id(1)
    at = (i_t * BT + tl.arange(0, BT))[:, None] * S + (i_s * BS + tl.arange(0, BS))[None, :]
    tl.store(o + at, tl.cumsum(tl.load(s + at), axis=0))


def birch():
    T, S = 65536, 2048  # noqa: N806 as it was measured
    s = -torch.rand((T, S), device="cuda", generator=gen(231)) * 0.1
    o = torch.empty((T * S,), device="cuda")
    return (lambda: birch_lodestar_ci4_a[(S // 64, T // 64)](s, o, S, BT=64, BS=64, num_warps=4)), o


CASES += [("birch_lodestar_ci4_a", birch)]


# ---- split decode attention over pages of 64 keys, first stage
@triton.jit
def sorrel_windmill_ci4_a(
    Q,
    KC,
    VC,
    TAB,
    O,  # noqa: E741 as it was measured
    LSE,
    qk_scale,
    n_tab,
    per,
    HQ: tl.constexpr,
    HKV: tl.constexpr,
    D: tl.constexpr,
    PAGE: tl.constexpr,
    BLOCK_H: tl.constexpr,
    SPLITS: tl.constexpr,
):
    kvh, sp, b = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    G: tl.constexpr = HQ // HKV  # noqa: N806 as it was measured
    hs, ds, ps = tl.arange(0, BLOCK_H), tl.arange(0, D), tl.arange(0, PAGE)
    head = b * HQ + kvh * G + hs
    q = tl.load(Q + head[:, None] * D + ds[None, :], mask=hs[:, None] < G, other=0.0)
    m = tl.full((BLOCK_H,), -float("inf"), tl.float32)
    l = tl.zeros((BLOCK_H,), tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros((BLOCK_H, D), tl.float32)
    for i in range(sp * per, (sp + 1) * per):
        page = tl.load(TAB + b * n_tab + i).to(tl.int64)
        base = (page * HKV + kvh) * PAGE * D
        k = tl.load(KC + base + ps[None, :] * D + ds[:, None])
        v = tl.load(VC + base + ps[:, None] * D + ds[None, :])
        s = tl.dot(q, k) * qk_scale
        m_new = tl.maximum(m, tl.max(s, 1))
        alpha = tl.exp2(m - m_new)
        p = tl.exp2(s - m_new[:, None])
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        l = l * alpha + tl.sum(p, 1)  # noqa: E741 as it was measured
        m = m_new
    tl.store(O + (head[:, None] * SPLITS + sp) * D + ds[None, :], acc / l[:, None], mask=hs[:, None] < G)
    tl.store(LSE + head * SPLITS + sp, m + tl.log2(l), mask=hs < G)


def sorrel():
    B, HQ, HKV, D, PAGE, N, S = 64, 64, 8, 128, 64, 4096, 4  # noqa: N806 as it was measured
    pages = B * N // PAGE
    kc, vc = rnd((pages, HKV, PAGE, D), 241, torch.bfloat16), rnd((pages, HKV, PAGE, D), 242, torch.bfloat16, 1.0, 0.5)
    q = rnd((B, HQ, D), 243, torch.bfloat16)
    tab = torch.randperm(pages, device="cuda", generator=gen(244)).to(torch.int32)
    o, lse = torch.empty((B * HQ * S * D,), device="cuda"), torch.empty((B * HQ * S,), device="cuda")
    s = dict(HQ=HQ, HKV=HKV, D=D, PAGE=PAGE, BLOCK_H=16, SPLITS=S, num_warps=4, num_stages=3)  # noqa: C408 as it was measured
    scale = D**-0.5 * 1.4426950408889634
    return (lambda: sorrel_windmill_ci4_a[(HKV, S, B)](q, kc, vc, tab, o, lse, scale, N // PAGE, N // PAGE // S, **s)), o


CASES += [("sorrel_windmill_ci4_a", sorrel)]


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
