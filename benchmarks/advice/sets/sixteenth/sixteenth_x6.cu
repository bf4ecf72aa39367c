// Ten measured cases of rankings, ledgers, gathers and walks from comets, books, kitchens and reefs: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

constexpr int kPool = 132 * 8 * 256 * 256;  // words of the pool that most cases read

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// ---- Comets: brightest pixel of a sky survey with its place, as one 64-bit word of brightness and index; 32 pixels a thread.
using Spot = unsigned long long;
constexpr int kPlates = kPool / 4096;

__device__ __forceinline__ Spot brightest(const float4* __restrict__ sky) {
    unsigned first = blockIdx.x * 1024u + threadIdx.x, at = 0;
    float top = -2.0f;
    float4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = sky[first + j * 128];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        float pixel[4] = {v[j].x, v[j].y, v[j].z, v[j].w};
#pragma unroll
        for (int c = 0; c < 4; ++c)
            if (pixel[c] > top) { top = pixel[c]; at = (first + j * 128) * 4 + c; }
    }
    return (Spot)__float_as_uint(top + 2.0f) << 32 | at;
}

__global__ void __launch_bounds__(128) comet_survey_x6_a(const float4* __restrict__ sky, Spot* __restrict__ comet) { atomicMax(comet, brightest(sky)); }

__global__ void __launch_bounds__(128) comet_survey_x6_b(const float4* __restrict__ sky, Spot* __restrict__ comet) {
    __shared__ Spot part[4];
    Spot spot = brightest(sky);
#pragma unroll
    for (int o = 16; o; o >>= 1) spot = max(spot, __shfl_xor_sync(0xffffffffu, spot, o));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = spot;
    __syncthreads();
    if (threadIdx.x == 0) atomicMax(comet, max(max(part[0], part[1]), max(part[2], part[3])));
}

// ---- Library: mark of each shelf, the product of all its words as odd numbers (2a + 1)(2b + 1) = 2(a + b + 2ab) + 1; two blocks a shelf.
constexpr int kShelves = kPool / 32768;

__device__ __forceinline__ unsigned join(unsigned a, unsigned b) { return a + b * (2u * a + 1u); }

__device__ __forceinline__ unsigned mark_of(const uint4* __restrict__ books) {
    unsigned mark[4] = {0u, 0u, 0u, 0u};
#pragma unroll 1
    for (int from = 0; from < 4096; from += 1024) {
        uint4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = books[(size_t)blockIdx.x * 4096 + from + j * 128 + threadIdx.x];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            mark[0] = join(mark[0], v[j].x);
            mark[1] = join(mark[1], v[j].y);
            mark[2] = join(mark[2], v[j].z);
            mark[3] = join(mark[3], v[j].w);
        }
    }
    return join(join(mark[0], mark[1]), join(mark[2], mark[3]));
}

__device__ __forceinline__ void atomic_join(unsigned* shelf, unsigned mark) {
    unsigned seen = *shelf, old;
    do {
        old = seen;
        seen = atomicCAS(shelf, old, join(old, mark));
    } while (seen != old);
}

__global__ void __launch_bounds__(128) library_marks_x6_a(const uint4* __restrict__ books, unsigned* __restrict__ shelves) {
    atomic_join(&shelves[blockIdx.x / 2], mark_of(books));
}

__global__ void __launch_bounds__(128) library_marks_x6_b(const uint4* __restrict__ books, unsigned* __restrict__ shelves) {
    __shared__ unsigned part[4];
    unsigned mark = mark_of(books);
#pragma unroll
    for (int o = 16; o; o >>= 1) mark = join(mark, __shfl_xor_sync(0xffffffffu, mark, o));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = mark;
    __syncthreads();
    if (threadIdx.x == 0) atomic_join(&shelves[blockIdx.x / 2], join(join(part[0], part[1]), join(part[2], part[3])));
}

// ---- Wagon ledger: running balance of each account of 1024 bookings.
constexpr int kAccounts = kPool / 1024;

__global__ void __launch_bounds__(1024) wagon_ledger_x6_a(const int* __restrict__ bookings, int* __restrict__ balance) {
    __shared__ int sum[1024];
    int t = threadIdx.x;
    sum[t] = bookings[(size_t)blockIdx.x * 1024 + t];
    __syncthreads();
    for (int step = 1; step < 1024; step *= 2) {
        int before = t >= step ? sum[t - step] : 0;
        __syncthreads();
        sum[t] += before;
        __syncthreads();
    }
    balance[(size_t)blockIdx.x * 1024 + t] = sum[t];
}

