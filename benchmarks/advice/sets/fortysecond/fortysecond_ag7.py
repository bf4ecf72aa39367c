#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fortysecond_ag7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- almanac: places of 512 satellites at 8192 instants from series of Chebyshev polynomials; before the table is double, after float ---
@triton.jit
def _places(when_ptr, series_ptr, y_ptr, instants, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    body = tl.program_id(1)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(when_ptr + at)
    twice = 2.0 * t
    c = series_ptr + body * 3 * TERMS
    real = series_ptr.dtype.element_ty
    x1 = tl.zeros((BLOCK,), dtype=real)
    x2 = tl.zeros((BLOCK,), dtype=real)
    y1 = tl.zeros((BLOCK,), dtype=real)
    y2 = tl.zeros((BLOCK,), dtype=real)
    z1 = tl.zeros((BLOCK,), dtype=real)
    z2 = tl.zeros((BLOCK,), dtype=real)
    for j in range(1, TERMS):  # Clenshaw's recurrence from the highest term down
        k = TERMS - j
        x1, x2 = (tl.load(c + k) - x2) + twice * x1, x1
        y1, y2 = (tl.load(c + TERMS + k) - y2) + twice * y1, y1
        z1, z2 = (tl.load(c + 2 * TERMS + k) - z2) + twice * z1, z1
    out = y_ptr + body * 3 * instants + at
    tl.store(out, ((tl.load(c) - x2) + t * x1).to(tl.float32))
    tl.store(out + instants, ((tl.load(c + TERMS) - y2) + t * y1).to(tl.float32))
    tl.store(out + 2 * instants, ((tl.load(c + 2 * TERMS) - z2) + t * z1).to(tl.float32))


@triton.jit
def lantern_orrery_ag7_a(when_ptr, series_ptr, y_ptr, instants, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _places(when_ptr, series_ptr, y_ptr, instants, TERMS, BLOCK)


@triton.jit
def lantern_orrery_ag7_b(when_ptr, series_ptr, y_ptr, instants, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _places(when_ptr, series_ptr, y_ptr, instants, TERMS, BLOCK)


# ---- remote sensing: scenes of 64 bands from pixel by pixel to band by band, calibrated; before a program a band, after a tile of both --
@triton.jit
def meadow_prism_ag7_a(x_ptr, dark_ptr, gain_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    band = tl.program_id(1)
    scene = tl.program_id(2)
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    raw = tl.load(x_ptr + (scene * pixels + p) * BANDS + band)
    clean = (raw - tl.load(dark_ptr + band)) * tl.load(gain_ptr + band)
    tl.store(y_ptr + (scene * BANDS + band) * pixels + p, clean)


@triton.jit
def meadow_prism_ag7_b(x_ptr, dark_ptr, gain_ptr, y_ptr, pixels, BANDS: tl.constexpr, BLOCK: tl.constexpr):
    scene = tl.program_id(1)
    band = tl.arange(0, BANDS)
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    raw = tl.load(x_ptr + (scene * pixels + p[:, None]) * BANDS + band[None, :])
    clean = (raw - tl.load(dark_ptr + band)[None, :]) * tl.load(gain_ptr + band)[None, :]
    tl.store(y_ptr + (scene * BANDS + band[:, None]) * pixels + p[None, :], tl.trans(clean))


# ---- genetics: kinship of 2048 people and 2048 founders over 3072 markers in half; before num_stages=1, after 4 -------------------------
@triton.jit
def _kinship(a_ptr, b_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    across = tl.cdiv(N, BN)
    first = pid // (GROUP * across) * GROUP
    height = min(tl.cdiv(M, BM) - first, GROUP)
    rm = (first + pid % (GROUP * across) % height) * BM + tl.arange(0, BM)
    rn = (pid % (GROUP * across) // height) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * K + rk[None, :]
    b = b_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], (acc * scale).to(tl.float16))


@triton.jit
def cousin_quilt_ag7_a(a_ptr, b_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _kinship(a_ptr, b_ptr, y_ptr, M, N, K, scale, BM, BN, BK, GROUP)


@triton.jit
def cousin_quilt_ag7_b(a_ptr, b_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _kinship(a_ptr, b_ptr, y_ptr, M, N, K, scale, BM, BN, BK, GROUP)


# ---- film: bloom, filmic curve and grain of a frame of 7680 by 4320 in three colours; before a launch each, after one for all -----------
@triton.jit
def velvet_matinee_ag7_a0(scene_ptr, bloom_ptr, lit_ptr, glow, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(lit_ptr + i, tl.load(scene_ptr + i) + glow * tl.load(bloom_ptr + i))


@triton.jit
def velvet_matinee_ag7_a1(lit_ptr, toned_ptr, exposure, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = exposure * tl.load(lit_ptr + i)
    tl.store(toned_ptr + i, v * (2.51 * v + 0.03) / (v * (2.43 * v + 0.59) + 0.14))


@triton.jit
def velvet_matinee_ag7_a2(toned_ptr, grain_ptr, y_ptr, coarse, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.sqrt(tl.load(toned_ptr + i))
    tl.store(y_ptr + i, v + coarse * (1.0 - v) * tl.load(grain_ptr + i))


@triton.jit
def velvet_matinee_ag7_b(scene_ptr, bloom_ptr, grain_ptr, y_ptr, glow, exposure, coarse, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = exposure * (tl.load(scene_ptr + i) + glow * tl.load(bloom_ptr + i))
    v = tl.sqrt(v * (2.51 * v + 0.03) / (v * (2.43 * v + 0.59) + 0.14))
    tl.store(y_ptr + i, v + coarse * (1.0 - v) * tl.load(grain_ptr + i))


# ---- electrostatics: potential of 4096 charges at 32768 probes; before 32 programs of 1024 probes, after 512 of 64 ----------------------
@triton.jit
def _potential(probe_ptr, charge_ptr, y_ptr, probes, charges, soft, SHARE: tl.constexpr, TILE: tl.constexpr, SPAN: tl.constexpr):
    for part in range(0, SHARE):
        at = (tl.program_id(0) * SHARE + part) * TILE + tl.arange(0, TILE)
        px = tl.load(probe_ptr + at)
        py = tl.load(probe_ptr + probes + at)
        pz = tl.load(probe_ptr + 2 * probes + at)
        acc = tl.zeros((TILE, SPAN), dtype=tl.float32)
        for first in range(0, charges, SPAN):
            j = charge_ptr + first + tl.arange(0, SPAN)
            dx = px[:, None] - tl.load(j)[None, :]
            dy = py[:, None] - tl.load(j + charges)[None, :]
            dz = pz[:, None] - tl.load(j + 2 * charges)[None, :]
            acc += tl.load(j + 3 * charges)[None, :] * tl.rsqrt(dx * dx + dy * dy + dz * dz + soft)
        tl.store(y_ptr + at, tl.sum(acc, axis=1))


@triton.jit
def amber_spindle_ag7_a(probe_ptr, charge_ptr, y_ptr, probes, charges, soft, SHARE: tl.constexpr, TILE: tl.constexpr, SPAN: tl.constexpr):
    _potential(probe_ptr, charge_ptr, y_ptr, probes, charges, soft, SHARE, TILE, SPAN)


@triton.jit
def amber_spindle_ag7_b(probe_ptr, charge_ptr, y_ptr, probes, charges, soft, SHARE: tl.constexpr, TILE: tl.constexpr, SPAN: tl.constexpr):
    _potential(probe_ptr, charge_ptr, y_ptr, probes, charges, soft, SHARE, TILE, SPAN)


# ---- seismology: misfit of 1048576 traces of 64 samples and its total; before every trace adds to the total, after every program --------
@triton.jit
def quarry_rumble_ag7_a(seen_ptr, made_ptr, y_ptr, total_ptr, water, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * COLS + tl.arange(0, COLS)[None, :]
    seen = tl.load(seen_ptr + at)
    d = seen - tl.load(made_ptr + at)
    misfit = tl.sum(d * d, axis=1) / (tl.sum(seen * seen, axis=1) + water)
    tl.store(y_ptr + r, misfit)
    tl.atomic_add(total_ptr + tl.zeros((ROWS,), dtype=tl.int32), misfit, sem="relaxed")


@triton.jit
def quarry_rumble_ag7_b(seen_ptr, made_ptr, y_ptr, total_ptr, water, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * COLS + tl.arange(0, COLS)[None, :]
    seen = tl.load(seen_ptr + at)
    d = seen - tl.load(made_ptr + at)
    misfit = tl.sum(d * d, axis=1) / (tl.sum(seen * seen, axis=1) + water)
    tl.store(y_ptr + r, misfit)
    tl.atomic_add(total_ptr, tl.sum(misfit, axis=0), sem="relaxed")


# ---- mild: brain waves: coherence of two electrodes from cross and own spectra; before root and quotient rounded, after rsqrt -----------
@triton.jit
def drowsy_chorus_ag7_a(cross_ptr, one_ptr, two_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    power = tl.load(one_ptr + i) * tl.load(two_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(tl.load(cross_ptr + i), tl.sqrt_rn(power)))


@triton.jit
def drowsy_chorus_ag7_b(cross_ptr, one_ptr, two_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    power = tl.load(one_ptr + i) * tl.load(two_ptr + i)
    tl.store(y_ptr + i, tl.load(cross_ptr + i) * tl.rsqrt(power))


# ---- healthy: chemometrics: each of 65536 infrared spectra of 2048 channels freed of its mean and scaled to unit deviation --------------
@triton.jit
def barley_glint_ag7_a(x_ptr, y_ptr, tiny, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    d = x - tl.sum(x, axis=0) * (1.0 / WIDTH)
    tl.store(y_ptr + at, d * tl.rsqrt(tl.sum(d * d, axis=0) * (1.0 / WIDTH) + tiny))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def almanac(kernel, dtype):
    def setup():
        bodies, instants, terms, block = 512, 8192, 32, 1024
        when = data(instants, seed=1)
        falling = 1.0 / torch.arange(1, terms + 1, device="cuda", dtype=torch.float32)
        series = (data(bodies * 3 * terms, seed=2) + 1.25).view(bodies * 3, terms) * falling
        series = series.contiguous().view(-1).to(dtype)
        y = torch.empty(bodies * 3 * instants, device="cuda", dtype=torch.float32)
        grid = (instants // block, bodies)
        return (lambda: kernel[grid](when, series, y, instants, TERMS=terms, BLOCK=block, num_warps=4)), y

    return setup


def scenes(kernel, tiled):
    def setup():
        count, pixels, bands = 16, 16384, 64
        x = data(count * pixels * bands, seed=1) + 1.5
        dark, gain = 0.1 * data(bands, seed=2), data(bands, seed=3) + 1.5
        y = torch.empty_like(x)
        block = 64 if tiled else 1024
        grid = (pixels // block, count) if tiled else (pixels // block, bands, count)
        return (lambda: kernel[grid](x, dark, gain, y, pixels, BANDS=bands, BLOCK=block, num_warps=4)), y

    return setup


def kin(kernel, stages):
    def setup():
        m, n, k, bm, bn = 2048, 2048, 3072, 128, 256
        a, b = data(m * k, torch.float16, 1) + 0.25, data(n * k, torch.float16, 2) + 0.25
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm * (n // bn),)
        return (lambda: kernel[grid](a, b, y, m, n, k, 1.0 / 64, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def frames(fused):
    def setup():
        n, block = 7680 * 4320 * 3, 1024
        scene, bloom, grain = data(n, seed=1).abs_(), data(n, seed=2).abs_(), data(n, seed=3)
        lit, y = torch.empty_like(scene), torch.empty_like(scene)
        grid = (n // block,)

        def apart():
            velvet_matinee_ag7_a0[grid](scene, bloom, lit, 0.125, BLOCK=block, num_warps=4)
            velvet_matinee_ag7_a1[grid](lit, lit, 0.75, BLOCK=block, num_warps=4)
            velvet_matinee_ag7_a2[grid](lit, grain, y, 0.0625, BLOCK=block, num_warps=4)

        def at_once():
            velvet_matinee_ag7_b[grid](scene, bloom, grain, y, 0.125, 0.75, 0.0625, BLOCK=block, num_warps=4)

        return at_once if fused else apart, y

    return setup


def charges(kernel, share):
    def setup():
        probes, count, tile = 32768, 4096, 64
        where = data(3 * probes, seed=1)
        # places of the charges, then how large they are
        held = data(4 * count, seed=2)
        held[3 * count :] += 1.25
        y = torch.empty(probes, device="cuda", dtype=torch.float32)
        grid = (probes // (tile * share),)
        return (lambda: kernel[grid](where, held, y, probes, count, 0.01, SHARE=share, TILE=tile, SPAN=32, num_warps=4)), y

    return setup


def traces(kernel):
    def setup():
        count, samples, rows = 1048576, 64, 64
        seen = data(count * samples, seed=1)
        made = 0.75 * seen + 0.5 * data(count * samples, seed=2)
        # the misfit of every trace, then their total
        out = torch.zeros(count + 1, device="cuda", dtype=torch.float32)
        y, total = out[:count], out[count:]
        return (lambda: kernel[(count // rows,)](seen, made, y, total, 0.01, ROWS=rows, COLS=samples, num_warps=4)), out

    return setup


def spectra(kernel):
    def setup():
        n, block = 48 * 1024 * 1024, 1024
        cross = data(n, seed=1) + 0.5
        one, two = data(n, seed=2) + 1.5, data(n, seed=3) + 1.5
        y = torch.empty_like(cross)
        return (lambda: kernel[(n // block,)](cross, one, two, y, BLOCK=block, num_warps=4)), y

    return setup


def infrared():
    rows, width = 65536, 2048
    x = data(rows * width) + 0.5
    y = torch.empty_like(x)
    return (lambda: barley_glint_ag7_a[(rows,)](x, y, 1e-5, WIDTH=width, num_warps=4)), y


CASES = [
    ("lantern_orrery_ag7_a", almanac(lantern_orrery_ag7_a, torch.float64)),
    ("lantern_orrery_ag7_b", almanac(lantern_orrery_ag7_b, torch.float32)),
    ("meadow_prism_ag7_a", scenes(meadow_prism_ag7_a, False)),
    ("meadow_prism_ag7_b", scenes(meadow_prism_ag7_b, True)),
    ("cousin_quilt_ag7_a", kin(cousin_quilt_ag7_a, 1)),
    ("cousin_quilt_ag7_b", kin(cousin_quilt_ag7_b, 4)),
    ("velvet_matinee_ag7_a", frames(False)),
    ("velvet_matinee_ag7_b", frames(True)),
    ("amber_spindle_ag7_a", charges(amber_spindle_ag7_a, 16)),
    ("amber_spindle_ag7_b", charges(amber_spindle_ag7_b, 1)),
    ("quarry_rumble_ag7_a", traces(quarry_rumble_ag7_a)),
    ("quarry_rumble_ag7_b", traces(quarry_rumble_ag7_b)),
    ("drowsy_chorus_ag7_a", spectra(drowsy_chorus_ag7_a)),
    ("drowsy_chorus_ag7_b", spectra(drowsy_chorus_ag7_b)),
    ("barley_glint_ag7_a", infrared),
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
