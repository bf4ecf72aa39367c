#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------------
// nerve_pulse: FitzHugh-Nagumo membranes, one cell per lane of a float4, `steps` explicit Euler steps each.
static __device__ __forceinline__ void membrane_step_a(float& v, float& w, float drive) {
    float dv = v - 0.3333 * v * v * v - w + drive;
    float dw = 0.08 * (v + 0.7 - 0.8 * w);
    v = v + 0.05 * dv;
    w = w + 0.05 * dw;
}
static __device__ __forceinline__ void membrane_step_b(float& v, float& w, float drive) {
    float dv = v - 0.3333f * v * v * v - w + drive;
    float dw = 0.08f * (v + 0.7f - 0.8f * w);
    v = v + 0.05f * dv;
    w = w + 0.05f * dw;
}
__global__ void __launch_bounds__(256) nerve_pulse_a(const float4* __restrict__ potential, const float4* __restrict__ recovery,
                                                     const float4* __restrict__ current, float4* __restrict__ outV,
                                                     float4* __restrict__ outW, int cells4, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 v = potential[i], w = recovery[i], drive = current[i];
    for (int s = 0; s < steps; ++s) {
        membrane_step_a(v.x, w.x, drive.x);
        membrane_step_a(v.y, w.y, drive.y);
        membrane_step_a(v.z, w.z, drive.z);
        membrane_step_a(v.w, w.w, drive.w);
    }
    outV[i] = v;
    outW[i] = w;
}
__global__ void __launch_bounds__(256) nerve_pulse_b(const float4* __restrict__ potential, const float4* __restrict__ recovery,
                                                     const float4* __restrict__ current, float4* __restrict__ outV,
                                                     float4* __restrict__ outW, int cells4, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 v = potential[i], w = recovery[i], drive = current[i];
    for (int s = 0; s < steps; ++s) {
        membrane_step_b(v.x, w.x, drive.x);
        membrane_step_b(v.y, w.y, drive.y);
        membrane_step_b(v.z, w.z, drive.z);
        membrane_step_b(v.w, w.w, drive.w);
    }
    outV[i] = v;
    outW[i] = w;
}

// ---------------------------------------------------------------------------------------------------------------------
// ligand_overlap: Gaussian shape overlap of probe points with the atoms of a ligand (docking score), atoms staged in shared memory.
constexpr int kAtoms = 128;
__global__ void __launch_bounds__(256) ligand_overlap_a(const float4* __restrict__ probes, const float4* __restrict__ atoms,
                                                        float* __restrict__ score, int probeCount) {
    __shared__ float4 atom[kAtoms];
    if (threadIdx.x < kAtoms) atom[threadIdx.x] = atoms[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= probeCount) return;
    float4 p = probes[i];
    float total = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kAtoms; ++k) {
        float4 a = atom[k];
        float dx = p.x - a.x, dy = p.y - a.y, dz = p.z - a.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        total += a.w * exp(-0.5 * r2);
    }
    score[i] = total * p.w;
}
__global__ void __launch_bounds__(256) ligand_overlap_b(const float4* __restrict__ probes, const float4* __restrict__ atoms,
                                                        float* __restrict__ score, int probeCount) {
    __shared__ float4 atom[kAtoms];
    if (threadIdx.x < kAtoms) atom[threadIdx.x] = atoms[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= probeCount) return;
    float4 p = probes[i];
    float total = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kAtoms; ++k) {
        float4 a = atom[k];
        float dx = p.x - a.x, dy = p.y - a.y, dz = p.z - a.z;
        float r2 = dx * dx + dy * dy + dz * dz;
        total += a.w * expf(-0.5f * r2);
    }
    score[i] = total * p.w;
}

