"""The join of a kernel profile with a trace of the whole run: which share of the run each profiled launch stands for.

A profile of a few launches cannot say what matters; a trace can. A launch is found in the trace by its normalised name, grid and
block; failing that by name, and where either tool printed only functions' names, by those. Amdahl then ranks findings: what mending
saves of the run is the kernel's share of the run's kernel time times what it saves of the kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from statistics import median
from typing import TYPE_CHECKING, Any

from ncu_advisor.names import normalise, short
from ncu_advisor.report import Diagnosis, RunShare, times_as_fast

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile
    from ncu_advisor.report import Report
    from ncu_advisor.timeline import Session

_MOST = 10  # kernels of a list
# Durations that agree within this do not need an explanation.
_AGREE = 0.05

Key = tuple[Any, ...]


@dataclass(frozen=True)
class _Kernel:
    """One kernel of the run with one shape, all its runs; grid and block are () where the trace does not tell them."""

    name: str
    function: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    instances: float
    total_ns: float


@dataclass(frozen=True)
class _Match:
    """Kernels of the run and the launches (indices) that together stand for them."""

    way: str
    kernels: tuple[_Kernel, ...]
    launches: tuple[int, ...]

    @property
    def total_ns(self) -> float:
        return math.fsum(kernel.total_ns for kernel in self.kernels)

    @property
    def instances(self) -> float:
        return math.fsum(kernel.instances for kernel in self.kernels)


# How a launch is looked for in the run, the surest way first: what has to be equal, of the launch and of the run's kernel.
_WAYS: dict[str, Callable[[str, str, tuple[int, ...], tuple[int, ...]], Key]] = {
    "name and shape": lambda name, function, grid, block: (name, grid, block),
    "name": lambda name, function, grid, block: (name,),
    "function and shape": lambda name, function, grid, block: (function, grid, block),
    "function": lambda name, function, grid, block: (function,),
}


def complete(report: Report, profile: Profile) -> None:
    """Say in ``report.timeline`` what system profiles hold of the run, and join the launches with the one that knows most of them."""
    sessions: list[Session] = list(getattr(profile.timeline, "sessions", ()))
    if not sessions:
        return
    from ncu_advisor.traces import run_activity
    from ncu_advisor.traces.gpu_activity import whole

    runs = [list(_kernels(session)) for session in sessions]
    joins = [_join(report.kernels, run) for run in runs]
    best = max(range(len(sessions)), key=lambda i: (math.fsum(m.total_ns for m in joins[i]), math.fsum(k.total_ns for k in runs[i])))
    report.timeline = _summary(sessions, best, runs[best])
    if shown := run_activity.lanes(sessions[best]) if whole(sessions[best]) else {}:
        report.timeline["activity"] = shown
    if not report.kernels:
        report.device |= _device(sessions[best])
    if report.kernels and runs[best]:
        _apply(report.kernels, joins[best], runs[best])
        report.timeline |= _joined(report.kernels, joins[best], runs[best])


def _device(session: Session) -> dict[str, Any]:
    """What the trace says of the GPU that ran longest, for a report that has no launches to ask."""
    from ncu_advisor.traces.gpu_activity import device_times

    used = max(device_times(session), key=lambda time: time.busy_ns, default=None)
    gpu = session.devices.get(used.device) if used else next(iter(session.devices.values()), None)
    if gpu is None or not gpu.name:
        return {}
    count = None if math.isnan(gpu.sm_count) else int(gpu.sm_count)
    return {"name": gpu.name, "compute_capability": gpu.compute_capability or None, "sm_count": count}


def _kernels(session: Session) -> Iterator[_Kernel]:
    """The kernels of the run: from its trace, else from its summary, else from what is known of their launches."""
    keys = ["name", *(f"{part}_{axis}" for part in ("grid", "block") for axis in "xyz")]
    if session.has("kernels"):
        trace = session.frame("kernels")
        grouped = trace.assign(ns=trace["end_ns"] - trace["start_ns"]).groupby(keys, sort=False)["ns"].agg(["size", "sum"])
        for (name, *shape), row in zip(grouped.index, grouped.itertuples(index=False), strict=True):
            grid, block = (tuple(int(n) for n in part) if min(part) > 0 else () for part in (shape[:3], shape[3:]))
            yield _Kernel(normalise(name), short(name), grid, block, float(row[0]), float(row[1]))
        return
    if not session.has("kernel_summary"):
        yield from _launched(session)
    summary = session.frame("kernel_summary")
    for name, grid, block, instances, total in zip(*(summary[c] for c in ("name", "grid", "block", "instances", "total_ns")), strict=True):
        if total > 0:
            yield _Kernel(normalise(name), short(name), _shape(grid), _shape(block), float(instances), float(total))


def _launched(session: Session) -> Iterator[_Kernel]:
    """The kernels of the kernel-execution reports, which name the call that launched them."""
    from ncu_advisor.timeline import MOST_NS

    if session.has("kern_exec"):
        grouped = session.frame("kern_exec").groupby(["name", "grid", "block"], sort=False)["kernel_ns"].agg(["size", "sum"])
        rows = [(name, grid, block, size, total) for (name, grid, block), size, total in grouped.itertuples(name=None)]
    else:
        summary = session.frame("kern_exec_summary")
        rows = [
            (name, "", "", count, count * mean) for name, count, mean in zip(*(summary[c] for c in ("name", "count", "kernel_avg_ns")), strict=True)
        ]
    for name, grid, block, instances, total in rows:
        if 0 < total < MOST_NS and instances >= 1:
            yield _Kernel(normalise(name), short(name), _shape(grid), _shape(block), float(instances), float(total))


def _shape(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.strip("()").split(",")) if text else ()


def _join(launches: Sequence[Diagnosis], run: Sequence[_Kernel]) -> list[_Match]:
    """Every kernel of the run in one match at most, and every launch too."""
    matches: list[_Match] = []
    names = [(normalise(launch.name), short(launch.name)) for launch in launches]
    open_launches, open_kernels = set(range(len(launches))), set(range(len(run)))
    for way, key in _WAYS.items():
        of_run: dict[Key, list[int]] = {}
        for index in sorted(open_kernels):
            of_run.setdefault(key(run[index].name, run[index].function, run[index].grid, run[index].block), []).append(index)
        of_launches: dict[tuple[Key, bool], list[int]] = {}
        for index in sorted(open_launches):
            name, function = names[index]
            of_launches.setdefault((key(name, function, launches[index].grid, launches[index].block), name == function), []).append(index)
        for (wanted, plain), indices in of_launches.items():
            # Kernels that differ in template arguments are different: functions are compared only where one side lacks arguments.
            alike = plain or not way.startswith("function")
            same = [i for i in of_run.get(wanted, ()) if i in open_kernels and (alike or run[i].name == run[i].function)]
            if same:
                matches.append(_Match(way, tuple(run[i] for i in same), tuple(indices)))
                open_kernels.difference_update(same)
                open_launches.difference_update(indices)
    return matches


def _apply(launches: Sequence[Diagnosis], matches: Sequence[_Match], run: Sequence[_Kernel]) -> None:
    """Give each launch its share of the run; where nothing of the profile occurs in the run, shares stay those of the profile."""
    everything = math.fsum(kernel.total_ns for kernel in run)
    for launch in launches if matches else ():
        launch.share_of_time = math.nan
    for match in matches:
        share = match.total_ns / everything
        known = RunShare(match.instances, match.total_ns, match.total_ns / match.instances, 100.0 * share, match.way)
        together = sum(launches[index].invocations for index in match.launches)
        for index in match.launches:
            launches[index].share_of_time = share * launches[index].invocations / together
            launches[index].run = known


def _summary(sessions: Sequence[Session], best: int, run: Sequence[_Kernel]) -> dict[str, Any]:
    from ncu_advisor.traces import run_sums, run_window
    from ncu_advisor.traces.gpu_activity import device_times, whole

    runs = []
    for session in sessions:
        devices = [
            {
                "device": time.device,
                "span_ns": time.window_ns,
                "busy_ns": time.busy_ns,
                "kernel_ns": time.kernel_ns,
                "copy_ns": time.copy_ns,
                "kernels": time.kernels,
            }
            for time in (device_times(session) if whole(session) else ())
        ]
        runs.append({"name": PurePath(session.paths[0]).name if session.paths else "", "devices": devices})
    chosen: list[dict[str, Any]] = runs[best]["devices"]  # type: ignore[assignment]
    everything = math.fsum(kernel.total_ns for kernel in run)
    held = sessions[best]
    summed = not held.has("kernels") and not held.has("graphs")
    return {
        "run": runs[best]["name"],
        "span_ns": sum(d["span_ns"] for d in chosen) if chosen else None,
        "gpu_busy_ns": sum(d["busy_ns"] for d in chosen) if chosen else None,
        "kernel_ns": everything,
        "copy_ns": sum(d["copy_ns"] for d in chosen) if chosen else run_sums.copy_ns(held),
        "graph_ns": float(sum(held.frame("graphs")["end_ns"] - held.frame("graphs")["start_ns"])),
        "graph_launches": run_sums.graph_launches(held, math.fsum(kernel.instances for kernel in run)) if summed else 0,
        "sums": run_sums.sums(held) if summed else [],
        **({"copies_in_turn": True} if summed and not chosen and run_sums.in_turn(held) else {}),
        **(run_window.told(held) if chosen else {}),
        **(run_window.together(held) if len(chosen) > 1 else {}),
        "runs": runs,
        "top_kernels": [_listed(kernel, everything) for kernel in _by_name(run)[:_MOST]],
    }


def _by_name(run: Sequence[_Kernel]) -> list[_Kernel]:
    """Kernels of one name together, the longest-running first."""
    merged: dict[str, _Kernel] = {}
    for kernel in run:
        had = merged.get(kernel.name)
        instances, total = (had.instances, had.total_ns) if had else (0.0, 0.0)
        merged[kernel.name] = _Kernel(kernel.name, kernel.function, (), (), instances + kernel.instances, total + kernel.total_ns)
    return sorted(merged.values(), key=lambda kernel: (-kernel.total_ns, kernel.name))


def _listed(kernel: _Kernel, everything: float) -> dict[str, Any]:
    share = 100.0 * kernel.total_ns / everything if everything else math.nan
    return {"name": kernel.name, "instances": kernel.instances, "total_ns": kernel.total_ns, "share_pct": share}


def _joined(launches: Sequence[Diagnosis], matches: Sequence[_Match], run: Sequence[_Kernel]) -> dict[str, Any]:
    everything = math.fsum(kernel.total_ns for kernel in run)
    found = {id(kernel) for match in matches for kernel in match.kernels}
    missing = _by_name([kernel for kernel in run if id(kernel) not in found])
    durations = list(_durations(launches))
    ratio = median(d["ratio"] for d in durations) if durations else math.nan
    return {
        "coverage_pct": 100.0 * math.fsum(match.total_ns for match in matches) / everything,
        "not_profiled": [_listed(kernel, everything) for kernel in missing[:_MOST]],
        "launches_not_in_run": len(launches) - sum(len(match.launches) for match in matches),
        "durations": sorted(durations, key=lambda d: -abs(math.log(d["ratio"])))[:_MOST],
        "duration_ratio": ratio,
        "note": _note(bool(matches), ratio, any(d["matched_by"].endswith("shape") for d in durations)),
        "savings": list(_savings(launches))[:_MOST],
    }


def _durations(launches: Sequence[Diagnosis]) -> Iterator[dict[str, Any]]:
    """Per kernel and shape found in the run: mean duration under ncu and in the run; matched by name alone only if none is by shape."""
    known = [(launch, launch.run) for launch in launches if launch.run is not None and launch.duration_ns > 0]
    exact = [entry for entry in known if entry[1].matched_by.endswith("shape")]
    alike: dict[Key, list[tuple[Diagnosis, RunShare]]] = {}
    for launch, run in exact or known:
        alike.setdefault((launch.name, launch.grid, launch.block), []).append((launch, run))
    for (name, _, _), same in alike.items():
        mean, run = math.fsum(launch.duration_ns for launch, _ in same) / len(same), same[0][1]
        yield {"kernel": normalise(name), "ncu_ns": mean, "nsys_ns": run.avg_ns, "ratio": mean / run.avg_ns, "matched_by": run.matched_by}


def _note(found: bool, ratio: float, sizes_known: bool) -> str:
    if not found:
        return "No launch of the profile occurs in the run: another program, another input, or names that one of the two tools prints differently."
    if math.isnan(ratio) or abs(ratio - 1) <= _AGREE:
        return ""
    more = f"{ratio:.0f} times as long" if ratio > 3 else f"{100 * (ratio - 1):.0f}% longer" if ratio > 1 else f"{100 * (1 - ratio):.0f}% shorter"
    sizes = "" if sizes_known else " The run's averages are over all sizes of a kernel, as its export does not tell them apart."
    return (
        f"Launches take {more} under ncu than in the run (median). ncu runs each launch alone, empties the caches before it "
        "(`--cache-control all`) and holds the clocks at their base (`--clock-control base`), unless told otherwise; in the run, launches "
        f"overlap, find warm caches and boosted clocks.{sizes} Shares and totals here are those of the run, savings in percent those of the profile."
    )


def _savings(launches: Sequence[Diagnosis]) -> Iterator[dict[str, Any]]:
    """What each finding saves of the run's kernel time, over all launches of a kernel (Amdahl), the most first."""
    saved: dict[tuple[str, str], list[tuple[Diagnosis, float]]] = {}
    for launch in launches:
        for finding in launch.findings:
            if launch.run is not None:
                saved.setdefault((normalise(launch.name), finding.rule), []).append((launch, launch.share_of_time * finding.time_saved_pct))
    for (name, rule), parts in sorted(saved.items(), key=lambda entry: (-math.fsum(pct for _, pct in entry[1]), entry[0])):
        pct = math.fsum(part for _, part in parts)
        of_run = {"saved_of_run_pct": pct, "speedup_of_run": times_as_fast(pct)}
        yield {"kernel": name, "rule": rule, "launches": [launch.id for launch, _ in parts], **of_run}
