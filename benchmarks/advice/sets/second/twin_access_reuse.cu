// Reuse, latency and where the data lives.
#include "harness.cuh"

// ---- astronomy: 11 x 11 point-spread convolution -------------------------------------------------
__constant__ float c_psf[121];
__global__ void __launch_bounds__(256) psf_blur_a(const float* __restrict__ in, float* __restrict__ out, int w, int pitch) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* p = in + (size_t)y * pitch + x;
    float acc = 0.0f;
#pragma unroll
    for (int dy = 0; dy < 11; ++dy)
#pragma unroll
        for (int dx = 0; dx < 11; ++dx) acc = fmaf(c_psf[dy * 11 + dx], p[(size_t)dy * pitch + dx], acc);
    out[(size_t)y * w + x] = acc;
}
__global__ void __launch_bounds__(256) psf_blur_b(const float* __restrict__ in, float* __restrict__ out, int w, int pitch) {
    __shared__ float s[74][43];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 64, tx = threadIdx.x, ty = threadIdx.y;
    for (int r = ty; r < 74; r += 8) {
        const float* p = in + (size_t)(y0 + r) * pitch + x0;
        s[r][tx] = p[tx];
        if (tx < 10) s[r][32 + tx] = p[32 + tx];
    }
    __syncthreads();
    float acc[8] = {};
#pragma unroll 1
    for (int dx = 0; dx < 11; ++dx) {
        float wgt[11];
#pragma unroll
        for (int k = 0; k < 11; ++k) wgt[k] = c_psf[k * 11 + dx];
#pragma unroll
        for (int r = 0; r < 18; ++r) {
            float v = s[ty * 8 + r][tx + dx];
#pragma unroll
            for (int o = 0; o < 8; ++o)
                if (r - o >= 0 && r - o < 11) acc[o] = fmaf(wgt[r - o], v, acc[o]);
        }
    }
#pragma unroll
    for (int o = 0; o < 8; ++o) out[(size_t)(y0 + ty * 8 + o) * w + x0 + tx] = acc[o];
}

// ---- mass spectrometry: city-block distance of every query to every library spectrum -------------
constexpr int kPeaks = 128;
__global__ void __launch_bounds__(256) spectra_gap_a(const float* __restrict__ q, const float* __restrict__ lib, float* __restrict__ out, int m) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float acc = 0.0f;
#pragma unroll 8
    for (int d = 0; d < kPeaks; ++d) acc += fabsf(q[(size_t)i * kPeaks + d] - lib[(size_t)d * m + j]);
    out[(size_t)i * m + j] = acc;
}
__global__ void __launch_bounds__(256) spectra_gap_b(const float* __restrict__ q, const float* __restrict__ lib, float* __restrict__ out, int m) {
    __shared__ __align__(16) float sq[16][68];
    __shared__ __align__(16) float sl[16][64];
    int tid = threadIdx.x, tx = tid & 15, ty = tid >> 4;
    int i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float acc[4][4] = {};
    for (int d0 = 0; d0 < kPeaks; d0 += 16) {
        float4 a = *reinterpret_cast<const float4*>(&q[(size_t)(i0 + (tid >> 2)) * kPeaks + d0 + (tid & 3) * 4]);
        float4 b = *reinterpret_cast<const float4*>(&lib[(size_t)(d0 + ty) * m + j0 + tx * 4]);
        __syncthreads();
        sq[(tid & 3) * 4 + 0][tid >> 2] = a.x;
        sq[(tid & 3) * 4 + 1][tid >> 2] = a.y;
        sq[(tid & 3) * 4 + 2][tid >> 2] = a.z;
        sq[(tid & 3) * 4 + 3][tid >> 2] = a.w;
        *reinterpret_cast<float4*>(&sl[ty][tx * 4]) = b;
        __syncthreads();
#pragma unroll
        for (int d = 0; d < 16; ++d) {
            float4 u = *reinterpret_cast<const float4*>(&sq[d][ty * 4]);
            float4 v = *reinterpret_cast<const float4*>(&sl[d][tx * 4]);
            float uu[4] = {u.x, u.y, u.z, u.w}, vv[4] = {v.x, v.y, v.z, v.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j) acc[i][j] += fabsf(uu[i] - vv[j]);
        }
    }
#pragma unroll
    for (int i = 0; i < 4; ++i)
        *reinterpret_cast<float4*>(&out[(size_t)(i0 + ty * 4 + i) * m + j0 + tx * 4]) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
}

