// Eleven measured cases about global-memory access, first blind author: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Telescope: calibrated brightness of each pixel as a series in time, from frames in the order in which the camera wrote them.
constexpr int kFrames = 8192, kPixels = 132 * 128;

__device__ __forceinline__ float calibrated(float raw, float dark) { return 1.5f * fmaf(-0.125f, dark, raw); }

__global__ void __launch_bounds__(256) star_album_y1_a(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ series) {
    int pixel = blockIdx.y, frame = blockIdx.x * 1024 + threadIdx.x;
    float d = dark[pixel], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[(size_t)(frame + 256 * j) * kPixels + pixel];
#pragma unroll
    for (int j = 0; j < 4; ++j) series[(size_t)pixel * kFrames + frame + 256 * j] = calibrated(v[j], d);
}

__global__ void __launch_bounds__(256) star_album_y1_b(const float* __restrict__ raw, const float* __restrict__ dark, float* __restrict__ series) {
    __shared__ float tile[32][33];
    int lane = threadIdx.x % 32, w = threadIdx.x / 32, pixel = blockIdx.x * 32, frame = blockIdx.y * 32;
    float d = dark[pixel + lane], v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[(size_t)(frame + w + 8 * j) * kPixels + pixel + lane];
#pragma unroll
    for (int j = 0; j < 4; ++j) tile[w + 8 * j][lane] = calibrated(v[j], d);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) series[(size_t)(pixel + w + 8 * j) * kFrames + frame + lane] = tile[lane][w + 8 * j];
}

// ---- Drifting rafts: the 64 places of each raft on its way, a raft a row of the table.
constexpr int kRafts = 132 * 256 * 64, kHours = 64;

__device__ __forceinline__ void row_on(float& x, float& y, float k) {
    x = fmaf(0.97f, x, k * y);
    y = fmaf(0.96f, y, -k * x);
}

__global__ void __launch_bounds__(128) raft_paths_y1_a(const float* __restrict__ start, const float* __restrict__ stream, float* __restrict__ path) {
    int raft = blockIdx.x * 128 + threadIdx.x;
    float x = start[raft], y = 1.0f, k = fmaf(0.05f, stream[raft], 0.2f);
    float* to = path + (size_t)raft * kHours;
#pragma unroll 8
    for (int hour = 0; hour < kHours; ++hour) {
        row_on(x, y, k);
        to[hour] = x;
    }
}

__global__ void __launch_bounds__(128) raft_paths_y1_b(const float* __restrict__ start, const float* __restrict__ stream, float* __restrict__ path) {
    __shared__ float tiles[4][32][33];
    int raft = blockIdx.x * 128 + threadIdx.x, lane = threadIdx.x % 32;
    float x = start[raft], y = 1.0f, k = fmaf(0.05f, stream[raft], 0.2f);
    float(*tile)[33] = tiles[threadIdx.x / 32];
    float* to = path + (size_t)(raft - lane) * kHours + lane;
    for (int hour = 0; hour < kHours; hour += 32) {
#pragma unroll 8
        for (int h = 0; h < 32; ++h) {
            row_on(x, y, k);
            tile[lane][h] = x;
        }
        __syncwarp();
#pragma unroll 8
        for (int r = 0; r < 32; ++r) to[(size_t)r * kHours + hour] = tile[r][lane];
        __syncwarp();
    }
}

// ---- Fish market: takings of each stall from the weight and the price in the auction's lots.
struct Lot { int number, boat; float weight; int species, grade, bidder, hour; float price, ice, tax; int box, flags; };
constexpr int kStalls = 132 * 8, kLots = kStalls * 256 * 128;

__global__ void harness_lots(Lot* __restrict__ lots, float* __restrict__ weight, float* __restrict__ price) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    using harness::unit;
    uint32_t s = i * 12u;
    Lot l = {i, (int)s, 2.0f + unit(s), 1, 2, (int)s, 3, 5.0f + unit(s + 1), unit(s + 2), unit(s + 3), 4, 5};
    lots[i] = l;
    weight[i] = l.weight; price[i] = l.price;
}

__device__ __forceinline__ void stall_total(float sum, float* __restrict__ takings) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        takings[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256) fish_auction_y1_a(const Lot* __restrict__ lots, float* __restrict__ takings) {
    float sum = 0.0f;
#pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLots; i += kStalls * 256) sum = fmaf(lots[i].weight, lots[i].price, sum);
    stall_total(sum, takings);
}

