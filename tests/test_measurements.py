"""What measurements of a run give to rules; the computations behind them have tests of their own."""

from __future__ import annotations

import numpy as np
import pytest
from traces import US, session, shaped_run

from ncu_advisor import measurement
from ncu_advisor.errors import BadRule
from ncu_advisor.measurement import Occurrences
from ncu_advisor.timeline import Session, TracedGpu, shaped

MB = 1_000_000


def _one(name: str, run: Session) -> dict[str, object]:
    """The values of the only occurrence, which are exactly those that the measurement declares."""
    source = measurement.named(name)
    found: Occurrences = source.measure(run)
    assert len(found) == 1
    assert set(found.values) == set(source.VALUES)
    return {value: column[0] for value, column in found.values.items()}


@pytest.mark.parametrize("name", ["no_such_thing", "../sequence", "", "os"])
def test_an_unknown_measurement_is_refused(name: str) -> None:
    """Names come from rule files: nothing outside the folder can be named."""
    with pytest.raises(BadRule, match="is no measurement"):
        measurement.named(name)


@pytest.mark.parametrize(
    ("name", "unit"), [("gap_ns", "ns"), ("moved_bytes", "byte"), ("busy_pct", "%"), ("reached_per_second", "byte/s"), ("gaps", "")]
)
def test_the_end_of_a_name_says_its_unit(name: str, unit: str) -> None:
    """So sentences need not."""
    assert measurement.unit_of(name) == unit


def test_host_gaps_leave_waits_and_late_launches_to_others() -> None:
    """Of three gaps one is a late launch (10 us), one is spent in cudaFree; the long one is the host's own."""
    kernels = [(0, 10, "a", 1), (20, 30, "b", 2), (130, 140, "c", 3), (1140, 1150, "d", 4)]
    api = [(0, 1, "cudaLaunchKernel", 1), (15, 19, "cudaLaunchKernel", 2), (31, 125, "cudaFree", 9)]
    api += [(126, 129, "cudaLaunchKernel", 3), (1136, 1139, "cudaLaunchKernel", 4)]
    run = session(kernels, api=api)
    run.frames["nvtx"] = shaped("nvtx", {"start_ns": [0, 135 * US], "end_ns": [2000 * US, 1145 * US], "name": ["all", "load batch"]})
    run.frames["os_runtime"] = shaped("os_runtime", {"start_ns": [200 * US], "end_ns": [1100 * US], "name": ["read"], "process": [1], "thread": [1]})
    gap = _one("host_gaps", run)
    assert (gap["gaps"], gap["gap_ns"], gap["longest_ns"]) == (1, 1000 * US, 1000 * US)
    assert (gap["before"], gap["after"], gap["at_ns"]) == ("c", "d", 140 * US)
    assert (gap["within"], gap["in_range"], gap["host"], gap["in_system"]) == ("load batch", 1, "read", 1)
    assert gap["busy_pct"] == pytest.approx(100 * 40 / 1150)


def test_of_a_gap_that_is_the_hosts_own_what_waiting_calls_took_is_told_with_them() -> None:
    """A gap of 1,000 us with 300 us of loading code in it: 700 us are the host's own."""
    api = [(0, 1, "cudaLaunchKernel", 1), (400, 700, "cuLibraryLoadData", 9), (1006, 1009, "cudaLaunchKernel", 2)]
    gap = _one("host_gaps", session([(0, 10, "a", 1), (1010, 1020, "b", 2)], api=api))
    assert (gap["gaps"], gap["gap_ns"], gap["longest_ns"]) == (1, 700 * US, 1000 * US)


def test_a_launch_of_milliseconds_loads_code_and_is_told_as_that() -> None:
    """The first use of a kernel: its launch call takes 20 ms, and the GPU idles that long; nothing of it is the host's own work."""
    api = [(0, 1, "cudaLaunchKernel", 1), (20, 20_020, "cudaLaunchKernel", 2)]
    run = session([(0, 10, "a", 1), (20_030, 20_040, "b", 2)], api=api)
    call = _one("blocking_calls", run)
    assert (call["call"], call["loads"], call["calls"], call["exposed_ns"]) == ("cudaLaunchKernel", 1, 1, 20_000 * US)
    assert not len(measurement.named("host_gaps").measure(run).launches)


def test_names_in_sentences_have_a_length() -> None:
    """Names of kernels and ranges are untrusted and may be thousands of characters long."""
    gap = _one("host_gaps", session([(0, 10, "k" * 5000, 1), (1000, 1010, "b", 2)]))
    assert len(str(gap["before"])) == 80


def test_late_launches_are_those_of_the_idle_gaps() -> None:
    """One row a GPU, with what a graph would leave."""
    late = _one("late_launches", session([(0, 2, "a", 1), (12, 14, "b", 2)], api=[(8, 11, "cudaLaunchKernel", 2)]))
    assert (late["gaps"], late["gap_ns"], late["graph_saves_ns"], late["runs"]) == (1, 10 * US, 9 * US, 2)


