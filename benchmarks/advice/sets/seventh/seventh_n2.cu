// Topic 2, first half: local memory, occupancy and grid.
#include "harness.cuh"

// ---------------------------------------------------------------- voxel_fit
// Robustly weighted fit of 7 basis functions to the time course of every voxel (functional imaging), normal equations in registers.
constexpr int kBasis = 7, kTimes = 48;
__constant__ float voxel_basis[kTimes * kBasis];
__device__ __forceinline__ void voxel_fit_body(const float* __restrict__ data, float* __restrict__ beta, int voxels) {
    int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= voxels) return;
    float m[28], r[kBasis];
#pragma unroll
    for (int i = 0; i < 28; ++i) m[i] = 0.0f;
#pragma unroll
    for (int i = 0; i < kBasis; ++i) r[i] = 0.0f;
#pragma unroll 2
    for (int t = 0; t < kTimes; ++t) {
        float y = data[(size_t)t * voxels + v];
        float w = __fdividef(1.0f, 1.0f + y * y);
        int k = 0;
#pragma unroll
        for (int i = 0; i < kBasis; ++i) {
            float wb = w * voxel_basis[t * kBasis + i];
            r[i] += wb * y;
#pragma unroll
            for (int j = 0; j <= i; ++j) m[k++] += wb * voxel_basis[t * kBasis + j];
        }
    }
    // Cholesky, packed lower triangle
#pragma unroll
    for (int i = 0; i < kBasis; ++i) {
#pragma unroll
        for (int j = 0; j <= i; ++j) {
            float s = m[i * (i + 1) / 2 + j];
#pragma unroll
            for (int k = 0; k < j; ++k) s -= m[i * (i + 1) / 2 + k] * m[j * (j + 1) / 2 + k];
            m[i * (i + 1) / 2 + j] = i == j ? rsqrtf(s + 1.0f) : s * m[j * (j + 1) / 2 + j];
        }
        float s = r[i];
#pragma unroll
        for (int k = 0; k < i; ++k) s -= m[i * (i + 1) / 2 + k] * r[k];
        r[i] = s * m[i * (i + 1) / 2 + i];
    }
#pragma unroll
    for (int i = kBasis - 1; i >= 0; --i) {
        float s = r[i];
#pragma unroll
        for (int k = i + 1; k < kBasis; ++k) s -= m[k * (k + 1) / 2 + i] * r[k];
        r[i] = s * m[i * (i + 1) / 2 + i];
        beta[(size_t)i * voxels + v] = r[i];
    }
}
__global__ void __launch_bounds__(256, 8) voxel_fit_a(const float* __restrict__ d, float* __restrict__ o, int n) { voxel_fit_body(d, o, n); }
__global__ void __launch_bounds__(256, 3) voxel_fit_b(const float* __restrict__ d, float* __restrict__ o, int n) { voxel_fit_body(d, o, n); }

// ---------------------------------------------------------------- dinucleotide_profile
// Composition of reads: 16 dinucleotide counts per read of 128 bases, then a weighted second moment.
__constant__ float dinucleotide_weight[16];
__global__ void __launch_bounds__(256) dinucleotide_profile_a(const int* __restrict__ words, float* __restrict__ out, int reads) {
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= reads) return;
    int count[16];
#pragma unroll
    for (int i = 0; i < 16; ++i) count[i] = 0;
#pragma unroll 1
    for (int p = 0; p < 8; ++p) {
        unsigned w = (unsigned)words[(size_t)p * reads + r];
#pragma unroll
        for (int k = 0; k < 8; ++k) count[(w >> (4 * k)) & 15] += 1;
    }
    float s = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) s += dinucleotide_weight[i] * (float)(count[i] * count[i]);
    out[r] = s * (1.0f / 64.0f);
}
__global__ void __launch_bounds__(256) dinucleotide_profile_b(const int* __restrict__ words, float* __restrict__ out, int reads) {
    __shared__ int count[16][256];  // a column per thread: bank = lane whatever the bin
    int r = blockIdx.x * 256 + threadIdx.x, me = threadIdx.x;
    if (r >= reads) return;
#pragma unroll
    for (int i = 0; i < 16; ++i) count[i][me] = 0;
#pragma unroll 4
    for (int p = 0; p < 8; ++p) {
        unsigned w = (unsigned)words[(size_t)p * reads + r];
#pragma unroll
        for (int k = 0; k < 8; ++k) count[(w >> (4 * k)) & 15][me] += 1;
    }
    float s = 0;
#pragma unroll
    for (int i = 0; i < 16; ++i) s += dinucleotide_weight[i] * (float)(count[i][me] * count[i][me]);
    out[r] = s * (1.0f / 64.0f);
}

