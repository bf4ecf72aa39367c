"""The GEMM planner: limits respected, physics monotone, measured kernels reproduced, candidates explained."""

from __future__ import annotations

import csv
import json
import lzma
import math
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan import step
from ncu_advisor.plan.chip import DTYPES, Chip, chip
from ncu_advisor.plan.gemm import GemmProblem, choose, plan, product, ranked
from ncu_advisor.plan.occupancy import occupancy
from ncu_advisor.plan.predict import footprint, predict
from ncu_advisor.plan.tile import Tile, instruction_path, registers_wanted, shared_bytes, warp_grid
from ncu_advisor.plan.traffic import product_traffic, wave_shape

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks" / "tiles"
DEVICES = ("h200", "h100-sxm5-80gb", "a100-sxm4-80gb", "rtx-4090", "b200", "t4", "v100-pcie")


@cache
def on(name: str) -> Chip:
    return chip(load(name))


def best(problem: GemmProblem, device: Chip, costs: step.Costs = step.DEFAULT) -> tuple[float, Tile]:
    prediction, tile = ranked(product(problem), device, costs)[0]
    return prediction.us, tile


def compiled(kind: str) -> list[dict[str, str]]:
    with lzma.open(BENCHMARKS / "compiled.csv.xz", "rt", newline="") as stream:
        return [row for row in csv.DictReader(stream) if row["kind"] == kind]


def test_shared_memory_is_what_the_compiler_allocates() -> None:
    """Of 295 kernels compiled for 9.0, wgmma and mma.sync, every one takes exactly the shared memory that the planner says."""
    h200 = on("h200")
    for row in compiled("gemm"):
        tile = Tile(*(int(row[c]) for c in ("BM", "BN", "BK", "stages", "warps")))
        assert int(row["shared"]) == shared_bytes(tile, 2.0, instruction_path(h200.architecture, "tensor_fp16", tile))


def test_registers_are_close_to_what_the_compiler_takes() -> None:
    """The register estimate is within 24 of 93% of the kernels that were compiled."""
    h200, errors = on("h200"), []
    for row in compiled("gemm"):
        tile = Tile(*(int(row[c]) for c in ("BM", "BN", "BK", "stages", "warps")))
        errors.append(abs(registers_wanted(tile, 2.0, instruction_path(h200.architecture, "tensor_fp16", tile)) - int(row["regs"])))
    assert sum(e <= 24 for e in errors) >= 0.93 * len(errors)


def test_resident_blocks_are_those_of_the_compiled_kernels() -> None:
    """Of the fp16 kernels of the sweep whose copies are asynchronous, at least 90% have as many resident blocks as the planner says."""
    h200, right = on("h200"), []
    with lzma.open(BENCHMARKS / "measured" / "kernels.csv.xz", "rt", newline="") as stream:
        for row in csv.DictReader(stream):
            made = json.loads(row["constants"])
            if row["kernel"] != "gemm" or row["aligned"] != "9" or not made["EVEN_K"] or made["B_TRANSPOSED"]:
                continue
            tile = Tile(made["BM"], made["BN"], made["BK"], int(row["stages"]), int(row["warps"]))
            actual = occupancy(h200.limits, int(row["registers"]), tile.threads, 0, int(row["shared"])).blocks_per_sm
            right.append(footprint(h200, "tensor_fp16", 2.0, 16.0, False, tile).resident == actual)
    assert len(right) > 500
    assert sum(right) >= 0.9 * len(right)


@settings(max_examples=40, deadline=None)
@given(
    m=st.integers(1, 9000),
    n=st.integers(1, 9000),
    k=st.integers(1, 9000),
    device=st.sampled_from(DEVICES),
    dtype=st.sampled_from(("f16", "f32", "i8")),
)
def test_every_candidate_respects_the_device(m: int, n: int, k: int, device: str, dtype: str) -> None:
    """Whatever the problem: shared memory, registers and threads fit, at least one block is resident, and the grid covers the result."""
    limits = on(device).limits
    made = plan(GemmProblem(m, n, k, dtype), load(device), 5)
    assert [c.rank for c in made.candidates] == list(range(1, len(made.candidates) + 1))
    for c in made.candidates:
        assert 0 <= c.smem_bytes <= limits.shared_per_block_optin
        assert c.registers_per_thread <= limits.max_registers_per_thread
        assert c.registers_per_thread * 32 * c.warps * c.blocks_per_sm <= limits.registers_per_sm
        assert c.blocks_per_sm >= 1
        assert c.grid == math.ceil(m / c.block_m) * math.ceil(n / c.block_n) * c.split_k
        assert 0.0 < c.predicted_us < 1e7
        assert c.limiter in c.reason or "bound by" in c.reason


