// Eleven measured cases about how kernels reach memory: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Radar: corner turn of a range-compressed scene (2048 pulses of 1536 range bins) with a taper over range.
constexpr int kPulses = 2048, kBins = 1536;

__global__ void __launch_bounds__(256) ferry_timetable_aa1_a(const float* __restrict__ echo, const float* __restrict__ taper, float* __restrict__ turned) {
    int pulse = blockIdx.x * 256 + threadIdx.x, bin = blockIdx.y;
    turned[bin * kPulses + pulse] = echo[pulse * kBins + bin] * taper[bin];
}

__global__ void __launch_bounds__(256) ferry_timetable_aa1_b(const float* __restrict__ echo, const float* __restrict__ taper, float* __restrict__ turned) {
    __shared__ float tile[32][33];
    int pulse0 = blockIdx.x * 32, bin0 = blockIdx.y * 32, tx = threadIdx.x, ty = threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[ty + k][tx] = echo[(pulse0 + ty + k) * kBins + bin0 + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 32; k += 8) turned[(bin0 + ty + k) * kPulses + pulse0 + tx] = tile[tx][ty + k] * taper[bin0 + ty + k];
}

// ---- Audio: sixteen planar ambisonic channels to the interleaved frames that the encoder wants, with a gain per channel.
constexpr int kVoices = 16, kTicks = 10 << 20;

__global__ void __launch_bounds__(256) orchestra_pit_aa1_a(const float* __restrict__ planar, const float* __restrict__ gain, float* __restrict__ frames) {
    int tick = blockIdx.x * 256 + threadIdx.x, voice = blockIdx.y;
    frames[tick * kVoices + voice] = planar[voice * kTicks + tick] * gain[voice];
}

__global__ void __launch_bounds__(256) orchestra_pit_aa1_b(const float* __restrict__ planar, const float* __restrict__ gain, float* __restrict__ frames) {
    __shared__ float tile[kVoices][130];
    int tick0 = blockIdx.x * 128;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int e = k * 256 + threadIdx.x, voice = e / 128, tick = e % 128;
        tile[voice][tick] = planar[voice * kTicks + tick0 + tick] * gain[voice];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        int e = k * 256 + threadIdx.x;
        frames[tick0 * kVoices + e] = tile[e % kVoices][e / kVoices];
    }
}

// ---- Games: fade of each agent of a crowd from its mass, age and opacity.
struct Agent { float px, py, pz, mass, vx, vy, vz, age, r, g, b, opacity, team, mood, seed, goal; };
constexpr int kAgents = 132 * 2048 * 31;

__device__ __forceinline__ float fade_of(float mass, float age, float opacity) { return opacity * fmaf(-0.25f, age, 1.0f) * fmaf(0.125f, mass, 1.0f); }

__global__ void harness_split_agents(const Agent* agents, float* mass, float* age, float* opacity) {
    int i = blockIdx.x * 128 + threadIdx.x;
    mass[i] = agents[i].mass; age[i] = agents[i].age; opacity[i] = agents[i].opacity;
}
__global__ void __launch_bounds__(128) market_crowd_aa1_a(const Agent* __restrict__ agents, float* __restrict__ fade) {
    int i = blockIdx.x * 128 + threadIdx.x;
    fade[i] = fade_of(agents[i].mass, agents[i].age, agents[i].opacity);
}
__global__ void __launch_bounds__(128) market_crowd_aa1_b(const float* __restrict__ mass, const float* __restrict__ age, const float* __restrict__ opacity,
                                                          float* __restrict__ fade) {
    int i = blockIdx.x * 128 + threadIdx.x;
    fade[i] = fade_of(mass[i], age[i], opacity[i]);
}

// ---- Meshes: area of each triangle of an unordered mesh of a million vertices.
constexpr int kVertices = 1 << 20, kFaces = 132 * 2048 * 2;

__device__ __forceinline__ float area_of(float3 a, float3 b, float3 c) {
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    float nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    return 0.5f * sqrtf(fmaf(nx, nx, fmaf(ny, ny, nz * nz)));
}
__device__ __forceinline__ float3 xyz(float4 v) { return make_float3(v.x, v.y, v.z); }

