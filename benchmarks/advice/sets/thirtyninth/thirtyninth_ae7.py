#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtyninth_ae7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- teasel bands: 131072 plant spectra of 2048 bands, dark current taken off, standardised, carried to the reference instrument; before
# three launches, after one --------------------------------------------------------------------------------------------------------------
@triton.jit
def teasel_bands_ae7_a0(raw_ptr, dark_ptr, d_ptr, BANDS: tl.constexpr):
    band = tl.arange(0, BANDS)
    at = tl.program_id(0) * BANDS + band
    tl.store(d_ptr + at, tl.load(raw_ptr + at) - tl.load(dark_ptr + band))


@triton.jit
def teasel_bands_ae7_a1(d_ptr, mean_ptr, scale_ptr, BANDS: tl.constexpr):
    row = tl.program_id(0)
    d = tl.load(d_ptr + row * BANDS + tl.arange(0, BANDS))
    mean = tl.sum(d, axis=0) * (1.0 / BANDS)
    rest = d - mean
    tl.store(mean_ptr + row, mean)
    tl.store(scale_ptr + row, tl.rsqrt(tl.sum(rest * rest, axis=0) * (1.0 / BANDS) + 1e-6))


@triton.jit
def teasel_bands_ae7_a2(d_ptr, mean_ptr, scale_ptr, gain_ptr, shift_ptr, y_ptr, BANDS: tl.constexpr):
    row = tl.program_id(0)
    band = tl.arange(0, BANDS)
    z = (tl.load(d_ptr + row * BANDS + band) - tl.load(mean_ptr + row)) * tl.load(scale_ptr + row)
    tl.store(y_ptr + row * BANDS + band, z * tl.load(gain_ptr + band) + tl.load(shift_ptr + band))


@triton.jit
def teasel_bands_ae7_b(raw_ptr, dark_ptr, gain_ptr, shift_ptr, y_ptr, BANDS: tl.constexpr):
    band = tl.arange(0, BANDS)
    at = tl.program_id(0) * BANDS + band
    d = tl.load(raw_ptr + at) - tl.load(dark_ptr + band)
    rest = d - tl.sum(d, axis=0) * (1.0 / BANDS)
    scale = tl.rsqrt(tl.sum(rest * rest, axis=0) * (1.0 / BANDS) + 1e-6)
    tl.store(y_ptr + at, rest * scale * tl.load(gain_ptr + band) + tl.load(shift_ptr + band))


