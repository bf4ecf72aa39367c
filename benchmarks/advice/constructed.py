"""Launches that no kernel here has shown yet: a real one with some metrics changed, and said to be so in the example's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Constructed:
    """``kernel`` of the richest export that has it, with ``changes`` to its metrics; ``told`` names them."""

    kernel: str
    changes: Mapping[str, float]
    told: str


CONSTRUCTED: dict[str, tuple[Constructed, ...]] = {
    # The library's products use clusters, and L2 does not bind them.
    "missing-multicast": (
        Constructed(
            "nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_NNT",
            {"cluster_size": 1, "l2_to_l1": 92, "l2_throughput": 92, "pipe_tensor": 55, "issue_elapsed": 10},
            "no cluster, L2 at 92%, tensor cores at 55%",
        ),
        Constructed(
            "nvjet_sm90_hsh_256x128_64x4_1x2_h_bz_coopA_NNT",
            {"cluster_size": 1, "l2_to_l1": 85, "l2_throughput": 85, "pipe_tensor": 40, "issue_elapsed": 10},
            "no cluster, L2 at 85%, tensor cores at 40%",
        ),
    ),
    # The library pads; its kernels for odd leading dimensions load an element at a time.
    "gemm-shape-misaligned": (
        Constructed(
            "hgemm_tensor",
            {
                "load_width": 2,
                "load_requests": 8388608,
                "instructions": 60000000,
                "store_width": 4,
                "tensor_rate": 1.95e14,
                "async_copy_instructions": 0,
            },
            "loads of 2 bytes",
        ),
        Constructed(
            "mlp_layer_b",
            {
                "load_width": 1,
                "load_requests": 8388608,
                "instructions": 60000000,
                "store_width": 4,
                "tensor_rate": 1.95e14,
                "async_copy_instructions": 0,
            },
            "loads of 1 byte",
        ),
    ),
    # Needs operands far beyond the 50 MB of L2.
    "poor-l2-reuse": (
        Constructed(
            "project_basis_b",
            {
                "dram_throughput": 84,
                "dram_bytes_read": 3.6e9,
                "dram_bytes_written": 1e8,
                "l2_hit_rate": 45,
                "dram_write_share": 2.7,
                "pipe_tensor": 25,
            },
            "DRAM at 84%, 3.6 GB read",
        ),
        Constructed(
            "project_basis_a",
            {
                "dram_throughput": 88,
                "dram_bytes_read": 9.5e9,
                "dram_bytes_written": 2e8,
                "l2_hit_rate": 40,
                "dram_write_share": 2.1,
                "pipe_fma": 20,
                "pipe_fmaheavy": 20,
                "issue_elapsed": 30,
                "l1_wavefronts": 20,
            },
            "DRAM at 88%, 9.5 GB read, FP32 at 20%",
        ),
    ),
}
