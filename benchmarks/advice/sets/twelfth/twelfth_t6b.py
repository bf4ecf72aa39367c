#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: twelfth_t6b.py time|profile|check|list [FILTER]"""

import ctypes
import sys

import torch
import triton
import triton.language as tl


# ---- Adapter of low rank: tokens times the narrow matrix; before with num_stages=1, after with num_stages=4 ---------------------------
@triton.jit
def _rank_product(x_ptr, a_ptr, y_ptr, K, BM: tl.constexpr, R: tl.constexpr, BK: tl.constexpr):
    rm = (tl.program_id(0) * BM + tl.arange(0, BM)).to(tl.int64)
    rr = tl.arange(0, R)
    rk = tl.arange(0, BK)
    x = x_ptr + rm[:, None] * K + rk[None, :]
    a = a_ptr + rk[:, None] * R + rr[None, :]
    acc = tl.zeros((BM, R), dtype=tl.float32)
    for _ in range(0, K, BK):
        acc = tl.dot(tl.load(x), tl.load(a), acc)
        x += BK
        a += BK * R
    tl.store(y_ptr + rm[:, None] * R + rr[None, :], acc.to(tl.float16))


@triton.jit
def lora_down_t6_a(x_ptr, a_ptr, y_ptr, K, BM: tl.constexpr, R: tl.constexpr, BK: tl.constexpr):
    _rank_product(x_ptr, a_ptr, y_ptr, K, BM, R, BK)


@triton.jit
def lora_down_t6_b(x_ptr, a_ptr, y_ptr, K, BM: tl.constexpr, R: tl.constexpr, BK: tl.constexpr):
    _rank_product(x_ptr, a_ptr, y_ptr, K, BM, R, BK)


# ---- Attention: block of unnormalised weights exp(q k / sqrt(d)) in f32; before exact f32 products, after TF32 -----------------------
@triton.jit
def _weights(q_ptr, k_ptr, w_ptr, S, scale, B: tl.constexpr, D: tl.constexpr, PRECISION: tl.constexpr):
    head = tl.program_id(2).to(tl.int64)
    i = tl.program_id(1) * B + tl.arange(0, B)
    j = tl.program_id(0) * B + tl.arange(0, B)
    d = tl.arange(0, D)
    q = tl.load(q_ptr + head * S * D + i[:, None] * D + d[None, :])
    k = tl.load(k_ptr + head * S * D + j[None, :] * D + d[:, None])
    s = tl.dot(q, k, input_precision=PRECISION)
    tl.store(w_ptr + head * S * S + i[:, None] * S + j[None, :], tl.exp(s * scale))


@triton.jit
def score_block_t6_a(q_ptr, k_ptr, w_ptr, S, scale, B: tl.constexpr, D: tl.constexpr):
    _weights(q_ptr, k_ptr, w_ptr, S, scale, B, D, "ieee")


@triton.jit
def score_block_t6_b(q_ptr, k_ptr, w_ptr, S, scale, B: tl.constexpr, D: tl.constexpr):
    _weights(q_ptr, k_ptr, w_ptr, S, scale, B, D, "tf32")


