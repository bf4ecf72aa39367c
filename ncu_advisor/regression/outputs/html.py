"""The comparison as one self-contained HTML file: before and after of every kernel that changed; no script, no request, a policy by hash."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from ncu_advisor import units
from ncu_advisor.outputs import _page, _roofline_chart
from ncu_advisor.presentation import digest, wording
from ncu_advisor.regression.decide import FAIL, PASS
from ncu_advisor.regression.matching import ADDED, REMOVED, SAME
from ncu_advisor.regression.outputs import _before_after, _movement, _rows
from ncu_advisor.regression.policy import Policy

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.change import KernelChange
    from ncu_advisor.regression.compare import Comparison
    from ncu_advisor.regression.gate import GateResult, KernelVerdict

NAME = "html"
SUFFIXES = (".html", ".htm")

_CARDS, _ROWS = 60, 500  # a page of more opens too slowly to be read; the JSON output has all
_FIRST = 3  # changes that the overview names
_OPEN = 3  # cards whose pictures are shown at once
_NOTABLE_PCT = Policy.effect_pct  # of a kernel's time: less is no change to a reader, where no interval says so
_NOTHING_PCT = 0.05  # rounds to nothing
_CLOCKS_PCT = Policy.shift_limit_pct  # what all kernels share beyond this is no clock, and part of what was done to each


@dataclass(frozen=True)
class Card:
    """A kernel that changed, with everything that is drawn of it; ``direction`` is "faster", "slower" or ""."""

    kernel: KernelVerdict
    direction: str
    time: _before_after.Pair | None
    pictures: list[_before_after.Pairs]
    came: list[_before_after.Told]
    went: list[_before_after.Told]
    stayed: list[_before_after.Told]

    @property
    def change(self) -> KernelChange:
        return self.kernel.change


def render(result: GateResult, options: Options) -> bytes:
    """The page as UTF-8; the same result gives the same bytes."""
    style = _page.style("compare.css")
    kernels = _rows.sorted_kernels(result)
    chosen = [kernel for kernel in kernels if _changed(kernel)]
    cards = [_card(kernel) for kernel in chosen[:_CARDS]]
    numbers = {id(card.kernel): number for number, card in enumerate(cards)}
    spoken = [k for k in kernels if id(k) not in numbers and k.verdict not in (PASS, "") and _rows.sentences(k)]
    page = _page.environment().get_template("compare.html.j2").render(
        result=result,
        rows=_rows,
        value=_metric_words,
        kernels=kernels[:_ROWS],
        left_out=(len(kernels[_ROWS:]), len(chosen[_CARDS:])),
        number=lambda kernel: numbers.get(id(kernel), -1),
        cards=cards,
        opened=_OPEN,
        first=_first(cards),
        total=_total(result.comparison),
        counts=_counts(kernels),
        spoken=_rows.grouped(spoken),
        sides=_sides(result.comparison),
        moved=_movement.movement(result.comparison.report if result.comparison else None, [card.change for card in cards]),
        geometry=_roofline_chart,
        measured=_measured_words,
        direction=_direction,
        factor=_factor,
        causes=_causes,
        in_short=_in_short,
        intervals=any(_rows.interval_words(kernel.change) for kernel in kernels),
        policy=Policy(),
        limited=_limited,
        typical=_typical_words,
        own=_own(result.comparison),
        shift=_shift_words(result.comparison),
        conditions=_conditions(result.comparison),
        style=style,
        style_hash=_page.policy_hash(style),
    )  # fmt: skip
    return page.encode("utf-8", "replace")


def _changed(kernel: KernelVerdict) -> bool:
    """Whether there is something to see: another time, limiter, shape or name, a finding that came or went, or a verdict against it."""
    change = kernel.change
    if change.match.kind in (ADDED, REMOVED):
        return False  # the table says so, and there is nothing to set beside it
    if kernel.verdict == FAIL or change.appeared or change.vanished or _direction(change):
        return True
    return change.match.kind != SAME or (change.limiter[0] != change.limiter[1] and "unknown" not in change.limiter)


def _direction(change: KernelChange) -> str:
    """As measured, beyond its interval where there is one; "" where launches and the run, which has more or fewer of them, say opposites."""
    time = change.time
    if time is None or math.isnan(time.raw_change_pct):
        return ""
    low, high = time.interval_pct
    told = math.isnan(low) or low > 0 or high < 0
    if change.recounted and (change.total_ns[1] > change.total_ns[0]) != (_judged_pct(change) > 0):
        return ""
    return "" if not told or abs(_judged_pct(change)) < _NOTABLE_PCT else "slower" if _judged_pct(change) > 0 else "faster"


def _judged_pct(change: KernelChange) -> float:
    """The change of a launch's time, or of the run's where it was cut into other launches."""
    if _by_run(change):
        return 100 * (change.total_ns[1] / change.total_ns[0] - 1)
    return change.time.raw_change_pct if change.time is not None else math.nan


def _by_run(change: KernelChange) -> bool:
    """Whether a launch is another part of the work than before, so that only runs compare."""
    return change.recounted and change.match.kind != SAME and min(change.total_ns) > 0


def _card(kernel: KernelVerdict) -> Card:
    change = kernel.change
    return Card(kernel, _direction(change), _before_after.time(change), _before_after.pictures(change), *_before_after.findings(change))


def _first(cards: list[Card]) -> list[tuple[int, Card]]:
    """Cards with their numbers: of what failed, then of the changes of most time."""
    told = [(number, card) for number, card in enumerate(cards) if card.direction]
    spent = {number: abs(card.change.total_ns[1] - card.change.total_ns[0]) for number, card in told}
    return sorted(told, key=lambda entry: (entry[1].kernel.verdict != FAIL, -spent[entry[0]]))[:_FIRST]


def _counts(kernels: list[KernelVerdict]) -> str:
    """``"5 kernels faster, 1 slower, 3 as before, 1 new"``."""
    compared = [_direction(k.change) for k in kernels if k.change.time is not None]
    after, before = (sum(not getattr(k.change.match, side) for k in kernels) for side in ("before", "after"))
    counts = {"faster": compared.count("faster"), "slower": compared.count("slower"), "as before": compared.count(""), "new": after, "gone": before}
    said = [f"{count:,} {what}" for what, count in counts.items() if count]
    return ", ".join(said)


def _total(comparison: Comparison | None) -> str:
    """``"All kernels together are 2.1x faster."``, of those that both sides have; "" where nothing is to be compared."""
    paired = [change.total_ns for change in comparison.kernels if change.time is not None] if comparison is not None else []
    before, after = (math.fsum(spent for spent in side if not math.isnan(spent)) for side in zip(*paired, strict=True)) if paired else (0.0, 0.0)
    if comparison is None or not min(before, after) > 0:
        return ""
    who = "All kernels" if len(paired) == len(comparison.kernels) else "The kernels of both sides"
    if abs(after - before) < 0.005 * before:
        return f"{who} together are as fast as before."
    return f"{who} together are {wording.factor(max(before, after) / min(before, after))} {'faster' if after < before else 'slower'}."


def _sides(comparison: Comparison | None) -> list[dict[str, Any]]:
    """Both runs as bars of time by bound, in thousandths of the longer one."""
    if comparison is None or not max(comparison.total_ns) > 0:
        return []
    longest, sides = max(comparison.total_ns), []
    for name, spent, total in zip(("Before", "Now"), _before_after.by_bound(comparison.kernels), comparison.total_ns, strict=True):
        start, segments = 0.0, []
        for bound in sorted(spent, key=digest.BOUNDS.index):
            segments.append({"bound": bound, "x": round(1000 * start, 1), "width": round(1000 * spent[bound] / longest, 1), "ns": spent[bound]})
            start += spent[bound] / longest
        sides.append({"name": name, "ns": total, "segments": segments})
    return sides


def _measured_words(change: KernelChange) -> str:
    """The change as it was measured: ``"−85.2%"``, or a factor where percents are hard to read; "" where nothing was compared."""
    return _words(_judged_pct(change)) + (" a run" if _by_run(change) else "")


def _typical_words(change: KernelChange, side: int) -> str:
    return wording.time(change.typical_ns[side]) if change.launches[side] else "–"


def _factor(change: KernelChange) -> str:
    """``"6.7x faster"``, ``"1.71x slower"``."""
    if change.time is None:
        return ""
    ratio = 1 + _judged_pct(change) / 100
    return f"{wording.factor(max(ratio, 1 / ratio))} {_direction(change)}"


def _words(percent: float) -> str:
    if math.isnan(percent):
        return ""
    return f"{1 + percent / 100:.3g}x" if percent >= 100 else f"{percent:+.1f}%".replace("-", "−") if abs(percent) >= _NOTHING_PCT else "0.0%"


def _causes(kernel: KernelVerdict) -> list[str]:
    """What is said of a kernel; not the sentence that could not say whether it is faster where the measured times do."""
    return [line for line in _rows.sentences(kernel) if not (_direction(kernel.change) and line.startswith("changed because"))]


def _in_short(card: Card) -> str:
    """Why, in half a sentence: what was worked out, else the finding that went with a faster kernel or came with a slower one."""
    if card.change.because and not card.change.because.startswith("changed because"):
        return card.change.because
    told, word = (card.went, "gone") if card.direction == "faster" else (card.came, "new")
    return f"{word}: {told[0].title}" if told else ""


def _metric_words(number: float, unit: str) -> str:
    """Three digits, with a prefix where the number is large."""
    text = units.words(number, unit)
    return text if text != units.plain(number) else _before_after.short(number)


def _limited(change: KernelChange, side: int) -> str:
    """``"memory: DRAM"``; the limiter only where it says more than the bound."""
    bound, limiter = change.bound[side], change.limiter[side]
    return bound if limiter in (bound, "", "unknown") else f"{bound}: {wording.label(limiter)}"


def _own(comparison: Comparison | None) -> Callable[[KernelChange], str] | None:
    """What remains of a kernel's change without what all share; None where that is nothing, or more than clocks explain."""
    if comparison is None or not _by_clocks(comparison):
        return None
    return lambda change: _words(change.change_pct)


