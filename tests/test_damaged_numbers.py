"""Numbers that no GPU counts, from damaged or edited exports: they stop nothing and leave every output well-formed."""

from __future__ import annotations

import copy
import json
import re
from functools import lru_cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ncu_advisor import catalogue, outputs
from ncu_advisor.advise import advise
from ncu_advisor.columns import Columns
from ncu_advisor.load import assemble
from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import read_all

SAMPLE = Path(__file__).parents[1] / "sample_reports" / "exports" / "full_raw.csv.xz"
ODD = [0.0, 1.0, -1.0, 1e308, 1e-308, 1e15, -1e15, np.nan, 0.5, 3.0, 1e-12, 2.0**63]
FORMATS = ("json", "terminal", "html", "md", "sarif", "csv", "junit", "github", "gitlab")


@lru_cache(maxsize=1)
def _sample() -> LaunchTable:
    (table,), _ = read_all([str(SAMPLE)], catalogue.is_wanted)
    assert isinstance(table, LaunchTable)
    return table


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


@pytest.mark.parametrize("seed", range(12))
def test_absurd_numbers_stop_nothing(seed: int) -> None:
    """Any cell of a profile may hold any number; a warning of NumPy would be an error here."""
    source = np.random.default_rng(seed)
    table = copy.deepcopy(_sample())
    values = table.metrics.to_numpy(dtype=float, copy=True)
    struck = source.random(values.shape) < (0.02, 0.1, 0.5, 0.95)[seed % 4]
    values[struck] = source.choice(source.choice(ODD, 1 + seed % 3), struck.sum())
    table.metric_columns = Columns(dict(zip(table.metrics, values.T, strict=True)), len(table))
    if seed % 3 == 0:
        table.launch_columns |= {"block_x": np.full(len(table), source.choice([0, 1, 2**31 - 1]))}
    report = advise(assemble([table]))
    written = {name: outputs.by_name(name).render(report, outputs.Options()) for name in FORMATS}
    assert len(report.kernels) == len(table.launches)
    for name in ("json", "sarif", "gitlab"):
        assert json.loads(written[name], parse_constant=_refuse) is not None


def test_what_cannot_be_is_as_good_as_missing() -> None:
    """A negative or immense value is not collected, rather than believed."""
    exported = pd.DataFrame({"gpu__time_duration.sum": [-5.0, 1e300, 1000.0], "dram__bytes.sum": [1.0, 2.0, 3.0]})
    frame = catalogue.metric_columns(Columns.of_frame(exported)).frame
    assert np.isnan(frame["duration"].to_numpy()).tolist() == [True, True, False]


# What no launch that took time has none of: threads, their registers, a clock, cycles, instructions.
NEVER_NOTHING = (
    "launch__registers_per_thread", "launch__block_size", "launch__grid_size", "launch__occupancy_limit_registers",
    "sm__cycles_active.avg", "sm__cycles_active.max", "smsp__cycles_active.avg", "gpc__cycles_elapsed.max", "gpc__cycles_elapsed.avg.per_second",
    "smsp__inst_executed.sum", "smsp__inst_issued.sum", "thread_inst_executed", "smsp__average_warp_latency_per_inst_issued.ratio",
)  # fmt: skip


@pytest.mark.parametrize("name", NEVER_NOTHING)
def test_a_count_that_cannot_be_nothing_is_missing(name: str) -> None:
    """A 0 of it is told once as what cannot be; no sentence holds a ratio to it, and nothing stops."""
    table = copy.deepcopy(_sample())
    metric = next(metric for metric in catalogue.metrics().values() if name in metric.vendor)
    zeroed = {other: np.zeros(len(table)) for other in metric.vendor if other in table.metric_columns} | {name: np.zeros(len(table))}
    table.metric_columns |= zeroed
    report = advise(assemble([table]))
    assert [warning for warning in table.warnings if f"{metric.name} is 0" in warning and "which cannot be" in warning]
    written = [str(outputs.by_name(form).render(report, outputs.Options())) for form in ("json", "md")]
    assert [re.findall(r"(?<![\w-])inf(?![\w-])|∞", text) for text in written] == [[], []]


@pytest.mark.parametrize(
    "name", ["sm__cycles_active.min", "smsp__cycles_active.min", "launch__waves_per_multiprocessor", "smsp__pcsamp_sample_count"]
)
def test_a_count_that_may_be_nothing_is_believed(name: str) -> None:
    """An SM without a block, waves of a small grid that a page rounds, a launch too short for a sample."""
    assert catalogue.refused(Columns({name: np.zeros(2)}, 2), Columns({}, 2)) == []


def test_axes_of_a_launch_that_cannot_be_are_missing() -> None:
    """A grid of 0 blocks is none, also where the launch's identity says so and no counter does."""
    exported = Columns({"gpu__time_duration.sum": np.array([1000.0, 1000.0])}, 2)
    blocks = catalogue.metric_columns(exported, {"grid_size": np.array([0.0, 8.0])})["grid_size"]
    assert blocks.tolist() == pytest.approx([np.nan, 8.0], nan_ok=True)
