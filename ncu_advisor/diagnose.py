"""From verdicts to a Diagnosis a launch: who it is, what binds it, its findings composed.

What outputs count is worked out in columns for all launches; what one launch shows of itself, when it is read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from ncu_advisor import catalogue, collect, judge, roofline, sass
from ncu_advisor.classify import Bounds
from ncu_advisor.findings import Findings
from ncu_advisor.report import Diagnosis, NotEvaluated, Suppressed, VendorAdvice
from ncu_advisor.timemodel import TimeModel
from ncu_advisor.verdict import Verdict

if TYPE_CHECKING:
    from ncu_advisor.columns import Column
    from ncu_advisor.hardware.device import Devices
    from ncu_advisor.profile import Profile

_TOGETHER = 16384  # launches whose changes are composed at a time
_MOST = 1 << 40  # what says that it stands for more launches is damaged


def diagnose(
    profile: Profile, devices: Devices, columns: Mapping[str, Column], model: TimeModel, bounds: Bounds, verdicts: Sequence[Verdict]
) -> Launches:
    """One Diagnosis a launch, in the order of the profile."""
    findings = Findings(profile, devices, columns, bounds, verdicts)
    shown = _Shown(profile, devices, columns, model, bounds, verdicts)
    lacking = _lacking(columns, verdicts, len(profile), sorted(set(profile.launch_columns["compute_capability"].tolist()) - {""}))
    savings = _compose(model, verdicts, len(profile))
    return Launches(_identities(profile), model.duration, _invocations(columns, len(profile)), bounds, findings, savings, lacking, shown)


class Launches(Sequence[Diagnosis]):
    """All launches; each becomes a Diagnosis when it is first looked at, and stays the same one."""

    def __init__(
        self,
        identities: Sequence[Sequence[Any]],
        duration: Column,
        invocations: NDArray[np.int64],
        bounds: Bounds,
        findings: Findings,
        savings: tuple[Column, Column],
        lacking: Sequence[list[NotEvaluated]],
        shown: _Shown,
    ) -> None:
        self._identities, self._duration, self._invocations, self._bounds, self._findings = identities, duration, invocations, bounds, findings
        (self._combined, self._headroom), self._lacking, self._shown = savings, lacking, shown.part
        self._total = float(np.nansum(duration * invocations)) or math.nan
        self._made: list[Diagnosis | None] = [None] * len(duration)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, row: int) -> Diagnosis: ...
    @overload
    def __getitem__(self, row: slice) -> list[Diagnosis]: ...
    def __getitem__(self, row: int | slice) -> Diagnosis | list[Diagnosis]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        kernel = self._made[row]
        if kernel is None:
            kernel = self._made[row] = self._diagnosis(row if row >= 0 else row + len(self))
        return kernel

    def __iter__(self) -> Iterator[Diagnosis]:
        for row, kernel in enumerate(self._made):
            yield self[row] if kernel is None else kernel

    def _diagnosis(self, row: int) -> Diagnosis:
        bounds, duration, findings = self._bounds, float(self._duration[row]), self._findings.of(row)
        kernel = Diagnosis.__new__(Diagnosis)
        object.__setattr__(kernel, "_later", (self._shown, row))
        kernel.id, kernel.run = row, None
        kernel.name, kernel.short_name, kernel.source, kernel.grid, kernel.block = (column[row] for column in self._identities)
        kernel.invocations = int(self._invocations[row])
        kernel.duration_ns, kernel.share_of_time = duration, duration * kernel.invocations / self._total
        kernel.bound, kernel.limiter = bounds.words(row)
        kernel.confidence, kernel.roof_fraction = bounds.confidence(row), float(bounds.roof_fraction[row])
        kernel.findings = findings
        kernel.combined_time_saved_pct = float(judge.rounded(self._combined[row])) if findings else 0.0
        headroom = float(judge.rounded(self._headroom[row]))
        kernel.headroom_pct = headroom if math.isnan(headroom) else max(headroom, kernel.combined_time_saved_pct)
        kernel.not_evaluated = self._lacking[row]
        return kernel


def _invocations(columns: Mapping[str, Column], count: int) -> NDArray[np.int64]:
    """For every row how many launches it stands for: one, unless it is of a summary page."""
    told = columns.get("invocations")
    if told is None:
        return np.broadcast_to(np.int64(1), count)
    return np.where((told >= 1) & (told <= _MOST), told, 1.0).astype(np.int64)


def _identities(profile: Profile) -> tuple[list[Any], ...]:
    """Name, short name, the input's name, grid and block of every launch; what is equal is one object, as most of it is."""
    launches = profile.launch_columns
    texts = [launches[column].tolist() for column in ("name", "short_name")]
    paths = launches["source"].tolist() if "source" in launches else [""] * len(launches)
    names = {path: PurePath(str(path)).name for path in dict.fromkeys(paths)}
    extents = []
    for what in ("grid", "block"):
        known: dict[tuple[int, ...], tuple[int, ...]] = {}
        sizes = zip(*(launches[f"{what}_{axis}"].tolist() for axis in "xyz"), strict=True)
        # What is not known is -1 among columns, and 0 in a report.
        extents.append([known.setdefault(size, tuple(max(axis, 0) for axis in size)) for size in sizes])
    return (*texts, [names[path] for path in paths], *extents)


