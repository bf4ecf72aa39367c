#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fortyfifth_aj7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- opacity: 96 Lorentz lines of a gas summed at 1048576 wavenumbers; before the line list is float64, after float32 -----------------
@triton.jit
def _opacity(line_ptr, y_ptr, first, step, LINES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    nu = first + step * i.to(tl.float32)
    acc = tl.zeros((BLOCK,), dtype=line_ptr.dtype.element_ty)
    for k in range(0, LINES):
        centre = tl.load(line_ptr + k)
        half = tl.load(line_ptr + LINES + k)
        strength = tl.load(line_ptr + 2 * LINES + k)
        off = nu - centre
        acc += strength * half / (off * off + half * half)
    tl.store(y_ptr + i, acc.to(tl.float32))


@triton.jit
def marmalade_gondola_aj7_a(line_ptr, y_ptr, first, step, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _opacity(line_ptr, y_ptr, first, step, LINES, BLOCK)


@triton.jit
def marmalade_gondola_aj7_b(line_ptr, y_ptr, first, step, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _opacity(line_ptr, y_ptr, first, step, LINES, BLOCK)


# ---- hydrology: 524288 catchments, each a leaky reservoir filled by 384 hours of rain; before a row a catchment, after a row an hour --
@triton.jit
def _reservoir(
    rain_ptr, keep_ptr, brim_ptr, level_ptr, spill_ptr, CATCHMENT: tl.constexpr, HOUR: tl.constexpr, HOURS: tl.constexpr, BLOCK: tl.constexpr
):
    c = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.load(keep_ptr + c)
    brim = tl.load(brim_ptr + c)
    level = tl.zeros((BLOCK,), dtype=tl.float32)
    spill = tl.zeros((BLOCK,), dtype=tl.float32)
    for hour in range(0, HOURS, 8):
        for k in tl.static_range(8):
            rain = tl.load(rain_ptr + c * CATCHMENT + (hour + k) * HOUR)
            level = level * keep + rain
            over = tl.maximum(level - brim, 0.0)
            level -= over
            spill += over
    tl.store(level_ptr + c, level)
    tl.store(spill_ptr + c, spill)


@triton.jit
def thimble_heron_aj7_a(
    rain_ptr, keep_ptr, brim_ptr, level_ptr, spill_ptr, CATCHMENT: tl.constexpr, HOUR: tl.constexpr, HOURS: tl.constexpr, BLOCK: tl.constexpr
):
    _reservoir(rain_ptr, keep_ptr, brim_ptr, level_ptr, spill_ptr, CATCHMENT, HOUR, HOURS, BLOCK)


@triton.jit
def thimble_heron_aj7_b(
    rain_ptr, keep_ptr, brim_ptr, level_ptr, spill_ptr, CATCHMENT: tl.constexpr, HOUR: tl.constexpr, HOURS: tl.constexpr, BLOCK: tl.constexpr
):
    _reservoir(rain_ptr, keep_ptr, brim_ptr, level_ptr, spill_ptr, CATCHMENT, HOUR, HOURS, BLOCK)


# ---- proteins: Gaussian affinity of 4224 and 4096 embeddings of 1024 halves; before the tiles are loaded in one stage, after in four --
@triton.jit
def _affinity(x_ptr, z_ptr, xx_ptr, zz_ptr, y_ptr, rate, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = z_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    apart = tl.load(xx_ptr + rm)[:, None] + tl.load(zz_ptr + rn)[None, :] - 2.0 * acc
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.exp2(-rate * apart).to(tl.float16))


@triton.jit
def saffron_trellis_aj7_a(x_ptr, z_ptr, xx_ptr, zz_ptr, y_ptr, rate, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _affinity(x_ptr, z_ptr, xx_ptr, zz_ptr, y_ptr, rate, N, K, BM, BN, BK)


@triton.jit
def saffron_trellis_aj7_b(x_ptr, z_ptr, xx_ptr, zz_ptr, y_ptr, rate, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _affinity(x_ptr, z_ptr, xx_ptr, zz_ptr, y_ptr, rate, N, K, BM, BN, BK)


# ---- crystallography: dark level, dead time and flat field of 16 detector frames; before three launches, after one --------------------
@triton.jit
def walnut_ferry_aj7_a0(count_ptr, dark_ptr, signal_ptr, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(0) * PIXELS + pixel
    count = tl.load(count_ptr + at).to(tl.float32)
    tl.store(signal_ptr + at, count - tl.load(dark_ptr + pixel))


@triton.jit
def walnut_ferry_aj7_a1(signal_ptr, true_ptr, dead, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * PIXELS + tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    signal = tl.load(signal_ptr + at)
    tl.store(true_ptr + at, signal / (1.0 - dead * signal))


@triton.jit
def walnut_ferry_aj7_a2(true_ptr, flat_ptr, y_ptr, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(0) * PIXELS + pixel
    tl.store(y_ptr + at, tl.load(true_ptr + at) * tl.load(flat_ptr + pixel))


@triton.jit
def walnut_ferry_aj7_b(count_ptr, dark_ptr, flat_ptr, y_ptr, dead, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.program_id(0) * PIXELS + pixel
    signal = tl.load(count_ptr + at).to(tl.float32) - tl.load(dark_ptr + pixel)
    tl.store(y_ptr + at, signal / (1.0 - dead * signal) * tl.load(flat_ptr + pixel))


# ---- transits: light of a star inside the folded dip of 33 trial periods, 524288 exposures; before a program a period, after 16 -------
@triton.jit
def copper_nettle_aj7_a(t_ptr, y_ptr, rate_ptr, out_ptr, width, SAMPLES: tl.constexpr, BLOCK: tl.constexpr):
    trial = tl.program_id(0)
    rate = tl.load(rate_ptr + trial)
    light = tl.zeros((BLOCK,), dtype=tl.float32)
    seen = tl.zeros((BLOCK,), dtype=tl.float32)
    for first in range(0, SAMPLES, BLOCK):
        i = first + tl.arange(0, BLOCK)
        turn = tl.load(t_ptr + i) * rate
        y = tl.load(y_ptr + i)
        dip = turn - tl.floor(turn) < width
        light += tl.where(dip, y, 0.0)
        seen += tl.where(dip, 1.0, 0.0)
    tl.store(out_ptr + 2 * trial, tl.sum(light, axis=0))
    tl.store(out_ptr + 2 * trial + 1, tl.sum(seen, axis=0))


@triton.jit
def copper_nettle_aj7_b(t_ptr, y_ptr, rate_ptr, out_ptr, width, SAMPLES: tl.constexpr, BLOCK: tl.constexpr):
    trial = tl.program_id(0)
    rate = tl.load(rate_ptr + trial)
    light = tl.zeros((BLOCK,), dtype=tl.float32)
    seen = tl.zeros((BLOCK,), dtype=tl.float32)
    begin = tl.program_id(1) * SAMPLES
    for first in range(0, SAMPLES, BLOCK):
        i = begin + first + tl.arange(0, BLOCK)
        turn = tl.load(t_ptr + i) * rate
        y = tl.load(y_ptr + i)
        dip = turn - tl.floor(turn) < width
        light += tl.where(dip, y, 0.0)
        seen += tl.where(dip, 1.0, 0.0)
    tl.atomic_add(out_ptr + 2 * trial, tl.sum(light, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + 2 * trial + 1, tl.sum(seen, axis=0), sem="relaxed")


# ---- insurance: layer paid on 1048576 policies of 32 losses, by peril; before every policy adds to its peril, after a program's sums --
@triton.jit
def violet_anchor_aj7_a(
    loss_ptr, excess_ptr, peril_ptr, y_ptr, limit, SHARE: tl.constexpr, POLICIES: tl.constexpr, LOSSES: tl.constexpr, PERILS: tl.constexpr
):
    m = tl.arange(0, LOSSES)
    for first in range(0, SHARE, POLICIES):
        p = tl.program_id(0) * SHARE + first + tl.arange(0, POLICIES)
        loss = tl.load(loss_ptr + p[:, None] * LOSSES + m[None, :])
        paid = tl.minimum(tl.maximum(tl.sum(loss, axis=1) - tl.load(excess_ptr + p), 0.0), limit)
        tl.atomic_add(y_ptr + tl.load(peril_ptr + p), paid, sem="relaxed")


@triton.jit
def violet_anchor_aj7_b(
    loss_ptr, excess_ptr, peril_ptr, y_ptr, limit, SHARE: tl.constexpr, POLICIES: tl.constexpr, LOSSES: tl.constexpr, PERILS: tl.constexpr
):
    m = tl.arange(0, LOSSES)
    kinds = tl.arange(0, PERILS)
    acc = tl.zeros((POLICIES, PERILS), dtype=tl.float32)
    for first in range(0, SHARE, POLICIES):
        p = tl.program_id(0) * SHARE + first + tl.arange(0, POLICIES)
        loss = tl.load(loss_ptr + p[:, None] * LOSSES + m[None, :])
        paid = tl.minimum(tl.maximum(tl.sum(loss, axis=1) - tl.load(excess_ptr + p), 0.0), limit)
        peril = tl.load(peril_ptr + p)
        acc += tl.where(peril[:, None] == kinds[None, :], paid[:, None], 0.0)
    tl.atomic_add(y_ptr + kinds, tl.sum(acc, axis=0), sem="relaxed")


# ---- mild: compass: sine of the field's inclination; before correctly rounded root and division, after the hardware's -----------------
@triton.jit
def pepper_sundial_aj7_a(x_ptr, y_ptr, z_ptr, dip_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    tl.store(dip_ptr + i, tl.div_rn(z, tl.sqrt_rn(x * x + y * y + z * z)))


@triton.jit
def pepper_sundial_aj7_b(x_ptr, y_ptr, z_ptr, dip_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    tl.store(dip_ptr + i, z * tl.rsqrt(x * x + y * y + z * z))


# ---- healthy: infrared spectra: standard normal variate of 49152 spectra of 4096 channels ----------------------------------------------
@triton.jit
def juniper_quill_aj7_a(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    d = x - tl.sum(x, axis=0) * (1.0 / WIDTH)
    tl.store(y_ptr + at, d * tl.rsqrt(tl.sum(d * d, axis=0) * (1.0 / (WIDTH - 1)) + 1e-12) + 1.0)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def opacities(kernel, dtype):
    def setup():
        n, lines, block = 1024 * 1024, 96, 1024
        # centres in 0..100 per cm, half widths 0.05..0.15, strengths 0.5..1.5; rounded to float32 for both forms
        table = torch.cat([50 + 50 * data(lines, seed=1), 0.1 + 0.05 * data(lines, seed=2), 1 + 0.5 * data(lines, seed=3)]).to(dtype)
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](table, y, 0.0, 100.0 / n, LINES=lines, BLOCK=block, num_warps=4)), y

    return setup


def reservoirs(kernel, by_catchment):
    def setup():
        n, hours, block = 524288, 384, 128
        rain = data(n * hours, seed=1).abs_()
        if not by_catchment:
            rain = rain.view(n, hours).t().contiguous().view(-1)
        keep, brim = 0.85 + 0.1 * data(n, seed=2), 4 + data(n, seed=3)
        out = torch.empty(2 * n, device="cuda", dtype=torch.float32)
        level, spill = out[:n], out[n:]
        catchment, hour = (hours, 1) if by_catchment else (1, n)
        return (
            lambda: kernel[(n // block,)](rain, keep, brim, level, spill, CATCHMENT=catchment, HOUR=hour, HOURS=hours, BLOCK=block, num_warps=4)
        ), out

    return setup


def affinities(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4224, 4096, 1024, 128, 256
        x, z = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        xx, zz = x.view(m, k).float().square().sum(1), z.view(n, k).float().square().sum(1)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(m // bm, n // bn)](x, z, xx, zz, y, 0.0025, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def frames(fused):
    def setup():
        count, pixels, block = 16, 2048 * 2048, 2048
        raw = (100 + 800 * data(count * pixels, seed=1).abs_()).to(torch.int16)
        dark, flat = 20 + 5 * data(pixels, seed=2), 1 + 0.1 * data(pixels, seed=3)
        y = torch.empty(count * pixels, device="cuda", dtype=torch.float32)
        grid, dead = (count, pixels // block), 0.0003
        if fused:
            return (lambda: walnut_ferry_aj7_b[grid](raw, dark, flat, y, dead, PIXELS=pixels, BLOCK=block, num_warps=8)), y
        signal, true = torch.empty_like(y), torch.empty_like(y)

        def apart():
            walnut_ferry_aj7_a0[grid](raw, dark, signal, PIXELS=pixels, BLOCK=block, num_warps=8)
            walnut_ferry_aj7_a1[grid](signal, true, dead, PIXELS=pixels, BLOCK=block, num_warps=8)
            walnut_ferry_aj7_a2[grid](true, flat, y, PIXELS=pixels, BLOCK=block, num_warps=8)

        return apart, y

    return setup


def transits(kernel, parts):
    def setup():
        n, trials, block = 524288, 33, 2048
        t, light = (500 + 500 * data(n, seed=1)).sort().values, 1 + 0.1 * data(n, seed=2)
        rates = 0.5 + 0.4 * data(trials, seed=3)
        out = torch.zeros(2 * trials, device="cuda", dtype=torch.float32)
        grid = (trials, parts) if parts > 1 else (trials,)
        return (lambda: kernel[grid](t, light, rates, out, 0.125, SAMPLES=n // parts, BLOCK=block, num_warps=8)), out

    return setup


def policies(kernel):
    def setup():
        n, losses, perils, share = 1024 * 1024, 32, 16, 2048
        loss = data(n * losses, seed=1).abs_()
        excess = 14 + 2 * data(n, seed=2)
        peril = ((data(n, seed=3) + 1) * (perils / 2)).to(torch.int32).clamp_(0, perils - 1)
        y = torch.zeros(perils, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // share,)](loss, excess, peril, y, 4.0, SHARE=share, POLICIES=128, LOSSES=losses, PERILS=perils, num_warps=8)), y

    return setup


def compasses(kernel):
    def setup():
        n, block = 128 * 1024 * 1024, 2048
        x, y, z = data(n, seed=1), data(n, seed=2), 1.25 + data(n, seed=3)
        dip = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](x, y, z, dip, BLOCK=block, num_warps=8)), dip

    return setup


def spectra():
    rows, width = 49152, 4096
    x = data(rows * width)
    y = torch.empty_like(x)
    return (lambda: juniper_quill_aj7_a[(rows,)](x, y, WIDTH=width, num_warps=8)), y


CASES = [
    ("marmalade_gondola_aj7_a", opacities(marmalade_gondola_aj7_a, torch.float64)),
    ("marmalade_gondola_aj7_b", opacities(marmalade_gondola_aj7_b, torch.float32)),
    ("thimble_heron_aj7_a", reservoirs(thimble_heron_aj7_a, True)),
    ("thimble_heron_aj7_b", reservoirs(thimble_heron_aj7_b, False)),
    ("saffron_trellis_aj7_a", affinities(saffron_trellis_aj7_a, 1)),
    ("saffron_trellis_aj7_b", affinities(saffron_trellis_aj7_b, 4)),
    ("walnut_ferry_aj7_a", frames(False)),
    ("walnut_ferry_aj7_b", frames(True)),
    ("copper_nettle_aj7_a", transits(copper_nettle_aj7_a, 1)),
    ("copper_nettle_aj7_b", transits(copper_nettle_aj7_b, 16)),
    ("violet_anchor_aj7_a", policies(violet_anchor_aj7_a)),
    ("violet_anchor_aj7_b", policies(violet_anchor_aj7_b)),
    ("pepper_sundial_aj7_a", compasses(pepper_sundial_aj7_a)),
    ("pepper_sundial_aj7_b", compasses(pepper_sundial_aj7_b)),
    ("juniper_quill_aj7_a", spectra),
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
