"""Why an input is no profile: what the file is instead, or what the failed run itself says, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Callable

from ncu_advisor import unended
from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.compression import archive_kind
from ncu_advisor.readers.source import Source

_EXPORT = "export it with 'ncu --csv --page raw'"
_BANNER = re.compile(r"^==(?:PROF|ERROR|WARNING)==", re.MULTILINE)
_PERMISSION_REMEDY = "allow access to the counters (NVreg_RestrictProfilingToAdminUsers=0, or run as administrator) and profile again"
# What the profiler complains of, and what mends it; the first that matches names the remedy.
_REMEDIES = (
    (re.compile(r"ERR_NVGPUCTRPERM|permission to access NVIDIA GPU Performance Counters"), _PERMISSION_REMEDY),
    (re.compile(r"did not match any section"), "name a section that 'ncu --list-sections' lists"),
    (re.compile(r"did not match any metric|Failed to find metric", re.IGNORECASE), "name metrics that 'ncu --query-metrics' lists"),
    (re.compile(r"No kernels were profiled"), "check that the program launches kernels and that the kernel filter matches them"),
    (
        re.compile(r"application returned an error code|application terminated|crashed", re.IGNORECASE),
        "make the program run without the profiler first",
    ),
    (re.compile(r"driver resource|another (?:tool|profiler)|in use", re.IGNORECASE), "end other profilers on this GPU and profile again"),
)
_NVPROF = re.compile(r'NVPROF is profiling|^==\d+== Profiling result:|^"?Device"?,"?Kernel"?,"?Invocations"?,"?Metric Name', re.MULTILINE)
_NSYS_REPORT = b"NVIDIA Tegra Profiler Report"  # how a .nsys-rep begins, and a .qdrep before it
# What ncu says of a report that it saved, and nsys of the tables that it wrote to files.
_SAVED = re.compile(r"^(?:==PROF== Report: (?P<report>.*\S)|Processing \[.*\] with \[.*\] to \[(?P<table>.+)\])", re.MULTILINE)
_BINARY = (
    (b"\x7fELF", "a program or library"),
    (b"\x1f\x8b", "gzip data that was compressed once more"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"SQLite format 3\0", "an SQLite database, but not one that nsys exported"),
)


def is_profiler_output(source: Source) -> bool:
    """Whether ``source`` shows traces of a profiler, so that it is worth an error even where nobody named it."""
    text = _text(source)
    return bool(_BANNER.search(text) or _NVPROF.search(text))


def why_not(source: Source) -> UnreadableInput:
    """The error for an input that no reader recognises."""
    head = source.head()
    for check in (_binary, _nvprof, _failed_run, _other_text):
        error = check(source, head)
        if error is not None:
            return error
    return UnreadableInput(source.path, "this is not a profiler's export that is known here", f"{_EXPORT}, or name a .ncu-rep")


def no_launches(path: str, notes: list[str], before: str, warnings: list[str]) -> UnreadableInput:
    """The error for a table without a single launch.

    ``notes`` are the profiler's complaints beside it, ``before`` what precedes its header, ``warnings`` what its reader says of it.
    """
    if before.strip():
        remedy = "take that off every line, as with sed 's/^[^\"]*//', or write the table to a file of its own with ncu --log-file"
        return UnreadableInput(path, f"its table stands behind {before[-40:]!r}, as from a launcher that marks every line", remedy)
    if (complaint := _complaint(path, notes)) is not None:
        return complaint
    if not unended.whole(notes):
        return UnreadableInput(path, f"its table {unended.CUT_OFF} or damaged before the first launch is whole", "copy it again, or profile again")
    if warnings:
        return UnreadableInput(path, f"its table holds no launches: {warnings[0]}", "export it again, or undo what changed its rows")
    return UnreadableInput(path, "its table holds no launches", "check that the run launched kernels, and profile again")


def _binary(source: Source, head: bytes) -> UnreadableInput | None:
    if not head:
        return UnreadableInput(source.path, "the file is empty", "the run may have been killed; profile again")
    archive = archive_kind(head)
    if archive:
        return UnreadableInput(source.path, f"this is a {archive}", "unpack it and name the files in it")
    for magic, what in _BINARY:
        if head.startswith(magic):
            return UnreadableInput(source.path, f"this is {what}", "name a profiler's export")
    if head.startswith(_NSYS_REPORT):
        remedy = "export it with 'nsys export --type sqlite FILE' and name the .sqlite"
        return UnreadableInput(source.path, "this is a report that only nsys itself can read", remedy)
    binary = b"\0" in head[:4096] and not source.encoding().startswith("utf-16")
    if binary and source.path.endswith(".ncu-rep"):
        remedy = "copy it again as a binary file, or save the report again"
        return UnreadableInput(source.path, "this does not begin as a .ncu-rep does: its start is missing or damaged", remedy)
    if binary:
        remedy = "name an export of ncu or nsys: a .ncu-rep, a .csv or a .sqlite"
        return UnreadableInput(source.path, "this is a binary file of a kind that is not known here", remedy)
    return None


def _nvprof(source: Source, head: bytes) -> UnreadableInput | None:
    text = _text(source)
    if (
        "NVPROF is profiling" in text
        or '"Device","Kernel","Invocations","Metric Name"' in text
        or re.search(r"^==\d+== Profiling result:", text, re.M)
    ):
        return UnreadableInput(source.path, "this is nvprof output, which lacks what is needed here", "re-profile with ncu --csv --page raw")
    return None


def _failed_run(source: Source, head: bytes) -> UnreadableInput | None:
    text = _text(source)
    saved = [match["report"] or match["table"] for match in _SAVED.finditer(text)]
    if saved:
        which = saved[0][-200:] if len(saved) == 1 else f"the {len(saved)} files that it names, such as {saved[0][-200:]}"
        return UnreadableInput(source.path, "this is a log that says where the results were saved", f"name {which}")
    if not _BANNER.search(text):
        return None
    found = _complaint(source.path, [line.strip() for line in text.splitlines() if line.startswith(("==ERROR==", "==WARNING=="))])
    if found is not None:
        return found
    problem = "the profiled run printed no table" if "==PROF== Connected" in text else "there are the profiler's messages in it, but no table"
    return UnreadableInput(source.path, problem, "profile again with ncu --csv, without ending the program early")


def _complaint(path: str, lines: list[str]) -> UnreadableInput | None:
    """The gravest of the profiler's own lines: one with a known remedy, else the first error; warnings alone are no failure."""
    for pattern, remedy in _REMEDIES:
        for line in lines:
            if pattern.search(line):
                return UnreadableInput(path, f"the profiled run failed: {_said(line)}", remedy)
    errors = [line for line in lines if line.startswith("==ERROR==")]
    return UnreadableInput(path, f"the profiled run failed: {_said(errors[0])}", "mend that and profile again") if errors else None


