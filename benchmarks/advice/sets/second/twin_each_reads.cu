// Pairs about how kernels touch memory: volumes, soil columns, vehicles, terrain, hash buckets, transport streams, ecology plots.
#include "harness.cuh"
using harness::Case; using harness::Output;

// ---- maximum-intensity projection of slabs of a CT volume ------------------------------------------------------------
struct VolumeDims { int nx, ny, depth; };
__device__ __forceinline__ void project_ray(const float* __restrict__ vol, float* __restrict__ image, VolumeDims d, int x, int y, int slab) {
    const size_t plane = (size_t)d.nx * d.ny;
    const float* p = vol + (size_t)slab * d.depth * plane + (size_t)y * d.nx + x;
    float best = -1e30f;
#pragma unroll 8
    for (int z = 0; z < d.depth; ++z) best = fmaxf(best, fabsf(p[z * plane] - 0.05f));
    image[slab * plane + (size_t)y * d.nx + x] = best;
}
__global__ void slab_project_a(const float* __restrict__ vol, float* __restrict__ image, VolumeDims d) {
    int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < d.nx && y < d.ny) project_ray(vol, image, d, x, y, blockIdx.z);
}
__global__ void slab_project_b(const float* __restrict__ vol, float* __restrict__ image, VolumeDims d) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < d.nx && y < d.ny) project_ray(vol, image, d, x, y, blockIdx.z);
}

// ---- temperature of a frozen soil column, one column a thread, level after level --------------------------------------
constexpr int kLevels = 40;
__global__ void frost_profile_a(const float* __restrict__ surface, const float* __restrict__ diffusivity, float* __restrict__ temperature, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float t = 12.0f * surface[c], k = 0.06f + 0.04f * diffusivity[c], flux = 0.3f;
    for (int level = 0; level < kLevels; ++level) {
        flux = fmaf(-k, flux, 0.02f * t);
        t = fmaf(k, 4.5f - t, t) - flux;
        temperature[(size_t)c * kLevels + level] = t;
    }
}
__global__ void frost_profile_b(const float* __restrict__ surface, const float* __restrict__ diffusivity, float* __restrict__ temperature, int columns) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns) return;
    float t = 12.0f * surface[c], k = 0.06f + 0.04f * diffusivity[c], flux = 0.3f;
    for (int level = 0; level < kLevels; ++level) {
        flux = fmaf(-k, flux, 0.02f * t);
        t = fmaf(k, 4.5f - t, t) - flux;
        temperature[(size_t)level * columns + c] = t;
    }
}

// ---- one tick of a road-traffic simulation -----------------------------------------------------------------------------
struct Vehicle {  // 56 bytes
    long long plate; double east, north; float speed, gap; int lane; float accel; unsigned flags; float length, width, mass;
};
__global__ void traffic_tick_a(const Vehicle* __restrict__ cars, const float* __restrict__ limit, float* __restrict__ next, int n, float dt) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = cars[i].speed, a = cars[i].accel;
        v = fminf(fmaf(a, dt, v), limit[cars[i].lane]);
        next[i] = fmaxf(v, 0.0f);
    }
}
__global__ void traffic_tick_b(const float* __restrict__ speed, const float* __restrict__ accel, const int* __restrict__ lane,
                               const float* __restrict__ limit, float* __restrict__ next, int n, float dt) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float v = speed[i], a = accel[i];
        v = fminf(fmaf(a, dt, v), limit[lane[i]]);
        next[i] = fmaxf(v, 0.0f);
    }
}

// ---- height of GPS fixes above an elevation model ----------------------------------------------------------------------
__device__ __forceinline__ void height_of(const int* __restrict__ cell, const float* __restrict__ altitude, const float* __restrict__ dem, float* __restrict__ height, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ground = 900.0f * dem[cell[i]];
    float barometric = 1500.0f + 400.0f * altitude[i];
    height[i] = barometric - ground > 0.0f ? barometric - ground : 0.0f;
}
__global__ void height_above_a(const int* __restrict__ cell, const float* __restrict__ altitude, const float* __restrict__ dem, float* __restrict__ height, int n) { height_of(cell, altitude, dem, height, n); }
__global__ void height_above_b(const int* __restrict__ cell, const float* __restrict__ altitude, const float* __restrict__ dem, float* __restrict__ height, int n) { height_of(cell, altitude, dem, height, n); }

