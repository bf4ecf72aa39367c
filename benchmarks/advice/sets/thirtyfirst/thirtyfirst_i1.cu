// Eleven measured cases of fields, frames, flocks and tables: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Kelp: growth of each cell of a sea map from light and warmth (double precision map of rows of kKelpCols cells).
constexpr int kKelpRows = 3840, kKelpCols = 4352;

__global__ void __launch_bounds__(256) kelp_forest_i1_a(const double* __restrict__ light, const double* __restrict__ warmth, double* __restrict__ growth) {
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y;
    size_t at = (size_t)row * kKelpCols + col;
    growth[at] = 0.6 * light[at] + 0.4 * warmth[at];
}

__global__ void __launch_bounds__(256) kelp_forest_i1_b(const double* __restrict__ light, const double* __restrict__ warmth, double* __restrict__ growth) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    size_t at = (size_t)row * kKelpCols + col;
    growth[at] = 0.6 * light[at] + 0.4 * warmth[at];
}

// ---- Lanterns: a frame of packed pixels turned by a quarter to the right, red and blue swapped for the display.
constexpr int kLampWide = 8192, kLampHigh = 6144;

__device__ __forceinline__ int lantern_swap(int p) { return (int)__byte_perm((unsigned)p, 0, 0x3012); }

__global__ void __launch_bounds__(256) lantern_street_i1_a(const int* __restrict__ frame, int* __restrict__ turned) {
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        int y = y0 + j;
        turned[x * kLampHigh + (kLampHigh - 1 - y)] = lantern_swap(frame[y * kLampWide + x]);
    }
}

__global__ void __launch_bounds__(256) lantern_street_i1_b(const int* __restrict__ frame, int* __restrict__ turned) {
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y0 = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = lantern_swap(frame[(y0 + j) * kLampWide + x]);
    __syncthreads();
    int left = kLampHigh - 32 - blockIdx.y * 32 + threadIdx.x, down = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(down + j) * kLampHigh + left] = tile[31 - threadIdx.x][threadIdx.y + j];
}

// ---- Falcons: vertical energy of each bird of a flock simulation.
constexpr int kBirds = 1 << 24;

struct Bird {
    float x, y, z, heading;
    float vx, vy, vz, bank;
    float ax, ay, az, lift;
    float mass, span, age, stamina;
};
struct Flock {
    const float *z, *vz, *mass;
};

__device__ __forceinline__ float bird_energy(float z, float vz, float mass) { return (1.5f + mass) * fmaf(0.5f * vz, vz, 9.81f * z); }

__global__ void __launch_bounds__(256) falcon_flock_i1_a(const Bird* __restrict__ birds, float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    energy[i] = bird_energy(birds[i].z, birds[i].vz, birds[i].mass);
}

__global__ void __launch_bounds__(256) falcon_flock_i1_b(const float* __restrict__ z, const float* __restrict__ vz, const float* __restrict__ mass,
                                                         float* __restrict__ energy) {
    int i = blockIdx.x * 256 + threadIdx.x;
    energy[i] = bird_energy(z[i], vz[i], mass[i]);
}

__global__ void harness_part_flock(const Bird* birds, float* z, float* vz, float* mass) {
    int i = blockIdx.x * 256 + threadIdx.x;
    z[i] = birds[i].z; vz[i] = birds[i].vz; mass[i] = birds[i].mass;
}

// ---- Mosaic: heat flow along each joint between two stones of an unordered mesh.
constexpr int kStones = 1 << 24, kJoints = 1 << 23;

__device__ __forceinline__ float joint_flow(float4 p, float4 q) {
    float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    return (p.w - q.w) * rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
}

__global__ void __launch_bounds__(192) mosaic_floor_i1_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                         const float* __restrict__ heat, const int2* __restrict__ joint, float* __restrict__ flow) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= kJoints) return;
    int2 n = joint[e];
    float4 p = make_float4(x[n.x], y[n.x], z[n.x], heat[n.x]), q = make_float4(x[n.y], y[n.y], z[n.y], heat[n.y]);
    flow[e] = joint_flow(p, q);
}

__global__ void __launch_bounds__(192) mosaic_floor_i1_b(const float4* __restrict__ stone, const int2* __restrict__ joint, float* __restrict__ flow) {
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= kJoints) return;
    int2 n = joint[e];
    flow[e] = joint_flow(stone[n.x], stone[n.y]);
}

