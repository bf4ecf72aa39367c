"""The verbs of ``plan``: keys of the contract, speed, snippets, and plain words for wrong input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from ncu_advisor.cli import cli

GEMM = {
    *("rank", "block_m", "block_n", "block_k", "stages", "warps", "split_k", "grid", "waves", "smem_bytes", "registers_per_thread"),
    *("intensity_flop_per_byte", "predicted_us", "predicted_tflops", "limiter", "reason"),
}
VERBS: dict[str, tuple[str, set[str]]] = {
    "gemm": ("--m 4096 --n 4096 --k 4096", GEMM),
    "attention": (
        "--batch 2 --heads 8 --seq-q 2048 --seq-k 2048 --head-dim 128 --causal",
        {"block_m", "block_n", "stages", "warps", "predicted_us", "reason"},
    ),
    "convolution": ("--n 32 --c 64 --h 56 --w 56 --k 64 --r 3 --s 3 --stride 1 --padding 1", GEMM),
    "stream": ("--bytes-read 1GiB --bytes-written 512MiB", {"vector_bits", "items_per_thread", "block", "grid", "predicted_us", "reason"}),
    "reduction": ("--rows 8192 --cols 4096", {"rows_per_block", "warps", "block", "passes", "predicted_us", "reason"}),
    "occupancy": ("--registers 96 --shared-memory 48KiB --block 256", {"blocks_per_sm", "occupancy_pct", "limiter", "changes"}),
}
CONVOLUTION = "convolution --n 32 --c 64 --h 56 --w 56 --k 64 --r 3 --s 3 "


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["plan", *arguments])


@pytest.mark.parametrize("verb", VERBS)
def test_json_has_the_keys_of_the_contract(verb: str) -> None:
    """Every verb prints the device, the problem as asked, and candidates with at least the contract's keys, ranked from 1."""
    options, keys = VERBS[verb]
    result = run(verb, *options.split(), "--gpu", "h200", "--format", "json")
    assert result.exit_code == 0, result.output
    out = json.loads(result.stdout)
    assert out["gpu"] == "H200 SXM"
    assert out["problem"]
    assert out["candidates"]
    for rank, candidate in enumerate(out["candidates"], 1):
        assert candidate["rank"] == rank
        assert keys <= set(candidate)


@pytest.mark.parametrize("verb", VERBS)
def test_terminal_shows_a_table_and_reasons(verb: str) -> None:
    """The terminal output names the device and explains itself; no Python object leaks into it."""
    result = run(verb, *VERBS[verb][0].split(), "--gpu", "a100")
    assert result.exit_code == 0, result.output
    assert "A100" in result.stdout
    assert "None" not in result.stdout
    reasons = re.findall(r"(?m)^\d\. .*; bound by [a-zA-Z].*$", result.stdout)
    assert len(reasons) == (0 if verb == "occupancy" else 5)
    if verb == "occupancy":
        assert re.match(r"A100 .*: \d+ blocks of 256 threads, .* fit an SM, .*; [a-z ]+ allows? no more$", result.stdout.splitlines()[0])


