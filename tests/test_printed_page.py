"""What plain ``ncu`` prints allows to be said: patterns of four shares, on measured kernels."""

from __future__ import annotations

from functools import lru_cache

import pytest

from benchmarks.advice import printed, sets
from ncu_advisor import advise, load
from ncu_advisor.report import Diagnosis

PROGRAMS = ("sixth_n1", "sixth_n5", "mem_atomics", "sixth_n3b", "sixth_n2")
HEALTHY = ("blind_sound", "par_healthy")


def kernels(programs: tuple[str, ...]) -> dict[str, Diagnosis]:
    """What is said of the kernels of these programs' printed pages."""
    details = [sets.page(program, "full.details") for program in programs]
    pages = map(load_page, printed.pages(details))
    return {kernel.short_name: kernel for page in pages for kernel in page}


def load_page(path: str) -> list[Diagnosis]:
    return advise(load(path)).kernels


@lru_cache(maxsize=1)
def defects() -> dict[str, Diagnosis]:
    return kernels(PROGRAMS)


@pytest.mark.parametrize(
    ("kernel", "rule", "saved"),  # measured
    [
        ("column_theta_a", "uncoalesced-access", 86),
        ("microprice_a", "shared-bank-conflict", 78),
        ("spectra_a", "low-data-reuse", 72),
        ("walk_vi_a", "memory-latency", 44),
        ("lightcurve_a", "dependency-stall", 46),
        ("track_update_a", "register-spill", 90),
    ],
)
def test_a_pattern_of_shares_names_its_cause(kernel: str, rule: str, saved: float) -> None:
    """First, as what it looks like, with a saving near the measured one."""
    found = defects()[kernel].findings[0]
    assert (found.rule, found.time_saved_pct) == (rule, pytest.approx(saved, abs=12))
    assert any(word in found.title + found.explanation for word in ("look", "seem", "this one does not tell"))


def test_healthy_kernels_have_no_pattern() -> None:
    """Streams, reductions, tiles and library kernels are promised nothing worth mentioning."""
    promised = {name: finding.time_saved_pct for name, kernel in kernels(HEALTHY).items() for finding in kernel.findings}
    assert {name: saved for name, saved in promised.items() if saved > 10} == {}


def test_the_page_is_that_of_set_basic() -> None:
    """It names no pipe, no stall and no sector."""
    (page,) = (load(path) for path in printed.pages([sets.page("mem_atomics", "full.details")]))
    names = set(page.metrics.columns)
    assert {"dram_throughput", "l1_throughput", "sm_throughput", "theoretical_occupancy"} <= names
    assert names & {"issue_elapsed", "pipe_fma", "l1_hit_rate", "share_long_scoreboard", "instructions"} == set()
