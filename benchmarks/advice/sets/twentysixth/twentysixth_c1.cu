// Eleven measured cases from textbook work on memory access: before (_a) and after (_b).
#include "harness.cuh"

#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Mountain profiles: roughness (mean square) of each profile of 128 heights.
constexpr int kProfiles = 1 << 20, kHeights = 128;

__global__ void __launch_bounds__(256) mountain_profile_c1_a(const float* __restrict__ height, float* __restrict__ rough) {
    int i = blockIdx.x * 256 + threadIdx.x;
    const float* mine = height + (size_t)i * kHeights;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kHeights; ++k) sum = fmaf(mine[k], mine[k], sum);
    rough[i] = sum * (1.0f / kHeights);
}

__global__ void __launch_bounds__(256) mountain_profile_c1_b(const float* __restrict__ height, float* __restrict__ rough) {
    int lane = threadIdx.x % 32, first = (blockIdx.x * 8 + threadIdx.x / 32) * 8;  // a warp walks over eight profiles
#pragma unroll 4
    for (int r = 0; r < 8; ++r) {
        const float* mine = height + (size_t)(first + r) * kHeights;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kHeights; k += 32) sum = fmaf(mine[k + lane], mine[k + lane], sum);
#pragma unroll
        for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (lane == 0) rough[first + r] = sum * (1.0f / kHeights);
    }
}

// ---- Carpet: turns the knots of a carpet from rows into columns.
constexpr int kWarp = 12288, kWeft = 6144;

__global__ void __launch_bounds__(256) carpet_knots_c1_a(const float* __restrict__ knot, float* __restrict__ turned) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)x * kWeft + y + j] = knot[(size_t)(y + j) * kWarp + x];
}

__global__ void __launch_bounds__(256) carpet_knots_c1_b(const float* __restrict__ knot, float* __restrict__ turned) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = knot[(size_t)(y + j) * kWarp + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) turned[(size_t)(y + j) * kWeft + x] = tile[threadIdx.x][threadIdx.y + j];
}

// ---- Fish market: turnover of each sale, from the price and the weight in its record.
struct Sale { float price, boat, weight, buyer, fee, tax, hour, ice, length, fat, crate, pier, grade, zone, depth, net; };
constexpr int kSales = 24 << 20;

__global__ void harness_split_sales(const Sale* sale, float* price, float* weight) {
    int i = blockIdx.x * 256 + threadIdx.x;
    price[i] = sale[i].price; weight[i] = sale[i].weight;
}

__global__ void __launch_bounds__(256) fish_market_c1_a(const Sale* __restrict__ sale, float* __restrict__ turnover) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = sale[i + j * 256].price; w[j] = sale[i + j * 256].weight; }
#pragma unroll
    for (int j = 0; j < 4; ++j) turnover[i + j * 256] = (2.0f + p[j]) * (1.0f + w[j]);
}

