// Fourth set, share k3, second file: integer work, unfused arithmetic, and controls.
#include "harness.cuh"

using namespace harness;

// ---------------------------------------------------------------------------------------------------------------------------------------
// 1. Database: partition number of every 64-bit key, hash modulo a number of partitions known at run time; two keys a thread.
//    a: the 64-bit remainder operator.  b: multiplication by the reciprocal that the host prepared, and one correction.
// ---------------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ uint64_t mixed(uint64_t key) { key ^= key >> 31; return key * 0x9e3779b97f4a7c15ull; }

__global__ void __launch_bounds__(256) tenant_partition_a(const ulonglong2* __restrict__ keys, int2* __restrict__ partition, uint64_t parts) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const ulonglong2 k = keys[i];
    partition[i] = make_int2((int)(mixed(k.x) % parts), (int)(mixed(k.y) % parts));
}

__device__ __forceinline__ int remainder_by(uint64_t h, uint64_t parts, uint64_t reciprocal) {   // reciprocal = floor(2^64 / parts)
    const uint64_t r = h - __umul64hi(h, reciprocal) * parts;
    return (int)(r >= parts ? r - parts : r);
}

__global__ void __launch_bounds__(256) tenant_partition_b(const ulonglong2* __restrict__ keys, int2* __restrict__ partition, uint64_t parts,
                                                          uint64_t reciprocal) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const ulonglong2 k = keys[i];
    partition[i] = make_int2(remainder_by(mixed(k.x), parts, reciprocal), remainder_by(mixed(k.y), parts, reciprocal));
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 2. Face detection: a stage of 40 three-rectangle features on every window of an integral image (pitch known at run time).
//    a: coordinates and offsets in 64 bits.  b: the same in 32 bits (the image has 2.5 million pixels).
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kFeatures = 40;
struct Feature { int4 whole, part; float threshold, weight; int pad[2]; };     // x0, y0, x1, y1 of the rectangle and of its middle part

template <typename Index>
__device__ __forceinline__ int rectangle(const int* __restrict__ integral, Index x, Index y, Index pitch, int4 r) {
    const Index top = (y + r.y) * pitch, bottom = (y + r.w) * pitch, left = x + r.x, right = x + r.z;
    return integral[bottom + right] - integral[bottom + left] - integral[top + right] + integral[top + left];
}

template <typename Index>
__device__ __forceinline__ float stage(const int* __restrict__ integral, const Feature* feature, Index x, Index y, Index pitch) {
    float votes = 0.0f;
#pragma unroll 2
    for (int f = 0; f < kFeatures; ++f) {
        const Feature now = feature[f];
        const int all = rectangle<Index>(integral, x, y, pitch, now.whole), middle = rectangle<Index>(integral, x, y, pitch, now.part);
        votes += (float)(all - 3 * middle) < now.threshold ? now.weight : 0.0f;
    }
    return votes;
}

__global__ void __launch_bounds__(128) face_stage_a(const int* __restrict__ integral, const Feature* __restrict__ features,
                                                    float* __restrict__ votes, long long pitch, long long width) {
    __shared__ Feature feature[kFeatures];
    for (int k = threadIdx.x; k < (int)sizeof(feature) / 4; k += 128) ((int*)feature)[k] = ((const int*)features)[k];
    __syncthreads();
    const long long x = (long long)blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
    votes[y * width + x] = stage<long long>(integral, feature, x, y, pitch);
}

