"""What a kernel's name and the types in its signature say of its work: what counters show and cannot name."""

from __future__ import annotations

import re

import numpy as np

from ncu_advisor.formula import Column
from ncu_advisor.profile import Profile

# cuRAND's generators whose states skip ahead by tables of matrices in memory; Philox counts, and Sobol's directions are no states of these types.
_SKIPPING = re.compile(r"\bcurandState(?:XORWOW|MRG32k3a)?(?:_t)?\b")
# cuBLAS and cuDNN: `ampere_sgemm_128x64_tn`, `volta_scudnn_128x64_relu_...`, `sm80_xmma_gemm_f32f32_f32f32_f32_..._ffma_...`; CUTLASS:
# `cutlass_80_simt_sgemm_...`.
_FP32_PRODUCT = re.compile(
    r"(?:^|[_\W])(?:maxwell|pascal|volta|turing|ampere|ada|hopper|blackwell)_(?:sgemm|scudnn)_"
    r"|cutlass_\d+_simt_sgemm|xmma_\w+?_f32f32_f32f32_f32_\w+_ffma"
)

# Kernels of CUB, which Thrust and PyTorch call: `void cub::CUB_300100_SM_800::detail::for_each::static_kernel<...>`, `void at_cuda_detail::cub::...`.
_CUB = re.compile(r"^(?:void )?(?:\w+::)?cub::")

# Kernels of cuRAND's host interface: `void gen_sequenced<curandStateXORWOW, ..., rng_config<curandStateXORWOW, (curandOrdering)101>>(...)`,
# `void generate_seed_pseudo<rng_config<curandStateXORWOW, ...>>(...)`; before CUDA 11 without the last type.
_GENERATOR = re.compile(r"^(?:void )?gen_sequenced<curandState|\brng_config<curandState\w+,")

_SIGNS = ("takes_skipping_states", "library_fp32_product", "library_grid", "library_generator")


def names_fp32_product(name: str) -> bool:
    """Whether a library gives this name to its products and convolutions of FP32 matrices on the FMA pipe."""
    return bool(_FP32_PRODUCT.search(name))


def signature_columns(profile: Profile) -> dict[str, Column]:
    """1 where a kernel is so, 0 where it is not, or its name does not say.

    ``takes_skipping_states``: it is handed states of cuRAND that skip ahead by tables; ``library_fp32_product``: see ``names_fp32_product``;
    ``library_grid``: it belongs to CUB, which chooses its grid; ``library_generator``: it belongs to a generator of cuRAND's host interface, whose
    grid goes with the order of its numbers.
    """
    names = profile.launch_columns["name"].tolist()
    found = {name: _said_by(name) for name in set(names)}
    said = np.array([found[name] for name in names], dtype=float).reshape(len(names), len(_SIGNS))
    return dict(zip(_SIGNS, said.T, strict=True))


def _said_by(name: str) -> tuple[bool, ...]:
    return bool(_SKIPPING.search(name)), names_fp32_product(name), bool(_CUB.match(name)), bool(_GENERATOR.search(name))
