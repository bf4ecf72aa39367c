"""Where rules keep silent, and which part of a launch their changes may touch: what readers of public profiles found."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from ncu_advisor.advise import advise
from ncu_advisor.rehearsal import Outcome, profile_of, rehearse
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import Example, Rule
from ncu_advisor.rule_files import load_folder

RULES = {rule.id: rule for rule in load_folder(data_folder("rules")) if not rule.measure}


def first(rule_id: str) -> tuple[Rule, Example]:
    """The rule and the first of its examples that fires."""
    rule = RULES[rule_id]
    return rule, next(example for example in rule.examples if example.outcome == "fires")


def said(rule_id: str, **changed: float) -> Outcome:
    """What the rule says of its first example with these metrics instead."""
    rule, example = first(rule_id)
    return rehearse(rule, replace(example, metrics={**example.metrics, **changed}))


def says(rule_id: str, words: str, **changed: float) -> bool:
    """Whether it says that of one of its examples with these metrics instead: which ones it has, the measurements decide."""
    rule = RULES[rule_id]
    firing = [example for example in rule.examples if example.outcome == "fires"]
    return any(words in rehearse(rule, replace(example, metrics={**example.metrics, **changed})).says for example in firing)


@pytest.mark.parametrize("resource", ["registers", "shared-memory"])
def test_a_grid_that_runs_at_once_wants_no_more_occupancy(resource: str) -> None:
    """64 blocks on 68 SMs, one on each (a product of 1024 x 1024, RTX 3080): nothing would fill the room."""
    rule_id = f"occupancy-limited-by-{resource}"
    assert said(rule_id).outcome == "fires"
    assert said(rule_id, grid_size=100.0, waves_exact=0.94) == Outcome(
        "suppressed", "the grid of 100 blocks runs at once as it is: none is left for the room that more occupancy makes"
    )


def test_bounds_of_a_launch_are_code() -> None:
    """Without separators of thousands, and one step is told once."""
    told = said(
        "occupancy-limited-by-registers", block_size=1024.0, registers_per_thread=40.0, limit_registers=1.0, limit_warps=2.0, limit_shared=2.0,
        theoretical_occupancy=50.0, achieved_occupancy=41.0, grid_size=1320.0, waves_exact=10.0, blocks_per_sm=1.0,
    ).says  # fmt: skip
    assert "`__launch_bounds__(1024, 2)` caps registers at 32 and gives 100% occupancy (5.00 waves). If that spills" in told
    assert "A first step" not in told


def test_a_kernel_that_spills_all_its_registers_is_promised_twice_its_warps() -> None:
    """State that 255 registers do not hold is not to fit in 48: 128 saved a third of the time, 64 cost half as much again (three public pairs)."""
    shape = {"registers_per_thread": 255.0, "instructions": 2.1e9, "block_size": 64.0, "limit_registers": 4.0, "limit_warps": 32.0}
    whole, spilled = (said("occupancy-limited-by-registers", **shape, spill_instructions=many) for many in (0.0, 1.5e7))
    assert "promised is that of 48 registers" in whole.says
    assert "caps them at 128" in spilled.says
    assert spilled.time_saved_pct is not None
    assert whole.time_saved_pct is not None
    assert 30.0 < spilled.time_saved_pct < 50.0 < whole.time_saved_pct


def test_a_thread_that_works_on_all_its_registers_is_promised_half_of_them() -> None:
    """Issuing in a third of the cycles, two warps a scheduler use what they hold: 128 registers saved 35%, 64 made it slower (public pairs)."""
    shape = {"registers_per_thread": 255.0, "instructions": 2.1e9, "block_size": 256.0, "limit_registers": 1.0, "limit_warps": 8.0}
    taken = {"blocks_per_sm": 1.0, "grid_size": 132.0, "waves_exact": 1.0, "active_warps": 2.0, "issue_elapsed": 31.0, "spill_instructions": 0.0}
    working = said("occupancy-limited-by-registers", **shape, **taken)
    assert "a cap far below half spills" in working.says
    assert "caps them at 128" in working.says
    assert "`__launch_bounds__(512, 1)` for blocks of 512 threads caps them at 128 and gives 25% occupancy (1.00 waves)" in working.says
    assert "(256, 2)" not in working.says
    assert working.time_saved_pct is not None
    assert 25.0 < working.time_saved_pct < 50.0
    waiting = said("occupancy-limited-by-registers", **shape, **taken | {"issue_elapsed": 4.0})
    assert "needs fewer live values: a cap alone at that number spills" in waiting.says
    assert "caps them at 128, gives 25% occupancy and saves about" in waiting.says


def test_a_grid_of_lone_blocks_grows_by_threads_where_they_fit() -> None:
    """Twice 256 threads are one block of 512, twice 768 are none: such a grid has nothing for the room, and half is promised."""
    lone = {"limit_registers": 1.0, "blocks_per_sm": 1.0, "grid_size": 132.0, "waves_exact": 1.0, "spill_instructions": 0.0, "issue_elapsed": 4.0}
    rule_id = "occupancy-limited-by-registers"
    small = {"registers_per_thread": 168.0, "block_size": 256.0, "warps_per_block": 8.0, "limit_warps": 8.0, "active_warps": 2.0}
    grown = said(rule_id, **lone, **small)
    assert "`__launch_bounds__(1024, 1)` for blocks of 1024 threads caps registers at 64 and gives 50% occupancy (1.00 waves)" in grown.says
    assert "A first step, `__launch_bounds__(512, 1)` for blocks of 512 threads, caps them at 128" in grown.says
    large = {"registers_per_thread": 76.0, "block_size": 768.0, "warps_per_block": 24.0, "limit_warps": 2.0, "active_warps": 6.0}
    filled = {"theoretical_occupancy": 37.5, "achieved_occupancy": 35.0}
    stays, many = said(rule_id, **lone, **large, **filled), said(rule_id, **lone | {"grid_size": 1320.0, "waves_exact": 10.0}, **large, **filled)
    assert "divide the work among as many more blocks as then fit" in stays.says
    assert stays.time_saved_pct is not None
    assert many.time_saved_pct is not None
    assert stays.time_saved_pct < 0.6 * many.time_saved_pct


def test_half_of_the_registers_is_told_in_whole_blocks() -> None:
    """Two blocks of 192 threads are 12 warps, not the 16 that 128 registers leave room for: less is promised than of two blocks of 256."""
    rule_id = "occupancy-limited-by-registers"
    shape = {"registers_per_thread": 255.0, "limit_registers": 1.0, "blocks_per_sm": 1.0, "grid_size": 1320.0, "waves_exact": 10.0}
    work = {"issue_elapsed": 31.0, "active_warps": 1.5, "achieved_occupancy": 9.3, "theoretical_occupancy": 9.4, "spill_instructions": 0.0}
    odd, even = (
        said(rule_id, **shape, **work, block_size=threads, warps_per_block=threads / 32, limit_warps=2048 // threads) for threads in (192.0, 256.0)
    )
    assert "`__launch_bounds__(192, 2)` caps them at 168 and gives 19% occupancy" in odd.says
    assert odd.time_saved_pct is not None
    assert even.time_saved_pct is not None
    assert odd.time_saved_pct < even.time_saved_pct - 5.0


def test_a_product_alone_on_its_sm_keeps_its_results_in_registers() -> None:
    """8 x 8 results and their operands fit in 128 registers and in no fewer: a second block is what it is told of, and no more than its waits."""
    shape = {"registers_per_thread": 167.0, "block_size": 256.0, "limit_registers": 1.0, "limit_warps": 8.0, "limit_shared": 8.0}
    taken = {
        "blocks_per_sm": 1.0,
        "theoretical_occupancy": 12.5,
        "achieved_occupancy": 12.5,
        "active_warps": 2.0,
        "grid_size": 1320.0,
        "waves_exact": 10.0,
    }
    work = {"shared_per_block": 16384.0, "shared_static": 16384.0, "instructions": 3.3e8, "ffma": 2.7e8, "pipe_tensor": 0.0, "issue_elapsed": 48.0}
    waits = {"share_short_scoreboard": 2.0, "share_wait": 7.0, "share_barrier": 4.0}
    product = said("occupancy-limited-by-registers", **shape, **taken, **work, **waits, share_long_scoreboard=22.0)
    assert "`__launch_bounds__(256, 2)` caps registers at 128" in product.says
    assert "A first step" not in product.says
    busy = said("occupancy-limited-by-registers", **shape, **taken, **work, **waits, share_long_scoreboard=6.0)
    assert busy.outcome == "suppressed"


def test_an_empty_kernel_is_no_partial_warp() -> None:
    """Threads that return at once: their time is the launch, however the lanes of their warps are filled."""
    warps = {"grid_size": 100.0, "warps_per_block": 1.0}
    assert said("partial-warp", **warps, instructions=300.0, elapsed_cycles=1928.0).outcome == "silent"
    assert said("partial-warp", **warps, instructions=40000.0, elapsed_cycles=1928.0).outcome != "silent"
    assert said("partial-warp", **warps, instructions=300.0, elapsed_cycles=19280.0).outcome != "silent"


def test_constants_indexed_by_lane_are_no_barriers() -> None:
    """The unit through which barriers pass is full with many times their number of cycles: look-ups, as opcodes tell; without them it is barriers."""
    unit = {
        "pipe_adu": 93.0,
        "sm_count": 80.0,
        "elapsed_cycles": 8.7e7,
        "share_short_scoreboard": 41.0,
        "share_mio_throttle": 11.0,
        "share_barrier": 32.0,
    }

    def of(rule_id: str, opcodes: dict[str, float]) -> Outcome:
        rule, example = first(rule_id)
        return rehearse(rule, replace(example, metrics={**example.metrics, **unit}, opcodes=opcodes))

    opcodes = {"BAR.SYNC.DEFER_BLOCKING": 1.5e8, "LDC": 1.5e8, "FFMA": 1.2e9}
    assert of("barrier-stall", {}).outcome == "fires"
    assert of("barrier-stall", opcodes).outcome == "silent"
    assert "Look-ups in constant memory at places that differ between lanes" in of("memory-instruction-throttle", opcodes).says


def test_products_that_a_library_names_are_told_to_allow_tf32() -> None:
    """By name; on a chip whose TF32 is as fast as its FP32 the name says nothing."""
    rule, example = first("missing-tensor-cores")
    advice = "Allow TF32, and the library takes its kernels for the tensor cores"
    named = replace(example, name="ampere_sgemm_128x64_nn")
    assert advice in rehearse(rule, named).says
    assert advice not in rehearse(rule, example).says
    assert advice not in rehearse(rule, replace(named, device="rtx-3090")).says


def test_elements_that_change_their_type_are_vectors_of_the_narrower() -> None:
    """Bytes that become halves: sixteen of them are one vector loaded and two stored."""
    stored = {"store_requests": 4.1943e6, "store_bytes": 2.6844e8, "store_width": 2.0, "store_sectors": 8.3886e6, "store_sectors_ideal": 8.3886e6}
    told = "Load and store 16 neighbouring elements a thread: 16 bytes of the narrower array at once, 2 times 16 bytes of the wider one"
    assert says("scalar-global-access", told, **stored, dram_bytes=3.9e8)
    assert not says("scalar-global-access", "of the narrower array at once")


@pytest.mark.parametrize("rule_id", [rule.id for rule in RULES.values() if rule.pays > 0 and not rule.any_build])
def test_debug_builds_are_promised_nothing(rule_id: str) -> None:
    """What nvcc -G leaves in local memory, and how long its instructions take, is not what the author will run."""
    assert said(rule_id, debug_build=1.0) == Outcome(
        "suppressed", "the code was compiled with -G, without optimization: rebuild with -lineinfo and profile that"
    )


@pytest.mark.parametrize("rule_id", [rule.id for rule in RULES.values() if rule.own_code])
def test_nobody_is_told_to_change_the_code_of_a_library(rule_id: str) -> None:
    """What its caller can change is what it is given, which of its kernels it takes, and the library's version."""
    rule, example = first(rule_id)
    outcome = rehearse(rule, replace(example, name="ampere_sgemm_32x32_sliced1x4_nn"))
    assert (rehearse(rule, example).outcome, outcome.outcome) == ("fires", "suppressed")
    assert outcome.says.startswith("the kernel is a library's, whose code is not its user's: other sizes, batches, layouts or types")


