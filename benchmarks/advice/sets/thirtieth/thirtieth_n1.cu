// Eleven measured cases from fields, skies, media and storage: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Harvest: spread of the 480 basket weights of every farm (mean square less squared mean), one row a farm.
constexpr int kFarms = 132 * 8 * 512, kBaskets = 480;

__device__ __forceinline__ float spread_of(float sum, float square) {
    float mean = sum * (1.0f / kBaskets);
    return fmaf(-mean, mean, square * (1.0f / kBaskets));
}

__global__ void __launch_bounds__(128) harvest_baskets_n1_a(const float* __restrict__ weight, float* __restrict__ spread) {
    int farm = blockIdx.x * 128 + threadIdx.x;
    float sum = 0.0f, square = 0.0f;
    for (int k = 0; k < kBaskets; ++k) {
        float w = weight[(size_t)farm * kBaskets + k];
        sum += w;
        square = fmaf(w, w, square);
    }
    spread[farm] = spread_of(sum, square);
}

__global__ void __launch_bounds__(128) harvest_baskets_n1_b(const float* __restrict__ weight, float* __restrict__ spread) {
    int farm = blockIdx.x * 4 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f, square = 0.0f;
    for (int k = lane; k < kBaskets; k += 32) {
        float w = weight[(size_t)farm * kBaskets + k];
        sum += w;
        square = fmaf(w, w, square);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        square += __shfl_xor_sync(0xffffffffu, square, o);
    }
    if (lane == 0) spread[farm] = spread_of(sum, square);
}

// ---- Glacier survey: counts of 96 spectral bands, band after band, become radiances pixel after pixel (BSQ to BIP).
constexpr int kPixels = 1 << 20, kBands = 96;

__global__ void __launch_bounds__(256) glacier_bands_n1_a(const int* __restrict__ counts, const float* __restrict__ gain, const float* __restrict__ dark,
                                                          float* __restrict__ radiance) {
    int pixel = blockIdx.x * 256 + threadIdx.x, band = blockIdx.y;
    float c = (float)counts[(size_t)band * kPixels + pixel];
    radiance[(size_t)pixel * kBands + band] = fmaf(c, gain[band], dark[band]);
}

__global__ void __launch_bounds__(256) glacier_bands_n1_b(const int* __restrict__ counts, const float* __restrict__ gain, const float* __restrict__ dark,
                                                          float* __restrict__ radiance) {
    __shared__ float tile[32][33];
    int x = threadIdx.x, y = threadIdx.y, pixel = blockIdx.x * 32, band = blockIdx.y * 32;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        int b = band + y + j;
        tile[y + j][x] = fmaf((float)counts[(size_t)b * kPixels + pixel + x], gain[b], dark[b]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 32; j += 8) radiance[(size_t)(pixel + y + j) * kBands + band + x] = tile[x][y + j];
}

// ---- Star catalogue: absolute magnitude of every star from its parallax and its magnitude in one passband.
struct Star {
    double ra, dec;
    float pm_ra, pm_dec, parallax, velocity;
    float mag[5];
    unsigned flags;
    unsigned long long id;
};
static_assert(sizeof(Star) == 64, "a star takes 64 bytes");
constexpr int kStars = 132 * 8 * 1024 * 22;

__device__ __forceinline__ float absolute_mag(float mag, float parallax) { return fmaf(1.50515f, __log2f(fabsf(parallax) + 1e-3f), mag - 10.0f); }

__global__ void __launch_bounds__(256) comet_ledger_n1_a(const Star* __restrict__ stars, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + j * 256] = absolute_mag(stars[i + j * 256].mag[1], stars[i + j * 256].parallax);
}

__global__ void __launch_bounds__(256) comet_ledger_n1_b(const float* __restrict__ mag, const float* __restrict__ parallax, float* __restrict__ bright) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) bright[i + j * 256] = absolute_mag(mag[i + j * 256], parallax[i + j * 256]);
}

