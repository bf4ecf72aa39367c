// Eleven measured cases in the manner of real projects, about global-memory access: before (_a) and after (_b).
#include "harness.cuh"
#include <cuda_fp16.h>

using harness::Case;
using harness::Output;

// ---- Structural analysis: product of a block-banded stiffness matrix (CSR, 128 entries a row) with a vector.
constexpr int kJoints = 132 * 2048 * 4, kEntries = 128;

__global__ void harness_girders(int* __restrict__ begin, int* __restrict__ column) {
    size_t n = (size_t)kJoints * kEntries;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        int row = (int)(i / kEntries), k = (int)(i % kEntries);
        column[i] = (row / 8 * 8 + (k / 8) * 1024 + k % 8) % kJoints;
        if (k == 0) begin[row] = (int)i;
        if (i + 1 == n) begin[row + 1] = (int)n;
    }
}

__global__ void __launch_bounds__(256) bridge_girders_f1_a(const int* __restrict__ begin, const int* __restrict__ column, const float* __restrict__ value,
                                                           const float* __restrict__ x, float* __restrict__ y) {
    int row = blockIdx.x * 256 + threadIdx.x;
    if (row >= kJoints) return;
    float sum = 0.0f;
    for (int k = begin[row], end = begin[row + 1]; k < end; ++k) sum = fmaf(value[k], x[column[k]], sum);
    y[row] = sum;
}

__global__ void __launch_bounds__(256) bridge_girders_f1_b(const int* __restrict__ begin, const int* __restrict__ column, const float* __restrict__ value,
                                                           const float* __restrict__ x, float* __restrict__ y) {
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= kJoints) return;
    float sum = 0.0f;
    for (int k = begin[row] + lane, end = begin[row + 1]; k < end; k += 32) sum = fmaf(value[k], x[column[k]], sum);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) y[row] = sum;
}

// ---- Convolutional network: 3 x 3 patches of a 4096 x 4096 picture, a record of nine values a pixel.
constexpr int kSide = 4096, kPatch = 9;

__device__ __forceinline__ void patch(const float* __restrict__ picture, int x, int y, float* p) {
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
        for (int dx = -1; dx <= 1; ++dx) {
            int u = x + dx, v = y + dy;
            p[(dy + 1) * 3 + dx + 1] = u >= 0 && u < kSide && v >= 0 && v < kSide ? picture[v * kSide + u] : 0.0f;
        }
}

__global__ void __launch_bounds__(256) postcard_press_f1_a(const float* __restrict__ picture, float* __restrict__ rows) {
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float p[kPatch];
    patch(picture, x, y, p);
    float* to = rows + (size_t)(y * kSide + x) * kPatch;
#pragma unroll
    for (int k = 0; k < kPatch; ++k) to[k] = p[k];
}

__global__ void __launch_bounds__(256) postcard_press_f1_b(const float* __restrict__ picture, float* __restrict__ rows) {
    __shared__ float stage[256 * kPatch];
    int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
    float p[kPatch];
    patch(picture, x, y, p);
#pragma unroll
    for (int k = 0; k < kPatch; ++k) stage[threadIdx.x * kPatch + k] = p[k];
    __syncthreads();
    float* to = rows + (size_t)(y * kSide + blockIdx.x * 256) * kPatch + threadIdx.x;
#pragma unroll
    for (int k = 0; k < kPatch; ++k) to[k * 256] = stage[k * 256 + threadIdx.x];
}

// ---- Database: revenue of the orders of one year with a small discount and quantity, over a table of rows or of columns.
struct LineItem { int order, part, supplier, line; float quantity, price, discount, tax; int flags[16]; int shipped, committed, received, mode; int comment[4]; };
constexpr int kLines = 1 << 25, kScanners = 132 * 8 * 4;

__global__ void harness_lines(LineItem* __restrict__ table, float* __restrict__ quantity, float* __restrict__ price, float* __restrict__ discount, int* __restrict__ shipped) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kLines; i += gridDim.x * blockDim.x) {
        LineItem l = table[i];
        l.quantity = 25.0f + 25.0f * l.quantity; l.price = 500.0f + 400.0f * l.price; l.discount = 0.05f + 0.05f * l.discount; l.shipped = harness::hash32(i) % 2557u;
        table[i] = l;
        quantity[i] = l.quantity; price[i] = l.price; discount[i] = l.discount; shipped[i] = l.shipped;
    }
}

