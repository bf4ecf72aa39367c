"""The attention planner: what fits, what overlaps, and how causal rows change the work."""

from __future__ import annotations

import csv
import lzma
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan.attention import AttentionProblem, plan, steps_of_blocks
from ncu_advisor.plan.attention_step import registers, shared_bytes, softmax_cycles, throughput
from ncu_advisor.plan.chip import chip
from ncu_advisor.plan.explain_attention import about
from ncu_advisor.plan.tile import Tile

COMPILED = Path(__file__).resolve().parents[1] / "benchmarks" / "tiles" / "compiled.csv.xz"


def compiled() -> list[dict[str, str]]:
    with lzma.open(COMPILED, "rt", newline="") as stream:
        return [row for row in csv.DictReader(stream) if row["kind"] == "att"]


def tile_of(row: dict[str, str]) -> Tile:
    return Tile(int(row["BM"]), int(row["BN"]), int(row["D"]), int(row["stages"]), int(row["warps"]))


def test_shared_memory_is_what_the_compiler_allocates() -> None:
    """Of 124 kernels compiled for 9.0, every one takes exactly the shared memory that the planner says."""
    assert [shared_bytes(tile_of(row), 2.0) for row in compiled()] == [int(row["shared"]) for row in compiled()]


def test_kernels_that_spill_are_known_to() -> None:
    """Every pipelined kernel that spilled more than a hundred bytes a thread is predicted to spill, and none that kept 20 registers free."""
    for row in compiled():
        predicted = registers(tile_of(row), 2.0, "wgmma") > 255
        if int(row["stages"]) > 1 and int(row["stack"]) > 100:
            assert predicted
        if int(row["regs"]) < 235:
            assert not predicted


@settings(max_examples=30, deadline=None)
@given(
    t=st.integers(1, 20000),
    heads=st.integers(1, 64),
    d=st.sampled_from((32, 64, 80, 128, 256)),
    device=st.sampled_from(("h200", "a100", "rtx-4090", "b200")),
)
def test_every_candidate_respects_the_device(t: int, heads: int, d: int, device: str) -> None:
    """Shared memory and registers fit and the time is positive, whatever the problem."""
    gpu = load(device)
    for c in plan(AttentionProblem(1, heads, t, t, d, "f16", True), gpu):
        assert c.smem_bytes <= gpu.limits.shared_per_block_optin
        assert c.registers_per_thread <= gpu.limits.max_registers_per_thread
        assert c.registers_per_thread * 32 * c.warps * c.blocks_per_sm <= gpu.limits.registers_per_sm
        assert c.predicted_us > 0.0
        assert "bound by" in c.reason


def test_causal_blocks_end_at_the_diagonal() -> None:
    """A causal block of queries visits the keys up to its own last row; without the mask it visits all."""
    tile = Tile(128, 64, 64, 2, 4)
    assert steps_of_blocks(AttentionProblem(1, 1, 512, 512, 64, causal=True), tile) == [2, 4, 6, 8]
    assert steps_of_blocks(AttentionProblem(1, 1, 512, 512, 64), tile) == [8, 8, 8, 8]
    assert steps_of_blocks(AttentionProblem(1, 1, 128, 1024, 64, causal=True), tile) == [16]


@pytest.mark.parametrize(("seq_q", "seq_k"), [(4096, 1024), (5, 3), (3, 5), (4, 4), (1, 7), (7, 1)])
def test_causal_operations_are_those_of_the_keys_seen(seq_q: int, seq_k: int) -> None:
    """Query i sees keys up to i + seq_k - seq_q: counted one by one, whichever of queries and keys are more."""
    seen = sum(max(0, i + seq_k - seq_q + 1) for i in range(seq_q))
    assert AttentionProblem(2, 8, seq_q, seq_k, 64, causal=True).flops == 2 * 8 * 4.0 * 64 * seen


def test_queries_before_the_first_key_take_no_steps_and_are_told() -> None:
    """3072 of 4096 causal queries see none of 1024 keys; where each sees one, nothing is said."""
    problem = AttentionProblem(1, 8, 4096, 1024, 64, causal=True)
    assert steps_of_blocks(problem, Tile(512, 64, 64, 2, 4)) == [0, 0, 0, 0, 0, 0, 8, 16]
    said = about(problem, load("h200"), plan(problem, load("h200"))[0])
    assert [note.startswith("3072 of 4096 queries see no key: ") for note in said] == [True]
    even = replace(problem, seq_k=4096)
    assert about(even, load("h200"), plan(even, load("h200"))[0]) == []