def _by_clocks(comparison: Comparison) -> bool:
    """Whether all kernels share a change, and one that clocks explain."""
    explained = not (comparison.unexplained or comparison.decision.doubtful)
    return explained and _NOTHING_PCT < abs(comparison.global_shift_pct) <= _CLOCKS_PCT


def _shift_words(comparison: Comparison | None) -> str:
    """What all kernels share, in a sentence; "" where there is nothing to say."""
    shift = comparison.global_shift_pct if comparison is not None else math.nan
    if comparison is None or math.isnan(shift) or abs(shift) <= _NOTHING_PCT:
        return ""
    if not comparison.comparable:
        return f"The typical kernel changed by {_words(shift)}; the sides were not taken alike."
    if _by_clocks(comparison):
        return f"All kernels share {_words(shift)}, as clocks do: it is counted against none."
    reason = "though clocks are alike on both sides" if comparison.unexplained and comparison.clocks_alike else "which is more than clocks explain"
    return f"The typical kernel changed by {_words(shift)}, {reason}: changes here are as measured."


def _conditions(comparison: Comparison | None) -> list[tuple[str, str, str]]:
    if comparison is None:
        return []
    before, after = comparison.conditions
    names = [f.name for f in fields(before) if f.name not in ("metrics", "told_by_clocks")]
    told = [
        (name.replace("sm_", "SM_").replace("_", " "), str(getattr(before, name) or "not told"), str(getattr(after, name) or "not told"))
        for name in names
    ]
    return [*told, ("metrics", str(len(before.metrics)), str(len(after.metrics)))]
