"""The arithmetic behind a GEMM candidate in a sentence, and what can be said about the problem itself."""

from __future__ import annotations

from ncu_advisor import units
from ncu_advisor.plan.amounts import count, figure, idle_sms, size, verb, waves
from ncu_advisor.plan.chip import Chip, rate
from ncu_advisor.plan.predict import SPLIT_PAYS, Prediction
from ncu_advisor.plan.problem import Product
from ncu_advisor.plan.tile import Tile

_NAMES = {
    "tensor": "the tensor cores", "fma": "the FMA pipes", "shared": "shared memory", "issue": "issuing the copies", "l2": "L2 to the SMs",
    "dram": "DRAM", "latency": "latency that the stages do not cover", "launch": "launch cost",
}  # fmt: skip
_INSTRUCTION = {"wgmma": "wgmma", "tcgen05": "tcgen05.mma", "mma": "mma.sync", "fma": "FMA"}


def reason(product: Product, tile: Tile, p: Prediction, on: Chip) -> str:
    """Why this tile takes this time: a step's cycles by resource, the pipeline, the waves, the traffic, and what binds."""
    mflop = 2e-6 * tile.block_m * tile.block_n * tile.block_k
    depth = max(1, tile.stages - 1) if p.footprint.asynchronous else 1
    work = max(p.mma, p.smem, p.fill)
    sentences = [
        f"a step of {mflop:.2g} MFLOP on {size(tile.step_bytes(product.element))} ({tile.intensity(product.element):.3g} FLOP/B) takes "
        f"{p.mma:.0f} cycles of {_INSTRUCTION[p.footprint.path]}, {p.smem:.0f} of shared memory and {p.fill:.0f} to copy",
        f"{count(depth, 'step')} in flight {_hidden(depth, depth * work, p.latency)} of loaded latency",
        _waves(tile, p, on),
        f"DRAM moves {size(p.traffic.dram_read + p.traffic.dram_write)}, L2 to the SMs {size(p.traffic.operands_l2)}",
    ]
    if tile.split_k > 1:
        sentences.append(
            f"the {tile.split_k} partial sums cost {size(2 * tile.split_k * product.outputs * 4)} and a second pass, whose workspace and rounding it "
            f"must earn: it is ranked as if it took {100 / SPLIT_PAYS - 100:.0f}% longer"
        )
    if not p.footprint.asynchronous:
        spilled = f", of which about {p.footprint.spilled} a thread {verb(p.footprint.spilled, 'spill')}" if p.footprint.spilled else ""
        sentences.append(f"copies of {size(product.vector)} pass through registers{spilled}")
    return "; ".join(sentences) + f"; bound by {_NAMES[p.limiter]}"


def _hidden(depth: int, hidden: float, latency: float) -> str:
    if hidden < latency:
        return f"{verb(depth, 'hide')} {hidden:.0f} of {count(round(latency), 'cycle')}"
    return f"{verb(depth, 'cover')} {count(round(latency), 'cycle')}"


def _waves(tile: Tile, p: Prediction, on: Chip) -> str:
    blocks = f"{count(p.grid, 'block')}{f' ({tile.split_k} per tile)' if tile.split_k > 1 else ''}"
    per_sm = f"{p.footprint.resident} per SM" if p.footprint.resident > 1 else "one per SM"
    if p.waves <= 1.0:
        beside = f", {idle_sms(p.grid, on.sms)}" if p.grid < on.sms else ""
        return f"{blocks} {verb(p.grid, 'run')} at once ({per_sm} would fit){beside}"
    partial = p.waves % 1.0
    last = f", the last {units.percent(100 * partial)}% full" if partial > 0.0 else ""
    return f"{blocks}, {per_sm}, make {waves(p.waves)}{last}"


def about(product: Product, on: Chip, best: Prediction, tile: Tile, padded: tuple[float, str] | None) -> list[str]:
    """Sentences about the problem: what padding buys, a type without a path of its own, a layout that costs."""
    said = []
    pipe, _ = rate(on.gpu, product.dtype)
    own = {"f16": "tensor_fp16", "bf16": "tensor_bf16", "tf32": "tensor_tf32", "f8": "tensor_fp8", "i8": "tensor_int8"}.get(product.dtype)
    if own and pipe != own:
        said.append(f"{on.gpu.name} has no tensor path for {product.dtype}: rates are those of {pipe}")
    if product.transposed and product.element != 2.0 and best.footprint.path == "wgmma":
        said.append("wgmma takes 8-bit and tf32 operands only along k: store A row-major and B transposed (--layout nt) for asynchronous copies")
    if padded is not None:
        us, how = padded
        gain = best.us / us
        if gain > 1.02:
            said.append(
                f"rows do not start on 16 bytes, so copies move {size(product.vector)} at a time; "
                f"{how} would take {figure(us)} us, {figure(gain)} times faster"
            )
    efficiency = product.m * product.n / (-(-product.m // tile.block_m) * tile.block_m * -(-product.n // tile.block_n) * tile.block_n)
    if efficiency < 0.9:
        said.append(f"the tile does not divide the result: {units.percent(100 * (1 - efficiency))}% of the products are padding")
    return said