# ---- capstan pings: 4096 sonar pings of 1024 taps against 4096 echo templates, floor of each template taken off, half precision; tile of
# 128 x 256; before 4 warps a program, after 8 -------------------------------------------------------------------------------------------
@triton.jit
def _echoes(ping_ptr, template_ptr, floor_ptr, y_ptr, templates, taps, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = ping_ptr + rm[:, None] * taps + rk[None, :]
    b = template_ptr + rn[None, :] * taps + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, taps, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    acc = tl.maximum(acc - tl.load(floor_ptr + rn)[None, :], 0.0)
    tl.store(y_ptr + rm[:, None] * templates + rn[None, :], acc.to(tl.float16))


@triton.jit
def capstan_pings_ae7_a(ping_ptr, template_ptr, floor_ptr, y_ptr, templates, taps, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _echoes(ping_ptr, template_ptr, floor_ptr, y_ptr, templates, taps, BM, BN, BK)


@triton.jit
def capstan_pings_ae7_b(ping_ptr, template_ptr, floor_ptr, y_ptr, templates, taps, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _echoes(ping_ptr, template_ptr, floor_ptr, y_ptr, templates, taps, BM, BN, BK)


# ---- yarrow levels: partition sum of a doubly degenerate bending mode over 64 evenly spaced levels, in 2 M gas cells; before the Boltzmann
# factor of every level is an exponential, after a power carried on ----------------------------------------------------------------------
@triton.jit
def yarrow_levels_ae7_a(temp_ptr, y_ptr, spacing, LEVELS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = -spacing * 1.4426950408889634 / tl.load(temp_ptr + i)
    z = tl.full((BLOCK,), 1.0, tl.float32)
    level = 0.0
    for _ in range(1, LEVELS):
        level += 1.0
        z += (level + 1.0) * tl.exp2(x * level)
    tl.store(y_ptr + i, z)


@triton.jit
def yarrow_levels_ae7_b(temp_ptr, y_ptr, spacing, LEVELS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    q = tl.exp2(-spacing * 1.4426950408889634 / tl.load(temp_ptr + i))
    z = tl.full((BLOCK,), 1.0, tl.float32)
    p = z
    level = 0.0
    for _ in range(1, LEVELS):
        level += 1.0
        p *= q
        z += (level + 1.0) * p
    tl.store(y_ptr + i, z)


# ---- sextant almanac: Chebyshev series of 64 terms of a planet's longitude at 4 M moments, computed in the coefficients' own type; before
# the coefficients are in double (as the file was read), after in single -----------------------------------------------------------------
@triton.jit
def _clenshaw(t_ptr, c_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i).to(c_ptr.dtype.element_ty)
    twice = t + t
    one = tl.zeros_like(t)
    two = tl.zeros_like(t)
    for k in range(TERMS - 1, 0, -1):
        new = twice * one - two + tl.load(c_ptr + k)
        two = one
        one = new
    tl.store(y_ptr + i, (t * one - two + tl.load(c_ptr)).to(tl.float32))


@triton.jit
def sextant_almanac_ae7_a(t_ptr, c_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _clenshaw(t_ptr, c_ptr, y_ptr, TERMS, BLOCK)


@triton.jit
def sextant_almanac_ae7_b(t_ptr, c_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _clenshaw(t_ptr, c_ptr, y_ptr, TERMS, BLOCK)


# ---- windlass rattle: peak over energy of 524288 vibration records of 512 counts of 16 bits; before every lane walks along its own record,
# after a tile of 64 neighbouring counts of each record at a time ------------------------------------------------------------------------
@triton.jit
def windlass_rattle_ae7_a(x_ptr, y_ptr, COUNTS: tl.constexpr, RECORDS: tl.constexpr):
    record = tl.program_id(0) * RECORDS + tl.arange(0, RECORDS)
    peak = tl.zeros((RECORDS,), dtype=tl.float32)
    energy = tl.zeros((RECORDS,), dtype=tl.float32)
    for c in range(0, COUNTS):
        x = tl.load(x_ptr + record * COUNTS + c).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(x))
        energy += x * x
    tl.store(y_ptr + record, peak * tl.rsqrt(energy * (1.0 / COUNTS) + 1.0))


@triton.jit
def windlass_rattle_ae7_b(x_ptr, y_ptr, COUNTS: tl.constexpr, RECORDS: tl.constexpr):
    record = tl.program_id(0) * RECORDS + tl.arange(0, RECORDS)
    c = tl.arange(0, 64)
    peak = tl.zeros((RECORDS, 64), dtype=tl.float32)
    energy = tl.zeros((RECORDS, 64), dtype=tl.float32)
    for first in range(0, COUNTS, 64):
        x = tl.load(x_ptr + record[:, None] * COUNTS + first + c[None, :]).to(tl.float32)
        peak = tl.maximum(peak, tl.abs(x))
        energy += x * x
    total = tl.sum(energy, axis=1)
    tl.store(y_ptr + record, tl.max(peak, axis=1) * tl.rsqrt(total * (1.0 / COUNTS) + 1.0))


# ---- mild: tamarisk gusts: wind load from the speed and the exposure of a leaf; before the square by logarithm and exponential, after by a
# product --------------------------------------------------------------------------------------------------------------------------------
@triton.jit
def tamarisk_gusts_ae7_a(speed_ptr, exposure_ptr, y_ptr, half_rho, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    speed = tl.load(speed_ptr + i)
    tl.store(y_ptr + i, half_rho * tl.exp2(2.0 * tl.log2(speed)) * tl.load(exposure_ptr + i))


@triton.jit
def tamarisk_gusts_ae7_b(speed_ptr, exposure_ptr, y_ptr, half_rho, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    speed = tl.load(speed_ptr + i)
    tl.store(y_ptr + i, half_rho * (speed * speed) * tl.load(exposure_ptr + i))


# ---- healthy: sedge softbits: soft bits of a radio block scaled by the noise of their block and clipped, in half precision ---------------
@triton.jit
def sedge_softbits_ae7_a(x_ptr, noise_ptr, y_ptr, limit, BITS: tl.constexpr):
    block = tl.program_id(0)
    at = block * BITS + tl.arange(0, BITS)
    llr = tl.load(x_ptr + at).to(tl.float32) * tl.load(noise_ptr + block)
    tl.store(y_ptr + at, tl.minimum(tl.maximum(llr, -limit), limit).to(tl.float16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def bands(fused):
    def setup():
        rows, width = 131072, 2048
        raw, dark = data(rows * width, seed=1), 0.1 * data(width, seed=2)
        gain, shift = 1.0 + 0.25 * data(width, seed=3), 0.5 + 0.25 * data(width, seed=4)
        y = torch.empty_like(raw)
        grid = (rows,)
        if fused:
            return (lambda: teasel_bands_ae7_b[grid](raw, dark, gain, shift, y, BANDS=width, num_warps=8)), y
        d = torch.empty_like(raw)
        mean, scale = (torch.empty(rows, device="cuda", dtype=torch.float32) for _ in range(2))

        def apart():
            teasel_bands_ae7_a0[grid](raw, dark, d, BANDS=width, num_warps=8)
            teasel_bands_ae7_a1[grid](d, mean, scale, BANDS=width, num_warps=8)
            teasel_bands_ae7_a2[grid](d, mean, scale, gain, shift, y, BANDS=width, num_warps=8)

        return apart, y

    return setup


def pings(kernel, warps):
    def setup():
        m, n, k, bm, bn, bk = 4096, 4096, 1024, 128, 256, 64
        ping, template, floor = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2), data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm, n // bn)
        return (lambda: kernel[grid](ping, template, floor, y, n, k, BM=bm, BN=bn, BK=bk, num_warps=warps, num_stages=3)), y

    return setup


def levels(kernel):
    def setup():
        n, block = 2 * 1024 * 1024, 512
        temp = 1.25 + 0.75 * data(n)
        y = torch.empty_like(temp)
        return (lambda: kernel[(n // block,)](temp, y, 0.15, LEVELS=64, BLOCK=block, num_warps=4)), y

    return setup


def almanac(kernel, dtype):
    def setup():
        n, terms, block = 4 * 1024 * 1024, 64, 1024
        t = data(n, seed=1)
        c = (data(terms, seed=2) / torch.arange(1, terms + 1, device="cuda")).to(dtype)
        y = torch.empty_like(t)
        return (lambda: kernel[(n // block,)](t, c, y, TERMS=terms, BLOCK=block, num_warps=4)), y

    return setup


def rattles(kernel):
    def setup():
        rows, counts, records = 524288, 512, 128
        x = (data(rows * counts) * 2000).to(torch.int16)
        y = torch.empty(rows, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(rows // records,)](x, y, COUNTS=counts, RECORDS=records, num_warps=4)), y

    return setup


def gusts(kernel):
    def setup():
        n, block = 80 * 1024 * 1024, 2048
        speed, exposure = 1.5 + data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(speed)
        return (lambda: kernel[(n // block,)](speed, exposure, y, 0.6, BLOCK=block, num_warps=4)), y

    return setup


def softbits():
    blocks, bits = 65536, 4096
    x, noise = data(blocks * bits, torch.float16, 1), 2.0 + data(blocks, seed=2)
    y = torch.empty_like(x)
    return (lambda: sedge_softbits_ae7_a[(blocks,)](x, noise, y, 1.5, BITS=bits, num_warps=4)), y


CASES = [
    ("teasel_bands_ae7_a", bands(False)),
    ("teasel_bands_ae7_b", bands(True)),
    ("capstan_pings_ae7_a", pings(capstan_pings_ae7_a, 4)),
    ("capstan_pings_ae7_b", pings(capstan_pings_ae7_b, 8)),
    ("yarrow_levels_ae7_a", levels(yarrow_levels_ae7_a)),
    ("yarrow_levels_ae7_b", levels(yarrow_levels_ae7_b)),
    ("sextant_almanac_ae7_a", almanac(sextant_almanac_ae7_a, torch.float64)),
    ("sextant_almanac_ae7_b", almanac(sextant_almanac_ae7_b, torch.float32)),
    ("windlass_rattle_ae7_a", rattles(windlass_rattle_ae7_a)),
    ("windlass_rattle_ae7_b", rattles(windlass_rattle_ae7_b)),
    ("tamarisk_gusts_ae7_a", gusts(tamarisk_gusts_ae7_a)),
    ("tamarisk_gusts_ae7_b", gusts(tamarisk_gusts_ae7_b)),
    ("sedge_softbits_ae7_a", softbits),
]


def time(name, launch, runs=15):
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def measure(work, times):
        a.record()
        for _ in range(times):
            work()
        b.record()
        b.synchronize()
        return a.elapsed_time(b) * 1e3 / times

    for _ in range(5):
        us = measure(launch, 1)
    # The first launch compiles, and a launch from Python costs the host tens of us: short cases are captured 20 times in a graph, so that
    # the device, not the host, is what is timed.
    if us < 300:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(20):
                launch()
        measure(graph.replay, 1)
        result = sorted(measure(graph.replay, 5) / 20 for _ in range(runs))
    else:
        result = sorted(measure(launch, 10) for _ in range(runs))
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
