"""Copies that no kernel runs beside, and what of them kernels could hide."""

from __future__ import annotations

from typing import Any

from traces import US, session

from ncu_advisor.traces.overlap import ExposedCopies, exposed_copies

MB = 1_000_000


def _copies(kernels: list[tuple[Any, ...]], copies: list[tuple[int, int, str]]) -> ExposedCopies:
    events = [(start, end, MB, direction, "pinned", 100 + at) for at, (start, end, direction) in enumerate(copies)]
    [found] = exposed_copies(session([(*kernel, at) for at, kernel in enumerate(kernels)], events))
    return found


def test_copies_are_exposed_where_no_kernel_runs() -> None:
    """Overlap saves at most the exposed time, and never more than the kernel time left to hide it behind."""
    found = _copies([(0, 10, "k")], [(5, 40, "HtoD"), (40, 60, "DtoH")])
    assert (found.copies, found.copy_ns, found.exposed_ns, found.saved_ns) == (2, 55 * US, 50 * US, 5 * US)


def test_one_kernel_between_input_and_output_can_be_cut_into_chunks() -> None:
    """30 us in, 40 us of one kernel, 20 us out: all but ten of the copies' time has kernel time to hide behind."""
    found = _copies([(30, 70, "k")], [(0, 30, "HtoD"), (70, 90, "DtoH")])
    assert (found.exposed_ns, found.between_ns, found.saved_ns) == (50 * US, 0, 40 * US)


def test_kernels_that_run_once_each_can_be_cut_together() -> None:
    """A short first kernel does not hide that the long second one could work on the first chunks."""
    found = _copies([(30, 31, "init"), (31, 71, "k")], [(0, 30, "HtoD")])
    assert found.saved_ns == 30 * US


def test_a_sort_of_all_data_at_once_hides_only_what_its_ends_can() -> None:
    """Passes that recur need all that the passes before them made: the input hides behind the first three kernels, the output behind two."""
    passes = [(100, 120, "blocks"), *((120 + 10 * n, 130 + 10 * n, "merge" if n % 2 else "swap") for n in range(10))]
    found = _copies(passes, [(0, 100, "HtoD"), (220, 520, "DtoH")])
    assert (found.exposed_ns, found.between_ns, found.kernel_ns) == (400 * US, 0, 120 * US)
    assert found.saved_ns == (20 + 10 + 10) * US + (10 + 10) * US


def test_batches_hide_behind_each_other() -> None:
    """In, compute, out, again and again: of what was exposed only as much is left as there is more of it than of kernels."""
    batches = range(0, 1000, 100)
    found = _copies([(at + 30, at + 80, "k") for at in batches], [c for at in batches for c in ((at, at + 30, "HtoD"), (at + 80, at + 100, "DtoH"))])
    assert (found.exposed_ns, found.between_ns, found.saved_ns) == (500 * US, 450 * US, 500 * US)


def test_a_download_after_every_step_hides_behind_the_next_one() -> None:
    """The set-up before the first step hides behind that step alone, cut into chunks; the last result behind the last."""
    steps = range(1000, 1500, 100)
    found = _copies([(at, at + 60, "step") for at in steps], [(0, 1000, "HtoD"), *((at + 60, at + 100, "DtoH") for at in steps)])
    assert found.exposed_ns == (1000 + 5 * 40) * US
    assert found.saved_ns == (60 + 5 * 40) * US


def test_an_upload_after_a_warm_up_has_no_kernels_before_it_to_hide_behind() -> None:
    """A microsecond of kernels before a large upload hides a microsecond of it; passes that recur hide no more than one of each."""
    found = _copies([(0, 1, "warm up"), *((101 + 10 * n, 111 + 10 * n, "pass") for n in range(50))], [(1, 101, "HtoD")])
    assert (found.exposed_ns, found.between_ns, found.saved_ns) == (100 * US, 100 * US, 11 * US)