// ---------------------------------------------------------------- posting_walk
// Inverted index: a warp follows one chain of 128-byte posting blocks (each names the next), scoring every posting by a 256-entry table.
// Dynamic shared memory: as much as the launch asks for; only the first kilobyte is used.
__device__ __forceinline__ void posting_walk_body(const int* __restrict__ nodes, const float* __restrict__ table, float* __restrict__ score,
                                                  int node_mask, int steps) {
    extern __shared__ float posting_table[];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) posting_table[i] = table[i];
    __syncthreads();
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    int node = (int)(harness::hash32(warp) & node_mask);
    float sum = 0;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        int v = nodes[(size_t)node * 32 + lane];
        node = __shfl_sync(~0u, v, 0) & node_mask;
        sum = sum * 0.97f + posting_table[(v & 7) * 32 + lane];
    }
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(~0u, sum, o);
    if (lane == 0) score[warp] = sum;
}
__global__ void __launch_bounds__(128) posting_walk_vii_a(const int* __restrict__ n, const float* __restrict__ t, float* __restrict__ o, int mask, int steps) {
    posting_walk_body(n, t, o, mask, steps);
}
__global__ void __launch_bounds__(128) posting_walk_vii_b(const int* __restrict__ n, const float* __restrict__ t, float* __restrict__ o, int mask, int steps) {
    posting_walk_body(n, t, o, mask, steps);
}

// ---------------------------------------------------------------- brick_march
// Adaptive march of a warp through bricks of a sparse volume: the brick's mean decides the next brick. A rare dense brick is resolved by a
// 12 x 12 solve per lane. The solve's registers are those of the whole kernel.
constexpr int kSolve = 12;
__device__ __forceinline__ float dense_solve(const float* __restrict__ field, unsigned at, unsigned mask) {
    float m[kSolve][kSolve], x[kSolve];
#pragma unroll
    for (int i = 0; i < kSolve; ++i) {
        x[i] = 1.0f + 0.1f * i;
#pragma unroll
        for (int j = 0; j < kSolve; ++j) m[i][j] = field[(at + (i * kSolve + j) * 32) & mask] + (i == j ? 16.0f : 0.0f);
    }
#pragma unroll
    for (int k = 0; k < kSolve; ++k) {
        float inv = __fdividef(1.0f, m[k][k]);
#pragma unroll
        for (int i = k + 1; i < kSolve; ++i) {
            float f = m[i][k] * inv;
            x[i] -= f * x[k];
#pragma unroll
            for (int j = k + 1; j < kSolve; ++j) m[i][j] -= f * m[k][j];
        }
    }
    float s = 0;
#pragma unroll
    for (int i = kSolve - 1; i >= 0; --i) {
        float v = x[i];
#pragma unroll
        for (int j = i + 1; j < kSolve; ++j) v -= m[i][j] * x[j];
        x[i] = __fdividef(v, m[i][i]);
        s += x[i];
    }
    return s;
}
__device__ __forceinline__ void brick_march_body(const float* __restrict__ field, float* __restrict__ image, unsigned bricks_mask, int steps) {
    unsigned ray = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    unsigned brick = harness::hash32(ray + 99u) & bricks_mask;
    float light = 0, through = 1.0f;
#pragma unroll 1
    for (int s = 0; s < steps; ++s) {
        float d = field[(size_t)brick * 32 + lane], m = d;
#pragma unroll
        for (int o = 16; o; o >>= 1) m += __shfl_xor_sync(~0u, m, o);
        if (m > 14.0f) d += dense_solve(field, brick * 32 + lane, bricks_mask * 32 + 31);  // about one brick in 100 000
        light += through * d;
        through *= 0.985f;
        brick = (brick * 2654435761u + (unsigned)(int)(m * 4096.0f)) & bricks_mask;
    }
    image[(size_t)ray * 32 + lane] = light;
}
__global__ void __launch_bounds__(256) brick_march_a(const float* __restrict__ f, float* __restrict__ o, unsigned mask, int steps) {
    brick_march_body(f, o, mask, steps);
}
__global__ void __launch_bounds__(256, 5) brick_march_b(const float* __restrict__ f, float* __restrict__ o, unsigned mask, int steps) {
    brick_march_body(f, o, mask, steps);
}

