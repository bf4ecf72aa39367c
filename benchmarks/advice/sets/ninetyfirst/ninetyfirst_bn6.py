#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: ninetyfirst_bn6.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- velvet: softmax of scores [heads, S, S] with an additive mask [S, S] common to all heads
@triton.jit
def _velvet(s_ptr, m_ptr, y_ptr, head, row, scale, S: tl.constexpr):
    c = tl.arange(0, S)
    at = (head * S + row) * S + c
    x = tl.load(s_ptr + at).to(tl.float32) * scale + tl.load(m_ptr + row * S + c)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, (e * (1024.0 / tl.sum(e, axis=0))).to(tl.float16))


@triton.jit
def velvet_ladder_bn6_a(s_ptr, m_ptr, y_ptr, scale, S: tl.constexpr):
    _velvet(s_ptr, m_ptr, y_ptr, tl.program_id(1), tl.program_id(0), scale, S)


@triton.jit
def velvet_ladder_bn6_b(s_ptr, m_ptr, y_ptr, scale, S: tl.constexpr):
    _velvet(s_ptr, m_ptr, y_ptr, tl.program_id(0), tl.program_id(1), scale, S)


# ---- copper: chunk_scaled_dot_kkt (delta rule): A = tril(beta k k^T) in chunks of 64 tokens
@triton.jit
def copper_meadow_bn6_a(k_ptr, beta_ptr, y_ptr, K: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.arange(0, BT)
    tokens = tl.program_id(0) * BT + t
    beta = tl.load(beta_ptr + tokens)
    acc = tl.zeros((BT, BT), dtype=tl.float32)
    for k0 in range(0, K, BK):
        b_k = tl.load(k_ptr + tokens[:, None] * K + (k0 + tl.arange(0, BK))[None, :]).to(tl.float32)
        acc += tl.dot(b_k * beta[:, None], tl.trans(b_k), input_precision="ieee")
    acc = tl.where(t[:, None] > t[None, :], acc, 0.0)
    tl.store(y_ptr + tokens[:, None] * BT + t[None, :], acc)


@triton.jit
def copper_meadow_bn6_b(k_ptr, beta_ptr, y_ptr, K: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr):
    t = tl.arange(0, BT)
    tokens = tl.program_id(0) * BT + t
    beta = tl.load(beta_ptr + tokens)
    acc = tl.zeros((BT, BT), dtype=tl.float32)
    for k0 in range(0, K, BK):
        b_k = tl.load(k_ptr + tokens[:, None] * K + (k0 + tl.arange(0, BK))[None, :])
        acc += tl.dot((b_k * beta[:, None]).to(tl.bfloat16), tl.trans(b_k))
    acc = tl.where(t[:, None] > t[None, :], acc, 0.0)
    tl.store(y_ptr + tokens[:, None] * BT + t[None, :], acc)


# ---- walnut: softmax over the middle axis of [M, N, K]
@triton.jit
def _walnut(x_ptr, y_ptr, K, N: tl.constexpr, TILE_K: tl.constexpr):
    n = tl.arange(0, N)
    k = tl.program_id(0) * TILE_K + tl.arange(0, TILE_K)
    at = tl.program_id(1) * N * K + n[:, None] * K + k[None, :]
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0)[None, :])
    tl.store(y_ptr + at, e / tl.sum(e, axis=0)[None, :])


@triton.jit
def walnut_signal_bn6_a(x_ptr, y_ptr, K, N: tl.constexpr, TILE_K: tl.constexpr):
    _walnut(x_ptr, y_ptr, K, N, TILE_K)


@triton.jit
def walnut_signal_bn6_b(x_ptr, y_ptr, K, N: tl.constexpr, TILE_K: tl.constexpr):
    _walnut(x_ptr, y_ptr, K, N, TILE_K)


