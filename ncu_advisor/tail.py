"""What the last, partial wave of blocks costs a launch (wave quantization).

``w`` waves of blocks, ``k`` of them on an SM at once, take ceil(w) wave times if blocks only wait (latency-bound), but hardly more
than w if they compete for one resource (throughput-bound): then the few blocks of the last wave run faster. The vendor's bound
1 / (1 + whole waves) knows neither; this module follows the resources. Checked on 2048 grids (benchmarks/advice, five tail sweeps).

Below one wave some SMs hold a block more than the others: of g blocks on S SMs at most ceil(g / S). Where blocks compete, the SMs with
fewer end sooner, and at most 1 - g / (S ceil(g / S)) of the launch is lost; where they only wait, all end nearly together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.timemodel import SHARED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ncu_advisor.columns import Columns
    from ncu_advisor.timemodel import Column, TimeModel

# Above this busy share the SMs' measured idle time tells the tail better than a guess of how a lone block runs.
_THROUGHPUT_BOUND = 85.0
# A wave with hardly any blocks waits less for the memory system than a full one: its blocks take 12% less time (pointer chase).
_ALONE = 0.88
# Registers that one instruction reads from the same bank keep the dispatcher for more than a cycle, which counts as no issue slot: with
# a warp or more of each scheduler held there at any time, the launch is bound by it as by a pipe.
_HELD_WARPS = 1.0
# Additions in L2 that keep its atomic units this busy (%), and answers to them that take less than this part of that: nobody waits for those.
_ATOMICS, _ANSWERED = 5.0, 0.2
# What waits for memory issues an instruction of a warp every so many cycles or more, what waits for its own arithmetic every few: between
# the two a part of the wait is memory's (cycles; chains of loads, of FMAs and of MUFU).
_ARITHMETIC_CYCLES, _MEMORY_CYCLES = 6.0, 12.0
# Where L2 and DRAM have less than this part of what the busiest unit has, warps wait for units of their own SM (fraction). Of these, a warp that
# none of the others delays issues after the first so many cycles, one that takes turns with them after the second or more; that counts fully where
# units are as busy as the second percentage, and not at all below the first (%).
_PRIVATE, _ALONE_CYCLES, _TURNS_CYCLES, _IDLE_UNITS, _BUSY_UNITS = 0.5, 4.5, 8.0, 45.0, 60.0
# Queues for memory and its latency add up like random waits. A chain of arithmetic takes the longer of its latency and its turn, nearly.
_RANDOM, _LONGER = 2.0, 3.0
# A last wave that reaches this part of the SMs at most shows in how much longer the busiest SM works than the mean.
_FEW = 0.5
# Between reads and writes DRAM turns around: with as many of one as of the other this part of its rate is lost (fraction; read-only streams against
# copies, norms, blends and transposes of the sweeps).
_TURNS = 0.1
# Besides whole waves, a launch spends this long on its start and on the first, cold accesses (ns; empty grid against one wave).
_START_NS = 3000.0
# A launch whose blocks are equal fills its slots for warps after this long (ns), and leaves a fiftieth of a wave of them empty as they end.
_FIRST_NS, _SPREAD = 1000.0, 0.02
# Idle time that a full wave shows as well, as blocks of one SM do not end together: it grows with the blocks per SM.
_RAGGED_PER_BLOCK, _RAGGED_MOST = 0.04, 0.25
# Of memory that all SMs share, the SMs that still work use the others' part: half as ragged, but for what whole waves lose too (%), and for the
# tenth by which those few SMs draw more from DRAM than their share.
_RAGGED_SHARED, _WHOLE_IDLE, _LEFT_BY_DRAM = 0.5, 2.2, 0.9
# Bound by L2, SMs near to its slices end sooner than others, in whole waves too, and leave them that part of the rate.
_LEFT_BY_L2, _WHOLE_IDLE_L2 = 0.75, 4.0
# A unit of the SM that is nearly as busy as memory binds as well: from the first part of it on a little, from the second on alone (fraction).
_LESS_BUSY, _AS_BUSY = 0.75, 0.95
# SMs are not equally far from memory: by every whole wave that only waits, the nearest are this part of a wave further ahead,
# and take the last blocks that much sooner (pointer chase of 1 to 7 waves). That is of L2 and DRAM: what keeps a third as busy as the busiest
# unit or more waits for them, tables that L1 holds are equally near to all (fraction).
_DRIFT, _FAR = 0.07, 1 / 3
# Equal blocks of which every SM might have one in the last wave leave SMs idle for up to 36% of a launch, unequal ones from 40% on (measured), but
# for one thing: an SM that ends first has all its slots free and may take that many of them, so that all empty slots may be those of idle SMs.
_UNEQUAL = 0.38
# How much further apart SMs with unequal numbers of equal blocks end than their competing tells (fraction; the same sweep, and profiles
# of attention and matrix products with 2 or 3 blocks an SM). What is beyond that, the blocks' work explains, not their number.
_BESIDES = 0.15


@np.errstate(all="ignore")
def tail_columns(metrics: Columns, model: TimeModel) -> dict[str, Column]:
    """Columns for rules: ``tail_loss`` (% of the launch), ``tail_idle_ns`` and ``tail_latency`` (what of idle time and of latency a
    grid of whole waves would not have; ns and a fraction), ``last_blocks``, ``idle_sms``; NaN where the geometry is unknown."""
    count = len(metrics)
    grid, sms, blocks = (
        np.asarray(metrics[n], dtype=float) if n in metrics else np.full(count, np.nan) for n in ("grid_size", "sm_count", "blocks_per_sm")
    )
    waves = grid / (sms * blocks)
    whole = np.floor(waves)
    rest = grid - whole * sms * blocks
    busy = np.where(_dispatch_bound(metrics, count), 100.0, model.columns()["busy"])
    with np.errstate(all="ignore"):
        # Blocks that compete end together, and an SM that frees several slots refills them at once: one block more than the even share.
        uneven = np.where((busy > _THROUGHPUT_BOUND) & (blocks > 2), 1.0 - grid / sms / (np.ceil(grid / sms) + 1.0), 0.0)
        bound = 100.0 * np.fmax(1.0 - waves / np.ceil(waves), uneven)
        waiting = np.fmin(_waiting_loss(metrics, model, waves, whole, rest, sms, blocks), _counted_loss(metrics, model, rest / sms))
        waiting = _less_if_full(waiting, metrics, model, waves, whole)
        idling = _idle_loss(model, blocks)
        competing = _competing(metrics, model, busy)
        waiting = competing * np.clip(idling, 0.0, None) + (1.0 - competing) * waiting
        waiting = np.where(_posted(metrics, count), np.fmin(waiting, np.clip(idling, 0.0, None)), waiting)
        loss = np.where(busy > _THROUGHPUT_BOUND, idling, waiting)
        loss = np.where((rest > 0) | ((busy > _THROUGHPUT_BOUND) & ~_memory_bound(model)), np.clip(np.minimum(loss, bound), 0.0, None), 0.0)
        # Every SM has a block of the last wave, and yet most of them end early: blocks differ, and no number of equal ones mends that.
        by_equal = np.fmax(_UNEQUAL, (1.0 - (waves - whole)) / (whole + 1.0))
        loss = np.where((rest >= sms) & (model.exposed["idle"] > by_equal * model.duration), 0.0, loss)
        loss = np.where(waves > 1, loss, np.where((waves < 1) & (grid > sms), _dealt_loss(metrics, model, grid / sms), 0.0))
        lost = loss / 100.0 * model.duration
        idle = np.minimum(lost, model.exposed["idle"])
        latency = _latency_share(model, lost - idle)
    known = ~np.isnan(waves)
    columns = {"tail_loss": loss, "tail_idle_ns": idle, "tail_latency": latency, "last_blocks": rest, "idle_sms": np.clip(sms - grid, 0.0, None)}
    return {name: np.where(known, value, np.nan) for name, value in columns.items()}


def _dispatch_bound(metrics: Columns, count: int) -> NDArray[np.bool_]:
    """Where warps queue for the dispatcher: those held there, by scheduler, on average."""
    if not {"share_dispatch", "active_warps"} <= set(metrics):
        return np.zeros(count, dtype=bool)
    held: NDArray[np.bool_] = np.asarray(metrics["share_dispatch"] / 100.0 * metrics["active_warps"], dtype=float) > _HELD_WARPS
    return held


def _competing(metrics: Columns, model: TimeModel, busy: Column) -> Column:
    """How far the blocks of an SM set each other's pace (0 to 1) though no unit of it is full: units that take turns (integers and roots,
    fragments and multiply-adds) reach three quarters of their rates. Arithmetic that no other warp delays is back after a few cycles, and hardly
    anything is asked of memory; what a warp waits longer then, it waits for the others."""
    cycles = _cycles_each(metrics, len(busy))
    private = np.fmax(model.demand["l2"], model.demand["dram"]) < _PRIVATE * model.throughput
    slow = np.clip((cycles - _ALONE_CYCLES) / (_TURNS_CYCLES - _ALONE_CYCLES), 0.0, 1.0)
    working = np.clip((busy - _IDLE_UNITS) / (_BUSY_UNITS - _IDLE_UNITS), 0.0, 1.0)
    result: Column = np.nan_to_num(private * slow * working)
    return result


def _posted(metrics: Columns, count: int) -> NDArray[np.bool_]:
    """Where what fills L2 are additions whose results nobody asks for: warps end without waiting for them."""
    if not {"l2_atomics", "l2_to_l1"} <= set(metrics):
        return np.zeros(count, dtype=bool)
    posted: NDArray[np.bool_] = np.asarray((metrics["l2_atomics"] > _ATOMICS) & (metrics["l2_to_l1"] < _ANSWERED * metrics["l2_atomics"]), dtype=bool)
    return posted


def _idle_loss(model: TimeModel, blocks: Column) -> Column:
    """Percent of the launch that SMs stood idle beyond what they do in whole waves."""
    idle_share = 100.0 * model.exposed["idle"] / model.duration
    ragged = np.minimum(_RAGGED_PER_BLOCK * blocks, _RAGGED_MOST)
    shared = np.where(
        model.demand["l2"] > model.demand["dram"],
        _LEFT_BY_L2 * idle_share - _WHOLE_IDLE_L2,
        idle_share * (_LEFT_BY_DRAM - _RAGGED_SHARED * ragged) - _WHOLE_IDLE,
    )
    part = _shared_part(model)
    own = np.where(part > 0, idle_share - _WHOLE_IDLE, idle_share) * (1.0 - ragged)
    loss: Column = part * shared + (1.0 - part) * own
    return loss


def _memory_bound(model: TimeModel) -> NDArray[np.bool_]:
    """Where memory that all SMs share sets the pace of those that work."""
    bound: NDArray[np.bool_] = (model.demand["dram"] >= 0.9 * model.throughput) | (model.demand["l2"] >= 0.9 * model.throughput)
    return bound


def _shared_part(model: TimeModel) -> Column:
    """How far that memory is what the blocks of all SMs share (0 to 1): less, the busier the own units of each SM are beside it."""
    own = np.fmax.reduce([demand for name, demand in model.demand.items() if name not in SHARED])
    beside = np.nan_to_num(own / np.fmax(model.demand["dram"], model.demand["l2"]))
    part: Column = np.where(_memory_bound(model), np.clip((_AS_BUSY - beside) / (_AS_BUSY - _LESS_BUSY), 0.0, 1.0), 0.0)
    return part


def _waiting_loss(metrics: Columns, model: TimeModel, waves: Column, whole: Column, rest: Column, sms: Column, blocks: Column) -> Column:
    """Percent lost when a partial wave takes t(j) = (latency**p + (throughput x j / k)**p)**(1/p) of a full wave, j of k blocks an SM.

    Memory that all SMs share sees the blocks of the wave (rest / full), a pipe of the SM those of its own (ceil(rest / SMs) / k).
    """
    running = np.clip(model.duration - model.exposed["launch"] - _START_NS, 0.1 * model.duration, None)
    shared = _shared_part(model)
    part = shared * rest / (sms * blocks) + (1.0 - shared) * np.ceil(rest / sms) / blocks
    memory = _memory_share(metrics, len(waves))
    demanded = model.throughput / _rate_left(metrics, model)
    power = _LONGER + (_RANDOM - _LONGER) * memory
    far = np.nan_to_num(np.clip(np.fmax(model.demand["l2"], model.demand["dram"]) / (_FAR * model.throughput), 0.0, 1.0), nan=1.0)
    last = np.where(rest > 0, 1.0, 0.0)
    for _ in range(24):  # the share of throughput in a full wave and the length of the last one depend on each other: half a step, or they swing
        wave = running / (whole + last)
        throughput = np.clip(demanded / np.maximum(waves, 1e-9) / wave, 0.0, 1.0)
        ahead = _DRIFT * (1.0 - throughput) * np.clip(whole - 1.0, 0.0, None) * (1.0 - rest / (sms * blocks))
        sooner = (1.0 - _ALONE) * (1.0 - rest / (sms * blocks)) + ahead
        latency = (1.0 - throughput**power) ** (1.0 / power) * np.clip(1.0 - memory * far * sooner, 0.0, None)
        length = (latency**power + (throughput * part) ** power) ** (1.0 / power)
        last = np.where(rest > 0, (last + length) / 2.0, 0.0)
    result: Column = 100.0 * (running - waves * running / (whole + last)) / model.duration
    return result


def _less_if_full(told: Column, metrics: Columns, model: TimeModel, waves: Column, whole: Column) -> Column:
    """Percent lost, at most ``told``, where fewer slots for warps stood empty than that tells; ``told`` where these were not counted.

    Whole waves fill their slots and the last one, of length l, the part r of them: used = (whole + r l) / (whole + l). What sets the
    pace need not be counted (additions in L2 that no warp waits for): slots that were full to the end tell that no wave was lost.
    """
    needed = ("achieved_occupancy", "theoretical_occupancy", "sm_busy")
    if not all(name in metrics for name in needed):
        return told
    achieved, theoretical, busy = (np.asarray(metrics[name], dtype=float) for name in needed)
    used = achieved * busy / theoretical / 100.0
    part = waves - whole
    by_told = np.clip(waves / (1.0 - told / 100.0) - whole, 0.0, None)
    ends = _FIRST_NS / model.duration + _SPREAD / np.maximum(waves, 1.0)
    begun = used / (1.0 - ends)
    length = np.where(begun > part, whole * (1.0 - begun) / (begun - part), np.inf)
    less = 100.0 * (1.0 - ends) * np.clip(1.0 - waves / (whole + length), 0.0, None)
    return np.where(used > (whole + part * by_told) / (whole + by_told), np.fmin(told, less), told)


def _rate_left(metrics: Columns, model: TimeModel) -> Column:
    """What of DRAM's rate is left to a launch that reads and writes by turns (fraction); 1 where DRAM is not what it takes longest."""
    if "dram_write_share" not in metrics:
        return np.ones(len(model.duration))
    writes = np.nan_to_num(np.asarray(metrics["dram_write_share"], dtype=float)) / 100.0
    result: Column = np.where(model.demand["dram"] >= 0.9 * model.throughput, 1.0 - 4.0 * _TURNS * writes * (1.0 - writes), 1.0)
    return result


