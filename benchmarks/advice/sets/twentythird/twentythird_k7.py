#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: twentythird_k7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- quilts: product of two float32 matrices of 4096 x 2048 and (turned) 2048 x 2048; before IEEE products, after TF32 ------------------------
@triton.jit
def _patches(x_ptr, w_ptr, y_ptr, M, N, K, PRECISION: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision=PRECISION)
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def quilt_patches_k7_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _patches(x_ptr, w_ptr, y_ptr, M, N, K, "ieee", BM, BN, BK)


@triton.jit
def quilt_patches_k7_b(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _patches(x_ptr, w_ptr, y_ptr, M, N, K, "tf32", BM, BN, BK)


# ---- bakery: product of two float16 matrices, 4096 x 8192 over 4096; before num_stages=1, after 4 ------------------------------------
@triton.jit
def _loaves(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    group = 8 * (N // BN)
    rm = ((pid // group) * 8 + pid % 8) * BM + tl.arange(0, BM)
    rn = ((pid % group) // 8) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def bakery_loaves_k7_a(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _loaves(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


@triton.jit
def bakery_loaves_k7_b(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _loaves(x_ptr, w_ptr, y_ptr, M, N, K, BM, BN, BK)


# ---- chess: transpose of an int32 matrix of 8192 x 8192; before tiles of 1 x 1024, after of 64 x 64 ----------------------------------
@triton.jit
def _turned(x_ptr, y_ptr, N, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(1) * COLS + tl.arange(0, COLS)
    tl.store(y_ptr + c[None, :] * N + r[:, None], tl.load(x_ptr + r[:, None] * N + c[None, :]))


@triton.jit
def chess_board_k7_a(x_ptr, y_ptr, N, ROWS: tl.constexpr, COLS: tl.constexpr):
    _turned(x_ptr, y_ptr, N, ROWS, COLS)


@triton.jit
def chess_board_k7_b(x_ptr, y_ptr, N, ROWS: tl.constexpr, COLS: tl.constexpr):
    _turned(x_ptr, y_ptr, N, ROWS, COLS)


# ---- orchard: softmax of 16384 rows of 4096 float32; before row maximum, exponential, row sum and division each a launch, after one ---
@triton.jit
def orchard_apples_k7_a0(x_ptr, top_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(top_ptr + row, tl.max(x, axis=0))


@triton.jit
def orchard_apples_k7_a1(x_ptr, top_ptr, e_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(e_ptr + at, tl.exp(tl.load(x_ptr + at) - tl.load(top_ptr + row)))


@triton.jit
def orchard_apples_k7_a2(e_ptr, total_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    e = tl.load(e_ptr + row * WIDTH + tl.arange(0, WIDTH))
    tl.store(total_ptr + row, tl.sum(e, axis=0))


@triton.jit
def orchard_apples_k7_a3(e_ptr, total_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(y_ptr + at, tl.load(e_ptr + at) / tl.load(total_ptr + row))


@triton.jit
def orchard_apples_k7_b(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e / tl.sum(e, axis=0))


# ---- tram: rows of 128 float32 brought to unit length; before one row a program, after sixteen ---------------------------------------
@triton.jit
def tram_tickets_k7_a(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x * tl.rsqrt(tl.sum(x * x, axis=0) + 1e-6))


@triton.jit
def tram_tickets_k7_b(x_ptr, y_ptr, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = rows[:, None] * WIDTH + tl.arange(0, WIDTH)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x * tl.rsqrt(tl.sum(x * x, axis=1) + 1e-6)[:, None])


# ---- choir: sum of squares of each of 48 long float32 vectors; before one program a vector, after 110 slices of each -------------------
@triton.jit
def _loudness(x_ptr, first, count, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for at in range(0, count, BLOCK):
        x = tl.load(x_ptr + first + at + i)
        acc += x * x
    return tl.sum(acc, axis=0)


@triton.jit
def choir_voices_k7_a(x_ptr, y_ptr, length, BLOCK: tl.constexpr):
    voice = tl.program_id(0)
    tl.store(y_ptr + voice, _loudness(x_ptr, voice * length, length, BLOCK))


@triton.jit
def choir_voices_k7_b(x_ptr, y_ptr, length, count, BLOCK: tl.constexpr):
    voice = tl.program_id(0)
    part = _loudness(x_ptr, voice * length + tl.program_id(1) * count, count, BLOCK)
    tl.atomic_add(y_ptr + voice, part, sem="relaxed")


# ---- mild: shepherds: layer normalisation of rows of 4096 float32; before the deviation of a row is float64, after float32 ---------------
@triton.jit
def _flock(x_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr, PRECISE: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at)
    x -= tl.sum(x, axis=0) / WIDTH
    spread = tl.sum(x * x, axis=0) / WIDTH + 1e-5
    if PRECISE:  # noqa: SIM108  (Triton compiles one of the two)
        scale = (1.0 / tl.sqrt(spread.to(tl.float64))).to(tl.float32)
    else:
        scale = 1.0 / tl.sqrt(spread)
    tl.store(y_ptr + at, x * scale * tl.load(gain_ptr + c))


@triton.jit
def shepherd_flock_k7_a(x_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    _flock(x_ptr, gain_ptr, y_ptr, WIDTH, True)


@triton.jit
def shepherd_flock_k7_b(x_ptr, gain_ptr, y_ptr, WIDTH: tl.constexpr):
    _flock(x_ptr, gain_ptr, y_ptr, WIDTH, False)


# ---- healthy: canals: triad of float32 vectors ----------------------------------------------------------------------------------------
@triton.jit
def canal_barges_k7_a(b_ptr, c_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(b_ptr + i) + scale * tl.load(c_ptr + i))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def quilts(kernel):
    def setup():
        m, n, k, bm, bn = 4096, 2048, 2048, 64, 64
        # patterns come in steps of bf16, which TF32 holds exactly: both products then differ only in the order of their sums
        x, w = data(m * k, torch.bfloat16, 1).to(torch.float32), data(k * n, torch.bfloat16, 2).to(torch.float32)
        y = torch.empty(m * n, device="cuda", dtype=torch.float32)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, BM=bm, BN=bn, BK=32, num_warps=4, num_stages=3)), y

    return setup


def bakery(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 8192, 4096, 128, 256
        x, w = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def chess(kernel, rows, cols):
    def setup():
        n = 8192
        x = torch.randint(-1000, 1001, (n * n,), device="cuda", dtype=torch.int32, generator=torch.Generator(device="cuda").manual_seed(3))
        y = torch.empty_like(x)
        return (lambda: kernel[(n // rows, n // cols)](x, y, n, ROWS=rows, COLS=cols, num_warps=4)), y

    return setup


def orchard(fused):
    def setup():
        rows, width = 16384, 4096
        x = data(rows * width, seed=1)
        y = torch.empty_like(x)
        if fused:
            return (lambda: orchard_apples_k7_b[(rows,)](x, y, WIDTH=width, num_warps=8)), y
        e = torch.empty_like(x)
        top, total = torch.empty(rows, device="cuda", dtype=torch.float32), torch.empty(rows, device="cuda", dtype=torch.float32)

        def launch():
            orchard_apples_k7_a0[(rows,)](x, top, WIDTH=width, num_warps=8)
            orchard_apples_k7_a1[(rows,)](x, top, e, WIDTH=width, num_warps=8)
            orchard_apples_k7_a2[(rows,)](e, total, WIDTH=width, num_warps=8)
            orchard_apples_k7_a3[(rows,)](e, total, y, WIDTH=width, num_warps=8)

        return launch, y

    return setup


def trams(many):
    def setup():
        rows, width, several = 1024 * 1024, 128, 16
        x = data(rows * width, seed=1)
        y = torch.empty_like(x)
        if many:
            return (lambda: tram_tickets_k7_b[(rows // several,)](x, y, WIDTH=width, ROWS=several, num_warps=4)), y
        return (lambda: tram_tickets_k7_a[(rows,)](x, y, WIDTH=width, num_warps=4)), y

    return setup


def choir(slices):
    def setup():
        voices, block = 48, 4096
        length = 110 * 4 * block
        x = data(voices * length, seed=1)
        # zero at first: the sliced form adds its parts to it
        y = torch.zeros(voices, device="cuda", dtype=torch.float32)
        if slices > 1:
            return (lambda: choir_voices_k7_b[(voices, slices)](x, y, length, length // slices, BLOCK=block, num_warps=8)), y
        return (lambda: choir_voices_k7_a[(voices,)](x, y, length, BLOCK=block, num_warps=8)), y

    return setup


def shepherds(kernel):
    def setup():
        rows, width = 32768, 4096
        x, gain = data(rows * width, seed=1), data(width, seed=2)
        y = torch.empty_like(x)
        return (lambda: kernel[(rows,)](x, gain, y, WIDTH=width, num_warps=8)), y

    return setup


def canals():
    n, block = 128 * 1024 * 1024, 1024
    b, c = data(n, seed=1), data(n, seed=2)
    y = torch.empty_like(b)
    return (lambda: canal_barges_k7_a[(n // block,)](b, c, y, 0.375, BLOCK=block, num_warps=4)), y


CASES = [
    ("quilt_patches_k7_a", quilts(quilt_patches_k7_a)),
    ("quilt_patches_k7_b", quilts(quilt_patches_k7_b)),
    ("bakery_loaves_k7_a", bakery(bakery_loaves_k7_a, 1)),
    ("bakery_loaves_k7_b", bakery(bakery_loaves_k7_b, 4)),
    ("chess_board_k7_a", chess(chess_board_k7_a, 1, 1024)),
    ("chess_board_k7_b", chess(chess_board_k7_b, 64, 64)),
    ("orchard_apples_k7_a0", orchard(False)),
    ("orchard_apples_k7_b", orchard(True)),
    ("tram_tickets_k7_a", trams(False)),
    ("tram_tickets_k7_b", trams(True)),
    ("choir_voices_k7_a", choir(1)),
    ("choir_voices_k7_b", choir(110)),
    ("shepherd_flock_k7_a", shepherds(shepherd_flock_k7_a)),
    ("shepherd_flock_k7_b", shepherds(shepherd_flock_k7_b)),
    ("canal_barges_k7_a", canals),
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
