#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------------
// damper_bank: many independent spring-damper suspensions integrated over `steps` time steps, four per thread.
static __device__ __forceinline__ void settle_a(float& x, float& v, float stiffness, float damping, float load, float dt) {
    float a = __fadd_rn(load, -__fmul_rn(stiffness, x));
    a = __fadd_rn(a, -__fmul_rn(damping, v));
    v = __fadd_rn(v, __fmul_rn(dt, a));
    x = __fadd_rn(x, __fmul_rn(dt, v));
}
static __device__ __forceinline__ void settle_b(float& x, float& v, float stiffness, float damping, float load, float dt) {
    float a = fmaf(-stiffness, x, load);
    a = fmaf(-damping, v, a);
    v = fmaf(dt, a, v);
    x = fmaf(dt, v, x);
}
__global__ void __launch_bounds__(256) damper_bank_a(const float4* __restrict__ stiffness, const float4* __restrict__ damping,
                                                     const float4* __restrict__ load, float4* __restrict__ position,
                                                     float4* __restrict__ velocity, int units4, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= units4) return;
    float4 k = stiffness[i], c = damping[i], f = load[i];
    k.x += 3.0f; k.y += 3.0f; k.z += 3.0f; k.w += 3.0f;
    c.x += 1.5f; c.y += 1.5f; c.z += 1.5f; c.w += 1.5f;
    float4 x = f, v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        settle_a(x.x, v.x, k.x, c.x, f.x, dt);
        settle_a(x.y, v.y, k.y, c.y, f.y, dt);
        settle_a(x.z, v.z, k.z, c.z, f.z, dt);
        settle_a(x.w, v.w, k.w, c.w, f.w, dt);
    }
    position[i] = x;
    velocity[i] = v;
}
__global__ void __launch_bounds__(256) damper_bank_b(const float4* __restrict__ stiffness, const float4* __restrict__ damping,
                                                     const float4* __restrict__ load, float4* __restrict__ position,
                                                     float4* __restrict__ velocity, int units4, int steps, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= units4) return;
    float4 k = stiffness[i], c = damping[i], f = load[i];
    k.x += 3.0f; k.y += 3.0f; k.z += 3.0f; k.w += 3.0f;
    c.x += 1.5f; c.y += 1.5f; c.z += 1.5f; c.w += 1.5f;
    float4 x = f, v = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#pragma unroll 4
    for (int s = 0; s < steps; ++s) {
        settle_b(x.x, v.x, k.x, c.x, f.x, dt);
        settle_b(x.y, v.y, k.y, c.y, f.y, dt);
        settle_b(x.z, v.z, k.z, c.z, f.z, dt);
        settle_b(x.w, v.w, k.w, c.w, f.w, dt);
    }
    position[i] = x;
    velocity[i] = v;
}

