"""Writes small pages of ``ncu --csv`` for tests: quoted as the profiler quotes, with what is around a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import read_all
from ncu_advisor.readers.source import Limits

LAUNCH = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC")
METRIC = ("Section Name", "Metric Name", "Metric Unit", "Metric Value")
RULE = ("Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type", "Estimated Speedup")
SOL = "GPU Speed Of Light Throughput"


def line(cells: Sequence[object]) -> str:
    """One row, every cell quoted, quotes doubled."""
    return ",".join('"' + str(cell).replace('"', '""') + '"' for cell in cells) + "\n"


def launch(number: int = 0, name: str = "kernel(float *)", process: int = 7, device: int = 0) -> list[str]:
    """The identity cells of a launch in LAUNCH order."""
    return [str(number), str(process), "app", "127.0.0.1", name, "1", "7", "(256, 1, 1)", "(64, 2, 1)", str(device), "9.0"]


def raw(names: Sequence[str], units: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A raw page: ``rows`` hold identity and metric cells."""
    return line([*LAUNCH, *names]) + line([""] * len(LAUNCH) + list(units)) + "".join(map(line, rows))


def details(rows: Sequence[Sequence[object]], columns: Sequence[str] = (*LAUNCH, *METRIC)) -> str:
    """A details page: ``rows`` hold identity, section, label, unit, value, and whatever ``columns`` adds."""
    return line(columns) + "".join(map(line, rows))


def read(folder: Path, content: str | bytes, limits: Limits | None = None) -> list[LaunchTable]:
    """All tables of a file with ``content``, every metric wanted; raises the error where it cannot be read."""
    file = folder / "input.csv"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    tables, _ = read_all([str(file)], lambda name: True, limits, strict=True)
    assert all(isinstance(table, LaunchTable) for table in tables)
    return [table for table in tables if isinstance(table, LaunchTable)]


NAMES = st.text(st.sampled_from("ab<>(),:* &\"[]{}_0'λ"), min_size=1, max_size=24).filter(lambda name: name.strip() == name)
BANNERS = st.lists(
    st.sampled_from(
        [
            "==PROF== Connected to process 7 (/bin/app)\n",
            "==WARNING== Note: Running with unmodified GPU clocks.\n",
            '==PROF== Profiling "kernel" - 0: 0%....50%....100% - 38 passes\n',
            "\n",
            "iteration 3, loss 0.25, time 1,234 ms\n",
            '"Multi" took 596.458 milliseconds\n',
            "1,2,3\n",
            "{'a': [1, 2]}\n",
            'x = "open quote\n',
            "\x1b[31mred\x1b[0m\n",
        ]
    ),
    max_size=5,
).map("".join)
