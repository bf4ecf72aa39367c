"""Findings over several launches: chains of neighbours, what fusing and batching save, and what must stay silent."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from launch_rows import MB, columns, diagnoses, profile, stream
from traces import session, shaped_run

from benchmarks.advice.sets import page
from ncu_advisor import sequence
from ncu_advisor.measurements import linked_launches
from ncu_advisor.profile import Profile
from ncu_advisor.report import NotEvaluated, Report, SequenceFinding
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import from_toml, load_folder
from ncu_advisor.timeline import shaped
from ncu_advisor.traces.launch_order import LaunchOrder


def _rule(name: str) -> Rule:
    path = data_folder("rules") / f"{name}.toml"
    return from_toml(path.read_text(encoding="utf-8"), path)


FUSION, LAUNCHING = _rule("missed-fusion"), _rule("launch-overhead")


def _complete(source: Profile, *rules: Rule) -> Report:
    report = Report({}, diagnoses(source))
    sequence.complete(report, source, rules, columns(source))
    return report


def _found(rows: list[dict[str, Any]], rule: Rule = FUSION, **more: Any) -> list[SequenceFinding]:
    return _complete(profile(rows, **more), rule).sequence_findings


CHAIN = [stream("scale", 512, 256), stream("squash", 256, 256), stream("gate", 512, 256)]
# Of 8192 warps: two loads and a store each, and ten instructions more of the load-store pipe, as reductions in a row have.
SHUFFLING = {"grid_size": 1024.0, "warps_per_block": 8.0, "lsu_instructions": 13 * 8192.0, "load_instructions": 16384.0, "store_instructions": 8192.0}
NO_ARITHMETIC = dict.fromkeys(("hfma", "ffma", "fadd_fmul", "dfma", "dadd_dmul", "hadd_per_cycle", "hmul_per_cycle"), 0.0)


def test_a_chain_that_hands_arrays_on_is_fused() -> None:
    """Of eight transfers four remain; the written half of those spared is what reached DRAM."""
    [finding] = _found(CHAIN)
    assert finding.kernels == (0, 1, 2)
    spared = 2 * (256 + 0.93 * 256) / (1280 + 3 * 0.93 * 256)
    assert finding.time_saved_pct == pytest.approx(100 * spared, abs=1)
    assert finding.recommendation["launches_to_fuse"] == 3
    assert finding.severity == "medium"  # sizes are no proof


def test_passes_over_one_array_are_fused() -> None:
    """Mean, variance and normalisation read the array three times; fused once."""
    rows = [stream("mean", 256, 0.0656), stream("variance", 256.0656, 0.0656), stream("normalise", 256.1312, 256)]
    [finding] = _found(rows)
    assert finding.kernels == (0, 1, 2)
    assert finding.time_saved_pct == pytest.approx(100 * 512 / (768 + 238), abs=1)
    assert "plus the few that that one wrote" in finding.explanation


def test_reductions_over_one_array_are_no_chain_by_themselves() -> None:
    """Seven variants of one reduction, as benchmarks have them, end in nothing that uses what they computed."""
    assert _found([stream(f"reduce{n}", 256, 0.0656) for n in range(7)]) == []


@pytest.mark.parametrize(
    "rows",
    [
        [stream("copy", 256, 256), stream("copy4", 256, 256)],
        [stream("copy", 256, 256)] * 5,
        [stream("triad_a", 512, 256), stream("triad_b", 512, 256), stream("triad_c", 512, 256)],
        [CHAIN[0], CHAIN[1] | {"grid": (512, 1, 1)}, CHAIN[2]],
        [CHAIN[0], CHAIN[1] | {"stream": 8}, CHAIN[2]],
        [CHAIN[0], CHAIN[1] | {"store_instructions": 4000.0}, CHAIN[2]],
        [CHAIN[0], CHAIN[1] | {"dram_throughput": 15.0}, CHAIN[2]],
        [CHAIN[0], CHAIN[1] | {"id": 2}, CHAIN[2] | {"id": 3}],
        [stream("a", 256, 256), stream("b", 240, 256), stream("c", 240, 256)],
        [row | {"shared_per_block": 4096.0} for row in CHAIN],
        [row | SHUFFLING for row in CHAIN],
        [row | {"load_bytes": 1.4 * row["dram_bytes_read"]} for row in CHAIN],
        [row | NO_ARITHMETIC for row in CHAIN],
    ],
    ids=[
        "a pair",
        "one kernel repeated",
        "equal arrays, none of them the only input",
        "another grid",
        "another stream",
        "stores of another width",
        "not bound by DRAM",
        "a launch left out between",
        "sizes that differ by 6%",
        "blocks that share tiles",
        "warps that exchange values",
        "neighbours loaded as well",
        "copies",
    ],
)
def test_neighbours_without_evidence_are_left_alone(rows: list[dict[str, Any]]) -> None:
    """A false alarm costs more trust than a missed one."""
    assert _found(rows) == []


# A producer of one array of three, and a launch that reads it and another: with what each asked for, on a GPU of 50 MB of L2.
UNLIKE = [
    stream("flux", 360, 120, load_bytes=360 * MB, fadd_fmul=1e6, gpu_l2_bytes=50 * MB),
    stream("sum", 240, 120, load_bytes=240 * MB, fadd_fmul=1e6, gpu_l2_bytes=50 * MB),
]


def _beside(chain: list[dict[str, Any]], read: float, written: float) -> list[dict[str, Any]]:
    """``chain`` in a profile with twenty other kernels of such sizes, none next to another of DRAM's pace."""
    return [*chain, *(stream(f"other{at}", read, written, dram_throughput=30.0, gpu_l2_bytes=50 * MB) for at in range(20))]


