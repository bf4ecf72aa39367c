"""Whether what `ncu-advisor collect` prints is enough: profiles taken with its commands, against those they complete and those of the full set.

    python -m benchmarks.collecting           prints the table
    python -m benchmarks.collecting --write   also writes docs/collecting.md and ncu_advisor/hardware/counters.csv

measured/ holds what the commands collected on an H200 (commands.txt: the commands), and which counters the profiler knows of which chip;
``measure.sh`` repeats it. That profiler no longer knows GV100: gv100_lacks.txt names the catalogue's counters that older libraries list for
other chips and not for it.
"""

from __future__ import annotations

import argparse
import csv
import io
import lzma
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.advice import sets
from ncu_advisor import advise, catalogue, load
from ncu_advisor.report import Report

HERE = Path(__file__).resolve().parent
MEASURED = HERE / "measured"
ROOT = HERE.parents[1]
COUNTERS = ROOT / "ncu_advisor" / "hardware" / "counters.csv"
# Chips as the profiler calls them, by the compute capability of their devices.
CHIPS = {
    "7.0": ("gv100",),
    "7.5": ("tu102", "tu104", "tu106", "tu116", "tu117"),
    "8.0": ("ga100",),
    "8.6": ("ga102", "ga103", "ga104", "ga106", "ga107"),
    "8.7": ("ga10b",),
    "8.9": ("ad102", "ad103", "ad104", "ad106", "ad107"),
    "9.0": ("gh100",),
    "10.0": ("gb100", "gb102"),
    "10.3": ("gb110",),
    "11.0": ("gb10b",),
    "12.0": ("gb202", "gb203", "gb205", "gb206", "gb207"),
    "12.1": ("gb20b",),
}


@dataclass(frozen=True)
class Row:
    name: str
    launches: int
    lacked: int  # rules that the older profile could not be asked
    lacks: int  # of those, in the new one
    same_first: int  # launches whose first finding is that of the full set
    apart: float  # points between the first findings' promises, the largest


def page(program: str, depth: str) -> Path:
    if program == "samples":
        return ROOT / "sample_reports" / "exports" / f"{depth}_raw.csv.xz"
    return sets.page(program, f"{depth}.raw")


def report(path: Path) -> Report:
    return advise(load([str(path)]))


def not_evaluated(of: Report) -> set[str]:
    return {entry.rule for kernel in of.kernels for entry in kernel.not_evaluated}


def completed() -> list[Row]:
    """Every older profile that its command completed."""
    rows = []
    for path in sorted(MEASURED.glob("*.basic.csv.xz")):
        program = path.name.split(".")[0]
        older, new, full = report(page(program, "basic")), report(path), report(page(program, "full"))
        lacked = not_evaluated(older)
        known = {kernel.short_name: kernel for kernel in reversed(full.kernels)}
        pairs = [(kernel, known[kernel.short_name]) for kernel in new.kernels]
        first = [(a.findings[:1], b.findings[:1]) for a, b in pairs]
        same = [(a, b) for a, b in first if [f.rule for f in a] == [f.rule for f in b]]
        apart = max((abs(a[0].time_saved_pct - b[0].time_saved_pct) for a, b in same if a), default=0.0)
        rows.append(Row(program, len(pairs), len(lacked), len(lacked & not_evaluated(new)), len(same), apart))
    return rows


def single() -> list[tuple[str, str, float, float]]:
    """Rule, kernel, what the rule promises of it from its own command's profile, and from the full set."""
    found = []
    for path in sorted(MEASURED.glob("rule.*.csv.xz")):
        rule = path.name.split(".")[1]
        line = next(line for line in (MEASURED / "commands.txt").read_text().splitlines() if line.startswith(f"rule.{rule}:"))
        full = report(page(line.split()[-2], "full"))
        known = {kernel.short_name: kernel for kernel in reversed(full.kernels)}
        for kernel in report(path).kernels:
            if kernel.short_name.endswith("_a"):
                saved = [next((f.time_saved_pct for f in k.findings if f.rule == rule), 0.0) for k in (kernel, known[kernel.short_name])]
                found.append((rule, kernel.short_name, saved[0], saved[1]))
    return found


def counters() -> str:
    """counters.csv: the catalogue's counters that some chip lacks, with the compute capabilities that have them."""
    lines = lzma.decompress((MEASURED / "chips.txt.xz").read_bytes()).decode().splitlines()
    known = {tuple(line.split()) for line in lines if re.fullmatch(r"\w+ \w+", line)}
    listed = {counter for _, counter in known}
    wanted = sorted({name.partition(".")[0] for name in catalogue.wanted()} & listed)
    known |= {("gv100", counter) for counter in set(wanted) - set((MEASURED / "gv100_lacks.txt").read_text().split())}
    asked = {chip for chip, _ in known}
    capabilities = [capability for capability, chips in CHIPS.items() if asked.intersection(chips)]
    table = {counter: [c for c in capabilities if any((chip, counter) in known for chip in CHIPS[c])] for counter in wanted}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["counter", "compute_capabilities"])
    writer.writerow(["*", " ".join(capabilities)])
    writer.writerows([counter, " ".join(there)] for counter, there in table.items() if there != capabilities)
    return text.getvalue()


def markdown(rows: Iterable[Row], singles: Iterable[tuple[str, str, float, float]]) -> str:
    lines = [
        "| basic profile of | launches | rules it lacked metrics for | lacking after the command"
        " | first finding as with `--set full` | promises apart |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    lines += [f"| {r.name} | {r.launches} | {r.lacked} | {r.lacks} | {r.same_first} of {r.launches} | {r.apart:.1f} points |" for r in rows]
    lines += ["", "| one rule | kernel | promised from its own command | with `--set full` |", "|---|---|---:|---:|"]
    lines += [f"| `{rule}` | {kernel} | {own:.0f}% | {full:.0f}% |" for rule, kernel, own, full in singles]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--write", action="store_true", help="write docs/collecting.md and ncu_advisor/hardware/counters.csv")
    options = arguments.parse_args()
    text = markdown(completed(), single())
    print(text)
    if options.write:
        head = (
            "# Whether the command that is printed is enough\n\nWritten by `python -m benchmarks.collecting --write` from "
            "`benchmarks/collecting/measured`: the commands that `ncu-advisor collect` printed for profiles of `--set basic` were run on an "
            "NVIDIA H200 (Nsight Compute 2025.3.1), and what they collected was read by itself. Profiles of `--set detailed` lack nothing for "
            "rules about launches: there is nothing to collect.\n"
        )
        (ROOT / "docs" / "collecting.md").write_text(f"{head}\n{text}\n")
        COUNTERS.write_text(counters())


if __name__ == "__main__":
    main()