__global__ void harness_pack_vertices(const float* x, const float* y, const float* z, float4* packed) {
    int i = blockIdx.x * 256 + threadIdx.x;
    packed[i] = make_float4(x[i], y[i], z[i], 0.0f);
}
__global__ void __launch_bounds__(128) stained_glass_aa1_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                           const int* __restrict__ ia, const int* __restrict__ ib, const int* __restrict__ ic, float* __restrict__ area) {
    int f = blockIdx.x * 128 + threadIdx.x, a = ia[f], b = ib[f], c = ic[f];
    area[f] = area_of(make_float3(x[a], y[a], z[a]), make_float3(x[b], y[b], z[b]), make_float3(x[c], y[c], z[c]));
}
__global__ void __launch_bounds__(128) stained_glass_aa1_b(const float4* __restrict__ vertex, const int* __restrict__ ia, const int* __restrict__ ib,
                                                           const int* __restrict__ ic, float* __restrict__ area) {
    int f = blockIdx.x * 128 + threadIdx.x, a = ia[f], b = ib[f], c = ic[f];
    area[f] = area_of(xyz(vertex[a]), xyz(vertex[b]), xyz(vertex[c]));
}

// ---- Recommendations: sum of the 32 looked-up rows (8 floats) of each bag; the table file starts with a header of 16 bytes.
constexpr int kRows = 1 << 18, kBags = 132 * 2048, kLookups = 32;

__device__ __forceinline__ void sum_bag(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ bags) {
    int t = blockIdx.x * 256 + threadIdx.x, bag = t / 2, part = t % 2;
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 8
    for (int k = 0; k < kLookups; ++k) {
        float4 v = table[ids[k * kBags + bag] * 2 + part];
        sum.x += v.x; sum.y += v.y; sum.z += v.z; sum.w += v.w;
    }
    bags[t] = sum;
}
__global__ void __launch_bounds__(256) recipe_cards_aa1_a(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ bags) { sum_bag(table, ids, bags); }
__global__ void __launch_bounds__(256) recipe_cards_aa1_b(const float4* __restrict__ table, const int* __restrict__ ids, float4* __restrict__ bags) { sum_bag(table, ids, bags); }

// ---- Genomics: complementary strand of a sequence of letters (A-T, C-G).
constexpr unsigned kLetters = 768u << 20;

__device__ __forceinline__ unsigned partner_of(unsigned w, unsigned ones) { return w ^ (0x15u * ones ^ ((w >> 1) & ones) * 0x11u); }

__global__ void harness_letters(unsigned char* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (0x47544341u >> (harness::hash32((uint32_t)i + 5) % 4 * 8)) & 0xff;  // A, C, T, G
}
__global__ void __launch_bounds__(512) silk_thread_aa1_a(const unsigned char* __restrict__ strand, unsigned char* __restrict__ partner) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    partner[i] = (unsigned char)partner_of(strand[i], 1u);
}
__global__ void __launch_bounds__(512) silk_thread_aa1_b(const uint4* __restrict__ strand, uint4* __restrict__ partner) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    uint4 w = strand[i];
    partner[i] = make_uint4(partner_of(w.x, 0x01010101u), partner_of(w.y, 0x01010101u), partner_of(w.z, 0x01010101u), partner_of(w.w, 0x01010101u));
}

// ---- Video: luma plane of a packed RGB24 frame.
constexpr int kFrameWide = 3584, kFrameHigh = 2016;

__device__ __forceinline__ unsigned luma_of(unsigned r, unsigned g, unsigned b) { return (77 * r + 150 * g + 29 * b + 128) >> 8; }

__global__ void harness_pixels(unsigned* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) p[i] = harness::hash32((uint32_t)i * 3u + 11u);
}
__global__ void __launch_bounds__(256) postcard_rack_aa1_a(const unsigned char* __restrict__ rgb, unsigned char* __restrict__ luma) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, at = y * kFrameWide + x;
    luma[at] = (unsigned char)luma_of(rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2]);
}
__global__ void __launch_bounds__(256) postcard_rack_aa1_b(const unsigned* __restrict__ rgb, unsigned* __restrict__ luma) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, at = y * (kFrameWide / 4) + x;  // four pixels in three words
    unsigned p = rgb[at * 3], q = rgb[at * 3 + 1], r = rgb[at * 3 + 2];
    luma[at] = luma_of(p & 255, p >> 8 & 255, p >> 16 & 255) | luma_of(p >> 24, q & 255, q >> 8 & 255) << 8 |
               luma_of(q >> 16 & 255, q >> 24, r & 255) << 16 | luma_of(r >> 8 & 255, r >> 16 & 255, r >> 24) << 24;
}

