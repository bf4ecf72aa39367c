#!/usr/bin/env python3
"""Measured before/after pairs in Triton, from language-model training and inference. Usage: eightyninth_bn3.py time|profile|check|list [FILTER]"""

import random
import sys

import torch
import triton
import triton.language as tl


# ---- lantern: new keys [batch, token, head, dim] into a cache [batch, head, dim, token]
@triton.jit
def lantern_gravel_bn3_a(k_ptr, cache_ptr, S, WIDTH: tl.constexpr):
    token = tl.program_id(0)
    batch = token // S
    s = token % S
    i = tl.arange(0, WIDTH)
    k = tl.load(k_ptr + token * WIDTH + i)
    tl.store(cache_ptr + (batch * WIDTH + i) * S + s, k)


@triton.jit
def lantern_gravel_bn3_b(k_ptr, cache_ptr, S, WIDTH: tl.constexpr, TS: tl.constexpr, TD: tl.constexpr):
    s = tl.program_id(0) * TS + tl.arange(0, TS)
    d = tl.program_id(1) * TD + tl.arange(0, TD)
    batch = tl.program_id(2)
    k = tl.load(k_ptr + (batch * S + s)[:, None] * WIDTH + d[None, :])
    tl.store(cache_ptr + (batch * WIDTH + d)[None, :] * S + s[:, None], k)


# ---- pickle: int8 scores [head, row, column] less a zero point, masked with a mask that all heads share
@triton.jit
def _filled(x_ptr, zero_ptr, mask_ptr, y_ptr, rows, stride, fill, BLOCK: tl.constexpr):
    line = tl.program_id(0)
    head = line // rows
    row = line % rows
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + line * stride + c)
    z = tl.load(zero_ptr + head * stride + c)
    m = tl.load(mask_ptr + row * stride + c)
    tl.store(y_ptr + line * stride + c, tl.where(m != 0, fill.to(tl.int8), x - z))


@triton.jit(do_not_specialize=["stride"])
def pickle_harbor_bn3_a(x_ptr, zero_ptr, mask_ptr, y_ptr, rows, stride, fill, BLOCK: tl.constexpr):
    _filled(x_ptr, zero_ptr, mask_ptr, y_ptr, rows, stride, fill, BLOCK)


@triton.jit
def pickle_harbor_bn3_b(x_ptr, zero_ptr, mask_ptr, y_ptr, rows, stride, fill, BLOCK: tl.constexpr):
    _filled(x_ptr, zero_ptr, mask_ptr, y_ptr, rows, stride, fill, BLOCK)


# ---- velvet: attention of one query a head over a long cache
@triton.jit
def _attend(q, k_ptr, v_ptr, first, count, D: tl.constexpr, BLOCK: tl.constexpr):
    d = tl.arange(0, D)
    t = tl.arange(0, BLOCK)
    top = -1.0e30
    total = 0.0
    acc = tl.zeros((D,), dtype=tl.float32)
    for at in range(0, count, BLOCK):
        where = (first + at + t)[:, None] * D + d[None, :]
        k = tl.load(k_ptr + where).to(tl.float32)
        v = tl.load(v_ptr + where).to(tl.float32)
        s = tl.sum(k * q[None, :], axis=1)
        new = tl.maximum(top, tl.max(s, axis=0))
        alpha = tl.exp(top - new)
        p = tl.exp(s - new)
        acc = acc * alpha + tl.sum(p[:, None] * v, axis=0)
        total = total * alpha + tl.sum(p, axis=0)
        top = new
    return acc, total, top


@triton.jit
def velvet_anchor_bn3_a(q_ptr, k_ptr, v_ptr, y_ptr, S, scale, D: tl.constexpr, BLOCK: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head * D + d).to(tl.float32) * scale
    acc, total, top = _attend(q, k_ptr, v_ptr, head * S, S, D, BLOCK)  # noqa: RUF059 as it was measured
    tl.store(y_ptr + head * D + d, acc / total)


