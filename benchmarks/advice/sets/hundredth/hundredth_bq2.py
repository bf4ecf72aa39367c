#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredth_bq2.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

DEVICE = "cuda"


def seeded(seed):
    return torch.Generator(device=DEVICE).manual_seed(seed)


def uniform(shape, seed, low=0.0, high=1.0, dtype=torch.float32):
    t = torch.empty(shape, device=DEVICE, dtype=dtype)
    t.uniform_(low, high, generator=seeded(seed))
    return t


# ---- marble_otter: acoustic impedance of a seismic volume stored as [depth][line][trace], with a compaction trend over depth
@triton.jit
def marble_otter_bq2_a(rho_ptr, vel_ptr, out_ptr, Z: tl.constexpr, Y: tl.constexpr, X: tl.constexpr, BLOCK: tl.constexpr):
    n = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    z = n % Z
    y = (n // Z) % Y
    x = n // (Z * Y)
    at = z * (Y * X) + y * X + x
    rho = tl.load(rho_ptr + at)
    vel = tl.load(vel_ptr + at)
    tl.store(out_ptr + at, rho * vel * (1.0 + 0.001 * z.to(tl.float32)))


@triton.jit
def marble_otter_bq2_b(rho_ptr, vel_ptr, out_ptr, Z: tl.constexpr, Y: tl.constexpr, X: tl.constexpr, BLOCK: tl.constexpr):
    n = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = n % X
    y = (n // X) % Y
    z = n // (X * Y)
    at = z * (Y * X) + y * X + x
    rho = tl.load(rho_ptr + at)
    vel = tl.load(vel_ptr + at)
    tl.store(out_ptr + at, rho * vel * (1.0 + 0.001 * z.to(tl.float32)))


def marble(kernel, Z=272, Y=240, X=1024, BLOCK=1024):
    def setup():
        rho = uniform((Z, Y, X), 1, 0.5, 1.5)
        vel = uniform((Z, Y, X), 2, 0.5, 1.5)
        out = torch.empty((Z, Y, X), device=DEVICE)
        return (lambda: kernel[(Z * Y * X // BLOCK,)](rho, vel, out, Z=Z, Y=Y, X=X, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- copper_lantern: epidemic model (healthy, exposed, ill) stepped 96 times for millions of parameter sets
@triton.jit
def copper_lantern_bq2_a(contact_ptr, onset_ptr, recover_ptr, seed_ptr, out_ptr, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    contact = tl.load(contact_ptr + i)
    onset = tl.load(onset_ptr + i)
    recover = tl.load(recover_ptr + i)
    ill = tl.load(seed_ptr + i)
    exposed = ill * 0.5
    healthy = 1.0 - ill - exposed
    for _ in range(STEPS):
        caught = contact * healthy * ill
        fell = onset * exposed
        healthy -= caught
        exposed += caught - fell
        ill += fell - recover * ill
    tl.store(out_ptr + i, 1.0 - healthy)


@triton.jit
def copper_lantern_bq2_b(contact_ptr, onset_ptr, recover_ptr, seed_ptr, out_ptr, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    contact = tl.load(contact_ptr + i)
    onset = tl.load(onset_ptr + i)
    recover = tl.load(recover_ptr + i)
    ill = tl.load(seed_ptr + i)
    exposed = ill * 0.5
    healthy = 1.0 - ill - exposed
    for _ in range(STEPS):
        caught = contact * healthy * ill
        fell = onset * exposed
        healthy -= caught
        exposed += caught - fell
        ill += fell - recover * ill
    tl.store(out_ptr + i, 1.0 - healthy)


def copper(kernel, BLOCK, warps, n=1056 * 16384):
    def setup():
        contact, onset, recover = uniform((n,), 10, 0.1, 0.4), uniform((n,), 11, 0.1, 0.3), uniform((n,), 12, 0.05, 0.15)
        seed = uniform((n,), 13, 0.001, 0.02)
        out = torch.empty(n, device=DEVICE)
        grid = (n // BLOCK,)
        return (lambda: kernel[grid](contact, onset, recover, seed, out, STEPS=96, BLOCK=BLOCK, num_warps=warps)), out

    return setup


# ---- willow_button: feature correlation matrix (channels x channels) of every image in a batch of half-precision feature maps
@triton.jit
def willow_button_bq2_a(f_ptr, out_ptr, C: tl.constexpr, P: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    image = tl.program_id(1)
    across = C // BN
    m = (tl.program_id(0) // across) * BM + tl.arange(0, BM)
    n = (tl.program_id(0) % across) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = f_ptr + image * (C * P) + m[:, None] * P + k[None, :]
    b_at = f_ptr + image * (C * P) + n[None, :] * P + k[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, P, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK
    tl.store(out_ptr + image * (C * C) + m[:, None] * C + n[None, :], acc * (1.0 / P))


@triton.jit
def willow_button_bq2_b(f_ptr, out_ptr, C: tl.constexpr, P: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    image = tl.program_id(1)
    across = C // BN
    m = (tl.program_id(0) // across) * BM + tl.arange(0, BM)
    n = (tl.program_id(0) % across) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    a_at = f_ptr + image * (C * P) + m[:, None] * P + k[None, :]
    b_at = f_ptr + image * (C * P) + n[None, :] * P + k[:, None]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, P, BK):
        acc = tl.dot(tl.load(a_at), tl.load(b_at), acc)
        a_at += BK
        b_at += BK
    tl.store(out_ptr + image * (C * C) + m[:, None] * C + n[None, :], acc * (1.0 / P))


def willow(kernel, BM, BN, BK, warps, stages, images=99, C=512, P=4096):
    def setup():
        f = uniform((images, C, P), 20, 0.0, 1.0, torch.float16)
        out = torch.empty((images, C, C), device=DEVICE)
        grid = ((C // BM) * (C // BN), images)
        return (lambda: kernel[grid](f, out, C=C, P=P, BM=BM, BN=BN, BK=BK, num_warps=warps, num_stages=stages)), out

    return setup


# ---- amber_saddle: brings every 32-number point descriptor to unit length
@triton.jit
def amber_saddle_bq2_a(x_ptr, out_ptr, D: tl.constexpr):
    at = tl.program_id(0) * D + tl.arange(0, D)
    x = tl.load(x_ptr + at)
    tl.store(out_ptr + at, x / tl.sqrt(tl.sum(x * x, axis=0) + 1e-6))


@triton.jit
def amber_saddle_bq2_b(x_ptr, out_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    at = r[:, None] * D + tl.arange(0, D)[None, :]
    x = tl.load(x_ptr + at)
    length = tl.sqrt(tl.sum(x * x, axis=1) + 1e-6)
    tl.store(out_ptr + at, x / length[:, None])


def amber(kernel, rows_each, n=3 << 20, D=32, **meta):
    def setup():
        x = uniform((n, D), 30, 0.1, 1.0)
        out = torch.empty((n, D), device=DEVICE)
        return (lambda: kernel[(n // rows_each,)](x, out, D=D, num_warps=4, **meta)), out

    return setup


# ---- cobalt_thimble: bf16 patch embedding: product with a weight matrix, bias, squared ReLU
@triton.jit
def cobalt_thimble_bq2_a(x_ptr, w_ptr, bias_ptr, out_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    down = tl.cdiv(M, BM)
    across = tl.cdiv(N, BN)
    group = pid // (GROUP * across)
    first = group * GROUP
    height = min(down - first, GROUP)
    m = (first + (pid % (GROUP * across)) % height) * BM + tl.arange(0, BM)
    n = ((pid % (GROUP * across)) // height) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x_at = x_ptr + m[:, None] * K + k[None, :]
    w_at = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x_at), tl.load(w_at), acc)
        x_at += BK
        w_at += BK * N
    v = tl.maximum(acc * 0.01 + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(out_ptr + m[:, None] * N + n[None, :], (v * v).to(tl.bfloat16))


@triton.jit
def cobalt_thimble_bq2_b(x_ptr, w_ptr, bias_ptr, out_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    down = tl.cdiv(M, BM)
    across = tl.cdiv(N, BN)
    group = pid // (GROUP * across)
    first = group * GROUP
    height = min(down - first, GROUP)
    m = (first + (pid % (GROUP * across)) % height) * BM + tl.arange(0, BM)
    n = ((pid % (GROUP * across)) // height) * BN + tl.arange(0, BN)
    k = tl.arange(0, BK)
    x_at = x_ptr + m[:, None] * K + k[None, :]
    w_at = w_ptr + k[:, None] * N + n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x_at), tl.load(w_at), acc)
        x_at += BK
        w_at += BK * N
    v = tl.maximum(acc * 0.01 + tl.load(bias_ptr + n)[None, :], 0.0)
    tl.store(out_ptr + m[:, None] * N + n[None, :], (v * v).to(tl.bfloat16))


def cobalt(kernel, stages, M=26240, N=2304, K=3072, BM=128, BN=256, BK=64, warps=8):
    def setup():
        x = uniform((M, K), 40, -0.5, 1.0, torch.bfloat16)
        w = uniform((K, N), 41, -0.5, 1.0, torch.bfloat16)
        bias = uniform((N,), 42, 0.0, 0.5)
        out = torch.empty((M, N), device=DEVICE, dtype=torch.bfloat16)
        grid = (triton.cdiv(M, BM) * triton.cdiv(N, BN),)
        return (lambda: kernel[grid](x, w, bias, out, M, N, K, BM=BM, BN=BN, BK=BK, GROUP=8, num_warps=warps, num_stages=stages)), out

    return setup


# ---- juniper_kettle: root mean square of every 2048-sample window of 40 long recordings
@triton.jit
def juniper_kettle_bq2_a(x_ptr, out_ptr, WINDOWS, SIZE: tl.constexpr):
    channel = tl.program_id(0)
    i = tl.arange(0, SIZE)
    for w in range(0, WINDOWS):
        x = tl.load(x_ptr + (channel * WINDOWS + w) * SIZE + i)
        tl.store(out_ptr + channel * WINDOWS + w, tl.sqrt(tl.sum(x * x, axis=0) / SIZE))


@triton.jit
def juniper_kettle_bq2_b(x_ptr, out_ptr, WINDOWS, SIZE: tl.constexpr):
    channel = tl.program_id(1)
    w = tl.program_id(0)
    x = tl.load(x_ptr + (channel * WINDOWS + w) * SIZE + tl.arange(0, SIZE))
    tl.store(out_ptr + channel * WINDOWS + w, tl.sqrt(tl.sum(x * x, axis=0) / SIZE))


def juniper(kernel, split, channels=40, windows=1700, SIZE=2048):
    def setup():
        x = uniform((channels, windows, SIZE), 50, -1.0, 1.0)
        out = torch.empty((channels, windows), device=DEVICE)
        grid = (windows, channels) if split else (channels,)
        return (lambda: kernel[grid](x, out, windows, SIZE=SIZE, num_warps=4)), out

    return setup


# ---- scarlet_pebble: log band energies: half-precision power spectra times a filter bank
@triton.jit
def scarlet_pebble_bq2_a(p_ptr, w_ptr, out_ptr, BINS: tl.constexpr, BANDS: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, BANDS)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BANDS), dtype=tl.float32)
    for k0 in range(0, BINS, BK):
        p = tl.load(p_ptr + m[:, None] * BINS + (k0 + k)[None, :]).to(tl.float32)
        w = tl.load(w_ptr + (k0 + k)[:, None] * BANDS + n[None, :]).to(tl.float32)
        acc = tl.dot(p, w, acc, input_precision="ieee")
    tl.store(out_ptr + m[:, None] * BANDS + n[None, :], tl.log(acc + 1e-6))


@triton.jit
def scarlet_pebble_bq2_b(p_ptr, w_ptr, out_ptr, BINS: tl.constexpr, BANDS: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.arange(0, BANDS)
    k = tl.arange(0, BK)
    acc = tl.zeros((BM, BANDS), dtype=tl.float32)
    for k0 in range(0, BINS, BK):
        p = tl.load(p_ptr + m[:, None] * BINS + (k0 + k)[None, :])
        w = tl.load(w_ptr + (k0 + k)[:, None] * BANDS + n[None, :])
        acc = tl.dot(p, w, acc)
    tl.store(out_ptr + m[:, None] * BANDS + n[None, :], tl.log(acc + 1e-6))


def scarlet(kernel, BM, BK, warps, stages, frames=262144, BINS=512, BANDS=128):
    def setup():
        p = uniform((frames, BINS), 60, 0.0, 1.0, torch.float16)
        w = uniform((BINS, BANDS), 61, 0.0, 1.0, torch.float16)
        out = torch.empty((frames, BANDS), device=DEVICE)
        return (lambda: kernel[(frames // BM,)](p, w, out, BINS=BINS, BANDS=BANDS, BM=BM, BK=BK, num_warps=warps, num_stages=stages)), out

    return setup


# ---- maple_trumpet: refractive index of glass over wavelength from a table of four resonances
@triton.jit
def maple_trumpet_bq2_a(lam_ptr, table_ptr, out_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    lam = tl.load(lam_ptr + i)
    square = lam * lam
    index = square * 0.0 + 1.0
    for t in tl.static_range(TERMS):
        strength = tl.load(table_ptr + 2 * t)
        resonance = tl.load(table_ptr + 2 * t + 1)
        index = index + strength * square / (square - resonance)
    tl.store(out_ptr + i, tl.sqrt(index).to(tl.float32))


@triton.jit
def maple_trumpet_bq2_b(lam_ptr, table_ptr, out_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    lam = tl.load(lam_ptr + i)
    square = lam * lam
    index = square * 0.0 + 1.0
    for t in tl.static_range(TERMS):
        strength = tl.load(table_ptr + 2 * t).to(tl.float32)
        resonance = tl.load(table_ptr + 2 * t + 1).to(tl.float32)
        index = index + strength * square / (square - resonance)
    tl.store(out_ptr + i, tl.sqrt(index).to(tl.float32))


def maple(kernel, n=1 << 27, BLOCK=1024):
    def setup():
        lam = uniform((n,), 70, 0.4, 0.7)
        pairs = [1.0396, 0.0060, 0.2318, 0.0200, 0.0931, 0.0412, 1.0105, 103.56]
        table = torch.tensor(pairs, device=DEVICE, dtype=torch.float64)
        out = torch.empty(n, device=DEVICE)
        return (lambda: kernel[(n // BLOCK,)](lam, table, out, TERMS=4, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- ivory_ladder: energy of the detector hits above a threshold, summed for each of four quadrants
@triton.jit
def ivory_ladder_bq2_a(e_ptr, q_ptr, out_ptr, threshold, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    e = tl.load(e_ptr + i)
    q = tl.load(q_ptr + i)
    tl.atomic_add(out_ptr + q, e, mask=e > threshold, sem="relaxed")


@triton.jit
def ivory_ladder_bq2_b(e_ptr, q_ptr, out_ptr, threshold, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    s0 = tl.zeros((BLOCK,), dtype=tl.float32)
    s1 = tl.zeros((BLOCK,), dtype=tl.float32)
    s2 = tl.zeros((BLOCK,), dtype=tl.float32)
    s3 = tl.zeros((BLOCK,), dtype=tl.float32)
    i = tl.program_id(0) * (BLOCK * STEPS) + tl.arange(0, BLOCK)
    for _ in range(STEPS):
        e = tl.load(e_ptr + i)
        q = tl.load(q_ptr + i)
        e = tl.where(e > threshold, e, 0.0)
        s0 += tl.where(q == 0, e, 0.0)
        s1 += tl.where(q == 1, e, 0.0)
        s2 += tl.where(q == 2, e, 0.0)
        s3 += tl.where(q == 3, e, 0.0)
        i += BLOCK
    tl.atomic_add(out_ptr + 0, tl.sum(s0, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + 1, tl.sum(s1, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + 2, tl.sum(s2, axis=0), sem="relaxed")
    tl.atomic_add(out_ptr + 3, tl.sum(s3, axis=0), sem="relaxed")


def ivory(kernel, each, n=1 << 26, **meta):
    def setup():
        e = uniform((n,), 80)
        q = torch.randint(0, 4, (n,), device=DEVICE, dtype=torch.int32, generator=seeded(81))
        out = torch.zeros(4, device=DEVICE)
        return (lambda: kernel[(n // each,)](e, q, out, 0.985, num_warps=4, **meta)), out

    return setup


# ---- crimson_walnut: temperature maps against a reference map: difference, scaling by the usual spread, squashing to 0..1
@triton.jit
def crimson_walnut_bq2_a(x_ptr, base_ptr, out_ptr, CELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i) - tl.load(base_ptr + i % CELLS))


@triton.jit
def crimson_walnut_bq2_a2(x_ptr, inverse_ptr, out_ptr, CELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, tl.load(x_ptr + i) * tl.load(inverse_ptr + i % CELLS))


@triton.jit
def crimson_walnut_bq2_a3(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + i, 1.0 / (1.0 + tl.exp(-tl.load(x_ptr + i))))


@triton.jit
def crimson_walnut_bq2_b(x_ptr, base_ptr, inverse_ptr, out_ptr, CELLS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    cell = i % CELLS
    x = (tl.load(x_ptr + i) - tl.load(base_ptr + cell)) * tl.load(inverse_ptr + cell)
    tl.store(out_ptr + i, 1.0 / (1.0 + tl.exp(-x)))


def crimson(fused, n=1 << 26, CELLS=1 << 16, BLOCK=1024):
    def setup():
        x = uniform((n,), 90, -1.0, 1.0)
        base = uniform((CELLS,), 91, -0.5, 0.5)
        inverse = uniform((CELLS,), 92, 0.5, 2.0)
        out = torch.empty(n, device=DEVICE)
        grid = (n // BLOCK,)
        if fused:
            return (lambda: crimson_walnut_bq2_b[grid](x, base, inverse, out, CELLS=CELLS, BLOCK=BLOCK, num_warps=4)), out
        first, second = torch.empty(n, device=DEVICE), torch.empty(n, device=DEVICE)

        def launch():
            crimson_walnut_bq2_a[grid](x, base, first, CELLS=CELLS, BLOCK=BLOCK, num_warps=4)
            crimson_walnut_bq2_a2[grid](first, inverse, second, CELLS=CELLS, BLOCK=BLOCK, num_warps=4)
            crimson_walnut_bq2_a3[grid](second, out, BLOCK=BLOCK, num_warps=4)

        return launch, out

    return setup


# ---- saffron_anvil: 24-tap echo on the ring buffers of 4224 voices
@triton.jit
def saffron_anvil_bq2_a(x_ptr, delay_ptr, gain_ptr, out_ptr, LENGTH, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    voice = x_ptr + tl.program_id(0) * LENGTH
    for start in range(0, LENGTH, BLOCK):
        t = start + tl.arange(0, BLOCK)
        acc = tl.zeros((BLOCK,), dtype=tl.float32)
        for k in range(0, TAPS):
            at = (t + LENGTH - tl.load(delay_ptr + k)) % LENGTH
            acc += tl.load(gain_ptr + k) * tl.load(voice + at)
        tl.store(out_ptr + tl.program_id(0) * LENGTH + t, acc)


@triton.jit
def saffron_anvil_bq2_b(x_ptr, delay_ptr, gain_ptr, out_ptr, LENGTH, TAPS: tl.constexpr, BLOCK: tl.constexpr):
    voice = x_ptr + tl.program_id(0) * LENGTH
    for start in range(0, LENGTH, BLOCK):
        t = start + tl.arange(0, BLOCK)
        acc = tl.zeros((BLOCK,), dtype=tl.float32)
        for k in range(0, TAPS):
            at = t - tl.load(delay_ptr + k)
            at = tl.where(at < 0, at + LENGTH, at)
            acc += tl.load(gain_ptr + k) * tl.load(voice + at)
        tl.store(out_ptr + tl.program_id(0) * LENGTH + t, acc)


def saffron(kernel, voices=4224, length=5120, TAPS=24, BLOCK=256):
    def setup():
        x = uniform((voices, length), 100)
        delay = torch.randint(0, length, (TAPS,), device=DEVICE, dtype=torch.int32, generator=seeded(101))
        gain = uniform((TAPS,), 102, 0.01, 0.1)
        out = torch.empty((voices, length), device=DEVICE)
        return (lambda: kernel[(voices,)](x, delay, gain, out, length, TAPS=TAPS, BLOCK=BLOCK, num_warps=8)), out

    return setup


# ---- pepper_violin: relaxation signal: sum of sixteen exponential decays whose rates are whole multiples of a base rate
@triton.jit
def pepper_violin_bq2_a(t_ptr, weight_ptr, out_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(t_ptr + i)
    s = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(TERMS):
        s += tl.load(weight_ptr + k) * tl.exp(t * (-1.0 - k))
    tl.store(out_ptr + i, s)


@triton.jit
def pepper_violin_bq2_b(t_ptr, weight_ptr, out_ptr, TERMS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.exp(-tl.load(t_ptr + i))
    s = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(TERMS):
        s = s * u + tl.load(weight_ptr + (TERMS - 1 - k))
    tl.store(out_ptr + i, s * u)


def pepper(kernel, n=1 << 26, BLOCK=1024):
    def setup():
        t = uniform((n,), 110, 0.0, 2.0)
        weight = uniform((16,), 111, 0.1, 1.0)
        out = torch.empty(n, device=DEVICE)
        return (lambda: kernel[(n // BLOCK,)](t, weight, out, TERMS=16, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- hazel_bucket: cosine of the heading of every flow vector
@triton.jit
def hazel_bucket_bq2_a(u_ptr, v_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(out_ptr + i, tl.div_rn(u, tl.sqrt_rn(u * u + v * v)))


@triton.jit
def hazel_bucket_bq2_b(u_ptr, v_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    u = tl.load(u_ptr + i)
    v = tl.load(v_ptr + i)
    tl.store(out_ptr + i, u * tl.rsqrt(u * u + v * v))


def hazel(kernel, n=1 << 26, BLOCK=1024):
    def setup():
        u, v = uniform((n,), 120, 0.1, 1.0), uniform((n,), 121, 0.1, 1.0)
        out = torch.empty(n, device=DEVICE)
        return (lambda: kernel[(n // BLOCK,)](u, v, out, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- lilac_hammer: telemetry frames of 1024 samples and one status word: samples to physical units
@triton.jit
def lilac_hammer_bq2_a(x_ptr, out_ptr, scale, shift, PITCH: tl.constexpr, FIRST: tl.constexpr, SIZE: tl.constexpr):
    frame = tl.program_id(0)
    i = tl.arange(0, SIZE)
    x = tl.load(x_ptr + frame * PITCH + FIRST + i)
    tl.store(out_ptr + frame * SIZE + i, x * scale + shift)


@triton.jit
def lilac_hammer_bq2_b(x_ptr, out_ptr, scale, shift, PITCH: tl.constexpr, FIRST: tl.constexpr, SIZE: tl.constexpr):
    frame = tl.program_id(0)
    i = tl.arange(0, SIZE)
    x = tl.load(x_ptr + frame * PITCH + FIRST + i)
    tl.store(out_ptr + frame * SIZE + i, x * scale + shift)


def lilac(kernel, PITCH, FIRST, frames=98304, SIZE=1024):
    def setup():
        samples = uniform((frames, SIZE), 130)
        x = torch.ones((frames, PITCH), device=DEVICE)
        x[:, FIRST : FIRST + SIZE] = samples
        del samples
        out = torch.empty((frames, SIZE), device=DEVICE)
        return (lambda: kernel[(frames,)](x, out, 2.5, 0.25, PITCH=PITCH, FIRST=FIRST, SIZE=SIZE, num_warps=4)), out

    return setup


# ---- onyx_ribbon: composites two half-precision picture layers by a coverage mask
@triton.jit
def onyx_ribbon_bq2_a(front_ptr, back_ptr, cover_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    front = tl.load(front_ptr + i).to(tl.float32)
    back = tl.load(back_ptr + i).to(tl.float32)
    cover = tl.load(cover_ptr + i).to(tl.float32)
    tl.store(out_ptr + i, (back + cover * (front - back)).to(tl.float16))


def onyx(kernel, n=1 << 27, BLOCK=2048):
    def setup():
        front, back, cover = (uniform((n,), 140 + i, 0.0, 1.0, torch.float16) for i in range(3))
        out = torch.empty(n, device=DEVICE, dtype=torch.float16)
        return (lambda: kernel[(n // BLOCK,)](front, back, cover, out, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- cedar_whistle: 512 leapfrog steps of independent oscillators
@triton.jit
def cedar_whistle_bq2_a(x_ptr, v_ptr, step_ptr, out_ptr, STEPS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    v = tl.load(v_ptr + i)
    h = tl.load(step_ptr + i)
    for _ in range(STEPS):
        x += h * v
        v -= h * x
    tl.store(out_ptr + i, x * x + v * v)


def cedar(kernel, n=15840 * 1024, BLOCK=1024):
    def setup():
        x, v = uniform((n,), 150, 0.5, 1.0), uniform((n,), 151, 0.5, 1.0)
        step = uniform((n,), 152, 0.001, 0.1)
        out = torch.empty(n, device=DEVICE)
        return (lambda: kernel[(n // BLOCK,)](x, v, step, out, STEPS=512, BLOCK=BLOCK, num_warps=4)), out

    return setup


# ---- tulip_gravel: looks up random 64-number rows of a large table and weights them
@triton.jit
def tulip_gravel_bq2_a(table_ptr, id_ptr, weight_ptr, out_ptr, D: tl.constexpr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    d = tl.arange(0, D)
    row = tl.load(id_ptr + r)
    weight = tl.load(weight_ptr + r)
    x = tl.load(table_ptr + row[:, None] * D + d[None, :])
    tl.store(out_ptr + r[:, None] * D + d[None, :], x * weight[:, None])


def tulip(kernel, rows=1 << 22, n=1 << 21, D=64, ROWS=32):
    def setup():
        table = uniform((rows, D), 160)
        at = torch.randint(0, rows, (n,), device=DEVICE, dtype=torch.int32, generator=seeded(161))
        weight = uniform((n,), 162, 0.5, 1.0)
        out = torch.empty((n, D), device=DEVICE)
        return (lambda: kernel[(n // ROWS,)](table, at, weight, out, D=D, ROWS=ROWS, num_warps=4)), out

    return setup


# ---- bronze_meadow: log-sum-exp of every row of 4096 scores
@triton.jit
def bronze_meadow_bq2_a(x_ptr, out_ptr, SIZE: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * SIZE + tl.arange(0, SIZE))
    top = tl.max(x, axis=0)
    tl.store(out_ptr + row, top + tl.log(tl.sum(tl.exp(x - top), axis=0)))


def bronze(kernel, rows=49152, SIZE=4096):
    def setup():
        x = uniform((rows, SIZE), 170, -4.0, 4.0)
        out = torch.empty(rows, device=DEVICE)
        return (lambda: kernel[(rows,)](x, out, SIZE=SIZE, num_warps=4)), out

    return setup


CASES = [
    ("marble_otter_bq2_a", marble(marble_otter_bq2_a)),
    ("marble_otter_bq2_b", marble(marble_otter_bq2_b)),
    ("copper_lantern_bq2_a", copper(copper_lantern_bq2_a, 16384, 32)),
    ("copper_lantern_bq2_b", copper(copper_lantern_bq2_b, 1024, 4)),
    ("willow_button_bq2_a", willow(willow_button_bq2_a, 64, 32, 64, 4, 4)),
    ("willow_button_bq2_b", willow(willow_button_bq2_b, 128, 256, 64, 8, 4)),
    ("amber_saddle_bq2_a", amber(amber_saddle_bq2_a, 1)),
    ("amber_saddle_bq2_b", amber(amber_saddle_bq2_b, 64, ROWS=64)),
    ("cobalt_thimble_bq2_a", cobalt(cobalt_thimble_bq2_a, 1)),
    ("cobalt_thimble_bq2_b", cobalt(cobalt_thimble_bq2_b, 4)),
    ("juniper_kettle_bq2_a", juniper(juniper_kettle_bq2_a, False)),
    ("juniper_kettle_bq2_b", juniper(juniper_kettle_bq2_b, True)),
    ("scarlet_pebble_bq2_a", scarlet(scarlet_pebble_bq2_a, 64, 32, 8, 3)),
    ("scarlet_pebble_bq2_b", scarlet(scarlet_pebble_bq2_b, 128, 32, 8, 4)),
    ("maple_trumpet_bq2_a", maple(maple_trumpet_bq2_a)),
    ("maple_trumpet_bq2_b", maple(maple_trumpet_bq2_b)),
    ("ivory_ladder_bq2_a", ivory(ivory_ladder_bq2_a, 1024, BLOCK=1024)),
    ("ivory_ladder_bq2_b", ivory(ivory_ladder_bq2_b, 2048 * 8, BLOCK=2048, STEPS=8)),
    ("crimson_walnut_bq2_a", crimson(False)),
    ("crimson_walnut_bq2_b", crimson(True)),
    ("saffron_anvil_bq2_a", saffron(saffron_anvil_bq2_a)),
    ("saffron_anvil_bq2_b", saffron(saffron_anvil_bq2_b)),
    ("pepper_violin_bq2_a", pepper(pepper_violin_bq2_a)),
    ("pepper_violin_bq2_b", pepper(pepper_violin_bq2_b)),
    ("hazel_bucket_bq2_a", hazel(hazel_bucket_bq2_a)),
    ("hazel_bucket_bq2_b", hazel(hazel_bucket_bq2_b)),
    ("lilac_hammer_bq2_a", lilac(lilac_hammer_bq2_a, 1025, 1)),
    ("lilac_hammer_bq2_b", lilac(lilac_hammer_bq2_b, 1032, 0)),
    ("onyx_ribbon_bq2_a", onyx(onyx_ribbon_bq2_a)),
    ("cedar_whistle_bq2_a", cedar(cedar_whistle_bq2_a)),
    ("tulip_gravel_bq2_a", tulip(tulip_gravel_bq2_a)),
    ("bronze_meadow_bq2_a", bronze(bronze_meadow_bq2_a)),
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
