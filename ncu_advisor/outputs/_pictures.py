"""Numbers behind the pictures of one launch: rows of bars, the memory path, occupancy and waves. Layout is the templates'."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ncu_advisor import units
from ncu_advisor.presentation import digest, wording
from ncu_advisor.report import Diagnosis

# Rows below half a percent would draw as an empty track; they are named instead.
_VISIBLE = 0.005
_MOST_STALLS = 8
_MIX = {
    "load_instructions": "global loads",
    "store_instructions": "global stores",
    "shared_load_instructions": "shared loads",
    "shared_store_instructions": "shared stores",
    "local_load_instructions": "local loads",
    "local_store_instructions": "local stores",
    "ldsm_instructions": "matrix loads",
    "async_copy_instructions": "async copies",
    "tma_load_instructions": "bulk copies",
}
# Kinds that several counters add up to, in instructions of warps.
_ARITHMETIC = {
    "FP32 arithmetic": ("ffma", "fadd_fmul"), "FP64 arithmetic": ("dfma", "dadd_dmul"), "FP16 arithmetic": ("hfma",),
    "branches": ("branch_instructions",),
}  # fmt: skip
# The same and more where instructions are known by opcode; the kinds have no opcode in common.
_OPCODES = {
    "tensor cores": ("op_tensor_legacy", "op_tensor_warpgroup", "op_tensor_tcgen05"), "FP32 arithmetic": ("op_fp32",),
    "FP64 arithmetic": ("op_fp64",), "FP16 arithmetic": ("op_half",), "integers, addresses": ("op_integer",), "conversions": ("op_convert",),
    "special functions": ("op_special",), "shuffles": ("op_shuffle",), "barriers": ("op_barrier",), "control flow": ("op_branch",),
}  # fmt: skip
_LIMITS = {
    "limit_registers": "registers",
    "limit_shared": "shared memory",
    "limit_warps": "warp slots",
    "limit_blocks": "block slots",
    "limit_barriers": "barriers",
}


@dataclass(frozen=True)
class Bar:
    """``width`` in whole percent of the track."""

    label: str
    words: str
    width: int


@dataclass(frozen=True)
class Bars:
    """Bars, largest first, and the names of those too small to draw."""

    rows: tuple[Bar, ...]
    small: tuple[str, ...] = ()


@dataclass(frozen=True)
class Flow:
    """Bytes between two levels; ``weight`` is the stroke width in pixels, by the square root of the largest flow."""

    words: str
    weight: float


@dataclass(frozen=True)
class Memory:
    """What moved between the SMs, L1, L2 and DRAM; hit rates as words, "" where not collected. ``written`` is None where ``read`` is both."""

    l1: Flow
    l2: Flow
    read: Flow
    written: Flow | None
    l1_hit: str
    l2_hit: str


@dataclass(frozen=True)
class Occupancy:
    """``last`` is how full the last wave is (0 to 1, 1 for whole waves); ``waves`` what it takes of whole ones before."""

    bars: tuple[Bar, ...]
    waves: str
    whole: int
    last: float
    blocks_per_sm: str  # "2 blocks"
    limits: tuple[tuple[str, str, bool], ...]  # what, blocks per SM, whether it is the one that limits


def utilization(kernel: Diagnosis) -> Bars:
    """Every resource's share of its peak over the launch."""
    return _bars({wording.label(name): value for name, value in kernel.utilization.items()})


def stalls(kernel: Diagnosis) -> Bars:
    """Where a warp's cycles between two issues go; shares of ``warp_latency``, or of the known reasons' sum."""
    cycles = {name.removeprefix("stall_"): value for name, value in kernel.metrics.items() if name.startswith("stall_") and value >= 0}
    total = max(kernel.metrics.get("warp_latency", 0.0), math.fsum(cycles.values()))
    if not cycles or not total > 0:
        return Bars(())
    largest = sorted(cycles.items(), key=lambda entry: (-entry[1], entry[0]))
    drawn = [(name, value) for name, value in largest if value / total >= _VISIBLE][:_MOST_STALLS]
    rows = [Bar(name.replace("_", " "), f"{wording.fraction(value / total)}", _width(value / total)) for name, value in drawn]
    return Bars(tuple(rows))


def mix(kernel: Diagnosis) -> Bars:
    """Kinds of instructions as shares of all that warps executed."""
    total = kernel.metrics.get("instructions", math.nan)
    if not total >= 1:
        return Bars(())
    shares = {what: count / total for what, count in kinds(kernel).items()}
    known = {what: share for what, share in shares.items() if share >= _VISIBLE}
    rest = 1.0 - math.fsum(known.values())
    rows = _bars(known).rows
    # Moves, and without opcodes integers, addresses and control, have no counters of their own; they stand last, whatever their share.
    return Bars((*rows, Bar("everything else", wording.fraction(rest), _width(rest))) if rows and rest >= _VISIBLE else rows)