def test_copies_are_measured_against_the_time_line() -> None:
    """From the first to the last operation: 100 us, in which a synchronous copy from pageable memory lies bare."""
    api = [(10, 60, "cudaMemcpy", 5), (62, 64, "cudaLaunchKernel", 2)]
    run = session([(0, 10, "a", 1), (65, 100, "b", 2)], [(20, 55, MB, "HtoD", "pageable", 5)], api)
    assert _one("synchronous_copies", run) | {"window_ns": 0} == {
        **{"copies": 1, "moved_bytes": MB, "copy_ns": 35 * US, "blocked_ns": 50 * US, "no_kernel_ns": 55 * US, "idle_ns": 20 * US},
        **{"window_ns": 0, "asynchronous": 0, "pinned": 0, "call": "cudaMemcpy"},
    }
    pageable = _one("pageable_copies", run)
    assert (pageable["to_gpu"], pageable["window_ns"], pageable["pinned_measured"]) == (1, 100 * US, 0)
    exposed = _one("exposed_copies", run)
    assert (exposed["exposed_ns"], exposed["kernel_ns"], exposed["hidable_ns"], exposed["streams"]) == (35 * US, 45 * US, 35 * US, 2)


def test_blocking_calls_leave_out_what_the_gpu_never_felt() -> None:
    """A call before the first kernel, or under a running one, costs nothing here."""
    api = [(0, 400, "cudaMalloc", 8), (410, 440, "cudaFree", 9), (445, 448, "cudaLaunchKernel", 2)]
    run = session([(400, 415, "a", 1), (450, 500, "b", 2)], api=api)
    call = _one("blocking_calls", run)
    assert (call["call"], call["allocates"], call["synchronises"], call["exposed_ns"]) == ("cudaFree", 1, 0, 25 * US)
    assert (call["pins"], call["window_ns"]) == (0, 100 * US)


@pytest.mark.parametrize(("name", "pins"), [("cudaHostAlloc", 1), ("cudaFreeHost", 1), ("cuMemHostRegister", 1), ("cuMemAlloc", 0)])
def test_pinning_is_told_from_other_allocation(name: str, pins: int) -> None:
    """Host memory has other remedies than the GPU's."""
    run = session([(0, 10, "a", 1), (50, 60, "b", 2)], api=[(10, 45, name, 9), (46, 48, "cudaLaunchKernel", 2)])
    call = _one("blocking_calls", run)
    assert (call["allocates"], call["pins"]) == (1, pins)


def test_launch_shapes_come_with_what_judges_them() -> None:
    """One row a kernel and shape, as far as that is known; a backtick in a name cannot end the code that a sentence sets it in."""
    found = _one("launch_shapes", shaped_run([(0, 40, "a`b", 1, 16), (40, 80, "a`b", 1, 16), (80, 100, "empty", 0, 256)]))
    assert (found["kernel"], found["grid"], found["block"], found["communicates"]) == ("a'b", "1", "16", 0)
    assert (found["launches"], found["total_ns"], found["mean_ns"], found["alone_ns"]) == (2, 80 * US, 40 * US, 80 * US)
    assert (found["blocks"], found["threads"], found["sm_count"], found["window_ns"]) == (1, 16, 100, 100 * US)


def test_launch_shapes_know_the_next_larger_grid_of_the_kernel() -> None:
    """In the same blocks: the least with twice as many of them and one for each of 100 SMs, whatever the grid's form, by the mean of its launches."""
    launches = [(0, 60, "a", 7, 32), (100, 130, "a", 99, 32), (200, 260, "a", 120, 32), (300, 380, "a", 120, 32), (400, 500, "a", 150, 32)]
    other = [(600, 610, "a", 110, 64), (700, 710, "b", 110, 32)]
    found = measurement.named("launch_shapes").measure(shaped_run([*launches, *other])).values
    wider = {blocks: (found["wider_blocks"][at], found["wider_ns"][at]) for at, blocks in enumerate(found["blocks"][:4])}
    assert wider[7] == (120, 70 * US)
    assert np.isnan([*wider[99], *wider[120], *wider[150]]).all()


def test_a_gap_whose_end_had_been_launched_long_before_is_not_the_hosts() -> None:
    """The call had returned 5 us into a gap of a millisecond; a kernel that starts within the time that launches take leaves the gap the host's."""
    for launched, own in ((15, []), (985, [975 * US]), (995, [1000 * US])):
        api = [(0, 1, "cudaLaunchKernel", 1), (launched - 3, launched, "cudaLaunchKernel", 2)]
        found = measurement.named("host_gaps").measure(session([(0, 10, "a", 1), (1010, 1020, "b", 2)], api=api))
        assert list(found.values.get("gap_ns", [])) == own


