#include "harness.cuh"
using harness::Case; using harness::Output;

__global__ void harness_setup_bits(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 2654435761u + seed);
}

// 64-channel recorder, interleaved 16-bit frames: energy of every channel pair in every window of 128 frames
constexpr int kPairs = 32, kFrames = 128;
__global__ void velvet_anchor_bn1_a(const short2* pcm, float* energy, int windows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= windows * kPairs) return;
    int pair = t / windows, window = t % windows;
    const short2* p = pcm + (size_t)window * kFrames * kPairs + pair;
    float s = 0;
#pragma unroll 8
    for (int f = 0; f < kFrames; ++f) {
        short2 v = p[f * kPairs];
        float l = v.x * (1.0f / 32768), r = v.y * (1.0f / 32768);
        s += l * l + r * r;
    }
    energy[window * kPairs + pair] = s;
}
__global__ void velvet_anchor_bn1_b(const short2* pcm, float* energy, int windows) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= windows * kPairs) return;
    int pair = t % kPairs, window = t / kPairs;
    const short2* p = pcm + (size_t)window * kFrames * kPairs + pair;
    float s = 0;
#pragma unroll 8
    for (int f = 0; f < kFrames; ++f) {
        short2 v = p[f * kPairs];
        float l = v.x * (1.0f / 32768), r = v.y * (1.0f / 32768);
        s += l * l + r * r;
    }
    energy[window * kPairs + pair] = s;
}

// cross-fade of two 8-bit video clips
__global__ void copper_lantern_bn1_a(const uint8_t* from, const uint8_t* to, uint8_t* out, int pixels, int w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pixels) out[i] = (uint8_t)((from[i] * (256 - w) + to[i] * w + 128) >> 8);
}
__device__ inline uint32_t fade4(uint32_t a, uint32_t b, uint32_t w) {
    uint32_t even = (a & 0x00ff00ffu) * (256 - w) + (b & 0x00ff00ffu) * w + 0x00800080u;
    uint32_t odd = ((a >> 8) & 0x00ff00ffu) * (256 - w) + ((b >> 8) & 0x00ff00ffu) * w + 0x00800080u;
    return ((even >> 8) & 0x00ff00ffu) | (odd & 0xff00ff00u);
}
__global__ void copper_lantern_bn1_b(const uint4* from, const uint4* to, uint4* out, int quads, int w) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;
    uint4 a = from[i], b = to[i];
    out[i] = make_uint4(fade4(a.x, b.x, w), fade4(a.y, b.y, w), fade4(a.z, b.z, w), fade4(a.w, b.w, w));
}

// zero-phase exponential smoothing (forward, then backward) of short EEG epochs
constexpr int kEpoch = 48;
template <int PITCH>
__device__ inline void zero_phase(const float* in, float* out, float alpha, int len, float* s) {
    const float* src = in + (size_t)blockIdx.x * 128 * kEpoch;
    float* dst = out + (size_t)blockIdx.x * 128 * kEpoch;
#pragma unroll 8
    for (int i = threadIdx.x; i < 128 * kEpoch; i += 128) s[i / kEpoch * PITCH + i % kEpoch] = src[i];
    __syncthreads();
    float* row = s + threadIdx.x * PITCH;
    float y = row[0];
#pragma unroll 4
    for (int k = 0; k < len; ++k) { y += alpha * (row[k] - y); row[k] = y; }
#pragma unroll 4
    for (int k = len - 1; k >= 0; --k) { y += alpha * (row[k] - y); row[k] = y; }
    __syncthreads();
#pragma unroll 8
    for (int i = threadIdx.x; i < 128 * kEpoch; i += 128) dst[i] = s[i / kEpoch * PITCH + i % kEpoch];
}
__global__ void __launch_bounds__(128) harbor_violet_bn1_a(const float* in, float* out, float alpha, int len) {
    __shared__ float s[128 * kEpoch];
    zero_phase<kEpoch>(in, out, alpha, len, s);
}
__global__ void __launch_bounds__(128) harbor_violet_bn1_b(const float* in, float* out, float alpha, int len) {
    __shared__ float s[128 * (kEpoch + 1)];
    zero_phase<kEpoch + 1>(in, out, alpha, len, s);
}

