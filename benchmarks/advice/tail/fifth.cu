// A fifth sweep of the last wave, of work that neither the third nor the fourth had: written without sight of the model.
//
//   fifth time [KERNEL]      CSV: kernel,blocks_per_sm,block_size,regs,smem,grid,median_us   (median of 9 event-timed runs after 3 warm-ups)
//   fifth profile [KERNEL]   one launch of every combination, for ncu (the same order)
//
// fifth_paths: Monte Carlo paths in registers, Philox with ten rounds, four normals and four exponentials a step, blocks of 256.
// fifth_march: a stencil of 7 points marching along z, 64 x 8 columns a block, plane in shared memory behind barriers, DRAM, blocks of 128.
// fifth_spectrum: split steps of a signal of 1024 complex in shared memory, radix-4 transform there and back, blocks of 128.
// fifth_series: Chebyshev series in FP64 by Clenshaw's recurrence, two arguments a thread, blocks of 128.
// fifth_search: binary searches one after another in 16 MB of sorted floats that L2 keeps, blocks of 64.
// fifth_image: bilinear samples of turned 16 x 16 patches of an image of 16 MB that L2 keeps, blocks of 256.
// fifth_filters: a bank of int8 filters held in registers, tensor products with columns in shared memory, largest response kept, blocks of 128.
#include "sweep.cuh"