__global__ void __launch_bounds__(128) face_stage_b(const int* __restrict__ integral, const Feature* __restrict__ features,
                                                    float* __restrict__ votes, int pitch, int width) {
    __shared__ Feature feature[kFeatures];
    for (int k = threadIdx.x; k < (int)sizeof(feature) / 4; k += 128) ((int*)feature)[k] = ((const int*)features)[k];
    __syncthreads();
    const int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y;
    votes[y * width + x] = stage<int>(integral, feature, x, y, pitch);
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 3. Ray tracing: 63-bit Morton code of the centre of every box (21 bits an axis), with the axis that the box is longest in.
//    a: a loop over the bits.  b: bits spread by shifts and masks.
// ---------------------------------------------------------------------------------------------------------------------------------------
__device__ __forceinline__ uint64_t interleaved_by_bit(uint32_t x, uint32_t y, uint32_t z) {
    uint64_t code = 0;
#pragma unroll
    for (int bit = 0; bit < 21; ++bit) {
        code |= (uint64_t)((x >> bit) & 1u) << (3 * bit + 2);
        code |= (uint64_t)((y >> bit) & 1u) << (3 * bit + 1);
        code |= (uint64_t)((z >> bit) & 1u) << (3 * bit);
    }
    return code;
}
__device__ __forceinline__ uint32_t spread10(uint32_t v) {                      // 10 (or 11, the last falling off) bits, two gaps each
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    return (v | v << 2) & 0x09249249u;
}
__device__ __forceinline__ uint32_t code30(uint32_t x, uint32_t y, uint32_t z) { return spread10(x) << 2 | spread10(y) << 1 | spread10(z); }
__device__ __forceinline__ uint64_t interleaved_by_mask(uint32_t x, uint32_t y, uint32_t z) {
    const uint32_t low = code30(x & 1023u, y & 1023u, z & 1023u), high = code30(x >> 10 & 1023u, y >> 10 & 1023u, z >> 10 & 1023u);
    const uint32_t top = (x >> 20) << 2 | (y >> 20) << 1 | z >> 20;
    return (uint64_t)low | (uint64_t)high << 30 | (uint64_t)top << 60;
}
__device__ __forceinline__ uint32_t grid21(float v) { return (uint32_t)fminf(fmaxf(fmaf(v, 1048576.0f, 1048576.0f), 0.0f), 2097151.0f); }
__device__ __forceinline__ uint32_t longest(float4 lo, float4 hi) {
    const float x = hi.x - lo.x, y = hi.y - lo.y, z = hi.z - lo.z;
    return x > y ? (x > z ? 0u : 2u) : (y > z ? 1u : 2u);
}

__global__ void __launch_bounds__(320) bvh_sort_key_a(const float4* __restrict__ lower, const float4* __restrict__ upper,
                                                      uint64_t* __restrict__ key) {
    const size_t i = blockIdx.x * (size_t)320 + threadIdx.x;
    const float4 lo = lower[i], hi = upper[i];
    const uint64_t code = interleaved_by_bit(grid21(0.5f * (lo.x + hi.x)), grid21(0.5f * (lo.y + hi.y)), grid21(0.5f * (lo.z + hi.z)));
    key[i] = code ^ longest(lo, hi);
}
__global__ void __launch_bounds__(320) bvh_sort_key_b(const float4* __restrict__ lower, const float4* __restrict__ upper,
                                                      uint64_t* __restrict__ key) {
    const size_t i = blockIdx.x * (size_t)320 + threadIdx.x;
    const float4 lo = lower[i], hi = upper[i];
    const uint64_t code = interleaved_by_mask(grid21(0.5f * (lo.x + hi.x)), grid21(0.5f * (lo.y + hi.y)), grid21(0.5f * (lo.z + hi.z)));
    key[i] = code ^ longest(lo, hi);
}

// ---------------------------------------------------------------------------------------------------------------------------------------
// 4. Video coder: sums of absolute differences of a 16 x 16 block at 32 x 32 displacements, best cost of each displacement column.
//    a: bytes are unpacked and summed one by one.  b: four bytes at once with the SIMD instruction.
// ---------------------------------------------------------------------------------------------------------------------------------------
constexpr int kSearchPitch = 13;                                                // words; odd, so rows start in different banks

__device__ __forceinline__ unsigned cost_by_byte(unsigned a, unsigned b, unsigned sum) {
#pragma unroll
    for (int k = 0; k < 32; k += 8) {
        const int d = (int)(a >> k & 255u) - (int)(b >> k & 255u);
        sum += (unsigned)abs(d);
    }
    return sum;
}
__device__ __forceinline__ unsigned cost_by_word(unsigned a, unsigned b, unsigned sum) { return sum + __vsadu4(a, b); }

template <unsigned (*Cost)(unsigned, unsigned, unsigned)>
__device__ __forceinline__ void search(const unsigned* __restrict__ frame, const unsigned* __restrict__ past, int* __restrict__ best, int pitch) {
    __shared__ uint4 block[16];
    __shared__ unsigned window[48 * kSearchPitch];
    __shared__ unsigned least[32];
    const int bx = blockIdx.x, by = blockIdx.y;
    if (threadIdx.x < 16) block[threadIdx.x] = *(const uint4*)(frame + (size_t)(by * 16 + threadIdx.x) * pitch + bx * 4);
    if (threadIdx.x < 32) least[threadIdx.x] = 0xffffffffu;
    for (int k = threadIdx.x; k < 48 * 12; k += 256)                            // 48 rows of 48 bytes; the past frame has a border
        window[k / 12 * kSearchPitch + k % 12] = past[(size_t)(by * 16 + k / 12) * pitch + bx * 4 + k % 12];
    __syncthreads();
    const int dx = threadIdx.x & 31, word = dx >> 2, shift = (dx & 3) * 8;
    unsigned lowest = 0xffffffffu;
#pragma unroll 1
    for (int dy = threadIdx.x >> 5; dy < 32; dy += 8) {
        unsigned sum = 0;
#pragma unroll 4
        for (int row = 0; row < 16; ++row) {
            const unsigned* w = window + (dy + row) * kSearchPitch + word;
            const uint4 c = block[row];
            const unsigned w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4];
            sum = Cost(c.x, __funnelshift_r(w0, w1, shift), sum);
            sum = Cost(c.y, __funnelshift_r(w1, w2, shift), sum);
            sum = Cost(c.z, __funnelshift_r(w2, w3, shift), sum);
            sum = Cost(c.w, __funnelshift_r(w3, w4, shift), sum);
        }
        lowest = min(lowest, sum * 32u + dy);
    }
    atomicMin(&least[dx], lowest);
    __syncthreads();
    if (threadIdx.x < 32) best[(by * gridDim.x + bx) * 32 + threadIdx.x] = (int)least[threadIdx.x];
}

