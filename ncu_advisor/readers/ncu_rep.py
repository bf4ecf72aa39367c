"""Reads ``.ncu-rep`` and ``.ncu-repz`` reports of Nsight Compute 2020 to 2025 without the vendor's software.

Source takes the compression off; what is read here is the container. Every launch keeps its metrics under the vendor's names in base
units, its opcode counts, its per-instruction counts (with source lines where the embedded binary has them), its open NVTX ranges and the
vendor's rules. Metrics that are not ``wanted`` are passed over without being decoded.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.profile import LaunchTable, VendorRule
from ncu_advisor.readers import report_container as container
from ncu_advisor.readers import report_instructions
from ncu_advisor.readers.opcode_metrics import OPCODE_METRICS
from ncu_advisor.readers.protobuf import WireError
from ncu_advisor.readers.report_messages import OPCODES, PER_INSTRUCTION, SKIP, VALUE, Result, result
from ncu_advisor.readers.report_sources import EmbeddedCode, embedded_code
from ncu_advisor.readers.report_table import table
from ncu_advisor.unended import CUT_OFF

if TYPE_CHECKING:
    from ncu_advisor.readers.source import Source

KIND = "ncu-rep"

_REMEDY = "copy it again, or export it with 'ncu --import FILE --page raw --csv'"
_TARGET = "Nsight Compute Target"
# Lists of the names of other metrics, which only the vendor's own tables need.
_NAME_LISTS = ("breakdown:", "group:")


def recognises(source: Source) -> bool:
    """Whether the decompressed content begins as a report."""
    return source.head()[: len(container.MAGIC)] == container.MAGIC


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """One table with a row per launch (range results included), in the order of the report.

    Raises UnreadableInput for damaged files, and where there is no whole launch; a file that ends later gives
    what is whole, and a warning.
    """
    session = container.Session()
    report = _Report(session, _usage(session.strings, wanted))
    try:
        with source.open() as stream:
            for kind, message in container.entries(stream, session):
                report.add(kind, message)
    except container.TruncatedError:
        if not report.results:
            raise UnreadableInput(source.path, "the report ends before its first launch is whole", "copy it again, or profile again") from None
        report.warnings.append(f"the file {CUT_OFF}; the {len(report.results)} launches before that were read")
    except (container.MalformedError, WireError) as error:
        raise UnreadableInput(source.path, f"damaged Nsight Compute report after launch {len(report.results)}: {error}", _REMEDY) from None
    if not report.results:
        raise UnreadableInput(source.path, "the report holds no launch", "check that the run launched kernels, and profile again")
    return [report.table(source.path)]


class _Report:
    """What was read of one report so far."""

    def __init__(self, session: container.Session, use: Callable[[int], int]) -> None:
        self.session = session
        self.use = use
        self.results: list[tuple[int, Result]] = []  # (process id, launch)
        self.codes: dict[int, EmbeddedCode] = {}
        self.warnings: list[str] = []

    def add(self, kind: str, message: bytes) -> None:
        """Takes in one entry of the container; raises WireError for damaged ones."""
        if kind == container.SOURCE:
            code = embedded_code(message)
            self.codes[code.reference] = code.joined(self.codes.get(code.reference))
            return
        launch = result(message, self.use)
        if kind == container.RANGE and not (launch.ids and (launch.function or launch.demangled)):
            self.warnings.append("a range result is of an unknown form and was left out")
            return
        self.results.append((self.session.process_id, launch))

    def table(self, path: str) -> LaunchTable:
        session = self.session
        if session.version != container.KNOWN_VERSION:
            self.warnings.append(f"report format {session.version} is not the one known here ({container.KNOWN_VERSION}); values may be missing")
        if any(max(launch.ids, default=-1) >= len(session.strings) for _, launch in self.results):
            self.warnings.append("some metrics have no name in the report and were left out")
        self.warnings.extend(self._debug_builds())
        made = table(path, self.results, session.strings, self.codes)
        made.tool_version = session.details.get(_TARGET, "").partition(" ")[0] or None
        made.warnings = self.warnings
        told = {"command_line": session.details.get("Command Line", ""), "cuda_version": session.details.get("CUDA Version", "")}
        made.session = {name: text.strip() for name, text in told.items() if text.strip()}
        if (made.tool_version or "2022")[:4] < "2022":
            # What is INF since 2022 was printed as OK before.
            made.vendor_rules = {row: [_as_before_2022(rule) for rule in rules] for row, rules in made.vendor_rules.items()}
        return made

    def _debug_builds(self) -> list[str]:
        """Who optimizes a launch of a debug build mends what the compiler would have mended: this is said once, for all launches."""
        count = sum(code.debug for _, launch in self.results if (code := self.codes.get(launch.source)) is not None)
        if not count:
            return []
        what = f"{count} of {len(self.results)} launches {'is of a debug build' if count == 1 else 'are of debug builds'} (nvcc -G)"
        return [f"{what}: {'its' if count == 1 else 'their'} times say nothing about a release build; rebuild with -lineinfo"]


def _as_before_2022(rule: VendorRule) -> VendorRule:
    return dataclasses.replace(rule, kind="OK") if rule.kind == "INF" else rule


def _usage(names: list[str], wanted: Callable[[str], bool]) -> Callable[[int], int]:
    """What to do with the metric of an id, decided once per name; ``names`` grows while the report is read."""
    decided: list[int] = []

    def use(metric: int) -> int:
        if metric >= len(decided):
            decided.extend(_decide(name, wanted) for name in names[len(decided) :])
            if metric >= len(decided):
                return VALUE if metric < 1 << 31 else SKIP  # its name may still come
        return decided[metric]

    return use


def _decide(name: str, wanted: Callable[[str], bool]) -> int:
    if name.startswith(_NAME_LISTS):
        return SKIP
    value = VALUE if name.startswith("device__attribute_") or wanted(name) else SKIP
    return value | (OPCODES if name in OPCODE_METRICS else SKIP) | (PER_INSTRUCTION if report_instructions.column(name) else SKIP)
