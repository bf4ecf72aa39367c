#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtysixth_ab7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- greenhouse: vapour pressure deficit from highest, lowest and dew temperature; before the table of the formula is double, after float
@triton.jit
def _deficit(high_ptr, low_ptr, dew_ptr, table_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    base = tl.load(table_ptr)
    slope = tl.load(table_ptr + 1)
    shift = tl.load(table_ptr + 2)
    high = tl.load(high_ptr + i)
    low = tl.load(low_ptr + i)
    dew = tl.load(dew_ptr + i)
    warm = base * tl.exp(slope * high / (high + shift))
    cool = base * tl.exp(slope * low / (low + shift))
    held = base * tl.exp(slope * dew / (dew + shift))
    tl.store(y_ptr + i, 0.5 * (warm + cool) - held)


@triton.jit
def greenhouse_vents_ab7_a(high_ptr, low_ptr, dew_ptr, table_ptr, y_ptr, BLOCK: tl.constexpr):
    _deficit(high_ptr, low_ptr, dew_ptr, table_ptr, y_ptr, BLOCK)


@triton.jit
def greenhouse_vents_ab7_b(high_ptr, low_ptr, dew_ptr, table_ptr, y_ptr, BLOCK: tl.constexpr):
    _deficit(high_ptr, low_ptr, dew_ptr, table_ptr, y_ptr, BLOCK)


# ---- barge whistles: 64 hydrophone snippets against 2048 templates of 6144 samples; before 16 tiles over all samples, after 8 shares each
@triton.jit
def _shared_sum(x_ptr, w_ptr, N, K, first, share, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = first + tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, share, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    return acc, rm[:, None] * N + rn[None, :]


@triton.jit
def barge_whistles_ab7_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    acc, at = _shared_sum(x_ptr, w_ptr, N, K, 0, K, BM, BN, BK)
    tl.store(y_ptr + at, acc)


@triton.jit
def barge_whistles_ab7_b(x_ptr, w_ptr, y_ptr, N, K, share, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    acc, at = _shared_sum(x_ptr, w_ptr, N, K, tl.program_id(1) * share, share, BM, BN, BK)
    tl.atomic_add(y_ptr + at, acc, sem="relaxed")


# ---- mosaic: likeness of 4096 stone chips and 4096 gaps of a pavement in 1536 features; before one stage of copies, after four ----------
@triton.jit
def _likeness(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


@triton.jit
def mosaic_tesserae_ab7_a(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _likeness(x_ptr, w_ptr, y_ptr, N, K, BM, BN, BK)


@triton.jit
def mosaic_tesserae_ab7_b(x_ptr, w_ptr, y_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _likeness(x_ptr, w_ptr, y_ptr, N, K, BM, BN, BK)


# ---- carillon: every head of a token (64 channels, bf16) scaled to unit mean square; before a program a head, after 32 heads ------------
@triton.jit
def _unit_heads(x_ptr, weight_ptr, y_ptr, eps, HEADS: tl.constexpr, DIM: tl.constexpr):
    head = tl.program_id(0) * HEADS + tl.arange(0, HEADS)
    c = tl.arange(0, DIM)
    at = head[:, None] * DIM + c[None, :]
    x = tl.load(x_ptr + at).to(tl.float32)
    scale = tl.rsqrt(tl.sum(x * x, axis=1) * (1.0 / DIM) + eps)
    weight = tl.load(weight_ptr + c).to(tl.float32)
    tl.store(y_ptr + at, (x * scale[:, None] * weight[None, :]).to(tl.bfloat16))


@triton.jit
def carillon_bells_ab7_a(x_ptr, weight_ptr, y_ptr, eps, HEADS: tl.constexpr, DIM: tl.constexpr):
    _unit_heads(x_ptr, weight_ptr, y_ptr, eps, HEADS, DIM)


@triton.jit
def carillon_bells_ab7_b(x_ptr, weight_ptr, y_ptr, eps, HEADS: tl.constexpr, DIM: tl.constexpr):
    _unit_heads(x_ptr, weight_ptr, y_ptr, eps, HEADS, DIM)


# ---- stadium: peak of each of 2048 microphones in spans of 2048 samples; before a program walks one microphone, after 64 side by side ---
@triton.jit
def _peaks(x_ptr, y_ptr, SPAN: tl.constexpr, MICS: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    r = tl.program_id(1) * SPAN + tl.arange(0, ROWS)
    top = tl.zeros((ROWS, COLS), dtype=tl.int32)
    for first in range(0, SPAN, ROWS):
        x = tl.load(x_ptr + (first + r[:, None]) * MICS + c[None, :]).to(tl.int32)
        top = tl.maximum(top, tl.abs(x))
    tl.store(y_ptr + tl.program_id(1) * MICS + c, tl.max(top, axis=0))


@triton.jit
def stadium_microphones_ab7_a(x_ptr, y_ptr, SPAN: tl.constexpr, MICS: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _peaks(x_ptr, y_ptr, SPAN, MICS, ROWS, COLS)


@triton.jit
def stadium_microphones_ab7_b(x_ptr, y_ptr, SPAN: tl.constexpr, MICS: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    _peaks(x_ptr, y_ptr, SPAN, MICS, ROWS, COLS)


# ---- auction: gradient of a pupil's scores of 8192 lots towards two teachers' mean, three softmaxes; before 2 warps a row, after 8 ------
@triton.jit
def _towards(pupil_ptr, first_ptr, second_ptr, y_ptr, heat, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    p = tl.load(pupil_ptr + at) * heat
    q = tl.load(first_ptr + at) * heat
    r = tl.load(second_ptr + at) * heat
    p = tl.exp(p - tl.max(p, axis=0))
    q = tl.exp(q - tl.max(q, axis=0))
    r = tl.exp(r - tl.max(r, axis=0))
    p_share, q_share, r_share = 1.0 / tl.sum(p, axis=0), 0.5 / tl.sum(q, axis=0), 0.5 / tl.sum(r, axis=0)
    tl.store(y_ptr + at, p * p_share - q * q_share - r * r_share)


@triton.jit
def auction_paddles_ab7_a(pupil_ptr, first_ptr, second_ptr, y_ptr, heat, WIDTH: tl.constexpr):
    _towards(pupil_ptr, first_ptr, second_ptr, y_ptr, heat, WIDTH)


@triton.jit
def auction_paddles_ab7_b(pupil_ptr, first_ptr, second_ptr, y_ptr, heat, WIDTH: tl.constexpr):
    _towards(pupil_ptr, first_ptr, second_ptr, y_ptr, heat, WIDTH)


# ---- mild: quilt camera: fall of light to the sides and the sky's share; before the column is a remainder, after the grid has two axes ---
@triton.jit
def quilt_camera_ab7_a(raw_ptr, sky_ptr, y_ptr, width, middle, fall, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    side = (i % width).to(tl.float32) - middle
    tl.store(y_ptr + i, tl.load(raw_ptr + i) * (1.0 + fall * side * side) - tl.load(sky_ptr + i))


@triton.jit
def quilt_camera_ab7_b(raw_ptr, sky_ptr, y_ptr, width, middle, fall, BLOCK: tl.constexpr):
    column = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    i = tl.program_id(1) * width + column
    side = column.to(tl.float32) - middle
    tl.store(y_ptr + i, tl.load(raw_ptr + i) * (1.0 + fall * side * side) - tl.load(sky_ptr + i))


# ---- healthy: attic letters: score of 4 million letters of 256 half features against one question --------------------------------------
@triton.jit
def attic_letters_ab7_a(x_ptr, question_ptr, y_ptr, ROWS: tl.constexpr, DIM: tl.constexpr):
    row = tl.program_id(0).to(tl.int64) * ROWS + tl.arange(0, ROWS)
    c = tl.arange(0, DIM)
    x = tl.load(x_ptr + row[:, None] * DIM + c[None, :]).to(tl.float32)
    question = tl.load(question_ptr + c)
    tl.store(y_ptr + row, tl.sum(x * question[None, :], axis=1))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def vents(kernel, dtype):
    def setup():
        n, block = 1792 * 1024, 1024
        high, low, dew = 28 + 6 * data(n, seed=1), 16 + 5 * data(n, seed=2), 9 + 6 * data(n, seed=3)
        table = torch.tensor([0.6108, 17.27, 237.3], device="cuda", dtype=dtype)
        y = torch.empty_like(high)
        return (lambda: kernel[(n // block,)](high, low, dew, table, y, BLOCK=block, num_warps=4)), y

    return setup


def whistles(shares):
    def setup():
        m, n, k, bn = 64, 2048, 6144, 128
        x, w = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        shape = {"BM": m, "BN": bn, "BK": 64, "num_warps": 4, "num_stages": 4}
        if shares == 1:
            return (lambda: barge_whistles_ab7_a[(n // bn,)](x, w, y, n, k, **shape)), y
        return (lambda: barge_whistles_ab7_b[(n // bn, shares)](x, w, y, n, k, k // shares, **shape)), y

    return setup


def tesserae(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 4096, 1536, 128, 256
        x, w = data(m * k, torch.float16, 1), data(n * k, torch.float16, 2)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = (m // bm, n // bn)
        return (lambda: kernel[grid](x, w, y, n, k, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def bells(kernel, heads):
    def setup():
        count, dim = 12288 * 32, 64
        x, weight = data(count * dim, torch.bfloat16, 1), (1 + 0.25 * data(dim, seed=2)).to(torch.bfloat16)
        y = torch.empty_like(x)
        return (lambda: kernel[(count // heads,)](x, weight, y, 1e-6, HEADS=heads, DIM=dim, num_warps=4)), y

    return setup


def microphones(kernel, rows, cols):
    def setup():
        samples, mics, span = 131072, 2048, 2048
        x = (30000 * data(samples * mics)).to(torch.int16)
        y = torch.empty(samples // span * mics, device="cuda", dtype=torch.int32)
        grid = (mics // cols, samples // span)
        return (lambda: kernel[grid](x, y, SPAN=span, MICS=mics, ROWS=rows, COLS=cols, num_warps=4)), y

    return setup


def paddles(kernel, warps):
    def setup():
        rows, width = 12288, 8192
        pupil, first, second = (4 * data(rows * width, seed=seed) for seed in (1, 2, 3))
        y = torch.empty_like(pupil)
        return (lambda: kernel[(rows,)](pupil, first, second, y, 0.5, WIDTH=width, num_warps=warps)), y

    return setup


def camera(kernel, flat):
    def setup():
        width, rows, block = 3072, 32768, 1024
        raw, sky = data(width * rows, seed=1), data(width * rows, seed=2)
        y = torch.empty_like(raw)
        grid = (width * rows // block,) if flat else (width // block, rows)
        return (lambda: kernel[grid](raw, sky, y, width, 1535.5, 1e-7, BLOCK=block, num_warps=4)), y

    return setup


def letters():
    count, dim, rows = 4 * 1024 * 1024, 256, 32
    x, question = data(count * dim, torch.float16, 1), data(dim, seed=2)
    y = torch.empty(count, device="cuda", dtype=torch.float32)
    return (lambda: attic_letters_ab7_a[(count // rows,)](x, question, y, ROWS=rows, DIM=dim, num_warps=4)), y


CASES = [
    ("greenhouse_vents_ab7_a", vents(greenhouse_vents_ab7_a, torch.float64)),
    ("greenhouse_vents_ab7_b", vents(greenhouse_vents_ab7_b, torch.float32)),
    ("barge_whistles_ab7_a", whistles(1)),
    ("barge_whistles_ab7_b", whistles(8)),
    ("mosaic_tesserae_ab7_a", tesserae(mosaic_tesserae_ab7_a, 1)),
    ("mosaic_tesserae_ab7_b", tesserae(mosaic_tesserae_ab7_b, 4)),
    ("carillon_bells_ab7_a", bells(carillon_bells_ab7_a, 1)),
    ("carillon_bells_ab7_b", bells(carillon_bells_ab7_b, 32)),
    ("stadium_microphones_ab7_a", microphones(stadium_microphones_ab7_a, 2048, 1)),
    ("stadium_microphones_ab7_b", microphones(stadium_microphones_ab7_b, 32, 64)),
    ("auction_paddles_ab7_a", paddles(auction_paddles_ab7_a, 4)),
    ("auction_paddles_ab7_b", paddles(auction_paddles_ab7_b, 16)),
    ("quilt_camera_ab7_a", camera(quilt_camera_ab7_a, True)),
    ("quilt_camera_ab7_b", camera(quilt_camera_ab7_b, False)),
    ("attic_letters_ab7_a", letters),
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
    # The first launch compiles, and a launch from Python costs the host tens of us: the repeats are captured in a graph, so that the
    # device, not the host, is what is timed.
    inner = 50 if us < 100 else 10
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(inner):
            launch()
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