def kinds(kernel: Diagnosis) -> dict[str, float]:
    """Instructions of warps by kind, those whose counters were collected."""
    named = {what: (name,) for name, what in _MIX.items()} | (_OPCODES if "op_total" in kernel.metrics else _ARITHMETIC)
    known = {what: [kernel.metrics[name] for name in names if name in kernel.metrics] for what, names in named.items()}
    return {what: math.fsum(counts) for what, counts in known.items() if counts}


def memory(kernel: Diagnosis) -> Memory | None:
    """The memory path; None where the traffic of fewer than two levels was counted: a picture of one number is none."""
    metrics = kernel.metrics
    moved = traffic(kernel)
    largest = max((value for value in moved.values() if value > 0), default=0.0)
    if not largest or len(moved) < 2:
        return None

    def flow(name: str) -> Flow:
        value = moved.get(name, math.nan)
        if math.isnan(value):
            return Flow("?", 0.0)
        return Flow(units.words(value, "byte"), round(max(1.0, 14 * math.sqrt(value / largest)), 1) if value > 0 else 0.0)

    def hit(name: str) -> str:
        return f"{units.percent(metrics[name])}% hit" if name in metrics and not math.isnan(metrics[name]) else ""

    both = "dram_bytes" in moved
    read, written = flow("dram_bytes" if both else "dram_bytes_read"), None if both else flow("dram_bytes_written")
    return Memory(flow("l1_bytes"), flow("l2_bytes"), read, written, hit("l1_hit_rate"), hit("l2_hit_rate"))


def traffic(kernel: Diagnosis) -> dict[str, float]:
    """Bytes between neighbouring levels by metric, as far as they were counted; DRAM both ways in one where its parts are not known."""
    metrics = kernel.metrics
    # Without counted sectors, L2's bytes follow from how busy its link was, which a store of part of a sector keeps busy as a whole one does.
    names = ["l1_bytes", "l2_bytes"] if "l1_bytes" in metrics else []
    names += ["dram_bytes_read", "dram_bytes_written"] if {"dram_bytes_read", "dram_bytes_written"} & set(metrics) else ["dram_bytes"]
    return {name: metrics[name] for name in names if not math.isnan(metrics.get(name, math.nan))}


def occupancy(kernel: Diagnosis) -> Occupancy | None:
    """Occupancy and waves; None where neither was collected."""
    metrics = kernel.metrics
    known = [(name.split("_", maxsplit=1)[0], metrics[name] / 100) for name in ("theoretical_occupancy", "achieved_occupancy") if name in metrics]
    waves = metrics.get("waves", math.nan)
    if not known and math.isnan(waves):
        return None
    bars = tuple(Bar(what, wording.fraction(value), _width(value)) for what, value in known)
    limits = {name: metrics[name] for name in _LIMITS if name in metrics}
    least = min(limits.values(), default=math.nan)
    blocks = metrics.get("blocks_per_sm", least)
    whole = 0 if math.isnan(waves) else int(waves)
    return Occupancy(
        bars,
        "" if math.isnan(waves) else units.plain(waves),
        whole,
        0.0 if math.isnan(waves) else round(waves - whole, 2),
        "" if math.isnan(blocks) else wording.counted(int(blocks), "block"),
        tuple((_LIMITS[name], units.plain(value), value == least) for name, value in limits.items()),
    )


def _bars(shares: dict[str, float]) -> Bars:
    known = sorted(((name, value) for name, value in shares.items() if not math.isnan(value)), key=lambda entry: (-entry[1], entry[0]))
    rows = [Bar(name, wording.fraction(value), _width(value)) for name, value in known if value >= _VISIBLE]
    return Bars(tuple(rows), tuple(name for name, value in known if value < _VISIBLE))


def _width(share: float) -> int:
    return round(100 * min(max(share, 0.0), 1.0))


def when(busy_pct: Sequence[int]) -> list[tuple[int, str]]:
    """Paths of a lane of the run's time line: (quarter of full use 1 to 4, path), a unit a bin wide and 10 high."""
    levels = [0 if busy <= 0 else min(4, 1 + busy // 25) for busy in busy_pct]
    paths: dict[int, list[str]] = {}
    start = 0
    for at in range(1, len(levels) + 1):
        if at == len(levels) or levels[at] != levels[start]:
            if levels[start]:
                paths.setdefault(levels[start], []).append(f"M{start} 0h{at - start}v10H{start}z")
            start = at
    return [(level, "".join(pieces)) for level, pieces in sorted(paths.items())]


def strip(group: digest.Group) -> tuple[float, ...]:
    """Places of the durations of repeated launches, 0 to 300 from shortest to longest; equal places once; () for fewer than three."""
    low, _, high = group.durations
    if group.count < 3 or not high > low:
        return ()
    return tuple(sorted({round(300 * (k.duration_ns - low) / (high - low)) for k in group.launches if not math.isnan(k.duration_ns)}))
