// Pairs about arithmetic, order and synchronisation: dwell times, event cameras, sea water, pedigrees, shingles, loans, minerals.
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- milliseconds spent per class of device -----------------------------------------------------------------------------
constexpr int kClasses = 12;
__global__ void class_dwell_a(const int* __restrict__ device, const int* __restrict__ millis, int* __restrict__ total, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(total + device[i], millis[i] + 1);
}
__global__ void class_dwell_b(const int* __restrict__ device, const int* __restrict__ millis, int* __restrict__ total, int n) {
    __shared__ int mine[kClasses];
    if (threadIdx.x < kClasses) mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(mine + device[i], millis[i] + 1);
    __syncthreads();
    if (threadIdx.x < kClasses) atomicAdd(total + threadIdx.x, mine[threadIdx.x]);
}

// ---- frame of an event camera: events added up pixel by pixel -----------------------------------------------------------
__global__ void event_frame_a(const int* __restrict__ pixel, const float* __restrict__ contrast, float* __restrict__ frame, int events) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < events) atomicAdd(frame + pixel[e], 0.18f * contrast[e]);
}
__global__ void event_frame_b(const int* __restrict__ first, const float* __restrict__ contrast, float* __restrict__ frame, int pixels) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float sum = 0.0f;
    for (int e = first[p], end = first[p + 1]; e < end; ++e) sum = fmaf(0.18f, contrast[e], sum);
    frame[p] += sum;
}

// ---- steric height of ocean columns: equation of state at 32 depths ----------------------------------------------------
#define STERIC(L)                                                                                                        \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                       \
    if (i >= n) return;                                                                                                  \
    float t = L(12.0) + L(9.0) * warm[i], s = L(34.5) + salt[i], height = 0;                                             \
    for (int level = 0; level < 32; ++level) {                                                                           \
        float p = L(12.5) * level;                                                                                       \
        float fresh = L(999.842594) + t * (L(6.793952e-2) + t * (L(-9.09529e-3) + t * (L(1.001685e-4) + t * (L(-1.120083e-6) + t * L(6.536332e-9))))); \
        float haline = L(0.824493) + t * (L(-4.0899e-3) + t * (L(7.6438e-5) + t * (L(-8.2467e-7) + t * L(5.3875e-9))));  \
        float rho = fresh + s * haline + L(4.8314e-4) * s * s;                                                           \
        float stiff = L(19652.21) + t * (L(148.4206) + t * (L(-2.327105) + t * (L(1.360477e-2) + t * L(-5.155288e-5)))); \
        float bulk = stiff + s * (L(54.6746) + t * (L(-0.603459) + t * (L(1.09987e-2) + t * L(-6.1670e-5))));            \
        float squeeze = L(3.239908) + t * (L(1.43713e-3) + t * (L(1.16092e-4) + t * L(-5.77905e-7)));                    \
        bulk = bulk + p * squeeze;                                                                                       \
        float thin = p * (L(9.2e-5) - L(1.9e-9) * bulk);                                                                 \
        height = height + (rho - L(1020.0)) * (L(1.0) - thin) * L(1.25e-2);                                              \
        t = t * L(0.985) + L(0.03); s = s + L(0.011);                                                                    \
    }                                                                                                                    \
    column[i] = height
#define AS_WRITTEN(x) x
#define AS_FLOAT(x) float(x)
__global__ void steric_column_a(const float* __restrict__ warm, const float* __restrict__ salt, float* __restrict__ column, int n) { STERIC(AS_WRITTEN); }
__global__ void steric_column_b(const float* __restrict__ warm, const float* __restrict__ salt, float* __restrict__ column, int n) { STERIC(AS_FLOAT); }