__global__ void __launch_bounds__(256) fish_auction_y1_b(const float* __restrict__ weight, const float* __restrict__ price, float* __restrict__ takings) {
    float sum = 0.0f;
#pragma unroll 8
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLots; i += kStalls * 256) sum = fmaf(weight[i], price[i], sum);
    stall_total(sum, takings);
}

// ---- River delta: flow through each canal between two basins of an unstructured network; the survey numbered the basins as it met them.
constexpr int kBasins = 1 << 25, kCanals = 2 * kBasins;

__host__ __device__ inline uint32_t survey_number(uint32_t i) {  // a permutation of [0, kBasins)
    i = (i * 0x9e3779b1u) & (kBasins - 1);
    i ^= i >> 13;
    i = (i * 0x85ebca6bu) & (kBasins - 1);
    return i ^ (i >> 11);
}

__global__ void harness_delta(const float* __restrict__ level, float* __restrict__ surveyed, int4* __restrict__ canal, int4* __restrict__ canal_surveyed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, right = (i + 1) & (kBasins - 1), below = (i + (1 << 20)) & (kBasins - 1);
    int me = survey_number(i);
    surveyed[me] = level[i];
    canal[i] = make_int4(i, right, i, below);
    canal_surveyed[i] = make_int4(me, survey_number(right), me, survey_number(below));
}

__device__ __forceinline__ void canals(const int4* __restrict__ canal, const float2* __restrict__ width, const float* __restrict__ level, float2* __restrict__ flow) {
    int i = blockIdx.x * 256 + threadIdx.x;
    int4 c = canal[i];
    float2 w = width[i];
    float p = level[c.x] - level[c.y], q = level[c.z] - level[c.w];
    flow[i] = make_float2(fmaf(0.5f, w.x, 1.0f) * p, fmaf(0.5f, w.y, 1.0f) * q);
}

__global__ void __launch_bounds__(256) delta_canals_y1_a(const int4* __restrict__ canal, const float2* __restrict__ width, const float* __restrict__ level, float2* __restrict__ flow) { canals(canal, width, level, flow); }
__global__ void __launch_bounds__(256) delta_canals_y1_b(const int4* __restrict__ canal, const float2* __restrict__ width, const float* __restrict__ level, float2* __restrict__ flow) { canals(canal, width, level, flow); }

// ---- Perfumery: scent of each blend, the sum of the vectors (16 words) of its eight ingredients, four lanes a blend; the file has a header of 16 bytes.
constexpr int kScents = 8 << 20, kBlends = 132 * 64 * 256;

__device__ __forceinline__ void blends(const int4* __restrict__ recipe, const float4* __restrict__ scent, float4* __restrict__ blend) {
    int i = blockIdx.x * 256 + threadIdx.x, b = i / 4, q = i % 4;
    int4 r = recipe[2 * b], s = recipe[2 * b + 1];
    int row[8] = {r.x, r.y, r.z, r.w, s.x, s.y, s.z, s.w};
    float4 v[8], sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = scent[(size_t)row[j] * 4 + q];
#pragma unroll
    for (int j = 0; j < 8; ++j) { sum.x += v[j].x; sum.y += v[j].y; sum.z += v[j].z; sum.w += v[j].w; }
    blend[i] = sum;
}

__global__ void __launch_bounds__(256) perfume_blends_y1_a(const int4* __restrict__ recipe, const float4* __restrict__ scent, float4* __restrict__ blend) { blends(recipe, scent, blend); }
__global__ void __launch_bounds__(256) perfume_blends_y1_b(const int4* __restrict__ recipe, const float4* __restrict__ scent, float4* __restrict__ blend) { blends(recipe, scent, blend); }

// ---- Restoration of paintings: mix of two photographs (of a byte a dot) by a mask.
constexpr int kAcross = 16384, kDown = 132 * 128;

__device__ __forceinline__ uint32_t mixed(uint32_t a, uint32_t b, uint32_t m) {
    uint32_t x = a * m + b * (255u - m) + 128u;
    return (x + (x >> 8)) >> 8;
}

