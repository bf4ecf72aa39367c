#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: twentyseventh_j7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


# ---- lantern parade: 4096 x 4096 x 4096 half product with bias and rectifier; before one stage of the loop, after three -----------------
@triton.jit
def _lit(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc = tl.maximum(acc + tl.load(bias_ptr + rn)[None, :], 0.0)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def lantern_parade_j7_a(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _lit(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


@triton.jit
def lantern_parade_j7_b(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _lit(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


# ---- stamp albums: pooled embedding of 16 items of each of 524288 users; before the table lies feature by feature, after item by item ---
@triton.jit
def _pooled(
    index_ptr,
    weight_ptr,
    table_ptr,
    y_ptr,
    users,
    ITEM: tl.constexpr,
    FIELD: tl.constexpr,
    BAG: tl.constexpr,
    ROWS: tl.constexpr,
    WIDTH: tl.constexpr,
):
    user = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    field = tl.arange(0, WIDTH)
    acc = tl.zeros((ROWS, WIDTH), dtype=tl.float32)
    for slot in range(0, BAG):
        item = tl.load(index_ptr + slot * users + user)
        weight = tl.load(weight_ptr + slot * users + user)
        acc += weight[:, None] * tl.load(table_ptr + item[:, None] * ITEM + field[None, :] * FIELD)
    tl.store(y_ptr + user[:, None] * WIDTH + field[None, :], acc)


@triton.jit
def stamp_albums_j7_a(
    index_ptr,
    weight_ptr,
    table_ptr,
    y_ptr,
    users,
    ITEM: tl.constexpr,
    FIELD: tl.constexpr,
    BAG: tl.constexpr,
    ROWS: tl.constexpr,
    WIDTH: tl.constexpr,
):
    _pooled(index_ptr, weight_ptr, table_ptr, y_ptr, users, ITEM, FIELD, BAG, ROWS, WIDTH)


@triton.jit
def stamp_albums_j7_b(
    index_ptr,
    weight_ptr,
    table_ptr,
    y_ptr,
    users,
    ITEM: tl.constexpr,
    FIELD: tl.constexpr,
    BAG: tl.constexpr,
    ROWS: tl.constexpr,
    WIDTH: tl.constexpr,
):
    _pooled(index_ptr, weight_ptr, table_ptr, y_ptr, users, ITEM, FIELD, BAG, ROWS, WIDTH)


# ---- carpet weavers: residual, root mean square norm and gate of 16384 tokens of 4096; before an operator a launch, after at once -------
@triton.jit
def carpet_weavers_j7_a0(x_ptr, residual_ptr, t_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, tl.load(x_ptr + i) + tl.load(residual_ptr + i))


@triton.jit
def carpet_weavers_j7_a1(t_ptr, inverse_ptr, eps, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    t = tl.load(t_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(inverse_ptr + row, tl.rsqrt(tl.sum(t * t, axis=0) / WIDTH + eps))


@triton.jit
def carpet_weavers_j7_a2(t_ptr, inverse_ptr, weight_ptr, n_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    tl.store(n_ptr + row * WIDTH + c, tl.load(t_ptr + row * WIDTH + c) * tl.load(inverse_ptr + row) * tl.load(weight_ptr + c))


@triton.jit
def carpet_weavers_j7_a3(n_ptr, gate_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(gate_ptr + i)
    tl.store(y_ptr + i, tl.load(n_ptr + i) * gate * tl.sigmoid(gate))


@triton.jit
def carpet_weavers_j7_b(x_ptr, residual_ptr, weight_ptr, gate_ptr, y_ptr, eps, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    i = tl.program_id(0) * WIDTH + c
    t = tl.load(x_ptr + i) + tl.load(residual_ptr + i)
    gate = tl.load(gate_ptr + i)
    t *= tl.rsqrt(tl.sum(t * t, axis=0) / WIDTH + eps) * tl.load(weight_ptr + c)
    tl.store(y_ptr + i, t * gate * tl.sigmoid(gate))


# ---- desert mornings: radiance of ground and reflected sky seen by a camera; before coefficients as numpy left them, after as float32 ----
@triton.jit
def _planck(count, gain, offset, k1, k2):
    return k1 / (tl.exp(k2 / (count * gain + offset)) - 1.0)


@triton.jit
def _radiance(ground_ptr, sky_ptr, coef_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k1 = tl.load(coef_ptr + 4)
    k2 = tl.load(coef_ptr + 5)
    ground = _planck(tl.load(ground_ptr + i), tl.load(coef_ptr), tl.load(coef_ptr + 1), k1, k2)
    sky = _planck(tl.load(sky_ptr + i), tl.load(coef_ptr + 2), tl.load(coef_ptr + 3), k1, k2)
    seen = sky + tl.load(coef_ptr + 6) * (ground - sky)
    tl.store(y_ptr + i, (tl.load(coef_ptr + 7) * seen + tl.load(coef_ptr + 8)).to(tl.float32))


@triton.jit
def desert_mornings_j7_a(ground_ptr, sky_ptr, coef_ptr, y_ptr, BLOCK: tl.constexpr):
    _radiance(ground_ptr, sky_ptr, coef_ptr, y_ptr, BLOCK)


@triton.jit
def desert_mornings_j7_b(ground_ptr, sky_ptr, coef_ptr, y_ptr, BLOCK: tl.constexpr):
    _radiance(ground_ptr, sky_ptr, coef_ptr, y_ptr, BLOCK)


# ---- seating plans: 128 x 128 wishes made doubly stochastic by 10 rounds, a plan a program; before one warp, after eight ----------------
@triton.jit
def _seated(wish_ptr, y_ptr, sharpness, ROUNDS: tl.constexpr, SIZE: tl.constexpr):
    r = tl.arange(0, SIZE)
    at = tl.program_id(0) * SIZE * SIZE + r[:, None] * SIZE + r[None, :]
    plan = tl.exp(sharpness * tl.load(wish_ptr + at))
    for _ in range(0, ROUNDS):
        plan *= (1.0 / tl.sum(plan, axis=1))[:, None]
        plan *= (1.0 / tl.sum(plan, axis=0))[None, :]
    tl.store(y_ptr + at, plan)


@triton.jit
def seating_plans_j7_a(wish_ptr, y_ptr, sharpness, ROUNDS: tl.constexpr, SIZE: tl.constexpr):
    _seated(wish_ptr, y_ptr, sharpness, ROUNDS, SIZE)


@triton.jit
def seating_plans_j7_b(wish_ptr, y_ptr, sharpness, ROUNDS: tl.constexpr, SIZE: tl.constexpr):
    _seated(wish_ptr, y_ptr, sharpness, ROUNDS, SIZE)


# ---- harbor buoys: 256 x 256 second moments of 196608 readings; before a program a tile of the result, after 64 a tile ------------------
@triton.jit
def harbor_buoys_j7_a(x_ptr, y_ptr, samples, WIDTH: tl.constexpr, TILE: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * TILE + tl.arange(0, TILE)
    rn = tl.program_id(1) * TILE + tl.arange(0, TILE)
    rk = tl.arange(0, BK)
    a = x_ptr + rk[:, None] * WIDTH + rm[None, :]
    b = x_ptr + rk[:, None] * WIDTH + rn[None, :]
    acc = tl.zeros((TILE, TILE), dtype=tl.float32)
    for _ in range(0, samples, BK):
        acc = tl.dot(tl.trans(tl.load(a)), tl.load(b), acc)
        a += BK * WIDTH
        b += BK * WIDTH
    tl.store(y_ptr + rm[:, None] * WIDTH + rn[None, :], acc)


@triton.jit
def harbor_buoys_j7_b(x_ptr, y_ptr, share, WIDTH: tl.constexpr, TILE: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * TILE + tl.arange(0, TILE)
    rn = tl.program_id(1) * TILE + tl.arange(0, TILE)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[:, None] * WIDTH + rm[None, :]
    b = x_ptr + rk[:, None] * WIDTH + rn[None, :]
    acc = tl.zeros((TILE, TILE), dtype=tl.float32)
    for _ in range(0, share, BK):
        acc = tl.dot(tl.trans(tl.load(a)), tl.load(b), acc)
        a += BK * WIDTH
        b += BK * WIDTH
    tl.atomic_add(y_ptr + rm[:, None] * WIDTH + rn[None, :], acc, sem="relaxed")


# ---- mild: violin strings: a voice added by the logarithm of its level; before the library's logarithm, after the fast one --------------
@triton.jit
def violin_strings_j7_a(x_ptr, voice_ptr, level_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    voice = tl.load(voice_ptr + i)
    tl.store(y_ptr + i, x + share * voice * libdevice.log(tl.load(level_ptr + i)))


@triton.jit
def violin_strings_j7_b(x_ptr, voice_ptr, level_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    voice = tl.load(voice_ptr + i)
    tl.store(y_ptr + i, x + share * voice * libdevice.fast_logf(tl.load(level_ptr + i)))


# ---- healthy: orchard rows: a step of Adam with decoupled decay, all states float32 in place --------------------------------------------
@triton.jit
def orchard_rows_j7_a(p_ptr, g_ptr, m_ptr, v_ptr, rate, beta1, beta2, eps, decay, correct1, correct2, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i)
    v = tl.load(v_ptr + i)
    m = beta1 * m + (1.0 - beta1) * g
    v = beta2 * v + (1.0 - beta2) * g * g
    p -= rate * ((m * correct1) / (tl.sqrt(v * correct2) + eps) + decay * p)
    tl.store(p_ptr + i, p)
    tl.store(m_ptr + i, m)
    tl.store(v_ptr + i, v)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def lanterns(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 4096, 4096, 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2), data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(m // bm, n // bn)](x, w, bias, y, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def stamps(kernel, by_item):
    def setup():
        users, bag, items, width, rows = 524288, 16, 2 * 1024 * 1024, 16, 64
        g = torch.Generator(device="cuda")
        g.manual_seed(4)
        index = torch.randint(0, items, (bag * users,), generator=g, device="cuda", dtype=torch.int32)
        weight, table = data(bag * users, seed=1), data(items * width, seed=2)
        if not by_item:
            table = table.view(items, width).t().contiguous().view(-1)
        item, field = (width, 1) if by_item else (1, items)
        y = torch.empty(users * width, device="cuda", dtype=torch.float32)
        return (
            lambda: kernel[(users // rows,)](index, weight, table, y, users, ITEM=item, FIELD=field, BAG=bag, ROWS=rows, WIDTH=width, num_warps=4)
        ), y

    return setup


def weavers(fused):
    def setup():
        rows, width, block = 16384, 4096, 2048
        n = rows * width
        x, residual, gate, weight = data(n, seed=1), data(n, seed=2), data(n, seed=3) * 3, data(width, seed=4) + 1.5
        y = torch.empty_like(x)
        if fused:
            return (lambda: carpet_weavers_j7_b[(rows,)](x, residual, weight, gate, y, 1e-6, WIDTH=width, num_warps=8)), y
        t, normed = torch.empty_like(x), torch.empty_like(x)
        inverse = torch.empty(rows, device="cuda", dtype=torch.float32)

        def apart():
            carpet_weavers_j7_a0[(n // block,)](x, residual, t, BLOCK=block, num_warps=4)
            carpet_weavers_j7_a1[(rows,)](t, inverse, 1e-6, WIDTH=width, num_warps=8)
            carpet_weavers_j7_a2[(rows,)](t, inverse, weight, normed, WIDTH=width, num_warps=8)
            carpet_weavers_j7_a3[(n // block,)](normed, gate, y, BLOCK=block, num_warps=4)

        return apart, y

    return setup


def deserts(kernel, dtype):
    def setup():
        n, block = 48 * 1024 * 1024, 1024
        ground, sky = data(n, seed=1), data(n, seed=2)
        # gain and offset of either temperature, Planck's two constants of the band, emissivity, transmittance, light of the path
        coef = torch.tensor([25.0, 305.0, 30.0, 265.0, 774.8853, 1321.0789, 0.955, 0.82, 1.37], device="cuda", dtype=dtype)
        y = torch.empty_like(ground)
        return (lambda: kernel[(n // block,)](ground, sky, coef, y, BLOCK=block, num_warps=4)), y

    return setup


def seats(kernel, warps):
    def setup():
        plans, size = 3168, 128
        wish = data(plans * size * size)
        y = torch.empty_like(wish)
        return (lambda: kernel[(plans,)](wish, y, 3.0, ROUNDS=10, SIZE=size, num_warps=warps)), y

    return setup


def buoys(kernel, parts):
    def setup():
        samples, width, tile = 196608, 256, 128
        x = data(samples * width, torch.bfloat16)
        y = torch.zeros(width * width, device="cuda", dtype=torch.float32)
        grid = (width // tile, width // tile) + ((parts,) if parts > 1 else ())
        return (lambda: kernel[grid](x, y, samples // parts, WIDTH=width, TILE=tile, BK=64, num_warps=8, num_stages=3)), y

    return setup


def strings(kernel):
    def setup():
        n, block = 48 * 1024 * 1024, 1024
        x, voice, level = data(n, seed=1), data(n, seed=2), 0.55 + 0.45 * data(n, seed=3)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, voice, level, y, 0.7, BLOCK=block, num_warps=4)), y

    return setup


def orchards():
    n, block = 64 * 1024 * 1024, 1024
    p, g, m, v = data(n, seed=1), data(n, seed=2), data(n, seed=3) * 0.1, data(n, seed=4) * 0.1 + 0.2
    return (lambda: orchard_rows_j7_a[(n // block,)](p, g, m, v, 1e-3, 0.9, 0.999, 1e-8, 0.01, 1.5, 1.25, BLOCK=block, num_warps=4)), p


CASES = [
    ("lantern_parade_j7_a", lanterns(lantern_parade_j7_a, 1)),
    ("lantern_parade_j7_b", lanterns(lantern_parade_j7_b, 3)),
    ("stamp_albums_j7_a", stamps(stamp_albums_j7_a, False)),
    ("stamp_albums_j7_b", stamps(stamp_albums_j7_b, True)),
    ("carpet_weavers_j7_a", weavers(False)),
    ("carpet_weavers_j7_b", weavers(True)),
    ("desert_mornings_j7_a", deserts(desert_mornings_j7_a, torch.float64)),
    ("desert_mornings_j7_b", deserts(desert_mornings_j7_b, torch.float32)),
    ("seating_plans_j7_a", seats(seating_plans_j7_a, 1)),
    ("seating_plans_j7_b", seats(seating_plans_j7_b, 8)),
    ("harbor_buoys_j7_a", buoys(harbor_buoys_j7_a, 1)),
    ("harbor_buoys_j7_b", buoys(harbor_buoys_j7_b, 64)),
    ("violin_strings_j7_a", strings(violin_strings_j7_a)),
    ("violin_strings_j7_b", strings(violin_strings_j7_b)),
    ("orchard_rows_j7_a", orchards),
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
