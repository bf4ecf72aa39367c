#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredtwentyninth_bv4.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice

BF = torch.bfloat16


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- maple_kettle: exact GEGLU forward, gelu(gate) * up, bf16
@triton.jit
def maple_kettle_bv4_a(g_ptr, u_ptr, s_ptr, o_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    s = tl.load(s_ptr)
    e = tl.load(g_ptr + at, mask=mask, other=0).to(tl.float32)
    u = tl.load(u_ptr + at, mask=mask, other=0)
    f = 0.5 * e * (libdevice.erf(e * s) + 1.0)
    tl.store(o_ptr + at, f.to(tl.bfloat16) * u, mask=mask)


@triton.jit
def maple_kettle_bv4_b(g_ptr, u_ptr, s_ptr, o_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    s = tl.load(s_ptr)
    e = tl.load(g_ptr + at, mask=mask, other=0).to(tl.float32)
    u = tl.load(u_ptr + at, mask=mask, other=0)
    f = 0.5 * e * (libdevice.erf(e * s) + 1.0)
    tl.store(o_ptr + at, f.to(tl.bfloat16) * u, mask=mask)


def maple_kettle(kernel, kind):
    def setup():
        n, g = 24576 * 4096, gen(1)
        gate = torch.rand(n, device="cuda", generator=g, dtype=BF) * 4 - 1
        up = torch.rand(n, device="cuda", generator=g, dtype=BF)
        s = torch.full((1,), 0.5**0.5, device="cuda", dtype=kind)
        o = torch.empty(n, device="cuda", dtype=BF)
        return (lambda: kernel[(n // 1024,)](gate, up, s, o, n, BLOCK=1024, num_warps=4)), o

    return setup


# ---- cobalt_ladder: generalised-mean pooling over 1024 positions a channel, bf16 features
@triton.jit
def cobalt_ladder_bv4_a(x_ptr, y_ptr, p, HW: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * HW + tl.arange(0, HW)[None, :]
    x = tl.maximum(tl.load(x_ptr + at).to(tl.float32), 1e-6)
    m = tl.sum(libdevice.pow(x, p), axis=1) / HW
    tl.store(y_ptr + r, libdevice.pow(m, 1.0 / p))


@triton.jit
def cobalt_ladder_bv4_b(x_ptr, y_ptr, p, HW: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * HW + tl.arange(0, HW)[None, :]
    x = tl.maximum(tl.load(x_ptr + at).to(tl.float32), 1e-6)
    m = tl.sum(tl.exp2(p * libdevice.fast_log2f(x)), axis=1) / HW
    tl.store(y_ptr + r, libdevice.pow(m, 1.0 / p))


def cobalt_ladder(kernel):
    def setup():
        rows, hw, g = 262144, 1024, gen(2)
        x = torch.rand((rows, hw), device="cuda", generator=g, dtype=BF)
        y = torch.empty(rows, device="cuda")
        return (lambda: kernel[(rows // 4,)](x, y, 2.7, HW=hw, ROWS=4, num_warps=4)), y

    return setup


# ---- harbor_thimble: chunk states of a state-space model, (x * decay)^T B over chunks of 256 steps
@triton.jit
def harbor_thimble_bv4_a(x_ptr, b_ptr, d_ptr, s_ptr, L: tl.constexpr, P: tl.constexpr, N: tl.constexpr, BL: tl.constexpr):
    c = tl.program_id(0).to(tl.int64)
    p = tl.arange(0, P)
    n = tl.arange(0, N)
    acc = tl.zeros((P, N), dtype=tl.float32)
    for k in range(0, L, BL):
        l = k + tl.arange(0, BL)  # noqa: E741 as it was measured
        x = tl.load(x_ptr + c * L * P + l[None, :] * P + p[:, None]).to(tl.float32)
        b = tl.load(b_ptr + c * L * N + l[:, None] * N + n[None, :]).to(tl.float32)
        d = tl.load(d_ptr + c * L + l)
        acc = tl.dot(x * d[None, :], b, acc, input_precision="ieee")
    tl.store(s_ptr + c * P * N + p[:, None] * N + n[None, :], acc)


@triton.jit
def harbor_thimble_bv4_b(x_ptr, b_ptr, d_ptr, s_ptr, L: tl.constexpr, P: tl.constexpr, N: tl.constexpr, BL: tl.constexpr):
    c = tl.program_id(0).to(tl.int64)
    p = tl.arange(0, P)
    n = tl.arange(0, N)
    acc = tl.zeros((P, N), dtype=tl.float32)
    for k in range(0, L, BL):
        l = k + tl.arange(0, BL)  # noqa: E741 as it was measured
        x = tl.load(x_ptr + c * L * P + l[None, :] * P + p[:, None]).to(tl.float32)
        b = tl.load(b_ptr + c * L * N + l[:, None] * N + n[None, :])
        d = tl.load(d_ptr + c * L + l)
        acc = tl.dot((x * d[None, :]).to(tl.bfloat16), b, acc)
    tl.store(s_ptr + c * P * N + p[:, None] * N + n[None, :], acc)


def harbor_thimble(kernel, bl, warps):
    def setup():
        c, L, P, N, g = 6144, 256, 64, 128, gen(3)  # noqa: N806 as it was measured
        x = torch.rand((c, L, P), device="cuda", generator=g, dtype=BF)
        b = torch.rand((c, L, N), device="cuda", generator=g, dtype=BF)
        d = torch.rand((c, L), device="cuda", generator=g)
        s = torch.empty((c, P, N), device="cuda")
        return (lambda: kernel[(c,)](x, b, d, s, L=L, P=P, N=N, BL=bl, num_warps=warps, num_stages=3)), s

    return setup


# ---- velour_paddock: linear layer with bias and relu, fp16, 4096 cubed
@triton.jit
def velour_paddock_bv4_a(a_ptr, b_ptr, bias_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    pid = tl.program_id(0)
    nm = tl.cdiv(M, BM)
    nn = tl.cdiv(N, BN)
    group = pid // (GM * nn)
    first = group * GM
    size = tl.minimum(nm - first, GM)
    pm = first + (pid % (GM * nn)) % size
    pn = (pid % (GM * nn)) // size
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc = tl.maximum(acc + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


@triton.jit
def velour_paddock_bv4_b(a_ptr, b_ptr, bias_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    pid = tl.program_id(0)
    nm = tl.cdiv(M, BM)
    nn = tl.cdiv(N, BN)
    group = pid // (GM * nn)
    first = group * GM
    size = tl.minimum(nm - first, GM)
    pm = first + (pid % (GM * nn)) % size
    pn = (pid % (GM * nn)) // size
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a = a_ptr + m[:, None] * K + k[None, :]
    b = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc = tl.maximum(acc + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.float16))


def velour_paddock(kernel, stages):
    def setup():
        M, N, K, g = 4096, 4096, 4096, gen(4)  # noqa: N806 as it was measured
        a = torch.rand((M, K), device="cuda", generator=g).half()
        b = torch.rand((K, N), device="cuda", generator=g).half()
        bias = torch.rand(N, device="cuda", generator=g)
        c = torch.empty((M, N), device="cuda", dtype=torch.float16)
        grid = ((M // 128) * (N // 256),)
        return (lambda: kernel[grid](a, b, bias, c, M, N, K, BM=128, BN=256, BK=64, GM=8, num_warps=8, num_stages=stages)), c

    return setup


# ---- sorrel_lantern: weight and bias gradients of a layer norm, sums over 32768 rows of 4096 columns
@triton.jit
def sorrel_lantern_bv4_a(dy_ptr, xh_ptr, o_ptr, M, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    dw = tl.zeros((BM, BN), dtype=tl.float32)
    db = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, M, BM):
        m = i + tl.arange(0, BM)
        at = m[:, None] * N + n[None, :]
        dy = tl.load(dy_ptr + at).to(tl.float32)
        xh = tl.load(xh_ptr + at).to(tl.float32)
        dw += dy * xh
        db += dy
    tl.store(o_ptr + n, tl.sum(dw, axis=0))
    tl.store(o_ptr + N + n, tl.sum(db, axis=0))


@triton.jit
def sorrel_lantern_bv4_b(dy_ptr, xh_ptr, part_ptr, EACH: tl.constexpr, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    s = tl.program_id(1)
    dw = tl.zeros((BM, BN), dtype=tl.float32)
    db = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, EACH, BM):
        m = s * EACH + i + tl.arange(0, BM)
        at = m[:, None] * N + n[None, :]
        dy = tl.load(dy_ptr + at).to(tl.float32)
        xh = tl.load(xh_ptr + at).to(tl.float32)
        dw += dy * xh
        db += dy
    tl.store(part_ptr + s * 2 * N + n, tl.sum(dw, axis=0))
    tl.store(part_ptr + s * 2 * N + N + n, tl.sum(db, axis=0))


@triton.jit
def sorrel_lantern_bv4_b2(part_ptr, o_ptr, S: tl.constexpr, N: tl.constexpr, BN: tl.constexpr):
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    s = tl.arange(0, S)
    tl.store(o_ptr + n, tl.sum(tl.load(part_ptr + s[:, None] * 2 * N + n[None, :]), axis=0))


def sorrel_lantern(split):
    def setup():
        M, N, g = 32768, 4096, gen(5)  # noqa: N806 as it was measured
        dy = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        xh = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        o = torch.empty((2, N), device="cuda")
        part = torch.empty((split, 2, N), device="cuda")

        def before():
            sorrel_lantern_bv4_a[(N // 128,)](dy, xh, o, M, N=N, BM=32, BN=128, num_warps=4)

        def after():
            sorrel_lantern_bv4_b[(N // 128, split)](dy, xh, part, EACH=M // split, N=N, BM=32, BN=128, num_warps=4)
            sorrel_lantern_bv4_b2[(2 * N // 64,)](part, o, S=split, N=N, BN=64, num_warps=4)

        return (before if split == 1 else after), o

    return setup


# ---- juniper_saddle: gradient of a four-row segment embedding, 393216 tokens of width 256
@triton.jit
def juniper_saddle_bv4_a(g_ptr, t_ptr, o_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    t = tl.load(t_ptr + r)
    g = tl.load(g_ptr + r[:, None] * D + d[None, :])
    tl.atomic_add(o_ptr + t[:, None] * D + d[None, :], g, sem="relaxed")


@triton.jit
def juniper_saddle_bv4_b(g_ptr, t_ptr, o_ptr, D: tl.constexpr, EACH: tl.constexpr, ROWS: tl.constexpr, BD: tl.constexpr):
    d = tl.program_id(0) * BD + tl.arange(0, BD)
    a0 = tl.zeros((ROWS, BD), dtype=tl.float32)
    a1 = tl.zeros((ROWS, BD), dtype=tl.float32)
    a2 = tl.zeros((ROWS, BD), dtype=tl.float32)
    a3 = tl.zeros((ROWS, BD), dtype=tl.float32)
    for i in range(0, EACH, ROWS):
        r = tl.program_id(1) * EACH + i + tl.arange(0, ROWS)
        t = tl.load(t_ptr + r)[:, None]
        g = tl.load(g_ptr + r[:, None] * D + d[None, :])
        a0 += tl.where(t == 0, g, 0.0)
        a1 += tl.where(t == 1, g, 0.0)
        a2 += tl.where(t == 2, g, 0.0)
        a3 += tl.where(t == 3, g, 0.0)
    tl.atomic_add(o_ptr + d, tl.sum(a0, axis=0), sem="relaxed")
    tl.atomic_add(o_ptr + D + d, tl.sum(a1, axis=0), sem="relaxed")
    tl.atomic_add(o_ptr + 2 * D + d, tl.sum(a2, axis=0), sem="relaxed")
    tl.atomic_add(o_ptr + 3 * D + d, tl.sum(a3, axis=0), sem="relaxed")


def juniper_saddle(after):
    def setup():
        T, D, g = 393216, 256, gen(6)  # noqa: N806 as it was measured
        grad = torch.rand((T, D), device="cuda", generator=g)
        t = torch.randint(0, 4, (T,), device="cuda", dtype=torch.int32, generator=g)
        o = torch.zeros((4, D), device="cuda")
        if after:
            return (lambda: juniper_saddle_bv4_b[(D // 256, T // 256)](grad, t, o, D=D, EACH=256, ROWS=8, BD=256, num_warps=4)), o
        return (lambda: juniper_saddle_bv4_a[(T // 16,)](grad, t, o, D=D, ROWS=16, num_warps=8)), o

    return setup


# ---- walnut_barge: causal depthwise convolution of width 4 with silu on (batch, length, channel) bf16
@triton.jit
def walnut_barge_bv4_a(x_ptr, w_ptr, y_ptr, L, D: tl.constexpr, BL: tl.constexpr):
    d = tl.program_id(0)
    l = tl.program_id(1) * BL + tl.arange(0, BL)  # noqa: E741 as it was measured
    at = (tl.program_id(2) * L + l) * D + d
    acc = tl.zeros((BL,), dtype=tl.float32)
    for k in tl.static_range(4):
        w = tl.load(w_ptr + k * D + d)
        x = tl.load(x_ptr + at - (3 - k) * D, mask=l >= 3 - k, other=0)
        acc += w * x.to(tl.float32)
    acc = acc / (1.0 + tl.exp(-acc))
    tl.store(y_ptr + at, acc.to(tl.bfloat16))


@triton.jit
def walnut_barge_bv4_b(x_ptr, w_ptr, y_ptr, L, D: tl.constexpr, BL: tl.constexpr, BD: tl.constexpr):
    d = (tl.program_id(0) * BD + tl.arange(0, BD))[None, :]
    l = (tl.program_id(1) * BL + tl.arange(0, BL))[:, None]  # noqa: E741 as it was measured
    at = (tl.program_id(2) * L + l) * D + d
    acc = tl.zeros((BL, BD), dtype=tl.float32)
    for k in tl.static_range(4):
        w = tl.load(w_ptr + k * D + d)
        x = tl.load(x_ptr + at - (3 - k) * D, mask=l >= 3 - k, other=0)
        acc += w * x.to(tl.float32)
    acc = acc / (1.0 + tl.exp(-acc))
    tl.store(y_ptr + at, acc.to(tl.bfloat16))


def walnut_barge(after):
    def setup():
        B, L, D, g = 9, 2048, 4096, gen(7)  # noqa: N806 as it was measured
        x = torch.rand((B, L, D), device="cuda", generator=g, dtype=BF)
        w = torch.rand((4, D), device="cuda", generator=g)
        y = torch.empty((B, L, D), device="cuda", dtype=BF)
        if after:
            return (lambda: walnut_barge_bv4_b[(D // 256, L // 16, B)](x, w, y, L, D=D, BL=16, BD=256, num_warps=4)), y
        return (lambda: walnut_barge_bv4_a[(D, L // 1024, B)](x, w, y, L, D=D, BL=1024, num_warps=4)), y

    return setup


# ---- pepper_gantry: bias, gelu and scaled residual add after a linear layer, bf16
@triton.jit
def pepper_gantry_bv4_a(x_ptr, bias_ptr, t_ptr, N: tl.constexpr):
    c = tl.arange(0, N)
    at = tl.program_id(0) * N + c
    x = tl.load(x_ptr + at).to(tl.float32) + tl.load(bias_ptr + c)
    tl.store(t_ptr + at, x.to(tl.bfloat16))


@triton.jit
def pepper_gantry_bv4_a2(t_ptr, u_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(t_ptr + at).to(tl.float32)
    z = 1.5957691216 * (x + 0.044715 * x * x * x)
    tl.store(u_ptr + at, (x / (1.0 + tl.exp(-z))).to(tl.bfloat16))


@triton.jit
def pepper_gantry_bv4_a3(u_ptr, r_ptr, o_ptr, scale, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    u = tl.load(u_ptr + at).to(tl.float32)
    r = tl.load(r_ptr + at).to(tl.float32)
    tl.store(o_ptr + at, (u * scale + r).to(tl.bfloat16))


@triton.jit
def pepper_gantry_bv4_b(x_ptr, bias_ptr, r_ptr, o_ptr, scale, N: tl.constexpr):
    c = tl.arange(0, N)
    at = tl.program_id(0) * N + c
    x = tl.load(x_ptr + at).to(tl.float32) + tl.load(bias_ptr + c)
    r = tl.load(r_ptr + at).to(tl.float32)
    z = 1.5957691216 * (x + 0.044715 * x * x * x)
    tl.store(o_ptr + at, (x / (1.0 + tl.exp(-z)) * scale + r).to(tl.bfloat16))


def pepper_gantry(fused):
    def setup():
        M, N, g = 24576, 4096, gen(8)  # noqa: N806 as it was measured
        x = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        r = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        bias = torch.rand(N, device="cuda", generator=g)
        o = torch.empty((M, N), device="cuda", dtype=BF)
        if fused:
            return (lambda: pepper_gantry_bv4_b[(M,)](x, bias, r, o, 0.7, N=N, num_warps=8)), o
        t, u = torch.empty_like(x), torch.empty_like(x)

        def chain():
            pepper_gantry_bv4_a[(M,)](x, bias, t, N=N, num_warps=8)
            pepper_gantry_bv4_a2[(M,)](t, u, N=N, num_warps=8)
            pepper_gantry_bv4_a3[(M,)](u, r, o, 0.7, N=N, num_warps=8)

        return chain, o

    return setup


# ---- copper_willow: attention scores plus a relative position bias that every batch entry shares, bf16
@triton.jit
def copper_willow_bv4_a(x_ptr, b_ptr, o_ptr, n, H, S, T, x0, x1, x2, x3, b1, b2, b3, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    t = i % T
    j = i // T
    s = j % S
    j = j // S
    h = j % H
    z = j // H
    x = tl.load(x_ptr + z * x0 + h * x1 + s * x2 + t * x3, mask=mask, other=0).to(tl.float32)
    b = tl.load(b_ptr + h * b1 + s * b2 + t * b3, mask=mask, other=0).to(tl.float32)
    tl.store(o_ptr + i, (x + b).to(tl.bfloat16), mask=mask)


@triton.jit
def copper_willow_bv4_b(x_ptr, b_ptr, o_ptr, x0, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < x0
    at = tl.program_id(1) * x0 + i
    x = tl.load(x_ptr + at, mask=mask, other=0).to(tl.float32)
    b = tl.load(b_ptr + i, mask=mask, other=0).to(tl.float32)
    tl.store(o_ptr + at, (x + b).to(tl.bfloat16), mask=mask)


def copper_willow(after):
    def setup():
        Z, H, S, T, g = 24, 16, 500, 500, gen(9)  # noqa: N806 as it was measured
        n, plane = Z * H * S * T, H * S * T
        x = torch.rand((Z, H, S, T), device="cuda", generator=g, dtype=BF)
        b = torch.rand((H, S, T), device="cuda", generator=g, dtype=BF)
        o = torch.empty((Z, H, S, T), device="cuda", dtype=BF)
        if after:
            return (lambda: copper_willow_bv4_b[(triton.cdiv(plane, 2048), Z)](x, b, o, plane, BLOCK=2048, num_warps=4)), o
        args = (n, H, S, T, plane, S * T, T, 1, S * T, T, 1)
        return (lambda: copper_willow_bv4_a[(n // 1024,)](x, b, o, *args, BLOCK=1024, num_warps=4)), o

    return setup


# ---- tundra_spindle: RMS norm of each attention head's 128 values, bf16
@triton.jit
def tundra_spindle_bv4_a(x_ptr, w_ptr, y_ptr, N: tl.constexpr):
    c = tl.arange(0, N)
    at = tl.program_id(0) * N + c
    x = tl.load(x_ptr + at).to(tl.float32)
    k = tl.rsqrt(tl.sum(x * x, axis=0) / N + 1e-6)
    tl.store(y_ptr + at, (x * k * tl.load(w_ptr + c)).to(tl.bfloat16))


@triton.jit
def tundra_spindle_bv4_b(x_ptr, w_ptr, y_ptr, N: tl.constexpr, ROWS: tl.constexpr):
    c = tl.arange(0, N)
    at = (tl.program_id(0) * ROWS + tl.arange(0, ROWS))[:, None] * N + c[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    k = tl.rsqrt(tl.sum(x * x, axis=1) / N + 1e-6)
    tl.store(y_ptr + at, (x * k[:, None] * tl.load(w_ptr + c)[None, :]).to(tl.bfloat16))


def tundra_spindle(after):
    def setup():
        rows, N, g = 1 << 21, 128, gen(10)  # noqa: N806 as it was measured
        x = torch.rand((rows, N), device="cuda", generator=g, dtype=BF)
        w = torch.rand(N, device="cuda", generator=g)
        y = torch.empty((rows, N), device="cuda", dtype=BF)
        if after:
            return (lambda: tundra_spindle_bv4_b[(rows // 32,)](x, w, y, N=N, ROWS=32, num_warps=4)), y
        return (lambda: tundra_spindle_bv4_a[(rows,)](x, w, y, N=N, num_warps=2)), y

    return setup


# ---- marble_orchid: pooled embedding lookup, 16 to 47 random rows of 128 halves a bag, each list padded with -1
@triton.jit
def marble_orchid_bv4_a(i_ptr, e_ptr, o_ptr, L: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    acc = tl.zeros((D,), dtype=tl.float32)
    at = i_ptr + bag * L
    row = tl.load(at)
    while row >= 0:
        acc += tl.load(e_ptr + row.to(tl.int64) * D + d).to(tl.float32)
        at += 1
        row = tl.load(at)
    tl.store(o_ptr + bag * D + d, acc)


@triton.jit
def marble_orchid_bv4_b(i_ptr, e_ptr, o_ptr, L: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    row = tl.load(i_ptr + bag * L + tl.arange(0, L)).to(tl.int64)[:, None]
    e = tl.load(e_ptr + row * D + d[None, :], mask=row >= 0, other=0)
    tl.store(o_ptr + bag * D + d, tl.sum(e.to(tl.float32), axis=0))


def marble_orchid(kernel, warps):
    def setup():
        V, D, bags, L, g = 1 << 21, 128, 49152, 64, gen(11)  # noqa: N806 as it was measured
        i = torch.randint(0, V, (bags, L), device="cuda", dtype=torch.int32, generator=g)
        n = torch.randint(16, 48, (bags, 1), device="cuda", dtype=torch.int32, generator=g)
        i = torch.where(torch.arange(L, device="cuda", dtype=torch.int32)[None, :] < n, i, i * 0 - 1).contiguous()
        e = torch.rand((V, D), device="cuda", generator=g, dtype=torch.float16)
        o = torch.empty((bags, D), device="cuda")
        return (lambda: kernel[(bags,)](i, e, o, L=L, D=D, num_warps=warps)), o

    return setup


# ---- raven_trestle: input gradient of a layer norm over rows of 8192, bf16
@triton.jit
def raven_trestle_bv4_a(x_ptr, dy_ptr, w_ptr, st_ptr, dx_ptr, N: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, N)
    mean = tl.load(st_ptr + r * 2)
    rstd = tl.load(st_ptr + r * 2 + 1)
    xh = (tl.load(x_ptr + r * N + c).to(tl.float32) - mean) * rstd
    wdy = tl.load(w_ptr + c) * tl.load(dy_ptr + r * N + c).to(tl.float32)
    c1 = tl.sum(xh * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + r * N + c, ((wdy - (xh * c1 + c2)) * rstd).to(tl.bfloat16))


@triton.jit
def raven_trestle_bv4_b(x_ptr, dy_ptr, w_ptr, st_ptr, dx_ptr, N: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, N)
    mean = tl.load(st_ptr + r * 2)
    rstd = tl.load(st_ptr + r * 2 + 1)
    xh = (tl.load(x_ptr + r * N + c).to(tl.float32) - mean) * rstd
    wdy = tl.load(w_ptr + c) * tl.load(dy_ptr + r * N + c).to(tl.float32)
    c1 = tl.sum(xh * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    tl.store(dx_ptr + r * N + c, ((wdy - (xh * c1 + c2)) * rstd).to(tl.bfloat16))


def raven_trestle(kernel, warps):
    def setup():
        M, N, g = 8192, 8192, gen(12)  # noqa: N806 as it was measured
        x = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        dy = torch.rand((M, N), device="cuda", generator=g, dtype=BF)
        w = torch.rand(N, device="cuda", generator=g) + 0.5
        st = torch.rand((M, 2), device="cuda", generator=g) + 0.5
        dx = torch.empty((M, N), device="cuda", dtype=BF)
        return (lambda: kernel[(M,)](x, dy, w, st, dx, N=N, num_warps=warps)), dx

    return setup


# ---- garnet_sluice: SwiGLU backward in fp32
@triton.jit
def garnet_sluice_bv4_a(dc_ptr, a_ptr, b_ptr, o_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    dc = tl.load(dc_ptr + at)
    a = tl.load(a_ptr + at)
    b = tl.load(b_ptr + at)
    silu = libdevice.div_rn(a, 1.0 + libdevice.exp(-a))
    sig = libdevice.div_rn(libdevice.exp(a), 1.0 + libdevice.exp(a))
    tl.store(o_ptr + at, dc * b * (sig + silu * (1.0 - sig)))
    tl.store(o_ptr + n + at, dc * silu)


@triton.jit
def garnet_sluice_bv4_b(dc_ptr, a_ptr, b_ptr, o_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    dc = tl.load(dc_ptr + at)
    a = tl.load(a_ptr + at)
    b = tl.load(b_ptr + at)
    sig = 1.0 / (1.0 + tl.exp(-a))
    silu = a * sig
    tl.store(o_ptr + at, dc * b * (sig + silu * (1.0 - sig)))
    tl.store(o_ptr + n + at, dc * silu)


def garnet_sluice(kernel):
    def setup():
        n, g = 1 << 26, gen(13)
        dc, a, b = (torch.rand(n, device="cuda", generator=g) for _ in range(3))
        o = torch.empty((2, n), device="cuda")
        return (lambda: kernel[(n // 1024,)](dc, a, b, o, n, BLOCK=1024, num_warps=4)), o

    return setup


# ---- quartz_meadow: mean squared error of two fp32 tensors
@triton.jit
def quartz_meadow_bv4_a(x_ptr, y_ptr, o_ptr, scale, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    e = tl.load(x_ptr + at) - tl.load(y_ptr + at)
    tl.atomic_add(o_ptr, tl.sum(e * e, axis=0) * scale, sem="relaxed")


@triton.jit
def quartz_meadow_bv4_b(x_ptr, y_ptr, o_ptr, scale, EACH: tl.constexpr, BLOCK: tl.constexpr):
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, EACH):
        at = (tl.program_id(0) * EACH + i) * BLOCK + tl.arange(0, BLOCK)
        e = tl.load(x_ptr + at) - tl.load(y_ptr + at)
        acc += e * e
    tl.atomic_add(o_ptr, tl.sum(acc, axis=0) * scale, sem="relaxed")


def quartz_meadow(after):
    def setup():
        n, g = 1 << 27, gen(14)
        x = torch.rand(n, device="cuda", generator=g)
        y = torch.rand(n, device="cuda", generator=g)
        o = torch.zeros(1, device="cuda")
        if after:
            return (lambda: quartz_meadow_bv4_b[(n // 16384,)](x, y, o, 1.0 / n, EACH=8, BLOCK=2048, num_warps=4)), o
        return (lambda: quartz_meadow_bv4_a[(n // 4096,)](x, y, o, 1.0 / n, BLOCK=4096, num_warps=8)), o

    return setup


# ---- birch_cannon: one fused AdamW step in fp32
@triton.jit
def birch_cannon_bv4_a(p_ptr, g_ptr, m_ptr, v_ptr, lr, b1, b2, eps, wd, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + at)
    g = tl.load(g_ptr + at)
    m = b1 * tl.load(m_ptr + at) + (1.0 - b1) * g
    v = b2 * tl.load(v_ptr + at) + (1.0 - b2) * g * g
    tl.store(m_ptr + at, m)
    tl.store(v_ptr + at, v)
    tl.store(p_ptr + at, p - lr * (m / (tl.sqrt(v) + eps) + wd * p))


def birch_cannon():
    n, g = 1 << 25, gen(15)
    p, d, m, v = (torch.rand(n, device="cuda", generator=g) for _ in range(4))
    return (lambda: birch_cannon_bv4_a[(n // 1024,)](p, d, m, v, 1e-3, 0.9, 0.999, 1e-8, 0.01, BLOCK=1024, num_warps=4)), p


# ---- silver_mango: token embedding lookup, rows of 4096 bf16
@triton.jit
def silver_mango_bv4_a(i_ptr, e_ptr, o_ptr, D: tl.constexpr):
    r = tl.program_id(0)
    d = tl.arange(0, D)
    row = tl.load(i_ptr + r).to(tl.int64)
    tl.store(o_ptr + r * D + d, tl.load(e_ptr + row * D + d))


def silver_mango():
    V, D, T, g = 131072, 4096, 65536, gen(16)  # noqa: N806 as it was measured
    i = torch.randint(0, V, (T,), device="cuda", dtype=torch.int32, generator=g)
    e = torch.rand((V, D), device="cuda", generator=g, dtype=BF)
    o = torch.empty((T, D), device="cuda", dtype=BF)
    return (lambda: silver_mango_bv4_a[(T,)](i, e, o, D=D, num_warps=4)), o


# ---- umber_falcon: softmax over rows of 4096, bf16
@triton.jit
def umber_falcon_bv4_a(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + at).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, (e / tl.sum(e, axis=0)).to(tl.bfloat16))


def umber_falcon():
    M, N, g = 49152, 4096, gen(17)  # noqa: N806 as it was measured
    x = torch.rand((M, N), device="cuda", generator=g, dtype=BF) * 4
    y = torch.empty((M, N), device="cuda", dtype=BF)
    return (lambda: umber_falcon_bv4_a[(M,)](x, y, N=N, num_warps=8)), y


# ---- linen_comet: int8 quantisation of each row of 4096 by its largest magnitude
@triton.jit
def linen_comet_bv4_a(x_ptr, q_ptr, s_ptr, N: tl.constexpr):
    r = tl.program_id(0)
    at = r * N + tl.arange(0, N)
    x = tl.load(x_ptr + at).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(x), axis=0), 1e-10)
    tl.store(q_ptr + at, libdevice.rint(x * (127.0 / top)).to(tl.int8))
    tl.store(s_ptr + r, top / 127.0)


def linen_comet():
    M, N, g = 49152, 4096, gen(18)  # noqa: N806 as it was measured
    x = torch.rand((M, N), device="cuda", generator=g, dtype=BF) * 2 - 0.5
    q = torch.empty((M, N), device="cuda", dtype=torch.int8)
    s = torch.empty(M, device="cuda")
    return (lambda: linen_comet_bv4_a[(M,)](x, q, s, N=N, num_warps=8)), q


CASES = [
    ("maple_kettle_bv4_a", maple_kettle(maple_kettle_bv4_a, torch.float64)),
    ("maple_kettle_bv4_b", maple_kettle(maple_kettle_bv4_b, torch.float32)),
    ("cobalt_ladder_bv4_a", cobalt_ladder(cobalt_ladder_bv4_a)),
    ("cobalt_ladder_bv4_b", cobalt_ladder(cobalt_ladder_bv4_b)),
    ("harbor_thimble_bv4_a", harbor_thimble(harbor_thimble_bv4_a, 32, 8)),
    ("harbor_thimble_bv4_b", harbor_thimble(harbor_thimble_bv4_b, 64, 4)),
    ("velour_paddock_bv4_a", velour_paddock(velour_paddock_bv4_a, 1)),
    ("velour_paddock_bv4_b", velour_paddock(velour_paddock_bv4_b, 4)),
    ("sorrel_lantern_bv4_a", sorrel_lantern(1)),
    ("sorrel_lantern_bv4_b", sorrel_lantern(64)),
    ("juniper_saddle_bv4_a", juniper_saddle(False)),
    ("juniper_saddle_bv4_b", juniper_saddle(True)),
    ("walnut_barge_bv4_a", walnut_barge(False)),
    ("walnut_barge_bv4_b", walnut_barge(True)),
    ("pepper_gantry_bv4_a", pepper_gantry(False)),
    ("pepper_gantry_bv4_b", pepper_gantry(True)),
    ("copper_willow_bv4_a", copper_willow(False)),
    ("copper_willow_bv4_b", copper_willow(True)),
    ("tundra_spindle_bv4_a", tundra_spindle(False)),
    ("tundra_spindle_bv4_b", tundra_spindle(True)),
    ("marble_orchid_bv4_a", marble_orchid(marble_orchid_bv4_a, 2)),
    ("marble_orchid_bv4_b", marble_orchid(marble_orchid_bv4_b, 4)),
    ("raven_trestle_bv4_a", raven_trestle(raven_trestle_bv4_a, 1)),
    ("raven_trestle_bv4_b", raven_trestle(raven_trestle_bv4_b, 8)),
    ("garnet_sluice_bv4_a", garnet_sluice(garnet_sluice_bv4_a)),
    ("garnet_sluice_bv4_b", garnet_sluice(garnet_sluice_bv4_b)),
    ("quartz_meadow_bv4_a", quartz_meadow(False)),
    ("quartz_meadow_bv4_b", quartz_meadow(True)),
    ("birch_cannon_bv4_a", birch_cannon),
    ("silver_mango_bv4_a", silver_mango),
    ("umber_falcon_bv4_a", umber_falcon),
    ("linen_comet_bv4_a", linen_comet),
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
