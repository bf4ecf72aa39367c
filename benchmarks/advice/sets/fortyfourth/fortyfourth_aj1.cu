// Eight measured cases about memory accesses: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Seismology: semblance of every station pair over four chosen lags of its table of 96 cross-correlation lags.
constexpr int kStationPairs = 1 << 21, kLags = 96;

__device__ __forceinline__ float semblance(float4 c, float4 w) {
    float a = c.x * w.x, b = c.y * w.y, d = c.z * w.z, e = c.w * w.w, sum = a + b + d + e;
    float power = fmaf(a, a, fmaf(b, b, fmaf(d, d, fmaf(e, e, 0.001f))));
    return __fdividef(sum * sum, 4.0f * power);
}

template <bool kByLag>
__device__ __forceinline__ void stack_lags(const float* __restrict__ corr, const float* __restrict__ weight, float* __restrict__ out, int4 lag) {
    constexpr int kPairStep = kByLag ? 1 : kLags, kLagStep = kByLag ? kStationPairs : 1;
    int p = blockIdx.x * 256 + threadIdx.x;
    float4 w = make_float4(weight[p], weight[kStationPairs + p], weight[2 * kStationPairs + p], weight[3 * kStationPairs + p]);
    const float* mine = corr + p * kPairStep;
    float4 c = make_float4(mine[lag.x * kLagStep], mine[lag.y * kLagStep], mine[lag.z * kLagStep], mine[lag.w * kLagStep]);
    out[p] = semblance(c, w);
}

__global__ void __launch_bounds__(256) quarry_lantern_aj1_a(const float* __restrict__ corr, const float* __restrict__ weight, float* __restrict__ out, int4 lag) {
    stack_lags<false>(corr, weight, out, lag);
}
__global__ void __launch_bounds__(256) quarry_lantern_aj1_b(const float* __restrict__ corr, const float* __restrict__ weight, float* __restrict__ out, int4 lag) {
    stack_lags<true>(corr, weight, out, lag);
}

// Set-up only: the same table with a row a lag.
__global__ void harness_flip_lags(const float* __restrict__ from, float* __restrict__ to) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kStationPairs * kLags; i += (size_t)gridDim.x * blockDim.x)
        to[i % kLags * kStationPairs + i / kLags] = from[i];
}

// ---- Sonar: taper one long ping of 2^25 complex samples and lay it out in bit-reversed order for an in-place transform.
constexpr int kPingBits = 25, kPing = 1 << kPingBits;

__device__ __forceinline__ float2 tapered(float2 v, float taper) {
    float g = fmaf(0.46f, taper, 0.54f);
    return make_float2(g * (v.x - 0.25f * v.y), g * (v.y + 0.25f * v.x));
}

__global__ void __launch_bounds__(256) otter_violin_aj1_a(const float2* __restrict__ ping, const float* __restrict__ taper, float2* __restrict__ out) {
    unsigned first = blockIdx.x * 1024u + threadIdx.x;
    float2 v[4];
    float g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { v[k] = ping[first + 256 * k]; g[k] = taper[first + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[__brev(first + 256 * k) >> (32 - kPingBits)] = tapered(v[k], g[k]);
}

__global__ void __launch_bounds__(256) otter_violin_aj1_b(const float2* __restrict__ ping, const float* __restrict__ taper, float2* __restrict__ out) {
    __shared__ float2 tile[32][33];  // index = top 5 bits, middle 15 bits (the block), low 5 bits
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, middle = blockIdx.x;
    float2 v[4];
    float g[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned i = (warp + 8 * k) << 20 | middle << 5 | lane;
        v[k] = ping[i]; g[k] = taper[i];
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) tile[__brev(warp + 8 * k) >> 27][lane] = tapered(v[k], g[k]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        unsigned low = warp + 8 * k;
        out[(__brev(low) >> 27) << 20 | (__brev(middle) >> 17) << 5 | lane] = tile[lane][low];
    }
}

// ---- Space watch: brightness of every tracked object over one ground station, from the catalogue's records of eighteen fields.
constexpr int kTracked = 2080 * 256;

struct Track {
    float epoch, span, drag, spin;
    float x, y, z;
    float vx, vy, vz;
    float covxx, covxy, covxz, covyy, covyz;
    float albedo;
    float mass, phase;
};
static_assert(sizeof(Track) == 72, "eighteen fields");

__device__ __forceinline__ float glint(float x, float y, float z, float albedo, float4 station) {
    float dx = fmaf(7.0f, x, -station.x), dy = fmaf(7.0f, y, -station.y), dz = fmaf(7.0f, z, -station.z);
    float square = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))), inverse = rsqrtf(square);
    float rise = (dx * station.x + dy * station.y + dz * station.z) * inverse * station.w;
    return (1.5f + albedo) * inverse * inverse * __saturatef(fmaf(0.5f, rise, 0.5f));
}

