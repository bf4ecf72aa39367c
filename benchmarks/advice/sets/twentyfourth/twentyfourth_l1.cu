// Nine measured pairs, one mild pair and one sound kernel from code of real projects: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Radiotherapy: largest dose along each line of sight through a plan of kDeep x kHigh x kWide voxels.
constexpr int kWide = 1024, kHigh = 1056, kDeep = 256;

__device__ __forceinline__ void brightest(const float* __restrict__ dose, float* __restrict__ film, int x, int y) {
    const float* voxel = dose + (size_t)y * kWide + x;
    float top = -1e30f;
#pragma unroll 8
    for (int z = 0; z < kDeep; ++z) top = fmaxf(top, voxel[(size_t)z * kHigh * kWide]);
    film[y * kWide + x] = top;
}

__global__ void __launch_bounds__(256) winter_garden_l1_a(const float* __restrict__ dose, float* __restrict__ film) {
    brightest(dose, film, blockIdx.x * 8 + threadIdx.y, blockIdx.y * 32 + threadIdx.x);
}
__global__ void __launch_bounds__(256) winter_garden_l1_b(const float* __restrict__ dose, float* __restrict__ film) {
    brightest(dose, film, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y);
}

// ---- Drones: rotation matrix (nine numbers, row by row) of each attitude quaternion of a flock.
constexpr int kKites = 132 * 2048 * 64;

__device__ __forceinline__ void attitude(float4 q, float* __restrict__ m) {
    float n = rsqrtf(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-6f);
    float w = q.w * n, x = q.x * n, y = q.y * n, z = q.z * n;
    m[0] = 1.0f - 2.0f * (y * y + z * z); m[1] = 2.0f * (x * y - w * z); m[2] = 2.0f * (x * z + w * y);
    m[3] = 2.0f * (x * y + w * z); m[4] = 1.0f - 2.0f * (x * x + z * z); m[5] = 2.0f * (y * z - w * x);
    m[6] = 2.0f * (x * z - w * y); m[7] = 2.0f * (y * z + w * x); m[8] = 1.0f - 2.0f * (x * x + y * y);
}

__global__ void __launch_bounds__(256) kite_flock_l1_a(const float4* __restrict__ quaternion, float* __restrict__ matrix) {
    int i = blockIdx.x * 256 + threadIdx.x;
    attitude(quaternion[i], matrix + (size_t)i * 9);
}

__global__ void __launch_bounds__(256) kite_flock_l1_b(const float4* __restrict__ quaternion, float* __restrict__ matrix) {
    __shared__ float page[256 * 9];
    int t = threadIdx.x;
    attitude(quaternion[blockIdx.x * 256 + t], page + t * 9);
    __syncthreads();
    float* out = matrix + (size_t)blockIdx.x * (256 * 9);
#pragma unroll
    for (int j = 0; j < 9; ++j) out[j * 256 + t] = page[j * 256 + t];
}

// ---- Insurance: expected claim of every policy from three chosen columns of a table of 24 (a data frame handed over as it lies).
constexpr int kPolicies = 132 * 2048 * 48, kColumns = 24;

__global__ void harness_policies(const float* __restrict__ table, float* __restrict__ columns) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; c < kColumns; ++c) columns[(size_t)c * kPolicies + row] = table[(size_t)row * kColumns + c];
}

__device__ __forceinline__ float claim(float age, float sum, float risk) { return fmaxf(fmaf(0.4f, age, 1.2f) * fmaf(0.8f, sum, 1.0f) * (1.5f + risk), 0.25f); }

__global__ void __launch_bounds__(256) mushroom_fair_l1_a(const float* __restrict__ table, int age, int sum, int risk, float* __restrict__ expected) {
    int row = blockIdx.x * 256 + threadIdx.x;
    const float* record = table + (size_t)row * kColumns;
    expected[row] = claim(record[age], record[sum], record[risk]);
}

__global__ void __launch_bounds__(256) mushroom_fair_l1_b(const float* __restrict__ columns, int age, int sum, int risk, float* __restrict__ expected) {
    int row = blockIdx.x * 256 + threadIdx.x;
    expected[row] = claim(columns[(size_t)age * kPolicies + row], columns[(size_t)sum * kPolicies + row], columns[(size_t)risk * kPolicies + row]);
}