// ---- nearest signature within a 64-byte bucket (8 slots of key and value), four lanes a bucket ----------------------
__device__ __forceinline__ void probe(const uint4* __restrict__ table, const int4* __restrict__ bucket, const int4* __restrict__ key, int4* __restrict__ found, int quads) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, lane = t & 3, group = t >> 2;
    if (group >= quads) return;
    int4 b = bucket[group], k = key[group];
    uint4 s0 = table[(size_t)b.x * 4 + lane], s1 = table[(size_t)b.y * 4 + lane], s2 = table[(size_t)b.z * 4 + lane], s3 = table[(size_t)b.w * 4 + lane];
    auto closest = [](uint4 s, int q) { unsigned d0 = s.x ^ (unsigned)q, d1 = s.z ^ (unsigned)q;
        return d0 < d1 ? (d0 & 0xffffff00u) | (s.y & 0xffu) : (d1 & 0xffffff00u) | (s.w & 0xffu); };
    unsigned r0 = closest(s0, k.x), r1 = closest(s1, k.y), r2 = closest(s2, k.z), r3 = closest(s3, k.w);
#pragma unroll
    for (int m = 1; m < 4; m <<= 1) {
        r0 = min(r0, __shfl_xor_sync(0xffffffffu, r0, m)); r1 = min(r1, __shfl_xor_sync(0xffffffffu, r1, m));
        r2 = min(r2, __shfl_xor_sync(0xffffffffu, r2, m)); r3 = min(r3, __shfl_xor_sync(0xffffffffu, r3, m));
    }
    if (lane == 0) found[group] = make_int4(r0 >> 2, r1 >> 2, r2 >> 2, r3 >> 2);
}
__global__ void bucket_lookup_a(const unsigned* __restrict__ file, const int4* __restrict__ bucket, const int4* __restrict__ key, int4* __restrict__ found, int quads) {
    probe(reinterpret_cast<const uint4*>(file + 4), bucket, key, found, quads);  // the mapped file starts with a 16-byte header
}
__global__ void bucket_lookup_b(const unsigned* __restrict__ table, const int4* __restrict__ bucket, const int4* __restrict__ key, int4* __restrict__ found, int quads) {
    probe(reinterpret_cast<const uint4*>(table), bucket, key, found, quads);
}

// ---- descrambling a broadcast transport stream: packets of 188 bytes, the sync byte stays --------------------------
constexpr unsigned kPacket = 188;
__global__ void ts_descramble_a(const uint8_t* __restrict__ stream, const uint8_t* __restrict__ pad, uint8_t* __restrict__ clear, unsigned bytes) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bytes) return;
    uint8_t v = stream[i], k = pad[i];
    clear[i] = i % kPacket == 0 ? v : (uint8_t)(v ^ k);
}
__global__ void ts_descramble_b(const uint8_t* __restrict__ stream, const uint8_t* __restrict__ pad, uint8_t* __restrict__ clear, unsigned bytes) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i * 16 >= bytes) return;
    uint4 v = reinterpret_cast<const uint4*>(stream)[i], k = reinterpret_cast<const uint4*>(pad)[i];
    unsigned at = i * 16 % kPacket, sync = at == 0 ? 0 : kPacket - at, keep = ~(0xffu << (sync % 4 * 8)), word = sync / 4;
    k.x &= word == 0 ? keep : ~0u; k.y &= word == 1 ? keep : ~0u; k.z &= word == 2 ? keep : ~0u; k.w &= word == 3 ? keep : ~0u;
    reinterpret_cast<uint4*>(clear)[i] = make_uint4(v.x ^ k.x, v.y ^ k.y, v.z ^ k.z, v.w ^ k.w);
}