// ---------------------------------------------------------------------------------------------------------------------
// burner_enthalpy: enthalpy of a fixed flue-gas mixture, degree-5 polynomials in temperature for 16 species, one cell per lane.
constexpr int kSpecies = 16;
__constant__ double kEnthalpyD[kSpecies][6];
__constant__ float kEnthalpyF[kSpecies][6];
__constant__ float kMassFraction[kSpecies];
static __device__ __forceinline__ float mixture_a(float t) {
    float mix = 0.0f;
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) {
        auto h = kEnthalpyD[s][5];
#pragma unroll
        for (int k = 4; k >= 0; --k) h = h * t + kEnthalpyD[s][k];
        mix += kMassFraction[s] * (float)h;
    }
    return mix;
}
static __device__ __forceinline__ float mixture_b(float t) {
    float mix = 0.0f;
#pragma unroll
    for (int s = 0; s < kSpecies; ++s) {
        auto h = kEnthalpyF[s][5];
#pragma unroll
        for (int k = 4; k >= 0; --k) h = h * t + kEnthalpyF[s][k];
        mix += kMassFraction[s] * h;
    }
    return mix;
}
__global__ void __launch_bounds__(256) burner_enthalpy_a(const float4* __restrict__ temperature, float4* __restrict__ enthalpy, int cells4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 t = temperature[i], h;
    h.x = mixture_a(1.2f + 0.8f * t.x);
    h.y = mixture_a(1.2f + 0.8f * t.y);
    h.z = mixture_a(1.2f + 0.8f * t.z);
    h.w = mixture_a(1.2f + 0.8f * t.w);
    enthalpy[i] = h;
}
__global__ void __launch_bounds__(256) burner_enthalpy_b(const float4* __restrict__ temperature, float4* __restrict__ enthalpy, int cells4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 t = temperature[i], h;
    h.x = mixture_b(1.2f + 0.8f * t.x);
    h.y = mixture_b(1.2f + 0.8f * t.y);
    h.z = mixture_b(1.2f + 0.8f * t.z);
    h.w = mixture_b(1.2f + 0.8f * t.w);
    enthalpy[i] = h;
}