def test_collectives_are_told_from_other_kernels() -> None:
    """Per GPU."""
    found = _one("collectives", session([(0, 10, "gemm", 1), (10, 30, "ncclDevKernel_AllReduce", 2)]))
    assert (found["communication_ns"], found["exposed_ns"], found["hidable_ns"]) == (20 * US, 20 * US, 10 * US)


def test_migrations_without_a_trace_are_measured_against_the_sums() -> None:
    """Kernel time and migration time are all that is known then."""
    summary = {"operation": ["CUDA Unified Memory memcpy HtoD"], "direction": ["HtoD"], "count": [10], "total_ns": [3e6]}
    sizes = {"operation": ["CUDA Unified Memory memcpy HtoD"], "direction": ["HtoD"], "count": [10], "total_bytes": [8e6]}
    run = Session(
        {
            "memory_time_summary": shaped("memory_time_summary", summary),
            "memory_size_summary": shaped("memory_size_summary", sizes),
            "unified_memory_summary": shaped("unified_memory_summary", {"to_device_bytes": [8e6], "to_host_bytes": [0.0]}),
            "kernel_summary": shaped("kernel_summary", {"name": ["k"], "instances": [1], "total_ns": [5e6]}),
        }
    )
    found = _one("migrations", run)
    assert (found["window_ns"], found["traced"], found["moves"]) == (8e6, 0, 10)
    assert np.isnan(float(str(found["faults"])))


def test_the_range_that_holds_most_of_the_idle_time_is_named_beside_that_of_the_longest_gap() -> None:
    """One gap of 900 us in “checkpoint”, and six of 300 us in “load batch”, which lie with all others in “epoch”."""
    ends, at = [], 0
    for length in (300, 300, 300, 900, 300, 300, 300):
        ends.append((at + 10, at + 10 + length))
        at += 10 + length
    starts = [0, *(end for _, end in ends)]
    run = session([(start, start + 10, "k", number) for number, start in enumerate(starts)], api=[])
    spans = [(0, at + 10, "epoch"), *((start - 1, end + 1, "checkpoint" if end - start == 900 else "load batch") for start, end in ends)]
    run.frames["nvtx"] = shaped(
        "nvtx", {"start_ns": [s * US for s, _, _ in spans], "end_ns": [e * US for _, e, _ in spans], "name": [n for _, _, n in spans]}
    )
    gap = _one("host_gaps", run)
    assert (gap["longest_ns"], gap["within"]) == (900 * US, "checkpoint")
    assert (gap["mostly_within"], gap["mostly_ns"]) == ("load batch", 1800 * US)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("ampere_sgemm_128x64_tn", True),
        ("volta_scudnn_128x64_relu_xregs_large_nn_v1", True),
        ("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x128_8x4_tn_align1>(cutlass_80_simt_sgemm_128x128_8x4_tn_align1::Params)", True),
        ("sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize128x128x8_stage3_warpsize2x2x1_ffma_aligna4_alignc4_execute_kernel__5x_cublas", True),
        ("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x16_stage4_warpsize2x2x1_tensor16x8x8_execute_kernel_trt", False),
        ("cutlass_80_tensorop_s1688gemm_128x256_16x3_tn_align4", False),
        ("ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_tn", False),
        ("ampere_dgemm_128x64_nn", False),
        ("my_sgemm_tiled", False),
    ],
)
def test_products_in_fp32_are_told_by_what_libraries_call_them(name: str, counts: bool) -> None:
    """Of cuBLAS, cuDNN and CUTLASS; tensor-core kernels, other precisions and a program's own kernels are none, nor are short ones."""
    run = shaped_run([(0, 1000, name, 200, 256), (1000, 1050, name, 200, 256), (1100, 2000, "other", 200, 256)], 132.0)
    source = measurement.named("library_products")
    assert len(source.measure(run)) == int(counts)
    if counts:
        found = _one("library_products", run)
        assert (found["launches"], found["product_ns"], found["window_ns"]) == (1, 1000 * US, 2000 * US)
        assert np.isnan(found["tf32_ratio"])  # of a GPU that nobody knows


@pytest.mark.parametrize(
    ("gpu", "capability", "sms", "ratio"),
    [
        ("NVIDIA A100-SXM4-80GB", "8.0", 108, 8.0),
        ("NVIDIA H200", "9.0", 132, 7.4),
        ("NVIDIA GeForce RTX 3090", "8.6", 82, 1.0),
        ("Tesla T4", "7.5", 40, 0.0),
    ],
)
def test_what_tf32_is_worth_depends_on_the_gpu(gpu: str, capability: str, sms: float, ratio: float) -> None:
    """Eight times FP32 on data-centre chips, as much as it on those for games, and nothing before compute capability 8."""
    run = shaped_run([(0, 1000, "ampere_sgemm_128x64_tn", 200, 256)])
    run.devices = {0: TracedGpu(0, gpu, capability, float(sms))}
    assert _one("library_products", run)["tf32_ratio"] == pytest.approx(ratio, rel=0.03)
