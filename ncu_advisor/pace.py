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
# Where L2 and DRAM have less than this part of what the busiest unit has, warps wait for units of their own SM (fraction). Of these, a warp that
# none of the others delays issues after the first so many cycles, one that takes turns with them after the second or more; that counts fully where
# units are as busy as the second percentage, and not at all below the first (%).
_PRIVATE, _ALONE_CYCLES, _TURNS_CYCLES, _IDLE_UNITS, _BUSY_UNITS = 0.5, 4.5, 8.0, 45.0, 60.0
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
    ``posted``: what fills L2 are additions that nobody waits for. ``by_memory``, ``by_dram``: memory that all SMs share sets the pace, ``shared``
    of it for all of them together. ``waits``: the part of a warp's waits that is memory's; ``far``: how far these are waits for L2 and DRAM.
    ``demanded``: what the busiest unit needs at the rate that is left to it (ns).
    """

    full: Mask
    fullness: Column
    competing: Column
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
        fullness=np.nan_to_num(np.clip((busy - _NEARLY_FULL) / (_QUITE_FULL - _NEARLY_FULL), 0.0, 1.0)),
        competing=_competing(memory / model.throughput, cycles - _late(metrics, model), busy),
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


def _competing(memory: Column, cycles: Column, busy: Column) -> Column:
    """How far the blocks of an SM set each other's pace (0 to 1) though no unit of it is full.

    Units that take turns (integers and roots, fragments and multiply-adds) reach two thirds to three quarters of their rates. Arithmetic that no
    other warp delays is back after a few cycles, and hardly anything is asked of memory; what a warp waits longer then, it waits for the others.
    """
    slow = np.clip((cycles - _ALONE_CYCLES) / (_TURNS_CYCLES - _ALONE_CYCLES), 0.0, 1.0)
    working = np.clip((busy - _IDLE_UNITS) / (_BUSY_UNITS - _IDLE_UNITS), 0.0, 1.0)
    result: Column = np.nan_to_num((memory < _PRIVATE) * slow * working)
    return result


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
