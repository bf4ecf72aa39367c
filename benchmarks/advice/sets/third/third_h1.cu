// Imaging and video.
#include "harness.cuh"
#include <cuda_fp16.h>
using harness::Case; using harness::Output;

// ---- scanned pages turned by a quarter ------------------------------------------------------------------------------
constexpr int PAGE_W = 6400, PAGE_H = 9216;
__global__ void portrait_page_a(const uint16_t* __restrict__ scan, uint16_t* __restrict__ page) {
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8)
        page[(size_t)x * PAGE_H + (PAGE_H - 1 - (y0 + j))] = scan[(size_t)(y0 + j) * PAGE_W + x];
}
__global__ void portrait_page_b(const uint16_t* __restrict__ scan, uint16_t* __restrict__ page) {
    __shared__ uint16_t tile[32][34];
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = scan[(size_t)(y0 + j) * PAGE_W + x];
    __syncthreads();
    int row = blockIdx.x * 32 + threadIdx.y, col = PAGE_H - 32 - blockIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 32; j += 8) page[(size_t)(row + j) * PAGE_H + col] = tile[31 - threadIdx.x][threadIdx.y + j];
}

// ---- title keyed over a plate ---------------------------------------------------------------------------------------
__device__ __forceinline__ uint32_t key_over(uint32_t f, uint32_t b, uint32_t m) { return (f * m + b * (255u - m) + 127u) / 255u; }
__global__ void title_key_a(const uint8_t* __restrict__ title, const uint8_t* __restrict__ plate, const uint8_t* __restrict__ matte,
                            uint8_t* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = (uint8_t)key_over(title[i], plate[i], matte[i]);
}
__device__ __forceinline__ uint32_t key_word(uint32_t f, uint32_t b, uint32_t m) {
    uint32_t r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) r |= key_over((f >> s) & 255u, (b >> s) & 255u, (m >> s) & 255u) << s;
    return r;
}
__global__ void title_key_b(const uint8_t* __restrict__ title, const uint8_t* __restrict__ plate, const uint8_t* __restrict__ matte,
                            uint8_t* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 16) return;
    uint4 f = ((const uint4*)title)[i], b = ((const uint4*)plate)[i], m = ((const uint4*)matte)[i];
    ((uint4*)out)[i] = make_uint4(key_word(f.x, b.x, m.x), key_word(f.y, b.y, m.y), key_word(f.z, b.z, m.z), key_word(f.w, b.w, m.w));
}

// ---- lens blur with a 13 x 13 aperture ------------------------------------------------------------------------------
constexpr int BOK_W = 4096, BOK_H = 2176, BOK_PITCH = 4128, BOK_ROWS = BOK_H + 12, APER = 13;
__constant__ float c_aperture[APER * APER];
__global__ void bokeh_disk_a(const float* __restrict__ frames, float* __restrict__ out) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    const float* src = frames + (size_t)blockIdx.z * BOK_ROWS * BOK_PITCH + (size_t)y * BOK_PITCH + x;
    float sum = 0;
#pragma unroll 1
    for (int dy = 0; dy < APER; ++dy)
#pragma unroll
        for (int dx = 0; dx < APER; ++dx) sum = fmaf(c_aperture[dy * APER + dx], src[dy * BOK_PITCH + dx], sum);
    out[((size_t)blockIdx.z * BOK_H + y) * BOK_W + x] = sum;
}
__global__ void bokeh_disk_b(const float* __restrict__ frames, float* __restrict__ out) {
    __shared__ float tile[64 + 12][32 + 12];
    const float* src = frames + (size_t)blockIdx.z * BOK_ROWS * BOK_PITCH + (size_t)blockIdx.y * 64 * BOK_PITCH + blockIdx.x * 32;
    for (int r = threadIdx.y; r < 76; r += 8)
        for (int c = threadIdx.x; c < 44; c += 32) tile[r][c] = src[r * BOK_PITCH + c];
    __syncthreads();
    float sum[8] = {};
#pragma unroll 1
    for (int dx = 0; dx < APER; ++dx) {
        float v[20];
#pragma unroll
        for (int r = 0; r < 20; ++r) v[r] = tile[threadIdx.y * 8 + r][threadIdx.x + dx];
#pragma unroll
        for (int dy = 0; dy < APER; ++dy) {
            float w = c_aperture[dy * APER + dx];
#pragma unroll
            for (int k = 0; k < 8; ++k) sum[k] = fmaf(w, v[dy + k], sum[k]);
        }
    }
    size_t o = ((size_t)blockIdx.z * BOK_H + blockIdx.y * 64 + threadIdx.y * 8) * BOK_W + blockIdx.x * 32 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; ++k) out[o + (size_t)k * BOK_W] = sum[k];
}

