// Mixed workloads, second part: control flow, cooperation inside a block, launches.
#include "harness.cuh"

// ---------------------------------------------------------------------------------------------------------------------
// Finance: a book of structured notes of four kinds, each valued along a path of 128 steps; one thread a note.
// a takes the notes in book order (the kinds alternate); b takes them in an order sorted by kind inside each 128 notes.
constexpr int kNotes = 132 * 2048 * 8, kSteps = 128;

__device__ __forceinline__ float note_value(int kind, float spot, float vol) {
    float v = spot, acc = 0.0f;
    const float up = 1.0f + 0.01f * vol;
    switch (kind) {
        case 0:  // forward accrual
#pragma unroll 8
            for (int s = 0; s < kSteps; ++s) { v = fmaf(v, up, -0.005f); acc = fmaf(v, 0.0625f, acc); acc = fmaf(acc, -0.002f, acc); v = fmaf(acc, 0.0001f, v); }
            return acc;
        case 1:  // mean-reverting rate
#pragma unroll 8
            for (int s = 0; s < kSteps; ++s) { const float gap = 0.03f - v; v = fmaf(gap, 0.05f, v); v = fmaf(vol, 0.002f, v); acc = fmaf(v, v, acc); }
            return 1.0f / (1.0f + acc);
        case 2:  // running extreme
#pragma unroll 8
            for (int s = 0; s < kSteps; ++s) { v = fmaf(v * vol, 0.01f, v); acc = fmaxf(acc, v); v = fmaf(acc, -0.003f, v); }
            return acc - spot;
        default:  // variance leg
#pragma unroll 8
            for (int s = 0; s < kSteps; ++s) { const float d = fmaf(v, up, -spot); acc = fmaf(d, d, acc * 0.995f); v = fmaf(d, 0.02f, v * 0.97f); }
            return acc * vol;
    }
}

__global__ void __launch_bounds__(256) structured_a(const int* __restrict__ kind, const float* __restrict__ spot, const float* __restrict__ vol,
                                                    float* __restrict__ value) {
    const int note = blockIdx.x * 256 + threadIdx.x;
    value[note] = note_value(kind[note], spot[note], vol[note]);
}

__global__ void __launch_bounds__(256) structured_b(const int* __restrict__ order, const int* __restrict__ kind, const float* __restrict__ spot,
                                                    const float* __restrict__ vol, float* __restrict__ value) {
    const int note = order[blockIdx.x * 256 + threadIdx.x];
    value[note] = note_value(kind[note], spot[note], vol[note]);
}

// ---------------------------------------------------------------------------------------------------------------------
// ML layer: sparsemax of rows of 4096 logits, the threshold found by 24 bisections; the row stays in registers.
__global__ void __launch_bounds__(1024) sparsemax_a(const float4* __restrict__ logits, float4* __restrict__ probs) {
    __shared__ float sum[1024];
    const int t = threadIdx.x;
    const float4 z = logits[(size_t)blockIdx.x * 1024 + t];
    float low = -2.0f, high = 1.0f;
    for (int it = 0; it < 24; ++it) {
        const float mid = 0.5f * (low + high);
        sum[t] = (fmaxf(z.x - mid, 0.0f) + fmaxf(z.y - mid, 0.0f)) + (fmaxf(z.z - mid, 0.0f) + fmaxf(z.w - mid, 0.0f));
        __syncthreads();
        for (int s = 512; s > 0; s >>= 1) {
            if (t < s) sum[t] += sum[t + s];
            __syncthreads();
        }
        const float total = sum[0];
        __syncthreads();
        if (total > 1.0f) low = mid; else high = mid;
    }
    probs[(size_t)blockIdx.x * 1024 + t] =
        make_float4(fmaxf(z.x - low, 0.0f), fmaxf(z.y - low, 0.0f), fmaxf(z.z - low, 0.0f), fmaxf(z.w - low, 0.0f));
}

