"""Takes a newly measured set in, and keeps what is said of it at the first look.

    python -m benchmarks.advice.take_in OUT SET      OUT: what `measure.sh OUT SET` left; sets/SET: its programs and pairs.csv

Pages go to sets/SET, times and sums to the end of those in measured/, what the advisor says now to measured/first_look.csv.xz. Nothing is
written where a pair's sums disagree, or a case was not timed or not profiled; a set is taken in once. Prints what each pair saved, and the
figures of the first look.
"""

from __future__ import annotations

import argparse
import csv
import io
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.advice.depths import DEPTHS, PAGES, reports_of
from benchmarks.advice.kept_columns import SMALLEST, repack
from benchmarks.advice.scores import found_of, summary
from benchmarks.advice.sets import MEASURED, SETS, of_case, remarks, rows
from benchmarks.advice.truth import FIRST_LOOK, SUMS, TIMES, first_looks, pairs
from ncu_advisor import load
from ncu_advisor.report import Report

# What the harness prints of a case, line by line; programs in Python leave the last of the times out.
TIMED = ("case", "median_us", "min_us", "max_us", "runs", "event_us")
SUMMED = ("case", "sum", "abs_sum", "count")
# Sums of float outputs differ by the order of their additions; by more than this, another thing was computed.
SUMS_AGREE = 2e-3


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("set")
    options = arguments.parse_args()
    name = options.set
    if name not in remarks():
        raise SystemExit(f"{SETS / 'order.csv'}: no row for {name}; add one that says how it came about")
    planted = rows(SETS / name / "pairs.csv")
    times, sums = _printed(options.out / "times.csv", TIMED), _printed(options.out / "check.csv", SUMMED)
    if wrong := [*_untimed(planted, times), *_disagreeing(planted, sums), *_unprofiled(planted, options.out)]:
        raise SystemExit("\n".join(wrong))
    _append(TIMES, times)
    _append(SUMS, sums)
    for page in sorted(options.out.glob("*.raw.csv.xz")):
        repack(page, SETS / name / page.name)
    said = {depth: reports_of(sorted((SETS / name).glob(f"*.{PAGES[depth]}.csv.xz"))) for depth in DEPTHS}
    before = {row["before"] for row in planted}
    _append(FIRST_LOOK, [row for depth in DEPTHS for row in _said(name, depth, said[depth], before)])
    truth = [pair for pair in pairs() if pair.part == name]
    for pair in truth:
        print(f"{pair.name:32} {pair.kind:8} {'|'.join(pair.expected):40} saved {pair.saved_pct:5.1f}%")
    for depth, scores in first_looks(truth, [name])[name].items():
        if said[depth]:
            print(depth, {figure: round(value, 1) for figure, value in summary(scores).items()})


def _printed(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, columns, restval=""))


def _untimed(planted: Iterable[Mapping[str, str]], times: Iterable[Mapping[str, str]]) -> Iterator[str]:
    timed = {row["case"]: row for row in times}
    for row in planted:
        for kernel in filter(None, (row["before"], row["after"])):
            if of_case(timed, kernel) is None:
                yield f"{row['pair']}: {kernel} was not timed"


def _unprofiled(planted: Iterable[Mapping[str, str]], out: Path) -> Iterator[str]:
    there = {name for page in out.glob(f"*.{PAGES['full']}.csv.xz") for name in load(str(page)).launches["short_name"]}
    for row in planted:
        if row["before"] not in there:
            yield f"{row['pair']}: {row['before']} was not profiled; a program's launches may be more than measure.sh takes (LAUNCHES)"


def _disagreeing(planted: Iterable[Mapping[str, str]], sums: Iterable[Mapping[str, str]]) -> Iterator[str]:
    by_case = {row["case"]: row for row in sums}
    for row in planted:
        before, after = (of_case(by_case, kernel) for kernel in (row["before"], row["after"]))
        if not before or not after or row["kind"] == "unmended":
            continue  # a pair that is not scored may be one whose sums disagree
        scale = max(float(before["abs_sum"]), 1e-30)
        # A sum that is no number makes their difference none, which agrees with nothing.
        apart = sum(abs(float(before[column]) - float(after[column])) / scale for column in ("sum", "abs_sum"))
        if before["count"] != after["count"] or not apart <= SUMS_AGREE:
            yield f"{row['pair']}: the sums before and after are {apart:.2g} apart, of {before['count']} and {after['count']} values"


def _said(part: str, depth: str, reports: Iterable[Report], kernels: set[str]) -> Iterator[dict[str, str]]:
    """What was found of the launches before their mend, as the rows of the file; a chain's finding stands with each of its launches."""
    for report in reports:
        seen = set()
        for kernel in report.kernels:
            if kernel.short_name not in kernels or kernel.short_name in seen:
                continue
            seen.add(kernel.short_name)
            for saved, rule in found_of(report, kernel):
                yield {"part": part, "profile": depth, "kernel": kernel.short_name, "rule": rule, "promised_pct": f"{saved:.1f}"}


def _append(name: str, new: Sequence[Mapping[str, str]]) -> None:
    """Rows to the end of a measured table; SystemExit where the first of them is there."""
    path = MEASURED / name
    with lzma.open(path, "rt", encoding="utf-8", newline="") as stream:
        table = csv.DictReader(stream)
        columns, known = list(table.fieldnames or ()), list(table)
    key = [column for column in ("part", "profile", "kernel", "rule", "case") if column in columns]
    if new and any(all(row[column] == new[0][column] for column in key) for row in known):
        raise SystemExit(f"{path}: {new[0][key[0]]} is there already")
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows([*known, *new])
    path.write_bytes(lzma.compress(text.getvalue().encode(), filters=SMALLEST))


if __name__ == "__main__":
    main()
