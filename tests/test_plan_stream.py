"""Streams and rows: bytes in flight by Little, measured streams reproduced, rows read once where registers hold them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan import reduction, stream
from ncu_advisor.plan.chip import chip
from ncu_advisor.plan.reduction import ReductionProblem
from ncu_advisor.plan.stream import StreamProblem

MIB = 1 << 20
# Measured on an H200 for this project (benchmarks/advice/measured/times.csv.xz): bytes read, written, type, vector bytes, items, block, microseconds.
MEASURED = [
    ("fade_a", 256, 256, "i8", 1, 1, 256, 660.0),
    ("fade_b", 256, 256, "i8", 16, 16, 256, 129.8),
    ("residual_a", 512, 256, "f16", 2, 1, 256, 396.4),
    ("residual_b", 512, 256, "f16", 16, 8, 256, 187.6),
    ("loudest", 1024, 0, "f32", 16, 32, 256, 234.8),
]


@pytest.mark.parametrize(("name", "read", "written", "dtype", "vector", "items", "block", "us"), MEASURED)
def test_measured_streams_are_reproduced(name: str, read: int, written: int, dtype: str, vector: int, items: int, block: int, us: float) -> None:
    """From one byte a thread in flight to eight float4, the time of a measured kernel is predicted within 10%."""
    found = stream.candidate(StreamProblem(read * MIB, written * MIB, dtype), chip(load("h200")), vector, items, block, stride=False)
    assert found is not None, name
    assert found.predicted_us == pytest.approx(us, rel=0.10)


def test_large_streams_are_bound_by_dram_with_wide_loads() -> None:
    """A copy of 256 MiB: 128-bit loads, enough in flight, and at least 96% of what the device achieves for a copy."""
    gpu = load("h200")
    first = stream.plan(StreamProblem(256 * MIB, 256 * MIB), gpu)[0]
    assert (first.vector_bits, first.limiter) == (128, "dram")
    assert first.bytes_in_flight_per_sm >= 32 * 1024
    assert first.predicted_gb_per_second >= 0.96 * 1e-9 * gpu.achievable["dram_copy"].value * gpu.dram_bytes_per_second.value


def test_devices_with_256_bit_loads_are_told_so() -> None:
    """Blackwell loads 256 bits at once; Hopper does not."""
    assert stream.plan(StreamProblem(256 * MIB, 256 * MIB), load("b200"))[0].vector_bits == 256
    assert stream.plan(StreamProblem(256 * MIB, 256 * MIB), load("h200"))[0].vector_bits == 128


def test_less_in_flight_is_slower() -> None:
    """Little: with one narrow load a thread the bus is not full, and each doubling of the width helps until it is."""
    on, problem = chip(load("h200")), StreamProblem(256 * MIB, 256 * MIB, "i8")
    times = [found.predicted_us for width in (1, 2, 4, 8, 16) if (found := stream.candidate(problem, on, width, width, 256, stride=False))]
    assert times == sorted(times, reverse=True)
    assert times[0] > 3 * times[-1]


def test_bandwidth_follows_the_mix() -> None:
    """Reading achieves more than copying, and the mix in between lies in between."""
    on = chip(load("h200"))
    copy, triad, read = (stream.bandwidth(on, share) for share in (0.5, 0.75, 1.0))
    assert copy < triad < read


def test_a_stream_of_nothing_is_refused() -> None:
    """No bytes, no plan."""
    with pytest.raises(AdvisorError, match="nothing is read"):
        stream.plan(StreamProblem(0, 0), load("h200"))


@settings(max_examples=40, deadline=None)
@given(read=st.integers(0, 1 << 34), written=st.integers(1, 1 << 34), device=st.sampled_from(("h200", "rtx-4090", "t4", "b200")))
def test_every_stream_covers_its_data(read: int, written: int, device: str) -> None:
    """Grid times block times items reaches the largest array, strided or not, and a place is left for at least one block."""
    problem = StreamProblem(read, written, "f16")
    for c in stream.plan(problem, load(device)):
        assert c.blocks_per_sm >= 1
        assert c.grid_stride or c.grid * c.block * c.items_per_thread >= problem.arrays[0]
        assert c.predicted_us > 0


def test_rows_that_fit_are_read_once() -> None:
    """A row of 4096 stays in registers (one pass); one of 131072 does not (two), and the reason says which part comes from L2."""
    fits, long = reduction.plan(ReductionProblem(8192, 4096), load("h200"))[0], reduction.plan(ReductionProblem(512, 131072), load("h200"))[0]
    assert (fits.passes, long.passes) == (1, 2)
    assert fits.chunk == 4096
    assert fits.registers_per_thread * fits.block <= 65536
    assert "read once" in fits.reason
    assert "read again" in long.reason


def test_short_rows_share_a_block() -> None:
    """Rows of 128 elements go several to a block, so that a warp has whole vectors to load."""
    first = reduction.plan(ReductionProblem(65536, 128), load("h200"))[0]
    assert first.rows_per_block >= 4
    assert first.rows_per_block * first.chunk / first.block >= 8


def test_masked_lanes_are_named() -> None:
    """A row of 5120 computed as 8192, or in chunks that do not divide it, says how many lanes carry nothing; chunks that do say nothing of it."""
    told = {
        (c.chunk, found[1] if (found := re.search(r"(\d+)% of the lanes lie beyond the row's end", c.reason)) else "")
        for c in reduction.plan(ReductionProblem(8192, 5120), load("h200"), top=100)
    }
    assert told == {(8192, "38"), (4096, "38"), (2048, "17"), (1024, "")}


def test_a_sum_reads_its_rows_once() -> None:
    """1024 rows of 100,000 floats are 410 MB: as long as DRAM takes to read them, where softmax reads most of them again and writes them."""
    rows = ReductionProblem(1024, 100_000, "f32")
    summed, softmax = (reduction.plan(replace(rows, kind=kind), load("h200"))[0] for kind in ("sum", "softmax"))
    read_us = 1024 * 100_000 * 4 / (1e-6 * load("h200").achievable["dram_read"].value * load("h200").dram_bytes_per_second.value)
    assert read_us < summed.predicted_us < 1.1 * read_us
    assert (summed.passes, softmax.passes, softmax.predicted_us > 2 * summed.predicted_us) == (1, 2, True)


def test_a_sum_is_priced_like_the_measured_one() -> None:
    """The measured kernel of MEASURED that reads 1 GiB and keeps one number: within 10%, as a row of its own for each of 4096 blocks."""
    name, read, _, dtype, *_, us = MEASURED[-1]
    found = reduction.plan(ReductionProblem(4096, read * MIB // 4 // 4096, dtype, "sum"), load("h200"))[0]
    assert found.predicted_us == pytest.approx(us, rel=0.10), name


def test_softmax_and_layer_norm_are_priced_alike() -> None:
    """Both reduce a row twice and write it back, as the sweep measured them; which one is priced is said, as are the others."""
    softmax, norm = (reduction.plan(ReductionProblem(8192, 4096, kind=kind), load("h200")) for kind in ("softmax", "layernorm"))
    assert softmax == norm == reduction.plan(ReductionProblem(8192, 4096), load("h200"))
    for kind in reduction.KINDS:
        problem = ReductionProblem(8192, 4096, kind=kind)
        said = reduction.about(problem, load("h200"), reduction.plan(problem, load("h200")))
        assert [note.startswith(f"priced as {kind} (--kind softmax|layernorm|sum): ") for note in said] == [True]


def test_a_lone_long_row_is_shared_among_blocks() -> None:
    """A sum of 200 MB: parts that fill the SMs and a second launch, close to what DRAM takes; without one, 131 of 132 SMs stay idle, as is said."""
    found = reduction.plan(ReductionProblem(1, 10**8, "f16", "sum"), load("h200"))
    assert found[0].split == found[0].grid >= 132
    assert found[0].predicted_us < 1.2 * 2e8 / (1e-6 * load("h200").achievable["dram_read"].value * load("h200").dram_bytes_per_second.value)
    assert f"a second launch of 3.71 us adds the {found[0].split} parts of each row" in found[0].reason
    assert (found[-1].split, found[-1].grid) == (1, 1)
    assert "1 block runs at once and keeps 16 KiB in flight, 131 of 132 SMs stay idle" in found[-1].reason


def test_rows_that_are_written_back_say_what_splitting_them_would_take() -> None:
    """No candidate of softmax splits a row, which takes three launches; the note prices them. Rows enough, or short ones, have no such note."""
    gpu = load("h200")
    long = ReductionProblem(1, 10**8)
    found = reduction.plan(long, gpu)
    assert {c.split for c in found} == {1}
    assert "131 of 132 SMs stay idle: reduced by 512 blocks a row" in reduction.about(long, gpu, found)[1]
    for rows, cols in ((132, 10**6), (1, 4096)):
        problem = ReductionProblem(rows, cols)
        assert len(reduction.about(problem, gpu, reduction.plan(problem, gpu))) == 1


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(1, 1 << 20), cols=st.integers(1, 1 << 28), device=st.sampled_from(("h200", "rtx-4090", "t4", "b200")))
def test_every_sum_covers_its_rows(rows: int, cols: int, device: str) -> None:
    """Blocks of a row times rows are the grid; of five candidates one at least needs no second launch."""
    candidates = reduction.plan(ReductionProblem(rows, cols, kind="sum"), load(device))
    assert any(c.split == 1 for c in candidates)
    for c in candidates:
        assert c.passes == 1
        assert c.grid * c.rows_per_block >= rows * c.split
        assert c.split == 1 or c.rows_per_block == 1


@settings(max_examples=40, deadline=None)
@given(rows=st.integers(1, 1 << 20), cols=st.integers(1, 1 << 18), device=st.sampled_from(("h200", "rtx-4090", "t4", "b200")))
def test_every_row_has_a_launch(rows: int, cols: int, device: str) -> None:
    """Whatever the shape, some launch fits; all its rows and columns are covered."""
    candidates = reduction.plan(ReductionProblem(rows, cols), load(device))
    assert candidates
    for c in candidates:
        assert c.grid * c.rows_per_block >= rows
        assert c.passes == 2 or c.chunk >= cols
        assert c.block == 32 * c.warps <= 1024
