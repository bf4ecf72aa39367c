#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: SET_SUFFIX.py time|profile|check|list [FILTER]"""

import sys

import torch
import triton
import triton.language as tl

CASES = []


def gen(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# What was advised about mended launches of two sets, carried out: _a is the launch as it was measured there, _b does what its first finding says.


def rand(shape, seed, dtype=torch.float32):
    return torch.rand(shape, device="cuda", generator=gen(seed)).to(dtype)


# ---- votes of sixteen classes, added up by each program first: registers capped at 128, one block more on an SM
@triton.jit
def pewter_tulip_cld_a(class_ptr, vote_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.load(class_ptr + at)
    v = tl.load(vote_ptr + at)
    bins = tl.arange(0, 16)
    mine = tl.sum(tl.where(k[:, None] == bins[None, :], v[:, None], 0), axis=0)
    tl.atomic_add(out_ptr + bins, mine)


@triton.jit
def pewter_tulip_cld_b(class_ptr, vote_ptr, out_ptr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    k = tl.load(class_ptr + at)
    v = tl.load(vote_ptr + at)
    bins = tl.arange(0, 16)
    mine = tl.sum(tl.where(k[:, None] == bins[None, :], v[:, None], 0), axis=0)
    tl.atomic_add(out_ptr + bins, mine)


def pewter(mended):
    def setup():
        n = 3 << 22
        k = torch.randint(0, 16, (n,), device="cuda", generator=gen(71), dtype=torch.int32)
        v = torch.randint(0, 9, (n,), device="cuda", generator=gen(72), dtype=torch.int32)
        out = torch.zeros(16, device="cuda", dtype=torch.int32)
        if mended:
            return (lambda: pewter_tulip_cld_b[(n // 1024,)](k, v, out, BLOCK=1024, num_warps=4, maxnreg=128)), out
        return (lambda: pewter_tulip_cld_a[(n // 1024,)](k, v, out, BLOCK=1024, num_warps=4)), out

    return setup


CASES += [("pewter_tulip_cld_a", pewter(False)), ("pewter_tulip_cld_b", pewter(True))]


# ---- means of ragged sequences, in pieces: four times the rows a step
@triton.jit
def gingham_reed_cld_a(x_ptr, offset_ptr, piece_seq_ptr, piece_first_ptr, out_ptr, D, PIECE, BT: tl.constexpr, BD: tl.constexpr):
    seq = tl.load(piece_seq_ptr + tl.program_id(0))
    begin = tl.load(piece_first_ptr + tl.program_id(0))
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    first = tl.load(offset_ptr + seq)
    last = tl.load(offset_ptr + seq + 1)
    end = tl.minimum(last, begin + PIECE)
    acc = tl.zeros((BT, BD), dtype=tl.float32)
    for start in range(begin, end, BT):
        t = start + tl.arange(0, BT)
        acc += tl.load(x_ptr + t[:, None] * D + d[None, :], mask=t[:, None] < end, other=0.0).to(tl.float32)
    tl.atomic_add(out_ptr + seq * D + d, tl.sum(acc, axis=0) / (last - first).to(tl.float32))


@triton.jit
def gingham_reed_cld_b(x_ptr, offset_ptr, piece_seq_ptr, piece_first_ptr, out_ptr, D, PIECE, BT: tl.constexpr, BD: tl.constexpr):
    seq = tl.load(piece_seq_ptr + tl.program_id(0))
    begin = tl.load(piece_first_ptr + tl.program_id(0))
    d = tl.program_id(1) * BD + tl.arange(0, BD)
    first = tl.load(offset_ptr + seq)
    last = tl.load(offset_ptr + seq + 1)
    end = tl.minimum(last, begin + PIECE)
    acc = tl.zeros((BT, BD), dtype=tl.float32)
    for start in range(begin, end, 4 * BT):
        t = start + tl.arange(0, BT)
        x0 = tl.load(x_ptr + t[:, None] * D + d[None, :], mask=t[:, None] < end, other=0.0)
        x1 = tl.load(x_ptr + (t + BT)[:, None] * D + d[None, :], mask=(t + BT)[:, None] < end, other=0.0)
        x2 = tl.load(x_ptr + (t + 2 * BT)[:, None] * D + d[None, :], mask=(t + 2 * BT)[:, None] < end, other=0.0)
        x3 = tl.load(x_ptr + (t + 3 * BT)[:, None] * D + d[None, :], mask=(t + 3 * BT)[:, None] < end, other=0.0)
        acc += x0.to(tl.float32) + x1.to(tl.float32) + x2.to(tl.float32) + x3.to(tl.float32)
    tl.atomic_add(out_ptr + seq * D + d, tl.sum(acc, axis=0) / (last - first).to(tl.float32))


def gingham(mended):
    def setup():
        d, piece = 1024, 256
        lengths = [180 + (i * 37) % 61 for i in range(300)]
        lengths[77], lengths[211], lengths[290] = 6007, 4003, 7013
        offsets = [0]
        for n in lengths:
            offsets.append(offsets[-1] + n)
        x = rand((offsets[-1], d), 1, torch.bfloat16)
        offset = torch.tensor(offsets, dtype=torch.int32, device="cuda")
        out = torch.zeros((len(lengths), d), device="cuda")
        pieces = [(s, at) for s, n in enumerate(lengths) for at in range(offsets[s], offsets[s] + n, piece)]
        seq = torch.tensor([p[0] for p in pieces], dtype=torch.int32, device="cuda")
        first = torch.tensor([p[1] for p in pieces], dtype=torch.int32, device="cuda")
        kernel = gingham_reed_cld_b if mended else gingham_reed_cld_a
        return (lambda: kernel[(len(pieces), d // 256)](x, offset, seq, first, out, d, piece, BT=16, BD=256, num_warps=4)), out

    return setup


CASES += [("gingham_reed_cld_a", gingham(False)), ("gingham_reed_cld_b", gingham(True))]


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
