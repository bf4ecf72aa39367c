"""Counts that the vendor's rules state are the metrics that the raw page of the same run holds."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.advice import sets
from ncu_advisor import load
from ncu_advisor.columns import Columns
from ncu_advisor.profile import VendorRule
from ncu_advisor.readers import read_all
from ncu_advisor.readers.rule_facts import facts, with_facts

EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"
SECTORS, EXCESS = "memory_l2_theoretical_sectors_global", "derived__memory_l2_theoretical_sectors_global_excessive"


def stated(text: str) -> dict[str, float]:
    return facts([VendorRule("r", "OPT", text)])


def test_the_details_page_of_a_run_states_what_its_raw_page_holds() -> None:
    """Every metric that only a rule's sentence tells of, launch by launch, within the digits that the sentence has."""
    (details,), _ = read_all([str(next(EXPORTS.glob("full*details.csv.xz")))], lambda name: True)
    (raw,), _ = read_all([str(next(EXPORTS.glob("full*raw.csv.xz")))], lambda name: True)
    told = 0
    for row, rules in details.vendor_rules.items():
        for name, value in facts(rules).items():
            if name.startswith("rule:"):  # no counter of the raw page, but the sum or ratio of some
                continue
            told += 1
            assert value == pytest.approx(raw.metrics[name][row], rel=1e-6, abs=0.051), (row, name)
    assert told > 30


@pytest.mark.parametrize(("program", "metrics"), [("cmp_series", ("ffma", "fadd_fmul")), ("par_balance", ("sm_imbalance",))])
def test_what_rules_state_becomes_the_metric_that_counters_give(program: str, metrics: tuple[str, ...]) -> None:
    """The details page of one run against the raw page of another of the same kernels: instructions to 2%, imbalance to 4 points."""
    pages = [load(str(sets.page(program, f"full.{page}"))) for page in ("details", "raw")]
    details, raw = (dict(zip(page.launches["short_name"], page.metrics.to_dict("records"), strict=True)) for page in pages)
    told = [(details[kernel][name], raw[kernel][name]) for kernel in details for name in metrics if not math.isnan(details[kernel][name])]
    assert told
    assert all(value == pytest.approx(counted, rel=0.02, abs=4.0) for value, counted in told)


@pytest.mark.parametrize(
    ("reason", "metric"),
    [
        ("waiting for a scoreboard dependency on a L1TEX (local, global, surface, texture) operation.", "long_scoreboard"),
        ("waiting for the MIO (memory input/output) instruction queue to be not full.", "mio_throttle"),
        ("waiting for the L1 instruction queue for local and global (LG) memory operations to be not full.", "lg_throttle"),
        ("waiting for sibling warps at a CTA barrier.", "barrier"),
        ("waiting on a fixed latency execution dependency.", "wait"),
        ("waiting for an immediate constant cache (IMC) miss.", "imc_miss"),
        ("waiting for an MIO instruction queue to be not full.", "mio_throttle"),
        ("waiting for the local/global instruction queue to be not full.", "lg_throttle"),
        ("waiting for the L1TEX instruction queue to be not full.", "tex_throttle"),
        ("waiting for a math execution pipeline to be available.", "math_pipe_throttle"),
        ("due to not being selected by the scheduler.", "not_selected"),
        ("waiting after an EXIT instruction for all outstanding memory instructions to complete.", "drain"),
    ],
)
def test_a_stall_is_known_by_what_the_sentence_says_of_it(reason: str, metric: str) -> None:
    """Both as older and as newer versions begin the sentence."""
    for start in ("On average, each warp of this workload spends 20.8", "On average each warp of this kernel spends 20.8"):
        assert stated(f"{start} cycles being stalled {reason}") == {f"smsp__average_warps_issue_stalled_{metric}_per_issue_active.ratio": 20.8}


def test_bank_conflicts_are_read_whichever_way_the_sentence_is_spaced() -> None:
    """Some versions leave out a blank, others double one; thousands may be grouped."""
    for spaced in (".This results in 966656 bank conflicts,  which", ". This results in 966,656 bank conflicts, which"):
        text = f"a 5.5 - way bank conflict across all 214,016 shared load requests{spaced} represent 81.66% of the overall 1183744 wavefronts"
        assert list(stated(text).values()) == [214016.0, 966656.0, 1183744.0]


ROOFLINE = "The workload achieved {} of this device's FP32 peak performance and {} of its FP64 peak performance."


