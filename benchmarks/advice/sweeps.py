"""The sweeps of the last wave: of timed grids, what the model says was lost, and what was."""

from __future__ import annotations

import csv
import lzma
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

from ncu_advisor.hardware.device import identify
from ncu_advisor.load import load
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import TimeModel

TAIL = Path(__file__).parent / "tail"
SWEEPS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twentyfirst",
    "twentysecond",
    "twentythird",
    "twentyfourth",
)
LARGE_ERROR = 5.0  # points of the launch
# What was told of a sweep before it taught anything (tail/NAME.first_look.csv), by the models of commits bf39101, a543962, 69deff5, 8d713eb,
# 69bcd30 and bcaa103; of the eighth to the tenth by that of 7bdcbec, of the eleventh by that of b0e9353, of the twelfth by that of 784fa4f, of the
# thirteenth by that of 89e57a7, of the fourteenth by that of 2263a93, of the fifteenth by that of ece8756, of the sixteenth by that of e18967f, of
# the seventeenth by that of 4b4a763, of the eighteenth by that of 6ed3def, of the nineteenth by that of 7989b76, of the twentieth by that of 7e5cdd0,
# of the twentyfirst by that of e9e3fd3, of the twentysecond by that of 15c436f,
# of the twentythird by that of 6595967, of the twentyfourth by that of 6230598.
FIRST_LOOKS = SWEEPS[1:]
# Whole waves that all lose alike rise with the line from the first one, within the noise of their times.
_STEADY = 0.97


def markdown() -> str:
    """A row a sweep, and one for each that was looked at before it taught."""
    lines = ["Loss told against loss timed, in percent of the launch, over grids of 1 to 10 waves, 1 to 16 blocks an SM.", ""]
    lines += ["| sweep | grids | mean error | largest | beyond 5 points |", "|---|--:|--:|--:|--:|"]
    lines += [_row(name, sweep(name)) for name in SWEEPS]
    return "\n".join([*lines, *(_row(f"{name}, first look", _first_looked_at(name)) for name in FIRST_LOOKS)])


def _first_looked_at(name: str) -> pd.DataFrame:
    said = pd.read_csv(TAIL / f"{name}.first_look.csv")
    return sweep(name).drop(columns="told").merge(said, on=["kernel", "blocks", "grid"], validate="one_to_one")


def _row(name: str, grids: pd.DataFrame) -> str:
    error = (grids["told"] - grids["lost"]).abs()
    return f"| {name} | {len(error)} | {error.mean():.2f} points | {error.max():.1f} points | {int((error > LARGE_ERROR).sum())} |"


@lru_cache(maxsize=len(SWEEPS))
def sweep(name: str = "first") -> pd.DataFrame:
    """One row a grid of at least one wave: what the model says was lost (``told``), and what timing says (``lost``), in percent."""
    times = TAIL / f"{name}.times.csv.xz"
    return pd.concat([_of_page(page, times) for page in sorted(TAIL.glob(f"{name}.*.raw.csv.xz"))], ignore_index=True)


def _of_page(page: Path, times: Path) -> pd.DataFrame:
    profile = load(str(page))
    model = TimeModel(profile.metrics, identify(profile).achievable(profile.metrics))
    told = tail_columns(profile.metrics, model)["tail_loss"]
    shapes = zip(profile.launches["short_name"], profile.metrics["blocks_per_sm"], profile.metrics["grid_size"], strict=True)
    by_shape = {(name, int(blocks), int(grid)): float(told[row]) for row, (name, blocks, grid) in enumerate(shapes)}
    sms = int(profile.metrics["sm_count"].iloc[0])
    profiled = set(profile.launches["short_name"])
    with lzma.open(times, "rt", encoding="utf-8", newline="") as stream:
        timed = [
            (r["kernel"], int(r["blocks_per_sm"]), int(r["grid"]), float(r["median_us"])) for r in csv.DictReader(stream) if r["kernel"] in profiled
        ]
    whole: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    for kernel, blocks, grid, us in timed:
        if grid % (blocks * sms) == 0:
            whole[kernel, blocks].append((grid / (blocks * sms), us))
    # Of whole waves that fill all SMs evenly, time is linear in their number: what a grid takes beyond that line is what its last wave loses.
    lines = {key: _line(points) for key, points in whole.items()}
    rows = [(k, b, g, g / (b * sms), us, by_shape[k, b, g]) for k, b, g, us in timed if g >= b * sms]
    frame = pd.DataFrame(rows, columns=["kernel", "blocks", "grid", "waves", "us", "told"])
    ideal = [lines[row.kernel, row.blocks](row.waves) for row in frame.itertuples()]
    frame["lost"] = 100.0 * (1.0 - np.array(ideal) / frame["us"])
    return frame


def _line(points: list[tuple[float, float]]) -> Callable[[float], float]:
    """The highest line below all points: whole waves whose blocks were dealt to the SMs unevenly lose time as well, and do not count.

    From two waves on each may lose the one block more that some SM gets, as long as the blocks are short; the first one cannot. So the line is no
    steeper than they rise among themselves.
    """
    (first, least), *later = sorted(points)
    lines = [((v - u) / (b - a), u - a * (v - u) / (b - a)) for (a, u), (b, v) in combinations(sorted(points), 2)]
    below = [line for line in lines if all(line[0] * waves + line[1] <= us + 1e-6 for waves, us in points)]
    slope, start = max(below, key=lambda line: sum(line[0] * waves + line[1] for waves, _ in points))
    if len(later) > 2:
        rise = np.polyfit(*zip(*later, strict=True), 1)[0]
        if rise < _STEADY * slope:
            slope, start = rise, least - first * rise
    return lambda waves: slope * waves + start
