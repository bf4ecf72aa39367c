#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredeightythird_cj5.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


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


# ---- 1 genomics: polygenic scores per sample and chromosome from a genotype matrix [variant, sample] of int8
@triton.jit
def velvet_harbor_cj5_a(geno_ptr, beta_ptr, out_ptr, samples, VARIANTS: tl.constexpr, BLOCK: tl.constexpr):
    sample = tl.program_id(0)
    chrom = tl.program_id(1)
    lane = tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], tl.float32)
    for start in range(0, VARIANTS, BLOCK):
        v = chrom * VARIANTS + start + lane
        g = tl.load(geno_ptr + v * samples + sample)
        acc += g.to(tl.float32) * tl.load(beta_ptr + v)
    tl.store(out_ptr + chrom * samples + sample, tl.sum(acc, 0))


@triton.jit
def velvet_harbor_cj5_b(geno_ptr, beta_ptr, out_ptr, samples, VARIANTS: tl.constexpr, BV: tl.constexpr, BS: tl.constexpr):
    s = tl.program_id(0) * BS + tl.arange(0, BS)
    chrom = tl.program_id(1)
    lane = tl.arange(0, BV)
    acc = tl.zeros([BV, BS], tl.float32)
    for start in range(0, VARIANTS, BV):
        v = chrom * VARIANTS + start + lane
        g = tl.load(geno_ptr + v[:, None] * samples + s[None, :])
        acc += g.to(tl.float32) * tl.load(beta_ptr + v)[:, None]
    tl.store(out_ptr + chrom * samples + s, tl.sum(acc, 0))


