"""Advice for matrix products: the shape of a launch recovered or given, never invented, and the planner's tile for it in the finding."""

from __future__ import annotations

import json
import math
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.advice import sets
from ncu_advisor import load
from ncu_advisor.advise import advise
from ncu_advisor.cli import main
from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu_files import load as device
from ncu_advisor.plan import gemm
from ncu_advisor.plan.advice import recommend
from ncu_advisor.plan.shape import GivenShape, Shape, columns, contradicted, parse, recover, unmatched
from ncu_advisor.report import Diagnosis, Finding

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_reports" / "exports"
H200 = device("h200-sxm")
L2 = H200.l2_bytes
SIDES = (16, 32, 48, 64, 80, 96, 128, 160, 192, 256)
RULES = ("missing-tensor-cores", "too-few-tiles")


def product(
    grid: tuple[int, int], tile: tuple[int, int], k: int, element: int, result: int, reread: float = 1.0, noise: float = 0.0
) -> dict[str, float]:
    """What counters say of a tiled product: every block loads its operands once, and DRAM gives ``reread`` times what must be read."""
    (grid_x, grid_y), (across, down) = grid, tile
    m, n = grid_y * down, grid_x * across
    work = float(m) * n * k
    return {
        "grid_x": grid_x,
        "grid_y": grid_y,
        "grid_z": 1,
        "block_x": 256,
        "block_y": 1,
        "multiply_adds": work * (1 + noise),
        "store_bytes": m * n * result * (1 + noise / 4),
        "dram_bytes_read": (m + n) * k * element * reread,
        "load_sectors_ideal": work * element * (1 / across + 1 / down) / 32,
    }


GRIDS = st.tuples(st.integers(2, 96), st.integers(2, 96))
ELEMENTS = st.sampled_from([(8, 8), (4, 4), (2, 4), (2, 2), (1, 4), (1, 1)])
REREAD = st.floats(1.0, 4.0)
NOISE = st.floats(-0.005, 0.005)


@settings(max_examples=300, deadline=None)
@given(GRIDS, st.sampled_from(SIDES), st.integers(1, 512), ELEMENTS, REREAD, NOISE)
def test_products_of_square_tiles_are_recovered(grid: Any, side: int, vectors: int, types: Any, reread: float, noise: float) -> None:
    """M and N exactly, K within counting and rounding, whatever operands and results weigh and however often DRAM is read again."""
    element, result = types
    k = 64 * vectors
    launch = product(grid, (side, side), k, element, result, reread, noise)
    if launch["dram_bytes_read"] + launch["store_bytes"] < 0.7 * L2:  # what fits is not read again
        launch |= {"dram_bytes_read": launch["dram_bytes_read"] / reread}
    found = recover(launch, element, L2)
    assert found is not None
    assert (found.m, found.n) == (grid[1] * side, grid[0] * side)
    assert abs(found.k / k - 1) < 0.016
    assert found.k * element % 16 == 0


@settings(max_examples=500, deadline=None)
@given(GRIDS, st.tuples(st.sampled_from(SIDES), st.sampled_from(SIDES)), st.integers(1, 512), ELEMENTS, REREAD, NOISE)
def test_a_shape_is_never_invented(grid: Any, tile: Any, vectors: int, types: Any, reread: float, noise: float) -> None:
    """Whatever the tile: the true M and N, or none."""
    element, result = types
    launch = product(grid, tile, 16 * vectors, element, result, reread, noise)
    if launch["dram_bytes_read"] / reread + launch["store_bytes"] <= 0.6 * L2 * 1.06:  # what fits is not read again
        launch |= {"dram_bytes_read": launch["dram_bytes_read"] / reread}
    found = recover(launch, element, L2)
    assert found is None or (found.m, found.n) == (grid[1] * tile[1], grid[0] * tile[0])


