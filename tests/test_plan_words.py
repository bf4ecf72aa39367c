"""What ``plan`` says in sentences: counts, verbs, units and shares, whatever the problem."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

from ncu_advisor.cli import cli
from ncu_advisor.plan import amounts

SIZES = itertools.product((1, 129, 5000), (1, 4095), (1, 8192))
HEADS = ((1, 1, 1, 16), (3, 1, 7777, 128), (132, 64, 64, 64))
ODD = [
    *(f"gemm --m {m} --n {n} --k {k} --dtype {dtype}" for (m, n, k), dtype in zip(SIZES, ("f16", "i8", "f64") * 4, strict=True)),
    *(f"attention --batch 1 --heads {heads} --seq-q {q} --seq-k {k} --head-dim {width} --causal" for heads, q, k, width in HEADS),
    *(f"convolution --n 1 --c {c} --h {h} --w {h} --k {k} --r {r} --s {r}" for c, h, k, r in ((1, 1, 1, 1), (3, 30, 64, 7), (1, 5, 9, 3))),
    *(f"stream --bytes-read {a} --bytes-written {b}" for a, b in ((1, 0), (0, 1), (1000, 77), (10**10, 10**10))),
    *(f"reduction --rows {r} --cols {c}" for r, c in ((1, 1), (1, 10**6), (10**6, 1), (77, 5))),
    *(f"reduction --rows {r} --cols {c} --kind sum" for r, c in ((1, 1), (1, 10**8), (131, 10**6), (77, 5))),
    "attention --batch 1 --heads 131 --seq-q 5 --seq-k 3 --head-dim 64 --causal",
    "attention --batch 1 --heads 2 --seq-q 1 --seq-k 99999 --head-dim 64",
    *(f"occupancy --registers {r} --shared-memory {s} --block {b}" for r, s, b in ((255, 0, 1024), (1, 1, 1), (64, 10**6, 1024), (255, 230000, 33))),
]
SLIPS = {
    "a plural of one": r"(?<![\d.,<])\b1 (?!of\b)(?:independent |input )?[a-z]+s\b",
    "a verb of many for one": r"\b1 \w+ (?:in flight |a thread |an SM )?(?:hide|cover|keep|run|fit|stay|spill)\b",
    "a verb of one for many": r"\b(?:[2-9]|\d\d+) (?:blocks?|steps?|elements?) (?:in flight |a thread )?(?:hides|covers|keeps|runs|fits|stays)\b",
    "an exponent": r"\d[eE][-+]?\d",
    "nothing, in a large unit": r"\b0(?:\.0\d*)? [KMG]iB",
    "a key in a sentence": r"\w_\w",
    "all that is not all": r"\b100% of the (?:products|lanes)",
}


def run(arguments: str) -> Any:
    result = CliRunner().invoke(cli, ["plan", *arguments.split()])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("gpu", ["h200", "a100", "gtx-1080"])
def test_sentences_agree_in_number_and_choose_fitting_units(gpu: str) -> None:
    """No plan of an odd problem says ``1 blocks``, ``1 step hide``, ``3e-05 KiB`` or ``shared_memory``."""
    said = {problem: run(f"{problem} --gpu {gpu}") for problem in ODD}
    slips = [(what, found[0], problem) for problem, text in said.items() for what, slip in SLIPS.items() for found in re.finditer(slip, text)]
    assert slips == []


def test_one_step_hides_and_several_cover() -> None:
    """The verb goes with the number of steps in flight."""
    assert "1 step in flight hides " in run("gemm --m 4095 --n 4095 --k 4095 --gpu h200")
    assert re.search(r"\d steps in flight cover ", run("gemm --m 4096 --n 4096 --k 4096 --gpu h200"))


def test_a_lone_row_is_one_block_with_two_bytes() -> None:
    """A reduction of one element tells what is in flight, not a share of it for each of 132 SMs."""
    said = run("reduction --rows 1 --cols 1 --gpu h200")
    assert "1 element a thread stays in " in said
    assert "1 block runs at once and keeps 2 bytes in flight" in said


@pytest.mark.parametrize(
    ("bytes_", "words"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023.4, "1023 bytes"),
        (1023.6, "1 KiB"),
        (1536, "1.5 KiB"),
        (999 * 2**10, "999 KiB"),
        (1023 * 2**10, "0.999 MiB"),
        (3 * 2**40, "3072 GiB"),
    ],
)
def test_sizes_have_a_fitting_unit(bytes_: float, words: str) -> None:
    """Bytes below a KiB, then the largest unit that leaves three digits before the point at most."""
    assert amounts.size(bytes_) == words


def test_the_last_register_is_the_255th() -> None:
    """An instruction names a register in eight bits, one value of which is no register: 256 are refused, 255 are not."""
    assert "255 registers a thread" in run("occupancy --registers 255 --block 64 --gpu h200")
    refused = CliRunner().invoke(cli, ["plan", "occupancy", "--registers", "256", "--block", "64", "--gpu", "h200"])
    assert (refused.exit_code, "0<=x<=255" in refused.output) == (2, True)


def test_changes_count_blocks_and_show_fractions_of_a_percent() -> None:
    """Eight of 64 warps are 12.5%, and a single block is no ``1 blocks``."""
    said = run("occupancy --registers 255 --block 1024 --gpu h200").splitlines()
    assert said[0].endswith("does not fit an SM: registers allow none")
    assert said[-1] == "256 threads a block instead of 1024: 1 block, 12.5%"
    assert run("occupancy --registers 16 --shared-memory 1MB --block 64 --gpu h200").splitlines()[0].endswith("shared memory allows none")


def test_limiters_are_a_list_beside_the_sentence() -> None:
    """Scripts find each limiter by its key in ``limiters``; ``limiter`` joins them, as it always did."""
    out = json.loads(run("occupancy --registers 255 --shared-memory 230000 --block 1024 --gpu h200 --format json"))["candidates"][0]
    assert out["limiters"] == ["registers"]
    assert out["limiter"] == " and ".join(out["limiters"])
