// Kernels of machine learning, by one who knows the rules: written as such kernels come, before anything was looked up in the rules. _a is to be mended, _b is.
#include "harness.cuh"
#include <cuda_fp16.h>
using namespace harness;

// ---- sums of columns (the gradient of a norm's gains): a thread a column, and rows shared out over 64 parts
__global__ void own_gains_a(const float* __restrict__ g, const float* __restrict__ x, float* __restrict__ out, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int r = 0; r < rows; ++r) s += g[(size_t)r * cols + c] * x[(size_t)r * cols + c];
    out[c] = s;
}
__global__ void own_gains_b(const float* __restrict__ g, const float* __restrict__ x, float* __restrict__ out, int rows, int cols) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, each = rows / gridDim.y, first = blockIdx.y * each;
    float s = 0;
#pragma unroll 8
    for (int r = first; r < first + each; ++r) s += g[(size_t)r * cols + c] * x[(size_t)r * cols + c];
    atomicAdd(out + c, s);
}
// ---- softmax of rows of 4096: three passes over memory, and one with the row in registers
__device__ float of_block(float v, bool largest, float* s) {
    for (int o = 16; o; o >>= 1) { float w = __shfl_xor_sync(~0u, v, o); v = largest ? fmaxf(v, w) : v + w; }
    __syncthreads();
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    v = s[0];
    for (int k = 1; k < blockDim.x / 32; ++k) v = largest ? fmaxf(v, s[k]) : v + s[k];
    return v;
}
__global__ void own_softmax_a(const float* __restrict__ x, float* __restrict__ y, int n) {
    __shared__ float s[32];
    const float* row = x + (size_t)blockIdx.x * n;
    float m = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, row[i]);
    m = of_block(m, true, s);
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += __expf(row[i] - m);
    sum = of_block(sum, false, s);
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[(size_t)blockIdx.x * n + i] = __expf(row[i] - m) / sum;
}
__global__ void own_softmax_b(const float4* __restrict__ x, float4* __restrict__ y, int n) {
    __shared__ float s[32];
    float4 v[4];
    float m = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 4; ++k) { v[k] = x[(size_t)blockIdx.x * (n / 4) + k * 256 + threadIdx.x]; m = fmaxf(fmaxf(fmaxf(m, v[k].x), fmaxf(v[k].y, v[k].z)), v[k].w); }
    m = of_block(m, true, s);
#pragma unroll
    for (int k = 0; k < 4; ++k) { v[k].x = __expf(v[k].x - m); v[k].y = __expf(v[k].y - m); v[k].z = __expf(v[k].z - m); v[k].w = __expf(v[k].w - m); sum += v[k].x + v[k].y + v[k].z + v[k].w; }
    float r = 1.0f / of_block(sum, false, s);
