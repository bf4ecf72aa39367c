"""The smallest command that collects what rules lack: of ncu for a launch's metrics, of nsys for the events of a run."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ncu_advisor.rule import Rule

# The vendor's sections of throughputs and their parts, of launch geometry and of occupancy: what the time model and the recommended
# values rest on, by whatever names the chip has for it. They have had these names since 2019.
_SECTIONS = ("SpeedOfLight", "LaunchStats", "Occupancy")
_IN_SECTIONS = ("launch__", "gpc__cycles_elapsed.max", "sm__cycles_active.avg", "sm__maximum_warps_per_active_cycle", "sm__warps_active.avg.pct")
# Utilizations of single pipes, of which each chip has its own: some are among the parts of throughputs, all are in this section.
_PIPES, _SECTION_OF_PIPES = "pipe_", "ComputeWorkloadAnalysis"
# Seen on Nsight Compute 2025.3: asked for by name these are left out without a word, as a part of this section they are there.
_SPILLS, _SECTION_OF_SPILLS = "sass__inst_executed_register_spilling", "MemoryWorkloadAnalysis"
# Of the device: on every raw page and in every report, whatever was asked for.
_OF_THE_DEVICE = "device__attribute_"
# Not to be had by name at all (the run ends with "Failed to find metric"): made of other metrics, which are asked for.
_MADE_OF_OTHERS = "derived__"
# What the vendor's rules say in words, and what a report's code says: no metrics that could be asked for.
_STATED = ("rule:", "code:")
# How a rule about several launches names a metric of one of them, or of a chain.
_OF_SEVERAL = ("next_", "total_", "least_", "most_", "first_", "last_")


def command(vendor_metrics: Iterable[str], application: str = "APPLICATION", sections: Iterable[str] = ()) -> str:
    """An ``ncu`` command line for these metrics: exactly them, with clocks left as they run and the launch's identity.

    ``gpu__time_duration.sum`` is always among them: a metric without the duration it was measured in says little.
    """
    names = sorted({"gpu__time_duration.sum", *vendor_metrics})
    with_sections = "".join(f" --section {name}" for name in sections)
    return f"ncu --clock-control none{with_sections} --metrics {shlex.quote(','.join(names))} --csv --page raw {application}"


def trace(events: Iterable[str], application: str = "APPLICATION") -> str:
    """``nsys`` command lines that record these events of a run (see ``gpu_activity.available``) and export them readably."""
    faults = " --cuda-um-cpu-page-faults=true --cuda-um-gpu-page-faults=true" if "unified-memory" in events else ""
    return f"nsys profile --trace=cuda,nvtx,osrt{faults} -o run {application} && nsys export --type=sqlite run.nsys-rep"


def for_rules(rules: Iterable[Rule], application: str = "APPLICATION", capabilities: Iterable[str] = (), beside: Iterable[str] = ()) -> list[str]:
    """The command lines, at most one of ncu and one of nsys, after which ``rules`` can be evaluated from the new profile alone.

    It is a new run, whose launches are not those of an older profile: so all that the rules read is collected, and what the time
    model needs for their estimates, not only what the older profile lacked. Chips name some metrics otherwise: with compute
    ``capabilities`` by the names that those have, without by the most common. Vendor metrics ``beside`` these rules' are collected as well.
    """
    from ncu_advisor import catalogue, measurement

    metrics: dict[str, None] = {}
    events: dict[str, None] = {}
    for rule in rules:
        sources = [measurement.named(name) for name in rule.measure]
        events |= dict.fromkeys(need for source in sources if source.OF == measurement.SESSION for need in source.NEEDS)
        if not sources or any(source.OF == measurement.LAUNCHES for source in sources):
            metrics |= dict.fromkeys(_named_by(rule))
    further = [*catalogue.vendor_names((name for name in metrics if not name.startswith(_PIPES)), capabilities=capabilities), *beside]
    pipes = (_SECTION_OF_PIPES,) if any(name.startswith(_PIPES) for name in metrics) else ()
    spills = (_SECTION_OF_SPILLS,) if any(name.startswith(_SPILLS) for name in further) else ()
    by_name = (name for name in further if not name.startswith((*_IN_SECTIONS, _SPILLS, _MADE_OF_OTHERS, _OF_THE_DEVICE, *_STATED)))
    lines = [command(by_name, application, (*_SECTIONS, *pipes, *spills))] if metrics else []
    return [*lines, trace(events, application)] if events else lines


def for_lacking(lacking: Mapping[str, Iterable[str]], capabilities: Iterable[str] = ()) -> list[str]:
    """``for_rules`` of the shipped rules among the ids of ``lacking``; of other rules, whose files a report does not hold, the vendor metrics
    that each is said to lack."""
    from ncu_advisor.rule_files import catalogue

    shipped = [rule for rule in catalogue() if rule.id in lacking]
    ours = {rule.id for rule in shipped}
    others = [name for rule, names in lacking.items() if rule not in ours for name in names]
    if not shipped:
        return [command(others)] if others else []
    return for_rules(shipped, capabilities=capabilities, beside=others)


def _named_by(rule: Rule) -> Iterator[str]:
    """The metrics that ``rule`` needs, reads or tells of, without the utilizations that the sections hold in any case."""
    from ncu_advisor import catalogue
    from ncu_advisor.hardware.device import MOVED_FROM
    from ncu_advisor.timemodel import RESOURCES

    there = {name for resource in RESOURCES for group in resource.metrics for name in group}
    names = (
        [need.split("|")[0] for need in (*rule.needs, *rule.settled_by)] + [entry["metric"] for entry in rule.evidence] + sorted(set(rule.slots()))
    )
    names += [_of_one(name) for expression in rule.expressions() for name in sorted(expression.names)]
    names += [source for name in names for source in MOVED_FROM.get(name, ())]
    yield from (name for name in names if name in catalogue.metrics() and (name not in there or name.startswith(_PIPES)))


def _of_one(name: str) -> str:
    return next((name.removeprefix(fold) for fold in _OF_SEVERAL if name.startswith(fold)), name)
