"""The time model: what each resource needs of a launch, what is exposed, and how long a mended launch would take.

For every launch and resource r, ``demand[r]`` is the time (ns) that r alone would need at the rate good kernels reach:

    demand[r] = duration x utilization[r] / achievable[r]

Work on different resources overlaps, imperfectly where two need nearly as long: together they need the p-norm of the demands.
What remains of the measured duration is exposed: launch cost and SMs without work (both add up), and latency that the resident
warps do not cover. Latency-limited and throughput-limited time combine in quadrature, as measured bandwidth against bytes in flight
does on HBM parts (benchmarks/advice): nearly additive when one is small, nearly the larger when they differ.

    duration = launch + idle + sqrt(throughput**2 + latency**2)

Idle is the share of SMs without work, but never time that DRAM or L2 needs: they serve few SMs as well as many.

A change scales demands or exposed parts; the model adds them up again. As every estimate is that one question, estimates compose,
and a launch that another resource binds gains little by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ncu_advisor.hardware.device import TENSOR_REACHED

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns

# Overlap of unlike resources: two equal demands need 2**(1/8) = 9% more than one. Fitted in benchmarks/advice on measured pairs.
OVERLAP = 8.0
# From two thirds of a launch's time squared on, what is not throughput is its queues (fitted on the same pairs).
_QUEUED = 1.5
# An empty kernel's duration as ncu and CUDA events report it on Hopper (benchmarks/advice, tiny launches).
LAUNCH_NS = 1800.0
# How long beyond that no SM has a block, at most: nineteen of twenty launches (the same pairs). Taken where it was not counted.
_START_NS = 3500.0


@dataclass(frozen=True)
class Resource:
    """Something a launch can be bound by.

    ``metrics``: groups of utilizations (% of peak over elapsed time), best group first; the busiest of the first known group counts.
    """

    name: str
    bound: str  # memory, compute or launch
    limiter: str  # the contract's word
    metrics: tuple[tuple[str, ...], ...]
    achievable: float  # fraction of the peak that good kernels reach
    whose: str  # in sentences: "the FP32 pipe"


# Achievable fractions: measured on kernels written to saturate that resource (benchmarks/advice, healthy ones); DRAM per device.
# The vendor's L2 throughput also counts what DRAM pushes into L2, so its parts towards the SMs come first.
RESOURCES: tuple[Resource, ...] = (
    Resource("dram", "memory", "dram", (("dram_throughput",),), 0.92, "DRAM"),
    Resource(
        "l2",
        "memory",
        "l2",
        (("l2_tags", "l2_data", "l2_to_l1", "l2_from_l1", "l2_from_sms"), ("l2_throughput_alone",), ("l2_sectors",)),
        0.95,
        "the L2 cache",
    ),
    Resource(
        "l1",
        "memory",
        "l1",
        (("l1_wavefronts", "l1_lsuin", "l1_from_l2", "l1_to_l2", "l1_writeback", "l1_turns"), ("l1_throughput",), ("shared_busy",)),
        0.97,
        "the L1 cache",
    ),
    # Pages may say how busy the busiest memory part is and name DRAM only.
    Resource("memory", "memory", "memory", (("memory_path",),), 0.95, "a memory part that the page does not name"),
    Resource("issue", "compute", "issue", (("issue_elapsed",),), 0.97, "instruction issue"),
    Resource("fma", "compute", "fp32", (("pipe_fma", "pipe_fmaheavy"),), 0.97, "the FMA pipe"),
    Resource("fp64", "compute", "fp64", (("pipe_fp64",),), 0.97, "the FP64 pipe"),
    Resource("fp16", "compute", "fp16", (("pipe_fp16",),), 0.97, "the FP16 pipe"),
    Resource("alu", "compute", "alu", (("pipe_alu",),), 0.97, "the integer and logic pipe"),
    Resource("xu", "compute", "xu", (("pipe_xu",),), 0.97, "the special-function pipe"),
    Resource("tensor", "compute", "tensor", (("pipe_tensor",),), TENSOR_REACHED, "the tensor pipe"),
    Resource("lsu", "compute", "lsu", (("pipe_lsu",),), 0.95, "load-store issue"),
    Resource("adu", "compute", "adu", (("pipe_adu",),), 0.97, "the address divergence unit"),
    Resource("cbu", "compute", "cbu", (("pipe_cbu",),), 0.95, "the branch unit"),
    Resource("uniform", "compute", "uniform", (("pipe_uniform",),), 0.95, "the uniform datapath"),
    # Details pages print the busiest SM part only.
    # (Of active cycles where nothing tells how many those were: SMs then count as at work all the time.)
    Resource("sm", "compute", "sm", (("sm_throughput",), ("sm_throughput_active",)), 0.97, "the busiest SM pipe"),
    Resource("blocks", "launch", "launch", (("block_issue",),), 1.0, "the start of blocks"),
)
BY_NAME = {resource.name: resource for resource in RESOURCES}
# Parts of an SM that pages name which do not name all, and what they may differ by from the busiest one.
_NAMED, _SAME = ("issue", "fma", "fp64", "fp16", "alu", "tensor"), 1.05
# What counted parts of a cache may lack of all of it.
_ABOUT = 1.2
# Blocks for each SM that leave it hardly any time without one, and the SMs of the largest GPUs.
_MANY_BLOCKS, _MOST_SMS = 8.0, 192.0
# One SM alone gets some three times its share of DRAM: its port takes no more.
_LEAST_CROWD = 1.0 / 3.0
# Of the chip, not of each SM.
SHARED = ("dram", "l2", "blocks")
EXPOSED = ("launch", "idle", "latency")


class TimeModel:
    """Demands and exposed time of the launches of one profile (all columns in ns, one element a launch)."""

    @np.errstate(all="ignore")
    def __init__(self, metrics: Columns, achievable: Mapping[str, Column] | None = None) -> None:
        self.duration = column(metrics, "duration")
        self.utilization = {r.name: _busiest(metrics, r.metrics) for r in RESOURCES}
        # The vendor's compute throughput is the busiest part of the SM: of use only where not all parts are known, and none of them is it.
        named = np.fmax.reduce([self.utilization[name] for name in _NAMED])
        self._shares_only = np.isnan(named) & np.isnan(self.utilization["xu"]) & ~np.isnan(self.utilization["sm"])
        unnamed = np.isnan(self.utilization["xu"]) & ~(self.utilization["sm"] < _SAME * named)
        self.utilization["sm"] = np.where(unnamed, self.utilization["sm"], np.nan)
        self.utilization["l1"] = _l1_at_work(metrics, self.utilization["l1"])
        self.utilization["memory"] = np.where(_memory_is_named(metrics, self.utilization), np.nan, self.utilization["memory"])
        # Neither DRAM nor L2 by itself: what the vendor's memory throughput has beyond L1 is one of them.
        beyond = column(metrics, "memory_throughput")
        self.memory_seen: NDArray[np.bool_] = ~(np.isnan(self.utilization["dram"]) & np.isnan(self.utilization["l2"]) & np.isnan(beyond))
        # What the vendor's memory throughput is of counts DRAM too, except on GPUs whose chips have no counter of it.
        counts_dram = ~np.isnan(beyond) & ~(column(metrics, "device_integrated") > 0)
        self.dram_seen: NDArray[np.bool_] = ~np.isnan(self.utilization["dram"]) | counts_dram
        unseen = np.isnan(self.utilization["dram"]) & np.isnan(self.utilization["l2"]) & (beyond > _SAME * np.nan_to_num(self.utilization["l1"]))
        self.utilization["memory"] = np.where(unseen, beyond, self.utilization["memory"])
        # Any part that each SM has (the vendor's memory throughput is of L1 as well).
        of_sms = [~np.isnan(self.utilization[resource.name]) for resource in RESOURCES if resource.name not in SHARED]
        self.sms_seen: NDArray[np.bool_] = np.any(of_sms, axis=0)
        self.achievable = {r.name: np.broadcast_to(r.achievable, len(metrics)) for r in RESOURCES} | dict(achievable or {})
        raw = {name: self.duration * u / 100.0 / self.achievable[name] for name, u in self.utilization.items()}
        launch = np.minimum(LAUNCH_NS, 0.5 * self.duration)
        busy = column(metrics, "sm_busy")
        running = self.duration - launch
        idle = np.clip(np.nan_to_num(self.duration * (1 - busy / 100.0) - launch, nan=0.0), 0.0, running)
        # SMs without a block leave DRAM and L2 to the others: time in which these had to work is not lost.
        shared = np.fmax.reduce([raw[name] for name in SHARED])
        idle = np.clip(np.fmin(idle, running - shared), 0.0, None)
        running = running - idle
        # Of a grid that leaves SMs without a block, as long as it runs.
        self._spread_over = np.where(column(metrics, "grid_size") < column(metrics, "sm_count"), running, np.inf)
        together = self._together(raw, idle)
        with np.errstate(all="ignore"):
            # A launch that beats the achievable rates is at its roof: nothing is exposed.
            self.fit = np.where(together > running, running / together, 1.0)
        self.demand = {name: d * self.fit for name, d in raw.items()}
        self.throughput = together * self.fit
        # Where a counter says how busy anything was (how many blocks started is no counter).
        self.counted: NDArray[np.bool_] = reduce(np.logical_or, [~np.isnan(value) for name, value in raw.items() if name != "blocks"])
        latency = np.sqrt(np.clip(running**2 - self.throughput**2, 0.0, None))
        self.exposed = {"launch": launch, "idle": idle, "latency": latency}
        # Of the SMs as many are at work on average while some have no block any more.
        busiest, least = (column(metrics, f"sm_active_cycles_{which}") for which in ("max", "min"))
        crowd = np.clip((column(metrics, "sm_active_cycles") - least) / (busiest - least), _LEAST_CROWD, 1.0)
        self._crowd: Column = np.nan_to_num(crowd, nan=1.0)
        self._beside = idle - np.clip(_before_and_after(metrics, self.duration) - launch, 0.0, idle)

    def of(self, rows: NDArray[np.int64] | slice) -> TimeModel:
        """The model of these launches only, to be asked about changes: utilizations stay behind."""
        part = copy(self)
        for name in ("duration", "counted", "throughput", "fit", "_spread_over", "_beside", "_crowd", "_shares_only"):
            setattr(part, name, getattr(self, name)[rows])
        part.demand, part.exposed = ({name: value[rows] for name, value in parts.items()} for parts in (self.demand, self.exposed))
        part.utilization = part.achievable = {}
        return part

    def columns(self) -> dict[str, Column]:
        """What rule files may name: ``dram_ns``, ``fma_ns``, ... ``latency_ns``; ``busy`` and ``exposed`` in % of the time with work;
        ``queue_share``: the part of the latency that is waiting behind other work, and shrinks with it;
        ``working_ns``: the time without the launch itself and the few microseconds in which its first warps start, which short launches consist of;
        ``fit``: what the demands of a launch that beats the achievable rates were scaled by, so that together they fill its time;
        ``shares_only`` (1 or 0): how busy DRAM, L2, L1 and the busiest part of the SM were is all that is known, as plain ``ncu`` prints it."""
        running = self.duration - self.exposed["launch"] - self.exposed["idle"]
        with np.errstate(all="ignore"):
            facts = {"busy": 100.0 * self.throughput / running, "exposed": 100.0 * self.exposed["latency"] / running}
        facts = {name: np.where(self.counted, value, np.nan) for name, value in facts.items()}
        facts["queue_share"], facts["fit"] = self._queue_share, self.fit
        facts["shares_only"] = self._shares_only.astype(float)
        facts["working_ns"] = self.duration - self.exposed["launch"] - np.minimum(self.exposed["idle"], _START_NS)
        return facts | {f"{name}_ns": value for name, value in (*self.demand.items(), *self.exposed.items())}

    def after(self, changed: Mapping[str, Column]) -> Column:
        """Duration (ns) with the demands and exposed parts of ``changed`` (ns) in place of the present ones."""
        idle = changed.get("idle", self.exposed["idle"])
        throughput = self._together({name: changed.get(name, value) for name, value in self.demand.items()}, idle)
        latency = changed.get("latency", self.exposed["latency"]) * self._relief(throughput)
        running = np.hypot(throughput, latency)
        idle = np.minimum(idle, self.exposed["idle"] * self._idle_left(running, changed))
        result: Column = changed.get("launch", self.exposed["launch"]) + idle + running
        # Demands that were scaled to fit the launch say less than was counted, and what was counted is a roof.
        result = np.where(self.fit < 1.0, np.fmax(result, self.floor(changed)), result)
        return result

    def _together(self, demand: Mapping[str, Column], idle: Column) -> Column:
        """What all demands need together. Those of SMs are means over all SMs, also over those that a small grid leaves out; what the whole
        chip shares has as much longer for its work."""
        with np.errstate(all="ignore"):
            share = np.nan_to_num(1.0 / (1.0 + idle / self._spread_over), nan=1.0)
        return _norm(value * share if name in SHARED else value for name, value in demand.items())

    def _idle_left(self, running: Column, changed: Mapping[str, Column]) -> Column:
        """Factor on idle time: SMs without a block wait for blocks that still run, and these are as much shorter as all are, but no shorter than
        they are with DRAM to themselves; before the first block and after the last there is nobody to wait for."""
        with np.errstate(all="ignore"):
            before = np.hypot(self.throughput, self.exposed["latency"])
            left = np.fmax(running / before, self._left_among_few(changed))
            shorter = 1.0 - np.nan_to_num(np.clip(left, 0.0, 1.0), nan=1.0)
            beside = np.nan_to_num(self._beside / self.exposed["idle"], nan=0.0)
        factor: Column = 1.0 - beside * shorter
        return factor

    def _left_among_few(self, changed: Mapping[str, Column]) -> Column:
        """Factor on the time of blocks that run while other SMs have none: DRAM serves these few only, and binds them less."""
        then = {name: changed.get(name, value) for name, value in self.demand.items()}
        before, after = (_norm(value * self._crowd if name == "dram" else value for name, value in demand.items()) for demand in (self.demand, then))
        latency = changed.get("latency", self.exposed["latency"]) * self._relief(after * self.throughput / before)
        left: Column = np.hypot(after, latency) / np.hypot(before, self.exposed["latency"])
        return left

    def _relief(self, throughput: Column) -> Column:
        """Factor on latency when queues get shorter: where throughput binds, waiting is mostly waiting behind other work."""
        with np.errstate(all="ignore"):
            shorter = np.clip(1.0 - throughput / self.throughput, 0.0, 1.0)
        relief: Column = np.nan_to_num(1.0 - self._queue_share * shorter, nan=1.0)
        return relief

    @property
    def _queue_share(self) -> Column:
        """Part of the latency that is waiting behind other work; 0 where nothing is known to bind."""
        with np.errstate(all="ignore"):
            bound = self.throughput**2 / (self.throughput**2 + self.exposed["latency"] ** 2)
        share: Column = np.nan_to_num(np.clip(_QUEUED * bound, 0.0, 1.0), nan=0.0)
        return share

    def floor(self, changed: Mapping[str, Column]) -> Column:
        """The longest single demand (ns) under ``changed``, as it was counted: the nearest roof, which no schedule beats."""
        longest = np.fmax.reduce([changed.get(name, value) for name, value in self.demand.items()])
        result: Column = np.minimum(longest / self.fit, self.duration)
        return result

    def binding(self, changed: Mapping[str, Column] | None = None) -> NDArray[np.str_]:
        """Name of the longest demand or exposed part of every launch, under ``changed``; "" for latency where nothing was counted."""
        parts = {**self.demand, **self.exposed, **(changed or {})}
        if changed:
            throughput = self._together({name: parts[name] for name in self.demand}, parts["idle"])
            parts["latency"] = parts["latency"] * self._relief(throughput)
        table = np.vstack([np.nan_to_num(value, nan=-1.0) for value in parts.values()])
        longest: NDArray[np.str_] = np.array(list(parts))[np.argmax(table, axis=0)]
        return np.where(self.counted | (longest != "latency"), longest, "")


@np.errstate(all="ignore")
def _l1_at_work(metrics: Columns, l1: Column) -> Column:
    """How busy L1 was: of active cycles where nothing tells how many those were, and each SM has so many blocks that it hardly rests."""
    sms = np.nan_to_num(column(metrics, "sm_count"), nan=_MOST_SMS)
    alone = np.isnan(l1) & np.isnan(column(metrics, "memory_throughput")) & (column(metrics, "grid_size") >= _MANY_BLOCKS * sms)
    result: Column = np.where(alone, column(metrics, "l1_throughput_active"), l1)
    return result


@np.errstate(all="ignore")
def _memory_is_named(metrics: Columns, utilization: Mapping[str, Column]) -> NDArray[np.bool_]:
    """Where the busiest memory part has a name: L1 and L2 are known, or one of them that is about as busy. The other may be it otherwise."""
    l1, l2 = utilization["l1"], np.fmax(utilization["l2"], column(metrics, "l2_throughput"))
    named = ~np.isnan(l1) | ~np.isnan(utilization["l2"])
    other = np.isnan(l1) | np.isnan(l2)
    return named & ~(other & (utilization["memory"] > _ABOUT * np.fmax(l1, l2)))


def _before_and_after(metrics: Columns, duration: Column) -> Column:
    """Time (ns) in which not even the busiest SM has a block."""
    busiest = column(metrics, "sm_active_cycles_max") / column(metrics, "elapsed_cycles")
    return np.where(np.isnan(busiest), LAUNCH_NS + _START_NS, duration * (1.0 - busiest))


@np.errstate(all="ignore")
def _norm(demands: Iterable[Column]) -> Column:
    # Scaled by the largest first: nanoseconds to the eighth power would overflow nothing, but lose digits.
    known = list(demands)
    top = reduce(np.fmax, known, np.zeros(len(known[0])))
    largest = np.where(top > 0, top, 1.0)
    total = np.zeros(len(top))
    for demand in known:
        total += np.fmax(demand / largest, 0.0) ** OVERLAP  # nothing, where it is missing
    result: Column = largest * total ** (1.0 / OVERLAP)
    return np.where(top > 0, result, 0.0)


def column(metrics: Columns, name: str) -> Column:
    """The metric of each launch; NaN where the profile has none of that name."""
    return np.asarray(metrics[name], dtype=float) if name in metrics else np.broadcast_to(np.nan, len(metrics))


def _busiest(metrics: Columns, groups: tuple[tuple[str, ...], ...]) -> Column:
    there = [[column(metrics, name) for name in names if name in metrics] for names in groups]
    found = [np.fmax.reduce(columns) if len(columns) > 1 else columns[0] for columns in there if columns]
    result = found[0] if found else column(metrics, "")
    for other in found[1:]:
        result = np.where(np.isnan(result), other, result)
    return result