// ensemble of Lorenz-96 models, fourth-order Runge-Kutta, one member per thread
constexpr int kVars = 20;
__device__ inline void lorenz96(const float (&y)[kVars], float (&d)[kVars], float forcing) {
#pragma unroll
    for (int i = 0; i < kVars; ++i)
        d[i] = (y[(i + 1) % kVars] - y[(i + kVars - 2) % kVars]) * y[(i + kVars - 1) % kVars] - y[i] + forcing;
}
__device__ inline void ensemble(const float* in, float* out, int members, int steps, float dt) {
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= members) return;
    float y[kVars];
#pragma unroll
    for (int i = 0; i < kVars; ++i) y[i] = 4.0f + 2.0f * in[(size_t)i * members + m];
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float k[kVars], z[kVars], acc[kVars];
        lorenz96(y, k, 8.0f);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] = y[i] + dt / 6 * k[i]; z[i] = y[i] + dt / 2 * k[i]; }
        lorenz96(z, k, 8.0f);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] += dt / 3 * k[i]; z[i] = y[i] + dt / 2 * k[i]; }
        lorenz96(z, k, 8.0f);
#pragma unroll
        for (int i = 0; i < kVars; ++i) { acc[i] += dt / 3 * k[i]; z[i] = y[i] + dt * k[i]; }
        lorenz96(z, k, 8.0f);
#pragma unroll
        for (int i = 0; i < kVars; ++i) y[i] = acc[i] + dt / 6 * k[i];
    }
#pragma unroll
    for (int i = 0; i < kVars; ++i) out[(size_t)i * members + m] = y[i];
}
__global__ void __launch_bounds__(256, 8) saddle_quartz_bn1_a(const float* in, float* out, int members, int steps, float dt) {
    ensemble(in, out, members, steps, dt);
}
__global__ void __launch_bounds__(256) saddle_quartz_bn1_b(const float* in, float* out, int members, int steps, float dt) {
    ensemble(in, out, members, steps, dt);
}

// sequencer quality strings, eight levels in 4-bit codes, 128 codes a read: Simpson index of the levels of each read
__global__ void pepper_glacier_bn1_a(const uint4* codes, int* index, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    int level[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    for (int k = 0; k < 4; ++k) {
        uint4 q = codes[(size_t)k * reads + r];
        uint32_t word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int b = 0; b < 32; b += 4) ++level[(word[j] >> b) & 7];
    }
    int s = 0;
#pragma unroll
    for (int l = 0; l < 8; ++l) s += level[l] * (level[l] - 1);
    index[r] = s;
}
__global__ void pepper_glacier_bn1_b(const uint4* codes, int* index, int reads) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reads) return;
    unsigned long long level = 0;
    for (int k = 0; k < 4; ++k) {
        uint4 q = codes[(size_t)k * reads + r];
        uint32_t word[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int b = 0; b < 32; b += 4) level += 1ull << (((word[j] >> b) & 7) * 8);
    }
    int s = 0;
#pragma unroll
    for (int l = 0; l < 8; ++l) { int c = (int)((level >> (8 * l)) & 255); s += c * (c - 1); }
    index[r] = s;
}

// wet-bulb temperature of a weather grid by Newton's method
__global__ void meadow_cipher_bn1_a(const float* temp, const float* hum, float* wet, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = 20.0 + 15.0 * temp[i], rh = 60.0 + 35.0 * hum[i];
    float e = rh / 100.0 * 6.112 * exp(17.67 * t / (t + 243.5));
    float tw = t;
    for (int k = 0; k < 4; ++k) {
        float es = 6.112 * exp(17.67 * tw / (tw + 243.5));
        float f = es - 0.000665 * 1013.25 * (t - tw) - e;
        float df = es * 4302.645 / ((tw + 243.5) * (tw + 243.5)) + 0.000665 * 1013.25;
        tw -= f / df;
    }
    wet[i] = tw;
}
__global__ void meadow_cipher_bn1_b(const float* temp, const float* hum, float* wet, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = 20.0f + 15.0f * temp[i], rh = 60.0f + 35.0f * hum[i];
    float e = rh / 100.0f * 6.112f * expf(17.67f * t / (t + 243.5f));
    float tw = t;
    for (int k = 0; k < 4; ++k) {
        float es = 6.112f * expf(17.67f * tw / (tw + 243.5f));
        float f = es - 0.000665f * 1013.25f * (t - tw) - e;
        float df = es * 4302.645f / ((tw + 243.5f) * (tw + 243.5f)) + 0.000665f * 1013.25f;
        tw -= f / df;
    }
    wet[i] = tw;
}