def _said(line: str) -> str:
    return re.sub(r"^==\w+==\s*", "", line)[:300].rstrip(" .")


def _other_text(source: Source, head: bytes) -> UnreadableInput | None:
    text = _text(source).lstrip("\ufeff \t\r\n")
    kinds: tuple[tuple[str, Callable[[str], object]], ...] = (
        ("an HTML page", lambda t: re.match(r"<!doctype html|<html", t, re.I)),
        ("an XML file", lambda t: t.startswith("<?xml")),
        ("JSON", lambda t: re.match(r"[\[{]\s*[\"\[{\]}]", t)),
        ("CUDA or C++ source code", lambda t: re.search(r"^\s*#\s*include\s*[<\"]|__global__\s+void", t, re.M)),
        ("Python source code", lambda t: re.match(r"#!.*python", t) or re.search(r"^(?:import|from) \w+", t, re.M)),
        ("a CSV file, but not one of ncu or nsys", lambda t: t[: t.find("\n")].count(",") > 1),
    )
    for what, matches in kinds:
        if matches(text):
            return UnreadableInput(source.path, f"this is {what}", f"name a profiler's export: {_EXPORT}")
    return None


def _text(source: Source) -> str:
    head = source.head()
    return source.head_text() if b"\0" not in head[:4096] or source.encoding().startswith("utf-16") else ""
