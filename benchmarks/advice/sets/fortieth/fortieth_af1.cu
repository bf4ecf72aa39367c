// Eight measured cases from radio, light fields, floods, craft, databases, geodesy, interferometry and imaging: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Telecoms: sub-block interleaver of 576 soft-bit streams of 192 x 32: written by rows, read by columns in bit-reversed order, scaled and clipped.
constexpr int kStreams = 576, kRowsIn = 192, kColsIn = 32, kSoft = kRowsIn * kColsIn;

__device__ __forceinline__ float soft_clip(float llr) { return fminf(fmaxf(llr * 6.35f, -4.0f), 4.0f); }

__global__ void __launch_bounds__(256) fascine_relay_af1_a(const float* __restrict__ soft, float* __restrict__ line) {
    unsigned at = blockIdx.x * 256u + threadIdx.x, stream = at / kSoft, k = at % kSoft;
    unsigned column = __brev(k / kRowsIn) >> 27, row = k % kRowsIn;
    line[at] = soft_clip(soft[stream * kSoft + row * kColsIn + column]);
}

__global__ void __launch_bounds__(256) fascine_relay_af1_b(const float* __restrict__ soft, float* __restrict__ line) {
    __shared__ float patch[32][33];
    unsigned tx = threadIdx.x % 32, ty = threadIdx.x / 32, stream = blockIdx.x / (kRowsIn / 32), first = blockIdx.x % (kRowsIn / 32) * 32;
    const float* from = soft + stream * kSoft + first * kColsIn;
#pragma unroll
    for (unsigned r = 0; r < 32; r += 8) patch[ty + r][tx] = from[(ty + r) * kColsIn + tx];
    __syncthreads();
    float* to = line + stream * kSoft + first;
#pragma unroll
    for (unsigned c = 0; c < 32; c += 8) to[(ty + c) * kRowsIn + tx] = soft_clip(patch[tx][__brev(ty + c) >> 27]);
}

// ---- Light-field microscope: frames behind an array of 16 x 16 pixel lenslets are taken apart into 256 views, RGBA turned to BGRA.
constexpr int kLens = 16, kLensX = 544, kLensY = 384, kFrames = 10;
constexpr int kRawWide = kLens * kLensX, kRawHigh = kLens * kLensY, kView = kLensX * kLensY;
constexpr size_t kRaw = (size_t)kRawWide * kRawHigh * kFrames;

__device__ __forceinline__ unsigned bgra(unsigned rgba) { return __byte_perm(rgba, 0, 0x3012); }

__global__ void __launch_bounds__(512) corymb_views_af1_a(const unsigned* __restrict__ raw, unsigned* __restrict__ views) {
    int x = blockIdx.x * 512 + threadIdx.x, y = blockIdx.y;
    size_t frame = (size_t)blockIdx.z * kRawWide * kRawHigh;
    int view = y % kLens * kLens + x % kLens;
    views[frame + (size_t)view * kView + y / kLens * kLensX + x / kLens] = bgra(raw[frame + (size_t)y * kRawWide + x]);
}

__global__ void __launch_bounds__(512) corymb_views_af1_b(const unsigned* __restrict__ raw, unsigned* __restrict__ views) {
    __shared__ unsigned strip[kLens * 34];
    int t = threadIdx.x, y = blockIdx.y;
    size_t frame = (size_t)blockIdx.z * kRawWide * kRawHigh;
    strip[t % kLens * 34 + t / kLens] = bgra(raw[frame + (size_t)y * kRawWide + blockIdx.x * 512 + t]);
    __syncthreads();
    int u = t / 32, lens = t % 32, view = y % kLens * kLens + u;
    views[frame + (size_t)view * kView + y / kLens * kLensX + blockIdx.x * 32 + lens] = strip[u * 34 + lens];
}

// ---- Flood model: mass flux (Rusanov) through every face of an unordered mesh from the two cells beside it.
constexpr int kCells = 480000, kFaces = 128 * 39936;

__device__ __forceinline__ float face_flux(float4 l, float4 r, float2 n) {  // depth, two discharges, bed
    float ql = fmaf(l.y, n.x, l.z * n.y), qr = fmaf(r.y, n.x, r.z * n.y);
    float fast = fmaxf(fabsf(__fdividef(ql, l.x)) + __fsqrt_rn(9.81f * l.x), fabsf(__fdividef(qr, r.x)) + __fsqrt_rn(9.81f * r.x));
    return 0.5f * (ql + qr - fast * ((r.x + r.w) - (l.x + l.w)));
}