// additive synthesiser: 64 harmonics per sample
__constant__ float amplitude[64];
__global__ void __launch_bounds__(192) walnut_ribbon_bn1_a(const float* phase, float* sample, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ph = 3.14159265f * phase[i], s = 2.0f;
#pragma unroll
    for (int k = 0; k < 64; ++k) s += amplitude[k] * __sinf((k + 1) * ph);
    sample[i] = s;
}
__global__ void __launch_bounds__(192) walnut_ribbon_bn1_b(const float* phase, float* sample, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float ph = 3.14159265f * phase[i], s = 2.0f;
    float c2 = 2.0f * __cosf(ph), prev = 0.0f, cur = __sinf(ph);
#pragma unroll
    for (int k = 0; k < 64; ++k) {
        s += amplitude[k] * cur;
        float next = c2 * cur - prev;
        prev = cur; cur = next;
    }
    sample[i] = s;
}

// exchange ticks {symbol, price, quantity, flags}: traded volume per venue of the auction ticks
__global__ void __launch_bounds__(256) tundra_button_bn1_a(const uint4* ticks, int* volume, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 t = ticks[i];
        if ((t.w & 15) == 0 && t.y != 0) atomicAdd(&volume[(t.w >> 4) & 7], (int)((t.z ^ t.x) & 127));
    }
}
__global__ void __launch_bounds__(256) tundra_button_bn1_b(const uint4* ticks, int* volume, int n) {
    __shared__ int local[8];
    if (threadIdx.x < 8) local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint4 t = ticks[i];
        if ((t.w & 15) == 0 && t.y != 0) atomicAdd(&local[(t.w >> 4) & 7], (int)((t.z ^ t.x) & 127));
    }
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&volume[threadIdx.x], local[threadIdx.x]);
}

// joint histogram (64 x 64 grey levels) of a CT and an MR volume, for their registration
__global__ void __launch_bounds__(1024) falcon_mitten_bn1_a(const uint32_t* ct, const uint32_t* mr, int* joint, int words) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        uint32_t a = ct[i], b = mr[i];
#pragma unroll
        for (int k = 0; k < 32; k += 8) atomicAdd(&joint[((a >> (k + 2)) & 63) * 64 + ((b >> (k + 2)) & 63)], 1);
    }
}
__global__ void __launch_bounds__(1024) falcon_mitten_bn1_b(const uint32_t* ct, const uint32_t* mr, int* joint, int words) {
    __shared__ int bins[4096];
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        uint32_t a = ct[i], b = mr[i];
#pragma unroll
        for (int k = 0; k < 32; k += 8) atomicAdd(&bins[((a >> (k + 2)) & 63) * 64 + ((b >> (k + 2)) & 63)], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) atomicAdd(&joint[i], bins[i]);
}

