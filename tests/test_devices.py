"""Launches of several devices in one report: one of them heads it, wholly, and the others are named."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import gate_profiles as made
import numpy as np
import pytest
from csv_pages import launch, raw

from ncu_advisor.advise import _with_device, advise
from ncu_advisor.columns import Columns
from ncu_advisor.hardware.device import Devices, identify
from ncu_advisor.hardware.gpu_files import load as gpu
from ncu_advisor.load import load
from ncu_advisor.presentation.wording import device_line
from ncu_advisor.rehearsal import profile_of
from ncu_advisor.rule import Example

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


KERNELS = ["transpose_naive"]


def _unnamed(path: Path, memory_clocks: Sequence[str], every: float = 1.0) -> Path:
    """An export of a device that it does not name, told by its memory clock: one launch a clock."""
    clocks = iter(memory_clocks)

    def change(cells: dict[str, str]) -> None:
        cells["dram__cycles_elapsed.avg.per_second"] = next(clocks)

    attributes = [name for name in made.table()[0] if name.startswith("device__attribute_")]
    return made.write(path, launches=len(memory_clocks), every=every, change=change, without=attributes, kernels=KERNELS)


def _names(*paths: Path) -> dict[str, set[str | None]]:
    """The devices that are found of the launches of every input."""
    profile = load([str(path) for path in paths])
    found: dict[str, set[str | None]] = {}
    for source, device in zip(profile.launch_columns["source"], identify(profile).of_launch, strict=True):
        found.setdefault(Path(source).name, set()).add(device and device.name)
    return found


def test_every_input_is_identified_by_itself(tmp_path: Path) -> None:
    """Two machines whose cards differ in their memory clock alone are told apart, in whatever order their exports are named."""
    h200 = _unnamed(tmp_path / "h200.csv", ["3.2"] * 2)
    other = _unnamed(tmp_path / "other.csv", ["2.61"] * 3, every=2.0)
    for paths in ((h200, other), (other, h200)):
        assert _names(*paths) == {"h200.csv": {"H200 SXM"}, "other.csv": {None}}
        report = advise(load([str(path) for path in paths]))
        assert report.device["name"] == "H200 SXM"
        assert "3 launches ran on a device that is not known and are judged by no peaks" in report.device["notes"]


@pytest.mark.parametrize("clocks", [("n/a", "3.2", "3.2"), ("3.2", "n/a", "n/a"), ("1.6", "3.2", "3.2"), ("1.6", "3.2")])
def test_any_launch_may_tell_the_clock(tmp_path: Path, clocks: Sequence[str]) -> None:
    """A device is told by the usual clock of its launches: one without a clock, or with an odd one, makes it no other, though it be the first."""
    assert _names(_unnamed(tmp_path / "page.csv", clocks)) == {"page.csv": {"H200 SXM"}}


def test_exports_of_one_device_count_as_one(tmp_path: Path) -> None:
    """Three exports of a launch each, whose figures differ a little, outnumber two launches on another device, and no note names them."""
    paths = [made.write(tmp_path / "a100.csv", launches=2, every=9.0, change=_on_a100, kernels=KERNELS)]
    for number in range(3):
        clock = {"device__attribute_max_mem_frequency_khz": f"320{number}000"}
        paths.append(made.write(tmp_path / f"{number}.csv", launches=1, every=2.0**number, change=partial(dict.update, **clock), kernels=KERNELS))
    for order in (paths, paths[::-1]):
        device = advise(load([str(path) for path in order])).device
        assert device["name"] == "NVIDIA H200"
        assert [note for note in device["notes"] if "ran on" in note] == ["2 launches ran on NVIDIA A100-SXM4-80GB and are judged by its peaks"]


def test_what_is_told_of_an_unknown_device_is_passed_on(tmp_path: Path) -> None:
    """Compute capability and SM count stand in the profile although nothing names the device; what the capability fixes is known to rules."""
    header, _, _ = made.table("full_raw")
    attributes = [name for name in header if name.startswith(("device__attribute_", "dram__cycles_elapsed", "dram__bytes.sum.peak"))]
    profile = load(str(made.write(tmp_path / "unnamed.csv", launches=1, export="full_raw", without=attributes)))
    devices = identify(profile)
    told = {name: devices.summary()[name] for name in ("name", "compute_capability", "sm_count")}
    assert told == {"name": "unknown device", "compute_capability": "9.0", "sm_count": 132}
    columns = devices.columns()
    assert {name: float(columns[name][0]) for name in ("gpu_cc", "gpu_max_warps", "gpu_shared_optin", "gpu_sm_count")} == {
        "gpu_cc": 9.0, "gpu_max_warps": 64.0, "gpu_shared_optin": 232448.0, "gpu_sm_count": 132.0,
    }  # fmt: skip
    assert np.isnan(columns["gpu_dram"]).all()


def test_rules_are_told_what_a_device_holds() -> None:
    """The card's memory, each device's own; of a device that is not known, none."""
    columns = Devices([gpu("l4"), gpu("h200-sxm"), None], []).columns()
    assert columns["gpu_memory_bytes"].tolist() == pytest.approx([24 * 2.0**30, 141 * 2.0**30, float("nan")], nan_ok=True)


def test_rules_are_told_how_many_turns_a_unit_takes_for_an_instruction() -> None:
    """An A100 has 64 FP32 lanes an SM, half of what an H200 has; of an unknown device the usual is taken."""
    columns = Devices([gpu("a100-sxm4-40gb"), gpu("h200-sxm"), None], [0, 1, 2]).columns()
    assert columns["gpu_fma_turns"].tolist() == [2.0, 1.0, 1.0]
    columns = Devices([gpu("t4"), gpu("h200-sxm"), None], [0, 1, 2]).columns()
    assert columns["gpu_lsu_turns"].tolist() == [2.0, 1.0, 1.0]


def test_rules_are_told_what_dram_moved() -> None:
    """As counted, else its share of the device's peak over the time; nothing of a device that is not known. And how often that fills the card, and
    how many whole words it is for each thread."""
    devices = Devices([gpu("h200-sxm"), gpu("h200-sxm"), None], [])
    metrics = {
        "dram_bytes": [6e9, np.nan, np.nan], "dram_throughput": [90.0, 50.0, 50.0], "duration": [1e9, 1e9, 1e9],
        "grid_size": [1e6, 1e6, 1e6], "block_size": [256.0, 256.0, 256.0],
    }  # fmt: skip
    moved = devices.moved(Columns({name: np.array(column) for name, column in metrics.items()}, 3), devices.columns())
    half = 0.5 * float(devices.columns()["gpu_dram"][1])
    assert moved["dram_moved"].tolist() == pytest.approx([6e9, half, float("nan")], nan_ok=True)
    assert moved["dram_turns"].tolist() == pytest.approx([6e9 / (141 * 2.0**30), half / (141 * 2.0**30), float("nan")], nan_ok=True)
    assert moved["dram_words_each"].tolist() == pytest.approx([5.0, half // 1.024e9, float("nan")], nan_ok=True)


def test_unknown_devices_that_differ_are_none() -> None:
    """Two capabilities are not one device, and a capability older than the database fixes nothing."""
    several = Devices([None, None, None], [], told=[("9.0", 132.0), ("8.0", float("nan")), ("2.0", 132.0)])
    assert (several.summary()["compute_capability"], several.summary()["sm_count"]) == (None, 132)
    assert several.columns()["gpu_cc"].tolist() == pytest.approx([9.0, 8.0, float("nan")], nan_ok=True)


def test_a_named_device_gives_the_sms_that_the_export_does_not_count() -> None:
    """And what follows from them: 33 blocks are few on 132 SMs. What the export counts stays as it is."""
    launch = {"duration": 1e5, "grid_size": 33.0, "block_size": 128.0, "issue_elapsed": 5.0, "sm_busy": 25.0}
    [told] = advise(profile_of(Example("", "h200-sxm", launch, {}, "", "fires")), gpu="h200-sxm").kernels
    assert (told.metrics["sm_count"], [f.title for f in told.findings if f.rule == "small-grid"]) == (132.0, ["33 blocks on 132 SMs"])
    [counted] = advise(profile_of(Example("", "h200-sxm", {**launch, "sm_count": 16.0}, {}, "", "silent")), gpu="h200-sxm").kernels
    assert (counted.metrics["sm_count"], [f for f in counted.findings if f.rule == "small-grid"]) == (16.0, [])


_PAGE = """  {name} ({grid}, 1, 1)x(512, 1, 1), Context 1, Stream 7, Device 0, CC {capability}
    Section: GPU Speed Of Light Throughput
    ----------------------- ------------- ------------
    Metric Name               Metric Unit Metric Value
    ----------------------- ------------- ------------
    DRAM Throughput                     %        10.50
    Duration                      msecond        15.15
    Compute (SM) Throughput             %         5.27
    ----------------------- ------------- ------------

    Section: Launch Statistics
    ----------------------- ------------- ------------
    Metric Name               Metric Unit Metric Value
    ----------------------- ------------- ------------
    Block Size                                     512
    Grid Size                                {grid:>7}
    Waves Per SM                             {waves:>7}
    ----------------------- ------------- ------------

    Section: Occupancy
    ----------------------- ------------- ------------
    Metric Name               Metric Unit Metric Value
    ----------------------- ------------- ------------
    Block Limit SM                  block           16
    Block Limit Registers           block            3
    Block Limit Shared Mem          block          100
    Block Limit Warps               block            3
    ----------------------- ------------- ------------
