"""The verbs of ``ncu-advisor plan``: they read options and print; every number is computed in ``plan/``."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from ncu_advisor.commands.numbers import Bytes, Whole
from ncu_advisor.commands.reading import Progress, Reading, limit_option, limits_of

if TYPE_CHECKING:
    from ncu_advisor.hardware.gpu import Gpu

_DTYPES = ("f16", "bf16", "tf32", "f32", "f8", "i8", "f64")  # those of plan/chip.py, which --help need not import
_KINDS = ("softmax", "layernorm", "sum")  # those of plan/reduction.py, likewise
_POSITIVE = Whole(min=1, max=2**31 - 1)  # what an index of 32 bits reaches; of one axis, batches are another


def _output(top: int | None = 5, of: str = "Candidates", frameworks: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The options that every verb shares; the wrapped function gets the device as ``gpu``. --top is of ``of``, all of them where ``top`` is None."""

    def decorate(verb: Callable[..., None]) -> Callable[..., None]:
        """Give ``verb`` the options, and the device that they name."""

        @functools.wraps(verb)
        def with_device(gpu_name: str | None, profile: str | None, limit: tuple[str, ...], **rest: Any) -> None:
            verb(gpu=_device(gpu_name, profile, Reading(limits_of(limit), Progress(False))), **rest)

        options = [
            click.option("--gpu", "gpu_name", metavar="NAME", help="The device (see `ncu-advisor gpus`)."),
            click.option("--profile", metavar="FILE", help="Take the device from this profile instead."),
            limit_option,
            click.option("--format", "format_", type=click.Choice(["terminal", "json"]), default="terminal", show_default=True),
            click.option("--top", type=_POSITIVE, default=top, show_default=top or "all", metavar="N", help=f"{of} to print."),
        ]
        if frameworks:
            kinds = click.Choice(["triton", "cutlass", "cuda"])
            options.append(click.option("--framework", type=kinds, help="Add text ready to paste into this framework."))
        for option in reversed(options):
            with_device = option(with_device)
        return with_device

    return decorate


def _device(name: str | None, profile: str | None, reading: Reading) -> Gpu:
    if name and profile:
        raise click.UsageError("give --gpu or --profile, not both")
    if name:
        from ncu_advisor.hardware.gpu_files import load

        return load(name)
    if profile:
        from ncu_advisor.plan.device import of_profile

        return of_profile(reading.profile([profile], strict=False), profile)
    raise click.UsageError("say which device: --gpu NAME (see `ncu-advisor gpus`) or --profile FILE")


@click.group()
def plan() -> None:
    """Tiles, stages, grids and launches for a problem and a device; no profile needed."""


@plan.command()
@click.option("--m", type=_POSITIVE, required=True, help="Rows of the result.")
@click.option("--n", type=_POSITIVE, required=True, help="Columns of the result.")
@click.option("--k", type=_POSITIVE, required=True, help="Depth of the sums.")
@click.option("--dtype", type=click.Choice(_DTYPES), default="f16", show_default=True, help="Type of the operands.")
@click.option("--batch", type=_POSITIVE, default=1, show_default=True, help="Independent products.")
@click.option("--layout", type=click.Choice(["nn", "nt", "tn", "tt"]), default="nn", show_default=True, help="A and B: n row-major, t transposed.")
@_output()
def gemm(gpu: Gpu, m: int, n: int, k: int, dtype: str, batch: int, layout: str, top: int, framework: str | None, format_: str) -> None:
    """Tile, stages, warps and split of a matrix product C[m,n] = A[m,k] B[k,n]."""
    from ncu_advisor.plan import gemm as planner
    from ncu_advisor.plan.present import show

    problem = planner.GemmProblem(m, n, k, dtype, batch, layout)
    made = planner.plan(problem, gpu, top, framework)
    show("gemm", gpu, problem, made.candidates, framework, format_, planner.ORDER, made.notes)


