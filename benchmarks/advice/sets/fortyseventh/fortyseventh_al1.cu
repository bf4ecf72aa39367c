// Eight measured cases from trading desks, clinics, games and shops: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Trading book: shocked value of each position from price, quantity and its exposure to one of eight risk factors.
constexpr int kPositions = 1 << 24, kFactors = 8, kFactor = 3;

__device__ __forceinline__ float shocked(float price, float quantity, float exposure, float shock) {
    float value = price * quantity;
    return fmaf(value, exposure * shock, value);
}

__global__ void __launch_bounds__(256) maple_ledger_al1_a(const float* __restrict__ price, const float* __restrict__ quantity, const float* __restrict__ exposures,
                                                          float* __restrict__ value, int factor, float shock) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], q[4], e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j] = price[i + j * 256];
        q[j] = quantity[i + j * 256];
        e[j] = exposures[(size_t)(i + j * 256) * kFactors + factor];  // [position][factor]
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) value[i + j * 256] = shocked(p[j], q[j], e[j], shock);
}

__global__ void __launch_bounds__(256) maple_ledger_al1_b(const float* __restrict__ price, const float* __restrict__ quantity, const float* __restrict__ exposures,
                                                          float* __restrict__ value, int factor, float shock) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], q[4], e[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        p[j] = price[i + j * 256];
        q[j] = quantity[i + j * 256];
        e[j] = exposures[(size_t)factor * kPositions + i + j * 256];  // [factor][position]
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) value[i + j * 256] = shocked(p[j], q[j], e[j], shock);
}

// ---- Electroencephalogram: calibrate 64 electrodes and lay the recording out sample by sample for the classifier.
constexpr int kElectrodes = 64, kSamples = 1 << 16;

__device__ __forceinline__ float calibrated(float raw, float gain, float drift) {
    float v = fmaf(0.2f * gain + 1.0f, raw, -0.1f * drift);
    return v * rsqrtf(fmaf(v, v, 1.0f));
}

__global__ void __launch_bounds__(256) copper_heron_al1_a(const float* __restrict__ raw, const float* __restrict__ gain, const float* __restrict__ drift,
                                                          float* __restrict__ frames) {
    int sample = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[(first + 8 * j) * kSamples + sample];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int electrode = first + 8 * j;
        frames[sample * kElectrodes + electrode] = calibrated(v[j], gain[electrode], drift[electrode]);
    }
}

__global__ void __launch_bounds__(256) copper_heron_al1_b(const float* __restrict__ raw, const float* __restrict__ gain, const float* __restrict__ drift,
                                                          float* __restrict__ frames) {
    __shared__ float tile[32][33];
    int sample = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * 32 + threadIdx.y;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = raw[(first + 8 * j) * kSamples + sample];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int electrode = first + 8 * j;
        tile[threadIdx.y + 8 * j][threadIdx.x] = calibrated(v[j], gain[electrode], drift[electrode]);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int row = threadIdx.y + 8 * j;
        frames[(blockIdx.x * 32 + row) * kElectrodes + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][row];
    }
}

// ---- Fireworks in a game: glow of each spark from its life and its size.
constexpr int kSparks = 1 << 25;

struct Spark {  // 64 bytes
    float px, py, pz, life;
    float vx, vy, vz, mass;
    float red, green, blue, alpha;
    float size, spin, u, v;
};

__device__ __forceinline__ float glow_of(float life, float size) {
    float t = __saturatef(fmaf(0.5f, life, 0.5f)), wide = 1.0f + 0.5f * size;
    return wide * wide * t * t * fmaf(-2.0f, t, 3.0f);
}

