"""How right the advice is: measured pairs against what the advisor says of the profile before the mend.

    python -m benchmarks.advice            prints the tables
    python -m benchmarks.advice --write    also writes docs/accuracy.md and the errors that `explain` prints

Truth: each set's pairs.csv names kernels before and after; measured/times.csv.xz holds their times outside the profiler (median of 15 runs), the
profiles are those of the kernels before (sets.py: what lies where). No GPU is needed here; measure.sh repeats the measurement on one.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import math
import statistics
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.advice import mended, printed, sets, sweeps, vendor
from benchmarks.advice.scores import Pair, Score
from benchmarks.advice.sets import ELSEWHERE, MEASURED
from ncu_advisor import advise, load
from ncu_advisor.report import Diagnosis, Report

ROOT = Path(__file__).resolve().parents[2]
# Over-promise and false alarm as defined for the whole project: 15% on a mend that hardly pays, 10% where there is nothing to mend.
MILD_PROMISE, HEALTHY_PROMISE = 15.0, 10.0
DEPTHS = ("full", "detailed", "basic")
TIMES = "times.csv.xz"  # of a folder of measurements
# Written by authors who knew neither rules nor model; what was said of them at the first look is kept. Half of the second was sealed.
BLIND = tuple(part for name in sets.blind() for part in ((name, "sealed") if name == "second" else (name,)))
LATEST = 4  # parts with defects that are judged together as well: one alone is too few kernels to tell a percent from chance
PARTS = ("seen", "held back", *BLIND)
# What is read: the raw page of each depth, the details page of the deepest, which prints fewer metrics, and what plain `ncu` prints.
PRINTED = "printed"
PAGES = {**{depth: f"{depth}.raw" for depth in DEPTHS}, "full, details page": "full.details", "basic, printed page": PRINTED}


def pairs(measured: Path = MEASURED) -> list[Pair]:
    """Those measured there, with their saving; what is held back, a checksum of the name tells, fixed before anything was profiled."""
    with lzma.open(measured / TIMES, "rt", encoding="utf-8") as stream:
        # What the events added to a launch comes off; programs in Python queue ahead of them, so nothing is added there.
        times = {row["case"]: float(row["median_us"]) - float(row["event_us"] or 0.0) for row in csv.DictReader(stream)}
    found = []
    for name, row in sets.pairs():
        # A chain is timed as one case; its kernels bear the name of the case and a number.
        before = times.get(row["before"]) or times.get(row["before"].rstrip("0123456789"))
        if before is None and measured != MEASURED:
            continue  # elsewhere only some programs were measured
        after = times.get(row["after"]) if row["after"] else _library_time(row["note"])
        saved = 100.0 * (1.0 - after / before) if after and before else 0.0
        if row["kind"] == "defect" and not after:
            continue
        expected = tuple(filter(None, row["expected"].split("|")))
        found.append(Pair(row["pair"], row["before"], expected, row["kind"], saved, _part(name, row["pair"]), row["after"]))
    return [pair for pair in found if pair.kind != "unmended"]


def _part(of_set: str, name: str) -> str:
    checksum = zlib.crc32(name.encode())
    if of_set == "second":
        return of_set if checksum % 2 else "sealed"
    if of_set in BLIND:
        return of_set
    return "seen" if checksum % 3 else "held back"


def _order() -> str:
    """The blind parts as they came; a sealed half stands with the part that it is of."""
    return "; ".join(f"{name}, {remark}" if remark else name for name, remark in sets.blind().items())


def first_look(truth: Sequence[Pair], part: str) -> dict[str, list[Score]]:
    """What was said of a blind part before anything was mended for it (measured/first_look.csv.xz), by depth of the profile."""
    said: dict[tuple[str, str], list[tuple[float, str]]] = {}
    with lzma.open(MEASURED / "first_look.csv.xz", "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            said.setdefault((row["profile"], row["kernel"]), []).append((float(row["promised_pct"]), row["rule"]))
    blind = [pair for pair in truth if pair.part == part]
    return {depth: [_held_against(said.get((depth, pair.before), []), pair) for pair in blind] for depth in DEPTHS}


def _library_time(note: str) -> float | None:
    """A pair mended by the library: FP16 4096 x 4096 x 4096, timed with the samples."""
    if "torch.matmul" not in note:
        return None
    exports = ROOT / "sample_reports" / "exports" / "times.csv"
    with exports.open(encoding="utf-8") as stream:
        return next(float(row["median_us"]) for row in csv.DictReader(stream) if row["case"] == "library_gemm_fp16")


def reports_of(pages: Iterable[Path | str]) -> list[Report]:
    """One a program, as its author would ask for it."""
    return [advise(load(str(page))) for page in pages]


def pages_of(kind: str) -> Iterable[Path | str]:
    """The pages of all programs that are of this kind; a printed one is there until the next is asked for."""
    return printed.pages(sets.pages("full.details")) if kind == PRINTED else sets.pages(kind)


def score(reports: Iterable[Report], truth: Iterable[Pair]) -> list[Score]:
    kernels: dict[str, tuple[Report, Diagnosis]] = {}
    for report in reports:
        for kernel in report.kernels:
            kernels.setdefault(kernel.short_name, (report, kernel))
    return [_score(*kernels[pair.before], pair) for pair in truth if pair.before in kernels]


def _score(report: Report, kernel: Diagnosis, pair: Pair) -> Score:
    found = [(f.time_saved_pct, f.rule) for f in kernel.findings]
    found += [(s.time_saved_pct, s.rule) for s in report.sequence_findings if kernel.id in s.kernels]
    return _held_against(found, pair)


def _held_against(found: list[tuple[float, str]], pair: Pair) -> Score:
    found = sorted(found, reverse=True)
    counted = [saved for saved, rule in found if pair.kind != "defect" or rule in pair.expected]
    return Score(pair, tuple(rule for _, rule in found), max(counted, default=0.0))


def summary(scores: Sequence[Score]) -> dict[str, float]:
    defects = [s for s in scores if s.pair.kind == "defect"]
    errors = [s.error for s in defects]
    return {
        "defects": len(defects),
        "first_pct": _mean([100.0 * (s.rank == 0) for s in defects]),
        "first_three_pct": _mean([100.0 * (s.rank is not None and s.rank < 3) for s in defects]),
        "median_error": statistics.median(errors) if errors else float("nan"),
        "mean_error": _mean(errors),
        "mild": sum(s.pair.kind == "mild" for s in scores),
        "over_promised": sum(s.pair.kind == "mild" and s.promised_pct > MILD_PROMISE for s in scores),
        "healthy": sum(s.pair.kind == "healthy" for s in scores),
        "false_alarms": sum(s.pair.kind == "healthy" and s.promised_pct > HEALTHY_PROMISE for s in scores),
    }


def _mean(values: Sequence[float]) -> float:
    """Their mean; NaN of none."""
    return statistics.mean(values) if values else float("nan")


def per_rule(scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """Recall and error of each rule over the pairs that expect it first."""
    table: dict[str, list[Score]] = {}
    for s in scores:
        if s.pair.kind == "defect":
            table.setdefault(s.pair.expected[0], []).append(s)
    return {
        rule: {
            "pairs": len(group),
            "recall_pct": round(100.0 * sum(s.rank == 0 for s in group) / len(group), 1),
            "promised_pct": round(statistics.mean(s.promised_pct for s in group), 1),
            "measured_pct": round(statistics.mean(s.pair.saved_pct for s in group), 1),
            "mean_error_pp": round(statistics.mean(s.error for s in group), 1),
        }
        for rule, group in sorted(table.items())
    }


def markdown(by_depth: dict[str, list[Score]], truth: Sequence[Pair]) -> str:
    """By depth: all pairs as they are judged now, and what was said of each blind part at its first look."""
    lines = _head("profile | part")
    looked = {part: first_look(truth, part) for part in BLIND}
    planted = {pair.part for pair in truth if pair.kind == "defect"}
    last = [part for part in BLIND if part in planted][-LATEST:]
    for depth, scores in by_depth.items():
        profiled = {score.pair.name for score in scores}
        looks = {f"first look: {part}": [s for s in found.get(depth, ()) if s.pair.name in profiled] for part, found in looked.items()}
        together = [part for part in last if looks[f"first look: {part}"]]
        latest = (
            {f"first look: {', '.join(together)} together": [s for part in together for s in looks[f"first look: {part}"]]} if together[1:] else {}
        )
        lines += [_row(f"{depth} | {part}", chosen) for part, chosen in {"all, now": scores, **looks, **latest}.items() if chosen]
    return "\n".join(lines)


def elsewhere_markdown() -> str:
    """The same programs, times and profiles, on other devices."""
    lines = _head("device | profile")
    for folder in sorted(path.parent for path in ELSEWHERE.glob(f"*/{TIMES}")):
        reports = reports_of(sorted(folder.glob(f"*.{PAGES['full']}.csv.xz")))
        lines.append(_row(f"{reports[0].device['name']} | full", score(reports, pairs(folder))))
    return "\n".join(["Some of the programs measured again, times and profiles, on other devices:\n", *lines])


def parts_markdown(by_depth: dict[str, list[Score]]) -> str:
    """By depth and part, as they are judged now."""
    lines = _head("profile | part, now")
    for depth, scores in by_depth.items():
        for part in PARTS:
            if chosen := [s for s in scores if s.pair.part == part]:
                lines.append(_row(f"{depth} | {part}", chosen))
    return "\n".join(lines)


def _head(first: str) -> list[str]:
    columns = "defects | first finding right | in the first three | error of the promise, median | mean | mild over-promised | false alarms"
    return [f"| {first} | {columns} |", "|" + "---|" * (first.count("|") + 1) + "---:|" * 7]


def _row(first: str, scores: Sequence[Score]) -> str:
    v = summary(scores)
    cells = [first, f"{v['defects']:.0f}", *(_share(v[name]) for name in ("first_pct", "first_three_pct"))]
    cells += [_points(v[name]) for name in ("median_error", "mean_error")]
    cells += [f"{v['over_promised']:.0f} of {v['mild']:.0f}", f"{v['false_alarms']:.0f} of {v['healthy']:.0f}"]
    return f"| {' | '.join(cells)} |"


def _share(percent: float) -> str:
    """In whole percent; 100% is all of them, and what is nearly all is 99%."""
    return "–" if math.isnan(percent) else f"{percent if percent == 100.0 else min(percent, 99.0):.0f}%"


def _points(error: float) -> str:
    return "–" if math.isnan(error) else f"{error:.1f} points"


def vendor_markdown(ours: Sequence[Score], truth: Sequence[Pair]) -> str:
    """Ours and the vendor's own rule rows from the same launches; "" without details pages."""
    rows = vendor.rows_by_kernel(sets.pages("full.details"))
    theirs = vendor.score(rows, truth)
    if not theirs:
        return ""
    if strange := vendor.unknown_names(rows):
        raise SystemExit(f"benchmarks/advice/vendor.py does not say what these rules mean: {', '.join(strange)}")
    there = {s.pair.name for s in theirs}
    known = {s.pair.name for s in theirs if s.pair.kind != "defect" or vendor.has_rule_for(s.pair)}
    return "\n".join(
        [
            "Beside the vendor's own rule rows, from the same launches (how they are read: `benchmarks/advice/vendor.py`):\n",
            *_head("advice of"),
            _row("ncu-advisor", [s for s in ours if s.pair.name in there]),
            _row("the vendor's rules", theirs),
            _row("ncu-advisor, what the vendor has a rule for", [s for s in ours if s.pair.name in known]),
            _row("the vendor's rules, what they have a rule for", [s for s in theirs if s.pair.name in known]),
        ]
    )


