"""Reports of Nsight Compute are read without the vendor's software."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from cubin_encoder import BINARY, KERNEL, PROGRAM, ROWS, elf
from hypothesis import given, settings
from hypothesis import strategies as st
from report_encoder import VALID, VERSION, block, field, launch, metric, read, report, scalar, triple

from ncu_advisor.load import load
from ncu_advisor.profile import IDENTITY
from ncu_advisor.readers import ncu_rep, report_instances
from ncu_advisor.readers.protobuf import WireError
from ncu_advisor.readers.source import Source


def test_a_report_is_recognised_by_its_first_bytes_whatever_its_name(tmp_path: Path) -> None:
    """Content decides; neither the suffix nor compression matters."""
    import gzip

    for name, data, expected in (("a.txt", VALID, True), ("b", gzip.compress(VALID), True), ("c.ncu-rep", b'"ID","Process ID"', False)):
        (tmp_path / name).write_bytes(data)
        assert ncu_rep.recognises(Source(name, tmp_path / name)) is expected


def test_a_zstandard_report_is_read_like_a_plain_one(tmp_path: Path) -> None:
    """Newer versions of the tool write ``.ncu-repz``, the same container compressed."""
    zstandard = pytest.importorskip("zstandard")
    assert len(read(tmp_path, zstandard.compress(VALID)).launches) == 2


def test_launches_have_identity_in_the_order_of_the_report(tmp_path: Path) -> None:
    """Name, process, context, stream, grid and block are filled; what a report lacks is empty or -1."""
    table = read(tmp_path, VALID)
    assert list(table.launches.columns) == list(IDENTITY)
    assert table.launches.iloc[1].to_dict() == {
        "launch_id": 1, "process_id": 4321, "name": "void k<int>(int *)", "context": 1, "stream": 7, "device_index": -1,
        "compute_capability": "", "grid_x": 128, "grid_y": 2, "grid_z": 1, "block_x": 256, "block_y": 1, "block_z": 1,
    }  # fmt: skip
    assert (table.kind, table.tool_version, table.warnings) == ("ncu-rep", "2025.3.1.0", [])


def test_metric_ids_index_the_string_tables_of_all_blocks(tmp_path: Path) -> None:
    """A later block names metrics of an earlier one, and its own strings follow on; absent metrics are NaN."""
    metrics = read(tmp_path, VALID).metrics
    assert metrics["gpu__time_duration.sum"].tolist() == [5120.0, 99.0]
    assert metrics["dram__bytes_read.sum"].iloc[1] == 4096.0
    assert math.isnan(metrics["dram__bytes_read.sum"].iloc[0])
    assert {str(kind) for kind in metrics.dtypes} == {"float64"}


def test_text_metrics_go_to_texts(tmp_path: Path) -> None:
    """A string never becomes a number, and a launch without it has an empty one."""
    assert read(tmp_path, VALID).texts["device__attribute_display_name"].tolist() == ["NVIDIA H200", ""]


def test_opcode_instances_become_counts_by_mnemonic(tmp_path: Path) -> None:
    """Instances whose correlation id is a string are the instruction mix."""
    assert read(tmp_path, VALID).opcodes == {0: {"LDG.E.128": 6.0, "STG.E": 3.0}}


def test_the_most_detailed_opcode_metric_is_taken(tmp_path: Path) -> None:
    """Counts with modifiers win over counts without, wherever they stand."""
    names = ("sass__inst_executed_per_opcode_with_modifier_all", "sass__inst_executed_per_opcode")
    data = report(block(strings=names, results=(launch(metric(1, 9.0, {"LDG": 9.0}), metric(0, 9.0, {"LDG.E.64": 9.0})),)))
    assert read(tmp_path, data).opcodes[0] == {"LDG.E.64": 9.0}


def test_counts_per_instruction_become_a_frame_by_address(tmp_path: Path) -> None:
    """Addresses of all counters are brought together; an instruction that one of them does not name has a count of zero."""
    names = ("inst_executed", "memory_l2_theoretical_sectors_global", "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued")
    counters = (metric(0, 8, {96: 5, 64: 3}), metric(1, 32, {96: 32}), metric(2, 4, {80: 4}))
    frame = read(tmp_path, report(block(strings=names, results=(launch(*counters),)))).instructions[0]
    assert frame["address"].tolist() == [64, 80, 96]
    assert frame["executed"].tolist() == [3.0, 0.0, 5.0]
    assert frame["stall_long_sb_not_issued"].tolist() == [0.0, 4.0, 0.0]
    assert frame["sectors_global"].tolist() == [0.0, 0.0, 32.0]
    assert (frame["file"].tolist(), frame["line"].tolist()) == ([""] * 3, [0] * 3)


def test_memory_accesses_are_told_in_words_and_bits(tmp_path: Path) -> None:
    """The codes of size, operation and space become what the source page prints; unknown codes become nothing."""
    names = ("memory_access_size_type", "memory_access_type", "memory_type")
    codes = (metric(0, 0, {16: 2, 32: 128, 48: 3}), metric(1, 0, {16: 4, 32: 2, 48: 9}), metric(2, 0, {16: 16, 32: 4, 48: 1}))
    frame = read(tmp_path, report(block(strings=names, results=(launch(*codes),)))).instructions[0]
    assert frame["access_size"].tolist()[:2] == [8.0, 128.0]
    assert math.isnan(frame["access_size"].iloc[2])
    assert frame["access_operation"].tolist() == ["Store", "Load", ""]
    assert frame["address_space"].tolist() == ["Shared", "Global", ""]


def test_a_counter_below_zero_is_zero(tmp_path: Path) -> None:
    """Sums of passes that disagree are printed as zero by the vendor too."""
    data = report(block(strings=("a__b.sum", "a__b.avg"), results=(launch(metric(0, -2.0), metric(1, -2.0)),)))
    assert read(tmp_path, data).metrics.iloc[0].to_dict() == {"a__b.sum": 0.0, "a__b.avg": -2.0}


def test_the_vendors_rules_are_quoted_with_their_links_spelt_out(tmp_path: Path) -> None:
    """Type, scope, percentage, section and source place survive; the links read as the vendor's tools print them."""
    (rule,) = read(tmp_path, VALID).vendor_rules[0]
    assert (rule.name, rule.kind, rule.section) == ("UncoalescedGlobalAccess", "OPT", "SourceCounters")
    assert (rule.estimated_speedup_pct, rule.scope, rule.places) == (41.5, "global", ("/src/k.cu:12",))
    assert rule.text == "See Occupancy and the Guide (https://x.y/z#a)."


