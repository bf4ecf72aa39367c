#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: twentyfourth_l7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- village houses: worth of each pool of mortgages over 360 months of interest and early payment; before sums of float64 ------------
@triton.jit
def _houses(owed_ptr, rate_ptr, early_ptr, y_ptr, burnout, MONTHS: tl.constexpr, BLOCK: tl.constexpr, DTYPE: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    owed = tl.load(owed_ptr + i).to(DTYPE)
    rate = tl.load(rate_ptr + i).to(DTYPE)
    early = tl.load(early_ptr + i).to(DTYPE)
    worth = tl.zeros((BLOCK,), dtype=DTYPE)
    factor = tl.full((BLOCK,), 1.0, dtype=DTYPE)
    step = 1.0 - 0.75 * rate
    for _ in range(0, MONTHS):
        gone = owed * early
        worth += (owed * rate + gone) * factor
        owed -= gone
        early *= burnout
        factor *= step
    tl.store(y_ptr + i, (worth + owed * factor).to(tl.float32))


@triton.jit
def village_houses_l7_a(owed_ptr, rate_ptr, early_ptr, y_ptr, burnout, MONTHS: tl.constexpr, BLOCK: tl.constexpr):
    _houses(owed_ptr, rate_ptr, early_ptr, y_ptr, burnout, MONTHS, BLOCK, tl.float64)


@triton.jit
def village_houses_l7_b(owed_ptr, rate_ptr, early_ptr, y_ptr, burnout, MONTHS: tl.constexpr, BLOCK: tl.constexpr):
    _houses(owed_ptr, rate_ptr, early_ptr, y_ptr, burnout, MONTHS, BLOCK, tl.float32)


# ---- kites: carriers of a radio link freed of their channel (MMSE, one tap); before a launch a step, after one ------------------------
@triton.jit
def kite_letters_l7_a0(hr_ptr, hi_ptr, power_ptr, noise, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    hr = tl.load(hr_ptr + i)
    hi = tl.load(hi_ptr + i)
    tl.store(power_ptr + i, hr * hr + hi * hi + noise)


@triton.jit
def kite_letters_l7_a1(hr_ptr, hi_ptr, xr_ptr, xi_ptr, re_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(re_ptr + i, tl.load(hr_ptr + i) * tl.load(xr_ptr + i) + tl.load(hi_ptr + i) * tl.load(xi_ptr + i))


@triton.jit
def kite_letters_l7_a2(hr_ptr, hi_ptr, xr_ptr, xi_ptr, im_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(im_ptr + i, tl.load(hr_ptr + i) * tl.load(xi_ptr + i) - tl.load(hi_ptr + i) * tl.load(xr_ptr + i))


@triton.jit
def kite_letters_l7_a3(re_ptr, im_ptr, power_ptr, yr_ptr, yi_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    power = tl.load(power_ptr + i)
    tl.store(yr_ptr + i, tl.load(re_ptr + i) / power)
    tl.store(yi_ptr + i, tl.load(im_ptr + i) / power)


@triton.jit
def kite_letters_l7_b(hr_ptr, hi_ptr, xr_ptr, xi_ptr, yr_ptr, yi_ptr, noise, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    hr = tl.load(hr_ptr + i)
    hi = tl.load(hi_ptr + i)
    xr = tl.load(xr_ptr + i)
    xi = tl.load(xi_ptr + i)
    power = hr * hr + hi * hi + noise
    tl.store(yr_ptr + i, (hr * xr + hi * xi) / power)
    tl.store(yi_ptr + i, (hr * xi - hi * xr) / power)


# ---- lanterns: bright voxels of a PET scan in each of 24 organs; before one atomic a bright voxel, after a histogram a program --------
@triton.jit
def night_lanterns_l7_a(uptake_ptr, organ_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bright = tl.load(uptake_ptr + i) > floor
    organ = tl.load(organ_ptr + i)
    tl.atomic_add(y_ptr + organ, tl.full((BLOCK,), 1, dtype=tl.int32), mask=bright, sem="relaxed")


@triton.jit
def night_lanterns_l7_b(uptake_ptr, organ_ptr, y_ptr, floor, ORGANS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bright = tl.load(uptake_ptr + i) > floor
    organ = tl.load(organ_ptr + i)
    bins = tl.arange(0, 32)
    # the last bin takes the dim voxels and is dropped
    counts = tl.histogram(tl.where(bright, organ, 31), 32)
    tl.atomic_add(y_ptr + bins, counts, mask=bins < ORGANS, sem="relaxed")


# ---- ferry: fit of each lidar return to the map cell it falls in; before eight fields in arrays of their own, after cells of 32 bytes -
@triton.jit
def ferry_cabins_l7_a(cell_ptr, map_ptr, weight_ptr, y_ptr, CELLS: tl.constexpr, FIELDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cell = tl.load(cell_ptr + i)
    fit = tl.zeros((BLOCK,), dtype=tl.float32)
    for f in tl.static_range(FIELDS):
        fit += tl.load(weight_ptr + f) * tl.load(map_ptr + f * CELLS + cell)
    tl.store(y_ptr + i, fit)


@triton.jit
def ferry_cabins_l7_b(cell_ptr, map_ptr, weight_ptr, y_ptr, FIELDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    f = tl.arange(0, FIELDS)
    cell = tl.load(cell_ptr + i)
    fields = tl.load(map_ptr + cell[:, None] * FIELDS + f[None, :])
    tl.store(y_ptr + i, tl.sum(fields * tl.load(weight_ptr + f)[None, :], axis=1))


# ---- masks: gradient through a layer normalisation of rows of 8192; before a row a warp, after a row eight warps ----------------------
@triton.jit
def _masks(g_ptr, x_ptr, gain_ptr, mean_ptr, scale_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    at = row * WIDTH + c
    scale = tl.load(scale_ptr + row)
    x = (tl.load(x_ptr + at) - tl.load(mean_ptr + row)) * scale
    g = tl.load(g_ptr + at) * tl.load(gain_ptr + c)
    along = tl.sum(x * g, axis=0) / WIDTH
    level = tl.sum(g, axis=0) / WIDTH
    tl.store(y_ptr + at, (g - (x * along + level)) * scale)


@triton.jit
def theatre_masks_l7_a(g_ptr, x_ptr, gain_ptr, mean_ptr, scale_ptr, y_ptr, WIDTH: tl.constexpr):
    _masks(g_ptr, x_ptr, gain_ptr, mean_ptr, scale_ptr, y_ptr, WIDTH)


@triton.jit
def theatre_masks_l7_b(g_ptr, x_ptr, gain_ptr, mean_ptr, scale_ptr, y_ptr, WIDTH: tl.constexpr):
    _masks(g_ptr, x_ptr, gain_ptr, mean_ptr, scale_ptr, y_ptr, WIDTH)


# ---- museum: likeness of 8192 pieces to 4096 questions, 1024 features, bf16, by the length of the piece; before tiles of 64 x 32 ------
@triton.jit
def _labels(piece_ptr, question_ptr, length_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = piece_ptr + rm[:, None] * K + rk[None, :]
    b = question_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    acc = acc * tl.load(length_ptr + rm)[:, None]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


@triton.jit
def museum_labels_l7_a(piece_ptr, question_ptr, length_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _labels(piece_ptr, question_ptr, length_ptr, y_ptr, M, N, K, BM, BN, BK)


@triton.jit
def museum_labels_l7_b(piece_ptr, question_ptr, length_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _labels(piece_ptr, question_ptr, length_ptr, y_ptr, M, N, K, BM, BN, BK)


# ---- mild: parasols: magnitude of an MRI coil image over its sensitivity; before correctly rounded root and division, after fast ones -
@triton.jit
def _shade(re_ptr, im_ptr, coil_ptr, y_ptr, BLOCK: tl.constexpr, EXACT: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    re = tl.load(re_ptr + i)
    im = tl.load(im_ptr + i)
    coil = tl.load(coil_ptr + i)
    power = re * re + im * im
    if EXACT:
        tl.store(y_ptr + i, tl.div_rn(tl.sqrt_rn(power), coil))
    else:
        tl.store(y_ptr + i, tl.sqrt(power) / coil)


@triton.jit
def beach_parasols_l7_a(re_ptr, im_ptr, coil_ptr, y_ptr, BLOCK: tl.constexpr):
    _shade(re_ptr, im_ptr, coil_ptr, y_ptr, BLOCK, True)


@triton.jit
def beach_parasols_l7_b(re_ptr, im_ptr, coil_ptr, y_ptr, BLOCK: tl.constexpr):
    _shade(re_ptr, im_ptr, coil_ptr, y_ptr, BLOCK, False)


# ---- healthy: puppets: a title laid over a film by its alpha, float16 ------------------------------------------------------------------
@triton.jit
def puppet_curtain_l7_a(film_ptr, title_ptr, alpha_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    film = tl.load(film_ptr + i).to(tl.float32)
    title = tl.load(title_ptr + i).to(tl.float32)
    alpha = tl.load(alpha_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (film + alpha * (title - film)).to(tl.float16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def integers(count, below, seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(0, below, (count,), generator=g, device="cuda", dtype=torch.int32)


def houses(kernel):
    def setup():
        n, block = 4 * 1024 * 1024, 512
        owed, rate, early = 1.0 + 0.5 * data(n, seed=1), 0.004 + 0.002 * data(n, seed=2), 0.012 + 0.006 * data(n, seed=3)
        y = torch.empty_like(owed)
        return (lambda: kernel[(n // block,)](owed, rate, early, y, 0.996, MONTHS=360, BLOCK=block, num_warps=4)), y

    return setup


def kites(fused):
    def setup():
        n, block, noise = 40 * 1024 * 1024, 1024, 0.125
        hr, hi, xr, xi = (data(n, seed=s) for s in (1, 2, 3, 4))
        y = torch.empty(2 * n, device="cuda", dtype=torch.float32)
        yr, yi, grid, how = y[:n], y[n:], (n // block,), {"BLOCK": block, "num_warps": 4}
        if fused:
            return (lambda: kite_letters_l7_b[grid](hr, hi, xr, xi, yr, yi, noise, **how)), y
        power, re, im = torch.empty_like(hr), torch.empty_like(hr), torch.empty_like(hr)

        def launch():
            kite_letters_l7_a0[grid](hr, hi, power, noise, **how)
            kite_letters_l7_a1[grid](hr, hi, xr, xi, re, **how)
            kite_letters_l7_a2[grid](hr, hi, xr, xi, im, **how)
            kite_letters_l7_a3[grid](re, im, power, yr, yi, **how)

        return launch, y

    return setup


def lanterns(private):
    def setup():
        n, organs = 24 * 1024 * 1024, 24
        uptake, organ = data(n, seed=1), integers(n, organs, 2)
        # zero at first: both forms add to it
        y = torch.zeros(organs, device="cuda", dtype=torch.int32)
        if private:
            return (lambda: night_lanterns_l7_b[(n // 4096,)](uptake, organ, y, 0.75, ORGANS=organs, BLOCK=4096, num_warps=4)), y
        return (lambda: night_lanterns_l7_a[(n // 1024,)](uptake, organ, y, 0.75, BLOCK=1024, num_warps=4)), y

    return setup


def ferry(packed):
    def setup():
        cells, fields, returns, block = 8 * 1024 * 1024, 8, 8 * 1024 * 1024, 512
        chart, weight, cell = 1.0 + 0.5 * data(cells * fields, seed=1), 1.0 + 0.5 * data(fields, seed=2), integers(returns, cells, 3)
        y = torch.empty(returns, device="cuda", dtype=torch.float32)
        if packed:
            chart = chart.view(fields, cells).t().contiguous()
            return (lambda: ferry_cabins_l7_b[(returns // block,)](cell, chart, weight, y, FIELDS=fields, BLOCK=block, num_warps=4)), y
        how = {"CELLS": cells, "FIELDS": fields, "BLOCK": block, "num_warps": 4}
        return (lambda: ferry_cabins_l7_a[(returns // block,)](cell, chart, weight, y, **how)), y

    return setup


def masks(kernel, warps):
    def setup():
        rows, width = 8192, 8192
        g, x, gain = data(rows * width, seed=1), data(rows * width, seed=2), 1.0 + 0.25 * data(width, seed=3)
        mean, scale = 0.01 * data(rows, seed=4), 1.7 + 0.05 * data(rows, seed=5)
        y = torch.empty_like(x)
        return (lambda: kernel[(rows,)](g, x, gain, mean, scale, y, WIDTH=width, num_warps=warps)), y

    return setup


def museum(kernel, bm, bn, warps):
    def setup():
        m, n, k = 8192, 4096, 1024
        piece, question, length = data(m * k, torch.bfloat16, 1), data(n * k, torch.bfloat16, 2), 0.05 + 0.01 * data(m, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.bfloat16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](piece, question, length, y, m, n, k, BM=bm, BN=bn, BK=64, num_warps=warps, num_stages=3)), y

    return setup


def parasols(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        re, im, coil = data(n, seed=1), data(n, seed=2), 1.0 + 0.5 * data(n, seed=3)
        y = torch.empty_like(re)
        return (lambda: kernel[(n // block,)](re, im, coil, y, BLOCK=block, num_warps=4)), y

    return setup


def puppets():
    n, block = 24 * 3840 * 2160, 2048
    film, title, alpha = data(n, torch.float16, 1), data(n, torch.float16, 2), (0.5 + 0.5 * data(n, seed=3)).to(torch.float16)
    y = torch.empty_like(film)
    return (lambda: puppet_curtain_l7_a[(n // block,)](film, title, alpha, y, BLOCK=block, num_warps=4)), y


CASES = [
    ("village_houses_l7_a", houses(village_houses_l7_a)),
    ("village_houses_l7_b", houses(village_houses_l7_b)),
    ("kite_letters_l7_a0", kites(False)),
    ("kite_letters_l7_b", kites(True)),
    ("night_lanterns_l7_a", lanterns(False)),
    ("night_lanterns_l7_b", lanterns(True)),
    ("ferry_cabins_l7_a", ferry(False)),
    ("ferry_cabins_l7_b", ferry(True)),
    ("theatre_masks_l7_a", masks(theatre_masks_l7_a, 1)),
    ("theatre_masks_l7_b", masks(theatre_masks_l7_b, 8)),
    ("museum_labels_l7_a", museum(museum_labels_l7_a, 64, 32, 4)),
    ("museum_labels_l7_b", museum(museum_labels_l7_b, 128, 128, 8)),
    ("beach_parasols_l7_a", parasols(beach_parasols_l7_a)),
    ("beach_parasols_l7_b", parasols(beach_parasols_l7_b)),
    ("puppet_curtain_l7_a", puppets),
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