// time-projection chamber: three wire planes, interleaved by channel, each with its own field response
__device__ inline float respond(int plane, float q, int rounds) {
    q = fminf(fmaxf(q, -0.5f), 0.5f);  // larger charges leave the range of float
    if (plane == 0) {
        float v = q;
#pragma unroll 4
        for (int k = 0; k < rounds; ++k) v = v * (0.9f - 0.1f * v * v) + 0.05f * q;
        return v;
    } else if (plane == 1) {
        float s = 0.5f;
#pragma unroll 4
        for (int k = 0; k < rounds; ++k) s = fminf(fabsf(s * 0.8f - q) - 0.2f, 0.9f);
        return s + 1.0f;
    } else {
        float w = 0.25f;
#pragma unroll 4
        for (int k = 0; k < rounds; ++k) w = w * (w * (0.1f * w - 0.2f) + 0.3f) + 0.5f * q;
        return w * 0.5f;
    }
}
__global__ void __launch_bounds__(192) oyster_ladder_bn1_a(const float* charge, float* out, int n, int rounds) {
    int i = blockIdx.x * 192 + threadIdx.x;
    if (i < n) out[i] = respond(i % 3, charge[i], rounds);
}
__global__ void __launch_bounds__(192) oyster_ladder_bn1_b(const float* charge, float* out, int n, int rounds) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, plane = warp % 3;
    int i = blockIdx.x * 192 + warp / 3 * 96 + lane * 3 + plane;
    if (i < n) out[i] = respond(plane, charge[i], rounds);
}

// climate model output: variance about the climatology of every pressure level
__device__ inline float block_sum(float v) {
    __shared__ float part[32];
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32) for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
    return v;
}
__global__ void __launch_bounds__(512) island_ticket_bn1_a(const float* field, float* variance, int cells, float mean) {
    const float* p = field + (size_t)blockIdx.x * cells;
    float s = 0;
#pragma unroll 4
    for (int c = threadIdx.x; c < cells; c += 512) { float d = p[c] - mean; s += d * d; }
    s = block_sum(s);
    if (threadIdx.x == 0) atomicAdd(&variance[blockIdx.x], s / cells);
}
__global__ void __launch_bounds__(512) island_ticket_bn1_b(const float* field, float* variance, int cells, float mean) {
    const float* p = field + (size_t)blockIdx.y * cells;
    int share = (cells + gridDim.x - 1) / gridDim.x, first = blockIdx.x * share, last = min(cells, first + share);
    float s = 0;
#pragma unroll 4
    for (int c = first + threadIdx.x; c < last; c += 512) { float d = p[c] - mean; s += d * d; }
    s = block_sum(s);
    if (threadIdx.x == 0) atomicAdd(&variance[blockIdx.y], s / cells);
}

// smoothing of a doubly periodic ocean grid with a kw x kh stencil
__constant__ float stencil[64];
__global__ void __launch_bounds__(256) thistle_cargo_bn1_a(const float* in, float* out, int w, int h, int kw, int kh) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float s = 0;
#pragma unroll 4
    for (int k = 0; k < kw * kh; ++k) s += stencil[k] * in[(y + k / kw) % h * w + (x + k % kw) % w];
    out[y * w + x] = s;
}
__global__ void __launch_bounds__(256) thistle_cargo_bn1_b(const float* in, float* out, int w, int h, int kw, int kh) {
    int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    float s = 0;
    for (int j = 0; j < kh; ++j) {
        int yy = y + j; if (yy >= h) yy -= h;
        const float* row = in + yy * w;
        const float* weight = stencil + j * kw;
#pragma unroll 3
        for (int i = 0; i < kw; ++i) {
            int xx = x + i; if (xx >= w) xx -= w;
            s += weight[i] * row[xx];
        }
    }
    out[y * w + x] = s;
}

// detector calibration, gain and offset
__global__ void __launch_bounds__(320) pigeon_marble_bn1_a(const float4* raw, float4* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    float4 v = raw[i];
    v.x = v.x * 1.0442 + 0.0213; v.y = v.y * 1.0442 + 0.0213; v.z = v.z * 1.0442 + 0.0213; v.w = v.w * 1.0442 + 0.0213;
    out[i] = v;
}
__global__ void __launch_bounds__(320) pigeon_marble_bn1_b(const float4* raw, float4* out, int n) {
    int i = blockIdx.x * 320 + threadIdx.x;
    if (i >= n) return;
    float4 v = raw[i];
    v.x = v.x * 1.0442f + 0.0213f; v.y = v.y * 1.0442f + 0.0213f; v.z = v.z * 1.0442f + 0.0213f; v.w = v.w * 1.0442f + 0.0213f;
    out[i] = v;
}

