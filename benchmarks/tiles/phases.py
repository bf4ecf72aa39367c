"""The parts of the sweep. Each walks its problems and configurations until its time is up, writing a row a measurement."""

from __future__ import annotations

import functools
import itertools
import random
import statistics
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import problems
import specs
import torch
from problems import BYTES, Gemm, Tile
from timing import SETTLE_US, Clock, Pool, sets_for

if TYPE_CHECKING:
    from sweep import Sweep

TORCH = {"f16": torch.float16, "bf16": torch.bfloat16, "tf32": torch.float32, "f32": torch.float32, "f8": torch.float8_e4m3fn, "i8": torch.int8}
OUT = {"f16": torch.float16, "bf16": torch.bfloat16, "tf32": torch.float32, "f8": torch.float16, "i8": torch.int32}
NEAR = 1.4  # configurations within this of the best are measured again
LONG_US = 100.0  # kernels longer than this are measured with settled clocks
_clock: list[Clock] = []
_pools: dict[torch.dtype, Pool] = {}
_checked: set[Any] = set()


def clock() -> Clock:
    if not _clock:
        torch.backends.cuda.matmul.allow_tf32 = True
        _clock.append(Clock())
    return _clock[0]


def pool(dtype: torch.dtype, elements: int = 560_000_000) -> Pool:
    if dtype not in _pools:
        _pools[dtype] = Pool(dtype, elements)
    _pools[dtype].rewind()
    return _pools[dtype]


def differs(result: torch.Tensor, reference: torch.Tensor) -> bool:
    """Whether a result is further from the reference than rounding to 16 bits explains; NaN is."""
    error = torch.linalg.vector_norm(result.float() - reference.float()) / torch.linalg.vector_norm(reference.float())
    return not float(error) < 1e-2


