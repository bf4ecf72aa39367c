#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: advisedagain_ch9.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []
BF, F32, I32 = torch.bfloat16, torch.float32, torch.int32


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


def normal(shape, seed, dtype=BF, scale=1.0, shift=0.0):
    x = torch.empty(shape, device="cuda", dtype=dtype)
    x.normal_(shift, scale, generator=gen(seed))
    return x


# ---- hazel pylon: embedding bags, sixteen random rows of 128 summed
@triton.jit
def hazel_pylon_ch9_a(t_ptr, i_ptr, o_ptr, D: tl.constexpr, PER: tl.constexpr, BAGS: tl.constexpr):
    b = tl.program_id(0) * BAGS + tl.arange(0, BAGS)
    d = tl.arange(0, D)
    idx = tl.load(i_ptr + b[:, None] * PER + tl.arange(0, PER)[None, :])
    rows = tl.load(t_ptr + idx[:, :, None] * D + d[None, None, :]).to(tl.float32)
    tl.store(o_ptr + b[:, None] * D + d[None, :], tl.sum(rows, axis=1))


# one row of every bag at a time: each thread sums its own columns, sixteen loads in flight
@triton.jit
def hazel_pylon_ch9_b(t_ptr, i_ptr, o_ptr, D: tl.constexpr, PER: tl.constexpr, BAGS: tl.constexpr):
    b = tl.program_id(0) * BAGS + tl.arange(0, BAGS)
    d = tl.arange(0, D)
    acc = tl.zeros((BAGS, D), dtype=tl.float32)
    for j in tl.static_range(PER):
        idx = tl.load(i_ptr + b * PER + j)
        acc += tl.load(t_ptr + idx[:, None] * D + d[None, :]).to(tl.float32)
    tl.store(o_ptr + b[:, None] * D + d[None, :], acc)


