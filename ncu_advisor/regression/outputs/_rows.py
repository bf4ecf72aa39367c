"""What all outputs of a comparison say in words: kernels, changes, the headline. Texts are one line each and unescaped."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ncu_advisor import units
from ncu_advisor.presentation import wording
from ncu_advisor.regression import launch_counts
from ncu_advisor.regression.decide import AMBIGUOUS, FAIL, INCOMPARABLE, PASS
from ncu_advisor.regression.matching import ADDED, MERGED, REMOVED, RENAMED, RESHAPED, RETEMPLATED, SAME, SPLIT
from ncu_advisor.regression.runs import FIXED
from ncu_advisor.text import one_line

if TYPE_CHECKING:
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.gate import GateResult, KernelVerdict
    from ncu_advisor.regression.runs import Kernel

_MATCHED = 10  # kernels of another name or shape that the notes list
_FACTORS = 100.0  # percent from which on changes are told as factors
_NOTHING = 0.05  # percent that rounds to nothing
_SHARED = 0.5  # percent that all kernels share from which on a change is told as measured, and what is a kernel's own beside it
_COLLECT = "no instructions, sectors or spills; profile both sides with `--set full`, or add `--metrics smsp__inst_executed.sum`"
ORDER = (FAIL, AMBIGUOUS, INCOMPARABLE, PASS, "")


def sorted_kernels(result: GateResult) -> list[KernelVerdict]:
    """What needs a reader first; within a verdict by time."""
    return sorted(result.kernels, key=lambda k: ORDER.index(k.verdict))


def name(change: KernelChange) -> str:
    return one_line(change.kernel.name) or "unnamed kernel"


def shape(kernel: Kernel) -> str:
    untold = 0 in (*kernel.grid, *kernel.block) or -1 in (*kernel.grid, *kernel.block)
    size = "–" if untold else f"{wording.extent(kernel.grid)} × {wording.extent(kernel.block)}"
    return f"{size}, {units.plain(kernel.work)} instructions" if kernel.work else size


def became(change: KernelChange) -> str:
    """How the kernel was matched, where that was not by its name and shape."""
    before, after = ([one_line(k.name) for k in side] for side in (change.match.before, change.match.after))
    kind = change.match.kind
    if kind == RESHAPED:
        return f"was launched as {shape(change.match.before[0])}"
    if kind in (RETEMPLATED, RENAMED):
        return f"was {before[0]}"
    if kind == SPLIT:
        return f"{before[0]} looks split into {', '.join(after)}"
    if kind == MERGED:
        return f"looks merged from {', '.join(before)}"
    return {ADDED: "new", REMOVED: "only in the baseline", SAME: ""}[kind]


def told_apart(result: GateResult) -> bool:
    """Whether changes as measured and a kernel's own part of them differ notably, so that a table needs a column for either."""
    comparison = result.comparison
    if comparison is None or not abs(comparison.global_shift_pct) >= _SHARED:
        return False
    return any(change.time is not None and abs(change.time.raw_change_pct - change.change_pct) >= _NOTHING for change in comparison.kernels)


def change_cells(change: KernelChange, apart: bool) -> tuple[str, str]:
    """What a table says of a change: as measured, and the kernel's own; where the two are one, it stands in the first."""
    raw = change.time.raw_change_pct if change.time is not None else math.nan
    return (change_words(raw), change_words(change.change_pct)) if apart else (change_words(change.change_pct), "")


def change_words(percent: float) -> str:
    """``"+5.1%"``, or a factor where percents are hard to read; a dash where nothing was compared."""
    if math.isnan(percent):
        return "–"
    return _factor(percent) if percent >= _FACTORS else f"{percent:+.1f}%"


def measured_words(change: KernelChange) -> str:
    """``"100 µs to 150 µs a launch, +49.9% as measured"``; "" where a side has no time."""
    if change.time is None or math.isnan(change.time.raw_change_pct):
        return ""
    before, now = (wording.time(ns) for ns in change.typical_ns)
    return f"{before} to {now} a launch, {change_words(change.time.raw_change_pct)} as measured"


def interval_words(change: KernelChange) -> str:
    if change.time is None or math.isnan(change.time.interval_pct[0]):
        return ""
    low, high = change.time.interval_pct
    return f"{_factor(low)} to {_factor(high)}" if change.change_pct >= _FACTORS else f"{low:+.1f} to {high:+.1f}%"


def _factor(percent: float) -> str:
    return f"{1 + percent / 100:.3g}x"


def sentences(kernel: KernelVerdict) -> list[str]:
    """All that is said of a kernel, most important first."""
    said = [*kernel.why, *kernel.warnings, *kernel.waived]
    because = kernel.change.because
    if because and because not in said:
        said.insert(0, because)
    told = became(kernel.change)
    if told and not any(line.startswith(told) for line in said):
        said.append(told)
    counted = launch_counts.words(kernel.change)
    if counted and not any(line.startswith(counted) for line in said):
        said.append(counted)
    return [one_line(line) for line in said if line == because or not _part_of(line, because)]


def _part_of(line: str, because: str) -> bool:
    """Whether ``line`` is a counter that the reason names already: ``"instructions: 10 to 12 (+20%)"``."""
    counter = line.rpartition(" (")[0]
    return bool(counter) and counter in because


def grouped(kernels: Iterable[KernelVerdict]) -> list[tuple[list[KernelVerdict], list[str]]]:
    """Kernels with what is said of them; those of one verdict of which exactly the same is said stand together."""
    groups: dict[tuple[str, ...], list[KernelVerdict]] = {}
    for kernel in kernels:
        groups.setdefault((kernel.verdict, *sentences(kernel)), []).append(kernel)
    return [(members, list(key[1:])) for key, members in groups.items()]


