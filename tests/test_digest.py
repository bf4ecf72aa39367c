"""Grouping, ranking and wording that the outputs share."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import report_examples as examples

from ncu_advisor.presentation import digest, wording
from ncu_advisor.presentation.issues import issues
from ncu_advisor.report import Evidence, Location


def test_every_launch_is_in_one_group() -> None:
    """Grouping neither loses nor repeats a launch."""
    report = examples.report()
    grouped = [kernel.id for group in digest.groups(report) for kernel in group.launches]
    assert sorted(kernel.id for kernel in report.kernels) == sorted(grouped)


def test_groups_hold_repeated_launches_and_lead_with_one_amid_their_time() -> None:
    """Four launches of one kernel with equal findings are one group, led by the one at which half of their time is reached."""
    largest = digest.groups(examples.report())[0]
    assert ([k.id for k in largest.launches], largest.lead.id) == ([1, 5, 6, 7], 6)


def test_a_few_long_launches_are_not_explained_by_many_short_ones() -> None:
    """Of one launch of 80 us and five of 10 us the long one leads, and the durations named are still those of all."""
    launches = [replace(examples.GEMM, id=n, duration_ns=ns) for n, ns in enumerate((1e4, 1e4, 8e4, 1e4, 1e4, 1e4))]
    [group] = digest.groups(examples.report(launches))
    assert (group.lead.id, group.durations) == (2, (1e4, 1e4, 8e4))


@pytest.mark.parametrize("change", [{"grid": (8, 8, 1)}, {"block": (128, 1, 1)}, {"findings": []}, {"bound": "latency"}])
def test_launches_that_differ_in_what_a_card_says_are_not_grouped(change: dict[str, object]) -> None:
    """Another grid, block, bound or set of findings makes another group."""
    report = examples.report([examples.GEMM, replace(examples.GEMM, id=9, **change)])
    assert len(digest.groups(report)) == 2


def test_changes_sum_over_the_launches_of_a_kernel() -> None:
    """A change to a kernel counts what it saves in every launch, and is a share of the run."""
    report = examples.report()
    first = digest.changes(report)[0]
    saved = sum(k.duration_ns * k.findings[0].time_saved_pct / 100 for k in report.kernels if k.short_name == "hgemm_fma")
    assert (first.who, first.count) == ("hgemm_fma<64, 64, 16>", 4)
    assert (saved, saved / report.total_ns) == pytest.approx((first.saved_ns, first.share))


def test_another_way_to_the_same_time_is_no_change_of_its_own() -> None:
    """The kernel's page has both; among what saves most of the run they would be counted twice."""
    kernel = examples.GEMM
    first, other = kernel.findings[0], replace(kernel.findings[0], rule="other-way", instead_of=kernel.findings[0].rule)
    found = digest.changes(examples.report([replace(kernel, findings=[first, other])]))
    assert [change.title for change in found] == [first.title]


def test_time_by_bound_adds_up_to_the_run() -> None:
    """Launches without a duration are left out; the rest is the whole."""
    parts = digest.time_by_bound(examples.report())
    assert [tuple(part.bound for part in parts), pytest.approx(sum(part.share for part in parts))] == [("compute", "memory", "launch"), 1.0]


def test_uncollected_counts_launches_and_collects_once() -> None:
    """One command collects what all rules lack."""
    lacking = digest.uncollected(examples.report().kernels)
    assert dict(lacking.launches) == {"far-memory": 1, "serialised-banks": 4, "scattered-access": 1}
    assert [lacking.command.count(metric) for metrics in lacking.metrics.values() for metric in metrics] == [1] * 3


def test_an_empty_report_is_said_to_be_empty() -> None:
    """No launches, no findings, and no division by the run's zero time."""
    empty = examples.report([])
    assert (digest.summary(empty), digest.changes(empty), digest.time_by_bound(empty)) == ("No launches; no findings.", [], [])


