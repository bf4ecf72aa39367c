# ruff: noqa: E501 - rows of figures
"""A comparison made by hand: of five kernels one was mended, one became slower, one went, one came, and one stayed."""

from __future__ import annotations

from dataclasses import replace

import report_examples as examples
from report_examples import GEMM, TINY, TRANSPOSE, TRIAD, Diagnosis

from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.gate import GateResult, gate, unjudged
from ncu_advisor.regression.runs import Run, of_report
from ncu_advisor.report import RoofPoint

LAUNCHES = 6

MENDED = replace(
    TRANSPOSE,
    duration_ns=143000.0,
    limiter="dram",
    findings=[finding for finding in TRANSPOSE.findings if finding.rule != "uncoalesced-access"],
    roofline=[RoofPoint("dram", "fp32", 0.11, 4.7e11, 5.3e11), RoofPoint("l2", "fp32", 0.055, 4.7e11, 6.0e11), RoofPoint("l1", "fp32", 0.055, 4.7e11, 9.3e11)],
    utilization={"dram": 0.75, "l2": 0.50, "l1": 0.29, "issue": 0.19, "fma": 0.14, "alu": 0.08},
    metrics=TRANSPOSE.metrics | {
        "duration": 143000.0, "instructions": 27262976.0, "shared_load_instructions": 2097152.0, "shared_store_instructions": 2097152.0,
        "l1_bytes": 536870912.0, "l2_bytes": 536870912.0, "warp_latency": 79.0, "stall_long_scoreboard": 51.5, "stall_lg_throttle": 0.01,
        "stall_mio_throttle": 0.4, "stall_drain": 1.2, "stall_short_scoreboard": 1.7, "stall_barrier": 20.2, "achieved_occupancy": 94.0, "registers_per_thread": 22.0,
    },
)  # fmt: skip
SLOWER = replace(GEMM, duration_ns=1.7 * GEMM.duration_ns, metrics=GEMM.metrics | {"instructions": 1.9e9})
NEW = replace(TINY, name="void scale(float *)", short_name="scale")


def run(*kernels: Diagnosis, label: str = "run", times: int = LAUNCHES) -> Run:
    """Every kernel that many times, a third of a percent apart."""
    launches = [
        replace(kernel, id=n * len(kernels) + at, duration_ns=kernel.duration_ns * (1 + 0.001 * (n % 4)))
        for n in range(times)
        for at, kernel in enumerate(kernels)
    ]
    return of_report(examples.report(launches), label)


def before(name: str = "") -> Run:
    return run(*_called(name, TRANSPOSE, GEMM, TRIAD, TINY), label="before.csv")


def after(name: str = "") -> Run:
    return run(*_called(name, MENDED, SLOWER, TRIAD, NEW), label="after.csv")


def _called(name: str, first: Diagnosis, *others: Diagnosis) -> list[Diagnosis]:
    return [replace(first, name=name, short_name=name) if name else first, *others]


def compared() -> GateResult:
    return unjudged(compare([before()], [after()]))


def single() -> GateResult:
    """One launch of each kernel on either side, as most people profile."""
    sides = [run(*kernels, times=1) for kernels in ((TRANSPOSE, GEMM, TRIAD, TINY), (MENDED, SLOWER, TRIAD, NEW))]
    return unjudged(compare(sides[:1], sides[1:]))


def gated() -> GateResult:
    return gate([before()], [after()])


def hostile(name: str) -> GateResult:
    """The first kernel, its finding and the place of it are called ``name``."""
    bad = examples.hostile(name).kernels[0]
    kernels = [
        replace(bad, duration_ns=duration, findings=found, grid=(4, 1, 1), block=(32, 1, 1)) for duration, found in ((9e5, bad.findings), (3e5, []))
    ]
    return gate([run(kernels[1], TRIAD, label=name)], [run(kernels[0], TRIAD, label=name)])
