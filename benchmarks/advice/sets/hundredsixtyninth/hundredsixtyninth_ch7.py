#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- recommender: weighted embedding bags, 32 look-ups a bag, 128 bf16 columns
@triton.jit
def violet_harbor_ch7_b(idx_ptr, w_ptr, table_ptr, out_ptr, BAG: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    j = tl.arange(0, BAG)
    d = tl.arange(0, D)
    rows = tl.load(idx_ptr + bag * BAG + j).to(tl.int64)
    w = tl.load(w_ptr + bag * BAG + j)
    e = tl.load(table_ptr + rows[:, None] * D + d[None, :]).to(tl.float32)
    tl.store(out_ptr + bag * D + d, tl.sum(e * w[:, None], axis=0))


@triton.jit
def pepper_glacier_ch7_a(idx_ptr, w_ptr, table_ptr, out_ptr, vocab, BAG: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    j = tl.arange(0, BAG)
    d = tl.arange(0, D)
    rows = tl.load(idx_ptr + bag * BAG + j)
    w = tl.load(w_ptr + bag * BAG + j)
    e = tl.load(table_ptr + d[None, :].to(tl.int64) * vocab + rows[:, None]).to(tl.float32)
    tl.store(out_ptr + bag * D + d, tl.sum(e * w[:, None], axis=0))


@triton.jit
def walnut_beacon_ch7_a(idx_ptr, w_ptr, table_ptr, out_ptr, bag_size, D: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    acc = tl.zeros((D,), tl.float32)
    for j in range(bag_size):
        row = tl.load(idx_ptr + bag * bag_size + j).to(tl.int64)
        w = tl.load(w_ptr + bag * bag_size + j)
        acc += w * tl.load(table_ptr + row * D + d).to(tl.float32)
    tl.store(out_ptr + bag * D + d, acc)


@triton.jit
def saddle_thunder_ch7_a(idx_ptr, w_ptr, table_ptr, out_ptr, BAG: tl.constexpr, PART: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    j = tl.program_id(1) * PART + tl.arange(0, PART)
    d = tl.arange(0, D)
    rows = tl.load(idx_ptr + bag * BAG + j).to(tl.int64)
    w = tl.load(w_ptr + bag * BAG + j)
    e = tl.load(table_ptr + rows[:, None] * D + d[None, :]).to(tl.float32)
    tl.atomic_add(out_ptr + bag * D + d, tl.sum(e * w[:, None], axis=0), sem="relaxed")


@triton.jit
def cinder_ribbon_ch7_a(idx_ptr, w_ptr, table_ptr, out_ptr, BAG: tl.constexpr, D: tl.constexpr):
    bag = tl.program_id(0)
    j = tl.arange(0, BAG)
    d = tl.arange(0, D)
    rows = tl.load(idx_ptr + bag * BAG + j).to(tl.int64)
    w = tl.load(w_ptr + bag * BAG + j).to(tl.float64)
    e = tl.load(table_ptr + rows[:, None] * D + d[None, :]).to(tl.float64)
    tl.store(out_ptr + bag * D + d, tl.sum(e * w[:, None], axis=0).to(tl.float32))


def bags(which):
    def setup():
        vocab, n, size, dim = 2000000, 32768, 32, 128
        idx = torch.randint(0, vocab, (n * size,), device="cuda", generator=gen(11), dtype=torch.int32)
        w = torch.rand(n * size, device="cuda", generator=gen(12))
        table = torch.rand(vocab, dim, device="cuda", generator=gen(13)).to(torch.bfloat16)
        out = torch.zeros(n, dim, device="cuda")
        if which == 1:
            table = table.t().contiguous()
            return (lambda: pepper_glacier_ch7_a[(n,)](idx, w, table, out, vocab, BAG=size, D=dim, num_warps=2)), out
        if which == 2:
            return (lambda: walnut_beacon_ch7_a[(n,)](idx, w, table, out, size, D=dim, num_warps=1)), out
        if which == 3:
            return (lambda: saddle_thunder_ch7_a[(n, size // 4)](idx, w, table, out, BAG=size, PART=4, D=dim, num_warps=1)), out
        if which == 4:
            return (lambda: cinder_ribbon_ch7_a[(n,)](idx, w, table, out, BAG=size, D=dim, num_warps=2)), out
        return (lambda: violet_harbor_ch7_b[(n,)](idx, w, table, out, BAG=size, D=dim, num_warps=2)), out

    return setup


CASES += [("violet_harbor_ch7_b", bags(0)), ("pepper_glacier_ch7_a", bags(1)), ("walnut_beacon_ch7_a", bags(2))]
CASES += [("saddle_thunder_ch7_a", bags(3)), ("cinder_ribbon_ch7_a", bags(4))]


# ---- quantised product: int8 activations by int8 weights, scales a row and a column, bf16 out
@triton.jit
def maple_compass_ch7_b(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    height = min(tiles_m - first, GROUP)
    pm = first + (pid % (GROUP * tiles_n)) % height
    pn = (pid % (GROUP * tiles_n)) // height
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc, out_dtype=tl.int32)
        a += BK
        b += BK
    c = acc.to(tl.float32) * tl.load(sa_ptr + rm)[:, None] * tl.load(sb_ptr + rn)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], c.to(tl.bfloat16))


@triton.jit
def garnet_meadow_ch7_a(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    height = min(tiles_m - first, GROUP)
    pm = first + (pid % (GROUP * tiles_n)) % height
    pn = (pid % (GROUP * tiles_n)) // height
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc, out_dtype=tl.int32)
        a += BK
        b += BK
    c = acc.to(tl.float32) * tl.load(sa_ptr + rm)[:, None] * tl.load(sb_ptr + rn)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], c.to(tl.bfloat16))


@triton.jit
def timber_falcon_ch7_a(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    height = min(tiles_m - first, GROUP)
    pm = first + (pid % (GROUP * tiles_n)) % height
    pn = (pid % (GROUP * tiles_n)) // height
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc, out_dtype=tl.int32)
        a += BK
        b += BK
    c = acc.to(tl.float32) * tl.load(sa_ptr + rm)[:, None] * tl.load(sb_ptr + rn)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], c.to(tl.bfloat16))


@triton.jit
def orchid_anvil_ch7_a(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    group = pid // (GROUP * tiles_n)
    first = group * GROUP
    height = min(tiles_m - first, GROUP)
    pm = first + (pid % (GROUP * tiles_n)) % height
    pn = (pid % (GROUP * tiles_n)) // height
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc, out_dtype=tl.int32)
        a += BK
        b += BK * N
    c = acc.to(tl.float32) * tl.load(sa_ptr + rm)[:, None] * tl.load(sb_ptr + rn)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], c.to(tl.bfloat16))


@triton.jit
def lemon_quarry_ch7_a(a_ptr, b_ptr, sa_ptr, sb_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    tiles_n = tl.cdiv(N, BN)
    rm = (pid // tiles_n) * BM + tl.arange(0, BM)
    rn = (pid % tiles_n) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), tl.int32)
    for k in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc, out_dtype=tl.int32)
        a += BK
        b += BK
    c = acc.to(tl.float32) * tl.load(sa_ptr + rm)[:, None] * tl.load(sb_ptr + rn)[None, :]
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], c.to(tl.bfloat16))