def test_a_pair_of_which_the_second_asks_for_other_bytes_is_told_where_its_sizes_are_its_own() -> None:
    """Two versions of one kernel ask for the same bytes; over arrays of the size that all kernels have, any two look like a chain."""
    [finding] = _found(_beside(UNLIKE, 500, 77))
    assert finding.kernels == (0, 1)
    assert "some with another array or two beside it" in finding.explanation
    assert _found(_beside(UNLIKE, 240, 120)) == []
    assert _found(UNLIKE) == []  # nothing to compare their sizes with
    again = UNLIKE[1] | {"name": "flux2", "load_bytes": 360 * MB, "dram_bytes_read": 360 * MB}
    assert _found(_beside([UNLIKE[0], again], 500, 77)) == []
    assert _found(_beside([row | {"fadd_fmul": 0.0} for row in UNLIKE], 500, 77)) == []  # copies and the like


def test_a_launch_that_stores_fewer_values_continues_where_its_sizes_are_its_own() -> None:
    """Four planes become three: exact bytes, another number of stores."""
    planes = [
        UNLIKE[0] | {"store_instructions": 4000.0},
        stream("stokes", 120, 90, load_bytes=120 * MB, store_instructions=3000.0, gpu_l2_bytes=50 * MB),
    ]
    [finding] = _found(_beside(planes, 500, 77))
    assert finding.kernels == (0, 1)
    assert _found(_beside(planes, 120, 90)) == []
    off = planes[1] | {"dram_bytes_read": 121 * MB, "load_bytes": 121 * MB}
    assert _found(_beside([planes[0], off], 500, 77)) == []


def _steps(*sent: float) -> list[dict[str, Any]]:
    """A kernel over 67 MB, to which L2 sent this many times each byte."""
    return [stream("merge", 67, 67, l2_sectors_read=67 * MB / 32 * times, l2_sectors_written=67 * MB / 32, gpu_l2_bytes=50 * MB) for times in sent]


def test_steps_of_one_kernel_are_told_by_what_l2_sends_them() -> None:
    """Of six steps, two with long strides, the four others fit into one launch; runs of a benchmark are served alike, and small arrays stay in L2."""
    [finding] = _found(_steps(1.6, 1.4, 1.0, 1.0, 1.0, 1.0))
    assert finding.kernels == (0, 1, 2, 3, 4, 5)
    assert finding.recommendation["launches_to_fuse"] == 4
    assert finding.time_saved_pct == pytest.approx(50, abs=1)
    assert _found(_steps(1.0, 1.0, 1.0, 1.0, 1.0, 1.0)) == []
    assert _found(_steps(1.6, 1.4, 1.0, 1.0, 1.0)) == []
    assert _found([row | {"gpu_l2_bytes": 100 * MB} for row in _steps(1.6, 1.4, 1.0, 1.0, 1.0, 1.0)]) == []
    assert _found([row | {"dram_bytes_read": 150 * MB} for row in _steps(1.6, 1.4, 1.0, 1.0, 1.0, 1.0)]) == []


def test_a_pair_that_recurs_is_one_finding() -> None:
    """Twice the same neighbours in the same order are no accident; all their launches are named."""
    rows = [stream("bias", 256, 256), stream("gelu", 256, 256), stream("gemm", 900, 30, dram_throughput=30.0)] * 2
    [finding] = _found(rows)
    assert finding.kernels == (0, 1, 3, 4)
    assert "2 times over" in finding.explanation


def _working(row: dict[str, Any], arithmetic: float, approximated: float = 0.0) -> dict[str, Any]:
    """With this many FP32 instructions and approximations of the special-function pipe, among twice as many instructions."""
    work = {"ffma": arithmetic, "instructions": 2 * arithmetic + approximated, "xu_instructions": approximated}
    return row | work | {"sm_count": 100.0, "elapsed_cycles": 1e6}


STEPS = [_working(row, work, xu) for row, work, xu in zip(CHAIN, (1e6, 4e6, 2e6), (0.0, 1e6, 0.0), strict=True)]


def test_the_fused_form_is_no_step_of_the_chain() -> None:
    """It reads and writes what a next step might, but does the arithmetic of all of them: it is named, and its time is none of theirs."""
    [chain], [with_fused] = _found(STEPS), _found([*STEPS, _working(stream("fused", 768, 256), 6.8e6, 1.02e6)])
    assert with_fused.kernels == chain.kernels == (0, 1, 2)
    assert with_fused.time_saved_pct == chain.time_saved_pct
    assert "fused, which follows, does the arithmetic of all of them in one launch." in with_fused.explanation
    assert "which follows" not in chain.explanation


def test_a_step_that_reads_less_than_the_first_is_no_fused_form() -> None:
    """The scaling of a norm may do about the work of what comes before it; but it does not read what that reads."""
    step = _working(stream("gate", 256, 256), 5e6, 1e6)
    assert [finding.kernels for finding in _found([*STEPS[:2], step])] == [(0, 1, 2)]


def test_passes_that_compute_again_what_they_do_not_keep_are_told_from_their_fused_form() -> None:
    """A softmax of three launches has its exponentials twice; the fused one, which follows, once."""
    passes = [stream("maxima", 256, 0.0656), stream("sums", 256.0656, 0.0656), stream("shares", 256.1312, 256)]
    worked = [_working(row, work, xu) for row, work, xu in zip(passes, (0.0, 3e6, 3e6), (0.0, 1e6, 1e6), strict=True)]
    [finding] = _found([*worked, _working(stream("softmax", 256, 256), 4e6, 1e6)])
    assert finding.kernels == (0, 1, 2)
    assert "softmax, which follows" in finding.explanation


