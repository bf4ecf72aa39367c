"""Counts that the vendor's rules state in their sentences, as the metrics that they are: the details page prints them nowhere else.

A sentence such as "uncoalesced global accesses resulting in a total of 58720256 excessive sectors (78% of the total 75497472 sectors)"
quotes two metrics of the profile. They are read as numbers; the vendor's judgement and its estimated speedup stay quoted advice.
The sentences have had these words since 2020, of waits also some others until 2022; one that has others still says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import numpy as np

from ncu_advisor.columns import Columns
from ncu_advisor.profile import VendorRule

_NUMBER = r"([0-9][0-9,]{0,30}(?:\.[0-9]{1,20})?(?:e[+-]?[0-9]{1,2})?)"
_STALLED = re.compile(rf"warp of this \w+ spends {_NUMBER} cycles being stalled (.{{0,90}})", re.IGNORECASE)
_STALL_METRIC = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
# What the sentence says of the reason -> the reason's name in metrics; the first that is found counts.
_REASONS = {
    "scoreboard dependency on a L1TEX": "long_scoreboard",
    "scoreboard dependency on an L1TEX": "long_scoreboard",
    "scoreboard dependency on a MIO": "short_scoreboard",
    "scoreboard dependency on an MIO": "short_scoreboard",
    "MIO (memory input/output) instruction queue": "mio_throttle",
    "MIO instruction queue": "mio_throttle",
    "queue for local and global (LG)": "lg_throttle",
    "local/global instruction queue": "lg_throttle",
    "queue for texture": "tex_throttle",
    "L1TEX instruction queue": "tex_throttle",
    "sibling warps at a CTA barrier": "barrier",
    "fixed latency execution dependency": "wait",
    "execution pipe to be available": "math_pipe_throttle",
    "execution pipeline to be available": "math_pipe_throttle",
    "immediate constant cache (IMC)": "imc_miss",
    "next instruction fetched": "no_instruction",
    "branch target": "branch_resolving",
    "memory barrier": "membar",
    "micro scheduler to select": "not_selected",
    "not being selected by the scheduler": "not_selected",
    "after an EXIT instruction": "drain",
}
_SECTORS = rf"{_NUMBER} excessive sectors \([\d.]+% of the total {_NUMBER} sectors\)"
_WAVEFRONTS = rf"{_NUMBER} excessive wavefronts \([\d.]+% of the total {_NUMBER} wavefronts\)"
_USED = rf"global %ss .{{0,60}}On average, only {_NUMBER} of the 32 bytes"
_CONFLICTS = rf"across all {_NUMBER} shared %s requests\. ?This results in {_NUMBER} bank conflicts, .{{0,50}}overall {_NUMBER} wavefronts"
# (Where some SMs are slow and others fast, a second sentence names those, between the first one and by how much.)
_SMS = (
    r"One or more SMs have .{0,260}average number of active cycles\. "
    rf"Maximum instance value is {_NUMBER}% above the average"
)
_SHARED_PIPE = rf"\bShared is the highest-utilized pipeline \({_NUMBER}%\) based on elapsed.{{0,400}}dominated by its Tensor"
_LOCAL = rf"pattern for local %ss .{{0,60}}On average, only {_NUMBER} of the 32 bytes"
# "0%" is none at all; what is there but rounds to nothing is "close to 0%", which is no number.
_PEAK = rf"achieved\s+(?:{_NUMBER}|close to 0)% of this device's (?i:fp32) peak performance and\s+(?:{_NUMBER}|close to 0)%"
_RATIO = rf"peak float \((?i:fp32)\) to double \((?i:fp64)\) performance on this device is {_NUMBER}:1"
_FUSED = rf"executes {_NUMBER} fused and {_NUMBER} non-fused FP%s instructions"
_BUSIEST = rf"\b%s is the highest-utilized pipeline \({_NUMBER}%%\) based on %s"


@lru_cache(maxsize=1)
def _counts() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Sentences, and the metrics that their numbers are; made when the first rule is read, since most exports hold none."""
    return tuple(_each_count())


def _each_count() -> Iterator[tuple[re.Pattern[str], tuple[str, ...]]]:
    yield re.compile(_SECTORS), ("derived__memory_l2_theoretical_sectors_global_excessive", "memory_l2_theoretical_sectors_global")
    yield re.compile(_WAVEFRONTS), ("derived__memory_l1_wavefronts_shared_excessive", "memory_l1_wavefronts_shared")
    for access, short in (("load", "ld"), ("store", "st")):
        yield re.compile(_USED % access), (f"smsp__sass_average_data_bytes_per_sector_mem_global_op_{short}.ratio",)
        yield (
            re.compile(_CONFLICTS % access),
            (
                f"smsp__sass_inst_executed_op_shared_{short}.sum",
                f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{short}.sum",
                f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{short}.sum",
            ),
        )
    yield re.compile(_SMS), ("rule:WorkloadImbalance:sm_above_pct",)
    for size in ("32", "64"):
        yield re.compile(_FUSED % size), (f"rule:FPInstructions:fp{size}_fused", f"rule:FPInstructions:fp{size}_unfused")
    for pipe in ("ALU", "FMA", "FP64", "Tensor"):
        for cycles in ("elapsed", "active"):
            yield re.compile(_BUSIEST % (pipe, cycles)), (f"sm__pipe_{pipe.lower()}_cycles_active.avg.pct_of_peak_sustained_{cycles}",)
    yield re.compile(_SHARED_PIPE), ("rule:HighPipeUtilization:tensor_pct",)
    for access in ("load", "store"):
        yield re.compile(_LOCAL % access), (f"rule:MemoryCacheAccessPattern:local_{access}_bytes",)
    yield re.compile(_RATIO), ("rule:SOLFPRoofline:fp32_to_fp64",)
    yield re.compile(_PEAK), ("rule:SOLFPRoofline:fp32_pct", "rule:SOLFPRoofline:fp64_pct")


def facts(rules: Iterable[VendorRule]) -> dict[str, float]:
    """Vendor metric name -> value, of what the rules of one launch state; the first sentence that states a metric counts."""
    found: dict[str, float] = {}
    for rule in rules:
        for name, value in _stated(" ".join(rule.text.split())):
            found.setdefault(name, value)
    return found


def _stated(text: str) -> Iterator[tuple[str, float]]:
    for match in _STALLED.finditer(text):
        reason = next((name for words, name in _REASONS.items() if words.lower() in match[2].lower()), None)
        if reason is not None:
            yield _STALL_METRIC.format(reason), _number(match[1])
    for pattern, metrics in _counts():
        counts = pattern.search(text)
        if counts:
            yield from ((name, _number(digits)) for name, digits in zip(metrics, counts.groups(), strict=True) if digits is not None)


def _number(digits: str) -> float:
    """The vendor formats these sentences in the C locale: a comma only ever groups."""
    return float(digits.replace(",", ""))


def with_facts(metrics: Columns, vendor_rules: Mapping[int, list[VendorRule]]) -> Columns:
    """``metrics`` with what the rules state of metrics that no launch of the table exported; rules are keyed by row."""
    columns: dict[str, np.ndarray] = {}
    told: dict[int, dict[str, float]] = {}  # launches of one kernel share their rules
    for row, rules in vendor_rules.items():
        stated = told.setdefault(hash(tuple(rule.text for rule in rules)), facts(rules))
        for name, value in stated.items():
            if name not in metrics:
                columns.setdefault(name, np.full(len(metrics), np.nan))[row] = value
    return metrics | columns
