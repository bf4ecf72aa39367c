#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: eightyfourth_bm4.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- attention forward, shared by several cases ---------------------------------------------------------------------------------------
@triton.jit
def _step(q, k_ptrs, v_ptrs, acc, top, total, scale, rm, cols, MASKED: tl.constexpr):
    s = tl.dot(q, tl.load(k_ptrs)) * scale
    if MASKED:
        s = tl.where(rm[:, None] >= cols[None, :], s, float("-inf"))
    new_top = tl.maximum(top, tl.max(s, axis=1))
    p = tl.exp2(s - new_top[:, None])
    alpha = tl.exp2(top - new_top)
    total = total * alpha + tl.sum(p, axis=1)
    acc = acc * alpha[:, None]
    acc = tl.dot(p.to(tl.bfloat16), tl.load(v_ptrs), acc)
    return acc, new_top, total


@triton.jit
def _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, head, block, CAUSAL: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    base = head * N * D
    rm = block * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    q = tl.load(q_ptr + base + rm[:, None] * D + rd[None, :])
    k_ptrs = k_ptr + base + rn[None, :] * D + rd[:, None]
    v_ptrs = v_ptr + base + rn[:, None] * D + rd[None, :]
    top = tl.full((BM,), float("-inf"), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    if CAUSAL:  # noqa: SIM108 as it was measured
        full = block * BM
    else:
        full = N
    for start in range(0, full, BN):
        acc, top, total = _step(q, k_ptrs, v_ptrs, acc, top, total, scale, rm, start + rn, False)
        k_ptrs += BN * D
        v_ptrs += BN * D
    if CAUSAL:
        for start in range(full, full + BM, BN):
            acc, top, total = _step(q, k_ptrs, v_ptrs, acc, top, total, scale, rm, start + rn, True)
            k_ptrs += BN * D
            v_ptrs += BN * D
    acc = acc / total[:, None]
    tl.store(o_ptr + base + rm[:, None] * D + rd[None, :], acc.to(tl.bfloat16))


# ---- lantern: attention of 16 heads of 4096 tokens, 128 wide --------------------------------------------------------------------------
@triton.jit
def lantern_gravel_bm4_a(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, tl.program_id(1), tl.program_id(0), False, BM, BN, D)


@triton.jit
def lantern_gravel_bm4_b(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, tl.program_id(1), tl.program_id(0), False, BM, BN, D)


# ---- walnut: causal attention of 4 heads of 8192 tokens, 128 wide -----------------------------------------------------------------------
@triton.jit
def walnut_ferry_bm4_a(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, tl.program_id(1), tl.program_id(0), True, BM, BN, D)


@triton.jit
def walnut_ferry_bm4_b(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, HEADS, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    pid = tl.program_id(0)
    _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, pid % HEADS, N // BM - 1 - pid // HEADS, True, BM, BN, D)


# ---- pebble: batched linear layer with bias and ReLU in float32 -------------------------------------------------------------------------
@triton.jit
def _linear(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, PRECISION: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    batch = tl.program_id(2)
    rm = tl.program_id(1) * BM + tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + batch * M * K + rm[:, None] * K + rk[None, :]
    b = w_ptr + batch * N * K + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision=PRECISION)
        a += BK
        b += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + batch * N + rn)[None, :], 0.0)
    tl.store(y_ptr + batch * M * N + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def pebble_violin_bm4_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _linear(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, "ieee", BM, BN, BK)


@triton.jit
def pebble_violin_bm4_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _linear(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, "tf32", BM, BN, BK)


# ---- general product: x of M x K, w by its strides, y of M x N ----------------------------------------------------------------------------
@triton.jit
def _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * wk + rn[None, :] * wn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * wk
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(y_ptr.dtype.element_ty))


# ---- copper: bf16, 4096 x 4096 x 4096 -----------------------------------------------------------------------------------------------------
@triton.jit
def copper_meadow_bm4_a(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM, BN, BK)


@triton.jit
def copper_meadow_bm4_b(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM, BN, BK)


# ---- thistle: fp16, w stored N x K; strides differ from call to call ------------------------------------------------------------------------
@triton.jit(do_not_specialize=["wk", "wn"])
def thistle_anchor_bm4_a(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM, BN, BK)


@triton.jit
def thistle_anchor_bm4_b(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM, BN, BK)