// ---------------------------------------------------------------------------------------------------------------------
// dish_array: direct Fourier imaging of a radio interferometer, one sky pixel per thread, 128 baselines in shared memory.
constexpr int kBaselines = 128;
__global__ void __launch_bounds__(256) dish_array_a(const float2* __restrict__ sky, const float4* __restrict__ visibilities,
                                                    float2* __restrict__ image, int pixels) {
    __shared__ float4 base[kBaselines];
    if (threadIdx.x < kBaselines) base[threadIdx.x] = visibilities[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    float l = sky[i].x * 24.0f, m = sky[i].y * 24.0f;
    float re = 0.0f, im = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kBaselines; ++k) {
        float4 b = base[k];  // u, v, real, imaginary
        float s, c;
        sincosf(b.x * l + b.y * m, &s, &c);
        re += b.z * c - b.w * s;
        im += b.z * s + b.w * c;
    }
    image[i] = make_float2(re, im);
}
__global__ void __launch_bounds__(256) dish_array_b(const float2* __restrict__ sky, const float4* __restrict__ visibilities,
                                                    float2* __restrict__ image, int pixels) {
    __shared__ float4 base[kBaselines];
    if (threadIdx.x < kBaselines) base[threadIdx.x] = visibilities[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    float l = sky[i].x * 24.0f, m = sky[i].y * 24.0f;
    float re = 0.0f, im = 0.0f;
#pragma unroll 2
    for (int k = 0; k < kBaselines; ++k) {
        float4 b = base[k];
        float s, c;
        __sincosf(b.x * l + b.y * m, &s, &c);
        re += b.z * c - b.w * s;
        im += b.z * s + b.w * c;
    }
    image[i] = make_float2(re, im);
}

// ---------------------------------------------------------------------------------------------------------------------
// gallery_light: Blinn-Phong highlights of 12 lamps over a deferred normal + gloss buffer, one pixel per thread.
constexpr int kLamps = 12;
__constant__ float4 kHalfVector[kLamps];  // xyz half vector, w intensity
__global__ void __launch_bounds__(256) gallery_light_a(const float4* __restrict__ normals, float* __restrict__ radiance, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    float4 g = normals[i];
    float shininess = 9.0f + 8.0f * g.w;
    float sum = 0.02f;
#pragma unroll
    for (int k = 0; k < kLamps; ++k) {
        float4 h = kHalfVector[k];
        float facing = fmaxf(g.x * h.x + g.y * h.y + g.z * h.z, 1e-3f);
        sum += h.w * powf(facing, shininess);
    }
    radiance[i] = sum;
}
__global__ void __launch_bounds__(256) gallery_light_b(const float4* __restrict__ normals, float* __restrict__ radiance, int pixels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    float4 g = normals[i];
    float shininess = 9.0f + 8.0f * g.w;
    float sum = 0.02f;
#pragma unroll
    for (int k = 0; k < kLamps; ++k) {
        float4 h = kHalfVector[k];
        float facing = fmaxf(g.x * h.x + g.y * h.y + g.z * h.z, 1e-3f);
        sum += h.w * __powf(facing, shininess);
    }
    radiance[i] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// ion_cloud: electrostatic potential with a reaction-field term at grid points, from 256 ions in shared memory.
constexpr int kIons = 256;
__global__ void __launch_bounds__(256) ion_cloud_a(const float4* __restrict__ points, const float4* __restrict__ ions,
                                                   float* __restrict__ potential, int pointCount, float reaction) {
    __shared__ float4 ion[kIons];
    ion[threadIdx.x] = ions[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pointCount) return;
    float4 p = points[i];
    float phi = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kIons; ++k) {
        float4 q = ion[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float d2 = dx * dx + dy * dy + dz * dz + 1e-2f;
        phi += q.w / sqrtf(d2) + q.w * reaction * d2;
    }
    potential[i] = phi + p.w;
}
__global__ void __launch_bounds__(256) ion_cloud_b(const float4* __restrict__ points, const float4* __restrict__ ions,
                                                   float* __restrict__ potential, int pointCount, float reaction) {
    __shared__ float4 ion[kIons];
    ion[threadIdx.x] = ions[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pointCount) return;
    float4 p = points[i];
    float phi = 0.0f;
#pragma unroll 4
    for (int k = 0; k < kIons; ++k) {
        float4 q = ion[k];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
        float d2 = dx * dx + dy * dy + dz * dz + 1e-2f;
        phi += q.w * rsqrtf(d2) + q.w * reaction * d2;
    }
    potential[i] = phi + p.w;
}

// ---------------------------------------------------------------------------------------------------------------------
// warehouse_walk: travel effort of picking tours; every stop is a bin code that decodes to zone, aisle, bay and level.
struct Layout { int perZone, perAisle, perBay; };
struct FastDivisor {
    unsigned multiplier; int shift, divisor;
    explicit FastDivisor(int d) : divisor(d) {  // exact for 0 <= n < 2^31, d >= 2
        int bits = 0; while ((1ll << bits) < d) ++bits;
        int p = 31 + bits;
        multiplier = (unsigned)(((1ull << p) + d - 1) / d); shift = p - 32;
    }
    __device__ __forceinline__ int quotient(int n) const { return (int)(__umulhi((unsigned)n, multiplier) >> shift); }
};
struct FastLayout { FastDivisor perZone, perAisle, perBay; };
struct Bin { int zone, aisle, bay, level; };
static __device__ __forceinline__ Bin decode(int code, const Layout& l) {
    Bin b;
    b.zone = code / l.perZone;   code %= l.perZone;
    b.aisle = code / l.perAisle; code %= l.perAisle;
    b.bay = code / l.perBay;     b.level = code % l.perBay;
    return b;
}
static __device__ __forceinline__ Bin decode(int code, const FastLayout& l) {
    Bin b;
    b.zone = l.perZone.quotient(code);   code -= b.zone * l.perZone.divisor;
    b.aisle = l.perAisle.quotient(code); code -= b.aisle * l.perAisle.divisor;
    b.bay = l.perBay.quotient(code);     b.level = code - b.bay * l.perBay.divisor;
    return b;
}
static __device__ __forceinline__ int leg(const Bin& from, const Bin& to) {
    int effort = abs(to.aisle - from.aisle) * 5 + abs(to.bay - from.bay) * 2 + to.level;
    return to.zone == from.zone ? effort : effort + 90;
}
template <typename L>
static __device__ __forceinline__ void walk(const int4* picks, int4* efforts, int tours4, int stops, const L& layout) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tours4) return;
    Bin at[4] = {};
    int total[4] = {};
    for (int s = 0; s < stops; ++s) {
        int4 code = __ldg(&picks[(size_t)s * tours4 + t]);
        int codes[4] = {code.x, code.y, code.z, code.w};
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            Bin next = decode(codes[j], layout);
            total[j] += leg(at[j], next);
            at[j] = next;
        }
    }
    efforts[t] = make_int4(total[0], total[1], total[2], total[3]);
}
__global__ void __launch_bounds__(256) warehouse_walk_a(const int4* __restrict__ picks, int4* __restrict__ efforts, int tours4, int stops,
                                                        Layout layout) {
    walk(picks, efforts, tours4, stops, layout);
}
__global__ void __launch_bounds__(256) warehouse_walk_b(const int4* __restrict__ picks, int4* __restrict__ efforts, int tours4, int stops,
                                                        FastLayout layout) {
    walk(picks, efforts, tours4, stops, layout);
}