class GemmBench:
    """Operands of one GEMM problem in several sets, its reference result, and its times so far."""

    def __init__(self, sweep: Sweep, p: Gemm, cold: bool = True) -> None:
        self.sweep, self.p, self.best = sweep, p, float("inf")
        size = BYTES[p.dtype]
        per_set = p.batch * (size * (p.m * p.k + p.k * p.n) + 2 * p.m * p.n)
        self.sets = sets_for(per_set) if cold else 1
        source = pool(TORCH[p.dtype])
        transposed = p.dtype in ("tf32", "f8", "i8")
        self.a = [source.take(p.batch, p.m, p.k) for _ in range(self.sets)]
        self.b = [source.take(p.batch, *((p.n, p.k) if transposed else (p.k, p.n))) for _ in range(self.sets)]
        self.c = [torch.empty(p.batch, p.m, p.n, dtype=OUT[p.dtype], device="cuda") for _ in range(self.sets)]
        self.right = [b.transpose(1, 2) for b in self.b] if transposed else self.b
        self.reference = torch.matmul(self.a[0].float(), self.right[0].float())
        self.partial = torch.empty(16 * p.m * p.n if p.m * p.n <= 1 << 22 else 0, dtype=torch.float32, device="cuda")

    def vendor(self) -> float:
        p = self.p
        one = torch.ones((), device="cuda")
        if p.dtype == "f8":
            run = lambda i: torch._scaled_mm(self.a[i][0], self.right[i][0], one, one, out_dtype=torch.float16)  # noqa: E731
        elif p.dtype == "i8":
            run = lambda i: torch._int_mm(self.a[i][0], self.right[i][0])  # noqa: E731
        else:
            run = lambda i: torch.matmul(self.a[i], self.right[i], out=self.c[i])  # noqa: E731
        us = clock().time(run, self.sets, float("inf"))[0]
        return clock().sustained(run, self.sets, us) if us > LONG_US else us

    def run(self, t: Tile, masked: bool) -> Callable[[int], Any]:
        """What launches a tile, checked against the reference. Raises RuntimeError where it does not run or is wrong."""
        p, sweep = self.p, self.sweep
        spec = specs.gemm_spec(p, t, masked)
        grid = (-(-p.m // t.bm) * -(-p.n // t.bn), t.split, p.batch)
        slice_k = -(-p.k // (t.bk * t.split)) * t.bk
        sizes = [p.m, p.n, p.k, p.m * p.k if p.batch > 1 else 0, p.k * p.n if p.batch > 1 else 0, p.m * p.n if p.batch > 1 else 0, slice_k]
        if t.split == 1:
            run: Callable[[int], Any] = sweep.launcher(spec, grid, [[a, b, c, *sizes] for a, b, c in zip(self.a, self.b, self.c, strict=True)])
        else:
            main = sweep.launcher(spec, grid, [[a, b, self.partial, *sizes] for a, b in zip(self.a, self.b, strict=True)])
            count = p.m * p.n
            add = sweep.launcher(specs.add_spec(t.split, count % 16 == 0), (-(-count // 1024), 1, 1), [[self.partial, c, count] for c in self.c])
            run = lambda i: (main(i), add(i))  # noqa: E731
        if (spec, t.split, p.m % t.bm == 0) not in _checked:
            self.c[0].fill_(123)
            run(0)
            if differs(self.c[0], self.reference):
                sweep.failures[f"wrong result {p} {t}"] = 1
                raise RuntimeError("wrong result")
            _checked.add((spec, t.split, p.m % t.bm == 0))
        return run


def measured(
    sweep: Sweep, runs: Iterable[tuple[Any, Callable[[], Callable[[int], Any]]]], sets: int, each: bool = False
) -> dict[Any, tuple[float, int]]:
    """Time and repetitions of every configuration. Those near the best come back in random order, so that none gains or loses by its neighbours.

    ``runs``: a configuration's key, and what makes its launcher or raises RuntimeError. ``each``: launch by launch with caches emptied.
    """
    found: dict[Any, list[float]] = {}
    reps: dict[Any, int] = {}
    launchers: dict[Any, Callable[[int], Any]] = {}
    best = float("inf")

    def once(key: Any) -> None:
        nonlocal best
        run = launchers[key]
        us, count = clock().time_each(run, best) if each else clock().time(run, sets, best)
        found.setdefault(key, []).append(us)
        reps[key] = reps.get(key, 0) + count
        best = min(best, us)

    for key, make in runs:
        if sweep.time_up():
            break
        try:
            launchers[key] = make()
            once(key)
        except RuntimeError:
            continue
    settled = best > LONG_US and not each
    finalists = sorted((key for key in found if found[key][0] < NEAR * best), key=lambda key: found[key][0])[: 40 if settled else 60]
    if settled:
        for key in finalists:  # what settled clocks give is the time, not one sample of it
            found[key] = []
            reps[key] = 0
    for _ in range(2 if settled else 3):
        random.shuffle(finalists)
        for key in finalists:
            if sweep.time_up() and found[key]:
                continue
            if settled:
                found[key].append(clock().sustained(launchers[key], sets, best))
                reps[key] += int(SETTLE_US / best) + 1
            else:
                once(key)
    return {key: (statistics.median(times), reps[key]) for key, times in found.items()}


def _gemm(sweep: Sweep, p: Gemm, write: Any, cold: bool = True, each: bool = False, masked: bool = False) -> None:
    bench = GemmBench(sweep, p, cold)
    head = (p.m, p.n, p.k, p.dtype)
    tail = (p.batch,)
    try:
        write(*head, 0, 0, 0, 0, 0, 1, round(bench.vendor(), 3), 7, *tail)
    except RuntimeError as error:
        sweep.failures[f"vendor {p}: {str(error)[:80]}"] = 1
    tiles = [t for t in problems.gemm_tiles(p) if t.split == 1 or not masked]
    times = measured(sweep, ((t, functools.partial(bench.run, t, masked)) for t in tiles), bench.sets, each)
    for t, (us, reps) in times.items():
        write(*head, *t, round(us, 3), reps, *tail)
    sweep.note(problem=str(tuple(p)), cold=cold, configs=len(times), graphs=clock().graphs, fallbacks=clock().fallbacks)


MASKED = [Gemm(*x) for x in ((1024, 1024, 1024), (4096, 4096, 4096), (16, 4096, 4096), (512, 512, 16384), (128, 8192, 8192), (2048, 2048, 2048))]
_GEMM_COLUMNS = ("M", "N", "K", "dtype", "BM", "BN", "BK", "stages", "warps", "split_k", "us", "reps", "batch")


def gemms(sweep: Sweep) -> None:
    write = sweep.table("gemm.csv", *_GEMM_COLUMNS)
    for p in problems.GEMMS:
        if not sweep.time_up():
            _gemm(sweep, p, write)


def fresh(sweep: Sweep) -> None:
    """Problems that were drawn, and measured once, after the constants of the model stood."""
    write = sweep.table("gemm_fresh.csv", *_GEMM_COLUMNS)
    for p in problems.FRESH_GEMMS:
        if not sweep.time_up():
            _gemm(sweep, p, write)


def odd(sweep: Sweep) -> None:
    write = sweep.table("gemm_odd.csv", *_GEMM_COLUMNS)
    for p in problems.ODD_GEMMS:
        if not sweep.time_up():
            _gemm(sweep, p, write)


def fresh_attentions(sweep: Sweep) -> None:
    _attentions(sweep, problems.FRESH_ATTENTIONS, "_fresh")


def typed(sweep: Sweep) -> None:
    write = sweep.table("gemm_types.csv", *_GEMM_COLUMNS)
    for p in problems.TYPED:
        if not sweep.time_up():
            _gemm(sweep, p, write)


def warm(sweep: Sweep) -> None:
    """Small problems again with their operands in L2."""
    write = sweep.table("gemm_warm.csv", *_GEMM_COLUMNS)
    for m, n, k in ((1024, 1024, 1024), (16, 4096, 4096), (512, 512, 512), (512, 512, 16384), (2048, 2048, 2048), (128, 4096, 4096)):
        p = Gemm(m, n, k)
        if not sweep.time_up():
            _gemm(sweep, p, write, cold=False)


def events(sweep: Sweep) -> None:
    """Some problems again, launch by launch between two events, as autotuners time."""
    write = sweep.table("gemm_events.csv", *_GEMM_COLUMNS)
    for m, n, k in ((1024, 1024, 1024), (4096, 4096, 4096), (16, 4096, 4096), (512, 512, 16384), (128, 8192, 8192), (2048, 2048, 2048)):
        if not sweep.time_up():
            _gemm(sweep, Gemm(m, n, k), write, cold=False, each=True)


def masked(sweep: Sweep) -> None:
    """Some problems again with the depth masked in every step, as kernels that take any K do."""
    write = sweep.table("gemm_masked.csv", *_GEMM_COLUMNS)
    for p in MASKED:
        if not sweep.time_up():
            _gemm(sweep, p, write, masked=True)


def attentions(sweep: Sweep) -> None:
    _attentions(sweep, problems.ATTENTIONS, "")


def _attentions(sweep: Sweep, shapes: list[tuple[int, int, int, int]], suffix: str) -> None:
    """Causal with the longest rows first and last, and some without a mask."""
    columns = ("B", "H", "T", "D", "BM", "BN", "stages", "warps", "us", "reps")
    kinds = ((True, "longest", "attention"), (True, "shortest", "attention_shortest_first"), (False, "any", "attention_full"))
    tables = {(causal, order): sweep.table(f"{name}{suffix}.csv", *columns) for causal, order, name in kinds}
    for i, shape in enumerate(shapes):
        for (causal, order), write in tables.items():
            if not sweep.time_up() and (causal or i % 3 == 0):
                _attention(sweep, shape, causal, order, write)


def _attention(sweep: Sweep, shape: tuple[int, int, int, int], causal: bool, order: str, write: Any) -> None:
    b, h, t, d = shape
    sets = sets_for(8 * b * h * t * d)
    source = pool(torch.float16)
    qkvo = [[source.take(b, h, t, d) for _ in range(3)] + [torch.empty(b, h, t, d, dtype=torch.float16, device="cuda")] for _ in range(sets)]
    attend = torch.nn.functional.scaled_dot_product_attention
    reference = attend(*qkvo[0][:3], is_causal=causal)
    us, _ = clock().time(lambda i: attend(*qkvo[i][:3], is_causal=causal), sets, float("inf"))
    write(*shape, 0, 0, 0, 0, round(us, 3), 7)

    def make(tile: tuple[int, int, int, int]) -> Callable[[int], Any]:
        spec = specs.attention_spec(d, causal, tile)
        first = t // tile[0] - 1 if order == "longest" else 0
        run = sweep.launcher(spec, (t // tile[0], b * h, 1), [[*x, t, first, 1.4426950408889634 * d**-0.5] for x in qkvo])
        if (spec, order) not in _checked:
            qkvo[0][3].fill_(float("nan"))
            run(0)
            if differs(qkvo[0][3], reference):
                sweep.failures[f"wrong result attention {d} {tile} {order}"] = 1
                raise RuntimeError("wrong result")
            _checked.add((spec, order))
        return run

    times = measured(sweep, ((tile, functools.partial(make, tile)) for tile in problems.attention_tiles(d)), sets)
    for tile, (us, reps) in times.items():
        write(*shape, *tile, round(us, 3), reps)
    sweep.note(problem=f"{shape} {'causal' if causal else 'full'}, {order} first", configs=len(times))


def streams(sweep: Sweep) -> None:
    write = sweep.table("stream.csv", "op", "dtype", "bytes_read", "bytes_written", "vector_bits", "items_per_thread", "block", "grid", "us", "reps")
    for op, dtype, mib in problems.STREAMS:
        if sweep.time_up():
            return
        size, reads = BYTES.get(dtype, 4), 2 if op == "add" else 1
        n = (mib << 20) // size
        sets = sets_for((reads + 1) * n * size)
        source = pool(TORCH[dtype], 600_000_000)
        empty = {"dtype": TORCH[dtype], "device": "cuda"}
        if n * 2 * sets <= 600_000_000:
            buffers = [[source.take(n), source.take(n), torch.empty(n, **empty)] for _ in range(sets)]
        else:
            buffers = [[torch.ones(n, **empty) for _ in range(3)] for _ in range(sets)]

        def make(block: int, warps: int, per_sm: int) -> Callable[[int], Any]:
            spec = specs.stream_spec(dtype, reads, block, warps, per_sm > 0)  # noqa: B023  # called at once
            return sweep.launcher(spec, (132 * per_sm if per_sm else -(-n // block), 1, 1), [[*x, n] for x in buffers])  # noqa: B023

        launches = [x for x in problems.stream_launches(dtype) if not x[2] or -(-n // x[0]) > 132 * x[2]]
        times = measured(sweep, ((x, functools.partial(make, *x)) for x in launches), sets)
        for (block, warps, per_sm), (us, reps) in times.items():
            items, grid = block // (32 * warps), 132 * per_sm if per_sm else -(-n // block)
            write(op, dtype, reads * n * size, n * size, min(128, items * size * 8), items, 32 * warps, grid, round(us, 3), reps)
        sweep.note(problem=f"{op} {dtype} {mib} MiB")


def rows(sweep: Sweep) -> None:
    write = sweep.table("rows.csv", "op", "rows", "cols", "dtype", "rows_per_block", "chunk", "warps", "passes", "us", "reps")
    for op, count, cols in problems.ROWS:
        if sweep.time_up():
            return
        sets = sets_for(4 * count * cols)
        source = pool(torch.float16)
        xs = [source.take(count, cols) for _ in range(sets)]
        ys = [torch.empty_like(x) for x in xs]
        apply = torch.nn.Softmax(1) if op == "softmax" else torch.nn.LayerNorm(cols, elementwise_affine=False)
        reference = apply(xs[0])
        us = clock().time(lambda i: apply(xs[i]), sets, float("inf"))[0]  # noqa: B023  # called at once
        write(op, count, cols, "f16", 0, 0, 0, 0, round(us, 3), 7)

        def make(per_block: int, chunk: int, warps: int, passes: int) -> Callable[[int], Any]:
            spec = specs.row_spec(op, per_block, chunk, warps, passes)  # noqa: B023
            run = sweep.launcher(spec, (-(-count // per_block), 1, 1), [[x, y, count, cols] for x, y in zip(xs, ys, strict=True)])  # noqa: B023
            ys[0].fill_(float("nan"))  # noqa: B023
            run(0)
            if differs(ys[0], reference):  # noqa: B023
                sweep.failures[f"wrong result {op} {count} {cols} {per_block, chunk, warps, passes}"] = 1  # noqa: B023
                raise RuntimeError("wrong result")
            return run

        times = measured(sweep, ((x, functools.partial(make, *x)) for x in problems.row_launches(cols)), sets)
        for x, (us, reps) in times.items():
            write(op, count, cols, "f16", *x, round(us, 3), reps)
        sweep.note(problem=f"{op} {count} x {cols}")


def _gemm_specs(table: list[Gemm]) -> Iterator[specs.Spec]:
    for p in table:
        for t in problems.gemm_tiles(p):
            yield specs.gemm_spec(p, t)
            if t.split > 1:
                yield specs.add_spec(t.split, p.m * p.n % 16 == 0)


PHASES = {
    "streams": streams,
    "rows": rows,
    "gemms": gemms,
    "attentions": attentions,
    "typed": typed,
    "warm": warm,
    "events": events,
    "masked": masked,
    "fresh": fresh,
    "fresh_attentions": fresh_attentions,
    "odd": odd,
}
SPECS: dict[str, Any] = {
    "streams": lambda: (
        specs.stream_spec(d, r, b, w, loop > 0) for d, r in itertools.product(("f32", "f16"), (1, 2)) for b, w, loop in problems.stream_launches(d)
    ),
    "rows": lambda: (specs.row_spec(op, *x) for op, _, cols in problems.ROWS for x in problems.row_launches(cols)),
    "gemms": lambda: _gemm_specs(problems.GEMMS),
    "attentions": lambda: (specs.attention_spec(d, c, t) for c in (True, False) for d in (128, 64, 256) for t in problems.attention_tiles(d)),
    "typed": lambda: _gemm_specs(problems.TYPED),
    "fresh": lambda: _gemm_specs(problems.FRESH_GEMMS),
    "odd": lambda: _gemm_specs(problems.ODD_GEMMS),
    "fresh_attentions": lambda: (specs.attention_spec(d, c, t) for c in (True, False) for d in (128, 64, 256) for t in problems.attention_tiles(d)),
    "warm": lambda: iter(()),
    "events": lambda: iter(()),
    "masked": lambda: (specs.gemm_spec(p, t, True) for p in MASKED for t in problems.gemm_tiles(p) if t.split == 1),
}
