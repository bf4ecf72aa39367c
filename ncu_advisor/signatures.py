"""What a kernel's name and the types in its signature say of its work: what counters show and cannot name."""

from __future__ import annotations

import re

import numpy as np

from ncu_advisor.formula import Column
from ncu_advisor.profile import Profile

# cuRAND's generators whose states skip ahead by tables of matrices in memory; Philox counts, and Sobol's directions are no states of these types.
_SKIPPING = re.compile(r"\bcurandState(?:XORWOW|MRG32k3a)?(?:_t)?\b")
# What cuBLAS and cuDNN begin such names with.
_MADE_FOR = "(?:maxwell|pascal|volta|turing|ampere|ada|hopper|blackwell)"
# cuBLAS and cuDNN: `ampere_sgemm_128x64_tn`, `volta_scudnn_128x64_relu_...`, `sm80_xmma_gemm_f32f32_f32f32_f32_..._ffma_...`; CUTLASS:
# `cutlass_80_simt_sgemm_...`.
_FP32_PRODUCT = re.compile(
    rf"(?:^|[_\W]){_MADE_FOR}_(?:sgemm|scudnn)_(?:\w*_)?\d+x\d+"
    r"|cutlass_\d+_simt_sgemm|xmma_\w+?_f32f32_f32f32_f32_\w+_ffma"
)

# Products and convolutions that cuBLAS and cuDNN bring along, in whatever type: `ampere_fp16_s1688gemm_fp16_128x64_ldg8_f2f_stages_32x1_tn`,
# `volta_scudnn_winograd_128x128_ldg1_ldg4_relu_tile148t_nt_v1`, `sm80_xmma_fprop_implicit_gemm_...`, `nvjet_hsh_128x256_64x4_2x1_v_bz_TNT`,
# `void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_f16_128x256_32x3_tn_align8>(...)`.
_PRODUCT = re.compile(
    # (Names of that kind have no parameters and end in their tile and layout, which tells them from a user's `ampere_gemm_kernel(float*)`.)
    rf"^(?:void )?{_MADE_FOR}_\w*(?:gemm|cudnn)\w*_\d+x\d+\w*(?:\(\))?$|^(?:void )?sm\d+_xmma_\w"
    r"|^(?:void )?nvjet_\w|\bcutlass_\d+_(?:tensorop|wmma|simt)_"
    # Products with few columns and sums of split ones take types of cuBLAS: `void gemmSN_NN_kernel<..., cublasGemvTensorStridedBatched<const
    # float>>(...)`, `void splitKreduce_kernel<...>(cublasSplitKParams<...>, ...)`, `void gemv2T_kernel_val<..., cublasGemvParams<...>>(...)`.
    r"|\bcublas(?:Gemv|SplitK)\w+<|^(?:void )?cublasLt::"
)

# Kernels that PyTorch brings along: `void at::native::vectorized_elementwise_kernel<...>(...)`,
# `void at::native::(anonymous namespace)::cunn_SoftMaxForward<...>(...)`.
# (Printed pages leave its namespaces out: its iterators and generators are then what is left of them.)
_PYTORCH = re.compile(r"^(?:void )?at::native::|\bTensorIteratorBase\b|\bCUDAGeneratorImpl\b|\bgpu_kernel_impl(?:_nocast)?\b")

# Kernels of CUB, which Thrust and PyTorch call: `void cub::CUB_300100_SM_800::detail::for_each::static_kernel<...>`, `void at_cuda_detail::cub::...`.
_CUB = re.compile(r"^(?:void )?(?:\w+::)?cub::")

# Kernels of cuRAND's host interface: `void gen_sequenced<curandStateXORWOW, ..., rng_config<curandStateXORWOW, (curandOrdering)101>>(...)`,
# `void generate_seed_pseudo<rng_config<curandStateXORWOW, ...>>(...)`; before CUDA 11 without the last type.
_GENERATOR = re.compile(r"^(?:void )?gen_sequenced<curandState|\brng_config<curandState\w+,")

_SIGNS = ("takes_skipping_states", "library_fp32_product", "library_grid", "library_generator", "library_product", "library_pytorch", "library_code")


def names_fp32_product(name: str) -> bool:
    """Whether a library gives this name to its products and convolutions of FP32 matrices on the FMA pipe."""
    return bool(_FP32_PRODUCT.search(name))


def signature_columns(profile: Profile) -> dict[str, Column]:
    """1 where a kernel is so, 0 where it is not, or its name does not say.

    ``takes_skipping_states``: it is handed states of cuRAND that skip ahead by tables; ``library_fp32_product``: see ``names_fp32_product``;
    ``library_grid``: it belongs to CUB, which chooses its grid; ``library_generator``: it belongs to a generator of cuRAND's host interface, whose
    grid goes with the order of its numbers; ``library_product``: it is a product or convolution of cuBLAS or cuDNN, which choose its tiles;
    ``library_pytorch``: it is one of PyTorch's own; ``library_code``: its code is not to be changed by whoever calls it, as of these two.
    """
    names = profile.launch_columns["name"].tolist()
    found = {name: _said_by(name) for name in set(names)}
    said = np.array([found[name] for name in names], dtype=float).reshape(len(names), len(_SIGNS))
    return dict(zip(_SIGNS, said.T, strict=True))


def _said_by(name: str) -> tuple[bool, ...]:
    product, pytorch = bool(_PRODUCT.search(name)), bool(_PYTORCH.search(name))
    others = (_CUB.match(name), _GENERATOR.search(name), product, pytorch, product or pytorch)
    return bool(_SKIPPING.search(name)), names_fp32_product(name), *map(bool, others)