def test_a_sum_and_what_is_made_of_it_are_told_from_their_fused_form() -> None:
    """A gradient of a softmax in two launches reads its rows twice, and has their exponentials twice; fused, once."""
    passes = [stream("sums", 512, 0.0656), stream("shares", 512.01, 512)]
    worked = [_working(row, 6e6, 2e6) for row in passes]
    [finding] = _found([*worked, _working(stream("gradient", 512.01, 512), 9e6, 2e6)])
    assert finding.kernels == (0, 1)
    assert "gradient, which follows" in finding.explanation


@pytest.mark.parametrize(("fused", "told"), [((7.0e6, 0.7e6), True), ((5.6e6, 2.1e6), False)], ids=["the same operations", "fewer"])
def test_products_and_sums_that_contract_are_the_same_operations(fused: tuple[float, float], told: bool) -> None:
    """A third fewer instructions do the work of the three steps, as pairs of a product and a sum became one: operations tell, not instructions."""
    multiply_adds = ((2.1e6, 0.0), (0.0, 4.2e6), (2.1e6, 2.1e6))
    steps = [row | {"ffma": both, "fadd_fmul": single} for row, (both, single) in zip(STEPS, multiply_adds, strict=True)]
    one = _working(stream("one", 768, 256), 0.0, 1.02e6) | {"ffma": fused[0], "fadd_fmul": fused[1], "instructions": 1.2e7}
    [finding] = _found([*steps, one])
    assert ("one, which follows" in finding.explanation) == told


def _uncounted(row: dict[str, Any], blocks: int, values: float) -> dict[str, Any]:
    """As set basic has it: no bytes stored; in blocks of 256, and with so many values of 4 bytes a block read besides."""
    kept = {name: value for name, value in row.items() if name not in ("store_bytes", "store_instructions")}
    l2 = {"l2_sectors_written": 0.96 * row["store_bytes"] / 32 if row["store_bytes"] > MB else 0.0, "gpu_l2_bytes": 50e6}
    return kept | l2 | {"grid_size": float(blocks), "warps_per_block": 8.0, "dram_bytes_read": row["dram_bytes_read"] + 4 * blocks * values}


@pytest.mark.parametrize(("values", "told"), [(1.0, True), (2.0, True), (1.4, False), (0.1, False)])
def test_without_counts_passes_are_told_by_a_value_of_each_block(values: float, told: bool) -> None:
    """Set basic: one or two values a block more than the launch before read are its sums; anything between is chance."""
    rows = [stream("sums", 256, 0.0656), stream("scaled", 256, 256)]
    found = _found([_uncounted(rows[0], 65536, 0.0), _uncounted(rows[1], 65536, values)])
    assert [finding.kernels for finding in found] == ([(0, 1)] if told else [])


@pytest.mark.parametrize(("arithmetic", "approximated"), [(3e6, 1e6), (7e6, 0.0), (7e6, 2.5e6)], ids=["less work", "no functions", "more functions"])
def test_a_next_step_with_other_work_is_one(arithmetic: float, approximated: float) -> None:
    """Of FP32 work and of special functions both have to be those of the chain together."""
    [finding] = _found([*STEPS, _working(stream("next", 256, 256), arithmetic, approximated)])
    assert finding.kernels == (0, 1, 2, 3)


def test_a_pair_is_confirmed_by_its_fused_form() -> None:
    """Two launches prove little by their sizes; a third that does what both do says that they are one computation."""
    pair = [_working(stream("scale", 256, 256), 1e6), _working(stream("squash", 256, 256), 4e6)]
    assert _found(pair) == []
    [finding] = _found([*pair, _working(stream("both", 256, 256), 4.9e6)])
    assert finding.kernels == (0, 1)


def test_two_versions_of_one_kernel_are_confirmed_by_nothing() -> None:
    """Equal work twice is what another kernel may have by chance."""
    versions = [_working(stream(name, 256, 256), work) for name, work in (("before", 1e6), ("after", 1.01e6))]
    assert _found([*versions, _working(stream("other", 256, 256), 1.9e6)]) == []


def _trace(*names: str) -> Any:
    return session([(10 * at, 10 * at + 9, name, at) for at, name in enumerate(names)])


def test_a_trace_decides_about_pairs() -> None:
    """Back to back it is believed and said aloud; with something in between it is not said at all."""
    rows = [stream("bias", 256, 256), stream("gelu", 256, 256)]
    [finding] = _found(rows, sessions=[_trace("bias", "gelu", "gemm", "bias", "gelu")])
    assert finding.severity == "high"
    assert "A trace shows them back to back." in finding.explanation
    assert _found(CHAIN, sessions=[_trace("scale", "gemm", "squash", "gemm", "gate")]) == []


def test_stores_that_were_not_counted_leave_room_for_what_stays_in_l2() -> None:
    """The detailed set has no store sectors: up to 0.6 of L2 may not have reached DRAM; without an L2 size nothing is said."""
    rows = [{name: value for name, value in row.items() if name != "store_bytes"} for row in CHAIN]
    assert _found(rows) == []
    [finding] = _found([row | {"gpu_l2_bytes": 50e6} for row in rows])
    assert finding.kernels == (0, 1, 2)


