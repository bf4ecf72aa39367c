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

from benchmarks.advice import mended, sweeps, tables
from benchmarks.advice.depths import PAGES, pages_of, reports_of
from benchmarks.advice.scores import HEALTHY_PROMISE, MILD_PROMISE, per_rule, score
from benchmarks.advice.sets import MEASURED
from benchmarks.advice.truth import BLIND, pairs

ROOT = Path(__file__).resolve().parents[2]


def _head() -> str:
    """What was measured on what, and what the columns mean."""
    version = (MEASURED / "versions.txt").read_text().splitlines()[2].strip().removeprefix("Version ")
    return (
        "# How right the advice is\n\nWritten by `python -m benchmarks.advice --write` from the measurements recorded in `benchmarks/advice` "
        f"(NVIDIA H200, driver 580.159.04, Nsight Compute {version}; times are medians of 15 runs outside the profiler, less what the events "
        "around them add). Each pair is one kernel, or one chain of launches, before and after exactly one mend.\n\n"
        "- *Error of the promise*: the saving promised for what was planted (0 where it was not named) against the saving measured.\n"
        f"- *Mild over-promised*: the mend hardly pays, and more than {MILD_PROMISE:.0f}% was promised all the same.\n"
        f"- *False alarms*: nothing is to be mended, and something was promised more than {HEALTHY_PROMISE:.0f}%.\n"
        f"- *Never seen before*: {len(BLIND)} sets were written by authors who knew neither rules nor model. What was said of them before anything "
        "was mended for them was kept: the latest ones tell what to expect of your kernels. All of them have taught the rules since, so "
        "the other rows are no longer unseen. (Of sets detailed and basic, and of details pages, those whose pages are kept.)\n"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true", help="write docs/accuracy.md and ncu_advisor/measured_error.json")
    options = arguments.parse_args()
    truth = pairs()
    reports = reports_of(pages_of(PAGES["full"]))
    by_depth = {depth: score(reports if depth == "full" else reports_of(pages_of(kind)), truth) for depth, kind in PAGES.items()}
    rules = per_rule(by_depth["full"])
    sections = {
        "What to expect": tables.expected_markdown(by_depth, truth),
        "Beside the vendor's own rules": tables.vendor_markdown(by_depth["full"], truth),
        "Rule by rule": tables.rules_markdown(rules),
        "The last wave": sweeps.markdown(),
        "After the mend": mended.markdown(mended.mended(reports, truth)),
        "On other devices": tables.elsewhere_markdown(),
        "Every set at its first look": tables.first_looks_markdown(truth),
        "Every set as it is judged now": tables.parts_markdown(by_depth),
        "Kernel by kernel": tables.pairs_markdown(by_depth["full"]),
    }
    text = "\n\n".join(f"## {heading}\n\n{section}" for heading, section in sections.items() if section)
    print(text)
    if options.write:
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs" / "accuracy.md").write_text(f"{_head()}\n{text}\n")
        (ROOT / "ncu_advisor" / "measured_error.json").write_text(json.dumps(rules, indent=1) + "\n")


if __name__ == "__main__":
    main()
