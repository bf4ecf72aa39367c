#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fiftyseventh_at7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- sum of 24 bells over 3 million points; before the table of bells is float64, after float32 ----------------------------------------
@triton.jit
def velvet_gannet_at7_a(x_ptr, table_ptr, y_ptr, n, COUNT: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    acc = x * tl.load(table_ptr)
    for k in range(0, COUNT):
        d = x - tl.load(table_ptr + 3 * k + 1)
        acc += tl.load(table_ptr + 3 * k + 2) * tl.exp(d * d * tl.load(table_ptr + 3 * k + 3))
    tl.store(y_ptr + i, acc.to(tl.float32), mask=i < n)


@triton.jit
def velvet_gannet_at7_b(x_ptr, table_ptr, y_ptr, n, COUNT: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    acc = x * tl.load(table_ptr)
    for k in range(0, COUNT):
        d = x - tl.load(table_ptr + 3 * k + 1)
        acc += tl.load(table_ptr + 3 * k + 2) * tl.exp(d * d * tl.load(table_ptr + 3 * k + 3))
    tl.store(y_ptr + i, acc.to(tl.float32), mask=i < n)


# ---- pixels of 64 int16 bands to planes, offset taken off; before lanes store to different planes, after tiles are turned --------------
@triton.jit
def copper_quince_at7_a(x_ptr, offset_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    band = i % BANDS
    pixel = i // BANDS
    x = tl.load(x_ptr + i) - tl.load(offset_ptr + band)
    tl.store(y_ptr + band * pixels + pixel, x)


@triton.jit
def copper_quince_at7_b(x_ptr, offset_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    band = tl.arange(0, BANDS)
    x = tl.load(x_ptr + pixel[:, None] * BANDS + band[None, :]) - tl.load(offset_ptr + band)[None, :]
    tl.store(y_ptr + band[None, :] * pixels + pixel[:, None], x)


# ---- bfloat16 product 3072 x 5632 x 2048 with a bias; before one stage, after three ----------------------------------------------------
@triton.jit
def marble_sextant_at7_a(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
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
def marble_sextant_at7_b(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
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


# ---- scale, squash and weight 39.9 million floats; before three launches, after one ----------------------------------------------------
@triton.jit
def thistle_mooring_at7_a0(x_ptr, w_ptr, t_ptr, shift, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, tl.load(x_ptr + i) * tl.load(w_ptr + i) + shift)


@triton.jit
def thistle_mooring_at7_a1(t_ptr, u_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    tl.store(u_ptr + i, t / (1.0 + tl.abs(t)))


@triton.jit
def thistle_mooring_at7_a2(u_ptr, z_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(u_ptr + i) * tl.load(z_ptr + i))


@triton.jit
def thistle_mooring_at7_b(x_ptr, w_ptr, z_ptr, y_ptr, shift, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(x_ptr + i) * tl.load(w_ptr + i) + shift
    tl.store(y_ptr + i, t / (1.0 + tl.abs(t)) * tl.load(z_ptr + i))


# ---- half matrix of 20480 x 7168 times a vector; before 40 programs of 512 rows, after 2560 of 8 ---------------------------------------
@triton.jit
def _rows(w_ptr, x_ptr, y_ptr, WIDTH: tl.constexpr, SHARE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.arange(0, COLS)
    for first in range(0, SHARE, ROWS):
        r = tl.program_id(0) * SHARE + first + tl.arange(0, ROWS)
        acc = tl.zeros((ROWS, COLS), dtype=tl.float32)
        for k in range(0, WIDTH, COLS):
            w = tl.load(w_ptr + r[:, None] * WIDTH + (k + c)[None, :])
            acc += w.to(tl.float32) * tl.load(x_ptr + k + c).to(tl.float32)[None, :]
        tl.store(y_ptr + r, tl.sum(acc, axis=1))


@triton.jit
def walnut_dulcimer_at7_a(w_ptr, x_ptr, y_ptr, WIDTH: tl.constexpr, SHARE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _rows(w_ptr, x_ptr, y_ptr, WIDTH, SHARE, ROWS, COLS)


@triton.jit
def walnut_dulcimer_at7_b(w_ptr, x_ptr, y_ptr, WIDTH: tl.constexpr, SHARE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _rows(w_ptr, x_ptr, y_ptr, WIDTH, SHARE, ROWS, COLS)


# ---- 704 dot products of 40960 bfloat16 pairs; before every product is added atomically, after a program's sum -------------------------
@triton.jit
def saffron_trestle_at7_a(p_ptr, q_ptr, y_ptr, LENGTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    lane = tl.arange(0, BLOCK)
    i = row * LENGTH + tl.program_id(0) * BLOCK + lane
    v = tl.load(p_ptr + i).to(tl.float32) * tl.load(q_ptr + i).to(tl.float32)
    tl.atomic_add(y_ptr + row + lane * 0, v, sem="relaxed")


@triton.jit
def saffron_trestle_at7_b(p_ptr, q_ptr, y_ptr, LENGTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    i = row * LENGTH + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(p_ptr + i).to(tl.float32) * tl.load(q_ptr + i).to(tl.float32)
    tl.atomic_add(y_ptr + row, tl.sum(v, axis=0), sem="relaxed")


# ---- mild: x / sqrt(1 + x * x) of 50 million floats; before rounded root and division, after the reciprocal root -----------------------
@triton.jit
def pewter_lichen_at7_a(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(x, tl.sqrt_rn(1.0 + x * x)))


@triton.jit
def pewter_lichen_at7_b(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.store(y_ptr + i, x * tl.rsqrt(1.0 + x * x))


# ---- healthy: layer norm of 120000 rows of 4096 halves ---------------------------------------------------------------------------------
@triton.jit
def juniper_garret_at7_a(x_ptr, gain_ptr, shift_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    d = x - tl.sum(x, axis=0) / WIDTH
    scale = tl.rsqrt(tl.sum(d * d, axis=0) / WIDTH + 1e-5)
    y = d * scale * tl.load(gain_ptr + c).to(tl.float32) + tl.load(shift_ptr + c).to(tl.float32)
    tl.store(y_ptr + at, y.to(tl.float16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1, scale=1.0, shift=0.0):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return ((torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1) * scale + shift).to(dtype)


def bells(kernel, dtype):
    def setup():
        n, count, block = 3_000_000, 24, 512
        x = data(n, seed=1, shift=1.0)
        # slope, then centre, weight and negative sharpness of each bell
        centre, weight = data(count, seed=2, shift=1.0), data(count, seed=3, scale=0.5, shift=1.0)
        sharp = data(count, seed=4, shift=-2.0)
        bell = torch.stack((centre, weight, sharp), dim=1).reshape(-1)
        table = torch.cat((data(1, seed=5, scale=0.1, shift=0.5), bell)).to(dtype)
        y = torch.empty_like(x)
        return (lambda: kernel[(triton.cdiv(n, block),)](x, table, y, n, COUNT=count, BLOCK=block, num_warps=4)), y

    return setup


def planes(kernel, turned):
    def setup():
        pixels, bands = 128 * 5860, 64
        x = data(pixels * bands, torch.int16, 1, 1000.0, 2000.0)
        offset = data(bands, torch.int16, 2, 100.0, 200.0)
        y = torch.empty_like(x)
        block = 128 if turned else 2048
        grid = (pixels // block,) if turned else (pixels * bands // block,)
        return (lambda: kernel[grid](x, offset, y, pixels, BANDS=bands, BLOCK=block, num_warps=8)), y

    return setup


def product(kernel, stages):
    def setup():
        m, n, k, bm, bn = 3072, 5632, 2048, 128, 256
        x, w = data(m * k, torch.bfloat16, 1, 0.5, 0.25), data(n * k, torch.bfloat16, 2, 0.5, 0.25)
        bias = data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.bfloat16)
        grid = (m // bm, n // bn)
        return (lambda: kernel[grid](x, w, bias, y, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def squashed(fused):
    def setup():
        block, programs = 1024, 39000
        n, grid = block * programs, (programs,)
        x, w, z = data(n, seed=1), data(n, seed=2), data(n, seed=3, shift=1.5)
        t, u, y = (torch.empty_like(x) for _ in range(3))

        def apart():
            thistle_mooring_at7_a0[grid](x, w, t, 0.25, BLOCK=block, num_warps=4)
            thistle_mooring_at7_a1[grid](t, u, BLOCK=block, num_warps=4)
            thistle_mooring_at7_a2[grid](u, z, y, BLOCK=block, num_warps=4)

        return (lambda: thistle_mooring_at7_b[grid](x, w, z, y, 0.25, BLOCK=block, num_warps=4)) if fused else apart, y

    return setup


def matrix(kernel, share):
    def setup():
        rows, width = 20480, 7168
        w, x = data(rows * width, torch.float16, 1, 1.0, 0.5), data(width, torch.float16, 2, 1.0, 0.5)
        y = torch.empty(rows, device="cuda", dtype=torch.float32)
        grid = (rows // share,)
        return (lambda: kernel[grid](w, x, y, WIDTH=width, SHARE=share, ROWS=8, COLS=1024, num_warps=8)), y

    return setup


def dots(kernel):
    def setup():
        rows, length, block = 704, 40960, 4096
        p, q = data(rows * length, torch.bfloat16, 1, 1.0, 0.5), data(rows * length, torch.bfloat16, 2, 1.0, 0.5)
        y = torch.zeros(rows, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(length // block, rows)](p, q, y, LENGTH=length, BLOCK=block, num_warps=8)), y

    return setup


def roots(kernel):
    def setup():
        block, programs = 2048, 24411
        x = data(block * programs, scale=2.0, shift=1.0)
        y = torch.empty_like(x)
        return (lambda: kernel[(programs,)](x, y, BLOCK=block, num_warps=8)), y

    return setup


def norms():
    rows, width = 120000, 4096
    x = data(rows * width, torch.float16, 1)
    gain, shift = data(width, torch.float16, 2, 0.5, 1.0), data(width, torch.float16, 3, 0.5, 1.0)
    y = torch.empty_like(x)
    return (lambda: juniper_garret_at7_a[(rows,)](x, gain, shift, y, WIDTH=width, num_warps=8)), y


CASES = [
    ("velvet_gannet_at7_a", bells(velvet_gannet_at7_a, torch.float64)),
    ("velvet_gannet_at7_b", bells(velvet_gannet_at7_b, torch.float32)),
    ("copper_quince_at7_a", planes(copper_quince_at7_a, False)),
    ("copper_quince_at7_b", planes(copper_quince_at7_b, True)),
    ("marble_sextant_at7_a", product(marble_sextant_at7_a, 1)),
    ("marble_sextant_at7_b", product(marble_sextant_at7_b, 3)),
    ("thistle_mooring_at7_a", squashed(False)),
    ("thistle_mooring_at7_b", squashed(True)),
    ("walnut_dulcimer_at7_a", matrix(walnut_dulcimer_at7_a, 512)),
    ("walnut_dulcimer_at7_b", matrix(walnut_dulcimer_at7_b, 8)),
    ("saffron_trestle_at7_a", dots(saffron_trestle_at7_a)),
    ("saffron_trestle_at7_b", dots(saffron_trestle_at7_b)),
    ("pewter_lichen_at7_a", roots(pewter_lichen_at7_a)),
    ("pewter_lichen_at7_b", roots(pewter_lichen_at7_b)),
    ("juniper_garret_at7_a", norms),
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
