"""The planner against the measured sweep of an H200: advice kept, times predicted, occupancies equal to the driver's."""

from __future__ import annotations

from benchmarks.tiles import figures as f
from benchmarks.tiles.occupancies import compared
from benchmarks.tiles.scoring import held_out, kept, measured, score


def test_occupancy_is_the_drivers() -> None:
    """Of more than 10,000 configurations that the driver was asked for on an H200, the calculator differs in none."""
    asked, wrong = compared()
    assert asked >= 10_000
    assert wrong == 0


def test_first_gemm_candidate_keeps_most_of_the_best_speed() -> None:
    """Products that no constant was fitted to: the first candidate keeps 92% of the best speed (no problem below 80%), the five 97% (90%)."""
    table = measured("gemm")
    found = score(table, table.part(seen=False), f.gemm_choices)
    assert found.problems >= 20
    assert found.first >= 0.92
    assert found.first_worst >= 0.80
    assert found.best >= 0.97
    assert found.best_worst >= 0.90


def test_attention_candidates_keep_most_of_the_best_speed() -> None:
    """Attention that no constant was fitted to, long rows first or last: 93% by the first candidate, 98% by the best of five."""
    for name, causal, _ in f.ATTENTIONS:
        table = measured(name)
        found = score(table, table.part(seen=False), f.attention_choices(causal))
        assert found.first >= 0.93, name
        assert found.best >= 0.98, name


def test_streams_and_rows_reach_the_best_bandwidth() -> None:
    """Streams and rows that nothing was fitted to: the first launch reaches 96% of the best measured bandwidth."""
    for name, choose in (("stream", f.stream_choices), ("stream_cuda", f.stream_choices), ("rows", f.row_choices)):
        table = measured(name)
        assert score(table, table.part(seen=False), choose).first >= 0.96, name


def test_predicted_times_are_close_to_measured_ones() -> None:
    """The median error of predicted times is at most 15%, over all configurations within twice the best of the held-out problems."""
    table = measured("gemm")
    found = f.gemm_errors(table, table.part(seen=False))
    assert found.times > 1000
    assert found.median <= 0.15


def test_the_planner_beats_a_fixed_tile_and_a_usual_list() -> None:
    """On the same sweep a fixed tile and Inductor's whole list, measured, keep less than the planner's first candidate."""
    table = measured("gemm")
    problems = table.part(seen=False)
    first = score(table, problems, f.gemm_choices).first
    assert first > score(table, problems, lambda at: f.FIXED).first
    assert first > score(table, problems, lambda at: f.INDUCTOR).best


def test_held_out_problems_are_neither_few_nor_most() -> None:
    """The checksum of names holds out between a fifth and a half of the problems of every table that is scored in parts."""
    for name in ("gemm", "attention", "stream_cuda", "rows"):
        table = measured(name)
        share = sum(map(held_out, table.times)) / len(table.times)
        assert 0.2 <= share <= 0.5, name


def test_a_choice_that_was_not_swept_counts_as_its_nearest() -> None:
    """Nearest by the sum of the distances of the logarithms, and said to be no exact match."""
    times = {(64, 64): 2.0, (128, 128): 1.0}
    assert kept(times, (64, 32)) == (0.5, False)
    assert kept(times, (128, 128)) == (1.0, True)