__global__ void __launch_bounds__(256) fish_market_c1_b(const float* __restrict__ price, const float* __restrict__ weight, float* __restrict__ turnover) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    float p[4], w[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { p[j] = price[i + j * 256]; w[j] = weight[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) turnover[i + j * 256] = (2.0f + p[j]) * (1.0f + w[j]);
}

// ---- Lighthouse: brightness that the ships of a watch list (numbers into the register of ships) receive from one lamp.
constexpr int kShips = 1 << 25, kWatched = 1 << 24;

__global__ void harness_pack_ships(const float* x, const float* y, const float* z, const float* w, float4* ship) {
    int i = blockIdx.x * 256 + threadIdx.x;
    ship[i] = make_float4(x[i], y[i], z[i], w[i]);
}

__device__ __forceinline__ float lamp_light(float x, float y, float z, float w) {
    float dx = x - 0.25f, dy = y + 0.5f, dz = z - 0.125f;
    return __fdividef(w, 0.5f + fmaf(dx, dx, fmaf(dy, dy, dz * dz)));
}

__global__ void __launch_bounds__(256) lighthouse_watch_c1_a(const int* __restrict__ watched, const float* __restrict__ x, const float* __restrict__ y,
                                                             const float* __restrict__ z, const float* __restrict__ w, float* __restrict__ light) {
    int i = blockIdx.x * 1024 + threadIdx.x, at[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) at[j] = watched[i + j * 256];
    float4 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = make_float4(x[at[j]], y[at[j]], z[at[j]], w[at[j]]);
#pragma unroll
    for (int j = 0; j < 4; ++j) light[i + j * 256] = lamp_light(s[j].x, s[j].y, s[j].z, s[j].w);
}

__global__ void __launch_bounds__(256) lighthouse_watch_c1_b(const int* __restrict__ watched, const float4* __restrict__ ship, float* __restrict__ light) {
    int i = blockIdx.x * 1024 + threadIdx.x, at[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) at[j] = watched[i + j * 256];
    float4 s[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) s[j] = ship[at[j]];
#pragma unroll
    for (int j = 0; j < 4; ++j) light[i + j * 256] = lamp_light(s[j].x, s[j].y, s[j].z, s[j].w);
}

// ---- Library: taste of each reader, the sum of the 16 features of the 32 books read (half a warp a reader). The features are read
//      from a file image: its head first, then the rows of all books.
constexpr int kBooks = 1 << 23, kFeatures = 16, kReaders = 1 << 18, kRead = 32;

template <int kHead>
__device__ __forceinline__ void library_taste(const float* __restrict__ image, const int* __restrict__ read, float* __restrict__ taste) {
    int reader = blockIdx.x * 16 + threadIdx.x / kFeatures, f = threadIdx.x % kFeatures;
    const float* rows = image + kHead;
    const int* books = read + reader * kRead;
    float sum = 0.0f;
#pragma unroll 8
    for (int k = 0; k < kRead; ++k) sum += rows[(size_t)books[k] * kFeatures + f];
    taste[reader * kFeatures + f] = sum;
}

constexpr int kShortHead = 5, kPaddedHead = 32;  // words
__global__ void __launch_bounds__(256) library_taste_c1_a(const float* __restrict__ image, const int* __restrict__ read, float* __restrict__ taste) {
    library_taste<kShortHead>(image, read, taste);
}
__global__ void __launch_bounds__(256) library_taste_c1_b(const float* __restrict__ image, const int* __restrict__ read, float* __restrict__ taste) {
    library_taste<kPaddedHead>(image, read, taste);
}

// ---- Old film: negative of a scanned reel of grey pixels.
constexpr int kReel = 132 * 4 * 512 * 16 * 60;  // pixels

__global__ void __launch_bounds__(512) film_reel_c1_a(const uint8_t* scan, uint8_t* negative) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kReel; i += gridDim.x * 512) negative[i] = 255 - scan[i];
}

__global__ void __launch_bounds__(512) film_reel_c1_b(const uint4* scan, uint4* negative) {
    for (int i = blockIdx.x * 512 + threadIdx.x; i < kReel / 16; i += gridDim.x * 512) {
        uint4 v = scan[i];
        negative[i] = make_uint4(~v.x, ~v.y, ~v.z, ~v.w);
    }
}

// ---- Parrots: grey picture of a colour picture (three bytes a pixel), a block a line.
constexpr int kLine = 8192, kLines = 132 * 8 * 16;

__device__ __forceinline__ uint32_t parrot_grey(uint32_t r, uint32_t g, uint32_t b) { return (77 * r + 150 * g + 29 * b) >> 8; }

__global__ void __launch_bounds__(256) parrot_colours_c1_a(const uint8_t* colour, uint8_t* grey) {
    const uint8_t* in = colour + (size_t)blockIdx.x * kLine * 3;
    uint8_t* out = grey + (size_t)blockIdx.x * kLine;
    for (int x = threadIdx.x; x < kLine; x += 256) out[x] = parrot_grey(in[3 * x], in[3 * x + 1], in[3 * x + 2]);
}