// ---- chroma scope of a broadcast signal -----------------------------------------------------------------------------
__global__ void __launch_bounds__(1024) vectorscope_a(const uint2* __restrict__ uv, int words, int* __restrict__ scope) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        uint2 q = uv[i];
        uint32_t s[4] = {q.x & 0xffffu, q.x >> 16, q.y & 0xffffu, q.y >> 16};
#pragma unroll
        for (int k = 0; k < 4; ++k) atomicAdd(&scope[((s[k] >> 2) & 63u) * 64 + (s[k] >> 10)], 1);
    }
}
__global__ void __launch_bounds__(1024) vectorscope_b(const uint2* __restrict__ uv, int words, int* __restrict__ scope) {
    __shared__ int own[4096];
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        uint2 q = uv[i];
        uint32_t s[4] = {q.x & 0xffffu, q.x >> 16, q.y & 0xffffu, q.y >> 16};
#pragma unroll
        for (int k = 0; k < 4; ++k) atomicAdd(&own[((s[k] >> 2) & 63u) * 64 + (s[k] >> 10)], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) if (own[k]) atomicAdd(&scope[k], own[k]);
}

// ---- HDR transfer curve (ST 2084) -----------------------------------------------------------------------------------
struct Careful {
    static __device__ __forceinline__ float pw(float x, float y) { return powf(x, y); }
    static __device__ __forceinline__ float dv(float x, float y) { return x / y; }
};
struct Quick {
    static __device__ __forceinline__ float pw(float x, float y) { return __powf(x, y); }
    static __device__ __forceinline__ float dv(float x, float y) { return __fdividef(x, y); }
};
template <typename M> __device__ __forceinline__ float pq(float linear, float nits) {
    float p = M::pw(fabsf(linear) * nits, 0.1593017578f);
    return M::pw(M::dv(fmaf(18.8515625f, p, 0.8359375f), fmaf(18.6875f, p, 1.0f)), 78.84375f);
}
template <typename M> __device__ __forceinline__ void pq_eight(const uint4* in, uint4* out, int n8, float nits) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n8) return;
    uint4 q = in[i];
    __half2* h = (__half2*)&q;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 f = __half22float2(h[k]);
        h[k] = __floats2half2_rn(pq<M>(f.x, nits), pq<M>(f.y, nits));
    }
    out[i] = q;
}
__global__ void pq_encode_a(const uint4* __restrict__ linear, uint4* __restrict__ code, int n8, float nits) { pq_eight<Careful>(linear, code, n8, nits); }
__global__ void pq_encode_b(const uint4* __restrict__ linear, uint4* __restrict__ code, int n8, float nits) { pq_eight<Quick>(linear, code, n8, nits); }

// ---- console texture stored along a Z curve -------------------------------------------------------------------------
__global__ void console_texture_a(const uint32_t* __restrict__ image, uint32_t* __restrict__ texels, uint32_t side, int levels) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x, x = 0, y = 0;
#pragma unroll 1
    for (int b = 0; b < levels; ++b) {
        x |= ((i >> (2 * b)) & 1u) << b;
        y |= ((i >> (2 * b + 1)) & 1u) << b;
    }
    texels[i] = image[y * side + x];
}
__device__ __forceinline__ uint32_t even_bits(uint32_t v) {
    v &= 0x55555555u;
    v = (v | (v >> 1)) & 0x33333333u;
    v = (v | (v >> 2)) & 0x0f0f0f0fu;
    v = (v | (v >> 4)) & 0x00ff00ffu;
    return (v | (v >> 8)) & 0x0000ffffu;
}
__global__ void console_texture_b(const uint32_t* __restrict__ image, uint32_t* __restrict__ texels, uint32_t side, int) {
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    texels[i] = image[even_bits(i >> 1) * side + even_bits(i)];
}