// ---------------------------------------------------------------------------------------------------------------------
// slice_smooth: vertical 17-tap smoothing of medical slices with clamped borders, one pixel per thread, rows reused from L1.
constexpr int kReach = 8;
__constant__ float kBlur[2 * kReach + 1];
__global__ void __launch_bounds__(256) slice_smooth_a(const float* __restrict__ slices, float* __restrict__ smooth, long long width,
                                                      long long height) {
    long long x = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    long long y = (long long)blockIdx.y * blockDim.y + threadIdx.y;
    long long slice = blockIdx.z;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (long long k = -kReach; k <= kReach; ++k) {
        long long row = y + k;
        row = row < 0 ? 0 : row;
        row = row > height - 1 ? height - 1 : row;
        sum += kBlur[k + kReach] * slices[(slice * height + row) * width + x];
    }
    smooth[(slice * height + y) * width + x] = sum;
}
__global__ void __launch_bounds__(256) slice_smooth_b(const float* __restrict__ slices, float* __restrict__ smooth, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int slice = blockIdx.z;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -kReach; k <= kReach; ++k) {
        int row = y + k;
        row = row < 0 ? 0 : row;
        row = row > height - 1 ? height - 1 : row;
        sum += kBlur[k + kReach] * slices[(slice * height + row) * width + x];
    }
    smooth[(slice * height + y) * width + x] = sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// kmer_sieve: membership of DNA k-mers in a Bloom filter held in shared memory, four probes a k-mer by double hashing.