__global__ void __launch_bounds__(256) wagon_ledger_x6_b(const int4* __restrict__ bookings, int4* __restrict__ balance) {
    int account = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, carry = 0;
    const int4* from = bookings + (size_t)account * 256 + lane;
    int4* to = balance + (size_t)account * 256 + lane;
    int4 v[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = from[j * 32];
#pragma unroll
    for (int j = 0; j < 8; ++j) {
        v[j].y += v[j].x;
        v[j].z += v[j].y;
        v[j].w += v[j].z;
        int sum = v[j].w;
#pragma unroll
        for (int o = 1; o < 32; o *= 2) {
            int before = __shfl_up_sync(0xffffffffu, sum, o);
            if (lane >= o) sum += before;
        }
        int base = carry + sum - v[j].w;
        carry += __shfl_sync(0xffffffffu, sum, 31);
        to[j * 32] = make_int4(base + v[j].x, base + v[j].y, base + v[j].z, base + v[j].w);
    }
}

// ---- Kitchen: flavour of each recipe, the sum over its 32 ingredients of their 32 tastes; a warp a recipe; first all first ingredients, then all second ones.
constexpr int kLarder = kPool / 32, kRecipes = 132 * 512;

__global__ void __launch_bounds__(256) recipe_flavour_x6_a(const int* __restrict__ recipes, const float* __restrict__ larder, float* __restrict__ flavour) {
    int recipe = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < 32; ++i) sum += larder[recipes[i * kRecipes + recipe] * 32 + lane];
    flavour[recipe * 32 + lane] = sum;
}

__global__ void __launch_bounds__(256) recipe_flavour_x6_b(const int* __restrict__ recipes, const float* __restrict__ larder, float* __restrict__ flavour) {
    int recipe = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    float sum = 0.0f;
#pragma unroll 1
    for (int from = 0; from < 32; from += 8) {
        int what[8];
        float taste[8];
#pragma unroll
        for (int i = 0; i < 8; ++i) what[i] = recipes[(from + i) * kRecipes + recipe];
#pragma unroll
        for (int i = 0; i < 8; ++i) taste[i] = larder[what[i] * 32 + lane];
#pragma unroll
        for (int i = 0; i < 8; ++i) sum += taste[i];
    }
    flavour[recipe * 32 + lane] = sum;
}

// ---- Reef: energy in each of 135168 hydrophones after a recursive high-pass filter over 512 moments; four hydrophones a thread.
constexpr int kPhones = 132 * 2 * 128, kMoments = 512;

struct Filter {
    float last = 0.0f, out = 0.0f, energy = 0.0f;
    __device__ __forceinline__ void take(float in) {
        out = fmaf(0.9f, out, in - last);
        last = in;
        energy = fmaf(out, out, energy);
    }
};

template <int kAhead>
__device__ __forceinline__ void listen(const float4* __restrict__ sound, float4* __restrict__ energy) {
    int phone = blockIdx.x * 128 + threadIdx.x;
    Filter x, y, z, w;
#pragma unroll 1
    for (int from = 0; from < kMoments; from += kAhead) {
        float4 v[kAhead];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) v[k] = sound[(size_t)(from + k) * kPhones + phone];
#pragma unroll
        for (int k = 0; k < kAhead; ++k) { x.take(v[k].x); y.take(v[k].y); z.take(v[k].z); w.take(v[k].w); }
    }
    energy[phone] = make_float4(x.energy, y.energy, z.energy, w.energy);
}

__global__ void __launch_bounds__(128, 2) reef_phones_x6_a(const float4* __restrict__ sound, float4* __restrict__ energy) { listen<1>(sound, energy); }
__global__ void __launch_bounds__(128, 2) reef_phones_x6_b(const float4* __restrict__ sound, float4* __restrict__ energy) { listen<16>(sound, energy); }

// ---- Quilts: cloth needed of each of 64 colours; a patch is 16 bytes, colour and three lengths; each warp keeps its own table.
constexpr int kColours = 64, kQuilters = 132 * 8, kPatches = kPool / 4;