// ---- a look per shot, applied to its frames -------------------------------------------------------------------------
constexpr int REEL_FRAMES = 20, REEL_WORDS = 1920 * 1080 / 2;
__device__ __forceinline__ void reel_body(const uint32_t* __restrict__ frames, const int* __restrict__ looks, uint32_t* __restrict__ out) {
    __shared__ uint16_t look[1024];
    int f = blockIdx.y;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) look[k] = (uint16_t)looks[f * 1024 + k];
    __syncthreads();
    const uint32_t* src = frames + (size_t)f * REEL_WORDS;
    uint32_t* dst = out + (size_t)f * REEL_WORDS;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < REEL_WORDS; i += gridDim.x * blockDim.x) {
        uint32_t w = src[i];
        dst[i] = look[w & 1023u] | ((uint32_t)look[(w >> 16) & 1023u] << 16);
    }
}
__global__ void __launch_bounds__(1024) reel_remap_a(const uint32_t* __restrict__ frames, const int* __restrict__ looks, uint32_t* __restrict__ out) { reel_body(frames, looks, out); }
__global__ void __launch_bounds__(1024) reel_remap_b(const uint32_t* __restrict__ frames, const int* __restrict__ looks, uint32_t* __restrict__ out) { reel_body(frames, looks, out); }

// ---- evening look: exposure, haze by depth, shoulder, lift ----------------------------------------------------------
__device__ __forceinline__ float dusk_expose(float c, float e) { return fabsf(c) * e; }
__device__ __forceinline__ float dusk_air(float c, float d) { float t = fmaf(0.45f, d, 0.5f); return fmaf(c - 0.31f, t, 0.31f); }
__device__ __forceinline__ float dusk_curve(float c) { return __fdividef(c, 0.6f + fabsf(c)); }
__device__ __forceinline__ float dusk_lift(float c) { return fmaf(c, fmaf(c, 0.08f, 0.9f), 0.015f); }
#define EACH4(v, expr) { float4& q_ = v; { float& c = q_.x; c = expr; } { float& c = q_.y; c = expr; } { float& c = q_.z; c = expr; } { float& c = q_.w; c = expr; } }
__global__ void dusk_grade_a(const float4* __restrict__ color, float4* __restrict__ work, int n4, float e) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = color[i]; EACH4(v, dusk_expose(c, e)); work[i] = v;
}
__global__ void dusk_grade_haze_a(float4* __restrict__ work, const float4* __restrict__ depth, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = work[i], d = depth[i];
    work[i] = make_float4(dusk_air(v.x, d.x), dusk_air(v.y, d.y), dusk_air(v.z, d.z), dusk_air(v.w, d.w));
}
__global__ void dusk_grade_shoulder_a(float4* __restrict__ work, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = work[i]; EACH4(v, dusk_curve(c)); work[i] = v;
}
__global__ void dusk_grade_lift_a(const float4* __restrict__ work, float4* __restrict__ out, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = work[i]; EACH4(v, dusk_lift(c)); out[i] = v;
}
__global__ void dusk_grade_b(const float4* __restrict__ color, const float4* __restrict__ depth, float4* __restrict__ out, int n4, float e) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n4) return;
    float4 v = color[i], d = depth[i];
    EACH4(v, dusk_expose(c, e));
    v = make_float4(dusk_air(v.x, d.x), dusk_air(v.y, d.y), dusk_air(v.z, d.z), dusk_air(v.w, d.w));
    EACH4(v, dusk_curve(c)); EACH4(v, dusk_lift(c));
    out[i] = v;
}

// ---- column amplifier correction ------------------------------------------------------------------------------------
__device__ __forceinline__ float4 amp4(float4 v, float4 g, float4 o) {
    return make_float4(fmaf(v.x, g.x, o.x), fmaf(v.y, g.y, o.y), fmaf(v.z, g.z, o.z), fmaf(v.w, g.w, o.w));
}
__global__ void sensor_column_a(const float4* __restrict__ raw, const float4* __restrict__ gain, const float4* __restrict__ off,
                                float4* __restrict__ out, int w4, int n4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    int c = i % w4;
    out[i] = amp4(raw[i], gain[c], off[c]);
}
__global__ void sensor_column_b(const float4* __restrict__ raw, const float4* __restrict__ gain, const float4* __restrict__ off,
                                float4* __restrict__ out, int w4, int) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * w4 + c;
    out[i] = amp4(raw[i], gain[c], off[c]);
}

