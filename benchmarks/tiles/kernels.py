"""Triton kernels of the tile sweeps, written plainly: a grouped GEMM with optional split-K, causal flash attention, streams and rows.

Only ``triton`` is imported, so that worker processes compile without a device.
"""

import triton
import triton.language as tl


@triton.jit
def gemm(
    a_ptr, b_ptr, c_ptr, M, N, K, batch_a, batch_b, batch_c, slice_k,  # noqa: N803
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,  # noqa: N803
    GROUP_M: tl.constexpr, EVEN_K: tl.constexpr, B_TRANSPOSED: tl.constexpr, SPLIT: tl.constexpr, INTEGER: tl.constexpr,  # noqa: N803
):  # fmt: skip
    """C[M,N] = A[M,K] @ B; B is [K,N] or, transposed, [N,K]. Grid: tiles, K slices, batch. With SPLIT, c_ptr holds fp32 partial sums [slices,M,N]."""
    tiles_m = tl.cdiv(M, BM)
    tiles_n = tl.cdiv(N, BN)
    program = tl.program_id(0)
    per_group = GROUP_M * tiles_n
    first_m = program // per_group * GROUP_M
    group = min(tiles_m - first_m, GROUP_M)
    tile_m = first_m + program % per_group % group
    tile_n = program % per_group // group
    slice_id = tl.program_id(1)
    batch = tl.program_id(2)
    rows = (tile_m * BM + tl.arange(0, BM)) % M
    columns = (tile_n * BN + tl.arange(0, BN)) % N
    begin = slice_id * slice_k
    end = min(K, begin + slice_k)
    ks = tl.arange(0, BK)
    a = a_ptr + batch * batch_a + rows[:, None] * K + (begin + ks)[None, :]
    if B_TRANSPOSED:
        b = b_ptr + batch * batch_b + columns[None, :] * K + (begin + ks)[:, None]
    else:
        b = b_ptr + batch * batch_b + (begin + ks)[:, None] * N + columns[None, :]
    sums = tl.zeros((BM, BN), dtype=tl.int32 if INTEGER else tl.float32)
    for k in range(begin, end, BK):
        if EVEN_K:
            left = tl.load(a)
            right = tl.load(b)
        else:
            left = tl.load(a, mask=ks[None, :] < end - k, other=0)
            right = tl.load(b, mask=ks[:, None] < end - k, other=0)
        sums = tl.dot(left, right, sums, input_precision="tf32", out_dtype=tl.int32 if INTEGER else tl.float32)
        a += BK
        if B_TRANSPOSED:
            b += BK
        else:
            b += BK * N
    rows = tile_m * BM + tl.arange(0, BM)
    columns = tile_n * BN + tl.arange(0, BN)
    c = c_ptr + rows[:, None] * N + columns[None, :]
    if SPLIT:  # the compiler's language has no conditional expression over constants worth reading
        c += slice_id * M * N
    else:
        c += batch * batch_c
    tl.store(c, sums.to(c_ptr.dtype.element_ty), mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def add_slices(partial_ptr, c_ptr, elements, SLICES: tl.constexpr, BLOCK: tl.constexpr):  # noqa: N803
    """The second pass of split-K: sums SLICES partial matrices of ``elements`` fp32 values and rounds them to C's type."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < elements
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for i in tl.static_range(SLICES):
        total += tl.load(partial_ptr + i * elements + at, mask=inside, other=0.0)
    tl.store(c_ptr + at, total.to(c_ptr.dtype.element_ty), mask=inside)


@triton.jit
def _attend(q, k_ptr, v_ptr, acc, total, largest, rows, begin, end, scale, D: tl.constexpr, BN: tl.constexpr, MASKED: tl.constexpr):  # noqa: N803
    """Streams keys and values [begin, end) past the block of queries with the online softmax (base 2)."""
    dims = tl.arange(0, D)
    for start in range(begin, end, BN):
        start = tl.multiple_of(start, BN)  # noqa: PLW2901
        columns = start + tl.arange(0, BN)
        keys = tl.load(k_ptr + columns[None, :] * D + dims[:, None])
        scores = tl.dot(q, keys)
        if MASKED:
            scores = tl.where(rows[:, None] >= columns[None, :], scores, float("-inf"))
        new = tl.maximum(largest, tl.max(scores, 1) * scale)
        p = tl.exp2(scores * scale - new[:, None])
        shrink = tl.exp2(largest - new)
        total = total * shrink + tl.sum(p, 1)
        acc = acc * shrink[:, None]
        values = tl.load(v_ptr + columns[:, None] * D + dims[None, :])
        acc = tl.dot(p.to(q.dtype), values, acc)
        largest = new
    return acc, total, largest


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, T, first, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):  # noqa: N803
    """Attention forward over [heads, T, D]; ``scale`` includes log2(e). Grid: blocks of queries, heads.

    ``first`` is the block of queries that starts first: 0, or the last one, so that the longest rows of a causal mask go first.
    """
    block = tl.abs(first - tl.program_id(0))
    head = tl.program_id(1).to(tl.int64) * T * D
    rows = block * BM + tl.arange(0, BM)
    at = rows[:, None] * D + tl.arange(0, D)[None, :]
    q = tl.load(q_ptr + head + at)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    largest = tl.full((BM,), float("-inf"), dtype=tl.float32)
    if CAUSAL:
        diagonal = block * BM // BN * BN
        acc, total, largest = _attend(q, k_ptr + head, v_ptr + head, acc, total, largest, rows, 0, diagonal, scale, D, BN, False)
        acc, total, largest = _attend(q, k_ptr + head, v_ptr + head, acc, total, largest, rows, diagonal, (block + 1) * BM, scale, D, BN, True)
    else:
        acc, total, largest = _attend(q, k_ptr + head, v_ptr + head, acc, total, largest, rows, 0, T, scale, D, BN, False)
    tl.store(o_ptr + head + at, (acc / total[:, None]).to(o_ptr.dtype.element_ty))


@triton.jit
def stream(x_ptr, y_ptr, z_ptr, n, READS: tl.constexpr, BLOCK: tl.constexpr, LOOP: tl.constexpr):  # noqa: N803
    """z = x or z = x + y over n elements; with LOOP a fixed grid strides over them."""
    if LOOP:
        for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
            at = start + tl.arange(0, BLOCK)
            x = tl.load(x_ptr + at, mask=at < n)
            if READS == 2:
                x += tl.load(y_ptr + at, mask=at < n)
            tl.store(z_ptr + at, x, mask=at < n)
    else:
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + at, mask=at < n)
        if READS == 2:
            x += tl.load(y_ptr + at, mask=at < n)
        tl.store(z_ptr + at, x, mask=at < n)


@triton.jit
def row_softmax(x_ptr, y_ptr, rows, cols, ROWS: tl.constexpr, BLOCK: tl.constexpr, ONE_PASS: tl.constexpr):  # noqa: N803
    """Softmax of each row: kept in registers (ONE_PASS, BLOCK >= cols) or read twice in chunks of BLOCK."""
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    if ONE_PASS:
        c = tl.arange(0, BLOCK)
        at = r[:, None] * cols + c[None, :]
        inside = (r[:, None] < rows) & (c[None, :] < cols)
        x = tl.load(x_ptr + at, mask=inside, other=float("-inf")).to(tl.float32)
        e = tl.exp(x - tl.max(x, 1)[:, None])
        tl.store(y_ptr + at, (e / tl.sum(e, 1)[:, None]).to(y_ptr.dtype.element_ty), mask=inside)
    else:
        largest = tl.full((ROWS,), float("-inf"), dtype=tl.float32)
        total = tl.zeros((ROWS,), dtype=tl.float32)
        for start in range(0, cols, BLOCK):
            c = start + tl.arange(0, BLOCK)
            inside = (r[:, None] < rows) & (c[None, :] < cols)
            x = tl.load(x_ptr + r[:, None] * cols + c[None, :], mask=inside, other=float("-inf")).to(tl.float32)
            new = tl.maximum(largest, tl.max(x, 1))
            total = total * tl.exp(largest - new) + tl.sum(tl.exp(x - new[:, None]), 1)
            largest = new
        for start in range(0, cols, BLOCK):
            c = start + tl.arange(0, BLOCK)
            at = r[:, None] * cols + c[None, :]
            inside = (r[:, None] < rows) & (c[None, :] < cols)
            x = tl.load(x_ptr + at, mask=inside, other=float("-inf")).to(tl.float32)
            tl.store(y_ptr + at, (tl.exp(x - largest[:, None]) / total[:, None]).to(y_ptr.dtype.element_ty), mask=inside)


@triton.jit
def row_norm(x_ptr, y_ptr, rows, cols, ROWS: tl.constexpr, BLOCK: tl.constexpr, ONE_PASS: tl.constexpr):  # noqa: N803
    """Layer norm of each row without weights (epsilon 1e-5): kept in registers (ONE_PASS) or read twice in chunks of BLOCK."""
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    if ONE_PASS:
        c = tl.arange(0, BLOCK)
        at = r[:, None] * cols + c[None, :]
        inside = (r[:, None] < rows) & (c[None, :] < cols)
        x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
        mean = tl.sum(x, 1) / cols
        d = tl.where(inside, x - mean[:, None], 0.0)
        y = d * tl.rsqrt(tl.sum(d * d, 1) / cols + 1e-5)[:, None]
        tl.store(y_ptr + at, y.to(y_ptr.dtype.element_ty), mask=inside)
    else:
        sums = tl.zeros((ROWS,), dtype=tl.float32)
        squares = tl.zeros((ROWS,), dtype=tl.float32)
        for start in range(0, cols, BLOCK):
            c = start + tl.arange(0, BLOCK)
            inside = (r[:, None] < rows) & (c[None, :] < cols)
            x = tl.load(x_ptr + r[:, None] * cols + c[None, :], mask=inside, other=0.0).to(tl.float32)
            sums += tl.sum(x, 1)
            squares += tl.sum(x * x, 1)
        mean = sums / cols
        scale = tl.rsqrt(squares / cols - mean * mean + 1e-5)
        for start in range(0, cols, BLOCK):
            c = start + tl.arange(0, BLOCK)
            at = r[:, None] * cols + c[None, :]
            inside = (r[:, None] < rows) & (c[None, :] < cols)
            x = tl.load(x_ptr + at, mask=inside, other=0.0).to(tl.float32)
            tl.store(y_ptr + at, ((x - mean[:, None]) * scale[:, None]).to(y_ptr.dtype.element_ty), mask=inside)


KERNELS = {k.__name__: k for k in (gemm, add_slices, attention, stream, row_softmax, row_norm)}
