"""Convolutions as implicit matrix products: rows are output pixels, columns output channels, depth input channels times the filter."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.amounts import array_bytes, count, figure, refuse_beyond_any_device
from ncu_advisor.plan.chip import ELEMENT, RESULT, Chip, chip
from ncu_advisor.plan.gemm import GemmPlan, candidates, choose, launchable, ranked, vector_bytes
from ncu_advisor.plan.predict import Prediction
from ncu_advisor.plan.problem import Product
from ncu_advisor.plan.tile import Tile


@dataclass(frozen=True)
class ConvolutionProblem:
    """A 2-D convolution: ``n`` images of ``c`` x ``h`` x ``w``, ``k`` filters of ``r`` x ``s``; channels last."""

    n: int
    c: int
    h: int
    w: int
    k: int
    r: int
    s: int
    stride: int = 1
    padding: int = 0
    dtype: str = "f16"

    @property
    def output(self) -> tuple[int, int]:
        """Height and width of the result."""
        return (self.h + 2 * self.padding - self.r) // self.stride + 1, (self.w + 2 * self.padding - self.s) // self.stride + 1


def product(problem: ConvolutionProblem, framework: str | None = None) -> Product:
    """The implicit matrix product. Raises AdvisorError where the filter is larger than the padded image.

    Each input pixel occurs in up to r x s rows of A: L2 sees the repeats, DRAM (and so the halo of a tile) only the image.
    """
    height, width = problem.output
    if height < 1 or width < 1:
        raise AdvisorError("--r/--s", f"a {problem.r} x {problem.s} filter does not fit a {problem.h} x {problem.w} image", "raise --padding")
    element = ELEMENT[problem.dtype]
    m, depth = problem.n * height * width, problem.c * problem.r * problem.s
    image = problem.n * problem.h * problem.w * problem.c * element
    return Product(
        m, problem.k, depth, problem.dtype, 1, element, RESULT[problem.dtype], vector_bytes((problem.c,), element, framework),
        a_k_major=True, b_k_major=True, a_bytes=min(float(image), m * depth * element),
    )  # fmt: skip


def plan(problem: ConvolutionProblem, gpu: Gpu, top: int = 5, framework: str | None = None) -> GemmPlan:
    """The ``top`` tiles of the implicit product; notes say what a tile stands for (pixels, halo) and what padding the channels buys.

    Raises AdvisorError where images, filters or result are more than any device moves, or blocks more than a launch takes.
    """
    seen, on = product(problem, framework), chip(gpu)
    images, filters = (problem.n, problem.h, problem.w, problem.c), (problem.k, problem.r, problem.s, problem.c)
    # A result outgrows its images by padding alone, which libraries take of any size.
    subject, remedy = ("--padding", "lower it") if problem.padding else ("--n/--h/--w/--k", "")
    result = array_bytes(seen.result, (seen.m, seen.n))
    refuse_beyond_any_device("--n/--c/--h/--w/--k/--r/--s", array_bytes(seen.element, images, filters), 0)
    refuse_beyond_any_device(subject, 0, result, remedy)
    found = launchable(seen, on)
    return GemmPlan(candidates(seen, on, choose(found, top)), _notes(problem, seen, on, *found[0], framework))


def _notes(problem: ConvolutionProblem, seen: Product, on: Chip, best: Prediction, tile: Tile, framework: str | None) -> list[str]:
    height, width = problem.output
    said = [
        f"implicit product of {count(seen.m, 'pixel')} ({problem.n} x {height} x {width}) by {count(seen.n, 'channel')} "
        f"over {seen.k} ({problem.c} x {problem.r} x {problem.s})"
    ]
    rows = max(1, min(height, tile.block_m // width))
    columns = min(width, tile.block_m)
    halo = ((rows - 1) * problem.stride + problem.r) * ((columns - 1) * problem.stride + problem.s)
    taps = problem.r * problem.s
    again = f"; the {taps} taps re-read them through L2, not DRAM" if taps > 1 else ""
    own = rows * columns * problem.stride**2
    said.append(f"a tile of {tile.block_m} pixels reads {count(halo, 'input pixel')} with its halo, {halo / own:.2f} times its own{again}")
    if seen.vector < 16:
        step = math.ceil(16 / seen.element)
        up = replace(problem, c=math.ceil(problem.c / step) * step)
        us = ranked(product(up, framework), on)[0][0].us
        if us < best.us:
            does, them = ("does", "it") if problem.c == 1 else ("do", "them")
            channels = f"{count(problem.c, 'input channel')} {does} not fill 16 bytes; padding {them}"
            said.append(f"{channels} to {up.c} would take {figure(us)} us instead of {figure(best.us)}")
    return said
