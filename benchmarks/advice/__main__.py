"""How right the advice is: measured pairs against what the advisor says of the profile before the mend.

    python -m benchmarks.advice            prints the tables
    python -m benchmarks.advice --write    also writes docs/accuracy.md and the errors that `explain` prints

Truth: each set's pairs.csv names kernels before and after; measured/times.csv.xz holds their times outside the profiler (median of 15 runs), the
profiles are those of the kernels before (sets.py: what lies where). No GPU is needed here; measure.sh repeats the measurement on one.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.advice import mended, sets, sweeps, tables
from benchmarks.advice.depths import PAGES, pages_of, reports_of
from benchmarks.advice.scores import per_rule, score
from benchmarks.advice.sets import MEASURED
from benchmarks.advice.truth import BLIND, pairs

ROOT = Path(__file__).resolve().parents[2]


def _order() -> str:
    """The blind parts as they came; a sealed half stands with the part that it is of."""
    return "; ".join(f"{name}, {remark}" if remark else name for name, remark in sets.blind().items())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true", help="write docs/accuracy.md and ncu_advisor/measured_error.json")
    options = arguments.parse_args()
    truth = pairs()
    reports = reports_of(pages_of(PAGES["full"]))
    by_depth = {depth: score(reports if depth == "full" else reports_of(pages_of(kind)), truth) for depth, kind in PAGES.items()}
    rules = per_rule(by_depth["full"])
    text = "\n\n".join(
        filter(
            None,
            [
                tables.depths_markdown(by_depth, truth),
                tables.parts_markdown(by_depth),
                tables.elsewhere_markdown(),
                tables.vendor_markdown(by_depth["full"], truth),
                sweeps.markdown(),
                tables.rules_markdown(rules),
                mended.markdown(mended.mended(reports, truth)),
                tables.pairs_markdown(by_depth["full"]),
            ],
        )
    )
    print(text)
    if options.write:
        versions = (MEASURED / "versions.txt").read_text().splitlines()
        head = (
            "# How right the advice is\n\nWritten by `python -m benchmarks.advice --write` from `benchmarks/advice/sets` "
            f"(NVIDIA H200, driver 580.159.04, {versions[2].strip()}; times are medians of 15 runs outside the profiler, "
            "less what the events around them add). "
            "The saving promised for a kernel is held against the saving measured when exactly that defect was mended. "
            f"The part held back was looked at once the model first stood. {len(BLIND)} further parts were written by authors who knew neither "
            "rules nor model, and what was said of them before anything was mended for them was kept: that is their first look, and the latest "
            f"ones tell what to expect of kernels never seen before. They came in this order: {_order()}. All have taught the rules since, so "
            "their other rows are no longer unseen.\n"
        )
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs" / "accuracy.md").write_text(f"{head}\n{text}\n")
        (ROOT / "ncu_advisor" / "measured_error.json").write_text(json.dumps(rules, indent=1) + "\n")


if __name__ == "__main__":
    main()