__global__ void __launch_bounds__(1024) sparsemax_b(const float4* __restrict__ logits, float4* __restrict__ probs) {
    __shared__ float sum[2][32];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    const float4 z = logits[(size_t)blockIdx.x * 1024 + t];
    float low = -2.0f, high = 1.0f;
    for (int it = 0; it < 24; ++it) {
        const float mid = 0.5f * (low + high);
        float total = (fmaxf(z.x - mid, 0.0f) + fmaxf(z.y - mid, 0.0f)) + (fmaxf(z.z - mid, 0.0f) + fmaxf(z.w - mid, 0.0f));
#pragma unroll
        for (int s = 16; s; s >>= 1) total += __shfl_xor_sync(~0u, total, s);
        if (lane == 0) sum[it & 1][warp] = total;
        __syncthreads();
        total = sum[it & 1][lane];
#pragma unroll
        for (int s = 16; s; s >>= 1) total += __shfl_xor_sync(~0u, total, s);
        if (total > 1.0f) low = mid; else high = mid;
    }
    probs[(size_t)blockIdx.x * 1024 + t] =
        make_float4(fmaxf(z.x - low, 0.0f), fmaxf(z.y - low, 0.0f), fmaxf(z.z - low, 0.0f), fmaxf(z.w - low, 0.0f));
}

// ---------------------------------------------------------------------------------------------------------------------
// Robotics: lidar returns (x, y, z, intensity) moved into the world frame, intensity corrected for the range.
struct Pose { float r[9]; float t[3]; };

__device__ __forceinline__ float4 to_world(const Pose& q, float4 p) {
    const float range2 = p.x * p.x + p.y * p.y + p.z * p.z;
    return make_float4(q.r[0] * p.x + q.r[1] * p.y + q.r[2] * p.z + q.t[0], q.r[3] * p.x + q.r[4] * p.y + q.r[5] * p.z + q.t[1],
                       q.r[6] * p.x + q.r[7] * p.y + q.r[8] * p.z + q.t[2], p.w * (0.2f + range2));
}
__device__ __forceinline__ void move_cloud(const float4* __restrict__ cloud, float4* __restrict__ world, int n, const Pose& pose) {
    const int stride = gridDim.x * 256;
    int i = blockIdx.x * 256 + threadIdx.x;
    for (; i + 3 * stride < n; i += 4 * stride) {
        float4 p[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) p[k] = cloud[i + k * stride];
#pragma unroll
        for (int k = 0; k < 4; ++k) world[i + k * stride] = to_world(pose, p[k]);
    }
    for (; i < n; i += stride) world[i] = to_world(pose, cloud[i]);
}
__global__ void __launch_bounds__(256) lidar_a(const float4* __restrict__ cloud, float4* __restrict__ world, int n, Pose pose) { move_cloud(cloud, world, n, pose); }
__global__ void __launch_bounds__(256) lidar_b(const float4* __restrict__ cloud, float4* __restrict__ world, int n, Pose pose) { move_cloud(cloud, world, n, pose); }

// ---------------------------------------------------------------------------------------------------------------------
// Neuroscience: FitzHugh-Nagumo neurons under their own input current, 400 steps; columns of 16 neurons.
constexpr int kNeurons = 132 * 2048 * 4;

__device__ __forceinline__ void integrate(const float* __restrict__ current, const float* __restrict__ start, float* __restrict__ state, int n) {
    float v = start[n], w = 0.2f * start[n];
    const float drive = 0.5f + 0.1f * current[n];
    int spikes = 0;
#pragma unroll 4
    for (int s = 0; s < 400; ++s) {
        const float cubic = v * v * (-1.0f / 3.0f);
        const float dv = fmaf(cubic, v, v) - w + drive;
        const float dw = fmaf(w, -0.8f, v) + 0.7f;
        const float next = fmaf(dv, 0.05f, v);
        spikes += (v < 1.0f && next >= 1.0f);
        w = fmaf(dw, 0.004f, w);
        v = next;
    }
    state[n] = v + (float)spikes;
}
__global__ void cortex_a(const float* __restrict__ current, const float* __restrict__ start, float* __restrict__ state) {
    integrate(current, start, state, blockIdx.x * blockDim.x + threadIdx.x);
}
__global__ void cortex_b(const float* __restrict__ current, const float* __restrict__ start, float* __restrict__ state) {
    integrate(current, start, state, blockIdx.x * blockDim.x + threadIdx.x);
}

// ---------------------------------------------------------------------------------------------------------------------
// ML layer: layer normalisation of 65536 tokens of 1024 features with gain, bias and ReLU; one warp a token.
constexpr int kTokens = 65536, kFeatures = 1024;

