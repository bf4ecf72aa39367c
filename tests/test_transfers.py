"""Copies between host and GPU, and pages that migrate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from traces import US, session

from ncu_advisor.timeline import Session, shaped
from ncu_advisor.traces import transfers

MB = 1_000_000


def test_a_blocking_copy_leaves_the_gpu_idle_around_it() -> None:
    """The call takes 30 us, the copy 10 us of it; the next kernel starts 8 us after the call. Queued work would fill 28 us."""
    api = [(10, 40, "cudaMemcpy", 5), (42, 45, "cudaLaunchKernel", 2)]
    found = transfers.synchronous_copies(session([(0, 10, "a", 1), (48, 60, "b", 2)], [(20, 30, MB, "DtoH", "pinned", 5)], api))
    assert found == transfers.SynchronousCopies(1, float(MB), 10 * US, 30 * US, 38 * US, 28 * US, True, ("cudaMemcpy",))


def test_an_asynchronous_copy_followed_by_a_synchronisation_is_synchronous() -> None:
    """So are those whose call returns only after the copy has ended; a copy that nobody waits for is not."""
    kernels = [(0, 10, "a", 1), (60, 70, "b", 2)]
    copies = [(20, 30, MB, "HtoD", "pageable", 5), (40, 45, MB, "HtoD", "pageable", 6), (50, 55, MB, "HtoD", "pinned", 7)]
    api = [(18, 19, "cudaMemcpyAsync", 5), (19, 31, "cudaStreamSynchronize", 8), (38, 46, "cudaMemcpyAsync", 6), (48, 49, "cudaMemcpyAsync", 7)]
    found = transfers.synchronous_copies(session(kernels, copies, api))
    assert found is not None
    assert (found.copies, found.blocked_ns, found.pinned) == (2, 21 * US, False)


def test_what_the_host_computes_after_a_copy_is_not_the_copys() -> None:
    """The GPU idles for a millisecond because the host works; the copy is charged the 10 us that the host could have used while it ran."""
    api = [(10, 40, "cudaMemcpy", 5), (1042, 1045, "cudaLaunchKernel", 2)]
    found = transfers.synchronous_copies(session([(0, 10, "a", 1), (1048, 1060, "b", 2)], [(20, 30, MB, "DtoH", "pinned", 5)], api))
    assert found is not None
    assert found.exposed_ns == 30 * US + 10 * US


def test_pageable_copies_are_measured_against_the_traces_pinned_ones() -> None:
    """8 MB took 2 ms; pinned, 4 MB took 0.2 ms, so 8 MB would take 0.4 ms."""
    copies = [(0, 2000, 8 * MB, "HtoD", "pageable", 1), (3000, 3200, 4 * MB, "HtoD", "pinned", 2), (4000, 4002, 4, "HtoD", "pageable", 3)]
    [found] = transfers.pageable_copies(session([(0, 1, "k", 9)], copies))
    assert (found.copies, found.rate.source, found.rate.bytes_per_second) == (2, "measured", pytest.approx(20e9))
    assert found.saved_ns == pytest.approx(1600 * US)


def test_copies_before_the_first_kernel_or_after_the_last_are_made_once() -> None:
    """Weights come before the first kernel, batches between kernels, the result after the last; without kernels nobody knows."""
    copies = [(0, 10, 3 * MB, "HtoD", "pageable", 1), (30, 40, 2 * MB, "HtoD", "pageable", 2), (70, 80, MB, "DtoH", "pageable", 3)]
    up, down = transfers.pageable_copies(session([(15, 25, "k", 8), (45, 60, "k", 9)], copies))
    assert (up.bytes, up.once_bytes, down.bytes, down.once_bytes) == (5 * MB, 3 * MB, MB, MB)
    assert [found.once_bytes for found in transfers.pageable_copies(session([], copies))] == [0, 0]


def test_one_pageable_copy_is_no_measure_of_its_own_latency() -> None:
    """537 MB in 310 ms, the only copy of the trace: what takes that long is no latency, and at the link's rate it would take 43 ms."""
    [found] = transfers.pageable_copies(session([(0, 1, "k", 9)], [(10, 310_010, 537 * MB, "DtoH", "pageable", 1)], device="6.1"))
    assert found.saved_ns == pytest.approx(310_000 * US - 537 * MB / 12.6, rel=1e-3)


