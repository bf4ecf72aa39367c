"""Arithmetic: operations per second and instructions, by type, on the pipes and on the tensor cores."""

from __future__ import annotations

import numpy as np

from ncu_advisor.formula import WARP, Column, metric

# Cycles of the tensor pipe for each packed FP16 multiply-add, at most.
HALVES_ON_TENSOR_PIPE = 0.6
# A warp instruction of each of an SM's four schedulers in a cycle (CUDA C++ Programming Guide, SIMT architecture), and of its 16 special-function
# lanes in two (the same, arithmetic instructions: 16 results a cycle and SM).
ISSUES_A_CYCLE, SPECIAL_A_CYCLE = 4.0, 0.5

# Multiply-adds for an exponential: two products of heads 64 to 256 wide, and what rescaling takes beside (102 to 136 of 64, 20 measured kernels).
ATTENTION = (95.0, 700.0)


@metric("flop/s")
def fp32_rate(fadd_per_cycle: Column, fmul_per_cycle: Column, ffma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP32 operations per second outside tensor cores, a multiply-add as 2."""
    return (fadd_per_cycle + fmul_per_cycle + 2 * ffma_per_cycle) * sm_clock


@metric("flop/s")
def fp64_rate(dadd_per_cycle: Column, dmul_per_cycle: Column, dfma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP64 operations per second outside tensor cores."""
    return (dadd_per_cycle + dmul_per_cycle + 2 * dfma_per_cycle) * sm_clock


@metric("flop/s")
def fp16_rate(hadd_per_cycle: Column, hmul_per_cycle: Column, hfma_per_cycle: Column, sm_clock: Column) -> Column:
    """FP16 operations per second outside tensor cores; an instruction holds two values."""
    return 2 * (hadd_per_cycle + hmul_per_cycle + 2 * hfma_per_cycle) * sm_clock


@metric("flop/s")
def tensor_fp16_rate(tensor_fp16_per_cycle: Column, sm_clock: Column) -> Column:
    """FP16 tensor operations per second."""
    return tensor_fp16_per_cycle * sm_clock


@metric("flop/s")
def tensor_bf16_rate(tensor_bf16_per_cycle: Column, sm_clock: Column) -> Column:
    """BF16 tensor operations per second."""
    return tensor_bf16_per_cycle * sm_clock


@metric("flop/s")
def tensor_tf32_rate(tensor_tf32_per_cycle: Column, sm_clock: Column) -> Column:
    """TF32 tensor operations per second."""
    return tensor_tf32_per_cycle * sm_clock


@metric("flop/s")
def tensor_fp64_rate(tensor_fp64_per_cycle: Column, sm_clock: Column) -> Column:
    """FP64 tensor operations per second."""
    return tensor_fp64_per_cycle * sm_clock


@metric("flop/s")
def tensor_int8_rate(tensor_int8_per_cycle: Column, sm_clock: Column) -> Column:
    """INT8 tensor operations per second."""
    return tensor_int8_per_cycle * sm_clock


@metric("flop/s")
def tensor_fp8_rate(tensor_fp8_per_cycle: Column, sm_clock: Column) -> Column:
    """FP8 tensor operations per second."""
    return tensor_fp8_per_cycle * sm_clock


@metric("%")
def fp32_share(ffma_per_cycle: Column, ffma_peak: Column) -> Column:
    """FP32 multiply-adds over the peak."""
    return 100.0 * ffma_per_cycle / ffma_peak


@metric("inst")
def ffma(ffma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP32 multiply-adds, in warp instructions of full warps."""
    return ffma_per_cycle * elapsed_cycles / WARP


@metric("inst")
def fadd_fmul(fadd_per_cycle: Column, fmul_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP32 additions and multiplications that are not fused, in warp instructions of full warps."""
    return (fadd_per_cycle + fmul_per_cycle) * elapsed_cycles / WARP


@metric("inst")
def instructions_issued(issue_elapsed: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    """Instructions that schedulers issued."""
    return issue_elapsed / 100.0 * ISSUES_A_CYCLE * sm_count * elapsed_cycles


@metric("inst")
def xu_instructions(pipe_xu: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    """Instructions that the special-function pipe took: approximations and conversions."""
    return pipe_xu / 100.0 * SPECIAL_A_CYCLE * sm_count * elapsed_cycles


@metric("inst")
def dfma(dfma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP64 multiply-adds, in warp instructions of full warps."""
    return dfma_per_cycle * elapsed_cycles / WARP


@metric("inst")
def dadd_dmul(dadd_per_cycle: Column, dmul_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """FP64 additions and multiplications that are not fused, in warp instructions of full warps."""
    return (dadd_per_cycle + dmul_per_cycle) * elapsed_cycles / WARP


@metric("inst", "ffma")
def _stated_ffma(stated_ffma: Column) -> Column:
    return stated_ffma


@metric("inst", "fadd_fmul")
def _stated_fadd_fmul(stated_fadd_fmul: Column) -> Column:
    return stated_fadd_fmul


@metric("inst", "dfma")
def _stated_dfma(stated_dfma: Column) -> Column:
    return stated_dfma


@metric("inst", "dadd_dmul")
def _stated_dadd_dmul(stated_dadd_dmul: Column) -> Column:
    return stated_dadd_dmul


@metric("inst")
def hfma(hfma_per_cycle: Column, elapsed_cycles: Column) -> Column:
    """Packed FP16 multiply-adds, in warp instructions of full warps."""
    return hfma_per_cycle * elapsed_cycles / WARP


@metric("%")
def pipe_matrix(pipe_tensor: Column, hfma: Column, sm_count: Column, elapsed_cycles: Column) -> Column:
    """How busy matrix instructions keep the tensor pipe: 0 where packed FP16 multiply-adds (HFMA2.MMA), of which half pass it
    a cycle each, explain all of it.

    Measured (benchmarks/advice, kernels of packed halves): 0.5 cycles for each of them; matrix instructions take longer.
    """
    cycles = pipe_tensor / 100.0 * sm_count * elapsed_cycles
    return np.where(cycles < HALVES_ON_TENSOR_PIPE * hfma, 0.0, pipe_tensor)


@metric("%", "pipe_matrix")
def _uncounted_halves(pipe_tensor: Column) -> Column:
    return pipe_tensor


@metric("flop/s")
def tensor_rate(tensor_fp16_rate: Column, tensor_bf16_rate: Column, tensor_tf32_rate: Column, tensor_fp64_rate: Column) -> Column:
    """Operations per second on the tensor cores, all floating formats."""
    return tensor_fp16_rate + tensor_bf16_rate + tensor_tf32_rate + tensor_fp64_rate


@metric("")
def multiply_adds_per_exponential(tensor_rate: Column, duration: Column, xu_instructions: Column) -> Column:
    """Multiply-adds on tensor cores for each result of the special-function pipe."""
    return tensor_rate * duration * 1e-9 / (2.0 * WARP * xu_instructions)


@metric("")
def attention(multiply_adds_per_exponential: Column, ffma: Column, fadd_fmul: Column, xu_instructions: Column) -> Column:
    """1 where matrix work has as many exponentials as attention, else 0: one for each score, for which two products of a head's width are multiplied.
    The epilogue of a product takes one for each result, and operands that are converted take one for as many rows as a tile has, without the FP32
    arithmetic of a softmax (its scaling, its difference to the maximum, its sum: two to seven operations for each exponential, as measured)."""
    least, most = ATTENTION
    as_many = (multiply_adds_per_exponential > least) & (multiply_adds_per_exponential < most)
    softmax = ffma + fadd_fmul > xu_instructions
    return np.where(as_many & softmax, 1.0, 0.0 * multiply_adds_per_exponential * (ffma + fadd_fmul))