__global__ void __launch_bounds__(256) quilt_colours_x6_a(const int4* __restrict__ patches, int* __restrict__ cloth) {
    __shared__ int table[8][kColours];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    table[warp][lane] = table[warp][lane + 32] = 0;
    __syncwarp();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + t; i < kPatches; i += kQuilters * 512) {
        int4 v[2] = {patches[i], patches[i + kQuilters * 256]};
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            int colour = v[k].x % kColours, length = v[k].y + v[k].z + v[k].w;
#pragma unroll 4
            for (int turn = 0; turn < 32; ++turn) {  // one lane after another
                if (lane == turn) table[warp][colour] += length;
                __syncwarp();
            }
        }
    }
    __syncthreads();
    if (t < kColours) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += table[w][t];
        cloth[blockIdx.x * kColours + t] = sum;
    }
}

__global__ void __launch_bounds__(256) quilt_colours_x6_b(const int4* __restrict__ patches, int* __restrict__ cloth) {
    __shared__ int table[8][kColours];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    table[warp][lane] = table[warp][lane + 32] = 0;
    __syncwarp();
#pragma unroll 1
    for (int i = blockIdx.x * 256 + t; i < kPatches; i += kQuilters * 512) {
        int4 v[2] = {patches[i], patches[i + kQuilters * 256]};
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            int colour = v[k].x % kColours, length = v[k].y + v[k].z + v[k].w;
            atomicAdd(&table[warp][colour], length);
        }
    }
    __syncthreads();
    if (t < kColours) {
        int sum = 0;
#pragma unroll
        for (int w = 0; w < 8; ++w) sum += table[w][t];
        cloth[blockIdx.x * kColours + t] = sum;
    }
}

// ---- Bakery: takings of 32 days of 1024 loaves for each of 2112 shops, at the price list (one of 4096) that the shop keeps to.
constexpr int kShops = kPool / 32768, kLists = 4096;

__device__ __forceinline__ void takings(const int* __restrict__ keeps, const float4* __restrict__ lists, const float4* __restrict__ sales, float* __restrict__ money) {
    __shared__ __align__(16) float4 price[256];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    price[t] = lists[keeps[blockIdx.x] * 256 + t];
    __syncthreads();
#pragma unroll 1
    for (int day = warp; day < 32; day += 8) {
        const float4* sold = sales + (size_t)(blockIdx.x * 32 + day) * 256 + lane;
        float sum = 0.0f;
#pragma unroll 1
        for (int from = 0; from < 256; from += 128) {
            float4 v[4];
#pragma unroll
            for (int j = 0; j < 4; ++j) v[j] = sold[from + j * 32];
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                float4 p = price[from + j * 32 + lane];
                sum = fmaf(v[j].x, p.x, fmaf(v[j].y, p.y, fmaf(v[j].z, p.z, fmaf(v[j].w, p.w, sum))));
            }
        }
        sum = warp_sum(sum);
        if (lane == 0) money[blockIdx.x * 32 + day] = sum;
    }
}

__global__ void __launch_bounds__(256, 8) bakery_prices_x6_a(const int* __restrict__ keeps, const float4* __restrict__ lists, const float4* __restrict__ sales,
                                                          float* __restrict__ money) { takings(keeps, lists, sales, money); }
__global__ void __launch_bounds__(256, 8) bakery_prices_x6_b(const int* __restrict__ keeps, const float4* __restrict__ lists, const float4* __restrict__ sales,
                                                          float* __restrict__ money) { takings(keeps, lists, sales, money); }

// ---- Clouds: water held by each of eight types of cloud; a cloud is 32 soundings of a thread, totals of each block in a row of their own.
constexpr int kTypes = 8, kClouds = kPool / 32, kStations = 132 * 8;

__device__ __forceinline__ int water_of(const float4* __restrict__ air, int cloud, int& type) {
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; ++j) v[j] = air[(size_t)j * kClouds + cloud];
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += fabsf(v[j].x) + fabsf(v[j].y) + fabsf(v[j].z) + fabsf(v[j].w);
    type = (int)((v[0].x + 1.0f) * 4.0f);
    return (int)(sum * 64.0f);
}

__global__ void __launch_bounds__(256, 8) cloud_water_x6_a(const float4* __restrict__ air, int* __restrict__ water) {
    __shared__ int held[kTypes];
    int t = threadIdx.x;
    if (t < kTypes) held[t] = 0;
    __syncthreads();
#pragma unroll 1
    for (int cloud = blockIdx.x * 256 + t; cloud < kClouds; cloud += kStations * 256) {
        int type, mass = water_of(air, cloud, type);
        atomicAdd(&held[type], mass);
    }
    __syncthreads();
    if (t < kTypes) water[blockIdx.x * kTypes + t] = held[t];
}

