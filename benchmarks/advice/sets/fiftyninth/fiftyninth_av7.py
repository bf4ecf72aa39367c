#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fiftyninth_av7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- kiln thermocouples: 4 million voltages to temperatures by a Chebyshev series of 96 terms; before the table is float64, after float32
@triton.jit
def _temperature(v_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    # table: centre of the range, reciprocal of its half width, then the coefficients from the last to the first
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = (tl.load(v_ptr + i) - tl.load(table_ptr)) * tl.load(table_ptr + 1)
    twice = x + x
    near = tl.zeros_like(x)
    far = tl.zeros_like(x)
    for k in range(2, TERMS + 1):
        here = twice * near + (tl.load(table_ptr + k) - far)
        far = near
        near = here
    tl.store(y_ptr + i, x * near + (tl.load(table_ptr + TERMS + 1) - far))


@triton.jit
def bramble_kettle_av7_a(v_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _temperature(v_ptr, table_ptr, y_ptr, TERMS, BLOCK)


@triton.jit
def bramble_kettle_av7_b(v_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _temperature(v_ptr, table_ptr, y_ptr, TERMS, BLOCK)


# ---- river forecast: mean and spread of 64 ensemble members at 2 million points; before a lane walks a point's row, after a tile of rows
@triton.jit
def heron_ladder_av7_a(x_ptr, y_ptr, points, MEMBERS: tl.constexpr, BLOCK: tl.constexpr):
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    square = tl.zeros((BLOCK,), dtype=tl.float32)
    for m in range(0, MEMBERS):
        flow = tl.load(x_ptr + p * MEMBERS + m)
        total += flow
        square += flow * flow
    mean = total * (1.0 / MEMBERS)
    tl.store(y_ptr + p, mean)
    tl.store(y_ptr + points + p, tl.sqrt(tl.maximum(square * (1.0 / MEMBERS) - mean * mean, 0.0)))


@triton.jit
def heron_ladder_av7_b(x_ptr, y_ptr, points, MEMBERS: tl.constexpr, BLOCK: tl.constexpr):
    p = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = tl.arange(0, MEMBERS)
    flow = tl.load(x_ptr + p[:, None] * MEMBERS + m[None, :])
    mean = tl.sum(flow, axis=1) * (1.0 / MEMBERS)
    square = tl.sum(flow * flow, axis=1) * (1.0 / MEMBERS)
    tl.store(y_ptr + p, mean)
    tl.store(y_ptr + points + p, tl.sqrt(tl.maximum(square - mean * mean, 0.0)))


# ---- speech model: a rectified layer of 8192 frames, 4096 features to 4096 units in fp16; before one stage of copies, after three -------
@triton.jit
def _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    across = N // BN
    per_group = GROUP * across
    group = pid // per_group
    inside = pid % per_group
    rm = (group * GROUP + inside % GROUP) * BM + tl.arange(0, BM)
    rn = (inside // GROUP) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc += tl.load(bias_ptr + rn)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0).to(tl.float16))


@triton.jit
def otter_canvas_av7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def otter_canvas_av7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- film scanner: negative to positive; before density, removal of the orange base and tone curve are three launches, after one --------
@triton.jit
def saddle_lantern_av7_a0(x_ptr, density_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(density_ptr + i, tl.log2(tl.maximum(tl.load(x_ptr + i), 1e-4)) * -0.30103)


@triton.jit
def saddle_lantern_av7_a1(density_ptr, light_ptr, base, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(light_ptr + i, (tl.load(density_ptr + i) - base) * gain)


@triton.jit
def saddle_lantern_av7_a2(light_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.minimum(tl.maximum(tl.load(light_ptr + i), 0.0), 1.0)
    tl.store(y_ptr + i, c * c * (3.0 - 2.0 * c))


@triton.jit
def saddle_lantern_av7_b(x_ptr, y_ptr, base, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    density = tl.log2(tl.maximum(tl.load(x_ptr + i), 1e-4)) * -0.30103
    c = tl.minimum(tl.maximum((density - base) * gain, 0.0), 1.0)
    tl.store(y_ptr + i, c * c * (3.0 - 2.0 * c))


# ---- epidemics: peak and susceptible rest of 262144 parameter sets after 256 days; before 32 programs of 8192 sets, after 1024 of 256 ---
@triton.jit
def _epidemic(beta_ptr, gamma_ptr, seed_ptr, y_ptr, waning, DAYS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    beta = tl.load(beta_ptr + i)
    gamma = tl.load(gamma_ptr + i)
    ill = tl.load(seed_ptr + i)
    free = 1.0 - ill
    peak = ill
    for _ in range(0, DAYS):
        caught = beta * free * ill
        immune = 1.0 - free - ill
        free = free - caught + waning * immune
        ill = ill + caught - gamma * ill
        peak = tl.maximum(peak, ill)
    tl.store(y_ptr + i, peak + free)


@triton.jit
def pepper_anvil_av7_a(beta_ptr, gamma_ptr, seed_ptr, y_ptr, waning, DAYS: tl.constexpr, BLOCK: tl.constexpr):
    _epidemic(beta_ptr, gamma_ptr, seed_ptr, y_ptr, waning, DAYS, BLOCK)


@triton.jit
def pepper_anvil_av7_b(beta_ptr, gamma_ptr, seed_ptr, y_ptr, waning, DAYS: tl.constexpr, BLOCK: tl.constexpr):
    _epidemic(beta_ptr, gamma_ptr, seed_ptr, y_ptr, waning, DAYS, BLOCK)


# ---- satellite image: sum and energy of 64 spectral bands over 2 million pixels; before every 32 pixels add atomically, after every 2048
@triton.jit
def walnut_parade_av7_a(x_ptr, total_ptr, energy_ptr, ROWS: tl.constexpr, BANDS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, BANDS)
    x = tl.load(x_ptr + r[:, None] * BANDS + c[None, :])
    tl.atomic_add(total_ptr + c, tl.sum(x, axis=0), sem="relaxed")
    tl.atomic_add(energy_ptr + c, tl.sum(x * x, axis=0), sem="relaxed")


@triton.jit
def walnut_parade_av7_b(x_ptr, total_ptr, energy_ptr, SHARE: tl.constexpr, ROWS: tl.constexpr, BANDS: tl.constexpr):
    r = tl.program_id(0) * SHARE + tl.arange(0, ROWS)
    c = tl.arange(0, BANDS)
    total = tl.zeros((ROWS, BANDS), dtype=tl.float32)
    energy = tl.zeros((ROWS, BANDS), dtype=tl.float32)
    for first in range(0, SHARE, ROWS):
        x = tl.load(x_ptr + (first + r[:, None]) * BANDS + c[None, :])
        total += x
        energy += x * x
    tl.atomic_add(total_ptr + c, tl.sum(total, axis=0), sem="relaxed")
    tl.atomic_add(energy_ptr + c, tl.sum(energy, axis=0), sem="relaxed")


# ---- mild: wind field: speed and eastward share of each cell; before the correctly rounded root and quotient, after the fast ones -------
@triton.jit
def velvet_compass_av7_a(u_ptr, v_ptr, y_ptr, cells, calm, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    speed = tl.sqrt_rn(u * u + v * v)
    tl.store(y_ptr + i, speed)
    tl.store(y_ptr + cells + i, tl.div_rn(u, speed + calm))


@triton.jit
def velvet_compass_av7_b(u_ptr, v_ptr, y_ptr, cells, calm, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    speed = tl.sqrt(u * u + v * v)
    tl.store(y_ptr + i, speed)
    tl.store(y_ptr + cells + i, u / (speed + calm))


# ---- healthy: protein model: layer normalization of 131072 residues of 2048 features in bf16, a row a program held in registers ---------
@triton.jit
def marble_thicket_av7_a(x_ptr, scale_ptr, shift_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    scale = tl.load(scale_ptr + c).to(tl.float32)
    shift = tl.load(shift_ptr + c).to(tl.float32)
    d = x - tl.sum(x, axis=0) * (1.0 / WIDTH)
    inverse = tl.rsqrt(tl.sum(d * d, axis=0) * (1.0 / WIDTH) + 1e-5)
    tl.store(y_ptr + at, (d * inverse * scale + shift).to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def kettles(kernel, dtype):
    def setup():
        n, terms, block = 4 * 1024 * 1024, 96, 1024
        v = data(n, seed=1) * 30.0 + 20.0
        order = torch.arange(terms - 1, -1, -1, device="cuda", dtype=torch.float64)
        series = data(terms, seed=2).double() / (order + 1.0)
        series[terms - 1] = 2.0
        table = torch.cat([torch.tensor([20.0, 1.0 / 30.5], device="cuda", dtype=torch.float64), series]).to(dtype)
        y = torch.empty_like(v)
        return (lambda: kernel[(n // block,)](v, table, y, TERMS=terms, BLOCK=block, num_warps=4)), y

    return setup


def herons(kernel, block, warps):
    def setup():
        points, members = 2 * 1024 * 1024, 64
        x = data(points * members)
        y = torch.empty(2 * points, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(points // block,)](x, y, points, MEMBERS=members, BLOCK=block, num_warps=warps)), y

    return setup


def otters(kernel, stages):
    def setup():
        m, n, k, bm, bn = 8192, 4096, 4096, 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2), data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def lanterns(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        x = data(n) * 0.5 + 0.5
        density, light, y = (torch.empty_like(x) for _ in range(3))
        grid = (n // block,)

        def apart():
            saddle_lantern_av7_a0[grid](x, density, BLOCK=block, num_warps=4)
            saddle_lantern_av7_a1[grid](density, light, 0.05, 1.25, BLOCK=block, num_warps=4)
            saddle_lantern_av7_a2[grid](light, y, BLOCK=block, num_warps=4)

        return (lambda: saddle_lantern_av7_b[grid](x, y, 0.05, 1.25, BLOCK=block, num_warps=4)) if fused else apart, y

    return setup


def anvils(kernel, block, warps):
    def setup():
        n = 262144
        beta, gamma = 0.3 + 0.2 * data(n, seed=1), 0.1 + 0.05 * data(n, seed=2)
        seeds = 0.001 + 0.0005 * data(n, seed=3)
        y = torch.empty_like(beta)
        return (lambda: kernel[(n // block,)](beta, gamma, seeds, y, 0.004, DAYS=256, BLOCK=block, num_warps=warps)), y

    return setup


def walnuts(gathered):
    def setup():
        pixels, bands, rows, share = 2 * 1024 * 1024, 64, 32, 2048
        x = data(pixels * bands)
        out = torch.zeros(2 * bands, device="cuda", dtype=torch.float32)
        total, energy = out[:bands], out[bands:]

        def each():
            walnut_parade_av7_a[(pixels // rows,)](x, total, energy, ROWS=rows, BANDS=bands, num_warps=4)

        def shares():
            walnut_parade_av7_b[(pixels // share,)](x, total, energy, SHARE=share, ROWS=rows, BANDS=bands, num_warps=4)

        return shares if gathered else each, out

    return setup


def compasses(kernel):
    def setup():
        n, block = 48 * 1024 * 1024, 1024
        u, v = data(n, seed=1), data(n, seed=2)
        y = torch.empty(2 * n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](u, v, y, n, 0.01, BLOCK=block, num_warps=4)), y

    return setup


def thickets():
    rows, width = 131072, 2048
    x = data(rows * width, torch.bfloat16, 1)
    scale, shift = (data(width, seed=2) + 1.5).to(torch.bfloat16), (data(width, seed=3) + 1.0).to(torch.bfloat16)
    y = torch.empty_like(x)
    return (lambda: marble_thicket_av7_a[(rows,)](x, scale, shift, y, WIDTH=width, num_warps=4)), y


CASES = [
    ("bramble_kettle_av7_a", kettles(bramble_kettle_av7_a, torch.float64)),
    ("bramble_kettle_av7_b", kettles(bramble_kettle_av7_b, torch.float32)),
    ("heron_ladder_av7_a", herons(heron_ladder_av7_a, 256, 8)),
    ("heron_ladder_av7_b", herons(heron_ladder_av7_b, 64, 4)),
    ("otter_canvas_av7_a", otters(otter_canvas_av7_a, 1)),
    ("otter_canvas_av7_b", otters(otter_canvas_av7_b, 3)),
    ("saddle_lantern_av7_a", lanterns(False)),
    ("saddle_lantern_av7_b", lanterns(True)),
    ("pepper_anvil_av7_a", anvils(pepper_anvil_av7_a, 8192, 16)),
    ("pepper_anvil_av7_b", anvils(pepper_anvil_av7_b, 256, 4)),
    ("walnut_parade_av7_a", walnuts(False)),
    ("walnut_parade_av7_b", walnuts(True)),
    ("velvet_compass_av7_a", compasses(velvet_compass_av7_a)),
    ("velvet_compass_av7_b", compasses(velvet_compass_av7_b)),
    ("marble_thicket_av7_a", thickets),
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
