"""``compare --scaling``: efficiencies as a table or JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence

from ncu_advisor.errors import AdvisorError
from ncu_advisor.presentation import wording
from ncu_advisor.regression.runs import Run
from ncu_advisor.regression.scaling import STRONG, Scaling, scaling
from ncu_advisor.text import elide

_ROWS = 30


def page(kind: str, points: Sequence[str], format_: str, load: Callable[[str], Sequence[Run]]) -> str:
    """The page for ``--point N=FILE`` options, whose files ``load`` reads. Raises AdvisorError for what is no number of workers."""
    if format_ not in ("terminal", "json"):
        raise AdvisorError("--format", f"{format_!r} is no format of scaling", "terminal or json")
    rows = scaling([_point(point, load) for point in points], kind)
    return json.dumps([_plain(row) for row in rows], indent=1, allow_nan=False) + "\n" if format_ == "json" else _table(rows, kind)


def _point(text: str, load: Callable[[str], Sequence[Run]]) -> tuple[float, Run]:
    number, equals, path = text.partition("=")
    try:
        workers = float(number)
    except ValueError:
        workers = math.nan
    if not equals or not (0 < workers < math.inf):
        raise AdvisorError("--point", f"{text!r} is not N=FILE with a number of workers N", "write --point 4=run4.csv")
    return workers, load(path)[0]


def _table(rows: Sequence[Scaling], kind: str) -> str:
    head = f"{'Kernel':40}" + "".join(f"{f'{p:g}':>10}" for p in rows[0].workers) + ("   scales" if kind == STRONG else "")
    lines = [f"{kind.capitalize()} scaling: efficiency by number of workers, {rows[0].workers[0]:g} being 100%", head]
    for row in rows[:_ROWS]:
        cells = "".join(f"{wording.fraction(value):>10}" for value in row.efficiency)
        scaled = f"{row.scaled_pct:8.0f}%" if kind == STRONG and not math.isnan(row.scaled_pct) else ""
        lines.append(f"{elide(row.name, 40):40}{cells} {scaled}".rstrip())
    if kind == STRONG:
        lines.append("scales: the share of the time that divides by the workers (Amdahl's law, fitted to all profiles).")
    if len(rows) > _ROWS:
        lines.append(f"{wording.counted(len(rows) - _ROWS, 'further kernel')}: --format json has them.")
    return "\n".join(lines) + "\n"


def _plain(row: Scaling) -> dict[str, object]:
    def known(value: float) -> float | None:
        return None if math.isnan(value) else value

    return {
        "kernel": row.name,
        "workers": list(row.workers),
        "time_ns": [known(t) for t in row.time_ns],
        "efficiency": [known(e) for e in row.efficiency],
        "scaled_pct": known(row.scaled_pct),
    }