# ---- Gated expert: SiLU, product with the up branch, weight of the router; before three launches, after one --------------------------
@triton.jit
def routed_gate_t6_a1(g_ptr, s_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(g_ptr + i)
    tl.store(s_ptr + i, g / (1.0 + tl.exp(-g)))


@triton.jit
def routed_gate_t6_a2(s_ptr, u_ptr, t_ptr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(t_ptr + i, tl.load(s_ptr + i) * tl.load(u_ptr + i))


@triton.jit
def routed_gate_t6_a3(t_ptr, r_ptr, y_ptr, width, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = tl.load(r_ptr + tl.program_id(0) * BLOCK // width)
    tl.store(y_ptr + i, tl.load(t_ptr + i) * r)


@triton.jit
def routed_gate_t6_b(g_ptr, u_ptr, r_ptr, y_ptr, width, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    r = tl.load(r_ptr + tl.program_id(0) * BLOCK // width)
    g = tl.load(g_ptr + i)
    tl.store(y_ptr + i, g / (1.0 + tl.exp(-g)) * tl.load(u_ptr + i) * r)


# ---- Calibration of a quantiser: energy of every channel over all tokens; before a program a strip of channels, after 32 -------------
@triton.jit
def _strip(x_ptr, first, tokens, N, BT: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    t = (first + tl.arange(0, BT)).to(tl.int64)
    x = x_ptr + t[:, None] * N + c[None, :]
    acc = tl.zeros((BT, BC), dtype=tl.float32)
    for _ in range(0, tokens, BT):
        v = tl.load(x).to(tl.float32)
        acc += v * v
        x += BT * N
    return tl.sum(acc, axis=0)


@triton.jit
def channel_energy_t6_a(x_ptr, y_ptr, tokens, N, BT: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    tl.store(y_ptr + c, _strip(x_ptr, 0, tokens, N, BT, BC))


@triton.jit
def channel_energy_t6_b(x_ptr, y_ptr, tokens, N, BT: tl.constexpr, BC: tl.constexpr):
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    tl.atomic_add(y_ptr + c, _strip(x_ptr, tl.program_id(1) * tokens, tokens, N, BT, BC), sem="relaxed")


# ---- Distillation: squared gap of student's and teacher's probabilities, two rows held at once; before 2 warps, after 16 --------------
@triton.jit
def _gap(s_ptr, t_ptr, y_ptr, V: tl.constexpr):
    at = tl.program_id(0).to(tl.int64) * V + tl.arange(0, V)
    s = tl.load(s_ptr + at).to(tl.float32)
    t = tl.load(t_ptr + at).to(tl.float32)
    s = tl.exp(s - tl.max(s, axis=0))
    t = tl.exp(t - tl.max(t, axis=0))
    d = s * (V / tl.sum(s, axis=0)) - t * (V / tl.sum(t, axis=0))
    tl.store(y_ptr + at, (d * d).to(tl.float16))


@triton.jit
def distill_gap_t6_a(s_ptr, t_ptr, y_ptr, V: tl.constexpr):
    _gap(s_ptr, t_ptr, y_ptr, V)


@triton.jit
def distill_gap_t6_b(s_ptr, t_ptr, y_ptr, V: tl.constexpr):
    _gap(s_ptr, t_ptr, y_ptr, V)


# ---- Gradient of the two segment embeddings: before every token adds its row, after sums of 256 tokens do ----------------------------
@triton.jit
def segment_grad_t6_a(g_ptr, segment_ptr, y_ptr, TILES: tl.constexpr, BT: tl.constexpr, W: tl.constexpr):
    c = tl.arange(0, W)
    for k in range(0, TILES):
        t = (tl.program_id(0) * TILES + k) * BT + tl.arange(0, BT)
        segment = tl.load(segment_ptr + t)
        g = tl.load(g_ptr + t[:, None] * W + c[None, :]).to(tl.float32)
        tl.atomic_add(y_ptr + segment[:, None] * W + c[None, :], g, sem="relaxed")


@triton.jit
def segment_grad_t6_b(g_ptr, segment_ptr, y_ptr, TILES: tl.constexpr, BT: tl.constexpr, W: tl.constexpr):
    c = tl.arange(0, W)
    zero = tl.zeros((W,), dtype=tl.float32)
    one = tl.zeros((W,), dtype=tl.float32)
    for k in range(0, TILES):
        t = (tl.program_id(0) * TILES + k) * BT + tl.arange(0, BT)
        segment = tl.load(segment_ptr + t)
        g = tl.load(g_ptr + t[:, None] * W + c[None, :]).to(tl.float32)
        second = g * segment[:, None].to(tl.float32)
        one += tl.sum(second, axis=0)
        zero += tl.sum(g - second, axis=0)
    tl.atomic_add(y_ptr + c, zero, sem="relaxed")
    tl.atomic_add(y_ptr + W + c, one, sem="relaxed")


# ---- Router: logits over a temperature, through the sigmoid; before a division each, after a product with the reciprocal --------------
@triton.jit
def temper_sigmoid_t6_a(x_ptr, y_ptr, temperature, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i) / temperature
    tl.store(y_ptr + i, 1.0 / (1.0 + tl.exp(-x)))


@triton.jit
def temper_sigmoid_t6_b(x_ptr, y_ptr, temperature, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inverse = 1.0 / temperature
    x = tl.load(x_ptr + i) * inverse
    tl.store(y_ptr + i, 1.0 / (1.0 + tl.exp(-x)))


# ---- Residual stream with a scaled branch in halves; before 8 bytes a load, after 16 -------------------------------------------------
@triton.jit
def _branch(x_ptr, b_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i).to(tl.float32)
    b = tl.load(b_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, (x + scale * b).to(tl.float16))


@triton.jit
def stream_branch_t6_a(x_ptr, b_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    _branch(x_ptr, b_ptr, y_ptr, scale, BLOCK)


@triton.jit
def stream_branch_t6_b(x_ptr, b_ptr, y_ptr, scale, BLOCK: tl.constexpr):
    _branch(x_ptr, b_ptr, y_ptr, scale, BLOCK)


# ---- healthy: layer norm of rows of 4096 halves --------------------------------------------------------------------------------------
@triton.jit
def wide_layernorm_t6_a(x_ptr, w_ptr, b_ptr, y_ptr, WIDTH: tl.constexpr):
    c = tl.arange(0, WIDTH)
    at = tl.program_id(0) * WIDTH + c
    x = tl.load(x_ptr + at).to(tl.float32)
    w = tl.load(w_ptr + c).to(tl.float32)
    b = tl.load(b_ptr + c).to(tl.float32)
    d = x - tl.sum(x, axis=0) / WIDTH
    scale = 1.0 / tl.sqrt(tl.sum(d * d, axis=0) / WIDTH + 1e-5)
    tl.store(y_ptr + at, (d * scale * w + b).to(tl.float16))


# ---- healthy: cross entropy of the tokens of an audio codec, one row of 8192 logits a program -----------------------------------------
@triton.jit
def codec_entropy_t6_a(x_ptr, target_ptr, loss_ptr, V: tl.constexpr):
    row = tl.program_id(0)
    x = tl.load(x_ptr + row * V + tl.arange(0, V)).to(tl.float32)
    picked = tl.load(x_ptr + row * V + tl.load(target_ptr + row)).to(tl.float32)
    top = tl.max(x, axis=0)
    tl.store(loss_ptr + row, tl.log(tl.sum(tl.exp(x - top), axis=0)) + top - picked)


# ---- cases: name -> setup() giving (launch, output) ----------------------------------------------------------------------------------
def data(count, dtype=torch.float32, seed=1):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return (torch.rand(count, generator=g, device="cuda", dtype=torch.float32) * 2 - 1).to(dtype)


def whole(count, below, seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return torch.randint(0, below, (count,), generator=g, device="cuda", dtype=torch.int32)


def clear(tensor):  # a memset in the default stream, no kernel
    status = ctypes.CDLL("libcuda.so.1").cuMemsetD8Async(
        ctypes.c_uint64(tensor.data_ptr()), ctypes.c_ubyte(0), ctypes.c_size_t(tensor.numel() * tensor.element_size()), ctypes.c_void_p(None)
    )
    if status != 0:
        raise RuntimeError(f"cuMemsetD8Async: {status}")


def lora(kernel, stages):
    def setup():
        tokens, k, rank = 132 * 128, 8192, 64
        x, a = data(tokens * k, torch.float16, 1), data(k * rank, torch.float16, 2)
        y = torch.empty(tokens * rank, device="cuda", dtype=torch.float16)
        return (lambda: kernel[(tokens // 128,)](x, a, y, k, BM=128, R=rank, BK=64, num_warps=4, num_stages=stages)), y

    return setup


def scores(kernel):
    def setup():
        heads, s, d, block = 16, 2048, 64, 64
        q, k = data(heads * s * d, seed=3), data(heads * s * d, seed=4)
        w = torch.empty(heads * s * s, device="cuda")
        grid = (s // block, s // block, heads)
        return (lambda: kernel[grid](q, k, w, s, 0.125, B=block, D=d, num_warps=4)), w

    return setup


def gate(fused):
    def setup():
        n, width, block = 32 * 1024 * 1024, 4096, 1024
        g, u, r = data(n, seed=5), data(n, seed=6), data(n // width, seed=7)
        y = torch.empty_like(g)
        grid = (n // block,)
        if fused:
            return (lambda: routed_gate_t6_b[grid](g, u, r, y, width, BLOCK=block, num_warps=4)), y
        s, t = torch.empty_like(g), torch.empty_like(g)

        def launch():
            routed_gate_t6_a1[grid](g, s, BLOCK=block, num_warps=4)
            routed_gate_t6_a2[grid](s, u, t, BLOCK=block, num_warps=4)
            routed_gate_t6_a3[grid](t, r, y, width, BLOCK=block, num_warps=4)

        return launch, y

    return setup


def energy(split):
    def setup():
        tokens, n = 32768, 4096
        x = data(tokens * n, torch.float16, 8)
        y = torch.empty(n, device="cuda")
        if split == 1:
            return (lambda: channel_energy_t6_a[(n // 64,)](x, y, tokens, n, BT=32, BC=64, num_warps=4)), y

        def launch():
            clear(y)
            channel_energy_t6_b[(n // 64, split)](x, y, tokens // split, n, BT=32, BC=64, num_warps=4)

        return launch, y

    return setup


def distill(kernel, warps):
    def setup():
        rows, v = 4096, 16384
        s, t = data(rows * v, torch.float16, 9), data(rows * v, torch.float16, 10)
        y = torch.empty_like(s)
        return (lambda: kernel[(rows,)](s, t, y, V=v, num_warps=warps)), y

    return setup


def segments(kernel):
    def setup():
        tokens, width, tiles, block = 262144, 256, 8, 32
        g, segment = data(tokens * width, torch.float16, 11), whole(tokens, 2, 12)
        y = torch.empty(2 * width, device="cuda")

        def launch():
            clear(y)
            kernel[(tokens // (tiles * block),)](g, segment, y, TILES=tiles, BT=block, W=width, num_warps=8)

        return launch, y

    return setup


def temper(kernel):
    def setup():
        n = 32 * 1024 * 1024
        x = data(n, seed=13)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // 1024,)](x, y, 0.7, BLOCK=1024, num_warps=4)), y

    return setup


def stream(kernel, block):
    def setup():
        n = 64 * 1024 * 1024
        x, b = data(n, torch.float16, 14), data(n, torch.float16, 15)
        y = torch.empty_like(x)
        return (lambda: kernel[(n // block,)](x, b, y, 0.3, BLOCK=block, num_warps=8)), y

    return setup


def layernorm():
    rows, width = 16384, 4096
    x, w, b = data(rows * width, torch.float16, 16), data(width, torch.float16, 17), data(width, torch.float16, 18)
    y = torch.empty_like(x)
    return (lambda: wide_layernorm_t6_a[(rows,)](x, w, b, y, WIDTH=width, num_warps=8)), y


def entropy():
    rows, v = 16384, 8192
    x, target = data(rows * v, torch.float16, 19), whole(rows, v, 20)
    loss = torch.empty(rows, device="cuda")
    return (lambda: codec_entropy_t6_a[(rows,)](x, target, loss, V=v, num_warps=8)), loss


CASES = [
    ("lora_down_t6_a", lora(lora_down_t6_a, 1)),
    ("lora_down_t6_b", lora(lora_down_t6_b, 4)),
    ("score_block_t6_a", scores(score_block_t6_a)),
    ("score_block_t6_b", scores(score_block_t6_b)),
    ("routed_gate_t6_a", gate(False)),
    ("routed_gate_t6_b", gate(True)),
    ("channel_energy_t6_a", energy(1)),
    ("channel_energy_t6_b", energy(32)),
    ("distill_gap_t6_a", distill(distill_gap_t6_a, 2)),
    ("distill_gap_t6_b", distill(distill_gap_t6_b, 16)),
    ("segment_grad_t6_a", segments(segment_grad_t6_a)),
    ("segment_grad_t6_b", segments(segment_grad_t6_b)),
    ("temper_sigmoid_t6_a", temper(temper_sigmoid_t6_a)),
    ("temper_sigmoid_t6_b", temper(temper_sigmoid_t6_b)),
    ("stream_branch_t6_a", stream(stream_branch_t6_a, 1024)),
    ("stream_branch_t6_b", stream(stream_branch_t6_b, 2048)),
    ("wide_layernorm_t6_a", layernorm),
    ("codec_entropy_t6_a", entropy),
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
