// Eleven measured cases about how work is cut into launches, blocks and waves: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

template <int kThreads>
__device__ __forceinline__ float block_sum(float v) {  // the sum in thread 0
    __shared__ float part[kThreads / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < kThreads / 32 ? part[lane] : 0.0f;
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    }
    return v;
}
__device__ __forceinline__ float square_of(float4 v) { return fmaf(v.x, v.x, fmaf(v.y, v.y, fmaf(v.z, v.z, v.w * v.w))); }

// ---- Magnetic resonance: energy of the noise that each of 16 receiver coils recorded.
constexpr int kCoils = 16, kShares = 33, kShareQuads = 1024 * 48, kCoilQuads = kShares * kShareQuads;

__device__ __forceinline__ float echo_energy(const float4* __restrict__ echo, int quads) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < quads; i += 4 * 1024) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = echo[i + j * 1024];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += square_of(v[j]);
    }
    return block_sum<1024>(sum);
}

__global__ void __launch_bounds__(1024) coil_whisper_c3_a(const float4* __restrict__ echo, float* __restrict__ energy) {
    float sum = echo_energy(echo + (size_t)blockIdx.x * kCoilQuads, kCoilQuads);
    if (threadIdx.x == 0) energy[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(1024) coil_whisper_c3_b(const float4* __restrict__ echo, float* share, unsigned* done, float* __restrict__ energy) {
    int coil = blockIdx.y;
    float sum = echo_energy(echo + (size_t)coil * kCoilQuads + (size_t)blockIdx.x * kShareQuads, kShareQuads);
    if (threadIdx.x == 0) {
        __stcg(share + coil * kShares + blockIdx.x, sum);
        __threadfence();
        if (atomicAdd(done + coil, 1u) == kShares - 1) {  // the last block of a coil adds the shares up
            __threadfence();
            float all = 0.0f;
            for (int s = 0; s < kShares; ++s) all += __ldcg(share + coil * kShares + s);
            energy[coil] = all;
            done[coil] = 0;
        }
    }
}

// ---- Quantum chemistry: overlap of 192 orbitals with 192 others, both tabulated on a grid of points (FP64 tensor cores).
constexpr int kOrbitals = 192, kPieces = 44, kPiecePoints = 16 * 48, kPoints = kPieces * kPiecePoints;
constexpr int kDepth = 16, kPitch = 68, kStages = 4, kOverlapBytes = kStages * 2 * kDepth * kPitch * 8;

__device__ __forceinline__ void copy_async(void* to, const void* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from));
}
__device__ __forceinline__ void overlap_tile(const double* __restrict__ bra, const double* __restrict__ ket, int points, double (&acc)[4][4][2]) {
    extern __shared__ __align__(16) double stage[];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, row = warp / 2 * 32 + lane / 4, col = warp % 2 * 32 + lane / 4, deep = lane % 4;
    const double* one = bra + blockIdx.x * 64;
    const double* two = ket + blockIdx.y * 64;
    auto fetch_tile = [&](int step) {
        if (step * kDepth < points) {
            double* to = stage + step % kStages * 2 * kDepth * kPitch;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                int at = j * 128 + t, p = at / 32, c = at % 32 * 2;
                copy_async(to + p * kPitch + c, one + (size_t)(step * kDepth + p) * kOrbitals + c);
                copy_async(to + (kDepth + p) * kPitch + c, two + (size_t)(step * kDepth + p) * kOrbitals + c);
            }
        }
        asm volatile("cp.async.commit_group;");
    };
#pragma unroll
    for (int s = 0; s < kStages - 1; ++s) fetch_tile(s);
    for (int step = 0; step * kDepth < points; ++step) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2));
        __syncthreads();
        fetch_tile(step + kStages - 1);
        const double* a = stage + step % kStages * 2 * kDepth * kPitch;
        const double* b = a + kDepth * kPitch;
#pragma unroll
        for (int k = 0; k < kDepth; k += 4) {
            double x[4], y[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) { x[i] = a[(k + deep) * kPitch + row + i * 8]; y[i] = b[(k + deep) * kPitch + col + i * 8]; }
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                        : "+d"(acc[i][j][0]), "+d"(acc[i][j][1]) : "d"(x[i]), "d"(y[j]));
        }
    }
}
__device__ __forceinline__ int overlap_place(int i, int j) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    return (blockIdx.x * 64 + warp / 2 * 32 + i * 8 + lane / 4) * kOrbitals + blockIdx.y * 64 + warp % 2 * 32 + j * 8 + lane % 4 * 2;
}