__global__ void __launch_bounds__(256) saffron_kettle_aj1_a(const Track* __restrict__ tracks, float* __restrict__ out, float4 station) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const Track& t = tracks[i];
    out[i] = glint(t.x, t.y, t.z, t.albedo, station);
}

__global__ void __launch_bounds__(256) saffron_kettle_aj1_b(const float* __restrict__ xs, const float* __restrict__ ys, const float* __restrict__ zs,
                                                            const float* __restrict__ albedos, float* __restrict__ out, float4 station) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = glint(xs[i], ys[i], zs[i], albedos[i], station);
}

// Set-up only: the four fields in arrays of their own.
__global__ void harness_split_tracks(const Track* __restrict__ tracks, float* __restrict__ xs, float* __restrict__ ys, float* __restrict__ zs, float* __restrict__ albedos) {
    int i = blockIdx.x * 256 + threadIdx.x;
    xs[i] = tracks[i].x; ys[i] = tracks[i].y; zs[i] = tracks[i].z; albedos[i] = tracks[i].albedo;
}

// ---- Splatting: light that each entry of the tile lists gets from its Gaussian (eight parameters) at the centre of its tile.
constexpr int kSplats = 1 << 20, kEntries = 3 << 20;

__device__ __forceinline__ float splat_light(float4 p, float4 q, float2 centre) {
    float dx = centre.x - p.x, dy = centre.y - p.y;
    float form = (1.2f + p.z) * dx * dx + (1.2f + q.x) * dy * dy + 0.2f * p.w * dx * dy;
    float alpha = fminf(0.99f, (1.1f + q.y) * 0.45f * __expf(-0.5f * form));
    return alpha * (1.25f + q.z) * fmaf(0.3f, q.w, 0.7f);
}

__global__ void __launch_bounds__(256) pebble_mitten_aj1_a(const float* __restrict__ mx, const float* __restrict__ my, const float* __restrict__ cxx,
                                                           const float* __restrict__ cxy, const float* __restrict__ cyy, const float* __restrict__ opacity,
                                                           const float* __restrict__ light, const float* __restrict__ depth, const int* __restrict__ order,
                                                           const float2* __restrict__ centre, float* __restrict__ out) {
    int e = blockIdx.x * 256 + threadIdx.x, s = order[e];
    float2 c = centre[e];
    float4 p = make_float4(mx[s], my[s], cxx[s], cxy[s]), q = make_float4(cyy[s], opacity[s], light[s], depth[s]);
    out[e] = splat_light(p, q, c);
}

__global__ void __launch_bounds__(256) pebble_mitten_aj1_b(const float4* __restrict__ splats, const int* __restrict__ order, const float2* __restrict__ centre,
                                                           float* __restrict__ out) {
    int e = blockIdx.x * 256 + threadIdx.x, s = order[e];
    float2 c = centre[e];
    float4 p = splats[2 * s], q = splats[2 * s + 1];
    out[e] = splat_light(p, q, c);
}

// Set-up only: the eight arrays packed into records of 32 bytes.
__global__ void harness_pack_splats(const float* __restrict__ fields, float* __restrict__ packed) {
    int i = blockIdx.x * 256 + threadIdx.x;  // of kSplats * 8
    packed[i] = fields[i % 8 * kSplats + i / 8];
}

// ---- Film restoration: a speck in a grey 4K frame (8 bits) gives way to the median of the frame before, this one and the frame behind.
constexpr int kFrame = 3840 * 2160;

__device__ __forceinline__ int unspeck(int before, int now, int behind) {
    int median = max(min(before, now), min(max(before, now), behind));
    return abs(now - median) > 24 ? median : now;
}

