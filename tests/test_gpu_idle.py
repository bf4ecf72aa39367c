"""Why the GPU idled: gaps, late launches, blocking calls."""

from __future__ import annotations

import numpy as np
import pytest
from traces import US, session

from ncu_advisor.names import short
from ncu_advisor.timeline import Session, shaped
from ncu_advisor.traces import gpu_idle, host_calls


def test_a_gap_names_its_neighbours_and_what_the_host_did() -> None:
    """The longest gap first, with the call that took most of it."""
    api = [(15, 18, "cudaMalloc", 9), (20, 55, "cudaFree", 8), (56, 58, "cudaLaunchKernel", 2)]
    gaps = gpu_idle.idle_gaps(session([(0, 10, "a", 1), (60, 70, "b", 2), (71, 72, "c", 3)], api=api))
    assert gaps["duration_ns"].tolist() == [50 * US, 1 * US]
    assert gaps.loc[0, ["before", "after", "host_call", "host_call_ns", "launch_start_ns"]].tolist() == ["a", "b", "cudaFree", 35 * US, 56 * US]


def test_neighbours_without_a_name_are_called_so() -> None:
    """A sentence on the gap has no hole where the export lacks a kernel's name."""
    gaps = gpu_idle.idle_gaps(session([(0, 10, "", 1), (60, 70, "b", 2), (71, 72, " ", 3)]))
    assert gaps[["before", "after"]].to_numpy().tolist() == [["[unnamed kernel]", "b"], ["b", "[unnamed kernel]"]]
    assert {short(name) for name in gaps["before"]} == {"[unnamed kernel]", "b"}


def _eager(host_us: int, kernel_us: int, count: int = 50) -> Session:
    """A host that launches one kernel every ``host_us`` and a GPU that takes ``kernel_us`` for it."""
    kernels, api, free = [], [], 0
    for index in range(count):
        called = index * host_us
        start = max(called + 5, free)
        free = start + kernel_us
        api.append((called, called + 4, "cudaLaunchKernel", index))
        kernels.append((start, free, "k", index))
    return session(kernels, api=api)


def test_late_launches_of_short_kernels_are_launch_bound() -> None:
    """A kernel of 2 us every 10 us leaves 8 us idle, of which a graph would keep 1 us."""
    [bound] = gpu_idle.launch_bound(_eager(host_us=10, kernel_us=2))
    assert (bound.gaps, bound.median_gap_ns, bound.calls_known) == (49, 8 * US, True)
    assert bound.saved_ns == 49 * 7 * US
    assert bound.share_pct == pytest.approx(100 * 49 * 8 / 492)


def test_busy_launching_is_no_fault_while_the_gpu_is_busy() -> None:
    """The host spends all its time in launch calls, but the GPU always has work queued."""
    assert gpu_idle.launch_bound(_eager(host_us=4, kernel_us=10)) == []


def test_gaps_between_queued_kernels_are_not_the_hosts() -> None:
    """Where the launch call had returned before the GPU went idle, launching earlier would change nothing."""
    api = [(0, 4, "cudaLaunchKernel", 1), (4, 8, "cudaLaunchKernel", 2)]
    assert gpu_idle.launch_bound(session([(6, 20, "a", 1), (25, 40, "b", 2)], api=api)) == []


def test_a_gap_filled_by_a_waiting_call_is_that_calls() -> None:
    """The kernel came late because the host was in cudaFree."""
    api = [(0, 4, "cudaLaunchKernel", 1), (10, 27, "cudaFree", 9), (27, 30, "cudaLaunchKernel", 2)]
    run = session([(5, 12, "a", 1), (31, 40, "b", 2)], api=api)
    assert gpu_idle.launch_bound(run) == []
    assert gpu_idle.blocking_calls(run).loc[0, ["name", "exposed_ns"]].tolist() == ["cudaFree", 15 * US]


