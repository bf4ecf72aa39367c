// Eight measured cases from open-source GPU projects' kernels (memory accesses): before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Weather model, column physics: condensation tendency of each cell of (level, column) fields.
constexpr int kColumns = 640 * 256, kLevels = 90;

namespace phys {
constexpr float kRv = 461.5f, kRd = 287.04f, kLv = 2.501e6f, kCp = 1004.6f, kEps = kRd / kRv;

__device__ __forceinline__ float saturation_humidity(float t, float p) {
    const float es = 611.2f * __expf(17.67f * __fdividef(t - 273.15f, t - 29.65f));
    return __fdividef(kEps * es, fmaxf(p - (1.0f - kEps) * es, 1.0f));
}

__device__ __forceinline__ float condensation(float t, float p, float qv, float cover, float rdt) {
    const float qs = saturation_humidity(t, p);
    const float dqs = __fdividef(kLv * qs, kRv * t * t);
    const float excess = __fdividef(qv - qs, 1.0f + (kLv / kCp) * dqs);
    const float partial = cover * (0.2f * qs + fmaxf(qv - 0.8f * qs, 0.0f));
    return (fmaxf(excess, 0.0f) * (1.0f - cover) + partial) * rdt;
}
}  // namespace phys

// state fields are (level, column); cloud cover comes from radiation as (column, level)
__global__ void __launch_bounds__(256) marble_heron_at1_a(const float* __restrict__ temp, const float* __restrict__ pres, const float* __restrict__ qv,
                                                          const float* __restrict__ cover, float* __restrict__ tend, int ncol, int nlev, float rdt) {
    const int jc = blockIdx.x * blockDim.x + threadIdx.x;
    const int jk = blockIdx.y;
    if (jc >= ncol) return;
    const int at = jk * ncol + jc;
    const float t = 260.0f + 30.0f * temp[at];
    const float p = 6.0e4f + 3.0e4f * pres[at];
    const float q = 0.006f + 0.005f * qv[at];
    const float c = __saturatef(cover[jc * nlev + jk]);
    tend[at] = phys::condensation(t, p, q, c, rdt);
}

__global__ void __launch_bounds__(256) marble_heron_at1_b(const float* __restrict__ temp, const float* __restrict__ pres, const float* __restrict__ qv,
                                                          const float* __restrict__ cover, float* __restrict__ tend, int ncol, int nlev, float rdt) {
    const int jc = blockIdx.x * blockDim.x + threadIdx.x;
    const int jk = blockIdx.y;
    if (jc >= ncol || jk >= nlev) return;
    const int at = jk * ncol + jc;
    const float t = 260.0f + 30.0f * temp[at];
    const float p = 6.0e4f + 3.0e4f * pres[at];
    const float q = 0.006f + 0.005f * qv[at];
    const float c = __saturatef(cover[at]);
    tend[at] = phys::condensation(t, p, q, c, rdt);
}

// ---- Seismic processing: gain and weight each trace, and hand the gather on as time slices (trace, time) -> (time, trace).
constexpr int kSamples = 2048, kTraces = 65536, kEdge = 32, kRows = 8;

__device__ __forceinline__ float gained(float amplitude, float gain, float weight, float clip) {
    return fminf(fmaxf(amplitude * gain * weight, -clip), clip) + 1.5f * clip;
}

__global__ void __launch_bounds__(kEdge * kRows) copper_lantern_at1_a(const float* __restrict__ gather, const float* __restrict__ tgain,
                                                                      const float* __restrict__ weight, float* __restrict__ slices, int nt, int ntr, float clip) {
    const int it = blockIdx.x * kEdge + threadIdx.x;
    const int itr0 = blockIdx.y * kEdge + threadIdx.y;
    const float g = 1.0f + 0.5f * tgain[it];
    float a[kEdge / kRows];
#pragma unroll
    for (int j = 0; j < kEdge / kRows; ++j) a[j] = gather[(size_t)(itr0 + j * kRows) * nt + it];
#pragma unroll
    for (int j = 0; j < kEdge / kRows; ++j) {
        const int itr = itr0 + j * kRows;
        slices[(size_t)it * ntr + itr] = gained(a[j], g, 1.0f + 0.25f * weight[itr], clip);
    }
}