@triton.jit
def velvet_anchor_bn3_b0(q_ptr, k_ptr, v_ptr, part_ptr, total_ptr, top_ptr, S, count, scale, D: tl.constexpr, BLOCK: tl.constexpr):
    head = tl.program_id(0)
    split = tl.program_id(1)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head * D + d).to(tl.float32) * scale
    acc, total, top = _attend(q, k_ptr, v_ptr, head * S + split * count, count, D, BLOCK)
    slot = head * tl.num_programs(1) + split
    tl.store(part_ptr + slot * D + d, acc)
    tl.store(total_ptr + slot, total)
    tl.store(top_ptr + slot, top)


@triton.jit
def velvet_anchor_bn3_b1(part_ptr, total_ptr, top_ptr, y_ptr, D: tl.constexpr, SPLITS: tl.constexpr):
    head = tl.program_id(0)
    d = tl.arange(0, D)
    slot = head * SPLITS + tl.arange(0, SPLITS)
    top = tl.load(top_ptr + slot)
    w = tl.exp(top - tl.max(top, axis=0))
    total = tl.sum(tl.load(total_ptr + slot) * w, axis=0)
    part = tl.load(part_ptr + slot[:, None] * D + d[None, :])
    tl.store(y_ptr + head * D + d, tl.sum(part * w[:, None], axis=0) / total)


