#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: thirtyfifth_aa7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- lantern parade: 4096 lanterns' 3072 features mixed into 4096 colours, biased and rectified, bf16; before one stage, after three ----
@triton.jit
def _mixed(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    down, across = M // BM, N // BN
    band = pid // (GROUP * across)
    tall = min(down - band * GROUP, GROUP)
    pm = band * GROUP + pid % tall
    pn = (pid % (GROUP * across)) // tall
    rm = pm * BM + tl.arange(0, BM)
    rn = pn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK
        b += BK * N
    acc += tl.load(bias_ptr + rn)[None, :].to(tl.float32)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], tl.maximum(acc, 0.0).to(tl.bfloat16))


@triton.jit
def lantern_parade_aa7_a(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _mixed(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


@triton.jit
def lantern_parade_aa7_b(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    _mixed(x_ptr, w_ptr, bias_ptr, y_ptr, M, N, K, BM, BN, BK, GROUP)


# ---- barley samples: heterozygosity expected at each of 65536 markers from the dosages (0 to 2, a byte) of 4096 plants -------------------
#      before a program walks one marker's column, after a program walks 128 markers side by side
@triton.jit
def barley_samples_aa7_a(dosage_ptr, y_ptr, plants, markers, PLANTS: tl.constexpr):
    marker = tl.program_id(0)
    plant = tl.arange(0, PLANTS)
    count = tl.zeros((PLANTS,), dtype=tl.int32)
    for first in range(0, plants, PLANTS):
        count += tl.load(dosage_ptr + (first + plant) * markers + marker).to(tl.int32)
    p = tl.sum(count, axis=0).to(tl.float32) / (2.0 * plants)
    tl.store(y_ptr + marker, 2.0 * p * (1.0 - p))


@triton.jit
def barley_samples_aa7_b(dosage_ptr, y_ptr, plants, markers, PLANTS: tl.constexpr, MARKERS: tl.constexpr):
    marker = tl.program_id(0) * MARKERS + tl.arange(0, MARKERS)
    plant = tl.arange(0, PLANTS)
    count = tl.zeros((PLANTS, MARKERS), dtype=tl.int32)
    for first in range(0, plants, PLANTS):
        count += tl.load(dosage_ptr + (first + plant)[:, None] * markers + marker[None, :]).to(tl.int32)
    p = tl.sum(count, axis=0).to(tl.float32) / (2.0 * plants)
    tl.store(y_ptr + marker, 2.0 * p * (1.0 - p))


# ---- parrot words: gradient of the cross entropy over 8192 words for each of 32768 utterances; before eight rows a program, after one ---
@triton.jit
def _blame(x_ptr, word_ptr, y_ptr, share, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    col = tl.arange(0, WIDTH)
    at = row[:, None] * WIDTH + col[None, :]
    x = tl.load(x_ptr + at)
    said = tl.load(word_ptr + row)
    e = tl.exp(x - tl.max(x, axis=1)[:, None])
    p = e * (1.0 / tl.sum(e, axis=1))[:, None]
    tl.store(y_ptr + at, share * tl.where(col[None, :] == said[:, None], p - 1.0, p))


@triton.jit
def parrot_words_aa7_a(x_ptr, word_ptr, y_ptr, share, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    _blame(x_ptr, word_ptr, y_ptr, share, WIDTH, ROWS)


@triton.jit
def parrot_words_aa7_b(x_ptr, word_ptr, y_ptr, share, WIDTH: tl.constexpr, ROWS: tl.constexpr):
    _blame(x_ptr, word_ptr, y_ptr, share, WIDTH, ROWS)


# ---- copper lamp: brightness of 20 spectral lines at the wavelength of each detector pixel; before the table is as numpy made it --------
@triton.jit
def _glow(wave_ptr, centre_ptr, narrow_ptr, strength_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    wave = tl.load(wave_ptr + i)
    glow = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(LINES):
        d = (wave - tl.load(centre_ptr + k)) * tl.load(narrow_ptr + k)
        glow += tl.load(strength_ptr + k) * tl.exp(-d * d)
    tl.store(y_ptr + i, glow)


@triton.jit
def copper_lamp_aa7_a(wave_ptr, centre_ptr, narrow_ptr, strength_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _glow(wave_ptr, centre_ptr, narrow_ptr, strength_ptr, y_ptr, LINES, BLOCK)


@triton.jit
def copper_lamp_aa7_b(wave_ptr, centre_ptr, narrow_ptr, strength_ptr, y_ptr, LINES: tl.constexpr, BLOCK: tl.constexpr):
    _glow(wave_ptr, centre_ptr, narrow_ptr, strength_ptr, y_ptr, LINES, BLOCK)


# ---- darkroom prints: a full-HD luminance plane exposed, toned, gamma'd and blended with the paper's grain; before a launch a step -------
@triton.jit
def darkroom_prints_aa7_a0(x_ptr, t_ptr, exposure, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, tl.load(x_ptr + i) * exposure)


@triton.jit
def darkroom_prints_aa7_a1(t_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    tl.store(t_ptr + i, t / (1.0 + t))


@triton.jit
def darkroom_prints_aa7_a2(t_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, tl.sqrt(tl.load(t_ptr + i)))


@triton.jit
def darkroom_prints_aa7_a3(t_ptr, grain_ptr, y_ptr, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    tl.store(y_ptr + i, t + share * (tl.load(grain_ptr + i) - t))


@triton.jit
def darkroom_prints_aa7_b(x_ptr, grain_ptr, y_ptr, exposure, share, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(x_ptr + i) * exposure
    t = tl.sqrt(t / (1.0 + t))
    tl.store(y_ptr + i, t + share * (tl.load(grain_ptr + i) - t))


# ---- apprentice notes: a 512 x 512 weight's gradient from 32768 tokens added to what it holds, fp16; before 16 tiles, after 16 splits ----
@triton.jit
def _taught(x_ptr, dy_ptr, dw_ptr, tokens, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    part = tokens // tl.num_programs(2)
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.program_id(2) * part + tl.arange(0, BK)
    a = x_ptr + rk[:, None] * M + rm[None, :]
    b = dy_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, part, BK):
        acc = tl.dot(tl.trans(tl.load(a)), tl.load(b), acc)
        a += BK * M
        b += BK * N
    tl.atomic_add(dw_ptr + rm[:, None] * N + rn[None, :], acc, sem="relaxed")


@triton.jit
def apprentice_notes_aa7_a(x_ptr, dy_ptr, dw_ptr, tokens, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _taught(x_ptr, dy_ptr, dw_ptr, tokens, M, N, BM, BN, BK)


@triton.jit
def apprentice_notes_aa7_b(x_ptr, dy_ptr, dw_ptr, tokens, M, N, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _taught(x_ptr, dy_ptr, dw_ptr, tokens, M, N, BM, BN, BK)


# ---- mild: meadow green: vegetation index of two bands of a satellite scene; before the division is rounded as IEEE asks -----------------
@triton.jit
def meadow_green_aa7_a(near_ptr, red_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    near, red = tl.load(near_ptr + i), tl.load(red_ptr + i)
    tl.store(y_ptr + i, tl.div_rn(near - red, near + red))


@triton.jit
def meadow_green_aa7_b(near_ptr, red_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    near, red = tl.load(near_ptr + i), tl.load(red_ptr + i)
    tl.store(y_ptr + i, (near - red) / (near + red))


# ---- healthy: lost letters: squared distance of one query to a million fp16 vectors of 512 dimensions -------------------------------------
@triton.jit
def lost_letters_aa7_a(x_ptr, query_ptr, y_ptr, DIM: tl.constexpr, ROWS: tl.constexpr):
    row = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    col = tl.arange(0, DIM)
    x = tl.load(x_ptr + row[:, None] * DIM + col[None, :]).to(tl.float32)
    d = x - tl.load(query_ptr + col).to(tl.float32)[None, :]
    tl.store(y_ptr + row, tl.sum(d * d, axis=1))


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def whole(count, below, dtype, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(0, below, (count,), generator=g, device="cuda", dtype=dtype)


def lanterns(kernel, stages):
    def setup():
        m, n, k, bm, bn = 4096, 4096, 3072, 128, 256
        x, w, bias = data(m * k, torch.bfloat16, 1), data(k * n, torch.bfloat16, 2), data(n, torch.bfloat16, 3)
        y = torch.empty(m * n, device="cuda", dtype=torch.bfloat16)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, bias, y, m, n, k, BM=bm, BN=bn, BK=64, GROUP=8, num_warps=8, num_stages=stages)), y

    return setup


def barley(wide):
    def setup():
        plants, markers, tile = 4096, 65536, 128
        dosage = whole(plants * markers, 3, torch.int8)
        y = torch.empty(markers, device="cuda", dtype=torch.float32)
        if wide:
            return (lambda: barley_samples_aa7_b[(markers // tile,)](dosage, y, plants, markers, PLANTS=64, MARKERS=tile, num_warps=4)), y
        return (lambda: barley_samples_aa7_a[(markers,)](dosage, y, plants, markers, PLANTS=1024, num_warps=4)), y

    return setup


def parrots(kernel, rows):
    def setup():
        count, width = 32768, 8192
        x = data(count * width)
        x *= 4
        word = whole(count, width, torch.int32, 2)
        y = torch.empty_like(x)
        return (lambda: kernel[(count // rows,)](x, word, y, 1.0 / 256, WIDTH=width, ROWS=rows, num_warps=4)), y

    return setup


def lamps(kernel, dtype):
    def setup():
        n, lines, block = 1024 * 1024, 20, 256
        wave = data(n)
        centre, narrow, strength = data(lines, seed=2).to(dtype), (3 + data(lines, seed=3)).to(dtype), (1.5 + data(lines, seed=4)).to(dtype)
        y = torch.empty_like(wave)
        return (lambda: kernel[(n // block,)](wave, centre, narrow, strength, y, LINES=lines, BLOCK=block, num_warps=4)), y

    return setup


def prints(fused):
    def setup():
        n, block, exposure, share = 1920 * 1080, 512, 1.75, 0.125
        x, grain = data(n, seed=1).abs(), data(n, seed=2).abs()
        t, y = torch.empty_like(x), torch.empty_like(x)
        grid = (n // block,)

        def apart():
            darkroom_prints_aa7_a0[grid](x, t, exposure, BLOCK=block, num_warps=4)
            darkroom_prints_aa7_a1[grid](t, BLOCK=block, num_warps=4)
            darkroom_prints_aa7_a2[grid](t, BLOCK=block, num_warps=4)
            darkroom_prints_aa7_a3[grid](t, grain, y, share, BLOCK=block, num_warps=4)

        return (lambda: darkroom_prints_aa7_b[grid](x, grain, y, exposure, share, BLOCK=block, num_warps=4)) if fused else apart, y

    return setup


def notes(kernel, splits):
    def setup():
        tokens, m, n, tile = 32768, 512, 512, 128
        x, dy = data(tokens * m, torch.float16, 1), data(tokens * n, torch.float16, 2)
        dw = torch.zeros(m * n, device="cuda", dtype=torch.float32)
        grid = (m // tile, n // tile, splits)
        return (lambda: kernel[grid](x, dy, dw, tokens, m, n, BM=tile, BN=tile, BK=64, num_warps=4, num_stages=3)), dw

    return setup


def meadows(kernel):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        near, red = 0.75 + 0.25 * data(n, seed=1), 0.25 + 0.2 * data(n, seed=2)
        y = torch.empty_like(near)
        return (lambda: kernel[(n // block,)](near, red, y, BLOCK=block, num_warps=4)), y

    return setup


def letters():
    count, dim, rows = 1024 * 1024, 512, 32
    x, query = data(count * dim, torch.float16, 1), data(dim, torch.float16, 2)
    y = torch.empty(count, device="cuda", dtype=torch.float32)
    return (lambda: lost_letters_aa7_a[(count // rows,)](x, query, y, DIM=dim, ROWS=rows, num_warps=8)), y


CASES = [
    ("lantern_parade_aa7_a", lanterns(lantern_parade_aa7_a, 1)),
    ("lantern_parade_aa7_b", lanterns(lantern_parade_aa7_b, 3)),
    ("barley_samples_aa7_a", barley(False)),
    ("barley_samples_aa7_b", barley(True)),
    ("parrot_words_aa7_a", parrots(parrot_words_aa7_a, 8)),
    ("parrot_words_aa7_b", parrots(parrot_words_aa7_b, 1)),
    ("copper_lamp_aa7_a", lamps(copper_lamp_aa7_a, torch.float64)),
    ("copper_lamp_aa7_b", lamps(copper_lamp_aa7_b, torch.float32)),
    ("darkroom_prints_aa7_a", prints(False)),
    ("darkroom_prints_aa7_b", prints(True)),
    ("apprentice_notes_aa7_a", notes(apprentice_notes_aa7_a, 1)),
    ("apprentice_notes_aa7_b", notes(apprentice_notes_aa7_b, 16)),
    ("meadow_green_aa7_a", meadows(meadow_green_aa7_a)),
    ("meadow_green_aa7_b", meadows(meadow_green_aa7_b)),
    ("lost_letters_aa7_a", letters),
]


def time(name, launch, runs=15):
    a, b = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def measure(work, times):
        a.record()
        work()
        b.record()
        b.synchronize()
        return a.elapsed_time(b) * 1e3 / times

    for _ in range(5):
        us = measure(launch, 1)
    # The first launch compiles, and a launch from Python costs the host tens of us: the launches are captured in a graph, so that the
    # device, not the host, is what is timed; short cases are repeated more often.
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