@pytest.mark.parametrize("rule_id", [rule.id for rule in RULES.values() if rule.any_build])
def test_how_a_launch_is_cut_holds_of_debug_builds_too(rule_id: str) -> None:
    """Few blocks stay few, and half a warp stays half a warp."""
    assert said(rule_id, debug_build=1.0).outcome == "fires"


def test_sectors_of_local_memory_are_none_of_global_accesses() -> None:
    """Of a product whose accumulators lie in local memory (RTX 3080), 97% of the sectors are that array's: tidier stores save what is theirs."""
    rule, example = first("uncoalesced-access")
    sectors = example.metrics["load_sectors"] + example.metrics["store_sectors"]
    local = {"local_load_sectors": 30 * sectors, "local_store_sectors": 0.0}
    through = ("l2_sectors_read", "l2_sectors_written", "dram_bytes_read", "dram_bytes_written")
    passed = {name: 30 * example.metrics[name] for name in through if name in example.metrics}
    before, after = rehearse(rule, example), rehearse(rule, replace(example, metrics={**example.metrics, **local, **passed}))
    assert (before.time_saved_pct or 0) > 50
    assert after.outcome == "suppressed" or (after.time_saved_pct or 0) < 6


# One atomic on host memory for each block (RTX 3080 Laptop, set basic): 4 MB in 4.4 ms, DRAM idle.
_ON_HOST = Example(
    name="reduce",
    device="rtx-3080",
    metrics={
        "duration": 4369952.0, "elapsed_cycles": 5178322.0, "grid_size": 7813.0, "block_size": 128.0, "sm_count": 48.0, "issue_elapsed": 3.337,
        "l2_fill_system": 0.084425, "l2_fill_device": 0.00163, "l2_slice_cycles": 157315872.0, "dram_throughput": 0.00043, "dram_peak": 448064e6,
        "dram_bytes": 8457.0, "pipe_lsu": 6.565, "l1_throughput": 6.5255, "achieved_occupancy": 86.49, "theoretical_occupancy": 100.0,
        "limit_registers": 32.0, "limit_shared": 14.0, "limit_warps": 12.0, "limit_blocks": 16.0, "registers_per_thread": 16.0, "sm_busy": 82.7,
    },
    opcodes={},
    says="",
    outcome="fires",
)  # fmt: skip


def test_host_memory_is_told_where_its_latency_binds() -> None:
    """A microsecond for each access, one after the other, fills no bus: what the launch reads it reads there, and all else is idle."""
    told = rehearse(RULES["host-memory-access"], _ON_HOST)
    assert (told.outcome, told.says[:8], round(told.time_saved_pct or 0) > 70) == ("fires", "4.25 MB ", True)


def test_a_little_host_memory_beside_dram_is_no_finding() -> None:
    """The same four megabytes beside as many of DRAM's are not what the launch waits for."""
    metrics = {**_ON_HOST.metrics, "dram_bytes": 4e6, "dram_throughput": 0.2}
    assert rehearse(RULES["host-memory-access"], replace(_ON_HOST, metrics=metrics)).outcome == "silent"


# A copy between managed arrays that stay on the host (RTX 3060 under WSL): 134 MB in 12 ms, the rate of its bus.
_PRINTED = {
    "duration": 12.24e6, "elapsed_cycles": 16156807.0, "grid_size": 131072.0, "block_size": 128.0, "sm_count": 28.0, "memory_throughput": 16.16,
    "dram_throughput": 0.34, "l1_throughput": 1.05, "l2_throughput": 16.16, "sm_throughput": 0.7, "achieved_occupancy": 78.78,
    "theoretical_occupancy": 100.0, "limit_registers": 32.0, "limit_shared": 16.0, "limit_warps": 12.0, "limit_blocks": 16.0, "sm_busy": 100.0,
    "registers_per_thread": 16.0, "shared_per_block": 0.0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "outcome"),
    [
        ({}, "fires"),
        ({"l1_throughput": 8.0}, "not evaluated"),  # atomics on few addresses keep L1 half as busy as L2
        ({"sm_throughput": 3.6}, "not evaluated"),  # instructions that miss their caches, from SMs that issue what they get
    ],
)
def test_plain_pages_show_host_memory_by_a_busy_l2_alone(changed: dict[str, float], outcome: str) -> None:
    """Worded as what it looks like; silence is no clearance, as the page counts no sectors of the host."""
    told = rehearse(RULES["host-memory-access"], Example("copy", "rtx-3060", {**_PRINTED, **changed}, {}, "", outcome))
    assert told.outcome == outcome
    assert told.says.startswith("What look like data in host or peer memory: L2 is 16% busy, everything else less") == (outcome == "fires")


def test_wide_accesses_to_shared_memory_are_told_how_lanes_take_turns() -> None:
    """Two float4 in a row a lane conflict two ways (products with micro-tiles): a block 32 wide would not help."""
    rule = RULES["shared-bank-conflict"]
    example = next(example for example in rule.examples if example.outcome == "fires")
    turns = example.metrics["shared_wavefronts_source"]
    counts = {"shared_wavefronts_ideal": turns / 2, "shared_store_instructions": turns / 80, "block_x": 16.0}

    def told(loads: float) -> str:
        return rehearse(rule, replace(example, metrics={**example.metrics, **counts, "shared_load_instructions": loads})).says

    assert "`float4`, half a tile apart" in told(turns / 8)
    assert "a block 16 wide" not in told(turns / 8)
    assert "a block 16 wide" in told(0.48 * turns)


def test_a_page_without_pipes_and_opcodes_gets_both_pitches() -> None:
    """One more element is no pitch for rows that matrix instructions load, which begin on boundaries of 16 bytes."""
    rule, example = first("shared-bank-conflict")
    unnamed = replace(example, metrics={name: value for name, value in example.metrics.items() if name != "pipe_tensor"}, opcodes={})
    told = rehearse(rule, unnamed).says
    assert "by one element where each lane loads an element" in told
    assert "by 16 bytes where 16 bytes are taken at a time" in told
    assert "by one element of the access's width" in rehearse(rule, replace(unnamed, metrics=unnamed.metrics | {"pipe_tensor": 0.0})).says


# A product of 4096 x 4096 by wmma straight from global memory (Tesla T4, set full): its author measured 97.8 ms.
_FRAGMENTS = {
    "duration": 97795008.0, "elapsed_cycles": 57.17e6, "grid_size": 65536.0, "block_size": 32.0, "sm_count": 40.0, "device_cc_major": 7.0,
    "device_cc_minor": 5.0, "dram_throughput": 86.43, "dram_bytes_read": 26.93e9, "dram_bytes_written": 67e6, "l1_throughput": 99.93,
    "l1_wavefronts": 50.0, "l1_lsuin": 17.6, "l2_tags": 19.66, "issue_elapsed": 5.73, "pipe_lsu": 17.6, "pipe_tensor": 5.97, "l1_hit_rate": 51.6,
    "l2_hit_rate": 59.2, "load_requests": 134217728.0, "load_instructions": 134217728.0, "load_sectors": 1073279831.0, "instructions": 524353536.0,
    "load_bytes_per_sector": 16.0, "store_requests": 262144.0, "store_sectors": 2097152.0, "store_bytes_per_sector": 32.0, "shared_per_block": 0.0,
    "l2_sectors_read": 524649538.0, "l2_sectors_written": 2097152.0, "achieved_occupancy": 49.87, "share_lg_throttle": 65.0,
    "share_long_scoreboard": 26.0, "sm_busy": 99.5, "warps_per_block": 1.0, "active_warps": 3.99,
}  # fmt: skip


def test_fragments_from_global_memory_are_no_scattered_accesses() -> None:
    """Half of each sector that a load touches is the other load's of the same fragment: tiles in shared memory mend it, no other order of lanes."""
    example = Example("wmma", "t4", _FRAGMENTS, {}, "", "fires")
    assert rehearse(RULES["uncoalesced-access"], example).outcome == "silent"
    told = rehearse(RULES["low-data-reuse"], example)
    assert told.says.startswith("Matrix fragments come straight from global memory for an instruction or two each: 26% of all instructions load.")
    assert 55 < (told.time_saved_pct or 0) < 75