__global__ void __launch_bounds__(128) gabion_torrent_af1_a(const int2* __restrict__ beside, const float2* __restrict__ normal, const float* __restrict__ depth,
                                                            const float* __restrict__ qx, const float* __restrict__ qy, const float* __restrict__ bed,
                                                            float* __restrict__ flux) {
    int f = blockIdx.x * 128 + threadIdx.x;
    int2 c = __ldcs(beside + f);
    float4 l = make_float4(depth[c.x], qx[c.x], qy[c.x], bed[c.x]), r = make_float4(depth[c.y], qx[c.y], qy[c.y], bed[c.y]);
    __stcs(flux + f, face_flux(l, r, __ldcs(normal + f)));
}

__global__ void __launch_bounds__(128) gabion_torrent_af1_b(const int2* __restrict__ beside, const float2* __restrict__ normal, const float4* __restrict__ cell,
                                                            float* __restrict__ flux) {
    int f = blockIdx.x * 128 + threadIdx.x;
    int2 c = __ldcs(beside + f);
    float4 l = cell[c.x], r = cell[c.y];
    __stcs(flux + f, face_flux(l, r, __ldcs(normal + f)));
}

__global__ void harness_cells(float* depth, const float* qx, const float* qy, const float* bed, float4* cell) {
    int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= kCells) return;
    depth[i] = 1.5f + 0.5f * depth[i];
    cell[i] = make_float4(depth[i], qx[i], qy[i], bed[i]);
}

// ---- Plaster panel: contrast curve of an 8-bit photograph of 4096 x 3072.
constexpr int kPhoto = 4096 * 3072;

__device__ __forceinline__ unsigned curve(unsigned v) { return min(v + ((v * (255u - v) * 77u) >> 14), 255u); }

__global__ void __launch_bounds__(256) sgraffito_panel_af1_a(const uint8_t* __restrict__ photo, uint8_t* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    print[i] = (uint8_t)curve(photo[i]);
}

__device__ __forceinline__ unsigned curve4(unsigned p) {
    return curve(p & 255u) | curve(p >> 8 & 255u) << 8 | curve(p >> 16 & 255u) << 16 | curve(p >> 24) << 24;
}

__global__ void __launch_bounds__(256) sgraffito_panel_af1_b(const uint2* __restrict__ photo, uint2* __restrict__ print) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 p = photo[i];
    print[i] = make_uint2(curve4(p.x), curve4(p.y));
}

// ---- Key-value store: probes a hash table of buckets of eight key-value pairs (64 bytes) behind the arena's header; four lanes read a bucket.
constexpr int kBucketBits = 25, kProbes = 1 << 26;

struct ArenaHeader { unsigned magic, version, buckets, seed; };                    // 16 bytes
struct alignas(64) PaddedArenaHeader { unsigned magic, version, buckets, seed; };  // 64 bytes

template <typename Header>
__device__ __forceinline__ void bucket_probe(const char* __restrict__ arena, const unsigned* __restrict__ keys, unsigned* __restrict__ found) {
    const uint4* buckets = reinterpret_cast<const uint4*>(arena + sizeof(Header));
    int lane = threadIdx.x % 32, at = blockIdx.x * 256 + threadIdx.x;
    unsigned key = keys[at], bucket = harness::hash32(key) >> (32 - kBucketBits), want[4], value[4];
    uint4 pairs[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        want[r] = __shfl_sync(0xffffffffu, key, r * 8 + lane / 4);
        pairs[r] = buckets[(size_t)__shfl_sync(0xffffffffu, bucket, r * 8 + lane / 4) * 4 + lane % 4];
    }
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        value[r] = max(pairs[r].x == want[r] ? pairs[r].y : 0u, pairs[r].z == want[r] ? pairs[r].w : 0u);
        value[r] = max(value[r], __shfl_xor_sync(0xffffffffu, value[r], 1));
        value[r] = max(value[r], __shfl_xor_sync(0xffffffffu, value[r], 2));
    }
    unsigned mine = 0;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
        unsigned v = __shfl_sync(0xffffffffu, value[r], lane % 8 * 4);
        if (lane / 8 == r) mine = v;
    }
    found[at] = mine;
}

__global__ void __launch_bounds__(256) burdock_vault_af1_a(const char* __restrict__ arena, const unsigned* __restrict__ keys, unsigned* __restrict__ found) {
    bucket_probe<ArenaHeader>(arena, keys, found);
}
__global__ void __launch_bounds__(256) burdock_vault_af1_b(const char* __restrict__ arena, const unsigned* __restrict__ keys, unsigned* __restrict__ found) {
    bucket_probe<PaddedArenaHeader>(arena, keys, found);
}

