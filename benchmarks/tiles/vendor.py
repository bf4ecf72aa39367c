"""What the vendor's heuristics library answers for the f16 problems of the sweep, written down as a table. Benchmark only: its licence keeps it out.

    pip install nvidia-matmul-heuristics==0.1.0.27 && python benchmarks/tiles/vendor.py > benchmarks/tiles/measured/vendor_heuristics.csv

No device is needed. The library is asked for an H200 and for Triton kernels, with its own model of the time as the order.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from nvMatmulHeuristics import (
    NvMatmulHeuristicsFlags,
    NvMatmulHeuristicsInterfaceEx,
    NvMatmulHeuristicsMatmulLayout,
    NvMatmulHeuristicsNvidiaGpu,
    NvMatmulHeuristicsTarget,
)
from problems import GEMMS

TOP = 5


def main() -> None:
    target, layout = NvMatmulHeuristicsTarget.TRITON, NvMatmulHeuristicsMatmulLayout.NN_ROW_MAJOR
    library = NvMatmulHeuristicsInterfaceEx(
        backend=target, flags=NvMatmulHeuristicsFlags.PERF_MODEL_BASED_AUTO_TUNING, gpu=NvMatmulHeuristicsNvidiaGpu.H200_SXM
    )
    backend = library.createBackend(target)
    library.loadInternalDiscoverySet(layout, precision="HSH")
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(("M", "N", "K", "rank", "BM", "BN", "BK", "stages", "warps", "split_k", "predicted_us"))
    for p in GEMMS:
        problem = library.makeNvMatmulHeuristicsProblem(p.m, p.n, p.k, layout)
        for rank, found in enumerate(library.getEx(problem, TOP, backend, precision="HSH"), 1):
            k = found["kernel"]
            warps = (k.cta_tile_m // k.warp_tile_m) * (k.cta_tile_n // k.warp_tile_n)
            us = f"{1e6 * found['runtime']:.3f}"
            out.writerow((p.m, p.n, p.k, rank, k.cta_tile_m, k.cta_tile_n, k.cta_tile_k, k.stages, warps, k.split_k, us))
    library.destroyBackend(backend)


if __name__ == "__main__":
    main()