#pragma unroll
    for (int k = 0; k < 4; ++k) y[(size_t)blockIdx.x * (n / 4) + k * 256 + threadIdx.x] = make_float4(v[k].x * r, v[k].y * r, v[k].z * r, v[k].w * r);
}
// ---- GELU with double literals
__global__ void own_gelu_a(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i];
    auto f = [](float t) { return (float)(0.5 * t * (1.0 + tanhf(0.7978845608 * (t + 0.044715 * t * t * t)))); };
    y[i] = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));
}
__global__ void own_gelu_b(const float4* __restrict__ x, float4* __restrict__ y) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 v = x[i];
    auto f = [](float t) { return 0.5f * t * (1.0f + tanhf(0.7978845608f * (t + 0.044715f * t * t * t))); };
    y[i] = make_float4(f(v.x), f(v.y), f(v.z), f(v.w));
}
// ---- rows of tokens sent to their experts: a half a thread, and eight
__global__ void own_dispatch_a(const __half* __restrict__ x, const int* __restrict__ slot, __half* __restrict__ y, int width) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int row = (int)(i / width), col = (int)(i % width);
    y[(size_t)slot[row] * width + col] = x[i];
}
__global__ void own_dispatch_b(const uint4* __restrict__ x, const int* __restrict__ slot, uint4* __restrict__ y, int width) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int row = (int)(i / width), col = (int)(i % width);
    y[(size_t)slot[row] * width + col] = x[i];
}
// ---- rotary angles of every head anew, in accurate functions, and by a table
__global__ void own_rotary_a(const float2* __restrict__ q, float2* __restrict__ out, int half_dim, int heads) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int d = (int)(i % half_dim), pos = (int)(i / half_dim / heads);
    float angle = pos * powf(10000.0f, -2.0f * d / (2 * half_dim)), s, c;
    sincosf(angle, &s, &c);
    float2 v = q[i];
    out[i] = make_float2(v.x * c - v.y * s, v.x * s + v.y * c);
}
__global__ void own_rotary_b(const float2* __restrict__ q, const float2* __restrict__ table, float2* __restrict__ out, int half_dim, int heads) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    int d = (int)(i % half_dim), pos = (int)(i / half_dim / heads);
    float2 t = table[pos * half_dim + d], v = q[i];
    out[i] = make_float2(v.x * t.x - v.y * t.y, v.x * t.y + v.y * t.x);
}
__global__ void harness_angles(float2* t, int half_dim) {
    int d = threadIdx.x, pos = blockIdx.x;
    float s, c;
    sincosf(pos * powf(10000.0f, -2.0f * d / (2 * half_dim)), &s, &c);
    t[pos * half_dim + d] = make_float2(c, s);
}
// ---- scores of one query against its keys: a warp a key, and eight keys on their way
__global__ void own_scores_a(const __half2* __restrict__ key, const float2* __restrict__ query, float* __restrict__ out, int keys) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    float2 q0 = query[lane], q1 = query[lane + 32];
    for (int k = warp; k < keys; k += warps) {
        float2 a = __half22float2(key[(size_t)k * 64 + lane]), b = __half22float2(key[(size_t)k * 64 + 32 + lane]);
        float s = a.x * q0.x + a.y * q0.y + b.x * q1.x + b.y * q1.y;
        for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
        if (lane == 0) out[k] = s;
    }
}
__global__ void own_scores_b(const uint2* __restrict__ key, const float4* __restrict__ query, float* __restrict__ out, int keys) {
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    float4 q = query[lane];
    for (int k = warp * 8; k < keys; k += warps * 8) {
        uint2 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = key[(size_t)(k + j) * 32 + lane];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            float2 a = __half22float2(*(__half2*)&v[j].x), b = __half22float2(*(__half2*)&v[j].y);
            float s = a.x * q.x + a.y * q.y + b.x * q.z + b.y * q.w;
            for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
            if (lane == 0) out[k + j] = s;
        }
    }
}
// ---- gradients of an embedding: an atomic an element, rows that many tokens share; and tokens in the order of their rows, a block for up to 64 of a row
__global__ void own_embed_a(const float* __restrict__ g, const int* __restrict__ token, float* __restrict__ out, int width) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    atomicAdd(out + (size_t)token[i / width] * width + i % width, g[i]);
}
__global__ void own_embed_b(const float* __restrict__ g, const int* __restrict__ order, const int3* __restrict__ piece, float* __restrict__ out, int width) {
    int3 p = piece[blockIdx.x];
    int c = threadIdx.x;
    float s = 0;
#pragma unroll 8
    for (int k = p.y; k < p.z; ++k) s += g[(size_t)order[k] * width + c];
    atomicAdd(out + (size_t)p.x * width + c, s);
}
// ---- an optimiser in three launches, and in one
__global__ void own_adam_a1(const float4* __restrict__ g, const float4* __restrict__ m0, float4* __restrict__ m) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 a = g[i], b = m0[i];
    m[i] = make_float4(0.9f * b.x + 0.1f * a.x, 0.9f * b.y + 0.1f * a.y, 0.9f * b.z + 0.1f * a.z, 0.9f * b.w + 0.1f * a.w);
}
__global__ void own_adam_a2(const float4* __restrict__ g, const float4* __restrict__ v0, float4* __restrict__ v) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 a = g[i], b = v0[i];
    v[i] = make_float4(0.99f * b.x + 0.01f * a.x * a.x, 0.99f * b.y + 0.01f * a.y * a.y, 0.99f * b.z + 0.01f * a.z * a.z, 0.99f * b.w + 0.01f * a.w * a.w);
}
__global__ void own_adam_a3(const float4* __restrict__ m, const float4* __restrict__ v, float4* __restrict__ p) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 a = m[i], b = v[i];
    auto f = [](float mm, float vv) { return 1e-3f * mm / (sqrtf(fabsf(vv)) + 1e-3f); };
    p[i] = make_float4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w));
}
__global__ void own_adam_b(const float4* __restrict__ g, const float4* __restrict__ m0, const float4* __restrict__ v0, float4* __restrict__ m, float4* __restrict__ v, float4* __restrict__ p) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    float4 a = g[i], b = m0[i], c = v0[i], mm, vv;
    mm = make_float4(0.9f * b.x + 0.1f * a.x, 0.9f * b.y + 0.1f * a.y, 0.9f * b.z + 0.1f * a.z, 0.9f * b.w + 0.1f * a.w);
    vv = make_float4(0.99f * c.x + 0.01f * a.x * a.x, 0.99f * c.y + 0.01f * a.y * a.y, 0.99f * c.z + 0.01f * a.z * a.z, 0.99f * c.w + 0.01f * a.w * a.w);
    m[i] = mm; v[i] = vv;
    auto f = [](float x, float y) { return 1e-3f * x / (sqrtf(fabsf(y)) + 1e-3f); };
    p[i] = make_float4(f(mm.x, vv.x), f(mm.y, vv.y), f(mm.z, vv.z), f(mm.w, vv.w));
}
// ---- scales of groups of 96 weights: the group by a division that the compiler cannot know, and by blocks of a group
__global__ void own_scales_a(const signed char* __restrict__ w, const float* __restrict__ scale, float* __restrict__ y, long long group, long long groups) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    long long row = i / (group * groups), g = i / group % groups;
    y[i] = w[i] * scale[row * groups + g];
}
__global__ void own_scales_b(const signed char* __restrict__ w, const float* __restrict__ scale, float* __restrict__ y, int group, int groups) {
    int g = blockIdx.x * blockDim.y + threadIdx.y, row = blockIdx.y;
    size_t i = ((size_t)row * groups + g) * group + threadIdx.x;
    y[i] = w[i] * scale[row * groups + g];
}
// ---- in order: a cross entropy's gradient in place, a norm's rows in registers
__global__ void own_add_norm_a(const float4* __restrict__ x, const float4* __restrict__ r, float4* __restrict__ y, int n) {
    __shared__ float s[32];
    float4 v[2];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        size_t i = (size_t)blockIdx.x * (n / 4) + k * 256 + threadIdx.x;
        float4 a = x[i], b = r[i];
        v[k] = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
        sum += v[k].x * v[k].x + v[k].y * v[k].y + v[k].z * v[k].z + v[k].w * v[k].w;
    }
    float q = rsqrtf(of_block(sum, false, s) / n + 1e-5f);