// ---- edge response along long columns, three rows kept in registers -------------------------------------------------
constexpr int EDGE_PITCH = 8448, EDGE_W4 = 8192 / 4, EDGE_STRIP = 12, EDGE_H = 6144;   // the picture starts 32 pixels into its pitch
__global__ void __launch_bounds__(256) seeing_edges_a(const float* __restrict__ in, float* __restrict__ out) {
    int x = (blockIdx.x * 256 + threadIdx.x) * 4 + 128, y0 = blockIdx.y * EDGE_STRIP + 1;
    const float* p = in + (size_t)(y0 - 1) * EDGE_PITCH + x;
    float* q = out + (size_t)y0 * EDGE_PITCH + x;
    float4 up = *(const float4*)p, mid = *(const float4*)(p + EDGE_PITCH);
#pragma unroll 4
    for (int r = 0; r < EDGE_STRIP; ++r, p += EDGE_PITCH, q += EDGE_PITCH) {
        float4 dn = *(const float4*)(p + 2 * EDGE_PITCH);
        float lf = __shfl_up_sync(~0u, mid.w, 1), rt = __shfl_down_sync(~0u, mid.x, 1);
        if ((threadIdx.x & 31) == 0) lf = p[EDGE_PITCH - 1];
        if ((threadIdx.x & 31) == 31) rt = p[EDGE_PITCH + 4];
        *(float4*)q = make_float4(fmaf(-4.f, mid.x, up.x + dn.x + lf + mid.y), fmaf(-4.f, mid.y, up.y + dn.y + mid.x + mid.z),
                                  fmaf(-4.f, mid.z, up.z + dn.z + mid.y + mid.w), fmaf(-4.f, mid.w, up.w + dn.w + mid.z + rt));
        up = mid; mid = dn;
    }
}