// ---------------------------------------------------------------------------------------------------------------------
// radio_fir: 64-tap complex channel filter over an IQ stream; samples in padded shared memory, eight outputs per thread in registers.
constexpr int kTaps = 64, kSpan = 128 * 8;
__constant__ float2 kChannel[kTaps];
static __device__ __forceinline__ int slot(int i) { return i + (i >> 3); }  // one word pair of padding every eight samples
static __device__ __forceinline__ void gain_a(float2& y, float2 h, float2 x) {
    y.x = __fadd_rn(y.x, __fmul_rn(h.x, x.x));
    y.x = __fadd_rn(y.x, -__fmul_rn(h.y, x.y));
    y.y = __fadd_rn(y.y, __fmul_rn(h.x, x.y));
    y.y = __fadd_rn(y.y, __fmul_rn(h.y, x.x));
}
static __device__ __forceinline__ void gain_b(float2& y, float2 h, float2 x) {
    y.x = fmaf(h.x, x.x, y.x);
    y.x = fmaf(-h.y, x.y, y.x);
    y.y = fmaf(h.x, x.y, y.y);
    y.y = fmaf(h.y, x.x, y.y);
}
template <bool Fused>
static __device__ __forceinline__ void filter_span(const float2* iq, float2* filtered) {
    __shared__ float2 line[kSpan + kTaps + (kSpan + kTaps) / 8];
    size_t first = (size_t)blockIdx.x * kSpan;  // iq holds kTaps samples of history before the first output
    for (int i = threadIdx.x; i < kSpan + kTaps; i += 128) line[slot(i)] = iq[first + i];
    __syncthreads();
    float2 y[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) y[j] = make_float2(0.0f, 0.0f);
    int origin = kTaps + threadIdx.x * 8;
#pragma unroll 1
    for (int k0 = 0; k0 < kTaps; k0 += 8) {
        float2 w[15];
#pragma unroll
        for (int j = 0; j < 15; ++j) w[j] = line[slot(origin - k0 - 7 + j)];
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            float2 h = kChannel[k0 + k];
#pragma unroll
            for (int j = 0; j < 8; ++j) {
                if (Fused) gain_b(y[j], h, w[7 + j - k]);
                else gain_a(y[j], h, w[7 + j - k]);
            }
        }
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) line[slot(threadIdx.x * 8 + j)] = y[j];
    __syncthreads();
    for (int i = threadIdx.x; i < kSpan; i += 128) filtered[first + i] = line[slot(i)];
}
__global__ void __launch_bounds__(128) radio_fir_a(const float2* __restrict__ iq, float2* __restrict__ filtered) { filter_span<false>(iq, filtered); }
__global__ void __launch_bounds__(128) radio_fir_b(const float2* __restrict__ iq, float2* __restrict__ filtered) { filter_span<true>(iq, filtered); }

// ---------------------------------------------------------------------------------------------------------------------
// film_grade: colour grading of RGBA frames: exposure and lift, a filmic tone curve, then saturation with a vignette.
static __device__ __forceinline__ float4 expose(float4 p, float gain, float lift) {
    return make_float4(fmaxf(p.x, 0.0f) * gain + lift, fmaxf(p.y, 0.0f) * gain + lift, fmaxf(p.z, 0.0f) * gain + lift, p.w);
}
static __device__ __forceinline__ float filmic(float c) {
    return __fdividef(c * (2.51f * c + 0.03f), c * (2.43f * c + 0.59f) + 0.14f);
}
static __device__ __forceinline__ float4 tone(float4 p) { return make_float4(filmic(p.x), filmic(p.y), filmic(p.z), p.w); }
static __device__ __forceinline__ float4 finish(float4 p, float saturation, float dx, float dy) {
    float luma = 0.2126f * p.x + 0.7152f * p.y + 0.0722f * p.z;
    float fall = 1.0f - 0.35f * (dx * dx + dy * dy);
    return make_float4((luma + saturation * (p.x - luma)) * fall, (luma + saturation * (p.y - luma)) * fall,
                       (luma + saturation * (p.z - luma)) * fall, p.w);
}
__global__ void __launch_bounds__(256) film_grade_vi_a(const float4* __restrict__ frame, float4* __restrict__ exposed, float gain, float lift) {
    int x = blockIdx.x * 256 + threadIdx.x;
    int i = blockIdx.y * (gridDim.x * 256) + x;
    exposed[i] = expose(frame[i], gain, lift);
}
__global__ void __launch_bounds__(256) film_grade_vi_a2(const float4* __restrict__ exposed, float4* __restrict__ toned) {
    int x = blockIdx.x * 256 + threadIdx.x;
    int i = blockIdx.y * (gridDim.x * 256) + x;
    toned[i] = tone(exposed[i]);
}
__global__ void __launch_bounds__(256) film_grade_vi_a3(const float4* __restrict__ toned, float4* __restrict__ graded, float saturation, float sx, float sy) {
    int x = blockIdx.x * 256 + threadIdx.x;
    int i = blockIdx.y * (gridDim.x * 256) + x;
    graded[i] = finish(toned[i], saturation, x * sx - 1.0f, blockIdx.y * sy - 1.0f);
}
__global__ void __launch_bounds__(256) film_grade_vi_b(const float4* __restrict__ frame, float4* __restrict__ graded, float gain, float lift,
                                                    float saturation, float sx, float sy) {
    int x = blockIdx.x * 256 + threadIdx.x;
    int i = blockIdx.y * (gridDim.x * 256) + x;
    graded[i] = finish(tone(expose(frame[i], gain, lift)), saturation, x * sx - 1.0f, blockIdx.y * sy - 1.0f);
}

