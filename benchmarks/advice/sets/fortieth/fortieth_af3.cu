// Eight measured pairs from geodesy, text search, spectrometry, vision, chaos theory, painting, hydrology and seismic watch: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Geodesy: height of the sea surface at track points from a Chebyshev series of 256 terms (Clenshaw), eight points a thread.
constexpr int kTerms = 256, kTracks = 145 * 1024 * 8;

template <int kThreads>
__device__ __forceinline__ void sea_heights(const float4* __restrict__ along, const float* __restrict__ series, float4* __restrict__ height) {
    __shared__ __align__(16) float term[kTerms];
    for (int i = threadIdx.x; i < kTerms; i += kThreads) term[i] = series[i];
    int at = blockIdx.x * (kThreads * 2) + threadIdx.x;
    float4 p = along[at], q = along[at + kThreads];
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w}, near[8], far[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) { x[k] *= 1.98f; near[k] = 0.0f; far[k] = 0.0f; }
    __syncthreads();
#pragma unroll 1
    for (int s = kTerms - 4; s >= 0; s -= 4) {
        float4 c = *reinterpret_cast<const float4*>(term + s);
        float coef[4] = {c.w, c.z, c.y, c.x};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int k = 0; k < 8; ++k) {
                float b = fmaf(x[k], near[k], coef[j] - far[k]);
                far[k] = near[k]; near[k] = b;
            }
    }
#pragma unroll
    for (int k = 0; k < 8; ++k) near[k] = fmaf(-0.5f * x[k], far[k], near[k]);
    height[at] = make_float4(near[0], near[1], near[2], near[3]);
    height[at + kThreads] = make_float4(near[4], near[5], near[6], near[7]);
}

__global__ void __launch_bounds__(1024) hesperis_soundings_af3_a(const float4* __restrict__ along, const float* __restrict__ series, float4* __restrict__ height) {
    sea_heights<1024>(along, series, height);
}
__global__ void __launch_bounds__(128) hesperis_soundings_af3_b(const float4* __restrict__ along, const float* __restrict__ series, float4* __restrict__ height) {
    sea_heights<128>(along, series, height);
}

// ---- Text search: saturated weight of all postings of each of 4096 words of a newspaper archive (lists of Zipf lengths, one behind another).
constexpr int kWords = 4096, kPiece = 16384;

struct Piece { int word; int count; long long first; };

__device__ __forceinline__ float saturated(float4 f) {
    float a = fabsf(f.x), b = fabsf(f.y), c = fabsf(f.z), d = fabsf(f.w);
    return (__fdividef(a, a + 1.2f) + __fdividef(b, b + 1.2f)) + (__fdividef(c, c + 1.2f) + __fdividef(d, d + 1.2f));
}

// Sum over `count` postings (a multiple of 4096) by a block of 256; valid in thread 0.
__device__ __forceinline__ float list_weight(const float4* __restrict__ list, int count) {
    __shared__ float part[8];
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count / 4; i += 1024) {
        float4 f[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) f[j] = __ldcs(list + i + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += saturated(f[j]);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    if (threadIdx.x == 0)
        for (int w = 0; w < 8; ++w) sum += part[w];
    return sum;
}

__global__ void __launch_bounds__(256) costmary_gazette_af3_a(const float* __restrict__ postings, const long long* __restrict__ first, float* __restrict__ weight) {
    long long from = first[blockIdx.x], to = first[blockIdx.x + 1];
    float sum = list_weight(reinterpret_cast<const float4*>(postings + from), (int)(to - from));
    if (threadIdx.x == 0) weight[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) costmary_gazette_af3_b(const float* __restrict__ postings, const Piece* __restrict__ pieces, float* __restrict__ weight) {
    Piece p = pieces[blockIdx.x];
    float sum = list_weight(reinterpret_cast<const float4*>(postings + p.first), p.count);
    if (threadIdx.x == 0) atomicAdd(weight + p.word, sum);
}

// ---- Mass spectrometry: dead-time correction of each scan of 4096 channels, its ion current, and the scan in shares of that current.
constexpr int kScans = 32768, kChannels = 4096;

__device__ __forceinline__ float live(float c) { float r = fmaf(0.5f, c, 0.55f); return r * fmaf(0.15f * r, fmaf(0.15f, r, 1.0f), 1.0f); }
__device__ __forceinline__ uint4 live8(uint4 v) {
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 f = __half22float2(h[j]); h[j] = __floats2half2_rn(live(f.x), live(f.y)); }
    return v;
}
__device__ __forceinline__ float sum8(uint4 v) {
    const __half2* h = reinterpret_cast<const __half2*>(&v);
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 f = __half22float2(h[j]); s += f.x + f.y; }
    return s;
}
__device__ __forceinline__ uint4 scale8(uint4 v, float by) {
    __half2* h = reinterpret_cast<__half2*>(&v);
#pragma unroll
    for (int j = 0; j < 4; ++j) { float2 f = __half22float2(h[j]); h[j] = __floats2half2_rn(f.x * by, f.y * by); }
    return v;
}
__device__ __forceinline__ float scan_total(float sum) {  // of a block of 256; in all threads
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    return ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
}