// ---------------------------------------------------------------- join_probe
// Hash join: a warp probes keys one after another (each key depends on the last match); a bucket is 32 entries, hops follow overflow links.
template <int THREADS>
__device__ __forceinline__ void join_probe_body(const int* __restrict__ buckets, int* __restrict__ matches, unsigned mask, int probes, int warps) {
    int warp = blockIdx.x * (THREADS / 32) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    if (warp >= warps) return;
    unsigned key = harness::hash32(warp * 3u + 5u);
    int found = 0;
#pragma unroll 1
    for (int p = 0; p < probes; ++p) {
        unsigned at = (key * 2654435761u >> 5) & mask;
#pragma unroll 1
        for (int hop = 0; hop < 3; ++hop) {
            int e = buckets[(size_t)at * 32 + lane];
            unsigned hit = __ballot_sync(~0u, (((unsigned)e ^ key) & 31u) == 0);
            found += __popc(hit);
            if (__popc(hit) > 2) break;                       // match group complete
            at = (unsigned)__shfl_sync(~0u, e, 31) & mask;    // overflow link
        }
        key = key * 1664525u + 1013904223u + (unsigned)found;
    }
    if (lane == 0) matches[warp] = found;
}
__global__ void __launch_bounds__(32) join_probe_a(const int* __restrict__ b, int* __restrict__ m, unsigned mask, int probes, int warps) {
    join_probe_body<32>(b, m, mask, probes, warps);
}
__global__ void __launch_bounds__(256, 8) join_probe_b(const int* __restrict__ b, int* __restrict__ m, unsigned mask, int probes, int warps) {
    join_probe_body<256>(b, m, mask, probes, warps);
}

// ---------------------------------------------------------------- orbit_anomaly
// Kepler's equation in double precision for a catalogue of orbits, then the position in the plane.
__device__ __forceinline__ void orbit_anomaly_body(const double* __restrict__ mean, const double* __restrict__ shape, double2* __restrict__ at, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double m = mean[i] * 3.0, e = 0.45 + 0.4 * shape[i], x = m;
        double s, c;
#pragma unroll 1
        for (int k = 0; k < 6; ++k) {
            sincos(x, &s, &c);
            x -= (x - e * s - m) / (1.0 - e * c);
        }
        sincos(x, &s, &c);
        at[i] = make_double2(c - e, sqrt(1.0 - e * e) * s);
    }
}
__global__ void __launch_bounds__(256, 4) orbit_anomaly_a(const double* __restrict__ m, const double* __restrict__ e, double2* __restrict__ o, int n) {
    orbit_anomaly_body(m, e, o, n);
}
__global__ void __launch_bounds__(256, 4) orbit_anomaly_b(const double* __restrict__ m, const double* __restrict__ e, double2* __restrict__ o, int n) {
    orbit_anomaly_body(m, e, o, n);
}