def test_without_counts_sectors_written_and_instructions_have_to_agree() -> None:
    """Set basic: launches that write alike to L2 are a chain; one that writes a tenth less, or takes nine instructions more, does other work."""
    uncounted = [{n: v for n, v in row.items() if n not in ("store_bytes", "store_instructions")} for row in CHAIN]
    warps = 512 * MB / (2 * 512)  # two loads of 512 bytes a warp bring 512 MB
    shape = {"gpu_l2_bytes": 50e6, "grid_size": warps / 8, "warps_per_block": 8.0, "l2_sectors_written": 0.96 * 256 * MB / 32}
    chain = [row | shape | {"lsu_instructions": n * warps} for row, n in zip(uncounted, (4.0, 3.0, 4.0), strict=True)]
    [finding] = _found(chain)
    assert finding.kernels == (0, 1, 2)
    assert _found([chain[0], chain[1] | {"lsu_instructions": 13 * warps}, chain[2]]) == []
    assert _found([chain[0], chain[1] | {"l2_sectors_written": 0.86 * 256 * MB / 32}, chain[2]]) == []
    # Ten slots of a warp are five instructions where each takes two, which is no other work than two are, and ten where it takes one.
    sparse = {"gpu_lsu_turns": 2.0}
    [finding] = _found([chain[0] | sparse, chain[1] | sparse | {"lsu_instructions": 10 * warps}, chain[2] | sparse])
    assert finding.kernels == (0, 1, 2)
    assert _found([chain[0], chain[1] | {"lsu_instructions": 10 * warps}, chain[2]]) == []


def test_lacking_metrics_are_named_per_launch() -> None:
    """The basic set has no DRAM bytes."""
    rows = [{name: row[name] for name in ("name", "duration", "dram_throughput")} for row in CHAIN]
    report = _complete(profile(rows), FUSION)
    assert report.sequence_findings == []
    [entry] = {id(e): e for kernel in report.kernels for e in kernel.not_evaluated}.values()
    assert entry.rule == "missed-fusion"
    assert entry.missing[:2] == ("dram__bytes_read.sum", "dram__bytes_write.sum")
    assert "dram__bytes_write.sum" in entry.collect


def test_what_no_counter_tells_is_not_lacking() -> None:
    """Of an integrated GPU nothing counts what DRAM writes: no command would collect it."""
    rows = [{name: value for name, value in row.items() if name not in ("dram_bytes_written", "dram_bytes")} for row in CHAIN]
    heard = [
        {name for kernel in report.kernels for entry in kernel.not_evaluated for name in entry.missing}
        for integrated in (0, 1)
        for report in [_complete(profile([row | {"device_integrated": integrated} for row in rows]), FUSION)]
    ]
    assert ("dram__bytes_write.sum" in heard[0], heard[1]) == (True, set())


def test_a_launch_alone_has_no_neighbours_to_lack() -> None:
    """Nothing is said of metrics that could not help."""
    assert _complete(profile([{"name": "k", "duration": 1e3}]), FUSION).kernels[0].not_evaluated == []


def _tiny(name: str, count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "duration": 2200.0, "throughput_ns": 30.0, "issue_elapsed": 1.0, "waves": 0.02, "grid_size": 16.0, **more}] * count


ISSUED = 2200.0 * 0.01 / 0.9  # ns that the instructions of such a launch take at the pace of good kernels


def test_repeated_tiny_launches_are_batched() -> None:
    """Twelve launches become one: 2.6 us with what lies behind it and twelve times 24 ns of instructions stay of twelve times 3.0 us."""
    [finding] = _found(_tiny("slice", 12), LAUNCHING)
    assert finding.kernels == tuple(range(12))
    assert finding.time_saved_pct == pytest.approx(100 * (1 - (2600 + 12 * ISSUED) / 36000), abs=0.1)
    assert (finding.recommendation["launches_per_batch"], finding.recommendation["grid_of_one_launch"]) == (12.0, 192.0)


@pytest.mark.parametrize(("pipe_fp64", "left"), [(0.0, 0.4 * 600), (25.0, 2200 * 0.25 / 0.9)])
def test_memory_work_of_short_launches_shrinks_and_arithmetic_stays(pipe_fp64: float, left: float) -> None:
    """In one launch L2 sends in two fifths of the time what each one read from DRAM; doubles take as long as before."""
    [finding] = _found(_tiny("slice", 12, throughput_ns=600.0, pipe_fp64=pipe_fp64), LAUNCHING)
    assert finding.time_saved_pct == pytest.approx(100 * (1 - (2600 + 12 * left) / 36000), abs=0.1)


def test_longer_launches_that_leave_the_gpu_empty_would_run_side_by_side() -> None:
    """Twelve of 8 us on a fiftieth of the GPU each: together they take the time of one; a hundred take that of the two waves that they fill."""
    [few], [many] = _found(_tiny("panel", 12, duration=8000.0), LAUNCHING), _found(_tiny("panel", 100, duration=8000.0), LAUNCHING)
    assert few.time_saved_pct == pytest.approx(100 * (1 - 1 / 12), abs=0.1)
    assert many.time_saved_pct == pytest.approx(100 * (1 - 2 / 100), abs=0.1)
    assert "run one after the other, each on 2% of the GPU" in few.title


def test_small_kernels_in_turns_want_a_graph() -> None:
    """Different kernels cannot be batched; a graph saves 1.14 us a launch."""
    [finding] = _found([*_tiny("norm", 1), *_tiny("scale", 1), *_tiny("add", 1)] * 20, LAUNCHING)
    assert finding.time_saved_pct == pytest.approx(100 * 1140 / 3340, abs=0.1)
    assert finding.severity == "medium"
    assert "norm → scale → add: 3 launches in a row (20 times over)" in finding.explanation