def test_small_pageable_copies_stay_as_long_as_the_shortest() -> None:
    """A copy of a few bytes costs what it costs from any memory."""
    [found] = transfers.pageable_copies(session([(0, 1, "k", 9)], [(10 * n, 10 * n + 3, 64, "HtoD", "pageable", n) for n in range(1, 5)]))
    assert found.saved_ns == 0


@pytest.mark.parametrize(("capability", "gigabytes"), [("7.5", 12.6), ("8.6", 25.2), ("9.0", 50.4), ("", 12.6)])
def test_without_pinned_copies_the_link_sets_the_rate(capability: str, gigabytes: float) -> None:
    """By the PCIe generation of the GPU; the slowest where it is unknown, so that nothing is promised too much."""
    rate = transfers.pinned_rate(session(copies=[(0, 9, MB, "HtoD", "pageable", 1)], device=capability), "HtoD")
    assert (rate.source, rate.bytes_per_second) == ("link", pytest.approx(gigabytes * 1e9))


def test_unified_memory_is_weighed_against_one_explicit_copy() -> None:
    """Concurrent migrations count once; faults come from their own table."""
    moves = shaped(
        "migrations", {"start_ns": [0, 0, 9], "end_ns": [400 * US, 500 * US, 10], "bytes": [MB, MB, 7], "direction": ["HtoD", "HtoD", "DtoH"]}
    )
    faults = shaped("gpu_faults", {"start_ns": [1, 2], "end_ns": [2, 3], "faults": [10, 5]})
    to_device, to_host = transfers.migrations(session(migrations=moves, gpu_faults=faults))
    assert (to_device.moves, to_device.bytes, to_device.migration_ns, to_device.faults) == (2, 2 * MB, 500 * US, 15)
    assert to_device.saved_ns == pytest.approx(500 * US - 2 * MB / 25.2)
    assert np.isnan(to_host.faults)


def test_pages_that_the_program_fetches_ahead_do_not_move_on_demand() -> None:
    """Of two moves to the GPU the program asked for one with ``cudaMemPrefetchAsync``, and for all that went back to the host."""
    moves = {"start_ns": [0, 50 * US, 90 * US], "end_ns": [40 * US, 60 * US, 99 * US], "bytes": [MB, MB, MB], "direction": ["HtoD", "HtoD", "DtoH"]}
    run = session([(0, 110, "k", 1)], migrations=shaped("migrations", {**moves, "cause": ["prefetch", "page fault", "prefetch"]}))
    assert [(found.direction, found.moves, found.migration_ns) for found in transfers.migrations(run)] == [("HtoD", 1, 10 * US)]