// ---- web analytics: mean of every visitor's session values ---------------------------------------
__global__ void __launch_bounds__(256) session_mean_a(const int* __restrict__ begin, const float* __restrict__ value, float* __restrict__ out) {
    int lane = threadIdx.x & 31;
    int first = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
#pragma unroll 1
    for (int r = 0; r < 4; ++r) {
        int b = begin[first + r], e = begin[first + r + 1];
        float acc = 0.0f;
        for (int k = b + lane; k < e; k += 32) acc += value[k];
#pragma unroll
        for (int o = 16; o; o >>= 1) acc += __shfl_xor_sync(0xffffffffu, acc, o);
        if (lane == 0) out[first + r] = acc / (float)(e - b);
    }
}
__global__ void __launch_bounds__(256) session_mean_b(const int* __restrict__ begin, const float* __restrict__ value, float* __restrict__ out) {
    int lane = threadIdx.x & 31;
    int first = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
    int b[5];
#pragma unroll
    for (int r = 0; r < 5; ++r) b[r] = begin[first + r];
    int longest = 0;
#pragma unroll
    for (int r = 0; r < 4; ++r) longest = max(longest, b[r + 1] - b[r]);
    float acc[4] = {};
    for (int k = lane; k < longest; k += 64) {
        float v[4][2];
#pragma unroll
        for (int r = 0; r < 4; ++r)
#pragma unroll
            for (int h = 0; h < 2; ++h) v[r][h] = b[r] + k + 32 * h < b[r + 1] ? value[b[r] + k + 32 * h] : 0.0f;
#pragma unroll
        for (int r = 0; r < 4; ++r) acc[r] += v[r][0] + v[r][1];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
#pragma unroll
        for (int o = 16; o; o >>= 1) acc[r] += __shfl_xor_sync(0xffffffffu, acc[r], o);
        if (lane == 0) out[first + r] = acc[r] / (float)(b[r + 1] - b[r]);
    }
}

// ---- genealogy: follow parent links for 64 generations, eight persons a thread -------------------
__global__ void __launch_bounds__(64) lineage_root_a(const int* __restrict__ parent, const int* __restrict__ person, int* __restrict__ out, int generations) {
    int t = blockIdx.x * 64 + threadIdx.x, threads = gridDim.x * 64;
#pragma unroll 1
    for (int c = 0; c < 8; ++c) {
        int p = person[c * threads + t];
#pragma unroll 1
        for (int g = 0; g < generations; ++g) p = parent[p];
        out[c * threads + t] = p;
    }
}
__global__ void __launch_bounds__(64) lineage_root_b(const int* __restrict__ parent, const int* __restrict__ person, int* __restrict__ out, int generations) {
    int t = blockIdx.x * 64 + threadIdx.x, threads = gridDim.x * 64;
    int p[8];
#pragma unroll
    for (int c = 0; c < 8; ++c) p[c] = person[c * threads + t];
#pragma unroll 1
    for (int g = 0; g < generations; ++g)
#pragma unroll
        for (int c = 0; c < 8; ++c) p[c] = parent[p[c]];
#pragma unroll
    for (int c = 0; c < 8; ++c) out[c * threads + t] = p[c];
}

// ---- audio: 256-tap room response -----------------------------------------------------------------
__constant__ float c_room[256];
__global__ void __launch_bounds__(256) room_reverb_a(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ float s[2048 + 256];
    size_t base = (size_t)blockIdx.x * 2048;
#pragma unroll
    for (int i = 0; i < 9; ++i) s[threadIdx.x + 256 * i] = x[base + threadIdx.x + 256 * i];
    __syncthreads();
#pragma unroll 1
    for (int o = 0; o < 8; ++o) {
        const float* p = s + o * 256 + threadIdx.x;
        float acc = 0.0f, bcc = 0.0f;
#pragma unroll
        for (int k = 0; k < 256; k += 2) {
            acc = fmaf(c_room[k], p[k], acc);
            bcc = fmaf(c_room[k + 1], p[k + 1], bcc);
        }
        y[base + o * 256 + threadIdx.x] = acc + bcc;
    }
}
__device__ __forceinline__ int spread32(int i) { return i + (i >> 5) * 4; }
__global__ void __launch_bounds__(256) room_reverb_b(const float* __restrict__ x, float* __restrict__ y) {
    __shared__ __align__(16) float s[(2048 + 256) / 32 * 36];
    size_t base = (size_t)blockIdx.x * 2048;
#pragma unroll
    for (int i = 0; i < 9; ++i) s[spread32(threadIdx.x + 256 * i)] = x[base + threadIdx.x + 256 * i];
    __syncthreads();
    int t8 = threadIdx.x * 8;
    float acc[8] = {};
    float w[16];
    auto load4 = [&](int i, float* d) {
        float4 v = *reinterpret_cast<const float4*>(&s[spread32(i)]);
        d[0] = v.x; d[1] = v.y; d[2] = v.z; d[3] = v.w;
    };
    load4(t8, w); load4(t8 + 4, w + 4);
#pragma unroll 4
    for (int k = 0; k < 256; k += 8) {
        load4(t8 + k + 8, w + 8); load4(t8 + k + 12, w + 12);
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float c = c_room[k + j];
#pragma unroll
            for (int o = 0; o < 8; ++o) acc[o] = fmaf(c, w[o + j], acc[o]);
        }
#pragma unroll
        for (int j = 0; j < 8; ++j) w[j] = w[j + 8];
    }
    float4* dst = reinterpret_cast<float4*>(y + base + t8);
    dst[0] = make_float4(acc[0], acc[1], acc[2], acc[3]);
    dst[1] = make_float4(acc[4], acc[5], acc[6], acc[7]);
}