def test_the_first_launch_of_a_kernel_loads_its_code() -> None:
    """60 us are loading where a kernel was not launched before; later, and where it is short, a launch is a launch."""
    kernels = [(5, 10, "a", 1), (80, 90, "b", 2), (170, 180, "b", 3)]
    api = [(0, 4, "cudaLaunchKernel", 1), (15, 75, "cudaLaunchKernel", 2), (105, 165, "cudaLaunchKernel", 3)]
    run = session(kernels, api=api)
    assert host_calls.calls(run, (host_calls.LOAD,))["start_ns"].tolist() == [15 * US]
    assert gpu_idle.blocking_calls(run).loc[0, ["name", "calls", "exposed_ns"]].tolist() == ["cudaLaunchKernel", 1, 60 * US]


def test_without_calls_only_the_length_of_gaps_tells() -> None:
    """Then the answer says that calls were not known."""
    run = _eager(host_us=10, kernel_us=2)
    del run.frames["api"]
    [bound] = gpu_idle.launch_bound(run)
    assert (bound.calls_known, bound.gaps) == (False, 49)
    assert np.isnan(bound.median_call_ns)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("cudaDeviceSynchronize", host_calls.SYNCHRONISE),
        ("cuStreamSynchronize", host_calls.SYNCHRONISE),
        ("cudaMalloc", host_calls.ALLOCATE),
        ("cuMemFree_v2", host_calls.ALLOCATE),
        ("cudaHostAlloc", host_calls.ALLOCATE),
        ("cudaMallocAsync", host_calls.OTHER),
        ("cuMemAllocAsync", host_calls.OTHER),
        ("cudaMemcpyAsync", host_calls.COPY),
        ("cuLibraryLoadData", host_calls.LOAD),
        ("cudaGraphLaunch", host_calls.LAUNCH),
        ("cudaLaunchKernelExC", host_calls.LAUNCH),
        ("cudaStreamWaitEvent", host_calls.OTHER),
        ("cudaLaunchHostFunc", host_calls.OTHER),
        ("cudaGetDevice", host_calls.OTHER),
    ],
)
def test_calls_are_told_by_name(call: str, expected: str) -> None:
    """Stream-ordered allocation waits for nothing, and neither does one stream waiting for another."""
    assert host_calls.kind(call) == expected


def test_a_synchronisation_is_exposed_only_where_the_gpu_idles() -> None:
    """While it waits for a kernel nothing is lost."""
    api = [(0, 4, "cudaLaunchKernel", 1), (4, 107, "cudaDeviceSynchronize", 9), (110, 112, "cudaLaunchKernel", 2)]
    calls = gpu_idle.blocking_calls(session([(5, 100, "a", 1), (115, 120, "b", 2)], api=api))
    assert calls[["name", "total_ns", "exposed_ns"]].to_numpy().tolist() == [["cudaDeviceSynchronize", 103 * US, 7 * US]]


def test_exposure_is_unknown_without_a_trace_of_the_gpu() -> None:
    """A summary of calls, or calls without GPU operations, cannot tell what the GPU did meanwhile."""
    summary = Session({"api_summary": shaped("api_summary", {"name": ["cudaFree", "cudaLaunchKernel"], "calls": [2, 9], "total_ns": [50, 9]})})
    blind = Session({"api": shaped("api", {"start_ns": [0], "end_ns": [50], "name": ["cudaFree"]})})
    for run in (summary, blind):
        calls = gpu_idle.blocking_calls(run)
        assert calls[["name", "total_ns"]].to_numpy().tolist() == [["cudaFree", 50.0]]
        assert calls["exposed_ns"].isna().all()


def test_a_synchronisation_is_not_charged_with_the_slow_start_of_what_it_waits_for() -> None:
    """The kernel had been launched before the GPU went idle; the wait for it to begin is not the waiting call's."""
    api = [(0, 4, "cudaLaunchKernel", 1), (4, 9, "cudaLaunchKernel", 2), (9, 75, "cudaDeviceSynchronize", 9)]
    calls = gpu_idle.blocking_calls(session([(5, 20, "a", 1), (60, 70, "b", 2), (80, 85, "c", 3)], api=api))
    assert calls[["name", "exposed_ns"]].to_numpy().tolist() == [["cudaDeviceSynchronize", 5 * US]]