__global__ void __launch_bounds__(256) thimble_raven_aj1_a(const uint8_t* __restrict__ before, const uint8_t* __restrict__ now, const uint8_t* __restrict__ behind,
                                                           uint8_t* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = (uint8_t)unspeck(before[i], now[i], behind[i]);
}

__device__ __forceinline__ unsigned unspeck4(unsigned a, unsigned b, unsigned c) {
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) r |= (unsigned)unspeck(a >> s & 255, b >> s & 255, c >> s & 255) << s;
    return r;
}

__global__ void __launch_bounds__(256) thimble_raven_aj1_b(const uint2* __restrict__ before, const uint2* __restrict__ now, const uint2* __restrict__ behind,
                                                           uint2* __restrict__ out) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 a = before[i], b = now[i], c = behind[i];
    out[i] = make_uint2(unspeck4(a.x, b.x, c.x), unspeck4(a.y, b.y, c.y));
}

// ---- Chemistry: Tanimoto likeness of candidate pairs of molecules with fingerprints of 512 bits in a file image (header, then fingerprints), 4 lanes two pairs.
constexpr int kMolecules = 1 << 23, kCandidates = 1 << 23;

__device__ __forceinline__ int overlap(uint4 a, uint4 b) {
    int both = __popc(a.x & b.x) + __popc(a.y & b.y) + __popc(a.z & b.z) + __popc(a.w & b.w);
    int any = __popc(a.x | b.x) + __popc(a.y | b.y) + __popc(a.z | b.z) + __popc(a.w | b.w);
    return both | any << 16;
}

template <int kHeader>  // quadruples of words before the first fingerprint
__device__ __forceinline__ void tanimoto(const uint4* __restrict__ image, const int4* __restrict__ candidates, float2* __restrict__ likeness) {
    const uint4* prints = image + kHeader;
    int t = blockIdx.x * 256 + threadIdx.x, part = t % 4;
    int4 who = candidates[t / 4];
    uint4 a = prints[who.x * 4 + part], b = prints[who.y * 4 + part], c = prints[who.z * 4 + part], d = prints[who.w * 4 + part];
    int one = overlap(a, b), two = overlap(c, d);
#pragma unroll
    for (int o = 1; o < 4; o *= 2) {
        one += __shfl_xor_sync(0xffffffffu, one, o);
        two += __shfl_xor_sync(0xffffffffu, two, o);
    }
    if (part == 0)
        likeness[t / 4] = make_float2(__fdividef((float)(one & 0xffff), (float)(one >> 16) + 0.5f), __fdividef((float)(two & 0xffff), (float)(two >> 16) + 0.5f));
}

__global__ void __launch_bounds__(256) walnut_ferry_aj1_a(const uint4* __restrict__ image, const int4* __restrict__ candidates, float2* __restrict__ likeness) {
    tanimoto<1>(image, candidates, likeness);
}
__global__ void __launch_bounds__(256) walnut_ferry_aj1_b(const uint4* __restrict__ image, const int4* __restrict__ candidates, float2* __restrict__ likeness) {
    tanimoto<4>(image, candidates, likeness);
}

// ---- Muscles: effort of each moment from the traces of two electrodes, whose first value is the recording's scale.
constexpr int kMoments = 1 << 25;

template <int kFirst>
__device__ __forceinline__ void muscle_effort(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ effort) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float n[4], f[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { n[k] = near[kFirst + i + 256 * k]; f[k] = far[kFirst + i + 256 * k]; }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float d = n[k] - 0.8f * f[k];
        effort[i + 256 * k] = fmaf(d, d, 0.1f * fabsf(n[k]));
    }
}

__global__ void __launch_bounds__(256) clover_anvil_aj1_a(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ effort) {
    muscle_effort<1>(near, far, effort);
}
__global__ void __launch_bounds__(256) clover_anvil_aj1_b(const float* __restrict__ near, const float* __restrict__ far, float* __restrict__ effort) {
    muscle_effort<32>(near, far, effort);
}

// ---- Remote sensing: shares of water and of wood in each pixel of a scene with four bands in planes.
constexpr int kScene = 25000 * 256;  // quadruples of pixels

