// Kernels that are profiled again and again: how much do times of the same code differ from run to run, and how does a known slowdown look?
//
//   repeats profile RUN LAUNCHES   launches everything, for ncu; prints one line kernel,variant,launch per launch, in their order
//   repeats trace LAUNCHES         the same without counters: durations by CUPTI's activity records, as nsys takes them, with an L2 that was
//                                  overwritten before every launch; prints kernel,variant,launch,duration_ns
//   repeats check                  runs every kernel once and reports errors
//
// A kernel is slowed by more of its own work: 2, 5 or 10% more elements, rows or iterations, in the same grid. In run RUN of `profile` every
// third kernel is launched slowed as well, in `trace` all are, so that slowed and plain launches share the conditions of their run.
#include <cuda_fp16.h>
#include <cupti.h>
#include <mma.h>

#include "../harness.cuh"

using harness::filled;

namespace {

constexpr int SMS = 132, THREADS = 256;
constexpr size_t MEGA = 1 << 20;

__device__ size_t first() { return blockIdx.x * (size_t)blockDim.x + threadIdx.x; }
__device__ size_t step() { return (size_t)gridDim.x * blockDim.x; }

// Streams: n elements.
template <typename T> __global__ void copy(const T* __restrict__ in, T* __restrict__ out, size_t n) {
    for (size_t i = first(); i < n; i += step()) out[i] = in[i];
}
template <typename T> __global__ void triad(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, size_t n) {
    for (size_t i = first(); i < n; i += step()) c[i] = a[i] + (T)0.5 * b[i];
}
__global__ void fill(float4* out, size_t n) {
    for (size_t i = first(); i < n; i += step()) out[i] = make_float4(i, 1, 2, 3);
}
__global__ void sum(const float4* __restrict__ in, float* total, size_t n) {
    float mine = 0;
    for (size_t i = first(); i < n; i += step()) { float4 v = in[i]; mine += v.x + v.y + v.z + v.w; }
    for (int offset = 16; offset; offset /= 2) mine += __shfl_down_sync(~0u, mine, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(total, mine);
}
template <int STRIDE> __global__ void strided(const float* __restrict__ in, float* __restrict__ out, size_t n) {
    for (size_t i = first(); i < n; i += step()) out[i] = in[i * STRIDE];
}
__global__ void gather(const float* __restrict__ in, const int* __restrict__ at, float* __restrict__ out, size_t n) {
    for (size_t i = first(); i < n; i += step()) out[i] = in[at[i]];
}
__global__ void scatter(const float* __restrict__ in, const int* __restrict__ at, float* __restrict__ out, size_t n) {
    for (size_t i = first(); i < n; i += step()) out[at[i]] = in[i];
}
__global__ void histogram_global(const int* __restrict__ in, int* bins, size_t n) {
    for (size_t i = first(); i < n; i += step()) atomicAdd(&bins[in[i] & 4095], 1);
}
__global__ void histogram_shared(const int* __restrict__ in, int* bins, size_t n) {
    __shared__ int mine[256];
    mine[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = first(); i < n; i += step()) atomicAdd(&mine[in[i] & 255], 1);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
__global__ void one_counter(const int* __restrict__ in, int* counter, size_t n) {
    for (size_t i = first(); i < n; i += step()) if (in[i] & 1) atomicAdd(&counter[in[i] & 14], in[i]);
}

// Rows of 1024 floats, a block each: n rows.
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, size_t n) {
    __shared__ float parts[8];
    for (size_t row = blockIdx.x; row < n; row += gridDim.x) {
        float v[4], mine = 0;
        for (int k = 0; k < 4; ++k) { v[k] = __expf(in[row * 1024 + k * 256 + threadIdx.x]); mine += v[k]; }
        for (int offset = 16; offset; offset /= 2) mine += __shfl_xor_sync(~0u, mine, offset);
        if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = mine;
        __syncthreads();
        float total = 0;
        for (float part : parts) total += part;
        for (int k = 0; k < 4; ++k) out[row * 1024 + k * 256 + threadIdx.x] = v[k] / total;
        __syncthreads();
    }
}
__global__ void row_norm(const float* __restrict__ in, float* __restrict__ out, size_t n) {  // a warp a row
    for (size_t row = first() / 32; row < n; row += step() / 32) {
        float mine = 0;
        for (int k = threadIdx.x % 32; k < 1024; k += 32) { float v = in[row * 1024 + k]; mine += v * v; }
        for (int offset = 16; offset; offset /= 2) mine += __shfl_xor_sync(~0u, mine, offset);
        if (threadIdx.x % 32 == 0) out[row] = rsqrtf(mine);
    }
}
__global__ void stencil(const float* __restrict__ in, float* __restrict__ out, size_t n) {
    for (size_t i = 1024 + first(); i < n * 1024; i += step()) out[i] = in[i - 1024] + in[i - 1] - 4 * in[i] + in[i + 1] + in[i + 1024];
}
__global__ void transpose_naive(const float* __restrict__ in, float* __restrict__ out, size_t n) {  // tiles of 32 rows of 32
    for (size_t tile = blockIdx.x; tile < n; tile += gridDim.x) {
        size_t x = tile % 128 * 32, y = tile / 128 * 32;
        for (int k = threadIdx.x / 32; k < 32; k += 8) out[(x + threadIdx.x % 32) * 8192 + y + k] = in[(y + k) * 4096 + x + threadIdx.x % 32];
    }
}
__global__ void transpose_tiled(const float* __restrict__ in, float* __restrict__ out, size_t n) {
    __shared__ float turned[32][33];
    for (size_t tile = blockIdx.x; tile < n; tile += gridDim.x) {
        size_t x = tile % 128 * 32, y = tile / 128 * 32;
        for (int k = threadIdx.x / 32; k < 32; k += 8) turned[k][threadIdx.x % 32] = in[(y + k) * 4096 + x + threadIdx.x % 32];
        __syncthreads();
        for (int k = threadIdx.x / 32; k < 32; k += 8) out[(x + k) * 8192 + y + threadIdx.x % 32] = turned[threadIdx.x % 32][k];
        __syncthreads();
    }
}

// Arithmetic: n iterations a thread.
template <typename T> __global__ void fma_wide(T* out, size_t n) {
    T a[4] = {(T)threadIdx.x, (T)1, (T)2, (T)3};
    for (size_t i = 0; i < n; ++i)
        for (T& v : a) v = v * (T)0.999 + (T)0.5;
    out[first()] = a[0] + a[1] + a[2] + a[3];
}
template <typename T> __global__ void fma_chain(T* out, size_t n) {
    T a = (T)threadIdx.x;
    for (size_t i = 0; i < n; ++i) a = a * (T)0.999 + (T)0.5;
    out[first()] = a;
}
__global__ void fma_half(__half2* out, size_t n) {
    __half2 a = __float2half2_rn(threadIdx.x), b = a, c = __float2half2_rn(0.99f), d = __float2half2_rn(0.5f);
    for (size_t i = 0; i < n; ++i) { a = __hfma2(a, c, d); b = __hfma2(b, c, d); }
    out[first()] = __hadd2(a, b);
}
__global__ void integer_hash(int* out, size_t n) {
    uint32_t v = first();
    for (size_t i = 0; i < n; ++i) v = harness::hash32(v + i);
    out[first()] = v;
}
__global__ void integer_divide(int* out, size_t n) {
    uint32_t v = first(), d = threadIdx.x + 3;
    for (size_t i = 0; i < n; ++i) v = (v + 123457u) / d + i;
    out[first()] = v;
}
__global__ void special(float* out, size_t n) {
    float v = threadIdx.x * 0.01f;
    for (size_t i = 0; i < n; ++i) v = __sinf(v) + __expf(-v * v);
    out[first()] = v;
}
__global__ void divergent(float* out, size_t n) {
    float v = threadIdx.x;
    for (size_t i = 0; i < n; ++i) {
        if ((threadIdx.x + i) % 2) { for (int k = 0; k < 8; ++k) v = v * 0.99f + 1; }
        else { for (int k = 0; k < 8; ++k) v = rsqrtf(v + 2); }
    }
    out[first()] = v;
}
template <int STRIDE> __global__ void shared_stride(float* out, size_t n) {
    __shared__ float cells[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) cells[k] = k;
    __syncthreads();
    float v = 0;
    for (size_t i = 0; i < n; ++i) v += cells[(threadIdx.x * STRIDE + i * 32) & 1023];
    out[first()] = v;
}
__global__ void barriers(float* out, size_t n) {
    __shared__ float cells[THREADS];
    float v = threadIdx.x;
    for (size_t i = 0; i < n; ++i) {
        cells[threadIdx.x] = v;
        __syncthreads();
        v += cells[(threadIdx.x + 33) % THREADS];
        __syncthreads();
    }
    out[first()] = v;
}
__global__ void local_array(float* out, const int* __restrict__ at, size_t n) {
    float mine[64];
    for (int k = 0; k < 64; ++k) mine[k] = k;
    for (size_t i = 0; i < n; ++i) { int k = at[(first() + i) & 65535] & 63; mine[k] = mine[63 - k] * 0.5f + 1; }
    float v = 0;
    for (float m : mine) v += m;
    out[first()] = v;
}
__global__ void tensor(float* out, size_t n) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, __half, row_major> a;
    fragment<matrix_b, 16, 16, 16, __half, col_major> b;
    fragment<accumulator, 16, 16, 16, float> c, d;
    fill_fragment(a, __float2half(0.5f)); fill_fragment(b, __float2half(0.25f)); fill_fragment(c, 0.0f); fill_fragment(d, 1.0f);
    for (size_t i = 0; i < n; ++i) { mma_sync(c, a, b, c); mma_sync(d, a, b, d); }
    for (int k = 0; k < c.num_elements; ++k) c.x[k] += d.x[k];
    store_matrix_sync(out + first() / 32 * 256, c, 16, mem_row_major);
}
__global__ void gemm_tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, size_t n) {  // 1024 x 1024, n tiles deep
    __shared__ float as[16][16], bs[16][16];
    size_t x = blockIdx.x % 64 * 16 + threadIdx.x % 16, y = blockIdx.x / 64 * 16 + threadIdx.x / 16;
    float v = 0;
    for (size_t t = 0; t < n; ++t) {
        as[threadIdx.x / 16][threadIdx.x % 16] = a[y * 4096 + t * 16 + threadIdx.x % 16];
        bs[threadIdx.x / 16][threadIdx.x % 16] = b[(t * 16 + threadIdx.x / 16) * 1024 + x];
        __syncthreads();
        for (int k = 0; k < 16; ++k) v += as[threadIdx.x / 16][k] * bs[k][threadIdx.x % 16];
        __syncthreads();
    }
    c[y * 1024 + x] = v;
}
__global__ void imbalanced(float* out, size_t n) {  // one block in eight has four times the work
    float v = threadIdx.x;
    for (size_t i = 0, mine = blockIdx.x % 8 ? n : 4 * n; i < mine; ++i) v = v * 0.999f + 0.5f;
    out[first()] = v;
}

