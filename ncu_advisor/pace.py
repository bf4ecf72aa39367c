"""What sets the pace of a launch's blocks: waits of their own, units of their SM that its blocks share, or memory that all SMs share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.timemodel import SHARED, column

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ncu_advisor.columns import Column, Columns
    from ncu_advisor.timemodel import TimeModel

    Mask = NDArray[np.bool_]

# At this part of the time that its busiest unit needs, or more, memory binds as well (fraction).
_BINDS = 0.9
# Above this busy share the SMs' measured idle time tells the tail better than a guess of how a lone block runs.
_THROUGHPUT_BOUND = 85.0
# From the first busy share on a full unit counts a little, from the second on alone (%; copies, triads and sums at one and two blocks an SM).
_NEARLY_FULL, _QUITE_FULL = 80.0, 95.0
# Registers that one instruction reads from the same bank keep the dispatcher for more than a cycle, which counts as no issue slot: with
# a warp or more of each scheduler held there at any time, the launch is bound by it as by a pipe.
_HELD_WARPS = 1.0
# Additions in L2 that keep its atomic units this busy (%), and answers to them that take less than this part of that: nobody waits for those.
_ATOMICS, _ANSWERED = 5.0, 0.2
# What waits for memory issues an instruction of a warp every so many cycles or more, what waits for its own arithmetic every few: between
# the two a part of the wait is memory's (cycles; chains of loads, of FMAs and of MUFU).
_ARITHMETIC_CYCLES, _MEMORY_CYCLES = 6.0, 12.0
# Where L2 and DRAM have less than this part of what the busiest unit has, warps wait for units of their own SM (fraction). Up to where they have as
# much, warps do so ever less, and not at all where they wait so many cycles, as these are memory's. (By a hard end at a half, 23 grids of four
# kernels in four sweeps were told 4.4 points too much, now 1.5; what waits 20 cycles there loses what was told.)
_PRIVATE, _FAR_CYCLES = 0.5, 18.0
# Of these, a warp that none of the others delays issues after the first so many cycles, one that takes turns with them after the second or more;
# that counts fully where units are as busy as the second percentage, and not at all below the first (%).
_ALONE_CYCLES, _TURNS_CYCLES, _IDLE_UNITS, _BUSY_UNITS = 4.5, 8.0, 45.0, 60.0
# Warps whose instructions do not all need the one before are back sooner than 4.5 cycles when alone: at units as busy as the second percentage a part
# of any wait beyond so many cycles is a queue, below the first none of it (%; 67 grids of 15 kernels, most with 3.5 warps a scheduler that are back
# after 4 to 6 cycles: told 0.5 points too much, not 2.9).
_QUEUED_CYCLES, _NO_QUEUE, _QUEUE = 2.0, 65.0, 80.0
# Three blocks an SM or more queue for DRAM before it is full, from the first busy share on a little, from the second on alone (%; histograms, bags of
# rows, smoothed and quantized streams stay at 72 to 87% however many blocks there are, and lose little more than what SMs were idle: 68 grids of 14
# kernels are told 1.1 points too much, not 2.7).
_SOME_QUEUE, _ALL_QUEUE = 70.0, 95.0
# A special function is back so many cycles later than other arithmetic (a chain of exponentials and FMAs, one to eight blocks an SM).
_SPECIAL_CYCLES = 16.0
# What shared memory or L1 holds is back so many cycles later than arithmetic (a walk through shared memory, one to eight blocks an SM).
_LOADED_CYCLES = 18.0
# An instruction keeps the special-function pipe of a scheduler, four lanes wide, for this many cycles.
_SPECIAL_ISSUE = 8.0
# Between reads and writes DRAM turns around: with as many of one as of the other this part of its rate is lost (fraction; read-only streams against
# copies, norms, blends and transposes of the sweeps).
_TURNS = 0.1
# A unit of the SM that is nearly as busy as memory binds as well: from the first part of it on a little, from the second on alone (fraction).
_LESS_BUSY, _AS_BUSY = 0.75, 0.95
# Warps wait for L2 and DRAM where these are a third as busy as the busiest unit or more, and less so the less they are (fraction).
_FAR = 1 / 3


@dataclass(frozen=True)
class Pace:
    """One element a launch; parts are fractions.

    ``full``: a unit is, and the blocks that share it compete; ``fullness``: how nearly; ``competing``: how far they do though none is full.
    ``queueing``: how far blocks wait in DRAM's queue, where many share what sets the pace.
    ``posted``: what fills L2 are additions that nobody waits for. ``by_memory``, ``by_dram``: memory that all SMs share sets the pace, ``shared``
    of it for all of them together. ``waits``: the part of a warp's waits that is memory's; ``far``: how far these are waits for L2 and DRAM.
    ``demanded``: what the busiest unit needs at the rate that is left to it (ns).
    """

    full: Mask
    fullness: Column
    competing: Column
    queueing: Column
    posted: Mask
    by_memory: Mask
    by_dram: Mask
    shared: Column
    waits: Column
    far: Column
    demanded: Column


def pace(metrics: Columns, model: TimeModel) -> Pace:
    """What sets the pace of each launch, by what its units and its warps did."""
    dram, memory = model.demand["dram"], np.fmax(model.demand["l2"], model.demand["dram"])
    busy = np.where(_dispatch_bound(metrics), 100.0, model.columns()["busy"])
    cycles = _cycles_each(metrics)
    by_memory, by_dram = memory >= _BINDS * model.throughput, dram >= _BINDS * model.throughput
    return Pace(
        full=busy > _THROUGHPUT_BOUND,
        fullness=_part(busy, _NEARLY_FULL, _QUITE_FULL),
        competing=_competing(metrics, memory / model.throughput, cycles - _late(metrics, model), busy),
        queueing=np.where(by_dram, _part(busy, _SOME_QUEUE, _ALL_QUEUE), 0.0),
        posted=_posted(metrics),
        by_memory=by_memory,
        by_dram=by_dram,
        shared=np.where(by_memory, _shared(own_demand(model) / memory), 0.0),
        waits=np.nan_to_num(np.clip((cycles - _ARITHMETIC_CYCLES) / (_MEMORY_CYCLES - _ARITHMETIC_CYCLES), 0.0, 1.0), nan=1.0),
        far=np.nan_to_num(np.clip(memory / (_FAR * model.throughput), 0.0, 1.0), nan=1.0),
        demanded=model.throughput / np.where(by_dram, _rate_left(metrics), 1.0),
    )


def own_demand(model: TimeModel) -> Column:
    """What the busiest unit of each SM needs (ns), memory that all SMs share left aside; NaN where none is known."""
    own: Column = np.fmax.reduce([demand for name, demand in model.demand.items() if name not in SHARED])
    return own


def _dispatch_bound(metrics: Columns) -> Mask:
    """Where warps queue for the dispatcher: those held there, by scheduler, on average."""
    held: Mask = column(metrics, "share_dispatch") / 100.0 * column(metrics, "active_warps") > _HELD_WARPS
    return held


def _competing(metrics: Columns, memory: Column, cycles: Column, busy: Column) -> Column:
    """How far the blocks of an SM set each other's pace (0 to 1) though no unit of it is full.

    Units that take turns (integers and roots, fragments and multiply-adds) reach two thirds to three quarters of their rates. Arithmetic that no
    other warp delays is back after a few cycles, the fewer the busier the units are (what is beyond is their queue); what a warp waits longer, it
    waits for the others, as far as it does not wait for memory.
    """
    alone = _ALONE_CYCLES - (_ALONE_CYCLES - _QUEUED_CYCLES) * _part(busy, _NO_QUEUE, _QUEUE)
    slow = np.clip((cycles - alone) / (_TURNS_CYCLES - alone), 0.0, 1.0)
    # A block alone on its SM has the same units in every wave.
    soon = np.clip((_FAR_CYCLES - cycles) / (_FAR_CYCLES - _MEMORY_CYCLES), 0.0, 1.0) * (column(metrics, "blocks_per_sm") > 1)
    private = np.fmax(memory < _PRIVATE, soon * np.clip((1.0 - memory) / (1.0 - _PRIVATE), 0.0, 1.0))
    result: Column = np.nan_to_num(private * slow * _part(busy, _IDLE_UNITS, _BUSY_UNITS))
    return result


def _part(busy: Column, none: float, all_of_it: float) -> Column:
    """How far a busy share (%) is on its way from ``none`` to ``all_of_it``, 0 to 1; 0 where it is not known."""
    part: Column = np.nan_to_num(np.clip((busy - none) / (all_of_it - none), 0.0, 1.0))
    return part


def _special(metrics: Columns) -> Column:
    """The part of the instructions that are special functions; 0 where these were not counted."""
    part: Column = np.nan_to_num(column(metrics, "pipe_xu") / _SPECIAL_ISSUE / column(metrics, "issue_elapsed"))
    return part


def _late(metrics: Columns, model: TimeModel) -> Column:
    """Cycles by which the average instruction is back later than arithmetic though no other warp delays it."""
    # Of loads that is known where they are what binds: beside other work they are issued ahead of their use.
    loads = (model.demand["lsu"] >= _BINDS * own_demand(model)) * _loading(metrics)
    late: Column = _SPECIAL_CYCLES * _special(metrics) + _LOADED_CYCLES * loads
    return late


def _loading(metrics: Columns) -> Column:
    """The part of the instructions that pass the load-store unit, one a cycle and SM at most; 0 where these were not counted."""
    part: Column = np.nan_to_num(column(metrics, "pipe_lsu") / (4.0 * column(metrics, "issue_elapsed")))
    return part


def _posted(metrics: Columns) -> Mask:
    """Where what fills L2 are additions whose results nobody asks for: warps end without waiting for them."""
    atomics = column(metrics, "l2_atomics")
    posted: Mask = (atomics > _ATOMICS) & (column(metrics, "l2_to_l1") < _ANSWERED * atomics)
    return posted


def _shared(own: Column) -> Column:
    """How far memory is what the blocks of all SMs share (0 to 1): less, the busier the ``own`` units of each SM are beside it."""
    part: Column = np.clip((_AS_BUSY - np.nan_to_num(own)) / (_AS_BUSY - _LESS_BUSY), 0.0, 1.0)
    return part


def _rate_left(metrics: Columns) -> Column:
    """What of DRAM's rate is left to a launch that reads and writes by turns (fraction)."""
    writes = np.nan_to_num(column(metrics, "dram_write_share")) / 100.0
    left: Column = 1.0 - 4.0 * _TURNS * writes * (1.0 - writes)
    return left


def _cycles_each(metrics: Columns) -> Column:
    """Cycles from one instruction of a warp to its next; NaN where that was not counted."""
    each: Column = column(metrics, "active_warps") * column(metrics, "sm_busy") / column(metrics, "issue_elapsed")
    return each
