"""When a change counts: the gate's thresholds with their defaults and reasons; ``[gate]`` of the settings file changes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from ncu_advisor.errors import AdvisorError

_LEVELS = ("fail", "warn", "off")
# What a threshold may be at most, by the last word of its name: beyond a certainty, eleven times the time or a second nothing is judged.
_MOST = {"exclusion": 0.5, "chance": 1, "alpha": 1, "share": 1, "pct": 1000, "ns": 10**9}
_MOST_ELSE = 10**6  # launches, runs, standard errors


@dataclass(frozen=True)
class Policy:
    """All percentages are of a kernel's time. A field's comment says why it stands where it stands; benchmarks/gate shows what it does."""

    effect_pct: float = 3.0  # a kernel fails only if it is slower by this much than what all kernels share explains
    raw_effect_pct: float = 2.0  # and by this much as measured: a run that was fast by luck fails nobody
    target_pct: float = 5.0  # PASS means that a slowdown of this size is excluded; otherwise the verdict is AMBIGUOUS
    floor_ns: float = 100.0  # changes below never fail: three ticks of the GPU's 32 ns timer; the target's floor is larger as it is itself
    noise_factor: float = 2.5  # standard errors that a slowdown must exceed beside the least effect; 30 kernels a run raise no false alarm
    envelope_pct: float = 1.0  # with history: slower than its slowest run by this much, which two-mode kernels demand
    exclusion: float = 0.01  # chance of missing a slowdown of the target's size that PASS accepts
    outlier_chance: float = 0.005  # by chance rarer than this, outliers are too many for a PASS
    alpha: float = 0.05  # without history: chance that any kernel is called slower (Holm over all Mann-Whitney tests)
    run_noise_pct: float = 0.5  # without history: how much a kernel's time is assumed to differ from run to run
    shift_noise_pct: float = 1.0  # without history: the same of a whole run
    shift_credit_pct: float = 3.0  # a shared speed-up beyond this is taken for an improvement, not for clocks
    shift_limit_pct: float = 4.0  # a shared slowdown beyond this is AMBIGUOUS: no clock explains it by itself
    odd_share: float = 0.15  # share of kernels that changed on their own from which on what they share is doubtful
    least_launches: int = 5  # without history: launches of either side below which nothing can be said
    least_runs: int = 5  # baseline runs from which on they are a history
    window: int = 20  # latest runs of a history that count
    counter_pct: float = 1.0  # exact counters fail beyond this: a compiler's other schedule is no regression
    clock_pct: float = 1.0  # measured clocks that differ by more make runs incomparable
    tick_ns: float = 32.0  # resolution of the GPU's timer
    time: str = "fail"  # what a slower kernel means: fail, warn or off
    counters: str = "fail"  # what a risen exact counter means: fail, warn or off

    def changed(self, settings: Mapping[str, Any], source: str) -> Policy:
        """With the thresholds of ``settings``; raises AdvisorError naming what is wrong in ``source``."""
        kinds: dict[str, type] = {name: type(value) for name, value in asdict(Policy()).items()}
        for name, value in settings.items():
            if name not in kinds:
                raise AdvisorError(source, f"{name!r} is no threshold of the gate", f"one of {', '.join(kinds)}")
            if kinds[name] is str and value not in _LEVELS:
                raise AdvisorError(source, f"{name} = {value!r}", f"one of {', '.join(_LEVELS)}")
            whole = kinds[name] is int
            least, most = int(whole), _MOST.get(name.rpartition("_")[2], _MOST_ELSE)
            number = isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most
            if kinds[name] is not str and (not number or (whole and value != int(value))):
                raise AdvisorError(source, f"{name} = {value!r} is no number that fits", f"a{' whole' * whole} number from {least} to {most:,}")
        return replace(self, **{name: kinds[name](value) for name, value in settings.items()})
