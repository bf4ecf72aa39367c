#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: fortieth_af7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


# ---- pelorus: fisheye projection of a robot's rays with a calibration table; before the table as numpy left it, after in float --------
@triton.jit
def _project(x_ptr, y_ptr, calib_ptr, u_ptr, v_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    fx = tl.load(calib_ptr)
    fy = tl.load(calib_ptr + 1)
    cx = tl.load(calib_ptr + 2)
    cy = tl.load(calib_ptr + 3)
    k1 = tl.load(calib_ptr + 4)
    k2 = tl.load(calib_ptr + 5)
    k3 = tl.load(calib_ptr + 6)
    k4 = tl.load(calib_ptr + 7)
    r00 = tl.load(calib_ptr + 8)
    r01 = tl.load(calib_ptr + 9)
    r02 = tl.load(calib_ptr + 10)
    r10 = tl.load(calib_ptr + 11)
    r11 = tl.load(calib_ptr + 12)
    r12 = tl.load(calib_ptr + 13)
    r20 = tl.load(calib_ptr + 14)
    r21 = tl.load(calib_ptr + 15)
    r22 = tl.load(calib_ptr + 16)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    # from the rig's frame into the camera's, then along the image circle
    xc = r00 * x + r01 * y + r02
    yc = r10 * x + r11 * y + r12
    zc = r20 * x + r21 * y + r22
    r = tl.sqrt(xc * xc + yc * yc + 1e-6)
    theta = libdevice.atan(r / zc)
    t2 = theta * theta
    bent = theta * (1.0 + t2 * (k1 + t2 * (k2 + t2 * (k3 + t2 * k4))))
    scale = bent / r
    tl.store(u_ptr + i, (fx * (xc * scale) + cx).to(tl.float32))
    tl.store(v_ptr + i, (fy * (yc * scale) + cy).to(tl.float32))


@triton.jit
def pelorus_marquise_af7_a(x_ptr, y_ptr, calib_ptr, u_ptr, v_ptr, BLOCK: tl.constexpr):
    _project(x_ptr, y_ptr, calib_ptr, u_ptr, v_ptr, BLOCK)


@triton.jit
def pelorus_marquise_af7_b(x_ptr, y_ptr, calib_ptr, u_ptr, v_ptr, BLOCK: tl.constexpr):
    _project(x_ptr, y_ptr, calib_ptr, u_ptr, v_ptr, BLOCK)


# ---- madder: two dyes' share in the pixels of 40 tissue tiles of 256 x 256; before a program a tile, after 16 programs a tile ----------
@triton.jit
def _unstain(rgb_ptr, mix_ptr, y_ptr, tile, first, last, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    m = mix_ptr + tile * 6
    a0 = tl.load(m)
    a1 = tl.load(m + 1)
    a2 = tl.load(m + 2)
    b0 = tl.load(m + 3)
    b1 = tl.load(m + 4)
    b2 = tl.load(m + 5)
    for at in range(first, last, BLOCK):
        i = at + tl.arange(0, BLOCK)
        p = rgb_ptr + tile * 3 * PIXELS + i
        r = 8.0 - tl.log2(tl.load(p).to(tl.float32) + 1.0)
        g = 8.0 - tl.log2(tl.load(p + PIXELS).to(tl.float32) + 1.0)
        b = 8.0 - tl.log2(tl.load(p + 2 * PIXELS).to(tl.float32) + 1.0)
        q = y_ptr + tile * 2 * PIXELS + i
        tl.store(q, tl.maximum(a0 * r + a1 * g + a2 * b, 0.0))
        tl.store(q + PIXELS, tl.maximum(b0 * r + b1 * g + b2 * b, 0.0))


@triton.jit
def madder_sonnet_af7_a(rgb_ptr, mix_ptr, y_ptr, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    _unstain(rgb_ptr, mix_ptr, y_ptr, tl.program_id(0), 0, PIXELS, PIXELS, BLOCK)


@triton.jit
def madder_sonnet_af7_b(rgb_ptr, mix_ptr, y_ptr, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    first = tl.program_id(0) * BLOCK
    _unstain(rgb_ptr, mix_ptr, y_ptr, tl.program_id(1), first, first + BLOCK, PIXELS, BLOCK)


# ---- gentian: kinship of 4224 and 4096 plants over 2048 markers in half precision; before one stage, after three -----------------------
@triton.jit
def _kinship(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    across = N // BN
    down = M // BM
    group = pid // (GROUP * across)
    top = group * GROUP
    height = tl.minimum(down - top, GROUP)
    inside = pid % (GROUP * across)
    rm = (top + inside % height) * BM + tl.arange(0, BM)
    rn = (inside // height) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], (acc * scale).to(tl.float16))


@triton.jit
def gentian_roundel_af7_a(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _kinship(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM, BN, BK, GROUP)


@triton.jit
def gentian_roundel_af7_b(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _kinship(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM, BN, BK, GROUP)


# ---- selvedge: scans' feature maps biased, bent and laid channels last; before by the output's flat index, after in tiles of 64 x 64 ---
@triton.jit
def selvedge_bistro_af7_a(x_ptr, bias_ptr, y_ptr, C: tl.constexpr, HW: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = i % C
    pixel = (i // C) % HW
    image = i // (C * HW)
    v = tl.load(x_ptr + pixel + HW * c + C * HW * image) + tl.load(bias_ptr + c)
    tl.store(y_ptr + i, v * tl.minimum(tl.maximum(v + 3.0, 0.0), 6.0) * 0.1666666716)


@triton.jit
def selvedge_bistro_af7_b(x_ptr, bias_ptr, y_ptr, C: tl.constexpr, HW: tl.constexpr, YB: tl.constexpr, XB: tl.constexpr):
    pixel = (tl.program_id(0) * YB + tl.arange(0, YB))[:, None]
    c = (tl.program_id(1) * XB + tl.arange(0, XB))[None, :]
    base = tl.program_id(2) * C * HW
    v = tl.load(x_ptr + base + pixel + HW * c) + tl.load(bias_ptr + c)
    tl.store(y_ptr + base + c + C * pixel, v * tl.minimum(tl.maximum(v + 3.0, 0.0), 6.0) * 0.1666666716)


# ---- cromorne: soft bits of 16-point symbols from one-tap equalised carriers; before equaliser, demapper, limiter apart, after at once -
@triton.jit
def _equalised(yr, yi, hr, hi, noise):
    power = hr * hr + hi * hi
    g = 1.0 / (power + noise)
    return (yr * hr + yi * hi) * g, (yi * hr - yr * hi) * g, power


@triton.jit
def cromorne_parasol_af7_a0(yr_ptr, yi_ptr, hr_ptr, hi_ptr, z_ptr, n, noise, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    zr, zi, w = _equalised(tl.load(yr_ptr + i), tl.load(yi_ptr + i), tl.load(hr_ptr + i), tl.load(hi_ptr + i), noise)
    tl.store(z_ptr + i, zr)
    tl.store(z_ptr + n + i, zi)
    tl.store(z_ptr + 2 * n + i, w)


@triton.jit
def cromorne_parasol_af7_a1(z_ptr, soft_ptr, n, reach, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    zr = tl.load(z_ptr + i)
    zi = tl.load(z_ptr + n + i)
    w = tl.load(z_ptr + 2 * n + i)
    tl.store(soft_ptr + i, w * zr)
    tl.store(soft_ptr + n + i, w * (reach - tl.abs(zr)))
    tl.store(soft_ptr + 2 * n + i, w * zi)
    tl.store(soft_ptr + 3 * n + i, w * (reach - tl.abs(zi)))


@triton.jit
def _limited(v, gain, limit):
    return tl.minimum(tl.maximum(v * gain, -limit), limit).to(tl.float16)


@triton.jit
def cromorne_parasol_af7_a2(soft_ptr, bits_ptr, n, gain, limit, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(bits_ptr + i, _limited(tl.load(soft_ptr + i), gain, limit))


@triton.jit
def cromorne_parasol_af7_b(yr_ptr, yi_ptr, hr_ptr, hi_ptr, bits_ptr, n, noise, reach, gain, limit, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    zr, zi, w = _equalised(tl.load(yr_ptr + i), tl.load(yi_ptr + i), tl.load(hr_ptr + i), tl.load(hi_ptr + i), noise)
    tl.store(bits_ptr + i, _limited(w * zr, gain, limit))
    tl.store(bits_ptr + n + i, _limited(w * (reach - tl.abs(zr)), gain, limit))
    tl.store(bits_ptr + 2 * n + i, _limited(w * zi, gain, limit))
    tl.store(bits_ptr + 3 * n + i, _limited(w * (reach - tl.abs(zi)), gain, limit))


# ---- mild: marram: two plant indices of a dune survey; before divisions and root to the last bit, after the quick ones -----------------
@triton.jit
def marram_belvedere_af7_a(red_ptr, nir_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    red = tl.load(red_ptr + i)
    nir = tl.load(nir_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(nir - red, nir + red))
    s = 2.0 * nir + 1.0
    tl.store(y_ptr + n + i, 0.5 * (s - tl.sqrt_rn(tl.maximum(s * s - 8.0 * (nir - red), 0.0))))


@triton.jit
def marram_belvedere_af7_b(red_ptr, nir_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    red = tl.load(red_ptr + i)
    nir = tl.load(nir_ptr + i)
    tl.store(y_ptr + i, (nir - red) / (nir + red))
    s = 2.0 * nir + 1.0
    tl.store(y_ptr + n + i, 0.5 * (s - tl.sqrt(tl.maximum(s * s - 8.0 * (nir - red), 0.0))))


# ---- healthy: burnet: 192 sky frames freed of dark current and flat field, sixteen frames a program ------------------------------------
@triton.jit
def burnet_orrery_af7_a(x_ptr, dark_ptr, gain_ptr, y_ptr, FRAMES: tl.constexpr, PIXELS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    dark = tl.load(dark_ptr + i)
    gain = tl.load(gain_ptr + i)
    at = tl.program_id(1) * FRAMES * PIXELS + i
    for _ in range(FRAMES):
        tl.store(y_ptr + at, ((tl.load(x_ptr + at).to(tl.float32) - dark) * gain).to(tl.float16))
        at += PIXELS


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def rays(kernel, dtype):
    def setup():
        n, block = 1920 * 1200, 512
        x, y = data(n, seed=1), data(n, seed=2)
        calib = torch.tensor(
            [
                610.5,
                612.25,
                959.5,
                599.5,
                -0.0125,
                0.0078125,
                -0.0034,
                0.0006,
                0.9973,
                -0.0523,
                0.0518,
                0.0511,
                0.9984,
                0.0241,
                -0.0529,
                -0.0214,
                0.9984,
            ],
            device="cuda",
            dtype=dtype,
        )
        out = torch.empty(2 * n, device="cuda", dtype=torch.float32)
        u, v = out[:n], out[n:]
        return (lambda: kernel[(n // block,)](x, y, calib, u, v, BLOCK=block, num_warps=4)), out

    return setup


def tissue(kernel, spread):
    def setup():
        tiles, pixels, block = 40, 256 * 256, 4096
        rgb = ((data(tiles * 3 * pixels, seed=1) + 1) * 127.5).to(torch.uint8)
        mix = data(tiles * 6, seed=2) + 0.5
        y = torch.empty(tiles * 2 * pixels, device="cuda", dtype=torch.float32)
        grid = (pixels // block, tiles) if spread else (tiles,)
        return (lambda: kernel[grid](rgb, mix, y, PIXELS=pixels, BLOCK=block, num_warps=8)), y

    return setup


def plants(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4224, 4096, 2048, 128, 256
        x, w = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, 1.0 / 32.0, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def scans(tiled):
    def setup():
        images, c, hw, block = 104, 384, 24 * 40, 512
        n = images * c * hw
        x, bias = data(n, seed=1) * 4, data(c, seed=2)
        y = torch.empty_like(x)
        if tiled:
            grid = (hw // 64, c // 64, images)
            return (lambda: selvedge_bistro_af7_b[grid](x, bias, y, C=c, HW=hw, YB=64, XB=64, num_warps=8)), y
        return (lambda: selvedge_bistro_af7_a[(n // block,)](x, bias, y, C=c, HW=hw, BLOCK=block, num_warps=4)), y

    return setup


def carriers(fused):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        yr, yi, hr, hi = (data(n, seed=s) for s in (1, 2, 3, 4))
        bits = torch.empty(4 * n, device="cuda", dtype=torch.float16)
        noise, reach, gain, limit = 0.05, 0.632, 12.0, 8.0
        grid = (n // block,)
        if fused:
            return (lambda: cromorne_parasol_af7_b[grid](yr, yi, hr, hi, bits, n, noise, reach, gain, limit, BLOCK=block, num_warps=4)), bits
        z = torch.empty(3 * n, device="cuda", dtype=torch.float32)
        soft = torch.empty(4 * n, device="cuda", dtype=torch.float32)

        def apart():
            cromorne_parasol_af7_a0[grid](yr, yi, hr, hi, z, n, noise, BLOCK=block, num_warps=4)
            cromorne_parasol_af7_a1[grid](z, soft, n, reach, BLOCK=block, num_warps=4)
            cromorne_parasol_af7_a2[(4 * n // block,)](soft, bits, n, gain, limit, BLOCK=block, num_warps=4)

        return apart, bits

    return setup


def dunes(kernel):
    def setup():
        n, block = 48 * 1024 * 1024, 1024
        red, nir = 0.5 + 0.49 * data(n, seed=1), 0.5 + 0.49 * data(n, seed=2)
        y = torch.empty(2 * n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](red, nir, y, n, BLOCK=block, num_warps=4)), y

    return setup


def sky():
    count, pixels, frames, block = 192, 1024 * 1024, 16, 1024
    x = (data(count * pixels, seed=1) * 8000).to(torch.int16)
    dark, gain = data(pixels, seed=2) * 20, (1.0 + 0.1 * data(pixels, seed=3)) / 4096
    y = torch.empty(count * pixels, device="cuda", dtype=torch.float16)
    grid = (pixels // block, count // frames)
    return (lambda: burnet_orrery_af7_a[grid](x, dark, gain, y, FRAMES=frames, PIXELS=pixels, BLOCK=block, num_warps=4)), y


CASES = [
    ("pelorus_marquise_af7_a", rays(pelorus_marquise_af7_a, torch.float64)),
    ("pelorus_marquise_af7_b", rays(pelorus_marquise_af7_b, torch.float32)),
    ("madder_sonnet_af7_a", tissue(madder_sonnet_af7_a, False)),
    ("madder_sonnet_af7_b", tissue(madder_sonnet_af7_b, True)),
    ("gentian_roundel_af7_a", plants(gentian_roundel_af7_a, 1)),
    ("gentian_roundel_af7_b", plants(gentian_roundel_af7_b, 3)),
    ("selvedge_bistro_af7_a", scans(False)),
    ("selvedge_bistro_af7_b", scans(True)),
    ("cromorne_parasol_af7_a", carriers(False)),
    ("cromorne_parasol_af7_b", carriers(True)),
    ("marram_belvedere_af7_a", dunes(marram_belvedere_af7_a)),
    ("marram_belvedere_af7_b", dunes(marram_belvedere_af7_b)),
    ("burnet_orrery_af7_a", sky),
]


def time(name, launch, runs=15):
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def measure(enqueue, times):
        a.record()
        enqueue()
        b.record()
        b.synchronize()
        return a.elapsed_time(b) * 1e3 / times

    for _ in range(5):
        us = measure(launch, 1)
    # The first launch compiles, and a launch from Python costs the host tens of us, more than the short cases take: the launches are
    # recorded once in a graph, so that the device, not the host, is what is timed.
    inner = 50 if us < 100 else 10
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(inner):
            launch()
    graph.replay()
    torch.cuda.synchronize()
    result = sorted(measure(graph.replay, inner) for _ in range(runs))
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