__global__ void __launch_bounds__(kEdge * kRows) copper_lantern_at1_b(const float* __restrict__ gather, const float* __restrict__ tgain,
                                                                      const float* __restrict__ weight, float* __restrict__ slices, int nt, int ntr, float clip) {
    __shared__ float tile[kEdge][kEdge + 1];
    const int it0 = blockIdx.x * kEdge, tr0 = blockIdx.y * kEdge;
    const int tx = threadIdx.x, ty = threadIdx.y;
    const float g = 1.0f + 0.5f * tgain[it0 + tx];
    float a[kEdge / kRows];
#pragma unroll
    for (int j = 0; j < kEdge / kRows; ++j) a[j] = gather[(size_t)(tr0 + ty + j * kRows) * nt + it0 + tx];
#pragma unroll
    for (int j = 0; j < kEdge / kRows; ++j)
        tile[ty + j * kRows][tx] = gained(a[j], g, 1.0f + 0.25f * weight[tr0 + ty + j * kRows], clip);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kEdge / kRows; ++j)
        slices[(size_t)(it0 + ty + j * kRows) * ntr + tr0 + tx] = tile[tx][ty + j * kRows];
}

// ---- 3D Gaussian splatting: depth and screen radius of each Gaussian of a scene as loaded from its PLY file.
constexpr int kSplats = 1 << 20;

struct Splat {
    float pos[3], normal[3], f_dc[3], f_rest[45], opacity, scale[3], rot[4];
};
static_assert(sizeof(Splat) == 248, "as in the file");

struct SplatPlanes {
    const float *x, *y, *z, *opacity, *sx, *sy, *sz;
};

struct Camera {
    float view[12];
    float focal, tan_x, tan_y, near_z;
};

__device__ __forceinline__ float2 project_splat(const Camera& cam, float x, float y, float z, float opacity, float sx, float sy, float sz) {
    const float* v = cam.view;
    const float cx = fmaf(v[0], x, fmaf(v[1], y, fmaf(v[2], z, v[3])));
    const float cy = fmaf(v[4], x, fmaf(v[5], y, fmaf(v[6], z, v[7])));
    const float cz = fmaf(v[8], x, fmaf(v[9], y, fmaf(v[10], z, v[11])));
    const float rz = __fdividef(1.0f, fmaxf(cz, cam.near_z));
    const float alpha = __fdividef(1.0f, 1.0f + __expf(-opacity));
    const float sigma = __expf(fmaxf(sx, fmaxf(sy, sz)));
    const float extent = sqrtf(fmaxf(2.0f * __logf(255.0f * alpha), 0.0f));  // where alpha falls below 1/255
    const float radius = ceilf(fminf(extent, 3.0f) * sigma * cam.focal * rz + 0.3f);
    const bool inside = cz > cam.near_z && fabsf(cx * rz) < 1.3f * cam.tan_x && fabsf(cy * rz) < 1.3f * cam.tan_y;
    return inside ? make_float2(cz, radius) : make_float2(0.0f, 0.0f);
}

__global__ void __launch_bounds__(256) velvet_anchor_at1_a(const Splat* __restrict__ splats, Camera cam, float2* __restrict__ depth_radius, int n) {
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n) return;
    const Splat& s = splats[idx];
    depth_radius[idx] = project_splat(cam, s.pos[0], s.pos[1], s.pos[2], s.opacity, s.scale[0], s.scale[1], s.scale[2]);
}

__global__ void __launch_bounds__(256) velvet_anchor_at1_b(SplatPlanes s, Camera cam, float2* __restrict__ depth_radius, int n) {
    const int idx = blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= n) return;
    depth_radius[idx] = project_splat(cam, __ldg(s.x + idx), __ldg(s.y + idx), __ldg(s.z + idx), __ldg(s.opacity + idx), __ldg(s.sx + idx),
                                      __ldg(s.sy + idx), __ldg(s.sz + idx));
}

// ---- Molecular dynamics: Lennard-Jones and reaction-field forces from a full neighbour list.
constexpr int kAtoms = 786432, kNeighbours = 48;

struct PairParams {
    float cut2, lj1, lj2, krf, crf;
};