__global__ void harness_vault(uint2* buckets, const unsigned* keys) {  // every second key is in the store
    unsigned i = (blockIdx.x * 256 + threadIdx.x) * 2, key = keys[i], bucket = harness::hash32(key) >> (32 - kBucketBits);
    buckets[(size_t)bucket * 8 + (i / 2) % 8] = make_uint2(key, key % 30011 + 1);
}

// ---- Geodesy: height of each station at an epoch from its height and its rate.
struct Station { double east, north, up, east_rate, north_rate, up_rate, epoch, sigma; };
constexpr int kStations = 384 * 21120;

__global__ void __launch_bounds__(384) armillary_roster_af1_a(const Station* __restrict__ roster, double years, double* __restrict__ height) {
    int i = blockIdx.x * 384 + threadIdx.x;
    height[i] = fma(roster[i].up_rate, years, roster[i].up);
}

__global__ void __launch_bounds__(384) armillary_roster_af1_b(const double* __restrict__ up, const double* __restrict__ up_rate, double years,
                                                              double* __restrict__ height) {
    int i = blockIdx.x * 384 + threadIdx.x;
    height[i] = fma(up_rate[i], years, up[i]);
}

__global__ void harness_roster(const Station* roster, double* up, double* up_rate) {
    int i = blockIdx.x * 384 + threadIdx.x;
    up[i] = roster[i].up; up_rate[i] = roster[i].up_rate;
}

// ---- Interferometer: product of one antenna's signal with the other's conjugate; the receiver's first sample is left out.
constexpr int kSamples = 512 * 120000;

