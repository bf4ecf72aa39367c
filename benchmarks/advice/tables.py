"""The tables of docs/accuracy.md."""

from __future__ import annotations

import math
from collections.abc import Sequence

from benchmarks.advice import sets, vendor
from benchmarks.advice.depths import PAGES, reports_of
from benchmarks.advice.scores import Pair, Score, score, summary
from benchmarks.advice.sets import ELSEWHERE
from benchmarks.advice.truth import BLIND, PARTS, TIMES, first_looks, pairs

APART = {"sweep": "never seen before: a sweep of single decisions", "advice": "our own advice carried out, as first promised"}
LATEST_APART = {"sweep": 3, "advice": 2}  # the older ones stand below, with every set
LATEST = 6  # parts with defects that are judged together as well: one alone is too few kernels to tell a percent from chance


def expected_markdown(by_depth: dict[str, list[Score]], truth: Sequence[Pair]) -> str:
    """By depth: all pairs as they are judged now, and what was said of the latest parts with defects, of those profiled so, at their first look."""
    lines = _head("profile | kernels")
    looked = first_looks(truth)
    planted = {pair.part for pair in truth if pair.kind == "defect"}
    for depth, scores in by_depth.items():
        alone = {part: looked[part][depth] for part in BLIND if part in planted and part not in sets.apart() and looked[part].get(depth)}
        last = dict(list(alone.items())[-LATEST:])
        together = {f"never seen before: the latest {len(last)} sets": [s for found in last.values() for s in found]} if last else {}
        alike = {why: [part for part, of in sets.apart().items() if of == why][-LATEST_APART[why] :] for why in APART}
        apart = {f"{APART[why]} ({part})": looked[part].get(depth, []) for why, parts in alike.items() for part in parts}
        each = {f"never seen before: {part}": found for part, found in last.items()}
        rows = {**together, **apart, **each, "all, which taught the rules": scores}
        lines += [_row(f"{depth} | {part}", chosen) for part, chosen in rows.items() if chosen]
    return "\n".join(lines)


def first_looks_markdown(truth: Sequence[Pair]) -> str:
    """What was said of each blind part before anything was mended for it, by depth, and how each part came."""
    looked = first_looks(truth)
    lines = _head("profile | set")
    lines += [_row(f"{depth} | {part}", found[depth]) for depth in PAGES for part, found in looked.items() if found.get(depth)]
    came = [f"| {name} | {remark or 'by authors of its own'} |" for name, remark in sets.remarks().items()]
    return "\n".join([*lines, "", "How they came, in this order:\n", "| set | how it came |", "|---|---|", *came])


def elsewhere_markdown() -> str:
    """The same programs, times and profiles, on other devices."""
    lines = _head("device | profile")
    for folder in sorted(path.parent for path in ELSEWHERE.glob(f"*/{TIMES}")):
        reports = reports_of(sorted(folder.glob(f"*.{PAGES['full']}.csv.xz")))
        lines.append(_row(f"{reports[0].device['name']} | full", score(reports, pairs(folder))))
    return "\n".join(["Some of the programs measured again, times and profiles:\n", *lines])


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
            "From the same launches; how their rows are read: `benchmarks/advice/vendor.py`.\n",
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
