#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: twentieth_e7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- shepherds: power of 4096 listening directions over 4096 moments, 512 bells, fp32; before IEEE products, after TF32 ----------------
@triton.jit
def _directions(w_ptr, x_ptr, y_ptr, N, K, PRECISION: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = w_ptr + rm[:, None] * K + rk[None, :]
    b = x_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision=PRECISION)
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc * acc)


@triton.jit
def shepherd_bells_e7_a(w_ptr, x_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _directions(w_ptr, x_ptr, y_ptr, N, K, "ieee", BM, BN, BK)


@triton.jit
def shepherd_bells_e7_b(w_ptr, x_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _directions(w_ptr, x_ptr, y_ptr, N, K, "tf32", BM, BN, BK)


# ---- castle: covariance of 4096 weather stations over 4096 hours, x[hour][station] fp16; before one stage, after three -----------------
@triton.jit
def _covariance(x_ptr, y_ptr, stations, hours, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (stations // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rk[None, :] * stations + rm[:, None]
    b = x_ptr + rk[:, None] * stations + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, hours, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * stations
        b += BK * stations
    tl.store(y_ptr + rm[:, None] * stations + rn[None, :], (acc * scale).to(tl.float16))


@triton.jit
def castle_weather_e7_a(x_ptr, y_ptr, stations, hours, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _covariance(x_ptr, y_ptr, stations, hours, scale, BM, BN, BK)


@triton.jit
def castle_weather_e7_b(x_ptr, y_ptr, stations, hours, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _covariance(x_ptr, y_ptr, stations, hours, scale, BM, BN, BK)


# ---- harbours: tidal range of each of 16384 stations over 4096 hours, x[hour][station]; before a program a station, after 32 side by side
@triton.jit
def harbour_tides_e7_a(x_ptr, y_ptr, hours, stations, BLOCK: tl.constexpr):
    station = tl.program_id(0)
    high = tl.full((BLOCK,), -1e30, dtype=tl.float32)
    low = tl.full((BLOCK,), 1e30, dtype=tl.float32)
    for first in range(0, hours, BLOCK):
        level = tl.load(x_ptr + (first + tl.arange(0, BLOCK)) * stations + station)
        high = tl.maximum(high, level)
        low = tl.minimum(low, level)
    tl.store(y_ptr + station, tl.max(high, axis=0) - tl.min(low, axis=0))


@triton.jit
def harbour_tides_e7_b(x_ptr, y_ptr, hours, stations, BLOCK: tl.constexpr, WIDE: tl.constexpr):
    station = tl.program_id(0) * WIDE + tl.arange(0, WIDE)
    high = tl.full((BLOCK, WIDE), -1e30, dtype=tl.float32)
    low = tl.full((BLOCK, WIDE), 1e30, dtype=tl.float32)
    for first in range(0, hours, BLOCK):
        level = tl.load(x_ptr + (first + tl.arange(0, BLOCK))[:, None] * stations + station[None, :])
        high = tl.maximum(high, level)
        low = tl.minimum(low, level)
    tl.store(y_ptr + station, tl.max(high, axis=0) - tl.min(low, axis=0))


# ---- orchard: 1M baskets of 64 kinds of fruit, as shares of the basket; before a program a basket, after a program 32 baskets ----------
@triton.jit
def orchard_baskets_e7_a(x_ptr, y_ptr, KINDS: tl.constexpr):
    at = tl.program_id(0) * KINDS + tl.arange(0, KINDS)
    fruit = tl.load(x_ptr + at)
    whole = tl.sum(tl.abs(fruit), axis=0) + 1e-6
    tl.store(y_ptr + at, fruit / whole)


@triton.jit
def orchard_baskets_e7_b(x_ptr, y_ptr, KINDS: tl.constexpr, BASKETS: tl.constexpr):
    basket = tl.program_id(0) * BASKETS + tl.arange(0, BASKETS)
    at = basket[:, None] * KINDS + tl.arange(0, KINDS)[None, :]
    fruit = tl.load(x_ptr + at)
    whole = tl.sum(tl.abs(fruit), axis=1) + 1e-6
    tl.store(y_ptr + at, fruit / whole[:, None])


# ---- vineyard: water left in 64M cells of soil after an evening of sun and wind; before an operation a launch, after one launch --------
@triton.jit
def vineyard_evening_e7_a0(sun_ptr, heat_ptr, absorbed, lost, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(heat_ptr + i, tl.load(sun_ptr + i) * absorbed - lost)


@triton.jit
def vineyard_evening_e7_a1(heat_ptr, wind_ptr, dried_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(dried_ptr + i, tl.load(heat_ptr + i) * tl.load(wind_ptr + i))


@triton.jit
def vineyard_evening_e7_a2(dried_ptr, heat_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(heat_ptr + i, tl.maximum(tl.load(dried_ptr + i), floor))


@triton.jit
def vineyard_evening_e7_a3(heat_ptr, soil_ptr, y_ptr, season, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(soil_ptr + i) - season * tl.load(heat_ptr + i))


@triton.jit
def vineyard_evening_e7_b(sun_ptr, wind_ptr, soil_ptr, y_ptr, absorbed, lost, floor, season, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    heat = tl.load(sun_ptr + i) * absorbed - lost
    dried = tl.maximum(heat * tl.load(wind_ptr + i), floor)
    tl.store(y_ptr + i, tl.load(soil_ptr + i) - season * dried)


# ---- lanterns: energy of 2M lanterns' flicker (16 samples each) by their colour of eight; before each lantern adds, after each program -
@triton.jit
def _flicker(x_ptr, lantern, SAMPLES: tl.constexpr):
    light = tl.load(x_ptr + lantern[:, None] * SAMPLES + tl.arange(0, SAMPLES)[None, :])
    return tl.sum(light * light, axis=1)


@triton.jit
def lantern_colours_e7_a(x_ptr, colour_ptr, y_ptr, SAMPLES: tl.constexpr, ROWS: tl.constexpr, TILES: tl.constexpr):
    first = tl.program_id(0) * TILES * ROWS
    for tile in range(0, TILES):
        lantern = first + tile * ROWS + tl.arange(0, ROWS)
        energy = _flicker(x_ptr, lantern, SAMPLES)
        tl.atomic_add(y_ptr + tl.load(colour_ptr + lantern), energy, sem="relaxed")


@triton.jit
def lantern_colours_e7_b(x_ptr, colour_ptr, y_ptr, COLOURS: tl.constexpr, SAMPLES: tl.constexpr, ROWS: tl.constexpr, TILES: tl.constexpr):
    first = tl.program_id(0) * TILES * ROWS
    shade = tl.arange(0, COLOURS)
    acc = tl.zeros((ROWS, COLOURS), dtype=tl.float32)
    for tile in range(0, TILES):
        lantern = first + tile * ROWS + tl.arange(0, ROWS)
        energy = _flicker(x_ptr, lantern, SAMPLES)
        colour = tl.load(colour_ptr + lantern)
        acc += tl.where(colour[:, None] == shade[None, :], energy[:, None], 0.0)
    tl.atomic_add(y_ptr + shade, tl.sum(acc, axis=0), sem="relaxed")


# ---- mild: library: 65536 shelves of 1024 books scaled by a shelf's weight; before the weight is a field of a record, after packed -----
@triton.jit
def _weighed(x_ptr, weight_ptr, y_ptr, WIDTH: tl.constexpr, RECORD: tl.constexpr, FIELD: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    shelf = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    book = tl.program_id(0) * COLS + tl.arange(0, COLS)
    weight = tl.load(weight_ptr + shelf * RECORD + FIELD)
    at = shelf[:, None] * WIDTH + book[None, :]
    tl.store(y_ptr + at, tl.load(x_ptr + at) * weight[:, None])


@triton.jit
def library_shelves_e7_a(x_ptr, record_ptr, y_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _weighed(x_ptr, record_ptr, y_ptr, WIDTH, 16, 3, ROWS, COLS)


@triton.jit
def library_shelves_e7_b(x_ptr, weight_ptr, y_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _weighed(x_ptr, weight_ptr, y_ptr, WIDTH, 1, 0, ROWS, COLS)


# ---- healthy: festival: three stages' sound mixed to one track and limited, fp32 -------------------------------------------------------
@triton.jit
def festival_mix_e7_a(left_ptr, centre_ptr, right_ptr, y_ptr, side, middle, limit, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    left = tl.load(left_ptr + i)
    centre = tl.load(centre_ptr + i)
    right = tl.load(right_ptr + i)
    mixed = side * (left + right) + middle * centre
    tl.store(y_ptr + i, tl.minimum(tl.maximum(mixed, -limit), limit))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def shepherds(kernel):
    def setup():
        m, n, k, bm, bn = 4096, 4096, 512, 128, 64
        # values that TF32 holds exactly, so that both forms give the same sums
        w, x = data(m * k, torch.bfloat16, 1).float(), data(n * k, torch.bfloat16, 2).float()
        y = torch.empty(m * n, device="cuda", dtype=torch.float32)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](w, x, y, n, k, BM=bm, BN=bn, BK=16, num_warps=8, num_stages=3)), y

    return setup


def castle(kernel, stages):
    def setup():
        stations, hours, bm, bn = 4096, 4096, 128, 256
        x = data(hours * stations, torch.float16, 1)
        y = torch.empty(stations * stations, device="cuda", dtype=torch.float16)
        grid = ((stations // bm) * (stations // bn),)
        return (lambda: kernel[grid](x, y, stations, hours, 1.0 / 64, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def harbours(wide):
    def setup():
        hours, stations = 4096, 16384
        x = data(hours * stations, seed=1)
        y = torch.empty(stations, device="cuda", dtype=torch.float32)
        if wide > 1:
            return (lambda: harbour_tides_e7_b[(stations // wide,)](x, y, hours, stations, BLOCK=128, WIDE=wide, num_warps=4)), y
        return (lambda: harbour_tides_e7_a[(stations,)](x, y, hours, stations, BLOCK=1024, num_warps=4)), y

    return setup


def orchard(baskets):
    def setup():
        rows, kinds = 1024 * 1024, 64
        x = data(rows * kinds, seed=1)
        y = torch.empty_like(x)
        if baskets > 1:
            return (lambda: orchard_baskets_e7_b[(rows // baskets,)](x, y, KINDS=kinds, BASKETS=baskets, num_warps=4)), y
        return (lambda: orchard_baskets_e7_a[(rows,)](x, y, KINDS=kinds, num_warps=2)), y

    return setup


def vineyard(fused):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        sun, wind, soil = data(n, seed=1), data(n, seed=2), data(n, seed=3)
        y, grid = torch.empty_like(sun), (n // block,)
        absorbed, lost, floor, season = 0.77, 0.11, 0.02, 0.4
        if fused:
            return (lambda: vineyard_evening_e7_b[grid](sun, wind, soil, y, absorbed, lost, floor, season, BLOCK=block, num_warps=4)), y
        heat, dried = torch.empty_like(sun), torch.empty_like(sun)

        def launch():
            vineyard_evening_e7_a0[grid](sun, heat, absorbed, lost, BLOCK=block, num_warps=4)
            vineyard_evening_e7_a1[grid](heat, wind, dried, BLOCK=block, num_warps=4)
            vineyard_evening_e7_a2[grid](dried, heat, floor, BLOCK=block, num_warps=4)
            vineyard_evening_e7_a3[grid](heat, soil, y, season, BLOCK=block, num_warps=4)

        return launch, y

    return setup


def lanterns(kernel, **how):
    def setup():
        lanterns, samples, rows, tiles, colours = 2 * 1024 * 1024, 16, 256, 8, 8
        x = data(lanterns * samples, seed=1)
        g = torch.Generator(device="cuda").manual_seed(5)
        colour = torch.randint(0, colours, (lanterns,), device="cuda", dtype=torch.int32, generator=g)
        # zero at first: every form adds to it
        y = torch.zeros(colours, device="cuda", dtype=torch.float32)
        grid = (lanterns // (rows * tiles),)
        return (lambda: kernel[grid](x, colour, y, SAMPLES=samples, ROWS=rows, TILES=tiles, num_warps=4, **how)), y

    return setup


def library(kernel, packed):
    def setup():
        shelves, width, rows, cols = 65536, 1024, 64, 64
        x, record = data(shelves * width, seed=1), data(shelves * 16, seed=2)
        weight = record.view(shelves, 16)[:, 3].contiguous() if packed else record
        y = torch.empty_like(x)
        grid = (width // cols, shelves // rows)
        return (lambda: kernel[grid](x, weight, y, WIDTH=width, ROWS=rows, COLS=cols, num_warps=4)), y

    return setup


def festival():
    n, block = 64 * 1024 * 1024, 2048
    left, centre, right = data(n, seed=1), data(n, seed=2), data(n, seed=3)
    y = torch.empty_like(left)
    return (lambda: festival_mix_e7_a[(n // block,)](left, centre, right, y, 0.6, 0.8, 0.95, BLOCK=block, num_warps=4)), y


CASES = [
    ("shepherd_bells_e7_a", shepherds(shepherd_bells_e7_a)),
    ("shepherd_bells_e7_b", shepherds(shepherd_bells_e7_b)),
    ("castle_weather_e7_a", castle(castle_weather_e7_a, 1)),
    ("castle_weather_e7_b", castle(castle_weather_e7_b, 3)),
    ("harbour_tides_e7_a", harbours(1)),
    ("harbour_tides_e7_b", harbours(32)),
    ("orchard_baskets_e7_a", orchard(1)),
    ("orchard_baskets_e7_b", orchard(32)),
    ("vineyard_evening_e7_a0", vineyard(False)),
    ("vineyard_evening_e7_b", vineyard(True)),
    ("lantern_colours_e7_a", lanterns(lantern_colours_e7_a)),
    ("lantern_colours_e7_b", lanterns(lantern_colours_e7_b, COLOURS=8)),
    ("library_shelves_e7_a", library(library_shelves_e7_a, False)),
    ("library_shelves_e7_b", library(library_shelves_e7_b, True)),
    ("festival_mix_e7_a", festival),
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