__global__ void __launch_bounds__(256) parrot_colours_c1_b(const uint2* colour, uint2* grey) {
    const uint2* in = colour + (size_t)blockIdx.x * (kLine / 8) * 3;
    uint2* out = grey + (size_t)blockIdx.x * (kLine / 8);
    for (int x = threadIdx.x; x < kLine / 8; x += 256) {  // eight pixels at a time
        uint2 p = in[3 * x], q = in[3 * x + 1], r = in[3 * x + 2];
        uint32_t word[6] = {p.x, p.y, q.x, q.y, r.x, r.y}, eight[2] = {0, 0};
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            auto byte = [&](int n) { return (word[n / 4] >> (n % 4 * 8)) & 255u; };
            eight[k / 4] |= parrot_grey(byte(3 * k), byte(3 * k + 1), byte(3 * k + 2)) << (k % 4 * 8);
        }
        out[x] = make_uint2(eight[0], eight[1]);
    }
}

// ---- Moth antennae: response (scaled, shifted, cut at zero) of each sensor, in half precision.
constexpr int kSensors = 132 * 8 * 256 * 8 * 60;

__global__ void __launch_bounds__(256) moth_antenna_c1_a(const __half* scent, __half* response, __half gain, __half rest) {
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSensors; i += gridDim.x * 256)
        response[i] = __hmax(__hfma(scent[i], gain, rest), __float2half(0.0f));
}

__global__ void __launch_bounds__(256) moth_antenna_c1_b(const uint4* scent, uint4* response, __half gain, __half rest) {
    __half2 gain2 = __half2half2(gain), rest2 = __half2half2(rest), zero = __float2half2_rn(0.0f);
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kSensors / 8; i += gridDim.x * 256) {
        uint4 v = scent[i];  // eight sensors
        auto react = [&](uint32_t& two) {
            __half2 h = __hmax2(__hfma2(*reinterpret_cast<__half2*>(&two), gain2, rest2), zero);
            two = *reinterpret_cast<uint32_t*>(&h);
        };
        react(v.x); react(v.y); react(v.z); react(v.w);
        response[i] = v;
    }
}

// ---- Whale song: energy of the left hydrophone in each window of 8192 frames of a recording by two.
constexpr int kWindow = 8192, kWindows = 12288;

__global__ void harness_split_song(const float* both, float* left) {
    size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    left[i] = both[2 * i];
}

template <int kChannels>
__device__ __forceinline__ void whale_song(const float* __restrict__ song, float* __restrict__ energy) {
    __shared__ float part[8];
    const float* window = song + (size_t)blockIdx.x * kWindow * kChannels;
    float sum = 0.0f;
#pragma unroll 16
    for (int k = threadIdx.x; k < kWindow; k += 256) { float s = window[k * kChannels]; sum = fmaf(s, s, sum); }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0f;
#pragma unroll
        for (int k = 0; k < 8; ++k) all += part[k];
        energy[blockIdx.x] = all;
    }
}

__global__ void __launch_bounds__(256) whale_song_c1_a(const float* __restrict__ both, float* __restrict__ energy) { whale_song<2>(both, energy); }
__global__ void __launch_bounds__(256) whale_song_c1_b(const float* __restrict__ left, float* __restrict__ energy) { whale_song<1>(left, energy); }

// ---- River gauges: corrected level of each reading from the raw level and the drift; the raw series starts behind its opening value.
constexpr int kReadings = 1 << 25;

template <int kBehind>
__device__ __forceinline__ void river_gauge(const double* __restrict__ raw, const double* __restrict__ drift, double* __restrict__ level) {
    int i = blockIdx.x * 1024 + threadIdx.x;
    double r[4], d[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) { r[j] = raw[i + j * 256 + kBehind]; d[j] = drift[i + j * 256]; }
#pragma unroll
    for (int j = 0; j < 4; ++j) level[i + j * 256] = fma(-0.015625, d[j], r[j]);
}