// four-microphone array, interleaved to planar
__global__ void __launch_bounds__(256) garnet_whistle_bn1_a(const float* in, float* out, int frames) {
    __shared__ __align__(16) float s[1024];
    int t = threadIdx.x, base = blockIdx.x * 256;
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k * 256 + t] = in[(size_t)base * 4 + k * 256 + t];
    __syncthreads();
    volatile float* q = s + 4 * t;
    float a = q[0], b = q[1], c = q[2], d = q[3];
    size_t f = base + t;
    out[f] = a; out[f + frames] = b; out[f + 2 * (size_t)frames] = c; out[f + 3 * (size_t)frames] = d;
}
__global__ void __launch_bounds__(256) garnet_whistle_bn1_b(const float* in, float* out, int frames) {
    __shared__ __align__(16) float s[1024];
    int t = threadIdx.x, base = blockIdx.x * 256;
#pragma unroll
    for (int k = 0; k < 4; ++k) s[k * 256 + t] = in[(size_t)base * 4 + k * 256 + t];
    __syncthreads();
    float4 v = reinterpret_cast<const float4*>(s)[t];
    size_t f = base + t;
    out[f] = v.x; out[f + frames] = v.y; out[f + 2 * (size_t)frames] = v.z; out[f + 3 * (size_t)frames] = v.w;
}

// log segments, copied to the replica
__global__ void __launch_bounds__(384) bramble_socket_bn1_a(const uint4* from, uint4* to, int n) {
    int i = blockIdx.x * 768 + threadIdx.x;
    uint4 a, b; bool two = i + 384 < n;
    if (i >= n) return;
    a = from[i]; if (two) b = from[i + 384];
    to[i] = a; if (two) to[i + 384] = b;
}

// covariance panel of doubles, turned
__global__ void __launch_bounds__(256) sparrow_tunnel_bn1_a(const double* in, double* out, int rows, int cols) {
    __shared__ double tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(size_t)(y + k) * cols + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x; y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int k = 0; k < 32; k += 8) out[(size_t)(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}

// star cluster: pull of one group of sources (blockIdx.y) on every body, four bodies a thread
__global__ void __launch_bounds__(128) ember_pulley_bn1_a(const float4* body, float4* pull, int n, int group) {
    __shared__ float4 s[128];
    int base = blockIdx.x * 512 + threadIdx.x;
    float px[4], py[4], pz[4], ax[4] = {}, ay[4] = {}, az[4] = {};
#pragma unroll
    for (int b = 0; b < 4; ++b) { float4 p = body[base + b * 128]; px[b] = p.x; py[b] = p.y; pz[b] = p.z; }
    int first = blockIdx.y * group;
    for (int j = 0; j < group; j += 128) {
        float4 q = body[first + j + threadIdx.x]; q.w = 1.5f + q.w;
        __syncthreads();
        s[threadIdx.x] = q;
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; ++k) {
            float4 o = s[k];
#pragma unroll
            for (int b = 0; b < 4; ++b) {
                float dx = o.x - px[b], dy = o.y - py[b], dz = o.z - pz[b];
                float inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.01f))));
                float m = o.w * inv * inv * inv;
                ax[b] = fmaf(m, dx, ax[b]); ay[b] = fmaf(m, dy, ay[b]); az[b] = fmaf(m, dz, az[b]);
            }
        }
    }
#pragma unroll
    for (int b = 0; b < 4; ++b) pull[(size_t)blockIdx.y * n + base + b * 128] = make_float4(ax[b], ay[b], az[b], 1.0f);
}

