"""Simulated profiles: what a launch's time is made of, as an assumption that can be read and argued with.

    log time = log of the kernel's own time + shift of the run + shift of the kernel in that run + scatter of the launch

Deviations are relative. Where they come from: whole runs shift by about 1% (clocks and temperature; measured bands are wider, ROCm/FlyDSL
#924 tells of 14%), kernels by 0.5% each on top of it, launches scatter by 0.2 to 2% (the same thread: 0.5 to 1.5% for grids that fill the
device). Five kernels in a hundred run at one of two speeds 12% apart for a whole run, without any sign of it within the run (newton-physics
/newton #2534: 22.5 or 25.5 ms, with 0.05 ms deviation inside a run). Outliers: one launch in 33 takes 10 to 50% longer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.regression.noise import Sample, Series

KERNELS = 30
LAUNCHES = 10


@dataclass(frozen=True)
class Model:
    """One assumption about noise."""

    name: str
    what: str
    launch: tuple[float, float] = (0.002, 0.02)
    kernel_run: float = 0.005
    whole_run: float = 0.01
    two_speeds: float = 0.0  # share of kernels
    step: float = 0.12
    outliers: float = 0.0  # share of launches


MODELS = (
    Model("A", "launches scatter, runs are alike", kernel_run=0.0, whole_run=0.0),
    Model("B", "and runs differ: 1% all kernels together, 0.5% each by itself"),
    Model("C", "and 5% of the kernels have two speeds 12% apart", two_speeds=0.05),
    Model("D", "B, and 3% of the launches take 10 to 50% longer", outliers=0.03),
)


@dataclass(frozen=True)
class Case:
    """What happens to the current run of a simulated pull request; kernel 0 is the one that a change is about."""

    change: Mapping[int, float] = field(default_factory=dict)  # kernel -> factor on its time
    shift: float | None = None  # of the whole current run, instead of a drawn one
    deviation: float | None = None  # of kernel 0's launches, the shift of the kernel in its run included
    between: float | None = None  # how much of that is the kernel's shift from run to run, instead of the model's


def draw(model: Model, case: Case, runs: int, drawn: np.random.Generator) -> list[Series]:
    """One pull request: ``runs`` baseline runs and a current one of KERNELS kernels, LAUNCHES launches each."""
    launch = drawn.uniform(*model.launch, KERNELS)
    own = drawn.uniform(np.log(5e3), np.log(2e6), KERNELS)
    between = np.full((KERNELS, 1), model.kernel_run)
    if case.deviation is not None:
        between[0] = model.kernel_run if case.between is None else case.between
        launch[0] = np.sqrt(max(case.deviation**2 - float(between[0, 0]) ** 2, 0.0))
        own[0] = np.log(1e5)
    whole = drawn.normal(0.0, model.whole_run, runs + 1)
    if case.shift is not None:
        whole[-1] = np.log1p(case.shift)
    level = own[:, None] + whole[None, :] + drawn.normal(0.0, 1.0, (KERNELS, runs + 1)) * between
    level += _two_speeds(model, case, runs, drawn)
    for kernel, factor in case.change.items():
        level[kernel, -1] += np.log(factor)
    times = level[:, :, None] + drawn.normal(0.0, 1.0, (KERNELS, runs + 1, LAUNCHES)) * launch[:, None, None]
    slow = drawn.random(times.shape) < model.outliers
    times = np.exp(times + np.where(slow, np.log(drawn.uniform(1.1, 1.5, times.shape)), 0.0))
    return [series(str(kernel), times[kernel]) for kernel in range(KERNELS)]


def _two_speeds(model: Model, case: Case, runs: int, drawn: np.random.Generator) -> NDArray[np.float64]:
    chosen = drawn.random(KERNELS) < model.two_speeds
    if case.deviation is not None:
        chosen[0] = False  # its deviation is given
    slow = drawn.random((KERNELS, runs + 1)) < 0.5
    return np.where(chosen[:, None] & slow, model.step, 0.0)


def series(name: str, times: NDArray[np.float64]) -> Series:
    """From times of shape (runs, launches); the last run is the current one."""
    samples = tuple(Sample(tuple(row)) for row in times)
    return Series(name, samples[:-1], samples[-1:])