int main(int argc, char** argv) {
    const size_t WORDS = (size_t)8192 * 8192;
    int* bits = harness::indices(WORDS, 0xffffffffu, 11);
    float* picture = harness::filled<float>(WORDS, 3);
    float* depth = harness::filled<float>(40000000, 5);
    float* out = harness::empty<float>(WORDS);
    float* work = harness::empty<float>(40000000);
    __half* linear = harness::filled<__half>((size_t)64 << 20, 21);
    int* looks = harness::indices(REEL_FRAMES * 1024, 1024, 9);
    int* scope = harness::empty<int>(4096);
    std::vector<float> ap(APER * APER);
    for (int y = 0; y < APER; ++y) for (int x = 0; x < APER; ++x) {
        float r = std::sqrt(float((x - 6) * (x - 6) + (y - 6) * (y - 6)));
        ap[y * APER + x] = (r < 6.5f ? 1.0f + 0.02f * r : 0.1f) / 140.f;
    }
    CHECK(cudaMemcpyToSymbol(c_aperture, ap.data(), ap.size() * sizeof(float)));
    const int SAMPLES = 33177600;
    std::vector<uint32_t> uvh(SAMPLES / 2);
    for (int i = 0; i < SAMPLES / 2; ++i) {
        uint32_t w = 0;
        for (int k = 0; k < 2; ++k) {
            uint32_t h = harness::hash32(2u * i + k + 77u), u = 98, v = 98;
            for (int s = 0; s < 16; s += 4) { u += (h >> s) & 15u; v += (h >> (16 + s)) & 15u; }
            w |= (u | v << 8) << (16 * k);
        }
        uvh[i] = w;
    }
    uint32_t* uv = harness::uploaded(uvh);

    uint8_t* by = (uint8_t*)bits;
    const int KEYN = 80 << 20;
    const uint8_t *t = by, *pl = by + KEYN, *mt = by + 2 * (size_t)KEYN;
    uint8_t* out8 = (uint8_t*)out;
    const int N8 = (64 << 20) / 8, N4 = 10000000;
    const int COLS4 = 1152, RAWROWS = 9216;
    const uint16_t* scan = (const uint16_t*)bits; uint16_t* page = (uint16_t*)out;
    auto f4 = [](float* p) { return (float4*)p; };

    std::vector<Case> cases;
    auto add = [&](const char* n, std::function<void()> f, const void* o, size_t c, Output ty) { cases.push_back({n, f, o, c, ty}); };
    const size_t PX = (size_t)PAGE_W * PAGE_H;
    add("portrait_page_a", [=] { portrait_page_a<<<dim3(PAGE_W / 32, PAGE_H / 32), dim3(32, 8)>>>(scan, page); }, out, PX / 2, Output::i32);
    add("portrait_page_b", [=] { portrait_page_b<<<dim3(PAGE_W / 32, PAGE_H / 32), dim3(32, 8)>>>(scan, page); }, out, PX / 2, Output::i32);
    add("title_key_a", [=] { title_key_a<<<KEYN / 512, 512>>>(t, pl, mt, out8, KEYN); }, out, KEYN, Output::u8);
    add("title_key_b", [=] { title_key_b<<<KEYN / 16 / 512, 512>>>(t, pl, mt, out8, KEYN); }, out, KEYN, Output::u8);
    add("bokeh_disk_a", [=] { bokeh_disk_a<<<dim3(BOK_W / 32, BOK_H / 8, 2), dim3(32, 8)>>>(picture, out); }, out, (size_t)2 * BOK_W * BOK_H, Output::f32);
    add("bokeh_disk_b", [=] { bokeh_disk_b<<<dim3(BOK_W / 32, BOK_H / 64, 2), dim3(32, 8)>>>(picture, out); }, out, (size_t)2 * BOK_W * BOK_H, Output::f32);
    add("vectorscope_a", [=] { vectorscope_a<<<264, 1024>>>((const uint2*)uv, SAMPLES / 4, scope); }, scope, 4096, Output::i32);
    add("vectorscope_b", [=] { vectorscope_b<<<264, 1024>>>((const uint2*)uv, SAMPLES / 4, scope); }, scope, 4096, Output::i32);
    add("pq_encode_a", [=] { pq_encode_a<<<N8 / 192 + 1, 192>>>((const uint4*)linear, (uint4*)out, N8, 0.8f); }, out, (size_t)N8 * 8, Output::f16);
    add("pq_encode_b", [=] { pq_encode_b<<<N8 / 192 + 1, 192>>>((const uint4*)linear, (uint4*)out, N8, 0.8f); }, out, (size_t)N8 * 8, Output::f16);
    add("console_texture_a", [=] { console_texture_a<<<WORDS / 256, 256>>>((const uint32_t*)bits, (uint32_t*)out, 8192, 13); }, out, WORDS, Output::i32);
    add("console_texture_b", [=] { console_texture_b<<<WORDS / 256, 256>>>((const uint32_t*)bits, (uint32_t*)out, 8192, 13); }, out, WORDS, Output::i32);
    add("reel_remap_a", [=] { reel_remap_a<<<dim3(1, REEL_FRAMES), 1024>>>((const uint32_t*)bits, looks, (uint32_t*)out); }, out, (size_t)REEL_FRAMES * REEL_WORDS, Output::i32);
    add("reel_remap_b", [=] { reel_remap_b<<<dim3(13, REEL_FRAMES), 1024>>>((const uint32_t*)bits, looks, (uint32_t*)out); }, out, (size_t)REEL_FRAMES * REEL_WORDS, Output::i32);
    add("dusk_grade_a", [=] {
        int g = (N4 + 255) / 256;
        dusk_grade_a<<<g, 256>>>(f4(picture), f4(work), N4, 1.7f);
        dusk_grade_haze_a<<<g, 256>>>(f4(work), f4(depth), N4);
        dusk_grade_shoulder_a<<<g, 256>>>(f4(work), N4);
        dusk_grade_lift_a<<<g, 256>>>(f4(work), f4(out), N4);
    }, out, (size_t)N4 * 4, Output::f32);
    add("dusk_grade_b", [=] { dusk_grade_b<<<(N4 + 255) / 256, 256>>>(f4(picture), f4(depth), f4(out), N4, 1.7f); }, out, (size_t)N4 * 4, Output::f32);
    add("sensor_column_a", [=] { sensor_column_a<<<COLS4 * RAWROWS / 128, 128>>>(f4(picture), f4(depth), f4(depth) + COLS4, f4(out), COLS4, COLS4 * RAWROWS); }, out, (size_t)COLS4 * RAWROWS * 4, Output::f32);
    add("sensor_column_b", [=] { sensor_column_b<<<dim3(COLS4 / 128, RAWROWS), 128>>>(f4(picture), f4(depth), f4(depth) + COLS4, f4(out), COLS4, COLS4 * RAWROWS); }, out, (size_t)COLS4 * RAWROWS * 4, Output::f32);
    add("seeing_edges_a", [=] { seeing_edges_a<<<dim3(EDGE_W4 / 256, EDGE_H / EDGE_STRIP), 256>>>(picture, out); }, out, (size_t)(EDGE_H + 2) * EDGE_PITCH, Output::f32);
    return harness::run(argc, argv, cases);
}