def hazel_pylon(kernel, bags, regs):
    def setup():
        V, D, B, PER = 4 << 20, 128, 131072, 16  # noqa: N806 as it was measured
        table = normal((V, D), 51, shift=0.1)
        idx = torch.randint(0, V, (B, PER), device="cuda", dtype=I32, generator=gen(52))
        o = torch.empty((B, D), device="cuda", dtype=F32)
        return (lambda: kernel[(B // bags,)](table, idx, o, D=D, PER=PER, BAGS=bags, num_warps=4, maxnreg=regs)), o

    return setup


CASES += [("hazel_pylon_ch9_a", hazel_pylon(hazel_pylon_ch9_a, 4, None)), ("hazel_pylon_ch9_b", hazel_pylon(hazel_pylon_ch9_b, 8, 80))]


# ---- plum fiddle: mean of the tokens of ragged sequences of 48 to 80 tokens, 256 wide
@triton.jit
def plum_fiddle_ch9_a(x_ptr, start_ptr, o_ptr, D: tl.constexpr, BR: tl.constexpr):
    s = tl.program_id(0)
    first = tl.load(start_ptr + s)
    count = tl.load(start_ptr + s + 1) - first
    r = tl.arange(0, BR)
    d = tl.arange(0, D)
    acc = tl.zeros((BR, D), dtype=tl.float32)
    for at in range(0, count, BR):
        ok = (at + r < count)[:, None]
        acc += tl.load(x_ptr + (first + at + r)[:, None] * D + d[None, :], mask=ok, other=0.0).to(tl.float32)
    tl.store(o_ptr + s * D + d, tl.sum(acc, axis=0) / count)


# a warp holds a whole row, each thread sums its own eight columns, BR rows in flight
@triton.jit
def plum_fiddle_ch9_b(x_ptr, start_ptr, o_ptr, D: tl.constexpr, BR: tl.constexpr):
    s = tl.program_id(0)
    first = tl.load(start_ptr + s)
    count = tl.load(start_ptr + s + 1) - first
    d = tl.arange(0, D)
    acc = tl.zeros((D,), dtype=tl.float32)
    whole = count // BR * BR
    for at in range(0, whole, BR):
        for u in tl.static_range(BR):
            acc += tl.load(x_ptr + (first + at + u) * D + d).to(tl.float32)
    for at in range(whole, count):
        acc += tl.load(x_ptr + (first + at) * D + d).to(tl.float32)
    tl.store(o_ptr + s * D + d, acc / count)


def plum(kernel, rows, warps):
    def setup():
        n, D = 32768, 256  # noqa: N806 as it was measured
        delta = torch.randint(-16, 17, (n // 2,), device="cuda", dtype=I32, generator=gen(55))
        length = torch.stack((64 + delta, 64 - delta), dim=1).reshape(-1)
        start = torch.zeros((n + 1,), device="cuda", dtype=I32)
        start[1:] = torch.cumsum(length, dim=0)
        x = normal((n * 64, D), 56, shift=0.2)
        o = torch.empty((n, D), device="cuda", dtype=F32)
        return (lambda: kernel[(n,)](x, start, o, D=D, BR=rows, num_warps=warps)), o

    return setup


CASES += [("plum_fiddle_ch9_a", plum(plum_fiddle_ch9_a, 32, 4)), ("plum_fiddle_ch9_b", plum(plum_fiddle_ch9_b, 8, 1))]


# ---- saffron heron: coupled sites on rings of 1024, each step pulling every site towards one a lag away
@triton.jit
def saffron_heron_ch9_a(x_ptr, lag_ptr, w_ptr, y_ptr, steps, N: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + i)
    for k in range(0, steps):
        at = (i + tl.load(lag_ptr + k)) & (N - 1)
        x += tl.load(w_ptr + k) * (tl.gather(x, at, 0) - x)
    tl.store(y_ptr + row * N + i, x)


# a word a lane: the stride of one is unknown to the compiler, so neighbouring lanes hold neighbouring sites
@triton.jit(do_not_specialize=["one"])
def saffron_heron_ch9_b(x_ptr, lag_ptr, w_ptr, y_ptr, steps, one, N: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, N)
    x = tl.load(x_ptr + row * N + i * one)
    for k in range(0, steps):
        at = (i + tl.load(lag_ptr + k)) & (N - 1)
        x += tl.load(w_ptr + k) * (tl.gather(x, at, 0) - x)
    tl.store(y_ptr + row * N + i * one, x)


def saffron(mended):
    def setup():
        rows, steps = 132 * 64, 66
        x = torch.rand((rows, 1024), device="cuda", generator=gen(7))
        lag = torch.randint(0, 1024, (steps,), device="cuda", dtype=I32, generator=gen(8))
        w = torch.rand(steps, device="cuda", generator=gen(9))
        y = torch.empty((rows, 1024), device="cuda")
        if mended:
            return (lambda: saffron_heron_ch9_b[(rows,)](x, lag, w, y, steps, 1, N=1024, num_warps=4)), y
        return (lambda: saffron_heron_ch9_a[(rows,)](x, lag, w, y, steps, N=1024, num_warps=4)), y

    return setup


CASES += [("saffron_heron_ch9_a", saffron(False)), ("saffron_heron_ch9_b", saffron(True))]


# ---- hazel trumpet: embedding bag, sum of the rows (64 halves) of each bag
@triton.jit
def hazel_trumpet_ch9_a(table_ptr, index_ptr, begin_ptr, out_ptr, D: tl.constexpr):
    bag = tl.program_id(0)
    start = tl.load(begin_ptr + bag)
    end = tl.load(begin_ptr + bag + 1)
    d = tl.arange(0, D)
    acc = tl.zeros((D,), dtype=tl.float32)
    for j in range(start, end):
        row = tl.load(index_ptr + j)
        if row >= 0:
            acc += tl.load(table_ptr + row * D + d).to(tl.float32)
    tl.store(out_ptr + bag * D + d, acc)


# blocks of 64 threads with eight bags, eight lanes to a bag; U rows of every bag in flight
# (an absent row reads row 0 and counts nothing: a masked load would be waited for one by one)
@triton.jit
def hazel_trumpet_ch9_b(table_ptr, index_ptr, begin_ptr, out_ptr, D: tl.constexpr, BAGS: tl.constexpr, U: tl.constexpr):
    bag = tl.program_id(0) * BAGS + tl.arange(0, BAGS)
    start = tl.load(begin_ptr + bag)
    count = tl.load(begin_ptr + bag + 1) - start
    d = tl.arange(0, D)
    acc = tl.zeros((BAGS, D), dtype=tl.float32)
    for j in range(0, tl.max(count, axis=0), U):
        for u in tl.static_range(U):
            row = tl.load(index_ptr + start + j + u, mask=j + u < count, other=-1)
            part = tl.load(table_ptr + tl.maximum(row, 0)[:, None] * D + d[None, :]).to(tl.float32)
            acc += tl.where((row >= 0)[:, None], part, 0.0)
    tl.store(out_ptr + bag[:, None] * D + d[None, :], acc)


def hazel_trumpet(kernel, bags_each, **meta):
    def setup():
        rows, D, bags, per = 1 << 22, 64, 65536, 64  # noqa: N806 as it was measured
        g = gen(5)
        table = torch.rand((rows, D), device="cuda", dtype=torch.float16, generator=g)
        index = torch.randint(0, rows, (bags * per,), device="cuda", dtype=I32, generator=g)
        begin = torch.arange(0, bags * per + 1, per, device="cuda", dtype=I32)
        out = torch.empty((bags, D), device="cuda")
        return (lambda: kernel[(bags // bags_each,)](table, index, begin, out, D=D, **meta)), out

    return setup


CASES += [
    ("hazel_trumpet_ch9_a", hazel_trumpet(hazel_trumpet_ch9_a, 1, num_warps=1)),
    ("hazel_trumpet_ch9_b", hazel_trumpet(hazel_trumpet_ch9_b, 8, BAGS=8, U=8, num_warps=2, maxnreg=64)),
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
