"""A Profile: launches as rows, metrics as columns, base units; NaN means not collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ncu_advisor.columns import Columns

if TYPE_CHECKING:
    import pandas as pd

# What identifies a launch; every reader fills these of ``launch_columns`` (missing text is "", missing numbers -1).
AXES = ("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z")
IDENTITY = ("launch_id", "process_id", "name", "context", "stream", "device_index", "compute_capability", *AXES)


@dataclass(frozen=True)
class VendorRule:
    """A row of the vendor's own advice, kept as quoted data and never mixed with ours."""

    name: str
    kind: str  # OPT, WRN, INF, OK
    text: str
    section: str = ""
    estimated_speedup_pct: float | None = None
    scope: str = ""  # "global" (of the launch) or "local" (of the part named); only global ones are savings
    places: tuple[str, ...] = ()  # "file:line" that the rule points at, where the export says


class _OfLaunches:
    """Launches in Columns, which users of pandas read as frames: ``launches``, ``metrics``, ``texts``, and ``instructions`` by row."""

    launch_columns: Columns
    metric_columns: Columns
    text_columns: Columns
    code: dict[int, Columns]

    def __len__(self) -> int:
        return len(self.launch_columns)

    @property
    def launches(self) -> pd.DataFrame:
        return self.launch_columns.frame

    @property
    def metrics(self) -> pd.DataFrame:
        return self.metric_columns.frame

    @property
    def texts(self) -> pd.DataFrame:
        return self.text_columns.frame

    @property
    def instructions(self) -> dict[int, pd.DataFrame]:
        return {row: columns.frame for row, columns in self.code.items()}


@dataclass
class LaunchTable(_OfLaunches):
    """What one profiler table holds, in the vendor's own metric names; the only thing an ncu reader returns.

    ``launch_columns`` are IDENTITY, one row a launch in the order of the export; ``metric_columns`` (float64, base units) and
    ``text_columns`` (str) have the same rows and one column per vendor metric name. The dictionaries are keyed by row number.
    """

    kind: str  # "ncu-raw", "ncu-details", "ncu-source", "ncu-rep", "ncu-text"
    path: str
    launch_columns: Columns
    metric_columns: Columns
    text_columns: Columns
    vendor_rules: dict[int, list[VendorRule]] = field(default_factory=dict)
    opcodes: dict[int, dict[str, float]] = field(default_factory=dict)  # executed warp instructions by full SASS mnemonic
    code: dict[int, Columns] = field(default_factory=dict)  # source page: one row an instruction
    tool_version: str | None = None
    warnings: list[str] = field(default_factory=list)
    session: dict[str, str] = field(default_factory=dict)  # "command_line", "cuda_version": what the export says of its run
    asides: frozenset[str] = frozenset()  # metrics that only rows beside a section's own tell, see ``labels.is_aside``


@dataclass(frozen=True)
class InputNote:
    """What became of one input: for the report's ``inputs``."""

    kind: str
    path: str
    rows: int
    tool_version: str | None = None
    warnings: tuple[str, ...] = ()
    session: dict[str, str] = field(default_factory=dict)


@dataclass
class Profile(_OfLaunches):
    """Everything the advisor knows of a run.

    ``launch_columns`` are IDENTITY, ``short_name`` and ``source``, the path of the input that the launch came from.
    ``metric_columns`` have one row a launch and one column per catalogued metric name (see ``catalogue``), float64, base units.
    ``vendor_columns`` are the exported ones under the vendor's names; ``timeline`` is the system profile, where one was read.
    """

    launch_columns: Columns
    metric_columns: Columns
    vendor_columns: Columns
    text_columns: Columns
    vendor_rules: dict[int, list[VendorRule]]
    opcodes: dict[int, dict[str, float]]
    code: dict[int, Columns]
    inputs: list[InputNote]
    timeline: object | None = None
    asides: frozenset[str] = frozenset()  # vendor metrics that no table tells but as asides

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is wrong with the inputs, each with the path as it was given."""
        return tuple(f"{note.path}: {warning}" for note in self.inputs for warning in note.warnings)

    @property
    def vendor_metrics(self) -> pd.DataFrame:
        return self.vendor_columns.frame
