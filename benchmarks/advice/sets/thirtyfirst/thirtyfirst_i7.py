#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtyfirst_i7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- lighthouse logs: a dense layer (bias, rectified) in fp16, 4096 x 8192 x 2048; before one stage of copies, after four --------------
@triton.jit
def _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    tiles_m = M // BM
    tiles_n = N // BN
    group = pid // (GROUP * tiles_n)
    size = tl.minimum(tiles_m - group * GROUP, GROUP)
    within = pid % (GROUP * tiles_n)
    rm = (group * GROUP + within % size) * BM + tl.arange(0, BM)
    rn = (within // size) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    acc += tl.load(bias_ptr + rn)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0).to(tl.float16))


@triton.jit
def lighthouse_logs_i7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def lighthouse_logs_i7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _layer(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- beehive hum: power of each of 129024 hives over 2048 frames, hives innermost; before a program walks one hive, after 32 hives ------
@triton.jit
def beehive_hum_i7_a(x_ptr, y_ptr, frames, hives, ROWS: tl.constexpr):
    hive = tl.program_id(0)
    r = tl.arange(0, ROWS)
    power = tl.zeros((ROWS,), dtype=tl.float32)
    for first in range(0, frames, ROWS):
        x = tl.load(x_ptr + (first + r) * hives + hive)
        power += x * x
    tl.store(y_ptr + hive, tl.sum(power, axis=0) / frames)


@triton.jit
def beehive_hum_i7_b(x_ptr, y_ptr, frames, hives, ROWS: tl.constexpr, COLS: tl.constexpr):
    hive = tl.program_id(0) * COLS + tl.arange(0, COLS)
    r = tl.arange(0, ROWS)
    power = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for first in range(0, frames, ROWS):
        x = tl.load(x_ptr + (first + r[:, None]) * hives + hive[None, :])
        power += x * x
    tl.store(y_ptr + hive, tl.sum(power, axis=0) / frames)


# ---- carousel turns: rotary position of 32 heads of 128 in bf16; before a program turns one head of a token, after all heads of it ------
@triton.jit
def carousel_turns_i7_a(x_ptr, cos_ptr, sin_ptr, y_ptr, HEADS: tl.constexpr, HALF: tl.constexpr):
    head = tl.program_id(0)
    token = tl.program_id(1)
    d = tl.arange(0, HALF)
    at = (token * HEADS + head) * (2 * HALF) + d
    c = tl.load(cos_ptr + token * HALF + d)
    s = tl.load(sin_ptr + token * HALF + d)
    p = tl.load(x_ptr + at).to(tl.float32)
    q = tl.load(x_ptr + at + HALF).to(tl.float32)
    tl.store(y_ptr + at, (p * c - q * s).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (q * c + p * s).to(tl.bfloat16))


@triton.jit
def carousel_turns_i7_b(x_ptr, cos_ptr, sin_ptr, y_ptr, HEADS: tl.constexpr, HALF: tl.constexpr):
    token = tl.program_id(0)
    head = tl.arange(0, HEADS)
    d = tl.arange(0, HALF)
    at = (token * HEADS + head[:, None]) * (2 * HALF) + d[None, :]
    c = tl.load(cos_ptr + token * HALF + d)[None, :]
    s = tl.load(sin_ptr + token * HALF + d)[None, :]
    p = tl.load(x_ptr + at).to(tl.float32)
    q = tl.load(x_ptr + at + HALF).to(tl.float32)
    tl.store(y_ptr + at, (p * c - q * s).to(tl.bfloat16))
    tl.store(y_ptr + at + HALF, (q * c + p * s).to(tl.bfloat16))


# ---- coral survey: covariance of two sets of 256 traits over 131072 reefs in fp16; before 4 programs, after 64 shares of the reefs ------
@triton.jit
def _covariance(x_ptr, g_ptr, y_ptr, M, N, share, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SHARED: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * share + tl.arange(0, BK)
    a = x_ptr + rk[None, :] * M + rm[:, None]
    b = g_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, share, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * M
        b += BK * N
    y = y_ptr + rm[:, None] * N + rn[None, :]
    if SHARED:
        tl.atomic_add(y, acc, sem="relaxed")
    else:
        tl.store(y, acc)


@triton.jit
def coral_survey_i7_a(x_ptr, g_ptr, y_ptr, M, N, share, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _covariance(x_ptr, g_ptr, y_ptr, M, N, share, BM, BN, BK, False)


@triton.jit
def coral_survey_i7_b(x_ptr, g_ptr, y_ptr, M, N, share, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _covariance(x_ptr, g_ptr, y_ptr, M, N, share, BM, BN, BK, True)


# ---- darkroom prints: exposure, tone curve, contrast and grain of 32 million pixels; before an operator a launch, after all in one ------
@triton.jit
def darkroom_prints_i7_a0(x_ptr, y_ptr, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * gain)


@triton.jit
def darkroom_prints_i7_a1(x_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    tl.store(y_ptr + i, x / (1.0 + tl.abs(x)))


@triton.jit
def darkroom_prints_i7_a2(x_ptr, y_ptr, contrast, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = 0.5 + contrast * (tl.load(x_ptr + i) - 0.5)
    tl.store(y_ptr + i, tl.minimum(tl.maximum(x, 0.0), 1.0))


@triton.jit
def darkroom_prints_i7_a3(x_ptr, grain_ptr, y_ptr, strength, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i) + strength * tl.load(grain_ptr + i))


@triton.jit
def darkroom_prints_i7_b(x_ptr, grain_ptr, y_ptr, gain, contrast, strength, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i) * gain
    x = x / (1.0 + tl.abs(x))
    x = 0.5 + contrast * (x - 0.5)
    x = tl.minimum(tl.maximum(x, 0.0), 1.0)
    tl.store(y_ptr + i, x + strength * tl.load(grain_ptr + i))


# ---- solar roofs: current of a cell by Newton's method; before the module's table (numpy's doubles) makes all double, after cast --------
@triton.jit
def _cell_current(v, light, saturation, resistance, slope, STEPS: tl.constexpr):
    current = light
    for _ in range(0, STEPS):
        e = saturation * tl.exp((v + current * resistance) * slope)
        rest = light - (e - saturation) - current
        current = current + rest / (1.0 + e * resistance * slope)
    return current


@triton.jit
def solar_roofs_i7_a(volt_ptr, light_ptr, module_ptr, y_ptr, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gain = tl.load(module_ptr + 0)
    saturation = tl.load(module_ptr + 1)
    resistance = tl.load(module_ptr + 2)
    slope = tl.load(module_ptr + 3)
    v = tl.load(volt_ptr + i)
    current = _cell_current(v, tl.load(light_ptr + i) * gain, saturation, resistance, slope, STEPS)
    tl.store(y_ptr + i, (v * current).to(tl.float32))


@triton.jit
def solar_roofs_i7_b(volt_ptr, light_ptr, module_ptr, y_ptr, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gain = tl.load(module_ptr + 0).to(tl.float32)
    saturation = tl.load(module_ptr + 1).to(tl.float32)
    resistance = tl.load(module_ptr + 2).to(tl.float32)
    slope = tl.load(module_ptr + 3).to(tl.float32)
    v = tl.load(volt_ptr + i)
    current = _cell_current(v, tl.load(light_ptr + i) * gain, saturation, resistance, slope, STEPS)
    tl.store(y_ptr + i, (v * current).to(tl.float32))


# ---- mild: bakery orders: orders scaled by their shop and gated, plus a rest; before the shop of each by division, after of a program ---
@triton.jit(do_not_specialize=["width"])
def bakery_orders_i7_a(x_ptr, gate_ptr, rest_ptr, scale_ptr, y_ptr, width, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr + i // width)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * scale * tl.load(gate_ptr + i) + tl.load(rest_ptr + i))


@triton.jit(do_not_specialize=["width"])
def bakery_orders_i7_b(x_ptr, gate_ptr, rest_ptr, scale_ptr, y_ptr, width, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    scale = tl.load(scale_ptr + tl.program_id(0) * BLOCK // width)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * scale * tl.load(gate_ptr + i) + tl.load(rest_ptr + i))


# ---- healthy: nebula stack: two exposures and their variances joined by weight, value and variance out ----------------------------------
@triton.jit
def nebula_stack_i7_a(one_ptr, var_one_ptr, two_ptr, var_two_ptr, y_ptr, var_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    one = tl.load(one_ptr + i)
    two = tl.load(two_ptr + i)
    p = tl.load(var_one_ptr + i)
    q = tl.load(var_two_ptr + i)
    share = q / (p + q)
    tl.store(y_ptr + i, two + share * (one - two))
    tl.store(var_ptr + i, share * p)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1, low=-1.0, high=1.0):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.empty(count, device="cuda", dtype=dtype).uniform_(low, high, generator=g)


def logs(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 8192, 2048, 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2), data(n, seed=3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def hives(block):
    def setup():
        frames, count = 2048, 129024
        x = data(frames * count)
        y = torch.empty(count, device="cuda", dtype=torch.float32)
        if block:
            return (lambda: beehive_hum_i7_b[(count // block,)](x, y, frames, count, ROWS=64, COLS=block, num_warps=4)), y
        return (lambda: beehive_hum_i7_a[(count,)](x, y, frames, count, ROWS=1024, num_warps=4)), y

    return setup


def turns(whole):
    def setup():
        tokens, heads, half = 32768, 32, 64
        x = data(tokens * heads * 2 * half, torch.bfloat16, 1)
        c, s = data(tokens * half, seed=2), data(tokens * half, seed=3)
        y = torch.empty_like(x)
        if whole:
            return (lambda: carousel_turns_i7_b[(tokens,)](x, c, s, y, HEADS=heads, HALF=half, num_warps=4)), y
        return (lambda: carousel_turns_i7_a[(heads, tokens)](x, c, s, y, HEADS=heads, HALF=half, num_warps=1)), y

    return setup


def corals(kernel, shares):
    def setup():
        m, n, k, bm, bn = 256, 256, 131072, 128, 128
        x, g = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        grid = (m // bm, n // bn, shares)
        return (lambda: kernel[grid](x, g, y, m, n, k // shares, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=3)), y

    return setup


def prints(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 2048
        x, grain = data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(x)
        one, two = (torch.empty_like(x) for _ in range(2))
        grid = (n // block,)

        def apart():
            darkroom_prints_i7_a0[grid](x, one, 1.75, BLOCK=block, num_warps=4)
            darkroom_prints_i7_a1[grid](one, two, BLOCK=block, num_warps=4)
            darkroom_prints_i7_a2[grid](two, one, 1.25, BLOCK=block, num_warps=4)
            darkroom_prints_i7_a3[grid](one, grain, y, 0.0625, BLOCK=block, num_warps=4)

        def at_once():
            darkroom_prints_i7_b[grid](x, grain, y, 1.75, 1.25, 0.0625, BLOCK=block, num_warps=4)

        return (at_once if fused else apart), y

    return setup


def roofs(kernel):
    def setup():
        n, block = 16 * 1024 * 1024, 512
        volt, light = data(n, seed=1, low=0.0, high=0.6), data(n, seed=2, low=0.0)
        module = torch.tensor([8.0, 1.0e-7, 0.005, 28.5], device="cuda", dtype=torch.float64)
        y = torch.empty_like(volt)
        return (lambda: kernel[(n // block,)](volt, light, module, y, STEPS=8, BLOCK=block, num_warps=4)), y

    return setup


def orders(kernel):
    def setup():
        shops, width, block = 4096, 12288, 2048
        n = shops * width
        x, gate, rest, scale = data(n, seed=1), data(n, seed=2), data(n, seed=3), data(shops, seed=4)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, gate, rest, scale, y, width, BLOCK=block, num_warps=8)), y

    return setup


def nebula():
    n, block = 48 * 1024 * 1024, 1024
    one, two = data(n, seed=1), data(n, seed=2)
    p, q = data(n, seed=3, low=0.5, high=2.5), data(n, seed=4, low=0.5, high=2.5)
    out = torch.empty(2 * n, device="cuda", dtype=torch.float32)
    y, var = out[:n], out[n:]
    return (lambda: nebula_stack_i7_a[(n // block,)](one, p, two, q, y, var, BLOCK=block, num_warps=4)), out


CASES = [
    ("lighthouse_logs_i7_a", logs(lighthouse_logs_i7_a, 1)),
    ("lighthouse_logs_i7_b", logs(lighthouse_logs_i7_b, 4)),
    ("beehive_hum_i7_a", hives(0)),
    ("beehive_hum_i7_b", hives(32)),
    ("carousel_turns_i7_a", turns(False)),
    ("carousel_turns_i7_b", turns(True)),
    ("coral_survey_i7_a", corals(coral_survey_i7_a, 1)),
    ("coral_survey_i7_b", corals(coral_survey_i7_b, 64)),
    ("darkroom_prints_i7_a", prints(False)),
    ("darkroom_prints_i7_b", prints(True)),
    ("solar_roofs_i7_a", roofs(solar_roofs_i7_a)),
    ("solar_roofs_i7_b", roofs(solar_roofs_i7_b)),
    ("bakery_orders_i7_a", orders(bakery_orders_i7_a)),
    ("bakery_orders_i7_b", orders(bakery_orders_i7_b)),
    ("nebula_stack_i7_a", nebula),
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