__device__ __forceinline__ void pair_force(const PairParams& pp, float dx, float dy, float dz, float qq, float4& f) {
    const float r2 = fmaxf(fmaf(dx, dx, fmaf(dy, dy, dz * dz)), 0.2f);
    const float rinv = rsqrtf(r2), r2inv = rinv * rinv, r6inv = r2inv * r2inv * r2inv;
    float fpair = r6inv * fmaf(pp.lj1, r6inv, -pp.lj2) * r2inv + qq * fmaf(rinv, r2inv, -2.0f * pp.krf);
    float energy = r6inv * fmaf(pp.lj1, r6inv, pp.lj2) + fabsf(qq) * (rinv + fmaf(pp.krf, r2, -pp.crf));
    if (r2 >= pp.cut2) fpair = energy = 0.0f;
    f.x = fmaf(fpair, dx, f.x);
    f.y = fmaf(fpair, dy, f.y);
    f.z = fmaf(fpair, dz, f.z);
    f.w += energy;
}

__global__ void __launch_bounds__(128) thistle_orchard_at1_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                             const float* __restrict__ q, const int* __restrict__ neighbours,
                                                             const int* __restrict__ numneigh, float4* __restrict__ force, int n, PairParams pp) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float xi = x[i], yi = y[i], zi = z[i], qi = q[i];
    const int count = numneigh[i];
    float4 f = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int jj = 0; jj < count; ++jj) {
        const int j = neighbours[jj * n + i];
        const float xj = x[j], yj = y[j], zj = z[j], qj = q[j];
        pair_force(pp, xi - xj, yi - yj, zi - zj, qi * qj, f);
    }
    force[i] = f;
}

__global__ void __launch_bounds__(128) thistle_orchard_at1_b(const float4* __restrict__ posq, const int* __restrict__ neighbours,
                                                             const int* __restrict__ numneigh, float4* __restrict__ force, int n, PairParams pp) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 pi = posq[i];
    const int count = numneigh[i];
    float4 f = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int jj = 0; jj < count; ++jj) {
        const int j = neighbours[jj * n + i];
        const float4 pj = posq[j];
        pair_force(pp, pi.x - pj.x, pi.y - pj.y, pi.z - pj.z, pi.w * pj.w, f);
    }
    force[i] = f;
}

// ---- Video codec: motion-adaptive temporal denoising of a luma plane from the frames before and after it.
constexpr int kPlaneWide = 4096, kPlaneHigh = 2304;

__device__ __forceinline__ unsigned denoised(unsigned prev, unsigned cur, unsigned next, unsigned threshold) {
    const unsigned moved = __usad(prev, next, 0u);
    const unsigned blend = (prev + 2 * cur + next + 2) >> 2;
    return moved < threshold ? blend : cur;
}

__global__ void __launch_bounds__(256) saffron_kettle_at1_a(const uint8_t* __restrict__ prev, const uint8_t* __restrict__ cur, const uint8_t* __restrict__ next,
                                                            uint8_t* __restrict__ dst, int width, int height, int pitch, unsigned threshold) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int at = y * pitch + x;
    dst[at] = (uint8_t)denoised(prev[at], cur[at], next[at], threshold);
}

__device__ __forceinline__ unsigned denoised_word(unsigned p, unsigned c, unsigned n, unsigned threshold) {
    unsigned word = 0;
#pragma unroll
    for (int b = 0; b < 32; b += 8)
        word |= denoised((p >> b) & 255u, (c >> b) & 255u, (n >> b) & 255u, threshold) << b;
    return word;
}

__global__ void __launch_bounds__(256) saffron_kettle_at1_b(const uint8_t* __restrict__ prev, const uint8_t* __restrict__ cur, const uint8_t* __restrict__ next,
                                                            uint8_t* __restrict__ dst, int width, int height, int pitch, unsigned threshold) {
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int at = y * pitch + x;
    const uint4 p = *reinterpret_cast<const uint4*>(prev + at);
    const uint4 c = *reinterpret_cast<const uint4*>(cur + at);
    const uint4 n = *reinterpret_cast<const uint4*>(next + at);
    *reinterpret_cast<uint4*>(dst + at) = make_uint4(denoised_word(p.x, c.x, n.x, threshold), denoised_word(p.y, c.y, n.y, threshold),
                                                     denoised_word(p.z, c.z, n.z, threshold), denoised_word(p.w, c.w, n.w, threshold));
}

