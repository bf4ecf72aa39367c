"""``python -m benchmarks.fuzz [--runs 1000000] [--only FAMILY]``: fuzz every reader, then print what ran and what was found.

Needs the extra ``fuzz`` (atheris: Linux, CPython up to 3.13). What should not happen lies in ``--folder`` afterwards, as the input and its story.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.fuzz import seeds

_RUNS = 50_000  # inputs of one process


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--runs", type=int, default=1_000_000, help="inputs, over all families")
    options.add_argument("--only", choices=[*seeds.FAMILIES], action="append", help="this family; repeatable")
    options.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "ncu-advisor-fuzz", help="corpora and findings")
    given = options.parse_args()
    chosen = given.only or [*seeds.FAMILIES]
    given.folder.mkdir(parents=True, exist_ok=True)
    seeds.write_dictionary(given.folder / "words.dict")
    for family in chosen:
        run(family, given.folder, int(given.runs * seeds.FAMILIES[family][1]))
    return report(given.folder, chosen)


def run(family: str, folder: Path, runs: int) -> None:
    """One family, in processes of ``_RUNS`` inputs on the lowest priority, each starting from what the one before found."""
    corpus = folder / f"{family}-corpus"
    seeds.write(family, corpus)
    for old in folder.glob(f"{family}-*.json"):
        old.unlink()
    shared_memory = Path("/dev/shm")  # noqa: S108 - every input is written once and read at once
    scratch = (shared_memory if shared_memory.is_dir() else folder) / f"ncu-advisor-fuzz-{os.getpid()}-{family}"
    begun = time.monotonic()
    for number, start in enumerate(range(0, runs, _RUNS)):
        limits = [f"-runs={min(_RUNS, runs - start)}", f"-max_len={seeds.FAMILIES[family][2]}", "-len_control=0", "-timeout=60", "-rss_limit_mb=4096"]
        places = [f"-dict={folder / 'words.dict'}", f"-artifact_prefix={folder}/{family}-", str(corpus)]
        command = [sys.executable, "-m", "benchmarks.fuzz.target", family, str(folder), str(scratch), str(number), *limits, *places]
        with (folder / f"{family}.log").open("ab") as log:
            status = subprocess.run(command, stdout=log, stderr=log, check=False, preexec_fn=lambda: os.nice(15) and None).returncode
        if status:
            print(f"{family}: a process ended with {status}, see {folder / family}.log", flush=True)
    scratch.unlink(missing_ok=True)
    print(f"{family}: {time.monotonic() - begun:.0f} s", flush=True)


def report(folder: Path, families: list[str]) -> int:
    """Prints the tally of every family; returns 1 where anything was wrong."""
    total, wrong = 0, 0
    for family in families:
        tallies = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob(f"{family}-*.json")]
        runs, read, refused, whole = (sum(tally[key] for tally in tallies) for key in ("runs", "read", "refused", "whole"))
        slowest, most = (max((tally[key] for tally in tallies), default=0) for key in ("slowest_s", "most_mib"))
        failures = sorted({failure for tally in tallies for failure in tally["wrong"]})
        total += runs
        wrong += len(failures) + (not tallies)
        facts = f"{read:,} read, {refused:,} refused, {whole:,} through the engine; slowest {slowest:.2f} s, most memory {most} MiB"
        print(f"{family}: {runs:,} inputs: {facts}; wrong: {', '.join(failures) or 'nothing'}")
    print(f"{total:,} inputs, {wrong} kinds of failure")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
