"""From files to one Profile: exports of one profile come together, runs stay apart, bad files stop nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pandas as pd
import pytest
from csv_pages import LAUNCH, SOL, details, launch, raw

import ncu_advisor
from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.load import load
from ncu_advisor.profile import Profile
from ncu_advisor.sass import instruction_columns

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"
NAMES = ("gpu__time_duration.sum", "dram__bytes_read.sum")
UNITS = ("us", "Mbyte")


def sample(pattern: str) -> str:
    return str(next(SAMPLES.glob(pattern)))


@lru_cache(maxsize=4)
def loaded(*patterns: str) -> Profile:
    return load([sample(pattern) for pattern in patterns])


def test_raw_details_and_source_of_one_profile_are_the_same_launches() -> None:
    """Three pages, one row a launch; each page adds what it alone has, and takes nothing away."""
    joined, single = loaded("full*raw.csv.xz", "full*details.csv.xz", "full*source_sass.csv.xz"), loaded("full*raw.csv.xz")
    assert joined.launches["name"].tolist() == single.launches["name"].tolist()
    pd.testing.assert_frame_equal(joined.metrics[list(single.metrics)], single.metrics)
    assert set(joined.instructions) == set(range(len(single)))
    assert [row for row in range(len(joined)) if row not in joined.vendor_rules] == []
    assert [note.kind for note in joined.inputs] == ["ncu-raw", "ncu-details", "ncu-source"]


def test_the_order_of_arguments_does_not_matter() -> None:
    """The same launches with the same metrics, whichever page comes first."""
    one, other = loaded("full*details.csv.xz", "full*raw.csv.xz"), loaded("full*raw.csv.xz", "full*details.csv.xz")
    assert one.launches["name"].tolist() == other.launches["name"].tolist()
    assert set(one.metrics) == set(other.metrics)
    assert one.metrics["duration"].tolist() == pytest.approx(other.metrics["duration"].tolist(), rel=0.01)


def test_instructions_belong_to_their_launch() -> None:
    """The widths that the source page shows are those of the kernel whose row they are at."""
    profile = loaded("full*raw.csv.xz", "full*details.csv.xz", "full*source_sass.csv.xz")
    widths = dict(zip(profile.launches["short_name"], instruction_columns(profile)["op_load_width"], strict=True))
    assert {name: widths[name] for name in ("copy_u8", "copy_u128", "copy_f32", "copy_f32x4")} == {
        "copy_u8": 1,
        "copy_u128": 16,
        "copy_f32": 4,
        "copy_f32x4": 16,
    }


def test_two_runs_stay_apart() -> None:
    """The same kernels profiled twice are twice as many launches."""
    assert len(loaded("full*raw.csv.xz", "basic*raw.csv.xz")) == len(loaded("full*raw.csv.xz")) + len(loaded("basic*raw.csv.xz"))


def test_one_file_twice_is_one_run() -> None:
    """A glob and a name that both match it do not double the run."""
    assert len(loaded("full*raw.csv.xz", "full*raw.csv.xz")) == len(loaded("full*raw.csv.xz"))


def _write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def _raw(rows: Sequence[tuple[int, str, float, float]], process: int = 7) -> str:
    return raw(NAMES, UNITS, [[*launch(number, name, process), us, mbyte] for number, name, us, mbyte in rows])


def test_a_run_that_stands_twice_in_a_file_counts_once_and_that_is_said(tmp_path: Path) -> None:
    """``cat a.csv a.csv`` is no second run: the process, its launches and their times are the same."""
    page = raw(["gpu__time_duration.sum"], ["us"], [[*launch(0), "2.5"], [*launch(1), "3.5"]])
    (tmp_path / "twice.csv").write_text(page + page)
    profile = load(str(tmp_path / "twice.csv"))
    assert len(profile) == 2
    assert [note.warnings for note in profile.inputs] == [(), ("2 of its launches were read before, from the same page: they count once",)]
    (tmp_path / "twice.csv").write_text(page + raw(["gpu__time_duration.sum"], ["us"], [[*launch(0, process=8), "2.5"]]))
    assert len(load(str(tmp_path / "twice.csv"))) == 3
    assert not any(note.warnings for note in load(str(tmp_path / "twice.csv")).inputs)


def test_repeated_launches_of_one_kernel_stay_apart(tmp_path: Path) -> None:
    """In one page and across pages: the launch's number in its process tells them apart."""
    page = _write(tmp_path, "raw.csv", _raw([(0, "k(int)", 10.0, 1.0), (1, "k(int)", 10.0, 2.0), (2, "k(int)", 10.0, 3.0)]))
    rows = [[*launch(number, "k(int)"), SOL, "Duration", "us", "10.00"] for number in range(3)]
    profile = load([page, _write(tmp_path, "details.csv", details(rows))])
    assert profile.metrics["dram_bytes_read"].tolist() == [1e6, 2e6, 3e6]


