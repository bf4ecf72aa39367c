#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: seventeenth_y7.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl


# ---- stamps: squared distance of 8192 stamps to 2048 known designs, 512 features, fp32; before IEEE products, after TF32 ----------------
@triton.jit
def _designs(x_ptr, w_ptr, xx_ptr, ww_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, HOW: tl.constexpr):
    pid = tl.program_id(0)
    rm = (pid // (N // BN)) * BM + tl.arange(0, BM)
    rn = (pid % (N // BN)) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rm[:, None] * K + rk[None, :]
    b = w_ptr + rn[None, :] * K + rk[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc, input_precision=HOW)
        a += BK
        b += BK
    far = tl.load(xx_ptr + rm)[:, None] + tl.load(ww_ptr + rn)[None, :] - 2.0 * acc
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], far)


@triton.jit
def stamp_designs_y7_a(x_ptr, w_ptr, xx_ptr, ww_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _designs(x_ptr, w_ptr, xx_ptr, ww_ptr, y_ptr, M, N, K, BM, BN, BK, "ieee")


@triton.jit
def stamp_designs_y7_b(x_ptr, w_ptr, xx_ptr, ww_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _designs(x_ptr, w_ptr, xx_ptr, ww_ptr, y_ptr, M, N, K, BM, BN, BK, "tf32")


# ---- auctions: dearest bid of each of 960 goods in periods of 2048 ticks, bids [tick][good]; before one good a program, after 32 --------
@triton.jit
def auction_bids_y7_a(x_ptr, y_ptr, TICKS: tl.constexpr, GOODS: tl.constexpr, BLOCK: tl.constexpr):
    good = tl.program_id(0)
    period = tl.program_id(1)
    at = x_ptr + (period * TICKS + tl.arange(0, BLOCK)) * GOODS + good
    best = tl.full((BLOCK,), -1e30, dtype=tl.float32)
    for _ in range(0, TICKS, BLOCK):
        best = tl.maximum(best, tl.load(at))
        at += BLOCK * GOODS
    tl.store(y_ptr + period * GOODS + good, tl.max(best, axis=0))


@triton.jit
def auction_bids_y7_b(x_ptr, y_ptr, TICKS: tl.constexpr, GOODS: tl.constexpr, ROWS: tl.constexpr, COLS: tl.constexpr):
    good = tl.program_id(0) * COLS + tl.arange(0, COLS)
    period = tl.program_id(1)
    at = x_ptr + (period * TICKS + tl.arange(0, ROWS)[:, None]) * GOODS + good[None, :]
    best = tl.full((ROWS, COLS), -1e30, dtype=tl.float32)
    for _ in range(0, TICKS, ROWS):
        best = tl.maximum(best, tl.load(at))
        at += ROWS * GOODS
    tl.store(y_ptr + period * GOODS + good, tl.max(best, axis=0))


# ---- attic films: dark level and gain, shoulder curve, dust mask over 64 M pixels; before a kernel each, after one ----------------------
@triton.jit
def _developed(x, dark, gain):
    return tl.maximum(x - dark, 0.0) * gain


@triton.jit
def _shoulder(t, knee):
    return t / (t + knee)


@triton.jit
def attic_films_y7_a0(x_ptr, t_ptr, dark, gain, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, _developed(tl.load(x_ptr + i), dark, gain))


@triton.jit
def attic_films_y7_a1(t_ptr, u_ptr, knee, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(u_ptr + i, _shoulder(tl.load(t_ptr + i), knee))


@triton.jit
def attic_films_y7_a2(u_ptr, dust_ptr, y_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(u_ptr + i) * tl.load(dust_ptr + i))


@triton.jit
def attic_films_y7_b(x_ptr, dust_ptr, y_ptr, dark, gain, knee, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = _shoulder(_developed(tl.load(x_ptr + i), dark, gain), knee)
    tl.store(y_ptr + i, u * tl.load(dust_ptr + i))


# ---- thunder: charge of the strong flashes over four provinces; before every flash is added in memory, after once a program -------------
@triton.jit
def thunder_charge_y7_a(x_ptr, province_ptr, y_ptr, level, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * (ROUNDS * BLOCK) + tl.arange(0, BLOCK)
    for _ in range(0, ROUNDS):
        x = tl.load(x_ptr + i)
        province = tl.load(province_ptr + i).to(tl.int32)
        tl.atomic_add(y_ptr + province, (x * 1000.0).to(tl.int32), mask=x > level, sem="relaxed")
        i += BLOCK


@triton.jit
def thunder_charge_y7_b(x_ptr, province_ptr, y_ptr, level, ROUNDS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * (ROUNDS * BLOCK) + tl.arange(0, BLOCK)
    north = tl.zeros((BLOCK,), dtype=tl.int32)
    east = tl.zeros((BLOCK,), dtype=tl.int32)
    south = tl.zeros((BLOCK,), dtype=tl.int32)
    west = tl.zeros((BLOCK,), dtype=tl.int32)
    for _ in range(0, ROUNDS):
        x = tl.load(x_ptr + i)
        province = tl.load(province_ptr + i).to(tl.int32)
        charge = tl.where(x > level, (x * 1000.0).to(tl.int32), 0)
        north += tl.where(province == 0, charge, 0)
        east += tl.where(province == 1, charge, 0)
        south += tl.where(province == 2, charge, 0)
        west += tl.where(province == 3, charge, 0)
        i += BLOCK
    tl.atomic_add(y_ptr, tl.sum(north, axis=0), sem="relaxed")
    tl.atomic_add(y_ptr + 1, tl.sum(east, axis=0), sem="relaxed")
    tl.atomic_add(y_ptr + 2, tl.sum(south, axis=0), sem="relaxed")
    tl.atomic_add(y_ptr + 3, tl.sum(west, axis=0), sem="relaxed")


# ---- asteroids: a coordinate at 16 M moments from a Chebyshev series of 128 terms; before sums begun in float64, after in float32 -------
@triton.jit
def _clenshaw(x, c_ptr, ahead, behind, TERMS: tl.constexpr):
    twice = 2.0 * x
    for k in range(0, TERMS):
        now = twice * ahead - behind + tl.load(c_ptr + k)
        behind = ahead
        ahead = now
    return ahead - x * behind


@triton.jit
def asteroid_series_y7_a(x_ptr, c_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    nought = tl.zeros((BLOCK,), dtype=tl.float64)
    tl.store(y_ptr + i, _clenshaw(tl.load(x_ptr + i), c_ptr, nought, nought, TERMS).to(tl.float32))


@triton.jit
def asteroid_series_y7_b(x_ptr, c_ptr, y_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    nought = tl.zeros((BLOCK,), dtype=tl.float32)
    tl.store(y_ptr + i, _clenshaw(tl.load(x_ptr + i), c_ptr, nought, nought, TERMS).to(tl.float32))


# ---- orchids: likeness of 4096 orchids' genes over 2048 samples, genes [sample][orchid] in fp16; before tiles of 64 x 32, after 128 x 128
@triton.jit
def _kinship(x_ptr, y_ptr, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    rm = (pid // (N // BN)) * BM + tl.arange(0, BM)
    rn = (pid % (N // BN)) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    a = x_ptr + rk[None, :] * N + rm[:, None]
    b = x_ptr + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(a), tl.load(b), acc)
        a += BK * N
        b += BK * N
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], (acc * scale).to(tl.float16))


@triton.jit
def orchid_kinship_y7_a(x_ptr, y_ptr, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _kinship(x_ptr, y_ptr, N, K, scale, BM, BN, BK)


@triton.jit
def orchid_kinship_y7_b(x_ptr, y_ptr, N, K, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    _kinship(x_ptr, y_ptr, N, K, scale, BM, BN, BK)


# ---- mild: tides: calibrated gauge samples behind a header; before the header takes one sample, after it is padded to four --------------
@triton.jit
def _calibrated(x_ptr, y_ptr, gain, datum, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i) * gain + datum)


@triton.jit
def tide_gauges_y7_a(x_ptr, y_ptr, gain, datum, BLOCK: tl.constexpr):
    _calibrated(x_ptr, y_ptr, gain, datum, BLOCK)


@triton.jit
def tide_gauges_y7_b(x_ptr, y_ptr, gain, datum, BLOCK: tl.constexpr):
    _calibrated(x_ptr, y_ptr, gain, datum, BLOCK)


# ---- healthy: puppets: a step of Adam over 32 M weights, all in one pass ------------------------------------------------------------------
@triton.jit
def puppet_step_y7_a(p_ptr, g_ptr, m_ptr, v_ptr, p2_ptr, m2_ptr, v2_ptr, rate, b1, b2, eps, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    p = tl.load(p_ptr + i)
    g = tl.load(g_ptr + i)
    m = tl.load(m_ptr + i)
    v = tl.load(v_ptr + i)
    m = g + b1 * (m - g)
    v = g * g + b2 * (v - g * g)
    tl.store(p2_ptr + i, p - rate * m / (tl.sqrt(v) + eps))
    tl.store(m2_ptr + i, m)
    tl.store(v2_ptr + i, v)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def stamps(kernel):
    def setup():
        m, n, k, bm, bn = 8192, 2048, 512, 128, 64
        x, w = data(m * k, seed=1), data(n * k, seed=2)
        xx, ww = (x * x).view(m, k).sum(1).contiguous(), (w * w).view(n, k).sum(1).contiguous()
        y = torch.empty(m * n, device="cuda", dtype=torch.float32)
        grid = ((m // bm) * (n // bn),)
        return (lambda: kernel[grid](x, w, xx, ww, y, m, n, k, BM=bm, BN=bn, BK=16, num_warps=8, num_stages=3)), y

    return setup


def auctions(tiled):
    def setup():
        ticks, goods, periods = 2048, 960, 64
        x = data(ticks * periods * goods, seed=1)
        y = torch.empty(periods * goods, device="cuda", dtype=torch.float32)
        if tiled:
            return (lambda: auction_bids_y7_b[(goods // 32, periods)](x, y, TICKS=ticks, GOODS=goods, ROWS=64, COLS=32, num_warps=4)), y
        return (lambda: auction_bids_y7_a[(goods, periods)](x, y, TICKS=ticks, GOODS=goods, BLOCK=512, num_warps=4)), y

    return setup


def films(fused):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        x, dust = data(n, seed=1), data(n, seed=2).abs()
        y = torch.empty_like(x)
        grid, how = (n // block,), {"BLOCK": block, "num_warps": 4}
        if fused:
            return (lambda: attic_films_y7_b[grid](x, dust, y, -0.5, 1.75, 0.25, **how)), y
        t, u = torch.empty_like(x), torch.empty_like(x)

        def launch():
            attic_films_y7_a0[grid](x, t, -0.5, 1.75, **how)
            attic_films_y7_a1[grid](t, u, 0.25, **how)
            attic_films_y7_a2[grid](u, dust, y, **how)

        return launch, y

    return setup


def thunder(kernel):
    def setup():
        n, rounds, block = 64 * 1024 * 1024, 16, 1024
        x = data(n, seed=1)
        province = torch.randint(0, 4, (n,), device="cuda", dtype=torch.uint8, generator=torch.Generator(device="cuda").manual_seed(5))
        # zero at first: both forms add to it
        y = torch.zeros(4, device="cuda", dtype=torch.int32)
        grid = (n // (rounds * block),)
        return (lambda: kernel[grid](x, province, y, 0.9375, ROUNDS=rounds, BLOCK=block, num_warps=4)), y

    return setup


def asteroids(kernel):
    def setup():
        n, terms, block = 16 * 1024 * 1024, 128, 1024
        x = data(n, seed=1)
        order = torch.arange(terms, 0, -1, device="cuda", dtype=torch.float32)
        c = ((data(terms, seed=2).abs() + 0.1) / order).contiguous()
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, c, y, TERMS=terms, BLOCK=block, num_warps=4)), y

    return setup


def orchids(kernel, bm, bn, warps):
    def setup():
        n, k = 4096, 2048
        x = data(n * k, torch.float16, 1)
        y = torch.empty(n * n, device="cuda", dtype=torch.float16)
        grid = ((n // bm) * (n // bn),)
        return (lambda: kernel[grid](x, y, n, k, 1.0 / 64, BM=bm, BN=bn, BK=64, num_warps=warps, num_stages=3)), y

    return setup


def tides(kernel, header):
    def setup():
        n, block = 64 * 1024 * 1024, 1024
        record = torch.zeros(n + 4, device="cuda", dtype=torch.float32)
        x = record[header : header + n]
        x.copy_(data(n, seed=1))
        y = torch.empty(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // block,)](x, y, 0.75, 0.125, BLOCK=block, num_warps=4)), y

    return setup


def puppets():
    n, block = 32 * 1024 * 1024, 1024
    p, g, m, v = data(n, seed=1), data(n, seed=2), data(n, seed=3), data(n, seed=4).abs()
    out = torch.empty(3 * n, device="cuda", dtype=torch.float32)
    p2, m2, v2 = out[:n], out[n : 2 * n], out[2 * n :]
    return (lambda: puppet_step_y7_a[(n // block,)](p, g, m, v, p2, m2, v2, 0.001, 0.9, 0.999, 1e-8, BLOCK=block, num_warps=4)), out


CASES = [
    ("stamp_designs_y7_a", stamps(stamp_designs_y7_a)),
    ("stamp_designs_y7_b", stamps(stamp_designs_y7_b)),
    ("auction_bids_y7_a", auctions(False)),
    ("auction_bids_y7_b", auctions(True)),
    ("attic_films_y7_a0", films(False)),
    ("attic_films_y7_b", films(True)),
    ("thunder_charge_y7_a", thunder(thunder_charge_y7_a)),
    ("thunder_charge_y7_b", thunder(thunder_charge_y7_b)),
    ("asteroid_series_y7_a", asteroids(asteroid_series_y7_a)),
    ("asteroid_series_y7_b", asteroids(asteroid_series_y7_b)),
    ("orchid_kinship_y7_a", orchids(orchid_kinship_y7_a, 64, 32, 4)),
    ("orchid_kinship_y7_b", orchids(orchid_kinship_y7_b, 128, 128, 8)),
    ("tide_gauges_y7_a", tides(tide_gauges_y7_a, 1)),
    ("tide_gauges_y7_b", tides(tide_gauges_y7_b, 4)),
    ("puppet_step_y7_a", puppets),
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
