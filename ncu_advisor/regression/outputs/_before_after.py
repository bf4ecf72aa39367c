"""Before and after of one kernel in rows of two bars each: what is busy, where its warps wait, what moves, what it executes, what fits an SM.

Only what both sides know is drawn: a bar without its partner says nothing of a change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ncu_advisor import units
from ncu_advisor.outputs import _pictures
from ncu_advisor.presentation import digest, wording

if TYPE_CHECKING:
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.runs import RuleSeen
    from ncu_advisor.report import Diagnosis, Finding

_ROWS = 8
_LEAST = 0.02  # of the whole track: shorter bars are not told apart
_ALIKE = 0.02  # relative difference below which two figures are the same to a reader; metrics that changed less are not told either
_TRAFFIC = {
    "l1_bytes": "SMs to L1", "l2_bytes": "L1 to L2", "dram_bytes_read": "DRAM, read", "dram_bytes_written": "DRAM, written", "dram_bytes": "DRAM",
}  # fmt: skip
_RESOURCES = {
    "registers_per_thread": "registers a thread",
    "shared_per_block": "shared memory a block",
    "blocks_per_sm": "blocks an SM",
    "waves": "waves",
}


@dataclass(frozen=True)
class Pair:
    """One figure before and after; ``widths`` in whole percent of the track."""

    label: str
    before: str
    after: str
    widths: tuple[int, int]
    alike: bool


@dataclass(frozen=True)
class Pairs:
    title: str
    rows: tuple[Pair, ...]


@dataclass(frozen=True)
class Told:
    """A finding that came, went or stayed. ``advice`` is "" for one that went."""

    rule: str
    title: str
    saves: str
    advice: str = ""
    place: str = ""


def time(change: KernelChange) -> Pair | None:
    """The typical launch; None where a side has none."""
    before, after = change.typical_ns
    return (
        None
        if 0 in change.launches or math.isnan(before) or math.isnan(after)
        else _pair("typical launch", before, after, max(before, after), wording.time)
    )


def pictures(change: KernelChange) -> list[Pairs]:
    """Empty where a side is known by its times and counters alone, as from a baseline file."""
    before, after = change.leads
    if before is None or after is None:
        return []
    drawn = [
        _table("Busy, of peak", _utilization(before), _utilization(after), wording.fraction, whole=1.0),
        _table("Cycles between two instructions of a warp", _stalls(before), _stalls(after), _cycles),
        _table("Memory traffic", _traffic(before), _traffic(after), _bytes, in_order=True),
        _table("Instructions of warps", _instructions(before), _instructions(after), short),
        _resources(before, after),
    ]
    return [table for table in drawn if table.rows]


def findings(change: KernelChange) -> tuple[list[Told], list[Told], list[Told]]:
    """Those that came, those that went, and those that stayed; largest saving first."""
    before, after = ({f.rule: f for f in lead.findings} if lead else {} for lead in change.leads)
    came = [
        Told(rule, seen.title, _percent(seen.time_saved_pct), after[rule].advice if rule in after else "", seen.place)
        for rule, seen in _largest(change.appeared)
    ]
    went = [Told(rule, seen.title, _percent(seen.time_saved_pct)) for rule, seen in _largest(change.vanished)]
    both = [rule for rule in after if rule in before and rule not in change.appeared and rule not in change.vanished]
    return came, went, [_stayed(before[rule], after[rule]) for rule in sorted(both, key=lambda rule: -after[rule].time_saved_pct)]


def _stayed(before: Finding, after: Finding) -> Told:
    saves = _percent(after.time_saved_pct)
    was = _percent(before.time_saved_pct)
    return Told(after.rule, after.title, saves if was == saves else f"{was} → {saves}", after.advice)


def _largest(rules: Mapping[str, RuleSeen]) -> list[tuple[str, RuleSeen]]:
    return sorted(rules.items(), key=lambda item: (-item[1].time_saved_pct, item[0]))


def _percent(saved: float) -> str:
    return f"{units.percent(saved)}%" if saved > 0 else "info"


def _utilization(kernel: Diagnosis) -> dict[str, float]:
    return {wording.label(name): share for name, share in kernel.utilization.items()}


def _stalls(kernel: Diagnosis) -> dict[str, float]:
    metrics = kernel.metrics
    reasons = {name.removeprefix("stall_").replace("_", " "): value for name, value in metrics.items() if name.startswith("stall_")}
    return {"all": metrics.get("warp_latency", math.nan)} | reasons if reasons else {}


def _traffic(kernel: Diagnosis) -> dict[str, float]:
    return {_TRAFFIC[name]: moved for name, moved in _pictures.traffic(kernel).items()}


def _instructions(kernel: Diagnosis) -> dict[str, float]:
    return {"all": kernel.metrics.get("instructions", math.nan)} | _pictures.kinds(kernel)


def _resources(before: Diagnosis, after: Diagnosis) -> Pairs:
    """Occupancies against 100%; registers, memory, blocks and waves each against the larger of the two."""
    rows = []
    for name in ("theoretical_occupancy", "achieved_occupancy"):
        was, now = (side.metrics.get(name, math.nan) / 100 for side in (before, after))
        if not math.isnan(was + now):
            rows.append(_pair(name.replace("_", " "), was, now, 1.0, wording.fraction))
    for name, what in _RESOURCES.items():
        was, now = (side.metrics.get(name, math.nan) for side in (before, after))
        if max(was, now) > 0 and not math.isnan(was + now):
            rows.append(_pair(what, was, now, max(was, now), _bytes if name == "shared_per_block" else units.plain))
    return Pairs("Occupancy and resources", tuple(rows))


def _table(
    title: str, before: Mapping[str, float], after: Mapping[str, float], words: Callable[[float], str], whole: float = 0.0, in_order: bool = False
) -> Pairs:
    """Rows of what both sides know, largest first; of ``whole``, or of the largest figure where there is no natural whole."""
    known = [name for name in before if name in after and not math.isnan(before[name] + after[name])]
    largest = {name: max(before[name], after[name]) for name in known}
    track = whole or max(largest.values(), default=0.0)
    shown = [name for name in known if track > 0 and largest[name] >= _LEAST * track]
    if not in_order:
        shown.sort(key=lambda name: (-largest[name], name))
    return Pairs(title, tuple(_pair(name, before[name], after[name], track, words) for name in shown[:_ROWS]))


def _pair(label: str, before: float, after: float, track: float, words: Callable[[float], str]) -> Pair:
    widths = [round(100 * min(max(value / track, 0.0), 1.0)) for value in (before, after)]
    return Pair(label, words(before), words(after), (widths[0], widths[1]), abs(after - before) <= _ALIKE * max(abs(before), abs(after)))


def _cycles(count: float) -> str:
    return f"{count:.0f}" if count >= 100 else f"{count:.1f}" if count >= 0.05 else "0"


def _bytes(count: float) -> str:
    return units.words(count, "byte") if count else "0 B"


def short(count: float) -> str:
    """A large count in three digits: ``"90.1 M"``."""
    for limit, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if count >= limit:
            scaled = count / (1e3 if letter == "k" else limit)
            return f"{scaled:.0f} {letter}" if scaled >= 100 else f"{scaled:.1f} {letter}" if scaled >= 10 else f"{scaled:.2f} {letter}"
    return units.plain(count)


def by_bound(changes: Iterable[KernelChange]) -> list[dict[str, float]]:
    """ns a run by what binds, before and after; "unknown" where kernels were split, merged or not diagnosed."""
    sides: list[dict[str, float]] = [{}, {}]
    for change in changes:
        for side, spent, bound in zip(sides, change.total_ns, change.bound, strict=True):
            name = bound if bound in digest.BOUNDS else "unknown"
            side[name] = side.get(name, 0.0) + (0.0 if math.isnan(spent) else spent)
    return sides