// Memory that is near: n iterations.
__global__ void chase(const int* __restrict__ next, int* out, size_t n) {
    int at = first() & 65535;
    for (size_t i = 0; i < n; ++i) at = next[at];
    out[first()] = at;
}
__global__ void again_l2(const float4* __restrict__ in, float* out, size_t n) {  // 8 MB, over and over
    float v = 0;
    for (size_t i = 0; i < n; ++i) { float4 f = __ldcg(&in[(first() + i * 4096) & (MEGA / 2 - 1)]); v += f.x + f.w; }
    out[first()] = v;
}
__global__ void again_l1(const float* __restrict__ in, float* out, size_t n) {  // 16 KB
    float v = 0;
    for (size_t i = 0; i < n; ++i) v += in[(threadIdx.x + i * 32) & 4095];
    out[first()] = v;
}

struct Repeated {
    std::string name;
    std::function<void(double)> launch;  // with so much more work
};

size_t more(size_t n, double factor) { return (size_t)std::llround(n * factor); }

std::vector<Repeated> repeated() {
    float *a = filled<float>(96 * MEGA), *b = filled<float>(96 * MEGA, 2), *c = filled<float>(96 * MEGA, 3);
    int *at = harness::indices(8 * MEGA, 4 * MEGA), *near = harness::indices(65536, 65536);
    int grid = SMS * 8;
    std::vector<Repeated> all;
    auto add = [&](const char* name, size_t n, auto launch) {
        all.push_back({name, [=](double factor) { launch(more(n, factor)); CHECK(cudaGetLastError()); }});
    };
    add("copy_f32", 16000000, [=](size_t n) { copy<float><<<grid, THREADS>>>(a, c, n); });
    add("copy_f32x4", 6000000, [=](size_t n) { copy<float4><<<grid, THREADS>>>((float4*)a, (float4*)c, n); });
    add("triad_f32", 16000000, [=](size_t n) { triad<float><<<grid, THREADS>>>(a, b, c, n); });
    add("triad_f64", 8000000, [=](size_t n) { triad<double><<<grid, THREADS>>>((double*)a, (double*)b, (double*)c, n); });
    add("fill", 8000000, [=](size_t n) { fill<<<grid, THREADS>>>((float4*)c, n); });
    add("sum", 8000000, [=](size_t n) { sum<<<grid, THREADS>>>((float4*)a, c, n); });
    add("short_copy", 500000, [=](size_t n) { copy<float2><<<grid, THREADS>>>((float2*)a, (float2*)c, n); });
    add("strided_2", 8000000, [=](size_t n) { strided<2><<<grid, THREADS>>>(a, c, n); });
    add("strided_32", 2500000, [=](size_t n) { strided<32><<<grid, THREADS>>>(a, c, n); });
    add("gather", 4000000, [=](size_t n) { gather<<<grid, THREADS>>>(a, at, c, n); });
    add("scatter", 4000000, [=](size_t n) { scatter<<<grid, THREADS>>>(a, at, c, n); });
    add("histogram_global", 4000000, [=](size_t n) { histogram_global<<<grid, THREADS>>>(at, (int*)c, n); });
    add("histogram_shared", 6000000, [=](size_t n) { histogram_shared<<<grid, THREADS>>>(at, (int*)c, n); });
    add("one_counter", 1000000, [=](size_t n) { one_counter<<<grid, THREADS>>>(at, (int*)c, n); });
    add("softmax", 20000, [=](size_t n) { softmax<<<grid, THREADS>>>(a, c, n); });
    add("row_norm", 30000, [=](size_t n) { row_norm<<<grid, THREADS>>>(a, c, n); });
    add("stencil", 20000, [=](size_t n) { stencil<<<grid, THREADS>>>(a, c, n); });
    add("transpose_naive", 10000, [=](size_t n) { transpose_naive<<<grid, THREADS>>>(a, c, n); });
    add("transpose_tiled", 20000, [=](size_t n) { transpose_tiled<<<grid, THREADS>>>(a, c, n); });
    add("fma_wide_f32", 4000, [=](size_t n) { fma_wide<float><<<grid, THREADS>>>(c, n); });
    add("fma_wide_f64", 2000, [=](size_t n) { fma_wide<double><<<grid, THREADS>>>((double*)c, n); });
    add("fma_chain_f32", 5000, [=](size_t n) { fma_chain<float><<<SMS, 64>>>(c, n); });
    add("fma_chain_f64", 3000, [=](size_t n) { fma_chain<double><<<SMS, 64>>>((double*)c, n); });
    add("fma_half", 6000, [=](size_t n) { fma_half<<<grid, THREADS>>>((__half2*)c, n); });
    add("integer_hash", 1000, [=](size_t n) { integer_hash<<<grid, THREADS>>>((int*)c, n); });
    add("integer_divide", 500, [=](size_t n) { integer_divide<<<grid, THREADS>>>((int*)c, n); });
    add("special", 1000, [=](size_t n) { special<<<grid, THREADS>>>(c, n); });
    add("divergent", 200, [=](size_t n) { divergent<<<grid, THREADS>>>(c, n); });
    add("shared_1", 3000, [=](size_t n) { shared_stride<1><<<grid, THREADS>>>(c, n); });
    add("shared_32", 400, [=](size_t n) { shared_stride<32><<<grid, THREADS>>>(c, n); });
    add("barriers", 500, [=](size_t n) { barriers<<<grid, THREADS>>>(c, n); });
    add("local_array", 200, [=](size_t n) { local_array<<<grid, THREADS>>>(c, near, n); });
    add("tensor", 1000, [=](size_t n) { tensor<<<grid, THREADS>>>(c, n); });
    add("gemm_tiled", 100, [=](size_t n) { gemm_tiled<<<4096, THREADS>>>(a, b, c, n); });
    add("imbalanced", 2000, [=](size_t n) { imbalanced<<<grid, THREADS>>>(c, n); });
    add("chase", 200, [=](size_t n) { chase<<<8, 32>>>(near, (int*)c, n); });
    add("again_l2", 200, [=](size_t n) { again_l2<<<grid, THREADS>>>((float4*)a, c, n); });
    add("again_l1", 2000, [=](size_t n) { again_l1<<<grid, THREADS>>>(a, c, n); });
    add("tiny", 500, [=](size_t n) { fma_wide<float><<<1, 32>>>(c, n); });
    CHECK(cudaDeviceSynchronize());
    return all;
}