// ---- Simpson diversity of ecology plots: 64 sightings of 16 species each, eight to a word ---------------------------
constexpr int kSightingWords = 8;
__global__ void plot_diversity_a(const unsigned* __restrict__ sightings, float* __restrict__ diversity, int plots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= plots) return;
    int count[16];
#pragma unroll
    for (int s = 0; s < 16; ++s) count[s] = 0;
#pragma unroll 2
    for (int j = 0; j < kSightingWords; ++j) {
        unsigned w = sightings[(size_t)j * plots + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) count[(w >> (4 * k)) & 15] += 1;
    }
    int same = 0;
#pragma unroll
    for (int s = 0; s < 16; ++s) same += count[s] * (count[s] - 1);
    diversity[i] = 1.0f - same * (1.0f / (64 * 63));
}
__global__ void plot_diversity_b(const unsigned* __restrict__ sightings, float* __restrict__ diversity, int plots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= plots) return;
    unsigned long long low = 0, high = 0;  // sixteen 8-bit counts in registers
#pragma unroll 2
    for (int j = 0; j < kSightingWords; ++j) {
        unsigned w = sightings[(size_t)j * plots + i];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            unsigned s = (w >> (4 * k)) & 15;
            unsigned long long one = 1ull << (8 * (s & 7));
            low += s < 8 ? one : 0ull; high += s < 8 ? 0ull : one;
        }
    }
    int same = 0;