// ---------------------------------------------------------------- swarm_forces
// Softened attraction of test particles to 2048 heavy bodies, tiles of bodies in shared memory.
template <int THREADS>
__device__ __forceinline__ void swarm_forces_body(const float4* __restrict__ bodies, const float4* __restrict__ tests, float4* __restrict__ force, int heavy) {
    __shared__ float4 tile[512];
    int i = blockIdx.x * THREADS + threadIdx.x;
    float4 me = tests[i];
    float fx = 0, fy = 0, fz = 0;
#pragma unroll 1
    for (int base = 0; base < heavy; base += 512) {
        __syncthreads();
#pragma unroll 1
        for (int k = threadIdx.x; k < 512; k += THREADS) tile[k] = bodies[base + k];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 512; ++k) {
            float4 b = tile[k];
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.02f);
            float g = b.w * inv * inv * inv;
            fx += g * dx; fy += g * dy; fz += g * dz;
        }
    }
    force[i] = make_float4(fx, fy, fz, 1.0f);
}
__global__ void __launch_bounds__(1024, 2) swarm_forces_a(const float4* __restrict__ b, const float4* __restrict__ t, float4* __restrict__ f, int heavy) {
    swarm_forces_body<1024>(b, t, f, heavy);
}
__global__ void __launch_bounds__(128, 16) swarm_forces_b(const float4* __restrict__ b, const float4* __restrict__ t, float4* __restrict__ f, int heavy) {
    swarm_forces_body<128>(b, t, f, heavy);
}

// ---------------------------------------------------------------- cell_pairs
// Short-range energy of all pairs within a cell; most cells hold 112..128 particles, a few dense ones at the end 1024.
__device__ __forceinline__ float cell_energy(const float4* __restrict__ p, int first, int count, int i, float4* tile) {
    float4 me = p[first + min(i, count - 1)];
    float e = 0;
    for (int base = 0; base < count; base += 128) {
        __syncthreads();
        int k = base + threadIdx.x;
        if (k < count) tile[threadIdx.x] = p[first + k];
        __syncthreads();
        int m = min(128, count - base);
#pragma unroll 4
        for (int j = 0; j < m; ++j) {
            float4 b = tile[j];
            float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z;
            float inv = __fdividef(1.0f, dx * dx + dy * dy + dz * dz + 0.3f), s = inv * inv * inv;
            e += b.w * (s * s - s);
        }
    }
    return e * me.w;
}
__global__ void __launch_bounds__(128, 12) cell_pairs_a(const float4* __restrict__ p, const int2* __restrict__ cells, float* __restrict__ energy) {
    __shared__ float4 tile[128];
    int2 c = cells[blockIdx.x];  // first, count
    for (int i0 = 0; i0 < c.y; i0 += 128) {
        int i = i0 + threadIdx.x;
        float e = cell_energy(p, c.x, c.y, i, tile);
        if (i < c.y) energy[c.x + i] = e;
    }
}
__global__ void __launch_bounds__(128, 12) cell_pairs_b(const float4* __restrict__ p, const int4* __restrict__ work, float* __restrict__ energy) {
    __shared__ float4 tile[128];
    int4 w = work[blockIdx.x];   // first, count, first particle of this piece; dense cells come in pieces and first
    int i = w.z + threadIdx.x;
    float e = cell_energy(p, w.x, w.y, i, tile);
    if (i < w.y) energy[w.x + i] = e;
}

// ---------------------------------------------------------------- mel_bands
// Speech features: 40 triangular bands (64 bins each) of a 512-bin power spectrum, logarithm. A thread per band.
constexpr int kBands = 40, kBins = 512, kWide = 64;
template <int FRAMES>  // frames side by side in a block
__device__ __forceinline__ void mel_bands_body(const float* __restrict__ power, const float* __restrict__ weight, float* __restrict__ out, int rounds) {
    constexpr int kStride = kBins + 24;  // keeps the lanes of two frames of one warp in different banks
    __shared__ __align__(16) float spectrum[FRAMES * kStride];
    int f = threadIdx.x / kBands, b = threadIdx.x % kBands;
    for (int r = 0; r < rounds; ++r) {
        size_t frame = ((size_t)blockIdx.x * rounds + r) * FRAMES;
        __syncthreads();
        for (int k = threadIdx.x; k < FRAMES * (kBins / 4); k += FRAMES * kBands)
            reinterpret_cast<float4*>(spectrum + (k / (kBins / 4)) * kStride)[k % (kBins / 4)] =
                reinterpret_cast<const float4*>(power + frame * kBins)[k];
        __syncthreads();
        const float* mine = spectrum + f * kStride + b * 11;
        float s0 = 0, s1 = 0;
#pragma unroll 8
        for (int k = 0; k < kWide; k += 2) {
            float x = mine[k], y = mine[k + 1];
            s0 += x * x * weight[k * kBands + b];
            s1 += y * y * weight[(k + 1) * kBands + b];
        }
        out[(frame + f) * kBands + b] = __logf(1.0f + s0 * s0 + s1 * s1);
    }
}
__global__ void __launch_bounds__(40) mel_bands_a(const float* __restrict__ p, const float* __restrict__ w, float* __restrict__ o, int rounds) {
    mel_bands_body<1>(p, w, o, rounds);
}
__global__ void __launch_bounds__(160) mel_bands_b(const float* __restrict__ p, const float* __restrict__ w, float* __restrict__ o, int rounds) {
    mel_bands_body<4>(p, w, o, rounds);
}