def _memory_share(metrics: Columns, count: int) -> NDArray[np.float64]:
    """How much of what warps wait for is memory (0 to 1), by how seldom one of them issues; 1 where that was not counted."""
    share: NDArray[np.float64] = np.clip((_cycles_each(metrics, count) - _ARITHMETIC_CYCLES) / (_MEMORY_CYCLES - _ARITHMETIC_CYCLES), 0.0, 1.0)
    return np.where(np.isnan(share), 1.0, share)


def _cycles_each(metrics: Columns, count: int) -> NDArray[np.float64]:
    """Cycles from one instruction of a warp to its next; NaN where that was not counted."""
    if not {"active_warps", "issue_elapsed", "sm_busy"} <= set(metrics):
        return np.full(count, np.nan)
    return np.asarray(metrics["active_warps"] * metrics["sm_busy"] / metrics["issue_elapsed"], dtype=float)


def _counted_loss(metrics: Columns, model: TimeModel, reached: Column) -> Column:
    """Percent by which the busiest SMs outlast the others, where the last blocks reach fewer than half of them; NaN elsewhere.

    What a block more keeps those SMs busy is what the launch loses; the mean over all SMs has a part of it, as large as the part of them.
    """
    busy = np.asarray(metrics["sm_busy"], dtype=float) if "sm_busy" in metrics else np.full(len(reached), np.nan)
    lost: Column = 100.0 * _apart(metrics, model) / (1.0 - reached)
    return np.where((reached > 0) & (reached < _FEW) & ~np.isnan(busy), lost, np.nan)