# One warp a block for 16 x 16 results of 2,048 x 2,048 (Orin, set full): DRAM sends 1.09 GB for 17 MB of operands.
_STRAIGHT = {
    "duration": 19004800.0, "elapsed_cycles": 22129000.0, "grid_size": 16384.0, "grid_x": 128.0, "grid_y": 128.0, "block_size": 32.0,
    "warps_per_block": 1.0, "sm_count": 8.0, "device_cc_major": 8.0, "device_cc_minor": 7.0, "device_l2_size": 2097152.0, "waves_exact": 128.0,
    "blocks_per_sm": 16.0, "registers_per_thread": 39.0, "shared_per_block": 0.0, "sm_busy": 99.6, "dram_bytes_read": 1.0894e9,
    "dram_throughput": 56.0,
    "l1_wavefronts": 73.1, "l1_lsuin": 12.4, "l1_hit_rate": 72.6, "l1_bytes_from_l2": 1.1409e9, "l2_tags": 41.3, "l2_from_l1": 78.5,
    "l2_hit_rate": 8.5,
    "l2_sectors_read": 3.5652e7, "l2_sectors_written": 311320.0, "load_sectors": 1.3422e8, "load_sectors_ideal": 6.7109e7, "load_requests": 1.6777e7,
    "load_instructions": 1.6777e7, "instructions": 7.2073e7, "issue_elapsed": 8.8, "pipe_tensor": 4.1, "pipe_alu": 6.2, "pipe_lsu": 12.4,
    "share_long_scoreboard": 87.1,
}  # fmt: skip


def test_fragments_that_no_cache_keeps_are_told_as_those_that_l2_has() -> None:
    """The less L2 keeps of what blocks share, the more a tile saves; along one direction alone everything is read once."""
    straight = Example("straight", "jetson-orin-nx-16gb", _STRAIGHT, {}, "", "fires")
    told = rehearse(RULES["low-data-reuse"], straight)
    assert told.outcome == "fires" and told.says.startswith("Matrix fragments come straight from global memory for an instruction or two each: 23%")
    in_a_row = replace(straight, metrics=_STRAIGHT | {"grid_x": 16384.0, "grid_y": 1.0})
    assert rehearse(RULES["low-data-reuse"], in_a_row).outcome != "fires"


# A product on tiles whose details page mentions local accesses and counts none (RTX PRO 6000), as it does of any.
_MENTIONED = {
    "duration": 6750000.0, "elapsed_cycles": 6936768.0, "sm_active_cycles": 6721133.0, "grid_size": 4096.0, "block_size": 128.0,
    "warps_per_block": 4.0, "sm_count": 188.0, "device_cc_major": 12.0, "device_cc_minor": 0.0, "waves_exact": 10.89, "registers_per_thread": 186.0,
    "shared_per_block": 33792.0, "sm_throughput": 83.4, "memory_throughput": 68.0, "l1_throughput": 41.2, "l2_throughput": 68.0,
    "dram_throughput": 28.7, "dram_rate": 2.7354e11,
    "l1_hit_rate": 20.5, "l2_hit_rate": 90.4, "instructions": 1.74e9, "stated_local_load_bytes": 1.0, "stated_local_store_bytes": 1.0,
}  # fmt: skip


def test_a_few_local_accesses_are_no_array_that_fills_l2() -> None:
    """The vendor's rule speaks of one local access as of many: tiles of shared memory fill L2 themselves."""
    tiles = Example("tiles", "rtx-pro-6000-blackwell", _MENTIONED, {}, "", "fires")
    assert rehearse(RULES["local-array"], tiles).outcome != "fires"
    without = replace(tiles, metrics=_MENTIONED | {"shared_per_block": 0.0})
    assert rehearse(RULES["local-array"], without).says.startswith("What looks like an array in local memory.")  # spills are not counted
    at_a_cap = replace(tiles, metrics=_MENTIONED | {"shared_per_block": 0.0, "registers_per_thread": 64.0})
    assert rehearse(RULES["local-array"], at_a_cap).outcome != "fires"


def test_what_passes_l2_for_global_accesses_is_no_part_of_an_array() -> None:
    """Where global accesses have one word a sector, and are half of what L2 is asked for, that half stays."""
    counts = {
        "shared_per_block": 0.0,
        "spill_share": 0.0,
        "spill_instructions": 0.0,
        "sm_throughput": 20.0,
        "dram_bytes_read": 1.85e9,
        "dram_bytes_written": 0.0,
    }
    asked = 1.85e9 / 32 / (1 - 0.904)

    def saved(of_global: float) -> float:
        array = Example("array", "rtx-pro-6000-blackwell", _MENTIONED | counts | {"theoretical_sectors": of_global * asked}, {}, "", "fires")
        return rehearse(RULES["local-array"], array).time_saved_pct or 0

    assert saved(0.05) > saved(0.5) + 10 > 40


def test_l1_of_compute_capability_7_5_is_full_at_half_of_its_wavefronts() -> None:
    """The vendor's throughput says so there; elsewhere its parts do, and they are what mends are counted in."""
    on_turing, elsewhere = (
        advise(profile_of(Example("copy", device, _FRAGMENTS | {"device_cc_major": major, "device_cc_minor": minor}, {}, "", "fires")), gpu=device)
        for device, major, minor in (("t4", 7.0, 5.0), ("a100-sxm4-40gb", 8.0, 0.0))
    )
    assert [round(100 * (report.kernels[0].utilization["l1"] or 0)) for report in (on_turing, elsewhere)] == [100, 50]


# A field of a structure of 32 bytes and more written by each thread, one field after the other (RTX 4070 Laptop, set basic). Set full of the same
# launch counts 32 sectors a request.
_FIELDS = {
    "duration": 15149088.0, "elapsed_cycles": 24314028.0, "grid_size": 97657.0, "block_size": 256.0, "warps_per_block": 8.0, "sm_count": 36.0,
    "device_cc_major": 8.0, "device_cc_minor": 9.0, "device_l2_size": 33554432.0, "achieved_occupancy": 46.8, "sm_throughput": 2.306,
    "dram_throughput": 28.0, "dram_bytes_read": 587904.0, "dram_bytes_written": 1085731389.0, "l1_throughput": 77.36, "l1_lsuin": 2.139,
    "l1_wavefronts": 2.924, "l1_to_l2": 38.69, "l1_from_l2": 0.0, "l1_data_bank_reads": 0.492, "l1_data_bank_writes": 0.490, "l2_tags": 22.6,
    "l2_sectors": 33.15, "l2_from_l1": 88.85, "l2_atomics": 0.0, "issue_elapsed": 0.557, "pipe_lsu": 2.139, "pipe_alu": 0.22, "pipe_xu": 0.0,
    "pipe_tensor": 0.0, "shared_per_block": 0.0, "sm_busy": 99.9, "waves_exact": 452.1, "blocks_per_sm": 6.0,
}  # fmt: skip


def test_stores_apart_show_by_the_port_to_l2_where_nothing_counts_them() -> None:
    """Also before 9.0: sectors written are cycles of a port, far more than lanes side by side take for an instruction, and DRAM gets a fifth."""
    apart = Example("fields", "rtx-4070", _FIELDS, {}, "", "fires")
    told = rehearse(RULES["uncoalesced-access"], apart)
    assert told.outcome == "fires" and told.says.startswith("Stores send at least 5.42 GB to L2 where DRAM takes 1.09 GB.")
    assert 55 < (told.time_saved_pct or 0) < 80
    rewritten = replace(apart, metrics=_FIELDS | {"pipe_lsu": 12.0, "l1_lsuin": 12.0})  # whole lines, written again and again
    assert rehearse(RULES["uncoalesced-access"], rewritten).outcome != "fires"


def test_most_warps_idle_whatever_they_set_up() -> None:
    """A grid squared by mistake: each of 9.6 million warps works out its loop's bounds and ends (H100, 73 instructions a warp)."""
    warps = 9574688.0
    counts = {
        "grid_size": 299209.0, "block_size": 1024.0, "warps_per_block": 32.0, "waves_exact": 1312.0, "duration": 2035392.0,
        "store_requests": 449087.0, "load_requests": 0.0, "shared_load_instructions": 0.0, "shared_store_instructions": 0.0,
        "shared_atomic_instructions": 0.0, "ldsm_instructions": 0.0,
        "local_load_instructions": 0.0, "local_store_instructions": 0.0, "global_atomic_requests": 0.0, "global_reduction_requests": 0.0,
        "share_barrier": 0.0, "l2_sectors_written": 1796348.0, "pipe_tensor": 0.0, "instructions": 73 * warps,
    }  # fmt: skip
    assert said("short-blocks", **counts).says.startswith("Most warps have nothing to do: 95% of 9,574,688 neither read nor write.")
    assert not said("short-blocks", **{**counts, "instructions": 120 * warps}).says.startswith("Most warps")


# A TF32 product of CUTLASS on 43 of 82 SMs, a warp a scheduler (RTX 3090, the details page without stall reasons).
_FEW = {
    "duration": 83100.0, "grid_size": 43.0, "block_size": 128.0, "warps_per_block": 4.0, "waves_exact": 0.52, "sm_count": 82.0, "blocks_per_sm": 1.0,
    "device_cc_major": 8.0, "device_cc_minor": 6.0, "achieved_occupancy": 4.18, "theoretical_occupancy": 4.17, "sm_throughput": 10.62,
    "dram_throughput": 21.45, "l2_throughput": 12.03, "l1_throughput": 15.39, "issue_elapsed": 5.5, "issue_active": 0.22, "active_warps": 1.0,
    "sm_busy": 51.1, "shared_per_block": 65540.0, "registers_per_thread": 168.0,
}  # fmt: skip


def test_warps_that_issue_as_chains_do_are_not_said_to_wait_for_loads() -> None:
    """One warp a scheduler that issues every fourth or fifth cycle has its own arithmetic to wait for, however few slots of the launch that fills."""
    few = Example("few", "rtx-3090", _FEW, {}, "", "fires")
    assert rehearse(RULES["memory-latency"], few).outcome != "fires"
    waits = replace(few, metrics=_FEW | {"issue_active": 0.05, "issue_elapsed": 1.3, "sm_throughput": 3.0})
    assert rehearse(RULES["memory-latency"], waits).outcome == "fires"
    # Doubles on an SM with few lanes for them keep a pipe busy at few instructions.
    doubles = replace(waits, metrics=waits.metrics | {"sm_throughput": 34.0})
    assert rehearse(RULES["memory-latency"], doubles).outcome != "fires"


