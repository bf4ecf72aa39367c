"""What resident warps spend their time on: ``share_<stall>``."""

from __future__ import annotations

from ncu_advisor.formula import FORMULAS, Column, Formula

STALLS = (
    "long_scoreboard", "short_scoreboard", "barrier", "membar", "wait", "math_pipe_throttle", "lg_throttle", "mio_throttle", "tex_throttle",
    "no_instruction", "imc_miss", "branch_resolving", "dispatch", "drain", "sleeping", "gmma", "misc", "not_selected", "selected",
)  # fmt: skip

# Those of which a page may have the share itself, asked for by name: what warps wait for in queues and at barriers.
_STATED = ("long_scoreboard", "barrier", "lg_throttle", "mio_throttle")

# The two may be counted in passes of their own, which of a short launch differ: 153% was seen, of 12,000 launches nine beyond 100. More is damaged.
_DAMAGED = 200.0


def _stall_shares() -> None:
    """share_<stall>: percent of a resident warp's time that it spends in that state."""
    for stall in STALLS:

        def share(part: Column, warp_latency: Column) -> Column:
            import numpy as np

            found = 100.0 * part / warp_latency
            return np.where(found <= _DAMAGED, np.minimum(found, 100.0), np.nan)

        def as_stated(percent: Column) -> Column:
            import numpy as np

            return np.minimum(percent, 100.0)

        what = f"Share of a resident warp's time: {stall.replace('_', ' ')}"
        # Where the counters were not collected, samples of warps over the launch say the same, with the noise of their number.
        needs = ((f"stall_{stall}", "warp_latency"), (f"samples_{stall}", "samples_total"))
        FORMULAS[f"share_{stall}"] = [Formula(f"share_{stall}", "%", what, pair, share) for pair in needs]
        if stall in _STATED:
            FORMULAS[f"share_{stall}"].append(Formula(f"share_{stall}", "%", what, (f"stated_{stall}",), as_stated))


_stall_shares()