// ---------------------------------------------------------------- film_curve
// Photographic response: 10-bit codes through a 1024-entry curve held in shared memory, with local exposure.
static __global__ void harness_fill_codes(ushort4* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t a = harness::hash32((uint32_t)i), b = harness::hash32(a + 1u);
        p[i] = make_ushort4(a & 1023, a >> 16 & 1023, b & 1023, b >> 16 & 1023);
    }
}
__device__ __forceinline__ ushort4 film_point(const float* curve, ushort4 c, float gain) {
    return make_ushort4((unsigned short)(curve[c.x] * gain), (unsigned short)(curve[c.y] * gain), (unsigned short)(curve[c.z] * gain),
                        (unsigned short)(curve[c.w] * gain));
}
__global__ void __launch_bounds__(128) film_curve_vii_a(const ushort4* __restrict__ in, const float* __restrict__ curve, ushort4* __restrict__ out, float gain) {
    __shared__ float local[1024];
    for (int k = threadIdx.x; k < 256; k += 128) {
        float4 c = reinterpret_cast<const float4*>(curve)[k];
        reinterpret_cast<float4*>(local)[k] = make_float4(1.5f + c.x, 1.5f + c.y, 1.5f + c.z, 1.5f + c.w);
    }
    __syncthreads();
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = film_point(local, in[i], gain);
}
__global__ void __launch_bounds__(256, 8) film_curve_vii_b(const ushort4* __restrict__ in, const float* __restrict__ curve, ushort4* __restrict__ out, float gain, int n) {
    __shared__ float local[1024];
    for (int k = threadIdx.x; k < 256; k += 256) {
        float4 c = reinterpret_cast<const float4*>(curve)[k];
        reinterpret_cast<float4*>(local)[k] = make_float4(1.5f + c.x, 1.5f + c.y, 1.5f + c.z, 1.5f + c.w);
    }
    __syncthreads();
    int step = gridDim.x * 256, i = blockIdx.x * 256 + threadIdx.x;
    for (; i + 3 * step < n; i += 4 * step) {
        ushort4 v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = in[i + k * step];
#pragma unroll
        for (int k = 0; k < 4; ++k) out[i + k * step] = film_point(local, v[k], gain);
    }
    for (; i < n; i += step) out[i] = film_point(local, in[i], gain);
}

// ---------------------------------------------------------------- plate_blend (mild)
// Compositing of two float plates with a grading table; half the warps of an SM, yet enough bytes in flight.
__device__ __forceinline__ void plate_blend_body(const float4* __restrict__ front, const float4* __restrict__ back, const float* __restrict__ grade,
                                                 float4* __restrict__ out) {
    extern __shared__ float plate_grade[];
    if (threadIdx.x < 64) plate_grade[threadIdx.x] = grade[threadIdx.x];
    __syncthreads();
    float g = plate_grade[blockIdx.x & 63];
    size_t i = (size_t)blockIdx.x * 1024 + threadIdx.x;
    float4 f[4], b[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) { f[k] = front[i + k * 256]; b[k] = back[i + k * 256]; }
#pragma unroll
    for (int k = 0; k < 4; ++k)
        out[i + k * 256] = make_float4(b[k].x + g * f[k].x, b[k].y + g * f[k].y, b[k].z + g * f[k].z, b[k].w + g * f[k].w);
}
__global__ void __launch_bounds__(256, 5) plate_blend_a(const float4* __restrict__ f, const float4* __restrict__ b, const float* __restrict__ g, float4* __restrict__ o) {
    plate_blend_body(f, b, g, o);
}
__global__ void __launch_bounds__(256, 5) plate_blend_b(const float4* __restrict__ f, const float4* __restrict__ b, const float* __restrict__ g, float4* __restrict__ o) {
    plate_blend_body(f, b, g, o);
}