@given(GRIDS, st.integers(1, 64))
def test_tiles_that_could_lie_either_way_are_refused(grid: Any, vectors: int) -> None:
    """64 x 128 and 128 x 64 load and store alike: beyond L2 nothing tells M from N, unless both readings are one."""
    launch = product(grid, (64, 128), 512 * vectors, 4, 4, 2.6)
    assume(launch["dram_bytes_read"] > L2)
    assert recover(launch, 4, L2) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"grid_x": 1024, "grid_y": 1},  # tiles numbered along x
        {"grid_z": 4},  # a batch, or slices of K
        {"store_bytes": 0.6 * 4096**2 * 4},  # tiles that overhang, or do not store all
        {"load_sectors_ideal": 0.0},  # copied by other means than loads
        {"dram_bytes_read": 1e6},  # operands that were in L2 already
        {"multiply_adds": 0.0},
    ],
    ids=str,
)
def test_what_does_not_fit_together_is_refused(changed: dict[str, float]) -> None:
    """One fact that says otherwise is enough: 4096 x 4096 x 1024 in tiles of 128 x 128, otherwise recovered."""
    launch = product((32, 32), (128, 128), 1024, 4, 4, 1.7)
    assert recover(launch, 4, L2) == Shape(4096, 4096, 1024)
    assert recover(launch | changed, 4, L2) is None


@given(st.dictionaries(st.sampled_from(sorted(product((32, 32), (64, 64), 64, 2, 2))), st.floats() | st.sampled_from([0.0, -1.0, 1e300]), max_size=3))
def test_damaged_numbers_are_refused_or_planned(damage: dict[str, float]) -> None:
    """Whatever a counter says, a plan answers; NaN is what was not collected."""
    launch = product((32, 32), (64, 64), 64, 2, 2) | {"operand_bytes": 2.0} | damage
    told = recommend("gemm", {name: value for name, value in launch.items() if not math.isnan(value)}, H200)
    assert not told or all(0 < told[side] < 2**31 for side in "mnk")


@pytest.mark.parametrize("side", [1, 2**31 - 1])
def test_the_smallest_and_the_largest_given_shape_are_planned(side: int) -> None:
    """Every operand type, and one line each."""
    for element in (8, 4, 2, 1):
        told = recommend("gemm", {"operand_bytes": element, "shape_m": side, "shape_n": side, "shape_k": side}, H200)
        assert (told["m"], told["k"], told["shape_from"]) == (side, side, "as given")
        assert min(told["block_m"], told["block_n"], told["stages"]) > 0


def test_a_thread_for_each_result_is_told_by_its_block() -> None:
    """Blocks of 32 x 8 threads that store a value each cover 32 columns and 8 rows; flat ones need DRAM to say how they lie."""
    launch = {"grid_x": 64, "grid_y": 512, "grid_z": 1, "block_x": 32, "block_y": 8, "multiply_adds": 2048.0 * 4096 * 4096}
    launch |= {"store_bytes": 2048 * 4096 * 4, "dram_bytes_read": 1.5 * 6144 * 4096 * 4}
    assert recover(launch, 4, L2) == Shape(4096, 2048, 4096)
    assert recover(launch | {"block_x": 256, "block_y": 1}, 4, L2) is None
    small = {"grid_x": 64, "grid_y": 256, "multiply_adds": 2048.0 * 2048 * 1024, "store_bytes": 2048 * 2048 * 4, "dram_bytes_read": 4096 * 1024 * 4}
    assert recover(launch | small | {"block_x": 256, "block_y": 1}, 4, L2) == Shape(2048, 2048, 1024)


# What the sources of benchmarks/advice/sets launch; those of which nothing may be told stand with None.
TRUE_SHAPES = {
    "user_item_a": Shape(4096, 4096, 512),
    "response_fn_a": Shape(2048, 2048, 1024),
    "mode_shapes_a": Shape(2048, 2048, 1024),
    "caption_mix_a": Shape(2048, 2048, 2048),
    "project_basis_a": Shape(4096, 4096, 1024),
    "mlp_layer_a": Shape(8192, 2048, 1024),
    "proj_tall_a": Shape(512, 512, 32768),
    "hgemm_fma": Shape(2048, 2048, 2048),
    "overlap_block_a": None,  # tiles of 128 x 64 in FP64, beyond L2
    "maxsim_a": None,  # keeps the largest of each row of products
}


