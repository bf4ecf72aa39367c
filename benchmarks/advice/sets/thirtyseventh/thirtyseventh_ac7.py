#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtyseventh_ac7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- rubber boots: stress of a rubber after a step of strain, a Prony series of 8 terms; before the table is numpy's double, after float -
@triton.jit
def _stress(time_ptr, strain_ptr, rate_ptr, share_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(time_ptr + i)
    strain = tl.load(strain_ptr + i)
    modulus = tl.load(share_ptr + TERMS)
    for k in tl.static_range(TERMS):
        modulus += tl.load(share_ptr + k) * tl.exp(-tl.load(rate_ptr + k) * t)
    tl.store(y_ptr + i, (modulus * strain).to(tl.float32))


@triton.jit
def rubber_boots_ac7_a(time_ptr, strain_ptr, rate_ptr, share_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _stress(time_ptr, strain_ptr, rate_ptr, share_ptr, y_ptr, TERMS, BLOCK)


@triton.jit
def rubber_boots_ac7_b(time_ptr, strain_ptr, rate_ptr, share_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    _stress(time_ptr, strain_ptr, rate_ptr, share_ptr, y_ptr, TERMS, BLOCK)


# ---- carousel horses: a policy's wide input layer for 64 walking robots; before 24 tiles walk all of K, after each K is cut in 16 -------
@triton.jit
def carousel_horses_ac7_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    w = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def carousel_horses_ac7_b(x_ptr, w_ptr, y_ptr, N, K, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.program_id(1) * part + tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    w = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, part, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK
    tl.atomic_add(y_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


# ---- tea terraces: mean and spread over the 2048 scans of each mass bin of an ion-mobility frame; before a bin a program, after 32 bins -
@triton.jit
def _bins(x_ptr, y_ptr, ROWS: tl.constexpr, COLS: tl.constexpr, RB: tl.constexpr, CB: tl.constexpr):
    col = tl.program_id(0) * CB + tl.arange(0, CB)
    row = tl.arange(0, RB)
    at = x_ptr + tl.program_id(1) * ROWS * COLS + row[:, None] * COLS + col[None, :]
    total = tl.zeros((RB, CB), dtype=tl.float32)
    square = tl.zeros((RB, CB), dtype=tl.float32)
    for _ in range(0, ROWS, RB):
        x = tl.load(at)
        total += x
        square += x * x
        at += RB * COLS
    mean = tl.sum(total, axis=0) / ROWS
    spread = tl.sum(square, axis=0) / ROWS - mean * mean
    out = y_ptr + tl.program_id(1) * 2 * COLS + col
    tl.store(out, mean)
    tl.store(out + COLS, spread)


@triton.jit
def tea_terraces_ac7_a(x_ptr, y_ptr, ROWS: tl.constexpr, COLS: tl.constexpr, RB: tl.constexpr, CB: tl.constexpr):
    _bins(x_ptr, y_ptr, ROWS, COLS, RB, CB)


@triton.jit
def tea_terraces_ac7_b(x_ptr, y_ptr, ROWS: tl.constexpr, COLS: tl.constexpr, RB: tl.constexpr, CB: tl.constexpr):
    _bins(x_ptr, y_ptr, ROWS, COLS, RB, CB)


# ---- family albums: forward pass of the Li-Stephens copying model, 512 haplotypes, 48 sites; before 16 warps a sample, after one ----
@triton.jit
def _copying(panel_ptr, seen_ptr, y_ptr, stay, jump, error, SITES: tl.constexpr, HAPS: tl.constexpr):
    sample = tl.program_id(0)
    h = tl.arange(0, HAPS)
    belief = tl.full((HAPS,), 1.0 / HAPS, dtype=tl.float32)
    total = 1.0
    for site in range(0, SITES):
        allele = tl.load(panel_ptr + site * HAPS + h)
        seen = tl.load(seen_ptr + sample * SITES + site)
        fits = 1.0 - error * tl.abs(allele - seen)
        belief = fits * (belief * (stay / total) + jump)
        total = tl.sum(belief, axis=0)
    tl.store(y_ptr + sample * HAPS + h, belief / total)


@triton.jit
def family_albums_ac7_a(panel_ptr, seen_ptr, y_ptr, stay, jump, error, SITES: tl.constexpr, HAPS: tl.constexpr):
    _copying(panel_ptr, seen_ptr, y_ptr, stay, jump, error, SITES, HAPS)


@triton.jit
def family_albums_ac7_b(panel_ptr, seen_ptr, y_ptr, stay, jump, error, SITES: tl.constexpr, HAPS: tl.constexpr):
    _copying(panel_ptr, seen_ptr, y_ptr, stay, jump, error, SITES, HAPS)


# ---- cathedral floor: a projection of 8192 descriptors with bias, FP16; before every tile's load is waited for, after three stages ------
@triton.jit
def _projected(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    width = GROUP * tl.cdiv(N, BN)
    first = pid // width * GROUP
    height = min(tl.cdiv(M, BM) - first, GROUP)
    rm = (first + pid % width % height) * BM + tl.arange(0, BM)
    rn = pid % width // height * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    w = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(w), acc)
        x += BK
        w += BK * N
    y = acc + tl.load(bias_ptr + rn).to(tl.float32)[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], y.to(tl.float16))


@triton.jit
def cathedral_floor_ac7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _projected(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def cathedral_floor_ac7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _projected(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- mild: stained windows: share of linear polarisation from two Stokes planes; before division and root rounded exactly, after fast ---
@triton.jit
def stained_windows_ac7_a(q_ptr, u_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(q_ptr + i)
    u = tl.load(u_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(q, tl.sqrt_rn(q * q + u * u + floor)))


@triton.jit
def stained_windows_ac7_b(q_ptr, u_ptr, y_ptr, floor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    q = tl.load(q_ptr + i)
    u = tl.load(u_ptr + i)
    tl.store(y_ptr + i, q / tl.sqrt(q * q + u * u + floor))


# ---- healthy: twin mirrors: cosine of each of 32768 pairs of BF16 fingerprints of 4096 features ----------------------------------------
@triton.jit
def twin_mirrors_ac7_a(x_ptr, y_ptr, out_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at).to(tl.float32)
    y = tl.load(y_ptr + at).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, axis=0) * tl.sum(y * y, axis=0))
    tl.store(out_ptr + row, tl.sum(x * y, axis=0) * scale)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def boots(kernel, dtype):
    def setup():
        n, terms, block = 3072 * 512, 8, 512
        time, strain = 1.0 + data(n, seed=1), data(n, seed=2)
        # rates and shares of the terms, the last share being that of the spring; values which a float holds exactly
        rate, share = (data(terms + 1, torch.float32, seed).abs().to(dtype) for seed in (3, 4))
        y = torch.empty_like(strain)
        return (lambda: kernel[(n // block,)](time, strain, rate, share, y, TERMS=terms, BLOCK=block, num_warps=4)), y

    return setup


def horses(split):
    def setup():
        m, n, k, bn = 64, 1536, 8192, 64
        x, w = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        tile = {"BM": m, "BN": bn, "BK": 64, "num_warps": 4, "num_stages": 4}
        if split == 1:
            return (lambda: carousel_horses_ac7_a[(n // bn,)](x, w, y, n, k, **tile)), y
        return (lambda: carousel_horses_ac7_b[(n // bn, split)](x, w, y, n, k, k // split, **tile)), y

    return setup


def terraces(kernel, rb, cb):
    def setup():
        frames, rows, cols = 48, 2048, 512
        x = data(frames * rows * cols)
        y = torch.empty(frames * 2 * cols, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(cols // cb, frames)](x, y, ROWS=rows, COLS=cols, RB=rb, CB=cb, num_warps=4)), y

    return setup


def albums(kernel, warps):
    def setup():
        samples, sites, haps = 8192, 48, 512
        panel, seen = data(sites * haps, seed=1), data(samples * sites, seed=2)
        y = torch.empty(samples * haps, device="cuda", dtype=torch.float32)
        jump = 0.04 / haps
        return (lambda: kernel[(samples,)](panel, seen, y, 0.96, jump, 0.45, SITES=sites, HAPS=haps, num_warps=warps)), y

    return setup


def floors(kernel, stages):
    def setup():
        m, n, k, bm, bn = 8192, 8192, 8192, 128, 256
        x, w, bias = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2), data(n, torch.float16, 3)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def windows(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        q, u = data(n, seed=1), data(n, seed=2)
        y = torch.empty_like(q)
        return (lambda: kernel[(n // block,)](q, u, y, 1e-6, BLOCK=block, num_warps=4)), y

    return setup


def mirrors():
    rows, width = 32768, 4096
    x, y = data(rows * width, torch.bfloat16, 1), data(rows * width, torch.bfloat16, 2)
    out = torch.empty(rows, device="cuda", dtype=torch.float32)
    return (lambda: twin_mirrors_ac7_a[(rows,)](x, y, out, WIDTH=width, num_warps=4)), out


CASES = [
    ("rubber_boots_ac7_a", boots(rubber_boots_ac7_a, torch.float64)),
    ("rubber_boots_ac7_b", boots(rubber_boots_ac7_b, torch.float32)),
    ("carousel_horses_ac7_a", horses(1)),
    ("carousel_horses_ac7_b", horses(16)),
    ("tea_terraces_ac7_a", terraces(tea_terraces_ac7_a, 2048, 1)),
    ("tea_terraces_ac7_b", terraces(tea_terraces_ac7_b, 64, 32)),
    ("family_albums_ac7_a", albums(family_albums_ac7_a, 16)),
    ("family_albums_ac7_b", albums(family_albums_ac7_b, 1)),
    ("cathedral_floor_ac7_a", floors(cathedral_floor_ac7_a, 1)),
    ("cathedral_floor_ac7_b", floors(cathedral_floor_ac7_b, 3)),
    ("stained_windows_ac7_a", windows(stained_windows_ac7_a)),
    ("stained_windows_ac7_b", windows(stained_windows_ac7_b)),
    ("twin_mirrors_ac7_a", mirrors),
]


def repeated(launch, times):
    """One graph of `times` launches: a launch from Python costs the host more than a short kernel takes."""
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(times):
            launch()
    return graph


def time(name, launch, runs=15):
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def measure(run, times):
        a.record()
        run()
        b.record()
        b.synchronize()
        return a.elapsed_time(b) * 1e3 / times

    for _ in range(5):  # the first launch compiles
        us = measure(launch, 1)
    inner = 50 if us < 100 else 5
    graph = repeated(launch, inner)
    measure(graph.replay, inner)
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