__global__ void __launch_bounds__(256, 8) cloud_water_x6_b(const float4* __restrict__ air, int* __restrict__ water) {
    __shared__ int held[kTypes][256];
    int t = threadIdx.x;
#pragma unroll
    for (int k = 0; k < kTypes; ++k) held[k][t] = 0;
#pragma unroll 1
    for (int cloud = blockIdx.x * 256 + t; cloud < kClouds; cloud += kStations * 256) {
        int type, mass = water_of(air, cloud, type);
        held[type][t] += mass;
    }
    __syncthreads();
    int sum = 0;
#pragma unroll
    for (int j = 0; j < 8; ++j) sum += held[t / 32][t % 32 + 32 * j];
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (t % 32 == 0) water[blockIdx.x * kTypes + t / 32] = sum;
}

// ---- Choir: loudness of each voice, 4096 samples of a warp.
constexpr int kVoices = kPool / 4096;

__device__ __forceinline__ float loudness(const float4* __restrict__ song, int voice, int lane) {
    float sum = 0.0f;
#pragma unroll 1
    for (int from = 0; from < 1024; from += 256) {
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = song[(size_t)voice * 1024 + from + j * 32 + lane];
#pragma unroll
        for (int j = 0; j < 8; ++j) sum += fmaf(v[j].x, v[j].x, v[j].y * v[j].y) + fmaf(v[j].z, v[j].z, v[j].w * v[j].w);
    }
    return sum;
}

__global__ void __launch_bounds__(128) choir_voices_x6_a(const float4* __restrict__ song, float* __restrict__ loud) {
    __shared__ float part[4][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, voice = blockIdx.x * 4 + warp;
    part[warp][lane] = loudness(song, voice, lane);
    __syncwarp();
    if (lane == 0) {
        float sum = 0.0f;
#pragma unroll 4
        for (int l = 0; l < 32; ++l) sum += part[warp][l];
        loud[voice] = sum;
    }
}

__global__ void __launch_bounds__(128) choir_voices_x6_b(const float4* __restrict__ song, float* __restrict__ loud) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, voice = blockIdx.x * 4 + warp;
    float sum = warp_sum(loudness(song, voice, lane));
    if (lane == 0) loud[voice] = sum;
}

// ---- Lighthouse: nearest and farthest sight of each watch of 2048 reports, a warp a watch.
constexpr int kWatches = kPool / 2048;

