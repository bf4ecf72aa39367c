"""The baseline file: what runs measured, as JSON that a reviewer can read in a pull request.

One kernel a block, keys sorted, one line a run of launch times, so that a diff shows which kernel changed by how much. It keeps times as
measured, not statistics of them: the gate judges from the same numbers whether they come from profiles or from here.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any

from ncu_advisor import conditions
from ncu_advisor.conditions import Conditions
from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.json_schema import check
from ncu_advisor.regression import comparability
from ncu_advisor.regression.runs import EXACT, TELLING, Counter, Kernel, KernelRun, RuleSeen, Run, refuse_to_keep

VERSION = 1
_DIGITS = 6  # significant digits of medians; counters keep all of theirs
_REMEDY = "write it again with `ncu-advisor gate --update-baseline`"


def whole(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object that has all of them."""
    return {"type": "object", "properties": properties, "required": list(properties)}


TEXT, NUMBER = {"type": "string"}, {"type": "number"}
SHAPE = {"type": "array", "items": {"type": "integer"}, "minItems": 3, "maxItems": 3}
CONDITIONS = {field: {"type": ["string", "null"]} for field in Conditions.__dataclass_fields__} | {
    "sm_count": {"type": ["integer", "null"]},
    "metrics": {"type": "array", "items": TEXT},
    "told_by_clocks": {"type": "boolean"},
}
TIME = {"type": ["number", "null"], "minimum": 0}
SEEN = {"title": TEXT, "time_saved_pct": {"type": ["number", "null"]}, "place": TEXT}
TOLD = {"metrics": {"type": "object", "additionalProperties": NUMBER}, "bound": TEXT, "limiter": TEXT}
_KERNEL = {
    "name": TEXT,
    "grid": SHAPE,
    "block": SHAPE,
    "durations_ns": {"type": "array", "items": {"type": "array", "items": TIME}},
    "counters": {"type": "object", "additionalProperties": {"type": ["number", "array"], "items": NUMBER, "minItems": 3, "maxItems": 3}},
    "rules": {"type": "object", "additionalProperties": whole(SEEN)},
    **TOLD,
}
_WORK = {"type": "array", "items": {"type": "array", "items": NUMBER}}
_SCHEMA = whole(
    {
        "conditions": {"type": "object", "properties": CONDITIONS},
        "kernels": {"type": "array", "items": {**whole(_KERNEL), "properties": {**_KERNEL, "work": _WORK}}},
        "runs": {"type": "array", "items": TEXT},
    }
)


def content(runs: Sequence[Run]) -> bytes:
    """The file for ``runs``. Raises AdvisorError where they cannot be compared with each other, and where one is known to be only a
    beginning or has neither times nor counters of its work.

    A baseline of several minds is none.
    """
    refuse_to_keep(runs, "--update-baseline")
    for run in runs[1:]:
        for mismatch in comparability.settings(runs[0].conditions, run.conditions):
            raise AdvisorError("--update-baseline", f"the runs differ among themselves: {mismatch.text}", "take all runs under the same conditions")
    kernels = list(dict.fromkeys(kernel.kernel for run in runs for kernel in run.kernels))
    data = {
        "baseline_version": VERSION,
        "conditions": runs[0].conditions.to_json(),
        "kernels": [_kernel(kernel, [k for run in runs for k in run.kernels if k.kernel == kernel], runs) for kernel in kernels],
        "runs": [run.label for run in runs],
    }
    return (_written(data) + "\n").encode()


def runs(data: Mapping[str, Any], path: str) -> list[Run]:
    """The runs of a baseline file. Raises UnreadableInput for another version and for what does not hold together."""
    if data.get("baseline_version") != VERSION:
        raise UnreadableInput(path, f"is a baseline of version {data.get('baseline_version')!r}, not {VERSION}", _REMEDY)
    try:
        check(data, _SCHEMA)
        if odd := next((entry["name"] for entry in data["kernels"] if len(entry["durations_ns"]) != len(data["runs"])), None):
            raise ValueError(f"{odd} does not have a list of times for each of the {len(data['runs'])} runs")
        if odd := next((entry["name"] for entry in data["kernels"] if not _work_fits(entry)), None):
            raise ValueError(f"{odd} does not have the work of each launch that has a time")
    except ValueError as error:
        raise UnreadableInput(path, f"is no whole baseline: {error}", _REMEDY) from None
    known = conditions.from_json(data["conditions"])
    return [_run(data, label, at, known) for at, label in enumerate(data["runs"])]


