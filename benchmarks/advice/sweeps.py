"""The sweeps of the last wave: of timed grids, what the model says was lost, and what was."""

from __future__ import annotations

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
    "twentyfifth",
    "twentysixth",
    "twentyseventh",
    "twentyeighth",
    "twentyninth",
    "thirtieth",
    "thirtyfirst",
    "thirtysecond",
    "thirtythird",
    "thirtyfourth",
    "thirtyfifth",
    "thirtysixth",
    "thirtyseventh",
)
LARGE_ERROR = 5.0  # points of the launch
# What was told of a sweep before it taught anything (tail/NAME.first_look.csv), by the models of commits bf39101, a543962, 69deff5, 8d713eb,
# 69bcd30 and bcaa103; of the eighth to the tenth by that of 7bdcbec, of the eleventh by that of b0e9353, of the twelfth by that of 784fa4f, of the
# thirteenth by that of 89e57a7, of the fourteenth by that of 2263a93, of the fifteenth by that of ece8756, of the sixteenth by that of e18967f, of
# the seventeenth by that of 4b4a763, of the eighteenth by that of 6ed3def, of the nineteenth by that of 7989b76, of the twentieth by that of 7e5cdd0,
# of the twentyfirst by that of e9e3fd3, of the twentysecond by that of 15c436f, of the twentythird by that of 6595967, of the twentyfourth by that of
# 6230598, of the twentyfifth by that of 2dc3b2e, of the twentysixth by that of 98c0d45, of the twentyseventh by that of df12905,
# of the twentyeighth by that of ad214a6, of the twentyninth by that of 9867ada, of the thirtieth by that of c29f9b4,
# of the thirtyfirst by that of 1f872c4, of the thirtysecond by that of 76e12e5, of the thirtythird by that of 1b5a97c,
# of the thirtyfourth by that of ea9e1c1, of the thirtyfifth by that of f31db7d,
# of the thirtysixth by that of df1716f, of the thirtyseventh by that of ddb16fa. (The thirtysecond ran 22 kinds; of 15 fewer than two grids are
# whole waves, between which no line tells what a last wave loses: their times are not kept.)
FIRST_LOOKS = SWEEPS[1:]
_SHAPE = ["kernel", "blocks", "grid"]
# Whole waves that all lose alike rise with the line from the first one, within the noise of their times.
_STEADY = 0.97


def markdown() -> str:
    """A row a sweep, one for all, and one for each that was looked at before it taught."""
    lines = ["Loss told against loss timed, in percent of the launch, over grids of 1 to 10 waves, 1 to 16 blocks an SM.", ""]
    lines += ["A profiled launch is not the timed one: the GPU may deal the same blocks to its SMs otherwise. The last column leaves out grids whose"]
    lines += ["profiled launch, by its own duration, lost what is told of it.", ""]
    lines += ["| sweep | grids | mean error | largest | beyond 5 points | also of the profiled launch |", "|---|--:|--:|--:|--:|--:|"]
    lines += [_row(name, sweep(name)) for name in SWEEPS]
    lines += [_row("**all**", pd.concat([sweep(name) for name in SWEEPS]))]
    return "\n".join([*lines, *(_row(f"{name}, first look", _first_looked_at(name)) for name in FIRST_LOOKS)])


def _first_looked_at(name: str) -> pd.DataFrame:
    said = pd.read_csv(TAIL / f"{name}.first_look.csv")
    return sweep(name).drop(columns="told").merge(said, on=["kernel", "blocks", "grid"], validate="one_to_one")


def _row(name: str, grids: pd.DataFrame) -> str:
    error, of_profiled = ((grids["told"] - grids[lost]).abs() for lost in ("lost", "lost_profiled"))
    beyond = error > LARGE_ERROR
    figures = f"{error.mean():.2f} points | {error.max():.1f} points | {int(beyond.sum())} | {int((beyond & (of_profiled > LARGE_ERROR)).sum())}"
    return f"| {name} | {len(error)} | {figures} |"


@lru_cache(maxsize=len(SWEEPS))
def sweep(name: str = "first") -> pd.DataFrame:
    """One row a grid of at least one wave, in percent of the launch.

    ``told``: what the model says was lost; ``lost``: what timing outside the profiler says; ``lost_profiled``: what the profiled launches' own
    durations say.
    """
    times = TAIL / f"{name}.times.csv.xz"
    return pd.concat([_of_page(page, times) for page in sorted(TAIL.glob(f"{name}.*.raw.csv.xz"))], ignore_index=True)


def _of_page(page: Path, times: Path) -> pd.DataFrame:
    profile = load(str(page))
    model = TimeModel(profile.metrics, identify(profile).achievable(profile.metrics))
    shapes = pd.DataFrame({"kernel": profile.launches["short_name"]}).reset_index(drop=True)
    shapes["blocks"], shapes["grid"] = (profile.metrics[name].to_numpy(dtype=int) for name in ("blocks_per_sm", "grid_size"))
    shapes["told"], shapes["profiled_us"] = tail_columns(profile.metrics, model)["tail_loss"], profile.metrics["duration"].to_numpy() / 1e3
    frame = _timed(times).merge(shapes.drop_duplicates(_SHAPE, keep="last"), on=_SHAPE, validate="one_to_one")
    frame["waves"] = frame["grid"] / (frame["blocks"] * int(profile.metrics["sm_count"].iloc[0]))
    frame = frame[frame["waves"] >= 1].reset_index(drop=True)
    frame["lost"], frame["lost_profiled"] = _lost(frame, "us"), _lost(frame, "profiled_us")
    return frame[[*_SHAPE, "waves", "us", "told", "lost", "lost_profiled"]]


def _timed(times: Path) -> pd.DataFrame:
    """Kernel, blocks an SM, grid and median duration outside the profiler (us)."""
    timed = pd.read_csv(times).rename(columns={"blocks_per_sm": "blocks", "median_us": "us"})
    return timed[[*_SHAPE, "us"]]


def _lost(grids: pd.DataFrame, duration: str) -> pd.Series:
    """Percent that each grid lost to its last wave, by the column ``duration`` (us).

    Of whole waves that fill all SMs evenly, time is linear in their number: what a grid takes beyond that line is what its last wave loses.
    """
    whole = grids[grids["waves"] % 1 == 0]
    lines = {kind: _line(list(zip(of["waves"], of[duration], strict=True))) for kind, of in whole.groupby(["kernel", "blocks"])}
    ideal = [lines[kernel, blocks](waves) for kernel, blocks, waves in zip(grids["kernel"], grids["blocks"], grids["waves"], strict=True)]
    return 100.0 * (1.0 - np.array(ideal) / grids[duration])


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