__global__ void __launch_bounds__(256) swingle_spectra_af3_a0(const uint4* __restrict__ count, uint4* __restrict__ fixed) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 p = count[i], q = count[i + 256];
    fixed[i] = live8(p); fixed[i + 256] = live8(q);
}
__global__ void __launch_bounds__(256) swingle_spectra_af3_a1(const uint4* __restrict__ fixed, float* __restrict__ current) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 p = fixed[i], q = fixed[i + 256];
    float total = scan_total(sum8(p) + sum8(q));
    if (threadIdx.x == 0) current[blockIdx.x] = total;
}
__global__ void __launch_bounds__(256) swingle_spectra_af3_a2(const uint4* __restrict__ fixed, const float* __restrict__ current, uint4* __restrict__ share) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 p = fixed[i], q = fixed[i + 256];
    float by = __fdividef((float)kChannels, current[blockIdx.x]);
    share[i] = scale8(p, by); share[i + 256] = scale8(q, by);
}
__global__ void __launch_bounds__(256) swingle_spectra_af3_b(const uint4* __restrict__ count, uint4* __restrict__ share) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 p = count[i], q = count[i + 256];
    p = live8(p); q = live8(q);
    float by = __fdividef((float)kChannels, scan_total(sum8(p) + sum8(q)));
    share[i] = scale8(p, by); share[i + 256] = scale8(q, by);
}

// ---- Vision: the faces found in a video frame, cut out and resized to 224 x 224 for a recogniser (bilinear, three planes).
constexpr int kFaces = 12, kFace = 224, kFrameW = 1920, kFrameH = 1080;

struct Faces { float4 at[kFaces]; };  // left, top, step in x, step in y

__device__ __forceinline__ void face_pixel(const float* __restrict__ frame, float4 box, int i, float* __restrict__ crop) {
    float x = fmaf((float)(i % kFace) + 0.5f, box.z, box.x), y = fmaf((float)(i / kFace) + 0.5f, box.w, box.y);
    int left = (int)x, top = (int)y;
    float u = x - left, v = y - top;
    const float* p = frame + top * kFrameW + left;
#pragma unroll
    for (int c = 0; c < 3; ++c, p += kFrameW * kFrameH) {
        float a = p[0], b = p[1], d = p[kFrameW], e = p[kFrameW + 1], upper = fmaf(u, b - a, a), lower = fmaf(u, e - d, d);
        crop[c * kFace * kFace + i] = fmaf(fmaf(v, lower - upper, upper), 2.0f, -0.5f);
    }
}

__global__ void __launch_bounds__(256) squinch_portraits_af3_a0(const float* __restrict__ frame, float4 box, float* __restrict__ crop) {
    face_pixel(frame, box, blockIdx.x * 256 + threadIdx.x, crop);
}
__global__ void __launch_bounds__(256) squinch_portraits_af3_b(const float* __restrict__ frame, const __grid_constant__ Faces faces, float* __restrict__ crops) {
    face_pixel(frame, faces.at[blockIdx.y], blockIdx.x * 256 + threadIdx.x, crops + blockIdx.y * (3 * kFace * kFace));
}

