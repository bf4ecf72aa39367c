#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# What was advised about a launch that its author thought in order (silver_thicket_ch4_a), carried out: _a is the launch as it was measured there.


# ---- bags of sixteen rows of an embedding: each thread adds up its own columns, row by row, one warp a bag
@triton.jit
def silver_lintel_clf_a(ids_ptr, table_ptr, o_ptr, D: tl.constexpr, BAG: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    row = tl.load(ids_ptr + bag * BAG + tl.arange(0, BAG)).to(tl.int64)
    x = tl.load(table_ptr + row[:, None] * D + d[None, :])
    tl.store(o_ptr + bag * D + d, tl.sum(x, 0))


@triton.jit
def silver_lintel_clf_b(ids_ptr, table_ptr, o_ptr, D: tl.constexpr, BAG: tl.constexpr):
    bag = tl.program_id(0)
    d = tl.arange(0, D)
    acc = tl.zeros((D,), dtype=tl.float32)
    for k in tl.static_range(BAG):
        acc += tl.load(table_ptr + tl.load(ids_ptr + bag * BAG + k).to(tl.int64) * D + d)
    tl.store(o_ptr + bag * D + d, acc)


def silver(mended):
    def setup():
        rows, width, bag, bags = 4_000_000, 128, 16, 131072
        table = torch.rand(rows, width, device="cuda", generator=gen(81))
        ids = torch.randint(0, rows, (bags, bag), device="cuda", dtype=torch.int32, generator=gen(82))
        o = torch.zeros(bags, width, device="cuda")
        if mended:
            return (lambda: silver_lintel_clf_b[(bags,)](ids, table, o, D=width, BAG=bag, num_warps=1)), o
        return (lambda: silver_lintel_clf_a[(bags,)](ids, table, o, D=width, BAG=bag, num_warps=4)), o

    return setup


CASES += [("silver_lintel_clf_a", silver(False)), ("silver_lintel_clf_b", silver(True))]


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
