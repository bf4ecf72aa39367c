"""What the last, partial wave of blocks costs a launch (wave quantization).

``w`` waves of blocks, ``k`` of them on an SM at once, take ceil(w) wave times if blocks only wait (latency-bound), but hardly more
than w if they compete for one resource (throughput-bound): then the few blocks of the last wave run faster. The vendor's bound
1 / (1 + whole waves) knows neither; this module follows the resources. Checked on 8486 grids (benchmarks/advice, thirty-six tail sweeps).

Below one wave some SMs hold a block more than the others: of g blocks on S SMs at most ceil(g / S). Where blocks compete, the SMs with
fewer end sooner, and at most 1 - g / (S ceil(g / S)) of the launch is lost; where they only wait, all end nearly together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.pace import Pace, own_demand, pace
from ncu_advisor.timemodel import column
from ncu_advisor.warp_slots import gathered_loss, less_if_full, unequal_by_slots
from ncu_advisor.waves import Waves

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns
    from ncu_advisor.timemodel import TimeModel

# A wave with hardly any blocks waits less for the memory system than a full one: its blocks take a tenth less time (chases and walks of six sweeps).
_ALONE = 0.9
# Queues for memory and its latency add up like random waits. A chain of arithmetic takes the longer of its latency and its turn, nearly.
_RANDOM, _LONGER = 2.0, 4.0
# A last wave that reaches this part of the SMs at most shows in how much longer the busiest SM works than the mean.
_FEW = 0.5
# Besides whole waves, a launch spends this long on its start and on the first, cold accesses (ns; empty grid against one wave).
_COLD_NS = 3000.0
# Idle time that a full wave shows as well, as blocks of one SM do not end together: it grows with the blocks per SM.
_RAGGED_PER_BLOCK, _RAGGED_MOST = 0.04, 0.25
# (Blocks of the first wave start together, so those of an SM end nearly together, and those of the second wave as well.)
_RAGGED_SECOND = 0.15
# Of memory that all SMs share, the SMs that still work use the others' part: half as ragged, but for what whole waves lose too (%), and for the
# tenth by which those few SMs draw more from DRAM than their share.
_RAGGED_SHARED, _WHOLE_IDLE, _LEFT_BY_DRAM = 0.5, 2.2, 0.9
# Idle time of SMs with one block each that whole waves have as well (%; the copies of two sweeps): what is beyond it tells how long the last wave
# took, of DRAM at most, as the SMs that still work draw more from it.
_ENDS = 1.0
# The last of two waves that fill DRAM with one or two blocks an SM: half as idle time tells, half as waves do (155 grids: 1.6 points off, not 2.0).
_BY_BOTH, _FEW_BLOCKS = 0.5, 2.0
# Bound by L2, SMs near to its slices end sooner than others, in whole waves too, and leave them that part of the rate.
_LEFT_BY_L2, _WHOLE_IDLE_L2 = 0.75, 4.0
# SMs are not equally far from memory: by every whole wave that only waits, the nearest are this part of a wave further ahead,
# and take the last blocks that much sooner (pointer chase of 1 to 7 waves).
_DRIFT = 0.07
# Equal blocks of which every SM might have one in the last wave leave SMs idle for up to 36% of a launch, unequal ones from 40% on (measured), but
# for one thing: an SM that ends first has all its slots free and may take that many of them, so that all empty slots may be those of idle SMs.
_UNEQUAL = 0.38
# By how much the busiest SM outlasts the mean where it has one block more than its even share, give or take this fraction of the launch.
_AS_ONE_MORE = 0.02
# How much further apart SMs with unequal numbers of equal blocks end than their competing tells (fraction; the same sweep, and profiles
# of attention and matrix products with 2 or 3 blocks an SM). What is beyond that, the blocks' work explains, not their number.
_BESIDES = 0.15


@np.errstate(all="ignore")
def tail_columns(metrics: Columns, model: TimeModel) -> dict[str, Column]:
    """Columns for rules: ``tail_loss`` (% of the launch), ``tail_idle_ns`` and ``tail_latency`` (what of idle time and of latency a
    grid of whole waves would not have; ns and a fraction), ``last_blocks``, ``idle_sms``; NaN where the geometry is unknown."""
    waves, by = Waves.of(metrics), pace(metrics, model)
    loss = np.where(waves.count > 1, _partial_loss(metrics, model, waves, by), _dealt_loss(metrics, model, waves, by))
    lost = loss / 100.0 * model.duration
    idle = np.minimum(lost, model.exposed["idle"])
    columns = {"tail_loss": loss, "tail_idle_ns": idle, "tail_latency": _latency_share(model, lost - idle)}
    columns |= {"last_blocks": waves.rest, "idle_sms": np.clip(waves.sms - waves.grid, 0.0, None)}
    return {name: np.where(np.isnan(waves.count), np.nan, value) for name, value in columns.items()}


def _partial_loss(metrics: Columns, model: TimeModel, waves: Waves, by: Pace) -> Column:
    """Percent lost to the last wave of several: by the SMs' idle time where blocks compete, and by how few blocks run where they only wait."""
    even = waves.grid / waves.sms
    # Blocks that compete end together, and an SM that frees several slots refills them at once: one block more than the even share.
    fair, one_more = 1.0 - even / np.ceil(even), 1.0 - even / (np.ceil(even) + 1.0)
    outlasting = _outlasting(metrics)
    # (Two an SM often end apart, and then none has one more; where one has, that is as much as the busiest SM outlasts the mean by.)
    seen = by.full & (waves.blocks == 2) & (np.abs(outlasting - one_more) < _AS_ONE_MORE)
    uneven = np.where((by.full & (waves.blocks > 2)) | seen, one_more, 0.0)
    bound = 100.0 * np.fmax(1.0 - waves.count / np.ceil(waves.count), uneven)
    idling = _idle_loss(model, waves, by)
    waiting = np.fmin(_waiting_loss(model, waves, by), _counted_loss(metrics, model, waves))
    waiting = less_if_full(waiting, metrics, model, waves)
    waiting = by.competing * np.clip(idling, 0.0, None) + (1.0 - by.competing) * waiting
    waiting = np.where(by.posted, np.fmin(waiting, np.clip(idling, 0.0, None)), waiting)
    # Of DRAM that one or two blocks an SM fill, idle SMs leave a part to the others that neither their idle time nor the waves tell alone.
    fullness = np.where(by.by_dram & (waves.blocks <= _FEW_BLOCKS) & (waves.whole == 1), np.fmin(by.fullness, _BY_BOTH), by.fullness)
    # Many blocks that wait for DRAM wait in its queue, which is shorter in the last wave.
    queued = (waves.blocks > _FEW_BLOCKS) & (waiting > idling)
    fullness = np.where(queued, np.fmax(fullness, by.queueing), fullness)
    competed = fullness * idling + (1.0 - fullness) * waiting
    told = np.fmax(np.where(fullness > 0, competed, waiting), gathered_loss(outlasting, metrics, model, waves))
    loss = np.clip(np.minimum(told, bound), 0.0, None)
    # Every SM has a block of the last wave, and yet most of them end early: blocks differ, and no number of equal ones mends that. (Warps that
    # compete for a pipe leave slots empty as they end one by one; where SMs end apart as their numbers of blocks do, these are equal.)
    by_numbers = by.full & (np.fmin(np.abs(outlasting - fair), np.abs(outlasting - one_more)) < _AS_ONE_MORE)
    by_equal = np.fmax(_UNEQUAL, (1.0 - waves.filled) / (waves.whole + 1.0))
    unequal = (unequal_by_slots(metrics, model, waves) & ~by_numbers) | (
        (waves.rest >= waves.sms) & (model.exposed["idle"] > by_equal * model.duration)
    )
    result: Column = np.where(((waves.rest > 0) | (by.full & ~by.by_memory)) & ~unequal, loss, 0.0)
    return result


