"""A Profile: launches as rows, metrics as columns, base units; NaN means not collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

# What identifies a launch; every reader fills these columns of ``LaunchTable.launches`` (missing text is "", missing numbers -1).
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


@dataclass
class LaunchTable:
    """What one profiler table holds, in the vendor's own metric names; the only thing an ncu reader returns.

    ``launches`` has the columns IDENTITY, one row a launch in the order of the export; ``metrics`` (float64, base units)
    and ``texts`` (str) share its index and have one column per vendor metric name. The dictionaries are keyed by row number.
    """

    kind: str  # "ncu-raw", "ncu-details", "ncu-source", "ncu-rep", "ncu-text"
    path: str
    launches: pd.DataFrame
    metrics: pd.DataFrame
    texts: pd.DataFrame
    vendor_rules: dict[int, list[VendorRule]] = field(default_factory=dict)
    opcodes: dict[int, dict[str, float]] = field(default_factory=dict)  # executed warp instructions by full SASS mnemonic
    instructions: dict[int, pd.DataFrame] = field(default_factory=dict)  # source page: one row an instruction
    tool_version: str | None = None
    warnings: list[str] = field(default_factory=list)
    session: dict[str, str] = field(default_factory=dict)  # "command_line", "cuda_version": what the export says of its run


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
class Profile:
    """Everything the advisor knows of a run.

    ``launches`` has the columns IDENTITY, ``short_name`` and ``source``, the path of the input that the launch came from.
    ``metrics`` has one row a launch and one column per catalogued metric name (see ``catalogue``), float64, base units.
    ``vendor_metrics`` holds the exported columns under the vendor's names; ``timeline`` the system profile, where one was read.
    """

    launches: pd.DataFrame
    metrics: pd.DataFrame
    vendor_metrics: pd.DataFrame
    texts: pd.DataFrame
    vendor_rules: dict[int, list[VendorRule]]
    opcodes: dict[int, dict[str, float]]
    instructions: dict[int, pd.DataFrame]
    inputs: list[InputNote]
    timeline: object | None = None

    def __len__(self) -> int:
        return len(self.launches)
