"""What the framework workload runs: one entry an operation, most telling first, so that a short time limit drops the least.

An entry returns the work to run; what it allocates before is not part of it. ``better`` names an operation that does the same work in a
better way and is timed beside it: that is the truth a promise is held against. Operations without one are what libraries do well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812
import triton_kernels

Work = Callable[[], object]
CUDA = torch.device("cuda")
BF16, FP16, FP32, FP64 = torch.bfloat16, torch.float16, torch.float32, torch.float64


@dataclass(frozen=True)
class Operation:
    name: str
    prepare: Callable[[], Work]
    better: str = ""  # the operation that does this work in a better way
    profiled: bool = True  # without being named: not the better ways that are of no interest themselves, nor what launches dozens of kernels


OPERATIONS: dict[str, Operation] = {}


def operation(better: str = "", profiled: bool = True) -> Callable[[Callable[[], Work]], Callable[[], Work]]:
    def add(prepare: Callable[[], Work]) -> Callable[[], Work]:
        OPERATIONS[prepare.__name__] = Operation(prepare.__name__, prepare, better, profiled)
        return prepare

    return add


def normal(*shape: int, dtype: torch.dtype = FP32, grad: bool = False) -> torch.Tensor:
    return torch.randn(*shape, device=CUDA, dtype=torch.float32).to(dtype).requires_grad_(grad)


def below(limit: int, *shape: int) -> torch.Tensor:
    return torch.randint(0, limit, shape, device=CUDA)


def product(m: int, k: int, n: int, dtype: torch.dtype) -> Work:
    a, b = normal(m, k, dtype=dtype), normal(k, n, dtype=dtype)
    return lambda: a @ b


def block(dtype: torch.dtype) -> Work:
    layer = torch.nn.TransformerEncoderLayer(1024, 16, 4096, batch_first=True, dropout=0.0, device=CUDA, dtype=dtype)
    x = normal(8, 1024, 1024, dtype=dtype, grad=True)

    def work() -> None:
        layer.zero_grad()
        layer(x).square().mean().backward()

    return work


# A transformer block, forward and backward.


@operation(profiled=False)
def block_bf16() -> Work:
    return block(BF16)


# Copies and gathers.


@operation(better="copy_transposed_tiled")
def copy_transposed() -> Work:
    x = normal(8192, 8192)
    return lambda: x.t().contiguous()


@operation()
def copy_transposed_tiled() -> Work:
    x = normal(8192, 8192)
    return lambda: triton_kernels.transpose(x)


@operation()
def copy_every_fourth() -> Work:
    x = normal(8192, 8192)
    return x[:, ::4].contiguous


@operation()
def gather_rows() -> Work:
    x, index = normal(65536, 1024), below(65536, 65536)
    return lambda: x[index]


@operation(better="gather_elements_sorted")
def gather_elements() -> Work:
    x, index = normal(1 << 26), below(1 << 26, 1 << 23)
    return lambda: x[index]


@operation(profiled=False)
def gather_elements_sorted() -> Work:
    x, index = normal(1 << 26), below(1 << 26, 1 << 23).sort()[0]
    return lambda: x[index]


@operation(better="take_along_dim_sorted")
def take_along_dim() -> Work:
    x, index = normal(8192, 4096), below(4096, 8192, 4096)
    return lambda: torch.gather(x, 1, index)


@operation(profiled=False)
def take_along_dim_sorted() -> Work:
    x, index = normal(8192, 4096), below(4096, 8192, 4096).sort(1)[0]
    return lambda: torch.gather(x, 1, index)


# Products of other shapes and types.


@operation(better="product_padded_fp16")
def product_odd_fp16() -> Work:
    return product(4095, 4097, 4093, FP16)


@operation()
def product_padded_fp16() -> Work:
    return product(4096, 4104, 4096, FP16)


@operation()
def product_skinny_fp16() -> Work:
    return product(16, 8192, 8192, FP16)


@operation(better="product_deep_split_fp16")
def product_deep_fp16() -> Work:
    return product(256, 16384, 256, FP16)


@operation(profiled=False)
def product_deep_split_fp16() -> Work:
    a, b = normal(256, 16384, dtype=FP16), normal(16384, 256, dtype=FP16)
    left, right = a.view(256, 32, 512).transpose(0, 1), b.view(32, 512, 256)
    return lambda: torch.bmm(left, right, out_dtype=FP32).sum(0).half()


@operation(better="product_tf32")
def product_fp32() -> Work:
    return product(4096, 4096, 4096, FP32)


@operation()
def product_tf32() -> Work:
    a, b = normal(4096, 4096), normal(4096, 4096)

    def work() -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        a @ b
        torch.backends.cuda.matmul.allow_tf32 = False

    return work


@operation()
def product_fp64() -> Work:
    return product(2048, 2048, 2048, FP64)


@operation()
def product_batched_small_fp32() -> Work:
    a, b = normal(4096, 32, 32), normal(4096, 32, 32)
    return lambda: torch.bmm(a, b)


@operation()
def product_batched_small_fp16() -> Work:
    a, b = normal(2048, 64, 64, dtype=FP16), normal(2048, 64, 64, dtype=FP16)
    return lambda: torch.bmm(a, b)


@operation(better="product_vector_whole_wave")
def product_vector_fp32() -> Work:
    a, x = normal(8192, 8192), normal(8192)
    return lambda: a @ x


@operation(profiled=False)
def product_vector_whole_wave() -> Work:
    """As many multiply-adds in 7,392 rows: 924 blocks of eight rows, one whole wave."""
    a, x = normal(7392, 9078), normal(9078)
    return lambda: a @ x


@operation()
def product_fp8() -> Work:
    a, b = normal(4096, 4096).to(torch.float8_e4m3fn), normal(4096, 4096).to(torch.float8_e4m3fn).t()
    one = torch.ones((), device=CUDA)
    return lambda: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=BF16)


@operation()
def product_int8() -> Work:
    a, b = (torch.randint(-128, 127, (4096, 4096), device=CUDA, dtype=torch.int8) for _ in range(2))
    b = b.t()
    return lambda: torch._int_mm(a, b)


@operation(better="product_triton_pipelined")
def product_triton_unpipelined() -> Work:
    a, b = normal(4096, 4096, dtype=FP16), normal(4096, 4096, dtype=FP16)
    return lambda: triton_kernels.product(a, b, 128, 128, 32, stages=1, warps=4)


@operation()
def product_triton_pipelined() -> Work:
    a, b = normal(4096, 4096, dtype=FP16), normal(4096, 4096, dtype=FP16)
    return lambda: triton_kernels.product(a, b, 128, 256, 64, stages=3, warps=8)


# Attention.


def _heads(length: int, dtype: torch.dtype, grad: bool = False) -> list[torch.Tensor]:
    return [normal(4, 16, length, 64, dtype=dtype, grad=grad) for _ in range(3)]


def _attention(backend: torch.nn.attention.SDPBackend, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    with torch.nn.attention.sdpa_kernel(backend):
        return F.scaled_dot_product_attention(q, k, v)


@operation(better="attention_flash_bf16")
def attention_plain_bf16() -> Work:
    q, k, v = _heads(2048, BF16)
    return lambda: torch.softmax(q @ k.transpose(-1, -2) * 0.125, -1) @ v


@operation(better="attention_cudnn_bf16")
def attention_flash_bf16() -> Work:
    q, k, v = _heads(2048, BF16)
    return lambda: _attention(torch.nn.attention.SDPBackend.FLASH_ATTENTION, q, k, v)


@operation()
def attention_cudnn_bf16() -> Work:
    q, k, v = _heads(2048, BF16)
    return lambda: _attention(torch.nn.attention.SDPBackend.CUDNN_ATTENTION, q, k, v)


@operation(better="attention_cudnn_backward_bf16")
def attention_flash_backward_bf16() -> Work:
    q, k, v = _heads(2048, BF16, grad=True)
    out = _attention(torch.nn.attention.SDPBackend.FLASH_ATTENTION, q, k, v)
    given = torch.randn_like(out)
    return lambda: torch.autograd.grad(out, (q, k, v), given, retain_graph=True)


@operation(profiled=False)
def attention_cudnn_backward_bf16() -> Work:
    q, k, v = _heads(2048, BF16, grad=True)
    out = _attention(torch.nn.attention.SDPBackend.CUDNN_ATTENTION, q, k, v)
    given = torch.randn_like(out)
    return lambda: torch.autograd.grad(out, (q, k, v), given, retain_graph=True)


@operation()
def attention_efficient_fp32() -> Work:
    q, k, v = _heads(1024, FP32)
    return lambda: _attention(torch.nn.attention.SDPBackend.EFFICIENT_ATTENTION, q, k, v)


# Rows: norms, softmax, losses.


@operation(better="layer_norm_compiled")
def layer_norm_bf16() -> Work:
    x, w, b = normal(16384, 4096, dtype=BF16), normal(4096, dtype=BF16), normal(4096, dtype=BF16)
    return lambda: F.layer_norm(x, (4096,), w, b)


@operation(profiled=False)
def layer_norm_compiled() -> Work:
    x, w, b = normal(16384, 4096, dtype=BF16), normal(4096, dtype=BF16), normal(4096, dtype=BF16)
    return _compiled(lambda: F.layer_norm(x, (4096,), w, b))


@operation(better="layer_norm_backward_compiled")
def layer_norm_backward_fp32() -> Work:
    x, w, b = normal(16384, 1024, grad=True), normal(1024, grad=True), normal(1024, grad=True)
    y = F.layer_norm(x, (1024,), w, b)
    given = torch.randn_like(y)
    return lambda: torch.autograd.grad(y, (x, w, b), given, retain_graph=True)


@operation(profiled=False)
def layer_norm_backward_compiled() -> Work:
    x, w, b = normal(16384, 1024, grad=True), normal(1024, grad=True), normal(1024, grad=True)
    y = torch.compile(lambda x, w, b: F.layer_norm(x, (1024,), w, b))(x, w, b)
    given = torch.randn_like(y)
    return lambda: torch.autograd.grad(y, (x, w, b), given, retain_graph=True)


@operation()
def layer_norm_triton_fp32() -> Work:
    x, w = normal(16384, 2048), normal(2048)
    return lambda: triton_kernels.layer_norm(x, w)


@operation(better="rms_norm_compiled")
def rms_norm_eager_bf16() -> Work:
    x, w = normal(16384, 4096, dtype=BF16), normal(4096, dtype=BF16)
    return lambda: _rms(x, w)


@operation()
def rms_norm_compiled() -> Work:
    x, w = normal(16384, 4096, dtype=BF16), normal(4096, dtype=BF16)
    return _compiled(lambda: _rms(x, w))


def _rms(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    y = x.float()
    return (y * torch.rsqrt(y.square().mean(-1, keepdim=True) + 1e-6)).to(x.dtype) * w


@operation(better="group_norm_compiled")
def group_norm_fp16() -> Work:
    x, w, b = normal(32, 256, 56, 56, dtype=FP16), normal(256, dtype=FP16), normal(256, dtype=FP16)
    return lambda: F.group_norm(x, 32, w, b)


@operation(profiled=False)
def group_norm_compiled() -> Work:
    x, w, b = normal(32, 256, 56, 56, dtype=FP16), normal(256, dtype=FP16), normal(256, dtype=FP16)
    return _compiled(lambda: F.group_norm(x, 32, w, b))


@operation(better="batch_norm_training_compiled")
def batch_norm_training_fp32() -> Work:
    x, norm = normal(64, 128, 56, 56), torch.nn.BatchNorm2d(128, device=CUDA)
    return lambda: norm(x)


@operation(profiled=False)
def batch_norm_training_compiled() -> Work:
    x, norm = normal(64, 128, 56, 56), torch.nn.BatchNorm2d(128, device=CUDA)
    return _compiled(lambda: norm(x))


@operation(better="softmax_triton_fp32")
def softmax_fp32() -> Work:
    x = normal(16384, 4096)
    return lambda: torch.softmax(x, -1)


@operation()
def softmax_triton_fp32() -> Work:
    x = normal(16384, 4096)
    return lambda: triton_kernels.softmax(x)


@operation(better="cross_entropy_compiled")
def cross_entropy_bf16() -> Work:
    x, target = normal(4096, 50257, dtype=BF16, grad=True), below(50257, 4096)
    return lambda: torch.autograd.grad(F.cross_entropy(x, target), x)


@operation(profiled=False)
def cross_entropy_compiled() -> Work:
    x, target = normal(4096, 50257, dtype=BF16, grad=True), below(50257, 4096)
    loss = torch.compile(F.cross_entropy)
    return lambda: torch.autograd.grad(loss(x, target), x)


# Element by element.


def _compiled(work: Work) -> Work:
    compiled: Work = torch.compile(work)
    return compiled


@operation(better="gated_compiled")
def gated_eager_fp32() -> Work:
    x, y = normal(4096, 16384), normal(4096, 16384)
    return lambda: torch.sigmoid(x * 1.5 + 0.5) * x + y


@operation()
def gated_compiled() -> Work:
    x, y = normal(4096, 16384), normal(4096, 16384)
    return _compiled(lambda: torch.sigmoid(x * 1.5 + 0.5) * x + y)


@operation()
def gelu_bf16() -> Work:
    x = normal(8192, 16384, dtype=BF16)
    return lambda: F.gelu(x)


@operation(better="exp_fp32")
def exp_of_doubles() -> Work:
    x = normal(8192, 4096)
    return lambda: x.double().exp().float()


@operation(profiled=False)
def exp_fp32() -> Work:
    x = normal(8192, 4096)
    return x.exp


@operation(better="add_aligned_fp32")
def add_misaligned_fp32() -> Work:
    x = normal((1 << 26) + 1)
    return lambda: x[1:] + 1.0


@operation(profiled=False)
def add_aligned_fp32() -> Work:
    x = normal((1 << 26) + 1)
    return lambda: x[:-1] + 1.0


@operation(better="remainder_int32")
def remainder_int64() -> Work:
    x = below(1 << 40, 1 << 24)
    return lambda: x % 1000


@operation(profiled=False)
def remainder_int32() -> Work:
    x = below(1 << 30, 1 << 24).int()
    return lambda: x % 1000


@operation()
def power_fp32() -> Work:
    x = normal(1 << 25).abs()
    return lambda: x**1.7


@operation()
def dropout_bf16() -> Work:
    x = normal(8192, 8192, dtype=BF16)
    return lambda: F.dropout(x, 0.1)


@operation(better="where_bytes_compiled")
def where_bytes() -> Work:
    x = torch.randint(0, 255, (1 << 27,), device=CUDA, dtype=torch.uint8)
    return lambda: (x > 127).to(torch.uint8)


@operation(profiled=False)
def where_bytes_compiled() -> Work:
    x = torch.randint(0, 255, (1 << 27,), device=CUDA, dtype=torch.uint8)
    return _compiled(lambda: (x > 127).to(torch.uint8))


# Sums, orders, scatters.


@operation()
def sum_columns_fp32() -> Work:
    x = normal(16384, 4096)
    return lambda: x.sum(0)


@operation()
def sum_rows_fp32() -> Work:
    x = normal(16384, 4096)
    return lambda: x.sum(1)


@operation(better="cumsum_columns_transposed")
def cumsum_columns() -> Work:
    x = normal(8192, 4096)
    return lambda: torch.cumsum(x, 0)


@operation(profiled=False)
def cumsum_columns_transposed() -> Work:
    x = normal(8192, 4096)
    return lambda: torch.cumsum(x.t().contiguous(), 1).t().contiguous()


@operation(better="cumsum_rows_compiled")
def cumsum_rows() -> Work:
    x = normal(8192, 4096)
    return lambda: torch.cumsum(x, 1)


@operation(profiled=False)
def cumsum_rows_compiled() -> Work:
    x = normal(8192, 4096)
    return _compiled(lambda: torch.cumsum(x, 1))


@operation()
def cumsum_flat() -> Work:
    x = normal(1 << 25)
    return lambda: torch.cumsum(x, 0)


@operation(profiled=False)
def top_k() -> Work:
    x = normal(256, 50257)
    return lambda: torch.topk(x, 50)


@operation(profiled=False)
def sort_flat() -> Work:
    x = normal(1 << 23)
    return lambda: torch.sort(x)


@operation()
def histogram() -> Work:
    x = normal(1 << 25)
    return lambda: torch.histc(x, 64)


@operation()
def index_add_rows() -> Work:
    x, rows, index = torch.zeros(4096, 256, device=CUDA), normal(1 << 17, 256), below(4096, 1 << 17)
    return lambda: x.index_add_(0, index, rows)


@operation(better="scatter_add_few_counted")
def scatter_add_few() -> Work:
    x, values, index = torch.zeros(64, device=CUDA), normal(1 << 24), below(64, 1 << 24)
    return lambda: x.scatter_add_(0, index, values)


@operation(profiled=False)
def scatter_add_few_counted() -> Work:
    values, index = normal(1 << 24), below(64, 1 << 24).int()
    return lambda: torch.bincount(index, values, 64)


@operation()
def scatter_add_many() -> Work:
    x, values, index = torch.zeros(1 << 24, device=CUDA), normal(1 << 24), below(1 << 24, 1 << 24)
    return lambda: x.scatter_add_(0, index, values)


@operation(profiled=False)
def embedding_backward() -> Work:
    table, index = normal(50257, 512, grad=True), below(50257, 32, 1024)
    rows = F.embedding(index, table)
    given = torch.randn_like(rows)
    return lambda: torch.autograd.grad(rows, table, given, retain_graph=True)


@operation()
def nonzero() -> Work:
    x = normal(1 << 25) > 1.0
    return lambda: torch.nonzero(x)


# Convolution and what is beside it.


def _image(dtype: torch.dtype, last: bool) -> torch.Tensor:
    return normal(32, 64, 56, 56, dtype=dtype).to(memory_format=torch.channels_last if last else torch.contiguous_format)


@operation()
def convolution_channels_last_fp16() -> Work:
    x, w = _image(FP16, True), normal(128, 64, 3, 3, dtype=FP16).to(memory_format=torch.channels_last)
    return lambda: F.conv2d(x, w, padding=1)


@operation(better="convolution_channels_last_fp16")
def convolution_channels_first_fp16() -> Work:
    x, w = _image(FP16, False), normal(128, 64, 3, 3, dtype=FP16)
    return lambda: F.conv2d(x, w, padding=1)


@operation(better="convolution_depthwise_channels_last")
def convolution_depthwise_fp32() -> Work:
    x, w = _image(FP32, False), normal(64, 1, 3, 3)
    return lambda: F.conv2d(x, w, padding=1, groups=64)


@operation(profiled=False)
def convolution_depthwise_channels_last() -> Work:
    x, w = _image(FP32, True), normal(64, 1, 3, 3).to(memory_format=torch.channels_last)
    return lambda: F.conv2d(x, w, padding=1, groups=64)


@operation()
def convolution_backward_fp32() -> Work:
    x, w = _image(FP32, False).requires_grad_(), normal(128, 64, 3, 3, grad=True)
    y = F.conv2d(x, w, padding=1)
    given = torch.randn_like(y)
    return lambda: torch.autograd.grad(y, (x, w), given, retain_graph=True)


@operation()
def max_pool_fp16() -> Work:
    x = _image(FP16, True)
    return lambda: F.max_pool2d(x, 3, 2)


@operation(better="upsample_bilinear_compiled")
def upsample_bilinear_fp32() -> Work:
    x = _image(FP32, False)
    return lambda: F.interpolate(x, scale_factor=2, mode="bilinear")


@operation(profiled=False)
def upsample_bilinear_compiled() -> Work:
    x = _image(FP32, False)
    return _compiled(lambda: F.interpolate(x, scale_factor=2, mode="bilinear"))


# The step of an optimizer, and many tiny launches.


def _adam(**options: bool) -> Work:
    parameters = [normal(1024, 1024, grad=True) for _ in range(16)] + [normal(1024, grad=True) for _ in range(16)]
    for parameter in parameters:
        parameter.grad = torch.randn_like(parameter)
    return torch.optim.Adam(parameters, **options).step


@operation(better="adam_fused", profiled=False)
def adam_foreach() -> Work:
    return _adam(foreach=True)


@operation()
def adam_fused() -> Work:
    return _adam(fused=True)


@operation(better="tiny_chain_graph", profiled=False)
def tiny_chain() -> Work:
    x = normal(4096)

    def work() -> torch.Tensor:
        y = x
        for _ in range(8):
            y = y * 1.01 + 0.5
        return y

    return work


@operation(profiled=False)
def tiny_chain_graph() -> Work:
    work = OPERATIONS["tiny_chain"].prepare()
    work()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay


# Other libraries.


@operation()
def fourier_2d() -> Work:
    x = torch.randn(16, 1024, 1024, device=CUDA, dtype=torch.complex64)
    return lambda: torch.fft.fft2(x)


@operation()
def sparse_times_vector() -> Work:
    rows = 1 << 18
    pointers = torch.arange(0, rows * 32 + 1, 32, device=CUDA, dtype=torch.int32)
    matrix = torch.sparse_csr_tensor(pointers, below(rows, rows * 32).int(), normal(rows * 32), size=(rows, rows))
    x = normal(rows, 1)
    return lambda: matrix @ x


@operation()
def random_normal() -> Work:
    return lambda: torch.randn(1 << 25, device=CUDA)


@operation(profiled=False)
def block_fp32() -> Work:
    return block(FP32)