def test_many_kinds_of_small_kernels_want_one_graph() -> None:
    """Four pairs of kernels that recur, long ones between them, are one finding that names three; two pairs are one each."""
    long = _tiny("long", 1, duration=50_000.0, waves=2.0)
    rows = {name: [*_tiny(f"{name}_in", 1), *_tiny(f"{name}_out", 1), *long] * 4 for name in "abcd"}
    [finding] = _found([row for of in rows.values() for row in of], LAUNCHING)
    assert len(finding.kernels) == 4 * 8
    assert "a_in → a_out; b_in → b_out; c_in → c_out and 1 more: 2 launches in a row (16 times over)" in finding.explanation
    assert len(_found([*rows["a"], *rows["b"]], LAUNCHING)) == 2


def test_a_trace_answers_for_many_kinds_of_chains_only_if_it_holds_all() -> None:
    """Of four pairs a trace with one says nothing of the others; how many kernels they are of, and how often they are neighbours, counts them all."""
    long = _tiny("long", 1, duration=50_000.0, waves=2.0)
    rows = [row for name in "abcd" for row in [*_tiny(f"{name}_in", 1), *_tiny(f"{name}_out", 1), *long] * 4]
    pairs = [f"{name}_{side}" for name in "abcd" for side in ("in", "out")]
    some, all_of_them = _trace(*pairs[:2]), _trace(*pairs[:6], "d_in", "other", "d_out")
    for trace, told, traced in ((some, 1, 0.0), (all_of_them, 0, 1.0)):
        assert len(_found(rows, LAUNCHING, sessions=[trace])) == told
        source = profile(rows)
        found = linked_launches.measure(LaunchOrder(source, columns(source), [trace]), LAUNCHING)
        [mixed] = np.flatnonzero(found.values["mixed"])
        values = [found.values[name][mixed] for name in ("occurrences", "kernels", "functions", "traced", "back_to_back")]
        assert values[:4] == [16.0, 8.0, 8.0, traced]
        assert values[4] == 0.0 if traced else np.isnan(values[4])


def test_short_launches_of_kernels_that_also_take_long_want_no_graph() -> None:
    """The last steps of a reduction, whose first takes 20 ms: a graph would save 1.14 us of it for each."""
    steps = [*_tiny("first", 1, duration=2e7, waves=90.0), *_tiny("reduce", 1), *_tiny("finish", 1)] * 4
    assert _found(steps, LAUNCHING)
    assert _found([row | {"name": "reduce"} for row in steps], LAUNCHING) == []


def test_two_small_kernels_that_take_turns_are_the_halves_of_a_step() -> None:
    """Twelve times both become one launch: 2.6 us and 24 times 24 ns of instructions stay of 24 times 3.0 us. Two such series take two."""
    turns = [*_tiny("charge", 1), *_tiny("fire", 1)] * 12
    [finding] = _found(turns, LAUNCHING)
    assert finding.kernels == tuple(range(24))
    assert finding.time_saved_pct == pytest.approx(100 * (1 - (2600 + 24 * ISSUED) / 72000), abs=0.1)
    assert "24 launches of charge → fire in turn" in finding.title
    assert set(finding.recommendation) == {"graph_saves_pct"}
    [twice] = _found([*turns, *_tiny("long", 1, duration=50_000.0, waves=2.0), *turns], LAUNCHING)
    assert twice.time_saved_pct == pytest.approx(100 * (1 - (2 * 2600 + 48 * ISSUED) / 144000), abs=0.1)


def test_launches_in_turn_are_counted_where_they_follow_each_other() -> None:
    """a b a b a is five launches and their four pairs; the pair around it is none, and nor is one kernel after itself."""
    order = LaunchOrder(profile([row for name in "xababayyy" for row in _tiny(name, 1)]), {})
    assert order.neighbours()["in_turn"].tolist() == [0, 5, 5, 5, 5, 0, 0, 0]


def test_what_is_worked_in_integers_computes_as_well() -> None:
    """Of equal bytes in pieces of one width, by sixteen instructions for each access; a copy of a few instructions is no step of a chain."""
    counted = {
        "store_instructions": 8192.0,
        "load_instructions": 8192.0,
        "lsu_instructions": 2.5 * 16384,
        "grid_size": 1024.0,
        "warps_per_block": 8.0,
    }
    rows = [stream(name, size, 256) | NO_ARITHMETIC | counted for name, size in (("grey", 256.0), ("contrast", 256.0), ("curve", 256.0))]
    assert _found([row | {"instructions": 40_000.0} for row in rows]) == []
    [finding] = _found([row | {"instructions": instructions} for row, instructions in zip(rows, (4e5, 3e5, 5e5), strict=True)])
    assert finding.kernels == (0, 1, 2)


@pytest.mark.parametrize(
    "rows",
    [_tiny("k", 3), _tiny("k", 20, duration=8000.0, waves=0.5), _tiny("k", 7, duration=8000.0), [*_tiny("a", 1), *_tiny("b", 1), *_tiny("c", 1)]],
    ids=["three", "longer than a launch costs", "longer, and few", "a few different ones"],
)
def test_few_or_long_launches_are_no_overhead(rows: list[dict[str, Any]]) -> None:
    """Launch cost matters only where there is much of it."""
    assert _found(rows, LAUNCHING) == []


def test_a_trace_of_the_kernels_answers_instead_of_their_order() -> None:
    """While the GPU is busy throughout, short launches and busy launch calls are no fault."""
    kernels = [(2 * at, 2 * at + 2, "slice", at) for at in range(100)]
    api = [(at, at + 1, "cudaLaunchKernel", at) for at in range(100)]
    assert _found(_tiny("slice", 12), LAUNCHING, sessions=[session(kernels, api=api)]) == []