__device__ __forceinline__ float revenue(float quantity, float price, float discount, int shipped) {
    bool take = (shipped >= 730) & (shipped < 1095) & (discount > 0.02f) & (discount < 0.07f) & (quantity < 24.0f);
    return take ? price * discount : 0.0f;
}

__device__ __forceinline__ void block_total(float sum, float* __restrict__ total) {
    __shared__ float part[8];
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; ++w) sum += part[w];
        total[blockIdx.x] = sum;
    }
}

__global__ void __launch_bounds__(256) warehouse_ledger_f1_a(const LineItem* __restrict__ table, float* __restrict__ total) {
    float sum = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLines; i += kScanners * 256)
        sum += revenue(table[i].quantity, table[i].price, table[i].discount, table[i].shipped);
    block_total(sum, total);
}

__global__ void __launch_bounds__(256) warehouse_ledger_f1_b(const float* __restrict__ quantity, const float* __restrict__ price, const float* __restrict__ discount,
                                                             const int* __restrict__ shipped, float* __restrict__ total) {
    float sum = 0.0f;
#pragma unroll 4
    for (int i = blockIdx.x * 256 + threadIdx.x; i < kLines; i += kScanners * 256) sum += revenue(quantity[i], price[i], discount[i], shipped[i]);
    block_total(sum, total);
}

// ---- Hash join: 32M travellers probe a table of 64M slots (three quarters full) for the desk that holds their passport.
constexpr unsigned kSlots = 1u << 26, kTravellers = 1u << 25, kMix = 2654435761u;
constexpr unsigned inverse(unsigned a) { unsigned x = a; for (int i = 0; i < 6; ++i) x *= 2u - a * x; return x; }
constexpr unsigned kUnmix = inverse(kMix);

__global__ void harness_passports(int* __restrict__ keys, int* __restrict__ desks, int2* __restrict__ entries) {
    unsigned s = blockIdx.x * blockDim.x + threadIdx.x, h = harness::hash32(s + 5u);
    int key = h % 4 ? (int)((s * kUnmix) & (kSlots - 1)) : -1, desk = (int)(h >> 20);
    keys[s] = key; desks[s] = desk; entries[s] = make_int2(key, desk);
}

__global__ void __launch_bounds__(256) passport_office_f1_a(const int* __restrict__ passports, const int* __restrict__ keys, const int* __restrict__ desks, int* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x, mine = passports[i], found = -1;
    for (unsigned s = ((unsigned)mine * kMix) & (kSlots - 1);; s = (s + 1) & (kSlots - 1)) {
        int key = keys[s];
        if (key == mine) { found = desks[s]; break; }
        if (key < 0) break;
    }
    to[i] = found;
}

__global__ void __launch_bounds__(256) passport_office_f1_b(const int* __restrict__ passports, const int2* __restrict__ entries, int* __restrict__ to) {
    int i = blockIdx.x * 256 + threadIdx.x, mine = passports[i], found = -1;
    for (unsigned s = ((unsigned)mine * kMix) & (kSlots - 1);; s = (s + 1) & (kSlots - 1)) {
        int2 entry = entries[s];
        if (entry.x == mine) { found = entry.y; break; }
        if (entry.x < 0) break;
    }
    to[i] = found;
}

// ---- Language model: 4-bit keys (64 a row, 32 bytes) of many conversations move to their new slots in the cache, from excess-8 to two's complement.
constexpr unsigned kWords = 1u << 25;

__global__ void harness_slots(int* __restrict__ slot) {
    unsigned p = blockIdx.x * blockDim.x + threadIdx.x, e = p;
    constexpr unsigned mask = kWords - 1;
    p = (p * 2654435761u) & mask; p ^= p >> 13; p = (p * 0x85ebca6bu) & mask; p ^= p >> 12; p = (p * 0x7feb352du) & mask;
    slot[e] = (int)p;
}

__device__ __forceinline__ void archive(const uint4* __restrict__ from, const int* __restrict__ slot, uint4* __restrict__ cache) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 v[2] = {from[i], from[i + 256]};
    int s[2] = {slot[i / 2], slot[(i + 256) / 2]};
#pragma unroll
    for (int j = 0; j < 2; ++j)
        cache[s[j] * 2 + i % 2] = make_uint4(v[j].x ^ 0x88888888u, v[j].y ^ 0x88888888u, v[j].z ^ 0x88888888u, v[j].w ^ 0x88888888u);
}

