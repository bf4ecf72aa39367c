"""From a launch configuration to a compiled kernel. No device is needed, so worker processes fill the cache that the sweep then loads from."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from problems import Gemm, Tile, aligned

TYPES = {"f16": "fp16", "bf16": "bf16", "tf32": "fp32", "f32": "fp32", "f8": "fp8e4nv", "i8": "i8"}
OUT = {"f16": "fp16", "bf16": "bf16", "tf32": "fp32", "f8": "fp16", "i8": "i32"}


class Spec(NamedTuple):
    """A kernel, its argument types in order (constants as ``constexpr``), constants, which arguments are multiples of 16, and options."""

    kernel: str
    types: tuple[str, ...]
    constants: tuple[tuple[str, Any], ...]
    multiples: tuple[int, ...]
    warps: int
    stages: int


def _spec(kernel: str, arguments: tuple[tuple[str, bool], ...], constants: dict[str, Any], warps: int, stages: int) -> Spec:
    types = tuple(t for t, _ in arguments) + ("constexpr",) * len(constants)
    return Spec(kernel, types, tuple(constants.items()), tuple(i for i, (_, multiple) in enumerate(arguments) if multiple), warps, stages)


def gemm_spec(p: Gemm, t: Tile, masked: bool = False) -> Spec:
    """The GEMM kernel; M is never promised to be a multiple of 16: nothing in the kernel gains by it. ``masked``: K is never taken as even."""
    wide = aligned(p)
    element, out = TYPES[p.dtype], "fp32" if t.split > 1 else OUT[p.dtype]
    pointers = ((f"*{element}", True), (f"*{element}", True), (f"*{out}", True))
    sizes = (("i32", False), ("i32", wide), ("i32", wide), ("i32", True), ("i32", True), ("i32", True), ("i32", True))
    constants = {"BM": t.bm, "BN": t.bn, "BK": t.bk, "GROUP_M": 8, "EVEN_K": wide and p.k % t.bk == 0 and not masked}
    constants |= {"B_TRANSPOSED": p.dtype in ("tf32", "f8", "i8"), "SPLIT": t.split > 1, "INTEGER": p.dtype == "i8"}
    return _spec("gemm", pointers + sizes, constants, t.warps, t.stages)


def add_spec(slices: int, even: bool) -> Spec:
    return _spec("add_slices", (("*fp32", True), ("*fp16", True), ("i32", even)), {"SLICES": slices, "BLOCK": 1024}, 4, 1)


def attention_spec(head_dim: int, causal: bool, tile: tuple[int, int, int, int]) -> Spec:
    bm, bn, stages, warps = tile
    arguments = (("*fp16", True),) * 4 + (("i32", True), ("i32", False), ("fp32", False))
    return _spec("attention", arguments, {"BM": bm, "BN": bn, "D": head_dim, "CAUSAL": causal}, warps, stages)


def stream_spec(dtype: str, reads: int, block: int, warps: int, loop: bool) -> Spec:
    return _spec("stream", ((f"*{TYPES[dtype]}", True),) * 3 + (("i32", True),), {"READS": reads, "BLOCK": block, "LOOP": loop}, warps, 1)


def row_spec(op: str, rows: int, block: int, warps: int, passes: int) -> Spec:
    arguments = (("*fp16", True), ("*fp16", True), ("i32", False), ("i32", True))
    return _spec(f"row_{op}", arguments, {"ROWS": rows, "BLOCK": block, "ONE_PASS": passes == 1}, warps, 1)


def compiled(spec: Spec) -> Any:
    """The kernel from the cache, compiled if it is not there."""
    import triton
    from kernels import KERNELS
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    fn = KERNELS[spec.kernel]
    signature = dict(zip(fn.arg_names, spec.types, strict=True))
    attributes = {(i,): [["tt.divisibility", 16]] for i in spec.multiples}
    source = ASTSource(fn, signature, dict(spec.constants), attributes)
    return triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": spec.warps, "num_stages": spec.stages})


def compile_one(spec: Spec) -> str:
    """In a worker: fills the cache; returns an error's text, or nothing."""
    os.environ["TRITON_STORE_BINARY_ONLY"] = "1"
    try:
        compiled(spec)
    except Exception as error:  # a configuration that does not compile is a result
        return f"{type(error).__name__}: {str(error)[:200]}"
    return ""
