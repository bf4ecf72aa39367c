"""Candidates as text to paste: Triton, CUTLASS and CUDA, one launch each, and an autotune list of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ncu_advisor.plan import cutlass
from ncu_advisor.plan.amounts import count

if TYPE_CHECKING:
    from ncu_advisor.hardware.gpu import Gpu

_CUDA = {"f16": "__half", "bf16": "__nv_bfloat16", "tf32": "float", "f32": "float", "f8": "__nv_fp8_e4m3", "i8": "int8_t", "f64": "double"}
_SIZE = {"f16": 2, "bf16": 2, "tf32": 4, "f32": 4, "f8": 1, "i8": 1, "f64": 8}


def gemm(framework: str, candidate: Any, dtype: str, layout: str, columns: int, gpu: Gpu) -> str:
    """A snippet of one GEMM candidate. ``columns``: of the result."""
    if framework == "triton":
        return f"{_triton_gemm(candidate)}\ngrid = (triton.cdiv(M, {candidate.block_m}) * triton.cdiv(N, {candidate.block_n}), {candidate.split_k})"
    if framework == "cutlass":
        return cutlass.gemm(candidate, dtype, layout, columns, gpu)
    tile = f"BM = {candidate.block_m}, BN = {candidate.block_n}, BK = {candidate.block_k}, STAGES = {candidate.stages}"
    return _cuda("gemm", candidate, _CUDA[dtype], tile)


def _triton_gemm(c: Any) -> str:
    split = f', "SPLIT_K": {c.split_k}' if c.split_k > 1 else ""
    return (
        f'triton.Config({{"BLOCK_M": {c.block_m}, "BLOCK_N": {c.block_n}, "BLOCK_K": {c.block_k}, "GROUP_M": {c.group_m}{split}}}, '
        f"num_stages={c.stages}, num_warps={c.warps})"
    )


def attention(framework: str, candidate: Any, dtype: str, head_dim: int) -> str:
    """A snippet of one attention candidate."""
    if framework == "triton":
        return _triton_attention(candidate)
    if framework == "cutlass":
        return (
            f"// queries, keys, head dimension\n"
            f"using TileShape = cute::Shape<cute::Int<{candidate.block_m}>, cute::Int<{candidate.block_n}>, cute::Int<{head_dim}>>;\n"
            f"constexpr int Stages = {candidate.stages}, Warps = {candidate.warps};"
        )
    tile = f"BM = {candidate.block_m}, BN = {candidate.block_n}, D = {head_dim}, STAGES = {candidate.stages}"
    return _cuda("attention", candidate, _CUDA[dtype], tile)


def _triton_attention(c: Any) -> str:
    return f'triton.Config({{"BLOCK_M": {c.block_m}, "BLOCK_N": {c.block_n}}}, num_stages={c.stages}, num_warps={c.warps})'


def autotune(kind: str, candidates: Sequence[Any]) -> str:
    """A Triton autotune decorator over the candidates; the first is the one to take without measuring."""
    one, key = (_triton_attention, '"T", "D"') if kind == "attention" else (_triton_gemm, '"M", "N", "K"')
    configs = "\n".join(f"        {one(c)}," for c in candidates)
    return f"@triton.autotune(\n    configs=[\n{configs}\n    ],\n    key=[{key}],\n)"


def stream(framework: str, c: Any, dtype: str) -> str:
    """A snippet of one streaming launch. Triton derives the vector width from BLOCK / (32 x warps) elements a thread."""
    if framework == "triton":
        return f"kernel[({c.grid},)](..., BLOCK={c.block * c.items_per_thread}, num_warps={c.block // 32})"
    vector = {128: "uint4", 64: "uint2", 32: "uint32_t", 256: "ulonglong4_32a"}.get(c.vector_bits, _CUDA[dtype])
    loads = max(1, c.items_per_thread * _SIZE[dtype] * 8 // c.vector_bits)
    return (
        f"using Vector = {vector};  // {c.vector_bits} bits a load\n"
        f"constexpr int LOADS = {loads};  // of each array, independent, before the first use\n"
        f"stream<Vector, LOADS><<<{c.grid}, {c.block}>>>(...);"
    )


def reduction(framework: str, c: Any) -> str:
    """A snippet of one row-wise launch."""
    if framework == "triton":
        split = f", SPLIT={c.split}" if c.split > 1 else ""
        return f"kernel[({c.grid},)](..., ROWS={c.rows_per_block}, BLOCK={c.chunk}, ONE_PASS={c.passes == 1}{split}, num_warps={c.warps})"
    shared = f", {count(c.split, 'block')} a row" if c.split > 1 else ""
    arguments = f"{c.rows_per_block}, {c.chunk}, {c.passes}{f', {c.split}' if c.split > 1 else ''}"
    return f"rows<{arguments}><<<{c.grid}, {c.block}>>>(...);  // rows a block, columns a chunk, passes over the row{shared}"


def _cuda(name: str, c: Any, element: str, constants: str) -> str:
    return (
        f"constexpr int {constants};\n"
        f"template <class T> __global__ void __launch_bounds__({32 * c.warps}, {c.blocks_per_sm}) {name}(/* ... */);\n"
        f"cudaFuncSetAttribute({name}<{element}>, cudaFuncAttributeMaxDynamicSharedMemorySize, {c.smem_bytes});\n"
        f"{name}<{element}><<<{c.grid}, {32 * c.warps}, {c.smem_bytes}>>>(/* ... */);"
    )