__global__ void __launch_bounds__(256) fresco_restore_y1_a(const uint8_t* __restrict__ old, const uint8_t* __restrict__ fresh, const uint8_t* __restrict__ mask, uint8_t* __restrict__ out) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * kAcross + x;
    out[i] = (uint8_t)mixed(old[i], fresh[i], mask[i]);
}

__device__ __forceinline__ uint32_t mixed4(uint32_t a, uint32_t b, uint32_t m) {
    uint32_t r0 = mixed(a & 255u, b & 255u, m & 255u), r1 = mixed((a >> 8) & 255u, (b >> 8) & 255u, (m >> 8) & 255u);
    uint32_t r2 = mixed((a >> 16) & 255u, (b >> 16) & 255u, (m >> 16) & 255u), r3 = mixed(a >> 24, b >> 24, m >> 24);
    return r0 | r1 << 8 | r2 << 16 | r3 << 24;
}

__global__ void __launch_bounds__(256) fresco_restore_y1_b(const uint4* __restrict__ old, const uint4* __restrict__ fresh, const uint4* __restrict__ mask, uint4* __restrict__ out) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, i = y * (kAcross / 16) + x;
    uint4 a = old[i], b = fresh[i], m = mask[i];
    out[i] = make_uint4(mixed4(a.x, b.x, m.x), mixed4(a.y, b.y, m.y), mixed4(a.z, b.z, m.z), mixed4(a.w, b.w, m.w));
}

// ---- Otters' genomes: guanines less cytosines in each read, a read a warp, a letter a byte.
constexpr int kReads = 132 * 4096, kLetters = 1024;

__global__ void harness_letters(uint8_t* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t h = harness::hash32((uint32_t)i + 99u);
        p[i] = h % 61u == 0 ? 'N' : h & 0x100u ? (h & 0x200u ? 'A' : 'G') : (h & 0xc00u) ? 'T' : 'C';
    }
}

__global__ void __launch_bounds__(256) otter_reads_y1_a(const uint8_t* __restrict__ reads, int length, int* __restrict__ skew) {
    int r = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, n = 0;
    const uint8_t* read = reads + (size_t)r * length;
    for (int i = lane; i < length; i += 32) {
        uint8_t base = read[i];
        n += (base == 'G') - (base == 'C');
    }
    n = __reduce_add_sync(0xffffffffu, n);
    if (lane == 0) skew[r] = n;
}

__device__ __forceinline__ int letters_equal(uint4 v, uint32_t four) {  // how many of 16 ASCII letters
    auto differs = [&](uint32_t w) { return ((w ^ four) + 0x7f7f7f7fu) & 0x80808080u; };
    return 16 - __popc(differs(v.x) | differs(v.y) >> 1 | differs(v.z) >> 2 | differs(v.w) >> 3);
}

__global__ void __launch_bounds__(256) otter_reads_y1_b(const uint8_t* __restrict__ reads, int length, int* __restrict__ skew) {
    int r = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, n = 0;
    const uint4* read = reinterpret_cast<const uint4*>(reads + (size_t)r * length);
    for (int i = lane; i < length / 16; i += 32) {
        uint4 v = read[i];
        n += letters_equal(v, 0x47474747u) - letters_equal(v, 0x43434343u);
    }
    n = __reduce_add_sync(0xffffffffu, n);
    if (lane == 0) skew[r] = n;
}

// ---- Choir: loudness of 16-bit samples along the conductor's envelope, a value for 1024 samples.
constexpr int kNotes = 132 * 2048 * 1024;

__device__ __forceinline__ int louder(int sample, float gain) { return max(-32768, min(32767, __float2int_rn((float)sample * gain))); }

__global__ void __launch_bounds__(512) choir_swell_y1_a(const int16_t* __restrict__ sound, const float* __restrict__ envelope, int16_t* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    out[i] = (int16_t)louder(sound[i], fmaf(0.75f, envelope[i / 1024], 1.0f));
}

__global__ void __launch_bounds__(512) choir_swell_y1_b(const uint4* __restrict__ sound, const float* __restrict__ envelope, uint4* __restrict__ out) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float gain = fmaf(0.75f, envelope[i / 128], 1.0f);
    uint4 v = sound[i];
    auto two = [&](uint32_t w) { return (uint32_t)(louder((int16_t)w, gain) & 0xffff) | (uint32_t)louder((int16_t)(w >> 16), gain) << 16; };
    out[i] = make_uint4(two(v.x), two(v.y), two(v.z), two(v.w));
}