def _dealt_loss(metrics: Columns, model: TimeModel, even: Column) -> Column:
    """Percent lost below one wave, ``even`` blocks an SM on average: as far as SMs were seen to end apart, and unequal numbers explain it.

    An SM with a block fewer than the fullest takes t = sqrt(latency**2 + (throughput x (most - 1) / most)**2) of its time, by its own pipes.
    """
    most = np.ceil(even)
    lost = 1.0 - even / most
    running = model.duration - model.exposed["launch"] - _START_NS
    own = np.fmax.reduce([demand for name, demand in model.demand.items() if name not in SHARED])
    pipes = np.clip(np.nan_to_num(own) * most / even / np.clip(running, 1.0, None), 0.0, 1.0)
    fewer = (most - even) * (1.0 - np.sqrt(1.0 - pipes**2 + (pipes * (most - 1.0) / most) ** 2))
    # SMs that still work use the others' part of DRAM.
    seen = _apart(metrics, model) * np.where(model.demand["dram"] >= 0.9 * model.throughput, _RAGGED_SHARED, 1.0)
    loss: Column = np.clip(100.0 * np.fmin(seen, np.fmin(lost, fewer + _BESIDES)), 0.0, None)
    return loss


def _apart(metrics: Columns, model: TimeModel) -> Column:
    """Fraction of the launch by which the busiest SM outlasts the mean; from the idle time where the busiest one was not counted."""
    idle: Column = np.clip(model.exposed["idle"] - _START_NS, 0.0, None) / model.duration
    counted = _outlasting(metrics, len(idle))
    return np.where(np.isnan(counted), idle, counted)


def _outlasting(metrics: Columns, count: int) -> Column:
    """Fraction of the launch by which the busiest SM works longer than the mean, as counted; NaN where it was not."""
    needed = ("sm_active_cycles_max", "sm_active_cycles", "elapsed_cycles")
    if not all(name in metrics for name in needed):
        return np.full(count, np.nan)
    most, mean, elapsed = (np.asarray(metrics[name], dtype=float) for name in needed)
    result: Column = (most - mean) / elapsed
    return result


def _latency_share(model: TimeModel, lost: Column) -> Column:
    """The fraction of the model's latency whose removal shortens the launch by ``lost`` ns."""
    running = np.sqrt(model.throughput**2 + model.exposed["latency"] ** 2)
    left = np.sqrt(np.clip((running - np.clip(lost, 0.0, None)) ** 2 - model.throughput**2, 0.0, None))
    share: Column = np.nan_to_num(np.clip(1.0 - left / model.exposed["latency"], 0.0, 1.0), nan=0.0)
    return share
