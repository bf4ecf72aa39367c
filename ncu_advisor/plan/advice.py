"""Recommended values that need a search: registers, shared memory and block size that reach another occupancy, and the tile of a product.

What an expression can say stands in the rule file. A function here takes the launch's values by name and its device, and returns
the values that the recommendation carries; rule files speak of them as ``to_<name>`` (the step that is promised) and, for the step
nearest to the present launch, as ``next_<name>``. Where that one is recommended first, ``promised_<name>`` are of the one that is promised.
An empty answer means that nothing was found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ncu_advisor.errors import AdvisorError, BadRule
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.occupancy import Change, Launch, Occupancy, most_registers, nearest_changes, of
from ncu_advisor.plan.shape import Shape, shape_of

if TYPE_CHECKING:
    from ncu_advisor.plan.chip import Chip
    from ncu_advisor.plan.gemm import GemmCandidate

Values = Mapping[str, float]
Plan = Callable[[Values, Gpu], dict[str, Any]]
# Register counts worth asking the compiler for, block sizes worth trying: multiples that allocation and scheduling reward.
_REGISTERS = (40, 48, 56, 64, 80, 96, 128, 168, 255)
# State of more registers than the first rarely fits in fewer than the second (rules/occupancy-limited-by-registers.toml promises no more).
_LEAST_OF_STATE = ((128, 48), (48, 40))
# Doubles take two registers each.
_LEAST_OF_DOUBLES = ((48, 64),)
# State of which a part is spilled though a thread has all registers that it may have, state in nearly all of those on which arithmetic works, and
# results of a tile, which every step adds to: half of the registers at least.
_LEAST_OF_LIVE = 128
# A cap below this part of the registers usually spills some of them.
_SPILLS_BELOW = 0.5
_BLOCKS = (64, 96, 128, 192, 256, 384, 512)
# Threads of a block that has its SM alone: with half of the registers that a thread may have, and as many as there may be.
_GROWN = (512, 1024)


def recommend(name: str, launch: Values, gpu: Gpu | None) -> dict[str, Any]:
    """The values of the plan called ``name``; empty without a device. Raises BadRule for a name that no plan has."""
    if name not in _PLANS:
        raise BadRule(name, "is no plan that a rule can ask for", f"one of {', '.join(sorted(_PLANS))}")
    return _PLANS[name](launch, gpu) if gpu is not None else {}


def _of_block(search: Callable[[Values, Launch, Gpu], dict[str, Any]]) -> Plan:
    """The plan of a search over what a block takes of its SM: empty where that is not known of the present launch."""

    def plan(values: Values, gpu: Gpu) -> dict[str, Any]:
        if not (values.get("registers_per_thread", 0) >= 1 and values.get("block_size", 0) >= 1):
            return {}
        shared = int(values.get("shared_static", 0)), int(values.get("shared_dynamic", 0))
        return search(values, Launch(int(values["registers_per_thread"]), int(values["block_size"]), *shared), gpu)

    return plan


def _spill(values: Values, now: Launch, gpu: Gpu) -> dict[str, Any]:
    """About twice the registers, as far as a block of this size may have them."""
    fitting = [
        (count, after)
        for count in _REGISTERS
        if count > 1.5 * now.registers_per_thread and (after := of(gpu.limits, replace(now, registers_per_thread=count))).blocks_per_sm
    ]
    if not fitting:
        return {}
    count, after = next((pair for pair in fitting if pair[0] >= 2 * now.registers_per_thread), fitting[-1])
    return {"registers_per_thread": count, "launch_bounds": [now.block_threads, after.blocks_per_sm], **_occupancy(values, after)}


def _registers(values: Values, now: Launch, gpu: Gpu) -> dict[str, Any]:
    """The register cap of the next occupancy step, and of the highest that large state may still reach.

    Where the highest usually spills, and nobody counts spills or the compiler needs nearly all registers that a thread may have, a nearer step is
    recommended (the next, or half of the registers), with the highest as ``promised_<name>`` beside it. A grid of one block an SM that the rule
    says ``grows`` has no second block: its steps are larger blocks.
    """
    states = _LEAST_OF_DOUBLES if values.get("doubles") else _LEAST_OF_STATE
    fitting = next((least for state, least in states if now.registers_per_thread > state), 1)
    if values.get("few_registers"):
        fitting = max(fitting, int(values["worked_on"]))
    least = _LEAST_OF_LIVE if any(values.get(name) for name in ("spilled", "working", "tile_alone")) else fitting
    steps = _grown(now, gpu) if values.get("grows") else _changes(now, gpu, "registers_per_thread")
    changes = [change for change in steps if change.launch.registers_per_thread >= least]

    def told(change: Change) -> dict[str, Any]:
        return {"registers_per_thread": change.launch.registers_per_thread}

    doubtful = values.get("uncounted_spills") or values.get("at_limit")
    if len(changes) > 1 and doubtful and changes[-1].launch.registers_per_thread < _SPILLS_BELOW * now.registers_per_thread:
        promised = {f"promised_{name}": value for name, value in _step(values, now, changes[-1], told).items()}
        half = [change for change in changes if change.launch.registers_per_thread >= _LEAST_OF_LIVE] if values.get("at_limit") else []
        return _step(values, now, half[-1] if half else changes[0], told) | promised
    return _steps(values, now, changes, told)


def _shared(values: Values, now: Launch, gpu: Gpu) -> dict[str, Any]:
    """The shared memory of the next occupancy step, and of the highest."""
    return _steps(values, now, _changes(now, gpu, "shared"), lambda change: {"shared_memory_bytes": change.launch.shared})


def _changes(now: Launch, gpu: Gpu, of_what: str) -> list[Change]:
    """Those of one resource alone that reach a higher occupancy, the nearest first."""
    return [change for change in nearest_changes(gpu.limits, now) if change.changed == (of_what,)]


def _grown(now: Launch, gpu: Gpu) -> list[Change]:
    """Blocks of whole multiples of the present threads, up to 512 and to 1,024, with as many registers as one of them an SM may have."""
    present = of(gpu.limits, now).occupancy_pct
    found = []
    for most in _GROWN:
        larger = replace(now, block_threads=most // now.block_threads * now.block_threads)
        registers = most_registers(gpu.limits, larger, blocks=1)
        if registers is None:
            continue
        launch = replace(larger, registers_per_thread=registers)
        reached = of(gpu.limits, launch)
        if reached.blocks_per_sm and reached.occupancy_pct > present:
            found.append(Change(("registers_per_thread", "block_threads"), launch, reached))
    return found


def _steps(values: Values, now: Launch, changes: list[Change], told: Callable[[Change], dict[str, Any]]) -> dict[str, Any]:
    if not changes:
        return {}
    first, best = changes[0], changes[-1]
    nearest = {f"next_{name}": value for name, value in (told(first) | _occupancy(values, first.occupancy)).items()}
    return _step(values, now, best, told) | nearest


def _step(values: Values, now: Launch, change: Change, told: Callable[[Change], dict[str, Any]]) -> dict[str, Any]:
    return told(change) | {"launch_bounds": [change.launch.block_threads, change.occupancy.blocks_per_sm]} | _occupancy(values, change.occupancy)


def _block(values: Values, now: Launch, gpu: Gpu) -> dict[str, Any]:
    """The block size of highest occupancy, of several the nearest to the present one."""
    sizes = [size for size in _BLOCKS if size != now.block_threads]
    best = min(sizes, key=lambda size: (-of(gpu.limits, replace(now, block_threads=size)).occupancy_pct, abs(math.log2(size / now.block_threads))))
    grid = math.ceil(values.get("grid_size", math.nan) * now.block_threads / best) if "grid_size" in values else 0
    after = of(gpu.limits, replace(now, block_threads=best))
    return {"block": [best, 1, 1], "threads": best, "grid_blocks": grid, **_occupancy({**values, "grid_size": grid}, after)}


def _turnover(values: Values, now: Launch, gpu: Gpu) -> dict[str, Any]:
    """What keeps the slots filled as blocks end and start.

    A quarter of the block or half of it, as a power of two from 64 up, that fits as many warps: its slots are free again that much sooner.
    Of blocks that the rule does not call ``large``: as many as run at once, to take their items in a loop.
    """
    present = of(gpu.limits, now)
    if not values.get("large", 1.0):
        grid = int(values.get("sm_count", 0.0)) * present.blocks_per_sm
        return {"grid_blocks": grid, **_occupancy({**values, "grid_size": grid}, present)}
    whole = 1 << now.block_threads.bit_length() - 1
    sizes = [(size, of(gpu.limits, replace(now, block_threads=size))) for size in (whole // 4, whole // 2) if size >= 64]
    fitting = [(size, after) for size, after in sizes if after.occupancy_pct >= present.occupancy_pct]
    if not fitting:
        return {}
    size, after = fitting[0]
    grid = math.ceil(values.get("grid_size", 0.0) * now.block_threads / size)
    return {"block": [size, 1, 1], "threads": size, "grid_blocks": grid, **_occupancy({**values, "grid_size": grid}, after)}


def _occupancy(values: Values, after: Occupancy) -> dict[str, Any]:
    waves = values.get("grid_size", math.nan) / ((values.get("sm_count") or math.nan) * max(after.blocks_per_sm, 1))
    return {"occupancy_pct": round(after.occupancy_pct, 1), "blocks_per_sm": after.blocks_per_sm, "waves": round(waves, 2)}


# The planner's types by the bytes of an operand on the tensor cores; bf16 is planned like f16.
_DTYPE = {8: "f64", 4: "tf32", 2: "f16", 1: "i8"}


# What of a candidate is recommended under its own name.
_TILE = ("block_m", "block_n", "block_k", "stages", "asynchronous", "warps", "split_k", "group_m", "blocks_per_sm")


def _gemm(launch: Values, gpu: Gpu) -> dict[str, Any]:
    """The planner's first candidate for the matrix product that the launch computes; empty where its shape is neither given nor plain.

    The rule says ``operand_bytes`` and ``multiply_adds`` (of threads); ``shape_of`` names what else it reads.
    """
    operand_bytes = int(launch.get("operand_bytes", 0))
    known = shape_of(launch, operand_bytes, gpu.l2_bytes) if operand_bytes in _DTYPE else None
    if known is None:
        return {}
    shape, source = known
    try:
        first = _first(shape, _DTYPE[operand_bytes], _chip(gpu))
    except AdvisorError:  # a device without a known clock, or one that does not have the type
        return {}
    tile = {name: getattr(first, name) for name in _TILE}
    problem = {"dtype": _DTYPE[operand_bytes], "m": shape.m, "n": shape.n, "k": shape.k, "shape_from": source}
    return {**tile, "grid_blocks": first.grid, "waves": round(first.waves, 2), **problem}


@lru_cache(maxsize=1024)
def _first(shape: Shape, dtype: str, on: Chip) -> GemmCandidate:
    """What ``plan gemm`` names first."""
    from ncu_advisor.plan import gemm

    product = gemm.product(gemm.GemmProblem(shape.m, shape.n, shape.k, dtype))
    return gemm.candidates(product, on, gemm.ranked(product, on)[:1])[0]


_CHIPS: list[tuple[Gpu, Chip]] = []  # of the devices asked about last


def _chip(gpu: Gpu) -> Chip:
    """The one Chip of a device, so that what is worked out for it is found again."""
    from ncu_advisor.plan.chip import chip

    known = next((on for of, on in _CHIPS if of is gpu), None)
    if known is None:
        known = chip(gpu)
        _CHIPS.append((gpu, known))
        del _CHIPS[:-8]
    return known


_PLANS: dict[str, Plan] = {
    "block": _of_block(_block),
    "gemm": _gemm,
    "registers": _of_block(_registers),
    "shared": _of_block(_shared),
    "turnover": _of_block(_turnover),
    "spill": _of_block(_spill),
}
