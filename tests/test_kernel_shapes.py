"""Kernels of a run by name and launch shape, and the time in which they had their GPU to themselves."""

from __future__ import annotations

import numpy as np
from traces import US, shaped_run

from ncu_advisor.timeline import shaped
from ncu_advisor.traces import gpu_activity
from ncu_advisor.traces.first_pages import first_page_waits
from ncu_advisor.traces.kernel_shapes import kernel_shapes


def test_launches_of_one_name_and_shape_are_one() -> None:
    """Another grid, another block or another GPU is another one; spellings of a name are brought together by the profiles' own."""
    run = shaped_run([(0, 10, "void k<4>(int)", 1, 32), (10, 30, "void k<4>(int)", 1, 32), (30, 40, "k", 2, 32), (0, 5, "k", 2, 32, 1)])
    found = [(s.device, s.name, s.grid[0], s.block[0], s.launches, s.total_ns // US) for s in kernel_shapes(run)]
    assert found == [(0, "k<4>", 1, 32, 2, 30), (0, "k", 2, 32, 1, 10), (1, "k", 2, 32, 1, 5)]


def test_a_kernel_without_a_name_is_called_so() -> None:
    """A sentence on it has no hole."""
    assert [found.name for found in kernel_shapes(shaped_run([(0, 10, "", 1, 32)]))] == ["[unnamed kernel]"]


def test_alone_is_without_any_other_kernel_of_the_same_gpu() -> None:
    """Also one of the same name; a graph whose nodes were not traced counts; work on another GPU and copies do not."""
    graphs = shaped("graphs", {"start_ns": [80 * US], "end_ns": [90 * US], "device": [0]})
    run = shaped_run([(0, 100, "a", 1, 32), (10, 20, "b", 1, 32), (40, 50, "a", 1, 32), (0, 100, "c", 1, 32, 1)], graphs=graphs)
    run.frames["memcopies"] = shaped("memcopies", {"start_ns": [60 * US], "end_ns": [70 * US], "direction": ["HtoD"], "device": [0]})
    alone = {(s.device, s.name): s.alone_ns // US for s in kernel_shapes(run)}
    assert alone == {(0, "a"): 70, (0, "b"): 0, (1, "c"): 100}


def test_moving_pages_are_told_from_the_kernels_own_time() -> None:
    """Only while the kernel ran, and ran alone."""
    moves = shaped(
        "migrations", {"start_ns": [5 * US, 18 * US], "end_ns": [12 * US, 40 * US], "bytes": [1, 1], "direction": ["HtoD"] * 2, "device": [0, 0]}
    )
    [found] = kernel_shapes(shaped_run([(0, 20, "a", 1, 32)], migrations=moves))
    assert (found.alone_ns, found.moving_ns) == (20 * US, 9 * US)


def test_shapes_are_known_where_grids_and_sms_are() -> None:
    """A trace without grids, or of a GPU whose SMs are not told, cannot answer; one in which nothing ran has nothing to answer."""
    there = {sms: "shapes" in gpu_activity.available(shaped_run([(0, 1, "a", 1, 32)], sms)) for sms in (100.0, np.nan)}
    assert there == {100.0: True, np.nan: False}
    blind = shaped_run([(0, 1, "a", -1, -1)])
    assert ("shapes" in gpu_activity.available(blind), list(kernel_shapes(blind))) == (False, [])
    assert "shapes" in gpu_activity.available(shaped_run([]))


def test_a_launch_waits_for_the_first_page_that_moves_while_it_runs() -> None:
    """Not for one that moves before it, after it, off the GPU, by a prefetch, or so late that the kernel has worked before."""
    kernels = shaped_run([(0, 20, "a", 1, 32), (100, 5000, "b", 1, 32), (6000, 6020, "c", 1, 32)]).frames["kernels"]

    def waits(*starts_us: int, direction: str = "HtoD", cause: str = "") -> list[int]:
        given = {"start_ns": [at * US for at in starts_us], "end_ns": [(at + 1) * US for at in starts_us], "bytes": [1] * len(starts_us)}
        moves = shaped(
            "migrations", {**given, "direction": [direction] * len(starts_us), "cause": [cause] * len(starts_us), "device": [0] * len(starts_us)}
        )
        return [wait // US for wait in first_page_waits(kernels, moves).tolist()]

    assert waits(5, 12, 150, 5999) == [5, 50, 0]
    assert waits(25, 1101) == waits(5, direction="DtoH") == waits(5, cause="prefetch") == waits() == [0, 0, 0]