@pytest.mark.parametrize("shape", [(16, 8192, 8192), (4096, 4096, 4096), (8192, 8192, 256)])
def test_time_does_not_rise_with_bandwidth(shape: tuple[int, int, int]) -> None:
    """More DRAM bandwidth never makes the best time worse, and a skinny product gains most of it."""
    device = on("h200")
    times = [best(GemmProblem(*shape), replace(device, dram_bytes_per_cycle=device.dram_bytes_per_cycle * factor))[0] for factor in (0.5, 1.0, 2.0)]
    assert times == sorted(times, reverse=True)
    if shape[0] == 16:
        assert times[0] > 1.5 * times[1]


def test_time_does_not_rise_with_sms_or_clock() -> None:
    """A device of more SMs, or of a higher clock at the same bytes per second, is never slower."""
    device, problem = on("h200"), GemmProblem(4096, 4096, 4096)
    assert best(problem, replace(device, sms=66))[0] > best(problem, device)[0]
    faster = replace(device, hz=2 * device.hz, dram_bytes_per_cycle=device.dram_bytes_per_cycle / 2, l2_bytes_per_cycle=device.l2_bytes_per_cycle / 2)
    assert best(problem, faster)[0] <= best(problem, device)[0]


def test_longer_latency_asks_for_more_stages() -> None:
    """With latency, the fastest number of stages of one tile grows, up to all that is offered."""
    problem = product(GemmProblem(64, 4096, 8192))

    def stages(factor: float) -> int:
        device = replace(on("h200"), dram_latency=686.0 * factor, l2_latency=280.0 * factor)
        times = {s: found.us for s in (2, 3, 4, 5) if (found := predict(problem, Tile(64, 64, 64, s, 4), device)) is not None}
        return min(s for s, us in times.items() if us <= 1.01 * min(times.values()))

    needed = [stages(factor) for factor in (0.01, 0.5, 1.0, 2.0)]
    assert needed == sorted(needed)
    assert needed[0] < needed[-1] == 5


def test_a_step_worked_by_hand() -> None:
    """128 x 128 x 32 at fp16: 16 KiB a step, 64 FLOP per byte, 2097 cycles of work."""
    tile = Tile(128, 128, 32, 2, 8)
    assert tile.step_bytes(2.0) == 16384
    assert tile.intensity(2.0) == 64.0
    assert round(step.mma_cycles(tile, 500.0, "mma")) == 2097


def test_padding_is_explained() -> None:
    """Rows that do not start on 16 bytes are named with what padding buys; aligned ones are not."""
    odd, even = plan(GemmProblem(1000, 999, 1001), load("h200")), plan(GemmProblem(1024, 1024, 1024), load("h200"))
    assert any("padding rows to multiples of 8 elements (1000 x 1000 x 1008)" in note for note in odd.notes)
    assert even.notes == []
    assert odd.candidates[0].predicted_us > even.candidates[0].predicted_us


def test_few_tiles_are_split_along_k() -> None:
    """A deep product of few tiles is split; a large one, whose tiles fill the device, is not."""
    deep, large = plan(GemmProblem(256, 256, 16384), load("h200")), plan(GemmProblem(8192, 8192, 8192), load("h200"))
    assert deep.candidates[0].split_k > 1
    assert deep.candidates[0].grid > 64
    assert {c.split_k for c in large.candidates} == {1}


def test_skinny_products_are_bound_by_memory_and_large_ones_by_tensor_cores() -> None:
    """The limiter follows the intensity of the problem."""
    assert plan(GemmProblem(16, 8192, 8192), load("h200")).candidates[0].limiter in ("dram", "latency")
    assert plan(GemmProblem(8192, 8192, 8192), load("h200")).candidates[0].limiter == "tensor"