def velvet_harbor(b):
    samples, variants, chroms = 8192, 1024, 16
    geno = torch.randint(0, 3, (chroms * variants, samples), device="cuda", generator=gen(1), dtype=torch.int8)
    beta = torch.rand(chroms * variants, device="cuda", generator=gen(2)) + 0.1
    out = torch.empty(chroms, samples, device="cuda")
    if b:
        return (lambda: velvet_harbor_cj5_b[(samples // 128, chroms)](geno, beta, out, samples, VARIANTS=variants, BV=32, BS=128, num_warps=4)), out
    return (lambda: velvet_harbor_cj5_a[(samples, chroms)](geno, beta, out, samples, VARIANTS=variants, BLOCK=256, num_warps=4)), out


CASES += [("velvet_harbor_cj5_a", lambda: velvet_harbor(0)), ("velvet_harbor_cj5_b", lambda: velvet_harbor(1))]


# ---- 2 graphics: instance transforms, quaternion + translation + scale (planes) to row-major 4x4 matrices
@triton.jit
def rotation_rows(p_ptr, i, n):
    qx = tl.load(p_ptr + i)
    qy = tl.load(p_ptr + n + i)
    qz = tl.load(p_ptr + 2 * n + i)
    qw = tl.load(p_ptr + 3 * n + i)
    s = tl.load(p_ptr + 7 * n + i)
    k = 2.0 / (qx * qx + qy * qy + qz * qz + qw * qw)
    m00 = s * (1.0 - k * (qy * qy + qz * qz))
    m01 = s * k * (qx * qy - qz * qw)
    m02 = s * k * (qx * qz + qy * qw)
    m10 = s * k * (qx * qy + qz * qw)
    m11 = s * (1.0 - k * (qx * qx + qz * qz))
    m12 = s * k * (qy * qz - qx * qw)
    m20 = s * k * (qx * qz - qy * qw)
    m21 = s * k * (qy * qz + qx * qw)
    m22 = s * (1.0 - k * (qx * qx + qy * qy))
    return m00, m01, m02, m10, m11, m12, m20, m21, m22


@triton.jit
def cinder_meadow_cj5_a(p_ptr, m_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m00, m01, m02, m10, m11, m12, m20, m21, m22 = rotation_rows(p_ptr, i, n)
    o = m_ptr + i * 16
    tl.store(o, m00)
    tl.store(o + 1, m01)
    tl.store(o + 2, m02)
    tl.store(o + 3, tl.load(p_ptr + 4 * n + i))
    tl.store(o + 4, m10)
    tl.store(o + 5, m11)
    tl.store(o + 6, m12)
    tl.store(o + 7, tl.load(p_ptr + 5 * n + i))
    tl.store(o + 8, m20)
    tl.store(o + 9, m21)
    tl.store(o + 10, m22)
    tl.store(o + 11, tl.load(p_ptr + 6 * n + i))
    tl.store(o + 12, tl.zeros([BLOCK], tl.float32))
    tl.store(o + 13, tl.zeros([BLOCK], tl.float32))
    tl.store(o + 14, tl.zeros([BLOCK], tl.float32))
    tl.store(o + 15, tl.full([BLOCK], 1.0, tl.float32))


@triton.jit
def join4(a, b, c, d):
    return tl.reshape(tl.join(tl.join(a, c), tl.join(b, d)), [a.shape[0], 4])


@triton.jit
def cinder_meadow_cj5_b(p_ptr, m_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m00, m01, m02, m10, m11, m12, m20, m21, m22 = rotation_rows(p_ptr, i, n)
    zero = tl.zeros([BLOCK], tl.float32)
    r0 = join4(m00, m01, m02, tl.load(p_ptr + 4 * n + i))
    r1 = join4(m10, m11, m12, tl.load(p_ptr + 5 * n + i))
    r2 = join4(m20, m21, m22, tl.load(p_ptr + 6 * n + i))
    r3 = join4(zero, zero, zero, zero + 1.0)
    # [BLOCK, 4 (column), 2, 2 (row bits)] to [BLOCK, row, column]
    rows = tl.reshape(tl.join(tl.join(r0, r2), tl.join(r1, r3)), [BLOCK, 4, 4])
    rows = tl.reshape(tl.permute(rows, (0, 2, 1)), [BLOCK * 16])
    tl.store(m_ptr + tl.program_id(0) * BLOCK * 16 + tl.arange(0, BLOCK * 16), rows)


def cinder_meadow(b):
    n = 1 << 22
    p = torch.rand(8, n, device="cuda", generator=gen(3)) + 0.1
    m = torch.empty(n, 16, device="cuda")
    k = cinder_meadow_cj5_b if b else cinder_meadow_cj5_a
    return (lambda: k[(n // 256,)](p, m, n, BLOCK=256, num_warps=8)), m


CASES += [("cinder_meadow_cj5_a", lambda: cinder_meadow(0)), ("cinder_meadow_cj5_b", lambda: cinder_meadow(1))]


# ---- 3 microscopy: contrast stretch of 8-bit frames whose rows are an odd number of bytes long
@triton.jit
def pewter_canyon_cj5_a(src_ptr, dst_ptr, width, low, gain, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    for start in range(0, width, BLOCK):
        x = start + tl.arange(0, BLOCK)
        v = tl.load(src_ptr + row * width + x, mask=x < width).to(tl.float32)
        v = tl.minimum(tl.maximum((v - low) * gain, 0.0), 255.0)
        tl.store(dst_ptr + row * width + x, v.to(tl.uint8), mask=x < width)


@triton.jit
def pewter_canyon_cj5_b(src_ptr, dst_ptr, total, low, gain, BLOCK: tl.constexpr):
    x = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(src_ptr + x, mask=x < total).to(tl.float32)
    v = tl.minimum(tl.maximum((v - low) * gain, 0.0), 255.0)
    tl.store(dst_ptr + x, v.to(tl.uint8), mask=x < total)


def pewter_canyon(b):
    width, height = 5001, 65536
    total = width * height
    src = torch.randint(0, 256, (total,), device="cuda", generator=gen(4), dtype=torch.uint8)
    dst = torch.empty(total, device="cuda", dtype=torch.uint8)
    if b:
        return (lambda: pewter_canyon_cj5_b[(triton.cdiv(total, 4096),)](src, dst, total, 18.0, 1.25, BLOCK=4096, num_warps=8)), dst
    return (lambda: pewter_canyon_cj5_a[(height,)](src, dst, width, 18.0, 1.25, BLOCK=1024, num_warps=4)), dst


CASES += [("pewter_canyon_cj5_a", lambda: pewter_canyon(0)), ("pewter_canyon_cj5_b", lambda: pewter_canyon(1))]


# ---- 4 language models: log-probabilities over a vocabulary of 32768, with softcap, one row a program
@triton.jit
def hollow_trumpet_cj5_a(x_ptr, bias_ptr, y_ptr, cap, N: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + at).to(tl.float32) + tl.load(bias_ptr + at).to(tl.float32)
    x = x / (1.0 + tl.abs(x) / cap)
    top = tl.max(x, 0)
    total = tl.sum(tl.exp(x - top), 0)
    tl.store(y_ptr + row * N + at, (x - top - tl.log(total)).to(tl.bfloat16))


@triton.jit
def hollow_trumpet_cj5_b(x_ptr, bias_ptr, y_ptr, cap, N: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    at = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + at).to(tl.float32) + tl.load(bias_ptr + at).to(tl.float32)
    x = x / (1.0 + tl.abs(x) / cap)
    top = tl.max(x, 0)
    total = tl.sum(tl.exp(x - top), 0)
    tl.store(y_ptr + row * N + at, (x - top - tl.log(total)).to(tl.bfloat16))


def hollow_trumpet(b):
    rows, vocab = 6144, 32768
    x = torch.randn(rows, vocab, device="cuda", generator=gen(5), dtype=torch.bfloat16)
    bias = torch.randn(vocab, device="cuda", generator=gen(6), dtype=torch.bfloat16)
    y = torch.empty_like(x).view(-1)
    if b:
        return (lambda: hollow_trumpet_cj5_b[(rows,)](x, bias, y, 8.0, N=vocab, num_warps=16)), y
    return (lambda: hollow_trumpet_cj5_a[(rows,)](x, bias, y, 8.0, N=vocab, num_warps=4)), y


CASES += [("hollow_trumpet_cj5_a", lambda: hollow_trumpet(0)), ("hollow_trumpet_cj5_b", lambda: hollow_trumpet(1))]


# ---- 5 astrophysics: potential of softened masses at test points by direct sum
@triton.jit
def potential(pos_ptr, mass_ptr, out_ptr, n, sources, eps2, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(pos_ptr + i)
    y = tl.load(pos_ptr + n + i)
    z = tl.load(pos_ptr + 2 * n + i)
    phi = tl.zeros([BLOCK], tl.float32)
    soft = tl.zeros([BLOCK], tl.float32)
    for j in range(sources):
        dx = tl.load(mass_ptr + 4 * j) - x
        dy = tl.load(mass_ptr + 4 * j + 1) - y
        dz = tl.load(mass_ptr + 4 * j + 2) - z
        m = tl.load(mass_ptr + 4 * j + 3)
        r2 = dx * dx + dy * dy + dz * dz + eps2
        inv = tl.rsqrt(r2)
        phi += m * inv
        soft += m * inv * inv * inv * (dx + dy + dz)
    tl.store(out_ptr + i, phi)
    tl.store(out_ptr + n + i, soft)


@triton.jit
def marble_thicket_cj5_a(pos_ptr, mass_ptr, out_ptr, n, sources, eps2, BLOCK: tl.constexpr):
    potential(pos_ptr, mass_ptr, out_ptr, n, sources, eps2, BLOCK)


@triton.jit
def marble_thicket_cj5_b(pos_ptr, mass_ptr, out_ptr, n, sources, eps2, BLOCK: tl.constexpr):
    potential(pos_ptr, mass_ptr, out_ptr, n, sources, eps2, BLOCK)


def marble_thicket(b):
    n, sources = 137 * 4096, 1536
    pos = torch.rand(3, n, device="cuda", generator=gen(7))
    mass = torch.rand(sources, 4, device="cuda", generator=gen(8)) * 0.9 + 0.3
    out = torch.empty(2 * n, device="cuda")
    if b:
        return (lambda: marble_thicket_cj5_b[(n // 512,)](pos, mass, out, n, sources, 1e-2, BLOCK=512, num_warps=4)), out
    return (lambda: marble_thicket_cj5_a[(n // 4096,)](pos, mass, out, n, sources, 1e-2, BLOCK=4096, num_warps=32)), out


CASES += [("marble_thicket_cj5_a", lambda: marble_thicket(0)), ("marble_thicket_cj5_b", lambda: marble_thicket(1))]


# ---- 6 audio: two 16-bit tracks mixed with soft clipping
@triton.jit
def mix_block(u_ptr, v_ptr, o_ptr, gu, gv, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    s = tl.load(u_ptr + i).to(tl.float32) * gu + tl.load(v_ptr + i).to(tl.float32) * gv
    s = s * (1.0 - 1.4e-10 * s * s)
    tl.store(o_ptr + i, tl.minimum(tl.maximum(s, -32768.0), 32767.0).to(tl.int16))


@triton.jit
def sapling_cobalt_cj5_a(u_ptr, v_ptr, o_ptr, gu, gv, BLOCK: tl.constexpr):
    mix_block(u_ptr, v_ptr, o_ptr, gu, gv, BLOCK)


@triton.jit
def sapling_cobalt_cj5_b(u_ptr, v_ptr, o_ptr, gu, gv, BLOCK: tl.constexpr):
    mix_block(u_ptr, v_ptr, o_ptr, gu, gv, BLOCK)


def sapling_cobalt(b):
    n = 1 << 27
    u = torch.randint(-20000, 30000, (n,), device="cuda", generator=gen(9), dtype=torch.int16)
    v = torch.randint(-20000, 30000, (n,), device="cuda", generator=gen(10), dtype=torch.int16)
    o = torch.empty_like(u)
    if b:
        return (lambda: sapling_cobalt_cj5_b[(n // 4096,)](u, v, o, 0.7, 0.5, BLOCK=4096, num_warps=8)), o
    return (lambda: sapling_cobalt_cj5_a[(n // 128,)](u, v, o, 0.7, 0.5, BLOCK=128, num_warps=1)), o


CASES += [("sapling_cobalt_cj5_a", lambda: sapling_cobalt(0)), ("sapling_cobalt_cj5_b", lambda: sapling_cobalt(1))]


# ---- 7 lidar: second moments of each segmented object's points (ragged segments of very unlike sizes)
@triton.jit
def moments(px_ptr, out_ptr, total, obj, first, last, BLOCK: tl.constexpr, ATOMIC: tl.constexpr):
    sxx = tl.zeros([BLOCK], tl.float32)
    syy = tl.zeros([BLOCK], tl.float32)
    szz = tl.zeros([BLOCK], tl.float32)
    sxy = tl.zeros([BLOCK], tl.float32)
    for start in range(first, last, BLOCK):
        i = start + tl.arange(0, BLOCK)
        x = tl.load(px_ptr + i, mask=i < last, other=0.0)
        y = tl.load(px_ptr + total + i, mask=i < last, other=0.0)
        z = tl.load(px_ptr + 2 * total + i, mask=i < last, other=0.0)
        sxx += x * x
        syy += y * y
        szz += z * z
        sxy += x * y
    if ATOMIC:
        tl.atomic_add(out_ptr + obj * 4, tl.sum(sxx, 0))
        tl.atomic_add(out_ptr + obj * 4 + 1, tl.sum(syy, 0))
        tl.atomic_add(out_ptr + obj * 4 + 2, tl.sum(szz, 0))
        tl.atomic_add(out_ptr + obj * 4 + 3, tl.sum(sxy, 0))
    else:
        tl.store(out_ptr + obj * 4, tl.sum(sxx, 0))
        tl.store(out_ptr + obj * 4 + 1, tl.sum(syy, 0))
        tl.store(out_ptr + obj * 4 + 2, tl.sum(szz, 0))
        tl.store(out_ptr + obj * 4 + 3, tl.sum(sxy, 0))


@triton.jit
def copper_tangent_cj5_a(px_ptr, offs_ptr, out_ptr, total, BLOCK: tl.constexpr):
    obj = tl.program_id(0)
    moments(px_ptr, out_ptr, total, obj, tl.load(offs_ptr + obj), tl.load(offs_ptr + obj + 1), BLOCK, False)


@triton.jit
def copper_tangent_cj5_b(px_ptr, work_ptr, out_ptr, total, BLOCK: tl.constexpr):
    w = work_ptr + tl.program_id(0) * 3
    moments(px_ptr, out_ptr, total, tl.load(w), tl.load(w + 1), tl.load(w + 2), BLOCK, True)


def copper_tangent(b):
    objects, chunk = 4096, 16384
    rank = [(k * 1543 + 77) % objects for k in range(objects)]
    sizes = [int(1_400_000 / (1 + r) ** 0.75) + 64 for r in rank]
    offs, work = [0], []
    for k, size in enumerate(sizes):
        end = offs[-1] + size
        work += [[k, s, min(s + chunk, end)] for s in range(offs[-1], end, chunk)]
        offs.append(end)
    total = offs[-1]
    px = torch.rand(3 * total, device="cuda", generator=gen(11)) + 0.2
    out = torch.empty(objects * 4, device="cuda")
    if b:
        table = torch.tensor(work, device="cuda", dtype=torch.int32)
        return (lambda: copper_tangent_cj5_b[(len(work),)](px, table, out, total, BLOCK=1024, num_warps=8)), out
    table = torch.tensor(offs, device="cuda", dtype=torch.int32)
    return (lambda: copper_tangent_cj5_a[(objects,)](px, table, out, total, BLOCK=1024, num_warps=8)), out


CASES += [("copper_tangent_cj5_a", lambda: copper_tangent(0)), ("copper_tangent_cj5_b", lambda: copper_tangent(1))]


# ---- 8 gamma spectroscopy: integrate 32-sample pulses and count them into 256 energy channels
@triton.jit
def channel_of(pulse_ptr, event, EVENTS: tl.constexpr):
    s = tl.arange(0, 32)
    p = tl.load(pulse_ptr + event[:, None] * 32 + s[None, :]).to(tl.int32)
    return tl.minimum(tl.maximum(tl.sum(p, 1) // 64, 0), 255)


@triton.jit
def quartz_minnow_cj5_a(pulse_ptr, hist_ptr, EVENTS: tl.constexpr):
    event = tl.program_id(0) * EVENTS + tl.arange(0, EVENTS)
    c = channel_of(pulse_ptr, event, EVENTS)
    tl.atomic_add(hist_ptr + c, tl.full([EVENTS], 1, tl.int32), sem="relaxed")


@triton.jit
def quartz_minnow_cj5_b(pulse_ptr, hist_ptr, rounds, EVENTS: tl.constexpr):
    counts = tl.zeros([256], tl.int32)
    for r in range(rounds):
        event = (tl.program_id(0) * rounds + r) * EVENTS + tl.arange(0, EVENTS)
        counts += tl.histogram(channel_of(pulse_ptr, event, EVENTS), 256)
    tl.atomic_add(hist_ptr + tl.arange(0, 256), counts, mask=counts > 0, sem="relaxed")


def quartz_minnow(b):
    n = 1 << 22
    pulses = torch.empty(n, 32, device="cuda", dtype=torch.int16)
    shape = torch.exp(-torch.arange(32, device="cuda", dtype=torch.float32) / 7.0)
    step = n // 8
    for k in range(8):
        peak = 2500.0 + 1200.0 * (k % 4)
        area = peak + 500.0 * torch.randn(step, 1, device="cuda", generator=gen(20 + k))
        pulses[k * step : (k + 1) * step] = (area * shape[None, :] / 7.5).to(torch.int16)
    pulses = pulses[torch.randperm(n, device="cuda", generator=gen(12))].contiguous()
    hist = torch.empty(256, device="cuda", dtype=torch.int32)
    if b:
        return (lambda: quartz_minnow_cj5_b[(n // 4096,)](pulses, hist, 16, EVENTS=256, num_warps=8)), hist
    return (lambda: quartz_minnow_cj5_a[(n // 256,)](pulses, hist, EVENTS=256, num_warps=8)), hist


CASES += [("quartz_minnow_cj5_a", lambda: quartz_minnow(0)), ("quartz_minnow_cj5_b", lambda: quartz_minnow(1))]


# ---- 9 combustion: summed Arrhenius rates of four reactions at each cell's temperature (rate constants as numpy doubles)
@triton.jit
def bramble_anchor_cj5_a(t_ptr, rate_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    inv = 1.0 / t
    total = tl.zeros([BLOCK], tl.float64)
    for r in tl.static_range(4):
        pre = tl.load(rate_ptr + 3 * r)
        slope = tl.load(rate_ptr + 3 * r + 1)
        act = tl.load(rate_ptr + 3 * r + 2)
        total += pre * (1.0 + slope * t) * tl.exp(-act.to(tl.float64) * inv.to(tl.float64))
    tl.store(out_ptr + i, total.to(tl.float32))


@triton.jit
def bramble_anchor_cj5_b(t_ptr, rate_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    inv = 1.0 / t
    total = tl.zeros([BLOCK], tl.float32)
    for r in tl.static_range(4):
        pre = tl.load(rate_ptr + 3 * r)
        slope = tl.load(rate_ptr + 3 * r + 1)
        act = tl.load(rate_ptr + 3 * r + 2)
        total += pre * (1.0 + slope * t) * tl.exp(-act * inv)
    tl.store(out_ptr + i, total)


def bramble_anchor(b):
    n = 1 << 26
    t = torch.rand(n, device="cuda", generator=gen(13)) * 1500 + 700
    out = torch.empty(n, device="cuda")
    table = [3.0e2, 1.0e-4, 5200.0, 9.0e1, 3.0e-4, 3100.0, 1.5e3, 2.0e-4, 8000.0, 4.0e1, 5.0e-4, 2400.0]
    rate = torch.tensor(table, device="cuda", dtype=torch.float32 if b else torch.float64)
    k = bramble_anchor_cj5_b if b else bramble_anchor_cj5_a
    return (lambda: k[(n // 1024,)](t, rate, out, BLOCK=1024, num_warps=4)), out


CASES += [("bramble_anchor_cj5_a", lambda: bramble_anchor(0)), ("bramble_anchor_cj5_b", lambda: bramble_anchor(1))]


# ---- 10 rheology: relaxation modulus as a Prony series of 24 modes whose rates are multiples of a base rate
@triton.jit
def lantern_walrus_cj5_a(t_ptr, w_ptr, out_ptr, rate, MODES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    g = tl.zeros([BLOCK], tl.float32)
    for k in tl.static_range(MODES):
        g += tl.load(w_ptr + k) * tl.exp(-(k + 1) * rate * t)
    tl.store(out_ptr + i, g)


@triton.jit
def lantern_walrus_cj5_b(t_ptr, w_ptr, out_ptr, rate, MODES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    e = tl.exp(-rate * tl.load(t_ptr + i))
    g = tl.zeros([BLOCK], tl.float32)
    for k in tl.static_range(MODES):
        g = (g + tl.load(w_ptr + MODES - 1 - k)) * e
    tl.store(out_ptr + i, g)


def lantern_walrus(b):
    n = 1 << 26
    t = torch.rand(n, device="cuda", generator=gen(14)) * 3
    w = torch.rand(24, device="cuda", generator=gen(15)) + 0.1
    out = torch.empty(n, device="cuda")
    k = lantern_walrus_cj5_b if b else lantern_walrus_cj5_a
    return (lambda: k[(n // 1024,)](t, w, out, 0.11, MODES=24, BLOCK=1024, num_warps=4)), out


CASES += [("lantern_walrus_cj5_a", lambda: lantern_walrus(0)), ("lantern_walrus_cj5_b", lambda: lantern_walrus(1))]


# ---- 11 lattice gauge theory: staggered phases and boundary sign on a field [t, z, y, x]
@triton.jit
def ferret_gable_cj5_a(f_ptr, o_ptr, n, lx, ly, lz, lt, mass, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = i % lx
    y = (i // lx) % ly
    z = (i // (lx * ly)) % lz
    t = i // (lx * ly * lz)
    sign = 1.0 - 2.0 * ((x + y + z) % 2).to(tl.float32)
    edge = tl.where(t == lt - 1, -1.0, 1.0)
    v = (tl.load(f_ptr + i, mask=i < n) + mass) * sign * edge * (1.0 + 0.01 * z.to(tl.float32))
    tl.store(o_ptr + i, v, mask=i < n)


@triton.jit
def ferret_gable_cj5_b(f_ptr, o_ptr, lx, ly, lz, lt, mass, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    y = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    z = tl.program_id(1)
    t = tl.program_id(2)
    x = tl.arange(0, BLOCK)[None, :]
    i = ((t * lz + z) * ly + y) * lx + x
    sign = 1.0 - 2.0 * ((x + y + z) & 1).to(tl.float32)
    edge = tl.where(t == lt - 1, -1.0, 1.0)
    keep = (x < lx) & (y < ly)
    v = (tl.load(f_ptr + i, mask=keep) + mass) * sign * edge * (1.0 + 0.01 * z.to(tl.float32))
    tl.store(o_ptr + i, v, mask=keep)


def ferret_gable(b):
    lx, ly, lz, lt = 124, 90, 84, 104
    n = lx * ly * lz * lt
    f = torch.rand(n, device="cuda", generator=gen(16))
    o = torch.empty_like(f)
    if b:
        return (lambda: ferret_gable_cj5_b[(triton.cdiv(ly, 32), lz, lt)](f, o, lx, ly, lz, lt, 0.3, ROWS=32, BLOCK=128, num_warps=8)), o
    return (lambda: ferret_gable_cj5_a[(triton.cdiv(n, 1024),)](f, o, n, lx, ly, lz, lt, 0.3, BLOCK=1024, num_warps=4)), o


CASES += [("ferret_gable_cj5_a", lambda: ferret_gable(0)), ("ferret_gable_cj5_b", lambda: ferret_gable(1))]


# ---- 12 finance: largest drawdown of every asset along its price path [day, asset]
@triton.jit
def drawdown_step(p, top, worst):
    top = tl.maximum(top, p)
    return top, tl.maximum(worst, top - p)


@triton.jit
def osprey_ginger_cj5_a(p_ptr, out_ptr, assets, days, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    top = tl.load(p_ptr + i)
    worst = tl.zeros([BLOCK], tl.float32)
    for d in tl.range(1, days):
        top, worst = drawdown_step(tl.load(p_ptr + d * assets + i), top, worst)
    tl.store(out_ptr + i, worst)


@triton.jit
def osprey_ginger_cj5_b(p_ptr, out_ptr, assets, days, BLOCK: tl.constexpr, U: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    top = tl.load(p_ptr + i)
    worst = tl.zeros([BLOCK], tl.float32)
    for d in tl.range(0, days, loop_unroll_factor=U):
        top, worst = drawdown_step(tl.load(p_ptr + d * assets + i), top, worst)
    tl.store(out_ptr + i, worst)


def osprey_ginger(b):
    assets, days = 32768, 2048
    p = torch.rand(days, assets, device="cuda", generator=gen(17)) * 20 + 90
    p += torch.linspace(0, 40, days, device="cuda")[:, None]
    out = torch.empty(assets, device="cuda")
    if b:
        return (lambda: osprey_ginger_cj5_b[(assets // 128,)](p, out, assets, days, BLOCK=128, U=32, num_warps=4)), out
    return (lambda: osprey_ginger_cj5_a[(assets // 128,)](p, out, assets, days, BLOCK=128, num_warps=4)), out


CASES += [("osprey_ginger_cj5_a", lambda: osprey_ginger(0)), ("osprey_ginger_cj5_b", lambda: osprey_ginger(1))]


# ---- 13 gene expression: Manhattan distances between all pairs of two sets of profiles (both stored [gene, cell])
@triton.jit
def tundra_bobbin_cj5_a(a_ptr, b_ptr, d_ptr, m, n, genes, BLOCK: tl.constexpr):
    row = tl.program_id(1)
    col = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], tl.float32)
    for g in range(genes):
        acc += tl.abs(tl.load(a_ptr + g * m + row) - tl.load(b_ptr + g * n + col))
    tl.store(d_ptr + row * n + col, acc)


@triton.jit
def tundra_bobbin_cj5_b(a_ptr, b_ptr, d_ptr, m, n, genes, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(1) * ROWS + tl.arange(0, ROWS)
    col = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros([ROWS, BLOCK], tl.float32)
    for g in range(genes):
        acc += tl.abs(tl.load(a_ptr + g * m + row)[:, None] - tl.load(b_ptr + g * n + col)[None, :])
    tl.store(d_ptr + row[:, None] * n + col[None, :], acc)


def tundra_bobbin(b):
    m, n, genes = 4096, 4096, 128
    a = torch.rand(genes, m, device="cuda", generator=gen(30)) * 5
    c = torch.rand(genes, n, device="cuda", generator=gen(31)) * 5
    d = torch.empty(m * n, device="cuda")
    if b:
        return (lambda: tundra_bobbin_cj5_b[(n // 128, m // 32)](a, c, d, m, n, genes, ROWS=32, BLOCK=128, num_warps=4)), d
    return (lambda: tundra_bobbin_cj5_a[(n // 256, m)](a, c, d, m, n, genes, BLOCK=256, num_warps=8)), d


CASES += [("tundra_bobbin_cj5_a", lambda: tundra_bobbin(0)), ("tundra_bobbin_cj5_b", lambda: tundra_bobbin(1))]


# ---- 14 seismic migration: 8th-order second derivative in depth of a volume [z, y, x] with planes of 32 MB
@triton.jit
def depth_point(u_ptr, o_ptr, z, y, x, ny, nx, BLOCK: tl.constexpr):
    plane = ny * nx
    at = (z + 4) * plane + y * nx + x + tl.arange(0, BLOCK)
    v = -2.847222 * tl.load(u_ptr + at)
    v += 1.6 * (tl.load(u_ptr + at - plane) + tl.load(u_ptr + at + plane))
    v += -0.2 * (tl.load(u_ptr + at - 2 * plane) + tl.load(u_ptr + at + 2 * plane))
    v += 0.02539683 * (tl.load(u_ptr + at - 3 * plane) + tl.load(u_ptr + at + 3 * plane))
    v += -0.001785714 * (tl.load(u_ptr + at - 4 * plane) + tl.load(u_ptr + at + 4 * plane))
    tl.store(o_ptr + at - 4 * plane, v)


@triton.jit
def nectar_pylon_cj5_a(u_ptr, o_ptr, nz, ny, nx, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    segments = nx // BLOCK
    depth_point(u_ptr, o_ptr, p // (segments * ny), (p // segments) % ny, (p % segments) * BLOCK, ny, nx, BLOCK)


@triton.jit
def nectar_pylon_cj5_b(u_ptr, o_ptr, nz, ny, nx, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    segments = nx // BLOCK
    depth_point(u_ptr, o_ptr, (p // segments) % nz, p // (segments * nz), (p % segments) * BLOCK, ny, nx, BLOCK)


def nectar_pylon(b):
    nz, ny, nx = 24, 2048, 4096
    u = torch.rand(nz + 8, ny, nx, device="cuda", generator=gen(32))
    u *= (torch.arange(nz + 8, device="cuda", dtype=torch.float32) ** 2)[:, None, None] * 0.1
    o = torch.empty(nz * ny * nx, device="cuda")
    k = nectar_pylon_cj5_b if b else nectar_pylon_cj5_a
    return (lambda: k[(nz * ny * (nx // 1024),)](u, o, nz, ny, nx, BLOCK=1024, num_warps=8)), o


CASES += [("nectar_pylon_cj5_a", lambda: nectar_pylon(0)), ("nectar_pylon_cj5_b", lambda: nectar_pylon(1))]


# ---- 15 acoustics: covariance of 64 microphones over 256 snapshots in each of 4096 frequency bins
@triton.jit
def saddle_ermine_cj5_a(x_ptr, c_ptr, T: tl.constexpr, CH: tl.constexpr):
    base = x_ptr + tl.program_id(0) * T * CH
    ch = tl.arange(0, CH)
    acc = tl.zeros([CH, CH], tl.float32)
    for t in range(T):
        row = base + t * CH
        acc += tl.load(row + ch).to(tl.float32)[:, None] * tl.load(row + ch).to(tl.float32)[None, :]
    tl.store(c_ptr + tl.program_id(0) * CH * CH + ch[:, None] * CH + ch[None, :], acc)


@triton.jit
def saddle_ermine_cj5_b(x_ptr, c_ptr, T: tl.constexpr, CH: tl.constexpr, BT: tl.constexpr):
    base = x_ptr + tl.program_id(0) * T * CH
    ch = tl.arange(0, CH)
    acc = tl.zeros([CH, CH], tl.float32)
    for t in range(0, T, BT):
        x = tl.load(base + (t + tl.arange(0, BT))[:, None] * CH + ch[None, :])
        acc = tl.dot(tl.trans(x), x, acc)
    tl.store(c_ptr + tl.program_id(0) * CH * CH + ch[:, None] * CH + ch[None, :], acc)


def saddle_ermine(b):
    bins, snaps, mics = 4096, 256, 64
    x = (torch.rand(bins, snaps, mics, device="cuda", generator=gen(33)) - 0.3).to(torch.float16)
    c = torch.empty(bins * mics * mics, device="cuda")
    if b:
        return (lambda: saddle_ermine_cj5_b[(bins,)](x, c, T=snaps, CH=mics, BT=64, num_warps=4, num_stages=3)), c
    return (lambda: saddle_ermine_cj5_a[(bins,)](x, c, T=snaps, CH=mics, num_warps=4)), c


CASES += [("saddle_ermine_cj5_a", lambda: saddle_ermine(0)), ("saddle_ermine_cj5_b", lambda: saddle_ermine(1))]


# ---- 16 recommender training: weight gradient dW = dY^T X with 256 x 256 outputs and a batch of 131072
@triton.jit
def product_slice(y_ptr, x_ptr, first, steps, pm, pn, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = first + tl.arange(0, BK)
    acc = tl.zeros([BM, BN], tl.float32)
    for s in range(steps):
        y = tl.load(y_ptr + (k + s * BK)[:, None] * N + m[None, :])
        x = tl.load(x_ptr + (k + s * BK)[:, None] * N + n[None, :])
        acc = tl.dot(tl.trans(y), x, acc)
    return m[:, None] * N + n[None, :], acc


@triton.jit
def walnut_comet_cj5_a(y_ptr, x_ptr, w_ptr, steps, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    at, acc = product_slice(y_ptr, x_ptr, 0, steps, tl.program_id(0), tl.program_id(1), N, BM, BN, BK)
    tl.store(w_ptr + at, acc)


@triton.jit
def walnut_comet_cj5_b(y_ptr, x_ptr, part_ptr, steps, N: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    split = tl.program_id(2)
    at, acc = product_slice(y_ptr, x_ptr, split * steps * BK, steps, tl.program_id(0), tl.program_id(1), N, BM, BN, BK)
    tl.store(part_ptr + split * N * N + at, acc)


@triton.jit
def walnut_comet_cj5_b_sum(part_ptr, w_ptr, splits, size, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros([BLOCK], tl.float32)
    for s in range(splits):
        acc += tl.load(part_ptr + s * size + i)
    tl.store(w_ptr + i, acc)


def walnut_comet(b):
    n, batch, splits = 256, 131072, 64
    y = (torch.rand(batch, n, device="cuda", generator=gen(34)) - 0.4).to(torch.bfloat16)
    x = (torch.rand(batch, n, device="cuda", generator=gen(35)) - 0.4).to(torch.bfloat16)
    w = torch.empty(n * n, device="cuda")
    if not b:
        return (lambda: walnut_comet_cj5_a[(2, 2)](y, x, w, batch // 64, N=n, BM=128, BN=128, BK=64, num_warps=8, num_stages=4)), w
    part = torch.empty(splits * n * n, device="cuda")

    def launch():
        walnut_comet_cj5_b[(2, 2, splits)](y, x, part, batch // 64 // splits, N=n, BM=128, BN=128, BK=64, num_warps=8, num_stages=3)
        walnut_comet_cj5_b_sum[(n * n // 256,)](part, w, splits, n * n, BLOCK=256, num_warps=4)

    return launch, w


CASES += [("walnut_comet_cj5_a", lambda: walnut_comet(0)), ("walnut_comet_cj5_b", lambda: walnut_comet(1))]


# ---- 17 meteorology: density potential temperature and buoyancy, one array a launch against one pass
@triton.jit
def juniper_socket_cj5_a(t_ptr, p_ptr, theta_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(theta_ptr + i, tl.load(t_ptr + i) * tl.exp2(-0.2857 * tl.log2(tl.load(p_ptr + i))))


@triton.jit
def juniper_socket_cj5_a_moist(theta_ptr, q_ptr, moist_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(moist_ptr + i, tl.load(theta_ptr + i) * (1.0 + 0.608 * tl.load(q_ptr + i)))


@triton.jit
def juniper_socket_cj5_a_lift(moist_ptr, ref_ptr, lift_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = tl.load(ref_ptr + tl.program_id(0) // 64)
    tl.store(lift_ptr + i, 9.81 * (tl.load(moist_ptr + i) - r) / r)


@triton.jit
def juniper_socket_cj5_a_damp(lift_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(lift_ptr + i)
    tl.store(out_ptr + i, v / (1.0 + 0.1 * tl.abs(v)))


@triton.jit
def juniper_socket_cj5_b(t_ptr, p_ptr, q_ptr, ref_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    theta = tl.load(t_ptr + i) * tl.exp2(-0.2857 * tl.log2(tl.load(p_ptr + i)))
    r = tl.load(ref_ptr + tl.program_id(0) // 64)
    v = 9.81 * (theta * (1.0 + 0.608 * tl.load(q_ptr + i)) - r) / r
    tl.store(out_ptr + i, v / (1.0 + 0.1 * tl.abs(v)))


def juniper_socket(b):
    n = 1 << 25
    t = torch.rand(n, device="cuda", generator=gen(36)) * 40 + 265
    p = torch.rand(n, device="cuda", generator=gen(37)) * 0.6 + 0.35
    q = torch.rand(n, device="cuda", generator=gen(38)) * 0.02
    ref = torch.rand(n // 1024 // 64, device="cuda", generator=gen(39)) * 20 + 230
    out = torch.empty(n, device="cuda")
    g = (n // 1024,)
    if b:
        return (lambda: juniper_socket_cj5_b[g](t, p, q, ref, out, BLOCK=1024, num_warps=4)), out
    theta, moist, lift = torch.empty_like(t), torch.empty_like(t), torch.empty_like(t)

    def launch():
        juniper_socket_cj5_a[g](t, p, theta, BLOCK=1024, num_warps=4)
        juniper_socket_cj5_a_moist[g](theta, q, moist, BLOCK=1024, num_warps=4)
        juniper_socket_cj5_a_lift[g](moist, ref, lift, BLOCK=1024, num_warps=4)
        juniper_socket_cj5_a_damp[g](lift, out, BLOCK=1024, num_warps=4)

    return launch, out


CASES += [("juniper_socket_cj5_a", lambda: juniper_socket(0)), ("juniper_socket_cj5_b", lambda: juniper_socket(1))]


# ---- 18 climate archives (mild): area-weighted norm of every daily map, whose last sum and root are taken in doubles
@triton.jit
def row_energy(f_ptr, w_ptr, cells, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    acc = tl.zeros([BLOCK], tl.float32)
    for start in range(0, cells, BLOCK):
        c = start + tl.arange(0, BLOCK)
        v = tl.load(f_ptr + row * cells + c)
        acc += v * v * tl.load(w_ptr + c)
    return row, acc


@triton.jit
def thimble_glacier_cj5_a(f_ptr, w_ptr, out_ptr, cells, BLOCK: tl.constexpr):
    row, acc = row_energy(f_ptr, w_ptr, cells, BLOCK)
    total = tl.sum(acc.to(tl.float64), 0)
    tl.store(out_ptr + row, tl.sqrt(total / cells).to(tl.float32))


@triton.jit
def thimble_glacier_cj5_b(f_ptr, w_ptr, out_ptr, cells, BLOCK: tl.constexpr):
    row, acc = row_energy(f_ptr, w_ptr, cells, BLOCK)
    tl.store(out_ptr + row, tl.sqrt(tl.sum(acc, 0) / cells))


def thimble_glacier(b):
    days, cells = 8192, 32768
    f = torch.randn(days, cells, device="cuda", generator=gen(40))
    w = torch.rand(cells, device="cuda", generator=gen(41)) + 0.2
    out = torch.empty(days, device="cuda")
    k = thimble_glacier_cj5_b if b else thimble_glacier_cj5_a
    return (lambda: k[(days,)](f, w, out, cells, BLOCK=2048, num_warps=8)), out


CASES += [("thimble_glacier_cj5_a", lambda: thimble_glacier(0)), ("thimble_glacier_cj5_b", lambda: thimble_glacier(1))]


# ---- 19 key-value stores (mild): shard numbers of 64-bit keys, remainder by a number known when run
@triton.jit
def folded_hash(k_ptr, i):
    k = tl.load(k_ptr + i)
    h = (k ^ (k >> 32)).to(tl.uint32) * 2654435761
    return (h ^ (h >> 15)).to(tl.uint32)


@triton.jit
def orchid_wrench_cj5_a(k_ptr, s_ptr, shards, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(s_ptr + i, (folded_hash(k_ptr, i) % shards.to(tl.uint32)).to(tl.int32))


@triton.jit
def orchid_wrench_cj5_b(k_ptr, s_ptr, SHARDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(s_ptr + i, (folded_hash(k_ptr, i) % SHARDS).to(tl.int32))


def orchid_wrench(b):
    n, shards = 1 << 26, 1021
    k = torch.randint(0, 1 << 62, (n,), device="cuda", generator=gen(42), dtype=torch.int64)
    s = torch.empty(n, device="cuda", dtype=torch.int32)
    if b:
        return (lambda: orchid_wrench_cj5_b[(n // 1024,)](k, s, SHARDS=shards, BLOCK=1024, num_warps=8)), s
    return (lambda: orchid_wrench_cj5_a[(n // 1024,)](k, s, shards, BLOCK=1024, num_warps=8)), s


CASES += [("orchid_wrench_cj5_a", lambda: orchid_wrench(0)), ("orchid_wrench_cj5_b", lambda: orchid_wrench(1))]


# ---- 20 radar (mild): magnitude in decibels over a noise floor from I and Q planes, 64 samples a thread
@triton.jit
def decibels(i_ptr, q_ptr, o_ptr, floor, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    i = tl.load(i_ptr + at)
    q = tl.load(q_ptr + at)
    tl.store(o_ptr + at, 3.0103 * tl.log2(i * i + q * q + floor) + 40.0)


@triton.jit
def kettle_prairie_cj5_a(i_ptr, q_ptr, o_ptr, floor, BLOCK: tl.constexpr):
    decibels(i_ptr, q_ptr, o_ptr, floor, BLOCK)


@triton.jit
def kettle_prairie_cj5_b(i_ptr, q_ptr, o_ptr, floor, BLOCK: tl.constexpr):
    decibels(i_ptr, q_ptr, o_ptr, floor, BLOCK)


def kettle_prairie(b):
    n = 1 << 26
    i = torch.randn(n, device="cuda", generator=gen(43))
    q = torch.randn(n, device="cuda", generator=gen(44))
    o = torch.empty(n, device="cuda")
    if b:
        return (lambda: kettle_prairie_cj5_b[(n // 1024,)](i, q, o, 1e-2, BLOCK=1024, num_warps=4)), o
    return (lambda: kettle_prairie_cj5_a[(n // 8192,)](i, q, o, 1e-2, BLOCK=8192, num_warps=4)), o


CASES += [("kettle_prairie_cj5_a", lambda: kettle_prairie(0)), ("kettle_prairie_cj5_b", lambda: kettle_prairie(1))]


# ---- 21 astronomy (healthy): dark and flat-field correction of a stack of 16-bit exposures
@triton.jit
def basil_turret_cj5_a(raw_ptr, dark_ptr, flat_ptr, out_ptr, pixels, FRAMES: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    dark = tl.load(dark_ptr + at)
    flat = tl.load(flat_ptr + at)
    for f in tl.static_range(FRAMES):
        frame = f * pixels
        v = tl.load(raw_ptr + frame + at).to(tl.float32)
        tl.store(out_ptr + frame + at, (v - dark) * flat)


def basil_turret():
    pixels, frames = 4096 * 4096, 16
    raw = torch.randint(900, 30000, (frames * pixels,), device="cuda", generator=gen(45), dtype=torch.int16)
    dark = torch.rand(pixels, device="cuda", generator=gen(46)) * 50 + 500
    flat = torch.rand(pixels, device="cuda", generator=gen(47)) * 0.2 + 0.9
    out = torch.empty(frames * pixels, device="cuda")
    return (lambda: basil_turret_cj5_a[(pixels // 1024,)](raw, dark, flat, out, pixels, FRAMES=frames, BLOCK=1024, num_warps=4)), out


CASES += [("basil_turret_cj5_a", basil_turret)]


# ---- 22 transformers (healthy): projection of 8192 tokens, 4096 to 8192, in bfloat16
@triton.jit
def raven_button_cj5_a(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    p = tl.program_id(0)
    tiles_n = N // BN
    group = p // (GROUP * tiles_n)
    pm = group * GROUP + p % GROUP
    pn = (p % (GROUP * tiles_n)) // GROUP
    m = pm * BM + tl.arange(0, BM)
    n = pn * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = a_ptr + m[:, None] * K + k[None, :]
    b_at = b_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros([BM, BN], tl.float32)
    for s in range(0, K, BK):  # noqa: B007 as it was measured
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK * N
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc.to(tl.bfloat16))


def raven_button():
    m, n, k = 8192, 8192, 4096
    a = (torch.rand(m, k, device="cuda", generator=gen(48)) - 0.4).to(torch.bfloat16)
    b = (torch.rand(k, n, device="cuda", generator=gen(49)) - 0.4).to(torch.bfloat16)
    c = torch.empty(m * n, device="cuda", dtype=torch.bfloat16)
    return (lambda: raven_button_cj5_a[((m // 128) * (n // 256),)](a, b, c, m, n, k, BM=128, BN=256, BK=64, GROUP=8, num_warps=8, num_stages=4)), c


CASES += [("raven_button_cj5_a", raven_button)]


# ---- 23 ecology (healthy): predator-prey trajectories by fourth-order Runge-Kutta, a population a lane
@triton.jit
def slope(u, v, a, b):
    return u * (a - b * v), v * (b * u - 1.0)


@triton.jit
def clover_piston_cj5_a(u_ptr, v_ptr, a_ptr, out_ptr, n, steps, h, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    a = tl.load(a_ptr + i)
    b = 0.5 + 0.25 * a
    half = 0.5 * h
    for s in range(steps):  # noqa: B007 as it was measured
        k1u, k1v = slope(u, v, a, b)
        k2u, k2v = slope(u + half * k1u, v + half * k1v, a, b)
        k3u, k3v = slope(u + half * k2u, v + half * k2v, a, b)
        k4u, k4v = slope(u + h * k3u, v + h * k3v, a, b)
        u += h * (0.16666667 * (k1u + k4u) + 0.33333334 * (k2u + k3u))
        v += h * (0.16666667 * (k1v + k4v) + 0.33333334 * (k2v + k3v))
    tl.store(out_ptr + i, u)
    tl.store(out_ptr + n + i, v)


def clover_piston():
    n = 1 << 22
    u = torch.rand(n, device="cuda", generator=gen(50)) + 0.5
    v = torch.rand(n, device="cuda", generator=gen(51)) + 0.5
    a = torch.rand(n, device="cuda", generator=gen(52)) + 0.5
    out = torch.empty(2 * n, device="cuda")
    return (lambda: clover_piston_cj5_a[(n // 512,)](u, v, a, out, n, 160, 0.01, BLOCK=512, num_warps=4)), out


CASES += [("clover_piston_cj5_a", clover_piston)]


# ---- 24 text retrieval (healthy): mean word vector of bags of 32 words, rows of 512 bytes from a table of 2 GB
@triton.jit
def magnet_heron_cj5_a(table_ptr, word_ptr, out_ptr, BAG: tl.constexpr, DIM: tl.constexpr):
    bag = tl.program_id(0)
    word = tl.load(word_ptr + bag * BAG + tl.arange(0, BAG)).to(tl.int64)
    d = tl.arange(0, DIM)
    rows = tl.load(table_ptr + word[:, None] * DIM + d[None, :])
    tl.store(out_ptr + bag * DIM + d, tl.sum(rows, 0) / BAG)


def magnet_heron():
    words, bags = 1 << 22, 65536
    table = torch.rand(words, 128, device="cuda", generator=gen(53))
    word = torch.randint(0, words, (bags * 32,), device="cuda", generator=gen(54), dtype=torch.int32)
    out = torch.empty(bags * 128, device="cuda")
    return (lambda: magnet_heron_cj5_a[(bags,)](table, word, out, BAG=32, DIM=128, num_warps=4)), out


CASES += [("magnet_heron_cj5_a", magnet_heron)]


if __name__ == "__main__":
    main()
