"""What the GPU did: busy and idle time, shares of kernels, communication."""

from __future__ import annotations

from traces import US, session

from ncu_advisor.timeline import Session, shaped
from ncu_advisor.traces import gpu_activity


def test_concurrent_work_is_busy_once() -> None:
    """Busy time is the union over streams, and the window reaches from the first operation to the last."""
    [time] = gpu_activity.device_times(session([(0, 10, "a", 1), (5, 20, "b", 2), (30, 40, "c", 3)], [(18, 25, 64, "HtoD", "pinned", 4)]))
    assert (time.window_ns, time.busy_ns, time.kernel_ns, time.copy_ns) == (40 * US, 35 * US, 30 * US, 7 * US)


def test_each_gpu_has_its_own_time() -> None:
    """Work on one GPU does not make another one busy."""
    times = gpu_activity.device_times(session([(0, 10, "a", 1, 0), (0, 90, "a", 2, 1), (90, 100, "a", 3, 0)]))
    assert [(t.device, t.window_ns - t.busy_ns) for t in times] == [(0, 80 * US), (1, 0)]


def test_a_graph_without_traced_nodes_is_work() -> None:
    """Graph-level tracing records one row per graph and no kernels: that GPU is busy, not idle."""
    graphs = shaped("graphs", {"start_ns": [10 * US], "end_ns": [20 * US], "device": [0]})
    [time] = gpu_activity.device_times(session([(0, 10, "a", 1), (20, 30, "b", 2)], graphs=graphs))
    assert time.busy_ns == time.window_ns == 30 * US


def test_kernel_shares_add_up_by_normalised_name() -> None:
    """Two spellings of one kernel are one row, and shares add up to the whole."""
    shares = gpu_activity.kernel_shares(session([(0, 60, "void a::k<(int)4>(int)", 1), (60, 90, "k<4>", 2), (90, 100, "j(int)", 3)]))
    assert shares[["name", "short_name", "instances", "share_pct"]].to_numpy().tolist() == [["k<4>", "k", 2, 90.0], ["j", "j", 1, 10.0]]


def test_shares_come_from_a_summary_where_there_is_no_trace() -> None:
    """Rows of one kernel with different grids are one kernel."""
    summary = shaped(
        "kernel_summary", {"name": ["k", "k", "j"], "grid": ["(1, 1, 1)", "(2, 1, 1)", ""], "instances": [1, 3, 1], "total_ns": [10, 50, 40]}
    )
    shares = gpu_activity.kernel_shares(Session({"kernel_summary": summary}))
    assert shares[["name", "instances", "total_ns", "avg_ns"]].to_numpy().tolist() == [["k", 4, 60, 15], ["j", 1, 40, 40]]


def test_communication_is_exposed_where_no_other_kernel_runs() -> None:
    """Overlapped collectives cost nothing; the rest could hide behind compute that is not yet beside a collective."""
    kernels = [(0, 30, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)", 1), (20, 40, "gemm", 2), (40, 80, "ncclKernel_AllGather(x)", 3)]
    [found] = gpu_activity.exposed_communication(session(kernels))
    assert (found.kernels, found.communication_ns, found.exposed_ns, found.compute_ns, found.saved_ns) == (2, 70 * US, 60 * US, 20 * US, 10 * US)


def test_a_copy_of_unknown_direction_is_a_copy() -> None:
    """Its name ends with no blank, as names go into sentences."""
    run = session([(0, 10, "a", 1)], [(20, 30, 64, "HtoD", "pinned", 2), (40, 50, 64, "HtoD", "pinned", 3)])
    run.frames["memcopies"]["direction"] = ["DtoD", ""]
    assert gpu_activity.activity(run)["name"].tolist() == ["a", "copy DtoD", "copy"]


def test_a_run_without_collectives_has_none_exposed() -> None:
    """Nothing is said of single-GPU runs."""
    assert gpu_activity.exposed_communication(session([(0, 30, "gemm", 1)])) == []


def test_idle_time_is_not_known_where_operations_were_left_out() -> None:
    """A kernel whose time is damaged would look like a gap; lost calls of the host make no GPU look idle."""
    run = session([(0, 10, "a", 1), (20, 30, "b", 2)], api=[])
    assert {"gaps", "copies", "calls", "shares"} <= gpu_activity.available(run)
    run.lost = {"api"}
    assert "gaps" in gpu_activity.available(run)
    run.lost = {"kernels"}
    assert {"gaps", "launches", "copies", "calls"}.isdisjoint(gpu_activity.available(run))
    assert "shares" in gpu_activity.available(run)