__global__ void harness_pack_stones(const float* x, const float* y, const float* z, const float* heat, float4* stone) {
    int i = blockIdx.x * 256 + threadIdx.x;
    stone[i] = make_float4(x[i], y[i], z[i], heat[i]);
}

// ---- Ferries: fare of each ticket from the 32-byte tariff record that it names, two lanes a record.
// The tariff file as it was read begins with a header of 16 bytes.
constexpr int kTariffs = 1 << 18, kTickets = 1 << 25, kHeader = 1;  // kHeader in float4

__device__ __forceinline__ void ferry_fare(const float4* __restrict__ tariff, const int* __restrict__ ticket, float* __restrict__ fare) {
    int half = threadIdx.x & 1, first = blockIdx.x * 512 + (threadIdx.x >> 1);
    int which[4];
    float4 part[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) which[j] = ticket[first + j * 128];
#pragma unroll
    for (int j = 0; j < 4; ++j) part[j] = tariff[which[j] * 2 + half];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float sum = fmaf(part[j].x, 0.5f, fmaf(part[j].y, 0.25f, part[j].z * part[j].w));
        sum += __shfl_xor_sync(0xffffffffu, sum, 1);
        if (half == 0) fare[first + j * 128] = sum;
    }
}

__global__ void __launch_bounds__(256) ferry_ticket_i1_a(const float4* __restrict__ file, const int* __restrict__ ticket, float* __restrict__ fare) {
    ferry_fare(file + kHeader, ticket, fare);
}
__global__ void __launch_bounds__(256) ferry_ticket_i1_b(const float4* __restrict__ tariff, const int* __restrict__ ticket, float* __restrict__ fare) {
    ferry_fare(tariff, ticket, fare);
}

// ---- Orchard genome: letters of poor quality become N, the others upper case.
constexpr int kLetters = 1 << 27;

__global__ void __launch_bounds__(256) orchard_seed_i1_a(const uint8_t* __restrict__ base, const uint8_t* __restrict__ quality, uint8_t* __restrict__ clean) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    clean[i] = quality[i] < 20 ? 'N' : base[i] & 0xDF;
}

__device__ __forceinline__ unsigned orchard_word(unsigned b, unsigned q) {
    unsigned poor = __vcmpltu4(q, 0x14141414u);
    return (poor & 0x4E4E4E4Eu) | (~poor & b & 0xDFDFDFDFu);
}
__global__ void __launch_bounds__(256) orchard_seed_i1_b(const uint4* __restrict__ base, const uint4* __restrict__ quality, uint4* __restrict__ clean) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 b = base[i], q = quality[i];
    clean[i] = make_uint4(orchard_word(b.x, q.x), orchard_word(b.y, q.y), orchard_word(b.z, q.z), orchard_word(b.w, q.w));
}

// ---- Postcards: brightness of the pixels of a batch of RGB frames.
constexpr int kCardWide = 3840, kCardHigh = 2160, kCards = 8;
constexpr size_t kCardPixels = (size_t)kCardWide * kCardHigh * kCards;

__device__ __forceinline__ unsigned card_luma(unsigned r, unsigned g, unsigned b) { return (r * 77 + g * 150 + b * 29 + 128) >> 8; }

__global__ void __launch_bounds__(256) postcard_tint_i1_a(const uint8_t* __restrict__ rgb, uint8_t* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    int at = (blockIdx.z * kCardHigh + y) * kCardWide + x;
    const uint8_t* p = rgb + (size_t)at * 3;
    luma[at] = (uint8_t)card_luma(p[0], p[1], p[2]);
}

__global__ void __launch_bounds__(256) postcard_tint_i1_b(const unsigned* __restrict__ rgb, unsigned* __restrict__ luma) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;  // x counts groups of four pixels
    int at = (blockIdx.z * kCardHigh + y) * (kCardWide / 4) + x;
    const unsigned* p = rgb + (size_t)at * 3;
    unsigned u = p[0], v = p[1], w = p[2];
    unsigned l0 = card_luma(u & 255, (u >> 8) & 255, (u >> 16) & 255), l1 = card_luma(u >> 24, v & 255, (v >> 8) & 255);
    unsigned l2 = card_luma((v >> 16) & 255, v >> 24, w & 255), l3 = card_luma((w >> 8) & 255, (w >> 16) & 255, w >> 24);
    luma[at] = l0 | l1 << 8 | l2 << 16 | l3 << 24;
}