"""


@pytest.mark.parametrize(("other", "sms"), [("8.6", 46.0), ("8.9", np.nan)])
def test_a_launch_without_a_count_of_sms_has_that_of_its_siblings(tmp_path: Path, other: str, sms: float) -> None:
    """16 blocks in 0.12 waves leave the number of SMs open, 8,192 in 59.36 do not; on another device it may be another number."""
    small = _PAGE.format(name="small", grid=16, waves=0.12, capability="8.6")
    large = _PAGE.format(name="large", grid=8192, waves=59.36, capability=other)
    (tmp_path / "page.txt").write_text(small + large)
    profile = load(str(tmp_path / "page.txt"))
    counted = _with_device(profile, identify(profile)).metric_columns["sm_count"]
    np.testing.assert_array_equal(counted, [sms, 46.0])


def test_a_device_is_told_by_the_waves_of_its_blocks(tmp_path: Path) -> None:
    """Exports without a number of SMs have that of their waves, where these are of one number alone."""
    for grid, waves, sms in ((8192, 59.36, 46), (16, 0.12, None)):
        (tmp_path / "page.txt").write_text(_PAGE.format(name="kernel", grid=grid, waves=waves, capability="8.6"))
        assert identify(load(str(tmp_path / "page.txt"))).summary()["sm_count"] == sms


def test_bytes_of_dram_are_held_against_the_peak_of_the_device(tmp_path: Path) -> None:
    """Exports of chosen counters have bytes and a time; what share of the peak that is, the device tells that the user names."""
    head = "ID,Process ID,Kernel Name,Grid Size,Block Size,dram__bytes_op_read.sum,dram__bytes_op_write.sum,gpu__time_duration.sum"
    (tmp_path / "raw.csv").write_text(
        f"{head}\n,,,,,byte,byte,ns\n0,1,saxpy,65536,256,134221568,43631104,292928\n".replace("65536,256", '"(65536, 1, 1)","(256, 1, 1)"')
    )
    profile = load(str(tmp_path / "raw.csv"))
    named, unnamed = advise(profile, gpu="rtx5070").kernels[0], advise(profile).kernels[0]
    assert (named.bound, named.limiter, unnamed.bound) == ("memory", "dram", "unknown")
    assert named.roof_fraction == pytest.approx(0.95, abs=0.03)


@pytest.mark.parametrize(
    ("hertz", "control", "said"),
    [
        (1.98e9, None, None),
        (1.90e9, "base", None),  # 96% of boost: as where heat takes a little
        (1.50e9, "base", "SMs ran at 1.50 GHz, 76% of boost, to which ncu locked them"),
        (1.50e9, "none", "SMs ran at 1.50 GHz, 76% of boost, though ncu left clocks alone"),
        (1.50e9, None, "SMs ran at 1.50 GHz, 76% of boost, as where ncu locks clocks"),
    ],
)
def test_clocks_below_boost_are_said(hertz: float, control: str | None, said: str | None) -> None:
    """What runs at the SM's clock takes longer than in a normal run, DRAM does not: a reader has to know before comparing."""
    notes = Devices([gpu("h200-sxm")], []).clocks(Columns({"sm_clock": np.array([hertz])}, 1), control)
    assert [note.startswith(said or "") and note.endswith("than in a normal run.") for note in notes] == ([True] if said else [])