constexpr int kFilterWords = 8192;  // 32 KB, 2^18 bits
static __device__ __forceinline__ unsigned long long mix(unsigned long long x) {
    x ^= x >> 31; x *= 0x9e3779b97f4a7c15ull; x ^= x >> 29;
    return x;
}
static __device__ __forceinline__ unsigned char probes_a(unsigned long long kmer, const unsigned* filter, unsigned long long slots) {
    unsigned long long h = mix(kmer), step = (h >> 17) | 1ull;
    unsigned char found = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned slot = (unsigned)(h % slots);
        found += (filter[slot >> 5] >> (slot & 31)) & 1u;
        h += step;
    }
    return found;
}
static __device__ __forceinline__ unsigned char probes_b(unsigned long long kmer, const unsigned* filter, unsigned long long slots) {
    unsigned long long h = mix(kmer), step = (h >> 17) | 1ull;
    unsigned char found = 0;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        unsigned slot = (unsigned)(h & (slots - 1));
        found += (filter[slot >> 5] >> (slot & 31)) & 1u;
        h += step;
    }
    return found;
}
__global__ void __launch_bounds__(256) kmer_sieve_a(const ulonglong2* __restrict__ kmers, const uint4* __restrict__ bloom,
                                                    uchar2* __restrict__ found, int pairs, unsigned long long slots) {
    __shared__ uint4 staged[kFilterWords / 4];
    for (int i = threadIdx.x; i < kFilterWords / 4; i += blockDim.x) staged[i] = bloom[i];
    __syncthreads();
    const unsigned* filter = reinterpret_cast<const unsigned*>(staged);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        ulonglong2 k = kmers[i];
        found[i] = make_uchar2(probes_a(k.x, filter, slots), probes_a(k.y, filter, slots));
    }
}
__global__ void __launch_bounds__(256) kmer_sieve_b(const ulonglong2* __restrict__ kmers, const uint4* __restrict__ bloom,
                                                    uchar2* __restrict__ found, int pairs, unsigned long long slots) {
    __shared__ uint4 staged[kFilterWords / 4];
    for (int i = threadIdx.x; i < kFilterWords / 4; i += blockDim.x) staged[i] = bloom[i];
    __syncthreads();
    const unsigned* filter = reinterpret_cast<const unsigned*>(staged);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        ulonglong2 k = kmers[i];
        found[i] = make_uchar2(probes_b(k.x, filter, slots), probes_b(k.y, filter, slots));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// card_audit: Luhn check sums of 16-digit account numbers stored as 64-bit integers, two numbers per thread.
static __device__ __forceinline__ unsigned luhn_a(unsigned long long number) {
    unsigned sum = 0;
#pragma unroll 4
    for (int position = 0; position < 16; ++position) {
        unsigned digit = (unsigned)(number % 10);
        number /= 10;
        if (position & 1) { digit *= 2; if (digit > 9) digit -= 9; }
        sum += digit;
    }
    return sum;
}
static __device__ __forceinline__ unsigned luhn_half(unsigned part) {
    unsigned sum = 0;
#pragma unroll 4
    for (int position = 0; position < 8; ++position) {
        unsigned digit = part % 10;
        part /= 10;
        if (position & 1) { digit *= 2; if (digit > 9) digit -= 9; }
        sum += digit;
    }
    return sum;
}
static __device__ __forceinline__ unsigned luhn_b(unsigned long long number) {
    unsigned high = (unsigned)(number / 100000000ull);
    unsigned low = (unsigned)(number - high * 100000000ull);
    return luhn_half(low) + luhn_half(high);
}
__global__ void __launch_bounds__(256) card_audit_a(const ulonglong2* __restrict__ accounts, uchar2* __restrict__ checks, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    ulonglong2 n = accounts[i];
    checks[i] = make_uchar2(luhn_a(n.x), luhn_a(n.y));
}
__global__ void __launch_bounds__(256) card_audit_b(const ulonglong2* __restrict__ accounts, uchar2* __restrict__ checks, int pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs) return;
    ulonglong2 n = accounts[i];
    checks[i] = make_uchar2(luhn_b(n.x), luhn_b(n.y));
}

