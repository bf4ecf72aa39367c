#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fifteenth_w7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- fossil pollen: rectified likeness of 4096 grains and 2048 known kinds in 1024 features; before exact float products, after TF32 --
@triton.jit
def fossil_pollen_w7_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision="ieee")
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0))


@triton.jit
def fossil_pollen_w7_b(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision="tf32")
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0))


# ---- heartbeat: power of each of 128 electrodes over 262144 samples; before every sample is added atomically, after a program's sum ---
@triton.jit
def heartbeat_power_w7_a(x_ptr, y_ptr, SHARE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * SHARE + tl.arange(0, ROWS)
    c = tl.arange(0, COLS)
    for first in range(0, SHARE, ROWS):
        x = tl.load(x_ptr + (first + r[:, None]) * COLS + c[None, :])
        tl.atomic_add(y_ptr + (r[:, None] * 0 + c[None, :]), x * x, sem="relaxed")


@triton.jit
def heartbeat_power_w7_b(x_ptr, y_ptr, SHARE: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * SHARE + tl.arange(0, ROWS)
    c = tl.arange(0, COLS)
    acc = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for first in range(0, SHARE, ROWS):
        x = tl.load(x_ptr + (first + r[:, None]) * COLS + c[None, :])
        acc += x * x
    tl.atomic_add(y_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


# ---- tide gauge: surge left when the mean level and a share of the pressure are taken off; before programs of 32 readings, after 1024 -
@triton.jit
def _surge(level_ptr, pressure_ptr, y_ptr, mean, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(level_ptr + i) - mean - share * tl.load(pressure_ptr + i))


@triton.jit
def tide_gauge_w7_a(level_ptr, pressure_ptr, y_ptr, mean, share, BLOCK: tl.constexpr):
    _surge(level_ptr, pressure_ptr, y_ptr, mean, share, BLOCK)


@triton.jit
def tide_gauge_w7_b(level_ptr, pressure_ptr, y_ptr, mean, share, BLOCK: tl.constexpr):
    _surge(level_ptr, pressure_ptr, y_ptr, mean, share, BLOCK)


# ---- asteroids: energy of motion from mass and speed; before records of eight floats of which two are read, after an array a field ----
@triton.jit
def _energy(x_ptr, y_ptr, ITEM: tl.constexpr, FIELD: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mass = tl.load(x_ptr + i * ITEM + 1 * FIELD)
    speed = tl.load(x_ptr + i * ITEM + 6 * FIELD)
    tl.store(y_ptr + i, 0.5 * mass * speed * speed)


@triton.jit
def asteroid_catalogue_w7_a(x_ptr, y_ptr, ITEM: tl.constexpr, FIELD: tl.constexpr, BLOCK: tl.constexpr):
    _energy(x_ptr, y_ptr, ITEM, FIELD, BLOCK)


@triton.jit
def asteroid_catalogue_w7_b(x_ptr, y_ptr, ITEM: tl.constexpr, FIELD: tl.constexpr, BLOCK: tl.constexpr):
    _energy(x_ptr, y_ptr, ITEM, FIELD, BLOCK)


# ---- bird calls: softmax over 4096 species of each of 16384 recordings; before maximum, exponentials and division apart, after at once -
@triton.jit
def bird_calls_w7_a0(x_ptr, top_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(top_ptr + row, tl.max(x, axis=0))


@triton.jit
def bird_calls_w7_a1(x_ptr, top_ptr, sum_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    e = tl.exp(tl.load(x_ptr + at) - tl.load(top_ptr + row))
    tl.store(y_ptr + at, e)
    tl.store(sum_ptr + row, tl.sum(e, axis=0))


@triton.jit
def bird_calls_w7_a2(y_ptr, sum_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(y_ptr + at, tl.load(y_ptr + at) * (1.0 / tl.load(sum_ptr + row)))


@triton.jit
def bird_calls_w7_b(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e * (1.0 / tl.sum(e, axis=0)))


# ---- ice crystals: phase and heat of a cell after 400 steps, 132 persistent programs; before 148 tiles of 8192 cells, after of 1024 ----
@triton.jit
def _grown(u_ptr, v_ptr, y_ptr, tiles, step, pull, STEPS: tl.constexpr, TILE: tl.constexpr):
    for tile in range(tl.program_id(0), tiles, tl.num_programs(0)):
        i = tile * TILE + tl.arange(0, TILE)
        u = tl.load(u_ptr + i)
        v = tl.load(v_ptr + i)
        for _ in range(0, STEPS):
            rate = u * (1.0 - u) * (u - v)
            v = v + step * (pull * rate - v)
            u = u + step * rate
        tl.store(y_ptr + i, u + v)


@triton.jit
def ice_crystal_w7_a(u_ptr, v_ptr, y_ptr, tiles, step, pull, STEPS: tl.constexpr, TILE: tl.constexpr):
    _grown(u_ptr, v_ptr, y_ptr, tiles, step, pull, STEPS, TILE)


@triton.jit
def ice_crystal_w7_b(u_ptr, v_ptr, y_ptr, tiles, step, pull, STEPS: tl.constexpr, TILE: tl.constexpr):
    _grown(u_ptr, v_ptr, y_ptr, tiles, step, pull, STEPS, TILE)


# ---- seismic array: offset and gain of each of 24 stations applied to its samples; before a program a station, after 512 a station -----
@triton.jit
def seismic_array_w7_a(x_ptr, offset_ptr, gain_ptr, y_ptr, samples, BLOCK: tl.constexpr):
    station = tl.program_id(0)
    offset = tl.load(offset_ptr + station)
    gain = tl.load(gain_ptr + station)
    for first in range(0, samples, BLOCK):
        at = station * samples + first + tl.arange(0, BLOCK)
        tl.store(y_ptr + at, (tl.load(x_ptr + at) - offset) * gain)


@triton.jit
def seismic_array_w7_b(x_ptr, offset_ptr, gain_ptr, y_ptr, samples, BLOCK: tl.constexpr):
    station = tl.program_id(1)
    offset = tl.load(offset_ptr + station)
    gain = tl.load(gain_ptr + station)
    at = station * samples + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + at, (tl.load(x_ptr + at) - offset) * gain)


# ---- mild: tree rings: ring widths freed of trend and their energy; before all programs add to one word, after each stores its part -----
@triton.jit
def tree_rings_w7_a(x_ptr, trend_ptr, y_ptr, energy_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(x_ptr + i) - tl.load(trend_ptr + i)
    tl.store(y_ptr + i, d)
    tl.atomic_add(energy_ptr, tl.sum(d * d, axis=0), sem="relaxed")


@triton.jit
def tree_rings_w7_b(x_ptr, trend_ptr, y_ptr, energy_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(x_ptr + i) - tl.load(trend_ptr + i)
    tl.store(y_ptr + i, d)
    tl.store(energy_ptr + tl.program_id(0), tl.sum(d * d, axis=0))


# ---- mild: telescope: two exposures of a strip blended; before the first pixel's alignment is unknown to the compiler, after known ------
@triton.jit
def _blend(one_ptr, two_ptr, y_ptr, first, share, BLOCK: tl.constexpr):
    i = first + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    one = tl.load(one_ptr + i)
    tl.store(y_ptr + i, one + share * (tl.load(two_ptr + i) - one))


@triton.jit(do_not_specialize=["first"])
def telescope_strip_w7_a(one_ptr, two_ptr, y_ptr, first, share, BLOCK: tl.constexpr):
    _blend(one_ptr, two_ptr, y_ptr, first, share, BLOCK)


@triton.jit
def telescope_strip_w7_b(one_ptr, two_ptr, y_ptr, first, share, BLOCK: tl.constexpr):
    _blend(one_ptr, two_ptr, y_ptr, first, share, BLOCK)


# ---- healthy: neurons: drive passed through a gate of its own sigmoid, in bf16 ---------------------------------------------------------
@triton.jit
def neuron_gates_w7_a(x_ptr, drive_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32)
    gated = x * tl.sigmoid(x) * tl.load(drive_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, gated.to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def pollen(kernel):
    def setup():
        m, n, k, bm, bn = 4096, 2048, 1024, 128, 128
        # values of eight bits, which TF32 holds exactly: both forms multiply the same numbers
        x, w = data(m * k, torch.bfloat16, 1).to(torch.float32), data(n * k, torch.bfloat16, 2).to(torch.float32)
        y = torch.empty(m * n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(m // bm, n // bn)](x, w, y, n, k, BM=bm, BN=bn, BK=32, num_warps=8, num_stages=3)), y

    return setup


def heartbeats(kernel):
    def setup():
        samples, leads, share = 262144, 128, 256
        x = data(samples * leads)
        y = torch.zeros(leads, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(samples // share,)](x, y, SHARE=share, ROWS=32, COLS=leads, num_warps=4)), y

    return setup


def tides(kernel, block, warps):
    def setup():
        n = 24 * 1024 * 1024
        level, pressure = data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(level)
        return (lambda: kernel[(n // block,)](level, pressure, y, 0.125, 0.375, BLOCK=block, num_warps=warps)), y

    return setup


def asteroids(kernel, records):
    def setup():
        n, fields, block = 16 * 1024 * 1024, 8, 1024
        x = data(n * fields)
        if not records:
            x = x.view(n, fields).t().contiguous().view(-1)
        item, field = (fields, 1) if records else (1, n)
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](x, y, ITEM=item, FIELD=field, BLOCK=block, num_warps=4)), y

    return setup


def birds(fused):
    def setup():
        rows, width = 16384, 4096
        x = data(rows * width) * 4
        y = torch.empty_like(x)
        top, total = (torch.empty(rows, device="cuda", dtype=torch.float32) for _ in range(2))
        grid = (rows,)

        def apart():
            bird_calls_w7_a0[grid](x, top, WIDTH=width, num_warps=8)
            bird_calls_w7_a1[grid](x, top, total, y, WIDTH=width, num_warps=8)
            bird_calls_w7_a2[grid](y, total, WIDTH=width, num_warps=8)

        return (lambda: bird_calls_w7_b[grid](x, y, WIDTH=width, num_warps=8)) if fused else apart, y

    return setup


def crystals(kernel, tile):
    def setup():
        n, programs = 148 * 8192, 132
        u, v = 0.5 + 0.4 * data(n, seed=1), 0.5 + 0.4 * data(n, seed=2)
        y = torch.empty_like(u)
        return (lambda: kernel[(programs,)](u, v, y, n // tile, 0.02, 1.5, STEPS=400, TILE=tile, num_warps=16)), y

    return setup


def stations(kernel, spread):
    def setup():
        count, samples, block = 24, 2 * 1024 * 1024, 4096
        x, offset, gain = data(count * samples, seed=1), data(count, seed=2), data(count, seed=3) + 1.5
        y = torch.empty_like(x)
        grid = (samples // block, count) if spread else (count,)
        return (lambda: kernel[grid](x, offset, gain, y, samples, BLOCK=block, num_warps=8)), y

    return setup


def rings(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 4096
        x, trend = data(n, seed=1), 0.25 * data(n, seed=2)
        # the residuals, then the parts of their energy (the first word alone in the before case)
        out = torch.zeros(n + n // block, device="cuda", dtype=torch.float32)
        y, energy = out[:n], out[n:]
        return (lambda: kernel[(n // block,)](x, trend, y, energy, BLOCK=block, num_warps=8)), out

    return setup


def strips(kernel):
    def setup():
        n, first, block = 48 * 1024 * 1024, 4096, 1024
        one, two = data(n + first, seed=1), data(n + first, seed=2)
        y = torch.zeros_like(one)
        return (lambda: kernel[(n // block,)](one, two, y, first, 0.375, BLOCK=block, num_warps=4)), y[first:]

    return setup


def gates():
    n, block = 96 * 1024 * 1024, 2048
    x, drive = data(n, torch.bfloat16, 1), data(n, torch.bfloat16, 2)
    y = torch.empty_like(x)
    return (lambda: neuron_gates_w7_a[(n // block,)](x, drive, y, BLOCK=block, num_warps=4)), y


CASES = [
    ("fossil_pollen_w7_a", pollen(fossil_pollen_w7_a)),
    ("fossil_pollen_w7_b", pollen(fossil_pollen_w7_b)),
    ("heartbeat_power_w7_a", heartbeats(heartbeat_power_w7_a)),
    ("heartbeat_power_w7_b", heartbeats(heartbeat_power_w7_b)),
    ("tide_gauge_w7_a", tides(tide_gauge_w7_a, 32, 1)),
    ("tide_gauge_w7_b", tides(tide_gauge_w7_b, 1024, 4)),
    ("asteroid_catalogue_w7_a", asteroids(asteroid_catalogue_w7_a, True)),
    ("asteroid_catalogue_w7_b", asteroids(asteroid_catalogue_w7_b, False)),
    ("bird_calls_w7_a", birds(False)),
    ("bird_calls_w7_b", birds(True)),
    ("ice_crystal_w7_a", crystals(ice_crystal_w7_a, 8192)),
    ("ice_crystal_w7_b", crystals(ice_crystal_w7_b, 1024)),
    ("seismic_array_w7_a", stations(seismic_array_w7_a, False)),
    ("seismic_array_w7_b", stations(seismic_array_w7_b, True)),
    ("tree_rings_w7_a", rings(tree_rings_w7_a)),
    ("tree_rings_w7_b", rings(tree_rings_w7_b)),
    ("telescope_strip_w7_a", strips(telescope_strip_w7_a)),
    ("telescope_strip_w7_b", strips(telescope_strip_w7_b)),
    ("neuron_gates_w7_a", gates),
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