def names(kernels: Sequence[KernelVerdict], most: int = 6) -> str:
    """``"a, b, c and 4 more"``."""
    shown = ", ".join(name(kernel.change) for kernel in kernels[:most])
    return shown + (f" and {len(kernels) - most} more" if len(kernels) > most else "")


def headline(result: GateResult) -> str:
    """How many kernels fell under which verdict, and what all of them share."""
    count = {verdict: sum(k.verdict == verdict for k in result.kernels) for verdict in ORDER}
    total = wording.counted(len(result.kernels), "kernel")
    if not result.verdict:
        compared = sum(k.change.time is not None for k in result.kernels)
        parts = [f"{total}, {compared} compared"]
    elif result.verdict == INCOMPARABLE:
        parts = [f"{total}, none judged"]
    else:
        words = {FAIL: "failed", AMBIGUOUS: "ambiguous", PASS: "passed"}
        parts = [f"{total}: " + ", ".join(f"{count[v]} {word}" for v, word in words.items() if count[v]) if result.kernels else _held(result)]
    if not result.timed and result.verdict not in ("", INCOMPARABLE) and result.kernels:
        parts.append(f"{counter_words(result)} compared, times not judged")
    failed = len({id(b.budget) for b in result.budgets if b.failed})
    if failed:
        parts.append(wording.counted(failed, "budget") + " not kept")
    shift = shift_words(result)
    return "; ".join([*parts, *([shift] if shift else [])]) + "."


def _held(result: GateResult) -> str:
    """What was judged where nothing was compared."""
    budgets, kernels = result.held
    return f"{wording.counted(budgets, 'budget')} checked over {wording.counted(kernels, 'kernel')}, nothing compared"


def counter_words(result: GateResult) -> str:
    """``"14 exact counters each"``, ``"3 to 14 exact counters each"``, of the kernels that both sides have."""
    counts = [len(k.counters) for k in result.kernels if k.change.time is not None]
    least, most = min(counts, default=0), max(counts, default=0)
    return f"{wording.counted(most, 'exact counter') if least == most else f'{least} to {most} exact counters'} each"


def shift_words(result: GateResult) -> str:
    """What all kernels share, and whether it is counted against them; "" where it is nothing."""
    comparison = result.comparison
    shift = comparison.global_shift_pct if comparison is not None else math.nan
    if comparison is None or not abs(shift) >= _NOTHING:
        return ""
    if comparison.decision.doubtful and shift < 0:
        return f"the typical kernel is faster by {-shift:.1f}%, which is more than clocks explain"
    shared = f"all kernels share {shift:+.1f}%"
    if not comparison.comparable or (result.verdict and (comparison.unexplained or not result.timed)):
        return shared  # the reasons for the verdict say more, or times were not judged
    if comparison.unexplained:
        return f"{shared}, which {'clocks, alike on both sides, do not explain' if comparison.clocks_alike else 'is more than clocks explain'}"
    return f"{shared}, which is not counted against any"


def notes(result: GateResult) -> list[str]:
    """What to know beside the kernels: warnings, runs left out, what nobody could check, what moved, waivers in use."""
    lines = list(result.warnings)
    if result.comparison is not None:
        comparison = result.comparison
        lines += comparison.notes
        lines += [f"allowed: {m.text}" for m in comparison.mismatches if m.allowed]
        if comparison.moved:
            lines.append(
                f"in another order: {', '.join(one_line(k.name) for k in comparison.moved[:5])}{' ...' if len(comparison.moved) > 5 else ''}"
            )
        lines += _matched(result)
        if comparison.unknown:
            lines.append(f"not told by these exports, so not compared: {', '.join(comparison.unknown)}")
    lines += _workless(result)
    lines += [f"waived until {w.expires}: {w.what} of {w.kernel} ({w.reason})" for w in result.waived]
    return [one_line(line) for line in lines]


def _workless(result: GateResult) -> list[str]:
    """Where counters alone judged: kernels whose counters say nothing of how much work they do."""
    found = [k for k in result.kernels if k.counters and not set(k.counters) - set(FIXED)] if not result.timed else []
    if not found:
        return []
    who = "all kernels" if len(found) == len(result.kernels) else names(found)
    had = ", ".join(dict.fromkeys(counter for k in found for counter in k.counters))
    return [f"more work would not be seen in {who}: only {had} {'was' if had in FIXED else 'were'} compared, {_COLLECT}"]


def _matched(result: GateResult) -> list[str]:
    """Of kernels of which nothing else is said: which ones were found again under another name or shape, or are launched more or less often."""
    plain = [k.change for k in result.kernels if k.change.time is not None and (k.verdict == PASS or not (k.verdict or k.change.because))]
    told = [(change, "; ".join(filter(None, (became(change), launch_counts.words(change))))) for change in plain]
    kinds = {change.kernel: f" of {units.plain(change.kernel.work)} instructions" for change in plain if change.kernel.work}
    lines = [f"{name(change)}{kinds.get(change.kernel, '')}: {words}" for change, words in told if words]
    more = f"{len(lines) - _MATCHED} further kernels were matched by more than their name, or are launched more or less often"
    return lines[:_MATCHED] + ([more] if len(lines) > _MATCHED else [])


def problems(result: GateResult) -> list[str]:
    """Reasons for the verdict that no kernel answers for: mismatches, budgets, the shared shift."""
    if result.verdict:
        return [one_line(line) for line in result.why]
    mismatches = result.comparison.mismatches if result.comparison else []
    return [one_line(m.text) for m in mismatches if not m.allowed]