def quantised(which):
    def setup():
        m, n, k = 4096, 4096, 4096
        a = torch.randint(0, 127, (m, k), device="cuda", generator=gen(21), dtype=torch.int8)
        b = torch.randint(-40, 88, (n, k), device="cuda", generator=gen(22), dtype=torch.int8)
        sa = torch.rand(m, device="cuda", generator=gen(23)) * 0.01
        sb = torch.rand(n, device="cuda", generator=gen(24)) * 0.01
        c = torch.zeros(m, n, device="cuda", dtype=torch.bfloat16)
        big = (m // 128 * (n // 256),)
        if which == 1:
            return (lambda: garnet_meadow_ch7_a[big](a, b, sa, sb, c, m, n, k, BM=128, BN=256, BK=128, GROUP=8, num_warps=8, num_stages=1)), c
        if which == 2:
            return (
                lambda: timber_falcon_ch7_a[(m // 64 * (n // 64),)](
                    a, b, sa, sb, c, m, n, k, BM=64, BN=64, BK=128, GROUP=8, num_warps=4, num_stages=3
                )
            ), c
        if which == 3:
            b = b.t().contiguous()
            return (lambda: orchid_anvil_ch7_a[big](a, b, sa, sb, c, m, n, k, BM=128, BN=256, BK=128, GROUP=8, num_warps=8, num_stages=3)), c
        if which == 4:
            return (lambda: lemon_quarry_ch7_a[big](a, b, sa, sb, c, m, n, k, BM=128, BN=256, BK=128, num_warps=8, num_stages=3)), c
        return (lambda: maple_compass_ch7_b[big](a, b, sa, sb, c, m, n, k, BM=128, BN=256, BK=128, GROUP=8, num_warps=8, num_stages=3)), c

    return setup


CASES += [("maple_compass_ch7_b", quantised(0)), ("garnet_meadow_ch7_a", quantised(1)), ("timber_falcon_ch7_a", quantised(2))]
CASES += [("orchid_anvil_ch7_a", quantised(3)), ("lemon_quarry_ch7_a", quantised(4))]


# ---- language model: label-smoothed cross entropy, 4096 rows of 32000 bf16 logits
@triton.jit
def amber_lattice_ch7_b(x_ptr, target_ptr, loss_ptr, vocab, stride, eps, R: tl.constexpr, C: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row.to(tl.int64) * stride
    r = tl.arange(0, R)
    c = tl.arange(0, C)
    m = tl.full((C,), -1e30, tl.float32)
    s = tl.zeros((C,), tl.float32)
    total = tl.zeros((C,), tl.float32)
    for start in range(0, vocab, R * C):
        at = start + r[:, None] * C + c[None, :]
        x = tl.load(x_ptr + at, mask=at < vocab, other=float("-inf")).to(tl.float32)
        mn = tl.maximum(m, tl.max(x, axis=0))
        s = s * tl.exp(m - mn) + tl.sum(tl.exp(x - mn[None, :]), axis=0)
        total += tl.sum(tl.where(at < vocab, x, 0.0), axis=0)
        m = mn
    top = tl.max(m, axis=0)
    lse = top + tl.log(tl.sum(s * tl.exp(m - top), axis=0))
    hit = tl.load(x_ptr + tl.load(target_ptr + row)).to(tl.float32)
    mean = tl.sum(total, axis=0) / vocab
    tl.store(loss_ptr + row, (1.0 - eps) * (lse - hit) + eps * (lse - mean))


@triton.jit
def marble_sparrow_ch7_a(x_ptr, target_ptr, loss_ptr, vocab, stride, eps, R: tl.constexpr, C: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row.to(tl.int64) * stride
    r = tl.arange(0, R)
    c = tl.arange(0, C)
    m = tl.full((C,), -1e30, tl.float32)
    s = tl.zeros((C,), tl.float32)
    total = tl.zeros((C,), tl.float32)
    for start in range(0, vocab, R * C):
        at = start + r[:, None] * C + c[None, :]
        x = tl.load(x_ptr + at, mask=at < vocab, other=float("-inf")).to(tl.float32)
        mn = tl.maximum(m, tl.max(x, axis=0))
        s = s * tl.exp(m - mn) + tl.sum(tl.exp(x - mn[None, :]), axis=0)
        total += tl.sum(tl.where(at < vocab, x, 0.0), axis=0)
        m = mn
    top = tl.max(m, axis=0)
    lse = top + tl.log(tl.sum(s * tl.exp(m - top), axis=0))
    hit = tl.load(x_ptr + tl.load(target_ptr + row)).to(tl.float32)
    mean = tl.sum(total, axis=0) / vocab
    tl.store(loss_ptr + row, (1.0 - eps) * (lse - hit) + eps * (lse - mean))


@triton.jit
def tulip_engine_ch7_a(x_ptr, target_ptr, loss_ptr, vocab, stride, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row.to(tl.int64) * stride
    c = tl.arange(0, BLOCK)
    m = tl.full((BLOCK,), float("-inf"), tl.float32)
    for start in range(0, vocab, BLOCK):
        at = start + c
        m = tl.maximum(m, tl.load(x_ptr + at, mask=at < vocab, other=float("-inf")).to(tl.float32))
    top = tl.max(m, axis=0)
    s = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, vocab, BLOCK):
        at = start + c
        s += tl.exp(tl.load(x_ptr + at, mask=at < vocab, other=float("-inf")).to(tl.float32) - top)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, vocab, BLOCK):
        at = start + c
        total += tl.load(x_ptr + at, mask=at < vocab, other=0.0).to(tl.float32)
    lse = top + tl.log(tl.sum(s, axis=0))
    hit = tl.load(x_ptr + tl.load(target_ptr + row)).to(tl.float32)
    mean = tl.sum(total, axis=0) / vocab
    tl.store(loss_ptr + row, (1.0 - eps) * (lse - hit) + eps * (lse - mean))


@triton.jit
def copper_willow_ch7_a(x_ptr, y_ptr, vocab, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row.to(tl.int64) * stride
    y_ptr += row.to(tl.int64) * vocab
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + c, mask=c < vocab, other=float("-inf")).to(tl.float32)
    top = tl.max(x, axis=0)
    lse = top + tl.log(tl.sum(tl.exp(x - top), axis=0))
    tl.store(y_ptr + c, x - lse, mask=c < vocab)


@triton.jit
def copper_willow_ch7_a_reduce(y_ptr, target_ptr, loss_ptr, vocab, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    y_ptr += row.to(tl.int64) * vocab
    c = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, vocab, BLOCK):
        at = start + c
        total += tl.load(y_ptr + at, mask=at < vocab, other=0.0)
    hit = tl.load(y_ptr + tl.load(target_ptr + row))
    tl.store(loss_ptr + row, -(1.0 - eps) * hit - eps * tl.sum(total, axis=0) / vocab)


@triton.jit
def juniper_socket_ch7_a(x_ptr, target_ptr, loss_ptr, vocab, stride, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row.to(tl.int64) * stride
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + c, mask=c < vocab, other=float("-inf")).to(tl.float32)
    top = tl.max(x, axis=0)
    lse = top + tl.log(tl.sum(tl.exp(x - top), axis=0))
    mean = tl.sum(tl.where(c < vocab, x, 0.0), axis=0) / vocab
    hit = tl.load(x_ptr + tl.load(target_ptr + row)).to(tl.float32)
    tl.store(loss_ptr + row, (1.0 - eps) * (lse - hit) + eps * (lse - mean))


def smoothed(which):
    def setup():
        rows, vocab, eps = 4096, 32000, 0.1
        x = torch.randn(rows, vocab, device="cuda", generator=gen(31)).to(torch.bfloat16)
        target = torch.randint(0, vocab, (rows,), device="cuda", generator=gen(32), dtype=torch.int32)
        loss = torch.zeros(rows, device="cuda")
        if which == 1:
            wide = torch.zeros(rows, vocab + 1, device="cuda", dtype=torch.bfloat16)
            wide[:, :vocab].copy_(x)
            return (lambda: marble_sparrow_ch7_a[(rows,)](wide, target, loss, vocab, vocab + 1, eps, R=4, C=1024, num_warps=4)), loss
        if which == 2:
            return (lambda: tulip_engine_ch7_a[(rows,)](x, target, loss, vocab, vocab, eps, BLOCK=4096, num_warps=4)), loss
        if which == 3:
            y = torch.zeros(rows, vocab, device="cuda")

            def chain():
                copper_willow_ch7_a[(rows,)](x, y, vocab, vocab, BLOCK=32768, num_warps=16)
                copper_willow_ch7_a_reduce[(rows,)](y, target, loss, vocab, eps, BLOCK=2048, num_warps=4)

            return chain, loss
        if which == 4:
            return (lambda: juniper_socket_ch7_a[(rows,)](x, target, loss, vocab, vocab, eps, BLOCK=32768, num_warps=4)), loss
        return (lambda: amber_lattice_ch7_b[(rows,)](x, target, loss, vocab, vocab, eps, R=4, C=1024, num_warps=4)), loss

    return setup


CASES += [("amber_lattice_ch7_b", smoothed(0)), ("marble_sparrow_ch7_a", smoothed(1)), ("tulip_engine_ch7_a", smoothed(2))]
CASES += [("copper_willow_ch7_a", smoothed(3)), ("juniper_socket_ch7_a", smoothed(4))]


# ---- fluid: one pull step of a D2Q9 lattice Boltzmann model on a torus, nine planes
@triton.jit
def cedar_signal_ch7_b(f_ptr, g_ptr, nx, ny, omega, BLOCK: tl.constexpr):
    x = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.program_id(1)
    plane = nx * ny
    xm = tl.where(x == 0, nx - 1, x - 1)
    xp = tl.where(x == nx - 1, 0, x + 1)
    ym = tl.where(y == 0, ny - 1, y - 1) * nx
    yp = tl.where(y == ny - 1, 0, y + 1) * nx
    yc = y * nx
    f0 = tl.load(f_ptr + yc + x)
    f1 = tl.load(f_ptr + plane + yc + xm)
    f2 = tl.load(f_ptr + 2 * plane + ym + x)
    f3 = tl.load(f_ptr + 3 * plane + yc + xp)
    f4 = tl.load(f_ptr + 4 * plane + yp + x)
    f5 = tl.load(f_ptr + 5 * plane + ym + xm)
    f6 = tl.load(f_ptr + 6 * plane + ym + xp)
    f7 = tl.load(f_ptr + 7 * plane + yp + xp)
    f8 = tl.load(f_ptr + 8 * plane + yp + xm)
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    inv = 1.0 / rho
    u = (f1 - f3 + f5 - f6 - f7 + f8) * inv
    v = (f2 - f4 + f5 + f6 - f7 - f8) * inv
    base = 1.0 - 1.5 * (u * u + v * v)
    keep = 1.0 - omega
    a = omega * rho * (1.0 / 9.0)
    d = omega * rho * (1.0 / 36.0)
    p = u + v
    q = v - u
    g_ptr += yc + x
    tl.store(g_ptr, keep * f0 + 4.0 * a * base)
    tl.store(g_ptr + plane, keep * f1 + a * (base + 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 2 * plane, keep * f2 + a * (base + 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 3 * plane, keep * f3 + a * (base - 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 4 * plane, keep * f4 + a * (base - 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 5 * plane, keep * f5 + d * (base + 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 6 * plane, keep * f6 + d * (base + 3.0 * q + 4.5 * q * q))
    tl.store(g_ptr + 7 * plane, keep * f7 + d * (base - 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 8 * plane, keep * f8 + d * (base - 3.0 * q + 4.5 * q * q))


@triton.jit
def ivory_turbine_ch7_a(f_ptr, g_ptr, nx, ny, omega, BLOCK: tl.constexpr):
    x = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.program_id(1)
    plane = nx * ny
    xm = tl.where(x == 0, nx - 1, x - 1)
    xp = tl.where(x == nx - 1, 0, x + 1)
    ym = tl.where(y == 0, ny - 1, y - 1) * nx
    yp = tl.where(y == ny - 1, 0, y + 1) * nx
    yc = y * nx
    f0 = tl.load(f_ptr + yc + x)
    f1 = tl.load(f_ptr + plane + yc + xm)
    f2 = tl.load(f_ptr + 2 * plane + ym + x)
    f3 = tl.load(f_ptr + 3 * plane + yc + xp)
    f4 = tl.load(f_ptr + 4 * plane + yp + x)
    f5 = tl.load(f_ptr + 5 * plane + ym + xm)
    f6 = tl.load(f_ptr + 6 * plane + ym + xp)
    f7 = tl.load(f_ptr + 7 * plane + yp + xp)
    f8 = tl.load(f_ptr + 8 * plane + yp + xm)
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    inv = 1.0 / rho
    u = (f1 - f3 + f5 - f6 - f7 + f8) * inv
    v = (f2 - f4 + f5 + f6 - f7 - f8) * inv
    base = 1.0 - 1.5 * (u * u + v * v)
    keep = 1.0 - omega
    a = omega * rho * (1.0 / 9.0)
    d = omega * rho * (1.0 / 36.0)
    p = u + v
    q = v - u
    g_ptr += yc + x
    tl.store(g_ptr, keep * f0 + 4.0 * a * base)
    tl.store(g_ptr + plane, keep * f1 + a * (base + 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 2 * plane, keep * f2 + a * (base + 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 3 * plane, keep * f3 + a * (base - 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 4 * plane, keep * f4 + a * (base - 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 5 * plane, keep * f5 + d * (base + 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 6 * plane, keep * f6 + d * (base + 3.0 * q + 4.5 * q * q))
    tl.store(g_ptr + 7 * plane, keep * f7 + d * (base - 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 8 * plane, keep * f8 + d * (base - 3.0 * q + 4.5 * q * q))


@triton.jit
def hazel_cannon_ch7_a(f_ptr, g_ptr, nx, ny, omega, BLOCK: tl.constexpr):
    x = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.program_id(1)
    xm = tl.where(x == 0, nx - 1, x - 1)
    xp = tl.where(x == nx - 1, 0, x + 1)
    ym = tl.where(y == 0, ny - 1, y - 1) * nx
    yp = tl.where(y == ny - 1, 0, y + 1) * nx
    yc = y * nx
    f0 = tl.load(f_ptr + (yc + x) * 9)
    f1 = tl.load(f_ptr + (yc + xm) * 9 + 1)
    f2 = tl.load(f_ptr + (ym + x) * 9 + 2)
    f3 = tl.load(f_ptr + (yc + xp) * 9 + 3)
    f4 = tl.load(f_ptr + (yp + x) * 9 + 4)
    f5 = tl.load(f_ptr + (ym + xm) * 9 + 5)
    f6 = tl.load(f_ptr + (ym + xp) * 9 + 6)
    f7 = tl.load(f_ptr + (yp + xp) * 9 + 7)
    f8 = tl.load(f_ptr + (yp + xm) * 9 + 8)
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    inv = 1.0 / rho
    u = (f1 - f3 + f5 - f6 - f7 + f8) * inv
    v = (f2 - f4 + f5 + f6 - f7 - f8) * inv
    base = 1.0 - 1.5 * (u * u + v * v)
    keep = 1.0 - omega
    a = omega * rho * (1.0 / 9.0)
    d = omega * rho * (1.0 / 36.0)
    p = u + v
    q = v - u
    g_ptr += (yc + x) * 9
    tl.store(g_ptr, keep * f0 + 4.0 * a * base)
    tl.store(g_ptr + 1, keep * f1 + a * (base + 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 2, keep * f2 + a * (base + 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 3, keep * f3 + a * (base - 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 4, keep * f4 + a * (base - 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 5, keep * f5 + d * (base + 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 6, keep * f6 + d * (base + 3.0 * q + 4.5 * q * q))
    tl.store(g_ptr + 7, keep * f7 + d * (base - 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 8, keep * f8 + d * (base - 3.0 * q + 4.5 * q * q))


@triton.jit
def raven_ladder_ch7_a(f_ptr, g_ptr, nx, ny, omega, BLOCK: tl.constexpr):
    x = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.program_id(1)
    plane = nx * ny
    xm = tl.where(x == 0, nx - 1, x - 1)
    xp = tl.where(x == nx - 1, 0, x + 1)
    ym = tl.where(y == 0, ny - 1, y - 1) * nx
    yp = tl.where(y == ny - 1, 0, y + 1) * nx
    yc = y * nx
    f0 = tl.load(f_ptr + yc + x).to(tl.float64)
    f1 = tl.load(f_ptr + plane + yc + xm).to(tl.float64)
    f2 = tl.load(f_ptr + 2 * plane + ym + x).to(tl.float64)
    f3 = tl.load(f_ptr + 3 * plane + yc + xp).to(tl.float64)
    f4 = tl.load(f_ptr + 4 * plane + yp + x).to(tl.float64)
    f5 = tl.load(f_ptr + 5 * plane + ym + xm).to(tl.float64)
    f6 = tl.load(f_ptr + 6 * plane + ym + xp).to(tl.float64)
    f7 = tl.load(f_ptr + 7 * plane + yp + xp).to(tl.float64)
    f8 = tl.load(f_ptr + 8 * plane + yp + xm).to(tl.float64)
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    inv = 1.0 / rho
    u = (f1 - f3 + f5 - f6 - f7 + f8) * inv
    v = (f2 - f4 + f5 + f6 - f7 - f8) * inv
    base = 1.0 - 1.5 * (u * u + v * v)
    keep = 1.0 - omega
    a = omega * rho * (1.0 / 9.0)
    d = omega * rho * (1.0 / 36.0)
    p = u + v
    q = v - u
    g_ptr += yc + x
    tl.store(g_ptr, keep * f0 + 4.0 * a * base)
    tl.store(g_ptr + plane, keep * f1 + a * (base + 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 2 * plane, keep * f2 + a * (base + 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 3 * plane, keep * f3 + a * (base - 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 4 * plane, keep * f4 + a * (base - 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 5 * plane, keep * f5 + d * (base + 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 6 * plane, keep * f6 + d * (base + 3.0 * q + 4.5 * q * q))
    tl.store(g_ptr + 7 * plane, keep * f7 + d * (base - 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 8 * plane, keep * f8 + d * (base - 3.0 * q + 4.5 * q * q))


@triton.jit
def sienna_piston_ch7_a(f_ptr, g_ptr, nx, ny, omega, BLOCK: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    plane = nx * ny
    x = i % nx
    y = i // nx
    xm = (x - 1 + nx) % nx
    xp = (x + 1) % nx
    ym = (y - 1 + ny) % ny * nx
    yp = (y + 1) % ny * nx
    yc = y * nx
    f0 = tl.load(f_ptr + yc + x)
    f1 = tl.load(f_ptr + plane + yc + xm)
    f2 = tl.load(f_ptr + 2 * plane + ym + x)
    f3 = tl.load(f_ptr + 3 * plane + yc + xp)
    f4 = tl.load(f_ptr + 4 * plane + yp + x)
    f5 = tl.load(f_ptr + 5 * plane + ym + xm)
    f6 = tl.load(f_ptr + 6 * plane + ym + xp)
    f7 = tl.load(f_ptr + 7 * plane + yp + xp)
    f8 = tl.load(f_ptr + 8 * plane + yp + xm)
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    inv = 1.0 / rho
    u = (f1 - f3 + f5 - f6 - f7 + f8) * inv
    v = (f2 - f4 + f5 + f6 - f7 - f8) * inv
    base = 1.0 - 1.5 * (u * u + v * v)
    keep = 1.0 - omega
    a = omega * rho * (1.0 / 9.0)
    d = omega * rho * (1.0 / 36.0)
    p = u + v
    q = v - u
    g_ptr += yc + x
    tl.store(g_ptr, keep * f0 + 4.0 * a * base)
    tl.store(g_ptr + plane, keep * f1 + a * (base + 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 2 * plane, keep * f2 + a * (base + 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 3 * plane, keep * f3 + a * (base - 3.0 * u + 4.5 * u * u))
    tl.store(g_ptr + 4 * plane, keep * f4 + a * (base - 3.0 * v + 4.5 * v * v))
    tl.store(g_ptr + 5 * plane, keep * f5 + d * (base + 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 6 * plane, keep * f6 + d * (base + 3.0 * q + 4.5 * q * q))
    tl.store(g_ptr + 7 * plane, keep * f7 + d * (base - 3.0 * p + 4.5 * p * p))
    tl.store(g_ptr + 8 * plane, keep * f8 + d * (base - 3.0 * q + 4.5 * q * q))


def fluid(which):
    def setup():
        nx, ny = 4096, 2048
        weights = torch.tensor([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, device="cuda")
        f = (0.8 + 0.4 * torch.rand(9, ny * nx, device="cuda", generator=gen(41))) * weights[:, None]
        g = torch.zeros(9 * ny * nx, device="cuda")
        if which == 1:
            f = f.t().contiguous()
            return (lambda: hazel_cannon_ch7_a[(nx // 256, ny)](f, g, nx, ny, 1.2, BLOCK=256, num_warps=8)), g
        if which == 2:
            return (lambda: raven_ladder_ch7_a[(nx // 256, ny)](f, g, nx, ny, 1.2, BLOCK=256, num_warps=8)), g
        if which == 3:
            return (lambda: sienna_piston_ch7_a[(nx * ny // 256,)](f, g, nx, ny, 1.2, BLOCK=256, num_warps=8)), g
        if which == 4:
            return (lambda: ivory_turbine_ch7_a[(nx // 32, ny)](f, g, nx, ny, 1.2, BLOCK=32, num_warps=1)), g
        return (lambda: cedar_signal_ch7_b[(nx // 256, ny)](f, g, nx, ny, 1.2, BLOCK=256, num_warps=8)), g

    return setup


CASES += [("cedar_signal_ch7_b", fluid(0)), ("hazel_cannon_ch7_a", fluid(1)), ("raven_ladder_ch7_a", fluid(2))]
CASES += [("sienna_piston_ch7_a", fluid(3)), ("ivory_turbine_ch7_a", fluid(4))]


# ---- attention: causal, fp16, 64 heads in all of 2048 positions by 64
@triton.jit
def silver_canyon_ch7_b(q_ptr, k_ptr, v_ptr, o_ptr, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    tiles = N // BM
    start = (tiles - 1 - tl.program_id(1)) * BM
    head = tl.program_id(0).to(tl.int64) * N * D
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + rm[:, None] * D + d[None, :])
    k = k_ptr + head + rn[None, :] * D + d[:, None]
    v = v_ptr + head + rn[:, None] * D + d[None, :]
    acc = tl.zeros((BM, D), tl.float32)
    m = tl.full((BM,), -1e30, tl.float32)
    s = tl.zeros((BM,), tl.float32)
    for n in range(0, start, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    for n in range(start, start + BM, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        z = tl.where(rm[:, None] >= n + rn[None, :], z, -1e30)
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    tl.store(o_ptr + head + rm[:, None] * D + d[None, :], (acc / s[:, None]).to(tl.float16))


@triton.jit
def basil_hammer_ch7_a(q_ptr, k_ptr, v_ptr, o_ptr, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    tiles = N // BM
    start = (tiles - 1 - tl.program_id(1)) * BM
    head = tl.program_id(0).to(tl.int64) * N * D
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + rm[:, None] * D + d[None, :])
    k = k_ptr + head + rn[None, :] * D + d[:, None]
    v = v_ptr + head + rn[:, None] * D + d[None, :]
    acc = tl.zeros((BM, D), tl.float32)
    m = tl.full((BM,), -1e30, tl.float32)
    s = tl.zeros((BM,), tl.float32)
    for n in range(0, start, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    for n in range(start, start + BM, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        z = tl.where(rm[:, None] >= n + rn[None, :], z, -1e30)
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    tl.store(o_ptr + head + rm[:, None] * D + d[None, :], (acc / s[:, None]).to(tl.float16))


@triton.jit
def onyx_kettle_ch7_a(q_ptr, k_ptr, v_ptr, o_ptr, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    tiles = N // BM
    start = (tiles - 1 - tl.program_id(1)) * BM
    head = tl.program_id(0).to(tl.int64) * N * D
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + rm[:, None] * D + d[None, :])
    k = k_ptr + head + rn[None, :] * D + d[:, None]
    v = v_ptr + head + rn[:, None] * D + d[None, :]
    acc = tl.zeros((BM, D), tl.float32)
    m = tl.full((BM,), -1e30, tl.float32)
    s = tl.zeros((BM,), tl.float32)
    for n in range(0, start - start % BN, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    for n in range(start - start % BN, start + BM, BN):
        z = tl.dot(q, tl.load(k + n * D)) * scale
        z = tl.where(rm[:, None] >= n + rn[None, :], z, -1e30)
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    tl.store(o_ptr + head + rm[:, None] * D + d[None, :], (acc / s[:, None]).to(tl.float16))


@triton.jit
def ginger_pulley_ch7_a(q_ptr, k_ptr, v_ptr, o_ptr, N, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    tiles = N // BM
    start = (tiles - 1 - tl.program_id(1)) * BM
    head = tl.program_id(0).to(tl.int64) * N * D
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head + rm[:, None] * D + d[None, :]).to(tl.float32)
    k = k_ptr + head + rn[None, :] * D + d[:, None]
    v = v_ptr + head + rn[:, None] * D + d[None, :]
    acc = tl.zeros((BM, D), tl.float32)
    m = tl.full((BM,), -1e30, tl.float32)
    s = tl.zeros((BM,), tl.float32)
    for n in range(0, start, BN):
        z = tl.dot(q, tl.load(k + n * D).to(tl.float32), input_precision="ieee") * scale
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    for n in range(start, start + BM, BN):
        z = tl.dot(q, tl.load(k + n * D).to(tl.float32), input_precision="ieee") * scale
        z = tl.where(rm[:, None] >= n + rn[None, :], z, -1e30)
        mn = tl.maximum(m, tl.max(z, axis=1))
        p = tl.exp2(z - mn[:, None])
        f = tl.exp2(m - mn)
        s = s * f + tl.sum(p, axis=1)
        acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
        m = mn
    tl.store(o_ptr + head + rm[:, None] * D + d[None, :], (acc / s[:, None]).to(tl.float16))


@triton.jit
def coral_magnet_ch7_a(q_ptr, k_ptr, v_ptr, o_ptr, N, scale, heads, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start = tl.program_id(0) * BM
    rm = start + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    d = tl.arange(0, D)
    for h in range(heads):
        head = (tl.program_id(1) * heads + h).to(tl.int64) * N * D
        q = tl.load(q_ptr + head + rm[:, None] * D + d[None, :])
        k = k_ptr + head + rn[None, :] * D + d[:, None]
        v = v_ptr + head + rn[:, None] * D + d[None, :]
        acc = tl.zeros((BM, D), tl.float32)
        m = tl.full((BM,), -1e30, tl.float32)
        s = tl.zeros((BM,), tl.float32)
        for n in range(0, start, BN):
            z = tl.dot(q, tl.load(k + n * D)) * scale
            mn = tl.maximum(m, tl.max(z, axis=1))
            p = tl.exp2(z - mn[:, None])
            f = tl.exp2(m - mn)
            s = s * f + tl.sum(p, axis=1)
            acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
            m = mn
        for n in range(start, start + BM, BN):
            z = tl.dot(q, tl.load(k + n * D)) * scale
            z = tl.where(rm[:, None] >= n + rn[None, :], z, -1e30)
            mn = tl.maximum(m, tl.max(z, axis=1))
            p = tl.exp2(z - mn[:, None])
            f = tl.exp2(m - mn)
            s = s * f + tl.sum(p, axis=1)
            acc = tl.dot(p.to(tl.float16), tl.load(v + n * D), acc * f[:, None])
            m = mn
        tl.store(o_ptr + head + rm[:, None] * D + d[None, :], (acc / s[:, None]).to(tl.float16))


def attention(which):
    def setup():
        heads, n, dim = 64, 2048, 64
        q = torch.randn(heads, n, dim, device="cuda", generator=gen(51)).to(torch.float16)
        k = torch.randn(heads, n, dim, device="cuda", generator=gen(52)).to(torch.float16)
        v = torch.rand(heads, n, dim, device="cuda", generator=gen(53)).to(torch.float16)
        o = torch.zeros(heads, n, dim, device="cuda", dtype=torch.float16)
        scale = 1.4426950408889634 / 8.0
        out = o.view(-1)
        grid = (heads, n // 128)
        if which == 1:
            return (lambda: basil_hammer_ch7_a[grid](q, k, v, o, n, scale, BM=128, BN=64, D=dim, num_warps=4, num_stages=1)), out
        if which == 2:
            return (lambda: onyx_kettle_ch7_a[(heads, n // 16)](q, k, v, o, n, scale, BM=16, BN=64, D=dim, num_warps=1, num_stages=3)), out
        if which == 3:
            return (lambda: ginger_pulley_ch7_a[grid](q, k, v, o, n, scale, BM=128, BN=32, D=dim, num_warps=8, num_stages=2)), out
        if which == 4:
            return (lambda: coral_magnet_ch7_a[(n // 128, heads // 8)](q, k, v, o, n, scale, 8, BM=128, BN=64, D=dim, num_warps=4, num_stages=3)), out
        return (lambda: silver_canyon_ch7_b[grid](q, k, v, o, n, scale, BM=128, BN=64, D=dim, num_warps=4, num_stages=3)), out

    return setup


CASES += [("silver_canyon_ch7_b", attention(0)), ("basil_hammer_ch7_a", attention(1)), ("onyx_kettle_ch7_a", attention(2))]
CASES += [("ginger_pulley_ch7_a", attention(3)), ("coral_magnet_ch7_a", attention(4))]


# ---- compression: zigzag byte deltas of 1024-value frames to int32 values (running sum from a base a frame)
@triton.jit
def olive_lantern_ch7_b(z_ptr, base_ptr, out_ptr, R: tl.constexpr, T: tl.constexpr):
    frame = tl.program_id(0) * R + tl.arange(0, R)
    t = tl.arange(0, T)
    z = tl.load(z_ptr + frame[:, None] * T + t[None, :]).to(tl.int32)
    delta = (z >> 1) ^ -(z & 1)
    value = tl.cumsum(delta, axis=1) + tl.load(base_ptr + frame)[:, None]
    tl.store(out_ptr + frame[:, None] * T + t[None, :], value)


@triton.jit
def plum_rocket_ch7_a(z_ptr, base_ptr, out_ptr, frames, R: tl.constexpr, T: tl.constexpr):
    frame = tl.program_id(0) * R + tl.arange(0, R)
    t = tl.arange(0, T)
    z = tl.load(z_ptr + frame[:, None] * T + t[None, :]).to(tl.int32)
    delta = (z >> 1) ^ -(z & 1)
    value = tl.cumsum(delta, axis=1) + tl.load(base_ptr + frame)[:, None]
    tl.store(out_ptr + t[None, :] * frames + frame[:, None], value)


@triton.jit
def quartz_bonnet_ch7_a(z_ptr, delta_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    z = tl.load(z_ptr + at, mask=at < n).to(tl.int32)
    tl.store(delta_ptr + at, (z >> 1) ^ -(z & 1), mask=at < n)


@triton.jit
def quartz_bonnet_ch7_a_scan(delta_ptr, base_ptr, out_ptr, R: tl.constexpr, T: tl.constexpr):
    frame = tl.program_id(0) * R + tl.arange(0, R)
    t = tl.arange(0, T)
    delta = tl.load(delta_ptr + frame[:, None] * T + t[None, :])
    value = tl.cumsum(delta, axis=1) + tl.load(base_ptr + frame)[:, None]
    tl.store(out_ptr + frame[:, None] * T + t[None, :], value)


@triton.jit
def velvet_spanner_ch7_a(z_ptr, base_ptr, out_ptr, length, STEP: tl.constexpr):
    frame = tl.program_id(0)
    t = tl.arange(0, STEP)
    carry = tl.load(base_ptr + frame)
    for start in range(0, length, STEP):
        z = tl.load(z_ptr + frame * length + start + t).to(tl.int32)
        delta = (z >> 1) ^ -(z & 1)
        tl.store(out_ptr + frame * length + start + t, tl.cumsum(delta, axis=0) + carry)
        carry += tl.sum(delta, axis=0)


@triton.jit
def mango_trellis_ch7_a(z_ptr, base_ptr, out_ptr, R: tl.constexpr, T: tl.constexpr):
    frame = tl.program_id(0).to(tl.int64) * R + tl.arange(0, R)
    t = tl.arange(0, T)
    z = tl.load(z_ptr + frame[:, None] * T + t[None, :]).to(tl.int64)
    delta = (z >> 1) ^ -(z & 1)
    value = tl.cumsum(delta, axis=1) + tl.load(base_ptr + frame)[:, None].to(tl.int64)
    tl.store(out_ptr + frame[:, None] * T + t[None, :], value.to(tl.int32))


def frames(which):
    def setup():
        f, t = 65536, 1024
        z = torch.randint(0, 256, (f, t), device="cuda", generator=gen(61), dtype=torch.int32).to(torch.uint8)
        base = torch.randint(0, 1 << 20, (f,), device="cuda", generator=gen(62), dtype=torch.int32)
        out = torch.zeros(f * t, device="cuda", dtype=torch.int32)
        if which == 1:
            return (lambda: plum_rocket_ch7_a[(f // 2,)](z, base, out, f, R=2, T=t, num_warps=4)), out
        if which == 2:
            delta = torch.zeros(f * t, device="cuda", dtype=torch.int32)

            def chain():
                quartz_bonnet_ch7_a[(f * t // 4096,)](z, delta, f * t, BLOCK=4096, num_warps=4)
                quartz_bonnet_ch7_a_scan[(f // 2,)](delta, base, out, R=2, T=t, num_warps=4)

            return chain, out
        if which == 3:
            return (lambda: velvet_spanner_ch7_a[(f,)](z, base, out, t, STEP=128, num_warps=1)), out
        if which == 4:
            return (lambda: mango_trellis_ch7_a[(f // 2,)](z, base, out, R=2, T=t, num_warps=4)), out
        return (lambda: olive_lantern_ch7_b[(f // 2,)](z, base, out, R=2, T=t, num_warps=4)), out

    return setup


CASES += [("olive_lantern_ch7_b", frames(0)), ("plum_rocket_ch7_a", frames(1)), ("quartz_bonnet_ch7_a", frames(2))]
CASES += [("velvet_spanner_ch7_a", frames(3)), ("mango_trellis_ch7_a", frames(4))]


# ---- astronomy: strength of the gravity field at 32768 bodies, all pairs
@triton.jit
def scarlet_bridge_ch7_b(x_ptr, y_ptr, z_ptr, m_ptr, out_ptr, n, soft, BI: tl.constexpr, BJ: tl.constexpr):
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    xi = tl.load(x_ptr + i)
    yi = tl.load(y_ptr + i)
    zi = tl.load(z_ptr + i)
    ax = tl.zeros((BI, BJ), tl.float32)
    ay = tl.zeros((BI, BJ), tl.float32)
    az = tl.zeros((BI, BJ), tl.float32)
    for start in range(0, n, BJ):
        j = start + tl.arange(0, BJ)
        dx = tl.load(x_ptr + j)[None, :] - xi[:, None]
        dy = tl.load(y_ptr + j)[None, :] - yi[:, None]
        dz = tl.load(z_ptr + j)[None, :] - zi[:, None]
        r = tl.rsqrt(dx * dx + dy * dy + dz * dz + soft)
        w = tl.load(m_ptr + j)[None, :] * r * r * r
        ax += w * dx
        ay += w * dy
        az += w * dz
    gx = tl.sum(ax, axis=1)
    gy = tl.sum(ay, axis=1)
    gz = tl.sum(az, axis=1)
    tl.store(out_ptr + i, tl.sqrt(gx * gx + gy * gy + gz * gz))


@triton.jit
def tundra_violin_ch7_a(x_ptr, y_ptr, z_ptr, m_ptr, out_ptr, n, soft, BI: tl.constexpr, BJ: tl.constexpr):
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    xi = tl.load(x_ptr + i)
    yi = tl.load(y_ptr + i)
    zi = tl.load(z_ptr + i)
    ax = tl.zeros((BI, BJ), tl.float32)
    ay = tl.zeros((BI, BJ), tl.float32)
    az = tl.zeros((BI, BJ), tl.float32)
    for start in range(0, n, BJ):
        j = start + tl.arange(0, BJ)
        dx = tl.load(x_ptr + j)[None, :] - xi[:, None]
        dy = tl.load(y_ptr + j)[None, :] - yi[:, None]
        dz = tl.load(z_ptr + j)[None, :] - zi[:, None]
        d = tl.sqrt(dx * dx + dy * dy + dz * dz + soft)
        w = tl.load(m_ptr + j)[None, :] / (d * d * d)
        ax += w * dx
        ay += w * dy
        az += w * dz
    gx = tl.sum(ax, axis=1)
    gy = tl.sum(ay, axis=1)
    gz = tl.sum(az, axis=1)
    tl.store(out_ptr + i, tl.sqrt(gx * gx + gy * gy + gz * gz))


@triton.jit
def nickel_orchard_ch7_a(x_ptr, y_ptr, z_ptr, m_ptr, out_ptr, n, soft, BI: tl.constexpr, BJ: tl.constexpr):
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    xi = tl.load(x_ptr + i)
    yi = tl.load(y_ptr + i)
    zi = tl.load(z_ptr + i)
    ax = tl.zeros((BI, BJ), tl.float32)
    ay = tl.zeros((BI, BJ), tl.float32)
    az = tl.zeros((BI, BJ), tl.float32)
    for start in range(0, n, BJ):
        j = start + tl.arange(0, BJ)
        dx = tl.load(x_ptr + j)[None, :] - xi[:, None]
        dy = tl.load(y_ptr + j)[None, :] - yi[:, None]
        dz = tl.load(z_ptr + j)[None, :] - zi[:, None]
        r = tl.rsqrt(dx * dx + dy * dy + dz * dz + soft)
        w = tl.load(m_ptr + j)[None, :] * r * r * r
        ax += w * dx
        ay += w * dy
        az += w * dz
    gx = tl.sum(ax, axis=1)
    gy = tl.sum(ay, axis=1)
    gz = tl.sum(az, axis=1)
    tl.store(out_ptr + i, tl.sqrt(gx * gx + gy * gy + gz * gz))


@triton.jit
def crimson_paddle_ch7_a(x_ptr, y_ptr, z_ptr, m_ptr, out_ptr, n, soft, BI: tl.constexpr, BJ: tl.constexpr):
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    xi = tl.load(x_ptr + i)
    yi = tl.load(y_ptr + i)
    zi = tl.load(z_ptr + i)
    ax = tl.zeros((BI, BJ), tl.float64)
    ay = tl.zeros((BI, BJ), tl.float64)
    az = tl.zeros((BI, BJ), tl.float64)
    for start in range(0, n, BJ):
        j = start + tl.arange(0, BJ)
        dx = tl.load(x_ptr + j)[None, :] - xi[:, None]
        dy = tl.load(y_ptr + j)[None, :] - yi[:, None]
        dz = tl.load(z_ptr + j)[None, :] - zi[:, None]
        r = tl.rsqrt(dx * dx + dy * dy + dz * dz + soft)
        w = tl.load(m_ptr + j)[None, :] * r * r * r
        ax += (w * dx).to(tl.float64)
        ay += (w * dy).to(tl.float64)
        az += (w * dz).to(tl.float64)
    gx = tl.sum(ax, axis=1).to(tl.float32)
    gy = tl.sum(ay, axis=1).to(tl.float32)
    gz = tl.sum(az, axis=1).to(tl.float32)
    tl.store(out_ptr + i, tl.sqrt(gx * gx + gy * gy + gz * gz))


@triton.jit
def sandal_comet_ch7_a(x_ptr, y_ptr, z_ptr, m_ptr, out_ptr, n, soft, BI: tl.constexpr, BJ: tl.constexpr):
    i = tl.program_id(0) * BI + tl.arange(0, BI)
    xi = tl.load(x_ptr + i)
    yi = tl.load(y_ptr + i)
    zi = tl.load(z_ptr + i)
    ax = tl.zeros((BI, BJ), tl.float32)
    ay = tl.zeros((BI, BJ), tl.float32)
    az = tl.zeros((BI, BJ), tl.float32)
    for start in range(0, n, BJ):
        j = start + tl.arange(0, BJ)
        dx = tl.load(x_ptr + j)[None, :] - xi[:, None]
        dy = tl.load(y_ptr + j)[None, :] - yi[:, None]
        dz = tl.load(z_ptr + j)[None, :] - zi[:, None]
        r = tl.rsqrt(dx * dx + dy * dy + dz * dz + soft)
        w = tl.load(m_ptr + j)[None, :] * r * r * r
        ax += w * dx
        ay += w * dy
        az += w * dz
    gx = tl.sum(ax, axis=1)
    gy = tl.sum(ay, axis=1)
    gz = tl.sum(az, axis=1)
    tl.store(out_ptr + i, tl.sqrt(gx * gx + gy * gy + gz * gz))


def gravity(which):
    def setup():
        n = 32768
        x, y, z = (torch.rand(n, device="cuda", generator=gen(71 + k)) for k in range(3))
        m = torch.rand(n, device="cuda", generator=gen(74)) + 0.5
        out = torch.zeros(n, device="cuda")
        args = (x, y, z, m, out, n, 1e-4)
        if which == 1:
            return (lambda: tundra_violin_ch7_a[(n // 64,)](*args, BI=64, BJ=32, num_warps=4)), out
        if which == 2:
            return (lambda: nickel_orchard_ch7_a[(n // 512,)](*args, BI=512, BJ=16, num_warps=16)), out
        if which == 3:
            return (lambda: crimson_paddle_ch7_a[(n // 64,)](*args, BI=64, BJ=32, num_warps=4)), out
        if which == 4:
            return (lambda: sandal_comet_ch7_a[(n // 64,)](*args, BI=64, BJ=128, num_warps=4)), out
        return (lambda: scarlet_bridge_ch7_b[(n // 64,)](*args, BI=64, BJ=32, num_warps=4)), out

    return setup


CASES += [("scarlet_bridge_ch7_b", gravity(0)), ("tundra_violin_ch7_a", gravity(1)), ("nickel_orchard_ch7_a", gravity(2))]
CASES += [("crimson_paddle_ch7_a", gravity(3)), ("sandal_comet_ch7_a", gravity(4))]


# ---- near-duplicate search: 128 max-hash signatures of 4096 documents of 512 shingles, hashes (a x + b) mod 2^31 - 1
@triton.jit
def birch_falcon_ch7_b(x_ptr, a_ptr, b_ptr, out_ptr, length, K: tl.constexpr, T: tl.constexpr):
    doc = tl.program_id(0)
    k = tl.arange(0, K)
    t = tl.arange(0, T)
    a = tl.load(a_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    b = tl.load(b_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    best = tl.zeros((T, K), tl.int32)
    for start in range(0, length, T):
        x = tl.load(x_ptr + doc * length + start + t).to(tl.uint32).to(tl.uint64)
        v = a * x[:, None] + b
        lo = (v & 0x7FFFFFFF).to(tl.uint32) + (v >> 31).to(tl.uint32)
        h = tl.minimum(lo, lo - 0x7FFFFFFF)
        best = tl.maximum(best, h.to(tl.int32))
    tl.store(out_ptr + doc * K + k, tl.max(best, axis=0))


@triton.jit
def indigo_carton_ch7_a(x_ptr, a_ptr, b_ptr, out_ptr, length, prime, K: tl.constexpr, T: tl.constexpr):
    doc = tl.program_id(0)
    k = tl.arange(0, K)
    t = tl.arange(0, T)
    a = tl.load(a_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    b = tl.load(b_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    best = tl.zeros((T, K), tl.int32)
    for start in range(0, length, T):
        x = tl.load(x_ptr + doc * length + start + t).to(tl.uint32).to(tl.uint64)
        h = (a * x[:, None] + b) % prime.to(tl.uint64)
        best = tl.maximum(best, h.to(tl.int32))
    tl.store(out_ptr + doc * K + k, tl.max(best, axis=0))


@triton.jit
def pewter_garden_ch7_a(x_ptr, a_ptr, b_ptr, out_ptr, length, K: tl.constexpr, T: tl.constexpr):
    doc = tl.program_id(0)
    k = tl.arange(0, K)
    t = tl.program_id(1) * T + tl.arange(0, T)
    a = tl.load(a_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    b = tl.load(b_ptr + k).to(tl.uint32).to(tl.uint64)[None, :]
    x = tl.load(x_ptr + doc * length + t).to(tl.uint32).to(tl.uint64)
    v = a * x[:, None] + b
    lo = (v & 0x7FFFFFFF).to(tl.uint32) + (v >> 31).to(tl.uint32)
    h = tl.minimum(lo, lo - 0x7FFFFFFF)
    tl.atomic_max(out_ptr + doc * K + k, tl.max(h.to(tl.int32), axis=0), sem="relaxed")


@triton.jit
def acorn_shuttle_ch7_a(x_ptr, a_ptr, b_ptr, out_ptr, length, K: tl.constexpr):
    doc = tl.program_id(0)
    k = tl.arange(0, K)
    a = tl.load(a_ptr + k).to(tl.uint32).to(tl.uint64)
    b = tl.load(b_ptr + k).to(tl.uint32).to(tl.uint64)
    best = tl.zeros((K,), tl.int32)
    for t in range(length):
        x = tl.load(x_ptr + doc * length + t).to(tl.uint32).to(tl.uint64)
        v = a * x + b
        lo = (v & 0x7FFFFFFF).to(tl.uint32) + (v >> 31).to(tl.uint32)
        h = tl.minimum(lo, lo - 0x7FFFFFFF)
        best = tl.maximum(best, h.to(tl.int32))
    tl.store(out_ptr + doc * K + k, best)


@triton.jit
def feather_dynamo_ch7_a(x_ptr, a_ptr, b_ptr, out_ptr, length, K: tl.constexpr, T: tl.constexpr):
    doc = tl.program_id(0)
    k = tl.arange(0, K)
    t = tl.arange(0, T)
    a = tl.load(a_ptr + k).to(tl.int64)[None, :]
    b = tl.load(b_ptr + k).to(tl.int64)[None, :]
    best = tl.zeros((T, K), tl.int32)
    for start in range(0, length, T):
        x = tl.load(x_ptr + doc * length + start + t).to(tl.int64)
        v = a * x[:, None] + b
        lo = (v & 0x7FFFFFFF).to(tl.uint32) + (v >> 31).to(tl.uint32)
        h = tl.minimum(lo, lo - 0x7FFFFFFF)
        best = tl.maximum(best, h.to(tl.int32))
    tl.store(out_ptr + doc * K + k, tl.max(best, axis=0))


def signatures(which):
    def setup():
        docs, length, k, prime = 4096, 512, 128, (1 << 31) - 1
        x = torch.randint(0, prime, (docs, length), device="cuda", generator=gen(81), dtype=torch.int32)
        a = torch.randint(1, prime, (k,), device="cuda", generator=gen(82), dtype=torch.int32)
        b = torch.randint(0, prime, (k,), device="cuda", generator=gen(83), dtype=torch.int32)
        out = torch.zeros(docs * k, device="cuda", dtype=torch.int32)
        if which == 1:
            return (lambda: indigo_carton_ch7_a[(docs,)](x, a, b, out, length, prime, K=k, T=16, num_warps=4)), out
        if which == 2:
            return (lambda: pewter_garden_ch7_a[(docs, length // 16)](x, a, b, out, length, K=k, T=16, num_warps=4)), out
        if which == 3:
            return (lambda: acorn_shuttle_ch7_a[(docs,)](x, a, b, out, length, K=k, num_warps=4)), out
        if which == 4:
            x = x.to(torch.int64)
            a, b = a.to(torch.int64), b.to(torch.int64)
            return (lambda: feather_dynamo_ch7_a[(docs,)](x, a, b, out, length, K=k, T=16, num_warps=4)), out
        return (lambda: birch_falcon_ch7_b[(docs,)](x, a, b, out, length, K=k, T=16, num_warps=4)), out

    return setup


CASES += [("birch_falcon_ch7_b", signatures(0)), ("indigo_carton_ch7_a", signatures(1)), ("pewter_garden_ch7_a", signatures(2))]
CASES += [("acorn_shuttle_ch7_a", signatures(3)), ("feather_dynamo_ch7_a", signatures(4))]


# ---- statistics: scatter matrix of 262144 samples of 256 bf16 features, split over the samples
@triton.jit
def golden_thicket_ch7_b(x_ptr, out_ptr, share, F: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[None, :] * F + rm[:, None]
    b = x_ptr + rk[:, None] * F + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, share, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * F
        b += BK * F
    tl.atomic_add(out_ptr + rm[:, None] * F + rn[None, :], acc, sem="relaxed")


@triton.jit
def rustic_pendulum_ch7_a(x_ptr, out_ptr, samples, F: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rk[None, :] * F + rm[:, None]
    b = x_ptr + rk[:, None] * F + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, samples, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * F
        b += BK * F
    tl.store(out_ptr + rm[:, None] * F + rn[None, :], acc)


@triton.jit
def pastel_harvest_ch7_a(x_ptr, out_ptr, share, F: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[None, :] * F + rm[:, None]
    b = x_ptr + rk[:, None] * F + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, share, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * F
        b += BK * F
    tl.atomic_add(out_ptr + rm[:, None] * F + rn[None, :], acc, sem="relaxed")


@triton.jit
def lunar_cobbler_ch7_a(x_ptr, out_ptr, share, F: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[None, :] * F + rm[:, None]
    b = x_ptr + rk[:, None] * F + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, share, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * F
        b += BK * F
    tl.atomic_add(out_ptr + rm[:, None] * F + rn[None, :], acc, sem="relaxed")


@triton.jit
def wicker_cascade_ch7_a(x_ptr, out_ptr, share, F: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[None, :] * F + rm[:, None]
    b = x_ptr + rk[:, None] * F + rn[None, :]
    acc = tl.zeros((BM, BN), tl.float32)
    for k in range(0, share, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * F
        b += BK * F
    tl.atomic_add(out_ptr + rm[:, None] * F + rn[None, :], acc, sem="relaxed")


def scatter(which):
    def setup():
        samples, f = 262144, 256
        x = torch.rand(samples, f, device="cuda", generator=gen(91)).to(torch.bfloat16)
        out = torch.zeros(f * f, device="cuda")
        if which == 1:
            return (lambda: rustic_pendulum_ch7_a[(2, 2)](x, out, samples, F=f, BM=128, BN=128, BK=64, num_warps=4, num_stages=4)), out
        if which == 2:
            return (lambda: pastel_harvest_ch7_a[(2, 1, 64)](x, out, samples // 64, F=f, BM=128, BN=256, BK=64, num_warps=8, num_stages=1)), out
        if which == 3:
            x = x.float()
            return (lambda: lunar_cobbler_ch7_a[(2, 1, 64)](x, out, samples // 64, F=f, BM=128, BN=256, BK=32, num_warps=8, num_stages=3)), out
        if which == 4:
            return (lambda: wicker_cascade_ch7_a[(2, 1, 1024)](x, out, samples // 1024, F=f, BM=128, BN=256, BK=64, num_warps=8, num_stages=3)), out
        return (lambda: golden_thicket_ch7_b[(2, 1, 64)](x, out, samples // 64, F=f, BM=128, BN=256, BK=64, num_warps=8, num_stages=3)), out

    return setup


CASES += [("golden_thicket_ch7_b", scatter(0)), ("rustic_pendulum_ch7_a", scatter(1)), ("pastel_harvest_ch7_a", scatter(2))]
CASES += [("lunar_cobbler_ch7_a", scatter(3)), ("wicker_cascade_ch7_a", scatter(4))]


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