@pytest.mark.parametrize(
    ("verb", "framework", "words"),
    [
        ("gemm", "triton", ["triton.Config(", '"BLOCK_M": 128', "num_warps=8", "@triton.autotune("]),
        ("gemm", "cutlass", ["CollectiveBuilder", "cutlass::arch::Sm90", "StageCount<4>", "KernelTmaWarpSpecializedCooperative"]),
        ("gemm", "cuda", ["__launch_bounds__(256, 1)", "cudaFuncAttributeMaxDynamicSharedMemorySize, 196608"]),
        ("attention", "triton", ["triton.Config(", "num_stages="]),
        ("convolution", "triton", ["triton.Config("]),
        ("stream", "cuda", ["using Vector = uint4", "<<<"]),
        ("stream", "triton", ["BLOCK=", "num_warps="]),
        ("reduction", "triton", ["ROWS=1", "BLOCK=4096"]),
    ],
)
def test_frameworks_get_text_to_paste(verb: str, framework: str, words: list[str]) -> None:
    """Each framework's snippet carries the candidate's own numbers."""
    result = run(verb, *VERBS[verb][0].split(), "--gpu", "h200", "--framework", framework)
    assert result.exit_code == 0, result.output
    for word in words:
        assert word in result.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("stream --bytes-read 1e9 --bytes-written 1e9", "times within 3% of the fastest are not told apart: of those the plainer launch is first"),
        ("reduction --rows 8192 --cols 4096", "times within 2% of the fastest are not told apart"),
        ("attention --batch 1 --heads 32 --seq-q 1 --seq-k 131072 --head-dim 128", "each shape's best pipeline comes first"),
        ("gemm --m 4096 --n 4096 --k 4096 --top 3", ""),
    ],
)
def test_an_order_that_is_not_that_of_the_times_is_explained(arguments: str, words: str) -> None:
    """In a line, where a later candidate is the faster one; where none is, nothing is said of it."""
    out = json.loads(run(*arguments.split(), "--gpu", "h200", "--format", "json").stdout)
    times = [candidate["predicted_us"] for candidate in out["candidates"]]
    assert (times == sorted(times)) == (not words)
    assert [words in note for note in out.get("notes", [])][-1:] == ([True] if words else [])
    assert words in run(*arguments.split(), "--gpu", "h200").stdout


def test_a_reduction_says_which_kernel_is_priced() -> None:
    """In the problem, in a note, and by the split of a lone row in the snippet."""
    arguments = ["reduction", "--rows", "1", "--cols", "100000000", "--kind", "sum", "--gpu", "h200"]
    out = json.loads(run(*arguments, "--framework", "triton", "--format", "json").stdout)
    assert (out["problem"]["kind"], out["notes"][0][:13], "SPLIT=512" in out["candidates"][0]["snippet"]) == ("sum", "priced as sum", True)
    assert "SPLIT" not in out["candidates"][-1]["snippet"]
    cuda = "<<<512, 256>>>(...);  // rows a block, columns a chunk, passes over the row, 512 blocks a row"
    assert cuda in run(*arguments, "--framework", "cuda").stdout


def test_cutlass_follows_the_architecture() -> None:
    """Ampere gets the device-wide template with a warp shape that divides the tile, Blackwell a tcgen05 schedule."""
    ampere = run("gemm", *VERBS["gemm"][0].split(), "--gpu", "a100", "--framework", "cutlass").stdout
    assert "cutlass::gemm::device::Gemm<" in ampere
    assert "cutlass::arch::Sm80" in ampere
    blackwell = run("gemm", *VERBS["gemm"][0].split(), "--gpu", "b200", "--framework", "cutlass").stdout
    assert "cutlass::arch::Sm100" in blackwell
    assert "SmSm100" in blackwell


def test_top_limits_the_changes_of_an_occupancy() -> None:
    """It has one candidate: --top N is of the nearest changes that lift it, all of them unless it is given."""
    arguments = ["occupancy", *VERBS["occupancy"][0].split(), "--gpu", "h200", "--format", "json"]
    every, first = (json.loads(run(*arguments, *more).stdout)["candidates"] for more in ([], ["--top", "1"]))
    assert (len(every), len(first), len(every[0]["changes"]) > 1, first[0]["changes"]) == (1, 1, True, every[0]["changes"][:1])


