"""Plans as they are printed: the JSON of the contract, or a table and the reason of each candidate."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import click

from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan import occupancy, snippets
from ncu_advisor.plan.amounts import count, figure, percent, verb

# Columns of the terminal table: key, heading.
_TIMES = (("predicted_us", "us"), ("limiter", "limiter"))
_RESOURCES = (("grid", "grid"), ("waves", "waves"), ("smem_bytes", "shared"), ("registers_per_thread", "regs"), ("predicted_tflops", "TFLOP/s"))
_TILE = (("block_m", "BM"), ("block_n", "BN"), ("stages", "stages"), ("warps", "warps"))
_COLUMNS: dict[str, tuple[tuple[str, str], ...]] = {
    "gemm": (*_TILE[:2], ("block_k", "BK"), *_TILE[2:], ("split_k", "split"), ("intensity_flop_per_byte", "FLOP/B"), *_RESOURCES, *_TIMES),
    "attention": (*_TILE, *_RESOURCES, *_TIMES),
    "stream": (
        *(("vector_bits", "vector bits"), ("items_per_thread", "items"), ("block", "block"), ("grid", "grid")),
        *(("bytes_in_flight_per_sm", "B in flight/SM"), ("predicted_gb_per_second", "GB/s"), *_TIMES),
    ),
    "reduction": (
        *(("rows_per_block", "rows/block"), ("warps", "warps"), ("block", "block"), ("chunk", "chunk"), ("passes", "passes"), ("split", "split")),
        *(("grid", "grid"), ("registers_per_thread", "regs"), ("predicted_gb_per_second", "GB/s"), *_TIMES),
    ),
}
_COLUMNS["convolution"] = _COLUMNS["gemm"]
_LIMITERS = {"shared_memory": "shared memory", "blocks": "block slots"}  # in a sentence, where that differs from the key


def show(
    kind: str, gpu: Gpu, problem: Any, candidates: Sequence[Any], framework: str | None, format_: str, order: str, notes: Sequence[str] = ()
) -> None:
    """Print a plan. ``order`` says what ranks candidates beside their times, ``notes`` are about the problem, as what padding would buy."""
    times = [_rounded(c.predicted_us) for c in candidates]
    if times != sorted(times):
        notes = [*notes, order]
    texts = [_snippet(kind, framework, c, problem, gpu) for c in candidates] if framework else []
    tune = snippets.autotune(kind, candidates) if framework == "triton" and kind in ("gemm", "attention", "convolution") else ""
    if format_ == "json":
        click.echo(json.dumps(as_json(gpu, problem, candidates, texts, tune, notes), indent=2, allow_nan=False))
    else:
        click.echo(as_text(kind, gpu, candidates, texts, tune, notes))


def as_json(gpu: Gpu, problem: Any, candidates: Sequence[Any], texts: Sequence[str], tune: str, notes: Sequence[str]) -> dict[str, Any]:
    """The contract's object; ``snippet`` and ``autotune`` only where a framework was named."""
    entries = [_entry(c) for c in candidates]
    for entry, text in zip(entries, texts, strict=False):
        entry["snippet"] = text
    out: dict[str, Any] = {"gpu": gpu.name, "problem": dataclasses.asdict(problem), "candidates": entries}
    if tune:
        out["autotune"] = tune
    if notes:
        out["notes"] = list(notes)
    return out


def _entry(candidate: Any) -> dict[str, Any]:
    entry = dataclasses.asdict(candidate)
    return {key: _rounded(value) for key, value in entry.items()}


def _rounded(value: Any) -> Any:
    return float(f"{value:.4g}") if isinstance(value, float) else value


def as_text(kind: str, gpu: Gpu, candidates: Sequence[Any], texts: Sequence[str], tune: str, notes: Sequence[str]) -> str:
    """A table, the reason of each candidate, and the snippets."""
    columns = _COLUMNS[kind]
    rows = [["#", *(heading for _, heading in columns)]]
    rows += [[str(c.rank), *(_cell(getattr(c, key)) for key, _ in columns)] for c in candidates]
    lines = [f"{gpu.name}: {kind}", "", *_aligned(rows), ""]
    lines += [f"{c.rank}. {c.reason}" for c in candidates]
    lines += [f"Note: {note}" for note in notes]
    if texts:
        lines += ["", texts[0]]
    if tune:
        lines += ["", tune]
    return "\n".join(lines)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return figure(value)
    return str(value)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _snippet(kind: str, framework: str, candidate: Any, problem: Any, gpu: Gpu) -> str:
    if kind == "gemm":
        return snippets.gemm(framework, candidate, problem.dtype, problem.layout, problem.n, gpu)
    if kind == "convolution":
        return snippets.gemm(framework, candidate, problem.dtype, "nt", problem.k, gpu)
    if kind == "attention":
        return snippets.attention(framework, candidate, problem.dtype, problem.head_dim)
    if kind == "stream":
        return snippets.stream(framework, candidate, problem.dtype)
    return snippets.reduction(framework, candidate)