@pytest.mark.parametrize(
    ("rates", "told"),
    [(("0%", "31%"), {"fp32": 0.0, "fp64": 31.0}), ((" close to 0%", "24%"), {"fp64": 24.0}), (("6%", " close to 0%"), {"fp32": 6.0})],
)
def test_a_rate_that_rounds_to_nothing_is_no_number(rates: tuple[str, str], told: dict[str, float]) -> None:
    """None at all is zero; "close to 0%" is some, and how much is not said."""
    assert stated(ROOFLINE.format(*rates)) == {f"rule:SOLFPRoofline:{kind}_pct": value for kind, value in told.items()}


def test_older_versions_name_the_roofline_in_small_letters() -> None:
    """As 2020 to 2023 wrote it."""
    told = stated("The kernel achieved 47% of this device's fp32 peak performance and 0% of its fp64 peak performance.")
    assert told == {"rule:SOLFPRoofline:fp32_pct": 47.0, "rule:SOLFPRoofline:fp64_pct": 0.0}


def test_the_busiest_pipe_is_read_of_either_kind_of_cycles() -> None:
    """Most versions state it of active cycles, the latest of elapsed ones; the name says which."""
    for cycles in ("active", "elapsed"):
        told = stated(f"FP64 is the highest-utilized pipeline (85.2%) based on {cycles} cycles, taking into account the rates of its instructions.")
        assert told == {f"sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_{cycles}": 85.2}


def test_the_sentence_on_peaks_tells_how_few_fp64_lanes_there_are() -> None:
    """The ratio of both peaks, also of a device whose name and capability the page lacks."""
    text = "The ratio of peak float ({}) to double ({}) performance on this device is 32:1. The workload achieved close to 0% of"
    for names in (("fp32", "fp64"), ("FP32", "FP64")):
        assert stated(text.format(*names)) == {"rule:SOLFPRoofline:fp32_to_fp64": 32.0}


def test_the_pipe_that_tensor_cores_share_counts_where_they_dominate_it() -> None:
    """FP64 work fills the same pipe, and is not the tensor cores'."""
    busiest = "Shared is the highest-utilized pipeline (24.7%) based on elapsed cycles in the workload. It's dominated by its {} sub-pipeline."
    assert stated(busiest.format("Tensor (FP)")) == {"rule:HighPipeUtilization:tensor_pct": 24.7}
    assert stated(busiest.format("FP64")) == {}


def test_local_accesses_are_told_apart_from_global_ones() -> None:
    """The sentence on sectors has one form for both."""
    text = "The memory access pattern for {} loads from L1TEX might not be optimal. On average, only 1.0 of the 32 bytes transmitted per sector"
    assert list(stated(text.format("local"))) == ["rule:MemoryCacheAccessPattern:local_load_bytes"]
    assert list(stated(text.format("global"))) == ["smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio"]


def test_a_sentence_in_other_words_says_nothing() -> None:
    """A reason that is not known, or a sentence without its numbers."""
    assert stated("each warp of this kernel spends 3.1 cycles being stalled for love") == {}
    assert stated("uncoalesced global accesses resulting in many excessive sectors") == {}


@given(st.text("0123456789.,e+-", max_size=40))
def test_no_number_of_a_sentence_stops_a_reader(digits: str) -> None:
    """Whatever stands in its place: it is a finite number or nothing."""
    for sentence in (
        "each warp of this kernel spends {} cycles being stalled waiting for the MIO queue",
        "of {} excessive sectors (1% of the total {} sectors)",
    ):
        assert all(map(math.isfinite, stated(sentence.replace("{}", digits)).values()))


def test_what_was_exported_stands() -> None:
    """A rule fills what the export lacks, never what it holds; launches without the sentence have no value."""
    rule = VendorRule("r", "OPT", "resulting in a total of 75 excessive sectors (75% of the total 100 sectors).")
    filled = with_facts(Columns({SECTORS: np.array([7.0, 8.0])}, 2), {1: [rule]})
    assert filled[SECTORS].tolist() == [7.0, 8.0]
    assert (math.isnan(filled[EXCESS][0]), filled[EXCESS][1]) == (True, 75.0)


def test_slow_and_fast_sms_beside_each_other_are_stated_as_either_alone_is() -> None:
    """Where some SMs are slower and others faster than the average, the sentence names both before it tells by how much."""
    begins = "One or more SMs have a much higher number of active cycles than the average number of active cycles."
    both = " Additionally, other SMs have a much lower number of active cycles than the average number of active cycles."
    ends = " Maximum instance value is 6.00% above the average"
    assert stated(begins + ends) == stated(begins + both + ends + ", while the minimum instance value is 7.66% below the average.")
    assert 6.0 in stated(begins + both + ends).values()