def test_devices_differ_for_reasons() -> None:
    """4096^3: Hopper uses wgmma, Blackwell tcgen05, Ampere and Ada mma.sync; smaller shared memory means smaller tiles in flight."""
    first = {name: plan(GemmProblem(4096, 4096, 4096), load(name)).candidates[0] for name in ("h200", "b200", "a100-sxm4-80gb", "rtx-4090")}
    assert {name: c.instruction for name, c in first.items()} == {"h200": "wgmma", "b200": "tcgen05", "a100-sxm4-80gb": "mma", "rtx-4090": "mma"}
    assert first["rtx-4090"].smem_bytes <= 99 * 1024 < first["h200"].smem_bytes
    assert first["b200"].predicted_us < first["h200"].predicted_us < first["a100-sxm4-80gb"].predicted_us < first["rtx-4090"].predicted_us
    assert first["h200"].block_m * first["h200"].block_n == 128 * 256


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_has_a_plan_on_every_device(device: str, dtype: str) -> None:
    """A type without a tensor path of its own is planned on the next best pipe, and the note says so."""
    made = plan(GemmProblem(1024, 1024, 1024, dtype, layout="nt"), load(device), 3)
    assert made.candidates
    own = {"f8": "tensor_fp8", "tf32": "tensor_tf32", "bf16": "tensor_bf16"}.get(dtype)
    if own and own not in load(device).rates:
        assert any("has no tensor path" in note for note in made.notes)


def test_predicted_throughput_never_exceeds_the_peak() -> None:
    """No candidate promises more than the device's dense peak."""
    for device in DEVICES:
        for shape in ((8192, 8192, 8192), (512, 512, 512), (64, 8192, 8192)):
            gpu = load(device)
            for c in plan(GemmProblem(*shape), gpu).candidates:
                assert c.predicted_tflops * 1e12 <= (gpu.peak_flops("tensor_fp16") or gpu.peak_flops("fp16") or math.inf)


def test_candidates_vary_shape_before_depth() -> None:
    """The list to measure does not spend itself on one shape: at least three shapes or splits among five."""
    found = ranked(product(GemmProblem(4096, 4096, 4096)), on("h200"))
    chosen = choose(found, 5)
    assert chosen[0] == found[0]
    assert len({(t.block_m, t.block_n, t.split_k) for _, t in chosen}) >= 3
    assert [p.us for p, _ in chosen] == sorted(p.us for p, _ in chosen)


def test_transposed_operands_of_eight_bits_are_named() -> None:
    """wgmma takes 8-bit operands along k only: a row-major B costs the asynchronous copies, and a note says so."""
    row_major, along_k = (
        plan(GemmProblem(4096, 4096, 4096, "f8", layout="nn"), load("h200")),
        plan(GemmProblem(4096, 4096, 4096, "f8", layout="nt"), load("h200")),
    )
    assert along_k.candidates[0].predicted_us < row_major.candidates[0].predicted_us
    assert any("--layout nt" in note for note in row_major.notes)


def test_dram_traffic_lies_between_once_and_always() -> None:
    """DRAM reads at least the operands once, and never more than what the SMs ask of L2."""
    problem = product(GemmProblem(8192, 8192, 8192))
    for at_once in (1, 132, 5000):
        moved = product_traffic(problem, 128, 128, at_once, 30e6)
        assert moved.compulsory <= moved.dram_read <= moved.operands_l2
    assert wave_shape(64, 64, 132) == (8.0, 16.5)


def test_warps_divide_the_tile() -> None:
    """Warps split a tile into equal pieces of at least 16 rows (64 for a warpgroup of wgmma)."""
    assert warp_grid(Tile(128, 128, 64, 3, 8), "wgmma") == (2, 1)
    assert warp_grid(Tile(64, 256, 64, 3, 8), "wgmma") == (1, 2)
    assert warp_grid(Tile(128, 128, 32, 3, 8), "mma") == (4, 2)
    assert warp_grid(Tile(16, 128, 64, 3, 4), "mma") == (1, 4)


def test_a_device_without_clock_is_refused() -> None:
    """Nothing is predicted from a number that is not known; the message names it."""
    with pytest.raises(AdvisorError, match="boost clock"):
        plan(GemmProblem(64, 64, 64), replace(load("h200"), boost_hz=math.nan))
