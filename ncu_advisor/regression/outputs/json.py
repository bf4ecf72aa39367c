"""The JSON of a gate or a comparison: the contract's keys, and what else is known. NaN is null; a factor from 0 is null."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ncu_advisor.regression.counters import CounterChange
from ncu_advisor.regression.outputs import _rows

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.compare import Comparison
    from ncu_advisor.regression.gate import GateResult, KernelVerdict
    from ncu_advisor.regression.runs import Kernel

NAME = "json"
SUFFIXES = (".json",)
_DIGITS = 9


def render(result: GateResult, options: Options) -> bytes:
    """Indented JSON in UTF-8."""
    return (json.dumps(_plain(as_dictionary(result)), indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8", "replace")


def as_dictionary(result: GateResult) -> dict[str, Any]:
    """The result as plain types; keys ending in ``_pct`` are percentages, positive ones slower or more."""
    comparison = result.comparison
    data: dict[str, Any] = {
        "verdict": result.verdict or None,
        "global_shift_pct": comparison.global_shift_pct if comparison else None,
        "kernels": [_kernel(kernel) for kernel in result.kernels],
        "mismatches": [asdict(m) for m in comparison.mismatches] if comparison else [],
        "times_judged": result.timed,
        "why": _rows.problems(result),
        "warnings": result.warnings,
        "budgets": [
            {"kernel": b.kernel, "what": b.budget.what, "failed": b.failed, "level": b.level, "why": b.why, "waived": b.waived}
            for b in result.budgets
        ],
        "waivers": [asdict(w) for w in result.waived],
    }
    return data | (_whole(comparison) if comparison else {})


def _whole(comparison: Comparison) -> dict[str, Any]:
    return {
        "runs": {"baseline": comparison.runs[0], "current": comparison.runs[1]},
        "total_ns": {"baseline": comparison.total_ns[0], "current": comparison.total_ns[1]},
        "conditions": {name: c.to_json() for name, c in zip(("baseline", "current"), comparison.conditions, strict=True)},
        "unknown": comparison.unknown,
        "notes": comparison.notes,
        "reordered": [k.name for k in comparison.moved],
    }


def _kernel(kernel: KernelVerdict) -> dict[str, Any]:
    change = kernel.change
    time = change.time
    return {
        "name": _rows.name(change),
        "grid": change.kernel.grid,
        "block": change.kernel.block,
        "verdict": kernel.verdict or None,
        "change_pct": change.change_pct,
        "interval_pct": time.interval_pct if time and not math.isnan(time.interval_pct[0]) else None,
        "why": kernel.why,
        "raw_change_pct": time.raw_change_pct if time else None,
        "deviation_pct": time.deviation_pct if time else None,
        "because": change.because,
        "match": change.match.kind,
        "baseline": [_identity(k) for k in change.match.before],
        "current": [_identity(k) for k in change.match.after],
        "launches": {"baseline": change.launches[0], "current": change.launches[1]},
        "launches_per_run": {"baseline": change.counts[0], "current": change.counts[1]},
        "total_ns": {"baseline": change.total_ns[0], "current": change.total_ns[1]},
        "baseline_ns": change.typical_ns[0],
        "current_ns": change.typical_ns[1],
        "bound": change.bound,
        "limiter": change.limiter,
        "appeared": {rule: asdict(seen) for rule, seen in change.appeared.items()},
        "vanished": {rule: asdict(seen) for rule, seen in change.vanished.items()},
        "counters": [_counter(c) for c in change.counters if c.before != c.after],
        "judged_counters": kernel.counters,
        "metrics": [asdict(m) for m in change.metrics],
        "warnings": kernel.warnings,
        "waived": kernel.waived,
    }


def _identity(kernel: Kernel) -> dict[str, Any]:
    return {"name": kernel.name, "grid": kernel.grid, "block": kernel.block, "instructions": kernel.work or None}


def _counter(counter: CounterChange) -> dict[str, Any]:
    return asdict(counter) | {"change_pct": counter.change_pct}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else None
    return value
