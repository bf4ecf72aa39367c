"""Why a kernel became slower or faster, in one sentence: a rule that appeared, another limiter, work that rose, a clock that fell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ncu_advisor import units
from ncu_advisor.presentation.wording import label

if TYPE_CHECKING:
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.counters import CounterChange
    from ncu_advisor.regression.runs import RuleSeen

# Work that explains time, and by how much it must have changed to do so.
_WORK = (
    "theoretical_sectors",
    "shared_wavefronts_source",
    "spill_instructions",
    "theoretical_local_sectors",
    "instructions",
    "dram_bytes_read",
    "dram_bytes_written",
)
_EXPLAINS = 0.02
_PART = 0.2  # of the time's change (both as logarithms): work or a clock that changed by less is no reason for it
_PLAIN = 10.0  # percent by which a kernel's single launches do not differ without a reason: measured scatter is a few percent
_OWN = 1.0  # percent that a kernel's time must have changed by to be called slower or faster, beside its interval
_SCALED = ("ns", "byte", "byte/s", "hz", "flop/s", "%")


def sentence(change: KernelChange) -> str:
    """``"slower because ..."``; "" where the time did not change beyond its noise, or is not known."""
    time = change.time
    if time is None or math.isnan(time.change_pct):
        return ""
    (low, high), own, raw = time.interval_pct, time.change_pct, time.raw_change_pct
    few = math.isnan(low)  # launches, to tell noise from change: then only what no noise explains is called a direction
    # A kernel that stayed while all others changed is no other kernel: its own change and what was measured must agree.
    slower = time.verdict == "FAIL" or (low > 0 and min(own, raw) > _OWN) or (few and raw > _PLAIN)
    faster = time.faster or (high < 0 and max(own, raw) < -_OWN) or (few and raw < -_PLAIN)
    # Too few launches to call it slower: a rule that appeared may explain it all the same, where there is something to explain.
    if not slower and not faster and not (few and change.appeared and min(own, raw) > _OWN):
        return ""
    causes = _causes(change, worse=not faster)
    word = "slower" if slower else "faster" if faster else "changed"
    who = "each launch is " if change.recounted and word != "changed" else ""
    if not causes:
        return f"{who}{word}, but no collected counter says why" if word != "changed" else ""
    return f"{who}{word} because {causes[0]}" + "".join(f"; {cause}" for cause in causes[1:])


def _causes(change: KernelChange, worse: bool) -> list[str]:
    rules, verb = (change.appeared, "appeared") if worse else (change.vanished, "vanished")
    moved = [(rule, seen) for rule, seen in rules.items() if _moved(rule, change)]
    causes = [_rule(rule, seen, verb) for rule, seen in sorted(moved, key=lambda item: -item[1].time_saved_pct)[:1]]
    work = _work(change, worse)
    if work is not None:
        causes.append(f"{work.what[0].lower()}{work.what[1:]}: {value(work.before, work.unit)} to {value(work.after, work.unit)}{_times(work)}")
    before, after = change.limiter
    if before != after and "unknown" not in change.limiter:
        causes.append(f"the limiter went from {label(before)} to {label(after)}")
    occupancy = next((m for m in change.metrics if m.name == "theoretical_occupancy"), None)
    if occupancy is not None and (occupancy.after < occupancy.before) == worse:
        causes.append(f"theoretical occupancy went from {occupancy.before:.0f}% to {occupancy.after:.0f}%")
    clock = next((m for m in change.metrics if m.name == "sm_clock"), None)
    if clock is not None and (clock.after < clock.before) == worse and _enough(clock.before, clock.after, change):
        causes.append(f"the SM clock went from {clock.before / 1e6:.0f} to {clock.after / 1e6:.0f} MHz")
    return causes


def _rule(rule: str, seen: RuleSeen, verb: str) -> str:
    place = f" at {seen.place}" if seen.place else ""
    return f"`{rule}` {verb}{place} ({seen.title})"


def _moved(rule: str, change: KernelChange) -> bool:
    """Whether what the rule goes by changed at all: one that appears at the same figures crossed a threshold, and explains nothing. True where
    the figures of either side are not at hand."""
    old, new = change.leads
    finding = next((f for lead in change.leads if lead for f in lead.findings if f.rule == rule), None)
    if old is None or new is None or finding is None:
        return True
    sides = [(old.metrics[e.metric], new.metrics[e.metric]) for e in finding.evidence if e.metric in old.metrics and e.metric in new.metrics]
    return not sides or any(abs(after - before) > _EXPLAINS * max(abs(before), abs(after)) for before, after in sides)


def _work(change: KernelChange, worse: bool) -> CounterChange | None:
    """The counter of work that changed most in the direction of the time, by enough to be a reason for it."""
    known = [c for c in change.counters if c.name in _WORK and c.before != c.after]
    moved = [c for c in known if (c.after > c.before) == worse and abs(c.after - c.before) > _EXPLAINS * max(c.before, c.after)]
    moved = [c for c in moved if _enough(c.before, c.after, change)]
    return max(moved, key=lambda c: (_size(c.before, c.after), -_WORK.index(c.name)), default=None)


def _size(before: float, after: float) -> float:
    """Magnitude of a change, as a logarithm; a lot where a side has none."""
    return abs(math.log(after / before)) if before > 0 and after > 0 else 100.0


def _enough(before: float, after: float, change: KernelChange) -> bool:
    """Whether a figure changed by a part of what the time did; what appeared or vanished always did."""
    if change.time is None or before <= 0 or after <= 0 or not math.isfinite(change.time.raw_change_pct):
        return True
    return _size(before, after) >= _PART * abs(math.log1p(change.time.raw_change_pct / 100))


def _times(change: CounterChange) -> str:
    if not change.before or not change.after:
        return ""
    ratio = change.after / change.before
    return f" ({ratio:.1f}x)" if ratio >= 2 else f" ({ratio:.2g}x)" if ratio <= 0.5 else f" ({change.change_pct:+.0f}%)"


def value(number: float, unit: str) -> str:
    """A counter in words, with its unit where that scales the number; four digits of a large count, with a prefix."""
    if unit in _SCALED:
        return units.words(number, unit)
    if not 1e5 <= number < math.inf:
        return units.plain(number)
    size, letter = next((size, letter) for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")) if number >= size)
    return f"{number / size:.4g} {letter}"
