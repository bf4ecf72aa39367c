"""``python -m benchmarks.reading [--launches 100000] [--repeat 3] [--only PART] [--report FILE]``: how fast exports are read and judged.

Prints medians, against the goals; by the clock, and of processor time where other work shares the machine.

Writes about 1 GB below ``--folder`` and removes it. Needs the extra ``bench``. The long binary report is a sample's repeated, or the one
that ``--report`` names (long_report.sh profiles one); with ``ncu`` on the PATH it is timed on the same report.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from benchmarks.reading import pages
from ncu_advisor import catalogue

METRICS = 1000
REPORT_BYTES = 100_000_000
FULL_LAUNCHES = 60
FULL_REPEAT = 5


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m benchmarks.reading")
    options.add_argument("--launches", type=int, default=100_000)
    options.add_argument("--repeat", type=int, default=3, help="runs of which the median counts")
    options.add_argument("--folder", type=Path, help="where to write the inputs (default: a temporary folder)")
    options.add_argument("--only", choices=["wide", "full", "binary", "start"], action="append", help="this part; repeatable")
    options.add_argument("--report", type=Path, help="a .ncu-rep to read in place of a generated one")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="ncu-advisor-bench-", dir=given.folder) as folder:
        place = Path(folder)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; medians of {given.repeat}")
        parts = {
            "wide": lambda: wide(place, given.launches, given.repeat),
            "full": lambda: full_page(place),
            "binary": lambda: binary(place, given.repeat, given.report),
            "start": start_up,
        }
        for name in given.only or parts:
            parts[name]()


def wide(place: Path, launches: int, repeat: int) -> None:
    """A raw page of many launches and metrics: against pyarrow, in memory, and against a tenth of it."""
    names, _, _ = pages.sample()
    wanted = [name for name in names if catalogue.is_wanted(name)]
    small, large = place / "small.csv", place / "large.csv"
    pages.wide_page(small, launches // 10, METRICS, wanted)
    size = pages.wide_page(large, launches, METRICS, wanted)
    print(f"\nraw page, {launches:,} launches x {METRICS:,} metrics, {size / 1e6:.0f} MB")
    # In turns, so that a busy machine is busy for both.
    rounds = [{work: done(work, large) for work in ("projected", "analysed", "summarised")} for _ in range(repeat)]
    arrow, ours, shown = ({key: statistics.median(turn[work][key] for turn in rounds) for key in rounds[0][work]} for work in rounds[0])
    print(f"  pyarrow, the same {arrow['columns']:.0f} columns      {arrow['seconds']:6.2f} s   {arrow['bytes'] / 1e6:5.0f} MB")
    print(f"  load and advise                {ours['seconds']:6.2f} s   {ours['bytes'] / 1e6:5.0f} MB   ({ours['read']:.2f} s of it reading)")
    print(f"  of processor time: load and advise {ours['cpu']:.2f} s, pyarrow {arrow['cpu']:.2f} s")
    print(f"  command line, terminal summary {shown['seconds']:6.2f} s   {shown['bytes'] / 1e6:5.0f} MB")
    told("time over pyarrow", statistics.median(turn["analysed"]["seconds"] / turn["projected"]["seconds"] for turn in rounds), 3.0)
    told("memory over file size", ours["bytes"] / size, 0.4)
    tenth = statistics.median(done("analysed", small)["seconds"] for _ in range(repeat))
    told("time of ten times the launches", ours["seconds"] / tenth, 11.0)
    large.unlink()


def full_page(place: Path) -> None:
    """All columns of a full set, from the shell to the written JSON and HTML."""
    page = place / "full.csv"
    pages.repeated_page(page, FULL_LAUNCHES)
    command = [*_COMMAND, "analyze", str(page), "-o", str(place / "r.json"), "-o", str(place / "r.html")]
    print(f"\nfull raw page, {FULL_LAUNCHES} launches, JSON and HTML")
    clock, processor = timed(command, FULL_REPEAT)
    told("seconds", clock, 0.5)
    print(f"  of processor time: {processor:.2f}")


def binary(place: Path, repeat: int, given: Path | None) -> None:
    """A long binary report; beside it the vendor's own tool, where it is installed."""
    report = given or place / "long.ncu-rep"
    if given is None:
        pages.long_report(report, REPORT_BYTES)
    size = report.stat().st_size
    figures = [done("report_read", report) for _ in range(repeat)]
    seconds, memory = (statistics.median(figure[key] for figure in figures) for key in ("seconds", "bytes"))
    print(f"\nbinary report, {figures[0]['launches']:.0f} launches, {size / 1e6:.0f} MB")
    print(f"  read in {seconds:.2f} s, {size / 1e6 / seconds:.0f} MB/s, with {memory / 1e6:.0f} MB of memory")
    if ncu := shutil.which("ncu"):
        whole = timed([*_COMMAND, "analyze", str(report), "-o", str(place / "r.json")], repeat)
        vendor = timed([ncu, "--import", str(report), "--page", "details", "--csv"], repeat)
        print(f"  ncu --import, details page {vendor[0]:.2f} s ({vendor[1]:.2f} of processor time)")
        print(f"  ncu-advisor, analysed to JSON {whole[0]:.2f} s ({whole[1]:.2f} of processor time)")
        told("time over ncu", whole[0] / vendor[0], 1.0)


def start_up() -> None:
    """What it costs to be asked for help, and for a plan."""
    nothing, asked = timed([sys.executable, "-c", "pass"], 9), timed([*_COMMAND, "--help"], 9)
    print(f"\nstart of --help {asked[0] * 1e3:.0f} ms, of Python {nothing[0] * 1e3:.0f} ms")
    told("--help over Python", asked[0] / nothing[0], 6.0)
    told("processor time of a plan, seconds", timed([*_COMMAND, *_PLAN], 5)[1], 0.3)


_COMMAND = [sys.executable, "-m", "ncu_advisor"]
_PLAN = ["plan", "gemm", "--m", "4096", "--n", "4096", "--k", "4096", "--gpu", "h200", "--format", "json"]


def done(work: str, path: Path) -> dict[str, float]:
    """The figures of one piece of ``benchmarks.reading.work``."""
    command = [sys.executable, "-m", "benchmarks.reading.work", work, str(path)]
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=_environment()).stdout
    return dict(json.loads(out))


def timed(command: Sequence[str], repeat: int) -> tuple[float, float]:
    """Median seconds of a command, by the clock and of processor time, after one run that fills the caches."""

    def once() -> tuple[float, float]:
        begun, used = time.perf_counter(), _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=_environment())
        return time.perf_counter() - begun, _children() - used

    once()
    clock, processor = zip(*(once() for _ in range(repeat)), strict=True)
    return statistics.median(clock), statistics.median(processor)


def _children() -> float:
    """Seconds of processor time of the processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@cache
def _environment() -> dict[str, str]:
    """Ours, with Python's bytecode kept from run to run, as it is wherever a program is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "ncu-advisor-bench-bytecode")}


def told(what: str, value: float, goal: float) -> None:
    print(f"  {what}: {value:.2f} (goal at most {goal:g}{'' if value <= goal else ', MISSED'})")


if __name__ == "__main__":
    main()
