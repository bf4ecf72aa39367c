"""The runs that arguments name: exports of the profilers, saved reports and baseline files, told apart by what they hold."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from glob import has_magic
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.regression import baseline
from ncu_advisor.regression.runs import KernelRun, Run, distinct, of_report, of_trace, repeats_words

_DEEPEST = 64  # folders
_NOTEBOOK = {"cells", "worksheets", "metadata", "nbformat"}  # keys of the one JSON file that a reader takes

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile
    from ncu_advisor.readers.source import Limits
    from ncu_advisor.report import Report
    from ncu_advisor.rule import Rule
    from ncu_advisor.timeline import Session


def load(
    path: str, *, stamps: Mapping[str, str] | None = None, rules: Sequence[Rule] | None = None, limits: Limits | None = None, **how: Any
) -> list[Run]:
    """The runs that one argument names: one of a profiler export or a saved JSON report, several of a baseline file.

    ``rules`` judge exports (the shipped ones unless said); what was saved holds what spoke then. ``limits`` and ``how`` (strict, on_error,
    watch) are those of ``ncu_advisor.load``, and hold for the files of a folder.
    """
    saved = _saved(path, limits)
    if saved is not None and "baseline_version" in saved:
        return baseline.runs(saved, path)
    if saved is not None:
        report = _report(saved, path)
        told = tuple(f"{path}: {note.name}: {warning}" for note in report.inputs for warning in note.warnings)
        return [replace(of_report(report, PurePath(path).name, stamps), warnings=told)]
    from ncu_advisor.load import load as load_profile

    profile = load_profile([path], limits=limits, **how)
    return [replace(run, warnings=profile.warnings) for run in _runs(profile, path, stamps, rules)]


def _runs(profile: Profile, path: str, stamps: Mapping[str, str] | None, rules: Sequence[Rule] | None) -> list[Run]:
    from ncu_advisor.advise import advise

    if len(profile):
        return [of_report(advise(profile, rules=rules), PurePath(path).name, stamps)]
    versions = {note.tool_version for note in profile.inputs if note.tool_version}
    traced = [of_trace(session, PurePath(path).name, ", ".join(sorted(versions)) or None, stamps) for session in _sessions(profile)]
    if not any(run.kernels for run in traced):
        raise UnreadableInput(
            path, "holds no launch of a kernel that could be compared", "export ncu's raw page, or of nsys the .sqlite or the cuda_gpu_trace"
        )
    return [run for run in traced if run.kernels]


def load_all(
    arguments: Iterable[str], *, known: Sequence[Run] = (), strict: bool = False, on_error: Callable[[AdvisorError], None] | None = None, **how: Any
) -> list[Run]:
    """The runs of several arguments: every file of a glob is a run, all files of a folder together are one; ``how``: as ``load``.

    What cannot be read is handed to ``on_error`` and never stops the others, unless ``strict``; so are copies of runs that are there already,
    here or among ``known``. Raises AdvisorError where nothing could be read.
    """
    from ncu_advisor.load import settle

    groups: list[Sequence[Run]] = [[run] for run in known]
    errors: list[AdvisorError] = []
    for path in (path for argument in arguments for path in _globbed(argument)):
        try:
            groups.append(load(path, strict=strict, on_error=on_error, **how))
        except AdvisorError as error:
            if strict:
                raise
            errors.append(error)
    settle(errors, any(groups[len(known) :]) or not errors, on_error)
    runs, repeats = distinct(groups)
    if repeats and on_error is not None:
        on_error(AdvisorError("", repeats_words(repeats)))
    before = set(map(id, known))
    return [run for run in runs if id(run) not in before]


def in_checkout(runs: Iterable[Run], root: Path) -> list[Run]:
    """``runs`` with the source files of findings as they are called below ``root``, where they are there.

    A profile names them as the machine did that compiled; an annotation wants them as the repository does.
    """
    return [replace(run, kernels=tuple(_told_below(kernel, root) for kernel in run.kernels)) for run in runs]


def _told_below(kernel: KernelRun, root: Path) -> KernelRun:
    return replace(kernel, rules={rule: replace(seen, file=_below(seen.file, root)) for rule, seen in kernel.rules.items()})


def _below(file: str, root: Path) -> str:
    """The longest end of ``file`` that is a file below ``root``; else ``file``."""
    parts = [part for part in re.split(r"[\\/]+", file) if part]
    if ".." in parts or len(parts) > _DEEPEST:
        return file
    ends = ("/".join(parts[at:]) for at in range(len(parts)))
    return next((end for end in ends if os.path.isfile(root / end)), file)  # noqa: PTH113 - Path.is_file raises for names that are too long


def files_of(arguments: Iterable[str]) -> list[str]:
    """The files that ``arguments`` name, as themselves, by a glob or by their folder; none of them is opened."""
    return [name for argument in arguments for path in _globbed(argument) for name in (_expanded(path) if Path(path).is_dir() else [path])]


def refuse_other_than_baseline(path: Path) -> None:
    """Raises AdvisorError where ``path`` is a file and no baseline: one of any version is written again, nothing else is.

    What is damaged may have been anything. What is no plain file, such as a pipe, holds nothing that would be lost.
    """
    if path.is_file() and (problem := _no_baseline(str(path))):
        raise AdvisorError(
            str(path), f"{problem}, and would be overwritten", "name the baseline's own file with --baseline, or remove this one first"
        )


def _no_baseline(path: str) -> str:
    """What keeps the file from being taken for a baseline; "" where it is one."""
    try:
        saved = _saved(path, None)
    except UnreadableInput as error:
        return error.problem
    return "" if saved is not None and "baseline_version" in saved else "is no baseline"


def _globbed(argument: str) -> list[str]:
    if argument == "-" or Path(argument).exists() or not has_magic(argument):
        return [argument]
    return _expanded(argument)


def _expanded(argument: str) -> list[str]:
    """The files of a pattern or a folder; ``argument`` itself where there is none, so that whoever reads it says so."""
    from ncu_advisor.readers.source import expand

    try:
        return [source.path for source in expand([argument])]
    except UnreadableInput:
        return [argument]


def _sessions(profile: Profile) -> list[Session]:
    from ncu_advisor.timeline import Timeline

    return profile.timeline.sessions if isinstance(profile.timeline, Timeline) else []


def _saved(path: str, limits: Limits | None) -> dict[str, Any] | None:
    """What this package wrote itself as JSON; None for everything else, which the readers of exports recognise."""
    from ncu_advisor.readers.source import DEFAULT_LIMITS, expand

    sources = expand([path], limits or DEFAULT_LIMITS) if path != "-" and not Path(path).is_dir() else []
    if len(sources) != 1 or sources[0].head().lstrip()[:1] != b"{":
        return None
    try:
        with sources[0].open() as stream:
            data = json.load(stream)
    except (ValueError, RecursionError) as error:
        raise UnreadableInput(path, f"is no whole JSON file ({error})", "write it again") from None
    if isinstance(data, dict) and ("baseline_version" in data or "schema_version" in data):
        return data
    if isinstance(data, dict) and not _NOTEBOOK & data.keys():
        what = "is what `gate` or `compare` found" if "verdict" in data else "is JSON, but not of this package"
        raise UnreadableInput(
            path, f"{what}: no profile and no baseline", "name an export of ncu or nsys, or a baseline that `gate --update-baseline` wrote"
        )
    return None


def _report(data: dict[str, Any], path: str) -> Report:
    from ncu_advisor.report_json import report_from_json

    try:
        return report_from_json(data)
    except ValueError as error:
        raise UnreadableInput(path, f"is no report of this version: {error}", "write it again with `analyze --format json`") from None