def test_top_limits_the_list() -> None:
    """--top N prints N candidates, and --top 1 the first of them."""
    five, one = (
        json.loads(run("gemm", *VERBS["gemm"][0].split(), "--gpu", "h200", "--format", "json", "--top", n).stdout)["candidates"] for n in "51"
    )
    assert (len(five), len(one)) == (5, 1)
    assert five[0] == one[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("gemm --m 4 --n 4 --k 4", "say which device"),
        ("gemm --m 4 --n 4 --k 4 --gpu no-such-device", "no GPU of this name"),
        ("gemm --m 4 --n 4 --k 4 --gpu h200 --profile x.csv", "not both"),
        ("gemm --m 0 --n 4 --k 4 --gpu h200", "not in the range"),
        ("gemm --m 1e3 --n 4 --k 4 --gpu h200", "'--m': '1e3' is not a whole number, written in digits such as 4096"),
        ("occupancy --registers few --block 128 --gpu h200", "'few' is not a whole number"),
        ("stream --bytes-read many --bytes-written 0 --gpu h200", "is not a number of bytes"),
        ("stream --bytes-read 0 --bytes-written 0 --gpu h200", "nothing is read or written"),
        ("convolution --n 1 --c 3 --h 2 --w 2 --k 8 --r 7 --s 7 --gpu h200", "does not fit"),
        ("attention --batch 1 --heads 1 --seq-q 8 --seq-k 8 --head-dim 8192 --gpu h200", "split the head dimension"),
        ("gemm --m 4 --n 4 --k 4 --profile /no/such/file.csv", "/no/such/file.csv"),
    ],
)
def test_wrong_input_is_one_plain_line_and_exit_2(arguments: str, words: str) -> None:
    """Wrong usage and impossible problems say what is wrong, without a traceback."""
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert words in line


def test_bytes_take_units() -> None:
    """1GB, 1GiB and plain numbers are the same problem in bytes."""
    for text, count in (("1GB", 10**9), ("1GiB", 2**30), ("1.5MiB", 3 * 2**19), ("4096", 4096)):
        out = json.loads(run("stream", "--bytes-read", text, "--bytes-written", "0", "--gpu", "h200", "--format", "json").stdout)
        assert out["problem"]["bytes_read"] == count


@pytest.mark.parametrize(
    "arguments",
    [
        ["gemm", "--m", "1" + "0" * 400, "--n", "8", "--k", "8"],
        ["gemm", "--m", "1000000000000", "--n", "8", "--k", "8"],
        ["reduction", "--rows", "9" * 400, "--cols", "8"],
        ["stream", "--bytes-read", "1e999", "--bytes-written", "0"],
        ["stream", "--bytes-read", "1e30", "--bytes-written", "0"],
    ],
)
def test_sizes_beyond_any_device_are_refused(arguments: list[str]) -> None:
    """By their option, before anything is computed with them."""
    result = CliRunner().invoke(cli, ["plan", *arguments, "--gpu", "h200"])
    assert (result.exit_code, "Invalid value for" in result.output) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("gemm --m 2147483647 --n 2147483647 --k 2147483647", "--m/--n/--k/--batch: inputs of 16384 PiB, more than any device moves (8 PiB at most)"),
        ("gemm --m 2147483647 --n 2147483647 --k 1", "--m/--n/--k/--batch: a result of 8192 PiB, more than any device moves"),
        (
            "gemm --m 60000000 --n 60000000 --k 8",
            "a result of 60000000 x 60000000: 109863281250 blocks, more than a launch takes (2147483647 at most)",
        ),
        (CONVOLUTION + "--padding 1000000", "--padding: a result of 14.6 PiB, more than any device moves (8 PiB at most); lower it"),
        (CONVOLUTION + "--padding 100000", "blocks, more than a launch takes (2147483647 at most)"),
        (CONVOLUTION + "--padding 9999999999", "'--padding': 9999999999 is not in the range"),
        ("attention --batch 1 --heads 2147483647 --seq-q 1 --seq-k 2147483647 --head-dim 128", "--seq-k/--head-dim: inputs of"),
        ("attention --batch 65536 --heads 65536 --seq-q 1 --seq-k 1 --head-dim 16", "--batch/--heads: 4294967296 blocks, more than a launch takes"),
        ("attention --batch 65536 --heads 1024 --seq-q 8192 --seq-k 8 --head-dim 16", "--batch/--heads/--seq-q: 8589934592 blocks, more than a"),
        ("reduction --rows 2147483647 --cols 2147483647 --kind sum", "--rows/--cols: inputs of 8192 PiB, more than any device moves"),
    ],
)
def test_problems_beyond_any_device_or_launch_are_refused(arguments: str, words: str) -> None:
    """Each option within its limits, and together more bytes than any device moves or more blocks than a launch takes: a line that says the most."""
    result = run(*arguments.split(), "--gpu", "h200")
    assert (result.exit_code, result.stdout) == (2, "")
    [line] = result.stderr.splitlines()
    assert words in line


