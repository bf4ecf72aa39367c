"""What can be said about an attention problem itself: queries that see no key, and SMs that stay idle unless blocks share the keys of a head."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.plan.amounts import figure, idle_sms
from ncu_advisor.plan.attention import AttentionCandidate, AttentionProblem, candidate
from ncu_advisor.plan.attention_step import padded
from ncu_advisor.plan.chip import Chip, chip
from ncu_advisor.plan.predict import SPLIT_PAYS
from ncu_advisor.plan.stream import StreamProblem
from ncu_advisor.plan.stream import plan as plan_stream
from ncu_advisor.plan.tile import Tile

_LEAST_STEPS = 4  # of a part: fewer do not pay for filling the pipeline


def about(problem: AttentionProblem, gpu: Gpu, best: AttentionCandidate) -> list[str]:
    """Sentences about ``problem``, of which ``best`` is the first candidate."""
    said = []
    if blind := problem.seq_q - problem.seeing:
        said.append(
            f"{blind} of {problem.seq_q} queries see no key: causal query i sees keys up to i + seq-k - seq-q; "
            "their rows of the result are empty and count no operations"
        )
    if split := min(_splits(problem, chip(gpu), best), default=None):
        us, parts = split
        if us < SPLIT_PAYS * best.predicted_us:
            said.append(
                f"{idle_sms(best.grid, gpu.sm_count)}: with the keys of a head split over {parts} blocks (split-KV, flash-decoding), whose results a "
                f"second launch combines, it would take about {figure(us)} us instead of {figure(best.predicted_us)}"
            )
    return said


def _splits(problem: AttentionProblem, on: Chip, best: AttentionCandidate) -> Iterator[tuple[float, int]]:
    """Microseconds and parts of launches with the tile of ``best`` that share the keys of a head, where it leaves SMs idle.

    A part is attention of its own, over its keys without a mask (so that a causal one is priced too high), which leaves FP32 results
    to a second launch.
    """
    tile = Tile(best.block_m, best.block_n, padded(problem.head_dim), best.stages, best.warps)
    most = problem.seq_k // (_LEAST_STEPS * best.block_n)
    tried = {on.sms * beside // best.grid for beside in range(1, best.blocks_per_sm + 1)} if best.grid < on.sms else set()
    for parts in sorted({min(parts, most) for parts in tried} - {0, 1}):
        part = replace(problem, heads=problem.heads * parts, seq_k=math.ceil(problem.seq_k / parts), causal=False)
        results = problem.batch * problem.heads * problem.seq_q * problem.head_dim
        combine = plan_stream(StreamProblem(4 * parts * results, 2 * results, "f16"), on.gpu, 1)[0]
        if (shared := candidate(part, tile, on)) is not None:
            yield shared.predicted_us + combine.predicted_us, parts