#pragma unroll
    for (int s = 0; s < 16; ++s) { int c = (int)(((s < 8 ? low : high) >> (8 * (s & 7))) & 255); same += c * (c - 1); }
    diversity[i] = 1.0f - same * (1.0f / (64 * 63));
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    {
        VolumeDims d{640, 640, 32}; const int slabs = 8;
        float* vol = harness::filled<float>((size_t)d.nx * d.ny * d.depth * slabs, 11);
        size_t count = (size_t)d.nx * d.ny * slabs; float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"slab_project_a", [=] { slab_project_a<<<dim3(d.ny / 64, d.nx / 4, slabs), dim3(64, 4)>>>(vol, oa, d); }, oa, count});
        cases.push_back({"slab_project_b", [=] { slab_project_b<<<dim3(d.nx / 64, d.ny / 4, slabs), dim3(64, 4)>>>(vol, ob, d); }, ob, count});
    }
    {
        const int n = 1500000; size_t count = (size_t)n * kLevels;
        float* s = harness::filled<float>(n, 21); float* k = harness::filled<float>(n, 22);
        float* oa = harness::empty<float>(count); float* ob = harness::empty<float>(count);
        cases.push_back({"frost_profile_a", [=] { frost_profile_a<<<(n + 159) / 160, 160>>>(s, k, oa, n); }, oa, count});
        cases.push_back({"frost_profile_b", [=] { frost_profile_b<<<(n + 159) / 160, 160>>>(s, k, ob, n); }, ob, count});
    }
    {
        const int n = 6000000; std::vector<Vehicle> cars(n); std::vector<float> v(n), a(n), limit(64); std::vector<int> lane(n);
        for (int i = 0; i < n; ++i) {
            v[i] = 20.0f + 12.0f * harness::unit(i); a[i] = 2.0f * harness::unit(i + 77777777u); lane[i] = (int)(harness::hash32(i / 3) % 64u);
            cars[i] = Vehicle{i, harness::unit(i + 1u) * 1e4, harness::unit(i + 2u) * 1e4, v[i], 30.0f, lane[i], a[i], 5u, 4.4f, 1.8f, 1300.0f};
        }
        for (int l = 0; l < 64; ++l) limit[l] = 14.0f + 0.3f * l;
        Vehicle* dc = harness::uploaded(cars); float* dv = harness::uploaded(v); float* da = harness::uploaded(a); int* dl = harness::uploaded(lane); float* dm = harness::uploaded(limit);
        float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"traffic_tick_a", [=] { traffic_tick_a<<<132 * 10, 192>>>(dc, dm, oa, n, 0.25f); }, oa, (size_t)n});
        cases.push_back({"traffic_tick_b", [=] { traffic_tick_b<<<132 * 10, 192>>>(dv, da, dl, dm, ob, n, 0.25f); }, ob, (size_t)n});
    }
    {
        const int cells = 4096 * 8192, n = 24000000; std::vector<int> cell(n), sorted(n); std::vector<float> alt(n), alts(n);
        std::vector<int> start(cells + 1, 0);
        for (int i = 0; i < n; ++i) { cell[i] = (int)(harness::hash32(i * 3u + 5u) % (unsigned)cells); alt[i] = harness::unit(i); ++start[cell[i] + 1]; }
        for (int c = 0; c < cells; ++c) start[c + 1] += start[c];
        for (int i = 0; i < n; ++i) { int at = start[cell[i]]++; sorted[at] = cell[i]; alts[at] = alt[i]; }
        int* da = harness::uploaded(cell); int* db = harness::uploaded(sorted); float* fa = harness::uploaded(alt); float* fb = harness::uploaded(alts);
        float* dem = harness::filled<float>(cells, 31); float* oa = harness::empty<float>(n); float* ob = harness::empty<float>(n);
        cases.push_back({"height_above_a", [=] { height_above_a<<<(n + 127) / 128, 128>>>(da, fa, dem, oa, n); }, oa, (size_t)n});
        cases.push_back({"height_above_b", [=] { height_above_b<<<(n + 127) / 128, 128>>>(db, fb, dem, ob, n); }, ob, (size_t)n});
    }
    {
        const int buckets = 8 << 20, queries = 6000000, quads = queries / 4; size_t words = (size_t)buckets * 16;
        unsigned* file = (unsigned*)harness::indices(words + 4, 0xffffffffu, 41); unsigned* table = (unsigned*)harness::empty<int>(words);
        CHECK(cudaMemcpy(table, file + 4, words * 4, cudaMemcpyDeviceToDevice));
        int4* b = (int4*)harness::indices(queries, buckets, 43); int4* k = (int4*)harness::indices(queries, 0xffffffffu, 47);
        int* oa = harness::empty<int>(queries); int* ob = harness::empty<int>(queries);
        cases.push_back({"bucket_lookup_a", [=] { bucket_lookup_a<<<(quads * 4 + 255) / 256, 256>>>(file, b, k, (int4*)oa, quads); }, oa, (size_t)queries, Output::i32});
        cases.push_back({"bucket_lookup_b", [=] { bucket_lookup_b<<<(quads * 4 + 255) / 256, 256>>>(table, b, k, (int4*)ob, quads); }, ob, (size_t)queries, Output::i32});
    }
    {
        const unsigned bytes = kPacket * 1000000u;
        uint8_t* s = (uint8_t*)harness::indices(bytes / 4, 0xffffffffu, 51); uint8_t* p = (uint8_t*)harness::indices(bytes / 4, 0xffffffffu, 53);
        uint8_t* oa = harness::empty<uint8_t>(bytes); uint8_t* ob = harness::empty<uint8_t>(bytes);
        cases.push_back({"ts_descramble_a", [=] { ts_descramble_a<<<(bytes + 511) / 512, 512>>>(s, p, oa, bytes); }, oa, bytes, Output::u8});
        cases.push_back({"ts_descramble_b", [=] { ts_descramble_b<<<(bytes / 16 + 511) / 512, 512>>>(s, p, ob, bytes); }, ob, bytes, Output::u8});
    }
    {
        const int plots = 2000000; unsigned* s = (unsigned*)harness::indices((size_t)plots * kSightingWords, 0xffffffffu, 61);
        float* oa = harness::empty<float>(plots); float* ob = harness::empty<float>(plots);
        cases.push_back({"plot_diversity_a", [=] { plot_diversity_a<<<(plots + 127) / 128, 128>>>(s, oa, plots); }, oa, (size_t)plots});
        cases.push_back({"plot_diversity_b", [=] { plot_diversity_b<<<(plots + 127) / 128, 128>>>(s, ob, plots); }, ob, (size_t)plots});
    }
    return harness::run(argc, argv, cases);
}