@pytest.mark.parametrize("arguments", ["gemm --m 8000000 --n 8000000 --k 8", "stream --bytes-read 8000TB --bytes-written 0 --dtype i8"])
def test_no_candidate_has_more_blocks_than_a_launch_takes(arguments: str) -> None:
    """Where large tiles or a loop stay within the limit, only those are offered."""
    out = json.loads(run(*arguments.split(), "--gpu", "h200", "--top", "1000", "--format", "json").stdout)
    assert 0 < max(candidate["grid"] for candidate in out["candidates"]) < 2**31


def test_padding_may_exceed_the_filter() -> None:
    """Libraries take it: the result is larger, and is planned."""
    assert run(*(CONVOLUTION + "--padding 200").split(), "--gpu", "h200").exit_code == 0


def test_a_plan_needs_no_frame_library_and_is_quick() -> None:
    """``plan gemm`` imports no library of frames, templates or pictures, and answers within 0.3 s of processor time (the best of five runs)."""
    code = (
        "import sys; from ncu_advisor.cli import main\n"
        "try: main(['plan', 'gemm', '--m', '4096', '--n', '4096', '--k', '4096', '--gpu', 'h200', '--format', 'json'])\n"
        "except SystemExit: pass\n"
        "sys.exit(', '.join({'pandas', 'numpy', 'jinja2', 'matplotlib'} & set(sys.modules)) or 0)"
    )
    seconds = []
    for _ in range(5):
        before = os.times()
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        after = os.times()
        assert (done.returncode, done.stderr) == (0, "")
        seconds.append(after.children_user - before.children_user + after.children_system - before.children_system)
    assert min(seconds) < 0.3


@pytest.mark.parametrize(
    ("gpu", "dtype", "layout", "expected"),
    [
        ("rtx-4090", "f16", "nn", "cutlass::arch::Sm80"),  # half is not specialised for Sm89
        ("rtx-4090", "f8", "nt", "cutlass::arch::Sm89"),
        ("rtx-4090", "f8", "nn", "// No CUTLASS kernel: mma.sync takes f8 operands only along k"),
        ("t4", "f16", "nn", "cutlass::gemm::GemmShape<16, 8, 8>"),
        ("v100-sxm2-32gb", "f16", "nn", "cutlass::gemm::GemmShape<8, 8, 4>"),
        ("rtx-5090", "f16", "nn", "cutlass::arch::Sm80"),  # the collectives of 12.x multiply 8 bits and less only
        ("b300", "i8", "nt", "cutlass::arch::Sm80"),  # tcgen05 has no i8 on 10.3
        ("h200", "i8", "nn", "// No CUTLASS kernel: wgmma takes i8 operands only along k"),
        ("h200", "f8", "tt", "// No CUTLASS kernel: wgmma takes f8 operands only along k"),
        ("h200", "tf32", "nn", "// No CUTLASS kernel: wgmma takes tf32 operands only along k"),
        ("h200", "i8", "nt", "KernelTmaWarpSpecialized"),
        ("h200", "f16", "tn", "KernelTmaWarpSpecialized"),
        ("t4", "f64", "nn", "cutlass::arch::OpClassSimt, cutlass::arch::Sm50"),  # no cp.async, so no Sm80
    ],
)
def test_cutlass_names_only_what_a_chip_has(gpu: str, dtype: str, layout: str, expected: str) -> None:
    """Tags and shapes that CUTLASS has for the type on that chip, as compiled; else a comment with the reason instead of code."""
    said = run("gemm", *VERBS["gemm"][0].split(), "--gpu", gpu, "--dtype", dtype, "--layout", layout, "--framework", "cutlass")
    assert expected in said.stdout