// ---- Glaciers: strain of every quadrilateral of an ice sheet's mesh from the heights at its four nodes, cells in the order of the mesh.
constexpr int kNodes = 1 << 25, kMeshRow = 4096;

__device__ __forceinline__ int mesher_number(int node) {  // as the mesh generator numbered the nodes
    unsigned n = node;
    n ^= n >> 13; n = n * 0x9e3779b1u & (kNodes - 1);
    n ^= n >> 12; n = n * 0x85ebca6bu & (kNodes - 1);
    return n ^ n >> 13;
}

__global__ void harness_mesh(const float* __restrict__ height, float* __restrict__ mesher_height, int4* __restrict__ mesher_cell, int4* __restrict__ cell) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, mask = kNodes - 1;
    int4 c = make_int4(i, (i + 1) & mask, (i + kMeshRow + 1) & mask, (i + kMeshRow) & mask);
    cell[i] = c;
    mesher_cell[i] = make_int4(mesher_number(c.x), mesher_number(c.y), mesher_number(c.z), mesher_number(c.w));
    mesher_height[mesher_number(i)] = height[i];
}

__device__ __forceinline__ void ice_strain(const int4* __restrict__ cell, const float* __restrict__ height, float* __restrict__ strain) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 c = cell[i];
    float p = height[c.x], q = height[c.y], r = height[c.z], s = height[c.w];
    float dx = 0.5f * (q - p + r - s), dy = 0.5f * (s - p + r - q);
    strain[i] = dx * dx + dy * dy;
}

__global__ void __launch_bounds__(256) glacier_quilt_l1_a(const int4* __restrict__ cell, const float* __restrict__ height, float* __restrict__ strain) { ice_strain(cell, height, strain); }
__global__ void __launch_bounds__(256) glacier_quilt_l1_b(const int4* __restrict__ cell, const float* __restrict__ height, float* __restrict__ strain) { ice_strain(cell, height, strain); }

// ---- Scanned maps: neighbouring lines of a picture blended; the decoder left the filter byte of the file format at the head of every line.
constexpr int kMapWide = 4096, kMapHigh = 132 * 480;

__global__ void __launch_bounds__(256) copper_atlas_l1_a(const uint8_t* __restrict__ lines, uint8_t* __restrict__ blend) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    const uint8_t* line = lines + (size_t)y * (kMapWide + 1) + 1;
    unsigned u = line[x], v = line[kMapWide + 1 + x];
    blend[(size_t)y * kMapWide + x] = (u + v + 1) >> 1;
}

__device__ __forceinline__ unsigned mean_of(unsigned u, unsigned v) { return (u | v) - ((u ^ v) >> 1 & 0x7f7f7f7fu); }

__global__ void __launch_bounds__(256) copper_atlas_l1_b(const uint8_t* __restrict__ lines, uint8_t* __restrict__ blend) {
    int x = threadIdx.x, y = blockIdx.x;
    const uint4* line = reinterpret_cast<const uint4*>(lines + (size_t)y * kMapWide);
    uint4 u = line[x], v = line[kMapWide / 16 + x];
    reinterpret_cast<uint4*>(blend + (size_t)y * kMapWide)[x] = make_uint4(mean_of(u.x, v.x), mean_of(u.y, v.y), mean_of(u.z, v.z), mean_of(u.w, v.w));
}

// ---- Genomics: bases of sequenced reads whose quality letter lies below a limit become N.
constexpr int kBases = 132 * 2048 * 1024;

__global__ void harness_reads(const unsigned* __restrict__ dice, unsigned* __restrict__ base, unsigned* __restrict__ quality) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned d = dice[i], word = 0;
    for (int j = 0; j < 4; ++j) word |= (0x54474341u >> (d >> 8 * j & 3) * 8 & 255) << 8 * j;  // A C G T
    base[i] = word;
    quality[i] = (d >> 2 & 0x1f1f1f1fu) + 0x23232323u;
}

