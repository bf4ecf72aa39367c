"""Controls for two cases of the eightyfourth set whose authors erred: twins of what the advice named there, measured.

    python ctl_triton.py time|profile|check|list [FILTER]

column_tile: column sums whose author called them healthy; 64 rows of a tile in registers against 32.
bag_rows: bags of rows, one row in flight; its author's mend (16 rows at once) left 31% occupancy and saved nothing; four rows by two warps.
"""

import sys

import torch
import triton
import triton.language as tl


@triton.jit
def column_tile_a(x_ptr, y_ptr, N, count, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    r = tl.program_id(1) * count + tl.arange(0, ROWS)
    at = x_ptr + r[:, None] * N + c[None, :]
    acc = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for _ in range(0, count, ROWS):
        acc += tl.load(at).to(tl.float32)
        at += ROWS * N
    tl.atomic_add(y_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


@triton.jit
def column_tile_b(x_ptr, y_ptr, N, count, ROWS: tl.constexpr, COLS: tl.constexpr):
    c = tl.program_id(0) * COLS + tl.arange(0, COLS)
    r = tl.program_id(1) * count + tl.arange(0, ROWS)
    at = x_ptr + r[:, None] * N + c[None, :]
    acc = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for _ in range(0, count, ROWS):
        acc += tl.load(at).to(tl.float32)
        at += ROWS * N
    tl.atomic_add(y_ptr + c, tl.sum(acc, axis=0), sem="relaxed")


@triton.jit
def bag_rows_a(table_ptr, slot_ptr, id_ptr, y_ptr, longest, WIDTH: tl.constexpr):
    b = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    acc = tl.zeros((WIDTH,), dtype=tl.float32)
    at = b * longest
    key = tl.load(id_ptr + at)
    while key >= 0:
        row = tl.load(slot_ptr + key)
        acc += tl.load(table_ptr + row * WIDTH + c).to(tl.float32)
        at += 1
        key = tl.load(id_ptr + at)
    tl.store(y_ptr + b * WIDTH + c, acc)


@triton.jit
def bag_rows_b(table_ptr, slot_ptr, id_ptr, y_ptr, longest, WIDTH: tl.constexpr, MANY: tl.constexpr):
    b = tl.program_id(0)
    c = tl.arange(0, WIDTH)
    acc = tl.zeros((MANY, WIDTH), dtype=tl.float32)
    for j in range(0, longest, MANY):
        keys = tl.load(id_ptr + b * longest + j + tl.arange(0, MANY))
        rows = tl.load(slot_ptr + keys, mask=keys >= 0, other=0)
        acc += tl.load(table_ptr + rows[:, None] * WIDTH + c[None, :], mask=(keys >= 0)[:, None], other=0.0).to(tl.float32)
    tl.store(y_ptr + b * WIDTH + c, tl.sum(acc, axis=0))


def generator(seed):
    g = torch.Generator(device="cuda")
    g.manual_seed(seed)
    return g


def positive(count, dtype=torch.float32, seed=1):
    return torch.rand(count, generator=generator(seed), device="cuda", dtype=torch.float32).to(dtype)


def whole(count, low, high, dtype=torch.int32, seed=1):
    return torch.randint(low, high, count if isinstance(count, tuple) else (count,), generator=generator(seed), device="cuda", dtype=dtype)


def columns(kernel, tile):
    def setup():
        rows, n, slices = 65536, 4096, 64
        x = positive(rows * n, torch.float16, 1)
        y = torch.zeros(n, device="cuda", dtype=torch.float32)
        return (lambda: kernel[(n // 128, slices)](x, y, n, rows // slices, ROWS=tile, COLS=128, num_warps=4)), y

    return setup


def bags(many):
    def setup():
        vocab, width, bags, longest = 1024 * 1024, 512, 16384, 80
        table = positive(vocab * width, torch.float16, 1)
        slots = torch.randperm(vocab, generator=generator(2), device="cuda").to(torch.int32)
        ids, length = whole((bags, longest), 0, vocab, seed=3), whole((bags, 1), 48, 80, seed=4)
        place = torch.arange(longest, device="cuda", dtype=torch.int32)[None, :]
        ids = torch.where(place < length, ids, torch.full_like(ids, -1)).contiguous()
        y = torch.empty(bags * width, device="cuda", dtype=torch.float32)
        if many > 1:
            return (lambda: bag_rows_b[(bags,)](table, slots, ids, y, longest, WIDTH=width, MANY=many, num_warps=2)), y
        return (lambda: bag_rows_a[(bags,)](table, slots, ids, y, longest, WIDTH=width, num_warps=4)), y

    return setup


CASES = [
    ("column_tile_a", columns(column_tile_a, 64)),
    ("column_tile_b", columns(column_tile_b, 32)),
    ("bag_rows_a", bags(1)),
    ("bag_rows_b", bags(4)),
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
