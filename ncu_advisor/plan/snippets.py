"""Candidates as text to paste: Triton, CUTLASS and CUDA, one launch each, and an autotune list of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ncu_advisor.hardware.gpu import Gpu

FRAMEWORKS = ("triton", "cutlass", "cuda")
_CUTLASS = {"f16": "cutlass::half_t", "bf16": "cutlass::bfloat16_t", "tf32": "float", "f32": "float"}
_CUTLASS |= {"f8": "cutlass::float_e4m3_t", "i8": "int8_t", "f64": "double"}
_CUTLASS_TENSOR = {**_CUTLASS, "tf32": "cutlass::tfloat32_t"}
_CUDA = {"f16": "__half", "bf16": "__nv_bfloat16", "tf32": "float", "f32": "float", "f8": "__nv_fp8_e4m3", "i8": "int8_t", "f64": "double"}
_SIZE = {"f16": 2, "bf16": 2, "tf32": 4, "f32": 4, "f8": 1, "i8": 1, "f64": 8}
# One mma.sync m16n8kK of each type (PTX ISA): its depth.
_MMA_DEPTH = {"f16": 16, "bf16": 16, "tf32": 8, "f32": 1, "f8": 32, "i8": 32, "f64": 4}


def gemm(framework: str, candidate: Any, dtype: str, layout: str, gpu: Gpu) -> str:
    """A snippet of one GEMM candidate."""
    if framework == "triton":
        return f"{_triton_gemm(candidate)}\ngrid = (triton.cdiv(M, {candidate.block_m}) * triton.cdiv(N, {candidate.block_n}), {candidate.split_k})"
    if framework == "cutlass":
        return _cutlass(candidate, dtype, layout, gpu)
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
        return f"kernel[({c.grid},)](..., ROWS={c.rows_per_block}, BLOCK={c.chunk}, ONE_PASS={c.passes == 1}, num_warps={c.warps})"
    return f"rows<{c.rows_per_block}, {c.chunk}, {c.passes}><<<{c.grid}, {c.block}>>>(...);  // rows a block, columns a chunk, passes over the row"


def _cuda(name: str, c: Any, element: str, constants: str) -> str:
    return (
        f"constexpr int {constants};\n"
        f"template <class T> __global__ void __launch_bounds__({32 * c.warps}, {c.blocks_per_sm}) {name}(/* ... */);\n"
        f"cudaFuncSetAttribute({name}<{element}>, cudaFuncAttributeMaxDynamicSharedMemorySize, {c.smem_bytes});\n"
        f"{name}<{element}><<<{c.grid}, {32 * c.warps}, {c.smem_bytes}>>>(/* ... */);"
    )


def _cutlass(c: Any, dtype: str, layout: str, gpu: Gpu) -> str:
    rows = ["cutlass::layout::ColumnMajor" if letter == "t" else "cutlass::layout::RowMajor" for letter in layout]
    element, sums = _CUTLASS_TENSOR[dtype] if dtype != "f32" else "float", "int32_t" if dtype == "i8" else "double" if dtype == "f64" else "float"
    if gpu.architecture.has("tma") and c.block_m >= 64 and dtype not in ("f32", "f64"):
        sm = "Sm100" if gpu.architecture.has("tcgen05") else "Sm90" if gpu.architecture.has("wgmma") else "Sm120"
        cluster, schedule = _schedule(c, sm)
        out = "int32_t" if dtype == "i8" else "float" if dtype == "tf32" else "cutlass::half_t" if dtype == "f8" else element
        return "\n".join(
            (
                f"using TileShape = cute::Shape<cute::Int<{c.block_m}>, cute::Int<{c.block_n}>, cute::Int<{c.block_k}>>;",
                f"using ClusterShape = cute::Shape<cute::Int<{cluster}>, cute::_1, cute::_1>;",
                "using MainLoop = typename cutlass::gemm::collective::CollectiveBuilder<",
                f"    cutlass::arch::{sm}, cutlass::arch::OpClassTensorOp,",
                f"    {element}, {rows[0]}, {16 // _SIZE[dtype]}, {element}, {rows[1]}, {16 // _SIZE[dtype]}, {sums}, TileShape, ClusterShape,",
                f"    cutlass::gemm::collective::StageCount<{c.stages}>, {schedule}>::CollectiveOp;",
                f"// result type {out}; {_scheduler(c)}",
            )
        )
    warp_m, warp_n = c.block_m // c.warp_grid[0], c.block_n // c.warp_grid[1]
    simt = dtype == "f32" or not any(path.startswith("tensor") for path in gpu.rates)
    operation, instruction = ("Simt", "1, 1, 1") if simt else ("TensorOp", f"16, 8, {_MMA_DEPTH[dtype]}" if dtype != "f64" else "8, 8, 4")
    arch = {"7.0": "Sm70", "7.5": "Sm75", "8.9": "Sm89"}.get(gpu.compute_capability, "Sm80")
    kernel = "GemmSplitKParallel" if c.split_k > 1 else "Gemm"
    return "\n".join(
        (
            f"using Gemm = cutlass::gemm::device::{kernel}<",
            f"    {element}, {rows[0]}, {element}, {rows[1]}, {_CUTLASS[dtype]}, cutlass::layout::RowMajor, {sums},",
            f"    cutlass::arch::OpClass{operation}, cutlass::arch::{arch},",
            f"    cutlass::gemm::GemmShape<{c.block_m}, {c.block_n}, {c.block_k}>, cutlass::gemm::GemmShape<{warp_m}, {warp_n}, {c.block_k}>,",
            f"    cutlass::gemm::GemmShape<{instruction}> /* epilogue, swizzle<{c.group_m}>, stages {c.stages} */>;",
            f"// {_scheduler(c)}",
        )
    )


def _schedule(c: Any, sm: str) -> tuple[int, str]:
    """Cluster along M and main loop schedule. Two blocks that share B by multicast halve its L2 traffic; 12.x has no multicast."""
    cluster = 2 if c.grid >= 2 and c.tiles_m % 2 == 0 and sm in ("Sm90", "Sm100") else 1
    if sm == "Sm100":
        wide = cluster == 2 and c.block_m >= 128
        return cluster, f"cutlass::gemm::KernelTmaWarpSpecialized{2 if wide else 1}SmSm100"
    if sm == "Sm120":
        return 1, "cutlass::gemm::KernelTmaWarpSpecializedCooperative"
    return cluster, f"cutlass::gemm::KernelTmaWarpSpecialized{'Cooperative' if c.block_m >= 128 else 'Pingpong'}"


def _scheduler(c: Any) -> str:
    return f"split-K: {c.split_k} slices" if c.split_k > 1 else "stream-K scheduler" if c.stream_k else "data-parallel, persistent scheduler"