// Kernels that ran, by CUPTI: start and duration in ns.
std::vector<std::pair<uint64_t, uint64_t>> seen;

void CUPTIAPI give_room(uint8_t** room, size_t* size, size_t* most) {
    *size = 8 << 20; *most = 0;
    *room = (uint8_t*)std::aligned_alloc(8, *size);
}
void CUPTIAPI take_records(CUcontext, uint32_t, uint8_t* room, size_t, size_t used) {
    CUpti_Activity* record = nullptr;
    while (cuptiActivityGetNextRecord(room, used, &record) == CUPTI_SUCCESS)
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            auto* kernel = (CUpti_ActivityKernel10*)record;
            uint64_t start = kernel->start, end = kernel->end;
            seen.push_back({start, end - start});
        }
    std::free(room);
}

std::string variant(int percent) { return percent ? "slow" + std::to_string(percent) : "as-is"; }

}  // namespace

int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "check";
    auto number = [&](int at, size_t otherwise) { return argc > at ? std::strtoul(argv[at], nullptr, 10) : otherwise; };
    if (mode != "profile" && mode != "trace" && mode != "check") {
        std::fprintf(stderr, "usage: %s check | profile RUN LAUNCHES | trace LAUNCHES\n", argv[0]);
        return 2;
    }
    bool trace = mode == "trace";
    size_t run = trace ? 0 : number(2, 0), launches = number(trace ? 2 : 3, 1);
    auto all = repeated();
    char* flushed;
    CHECK(cudaMalloc(&flushed, 128 << 20));
    if (trace && (cuptiActivityRegisterCallbacks(give_room, take_records) != CUPTI_SUCCESS ||
                  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS)) {
        std::fprintf(stderr, "CUPTI refuses to record\n");
        return 1;
    }
    std::vector<std::string> labels;
    for (size_t launch = 0; launch < launches; ++launch)
        for (size_t k = 0; k < all.size(); ++k)
            for (int percent : {0, 2, 5, 10}) {
                if (percent && !trace && (k + run) % 3) continue;
                if (trace) CHECK(cudaMemset(flushed, (int)launch, 128 << 20));
                all[k].launch(1 + percent / 100.0);
                CHECK(cudaDeviceSynchronize());
                labels.push_back(all[k].name + "," + variant(percent) + "," + std::to_string(launch));
            }
    if (trace) {
        cuptiActivityFlushAll(1);
        std::sort(seen.begin(), seen.end());
        if (seen.size() != labels.size()) { std::fprintf(stderr, "%zu kernels recorded of %zu\n", seen.size(), labels.size()); return 1; }
    }
    for (size_t at = 0; at < labels.size() && mode != "check"; ++at)
        trace ? std::printf("%s,%llu\n", labels[at].c_str(), (unsigned long long)seen[at].second) : std::printf("%s\n", labels[at].c_str());
    return 0;
}