// ---------------------------------------------------------------- ephemeris (healthy)
// Chebyshev series of 32 terms in double precision (data are double), four epochs per thread: at the FP64 roof.
__constant__ double ephemeris_terms[32];
__global__ void __launch_bounds__(256, 4) ephemeris_vii_h(const double2* __restrict__ epoch, double2* __restrict__ out) {
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    double2 p = epoch[i], q = epoch[i + 256];
    double x[4] = {p.x, p.y, q.x, q.y}, b1[4] = {0, 0, 0, 0}, b2[4] = {0, 0, 0, 0}, t[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) t[k] = 2.0 * x[k];
#pragma unroll 1
    for (int pass = 0; pass < 4; ++pass) {
#pragma unroll
        for (int j = 31; j >= 0; --j)
#pragma unroll
            for (int k = 0; k < 4; ++k) {
                double n = fma(t[k], b1[k], ephemeris_terms[j] - b2[k]);
                b2[k] = b1[k];
                b1[k] = n;
            }
#pragma unroll
        for (int k = 0; k < 4; ++k) { b1[k] *= 0.01; b2[k] *= 0.01; }
    }
    out[i] = make_double2(b1[0], b1[1]);
    out[i + 256] = make_double2(b1[2], b1[3]);
}

// ---------------------------------------------------------------- pair_gravity (healthy)
// All pairs of 32768 bodies against 4096, two targets per thread; at the issue roof of FP32.
__global__ void __launch_bounds__(128, 8) pair_gravity_h(const float4* __restrict__ bodies, const float4* __restrict__ tests, float4* __restrict__ force, int heavy) {
    __shared__ float4 tile[1024];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 m[2] = {tests[i], tests[i + 128]};
    float fx[2] = {0, 0}, fy[2] = {0, 0}, fz[2] = {0, 0};
    for (int base = 0; base < heavy; base += 1024) {
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 8; ++k) tile[threadIdx.x + k * 128] = bodies[base + threadIdx.x + k * 128];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 1024; ++k) {
            float4 b = tile[k];
#pragma unroll
            for (int q = 0; q < 2; ++q) {
                float dx = b.x - m[q].x, dy = b.y - m[q].y, dz = b.z - m[q].z;
                float d2 = fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 0.02f))), inv;
                asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inv) : "f"(d2));
                float g = b.w * inv * inv * inv;
                fx[q] = fmaf(g, dx, fx[q]); fy[q] = fmaf(g, dy, fy[q]); fz[q] = fmaf(g, dz, fz[q]);
            }
        }
    }