__global__ void __launch_bounds__(256) lighthouse_sight_x6_a(const int4* __restrict__ reports, int2* __restrict__ range) {
    int watch = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, low = INT_MAX, high = INT_MIN;
#pragma unroll 1
    for (int from = 0; from < 512; from += 256) {
        int4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = reports[(size_t)watch * 512 + from + j * 32 + lane];
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            low = min(min(low, min(v[j].x, v[j].y)), min(v[j].z, v[j].w));
            high = max(max(high, max(v[j].x, v[j].y)), max(v[j].z, v[j].w));
        }
    }
    low = __reduce_min_sync(0xffffffffu, low);
    high = __reduce_max_sync(0xffffffffu, high);
    if (lane == 0) range[watch] = make_int2(low, high);
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };
    auto zeros = [](size_t n) { int* p; CHECK(cudaMalloc(&p, n * sizeof(int))); CHECK(cudaMemset(p, 0, n * sizeof(int))); return p; };

    float* pool = filled<float>(kPool, 71);
    int* words = indices(kPool, 10000, 72);
    const float4* quads = reinterpret_cast<const float4*>(pool);
    const int4* fours = reinterpret_cast<const int4*>(words);

    Spot* comet = reinterpret_cast<Spot*>(zeros(2));
    add("comet_survey_x6_a", comet, 2, Output::i32, [=] { comet_survey_x6_a<<<kPlates, 128>>>(quads, comet); });
    add("comet_survey_x6_b", comet, 2, Output::i32, [=] { comet_survey_x6_b<<<kPlates, 128>>>(quads, comet); });

    unsigned* shelves = reinterpret_cast<unsigned*>(zeros(kShelves));
    const uint4* books = reinterpret_cast<const uint4*>(words);
    add("library_marks_x6_a", shelves, kShelves, Output::i32, [=] { library_marks_x6_a<<<kShelves * 2, 128>>>(books, shelves); });
    add("library_marks_x6_b", shelves, kShelves, Output::i32, [=] { library_marks_x6_b<<<kShelves * 2, 128>>>(books, shelves); });

    int* balance = empty<int>(kPool);
    add("wagon_ledger_x6_a", balance, kPool, Output::i32, [=] { wagon_ledger_x6_a<<<kAccounts, 1024>>>(words, balance); });
    add("wagon_ledger_x6_b", balance, kPool, Output::i32, [=] { wagon_ledger_x6_b<<<kAccounts / 8, 256>>>(fours, reinterpret_cast<int4*>(balance)); });

    int* recipes = indices(kRecipes * 32, kLarder, 73);
    float* flavour = empty<float>(kRecipes * 32);
    add("recipe_flavour_x6_a", flavour, kRecipes * 32, Output::f32, [=] { recipe_flavour_x6_a<<<kRecipes / 8, 256>>>(recipes, pool, flavour); });
    add("recipe_flavour_x6_b", flavour, kRecipes * 32, Output::f32, [=] { recipe_flavour_x6_b<<<kRecipes / 8, 256>>>(recipes, pool, flavour); });

    float* energy = empty<float>(kPhones * 4);
    add("reef_phones_x6_a", energy, kPhones * 4, Output::f32, [=] { reef_phones_x6_a<<<kPhones / 128, 128>>>(quads, reinterpret_cast<float4*>(energy)); });
    add("reef_phones_x6_b", energy, kPhones * 4, Output::f32, [=] { reef_phones_x6_b<<<kPhones / 128, 128>>>(quads, reinterpret_cast<float4*>(energy)); });

    int* cloth = empty<int>(kQuilters * kColours);
    add("quilt_colours_x6_a", cloth, kQuilters * kColours, Output::i32, [=] { quilt_colours_x6_a<<<kQuilters, 256>>>(fours, cloth); });
    add("quilt_colours_x6_b", cloth, kQuilters * kColours, Output::i32, [=] { quilt_colours_x6_b<<<kQuilters, 256>>>(fours, cloth); });

    constexpr size_t prices = (size_t)kLists * 1024;
    float *desk, *mapped, *shop = empty<float>(prices), *money = empty<float>(kShops * 32);
    CHECK(cudaHostAlloc(&desk, prices * sizeof(float), cudaHostAllocMapped));
    for (size_t i = 0; i < prices; ++i) desk[i] = 1.5f + harness::unit((uint32_t)i * 2654435761u + 74);
    CHECK(cudaHostGetDevicePointer(&mapped, desk, 0));
    CHECK(cudaMemcpy(shop, desk, prices * sizeof(float), cudaMemcpyHostToDevice));
    int* keeps = indices(kShops, kLists, 75);
    add("bakery_prices_x6_a", money, kShops * 32, Output::f32, [=] {
        bakery_prices_x6_a<<<kShops, 256>>>(keeps, reinterpret_cast<const float4*>(mapped), quads, money); });
    add("bakery_prices_x6_b", money, kShops * 32, Output::f32, [=] {
        bakery_prices_x6_b<<<kShops, 256>>>(keeps, reinterpret_cast<const float4*>(shop), quads, money); });

    int* water = empty<int>(kStations * kTypes);
    add("cloud_water_x6_a", water, kStations * kTypes, Output::i32, [=] { cloud_water_x6_a<<<kStations, 256>>>(quads, water); });
    add("cloud_water_x6_b", water, kStations * kTypes, Output::i32, [=] { cloud_water_x6_b<<<kStations, 256>>>(quads, water); });

    float* loud = empty<float>(kVoices);
    add("choir_voices_x6_a", loud, kVoices, Output::f32, [=] { choir_voices_x6_a<<<kVoices / 4, 128>>>(quads, loud); });
    add("choir_voices_x6_b", loud, kVoices, Output::f32, [=] { choir_voices_x6_b<<<kVoices / 4, 128>>>(quads, loud); });

    int2* range = reinterpret_cast<int2*>(empty<int>(kWatches * 2));
    add("lighthouse_sight_x6_a", range, kWatches * 2, Output::i32, [=] { lighthouse_sight_x6_a<<<kWatches / 8, 256>>>(fours, range); });

    return harness::run(argc, argv, cases);
}
