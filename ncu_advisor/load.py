"""From arguments to a Profile: read every input, bring launches together, name their metrics."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ncu_advisor import catalogue, fallen_clocks, unended, unoptimized
from ncu_advisor.columns import Columns, text_column
from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.names import short
from ncu_advisor.profile import IDENTITY, InputNote, LaunchTable, Profile
from ncu_advisor.readers import read_all
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from ncu_advisor.readers.source import Limits, Watch
    from ncu_advisor.timeline import Timeline, TimelineTable

# Two exports of one profile print the same duration up to the rounding of scaled units (three significant decimals).
_SAME_DURATION = 0.01
_REMEMBERED = 64  # launches of one identity that are held against later ones
_NAMED, _LONGEST = 3, 40  # metrics in a warning, characters of what stands in place of a number


def load(
    paths: str | Sequence[str],
    *,
    all_metrics: bool = False,
    strict: bool = False,
    limits: Limits | None = None,
    on_error: Callable[[AdvisorError], None] | None = None,
    watch: Watch | None = None,
) -> Profile:
    """Read exports (files, folders, globs, ``-``) into one Profile.

    Only the columns that metrics, rules and outputs need are read, unless ``all_metrics``. A file that cannot be read is
    handed to ``on_error`` and never stops the others, unless ``strict``; ``watch`` is told how far reading has come.
    Raises UnreadableInput where nothing could be read.
    """
    arguments = [paths] if isinstance(paths, str) else list(paths)
    wanted = (lambda name: True) if all_metrics else catalogue.is_wanted
    tables, errors = read_all(arguments, wanted, limits, strict, watch)
    settle(errors, bool(tables), on_error)
    profile = assemble(tables)
    if not all_metrics:
        profile.vendor_columns = profile.vendor_columns.without(catalogue.spare(profile.vendor_columns))
    return profile


def settle(errors: Sequence[AdvisorError], found: bool, on_error: Callable[[AdvisorError], None] | None) -> None:
    """Hands the ``errors`` of inputs to ``on_error``, where others were ``found``. Raises where none was: the only error, or what came of all."""
    if not found and (len(errors) == 1 or (errors and on_error is None)):
        raise errors[0]
    for error in errors:
        if on_error is not None:
            on_error(error)
    if not found:
        problem = f"none of the {len(errors)} inputs could be read" if errors else "no input given"
        raise UnreadableInput("", problem, "name at least one profiler export")


def assemble(tables: Sequence[LaunchTable | TimelineTable]) -> Profile:
    """One Profile of many tables; launches that two exports of one profile share are brought together."""
    launch_tables = [t for t in tables if isinstance(t, LaunchTable) and t.kind != "ncu-source"]
    source_tables = [t for t in tables if isinstance(t, LaunchTable) and t.kind == "ncu-source"]
    for table in launch_tables:
        table.warnings.extend(_refused(table))
    profile = _concatenate(launch_tables or source_tables)
    for table in launch_tables:
        of_table = profile.launch_columns["source"] == table.path
        table.warnings.extend(unended.warnings(profile.vendor_columns, of_table))
        table.warnings.extend(unoptimized.warnings(profile.metric_columns, of_table))
        for device in np.unique(profile.launch_columns["device_index"][of_table]):
            of_device = of_table & (profile.launch_columns["device_index"] == device)
            table.warnings.extend(fallen_clocks.warnings(profile.metric_columns, of_device))
    if launch_tables:
        for table in source_tables:
            _attach_source(profile, table)
    told = {name for table in launch_tables for name in table.metric_columns if name not in table.asides}
    profile.asides = frozenset(name for table in launch_tables for name in table.asides if name not in told)
    profile.inputs = [_note(t) for t in tables]
    profile.timeline = _merged([t for t in tables if not isinstance(t, LaunchTable)])
    return profile


def _refused(table: LaunchTable) -> list[str]:
    """What the table says of some launches that cannot be: one sentence, also of a table that is damaged throughout."""
    found = catalogue.refused(table.metric_columns, table.text_columns)
    if not found:
        return []
    told = [f"{one.metric.name} is {_impossible(one)} in {one.launches:,} of {len(table):,} launches" for one in found[:_NAMED]]
    if (more := len(found) - _NAMED) > 0:
        told.append(f"{more:,} more metric{' has' if more == 1 else 's have'} such values")
    counts = "it counts" if len(found) == 1 else "they count"
    return [f"{' and '.join(filter(None, [', '.join(told[:-1]), told[-1]]))}, which cannot be: {counts} as missing there"]


def _impossible(one: catalogue.Refused) -> str:
    """The first of the values, beside the limit that it breaks."""
    if isinstance(one.first, str):
        return f"{elide(one.first, _LONGEST)!r}"
    least, most, unit = one.metric.least, one.metric.most, one.metric.unit
    amount = f"{one.first:g}{'%' if unit == '%' else f' {unit}' if unit else ''}"
    return f"{amount} (at least {least:g})" if one.first < least else f"{amount} (at most {most:g})"


def _merged(timelines: Sequence[TimelineTable]) -> Timeline | None:
    if not timelines:
        return None
    from ncu_advisor.timeline import merge

    return merge(timelines)


def _note(table: LaunchTable | TimelineTable) -> InputNote:
    rows = len(table) if isinstance(table, LaunchTable) else table.rows
    session = table.session if isinstance(table, LaunchTable) else {}
    return InputNote(table.kind, table.path, rows, table.tool_version, tuple(table.warnings), session)


def _concatenate(tables: Sequence[LaunchTable]) -> Profile:
    parts = list(tables)
    launches = Columns.stacked([t.launch_columns for t in parts]) if parts else Columns(dict.fromkeys(IDENTITY, np.empty(0, dtype=object)), 0)
    exported, texts = Columns.stacked([t.metric_columns for t in parts]), Columns.stacked([t.text_columns for t in parts])
    merged: dict[str, dict[int, Any]] = {"vendor_rules": {}, "opcodes": {}, "code": {}}
    start = 0
    sources = np.repeat(np.arange(len(parts)), [len(t) for t in parts]) if parts else np.array([], dtype=int)
    for table in parts:
        for attribute, target in merged.items():
            for row, value in getattr(table, attribute).items():
                target[start + row] = value
        start += len(table)
    # The same few kernels come again and again.
    names = launches["name"].tolist()
    shortened = {name: short(name) for name in dict.fromkeys(names)}
    launches |= {"short_name": text_column(shortened[name] for name in names), "source": text_column(parts[index].path for index in sources.tolist())}
    if len(parts) > 1:
        same = _same_launches(launches, exported, sources)
        _tell_of_repeats(parts, sources, same)
        launches, exported, texts, merged = _joined(launches, exported, texts, merged, same)
    metrics = catalogue.metric_columns(exported, _told_by_identity(launches))
    return Profile(launches, metrics, exported, texts, merged["vendor_rules"], merged["opcodes"], merged["code"], [])


def _told_by_identity(launches: Columns) -> dict[str, np.ndarray]:
    """Sizes of grid and block, and the compute capability, stand in the identity of every export, also where the metrics lack them."""
    told = {}
    for name in ("grid", "block"):
        size = np.prod([launches[f"{name}_{axis}"].astype(float) for axis in "xyz"], axis=0) if len(launches) else np.array([])
        told[f"{name}_size"] = np.where(size > 0, size, np.nan)
    capabilities = [str(text).partition(".") for text in launches["compute_capability"].tolist()]
    for name, place in (("device_cc_major", 0), ("device_cc_minor", 2)):
        told[name] = np.array([float(parts[place]) if parts[place].isdigit() else np.nan for parts in capabilities])
    return told


def _same_launches(launches: Columns, exported: Columns, sources: np.ndarray) -> np.ndarray:
    """For every row the first of the same launch: of different inputs, with the same identity and duration, and on no other device.

    One identity may be of several launches, as every container counts its processes from 1: the nearest in time is taken.
    """
    metrics = catalogue.metric_columns(exported)
    duration = metrics["duration"] if "duration" in metrics else np.full(len(launches), np.nan)
    identity = list(
        zip(
            *(launches[c].tolist() for c in ("process_id", "launch_id", "short_name", "grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z")),
            strict=True,
        )
    )
    devices = list(zip(launches["compute_capability"].tolist(), launches["device_index"].tolist(), strict=True))
    times, source_of = duration.tolist(), sources.tolist()
    known: dict[tuple[Any, ...], list[int]] = {}
    completed: set[tuple[int, int]] = set()  # launches with the inputs that have told of them
    target = np.arange(len(launches))
    for row, key in enumerate(identity):
        others = known.setdefault(key, [])
        apart = [(abs(times[other] - times[row]), other) for other in others if source_of[other] != source_of[row]]
        alike = [
            ((other, source_of[row]) in completed, 0.0 if math.isnan(gap) else gap, other)
            for gap, other in apart
            if (math.isnan(gap) or gap <= _SAME_DURATION * times[row]) and _may_be_one(devices[other], devices[row])
        ]
        if alike:
            target[row] = min(alike)[-1]
            completed.add((int(target[row]), source_of[row]))
        elif len(others) < _REMEMBERED:
            others.append(row)
    return target


def _may_be_one(one: tuple[str, int], other: tuple[str, int]) -> bool:
    """Whether compute capability and number of the device are the same, where both are known."""
    return (one[0] == other[0] or "" in (one[0], other[0])) and (one[1] == other[1] or min(one[1], other[1]) < 0)


def _tell_of_repeats(parts: Sequence[LaunchTable], sources: np.ndarray, target: np.ndarray) -> None:
    """A warning at every table that holds launches of an earlier one again, with nothing new: as after ``cat run.csv run.csv``."""
    for number, table in enumerate(parts):
        again = target[(sources == number) & (target != np.arange(len(target)))]
        earlier = {int(source) for source in sources[again]}
        if any(parts[source].kind == table.kind and list(parts[source].metric_columns) == list(table.metric_columns) for source in earlier):
            table.warnings.append(f"{len(again)} of its launches were read before, from the same page: they count once")


def _joined(
    launches: Columns, exported: Columns, texts: Columns, merged: dict[str, dict[int, Any]], target: np.ndarray
) -> tuple[Columns, Columns, Columns, dict[str, dict[int, Any]]]:
    """The launches of different inputs that are one, as one: their metrics complete each other."""
    if (target == np.arange(len(target))).all():
        return launches, exported, texts, merged
    keep = np.flatnonzero(target == np.arange(len(target)))
    place = {int(row): index for index, row in enumerate(keep)}
    joined = {name: _rekey(values, target, place) for name, values in merged.items()}
    return launches.take(keep), exported.joined(target), texts.joined(target), joined


def _rekey(values: dict[int, Any], target: np.ndarray, place: dict[int, int]) -> dict[int, Any]:
    result: dict[int, Any] = {}
    for row, value in values.items():
        result.setdefault(place[int(target[row])], value)
    return result


def _attach_source(profile: Profile, table: LaunchTable) -> None:
    """Give the instructions of a source page to its launches: by normalised name, in order of appearance."""
    waiting: dict[str, list[int]] = {}
    for row, name in enumerate(profile.launch_columns["short_name"].tolist()):
        waiting.setdefault(name, []).append(row)
    for row, code in sorted(table.code.items()):
        rows = waiting.get(short(table.launch_columns["name"][row]), [])
        if rows:
            profile.code[rows.pop(0)] = code
