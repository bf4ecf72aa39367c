"""The command that collects what was not evaluated: by the names that the chip has, and enough when it was run."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from benchmarks.advice import sets
from benchmarks.collecting.__main__ import page
from ncu_advisor import advise, catalogue, collect, load
from ncu_advisor.hardware import counters
from ncu_advisor.rule_files import catalogue as rules

COLLECTED = Path(__file__).parents[1] / "benchmarks" / "collecting" / "measured"
EXPORTS = Path(__file__).parents[1] / "sample_reports" / "exports"
CHIPS = ("7.0", "7.5", "8.0", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "11.0", "12.0", "12.1")


def asked(capability: str) -> set[str]:
    """The metrics that the command for all rules names on this chip."""
    line = next(line for line in collect.for_rules(rules(), capabilities=[capability]) if line.startswith("ncu "))
    named = re.search(r"--metrics (\S+)", line)
    assert named is not None
    return set(named[1].split(","))


@pytest.mark.parametrize(
    ("capability", "there", "absent"),
    [
        ("9.0", "dram__bytes_read.sum", "dram__bytes_op_read.sum"),
        ("12.0", "dram__bytes_op_read.sum", "dram__bytes_read.sum"),
        ("8.6", "sm__ops_path_tensor_src_fp16_dst_fp32.sum.per_cycle_elapsed", "sm__ops_path_tensor_src_fp16.sum.per_cycle_elapsed"),
        ("8.0", "dram__bytes_read.sum", "smsp__sass_inst_executed_op_tma_ld.sum"),
        ("7.0", "sm__ops_path_tensor_src_fp16_dst_fp32.sum.per_cycle_elapsed", "sm__ops_path_tensor_src_fp16.sum.per_cycle_elapsed"),
        ("7.0", "dram__bytes_read.sum", "smsp__inst_executed_op_ldgsts.sum"),
    ],
)
def test_chips_are_asked_by_their_own_names(capability: str, there: str, absent: str) -> None:
    """Where a chip names a metric otherwise that name is asked for; what it has no name for is not."""
    names = asked(capability)
    assert there in names
    assert absent not in names


@pytest.mark.parametrize("capability", CHIPS)
def test_no_chip_is_asked_for_what_it_lacks(capability: str) -> None:
    """Every name of the command is a counter of that chip; what the vendor's rules say in words is none."""
    assert [name for name in sorted(asked(capability)) if not re.fullmatch(r"[a-z0-9_.]+", name)] == []
    assert [name for name in sorted(asked(capability)) if not counters.has(capability, name)] == []


def test_what_has_no_name_of_its_own_is_collected_with_its_section() -> None:
    """Counts of spills are left out silently, and made-up metrics end the run, where they are asked for by name."""
    (line,) = collect.for_lacking({"register-spill": []}, capabilities=["9.0"])
    assert "--section MemoryWorkloadAnalysis" in line
    for names in map(asked, CHIPS):
        assert [name for name in names if name.startswith(("derived__", "sass__inst_executed_register_spilling"))] == []


def test_what_columns_of_dram_follow_from_is_collected() -> None:
    """A rule that asks how often DRAM moved what the card holds has its bytes counted."""
    (rule,) = [rule for rule in rules() if rule.id == "shared-bank-conflict"]
    assert "dram__bytes_read.sum" in " ".join(collect.for_rules([rule], capabilities=["9.0"]))


def test_rules_of_ones_own_are_collected_with_the_shipped_ones() -> None:
    """A report knows of a rule that is not shipped only what it lacked: the one command asks for that as well, alone and beside shipped rules."""
    lacked = {"serialised-banks": ["smsp__inst_issued.sum"]}
    (alone,) = collect.for_lacking(lacked)
    (both,) = collect.for_lacking({"register-spill": [], **lacked})
    assert "--metrics gpu__time_duration.sum,smsp__inst_issued.sum " in alone
    assert "smsp__inst_issued.sum" in both
    assert "--section MemoryWorkloadAnalysis" in both


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="benchmarks/collecting/measured is not here")
def test_what_the_command_collected_on_a_gpu_was_enough() -> None:
    """A basic profile lacks metrics for many rules; the profile that its command took on an H200 lacks them for none of these."""

    def lacking(path: Path) -> set[str]:
        return {entry.rule for kernel in advise(load([str(path)])).kernels for entry in kernel.not_evaluated}

    lacked = lacking(EXPORTS / "basic_raw.csv.xz")
    assert len(lacked) > 10
    assert lacked & lacking(COLLECTED / "samples.basic.csv.xz") == set()