__global__ void __launch_bounds__(512) heron_marsh_l1_a(const char* __restrict__ base, const char* __restrict__ quality, char* __restrict__ masked, char limit) {
    int i = blockIdx.x * 512 + threadIdx.x;
    char letter = base[i];
    masked[i] = quality[i] < limit ? 'N' : letter;
}

__device__ __forceinline__ unsigned sure(unsigned base, unsigned quality, unsigned limits) {
    unsigned low = __vcmpltu4(quality, limits);
    return (base & ~low) | (0x4e4e4e4eu & low);
}

__global__ void __launch_bounds__(512) heron_marsh_l1_b(const uint4* __restrict__ base, const uint4* __restrict__ quality, uint4* __restrict__ masked, char limit) {
    int i = blockIdx.x * 512 + threadIdx.x;
    unsigned limits = limit * 0x01010101u;
    uint4 u = base[i], q = quality[i];
    masked[i] = make_uint4(sure(u.x, q.x, limits), sure(u.y, q.y, limits), sure(u.z, q.z, limits), sure(u.w, q.w, limits));
}

// ---- Telephony: mu-law octets of recorded calls expanded to linear samples of 16 bits.
constexpr int kOctets = 132 * 2048 * 512;

__device__ __forceinline__ int linear(unsigned octet) {
    octet = ~octet;
    int size = ((((octet & 15) << 3) + 132) << (octet >> 4 & 7)) - 132;
    return octet & 128 ? -size : size;
}

__global__ void __launch_bounds__(256) echo_valley_l1_a(const uint8_t* __restrict__ call, short* __restrict__ sound) {
    int i = blockIdx.x * 256 + threadIdx.x;
    sound[i] = (short)linear(call[i]);
}

__global__ void __launch_bounds__(256) echo_valley_l1_b(const uint2* __restrict__ call, uint4* __restrict__ sound) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 v = call[i];
    auto two = [](unsigned u) { return (linear(u & 255) & 0xffff) | linear(u >> 8 & 255) << 16; };
    sound[i] = make_uint4(two(v.x), two(v.x >> 16), two(v.y), two(v.y >> 16));
}

// ---- Vision transformers: the gate x * sigmoid(1.702 x) over the activations in half precision, in a framework's usual loop over all elements.
constexpr int kActive = 132 * 2048 * 640;

__device__ __forceinline__ float gate(float x) { return __fdividef(x, 1.0f + __expf(-1.702f * x)); }

__global__ void __launch_bounds__(256) quiet_gate_l1_a(const __half* before, __half* after, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) after[i] = __float2half_rn(gate(__half2float(before[i])));
}

union Eight { uint4 word; __half2 pair[4]; };

__global__ void __launch_bounds__(256) quiet_gate_l1_b(const uint4* before, uint4* after, int count) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count / 8; i += blockDim.x * gridDim.x) {
        Eight v;
        v.word = before[i];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            float2 f = __half22float2(v.pair[j]);
            v.pair[j] = __floats2half2_rn(gate(f.x), gate(f.y));
        }
        after[i] = v.word;
    }
}

// ---- Reservoir flow: half a sweep of red-black relaxation on a ring-shaped grid: new red values from the four black neighbours and the source.
constexpr int kFrostWide = 8192, kFrostHigh = 16384, kFrostHalf = kFrostWide / 2;

__global__ void harness_frost(const float* __restrict__ u, const float* __restrict__ source, float* __restrict__ black, float* __restrict__ red_source) {
    int k = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    size_t row = (size_t)y * kFrostWide, half = (size_t)y * kFrostHalf;
    black[half + k] = u[row + 2 * k + 1 - (y & 1)];
    red_source[half + k] = source[row + 2 * k + (y & 1)];
}

__device__ __forceinline__ float relaxed(float west, float east, float north, float south, float source) { return 0.25f * (west + east + north + south - source); }

