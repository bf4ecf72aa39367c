"""Where in the code a finding sits: the places of the source page that cost most of what the rule complains of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.report import Location
from ncu_advisor.rule import Rule
from ncu_advisor.sass import KINDS, mnemonic

if TYPE_CHECKING:
    import pandas as pd

# More places than this are not read; the first ones carry the cost.
_MOST = 3
_LEAST_SHARE = 0.05
# The source page shortens the names of the stalls that the catalogue, and so the rules, spell out.
_SHORT = {
    "stall_long_scoreboard": "stall_long_sb",
    "stall_short_scoreboard": "stall_short_sb",
    "stall_lg_throttle": "stall_lg",
    "stall_mio_throttle": "stall_mio",
    "stall_tex_throttle": "stall_tex",
    "stall_math_pipe_throttle": "stall_math",
    "stall_no_instruction": "stall_no_inst",
    "stall_imc_miss": "stall_imc",
    "stall_sleeping": "stall_sleep",
    "stall_gmma": "stall_warpgroup_arrive",
}
_EXECUTED = "executed_"


def locations(rule: Rule, instructions: pd.DataFrame | None) -> tuple[Location, ...]:
    """Up to three places with the largest share of the first of ``rule.locate`` that the page has.

    Each entry is a column of the source page, a stall by the catalogue's name, ``executed_KIND`` (executions of that kind of
    instruction, see sass.py) or ``a-b``, a difference of two. A place is a source line, or an instruction where no line is known.
    """
    if instructions is None:
        return ()
    for wanted in rule.locate:
        cost = _cost(wanted, instructions)
        total = float(cost.sum()) if cost is not None else 0.0
        if cost is not None and total > 0:
            return tuple(_places(instructions, cost / total))
    return ()


def _cost(wanted: str, instructions: pd.DataFrame) -> pd.Series[float] | None:
    plus, _, minus = wanted.partition("-")
    first = _column(plus, instructions)
    second = _column(minus, instructions) if minus else None
    if first is None or (minus and second is None):
        return None
    return first if second is None else (first - second).clip(lower=0.0)


def _column(name: str, instructions: pd.DataFrame) -> pd.Series[float] | None:
    name = _SHORT.get(name, name)
    if name in instructions:
        return instructions[name].fillna(0.0)
    pattern = KINDS.get("op_" + name.removeprefix(_EXECUTED)) if name.startswith(_EXECUTED) else None
    if pattern is None or "executed" not in instructions or "sass" not in instructions:
        return None
    chosen = np.array([bool(pattern.match(mnemonic(str(text)))) for text in instructions["sass"]], dtype=float)
    executed: pd.Series[float] = instructions["executed"].fillna(0.0) * chosen
    return executed


def _places(instructions: pd.DataFrame, shares: pd.Series[float]) -> list[Location]:
    import pandas as pd

    costly = shares[shares > 0].sort_values(ascending=False, kind="stable")
    frame = pd.DataFrame({name: instructions[name].loc[costly.index] for name in ("file", "line", "sass") if name in instructions})
    found: dict[tuple[str, int, str], Location] = {}
    for (_, row), share in zip(frame.iterrows(), costly, strict=True):
        file, sass, line = str(row.get("file") or ""), str(row.get("sass") or "").strip(), row.get("line")
        number = int(line) if line and line > 0 else 0  # NaN and missing are no line
        key = (file, number, "" if number else sass)
        before = found.get(key)
        found[key] = Location(file, number, before.sass if before else sass, (before.share or 0.0) + share if before else share)
    largest = sorted(found.values(), key=lambda place: -(place.share or 0.0))[:_MOST]
    return [Location(p.file, p.line, p.sass, round(float(p.share or 0.0), 3)) for p in largest if (p.share or 0.0) >= _LEAST_SHARE]