def test_late_launches_come_from_the_trace() -> None:
    """A kernel of 2 us every 10 us, launched as the GPU idles: the share is of the GPU's time line."""
    kernels = [(10 * at + 5, 10 * at + 7, "k", at) for at in range(50)]
    api = [(10 * at, 10 * at + 4, "cudaLaunchKernel", at) for at in range(50)]
    [finding] = _found([], LAUNCHING, sessions=[session(kernels, api=api)])
    assert (finding.kernels, finding.basis) == ((), "the time line of GPU 0")
    assert finding.time_saved_pct == pytest.approx(100 * 49 * 7 / 492, abs=0.1)


def test_findings_come_most_time_first_and_name_their_run() -> None:
    """Two runs of different length."""
    late = [[(10 * at + 5, 10 * at + 7, "k", at) for at in range(count)] for count in (50, 90)]
    api = [[(10 * at, 10 * at + 4, "cudaLaunchKernel", at) for at in range(count)] for count in (50, 90)]
    runs = [session(kernels, api=calls) for kernels, calls in zip(late, api, strict=True)]
    runs[0].paths, runs[1].paths = ["d/short.sqlite"], ["d/long.sqlite"]
    found = _found([], LAUNCHING, sessions=runs)
    assert [finding.basis for finding in found] == ["the time line of GPU 0 in long.sqlite", "the time line of GPU 0 in short.sqlite"]


def test_rules_about_the_run_say_what_they_lack() -> None:
    """Without a trace each names the events and how to record them; with one, those that it holds are asked."""
    rules = [_rule("gpu-idle-gap"), _rule("unified-memory-migration"), LAUNCHING]
    without = _complete(profile(CHAIN), *rules)
    assert [entry.rule for entry in without.not_evaluated] == ["gpu-idle-gap", "unified-memory-migration"]
    assert "cuda-um" in without.not_evaluated[1].collect
    traced = _complete(profile(CHAIN, [_trace("k", "k")]), *rules)
    assert [entry.rule for entry in traced.not_evaluated] == ["unified-memory-migration"]
    assert isinstance(traced.not_evaluated[0], NotEvaluated)


def test_chains_are_cut_where_a_kernel_comes_again() -> None:
    """a b a b is twice a b, not a chain of four; a kernel after itself goes on."""
    order = [row | {"name": name} for name, row in zip("ababcc", [stream("", 256, 256)] * 6, strict=True)]
    rule = from_toml(
        "id='x'\ngroup='launch'\nsummary=''\nmeasure=['linked_launches']\nwhen='1'\n[link.any]\nwhen='duration > 0'\n"
        "[saves]\nns='1'\nof_ns='1'\nof='x'\n[words]\ntitle='x'\nsaw='x'\nwhy='x'\nadvice='x'\nunless='x'",
        Path("x.toml"),
    )
    source = profile(order)
    found = linked_launches.measure(LaunchOrder(source, columns(source)), rule)
    assert found.launches == ((0, 1), (2, 3, 4, 5))
    assert found.values["launches"].tolist() == [2.0, 4.0]
    assert found.values["total_duration"].tolist() == pytest.approx([2 * order[0]["duration"], 4 * order[0]["duration"]])
    assert found.values["any"].tolist() == [1.0, 1.0]


def test_launches_of_one_kernel_with_grids_of_their_own_are_one_chain() -> None:
    """A launch for each of eight tensors, some of one size: the average fills the GPU that far."""
    rows = [stream("step", 0.1, 0.1, duration=2200.0, grid=(blocks, 1, 1), grid_size=float(blocks)) for blocks in (4, 9, 4, 7, 9, 2, 4, 1)]
    rows = [row | {"waves_exact": row["grid_size"] / 100, "sm_throughput": 2.0, "throughput_ns": 20.0} for row in rows]
    [finding] = _found(rows, LAUNCHING)
    assert finding.kernels == tuple(range(8))
    assert "One launch fills 5% of the GPU on average." in finding.explanation
    assert finding.recommendation["grid_of_one_launch"] == 40


def test_streams_and_processes_are_told_apart() -> None:
    """Neighbours are those of one stream, also where launches of another lie between."""
    source = profile([{"name": "a", "stream": 1}, {"name": "b", "stream": 2}, {"name": "c", "stream": 1}, {"name": "d", "stream": 1, "process": 2}])
    assert LaunchOrder(source, {}).pairs.tolist() == [[0, 2]]
    assert np.isnan(LaunchOrder(source, {}).back_to_back((0, 2)))


def test_kernels_of_a_summary_are_no_neighbours() -> None:
    """Its rows are kernels in the order of their names, each of many launches: none hands an array to the next."""
    assert len(_found(CHAIN)) == 1
    assert _found([row | {"invocations": 10.0} for row in CHAIN]) == []
    source = profile([{"name": name, "invocations": 1.0 if name == "b" else np.nan} for name in "abcd"])
    assert LaunchOrder(source, columns(source)).pairs.tolist() == [[2, 3]]


SMALL_GRID = next(rule for rule in load_folder(data_folder("rules")) if rule.id == "small-grid")


def _titles(report: Report) -> list[str]:
    return [finding.title for finding in report.sequence_findings]


def _of_trace(*sessions: Any, rows: Sequence[dict[str, Any]] = ()) -> Report:
    return _complete(profile(rows, sessions), SMALL_GRID)