// ---------------------------------------------------------------------------------------------------------------------
// rain_merge: merges radar rain, gauge correction and a quality weight into one field (a stream over four large arrays).
static __device__ __forceinline__ float merge_a(float radar, float gauge, float quality) {
    float w = fminf(fmaxf(quality, 0.0f), 1.0f);
    float blend = radar + w * (gauge - radar);
    float bright = fmaxf(blend - 0.75f, 0.0f);
    return fmaxf(blend - bright * 0.35, 0.0f);
}
static __device__ __forceinline__ float merge_b(float radar, float gauge, float quality) {
    float w = fminf(fmaxf(quality, 0.0f), 1.0f);
    float blend = radar + w * (gauge - radar);
    float bright = fmaxf(blend - 0.75f, 0.0f);
    return fmaxf(blend - bright * 0.35f, 0.0f);
}
__global__ void __launch_bounds__(256) rain_merge_a(const float4* __restrict__ radar, const float4* __restrict__ gauge,
                                                    const float4* __restrict__ quality, float4* __restrict__ rain, int cells4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 r = radar[i], g = gauge[i], q = quality[i];
    rain[i] = make_float4(merge_a(r.x, g.x, q.x), merge_a(r.y, g.y, q.y), merge_a(r.z, g.z, q.z), merge_a(r.w, g.w, q.w));
}
__global__ void __launch_bounds__(256) rain_merge_b(const float4* __restrict__ radar, const float4* __restrict__ gauge,
                                                    const float4* __restrict__ quality, float4* __restrict__ rain, int cells4) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 r = radar[i], g = gauge[i], q = quality[i];
    rain[i] = make_float4(merge_b(r.x, g.x, q.x), merge_b(r.y, g.y, q.y), merge_b(r.z, g.z, q.z), merge_b(r.w, g.w, q.w));
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const size_t big = (size_t)1 << 25;  // 32 Mi floats, 128 MB
    float* s0 = filled<float>(big, 1);
    float* s1 = filled<float>(big, 2);
    float* s2 = filled<float>(big, 3);
    float* out = empty<float>(big);
    float* out2 = empty<float>(big);
    const float4 *v0 = (const float4*)s0, *v1 = (const float4*)s1, *v2 = (const float4*)s2;
    float4 *o0 = (float4*)out, *o1 = (float4*)out2;

    {   // nerve_pulse
        int cells4 = 1 << 20, grid = cells4 / 256;
        cases.push_back({"nerve_pulse_a", [=] { nerve_pulse_a<<<grid, 256>>>(v0, v1, v2, o0, o1, cells4, 40); }, out, (size_t)cells4 * 4});
        cases.push_back({"nerve_pulse_b", [=] { nerve_pulse_b<<<grid, 256>>>(v0, v1, v2, o0, o1, cells4, 40); }, out, (size_t)cells4 * 4});
    }
    {   // ligand_overlap
        int probes = 132 * 8 * 256 * 4, grid = probes / 256;
        cases.push_back({"ligand_overlap_a", [=] { ligand_overlap_a<<<grid, 256>>>(v0, v1, out, probes); }, out, (size_t)probes});
        cases.push_back({"ligand_overlap_b", [=] { ligand_overlap_b<<<grid, 256>>>(v0, v1, out, probes); }, out, (size_t)probes});
    }
    {   // burner_enthalpy
        double d[kSpecies][6]; float f[kSpecies][6], fraction[kSpecies];
        for (int s = 0; s < kSpecies; ++s) {
            fraction[s] = 0.02f + 0.05f * std::fabs(unit(900 + s));
            for (int k = 0; k < 6; ++k) { d[s][k] = unit(17 * s + k + 5) / (1.0 + 1.7 * k) + (k == 1 ? 2.5 : 0.0); f[s][k] = (float)d[s][k]; }
        }
        CHECK(cudaMemcpyToSymbol(kEnthalpyD, d, sizeof d));
        CHECK(cudaMemcpyToSymbol(kEnthalpyF, f, sizeof f));
        CHECK(cudaMemcpyToSymbol(kMassFraction, fraction, sizeof fraction));
        int cells4 = 1 << 22, grid = cells4 / 256;
        cases.push_back({"burner_enthalpy_a", [=] { burner_enthalpy_a<<<grid, 256>>>(v0, o0, cells4); }, out, (size_t)cells4 * 4});
        cases.push_back({"burner_enthalpy_b", [=] { burner_enthalpy_b<<<grid, 256>>>(v0, o0, cells4); }, out, (size_t)cells4 * 4});
    }
    {   // dish_array
        int pixels = 132 * 8 * 256 * 4, grid = pixels / 256;
        const float2* sky = (const float2*)s0; float2* image = (float2*)out;
        cases.push_back({"dish_array_a", [=] { dish_array_a<<<grid, 256>>>(sky, v1, image, pixels); }, out, (size_t)pixels * 2});
        cases.push_back({"dish_array_b", [=] { dish_array_b<<<grid, 256>>>(sky, v1, image, pixels); }, out, (size_t)pixels * 2});
    }
    {   // gallery_light
        float4 lamps[kLamps];
        for (int k = 0; k < kLamps; ++k) lamps[k] = make_float4(0.6f * unit(k * 4), 0.6f * unit(k * 4 + 1), 0.6f * unit(k * 4 + 2), 0.2f + 0.5f * std::fabs(unit(k * 4 + 3)));
        CHECK(cudaMemcpyToSymbol(kHalfVector, lamps, sizeof lamps));
        int pixels = 1 << 23, grid = pixels / 256;
        cases.push_back({"gallery_light_a", [=] { gallery_light_a<<<grid, 256>>>(v0, out, pixels); }, out, (size_t)pixels});
        cases.push_back({"gallery_light_b", [=] { gallery_light_b<<<grid, 256>>>(v0, out, pixels); }, out, (size_t)pixels});
    }
    {   // ion_cloud
        int points = 132 * 8 * 256 * 4, grid = points / 256;
        cases.push_back({"ion_cloud_a", [=] { ion_cloud_a<<<grid, 256>>>(v0, v2, out, points, 0.03f); }, out, (size_t)points});
        cases.push_back({"ion_cloud_b", [=] { ion_cloud_b<<<grid, 256>>>(v0, v2, out, points, 0.03f); }, out, (size_t)points});
    }
    {   // warehouse_walk
        int tours4 = 1 << 20, stops = 16, grid = tours4 / 256;  // 64 Mi picks, 256 MB
        int perBay = 6, perAisle = 6 * 37, perZone = 6 * 37 * 23;
        const int4* picks = (const int4*)indices((size_t)tours4 * 4 * stops, (unsigned)perZone * 9);
        int4* efforts = (int4*)out;
        Layout layout{perZone, perAisle, perBay};
        FastLayout fast{FastDivisor(perZone), FastDivisor(perAisle), FastDivisor(perBay)};
        cases.push_back({"warehouse_walk_a", [=] { warehouse_walk_a<<<grid, 256>>>(picks, efforts, tours4, stops, layout); }, out, (size_t)tours4 * 4, Output::i32});
        cases.push_back({"warehouse_walk_b", [=] { warehouse_walk_b<<<grid, 256>>>(picks, efforts, tours4, stops, fast); }, out, (size_t)tours4 * 4, Output::i32});
    }
    {   // slice_smooth
        float blur[2 * kReach + 1], total = 0;
        for (int k = -kReach; k <= kReach; ++k) total += blur[k + kReach] = std::exp(-k * k / 32.0f);
        for (float& b : blur) b /= total;
        CHECK(cudaMemcpyToSymbol(kBlur, blur, sizeof blur));
        int width = 1024, height = 1024, slices = 24;
        dim3 block(32, 8), grid(width / 32, height / 8, slices);
        size_t count = (size_t)width * height * slices;
        cases.push_back({"slice_smooth_a", [=] { slice_smooth_a<<<grid, block>>>(s0, out, (long long)width, (long long)height); }, out, count});
        cases.push_back({"slice_smooth_b", [=] { slice_smooth_b<<<grid, block>>>(s0, out, width, height); }, out, count});
    }
    {   // kmer_sieve
        int pairs = 1 << 23;  // 16 Mi k-mers, 128 MB
        const ulonglong2* kmers = (const ulonglong2*)indices((size_t)pairs * 4, 1u << 31, 21);
        std::vector<unsigned> bits(kFilterWords);
        for (int i = 0; i < kFilterWords; ++i) bits[i] = hash32(i + 77);
        const uint4* bloom = (const uint4*)uploaded(bits);
        uchar2* found = (uchar2*)out;
        unsigned long long slots = (unsigned long long)kFilterWords * 32;
        cases.push_back({"kmer_sieve_a", [=] { kmer_sieve_a<<<132 * 6, 256>>>(kmers, bloom, found, pairs, slots); }, out, (size_t)pairs * 2, Output::u8});
        cases.push_back({"kmer_sieve_b", [=] { kmer_sieve_b<<<132 * 6, 256>>>(kmers, bloom, found, pairs, slots); }, out, (size_t)pairs * 2, Output::u8});
    }
    {   // card_audit
        int pairs = 6 << 20;  // 12 Mi numbers, 96 MB
        std::vector<unsigned long long> numbers((size_t)pairs * 2);
        for (size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = (hash32((uint32_t)i) % 100000000u) * 100000000ull + hash32((uint32_t)i + 0x51000000u) % 100000000u;
        const ulonglong2* accounts = (const ulonglong2*)uploaded(numbers);
        uchar2* checks = (uchar2*)out;
        cases.push_back({"card_audit_a", [=] { card_audit_a<<<pairs / 256, 256>>>(accounts, checks, pairs); }, out, (size_t)pairs * 2, Output::u8});
        cases.push_back({"card_audit_b", [=] { card_audit_b<<<pairs / 256, 256>>>(accounts, checks, pairs); }, out, (size_t)pairs * 2, Output::u8});
    }
    {   // rain_merge
        int cells4 = 1 << 23, grid = cells4 / 256;
        cases.push_back({"rain_merge_a", [=] { rain_merge_a<<<grid, 256>>>(v0, v1, v2, o0, cells4); }, out, (size_t)cells4 * 4});
        cases.push_back({"rain_merge_b", [=] { rain_merge_b<<<grid, 256>>>(v0, v1, v2, o0, cells4); }, out, (size_t)cells4 * 4});
    }
    return run(argc, argv, cases);
}