// ---- Bells: half-precision residual of a layer, stream + gate * branch, kVec elements a thread.
constexpr int kRings = 1 << 26;

template <int kVec>
struct alignas(sizeof(__half) * kVec) Pack {
    __half v[kVec];
};

template <int kVec>
__device__ __forceinline__ void bell_residual(const __half* __restrict__ stream, const __half* __restrict__ branch, float gate, __half* __restrict__ out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Pack<kVec> s = reinterpret_cast<const Pack<kVec>*>(stream)[i], b = reinterpret_cast<const Pack<kVec>*>(branch)[i], r;
#pragma unroll
    for (int k = 0; k < kVec; ++k) r.v[k] = __float2half_rn(fmaf(gate, __half2float(b.v[k]), __half2float(s.v[k])));
    reinterpret_cast<Pack<kVec>*>(out)[i] = r;
}

__global__ void __launch_bounds__(512) bell_tower_i1_a(const __half* __restrict__ stream, const __half* __restrict__ branch, float gate, __half* __restrict__ out) {
    bell_residual<1>(stream, branch, gate, out);
}
__global__ void __launch_bounds__(512) bell_tower_i1_b(const __half* __restrict__ stream, const __half* __restrict__ branch, float gate, __half* __restrict__ out) {
    bell_residual<8>(stream, branch, gate, out);
}

// ---- Canal: loudness of the left microphone in windows of 1024 samples of a two-channel recording, a warp a window.
constexpr int kWindows = 1 << 16, kWindow = 1024;

template <int kStep>
__device__ __forceinline__ void canal_loudness(const float* __restrict__ sound, float* __restrict__ loud) {
    int window = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* from = sound + (size_t)window * kWindow * kStep + lane * kStep;
    float sum = 0.0f;
#pragma unroll 16
    for (int k = 0; k < kWindow; k += 32) {
        float s = from[k * kStep];
        sum = fmaf(s, s, sum);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) loud[window] = sqrtf(sum * (1.0f / kWindow));
}

__global__ void __launch_bounds__(256) canal_boats_i1_a(const float* __restrict__ sound, float* __restrict__ loud) { canal_loudness<2>(sound, loud); }
__global__ void __launch_bounds__(256) canal_boats_i1_b(const float* __restrict__ left, float* __restrict__ loud) { canal_loudness<1>(left, loud); }

__global__ void harness_left_channel(const float2* sound, float* left) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    left[i] = sound[i].x;
}

// ---- Desert: wind force from two series; the recorder's first sample is a time stamp and is left out.
constexpr int kGusts = 1 << 25;

