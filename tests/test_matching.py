"""Kernels matched across names, shapes, template arguments and order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.regression.matching import ADDED, MERGED, REMOVED, RENAMED, RESHAPED, RETEMPLATED, SAME, SPLIT, match
from ncu_advisor.regression.runs import Kernel


def kernel(name: str, grid: int = 64, block: int = 256) -> Kernel:
    return Kernel(name, (grid, 1, 1), (block, 1, 1))


def kinds(
    before: list[Kernel], after: list[Kernel], work: dict[Kernel, tuple[float, float]] | None = None
) -> dict[tuple[tuple[str, ...], tuple[str, ...]], str]:
    found = match(before, after, work).matches
    return {(tuple(k.name for k in m.before), tuple(k.name for k in m.after)): m.kind for m in found}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([kernel("a")], [kernel("a")], {(("a",), ("a",)): SAME}),
        ([kernel("a", 64)], [kernel("a", 128)], {(("a",), ("a",)): RESHAPED}),
        ([kernel("gemm<64, 64>")], [kernel("gemm<128, 64>")], {(("gemm<64, 64>",), ("gemm<128, 64>",)): RETEMPLATED}),
        (
            [kernel("x"), kernel("reduce_rows")],
            [kernel("x"), kernel("reduce_rows_v2")],
            {(("x",), ("x",)): SAME, (("reduce_rows",), ("reduce_rows_v2",)): RENAMED},
        ),
        ([kernel("a")], [kernel("a"), kernel("zzz")], {(("a",), ("a",)): SAME, ((), ("zzz",)): ADDED}),
        ([kernel("a"), kernel("zzz")], [kernel("a")], {(("a",), ("a",)): SAME, (("zzz",), ()): REMOVED}),
        (
            [kernel("a"), kernel("fused"), kernel("b")],
            [kernel("a"), kernel("first_half", 32), kernel("second_half", 32), kernel("b")],
            {(("a",), ("a",)): SAME, (("b",), ("b",)): SAME, (("fused",), ("first_half", "second_half")): SPLIT},
        ),
        (
            [kernel("a"), kernel("scale", 32), kernel("shift", 16), kernel("b")],
            [kernel("a"), kernel("axpy_all", 8), kernel("b")],
            {(("a",), ("a",)): SAME, (("b",), ("b",)): SAME, (("scale", "shift"), ("axpy_all",)): MERGED},
        ),
    ],
)
def test_kinds_of_matches(before: list[Kernel], after: list[Kernel], expected: dict[tuple[tuple[str, ...], tuple[str, ...]], str]) -> None:
    """Each kind of change is told as what it is."""
    assert kinds(before, after) == expected


def test_equal_work_finds_a_renamed_kernel_among_newcomers() -> None:
    """Of two new kernels in the place of an old one, that with its instructions is the old one."""
    old, new, helper = kernel("attention"), kernel("attention_fwd"), kernel("helper")
    work = {old: (5e6, float("nan")), new: (float("nan"), 5e6), helper: (float("nan"), 100.0)}
    assert kinds([old], [helper, new], work) == {(("attention",), ("attention_fwd",)): RENAMED, ((), ("helper",)): ADDED}


@pytest.mark.parametrize("newcomers", [("gemm<bf16>", "gemm<double>"), ("gemm<double>", "gemm<bf16>")])
def test_equal_work_finds_a_retemplated_kernel_among_two(newcomers: tuple[str, str]) -> None:
    """Of two new specialisations each goes to the old one of its instructions, whatever their order."""
    executed = {"gemm<float>": 1000.0, "gemm<half>": 500.0, "gemm<bf16>": 500.0, "gemm<double>": 1000.0}
    before, after = [kernel("gemm<float>"), kernel("gemm<half>")], [kernel(name) for name in newcomers]
    work = {k: (executed[k.name], executed[k.name]) for k in (*before, *after)}
    assert kinds(before, after, work) == {
        (("gemm<float>",), ("gemm<double>",)): RETEMPLATED,
        (("gemm<half>",), ("gemm<bf16>",)): RETEMPLATED,
    }


def test_equal_work_finds_a_reshaped_kernel_among_two() -> None:
    """The launch that executes as much is the old one, though another grid is nearer."""
    old, nearer, same = kernel("a", 64), kernel("a", 65), kernel("a", 256)
    work = {old: (5e6, float("nan")), nearer: (float("nan"), 9e6), same: (float("nan"), 5e6)}
    found = match([old], [nearer, same], work).matches
    assert {m.kind: m.after for m in found} == {RESHAPED: (same,), ADDED: (nearer,)}


def test_shapes_are_matched_to_the_nearest() -> None:
    """Of several launches of one name, each goes to the grid nearest to its own."""
    found = match([kernel("a", 10), kernel("a", 1000)], [kernel("a", 1100), kernel("a", 11)]).matches
    assert {(m.before[0].grid[0], m.after[0].grid[0]) for m in found} == {(10, 11), (1000, 1100)}


def test_reordering_is_told_by_as_few_kernels_as_possible() -> None:
    """One kernel moved to the end is one that moved, not four."""
    order = [kernel(n) for n in "abcd"]
    assert match(order, [*order[1:], order[0]]).moved == [order[0]]


SHAPES = st.integers(1, 3)


@given(st.lists(st.builds(kernel, st.sampled_from(["a", "b", "c<1>", "c<2>", "long_name", "long_names"]), SHAPES), unique=True), st.data())
def test_every_kernel_is_in_exactly_one_match(before: list[Kernel], data: st.DataObject) -> None:
    """Nothing is lost and nothing counted twice, on either side."""
    after = data.draw(st.lists(st.builds(kernel, st.sampled_from(["a", "b", "c<2>", "c<3>", "long_name2", "x"]), SHAPES), unique=True))
    found = match(before, after)
    assert sorted(k for m in found.matches for k in m.before) == sorted(before)
    assert sorted(k for m in found.matches for k in m.after) == sorted(after)
    assert {m.kind for m in found.matches} <= {SAME, RESHAPED, RETEMPLATED, RENAMED, SPLIT, MERGED, ADDED, REMOVED}


def test_an_unchanged_side_matches_wholly() -> None:
    """The same kernels in the same order are all SAME, and none moved."""
    order = [kernel(n, g) for n in ("a", "b<3>", "c") for g in (1, 2)]
    found = match(order, order)
    assert ({m.kind for m in found.matches}, found.moved) == ({SAME}, [])