def _spoken(path: Path, **options: Any) -> dict[str, tuple[Diagnosis, Finding]]:
    report = advise(load(str(path)), **options)
    found = {kernel.short_name: (kernel, finding) for kernel in report.kernels for finding in kernel.findings if finding.rule in RULES}
    assert found
    return found


@pytest.mark.parametrize("name", ["blind_matrix", "cmp_gemm", "cmp_layers", "par_splitk", "samples"])
def test_measured_products_have_the_shape_of_their_source(name: str) -> None:
    """On real exports: the shape that the kernel was launched with, and the planner's first candidate for it."""
    path = SAMPLES / "full_raw.csv.xz" if name == "samples" else sets.page(name)
    for kernel, (_, finding) in _spoken(path).items():
        shape = TRUE_SHAPES.get(kernel)
        told = finding.recommendation
        if shape is None:
            assert "m" not in told and "--shape" in finding.advice
            continue
        assert (told["m"], told["n"], told["k"]) == (shape.m, shape.n, shape.k)
        _names_the_planners_tile(finding)
        assert "recovered from grid and counters" in finding.advice


def _names_the_planners_tile(finding: Finding) -> None:
    """The recommendation is what ``plan gemm`` puts first, and the sentence says it, also how its copies are made."""
    told = finding.recommendation
    first = gemm.plan(gemm.GemmProblem(told["m"], told["n"], told["k"], told["dtype"]), H200, 1).candidates[0]
    names = ("block_m", "block_n", "block_k", "stages", "asynchronous", "warps", "split_k", "group_m", "blocks_per_sm")
    assert {name: told[name] for name in names} == {name: getattr(first, name) for name in names}
    assert told["grid_blocks"] == first.grid
    for words in (  # "For", or "for" behind another rule's way to the same time
        f"or {told['m']} x {told['n']} x {told['k']} (",
        f"{first.block_m} x {first.block_n}",
        f"K step {first.block_k}",
        f"{first.grid:,} blocks",
    ):
        assert words in finding.advice
    if finding.rule == "missing-tensor-cores":
        assert ("stages of asynchronous copies" if first.asynchronous else "stages through registers") in finding.advice


def test_the_planner_runs_only_for_what_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Savings are there without a tile; the same shape is planned once."""
    asked = []
    ranked = gemm.ranked

    def counting(problem: Any, on: Any) -> Any:
        asked.append(problem)
        return ranked(problem, on)

    monkeypatch.setattr(gemm, "ranked", counting)
    problem = GivenShape("hgemm_fma", Shape(1111, 777, 3333))
    [kernel] = [kernel for kernel in advise(load(str(SAMPLES / "full_raw.csv.xz")), shapes=[problem]).kernels if kernel.short_name == "hgemm_fma"]
    assert (kernel.findings[0].time_saved_pct > 50, len(asked)) == (True, 0)
    assert kernel.findings[0].recommendation["m"] == 1111
    assert kernel.findings[0].advice.startswith("For 1111 x 777 x 3333 (M x N x K, as given) in f16 compute ")
    assert len(asked) == 1


def test_a_device_without_the_type_or_unknown_gets_no_tile() -> None:
    """No figure is guessed: without a device nothing is planned."""
    launch = product((32, 32), (128, 128), 1024, 4, 4, 1.7) | {"operand_bytes": 4.0}
    assert recommend("gemm", launch, None) == {}
    assert recommend("gemm", launch | {"operand_bytes": 0.0}, H200) == {}
    assert recommend("gemm", launch, H200)["shape_from"] == "recovered from grid and counters"


@pytest.mark.parametrize(
    "text", ["gemm", "gemm=", "=1x2x3", "gemm=1x2", "gemm=0x2x3", "gemm=1x-2x3", "gemm=1x2x3x4", "gemm=1x2x99999999999999999999"]
)
def test_a_bad_shape_is_one_line_and_exit_2(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what was given and what is wanted; nothing is read."""
    with pytest.raises(AdvisorError, match="KERNEL=MxNxK"):
        parse(text)
    with pytest.raises(SystemExit) as ended:
        main(["analyze", "nowhere.csv", "--shape", text])
    said = capsys.readouterr().err
    assert (ended.value.code, said.count("\n"), "nowhere" in said) == (2, 1, False)


