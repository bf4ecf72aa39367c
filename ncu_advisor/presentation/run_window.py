"""What outputs say of the time between the first and the last operation of a traced run: a sentence for each thing that its report names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ncu_advisor import units
from ncu_advisor.presentation import wording
from ncu_advisor.text import elide, one_line

_NAME = 60
_MOST_OF = 0.5  # of a gap: what the host did meanwhile


def sentences(timeline: Mapping[str, Any]) -> list[str]:
    """In the order in which they are read."""
    said = [tell(timeline, ns) for name, tell in _BY_TIME.items() if (ns := timeline.get(name))]
    outside = _outside(timeline)
    return [*said, f"Pages of unified memory moved for {outside}, which counts in none of these times."] if outside else said


def code(name: object) -> str:
    """A kernel's name as outputs set it in a sentence."""
    return "`" + elide(one_line(str(name)), _NAME).replace("`", "'") + "`"


def _gap(timeline: Mapping[str, Any], gap_ns: float) -> str:
    before, after = (code(name) for name in timeline["gap_between"])
    rest_ns = float(timeline["without_gap_ns"])
    busy = wording.fraction(float(timeline["gpu_busy_ns"]) / rest_ns) if rest_ns else "none"
    gap = f"One gap of {units.words(gap_ns, 'ns')}, between {before} and {after}, is most of it"
    own_ns = float(timeline.get("gap_own_ns") or 0)
    host = f" For {units.words(own_ns, 'ns')} of the gap the host did something else than wait in CUDA calls." if own_ns > _MOST_OF * gap_ns else ""
    return f"{gap}: of the other {units.words(rest_ns, 'ns')} the GPU was busy for {busy}.{host}"


def _pace(timeline: Mapping[str, Any], pace_ns: float) -> str:
    times = f"{int(timeline['pace_starts']):,} times, every {units.words(pace_ns, 'ns')}"
    started = f"{code(timeline['pace_kernel'])} started {times}, and caught up after late starts"
    clock = "a clock outside of the GPU's work (a camera, a display, a timer) sets the pace"
    busy = wording.fraction(float(timeline["pace_busy_share"]))
    return f"{started}: {clock}. The GPU works for {busy} of the time; less work than that lowers its load, and the run takes as long."


def _late(timeline: Mapping[str, Any], late_ns: float) -> str:
    times = wording.counted(int(timeline["late_times"]), "gap", "gaps")
    waits = f", which the host waited for in {code(timeline['late_call'])}" if timeline["late_call"] else ""
    longest = f"the longest before {code(timeline['late_before'])}{waits}"
    held = f"For {units.words(late_ns, 'ns')} of it, in {times}, the GPU did not start what had been launched ({longest})"
    return f"{held}: the driver or a host function in the stream held it, or something else had the GPU."


def _marked(timeline: Mapping[str, Any], range_ns: float) -> str:
    busy = wording.fraction(float(timeline["range_busy_ns"]) / range_ns)
    inside = f"Within {code(timeline['range_name'])}, {units.words(range_ns, 'ns')} of it, the GPU was busy for {busy}"
    return f"{inside}: what is told of gaps and of calls is mostly what came before, between or after."


def _outside(timeline: Mapping[str, Any]) -> str:
    parts = {"before its first operation": timeline.get("pages_before_ns"), "after its last operation": timeline.get("pages_after_ns")}
    return " and for ".join(f"{units.words(ns, 'ns')} {where}" for where, ns in parts.items() if ns)


# By the time of it that the report names where it has such a thing.
_BY_TIME = {"gap_ns": _gap, "pace_ns": _pace, "late_ns": _late, "range_ns": _marked}