__global__ void __launch_bounds__(256) chess_frost_l1_a(const float* __restrict__ u, const float* __restrict__ source, float* __restrict__ fresh) {
    int k = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, x = 2 * k + (y & 1);
    size_t row = (size_t)y * kFrostWide, above = (size_t)((y - 1) & (kFrostHigh - 1)) * kFrostWide, below = (size_t)((y + 1) & (kFrostHigh - 1)) * kFrostWide;
    fresh[row + x] = relaxed(u[row + ((x - 1) & (kFrostWide - 1))], u[row + ((x + 1) & (kFrostWide - 1))], u[above + x], u[below + x], source[row + x]);
}

__global__ void __launch_bounds__(256) chess_frost_l1_b(const float* __restrict__ black, const float* __restrict__ red_source, float* __restrict__ fresh) {
    int k = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, odd = y & 1;
    size_t row = (size_t)y * kFrostHalf, above = (size_t)((y - 1) & (kFrostHigh - 1)) * kFrostHalf, below = (size_t)((y + 1) & (kFrostHigh - 1)) * kFrostHalf;
    fresh[row + k] = relaxed(black[row + ((k - 1 + odd) & (kFrostHalf - 1))], black[row + ((k + odd) & (kFrostHalf - 1))], black[above + k], black[below + k], red_source[row + k]);
}

// ---- Commodity options: mean payoff of each contract over 384 daily fixings; days lie one after another, contracts side by side.
constexpr int kCaravans = 132 * 2048 * 4, kDays = 384;

struct Contract { float start, volume, strike, fee; int port, flag, lots, desk; };

__global__ void harness_strikes(const Contract* __restrict__ book, float* __restrict__ strike) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    strike[i] = book[i].strike;
}

__device__ __forceinline__ void fixings(const float* __restrict__ price, float strike, float* __restrict__ payoff) {
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 8
    for (int d = 0; d < kDays; ++d) sum += fmaxf(price[(size_t)d * kCaravans + i] - strike, 0.0f);
    payoff[i] = sum * (1.0f / kDays);
}

__global__ void __launch_bounds__(256) salt_caravans_l1_a(const float* __restrict__ price, const Contract* __restrict__ book, float* __restrict__ payoff) {
    fixings(price, book[blockIdx.x * 256 + threadIdx.x].strike, payoff);
}
__global__ void __launch_bounds__(256) salt_caravans_l1_b(const float* __restrict__ price, const float* __restrict__ strike, float* __restrict__ payoff) {
    fixings(price, strike[blockIdx.x * 256 + threadIdx.x], payoff);
}

// ---- Permafrost: a step of heat conduction in a slab, five points; four columns and sixteen rows a thread, rows kept in registers.
constexpr int kSlabWide = 16384, kSlabHigh = 132 * 128, kSlabRows = 16;

__device__ __forceinline__ float warmer(float here, float west, float east, float north, float south) { return fmaf(0.2f, west + east + north + south - 4.0f * here, here); }