@pytest.mark.parametrize(
    ("kernel", "meant"), [("gemm", True), ("*sgemm_128*", True), ("sgemm_128", True), ("SGEMM", False), ("s?emm_128", True), ("sgemm", True)]
)
def test_a_shape_is_for_part_of_a_name_or_a_pattern(kernel: str, meant: bool) -> None:
    """Of the whole name or the short one; names hold asterisks themselves."""
    assert GivenShape(kernel, Shape(1, 2, 3)).concerns("void sgemm_128<float>(const float *, int)", "sgemm_128") is meant
    assert GivenShape("(const float *, int)", Shape(1, 2, 3)).concerns("void sgemm_128<float>(const float *, int)", "sgemm_128")
    assert parse("a=b=1x2x3") == GivenShape("a=b", Shape(1, 2, 3))


def _analyze(tmp_path: Path, capsys: pytest.CaptureFixture[str], export: str, *options: str) -> tuple[dict[str, Any], str]:
    target = tmp_path / "report.json"
    with pytest.raises(SystemExit) as ended:
        main(["analyze", str(SAMPLES / export), "-o", str(target), *options])
    assert not ended.value.code
    report = json.loads(target.read_text(encoding="utf-8"))
    jsonschema.validate(report, json.loads(resources.files("ncu_advisor").joinpath("report.schema.json").read_text(encoding="utf-8")))
    return report, capsys.readouterr().err


def _advice(report: dict[str, Any], kernel: str) -> dict[str, Any]:
    [found] = [finding for entry in report["kernels"] if entry["short_name"] == kernel for finding in entry["findings"] if finding["rule"] in RULES]
    return dict(found)


def test_a_given_shape_makes_the_advice_concrete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Set basic counts no work: without --shape the advice is general and asks for it, with it names a tile; the promise stays."""
    general = _advice(_analyze(tmp_path, capsys, "basic_raw.csv.xz")[0], "hgemm_fma")
    assert "--shape 'KERNEL=MxNxK'" in general["advice"] and "m" not in general["recommendation"]
    report, said = _analyze(tmp_path, capsys, "basic_raw.csv.xz", "--shape", "hgemm_fma=2048x2048x2048", "--shape", "nosuch=1x2x3")
    concrete = _advice(report, "hgemm_fma")
    assert concrete["advice"].startswith("For 2048 x 2048 x 2048 (M x N x K, as given) in ")
    assert concrete["time_saved_pct"] == general["time_saved_pct"]
    assert said == "ncu-advisor: --shape nosuch: no kernel of the profile is called that\n"


def test_a_given_shape_wins_over_counters_and_the_report_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Half the depth is twice the work: noted, and planned as given; the true shape and near ones are noted nowhere."""
    report, _ = _analyze(tmp_path, capsys, "full_raw.csv.xz", "--shape", "hgemm_fma=2048x2048x1024")
    assert _advice(report, "hgemm_fma")["recommendation"]["k"] == 1024
    assert [note for note in report["device"]["notes"] if "hgemm_fma did 2 times the multiply-adds of the given 2048 x 2048 x 1024" in note]
    report, _ = _analyze(tmp_path, capsys, "full_raw.csv.xz", "--shape", "hgemm*=2048x2048x2000")
    assert not [note for note in report["device"]["notes"] if "multiply-adds" in note]


