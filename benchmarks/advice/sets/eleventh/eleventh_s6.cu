// Before/after pairs of the eleventh blind test, field: how work is laid out on the GPU.
#include "harness.cuh"

// ---- canopy_light_s6: shade that each tree gets from all taller ones (trees sorted by height), a triangular loop ----
constexpr int CANOPY_TILE = 128, CANOPY_BLOCKS = 264, CANOPY_TREES = 2 * CANOPY_BLOCKS * CANOPY_TILE;
__device__ __forceinline__ float canopy_pair(float4 me, float4 other, float spread) {
    float dx = me.x - other.x, dy = me.y - other.y;
    return __saturatef(1.0f - (dx * dx + dy * dy) * spread) * other.z;
}
__device__ __forceinline__ void canopy_tile(const float4* __restrict__ trees, float* __restrict__ shade, int tile, float spread,
                                            float4* staged, float* partial) {
    int lane = threadIdx.x % CANOPY_TILE, slice = threadIdx.x / CANOPY_TILE, first = tile * CANOPY_TILE;
    float4 me = trees[first + lane];
    float sum = 0.0f;
    for (int base = 0; base < first; base += 8 * CANOPY_TILE) {
        __syncthreads();
        if (base + (int)threadIdx.x < first) staged[threadIdx.x] = trees[base + threadIdx.x];
        __syncthreads();
        if (base + slice * CANOPY_TILE < first) {
#pragma unroll 4
            for (int j = 0; j < CANOPY_TILE; ++j) sum += canopy_pair(me, staged[slice * CANOPY_TILE + j], spread);
        }
    }
    __syncthreads();
    if (threadIdx.x < CANOPY_TILE) staged[threadIdx.x] = me;
    __syncthreads();
    for (int j = slice * 16; j < slice * 16 + 16; ++j) {
        float s = canopy_pair(me, staged[j], spread);
        sum += j < lane ? s : 0.0f;
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < CANOPY_TILE) {
        for (int k = 1; k < 8; ++k) sum += partial[lane + k * CANOPY_TILE];
        shade[first + lane] = sum;
    }
}
__global__ void __launch_bounds__(1024, 2) canopy_light_s6_a(const float4* __restrict__ trees, float* __restrict__ shade, float spread) {
    __shared__ float4 staged[8 * CANOPY_TILE];
    __shared__ float partial[8 * CANOPY_TILE];
    for (int k = 0; k < 2; ++k) canopy_tile(trees, shade, 2 * blockIdx.x + k, spread, staged, partial);
}
__global__ void __launch_bounds__(1024, 2) canopy_light_s6_b(const float4* __restrict__ trees, float* __restrict__ shade, float spread) {
    __shared__ float4 staged[8 * CANOPY_TILE];
    __shared__ float partial[8 * CANOPY_TILE];
    for (int k = 0; k < 2; ++k) {
        int tile = k == 0 ? blockIdx.x : 2 * gridDim.x - 1 - blockIdx.x;
        canopy_tile(trees, shade, tile, spread, staged, partial);
    }
}

// ---- stellarator_coil_s6: magnetic field of 4096 coil segments (in shared memory) at many points ----
constexpr int COIL_SEGMENTS = 4096, COIL_POINTS = 140 * 768 - 131;
__device__ __forceinline__ void coil_points(const float* __restrict__ points, const float4* __restrict__ segments, float* __restrict__ field) {
    extern __shared__ float4 coil[];
    for (int s = threadIdx.x; s < 2 * COIL_SEGMENTS; s += blockDim.x) coil[s] = segments[s];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COIL_POINTS) return;
    float px = points[i], py = points[i + COIL_POINTS], pz = points[i + 2 * COIL_POINTS];
    float bx = 0, by = 0, bz = 0;