def test_information_was_called_ok_before_2022(tmp_path: Path) -> None:
    """The kind of a rule is what that version of the tool printed."""
    message = field(19, field(1, "R") + field(3, field(1, field(1, field(1, "fine") + field(2, 1)))))
    old = field(8, field(1, "Nsight Compute Target") + field(2, "2020.3.1.0 (build 1)"))
    kinds = [read(tmp_path, report(block(session=s), block(results=(launch(message),)))).vendor_rules[0][0].kind for s in (old, VERSION)]
    assert kinds == ["OK", "INF"]


def test_device_index_and_capability_come_from_each_launch(tmp_path: Path) -> None:
    """Launches of several devices in one report keep theirs."""
    names = tuple(f"device__attribute_{part}" for part in ("device_index", "compute_capability_major", "compute_capability_minor"))
    results = tuple(launch(metric(0, device), metric(1, 9), metric(2, device)) for device in (0, 3))
    launches = read(tmp_path, report(block(strings=names, results=results))).launches
    assert launches["device_index"].tolist() == [0, 3]
    assert launches["compute_capability"].tolist() == ["9.0", "9.3"]


@pytest.mark.parametrize(
    ("grid", "block_axes", "blocks", "expected"),
    [
        ((32768, 4, 1), (256, 2, 1), 256, (128, 2, 1)),  # threads: divided by the block
        ((128, 2, 1), (256, 1, 1), 256, (128, 2, 1)),  # blocks, as always since
        ((4096, 2, 1), (256, 1, 1), 77, (4096, 2, 1)),  # the count agrees with neither
        ((1000, 3, 1), (3, 1000, 1), 1, (1000, 3, 1)),  # as many threads, but no axis holds whole blocks
        ((-1, -1, -1), (-1, -1, -1), 256, (-1, -1, -1)),
    ],
)
def test_a_grid_in_threads_is_brought_to_blocks(
    tmp_path: Path, grid: tuple[int, int, int], block_axes: tuple[int, int, int], blocks: int, expected: tuple[int, int, int]
) -> None:
    """Reports of 2020.1 and 2020.2 hold the axes of the grid in threads: so read only where they alone agree with the count of blocks."""
    extents = [field(10, triple(*grid)), field(11, triple(*block_axes))] if min(grid) > 0 else [field(10, b""), field(11, b"")]
    data = report(block(strings=("launch__grid_size",), results=(launch(metric(0, blocks), *extents),)))
    table = read(tmp_path, data)
    assert tuple(table.launches[["grid_x", "grid_y", "grid_z"]].iloc[0]) == expected
    profile = load(str(tmp_path / "report.bin"))
    assert profile.metrics["grid_size"].tolist() == [blocks]