def test_idle_sms_over_many_waves_are_uneven_blocks_where_the_busiest_sm_is_unknown() -> None:
    """Reports before 2024 have the mean SM alone: at work for half of 79 waves that take 4 ms (GTX 1650, rows of a triangle)."""
    rule, example = first("workload-imbalance")
    before = {name: number for name, number in example.metrics.items() if name not in ("sm_imbalance", "sm_active_cycles_max", "sm_active_cycles")}
    shape = {"duration": 4048500.0, "grid_size": 4432.0, "waves_exact": 4432 / (132 * 4), "sm_busy": 52.0, "tail_loss": 0.0}
    told = rehearse(rule, replace(example, metrics=before | shape))
    assert told.outcome == "fires"
    assert rehearse(rule, replace(example, metrics=before | shape | {"sm_busy": 85.0})).outcome == "silent"


def test_few_threads_are_offered_full_blocks_and_no_more_than_two_an_sm() -> None:
    """Six blocks of six threads are not 3,072 blocks of six: it is their items that are spread, over as many blocks as `partial-warp` names."""
    told = said("small-grid", grid_size=6.0, block_size=6.0, sm_count=128.0, blocks_per_sm=24.0)
    assert "Spread the items of the present 36 threads over up to 256 blocks of 128 threads, 2 on each of 128 SMs" in told.says


# A stencil in doubles on a device with 2 FP64 lanes an SM (RTX 2070 SUPER, set basic): nothing else is as busy.
_DOUBLES = {
    "duration": 667136.0, "elapsed_cycles": 1070805.0, "grid_size": 282880.0, "block_size": 256.0, "waves_exact": 1768.0, "sm_count": 40.0,
    "device_cc_major": 7.0, "device_cc_minor": 5.0, "dram_throughput": 3.06, "l2_throughput": 1.42, "l1_throughput": 21.9, "issue_elapsed": 15.5,
    "pipe_alu": 9.2, "pipe_fma": 6.5, "pipe_fp64": 42.9, "pipe_xu": 0.216, "pipe_lsu": 22.1, "pipe_tensor": 0.0, "sm_busy": 93.3,
    "sm_throughput": 42.9, "achieved_occupancy": 59.8, "blocks_per_sm": 4.0,
}  # fmt: skip


def test_few_fp64_lanes_set_the_pace_only_where_nothing_else_is_as_busy() -> None:
    """And nobody is told of conversions that the special-function pipe did not make (a product of cuBLAS in doubles is at its DRAM roof).

    Set basic, which counts no instructions, clears nobody of doubles beside other work: the rule is then not evaluated.
    """
    doubles = Example("doubles", "rtx-2080-ti", _DOUBLES, {}, "", "fires")
    told = rehearse(RULES["accidental-fp64"], doubles)
    assert told.outcome == "fires" and "Keep in double what needs its 53 bits" in told.says and "converted on the way" not in told.says
    assert rehearse(RULES["accidental-fp64"], replace(doubles, metrics=_DOUBLES | {"dram_throughput": 80.0})).outcome == "not evaluated"


def test_uncounted_matrix_work_is_called_what_it_looks_like() -> None:
    """The pipes of set basic do not tell sums from products, and a library is not told to call itself."""
    rule, _ = first("missing-tensor-cores")
    assert said("missing-tensor-cores").says.startswith("Matrix work on the")
    library = [phrase.says for phrase in rule.phrases if phrase.name == "library" and phrase.says]
    assert library and all("unless this kernel is one of its own" in says for says in library)


def test_warps_of_a_dozen_instructions_are_not_told_of_their_chains() -> None:
    """A store a thread, 11 instructions, and blocks that start 60% of the time (a fill on a T4): wider stores with fewer threads mend it."""
    fill = {
        "duration": 224576.0, "elapsed_cycles": 131250.0, "grid_size": 65536.0, "block_size": 256.0, "warps_per_block": 8.0, "sm_count": 40.0,
        "waves_exact": 409.6, "blocks_per_sm": 4.0, "block_issue": 60.1, "instructions": 5767168.0, "active_warps": 3.1, "achieved_occupancy": 44.8,
        "share_wait": 35.2, "share_short_scoreboard": 19.3, "share_not_selected": 1.1, "issue_elapsed": 27.5, "dram_throughput": 51.9,
        "l1_wavefronts": 20.0, "pipe_alu": 15.0, "pipe_xu": 20.0, "pipe_lsu": 39.9, "pipe_tensor": 0.0, "sm_busy": 99.0, "device_cc_major": 7.0,
        "device_cc_minor": 5.0,
    }  # fmt: skip
    told = rehearse(RULES["dependency-stall"], Example("fill", "t4", fill, {}, "", "fires"))
    assert told.outcome == "suppressed" and "a warp executes 11 instructions in all" in told.says
    longer = rehearse(RULES["dependency-stall"], Example("fill", "t4", fill | {"instructions": 1e9}, {}, "", "fires"))
    assert longer.outcome == "fires"


# A loop over 37 records of constants that is not unrolled (H200, a mended kernel of the measured ones): three loads of constants a turn.
_CONSTANTS = {
    "duration": 100000.0, "elapsed_cycles": 190000.0, "grid_size": 16384.0, "block_size": 256.0, "sm_count": 132.0, "blocks_per_sm": 8.0,
    "waves_exact": 15.5, "block_issue": 6.0, "dram_throughput": 8.0, "l1_wavefronts": 2.0, "l2_data": 4.0, "issue_elapsed": 61.2, "pipe_alu": 5.0,
    "pipe_fma": 25.0, "pipe_xu": 31.3, "pipe_lsu": 1.3, "pipe_adu": 96.4, "pipe_cbu": 0.2, "pipe_tensor": 0.0, "share_lg_throttle": 0.0,
    "share_mio_throttle": 34.7, "share_short_scoreboard": 35.3, "share_barrier": 0.0, "sm_busy": 98.0,
}  # fmt: skip


def test_loads_of_constants_that_fill_their_unit_are_told() -> None:
    """Barriers pass the same unit: where warps wait at them it says nothing."""
    rule = RULES["memory-instruction-throttle"]
    told = rehearse(rule, Example("constants", "h200-sxm", _CONSTANTS, {}, "", "fires"))
    assert told.says.startswith("Loads of constants seem to fill the address divergence unit: 96% busy. Unroll the loops over `__constant__` arrays")
    assert 5 < (told.time_saved_pct or 0) < 30
    assert rehearse(rule, Example("scan", "h200-sxm", _CONSTANTS | {"share_barrier": 42.0}, {}, "", "silent")).outcome == "silent"


def test_blocks_that_fill_an_sm_alone_gain_other_sms_and_no_more() -> None:
    """A library's product of 23 blocks on 82 SMs, 65 kB of shared memory each: three and a half times as fast at most."""
    alone = {
        "duration": 162200.0, "elapsed_cycles": 2.3e5, "sm_active_cycles_max": 2.29e5, "grid_size": 23.0, "block_size": 128.0, "sm_count": 82.0,
        "blocks_per_sm": 1.0, "achieved_occupancy": 4.2, "sm_busy": 28.0, "shared_per_block": 65540.0, "dram_throughput": 10.7, "l1_wavefronts": 7.5,
        "issue_elapsed": 5.9, "pipe_tensor": 7.0, "pipe_alu": 2.0,
    }  # fmt: skip
    rule = RULES["small-grid"]
    promised = [
        rehearse(rule, Example("few", "rtx-3090", alone | {"theoretical_occupancy": share}, {}, "", "fires")).time_saved_pct or 0
        for share in (4.2, 100.0)
    ]
    assert 50 < promised[0] <= 100 * (1 - 23 / 82) < promised[1]


def test_random_numbers_between_special_functions_are_no_expansion_of_theirs() -> None:
    """Paths of a price, XORWOW and Box-Muller (set basic): neither a guard for each approximation nor range checks, and more on the ALU."""
    paths = {
        "duration": 27763900.0, "elapsed_cycles": 5.2e7, "grid_size": 3907.0, "block_size": 256.0, "sm_count": 132.0, "blocks_per_sm": 8.0,
        "dram_throughput": 2.4, "l1_wavefronts": 0.5, "issue_elapsed": 96.6, "pipe_alu": 64.4, "pipe_fma": 50.2, "pipe_fmaheavy": 44.3,
        "pipe_fp64": 0.0, "pipe_xu": 31.4, "pipe_lsu": 0.1, "pipe_cbu": 25.1, "pipe_tensor": 0.0, "sm_busy": 99.0,
    }  # fmt: skip
    rule = RULES["special-function-bound"]
    guarded = rehearse(rule, Example("paths", "h200-sxm", paths | {"pipe_cbu": 31.4}, {}, "", "fires")).time_saved_pct or 0
    between = rehearse(rule, Example("paths", "h200-sxm", paths, {}, "", "fires")).time_saved_pct or 0
    assert between <= 10.5 and guarded > 50


def test_doubles_by_design_are_no_accident() -> None:
    """Exact distances in double whose only other work is 64-bit division (A100): not one FP32 instruction or conversion ran."""
    rule = RULES["accidental-fp64"]
    example = next(
        example for example in rule.examples if example.outcome == "fires" and "instructions" in example.metrics and "h200" in example.device
    )

    def outcome(**changed: float) -> str:
        return rehearse(rule, replace(example, metrics={**example.metrics, **changed})).outcome

    assert outcome() == "fires"
    # An instruction mix, as reports have it.
    designed = {"DFMA": 1000.0, "IMAD": 5000.0, "I2F.U64.RP": 100.0, "MUFU.RCP": 50.0}
    assert rehearse(rule, replace(example, opcodes=designed)).outcome == "silent"
    assert rehearse(rule, replace(example, opcodes=designed | {"F2F.F64.F32": 10.0})).outcome == "fires"
    # Uncounted, as in CSV: the FMA pipe multiplies integers more than the FP64 pipe works.
    assert outcome(ffma=0.0, fadd_fmul=0.0, pipe_fp64=19.0, pipe_xu=6.0, pipe_fma=30.0) == "silent"