__device__ __forceinline__ float warp_sum(float v) {
#pragma unroll
    for (int s = 16; s; s >>= 1) v += __shfl_xor_sync(~0u, v, s);
    return v;
}
__device__ __forceinline__ float add4(float4 v) { return (v.x + v.y) + (v.z + v.w); }
__device__ __forceinline__ float dot4(float4 v) { return (v.x * v.x + v.y * v.y) + (v.z * v.z + v.w * v.w); }
__device__ __forceinline__ float4 relu_affine(float4 v, float4 g, float4 b) {
    return make_float4(fmaxf(fmaf(v.x, g.x, b.x), 0.0f), fmaxf(fmaf(v.y, g.y, b.y), 0.0f), fmaxf(fmaf(v.z, g.z, b.z), 0.0f), fmaxf(fmaf(v.w, g.w, b.w), 0.0f));
}
__device__ __forceinline__ size_t token_base() { return ((size_t)blockIdx.x * 8 + (threadIdx.x >> 5)) * (kFeatures / 4) + (threadIdx.x & 31); }

__global__ void __launch_bounds__(256) tokennorm_a(const float4* __restrict__ x, float4* __restrict__ centred) {
    const size_t base = token_base();
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[base + k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += add4(v[k]);
    const float mean = warp_sum(sum) * (1.0f / kFeatures);
#pragma unroll
    for (int k = 0; k < 8; ++k) centred[base + k * 32] = make_float4(v[k].x - mean, v[k].y - mean, v[k].z - mean, v[k].w - mean);
}
__global__ void __launch_bounds__(256) tokennorm_a2(const float4* __restrict__ centred, float4* __restrict__ scaled) {
    const size_t base = token_base();
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = centred[base + k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += dot4(v[k]);
    const float rs = rsqrtf(warp_sum(sum) * (1.0f / kFeatures) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k) scaled[base + k * 32] = make_float4(v[k].x * rs, v[k].y * rs, v[k].z * rs, v[k].w * rs);
}
__global__ void __launch_bounds__(256) tokennorm_a3(const float4* __restrict__ scaled, const float4* __restrict__ gain, const float4* __restrict__ bias,
                                                    float4* __restrict__ y) {
    const size_t base = token_base();
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int k = 0; k < 8; ++k) y[base + k * 32] = relu_affine(scaled[base + k * 32], gain[lane + k * 32], bias[lane + k * 32]);
}
__global__ void __launch_bounds__(256) tokennorm_b(const float4* __restrict__ x, const float4* __restrict__ gain, const float4* __restrict__ bias,
                                                   float4* __restrict__ y) {
    const size_t base = token_base();
    const int lane = threadIdx.x & 31;
    float4 v[8];
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = x[base + k * 32];
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += add4(v[k]);
    const float mean = warp_sum(sum) * (1.0f / kFeatures);
    sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] = make_float4(v[k].x - mean, v[k].y - mean, v[k].z - mean, v[k].w - mean); sum += dot4(v[k]); }
    const float rs = rsqrtf(warp_sum(sum) * (1.0f / kFeatures) + 1e-5f);