__device__ __forceinline__ float2 unmix(float blue, float red, float near, float heat) {
    float water = fmaf(0.5f, blue, fmaf(-0.2f, red, fmaf(-0.4f, near, fmaf(0.1f, heat, 0.4f))));
    float wood = fmaf(-0.1f, blue, fmaf(-0.3f, red, fmaf(0.6f, near, fmaf(-0.2f, heat, 0.4f))));
    return make_float2(__saturatef(water), __saturatef(wood));
}

__global__ void __launch_bounds__(256) marble_heron_aj1_a(const float4* __restrict__ blue, const float4* __restrict__ red, const float4* __restrict__ near,
                                                          const float4* __restrict__ heat, float4* __restrict__ water, float4* __restrict__ wood) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 b = __ldcs(blue + i), r = __ldcs(red + i), n = __ldcs(near + i), h = __ldcs(heat + i);
    float2 p = unmix(b.x, r.x, n.x, h.x), q = unmix(b.y, r.y, n.y, h.y), s = unmix(b.z, r.z, n.z, h.z), t = unmix(b.w, r.w, n.w, h.w);
    __stcs(water + i, make_float4(p.x, q.x, s.x, t.x));
    __stcs(wood + i, make_float4(p.y, q.y, s.y, t.y));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    float* out = empty<float>((size_t)kPing * 2);  // the result of every case of floats
    float2* out2 = reinterpret_cast<float2*>(out);
    float4* out4 = f4(out);
    static_assert((size_t)kScene * 8 <= (size_t)kPing * 2 && kMoments <= kPing && kEntries <= kPing && kCandidates <= kPing, "the result is too short");

    float *byPair = filled<float>((size_t)kStationPairs * kLags, 51), *byLag = empty<float>((size_t)kStationPairs * kLags), *weight = filled<float>((size_t)kStationPairs * 4, 52);
    harness_flip_lags<<<2048, 256>>>(byPair, byLag); CHECK(cudaGetLastError());
    int4 lag = make_int4(7, 29, 52, 88);
    add("quarry_lantern_aj1_a", out, kStationPairs, [=] { quarry_lantern_aj1_a<<<kStationPairs / 256, 256>>>(byPair, weight, out, lag); });
    add("quarry_lantern_aj1_b", out, kStationPairs, [=] { quarry_lantern_aj1_b<<<kStationPairs / 256, 256>>>(byLag, weight, out, lag); });

    float2* ping = reinterpret_cast<float2*>(filled<float>((size_t)kPing * 2, 53));
    float* taper = filled<float>(kPing, 54);
    add("otter_violin_aj1_a", out, (size_t)kPing * 2, [=] { otter_violin_aj1_a<<<kPing / 1024, 256>>>(ping, taper, out2); });
    add("otter_violin_aj1_b", out, (size_t)kPing * 2, [=] { otter_violin_aj1_b<<<kPing / 1024, 256>>>(ping, taper, out2); });

    Track* tracks = reinterpret_cast<Track*>(filled<float>((size_t)kTracked * 18, 55));
    float *xs = empty<float>(kTracked), *ys = empty<float>(kTracked), *zs = empty<float>(kTracked), *albedos = empty<float>(kTracked);
    harness_split_tracks<<<kTracked / 256, 256>>>(tracks, xs, ys, zs, albedos); CHECK(cudaGetLastError());
    float4 station = make_float4(0.6f, 0.48f, 0.64f, 1.0f);
    add("saffron_kettle_aj1_a", out, kTracked, [=] { saffron_kettle_aj1_a<<<kTracked / 256, 256>>>(tracks, out, station); });
    add("saffron_kettle_aj1_b", out, kTracked, [=] { saffron_kettle_aj1_b<<<kTracked / 256, 256>>>(xs, ys, zs, albedos, out, station); });

    float *fields = filled<float>((size_t)kSplats * 8, 56), *packed = empty<float>((size_t)kSplats * 8);
    harness_pack_splats<<<kSplats * 8 / 256, 256>>>(fields, packed); CHECK(cudaGetLastError());
    float4* splats = f4(packed);
    int* order = indices(kEntries, kSplats, 57);
    float2* centre = reinterpret_cast<float2*>(filled<float>((size_t)kEntries * 2, 58));
    add("pebble_mitten_aj1_a", out, kEntries, [=] {
        pebble_mitten_aj1_a<<<kEntries / 256, 256>>>(fields, fields + kSplats, fields + 2 * kSplats, fields + 3 * kSplats, fields + 4 * kSplats,
                                                     fields + 5 * kSplats, fields + 6 * kSplats, fields + 7 * kSplats, order, centre, out); });
    add("pebble_mitten_aj1_b", out, kEntries, [=] { pebble_mitten_aj1_b<<<kEntries / 256, 256>>>(splats, order, centre, out); });

    // Random bytes: harness::filled is of floats in [-1, 1), so random words stand in for it.
    const int *w0 = indices(kFrame / 4, 0xffffffffu, 59), *w1 = indices(kFrame / 4, 0xffffffffu, 100000059), *w2 = indices(kFrame / 4, 0xffffffffu, 200000059);
    uint8_t* grey = empty<uint8_t>(kFrame);
    add("thimble_raven_aj1_a", grey, kFrame, [=] {
        thimble_raven_aj1_a<<<kFrame / 256, 256>>>(reinterpret_cast<const uint8_t*>(w0), reinterpret_cast<const uint8_t*>(w1), reinterpret_cast<const uint8_t*>(w2), grey); },
        Output::u8);
    add("thimble_raven_aj1_b", grey, kFrame, [=] {
        thimble_raven_aj1_b<<<kFrame / 2048, 256>>>(reinterpret_cast<const uint2*>(w0), reinterpret_cast<const uint2*>(w1), reinterpret_cast<const uint2*>(w2),
                                                    reinterpret_cast<uint2*>(grey)); },
        Output::u8);

    constexpr size_t kWords = (size_t)kMolecules * 16;
    int *image = indices(kWords + 4, 0xffffffffu, 60), *padded = indices(kWords + 16, 0xffffffffu, 60);
    CHECK(cudaMemcpy(padded + 16, image + 4, kWords * sizeof(int), cudaMemcpyDeviceToDevice));
    const uint4 *image4 = reinterpret_cast<const uint4*>(image), *padded4 = reinterpret_cast<const uint4*>(padded);
    const int4* candidates = reinterpret_cast<const int4*>(indices((size_t)kCandidates * 2, kMolecules, 300000061));
    add("walnut_ferry_aj1_a", out, kCandidates, [=] { walnut_ferry_aj1_a<<<kCandidates / 128, 256>>>(image4, candidates, out2); });
    add("walnut_ferry_aj1_b", out, kCandidates, [=] { walnut_ferry_aj1_b<<<kCandidates / 128, 256>>>(padded4, candidates, out2); });

    float *nearOdd = filled<float>((size_t)kMoments + 1, 62), *farOdd = filled<float>((size_t)kMoments + 1, 63);
    float *nearEven = filled<float>((size_t)kMoments + 32, 62), *farEven = filled<float>((size_t)kMoments + 32, 63);
    CHECK(cudaMemcpy(nearEven + 32, nearOdd + 1, (size_t)kMoments * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(farEven + 32, farOdd + 1, (size_t)kMoments * sizeof(float), cudaMemcpyDeviceToDevice));
    add("clover_anvil_aj1_a", out, kMoments, [=] { clover_anvil_aj1_a<<<kMoments / 1024, 256>>>(nearOdd, farOdd, out); });
    add("clover_anvil_aj1_b", out, kMoments, [=] { clover_anvil_aj1_b<<<kMoments / 1024, 256>>>(nearEven, farEven, out); });

    float *blue = filled<float>((size_t)kScene * 4, 64), *red = filled<float>((size_t)kScene * 4, 65), *infra = filled<float>((size_t)kScene * 4, 66),
          *heat = filled<float>((size_t)kScene * 4, 67);
    float4 *blue4 = f4(blue), *red4 = f4(red), *infra4 = f4(infra), *heat4 = f4(heat);
    add("marble_heron_aj1_a", out, (size_t)kScene * 8, [=] { marble_heron_aj1_a<<<kScene / 256, 256>>>(blue4, red4, infra4, heat4, out4, out4 + kScene); });

    return harness::run(argc, argv, cases);
}