@pytest.mark.parametrize(("saved", "said"), [(25.9, "1.35x"), (58.3, "2.4x"), (96.72, "30x"), (99.83, "more than 100x")])
def test_a_promised_factor_has_few_digits(saved: float, said: str) -> None:
    """Two, three below 2; above a hundred it is only told to be above."""
    promised = wording.saving(replace(examples.TRIAD.findings[0], time_saved_pct=saved), math.nan)
    assert promised.endswith(f" of the launch, {said} faster")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (wording.extent((64, 64, 1)), "64x64"),
        (wording.extent((1, 1, 1)), "1"),
        (wording.extent((1, 2, 1)), "1x2"),
        (wording.shape(examples.UNKNOWN), "–"),
        (wording.shape(replace(examples.GEMM, grid=(0, 0, 0), block=(0, 0, 0), metrics={})), "–"),
        (wording.shape(replace(examples.GEMM, grid=(0, 0, 0), block=(0, 0, 0))), "256 × 256"),
        (wording.shape(replace(examples.GEMM, grid=(0, 0, 0), block=(0, 0, 0), metrics={"grid_size": 47000.0, "block_size": 256.0})), "47000 × 256"),
        (wording.fraction(math.nan), "–"),
        (wording.time(math.nan), "–"),
        (wording.factor(1.07), "1.07x"),
        (wording.factor(3.49), "3.5x"),
        (wording.place(Location("k.cu", 12, "LDG.E", 0.62)), "k.cu:12, LDG.E (62% of the cost)"),
        (wording.place(Location("k.cu", 12, "LDG.E", 1.0)), "k.cu:12, LDG.E"),
        (wording.place(Location("", 0, "LDG.E")), "LDG.E"),
        (wording.measured(Evidence("m", 32.0, "sector/request", 4.0)), "32 sectors/request"),
        (wording.measured(Evidence("m", 32.0, "sector/request", 4.0), ideal=True), "4"),
        (wording.measured(Evidence("m", 1.0, "inst", None)), "1 instruction"),
        (wording.measured(Evidence("m", 32.0, "byte", 4.2)), "32 B"),
        (wording.measured(Evidence("m", 31.998, "sector/request", 3.9999)), "32 sectors/request"),
        (wording.measured(Evidence("m", 31.998, "sector/request", 3.9999), ideal=True), "4"),
        (wording.measured(Evidence("m", 15.52, "", 1.94)), "15.5"),
        (wording.measured(Evidence("m", 0.0, "byte", None)), "0 B"),
        (wording.measured(Evidence("m", 32.0, "byte", 4.2), ideal=True), "4.20 B"),
        (wording.measured(Evidence("m", 32.0, "byte", None), ideal=True), ""),
        (wording.recommended([256, 1, 1]), "[256, 1, 1]"),
        (wording.recommended(4224.0), "4224"),
        (wording.recommended(19126.4), "19126"),
        (wording.recommended(0.12345), "0.1235"),
        (wording.first_sentence("Load float4. Each thread takes 4."), "Load float4."),
        (wording.label("tensor_fp16_acc16"), "FP16 tensor, FP16 sums"),
        (wording.peak_label("tensor_fp16_flop_per_second"), "FP16 tensor"),
        (wording.peak_words("tensor_int8_op_per_second", 1.98e15), "1.98 POP/s"),
    ],
)
def test_wording(said: str, expected: str) -> None:
    """Shapes, places, values and units read as a person would write them; what is not known is a dash."""
    assert expected == said


def test_issues_have_a_place_where_the_profile_has_one() -> None:
    """File and line are those of the first located instruction with both; otherwise they are empty."""
    places = {issue.rule: (issue.file, issue.line) for issue in issues(examples.report())}
    assert places["uncoalesced-access"] == ("transpose.cu", 12)
    assert places["tail-wave"] == ("", 0)