def _compose(model: TimeModel, verdicts: Sequence[Verdict], count: int) -> tuple[Column, Column]:
    """(combined saving, headroom) in percent of each launch: all changes at once, and the roof that then remains nearest.

    Where nothing tells a roof and nothing is found, the headroom is NaN.
    """
    combined, headroom = np.empty(count), np.empty(count)
    for start in range(0, count, _TOGETHER):
        rows = slice(start, min(start + _TOGETHER, count))
        combined[rows], headroom[rows] = _composed(model.of(rows), verdicts, rows)
    return combined, headroom


def _composed(model: TimeModel, verdicts: Sequence[Verdict], rows: slice) -> tuple[Column, Column]:
    parts = {**model.demand, **model.exposed}
    together: dict[str, Column] = {}
    best = np.zeros(rows.stop - rows.start)
    for verdict in verdicts:
        first, last = np.searchsorted(verdict.rows, (rows.start, rows.stop))
        places = first + np.flatnonzero(verdict.silenced[first:last] == 0)
        here = verdict.rows[places] - rows.start
        best[here] = np.maximum(best[here], verdict.saved[places])
        for name, changed in verdict.changed.items():
            # Two changes of one part are rarely independent: the larger one counts, not the product.
            whole = together.setdefault(name, parts[name].copy())
            old, new, now = parts[name][here], changed[places], whole[here]
            whole[here] = np.where((new > old) | (now > old), np.maximum(now, new), np.minimum(now, new))
    with np.errstate(all="ignore"):
        combined = 100.0 * (1.0 - model.after(together) / model.duration)
        headroom = 100.0 * (1.0 - model.floor(together) / model.duration)
    combined = np.maximum(combined, best)
    return combined, np.where(best > 0, np.fmax(headroom, combined), headroom)


def _lacking(columns: Mapping[str, Column], verdicts: Sequence[Verdict], count: int, chips: Sequence[str]) -> list[list[NotEvaluated]]:
    """What could not be asked of each launch; launches that lack the same share one list."""
    incomplete = [verdict for verdict in verdicts if verdict.unknown.any()]
    everything: list[NotEvaluated] = []
    if not incomplete:
        return [everything] * count
    # A new run cannot complete this profile's launches: the command collects all that the rule and its estimate rest on.
    commands = {verdict.rule.id: " && ".join(collect.for_rules([verdict.rule], capabilities=chips)) for verdict in incomplete}
    needs = {need: verdict.rule for verdict in incomplete for need in (*verdict.rule.needs, *verdict.rule.settled_by)}
    known = np.vstack([*(judge.is_known(need, columns, count, rule) for need, rule in needs.items()), *(verdict.unknown for verdict in incomplete)])
    bits = np.ascontiguousarray(np.packbits(known, axis=0).T)
    _, first, kinds = np.unique(bits.view(f"V{bits.shape[1]}").ravel(), return_index=True, return_inverse=True)
    lists = []
    for row in first.tolist():
        unknown = [verdict.rule for verdict in incomplete if verdict.unknown[row]]
        missing = [tuple(catalogue.vendor_names(judge.missing(rule, columns, row), capabilities=chips)) for rule in unknown]
        lists.append([NotEvaluated(rule.id, names, commands[rule.id]) for rule, names in zip(unknown, missing, strict=True)])
    return [lists[kind] for kind in kinds.tolist()]


class _Shown:
    """What a launch shows of itself, part by part."""

    def __init__(
        self, profile: Profile, devices: Devices, columns: Mapping[str, Column], model: TimeModel, bounds: Bounds, verdicts: Sequence[Verdict]
    ) -> None:
        self._profile, self._devices, self._model, self._bounds, self._verdicts = profile, devices, model, bounds, verdicts
        known = catalogue.metrics()
        self._columns = {name: values for name, values in columns.items() if name in known or name in sass.KINDS or name == "op_total"}

    def part(self, name: str, row: int) -> dict[str, Any]:
        """The part of this name, see Diagnosis."""
        parts = {
            "explanation": self._bounds.explanation,
            "suppressed": self._suppressed,
            "vendor_rules": self._vendor_rules,
            "utilization": self._utilization,
        }
        return {name: parts[name](row)} if name in parts else self._measured(row)

    def _suppressed(self, row: int) -> list[Suppressed]:
        found = ((verdict, int(np.searchsorted(verdict.rows, row))) for verdict in self._verdicts)
        fires = ((verdict, place) for verdict, place in found if place < len(verdict.rows) and verdict.rows[place] == row)
        return [Suppressed(verdict.rule.id, verdict.reason(place)) for verdict, place in fires if verdict.silenced[place]]

    def _vendor_rules(self, row: int) -> list[VendorAdvice]:
        return [VendorAdvice(r.name, r.text, r.estimated_speedup_pct, r.scope, r.kind) for r in self._profile.vendor_rules.get(row, [])]

    def _utilization(self, row: int) -> dict[str, float]:
        return {name: float(used[row]) / 100.0 for name, used in self._model.utilization.items() if not np.isnan(used[row])}

    def _measured(self, row: int) -> dict[str, Any]:
        """``metrics`` and ``roofline``, which is drawn from them."""
        values = ((name, column.item(row)) for name, column in self._columns.items())
        metrics = {name: value for name, value in values if not math.isnan(value)}
        return {"metrics": metrics, "roofline": list(roofline.points(metrics, self._devices.of_launch[row]))}