def test_a_block_size_promises_the_warps_that_registers_leave_room_for() -> None:
    """Blocks of 32 threads with 48 registers (A100): 62.5% occupancy is what other blocks reach, a quarter more warps than now."""
    there = {
        "block_size": 32.0, "warps_per_block": 1.0, "registers_per_thread": 48.0, "limit_blocks": 32.0, "limit_warps": 64.0, "limit_shared": 32.0,
        "achieved_occupancy": 48.0, "theoretical_occupancy": 50.0,
    }  # fmt: skip
    many, few = (said("occupancy-limited-by-block-size", **there, limit_registers=blocks) for blocks in (64.0, 40.0))
    assert (many.time_saved_pct or 0) > 30
    assert 5 < (few.time_saved_pct or 0) < 20


def test_spills_that_nobody_counted_show_at_the_cap_of_the_block() -> None:
    """80 registers in blocks of 768 threads (A40, an older report): no thread may have more, so that local memory holds what did not fit."""
    rule, example = first("register-spill")
    metrics = {name: value for name, value in example.metrics.items() if name != "spill_instructions"} | {"registers_per_thread": 80.0}
    outcomes = {
        warps: rehearse(rule, replace(example, metrics=metrics | {"warps_per_block": warps, "block_size": 32 * warps})).outcome
        for warps in (24.0, 8.0)
    }
    assert outcomes == {24.0: "fires", 8.0: "silent"}


def test_an_array_is_no_fact_where_spills_were_not_counted() -> None:
    """Older reports do not say whether local memory holds spills: the sentence says so."""
    rule, example = first("local-array")
    metrics = {name: value for name, value in example.metrics.items() if name != "spill_instructions"} | {"registers_per_thread": 57.0}
    assert "spill_instructions" in example.metrics
    counted, uncounted = (
        advise(profile_of(replace(example, metrics=known)), gpu=example.device, rules=[rule]).kernels[0].findings[0].explanation
        for known in (example.metrics, metrics)
    )
    assert "without register spills" in counted
    assert "This report does not count spills; 57 registers are no cap" in uncounted
    assert "without register spills" not in uncounted


def test_calls_that_keep_registers_in_local_memory_are_no_array() -> None:
    """Sixteen local stores for each call, and as many loads; the price is that of the array. With hardly any calls it is an array."""
    rule, example = first("local-array")
    counted = {"local_load_instructions": 1.6e7, "local_store_instructions": 1.6e7, "instructions": 1e8}
    framed, indexed = (
        rehearse(
            rule, replace(example, metrics={**example.metrics, **counted}, opcodes={"LDL": 1.6e7, "STL": 1.6e7, "CALL.REL.NOINC": calls, "MOV": 5e7})
        )
        for calls in (1e6, 1e3)
    )
    assert framed.says is not None
    assert "Calls keep registers and records in local memory" in framed.says
    assert "inline what the inner loop calls" in framed.says
    assert indexed.says is not None
    assert "An array in local memory" in indexed.says
    assert framed.time_saved_pct == indexed.time_saved_pct


@pytest.mark.parametrize(
    ("loads", "registers", "calls", "framed"),
    [("LDL", 64.0, 1e6, True), ("LDL.LU", 48.0, 1e6, False), ("LDL", 64.0, 3.2e6, False), ("LDL", 48.0, 3.2e6, True)],
)
def test_spills_that_go_with_calls_are_no_frames(loads: str, registers: float, calls: float, framed: bool) -> None:
    """1,024 threads of 64 registers, 3 and 5 stores a call, all loads the last of their word (A40): the compiler's reloads, not what calls keep."""
    rule, example = first("local-array")
    counted = {"local_load_instructions": 1.6e7, "local_store_instructions": 1.6e7, "instructions": 1e8}
    shape = {"registers_per_thread": registers, "warps_per_block": 32.0, "block_size": 1024.0}
    metrics = {name: value for name, value in example.metrics.items() if name != "spill_instructions"} | counted | shape
    told = rehearse(rule, replace(example, metrics=metrics, opcodes={loads: 1.6e7, "STL": 1.6e7, "CALL.REL.NOINC": calls, "MOV": 5e7}))
    assert ("Calls keep registers and records" in (told.says or "")) == framed


# One thread on a GPU of 40 SMs.
_ALONE = {
    "grid_size": 1.0, "block_size": 1.0, "warps_per_block": 1.0, "sm_count": 40.0, "achieved_occupancy": 3.0, "dram_throughput": 0.1,
    "share_barrier": 0.0,
}  # fmt: skip


@pytest.mark.parametrize("rule_id", ["small-grid", "partial-warp"])
@pytest.mark.parametrize("counted", [{"thread_instructions": 4837.0}, {}])
def test_what_a_kernel_calls_in_the_driver_is_not_shared_out(rule_id: str, counted: dict[str, float]) -> None:
    """Counts of threads and of opcodes leave that out: 4,837 instructions are the kernel's own of 1,231,444 that its warp executes."""
    rule, example = first(rule_id)
    metrics = {name: value for name, value in example.metrics.items() if name != "thread_instructions"}
    opcodes = {} if counted else {"MOV": 3859.0, "CALL.ABS.NOINC": 978.0}
    fill = {"warp_fill": 3.125, "elapsed_cycles": 6e7, "instructions": 1231444.0}
    told = rehearse(rule, replace(example, metrics={**metrics, **_ALONE, **fill, **counted}, opcodes=opcodes))
    assert told.outcome == "suppressed"
    assert ">99% of the 1,231,444 instructions are not the kernel's own but what it calls in the driver" in (told.says or "")


@pytest.mark.parametrize(("own", "named"), [(1231444.0, False), (900000.0, True)])
def test_allocations_are_named_only_where_the_driver_may_have_worked(own: float, named: bool) -> None:
    """A warp of one lane whose every instruction counts as a thread's has called nothing in the driver."""
    told = RULES["small-grid"], first("small-grid")[1]
    metrics = {**told[1].metrics, **_ALONE, "thread_instructions": own, "instructions": 1231444.0}
    [finding] = advise(profile_of(replace(told[1], metrics=metrics)), gpu=told[1].device, rules=[told[0]]).kernels[0].findings
    assert "numbers of one generator" in finding.unless
    assert ("allocations in the kernel" in finding.unless) == named


def test_a_kernel_of_one_thread_is_not_told_to_take_the_one_block_that_it_has() -> None:
    """4,000 instructions of one thread make 80 pieces, which do not fill one block of 128 threads."""
    told = said("small-grid", **_ALONE, thread_instructions=4000.0, instructions=4000.0)
    assert told.outcome == "suppressed"
    assert "the work of 1 thread (4,000 instructions a thread) fits into 1 block of 128 threads" in (told.says or "")


def test_a_warp_on_nearly_every_sm_is_a_small_grid() -> None:
    """31 blocks of one warp on 34 SMs (GTX 1660): three SMs are idle, and the others as good as empty."""
    nearly = {"grid_size": 31.0, "sm_count": 34.0, "dram_throughput": 20.0}
    assert said("small-grid", **nearly, achieved_occupancy=50.0).outcome == "silent"
    assert said("small-grid", **nearly, achieved_occupancy=3.2, sm_busy=90.0, elapsed_cycles=1e6, sm_active_cycles_max=9.9e5).outcome == "fires"


def test_a_few_blocks_over_are_no_other_amount_of_work() -> None:
    """16 blocks after 5 waves of 816, 48 after four: "1.00 times the work each" tells nobody anything, and a row has no hundredth more."""
    shape = {"grid_size": 4096.0, "sm_count": 68.0, "blocks_per_sm": 12.0, "waves_exact": 4096 / 816, "last_blocks": 16.0}
    told = said("tail-wave", **shape, pipe_tensor=0.0).says  # no tiles of a product
    assert "16 blocks more than 5 waves fill" in told
    assert "1.00 times" not in told
    rows = said("tail-wave", **shape | {"grid_size": 3312.0, "waves_exact": 3312 / 816, "last_blocks": 48.0}, pipe_tensor=0.0).says
    assert "48 blocks more than 4 waves fill" in rows
    assert "1.01 times" not in rows


def test_partly_empty_warps_that_all_run_at_once_wait_as_long_in_full_ones() -> None:
    """410 blocks of 20 threads, all resident, a chain each (RTX 3080): blocks of 32 took as long. Of many rounds, fuller warps leave fewer."""
    rule = RULES["partial-warp"]
    chains = {
        "duration": 9457216.0, "grid_size": 410.0, "block_size": 20.0, "sm_count": 68.0, "warps_per_block": 1.0, "warp_fill": 62.5,
        "blocks_per_sm": 16.0, "achieved_occupancy": 12.6, "dram_throughput": 8.0, "l1_wavefronts": 1.9, "issue_elapsed": 5.8, "pipe_fp64": 12.0,
        "pipe_alu": 9.3, "pipe_fma": 0.2, "pipe_tensor": 0.0, "sm_busy": 98.0,
    }  # fmt: skip
    once, often = (
        rehearse(rule, Example("chains", "rtx-3080", chains | {"waves_exact": waves}, {}, "", "fires")).time_saved_pct or 0 for waves in (0.38, 40.0)
    )
    assert once < 2
    assert often > 30


def test_a_few_doubles_do_not_make_the_other_instructions_library_functions() -> None:
    """A path tracer in float on a device with two FP64 lanes an SM (set basic): doubles are 0.7% of what it issues."""
    rule = RULES["accidental-fp64"]
    paths = {
        "duration": 82304.0, "elapsed_cycles": 112590.0, "grid_size": 8160.0, "block_size": 256.0, "sm_count": 82.0, "blocks_per_sm": 4.0,
        "waves_exact": 24.9, "dram_throughput": 29.2, "l1_wavefronts": 24.6, "l1_throughput": 43.3, "issue_elapsed": 82.2, "pipe_alu": 61.4,
        "pipe_fma": 29.9, "pipe_fmaheavy": 24.2, "pipe_fp64": 38.6, "pipe_xu": 16.5, "pipe_lsu": 43.5, "pipe_cbu": 26.6, "pipe_tensor": 0.0,
        "sm_busy": 97.4,
    }  # fmt: skip
    few, half = (rehearse(rule, Example("paths", device, paths, {}, "", "fires")).time_saved_pct or 0 for device in ("rtx-3090", "h200-sxm"))
    assert few < 6
    assert half > 30


