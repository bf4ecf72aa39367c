"""The measured truth: every pair with what its mend saved, and what was said of the blind parts at their first look."""

from __future__ import annotations

import csv
import lzma
import zlib
from collections.abc import Sequence
from pathlib import Path

from benchmarks.advice import sets
from benchmarks.advice.depths import DEPTHS
from benchmarks.advice.scores import Pair, Score, held_against
from benchmarks.advice.sets import MEASURED

LIBRARY_TIMES = Path(__file__).resolve().parents[2] / "sample_reports" / "exports" / "times.csv"
TIMES, SUMS = "times.csv.xz", "check.csv.xz"  # of a folder of measurements
FIRST_LOOK = "first_look.csv.xz"
# Written by authors who knew neither rules nor model; what was said of them at the first look is kept. Half of the second was sealed.
BLIND = tuple(part for name in sets.blind() for part in ((name, "sealed") if name == "second" else (name,)))
# Written here, of launches that were thought to be in order: what was promised of them before they were measured is kept too.
ADVISED = tuple(name for name, why in sets.apart().items() if why == "advice")
PARTS = ("seen", "held back", *BLIND, *ADVISED)


def pairs(measured: Path = MEASURED) -> list[Pair]:
    """Those measured there, with their saving; what is held back, a checksum of the name tells, fixed before anything was profiled."""
    with lzma.open(measured / TIMES, "rt", encoding="utf-8") as stream:
        # What the events added to a launch comes off; programs in Python queue ahead of them, so nothing is added there.
        times = {row["case"]: float(row["median_us"]) - float(row["event_us"] or 0.0) for row in csv.DictReader(stream)}
    found = []
    for name, row in sets.pairs():
        before = sets.of_case(times, row["before"])
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
    if of_set in PARTS:
        return of_set
    return "seen" if checksum % 3 else "held back"


def first_looks(truth: Sequence[Pair], parts: Sequence[str] = (*BLIND, *ADVISED)) -> dict[str, dict[str, list[Score]]]:
    """What was said of parts before anything was mended for them (measured/first_look.csv.xz), by part and depth of the profile.

    A program of which nothing at all was said at some depth was not profiled there. Pages may no longer be kept: what was said of them is.
    """
    said: dict[tuple[str, str], list[tuple[float, str]]] = {}
    with lzma.open(MEASURED / FIRST_LOOK, "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            said.setdefault((row["profile"], row["kernel"]), []).append((float(row["promised_pct"]), row["rule"]))
    programs = {row["before"]: row["file"] for _, row in sets.pairs()}
    profiled = {(depth, programs[kernel]) for depth, kernel in said if kernel in programs}

    def looked(part: str, depth: str) -> list[Score]:
        of_part = [pair for pair in truth if pair.part == part and (depth, programs[pair.before]) in profiled]
        return [held_against(said.get((depth, pair.before), []), pair) for pair in of_part]

    return {part: {depth: looked(part, depth) for depth in DEPTHS} for part in parts}


def _library_time(note: str) -> float | None:
    """A pair mended by the library: FP16 4096 x 4096 x 4096, timed with the samples."""
    if "torch.matmul" not in note:
        return None
    with LIBRARY_TIMES.open(encoding="utf-8") as stream:
        return next(float(row["median_us"]) for row in csv.DictReader(stream) if row["case"] == "library_gemm_fp16")
