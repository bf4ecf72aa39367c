#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: eightythird_bm3.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- meadow: sums of squares of the columns of a float32 matrix of 65536 x 1024, in 64 slices of rows ---------------------------------
@triton.jit
def meadow_lantern_bm3_a(x_ptr, y_ptr, C, ROWS, BLOCK: tl.constexpr):
    c = tl.program_id(0)
    part = tl.program_id(1)
    i = part * ROWS + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for r in range(0, ROWS, BLOCK):
        x = tl.load(x_ptr + (r + i) * C + c)
        acc += x * x
    tl.store(y_ptr + part * C + c, tl.sum(acc, axis=0))


@triton.jit
def meadow_lantern_bm3_b(x_ptr, y_ptr, C, ROWS, BLOCK: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    part = tl.program_id(1)
    i = part * ROWS + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, COLS), dtype=tl.float32)
    for r in range(0, ROWS, BLOCK):
        x = tl.load(x_ptr + (r + i)[:, None] * C + c[None, :])
        acc += x * x
    tl.store(y_ptr + part * C + c, tl.sum(acc, axis=0))


# ---- copper: similarity of two sets of 4096 float16 vectors of 512 --------------------------------------------------------------------
@triton.jit
def _likeness(x_ptr, w_ptr, y_ptr, N, K, WIDE: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        a = tl.load(a_ptrs)
        b = tl.load(b_ptrs)
        if WIDE:  # noqa: SIM108 as it was measured
            acc = tl.dot(a.to(tl.float32), b.to(tl.float32), acc, input_precision="ieee")
        else:
            acc = tl.dot(a, b, acc)
        a_ptrs += BK
        b_ptrs += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def copper_sparrow_bm3_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _likeness(x_ptr, w_ptr, y_ptr, N, K, True, BM, BN, BK)


@triton.jit
def copper_sparrow_bm3_b(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _likeness(x_ptr, w_ptr, y_ptr, N, K, False, BM, BN, BK)


# ---- velvet: a spectrum of six lines at each of 32 Mi places; the table of lines comes from the host in its own type ----------------------
@triton.jit
def _spectrum(x_ptr, table_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(table_ptr.dtype.element_ty)
    total = tl.zeros((BLOCK,), dtype=table_ptr.dtype.element_ty)
    for j in tl.static_range(LINES):
        centre = tl.load(table_ptr + 3 * j)
        sharp = tl.load(table_ptr + 3 * j + 1)
        weight = tl.load(table_ptr + 3 * j + 2)
        d = x - centre
        total += weight * tl.exp(-(d * d * sharp))
    tl.store(y_ptr + i, total.to(tl.float32))


@triton.jit
def velvet_harbour_bm3_a(x_ptr, table_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _spectrum(x_ptr, table_ptr, y_ptr, LINES, BLOCK)


@triton.jit
def velvet_harbour_bm3_b(x_ptr, table_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _spectrum(x_ptr, table_ptr, y_ptr, LINES, BLOCK)


# ---- pebble: product of int8 matrices of 4096 x 4096 (right one turned), int32 sums -----------------------------------------------------
@triton.jit
def _small_product(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.int32)
    for _ in range(0, K, BK):
        acc += tl.dot(tl.load(a_ptrs), tl.load(b_ptrs), out_dtype=tl.int32)
        a_ptrs += BK
        b_ptrs += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def pebble_trumpet_bm3_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _small_product(x_ptr, w_ptr, y_ptr, N, K, BM, BN, BK)


@triton.jit
def pebble_trumpet_bm3_b(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _small_product(x_ptr, w_ptr, y_ptr, N, K, BM, BN, BK)


# ---- walnut: 16 bfloat16 vectors of 32768 through a layer of 2048 outputs ------------------------------------------------------------------
@triton.jit
def _layer(x_ptr, w_ptr, rm, rn, first, count, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = first + tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, count, BK):
        acc = tl.dot(tl.load(a_ptrs), tl.load(b_ptrs), acc)
        a_ptrs += BK
        b_ptrs += BK
    return acc


@triton.jit
def walnut_ferry_bm3_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = _layer(x_ptr, w_ptr, rm, rn, 0, K, K, BM, BN, BK)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def walnut_ferry_bm3_b(x_ptr, w_ptr, y_ptr, N, K, count, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    acc = _layer(x_ptr, w_ptr, rm, rn, tl.program_id(1) * count, count, K, BM, BN, BK)
    tl.atomic_add(y_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- saddle: sums of the float32 vectors (128) of each of 4096 packed texts of differing lengths ------------------------------------------
@triton.jit
def _pool(x_ptr, c, first, last, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK, WIDTH), dtype=tl.float32)
    for t in range(first, last, BLOCK):
        r = t + tl.arange(0, BLOCK)
        acc += tl.load(x_ptr + r[:, None] * WIDTH + c[None, :], mask=r[:, None] < last, other=0.0)
    return tl.sum(acc, axis=0)


@triton.jit
def saddle_violin_bm3_a(x_ptr, start_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    text = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    total = _pool(x_ptr, c, tl.load(start_ptr + text), tl.load(start_ptr + text + 1), WIDTH, BLOCK)
    tl.store(y_ptr + text * WIDTH + c, total)


@triton.jit
def saddle_violin_bm3_b(x_ptr, text_ptr, first_ptr, last_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    piece = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    total = _pool(x_ptr, c, tl.load(first_ptr + piece), tl.load(last_ptr + piece), WIDTH, BLOCK)
    tl.atomic_add(y_ptr + tl.load(text_ptr + piece) * WIDTH + c, total, sem="relaxed")


# ---- ginger: linear layer with bias and SiLU, bfloat16, 4096 x 4096 over 2048 ---------------------------------------------------------------
@triton.jit
def _linear_silu(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_ptrs), tl.load(b_ptrs), acc)
        a_ptrs += BK
        b_ptrs += BK * N
    acc += tl.load(bias_ptr + rn)[None, :]
    acc = acc * tl.sigmoid(acc)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def ginger_compass_bm3_a(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _linear_silu(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


@triton.jit
def ginger_compass_bm3_b(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _linear_silu(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


# ---- thistle: residual sum and RMS normalisation of 16384 rows of 4096 float32 ------------------------------------------------------------
@triton.jit
def thistle_anchor_bm3_a0(x_ptr, r_ptr, h_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(h_ptr + i, tl.load(x_ptr + i) + tl.load(r_ptr + i))


@triton.jit
def thistle_anchor_bm3_a1(h_ptr, scale_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    h = tl.load(h_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(scale_ptr + row, 1.0 / tl.sqrt(tl.sum(h * h, axis=0) / WIDTH + 1e-6))


@triton.jit
def thistle_anchor_bm3_a2(h_ptr, scale_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    h = tl.load(h_ptr + row * WIDTH + c)
    tl.store(y_ptr + row * WIDTH + c, h * tl.load(scale_ptr + row) * tl.load(gain_ptr + c))


@triton.jit
def thistle_anchor_bm3_b(x_ptr, r_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    h = tl.load(x_ptr + at) + tl.load(r_ptr + at)
    scale = 1.0 / tl.sqrt(tl.sum(h * h, axis=0) / WIDTH + 1e-6)
    tl.store(y_ptr + at, h * scale * tl.load(gain_ptr + c))


# ---- barley: totals of 4 Mi float32 amounts by one of sixteen kinds -------------------------------------------------------------------------
@triton.jit
def barley_kettle_bm3_a(kind_ptr, amount_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(y_ptr + tl.load(kind_ptr + i), tl.load(amount_ptr + i), sem="relaxed")


@triton.jit
def barley_kettle_bm3_b(kind_ptr, amount_ptr, y_ptr, PER, KINDS: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0) * PER
    kinds = tl.arange(0, KINDS)
    acc = tl.zeros((BLOCK, KINDS), dtype=tl.float32)
    for at in range(0, PER, BLOCK):
        i = first + at + tl.arange(0, BLOCK)
        kind = tl.load(kind_ptr + i)
        amount = tl.load(amount_ptr + i)
        acc += tl.where(kind[:, None] == kinds[None, :], amount[:, None], 0.0)
    tl.atomic_add(y_ptr + kinds, tl.sum(acc, axis=0), sem="relaxed")


# ---- cradle: leaky rectifier of 32 Mi float32 ------------------------------------------------------------------------------------------------
@triton.jit
def _leaky(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.store(y_ptr + i, tl.where(x > 0, x, 0.01 * x))


@triton.jit
def cradle_magnet_bm3_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    _leaky(x_ptr, y_ptr, BLOCK)


@triton.jit
def cradle_magnet_bm3_b(x_ptr, y_ptr, BLOCK: tl.constexpr):
    _leaky(x_ptr, y_ptr, BLOCK)


# ---- juniper: how many labels of each tile of 4096 places two maps of 64 Mi share (0 is background) ------------------------------------------
@triton.jit
def _agree(p_ptr, t_ptr, y_ptr, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = pid * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    t = tl.load(t_ptr + i)
    tl.store(y_ptr + pid, tl.sum(((p == t) & (t != 0)).to(tl.int32), axis=0))


@triton.jit
def juniper_wagon_bm3_a(p_ptr, t_ptr, y_ptr, BLOCK: tl.constexpr):
    _agree(p_ptr, t_ptr, y_ptr, BLOCK)


@triton.jit
def juniper_wagon_bm3_b(p_ptr, t_ptr, y_ptr, BLOCK: tl.constexpr):
    _agree(p_ptr, t_ptr, y_ptr, BLOCK)


# ---- tundra: scale by channel and shift by line and sample, float32 of 8 x 36 x 120 x 1000 ------------------------------------------------------
@triton.jit
def tundra_bottle_bm3_a(x_ptr, gain_ptr, line_ptr, sample_ptr, y_ptr, C, H, W, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    h = (i // W) % H
    c = (i // (W * H)) % C
    n = i // (W * H * C)
    y = tl.load(x_ptr + i) * tl.load(gain_ptr + c) + tl.load(line_ptr + h) + tl.load(sample_ptr + n)
    tl.store(y_ptr + i, y)


@triton.jit
def tundra_bottle_bm3_b(x_ptr, gain_ptr, line_ptr, sample_ptr, y_ptr, C, H, W: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    h = row % H
    c = (row // H) % C
    n = row // (H * C)
    w = tl.arange(0, BLOCK)
    i = row * W + w
    y = tl.load(x_ptr + i, mask=w < W, other=0.0) * tl.load(gain_ptr + c) + tl.load(line_ptr + h) + tl.load(sample_ptr + n)
    tl.store(y_ptr + i, y, mask=w < W)


# ---- acorn: product of float16 matrices, 4096 x 4096 over 1024; two orders of tiles ------------------------------------------------------------
@triton.jit
def _tiles(x_ptr, w_ptr, y_ptr, N, K, GROUP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = GROUP * (N // BN)
    rm = ((pid // group) * GROUP + pid % GROUP) * BM + tl.arange(0, BM)
    rn = ((pid % group) // GROUP) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_ptrs), tl.load(b_ptrs), acc)
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def acorn_pulley_bm3_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _tiles(x_ptr, w_ptr, y_ptr, N, K, 1, BM, BN, BK)


@triton.jit
def acorn_pulley_bm3_b(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _tiles(x_ptr, w_ptr, y_ptr, N, K, 8, BM, BN, BK)


# ---- plover: bias of 2048 columns added to 32768 rows of float32 ----------------------------------------------------------------------------------
@triton.jit
def plover_canvas_bm3_a(x_ptr, bias_ptr, y_ptr, C, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i) + tl.load(bias_ptr + i % C))


@triton.jit
def plover_canvas_bm3_b(x_ptr, bias_ptr, y_ptr, C: tl.constexpr):
    c = tl.arange(0, C)
    i = tl.program_id(0) * C + c
    tl.store(y_ptr + i, tl.load(x_ptr + i) + tl.load(bias_ptr + c))


# ---- mitten: lengths of 65536 float32 vectors of 4096 ---
@triton.jit
def mitten_glacier_bm3_a0(x_ptr, total_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(total_ptr + row, tl.sum(x * x, axis=0))


@triton.jit
def mitten_glacier_bm3_a1(total_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.sqrt(tl.load(total_ptr + i)))


@triton.jit
def mitten_glacier_bm3_b(x_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(y_ptr + row, tl.sqrt(tl.sum(x * x, axis=0)))


# ---- cobalt: softmax of 65536 rows of 4096 bfloat16 -----------------------------------------------------------------------------------------------
@triton.jit
def cobalt_ribbon_bm3_a(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, (e * (1.0 / tl.sum(e, axis=0))).to(tl.bfloat16))


# ---- parsley: product of bfloat16 matrices, 8192 x 4096 over 4096 ---
@triton.jit
def parsley_turbine_bm3_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a_ptrs = x_ptr + rm[:, None] * K + rk[None, :]
    b_ptrs = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a_ptrs), tl.load(b_ptrs), acc)
        a_ptrs += BK
        b_ptrs += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


# ---- falcon: rows of 1024 float32 gathered from a table of 100000 ---
@triton.jit
def falcon_cellar_bm3_a(table_ptr, id_ptr, y_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, WIDTH)
    ids = tl.load(id_ptr + r)
    tl.store(y_ptr + r[:, None] * WIDTH + c[None, :], tl.load(table_ptr + ids[:, None] * WIDTH + c[None, :]))


# ---- quarry: one bfloat16 vector of 8192 through a layer of 16384 outputs ---
@triton.jit
def quarry_feather_bm3_a(w_ptr, x_ptr, y_ptr, K, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    k = tl.arange(0, BLOCK)
    acc = tl.zeros((ROWS, BLOCK), dtype=tl.float32)
    for at in range(0, K, BLOCK):
        w = tl.load(w_ptr + r[:, None] * K + (at + k)[None, :]).to(tl.float32)
        x = tl.load(x_ptr + at + k).to(tl.float32)
        acc += w * x[None, :]
    tl.store(y_ptr + r, tl.sum(acc, axis=1))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def generator(seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return g


def data(count, dtype=torch.float32, seed=1, low=-1.0):
    """Uniform from low to 1"""
    x = torch.rand(count, generator=generator(seed), device="cuda", dtype=torch.float32)
    return x.mul_(1.0 - low).add_(low).to(dtype)


def whole(count, low, high, dtype=torch.int32, seed=1):
    return torch.randint(low, high, (count,), generator=generator(seed), device="cuda", dtype=dtype)


def empty(count, dtype=torch.float32):
    return torch.zeros(count, device="cuda", dtype=dtype)


def meadow(mended):
    def setup():
        rows, c, parts = 65536, 1024, 64
        x, y = data(rows * c), empty(parts * c)
        if mended:
            return (lambda: meadow_lantern_bm3_b[(c // 64, parts)](x, y, c, rows // parts, BLOCK=64, COLS=64, num_warps=4)), y
        return (lambda: meadow_lantern_bm3_a[(c, parts)](x, y, c, rows // parts, BLOCK=512, num_warps=4)), y

    return setup


def copper(kernel):
    def setup():
        m, n, k = 4096, 4096, 512
        x, w = data(m * k, torch.float16, 1, 0.0), data(n * k, torch.float16, 2, 0.0)
        y = empty(m * n)
        grid = ((m // 64) * (n // 64),)
        return (lambda: kernel[grid](x, w, y, n, k, BM=64, BN=64, BK=32, num_warps=4, num_stages=3)), y

    return setup


def velvet(kernel, dtype):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        x, y = data(n, low=0.0), empty(n)
        lines = [(0.1, 40.0, 0.5), (0.25, 90.0, 1.0), (0.4, 15.0, 0.75), (0.55, 120.0, 1.5), (0.7, 30.0, 0.25), (0.9, 60.0, 1.25)]
        table = torch.tensor(lines, device="cuda", dtype=dtype).reshape(-1)
        return (lambda: kernel[(n // block,)](x, table, y, LINES=6, BLOCK=block, num_warps=4)), y

    return setup


def pebble(kernel, stages):
    def setup():
        m, n, k = 4096, 4096, 4096
        x, w = whole(m * k, -8, 16, torch.int8, 1), whole(n * k, -8, 16, torch.int8, 2)
        y = empty(m * n, torch.int32)
        grid = ((m // 128) * (n // 256),)
        return (lambda: kernel[grid](x, w, y, n, k, BM=128, BN=256, BK=128, num_warps=8, num_stages=stages)), y

    return setup


def walnut(slices):
    def setup():
        m, n, k, bn = 16, 2048, 32768, 128
        x, w = data(m * k, torch.bfloat16, 1, 0.0), data(n * k, torch.bfloat16, 2, 0.0)
        # zero at first: the sliced form adds its parts to it
        y = empty(m * n)
        if slices > 1:
            grid = (n // bn, slices)
            return (lambda: walnut_ferry_bm3_b[grid](x, w, y, n, k, k // slices, BM=m, BN=bn, BK=128, num_warps=4, num_stages=3)), y
        return (lambda: walnut_ferry_bm3_a[(n // bn,)](x, w, y, n, k, BM=m, BN=bn, BK=128, num_warps=4, num_stages=3)), y

    return setup


def saddle(mended):
    def setup():
        texts, width, piece = 4096, 128, 256
        lengths = whole(texts, 64, 320, torch.int64, 5).cpu().tolist()
        for t in (411, 977, 1804, 2390, 3102, 3777):
            lengths[t] = 24576
        starts = [0]
        for length in lengths:
            starts.append(starts[-1] + length)
        x, y = data(starts[-1] * width, low=0.0), empty(texts * width)

        def table(values):
            return torch.tensor(values, device="cuda", dtype=torch.int32)

        if not mended:
            start = table(starts)
            return (lambda: saddle_violin_bm3_a[(texts,)](x, start, y, WIDTH=width, BLOCK=32, num_warps=4)), y
        pieces = [(t, at, min(at + piece, starts[t + 1])) for t in range(texts) for at in range(starts[t], starts[t + 1], piece)]
        text, first, last = (table([p[j] for p in pieces]) for j in range(3))
        grid = (len(pieces),)
        return (lambda: saddle_violin_bm3_b[grid](x, text, first, last, y, WIDTH=width, BLOCK=32, num_warps=4)), y

    return setup


def ginger(kernel, warps):
    def setup():
        m, n, k = 4096, 4096, 2048
        x, w, bias = data(m * k, torch.bfloat16, 1), data(k * n, torch.bfloat16, 2), data(n, seed=3)
        y = empty(m * n, torch.bfloat16)
        grid = ((m // 128) * (n // 256),)
        return (lambda: kernel[grid](x, w, bias, y, n, k, BM=128, BN=256, BK=64, num_warps=warps, num_stages=3)), y

    return setup


def thistle(fused):
    def setup():
        rows, width = 16384, 4096
        x, r, gain = data(rows * width, seed=1, low=-0.5), data(rows * width, seed=2), data(width, seed=3, low=0.0)
        y = empty(rows * width)
        if fused:
            return (lambda: thistle_anchor_bm3_b[(rows,)](x, r, gain, y, WIDTH=width, num_warps=8)), y
        h, scale = empty(rows * width), empty(rows)

        def launch():
            thistle_anchor_bm3_a0[(rows * width // 2048,)](x, r, h, BLOCK=2048, num_warps=8)
            thistle_anchor_bm3_a1[(rows,)](h, scale, WIDTH=width, num_warps=8)
            thistle_anchor_bm3_a2[(rows,)](h, scale, gain, y, WIDTH=width, num_warps=8)

        return launch, y

    return setup


def barley(mended):
    def setup():
        n, per = 4 * 1024 * 1024, 4096
        kind = (data(n, seed=1, low=0.0).square() * 15.999).to(torch.int32)
        amount = data(n, seed=2, low=0.0)
        # zero at first: both forms add to it
        y = empty(16)
        if mended:
            return (lambda: barley_kettle_bm3_b[(n // per,)](kind, amount, y, per, KINDS=16, BLOCK=256, num_warps=4)), y
        return (lambda: barley_kettle_bm3_a[(n // 1024,)](kind, amount, y, BLOCK=1024, num_warps=4)), y

    return setup


def cradle(kernel, block, warps):
    def setup():
        n = 32 * 1024 * 1024
        x, y = data(n), empty(n)
        return (lambda: kernel[(n // block,)](x, y, BLOCK=block, num_warps=warps)), y

    return setup


def juniper(kernel, dtype):
    def setup():
        n, block = 64 * 1024 * 1024, 4096
        p, t = whole(n, 0, 4, torch.int64, 1).to(dtype), whole(n, 0, 4, torch.int64, 2).to(dtype)
        y = empty(n // block, torch.int32)
        return (lambda: kernel[(n // block,)](p, t, y, BLOCK=block, num_warps=8)), y

    return setup


def tundra(mended):
    def setup():
        n, c, h, w = 8, 36, 120, 1000
        x, gain, line, sample = data(n * c * h * w, low=0.0), data(c, seed=2, low=0.0), data(h, seed=3, low=0.0), data(n, seed=4, low=0.0)
        y = empty(n * c * h * w)
        if mended:
            return (lambda: tundra_bottle_bm3_b[(n * c * h,)](x, gain, line, sample, y, c, h, W=w, BLOCK=1024, num_warps=4)), y
        return (lambda: tundra_bottle_bm3_a[(n * c * h * w // 1024,)](x, gain, line, sample, y, c, h, w, BLOCK=1024, num_warps=4)), y

    return setup


def acorn(kernel):
    def setup():
        m, n, k = 4096, 4096, 1024
        x, w = data(m * k, torch.float16, 1, 0.0), data(k * n, torch.float16, 2, 0.0)
        y = empty(m * n, torch.float16)
        grid = ((m // 128) * (n // 128),)
        return (lambda: kernel[grid](x, w, y, n, k, BM=128, BN=128, BK=64, num_warps=4, num_stages=3)), y

    return setup


def plover(mended):
    def setup():
        rows, c = 32768, 2048
        x, bias = data(rows * c, low=0.0), data(c, seed=2, low=0.0)
        y = empty(rows * c)
        if mended:
            return (lambda: plover_canvas_bm3_b[(rows,)](x, bias, y, C=c, num_warps=8)), y
        return (lambda: plover_canvas_bm3_a[(rows,)](x, bias, y, c, BLOCK=2048, num_warps=8)), y

    return setup


def mitten(fused):
    def setup():
        rows, width = 65536, 4096
        x, y = data(rows * width), empty(rows)
        if fused:
            return (lambda: mitten_glacier_bm3_b[(rows,)](x, y, WIDTH=width, num_warps=4)), y
        total = empty(rows)

        def launch():
            mitten_glacier_bm3_a0[(rows,)](x, total, WIDTH=width, num_warps=4)
            mitten_glacier_bm3_a1[(rows // 256,)](total, y, BLOCK=256, num_warps=4)

        return launch, y

    return setup


def cobalt():
    rows, width = 65536, 4096
    x, y = data(rows * width, torch.bfloat16), empty(rows * width, torch.bfloat16)
    return (lambda: cobalt_ribbon_bm3_a[(rows,)](x, y, WIDTH=width, num_warps=4)), y


def parsley():
    m, n, k = 8192, 4096, 4096
    x, w = data(m * k, torch.bfloat16, 1), data(k * n, torch.bfloat16, 2)
    y = empty(m * n, torch.bfloat16)
    grid = ((m // 128) * (n // 256),)
    return (lambda: parsley_turbine_bm3_a[grid](x, w, y, n, k, BM=128, BN=256, BK=64, num_warps=8, num_stages=4)), y


def falcon():
    entries, rows, width, several = 100000, 131072, 1024, 4
    table, ids = data(entries * width), whole(rows, 0, entries)
    y = empty(rows * width)
    return (lambda: falcon_cellar_bm3_a[(rows // several,)](table, ids, y, WIDTH=width, ROWS=several, num_warps=4)), y


def quarry():
    n, k, several = 16384, 8192, 4
    w, x = data(n * k, torch.bfloat16, 1), data(k, torch.bfloat16, 2)
    y = empty(n)
    return (lambda: quarry_feather_bm3_a[(n // several,)](w, x, y, k, ROWS=several, BLOCK=1024, num_warps=4)), y


CASES = [
    ("meadow_lantern_bm3_a", meadow(False)),
    ("meadow_lantern_bm3_b", meadow(True)),
    ("copper_sparrow_bm3_a", copper(copper_sparrow_bm3_a)),
    ("copper_sparrow_bm3_b", copper(copper_sparrow_bm3_b)),
    ("velvet_harbour_bm3_a", velvet(velvet_harbour_bm3_a, torch.float64)),
    ("velvet_harbour_bm3_b", velvet(velvet_harbour_bm3_b, torch.float32)),
    ("pebble_trumpet_bm3_a", pebble(pebble_trumpet_bm3_a, 1)),
    ("pebble_trumpet_bm3_b", pebble(pebble_trumpet_bm3_b, 3)),
    ("walnut_ferry_bm3_a", walnut(1)),
    ("walnut_ferry_bm3_b", walnut(16)),
    ("saddle_violin_bm3_a", saddle(False)),
    ("saddle_violin_bm3_b", saddle(True)),
    ("ginger_compass_bm3_a", ginger(ginger_compass_bm3_a, 4)),
    ("ginger_compass_bm3_b", ginger(ginger_compass_bm3_b, 8)),
    ("thistle_anchor_bm3_a0", thistle(False)),
    ("thistle_anchor_bm3_b", thistle(True)),
    ("barley_kettle_bm3_a", barley(False)),
    ("barley_kettle_bm3_b", barley(True)),
    ("cradle_magnet_bm3_a", cradle(cradle_magnet_bm3_a, 64, 1)),
    ("cradle_magnet_bm3_b", cradle(cradle_magnet_bm3_b, 1024, 4)),
    ("juniper_wagon_bm3_a", juniper(juniper_wagon_bm3_a, torch.int64)),
    ("juniper_wagon_bm3_b", juniper(juniper_wagon_bm3_b, torch.uint8)),
    ("tundra_bottle_bm3_a", tundra(False)),
    ("tundra_bottle_bm3_b", tundra(True)),
    ("acorn_pulley_bm3_a", acorn(acorn_pulley_bm3_a)),
    ("acorn_pulley_bm3_b", acorn(acorn_pulley_bm3_b)),
    ("plover_canvas_bm3_a", plover(False)),
    ("plover_canvas_bm3_b", plover(True)),
    ("mitten_glacier_bm3_a0", mitten(False)),
    ("mitten_glacier_bm3_b", mitten(True)),
    ("cobalt_ribbon_bm3_a", cobalt),
    ("parsley_turbine_bm3_a", parsley),
    ("falcon_cellar_bm3_a", falcon),
    ("quarry_feather_bm3_a", quarry),
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
