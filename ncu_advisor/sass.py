"""What the instructions of a launch say: access widths, tensor generation, asynchronous copies, conversions.

Two sources: executed counts per opcode (binary reports, instance metrics) and the source page. Columns are NaN where neither is
there. Mnemonics are matched by prefix: their spelling differs between disassemblers (facts: SASS mnemonics, nvcc 13.0).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ncu_advisor.columns import Column
    from ncu_advisor.profile import Profile

_WIDTH = re.compile(r"\.(?:U|S)?(8|16|64|128|256)(?:\.|\Z)")
# name -> predicate on the opcode with its modifiers. HFMA2.MMA runs on the tensor pipe but is no matrix work.
KINDS: dict[str, re.Pattern[str]] = {
    "op_tensor_legacy": re.compile(r"[HIQBO]MMA\b|DMMA\b"),
    "op_tensor_warpgroup": re.compile(r"[HIQB]GMMA\b"),
    "op_tensor_tcgen05": re.compile(r"UTC[HQOI]?MMA\b"),
    "op_async_copy": re.compile(r"LDGSTS\b"),
    "op_tma": re.compile(r"UTMALDG|UBLKCP"),
    "op_local": re.compile(r"(?:LDL|STL)\b"),
    "op_local_last_use": re.compile(r"LDL(?:\.\w+)*\.LU\b"),
    "op_fp64": re.compile(r"D(?:FMA|ADD|MUL|SETP)\b"),
    "op_fp32": re.compile(r"F(?:FMA|ADD|MUL)2?\b"),
    "op_ffma": re.compile(r"FFMA2?\b"),
    "op_fadd_fmul": re.compile(r"F(?:ADD|MUL)\b"),
    "op_half": re.compile(r"H(?:FMA2|ADD2|MUL2)\b"),
    "op_special": re.compile(r"MUFU\b"),
    "op_convert": re.compile(r"(?:F2F|F2I|I2F|F2FP|I2FP|FRND)\b"),
    "op_convert_fp64": re.compile(r"F2F\.(?:F64|F32\.F64)|I2F\.F64|F2I\.F64|F2F\.[A-Z0-9.]*F64"),
    "op_integer": re.compile(r"(?:IADD3?|IMAD|IMUL|ISETP|LEA|SHF|LOP3|ISCADD|IABS|IMNMX|VIADD|VIMNMX|SHL|SHR|PRMT|POPC|FLO|BREV)\b"),
    "op_imad": re.compile(r"(?:IMAD|IMUL)\b"),
    "op_barrier": re.compile(r"BAR\b|SYNCS\b"),
    "op_shuffle": re.compile(r"SHFL\b"),
    "op_atomic_global": re.compile(r"(?:ATOMG|ATOM|REDG|RED)\b"),
    "op_atomic_shared": re.compile(r"ATOMS\b"),
    "op_load_shared": re.compile(r"LDS\b"),
    "op_load_matrix": re.compile(r"LDSM\b"),
    "op_branch": re.compile(r"(?:BRA|BRX|BSSY|BSYNC|WARPSYNC|EXIT)\b"),
    "op_call": re.compile(r"CALL\b"),
}


def width(opcode: str) -> int:
    """Bytes that one thread moves with a load or store: ``LDG.E`` 4, ``LDG.E.128`` 16, ``STG.E.U8`` 1."""
    match = _WIDTH.search(opcode)
    return int(match[1]) // 8 if match else 4


def facts(opcodes: Mapping[str, float]) -> dict[str, float]:
    """Executed warp instructions by kind, and mean bytes per thread of global and shared loads and stores."""
    counts = {name: sum(n for opcode, n in opcodes.items() if pattern.match(opcode)) for name, pattern in KINDS.items()}
    counts["op_total"] = sum(opcodes.values())
    for name, prefix in (("op_load_width", "LDG"), ("op_store_width", "STG"), ("op_shared_load_width", "LDS.")):
        chosen = {o: n for o, n in opcodes.items() if (o.startswith(prefix) and not o.startswith("LDGSTS")) or (prefix == "LDS." and o == "LDS")}
        total = sum(chosen.values())
        counts[name] = sum(width(o) * n for o, n in chosen.items()) / total if total else float("nan")
    return counts


def instruction_columns(profile: Profile) -> dict[str, Column]:
    """The ``facts`` of every launch as columns; NaN for launches of which no instruction is known."""
    names = [*KINDS, "op_total", "op_load_width", "op_store_width", "op_shared_load_width"]
    rows = sorted({*profile.opcodes, *profile.code})
    if not rows:
        return {name: np.broadcast_to(np.nan, len(profile)) for name in names}
    columns = {name: np.full(len(profile), np.nan) for name in names}
    for row in rows:
        opcodes = profile.opcodes.get(row) or _from_source(profile, row)
        if opcodes:
            for name, value in facts(opcodes).items():
                columns[name][row] = value
    return columns


def _from_source(profile: Profile, row: int) -> dict[str, float]:
    """Executed counts by mnemonic from the source page, whose cells read ``@P0 LDG.E.128 R4, [R2.64]``."""
    code = profile.code.get(row)
    if code is None or "sass" not in code or "executed" not in code:
        return {}
    counts: dict[str, float] = {}
    for text, executed in zip(code["sass"].tolist(), code["executed"].tolist(), strict=True):
        opcode = mnemonic(text)
        if opcode and executed >= 0:  # NaN is not
            counts[opcode] = counts.get(opcode, 0.0) + executed
    return counts


def mnemonic(instruction: str) -> str:
    """``"@!P0 LDG.E.128 R4, [R2.64]"`` -> ``"LDG.E.128"``; empty for a line that is no instruction."""
    parts = instruction.strip().split()
    if parts and parts[0].startswith("@"):
        parts = parts[1:]
    return parts[0].rstrip(";,") if parts and parts[0][:1].isalpha() else ""