__global__ void __launch_bounds__(256) chat_archive_f1_a(const uint4* __restrict__ from, const int* __restrict__ slot, uint4* __restrict__ cache) { archive(from, slot, cache); }
__global__ void __launch_bounds__(256) chat_archive_f1_b(const uint4* __restrict__ from, const int* __restrict__ slot, uint4* __restrict__ cache) { archive(from, slot, cache); }

// ---- Compositing: an actor's frame over a backdrop through a matte, all of bytes.
constexpr int kStage = 1 << 28;

__device__ __forceinline__ unsigned over(unsigned a, unsigned f, unsigned b) {
    unsigned t = a * f + (255u - a) * b + 128u;
    return (t + (t >> 8)) >> 8;
}

__global__ void __launch_bounds__(256) puppet_theatre_f1_a(const uint8_t* __restrict__ matte, const uint8_t* __restrict__ actor, const uint8_t* __restrict__ backdrop, uint8_t* __restrict__ scene) {
    int i = blockIdx.x * 256 + threadIdx.x;
    scene[i] = (uint8_t)over(matte[i], actor[i], backdrop[i]);
}

__device__ __forceinline__ unsigned over4(unsigned a, unsigned f, unsigned b) {
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) r |= over((a >> s) & 255u, (f >> s) & 255u, (b >> s) & 255u) << s;
    return r;
}

__global__ void __launch_bounds__(256) puppet_theatre_f1_b(const uint4* __restrict__ matte, const uint4* __restrict__ actor, const uint4* __restrict__ backdrop, uint4* __restrict__ scene) {
    int i = blockIdx.x * 256 + threadIdx.x;
    uint4 a = matte[i], f = actor[i], b = backdrop[i];
    scene[i] = make_uint4(over4(a.x, f.x, b.x), over4(a.y, f.y, b.y), over4(a.z, f.z, b.z), over4(a.w, f.w, b.w));
}

// ---- Quantised inference: logits of 131072 words from an int8 state of 8192 and int8 weights, a word a warp.
constexpr int kVocabulary = 131072, kState = 8192;

__device__ __forceinline__ void logit_out(int sum, const float* __restrict__ scale, int word, int lane, float* __restrict__ logit) {
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (lane == 0) logit[word] = (float)sum * (1.5f + scale[word]);
}

__global__ void __launch_bounds__(256) parrot_speech_f1_a(const int8_t* __restrict__ weights, const int8_t* __restrict__ state, const float* __restrict__ scale, float* __restrict__ logit) {
    int word = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    const int8_t* row = weights + (size_t)word * kState;
#pragma unroll 4
    for (int k = lane; k < kState; k += 32) sum += (int)row[k] * (int)state[k];
    logit_out(sum, scale, word, lane, logit);
}

__global__ void __launch_bounds__(256) parrot_speech_f1_b(const int4* __restrict__ weights, const int4* __restrict__ state, const float* __restrict__ scale, float* __restrict__ logit) {
    int word = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    const int4* row = weights + (size_t)word * (kState / 16);
#pragma unroll 4
    for (int k = lane; k < kState / 16; k += 32) {
        int4 w = row[k], s = state[k];
        sum = __dp4a(w.x, s.x, __dp4a(w.y, s.y, __dp4a(w.z, s.z, __dp4a(w.w, s.w, sum))));
    }
    logit_out(sum, scale, word, lane, logit);
}

// ---- Quantisation: activations of 65536 tokens x 4096 become int8 with a scale a token.
constexpr int kTokens = 65536, kHidden = 4096;

__device__ __forceinline__ int pinch(float v, float s) { return min(max(__float2int_rn(v * s), -127), 127); }

__global__ void __launch_bounds__(256) spice_scales_f1_a(const float* __restrict__ heap, const float* __restrict__ scale, int8_t* __restrict__ jar) {
    int i = blockIdx.x * 256 + threadIdx.x;
    jar[i] = (int8_t)pinch(heap[i], 100.0f + 50.0f * scale[i / kHidden]);
}

__global__ void __launch_bounds__(256) spice_scales_f1_b(const float4* __restrict__ heap, const float* __restrict__ scale, char4* __restrict__ jar) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 v[2] = {heap[i], heap[i + 256]};
    float s = 100.0f + 50.0f * scale[i / (kHidden / 4)];
#pragma unroll
    for (int j = 0; j < 2; ++j) jar[i + 256 * j] = make_char4(pinch(v[j].x, s), pinch(v[j].y, s), pinch(v[j].z, s), pinch(v[j].w, s));
}

// ---- Ice flow: red half of a red-black relaxation of 16384 x 8192 cells, colours interleaved in one field or kept in fields of their own.
constexpr int kHalf = 8192, kIce = 8192;