// ---- Chaos: how often a heart's embedded rhythm comes back near each of 4096 reference states (recurrence counts).
constexpr int kStates = 33 * 4096, kRefs = 4096, kShelf = 1024;

__device__ __forceinline__ int returns_near(const float4* __restrict__ state, int from, int to) {
    __shared__ float4 shelf[kShelf];
    float4 me = state[(blockIdx.x * 256 + threadIdx.x) * 32];
    int count = 0;
    for (int base = from; base < to; base += kShelf) {
        __syncthreads();
#pragma unroll
        for (int j = 0; j < kShelf; j += 256) shelf[j + threadIdx.x] = state[base + j + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < kShelf; ++k) {
            float4 s = shelf[k];
            float dx = s.x - me.x, dy = s.y - me.y, dz = s.z - me.z;
            if (fmaf(dx, dx, fmaf(dy, dy, dz * dz)) < 0.09f) ++count;
        }
    }
    return count;
}

__global__ void __launch_bounds__(256) ormolu_returns_af3_a(const float4* __restrict__ state, int* __restrict__ count) {
    count[blockIdx.x * 256 + threadIdx.x] = returns_near(state, 0, kStates);
}
__global__ void __launch_bounds__(256) ormolu_returns_af3_b(const float4* __restrict__ state, int* __restrict__ count) {
    int from = blockIdx.y * (kStates / 33);
    atomicAdd(count + blockIdx.x * 256 + threadIdx.x, returns_near(state, from, from + kStates / 33));
}

// ---- Painting: colour of 32 glazes over a white ground in 36 spectral bands (380 to 730 nm), light bouncing up to three times between layers.
constexpr int kBands = 36, kGlazes = 32, kDabs = 131072;

__device__ __forceinline__ void glaze_band(const float4* __restrict__ thickness, const float2* __restrict__ pigment, float* __restrict__ colour, int dab, int band) {
    float r = 0.9f;
    const float2* mine = pigment + band;
#pragma unroll 2
    for (int g = 0; g < kGlazes / 4; ++g) {
        float4 four = thickness[dab * (kGlazes / 4) + g];
        float thick[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 p = mine[(g * 4 + j) * kBands];
            float d = fmaf(0.5f, thick[j], 0.5f), through = fmaf(-p.x, d, 1.0f), s = p.y * d, q = s * r;
            through *= through; through *= through; through *= through;
            float bounce = fmaf(q, fmaf(q, fmaf(q, 1.0f, 1.0f), 1.0f), 1.0f);
            r = fmaf(through * through * r, bounce, s);
        }
    }
    colour[dab * kBands + band] = r;
}

__global__ void __launch_bounds__(36) azurite_glazes_af3_a(const float4* __restrict__ thickness, const float2* __restrict__ pigment, float* __restrict__ colour) {
    glaze_band(thickness, pigment, colour, blockIdx.x, threadIdx.x);
}
__global__ void __launch_bounds__(288) azurite_glazes_af3_b(const float4* __restrict__ thickness, const float2* __restrict__ pigment, float* __restrict__ colour) {
    glaze_band(thickness, pigment, colour, blockIdx.x * 8 + threadIdx.x / kBands, threadIdx.x % kBands);
}

// ---- Hydrology: water that runs off each cell of a catchment from rain and soil moisture.
constexpr int kRunoff = (264 * 15 + 30) * 2048;  // quadruples

__device__ __forceinline__ float runoff_of(float rain, float soil) { return fmaxf(fmaf(0.6f, rain, fmaf(0.35f, soil, 0.1f)), 0.0f); }