def test_short_blocks_are_told_to_do_more_each_not_to_shrink() -> None:
    """Sums of two arrays in blocks of 128 threads that are over in 0.85 us (RTX 3080): blocks of 64 would fit two thirds of the warps."""
    there = {"sm_count": 68.0, "block_size": 128.0, "warps_per_block": 4.0, "waves": 68.3, "waves_exact": 68.3, "achieved_occupancy": 70.0}
    short, long = (said("low-achieved-occupancy", **(there | {"duration": time})) for time in (57952.0, 5.8e6))
    assert "a grid-stride loop" in short.says and "Use blocks of" not in short.says
    assert "a grid-stride loop" not in long.says


@pytest.mark.parametrize(("threads", "smaller"), [(1024, 256), (256, 128), (128, None)])
def test_smaller_blocks_fit_as_many_warps(threads: int, smaller: int | None) -> None:
    """48 warps an SM in 16 blocks at most (compute capability 8.6): blocks of 64 threads would leave a third of the slots empty."""
    rule, example = first("low-achieved-occupancy")
    launch = example.metrics | {
        "block_size": float(threads), "block_x": float(threads), "block_y": 1.0, "block_z": 1.0, "warps_per_block": threads / 32,
        "registers_per_thread": 32.0, "shared_static": 0.0, "shared_dynamic": 0.0, "duration": 5.8e6, "waves": 60.0,
    }  # fmt: skip
    (kernel,) = advise(profile_of(replace(example, device="rtx-3080", metrics=launch)), gpu="rtx-3080", rules=[rule]).kernels
    assert kernel.findings[0].recommendation.get("threads") == smaller


def test_what_a_thread_does_in_turn_is_not_dealt_out_with_the_threads() -> None:
    """17 blocks of 500 threads that walk a column each (RTX 3080): as many threads in smaller blocks took as long, measured."""
    waiting = {"block_size": 512.0, "grid_size": 17.0, "sm_count": 68.0}
    assert says("small-grid", "cut what a thread does one after the other", **waiting)
    assert not says("small-grid", "cut what a thread does one after the other", **(waiting | {"block_size": 32.0}))


def test_nothing_is_said_to_bind_next_where_nobody_counted() -> None:
    """A profile of durations and shapes alone: "latency" would be a guess."""
    rule, example = first("small-grid")
    shape = {name: value for name, value in example.metrics.items() if name in ("duration", "grid_size", "block_size", "sm_count", "blocks_per_sm")}
    for metrics, known in ((example.metrics, True), (shape, False)):
        (kernel,) = advise(profile_of(replace(example, metrics=metrics)), gpu=example.device, rules=[rule]).kernels
        assert bool(kernel.findings[0].binds_next) == known


def test_conflicts_show_where_only_their_share_of_time_was_collected() -> None:
    """Loads of shared memory at strides of 2 to 32 words, measured on compute capability 11.0: 4 ways cost 39%, 8 70%, 16 85%, 32 92% of the time."""
    rule = RULES["shared-bank-conflict"]
    saved = {}
    for ways in (2, 4, 8, 16, 32):
        metrics = {
            "duration": 1e7, "grid_size": 20.0, "block_size": 256.0, "sm_count": 20.0, "shared_wavefronts": 2.13e7 * ways, "shared_busy": 99.9,
            "shared_conflicts": 2.13e7 * (ways - 1), "shared_load_wavefronts": 2.13e7 * ways, "shared_load_conflicts": 2.13e7 * (ways - 1),
            "shared_store_wavefronts": 5160.0, "shared_store_conflicts": 0.0, "shared_per_block": 32784.0,
        }  # fmt: skip
        saved[ways] = rehearse(rule, Example("strides", "h200-sxm", metrics, {}, "", "fires")).time_saved_pct or 0
    assert saved == pytest.approx({2: 0, 4: 39, 8: 70, 16: 85, 32: 92}, abs=4)


def test_a_block_that_fills_its_sm_leaves_it_idle_until_the_next_has_data() -> None:
    """32 x 32 threads on an SM with room for 1,024 (T400), 3.8 us each: blocks of 96 threads took 35% less, measured."""
    alone = {
        "duration": 9895680.0, "grid_size": 15625.0, "block_size": 1024.0, "block_x": 32.0, "block_y": 32.0, "block_z": 1.0, "sm_count": 6.0,
        "warps_per_block": 32.0, "blocks_per_sm": 1.0, "limit_warps": 1.0, "waves": 2604.2, "waves_exact": 2604.2, "achieved_occupancy": 81.8,
        "theoretical_occupancy": 100.0, "registers_per_thread": 32.0, "shared_static": 0.0, "shared_dynamic": 0.0, "sm_busy": 93.0,
        "dram_throughput": 17.0, "l1_wavefronts": 53.8, "issue_elapsed": 44.6, "pipe_alu": 44.1, "pipe_tensor": 0.0, "share_barrier": 0.0,
        "share_long_scoreboard": 34.4, "share_short_scoreboard": 7.7, "share_wait": 13.1,
    }  # fmt: skip
    rule = RULES["low-achieved-occupancy"]
    told = rehearse(rule, Example("alone", "t4", alone, {}, "", "fires"))
    assert "Use blocks of 256 threads (100% theoretical occupancy" in told.says
    assert 5 < (told.time_saved_pct or 0) < 35
    assert rehearse(rule, Example("two", "t4", alone | {"blocks_per_sm": 2.0}, {}, "", "silent")).outcome == "silent"


def test_what_fits_l2_may_run_from_there_outside_the_profiler() -> None:
    """40 MB on a device with 72 MB of L2 (RTX 4090) is read from DRAM because `ncu` empties the caches; 400 MB are in any case."""
    rule = RULES["dram-saturated"]
    stream = {"duration": 45000.0, "dram_throughput": 91.0, "elapsed_cycles": 1e5, "sm_count": 128.0}
    for moved, told in ((4e7, True), (4e8, False)):
        example = Example("stream", "rtx-4090", stream | {"dram_bytes": moved}, {}, "", "fires")
        (kernel,) = advise(profile_of(example), gpu="rtx-4090", rules=[rule]).kernels
        assert ("`--cache-control none` leaves it as it is" in kernel.findings[0].unless) == told


@pytest.mark.parametrize("rule_id", ["tail-wave", "short-blocks"])
def test_without_a_counter_nobody_knows_whether_memory_binds(rule_id: str) -> None:
    """Durations and shapes alone: the products of a public profile were told of last waves of 43% where its counters had 18% (A10G)."""
    rule, example = first(rule_id)
    counted = ("dram_", "memory_throughput", "sm_throughput", "issue_elapsed")
    uncounted = {name: value for name, value in example.metrics.items() if not name.startswith(counted)}
    assert uncounted != example.metrics
    assert rehearse(rule, replace(example, metrics=uncounted)).outcome == "not evaluated"


def test_empty_lanes_are_named_without_a_counter_and_promise_nothing() -> None:
    """A block of one thread is one of 32 lanes whatever binds: 7.44 s became 0.158 s on a public page that counted nothing else."""
    rule, example = first("partial-warp")
    counted = ("dram_", "memory_throughput", "sm_throughput", "issue_elapsed")
    bare = {name: value for name, value in example.metrics.items() if not name.startswith(counted)}
    assert not (rehearse(rule, replace(example, metrics=bare)).time_saved_pct or 0.0) > 0.0
    sizes = {name: bare[name] for name in ("grid_size", "block_size", "warps_per_block", "warp_fill", "duration")}
    told = rehearse(rule, replace(example, metrics=sizes))
    assert told.outcome == "fires"
    assert not (told.time_saved_pct or 0.0) > 0.0


def test_warp_group_instructions_are_seen_by_their_presence() -> None:
    """They fill their own counter for a 32nd of the tensor pipe's time or less: a one-stage product at 31% of it shows 0.97%."""
    rule = RULES["unpipelined-copy"]
    by_groups = [example for example in rule.examples if example.outcome == "fires" and example.metrics.get("pipe_tensor_gmma", 0.0) > 1]
    example = next(example for example in by_groups if example.metrics["pipe_tensor"] > 20)
    for share, outcome in ((0.9, "fires"), (0.0, "silent")):
        metrics = {**example.metrics, "pipe_tensor_gmma": share, "shared_load_instructions": 0.0, "ldsm_instructions": 0.0}
        assert rehearse(rule, replace(example, metrics=metrics)).outcome == outcome


# A product of 6,656 x 4,096 in FP32 on tiles (A10G, set basic): the pipes alone, and TF32 that is no faster than FP32 on this chip.
_TILES = {
    "duration": 9621600.0, "elapsed_cycles": 1.269e7, "grid_size": 1024.0, "block_size": 256.0, "sm_count": 80.0, "blocks_per_sm": 2.0,
    "waves_exact": 6.4, "dram_throughput": 19.78, "dram_bytes": 1.1421e9, "l1_wavefronts": 58.9, "lsu_wavefronts": 1.0, "issue_elapsed": 62.2,
    "pipe_alu": 3.06, "pipe_fma": 53.4, "pipe_fmaheavy": 53.8, "pipe_fp64": 0.0, "pipe_xu": 0.0, "pipe_lsu": 58.7, "pipe_tensor": 0.0,
    "registers_per_thread": 108.0, "shared_per_block": 32768.0, "l2_sectors_read": 1.342e8, "sm_busy": 98.4, "achieved_occupancy": 32.4,
}  # fmt: skip


@pytest.mark.parametrize(("device", "outcome"), [("rtx-3080", "suppressed"), ("a100-sxm4-80gb", "fires")])
def test_matrix_instructions_are_not_advised_where_they_would_be_slower(device: str, outcome: str) -> None:
    """About 23% of the tensor rate arrives in such tiles: of one that is no higher than the FMA pipe's, less than the 53% that arrive now."""
    told = rehearse(RULES["missing-tensor-cores"], Example("tiles", device, _TILES, {}, "", outcome))
    assert told.outcome == outcome
    if outcome == "suppressed":
        assert "no more than now" in told.says