__device__ __forceinline__ float melt(float l, float r, float u, float d, float s) { return 0.25f * (l + r + u + d - s); }

__global__ void __launch_bounds__(256) glacier_melt_f1_a(const float* __restrict__ ice, const float* __restrict__ source, float* __restrict__ next) {
    int y = blockIdx.y + 1, i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j, i += 256) {
        int at = y * 2 * kHalf + 2 * i + (y & 1);
        if (i > 0 && i < kHalf - 1) next[at] = melt(ice[at - 1], ice[at + 1], ice[at - 2 * kHalf], ice[at + 2 * kHalf], source[at]);
    }
}

__global__ void __launch_bounds__(256) glacier_melt_f1_b(const float* __restrict__ black, const float* __restrict__ source, float* __restrict__ next) {
    int y = blockIdx.y + 1, i = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 2; ++j, i += 256) {
        int at = y * kHalf + i, left = at - 1 + (y & 1);
        if (i > 0 && i < kHalf - 1) next[at] = melt(black[left], black[left + 1], black[at - kHalf], black[at + kHalf], source[at]);
    }
}

__global__ void harness_colours(const float* __restrict__ ice, const float* __restrict__ source, float* __restrict__ black, float* __restrict__ red) {
    int y = blockIdx.y, i = blockIdx.x * 256 + threadIdx.x;
    black[y * kHalf + i] = ice[y * 2 * kHalf + 2 * i + 1 - (y & 1)];
    red[y * kHalf + i] = source[y * 2 * kHalf + 2 * i + (y & 1)];
}

// ---- Ceramics: 262144 firing curves of 1024 points, each multiplied by the heat from the record of its kiln.
struct Kiln { float clay, glaze, wood, air, draft, heat, shelf, cone, width, depth, age, wear, ash, soot, price, time; };
constexpr int kCurves = 262144, kPoints = 1024;

__device__ __forceinline__ void fire(float mine, const float4* __restrict__ curve, float4* __restrict__ fired) {
    __shared__ float heat[32];
    if (threadIdx.x < 32) heat[threadIdx.x] = 1.5f + mine;
    __syncthreads();
    size_t at = (size_t)blockIdx.x * 32 * 256 + threadIdx.x;
#pragma unroll 4
    for (int r = 0; r < 32; ++r) {
        float4 v = curve[at + r * 256];
        float h = heat[r];
        fired[at + r * 256] = make_float4(v.x * h, v.y * h, v.z * h, v.w * h);
    }
}

__global__ void __launch_bounds__(256) pottery_kiln_f1_a(const Kiln* __restrict__ kilns, const float4* __restrict__ curve, float4* __restrict__ fired) {
    fire(threadIdx.x < 32 ? kilns[blockIdx.x * 32 + threadIdx.x].heat : 0.0f, curve, fired);
}
__global__ void __launch_bounds__(256) pottery_kiln_f1_b(const float* __restrict__ heats, const float4* __restrict__ curve, float4* __restrict__ fired) {
    fire(threadIdx.x < 32 ? heats[blockIdx.x * 32 + threadIdx.x] : 0.0f, curve, fired);
}
__global__ void harness_heat(const Kiln* __restrict__ kilns, float* __restrict__ heats) { int i = blockIdx.x * 256 + threadIdx.x; heats[i] = kilns[i].heat; }

// ---- Transformer: residual stream in half precision takes the output of a layer through its gate.
constexpr int kLetters = 1 << 28;

__global__ void harness_half(const float* __restrict__ from, __half* __restrict__ to, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) to[i] = __float2half(from[i]);
}

