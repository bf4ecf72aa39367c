#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtieth_n7.py time|profile|check|list [FILTER]"""

import functools
import sys

import torch
import triton
import triton.language as tl


# ---- weaving loom: a layer of fp16 activations [4096, 4096] times weights, bias and ReLU; before one stage, after four -----------------
@triton.jit
def _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    across = N // BN
    band = pid // (GROUP * across)
    rm = (band * GROUP + pid % GROUP) * BM + tl.arange(0, BM)
    rn = (pid % (GROUP * across)) // GROUP * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc += tl.load(bias_ptr + rn).to(tl.float32)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0).to(tl.float16))


@triton.jit
def weaving_loom_n7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def weaving_loom_n7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- lichen survey: matched filter over the 224 bands of a pixel, [pixel][band]; before a pixel a lane, after tiles along the bands -------
@triton.jit
def lichen_survey_n7_a(x_ptr, mean_ptr, w_ptr, y_ptr, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for band in range(0, BANDS):
        x = tl.load(x_ptr + pixel * BANDS + band)
        acc += tl.load(w_ptr + band) * (x - tl.load(mean_ptr + band))
    tl.store(y_ptr + pixel, acc)


@triton.jit
def lichen_survey_n7_b(x_ptr, mean_ptr, w_ptr, y_ptr, BANDS: tl.constexpr, BLOCK: tl.constexpr, STEP: tl.constexpr):
    pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, STEP), dtype=tl.float32)
    for first in range(0, BANDS, STEP):
        band = first + tl.arange(0, STEP)
        x = tl.load(x_ptr + pixel[:, None] * BANDS + band[None, :])
        acc += tl.load(w_ptr + band)[None, :] * (x - tl.load(mean_ptr + band)[None, :])
    tl.store(y_ptr + pixel, tl.sum(acc, axis=1))