def test_work_that_is_not_there_is_not_shared_out() -> None:
    """16 warps of 219 instructions, in which one thread does everything (RTX 3080): 44 blocks would have a third of an instruction a thread each."""
    tiny = {"grid_size": 1.0, "block_size": 512.0, "sm_count": 68.0, "achieved_occupancy": 10.0, "dram_throughput": 0.1, "share_barrier": 0.0}
    assert "leave nothing to share out" in said("small-grid", **tiny, thread_instructions=7647.0, instructions=3504.0).says
    assert said("small-grid", **tiny, thread_instructions=7647e4).outcome == "fires"


def test_padding_is_named_as_its_sentence_has_it() -> None:
    """Accesses of 16 bytes want rows 4 floats longer; a block 16 wide wants a pitch, which is no padding of one element."""
    rule, example = first("shared-bank-conflict")
    two_ways = example.metrics | {
        "shared_wavefronts": 5e6, "shared_wavefronts_source": 5e6, "shared_wavefronts_ideal": 2.5e6, "elapsed_cycles": 4e4, "duration": 2e4,
        "sm_count": 100.0, "pipe_tensor": 0.0, "op_load_matrix": 0.0, "op_tensor_legacy": 0.0, "shared_atomic_wavefronts": 0.0,
        "shared_store_instructions": 1e5,
    }  # fmt: skip
    vectors = two_ways | {"shared_load_instructions": 5e5, "block_x": 32.0}
    rows = two_ways | {"shared_load_instructions": 2e6, "block_x": 16.0}
    for metrics, pad, words in ((vectors, 4, "`float tile[8][128 + 4]`"), (rows, None, "touches two rows of the tile")):
        (kernel,) = advise(profile_of(replace(example, metrics=metrics)), gpu=example.device, rules=[rule]).kernels
        assert words in kernel.findings[0].advice
        assert kernel.findings[0].recommendation.get("pad_elements") == pad


def test_no_sectors_a_request_are_named_where_requests_were_not_counted() -> None:
    """Set basic tells single sectors from lines, not how many a request should have: the same launch with its requests counted, and without."""
    rule, example = first("uncoalesced-access")
    of_requests = ("load_", "store_", "excess_sectors", "theoretical_sectors")
    basic = {name: value for name, value in example.metrics.items() if not name.startswith(of_requests)}
    for metrics, named in ((example.metrics, True), (basic, False)):
        (kernel,) = advise(profile_of(replace(example, metrics=metrics)), gpu=example.device, rules=[rule]).kernels
        assert ("sectors_per_request" in kernel.findings[0].recommendation) == named


def test_what_caches_answer_says_nothing_about_the_bus() -> None:
    """A look-up whose data L2 holds has next to no bytes of DRAM in flight, which no number of loads would change."""
    rule, example = first("memory-latency")
    for hit, told in ((10.0, True), (97.0, False)):
        metrics = example.metrics | {"l2_hit_rate": hit, "l1_hit_rate": 5.0, "dram_throughput": 12.0}
        (kernel,) = advise(profile_of(replace(example, metrics=metrics)), gpu=example.device, rules=[rule]).kernels
        assert ("would fill the bus" in kernel.findings[0].explanation) == told
        assert ("bytes_in_flight_needed" in kernel.findings[0].recommendation) == told


def test_a_grid_of_a_wave_does_not_fill_more_slots_by_itself() -> None:
    """2,000 blocks of one warp on 82 SMs (RTX 3090) are half of what larger blocks have room for: the promise is that of more threads."""
    warps = {"block_size": 32.0, "warps_per_block": 1.0, "grid_size": 2000.0, "sm_count": 82.0, "waves_exact": 1.52, "blocks_per_sm": 16.0}
    assert says("occupancy-limited-by-block-size", "the saving promised is that of a grid that fills", **warps)
    assert not says(
        "occupancy-limited-by-block-size", "the saving promised is that of a grid that fills", **(warps | {"grid_size": 2e5, "waves_exact": 152.0})
    )


@pytest.mark.parametrize("resource", ["registers", "shared-memory"])
def test_occupancy_advice_fades_where_issue_makes_waiting_unlikely(resource: str) -> None:
    """Without stall reasons: a percent more of the issue slots never takes a promise away at once."""
    rule, example = first(f"occupancy-limited-by-{resource}")
    stalls = {name: value for name, value in example.metrics.items() if not name.startswith(("share_", "stall_"))}
    promised = []
    for activity in range(20, 60):
        outcome = rehearse(rule, replace(example, metrics={**stalls, "issue_elapsed": float(activity), "achieved_occupancy": 25.0}))
        promised.append(outcome.time_saved_pct or 0.0)
    steps = [before - after for before, after in pairwise(promised)]
    assert promised[0] > 20
    assert promised[-1] == 0
    assert max(steps) < 15


def lone(**changed: float) -> tuple[list[str], list[str]]:
    """Findings and reasons for 64 blocks on 84 SMs, where the mean SM works 2% of 118 us (RTX A6000, as a reader of a public profile found them)."""
    counted = {"duration": 118e3, "elapsed_cycles": 166261.0, "sm_active_cycles": 3718.0, "grid_size": 64.0, "block_size": 128.0, "sm_count": 84.0}
    counted |= {
        "waves_exact": 0.06,
        "achieved_occupancy": 8.0,
        "theoretical_occupancy": 100.0,
        "dram_throughput": 1.0,
        "l1_throughput": 2.0,
        "sm_throughput": 1.5,
    }
    _, example = first("small-grid")
    example = replace(example, metrics={**counted, **changed}, device="rtx-a6000")
    [kernel] = advise(profile_of(example), gpu=example.device).kernels
    return [f.rule for f in kernel.findings], [s.reason for s in kernel.suppressed if s.rule == "small-grid"]


def test_a_block_that_runs_alone_is_no_cost_of_starting() -> None:
    """Nothing takes tens of microseconds to start: one block runs long after the others, and more blocks would leave that as it is."""
    findings, [reason] = lone()
    assert "workload-imbalance" in findings
    assert "a block or a few run long after the others" in reason
    assert "before its first block starts" in lone(sm_active_cycles_max=4880.0)[1][0]


# A product with one result a thread that reads one factor across its rows (32 sectors a request) and one as a broadcast, on an RTX 4060 Laptop.
ACROSS = {
    "duration": 1.733e8, "elapsed_cycles": 3.744e8, "sm_count": 24.0, "grid_size": 4096.0, "block_size": 1024.0, "warps_per_block": 32.0,
    "waves_exact": 170.7, "achieved_occupancy": 65.6, "sm_busy": 99.7, "instructions": 1.499e9, "issue_elapsed": 4.17, "l1_wavefronts": 98.7,
    "l1_hit_rate": 99.2, "l2_throughput": 2.39, "l2_sectors_read": 7.051e7, "dram_throughput": 1.5, "pipe_lsu": 11.96, "pipe_fma": 3.08,
    "load_requests": 5.37e8, "load_sectors": 8.863e9, "load_sectors_ideal": 1.343e9, "load_bytes": 3.545e10, "load_width": 2.063,
    "load_bytes_per_sector": 4.0, "store_requests": 131100.0, "store_sectors": 4.194e6, "store_sectors_ideal": 524300.0, "store_width": 4.0,
    "store_bytes_per_sector": 4.0, "store_bytes": 1.678e7, "share_lg_throttle": 93.2, "share_long_scoreboard": 4.2, "excess_sectors": 7.524e9,
    "theoretical_sectors": 8.867e9, "scattered": 0.34, "shared_per_block": 0.0, "warp_fill": 100.0, "blocks_per_sm": 1.0,
}  # fmt: skip


@pytest.mark.parametrize(("width", "outcome"), [(2.063, "fires"), (2.0, "silent")])
def test_columns_read_across_beside_a_broadcast_are_no_walk_by_halves(width: float, outcome: str) -> None:
    """A word of four bytes and a broadcast one are 2.06 bytes a lane on average: swapping the indices saved 85 to 90% (eight public pairs)."""
    rule = RULES["uncoalesced-access"]
    told = rehearse(rule, Example("columns across", "", {**ACROSS, "load_width": width}, {}, "", "fires"))
    assert told.outcome == outcome
    assert outcome == "silent" or "Global loads move 16.5 sectors a request" in told.says


def test_loads_in_two_turns_are_no_shuffles() -> None:
    """16 load-store lanes serve an instruction in two turns: twice as many turns as loads and stores are these, and opcodes settle it."""
    turns = {
        "sm_count": 24.0, "elapsed_cycles": 21970.0, "pipe_lsu": 50.3, "load_instructions": 1.316e5, "store_instructions": 512.0,
        "shared_load_instructions": 0.0, "shared_store_instructions": 0.0, "instructions": 3.886e5, "local_load_instructions": 0.0,
        "duration": 10140.0, "sm_busy": 77.0, "issue_elapsed": 18.0, "dram_throughput": 5.0, "share_barrier": 0.0,
        "share_lg_throttle": 46.0, "share_mio_throttle": 1.0,
    }  # fmt: skip
    rule = RULES["memory-instruction-throttle"]
    says = {gpu: rehearse(rule, Example("loads", gpu, turns, {}, "", "fires")).says for gpu in ("rtx-4060", "h200-sxm")}
    assert "Shuffles between lanes" in says["h200-sxm"]
    assert "Shuffles between lanes" not in says["rtx-4060"]


def test_what_cub_launches_is_not_the_author_s_to_launch() -> None:
    """The grid of a library's kernel is no argument of its caller."""
    rule = RULES["short-blocks"]
    plain = next(example for example in rule.examples if example.outcome == "fires" and "grid-stride" in example.says)
    cub = replace(plain, name="void cub::CUB_300100_SM_800::detail::for_each::static_kernel<policy>(unsigned long)")
    assert rehearse(rule, cub).outcome == "fires"
    assert "CUB chose this grid" in rehearse(rule, cub).says
    assert "CUB" not in rehearse(rule, plain).says