#pragma unroll 4
    for (int s = 0; s < COIL_SEGMENTS; ++s) {
        float4 mid = coil[2 * s], along = coil[2 * s + 1];
        float rx = px - mid.x, ry = py - mid.y, rz = pz - mid.z;
        float inverse = rsqrtf(rx * rx + ry * ry + rz * rz + 0.01f);
        float w = inverse * inverse * inverse;
        bx += (along.y * rz - along.z * ry) * w;
        by += (along.z * rx - along.x * rz) * w;
        bz += (along.x * ry - along.y * rx) * w;
    }
    field[i] = bx; field[i + COIL_POINTS] = by; field[i + 2 * COIL_POINTS] = bz;
}
__global__ void __launch_bounds__(768) stellarator_coil_s6_a(const float* __restrict__ points, const float4* __restrict__ segments,
                                                             float* __restrict__ field) {
    coil_points(points, segments, field);
}
__global__ void __launch_bounds__(832) stellarator_coil_s6_b(const float* __restrict__ points, const float4* __restrict__ segments,
                                                             float* __restrict__ field) {
    coil_points(points, segments, field);
}

// ---- spindle_frames_s6: Kaiser-windowed energy and offset of vibration frames of 512 samples ----
constexpr int SPINDLE_FRAMES = 150001, SPINDLE_LEN = 512;
__device__ __forceinline__ void spindle_window(float beta, float (&w)[4]) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        float r = (2.0f / (SPINDLE_LEN - 1)) * (threadIdx.x + 128 * k) - 1.0f;
        float y = 0.25f * beta * beta * (1.0f - r * r), term = 1.0f, sum = 1.0f;
#pragma unroll
        for (int m = 1; m <= 24; ++m) { term *= y * (1.0f / (m * m)); sum += term; }
        w[k] = sum;
    }
}
__device__ __forceinline__ float2 spindle_warp(float2 v) {
    for (int d = 16; d; d >>= 1) { v.x += __shfl_xor_sync(~0u, v.x, d); v.y += __shfl_xor_sync(~0u, v.y, d); }
    return v;
}
__global__ void __launch_bounds__(128) spindle_frames_s6_a(const float* __restrict__ samples, float2* __restrict__ out, float beta) {
    __shared__ float2 parts[4];
    float w[4];
    spindle_window(beta, w);
    const float* frame = samples + (size_t)blockIdx.x * SPINDLE_LEN;
    float2 v = make_float2(0, 0);
#pragma unroll
    for (int k = 0; k < 4; ++k) { float s = frame[threadIdx.x + 128 * k] * w[k]; v.x += s * s; v.y += s; }
    v = spindle_warp(v);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = make_float2(parts[0].x + parts[1].x + parts[2].x + parts[3].x, parts[0].y + parts[1].y + parts[2].y + parts[3].y);
}
__global__ void __launch_bounds__(128) spindle_frames_s6_b(const float* __restrict__ samples, float2* __restrict__ out, float beta) {
    __shared__ float2 parts[2][4];
    float w[4];
    spindle_window(beta, w);
    int flip = 0;
    for (int f = blockIdx.x; f < SPINDLE_FRAMES; f += gridDim.x, flip ^= 1) {
        const float* frame = samples + (size_t)f * SPINDLE_LEN;
        float2 v = make_float2(0, 0);
#pragma unroll
        for (int k = 0; k < 4; ++k) { float s = frame[threadIdx.x + 128 * k] * w[k]; v.x += s * s; v.y += s; }
        v = spindle_warp(v);
        float2* p = parts[flip];
        if (threadIdx.x % 32 == 0) p[threadIdx.x / 32] = v;
        __syncthreads();
        if (threadIdx.x == 0) out[f] = make_float2(p[0].x + p[1].x + p[2].x + p[3].x, p[0].y + p[1].y + p[2].y + p[3].y);
    }
}

// ---- citation_drift_s6: walkers on a citation graph, a 128-term response series evaluated at each visited paper ----
constexpr int DRIFT_TERMS = 128, DRIFT_NODES = 48000000, DRIFT_WALKERS = 132 * 64 * 32 - 77, DRIFT_STEPS = 40;
__constant__ float drift_series[DRIFT_TERMS];
__global__ void __launch_bounds__(256) citation_drift_s6_a(const int* __restrict__ cites, const float* __restrict__ novelty,
                                                           const int* __restrict__ seeds, const float* __restrict__ series,
                                                           float* __restrict__ response) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float c[DRIFT_TERMS];