@pytest.mark.skipif(not COLLECTED.is_dir(), reason="benchmarks/collecting/measured is not here")
def test_what_a_command_completed_is_kept_beside_it() -> None:
    """docs/collecting.md is computed from three profiles of each program: the older one, what its command collected, and that of the full set."""
    programs = [path.name.split(".")[0] for path in COLLECTED.glob("*.basic.csv.xz")]
    assert len(programs) >= 6
    assert [page(program, depth).name for program in programs for depth in ("basic", "full") if not page(program, depth).is_file()] == []


def _silent_of(path: Path, defects: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Kernels with a known defect of which nothing is said, neither of the defect itself nor that it could not be told."""
    report = advise(load([str(path)]))
    said = {finding.rule for finding in report.sequence_findings}
    silent = []
    for kernel in report.kernels:
        heard = {entry.rule for part in (kernel.findings, kernel.suppressed, kernel.not_evaluated) for entry in part}
        wanted = defects.get(kernel.short_name, set())
        if wanted and not wanted & (heard | said):
            silent.append((kernel.short_name, "|".join(sorted(wanted))))
    return silent


def test_what_set_basic_does_not_show_it_does_not_clear() -> None:
    """Of a part of the measured defects, set basic shows each or says that it cannot tell, with a command that asks for what it lacks."""
    rows = [row for _, row in sets.pairs()]
    defects = {row["before"]: set(row["expected"].split("|")) for row in rows if row["kind"] == "defect"}
    files = sets.pages("basic.raw")[::12]
    # (Stores to host memory are the exception: set basic counts what L2 takes from there, and clears the rest.)
    assert {silent for path in files for silent in _silent_of(path, defects)} <= {("spectrum_out_a", "host-memory-access")}
    for kernel in advise(load([str(files[0])])).kernels:
        for entry in kernel.not_evaluated:
            named = re.search(r"--metrics (\S+)", entry.collect)
            assert named is not None
            by_name = {name for name in entry.missing if name.startswith(("dram__", "lts__", "l1tex__", "smsp__"))}
            assert by_name <= set(named[1].split(",")), entry.rule


def test_a_chip_that_the_table_does_not_know_is_asked_by_the_common_names() -> None:
    """As is a profile that does not say its chip."""
    common = catalogue.vendor_names(["dram_bytes_read", "tensor_fp16_per_cycle"])
    assert catalogue.vendor_names(["dram_bytes_read", "tensor_fp16_per_cycle"], capabilities=["99.9"]) == common
    assert common == ["dram__bytes_read.sum", "sm__ops_path_tensor_src_fp16.sum.per_cycle_elapsed"]


def test_a_profile_of_two_chips_is_asked_by_the_names_of_both() -> None:
    """One command serves both machines."""
    assert catalogue.vendor_names(["dram_bytes_read"], capabilities=["9.0", "12.0"]) == ["dram__bytes_read.sum", "dram__bytes_op_read.sum"]


def test_the_table_of_counters_names_nothing_that_the_catalogue_lacks() -> None:
    """And no counter that every chip has: such a row would say nothing."""
    wanted = {name.partition(".")[0] for name in catalogue.wanted()}
    with (Path(counters.__file__).parent / "counters.csv").open(encoding="utf-8") as file:
        chips, *rows = csv.DictReader(file)
    assert (chips["counter"], chips["compute_capabilities"].split()) == ("*", list(CHIPS))
    assert [row["counter"] for row in rows if row["counter"] not in wanted] == []
    assert [row["counter"] for row in rows if set(row["compute_capabilities"].split()) >= set(CHIPS)] == []