// ---- SQL engine: probe of a bucketed hash join, two lanes a bucket of four (key, payload) slots.
constexpr unsigned kBuckets = 1u << 19, kEmptyKey = 0xffffffffu;
constexpr int kProbes = 1 << 24, kProbesPerTile = 4, kProbeThreads = 256;

struct JoinHeader {
    unsigned buckets, entries, version, flags;
};
static_assert(sizeof(JoinHeader) == 16, "one vector");

// Resolves one probe of each pair of lanes; all 32 lanes come here together. Payloads are positive, the top bit says that the bucket has room.
__device__ __forceinline__ unsigned resolve_probe(const uint4* __restrict__ slots, unsigned bucket, uint4 s, unsigned key, unsigned mask, unsigned rank) {
    unsigned payload = 0;
    bool pending = true;
    while (true) {
        unsigned word = s.x == key ? s.y : s.z == key ? s.w : 0u;
        if (s.x == kEmptyKey || s.z == kEmptyKey) word |= 0x80000000u;
        word |= __shfl_xor_sync(0xffffffffu, word, 1);
        if (pending) {
            payload = word & 0x7fffffffu;
            pending = word == 0u;
        }
        if (!__any_sync(0xffffffffu, pending)) return payload;
        if (pending) {
            bucket = (bucket + 1) & mask;
            s = slots[2 * bucket + rank];
        }
    }
}

__device__ __forceinline__ void probe_tile(const uint4* __restrict__ slots, const unsigned* __restrict__ probe, int* __restrict__ joined, unsigned mask) {
    constexpr int kTiles = kProbeThreads / 2;
    const int first = blockIdx.x * (kTiles * kProbesPerTile) + threadIdx.x / 2;
    const unsigned rank = threadIdx.x & 1u;
    unsigned key[kProbesPerTile], bucket[kProbesPerTile];
    uint4 s[kProbesPerTile];
#pragma unroll
    for (int j = 0; j < kProbesPerTile; ++j) key[j] = probe[first + j * kTiles];
#pragma unroll
    for (int j = 0; j < kProbesPerTile; ++j) {
        bucket[j] = harness::hash32(key[j]) & mask;
        s[j] = slots[2 * bucket[j] + rank];
    }
#pragma unroll
    for (int j = 0; j < kProbesPerTile; ++j) {
        const unsigned payload = resolve_probe(slots, bucket[j], s[j], key[j], mask, rank);
        if (rank == 0) joined[first + j * kTiles] = (int)payload;
    }
}

// table: the header, then the buckets right behind it
__global__ void __launch_bounds__(kProbeThreads) juniper_mitten_at1_a(const char* __restrict__ table, const unsigned* __restrict__ probe,
                                                                      int* __restrict__ joined, unsigned mask) {
    probe_tile(reinterpret_cast<const uint4*>(table + sizeof(JoinHeader)), probe, joined, mask);
}

// table: the header in a line of its own, so that each bucket of 32 bytes lies in one sector
__global__ void __launch_bounds__(kProbeThreads) juniper_mitten_at1_b(const char* __restrict__ table, const unsigned* __restrict__ probe,
                                                                      int* __restrict__ joined, unsigned mask) {
    probe_tile(reinterpret_cast<const uint4*>(table + 128), probe, joined, mask);
}

// ---- Training framework: SGD with momentum and weight decay over a flat bucket of gradients.
constexpr int kParams = 1 << 26, kPerThread = 4;

struct SgdArgs {
    float lr, momentum, decay, inv_scale;
};

template <int kThreads>
__device__ __forceinline__ void sgd_chunk(const float* __restrict__ grad, const float* __restrict__ w, const float* __restrict__ m,
                                          float* __restrict__ w_out, float* __restrict__ m_out, SgdArgs a) {
    const int first = blockIdx.x * (kThreads * kPerThread) + threadIdx.x;
    float r_g[kPerThread], r_w[kPerThread], r_m[kPerThread];
#pragma unroll
    for (int ii = 0; ii < kPerThread; ++ii) {
        const int i = first + ii * kThreads;
        r_g[ii] = grad[i];
        r_w[ii] = w[i];
        r_m[ii] = m[i];
    }
#pragma unroll
    for (int ii = 0; ii < kPerThread; ++ii) {
        const int i = first + ii * kThreads;
        const float g = fmaf(a.decay, r_w[ii], r_g[ii] * a.inv_scale);
        const float v = fmaf(a.momentum, r_m[ii], g);
        m_out[i] = v;
        w_out[i] = fmaf(-a.lr, fmaf(a.momentum, v, g), r_w[ii]);
    }
}

