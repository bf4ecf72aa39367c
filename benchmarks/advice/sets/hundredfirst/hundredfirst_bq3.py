#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredfirst_bq3.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


def seeded(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


def uniform(shape, seed, dtype=torch.bfloat16, low=0.0, high=1.0):
    x = torch.empty(shape, device="cuda", dtype=dtype)
    x.uniform_(low, high, generator=seeded(seed))
    return x


# ---- maple: router statistics of a mixture of experts (mean probability and top-1 count of each of 64 experts)
@triton.jit
def maple_button_bq3_a(logit_ptr, stat_ptr, E: tl.constexpr, BT: tl.constexpr):
    t = tl.program_id(0) * BT + tl.arange(0, BT)
    e = tl.arange(0, E)
    x = tl.load(logit_ptr + t[:, None] * E + e[None, :])
    p = tl.exp(x - tl.max(x, axis=1)[:, None])
    p = p / tl.sum(p, axis=1)[:, None]
    top = tl.argmax(x, axis=1)
    tl.atomic_add(stat_ptr + e, tl.sum(p, axis=0))
    tl.atomic_add(stat_ptr + E + top, tl.full((BT,), 1.0, tl.float32))


@triton.jit
def maple_button_bq3_b(logit_ptr, stat_ptr, NB, NP, E: tl.constexpr, BT: tl.constexpr):
    e = tl.arange(0, E)
    psum = tl.zeros((BT, E), dtype=tl.float32)
    hits = tl.zeros((BT, E), dtype=tl.float32)
    for b in range(tl.program_id(0), NB, NP):
        t = b * BT + tl.arange(0, BT)
        x = tl.load(logit_ptr + t[:, None] * E + e[None, :])
        p = tl.exp(x - tl.max(x, axis=1)[:, None])
        psum += p / tl.sum(p, axis=1)[:, None]
        top = tl.argmax(x, axis=1)
        hits += tl.where(top[:, None] == e[None, :], 1.0, 0.0)
    tl.atomic_add(stat_ptr + e, tl.sum(psum, axis=0))
    tl.atomic_add(stat_ptr + E + e, tl.sum(hits, axis=0))


def maple(after):
    def setup():
        T, E, BT = 1310720, 64, 16  # noqa: N806 as it was measured
        x = torch.empty((T, E), device="cuda")
        x.normal_(generator=seeded(11))
        stat = torch.zeros(2 * E, device="cuda")
        if after:
            n = 132 * 12
            return (lambda: maple_button_bq3_b[(n,)](x, stat, T // BT, n, E=E, BT=BT, num_warps=4)), stat
        return (lambda: maple_button_bq3_a[(T // BT,)](x, stat, E=E, BT=BT, num_warps=4)), stat

    return setup


# ---- gravel: keys of a prefill copied into a cache that keeps them with the sequence innermost
@triton.jit
def gravel_window_bq3_a(k_ptr, cache_ptr, S: tl.constexpr, H: tl.constexpr, D: tl.constexpr):
    tok = tl.program_id(0)
    b = tok // S
    s = tok % S
    hd = tl.arange(0, H * D)
    x = tl.load(k_ptr + tok * (H * D) + hd)
    tl.store(cache_ptr + (b * (H * D) + hd) * S + s, x)


@triton.jit
def gravel_window_bq3_b(k_ptr, cache_ptr, S: tl.constexpr, H: tl.constexpr, D: tl.constexpr, BS: tl.constexpr):
    first = tl.program_id(0) * BS
    h = tl.program_id(1)
    b = first // S
    r = tl.arange(0, BS)
    s = first % S + r
    d = tl.arange(0, D)
    x = tl.load(k_ptr + (first + r)[:, None] * (H * D) + h * D + d[None, :])
    at = cache_ptr + (b * H + h) * D * S
    tl.store(at + d[None, :] * S + s[:, None], x)


def gravel(after):
    def setup():
        B, S, H, D = 3, 32768, 8, 128  # noqa: N806 as it was measured
        k = uniform((B, S, H, D), 21)
        cache = torch.zeros(B * H * D * S, device="cuda", dtype=torch.bfloat16)
        if after:
            return (lambda: gravel_window_bq3_b[(B * S // 64, H)](k, cache, S=S, H=H, D=D, BS=64, num_warps=4)), cache
        return (lambda: gravel_window_bq3_a[(B * S,)](k, cache, S=S, H=H, D=D, num_warps=4)), cache

    return setup


# ---- cedar: compaction of an 8-bit paged cache (pages of 16 tokens gathered in a table's order)
@triton.jit(do_not_specialize=["src_stride", "dst_stride"])
def cedar_whistle_bq3_a(src_ptr, dst_ptr, table_ptr, src_stride, dst_stride, PAGE: tl.constexpr, W: tl.constexpr, BT: tl.constexpr):
    page = tl.program_id(0)
    old = tl.load(table_ptr + page)
    c = tl.arange(0, W)
    for i in range(0, PAGE, BT):
        t = i + tl.arange(0, BT)
        x = tl.load(src_ptr + (old * PAGE + t)[:, None] * src_stride + c[None, :])
        tl.store(dst_ptr + (page * PAGE + t)[:, None] * dst_stride + c[None, :], x)


@triton.jit
def cedar_whistle_bq3_b(src_ptr, dst_ptr, table_ptr, src_stride, dst_stride, PAGE: tl.constexpr, W: tl.constexpr, BT: tl.constexpr):
    page = tl.program_id(0)
    old = tl.load(table_ptr + page)
    c = tl.arange(0, W)
    for i in range(0, PAGE, BT):
        t = i + tl.arange(0, BT)
        x = tl.load(src_ptr + (old * PAGE + t)[:, None] * src_stride + c[None, :])
        tl.store(dst_ptr + (page * PAGE + t)[:, None] * dst_stride + c[None, :], x)


def cedar(kernel):
    def setup():
        pages, PAGE, W = 24576, 16, 1024  # noqa: N806 as it was measured
        src = torch.randint(0, 100, (pages * PAGE, W), device="cuda", dtype=torch.int8, generator=seeded(31))
        dst = torch.zeros(pages * PAGE * W, device="cuda", dtype=torch.int8)
        table = torch.randperm(pages, device="cuda", generator=seeded(32)).to(torch.int32)
        return (lambda: kernel[(pages,)](src, dst, table, W, W, PAGE=PAGE, W=W, BT=4, num_warps=4)), dst

    return setup


# ---- amber: gradient of cross entropy with a z-loss, one row of a 30720-word vocabulary a program
@triton.jit
def amber_pillow_bq3_a(x_ptr, target_ptr, g_ptr, V, z, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * V + c, mask=c < V, other=-float("inf"))
    target = tl.load(target_ptr + row)
    m = tl.max(x, axis=0)
    p = tl.exp(x - m)
    s = tl.sum(p, axis=0)
    scale = (1.0 + 2.0 * z * (m + tl.log(s))) / s
    g = p * scale - tl.where(c == target, 1.0, 0.0)
    tl.store(g_ptr + row * V + c, g, mask=c < V)


@triton.jit
def amber_pillow_bq3_b(x_ptr, target_ptr, g_ptr, V, z, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * V + c, mask=c < V, other=-float("inf"))
    target = tl.load(target_ptr + row)
    m = tl.max(x, axis=0)
    p = tl.exp(x - m)
    s = tl.sum(p, axis=0)
    scale = (1.0 + 2.0 * z * (m + tl.log(s))) / s
    g = p * scale - tl.where(c == target, 1.0, 0.0)
    tl.store(g_ptr + row * V + c, g, mask=c < V)


def amber(kernel, warps):
    def setup():
        R, V = 4096, 30720  # noqa: N806 as it was measured
        x = torch.empty((R, V), device="cuda")
        x.normal_(generator=seeded(41))
        target = torch.randint(0, V, (R,), device="cuda", dtype=torch.int32, generator=seeded(42))
        g = torch.zeros(R * V, device="cuda")
        return (lambda: kernel[(R,)](x, target, g, V, 0.05, BLOCK=32768, num_warps=warps)), g

    return setup


# ---- linen: clamped gated unit (gate and up halves of one row) with a learned slope
@triton.jit
def linen_rocket_bq3_a(x_ptr, slope_ptr, out_ptr, F: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    slope = tl.load(slope_ptr)
    gate = tl.load(x_ptr + row * (2 * F) + c).to(tl.float32)
    up = tl.load(x_ptr + row * (2 * F) + F + c).to(tl.float32)
    gate = tl.minimum(gate, 7.0)
    up = tl.minimum(tl.maximum(up, -7.0), 7.0)
    y = (up + 1.0) * gate / (1.0 + tl.exp(-(slope * gate)))
    tl.store(out_ptr + row * F + c, y.to(tl.bfloat16))


@triton.jit
def linen_rocket_bq3_b(x_ptr, slope_ptr, out_ptr, F: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    slope = tl.load(slope_ptr).to(tl.float32)
    gate = tl.load(x_ptr + row * (2 * F) + c).to(tl.float32)
    up = tl.load(x_ptr + row * (2 * F) + F + c).to(tl.float32)
    gate = tl.minimum(gate, 7.0)
    up = tl.minimum(tl.maximum(up, -7.0), 7.0)
    y = (up + 1.0) * gate / (1.0 + tl.exp(-(slope * gate)))
    tl.store(out_ptr + row * F + c, y.to(tl.bfloat16))


def linen(kernel):
    def setup():
        R, F = 18432, 6144  # noqa: N806 as it was measured
        x = uniform((R, 2 * F), 51, low=-1.0, high=3.0)
        slope = torch.tensor([1.702], device="cuda", dtype=torch.float64)
        out = torch.zeros(R * F, device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(R, F // 2048)](x, slope, out, F=F, BLOCK=2048, num_warps=4)), out

    return setup


# ---- orchid: expert products of a mixture of experts (8 experts, 1024 sorted tokens each)
@triton.jit
def orchid_ladder_bq3_a(
    x_ptr, w_ptr, y_ptr, CAP: tl.constexpr, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    e = tl.program_id(2)
    m = e * CAP + tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, K, BK):
        x = tl.load(x_ptr + m[:, None] * K + (k0 + k)[None, :])
        w = tl.load(w_ptr + e * (K * N) + (k0 + k)[:, None] * N + n[None, :])
        acc = tl.dot(x.to(tl.float32), w.to(tl.float32), acc, input_precision="ieee")
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


@triton.jit
def orchid_ladder_bq3_b(
    x_ptr, w_ptr, y_ptr, CAP: tl.constexpr, N: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    e = tl.program_id(2)
    m = e * CAP + tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k0 in range(0, K, BK):
        x = tl.load(x_ptr + m[:, None] * K + (k0 + k)[None, :])
        w = tl.load(w_ptr + e * (K * N) + (k0 + k)[:, None] * N + n[None, :])
        acc = tl.dot(x, w, acc)
    tl.store(y_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


def orchid(kernel, BM, BN, BK, **meta):
    def setup():
        E, CAP, N, K = 8, 1024, 1536, 1024  # noqa: N806 as it was measured
        x = uniform((E * CAP, K), 61, low=-0.5, high=1.0)
        w = uniform((E, K, N), 62, low=-0.05, high=0.1)
        y = torch.zeros(E * CAP * N, device="cuda", dtype=torch.bfloat16)
        grid = (CAP // BM, N // BN, E)
        return (lambda: kernel[grid](x, w, y, CAP=CAP, N=N, K=K, BM=BM, BN=BN, BK=BK, **meta)), y

    return setup


# ---- harbor: decode attention over a long context (3 sequences, 8 key heads of 8 query heads each)
@triton.jit
def harbor_pencil_bq3_a(q_ptr, k_ptr, v_ptr, o_ptr, S, scale, G: tl.constexpr, GP: tl.constexpr, D: tl.constexpr, BN: tl.constexpr):
    bh = tl.program_id(0)
    g = tl.arange(0, GP)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + (bh * G + g)[:, None] * D + d[None, :], mask=g[:, None] < G, other=0.0)
    m = tl.full((GP,), -1e30, tl.float32)
    l = tl.zeros((GP,), tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros((GP, D), tl.float32)
    base = bh * S * D
    for s0 in range(0, S, BN):
        k = tl.load(k_ptr + base + (s0 + n)[None, :] * D + d[:, None])
        x = tl.dot(q, k) * scale
        mn = tl.maximum(m, tl.max(x, axis=1))
        p = tl.exp2(x - mn[:, None])
        f = tl.exp2(m - mn)
        l = l * f + tl.sum(p, axis=1)  # noqa: E741 as it was measured
        v = tl.load(v_ptr + base + (s0 + n)[:, None] * D + d[None, :])
        acc = tl.dot(p.to(tl.bfloat16), v, acc * f[:, None])
        m = mn
    tl.store(o_ptr + (bh * G + g)[:, None] * D + d[None, :], acc / l[:, None], mask=g[:, None] < G)


@triton.jit
def harbor_pencil_bq3_b(
    q_ptr, k_ptr, v_ptr, part_ptr, m_ptr, l_ptr, S, scale, SPLITS: tl.constexpr, G: tl.constexpr, GP: tl.constexpr, D: tl.constexpr, BN: tl.constexpr
):
    bh = tl.program_id(0)
    split = tl.program_id(1)
    g = tl.arange(0, GP)
    d = tl.arange(0, D)
    n = tl.arange(0, BN)
    q = tl.load(q_ptr + (bh * G + g)[:, None] * D + d[None, :], mask=g[:, None] < G, other=0.0)
    m = tl.full((GP,), -1e30, tl.float32)
    l = tl.zeros((GP,), tl.float32)  # noqa: E741 as it was measured
    acc = tl.zeros((GP, D), tl.float32)
    base = bh * S * D
    each = S // SPLITS
    for s0 in range(split * each, split * each + each, BN):
        k = tl.load(k_ptr + base + (s0 + n)[None, :] * D + d[:, None])
        x = tl.dot(q, k) * scale
        mn = tl.maximum(m, tl.max(x, axis=1))
        p = tl.exp2(x - mn[:, None])
        f = tl.exp2(m - mn)
        l = l * f + tl.sum(p, axis=1)  # noqa: E741 as it was measured
        v = tl.load(v_ptr + base + (s0 + n)[:, None] * D + d[None, :])
        acc = tl.dot(p.to(tl.bfloat16), v, acc * f[:, None])
        m = mn
    row = (bh * G + g) * SPLITS + split
    tl.store(part_ptr + row[:, None] * D + d[None, :], acc, mask=g[:, None] < G)
    tl.store(m_ptr + row, m, mask=g < G)
    tl.store(l_ptr + row, l, mask=g < G)


@triton.jit
def harbor_pencil_bq3_b2(part_ptr, m_ptr, l_ptr, o_ptr, SPLITS: tl.constexpr, D: tl.constexpr):
    r = tl.program_id(0)
    i = tl.arange(0, SPLITS)
    d = tl.arange(0, D)
    m = tl.load(m_ptr + r * SPLITS + i)
    f = tl.exp2(m - tl.max(m, axis=0))
    l = tl.sum(tl.load(l_ptr + r * SPLITS + i) * f, axis=0)  # noqa: E741 as it was measured
    part = tl.load(part_ptr + (r * SPLITS + i)[:, None] * D + d[None, :])
    tl.store(o_ptr + r * D + d, tl.sum(part * f[:, None], axis=0) / l)


def harbor(after):
    def setup():
        BH, S, G, D, SPLITS = 24, 32768, 8, 128, 32  # noqa: N806 as it was measured
        q = uniform((BH, G, D), 71, low=-1.0, high=1.0)
        k = uniform((BH, S, D), 72, low=-1.0, high=1.0)
        v = uniform((BH, S, D), 73, low=-0.5, high=1.0)
        o = torch.zeros(BH * G * D, device="cuda")
        scale = 1.4426950408889634 / D**0.5
        if not after:
            return (lambda: harbor_pencil_bq3_a[(BH,)](q, k, v, o, S, scale, G=G, GP=16, D=D, BN=64, num_warps=4, num_stages=3)), o
        part = torch.zeros((BH * G * SPLITS, D), device="cuda")
        m = torch.zeros(BH * G * SPLITS, device="cuda")
        l = torch.zeros(BH * G * SPLITS, device="cuda")  # noqa: E741 as it was measured

        def launch():
            harbor_pencil_bq3_b[(BH, SPLITS)](q, k, v, part, m, l, S, scale, SPLITS=SPLITS, G=G, GP=16, D=D, BN=64, num_warps=4, num_stages=3)
            harbor_pencil_bq3_b2[(BH * G,)](part, m, l, o, SPLITS=SPLITS, D=D, num_warps=4)

        return launch, o

    return setup


# ---- walnut: gradient of an embedding table from tokens sorted by word (131072 tokens of width 2048)
@triton.jit
def walnut_ribbon_bq3_a(grad_ptr, perm_ptr, word_ptr, first_ptr, count_ptr, table_ptr, D: tl.constexpr, BLOCK: tl.constexpr):
    u = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    word = tl.load(word_ptr + u)
    first = tl.load(first_ptr + u)
    count = tl.load(count_ptr + u)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, count):
        t = tl.load(perm_ptr + first + i)
        acc += tl.load(grad_ptr + t * D + c).to(tl.float32)
    tl.store(table_ptr + word * D + c, acc)


@triton.jit
def walnut_ribbon_bq3_b(grad_ptr, perm_ptr, word_ptr, first_ptr, count_ptr, shared_ptr, table_ptr, D: tl.constexpr, BLOCK: tl.constexpr):
    u = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    word = tl.load(word_ptr + u)
    first = tl.load(first_ptr + u)
    count = tl.load(count_ptr + u)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in range(0, count):
        t = tl.load(perm_ptr + first + i)
        acc += tl.load(grad_ptr + t * D + c).to(tl.float32)
    if tl.load(shared_ptr + u) > 0:
        tl.atomic_add(table_ptr + word * D + c, acc)
    else:
        tl.store(table_ptr + word * D + c, acc)


def walnut(after):
    def setup():
        T, D, V, CHUNK = 131072, 2048, 32768, 32  # noqa: N806 as it was measured
        grad = uniform((T, D), 81, low=-0.5, high=1.0)
        ids = torch.randint(0, V, (T,), device="cuda", generator=seeded(82))
        hot = torch.randperm(T, device="cuda", generator=seeded(83))
        ids[hot[:3000]] = 17
        ids[hot[3000:3600]] = 4242
        ids, perm = torch.sort(ids, stable=True)
        word, count = torch.unique_consecutive(ids, return_counts=True)
        first = torch.cumsum(count, 0) - count
        perm = perm.to(torch.int32)
        table = torch.zeros(V * D, device="cuda")
        if not after:
            word, first, count = word.to(torch.int32), first.to(torch.int32), count.to(torch.int32)
            return (lambda: walnut_ribbon_bq3_a[(word.numel(), 2)](grad, perm, word, first, count, table, D=D, BLOCK=D // 2, num_warps=4)), table
        pieces = (count + CHUNK - 1) // CHUNK
        owner = torch.repeat_interleave(torch.arange(word.numel(), device="cuda"), pieces)
        rank = torch.arange(owner.numel(), device="cuda") - (torch.cumsum(pieces, 0) - pieces)[owner]
        begin = (first[owner] + rank * CHUNK).to(torch.int32)
        size = torch.clamp(count[owner] - rank * CHUNK, max=CHUNK).to(torch.int32)
        several = (pieces[owner] > 1).to(torch.int32)
        row = word[owner].to(torch.int32)
        return (lambda: walnut_ribbon_bq3_b[(row.numel(), 2)](grad, perm, row, begin, size, several, table, D=D, BLOCK=D // 2, num_warps=4)), table

    return setup


# ---- saffron: loss of cross entropy over a very large vocabulary, one row a program with an online sum
@triton.jit
def saffron_kettle_bq3_a(x_ptr, target_ptr, loss_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    m = -1e30
    s = 0.0
    for i in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + i + c).to(tl.float32)
        mn = tl.maximum(m, tl.max(x, axis=0))
        s = s * tl.exp(m - mn) + tl.sum(tl.exp(x - mn), axis=0)
        m = mn
    hit = tl.load(x_ptr + row * V + tl.load(target_ptr + row)).to(tl.float32)
    tl.store(loss_ptr + row, m + tl.log(s) - hit)


@triton.jit
def saffron_kettle_bq3_b(x_ptr, target_ptr, loss_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    m = -1e30
    s = 0.0
    for i in range(0, V, BLOCK):
        x = tl.load(x_ptr + row * V + i + c).to(tl.float32)
        mn = tl.maximum(m, tl.max(x, axis=0))
        s = s * tl.exp(m - mn) + tl.sum(tl.exp(x - mn), axis=0)
        m = mn
    hit = tl.load(x_ptr + row * V + tl.load(target_ptr + row)).to(tl.float32)
    tl.store(loss_ptr + row, m + tl.log(s) - hit)


def saffron(kernel, BLOCK, warps):
    def setup():
        R, V = 528, 294912  # noqa: N806 as it was measured
        x = uniform((R, V), 91, low=-2.0, high=2.0)
        target = torch.randint(0, V, (R,), device="cuda", dtype=torch.int32, generator=seeded(92))
        loss = torch.zeros(R, device="cuda")
        return (lambda: kernel[(R,)](x, target, loss, V, BLOCK=BLOCK, num_warps=warps)), loss

    return setup


# ---- meadow: residual sum, root-mean-square norm and 8-bit quantisation of each token
@triton.jit
def meadow_hammer_bq3_a(x_ptr, r_ptr, h_ptr, D: tl.constexpr):
    at = tl.program_id(0) * D + tl.arange(0, D)
    h = tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)
    tl.store(h_ptr + at, h.to(tl.bfloat16))


@triton.jit
def meadow_hammer_bq3_a2(h_ptr, w_ptr, y_ptr, D: tl.constexpr):
    c = tl.arange(0, D)
    at = tl.program_id(0) * D + c
    h = tl.load(h_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    y = h * tl.rsqrt(tl.sum(h * h, axis=0) / D + 1e-6) * w
    tl.store(y_ptr + at, y.to(tl.bfloat16))


@triton.jit
def meadow_hammer_bq3_a3(y_ptr, q_ptr, scale_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    at = row * D + tl.arange(0, D)
    y = tl.load(y_ptr + at).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(y), axis=0), 1e-8)
    tl.store(q_ptr + at, tl.floor(y * (127.0 / top) + 0.5).to(tl.int8))
    tl.store(scale_ptr + row, top / 127.0)


@triton.jit
def meadow_hammer_bq3_b(x_ptr, r_ptr, h_ptr, w_ptr, q_ptr, scale_ptr, D: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, D)
    at = row * D + c
    total = tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)
    kept = total.to(tl.bfloat16)
    tl.store(h_ptr + at, kept)
    h = kept.to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    y = h * tl.rsqrt(tl.sum(h * h, axis=0) / D + 1e-6) * w
    y = y.to(tl.bfloat16).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(y), axis=0), 1e-8)
    tl.store(q_ptr + at, tl.floor(y * (127.0 / top) + 0.5).to(tl.int8))
    tl.store(scale_ptr + row, top / 127.0)


def meadow(after):
    def setup():
        R, D = 24576, 4096  # noqa: N806 as it was measured
        x = uniform((R, D), 101, low=-0.5, high=1.0)
        r = uniform((R, D), 102, low=-0.5, high=1.0)
        w = uniform((D,), 103, low=0.5, high=1.5)
        h = torch.zeros((R, D), device="cuda", dtype=torch.bfloat16)
        q = torch.zeros(R * D, device="cuda", dtype=torch.int8)
        scale = torch.zeros(R, device="cuda")
        if after:
            return (lambda: meadow_hammer_bq3_b[(R,)](x, r, h, w, q, scale, D=D, num_warps=8)), q
        y = torch.zeros((R, D), device="cuda", dtype=torch.bfloat16)

        def launch():
            meadow_hammer_bq3_a[(R,)](x, r, h, D=D, num_warps=8)
            meadow_hammer_bq3_a2[(R,)](h, w, y, D=D, num_warps=8)
            meadow_hammer_bq3_a3[(R,)](y, q, scale, D=D, num_warps=8)

        return launch, q

    return setup


# ---- indigo: optimiser step with two moments and decoupled decay on 40 million parameters
@triton.jit
def indigo_basket_bq3_a(p_ptr, g_ptr, m_ptr, v_ptr, hyper_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    step = tl.load(hyper_ptr)
    root = tl.load(hyper_ptr + 1)
    keep = tl.load(hyper_ptr + 2)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i) * 0.9 + g * 0.1
    v = tl.load(v_ptr + i) * 0.95 + g * g * 0.05
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)
    ratio = m / (tl.sqrt(v) + 1e-8)
    p = tl.load(p_ptr + i) * keep - ratio * (step * root)
    tl.store(p_ptr + i, p.to(tl.float32))


@triton.jit
def indigo_basket_bq3_b(p_ptr, g_ptr, m_ptr, v_ptr, hyper_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    step = tl.load(hyper_ptr).to(tl.float32)
    root = tl.load(hyper_ptr + 1).to(tl.float32)
    keep = tl.load(hyper_ptr + 2).to(tl.float32)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i) * 0.9 + g * 0.1
    v = tl.load(v_ptr + i) * 0.95 + g * g * 0.05
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)
    ratio = m / (tl.sqrt(v) + 1e-8)
    p = tl.load(p_ptr + i) * keep - ratio * (step * root)
    tl.store(p_ptr + i, p)


def indigo(kernel):
    def setup():
        n = 40 * (1 << 20)
        g = uniform((n,), 111, torch.float32, 0.1, 1.0)
        m = uniform((n,), 112, torch.float32, 0.1, 1.0)
        v = uniform((n,), 113, torch.float32, 0.1, 1.0)
        p = uniform((n,), 114, torch.float32, -1.0, 1.0)
        hyper = torch.tensor([0.001, 1.1, 0.9999], device="cuda", dtype=torch.float64)
        return (lambda: kernel[(n // 1024,)](p, g, m, v, hyper, BLOCK=1024, num_warps=4)), p

    return setup


# ---- pepper: 8-bit quantisation in groups of 128, the scales kept group by group for the product that follows
@triton.jit
def pepper_saddle_bq3_a(x_ptr, q_ptr, scale_ptr, R, D: tl.constexpr, GROUP: tl.constexpr):
    row = tl.program_id(0)
    g = tl.arange(0, D // GROUP)
    at = row * D + g[:, None] * GROUP + tl.arange(0, GROUP)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(x), axis=1), 1e-8)
    q = tl.floor(x * (127.0 / top)[:, None] + 0.5)
    tl.store(q_ptr + at, q.to(tl.int8))
    tl.store(scale_ptr + g * R + row, top / 127.0)


@triton.jit
def pepper_saddle_bq3_b(x_ptr, q_ptr, scale_ptr, R, D: tl.constexpr, GROUP: tl.constexpr):
    i = tl.arange(0, 32)
    row = tl.program_id(1) * 8 + i % 8
    g = tl.program_id(0) * 4 + i // 8
    at = (row * D + g * GROUP)[:, None] + tl.arange(0, GROUP)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    top = tl.maximum(tl.max(tl.abs(x), axis=1), 1e-8)
    q = tl.floor(x * (127.0 / top)[:, None] + 0.5)
    tl.store(q_ptr + at, q.to(tl.int8))
    tl.store(scale_ptr + g * R + row, top / 127.0)


def pepper(after):
    def setup():
        R, D, GROUP = 40960, 4096, 128  # noqa: N806 as it was measured
        x = uniform((R, D), 121, low=-0.5, high=1.0)
        q = torch.zeros(R * D, device="cuda", dtype=torch.int8)
        scale = torch.zeros(R * (D // GROUP), device="cuda")
        if after:
            return (lambda: pepper_saddle_bq3_b[(D // GROUP // 4, R // 8)](x, q, scale, R, D=D, GROUP=GROUP, num_warps=4)), q
        return (lambda: pepper_saddle_bq3_a[(R,)](x, q, scale, R, D=D, GROUP=GROUP, num_warps=4)), q

    return setup


# ---- tulip: backward of a gated unit (gate and up halves of one row)
@triton.jit
def tulip_engine_bq3_a(x_ptr, dy_ptr, dx_ptr, F: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(x_ptr + row * (2 * F) + c).to(tl.float32)
    up = tl.load(x_ptr + row * (2 * F) + F + c).to(tl.float32)
    dy = tl.load(dy_ptr + row * F + c).to(tl.float32)
    s = 1.0 / (1.0 + tl.exp(-gate))
    dgate = dy * up * s * (1.0 + gate * (1.0 - s))
    tl.store(dx_ptr + row * (2 * F) + c, dgate.to(tl.bfloat16))
    tl.store(dx_ptr + row * (2 * F) + F + c, (dy * gate * s).to(tl.bfloat16))


def tulip():
    R, F = 16384, 5120  # noqa: N806 as it was measured
    x = uniform((R, 2 * F), 131, low=-1.0, high=2.0)
    dy = uniform((R, F), 132, low=-0.5, high=1.0)
    dx = torch.zeros(R * 2 * F, device="cuda", dtype=torch.bfloat16)
    return (lambda: tulip_engine_bq3_a[(R, F // 1024)](x, dy, dx, F=F, BLOCK=1024, num_warps=4)), dx


# ---- marble: layer norm forward of rows of 8192
@triton.jit
def marble_ferry_bq3_a(x_ptr, w_ptr, b_ptr, y_ptr, D: tl.constexpr):
    c = tl.arange(0, D)
    at = tl.program_id(0) * D + c
    x = tl.load(x_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    b = tl.load(b_ptr + c).to(tl.float32)
    mean = tl.sum(x, axis=0) / D
    x = x - mean
    rstd = tl.rsqrt(tl.sum(x * x, axis=0) / D + 1e-5)
    tl.store(y_ptr + at, (x * rstd * w + b).to(tl.bfloat16))


def marble():
    R, D = 20480, 8192  # noqa: N806 as it was measured
    x = uniform((R, D), 141, low=-1.0, high=2.0)
    w = uniform((D,), 142, low=0.5, high=1.5)
    b = uniform((D,), 143, low=0.0, high=1.0)
    y = torch.zeros(R * D, device="cuda", dtype=torch.bfloat16)
    return (lambda: marble_ferry_bq3_a[(R,)](x, w, b, y, D=D, num_warps=8)), y


# ---- velvet: rotary embedding of 16 heads of 128, halves rotated, angles from a table
@triton.jit
def velvet_oyster_bq3_a(x_ptr, cos_ptr, sin_ptr, y_ptr, H: tl.constexpr, HALF: tl.constexpr, BT: tl.constexpr):
    i = tl.arange(0, BT * H)
    c = tl.arange(0, HALF)
    first = tl.program_id(0) * BT
    at = (first * H + i)[:, None] * (2 * HALF) + c[None, :]
    angle = (first + i // H)[:, None] * HALF + c[None, :]
    x1 = tl.load(x_ptr + at).to(tl.float32)
    x2 = tl.load(x_ptr + at + HALF).to(tl.float32)
    co = tl.load(cos_ptr + angle).to(tl.float32)
    si = tl.load(sin_ptr + angle).to(tl.float32)
    tl.store(y_ptr + at, (x1 * co - x2 * si).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (x2 * co + x1 * si).to(tl.bfloat16))


def velvet():
    T, H, HALF = 65536, 16, 64  # noqa: N806 as it was measured
    x = uniform((T, H, 2 * HALF), 151, low=-0.5, high=1.0)
    position = torch.arange(T, device="cuda", dtype=torch.float32) % 8192
    angle = position[:, None] * (500000.0 ** (-torch.arange(HALF, device="cuda", dtype=torch.float32) / HALF))[None, :]
    co, si = torch.cos(angle).to(torch.bfloat16), torch.sin(angle).to(torch.bfloat16)
    y = torch.zeros(T * H * 2 * HALF, device="cuda", dtype=torch.bfloat16)
    return (lambda: velvet_oyster_bq3_a[(T // 2,)](x, co, si, y, H=H, HALF=HALF, BT=2, num_warps=4)), y


CASES = [
    ("maple_button_bq3_a", maple(False)),
    ("maple_button_bq3_b", maple(True)),
    ("gravel_window_bq3_a", gravel(False)),
    ("gravel_window_bq3_b", gravel(True)),
    ("cedar_whistle_bq3_a", cedar(cedar_whistle_bq3_a)),
    ("cedar_whistle_bq3_b", cedar(cedar_whistle_bq3_b)),
    ("amber_pillow_bq3_a", amber(amber_pillow_bq3_a, 4)),
    ("amber_pillow_bq3_b", amber(amber_pillow_bq3_b, 32)),
    ("linen_rocket_bq3_a", linen(linen_rocket_bq3_a)),
    ("linen_rocket_bq3_b", linen(linen_rocket_bq3_b)),
    ("orchid_ladder_bq3_a", orchid(orchid_ladder_bq3_a, 64, 64, 16, num_warps=4, num_stages=3)),
    ("orchid_ladder_bq3_b", orchid(orchid_ladder_bq3_b, 128, 128, 64, num_warps=8, num_stages=3)),
    ("harbor_pencil_bq3_a", harbor(False)),
    ("harbor_pencil_bq3_b", harbor(True)),
    ("walnut_ribbon_bq3_a", walnut(False)),
    ("walnut_ribbon_bq3_b", walnut(True)),
    ("saffron_kettle_bq3_a", saffron(saffron_kettle_bq3_a, 1024, 4)),
    ("saffron_kettle_bq3_b", saffron(saffron_kettle_bq3_b, 8192, 8)),
    ("meadow_hammer_bq3_a", meadow(False)),
    ("meadow_hammer_bq3_b", meadow(True)),
    ("indigo_basket_bq3_a", indigo(indigo_basket_bq3_a)),
    ("indigo_basket_bq3_b", indigo(indigo_basket_bq3_b)),
    ("pepper_saddle_bq3_a", pepper(False)),
    ("pepper_saddle_bq3_b", pepper(True)),
    ("tulip_engine_bq3_a", tulip),
    ("marble_ferry_bq3_a", marble),
    ("velvet_oyster_bq3_a", velvet),
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