// ---- Inference: requantisation of activations in half precision: scale, shift, limit.
constexpr unsigned kActs = 640u << 20;

__device__ __forceinline__ __half limit_of(__half x) { return __float2half_rn(fminf(fmaxf(fmaf(__half2float(x), 1.75f, 0.125f), -1.0f), 1.5f)); }

__global__ void __launch_bounds__(512) pottery_glaze_aa1_a(const __half* __restrict__ in, __half* __restrict__ out) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    out[i] = limit_of(in[i]);
}
__device__ __forceinline__ unsigned limit2_of(unsigned w) {
    __half low = limit_of(__ushort_as_half((unsigned short)(w & 0xffff))), high = limit_of(__ushort_as_half((unsigned short)(w >> 16)));
    return __half_as_ushort(low) | (unsigned)__half_as_ushort(high) << 16;
}
__global__ void __launch_bounds__(512) pottery_glaze_aa1_b(const uint4* __restrict__ in, uint4* __restrict__ out) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    uint4 v = in[i];
    out[i] = make_uint4(limit2_of(v.x), limit2_of(v.y), limit2_of(v.z), limit2_of(v.w));
}

// ---- Loudness: energy of the left channel in windows of 4096 frames.
constexpr int kWindows = 132 * 8 * 25, kFrames = 4096;

template <int kStep>
__device__ __forceinline__ void window_energy(const float* __restrict__ sound, float* __restrict__ energy) {
    __shared__ float part[8];
    int t = threadIdx.x;
    const float* mine = sound + (size_t)blockIdx.x * kFrames * kStep + t * kStep;
    float v[16], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) v[k] = mine[k * 256 * kStep];
#pragma unroll
    for (int k = 0; k < 16; ++k) sum = fmaf(v[k], v[k], sum);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (t % 32 == 0) part[t / 32] = sum;
    __syncthreads();
    if (t < 8) {
        sum = part[t];
#pragma unroll
        for (int o = 4; o; o >>= 1) sum += __shfl_xor_sync(0xffu, sum, o);
        if (t == 0) energy[blockIdx.x] = sum;
    }
}
__global__ void harness_left(const float* stereo, float* left, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) left[i] = stereo[i * 2];
}
__global__ void __launch_bounds__(256) foghorn_hours_aa1_a(const float* __restrict__ stereo, float* __restrict__ energy) { window_energy<2>(stereo, energy); }
__global__ void __launch_bounds__(256) foghorn_hours_aa1_b(const float* __restrict__ left, float* __restrict__ energy) { window_energy<1>(left, energy); }

// ---- Ice cores: isotope reading to temperature; the first reading of the record is a calibration mark and is left out.
constexpr unsigned kReadings = 192u << 20;