# ---- saddle: 16 tokens through a weight of 4096 x 16384 -------------------------------------------------------------------------------------
@triton.jit
def _few_tokens(x_ptr, w_ptr, N, K, first, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = first + tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, count, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    return acc


@triton.jit
def saddle_comet_bm4_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    acc = _few_tokens(x_ptr, w_ptr, N, K, 0, K, BM, BN, BK)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    tl.store(y_ptr + tl.arange(0, BM)[:, None] * N + rn[None, :], acc)


@triton.jit
def saddle_comet_bm4_b(x_ptr, w_ptr, y_ptr, N, K, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    acc = _few_tokens(x_ptr, w_ptr, N, K, tl.program_id(1) * count, count, BM, BN, BK)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    tl.atomic_add(y_ptr + tl.arange(0, BM)[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- marble: softmax of 8192 rows of 16384 float32 ------------------------------------------------------------------------------------------
@triton.jit
def marble_otter_bm4_a(x_ptr, y_ptr, WIDTH, BLOCK: tl.constexpr):
    base = tl.program_id(0) * WIDTH
    i = tl.arange(0, BLOCK)
    top = tl.full((BLOCK,), float("-inf"), dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        top = tl.maximum(top, tl.load(x_ptr + base + at + i))
    row_top = tl.max(top, axis=0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        total += tl.exp(tl.load(x_ptr + base + at + i) - row_top)
    scale = 1.0 / tl.sum(total, axis=0)
    for at in range(0, WIDTH, BLOCK):
        tl.store(y_ptr + base + at + i, tl.exp(tl.load(x_ptr + base + at + i) - row_top) * scale)


@triton.jit
def marble_otter_bm4_b(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e * (1.0 / tl.sum(e, axis=0)))


# ---- candle: layer normalisation of 32768 rows of 4096 bf16 -----------------------------------------------------------------------------------
@triton.jit
def candle_raven_bm4_a0(x_ptr, mean_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH)).to(tl.float32)
    tl.store(mean_ptr + row, tl.sum(x, axis=0) / WIDTH)


@triton.jit
def candle_raven_bm4_a1(x_ptr, mean_ptr, spread_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH)).to(tl.float32) - tl.load(mean_ptr + row)
    tl.store(spread_ptr + row, tl.sum(x * x, axis=0) / WIDTH)


@triton.jit
def candle_raven_bm4_a2(x_ptr, mean_ptr, spread_ptr, gain_ptr, shift_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    x = tl.load(x_ptr + row * WIDTH + c).to(tl.float32) - tl.load(mean_ptr + row)
    y = x * tl.rsqrt(tl.load(spread_ptr + row) + 1e-5) * tl.load(gain_ptr + c) + tl.load(shift_ptr + c)
    tl.store(y_ptr + row * WIDTH + c, y.to(tl.bfloat16))


@triton.jit
def candle_raven_bm4_b(x_ptr, gain_ptr, shift_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    x -= tl.sum(x, axis=0) / WIDTH
    y = x * tl.rsqrt(tl.sum(x * x, axis=0) / WIDTH + 1e-5) * tl.load(gain_ptr + c) + tl.load(shift_ptr + c)
    tl.store(y_ptr + at, y.to(tl.bfloat16))


# ---- juniper: sums of the columns of a float32 matrix of 8192 x 8192 ----------------------------------------------------------------------------
@triton.jit
def juniper_basket_bm4_a(x_ptr, y_ptr, R, C, BLOCK: tl.constexpr):
    col = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for r in range(0, R, BLOCK):
        acc += tl.load(x_ptr + (r + i) * C + col)
    tl.store(y_ptr + col, tl.sum(acc, axis=0))


@triton.jit
def juniper_basket_bm4_b(x_ptr, y_ptr, C, count, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    i = tl.program_id(1) * count + tl.arange(0, ROWS)
    acc = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for r in range(0, count, ROWS):
        acc += tl.load(x_ptr + (r + i)[:, None] * C + c[None, :])
    tl.atomic_add(y_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


# ---- harbor: float32 to bf16 ------------------------------------------------------------------------------------------------------------------
@triton.jit
def harbor_pickle_bm4_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i).to(tl.bfloat16))


@triton.jit
def harbor_pickle_bm4_b(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i).to(tl.bfloat16))


# ---- ribbon: joint histogram of two float32 signals in 4 x 4 bins -------------------------------------------------------------------------------
@triton.jit
def _cell(u_ptr, v_ptr, i):
    u = (tl.load(u_ptr + i) * 4.0).to(tl.int32)
    v = (tl.load(v_ptr + i) * 4.0).to(tl.int32)
    return tl.minimum(u, 3) * 4 + tl.minimum(v, 3)


@triton.jit
def ribbon_glacier_bm4_a(u_ptr, v_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(y_ptr + _cell(u_ptr, v_ptr, i), 1, sem="relaxed")


@triton.jit
def ribbon_glacier_bm4_b(u_ptr, v_ptr, y_ptr, count, BLOCK: tl.constexpr):
    i = tl.program_id(0) * count + tl.arange(0, BLOCK)
    counts = tl.zeros((16,), dtype=tl.int32)
    for at in range(0, count, BLOCK):
        counts += tl.histogram(_cell(u_ptr, v_ptr, at + i), 16)
    tl.atomic_add(y_ptr + tl.arange(0, 16), counts, sem="relaxed")


# ---- cobalt: int8 to fp16 with scale, tanh(x) * sigmoid(x) ---
@triton.jit
def cobalt_turnip_bm4_a(x_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32) * scale
    up = tl.exp(x)
    down = tl.exp(-x)
    tl.store(y_ptr + i, ((up - down) / (up + down) * (1.0 / (1.0 + down))).to(tl.float16))


@triton.jit
def cobalt_turnip_bm4_b(x_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32) * scale
    w = tl.exp(-x)
    t = w * w
    tl.store(y_ptr + i, ((1.0 - t) / ((1.0 + t) * (1.0 + w))).to(tl.float16))


# ---- mosaic: running sums along 32 rows of a million float32 --------------------------------------------------------------------------------------
@triton.jit
def _running(x_ptr, y_ptr, first, count, carry, BLOCK: tl.constexpr):
    i = first + tl.arange(0, BLOCK)
    for at in range(0, count, BLOCK):
        x = tl.load(x_ptr + at + i)
        tl.store(y_ptr + at + i, tl.cumsum(x, axis=0) + carry)
        carry += tl.sum(x, axis=0)


@triton.jit
def mosaic_parrot_bm4_a(x_ptr, y_ptr, length, BLOCK: tl.constexpr):
    _running(x_ptr, y_ptr, tl.program_id(0) * length, length, tl.full((), 0.0, tl.float32), BLOCK)


@triton.jit
def mosaic_parrot_bm4_b0(x_ptr, part_ptr, length, count, SLICES: tl.constexpr, BLOCK: tl.constexpr):
    row, piece = tl.program_id(1), tl.program_id(0)
    i = row * length + piece * count + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, count, BLOCK):
        acc += tl.load(x_ptr + at + i)
    tl.store(part_ptr + row * SLICES + piece, tl.sum(acc, axis=0))


@triton.jit
def mosaic_parrot_bm4_b1(x_ptr, part_ptr, y_ptr, length, count, SLICES: tl.constexpr, BLOCK: tl.constexpr):
    row, piece = tl.program_id(1), tl.program_id(0)
    s = tl.arange(0, SLICES)
    carry = tl.sum(tl.load(part_ptr + row * SLICES + s, mask=s < piece, other=0.0), axis=0)
    _running(x_ptr, y_ptr, row * length + piece * count, count, carry, BLOCK)


# ---- sparrow: SiLU of float32 -----------------------------------------------------------------------------------------------------------------
@triton.jit
def sparrow_bucket_bm4_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    up = tl.exp(0.5 * x)
    down = tl.exp(-0.5 * x)
    tl.store(y_ptr + i, 0.5 * x * (1.0 + (up - down) / (up + down)))


@triton.jit
def sparrow_bucket_bm4_b(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.store(y_ptr + i, x / (1.0 + tl.exp(-x)))


# ---- velvet: RMS normalisation of 32768 rows of 4096 float32, gains in a table --------------------------------------------------------------------
@triton.jit
def _rms(x_ptr, table_ptr, y_ptr, WIDTH: tl.constexpr, STEP: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at)
    scale = tl.rsqrt(tl.sum(x * x, axis=0) / WIDTH + 1e-5)
    tl.store(y_ptr + at, x * scale * tl.load(table_ptr + c * STEP))


@triton.jit
def velvet_canyon_bm4_a(x_ptr, table_ptr, y_ptr, WIDTH: tl.constexpr):
    _rms(x_ptr, table_ptr, y_ptr, WIDTH, 2)


@triton.jit
def velvet_canyon_bm4_b(x_ptr, table_ptr, y_ptr, WIDTH: tl.constexpr):
    _rms(x_ptr, table_ptr, y_ptr, WIDTH, 1)


# ---- pollen: squared norm of a float32 gradient ---
@triton.jit
def pollen_drum_bm4_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.atomic_add(y_ptr, tl.sum(x * x, axis=0), sem="relaxed")


@triton.jit
def pollen_drum_bm4_b(x_ptr, y_ptr, BLOCK: tl.constexpr, TIMES: tl.constexpr):
    i = tl.program_id(0) * (BLOCK * TIMES) + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for t in range(0, TIMES):
        x = tl.load(x_ptr + t * BLOCK + i)
        acc += x * x
    tl.atomic_add(y_ptr, tl.sum(acc, axis=0), sem="relaxed")


# ---- cricket: softmax of 65536 rows of 2048 bf16 ---
@triton.jit
def cricket_tunnel_bm4_a(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, (e * (1.0 / tl.sum(e, axis=0))).to(tl.bfloat16))


# ---- bramble: bf16, 8192 x 4096 x 4096, w stored N x K ---
@triton.jit
def bramble_spoon_bm4_a(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _product(x_ptr, w_ptr, y_ptr, M, N, K, wk, wn, BM, BN, BK)


# ---- fennel: attention of 64 heads of 4096 tokens, 64 wide ---
@triton.jit
def fennel_kite_bm4_a(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    _attend(q_ptr, k_ptr, v_ptr, o_ptr, scale, N, tl.program_id(1), tl.program_id(0), False, BM, BN, D)


# ---- tulip: SwiGLU of bf16 ---
@triton.jit
def tulip_wagon_bm4_a(g_ptr, u_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + i).to(tl.float32)
    u = tl.load(u_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (g * u / (1.0 + tl.exp(-g))).to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1, low=-0.75, high=1.25):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * (high - low) + low).to(dtype)


def attention(kernel, heads, n, d, bm, bn, warps, stages, flat=False):
    def setup():
        q, k, v = (data(heads * n * d, torch.bfloat16, seed) for seed in (1, 2, 3))
        y = torch.empty(heads * n * d, device="cuda", dtype=torch.bfloat16)
        scale = 1.4426950408889634 / d**0.5
        if flat:
            return (lambda: kernel[((n // bm) * heads,)](q, k, v, y, scale, n, heads, BM=bm, BN=bn, D=d, num_warps=warps, num_stages=stages)), y
        return (lambda: kernel[(n // bm, heads)](q, k, v, y, scale, n, BM=bm, BN=bn, D=d, num_warps=warps, num_stages=stages)), y

    return setup


def pebbles(kernel):
    def setup():
        batch, m, n, k, bm, bn = 16, 1024, 1024, 1024, 64, 64
        # steps of bf16, which TF32 holds exactly
        x, w = data(batch * m * k, torch.bfloat16, 1).to(torch.float32), data(batch * n * k, torch.bfloat16, 2).to(torch.float32)
        bias = data(batch * n, seed=3)
        y = torch.empty(batch * m * n, device="cuda", dtype=torch.float32)
        grid = (n // bn, m // bm, batch)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=32, num_warps=4, num_stages=3)), y

    return setup


def product(kernel, m, n, k, dtype, turned, bm, bn, bk, warps, stages):
    def setup():
        x, w = data(m * k, dtype, 1), data(n * k, dtype, 2)
        y = torch.empty(m * n, device="cuda", dtype=dtype)
        wk, wn = (1, k) if turned else (n, 1)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, wk, wn, BM=bm, BN=bn, BK=bk, num_warps=warps, num_stages=stages)), y

    return setup


def saddles(slices):
    def setup():
        m, n, k, bn, bk = 16, 4096, 16384, 128, 64
        x, w = data(m * k, torch.bfloat16, 1), data(n * k, torch.bfloat16, 2)
        # zero at first: the sliced form adds its parts to it
        y = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        if slices > 1:
            return (lambda: saddle_comet_bm4_b[(n // bn, slices)](x, w, y, n, k, k // slices, BM=m, BN=bn, BK=bk, num_warps=4, num_stages=3)), y
        return (lambda: saddle_comet_bm4_a[(n // bn,)](x, w, y, n, k, BM=m, BN=bn, BK=bk, num_warps=4, num_stages=3)), y

    return setup


def marbles(whole):
    def setup():
        rows, width = 8192, 16384
        x = data(rows * width)
        y = torch.empty_like(x)
        if whole:
            return (lambda: marble_otter_bm4_b[(rows,)](x, y, WIDTH=width, num_warps=16)), y
        return (lambda: marble_otter_bm4_a[(rows,)](x, y, width, BLOCK=1024, num_warps=4)), y

    return setup


def candles(fused):
    def setup():
        rows, width = 32768, 4096
        x = data(rows * width, torch.bfloat16)
        gain, shift = data(width, seed=2), data(width, seed=3)
        y = torch.empty_like(x)
        if fused:
            return (lambda: candle_raven_bm4_b[(rows,)](x, gain, shift, y, WIDTH=width, num_warps=8)), y
        mean, spread = torch.empty(rows, device="cuda", dtype=torch.float32), torch.empty(rows, device="cuda", dtype=torch.float32)

        def launch():
            candle_raven_bm4_a0[(rows,)](x, mean, WIDTH=width, num_warps=8)
            candle_raven_bm4_a1[(rows,)](x, mean, spread, WIDTH=width, num_warps=8)
            candle_raven_bm4_a2[(rows,)](x, mean, spread, gain, shift, y, WIDTH=width, num_warps=8)

        return launch, y

    return setup


def junipers(tiled):
    def setup():
        r, c, slices = 8192, 8192, 32
        x = data(r * c)
        # zero at first: the tiled form adds its parts to it
        y = torch.zeros(c, device="cuda", dtype=torch.float32)
        if tiled:
            return (lambda: juniper_basket_bm4_b[(c // 128, slices)](x, y, c, r // slices, ROWS=32, COLS=128, num_warps=4)), y
        return (lambda: juniper_basket_bm4_a[(c,)](x, y, r, c, BLOCK=1024, num_warps=4)), y

    return setup


def harbors(kernel, block, warps):
    def setup():
        n = 64 * 1024 * 1024
        x = data(n)
        y = torch.empty(n, device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(n // block,)](x, y, BLOCK=block, num_warps=warps)), y

    return setup


def ribbons(local):
    def setup():
        n, block, count = 8 * 1024 * 1024, 2048, 8192
        u, v = data(n, seed=1, low=0.0, high=1.0), data(n, seed=2, low=0.0, high=1.0)
        y = torch.zeros(16, device="cuda", dtype=torch.int32)
        if local:
            return (lambda: ribbon_glacier_bm4_b[(n // count,)](u, v, y, count, BLOCK=block, num_warps=8)), y
        return (lambda: ribbon_glacier_bm4_a[(n // block,)](u, v, y, BLOCK=block, num_warps=8)), y

    return setup


def cobalts(kernel):
    def setup():
        n, block = 256 * 1024 * 1024, 2048
        g = torch.Generator(device="cuda")
        g.manual_seed(4)
        x = torch.randint(-128, 128, (n,), device="cuda", dtype=torch.int8, generator=g)
        y = torch.empty(n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(n // block,)](x, y, 0.03, BLOCK=block, num_warps=4)), y

    return setup


def mosaics(slices):
    def setup():
        rows, length = 32, 1024 * 1024
        x = data(rows * length, low=0.0, high=1.0)
        y = torch.empty_like(x)
        if slices == 1:
            return (lambda: mosaic_parrot_bm4_a[(rows,)](x, y, length, BLOCK=4096, num_warps=8)), y
        part = torch.empty(rows * slices, device="cuda", dtype=torch.float32)

        def launch():
            grid = (slices, rows)
            mosaic_parrot_bm4_b0[grid](x, part, length, length // slices, SLICES=slices, BLOCK=4096, num_warps=8)
            mosaic_parrot_bm4_b1[grid](x, part, y, length, length // slices, SLICES=slices, BLOCK=4096, num_warps=8)

        return launch, y

    return setup


def sparrows(kernel):
    def setup():
        n, block = 128 * 1024 * 1024, 1024
        x = data(n, low=-3.0, high=4.0)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, y, BLOCK=block, num_warps=4)), y

    return setup


def velvets(kernel, step):
    def setup():
        rows, width = 32768, 4096
        x = data(rows * width)
        gains = data(width, seed=2)
        table = torch.zeros(width * step, device="cuda", dtype=torch.float32)
        table[::step] = gains
        y = torch.empty_like(x)
        return (lambda: kernel[(rows,)](x, table, y, WIDTH=width, num_warps=8)), y

    return setup


def pollens(times):
    def setup():
        n, block = 128 * 1024 * 1024, 4096
        x = data(n)
        y = torch.zeros(1, device="cuda", dtype=torch.float32)
        if times == 1:
            return (lambda: pollen_drum_bm4_a[(n // block,)](x, y, BLOCK=block, num_warps=8)), y
        return (lambda: pollen_drum_bm4_b[(n // (block * times),)](x, y, BLOCK=block, TIMES=times, num_warps=8)), y

    return setup


def crickets():
    rows, width = 65536, 2048
    x = data(rows * width, torch.bfloat16)
    y = torch.empty_like(x)
    return (lambda: cricket_tunnel_bm4_a[(rows,)](x, y, WIDTH=width, num_warps=4)), y


def tulips():
    n, block = 128 * 1024 * 1024, 2048
    g, u = data(n, torch.bfloat16, 1), data(n, torch.bfloat16, 2)
    y = torch.empty_like(g)
    return (lambda: tulip_wagon_bm4_a[(n // block,)](g, u, y, BLOCK=block, num_warps=4)), y


CASES = [
    ("lantern_gravel_bm4_a", attention(lantern_gravel_bm4_a, 16, 4096, 128, 128, 64, 8, 1)),
    ("lantern_gravel_bm4_b", attention(lantern_gravel_bm4_b, 16, 4096, 128, 128, 64, 8, 3)),
    ("pebble_violin_bm4_a", pebbles(pebble_violin_bm4_a)),
    ("pebble_violin_bm4_b", pebbles(pebble_violin_bm4_b)),
    ("copper_meadow_bm4_a", product(copper_meadow_bm4_a, 4096, 4096, 4096, torch.bfloat16, False, 32, 32, 64, 4, 3)),
    ("copper_meadow_bm4_b", product(copper_meadow_bm4_b, 4096, 4096, 4096, torch.bfloat16, False, 128, 128, 64, 4, 3)),
    ("saddle_comet_bm4_a", saddles(1)),
    ("saddle_comet_bm4_b", saddles(16)),
    ("thistle_anchor_bm4_a", product(thistle_anchor_bm4_a, 4096, 2048, 2048, torch.float16, True, 128, 128, 32, 8, 3)),
    ("thistle_anchor_bm4_b", product(thistle_anchor_bm4_b, 4096, 2048, 2048, torch.float16, True, 128, 128, 32, 8, 3)),
    ("marble_otter_bm4_a", marbles(False)),
    ("marble_otter_bm4_b", marbles(True)),
    ("candle_raven_bm4_a0", candles(False)),
    ("candle_raven_bm4_b", candles(True)),
    ("juniper_basket_bm4_a", junipers(False)),
    ("juniper_basket_bm4_b", junipers(True)),
    ("harbor_pickle_bm4_a", harbors(harbor_pickle_bm4_a, 64, 1)),
    ("harbor_pickle_bm4_b", harbors(harbor_pickle_bm4_b, 2048, 4)),
    ("ribbon_glacier_bm4_a", ribbons(False)),
    ("ribbon_glacier_bm4_b", ribbons(True)),
    ("cobalt_turnip_bm4_a", cobalts(cobalt_turnip_bm4_a)),
    ("cobalt_turnip_bm4_b", cobalts(cobalt_turnip_bm4_b)),
    ("mosaic_parrot_bm4_a", mosaics(1)),
    ("mosaic_parrot_bm4_b0", mosaics(64)),
    ("walnut_ferry_bm4_a", attention(walnut_ferry_bm4_a, 4, 8192, 128, 128, 64, 8, 3)),
    ("walnut_ferry_bm4_b", attention(walnut_ferry_bm4_b, 4, 8192, 128, 128, 64, 8, 3, flat=True)),
    ("sparrow_bucket_bm4_a", sparrows(sparrow_bucket_bm4_a)),
    ("sparrow_bucket_bm4_b", sparrows(sparrow_bucket_bm4_b)),
    ("velvet_canyon_bm4_a", velvets(velvet_canyon_bm4_a, 2)),
    ("velvet_canyon_bm4_b", velvets(velvet_canyon_bm4_b, 1)),
    ("pollen_drum_bm4_a", pollens(1)),
    ("pollen_drum_bm4_b", pollens(8)),
    ("cricket_tunnel_bm4_a", crickets),
    ("bramble_spoon_bm4_a", product(bramble_spoon_bm4_a, 8192, 4096, 4096, torch.bfloat16, True, 128, 256, 64, 8, 3)),
    ("fennel_kite_bm4_a", attention(fennel_kite_bm4_a, 64, 4096, 64, 128, 128, 8, 3)),
    ("tulip_wagon_bm4_a", tulips),
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