# ---- thistle: grouped GEMM over tables of pointers and sizes
@triton.jit
def _thistle(
    a_table, b_table, c_table, sizes, groups, NUM_SM: tl.constexpr, HINT: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    tile = tl.program_id(0)
    last = 0
    for g in range(groups):
        m = tl.load(sizes + g * 3)
        n = tl.load(sizes + g * 3 + 1)
        k = tl.load(sizes + g * 3 + 2)
        a_ptr = tl.load(a_table + g).to(tl.pointer_type(tl.float16))
        b_ptr = tl.load(b_table + g).to(tl.pointer_type(tl.float16))
        c_ptr = tl.load(c_table + g).to(tl.pointer_type(tl.float16))
        if HINT:
            n = tl.multiple_of(n, 16)
            k = tl.multiple_of(k, 16)
            a_ptr = tl.multiple_of(a_ptr, 16)
            b_ptr = tl.multiple_of(b_ptr, 16)
            c_ptr = tl.multiple_of(c_ptr, 16)
        num_n = tl.cdiv(n, BN)
        count = tl.cdiv(m, BM) * num_n
        while tile >= last and tile < last + count:
            inside = tile - last
            rm = (inside // num_n) * BM + tl.arange(0, BM)
            rn = (inside % num_n) * BN + tl.arange(0, BN)
            rk = tl.arange(0, BK)
            a_at = rm[:, None] * k + rk[None, :]
            b_at = rk[:, None] * n + rn[None, :]
            acc = tl.zeros((BM, BN), dtype=tl.float32)
            for _ in range(0, tl.cdiv(k, BK)):
                acc = tl.dot(tl.load(a_ptr + a_at), tl.load(b_ptr + b_at), acc)
                a_at += BK
                b_at += BK * n
            tl.store(c_ptr + rm[:, None] * n + rn[None, :], acc.to(tl.float16))
            tile += NUM_SM
        last += count


@triton.jit
def thistle_harbor_bn6_a(a_table, b_table, c_table, sizes, groups, NUM_SM: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _thistle(a_table, b_table, c_table, sizes, groups, NUM_SM, False, BM, BN, BK)


@triton.jit
def thistle_harbor_bn6_b(a_table, b_table, c_table, sizes, groups, NUM_SM: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _thistle(a_table, b_table, c_table, sizes, groups, NUM_SM, True, BM, BN, BK)


# ---- pebble: layer norm backward: dx and the gradients of weight and bias
@triton.jit
def _pebble(x_ptr, dy_ptr, dx_ptr, mean_ptr, rstd_ptr, w, row, c, N: tl.constexpr):
    x = tl.load(x_ptr + row * N + c).to(tl.float32)
    dy = tl.load(dy_ptr + row * N + c).to(tl.float32)
    rstd = tl.load(rstd_ptr + row)
    xhat = (x - tl.load(mean_ptr + row)) * rstd
    wdy = w * dy
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + row * N + c, ((wdy - (xhat * c1 + c2)) * rstd).to(tl.float16))
    return dy * xhat, dy


@triton.jit
def pebble_lantern_bn6_a(x_ptr, dy_ptr, dx_ptr, mean_ptr, rstd_ptr, w_ptr, y_ptr, N: tl.constexpr):
    c = tl.arange(0, N)
    w = tl.load(w_ptr + c)
    dw, db = _pebble(x_ptr, dy_ptr, dx_ptr, mean_ptr, rstd_ptr, w, tl.program_id(0), c, N)
    tl.atomic_add(y_ptr + c, dw, sem="relaxed")
    tl.atomic_add(y_ptr + N + c, db, sem="relaxed")


@triton.jit
def pebble_lantern_bn6_b0(x_ptr, dy_ptr, dx_ptr, mean_ptr, rstd_ptr, w_ptr, part_ptr, rows, N: tl.constexpr, PROGRAMS: tl.constexpr):
    pid = tl.program_id(0)
    c = tl.arange(0, N)
    w = tl.load(w_ptr + c)
    sw = tl.zeros((N,), dtype=tl.float32)
    sb = tl.zeros((N,), dtype=tl.float32)
    for row in range(pid, rows, PROGRAMS):
        dw, db = _pebble(x_ptr, dy_ptr, dx_ptr, mean_ptr, rstd_ptr, w, row, c, N)
        sw += dw
        sb += db
    tl.store(part_ptr + pid * 2 * N + c, sw)
    tl.store(part_ptr + pid * 2 * N + N + c, sb)


@triton.jit
def pebble_lantern_bn6_b1(part_ptr, y_ptr, W: tl.constexpr, PROGRAMS: tl.constexpr, BR: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    r = tl.arange(0, BR)
    acc = tl.zeros((BR, BC), dtype=tl.float32)
    for first in range(0, PROGRAMS, BR):
        acc += tl.load(part_ptr + (first + r)[:, None] * W + c[None, :], mask=(first + r)[:, None] < PROGRAMS, other=0.0)
    tl.store(y_ptr + c, tl.sum(acc, axis=0))


# ---- saffron: product of float16 matrices with a leaky ReLU
@triton.jit
def _tiles(pid, M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    num_n = N // BN
    width = GROUP * num_n
    pm = (pid // width) * GROUP + (pid % width) % GROUP
    pn = (pid % width) // GROUP
    return pm * BM + tl.arange(0, BM), pn * BN + tl.arange(0, BN)


@triton.jit
def _saffron(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm, rn = _tiles(tl.program_id(0), M, N, BM, BN, 8)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc = tl.where(acc >= 0, acc, 0.01 * acc)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def saffron_bridge_bn6_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _saffron(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


@triton.jit
def saffron_bridge_bn6_b(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _saffron(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


# ---- ribbon: SwiGLU with alpha: gate * sigmoid(alpha * gate) * (up + 1)
@triton.jit
def _ribbon(gate_ptr, up_ptr, y_ptr, alpha, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(gate_ptr + i).to(tl.float32)
    up = tl.load(up_ptr + i).to(tl.float32)
    s = gate / (1.0 + tl.exp(-(gate * alpha)))
    tl.store(y_ptr + i, (s * (up + 1.0)).to(tl.float32).to(tl.bfloat16))


@triton.jit
def ribbon_castle_bn6_a(gate_ptr, up_ptr, y_ptr, alpha_ptr, BLOCK: tl.constexpr):
    _ribbon(gate_ptr, up_ptr, y_ptr, tl.load(alpha_ptr), BLOCK)


@triton.jit
def ribbon_castle_bn6_b(gate_ptr, up_ptr, y_ptr, alpha, BLOCK: tl.constexpr):
    _ribbon(gate_ptr, up_ptr, y_ptr, alpha, BLOCK)


# ---- juniper: seeded dropout
@triton.jit
def juniper_window_bn6_a(x_ptr, y_ptr, p, seed, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32)
    keep = tl.rand(seed, i) > p
    tl.store(y_ptr + i, tl.where(keep, x / (1.0 - p), 0.0).to(tl.float16))


@triton.jit
def _juniper(x_ptr, y_ptr, at, r, p, scale):
    x = tl.load(x_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, tl.where(r > p, x * scale, 0.0).to(tl.float16))


@triton.jit
def juniper_window_bn6_b(x_ptr, y_ptr, p, seed, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    r0, r1, r2, r3 = tl.rand4x(seed, pid * BLOCK + i)
    scale = 1.0 / (1.0 - p)
    at = pid * (4 * BLOCK) + i
    _juniper(x_ptr, y_ptr, at, r0, p, scale)
    _juniper(x_ptr, y_ptr, at + BLOCK, r1, p, scale)
    _juniper(x_ptr, y_ptr, at + 2 * BLOCK, r2, p, scale)
    _juniper(x_ptr, y_ptr, at + 3 * BLOCK, r3, p, scale)


# ---- marble: dequantisation of int8 in quantisation blocks of 64
@triton.jit
def marble_anchor_bn6_a(q_ptr, absmax_ptr, y_ptr, QBLOCK: tl.constexpr):
    block = tl.program_id(0)
    i = block * QBLOCK + tl.arange(0, QBLOCK)
    scale = tl.load(absmax_ptr + block) * (1.0 / 127.0)
    tl.store(y_ptr + i, (tl.load(q_ptr + i).to(tl.float32) * scale).to(tl.float16))


@triton.jit
def marble_anchor_bn6_b(q_ptr, absmax_ptr, y_ptr, QBLOCK: tl.constexpr, MANY: tl.constexpr):
    block = tl.program_id(0) * MANY + tl.arange(0, MANY)
    i = block[:, None] * QBLOCK + tl.arange(0, QBLOCK)[None, :]
    scale = tl.load(absmax_ptr + block) * (1.0 / 127.0)
    tl.store(y_ptr + i, (tl.load(q_ptr + i).to(tl.float32) * scale[:, None]).to(tl.float16))


# ---- falcon: fused attention forward, head dimension 64
@triton.jit
def _falcon(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    base = tl.program_id(1) * S * D
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    q = tl.load(q_ptr + base + rm[:, None] * D + rd[None, :])
    k_at = k_ptr + base + rn[None, :] * D + rd[:, None]
    v_at = v_ptr + base + rn[:, None] * D + rd[None, :]
    top = tl.full((BM,), -1e30, dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for _ in range(0, S, BN):
        qk = tl.dot(q, tl.load(k_at))
        new = tl.maximum(top, tl.max(qk, axis=1) * scale)
        p = tl.math.exp2(qk * scale - new[:, None])
        old = tl.math.exp2(top - new)
        total = total * old + tl.sum(p, axis=1)
        acc = acc * old[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(v_at), acc)
        top = new
        k_at += BN * D
        v_at += BN * D
    tl.store(y_ptr + base + rm[:, None] * D + rd[None, :], (acc / total[:, None]).to(tl.float16))


@triton.jit
def falcon_butter_bn6_a(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    _falcon(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D, BM, BN)


@triton.jit
def falcon_butter_bn6_b(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    _falcon(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D, BM, BN)


# ---- cactus: linear layer with bias in bfloat16
@triton.jit
def _cactus(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    rm, rn = _tiles(tl.program_id(0), M, N, BM, BN, GROUP)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    acc += tl.load(bias_ptr + rn)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def cactus_pillow_bn6_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _cactus(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def cactus_pillow_bn6_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _cactus(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- otter: gated linear recurrence h = g h + x over time (HGRN), recurrent and in chunks
@triton.jit
def otter_compass_bn6_a(x_ptr, g_ptr, y_ptr, T, D, BD: tl.constexpr):
    at = tl.program_id(1) * T * D + tl.program_id(0) * BD + tl.arange(0, BD)
    h = tl.zeros((BD,), dtype=tl.float32)
    for _ in range(0, T):
        x = tl.load(x_ptr + at).to(tl.float32)
        g = tl.load(g_ptr + at).to(tl.float32)
        h = g * h + x
        tl.store(y_ptr + at, h.to(tl.bfloat16))
        at += D


@triton.jit
def _after(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


@triton.jit
def otter_compass_bn6_b(x_ptr, g_ptr, y_ptr, T, D, BD: tl.constexpr, BT: tl.constexpr):
    t = tl.arange(0, BT)
    at = tl.program_id(1) * T * D + t[:, None] * D + (tl.program_id(0) * BD + tl.arange(0, BD))[None, :]
    h = tl.zeros((BD,), dtype=tl.float32)
    for _ in range(0, T, BT):
        x = tl.load(x_ptr + at).to(tl.float32)
        g = tl.load(g_ptr + at).to(tl.float32)
        decay, own = tl.associative_scan((g, x), 0, _after)
        o = own + decay * h[None, :]
        tl.store(y_ptr + at, o.to(tl.bfloat16))
        h = tl.sum(tl.where((t == BT - 1)[:, None], o, 0.0), axis=0)
        at += BT * D


# ---- mild: tunnel: product of bfloat16 matrices, plain and grouped order of tiles
@triton.jit
def tunnel_daisy_bn6_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _cactus(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def tunnel_daisy_bn6_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _cactus(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- mild: piano: layer norm of rows of 4096 float32 by programs that take many rows; the gain is a column of a table, or a vector
@triton.jit
def _piano(x_ptr, gain_ptr, y_ptr, rows, STRIDE: tl.constexpr, N: tl.constexpr, PROGRAMS: tl.constexpr):
    c = tl.arange(0, N)
    gain = tl.load(gain_ptr + c * STRIDE)
    for row in range(tl.program_id(0), rows, PROGRAMS):
        x = tl.load(x_ptr + row * N + c)
        x -= tl.sum(x, axis=0) / N
        rstd = 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / N + 1e-5)
        tl.store(y_ptr + row * N + c, x * rstd * gain)


@triton.jit
def piano_glacier_bn6_a(x_ptr, gain_ptr, y_ptr, rows, STRIDE: tl.constexpr, N: tl.constexpr, PROGRAMS: tl.constexpr):
    _piano(x_ptr, gain_ptr, y_ptr, rows, STRIDE, N, PROGRAMS)


@triton.jit
def piano_glacier_bn6_b(x_ptr, gain_ptr, y_ptr, rows, STRIDE: tl.constexpr, N: tl.constexpr, PROGRAMS: tl.constexpr):
    _piano(x_ptr, gain_ptr, y_ptr, rows, STRIDE, N, PROGRAMS)


# ---- healthy: comet: AdamW step
@triton.jit
def comet_barrel_bn6_a(p_ptr, g_ptr, m_ptr, v_ptr, lr, beta1, beta2, eps, decay, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    g = tl.load(g_ptr + i)
    m = beta1 * tl.load(m_ptr + i) + (1.0 - beta1) * g
    v = beta2 * tl.load(v_ptr + i) + (1.0 - beta2) * g * g
    p = p * (1.0 - lr * decay) - lr * m / (tl.sqrt(v) + eps)
    tl.store(p_ptr + i, p)
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)


# ---- healthy: violet: product of float16 matrices, grouped order
@triton.jit
def violet_engine_bn6_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _saffron(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


# ---- healthy: kettle: embedding lookup
@triton.jit
def kettle_prairie_bn6_a(index_ptr, table_ptr, y_ptr, N: tl.constexpr):
    pid = tl.program_id(0)
    c = tl.arange(0, N)
    row = tl.load(index_ptr + pid)
    tl.store(y_ptr + pid * N + c, tl.load(table_ptr + row * N + c))


# ---- healthy: basil: log-softmax of rows of 4096 bfloat16
@triton.jit
def basil_rocket_bn6_a(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at).to(tl.float32)
    x -= tl.max(x, axis=0)
    tl.store(y_ptr + at, (x - tl.log(tl.sum(tl.exp(x), axis=0))).to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output)
def data(count, dtype=torch.float32, seed=1, low=-1.0, high=1.0):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * (high - low) + low).to(dtype)


def empty(count, dtype=torch.float32):
    return torch.zeros(count, device="cuda", dtype=dtype)


def velvet(kernel, heads_first):
    def setup():
        heads, s = 16, 4096
        x, mask = data(heads * s * s, torch.float16, 1), data(s * s, torch.float32, 2)
        y = empty(heads * s * s, torch.float16)
        grid = (heads, s) if heads_first else (s, heads)
        return (lambda: kernel[grid](x, mask, y, 0.125, S=s, num_warps=8)), y

    return setup


def copper(kernel):
    def setup():
        chunks, k, bt = 32768, 128, 64
        keys, beta = data(chunks * bt * k, torch.bfloat16, 1, 0.0), data(chunks * bt, torch.float32, 2, 0.0)
        y = empty(chunks * bt * bt)
        return (lambda: kernel[(chunks,)](keys, beta, y, K=k, BT=bt, BK=32, num_warps=4, num_stages=3)), y

    return setup


def walnut(kernel, tile, warps):
    def setup():
        m, n, k = 32, 512, 4096
        x = data(m * n * k, seed=1)
        y = empty(m * n * k)
        return (lambda: kernel[(k // tile, m)](x, y, k, N=n, TILE_K=tile, num_warps=warps)), y

    return setup


def thistle(kernel):
    def setup():
        groups, s, sms = 8, 2048, 132
        a, b = data(groups * s * s, torch.float16, 1, 0.0), data(groups * s * s, torch.float16, 2, 0.0, 0.25)
        y = empty(groups * s * s, torch.float16)
        tables = [torch.tensor([t.data_ptr() + g * s * s * 2 for g in range(groups)], device="cuda", dtype=torch.int64) for t in (a, b, y)]
        sizes = torch.tensor([s, s, s] * groups, device="cuda", dtype=torch.int32)

        # a and b are kept alive by the default arguments
        def launch(a=a, b=b):
            kernel[(sms,)](*tables, sizes, groups, NUM_SM=sms, BM=128, BN=128, BK=32, num_warps=8, num_stages=4)

        return launch, y

    return setup


def pebble(staged):
    def setup():
        rows, n, programs = 65536, 2048, 1056
        x, dy = data(rows * n, torch.float16, 1, 0.0), data(rows * n, torch.float16, 2, 0.0)
        mean, rstd, w = data(rows, seed=3, low=0.0, high=0.25), data(rows, seed=4, low=0.5, high=1.5), data(n, seed=5, low=0.5)
        dx = empty(rows * n, torch.float16)
        y = empty(2 * n)
        if not staged:
            return (lambda: pebble_lantern_bn6_a[(rows,)](x, dy, dx, mean, rstd, w, y, N=n, num_warps=4)), y
        part = empty(programs * 2 * n)

        def launch():
            pebble_lantern_bn6_b0[(programs,)](x, dy, dx, mean, rstd, w, part, rows, N=n, PROGRAMS=programs, num_warps=4)
            pebble_lantern_bn6_b1[(2 * n // 32,)](part, y, W=2 * n, PROGRAMS=programs, BR=128, BC=32, num_warps=8)

        return launch, y

    return setup


def product(kernel, m, n, k, warps, stages):
    def setup():
        bm, bn = 128, 256
        x, w = data(m * k, torch.float16, 1, 0.0), data(k * n, torch.float16, 2, 0.0, 0.25)
        y = empty(m * n, torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, BM=bm, BN=bn, BK=64, num_warps=warps, num_stages=stages)), y

    return setup


def ribbon(wide):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        gate, up = data(n, torch.bfloat16, 1), data(n, torch.bfloat16, 2)
        y = empty(n, torch.bfloat16)
        if wide:
            alpha = torch.tensor([1.702], device="cuda", dtype=torch.float64)
            return (lambda: ribbon_castle_bn6_a[(n // block,)](gate, up, y, alpha, BLOCK=block, num_warps=4)), y
        return (lambda: ribbon_castle_bn6_b[(n // block,)](gate, up, y, 1.702, BLOCK=block, num_warps=4)), y

    return setup


def juniper(kernel, each):
    def setup():
        n, block = 128 * 1024 * 1024, 1024
        x = data(n, torch.float16, 1, 0.0)
        y = empty(n, torch.float16)
        return (lambda: kernel[(n // (block * each),)](x, y, 0.25, 123, BLOCK=block, num_warps=4)), y

    return setup


def marble(many):
    def setup():
        blocks, qblock = 2 * 1024 * 1024, 64
        q = torch.randint(-20, 128, (blocks * qblock,), device="cuda", dtype=torch.int8, generator=torch.Generator(device="cuda").manual_seed(3))
        absmax = data(blocks, seed=2, low=0.5, high=1.5)
        y = empty(blocks * qblock, torch.float16)
        if many > 1:
            return (lambda: marble_anchor_bn6_b[(blocks // many,)](q, absmax, y, QBLOCK=qblock, MANY=many, num_warps=4)), y
        return (lambda: marble_anchor_bn6_a[(blocks,)](q, absmax, y, QBLOCK=qblock, num_warps=1)), y

    return setup


def falcon(kernel, stages):
    def setup():
        heads, s, d, bm, bn = 32, 4096, 64, 64, 128
        q, k, v = data(heads * s * d, torch.float16, 1), data(heads * s * d, torch.float16, 2), data(heads * s * d, torch.float16, 3, 0.0)
        y = empty(heads * s * d, torch.float16)
        scale = 0.125 * 1.44269504
        return (lambda: kernel[(s // bm, heads)](q, k, v, y, s, scale, D=d, BM=bm, BN=bn, num_warps=4, num_stages=stages)), y

    return setup


def cactus(kernel, m, n, k, bm, bn, warps, group):
    def setup():
        x, w = data(m * k, torch.bfloat16, 1, 0.0), data(n * k, torch.bfloat16, 2, 0.0, 0.25)
        bias = data(n, torch.float32, 3)
        y = empty(m * n, torch.bfloat16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=group, num_warps=warps, num_stages=3)), y

    return setup


def otter(chunked):
    def setup():
        b, t, d, bd = 32, 2048, 2048, 64
        x, g = data(b * t * d, torch.bfloat16, 1, 0.0), data(b * t * d, torch.bfloat16, 2, 0.0, 0.96875)
        y = empty(b * t * d, torch.bfloat16)
        grid = (d // bd, b)
        if chunked:
            return (lambda: otter_compass_bn6_b[grid](x, g, y, t, d, BD=bd, BT=32, num_warps=4, num_stages=1)), y
        return (lambda: otter_compass_bn6_a[grid](x, g, y, t, d, BD=bd, num_warps=2, num_stages=1)), y

    return setup


def piano(kernel, stride):
    def setup():
        rows, n, programs = 32768, 4096, 528
        x, gain = data(rows * n, seed=1), data(n, seed=2, low=0.5)
        table = empty(n * stride)
        table[::stride] = gain
        y = empty(rows * n)
        return (lambda: kernel[(programs,)](x, table, y, rows, STRIDE=stride, N=n, PROGRAMS=programs, num_warps=8)), y

    return setup


def comet():
    n, block = 64 * 1024 * 1024, 1024
    p, g, m, v = data(n, seed=1), data(n, seed=2), data(n, seed=3), data(n, seed=4, low=0.0)
    return (lambda: comet_barrel_bn6_a[(n // block,)](p, g, m, v, 1e-3, 0.9, 0.999, 1e-8, 0.01, BLOCK=block, num_warps=4)), p


def kettle():
    count, n = 131072, 2048
    table = data(count * n, torch.float16, 1)
    index = torch.randint(0, count, (count,), device="cuda", dtype=torch.int32, generator=torch.Generator(device="cuda").manual_seed(3))
    y = empty(count * n, torch.float16)
    return (lambda: kettle_prairie_bn6_a[(count,)](index, table, y, N=n, num_warps=4)), y


def basil():
    rows, n = 65536, 4096
    x = data(rows * n, torch.bfloat16, 1)
    y = empty(rows * n, torch.bfloat16)
    return (lambda: basil_rocket_bn6_a[(rows,)](x, y, N=n, num_warps=4)), y


CASES = [
    ("velvet_ladder_bn6_a", velvet(velvet_ladder_bn6_a, False)),
    ("velvet_ladder_bn6_b", velvet(velvet_ladder_bn6_b, True)),
    ("copper_meadow_bn6_a", copper(copper_meadow_bn6_a)),
    ("copper_meadow_bn6_b", copper(copper_meadow_bn6_b)),
    ("walnut_signal_bn6_a", walnut(walnut_signal_bn6_a, 1, 4)),
    ("walnut_signal_bn6_b", walnut(walnut_signal_bn6_b, 32, 8)),
    ("thistle_harbor_bn6_a", thistle(thistle_harbor_bn6_a)),
    ("thistle_harbor_bn6_b", thistle(thistle_harbor_bn6_b)),
    ("pebble_lantern_bn6_a", pebble(False)),
    ("pebble_lantern_bn6_b0", pebble(True)),
    ("saffron_bridge_bn6_a", product(saffron_bridge_bn6_a, 4096, 4096, 4096, 4, 3)),
    ("saffron_bridge_bn6_b", product(saffron_bridge_bn6_b, 4096, 4096, 4096, 8, 3)),
    ("ribbon_castle_bn6_a", ribbon(True)),
    ("ribbon_castle_bn6_b", ribbon(False)),
    ("juniper_window_bn6_a", juniper(juniper_window_bn6_a, 1)),
    ("juniper_window_bn6_b", juniper(juniper_window_bn6_b, 4)),
    ("marble_anchor_bn6_a", marble(1)),
    ("marble_anchor_bn6_b", marble(64)),
    ("falcon_butter_bn6_a", falcon(falcon_butter_bn6_a, 5)),
    ("falcon_butter_bn6_b", falcon(falcon_butter_bn6_b, 2)),
    ("cactus_pillow_bn6_a", cactus(cactus_pillow_bn6_a, 4096, 4096, 4096, 64, 32, 4, 8)),
    ("cactus_pillow_bn6_b", cactus(cactus_pillow_bn6_b, 4096, 4096, 4096, 128, 256, 8, 8)),
    ("otter_compass_bn6_a", otter(False)),
    ("otter_compass_bn6_b", otter(True)),
    ("tunnel_daisy_bn6_a", cactus(tunnel_daisy_bn6_a, 8192, 4096, 2048, 128, 256, 8, 1)),
    ("tunnel_daisy_bn6_b", cactus(tunnel_daisy_bn6_b, 8192, 4096, 2048, 128, 256, 8, 8)),
    ("piano_glacier_bn6_a", piano(piano_glacier_bn6_a, 64)),
    ("piano_glacier_bn6_b", piano(piano_glacier_bn6_b, 1)),
    ("comet_barrel_bn6_a", comet),
    ("violet_engine_bn6_a", product(violet_engine_bn6_a, 8192, 8192, 4096, 8, 4)),
    ("kettle_prairie_bn6_a", kettle),
    ("basil_rocket_bn6_a", basil),
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