// ---- Wave buoys: height of the sea in each record of 2048 samples, which the buoy wrote as pairs of heave and temperature.
constexpr int kRecords = 132 * 512, kHeaves = 2048;

__global__ void harness_buoys(const float* __restrict__ both, float* __restrict__ heave, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) heave[i] = both[2 * i];
}

template <int kWords>  // from one heave to the next
__device__ __forceinline__ void sea_height(const float* __restrict__ heave, float* __restrict__ height) {
    int r = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    const float* from = heave + ((size_t)r * kHeaves + lane) * kWords;
    float sum = 0.0f, squares = 0.0f;
#pragma unroll 16
    for (int i = 0; i < kHeaves; i += 32) {
        float v = from[i * kWords];
        sum += v;
        squares = fmaf(v, v, squares);
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) {
        sum += __shfl_xor_sync(0xffffffffu, sum, o);
        squares += __shfl_xor_sync(0xffffffffu, squares, o);
    }
    float mean = sum * (1.0f / kHeaves);
    if (lane == 0) height[r] = 4.0f * sqrtf(fmaf(-mean, mean, squares * (1.0f / kHeaves)));
}

__global__ void __launch_bounds__(256) buoy_heights_y1_a(const float* __restrict__ heave, float* __restrict__ height) { sea_height<2>(heave, height); }
__global__ void __launch_bounds__(256) buoy_heights_y1_b(const float* __restrict__ heave, float* __restrict__ height) { sea_height<1>(heave, height); }

// ---- Kiln: cooling of the inner cells of a plate of clay that has a border, from a row of the plate to a row of the result.
constexpr int kClayX = 4096, kClayY = 132 * 128;

