#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: eighteenth_z7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- owls: squared and rectified answers of 2048 filters to 4224 calls of 4096 samples, fp16; before one stage, after three -------------
@triton.jit
def _answers(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    rm = (pid % (M // BM)) * BM + tl.arange(0, BM)
    rn = (pid // (M // BM)) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc = tl.maximum(acc * scale, 0.0)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], (acc * acc).to(tl.float16))


@triton.jit
def owl_calls_z7_a(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _answers(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM, BN, BK)


@triton.jit
def owl_calls_z7_b(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _answers(x_ptr, w_ptr, y_ptr, M, N, K, scale, BM, BN, BK)


# ---- choirs: shares of 4096 singers in each of 16384 songs (softmax of a row); before four kernels, after one ---------------------------
@triton.jit
def choir_shares_z7_a0(x_ptr, top_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    tl.store(top_ptr + row, tl.max(tl.load(x_ptr + row * WIDTH + tl.arange(0, WIDTH)), axis=0))


@triton.jit
def choir_shares_z7_a1(x_ptr, top_ptr, e_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(e_ptr + at, tl.exp(tl.load(x_ptr + at) - tl.load(top_ptr + row)))


@triton.jit
def choir_shares_z7_a2(e_ptr, total_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    tl.store(total_ptr + row, tl.sum(tl.load(e_ptr + row * WIDTH + tl.arange(0, WIDTH)), axis=0))


@triton.jit
def choir_shares_z7_a3(e_ptr, total_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    at = row * WIDTH + tl.arange(0, WIDTH)
    tl.store(y_ptr + at, tl.load(e_ptr + at) / tl.load(total_ptr + row))


@triton.jit
def choir_shares_z7_b(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + at, e / tl.sum(e, axis=0))


# ---- libraries: weighted sum of eight facts of each of 8 M borrowed books out of 16 M; before facts [fact][book], after [book][fact] ----
@triton.jit
def library_facts_z7_a(table_ptr, index_ptr, w_ptr, y_ptr, BOOKS, FACTS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    book = tl.load(index_ptr + i)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for fact in tl.static_range(FACTS):
        total += tl.load(table_ptr + fact * BOOKS + book) * tl.load(w_ptr + fact)
    tl.store(y_ptr + i, total)


@triton.jit
def library_facts_z7_b(table_ptr, index_ptr, w_ptr, y_ptr, FACTS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    book = tl.load(index_ptr + i)
    fact = tl.arange(0, FACTS)
    facts = tl.load(table_ptr + book[:, None] * FACTS + fact[None, :])
    tl.store(y_ptr + i, tl.sum(facts * tl.load(w_ptr + fact)[None, :], axis=1))


# ---- seeds: outlines of 128 radii scaled to a unit greatest radius; before one outline a program, after 32 ------------------------------
@triton.jit
def seed_outlines_z7_a(x_ptr, y_ptr, WIDTH: tl.constexpr):
    at = tl.program_id(0) * WIDTH + tl.arange(0, WIDTH)
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x / tl.max(tl.abs(x), axis=0))


@triton.jit
def seed_outlines_z7_b(x_ptr, y_ptr, ROWS: tl.constexpr, WIDTH: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = row[:, None] * WIDTH + tl.arange(0, WIDTH)[None, :]
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x / tl.max(tl.abs(x), axis=1)[:, None])


# ---- dialects: scores of 2048 speakers against 2048 words in eight dialects, bf16, tiles of 128 x 256; before 4 warps, after 8 ----------
@triton.jit
def _scores(q_ptr, k_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    dialect = tl.program_id(1)
    rm = (pid // (N // BN)) * BM + tl.arange(0, BM)
    rn = (pid % (N // BN)) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = q_ptr + dialect * M * K + rm[:, None] * K + rk[None, :]
    b = k_ptr + dialect * N * K + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK
    tl.store(y_ptr + dialect * M * N + rm[:, None] * N + rn[None, :], (acc * scale).to(tl.bfloat16))


@triton.jit
def dialect_scores_z7_a(q_ptr, k_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _scores(q_ptr, k_ptr, y_ptr, M, N, K, scale, BM, BN, BK)


@triton.jit
def dialect_scores_z7_b(q_ptr, k_ptr, y_ptr, M, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _scores(q_ptr, k_ptr, y_ptr, M, N, K, scale, BM, BN, BK)


# ---- whales: loudness of twelve hydrophones over 8 M samples each; before a program a hydrophone, after 512 slices of each --------------
@triton.jit
def _loudness(x_ptr, first, count, BLOCK: tl.constexpr):
    at = x_ptr + first + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for _ in range(0, count, BLOCK):
        x = tl.load(at)
        total += x * x
        at += BLOCK
    return tl.sum(total, axis=0)


@triton.jit
def whale_songs_z7_a(x_ptr, y_ptr, samples, BLOCK: tl.constexpr):
    phone = tl.program_id(0)
    tl.store(y_ptr + phone, _loudness(x_ptr, phone * samples, samples, BLOCK))


@triton.jit
def whale_songs_z7_b(x_ptr, y_ptr, samples, count, BLOCK: tl.constexpr):
    phone = tl.program_id(0)
    tl.atomic_add(y_ptr + phone, _loudness(x_ptr, phone * samples + tl.program_id(1) * count, count, BLOCK), sem="relaxed")


# ---- mild: lanterns: flicker of a period taken out of a stream of samples; before a period known at run time, after at compile time -----
@triton.jit
def _steady(x_ptr, gain_ptr, dark_ptr, y_ptr, period, swing, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    phase = i % period
    wave = tl.minimum(phase, period - phase).to(tl.float32)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * tl.load(gain_ptr + i) - tl.load(dark_ptr + i) - swing * wave)


@triton.jit
def lantern_flicker_z7_a(x_ptr, gain_ptr, dark_ptr, y_ptr, period, swing, BLOCK: tl.constexpr):
    _steady(x_ptr, gain_ptr, dark_ptr, y_ptr, period, swing, BLOCK)


@triton.jit
def lantern_flicker_z7_b(x_ptr, gain_ptr, dark_ptr, y_ptr, PERIOD: tl.constexpr, swing, BLOCK: tl.constexpr):
    _steady(x_ptr, gain_ptr, dark_ptr, y_ptr, PERIOD, swing, BLOCK)


# ---- healthy: riddles: cross-entropy of 32768 guesses among 8192 answers in bf16, one pass over the scores ------------------------------
@triton.jit
def riddle_losses_z7_a(x_ptr, answer_ptr, y_ptr, WIDTH: tl.constexpr):
    row = tl.program_id(0)
    start = x_ptr + row * WIDTH
    answer = tl.load(answer_ptr + row)
    x = tl.load(start + tl.arange(0, WIDTH)).to(tl.float32)
    right = tl.load(start + answer).to(tl.float32)
    top = tl.max(x, axis=0)
    tl.store(y_ptr + row, tl.log(tl.sum(tl.exp(x - top), axis=0)) + top - right)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def picks(count, below, seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(0, below, (count,), generator=g, device="cuda", dtype=torch.int32)


def owls(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4224, 2048, 4096, 128, 256
        x, w = data(m * k, torch.float16, 1), data(k * n, torch.float16, 2)
        y = torch.empty(m * n, device="cuda", dtype=torch.float16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, y, m, n, k, 0.0625, BM=bm, BN=bn, BK=64, num_warps=8, num_stages=stages)), y

    return setup


def choirs(fused):
    def setup():
        rows, width = 16384, 4096
        x = data(rows * width, seed=1)
        y = torch.empty_like(x)
        grid, how = (rows,), {"WIDTH": width, "num_warps": 8}
        if fused:
            return (lambda: choir_shares_z7_b[grid](x, y, **how)), y
        e = torch.empty_like(x)
        top, total = torch.empty(rows, device="cuda"), torch.empty(rows, device="cuda")

        def launch():
            choir_shares_z7_a0[grid](x, top, **how)
            choir_shares_z7_a1[grid](x, top, e, **how)
            choir_shares_z7_a2[grid](e, total, **how)
            choir_shares_z7_a3[grid](e, total, y, **how)

        return launch, y

    return setup


def libraries(packed):
    def setup():
        books, facts, n, block = 16 * 1024 * 1024, 8, 8 * 1024 * 1024, 512
        table = data(books * facts, seed=1)
        index, w = picks(n, books, 2), data(facts, seed=3).abs()
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        grid = (n // block,)
        if packed:
            return (lambda: library_facts_z7_b[grid](table, index, w, y, FACTS=facts, BLOCK=block, num_warps=4)), y
        table = table.view(books, facts).t().contiguous()
        return (lambda: library_facts_z7_a[grid](table, index, w, y, books, FACTS=facts, BLOCK=block, num_warps=4)), y

    return setup


def seeds(tiled):
    def setup():
        rows, width, tall = 512 * 1024, 128, 32
        x = data(rows * width, seed=1)
        y = torch.empty_like(x)
        if tiled:
            return (lambda: seed_outlines_z7_b[(rows // tall,)](x, y, ROWS=tall, WIDTH=width, num_warps=4)), y
        return (lambda: seed_outlines_z7_a[(rows,)](x, y, WIDTH=width, num_warps=4)), y

    return setup


def dialects(kernel, warps):
    def setup():
        groups, m, n, k, bm, bn = 8, 2048, 2048, 1024, 128, 256
        q, keys = data(groups * m * k, torch.bfloat16, 1), data(groups * n * k, torch.bfloat16, 2)
        y = torch.empty(groups * m * n, device="cuda", dtype=torch.bfloat16)
        grid = ((m // bm) * (n // bn), groups)
        return (lambda: kernel[grid](q, keys, y, m, n, k, 0.03125, BM=bm, BN=bn, BK=64, num_warps=warps, num_stages=3)), y

    return setup


def whales(slices):
    def setup():
        phones, samples, block = 12, 8 * 1024 * 1024, 4096
        x = data(phones * samples, seed=1)
        # zero at first: the sliced form adds its parts to it
        y = torch.zeros(phones, device="cuda", dtype=torch.float32)
        if slices > 1:
            return (lambda: whale_songs_z7_b[(phones, slices)](x, y, samples, samples // slices, BLOCK=block, num_warps=8)), y
        return (lambda: whale_songs_z7_a[(phones,)](x, y, samples, BLOCK=block, num_warps=8)), y

    return setup


def lanterns(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        x, gain, dark = data(n, seed=1), data(n, seed=2), data(n, seed=3)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, gain, dark, y, 441, 0.0078125, BLOCK=block, num_warps=4)), y

    return setup


def riddles():
    rows, width = 32768, 8192
    x, answer = data(rows * width, torch.bfloat16, 1), picks(rows, width, 2)
    y = torch.empty(rows, device="cuda", dtype=torch.float32)
    return (lambda: riddle_losses_z7_a[(rows,)](x, answer, y, WIDTH=width, num_warps=8)), y


CASES = [
    ("owl_calls_z7_a", owls(owl_calls_z7_a, 1)),
    ("owl_calls_z7_b", owls(owl_calls_z7_b, 3)),
    ("choir_shares_z7_a0", choirs(False)),
    ("choir_shares_z7_b", choirs(True)),
    ("library_facts_z7_a", libraries(False)),
    ("library_facts_z7_b", libraries(True)),
    ("seed_outlines_z7_a", seeds(False)),
    ("seed_outlines_z7_b", seeds(True)),
    ("dialect_scores_z7_a", dialects(dialect_scores_z7_a, 4)),
    ("dialect_scores_z7_b", dialects(dialect_scores_z7_b, 8)),
    ("whale_songs_z7_a", whales(1)),
    ("whale_songs_z7_b", whales(512)),
    ("lantern_flicker_z7_a", lanterns(lantern_flicker_z7_a)),
    ("lantern_flicker_z7_b", lanterns(lantern_flicker_z7_b)),
    ("riddle_losses_z7_a", riddles),
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