// ---------------------------------------------------------------------------------------------------------------------
// token_mix: transformer block glue over rows of 2048 channels: residual + bias, RMS norm, SiLU gate; one row per block of 256.
constexpr int kRow4 = 512;  // float4 per row
static __device__ __forceinline__ float4 residual(float4 x, float4 r, float4 b) {
    return make_float4(x.x + r.x + b.x, x.y + r.y + b.y, x.z + r.z + b.z, x.w + r.w + b.w);
}
static __device__ __forceinline__ float squares(float4 v) { return v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w; }
static __device__ __forceinline__ float row_total(float v) {
    __shared__ float partial[8];
    for (int d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = v;
    __syncthreads();
    float total = 0.0f;
#pragma unroll
    for (int w = 0; w < 8; ++w) total += partial[w];
    return total;
}
static __device__ __forceinline__ float4 scaled(float4 v, float s, float4 g) { return make_float4(v.x * s * g.x, v.y * s * g.y, v.z * s * g.z, v.w * s * g.w); }
static __device__ __forceinline__ float silu(float g) { return __fdividef(g, 1.0f + __expf(-g)); }
static __device__ __forceinline__ float4 gated(float4 v, float4 g) { return make_float4(v.x * silu(g.x), v.y * silu(g.y), v.z * silu(g.z), v.w * silu(g.w)); }
__global__ void __launch_bounds__(256) token_mix_a(const float4* __restrict__ x, const float4* __restrict__ skip, const float4* __restrict__ bias,
                                                   float4* __restrict__ hidden) {
    size_t row = (size_t)blockIdx.x * kRow4;
    int t = threadIdx.x;
    hidden[row + t] = residual(x[row + t], skip[row + t], bias[t]);
    hidden[row + t + 256] = residual(x[row + t + 256], skip[row + t + 256], bias[t + 256]);
}
__global__ void __launch_bounds__(256) token_mix_a2(const float4* __restrict__ hidden, const float4* __restrict__ weight, float4* __restrict__ normed) {
    size_t row = (size_t)blockIdx.x * kRow4;
    int t = threadIdx.x;
    float4 p = hidden[row + t], q = hidden[row + t + 256];
    float s = rsqrtf(row_total(squares(p) + squares(q)) * (1.0f / 2048) + 1e-5f);
    normed[row + t] = scaled(p, s, weight[t]);
    normed[row + t + 256] = scaled(q, s, weight[t + 256]);
}
__global__ void __launch_bounds__(256) token_mix_a3(const float4* __restrict__ normed, const float4* __restrict__ gate, float4* __restrict__ mixed) {
    size_t row = (size_t)blockIdx.x * kRow4;
    int t = threadIdx.x;
    mixed[row + t] = gated(normed[row + t], gate[row + t]);
    mixed[row + t + 256] = gated(normed[row + t + 256], gate[row + t + 256]);
}
__global__ void __launch_bounds__(256) token_mix_b(const float4* __restrict__ x, const float4* __restrict__ skip, const float4* __restrict__ bias,
                                                   const float4* __restrict__ weight, const float4* __restrict__ gate, float4* __restrict__ mixed) {
    size_t row = (size_t)blockIdx.x * kRow4;
    int t = threadIdx.x;
    float4 g0 = gate[row + t], g1 = gate[row + t + 256];
    float4 p = residual(x[row + t], skip[row + t], bias[t]);
    float4 q = residual(x[row + t + 256], skip[row + t + 256], bias[t + 256]);
    float s = rsqrtf(row_total(squares(p) + squares(q)) * (1.0f / 2048) + 1e-5f);
    mixed[row + t] = gated(scaled(p, s, weight[t]), g0);
    mixed[row + t + 256] = gated(scaled(q, s, weight[t + 256]), g1);
}

// ---------------------------------------------------------------------------------------------------------------------
// drum_membrane: 40 time steps of the damped wave equation on a 64 x 64 drum skin with a fixed rim (physical-model audio).
constexpr int kSkin = 64;
__global__ void __launch_bounds__(256) drum_membrane_a(const float* __restrict__ before, const float* __restrict__ now, float* __restrict__ after,
                                                       float speed, float loss) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, i = y * kSkin + x;
    float u = now[i];
    float left = x > 0 ? now[i - 1] : 0.0f, right = x < kSkin - 1 ? now[i + 1] : 0.0f;
    float up = y > 0 ? now[i - kSkin] : 0.0f, down = y < kSkin - 1 ? now[i + kSkin] : 0.0f;
    float bend = left + right + up + down - 4.0f * u;
    after[i] = u + loss * (u - before[i]) + speed * bend;
}
__global__ void __launch_bounds__(1024) drum_membrane_b(const float* __restrict__ before, const float* __restrict__ now, float* __restrict__ after,
                                                        float speed, float loss, int steps) {
    __shared__ float skin[2][kSkin + 2][kSkin + 2];
    for (int i = threadIdx.x; i < 2 * (kSkin + 2) * (kSkin + 2); i += 1024) (&skin[0][0][0])[i] = 0.0f;
    __syncthreads();
    int x = threadIdx.x & 63, y0 = threadIdx.x >> 6;
    float old[4], cur[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int y = y0 + j * 16;
        old[j] = before[y * kSkin + x];
        cur[j] = now[y * kSkin + x];
        skin[0][y + 1][x + 1] = cur[j];
    }
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        int from = s & 1;
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            int y = y0 + j * 16;
            float bend = skin[from][y + 1][x] + skin[from][y + 1][x + 2] + skin[from][y][x + 1] + skin[from][y + 2][x + 1] - 4.0f * cur[j];
            float next = cur[j] + loss * (cur[j] - old[j]) + speed * bend;
            old[j] = cur[j];
            cur[j] = next;
            skin[from ^ 1][y + 1][x + 1] = next;
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 4; ++j) after[(y0 + j * 16) * kSkin + x] = cur[j];
}