#pragma unroll
    for (int k = 0; k < DRIFT_TERMS; ++k) c[k] = series[k];
    if (i >= DRIFT_WALKERS) return;
    int node = seeds[i];
    float total = 0.0f;
#pragma unroll 1
    for (int step = 0; step < DRIFT_STEPS; ++step) {
        float x = novelty[node], x2 = x * x;
        node = cites[node];
        float even = c[DRIFT_TERMS - 2], odd = c[DRIFT_TERMS - 1];
#pragma unroll
        for (int k = DRIFT_TERMS - 4; k >= 0; k -= 2) { even = even * x2 + c[k]; odd = odd * x2 + c[k + 1]; }
        total += even + odd * x;
    }
    response[i] = total;
}
__global__ void __launch_bounds__(256) citation_drift_s6_b(const int* __restrict__ cites, const float* __restrict__ novelty,
                                                           const int* __restrict__ seeds, float* __restrict__ response) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= DRIFT_WALKERS) return;
    int node = seeds[i];
    float total = 0.0f;
#pragma unroll 1
    for (int step = 0; step < DRIFT_STEPS; ++step) {
        float x = novelty[node], x2 = x * x;
        node = cites[node];
        float even = drift_series[DRIFT_TERMS - 2], odd = drift_series[DRIFT_TERMS - 1];
#pragma unroll
        for (int k = DRIFT_TERMS - 4; k >= 0; k -= 2) { even = even * x2 + drift_series[k]; odd = odd * x2 + drift_series[k + 1]; }
        total += even + odd * x;
    }
    response[i] = total;
}

// ---- levelling_line_s6: running heights along levelling lines of 1024 set-ups, one block a line ----
constexpr int LEVEL_LINES = 50021, LEVEL_SETUPS = 1024;
__global__ void __launch_bounds__(1024) levelling_line_s6_a(const float* __restrict__ rise, const float* __restrict__ datum,
                                                            float* __restrict__ height) {
    __shared__ float run[LEVEL_SETUPS];
    size_t at = (size_t)blockIdx.x * LEVEL_SETUPS + threadIdx.x;
    run[threadIdx.x] = rise[at];
    __syncthreads();
    for (int d = 1; d < LEVEL_SETUPS; d *= 2) {
        float other = (int)threadIdx.x >= d ? run[threadIdx.x - d] : 0.0f;
        __syncthreads();
        run[threadIdx.x] += other;
        __syncthreads();
    }
    height[at] = datum[blockIdx.x] + run[threadIdx.x];
}
__global__ void __launch_bounds__(1024) levelling_line_s6_b(const float* __restrict__ rise, const float* __restrict__ datum,
                                                            float* __restrict__ height) {
    __shared__ float ends[32];
    size_t at = (size_t)blockIdx.x * LEVEL_SETUPS + threadIdx.x;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float v = rise[at];
#pragma unroll
    for (int d = 1; d < 32; d *= 2) { float o = __shfl_up_sync(~0u, v, d); if (lane >= d) v += o; }
    if (lane == 31) ends[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float e = ends[lane];
#pragma unroll
        for (int d = 1; d < 32; d *= 2) { float o = __shfl_up_sync(~0u, e, d); if (lane >= d) e += o; }
        ends[lane] = e;
    }
    __syncthreads();
    height[at] = datum[blockIdx.x] + v + (warp ? ends[warp - 1] : 0.0f);
}