__global__ void __launch_bounds__(256) velvet_lantern_al1_a(const Spark* __restrict__ sparks, float* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float life[4], size[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { life[j] = sparks[i + j * 256].life; size[j] = sparks[i + j * 256].size; }
#pragma unroll
    for (int j = 0; j < 4; ++j) glow[i + j * 256] = glow_of(life[j], size[j]);
}

__global__ void __launch_bounds__(256) velvet_lantern_al1_b(const float* __restrict__ lives, const float* __restrict__ sizes, float* __restrict__ glow) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float life[4], size[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { life[j] = lives[i + j * 256]; size[j] = sizes[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) glow[i + j * 256] = glow_of(life[j], size[j]);
}

// ---- Web shop: join of each order with its customer's rebate and levy (8-byte records of 8 million customers).
constexpr int kOrders = 1 << 24, kCustomers = 1 << 23;

__device__ __forceinline__ void bill_orders(const int* __restrict__ customer, const float* __restrict__ amount, const float2* __restrict__ terms,
                                            float* __restrict__ bill) {
    int i = blockIdx.x * 1024 + threadIdx.x, who[4];
    float sum[4];
    float2 term[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { who[j] = customer[i + j * 256]; sum[j] = amount[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) term[j] = terms[who[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) bill[i + j * 256] = sum[j] * fmaf(-0.1f, term[j].x, 0.9f) * fmaf(0.05f, term[j].y, 1.1f);
}

// orders as they came in
__global__ void __launch_bounds__(256) walnut_parcel_al1_a(const int* __restrict__ customer, const float* __restrict__ amount, const float2* __restrict__ terms,
                                                           float* __restrict__ bill) {
    bill_orders(customer, amount, terms, bill);
}
// orders clustered by customer
__global__ void __launch_bounds__(256) walnut_parcel_al1_b(const int* __restrict__ customer, const float* __restrict__ amount, const float2* __restrict__ terms,
                                                           float* __restrict__ bill) {
    bill_orders(customer, amount, terms, bill);
}

// ---- Film compositing: a foreground plate over a background plate through an 8-bit matte.
constexpr int kPixels = 4096 * 2160;

__device__ __forceinline__ uint32_t over(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t sum = front * matte + back * (255u - matte) + 128u;
    return (sum + (sum >> 8)) >> 8;
}

__device__ __forceinline__ uint32_t over4(uint32_t front, uint32_t back, uint32_t matte) {
    uint32_t mixed = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) mixed |= over((front >> s) & 255u, (back >> s) & 255u, (matte >> s) & 255u) << s;
    return mixed;
}

__global__ void __launch_bounds__(256) pewter_curtain_al1_a(const uint8_t* __restrict__ front, const uint8_t* __restrict__ back, const uint8_t* __restrict__ matte,
                                                            uint8_t* __restrict__ frame) {
    int i = blockIdx.x * 256 + threadIdx.x;
    frame[i] = (uint8_t)over(front[i], back[i], matte[i]);
}

__global__ void __launch_bounds__(256) pewter_curtain_al1_b(const uint2* __restrict__ front, const uint2* __restrict__ back, const uint2* __restrict__ matte,
                                                            uint2* __restrict__ frame) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint2 f = front[i], b = back[i], m = matte[i];
    frame[i] = make_uint2(over4(f.x, b.x, m.x), over4(f.y, b.y, m.y));
}

// ---- Recommender: score of looked-up embeddings (8 floats, a 32-byte row) against one user; rows and look-ups lie in 64 shards.
constexpr int kShards = 64, kRows = 1 << 18, kLookups = 1 << 20, kChunk = 512, kChunks = kLookups / kChunk;  // rows and look-ups of a shard

__device__ __forceinline__ void score_chunk(const float4* __restrict__ table, const int4* __restrict__ row, const float4* __restrict__ user,
                                            float2* __restrict__ score, int shard, int chunk) {
    int t = threadIdx.x, half = t & 1;  // two lanes a row, four rows a pair of lanes
    const float4* rows = table + (size_t)shard * kRows * 2 + half;
    size_t place = (size_t)shard * kChunks + chunk;
    int4 r = __ldcs(row + place * (kChunk / 4) + t / 2);
    float4 w = user[half];
    float4 e[4] = {rows[r.x * 2], rows[r.y * 2], rows[r.z * 2], rows[r.w * 2]};
    float s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        s[j] = fmaf(e[j].x, w.x, fmaf(e[j].y, w.y, fmaf(e[j].z, w.z, e[j].w * w.w)));
        s[j] += __shfl_xor_sync(0xffffffffu, s[j], 1);
        s[j] = __saturatef(fmaf(0.25f, s[j], 0.5f));
    }
    __stcs(score + place * (kChunk / 2) + t, half ? make_float2(s[2], s[3]) : make_float2(s[0], s[1]));
}

__global__ void __launch_bounds__(256) amber_compass_al1_a(const float4* __restrict__ table, const int4* __restrict__ row, const float4* __restrict__ user,
                                                           float2* __restrict__ score) {
    score_chunk(table, row, user, score, blockIdx.x, blockIdx.y);  // grid: shards, chunks
}
__global__ void __launch_bounds__(256) amber_compass_al1_b(const float4* __restrict__ table, const int4* __restrict__ row, const float4* __restrict__ user,
                                                           float2* __restrict__ score) {
    score_chunk(table, row, user, score, blockIdx.y, blockIdx.x);  // grid: chunks, shards
}

// ---- Seismology: difference of a trace (behind the header word of its file) from a scaled reference trace, rectified.
constexpr int kTrace = 1 << 26;

__device__ __forceinline__ void rectify_trace(const float* __restrict__ trace, const float* __restrict__ reference, float* __restrict__ rest) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float x[4], y[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { x[j] = trace[i + j * 256]; y[j] = reference[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) rest[i + j * 256] = fabsf(fmaf(-0.8f, y[j], x[j]));
}

// header of one word before the samples
__global__ void __launch_bounds__(256) gravel_sonnet_al1_a(const float* __restrict__ file, const float* __restrict__ reference, float* __restrict__ rest) {
    rectify_trace(file + 1, reference, rest);
}
// samples from the start of the buffer
__global__ void __launch_bounds__(256) gravel_sonnet_al1_b(const float* __restrict__ samples, const float* __restrict__ reference, float* __restrict__ rest) {
    rectify_trace(samples, reference, rest);
}

// ---- Optics: wave front times the transmission of a phase plate (complex products, two a quadruple).
constexpr int kWave = 1 << 25;  // quadruples

__device__ __forceinline__ float4 through(float4 w, float4 p) {
    return make_float4(fmaf(w.x, p.x, -w.y * p.y), fmaf(w.x, p.y, w.y * p.x), fmaf(w.z, p.z, -w.w * p.w), fmaf(w.z, p.w, w.w * p.z));
}

__global__ void __launch_bounds__(256) orchid_window_al1_a(const float4* __restrict__ wave, const float4* __restrict__ plate, float4* __restrict__ passed) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 w[2], p[2];
#pragma unroll
    for (int j = 0; j < 2; ++j) { w[j] = __ldcs(wave + i + j * 256); p[j] = __ldcs(plate + i + j * 256); }
#pragma unroll
    for (int j = 0; j < 2; ++j) __stcs(passed + i + j * 256, through(w[j], p[j]));
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: 2 GiB of input and one result of 512 MiB.
    constexpr uint32_t kSeed = 11, kSpread = 2654435761u;
    constexpr size_t kQuarter = (size_t)1 << 27;  // floats
    float *pool = filled<float>(4 * kQuarter, kSeed), *out = empty<float>(kQuarter);
    auto pooled = [=](size_t i) { return harness::unit((uint32_t)i * kSpread + kSeed); };
    static_assert(sizeof(Spark) == 64 && (size_t)kSparks * 16 == ((size_t)1 << 29), "sparks fill the pool");
    static_assert((size_t)kPositions * kFactors == ((size_t)1 << 27) && (size_t)kShards * kRows * 8 == ((size_t)1 << 27), "tables fill a quarter");
    static_assert((size_t)kShards * kLookups <= ((size_t)1 << 27) && kPixels % 2048 == 0, "sizes");

    {   // trading book: the same exposures position by position (pool) and factor by factor
        float *price = pool + kQuarter, *quantity = pool + 2 * kQuarter, *planes = filled<float>(kQuarter, 12);
        std::vector<float> column(kPositions);
        for (int i = 0; i < kPositions; ++i) column[i] = pooled((size_t)i * kFactors + kFactor);
        CHECK(cudaMemcpy(planes + (size_t)kFactor * kPositions, column.data(), column.size() * sizeof(float), cudaMemcpyHostToDevice));
        add("maple_ledger_al1_a", out, kPositions, Output::f32, [=] { maple_ledger_al1_a<<<kPositions / 1024, 256>>>(price, quantity, pool, out, kFactor, 0.15f); });
        add("maple_ledger_al1_b", out, kPositions, Output::f32, [=] { maple_ledger_al1_b<<<kPositions / 1024, 256>>>(price, quantity, planes, out, kFactor, 0.15f); });
    }
    {
        float *raw = filled<float>((size_t)kElectrodes * kSamples, 21), *gain = filled<float>(kElectrodes, 22), *drift = filled<float>(kElectrodes, 23);
        size_t count = (size_t)kElectrodes * kSamples;
        add("copper_heron_al1_a", out, count, Output::f32, [=] { copper_heron_al1_a<<<dim3(kSamples / 32, kElectrodes / 32), dim3(32, 8)>>>(raw, gain, drift, out); });
        add("copper_heron_al1_b", out, count, Output::f32, [=] { copper_heron_al1_b<<<dim3(kSamples / 32, kElectrodes / 32), dim3(32, 8)>>>(raw, gain, drift, out); });
    }
    {   // fireworks: the two fields again in arrays of their own
        std::vector<float> life(kSparks), size(kSparks);
        for (int i = 0; i < kSparks; ++i) { life[i] = pooled((size_t)i * 16 + 3); size[i] = pooled((size_t)i * 16 + 12); }
        float *lives = uploaded(life), *sizes = uploaded(size);
        const Spark* sparks = reinterpret_cast<const Spark*>(pool);
        add("velvet_lantern_al1_a", out, kSparks, Output::f32, [=] { velvet_lantern_al1_a<<<kSparks / 1024, 256>>>(sparks, out); });
        add("velvet_lantern_al1_b", out, kSparks, Output::f32, [=] { velvet_lantern_al1_b<<<kSparks / 1024, 256>>>(lives, sizes, out); });
    }
    {   // web shop: orders as they came in, and the same orders by customer (counting sort)
        std::vector<int> who(kOrders), sorted_who(kOrders), from(kCustomers + 1, 0);
        std::vector<float> sum(kOrders), sorted_sum(kOrders);
        for (int i = 0; i < kOrders; ++i) {
            who[i] = (int)(harness::hash32((uint32_t)i + 41u) % (uint32_t)kCustomers);
            sum[i] = 1.5f + harness::unit((uint32_t)i + 99u);
            ++from[who[i] + 1];
        }
        for (int c = 0; c < kCustomers; ++c) from[c + 1] += from[c];
        for (int i = 0; i < kOrders; ++i) {
            int place = from[who[i]]++;
            sorted_who[place] = who[i];
            sorted_sum[place] = sum[i];
        }
        int *mixed = uploaded(who), *grouped = uploaded(sorted_who);
        float *amount = uploaded(sum), *grouped_amount = uploaded(sorted_sum);
        float2* terms = reinterpret_cast<float2*>(filled<float>((size_t)kCustomers * 2, 42));
        add("walnut_parcel_al1_a", out, kOrders, Output::f32, [=] { walnut_parcel_al1_a<<<kOrders / 1024, 256>>>(mixed, amount, terms, out); });
        add("walnut_parcel_al1_b", out, kOrders, Output::f32, [=] { walnut_parcel_al1_b<<<kOrders / 1024, 256>>>(grouped, grouped_amount, terms, out); });
    }
    {
        int *front = indices(kPixels / 4, 0xffffffffu, 51), *back = indices(kPixels / 4, 0xffffffffu, 52000000), *matte = indices(kPixels / 4, 0xffffffffu, 153000000);
        auto bytes = [](int* p) { return reinterpret_cast<const uint8_t*>(p); };
        auto pairs = [](int* p) { return reinterpret_cast<const uint2*>(p); };
        const uint8_t *front1 = bytes(front), *back1 = bytes(back), *matte1 = bytes(matte);
        const uint2 *front8 = pairs(front), *back8 = pairs(back), *matte8 = pairs(matte);
        uint8_t* frame1 = reinterpret_cast<uint8_t*>(out);
        uint2* frame8 = reinterpret_cast<uint2*>(out);
        add("pewter_curtain_al1_a", out, kPixels, Output::u8, [=] { pewter_curtain_al1_a<<<kPixels / 256, 256>>>(front1, back1, matte1, frame1); });
        add("pewter_curtain_al1_b", out, kPixels, Output::u8, [=] { pewter_curtain_al1_b<<<kPixels / 2048, 256>>>(front8, back8, matte8, frame8); });
    }
    {
        const float4 *table = reinterpret_cast<const float4*>(pool), *user = reinterpret_cast<const float4*>(filled<float>(8, 61));
        const int4* row = reinterpret_cast<const int4*>(indices((size_t)kShards * kLookups, kRows, 62));
        float2* score = reinterpret_cast<float2*>(out);
        size_t count = (size_t)kShards * kLookups;
        add("amber_compass_al1_a", out, count, Output::f32, [=] { amber_compass_al1_a<<<dim3(kShards, kChunks), 256>>>(table, row, user, score); });
        add("amber_compass_al1_b", out, count, Output::f32, [=] { amber_compass_al1_b<<<dim3(kChunks, kShards), 256>>>(table, row, user, score); });
    }
    {   // seismology: `samples` holds what the pool holds from its second word on
        float *samples = filled<float>(kTrace, kSeed + kSpread), *reference = pool + 2 * kQuarter;
        add("gravel_sonnet_al1_a", out, kTrace, Output::f32, [=] { gravel_sonnet_al1_a<<<kTrace / 1024, 256>>>(pool, reference, out); });
        add("gravel_sonnet_al1_b", out, kTrace, Output::f32, [=] { gravel_sonnet_al1_b<<<kTrace / 1024, 256>>>(samples, reference, out); });
    }
    {
        const float4 *wave = reinterpret_cast<const float4*>(pool + kQuarter), *plate = reinterpret_cast<const float4*>(pool + 3 * kQuarter);
        float4* passed = reinterpret_cast<float4*>(out);
        add("orchid_window_al1_a", out, (size_t)kWave * 4, Output::f32, [=] { orchid_window_al1_a<<<kWave / 512, 256>>>(wave, plate, passed); });
    }
    return harness::run(argc, argv, cases);
}