# ---- harbour lamps: light at each place of a map from 24 lamps; before the table of lamps is double (as numpy made it), after float -----
@triton.jit
def _light(x_ptr, y_ptr, lamp_x_ptr, lamp_y_ptr, spread_ptr, out_ptr, LAMPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    acc = tl.zeros((BLOCK,), dtype=lamp_x_ptr.dtype.element_ty)
    for k in range(0, LAMPS):
        dx = x - tl.load(lamp_x_ptr + k)
        dy = y - tl.load(lamp_y_ptr + k)
        acc += tl.exp(tl.load(spread_ptr + k) * (dx * dx + dy * dy))
    tl.store(out_ptr + i, acc.to(tl.float32))


@triton.jit
def harbour_lamps_n7_a(x_ptr, y_ptr, lamp_x_ptr, lamp_y_ptr, spread_ptr, out_ptr, LAMPS: tl.constexpr, BLOCK: tl.constexpr):
    _light(x_ptr, y_ptr, lamp_x_ptr, lamp_y_ptr, spread_ptr, out_ptr, LAMPS, BLOCK)


@triton.jit
def harbour_lamps_n7_b(x_ptr, y_ptr, lamp_x_ptr, lamp_y_ptr, spread_ptr, out_ptr, LAMPS: tl.constexpr, BLOCK: tl.constexpr):
    _light(x_ptr, y_ptr, lamp_x_ptr, lamp_y_ptr, spread_ptr, out_ptr, LAMPS, BLOCK)


# ---- comet frames: raw exposure calibrated, toned and blended into the last one; before an operation a launch, after all in one ---------
@triton.jit
def comet_frames_n7_a0(raw_ptr, dark_ptr, flat_ptr, t_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, (tl.load(raw_ptr + i) - tl.load(dark_ptr + i)) * tl.load(flat_ptr + i))


@triton.jit
def comet_frames_n7_a1(t_ptr, u_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    tl.store(u_ptr + i, t / (1.0 + tl.abs(t)))


@triton.jit
def comet_frames_n7_a2(u_ptr, last_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    last = tl.load(last_ptr + i)
    tl.store(y_ptr + i, last + share * (tl.load(u_ptr + i) - last))


@triton.jit
def comet_frames_n7_b(raw_ptr, dark_ptr, flat_ptr, last_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = (tl.load(raw_ptr + i) - tl.load(dark_ptr + i)) * tl.load(flat_ptr + i)
    last = tl.load(last_ptr + i)
    tl.store(y_ptr + i, last + share * (t / (1.0 + tl.abs(t)) - last))


# ---- grain market: weighted squares of 32 traits of a lot, summed by its eight grades; before an atomic a lot, after one a program ------
@triton.jit
def grain_market_n7_a(x_ptr, w_ptr, grade_ptr, y_ptr, TRAITS: tl.constexpr, LOTS: tl.constexpr, SHARE: tl.constexpr):
    c = tl.arange(0, TRAITS)
    w = tl.load(w_ptr + c)
    for first in range(0, SHARE, LOTS):
        lot = tl.program_id(0) * SHARE + first + tl.arange(0, LOTS)
        x = tl.load(x_ptr + lot[:, None] * TRAITS + c[None, :])
        score = tl.sum(w[None, :] * x * x, axis=1)
        tl.atomic_add(y_ptr + tl.load(grade_ptr + lot), score, sem="relaxed")


@triton.jit
def grain_market_n7_b(x_ptr, w_ptr, grade_ptr, y_ptr, TRAITS: tl.constexpr, LOTS: tl.constexpr, SHARE: tl.constexpr, GRADES: tl.constexpr):
    c = tl.arange(0, TRAITS)
    g = tl.arange(0, GRADES)
    w = tl.load(w_ptr + c)
    acc = tl.zeros((LOTS, GRADES), dtype=tl.float32)
    for first in range(0, SHARE, LOTS):
        lot = tl.program_id(0) * SHARE + first + tl.arange(0, LOTS)
        x = tl.load(x_ptr + lot[:, None] * TRAITS + c[None, :])
        score = tl.sum(w[None, :] * x * x, axis=1)
        grade = tl.load(grade_ptr + lot)
        acc += tl.where(grade[:, None] == g[None, :], score[:, None], 0.0)
    tl.atomic_add(y_ptr + g, tl.sum(acc, axis=0), sem="relaxed")


# ---- cross winds: products of 256 and 384 stations summed over 262144 hours, bf16; before a program a tile, after 64 shares of the hours -
@triton.jit
def cross_winds_n7_a(x_ptr, z_ptr, y_ptr, HOURS, M: tl.constexpr, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rk[:, None] * M + rm[None, :]
    b = z_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, HOURS, BK):
        acc = tl.dot(tl.trans(tl.load(a)), tl.load(b), acc)
        a += BK * M
        b += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def cross_winds_n7_b(x_ptr, z_ptr, y_ptr, HOURS, M: tl.constexpr, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    share = HOURS // tl.num_programs(2)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[:, None] * M + rm[None, :]
    b = z_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, share, BK):
        acc = tl.dot(tl.trans(tl.load(a)), tl.load(b), acc)
        a += BK * M
        b += BK * N
    tl.atomic_add(y_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- mild: dune normals: three planes of slopes made of unit length; before correctly rounded root and quotient, after fast root ---------
@triton.jit
def dune_normals_n7_a(x_ptr, y_ptr, z_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    s = tl.div_rn(1.0, tl.sqrt_rn(x * x + y * y + z * z + 1e-6))
    tl.store(out_ptr + i, x * s)
    tl.store(out_ptr + n + i, y * s)
    tl.store(out_ptr + 2 * n + i, z * s)


@triton.jit
def dune_normals_n7_b(x_ptr, y_ptr, z_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    s = tl.rsqrt(x * x + y * y + z * z + 1e-6)
    tl.store(out_ptr + i, x * s)
    tl.store(out_ptr + n + i, y * s)
    tl.store(out_ptr + 2 * n + i, z * s)


# ---- healthy: song index: rows of 1024 bf16 features made of unit length, four rows a program -----------------------------------------
@triton.jit
def song_index_n7_a(x_ptr, y_ptr, ROWS: tl.constexpr, WIDTH: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = row[:, None] * WIDTH + tl.arange(0, WIDTH)[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    s = tl.rsqrt(tl.sum(x * x, axis=1) + 1e-6)
    tl.store(y_ptr + at, (x * s[:, None]).to(tl.bfloat16))


# ---- inputs: made once a process, shared by the forms of a pair ------------------------------------------------------------------------
@triton.jit(do_not_specialize=["n", "seed"])
def harness_fill(p_ptr, n, seed, low, span, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(p_ptr + i, (low + span * tl.rand(seed, i)).to(p_ptr.dtype.element_ty), mask=i < n)


def filled(count, dtype=torch.float32, seed=1, low=-1.0, high=1.0):
    p = torch.empty(count, device="cuda", dtype=dtype)
    harness_fill[(triton.cdiv(count, 1024),)](p, count, seed, low, high - low, BLOCK=1024)
    return p


data = functools.cache(filled)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def looms(kernel, stages):
    def setup():
        m = n = k = 4096
        bm, bn = 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2), data(n, torch.float16, 3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def lichens(kernel, block, **tile):
    def setup():
        pixels, bands = 524288, 224
        x, mean, w = data(pixels * bands, seed=1), data(bands, seed=2), data(bands, seed=3)
        y = torch.empty(pixels, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(pixels // block,)](x, mean, w, y, BANDS=bands, BLOCK=block, num_warps=4, **tile)), y

    return setup


def lamps(kernel, dtype):
    def setup():
        n, count, block = 8 * 1024 * 1024, 24, 512
        x, y = data(n, seed=1), data(n, seed=2)
        # the same numbers in both widths
        table = [data(count, dtype, s, low, high) for s, low, high in ((3, -1.0, 1.0), (4, -1.0, 1.0), (5, -4.0, -1.0))]
        out = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, y, *table, out, LAMPS=count, BLOCK=block, num_warps=4)), out

    return setup


def comets(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        raw, dark, flat, last = (data(n, seed=s) for s in (1, 2, 3, 4))
        t, u, y = (torch.empty_like(raw) for _ in range(3))
        grid = (n // block,)

        def apart():
            comet_frames_n7_a0[grid](raw, dark, flat, t, BLOCK=block, num_warps=4)
            comet_frames_n7_a1[grid](t, u, BLOCK=block, num_warps=4)
            comet_frames_n7_a2[grid](u, last, y, 0.375, BLOCK=block, num_warps=4)

        def at_once():
            comet_frames_n7_b[grid](raw, dark, flat, last, y, 0.375, BLOCK=block, num_warps=4)

        return at_once if fused else apart, y

    return setup


def grains(kernel, **more):
    def setup():
        lots, traits, grades, share = 2 * 1024 * 1024, 32, 8, 512
        x, w = data(lots * traits, seed=1), data(traits, seed=2, low=0.5, high=1.5)
        grade = data(lots, torch.int32, 3, 0.0, float(grades))
        y = filled(grades, low=0.0, high=0.0)
        return (lambda: kernel[(lots // share,)](x, w, grade, y, TRAITS=traits, LOTS=64, SHARE=share, num_warps=4, **more)), y

    return setup


def winds(kernel, shares):
    def setup():
        hours, m, n, bm, bn = 262144, 256, 384, 128, 128
        x, z = data(hours * m, torch.bfloat16, 1), data(hours * n, torch.bfloat16, 2)
        y = filled(m * n, low=0.0, high=0.0)
        grid = (m // bm, n // bn, shares)
        return (lambda: kernel[grid](x, z, y, hours, M=m, N=n, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=4)), y

    return setup


def dunes(kernel):
    def setup():
        n, block = 24 * 1024 * 1024, 1024
        x, y, z = (data(n, seed=s) for s in (1, 2, 3))
        out = torch.empty(3 * n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](x, y, z, out, n, BLOCK=block, num_warps=8)), out

    return setup


def songs():
    count, width, rows = 196608, 1024, 4
    x = data(count * width, torch.bfloat16)
    y = torch.empty_like(x)
    return (lambda: song_index_n7_a[(count // rows,)](x, y, ROWS=rows, WIDTH=width, num_warps=4)), y


CASES = [
    ("weaving_loom_n7_a", looms(weaving_loom_n7_a, 1)),
    ("weaving_loom_n7_b", looms(weaving_loom_n7_b, 4)),
    ("lichen_survey_n7_a", lichens(lichen_survey_n7_a, 128)),
    ("lichen_survey_n7_b", lichens(lichen_survey_n7_b, 64, STEP=32)),
    ("harbour_lamps_n7_a", lamps(harbour_lamps_n7_a, torch.float64)),
    ("harbour_lamps_n7_b", lamps(harbour_lamps_n7_b, torch.float32)),
    ("comet_frames_n7_a", comets(False)),
    ("comet_frames_n7_b", comets(True)),
    ("grain_market_n7_a", grains(grain_market_n7_a)),
    ("grain_market_n7_b", grains(grain_market_n7_b, GRADES=8)),
    ("cross_winds_n7_a", winds(cross_winds_n7_a, 1)),
    ("cross_winds_n7_b", winds(cross_winds_n7_b, 64)),
    ("dune_normals_n7_a", dunes(dune_normals_n7_a)),
    ("dune_normals_n7_b", dunes(dune_normals_n7_b)),
    ("song_index_n7_a", songs),
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


if __name__ == "__main__":
    main()