def show_occupancy(gpu: Gpu, registers: int, shared: int, block: int, format_: str, top: int | None = None) -> None:
    """Print the occupancy of a launch, the table over block sizes, and the ``top`` nearest changes that lift it."""
    launch = occupancy.Launch(registers, block, shared_dynamic=shared)
    now = occupancy.of(gpu.limits, launch)
    changes = occupancy.nearest_changes(gpu.limits, launch)[:top]
    sizes = sorted({32 * 2**i for i in range(6)} | {96, 192, 384, 768, block})
    table = [(size, occupancy.of(gpu.limits, dataclasses.replace(launch, block_threads=size))) for size in sizes]
    candidate = {
        "rank": 1,
        "blocks_per_sm": now.blocks_per_sm,
        "occupancy_pct": now.occupancy_pct,
        "limiter": " and ".join(now.limiters),
        "limiters": list(now.limiters),
        "active_warps": now.active_warps,
        "limits": {name: value for name, value in now.limits._asdict().items() if value != occupancy.UNLIMITED},
        "by_block_size": [{"block": size, "blocks_per_sm": o.blocks_per_sm, "occupancy_pct": o.occupancy_pct} for size, o in table],
        "reason": _why(now, registers, shared, block, gpu),
    }
    listed = [{"change": _change(c, launch), "blocks_per_sm": c.occupancy.blocks_per_sm, "occupancy_pct": c.occupancy.occupancy_pct} for c in changes]
    if format_ == "json":
        problem = {"registers": registers, "shared_memory": shared, "block": block}
        click.echo(json.dumps({"gpu": gpu.name, "problem": problem, "candidates": [{**candidate, "changes": listed}]}, indent=2))
        return
    rows = [["block", "blocks/SM", "warps", "occupancy"]]
    rows += [[str(size), str(o.blocks_per_sm), str(o.active_warps), percent(o.occupancy_pct)] for size, o in table]
    lines = [f"{gpu.name}: {candidate['reason']}", "", *_aligned(rows), ""]
    lines += [f"{_change(c, launch)}: {count(c.occupancy.blocks_per_sm, 'block')}, {percent(c.occupancy.occupancy_pct)}" for c in changes]
    lines += [] if changes else ["Nothing lifts it."]
    click.echo("\n".join(lines))


def _why(now: occupancy.Occupancy, registers: int, shared: int, block: int, gpu: Gpu) -> str:
    asked = f"{count(block, 'thread')}, {_registers(registers)} and {_shared(shared)}"
    limiter = " and ".join(_LIMITERS.get(name, name) for name in now.limiters)
    allow = "allows" if now.limiters == ("shared_memory",) else "allow"
    if not now.blocks_per_sm:
        return f"a block of {asked} does not fit an SM: {limiter} {allow} none"
    return (
        f"{count(now.blocks_per_sm, 'block')} of {asked} {verb(now.blocks_per_sm, 'fit')} an SM, "
        f"{now.active_warps} of {gpu.limits.max_warps_per_sm} warps ({percent(now.occupancy_pct)}); {limiter} {allow} no more"
    )


def _registers(number: int) -> str:
    return f"{count(number, 'register')} a thread"


def _shared(bytes_: int) -> str:
    return f"{count(bytes_, 'byte')} of shared memory"


def _change(change: occupancy.Change, launch: occupancy.Launch) -> str:
    said = {
        "registers_per_thread": f"at most {_registers(change.launch.registers_per_thread)} instead of {launch.registers_per_thread}",
        "shared": f"at most {_shared(change.launch.shared)} instead of {launch.shared}",
        "block_threads": f"{count(change.launch.block_threads, 'thread')} a block instead of {launch.block_threads}",
    }
    return " and ".join(said[name] for name in change.changed)
