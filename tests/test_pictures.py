"""The numbers behind the pictures of one launch."""

from __future__ import annotations

from dataclasses import replace

import report_examples as examples

from ncu_advisor import sass
from ncu_advisor.outputs import _pictures


def test_traffic_is_what_was_counted() -> None:
    """All four flows of a full profile; L2's is left out where it could only follow from how busy the link was; DRAM's parts go before its sum."""
    full = {"l1_bytes": 4.0, "l2_bytes": 3.0, "dram_bytes": 2.0, "dram_bytes_read": 1.5, "dram_bytes_written": 0.5}
    basic = {"l2_bytes": 3.0, "dram_bytes": 2.0}
    said = [_pictures.traffic(replace(examples.GEMM, metrics=metrics)) for metrics in (full, basic, full | {"dram_bytes_read": float("nan")})]
    assert [list(counted) for counted in said] == [
        ["l1_bytes", "l2_bytes", "dram_bytes_read", "dram_bytes_written"], ["dram_bytes"], ["l1_bytes", "l2_bytes", "dram_bytes_written"],
    ]  # fmt: skip


def test_one_number_is_no_picture() -> None:
    """A memory path of which one flow was counted is not drawn; one of two is, and says what is not known."""
    assert _pictures.memory(replace(examples.GEMM, metrics={"dram_bytes": 2e6})) is None
    path = _pictures.memory(replace(examples.GEMM, metrics={"l1_bytes": 8e6, "dram_bytes": 2e6}))
    assert path is not None
    assert (path.l1.words, path.l1.weight, path.l2, path.read, path.written) == (
        "8.00 MB", 14.0, _pictures.Flow("?", 0.0), _pictures.Flow("2.00 MB", 7.0), None,
    )  # fmt: skip


def test_kinds_of_instructions_come_from_opcodes_where_they_are_known() -> None:
    """Then integers and control flow have bars of their own; kinds are shares of all instructions, and the rest stands last."""
    counted = {"instructions": 100.0, "load_instructions": 10.0, "ffma": 30.0, "fadd_fmul": 5.0, "branch_instructions": 5.0}
    opcodes = {"op_total": 100.0, "op_fp32": 36.0, "op_integer": 40.0, "op_branch": 6.0}
    bars = [_pictures.mix(replace(examples.GEMM, metrics=metrics)).rows for metrics in (counted, counted | opcodes)]
    assert [[(bar.label, bar.words) for bar in rows] for rows in bars] == [
        [("FP32 arithmetic", "35%"), ("global loads", "10%"), ("branches", "5%"), ("everything else", "50%")],
        [("integers, addresses", "40%"), ("FP32 arithmetic", "36%"), ("global loads", "10%"), ("control flow", "6%"), ("everything else", "8%")],
    ]


def test_no_instruction_is_counted_twice() -> None:
    """The kinds by opcode have no mnemonic in common."""
    names = [name for group in _pictures._OPCODES.values() for name in group]
    mnemonics = ["HMMA.16816.F32", "HGMMA.64x64", "DMMA.884", "UTCHMMA", "FFMA2", "FADD", "DFMA", "HFMA2", "IMAD.WIDE", "F2F.F64.F32", "MUFU.RCP",
                 "SHFL.BFLY", "BAR.SYNC", "BRA", "LDG.E", "MOV"]  # fmt: skip
    matches = [sum(bool(sass.KINDS[name].match(mnemonic)) for name in names) for mnemonic in mnemonics]
    assert matches == [1] * 14 + [0, 0]