__device__ __forceinline__ void core_temperature(const float* __restrict__ reading, float* __restrict__ kelvin) {
    unsigned i = blockIdx.x * 2048 + threadIdx.x;
    float v[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = reading[i + k * 256];
#pragma unroll
    for (int k = 0; k < 8; ++k) kelvin[i + k * 256] = fmaf(fmaf(0.08f, v[k], 1.45f), v[k], 2.5f);
}
__global__ void __launch_bounds__(256) glacier_core_aa1_a(const float* __restrict__ reading, float* __restrict__ kelvin) { core_temperature(reading, kelvin); }
__global__ void __launch_bounds__(256) glacier_core_aa1_b(const float* __restrict__ reading, float* __restrict__ kelvin) { core_temperature(reading, kelvin); }

// ---- Film: even dissolve of two stacks of 8-bit frames, 32 bytes of each a thread.
constexpr unsigned kFilm = 512u << 20;

__device__ __forceinline__ unsigned mean4(unsigned a, unsigned b) { return (a & b) + (((a ^ b) & 0xfefefefeu) >> 1); }
__device__ __forceinline__ uint4 mean16(uint4 a, uint4 b) { return make_uint4(mean4(a.x, b.x), mean4(a.y, b.y), mean4(a.z, b.z), mean4(a.w, b.w)); }

__global__ void __launch_bounds__(256) curtain_fall_aa1_a(const uint4* __restrict__ from, const uint4* __restrict__ to, uint4* __restrict__ mixed) {
    unsigned i = blockIdx.x * 512 + threadIdx.x;
    uint4 a0 = __ldcs(from + i), b0 = __ldcs(to + i), a1 = __ldcs(from + i + 256), b1 = __ldcs(to + i + 256);
    __stcs(mixed + i, mean16(a0, b0));
    __stcs(mixed + i + 256, mean16(a1, b1));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, std::function<void()> launch, Output type = Output::f32) {
        cases.push_back({name, launch, out, count, type}); };

    float *gain = filled<float>(kBins, 3);

    float *echo = filled<float>((size_t)kPulses * kBins, 11), *turned = empty<float>((size_t)kPulses * kBins);
    add("ferry_timetable_aa1_a", turned, (size_t)kPulses * kBins, [=] { ferry_timetable_aa1_a<<<dim3(kPulses / 256, kBins), 256>>>(echo, gain, turned); });
    add("ferry_timetable_aa1_b", turned, (size_t)kPulses * kBins, [=] { ferry_timetable_aa1_b<<<dim3(kPulses / 32, kBins / 32), dim3(32, 8)>>>(echo, gain, turned); });

    constexpr size_t kSound = (size_t)kVoices * kTicks;
    float *planar = filled<float>(kSound, 12), *frames = empty<float>(kSound);
    add("orchestra_pit_aa1_a", frames, kSound, [=] { orchestra_pit_aa1_a<<<dim3(kTicks / 256, kVoices), 256>>>(planar, gain, frames); });
    add("orchestra_pit_aa1_b", frames, kSound, [=] { orchestra_pit_aa1_b<<<kTicks / 128, 256>>>(planar, gain, frames); });

    static_assert(sizeof(Agent) == 64, "an agent is 64 bytes");
    const Agent* agents = reinterpret_cast<const Agent*>(filled<float>((size_t)kAgents * 16, 13));
    float *mass = empty<float>(kAgents), *age = empty<float>(kAgents), *opacity = empty<float>(kAgents), *fade = empty<float>(kAgents);
    harness_split_agents<<<kAgents / 128, 128>>>(agents, mass, age, opacity); CHECK(cudaGetLastError());
    add("market_crowd_aa1_a", fade, kAgents, [=] { market_crowd_aa1_a<<<kAgents / 128, 128>>>(agents, fade); });
    add("market_crowd_aa1_b", fade, kAgents, [=] { market_crowd_aa1_b<<<kAgents / 128, 128>>>(mass, age, opacity, fade); });

    float *vx = filled<float>(kVertices, 14), *vy = filled<float>(kVertices, 15), *vz = filled<float>(kVertices, 16), *area = empty<float>(kFaces);
    float4* packed = empty<float4>(kVertices);
    int *ia = indices(kFaces, kVertices, 17), *ib = indices(kFaces, kVertices, 0x1234567), *ic = indices(kFaces, kVertices, 0x7654321);
    harness_pack_vertices<<<kVertices / 256, 256>>>(vx, vy, vz, packed); CHECK(cudaGetLastError());
    add("stained_glass_aa1_a", area, kFaces, [=] { stained_glass_aa1_a<<<kFaces / 128, 128>>>(vx, vy, vz, ia, ib, ic, area); });
    add("stained_glass_aa1_b", area, kFaces, [=] { stained_glass_aa1_b<<<kFaces / 128, 128>>>(packed, ia, ib, ic, area); });

    float *blob = filled<float>((size_t)kRows * 8 + 4, 18), *rows = empty<float>((size_t)kRows * 8), *bags = empty<float>((size_t)kBags * 8);
    CHECK(cudaMemcpy(rows, blob + 4, (size_t)kRows * 32, cudaMemcpyDeviceToDevice));
    int* ids = indices((size_t)kBags * kLookups, kRows, 19);
    const float4 *table = reinterpret_cast<const float4*>(blob + 4), *aligned = reinterpret_cast<const float4*>(rows);
    float4* bags4 = reinterpret_cast<float4*>(bags);
    add("recipe_cards_aa1_a", bags, (size_t)kBags * 8, [=] { recipe_cards_aa1_a<<<kBags / 128, 256>>>(table, ids, bags4); });
    add("recipe_cards_aa1_b", bags, (size_t)kBags * 8, [=] { recipe_cards_aa1_b<<<kBags / 128, 256>>>(aligned, ids, bags4); });

    constexpr size_t kTail = (size_t)128 << 20;  // of the longest results the last 128 Mi elements are checked
    unsigned char *strand = empty<unsigned char>(kLetters), *partner = empty<unsigned char>(kLetters);
    harness_letters<<<2048, 256>>>(strand, kLetters); CHECK(cudaGetLastError());
    add("silk_thread_aa1_a", partner + kLetters - kTail, kTail, [=] { silk_thread_aa1_a<<<kLetters / 512, 512>>>(strand, partner); }, Output::u8);
    add("silk_thread_aa1_b", partner + kLetters - kTail, kTail, [=] {
        silk_thread_aa1_b<<<kLetters / 8192, 512>>>(reinterpret_cast<const uint4*>(strand), reinterpret_cast<uint4*>(partner)); }, Output::u8);

    constexpr size_t kPixels = (size_t)kFrameWide * kFrameHigh;
    unsigned *rgb = empty<unsigned>(kPixels * 3 / 4), *luma = empty<unsigned>(kPixels / 4);
    harness_pixels<<<2048, 256>>>(rgb, kPixels * 3 / 4); CHECK(cudaGetLastError());
    add("postcard_rack_aa1_a", luma, kPixels, [=] {
        postcard_rack_aa1_a<<<dim3(kFrameWide / 64, kFrameHigh / 4), dim3(64, 4)>>>(reinterpret_cast<const unsigned char*>(rgb), reinterpret_cast<unsigned char*>(luma)); }, Output::u8);
    add("postcard_rack_aa1_b", luma, kPixels, [=] { postcard_rack_aa1_b<<<dim3(kFrameWide / 256, kFrameHigh / 4), dim3(64, 4)>>>(rgb, luma); }, Output::u8);

    __half *acts = filled<__half>(kActs, 20), *limited = empty<__half>(kActs);
    add("pottery_glaze_aa1_a", limited + kActs - kTail, kTail, [=] { pottery_glaze_aa1_a<<<kActs / 512, 512>>>(acts, limited); }, Output::f16);
    add("pottery_glaze_aa1_b", limited + kActs - kTail, kTail, [=] {
        pottery_glaze_aa1_b<<<kActs / 4096, 512>>>(reinterpret_cast<const uint4*>(acts), reinterpret_cast<uint4*>(limited)); }, Output::f16);

    constexpr size_t kHeard = (size_t)kWindows * kFrames;
    float *stereo = filled<float>(kHeard * 2, 21), *left = empty<float>(kHeard), *energy = empty<float>(kWindows);
    harness_left<<<2048, 256>>>(stereo, left, kHeard); CHECK(cudaGetLastError());
    add("foghorn_hours_aa1_a", energy, kWindows, [=] { foghorn_hours_aa1_a<<<kWindows, 256>>>(stereo, energy); });
    add("foghorn_hours_aa1_b", energy, kWindows, [=] { foghorn_hours_aa1_b<<<kWindows, 256>>>(left, energy); });

    float *record = filled<float>((size_t)kReadings + 1, 22), *shifted = empty<float>(kReadings), *kelvin = empty<float>(kReadings);
    CHECK(cudaMemcpy(shifted, record + 1, (size_t)kReadings * 4, cudaMemcpyDeviceToDevice));
    add("glacier_core_aa1_a", kelvin, kReadings, [=] { glacier_core_aa1_a<<<kReadings / 2048, 256>>>(record + 1, kelvin); });
    add("glacier_core_aa1_b", kelvin, kReadings, [=] { glacier_core_aa1_b<<<kReadings / 2048, 256>>>(shifted, kelvin); });

    uint4 *from = empty<uint4>(kFilm / 16), *to = empty<uint4>(kFilm / 16), *mixed = empty<uint4>(kFilm / 16);
    harness_pixels<<<2048, 256>>>(reinterpret_cast<unsigned*>(from), kFilm / 4); CHECK(cudaGetLastError());
    harness_letters<<<2048, 256>>>(reinterpret_cast<unsigned char*>(to), kFilm); CHECK(cudaGetLastError());
    add("curtain_fall_aa1_a", mixed, kFilm, [=] { curtain_fall_aa1_a<<<kFilm / 8192, 256>>>(from, to, mixed); }, Output::u8);

    return harness::run(argc, argv, cases);
}
