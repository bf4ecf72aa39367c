"""Small profiles for tests, told launch by launch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ncu_advisor.columns import Columns
from ncu_advisor.names import short
from ncu_advisor.profile import Profile
from ncu_advisor.report import Diagnosis
from ncu_advisor.timeline import Session, Timeline

MB = 1_000_000.0


def profile(rows: Sequence[dict[str, Any]], sessions: Sequence[Session] = ()) -> Profile:
    """A profile with one launch a row: ``name``, optionally ``grid``, ``block``, ``stream``, ``process`` and ``id``, and any metrics."""
    own = ("name", "grid", "block", "stream", "process", "id")
    launches = pd.DataFrame(
        {
            "launch_id": [row.get("id", index) for index, row in enumerate(rows)],
            "process_id": [row.get("process", 1) for row in rows],
            "name": [row["name"] for row in rows],
            "short_name": [short(row["name"]) for row in rows],
            "context": [1] * len(rows),
            "stream": [row.get("stream", 7) for row in rows],
            "device_index": [0] * len(rows),
            **{f"grid_{axis}": [row.get("grid", (1024, 1, 1))[at] for row in rows] for at, axis in enumerate("xyz")},
            **{f"block_{axis}": [row.get("block", (256, 1, 1))[at] for row in rows] for at, axis in enumerate("xyz")},
        }
    )
    names = dict.fromkeys(name for row in rows for name in row if name not in own)
    metrics = {name: np.array([float(row.get(name, np.nan)) for row in rows]) for name in names}
    timeline = Timeline(list(sessions)) if sessions else None
    nothing = Columns({}, len(rows))
    return Profile(Columns.of_frame(launches), Columns(metrics, len(rows)), nothing, nothing, {}, {}, {}, [], timeline)


def columns(source: Profile) -> dict[str, Any]:
    """Its metrics as rules see them."""
    return {name: source.metrics[name].to_numpy(dtype=float) for name in source.metrics}


def diagnoses(source: Profile) -> list[Diagnosis]:
    """A diagnosis without findings for each launch."""
    total = float(source.metrics["duration"].sum()) if "duration" in source.metrics else 1.0
    return [
        Diagnosis(
            id=row,
            name=str(launch["name"]),
            short_name=str(launch["short_name"]),
            grid=(int(launch["grid_x"]), int(launch["grid_y"]), int(launch["grid_z"])),
            block=(int(launch["block_x"]), int(launch["block_y"]), int(launch["block_z"])),
            duration_ns=float(source.metrics["duration"].iloc[row]),
            share_of_time=float(source.metrics["duration"].iloc[row]) / total,
            bound="memory",
            limiter="dram",
            confidence=1.0,
            roof_fraction=0.9,
            headroom_pct=0.0,
        )
        for row, launch in source.launches.iterrows()
    ]


def stream(name: str, read: float, written: float, **more: Any) -> dict[str, Any]:
    """A launch at the DRAM roof that reads and writes this many megabytes in 16-byte pieces, at 4 TB/s."""
    traffic = {"dram_bytes_read": read * MB, "dram_bytes_written": 0.93 * written * MB, "store_bytes": written * MB, "store_instructions": 1000.0}
    total = traffic["dram_bytes_read"] + traffic["dram_bytes_written"]
    return {"name": name, "duration": total / 4e3, "dram_throughput": 85.0, "dram_bytes": total, **traffic, **more}