__global__ void __launch_bounds__(256) motion_search_a(const unsigned* __restrict__ frame, const unsigned* __restrict__ past,
                                                       int* __restrict__ best, int pitch) { search<cost_by_byte>(frame, past, best, pitch); }
__global__ void __launch_bounds__(256) motion_search_b(const unsigned* __restrict__ frame, const unsigned* __restrict__ past,
                                                       int* __restrict__ best, int pitch) { search<cost_by_word>(frame, past, best, pitch); }

int main(int argc, char** argv) {
    const size_t keys = 1u << 24;
    auto key = (const ulonglong2*)filled<float>(keys * 4, 1);
    auto partition = (int2*)harness::empty<int>(keys * 2);
    const uint64_t parts = 1048573, reciprocal = (uint64_t)(((unsigned __int128)1 << 64) / parts);

    const int width = 2048, rows = 1200, pitch = width + 32;
    auto integral = indices((size_t)pitch * (rows + 32), 1 << 20, 5);
    std::vector<Feature> stages(kFeatures);
    for (int f = 0; f < kFeatures; ++f) {
        const int x0 = f % 9, y0 = f % 7, w = 6 + f % 11, h = 4 + f % 13;
        stages[f] = {{x0, y0, x0 + w, y0 + h}, {x0 + w / 3, y0, x0 + 2 * w / 3, y0 + h}, (f - 20) * 20000.0f, 0.25f + 0.01f * f, {0, 0}};
    }
    auto features = uploaded(stages);
    auto votes = harness::empty<float>((size_t)width * rows);

    const size_t boxes = 320u * 132 * 128;
    auto lower = (const float4*)filled<float>(boxes * 4, 7), upper = (const float4*)filled<float>(boxes * 4, 8);
    auto code = (uint64_t*)harness::empty<int>(boxes * 2);

    const int across = 240, down = 132, words = across * 4 + 16;
    auto frame = (const unsigned*)indices((size_t)words * down * 16, 0x7fffffff, 9);
    auto past = (const unsigned*)indices((size_t)words * (down * 16 + 48), 0x7fffffff, 10);
    auto best = harness::empty<int>((size_t)across * down * 32);

    return run(argc, argv, {
        {"tenant_partition_a", [=] { tenant_partition_a<<<keys / 256, 256>>>(key, partition, parts); }, partition, keys * 2, Output::i32},
        {"tenant_partition_b", [=] { tenant_partition_b<<<keys / 256, 256>>>(key, partition, parts, reciprocal); }, partition, keys * 2, Output::i32},
        {"face_stage_a", [=] { face_stage_a<<<dim3(width / 128, rows), 128>>>(integral, features, votes, pitch, width); }, votes, (size_t)width * rows, Output::f32},
        {"face_stage_b", [=] { face_stage_b<<<dim3(width / 128, rows), 128>>>(integral, features, votes, pitch, width); }, votes, (size_t)width * rows, Output::f32},
        {"bvh_sort_key_a", [=] { bvh_sort_key_a<<<boxes / 320, 320>>>(lower, upper, code); }, code, boxes * 2, Output::i32},
        {"bvh_sort_key_b", [=] { bvh_sort_key_b<<<boxes / 320, 320>>>(lower, upper, code); }, code, boxes * 2, Output::i32},
        {"motion_search_a", [=] { motion_search_a<<<dim3(across, down), 256>>>(frame, past, best, words); }, best, (size_t)across * down * 32, Output::i32},
        {"motion_search_b", [=] { motion_search_b<<<dim3(across, down), 256>>>(frame, past, best, words); }, best, (size_t)across * down * 32, Output::i32},
    });
}