def _idle_loss(model: TimeModel, waves: Waves, by: Pace) -> Column:
    """Percent of the launch that SMs stood idle beyond what they do in whole waves."""
    idle_share = 100.0 * model.exposed["idle"] / model.duration
    ragged = np.minimum(_RAGGED_PER_BLOCK * waves.blocks, _RAGGED_MOST)
    by_l2 = model.demand["l2"] > model.demand["dram"]
    shared = np.where(
        by_l2,
        _LEFT_BY_L2 * idle_share - _WHOLE_IDLE_L2,
        idle_share * (_LEFT_BY_DRAM - _RAGGED_SHARED * ragged) - _WHOLE_IDLE,
    )
    # With one block an SM, idle time tells how long the last wave took, and so how much faster its few blocks ran.
    last = np.clip(idle_share - _ENDS, 0.0, None) / 100.0 / (1.0 - waves.filled)
    alone = _lost_to(last, waves)
    shared = np.where(waves.blocks == 1, np.where(by_l2, alone, np.fmin(shared, alone)), shared)
    own = np.where(by.shared > 0, idle_share - _WHOLE_IDLE, idle_share) * (1.0 - np.where(waves.count < 2, np.fmin(ragged, _RAGGED_SECOND), ragged))
    loss: Column = by.shared * shared + (1.0 - by.shared) * own
    return loss