// ---- greenhouse_flux_s6: radiation, then turbulent exchange, then the heating demand of every pane cell ----
constexpr int PANE_QUADS = 5000011;
__device__ __forceinline__ float4 pane_radiation(float4 sun, float4 shade, float4 sky) {
    return make_float4(sun.x * (1 - shade.x) + sky.x, sun.y * (1 - shade.y) + sky.y, sun.z * (1 - shade.z) + sky.z,
                       sun.w * (1 - shade.w) + sky.w);
}
__device__ __forceinline__ float4 pane_exchange(float4 air, float4 leaf, float4 wind) {
    return make_float4((air.x - leaf.x) * (0.3f + 0.7f * fabsf(wind.x)), (air.y - leaf.y) * (0.3f + 0.7f * fabsf(wind.y)),
                       (air.z - leaf.z) * (0.3f + 0.7f * fabsf(wind.z)), (air.w - leaf.w) * (0.3f + 0.7f * fabsf(wind.w)));
}
__device__ __forceinline__ float4 pane_demand(float4 r, float4 e) {
    return make_float4(fmaxf(0.0f, 0.8f - r.x - e.x), fmaxf(0.0f, 0.8f - r.y - e.y), fmaxf(0.0f, 0.8f - r.z - e.z),
                       fmaxf(0.0f, 0.8f - r.w - e.w));
}
__global__ void greenhouse_flux_s6_a(const float4* __restrict__ sun, const float4* __restrict__ shade, const float4* __restrict__ sky,
                                     float4* __restrict__ net) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PANE_QUADS) net[i] = pane_radiation(sun[i], shade[i], sky[i]);
}
__global__ void greenhouse_flux_s6_a2(const float4* __restrict__ air, const float4* __restrict__ leaf, const float4* __restrict__ wind,
                                      float4* __restrict__ turbulent) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PANE_QUADS) turbulent[i] = pane_exchange(air[i], leaf[i], wind[i]);
}
__global__ void greenhouse_flux_s6_a3(const float4* __restrict__ net, const float4* __restrict__ turbulent, float4* __restrict__ demand) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PANE_QUADS) demand[i] = pane_demand(net[i], turbulent[i]);
}
__global__ void greenhouse_flux_s6_b(const float4* __restrict__ sun, const float4* __restrict__ shade, const float4* __restrict__ sky,
                                     const float4* __restrict__ air, const float4* __restrict__ leaf, const float4* __restrict__ wind,
                                     float4* __restrict__ demand) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < PANE_QUADS) demand[i] = pane_demand(pane_radiation(sun[i], shade[i], sky[i]), pane_exchange(air[i], leaf[i], wind[i]));
}

// ---- parcel_queue_s6: resident warps take parcels of up to 32 words from a queue and sum them up ----
constexpr int PARCELS = 1400003, PARCEL_WORDS = 32, PARCEL_CLAIM = 16;
struct ParcelQueue { int head; unsigned left; };
__device__ __forceinline__ void parcel_digest(const int* __restrict__ words, const int* __restrict__ lengths, int* __restrict__ digest,
                                              int p, int lane) {
    unsigned w = words[(size_t)p * PARCEL_WORDS + lane];
    int length = lengths[p];
    w = lane <= length ? w * (2u * lane + 1u) : 0u;
    unsigned sum = __reduce_add_sync(~0u, w);
    if (lane == 0) digest[p] = (int)(sum & 0xffff);
}
__device__ __forceinline__ void parcel_close(ParcelQueue* queue) {  // the last block leaves the queue ready for the next launch
    __syncthreads();
    if (threadIdx.x == 0 && atomicInc(&queue->left, gridDim.x - 1) == gridDim.x - 1) queue->head = 0;
}
__global__ void __launch_bounds__(256) parcel_queue_s6_a(const int* __restrict__ words, const int* __restrict__ lengths,
                                                         int* __restrict__ digest, ParcelQueue* queue) {
    int lane = threadIdx.x % 32;
    while (true) {
        int p = 0;
        if (lane == 0) p = atomicAdd(&queue->head, 1);
        p = __shfl_sync(~0u, p, 0);
        if (p >= PARCELS) break;
        parcel_digest(words, lengths, digest, p, lane);
    }
    parcel_close(queue);
}
__global__ void __launch_bounds__(256) parcel_queue_s6_b(const int* __restrict__ words, const int* __restrict__ lengths,
                                                         int* __restrict__ digest, ParcelQueue* queue) {
    int lane = threadIdx.x % 32;
    while (true) {
        int p = 0;
        if (lane == 0) p = atomicAdd(&queue->head, PARCEL_CLAIM);
        p = __shfl_sync(~0u, p, 0);
        if (p >= PARCELS) break;
        int end = min(p + PARCEL_CLAIM, PARCELS);
        for (; p < end; ++p) parcel_digest(words, lengths, digest, p, lane);
    }
    parcel_close(queue);
}

