"""What FP32 products of the library save as TF32, timed: what `missing-tensor-cores` promises of a trace, which tells their names and no sizes.

    python -m benchmarks.framework.precision > benchmarks/framework/measured/precision.csv      wants a GPU and PyTorch; prints a row a product

Times: medians of 11 runs after three for warming up, by events around 10 launches each; below 25 us they are those of launching. The kernel's name is
what the profiler of PyTorch calls the FP32 launch that took longest.
"""

from __future__ import annotations

import statistics
import sys

# Rows of tokens (or pixels) times the layers of networks small and large, as training and inference have them; the last ones barely fill a GPU.
SHAPES = [(m, n, k) for m in (64, 512, 2048, 8192) for n, k in ((768, 768), (3072, 768), (768, 3072), (4096, 4096), (11008, 4096), (50304, 768))]
SHAPES += [
    (m, n, k)
    for m, n, k in ((256, 256, 256), (1000, 1000, 1000), (4096, 64, 4096), (128, 128, 65536), (16384, 512, 64), (1, 4096, 4096), (16, 4096, 4096))
]


def main() -> None:
    import torch

    def timed(one, other) -> float:
        for _ in range(3):
            one @ other
        times = []
        for _ in range(11):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            for _ in range(10):
                one @ other
            end.record()
            torch.cuda.synchronize()
            times.append(100.0 * start.elapsed_time(end))
        return statistics.median(times)

    def named(one, other) -> str:
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
            one @ other
            torch.cuda.synchronize()
        kernels = [event for event in profiler.events() if event.device_type == torch.autograd.DeviceType.CUDA]
        return max(kernels, key=lambda event: event.device_time).name if kernels else ""

    print("gpu,m,n,k,fp32_us,tf32_us,saved_pct,kernel")
    for m, n, k in SHAPES:
        one, other = torch.randn(m, k, device="cuda"), torch.randn(n, k, device="cuda").T
        torch.backends.cuda.matmul.allow_tf32 = False
        name, full = named(one, other), timed(one, other)
        torch.backends.cuda.matmul.allow_tf32 = True
        short = timed(one, other)
        print(f'{torch.cuda.get_device_name()},{m},{n},{k},{full:.2f},{short:.2f},{100 * (1 - short / full):.1f},"{name[:80]}"')
        sys.stdout.flush()


if __name__ == "__main__":
    main()