def test_operations_that_take_no_time_are_no_work_of_a_gpu() -> None:
    """Junk of damaged exports: a GPU with nothing else has no window, and one that worked is told of as if it were alone."""
    copies = [(60, 60, 4 << 20, "HtoD", "pageable", 1)]
    nothing = shaped_run([(5, 5, "k", 1, 32), (9, 9, "ncclDevKernel_AllReduce", 1, 32)])
    only = session([(5, 5, "k", 1)], copies, nvtx=shaped("nvtx", {"start_ns": [0], "end_ns": [90_000], "name": ["step"]}))
    assert [_of_trace(run).sequence_findings for run in (nothing, only)] == [[], []]
    work = [(0, 30_000, "k", 1, 1)]
    assert _titles(_of_trace(shaped_run([*work, (9, 9, "k", 1, 1, 1)]))) == _titles(_of_trace(shaped_run(work))) != []


def test_a_trace_alone_shows_a_grid_of_one_thread() -> None:
    """One thread on 100 SMs for 990 of 1000 us: at most 99% of it falls away, to what a launch takes; the values to set are whole numbers."""
    [finding] = _of_trace(shaped_run([(0, 990, "void add(int)", 1, 1), (990, 1000, "b", 200, 256)])).sequence_findings
    assert (finding.rule, finding.title) == ("small-grid", "`add` runs 1 block of 1 thread on 100 SMs")
    assert finding.time_saved_pct == pytest.approx(100 * (990 - 2.5) / 1000, abs=0.1)
    assert finding.recommendation == {"block_threads": 256, "grid_blocks": 400}
    assert "at least 100 blocks, one for each SM, better 400" in finding.advice
    assert "31 of the 32 lanes of each warp no thread" in finding.explanation


def test_a_grid_that_more_blocks_would_not_shorten_is_not_told_to_grow() -> None:
    """Seven blocks of a warp take 70 us, as 120 of the same kernel do on 100 SMs; where 120 take a fifth of that, more blocks are the remedy."""
    few = [(at, at + 70, "solve", 7, 32) for at in range(0, 700, 70)]
    assert _of_trace(shaped_run([*few, (700, 772, "solve", 120, 32)])).sequence_findings == []
    [finding] = _of_trace(shaped_run([*few, (700, 714, "solve", 120, 32)])).sequence_findings
    assert "code that counts on a block of one warp" in finding.advice


@pytest.mark.parametrize(("moving_us", "spared_us"), [(10, 0.9 * 490), (60, 440 - 180), (100, 0.9 * 400)])
def test_the_promise_is_no_more_than_the_idle_share_of_the_kernels_own_time(moving_us: int, spared_us: float) -> None:
    """Ten blocks of 256 threads on 100 SMs for 500 of 1000 us: nine tenths of the time in which no page moved. A whole grid waits four times as long
    for the pages; where that leaves little, they have to be fetched before."""
    moves = shaped("migrations", {"start_ns": [0], "end_ns": [1000 * moving_us], "bytes": [1], "direction": ["HtoD"], "device": [0]})
    [finding] = _of_trace(shaped_run([(0, 500, "a", 10, 256), (500, 1000, "b", 200, 256)], migrations=moves)).sequence_findings
    assert finding.time_saved_ns == pytest.approx(1000 * spared_us)
    told = f"Pages of unified memory were waited for and moved for {moving_us} µs of it"
    assert (told in finding.explanation) == (moving_us > 10)  # a fiftieth of the time and less is not worth a word
    assert ("which the saving named leaves as it is" in finding.explanation) == (moving_us == 100)
    assert finding.severity == "medium"  # a tenth of the SMs may be bound by something else


def test_a_launch_that_waits_for_a_page_wants_no_larger_grid() -> None:
    """A flag set by one thread: 90 us until its page moves, 2 us for that, 8 us after it. That time is the page's, and the page's finding has it."""
    launches = [(at, at + 100, "reset", 1, 1) for at in range(0, 1000, 100)]
    starts = [1000 * (at + 90) for at in range(0, 1000, 100)]
    moves = shaped(
        "migrations",
        {"start_ns": starts, "end_ns": [at + 2000 for at in starts], "bytes": [4096] * 10, "direction": ["HtoD"] * 10, "device": [0] * 10},
    )
    run = shaped_run(launches, migrations=moves)
    assert _of_trace(run).sequence_findings == []
    [finding] = _complete(
        profile([], [run]), next(rule for rule in load_folder(data_folder("rules")) if rule.id == "unified-memory-migration")
    ).sequence_findings
    assert finding.time_saved_pct == pytest.approx(92, abs=0.5)
    assert "launches waited 900 µs for the first page" in finding.explanation
    # Where no page moved, the same launches want more blocks.
    assert [found.rule for found in _of_trace(shaped_run(launches)).sequence_findings] == ["small-grid"]


@pytest.mark.parametrize(
    "kernels",
    [
        [(at, at + 19, "a", 1, 1) for at in range(0, 1000, 20)],
        [(0, 1000, "a", 1, 128), (0, 1000, "b", 1, 128)],
        [(0, 1000, "a", 1, 128), (1, 999, "a", 1, 128)],
        [(0, 1000, "a", 1, 128), (100, 900, "gemm", 400, 256)],
        [(0, 1000, "a", 26, 256)],
        [(0, 1000, "a", 25, 1024)],
        [(0, 1000, "ncclDevKernel_AllReduce", 2, 512)],
        [(0, 40, "a", 1, 1), (40, 1000, "b", 200, 256)],
    ],
    ids=[
        "shorter than 20 us",
        "another kernel beside it",
        "its own kind beside it",
        "a large kernel beside it for most of the time",
        "more than a quarter of the SMs",
        "a quarter of the SMs, full of warps",
        "a collective",
        "4% of the run",
    ],
)
def test_a_trace_says_nothing_of_small_grids_that_may_be_right(kernels: list[Any]) -> None:
    """Launch cost, concurrency, waiting for others and what counters would have to tell are not guessed at."""
    assert _of_trace(shaped_run(kernels)).sequence_findings == []