template <int kPitch, int kLeft>  // words a row and before its first inner cell
__device__ __forceinline__ void cooled(const float* __restrict__ heat, const float* __restrict__ wet, float* __restrict__ out) {
    int x = blockIdx.x * 1024 + threadIdx.x, y = blockIdx.y;
    size_t from = (size_t)(y + 1) * kPitch + kLeft + x;
    float h[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { h[j] = heat[from + 256 * j]; w[j] = wet[from + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) out[(size_t)y * kClayX + x + 256 * j] = fmaf(-0.1f * h[j], fmaf(0.25f, w[j], h[j]), h[j]);
}

__global__ void __launch_bounds__(256) kiln_plates_y1_a(const float* __restrict__ heat, const float* __restrict__ wet, float* __restrict__ out) { cooled<kClayX + 2, 1>(heat, wet, out); }
__global__ void __launch_bounds__(256) kiln_plates_y1_b(const float* __restrict__ heat, const float* __restrict__ wet, float* __restrict__ out) { cooled<kClayX + 64, 32>(heat, wet, out); }

__global__ void harness_clay(const float* __restrict__ narrow, float* __restrict__ wide) {  // rows of kClayX + 2 to rows of kClayX + 64
    for (int x = threadIdx.x; x < kClayX + 2; x += blockDim.x) wide[(size_t)blockIdx.x * (kClayX + 64) + 31 + x] = narrow[(size_t)blockIdx.x * (kClayX + 2) + x];
}

// ---- Drum: next state of a membrane from its present and former state and the sticks.
constexpr int kSkin = 132 * 512 * 256;  // in groups of four

__device__ __forceinline__ float struck(float now, float before, float stick) { return fmaf(1.96f, now, fmaf(-0.97f, before, 0.01f * stick)); }

__global__ void __launch_bounds__(256) drum_skin_y1_a(const float4* __restrict__ now, const float4* __restrict__ before, const float4* __restrict__ stick, float4* __restrict__ next) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 n[2], b[2], s[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { n[j] = now[i + 256 * j]; b[j] = before[i + 256 * j]; s[j] = stick[i + 256 * j]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        next[i + 256 * j] = make_float4(struck(n[j].x, b[j].x, s[j].x), struck(n[j].y, b[j].y, s[j].y), struck(n[j].z, b[j].z, s[j].z), struck(n[j].w, b[j].w, s[j].w));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kFrames * kPixels * 2;
    static_assert(pool >= (size_t)kRecords * kHeaves * 2 && pool >= (size_t)kSkin * 12 && pool >= (size_t)kScents * 16 + 4, "shared");
    const float* sea = filled<float>(pool, 41);
    const float4* sea4 = reinterpret_cast<const float4*>(sea);
    float* result = empty<float>((size_t)kFrames * kPixels);  // every case with floats writes here
    float4* result4 = reinterpret_cast<float4*>(result);
    static_assert((size_t)kFrames * kPixels >= (size_t)kRafts * kHours && (size_t)kFrames * kPixels >= (size_t)kCanals && (size_t)kFrames * kPixels >= (size_t)kBlends * 16 &&
                  (size_t)kFrames * kPixels >= (size_t)kClayX * kClayY && (size_t)kFrames * kPixels >= (size_t)kSkin * 4, "result");

    constexpr size_t kSeries = (size_t)kFrames * kPixels;
    add("star_album_y1_a", result, kSeries, Output::f32, [=] { star_album_y1_a<<<dim3(kFrames / 1024, kPixels), 256>>>(sea, sea + 77, result); });
    add("star_album_y1_b", result, kSeries, Output::f32, [=] { star_album_y1_b<<<dim3(kPixels / 32, kFrames / 32), 256>>>(sea, sea + 77, result); });

    constexpr size_t kPlaces = (size_t)kRafts * kHours;
    add("raft_paths_y1_a", result, kPlaces, Output::f32, [=] { raft_paths_y1_a<<<kRafts / 128, 128>>>(sea, sea + kRafts, result); });
    add("raft_paths_y1_b", result, kPlaces, Output::f32, [=] { raft_paths_y1_b<<<kRafts / 128, 128>>>(sea, sea + kRafts, result); });

    static_assert(sizeof(Lot) == 48, "layout");
    Lot* lots = reinterpret_cast<Lot*>(empty<float>((size_t)kLots * 12));
    float *weight = empty<float>(kLots), *price = empty<float>(kLots);
    harness_lots<<<kLots / 256, 256>>>(lots, weight, price); CHECK(cudaGetLastError());
    add("fish_auction_y1_a", result, kStalls, Output::f32, [=] { fish_auction_y1_a<<<kStalls, 256>>>(lots, result); });
    add("fish_auction_y1_b", result, kStalls, Output::f32, [=] { fish_auction_y1_b<<<kStalls, 256>>>(weight, price, result); });

    float* surveyed = empty<float>(kBasins);
    int4 *canal = reinterpret_cast<int4*>(empty<int>((size_t)kBasins * 4)), *canal_surveyed = reinterpret_cast<int4*>(empty<int>((size_t)kBasins * 4));
    harness_delta<<<kBasins / 256, 256>>>(sea, surveyed, canal, canal_surveyed); CHECK(cudaGetLastError());
    const float2* width = reinterpret_cast<const float2*>(sea + kBasins);
    float2* flow = reinterpret_cast<float2*>(result);
    add("delta_canals_y1_a", result, kCanals, Output::f32, [=] { delta_canals_y1_a<<<kBasins / 256, 256>>>(canal_surveyed, width, surveyed, flow); });
    add("delta_canals_y1_b", result, kCanals, Output::f32, [=] { delta_canals_y1_b<<<kBasins / 256, 256>>>(canal, width, sea, flow); });

    const int4* recipe = reinterpret_cast<const int4*>(indices((size_t)kBlends * 8, kScents, 42));
    float* shelf = empty<float>((size_t)kScents * 16);
    CHECK(cudaMemcpy(shelf, sea + 4, (size_t)kScents * 64, cudaMemcpyDeviceToDevice));
    add("perfume_blends_y1_a", result, (size_t)kBlends * 16, Output::f32, [=] { perfume_blends_y1_a<<<kBlends / 64, 256>>>(recipe, sea4 + 1, result4); });
    add("perfume_blends_y1_b", result, (size_t)kBlends * 16, Output::f32, [=] { perfume_blends_y1_b<<<kBlends / 64, 256>>>(recipe, reinterpret_cast<const float4*>(shelf), result4); });

    constexpr size_t kDots = (size_t)kAcross * kDown;
    const int *old = indices(kDots / 4, 0xffffffffu, 43), *fresh = indices(kDots / 4, 0xffffffffu, 44), *mask = indices(kDots / 4, 0xffffffffu, 45);
    auto bytes = [](const int* p) { return reinterpret_cast<const uint8_t*>(p); };
    auto sixteen = [](const int* p) { return reinterpret_cast<const uint4*>(p); };
    add("fresco_restore_y1_a", result, kDots, Output::u8, [=] {
        fresco_restore_y1_a<<<dim3(kAcross / 64, kDown / 4), dim3(64, 4)>>>(bytes(old), bytes(fresh), bytes(mask), reinterpret_cast<uint8_t*>(result)); });
    add("fresco_restore_y1_b", result, kDots, Output::u8, [=] {
        fresco_restore_y1_b<<<dim3(kAcross / 1024, kDown / 4), dim3(64, 4)>>>(sixteen(old), sixteen(fresh), sixteen(mask), reinterpret_cast<uint4*>(result)); });

    uint8_t* reads = empty<uint8_t>((size_t)kReads * kLetters);
    harness_letters<<<2048, 256>>>(reads, (size_t)kReads * kLetters); CHECK(cudaGetLastError());
    int* skew = reinterpret_cast<int*>(result);
    add("otter_reads_y1_a", skew, kReads, Output::i32, [=] { otter_reads_y1_a<<<kReads / 8, 256>>>(reads, kLetters, skew); });
    add("otter_reads_y1_b", skew, kReads, Output::i32, [=] { otter_reads_y1_b<<<kReads / 8, 256>>>(reads, kLetters, skew); });

    const int* sound = indices(kNotes / 2, 0xffffffffu, 46);
    // The loudness leaves as 16-bit samples, which `check` adds up byte by byte.
    add("choir_swell_y1_a", result, (size_t)kNotes * 2, Output::u8, [=] {
        choir_swell_y1_a<<<kNotes / 512, 512>>>(reinterpret_cast<const int16_t*>(sound), sea, reinterpret_cast<int16_t*>(result)); });
    add("choir_swell_y1_b", result, (size_t)kNotes * 2, Output::u8, [=] { choir_swell_y1_b<<<kNotes / 4096, 512>>>(sixteen(sound), sea, reinterpret_cast<uint4*>(result)); });

    float* heave = empty<float>((size_t)kRecords * kHeaves);
    harness_buoys<<<2048, 256>>>(sea, heave, (size_t)kRecords * kHeaves); CHECK(cudaGetLastError());
    add("buoy_heights_y1_a", result, kRecords, Output::f32, [=] { buoy_heights_y1_a<<<kRecords / 8, 256>>>(sea, result); });
    add("buoy_heights_y1_b", result, kRecords, Output::f32, [=] { buoy_heights_y1_b<<<kRecords / 8, 256>>>(heave, result); });

    constexpr size_t kNarrow = (size_t)(kClayX + 2) * (kClayY + 2), kWide = (size_t)(kClayX + 64) * (kClayY + 2);
    static_assert(2 * kNarrow <= pool, "clay");
    const float* wet = sea + (kNarrow + 31) / 32 * 32;
    float *heat_wide = empty<float>(kWide), *wet_wide = empty<float>(kWide);
    harness_clay<<<kClayY + 2, 256>>>(sea, heat_wide); CHECK(cudaGetLastError());
    harness_clay<<<kClayY + 2, 256>>>(wet, wet_wide); CHECK(cudaGetLastError());
    constexpr size_t kClay = (size_t)kClayX * kClayY;
    add("kiln_plates_y1_a", result, kClay, Output::f32, [=] { kiln_plates_y1_a<<<dim3(kClayX / 1024, kClayY), 256>>>(sea, wet, result); });
    add("kiln_plates_y1_b", result, kClay, Output::f32, [=] { kiln_plates_y1_b<<<dim3(kClayX / 1024, kClayY), 256>>>(heat_wide, wet_wide, result); });

    add("drum_skin_y1_a", result, (size_t)kSkin * 4, Output::f32, [=] { drum_skin_y1_a<<<kSkin / 512, 256>>>(sea4, sea4 + kSkin, sea4 + 2 * kSkin, result4); });

    return harness::run(argc, argv, cases);
}