#pragma unroll
    for (int q = 0; q < 2; ++q) force[i + q * 128] = make_float4(fx[q], fy[q], fz[q], m[q].w);
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    auto add = [&](const char* name, std::function<void()> f, const void* out, size_t n, Output t = Output::f32) { cases.push_back({name, f, out, n, t}); };

    {   // voxel_fit
        int n = 1 << 19;
        std::vector<float> basis(kTimes * kBasis);
        for (size_t i = 0; i < basis.size(); ++i) basis[i] = harness::unit((uint32_t)i + 77u);
        CHECK(cudaMemcpyToSymbol(voxel_basis, basis.data(), basis.size() * 4));
        float *d = harness::filled<float>((size_t)n * kTimes, 3), *o = harness::empty<float>((size_t)n * kBasis);
        add("voxel_fit_a", [=] { voxel_fit_a<<<n / 256, 256>>>(d, o, n); }, o, (size_t)n * kBasis);
        add("voxel_fit_b", [=] { voxel_fit_b<<<n / 256, 256>>>(d, o, n); }, o, (size_t)n * kBasis);
    }
    {   // dinucleotide_profile
        int n = 1 << 20;
        std::vector<float> w(16);
        for (int i = 0; i < 16; ++i) w[i] = 1.5f + harness::unit(i + 31u);
        CHECK(cudaMemcpyToSymbol(dinucleotide_weight, w.data(), 64));
        int* d = harness::indices((size_t)n * 8, 0xffffffffu, 5);
        float* o = harness::empty<float>(n);
        add("dinucleotide_profile_a", [=] { dinucleotide_profile_a<<<n / 256, 256>>>(d, o, n); }, o, n);
        add("dinucleotide_profile_b", [=] { dinucleotide_profile_b<<<n / 256, 256>>>(d, o, n); }, o, n);
    }
    {   // posting_walk, join_probe: 2^21 nodes of 128 bytes
        int nodes = 1 << 21, warps = 132 * 64;
        int* p = harness::indices((size_t)nodes * 32, 0x7fffffffu, 11);
        float *t = harness::filled<float>(256, 12), *o = harness::empty<float>(warps);
        CHECK(cudaFuncSetAttribute(posting_walk_vii_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 72 * 1024));
        add("posting_walk_vii_a", [=] { posting_walk_vii_a<<<warps / 4, 128, 72 * 1024>>>(p, t, o, nodes - 1, 64); }, o, warps);
        add("posting_walk_vii_b", [=] { posting_walk_vii_b<<<warps / 4, 128, 1024>>>(p, t, o, nodes - 1, 64); }, o, warps);
        int probers = 132 * 64 * 4;
        int* m = harness::empty<int>(probers);
        add("join_probe_a", [=] { join_probe_a<<<probers, 32>>>(p, m, nodes - 1, 24, probers); }, m, probers, Output::i32);
        add("join_probe_b", [=] { join_probe_b<<<probers / 8, 256>>>(p, m, nodes - 1, 24, probers); }, m, probers, Output::i32);
    }
    {   // brick_march
        unsigned bricks = 1u << 21;
        int rays = 132 * 80;
        float *f = harness::filled<float>((size_t)bricks * 32, 21), *o = harness::empty<float>((size_t)rays * 32);
        add("brick_march_a", [=] { brick_march_a<<<rays / 8, 256>>>(f, o, bricks - 1, 64); }, o, (size_t)rays * 32);
        add("brick_march_b", [=] { brick_march_b<<<rays / 8, 256>>>(f, o, bricks - 1, 64); }, o, (size_t)rays * 32);
    }
    {   // orbit_anomaly
        int n = 132 * 4 * 256;
        double *m = harness::filled<double>(n, 31), *e = harness::filled<double>(n, 32);
        double2* o = (double2*)harness::empty<double>((size_t)n * 2);
        add("orbit_anomaly_a", [=] { orbit_anomaly_a<<<24, 256>>>(m, e, o, n); }, o, (size_t)n * 2, Output::f64);
        add("orbit_anomaly_b", [=] { orbit_anomaly_b<<<528, 256>>>(m, e, o, n); }, o, (size_t)n * 2, Output::f64);
    }
    {   // swarm_forces, pair_gravity
        int n = 283 * 1024, heavy = 4096;
        float4 *b = (float4*)harness::filled<float>(heavy * 4, 41), *t = (float4*)harness::filled<float>((size_t)n * 4, 42);
        float4* o = (float4*)harness::empty<float>((size_t)n * 4);
        add("swarm_forces_a", [=] { swarm_forces_a<<<283, 1024>>>(b, t, o, 2048); }, o, (size_t)n * 4);
        add("swarm_forces_b", [=] { swarm_forces_b<<<283 * 8, 128>>>(b, t, o, 2048); }, o, (size_t)n * 4);
        int g = 132 * 8;  // exactly one full wave
        add("pair_gravity_h", [=] { pair_gravity_h<<<g, 128>>>(b, t, o, 4096); }, o, (size_t)g * 256 * 4);
    }
    {   // cell_pairs
        std::vector<int2> cells;
        std::vector<int4> work;
        int first = 0;
        for (int c = 0; c < 12288 + 40; ++c) {
            int count = c < 12288 ? 112 + (int)(harness::hash32(c) % 17u) : 1024;
            cells.push_back(make_int2(first, count));
            first += count;
        }
        for (int c = (int)cells.size() - 1; c >= 0; --c)
            for (int i = 0; i < cells[c].y; i += 128) work.push_back(make_int4(cells[c].x, cells[c].y, i, 0));
        int2* d = harness::uploaded(cells);
        int4* w = harness::uploaded(work);
        int n = first, nc = (int)cells.size(), nw = (int)work.size();
        float4* p = (float4*)harness::filled<float>((size_t)n * 4, 51);
        float* o = harness::empty<float>(n);
        add("cell_pairs_a", [=] { cell_pairs_a<<<nc, 128>>>(p, d, o); }, o, n);
        add("cell_pairs_b", [=] { cell_pairs_b<<<nw, 128>>>(p, w, o); }, o, n);
    }
    {   // mel_bands
        int frames = 132 * 512;
        float *p = harness::filled<float>((size_t)frames * kBins, 61), *w = harness::filled<float>(kWide * kBands, 62);
        float* o = harness::empty<float>((size_t)frames * kBands);
        add("mel_bands_a", [=] { mel_bands_a<<<frames / 4, 40>>>(p, w, o, 4); }, o, (size_t)frames * kBands);
        add("mel_bands_b", [=] { mel_bands_b<<<frames / 8, 160>>>(p, w, o, 2); }, o, (size_t)frames * kBands);
    }
    {   // film_curve
        int n = 1 << 24;
        ushort4* in; CHECK(cudaMalloc(&in, (size_t)n * 8));
        harness_fill_codes<<<2048, 256>>>(in, n); CHECK(cudaGetLastError());
        float* c = harness::filled<float>(1024, 71);
        ushort4* o = (ushort4*)harness::empty<uint16_t>((size_t)n * 4);
        add("film_curve_vii_a", [=] { film_curve_vii_a<<<n / 128, 128>>>(in, c, o, 90.0f); }, o, (size_t)n * 8, Output::u8);
        add("film_curve_vii_b", [=] { film_curve_vii_b<<<1056, 256>>>(in, c, o, 90.0f, n); }, o, (size_t)n * 8, Output::u8);
    }
    {   // plate_blend
        int blocks = 132 * 4 * 32;  // 16896 blocks of 1024 float4
        size_t n = (size_t)blocks * 1024;
        float *f = harness::filled<float>(n * 4, 81), *b = harness::filled<float>(n * 4, 82), *g = harness::filled<float>(64, 83);
        float* o = harness::empty<float>(n * 4);
        CHECK(cudaFuncSetAttribute(plate_blend_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 55 * 1024));
        add("plate_blend_a", [=] { plate_blend_a<<<blocks, 256, 55 * 1024>>>((float4*)f, (float4*)b, g, (float4*)o); }, o, n * 4);
        add("plate_blend_b", [=] { plate_blend_b<<<blocks, 256, 256>>>((float4*)f, (float4*)b, g, (float4*)o); }, o, n * 4);
    }
    {   // ephemeris
        std::vector<double> t(32);
        for (int i = 0; i < 32; ++i) t[i] = harness::unit(i + 900u) / (1 + i);
        CHECK(cudaMemcpyToSymbol(ephemeris_terms, t.data(), 256));
        int blocks = 132 * 4 * 8;
        size_t n = (size_t)blocks * 512;
        double *e = harness::filled<double>(n * 2, 91), *o = harness::empty<double>(n * 2);
        add("ephemeris_vii_h", [=] { ephemeris_vii_h<<<blocks, 256>>>((double2*)e, (double2*)o); }, o, n * 2, Output::f64);
    }
    return harness::run(argc, argv, cases);
}
