"""A GEMM candidate as types of CUTLASS: a device-wide template of its version 2, a main loop of its version 3, or why it has none.

What is said here was compiled with CUTLASS 4 and nvcc 13.0.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ncu_advisor.plan import amounts
from ncu_advisor.plan.chip import ELEMENT, RESULT
from ncu_advisor.plan.occupancy import WARP, occupancy

if TYPE_CHECKING:
    from ncu_advisor.hardware.gpu import Gpu

_TYPE = {"f16": "cutlass::half_t", "bf16": "cutlass::bfloat16_t", "tf32": "cutlass::tfloat32_t", "f32": "float"}
_TYPE |= {"f8": "cutlass::float_e4m3_t", "i8": "int8_t", "f64": "double"}
_RESULT_TYPE = {**_TYPE, "tf32": "float", "f8": "cutlass::half_t", "i8": "int32_t"}
_SUMS = {"i8": "int32_t", "f64": "double"}  # others are added up as float
# M, N, K of mma.sync by type and arch tag, that of the oldest capability which has it (cutlass/arch/mma_sm70.h to mma_sm89.h).
_MMA = {
    "Sm70": {"f16": "8, 8, 4"},
    "Sm75": {"f16": "16, 8, 8", "i8": "8, 8, 16"},
    "Sm80": {"f16": "16, 8, 16", "bf16": "16, 8, 16", "tf32": "16, 8, 8", "i8": "16, 8, 32", "f64": "8, 8, 4"},
    "Sm89": {"f8": "16, 8, 32"},
}
_LINE = 128  # bytes of a row in shared memory, at most
_FMA_DEPTH = 8
_FMA = ("f16", "f32", "f64")
_PAIR_ROWS = 128  # that each SM of a pair computes on tcgen05
_VECTOR = 16  # bytes of the widest access of a thread, and those on which TMA wants every row to start
_LEAST_ASYNCHRONOUS = 4  # bytes of cp.async


def gemm(c: Any, dtype: str, layout: str, columns: int, gpu: Gpu) -> str:
    """The kernel's types, or a comment that says why CUTLASS has none of this candidate. ``columns``: of the result."""
    if c.instruction in ("wgmma", "tcgen05"):
        return _collective(c, dtype, layout)
    return _device_wide(c, dtype, layout, columns, gpu)


def _none(why: str) -> str:
    return f"// No CUTLASS kernel: {why}."


def _operands(dtype: str, layout: str) -> list[str]:
    """Type and layout of A and of B."""
    stored = {"n": "cutlass::layout::RowMajor", "t": "cutlass::layout::ColumnMajor"}
    return [f"{_TYPE[dtype]}, {stored[letter]}" for letter in layout]