def test_debug_builds_are_told_once(tmp_path: Path) -> None:
    """Only ``nvcc -G`` writes where registers hold variables; ``-lineinfo`` writes lines. The binary comes once, its functions later."""
    names, at = b".debug_info\0.nv_debug_info_reg_sass\0.nv_debug_info_reg_type\0", PROGRAM.index(ROWS) + 3
    debug = field(1, 11) + field(4, elf(PROGRAM, at, named=names))
    later = field(1, 11) + field(9, field(1, field(1, KERNEL) + field(2, 0x7000)))
    # Names that stand anywhere else, as text of a program does, are no sections.
    lines, other = field(1, 12) + field(4, BINARY + names), field(1, 13) + field(4, elf(PROGRAM, at, named=names[:12]))
    of_others = (launch() + field(15, field(1, 12)), launch() + field(15, field(1, 13)))
    both = report(block(sources=(debug, lines, other)), block(sources=(later,), results=(launch(), launch(), *of_others)))
    told = "2 of 4 launches are of debug builds (nvcc -G): their times say nothing about a release build; rebuild with -lineinfo"
    assert read(tmp_path, both).warnings == [told]
    assert load(str(tmp_path / "report.bin")).metrics["debug_build"].tolist() == [1, 1, 0, 0]
    alone = report(block(sources=(debug,), results=(launch(),)))
    assert read(tmp_path, alone).warnings[0].startswith("1 of 1 launches is of a debug build (nvcc -G): its times")
    assert read(tmp_path, report(block(sources=(lines, other), results=of_others))).warnings == []


def test_open_nvtx_ranges_are_kept_as_text(tmp_path: Path) -> None:
    """A launch inside ranges names them with their domain, outermost first."""
    opened = field(3, field(1, "step")) + field(3, field(1, "fwd"))
    state = field(1, field(1, 0) + field(2, "app")) + field(2, field(1, 5) + field(2, field(1, 0) + opened))
    assert read(tmp_path, report(block(results=(launch(field(21, state)),)))).texts["nvtx_ranges"].tolist() == ["app/step; app/fwd"]


def test_unwanted_metrics_are_left_out_but_device_attributes_stay(tmp_path: Path) -> None:
    """The projection decides the columns; the device is always known."""
    table = read(tmp_path, VALID, wanted=("dram__bytes_read.sum",))
    assert list(table.metrics.columns) == ["dram__bytes_read.sum"]
    assert list(table.texts.columns) == ["device__attribute_display_name"]