@pytest.mark.parametrize(
    ("other", "launches"),
    [
        (_raw([(0, "k(int)", 10.0, 1.0)]), 1),
        (_raw([(0, "k(int)", 10.04, 1.0)]), 1),
        (_raw([(0, "k(int)", 12.0, 1.0)]), 2),
        (_raw([(1, "k(int)", 10.0, 1.0)]), 2),
        (_raw([(0, "other(int)", 10.0, 1.0)]), 2),
        (_raw([(0, "k(int)", 10.0, 1.0)], process=8), 2),
    ],
)
def test_what_makes_two_rows_one_launch(tmp_path: Path, other: str, launches: int) -> None:
    """Process, number, kernel, shape, and a duration that agrees up to rounding."""
    page = _write(tmp_path, "a.csv", _raw([(0, "k(int)", 10.0, 1.0)]))
    assert len(load([page, _write(tmp_path, "b.csv", other)])) == launches


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 1, 3), (3, 1, 2, 0), (2, 3, 0, 1)])
def test_runs_of_one_process_number_are_completed_by_their_own_pages(tmp_path: Path, order: Sequence[int]) -> None:
    """In containers every run is of process 1: each details page belongs to the raw page with its times, whichever came first."""
    pages = [
        _write(tmp_path, "raw1.csv", _raw([(0, "k(int)", 10.0, 1.0)])),
        _write(tmp_path, "details1.csv", details([[*launch(0, "k(int)"), SOL, "Duration", "us", "10.00"]])),
        _write(tmp_path, "raw2.csv", _raw([(0, "k(int)", 12.0, 2.0)])),
        _write(tmp_path, "details2.csv", details([[*launch(0, "k(int)"), SOL, "Duration", "us", "12.00"]])),
    ]
    profile = load([pages[place] for place in order])
    assert sorted(zip(profile.metrics["duration"], profile.metrics["dram_bytes_read"], strict=True)) == [(10e3, 1e6), (12e3, 2e6)]


@pytest.mark.parametrize(
    ("cells", "launches"), [({}, 1), ({"CC": "7.0"}, 2), ({"Device": "1"}, 2), ({"CC": "7.0", "Device": "1"}, 2), ({"Device": ""}, 1)]
)
def test_launches_of_different_devices_are_two(tmp_path: Path, cells: dict[str, str], launches: int) -> None:
    """However alike they are else; a page that does not tell its device says nothing against it."""
    row = [cells.get(name, cell) for name, cell in zip(LAUNCH, launch(0, "k(int)"), strict=True)]
    page = _write(tmp_path, "a.csv", _raw([(0, "k(int)", 10.0, 1.0)]))
    assert len(load([page, _write(tmp_path, "b.csv", raw(NAMES, UNITS, [[*row, 10.0, 1.0]]))])) == launches


def test_pages_complete_each_other(tmp_path: Path) -> None:
    """What one collected and the other did not is there for both; a value that both have is the first one's."""
    first = _write(tmp_path, "a.csv", _raw([(0, "k(int)", 10.0, 5.0)]))
    names, units = ("gpu__time_duration.sum", "dram__bytes_write.sum", "dram__bytes_read.sum"), ("us", "Mbyte", "Mbyte")
    second = _write(tmp_path, "b.csv", raw(names, units, [[*launch(0, "k(int)"), 10.0, 2.0, 99.0]]))
    metrics = load([first, second]).metrics
    assert metrics[["dram_bytes_read", "dram_bytes_written", "dram_bytes"]].to_numpy().tolist() == [[5e6, 2e6, 7e6]]


def test_grid_and_block_are_metrics_of_every_export(tmp_path: Path) -> None:
    """They stand in the launch's identity where the metrics lack them."""
    metrics = load(_write(tmp_path, "a.csv", _raw([(0, "k(int)", 10.0, 1.0)]))).metrics
    assert metrics[["grid_size", "block_size"]].to_numpy().tolist() == [[128.0, 256.0]]


def test_what_cannot_be_is_said_once_an_input(tmp_path: Path) -> None:
    """More bytes of a sector than it has are of no use, and the user is told of how many launches that holds."""
    names, units = ("gpu__time_duration.sum", "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.ratio"), ("us", "byte")
    rows = [[*launch(number, "k(int)"), 10.0, value] for number, value in enumerate((31.5, 95.75, 156.9))]
    profile = load(_write(tmp_path, "a.csv", raw(names, units, rows)))
    assert profile.metrics["load_bytes_per_sector"].tolist() == pytest.approx([31.5, float("nan"), float("nan")], nan_ok=True)
    told = "load_bytes_per_sector is 95.75 byte (at most 32) in 2 of 3 launches, which cannot be: it counts as missing there"
    assert [note.warnings for note in profile.inputs] == [(told,)]