// loudness of audio segments of 16384 samples
__global__ void __launch_bounds__(256) nickel_orchard_bn1_a(const float4* audio, float* loudness) {
    const float4* p = audio + (size_t)blockIdx.x * 4096;
    float s = 0;
#pragma unroll 8
    for (int k = threadIdx.x; k < 4096; k += 256) { float4 v = p[k]; s += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
    s = block_sum(s);
    if (threadIdx.x == 0) loudness[blockIdx.x] = s * (1.0f / 16384);
}

int main(int argc, char** argv) {
    const size_t words = 134217728;  // 512 MiB
    uint32_t* bits; CHECK(cudaMalloc(&bits, words * 4));
    harness_setup_bits<<<2048, 256>>>(bits, words, 11u); CHECK(cudaGetLastError());
    float* f = harness::filled<float>(words, 3);
    double* panel = harness::filled<double>((size_t)6144 * 5120, 5);
    float* big = harness::empty<float>(words);
    float amp[64], st[64];
    for (int k = 0; k < 64; ++k) { amp[k] = 0.6f / (k + 1) * (k % 3 == 1 ? -1 : 1); st[k] = 0.01f + 0.0002f * k; }
    CHECK(cudaMemcpyToSymbol(amplitude, amp, sizeof amp)); CHECK(cudaMemcpyToSymbol(stencil, st, sizeof st));

    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> go, const void* out, size_t n, Output type = Output::f32) {
        cases.push_back(Case{name, go, out, n, type});
    };
    {   const int windows = 32768; const short2* pcm = (const short2*)bits;
        add("velvet_anchor_bn1_a", [=] { velvet_anchor_bn1_a<<<windows * kPairs / 256, 256>>>(pcm, big, windows); }, big, windows * kPairs);
        add("velvet_anchor_bn1_b", [=] { velvet_anchor_bn1_b<<<windows * kPairs / 256, 256>>>(pcm, big, windows); }, big, windows * kPairs); }
    {   const int pixels = 3840 * 2160 * 16; const uint8_t* p = (const uint8_t*)bits; const uint8_t* q = p + pixels; uint8_t* o = (uint8_t*)big;
        add("copper_lantern_bn1_a", [=] { copper_lantern_bn1_a<<<(pixels + 255) / 256, 256>>>(p, q, o, pixels, 77); }, o, pixels, Output::u8);
        add("copper_lantern_bn1_b", [=] { copper_lantern_bn1_b<<<(pixels / 16 + 255) / 256, 256>>>((const uint4*)p, (const uint4*)q, (uint4*)o, pixels / 16, 77); }, o, pixels, Output::u8); }
    {   const int blocks = 16384;
        add("harbor_violet_bn1_a", [=] { harbor_violet_bn1_a<<<blocks, 128>>>(f, big, 0.3f, kEpoch); }, big, (size_t)blocks * 128 * kEpoch);
        add("harbor_violet_bn1_b", [=] { harbor_violet_bn1_b<<<blocks, 128>>>(f, big, 0.3f, kEpoch); }, big, (size_t)blocks * 128 * kEpoch); }
    {   const int members = 1 << 19, steps = 40;
        add("saddle_quartz_bn1_a", [=] { saddle_quartz_bn1_a<<<members / 256, 256>>>(f, big, members, steps, 0.01f); }, big, (size_t)members * kVars);
        add("saddle_quartz_bn1_b", [=] { saddle_quartz_bn1_b<<<members / 256, 256>>>(f, big, members, steps, 0.01f); }, big, (size_t)members * kVars); }
    {   const int reads = 1 << 22; int* o = (int*)big;
        add("pepper_glacier_bn1_a", [=] { pepper_glacier_bn1_a<<<reads / 128, 128>>>((const uint4*)bits, o, reads); }, o, reads, Output::i32);
        add("pepper_glacier_bn1_b", [=] { pepper_glacier_bn1_b<<<reads / 128, 128>>>((const uint4*)bits, o, reads); }, o, reads, Output::i32); }
    {   const int n = 1 << 24;
        add("meadow_cipher_bn1_a", [=] { meadow_cipher_bn1_a<<<n / 256, 256>>>(f, f + n, big, n); }, big, n);
        add("meadow_cipher_bn1_b", [=] { meadow_cipher_bn1_b<<<n / 256, 256>>>(f, f + n, big, n); }, big, n);
        add("walnut_ribbon_bn1_a", [=] { walnut_ribbon_bn1_a<<<(n + 191) / 192, 192>>>(f, big, n); }, big, n);
        add("walnut_ribbon_bn1_b", [=] { walnut_ribbon_bn1_b<<<(n + 191) / 192, 192>>>(f, big, n); }, big, n); }
    {   const int n = 1 << 25; int* o = (int*)big;
        add("tundra_button_bn1_a", [=] { tundra_button_bn1_a<<<132 * 8, 256>>>((const uint4*)bits, o, n); }, o, 8, Output::i32);
        add("tundra_button_bn1_b", [=] { tundra_button_bn1_b<<<132 * 8, 256>>>((const uint4*)bits, o, n); }, o, 8, Output::i32); }
    {   const int w = 1 << 24; int* o = (int*)big;
        add("falcon_mitten_bn1_a", [=] { falcon_mitten_bn1_a<<<264, 1024>>>(bits, bits + w, o, w); }, o, 4096, Output::i32);
        add("falcon_mitten_bn1_b", [=] { falcon_mitten_bn1_b<<<264, 1024>>>(bits, bits + w, o, w); }, o, 4096, Output::i32); }
    {   const int n = 192 * 32768;
        add("oyster_ladder_bn1_a", [=] { oyster_ladder_bn1_a<<<n / 192, 192>>>(f, big, n, 128); }, big, n);
        add("oyster_ladder_bn1_b", [=] { oyster_ladder_bn1_b<<<n / 192, 192>>>(f, big, n, 128); }, big, n); }
    {   const int cells = 3276800;
        add("island_ticket_bn1_a", [=] { island_ticket_bn1_a<<<40, 512>>>(f, big, cells, 0.1f); }, big, 40);
        add("island_ticket_bn1_b", [=] { island_ticket_bn1_b<<<dim3(64, 40), 512>>>(f, big, cells, 0.1f); }, big, 40); }
    {   const int w = 2048, h = 1536;
        add("thistle_cargo_bn1_a", [=] { thistle_cargo_bn1_a<<<dim3(w / 64, h / 4), dim3(64, 4)>>>(f, big, w, h, 9, 7); }, big, w * h);
        add("thistle_cargo_bn1_b", [=] { thistle_cargo_bn1_b<<<dim3(w / 64, h / 4), dim3(64, 4)>>>(f, big, w, h, 9, 7); }, big, w * h); }
    {   const int n = 320 * 65536;
        add("pigeon_marble_bn1_a", [=] { pigeon_marble_bn1_a<<<n / 320, 320>>>((const float4*)f, (float4*)big, n); }, big, (size_t)n * 4);
        add("pigeon_marble_bn1_b", [=] { pigeon_marble_bn1_b<<<n / 320, 320>>>((const float4*)f, (float4*)big, n); }, big, (size_t)n * 4); }
    {   const int frames = 1 << 24;
        add("garnet_whistle_bn1_a", [=] { garnet_whistle_bn1_a<<<frames / 256, 256>>>(f, big, frames); }, big, (size_t)frames * 4);
        add("garnet_whistle_bn1_b", [=] { garnet_whistle_bn1_b<<<frames / 256, 256>>>(f, big, frames); }, big, (size_t)frames * 4); }
    {   const int n = 768 * 32768;
        add("bramble_socket_bn1_a", [=] { bramble_socket_bn1_a<<<n / 768, 384>>>((const uint4*)bits, (uint4*)big, n); }, big, (size_t)n * 4, Output::i32); }
    add("sparrow_tunnel_bn1_a", [=] { sparrow_tunnel_bn1_a<<<dim3(5120 / 32, 6144 / 32), dim3(32, 8)>>>(panel, (double*)big, 6144, 5120); }, big, (size_t)6144 * 5120, Output::f64);
    {   const int n = 49152, group = 1536;
        add("ember_pulley_bn1_a", [=] { ember_pulley_bn1_a<<<dim3(n / 512, n / group), 128>>>((const float4*)f, (float4*)big, n, group); }, big, (size_t)n * (n / group) * 4); }
    add("nickel_orchard_bn1_a", [=] { nickel_orchard_bn1_a<<<8192, 256>>>((const float4*)f, big); }, big, 8192);
    return harness::run(argc, argv, cases);
}
