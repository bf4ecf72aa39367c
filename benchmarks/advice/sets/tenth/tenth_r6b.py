#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: tenth_r6b.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- speaker verification: scores of enrolled against heard voices; before the f16 vectors are widened and multiplied as exact f32 -------
@triton.jit
def voiceprint_scores_r6_a(a_ptr, b_ptr, c_ptr, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a_ptr + rm[:, None] * K + k + rk[None, :]).to(tl.float32)
        y = tl.load(b_ptr + rn[:, None] * K + k + rk[None, :]).to(tl.float32)
        acc = tl.dot(x, tl.trans(y), acc, input_precision="ieee")
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def voiceprint_scores_r6_b(a_ptr, b_ptr, c_ptr, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(a_ptr + rm[:, None] * K + k + rk[None, :])
        y = tl.load(b_ptr + rn[:, None] * K + k + rk[None, :])
        acc = tl.dot(x, tl.trans(y), acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


# ---- training of a lexicon layer: gradient of 512 x 512 weights over 65536 tokens; before one program a tile, after eight a tile ---------
@triton.jit
def _lexicon(x_ptr, y_ptr, first, STEPS, rm, rn, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = tl.arange(0, BK)
    x = x_ptr + (first + rk)[:, None] * M + rm[None, :]
    y = y_ptr + (first + rk)[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, STEPS):
        acc = tl.dot(tl.trans(tl.load(x)), tl.load(y), acc)
        x += BK * M
        y += BK * N
    return acc


@triton.jit
def lexicon_grad_r6_a(x_ptr, y_ptr, g_ptr, tokens, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = _lexicon(x_ptr, y_ptr, 0, tokens // BK, rm, rn, M, N, BM, BN, BK)
    tl.store(g_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def lexicon_grad_r6_b(x_ptr, y_ptr, g_ptr, tokens, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    share = tokens // tl.num_programs(2)
    acc = _lexicon(x_ptr, y_ptr, tl.program_id(2) * share, share // BK, rm, rn, M, N, BM, BN, BK)
    tl.atomic_add(g_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- speech: posterior of 512 phones for every frame, stored [phone, frame]; before a program a frame, after a program 32 frames --------
@triton.jit
def phone_posterior_r6_a(x_ptr, y_ptr, frames, PHONES: tl.constexpr):
    at = tl.arange(0, PHONES) * frames + tl.program_id(0)
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e / tl.sum(e, axis=0))


@triton.jit
def phone_posterior_r6_b(x_ptr, y_ptr, frames, PHONES: tl.constexpr, BLOCK: tl.constexpr):
    f = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    at = tl.arange(0, PHONES)[:, None] * frames + f[None, :]
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0)[None, :])
    tl.store(y_ptr + at, e / tl.sum(e, axis=0)[None, :])


# ---- attention: scale of every query head (128 values) by its root mean square; before a program a head, after a program 32 heads -------
@triton.jit
def head_rms_r6_a(x_ptr, w_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    scale = 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / WIDTH + 1e-6)
    tl.store(y_ptr + at, (x * scale * w).to(tl.float16))


@triton.jit
def head_rms_r6_b(x_ptr, w_ptr, y_ptr, WIDTH: tl.constexpr, HEADS: tl.constexpr):
    c = tl.arange(0, WIDTH)
    r = tl.program_id(0) * HEADS + tl.arange(0, HEADS)
    at = r[:, None] * WIDTH + c[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    scale = 1.0 / tl.sqrt(tl.sum(x * x, axis=1) / WIDTH + 1e-6)
    tl.store(y_ptr + at, (x * scale[:, None] * w[None, :]).to(tl.float16))


# ---- NMR: sum of eight decays; before the table of amplitudes and rates is the f64 that numpy made, after it is f32 ----------------------
@triton.jit
def _decays(t_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    total = tl.load(table_ptr + 2 * TERMS) + t * 0.0
    for k in tl.static_range(TERMS):
        total += tl.load(table_ptr + k) * tl.exp(t * tl.load(table_ptr + TERMS + k))
    tl.store(y_ptr + i, total.to(tl.float32))


@triton.jit
def relaxation_sum_r6_a(t_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _decays(t_ptr, table_ptr, y_ptr, TERMS, BLOCK)


@triton.jit
def relaxation_sum_r6_b(t_ptr, table_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _decays(t_ptr, table_ptr, y_ptr, TERMS, BLOCK)


# ---- limnology: speed, bottom drag, new eastward flow; before three launches, after one --------------------------------------------------
@triton.jit
def lake_drag_r6_a(u_ptr, v_ptr, s_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(s_ptr + i, tl.sqrt(u * u + v * v + 1e-6))


@triton.jit
def lake_drag_r6_a2(u_ptr, s_ptr, d_ptr, rough, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(d_ptr + i, rough * tl.load(s_ptr + i) * tl.load(u_ptr + i))


@triton.jit
def lake_drag_r6_a3(u_ptr, d_ptr, w_ptr, y_ptr, step, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(u_ptr + i) + step * (tl.load(w_ptr + i) - tl.load(d_ptr + i)))


@triton.jit
def lake_drag_r6_b(u_ptr, v_ptr, w_ptr, y_ptr, rough, step, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    drag = rough * tl.sqrt(u * u + v * v + 1e-6) * u
    tl.store(y_ptr + i, u + step * (tl.load(w_ptr + i) - drag))


# ---- normalisation backward: gradient of the scale; before each row adds to it atomically, after each program sums 64 rows first ---------
@triton.jit
def scale_tally_r6_a(dy_ptr, x_ptr, g_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    tl.atomic_add(g_ptr + c, tl.load(dy_ptr + at) * tl.load(x_ptr + at), sem="relaxed")


@triton.jit
def scale_tally_r6_b(dy_ptr, x_ptr, g_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr, BR: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(1) * BC + tl.arange(0, BC)
    r = tl.program_id(0) * ROWS + tl.arange(0, BR)
    at = r[:, None] * WIDTH + c[None, :]
    acc = tl.zeros((BR, BC), dtype=tl.float32)
    for k in range(0, ROWS, BR):
        acc += tl.load(dy_ptr + at + k * WIDTH) * tl.load(x_ptr + at + k * WIDTH)
    tl.atomic_add(g_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


# ---- seismic survey: spread of every trace of 1023 samples; before the rows lie 1023 apart, after 1024 -----------------------------------
@triton.jit
def survey_spread_r6_a(x_ptr, y_ptr, pitch, LENGTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * pitch + c, mask=c < LENGTH, other=0.0)
    mean = tl.sum(x, axis=0) / LENGTH
    d = tl.where(c < LENGTH, x - mean, 0.0)
    tl.store(y_ptr + row, tl.sqrt(tl.sum(d * d, axis=0) / LENGTH))


@triton.jit
def survey_spread_r6_b(x_ptr, y_ptr, pitch, LENGTH: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    x = tl.where(c < LENGTH, tl.load(x_ptr + row * pitch + c), 0.0)
    mean = tl.sum(x, axis=0) / LENGTH
    d = tl.where(c < LENGTH, x - mean, 0.0)
    tl.store(y_ptr + row, tl.sqrt(tl.sum(d * d, axis=0) / LENGTH))


# ---- radio: power in dB-like units of interleaved I and Q; before two loads two apart, after one load of pairs that is then split --------
@triton.jit
def iq_power_r6_a(z_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    re = tl.load(z_ptr + 2 * i)
    im = tl.load(z_ptr + 2 * i + 1)
    tl.store(y_ptr + i, tl.log(re * re + im * im + floor))


@triton.jit
def iq_power_r6_b(z_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.arange(0, 2)
    re, im = tl.split(tl.load(z_ptr + 2 * i[:, None] + part[None, :]))
    tl.store(y_ptr + i, tl.log(re * re + im * im + floor))


# ---- healthy: residual added and normalised in one pass over rows of 4096 bf16 -----------------------------------------------------------
@triton.jit
def token_addnorm_r6_a(x_ptr, r_ptr, w_ptr, b_ptr, s_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    s = tl.load(x_ptr + at).to(tl.float32) + tl.load(r_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    b = tl.load(b_ptr + c).to(tl.float32)
    tl.store(s_ptr + at, s.to(tl.bfloat16))
    mean = tl.sum(s, axis=0) / WIDTH
    d = s - mean
    scale = 1.0 / tl.sqrt(tl.sum(d * d, axis=0) / WIDTH + 1e-5)
    tl.store(y_ptr + at, (d * scale * w + b).to(tl.bfloat16))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def voiceprint(kernel, bm, bn, bk, warps, stages):
    def setup():
        m, n, k = 8192, 6144, 64
        a, b = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        c = torch.empty(m * n, device="cuda", dtype=torch.float32)
        grid = (m // bm, n // bn)
        return (lambda: kernel[grid](a, b, c, m, n, K=k, BM=bm, BN=bn, BK=bk, num_warps=warps, num_stages=stages)), c

    return setup


def lexicon(kernel, split):
    def setup():
        tokens, m, n = 65536, 512, 512
        x, y = data(tokens * m, torch.float16, 1), data(tokens * n, torch.float16, 2)
        g = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        grid = (m // 128, n // 128, split)
        return (lambda: kernel[grid](x, y, g, tokens, m, n, BM=128, BN=128, BK=64, num_warps=8, num_stages=4)), g

    return setup


def phones(tiled):
    def setup():
        frames, count = 131072, 512
        x = data(frames * count)
        y = torch.empty_like(x)
        if tiled:
            return (lambda: phone_posterior_r6_b[(frames // 32,)](x, y, frames, PHONES=count, BLOCK=32, num_warps=8)), y
        return (lambda: phone_posterior_r6_a[(frames,)](x, y, frames, PHONES=count, num_warps=4)), y

    return setup


def heads(tiled):
    def setup():
        rows, width = 1048576, 128
        x, w = data(rows * width, torch.float16), data(width, torch.float16, 3)
        y = torch.empty_like(x)
        if tiled:
            return (lambda: head_rms_r6_b[(rows // 32,)](x, w, y, WIDTH=width, HEADS=32, num_warps=4)), y
        return (lambda: head_rms_r6_a[(rows,)](x, w, y, WIDTH=width, num_warps=4)), y

    return setup


def decays(kernel, dtype):
    def setup():
        n, terms = 40 * 1024 * 1024, 8
        t = data(n) + 1.0
        table = [0.11 * (k + 1) for k in range(terms)] + [-0.2 * 1.7**k for k in range(terms)] + [0.05]
        table = torch.tensor(table, device="cuda", dtype=dtype)
        y = torch.empty_like(t)
        return (lambda: kernel[(n // 1024,)](t, table, y, TERMS=terms, BLOCK=1024, num_warps=4)), y

    return setup


def lake(fused):
    def setup():
        n, block = 32 * 1024 * 1024, 1024
        u, v, w = data(n, seed=1), data(n, seed=2), data(n, seed=3)
        y = torch.empty_like(u)
        grid = (n // block,)
        if fused:
            return (lambda: lake_drag_r6_b[grid](u, v, w, y, 0.0025, 0.3, BLOCK=block, num_warps=4)), y
        s, d = torch.empty_like(u), torch.empty_like(u)

        def launch():
            lake_drag_r6_a[grid](u, v, s, BLOCK=block, num_warps=4)
            lake_drag_r6_a2[grid](u, s, d, 0.0025, BLOCK=block, num_warps=4)
            lake_drag_r6_a3[grid](u, d, w, y, 0.3, BLOCK=block, num_warps=4)

        return launch, y

    return setup


def tally(grouped):
    def setup():
        rows, width = 32768, 1024
        dy, x = data(rows * width, seed=1), data(rows * width, seed=2)
        g = torch.zeros(width, device="cuda", dtype=torch.float32)
        if grouped:
            grid = (rows // 64, width // 512)
            return (lambda: scale_tally_r6_b[grid](dy, x, g, WIDTH=width, ROWS=64, BR=8, BC=512, num_warps=4)), g
        return (lambda: scale_tally_r6_a[(rows,)](dy, x, g, WIDTH=width, num_warps=4)), g

    return setup


def survey(kernel, pitch):
    def setup():
        rows, length = 65536, 1023
        x = data(rows * length)
        if pitch != length:
            wide = torch.zeros(rows, pitch, device="cuda", dtype=torch.float32)
            wide[:, :length] = x.view(rows, length)
            x = wide.view(-1)
        y = torch.empty(rows, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(rows,)](x, y, pitch, LENGTH=length, BLOCK=1024, num_warps=4)), y

    return setup


def iq(kernel):
    def setup():
        n = 40 * 1024 * 1024
        z = data(2 * n)
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // 1024,)](z, y, 1e-4, BLOCK=1024, num_warps=4)), y

    return setup


def addnorm():
    rows, width = 16384, 4096
    x, r = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2)
    w, b = data(width, torch.bfloat16, 3), data(width, torch.bfloat16, 4)
    s, y = torch.empty_like(x), torch.empty_like(x)
    return (lambda: token_addnorm_r6_a[(rows,)](x, r, w, b, s, y, WIDTH=width, num_warps=8)), y


CASES = [
    ("voiceprint_scores_r6_a", voiceprint(voiceprint_scores_r6_a, 64, 64, 32, 4, 3)),
    ("voiceprint_scores_r6_b", voiceprint(voiceprint_scores_r6_b, 128, 128, 64, 8, 2)),
    ("lexicon_grad_r6_a", lexicon(lexicon_grad_r6_a, 1)),
    ("lexicon_grad_r6_b", lexicon(lexicon_grad_r6_b, 8)),
    ("phone_posterior_r6_a", phones(False)),
    ("phone_posterior_r6_b", phones(True)),
    ("head_rms_r6_a", heads(False)),
    ("head_rms_r6_b", heads(True)),
    ("relaxation_sum_r6_a", decays(relaxation_sum_r6_a, torch.float64)),
    ("relaxation_sum_r6_b", decays(relaxation_sum_r6_b, torch.float32)),
    ("lake_drag_r6_a", lake(False)),
    ("lake_drag_r6_b", lake(True)),
    ("scale_tally_r6_a", tally(False)),
    ("scale_tally_r6_b", tally(True)),
    ("survey_spread_r6_a", survey(survey_spread_r6_a, 1023)),
    ("survey_spread_r6_b", survey(survey_spread_r6_b, 1024)),
    ("iq_power_r6_a", iq(iq_power_r6_a)),
    ("iq_power_r6_b", iq(iq_power_r6_b)),
    ("token_addnorm_r6_a", addnorm),
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
