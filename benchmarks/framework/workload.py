"""A framework workload for plausibility: a transformer block forward and backward in FP32 and BF16, and operations of odd shapes.

    ncu --set full --clock-control none --profile-from-start off -o OUT python workload.py

Each operation runs once before the profiled pass, so that library selection and compilation stay out of it.
"""

import torch

CUDA = torch.device("cuda")


def transformer(dtype: torch.dtype) -> None:
    layer = torch.nn.TransformerEncoderLayer(1024, 16, 4096, batch_first=True, dropout=0.0, device=CUDA, dtype=dtype)
    x = torch.randn(8, 1024, 1024, device=CUDA, dtype=dtype, requires_grad=True)
    layer(x).square().mean().backward()


def products() -> None:
    half = {"device": CUDA, "dtype": torch.float16}
    torch.randn(4095, 4097, **half) @ torch.randn(4097, 4093, **half)  # odd in every dimension
    torch.randn(16, 8192, **half) @ torch.randn(8192, 8192, **half)  # skinny
    torch.randn(256, 16384, **half) @ torch.randn(16384, 256, **half)  # deep
    torch.randn(2048, 2048, device=CUDA) @ torch.randn(2048, 2048, device=CUDA)  # FP32 without TF32
    torch.randn(1024, 1024, device=CUDA, dtype=torch.float64) @ torch.randn(1024, 1024, device=CUDA, dtype=torch.float64)


def memory() -> None:
    x = torch.randn(8192, 8192, device=CUDA)
    x.t().contiguous()  # strided copy
    x[:, ::4].contiguous()
    index = torch.randint(0, 8192, (65536,), device=CUDA)
    x[index]  # gather of rows
    x.view(-1)[torch.randint(0, x.numel(), (1 << 22,), device=CUDA)]  # gather of elements
    torch.nn.functional.layer_norm(x, (8192,))
    torch.softmax(x, -1)
    x.double().exp()
    torch.cumsum(x, 0)
    torch.histc(x, 64)
    torch.nn.functional.embedding(index, x).sum(0)


def convolution() -> None:
    image = torch.randn(32, 64, 56, 56, device=CUDA, dtype=torch.float16).to(memory_format=torch.channels_last)
    torch.nn.functional.conv2d(image, torch.randn(128, 64, 3, 3, device=CUDA, dtype=torch.float16), padding=1)
    torch.nn.functional.conv2d(image.float(), torch.randn(64, 1, 3, 3, device=CUDA), padding=1, groups=64)  # depthwise


def main() -> None:
    torch.manual_seed(0)
    parts = [lambda: transformer(torch.bfloat16), lambda: transformer(torch.float32), products, memory, convolution]
    for part in parts:
        part()
    torch.cuda.synchronize()
    torch.cuda.profiler.start()
    for part in parts:
        part()
        torch.cuda.synchronize()
    torch.cuda.profiler.stop()


main()
