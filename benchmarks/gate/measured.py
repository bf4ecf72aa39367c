"""Measured repeats: what runs of the same code on a real device differ by, and pull requests resampled from them.

    benchmarks/gate/measure.sh OUT SESSION                       on a machine with a GPU
    python -m benchmarks.gate.measured OUT/SESSION.tar.xz        makes measured/SESSION.csv.xz and measured/SESSION.ncu.csv.xz of it

A session is one machine on one day; every run of it is a fresh process. ``SESSION.csv.xz`` has durations as nsys takes them, a line a launch:
``run,kernel,variant,launch,duration_ns``; ``SESSION.ncu.csv.xz`` those under ncu, of few runs, with the SM clock in MHz. The variant is
``as-is``, or ``slow2``, ``slow5``, ``slow10``: the same kernel with that many percent more of its own work (repeats.cu).
"""

from __future__ import annotations

import csv
import io
import itertools
import lzma
import math
import re
import sys
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.regression.noise import Series

from .noise_model import KERNELS, series

FOLDER = Path(__file__).resolve().parent / "measured"
LEAST_RUNS = 12
_COLUMNS = ["run", "kernel", "variant", "launch", "duration_ns"]
_TIME, _CLOCK = "gpu__time_duration.sum", "sm__cycles_elapsed.avg.per_second"

Launches = NDArray[np.float64]
Session = Mapping[str, Mapping[str, Mapping[str, Launches]]]  # variant -> kernel -> run -> launches in ns


def sessions(folder: Path = FOLDER, suffix: str = ".csv.xz") -> dict[str, Session]:
    """Every session by its name; ``suffix`` ".ncu.csv.xz" for those under ncu."""
    names = sorted(p.name.removesuffix(suffix) for p in folder.glob(f"*{suffix}"))
    return {name: _session(folder / f"{name}{suffix}") for name in names if "." not in name}