__global__ void __launch_bounds__(256) river_gauge_c1_a(const double* __restrict__ raw, const double* __restrict__ drift, double* __restrict__ level) {
    river_gauge<1>(raw, drift, level);
}
__global__ void __launch_bounds__(256) river_gauge_c1_b(const double* __restrict__ raw, const double* __restrict__ drift, double* __restrict__ level) {
    river_gauge<0>(raw, drift, level);
}

// ---- Star plates: stores a survey of single-precision magnitudes in half precision.
constexpr int kStars = 1 << 25;  // quadruples

__global__ void __launch_bounds__(512) star_plate_c1_a(const float4* __restrict__ magnitude, uint2* __restrict__ plate) {
    int i = blockIdx.x * 2048 + threadIdx.x;
    float4 m[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) m[j] = __ldcs(magnitude + i + j * 512);
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        __half2 low = __floats2half2_rn(m[j].x, m[j].y), high = __floats2half2_rn(m[j].z, m[j].w);
        __stcs(plate + i + j * 512, make_uint2(*reinterpret_cast<uint32_t*>(&low), *reinterpret_cast<uint32_t*>(&high)));
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    {
        float *height = filled<float>((size_t)kProfiles * kHeights, 11), *rough = empty<float>(kProfiles);
        add("mountain_profile_c1_a", rough, kProfiles, Output::f32, [=] { mountain_profile_c1_a<<<kProfiles / 256, 256>>>(height, rough); });
        add("mountain_profile_c1_b", rough, kProfiles, Output::f32, [=] { mountain_profile_c1_b<<<kProfiles / 64, 256>>>(height, rough); });
    }
    {
        constexpr size_t n = (size_t)kWarp * kWeft;
        float *knot = filled<float>(n, 12), *turned = empty<float>(n);
        dim3 grid(kWarp / 32, kWeft / 32), block(32, 8);
        add("carpet_knots_c1_a", turned, n, Output::f32, [=] { carpet_knots_c1_a<<<grid, block>>>(knot, turned); });
        add("carpet_knots_c1_b", turned, n, Output::f32, [=] { carpet_knots_c1_b<<<grid, block>>>(knot, turned); });
    }
    {
        Sale* sale = reinterpret_cast<Sale*>(filled<float>((size_t)kSales * 16, 13));
        float *price = empty<float>(kSales), *weight = empty<float>(kSales), *turnover = empty<float>(kSales);
        harness_split_sales<<<kSales / 256, 256>>>(sale, price, weight); CHECK(cudaGetLastError());
        add("fish_market_c1_a", turnover, kSales, Output::f32, [=] { fish_market_c1_a<<<kSales / 1024, 256>>>(sale, turnover); });
        add("fish_market_c1_b", turnover, kSales, Output::f32, [=] { fish_market_c1_b<<<kSales / 1024, 256>>>(price, weight, turnover); });
    }
    {
        float *x = filled<float>(kShips, 14), *y = filled<float>(kShips, 15), *z = filled<float>(kShips, 16), *w = filled<float>(kShips, 17);
        float4* ship = empty<float4>(kShips);
        harness_pack_ships<<<kShips / 256, 256>>>(x, y, z, w, ship); CHECK(cudaGetLastError());
        int* watched = indices(kWatched, kShips, 18);
        float* light = empty<float>(kWatched);
        add("lighthouse_watch_c1_a", light, kWatched, Output::f32, [=] { lighthouse_watch_c1_a<<<kWatched / 1024, 256>>>(watched, x, y, z, w, light); });
        add("lighthouse_watch_c1_b", light, kWatched, Output::f32, [=] { lighthouse_watch_c1_b<<<kWatched / 1024, 256>>>(watched, ship, light); });
    }
    {
        constexpr size_t n = (size_t)kBooks * kFeatures;
        float *padded = filled<float>(n + kPaddedHead, 19), *close = empty<float>(n + kShortHead);
        CHECK(cudaMemcpy(close + kShortHead, padded + kPaddedHead, n * sizeof(float), cudaMemcpyDeviceToDevice));
        int* read = indices((size_t)kReaders * kRead, kBooks, 20);
        float* taste = empty<float>(kReaders * kFeatures);
        add("library_taste_c1_a", taste, kReaders * kFeatures, Output::f32, [=] { library_taste_c1_a<<<kReaders / 16, 256>>>(close, read, taste); });
        add("library_taste_c1_b", taste, kReaders * kFeatures, Output::f32, [=] { library_taste_c1_b<<<kReaders / 16, 256>>>(padded, read, taste); });
    }
    {
        int *scan = indices(kReel / 4, 0xffffffffu, 21), *negative = empty<int>(kReel / 4);
        add("film_reel_c1_a", negative, kReel, Output::u8,
            [=] { film_reel_c1_a<<<132 * 4, 512>>>(reinterpret_cast<uint8_t*>(scan), reinterpret_cast<uint8_t*>(negative)); });
        add("film_reel_c1_b", negative, kReel, Output::u8,
            [=] { film_reel_c1_b<<<132 * 4, 512>>>(reinterpret_cast<uint4*>(scan), reinterpret_cast<uint4*>(negative)); });
    }
    {
        constexpr size_t n = (size_t)kLine * kLines;
        int *colour = indices(n / 4 * 3, 0xffffffffu, 22), *grey = empty<int>(n / 4);
        add("parrot_colours_c1_a", grey, n, Output::u8,
            [=] { parrot_colours_c1_a<<<kLines, 256>>>(reinterpret_cast<uint8_t*>(colour), reinterpret_cast<uint8_t*>(grey)); });
        add("parrot_colours_c1_b", grey, n, Output::u8,
            [=] { parrot_colours_c1_b<<<kLines, 256>>>(reinterpret_cast<uint2*>(colour), reinterpret_cast<uint2*>(grey)); });
    }
    {
        __half *scent = filled<__half>(kSensors, 23), *response = empty<__half>(kSensors), gain = __float2half(0.75f), rest = __float2half(0.125f);
        add("moth_antenna_c1_a", response, kSensors, Output::f16, [=] { moth_antenna_c1_a<<<132 * 8, 256>>>(scent, response, gain, rest); });
        add("moth_antenna_c1_b", response, kSensors, Output::f16,
            [=] { moth_antenna_c1_b<<<132 * 8, 256>>>(reinterpret_cast<uint4*>(scent), reinterpret_cast<uint4*>(response), gain, rest); });
    }
    {
        constexpr size_t n = (size_t)kWindow * kWindows;
        float *both = filled<float>(2 * n, 24), *left = empty<float>(n), *energy = empty<float>(kWindows);
        harness_split_song<<<n / 256, 256>>>(both, left); CHECK(cudaGetLastError());
        add("whale_song_c1_a", energy, kWindows, Output::f32, [=] { whale_song_c1_a<<<kWindows, 256>>>(both, energy); });
        add("whale_song_c1_b", energy, kWindows, Output::f32, [=] { whale_song_c1_b<<<kWindows, 256>>>(left, energy); });
    }
    {
        double *raw = filled<double>(kReadings + 1, 25), *shifted = empty<double>(kReadings), *drift = filled<double>(kReadings, 26), *level = empty<double>(kReadings);
        CHECK(cudaMemcpy(shifted, raw + 1, kReadings * sizeof(double), cudaMemcpyDeviceToDevice));
        add("river_gauge_c1_a", level, kReadings, Output::f64, [=] { river_gauge_c1_a<<<kReadings / 1024, 256>>>(raw, drift, level); });
        add("river_gauge_c1_b", level, kReadings, Output::f64, [=] { river_gauge_c1_b<<<kReadings / 1024, 256>>>(shifted, drift, level); });
    }
    {
        float4* magnitude = reinterpret_cast<float4*>(filled<float>((size_t)kStars * 4, 27));
        uint2* plate = empty<uint2>(kStars);
        add("star_plate_c1_a", plate, (size_t)kStars * 4, Output::f16, [=] { star_plate_c1_a<<<kStars / 2048, 512>>>(magnitude, plate); });
    }
    return harness::run(argc, argv, cases);
}