// ---- baseline_cheby_s6 (mild): long Chebyshev series of a tide-gauge baseline at many epochs, its terms in shared memory ----
constexpr int CHEBY_TERMS = 4608, CHEBY_ROOM = 18432, CHEBY_BLOCKS = 1188, CHEBY_EPOCHS = CHEBY_BLOCKS * 1024;
__device__ __forceinline__ void cheby_eval(const float* __restrict__ terms, const float* __restrict__ epochs, float* __restrict__ level) {
    extern __shared__ float4 cheby[];
    for (int k = threadIdx.x; k < CHEBY_TERMS / 4; k += 128) cheby[k] = reinterpret_cast<const float4*>(terms)[k];
    __syncthreads();
    float x[8], b1[8], b2[8];
#pragma unroll
    for (int e = 0; e < 8; ++e) { x[e] = 2.0f * epochs[blockIdx.x * 1024 + e * 128 + threadIdx.x]; b1[e] = b2[e] = 0.0f; }
    for (int k = CHEBY_TERMS / 4 - 1; k >= 0; --k) {
        float4 c = cheby[k];
#pragma unroll
        for (int e = 0; e < 8; ++e) {
            b2[e] = x[e] * b1[e] + (c.w - b2[e]);
            b1[e] = x[e] * b2[e] + (c.z - b1[e]);
            b2[e] = x[e] * b1[e] + (c.y - b2[e]);
            b1[e] = x[e] * b2[e] + (c.x - b1[e]);
        }
    }
#pragma unroll
    for (int e = 0; e < 8; ++e) level[blockIdx.x * 1024 + e * 128 + threadIdx.x] = b1[e] - 0.5f * x[e] * b2[e];
}
__global__ void __launch_bounds__(128) baseline_cheby_s6_a(const float* __restrict__ terms, const float* __restrict__ epochs,
                                                           float* __restrict__ level) {
    cheby_eval(terms, epochs, level);
}
__global__ void __launch_bounds__(128) baseline_cheby_s6_b(const float* __restrict__ terms, const float* __restrict__ epochs,
                                                           float* __restrict__ level) {
    cheby_eval(terms, epochs, level);
}

// ---- wagon_axles_s6 (mild): load balance of two-axle wagons from four weighing strips, 100 wagons a block ----
constexpr int WAGONS = 11000100;
__device__ __forceinline__ void wagon_balance(const float2* __restrict__ front, const float2* __restrict__ rear,
                                              const float2* __restrict__ tare, const float2* __restrict__ gain, float2* __restrict__ balance) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= WAGONS) return;
    float2 f = front[i], r = rear[i], t = tare[i], g = gain[i];
    float left = (f.x + r.x - t.x) * g.x, right = (f.y + r.y - t.y) * g.y;
    balance[i] = make_float2(left + right, left - right);
}
__global__ void wagon_axles_s6_a(const float2* __restrict__ front, const float2* __restrict__ rear, const float2* __restrict__ tare,
                                 const float2* __restrict__ gain, float2* __restrict__ balance) {
    wagon_balance(front, rear, tare, gain, balance);
}
__global__ void wagon_axles_s6_b(const float2* __restrict__ front, const float2* __restrict__ rear, const float2* __restrict__ tare,
                                 const float2* __restrict__ gain, float2* __restrict__ balance) {
    wagon_balance(front, rear, tare, gain, balance);
}

// ---- accelerogram_s6 (healthy): remove the mean of every record of 4096 samples, the record held in registers ----
constexpr int ACCEL_RECORDS = 12811;
__global__ void __launch_bounds__(256) accelerogram_s6_a(const float4* __restrict__ raw, float4* __restrict__ centred) {
    __shared__ float parts[8];
    size_t at = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 v[4];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = raw[at + 256 * k];
#pragma unroll
    for (int k = 0; k < 4; ++k) sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    float total = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) total += parts[k];
    float mean = total * (1.0f / 4096);