// ---------------------------------------------------------------------------------------------------------------------
// bond_desk: present values of 2048 coupon bonds on each of 48 yield curves.
constexpr int kCurves = 48, kBonds = 2048, kCoupons = 12, kKnots = 16;
static __device__ __forceinline__ float present_value(const float* zero, float coupon, float spread) {
    float value = 0.0f;
#pragma unroll
    for (int c = 1; c <= kCoupons; ++c) {
        float rate = 0.03f + 0.01f * zero[c] + 0.002f * spread;
        value += (0.04f + 0.01f * coupon) * __expf(-rate * c);
        if (c == kCoupons) value += __expf(-rate * c);
    }
    return value;
}
__global__ void __launch_bounds__(128) bond_desk_a(const float* __restrict__ zero, const float2* __restrict__ bonds, float* __restrict__ values) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float2 b = bonds[i];
    values[i] = present_value(zero, b.x, b.y);
}
__global__ void __launch_bounds__(128) bond_desk_b(const float* __restrict__ zero, const float2* __restrict__ bonds, float* __restrict__ values) {
    int i = blockIdx.x * 128 + threadIdx.x, curve = blockIdx.y;
    float2 b = bonds[curve * kBonds + i];
    values[curve * kBonds + i] = present_value(zero + curve * kKnots, b.x, b.y);
}