// bucket[0] holds the overflow flag of the loss scaler, the gradients follow
__global__ void __launch_bounds__(256) walnut_ferry_at1_a(const float* __restrict__ bucket, const float* __restrict__ w, const float* __restrict__ m,
                                                          float* __restrict__ w_out, float* __restrict__ m_out, SgdArgs a) {
    sgd_chunk<256>(bucket + 1, w, m, w_out, m_out, a);
}

__global__ void __launch_bounds__(256) walnut_ferry_at1_b(const float* __restrict__ grad, const float* __restrict__ w, const float* __restrict__ m,
                                                          float* __restrict__ w_out, float* __restrict__ m_out, SgdArgs a) {
    sgd_chunk<256>(grad, w, m, w_out, m_out, a);
}

// ---- LLM inference engine: gated activation silu(x) * y of each token's (gate, up) halves, a block a token.
constexpr int kTokens = 8192, kHidden = 14336, kActThreads = 256;

__device__ __forceinline__ __half2 silu_mul(__half2 gate, __half2 up) {
    const float2 g = __half22float2(gate), u = __half22float2(up);
    return __floats2half2_rn(__fdividef(g.x, 1.0f + __expf(-g.x)) * u.x, __fdividef(g.y, 1.0f + __expf(-g.y)) * u.y);
}

template <int kVectors>  // of 8 halves, a thread
__device__ __forceinline__ void act_and_mul(const uint4* __restrict__ input, uint4* __restrict__ out) {
    constexpr int kRow = kVectors * kActThreads;
    const uint4* gates = input + (size_t)blockIdx.x * 2 * kRow + threadIdx.x;
    const uint4* ups = gates + kRow;
    uint4* dst = out + (size_t)blockIdx.x * kRow + threadIdx.x;
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
        const uint4 g = gates[v * kActThreads], u = ups[v * kActThreads];
        uint4 r;
        const __half2 *gh = reinterpret_cast<const __half2*>(&g), *uh = reinterpret_cast<const __half2*>(&u);
        __half2* rh = reinterpret_cast<__half2*>(&r);
#pragma unroll
        for (int k = 0; k < 4; ++k) rh[k] = silu_mul(gh[k], uh[k]);
        dst[v * kActThreads] = r;
    }
}