__device__ __forceinline__ float2 normals(uint32_t a, uint32_t b) {
    float u = (a | 1) * 2.3283064e-10f, s, c;
    __sincosf(b * 1.4629181e-9f, &s, &c);
    float r = sqrtf(fmaxf(-2.0f * __logf(u), 0.0f));
    return make_float2(r * c, r * s);
}
__global__ void __launch_bounds__(256) fifth_paths(const float4*, float4* __restrict__ out, int work) {
    uint32_t id = blockIdx.x * 256 + threadIdx.x;
    float price = 0, sum = 0, most = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        uint32_t c0 = k, c1 = id, c2 = 0x2545f491u, c3 = 7, k0 = 0xdeadbeefu, k1 = 0x1234567u;
#pragma unroll
        for (int round = 0; round < 10; ++round, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
            uint64_t p = (uint64_t)c0 * 0xd2511f53u, q = (uint64_t)c2 * 0xcd9e8d57u;
            c0 = uint32_t(q >> 32) ^ c1 ^ k0; c1 = uint32_t(q);
            c2 = uint32_t(p >> 32) ^ c3 ^ k1; c3 = uint32_t(p);
        }
        float2 a = normals(c0, c1), b = normals(c2, c3);
        float z[4] = {a.x, a.y, b.x, b.y};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            price = fmaf(0.01f, z[j], price - 5e-5f);
            float s = __expf(price);
            sum += s; most = fmaxf(most, s);
        }
    }
    out[id] = make_float4(sum, most, price, 0);
}
__global__ void __launch_bounds__(128) fifth_march(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    // The volume: 1024 planes of 512 rows of 128 float4. A block: 16 float4 x 8 rows, `work` planes.
    constexpr int PLANE = 65536, WIDE = 18;
    float4* tile = reinterpret_cast<float4*>(pool);
    int x = threadIdx.x % 16, y = threadIdx.x / 16, left = blockIdx.x % 8 * 16, top = blockIdx.x / 8 % 64 * 8, z = blockIdx.x / 512 * work;
    int column = (top + y) * 128 + left + x, own = (y + 1) * WIDE + x + 1;
    int t = threadIdx.x, hx = t < 32 ? t % 16 : t < 40 ? -1 : 16, hy = t < 16 ? -1 : t < 32 ? 8 : t % 8;
    int rim = ((top + hy) & 511) * 128 + ((left + hx) & 127), at_rim = (hy + 1) * WIDE + hx + 1;
    bool has_rim = t < 48;
    auto plane = [&](int k) { return (size_t)((z + k) & 1023) * PLANE; };
    float4 below = in[plane(-1) + column], here = in[plane(0) + column], above = in[plane(1) + column];
    float4 edge = has_rim ? in[plane(0) + rim] : make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        tile[own] = here;
        if (has_rim) tile[at_rim] = edge;
        __syncthreads();
        float4 next = in[plane(k + 2) + column];
        if (has_rim) edge = in[plane(k + 1) + rim];
        float4 n = tile[own - WIDE], s = tile[own + WIDE];
        float w = tile[own - 1].w, e = tile[own + 1].x;
        float4 r;
        r.x = 0.4f * here.x + 0.1f * (w + here.y + n.x + s.x + below.x + above.x);
        r.y = 0.4f * here.y + 0.1f * (here.x + here.z + n.y + s.y + below.y + above.y);
        r.z = 0.4f * here.z + 0.1f * (here.y + here.w + n.z + s.z + below.z + above.z);
        r.w = 0.4f * here.w + 0.1f * (here.z + e + n.w + s.w + below.w + above.w);
        out[plane(k) + column] = r;
        __syncthreads();
        below = here; here = above; above = next;
    }
}
__device__ __forceinline__ float2 times(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
template <bool BACK>
__device__ __forceinline__ void transform(float2*& from, float2*& to, const float2* turn) {
#pragma unroll
    for (int pass = 0; pass < 5; ++pass) {
        const int n = 1 << (2 * pass);
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            int j = threadIdx.x + half * 128, k = j & (n - 1);
            float2 v[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) {
                v[r] = from[j + r * 256];
                if (pass && r) {
                    float2 w = turn[r * k * (256 / n)];
                    if (BACK) w.y = -w.y;
                    v[r] = times(v[r], w);
                }
            }
            float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
            float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
            if (BACK) d = make_float2(-d.x, -d.y);
            float2* at = to + (j - k) * 4 + k;
            at[0] = make_float2(a.x + c.x, a.y + c.y); at[n] = make_float2(b.x + d.x, b.y + d.y);
            at[2 * n] = make_float2(a.x - c.x, a.y - c.y); at[3 * n] = make_float2(b.x - d.x, b.y - d.y);
        }
        __syncthreads();
        float2* other = from; from = to; to = other;
    }
}
__global__ void __launch_bounds__(128) fifth_spectrum(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    float2* from = reinterpret_cast<float2*>(pool), *to = from + 1024, *turn = to + 1024;
    size_t row = (size_t)blockIdx.x * 512 % STREAM;
    for (int i = threadIdx.x; i < 512; i += 128) reinterpret_cast<float4*>(from)[i] = in[row + i];
    for (int i = threadIdx.x; i < 1024; i += 128) { float s, c; sincospif(i * (-2.0f / 1024), &s, &c); turn[i] = make_float2(c, s); }
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        transform<false>(from, to, turn);
#pragma unroll
        for (int j = 0; j < 8; ++j) { int i = threadIdx.x + j * 128; from[i] = times(from[i], turn[(i * i) & 1023]); }
        __syncthreads();
        transform<true>(from, to, turn);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int i = threadIdx.x + j * 128;
            float2 v = from[i]; v.x *= 1.0f / 1024; v.y *= 1.0f / 1024;
            float s, c; __sincosf(0.01f * (v.x * v.x + v.y * v.y), &s, &c);
            from[i] = times(v, make_float2(c, s));
        }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < 512; i += 128) out[row + i] = reinterpret_cast<float4*>(from)[i];
}
__global__ void __launch_bounds__(128) fifth_series(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    double* terms = reinterpret_cast<double*>(pool);
    const float* given = reinterpret_cast<const float*>(in);
    for (int i = threadIdx.x; i < 512; i += 128) terms[i] = given[i] * 1e-3;
    __syncthreads();
    size_t at = (size_t)blockIdx.x * 128 + threadIdx.x;
    float4 p = in[at & (STREAM - 1)];
    double x = 1.99 * p.x, y = 1.99 * p.y, a = 0, b = 0, c = 0, d = 0;
#pragma unroll 4
    for (int k = 0; k < work; ++k) {
        double term = terms[k & 511];
        double u = fma(x, a, term - b), v = fma(y, c, term - d);
        b = a; a = u; d = c; c = v;
    }
    out[at] = make_float4(float(a), float(b), float(c), float(d));
}
__global__ void __launch_bounds__(64) fifth_search(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    const float* table = reinterpret_cast<const float*>(in);  // entry i: i and a bit of noise, so ascending
    uint32_t seed = blockIdx.x * 64 + threadIdx.x, sum = 0;
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        seed = harness::hash32(seed + 0x9e3779b9u);
        float key = seed >> 10;
        uint32_t place = 0;
#pragma unroll 1
        for (uint32_t step = 1u << 21; step; step >>= 1) {
            uint32_t middle = place + step;
            if (fmaf(0.4f, __ldg(table + middle), float(middle)) <= key) place = middle;
        }
        sum += place; seed += place;
    }
    out[(size_t)blockIdx.x * 64 + threadIdx.x] = make_float4(sum, seed, 0, 0);
}
__global__ void __launch_bounds__(256) fifth_image(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    float i = float(threadIdx.x % 16), j = float(threadIdx.x / 16);
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (int k = 0; k < work; ++k) {
        uint32_t patch = harness::hash32(blockIdx.x * 4099 + k);  // of an image of 1024 x 1024 float4
        float c = 1.9f, s = (patch >> 24) * 0.005f;
        float u = (patch & 1023) + c * i - s * j + 64.0f, v = (patch >> 10 & 1023) + s * i + c * j;
        float fu = floorf(u), fv = floorf(v), p = u - fu, q = v - fv;
        int x = int(fu), y = int(fv), x0 = x & 1023, x1 = (x + 1) & 1023, y0 = (y & 1023) * 1024, y1 = ((y + 1) & 1023) * 1024;
        float4 a = __ldg(in + y0 + x0), b = __ldg(in + y0 + x1), d = __ldg(in + y1 + x0), e = __ldg(in + y1 + x1);
        float wa = (1 - p) * (1 - q), wb = p * (1 - q), wd = (1 - p) * q, we = p * q;
        sum.x += wa * a.x + wb * b.x + wd * d.x + we * e.x; sum.y += wa * a.y + wb * b.y + wd * d.y + we * e.y;
        sum.z += wa * a.z + wb * b.z + wd * d.z + we * e.z; sum.w += wa * a.w + wb * b.w + wd * d.w + we * e.w;
    }
    out[(size_t)blockIdx.x * 256 + threadIdx.x] = sum;
}
__device__ __forceinline__ void product(int (&sum)[4], uint4 a, uint32_t b0, uint32_t b1) {
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3]) : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
}
__global__ void __launch_bounds__(128) fifth_filters(const float4* __restrict__ in, float4* __restrict__ out, int work) {
    uint4* columns = reinterpret_cast<uint4*>(pool);  // 16 groups of 8 columns of 128 bytes
    const uint4* bytes = reinterpret_cast<const uint4*>(in);
    for (int i = threadIdx.x; i < 1024; i += 128) columns[i] = bytes[((size_t)blockIdx.x * 1024 + i) & (STREAM - 1)];
    uint4 filter[2][4];  // 32 filters of 128 bytes a warp
#pragma unroll
    for (int j = 0; j < 8; ++j) filter[j / 4][j % 4] = bytes[j * 128 + threadIdx.x];
    int most[2][4] = {};
    __syncthreads();
#pragma unroll 2
    for (int k = 0; k < work; ++k) {
        uint4 p = columns[(k & 15) * 64 + threadIdx.x % 32], q = columns[(k & 15) * 64 + 32 + threadIdx.x % 32];
        int sum[2][4] = {};
#pragma unroll
        for (int f = 0; f < 2; ++f) {
            product(sum[f], filter[f][0], p.x, p.y); product(sum[f], filter[f][1], p.z, p.w);
            product(sum[f], filter[f][2], q.x, q.y); product(sum[f], filter[f][3], q.z, q.w);
        }
#pragma unroll
        for (int f = 0; f < 2; ++f)
#pragma unroll
            for (int j = 0; j < 4; ++j) most[f][j] = max(most[f][j], sum[f][j]);
    }
    out[(size_t)blockIdx.x * 128 + threadIdx.x] = make_float4(most[0][0] + most[1][0], most[0][1] + most[1][1], most[0][2] + most[1][2], most[0][3] + most[1][3]);
}

int main(int argc, char** argv) {
    const std::vector<SweptKernel> kernels = {
        {"fifth_paths", fifth_paths, 256, 320, true}, {"fifth_march", fifth_march, 128, 128, true}, {"fifth_spectrum", fifth_spectrum, 128, 32, true},
        {"fifth_series", fifth_series, 128, 6144, true}, {"fifth_search", fifth_search, 64, 24, false}, {"fifth_image", fifth_image, 256, 96, true},
        {"fifth_filters", fifth_filters, 128, 1024, true}};
    return sweep(kernels, {1.0, 1.05, 1.2, 1.35, 1.5, 1.8, 2.0, 2.1, 2.4, 2.7, 3.0, 3.1, 3.6, 4.0, 5.15, 6.0}, argc, argv);
}