// ---- likelihood of recombination rates over the loci of a pedigree ------------------------------------------------------
constexpr int kLoci = 512;
__device__ __forceinline__ const float4* load_loci(const float4* __restrict__ loci, float4* shared) {
    for (int l = threadIdx.x; l < kLoci / 2; l += blockDim.x) shared[l] = loci[l];
    __syncthreads();
    return shared;
}
__global__ void pedigree_fit_a(const float4* __restrict__ loci, const float* __restrict__ rate, float* __restrict__ fit, int n) {
    __shared__ float4 table[kLoci / 2]; const float4* c = load_loci(loci, table);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float theta = 0.25f + 0.2f * rate[i], sum = 0.0f;
#pragma unroll 4
    for (int l = 0; l < kLoci / 2; ++l) {
        float4 q = c[l];
        sum += __log2f(fmaf(theta, q.x, q.y));
        sum += __log2f(fmaf(theta, q.z, q.w));
    }
    fit[i] = sum;
}
__global__ void pedigree_fit_b(const float4* __restrict__ loci, const float* __restrict__ rate, float* __restrict__ fit, int n) {
    __shared__ float4 table[kLoci / 2]; const float4* c = load_loci(loci, table);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float theta = 0.25f + 0.2f * rate[i], sum = 0.0f;
    for (int l = 0; l < kLoci / 2; l += 4) {
        float product = 1.0f;
#pragma unroll
        for (int j = 0; j < 4; ++j) { float4 q = c[l + j]; product *= fmaf(theta, q.x, q.y); product *= fmaf(theta, q.z, q.w); }
        sum += __log2f(product);
    }
    fit[i] = sum;
}

// ---- rolling fingerprints of text shingles modulo a prime chosen at run time -----------------------------------------
constexpr int kShingleWords = 12;
__global__ void shingle_print_a(const unsigned* __restrict__ text, int* __restrict__ print, int n, unsigned long long radix, unsigned long long prime) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 17;
    for (int w = 0; w < kShingleWords; ++w) {
        unsigned letters = text[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 4; ++k) h = (h * radix + ((letters >> (8 * k)) & 255u)) % prime;
    }
    print[i] = (int)h;
}
__global__ void shingle_print_b(const unsigned* __restrict__ text, int* __restrict__ print, int n, unsigned long long radix, unsigned long long prime, unsigned long long inverse) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned long long h = 17;
    for (int w = 0; w < kShingleWords; ++w) {
        unsigned letters = text[(size_t)w * n + i];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            unsigned long long v = h * radix + ((letters >> (8 * k)) & 255u);
            h = v - __umul64hi(v, inverse) * prime;  // inverse = floor(2^64 / prime)
            if (h >= prime) h -= prime;
        }
    }
    print[i] = (int)h;
}

// ---- balances of a loan book under twelve interest scenarios -------------------------------------------------------------
constexpr int kScenarios = 12;
__constant__ float monthly[kScenarios] = {1.0021f, 1.0025f, 1.0029f, 1.0033f, 1.0037f, 1.0041f, 1.0046f, 1.0050f, 1.0054f, 1.0058f, 1.0062f, 1.0067f};
__device__ __forceinline__ float month_of(float balance, float rate, float pay, float eager) {
    float due = fmaf(balance, rate, -pay);
    float extra = fmaf(eager, due, 0.0004f);
    return fmaf(-extra, due, due);
}
__global__ void book_scenarios_a(const float* __restrict__ amount, const float* __restrict__ terms, float* __restrict__ left, int loans, int months) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= loans) return;
    float start = 1.5f + 0.5f * amount[i], pay = 0.006f + 0.001f * terms[i], eager = 0.0006f + 0.0002f * amount[i];
#pragma unroll 1
    for (int s = 0; s < kScenarios; ++s) {
        float balance = start, rate = monthly[s];
#pragma unroll 8
        for (int m = 0; m < months; ++m) balance = month_of(balance, rate, pay, eager);
        left[(size_t)s * loans + i] = balance;
    }
}
__global__ void book_scenarios_b(const float* __restrict__ amount, const float* __restrict__ terms, float* __restrict__ left, int loans, int months) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= loans) return;
    float start = 1.5f + 0.5f * amount[i], pay = 0.006f + 0.001f * terms[i], eager = 0.0006f + 0.0002f * amount[i];
    float balance[kScenarios], rate[kScenarios];
#pragma unroll
    for (int s = 0; s < kScenarios; ++s) { balance[s] = start; rate[s] = monthly[s]; }
#pragma unroll 4
    for (int m = 0; m < months; ++m)