def test_idle_sms_are_told_and_what_splitting_the_keys_would_take() -> None:
    """Decoding 32 heads of 131072 keys: 32 blocks on 132 SMs; four parts a head come close to what DRAM takes for keys and values."""
    gpu = load("h200")
    problem = AttentionProblem(1, 32, 1, 131072, 128, "bf16")
    best = plan(problem, gpu)[0]
    assert "32 blocks run at once (1 an SM would fit), 100 of 132 SMs stay idle" in best.reason
    [said] = about(problem, gpu, best)
    found = re.match(
        r"100 of 132 SMs stay idle: with the keys of a head split over (\d+) blocks .* would take about (\d+) us instead of (\d+)$", said
    )
    assert found is not None
    parts, split_us, whole_us = map(int, found.groups())
    dram_us = 2 * 32 * 131072 * 128 * 2 / (1e-6 * gpu.dram_bytes_per_second.value)
    assert (parts, round(best.predicted_us)) == (4, whole_us)
    assert dram_us < split_us < 1.2 * dram_us


@pytest.mark.parametrize(("heads", "keys"), [(132, 131072), (8, 64)])
def test_no_split_is_told_that_would_not_pay(heads: int, keys: int) -> None:
    """Heads enough fill the SMs, and a few keys are done before a second launch would start."""
    problem = AttentionProblem(1, heads, 1, keys, 128)
    assert about(problem, load("h200"), plan(problem, load("h200"))[0]) == []


def test_causal_takes_about_half() -> None:
    """Long causal attention takes between 0.5 and 0.65 of the time without the mask."""
    full = plan(AttentionProblem(2, 32, 8192, 8192, 128), load("h200"))[0].predicted_us
    causal = plan(AttentionProblem(2, 32, 8192, 8192, 128, causal=True), load("h200"))[0].predicted_us
    assert 0.48 < causal / full < 0.65


def test_one_customer_uses_units_in_turn_and_many_keep_the_busiest_busy() -> None:
    """Mean value analysis: a lone block is as slow as the sum of its parts, many are as fast as the slowest part alone."""
    assert throughput((100.0, 60.0), 40.0, 1.0) == pytest.approx(1 / 200)
    assert throughput((100.0, 60.0), 40.0, 200.0) == pytest.approx(1 / 100, rel=0.01)
    rates = [throughput((100.0, 60.0), 40.0, n) for n in (1.0, 1.5, 2.0, 3.0)]
    assert rates == sorted(rates)


def test_softmax_is_cheaper_where_exponentials_are_faster() -> None:
    """A B300 has twice the rate of ex2 of a B200, so that its softmax takes fewer cycles."""
    tile = Tile(128, 128, 128, 2, 8)
    assert softmax_cycles(tile, chip(load("b300"))) < softmax_cycles(tile, chip(load("b200")))


def test_wide_heads_take_smaller_tiles() -> None:
    """A head of 256 fits fewer keys a stage than one of 64, and a head of 1024 fits not at all."""
    narrow, wide = (plan(AttentionProblem(4, 16, 4096, 4096, d, causal=True), load("h200"))[0] for d in (64, 256))
    assert wide.block_m * wide.block_n <= 128 * 64
    assert narrow.blocks_per_sm > wide.blocks_per_sm
    with pytest.raises(AdvisorError, match="head dimension 1024"):
        plan(AttentionProblem(1, 1, 1024, 1024, 1024), load("rtx-4090"))


def test_short_sequences_take_fewer_queries_a_block() -> None:
    """One query a sequence (decoding) takes the smallest tile; eight heads of 1024 need small blocks to fill the device."""
    assert plan(AttentionProblem(8, 32, 1, 4096, 128), load("h200"))[0].block_m == 16
    few, many = (
        plan(AttentionProblem(1, 8, 1024, 1024, 128, causal=True), load("h200"))[0],
        plan(AttentionProblem(8, 32, 2048, 2048, 128), load("h200"))[0],
    )
    assert few.block_m < many.block_m


def test_more_bandwidth_is_never_slower() -> None:
    """Doubling a device's DRAM bandwidth does not raise the best predicted time."""
    gpu = load("h200")
    faster = replace(gpu, dram_bytes_per_second=replace(gpu.dram_bytes_per_second, value=2 * gpu.dram_bytes_per_second.value))
    problem = AttentionProblem(16, 16, 512, 512, 128, causal=True)
    assert plan(problem, faster)[0].predicted_us <= plan(problem, gpu)[0].predicted_us
