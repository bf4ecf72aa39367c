"""Exact theoretical occupancy, and the nearest changes that lift it.

The rules are those by which the hardware places blocks on an SM, as the vendor's ``cuda_occupancy.h`` (CUDA 13.0) states them. Not
modelled, because they are no matter of one block's resources: clusters (packing into GPCs), setmaxnreg, tensor memory columns
(blocks per SM <= 512 / columns) and partitions of the device. Units: threads, bytes, registers, percent 0 to 100.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ncu_advisor.hardware.architecture import Limits

WARP = 32
UNLIMITED = 2**31 - 1  # a resource that the block does not use
DEFAULT_CARVEOUT = -1  # leave the split between L1 and shared memory to the driver, which grants as much as helps
# The check that one block fits at all counts warps in fours on every capability, also on 6.0, which places them in two sub-partitions.
_WARPS_PER_FIT = 4


class BlockLimits(NamedTuple):
    """Resident blocks per SM that each resource alone would allow; UNLIMITED where the block does not use it."""

    registers: int
    shared_memory: int
    warps: int
    blocks: int
    barriers: int


@dataclass(frozen=True)
class Launch:
    """What one block asks for. ``carveout_pct`` is the preferred share of shared memory (0 to 100), or DEFAULT_CARVEOUT."""

    registers_per_thread: int
    block_threads: int
    shared_static: int = 0
    shared_dynamic: int = 0
    carveout_pct: int = DEFAULT_CARVEOUT
    barriers: int = 1

    @property
    def shared(self) -> int:
        """Bytes of shared memory that the program asks for per block, without what the system reserves."""
        return self.shared_static + self.shared_dynamic


@dataclass(frozen=True)
class Occupancy:
    """How many blocks of a launch an SM holds, and which resources stop it from holding one more.

    ``blocks_per_sm`` is 0 for a block that does not fit. ``limiters`` names every resource whose limit is the smallest.
    """

    blocks_per_sm: int
    warps_per_block: int
    active_warps: int
    occupancy_pct: float
    limits: BlockLimits
    limiters: tuple[str, ...]
    registers_allocated_per_block: int
    registers_allocated_per_thread: int
    shared_allocated_per_block: int  # with the system's reserve, in whole allocation units
    shared_carveout: int  # bytes per SM that the driver sets aside for shared memory


@dataclass(frozen=True)
class Change:
    """A launch that differs in ``changed`` only (names of Launch's fields, or ``shared``) and reaches ``occupancy``."""

    changed: tuple[str, ...]
    launch: Launch
    occupancy: Occupancy


@lru_cache(maxsize=65536)
def occupancy(
    limits: Limits,
    registers_per_thread: int,
    block_threads: int,
    shared_static: int = 0,
    shared_dynamic: int = 0,
    *,
    carveout_pct: int = DEFAULT_CARVEOUT,
    barriers: int = 1,
) -> Occupancy:
    """The theoretical occupancy of a launch on an SM with ``limits``; ``barriers`` is the number of named barriers a block uses.

    Raises ValueError for a block of no threads, negative resources, or a carve-out above 100.
    """
    if block_threads < 1 or min(registers_per_thread, shared_static, shared_dynamic, barriers) < 0 or not -1 <= carveout_pct <= 100:
        raise ValueError("a block has at least one thread, resources are not negative, and a carve-out is a percentage or -1")
    warps = -(-block_threads // WARP)
    per_warp = _round_up(registers_per_thread * WARP, limits.register_allocation_unit)
    shared = _round_up(shared_static + shared_dynamic + limits.shared_reserved_per_block, limits.shared_allocation_unit)
    carveout = _carveout(limits, shared, carveout_pct)
    by = BlockLimits(
        registers=0 if registers_per_thread > limits.largest_register_request else _blocks_by_registers(limits, per_warp, warps),
        shared_memory=_blocks_by_shared(limits, shared, shared_dynamic, carveout),
        warps=0 if block_threads > limits.max_threads_per_block else limits.max_warps_per_sm // warps,
        blocks=limits.max_blocks_per_sm,
        barriers=limits.named_barriers_per_sm // barriers if limits.named_barriers_per_sm and barriers else UNLIMITED,
    )
    blocks = min(by)
    return Occupancy(
        blocks_per_sm=blocks,
        warps_per_block=warps,
        active_warps=blocks * warps,
        occupancy_pct=100.0 * blocks * warps / limits.max_warps_per_sm,
        limits=by,
        limiters=tuple(name for name, limit in zip(BlockLimits._fields, by, strict=True) if limit == blocks),
        registers_allocated_per_block=per_warp * warps,
        registers_allocated_per_thread=per_warp // WARP,
        shared_allocated_per_block=shared,
        shared_carveout=carveout,
    )


def of(limits: Limits, launch: Launch) -> Occupancy:
    """``occupancy`` of a Launch."""
    return occupancy(
        limits,
        launch.registers_per_thread,
        launch.block_threads,
        launch.shared_static,
        launch.shared_dynamic,
        carveout_pct=launch.carveout_pct,
        barriers=launch.barriers,
    )


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


def _blocks_by_registers(limits: Limits, per_warp: int, warps: int) -> int:
    if per_warp == 0:
        return UNLIMITED
    if per_warp * _round_up(warps, _WARPS_PER_FIT) > limits.registers_per_block:
        return 0
    warps_per_part = limits.registers_per_sm // limits.sub_partitions // per_warp
    return warps_per_part * limits.sub_partitions // warps


def _blocks_by_shared(limits: Limits, shared: int, dynamic: int, carveout: int) -> int:
    if dynamic > limits.shared_per_block_optin or shared > limits.shared_per_block_optin + limits.shared_reserved_per_block:
        return 0
    return carveout // shared if shared else UNLIMITED


def _carveout(limits: Limits, shared: int, carveout_pct: int) -> int:
    """Shared memory per SM: the preferred share rounded up to a supported size, grown only as far as one block needs."""
    if carveout_pct == DEFAULT_CARVEOUT:
        return limits.shared_per_sm
    preferred = _supported(limits, -(-carveout_pct * limits.shared_per_sm // 100))
    return preferred if preferred >= shared else _supported(limits, shared)


def _supported(limits: Limits, wanted: int) -> int:
    return next((size for size in limits.shared_carveouts if size >= wanted), limits.shared_per_sm)


def nearest_changes(limits: Limits, launch: Launch, most_blocks: int | None = None) -> tuple[Change, ...]:
    """The smallest changes that lift the occupancy of ``launch``, each with its recomputed occupancy, smallest change first.

    For each further resident block: the highest register count and the largest shared memory per block that admit it (both, where either
    alone would not). Then the block sizes nearest to the present one that reach a higher occupancy with the same registers per thread and
    shared memory per block. ``most_blocks`` caps the levels looked at. Empty where nothing lifts it.
    """
    return (*_resource_changes(limits, launch, most_blocks), *_block_size_changes(limits, launch))


def _resource_changes(limits: Limits, launch: Launch, most_blocks: int | None) -> list[Change]:
    now = of(limits, launch)
    out_of_reach = min(now.limits.warps, now.limits.blocks, now.limits.barriers)
    top = out_of_reach if most_blocks is None else min(out_of_reach, most_blocks)
    changes: list[Change] = []
    for blocks in range(now.blocks_per_sm + 1, top + 1):
        change = _admitting(limits, launch, now, blocks)
        if change is None:
            break
        if not changes or change.occupancy.blocks_per_sm > changes[-1].occupancy.blocks_per_sm:
            changes.append(change)
    return changes


def _admitting(limits: Limits, launch: Launch, now: Occupancy, blocks: int) -> Change | None:
    """The launch with as many registers and as much shared memory as let ``blocks`` blocks reside; None where no such launch exists."""
    changed: tuple[str, ...] = ()
    candidate = launch
    if now.limits.registers < blocks:
        registers = most_registers(limits, launch, blocks)
        if registers is None:
            return None
        candidate, changed = replace(candidate, registers_per_thread=registers), ("registers_per_thread",)
    if now.limits.shared_memory < blocks:
        shared = _most_shared(limits, launch, blocks)
        if shared is None:
            return None
        static = min(candidate.shared_static, shared)
        candidate, changed = replace(candidate, shared_static=static, shared_dynamic=shared - static), (*changed, "shared")
    reached = of(limits, candidate)
    return Change(changed, candidate, reached) if changed and reached.blocks_per_sm >= blocks else None


def most_registers(limits: Limits, launch: Launch, blocks: int) -> int | None:
    """The most registers a thread, no more than now, with which ``blocks`` blocks reside; None where none does.

    Registers are allocated per warp, so the limit falls in steps: the last count of the step that still admits them.
    """
    step = limits.register_allocation_unit // WARP
    warps = -(-launch.block_threads // WARP)
    highest = min(launch.registers_per_thread, limits.max_registers_per_thread)
    for allocated in range(_round_up(highest, step), 0, -step):
        if _blocks_by_registers(limits, allocated * WARP, warps) >= blocks:
            return min(allocated, limits.max_registers_per_thread)
    return None


def _most_shared(limits: Limits, launch: Launch, blocks: int) -> int | None:
    """The largest request per block that admits ``blocks`` blocks, in bytes; the carve-out stays as preferred."""
    for carveout in (limits.shared_per_sm,) if launch.carveout_pct == DEFAULT_CARVEOUT else sorted(limits.shared_carveouts, reverse=True):
        unit = carveout // blocks // limits.shared_allocation_unit * limits.shared_allocation_unit
        shared = min(unit - limits.shared_reserved_per_block, launch.shared, limits.shared_per_block_optin)
        if shared < 0:
            continue
        static = min(launch.shared_static, shared)
        trial = replace(launch, shared_static=static, shared_dynamic=shared - static)
        if of(limits, trial).limits.shared_memory >= blocks:
            return shared
    return None


def _block_size_changes(limits: Limits, launch: Launch) -> list[Change]:
    now = of(limits, launch)
    sizes = (size for size in range(WARP, limits.max_threads_per_block + 1, WARP) if size != launch.block_threads)
    best = now.occupancy_pct
    changes: list[Change] = []
    # Ties go to the smaller block, which is the finer unit of work.
    for size in sorted(sizes, key=lambda threads: (abs(threads - launch.block_threads), threads)):
        candidate = replace(launch, block_threads=size)
        reached = of(limits, candidate)
        if reached.occupancy_pct > best:
            best = reached.occupancy_pct
            changes.append(Change(("block_threads",), candidate, reached))
    return changes