def test_issues_keep_their_fingerprint_when_times_change() -> None:
    """A fingerprint names rule, kernel and shape, so that a service knows an issue again after another run."""
    slower = [replace(kernel, duration_ns=kernel.duration_ns * 1.3) for kernel in examples.report().kernels]
    before, after = ({i.fingerprint for i in issues(r) if i.kernel} for r in (examples.report(), examples.report(slower)))
    assert before == after


def test_issues_never_share_a_fingerprint() -> None:
    """Groups that differ in their bound only still give different fingerprints."""
    report = examples.report([examples.GEMM, replace(examples.GEMM, id=9, bound="latency")])
    found = [issue.fingerprint for issue in issues(report)]
    assert len(found) == len(set(found)) == 4


def test_issues_point_at_the_input_that_they_came_from() -> None:
    """Each launch knows its input; a finding of the run is of its trace; standard input is no file to point at."""
    report = examples.traced()
    report.kernels[0].source = "other.csv"
    places = {issue.rule: issue.source for issue in issues(report)}
    assert (places["uncoalesced-access"], places["tail-wave"], places["gpu-idle-gap"]) == ("other.csv", "full_raw.csv.xz", "run.sqlite")
    piped = examples.report([replace(examples.GEMM)])
    piped.kernels[0].source = "-"
    piped.inputs = [replace(examples.INPUT, name="-")]
    assert {issue.source for issue in issues(piped)} == {""}


def test_a_sequence_across_inputs_points_at_none() -> None:
    """The triad and the launch after it came from two files: neither is the place of the finding."""
    report = examples.report()
    report.kernels[2].source = "other.csv"
    assert next(issue.source for issue in issues(report) if issue.rule == "missed-fusion") == ""


def test_with_a_trace_shares_are_of_the_run() -> None:
    """Amdahl: the transpose is 60% of the run's kernel time, and its largest finding saves 71.4% of it."""
    report = examples.traced()
    first = digest.changes(report)[0]
    assert (first.who, first.share, first.saved_ns) == ("transpose_naive", pytest.approx(0.6 * 0.714), pytest.approx(0.6 * 0.714 * 4e8))
    assert [group.lead.short_name for group in digest.groups(report)[:2]] == ["transpose_naive", "hgemm_fma"]


def test_with_a_trace_the_bounds_and_what_was_not_profiled_make_the_run() -> None:
    """The fifth of the run that no launch stands for is a part of its own."""
    parts = {part.bound: round(part.share, 6) for part in digest.time_by_bound(examples.traced())}
    assert parts == {"memory": 0.65, "compute": 0.15, digest.NOT_PROFILED: 0.2}


def test_changes_of_the_time_line_are_shares_of_the_time_line() -> None:
    """Idle time is no part of the kernel time: its share is of what the finding names."""
    idle = next(change for change in digest.changes(examples.traced()) if "idles" in change.title)
    assert (idle.share, idle.of, idle.saved_ns) == (pytest.approx(0.14), "the time line of GPU 0", 7e7)


def test_sequences_of_launches_count_as_often_as_their_kernels_run() -> None:
    """Of the two launches that could be one, the triad runs 200 times in the run, 20 ms in all, and the other never."""
    report = examples.traced()
    fusion = next(finding for finding in report.sequence_findings if finding.rule == "missed-fusion")
    profiled = examples.TRIAD.duration_ns + examples.TINY.duration_ns
    assert digest.saved_of_run_ns(fusion, report) == pytest.approx(78900 * 2e7 / profiled)


def test_launches_that_the_run_lacks_have_no_share() -> None:
    """They keep their card, and their share is not known rather than zero."""
    shares = {group.lead.short_name: group.share_of_time for group in digest.groups(examples.traced())}
    assert (math.isnan(shares["elementwise_kernel_with_index"]), math.isnan(shares["triad"])) == (True, False)