__global__ void __launch_bounds__(128) orbital_mirror_c3_a(const double* __restrict__ bra, const double* __restrict__ ket, double* __restrict__ overlap) {
    double acc[4][4][2] = {};
    overlap_tile(bra, ket, kPoints, acc);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) *reinterpret_cast<double2*>(overlap + overlap_place(i, j)) = make_double2(acc[i][j][0], acc[i][j][1]);
}

__global__ void __launch_bounds__(128) orbital_mirror_c3_b(const double* __restrict__ bra, const double* __restrict__ ket, double* __restrict__ overlap) {
    double acc[4][4][2] = {};
    size_t from = (size_t)blockIdx.z * kPiecePoints * kOrbitals;
    overlap_tile(bra + from, ket + from, kPiecePoints, acc);
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            atomicAdd(overlap + overlap_place(i, j), acc[i][j][0]);
            atomicAdd(overlap + overlap_place(i, j) + 1, acc[i][j][1]);
        }
}

// ---- Whale song: power of 4096 tones in the recordings of 145 hydrophones (Goertzel's recursion, four tones a thread).
constexpr int kPhones = 145, kTones = 4096, kSamples = 8192, kPhrase = 2048;

template <int kThreads>
__device__ __forceinline__ void whale_song(const float* __restrict__ sound, const float* __restrict__ tone, float* __restrict__ power) {
    constexpr int kParts = kTones / 4 / kThreads;
    __shared__ __align__(16) float4 phrase[kPhrase / 4];
    int t = threadIdx.x, phone = blockIdx.x / kParts, first = blockIdx.x % kParts * kThreads * 4 + t;
    float c[4], now[4], last[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { c[k] = tone[first + k * kThreads]; now[k] = last[k] = 0.0f; }
    const float4* heard = reinterpret_cast<const float4*>(sound + (size_t)phone * kSamples);
    for (int from = 0; from < kSamples / 4; from += kPhrase / 4) {
        __syncthreads();
        for (int s = t; s < kPhrase / 4; s += kThreads) phrase[s] = heard[from + s];
        __syncthreads();
#pragma unroll 4
        for (int s = 0; s < kPhrase / 4; ++s) {
            float4 v = phrase[s];
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                last[k] = fmaf(c[k], now[k], v.x - last[k]);
                now[k] = fmaf(c[k], last[k], v.y - now[k]);
                last[k] = fmaf(c[k], now[k], v.z - last[k]);
                now[k] = fmaf(c[k], last[k], v.w - now[k]);
            }
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        power[(size_t)phone * kTones + first + k * kThreads] = fmaf(now[k], now[k], fmaf(last[k], last[k], -c[k] * now[k] * last[k]));
}

__global__ void __launch_bounds__(1024) whale_song_c3_a(const float* __restrict__ sound, const float* __restrict__ tone, float* __restrict__ power) {
    whale_song<1024>(sound, tone, power);
}
__global__ void __launch_bounds__(128) whale_song_c3_b(const float* __restrict__ sound, const float* __restrict__ tone, float* __restrict__ power) {
    whale_song<128>(sound, tone, power);
}

// ---- Earthquakes: stress that all earlier shocks of a catalogue leave at each shock (quadratic kernel of bounded reach).
constexpr int kShocks = 132 * 768;

__device__ __forceinline__ float stress_of(float start, float2 shock, float sum) {
    float u = __saturatef(start + shock.x);
    return fmaf(u * u, shock.y, sum);
}
__device__ __forceinline__ void aftershock(const float2* __restrict__ shock, float* __restrict__ stress, int i, int end) {  // end: of the block's rows
    __shared__ __align__(16) float2 slab[768];
    float start = 0.5f - shock[i].x, sum = 0.0f, more = 0.0f;
    for (int from = 0; from < end; from += 768) {
        __syncthreads();
        slab[threadIdx.x] = shock[from + threadIdx.x];
        __syncthreads();
        if (from + 768 <= i) {
#pragma unroll 8
            for (int k = 0; k < 768; k += 2) {
                float4 pair = *reinterpret_cast<const float4*>(slab + k);
                sum = stress_of(start, make_float2(pair.x, pair.y), sum);
                more = stress_of(start, make_float2(pair.z, pair.w), more);
            }
        } else {
            for (int k = 0; k < i - from; ++k) sum = stress_of(start, slab[k], sum);
        }
    }
    stress[i] = sum + more;
}

__global__ void __launch_bounds__(768) aftershock_echo_c3_a(const float2* __restrict__ shock, float* __restrict__ stress) {
    int first = blockIdx.x * 768;
    aftershock(shock, stress, first + threadIdx.x, first + 768);
}
__global__ void __launch_bounds__(768) aftershock_echo_c3_b(const float2* __restrict__ shock, float* __restrict__ stress) {
    int low = blockIdx.x * 384, high = kShocks - 384 - low, t = threadIdx.x;  // 384 early rows and 384 late ones
    aftershock(shock, stress, t < 384 ? low + t : high + t - 384, high + 384);
}

// ---- Accounts: sum of the squared entries of each of 4096 parish ledgers; five cathedrals keep very long ones.
constexpr int kLedgers = 4096, kPageQuads = 4096;

__device__ __forceinline__ float ledger_sum(const float4* __restrict__ entry, int from, int to) {
    float sum = 0.0f;
    int i = from + threadIdx.x;
    for (; i + 3 * 256 < to; i += 4 * 256) {
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = entry[i + j * 256];
#pragma unroll
        for (int j = 0; j < 4; ++j) sum += square_of(v[j]);
    }
    for (; i < to; i += 256) sum += square_of(entry[i]);
    return block_sum<256>(sum);
}

__global__ void __launch_bounds__(256) parish_ledger_c3_a(const float4* __restrict__ entry, const int* __restrict__ begin, float* __restrict__ total) {
    float sum = ledger_sum(entry, begin[blockIdx.x], begin[blockIdx.x + 1]);
    if (threadIdx.x == 0) total[blockIdx.x] = sum;
}
__global__ void __launch_bounds__(256) parish_ledger_c3_b(const float4* __restrict__ entry, const int4* __restrict__ page, float* __restrict__ total) {
    int4 mine = page[blockIdx.x];  // ledger, first quadruple, end
    float sum = ledger_sum(entry, mine.y, mine.z);
    if (threadIdx.x == 0) atomicAdd(total + mine.x, sum);
}

// ---- Postcards: sharpen each of 26 small scans of 256 x 256.
constexpr int kCards = 26, kCard = 256;

__device__ __forceinline__ void sharpen(const float* __restrict__ scan, float* __restrict__ crisp) {
    int x = threadIdx.x, y = blockIdx.x, up = max(y - 1, 0), down = min(y + 1, kCard - 1), left = max(x - 1, 0), right = min(x + 1, kCard - 1);
    float mid = scan[y * kCard + x];
    float round = scan[up * kCard + x] + scan[down * kCard + x] + scan[y * kCard + left] + scan[y * kCard + right];
    crisp[y * kCard + x] = fmaf(2.0f, mid, -0.25f * round);
}

__global__ void __launch_bounds__(256) postcard_album_c3_a0(const float* __restrict__ scan, float* __restrict__ crisp) { sharpen(scan, crisp); }
__global__ void __launch_bounds__(256) postcard_album_c3_b(const float* __restrict__ scan, float* __restrict__ crisp) {
    sharpen(scan + (size_t)blockIdx.y * kCard * kCard, crisp + (size_t)blockIdx.y * kCard * kCard);
}

// ---- Translation: add the residual to each token's 4096 features and normalise them by the token's mean square.
constexpr int kTokens = 16384, kFeatureQuads = 1024;

__global__ void __launch_bounds__(256) token_parade_c3_a0(const float4* __restrict__ x, const float4* __restrict__ residual, float4* __restrict__ sum) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = x[i + j * 256]; b[j] = residual[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) sum[i + j * 256] = make_float4(a[j].x + b[j].x, a[j].y + b[j].y, a[j].z + b[j].z, a[j].w + b[j].w);
}
__global__ void __launch_bounds__(256) token_parade_c3_a1(const float4* __restrict__ sum, float* __restrict__ scale) {
    size_t i = (size_t)blockIdx.x * kFeatureQuads + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sum[i + j * 256];
    float square = block_sum<256>(square_of(v[0]) + square_of(v[1]) + square_of(v[2]) + square_of(v[3]));
    if (threadIdx.x == 0) scale[blockIdx.x] = rsqrtf(fmaf(square, 1.0f / (4 * kFeatureQuads), 1e-5f));
}
__global__ void __launch_bounds__(256) token_parade_c3_a2(const float4* __restrict__ sum, const float* __restrict__ scale, float4* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * kFeatureQuads + threadIdx.x;
    float s = scale[blockIdx.x];
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = sum[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = make_float4(v[j].x * s, v[j].y * s, v[j].z * s, v[j].w * s);
}
__global__ void __launch_bounds__(256) token_parade_c3_b(const float4* __restrict__ x, const float4* __restrict__ residual, float4* __restrict__ out) {
    __shared__ float scale;
    size_t i = (size_t)blockIdx.x * kFeatureQuads + threadIdx.x;
    float4 a[4], b[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { a[j] = x[i + j * 256]; b[j] = residual[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) a[j] = make_float4(a[j].x + b[j].x, a[j].y + b[j].y, a[j].z + b[j].z, a[j].w + b[j].w);
    float square = block_sum<256>(square_of(a[0]) + square_of(a[1]) + square_of(a[2]) + square_of(a[3]));
    if (threadIdx.x == 0) scale = rsqrtf(fmaf(square, 1.0f / (4 * kFeatureQuads), 1e-5f));
    __syncthreads();
    float s = scale;
#pragma unroll
    for (int j = 0; j < 4; ++j) out[i + j * 256] = make_float4(a[j].x * s, a[j].y * s, a[j].z * s, a[j].w * s);
}

// ---- Perfume: likeness of each of a million pairs of scents, given by 64 numbers each (dot products).
constexpr int kScents = 1 << 20;

template <int kRows>
__device__ __forceinline__ void scent_likeness(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ like) {
    __shared__ float half[kRows][2];
    int t = threadIdx.x;
    size_t at = (size_t)blockIdx.x * kRows * 64 + t;
    float a[kRows], b[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) { a[r] = left[at + r * 64]; b[r] = right[at + r * 64]; }
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        float v = a[r] * b[r];
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (t % 32 == 0) half[r][t / 32] = v;
    }
    __syncthreads();
    if (t < kRows) like[blockIdx.x * kRows + t] = half[t][0] + half[t][1];
}

__global__ void __launch_bounds__(64) scent_likeness_c3_a(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ like) {
    scent_likeness<1>(left, right, like);
}
__global__ void __launch_bounds__(64) scent_likeness_c3_b(const float* __restrict__ left, const float* __restrict__ right, float* __restrict__ like) {
    scent_likeness<8>(left, right, like);
}

// ---- Telescope: residual motion of each of the 36 segments of a mirror under its control loop, for many gusts.
constexpr int kSegments = 36, kGusts = 132 * 32 * 16;

__device__ __forceinline__ void mirror_segment(const float* __restrict__ gust, float* __restrict__ jitter, int at) {
    float place = gust[at], held = 0.0f, sum = 0.0f;
#pragma unroll 16
    for (int s = 0; s < 512; ++s) {
        held = fmaf(0.05f, place, 0.98f * held);
        place = fmaf(-0.3f, held, 0.97f * place);
        sum = fmaf(place, place, sum);
    }
    jitter[at] = sum;
}

__global__ void __launch_bounds__(36) mirror_segment_c3_a(const float* __restrict__ gust, float* __restrict__ jitter) {
    mirror_segment(gust, jitter, blockIdx.x * kSegments + threadIdx.x);
}
__global__ void __launch_bounds__(256) mirror_segment_c3_b(const float* __restrict__ gust, float* __restrict__ jitter) {
    mirror_segment(gust, jitter, blockIdx.x * 256 + threadIdx.x);
}

// ---- Radar: mix the received signal with the reference (complex product), two pairs of samples a thread twice.
constexpr int kRadarBlocks = 132 * 8 * 20 + 60;  // of 256 threads

__device__ __forceinline__ float4 mixed(float4 a, float4 b) {
    return make_float4(fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x), fmaf(a.z, b.z, -a.w * b.w), fmaf(a.z, b.w, a.w * b.z));
}
template <int kThreads>
__device__ __forceinline__ void radar_mix(const float4* __restrict__ echo, const float4* __restrict__ reference, float4* __restrict__ out) {
    int i = blockIdx.x * (2 * kThreads) + threadIdx.x;
    float4 a = echo[i], c = echo[i + kThreads], b = reference[i], d = reference[i + kThreads];
    out[i] = mixed(a, b);
    out[i + kThreads] = mixed(c, d);
}

__global__ void __launch_bounds__(256, 8) radar_mix_c3_a(const float4* __restrict__ echo, const float4* __restrict__ reference, float4* __restrict__ out) {
    radar_mix<256>(echo, reference, out);
}
__global__ void __launch_bounds__(128, 16) radar_mix_c3_b(const float4* __restrict__ echo, const float4* __restrict__ reference, float4* __restrict__ out) {
    radar_mix<128>(echo, reference, out);
}

// ---- Museum: score of 50688 paintings against one taste of 4096 features (matrix times vector), one wave of blocks that stay.
constexpr int kPaintings = 132 * 4 * 8 * 12, kTasteQuads = 1024;

__global__ void __launch_bounds__(256, 4) museum_taste_c3_a(const float4* __restrict__ painting, const float4* __restrict__ taste, float* __restrict__ score) {
    __shared__ float4 mine[kTasteQuads];
    int lane = threadIdx.x % 32;
    for (int i = threadIdx.x; i < kTasteQuads; i += 256) mine[i] = taste[i];
    __syncthreads();
    for (int row = blockIdx.x * 8 + threadIdx.x / 32; row < kPaintings; row += gridDim.x * 8) {
        const float4* p = painting + (size_t)row * kTasteQuads + lane;
        float sum = 0.0f;
        for (int i = 0; i < kTasteQuads; i += 8 * 32) {
            float4 v[8];
#pragma unroll
            for (int j = 0; j < 8; ++j) v[j] = __ldcs(p + i + j * 32);
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                float4 w = mine[i + j * 32 + lane];
                sum = fmaf(v[j].x, w.x, fmaf(v[j].y, w.y, fmaf(v[j].z, w.z, fmaf(v[j].w, w.w, sum))));
            }
        }
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) score[row] = sum;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    constexpr size_t kOne = (size_t)kPaintings * kTasteQuads * 4, kTwo = (size_t)kRadarBlocks * 512 * 4 > (size_t)kTokens * kFeatureQuads * 4
        ? (size_t)kRadarBlocks * 512 * 4 : (size_t)kTokens * kFeatureQuads * 4;
    static_assert((size_t)kCoils * kCoilQuads * 4 <= kOne && kTwo <= kOne && (size_t)kScents * 64 <= kTwo, "fields are too short");
    float *one = filled<float>(kOne, 261), *two = filled<float>(kTwo, 262), *mid = empty<float>(kTwo), *out = empty<float>(kTwo), *few = empty<float>(kTokens);
    double *bra = filled<double>((size_t)kPoints * kOrbitals, 263), *ket = filled<double>((size_t)kPoints * kOrbitals, 264), *overlap = empty<double>(kOrbitals * kOrbitals);
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *out4 = f4(out);
    float2* one2 = reinterpret_cast<float2*>(one);

    float* share = empty<float>(kCoils * kShares);
    unsigned* done = uploaded(std::vector<unsigned>(kCoils, 0u));
    add("coil_whisper_c3_a", out, kCoils, [=] { coil_whisper_c3_a<<<kCoils, 1024>>>(one4, out); });
    add("coil_whisper_c3_b", out, kCoils, [=] { coil_whisper_c3_b<<<dim3(kShares, kCoils), 1024>>>(one4, share, done, out); });

    CHECK(cudaFuncSetAttribute(orbital_mirror_c3_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kOverlapBytes));
    CHECK(cudaFuncSetAttribute(orbital_mirror_c3_b, cudaFuncAttributeMaxDynamicSharedMemorySize, kOverlapBytes));
    add("orbital_mirror_c3_a", overlap, kOrbitals * kOrbitals, [=] { orbital_mirror_c3_a<<<dim3(3, 3), 128, kOverlapBytes>>>(bra, ket, overlap); }, Output::f64);
    add("orbital_mirror_c3_b", overlap, kOrbitals * kOrbitals, [=] {
        CHECK(cudaMemsetAsync(overlap, 0, kOrbitals * kOrbitals * sizeof(double)));
        orbital_mirror_c3_b<<<dim3(3, 3, kPieces), 128, kOverlapBytes>>>(bra, ket, overlap); }, Output::f64);

    add("whale_song_c3_a", out, kPhones * kTones, [=] { whale_song_c3_a<<<kPhones, 1024>>>(one, two, out); });
    add("whale_song_c3_b", out, kPhones * kTones, [=] { whale_song_c3_b<<<kPhones * 8, 128>>>(one, two, out); });

    add("aftershock_echo_c3_a", out, kShocks, [=] { aftershock_echo_c3_a<<<132, 768>>>(one2, out); });
    add("aftershock_echo_c3_b", out, kShocks, [=] { aftershock_echo_c3_b<<<132, 768>>>(one2, out); });

    // Ledgers of 1024 to 3072 quadruples; five of 2^20.
    std::vector<int> begin(kLedgers + 1, 0);
    std::vector<int4> page;
    for (int l = 0; l < kLedgers; ++l) {
        int quads = l % 800 == 417 ? 1 << 20 : 1024 + 256 * (int)(harness::hash32(l + 99) % 9);
        begin[l + 1] = begin[l] + quads;
        for (int from = begin[l]; from < begin[l + 1]; from += kPageQuads) page.push_back(make_int4(l, from, std::min(from + kPageQuads, begin[l + 1]), 0));
    }
    if ((size_t)begin[kLedgers] * 4 > kOne) return 1;
    int* begins = uploaded(begin);
    int4* pages = uploaded(page);
    int pageCount = (int)page.size();
    add("parish_ledger_c3_a", out, kLedgers, [=] { parish_ledger_c3_a<<<kLedgers, 256>>>(one4, begins, out); });
    add("parish_ledger_c3_b", out, kLedgers, [=] {
        CHECK(cudaMemsetAsync(out, 0, kLedgers * sizeof(float)));
        parish_ledger_c3_b<<<pageCount, 256>>>(one4, pages, out); });

    add("postcard_album_c3_a", out, kCards * kCard * kCard, [=] {
        for (int c = 0; c < kCards; ++c) postcard_album_c3_a0<<<kCard, kCard>>>(one + (size_t)c * kCard * kCard, out + (size_t)c * kCard * kCard); });
    add("postcard_album_c3_b", out, kCards * kCard * kCard, [=] { postcard_album_c3_b<<<dim3(kCard, kCards), kCard>>>(one, out); });

    add("token_parade_c3_a", out, (size_t)kTokens * kFeatureQuads * 4, [=] {
        token_parade_c3_a0<<<kTokens, 256>>>(one4, two4, mid4);
        token_parade_c3_a1<<<kTokens, 256>>>(mid4, few);
        token_parade_c3_a2<<<kTokens, 256>>>(mid4, few, out4); });
    add("token_parade_c3_b", out, (size_t)kTokens * kFeatureQuads * 4, [=] { token_parade_c3_b<<<kTokens, 256>>>(one4, two4, out4); });

    add("scent_likeness_c3_a", out, kScents, [=] { scent_likeness_c3_a<<<kScents, 64>>>(one, two, out); });
    add("scent_likeness_c3_b", out, kScents, [=] { scent_likeness_c3_b<<<kScents / 8, 64>>>(one, two, out); });

    add("mirror_segment_c3_a", out, kGusts * kSegments, [=] { mirror_segment_c3_a<<<kGusts, kSegments>>>(one, out); });
    add("mirror_segment_c3_b", out, kGusts * kSegments, [=] { mirror_segment_c3_b<<<kGusts * kSegments / 256, 256>>>(one, out); });

    add("radar_mix_c3_a", out, (size_t)kRadarBlocks * 2048, [=] { radar_mix_c3_a<<<kRadarBlocks, 256>>>(one4, two4, out4); });
    add("radar_mix_c3_b", out, (size_t)kRadarBlocks * 2048, [=] { radar_mix_c3_b<<<kRadarBlocks * 2, 128>>>(one4, two4, out4); });

    add("museum_taste_c3_a", out, kPaintings, [=] { museum_taste_c3_a<<<132 * 4, 256>>>(one4, two4, out); });

    return harness::run(argc, argv, cases);
}