def test_between_moves_launches_wait_for_the_driver() -> None:
    """Ten pieces of a microsecond, 4 us apart, in one launch: a copy of them takes 21 us less than moves and pauses together, and no launch less than
    DRAM needs. Where pauses are of 20 us, 5 us a move are the driver's, and a launch in which one page moves has no pauses."""

    def moved(apart: int, until: int, dram: float = 1e15) -> transfers.Migration:
        starts = [at * US for at in range(0, 10 * apart, apart)]
        given = {"start_ns": starts, "end_ns": [at + US for at in starts], "bytes": [MB // 10] * 10, "direction": ["HtoD"] * 10, "device": [0] * 10}
        run = session([(0, until, "k", 1), (until, until + 50, "k", 2)], migrations=shaped("migrations", given))
        run.devices[0] = replace(run.devices[0], dram_bytes_per_second=dram)
        return transfers.migrations(run)[0]

    found = moved(5, 48)
    assert (found.migration_ns, found.served_ns) == (10 * US, 36 * US)
    assert found.saved_ns == pytest.approx(46 * US - MB / 25.2)
    assert moved(21, 300).served_ns == 50 * US
    assert moved(5, 48, 1e9 * MB / (30 * US)).served_ns == pytest.approx(8 * US)
    assert moved(5, 5).served_ns == (45 - 9 - 5 + 1) * US


def test_large_pieces_that_are_fetched_ahead_tell_the_rate_of_the_link() -> None:
    """A mebibyte in 200 us, where the link of such a GPU is assumed to be five times as fast; small pieces and faults tell nothing."""
    given = {"start_ns": [0, 200 * US], "end_ns": [200 * US, 300 * US], "bytes": [MB, 4096], "direction": ["HtoD"] * 2, "device": [0, 0]}
    rates = []
    for cause in ("speculative prefetch", "page fault"):
        [found] = transfers.migrations(session([(0, 400, "k", 1)], migrations=shaped("migrations", {**given, "cause": [cause, "page fault"]})))
        rates.append(found.rate.bytes_per_second)
    assert rates == [pytest.approx(1e9 * MB / (200 * US)), pytest.approx(25.2e9)]


def test_launches_wait_for_pages_of_their_own_gpu() -> None:
    """A page moves to GPU 0 after 30 us, while a kernel runs on each of two GPUs: one of them waited, and a copy before it would save that too."""
    moves = {"start_ns": [30 * US], "end_ns": [40 * US], "bytes": [MB], "direction": ["HtoD"], "device": [0]}
    [found] = transfers.migrations(session([(0, 100, "k", 1), (10, 100, "k", 2, 1)], migrations=shaped("migrations", moves)))
    assert found.waited_ns == 30 * US
    assert found.saved_ns == pytest.approx(30 * US + max(0.0, 10 * US - MB / 25.2))


def test_pages_that_move_when_the_gpu_has_no_work_keep_nothing_of_it_waiting() -> None:
    """A kernel of 10 us, pages to it from 4 us before it began, and 20 us of pages back to the host when it has ended: 3 us count."""
    moves = {"start_ns": [96 * US, 112 * US], "end_ns": [103 * US, 132 * US], "bytes": [MB, MB], "direction": ["HtoD", "DtoH"]}
    run = session([(100, 110, "k", 1)], migrations=shaped("migrations", moves))
    assert [(found.direction, found.migration_ns) for found in transfers.migrations(run)] == [("HtoD", 3 * US)]


def test_migrations_of_summaries_have_what_the_summaries_have() -> None:
    """The totals report has bytes and faults but no times, which stay unknown."""
    totals = shaped("unified_memory_summary", {"to_device_bytes": [5 * MB], "to_host_bytes": [0], "cpu_faults": [1], "gpu_faults": [3]})
    [found] = transfers.migrations(Session({"unified_memory_summary": totals}))
    assert (found.direction, found.bytes, found.faults) == ("HtoD", 5 * MB, 3)
    assert np.isnan(found.migration_ns)
    assert np.isnan(found.saved_ns)


def test_what_comes_back_to_the_gpu_in_the_same_size_is_told() -> None:
    """Two arrays go out after a kernel and in before the next one; a third size only comes in, and the first upload had not gone out."""
    sizes = 4 * MB, 8 * MB
    copies = [(0, 10, sizes[0], "HtoD", "pageable", 1)]
    copies += [(20, 30, sizes[0], "DtoH", "pageable", 2), (30, 50, sizes[1], "DtoH", "pageable", 3)]
    copies += [(60, 75, sizes[1], "HtoD", "pageable", 4), (75, 80, sizes[0], "HtoD", "pageable", 5), (80, 90, 2 * MB, "HtoD", "pageable", 6)]
    took = (10 + 20 + 15 + 5) * US
    both = transfers.pageable_copies(session([(12, 18, "k", 8), (95, 99, "k", 9)], copies))
    assert [(found.direction, found.returns) for found in both] == [(way, transfers.Returns(2, took, 2, took)) for way in ("HtoD", "DtoH")]


def test_what_the_host_had_time_to_change_may_be_other_bytes() -> None:
    """8 MB take a host 160 us: what comes back after 50 us is the same, after 200 us it may not be; beside copies the host has no time."""
    size = 8 * MB
    copies = [(0, 10, size, "DtoH", "pageable", 1), (60, 70, size, "HtoD", "pageable", 2)]
    copies += [(100, 110, size, "DtoH", "pageable", 3), (310, 320, size, "HtoD", "pageable", 4)]
    copies += [(400, 410, size, "DtoH", "pageable", 5), (410, 610, 2 * size, "DtoH", "pageable", 6), (615, 620, size, "HtoD", "pageable", 7)]
    [found, _] = transfers.pageable_copies(session([(700, 710, "k", 9)], copies))
    assert found.returns == transfers.Returns(3, 55 * US, 2, 35 * US)
