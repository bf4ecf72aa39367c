#!/usr/bin/env python3
"""Measured before/after pairs in Triton; prints what harness.cuh prints. Usage: hundredtwentyseventh_bv1.py time|profile|check|list [FILTER]"""

import inspect
import linecache
import sys
import textwrap

import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice  # noqa: F401 as it was measured

CASES = []


def copy(body, name, *edits):
    """A jitted copy of the plain function `body` that carries `name`, each (old, new) of its text replaced."""
    text = textwrap.dedent(inspect.getsource(body)).replace(f"def {body.__name__}(", f"def {name}(", 1)
    for old, new in edits:
        assert old in text, (name, old)
        text = text.replace(old, new)
    file = f"<{name}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space = dict(globals())
    exec(compile(text, file, "exec"), space)  # noqa: S102 as it was measured
    return space[name]


def jitted(body, name, *edits, **options):
    return triton.jit(copy(body, name, *edits), **options)


def generator(seed):
    return torch.Generator(device="cuda").manual_seed(seed)


# ---- amber: grouped GEMM (eight groups of unlike heights, one weight each) with bias and GELU-like activation, bf16
def amber(a_ptr, w_ptr, bias_ptr, tile_ptr, c_ptr, MT, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GM: tl.constexpr):
    pid = tl.program_id(0)
    nn = tl.cdiv(N, BN)
    width = GM * nn
    band = pid // width
    first = band * GM
    high = min(MT - first, GM)
    tm = first + (pid % width) % high
    tn = (pid % width) // high
    group = tl.load(tile_ptr + tm * BM // 64)
    rm = tm * BM + tl.arange(0, BM)
    rn = tn * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    pa = a_ptr + rm[:, None] * K + rk[None, :]
    pw = w_ptr + group.to(tl.int64) * K * N + rk[:, None] * N + rn[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for _ in range(0, tl.cdiv(K, BK)):
        acc = tl.dot(tl.load(pa), tl.load(pw), acc)
        pa += BK
        pw += BK * N
    acc += tl.load(bias_ptr + group * N + rn)[None, :]
    acc = acc * tl.sigmoid(1.702 * acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.bfloat16))


def amber_case(name, BM=128, BN=256, BK=64, GM=8, num_warps=8, num_stages=3):
    kernel = jitted(amber, name)

    def setup():
        N, K = 4096, 2048  # noqa: N806 as it was measured
        heights = [4096, 1024, 2048, 3072, 512, 1536, 2560, 1536]
        M = 16384  # noqa: N806 as it was measured
        g = generator(11)
        a = torch.randn((M, K), device="cuda", generator=g).to(torch.bfloat16)
        w = (torch.randn((8, K, N), device="cuda", generator=g) * 0.02).to(torch.bfloat16)
        bias = torch.randn((8, N), device="cuda", generator=g)
        owner = []
        for i, h in enumerate(heights):
            owner += [i] * (h // 64)
        tile = torch.tensor(owner, device="cuda", dtype=torch.int32)
        c = torch.empty((M, N), device="cuda", dtype=torch.bfloat16)
        meta = dict(BM=BM, BN=BN, BK=BK, GM=GM, num_warps=num_warps, num_stages=num_stages)  # noqa: C408 as it was measured
        grid = ((M // BM) * (N // BN),)
        return (lambda: kernel[grid](a, w, bias, tile, c, M // BM, N, K, **meta)), c

    CASES.append((name, setup))


amber_case("amber_lantern_bv1_b")
amber_case("amber_thistle_bv1_a", num_stages=1)
amber_case("amber_sparrow_bv1_a", BN=64)
amber_case("amber_saddle_bv1_a", num_warps=4)
amber_case("amber_cobble_bv1_a", BK=32)
amber_case("amber_meadow_bv1_a", GM=128)


# ---- birch: causal attention forward, fp16, 4096 positions, head size 128
def birch(q_ptr, k_ptr, v_ptr, o_ptr, scale, S, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    block = tl.num_programs(1) - 1 - tl.program_id(1)
    base = tl.program_id(0).to(tl.int64) * S * D
    rm = block * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    q = tl.load(q_ptr + base + rm[:, None] * D + rd[None, :])
    pk = k_ptr + base + rn[None, :] * D + rd[:, None]
    pv = v_ptr + base + rn[:, None] * D + rd[None, :]
    m = tl.full((BM,), -1e30, dtype=tl.float32)
    z = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    full = block * BM
    for n in range(0, full, BN):
        s = tl.dot(q, tl.load(pk + n * D)) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp2(s - top[:, None])
        fade = tl.exp2(m - top)
        z = z * fade + tl.sum(p, 1)
        acc = acc * fade[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(pv + n * D), acc)
        m = top
    for n in range(full, full + BM, BN):
        s = tl.dot(q, tl.load(pk + n * D)) * scale
        s = tl.where(rm[:, None] >= n + rn[None, :], s, -1e30)
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp2(s - top[:, None])
        fade = tl.exp2(m - top)
        z = z * fade + tl.sum(p, 1)
        acc = acc * fade[:, None]
        acc = tl.dot(p.to(tl.float16), tl.load(pv + n * D), acc)
        m = top
    tl.store(o_ptr + base + rm[:, None] * D + rd[None, :], (acc / z[:, None]).to(tl.float16))


def birch_case(name, *edits, BM=128, BN=64, num_warps=8, num_stages=3, base2=True):
    kernel = jitted(birch, name, *edits)

    def setup():
        BH, S, D = 64, 4096, 128  # noqa: N806 as it was measured
        g = generator(12)
        q, k, v = [torch.randn((BH, S, D), device="cuda", generator=g).to(torch.float16) for _ in range(3)]
        o = torch.empty((BH, S, D), device="cuda", dtype=torch.float16)
        scale = D**-0.5 * (1.4426950408889634 if base2 else 1.0)
        meta = dict(D=D, BM=BM, BN=BN, num_warps=num_warps, num_stages=num_stages)  # noqa: C408 as it was measured
        return (lambda: kernel[(BH, S // BM)](q, k, v, o, scale, S, **meta)), o

    CASES.append((name, setup))


birch_case("birch_compass_bv1_b")
birch_case("birch_walnut_bv1_a", ("full = block * BM\n", "full = 0\n"), ("full + BM, BN", "(block + 1) * BM, BN"))
birch_case("birch_gravel_bv1_a", num_warps=4)
birch_case("birch_heron_bv1_a", BN=16)
birch_case("birch_pebble_bv1_a", ("tl.exp2", "tl.exp"), base2=False)
birch_case("birch_tulip_bv1_a", ("tl.num_programs(1) - 1 - tl.program_id(1)", "tl.program_id(1)"))


# ---- cedar: one-token decode attention, grouped queries, keys and values split among programs, then merged
def cedar(q_ptr, k_ptr, v_ptr, part_ptr, stat_ptr, scale, S, SPLIT, D: tl.constexpr, BN: tl.constexpr):
    head = tl.program_id(0)
    piece = tl.program_id(1)
    rh = tl.arange(0, 16)
    rd = tl.arange(0, D)
    rn = tl.arange(0, BN)
    q = tl.load(q_ptr + (head * 16 + rh)[:, None] * D + rd[None, :])
    base = head.to(tl.int64) * S * D
    span = S // SPLIT
    pk = k_ptr + base + rn[None, :] * D + rd[:, None]
    pv = v_ptr + base + rn[:, None] * D + rd[None, :]
    m = tl.full((16,), -1e30, dtype=tl.float32)
    z = tl.zeros((16,), dtype=tl.float32)
    acc = tl.zeros((16, D), dtype=tl.float32)
    for n in range(piece * span, piece * span + span, BN):
        s = tl.dot(q, tl.load(pk + n * D)) * scale
        top = tl.maximum(m, tl.max(s, 1))
        p = tl.exp2(s - top[:, None])
        fade = tl.exp2(m - top)
        z = z * fade + tl.sum(p, 1)
        acc = acc * fade[:, None]
        acc = tl.dot(p.to(tl.bfloat16), tl.load(pv + n * D), acc)
        m = top
    row = (head * SPLIT + piece) * 16 + rh
    tl.store(part_ptr + row[:, None] * D + rd[None, :], acc / z[:, None])
    tl.store(stat_ptr + row, m + tl.log2(z))


def cedar_merge(part_ptr, stat_ptr, o_ptr, SPLIT: tl.constexpr, D: tl.constexpr):
    head = tl.program_id(0) // 16
    h = tl.program_id(0) % 16
    rd = tl.arange(0, D)
    row = (head * SPLIT + tl.arange(0, SPLIT)) * 16 + h
    s = tl.load(stat_ptr + row)
    w = tl.exp2(s - tl.max(s, 0))
    part = tl.load(part_ptr + row[:, None] * D + rd[None, :])
    tl.store(o_ptr + tl.program_id(0) * D + rd, tl.sum(part * w[:, None], 0) / tl.sum(w, 0))


def cedar_case(name, SPLIT=16, BN=64, num_warps=4, num_stages=3):
    kernel, merge = jitted(cedar, name), jitted(cedar_merge, name + "2")

    def setup():
        heads, S, D = 96, 16384, 128  # noqa: N806 as it was measured
        g = generator(13)
        q = torch.randn((heads, 16, D), device="cuda", generator=g).to(torch.bfloat16)
        k, v = [torch.randn((heads, S, D), device="cuda", generator=g).to(torch.bfloat16) for _ in range(2)]
        part = torch.empty((heads, SPLIT, 16, D), device="cuda")
        stat = torch.empty((heads, SPLIT, 16), device="cuda")
        o = torch.empty((heads, 16, D), device="cuda")
        scale = D**-0.5 * 1.4426950408889634
        meta = dict(D=D, BN=BN, num_warps=num_warps, num_stages=num_stages)  # noqa: C408 as it was measured

        def launch():
            kernel[(heads, SPLIT)](q, k, v, part, stat, scale, S, SPLIT, **meta)
            merge[(heads * 16,)](part, stat, o, SPLIT=SPLIT, D=D, num_warps=4)

        return launch, o

    CASES.append((name, setup))


cedar_case("cedar_marble_bv1_b")
cedar_case("cedar_ribbon_bv1_a", SPLIT=1)
cedar_case("cedar_kettle_bv1_a", num_stages=1)
cedar_case("cedar_falcon_bv1_a", BN=16)
cedar_case("cedar_orchid_bv1_a", SPLIT=256)


# ---- delta: RMS norm backward, bf16 rows of 4096, weight gradient by partial sums of a fixed number of programs
def delta(x_ptr, dy_ptr, w_ptr, rstd_ptr, dx_ptr, part_ptr, M, P, N: tl.constexpr):
    pid = tl.program_id(0)
    cols = tl.arange(0, N)
    w = tl.load(w_ptr + cols).to(tl.float32)
    dw = tl.zeros((N,), dtype=tl.float32)
    for row in range(pid, M, P):
        at = row.to(tl.int64) * N + cols
        x = tl.load(x_ptr + at).to(tl.float32)
        dy = tl.load(dy_ptr + at).to(tl.float32)
        r = tl.load(rstd_ptr + row)
        xh = x * r
        g = dy * w
        c = tl.sum(xh * g, 0) * (1.0 / N)
        tl.store(dx_ptr + at, ((g - xh * c) * r).to(tl.bfloat16))
        dw += dy * xh
    tl.store(part_ptr + pid * N + cols, dw)


def delta_sum(part_ptr, dw_ptr, P, N: tl.constexpr, RESET: tl.constexpr, BN: tl.constexpr):
    cols = tl.program_id(0) * BN + tl.arange(0, BN)
    rows = tl.arange(0, 32)
    acc = tl.zeros((32, BN), dtype=tl.float32)
    for p in range(0, P, 32):
        at = part_ptr + (p + rows)[:, None] * N + cols[None, :]
        ok = (p + rows)[:, None] < P
        acc += tl.load(at, mask=ok, other=0.0)
        if RESET:
            tl.store(at, tl.zeros((32, BN), dtype=tl.float32), mask=ok)
    tl.store(dw_ptr + cols, tl.sum(acc, 0).to(tl.bfloat16))


def delta_case(name, *edits, P=264, slots=None, num_warps=8):
    kernel, total = jitted(delta, name, *edits), jitted(delta_sum, name + "2")

    def setup():
        M, N = 32768, 4096  # noqa: N806 as it was measured
        g = generator(14)
        x, dy = [torch.randn((M, N), device="cuda", generator=g).to(torch.bfloat16) for _ in range(2)]
        w = (1.0 + 0.1 * torch.randn(N, device="cuda", generator=g)).to(torch.bfloat16)
        rstd = 1.0 + 0.1 * torch.rand(M, device="cuda", generator=g)
        out = torch.zeros((M + 1) * N, device="cuda", dtype=torch.bfloat16)
        dx, dw = out[: M * N], out[M * N :]
        rows = slots or P
        part = torch.zeros((rows, N), device="cuda")

        def launch():
            kernel[(P,)](x, dy, w, rstd, dx, part, M, P, N=N, num_warps=num_warps)
            total[(N // 32,)](part, dw, rows, N=N, RESET=slots is not None, BN=32, num_warps=4)

        return launch, out

    CASES.append((name, setup))


DELTA_STORE = ("    tl.store(part_ptr + pid * N + cols, dw)\n", "")
delta_case("delta_garnet_bv1_b")
delta_case("delta_willow_bv1_a", ("dw += dy * xh", "tl.atomic_add(part_ptr + (pid % 32) * N + cols, dy * xh, sem='relaxed')"), DELTA_STORE, slots=32)
delta_case("delta_bobbin_bv1_a", P=132)
delta_case("delta_raven_bv1_a", num_warps=2)
delta_case("delta_acorn_bv1_a", P=8192)
delta_case(
    "delta_turnip_bv1_a",
    ("dw = tl.zeros((N,), dtype=tl.float32)", "dw = tl.zeros((N,), dtype=tl.float64)"),
    ("dw += dy * xh", "dw += (dy * xh).to(tl.float64)"),
    ("cols, dw)", "cols, dw.to(tl.float32))"),
)


# ---- ember: rotary embedding of queries and keys, keys and values appended to a cache by slot, bf16
def ember(x_ptr, cos_ptr, sin_ptr, pos_ptr, slot_ptr, q_ptr, kv_ptr, TB: tl.constexpr, HB: tl.constexpr):
    rt = tl.program_id(1) * TB + tl.arange(0, TB)
    group = tl.program_id(0)
    head = group * HB + tl.arange(0, HB)
    rd = tl.arange(0, 64)
    src = x_ptr + rt[:, None, None] * 6144 + head[None, :, None] * 128 + rd[None, None, :]
    lo = tl.load(src).to(tl.float32)
    hi = tl.load(src + 64).to(tl.float32)
    if group * HB < 40:
        pos = tl.load(pos_ptr + rt)
        c = tl.load(cos_ptr + pos[:, None] * 64 + rd[None, :])[:, None, :]
        s = tl.load(sin_ptr + pos[:, None] * 64 + rd[None, :])[:, None, :]
        new = lo * c - hi * s
        hi = hi * c + lo * s
        lo = new
    if group * HB < 32:
        dst = q_ptr + rt[:, None, None] * 4096 + head[None, :, None] * 128 + rd[None, None, :]
        tl.store(dst, lo.to(tl.bfloat16))
        tl.store(dst + 64, hi.to(tl.bfloat16))
    else:
        slot = tl.load(slot_ptr + rt)
        dst = kv_ptr + slot[:, None, None] * 2048 + (head - 32)[None, :, None] * 128 + rd[None, None, :]
        tl.store(dst, lo.to(tl.bfloat16))
        tl.store(dst + 64, hi.to(tl.bfloat16))


def ember_case(name, *edits, TB=4, HB=8, num_warps=4):
    kernel = jitted(ember, name, *edits)

    def setup():
        T = 32768  # noqa: N806 as it was measured
        g = generator(15)
        x = torch.randn((T, 48, 128), device="cuda", generator=g).to(torch.bfloat16)
        pos = torch.arange(T, device="cuda", dtype=torch.int32) % 4096
        slot = torch.randperm(T // 16, device="cuda", generator=g).repeat_interleave(16) * 16 + torch.arange(T, device="cuda") % 16
        slot = slot.to(torch.int32)
        rate = torch.exp(torch.arange(64, device="cuda", dtype=torch.float32) * (-9.210340371976184 / 64))
        angle = torch.arange(4096, device="cuda", dtype=torch.float32)[:, None] * rate[None, :]
        cos, sin = angle.cos().contiguous(), angle.sin().contiguous()
        out = torch.empty(T * 48 * 128, device="cuda", dtype=torch.bfloat16)
        q, kv = out[: T * 4096], out[T * 4096 :]
        meta = dict(TB=TB, HB=HB, num_warps=num_warps)  # noqa: C408 as it was measured
        return (lambda: kernel[(48 // HB, T // TB)](x, cos, sin, pos, slot, q, kv, **meta)), out

    CASES.append((name, setup))


EMBER_TABLE = [
    ("tl.load(cos_ptr + pos[:, None] * 64 + rd[None, :])[:, None, :]", "tl.cos(turn)[:, None, :]"),
    ("tl.load(sin_ptr + pos[:, None] * 64 + rd[None, :])[:, None, :]", "tl.sin(turn)[:, None, :]"),
    (
        "pos = tl.load(pos_ptr + rt)\n",
        "turn = tl.load(pos_ptr + rt)[:, None].to(tl.float32) * tl.exp(rd.to(tl.float32) * (-9.210340371976184 / 64))[None, :]\n",
    ),
]
ember_case("ember_pigeon_bv1_b")
ember_case("ember_lacquer_bv1_a", HB=1)
ember_case("ember_basin_bv1_a", *EMBER_TABLE)
ember_case(
    "ember_cricket_bv1_a",
    ("tl.load(src).to(tl.float32)", "tl.load(src).to(tl.float64)"),
    ("tl.load(src + 64).to(tl.float32)", "tl.load(src + 64).to(tl.float64)"),
    ("lo.to(tl.bfloat16)", "lo.to(tl.float32).to(tl.bfloat16)"),
    ("hi.to(tl.bfloat16)", "hi.to(tl.float32).to(tl.bfloat16)"),
)
ember_case("ember_juniper_bv1_a", num_warps=1)


# ---- fennel: cross entropy of bf16 logits over a vocabulary of 128256, one row a program
def fennel(x_ptr, label_ptr, loss_ptr, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    base = x_ptr + row.to(tl.int64) * V
    cols = tl.arange(0, BLOCK)
    m = -1e30
    z = 0.0
    for v in range(0, V, BLOCK):
        x = tl.load(base + v + cols, mask=v + cols < V, other=float("-inf")).to(tl.float32) * 1.4426950408889634
        top = tl.maximum(m, tl.max(x, 0))
        z = z * tl.exp2(m - top) + tl.sum(tl.exp2(x - top), 0)
        m = top
    picked = tl.load(base + tl.load(label_ptr + row)).to(tl.float32)
    tl.store(loss_ptr + row, (m + tl.log2(z)) * 0.6931471805599453 - picked)


def fennel_case(name, *edits, BLOCK=8192, num_warps=8):
    kernel = jitted(fennel, name, *edits)

    def setup():
        T, V = 8192, 128256  # noqa: N806 as it was measured
        g = generator(16)
        x = torch.empty((T, V), device="cuda", dtype=torch.bfloat16)
        for part in x.split(1024):
            part.normal_(generator=g)
        label = torch.randint(0, V, (T,), device="cuda", dtype=torch.int32, generator=g)
        loss = torch.empty(T, device="cuda")
        return (lambda: kernel[(T,)](x, label, loss, V, BLOCK=BLOCK, num_warps=num_warps)), loss

    CASES.append((name, setup))


FENNEL_TWICE = [
    ("z = z * tl.exp2(m - top) + tl.sum(tl.exp2(x - top), 0)\n        m = top", "m = top"),
    (
        "    picked =",
        "    for v in range(0, V, BLOCK):\n        x = tl.load(base + v + cols, mask=v + cols < V, other=float('-inf')).to(tl.float32) * 1.4426950408889634\n        z += tl.sum(tl.exp2(x - m), 0)\n    picked =",  # noqa: E501 as it was measured
    ),
]
fennel_case("fennel_harbor_bv1_b")
fennel_case("fennel_mitten_bv1_a", BLOCK=512)
fennel_case("fennel_quarry_bv1_a", *FENNEL_TWICE)
fennel_case(
    "fennel_tassel_bv1_a",
    ("    z = 0.0\n", "    z = tl.full((), 0.0, tl.float64)\n"),
    (
        "z = z * tl.exp2(m - top) + tl.sum(tl.exp2(x - top), 0)",
        "z = z * tl.exp2(m - top).to(tl.float64) + tl.sum(tl.exp2(x - top).to(tl.float64), 0)",
    ),
    ("tl.log2(z)", "tl.log2(z.to(tl.float32))"),
)
fennel_case("fennel_burrow_bv1_a", num_warps=32)
fennel_case("fennel_spruce_bv1_a", num_warps=1)


# ---- gorse: top-4 of 64 gate logits a token, weights normalised over the chosen
def gorse(x_ptr, out_ptr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    e = tl.arange(0, 64)
    slot = tl.arange(0, 8)
    x = tl.load(x_ptr + r[:, None] * 64 + e[None, :])
    top = tl.max(x, 1)
    total = tl.zeros((ROWS,), dtype=tl.float32)
    tile = tl.zeros((ROWS, 8), dtype=tl.float32)
    for k in tl.static_range(4):
        v, i = tl.max(x, 1, return_indices=True)
        w = tl.exp2((v - top).to(tl.float32) * 1.4426950408889634)
        tile = tl.where(slot[None, :] == k, w[:, None], tile)
        tile = tl.where(slot[None, :] == k + 4, i.to(tl.float32)[:, None], tile)
        total += w
        x = tl.where(e[None, :] == i[:, None], float("-inf"), x)
    tile = tl.where(slot[None, :] < 4, tile / total[:, None], tile)
    tl.store(out_ptr + r[:, None] * 8 + slot[None, :], tile)


def gorse_each(x_ptr, out_ptr, ROWS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    e = tl.arange(0, 64)
    x = tl.load(x_ptr + r[:, None] * 64 + e[None, :])
    v0, i0 = tl.max(x, 1, return_indices=True)
    x = tl.where(e[None, :] == i0[:, None], float("-inf"), x)
    v1, i1 = tl.max(x, 1, return_indices=True)
    x = tl.where(e[None, :] == i1[:, None], float("-inf"), x)
    v2, i2 = tl.max(x, 1, return_indices=True)
    x = tl.where(e[None, :] == i2[:, None], float("-inf"), x)
    v3, i3 = tl.max(x, 1, return_indices=True)
    w1 = tl.exp2((v1 - v0) * 1.4426950408889634)
    w2 = tl.exp2((v2 - v0) * 1.4426950408889634)
    w3 = tl.exp2((v3 - v0) * 1.4426950408889634)
    total = 1.0 + w1 + w2 + w3
    at = out_ptr + r * 8
    tl.store(at, 1.0 / total)
    tl.store(at + 1, w1 / total)
    tl.store(at + 2, w2 / total)
    tl.store(at + 3, w3 / total)
    tl.store(at + 4, i0.to(tl.float32))
    tl.store(at + 5, i1.to(tl.float32))
    tl.store(at + 6, i2.to(tl.float32))
    tl.store(at + 7, i3.to(tl.float32))


def gorse_case(name, *edits, body=gorse, ROWS=32, num_warps=4):
    kernel = jitted(body, name, *edits)

    def setup():
        T = 1 << 21  # noqa: N806 as it was measured
        x = torch.randn((T, 64), device="cuda", generator=generator(17))
        out = torch.empty((T, 8), device="cuda")
        return (lambda: kernel[(T // ROWS,)](x, out, ROWS=ROWS, num_warps=num_warps)), out

    CASES.append((name, setup))


gorse_case("gorse_satchel_bv1_b")
gorse_case("gorse_minnow_bv1_a", ROWS=1)
gorse_case("gorse_trellis_bv1_a", ROWS=256)
gorse_case("gorse_plume_bv1_a", body=gorse_each)
gorse_case("gorse_anvil_bv1_a", ("e[None, :])\n", "e[None, :]).to(tl.float64)\n"))


# ---- hazel: matrix-vector product, int8 weights with one scale a group of 128
def hazel(w_ptr, s_ptr, x_ptr, y_ptr, K, BN: tl.constexpr, G: tl.constexpr):
    r = tl.program_id(0) * BN + tl.arange(0, BN)
    rg = tl.arange(0, G)
    rk = tl.arange(0, 128)
    inner = rg[:, None] * 128 + rk[None, :]
    acc = tl.zeros((BN, G, 128), dtype=tl.float32)
    for k in range(0, K, G * 128):
        w = tl.load(w_ptr + r[:, None, None] * K + (k + inner)[None, :, :])
        x = tl.load(x_ptr + k + inner)
        s = tl.load(s_ptr + r[:, None] * (K // 128) + (k // 128 + rg)[None, :])[:, :, None]
        acc += w.to(tl.float32) * s * x[None, :, :]
    tl.store(y_ptr + r, tl.sum(tl.sum(acc, 2), 1))


def hazel_case(name, *edits, BN=16, G=4, num_warps=4, **options):
    kernel = jitted(hazel, name, *edits, **options)

    def setup():
        N, K = 65536, 16384  # noqa: N806 as it was measured
        g = generator(18)
        w = torch.randint(-127, 128, (N, K), device="cuda", dtype=torch.int8, generator=g)
        s = torch.rand((N, K // 128), device="cuda", generator=g) * 0.01 + 0.001
        x = torch.randn(K, device="cuda", generator=g)
        y = torch.empty(N, device="cuda")
        meta = dict(BN=BN, G=G, num_warps=num_warps)  # noqa: C408 as it was measured
        return (lambda: kernel[(N // BN,)](w, s, x, y, K, **meta)), y

    CASES.append((name, setup))


HAZEL_DOUBLE = [
    ("dtype=tl.float32)", "dtype=tl.float64)"),
    ("w.to(tl.float32) * s * x[None, :, :]", "(w.to(tl.float32) * s * x[None, :, :]).to(tl.float64)"),
    ("tl.sum(tl.sum(acc, 2), 1)", "tl.sum(tl.sum(acc, 2), 1).to(tl.float32)"),
]
HAZEL_SCALE = [
    ("r[:, None] * (K // 128) + (k // 128 + rg)[None, :])[:, :, None]", "r[:, None, None] * (K // 128) + ((k + inner) // 128)[None, :, :])")
]
hazel_case("hazel_teapot_bv1_b")
hazel_case("hazel_otter_bv1_a", do_not_specialize=["K"])
hazel_case("hazel_canvas_bv1_a", *HAZEL_DOUBLE)
hazel_case("hazel_clover_bv1_a", *HAZEL_SCALE)
hazel_case("hazel_bridge_bv1_a", BN=1)


# ---- iris: causal depthwise convolution of width four with SiLU, channels last, bf16
def iris(x_ptr, w_ptr, y_ptr, L, C, TS, CS, BS, BL: tl.constexpr, BC: tl.constexpr):
    tile = tl.program_id(1)
    b = tile // (L // BL)
    l = tile % (L // BL) * BL + tl.arange(0, BL)  # noqa: E741 as it was measured
    c = tl.program_id(0) * BC + tl.arange(0, BC)
    acc = tl.zeros((BL, BC), dtype=tl.float32)
    for j in tl.static_range(4):
        w = tl.load(w_ptr + j * C + c).to(tl.float32)
        t = l + (j - 3)
        x = tl.load(x_ptr + b * BS + t[:, None] * TS + c[None, :] * CS, mask=t[:, None] >= 0, other=0.0).to(tl.float32)
        acc += x * w[None, :]
    acc = (acc * tl.sigmoid(acc.to(tl.float32))).to(tl.float32)
    tl.store(y_ptr + b * L * C + l[:, None] * C + c[None, :], acc.to(tl.bfloat16))


def iris_case(name, *edits, BL=16, BC=256, num_warps=4, turned=False):
    kernel = jitted(iris, name, *edits)

    def setup():
        B, L, C = 8, 4096, 4096  # noqa: N806 as it was measured
        g = generator(19)
        x = torch.randn((B, L, C), device="cuda", generator=g).to(torch.bfloat16)
        w = torch.randn((4, C), device="cuda", generator=g)
        if turned:
            x = x.transpose(1, 2).contiguous()
        y = torch.empty((B, L, C), device="cuda", dtype=torch.bfloat16)
        TS, CS = (1, L) if turned else (C, 1)  # noqa: N806 as it was measured
        return (lambda: kernel[(C // BC, B * L // BL)](x, w, y, L, C, TS, CS, L * C, BL=BL, BC=BC, num_warps=num_warps)), y

    CASES.append((name, setup))


iris_case("iris_bonnet_bv1_b")
iris_case("iris_magpie_bv1_a", turned=True)
iris_case("iris_chisel_bv1_a", BL=1)
iris_case(
    "iris_nutmeg_bv1_a",
    ("dtype=tl.float32)", "dtype=tl.float64)"),
    (".to(tl.float32)\n        acc", ".to(tl.float64)\n        acc"),
    ("w[None, :]", "w[None, :].to(tl.float64)"),
)
iris_case("iris_pillow_bv1_a", BC=16)


# ---- kelp: gated linear recurrence h[t] = a[t] h[t-1] + b[t] along rows of 2048, bf16
@triton.jit
def kelp_step(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


def kelp(a_ptr, b_ptr, h_ptr, L: tl.constexpr, BLOCK: tl.constexpr):
    base = tl.program_id(0) * L
    t = tl.arange(0, BLOCK)
    carry = 0.0
    for s in range(0, L, BLOCK):
        a = tl.load(a_ptr + base + s + t).to(tl.float32)
        b = tl.load(b_ptr + base + s + t).to(tl.float32)
        a, h = tl.associative_scan((a, b), 0, kelp_step)
        h += a * carry
        if BLOCK < L:
            carry = tl.sum(tl.where(t == BLOCK - 1, h, 0.0), 0)
        tl.store(h_ptr + base + s + t, h.to(tl.bfloat16))


def kelp_case(name, *edits, BLOCK=2048, num_warps=4):
    kernel = jitted(kelp, name, *edits)

    def setup():
        R, L = 65536, 2048  # noqa: N806 as it was measured
        g = generator(20)
        a = (0.8 + 0.2 * torch.rand((R, L), device="cuda", generator=g)).to(torch.bfloat16)
        b = torch.rand((R, L), device="cuda", generator=g).to(torch.bfloat16)
        h = torch.empty((R, L), device="cuda", dtype=torch.bfloat16)
        return (lambda: kernel[(R,)](a, b, h, L=L, BLOCK=BLOCK, num_warps=num_warps)), h

    CASES.append((name, setup))


kelp_case("kelp_copper_bv1_b")
kelp_case("kelp_dahlia_bv1_a", BLOCK=256)
kelp_case("kelp_ferry_bv1_a", num_warps=32)
kelp_case("kelp_gable_bv1_a", num_warps=1)
kelp_case(
    "kelp_hinge_bv1_a",
    (".to(tl.float32)", ".to(tl.float64)"),
    ("h.to(tl.bfloat16)", "h.to(tl.float32).to(tl.bfloat16)"),
    ("carry = 0.0", "carry = tl.full((), 0.0, tl.float64)"),
)


# ---- laurel: mixture-of-experts combine, every token sums two weighted expert rows of 4096
def laurel(y_ptr, where_ptr, gate_ptr, out_ptr, D, BLOCK: tl.constexpr):
    t = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK,), dtype=tl.float32)
    for k in tl.static_range(2):
        row = tl.load(where_ptr + t * 2 + k)
        gate = tl.load(gate_ptr + t * 2 + k)
        acc += gate * tl.load(y_ptr + row * D + c).to(tl.float32)
    tl.store(out_ptr + t * D + c, acc)


def laurel_scatter(y_ptr, token_ptr, gate_ptr, out_ptr, D, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    t = tl.load(token_ptr + row)
    gate = tl.load(gate_ptr + row)
    tl.atomic_add(out_ptr + t * D + c, gate * tl.load(y_ptr + row * D + c).to(tl.float32), sem="relaxed")


def laurel_case(name, *edits, scatter=False, BLOCK=4096, num_warps=8):
    kernel = jitted(laurel_scatter if scatter else laurel, name, *edits)

    def setup():
        T, D = 32768, 4096  # noqa: N806 as it was measured
        g = generator(21)
        y = torch.randn((T * 2, D), device="cuda", generator=g).to(torch.bfloat16)
        where = torch.randperm(T * 2, device="cuda", generator=g)
        gate = torch.rand(T * 2, device="cuda", generator=g)
        out = torch.zeros((T, D), device="cuda")
        if scatter:
            back = torch.argsort(where)
            index, gate, rows = (back // 2).to(torch.int32), gate[back].contiguous(), T * 2
        else:
            index, rows = where.to(torch.int32), T
        return (lambda: kernel[(rows, D // BLOCK)](y, index, gate, out, D, BLOCK=BLOCK, num_warps=num_warps)), out

    CASES.append((name, setup))


laurel_case("laurel_ladder_bv1_b")
laurel_case("laurel_oyster_bv1_a", scatter=True)
laurel_case("laurel_pulley_bv1_a", BLOCK=256)
laurel_case("laurel_robin_bv1_a", num_warps=1)
laurel_case(
    "laurel_sorrel_bv1_a",
    ("dtype=tl.float32)", "dtype=tl.float64)"),
    ("(gate_ptr + t * 2 + k)", "(gate_ptr + t * 2 + k).to(tl.float64)"),
    ("c, acc)", "c, acc.to(tl.float32))"),
)


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
