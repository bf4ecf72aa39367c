"""The vendor's own rule rows, scored as ours are: from the details pages of the same launches (``sets/*/*.full.details.csv.xz``).

What a rule row says is read in its favour:

- It is right where any rule of ours that its text could stand for is expected (``_MEANS``, by the row's name and a part of its text).
- Rows are ordered by the estimate they carry: those of time (scope "global") first, then those of one unit ("local"), then rows without one.
- Rows that stand for nothing our rules speak of (compressible memory, sampling) are left out, whatever they promise.
- Its promise for a defect is the estimate that is nearest to what was measured, among the rows that are right, whatever their scope.
- Over-promises and false alarms count estimates of scope "global" alone, which the vendor defines as the proportional decrease in the run time
  of the workload (Nsight Compute, NvRules API, ``SpeedupType``); those of scope "local" are of one unit seen by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.advice.scores import Pair, Score
from ncu_advisor.load import load
from ncu_advisor.profile import VendorRule

_LOW_OCCUPANCY = ("low-achieved-occupancy", "workload-imbalance", "tail-wave", "short-blocks", "small-grid", "too-few-tiles")
_OCCUPANCY = tuple(f"occupancy-limited-by-{what}" for what in ("registers", "shared-memory", "block-size"))
_BUSY_PIPE = ("compute-saturated", "missing-tensor-cores", "legacy-tensor-path")
# These say in which unit or section to look on, not what is wrong.
_SIGNPOSTS = ("SOLBottleneck", "HighPipeUtilization", "IssueSlotUtilization")
# Name of the vendor's rule, what its text has to hold, and the rules of ours that it may mean. All that match count together.
_MEANS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("UncoalescedGlobalAccess", "", ("uncoalesced-access", "misaligned-access", "scalar-global-access", "low-data-reuse")),
    ("MemoryCacheAccessPattern", "global", ("uncoalesced-access", "misaligned-access", "scalar-global-access")),
    ("MemoryCacheAccessPattern", "local", ("register-spill", "local-array")),
    ("MemoryCacheAccessPattern", "L2|DRAM", ("poor-l2-reuse", "low-data-reuse")),
    ("MemoryApertureUsage", "", ("host-memory-access",)),
    ("MemoryL2Compression", "", ()),
    ("UncoalescedSharedAccess", "", ("shared-bank-conflict",)),
    ("SharedMemoryConflicts", "", ("shared-bank-conflict",)),
    ("CPIStall", "scoreboard dependency on a L1TEX", ("memory-latency", "uncoalesced-access", "low-data-reuse", "unpipelined-copy")),
    ("CPIStall", "scoreboard dependency on a L1TEX", ("host-memory-access", "register-spill", "local-array", "atomic-contention")),
    ("CPIStall", r"local and global \(LG\)", ("memory-instruction-throttle", "scalar-global-access", "uncoalesced-access", "low-data-reuse")),
    ("CPIStall", r"local and global \(LG\)", ("register-spill", "local-array", "atomic-contention")),
    ("CPIStall", r"MIO", ("memory-instruction-throttle", "shared-bank-conflict", "special-function-bound", "barrier-stall", "low-data-reuse")),
    ("CPIStall", "CTA barrier", ("barrier-stall", "workload-imbalance")),
    ("CPIStall", "fixed latency", ("dependency-stall",)),
    (
        "CPIStall",
        "execution pipe|math pipe",
        ("compute-saturated", "special-function-bound", "integer-bound", "accidental-fp64", "unfused-multiply-add"),
    ),
    ("CPIStall", "instruction cache|instruction fetch|next instruction|instruction to be fetched", ("instruction-cache-miss",)),
    ("CPIStall", "branch", ("thread-divergence",)),
    ("CPIStall", "GMMA|warpgroup", ("unpipelined-copy", "compute-saturated")),
    ("CPIStall", "", ()),
    ("ThreadDivergence", "", ("thread-divergence", "partial-warp")),
    ("TheoreticalOccupancy", "registers", ("occupancy-limited-by-registers",)),
    ("TheoreticalOccupancy", "shared memory", ("occupancy-limited-by-shared-memory",)),
    ("TheoreticalOccupancy", "number of warps|number of blocks|block size", ("occupancy-limited-by-block-size", "short-blocks", "partial-warp")),
    ("AchievedOccupancy", "", _LOW_OCCUPANCY),
    ("LaunchConfiguration", "wave", ("tail-wave",)),
    ("LaunchConfiguration", "grid|multiprocessor", ("small-grid", "too-few-tiles", "launch-overhead")),
    ("LaunchConfiguration", "multiple of 32|partial warp|warps with fewer", ("partial-warp",)),
    ("LaunchConfiguration", "", ()),
    ("WorkloadImbalance", "SMs|SMSPs", ("workload-imbalance", "tail-wave", "low-achieved-occupancy", "small-grid", "too-few-tiles")),
    ("WorkloadImbalance", "L2|DRAM|L1", ("atomic-contention", "workload-imbalance")),
    ("WorkloadImbalance", "", ()),
    ("FPInstructions", "", ("unfused-multiply-add",)),
    ("SOLFPRoofline", "fp64 bound|FP64 bound|32-bit precision|single precision", ("accidental-fp64",)),
    ("SOLFPRoofline", "", ()),
    ("HighPipeUtilization", "FP64 is the highest|FP64 pipe|dominated by its FP64", ("accidental-fp64", *_BUSY_PIPE)),
    ("HighPipeUtilization", "XU is the highest", ("special-function-bound",)),
    ("HighPipeUtilization", "ALU is the highest", ("integer-bound", "compute-saturated")),
    ("HighPipeUtilization", "(FMA|FMA .*|Shared|FP16|Tensor.*) is the highest", (*_BUSY_PIPE, "unfused-multiply-add", "integer-bound")),
    ("HighPipeUtilization", "under-utilized", ("small-grid", "launch-overhead", "memory-latency", "dependency-stall", *_OCCUPANCY)),
    ("HighPipeUtilization", "", ()),
    ("IssueSlotUtilization", "", ("memory-latency", "dependency-stall", "small-grid", *_OCCUPANCY)),
    ("SOLBottleneck", "grid is too small", ("small-grid", "too-few-tiles", "launch-overhead")),
    ("SOLBottleneck", "low compute throughput and memory", ("memory-latency", "dependency-stall", "barrier-stall")),
    ("SOLBottleneck", "DRAM bottleneck", ("dram-saturated", "missed-fusion")),
    (
        "SOLBottleneck",
        "L1 bottleneck|L2 bottleneck",
        ("uncoalesced-access", "low-data-reuse", "scalar-global-access", "register-spill", "local-array"),
    ),
    ("SOLBottleneck", "", ()),
    ("PMSamplingData|PCSamplingData", "", ()),
    ("PmSampling.*", "", ()),
    ("NvlinkNumaAffinity|Nvlink.*|NumaAffinity.*", "", ()),
)


def means(row: VendorRule) -> frozenset[str] | None:
    """The rules of ours that this row may stand for; None for a name that the table does not know."""
    fitting = [ids for name, text, ids in _MEANS if re.fullmatch(name, row.name) and re.search(text, row.text)]
    return frozenset(rule for ids in fitting for rule in ids) if fitting else None


def rows_by_kernel(pages: Iterable[Path]) -> dict[str, list[VendorRule]]:
    """What the vendor says of the first launch of each kernel: rows that advise, not those that inform."""
    paths = [str(page) for page in pages]
    if not paths:
        return {}
    profile = load(paths)
    found: dict[str, list[VendorRule]] = {}
    for row, name in enumerate(profile.launches["short_name"]):
        found.setdefault(name, [rule for rule in profile.vendor_rules.get(row, []) if rule.kind in ("OPT", "WRN")])
    return found


def score(rows: dict[str, list[VendorRule]], truth: Iterable[Pair]) -> list[Score]:
    return [_score(rows[pair.before], pair) for pair in truth if pair.before in rows]


def _score(rows: Sequence[VendorRule], pair: Pair) -> Score:
    ordered = sorted((row for row in rows if means(row)), key=lambda row: (row.scope != "global", -(row.estimated_speedup_pct or 0.0)))
    # A row is called by the expected rule that it may stand for, else by the vendor's name for it.
    said = [next((rule for rule in pair.expected if rule in (means(row) or ())), row.name) for row in ordered]
    advice = [(row, rule) for row, rule in zip(ordered, said, strict=True) if row.estimated_speedup_pct is not None or rule in pair.expected]
    if pair.kind == "defect":
        right = [row.estimated_speedup_pct or 0.0 for row, rule in advice if rule in pair.expected]
        promised = min(right, key=lambda pct: abs(pct - pair.saved_pct), default=0.0)
    else:
        promised = max((row.estimated_speedup_pct or 0.0 for row, _ in advice if row.scope == "global"), default=0.0)
    return Score(pair, tuple(rule for _, rule in advice), promised)


def has_rule_for(pair: Pair) -> bool:
    """Whether any rule of the vendor's names what is expected of this pair, beside those that say where to look."""
    return any(rule in ids for name, _, ids in _MEANS if name not in _SIGNPOSTS for rule in pair.expected)


def unknown_names(rows: dict[str, list[VendorRule]]) -> list[str]:
    return sorted({row.name for of_kernel in rows.values() for row in of_kernel if means(row) is None})