def rules_markdown(table: dict[str, dict[str, float]]) -> str:
    lines = ["| rule | pairs | named first | promised | measured | mean error |", "|---|---:|---:|---:|---:|---:|"]
    for rule, v in table.items():
        lines.append(
            f"| `{rule}` | {v['pairs']:.0f} | {v['recall_pct']:.0f}% | {v['promised_pct']:.0f}% | {v['measured_pct']:.0f}%"
            f" | {v['mean_error_pp']:.1f} points |"
        )
    return "\n".join(lines)


def pairs_markdown(scores: Sequence[Score]) -> str:
    lines = ["| kernel | kind | expected | said first | promised | measured |", "|---|---|---|---|---:|---:|"]
    for s in sorted(scores, key=lambda s: (s.pair.kind, s.pair.expected, s.pair.name)):
        said = s.rules[0] if s.rules else "nothing"
        lines.append(
            f"| {s.pair.before} | {s.pair.kind} | {', '.join(s.pair.expected) or '–'} | {said} | {s.promised_pct:.0f}% | {s.pair.saved_pct:.0f}% |"
        )
    return "\n".join(lines)


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
                markdown(by_depth, truth),
                parts_markdown(by_depth),
                elsewhere_markdown(),
                vendor_markdown(by_depth["full"], truth),
                sweeps.markdown(),
                rules_markdown(rules),
                mended.markdown(mended.mended(reports, truth)),
                pairs_markdown(by_depth["full"]),
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