def _copied(c: Any, dtype: str) -> int:
    """Elements that a thread copies at a time."""
    return int(c.copy_bytes // ELEMENT[dtype])


def _device_wide(c: Any, dtype: str, layout: str, columns: int, gpu: Gpu) -> str:
    """CUTLASS 2, on mma.sync or FMA: ``Gemm``, or ``GemmSplitKParallel`` with its second pass (cutlass/gemm/device)."""
    fma = c.instruction == "fma"
    arch, instruction = (_fma if fma else _mma)(dtype, gpu.compute_capability)
    if not instruction:
        return _none(f"it has no {dtype} product for {gpu.compute_capability}")
    if dtype in ("i8", "f8") and layout != "nt":
        return _none(f"mma.sync takes {dtype} operands only along k: store A row-major and B transposed (--layout nt)")
    depth, stages = _loop(c, dtype, gpu)
    if not _blocks(c, dtype, gpu, depth, stages):
        return _none(f"its main loop has {stages} buffers, which do not fit an SM")
    result, sums = _RESULT_TYPE[dtype], _SUMS.get(dtype, "float")
    # Its iterators for FMA and for double hand out single elements (cutlass/gemm/device/default_gemm_configuration.h).
    copied = 1 if fma or dtype == "f64" else _copied(c, dtype)
    warp_m, warp_n = c.block_m // c.warp_grid[0], c.block_n // c.warp_grid[1]
    stored = 1 if fma else _stored(columns, int(RESULT[dtype]), warp_n)
    kernel, between = ("GemmSplitKParallel", _reduction(sums, columns, 1 if fma else warp_n)) if c.split_k > 1 else ("Gemm", [])
    swizzle = "GemmSplitKIdentityThreadblockSwizzle" if c.split_k > 1 else "GemmIdentityThreadblockSwizzle"
    return "\n".join(
        (
            f"using Epilogue = cutlass::epilogue::thread::LinearCombination<{result}, {stored}, {sums}, {sums}>;",
            f"using Gemm = cutlass::gemm::device::{kernel}<",
            f"    {', '.join(_operands(dtype, layout))}, {result}, cutlass::layout::RowMajor, {sums},",
            f"    cutlass::arch::OpClass{'Simt' if fma else 'TensorOp'}, cutlass::arch::{arch},",
            f"    cutlass::gemm::GemmShape<{c.block_m}, {c.block_n}, {depth}>, cutlass::gemm::GemmShape<{warp_m}, {warp_n}, {depth}>,",
            f"    cutlass::gemm::GemmShape<{instruction}>, Epilogue,",
            *between,
            f"    cutlass::gemm::threadblock::{swizzle}<{c.group_m}>, {stages}, {copied}, {copied}>;",
            f"// {f'split-K: {c.split_k} slices' if c.split_k > 1 else 'data-parallel'}{_as_planned(c, depth)}",
        )
    )


def _as_planned(c: Any, depth: int) -> str:
    return f"; {c.block_k // depth} steps of {depth} for one of {c.block_k}" if depth < c.block_k else ""


def _reduction(sums: str, columns: int, warp_n: int) -> list[str]:
    """What stores the partial sums, and what adds them."""
    stored = _stored(columns, 8 if sums == "double" else 4, warp_n)
    return [
        f"    cutlass::epilogue::thread::Convert<{sums}, {stored}, {sums}>,",
        f"    cutlass::reduction::thread::ReduceAdd<{sums}, {sums}, Epilogue::kCount>,",
    ]


def _stored(columns: int, size: int, warp_n: int) -> int:
    """Elements that a thread stores at a time: up to 16 bytes, as far as every row starts on a multiple of them.

    The 32 threads of a warp store 8 rows of its ``warp_n`` columns at a time, and each has a part of them.
    """
    return max(1, min(math.gcd(_VECTOR, columns * size) // size, 8 * warp_n // WARP))


def _loop(c: Any, dtype: str, gpu: Gpu) -> tuple[int, int]:
    """Depth and buffers of the main loop: two buffers where copies pass through registers, else one for each step in flight and one more.

    The plan has one buffer fewer, so a step less is in flight where another buffer would displace a block. Deeper steps than CUTLASS has become
    several: a row of a buffer is a cache line at most, and FMA kernels transpose steps of 8 (cutlass/gemm/threadblock/default_mma_core_simt.h).
    """
    depth = _FMA_DEPTH if c.instruction == "fma" else min(c.block_k, int(_LINE // ELEMENT[dtype]))
    if not c.asynchronous:
        return depth, 2
    parts = c.block_k // depth
    stages = parts * c.stages
    return depth, stages if _blocks(c, dtype, gpu, depth, stages) >= c.blocks_per_sm else max(2, stages - parts)


def _blocks(c: Any, dtype: str, gpu: Gpu, depth: int, stages: int) -> int:
    """Resident blocks of a main loop of CUTLASS."""
    shared = stages * (c.block_m + c.block_n) * depth * int(ELEMENT[dtype])
    return occupancy(gpu.limits, c.registers_per_thread, WARP * c.warps, 0, shared).blocks_per_sm


def _mma(dtype: str, capability: str) -> tuple[str, str]:
    """Arch tag and M, N, K of mma.sync: the newest that this capability has; no shape where there is none."""
    tags = [tag for tag in _MMA if int(tag.removeprefix("Sm")) <= round(10 * float(capability))]
    return next(((tag, _MMA[tag][dtype]) for tag in reversed(tags) if dtype in _MMA[tag]), ("", ""))


def _fma(dtype: str, capability: str) -> tuple[str, str]:
    """Arch tag and M, N, K of an FMA; no shape for types that have none. Sm80 is the first with cp.async."""
    return "Sm80" if float(capability) >= 8.0 else "Sm50", "1, 1, 1" if dtype in _FMA else ""


def _collective(c: Any, dtype: str, layout: str) -> str:
    """The main loop of CUTLASS 3, on wgmma or tcgen05 (cutlass/gemm/collective/builders)."""
    if c.instruction == "wgmma" and ELEMENT[dtype] != 2.0 and layout != "nt":
        return _none(f"wgmma takes {dtype} operands only along k: store A row-major and B transposed (--layout nt)")
    if c.copy_bytes < _LEAST_ASYNCHRONOUS:
        allowed = amounts.size(c.copy_bytes)
        return _none(f"its main loops copy at least {_LEAST_ASYNCHRONOUS} bytes at a time, rows here allow {allowed}: pad them to {_VECTOR}")
    tcgen05 = c.instruction == "tcgen05"
    if tcgen05 and c.block_m > _PAIR_ROWS:
        return _none(f"its tcgen05 kernels compute 64 or {_PAIR_ROWS} rows on an SM, not {c.block_m}")
    cluster, sms, schedule = _cluster(c, tcgen05)
    operands = ", ".join(f"{operand}, {_copied(c, dtype)}" for operand in _operands(dtype, layout))
    return "\n".join(
        (
            f"using TileShape = cute::Shape<cute::Int<{sms * c.block_m}>, cute::Int<{c.block_n}>, cute::Int<{c.block_k}>>;"
            + (f"  // of a pair of SMs: {c.block_m} rows each" if sms == 2 else ""),
            f"using ClusterShape = cute::Shape<cute::Int<{cluster}>, cute::_1, cute::_1>;",
            "using MainLoop = typename cutlass::gemm::collective::CollectiveBuilder<",
            f"    cutlass::arch::{'Sm100' if tcgen05 else 'Sm90'}, cutlass::arch::OpClassTensorOp,",
            f"    {operands}, {_SUMS.get(dtype, 'float')}, TileShape, ClusterShape,",
            f"    cutlass::gemm::collective::StageCount<{c.stages}>, cutlass::gemm::{schedule}>::CollectiveOp;",
            f"// result type {_RESULT_TYPE[dtype]}; {_scheduler(c)}",
        )
    )


def _cluster(c: Any, tcgen05: bool) -> tuple[int, int, str]:
    """Blocks of a cluster, SMs that compute a tile together, and the schedule.

    Rows that do not start on 16 bytes are copied by threads (cp.async), which cannot multicast. Else two blocks that share B halve its L2
    traffic, and on tcgen05 a pair of SMs computes one tile of twice the rows.
    """
    if c.copy_bytes < _VECTOR:
        return 1, 1, "KernelWarpSpecialized1SmSm100" if tcgen05 else f"KernelCpAsyncWarpSpecialized{_consumers(c)}"
    cluster = 2 if c.grid >= 2 and c.tiles_m % 2 == 0 else 1
    sms = 2 if tcgen05 and cluster == 2 and c.block_m == _PAIR_ROWS else 1
    return cluster, sms, f"KernelTmaWarpSpecialized{f'{sms}SmSm100' if tcgen05 else _consumers(c)}"


def _consumers(c: Any) -> str:
    """Two warpgroups work on the halves of one tile, or by turns on tiles of the 64 rows that one takes."""
    return "Cooperative" if c.block_m >= 128 else "Pingpong"


def _scheduler(c: Any) -> str:
    return f"split-K: {c.split_k} slices" if c.split_k > 1 else "stream-K scheduler" if c.stream_k else "data-parallel, persistent scheduler"
