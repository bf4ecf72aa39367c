#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: nineteenth_d7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- choir: low-rank adapter, 98304 tokens of 4096 features down to rank 16, fp16; before sums of broadcast products, after a dot -----
@triton.jit
def choir_seats_d7_a(x_ptr, w_ptr, y_ptr, K, scale, BM: tl.constexpr, R: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rr = tl.arange(0, R)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * R + rr[None, :]
    acc = tl.zeros((BM, R), dtype=tl.float32)
    for _ in range(0, K, BK):
        x = tl.load(a).to(tl.float32)
        w = tl.load(b).to(tl.float32)
        acc += tl.sum(x[:, :, None] * w[None, :, :], axis=1)
        a += BK
        b += BK * R
    tl.store(y_ptr + rm[:, None] * R + rr[None, :], acc * scale)


@triton.jit
def choir_seats_d7_b(x_ptr, w_ptr, y_ptr, K, scale, BM: tl.constexpr, R: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rr = tl.arange(0, R)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * R + rr[None, :]
    acc = tl.zeros((BM, R), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * R
    tl.store(y_ptr + rm[:, None] * R + rr[None, :], acc * scale)


# ---- harbor: 3 x 3 convolution of 32 padded channels-last images, 64 x 64 x 256 to 256, fp16, bias, relu; before 1 stage, after 3
@triton.jit
def _haul(
    x_ptr,
    w_ptr,
    bias_ptr,
    y_ptr,
    H: tl.constexpr,
    W: tl.constexpr,
    C: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, BN)
    k = tl.arange(0, BK)
    image = m // (H * W)
    row = (m // W) % H
    col = m % W
    corner = ((image * (H + 2) + row) * (W + 2) + col) * C
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, 9 * (C // BK)):
        tap = step // (C // BK)
        shift = ((tap // 3) * (W + 2) + tap % 3) * C + (step % (C // BK)) * BK
        a = tl.load(x_ptr + corner[:, None] + (shift + k)[None, :])
        b = tl.load(w_ptr + (step * BK + k)[:, None] * BN + n[None, :])
        acc = tl.dot(a, b, acc)
    acc = tl.maximum(acc + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(y_ptr + m[:, None] * BN + n[None, :], acc.to(tl.float16))


@triton.jit
def harbor_nets_d7_a(
    x_ptr,
    w_ptr,
    bias_ptr,
    y_ptr,
    H: tl.constexpr,
    W: tl.constexpr,
    C: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    _haul(x_ptr, w_ptr, bias_ptr, y_ptr, H, W, C, BM, BN, BK)


@triton.jit
def harbor_nets_d7_b(
    x_ptr,
    w_ptr,
    bias_ptr,
    y_ptr,
    H: tl.constexpr,
    W: tl.constexpr,
    C: tl.constexpr,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
):
    _haul(x_ptr, w_ptr, bias_ptr, y_ptr, H, W, C, BM, BN, BK)


# ---- bakery: gated activation of 16384 x 4096 fp32 with a smoothing factor a channel; before three launches, after one -----------------
@triton.jit
def bakery_ovens_d7_a0(gate_ptr, act_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(gate_ptr + i)
    tl.store(act_ptr + i, gate * tl.sigmoid(gate))


@triton.jit
def bakery_ovens_d7_a1(act_ptr, up_ptr, hidden_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(hidden_ptr + i, tl.load(act_ptr + i) * tl.load(up_ptr + i))


@triton.jit
def bakery_ovens_d7_a2(hidden_ptr, smooth_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(hidden_ptr + i) * tl.load(smooth_ptr + i % WIDTH))


@triton.jit
def bakery_ovens_d7_b(gate_ptr, up_ptr, smooth_ptr, y_ptr, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    gate = tl.load(gate_ptr + i)
    tl.store(y_ptr + i, gate * tl.sigmoid(gate) * tl.load(up_ptr + i) * tl.load(smooth_ptr + i % WIDTH))


# ---- tulips: sums and sums of squares of 32 channels over 512 images of 64 x 64 (batch norm); before a program a channel, after slices
@triton.jit
def _moments(x_ptr, channel, first, count, CHANNELS: tl.constexpr, PLANE: tl.constexpr):
    at = tl.arange(0, PLANE)
    total = tl.zeros((PLANE,), dtype=tl.float32)
    square = tl.zeros((PLANE,), dtype=tl.float32)
    for image in range(first, first + count):
        v = tl.load(x_ptr + (image * CHANNELS + channel) * PLANE + at)
        total += v
        square += v * v
    return tl.sum(total, axis=0), tl.sum(square, axis=0)


@triton.jit
def tulip_fields_d7_a(x_ptr, y_ptr, images, CHANNELS: tl.constexpr, PLANE: tl.constexpr):
    channel = tl.program_id(0)
    total, square = _moments(x_ptr, channel, 0, images, CHANNELS, PLANE)
    tl.store(y_ptr + channel, total)
    tl.store(y_ptr + CHANNELS + channel, square)


@triton.jit
def tulip_fields_d7_b(x_ptr, y_ptr, images, CHANNELS: tl.constexpr, PLANE: tl.constexpr):
    channel = tl.program_id(0)
    total, square = _moments(x_ptr, channel, tl.program_id(1) * images, images, CHANNELS, PLANE)
    tl.atomic_add(y_ptr + channel, total, sem="relaxed")
    tl.atomic_add(y_ptr + CHANNELS + channel, square, sem="relaxed")


# ---- velvet: folded batch norm and relu on channels-last fp16 activations, 64 x 128 x 128 x 64; before plane by plane, after as it lies
@triton.jit
def velvet_curtains_d7_a(x_ptr, scale_ptr, shift_ptr, y_ptr, PLANE: tl.constexpr, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    pixel = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    image = tl.program_id(1) // CHANNELS
    channel = tl.program_id(1) % CHANNELS
    at = (image * PLANE + pixel) * CHANNELS + channel
    v = tl.load(x_ptr + at).to(tl.float32) * tl.load(scale_ptr + channel) + tl.load(shift_ptr + channel)
    tl.store(y_ptr + at, tl.maximum(v, 0.0).to(tl.float16))


@triton.jit
def velvet_curtains_d7_b(x_ptr, scale_ptr, shift_ptr, y_ptr, CHANNELS: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    channel = at % CHANNELS
    v = tl.load(x_ptr + at).to(tl.float32) * tl.load(scale_ptr + channel) + tl.load(shift_ptr + channel)
    tl.store(y_ptr + at, tl.maximum(v, 0.0).to(tl.float16))


# ---- market: radial distribution of 8 Mi atom pairs in a periodic box, 64 shells; before an atomic a pair, after a histogram a program ----
@triton.jit
def _shell(ax_ptr, ay_ptr, az_ptr, bx_ptr, by_ptr, bz_ptr, per_unit, SHELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    dx = tl.load(ax_ptr + i) - tl.load(bx_ptr + i)
    dy = tl.load(ay_ptr + i) - tl.load(by_ptr + i)
    dz = tl.load(az_ptr + i) - tl.load(bz_ptr + i)
    dx -= tl.floor(dx + 0.5)
    dy -= tl.floor(dy + 0.5)
    dz -= tl.floor(dz + 0.5)
    shell = (tl.sqrt(dx * dx + dy * dy + dz * dz) * per_unit).to(tl.int32)
    return tl.minimum(shell, SHELLS - 1)


@triton.jit
def market_stalls_d7_a(ax_ptr, ay_ptr, az_ptr, bx_ptr, by_ptr, bz_ptr, y_ptr, per_unit, SHELLS: tl.constexpr, BLOCK: tl.constexpr):
    shell = _shell(ax_ptr, ay_ptr, az_ptr, bx_ptr, by_ptr, bz_ptr, per_unit, SHELLS, BLOCK)
    tl.atomic_add(y_ptr + shell, 1, sem="relaxed")


@triton.jit
def market_stalls_d7_b(ax_ptr, ay_ptr, az_ptr, bx_ptr, by_ptr, bz_ptr, y_ptr, per_unit, SHELLS: tl.constexpr, BLOCK: tl.constexpr):
    shell = _shell(ax_ptr, ay_ptr, az_ptr, bx_ptr, by_ptr, bz_ptr, per_unit, SHELLS, BLOCK)
    tl.atomic_add(y_ptr + tl.arange(0, SHELLS), tl.histogram(shell, SHELLS), sem="relaxed")


# ---- mild: radio: gain and clipping of recorded samples; before they start after a header of one word, after of four -------------------
@triton.jit
def _clipped(x_ptr, y_ptr, gain, START: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + START + i) * gain
    tl.store(y_ptr + i, tl.minimum(tl.maximum(v, -0.9), 0.9))


@triton.jit
def radio_towers_d7_a(x_ptr, y_ptr, gain, START: tl.constexpr, BLOCK: tl.constexpr):
    _clipped(x_ptr, y_ptr, gain, START, BLOCK)


@triton.jit
def radio_towers_d7_b(x_ptr, y_ptr, gain, START: tl.constexpr, BLOCK: tl.constexpr):
    _clipped(x_ptr, y_ptr, gain, START, BLOCK)


# ---- healthy: maples: softmax of 65536 rows of 2048 scaled scores, fp16 in and out, a row held by one program ----------------------------
@triton.jit
def maple_rows_d7_a(x_ptr, y_ptr, scale, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    v = tl.load(x_ptr + at).to(tl.float32) * scale
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(y_ptr + at, (e * (1.0 / tl.sum(e, axis=0))).to(tl.float16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def choir(kernel):
    def setup():
        tokens, k, rank, bm = 98304, 4096, 16, 32
        x, w = data(tokens * k, torch.float16, 1), data(k * rank, torch.float16, 2)
        y = torch.empty(tokens * rank, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(tokens // bm,)](x, w, y, k, 0.25, BM=bm, R=rank, BK=32, num_warps=4, num_stages=4)), y

    return setup


def harbor(kernel, stages):
    def setup():
        images, side, c, bm, bn = 32, 64, 256, 128, 256
        x = data(images * (side + 2) * (side + 2) * c, torch.float16, 1)
        w, bias = data(9 * c * bn, torch.float16, 2), data(bn, seed=3)
        pixels = images * side * side
        y = torch.empty(pixels * bn, device="cuda", dtype=torch.float16)
        how = {"H": side, "W": side, "C": c, "BM": bm, "BN": bn, "BK": 64, "num_warps": 8, "num_stages": stages}
        return (lambda: kernel[(pixels // bm,)](x, w, bias, y, **how)), y

    return setup


def bakery(fused):
    def setup():
        rows, width, block = 16384, 4096, 2048
        n = rows * width
        gate, up, smooth = data(n, seed=1), data(n, seed=2), data(width, seed=3)
        y = torch.empty_like(gate)
        grid = (n // block,)
        if fused:
            return (lambda: bakery_ovens_d7_b[grid](gate, up, smooth, y, WIDTH=width, BLOCK=block, num_warps=4)), y
        act, hidden = torch.empty_like(gate), torch.empty_like(gate)

        def launch():
            bakery_ovens_d7_a0[grid](gate, act, BLOCK=block, num_warps=4)
            bakery_ovens_d7_a1[grid](act, up, hidden, BLOCK=block, num_warps=4)
            bakery_ovens_d7_a2[grid](hidden, smooth, y, WIDTH=width, BLOCK=block, num_warps=4)

        return launch, y

    return setup


def tulips(slices):
    def setup():
        images, channels, plane = 512, 32, 4096
        x = data(images * channels * plane, seed=1)
        # zero at first: the sliced form adds its parts to it
        y = torch.zeros(2 * channels, device="cuda", dtype=torch.float32)
        how = {"CHANNELS": channels, "PLANE": plane, "num_warps": 8}
        if slices > 1:
            return (lambda: tulip_fields_d7_b[(channels, slices)](x, y, images // slices, **how)), y
        return (lambda: tulip_fields_d7_a[(channels,)](x, y, images, **how)), y

    return setup


def velvet(by_plane):
    def setup():
        images, plane, channels = 64, 128 * 128, 64
        n = images * plane * channels
        x, scale, shift = data(n, torch.float16, 1), data(channels, seed=2), data(channels, seed=3)
        y = torch.empty_like(x)
        if by_plane:
            grid, how = (plane // 1024, images * channels), {"PLANE": plane, "CHANNELS": channels, "BLOCK": 1024, "num_warps": 4}
            return (lambda: velvet_curtains_d7_a[grid](x, scale, shift, y, **how)), y
        grid, how = (n // 1024,), {"CHANNELS": channels, "BLOCK": 1024, "num_warps": 4}
        return (lambda: velvet_curtains_d7_b[grid](x, scale, shift, y, **how)), y

    return setup


def market(kernel):
    def setup():
        n, shells, block = 8 * 1024 * 1024, 64, 1024
        places = [data(n, seed=seed) for seed in range(1, 7)]
        # zero at first: both forms add to it
        y = torch.zeros(shells, device="cuda", dtype=torch.int32)
        return (lambda: kernel[(n // block,)](*places, y, 72.0, SHELLS=shells, BLOCK=block, num_warps=4)), y

    return setup


def radio(kernel, start):
    def setup():
        n, block = 96 * 1024 * 1024, 1024
        x = torch.zeros(n + start, device="cuda", dtype=torch.float32)
        x[start:] = data(n, seed=1)
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](x, y, 1.25, START=start, BLOCK=block, num_warps=4)), y

    return setup


def maples():
    rows, width = 65536, 2048
    x = data(rows * width, torch.float16, 1)
    y = torch.empty_like(x)
    return (lambda: maple_rows_d7_a[(rows,)](x, y, 3.0, WIDTH=width, num_warps=4)), y


CASES = [
    ("choir_seats_d7_a", choir(choir_seats_d7_a)),
    ("choir_seats_d7_b", choir(choir_seats_d7_b)),
    ("harbor_nets_d7_a", harbor(harbor_nets_d7_a, 1)),
    ("harbor_nets_d7_b", harbor(harbor_nets_d7_b, 3)),
    ("bakery_ovens_d7_a0", bakery(False)),
    ("bakery_ovens_d7_b", bakery(True)),
    ("tulip_fields_d7_a", tulips(1)),
    ("tulip_fields_d7_b", tulips(128)),
    ("velvet_curtains_d7_a", velvet(True)),
    ("velvet_curtains_d7_b", velvet(False)),
    ("market_stalls_d7_a", market(market_stalls_d7_a)),
    ("market_stalls_d7_b", market(market_stalls_d7_b)),
    ("radio_towers_d7_a", radio(radio_towers_d7_a, 1)),
    ("radio_towers_d7_b", radio(radio_towers_d7_b, 4)),
    ("maple_rows_d7_a", maples),
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