#pragma unroll
    for (int k = 0; k < 8; ++k)
        y[base + k * 32] = relu_affine(make_float4(v[k].x * rs, v[k].y * rs, v[k].z * rs, v[k].w * rs), gain[lane + k * 32], bias[lane + k * 32]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Genetics: for every sample the summed kinship to all samples before it (lower triangle), a warp a sample, two samples a warp.
// a gives every block a contiguous range of samples; b deals the samples out cyclically.
constexpr int kGenomes = 132 * 64;

__device__ __forceinline__ float kinship(const float4 me, const float4 other) {
    const float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z, dw = me.w - other.w;
    const float u = 0.125f * fmaf(dx, dx, dy * dy), v = 0.125f * fmaf(dz, dz, dw * dw);
    float a = 0.011f, b = 0.013f, c = 0.5f;   // three fitted series of the similarity measure
#pragma unroll
    for (int k = 0; k < 28; ++k) {
        a = fmaf(a, u, 0.01f * k - 0.11f);
        b = fmaf(b, v, 0.13f - 0.01f * k);
        c = fmaf(c, 0.4f, a * 0.01f);
    }
    return a + b + c;
}
__device__ __forceinline__ void kin_row(const float4* __restrict__ genome, float* __restrict__ total, int i) {
    const int lane = threadIdx.x & 31;
    const float4 me = genome[i];
    float sum = 0.0f;
    for (int j = lane; j < i; j += 32) sum += kinship(me, genome[j]);
    sum = warp_sum(sum);
    if (lane == 0) total[i] = sum;
}
__global__ void __launch_bounds__(1024) pedigree_a(const float4* __restrict__ genome, float* __restrict__ total) {
    const int warp = threadIdx.x >> 5, first = blockIdx.x * 64;
    for (int k = 0; k < 2; ++k) kin_row(genome, total, first + k * 32 + warp);
}
__global__ void __launch_bounds__(1024) pedigree_b(const float4* __restrict__ genome, float* __restrict__ total) {
    const int warp = threadIdx.x >> 5;
    for (int k = 0; k < 2; ++k) {
        const int slot = k ? 31 - warp : warp;   // long with short
        kin_row(genome, total, (k * 32 + slot) * 132 + (int)blockIdx.x);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Oceanography: drifting plankton, twelve quantities a particle, 768 steps of buoyancy and shear.
// a has the particles as structures; b as twelve arrays.
struct Plankton { float x, y, z, u, v, w, mass, drag, lift, salt, light, age; };
constexpr int kPlankton = 132 * 2048 * 4;

__device__ __forceinline__ float3 drift(Plankton p) {
    const float damp = 1.0f - 0.01f * fabsf(p.drag), buoy = 0.001f * p.lift, shear = 0.002f * p.salt, pull = -0.0005f * p.light;
    p.w = fmaf(p.mass, -0.002f, p.w);
    p.u = fmaf(p.age, 0.001f, p.u);
#pragma unroll 4
    for (int s = 0; s < 768; ++s) {
        p.u = fmaf(p.u, damp, shear); p.v = fmaf(p.v, damp, pull); p.w = fmaf(p.w, damp, buoy);
        p.u = fmaf(p.z, 0.001f, p.u); p.w = fmaf(p.z, -0.002f, p.w);
        p.x = fmaf(p.u, 0.01f, p.x); p.y = fmaf(p.v, 0.01f, p.y); p.z = fmaf(p.w, 0.01f, p.z);
    }
    return make_float3(p.x, p.y, p.z);
}
__global__ void __launch_bounds__(256) plankton_a(const Plankton* __restrict__ swarm, float* __restrict__ place) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float3 r = drift(swarm[i]);
    place[i] = r.x; place[kPlankton + i] = r.y; place[2 * kPlankton + i] = r.z;
}
__global__ void __launch_bounds__(256) plankton_b(const float* __restrict__ swarm, float* __restrict__ place) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    Plankton p;
    p.x = swarm[i]; p.y = swarm[kPlankton + i]; p.z = swarm[2 * kPlankton + i];
    p.u = swarm[3 * kPlankton + i]; p.v = swarm[4 * kPlankton + i]; p.w = swarm[5 * kPlankton + i];
    p.mass = swarm[6 * kPlankton + i]; p.drag = swarm[7 * kPlankton + i]; p.lift = swarm[8 * kPlankton + i];
    p.salt = swarm[9 * kPlankton + i]; p.light = swarm[10 * kPlankton + i]; p.age = swarm[11 * kPlankton + i];
    const float3 r = drift(p);
    place[i] = r.x; place[kPlankton + i] = r.y; place[2 * kPlankton + i] = r.z;
}

// ---------------------------------------------------------------------------------------------------------------------
// Photography: two exposures merged by a weight that depends on the brightness.
__device__ __forceinline__ float merge_a(float dark, float bright) {
    const float w = 0.5 + 0.43 * bright;      // as in the paper
    return fmaf(w, dark - bright, bright);
}
__device__ __forceinline__ float merge_b(float dark, float bright) {
    const float w = 0.5f + 0.43f * bright;
    return fmaf(w, dark - bright, bright);
}
__global__ void __launch_bounds__(256) exposure_a(const float4* __restrict__ dark, const float4* __restrict__ bright, float4* __restrict__ merged) {
    const size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    const float4 d0 = dark[i], b0 = bright[i], d1 = dark[i + 256], b1 = bright[i + 256];
    merged[i] = make_float4(merge_a(d0.x, b0.x), merge_a(d0.y, b0.y), merge_a(d0.z, b0.z), merge_a(d0.w, b0.w));
    merged[i + 256] = make_float4(merge_a(d1.x, b1.x), merge_a(d1.y, b1.y), merge_a(d1.z, b1.z), merge_a(d1.w, b1.w));
}
__global__ void __launch_bounds__(256) exposure_b(const float4* __restrict__ dark, const float4* __restrict__ bright, float4* __restrict__ merged) {
    const size_t i = blockIdx.x * (size_t)512 + threadIdx.x;
    const float4 d0 = dark[i], b0 = bright[i], d1 = dark[i + 256], b1 = bright[i + 256];
    merged[i] = make_float4(merge_b(d0.x, b0.x), merge_b(d0.y, b0.y), merge_b(d0.z, b0.z), merge_b(d0.w, b0.w));
    merged[i + 256] = make_float4(merge_b(d1.x, b1.x), merge_b(d1.y, b1.y), merge_b(d1.z, b1.z), merge_b(d1.w, b1.w));
}

// ---------------------------------------------------------------------------------------------------------------------
// Heat flow in a plate: one explicit step of a five-point stencil, four columns a thread, rows slide through registers.
constexpr int kPlate = 8192, kRow = kPlate + 64, kStrip = 32;   // 32 columns of border left and right, one row above and below

__global__ void __launch_bounds__(128) plate_a(const float* __restrict__ heat, float* __restrict__ next, float rate) {
    const int x = blockIdx.x * 512 + threadIdx.x * 4 + 32, y0 = blockIdx.y * kStrip + 1;
    const int lane = threadIdx.x & 31;
    const float* p = heat + (size_t)y0 * kRow + x;
    float* q = next + (size_t)y0 * kRow + x;
    auto row = [](const float* r) { return *reinterpret_cast<const float4*>(r); };
    float4 up = row(p - kRow), mid = row(p);
    for (int y = 0; y < kStrip; y += 4) {
        float4 below[4];
        float edge[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            below[k] = row(p + (k + 1) * kRow);
            edge[k] = 0.0f;
            if (lane == 0) edge[k] = p[k * kRow - 1];
            if (lane == 31) edge[k] = p[k * kRow + 4];
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            float left = __shfl_up_sync(~0u, mid.w, 1), right = __shfl_down_sync(~0u, mid.x, 1);
            if (lane == 0) left = edge[k];
            if (lane == 31) right = edge[k];
            const float4 dn = below[k];
            float4 r;
            r.x = fmaf(rate, up.x + dn.x + left + mid.y - 4.0f * mid.x, mid.x);
            r.y = fmaf(rate, up.y + dn.y + mid.x + mid.z - 4.0f * mid.y, mid.y);
            r.z = fmaf(rate, up.z + dn.z + mid.y + mid.w - 4.0f * mid.z, mid.z);
            r.w = fmaf(rate, up.w + dn.w + mid.z + right - 4.0f * mid.w, mid.w);
            *reinterpret_cast<float4*>(q + k * kRow) = r;
            up = mid; mid = dn;
        }
        p += 4 * kRow; q += 4 * kRow;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Training: one step of the Adam optimiser over all weights.
__global__ void __launch_bounds__(256) optimiser_a(const float4* __restrict__ w, const float4* __restrict__ grad, const float4* __restrict__ m,
                                                   const float4* __restrict__ v, float4* __restrict__ w2, float4* __restrict__ m2, float4* __restrict__ v2,
                                                   float rate, float beta1, float beta2) {
    const size_t i = blockIdx.x * (size_t)256 + threadIdx.x;
    const float4 W = w[i], G = grad[i], M = m[i], V = v[i];
    float4 a, b, c;
    auto step = [&](float wi, float g, float mi, float vi, float& wo, float& mo, float& vo) {
        mo = fmaf(beta1, mi - g, g);
        vo = fmaf(beta2, fabsf(vi) - g * g, g * g);
        wo = fmaf(-rate * mo, rsqrtf(vo + 1e-8f), wi);
    };
    step(W.x, G.x, M.x, V.x, a.x, b.x, c.x); step(W.y, G.y, M.y, V.y, a.y, b.y, c.y);
    step(W.z, G.z, M.z, V.z, a.z, b.z, c.z); step(W.w, G.w, M.w, V.w, a.w, b.w, c.w);
    w2[i] = a; m2[i] = b; v2[i] = c;
}

// ---------------------------------------------------------------------------------------------------------------------
// Acoustics: ensembles of damped oscillators, four a thread, 1024 steps of a symplectic scheme.
constexpr int kStrings = 132 * 2048 * 2;

__global__ void __launch_bounds__(256) strings_a(const float4* __restrict__ stiffness, const float4* __restrict__ pluck, float4* __restrict__ place) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    const float4 k4 = stiffness[i], x4 = pluck[i];
    const float k[4] = {-0.02f - 0.01f * k4.x, -0.02f - 0.01f * k4.y, -0.02f - 0.01f * k4.z, -0.02f - 0.01f * k4.w};
    float x[4] = {x4.x, x4.y, x4.z, x4.w}, v[4] = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 16
    for (int s = 0; s < 1024; ++s) {
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = fmaf(k[j], x[j], v[j]);
#pragma unroll
        for (int j = 0; j < 4; ++j) x[j] = fmaf(0.5f, v[j], x[j]);
    }
    place[i] = make_float4(x[0], x[1], x[2], x[3]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Structural mechanics: banded stiffness matrix times vector, 64 entries in every row, one warp does four rows.
constexpr int kEquations = 1 << 20;

__global__ void __launch_bounds__(256) stiffness_a(const float2* __restrict__ value, const int2* __restrict__ column, const float* __restrict__ x,
                                                   float* __restrict__ force) {
    const int lane = threadIdx.x & 31;
    const int row = (blockIdx.x * 8 + (threadIdx.x >> 5)) * 4;
    const size_t base = (size_t)row * 32 + lane;
    float2 a[4];
    int2 c[4];
    float sum[4];
#pragma unroll
    for (int r = 0; r < 4; ++r) { a[r] = value[base + r * 32]; c[r] = column[base + r * 32]; }
#pragma unroll
    for (int r = 0; r < 4; ++r) sum[r] = fmaf(a[r].x, x[c[r].x], a[r].y * x[c[r].y]);
    // four sums at once: lanes halve the rows first
    const bool high = lane & 16, odd = lane & 8;
    float s0 = (high ? sum[2] : sum[0]) + __shfl_xor_sync(~0u, high ? sum[0] : sum[2], 16);
    float s1 = (high ? sum[3] : sum[1]) + __shfl_xor_sync(~0u, high ? sum[1] : sum[3], 16);
    float s = (odd ? s1 : s0) + __shfl_xor_sync(~0u, odd ? s0 : s1, 8);
    s += __shfl_xor_sync(~0u, s, 4);
    s += __shfl_xor_sync(~0u, s, 2);
    s += __shfl_xor_sync(~0u, s, 1);
    if ((lane & 7) == 0) force[row + (lane >> 3)] = s;
}

int main(int argc, char** argv) {
    const size_t big = (size_t)kTokens * kFeatures;    // 64 Mi floats
    const size_t plate = (size_t)kRow * (kPlate + 2);  // the largest, 271 MB
    float* src = harness::filled<float>(plate, 3);
    float* src2 = harness::filled<float>(big, 5);
    float* src3 = harness::filled<float>(big, 11);
    float* src4 = harness::filled<float>(big, 13);
    float* out = harness::empty<float>(plate);
    float* mid = harness::empty<float>(big);
    float* mid2 = harness::empty<float>(big);

    std::vector<int> kinds(kNotes), sorted(kNotes);
    for (int i = 0; i < kNotes; ++i) {
        kinds[i] = i & 3;
        sorted[i] = (i & ~127) + (i & 31) * 4 + ((i >> 5) & 3);
    }
    int* kind = harness::uploaded(kinds);
    int* order = harness::uploaded(sorted);

    std::vector<float> aos((size_t)kPlankton * 12), soa((size_t)kPlankton * 12);
    for (size_t i = 0; i < (size_t)kPlankton; ++i)
        for (size_t f = 0; f < 12; ++f) soa[f * kPlankton + i] = aos[i * 12 + f] = harness::unit((uint32_t)(i * 12 + f) + 77u);
    auto swarm = (const Plankton*)harness::uploaded(aos);
    float* swarm2 = harness::uploaded(soa);

    std::vector<int> columns((size_t)kEquations * 64);
    for (int r = 0; r < kEquations; ++r)
        for (int k = 0; k < 64; ++k) columns[(size_t)r * 64 + k] = (int)(((long long)r - 32 + k + kEquations) % kEquations);
    auto column = (const int2*)harness::uploaded(columns);

    const Pose pose = {{0.36f, 0.48f, -0.8f, -0.8f, 0.6f, 0.0f, 0.48f, 0.64f, 0.6f}, {1.5f, -0.25f, 0.75f}};
    const int returns = 8 << 20;
    const size_t weights = (size_t)32 << 20;
    auto f4 = [](const float* p) { return (const float4*)p; };
    auto g4 = [](float* p) { return (float4*)p; };
    float* half1 = mid;             // the optimiser's three outputs
    float* half2 = mid + weights;
    float* half3 = mid2;

    std::vector<harness::Case> cases = {
        {"structured_a", [=] { structured_a<<<kNotes / 256, 256>>>(kind, src, src2, out); }, out, (size_t)kNotes},
        {"structured_b", [=] { structured_b<<<kNotes / 256, 256>>>(order, kind, src, src2, out); }, out, (size_t)kNotes},
        {"sparsemax_a", [=] { sparsemax_a<<<132 * 2 * 16, 1024>>>(f4(src), g4(out)); }, out, (size_t)132 * 2 * 16 * 4096},
        {"sparsemax_b", [=] { sparsemax_b<<<132 * 2 * 16, 1024>>>(f4(src), g4(out)); }, out, (size_t)132 * 2 * 16 * 4096},
        {"lidar_a", [=] { lidar_a<<<32, 256>>>(f4(src), g4(out), returns, pose); }, out, (size_t)returns * 4},
        {"lidar_b", [=] { lidar_b<<<132 * 8, 256>>>(f4(src), g4(out), returns, pose); }, out, (size_t)returns * 4},
        {"cortex_a", [=] { cortex_a<<<kNeurons / 16, 16>>>(src, src2, out); }, out, (size_t)kNeurons},
        {"cortex_b", [=] { cortex_b<<<kNeurons / 256, 256>>>(src, src2, out); }, out, (size_t)kNeurons},
        {"tokennorm_a", [=] {
             tokennorm_a<<<kTokens / 8, 256>>>(f4(src), g4(mid));
             tokennorm_a2<<<kTokens / 8, 256>>>(f4(mid), g4(mid2));
             tokennorm_a3<<<kTokens / 8, 256>>>(f4(mid2), f4(src2), f4(src3), g4(out)); }, out, big},
        {"tokennorm_b", [=] { tokennorm_b<<<kTokens / 8, 256>>>(f4(src), f4(src2), f4(src3), g4(out)); }, out, big},
        {"pedigree_a", [=] { pedigree_a<<<132, 1024>>>(f4(src), out); }, out, (size_t)kGenomes},
        {"pedigree_b", [=] { pedigree_b<<<132, 1024>>>(f4(src), out); }, out, (size_t)kGenomes},
        {"plankton_a", [=] { plankton_a<<<kPlankton / 256, 256>>>(swarm, out); }, out, (size_t)kPlankton * 3},
        {"plankton_b", [=] { plankton_b<<<kPlankton / 256, 256>>>(swarm2, out); }, out, (size_t)kPlankton * 3},
        {"exposure_a", [=] { exposure_a<<<(int)(big / 4 / 512), 256>>>(f4(src), f4(src2), g4(out)); }, out, big},
        {"exposure_b", [=] { exposure_b<<<(int)(big / 4 / 512), 256>>>(f4(src), f4(src2), g4(out)); }, out, big},
        {"plate_a", [=] { plate_a<<<dim3(kPlate / 512, kPlate / kStrip), 128>>>(src, out, 0.2f); }, out, plate},
        {"optimiser_a", [=] { optimiser_a<<<(int)(weights / 4 / 256), 256>>>(f4(src), f4(src2), f4(src3), f4(src4), g4(half1), g4(half2), g4(half3), 1e-3f, 0.9f, 0.999f); }, half1, weights},
        {"strings_a", [=] { strings_a<<<kStrings / 256, 256>>>(f4(src), f4(src2), g4(out)); }, out, (size_t)kStrings * 4},
        {"stiffness_a", [=] { stiffness_a<<<kEquations / 32, 256>>>((const float2*)src2, column, src3, out); }, out, (size_t)kEquations},
    };
    return harness::run(argc, argv, cases);
}
