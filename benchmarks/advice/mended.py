"""What is said of the kernels after their mend: advice that was followed has to fall silent.

No truth was measured for these launches beyond the mend itself: another rule may be right about them, as the next thing to do. The rule that was
followed is right again only where the mend took a part of the way (32-bit divisions instead of 64-bit ones, say).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.advice.scores import HEALTHY_PROMISE, Pair, found_of
from ncu_advisor.report import Report


@dataclass(frozen=True)
class Mended:
    """The launch after the mend of ``pair``, and what is said first of it ("" and 0 where nothing is)."""

    pair: Pair
    kernel: str
    rule: str
    promised_pct: float

    @property
    def again(self) -> bool:
        """What was mended is promised once more."""
        return self.promised_pct > HEALTHY_PROMISE and self.rule in self.pair.expected


def mended(reports: Iterable[Report], truth: Sequence[Pair]) -> list[Mended]:
    """One a mended launch that was profiled."""
    pairs = {pair.after: pair for pair in truth if pair.after}
    said: dict[str, Mended] = {}
    for report in reports:
        for kernel in report.kernels:
            if kernel.short_name not in pairs:
                continue
            promised, rule = max(found_of(report, kernel), default=(0.0, ""))
            said.setdefault(kernel.short_name, Mended(pairs[kernel.short_name], kernel.short_name, rule, promised))
    return list(said.values())


def markdown(launches: Sequence[Mended]) -> str:
    """How many of them are told something, and which ones their own mend again."""
    told = [launch for launch in launches if launch.promised_pct > HEALTHY_PROMISE]
    again = sorted((launch for launch in told if launch.again), key=lambda launch: -launch.promised_pct)
    quiet, another = len(launches) - len(told), len(told) - len(again)
    lines = [
        f"Of {len(launches)} mended launches {quiet} are promised at most {HEALTHY_PROMISE:.0f}%, {another} are told another thing first, "
        f"and {len(again)} what was mended:\n",
        "| mended kernel | the mend saved | promised again | rule |",
        "|---|---:|---:|---|",
    ]
    lines += [f"| {m.kernel} | {m.pair.saved_pct:.0f}% | {m.promised_pct:.0f}% | {m.rule} |" for m in again]
    return "\n".join(lines)