#pragma unroll
    for (int k = 0; k < 2; ++k) y[(size_t)blockIdx.x * (n / 4) + k * 256 + threadIdx.x] = make_float4(v[k].x * q, v[k].y * q, v[k].z * q, v[k].w * q);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        int rows = 32768, cols = 4096;
        float *g = filled<float>((size_t)rows * cols, 1), *x = filled<float>((size_t)rows * cols, 2), *o = empty<float>(cols);
        cases.push_back({"own_gains_a", [=] { own_gains_a<<<cols / 256, 256>>>(g, x, o, rows, cols); }, o, (size_t)cols});
        cases.push_back({"own_gains_b", [=] { CHECK(cudaMemsetAsync(o, 0, cols * 4)); own_gains_b<<<dim3(cols / 256, 64), 256>>>(g, x, o, rows, cols); }, o, (size_t)cols});
    }
    {
        int rows = 16384, n = 4096;
        float *x = filled<float>((size_t)rows * n, 3), *y = empty<float>((size_t)rows * n);
        cases.push_back({"own_softmax_a", [=] { own_softmax_a<<<rows, 256>>>(x, y, n); }, y, (size_t)rows * n});
        cases.push_back({"own_softmax_b", [=] { own_softmax_b<<<rows, 256>>>((float4*)x, (float4*)y, n); }, y, (size_t)rows * n});
    }
    {
        size_t n = 1u << 26;
        float *x = filled<float>(n, 4), *y = empty<float>(n);
        cases.push_back({"own_gelu_a", [=] { own_gelu_a<<<n / 1024, 256>>>((float4*)x, (float4*)y); }, y, n});
        cases.push_back({"own_gelu_b", [=] { own_gelu_b<<<n / 1024, 256>>>((float4*)x, (float4*)y); }, y, n});
    }
    {
        int rows = 16384, width = 4096;
        size_t n = (size_t)rows * width;
        std::vector<int> slot(rows);
        for (int i = 0; i < rows; ++i) slot[i] = (int)((i * 2654435761ull + 12345) % rows);  // odd factor, power of two: each row once
        int* s = uploaded(slot);
        __half *x = filled<__half>(n, 5), *y = empty<__half>(n);
        cases.push_back({"own_dispatch_a", [=] { own_dispatch_a<<<n / 256, 256>>>(x, s, y, width); }, y, n, Output::f16});
        cases.push_back({"own_dispatch_b", [=] { own_dispatch_b<<<n / 2048, 256>>>((uint4*)x, s, (uint4*)y, width / 8); }, y, n, Output::f16});
    }
    {
        int positions = 8192, heads = 64, half_dim = 64;
        size_t n = (size_t)positions * heads * half_dim;
        float2 *q = (float2*)filled<float>(2 * n, 6), *o = (float2*)empty<float>(2 * n), *t = (float2*)empty<float>(2 * positions * half_dim);
        harness_angles<<<positions, half_dim>>>(t, half_dim);
        cases.push_back({"own_rotary_a", [=] { own_rotary_a<<<n / 256, 256>>>(q, o, half_dim, heads); }, o, 2 * n});
        cases.push_back({"own_rotary_b", [=] { own_rotary_b<<<n / 256, 256>>>(q, t, o, half_dim, heads); }, o, 2 * n});
    }
    {
        int keys = 2 << 20;
        __half* k = filled<__half>((size_t)keys * 128, 7);
        // The queries of both orders of lanes: float2 by lane and lane + 32 is element 2 lane, 2 lane + 1, 64 + 2 lane ...; float4 by lane is 4 lane ... of the same row.
        float *q = filled<float>(128, 8), *o = empty<float>(keys);
        cases.push_back({"own_scores_a", [=] { own_scores_a<<<132 * 4, 128>>>((__half2*)k, (float2*)q, o, keys); }, o, (size_t)keys});
        cases.push_back({"own_scores_b", [=] { own_scores_b<<<132 * 4, 128>>>((uint2*)k, (float4*)q, o, keys); }, o, (size_t)keys});
    }
    {
        int tokens = 131072, width = 256, words = 2048;
        std::vector<int> token(tokens), order;
        std::vector<int3> pieces;
        std::vector<std::vector<int>> of(words);
        for (int i = 0; i < tokens; ++i) { uint32_t h = hash32(i + 9) % words, u = hash32(i + 99) % 4; token[i] = u ? (int)(h % 16) : (int)h; of[token[i]].push_back(i); }
        for (int w = 0; w < words; ++w) {
            int first = (int)order.size(), last = first + (int)of[w].size();
            order.insert(order.end(), of[w].begin(), of[w].end());
            for (int k = first; k < last; k += 64) pieces.push_back({w, k, std::min(k + 64, last)});
        }
        int many = (int)pieces.size();
        float *g = filled<float>((size_t)tokens * width, 9), *o = empty<float>((size_t)words * width), *o2 = empty<float>((size_t)words * width);
        int *t = uploaded(token), *od = uploaded(order);
        int3* f = uploaded(pieces);
        cases.push_back({"own_embed_a", [=] { CHECK(cudaMemsetAsync(o, 0, (size_t)words * width * 4)); own_embed_a<<<(size_t)tokens * width / 256, 256>>>(g, t, o, width); }, o, (size_t)words * width});
        cases.push_back({"own_embed_b", [=] { CHECK(cudaMemsetAsync(o2, 0, (size_t)words * width * 4)); own_embed_b<<<many, width>>>(g, od, f, o2, width); }, o2, (size_t)words * width});
    }
    {
        size_t n = 1u << 26;
        float *g = filled<float>(n, 10), *m = filled<float>(n, 11), *v = filled<float>(n, 12), *m2 = empty<float>(n), *v2 = empty<float>(n), *p = empty<float>(n);
        cases.push_back({"own_adam_a", [=] {
            own_adam_a1<<<n / 1024, 256>>>((float4*)g, (float4*)m, (float4*)m2);
            own_adam_a2<<<n / 1024, 256>>>((float4*)g, (float4*)v, (float4*)v2);
            own_adam_a3<<<n / 1024, 256>>>((float4*)m2, (float4*)v2, (float4*)p); }, p, n});
        cases.push_back({"own_adam_b", [=] { own_adam_b<<<n / 1024, 256>>>((float4*)g, (float4*)m, (float4*)v, (float4*)m2, (float4*)v2, (float4*)p); }, p, n});
    }
    {
        int rows = 8192, groups = 128, group = 96;
        size_t n = (size_t)rows * groups * group;
        signed char* w = (signed char*)filled<float>(n / 4, 13);
        float *s = filled<float>((size_t)rows * groups, 14), *y = empty<float>(n);
        cases.push_back({"own_scales_a", [=] { own_scales_a<<<n / 256, 256>>>(w, s, y, group, groups); }, y, n});
        cases.push_back({"own_scales_b", [=] { own_scales_b<<<dim3(groups / 4, rows), dim3(group, 4)>>>(w, s, y, group, groups); }, y, n});
    }
    {
        int rows = 32768, n = 2048;
        float *x = filled<float>((size_t)rows * n, 15), *r = filled<float>((size_t)rows * n, 16), *y = empty<float>((size_t)rows * n);
        cases.push_back({"own_add_norm_a", [=] { own_add_norm_a<<<rows, 256>>>((float4*)x, (float4*)r, (float4*)y, n); }, y, (size_t)rows * n});
    }
    return run(argc, argv, cases);
}