__global__ void __launch_bounds__(256) letter_carrier_f1_a(const uint4* __restrict__ stream, const uint4* __restrict__ layer, const float* __restrict__ gate, uint4* __restrict__ next) {
    int i = blockIdx.x * 512 + threadIdx.x;
    uint4 s4[2] = {__ldcs(stream + i), __ldcs(stream + i + 256)}, l4[2] = {__ldcs(layer + i), __ldcs(layer + i + 256)};
    float g = gate[0];
#pragma unroll
    for (int j = 0; j < 2; ++j) {
        uint4 r4;
        const __half2 *s = reinterpret_cast<const __half2*>(&s4[j]), *l = reinterpret_cast<const __half2*>(&l4[j]);
        __half2* r = reinterpret_cast<__half2*>(&r4);
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float2 a = __half22float2(s[k]), b = __half22float2(l[k]);
            r[k] = __floats2half2_rn(fmaf(g, b.x, a.x), fmaf(g, b.y, a.y));
        }
        __stcs(next + i + 256 * j, r4);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    constexpr size_t pool = (size_t)kTokens * kHidden;  // floats that several cases read
    static_assert(pool == 2 * (size_t)kIce * 2 * kHalf && pool == (size_t)kCurves * kPoints && pool == (size_t)kLetters && pool >= (size_t)kJoints * kEntries, "shared");
    static_assert(sizeof(LineItem) == 128 && sizeof(Kiln) == 64 && kMix * kUnmix == 1u, "layout");
    const float* sea = filled<float>(pool, 51);

    int *begin = empty<int>(kJoints + 1), *column = empty<int>((size_t)kJoints * kEntries);
    float *x = filled<float>(kJoints, 52), *y = empty<float>(kJoints);
    harness_girders<<<2048, 256>>>(begin, column); CHECK(cudaGetLastError());
    add("bridge_girders_f1_a", y, kJoints, Output::f32, [=] { bridge_girders_f1_a<<<kJoints / 256, 256>>>(begin, column, sea, x, y); });
    add("bridge_girders_f1_b", y, kJoints, Output::f32, [=] { bridge_girders_f1_b<<<kJoints / 8, 256>>>(begin, column, sea, x, y); });

    float* rows = empty<float>((size_t)kSide * kSide * kPatch);
    add("postcard_press_f1_a", rows, (size_t)kSide * kSide * kPatch, Output::f32, [=] { postcard_press_f1_a<<<dim3(kSide / 256, kSide), 256>>>(sea, rows); });
    add("postcard_press_f1_b", rows, (size_t)kSide * kSide * kPatch, Output::f32, [=] { postcard_press_f1_b<<<dim3(kSide / 256, kSide), 256>>>(sea, rows); });

    LineItem* table = reinterpret_cast<LineItem*>(filled<float>((size_t)kLines * 32, 53));
    float *quantity = empty<float>(kLines), *price = empty<float>(kLines), *discount = empty<float>(kLines), *total = empty<float>(kScanners);
    int* shipped = empty<int>(kLines);
    harness_lines<<<2048, 256>>>(table, quantity, price, discount, shipped); CHECK(cudaGetLastError());
    add("warehouse_ledger_f1_a", total, kScanners, Output::f32, [=] { warehouse_ledger_f1_a<<<kScanners, 256>>>(table, total); });
    add("warehouse_ledger_f1_b", total, kScanners, Output::f32, [=] { warehouse_ledger_f1_b<<<kScanners, 256>>>(quantity, price, discount, shipped, total); });

    int *keys = empty<int>(kSlots), *desks = empty<int>(kSlots), *to = empty<int>(kTravellers);
    int2* entries = reinterpret_cast<int2*>(empty<int>((size_t)kSlots * 2));
    const int* passports = indices(kTravellers, kSlots, 54);
    harness_passports<<<kSlots / 256, 256>>>(keys, desks, entries); CHECK(cudaGetLastError());
    add("passport_office_f1_a", to, kTravellers, Output::i32, [=] { passport_office_f1_a<<<kTravellers / 256, 256>>>(passports, keys, desks, to); });
    add("passport_office_f1_b", to, kTravellers, Output::i32, [=] { passport_office_f1_b<<<kTravellers / 256, 256>>>(passports, entries, to); });

    const uint4* talk = reinterpret_cast<const uint4*>(indices((size_t)kWords * 8, 0xffffffffu, 55));
    int* slot = empty<int>(kWords);
    uint4* cache = reinterpret_cast<uint4*>(empty<int>((size_t)kWords * 8 + 8));
    harness_slots<<<kWords / 256, 256>>>(slot); CHECK(cudaGetLastError());
    add("chat_archive_f1_a", cache + 1, (size_t)kWords * 8, Output::i32, [=] { chat_archive_f1_a<<<kWords / 256, 256>>>(talk, slot, cache + 1); });
    add("chat_archive_f1_b", cache, (size_t)kWords * 8, Output::i32, [=] { chat_archive_f1_b<<<kWords / 256, 256>>>(talk, slot, cache); });

    const uint8_t* bytes = reinterpret_cast<const uint8_t*>(talk);  // 1 GB of random bytes
    static_assert((size_t)kWords * 32 >= 3 * (size_t)kStage && (size_t)kWords * 32 == (size_t)kVocabulary * kState, "bytes");
    uint8_t* scene = empty<uint8_t>(kStage);
    add("puppet_theatre_f1_a", scene, kStage, Output::u8, [=] { puppet_theatre_f1_a<<<kStage / 256, 256>>>(bytes, bytes + kStage, bytes + 2 * (size_t)kStage, scene); });
    add("puppet_theatre_f1_b", scene, kStage, Output::u8, [=] {
        puppet_theatre_f1_b<<<kStage / 4096, 256>>>(talk, talk + kStage / 16, talk + 2 * (kStage / 16), reinterpret_cast<uint4*>(scene)); });

    const int* state = indices(kState / 4, 0xffffffffu, 56);
    float *scale = filled<float>(kVocabulary, 57), *logit = empty<float>(kVocabulary);
    add("parrot_speech_f1_a", logit, kVocabulary, Output::f32, [=] {
        parrot_speech_f1_a<<<kVocabulary / 8, 256>>>(reinterpret_cast<const int8_t*>(talk), reinterpret_cast<const int8_t*>(state), scale, logit); });
    add("parrot_speech_f1_b", logit, kVocabulary, Output::f32, [=] {
        parrot_speech_f1_b<<<kVocabulary / 8, 256>>>(reinterpret_cast<const int4*>(talk), reinterpret_cast<const int4*>(state), scale, logit); });

    int8_t* jar = reinterpret_cast<int8_t*>(empty<uint8_t>(pool));
    add("spice_scales_f1_a", jar, pool, Output::u8, [=] { spice_scales_f1_a<<<(unsigned)(pool / 256), 256>>>(sea, scale, jar); });
    add("spice_scales_f1_b", jar, pool, Output::u8, [=] { spice_scales_f1_b<<<(unsigned)(pool / 2048), 256>>>(reinterpret_cast<const float4*>(sea), scale, reinterpret_cast<char4*>(jar)); });

    constexpr size_t ice = (size_t)kIce * 2 * kHalf;
    float *next = empty<float>(ice), *packed = empty<float>(ice), *black = empty<float>(ice / 2), *red = empty<float>(ice / 2);  // `packed` is filled to one half
    harness_colours<<<dim3(kHalf / 256, kIce), 256>>>(sea, sea + ice, black, red); CHECK(cudaGetLastError());
    add("glacier_melt_f1_a", next, ice, Output::f32, [=] { glacier_melt_f1_a<<<dim3(kHalf / 512, kIce - 2), 256>>>(sea, sea + ice, next); });
    add("glacier_melt_f1_b", packed, ice, Output::f32, [=] { glacier_melt_f1_b<<<dim3(kHalf / 512, kIce - 2), 256>>>(black, red, packed); });

    Kiln* kilns = reinterpret_cast<Kiln*>(filled<float>((size_t)kCurves * 16, 58));
    float *heats = empty<float>(kCurves), *fired = empty<float>(pool);
    harness_heat<<<kCurves / 256, 256>>>(kilns, heats); CHECK(cudaGetLastError());
    add("pottery_kiln_f1_a", fired, pool, Output::f32, [=] { pottery_kiln_f1_a<<<kCurves / 32, 256>>>(kilns, reinterpret_cast<const float4*>(sea), reinterpret_cast<float4*>(fired)); });
    add("pottery_kiln_f1_b", fired, pool, Output::f32, [=] { pottery_kiln_f1_b<<<kCurves / 32, 256>>>(heats, reinterpret_cast<const float4*>(sea), reinterpret_cast<float4*>(fired)); });

    __half *stream = reinterpret_cast<__half*>(empty<uint16_t>(kLetters)), *layer = reinterpret_cast<__half*>(empty<uint16_t>(kLetters)), *carried = reinterpret_cast<__half*>(empty<uint16_t>(kLetters));
    harness_half<<<2048, 256>>>(sea, stream, kLetters); CHECK(cudaGetLastError());
    harness_half<<<2048, 256>>>(sea + 12345, layer, kLetters - 12345); CHECK(cudaGetLastError());
    harness_half<<<64, 256>>>(sea, layer + kLetters - 12345, 12345); CHECK(cudaGetLastError());
    add("letter_carrier_f1_a", carried, kLetters, Output::f16, [=] {
        letter_carrier_f1_a<<<kLetters / 4096, 256>>>(reinterpret_cast<const uint4*>(stream), reinterpret_cast<const uint4*>(layer), scale, reinterpret_cast<uint4*>(carried)); });

    return harness::run(argc, argv, cases);
}