def test_more_than_all_warp_slots_is_missing(tmp_path: Path) -> None:
    """Passes of a kernel that differ made a profiler's average 128%."""
    names, units = ("gpu__time_duration.sum", "sm__warps_active.avg.pct_of_peak_sustained_active"), ("us", "%")
    profile = load(_write(tmp_path, "a.csv", raw(names, units, [[*launch(0, "k(int)"), 10.0, 128.03], [*launch(1, "k(int)"), 10.0, 99.9]])))
    assert profile.metrics["achieved_occupancy"].tolist() == pytest.approx([float("nan"), 99.9], nan_ok=True)
    told = "achieved_occupancy is 128.03% (at most 101) in 1 of 2 launches, which cannot be: it counts as missing there"
    assert profile.inputs[0].warnings == (told,)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("-5", "-5000 ns (at least 1)"),
        ("0", "0 ns (at least 1)"),
        ("1e-300", "1e-297 ns (at least 1)"),
        ("1e308", "1e+283 ns (at most 1e+18)"),
        ("abc", "'abc'"),
    ],
)
def test_a_duration_that_cannot_be_is_not_collected(tmp_path: Path, cell: str, said: str) -> None:
    """Whatever stands in its place, the user is told of it; launches beside it keep their times."""
    names, units = ("gpu__time_duration.sum", "launch__registers_per_thread"), ("us", "register/thread")
    profile = load(_write(tmp_path, "a.csv", raw(names, units, [[*launch(0), cell, 32], [*launch(1), "10", 32]])))
    assert profile.metrics["duration"].tolist() == pytest.approx([float("nan"), 1e4], nan_ok=True)
    told = f"duration is {said} in 1 of 2 launches, which cannot be: it counts as missing there"
    assert [warning for warning in profile.inputs[0].warnings if "cannot be" in warning] == [told]


def test_a_damaged_table_has_one_warning(tmp_path: Path) -> None:
    """However many metrics it is damaged in; the first are named. A few hundred percent of a peak are not damage."""
    names = ("gpu__time_duration.sum", "dram__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum", "dram__bytes_write.sum")
    rows = [[*launch(0), "1000", "1e17", "-1", "-2"], [*launch(1), "-3", "330", "1", "2"]]
    profile = load(_write(tmp_path, "a.csv", raw(names, ("ns", "%", "byte", "byte"), rows)))
    (warning,) = profile.inputs[0].warnings
    assert warning.startswith("duration is -3 ns (at least 1) in 1 of 2 launches, ")
    assert " dram_throughput is 1e+17% (at most 10000) in 1 of 2 launches" in warning
    assert warning.endswith(" and 1 more metric has such values, which cannot be: they count as missing there")
    assert profile.metrics["dram_throughput"].tolist() == pytest.approx([float("nan"), 330.0], nan_ok=True)


def test_a_bad_file_stops_nobody(tmp_path: Path) -> None:
    """The others are read, and the bad one is told."""
    told: list[AdvisorError] = []
    good = _write(tmp_path, "good.csv", _raw([(0, "k(int)", 10.0, 1.0)]))
    profile = load([_write(tmp_path, "bad.csv", "what,is\nthis,1\n"), good], on_error=told.append)
    assert (len(profile), [Path(error.subject).name for error in told]) == (1, ["bad.csv"])


def test_strict_stops_at_a_bad_file(tmp_path: Path) -> None:
    """The first unreadable input is the error."""
    good = _write(tmp_path, "good.csv", _raw([(0, "k(int)", 10.0, 1.0)]))
    with pytest.raises(UnreadableInput, match=r"bad\.csv"):
        load([good, _write(tmp_path, "bad.csv", "what,is\nthis,1\n")], strict=True)


@pytest.mark.parametrize("paths", [[], ["no_such_file.csv"], ["no_such_file.csv", "neither.csv"]])
def test_nothing_to_read_is_an_error(paths: list[str]) -> None:
    """One line that says so."""
    with pytest.raises(AdvisorError) as refused:
        load(paths)
    assert len(str(refused.value).splitlines()) == 1


def test_the_package_offers_load_and_advise_whatever_was_imported() -> None:
    """``ncu_advisor.load`` is the function, although a module of that name lies in the package and is loaded."""
    report = ncu_advisor.advise(ncu_advisor.load(sample("basic*raw.csv.xz")))
    assert len(report.kernels) == len(loaded("basic*raw.csv.xz"))
    assert (ncu_advisor.load, ncu_advisor.load.__module__) == (load, "ncu_advisor.load")