__global__ void __launch_bounds__(128) amber_cellar_l1_a(const float* __restrict__ warm, float* __restrict__ next) {
    int lane = threadIdx.x % 32, x = (blockIdx.x * 128 + threadIdx.x) * 4, y0 = blockIdx.y * kSlabRows;
    bool edge = lane == 0 || lane == 31;
    int beside = lane == 0 ? max(x - 1, 0) : min(x + 4, kSlabWide - 1);
    auto row = [&](int y) { return *reinterpret_cast<const float4*>(warm + (size_t)y * kSlabWide + x); };
    float4 north = row(max(y0 - 1, 0)), here = row(y0);
#pragma unroll 4
    for (int j = 0; j < kSlabRows; ++j) {
        int y = y0 + j;
        float4 south = row(min(y + 1, kSlabHigh - 1));
        float side = edge ? warm[(size_t)y * kSlabWide + beside] : 0.0f;
        float west = __shfl_up_sync(0xffffffffu, here.w, 1), east = __shfl_down_sync(0xffffffffu, here.x, 1);
        if (lane == 0) west = side;
        if (lane == 31) east = side;
        float4 out = make_float4(warmer(here.x, west, here.y, north.x, south.x), warmer(here.y, here.x, here.z, north.y, south.y),
                                 warmer(here.z, here.y, here.w, north.z, south.z), warmer(here.w, here.z, east, north.w, south.w));
        *reinterpret_cast<float4*>(next + (size_t)y * kSlabWide + x) = out;
        north = here;
        here = south;
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    float *dose = filled<float>((size_t)kWide * kHigh * kDeep, 11), *film = empty<float>(kWide * kHigh);
    add("winter_garden_l1_a", film, kWide * kHigh, Output::f32, [=] { winter_garden_l1_a<<<dim3(kWide / 8, kHigh / 32), dim3(32, 8)>>>(dose, film); });
    add("winter_garden_l1_b", film, kWide * kHigh, Output::f32, [=] { winter_garden_l1_b<<<dim3(kWide / 32, kHigh / 8), dim3(32, 8)>>>(dose, film); });

    const float4* quaternion = reinterpret_cast<const float4*>(filled<float>((size_t)kKites * 4, 12));
    float* matrix = empty<float>((size_t)kKites * 9);
    add("kite_flock_l1_a", matrix, (size_t)kKites * 9, Output::f32, [=] { kite_flock_l1_a<<<kKites / 256, 256>>>(quaternion, matrix); });
    add("kite_flock_l1_b", matrix, (size_t)kKites * 9, Output::f32, [=] { kite_flock_l1_b<<<kKites / 256, 256>>>(quaternion, matrix); });

    float *table = filled<float>((size_t)kPolicies * kColumns, 13), *columns = empty<float>((size_t)kPolicies * kColumns), *expected = empty<float>(kPolicies);
    harness_policies<<<kPolicies / 256, 256>>>(table, columns); CHECK(cudaGetLastError());
    add("mushroom_fair_l1_a", expected, kPolicies, Output::f32, [=] { mushroom_fair_l1_a<<<kPolicies / 256, 256>>>(table, 2, 9, 17, expected); });
    add("mushroom_fair_l1_b", expected, kPolicies, Output::f32, [=] { mushroom_fair_l1_b<<<kPolicies / 256, 256>>>(columns, 2, 9, 17, expected); });

    float *height = filled<float>(kNodes, 14), *mesher_height = empty<float>(kNodes), *strain = empty<float>(kNodes);
    int4 *mesher_cell = reinterpret_cast<int4*>(empty<int>((size_t)kNodes * 4)), *cell = reinterpret_cast<int4*>(empty<int>((size_t)kNodes * 4));
    harness_mesh<<<kNodes / 256, 256>>>(height, mesher_height, mesher_cell, cell); CHECK(cudaGetLastError());
    add("glacier_quilt_l1_a", strain, kNodes, Output::f32, [=] { glacier_quilt_l1_a<<<kNodes / 256, 256>>>(mesher_cell, mesher_height, strain); });
    add("glacier_quilt_l1_b", strain, kNodes, Output::f32, [=] { glacier_quilt_l1_b<<<kNodes / 256, 256>>>(cell, height, strain); });

    constexpr size_t map = (size_t)kMapWide * kMapHigh, decoded = (size_t)(kMapWide + 1) * (kMapHigh + 1);
    uint8_t *lines = reinterpret_cast<uint8_t*>(indices(decoded / 4 + 1, 0xffffffffu, 15)), *trim = empty<uint8_t>(map + kMapWide), *blend = empty<uint8_t>(map);
    CHECK(cudaMemcpy2D(trim, kMapWide, lines + 1, kMapWide + 1, kMapWide, kMapHigh + 1, cudaMemcpyDeviceToDevice));
    add("copper_atlas_l1_a", blend, map, Output::u8, [=] { copper_atlas_l1_a<<<dim3(kMapWide / 256, kMapHigh), 256>>>(lines, blend); });
    add("copper_atlas_l1_b", blend, map, Output::u8, [=] { copper_atlas_l1_b<<<kMapHigh, 256>>>(trim, blend); });

    const unsigned* dice = reinterpret_cast<const unsigned*>(indices(kBases / 4, 0xffffffffu, 16));
    uint8_t *base = empty<uint8_t>(kBases), *quality = empty<uint8_t>(kBases), *masked = empty<uint8_t>(kBases);
    harness_reads<<<kBases / 1024, 256>>>(dice, reinterpret_cast<unsigned*>(base), reinterpret_cast<unsigned*>(quality)); CHECK(cudaGetLastError());
    add("heron_marsh_l1_a", masked, kBases, Output::u8, [=] {
        heron_marsh_l1_a<<<kBases / 512, 512>>>(reinterpret_cast<const char*>(base), reinterpret_cast<const char*>(quality), reinterpret_cast<char*>(masked), '+'); });
    add("heron_marsh_l1_b", masked, kBases, Output::u8, [=] {
        heron_marsh_l1_b<<<kBases / 8192, 512>>>(reinterpret_cast<const uint4*>(base), reinterpret_cast<const uint4*>(quality), reinterpret_cast<uint4*>(masked), '+'); });

    const uint8_t* call = reinterpret_cast<const uint8_t*>(indices(kOctets / 4, 0xffffffffu, 17));
    short* sound = empty<short>(kOctets);
    add("echo_valley_l1_a", sound, kOctets / 2, Output::i32, [=] { echo_valley_l1_a<<<kOctets / 256, 256>>>(call, sound); });
    add("echo_valley_l1_b", sound, kOctets / 2, Output::i32, [=] {
        echo_valley_l1_b<<<kOctets / 2048, 256>>>(reinterpret_cast<const uint2*>(call), reinterpret_cast<uint4*>(sound)); });

    __half *before = filled<__half>(kActive, 18), *after = empty<__half>(kActive);
    add("quiet_gate_l1_a", after, kActive, Output::f16, [=] { quiet_gate_l1_a<<<132 * 8, 256>>>(before, after, kActive); });
    add("quiet_gate_l1_b", after, kActive, Output::f16, [=] {
        quiet_gate_l1_b<<<132 * 8, 256>>>(reinterpret_cast<const uint4*>(before), reinterpret_cast<uint4*>(after), kActive); });

    constexpr size_t frost = (size_t)kFrostWide * kFrostHigh;
    float *u = filled<float>(frost, 19), *source = filled<float>(frost, 20), *fresh = empty<float>(frost);
    float *black = empty<float>(frost / 2), *red_source = empty<float>(frost / 2), *fresh_red = empty<float>(frost);  // as long as `fresh`, so that `check` counts alike
    harness_frost<<<dim3(kFrostHalf / 256, kFrostHigh), 256>>>(u, source, black, red_source); CHECK(cudaGetLastError());
    dim3 boards(kFrostHalf / 64, kFrostHigh / 4), board(64, 4);
    add("chess_frost_l1_a", fresh, frost, Output::f32, [=] { chess_frost_l1_a<<<boards, board>>>(u, source, fresh); });
    add("chess_frost_l1_b", fresh_red, frost, Output::f32, [=] { chess_frost_l1_b<<<boards, board>>>(black, red_source, fresh_red); });

    float *price = filled<float>((size_t)kCaravans * kDays, 21), *strike = empty<float>(kCaravans), *payoff = empty<float>(kCaravans);
    const Contract* book = reinterpret_cast<const Contract*>(filled<float>((size_t)kCaravans * 8, 22));
    harness_strikes<<<kCaravans / 256, 256>>>(book, strike); CHECK(cudaGetLastError());
    add("salt_caravans_l1_a", payoff, kCaravans, Output::f32, [=] { salt_caravans_l1_a<<<kCaravans / 256, 256>>>(price, book, payoff); });
    add("salt_caravans_l1_b", payoff, kCaravans, Output::f32, [=] { salt_caravans_l1_b<<<kCaravans / 256, 256>>>(price, strike, payoff); });

    constexpr size_t slab = (size_t)kSlabWide * kSlabHigh;
    float *warm = filled<float>(slab, 23), *next = empty<float>(slab);
    add("amber_cellar_l1_a", next, slab, Output::f32, [=] { amber_cellar_l1_a<<<dim3(kSlabWide / 512, kSlabHigh / kSlabRows), 128>>>(warm, next); });

    return harness::run(argc, argv, cases);
}