// ---------------------------------------------------------------------------------------------------------------------
// perfusion_match: least-absolute-deviation match of voxel time curves (stored time-major) to a dictionary of 32 model curves,
// a tile of 512 voxels x 8 curves per block.
constexpr int kTimes = 64, kCurveTile = 8, kVoxelTile = 512;
static __device__ __forceinline__ void match_tile(const float4* signal, const float* dictionary, float4* best, int voxels4, int tile, int group) {
    __shared__ float4 model[kTimes][kCurveTile / 4];
    for (int i = threadIdx.x; i < kTimes * kCurveTile; i += 128)
        (&model[0][0].x)[i] = dictionary[(size_t)group * kTimes * kCurveTile + i];
    __syncthreads();
    int v = tile * (kVoxelTile / 4) + threadIdx.x;
    float error[kCurveTile][4];
#pragma unroll
    for (int c = 0; c < kCurveTile; ++c) error[c][0] = error[c][1] = error[c][2] = error[c][3] = 0.0f;
#pragma unroll 8
    for (int t = 0; t < kTimes; ++t) {
        float4 s = __ldg(&signal[(size_t)t * voxels4 + v]);
        float4 m0 = model[t][0], m1 = model[t][1];
        float m[kCurveTile] = {m0.x, m0.y, m0.z, m0.w, m1.x, m1.y, m1.z, m1.w};
#pragma unroll
        for (int c = 0; c < kCurveTile; ++c) {
            error[c][0] += fabsf(s.x - m[c]);
            error[c][1] += fabsf(s.y - m[c]);
            error[c][2] += fabsf(s.z - m[c]);
            error[c][3] += fabsf(s.w - m[c]);
        }
    }
    float least[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        least[j] = error[0][j];
#pragma unroll
        for (int c = 1; c < kCurveTile; ++c) least[j] = fminf(least[j], error[c][j]);
    }
    best[(size_t)group * voxels4 + v] = make_float4(least[0], least[1], least[2], least[3]);
}
__global__ void __launch_bounds__(128) perfusion_match_a(const float4* __restrict__ signal, const float* __restrict__ dictionary, float4* __restrict__ best,
                                                         int voxels4) {
    match_tile(signal, dictionary, best, voxels4, blockIdx.x, blockIdx.y);
}
__global__ void __launch_bounds__(128) perfusion_match_b(const float4* __restrict__ signal, const float* __restrict__ dictionary, float4* __restrict__ best,
                                                         int voxels4, int groups) {
    int linear = blockIdx.x + gridDim.x * blockIdx.y;  // the groups of one voxel tile run next to each other
    match_tile(signal, dictionary, best, voxels4, linear / groups, linear % groups);
}

// ---------------------------------------------------------------------------------------------------------------------
// lidar_frame: moves a LiDAR sweep into the map frame and attenuates its reflectance with range.
struct Pose { float r[9], t[3]; };
static __device__ __forceinline__ float4 to_map(float4 p, const Pose& pose) {
    float x = pose.r[0] * p.x + pose.r[1] * p.y + pose.r[2] * p.z + pose.t[0];
    float y = pose.r[3] * p.x + pose.r[4] * p.y + pose.r[5] * p.z + pose.t[1];
    float z = pose.r[6] * p.x + pose.r[7] * p.y + pose.r[8] * p.z + pose.t[2];
    float range2 = p.x * p.x + p.y * p.y + p.z * p.z;
    return make_float4(x, y, z, p.w * fminf(range2 * 4.0f, 1.0f));
}
__global__ void __launch_bounds__(256) lidar_frame_a(const float4* __restrict__ sweep, float4* __restrict__ map, Pose pose, int points) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points) map[i] = to_map(sweep[i], pose);
}
__global__ void __launch_bounds__(256) lidar_frame_b(const float4* __restrict__ sweep, float4* __restrict__ map, Pose pose, int points) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < points) map[i] = to_map(sweep[i], pose);
}

