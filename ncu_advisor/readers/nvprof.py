"""Output of nvprof, the profiler that Nsight replaced: recognised so that it can be refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.source import Source
from ncu_advisor.timeline import TimelineTable

KIND = "nvprof"

_SIGNS = (
    re.compile(r"^==(?:\d+|====)== (?:NVPROF is profiling|Profiling result:|Metric result:|Event result:)", re.MULTILINE),
    re.compile(r'^"Device","Kernel","Invocations","(?:Metric|Event) Name"', re.MULTILINE),
    re.compile(r'^"?Type"?,"?Time\(%\)"?,"?Time"?,"?Calls"?,"?Avg"?,"?Min"?,"?Max"?,"?Name"?', re.MULTILINE),
)


def recognises(source: Source) -> bool:
    """Whether the first megabyte holds nvprof's banner or the header of one of its tables."""
    text = source.head_text()
    return any(sign.search(text) for sign in _SIGNS)


def read(source: Source, wanted: Callable[[str], bool]) -> list[TimelineTable]:
    """Always raises UnreadableInput: nvprof's metrics have other names and other meanings."""
    raise UnreadableInput(source.path, "is nvprof output, which this tool does not read", "profile again: ncu --set full --csv --page raw")
