"""What the errors of a rule's promises go with: where a counter tells them, there is physics that the rule does not have.

    python -m benchmarks.advice.residuals [RULE]     the rule's pairs from the most too little to the most too much; without one, all rules

Ranks are compared, so that neither units nor a few large errors matter. Of hundreds of columns some go with anything by chance: a t of 5 and more is
worth a look at the kernels, and a reason has to be found in them. (Misaligned pieces were found so: t was 6.8.)
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from benchmarks.advice.depths import PAGES
from benchmarks.advice.launches import named_columns
from benchmarks.advice.scores import score
from benchmarks.advice.sets import pages
from benchmarks.advice.truth import pairs
from ncu_advisor import advise, load
from ncu_advisor.hardware.device import identify
from ncu_advisor.timemodel import TimeModel

FEW = 25  # pairs, of which ranks say nothing
SHOWN = 8


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rule", nargs="?")
    options = arguments.parse_args()
    told = pd.DataFrame([row for page in pages(PAGES["full"]) for row in _of_page(page)]).set_index("kernel")
    for rule, group in told.groupby("rule"):
        if options.rule not in (None, rule) or (options.rule is None and len(group) < FEW):
            continue
        print(f"{rule}: {len(group)} pairs, mean error {group['error'].abs().mean():.1f} points, of which too much {group['error'].mean():+.1f}")
        print("  " + "  ".join(f"{name} {r:+.2f} (t {t:.1f})" for name, r, t in strongest(group)))
        if options.rule:
            print(group.sort_values("error")[["saved", "told", "error"]].round(1).to_string())


def strongest(group: pd.DataFrame, shown: int = SHOWN) -> list[tuple[str, float, float]]:
    """Name, rank correlation with the error and its t of the columns that go with ``error`` most, of those that four in five pairs have."""
    columns = group.drop(columns=["rule", "saved", "told", "error"])
    columns = columns.loc[:, (columns.notna().mean() >= 0.8) & (columns.nunique() >= 5)]
    ranks = columns.rank()
    r = ranks.corrwith(group["error"].rank()).dropna()
    t = r.abs() * np.sqrt((len(group) - 2) / (1.0 - r**2).clip(lower=1e-9))
    return [(str(name), float(r[name]), float(t[name])) for name in t.nlargest(shown).index]


def _of_page(page: Path) -> Iterator[dict[str, object]]:
    """A row a defect of the page that was found: what was saved and told, and every column that a rule may name."""
    profile = load(str(page))
    devices = identify(profile)
    model = TimeModel(profile.metrics, devices.achievable(profile.metrics))
    columns = named_columns(profile, devices, model)
    rows = {name: row for row, name in reversed(list(enumerate(profile.launches["short_name"])))}
    for found in score([advise(profile)], pairs()):
        if found.pair.kind != "defect" or found.promised_pct <= 0:
            continue
        at = rows[found.pair.before]
        numbers = {name: float(np.broadcast_to(np.asarray(values, dtype=float), len(profile))[at]) for name, values in columns.items()}
        error = found.promised_pct - found.pair.saved_pct
        yield numbers | {
            "kernel": found.pair.before,
            "rule": found.pair.expected[0],
            "saved": found.pair.saved_pct,
            "told": found.promised_pct,
            "error": error,
        }


if __name__ == "__main__":
    main()