// ---------------------------------------------------------------------------------------------------------------------
// pollen_decay: pollen load per map cell from emission, distance and canopy cover (a stream over three inputs and one output).
__global__ void __launch_bounds__(256) pollen_decay_a(const float4* __restrict__ emission, const float4* __restrict__ distance,
                                                      const float4* __restrict__ canopy, float4* __restrict__ load, int cells4, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 e = emission[i], d = distance[i], c = canopy[i], o;
    o.x = fabsf(e.x) * expf(-rate * fabsf(d.x)) * (1.0f - 0.4f * fabsf(c.x));
    o.y = fabsf(e.y) * expf(-rate * fabsf(d.y)) * (1.0f - 0.4f * fabsf(c.y));
    o.z = fabsf(e.z) * expf(-rate * fabsf(d.z)) * (1.0f - 0.4f * fabsf(c.z));
    o.w = fabsf(e.w) * expf(-rate * fabsf(d.w)) * (1.0f - 0.4f * fabsf(c.w));
    load[i] = o;
}
__global__ void __launch_bounds__(256) pollen_decay_b(const float4* __restrict__ emission, const float4* __restrict__ distance,
                                                      const float4* __restrict__ canopy, float4* __restrict__ load, int cells4, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells4) return;
    float4 e = emission[i], d = distance[i], c = canopy[i], o;
    o.x = fabsf(e.x) * __expf(-rate * fabsf(d.x)) * (1.0f - 0.4f * fabsf(c.x));
    o.y = fabsf(e.y) * __expf(-rate * fabsf(d.y)) * (1.0f - 0.4f * fabsf(c.y));
    o.z = fabsf(e.z) * __expf(-rate * fabsf(d.z)) * (1.0f - 0.4f * fabsf(c.z));
    o.w = fabsf(e.w) * __expf(-rate * fabsf(d.w)) * (1.0f - 0.4f * fabsf(c.w));
    load[i] = o;
}

// ---------------------------------------------------------------------------------------------------------------------
// galaxy_tracers: accelerations of tracer stars by 2048 massive particles (n-body), two tracers per thread, masses tiled in shared memory.
static __device__ __forceinline__ float inverse_root(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
static __device__ __forceinline__ void attract(float3& a, float4 p, float4 m) {
    float dx = m.x - p.x, dy = m.y - p.y, dz = m.z - p.z;
    float r2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f)));
    float inv = inverse_root(r2);
    float s = m.w * inv * (inv * inv);
    a.x = fmaf(s, dx, a.x); a.y = fmaf(s, dy, a.y); a.z = fmaf(s, dz, a.z);
}
__global__ void __launch_bounds__(256, 6) galaxy_tracers_a(const float4* __restrict__ tracers, const float4* __restrict__ masses,
                                                           float4* __restrict__ acceleration, int massCount) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 512 + threadIdx.x;
    float4 p = tracers[i], q = tracers[i + 256];
    float3 a = make_float3(0.0f, 0.0f, 0.0f), b = a;
    for (int start = 0; start < massCount; start += 256) {
        tile[threadIdx.x] = masses[start + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 m = tile[k];
            attract(a, p, m);
            attract(b, q, m);
        }
        __syncthreads();
    }
    acceleration[i] = make_float4(a.x, a.y, a.z, p.w);
    acceleration[i + 256] = make_float4(b.x, b.y, b.z, q.w);
}