__device__ __forceinline__ void desert_force(const float* __restrict__ east, const float* __restrict__ north, float* __restrict__ force) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float e[4], n[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { e[j] = east[i + j * 256]; n[j] = north[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) force[i + j * 256] = 0.6f * fmaf(e[j], e[j], n[j] * n[j]);
}

__global__ void __launch_bounds__(256) desert_wind_i1_a(const float* __restrict__ east, const float* __restrict__ north, float* __restrict__ force) {
    desert_force(east + 1, north + 1, force);
}
__global__ void __launch_bounds__(256) desert_wind_i1_b(const float* __restrict__ east, const float* __restrict__ north, float* __restrict__ force) {
    desert_force(east, north, force);
}

// ---- Pond: one step of damped spreading of ripples, four columns and eight rows a thread, border cells repeated.
constexpr int kPondWide = 8192, kPondHigh = 8192;

__global__ void __launch_bounds__(256) pond_ripple_i1_a(const float* __restrict__ now, float* __restrict__ next) {
    constexpr int kRows = 8;
    int column = (blockIdx.x * 256 + threadIdx.x) * 4, top = blockIdx.y * kRows, lane = threadIdx.x % 32;
    int side = lane == 0 ? max(column - 1, 0) : min(column + 4, kPondWide - 1);
    bool edge = lane == 0 || lane == 31;
    float4 row[kRows + 2];
    float beside[kRows];
#pragma unroll
    for (int r = 0; r < kRows + 2; ++r) {
        int y = min(max(top + r - 1, 0), kPondHigh - 1);
        row[r] = *reinterpret_cast<const float4*>(now + (size_t)y * kPondWide + column);
    }
#pragma unroll
    for (int r = 0; r < kRows; ++r) beside[r] = edge ? now[(size_t)(top + r) * kPondWide + side] : 0.0f;
#pragma unroll
    for (int r = 1; r <= kRows; ++r) {
        float4 c = row[r], u = row[r - 1], d = row[r + 1];
        float left = __shfl_up_sync(0xffffffffu, c.w, 1), right = __shfl_down_sync(0xffffffffu, c.x, 1);
        if (lane == 0) left = beside[r - 1];
        if (lane == 31) right = beside[r - 1];
        float4 o = make_float4(fmaf(0.2f, left + c.y + u.x + d.x, 0.19f * c.x), fmaf(0.2f, c.x + c.z + u.y + d.y, 0.19f * c.y),
                               fmaf(0.2f, c.y + c.w + u.z + d.z, 0.19f * c.z), fmaf(0.2f, c.z + right + u.w + d.w, 0.19f * c.w));
        *reinterpret_cast<float4*>(next + (size_t)(top + r - 1) * kPondWide + column) = o;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared: one large field of floats, one of random bits, one result; the rest belongs to one case each.
    constexpr size_t kMost = (size_t)kBirds * 16;
    float *one = filled<float>(kMost, 51), *out = empty<float>((size_t)kPondWide * kPondHigh);
    constexpr size_t kBits = (size_t)1 << 26;
    int* bits = indices(kBits, 0xffffffffu, 52);
    uint8_t* bytes = reinterpret_cast<uint8_t*>(bits);
    static_assert((size_t)kLampWide * kLampHigh <= kBits && (size_t)kLetters * 2 <= kBits * 4 && kCardPixels * 3 <= kBits * 4, "bits are too short");

    constexpr size_t kKelp = (size_t)kKelpRows * kKelpCols;
    double *light = filled<double>(kKelp, 53), *warmth = filled<double>(kKelp, 54), *growth = reinterpret_cast<double*>(out);
    add("kelp_forest_i1_a", growth, kKelp, Output::f64, [=] { kelp_forest_i1_a<<<dim3(kKelpRows / 256, kKelpCols), 256>>>(light, warmth, growth); });
    add("kelp_forest_i1_b", growth, kKelp, Output::f64, [=] { kelp_forest_i1_b<<<dim3(kKelpCols / 256, kKelpRows), 256>>>(light, warmth, growth); });

    constexpr size_t kLamps = (size_t)kLampWide * kLampHigh;
    int* turned = reinterpret_cast<int*>(out);
    dim3 lampGrid(kLampWide / 32, kLampHigh / 32), lampBlock(32, 8);
    add("lantern_street_i1_a", turned, kLamps, Output::i32, [=] { lantern_street_i1_a<<<lampGrid, lampBlock>>>(bits, turned); });
    add("lantern_street_i1_b", turned, kLamps, Output::i32, [=] { lantern_street_i1_b<<<lampGrid, lampBlock>>>(bits, turned); });

    const Bird* birds = reinterpret_cast<const Bird*>(one);
    float *bz = empty<float>(kBirds), *bvz = empty<float>(kBirds), *bmass = empty<float>(kBirds);
    harness_part_flock<<<kBirds / 256, 256>>>(birds, bz, bvz, bmass); CHECK(cudaGetLastError());
    add("falcon_flock_i1_a", out, kBirds, Output::f32, [=] { falcon_flock_i1_a<<<kBirds / 256, 256>>>(birds, out); });
    add("falcon_flock_i1_b", out, kBirds, Output::f32, [=] { falcon_flock_i1_b<<<kBirds / 256, 256>>>(bz, bvz, bmass, out); });

    float *sx = one, *sy = one + kStones, *sz = one + 2 * (size_t)kStones, *heat = one + 3 * (size_t)kStones;
    float4* stone = empty<float4>(kStones);
    harness_pack_stones<<<kStones / 256, 256>>>(sx, sy, sz, heat, stone); CHECK(cudaGetLastError());
    const int2* joint = reinterpret_cast<const int2*>(indices((size_t)kJoints * 2, kStones, 55));
    constexpr int kJointBlocks = (kJoints + 191) / 192;
    add("mosaic_floor_i1_a", out, kJoints, Output::f32, [=] { mosaic_floor_i1_a<<<kJointBlocks, 192>>>(sx, sy, sz, heat, joint, out); });
    add("mosaic_floor_i1_b", out, kJoints, Output::f32, [=] { mosaic_floor_i1_b<<<kJointBlocks, 192>>>(stone, joint, out); });

    const float4* file = reinterpret_cast<const float4*>(one);
    float4* tariff = empty<float4>((size_t)kTariffs * 2);
    CHECK(cudaMemcpy(tariff, file + kHeader, (size_t)kTariffs * 2 * sizeof(float4), cudaMemcpyDeviceToDevice));
    int* ticket = indices(kTickets, kTariffs, 56);
    add("ferry_ticket_i1_a", out, kTickets, Output::f32, [=] { ferry_ticket_i1_a<<<kTickets / 512, 256>>>(file, ticket, out); });
    add("ferry_ticket_i1_b", out, kTickets, Output::f32, [=] { ferry_ticket_i1_b<<<kTickets / 512, 256>>>(tariff, ticket, out); });

    const uint8_t *base = bytes, *quality = bytes + kLetters;
    uint8_t* clean = reinterpret_cast<uint8_t*>(out);
    auto u4 = [](const uint8_t* p) { return reinterpret_cast<const uint4*>(p); };
    const uint4 *base4 = u4(base), *quality4 = u4(quality);
    uint4* clean4 = reinterpret_cast<uint4*>(out);
    add("orchard_seed_i1_a", clean, kLetters, Output::u8, [=] { orchard_seed_i1_a<<<kLetters / 256, 256>>>(base, quality, clean); });
    add("orchard_seed_i1_b", clean, kLetters, Output::u8, [=] { orchard_seed_i1_b<<<kLetters / 4096, 256>>>(base4, quality4, clean4); });

    const unsigned* words = reinterpret_cast<const unsigned*>(bits);
    unsigned* luma4 = reinterpret_cast<unsigned*>(out);
    add("postcard_tint_i1_a", clean, kCardPixels, Output::u8, [=] { postcard_tint_i1_a<<<dim3(kCardWide / 32, kCardHigh / 8, kCards), dim3(32, 8)>>>(bytes, clean); });
    add("postcard_tint_i1_b", clean, kCardPixels, Output::u8, [=] { postcard_tint_i1_b<<<dim3(kCardWide / 128, kCardHigh / 8, kCards), dim3(32, 8)>>>(words, luma4); });

    __half *stream = filled<__half>(kRings, 57), *branch = filled<__half>(kRings, 58), *result = reinterpret_cast<__half*>(out);
    add("bell_tower_i1_a", result, kRings, Output::f16, [=] { bell_tower_i1_a<<<kRings / 512, 512>>>(stream, branch, 0.37f, result); });
    add("bell_tower_i1_b", result, kRings, Output::f16, [=] { bell_tower_i1_b<<<kRings / 4096, 512>>>(stream, branch, 0.37f, result); });

    float* left = empty<float>((size_t)kWindows * kWindow);
    harness_left_channel<<<(unsigned)((size_t)kWindows * kWindow / 256), 256>>>(reinterpret_cast<const float2*>(one), left); CHECK(cudaGetLastError());
    add("canal_boats_i1_a", out, kWindows, Output::f32, [=] { canal_boats_i1_a<<<kWindows / 8, 256>>>(one, out); });
    add("canal_boats_i1_b", out, kWindows, Output::f32, [=] { canal_boats_i1_b<<<kWindows / 8, 256>>>(left, out); });

    const float *east = one, *north = one + 2 * (size_t)kGusts;
    float *eastPlain = empty<float>(kGusts), *northPlain = empty<float>(kGusts);
    CHECK(cudaMemcpy(eastPlain, east + 1, kGusts * sizeof(float), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(northPlain, north + 1, kGusts * sizeof(float), cudaMemcpyDeviceToDevice));
    add("desert_wind_i1_a", out, kGusts, Output::f32, [=] { desert_wind_i1_a<<<kGusts / 1024, 256>>>(east, north, out); });
    add("desert_wind_i1_b", out, kGusts, Output::f32, [=] { desert_wind_i1_b<<<kGusts / 1024, 256>>>(eastPlain, northPlain, out); });

    add("pond_ripple_i1_a", out, (size_t)kPondWide * kPondHigh, Output::f32, [=] { pond_ripple_i1_a<<<dim3(kPondWide / 1024, kPondHigh / 8), 256>>>(one, out); });

    return harness::run(argc, argv, cases);
}