@plan.command()
@click.option("--batch", type=_POSITIVE, required=True)
@click.option("--heads", type=_POSITIVE, required=True, help="Query heads.")
@click.option("--seq-q", type=_POSITIVE, required=True, help="Queries a sequence.")
@click.option("--seq-k", type=_POSITIVE, required=True, help="Keys a sequence.")
@click.option("--head-dim", type=_POSITIVE, required=True)
@click.option("--dtype", type=click.Choice(["f16", "bf16", "f8"]), default="f16", show_default=True)
@click.option("--causal", is_flag=True, help="Queries see earlier keys only.")
@_output()
def attention(
    gpu: Gpu, batch: int, heads: int, seq_q: int, seq_k: int, head_dim: int, dtype: str, causal: bool, top: int, framework: str | None, format_: str
) -> None:
    """Block sizes of a fused attention forward pass."""
    from ncu_advisor.plan import attention as planner
    from ncu_advisor.plan.explain_attention import about
    from ncu_advisor.plan.present import show

    problem = planner.AttentionProblem(batch, heads, seq_q, seq_k, head_dim, dtype, causal)
    made = planner.plan(problem, gpu, top)
    show("attention", gpu, problem, made, framework, format_, planner.ORDER, about(problem, gpu, made[0]))


@plan.command()
@click.option("--n", type=_POSITIVE, required=True, help="Images.")
@click.option("--c", type=_POSITIVE, required=True, help="Input channels.")
@click.option("--h", type=_POSITIVE, required=True, help="Input height.")
@click.option("--w", type=_POSITIVE, required=True, help="Input width.")
@click.option("--k", type=_POSITIVE, required=True, help="Output channels.")
@click.option("--r", type=_POSITIVE, required=True, help="Filter height.")
@click.option("--s", type=_POSITIVE, required=True, help="Filter width.")
@click.option("--stride", type=_POSITIVE, default=1, show_default=True)
@click.option("--padding", type=Whole(min=0, max=2**31 - 1), default=0, show_default=True)
@click.option("--dtype", type=click.Choice(_DTYPES), default="f16", show_default=True)
@_output()
def convolution(gpu: Gpu, top: int, framework: str | None, format_: str, **problem_sizes: Any) -> None:
    """Tiles of a 2-D convolution as an implicit matrix product (channels last)."""
    from ncu_advisor.plan import convolution as planner
    from ncu_advisor.plan.gemm import ORDER
    from ncu_advisor.plan.present import show

    problem = planner.ConvolutionProblem(**problem_sizes)
    made = planner.plan(problem, gpu, top, framework)
    show("convolution", gpu, problem, made.candidates, framework, format_, ORDER, made.notes)


@plan.command()
@click.option("--bytes-read", type=Bytes(), required=True, help="Of all inputs together.")
@click.option("--bytes-written", type=Bytes(), required=True, help="Of the output; 0 for none.")
@click.option("--dtype", type=click.Choice(_DTYPES), default="f32", show_default=True)
@_output()
def stream(gpu: Gpu, bytes_read: int, bytes_written: int, dtype: str, top: int, framework: str | None, format_: str) -> None:
    """Vector width, items a thread, block and grid of an element-wise kernel."""
    from ncu_advisor.plan import stream as planner
    from ncu_advisor.plan.present import show

    problem = planner.StreamProblem(bytes_read, bytes_written, dtype)
    show("stream", gpu, problem, planner.plan(problem, gpu, top), framework, format_, planner.ORDER)


@plan.command()
@click.option("--rows", type=_POSITIVE, required=True)
@click.option("--cols", type=_POSITIVE, required=True)
@click.option("--dtype", type=click.Choice(_DTYPES), default="f16", show_default=True)
@click.option("--kind", type=click.Choice(_KINDS), default="softmax", show_default=True, help="What is done with a row.")
@_output()
def reduction(gpu: Gpu, rows: int, cols: int, dtype: str, kind: str, top: int, framework: str | None, format_: str) -> None:
    """Rows a block, warps and passes of a row-wise kernel: softmax and layer norm, which write the row back, or a sum of each row."""
    from ncu_advisor.plan import reduction as planner
    from ncu_advisor.plan.present import show

    problem = planner.ReductionProblem(rows, cols, dtype, kind)
    made = planner.plan(problem, gpu, top)
    show("reduction", gpu, problem, made, framework, format_, planner.ORDER, planner.about(problem, gpu, made))


@plan.command()
@click.option("--registers", type=Whole(min=0, max=255), required=True, help="Per thread.")
@click.option("--shared-memory", type=Bytes(), default=0, show_default=True, help="Per block, static and dynamic.")
@click.option("--block", type=Whole(min=1, max=1024), required=True, help="Threads a block.")
@_output(top=None, of="Nearest changes", frameworks=False)
def occupancy(gpu: Gpu, registers: int, shared_memory: int, block: int, top: int | None, format_: str) -> None:
    """Resident blocks, what limits them, and the nearest changes that lift the limit."""
    from ncu_advisor.plan.present import show_occupancy

    show_occupancy(gpu, registers, shared_memory, block, format_, top)