def test_the_summary_says_what_the_launches_stand_for() -> None:
    """Four fifths of the run are profiled; a report of a trace alone tells of the run. What lies beyond single launches is not in their sum."""
    traced = examples.traced()
    alone = replace(traced, kernels=[])
    assert "that stand for 80% of the 400 ms of kernels in the run; 11 findings, worth 229 ms" in digest.summary(traced)
    assert digest.summary(traced).endswith("together, and 2 beyond single launches.")
    assert digest.summary(alone) == "A run of 500 ms in which the GPU was busy for 86%; 2 findings."


def test_a_row_that_stands_for_launches_counts_as_them() -> None:
    """Of a summary page: as many launches in what is counted, as much time in what is summed, and the mean where one launch is meant."""
    several = replace(examples.GEMM, invocations=3)
    report = examples.report([several, examples.TRIAD])
    shares = [3 * several.duration_ns / report.total_ns, examples.TRIAD.duration_ns / report.total_ns]
    report.kernels = [replace(kernel, share_of_time=share) for kernel, share in zip(report.kernels, shares, strict=True)]
    group = digest.groups(report)[0]
    assert (group.count, group.averaged, group.duration_ns, group.durations[1]) == (3, True, 3 * several.duration_ns, several.duration_ns)
    assert group.time_saved_ns == pytest.approx(3 * several.time_saved_ns)
    assert digest.changes(report)[0].count == 3
    assert dict(digest.uncollected(report.kernels).launches) == {"serialised-banks": 3}
    assert digest.summary(report).startswith("4 launches of 2 kernels, 1.49 ms; ")
    assert digest.coverage(report).startswith("1 rule lacks metrics in 3 launches")


def test_launches_of_unknown_axes_are_grouped_by_their_counts() -> None:
    """Two sizes of one kernel stay apart, also where only blocks and threads are counted."""
    unknown = replace(examples.GEMM, grid=(0, 0, 0), block=(0, 0, 0))
    other = replace(unknown, id=9, metrics={"grid_size": 64.0, "block_size": 256.0})
    assert [len(digest.groups(examples.report([unknown, each]))) for each in (replace(unknown, id=9), other)] == [1, 2]


def test_time_that_was_not_collected_is_not_zero() -> None:
    """One launch, several, and what a long table leaves out."""
    untimed = [replace(examples.UNKNOWN, id=number, grid=(number + 1, 1, 1), block=(1, 1, 1)) for number in range(2)]
    assert digest.summary(examples.report(untimed)) == "2 launches of 1 kernel, their time was not collected; no findings."
    assert digest.summary(examples.report(untimed[:1])) == "1 launch of 1 kernel, its time was not collected; no findings."
    groups, whole_ns = digest.groups(examples.report(untimed)), 0.0
    assert digest.further(groups, "row", whole_ns) == "2 further rows."
    timed = digest.groups(examples.report([examples.GEMM, examples.TRIAD]))
    assert digest.further(timed[1:], "kernel", 664960.0) == "1 further kernel: 252 µs, 0 ns to save."


def test_coverage_counts_what_could_not_be_asked() -> None:
    """Rules about launches and about the run; nothing where all was asked."""
    assert digest.coverage(examples.report()) == "3 rules lack metrics in 6 launches; 2 rules about the run need a trace of it."
    assert digest.coverage(examples.report([replace(examples.TRIAD)])) == ""


def test_a_finding_that_saves_nothing_says_so() -> None:
    """No "0%", no "1.00x faster"."""
    finding = examples.TRIAD.findings[0]
    assert (wording.mark(finding), wording.saving(finding, 1e5)) == ("info", "nothing by itself")
    assert digest.loudest(examples.TRIAD) == ""


def test_a_finding_without_a_time_has_an_unknown_saving() -> None:
    """Not one of nothing: the profile holds counters only."""
    finding = replace(examples.TRIAD.findings[0], time_saved_pct=float("nan"))
    assert wording.saving(finding, float("nan")) == "an unknown part: the launch's time was not collected"
