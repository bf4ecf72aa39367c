#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: seventieth_bf5.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- gravel: weights of K x N float16 to int8, one scale for each 128 rows of a column -------------------------------------------------
@triton.jit
def gravel_lantern_bf5_a(w_ptr, q_ptr, s_ptr, N, GROUP: tl.constexpr, GROUPS: tl.constexpr):
    n = tl.program_id(0)
    g = tl.program_id(1) * GROUPS + tl.arange(0, GROUPS)
    k = g[:, None] * GROUP + tl.arange(0, GROUP)[None, :]
    w = tl.load(w_ptr + k * N + n).to(tl.float32)
    scale = tl.max(tl.abs(w), axis=1) / 127.0 + 1e-8
    q = tl.floor(w / scale[:, None] + 0.5)
    tl.store(q_ptr + k * N + n, q.to(tl.int8))
    tl.store(s_ptr + g * N + n, scale)


@triton.jit
def gravel_lantern_bf5_b(w_ptr, q_ptr, s_ptr, N, GROUP: tl.constexpr, COLS: tl.constexpr):
    n = tl.program_id(0) * COLS + tl.arange(0, COLS)
    g = tl.program_id(1)
    at = (g * GROUP + tl.arange(0, GROUP))[:, None] * N + n[None, :]
    w = tl.load(w_ptr + at).to(tl.float32)
    scale = tl.max(tl.abs(w), axis=0) / 127.0 + 1e-8
    q = tl.floor(w / scale[None, :] + 0.5)
    tl.store(q_ptr + at, q.to(tl.int8))
    tl.store(s_ptr + g * N + n, scale)


