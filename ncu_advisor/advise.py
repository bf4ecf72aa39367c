"""The pipeline, top to bottom: a Profile in, a Report out. Read this first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor import catalogue, conditions, sequence
from ncu_advisor.classify import classify
from ncu_advisor.columns import Columns, numbered
from ncu_advisor.diagnose import diagnose
from ncu_advisor.hardware.device import Devices, identify
from ncu_advisor.judge import judge
from ncu_advisor.plan import shape
from ncu_advisor.profile import AXES
from ncu_advisor.report import InputReport, Report
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import catalogue as shipped_rules
from ncu_advisor.tail import tail_columns
from ncu_advisor.timemodel import TimeModel
from ncu_advisor.traces import run_shares

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile


def advise(profile: Profile, *, gpu: str | None = None, rules: Sequence[Rule] | None = None, shapes: Sequence[shape.GivenShape] = ()) -> Report:
    """What binds every launch, what to change and what that saves.

    ``gpu`` names the device where the profile does not carry it; ``rules`` defaults to the shipped catalogue; ``shapes`` are those of
    matrix products, for tiles computed for them. Raises UnknownDevice where neither the profile nor the database knows what is needed.
    """
    devices = identify(profile, gpu, conditions.clock_control(profile))
    profile = _with_device(profile, devices)
    columns = columns_of(profile, devices)
    columns |= shape.columns(shapes, profile.launch_columns)
    model = TimeModel(profile.metric_columns, devices.achievable(profile.metric_columns))
    rules = rules if rules is not None else shipped_rules()
    judged = {**columns, **model.columns(), **tail_columns(profile.metric_columns, model)}
    verdicts = judge(rules, judged, model)
    kernels = diagnose(profile, devices, judged, model, classify(model), verdicts)
    report = Report(
        device=devices.summary(),
        kernels=kernels,
        inputs=[InputReport(n.kind, PurePath(n.path).name, n.rows, n.tool_version, n.warnings) for n in profile.inputs],
        conditions=conditions.of_profile(profile),
    )
    clocks = devices.clocks(profile.metric_columns, report.conditions["clock_control"])
    report.device["notes"] = [*report.device["notes"], *clocks, *shape.contradicted(profile.launch_columns, columns)]
    sequence.complete(report, profile, rules, {**judged, "throughput_ns": model.throughput})
    run_shares.complete(report, profile)
    return report


def _with_device(profile: Profile, devices: Devices) -> Profile:
    """What the export lacks and the device that it ran on tells: its number of SMs, and how busy DRAM was, of bytes that were counted without
    the share of their peak; and what follows from both (waves, SMs without a block).

    Of a device that is not known, the SMs are those that other launches on it tell.
    """
    metrics, device = profile.metric_columns, devices.columns()
    counted = _or_missing(metrics, "sm_count", len(profile))
    sms = np.where(np.isnan(counted), device["gpu_sm_count"], counted)
    if np.isnan(sms).any():
        sms = np.where(np.isnan(sms), _of_siblings(sms, profile), sms)
    stated = _or_missing(metrics, "dram_throughput", len(profile))
    busy = np.where(np.isnan(stated), 100.0 * _or_missing(metrics, "dram_rate", len(profile)) / device["gpu_dram"], stated)
    told = {"sm_count": (sms, counted), "dram_throughput": (busy, stated)}
    new = {name: now for name, (now, before) in told.items() if not np.array_equal(now, before, equal_nan=True)}
    if not new:
        return profile
    known = Columns({**{name: metrics[name] for name in metrics}, **new}, len(profile))
    return replace(profile, metric_columns=catalogue.metric_columns(known))


def _or_missing(metrics: Columns, name: str, launches: int) -> np.ndarray:
    return np.asarray(metrics[name], dtype=float) if name in metrics else np.full(launches, np.nan)


def _of_siblings(sms: np.ndarray, profile: Profile) -> np.ndarray:
    """The one number of SMs that launches of the same device tell; NaN where they tell none, or several."""
    told = np.full(len(sms), np.nan)
    number = numbered(zip(*(profile.launch_columns[name] for name in ("source", "device_index", "compute_capability")), strict=True))
    known = np.flatnonzero(~np.isnan(sms))
    least, most = np.full(len(sms), np.inf), np.full(len(sms), -np.inf)  # by the number of the device
    np.minimum.at(least, number[known], sms[known])
    np.maximum.at(most, number[known], sms[known])
    alike = least[number] == most[number]
    told[alike] = least[number][alike]
    return told


def columns_of(profile: Profile, devices: Devices) -> dict[str, np.ndarray]:
    """What rules may name beside the model's times: the profile's metrics, what its instructions and signatures say, the axes of grid and
    block, the device's figures, and what follows from both."""
    from ncu_advisor.sass import instruction_columns
    from ncu_advisor.signatures import signature_columns

    metrics = {name: profile.metric_columns[name] for name in profile.metric_columns}
    axes = {name: _known(profile.launch_columns[name].astype(float)) for name in AXES}
    device = devices.columns()
    moved = devices.moved(profile.metric_columns, device)
    return {**signature_columns(profile), **metrics, **instruction_columns(profile), **axes, **device, **moved}


def _known(sizes: np.ndarray) -> np.ndarray:
    return np.where(sizes > 0, sizes, np.nan)
