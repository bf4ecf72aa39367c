"""``python -m benchmarks.fuzz [--runs 1000000] [--only FAMILY] [--jobs 1] [--seconds S]``: fuzz every reader, then print what ran and what was found.

Needs the extra ``fuzz`` (atheris: Linux, CPython up to 3.13). What should not happen lies in ``--folder`` afterwards, as the input and its story.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from benchmarks.fuzz import seeds

_RUNS = 50_000  # inputs of one process


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--runs", type=int, default=1_000_000, help="inputs, over all families")
    options.add_argument("--only", choices=[*seeds.FAMILIES], action="append", help="this family; repeatable")
    options.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "ncu-advisor-fuzz", help="corpora and findings")
    options.add_argument("--jobs", type=int, default=1, help="processes at a time")
    options.add_argument("--seconds", type=float, default=math.inf, help="start nothing after so long, and stop soon after")
    given = options.parse_args()
    if find_spec("atheris") is None:
        sys.exit("benchmarks.fuzz: atheris is not installed; install the extra (pip install -e '.[fuzz]'; Linux, CPython up to 3.13)")
    chosen = given.only or [*seeds.FAMILIES]
    given.folder.mkdir(parents=True, exist_ok=True)
    seeds.write_dictionary(given.folder / "words.dict")
    for family in chosen:
        seeds.write(family, given.folder / f"{family}-corpus")
        for old in given.folder.glob(f"{family}-*.json"):
            old.unlink()
    end = time.monotonic() + given.seconds
    with ThreadPoolExecutor(given.jobs) as pool:
        for line in pool.map(lambda part: run(*part, given.folder, end), parts(chosen, given.runs)):
            print(line, flush=True)
    return report(given.folder, chosen)


def parts(families: Sequence[str], runs: int) -> list[tuple[str, int, int]]:
    """Family, number and inputs of every process. The first of all families come first, so that a limit of time leaves none out."""
    found = []
    for place, family in enumerate(families):
        inputs = int(runs * seeds.FAMILIES[family][1])
        found += [(number, place, family, min(_RUNS, inputs - start)) for number, start in enumerate(range(0, inputs, _RUNS))]
    return [(family, number, inputs) for number, _, family, inputs in sorted(found)]


def run(family: str, number: int, inputs: int, folder: Path, end: float) -> str:
    """One process on the lowest priority, which starts from what those before it found; says what came of it."""
    begun = time.monotonic()
    if begun >= end:
        return f"{family} {number}: no time was left"
    shared_memory = Path("/dev/shm")  # noqa: S108 - every input is written once and read at once
    scratch = (shared_memory if shared_memory.is_dir() else folder) / f"ncu-advisor-fuzz-{os.getpid()}-{family}-{number}"
    limits = [f"-runs={inputs}", f"-max_len={seeds.FAMILIES[family][2]}", "-len_control=0", "-timeout=60", "-rss_limit_mb=4096"]
    if end < math.inf:
        limits.append(f"-max_total_time={math.ceil(end - begun)}")
    places = [f"-dict={folder / 'words.dict'}", f"-artifact_prefix={folder}/{family}-", str(folder / f"{family}-corpus")]
    command = [sys.executable, "-m", "benchmarks.fuzz.target", family, str(folder), str(scratch), str(number), *limits, *places]
    with (folder / f"{family}-{number}.log").open("ab") as log:
        status = subprocess.run(command, stdout=log, stderr=log, check=False, preexec_fn=lambda: os.nice(15) and None).returncode
    scratch.unlink(missing_ok=True)
    ended = f"ended with {status}, see {log.name}" if status else "done"
    return f"{family} {number}: {ended} after {time.monotonic() - begun:.0f} s"


def report(folder: Path, families: list[str]) -> int:
    """Prints the tally of every family; returns 1 where anything was wrong, or a family was not run."""
    total, wrong, missed = 0, 0, 0
    for family in families:
        tallies = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob(f"{family}-*.json")]
        if not tallies:
            missed += 1
            print(f"{family}: not run")
            continue
        runs, read, refused, whole = (sum(tally[key] for tally in tallies) for key in ("runs", "read", "refused", "whole"))
        slowest, most = (max(tally[key] for tally in tallies) for key in ("slowest_s", "most_mib"))
        failures = sorted({failure for tally in tallies for failure in tally["wrong"]})
        total += runs
        wrong += len(failures)
        facts = f"{read:,} read, {refused:,} refused, {whole:,} through the engine; slowest {slowest:.2f} s, most memory {most} MiB"
        print(f"{family}: {runs:,} inputs: {facts}; wrong: {', '.join(failures) or 'nothing'}")
    print(f"{total:,} inputs, {wrong} kinds of failure, {missed} families not run")
    return 1 if wrong or missed else 0


if __name__ == "__main__":
    sys.exit(main())