// ---- finance: short-horizon momentum over a day's ticks -------------------------------------------
__device__ __forceinline__ void momentum(const float4* __restrict__ tick, float4* __restrict__ out, unsigned quads) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += gridDim.x * blockDim.x) {
        float4 v = tick[i];
        out[i] = make_float4(v.y - v.x, v.z - v.y, v.w - v.z, 0.25f * (v.x + v.y + v.z + v.w));
    }
}
__global__ void __launch_bounds__(512) tick_momentum_a(const float4* __restrict__ tick, float4* __restrict__ out, unsigned quads) { momentum(tick, out, quads); }
__global__ void __launch_bounds__(512) tick_momentum_b(const float4* __restrict__ tick, float4* __restrict__ out, unsigned quads) { momentum(tick, out, quads); }

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        int w = 4096, h = 4096, pitch = w + 32;
        float *in = harness::filled<float>((size_t)pitch * (h + 16), 3), *out = harness::empty<float>((size_t)w * h);
        float k[121];
        for (int i = 0; i < 121; ++i) { float dx = i % 11 - 5.0f, dy = i / 11 - 5.2f; k[i] = 0.03f * std::exp(-0.08f * (dx * dx + dy * dy)); }
        CHECK(cudaMemcpyToSymbol(c_psf, k, sizeof(k)));
        cases.push_back({"psf_blur_a", [=] { psf_blur_a<<<dim3(w / 32, h / 8), dim3(32, 8)>>>(in, out, w, pitch); }, out, (size_t)w * h, Output::f32});
        cases.push_back({"psf_blur_b", [=] { psf_blur_b<<<dim3(w / 32, h / 64), dim3(32, 8)>>>(in, out, w, pitch); }, out, (size_t)w * h, Output::f32});
    }
    {
        int n = 4096, m = 4096;
        float *q = harness::filled<float>((size_t)n * kPeaks, 5), *lib = harness::filled<float>((size_t)m * kPeaks, 7), *out = harness::empty<float>((size_t)n * m);
        cases.push_back({"spectra_gap_a", [=] { spectra_gap_a<<<dim3(m / 32, n / 8), dim3(32, 8)>>>(q, lib, out, m); }, out, (size_t)n * m, Output::f32});
        cases.push_back({"spectra_gap_b", [=] { spectra_gap_b<<<dim3(m / 64, n / 64), 256>>>(q, lib, out, m); }, out, (size_t)n * m, Output::f32});
    }
    {
        int rows = 1 << 20;
        std::vector<int> begin(rows + 1);
        begin[0] = 0;
        for (int i = 0; i < rows; ++i) begin[i + 1] = begin[i] + 48 + (int)(harness::hash32(i + 5u) % 33u);
        int* b = harness::uploaded(begin);
        float *v = harness::filled<float>(begin[rows], 9), *out = harness::empty<float>(rows);
        cases.push_back({"session_mean_a", [=] { session_mean_a<<<rows / 32, 256>>>(b, v, out); }, out, (size_t)rows, Output::f32});
        cases.push_back({"session_mean_b", [=] { session_mean_b<<<rows / 32, 256>>>(b, v, out); }, out, (size_t)rows, Output::f32});
    }
    {
        unsigned persons = 128u << 20; int chains = 132 * 64 * 8;
        int *parent = harness::indices(persons, persons, 11), *person = harness::indices(chains, persons, 13), *out = harness::empty<int>(chains);
        cases.push_back({"lineage_root_a", [=] { lineage_root_a<<<132, 64>>>(parent, person, out, 64); }, out, (size_t)chains, Output::i32});
        cases.push_back({"lineage_root_b", [=] { lineage_root_b<<<132, 64>>>(parent, person, out, 64); }, out, (size_t)chains, Output::i32});
    }
    {
        size_t n = 8192u * 2048u;
        float *x = harness::filled<float>(n + 256, 17), *y = harness::empty<float>(n);
        float k[256];
        for (int i = 0; i < 256; ++i) k[i] = 0.1f * std::exp(-0.02f * i) * std::cos(1.7f * i);
        CHECK(cudaMemcpyToSymbol(c_room, k, sizeof(k)));
        cases.push_back({"room_reverb_a", [=] { room_reverb_a<<<8192, 256>>>(x, y); }, y, n, Output::f32});
        cases.push_back({"room_reverb_b", [=] { room_reverb_b<<<8192, 256>>>(x, y); }, y, n, Output::f32});
    }
    {
        unsigned n = 16u << 20;
        float *device = harness::filled<float>(n, 19), *out = harness::empty<float>(n), *host;
        CHECK(cudaHostAlloc(&host, n * sizeof(float), cudaHostAllocMapped));
        CHECK(cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost));
        cases.push_back({"tick_momentum_a", [=] { tick_momentum_a<<<132 * 4, 512>>>((const float4*)host, (float4*)out, n / 4); }, out, n, Output::f32});
        cases.push_back({"tick_momentum_b", [=] { tick_momentum_b<<<132 * 4, 512>>>((const float4*)device, (float4*)out, n / 4); }, out, n, Output::f32});
    }
    return harness::run(argc, argv, cases);
}