__global__ void harness_split_stars(const Star* stars, float* mag, float* parallax) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kStars; i += gridDim.x * blockDim.x) { mag[i] = stars[i].mag[1]; parallax[i] = stars[i].parallax; }
}

// ---- Molecular liquid: pair energy of each atom with the 32 atoms of its neighbour list (atoms stand in no order).
constexpr int kAtoms = 132 * 8 * 1024, kNear = 32;

__device__ __forceinline__ float pair_energy(float dx, float dy, float dz, float charge) {
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.25f))), inv = rsqrtf(r2), inv2 = inv * inv, inv6 = inv2 * inv2 * inv2;
    return fmaf(charge, inv, 0.01f * inv6 * (0.01f * inv6 - 1.0f));
}

__global__ void __launch_bounds__(384) tavern_lamps_n1_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                                         const float* __restrict__ pq, const int* __restrict__ near, float* __restrict__ energy) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float x = px[i], y = py[i], z = pz[i], q = pq[i], sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kNear; ++k) {
        int j = near[k * kAtoms + i];
        sum += pair_energy(x - px[j], y - py[j], z - pz[j], q * pq[j]);
    }
    energy[i] = sum;
}

__global__ void __launch_bounds__(384) tavern_lamps_n1_b(const float4* __restrict__ atom, const int* __restrict__ near, float* __restrict__ energy) {
    int i = blockIdx.x * 384 + threadIdx.x;
    float4 me = atom[i];
    float sum = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kNear; ++k) {
        float4 other = atom[near[k * kAtoms + i]];
        sum += pair_energy(me.x - other.x, me.y - other.y, me.z - other.z, me.w * other.w);
    }
    energy[i] = sum;
}

__global__ void harness_pack_atoms(const float* x, const float* y, const float* z, const float* q, float4* atom) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kAtoms; i += gridDim.x * blockDim.x) atom[i] = make_float4(x[i], y[i], z[i], q[i]);
}

// ---- Recommender: sum of the 32 title vectors (16 halves each) that a reader has borrowed; two lanes a reader.
// The table comes from a file: a header of 16 bytes, then the vectors.
constexpr int kTitles = 1 << 19, kReaders = 132 * 8 * 128 * 15, kBorrowed = 32, kHeader = 16;

__device__ __forceinline__ void shelf_sum(const uint4* __restrict__ vectors, const int* __restrict__ borrowed, uint4* __restrict__ taste) {
    int t = blockIdx.x * 256 + threadIdx.x, reader = t >> 1, half = t & 1;
    float2 sum[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) sum[c] = make_float2(0.0f, 0.0f);
#pragma unroll 4
    for (int k = 0; k < kBorrowed; ++k) {
        uint4 v = vectors[borrowed[k * kReaders + reader] * 2 + half];
        const __half2* h = reinterpret_cast<const __half2*>(&v);
#pragma unroll
        for (int c = 0; c < 4; ++c) { float2 f = __half22float2(h[c]); sum[c].x += f.x; sum[c].y += f.y; }
    }
    uint4 r;
    __half2* h = reinterpret_cast<__half2*>(&r);
#pragma unroll
    for (int c = 0; c < 4; ++c) h[c] = __float22half2_rn(sum[c]);
    taste[t] = r;
}

__global__ void __launch_bounds__(256) library_shelf_n1_a(const unsigned char* __restrict__ file, const int* __restrict__ borrowed, uint4* __restrict__ taste) {
    shelf_sum(reinterpret_cast<const uint4*>(file + kHeader), borrowed, taste);
}
__global__ void __launch_bounds__(256) library_shelf_n1_b(const unsigned char* __restrict__ table, const int* __restrict__ borrowed, uint4* __restrict__ taste) {
    shelf_sum(reinterpret_cast<const uint4*>(table), borrowed, taste);
}

// ---- Mosaic scan: brightness of every pixel of a 16384 x 8192 colour scan (packed red, green, blue).
constexpr int kScan = 1 << 27;

__device__ __forceinline__ unsigned luma(unsigned red, unsigned green, unsigned blue) { return (77 * red + 150 * green + 29 * blue + 128) >> 8; }