def test_the_first_of_two_values_of_a_metric_counts(tmp_path: Path) -> None:
    """A later pass of the profiler writes some metrics again, among them the duration."""
    data = report(block(strings=("gpu__time_duration.sum",), results=(launch(metric(0, 10.0), metric(0, 20.0)),)))
    assert read(tmp_path, data).metrics["gpu__time_duration.sum"].tolist() == [10.0]


def test_infinite_values_are_not_collected(tmp_path: Path) -> None:
    """NaN and infinity in the file both mean that there is no number."""
    data = report(block(strings=("a", "b", "c"), results=(launch(metric(0, math.inf), metric(1, math.nan), metric(2, None)),)))
    metrics = read(tmp_path, data).metrics
    assert metrics.isna().all().all()
    assert "c" not in metrics.columns


def test_an_unknown_format_version_is_said(tmp_path: Path) -> None:
    """A newer format is tried, and the doubt is reported."""
    assert "report format 9" in read(tmp_path, report(block(results=(launch(),)), version=9)).warnings[0]


def test_a_metric_without_a_name_is_left_out_and_said(tmp_path: Path) -> None:
    """An id beyond the string tables names nothing."""
    table = read(tmp_path, report(block(strings=("a",), results=(launch(metric(0, 1.0), metric(7, 2.0)),))))
    assert list(table.metrics.columns) == ["a"]
    assert table.warnings == ["some metrics have no name in the report and were left out"]


def test_instructions_have_the_lines_of_the_embedded_binary(tmp_path: Path) -> None:
    """The binary comes once per module, and each function's load address when it is first launched; both are brought together."""
    first = field(1, 11) + field(4, BINARY) + field(6, 9 << 16) + field(8, field(1, field(1, "/inc/h.cuh") + field(2, "a\nb\nc\n  d();\n")))
    later = field(1, 11) + field(6, 9 << 16) + field(9, field(1, field(1, KERNEL) + field(2, 0x7000)))
    data = report(
        block(sources=(first,)), block(strings=("inst_executed",), sources=(later,), results=(launch(metric(0, 3, {0x7000: 1, 0x7030: 2})),))
    )
    frame = read(tmp_path, data).instructions[0]
    assert list(zip(frame["file"], frame["line"], strict=True)) == [("/src/k.cu", 10), ("/inc/h.cuh", 4)]
    assert frame["source"].tolist() == ["", "d();"]


NUMBERS = st.one_of(st.integers(0, (1 << 64) - 1), st.sampled_from([0, 10, 0x12, 0x1A, 0x28, 0x1A0A, 127, 128, (1 << 64) - 1]))
INSTANCES = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=12)


@settings(max_examples=200, deadline=None)
@given(INSTANCES, st.sampled_from([0, 0x100000, 1 << 48]), st.booleans(), st.booleans(), st.integers(0, 4))
def test_many_instances_are_read_as_few_are(instances: list[tuple[int, int]], base: int, often: bool, kind: bool, cut: int) -> None:
    """Columns of bytes, one expression and the general decoder say the same, also where ids come twice or the bytes are damaged."""
    pairs = [((base + key + 16 * turn) % (1 << 64), count) for turn in range(400 if often else 1) for key, count in instances]
    data = b"".join(field(3, field(1, scalar(key)) + field(2, scalar(count))) for key, count in pairs) + (field(4, 0) if kind else b"")
    stop = len(data) - cut
    try:
        expected = report_instances._general(data, 0, stop)
    except WireError:
        with pytest.raises(WireError):
            report_instances.addressed(data, 0, stop)
        return
    addresses, values = report_instances.addressed(data, 0, stop)
    assert dict(zip(addresses.tolist(), values.tolist(), strict=True)) == pytest.approx(expected, rel=1e-12)
    assert addresses.tolist() == sorted(expected)