def _session(file: Path) -> Session:
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    with lzma.open(file, "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            found.setdefault(row["variant"], {}).setdefault(row["kernel"], {}).setdefault(row["run"], []).append(float(row["duration_ns"]))
    return {v: {k: {run: np.array(times) for run, times in runs.items()} for k, runs in of.items()} for v, of in found.items()}


def draw(repeats: Session, history: int, drawn: np.random.Generator, slowed: Sequence[tuple[str, str]] = ()) -> list[Series]:
    """A pull request from measured runs: ``history`` and one more, without replacement, their launches as they were.

    ``slowed`` are (kernel, variant) of which the first kernel's current launches are one: those of that very run.
    """
    plain = repeats["as-is"]
    names = [str(n) for n in drawn.choice(sorted(plain), KERNELS, replace=len(plain) < KERNELS)]
    kernel, variant = slowed[int(drawn.integers(len(slowed)))] if slowed else (names[0], "as-is")
    names[0] = kernel
    runs = [str(run) for run in drawn.permutation(sorted(set.intersection(*(set(of) for of in plain.values()))))[: history + 1]]
    made = []
    for at, name in enumerate(names):
        picked = [plain[name][run] for run in runs]
        if at == 0:
            picked[-1] = repeats[variant][name][runs[-1]]
        made.append(series(f"{name} {at}", np.stack(picked)))
    return made


def slower_by(repeats: Session, low: float, high: float) -> list[tuple[str, str]]:
    """(kernel, variant) that are slower by ``low`` to ``high``, as all runs together say: more work is not as much more time."""
    changes = {
        (kernel, variant): _ratio(runs, repeats["as-is"][kernel])
        for variant in repeats
        if variant != "as-is"
        for kernel, runs in repeats[variant].items()
    }
    return sorted(pair for pair, change in changes.items() if low <= change <= high)


def describe(name: str, repeats: Session) -> list[str]:
    """What the runs of a session differ by, in a few lines."""
    plain = repeats["as-is"]
    logs = {kernel: np.stack([np.log(t) for t in of.values()]) for kernel, of in plain.items() if len({len(t) for t in of.values()}) == 1}
    launch = np.array([float(np.sqrt(table.var(axis=1, ddof=1).mean())) for table in logs.values()])
    places = np.stack([np.median(table, axis=1) for table in logs.values()])
    rest = places - np.median(places, axis=1, keepdims=True)
    shifts = np.median(rest, axis=0)
    runs, launches = next(iter(logs.values())).shape
    lines = [f"- {name}: {len(logs)} kernels, {runs} runs of {launches} launches, {_span(places)}", f"  - launches deviate by {_spread(launch)}"]
    if runs > 2:
        own = np.sqrt(((rest - shifts) ** 2).sum(axis=1) / (runs - 1))
        lines.append(f"  - a kernel's median deviates from run to run by {_spread(own)}, whole runs by {100 * float(shifts.std(ddof=1)):.2f}%")
    else:
        lines.append(f"  - a kernel's median differs between the runs by {_spread(np.abs(rest[:, 1] - rest[:, 0]))}")
    for variant in sorted((v for v in repeats if v != "as-is"), key=lambda v: int(v.removeprefix("slow"))):
        change = [_ratio(of, plain[kernel]) for kernel, of in repeats[variant].items()]
        lines.append(
            f"  - {variant.removeprefix('slow')}% more work: {100 * float(np.median(change)):.1f}% slower (median of {len(change)} kernels; "
            f"{100 * min(change):.1f} to {100 * max(change):.1f}%)"
        )
    return lines


def machines(found: Mapping[str, Session]) -> list[str]:
    """How far the medians of a kernel lie apart from one session to the next."""
    names = sorted(found)
    lines = []
    for one, other in itertools.pairwise(names):
        sides = [{kernel: np.median(np.concatenate([*of.values()])) for kernel, of in found[name]["as-is"].items()} for name in (one, other)]
        apart = np.array([abs(math.log(sides[1][kernel] / sides[0][kernel])) for kernel in sides[0] if kernel in sides[1]])
        lines.append(f"- {one} and {other}, two machines: medians of a kernel lie apart by {_spread(apart)}")
    return lines


def clocks() -> list[str]:
    """How far the SM clocks that ncu measured lie apart between runs of a session, kernel by kernel."""
    lines = []
    for file in sorted(FOLDER.glob("*.ncu.csv.xz")):
        found: dict[str, dict[str, list[float]]] = {}
        with lzma.open(file, "rt", encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                if row["variant"] == "as-is":
                    found.setdefault(row["kernel"], {}).setdefault(row["run"], []).append(float(row["sm_mhz"]))
        spread = np.array(
            [np.ptp([np.median(mhz) for mhz in runs.values()]) / np.median(np.concatenate([*runs.values()])) for runs in found.values()]
        )
        lines.append(f"- {file.name.removesuffix('.ncu.csv.xz')}: SM clocks of a kernel lie apart by {_spread(spread)} between runs")
    return lines


def _ratio(slowed: Mapping[str, Launches], plain: Mapping[str, Launches]) -> float:
    return float(np.median([np.median(times) / np.median(plain[run]) for run, times in slowed.items() if run in plain])) - 1.0


def _spread(values: Launches) -> str:
    return f"{100 * float(np.median(values)):.2f}% (median kernel; {100 * float(values.min()):.2f} to {100 * float(values.max()):.2f}%)"


def _span(places: Launches) -> str:
    middle = np.exp(np.median(places, axis=1)) / 1e3
    return f"{middle.min():.1f} to {middle.max():.0f} µs"


def convert(archive: Path, folder: Path = FOLDER) -> list[Path]:
    """The files of measured/ that measure.sh's ``archive`` makes."""
    session = re.sub(r"\.tar(\.xz)?$", "", archive.name)
    with tarfile.open(archive) as tar:
        texts = {Path(m.name).name: tar.extractfile(m).read().decode() for m in tar.getmembers() if m.isfile()}  # type: ignore[union-attr]
    traced = [[run, *line.split(",")] for run, text in _of(texts, ".trace") for line in text.splitlines()]
    profiled = [row for run, text in _of(texts, ".csv") for row in _profiled(run, text, texts[f"{run}.launches"])]
    folder.mkdir(exist_ok=True)
    written = []
    for suffix, columns, rows in ((".csv.xz", _COLUMNS, traced), (".ncu.csv.xz", [*_COLUMNS, "sm_mhz"], profiled)):
        if rows:
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([columns, *rows])
            written.append(folder / f"{session}{suffix}")
            written[-1].write_bytes(lzma.compress(out.getvalue().encode(), preset=9 | lzma.PRESET_EXTREME))
    return written


def _of(texts: Mapping[str, str], suffix: str) -> list[tuple[str, str]]:
    return sorted(((n.removesuffix(suffix), t) for n, t in texts.items() if n.endswith(suffix)), key=lambda pair: int(pair[0]))


def _profiled(run: str, page: str, launches: str) -> Iterator[Sequence[str]]:
    """Raw page and list of launches, side by side; they are in one order."""
    header, _, *rows = csv.reader(line for line in page.splitlines() if not line.startswith("=="))
    time, clock = header.index(_TIME), header.index(_CLOCK)
    for row, launch in zip(rows, launches.splitlines(), strict=True):
        nanoseconds, hertz = (float(row[at].replace(",", "")) for at in (time, clock))
        yield [run, *launch.split(","), f"{nanoseconds:.0f}", f"{hertz / 1e6:.1f}" if math.isfinite(hertz) else ""]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for file in convert(Path(name)):
            print(file)
