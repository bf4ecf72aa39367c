"""What instructions say: access widths, tensor generations, copies, conversions."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from launch_rows import profile

from ncu_advisor.columns import Columns
from ncu_advisor.sass import facts, instruction_columns, mnemonic, width


@pytest.mark.parametrize(
    ("opcode", "expected"),
    [
        ("LDG.E", 4),
        ("LDG.E.64", 8),
        ("LDG.E.128", 16),
        ("LDG.E.U8", 1),
        ("LDG.E.S8", 1),
        ("LDG.E.U16.CONSTANT", 2),
        ("LDG.E.128.CONSTANT", 16),
        ("LDG.E.ENL2.256", 32),
        ("STG.E.U8", 1),
        ("STG.E.128", 16),
        ("LDS.128", 16),
        ("LDS.U.64", 8),
        ("LDG.E.LTC128B", 4),
    ],
)
def test_width_is_bytes_of_one_thread(opcode: str, expected: int) -> None:
    """From the modifier; 4 without one. A cache hint is no width."""
    assert width(opcode) == expected


@pytest.mark.parametrize(
    ("opcode", "kinds"),
    [
        ("HMMA.16816.F32", {"op_tensor_legacy"}),
        ("IMMA.16832.S8.S8", {"op_tensor_legacy"}),
        ("DMMA.8x8x4", {"op_tensor_legacy"}),
        ("HGMMA.64x256x16.F32", {"op_tensor_warpgroup"}),
        ("QGMMA.64x128x32.F32.E4M3.E4M3", {"op_tensor_warpgroup"}),
        ("UTCHMMA", {"op_tensor_tcgen05"}),
        ("HFMA2.MMA", {"op_half"}),
        ("HFMA2", {"op_half"}),
        ("FFMA", {"op_fp32", "op_ffma"}),
        ("FFMA2", {"op_fp32", "op_ffma"}),
        ("FADD.FTZ", {"op_fp32", "op_fadd_fmul"}),
        ("FMUL", {"op_fp32", "op_fadd_fmul"}),
        ("DFMA", {"op_fp64"}),
        ("DSETP.GT.AND", {"op_fp64"}),
        ("MUFU.RCP", {"op_special"}),
        ("F2F.F64.F32", {"op_convert", "op_convert_fp64"}),
        ("F2F.F32.F64", {"op_convert", "op_convert_fp64"}),
        ("I2F.RP", {"op_convert"}),
        ("IMAD.WIDE", {"op_integer", "op_imad"}),
        ("IADD3", {"op_integer"}),
        ("LDGSTS.E.BYPASS.128", {"op_async_copy"}),
        ("UTMALDG.2D", {"op_tma"}),
        ("LDL", {"op_local"}),
        ("LDL.LU", {"op_local", "op_local_last_use"}),
        ("LDL.64.LU", {"op_local", "op_local_last_use"}),
        ("STL", {"op_local"}),
        ("BAR.SYNC.DEFER_BLOCKING", {"op_barrier"}),
        ("SHFL.BFLY", {"op_shuffle"}),
        ("ATOMG.E.ADD", {"op_atomic_global"}),
        ("RED.E.ADD", {"op_atomic_global"}),
        ("ATOMS.ADD", {"op_atomic_shared"}),
        ("LDS", {"op_load_shared"}),
        ("LDSM.16.M88.4", {"op_load_matrix"}),
        ("BRA", {"op_branch"}),
        ("CALL.REL.NOINC", {"op_call"}),
        ("REDUX.SUM", set()),
        ("MOV", set()),
    ],
)
def test_kinds_of_instructions(opcode: str, kinds: set[str]) -> None:
    """Each counts where it belongs: HFMA2.MMA is no matrix work, LDSM no plain shared load, REDUX no atomic."""
    counted = {name for name, value in facts({opcode: 3.0}).items() if value == 3.0 and name != "op_total" and not name.endswith("width")}
    assert kinds == counted


def test_widths_are_means_over_executions() -> None:
    """Three scalar loads and one of 16 bytes: 7 bytes; asynchronous copies are not loads; without any, unknown."""
    found = facts({"LDG.E": 3.0, "LDG.E.128": 1.0, "LDGSTS.E.128": 9.0, "LDS.64": 2.0, "LDSM.16.M88.4": 5.0})
    assert (found["op_load_width"], found["op_shared_load_width"], found["op_total"]) == (7.0, 8.0, 20.0)
    assert np.isnan(found["op_store_width"])


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        ("LDG.E.128 R4, [R2.64]", "LDG.E.128"),
        ("      @!P0 LDG.E R4, [R2.64] ;", "LDG.E"),
        ("@P1 BRA `(.L_x_3);", "BRA"),
        ("EXIT;", "EXIT"),
        (".L_x_3:", ""),
        ("", ""),
        ("   ", ""),
        ("@P0", ""),
        ("/*0010*/", ""),
    ],
)
def test_mnemonics_of_the_source_page(instruction: str, expected: str) -> None:
    """The opcode with its modifiers, without its predicate; nothing for labels and blanks."""
    assert mnemonic(instruction) == expected


def test_columns_are_missing_where_no_instruction_is_known() -> None:
    """Executed counts come first, then the source page; a launch with neither is unknown, not zero."""
    source = profile([{"name": "counted"}, {"name": "sourced"}, {"name": "unknown"}])
    source.opcodes[0] = {"LDG.E.64": 2.0}
    source.code[1] = Columns.of_frame(
        pd.DataFrame({"sass": ["LDG.E R1, [R2]", "@P0 LDG.E.128 R4, [R2.64]", "EXIT ;", ".L_1:"], "executed": [1.0, 1.0, 1.0, np.nan]})
    )
    columns = instruction_columns(source)
    assert columns["op_load_width"].tolist() == pytest.approx([8.0, 10.0, np.nan], nan_ok=True)
    assert columns["op_total"].tolist() == pytest.approx([2.0, 3.0, np.nan], nan_ok=True)
    assert columns["op_tensor_legacy"].tolist() == pytest.approx([0.0, 0.0, np.nan], nan_ok=True)


def test_a_source_page_without_counts_says_nothing() -> None:
    """Instructions that are listed but not counted are no executions."""
    source = profile([{"name": "k"}])
    source.code[0] = Columns.of_frame(pd.DataFrame({"sass": ["LDG.E R1, [R2]"]}))
    assert np.isnan(instruction_columns(source)["op_total"]).tolist() == [True]