@pytest.mark.parametrize(
    ("gpu", "size", "expected"),
    [
        ("h200", 4096, ["cutlass::layout::RowMajor, 8,", "KernelTmaWarpSpecializedCooperative", "ClusterShape = cute::Shape<cute::Int<2>"]),
        ("h200", 4092, ["cutlass::layout::RowMajor, 4,", "KernelCpAsyncWarpSpecializedCooperative", "ClusterShape = cute::Shape<cute::Int<1>"]),
        ("h200", 4094, ["cutlass::layout::RowMajor, 2,", "KernelCpAsyncWarpSpecializedCooperative"]),
        ("h200", 4095, ["// No CUTLASS kernel: its main loops copy at least 4 bytes at a time, rows here allow 2 bytes"]),
        ("b200", 4094, ["cutlass::layout::RowMajor, 2,", "KernelWarpSpecialized1SmSm100"]),
        ("a100", 4095, ["LinearCombination<cutlass::half_t, 1, float, float>", "GemmIdentityThreadblockSwizzle<8>, 2, 1, 1>;"]),
    ],
)
def test_cutlass_copies_as_wide_as_rows_allow(gpu: str, size: int, expected: list[str]) -> None:
    """TMA only where rows start on 16 bytes, cp.async from 4 on, and registers below; the alignment is that of the plan."""
    said = run("gemm", *f"--m {size} --n {size} --k {size} --gpu {gpu} --framework cutlass".split()).stdout
    assert [words for words in expected if words not in said] == []


def test_cutlass_2_is_complete() -> None:
    """The device-wide template names epilogue, swizzle, stages and alignments in its order, with nothing left to fill in."""
    said = run("gemm", *VERBS["gemm"][0].split(), "--gpu", "a100", "--framework", "cutlass").stdout
    assert "using Epilogue = cutlass::epilogue::thread::LinearCombination<cutlass::half_t, 8, float, float>;" in said
    assert "GemmShape<16, 8, 16>, Epilogue,\n    cutlass::gemm::threadblock::GemmIdentityThreadblockSwizzle<8>, 5, 8, 8>;" in said
    assert "/*" not in said


def test_cutlass_2_splits_with_its_second_pass() -> None:
    """Split-K has what converts and adds the partial sums between epilogue and swizzle, and rows of a cache line at most."""
    m, n, k = 64, 768, 16384
    said = run("gemm", *f"--m {m} --n {n} --k {k} --gpu a100 --framework cutlass".split()).stdout
    assert "GemmSplitKParallel<" in said
    assert "Convert<float, 4, float>,\n    cutlass::reduction::thread::ReduceAdd<float, float, Epilogue::kCount>," in said
    assert "GemmShape<64, 64, 64>, cutlass::gemm::GemmShape<32, 32, 64>" in said
    assert "2 steps of 64 for one of 128" in said


def test_cutlass_2_fits_where_the_plan_does() -> None:
    """A main loop has no more buffers than let the planned blocks stay resident: it holds one more than the plan for the same stages."""
    said = run("gemm", *VERBS["gemm"][0].split(), "--gpu", "a100", "--dtype", "f64", "--framework", "cutlass", "--format", "json").stdout
    first = json.loads(said)["candidates"][0]
    assert (first["stages"], first["blocks_per_sm"]) == (4, 2)  # two blocks of four buffers of 24 KiB would take 192 of 164 KiB
    assert "Swizzle<8>, 3, 1, 1>" in first["snippet"]
