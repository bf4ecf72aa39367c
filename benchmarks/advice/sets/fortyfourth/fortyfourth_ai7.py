#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fortyfourth_ai7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- spectroscopy: absorbance of a gas with 24 Lorentzian lines at each detuning; before the line table is float64, after float32 -------
@triton.jit
def _absorbance(x_ptr, line_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    acc = tl.zeros((BLOCK,), dtype=line_ptr.dtype.element_ty)
    for k in range(0, LINES):
        centre = tl.load(line_ptr + k)
        width = tl.load(line_ptr + LINES + k)
        strength = tl.load(line_ptr + 2 * LINES + k)
        d = x - centre
        acc += strength / (d * d + width)
    tl.store(y_ptr + i, acc.to(tl.float32))


@triton.jit
def lantern_moth_ai7_a(x_ptr, line_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _absorbance(x_ptr, line_ptr, y_ptr, LINES, BLOCK)


@triton.jit
def lantern_moth_ai7_b(x_ptr, line_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _absorbance(x_ptr, line_ptr, y_ptr, LINES, BLOCK)


# ---- hydrophones: power of 16 interleaved channels written one plane a channel; before a program reads one channel, after tiles of all --
@triton.jit
def walnut_ferry_ai7_a(x_ptr, gain_ptr, y_ptr, frames, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    channel = tl.program_id(0)
    f = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(x_ptr + f * CHANNELS + channel) * tl.load(gain_ptr + channel)
    tl.store(y_ptr + channel * frames + f, p * p)


@triton.jit
def walnut_ferry_ai7_b(x_ptr, gain_ptr, y_ptr, frames, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.arange(0, CHANNELS)
    f = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(x_ptr + f[:, None] * CHANNELS + c[None, :]) * tl.load(gain_ptr + c)[None, :]
    tl.store(y_ptr + c[None, :] * frames + f[:, None], p * p)


# ---- recommender: a dense layer with bias and ReLU, 8192 x 4096 x 4096 in half; before one stage, after three ---------------------------
@triton.jit
def _dense(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    group = GROUP * (N // BN)
    pid_m = pid // group * GROUP + pid % group % GROUP
    pid_n = pid % group // GROUP
    rm = pid_m * BM + tl.arange(0, BM)
    rn = pid_n * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    acc = tl.maximum(acc + tl.load(bias_ptr + rn)[None, :], 0.0)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def copper_heron_ai7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _dense(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def copper_heron_ai7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _dense(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- ocean colour: counts to radiance, detector curve, reflectance by the sun's height; before three launches, after one ----------------
@triton.jit
def velvet_anchor_ai7_a0(count_ptr, radiance_ptr, dark, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(radiance_ptr + i, (tl.load(count_ptr + i) - dark) * gain)


@triton.jit
def velvet_anchor_ai7_a1(radiance_ptr, linear_ptr, second, third, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = tl.load(radiance_ptr + i)
    tl.store(linear_ptr + i, r * (1.0 + r * (second + r * third)))


@triton.jit
def velvet_anchor_ai7_a2(linear_ptr, sun_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.maximum(tl.load(linear_ptr + i) * tl.load(sun_ptr + i), floor))


@triton.jit
def velvet_anchor_ai7_b(count_ptr, sun_ptr, y_ptr, dark, gain, second, third, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = (tl.load(count_ptr + i) - dark) * gain
    r = r * (1.0 + r * (second + r * third))
    tl.store(y_ptr + i, tl.maximum(r * tl.load(sun_ptr + i), floor))


# ---- radiology: edge strength of 24 padded slices of 512 x 512; before a program a slice, after a program a band of eight rows ----------
@triton.jit
def _edges(x_ptr, y_ptr, row, PITCH: tl.constexpr, PAD: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = row + tl.arange(0, ROWS)
    c = tl.arange(0, COLS)
    at = (r[:, None] + 1) * PITCH + PAD + c[None, :]
    across = tl.load(x_ptr + at + 1) - tl.load(x_ptr + at - 1)
    down = tl.load(x_ptr + at + PITCH) - tl.load(x_ptr + at - PITCH)
    tl.store(y_ptr + r[:, None] * COLS + c[None, :], tl.sqrt(across * across + down * down))


@triton.jit
def thistle_barge_ai7_a(x_ptr, y_ptr, size, HEIGHT: tl.constexpr, PITCH: tl.constexpr, PAD: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    piece = tl.program_id(0)
    for row in range(0, HEIGHT, ROWS):
        _edges(x_ptr + piece * size, y_ptr + piece * HEIGHT * COLS, row, PITCH, PAD, ROWS, COLS)


@triton.jit
def thistle_barge_ai7_b(x_ptr, y_ptr, size, HEIGHT: tl.constexpr, PITCH: tl.constexpr, PAD: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    piece = tl.program_id(1)
    row = tl.program_id(0) * ROWS
    _edges(x_ptr + piece * size, y_ptr + piece * HEIGHT * COLS, row, PITCH, PAD, ROWS, COLS)


# ---- genomics: quality of 131072 reads of 256 bases summed by flow-cell lane; before an atomic a read, after eight a program ------------
@triton.jit
def maple_quiver_ai7_a(q_ptr, lane_ptr, y_ptr, SHARE: tl.constexpr, ROWS: tl.constexpr, LENGTH: tl.constexpr, LANES: tl.constexpr):
    r = tl.program_id(0) * SHARE + tl.arange(0, ROWS)
    c = tl.arange(0, LENGTH)
    for first in range(0, SHARE, ROWS):
        q = tl.load(q_ptr + (first + r[:, None]) * LENGTH + c[None, :])
        lane = tl.load(lane_ptr + first + r)
        total = tl.sum(q.to(tl.int32), axis=1).to(tl.float32) * (1.0 / LENGTH)
        tl.atomic_add(y_ptr + lane, total, sem="relaxed")


@triton.jit
def maple_quiver_ai7_b(q_ptr, lane_ptr, y_ptr, SHARE: tl.constexpr, ROWS: tl.constexpr, LENGTH: tl.constexpr, LANES: tl.constexpr):
    r = tl.program_id(0) * SHARE + tl.arange(0, ROWS)
    c = tl.arange(0, LENGTH)
    lanes = tl.arange(0, LANES)
    acc = tl.zeros((ROWS, LANES), dtype=tl.float32)
    for first in range(0, SHARE, ROWS):
        q = tl.load(q_ptr + (first + r[:, None]) * LENGTH + c[None, :])
        lane = tl.load(lane_ptr + first + r)
        total = tl.sum(q.to(tl.int32), axis=1).to(tl.float32) * (1.0 / LENGTH)
        acc += tl.where(lane[:, None] == lanes[None, :], total[:, None], 0.0)
    tl.atomic_add(y_ptr + lanes, tl.sum(acc, axis=0), sem="relaxed")


# ---- mild: lensing: the share of a deflection along one axis; before correctly rounded root and division, after the fast ones -----------
@triton.jit
def otter_gable_ai7_a(u_ptr, v_ptr, y_ptr, soft, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(u * u, tl.sqrt_rn(u * u + v * v + soft)))


@triton.jit
def otter_gable_ai7_b(u_ptr, v_ptr, y_ptr, soft, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(y_ptr + i, (u * u) / tl.sqrt(u * u + v * v + soft))


# ---- healthy: language model: layer norm of 65536 tokens of 4096 features, in bf16 ------------------------------------------------------
@triton.jit
def pebble_sonnet_ai7_a(x_ptr, weight_ptr, bias_ptr, y_ptr, eps, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    weight = tl.load(weight_ptr + c).to(tl.float32)
    bias = tl.load(bias_ptr + c).to(tl.float32)
    d = x - tl.sum(x, axis=0) * (1.0 / WIDTH)
    scale = tl.rsqrt(tl.sum(d * d, axis=0) * (1.0 / WIDTH) + eps)
    tl.store(y_ptr + at, (d * scale * weight + bias).to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def spectra(kernel, dtype):
    def setup():
        n, lines, block = 2 * 1024 * 1024, 24, 1024
        x = data(n, seed=1)
        centre, width, strength = data(lines, seed=2), 0.05 + 0.02 * data(lines, seed=3), 0.02 + 0.01 * data(lines, seed=4)
        table = torch.cat([centre, width, strength]).to(dtype)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, table, y, LINES=lines, BLOCK=block, num_warps=4)), y

    return setup


def hydrophones(kernel, tiles):
    def setup():
        frames, channels = 1024 * 1024, 16
        x, gain = data(frames * channels, seed=1), data(channels, seed=2) + 1.5
        y = torch.empty_like(x)
        block = 128 if tiles else 1024
        grid = (frames // block,) if tiles else (channels, frames // block)
        return (lambda: kernel[grid](x, gain, y, frames, CHANNELS=channels, BLOCK=block, num_warps=4)), y

    return setup


def layers(kernel, stages):
    def setup():
        m, n, k, bm, bn = 8192, 4096, 4096, 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2), data(n, torch.float32, 3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def oceans(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        count, sun = data(n, seed=1) + 1.5, 0.4 * data(n, seed=2) + 0.6
        y = torch.empty_like(count)
        grid = (n // block,)
        dark, gain, second, third, floor = 0.25, 0.75, 0.0625, -0.03125, 0.125
        if fused:
            return (lambda: velvet_anchor_ai7_b[grid](count, sun, y, dark, gain, second, third, floor, BLOCK=block, num_warps=4)), y
        radiance, linear = torch.empty_like(count), torch.empty_like(count)

        def apart():
            velvet_anchor_ai7_a0[grid](count, radiance, dark, gain, BLOCK=block, num_warps=4)
            velvet_anchor_ai7_a1[grid](radiance, linear, second, third, BLOCK=block, num_warps=4)
            velvet_anchor_ai7_a2[grid](linear, sun, y, floor, BLOCK=block, num_warps=4)

        return apart, y

    return setup


def slices(kernel, bands):
    def setup():
        count, height, cols, pad, rows = 24, 512, 512, 8, 8
        pitch = cols + 2 * pad
        size = (height + 2) * pitch
        x = data(count * size)
        y = torch.empty(count * height * cols, device="cuda", dtype=torch.float32)
        grid = (height // rows, count) if bands else (count,)
        return (lambda: kernel[grid](x, y, size, HEIGHT=height, PITCH=pitch, PAD=pad, ROWS=rows, COLS=cols, num_warps=8)), y

    return setup


def reads(kernel):
    def setup():
        count, length, lanes, share = 131072, 256, 8, 128
        q = (20 + 20 * data(count * length, seed=1)).to(torch.int8)
        lane = (4 + 4 * data(count, seed=2)).to(torch.int32).clamp(0, lanes - 1)
        y = torch.zeros(lanes, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(count // share,)](q, lane, y, SHARE=share, ROWS=32, LENGTH=length, LANES=lanes, num_warps=4)), y

    return setup


def lenses(kernel):
    def setup():
        n, block = 144 * 1024 * 1024, 1024
        u, v = data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(u)
        return (lambda: kernel[(n // block,)](u, v, y, 0.01, BLOCK=block, num_warps=4)), y

    return setup


def tokens():
    rows, width = 65536, 4096
    x = data(rows * width, torch.bfloat16, 1)
    weight, bias = (data(width, seed=2) + 1.5).to(torch.bfloat16), (data(width, seed=3) + 1.5).to(torch.bfloat16)
    y = torch.empty_like(x)
    return (lambda: pebble_sonnet_ai7_a[(rows,)](x, weight, bias, y, 1e-5, WIDTH=width, num_warps=8)), y


CASES = [
    ("lantern_moth_ai7_a", spectra(lantern_moth_ai7_a, torch.float64)),
    ("lantern_moth_ai7_b", spectra(lantern_moth_ai7_b, torch.float32)),
    ("walnut_ferry_ai7_a", hydrophones(walnut_ferry_ai7_a, False)),
    ("walnut_ferry_ai7_b", hydrophones(walnut_ferry_ai7_b, True)),
    ("copper_heron_ai7_a", layers(copper_heron_ai7_a, 1)),
    ("copper_heron_ai7_b", layers(copper_heron_ai7_b, 3)),
    ("velvet_anchor_ai7_a", oceans(False)),
    ("velvet_anchor_ai7_b", oceans(True)),
    ("thistle_barge_ai7_a", slices(thistle_barge_ai7_a, False)),
    ("thistle_barge_ai7_b", slices(thistle_barge_ai7_b, True)),
    ("maple_quiver_ai7_a", reads(maple_quiver_ai7_a)),
    ("maple_quiver_ai7_b", reads(maple_quiver_ai7_b)),
    ("otter_gable_ai7_a", lenses(otter_gable_ai7_a)),
    ("otter_gable_ai7_b", lenses(otter_gable_ai7_b)),
    ("pebble_sonnet_ai7_a", tokens),
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