def test_a_profiled_kernel_is_left_to_its_counters() -> None:
    """Of kernels and shapes that the profile holds the rule speaks with counters; of the others of the run with the trace."""
    run = shaped_run([(0, 500, "void add(int)", 1, 1), (500, 1000, "scan", 2, 64)])
    rows = [{"name": "void add(int)", "grid": (1, 1, 1), "block": (1, 1, 1), "duration": 5e5}, {"name": "scan", "grid": (4, 1, 1), "duration": 1.0}]
    assert [finding.title for finding in _of_trace(run, rows=rows).sequence_findings] == ["`scan` runs 2 blocks of 64 threads on 100 SMs"]


def test_a_trace_without_shapes_says_what_is_missing_and_a_profile_asks_for_none() -> None:
    """Of a trace whose GPU has no number of SMs the rule is not evaluated; beside launches, and without a trace, nothing is missing."""
    blind = shaped_run([(0, 1000, "a", 1, 1)], sms=np.nan)
    [entry] = _of_trace(blind).not_evaluated
    assert (entry.rule, entry.missing, entry.collect.split()[0]) == ("small-grid", ("shapes",), "nsys")
    assert _of_trace(blind, rows=CHAIN).not_evaluated == []
    assert _of_trace(rows=CHAIN).not_evaluated == []


def _advised(name: str) -> list[tuple[str, str, float]]:
    from ncu_advisor.advise import advise
    from ncu_advisor.load import load

    program, collected = name.split(".")
    report = advise(load(str(page(program, f"{collected}.raw"))), rules=[FUSION, LAUNCHING])
    return [(f.rule, report.kernels[f.kernels[0]].short_name, f.time_saved_pct) for f in report.sequence_findings]


def test_kernels_in_two_versions_are_no_chain_wherever_their_tables_stand() -> None:
    """Two versions that DRAM serves alike may load a table from elsewhere: five unrelated kernels over equal arrays hand nothing on."""
    assert _advised("hundredfortysixth_ca7.full") == []


# Measured on an H200 (times.csv), less what events add to a launch: 100 x (1 - mended / before).
TRUTH = {"mix_a1": 51.2, "act_half_a1": 62.9, "whiten_a1": 49.0, "slice_gain_a": 99.0, "plate_step_a": 83.2, "carpet_weavers_j7_a0": 57.3}
TRUTH |= {"harbour_radio_n3_a0": 67.9, "poem_lines_n3_a0": 51.8, "bakery_orders_n3_a0": 95.7}


@pytest.mark.parametrize(
    ("name", "kernels"),
    [
        ("par_fusion.full", ["mix_a1", "act_half_a1", "whiten_a1"]),
        ("par_fusion.detailed", ["mix_a1", "act_half_a1", "whiten_a1"]),
        ("par_launches-slice_gain_a.full", ["slice_gain_a"]),
        ("par_launches-plate_step_a.full", ["plate_step_a"]),
        ("twentyseventh_j7.full", ["carpet_weavers_j7_a0"]),  # of whose last two launches each by itself looks like a pair
        # Whose second launch reads an operand of half the width beside; a norm of two passes; and 30 tiny launches.
        ("thirtieth_n3.full", ["harbour_radio_n3_a0", "poem_lines_n3_a0", "bakery_orders_n3_a0"]),
    ],
)
def test_promises_hold_on_measured_mends(name: str, kernels: list[str]) -> None:
    """Within 8 points of what the mended program saved, from the profile of the defect; nothing else is promised."""
    promised = {kernel: pct for _, kernel, pct in _advised(name)}
    assert set(promised) == set(kernels)
    assert {kernel: pct for kernel, pct in promised.items() if abs(pct - TRUTH[kernel]) > 8} == {}


@pytest.mark.parametrize("name", ["par_healthy.full", "par_healthy.detailed", "mem_width.full", "ctl_mild.full", "mem_traffic.full", "par_mild.full"])
def test_unrelated_neighbours_stay_unrelated(name: str) -> None:
    """These programs launch kernels one after the other that share nothing but the size of their arrays."""
    assert _advised(name) == []


def test_a_loop_of_short_launches_has_its_first_and_last_step() -> None:
    """Both of about the same grid, storing about as much as a step with as little work; none of many steps' work."""

    def told(**last: Any) -> SequenceFinding:
        step = stream(
            "step", 0.1, 0.1, duration=3000.0, store_instructions=4224.0, instructions=1e5, sm_throughput=2.0, throughput_ns=20.0, waves_exact=0.5
        )
        step |= {"grid_size": 256.0, "block_size": 128.0}
        [finding] = _found([step | {"name": "first", "instructions": 9e4}, *[step] * 6, step | {"name": "last"} | last], LAUNCHING)
        return finding

    assert told().kernels == tuple(range(8))
    assert "first → step (6 times) → last" in told().title
    assert "blockIdx.y" not in told().advice
    assert told(grid_size=512.0, store_instructions=8448.0).kernels == tuple(range(8))
    for other in ({"instructions": 4e5}, {"grid_size": 1024.0}, {"block_size": 256.0}, {"duration": 6000.0}, {"store_instructions": 12672.0}):
        assert told(**other).kernels == tuple(range(7))
