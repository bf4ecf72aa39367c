// Eight measured cases about launches and grids: before (_a) and after (_b), one mild pair, one healthy kernel.
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Hydrophones: loudness (root mean square) of the recordings of 16 hydrophones, 393216 samples each.
constexpr int kPhones = 16, kQuads = 98304, kSlices = 32;  // quadruples of samples a hydrophone, slices of one recording

__device__ __forceinline__ float block_sum_512(float v) {
    __shared__ float warps[16];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < 16 ? warps[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32) {
#pragma unroll
        for (int o = 8; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    }
    return v;
}

__device__ __forceinline__ float energy_of(const float4* __restrict__ from, int count) {
    float sum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < count; i += 512 * 6) {
        float4 s[6];
#pragma unroll
        for (int j = 0; j < 6; ++j) s[j] = from[i + j * 512];
#pragma unroll
        for (int j = 0; j < 6; ++j) {
            sum[0] = fmaf(s[j].x, s[j].x, sum[0]); sum[1] = fmaf(s[j].y, s[j].y, sum[1]);
            sum[2] = fmaf(s[j].z, s[j].z, sum[2]); sum[3] = fmaf(s[j].w, s[j].w, sum[3]);
        }
    }
    return block_sum_512((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

__global__ void __launch_bounds__(512) teasel_hydrophone_ae3_a(const float4* __restrict__ samples, float* __restrict__ loud) {
    float sum = energy_of(samples + (size_t)blockIdx.x * kQuads, kQuads);
    if (threadIdx.x == 0) loud[blockIdx.x] = sqrtf(sum / (kQuads * 4.0f));
}

__global__ void __launch_bounds__(512) teasel_hydrophone_ae3_b(const float4* __restrict__ samples, float* partial, unsigned* ticket, float* __restrict__ loud) {
    __shared__ bool last;
    int phone = blockIdx.y, slice = blockIdx.x;
    float sum = energy_of(samples + (size_t)phone * kQuads + slice * (kQuads / kSlices), kQuads / kSlices);
    if (threadIdx.x == 0) {
        __stcg(partial + phone * kSlices + slice, sum);
        __threadfence();
        last = atomicInc(ticket + phone, kSlices - 1) == kSlices - 1;  // wraps to 0 for the next launch
    }
    __syncthreads();
    if (last && threadIdx.x < 32) {
        __threadfence();
        float v = __ldcg(partial + phone * kSlices + threadIdx.x);
#pragma unroll
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (threadIdx.x == 0) loud[phone] = sqrtf(v / (kQuads * 4.0f));
    }
}

// ---- Geodesy: geoid height along 144 parallels of 4096 longitudes by Clenshaw summation of orders 1440 to 0.
constexpr int kParallels = 144, kMeridians = 4096, kOrders = 1440;

template <int kThreads>
__device__ __forceinline__ void geoid_height(const float2* __restrict__ lumped, const float2* __restrict__ turn, float* __restrict__ height) {
    __shared__ float2 order[kOrders + 1];
    constexpr int kParts = kMeridians / (kThreads * 4);
    int parallel = blockIdx.x / kParts, first = blockIdx.x % kParts * (kThreads * 4) + threadIdx.x;
    for (int m = threadIdx.x; m <= kOrders; m += kThreads) order[m] = lumped[parallel * (kOrders + 1) + m];
    float twice[4], sine[4], c1[4], c2[4], s1[4], s2[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float2 r = turn[first + k * kThreads];
        twice[k] = 2.0f * r.x; sine[k] = r.y;
        c1[k] = c2[k] = s1[k] = s2[k] = 0.0f;
    }
    __syncthreads();
#pragma unroll 8
    for (int m = kOrders; m > 0; --m) {
        float2 o = order[m];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float c = fmaf(twice[k], c1[k], o.x) - c2[k], s = fmaf(twice[k], s1[k], o.y) - s2[k];
            c2[k] = c1[k]; c1[k] = c;
            s2[k] = s1[k]; s1[k] = s;
        }
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        height[parallel * kMeridians + first + k * kThreads] = fmaf(0.5f * twice[k], c1[k], order[0].x) - c2[k] + s1[k] * sine[k];
}

__global__ void __launch_bounds__(1024) astrolabe_geoid_ae3_a(const float2* __restrict__ lumped, const float2* __restrict__ turn, float* __restrict__ height) {
    geoid_height<1024>(lumped, turn, height);
}
__global__ void __launch_bounds__(128) astrolabe_geoid_ae3_b(const float2* __restrict__ lumped, const float2* __restrict__ turn, float* __restrict__ height) {
    geoid_height<128>(lumped, turn, height);
}

// ---- Mortgage pools: present value of the payments of 1024 loans a pool; pools come ordered by the months that they still run.
constexpr int kDesks = 132, kPoolsEach = 192, kPools = kDesks * kPoolsEach;

__device__ __forceinline__ void value_pool(const float2* __restrict__ loans, const int* __restrict__ years, float* __restrict__ value, int pool) {
    size_t at = (size_t)pool * 1024 + threadIdx.x;
    float2 loan = loans[at];
    int left = years[pool];
    float balance = fmaf(0.5f, loan.x, 1.0f), growth = fmaf(0.001f, loan.y, 1.0015f), pay = 0.006f * balance, factor = 0.9966f, discount = factor, sum = 0.0f;
    for (int y = 0; y < left; ++y) {
#pragma unroll
        for (int m = 0; m < 12; ++m) {
            float cash = fmaf(0.004f, balance, pay);
            balance = fmaf(balance, growth, -pay);
            sum = fmaf(discount, cash, sum);
            discount *= factor;
        }
    }
    value[at] = sum;
}

__global__ void __launch_bounds__(1024) tontine_ledger_ae3_a(const float2* __restrict__ loans, const int* __restrict__ years, float* __restrict__ value) {
    for (int p = 0; p < kPoolsEach; ++p) value_pool(loans, years, value, blockIdx.x * kPoolsEach + p);
}
__global__ void __launch_bounds__(1024) tontine_ledger_ae3_b(const float2* __restrict__ loans, const int* __restrict__ years, float* __restrict__ value) {
    for (int p = 0; p < kPoolsEach; ++p) value_pool(loans, years, value, p * kDesks + blockIdx.x);
}

// ---- Mass spectra: stabilise the variance of 4096 bins, total ion current of each spectrum, normalise by it, take off the noise floor.
constexpr int kSpectra = 49152, kBins = 4096;

__device__ __forceinline__ float steady(float v) { v = fabsf(v); return v * rsqrtf(v + 1e-6f); }
__device__ __forceinline__ float denoise(float v) { return fmaxf(v - 0.4f, 0.0f); }

__device__ __forceinline__ float block_sum_256(float v) {
    __shared__ float warps[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
    __syncthreads();
    v = warps[threadIdx.x % 8];
#pragma unroll
    for (int o = 4; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void __launch_bounds__(256) sassafras_spectra_ae3_a0(const float4* __restrict__ counts, float4* __restrict__ even) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = counts[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) even[i + j * 256] = make_float4(steady(v[j].x), steady(v[j].y), steady(v[j].z), steady(v[j].w));
}

__global__ void __launch_bounds__(256) sassafras_spectra_ae3_a1(const float4* __restrict__ even, float* __restrict__ current) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = even[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    sum = block_sum_256(sum);
    if (threadIdx.x == 0) current[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(256) sassafras_spectra_ae3_a2(const float4* __restrict__ even, const float* __restrict__ current, float4* __restrict__ share) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float scale = __fdividef(kBins, current[blockIdx.x]);
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = even[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) share[i + j * 256] = make_float4(v[j].x * scale, v[j].y * scale, v[j].z * scale, v[j].w * scale);
}

__global__ void __launch_bounds__(256) sassafras_spectra_ae3_a3(const float4* __restrict__ share, float4* __restrict__ peaks) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = share[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) peaks[i + j * 256] = make_float4(denoise(v[j].x), denoise(v[j].y), denoise(v[j].z), denoise(v[j].w));
}

__global__ void __launch_bounds__(256) sassafras_spectra_ae3_b(const float4* __restrict__ counts, float4* __restrict__ peaks) {
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = counts[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        v[j] = make_float4(steady(v[j].x), steady(v[j].y), steady(v[j].z), steady(v[j].w));
        sum += (v[j].x + v[j].y) + (v[j].z + v[j].w);
    }
    float scale = __fdividef(kBins, block_sum_256(sum));
#pragma unroll
    for (int j = 0; j < 4; ++j)
        peaks[i + j * 256] = make_float4(denoise(v[j].x * scale), denoise(v[j].y * scale), denoise(v[j].z * scale), denoise(v[j].w * scale));
}

// ---- Game crowd: linear blend skinning of 12 characters of 28672 vertices, 64 bones each, four bones a vertex.
constexpr int kWalkers = 12, kVertices = 28672, kBones = 64;

__device__ __forceinline__ void skin_vertex(const float4* __restrict__ rest, const uchar4* __restrict__ bone, const float4* __restrict__ weight,
                                            const float4* __restrict__ palette, float4* __restrict__ posed, int v) {
    float4 p = rest[v], w = weight[v], row[3];
    uchar4 b = bone[v];
    int which[4] = {b.x, b.y, b.z, b.w};
    float share[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
    for (int r = 0; r < 3; ++r) row[r] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int r = 0; r < 3; ++r) {
            float4 m = palette[which[k] * 3 + r];
            row[r].x = fmaf(share[k], m.x, row[r].x); row[r].y = fmaf(share[k], m.y, row[r].y);
            row[r].z = fmaf(share[k], m.z, row[r].z); row[r].w = fmaf(share[k], m.w, row[r].w);
        }
    posed[v] = make_float4(fmaf(row[0].x, p.x, fmaf(row[0].y, p.y, fmaf(row[0].z, p.z, row[0].w))),
                           fmaf(row[1].x, p.x, fmaf(row[1].y, p.y, fmaf(row[1].z, p.z, row[1].w))),
                           fmaf(row[2].x, p.x, fmaf(row[2].y, p.y, fmaf(row[2].z, p.z, row[2].w))), 1.0f);
}

__global__ void __launch_bounds__(128) quoin_walkers_ae3_a0(const float4* __restrict__ rest, const uchar4* __restrict__ bone, const float4* __restrict__ weight,
                                                           const float4* __restrict__ palette, float4* __restrict__ posed) {
    skin_vertex(rest, bone, weight, palette, posed, blockIdx.x * 128 + threadIdx.x);
}
__global__ void __launch_bounds__(128) quoin_walkers_ae3_b(const float4* __restrict__ rest, const uchar4* __restrict__ bone, const float4* __restrict__ weight,
                                                          const float4* __restrict__ palette, float4* __restrict__ posed) {
    int walker = blockIdx.y;
    skin_vertex(rest, bone, weight, palette + walker * (kBones * 3), posed, walker * kVertices + blockIdx.x * 128 + threadIdx.x);
}

// ---- Radiotherapy: dose of the voxels of a sparse volume of 4 x 4 x 4 bricks, each brick with its own scale and offset.
constexpr int kBricks = 640000;

__device__ __forceinline__ float dose_of(float raw, float2 s) { return fminf(fmaxf(fmaf(raw, s.x, s.y), -0.75f), 0.75f); }

__global__ void __launch_bounds__(64) samphire_bricks_ae3_a(const float* __restrict__ raw, const float2* __restrict__ scale, float* __restrict__ dose) {
    int voxel = (threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x, at = blockIdx.x * 64 + voxel;
    dose[at] = dose_of(raw[at], scale[blockIdx.x]);
}

__global__ void __launch_bounds__(256) samphire_bricks_ae3_b(const float* __restrict__ raw, const float2* __restrict__ scale, float* __restrict__ dose) {
    int first = blockIdx.x * 64 + threadIdx.x / 64, voxel = threadIdx.x % 64;  // 64 bricks a block, four at a time
    for (int i = 0; i < 64; i += 32) {
        float r[8];
        float2 s[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) { r[j] = raw[(first + i + j * 4) * 64 + voxel]; s[j] = scale[first + i + j * 4]; }
#pragma unroll
        for (int j = 0; j < 8; ++j) dose[(first + i + j * 4) * 64 + voxel] = dose_of(r[j], s[j]);
    }
}

// ---- Star orbits: 96 leapfrog steps in the Henon-Heiles potential, a star a thread.
constexpr int kStars = (264 * 30 + 20) * 1024;

template <int kThreads>
__device__ __forceinline__ void star_orbit(const float4* __restrict__ start, float4* __restrict__ finish) {
    int i = blockIdx.x * kThreads + threadIdx.x;
    float4 s = start[i];
    float x = 0.2f * s.x, y = 0.2f * s.y, u = 0.2f * s.z, v = 0.2f * s.w;
#pragma unroll 8
    for (int step = 0; step < 96; ++step) {
        u = fmaf(-0.05f * x, fmaf(2.0f, y, 1.0f), u);
        v = fmaf(-0.05f, fmaf(x, x, fmaf(-y, y, y)), v);
        x = fmaf(0.05f, u, x);
        y = fmaf(0.05f, v, y);
    }
    finish[i] = make_float4(x, y, u, v);
}

__global__ void __launch_bounds__(1024, 2) wherry_stars_ae3_a(const float4* __restrict__ start, float4* __restrict__ finish) { star_orbit<1024>(start, finish); }
__global__ void __launch_bounds__(256, 8) wherry_stars_ae3_b(const float4* __restrict__ start, float4* __restrict__ finish) { star_orbit<256>(start, finish); }

// ---- Disk array: parity of four stripes, one wave of blocks that walk over all of them.
constexpr int kPace = 132 * 4 * 256, kStripe = kPace * 120;  // in units of 16 bytes

__global__ void __launch_bounds__(256, 4) oubliette_parity_ae3_a(const uint4* __restrict__ data, uint4* __restrict__ parity) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kStripe; i += 2 * kPace) {
        uint4 d[2][4];
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int k = 0; k < 4; ++k) d[j][k] = __ldcs(data + (size_t)k * kStripe + i + j * kPace);
#pragma unroll
        for (int j = 0; j < 2; ++j)
            __stcs(parity + i + j * kPace, make_uint4(d[j][0].x ^ d[j][1].x ^ d[j][2].x ^ d[j][3].x, d[j][0].y ^ d[j][1].y ^ d[j][2].y ^ d[j][3].y,
                                                      d[j][0].z ^ d[j][1].z ^ d[j][2].z ^ d[j][3].z, d[j][0].w ^ d[j][1].w ^ d[j][2].w ^ d[j][3].w));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    // Shared by all: one large input field, two fields for what lies between, one result.
    constexpr size_t kMost = (size_t)kStripe * 16, kField = (size_t)kSpectra * kBins;
    static_assert(kField <= kMost && (size_t)kPools * 2048 <= kMost && (size_t)kStars * 4 <= kField && (size_t)kStripe * 4 <= kField, "fields are too short");
    float *one = filled<float>(kMost, 391), *two = filled<float>(1 << 22, 392), *mid = empty<float>(kField), *mid2 = empty<float>(kField), *out = empty<float>(kField);
    auto f2 = [](float* p) { return reinterpret_cast<float2*>(p); };
    auto f4 = [](float* p) { return reinterpret_cast<float4*>(p); };
    float2 *one2 = f2(one), *two2 = f2(two);
    float4 *one4 = f4(one), *two4 = f4(two), *mid4 = f4(mid), *mid24 = f4(mid2), *out4 = f4(out);

    unsigned* ticket = uploaded(std::vector<unsigned>(kPhones, 0u));
    float* partial = empty<float>(kPhones * kSlices);
    add("teasel_hydrophone_ae3_a", out, kPhones, [=] { teasel_hydrophone_ae3_a<<<kPhones, 512>>>(one4, out); });
    add("teasel_hydrophone_ae3_b", out, kPhones, [=] { teasel_hydrophone_ae3_b<<<dim3(kSlices, kPhones), 512>>>(one4, partial, ticket, out); });

    std::vector<float2> turns(kMeridians);
    for (int i = 0; i < kMeridians; ++i) turns[i] = make_float2((float)std::cos(2 * M_PI * i / kMeridians), (float)std::sin(2 * M_PI * i / kMeridians));
    float2* turn = uploaded(turns);
    add("astrolabe_geoid_ae3_a", out, kParallels * kMeridians, [=] { astrolabe_geoid_ae3_a<<<kParallels, 1024>>>(two2, turn, out); });
    add("astrolabe_geoid_ae3_b", out, kParallels * kMeridians, [=] { astrolabe_geoid_ae3_b<<<kParallels * 8, 128>>>(two2, turn, out); });

    std::vector<int> run(kPools);
    for (int p = 0; p < kPools; ++p) run[p] = 2 + (int)((long long)p * 39 / kPools);
    int* years = uploaded(run);
    add("tontine_ledger_ae3_a", out, (size_t)kPools * 1024, [=] { tontine_ledger_ae3_a<<<kDesks, 1024>>>(one2, years, out); });
    add("tontine_ledger_ae3_b", out, (size_t)kPools * 1024, [=] { tontine_ledger_ae3_b<<<kDesks, 1024>>>(one2, years, out); });

    float* current = empty<float>(kSpectra);
    add("sassafras_spectra_ae3_a", out, kField, [=] {
        sassafras_spectra_ae3_a0<<<kSpectra, 256>>>(one4, mid4);
        sassafras_spectra_ae3_a1<<<kSpectra, 256>>>(mid4, current);
        sassafras_spectra_ae3_a2<<<kSpectra, 256>>>(mid4, current, mid24);
        sassafras_spectra_ae3_a3<<<kSpectra, 256>>>(mid24, out4); });
    add("sassafras_spectra_ae3_b", out, kField, [=] { sassafras_spectra_ae3_b<<<kSpectra, 256>>>(one4, out4); });

    std::vector<uchar4> rig((size_t)kWalkers * kVertices);
    for (size_t v = 0; v < rig.size(); ++v) {
        int limb = (int)(v % kVertices) / 448;  // vertices of one limb lie together
        rig[v] = make_uchar4(limb % kBones, (limb + 1) % kBones, (limb + 5) % kBones, (limb + 9) % kBones);
    }
    uchar4* bone = uploaded(rig);
    add("quoin_walkers_ae3_a", out, (size_t)kWalkers * kVertices * 4, [=] {
        for (int w = 0; w < kWalkers; ++w) {
            int from = w * kVertices;
            quoin_walkers_ae3_a0<<<kVertices / 128, 128>>>(one4 + from, bone + from, one4 + kWalkers * kVertices + from, two4 + w * kBones * 3, out4 + from);
        } });
    add("quoin_walkers_ae3_b", out, (size_t)kWalkers * kVertices * 4, [=] {
        quoin_walkers_ae3_b<<<dim3(kVertices / 128, kWalkers), 128>>>(one4, bone, one4 + kWalkers * kVertices, two4, out4); });

    add("samphire_bricks_ae3_a", out, (size_t)kBricks * 64, [=] { samphire_bricks_ae3_a<<<kBricks, dim3(4, 4, 4)>>>(one, two2, out); });
    add("samphire_bricks_ae3_b", out, (size_t)kBricks * 64, [=] { samphire_bricks_ae3_b<<<kBricks / 64, 256>>>(one, two2, out); });

    add("wherry_stars_ae3_a", out, (size_t)kStars * 4, [=] { wherry_stars_ae3_a<<<kStars / 1024, 1024>>>(one4, out4); });
    add("wherry_stars_ae3_b", out, (size_t)kStars * 4, [=] { wherry_stars_ae3_b<<<kStars / 256, 256>>>(one4, out4); });

    const uint4* stripes = reinterpret_cast<const uint4*>(one);
    uint4* parity = reinterpret_cast<uint4*>(out);
    add("oubliette_parity_ae3_a", out, (size_t)kStripe * 4, [=] { oubliette_parity_ae3_a<<<132 * 4, 256>>>(stripes, parity); }, Output::i32);

    return harness::run(argc, argv, cases);
}
