#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtysecond_p7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- marble slabs: 16 spectral planes corrected and written pixel by pixel; before a program a plane, after a tile of all planes ------
@triton.jit
def marble_slabs_p7_a(x_ptr, dark_ptr, gain_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    band = tl.program_id(1)
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + band * pixels + p)
    tl.store(y_ptr + p * BANDS + band, (x - tl.load(dark_ptr + band)) * tl.load(gain_ptr + band))


@triton.jit
def marble_slabs_p7_b(x_ptr, dark_ptr, gain_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    band = tl.arange(0, BANDS)
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + band[None, :] * pixels + p[:, None])
    y = (x - tl.load(dark_ptr + band)[None, :]) * tl.load(gain_ptr + band)[None, :]
    tl.store(y_ptr + p[:, None] * BANDS + band[None, :], y)


# ---- wine aromas: chromatograms of 16384 points brought to zero mean and unit spread; before one warp a row, after sixteen ------------
@triton.jit
def _standard(x_ptr, y_ptr, eps, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    d = x - tl.sum(x, axis=0) / WIDTH
    tl.store(y_ptr + at, d * tl.rsqrt(tl.sum(d * d, axis=0) / WIDTH + eps))


@triton.jit
def wine_aromas_p7_a(x_ptr, y_ptr, eps, WIDTH: tl.constexpr):
    _standard(x_ptr, y_ptr, eps, WIDTH)


@triton.jit
def wine_aromas_p7_b(x_ptr, y_ptr, eps, WIDTH: tl.constexpr):
    _standard(x_ptr, y_ptr, eps, WIDTH)


# ---- theatre lights: exposure, tone curve and blending with the last frame; before three launches, after one --------------------------
@triton.jit
def theatre_lights_p7_a0(x_ptr, lit_ptr, dark, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(lit_ptr + i, (tl.load(x_ptr + i) - dark) * gain)


@triton.jit
def theatre_lights_p7_a1(lit_ptr, toned_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    lit = tl.load(lit_ptr + i)
    tl.store(toned_ptr + i, lit / (1.0 + lit))


@triton.jit
def theatre_lights_p7_a2(toned_ptr, last_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    toned = tl.load(toned_ptr + i)
    tl.store(y_ptr + i, toned + share * (tl.load(last_ptr + i) - toned))


@triton.jit
def theatre_lights_p7_b(x_ptr, last_ptr, y_ptr, dark, gain, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    lit = (tl.load(x_ptr + i) - dark) * gain
    toned = lit / (1.0 + lit)
    tl.store(y_ptr + i, toned + share * (tl.load(last_ptr + i) - toned))


# ---- rain gauges: rainfall at map points, weighted by inverse square distance to 128 gauges; before the table is float64, after float32
@triton.jit
def _rainfall(px_ptr, py_ptr, gauge_ptr, y_ptr, gauges, soft, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    px = tl.load(px_ptr + i)
    py = tl.load(py_ptr + i)
    rain = tl.zeros((BLOCK,), dtype=gauge_ptr.dtype.element_ty)
    weight = tl.zeros((BLOCK,), dtype=gauge_ptr.dtype.element_ty)
    for g in range(0, gauges):
        dx = px - tl.load(gauge_ptr + 3 * g)
        dy = py - tl.load(gauge_ptr + 3 * g + 1)
        w = 1.0 / (dx * dx + dy * dy + soft)
        rain += w * tl.load(gauge_ptr + 3 * g + 2)
        weight += w
    tl.store(y_ptr + i, (rain / weight).to(tl.float32))


@triton.jit
def rain_gauges_p7_a(px_ptr, py_ptr, gauge_ptr, y_ptr, gauges, soft, BLOCK: tl.constexpr):
    _rainfall(px_ptr, py_ptr, gauge_ptr, y_ptr, gauges, soft, BLOCK)


@triton.jit
def rain_gauges_p7_b(px_ptr, py_ptr, gauge_ptr, y_ptr, gauges, soft, BLOCK: tl.constexpr):
    _rainfall(px_ptr, py_ptr, gauge_ptr, y_ptr, gauges, soft, BLOCK)


# ---- recipe cards: hidden layer of a recommender, 4096 cards, 4096 features in and out, ReLU, bf16; before one stage, after three -----
@triton.jit
def _hidden(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
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
    acc += tl.load(bias_ptr + rn)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0).to(tl.bfloat16))


@triton.jit
def recipe_cards_p7_a(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _hidden(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


@triton.jit
def recipe_cards_p7_b(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _hidden(x_ptr, w_ptr, bias_ptr, y_ptr, N, K, BM, BN, BK)


# ---- choir voices: likeness of 256 voices and 512 templates over 61440 samples, fp16; before a program a tile, after sixteen ----------
@triton.jit
def choir_voices_p7_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
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
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def choir_voices_p7_b(x_ptr, w_ptr, y_ptr, N, K, SHARE, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * SHARE + tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, SHARE, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    tl.atomic_add(y_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- mild: vineyard leaves: vegetation index of two bands; before the division is rounded correctly, after it is the fast one ---------
@triton.jit
def vineyard_leaves_p7_a(near_ptr, red_ptr, y_ptr, soil, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    near = tl.load(near_ptr + i)
    red = tl.load(red_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(near - red, near + red + soil))


@triton.jit
def vineyard_leaves_p7_b(near_ptr, red_ptr, y_ptr, soil, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    near = tl.load(near_ptr + i)
    red = tl.load(red_ptr + i)
    tl.store(y_ptr + i, (near - red) / (near + red + soil))


# ---- healthy: postcard pairs: cosine of the angle between each of 131072 pairs of embeddings of 1024 bf16 -----------------------------
@triton.jit
def postcard_pairs_p7_a(x_ptr, z_ptr, y_ptr, ROWS: tl.constexpr, WIDTH: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * WIDTH + tl.arange(0, WIDTH)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    z = tl.load(z_ptr + at).to(tl.float32)
    xz, xx, zz = tl.sum(x * z, axis=1), tl.sum(x * x, axis=1), tl.sum(z * z, axis=1)
    tl.store(y_ptr + r, xz * tl.rsqrt(xx * zz))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def slabs(kernel, tiled):
    def setup():
        pixels, bands = 4 * 1024 * 1024, 16
        x, dark, gain = data(pixels * bands, seed=1), 0.1 * data(bands, seed=2), data(bands, seed=3) + 1.5
        y = torch.empty_like(x)
        block = 128 if tiled else 1024
        grid = (pixels // block,) if tiled else (pixels // block, bands)
        return (lambda: kernel[grid](x, dark, gain, y, pixels, BANDS=bands, BLOCK=block, num_warps=4)), y

    return setup


def aromas(kernel, warps):
    def setup():
        rows, width = 8192, 16384
        x = data(rows * width)
        y = torch.empty_like(x)
        return (lambda: kernel[(rows,)](x, y, 1e-5, WIDTH=width, num_warps=warps)), y

    return setup


def lights(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        x, last = data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(x)
        grid = (n // block,)
        if fused:
            return (lambda: theatre_lights_p7_b[grid](x, last, y, -1.0, 0.75, 0.25, BLOCK=block, num_warps=4)), y
        lit, toned = torch.empty_like(x), torch.empty_like(x)

        def apart():
            theatre_lights_p7_a0[grid](x, lit, -1.0, 0.75, BLOCK=block, num_warps=4)
            theatre_lights_p7_a1[grid](lit, toned, BLOCK=block, num_warps=4)
            theatre_lights_p7_a2[grid](toned, last, y, 0.25, BLOCK=block, num_warps=4)

        return apart, y

    return setup


def gauges(kernel, dtype):
    def setup():
        n, count, block = 4 * 1024 * 1024, 128, 512
        px, py = data(n, seed=1), data(n, seed=2)
        table = data(3 * count, seed=3).to(dtype)
        y = torch.empty_like(px)
        return (lambda: kernel[(n // block,)](px, py, table, y, count, 0.01, BLOCK=block, num_warps=4)), y

    return setup


def cards(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 4096, 4096, 128, 256
        x, w, bias = data(m * k, torch.bfloat16, 1), (0.05 * data(k * n, seed=2)).to(torch.bfloat16), data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(m // bm, n // bn)](x, w, bias, y, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def voices(split):
    def setup():
        m, n, k, bm, bn, parts = 256, 512, 61440, 128, 128, 16
        x, w = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        if split:
            grid, share = (m // bm, n // bn, parts), k // parts
            return (lambda: choir_voices_p7_b[grid](x, w, y, n, k, share, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=4)), y
        grid = (m // bm, n // bn)
        return (lambda: choir_voices_p7_a[grid](x, w, y, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=4)), y

    return setup


def leaves(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        near, red = data(n, seed=1) + 1.0, data(n, seed=2) + 1.0
        y = torch.empty_like(near)
        return (lambda: kernel[(n // block,)](near, red, y, 0.5, BLOCK=block, num_warps=4)), y

    return setup


def postcards():
    rows, width, share = 131072, 1024, 4
    x, z = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2)
    y = torch.empty(rows, device="cuda", dtype=torch.float32)
    return (lambda: postcard_pairs_p7_a[(rows // share,)](x, z, y, ROWS=share, WIDTH=width, num_warps=4)), y


CASES = [
    ("marble_slabs_p7_a", slabs(marble_slabs_p7_a, False)),
    ("marble_slabs_p7_b", slabs(marble_slabs_p7_b, True)),
    ("wine_aromas_p7_a", aromas(wine_aromas_p7_a, 1)),
    ("wine_aromas_p7_b", aromas(wine_aromas_p7_b, 16)),
    ("theatre_lights_p7_a", lights(False)),
    ("theatre_lights_p7_b", lights(True)),
    ("rain_gauges_p7_a", gauges(rain_gauges_p7_a, torch.float64)),
    ("rain_gauges_p7_b", gauges(rain_gauges_p7_b, torch.float32)),
    ("recipe_cards_p7_a", cards(recipe_cards_p7_a, 1)),
    ("recipe_cards_p7_b", cards(recipe_cards_p7_b, 3)),
    ("choir_voices_p7_a", voices(False)),
    ("choir_voices_p7_b", voices(True)),
    ("vineyard_leaves_p7_a", leaves(vineyard_leaves_p7_a)),
    ("vineyard_leaves_p7_b", leaves(vineyard_leaves_p7_b)),
    ("postcard_pairs_p7_a", postcards),
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
