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


def names_fp32_product(name: str) -> bool:
    """Whether a library gives this name to its products and convolutions of FP32 matrices on the FMA pipe."""
    return bool(_FP32_PRODUCT.search(name))


def signature_columns(profile: Profile) -> dict[str, Column]:
    """1 where a kernel is so, 0 where it is not, or its name does not say.

    ``takes_skipping_states``: it is handed states of cuRAND that skip ahead by tables; ``library_fp32_product``: see ``names_fp32_product``.
    """
    names = profile.launch_columns["name"].tolist()
    found = {name: (float(bool(_SKIPPING.search(name))), float(names_fp32_product(name))) for name in set(names)}
    skipping, products = zip(*(found[name] for name in names), strict=True) if names else ((), ())
    return {"takes_skipping_states": np.array(skipping, dtype=float), "library_fp32_product": np.array(products, dtype=float)}
