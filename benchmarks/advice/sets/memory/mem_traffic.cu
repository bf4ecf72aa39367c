// Where the bytes live, two streams with nothing to mend, and two flaws too small to pay.
//   calibrate  67 MB of sensor words. a: read in place from mapped host memory, PCIe's 50 GB/s: 1.3 ms. b: from a device copy: 134 MB moved, 30 us.
//   fieldmix   (healthy) 16-byte triad over 3 x 268 MB, 32 KB in flight a full SM for each input: DRAM's roof, 190 us.
//   loudest    (healthy) maximum magnitude of 1.07 GB, eight 16-byte loads in flight a thread: DRAM's roof, 250 us.
//   payload    (mild) scaled copy of 134 M floats. a: the source starts one element into its buffer, 5 sectors a request instead of 4, the fifth an
//              L1 or L2 hit; four loads in flight a thread. b: aligned source.
//   gain       (mild) 16 float4 samples for each of 2 M channels, 537 MB in and as much out beside one gain a channel. a: the gain sits in a 32-byte
//              descriptor, 32 sectors a request: 59 MB more of 1.08 GB (5%). b: gains packed.
#include "harness.cuh"

__device__ __forceinline__ void scale(const float4* __restrict__ raw, float4* __restrict__ out, int n4, float a, float b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 v = raw[i];
    out[i] = {a * v.x + b, a * v.y + b, a * v.z + b, a * v.w + b};
}
__global__ void calibrate_a(const float4* __restrict__ raw, float4* __restrict__ out, int n4, float a, float b) { scale(raw, out, n4, a, b); }
__global__ void calibrate_b(const float4* __restrict__ raw, float4* __restrict__ out, int n4, float a, float b) { scale(raw, out, n4, a, b); }

__global__ void fieldmix(const float4* __restrict__ b, const float4* __restrict__ c, float4* __restrict__ a, int n4, float k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n4) return;
    float4 u = b[i], v = c[i];
    a[i] = {u.x + k * v.x, u.y + k * v.y, u.z + k * v.z, u.w + k * v.w};
}

__global__ void __launch_bounds__(256) loudest(const float4* __restrict__ x, float* __restrict__ out) {  // a block reads 2,048 float4
    __shared__ float part[8];
    float4 v[8];
    float m = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[blockIdx.x * (size_t)2048 + k * 256 + threadIdx.x];
#pragma unroll
    for (int k = 0; k < 8; ++k) m = fmaxf(m, fmaxf(fmaxf(fabsf(v[k].x), fabsf(v[k].y)), fmaxf(fabsf(v[k].z), fabsf(v[k].w))));
    for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; ++k) m = fmaxf(m, part[k]);
        out[blockIdx.x] = m;
    }
}

__device__ __forceinline__ void copy4(const float* __restrict__ x, float* __restrict__ y, float k) {
    size_t i = blockIdx.x * (size_t)1024 + threadIdx.x;
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) v[j] = x[i + j * 256];
#pragma unroll
    for (int j = 0; j < 4; ++j) y[i + j * 256] = k * v[j];
}
__global__ void __launch_bounds__(256) payload_a(const float* __restrict__ x, float* __restrict__ y, float k) { copy4(x, y, k); }
__global__ void __launch_bounds__(256) payload_b(const float* __restrict__ x, float* __restrict__ y, float k) { copy4(x, y, k); }

struct Channel { float gain, offset, low, high; int id, unit, first, last; };
__global__ void harness_describe(const float* gain, Channel* ch, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) ch[i] = {gain[i], 0, 0, 0, i, 0, 0, 0};
}
__device__ __forceinline__ void amplify(const float4* __restrict__ x, float4* __restrict__ y, float g, int channels, int c) {
#pragma unroll 4
    for (int k = 0; k < 16; ++k) {
        float4 v = x[(size_t)k * channels + c];
        y[(size_t)k * channels + c] = {g * v.x, g * v.y, g * v.z, g * v.w};
    }
}
__global__ void gain_a(const float4* __restrict__ x, const Channel* __restrict__ ch, float4* __restrict__ y, int channels) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    amplify(x, y, ch[c].gain, channels, c);
}
__global__ void gain_b(const float4* __restrict__ x, const float* __restrict__ gain, float4* __restrict__ y, int channels) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    amplify(x, y, gain[c], channels, c);
}

int main(int argc, char** argv) {
    using namespace harness;
    size_t words = 1 << 24;
    float *raw = filled<float>(words), *host, *mapped, *ka = empty<float>(words), *kb = empty<float>(words);
    CHECK(cudaHostAlloc(&host, words * sizeof(float), cudaHostAllocMapped));
    CHECK(cudaMemcpy(host, raw, words * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaHostGetDevicePointer(&mapped, host, 0));
    size_t n = 1 << 26;
    float *b = filled<float>(n, 2), *c = filled<float>(n, 3), *a = empty<float>(n);
    size_t wide = 1 << 28;
    float *x = filled<float>(wide, 4), *top = empty<float>(wide / 8192);
    size_t body = 1 << 27;
    float *packet = filled<float>(body + 1, 5), *aligned = empty<float>(body), *pa = empty<float>(body), *pb = empty<float>(body);
    CHECK(cudaMemcpy(aligned, packet + 1, body * sizeof(float), cudaMemcpyDeviceToDevice));
    int channels = 1 << 21;
    size_t samples = (size_t)channels * 64;
    float *s = filled<float>(samples, 6), *gain = filled<float>(channels, 7);
    Channel* descriptor = (Channel*)empty<float>((size_t)channels * 8);
    harness_describe<<<2048, 256>>>(gain, descriptor, channels); CHECK(cudaGetLastError());
    float *ga = empty<float>(samples), *gb = empty<float>(samples);
    int w4 = (int)(words / 4), n4 = (int)(n / 4);
    return run(argc, argv, {
        {"calibrate_a", [=] { calibrate_a<<<w4 / 256, 256>>>((float4*)mapped, (float4*)ka, w4, 1.5f, 0.1f); }, ka, words},
        {"calibrate_b", [=] { calibrate_b<<<w4 / 256, 256>>>((float4*)raw, (float4*)kb, w4, 1.5f, 0.1f); }, kb, words},
        {"fieldmix", [=] { fieldmix<<<n4 / 256, 256>>>((float4*)b, (float4*)c, (float4*)a, n4, 0.7f); }, a, n},
        {"loudest", [=] { loudest<<<wide / 8192, 256>>>((float4*)x, top); }, top, wide / 8192},
        {"payload_a", [=] { payload_a<<<body / 1024, 256>>>(packet + 1, pa, 0.9f); }, pa, body},
        {"payload_b", [=] { payload_b<<<body / 1024, 256>>>(aligned, pb, 0.9f); }, pb, body},
        {"gain_a", [=] { gain_a<<<channels / 256, 256>>>((float4*)s, descriptor, (float4*)ga, channels); }, ga, samples},
        {"gain_b", [=] { gain_b<<<channels / 256, 256>>>((float4*)s, gain, (float4*)gb, channels); }, gb, samples},
    });
}