__device__ __forceinline__ void beat(const float2* __restrict__ east, const float2* __restrict__ west, float2* __restrict__ fringe) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float2 e[2], w[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { e[j] = east[i + j * 256]; w[j] = west[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 2; ++j)
        fringe[i + j * 256] = make_float2(fmaf(e[j].x, w[j].x, e[j].y * w[j].y), fmaf(e[j].y, w[j].x, -e[j].x * w[j].y));
}

__global__ void __launch_bounds__(256) heliograph_fringe_af1_a(const float2* __restrict__ east, const float2* __restrict__ west, float2* __restrict__ fringe) {
    beat(east + 1, west + 1, fringe);
}
__global__ void __launch_bounds__(256) heliograph_fringe_af1_b(const float2* __restrict__ east, const float2* __restrict__ west, float2* __restrict__ fringe) {
    beat(east, west, fringe);
}

// ---- Magnetic resonance: planes of real and imaginary parts woven into complex numbers, scaled, four pairs a thread.
constexpr int kWeave = 1024 * 112000;  // pairs

__global__ void __launch_bounds__(256) psaltery_weave_af1_a(const float2* __restrict__ re, const float2* __restrict__ im, float scale, float4* __restrict__ woven) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float2 r[4], m[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = __ldcs(re + i + j * 256); m[j] = __ldcs(im + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 4; ++j) __stcs(woven + i + j * 256, make_float4(r[j].x * scale, m[j].x * scale, r[j].y * scale, m[j].y * scale));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        constexpr size_t n = (size_t)kStreams * kSoft;
        float *soft = filled<float>(n, 11), *line = empty<float>(n);
        add("fascine_relay_af1_a", line, n, Output::f32, [=] { fascine_relay_af1_a<<<n / 256, 256>>>(soft, line); });
        add("fascine_relay_af1_b", line, n, Output::f32, [=] { fascine_relay_af1_b<<<n / 1024, 256>>>(soft, line); });
    }
    {
        unsigned *raw = reinterpret_cast<unsigned*>(harness::indices(kRaw, 0xffffffffu, 12)), *views = empty<unsigned>(kRaw);
        dim3 grid(kRawWide / 512, kRawHigh, kFrames);
        add("corymb_views_af1_a", views, kRaw, Output::i32, [=] { corymb_views_af1_a<<<grid, 512>>>(raw, views); });
        add("corymb_views_af1_b", views, kRaw, Output::i32, [=] { corymb_views_af1_b<<<grid, 512>>>(raw, views); });
    }
    {
        float *depth = filled<float>(kCells, 21), *qx = filled<float>(kCells, 22), *qy = filled<float>(kCells, 23), *bed = filled<float>(kCells, 24);
        float *flux = empty<float>(kFaces);
        float4* cell = empty<float4>(kCells);
        harness_cells<<<kCells / 256, 256>>>(depth, qx, qy, bed, cell); CHECK(cudaGetLastError());
        int2* beside = reinterpret_cast<int2*>(harness::indices((size_t)kFaces * 2, kCells, 25));
        float2* normal = reinterpret_cast<float2*>(filled<float>((size_t)kFaces * 2, 26));
        add("gabion_torrent_af1_a", flux, kFaces, Output::f32, [=] { gabion_torrent_af1_a<<<kFaces / 128, 128>>>(beside, normal, depth, qx, qy, bed, flux); });
        add("gabion_torrent_af1_b", flux, kFaces, Output::f32, [=] { gabion_torrent_af1_b<<<kFaces / 128, 128>>>(beside, normal, cell, flux); });
    }
    {
        uint8_t *photo = reinterpret_cast<uint8_t*>(harness::indices(kPhoto / 4, 0xffffffffu, 31)), *print = empty<uint8_t>(kPhoto);
        add("sgraffito_panel_af1_a", print, kPhoto, Output::u8, [=] { sgraffito_panel_af1_a<<<kPhoto / 256, 256>>>(photo, print); });
        add("sgraffito_panel_af1_b", print, kPhoto, Output::u8, [=] {
            sgraffito_panel_af1_b<<<kPhoto / 2048, 256>>>(reinterpret_cast<const uint2*>(photo), reinterpret_cast<uint2*>(print)); });
    }
    {
        constexpr size_t bytes = (size_t)64 << kBucketBits;
        unsigned *keys = reinterpret_cast<unsigned*>(harness::indices(kProbes, 0x7f000000u, 41)), *found = empty<unsigned>(kProbes);
        char *tight = empty<char>(bytes + sizeof(ArenaHeader)), *padded = empty<char>(bytes + sizeof(PaddedArenaHeader));
        harness_vault<<<kProbes / 512, 256>>>(reinterpret_cast<uint2*>(padded + sizeof(PaddedArenaHeader)), keys); CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(tight + sizeof(ArenaHeader), padded + sizeof(PaddedArenaHeader), bytes, cudaMemcpyDeviceToDevice));
        add("burdock_vault_af1_a", found, kProbes, Output::i32, [=] { burdock_vault_af1_a<<<kProbes / 256, 256>>>(tight, keys, found); });
        add("burdock_vault_af1_b", found, kProbes, Output::i32, [=] { burdock_vault_af1_b<<<kProbes / 256, 256>>>(padded, keys, found); });
    }
    {
        Station* roster = reinterpret_cast<Station*>(filled<double>((size_t)kStations * 8, 51));
        double *up = empty<double>(kStations), *up_rate = empty<double>(kStations), *height = empty<double>(kStations);
        harness_roster<<<kStations / 384, 384>>>(roster, up, up_rate); CHECK(cudaGetLastError());
        add("armillary_roster_af1_a", height, kStations, Output::f64, [=] { armillary_roster_af1_a<<<kStations / 384, 384>>>(roster, 12.25, height); });
        add("armillary_roster_af1_b", height, kStations, Output::f64, [=] { armillary_roster_af1_b<<<kStations / 384, 384>>>(up, up_rate, 12.25, height); });
    }
    {
        constexpr size_t n = kSamples, bytes = n * sizeof(float2);
        float2 *east = reinterpret_cast<float2*>(filled<float>((n + 1) * 2, 61)), *west = reinterpret_cast<float2*>(filled<float>((n + 1) * 2, 62));
        float2 *east1 = empty<float2>(n), *west1 = empty<float2>(n), *fringe = empty<float2>(n);
        CHECK(cudaMemcpy(east1, east + 1, bytes, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy(west1, west + 1, bytes, cudaMemcpyDeviceToDevice));
        add("heliograph_fringe_af1_a", fringe, n * 2, Output::f32, [=] { heliograph_fringe_af1_a<<<kSamples / 512, 256>>>(east, west, fringe); });
        add("heliograph_fringe_af1_b", fringe, n * 2, Output::f32, [=] { heliograph_fringe_af1_b<<<kSamples / 512, 256>>>(east1, west1, fringe); });
    }
    {
        constexpr size_t n = kWeave;
        float2 *re = reinterpret_cast<float2*>(filled<float>(n * 2, 71)), *im = reinterpret_cast<float2*>(filled<float>(n * 2, 72));
        float4* woven = empty<float4>(n);
        add("psaltery_weave_af1_a", woven, n * 4, Output::f32, [=] { psaltery_weave_af1_a<<<kWeave / 1024, 256>>>(re, im, 0.0078125f, woven); });
    }

    return harness::run(argc, argv, cases);
}
