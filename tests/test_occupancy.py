"""The occupancy calculator against the vendor's own, and the changes that it proposes against exhaustive search."""

from __future__ import annotations

import csv
import lzma
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.hardware.architecture import known, limits
from ncu_advisor.plan.occupancy import UNLIMITED, Launch, nearest_changes, occupancy, of

GOLDEN = Path(__file__).parent / "data" / "occupancy_golden.csv.xz"
KIB = 1024


@cache
def golden() -> list[dict[str, str]]:
    """Results of ``cuda_occupancy.h`` (CUDA 13.0): 43 launches per compute capability, edge cases first."""
    with lzma.open(GOLDEN, "rt", encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def of_row(row: dict[str, str]):
    return occupancy(
        limits(row["cc"]),
        int(row["regs_per_thread"]),
        int(row["block_size"]),
        int(row["static_smem"]),
        int(row["dynamic_smem"]),
        carveout_pct=int(row["carveout_pct"]),
        barriers=int(row["num_barriers"]),
    )


def test_golden_rows_cover_every_capability():
    """The committed rows hold launches of every compute capability of the database."""
    assert set(known()) == {row["cc"] for row in golden()}
    assert len(golden()) == 602


@pytest.mark.parametrize("cc", known())
def test_every_golden_row_matches(cc):
    """Blocks per SM, all five limits and both allocations equal the vendor's in every row."""
    columns = (
        "blocks_per_sm",
        "limit_regs",
        "limit_smem",
        "limit_warps",
        "limit_blocks",
        "limit_barriers",
        "alloc_regs_per_block",
        "alloc_smem_per_block",
    )
    for row in golden():
        if row["cc"] == cc:
            result = of_row(row)
            actual = (result.blocks_per_sm, *result.limits, result.registers_allocated_per_block, result.shared_allocated_per_block)
            assert tuple(int(row[column]) for column in columns) == actual, row


def test_limiters_are_the_vendors():
    """The named limiters are the bits of the vendor's mask, which keeps the runners-up where barriers are what limits."""
    bits = {"warps": 1, "registers": 2, "shared_memory": 4, "blocks": 8, "barriers": 16}
    for row in golden():
        result = of_row(row)
        mask = sum(bits[name] for name in result.limiters)
        if result.limiters == ("barriers",):
            mask |= sum(bits[name] for name in bits if getattr(result.limits, name) == min(result.limits[:4]))
        assert int(row["limiting_factors_mask"]) == mask, row


@pytest.mark.parametrize(
    ("cc", "registers", "threads", "shared", "blocks"),
    [
        ("8.0", 224, 288, 0, 0),  # 9 warps count as 12
        ("8.0", 65, 1024, 0, 0),
        ("8.0", 33, 1024, 0, 1),
        ("9.0", 168, 384, 0, 1),
        ("8.6", 32, 128, 50 * KIB, 1),  # the system's KiB breaks the exact fit
        ("8.0", 32, 128, 16 * KIB, 9),
        ("9.0", 32, 128, 113 * KIB, 2),
        ("9.0", 32, 128, 114 * KIB, 1),
        ("9.0", 32, 128, 227 * KIB, 1),
        ("9.0", 32, 128, 227 * KIB + 1, 0),
        ("7.5", 32, 128, 0, 8),
        ("8.9", 32, 32, 0, 24),
    ],
)
def test_known_traps(cc, registers, threads, shared, blocks):
    """Warps round to fours, a KiB is reserved per block from 8.0 on, and limits beyond the block's own are the SM's."""
    assert blocks == occupancy(limits(cc), registers, threads, 0, shared).blocks_per_sm


def test_no_carveout_still_gives_one_blocks_need():
    """A carve-out of 0% on 9.0 becomes 8 KiB, which holds eight blocks of the reserved KiB."""
    assert (
        (result := occupancy(limits("9.0"), 16, 32, carveout_pct=0)).blocks_per_sm,
        result.shared_carveout,
    ) == (8, 8 * KIB)


def test_percentage_and_allocation_of_a_worked_example():
    """256 threads of 96 registers on 9.0: 2 blocks by registers, 16 of 64 warps, 25%."""
    result = occupancy(limits("9.0"), 96, 256)
    expected = (2, 16, 25.0, ("registers",), 96 * 256, 96)
    actual = (
        result.blocks_per_sm,
        result.active_warps,
        result.occupancy_pct,
        result.limiters,
        result.registers_allocated_per_block,
        result.registers_allocated_per_thread,
    )
    assert expected == actual


def test_barriers_limit_from_hopper_on():
    """16 named barriers per block leave 4 blocks of the pool of 64 on 9.0, and limit nothing on 8.0."""
    assert ((hopper := occupancy(limits("9.0"), 32, 64, barriers=16)).blocks_per_sm, hopper.limiters) == (4, ("barriers",))
    assert occupancy(limits("8.0"), 32, 64, barriers=16).limits.barriers == UNLIMITED


@pytest.mark.parametrize("arguments", [(32, 0, 0, 0), (-1, 32, 0, 0), (32, 32, -1, 0), (32, 32, 0, -1)])
def test_nonsense_is_refused(arguments):
    """A block without threads and negative resources raise ValueError."""
    with pytest.raises(ValueError, match="at least one thread"):
        occupancy(limits("9.0"), *arguments)


capabilities = st.sampled_from(known())
launches = st.builds(
    Launch,
    registers_per_thread=st.integers(0, 255),
    block_threads=st.integers(1, 1024),
    shared_static=st.integers(0, 48 * KIB),
    shared_dynamic=st.integers(0, 228 * KIB),
)


@given(capabilities, launches, st.integers(1, 64), st.integers(1, 64 * KIB))
def test_more_resources_never_admit_more_blocks(cc, launch, registers, shared):
    """Blocks per SM fall, or stay, as registers per thread or shared memory per block grow."""
    blocks = of(limits(cc), launch).blocks_per_sm
    assert of(limits(cc), replace(launch, registers_per_thread=launch.registers_per_thread + registers)).blocks_per_sm <= blocks
    assert of(limits(cc), replace(launch, shared_dynamic=launch.shared_dynamic + shared)).blocks_per_sm <= blocks


@given(capabilities, launches, st.integers(-1, 100))
def test_what_resides_fits(cc, launch, carveout):
    """Resident blocks never exceed warps, registers, shared memory or blocks of the SM, and some limiter is always named."""
    sm = limits(cc)
    result = of(sm, replace(launch, carveout_pct=carveout))
    assert 0 <= result.occupancy_pct <= 100
    assert result.active_warps <= sm.max_warps_per_sm
    assert result.blocks_per_sm <= sm.max_blocks_per_sm
    assert result.blocks_per_sm * result.registers_allocated_per_block <= sm.registers_per_sm
    assert result.blocks_per_sm * result.shared_allocated_per_block <= result.shared_carveout <= sm.shared_per_sm
    assert all(getattr(result.limits, name) == result.blocks_per_sm for name in result.limiters)
    assert result.limiters


@given(capabilities, launches, st.sampled_from([-1, -1, 0, 25, 50, 100]))
def test_every_change_lifts_and_is_the_nearest(cc, launch, carveout):
    """Each proposed change raises occupancy; one register or one byte more per block would miss its level."""
    sm, launch = limits(cc), replace(launch, carveout_pct=carveout)
    now = of(sm, launch)
    for change in nearest_changes(sm, launch):
        reached = change.occupancy
        assert of(sm, change.launch) == reached
        assert reached.occupancy_pct > now.occupancy_pct
        if "registers_per_thread" in change.changed and change.launch.registers_per_thread < 255:
            more = replace(change.launch, registers_per_thread=change.launch.registers_per_thread + 1)
            assert of(sm, more).blocks_per_sm < reached.blocks_per_sm
        if "shared" in change.changed:
            more = replace(change.launch, shared_dynamic=change.launch.shared_dynamic + 1)
            assert of(sm, more).limits.shared_memory < reached.blocks_per_sm


@pytest.mark.parametrize(("registers", "shared"), [(128, 0), (40, 30 * KIB), (96, 60 * KIB), (255, 100 * KIB)])
def test_levels_are_those_of_exhaustive_search(registers, shared):
    """Fewer registers and less shared memory reach exactly the levels that trying every register count and KiB reaches."""
    sm, launch = limits("9.0"), Launch(registers, 256, 0, shared)
    now = of(sm, launch)
    reachable = {occupancy(sm, r, 256, 0, s).blocks_per_sm for r in range(1, registers + 1) for s in range(0, shared + 1, 512)}
    proposed = {c.occupancy.blocks_per_sm for c in nearest_changes(sm, launch) if "block_threads" not in c.changed}
    assert {blocks for blocks in reachable if blocks > now.blocks_per_sm} == proposed


def test_register_change_of_a_worked_example():
    """256 threads of 96 registers on 9.0 hold 2 blocks; 80 registers hold 3, 64 hold 4, 32 fill the SM."""
    changes = nearest_changes(limits("9.0"), Launch(96, 256))
    steps = [(c.launch.registers_per_thread, c.occupancy.blocks_per_sm) for c in changes if c.changed == ("registers_per_thread",)]
    assert steps == [(80, 3), (64, 4), (48, 5), (40, 6), (32, 8)]


def test_shared_change_of_a_worked_example():
    """75 KiB per block on 9.0 hold 3 blocks; 56 KiB (57 with the reserve) hold 4."""
    change = nearest_changes(limits("9.0"), Launch(32, 128, 0, 75 * KIB))[0]
    assert (change.changed, change.launch.shared, change.occupancy.blocks_per_sm) == (("shared",), 56 * KIB, 4)


def test_tied_limiters_change_together():
    """Where registers and shared memory both stop the next block, one change names both."""
    change = nearest_changes(limits("9.0"), Launch(128, 256, 0, 113 * KIB))[0]
    assert (
        change.changed,
        change.launch.registers_per_thread,
        change.launch.shared,
        change.occupancy.blocks_per_sm,
    ) == (("registers_per_thread", "shared"), 80, 75 * KIB, 3)


def test_block_size_change_is_the_nearest():
    """1024 threads on 8.6 fill 32 of 48 warps; 768 threads are the nearest size that fills them all."""
    sizes = [c for c in nearest_changes(limits("8.6"), Launch(32, 1024)) if c.changed == ("block_threads",)]
    by_size = {size: occupancy(limits("8.6"), 32, size).occupancy_pct for size in range(32, 1025, 32)}
    nearest_better = max(size for size, pct in by_size.items() if pct > by_size[1024])
    assert nearest_better == sizes[0].launch.block_threads
    assert (sizes[-1].launch.block_threads, sizes[-1].occupancy.occupancy_pct) == (768, 100.0)


def test_full_sm_has_nothing_to_lift():
    """At 100% occupancy no change is proposed."""
    assert nearest_changes(limits("9.0"), Launch(32, 256)) == ()


def test_levels_can_be_capped():
    """``most_blocks`` keeps the answer to the levels asked for."""
    changes = nearest_changes(limits("9.0"), Launch(96, 256), most_blocks=3)
    assert [c.occupancy.blocks_per_sm for c in changes if c.changed == ("registers_per_thread",)] == [3]