def _waiting_loss(model: TimeModel, waves: Waves, by: Pace) -> Column:
    """Percent lost when a partial wave takes t(j) = (latency**p + (throughput x j / k)**p)**(1/p) of a full wave, j of k blocks an SM.

    Memory that all SMs share sees the blocks of the wave (rest / full), a pipe of the SM those of its own (ceil(rest / SMs) / k).
    """
    running = np.clip(model.duration - model.exposed["launch"] - _COLD_NS, 0.1 * model.duration, None)
    part = by.shared * waves.filled + (1.0 - by.shared) * np.ceil(waves.rest / waves.sms) / waves.blocks
    power = _LONGER + (_RANDOM - _LONGER) * by.waits * by.far
    last = np.where(waves.rest > 0, 1.0, 0.0)
    for _ in range(24):  # the share of throughput in a full wave and the length of the last one depend on each other: half a step, or they swing
        wave = running / (waves.whole + last)
        throughput = np.clip(by.demanded / np.maximum(waves.count, 1e-9) / wave, 0.0, 1.0)
        ahead = _DRIFT * (1.0 - throughput) * np.clip(waves.whole - 1.0, 0.0, None)
        sooner = (1.0 - _ALONE + ahead) * (1.0 - waves.filled)
        latency = (1.0 - throughput**power) ** (1.0 / power) * np.clip(1.0 - by.waits * by.far * sooner, 0.0, None)
        length = (latency**power + (throughput * part) ** power) ** (1.0 / power)
        last = np.where(waves.rest > 0, (last + length) / 2.0, 0.0)
    result: Column = 100.0 * (running - waves.count * running / (waves.whole + last)) / model.duration
    return result


def _counted_loss(metrics: Columns, model: TimeModel, waves: Waves) -> Column:
    """Percent lost, by how long the busiest SMs outlast the others, where the last blocks reach fewer than half of them; NaN elsewhere.

    That is the length of the last wave; the mean over all SMs has a part of it, as large as the part of them that it does not reach.
    """
    reached = waves.rest / waves.sms
    lost = _lost_to(_apart(metrics, model) / (1.0 - reached), waves)
    return np.where((reached > 0) & (reached < _FEW) & ~np.isnan(column(metrics, "sm_busy")), lost, np.nan)


def _lost_to(last: Column, waves: Waves) -> Column:
    """Percent lost to a last wave that takes the fraction ``last`` of the launch: the others take the rest, and tell what one should take."""
    result: Column = 100.0 * np.clip(1.0 - waves.count / waves.whole * (1.0 - last), 0.0, None)
    return result


def _dealt_loss(metrics: Columns, model: TimeModel, waves: Waves, by: Pace) -> Column:
    """Percent lost below one wave of more blocks than SMs: as far as SMs were seen to end apart, and unequal numbers explain it.

    An SM with a block fewer than the fullest takes t = sqrt(latency**2 + (throughput x (most - 1) / most)**2) of its time, by its own pipes.
    """
    even = waves.grid / waves.sms
    most = np.ceil(even)
    lost = 1.0 - even / most
    running = model.duration - model.exposed["launch"] - _COLD_NS
    pipes = np.clip(np.nan_to_num(own_demand(model)) * most / even / np.clip(running, 1.0, None), 0.0, 1.0)
    fewer = (most - even) * (1.0 - np.sqrt(1.0 - pipes**2 + (pipes * (most - 1.0) / most) ** 2))
    # SMs that still work use the others' part of DRAM.
    seen = _apart(metrics, model) * np.where(by.by_dram, _RAGGED_SHARED, 1.0)
    loss: Column = np.clip(100.0 * np.fmin(seen, np.fmin(lost, fewer + _BESIDES)), 0.0, None)
    return np.where((waves.count < 1) & (even > 1), loss, 0.0)


def _apart(metrics: Columns, model: TimeModel) -> Column:
    """Fraction of the launch by which the busiest SM outlasts the mean; from the idle time where the busiest one was not counted."""
    idle: Column = np.clip(model.exposed["idle"] - _COLD_NS, 0.0, None) / model.duration
    counted = _outlasting(metrics)
    return np.where(np.isnan(counted), idle, counted)


def _outlasting(metrics: Columns) -> Column:
    """Fraction of the launch by which the busiest SM works longer than the mean, as counted; NaN where it was not."""
    result: Column = (column(metrics, "sm_active_cycles_max") - column(metrics, "sm_active_cycles")) / column(metrics, "elapsed_cycles")
    return result


def _latency_share(model: TimeModel, lost: Column) -> Column:
    """The fraction of the model's latency whose removal shortens the launch by ``lost`` ns."""
    running = np.sqrt(model.throughput**2 + model.exposed["latency"] ** 2)
    left = np.sqrt(np.clip((running - np.clip(lost, 0.0, None)) ** 2 - model.throughput**2, 0.0, None))
    share: Column = np.nan_to_num(np.clip(1.0 - left / model.exposed["latency"], 0.0, 1.0), nan=0.0)
    return share