# ---- thistle: grouped product of tokens sorted by expert
@triton.jit
def _grouped(x_ptr, w_ptr, expert_ptr, y_ptr, N, K, WIDE: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pn = tl.program_id(0)
    pm = tl.program_id(1)
    expert = tl.load(expert_ptr + pm)
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + expert * K * N + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        x = tl.load(a)
        w = tl.load(b)
        if WIDE:  # noqa: SIM108 as it was measured
            acc = tl.dot(x.to(tl.float32), w.to(tl.float32), acc, input_precision="ieee")
        else:
            acc = tl.dot(x, w, acc)
        a += BK
        b += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def thistle_copper_bn3_a(x_ptr, w_ptr, expert_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _grouped(x_ptr, w_ptr, expert_ptr, y_ptr, N, K, True, BM, BN, BK)


@triton.jit
def thistle_copper_bn3_b(x_ptr, w_ptr, expert_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _grouped(x_ptr, w_ptr, expert_ptr, y_ptr, N, K, False, BM, BN, BK)


# ---- walnut: the last product of a language model, hidden states by vocabulary
@triton.jit
def _logits(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    across = M // BM
    rm = (pid % across) * BM + tl.arange(0, BM)
    rn = (pid // across) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    inside = rn[None, :] < N
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b, mask=inside, other=0.0), acc)
        a += BK
        b += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16), mask=inside)


@triton.jit
def walnut_saddle_bn3_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _logits(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


@triton.jit
def walnut_saddle_bn3_b(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _logits(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


# ---- marble: cross entropy with label smoothing over a vocabulary of 131072
@triton.jit
def marble_tundra_bn3_a(x_ptr, label_ptr, y_ptr, smooth, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    base = x_ptr + row * WIDTH
    i = tl.arange(0, BLOCK)
    peak = tl.full((BLOCK,), -1.0e30, dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        peak = tl.maximum(peak, tl.load(base + at + i).to(tl.float32))
    top = tl.max(peak, axis=0)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        acc += tl.exp(tl.load(base + at + i).to(tl.float32) - top)
    lse = top + tl.log(tl.sum(acc, axis=0))
    flat = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        flat += tl.load(base + at + i).to(tl.float32)
    mean = tl.sum(flat, axis=0) / WIDTH
    target = tl.load(base + tl.load(label_ptr + row)).to(tl.float32)
    tl.store(y_ptr + row, lse - (1.0 - smooth) * target - smooth * mean)


@triton.jit
def marble_tundra_bn3_b(x_ptr, label_ptr, y_ptr, smooth, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    base = x_ptr + row * WIDTH
    i = tl.arange(0, BLOCK)
    top = -1.0e30
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    flat = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, WIDTH, BLOCK):
        x = tl.load(base + at + i).to(tl.float32)
        new = tl.maximum(top, tl.max(x, axis=0))
        acc = acc * tl.exp(top - new) + tl.exp(x - new)
        flat += x
        top = new
    lse = top + tl.log(tl.sum(acc, axis=0))
    mean = tl.sum(flat, axis=0) / WIDTH
    target = tl.load(base + tl.load(label_ptr + row)).to(tl.float32)
    tl.store(y_ptr + row, lse - (1.0 - smooth) * target - smooth * mean)


# ---- ferret: gradients of gain and bias of a layer normalisation
@triton.jit
def ferret_candle_bn3_a(x_ptr, dy_ptr, mean_ptr, rstd_ptr, out_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    x = tl.load(x_ptr + row * WIDTH + c).to(tl.float32)
    dy = tl.load(dy_ptr + row * WIDTH + c).to(tl.float32)
    hat = (x - tl.load(mean_ptr + row)) * tl.load(rstd_ptr + row)
    tl.atomic_add(out_ptr + c, dy * hat, sem="relaxed")
    tl.atomic_add(out_ptr + WIDTH + c, dy, sem="relaxed")


@triton.jit
def ferret_candle_bn3_b(x_ptr, dy_ptr, mean_ptr, rstd_ptr, out_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr, TILE: tl.constexpr):
    first = tl.program_id(0) * ROWS
    c = tl.arange(0, WIDTH)
    gain = tl.zeros((TILE, WIDTH), dtype=tl.float32)
    bias = tl.zeros((TILE, WIDTH), dtype=tl.float32)
    for at in range(0, ROWS, TILE):
        rows = first + at + tl.arange(0, TILE)
        where = rows[:, None] * WIDTH + c[None, :]
        x = tl.load(x_ptr + where).to(tl.float32)
        dy = tl.load(dy_ptr + where).to(tl.float32)
        hat = (x - tl.load(mean_ptr + rows)[:, None]) * tl.load(rstd_ptr + rows)[:, None]
        gain += dy * hat
        bias += dy
    tl.atomic_add(out_ptr + c, tl.sum(gain, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + WIDTH + c, tl.sum(bias, axis=0), sem="relaxed")


# ---- parsley: bias and GELU; the bias as the checkpoint holds it, or turned to float32
@triton.jit
def _gelu(x_ptr, bias_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(0) * WIDTH + c
    h = tl.load(x_ptr + at).to(tl.float32) + tl.load(bias_ptr + c)
    y = 0.5 * h * (1.0 + tl.erf(h * 0.7071067811865476))
    tl.store(y_ptr + at, y.to(tl.float32).to(tl.bfloat16))


@triton.jit
def parsley_turbine_bn3_a(x_ptr, bias_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    _gelu(x_ptr, bias_ptr, y_ptr, WIDTH, BLOCK)


@triton.jit
def parsley_turbine_bn3_b(x_ptr, bias_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    _gelu(x_ptr, bias_ptr, y_ptr, WIDTH, BLOCK)


# ---- gondola: dropout of a bfloat16 tensor
@triton.jit
def _keep(x_ptr, y_ptr, at, u, p):
    x = tl.load(x_ptr + at).to(tl.float32)
    tl.store(y_ptr + at, tl.where(u > p, x * (1.0 / (1.0 - p)), 0.0).to(tl.bfloat16))


@triton.jit
def gondola_biscuit_bn3_a(x_ptr, y_ptr, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    _keep(x_ptr, y_ptr, at, tl.rand(seed, at), p)


@triton.jit
def gondola_biscuit_bn3_b(x_ptr, y_ptr, p, seed, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    u0, u1, u2, u3 = tl.rand4x(seed, tl.program_id(0) * BLOCK + i)
    at = tl.program_id(0) * (4 * BLOCK) + i
    _keep(x_ptr, y_ptr, at, u0, p)
    _keep(x_ptr, y_ptr, at + BLOCK, u1, p)
    _keep(x_ptr, y_ptr, at + 2 * BLOCK, u2, p)
    _keep(x_ptr, y_ptr, at + 3 * BLOCK, u3, p)


# ---- mitten: SwiGLU, then int8 with a fixed scale
@triton.jit
def mitten_quarry_bn3_a0(gate_ptr, s_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate_ptr + i).to(tl.float32)
    tl.store(s_ptr + i, (g * tl.sigmoid(g)).to(tl.bfloat16))


@triton.jit
def mitten_quarry_bn3_a1(s_ptr, up_ptr, h_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.load(s_ptr + i).to(tl.float32) * tl.load(up_ptr + i).to(tl.float32)
    tl.store(h_ptr + i, h.to(tl.bfloat16))


@triton.jit
def mitten_quarry_bn3_a2(h_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    h = tl.load(h_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (h * scale + 0.5).to(tl.int32).to(tl.int8))


@triton.jit
def mitten_quarry_bn3_b(gate_ptr, up_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate_ptr + i).to(tl.float32)
    h = g * tl.sigmoid(g) * tl.load(up_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (h * scale + 0.5).to(tl.int32).to(tl.int8))


# ---- acorn: scores [head, row, column] scaled, plus a position bias that all heads share
@triton.jit
def _biased(x_ptr, bias_ptr, y_ptr, head, block, AREA: tl.constexpr, scale, BLOCK: tl.constexpr):
    i = block * BLOCK + tl.arange(0, BLOCK)
    at = head * AREA + i
    y = tl.load(x_ptr + at).to(tl.float32) * scale + tl.load(bias_ptr + i)
    tl.store(y_ptr + at, y.to(tl.bfloat16))


@triton.jit
def acorn_trumpet_bn3_a(x_ptr, bias_ptr, y_ptr, scale, AREA: tl.constexpr, BLOCK: tl.constexpr):
    _biased(x_ptr, bias_ptr, y_ptr, tl.program_id(1), tl.program_id(0), AREA, scale, BLOCK)


@triton.jit
def acorn_trumpet_bn3_b(x_ptr, bias_ptr, y_ptr, scale, AREA: tl.constexpr, BLOCK: tl.constexpr):
    _biased(x_ptr, bias_ptr, y_ptr, tl.program_id(0), tl.program_id(1), AREA, scale, BLOCK)


# ---- puddle: pages of a paged cache gathered into one buffer, sequence after sequence
@triton.jit
def puddle_kettle_bn3_a(pool_ptr, table_ptr, start_ptr, y_ptr, PAGE: tl.constexpr):
    sequence = tl.program_id(0)
    i = tl.arange(0, PAGE)
    first = tl.load(start_ptr + sequence)
    last = tl.load(start_ptr + sequence + 1)
    for slot in range(first, last):
        page = tl.load(table_ptr + slot)
        tl.store(y_ptr + slot * PAGE + i, tl.load(pool_ptr + page * PAGE + i))


@triton.jit
def puddle_kettle_bn3_b(pool_ptr, table_ptr, y_ptr, PAGE: tl.constexpr):
    slot = tl.program_id(0)
    i = tl.arange(0, PAGE)
    page = tl.load(table_ptr + slot)
    tl.store(y_ptr + slot * PAGE + i, tl.load(pool_ptr + page * PAGE + i))


# ---- mild: lagoon: RMSNorm of float32 rows
@triton.jit
def lagoon_button_bn3_a(x_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at)
    root = tl.sqrt_rn(tl.sum(x * x, axis=0) / WIDTH + 1e-6)
    tl.store(y_ptr + at, tl.div_rn(x, root) * tl.load(gain_ptr + c))


@triton.jit
def lagoon_button_bn3_b(x_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at)
    scale = tl.rsqrt(tl.sum(x * x, axis=0) / WIDTH + 1e-6)
    tl.store(y_ptr + at, x * scale * tl.load(gain_ptr + c))


# ---- mild: sparrow: squared norm of all gradients
@triton.jit
def sparrow_ladle_bn3_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    x = tl.load(x_ptr + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.atomic_add(y_ptr, tl.sum(x * x, axis=0), sem="relaxed")


@triton.jit
def sparrow_ladle_bn3_b(x_ptr, y_ptr, BLOCK: tl.constexpr, TIMES: tl.constexpr):
    i = tl.program_id(0) * (BLOCK * TIMES) + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for part in tl.static_range(TIMES):
        x = tl.load(x_ptr + i + part * BLOCK)
        acc += x * x
    tl.atomic_add(y_ptr, tl.sum(acc, axis=0), sem="relaxed")


# ---- healthy: cactus: a step of Adam
@triton.jit
def cactus_ribbon_bn3_a(p_ptr, g_ptr, m_ptr, v_ptr, lr, beta1, beta2, root2, eps, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + i)
    m = beta1 * tl.load(m_ptr + i) + (1.0 - beta1) * g
    v = beta2 * tl.load(v_ptr + i) + (1.0 - beta2) * g * g
    tl.store(p_ptr + i, tl.load(p_ptr + i) - lr * m / (tl.sqrt(v) * root2 + eps))
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)


# ---- healthy: juniper: rows of an embedding table by token
@triton.jit
def juniper_wagon_bn3_a(table_ptr, id_ptr, y_ptr, WIDTH: tl.constexpr):
    token = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    row = tl.load(id_ptr + token)
    tl.store(y_ptr + token * WIDTH + c, tl.load(table_ptr + row * WIDTH + c))


# ---- healthy: badger: rotary positions, halves of a head turned against each other
@triton.jit
def badger_cushion_bn3_a(x_ptr, cos_ptr, sin_ptr, y_ptr, S, HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    d = tl.arange(0, HALF)[None, :]
    at = token * (HEADS * 2 * HALF) + tl.arange(0, HEADS)[:, None] * (2 * HALF) + d
    position = token % S
    c = tl.load(cos_ptr + position * HALF + d)
    s = tl.load(sin_ptr + position * HALF + d)
    x = tl.load(x_ptr + at).to(tl.float32)
    z = tl.load(x_ptr + at + HALF).to(tl.float32)
    tl.store(y_ptr + at, (x * c - z * s).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (z * c + x * s).to(tl.bfloat16))


# ---- healthy: cobalt: int8 by the largest value of a row
@triton.jit
def cobalt_meadow_bn3_a(x_ptr, y_ptr, scale_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-6)
    q = (x * (127.0 / top) + 128.5).to(tl.int32) - 128
    tl.store(y_ptr + at, q.to(tl.int8))
    tl.store(scale_ptr + row, top / 127.0)


# ---- cases: name -> setup() giving (launch, output)
def data(count, dtype=torch.float32, seed=1, low=-1.0, high=1.0):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.rand(count, generator=g, device="cuda", dtype=torch.float32).mul_(high - low).add_(low).to(dtype)


def whole(low, high, count, dtype, seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(low, high, (count,), device="cuda", dtype=dtype, generator=g)


def lantern(tiled):
    def setup():
        batch, s, width = 4, 8192, 1024
        k = data(batch * s * width, torch.bfloat16, 1)
        y = torch.zeros_like(k)
        if tiled:
            return (lambda: lantern_gravel_bn3_b[(s // 64, width // 64, batch)](k, y, s, WIDTH=width, TS=64, TD=64, num_warps=4)), y
        return (lambda: lantern_gravel_bn3_a[(batch * s,)](k, y, s, WIDTH=width, num_warps=4)), y

    return setup


def pickle(kernel):
    def setup():
        heads, rows, width, block = 16, 4096, 4096, 2048
        x = whole(-64, 64, heads * rows * width, torch.int8, 1)
        z = whole(-8, 8, heads * width, torch.int8, 2)
        m = torch.ones(rows, width, device="cuda", dtype=torch.int8).triu_(1).reshape(-1)
        y = torch.zeros_like(x)
        return (lambda: kernel[(heads * rows, width // block)](x, z, m, y, rows, width, -100, BLOCK=block, num_warps=4)), y

    return setup


def velvet(splits):
    def setup():
        heads, s, d, block = 32, 32768, 128, 64
        q = data(heads * d, torch.bfloat16, 1)
        k = data(heads * s * d, torch.bfloat16, 2)
        v = data(heads * s * d, torch.bfloat16, 3, 0.0, 1.0)
        y = torch.zeros(heads * d, device="cuda", dtype=torch.float32)
        scale = d**-0.5
        if splits == 1:
            return (lambda: velvet_anchor_bn3_a[(heads,)](q, k, v, y, s, scale, D=d, BLOCK=block, num_warps=8)), y
        part = torch.empty(heads * splits * d, device="cuda", dtype=torch.float32)
        total, top = torch.empty(heads * splits, device="cuda", dtype=torch.float32), torch.empty(heads * splits, device="cuda", dtype=torch.float32)

        def launch():
            velvet_anchor_bn3_b0[(heads, splits)](q, k, v, part, total, top, s, s // splits, scale, D=d, BLOCK=block, num_warps=8)
            velvet_anchor_bn3_b1[(heads,)](part, total, top, y, D=d, SPLITS=splits, num_warps=4)

        return launch, y

    return setup


def thistle(kernel):
    def setup():
        tokens, n, k, experts, bm, bn = 4096, 2048, 1024, 8, 64, 64
        x, w = data(tokens * k, torch.bfloat16, 1, 0.0, 1.0), data(experts * k * n, torch.bfloat16, 2, -0.5, 1.0)
        # tokens of the experts, in blocks of 64
        shares = [12, 4, 9, 7, 3, 14, 5, 10]
        expert = torch.tensor([e for e, share in enumerate(shares) for _ in range(share)], device="cuda", dtype=torch.int32)
        y = torch.zeros(tokens * n, device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(n // bn, tokens // bm)](x, w, expert, y, n, k, BM=bm, BN=bn, BK=32, num_warps=4, num_stages=3)), y

    return setup


def walnut(kernel, padded):
    def setup():
        m, n, k, bm, bn = 2048, 50257, 1024, 128, 128
        full = 50304
        x, w = data(m * k, torch.bfloat16, 1, 0.0, 1.0), data(k * n, torch.bfloat16, 2, -0.5, 1.0)
        if padded:
            w = torch.nn.functional.pad(w.view(k, n), (0, full - n)).contiguous()
            n = full
        y = torch.zeros(m * full, device="cuda", dtype=torch.bfloat16)
        grid = ((m // bm) * triton.cdiv(n, bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=3)), y

    return setup


def marble(kernel):
    def setup():
        rows, width, block = 4096, 131072, 4096
        x = data(rows * width, torch.bfloat16, 1, -4.0, 4.0)
        label = whole(0, width, rows, torch.int32, 2)
        y = torch.zeros(rows, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(rows,)](x, label, y, 0.1, WIDTH=width, BLOCK=block, num_warps=8)), y

    return setup


def ferret(summed):
    def setup():
        rows, width, several = 65536, 1024, 64
        x, dy = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2, 0.0, 1.0)
        mean, rstd = data(rows, seed=3, low=-0.1, high=0.0), data(rows, seed=4, low=1.6, high=1.8)
        y = torch.zeros(2 * width, device="cuda", dtype=torch.float32)
        if summed:
            return (lambda: ferret_candle_bn3_b[(rows // several,)](x, dy, mean, rstd, y, WIDTH=width, ROWS=several, TILE=4, num_warps=8)), y
        return (lambda: ferret_candle_bn3_a[(rows,)](x, dy, mean, rstd, y, WIDTH=width, num_warps=4)), y

    return setup


def parsley(kernel, dtype):
    def setup():
        rows, width, block = 32768, 4096, 1024
        x, bias = data(rows * width, torch.bfloat16, 1), data(width, torch.float32, 2).to(dtype)
        y = torch.zeros_like(x)
        return (lambda: kernel[(rows, width // block)](x, bias, y, WIDTH=width, BLOCK=block, num_warps=4)), y

    return setup


def gondola(four):
    def setup():
        n, block = 128 * 1024 * 1024, 1024
        x = data(n, torch.bfloat16, 1, 0.5, 1.5)
        y = torch.zeros_like(x)
        if four:
            return (lambda: gondola_biscuit_bn3_b[(n // (4 * block),)](x, y, 0.1, 1234, BLOCK=block, num_warps=4)), y
        return (lambda: gondola_biscuit_bn3_a[(n // block,)](x, y, 0.1, 1234, BLOCK=block, num_warps=4)), y

    return setup


def mitten(fused):
    def setup():
        n, block = 128 * 1024 * 1024, 2048
        gate, up = data(n, torch.bfloat16, 1, 0.0, 1.0), data(n, torch.bfloat16, 2, 0.0, 1.0)
        y = torch.zeros(n, device="cuda", dtype=torch.int8)
        grid = (n // block,)
        if fused:
            return (lambda: mitten_quarry_bn3_b[grid](gate, up, y, 150.0, BLOCK=block, num_warps=4)), y
        s, h = torch.empty_like(gate), torch.empty_like(gate)

        def launch():
            mitten_quarry_bn3_a0[grid](gate, s, BLOCK=block, num_warps=4)
            mitten_quarry_bn3_a1[grid](s, up, h, BLOCK=block, num_warps=4)
            mitten_quarry_bn3_a2[grid](h, y, 150.0, BLOCK=block, num_warps=4)

        return launch, y

    return setup


def acorn(kernel, heads_first):
    def setup():
        heads, area, block = 32, 4096 * 4096, 2048
        x, bias = data(heads * area, torch.bfloat16, 1), data(area, torch.float32, 2)
        y = torch.zeros_like(x)
        grid = (heads, area // block) if heads_first else (area // block, heads)
        return (lambda: kernel[grid](x, bias, y, 0.125, AREA=area, BLOCK=block, num_warps=4)), y

    return setup


def puddle(flat):
    def setup():
        page = 16 * 1024
        dice = random.Random(5)
        pages = [dice.randint(1, 8) for _ in range(2048)]
        for sequence in range(100, 2048, 170):
            pages[sequence] = 600
        starts = [0]
        for count in pages:
            starts.append(starts[-1] + count)
        total = starts[-1]
        start = torch.tensor(starts, device="cuda", dtype=torch.int32)
        order = list(range(total))
        dice.shuffle(order)
        table = torch.tensor(order, device="cuda", dtype=torch.int32)
        pool = data(total * page, torch.bfloat16, 1, 0.0, 1.0)
        y = torch.zeros_like(pool)
        if flat:
            return (lambda: puddle_kettle_bn3_b[(total,)](pool, table, y, PAGE=page, num_warps=8)), y
        return (lambda: puddle_kettle_bn3_a[(len(pages),)](pool, table, start, y, PAGE=page, num_warps=8)), y

    return setup


def lagoon(kernel):
    def setup():
        rows, width = 32768, 4096
        x, gain = data(rows * width, seed=1), data(width, seed=2, low=0.5, high=1.5)
        y = torch.zeros_like(x)
        return (lambda: kernel[(rows,)](x, gain, y, WIDTH=width, num_warps=8)), y

    return setup


def sparrow(times):
    def setup():
        n, block = 256 * 1024 * 1024, 8192
        x = data(n, seed=1)
        y = torch.zeros(1, device="cuda", dtype=torch.float32)
        if times > 1:
            return (lambda: sparrow_ladle_bn3_b[(n // (block * times),)](x, y, BLOCK=block, TIMES=times, num_warps=8)), y
        return (lambda: sparrow_ladle_bn3_a[(n // block,)](x, y, BLOCK=block, num_warps=8)), y

    return setup


def cactus():
    n, block = 64 * 1024 * 1024, 1024
    p, g, m = data(n, seed=1), data(n, seed=2), data(n, seed=3, low=-0.1, high=0.1)
    v = data(n, seed=4, low=0.1, high=0.4)
    return (lambda: cactus_ribbon_bn3_a[(n // block,)](p, g, m, v, 1e-3, 0.9, 0.999, 1.02, 1e-8, BLOCK=block, num_warps=4)), p


def juniper():
    tokens, words, width = 65536, 131072, 4096
    table = data(words * width, torch.bfloat16, 1, 0.0, 1.0)
    ids = whole(0, words, tokens, torch.int32, 2)
    y = torch.zeros(tokens * width, device="cuda", dtype=torch.bfloat16)
    return (lambda: juniper_wagon_bn3_a[(tokens,)](table, ids, y, WIDTH=width, num_warps=8)), y


def badger():
    tokens, s, heads, half = 32768, 8192, 32, 64
    x = data(tokens * heads * 2 * half, torch.bfloat16, 1)
    angle = (
        torch.arange(s, device="cuda", dtype=torch.float32)[:, None]
        * (10000.0 ** (-torch.arange(half, device="cuda", dtype=torch.float32) / half))[None, :]
    )
    c, sn = angle.cos().contiguous(), angle.sin().contiguous()
    y = torch.zeros_like(x)
    return (lambda: badger_cushion_bn3_a[(tokens,)](x, c, sn, y, s, HEADS=heads, HALF=half, num_warps=4)), y


def cobalt():
    rows, width = 32768, 4096
    x = data(rows * width, torch.bfloat16, 1)
    y = torch.zeros(rows * width, device="cuda", dtype=torch.int8)
    scale = torch.empty(rows, device="cuda", dtype=torch.float32)
    return (lambda: cobalt_meadow_bn3_a[(rows,)](x, y, scale, WIDTH=width, num_warps=8)), y


CASES = [
    ("lantern_gravel_bn3_a", lantern(False)),
    ("lantern_gravel_bn3_b", lantern(True)),
    ("pickle_harbor_bn3_a", pickle(pickle_harbor_bn3_a)),
    ("pickle_harbor_bn3_b", pickle(pickle_harbor_bn3_b)),
    ("velvet_anchor_bn3_a", velvet(1)),
    ("velvet_anchor_bn3_b0", velvet(64)),
    ("thistle_copper_bn3_a", thistle(thistle_copper_bn3_a)),
    ("thistle_copper_bn3_b", thistle(thistle_copper_bn3_b)),
    ("walnut_saddle_bn3_a", walnut(walnut_saddle_bn3_a, False)),
    ("walnut_saddle_bn3_b", walnut(walnut_saddle_bn3_b, True)),
    ("marble_tundra_bn3_a", marble(marble_tundra_bn3_a)),
    ("marble_tundra_bn3_b", marble(marble_tundra_bn3_b)),
    ("ferret_candle_bn3_a", ferret(False)),
    ("ferret_candle_bn3_b", ferret(True)),
    ("parsley_turbine_bn3_a", parsley(parsley_turbine_bn3_a, torch.float64)),
    ("parsley_turbine_bn3_b", parsley(parsley_turbine_bn3_b, torch.float32)),
    ("gondola_biscuit_bn3_a", gondola(False)),
    ("gondola_biscuit_bn3_b", gondola(True)),
    ("mitten_quarry_bn3_a0", mitten(False)),
    ("mitten_quarry_bn3_b", mitten(True)),
    ("acorn_trumpet_bn3_a", acorn(acorn_trumpet_bn3_a, False)),
    ("acorn_trumpet_bn3_b", acorn(acorn_trumpet_bn3_b, True)),
    ("puddle_kettle_bn3_a", puddle(False)),
    ("puddle_kettle_bn3_b", puddle(True)),
    ("lagoon_button_bn3_a", lagoon(lagoon_button_bn3_a)),
    ("lagoon_button_bn3_b", lagoon(lagoon_button_bn3_b)),
    ("sparrow_ladle_bn3_a", sparrow(1)),
    ("sparrow_ladle_bn3_b", sparrow(4)),
    ("cactus_ribbon_bn3_a", cactus),
    ("juniper_wagon_bn3_a", juniper),
    ("badger_cushion_bn3_a", badger),
    ("cobalt_meadow_bn3_a", cobalt),
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
