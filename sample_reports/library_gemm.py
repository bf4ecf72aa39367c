#!/usr/bin/env python3
"""The vendor library's matrix product, 4096 x 4096 x 4096 in BF16 and FP16, beside the sample kernels.

    library_gemm.py time      case,median_us,min_us,max_us,runs   (CUDA events, after warm-up)
    library_gemm.py profile   one product a type, for  ncu --profile-from-start off
"""
import statistics
import sys

import torch

N, WARM_UP, RUNS = 4096, 5, 15


def measure(launch):
    for _ in range(WARM_UP):
        launch()
    times = []
    for _ in range(RUNS):
        start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        launch()
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop) * 1e3)
    return times


def main(mode):
    torch.manual_seed(1)
    for name, dtype in ("bf16", torch.bfloat16), ("fp16", torch.float16):
        a, b = (torch.randn(N, N, device="cuda", dtype=dtype) for _ in range(2))
        c = torch.empty(N, N, device="cuda", dtype=dtype)

        def launch():
            torch.matmul(a, b, out=c)

        if mode == "time":
            times = measure(launch)
            print(f"library_gemm_{name},{statistics.median(times):.3f},{min(times):.3f},{max(times):.3f},{RUNS}")
        else:
            launch()  # warm-up: loads the library and picks the kernel
            torch.cuda.synchronize()
            print(f"launching library_gemm_{name}, {N} x {N} x {N}", flush=True)
            torch.cuda.profiler.start()
            launch()
            torch.cuda.synchronize()
            torch.cuda.profiler.stop()


if __name__ == "__main__":
    if sys.argv[1:] not in (["time"], ["profile"]):
        sys.exit(__doc__)
    main(sys.argv[1])