def test_shared_accesses_of_half_filled_warps_go_with_their_other_instructions() -> None:
    """For a shared access a warp with half of its lanes on takes the load-store unit as long as a full one: L1, if they fill it, binds no more.

    (A details page counts them where banks conflict; attention on an L4, warps of 16 lanes to full ones: 38% less for each unit of work.)"""
    page = {
        "lsu_instructions": float("nan"), "pipe_lsu": float("nan"), "threads_per_instruction": 16.0, "threads_on_per_instruction": 15.0,
        "l1_throughput": 80.0, "l1_wavefronts": 80.0, "elapsed_cycles": 1e6, "shared_atomic_instructions": float("nan"),
    }  # fmt: skip
    rest, shared = (said("thread-divergence", **page, shared_load_instructions=count * 0.8 * 132 * 1e6) for count in (0.0, 0.9))
    assert (rest.time_saved_pct or 0) + 15 < (shared.time_saved_pct or 0)


def test_doubles_are_promised_fewer_warps_than_words() -> None:
    """145 registers of doubles hold half as many values: a cap of 64 halves them, one of 48 would spill (a public kernel, built for two sizes)."""
    shape = {
        "registers_per_thread": 145.0,
        "instructions": 2.1e9,
        "block_size": 256.0,
        "warps_per_block": 8.0,
        "limit_registers": 1.0,
        "limit_warps": 8.0,
    }
    words, doubles = (said("occupancy-limited-by-registers", **shape, spill_instructions=0.0, pipe_fp64=share, pipe_fma=3.0) for share in (0.0, 8.0))
    assert "caps registers at 48" in words.says
    assert "caps registers at 64" in doubles.says
    assert "a first step" in doubles.says.lower()
    assert "saves about" in doubles.says


def test_conflicts_at_the_roof_of_l1_are_time_however_crowded_the_slot_is() -> None:
    """Extra wavefronts at a full L1 are its time, which it is the next limit without. Where it is 80% busy, the queue for the slot stays."""
    crowd = {"share_not_selected": 26.0, "share_short_scoreboard": 7.0, "share_mio_throttle": 11.0, "issue_elapsed": 55.0}
    full, part = (
        said("shared-bank-conflict", **crowd, l1_throughput=busy, l1_wavefronts=busy, shared_wavefronts_ideal=9e7).time_saved_pct
        for busy in (96.0, 80.0)
    )
    assert full is not None
    assert part is not None
    assert full > 2 * part


# A search through a list in shared memory, two words for each of 512 threads, as its details page has it (RTX 4090): DRAM moves what the
# program names as its arrays.
_SEARCHED = {
    "duration": 5030000.0,
    "elapsed_cycles": 11243212.0,
    "sm_active_cycles": 11236828.0,
    "grid_size": 262144.0,
    "block_size": 512.0,
    "warps_per_block": 16.0,
    "sm_count": 128.0,
    "device_cc_major": 8.0,
    "device_cc_minor": 9.0,
    "waves_exact": 682.67,
    "blocks_per_sm": 3.0,
    "registers_per_thread": 34.0,
    "shared_per_block": 4100.0,
    "sm_throughput": 99.68,
    "memory_throughput": 99.68,
    "l1_throughput": 99.67,
    "l2_throughput": 23.9,
    "dram_throughput": 56.91,
    "l1_hit_rate": 25.69,
    "l2_hit_rate": 28.58,
    "instructions": 1.64417e9,
    "issue_elapsed": 28.5,
    "warp_latency": 37.7,
    "share_mio_throttle": 63.66,
    "threads_per_instruction": 32.0,
    "threads_on_per_instruction": 30.43,
    "sm_busy": 99.9,
}


def test_two_words_a_thread_are_a_product_s_tiles_in_square_blocks_only() -> None:
    """What is no product reads from DRAM what it needs: less than its share of the time nothing saves there (at most 43%; 73% was told)."""
    search = rehearse(RULES["memory-instruction-throttle"], Example("search", "rtx-4090", _SEARCHED, {}, "", "fires"))
    assert "where a shared load stands for every multiply-add or comparison" in search.says.lower()
    square = _SEARCHED | {"block_size": 256.0, "warps_per_block": 8.0, "blocks_per_sm": 6.0, "grid_size": 524288.0, "shared_per_block": 2050.0}
    saved = []
    for worked in ({}, {"stated_fp32_peak": 0.0}, {"stated_fp32_peak": 12.0}):
        told = rehearse(RULES["memory-instruction-throttle"], Example("product?", "rtx-4090", square | worked, {}, "", "fires"))
        saved.append(((told.time_saved_pct or 0.0) > 43.1, "in a product" in told.says))
    assert (search.time_saved_pct or 100.0) < 43.1
    assert saved == [(False, True), (False, False), (True, True)]


# A product with 4 x 4 results a thread, half of whose wavefronts of shared stores are conflicts (T4).
_STORED_ACROSS = {
    "duration": 12290000.0,
    "elapsed_cycles": 7187283.0,
    "sm_active_cycles": 7049744.0,
    "grid_size": 1024.0,
    "block_size": 256.0,
    "warps_per_block": 8.0,
    "sm_count": 40.0,
    "device_cc_major": 7.0,
    "device_cc_minor": 5.0,
    "waves_exact": 12.8,
    "blocks_per_sm": 2.0,
    "registers_per_thread": 64.0,
    "shared_per_block": 32770.0,
    "sm_throughput": 47.15,
    "memory_throughput": 48.97,
    "l1_throughput": 96.07,
    "l2_throughput": 10.81,
    "dram_throughput": 21.48,
    "l1_hit_rate": 9.2,
    "l2_hit_rate": 60.46,
    "instructions": 3.617e8,
    "issue_elapsed": 31.5,
    "warp_latency": 12.27,
    "share_mio_throttle": 48.9,
    "stated_fp32_peak": 47.0,
    "shared_wavefronts": 117440512.0,
    "shared_excess_wavefronts": 8388608.0,
    "sm_busy": 98.1,
    "shared_store_instructions": 8388608.0,
    "shared_store_wavefronts": 17577749.0,
    "shared_store_conflicts": 9189141.0,
}


def test_conflicts_that_the_page_counts_are_named_beside_a_larger_tile() -> None:
    """Stores side by side and wide loads made it 27% faster with the tile as it was."""
    tile = Example("tile", "t4", _STORED_ACROSS, {}, "", "fires")
    named = "9,189,141 of the 17,577,749 wavefronts of shared stores are conflicts."
    assert named in rehearse(RULES["memory-instruction-throttle"], tile).says
    few = rehearse(RULES["memory-instruction-throttle"], replace(tile, metrics=_STORED_ACROSS | {"shared_store_conflicts": 1e6}))
    assert few.outcome == "fires"
    assert "conflicts" not in few.says


# Five counters of a product on tiles of 16 x 16, asked for by name (RTX 4090).
_COUNTED = {
    "grid_size": 4096.0, "block_size": 256.0, "warps_per_block": 8.0, "device_cc_major": 8.0, "device_cc_minor": 9.0, "instructions": 129400832.0,
    "load_sectors": 16777216.0, "store_sectors": 131072.0, "shared_load_instructions": 41943040.0, "shared_store_instructions": 4194304.0,
    "shared_load_conflicts": 0.0,
}  # fmt: skip


def test_one_result_a_thread_is_seen_in_counts_alone() -> None:
    """Sixteen steps are 16 loads of a word, four of 16 bytes and two stores: ten for each store. Of four results a thread more is written."""
    product = Example("product", None, _COUNTED, {}, "", "fires")
    told = rehearse(RULES["memory-instruction-throttle"], product)
    assert told.outcome == "fires" and not (told.time_saved_pct or 0.0) > 0.0  # nobody knows how long it took
    assert told.says.startswith("32% of the instructions load from shared memory, for one result a thread")
    others = ({"store_sectors": 524288.0}, {"shared_store_instructions": 3e6}, {"block_size": 512.0, "grid_size": 2048.0}, {"load_sectors": 3.3e7})
    assert all(rehearse(RULES["memory-instruction-throttle"], replace(product, metrics=_COUNTED | other)).outcome != "fires" for other in others)


def test_data_that_exceed_the_card_are_read_again_and_again() -> None:
    """Forty blocks that each do all rows: 190 GB of a matrix of 40 MB. More blocks would each do them too."""
    assert "whether blocks do the same work" not in said("small-grid").says
    assert says("small-grid", "whether blocks do the same work: DRAM moves 900 GB", dram_bytes=9e11, dram_bytes_read=9e11, dram_bytes_written=0.0)


def test_a_launch_of_few_microseconds_is_at_the_roof_of_dram_only_if_most_of_it_is() -> None:
    """7 us with DRAM at 70% of its roof (as on an RTX 3060): half the instructions took a third of it away, with as many bytes."""
    counted = {"dram_write_share": 50.0, "l2_tags": 20.0, "issue_elapsed": 20.0}
    outcomes = [
        rehearse(RULES["dram-saturated"], Example("rows", "rtx-3060", counted | {"duration": time, "dram_throughput": dram}, {}, "", "fires")).outcome
        for time, dram in ((7330.0, 64.0), (7330.0, 80.0), (73300.0, 82.0))
    ]
    assert outcomes == ["silent", "fires", "fires"]


def test_powers_amid_other_work_are_answered_by_their_fast_form() -> None:
    """300 accurate powers a warp, 80 FMAs beside each: named as powers, they are told `__powf`, and of divisions nothing."""
    warps, calls = 33792.0, 300.0
    of = {"xu_instructions": 3.0, "branch_instructions": 5.25, "ffma": 19.0 + 80.0, "fadd_fmul": 17.0}
    executed = warps * calls * (70.0 + 80.0)
    cycles = executed / (132 * 4 * 0.9)
    told = said(
        "special-function-bound", **{name: each * calls * warps for name, each in of.items()}, instructions=executed, elapsed_cycles=cycles,
        duration=cycles / 1.98, issue_elapsed=90.0, pipe_alu=22.8, pipe_fma=69.6, pipe_fmaheavy=69.6,
        pipe_xu=100.0 * 3.0 * calls * warps * 8.0 / (132 * 4 * cycles), branch_uniformity=100.0, threads_per_instruction=32.0,
        threads_on_per_instruction=31.0, pipe_fp64=0.0, sm_busy=100.0, dram_throughput=2.0,
        dadd_dmul=0.0, local_load_instructions=0.0,
    )  # fmt: skip
    assert told.outcome == "fires"
    assert "`__powf(x, y)`" in told.says