def _work_fits(entry: Mapping[str, Any]) -> bool:
    work, times = entry.get("work"), entry["durations_ns"]
    return work is None or (len(work) == len(times) and all(not w or len(w) == len(t) for w, t in zip(work, times, strict=True)))


def _kernel(kernel: Kernel, found: Sequence[KernelRun], runs: Sequence[Run]) -> dict[str, Any]:
    of_run = [next((k for k in run.kernels if k.kernel == kernel), None) for run in runs]
    latest = found[-1]
    return {
        "name": kernel.name,
        "grid": list(kernel.grid),
        "block": list(kernel.block),
        "durations_ns": [[_finite(round(d, 1)) for d in k.durations] if k else [] for k in of_run],
        "counters": {name: _counter([k.counters[name] for k in found if name in k.counters]) for name in latest.counters},
        "metrics": {name: _rounded(statistics.median([k.metrics[name] for k in found if name in k.metrics])) for name in _told(latest)},
        "rules": {rule: {"title": s.title, "time_saved_pct": _finite(s.time_saved_pct), "place": s.place} for rule, s in latest.rules.items()},
        "bound": latest.bound,
        "limiter": latest.limiter,
    } | ({"work": [[_plain(work) for work in k.each] if k else [] for k in of_run]} if any(k.work for k in found) else {})


def _finite(value: float) -> float | None:
    """None for what was not collected, as JSON has no NaN."""
    return value if math.isfinite(value) else None


def _told(kernel: KernelRun) -> list[str]:
    return [name for name in (*TELLING, *EXACT) if name in kernel.metrics]


def _counter(found: Sequence[Counter]) -> float | int | list[float | int]:
    """One number where all launches of all runs agree, else lowest, mean and highest."""
    low, high = min(c.low for c in found), max(c.high for c in found)
    mean = math.fsum(c.mean for c in found) / len(found)
    return _plain(low) if low == high else [_plain(low), _plain(mean), _plain(high)]


def _run(data: Mapping[str, Any], label: str, at: int, known: Conditions) -> Run:
    kernels = tuple(_kernel_run(entry, at) for entry in data["kernels"] if entry["durations_ns"][at])
    return Run(label, known, kernels)


def _kernel_run(entry: Mapping[str, Any], at: int) -> KernelRun:
    return KernelRun(
        kernel=Kernel(entry["name"], tuple(entry["grid"]), tuple(entry["block"])),
        durations=tuple(_number(d) for d in entry["durations_ns"][at]),
        counters={name: Counter(*map(float, value if isinstance(value, list) else [value] * 3)) for name, value in entry["counters"].items()},
        metrics={name: float(value) for name, value in entry["metrics"].items()},
        rules={rule: RuleSeen(s["title"], _number(s["time_saved_pct"]), sass=s["place"]) for rule, s in entry["rules"].items()},
        bound=entry["bound"],
        limiter=entry["limiter"],
        work=tuple(float(work) for work in entry["work"][at]) if "work" in entry else (),
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _plain(value: float) -> float | int:
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)


def _rounded(value: float) -> float | int:
    return _plain(float(f"{value:.{_DIGITS}g}"))


def _written(value: Any, indent: str = "") -> str:
    """JSON with sorted keys, in which lists of plain values take one line."""
    inner = indent + " "
    if isinstance(value, Mapping) and value:
        entries = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_written(value[name], inner)}" for name in sorted(value)]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if isinstance(value, list) and any(isinstance(entry, (list, Mapping)) for entry in value):
        return "[\n" + ",\n".join(inner + _written(entry, inner) for entry in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