__global__ void __launch_bounds__(512) mosaic_scan_n1_a(const unsigned char* __restrict__ rgb, unsigned char* __restrict__ bright) {
    int i = blockIdx.x * 512 + threadIdx.x;
    bright[i] = (unsigned char)luma(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

__global__ void __launch_bounds__(512) mosaic_scan_n1_b(const unsigned* __restrict__ rgb, unsigned* __restrict__ bright) {  // four pixels a thread
    int i = blockIdx.x * 512 + threadIdx.x;
    unsigned u = rgb[3 * i], v = rgb[3 * i + 1], w = rgb[3 * i + 2];
    bright[i] = luma(u & 255, u >> 8 & 255, u >> 16 & 255) | luma(u >> 24, v & 255, v >> 8 & 255) << 8 |
                luma(v >> 16 & 255, v >> 24, w & 255) << 16 | luma(w >> 8 & 255, w >> 16 & 255, w >> 24) << 24;
}

// ---- Sequencing: bases whose Phred quality lies below the cutoff of their read (1024 bases) become N.
constexpr int kReads = 1 << 18, kLength = 1024;

__global__ void __launch_bounds__(256) orchid_reads_n1_a(const unsigned char* __restrict__ base, const unsigned char* __restrict__ quality,
                                                         const int* __restrict__ cutoff, unsigned char* __restrict__ masked) {
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned least = cutoff[i / kLength];
    masked[i] = quality[i] < least ? 'N' : base[i];
}

__global__ void __launch_bounds__(256) orchid_reads_n1_b(const uint4* __restrict__ base, const uint4* __restrict__ quality, const int* __restrict__ cutoff,
                                                         uint4* __restrict__ masked) {  // sixteen bases a thread
    int i = blockIdx.x * 256 + threadIdx.x;
    unsigned least = cutoff[i / (kLength / 16)] * 0x01010101u;
    uint4 b = base[i], q = quality[i];
    auto four = [=](unsigned letters, unsigned phred) {
        unsigned weak = __vcmpltu4(phred, least);
        return (letters & ~weak) | (0x4e4e4e4eu & weak);
    };
    masked[i] = make_uint4(four(b.x, q.x), four(b.y, q.y), four(b.z, q.z), four(b.w, q.w));
}

// ---- Language model: gated unit silu(gate) * up of each token; a row holds its gates, then its ups.
constexpr int kTokens = 16384, kInner = 14336;

__device__ __forceinline__ float gated(float g, float u) { return __fdividef(g, 1.0f + __expf(-g)) * u; }

__global__ void __launch_bounds__(256) violin_gate_n1_a(const __half* __restrict__ rows, __half* __restrict__ out) {
    int j = blockIdx.x * 256 + threadIdx.x;
    const __half* row = rows + (size_t)blockIdx.y * (2 * kInner);
    out[(size_t)blockIdx.y * kInner + j] = __float2half(gated(__half2float(row[j]), __half2float(row[kInner + j])));
}

__global__ void __launch_bounds__(256) violin_gate_n1_b(const uint4* __restrict__ rows, uint4* __restrict__ out) {
    constexpr int kWords = kInner / 8;
    int j = blockIdx.x * 256 + threadIdx.x;
    const uint4* row = rows + (size_t)blockIdx.y * (2 * kWords);
    uint4 g = row[j], u = row[kWords + j], r;
    const __half2 *gh = reinterpret_cast<const __half2*>(&g), *uh = reinterpret_cast<const __half2*>(&u);
    __half2* rh = reinterpret_cast<__half2*>(&r);
#pragma unroll
    for (int c = 0; c < 4; ++c) {
        float2 a = __half22float2(gh[c]), b = __half22float2(uh[c]);
        rh[c] = __floats2half2_rn(gated(a.x, b.x), gated(a.y, b.y));
    }
    out[(size_t)blockIdx.y * kWords + j] = r;
}

// ---- Pond: one red half-sweep of a red-black Gauss-Seidel solver of a Poisson equation (double).
constexpr int kPond = 8192, kHalfPond = kPond / 2;

__global__ void __launch_bounds__(256) pond_ripples_n1_a(const double* __restrict__ level, const double* __restrict__ source, double* __restrict__ next) {
    int k = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y, column = 2 * k + (row & 1);
    if (row == 0 || row == kPond - 1 || column == 0 || column == kPond - 1) return;
    int at = row * kPond + column;
    next[at] = 0.25 * (level[at - 1] + level[at + 1] + level[at - kPond] + level[at + kPond] - source[at]);
}

__global__ void __launch_bounds__(256) pond_ripples_n1_b(const double* __restrict__ black, const double* __restrict__ source, double* __restrict__ next) {
    int k = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y, column = 2 * k + (row & 1);
    if (row == 0 || row == kPond - 1 || column == 0 || column == kPond - 1) return;
    int at = row * kHalfPond + k, left = at - 1 + (row & 1);
    next[at] = 0.25 * (black[left] + black[left + 1] + black[at - kHalfPond] + black[at + kHalfPond] - source[at]);
}

__global__ void harness_split_pond(const double* whole, double* part, int colour) {  // colour 0 keeps the red cells, 1 the black ones
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kPond * kHalfPond; i += gridDim.x * blockDim.x) {
        int row = i / kHalfPond, k = i % kHalfPond;
        part[i] = whole[(size_t)row * kPond + 2 * k + ((row & 1) ^ colour)];
    }
}

// ---- Harbour: water level under a bell buoy from its trace (whose first sample is a time stamp) and the tide.
constexpr int kBells = 132 * 8 * 1024 * 60;

__device__ __forceinline__ void bell_level(const float* __restrict__ trace, const float* __restrict__ tide, float* __restrict__ level) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float v[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { v[j] = trace[i + j * 256]; w[j] = tide[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) level[i + j * 256] = fmaf(0.75f, v[j], w[j] * w[j]);
}

__global__ void __launch_bounds__(256) harbour_bells_n1_a(const float* __restrict__ record, const float* __restrict__ tide, float* __restrict__ level) {
    bell_level(record + 1, tide, level);
}
__global__ void __launch_bounds__(256) harbour_bells_n1_b(const float* __restrict__ trace, const float* __restrict__ tide, float* __restrict__ level) {
    bell_level(trace, tide, level);
}

// ---- Ferry: parity block of four data blocks (RAID 5), two quadruples of words a thread.
constexpr int kCrates = 132 * 8 * 512 * 24;

__global__ void __launch_bounds__(256) ferry_crates_n1_a(const uint4* __restrict__ one, const uint4* __restrict__ two, const uint4* __restrict__ three,
                                                         const uint4* __restrict__ four, uint4* __restrict__ parity) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 d[2][4];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        d[j][0] = __ldcs(one + i + j * 256); d[j][1] = __ldcs(two + i + j * 256);
        d[j][2] = __ldcs(three + i + j * 256); d[j][3] = __ldcs(four + i + j * 256);
    }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        __stcs(parity + i + j * 256, make_uint4(d[j][0].x ^ d[j][1].x ^ d[j][2].x ^ d[j][3].x, d[j][0].y ^ d[j][1].y ^ d[j][2].y ^ d[j][3].y,
                                                d[j][0].z ^ d[j][1].z ^ d[j][2].z ^ d[j][3].z, d[j][0].w ^ d[j][1].w ^ d[j][2].w ^ d[j][3].w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };
    auto kept = [](cudaError_t e) { CHECK(e); };

    // harvest
    float *weight = filled<float>((size_t)kFarms * kBaskets, 11), *spread = empty<float>(kFarms);
    add("harvest_baskets_n1_a", spread, kFarms, Output::f32, [=] { harvest_baskets_n1_a<<<kFarms / 128, 128>>>(weight, spread); });
    add("harvest_baskets_n1_b", spread, kFarms, Output::f32, [=] { harvest_baskets_n1_b<<<kFarms / 4, 128>>>(weight, spread); });

    // glacier
    int* counts = indices((size_t)kPixels * kBands, 4096, 12);
    float *gain = filled<float>(kBands, 13), *dark = filled<float>(kBands, 14), *radiance = empty<float>((size_t)kPixels * kBands);
    add("glacier_bands_n1_a", radiance, (size_t)kPixels * kBands, Output::f32,
        [=] { glacier_bands_n1_a<<<dim3(kPixels / 256, kBands), 256>>>(counts, gain, dark, radiance); });
    add("glacier_bands_n1_b", radiance, (size_t)kPixels * kBands, Output::f32,
        [=] { glacier_bands_n1_b<<<dim3(kPixels / 32, kBands / 32), dim3(32, 8)>>>(counts, gain, dark, radiance); });

    // stars
    const Star* stars = reinterpret_cast<const Star*>(filled<float>((size_t)kStars * 16, 15));
    float *mag = empty<float>(kStars), *parallax = empty<float>(kStars), *bright = empty<float>(kStars);
    harness_split_stars<<<2048, 256>>>(stars, mag, parallax); kept(cudaGetLastError());
    add("comet_ledger_n1_a", bright, kStars, Output::f32, [=] { comet_ledger_n1_a<<<kStars / 1024, 256>>>(stars, bright); });
    add("comet_ledger_n1_b", bright, kStars, Output::f32, [=] { comet_ledger_n1_b<<<kStars / 1024, 256>>>(mag, parallax, bright); });

    // atoms
    float *px = filled<float>(kAtoms, 16), *py = filled<float>(kAtoms, 17), *pz = filled<float>(kAtoms, 18), *pq = filled<float>(kAtoms, 19), *energy = empty<float>(kAtoms);
    float4* atom = empty<float4>(kAtoms);
    harness_pack_atoms<<<2048, 256>>>(px, py, pz, pq, atom); kept(cudaGetLastError());
    int* near = indices((size_t)kAtoms * kNear, kAtoms, 20);
    add("tavern_lamps_n1_a", energy, kAtoms, Output::f32, [=] { tavern_lamps_n1_a<<<kAtoms / 384, 384>>>(px, py, pz, pq, near, energy); });
    add("tavern_lamps_n1_b", energy, kAtoms, Output::f32, [=] { tavern_lamps_n1_b<<<kAtoms / 384, 384>>>(atom, near, energy); });

    // library: the same vectors behind a header and at the start of an allocation
    const size_t table_bytes = (size_t)kTitles * 32;
    unsigned char *file = empty<unsigned char>(table_bytes + kHeader), *table = reinterpret_cast<unsigned char*>(filled<__half>((size_t)kTitles * 16, 21));
    kept(cudaMemcpy(file + kHeader, table, table_bytes, cudaMemcpyDeviceToDevice));
    int* borrowed = indices((size_t)kReaders * kBorrowed, kTitles, 22);
    uint4* taste = empty<uint4>((size_t)kReaders * 2);
    add("library_shelf_n1_a", taste, (size_t)kReaders * 16, Output::f16, [=] { library_shelf_n1_a<<<kReaders / 128, 256>>>(file, borrowed, taste); });
    add("library_shelf_n1_b", taste, (size_t)kReaders * 16, Output::f16, [=] { library_shelf_n1_b<<<kReaders / 128, 256>>>(table, borrowed, taste); });

    // bytes
    constexpr size_t kBases = (size_t)kReads * kLength;
    unsigned char *bytes = reinterpret_cast<unsigned char*>(indices((size_t)kScan * 3 / 4, 0xffffffffu, 23)), *bright_map = empty<unsigned char>(kScan);
    add("mosaic_scan_n1_a", bright_map, kScan, Output::u8, [=] { mosaic_scan_n1_a<<<kScan / 512, 512>>>(bytes, bright_map); });
    add("mosaic_scan_n1_b", bright_map, kScan, Output::u8,
        [=] { mosaic_scan_n1_b<<<kScan / 2048, 512>>>(reinterpret_cast<const unsigned*>(bytes), reinterpret_cast<unsigned*>(bright_map)); });
    unsigned char *quality = reinterpret_cast<unsigned char*>(indices(kBases / 4, 0xffffffffu, 29)), *masked = empty<unsigned char>(kBases);
    int* cutoff = indices(kReads, 128, 30);
    static_assert(kBases <= (size_t)kScan * 3, "too few bytes");
    add("orchid_reads_n1_a", masked, kBases, Output::u8, [=] { orchid_reads_n1_a<<<kBases / 256, 256>>>(bytes, quality, cutoff, masked); });
    add("orchid_reads_n1_b", masked, kBases, Output::u8, [=] {
        orchid_reads_n1_b<<<kBases / 4096, 256>>>(reinterpret_cast<const uint4*>(bytes), reinterpret_cast<const uint4*>(quality), cutoff,
                                                  reinterpret_cast<uint4*>(masked)); });

    // gated unit
    __half *rows = filled<__half>((size_t)kTokens * kInner * 2, 24), *gates = empty<__half>((size_t)kTokens * kInner);
    add("violin_gate_n1_a", gates, (size_t)kTokens * kInner, Output::f16, [=] { violin_gate_n1_a<<<dim3(kInner / 256, kTokens), 256>>>(rows, gates); });
    add("violin_gate_n1_b", gates, (size_t)kTokens * kInner, Output::f16, [=] {
        violin_gate_n1_b<<<dim3(kInner / 2048, kTokens), 256>>>(reinterpret_cast<const uint4*>(rows), reinterpret_cast<uint4*>(gates)); });

    // pond
    const size_t cells = (size_t)kPond * kPond;
    double *level = filled<double>(cells, 25), *source = filled<double>(cells, 26), *next = empty<double>(cells), *black = empty<double>(cells / 2),
           *red_source = empty<double>(cells / 2);
    harness_split_pond<<<2048, 256>>>(level, black, 1); kept(cudaGetLastError());
    harness_split_pond<<<2048, 256>>>(source, red_source, 0); kept(cudaGetLastError());
    add("pond_ripples_n1_a", next, cells, Output::f64, [=] { pond_ripples_n1_a<<<dim3(kHalfPond / 64, kPond / 4), dim3(64, 4)>>>(level, source, next); });
    add("pond_ripples_n1_b", next, cells, Output::f64, [=] { pond_ripples_n1_b<<<dim3(kHalfPond / 64, kPond / 4), dim3(64, 4)>>>(black, red_source, next); });

    // harbour
    float *record = filled<float>((size_t)kBells + 1, 27), *trace = empty<float>(kBells), *tide = filled<float>(kBells, 28), *water = empty<float>(kBells);
    kept(cudaMemcpy(trace, record + 1, (size_t)kBells * 4, cudaMemcpyDeviceToDevice));
    add("harbour_bells_n1_a", water, kBells, Output::f32, [=] { harbour_bells_n1_a<<<kBells / 1024, 256>>>(record, tide, water); });
    add("harbour_bells_n1_b", water, kBells, Output::f32, [=] { harbour_bells_n1_b<<<kBells / 1024, 256>>>(trace, tide, water); });

    // ferry: its data blocks lie in the fields above
    static_assert((size_t)kCrates * 4 <= (size_t)kBells && (size_t)kCrates * 4 <= (size_t)kPixels * kBands && (size_t)kCrates * 16 <= (size_t)kScan * 3, "too short");
    auto words = [](const void* p) { return reinterpret_cast<const uint4*>(p); };
    const uint4 *d0 = words(weight), *d1 = words(counts), *d2 = words(tide), *d3 = words(bytes);
    uint4* parity = empty<uint4>(kCrates);
    add("ferry_crates_n1_a", parity, (size_t)kCrates * 4, Output::i32, [=] { ferry_crates_n1_a<<<kCrates / 512, 256>>>(d0, d1, d2, d3, parity); });

    return harness::run(argc, argv, cases);
}