__global__ void __launch_bounds__(kActThreads) pebble_sonnet_at1_a(const uint4* __restrict__ input, uint4* __restrict__ out) {
    act_and_mul<kHidden / 8 / kActThreads>(input, out);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::hash32; using harness::unit; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {   // weather
        const size_t cells = (size_t)kColumns * kLevels;
        float *temp = filled<float>(cells, 11), *pres = filled<float>(cells, 12), *qv = filled<float>(cells, 13), *tend = empty<float>(cells);
        std::vector<float> by_level(cells), by_column(cells);
        for (int k = 0; k < kLevels; ++k)
            for (int c = 0; c < kColumns; ++c)
                by_column[(size_t)c * kLevels + k] = by_level[(size_t)k * kColumns + c] = unit((uint32_t)(k * kColumns + c) * 2654435761u + 14u);
        float *rad = uploaded(by_column), *lev = uploaded(by_level);
        const dim3 grid(kColumns / 256, kLevels);
        add("marble_heron_at1_a", tend, cells, Output::f32, [=] { marble_heron_at1_a<<<grid, 256>>>(temp, pres, qv, rad, tend, kColumns, kLevels, 10.0f); });
        add("marble_heron_at1_b", tend, cells, Output::f32, [=] { marble_heron_at1_b<<<grid, 256>>>(temp, pres, qv, lev, tend, kColumns, kLevels, 10.0f); });
    }
    {   // seismic
        const size_t count = (size_t)kSamples * kTraces;
        float *gather = filled<float>(count, 21), *tgain = filled<float>(kSamples, 22), *weight = filled<float>(kTraces, 23), *slices = empty<float>(count);
        const dim3 grid(kSamples / kEdge, kTraces / kEdge), block(kEdge, kRows);
        add("copper_lantern_at1_a", slices, count, Output::f32, [=] { copper_lantern_at1_a<<<grid, block>>>(gather, tgain, weight, slices, kSamples, kTraces, 0.9f); });
        add("copper_lantern_at1_b", slices, count, Output::f32, [=] { copper_lantern_at1_b<<<grid, block>>>(gather, tgain, weight, slices, kSamples, kTraces, 0.9f); });
    }
    {   // splats
        const size_t n = kSplats;
        const int fields[7] = {0, 1, 2, 54, 55, 56, 57};
        std::vector<float> file(n * 62), plane(n);
        for (size_t i = 0; i < n * 62; ++i) file[i] = unit((uint32_t)i * 2654435761u + 31u);
        for (size_t i = 0; i < n; ++i)
            for (int k = 0; k < 3; ++k) { file[i * 62 + k] *= 8.0f; file[i * 62 + 55 + k] = 1.5f * file[i * 62 + 55 + k] - 3.5f; }
        const float* planes[7];
        for (int f = 0; f < 7; ++f) {
            for (size_t i = 0; i < n; ++i) plane[i] = file[i * 62 + fields[f]];
            planes[f] = uploaded(plane);
        }
        const Splat* splats = reinterpret_cast<const Splat*>(uploaded(file));
        const SplatPlanes soa{planes[0], planes[1], planes[2], planes[3], planes[4], planes[5], planes[6]};
        const Camera cam{{0.96f, 0.0f, 0.28f, 0.1f, 0.0f, 1.0f, 0.0f, -0.2f, -0.28f, 0.0f, 0.96f, 9.0f}, 1100.0f, 0.87f, 0.49f, 0.2f};
        float2* result = reinterpret_cast<float2*>(empty<float>(n * 2));
        add("velvet_anchor_at1_a", result, n * 2, Output::f32, [=] { velvet_anchor_at1_a<<<kSplats / 256, 256>>>(splats, cam, result, kSplats); });
        add("velvet_anchor_at1_b", result, n * 2, Output::f32, [=] { velvet_anchor_at1_b<<<kSplats / 256, 256>>>(soa, cam, result, kSplats); });
    }
    {   // molecular dynamics
        const size_t n = kAtoms;
        std::vector<float> plane[4];
        std::vector<float4> packed(n);
        for (int k = 0; k < 4; ++k) {
            plane[k].resize(n);
            for (size_t i = 0; i < n; ++i) plane[k][i] = (k < 3 ? 1.4f : 1.0f) * unit((uint32_t)i * 2654435761u + 41u + k);
        }
        for (size_t i = 0; i < n; ++i) packed[i] = make_float4(plane[0][i], plane[1][i], plane[2][i], plane[3][i]);
        float *x = uploaded(plane[0]), *y = uploaded(plane[1]), *z = uploaded(plane[2]), *q = uploaded(plane[3]);
        float4* posq = uploaded(packed);
        int *neighbours = harness::indices(n * kNeighbours, kAtoms, 45), *numneigh = uploaded(std::vector<int>(n, kNeighbours));
        float4* force = reinterpret_cast<float4*>(empty<float>(n * 4));
        const PairParams pp{4.0f, 0.0011f, 0.033f, 0.0625f, 0.75f};
        add("thistle_orchard_at1_a", force, n * 4, Output::f32, [=] { thistle_orchard_at1_a<<<kAtoms / 128, 128>>>(x, y, z, q, neighbours, numneigh, force, kAtoms, pp); });
        add("thistle_orchard_at1_b", force, n * 4, Output::f32, [=] { thistle_orchard_at1_b<<<kAtoms / 128, 128>>>(posq, neighbours, numneigh, force, kAtoms, pp); });
    }
    {   // video
        const size_t n = (size_t)kPlaneWide * kPlaneHigh;
        std::vector<uint8_t> frame(n);
        uint8_t* frames[3];
        for (int f = 0; f < 3; ++f) {
            for (size_t i = 0; i < n; ++i) frame[i] = (uint8_t)(64 + (hash32((uint32_t)i / 16 + 51u) & 63u) + (hash32((uint32_t)i * 3u + f) & 63u));
            frames[f] = uploaded(frame);
        }
        const uint8_t *prev = frames[0], *cur = frames[1], *next = frames[2];
        uint8_t* dst = empty<uint8_t>(n);
        const dim3 block(32, 8), scalar(kPlaneWide / 32, kPlaneHigh / 8), vector(kPlaneWide / 512, kPlaneHigh / 8);
        add("saffron_kettle_at1_a", dst, n, Output::u8, [=] { saffron_kettle_at1_a<<<scalar, block>>>(prev, cur, next, dst, kPlaneWide, kPlaneHigh, kPlaneWide, 24u); });
        add("saffron_kettle_at1_b", dst, n, Output::u8, [=] { saffron_kettle_at1_b<<<vector, block>>>(prev, cur, next, dst, kPlaneWide, kPlaneHigh, kPlaneWide, 24u); });
    }
    {   // hash join
        const unsigned mask = kBuckets - 1, entries = 800000;
        std::vector<unsigned> slots((size_t)kBuckets * 8, kEmptyKey);
        auto key_of = [](unsigned rank) { return rank * 2654435761u + 12345u; };  // distinct: an odd factor
        for (unsigned r = 0; r < entries; ++r) {
            const unsigned key = key_of(r);
            if (key == kEmptyKey) continue;
            for (unsigned b = hash32(key) & mask, done = 0; !done; b = (b + 1) & mask)
                for (int s = 0; s < 4 && !done; ++s)
                    if (slots[(size_t)b * 8 + s * 2] == kEmptyKey) { slots[(size_t)b * 8 + s * 2] = key; slots[(size_t)b * 8 + s * 2 + 1] = 1 + r % 1000; done = 1; }
        }
        const JoinHeader header{kBuckets, entries, 3, 1};
        auto table_at = [&](size_t offset) {
            std::vector<char> blob(offset + slots.size() * 4, 1);
            std::memcpy(blob.data(), &header, sizeof header);
            std::memcpy(blob.data() + offset, slots.data(), slots.size() * 4);
            return uploaded(blob);
        };
        const char *near = table_at(sizeof(JoinHeader)), *apart = table_at(128);
        std::vector<unsigned> wanted(kProbes);
        for (int i = 0; i < kProbes; ++i) wanted[i] = key_of(hash32((unsigned)i + 61u) % (entries + entries / 10));  // one in eleven finds nothing
        unsigned* probe = uploaded(wanted);
        int* joined = reinterpret_cast<int*>(empty<float>(kProbes));
        const int blocks = kProbes / (kProbeThreads / 2 * kProbesPerTile);
        add("juniper_mitten_at1_a", joined, kProbes, Output::i32, [=] { juniper_mitten_at1_a<<<blocks, kProbeThreads>>>(near, probe, joined, mask); });
        add("juniper_mitten_at1_b", joined, kProbes, Output::i32, [=] { juniper_mitten_at1_b<<<blocks, kProbeThreads>>>(apart, probe, joined, mask); });
    }
    {   // optimizer
        const size_t n = kParams;
        float *bucket = filled<float>(n + 1, 71), *w = filled<float>(n, 72), *m = filled<float>(n, 73), *w_out = empty<float>(n), *m_out = empty<float>(n), *grad = empty<float>(n);
        CHECK(cudaMemcpy(grad, bucket + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
        const SgdArgs args{0.05f, 0.9f, 1e-4f, 0.125f};
        const int blocks = kParams / (256 * kPerThread);
        add("walnut_ferry_at1_a", w_out, n, Output::f32, [=] { walnut_ferry_at1_a<<<blocks, 256>>>(bucket, w, m, w_out, m_out, args); });
        add("walnut_ferry_at1_b", w_out, n, Output::f32, [=] { walnut_ferry_at1_b<<<blocks, 256>>>(grad, w, m, w_out, m_out, args); });
    }
    {   // activation
        const size_t n = (size_t)kTokens * kHidden;
        const uint4* input = reinterpret_cast<const uint4*>(filled<__half>(n * 2, 81));
        uint4* out = reinterpret_cast<uint4*>(empty<__half>(n));
        add("pebble_sonnet_at1_a", out, n, Output::f16, [=] { pebble_sonnet_at1_a<<<kTokens, kActThreads>>>(input, out); });
    }

    return harness::run(argc, argv, cases);
}