# ---- pewter: residual addition, RMS norm and int8 quantisation of 16384 tokens of 4096 bfloat16 -----------------------------------------
@triton.jit
def pewter_sparrow_bf5_a0(x_ptr, r_ptr, h_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.load(x_ptr + i).to(tl.float32) + tl.load(r_ptr + i).to(tl.float32)
    tl.store(h_ptr + i, h.to(tl.bfloat16))


@triton.jit
def pewter_sparrow_bf5_a1(h_ptr, gain_ptr, n_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    h = tl.load(h_ptr + at).to(tl.float32)
    n = h * tl.rsqrt(tl.sum(h * h, axis=0) / WIDTH + 1e-6) * tl.load(gain_ptr + c).to(tl.float32)
    tl.store(n_ptr + at, n.to(tl.bfloat16))


@triton.jit
def pewter_sparrow_bf5_a2(n_ptr, q_ptr, s_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    n = tl.load(n_ptr + at).to(tl.float32)
    scale = tl.max(tl.abs(n), axis=0) / 127.0 + 1e-8
    tl.store(q_ptr + at, tl.floor(n * (1.0 / scale) + 0.5).to(tl.int8))
    tl.store(s_ptr + row, scale)


@triton.jit
def pewter_sparrow_bf5_b(x_ptr, r_ptr, h_ptr, gain_ptr, q_ptr, s_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    at = row * WIDTH + c
    h = (tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)).to(tl.bfloat16)
    tl.store(h_ptr + at, h)
    h = h.to(tl.float32)
    n = h * tl.rsqrt(tl.sum(h * h, axis=0) / WIDTH + 1e-6) * tl.load(gain_ptr + c).to(tl.float32)
    n = n.to(tl.bfloat16).to(tl.float32)
    scale = tl.max(tl.abs(n), axis=0) / 127.0 + 1e-8
    tl.store(q_ptr + at, tl.floor(n * (1.0 / scale) + 0.5).to(tl.int8))
    tl.store(s_ptr + row, scale)


# ---- walnut: dropout of bfloat16 activations -------------------------------------------------------------------------------------------
@triton.jit
def walnut_ferry_bf5_a(x_ptr, y_ptr, seed, p, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32)
    keep = tl.rand(seed, i) > p
    tl.store(y_ptr + i, tl.where(keep, x / (1.0 - p), 0.0).to(tl.bfloat16))


@triton.jit
def walnut_ferry_bf5_b(x_ptr, y_ptr, seed, p, QUARTER: tl.constexpr):
    pid = tl.program_id(0)
    j = tl.arange(0, QUARTER)
    i = pid * (4 * QUARTER) + j
    u0, u1, u2, u3 = tl.rand4x(seed, pid * QUARTER + j)
    scale = 1.0 / (1.0 - p)
    x0 = tl.load(x_ptr + i).to(tl.float32)
    x1 = tl.load(x_ptr + i + QUARTER).to(tl.float32)
    x2 = tl.load(x_ptr + i + 2 * QUARTER).to(tl.float32)
    x3 = tl.load(x_ptr + i + 3 * QUARTER).to(tl.float32)
    tl.store(y_ptr + i, tl.where(u0 > p, x0 * scale, 0.0).to(tl.bfloat16))
    tl.store(y_ptr + i + QUARTER, tl.where(u1 > p, x1 * scale, 0.0).to(tl.bfloat16))
    tl.store(y_ptr + i + 2 * QUARTER, tl.where(u2 > p, x2 * scale, 0.0).to(tl.bfloat16))
    tl.store(y_ptr + i + 3 * QUARTER, tl.where(u3 > p, x3 * scale, 0.0).to(tl.bfloat16))


# ---- copper: logits of 4096 bfloat16 tokens over 4096 outputs --------------------------------------------------------------------------
@triton.jit
def copper_meadow_bf5_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    w = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x).to(tl.float32), tl.load(w).to(tl.float32), acc, input_precision="ieee")
        x += BK
        w += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def copper_meadow_bf5_b(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    w = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


# ---- velvet: gated activation x * sigmoid(alpha * x) * (u + 1) of float16, alpha in a tensor of one ------------------------------------
@triton.jit
def _gated(x_ptr, u_ptr, alpha_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    alpha = tl.load(alpha_ptr)
    x = tl.load(x_ptr + i).to(tl.float32)
    u = tl.load(u_ptr + i).to(tl.float32)
    y = x / (1.0 + tl.exp(-(alpha * x))) * (u + 1.0)
    tl.store(y_ptr + i, y.to(tl.float32).to(tl.float16))


@triton.jit
def velvet_harbor_bf5_a(x_ptr, u_ptr, alpha_ptr, y_ptr, BLOCK: tl.constexpr):
    _gated(x_ptr, u_ptr, alpha_ptr, y_ptr, BLOCK)


@triton.jit
def velvet_harbor_bf5_b(x_ptr, u_ptr, alpha_ptr, y_ptr, BLOCK: tl.constexpr):
    _gated(x_ptr, u_ptr, alpha_ptr, y_ptr, BLOCK)


# ---- thistle: learned activation, a sum of sixteen bells on a regular grid over [-1, 1] -------------------------------------------------
@triton.jit
def thistle_garden_bf5_a(x_ptr, c_ptr, y_ptr, SHARP: tl.constexpr, STEP: tl.constexpr, BELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32) + 1.0
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(BELLS):
        d = x - k * STEP
        y += tl.load(c_ptr + k) * tl.exp2(-SHARP * (d * d))
    tl.store(y_ptr + i, y.to(tl.float16))


@triton.jit
def thistle_garden_bf5_b(x_ptr, c_ptr, y_ptr, SHARP: tl.constexpr, STEP: tl.constexpr, BELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32) + 1.0
    u = tl.exp2((2.0 * SHARP * STEP) * x)
    y = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(BELLS):
        y = y * u + tl.load(c_ptr + (BELLS - 1 - k))
    y *= tl.exp2(-SHARP * (x * x))
    tl.store(y_ptr + i, y.to(tl.float16))


# ---- amber: gradient of the gain of a norm over heads of 128 ---------------------------------------------------------------------------
@triton.jit
def amber_cricket_bf5_a(dy_ptr, x_ptr, rstd_ptr, dw_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, WIDTH)
    at = rows[:, None] * WIDTH + c[None, :]
    rstd = tl.load(rstd_ptr + rows)
    part = tl.load(dy_ptr + at).to(tl.float32) * tl.load(x_ptr + at).to(tl.float32) * rstd[:, None]
    tl.atomic_add(dw_ptr + c[None, :] + tl.zeros((ROWS, 1), dtype=tl.int32), part, sem="relaxed")


@triton.jit
def amber_cricket_bf5_b(dy_ptr, x_ptr, rstd_ptr, dw_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr, TILES: tl.constexpr):
    first = tl.program_id(0) * ROWS * TILES
    c = tl.arange(0, WIDTH)
    acc = tl.zeros((ROWS, WIDTH), dtype=tl.float32)
    for t in range(TILES):
        rows = first + t * ROWS + tl.arange(0, ROWS)
        at = rows[:, None] * WIDTH + c[None, :]
        rstd = tl.load(rstd_ptr + rows)
        acc += tl.load(dy_ptr + at).to(tl.float32) * tl.load(x_ptr + at).to(tl.float32) * rstd[:, None]
    tl.atomic_add(dw_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


# ---- saddle: sums of squares of a flat bfloat16 gradient, one of each of 512 programs ---------------------------------------------------
@triton.jit
def saddle_orchid_bf5_a(g_ptr, y_ptr, count, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    total = 0.0
    for at in range(0, count, BLOCK):
        g = tl.load(g_ptr + pid * count + at + i).to(tl.float32)
        total += tl.sum(g * g, axis=0)
    tl.store(y_ptr + pid, total)


@triton.jit
def saddle_orchid_bf5_b(g_ptr, y_ptr, count, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, count, BLOCK):
        g = tl.load(g_ptr + pid * count + at + i).to(tl.float32)
        acc += g * g
    tl.store(y_ptr + pid, tl.sum(acc, axis=0))


# ---- harvest: int8 error feedback added to int8 gradients, chunk by chunk of a flat buffer ----------------------------------------------
@triton.jit
def harvest_pebble_bf5_a(a_ptr, b_ptr, y_ptr, start_ptr, CHUNK: tl.constexpr):
    start = tl.load(start_ptr + tl.program_id(0))
    i = start + tl.arange(0, CHUNK)
    s = tl.load(a_ptr + i).to(tl.int32) + tl.load(b_ptr + i).to(tl.int32)
    tl.store(y_ptr + i, tl.minimum(tl.maximum(s, -127), 127).to(tl.int8))


@triton.jit
def harvest_pebble_bf5_b(a_ptr, b_ptr, y_ptr, start_ptr, CHUNK: tl.constexpr):
    start = tl.multiple_of(tl.load(start_ptr + tl.program_id(0)), 16)
    i = start + tl.arange(0, CHUNK)
    s = tl.load(a_ptr + i).to(tl.int32) + tl.load(b_ptr + i).to(tl.int32)
    tl.store(y_ptr + i, tl.minimum(tl.maximum(s, -127), 127).to(tl.int8))


# ---- marble: backward of softmax over rows of 8192 float32; the two differ in their warps ------------------------------------------------
@triton.jit
def _back(p_ptr, dp_ptr, ds_ptr, scale, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    p = tl.load(p_ptr + at)
    dp = tl.load(dp_ptr + at)
    tl.store(ds_ptr + at, p * (dp - tl.sum(p * dp, axis=0)) * scale)


@triton.jit
def marble_tunnel_bf5_a(p_ptr, dp_ptr, ds_ptr, scale, WIDTH: tl.constexpr):
    _back(p_ptr, dp_ptr, ds_ptr, scale, WIDTH)


@triton.jit
def marble_tunnel_bf5_b(p_ptr, dp_ptr, ds_ptr, scale, WIDTH: tl.constexpr):
    _back(p_ptr, dp_ptr, ds_ptr, scale, WIDTH)


# ---- lagoon: one token's attention over slices of a long bfloat16 cache, eight query heads to a cached head ------------------------------
@triton.jit
def lagoon_whistle_bf5_a(
    q_ptr, k_ptr, v_ptr, y_ptr, lse_ptr, scale, LENGTH: tl.constexpr, SLICE: tl.constexpr, D: tl.constexpr, G: tl.constexpr, BN: tl.constexpr
):
    pid = tl.program_id(0)
    slices: tl.constexpr = LENGTH // SLICE
    kv = pid // (G * slices)
    part = (pid // G) % slices
    head = kv * G + pid % G
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + head * D + d).to(tl.float32) * scale
    top = -1e30
    total = 0.0
    acc = tl.zeros((D,), dtype=tl.float32)
    for t in range(0, SLICE, BN):
        at = (kv * LENGTH + part * SLICE + t + n)[:, None] * D + d[None, :]
        k = tl.load(k_ptr + at).to(tl.float32)
        v = tl.load(v_ptr + at).to(tl.float32)
        s = tl.sum(k * q[None, :], axis=1)
        higher = tl.maximum(top, tl.max(s, axis=0))
        p = tl.exp(s - higher)
        fade = tl.exp(top - higher)
        acc = acc * fade + tl.sum(p[:, None] * v, axis=0)
        total = total * fade + tl.sum(p, axis=0)
        top = higher
    tl.store(y_ptr + (head * slices + part) * D + d, acc / total)
    tl.store(lse_ptr + head * slices + part, top + tl.log(total))


@triton.jit
def lagoon_whistle_bf5_b(
    q_ptr, k_ptr, v_ptr, y_ptr, lse_ptr, scale, LENGTH: tl.constexpr, SLICE: tl.constexpr, D: tl.constexpr, G: tl.constexpr, BN: tl.constexpr
):
    pid = tl.program_id(0)
    slices: tl.constexpr = LENGTH // SLICE
    kv = pid // slices
    part = pid % slices
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    m = tl.arange(0, 16)
    head = kv * G + m
    q = tl.load(q_ptr + head[:, None] * D + d[None, :], mask=m[:, None] < G, other=0.0)
    top = tl.full((16,), -1e30, dtype=tl.float32)
    total = tl.zeros((16,), dtype=tl.float32)
    acc = tl.zeros((16, D), dtype=tl.float32)
    at = (kv * LENGTH + part * SLICE + n) * D
    ks = k_ptr + at[None, :] + d[:, None]
    vs = v_ptr + at[:, None] + d[None, :]
    for _ in range(0, SLICE, BN):
        s = tl.dot(q, tl.load(ks)) * scale
        higher = tl.maximum(top, tl.max(s, axis=1))
        p = tl.exp(s - higher[:, None])
        fade = tl.exp(top - higher)
        acc = acc * fade[:, None]
        acc = tl.dot(p.to(tl.bfloat16), tl.load(vs), acc)
        total = total * fade + tl.sum(p, axis=1)
        top = higher
        ks += BN * D
        vs += BN * D
    tl.store(y_ptr + (head * slices + part)[:, None] * D + d[None, :], acc / total[:, None], mask=m[:, None] < G)
    tl.store(lse_ptr + head * slices + part, top + tl.log(total), mask=m < G)


# ---- cinder: a learned bias of heads x positions x positions added to the scores of each of eight sequences ------------------------------
@triton.jit
def cinder_basket_bf5_a(s_ptr, bias_ptr, y_ptr, chunks, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    s = tl.load(s_ptr + pid * BLOCK + i).to(tl.float32)
    b = tl.load(bias_ptr + (pid % chunks) * BLOCK + i)
    tl.store(y_ptr + pid * BLOCK + i, (s + b).to(tl.bfloat16))


@triton.jit
def cinder_basket_bf5_b(s_ptr, bias_ptr, y_ptr, chunks, BATCH: tl.constexpr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    chunk = pid // BATCH
    at = ((pid % BATCH) * chunks + chunk) * BLOCK + tl.arange(0, BLOCK)
    s = tl.load(s_ptr + at).to(tl.float32)
    b = tl.load(bias_ptr + chunk * BLOCK + tl.arange(0, BLOCK))
    tl.store(y_ptr + at, (s + b).to(tl.bfloat16))


# ---- bramble: cross entropy of rows of 16384 bfloat16 logits, summed -------------------------------------------------------------------
@triton.jit
def _loss(x_ptr, label_ptr, row, WIDTH: tl.constexpr):
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH)).to(tl.float32)
    top = tl.max(x, axis=0)
    lse = tl.log(tl.sum(tl.exp(x - top), axis=0)) + top
    return lse - tl.load(x_ptr + row * WIDTH + tl.load(label_ptr + row)).to(tl.float32)


@triton.jit
def bramble_cellar_bf5_a(x_ptr, label_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    tl.atomic_add(y_ptr, _loss(x_ptr, label_ptr, row, WIDTH), sem="relaxed")


@triton.jit
def bramble_cellar_bf5_b(x_ptr, label_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    tl.atomic_add(y_ptr + (row % 64) * 32, _loss(x_ptr, label_ptr, row, WIDTH), sem="relaxed")


# ---- orbit: AdamW of float32 parameters, chunk by chunk of a flat buffer -----------------------------------------------------------------
@triton.jit
def _adamw(p_ptr, g_ptr, m_ptr, v_ptr, y_ptr, i, lr, decay, c1, c2):
    p = tl.load(p_ptr + i)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i) * 0.9 + g * 0.1
    v = tl.load(v_ptr + i) * 0.95 + g * g * 0.05
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)
    tl.store(y_ptr + i, p * (1.0 - lr * decay) - lr * (m * c1) / (tl.sqrt(v * c2) + 1e-8))


@triton.jit
def orbit_kettle_bf5_a(p_ptr, g_ptr, m_ptr, v_ptr, y_ptr, start_ptr, lr, decay, c1, c2, CHUNK: tl.constexpr):
    start = tl.load(start_ptr + tl.program_id(0))
    _adamw(p_ptr, g_ptr, m_ptr, v_ptr, y_ptr, start + tl.arange(0, CHUNK), lr, decay, c1, c2)


@triton.jit
def orbit_kettle_bf5_b(p_ptr, g_ptr, m_ptr, v_ptr, y_ptr, start_ptr, lr, decay, c1, c2, CHUNK: tl.constexpr):
    start = tl.multiple_of(tl.load(start_ptr + tl.program_id(0)), 16)
    _adamw(p_ptr, g_ptr, m_ptr, v_ptr, y_ptr, start + tl.arange(0, CHUNK), lr, decay, c1, c2)


# ---- falcon: rotary embedding of 32 heads of 128 bfloat16 --------------------------------------------------------------------------------
@triton.jit
def falcon_bucket_bf5_a(x_ptr, cos_ptr, sin_ptr, y_ptr, LENGTH: tl.constexpr, HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    c = tl.arange(0, HALF)
    cos = tl.load(cos_ptr + (token % LENGTH) * HALF + c)[None, :]
    sin = tl.load(sin_ptr + (token % LENGTH) * HALF + c)[None, :]
    at = token * (HEADS * HALF * 2) + tl.arange(0, HEADS)[:, None] * (HALF * 2) + c[None, :]
    x0 = tl.load(x_ptr + at).to(tl.float32)
    x1 = tl.load(x_ptr + at + HALF).to(tl.float32)
    tl.store(y_ptr + at, (x0 * cos - x1 * sin).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (x1 * cos + x0 * sin).to(tl.bfloat16))


# ---- pocket: rows of an embedding by token ----------------------------------------------------------------------------------------------
@triton.jit
def pocket_glacier_bf5_a(table_ptr, id_ptr, y_ptr, WIDTH: tl.constexpr):
    token = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    row = tl.load(id_ptr + token)
    tl.store(y_ptr + token * WIDTH + c, tl.load(table_ptr + row * WIDTH + c))


# ---- tundra: weights of four bits, 128 to a scale, to bfloat16 ---------------------------------------------------------------------------
@triton.jit
def tundra_spindle_bf5_a(q_ptr, s_ptr, y_ptr, GROUPS: tl.constexpr):
    g = tl.program_id(0) * GROUPS + tl.arange(0, GROUPS)
    j = tl.arange(0, 64)
    q = tl.load(q_ptr + g[:, None] * 64 + j[None, :]).to(tl.int32)
    scale = tl.load(s_ptr + g)[:, None]
    low = ((q & 15).to(tl.float32) - 8.0) * scale
    high = ((q >> 4).to(tl.float32) - 8.0) * scale
    at = g[:, None] * 128 + j[None, :]
    tl.store(y_ptr + at, low.to(tl.bfloat16))
    tl.store(y_ptr + at + 64, high.to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1, low=0.0, high=1.0):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.rand(count, generator=g, device="cuda", dtype=torch.float32).mul_(high - low).add_(low).to(dtype)


def ints(count, low, high, dtype, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(low, high, (count,), generator=g, device="cuda", dtype=dtype)


def starts_of(n, chunk):
    g = torch.Generator(device="cuda")
    g.manual_seed(9)
    # parameters lie in groups of 64 chunks, the groups in the order in which the optimizer was given them
    groups = n // chunk // 64
    order = torch.randperm(groups, generator=g, device="cuda")
    return ((order[:, None] * 64 + torch.arange(64, device="cuda")[None, :]).flatten() * chunk).to(torch.int32).contiguous()


def gravel(tiled):
    def setup():
        k, n, group, groups, cols = 4096, 16384, 128, 8, 64
        w = data(k * n, torch.float16)
        q = torch.empty(k * n, device="cuda", dtype=torch.int8)
        s = torch.empty(k // group * n, device="cuda", dtype=torch.float32)
        if tiled:
            return (lambda: gravel_lantern_bf5_b[(n // cols, k // group)](w, q, s, n, GROUP=group, COLS=cols, num_warps=8)), q
        return (lambda: gravel_lantern_bf5_a[(n, k // group // groups)](w, q, s, n, GROUP=group, GROUPS=groups, num_warps=4)), q

    return setup


def pewter(fused):
    def setup():
        rows, width, block = 16384, 4096, 4096
        x, r = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2)
        gain = data(width, torch.bfloat16, 3, 0.5, 1.5)
        h = torch.empty_like(x)
        q = torch.empty(rows * width, device="cuda", dtype=torch.int8)
        s = torch.empty(rows, device="cuda", dtype=torch.float32)
        if fused:
            return (lambda: pewter_sparrow_bf5_b[(rows,)](x, r, h, gain, q, s, WIDTH=width, num_warps=8)), q
        n = torch.empty_like(x)

        def launch():
            pewter_sparrow_bf5_a0[(rows * width // block,)](x, r, h, BLOCK=block, num_warps=8)
            pewter_sparrow_bf5_a1[(rows,)](h, gain, n, WIDTH=width, num_warps=8)
            pewter_sparrow_bf5_a2[(rows,)](n, q, s, WIDTH=width, num_warps=8)

        return launch, q

    return setup


def walnut(four):
    def setup():
        n = 128 * 1024 * 1024
        x = data(n, torch.bfloat16)
        y = torch.empty_like(x)
        if four:
            return (lambda: walnut_ferry_bf5_b[(n // 4096,)](x, y, 20240, 0.25, QUARTER=1024, num_warps=4)), y
        return (lambda: walnut_ferry_bf5_a[(n // 1024,)](x, y, 20240, 0.25, BLOCK=1024, num_warps=4)), y

    return setup


def copper(kernel, bm, bn, bk, warps, stages):
    def setup():
        m, n, k = 4096, 4096, 1024
        x, w = data(m * k, torch.bfloat16, 1), data(k * n, torch.bfloat16, 2)
        y = torch.empty(m * n, device="cuda", dtype=torch.float32)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, BM=bm, BN=bn, BK=bk, num_warps=warps, num_stages=stages)), y

    return setup


def velvet(kernel, dtype):
    def setup():
        n, block = 128 * 1024 * 1024, 1024
        x, u = data(n, torch.float16, 1), data(n, torch.float16, 2)
        alpha = torch.full((1,), 1.702, device="cuda", dtype=dtype)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, u, alpha, y, BLOCK=block, num_warps=4)), y

    return setup


def thistle(kernel, folded):
    def setup():
        n, block, bells, sharp, step = 128 * 1024 * 1024, 2048, 16, 11.5, 2.0 / 15.0
        x = data(n, torch.float16, 1, -1.0, 1.0)
        c = data(bells, torch.float32, 2)
        if folded:
            at = torch.arange(bells, device="cuda", dtype=torch.float64) * step
            c = (c.double() * torch.exp2(-sharp * at * at)).float()
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, c, y, SHARP=sharp, STEP=step, BELLS=bells, BLOCK=block, num_warps=4)), y

    return setup


def amber(tiles):
    def setup():
        rows, width, tile = 262144, 128, 32
        dy, x = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2)
        rstd = data(rows, torch.float32, 3, 0.5, 1.5)
        dw = torch.zeros(width, device="cuda", dtype=torch.float32)
        if tiles > 1:
            return (lambda: amber_cricket_bf5_b[(rows // tile // tiles,)](dy, x, rstd, dw, WIDTH=width, ROWS=tile, TILES=tiles, num_warps=4)), dw
        return (lambda: amber_cricket_bf5_a[(rows // tile,)](dy, x, rstd, dw, WIDTH=width, ROWS=tile, num_warps=4)), dw

    return setup


def saddle(kernel, block):
    def setup():
        n, programs = 256 * 1024 * 1024, 512
        g = data(n, torch.bfloat16)
        y = torch.empty(programs, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(programs,)](g, y, n // programs, BLOCK=block, num_warps=4)), y

    return setup


def harvest(kernel):
    def setup():
        n, chunk = 256 * 1024 * 1024, 2048
        a, b = ints(n, -20, 61, torch.int8, 1), ints(n, -20, 61, torch.int8, 2)
        y = torch.empty_like(a)
        starts = starts_of(n, chunk)
        return (lambda: kernel[(n // chunk,)](a, b, y, starts, CHUNK=chunk, num_warps=4)), y

    return setup


def marble(kernel, warps):
    def setup():
        rows, width = 8192, 8192
        p, dp = data(rows * width, seed=1, high=1.0 / width), data(rows * width, seed=2)
        ds = torch.empty_like(p)
        return (lambda: kernel[(rows,)](p, dp, ds, 0.125, WIDTH=width, num_warps=warps)), ds

    return setup


def lagoon(grouped):
    def setup():
        batch, kvs, g, length, d, piece = 16, 8, 8, 8192, 128, 1024
        q = data(batch * kvs * g * d, torch.bfloat16, 1, -1.0, 1.0)
        k = data(batch * kvs * length * d, torch.bfloat16, 2, -1.0, 1.0)
        v = data(batch * kvs * length * d, torch.bfloat16, 3)
        slices = length // piece
        y = torch.empty(batch * kvs * g * slices * d, device="cuda", dtype=torch.float32)
        lse = torch.empty(batch * kvs * g * slices, device="cuda", dtype=torch.float32)
        if grouped:
            return (
                lambda: lagoon_whistle_bf5_b[(batch * kvs * slices,)](
                    q, k, v, y, lse, 0.08838834764, LENGTH=length, SLICE=piece, D=d, G=g, BN=64, num_warps=4, num_stages=3
                )
            ), y
        return (
            lambda: lagoon_whistle_bf5_a[(batch * kvs * slices * g,)](
                q, k, v, y, lse, 0.08838834764, LENGTH=length, SLICE=piece, D=d, G=g, BN=64, num_warps=4
            )
        ), y

    return setup


def cinder(turned):
    def setup():
        batch, heads, length, block = 8, 16, 2048, 4096
        each = heads * length * length
        s, bias = data(batch * each, torch.bfloat16, 1), data(each, torch.float32, 2)
        y = torch.empty_like(s)
        grid, chunks = (batch * each // block,), each // block
        if turned:
            return (lambda: cinder_basket_bf5_b[grid](s, bias, y, chunks, BATCH=batch, BLOCK=block, num_warps=8)), y
        return (lambda: cinder_basket_bf5_a[grid](s, bias, y, chunks, BLOCK=block, num_warps=8)), y

    return setup


def bramble(kernel):
    def setup():
        rows, width = 32768, 16384
        x = data(rows * width, torch.bfloat16, 1, -2.0, 2.0)
        label = ints(rows, 0, width, torch.int32, 2)
        y = torch.zeros(64 * 32, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(rows,)](x, label, y, WIDTH=width, num_warps=8)), y

    return setup


def orbit(kernel):
    def setup():
        n, chunk = 64 * 1024 * 1024, 1024
        p, g = data(n, seed=1), data(n, seed=2, low=-1.0)
        m, v = data(n, seed=3, low=-0.1, high=0.1), data(n, seed=4, low=0.1)
        y = torch.empty_like(p)
        starts = starts_of(n, chunk)
        return (lambda: kernel[(n // chunk,)](p, g, m, v, y, starts, 1e-3, 0.1, 1.5, 1.25, CHUNK=chunk, num_warps=4)), y

    return setup


def falcon():
    tokens, length, heads, half = 65536, 4096, 32, 64
    x = data(tokens * heads * half * 2, torch.bfloat16)
    angle = (
        torch.arange(length, device="cuda", dtype=torch.float32)[:, None]
        * torch.exp(torch.arange(half, device="cuda", dtype=torch.float32) * (-9.21034 / half))[None, :]
    )
    cos, sin = torch.cos(angle).contiguous(), torch.sin(angle).contiguous()
    y = torch.empty_like(x)
    return (lambda: falcon_bucket_bf5_a[(tokens,)](x, cos, sin, y, LENGTH=length, HEADS=heads, HALF=half, num_warps=4)), y


def pocket():
    tokens, words, width = 65536, 128256, 4096
    table = data(words * width, torch.bfloat16)
    ids = ints(tokens, 0, words, torch.int32, 2)
    y = torch.empty(tokens * width, device="cuda", dtype=torch.bfloat16)
    return (lambda: pocket_glacier_bf5_a[(tokens,)](table, ids, y, WIDTH=width, num_warps=4)), y


def tundra():
    weights, groups = 16384 * 16384, 64
    q = ints(weights // 2, 0, 256, torch.uint8)
    s = data(weights // 128, torch.float32, 2, 0.01, 0.02)
    y = torch.empty(weights, device="cuda", dtype=torch.bfloat16)
    return (lambda: tundra_spindle_bf5_a[(weights // 128 // groups,)](q, s, y, GROUPS=groups, num_warps=4)), y


CASES = [
    ("gravel_lantern_bf5_a", gravel(False)),
    ("gravel_lantern_bf5_b", gravel(True)),
    ("pewter_sparrow_bf5_a0", pewter(False)),
    ("pewter_sparrow_bf5_b", pewter(True)),
    ("walnut_ferry_bf5_a", walnut(False)),
    ("walnut_ferry_bf5_b", walnut(True)),
    ("copper_meadow_bf5_a", copper(copper_meadow_bf5_a, 64, 64, 16, 4, 3)),
    ("copper_meadow_bf5_b", copper(copper_meadow_bf5_b, 128, 128, 64, 4, 3)),
    ("velvet_harbor_bf5_a", velvet(velvet_harbor_bf5_a, torch.float64)),
    ("velvet_harbor_bf5_b", velvet(velvet_harbor_bf5_b, torch.float32)),
    ("thistle_garden_bf5_a", thistle(thistle_garden_bf5_a, False)),
    ("thistle_garden_bf5_b", thistle(thistle_garden_bf5_b, True)),
    ("amber_cricket_bf5_a", amber(1)),
    ("amber_cricket_bf5_b", amber(16)),
    ("saddle_orchid_bf5_a", saddle(saddle_orchid_bf5_a, 1024)),
    ("saddle_orchid_bf5_b", saddle(saddle_orchid_bf5_b, 8192)),
    ("harvest_pebble_bf5_a", harvest(harvest_pebble_bf5_a)),
    ("harvest_pebble_bf5_b", harvest(harvest_pebble_bf5_b)),
    ("marble_tunnel_bf5_a", marble(marble_tunnel_bf5_a, 1)),
    ("marble_tunnel_bf5_b", marble(marble_tunnel_bf5_b, 8)),
    ("lagoon_whistle_bf5_a", lagoon(False)),
    ("lagoon_whistle_bf5_b", lagoon(True)),
    ("cinder_basket_bf5_a", cinder(False)),
    ("cinder_basket_bf5_b", cinder(True)),
    ("bramble_cellar_bf5_a", bramble(bramble_cellar_bf5_a)),
    ("bramble_cellar_bf5_b", bramble(bramble_cellar_bf5_b)),
    ("orbit_kettle_bf5_a", orbit(orbit_kettle_bf5_a)),
    ("orbit_kettle_bf5_b", orbit(orbit_kettle_bf5_b)),
    ("falcon_bucket_bf5_a", falcon),
    ("pocket_glacier_bf5_a", pocket),
    ("tundra_spindle_bf5_a", tundra),
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