#pragma unroll
    for (int k = 0; k < 4; ++k) centred[at + 256 * k] = make_float4(v[k].x - mean, v[k].y - mean, v[k].z - mean, v[k].w - mean);
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::empty;
    using harness::filled;
    using harness::Output;
    std::vector<Case> cases;
    auto both = [&](const char* name, std::function<void()> a, std::function<void()> b, const void* oa, const void* ob, size_t n, Output t) {
        cases.push_back({std::string(name) + "_a", a, oa, n, t});
        if (b) cases.push_back({std::string(name) + "_b", b, ob, n, t});
    };

    const float4* trees = (const float4*)filled<float>(4ull * CANOPY_TREES, 11);
    float* shade_out = empty<float>(CANOPY_TREES);
    both("canopy_light_s6", [=] { canopy_light_s6_a<<<CANOPY_BLOCKS, 1024>>>(trees, shade_out, 25.0f); },
         [=] { canopy_light_s6_b<<<CANOPY_BLOCKS, 1024>>>(trees, shade_out, 25.0f); }, shade_out, shade_out, CANOPY_TREES, Output::f32);

    const float* points = filled<float>(3ull * COIL_POINTS, 21);
    const float4* segments = (const float4*)filled<float>(8ull * COIL_SEGMENTS, 22);
    float* field = empty<float>(3ull * COIL_POINTS);
    const int coil_bytes = 2 * COIL_SEGMENTS * sizeof(float4);
    CHECK(cudaFuncSetAttribute(stellarator_coil_s6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, coil_bytes));
    CHECK(cudaFuncSetAttribute(stellarator_coil_s6_b, cudaFuncAttributeMaxDynamicSharedMemorySize, coil_bytes));
    both("stellarator_coil_s6", [=] { stellarator_coil_s6_a<<<(COIL_POINTS + 767) / 768, 768, coil_bytes>>>(points, segments, field); },
         [=] { stellarator_coil_s6_b<<<(COIL_POINTS + 831) / 832, 832, coil_bytes>>>(points, segments, field); }, field, field,
         3ull * COIL_POINTS, Output::f32);

    const float* samples = filled<float>((size_t)SPINDLE_FRAMES * SPINDLE_LEN, 31);
    float2* energy = (float2*)empty<float>(2ull * SPINDLE_FRAMES);
    both("spindle_frames_s6", [=] { spindle_frames_s6_a<<<SPINDLE_FRAMES, 128>>>(samples, energy, 5.0f); },
         [=] { spindle_frames_s6_b<<<132 * 16, 128>>>(samples, energy, 5.0f); }, energy, energy, 2ull * SPINDLE_FRAMES, Output::f32);

    const int* cites = harness::indices(DRIFT_NODES, DRIFT_NODES, 41);
    const float* novelty = filled<float>(DRIFT_NODES, 42);
    const int* seeds = harness::indices(DRIFT_WALKERS, DRIFT_NODES, 99991);
    std::vector<float> series(DRIFT_TERMS);
    for (int k = 0; k < DRIFT_TERMS; ++k) series[k] = harness::unit(k + 4000) + 0.25f;
    const float* series_device = harness::uploaded(series);
    CHECK(cudaMemcpyToSymbol(drift_series, series.data(), sizeof(float) * DRIFT_TERMS));
    float* response = empty<float>(DRIFT_WALKERS);
    const int drift_blocks = (DRIFT_WALKERS + 255) / 256;
    both("citation_drift_s6", [=] { citation_drift_s6_a<<<drift_blocks, 256>>>(cites, novelty, seeds, series_device, response); },
         [=] { citation_drift_s6_b<<<drift_blocks, 256>>>(cites, novelty, seeds, response); }, response, response, DRIFT_WALKERS, Output::f32);

    const float* rise = filled<float>((size_t)LEVEL_LINES * LEVEL_SETUPS, 51);
    const float* datum = filled<float>(LEVEL_LINES, 52);
    float* height = empty<float>((size_t)LEVEL_LINES * LEVEL_SETUPS);
    both("levelling_line_s6", [=] { levelling_line_s6_a<<<LEVEL_LINES, 1024>>>(rise, datum, height); },
         [=] { levelling_line_s6_b<<<LEVEL_LINES, 1024>>>(rise, datum, height); }, height, height, (size_t)LEVEL_LINES * LEVEL_SETUPS,
         Output::f32);

    const float4* pane[6];
    for (int k = 0; k < 6; ++k) pane[k] = (const float4*)filled<float>(4ull * PANE_QUADS, 61 + k);
    const float4 *sun = pane[0], *shade = pane[1], *sky = pane[2], *air = pane[3], *leaf = pane[4], *wind = pane[5];
    float4* net = (float4*)empty<float>(4ull * PANE_QUADS);
    float4* turbulent = (float4*)empty<float>(4ull * PANE_QUADS);
    float4* demand = (float4*)empty<float>(4ull * PANE_QUADS);
    const int pane_blocks = (PANE_QUADS + 255) / 256;
    both("greenhouse_flux_s6",
         [=] {
             greenhouse_flux_s6_a<<<pane_blocks, 256>>>(sun, shade, sky, net);
             greenhouse_flux_s6_a2<<<pane_blocks, 256>>>(air, leaf, wind, turbulent);
             greenhouse_flux_s6_a3<<<pane_blocks, 256>>>(net, turbulent, demand);
         },
         [=] { greenhouse_flux_s6_b<<<pane_blocks, 256>>>(sun, shade, sky, air, leaf, wind, demand); }, demand, demand, 4ull * PANE_QUADS,
         Output::f32);

    const int* words = harness::indices((size_t)PARCELS * PARCEL_WORDS, 1000003, 71);
    const int* lengths = harness::indices(PARCELS, PARCEL_WORDS, 72);
    int* digest = empty<int>(PARCELS);
    ParcelQueue* queue = harness::uploaded(std::vector<ParcelQueue>(1, ParcelQueue{0, 0u}));
    both("parcel_queue_s6", [=] { parcel_queue_s6_a<<<132 * 8, 256>>>(words, lengths, digest, queue); },
         [=] { parcel_queue_s6_b<<<132 * 8, 256>>>(words, lengths, digest, queue); }, digest, digest, PARCELS, Output::i32);

    const float* terms = filled<float>(CHEBY_TERMS, 81);
    const float* epochs = filled<float>(CHEBY_EPOCHS, 82);
    float* level = empty<float>(CHEBY_EPOCHS);
    CHECK(cudaFuncSetAttribute(baseline_cheby_s6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, CHEBY_ROOM * 4));
    both("baseline_cheby_s6", [=] { baseline_cheby_s6_a<<<CHEBY_BLOCKS, 128, CHEBY_ROOM * 4>>>(terms, epochs, level); },
         [=] { baseline_cheby_s6_b<<<CHEBY_BLOCKS, 128, CHEBY_TERMS * 4>>>(terms, epochs, level); }, level, level, CHEBY_EPOCHS, Output::f32);

    const float2* strip[4];
    for (int k = 0; k < 4; ++k) strip[k] = (const float2*)filled<float>(2ull * WAGONS, 91 + k);
    const float2 *front = strip[0], *rear = strip[1], *tare = strip[2], *gain = strip[3];
    float2* balance = (float2*)empty<float>(2ull * WAGONS);
    both("wagon_axles_s6", [=] { wagon_axles_s6_a<<<(WAGONS + 99) / 100, 100>>>(front, rear, tare, gain, balance); },
         [=] { wagon_axles_s6_b<<<(WAGONS + 127) / 128, 128>>>(front, rear, tare, gain, balance); }, balance, balance, 2ull * WAGONS,
         Output::f32);

    float4* centred = (float4*)empty<float>((size_t)ACCEL_RECORDS * 4096);
    const float4* raw = (const float4*)filled<float>((size_t)ACCEL_RECORDS * 4096, 101);
    both("accelerogram_s6", [=] { accelerogram_s6_a<<<ACCEL_RECORDS, 256>>>(raw, centred); }, nullptr, centred, centred,
         (size_t)ACCEL_RECORDS * 4096, Output::f32);

    return harness::run(argc, argv, cases);
}