def test_the_last_shape_of_a_kernel_counts() -> None:
    """A general pattern first, exceptions after it; launches that none concerns have none."""
    profile = load(str(SAMPLES / "full_raw.csv.xz"))
    shapes = [parse("hgemm=1x2x3"), parse("hgemm_fma=4x5x6"), parse("nosuch=7x8x9")]
    told = dict(zip(profile.launches["short_name"], columns(shapes, profile.launches)["shape_m"], strict=True))
    assert (told["hgemm_fma"], told["hgemm_tensor"], math.isnan(told["triad"])) == (4.0, 1.0, True)
    assert unmatched(shapes, profile.launches) == ["nosuch"]
    assert (columns([], profile.launches), contradicted(profile.launches, {})) == ({}, [])


@pytest.mark.parametrize(
    ("registers", "uncounted", "first", "promised"),
    [(196.0, 1.0, (168, [128, 3]), (48, [128, 10])), (196.0, 0.0, (48, [128, 10]), None), (72.0, 1.0, (40, [128, 12]), None)],
)
def test_where_nobody_counts_spills_the_step_that_seldom_spills_is_recommended(
    registers: float, uncounted: float, first: tuple[int, list[int]], promised: tuple[int, list[int]] | None
) -> None:
    """Values to set are those that the text begins with; a cap of less than half of the registers stands beside them as what is promised."""
    launch = {"registers_per_thread": registers, "block_size": 128.0, "grid_size": 10032.0, "sm_count": 132.0, "uncounted_spills": uncounted}
    found = recommend("registers", launch, H200)
    assert (found["registers_per_thread"], found["launch_bounds"]) == first
    beside = (found["promised_registers_per_thread"], found["promised_launch_bounds"]) if "promised_registers_per_thread" in found else None
    assert beside == promised
    assert ("next_registers_per_thread" in found) == (promised is None)


@pytest.mark.parametrize(
    ("told", "first", "promised"),
    [
        ({"at_limit": 1.0}, (128, [128, 4]), 48),
        ({"at_limit": 1.0, "uncounted_spills": 1.0}, (128, [128, 4]), 48),
        ({"working": 1.0}, (128, [128, 4]), None),
    ],
)
def test_who_needs_nearly_all_registers_is_told_half_of_them_first(
    told: dict[str, float], first: tuple[int, list[int]], promised: int | None
) -> None:
    """The compiler stops at 255: what such a thread needs may be more. Where its arithmetic works on them, no further step is promised."""
    found = recommend("registers", {"registers_per_thread": 255.0, "block_size": 128.0, "grid_size": 10032.0, "sm_count": 132.0, **told}, H200)
    assert (found["registers_per_thread"], found["launch_bounds"]) == first
    assert found.get("promised_registers_per_thread") == promised


@pytest.mark.parametrize(("doubles", "least"), [(0.0, 48), (1.0, 64)])
def test_state_of_doubles_takes_more_registers(doubles: float, least: int) -> None:
    """A double takes two registers: no cap is recommended that holds half as many values as the compiler needs."""
    launch = {"registers_per_thread": 145.0, "block_size": 256.0, "grid_size": 10032.0, "sm_count": 132.0, "doubles": doubles}
    assert recommend("registers", launch, H200)["registers_per_thread"] == least


@pytest.mark.parametrize("registers", [0.0, 0.5, -1.0])
@pytest.mark.parametrize("plan", ["registers", "spill", "shared", "block", "turnover"])
def test_a_thread_without_registers_gets_no_plan(plan: str, registers: float) -> None:
    """No search starts from a launch that cannot be, as none does where the count is missing."""
    assert recommend(plan, {"registers_per_thread": registers, "block_size": 256.0, "grid_size": 1024.0, "sm_count": 132.0}, H200) == {}