def test_unknown_clocks_are_passed_over() -> None:
    """Neither a page without clocks nor a device without a boost clock makes a sentence."""
    assert Devices([gpu("h200-sxm")], []).clocks(Columns({}, 1), "base") == []
    assert Devices([None], []).clocks(Columns({"sm_clock": np.array([1.5e9])}, 1), "base") == []


@pytest.mark.parametrize(
    ("device", "counted", "reached"),
    [
        ("rtx-3090", {"pipe_tensor": 41.0}, 0.46),  # sums in FP32, or nothing says in what
        ("rtx-4090", {"pipe_tensor": 41.0, "tensor_bf16_per_cycle": 9e4}, 0.46),
        ("a10g", {"pipe_tensor": 41.0}, 0.46),
        ("rtx-3090", {"pipe_tensor": 71.0}, 0.92),  # more than FP32 sums can show
        ("rtx-3090", {"pipe_tensor": 41.0, "tensor_int8_per_cycle": 2e5}, 0.92),
        ("rtx-5070", {"pipe_tensor": 41.0}, 0.92),  # its counter shows all
        ("a40", {"pipe_tensor": 41.0}, 0.92),  # the same chip at the full rate
        ("h200-sxm", {"pipe_tensor": 41.0}, 0.92),
    ],
)
def test_a_tensor_pipe_at_half_rate_is_full_where_its_counter_shows_half(device: str, counted: dict[str, float], reached: float) -> None:
    """GeForce boards of 8.6 and 8.9, and A10G, cannot keep the counter of busy cycles above a half with sums in FP32."""
    metrics = Columns({name: np.array([value]) for name, value in counted.items()}, 1)
    assert Devices([gpu(device)], []).achievable(metrics)["tensor"] == pytest.approx(reached)


def test_clocks_that_were_left_alone_tell_no_device(tmp_path: Path) -> None:
    """ncu says so above its page: SMs at a base clock are there by chance, and a gate would take one GPU for several."""
    cells = [*launch(), "38", "877000000", "1230000000", "80"]
    cells[10] = "7.0"
    names = ("gpu__time_duration.sum", "dram__cycles_elapsed.avg.per_second", "gpc__cycles_elapsed.avg.per_second", "launch__sm_count")
    page = raw(names, ("us", "hz", "hz", ""), [cells])
    told = []
    for before in ("", "==WARNING== Note: Running with unmodified GPU clocks. If not controlled otherwise, results may be inconsistent.\n"):
        (tmp_path / "page.csv").write_text(before + page)
        report = advise(load(str(tmp_path / "page.csv")))
        told.append((device_line(report).partition(", ")[0], report.device.get("told_by_clocks")))
    assert told == [("V100 PCIe (told by its clocks)", True), ("unknown device", None)]
