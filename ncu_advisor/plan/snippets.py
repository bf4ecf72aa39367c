"""Candidates as text to paste: Triton, CUTLASS and CUDA, one launch each, and an autotune list of several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ncu_advisor.hardware.gpu import Gpu

_CUTLASS = {"f16": "cutlass::half_t", "bf16": "cutlass::bfloat16_t", "tf32": "float", "f32": "float"}
_CUTLASS |= {"f8": "cutlass::float_e4m3_t", "i8": "int8_t", "f64": "double"}
_CUTLASS_TENSOR = {**_CUTLASS, "tf32": "cutlass::tfloat32_t"}
# M, N, K of mma.sync by type and arch tag, that of the oldest capability which has it (cutlass/arch/mma_sm70.h to mma_sm89.h).
_MMA = {
    "Sm70": {"f16": "8, 8, 4"},
    "Sm75": {"f16": "16, 8, 8", "i8": "8, 8, 16"},
    "Sm80": {"f16": "16, 8, 16", "bf16": "16, 8, 16", "tf32": "16, 8, 8", "i8": "16, 8, 32", "f64": "8, 8, 4"},
    "Sm89": {"f8": "16, 8, 32"},
}
_PAIR_ROWS = 128  # that each SM of a pair computes on tcgen05
_CUDA = {"f16": "__half", "bf16": "__nv_bfloat16", "tf32": "float", "f32": "float", "f8": "__nv_fp8_e4m3", "i8": "int8_t", "f64": "double"}
_SIZE = {"f16": 2, "bf16": 2, "tf32": 4, "f32": 4, "f8": 1, "i8": 1, "f64": 8}


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
    """The kernel's types, or a comment that says why CUTLASS has none of this tile (found by compiling with CUTLASS 4 and nvcc 13.0)."""
    rows = ["cutlass::layout::ColumnMajor" if letter == "t" else "cutlass::layout::RowMajor" for letter in layout]
    element, sums = _CUTLASS_TENSOR[dtype] if dtype != "f32" else "float", "int32_t" if dtype == "i8" else "double" if dtype == "f64" else "float"
    if c.instruction in ("wgmma", "tcgen05"):
        return _collective(c, dtype, rows, element, sums)
    simt = dtype == "f32" or not any(path.startswith("tensor") for path in gpu.rates)
    arch, instruction = ("Sm80", "1, 1, 1") if simt else _mma(dtype, gpu.compute_capability)
    if not instruction:
        return _none(f"it has no {dtype} product for {gpu.compute_capability}")
    if not simt and dtype in ("i8", "f8") and layout != "nt":
        return _none(f"mma.sync takes {dtype} operands only along k: store A row-major and B transposed (--layout nt)")
    warp_m, warp_n = c.block_m // c.warp_grid[0], c.block_n // c.warp_grid[1]
    kernel = "GemmSplitKParallel" if c.split_k > 1 else "Gemm"
    return "\n".join(
        (
            f"using Gemm = cutlass::gemm::device::{kernel}<",
            f"    {element}, {rows[0]}, {element}, {rows[1]}, {_CUTLASS[dtype]}, cutlass::layout::RowMajor, {sums},",
            f"    cutlass::arch::OpClass{'Simt' if simt else 'TensorOp'}, cutlass::arch::{arch},",
            f"    cutlass::gemm::GemmShape<{c.block_m}, {c.block_n}, {c.block_k}>, cutlass::gemm::GemmShape<{warp_m}, {warp_n}, {c.block_k}>,",
            f"    cutlass::gemm::GemmShape<{instruction}> /* epilogue, swizzle<{c.group_m}>, stages {c.stages} */>;",
            f"// {f'split-K: {c.split_k} slices' if c.split_k > 1 else 'data-parallel'}",
        )
    )


def _none(why: str) -> str:
    return f"// No CUTLASS kernel: {why}."


def _mma(dtype: str, capability: str) -> tuple[str, str]:
    """Arch tag and M, N, K of mma.sync: the newest that this capability has; no shape where there is none."""
    tags = [tag for tag in _MMA if int(tag.removeprefix("Sm")) <= round(10 * float(capability))]
    return next(((tag, _MMA[tag][dtype]) for tag in reversed(tags) if dtype in _MMA[tag]), ("", ""))


def _collective(c: Any, dtype: str, rows: list[str], element: str, sums: str) -> str:
    """The main loop of CUTLASS 3, on wgmma or tcgen05. Two blocks that share B by multicast halve its L2 traffic."""
    tcgen05 = c.instruction == "tcgen05"
    if tcgen05 and c.block_m > _PAIR_ROWS:
        return _none(f"its tcgen05 kernels compute 64 or {_PAIR_ROWS} rows on an SM, not {c.block_m}")
    cluster = 2 if c.grid >= 2 and c.tiles_m % 2 == 0 else 1
    # A pair of SMs computes one tile of twice the rows.
    sms = 2 if tcgen05 and cluster == 2 and c.block_m == _PAIR_ROWS else 1
    schedule = f"{sms}SmSm100" if tcgen05 else "Cooperative" if c.block_m >= 128 else "Pingpong"
    out = "int32_t" if dtype == "i8" else "float" if dtype == "tf32" else "cutlass::half_t" if dtype == "f8" else element
    return "\n".join(
        (
            f"using TileShape = cute::Shape<cute::Int<{sms * c.block_m}>, cute::Int<{c.block_n}>, cute::Int<{c.block_k}>>;"
            + (f"  // of a pair of SMs: {c.block_m} rows each" if sms == 2 else ""),
            f"using ClusterShape = cute::Shape<cute::Int<{cluster}>, cute::_1, cute::_1>;",
            "using MainLoop = typename cutlass::gemm::collective::CollectiveBuilder<",
            f"    cutlass::arch::{'Sm100' if tcgen05 else 'Sm90'}, cutlass::arch::OpClassTensorOp,",
            f"    {element}, {rows[0]}, {16 // _SIZE[dtype]}, {element}, {rows[1]}, {16 // _SIZE[dtype]}, {sums}, TileShape, ClusterShape,",
            f"    cutlass::gemm::collective::StageCount<{c.stages}>, cutlass::gemm::KernelTmaWarpSpecialized{schedule}>::CollectiveOp;",
            f"// result type {out}; {_scheduler(c)}",
        )
    )


def _scheduler(c: Any) -> str:
    return f"split-K: {c.split_k} slices" if c.split_k > 1 else "stream-K scheduler" if c.stream_k else "data-parallel, persistent scheduler"