template <int kThreads>
__device__ __forceinline__ void runoff(const float4* __restrict__ rain, const float4* __restrict__ soil, float4* __restrict__ out) {
    int i = blockIdx.x * (kThreads * 2) + threadIdx.x;
    float4 r[2], s[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { r[j] = rain[i + j * kThreads]; s[j] = soil[i + j * kThreads]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        out[i + j * kThreads] = make_float4(runoff_of(r[j].x, s[j].x), runoff_of(r[j].y, s[j].y), runoff_of(r[j].z, s[j].z), runoff_of(r[j].w, s[j].w));
}

__global__ void __launch_bounds__(1024, 2) fescue_runoff_af3_a(const float4* __restrict__ rain, const float4* __restrict__ soil, float4* __restrict__ out) {
    runoff<1024>(rain, soil, out);
}
__global__ void __launch_bounds__(256, 8) fescue_runoff_af3_b(const float4* __restrict__ rain, const float4* __restrict__ soil, float4* __restrict__ out) {
    runoff<256>(rain, soil, out);
}

// ---- Seismic watch: energy of a day of samples of a dense array, one resident wave of blocks, a partial sum each.
constexpr int kWatchers = 132 * 4, kWatchStride = kWatchers * 512, kWatched = kWatchStride * 4 * 60;  // quadruples

__global__ void __launch_bounds__(512, 4) theorbo_vigil_af3_a(const float4* __restrict__ sample, float* __restrict__ energy) {
    __shared__ float part[16];
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 1
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kWatched; i += 4 * kWatchStride) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(sample + i + j * kWatchStride);
#pragma unroll
        for (int j = 0; j < 4; ++j) sum[j] = fmaf(v[j].x, v[j].x, fmaf(v[j].y, v[j].y, fmaf(v[j].z, v[j].z, fmaf(v[j].w, v[j].w, sum[j]))));
    }
    float all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
#pragma unroll
    for (int o = 16; o; o >>= 1) all += __shfl_xor_sync(0xffffffffu, all, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = all;
    __syncthreads();
    if (threadIdx.x < 16) {
        all = part[threadIdx.x];
#pragma unroll
        for (int o = 8; o; o >>= 1) all += __shfl_xor_sync(0xffffu, all, o);
        if (threadIdx.x == 0) energy[blockIdx.x] = all;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };

    // Posting lists: Zipf lengths (exponent 0.7, multiples of 4096), in the shuffled order of the alphabet.
    std::vector<long long> length(kWords), first(kWords + 1, 0);
    for (int k = 0; k < kWords; ++k) length[(k * 1237 + 911) % kWords] = std::max(1LL, (long long)(8.4e6 * std::pow(k + 1.0, -0.7) / 4096 + 0.5)) * 4096;
    std::vector<Piece> pieces;
    for (int w = 0; w < kWords; ++w) {
        first[w + 1] = first[w] + length[w];
        for (long long at = first[w]; at < first[w + 1]; at += kPiece) pieces.push_back({w, (int)std::min<long long>(kPiece, first[w + 1] - at), at});
    }
    const long long* firsts = uploaded(first);
    const Piece* list = uploaded(pieces);
    const int piece_count = (int)pieces.size();

    // Pigments: absorption (an eighth of it, for the eighth power) and scattering of each glaze in each band.
    std::vector<float2> pigments(kGlazes * kBands);
    for (int i = 0; i < kGlazes * kBands; ++i) pigments[i] = make_float2(0.003f + 0.002f * harness::unit(2 * i + 5), 0.08f + 0.05f * harness::unit(2 * i + 6));
    const float2* pigment = uploaded(pigments);
    std::vector<float> terms(kTerms);
    for (int i = 0; i < kTerms; ++i) terms[i] = harness::unit(i + 77) / (1.0f + 0.2f * i);
    const float* series = uploaded(terms);

    size_t most = std::max<size_t>({(size_t)first[kWords], (size_t)kWatched * 4, (size_t)kRunoff * 4});
    float *one = filled<float>(most, 61), *two = filled<float>((size_t)kRunoff * 4, 62), *out = empty<float>((size_t)kRunoff * 4);
    float* few = empty<float>(kScans);
    constexpr size_t kCounts = (size_t)kScans * kChannels;
    const uint4* counts = reinterpret_cast<const uint4*>(filled<__half>(kCounts, 63));
    uint4 *fixed = reinterpret_cast<uint4*>(empty<__half>(kCounts)), *shares = reinterpret_cast<uint4*>(empty<__half>(kCounts));
    float4 *one4 = f4(one), *two4 = f4(two), *out4 = f4(out);
    int* tally = empty<int>(kRefs);

    add("hesperis_soundings_af3_a", out, kTracks, Output::f32, [=] { hesperis_soundings_af3_a<<<kTracks / 8192, 1024>>>(one4, series, out4); });
    add("hesperis_soundings_af3_b", out, kTracks, Output::f32, [=] { hesperis_soundings_af3_b<<<kTracks / 1024, 128>>>(one4, series, out4); });

    add("costmary_gazette_af3_a", out, kWords, Output::f32, [=] { costmary_gazette_af3_a<<<kWords, 256>>>(one, firsts, out); });
    add("costmary_gazette_af3_b", out, kWords, Output::f32, [=] {
        cudaMemsetAsync(out, 0, kWords * sizeof(float));
        costmary_gazette_af3_b<<<piece_count, 256>>>(one, list, out); });

    add("swingle_spectra_af3_a", shares, kCounts, Output::f16, [=] {
        swingle_spectra_af3_a0<<<kScans, 256>>>(counts, fixed);
        swingle_spectra_af3_a1<<<kScans, 256>>>(fixed, few);
        swingle_spectra_af3_a2<<<kScans, 256>>>(fixed, few, shares); });
    add("swingle_spectra_af3_b", shares, kCounts, Output::f16, [=] { swingle_spectra_af3_b<<<kScans, 256>>>(counts, shares); });

    Faces faces;
    for (int f = 0; f < kFaces; ++f) {
        float step = 1.0f + 0.3f * harness::unit(f + 300);
        faces.at[f] = make_float4(800.0f + 700.0f * harness::unit(3 * f + 400), 400.0f + 340.0f * harness::unit(3 * f + 401), step, 1.05f * step);
    }
    constexpr int kCrop = 3 * kFace * kFace;
    add("squinch_portraits_af3_a", out, kFaces * kCrop, Output::f32, [=] {
        for (int f = 0; f < kFaces; ++f) squinch_portraits_af3_a0<<<kFace * kFace / 256, 256>>>(two, faces.at[f], out + f * kCrop); });
    add("squinch_portraits_af3_b", out, kFaces * kCrop, Output::f32, [=] { squinch_portraits_af3_b<<<dim3(kFace * kFace / 256, kFaces), 256>>>(two, faces, out); });

    add("ormolu_returns_af3_a", tally, kRefs, Output::i32, [=] { ormolu_returns_af3_a<<<kRefs / 256, 256>>>(two4, tally); });
    add("ormolu_returns_af3_b", tally, kRefs, Output::i32, [=] {
        cudaMemsetAsync(tally, 0, kRefs * sizeof(int));
        ormolu_returns_af3_b<<<dim3(kRefs / 256, 33), 256>>>(two4, tally); });

    add("azurite_glazes_af3_a", out, kDabs * kBands, Output::f32, [=] { azurite_glazes_af3_a<<<kDabs, 36>>>(two4, pigment, out); });
    add("azurite_glazes_af3_b", out, kDabs * kBands, Output::f32, [=] { azurite_glazes_af3_b<<<kDabs / 8, 288>>>(two4, pigment, out); });

    add("fescue_runoff_af3_a", out, (size_t)kRunoff * 4, Output::f32, [=] { fescue_runoff_af3_a<<<kRunoff / 2048, 1024>>>(one4, two4, out4); });
    add("fescue_runoff_af3_b", out, (size_t)kRunoff * 4, Output::f32, [=] { fescue_runoff_af3_b<<<kRunoff / 512, 256>>>(one4, two4, out4); });

    add("theorbo_vigil_af3_a", few, kWatchers, Output::f32, [=] { theorbo_vigil_af3_a<<<kWatchers, 512>>>(one4, few); });

    return harness::run(argc, argv, cases);
}