#pragma unroll
        for (int s = 0; s < kScenarios; ++s) balance[s] = month_of(balance[s], rate[s], pay, eager);
#pragma unroll
    for (int s = 0; s < kScenarios; ++s) left[(size_t)s * loans + i] = balance[s];
}

// ---- mineral whose spectrum deviates least in its worst band: a site a block, 256 samples, its own library ----------
constexpr int kBands = 8, kTile = 32, kStages = 4;
__device__ __forceinline__ void match_tile(const float4* tile, const float (&band)[kBands], float& best) {
#pragma unroll 4
    for (int m = 0; m < kTile; ++m) {
        float4 p = tile[2 * m], q = tile[2 * m + 1];
        float d0 = fmaxf(fabsf(band[0] - p.x), fabsf(band[1] - p.y)), d1 = fmaxf(fabsf(band[2] - p.z), fabsf(band[3] - p.w));
        float d2 = fmaxf(fabsf(band[4] - q.x), fabsf(band[5] - q.y)), d3 = fmaxf(fabsf(band[6] - q.z), fabsf(band[7] - q.w));
        best = fminf(best, fmaxf(fmaxf(d0, d1), fmaxf(d2, d3)));
    }
}
__global__ void __launch_bounds__(256) mineral_match_a(const float4* __restrict__ library, const float* __restrict__ samples, float* __restrict__ worst, int minerals) {
    __shared__ float4 tile[kTile * 2];
    int t = threadIdx.x; float band[kBands], best = 1e30f;
#pragma unroll
    for (int b = 0; b < kBands; ++b) band[b] = samples[((size_t)blockIdx.x * kBands + b) * 256 + t];
    const float4* mine = library + (size_t)blockIdx.x * minerals * 2;
    for (int m = 0; m < minerals; m += kTile) {
        if (t < kTile * 2) tile[t] = mine[2 * m + t];
        __syncthreads();
        match_tile(tile, band, best);
        __syncthreads();
    }
    worst[blockIdx.x * 256 + t] = best;
}
__global__ void __launch_bounds__(256) mineral_match_b(const float4* __restrict__ library, const float* __restrict__ samples, float* __restrict__ worst, int minerals) {
    __shared__ float4 ring[kStages][kTile * 2];
    int t = threadIdx.x; float band[kBands], best = 1e30f;
#pragma unroll
    for (int b = 0; b < kBands; ++b) band[b] = samples[((size_t)blockIdx.x * kBands + b) * 256 + t];
    const float4* mine = library + (size_t)blockIdx.x * minerals * 2;
    auto request = [&](int tile_index) {
        if (t < kTile * 2 && tile_index * kTile < minerals) {
            unsigned to = (unsigned)__cvta_generic_to_shared(&ring[tile_index % kStages][t]);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(mine + (size_t)tile_index * kTile * 2 + t) : "memory");
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    for (int s = 0; s < kStages - 1; ++s) request(s);
    for (int k = 0; k * kTile < minerals; ++k) {
        asm volatile("cp.async.wait_group %0;" ::"n"(kStages - 2) : "memory");
        __syncthreads();
        request(k + kStages - 1);
        match_tile(ring[k % kStages], band, best);
    }
    worst[blockIdx.x * 256 + t] = best;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        const int n = 5000000; int* d = harness::indices(n, kClasses, 91); int* m = harness::indices(n, 1000, 92);
        int* oa = harness::empty<int>(kClasses); int* ob = harness::empty<int>(kClasses);
        cases.push_back({"class_dwell_a", [=] { class_dwell_a<<<132 * 8, 256>>>(d, m, oa, n); }, oa, kClasses, Output::i32});
        cases.push_back({"class_dwell_b", [=] { class_dwell_b<<<132 * 8, 256>>>(d, m, ob, n); }, ob, kClasses, Output::i32});
    }
    {
        const int pixels = 2560 * 2160, events = 22000000; std::vector<int> pixel(events), first(pixels + 1, 0); std::vector<float> c(events), binned(events);
        for (int e = 0; e < events; ++e) { pixel[e] = (int)(harness::hash32(e * 5u + 3u) % (unsigned)pixels); c[e] = 0.3f + harness::unit(e + 9u); ++first[pixel[e] + 1]; }
        for (int p = 0; p < pixels; ++p) first[p + 1] += first[p];
        std::vector<int> at(first.begin(), first.end() - 1);
        for (int e = 0; e < events; ++e) binned[at[pixel[e]]++] = c[e];
        int* dp = harness::uploaded(pixel); int* df = harness::uploaded(first); float* dc = harness::uploaded(c); float* db = harness::uploaded(binned);
        float* oa = harness::filled<float>(pixels, 93); float* ob = harness::filled<float>(pixels, 93);
        cases.push_back({"event_frame_a", [=] { event_frame_a<<<(events + 255) / 256, 256>>>(dp, dc, oa, events); }, oa, (size_t)pixels});
        cases.push_back({"event_frame_b", [=] { event_frame_b<<<(pixels + 255) / 256, 256>>>(df, db, ob, pixels); }, ob, (size_t)pixels});
    }
    {
        const int n = 2027520; float* w = harness::filled<float>(n, 94); float* s = harness::filled<float>(n, 95);
        float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"steric_column_a", [=] { steric_column_a<<<n / 128, 128>>>(w, s, oa, n); }, oa, (size_t)n});
        cases.push_back({"steric_column_b", [=] { steric_column_b<<<n / 128, 128>>>(w, s, ob, n); }, ob, (size_t)n});
    }
    {
        const int n = 132 * 8 * 256 * 4; std::vector<float4> loci(kLoci / 2);
        for (int l = 0; l < kLoci / 2; ++l) loci[l] = make_float4(0.4f * harness::unit(4 * l), 0.55f + 0.2f * harness::unit(4 * l + 1), 0.4f * harness::unit(4 * l + 2), 0.55f + 0.2f * harness::unit(4 * l + 3));
        float4* dl = harness::uploaded(loci); float* r = harness::filled<float>(n, 96); float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"pedigree_fit_a", [=] { pedigree_fit_a<<<n / 256, 256>>>(dl, r, oa, n); }, oa, (size_t)n});
        cases.push_back({"pedigree_fit_b", [=] { pedigree_fit_b<<<n / 256, 256>>>(dl, r, ob, n); }, ob, (size_t)n});
    }
    {
        const int n = 1351680; const unsigned long long prime = 2147483629ull + (argc > 99), radix = 1000003ull, inverse = ~0ull / prime;
        unsigned* t = (unsigned*)harness::indices((size_t)n * kShingleWords, 0xffffffffu, 97);
        int* oa = harness::empty<int>(n); int* ob = harness::empty<int>(n);
        cases.push_back({"shingle_print_a", [=] { shingle_print_a<<<(n + 319) / 320, 320>>>(t, oa, n, radix, prime); }, oa, (size_t)n, Output::i32});
        cases.push_back({"shingle_print_b", [=] { shingle_print_b<<<(n + 319) / 320, 320>>>(t, ob, n, radix, prime, inverse); }, ob, (size_t)n, Output::i32});
    }
    {
        const int loans = 132 * 2 * 64, months = 720; size_t count = (size_t)loans * kScenarios;
        float* a = harness::filled<float>(loans, 98); float* t = harness::filled<float>(loans, 99); float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"book_scenarios_a", [=] { book_scenarios_a<<<loans / 64, 64>>>(a, t, oa, loans, months); }, oa, count});
        cases.push_back({"book_scenarios_b", [=] { book_scenarios_b<<<loans / 64, 64>>>(a, t, ob, loans, months); }, ob, count});
    }
    {
        const int sites = 132, minerals = 24576; float* l = harness::filled<float>((size_t)sites * minerals * kBands, 101); float* s = harness::filled<float>((size_t)sites * kBands * 256, 102);
        size_t count = (size_t)sites * 256; float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"mineral_match_a", [=] { mineral_match_a<<<sites, 256>>>((const float4*)l, s, oa, minerals); }, oa, count});
        cases.push_back({"mineral_match_b", [=] { mineral_match_b<<<sites, 256>>>((const float4*)l, s, ob, minerals); }, ob, count});
    }
    return harness::run(argc, argv, cases);
}