def test_nor_with_the_slow_start_of_what_was_launched_in_idle_time() -> None:
    """The GPU idles from 20 us on, gets work at 30 us and takes until 2,000 us to start it (its code is loaded first): the host may wait."""
    api = [(0, 4, "cudaLaunchKernel", 1), (26, 30, "cudaLaunchKernel", 2), (31, 2015, "cudaDeviceSynchronize", 9)]
    calls = gpu_idle.blocking_calls(session([(5, 20, "a", 1), (2000, 2010, "b", 2), (2020, 2025, "c", 3)], api=api))
    assert calls[["name", "exposed_ns"]].to_numpy().tolist() == [["cudaDeviceSynchronize", 5 * US]]


def test_a_synchronisation_right_behind_a_copy_is_told_with_the_copy() -> None:
    """Idle time is counted once: of two waits, the one that follows a copy is the copy's."""
    api = [
        (18, 20, "cudaMemcpyAsync", 5),
        (20, 40, "cudaStreamSynchronize", 8),
        (42, 45, "cudaLaunchKernel", 2),
        (46, 69, "cudaStreamSynchronize", 9),
    ]
    api += [(70, 72, "cudaLaunchKernel", 3)]
    run = session([(0, 10, "a", 1), (50, 60, "b", 2), (75, 80, "c", 3)], [(22, 30, 1000, "DtoH", "pinned", 5)], api)
    calls = gpu_idle.blocking_calls(run)
    assert calls[["name", "calls", "exposed_ns"]].to_numpy().tolist() == [["cudaStreamSynchronize", 2.0, 9 * US]]


def test_a_gap_after_a_long_wait_is_the_waits_and_not_the_launchs() -> None:
    """Where the host waits for 100 us of kernel before it launches again, it could have launched in that time; after 2 us it could not."""

    def step(at: float, kernel: float, number: int) -> tuple[tuple[float, float, str, int], list[tuple[float, float, str, int]]]:
        end = at + 8 + kernel
        return (at + 8, end, "k", number), [(at, at + 6, "cudaLaunchKernel", number), (at + 7, end + 2, "cudaDeviceSynchronize", 1000 + number)]

    def run(kernel: float) -> Session:
        steps = [step(at * (kernel + 12), kernel, at) for at in range(20)]
        return session([kernel for kernel, _ in steps], api=[call for _, calls in steps for call in calls])

    assert gpu_idle.launch_bound(run(100)) == []
    [short] = gpu_idle.launch_bound(run(2))
    assert (short.gaps, short.median_gap_ns) == (19, 9 * US)  # gaps of 12 us, of which the host waits for 3


def test_what_waiting_calls_take_together_is_no_late_launch() -> None:
    """A gap of 30 us with 10 us of cudaMalloc and 10 us of cudaFree in it was not left by launching, though neither took half of it."""
    api = [(0, 4, "cudaLaunchKernel", 1), (12, 22, "cudaMalloc", 8), (22, 32, "cudaFree", 9), (33, 38, "cudaLaunchKernel", 2)]
    assert gpu_idle.launch_bound(session([(5, 10, "a", 1), (40, 45, "b", 2)], api=api)) == []


def test_so_is_one_after_several_calls_of_which_an_earlier_one_waited() -> None:
    """cudaFree waits for 60 us of kernel, then memory is taken and filled before the next launch: without them launches would queue."""
    kernels, api, copies = [], [], []
    for step in range(20):
        at = step * 110
        api += [(at, at + 6, "cudaLaunchKernel", 3 * step), (at + 6, at + 70, "cudaFree", 900 + step)]
        kernels.append((at + 8, at + 68, "k", 3 * step))
        api += [(at + 70, at + 75, "cudaMalloc", 800 + step), (at + 76, at + 90, "cudaMemcpy", 3 * step + 1)]
        copies.append((at + 86, at + 88, 8, "HtoD", "pageable", 3 * step + 1))
    assert gpu_idle.launch_bound(session(kernels, copies, api)) == []