// ---------------------------------------------------------------------------------------------------------------------
// weight_step: one Adam-like optimiser step, reading weights, gradients and both moments and writing the new weights and moments.
static __device__ __forceinline__ void step_one(float& w, float g, float& m, float& v, float rate) {
    m = 0.9f * m + 0.1f * g;
    v = 0.999f * v + 0.001f * g * g;
    float inv; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inv) : "f"(fabsf(v) + 1e-8f));
    w = w * 0.9999f - rate * m * inv;
}
__global__ void __launch_bounds__(256) weight_step_a(const float4* __restrict__ weight, const float4* __restrict__ gradient, const float4* __restrict__ first,
                                                     const float4* __restrict__ second, float4* __restrict__ newWeight, float4* __restrict__ newFirst,
                                                     float4* __restrict__ newSecond, int count4, float rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count4) return;
    float4 w = weight[i], g = gradient[i], m = first[i], v = second[i];
    step_one(w.x, g.x, m.x, v.x, rate);
    step_one(w.y, g.y, m.y, v.y, rate);
    step_one(w.z, g.z, m.z, v.z, rate);
    step_one(w.w, g.w, m.w, v.w, rate);
    newWeight[i] = w;
    newFirst[i] = m;
    newSecond[i] = v;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const size_t big = (size_t)1 << 26;  // 64 Mi floats, 256 MB
    float *s0 = filled<float>(big, 1), *s1 = filled<float>(big, 2), *s2 = filled<float>(big, 3), *s3 = filled<float>(big, 4);
    float *out = empty<float>(big), *t0 = empty<float>(big), *t1 = empty<float>(big);
    const float4 *v0 = (const float4*)s0, *v1 = (const float4*)s1, *v2 = (const float4*)s2, *v3 = (const float4*)s3;
    float4 *o = (float4*)out, *m0 = (float4*)t0, *m1 = (float4*)t1;

    {   // damper_bank
        int units4 = 1 << 21, grid = units4 / 256;
        cases.push_back({"damper_bank_a", [=] { damper_bank_a<<<grid, 256>>>(v0, v1, v2, o, m0, units4, 120, 0.02f); }, out, (size_t)units4 * 4});
        cases.push_back({"damper_bank_b", [=] { damper_bank_b<<<grid, 256>>>(v0, v1, v2, o, m0, units4, 120, 0.02f); }, out, (size_t)units4 * 4});
    }
    {   // radio_fir
        float2 taps[kTaps];
        for (int k = 0; k < kTaps; ++k) taps[k] = make_float2(0.2f * unit(2 * k + 31), 0.2f * unit(2 * k + 32));
        CHECK(cudaMemcpyToSymbol(kChannel, taps, sizeof taps));
        int grid = 12 << 10;  // 12 Mi complex samples of the 32 Mi in the buffer
        const float2* iq = (const float2*)s0; float2* filtered = (float2*)out;
        cases.push_back({"radio_fir_a", [=] { radio_fir_a<<<grid, 128>>>(iq, filtered); }, out, (size_t)grid * kSpan * 2});
        cases.push_back({"radio_fir_b", [=] { radio_fir_b<<<grid, 128>>>(iq, filtered); }, out, (size_t)grid * kSpan * 2});
    }
    {   // film_grade: 4096 x 4096 pixels, 256 MB a buffer
        dim3 grid(16, 4096); float sx = 2.0f / 4096, sy = 2.0f / 4096;
        cases.push_back({"film_grade_vi_a", [=] {
            film_grade_vi_a<<<grid, 256>>>(v0, m0, 1.6f, 0.01f);
            film_grade_vi_a2<<<grid, 256>>>(m0, m1);
            film_grade_vi_a3<<<grid, 256>>>(m1, o, 1.2f, sx, sy); }, out, big});
        cases.push_back({"film_grade_vi_b", [=] { film_grade_vi_b<<<grid, 256>>>(v0, o, 1.6f, 0.01f, 1.2f, sx, sy); }, out, big});
    }
    {   // token_mix: 24576 rows of 2048, 192 MB a buffer; bias and weight are the first rows of s3
        int rows = 24576;
        const float4 *bias = v3, *weight = v3 + kRow4;
        cases.push_back({"token_mix_a", [=] {
            token_mix_a<<<rows, 256>>>(v0, v1, bias, m0);
            token_mix_a2<<<rows, 256>>>(m0, weight, m1);
            token_mix_a3<<<rows, 256>>>(m1, v2, o); }, out, (size_t)rows * kRow4 * 4});
        cases.push_back({"token_mix_b", [=] { token_mix_b<<<rows, 256>>>(v0, v1, bias, weight, v2, o); }, out, (size_t)rows * kRow4 * 4});
    }
    {   // drum_membrane
        const int steps = 40; size_t n = kSkin * kSkin;
        dim3 block(32, 8), grid(2, 8);
        float *ring0 = t0, *ring1 = t0 + n, *ring2 = t0 + 2 * n;
        cases.push_back({"drum_membrane_a", [=] {
            float* ring[3] = {ring0, ring1, ring2};
            const float *before = s0, *now = s1;
            for (int s = 0; s < steps; ++s) {
                float* after = s == steps - 1 ? out : ring[s % 3];
                drum_membrane_a<<<grid, block>>>(before, now, after, 0.2f, 0.98f);
                before = now; now = after;
            } }, out, n});
        cases.push_back({"drum_membrane_b", [=] { drum_membrane_b<<<1, 1024>>>(s0, s1, out, 0.2f, 0.98f, steps); }, out, n});
    }
    {   // bond_desk
        const float2* bonds = (const float2*)s1;
        cases.push_back({"bond_desk_a", [=] {
            for (int c = 0; c < kCurves; ++c) bond_desk_a<<<kBonds / 128, 128>>>(s0 + c * kKnots, bonds + c * kBonds, out + c * kBonds); }, out, (size_t)kCurves * kBonds});
        cases.push_back({"bond_desk_b", [=] { bond_desk_b<<<dim3(kBonds / 128, kCurves), 128>>>(s0, bonds, out); }, out, (size_t)kCurves * kBonds});
    }
    {   // perfusion_match: 1 Mi voxels x 64 times, 256 MB; 4 groups of 8 curves
        int voxels4 = 1 << 18, tiles = (1 << 20) / kVoxelTile, groups = 4;
        dim3 grid(tiles, groups);
        cases.push_back({"perfusion_match_a", [=] { perfusion_match_a<<<grid, 128>>>(v0, s1, o, voxels4); }, out, (size_t)voxels4 * 4 * groups});
        cases.push_back({"perfusion_match_b", [=] { perfusion_match_b<<<grid, 128>>>(v0, s1, o, voxels4, groups); }, out, (size_t)voxels4 * 4 * groups});
    }
    {   // lidar_frame: 1.5 Mi points, 24 MB
        int points = 3 << 19, grid = points / 256;
        float4 *host, *mapped, *resident;
        CHECK(cudaHostAlloc((void**)&host, (size_t)points * sizeof(float4), cudaHostAllocMapped));
        for (int i = 0; i < points; ++i) host[i] = make_float4(unit(4 * i), unit(4 * i + 1), unit(4 * i + 2), unit(4 * i + 3));
        CHECK(cudaHostGetDevicePointer((void**)&mapped, host, 0));
        CHECK(cudaMalloc((void**)&resident, (size_t)points * sizeof(float4)));
        CHECK(cudaMemcpy(resident, host, (size_t)points * sizeof(float4), cudaMemcpyHostToDevice));
        Pose pose = {{0.8f, -0.6f, 0.0f, 0.6f, 0.8f, 0.0f, 0.0f, 0.0f, 1.0f}, {12.5f, -3.0f, 1.8f}};
        cases.push_back({"lidar_frame_a", [=] { lidar_frame_a<<<grid, 256>>>(mapped, o, pose, points); }, out, (size_t)points * 4});
        cases.push_back({"lidar_frame_b", [=] { lidar_frame_b<<<grid, 256>>>(resident, o, pose, points); }, out, (size_t)points * 4});
    }
    {   // pollen_decay
        int cells4 = 1 << 23, grid = cells4 / 256;
        cases.push_back({"pollen_decay_a", [=] { pollen_decay_a<<<grid, 256>>>(v0, v1, v2, o, cells4, 1.7f); }, out, (size_t)cells4 * 4});
        cases.push_back({"pollen_decay_b", [=] { pollen_decay_b<<<grid, 256>>>(v0, v1, v2, o, cells4, 1.7f); }, out, (size_t)cells4 * 4});
    }
    {   // galaxy_tracers: 132 x 6 blocks, one full wave
        int grid = 132 * 6;
        cases.push_back({"galaxy_tracers_a", [=] { galaxy_tracers_a<<<grid, 256>>>(v0, v1, o, 2048); }, out, (size_t)grid * 512 * 4});
    }
    {   // weight_step
        int count4 = 1 << 23, grid = count4 / 256;
        cases.push_back({"weight_step_a", [=] { weight_step_a<<<grid, 256>>>(v0, v1, v2, v3, o, m0, m1, count4, 0.01f); }, out, (size_t)count4 * 4});
    }
    return run(argc, argv, cases);
}
