"""Launches of several devices in one report: one of them heads it, wholly, and the others are named."""

from __future__ import annotations

from pathlib import Path

import gate_profiles as made

from ncu_advisor.advise import advise
from ncu_advisor.load import load

A100 = {
    "device__attribute_display_name": "NVIDIA A100-SXM4-80GB",
    "device__attribute_compute_capability_major": "8",
    "device__attribute_compute_capability_minor": "0",
    "device__attribute_multiprocessor_count": "108",
    "CC": "8.0",
}


def _on_a100(cells: dict[str, str]) -> None:
    cells.update({name: value for name, value in A100.items() if name in cells})


def test_name_and_figures_are_of_one_device(tmp_path: Path) -> None:
    """As many launches on either device: the first one heads the report with its own figures, and a note names the other."""
    h200 = made.write(tmp_path / "h200.csv", launches=1)
    a100 = made.write(tmp_path / "a100.csv", launches=1, every=2.0, change=_on_a100)
    for first, second, expected in (
        (h200, a100, ("NVIDIA H200", "9.0", 132, "16 launches ran on NVIDIA A100-SXM4-80GB and are judged by its peaks")),
        (a100, h200, ("NVIDIA A100-SXM4-80GB", "8.0", 108, "16 launches ran on NVIDIA H200 and are judged by its peaks")),
    ):
        device = advise(load([str(first), str(second)])).device
        assert (device["name"], device["compute_capability"], device["sm_count"], device["notes"][-1]) == expected


def test_one_device_has_no_such_note(tmp_path: Path) -> None:
    """Nothing is said of others where there are none."""
    device = advise(load([str(made.write(tmp_path / "h200.csv", launches=2))])).device
    assert not [note for note in device["notes"] if "ran on" in note]


def test_launches_that_do_not_name_their_device_rename_nobody(tmp_path: Path) -> None:
    """Beside a page that names its device: a missing name is none, not the device "nan", and the page with its own peaks heads the report."""
    header, _, _ = made.table("full_raw")
    named = made.write(tmp_path / "named.csv", launches=1, export="full_raw")
    attributes = [name for name in header if name.startswith("device__attribute_")]
    unnamed = made.write(tmp_path / "unnamed.csv", launches=1, every=2.0, export="full_raw", without=attributes)
    alone = advise(load([str(named)])).device
    assert advise(load([str(named), str(unnamed)])).device == alone
    assert not [note for note in advise(load([str(unnamed), str(named)])).device["notes"] if note.startswith("nan")]
