#include "harness.cuh"

// ---------------------------------------------------------------- track_update
// Air-traffic radar: every thread runs an 8-state Kalman filter over 16 scalar measurements of its own track.
static constexpr int TRK_STEPS = 16;
__device__ __forceinline__ void kalman_track(const float* __restrict__ state0, const float* __restrict__ z,
                                             const float* __restrict__ hrows, float* __restrict__ out, int n) {
    __shared__ float hs[TRK_STEPS * 8];
    if (threadIdx.x < TRK_STEPS * 8) hs[threadIdx.x] = hrows[threadIdx.x];
    __syncthreads();
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float x[8], P[8][8];
#pragma unroll
    for (int i = 0; i < 8; ++i) x[i] = state0[(size_t)i * n + t];
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j <= i; ++j) P[i][j] = i == j ? 1.0f + x[i] * x[i] : 0.05f * x[i] * x[j];
#pragma unroll 1
    for (int s = 0; s < TRK_STEPS; ++s) {
        float meas = z[(size_t)s * n + t], h[8], u[8];
        float4 h0 = *reinterpret_cast<const float4*>(hs + s * 8), h1 = *reinterpret_cast<const float4*>(hs + s * 8 + 4);
        h[0] = h0.x; h[1] = h0.y; h[2] = h0.z; h[3] = h0.w; h[4] = h1.x; h[5] = h1.y; h[6] = h1.z; h[7] = h1.w;
        float sv = 0.5f, innov = meas;
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float acc = 0.f;
#pragma unroll
            for (int j = 0; j < 8; ++j) acc = fmaf(j <= i ? P[i][j] : P[j][i], h[j], acc);
            u[i] = acc;
            sv = fmaf(h[i], acc, sv);
            innov = fmaf(-h[i], x[i], innov);
        }
        float inv = __fdividef(1.0f, sv);
#pragma unroll
        for (int i = 0; i < 8; ++i) {
            float k = u[i] * inv;
            x[i] = fmaf(k, innov, x[i]);
#pragma unroll
            for (int j = 0; j <= i; ++j) P[i][j] = fmaf(-k, u[j], P[i][j]);
            P[i][i] += 0.01f;
        }
    }
    float trace = 0.f;
#pragma unroll
    for (int i = 0; i < 8; ++i) { out[(size_t)i * n + t] = x[i]; trace += P[i][i]; }
    float off = 0.f;
#pragma unroll
    for (int i = 1; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < i; ++j) off += P[i][j];
    out[(size_t)8 * n + t] = trace + 0.125f * off;
}
__global__ void __launch_bounds__(256, 8) track_update_a(const float* state0, const float* z, const float* hrows, float* out, int n) {
    kalman_track(state0, z, hrows, out, n);
}
__global__ void __launch_bounds__(256, 2) track_update_b(const float* state0, const float* z, const float* hrows, float* out, int n) {
    kalman_track(state0, z, hrows, out, n);
}

// ---------------------------------------------------------------- read_likelihood
// Genomics: pair-HMM forward likelihood of a 32-base read against a 16-base haplotype strip, one pair a thread.
static constexpr int HMM_ROWS = 32, HMM_COLS = 16;
__device__ __forceinline__ void pair_hmm(const float* __restrict__ qual, const unsigned* __restrict__ hap, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const unsigned strip = hap[t];  // 16 bases of two bits
    float M[HMM_COLS], I[HMM_COLS], D[HMM_COLS];
#pragma unroll
    for (int c = 0; c < HMM_COLS; ++c) { M[c] = 0.f; I[c] = 0.f; D[c] = 1.0f / HMM_COLS; }
    float total = 0.f;
#pragma unroll 1
    for (int r = 0; r < HMM_ROWS; ++r) {
        float q = qual[(size_t)r * n + t];
        unsigned base = (__float_as_uint(q) >> 5) & 3u;
        float err = 0.02f + 0.2f * fabsf(q);
        float hit = 4.0f * (1.0f - err), miss = err * (4.0f / 3.0f);
        float dm = 0.f, di = 0.f, dd = 1.0f / HMM_COLS, lm = 0.f, ld = 0.f;
#pragma unroll
        for (int c = 0; c < HMM_COLS; ++c) {
            float e = ((strip >> (2 * c)) & 3u) == base ? hit : miss;
            float m = e * fmaf(0.9f, dm, 0.8f * (di + dd));
            float i = fmaf(0.05f, M[c], 0.2f * I[c]);
            float d = fmaf(0.05f, lm, 0.2f * ld);
            dm = M[c]; di = I[c]; dd = D[c];
            M[c] = m; I[c] = i; D[c] = d;
            lm = m; ld = d;
        }
        total = fmaf(total, 0.5f, M[HMM_COLS - 1]);
    }
    float sum = total;
#pragma unroll
    for (int c = 0; c < HMM_COLS; ++c) sum += M[c] + I[c] + 0.5f * D[c];
    out[t] = __log2f(sum + 1e-20f);
}
__global__ void __launch_bounds__(128, 16) read_likelihood_a(const float* qual, const unsigned* hap, float* out, int n) { pair_hmm(qual, hap, out, n); }
__global__ void __launch_bounds__(128, 5) read_likelihood_b(const float* qual, const unsigned* hap, float* out, int n) { pair_hmm(qual, hap, out, n); }

// ---------------------------------------------------------------- claim_buckets
// Insurance: per policy (one a thread) the paid amounts of its claims are summed by one of 16 cause codes (eight codes packed a word).
static constexpr int CLM_WORDS = 24;
__global__ void __launch_bounds__(256) claim_buckets_a(const unsigned* __restrict__ codes, const float* __restrict__ paid, float* __restrict__ out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    float sum[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) sum[k] = 0.f;
#pragma unroll 2
    for (int w = 0; w < CLM_WORDS; ++w) {
        unsigned c = codes[(size_t)w * n + t];
        float p = paid[(size_t)w * n + t];
#pragma unroll
        for (int k = 0; k < 8; ++k) sum[(c >> (4 * k)) & 15u] += p;
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) out[(size_t)k * n + t] = sum[k];
}
__global__ void __launch_bounds__(256) claim_buckets_b(const unsigned* __restrict__ codes, const float* __restrict__ paid, float* __restrict__ out, int n) {
    __shared__ float sum[16][256];
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
#pragma unroll
    for (int k = 0; k < 16; ++k) sum[k][threadIdx.x] = 0.f;
#pragma unroll 2
    for (int w = 0; w < CLM_WORDS; ++w) {
        unsigned c = codes[(size_t)w * n + t];
        float p = paid[(size_t)w * n + t];
#pragma unroll
        for (int k = 0; k < 8; ++k) sum[(c >> (4 * k)) & 15u][threadIdx.x] += p;
    }
#pragma unroll
    for (int k = 0; k < 16; ++k) out[(size_t)k * n + t] = sum[k][threadIdx.x];
}

// ---------------------------------------------------------------- hydrophone_fir
// Underwater acoustics: every thread filters one hydrophone channel with a 16-tap FIR and keeps the energy and the peak of its output.
static constexpr int FIR_TAPS = 16;
__constant__ float fir_taps[FIR_TAPS];
__global__ void __launch_bounds__(256) hydrophone_fir_a(const float* __restrict__ in, float* __restrict__ out, int channels, int samples) {
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= channels) return;
    float line[2 * FIR_TAPS];  // mirrored delay line: a window never wraps
#pragma unroll
    for (int k = 0; k < 2 * FIR_TAPS; ++k) line[k] = 0.f;
    int head = 0;
    float energy = 0.f, peak = 0.f;
#pragma unroll 1
    for (int s = 0; s < samples; ++s) {
        float x = in[(size_t)s * channels + ch];
        head = (head + FIR_TAPS - 1) & (FIR_TAPS - 1);
        line[head] = x;
        line[head + FIR_TAPS] = x;
        float y = 0.f;
#pragma unroll
        for (int k = 0; k < FIR_TAPS; ++k) y = fmaf(fir_taps[k], line[head + k], y);
        energy = fmaf(y, y, energy);
        peak = fmaxf(peak, fabsf(y));
    }
    out[ch] = energy;
    out[(size_t)channels + ch] = peak;
}
__global__ void __launch_bounds__(256) hydrophone_fir_b(const float* __restrict__ in, float* __restrict__ out, int channels, int samples) {
    int ch = blockIdx.x * blockDim.x + threadIdx.x;
    if (ch >= channels) return;
    float line[FIR_TAPS];
#pragma unroll
    for (int k = 0; k < FIR_TAPS; ++k) line[k] = 0.f;
    float energy = 0.f, peak = 0.f;
#pragma unroll 1
    for (int s0 = 0; s0 < samples; s0 += FIR_TAPS) {  // one turn of the ring a trip: every index is a constant
#pragma unroll
        for (int j = 0; j < FIR_TAPS; ++j) {
            line[FIR_TAPS - 1 - j] = in[(size_t)(s0 + j) * channels + ch];
            float y = 0.f;
#pragma unroll
            for (int k = 0; k < FIR_TAPS; ++k) y = fmaf(fir_taps[k], line[(FIR_TAPS - 1 - j + k) & (FIR_TAPS - 1)], y);
            energy = fmaf(y, y, energy);
            peak = fmaxf(peak, fabsf(y));
        }
    }
    out[ch] = energy;
    out[(size_t)channels + ch] = peak;
}

// ---------------------------------------------------------------- squiggle_norm
// Nanopore sequencing: segments of 1024 current samples are centred, scaled, clipped, re-centred and smoothed, one segment after another by a block.
static constexpr int SQ_LEN = 1024, SQ_PER_BLOCK = 16;
__device__ __forceinline__ float sq_block_sum(float v, float* part) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(~0u, v, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = v;
    __syncthreads();
    float s = part[threadIdx.x & 7];
#pragma unroll
    for (int o = 4; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    return s;
}
__device__ __forceinline__ void squiggle_segments(const float4* __restrict__ raw, float4* __restrict__ out) {
    extern __shared__ float4 seg4[];
    __shared__ float part[3][8];
    float* seg = reinterpret_cast<float*>(seg4);
#pragma unroll 1
    for (int s = 0; s < SQ_PER_BLOCK; ++s) {
        size_t at = ((size_t)blockIdx.x * SQ_PER_BLOCK + s) * (SQ_LEN / 4) + threadIdx.x;
        float4 v = raw[at];
        float mean = sq_block_sum(v.x + v.y + v.z + v.w, part[0]) * (1.0f / SQ_LEN);
        v.x -= mean; v.y -= mean; v.z -= mean; v.w -= mean;
        float var = sq_block_sum(v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w, part[1]) * (1.0f / SQ_LEN);
        float inv = rsqrtf(var + 1e-6f);
        v.x = fminf(fmaxf(v.x * inv, -1.5f), 1.5f); v.y = fminf(fmaxf(v.y * inv, -1.5f), 1.5f);
        v.z = fminf(fmaxf(v.z * inv, -1.5f), 1.5f); v.w = fminf(fmaxf(v.w * inv, -1.5f), 1.5f);
        seg4[threadIdx.x] = v;
        float shift = sq_block_sum(v.x + v.y + v.z + v.w, part[2]) * (1.0f / SQ_LEN);
        int i = 4 * threadIdx.x;
        float left = seg[i ? i - 1 : 0], right = seg[i + 4 < SQ_LEN ? i + 4 : SQ_LEN - 1];
        float4 y;
        y.x = 0.25f * (left + v.y) + 0.5f * v.x - shift;
        y.y = 0.25f * (v.x + v.z) + 0.5f * v.y - shift;
        y.z = 0.25f * (v.y + v.w) + 0.5f * v.z - shift;
        y.w = 0.25f * (v.z + right) + 0.5f * v.w - shift;
        out[at] = y;
        // seg is next written after two more barriers of sq_block_sum, part[2] after three
    }
}
__global__ void __launch_bounds__(256) squiggle_norm_a(const float4* raw, float4* out) { squiggle_segments(raw, out); }
__global__ void __launch_bounds__(256) squiggle_norm_b(const float4* raw, float4* out) { squiggle_segments(raw, out); }

// ---------------------------------------------------------------- ledger_walk
// Logistics: every warp values one warehouse's stock by following a chain of 512-byte ledger pages (32 quantities, prices, discounts, duties each).
static constexpr int LED_STEPS = 32;
__device__ __forceinline__ void ledger_chain(const float4* __restrict__ pages, const int* __restrict__ next, const int* __restrict__ first,
                                             float* __restrict__ out, int pitch) {
    extern __shared__ float4 stage4[];
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    int house = blockIdx.x * 8 + warp;
    float* stage = reinterpret_cast<float*>(stage4) + warp * pitch;
    int page = first[house];
    float value = 0.f;
#pragma unroll 1
    for (int s = 0; s < LED_STEPS; ++s) {
        float4 v = pages[(size_t)page * 32 + lane];
        page = next[page];
        __syncwarp();
        reinterpret_cast<float4*>(stage)[lane] = v;
        __syncwarp();
        float quantity = stage[lane], price = stage[32 + lane], discount = stage[64 + lane], duty = stage[96 + lane];
        value += fmaf(quantity * price, 1.0f - 0.2f * discount, 0.1f * duty);
    }
    out[(size_t)house * 32 + lane] = value;
}
__global__ void __launch_bounds__(256) ledger_walk_a(const float4* pages, const int* next, const int* first, float* out, int pitch) {
    ledger_chain(pages, next, first, out, pitch);
}
__global__ void __launch_bounds__(256) ledger_walk_b(const float4* pages, const int* next, const int* first, float* out, int pitch) {
    ledger_chain(pages, next, first, out, pitch);
}

// ---------------------------------------------------------------- photon_fold
// Radiative transfer: a packet of 32 wavelengths (a warp) scatters through 128 random cells; its light is folded into 64 phases and weighted by a pulse template.
static constexpr int FOLD = 64, FOLD_STEPS = 128;
__constant__ float pulse_template[FOLD];
__global__ void __launch_bounds__(256) photon_fold_a(const float4* __restrict__ cells, float* __restrict__ out, unsigned mask) {
    int lane = threadIdx.x & 31;
    unsigned packet = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    unsigned cell = harness::hash32(packet + 17u) & mask;
    float flux[FOLD], pol[FOLD];  // the folded light curve of this wavelength
#pragma unroll
    for (int k = 0; k < FOLD; ++k) flux[k] = pol[k] = 0.f;
#pragma unroll 1
    for (int turn = 0; turn < FOLD_STEPS / FOLD; ++turn) {
#pragma unroll
        for (int k = 0; k < FOLD; ++k) {
            float4 v = cells[(size_t)cell * 32 + lane];
            cell = harness::hash32(__float_as_uint(__shfl_sync(~0u, v.w, 0)) + packet) & mask;
            flux[k] = fmaf(v.x, v.y, flux[k]);
            pol[k] = fmaf(v.x, v.z, pol[k]);
        }
    }
    float f = 0.f, p = 0.f;
#pragma unroll
    for (int k = 0; k < FOLD; ++k) { f = fmaf(pulse_template[k], flux[k], f); p = fmaf(pulse_template[k], pol[k], p); }
    out[2 * ((size_t)packet * 32 + lane)] = f;
    out[2 * ((size_t)packet * 32 + lane) + 1] = p;
}
__global__ void __launch_bounds__(256) photon_fold_b(const float4* __restrict__ cells, float* __restrict__ out, unsigned mask) {
    int lane = threadIdx.x & 31;
    unsigned packet = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    unsigned cell = harness::hash32(packet + 17u) & mask;
    float f = 0.f, p = 0.f;
#pragma unroll 1
    for (int s = 0; s < FOLD_STEPS; ++s) {
        float4 v = cells[(size_t)cell * 32 + lane];
        cell = harness::hash32(__float_as_uint(__shfl_sync(~0u, v.w, 0)) + packet) & mask;
        float w = pulse_template[s & (FOLD - 1)];
        f = fmaf(w * v.x, v.y, f);
        p = fmaf(w * v.x, v.z, p);
    }
    out[2 * ((size_t)packet * 32 + lane)] = f;
    out[2 * ((size_t)packet * 32 + lane) + 1] = p;
}

// ---------------------------------------------------------------- index_lookup
// Database: rank of every query key in a five-level tree of 32-key nodes; a warp descends for one query at a time (a lane a key).
__device__ __forceinline__ void tree_descend(const unsigned* __restrict__ keys, const unsigned* __restrict__ queries, int* __restrict__ rank, int n) {
    int lane = threadIdx.x & 31;
    size_t mine = ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (mine >= (size_t)n) return;
    unsigned query = queries[mine];
    int found = 0;
#pragma unroll 1
    for (int i = 0; i < 32; ++i) {
        unsigned q = __shfl_sync(~0u, query, i), node = 0, base = 0, width = 32;
#pragma unroll 1
        for (int level = 0; level < 5; ++level) {
            unsigned key = keys[base + node * 32u + lane];
            node = node * 32u + __popc(__ballot_sync(~0u, q >= key)) - 1u;
            base += width;
            width *= 32u;
        }
        if (lane == i) found = (int)node;
    }
    rank[mine] = found;
}
__global__ void __launch_bounds__(32) index_lookup_a(const unsigned* keys, const unsigned* queries, int* rank, int n) { tree_descend(keys, queries, rank, n); }
__global__ void __launch_bounds__(256) index_lookup_b(const unsigned* keys, const unsigned* queries, int* rank, int n) { tree_descend(keys, queries, rank, n); }

// ---------------------------------------------------------------- packet_scan
// Robotics: a warp decodes one lidar stream; the header of a 128-byte record says how many records to skip to the next wanted one.
static constexpr int LIDAR_LINES = 160;
__device__ __forceinline__ void lidar_stream(const float* __restrict__ streams, float* __restrict__ out) {
    int lane = threadIdx.x & 31;
    size_t stream = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    const float* at = streams + stream * (LIDAR_LINES * 32) + lane;
    float echo = 0.f, nearest = 1e9f;
    int line = 0;
#pragma unroll 1
    while (line < LIDAR_LINES) {
        float v = at[line * 32];
        unsigned header = __float_as_uint(__shfl_sync(~0u, v, 0));
        line += 1 + ((header >> 9) & 3u);
        float range = fabsf(v) + 0.01f;
        echo = fmaf(range, v, echo);
        nearest = fminf(nearest, range);
    }
    out[stream * 32 + lane] = echo + nearest;
}
__global__ void __launch_bounds__(32) packet_scan_a(const float* streams, float* out) { lidar_stream(streams, out); }
__global__ void __launch_bounds__(256) packet_scan_b(const float* streams, float* out) { lidar_stream(streams, out); }

// ---------------------------------------------------------------- bias_gradient
// ML training: gradient of a layer's bias through a leaky ReLU, a sum over 16384 rows of 3072 columns; a block owns 64 columns.
__device__ __forceinline__ void bias_columns(const float4* __restrict__ grad, const float4* __restrict__ act, float* __restrict__ out,
                                             int cols4, int row0, int row1) {
    __shared__ float4 part[16][17];
    int tx = threadIdx.x & 15, ty = threadIdx.x >> 4;
    int col = blockIdx.x * 16 + tx;
    float4 s = make_float4(0.f, 0.f, 0.f, 0.f);
#pragma unroll 4
    for (int r = row0 + ty; r < row1; r += 16) {
        float4 g = grad[(size_t)r * cols4 + col], a = act[(size_t)r * cols4 + col];
        s.x = fmaf(g.x, a.x > 0.f ? 1.0f : 0.1f, s.x);
        s.y = fmaf(g.y, a.y > 0.f ? 1.0f : 0.1f, s.y);
        s.z = fmaf(g.z, a.z > 0.f ? 1.0f : 0.1f, s.z);
        s.w = fmaf(g.w, a.w > 0.f ? 1.0f : 0.1f, s.w);
    }
    part[ty][tx] = s;
    __syncthreads();
    if (ty == 0) {
        for (int k = 1; k < 16; ++k) { float4 o = part[k][tx]; s.x += o.x; s.y += o.y; s.z += o.z; s.w += o.w; }
        atomicAdd(out + 4 * col, s.x); atomicAdd(out + 4 * col + 1, s.y);
        atomicAdd(out + 4 * col + 2, s.z); atomicAdd(out + 4 * col + 3, s.w);
    }
}
__global__ void __launch_bounds__(256) bias_gradient_a(const float4* grad, const float4* act, float* out, int cols4, int rows) {
    bias_columns(grad, act, out, cols4, 0, rows);
}
__global__ void __launch_bounds__(256) bias_gradient_b(const float4* grad, const float4* act, float* out, int cols4, int rows) {
    int span = (rows + gridDim.y - 1) / gridDim.y, row0 = blockIdx.y * span;
    bias_columns(grad, act, out, cols4, row0, min(rows, row0 + span));
}

// ---------------------------------------------------------------- cluster_potential
// Astronomy: softened gravitational potential at each of 16896 stars of a cluster by direct summation over shared-memory tiles.
__device__ __forceinline__ void star_tiles(const float4* __restrict__ stars, float* __restrict__ phi, int tile0, int tile1) {
    __shared__ float4 tile[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 me = stars[i];
    float sum0 = 0.f, sum1 = 0.f;
    for (int t = tile0; t < tile1; ++t) {
        __syncthreads();
        tile[threadIdx.x] = stars[t * 256 + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; j += 2) {
            float4 a = tile[j], b = tile[j + 1];
            float ax = a.x - me.x, ay = a.y - me.y, az = a.z - me.z, bx = b.x - me.x, by = b.y - me.y, bz = b.z - me.z;
            sum0 = fmaf(fabsf(a.w), rsqrtf(fmaf(ax, ax, fmaf(ay, ay, fmaf(az, az, 1e-3f)))), sum0);
            sum1 = fmaf(fabsf(b.w), rsqrtf(fmaf(bx, bx, fmaf(by, by, fmaf(bz, bz, 1e-3f)))), sum1);
        }
    }
    atomicAdd(phi + i, -(sum0 + sum1));
}
__global__ void __launch_bounds__(256) cluster_potential_a(const float4* stars, float* phi, int tiles) { star_tiles(stars, phi, 0, tiles); }
__global__ void __launch_bounds__(256) cluster_potential_b(const float4* stars, float* phi, int tiles) {
    int span = tiles / gridDim.y;
    star_tiles(stars, phi, blockIdx.y * span, (blockIdx.y + 1) * span);
}

// ---------------------------------------------------------------- rain_calibrate
// Weather: radar rain rates are corrected with a gauge field and a 256-entry range table (two float4 of each field a thread).
__device__ __forceinline__ float rain_fix(float radar, float gauge, const float* table, int k) {
    float r = fabsf(radar) * table[k];
    return fmaf(0.7f, r, 0.3f * fabsf(gauge)) + 0.05f * r * gauge;
}
__device__ __forceinline__ void rain_field(const float4* __restrict__ radar, const float4* __restrict__ gauge, const float* __restrict__ range,
                                           float4* __restrict__ out) {
    extern __shared__ float rain_table[];
    rain_table[threadIdx.x] = range[threadIdx.x];
    __syncthreads();
    size_t base = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 4; ++s, base += 512) {
        float4 a0 = radar[base], a1 = radar[base + 256], g0 = gauge[base], g1 = gauge[base + 256], y;
        int k = threadIdx.x;
        y.x = rain_fix(a0.x, g0.x, rain_table, k); y.y = rain_fix(a0.y, g0.y, rain_table, k);
        y.z = rain_fix(a0.z, g0.z, rain_table, k); y.w = rain_fix(a0.w, g0.w, rain_table, k);
        out[base] = y;
        y.x = rain_fix(a1.x, g1.x, rain_table, k); y.y = rain_fix(a1.y, g1.y, rain_table, k);
        y.z = rain_fix(a1.z, g1.z, rain_table, k); y.w = rain_fix(a1.w, g1.w, rain_table, k);
        out[base + 256] = y;
    }
}
__global__ void __launch_bounds__(256, 8) rain_calibrate_a(const float4* radar, const float4* gauge, const float* range, float4* out) {
    rain_field(radar, gauge, range, out);
}
__global__ void __launch_bounds__(256, 8) rain_calibrate_b(const float4* radar, const float4* gauge, const float* range, float4* out) {
    rain_field(radar, gauge, range, out);
}

int main(int argc, char** argv) {
    std::vector<harness::Case> cases;
    {   // 4224 blocks: 4 waves at 8 blocks an SM, 16 at 2
        int n = 4224 * 256;
        float *state0 = harness::filled<float>((size_t)8 * n, 1), *z = harness::filled<float>((size_t)TRK_STEPS * n, 2);
        float *h = harness::filled<float>(TRK_STEPS * 8, 3), *out = harness::empty<float>((size_t)9 * n);
        cases.push_back({"track_update_a", [=] { track_update_a<<<4224, 256>>>(state0, z, h, out, n); }, out, (size_t)9 * n});
        cases.push_back({"track_update_b", [=] { track_update_b<<<4224, 256>>>(state0, z, h, out, n); }, out, (size_t)9 * n});
    }
    {
        int blocks = 132 * 48, n = blocks * 128;
        float* qual = harness::filled<float>((size_t)HMM_ROWS * n, 4);
        unsigned* hap = reinterpret_cast<unsigned*>(harness::indices(n, 0xffffffffu, 5));
        float* out = harness::empty<float>(n);
        cases.push_back({"read_likelihood_a", [=] { read_likelihood_a<<<blocks, 128>>>(qual, hap, out, n); }, out, (size_t)n});
        cases.push_back({"read_likelihood_b", [=] { read_likelihood_b<<<blocks, 128>>>(qual, hap, out, n); }, out, (size_t)n});
    }
    {
        int n = 2112 * 256;
        unsigned* codes = reinterpret_cast<unsigned*>(harness::indices((size_t)CLM_WORDS * n, 0xffffffffu, 6));
        float *paid = harness::filled<float>((size_t)CLM_WORDS * n, 7), *out = harness::empty<float>((size_t)16 * n);
        cases.push_back({"claim_buckets_a", [=] { claim_buckets_a<<<2112, 256>>>(codes, paid, out, n); }, out, (size_t)16 * n});
        cases.push_back({"claim_buckets_b", [=] { claim_buckets_b<<<2112, 256>>>(codes, paid, out, n); }, out, (size_t)16 * n});
    }
    {
        int n = 132 * 24 * 256, samples = 96;
        std::vector<float> taps(FIR_TAPS);
        for (int k = 0; k < FIR_TAPS; ++k) taps[k] = std::cos(0.4f * k) / (1 + k);
        CHECK(cudaMemcpyToSymbol(fir_taps, taps.data(), sizeof(float) * FIR_TAPS));
        float *in = harness::filled<float>((size_t)samples * n, 8), *out = harness::empty<float>((size_t)2 * n);
        cases.push_back({"hydrophone_fir_a", [=] { hydrophone_fir_a<<<n / 256, 256>>>(in, out, n, samples); }, out, (size_t)2 * n});
        cases.push_back({"hydrophone_fir_b", [=] { hydrophone_fir_b<<<n / 256, 256>>>(in, out, n, samples); }, out, (size_t)2 * n});
    }
    {   // shared memory of a block: the longest segment the pipeline may ever see (24576 samples) against the one it works on
        int blocks = 4224; size_t n = (size_t)blocks * SQ_PER_BLOCK * SQ_LEN;
        int longest = 24576 * 4, used = SQ_LEN * 4;
        float4 *raw = reinterpret_cast<float4*>(harness::filled<float>(n, 9)), *out = reinterpret_cast<float4*>(harness::empty<float>(n));
        CHECK(cudaFuncSetAttribute(squiggle_norm_a, cudaFuncAttributeMaxDynamicSharedMemorySize, longest));
        cases.push_back({"squiggle_norm_a", [=] { squiggle_norm_a<<<blocks, 256, longest>>>(raw, out); }, out, n});
        cases.push_back({"squiggle_norm_b", [=] { squiggle_norm_b<<<blocks, 256, used>>>(raw, out); }, out, n});
    }
    {   // stage pitch of a warp in floats: 4096 against the 128 of a page
        int houses = 16896, pages = 1 << 19;
        float4* book = reinterpret_cast<float4*>(harness::filled<float>((size_t)pages * 128, 10));
        std::vector<int> next(pages), first(houses);
        for (int p = 0; p < pages; ++p) next[p] = (int)(((unsigned)p * 1664525u + 1013904223u) & (unsigned)(pages - 1));
        for (int h = 0; h < houses; ++h) first[h] = h * 31;
        int *dnext = harness::uploaded(next), *dfirst = harness::uploaded(first);
        float* out = harness::empty<float>((size_t)houses * 32);
        int wide = 4096, tight = 128;
        CHECK(cudaFuncSetAttribute(ledger_walk_a, cudaFuncAttributeMaxDynamicSharedMemorySize, 8 * wide * 4));
        cases.push_back({"ledger_walk_a", [=] { ledger_walk_a<<<houses / 8, 256, 8 * wide * 4>>>(book, dnext, dfirst, out, wide); }, out, (size_t)houses * 32});
        cases.push_back({"ledger_walk_b", [=] { ledger_walk_b<<<houses / 8, 256, 8 * tight * 4>>>(book, dnext, dfirst, out, tight); }, out, (size_t)houses * 32});
    }
    {
        int blocks = 792; unsigned cells = 1u << 19;
        std::vector<float> shape(FOLD);
        for (int k = 0; k < FOLD; ++k) shape[k] = std::exp(-0.002f * (k - 20) * (k - 20));
        CHECK(cudaMemcpyToSymbol(pulse_template, shape.data(), sizeof(float) * FOLD));
        float4* field = reinterpret_cast<float4*>(harness::filled<float>((size_t)cells * 128, 11));
        float* out = harness::empty<float>((size_t)blocks * 512);
        cases.push_back({"photon_fold_a", [=] { photon_fold_a<<<blocks, 256>>>(field, out, cells - 1); }, out, (size_t)blocks * 512});
        cases.push_back({"photon_fold_b", [=] { photon_fold_b<<<blocks, 256>>>(field, out, cells - 1); }, out, (size_t)blocks * 512});
    }
    {
        int n = 132 * 32 * 12 * 32;
        std::vector<unsigned> keys;
        for (int level = 0; level < 5; ++level)
            for (unsigned i = 0, count = 1u << (5 * (level + 1)); i < count; ++i) keys.push_back(i << (32 - 5 * (level + 1)));
        unsigned *dkeys = harness::uploaded(keys), *queries = reinterpret_cast<unsigned*>(harness::indices(n, 0xffffffffu, 12));
        int* rank = harness::empty<int>(n);
        cases.push_back({"index_lookup_a", [=] { index_lookup_a<<<n / 32, 32>>>(dkeys, queries, rank, n); }, rank, (size_t)n, harness::Output::i32});
        cases.push_back({"index_lookup_b", [=] { index_lookup_b<<<n / 256, 256>>>(dkeys, queries, rank, n); }, rank, (size_t)n, harness::Output::i32});
    }
    {
        int streams = 33792;
        float *data = harness::filled<float>((size_t)streams * LIDAR_LINES * 32, 13), *out = harness::empty<float>((size_t)streams * 32);
        cases.push_back({"packet_scan_a", [=] { packet_scan_a<<<streams, 32>>>(data, out); }, out, (size_t)streams * 32});
        cases.push_back({"packet_scan_b", [=] { packet_scan_b<<<streams / 8, 256>>>(data, out); }, out, (size_t)streams * 32});
    }
    {
        int rows = 16384, cols = 3072;
        float4 *grad = reinterpret_cast<float4*>(harness::filled<float>((size_t)rows * cols, 14));
        float4 *act = reinterpret_cast<float4*>(harness::filled<float>((size_t)rows * cols, 15));
        float* out = harness::empty<float>(cols);
        cases.push_back({"bias_gradient_a", [=] { cudaMemsetAsync(out, 0, cols * 4); bias_gradient_a<<<dim3(cols / 64, 1), 256>>>(grad, act, out, cols / 4, rows); }, out, (size_t)cols});
        cases.push_back({"bias_gradient_b", [=] { cudaMemsetAsync(out, 0, cols * 4); bias_gradient_b<<<dim3(cols / 64, 22), 256>>>(grad, act, out, cols / 4, rows); }, out, (size_t)cols});
    }
    {
        int n = 16896;
        float4* stars = reinterpret_cast<float4*>(harness::filled<float>((size_t)n * 4, 16));
        float* phi = harness::empty<float>(n);
        cases.push_back({"cluster_potential_a", [=] { cudaMemsetAsync(phi, 0, n * 4); cluster_potential_a<<<dim3(66, 1), 256>>>(stars, phi, 66); }, phi, (size_t)n});
        cases.push_back({"cluster_potential_b", [=] { cudaMemsetAsync(phi, 0, n * 4); cluster_potential_b<<<dim3(66, 22), 256>>>(stars, phi, 66); }, phi, (size_t)n});
    }
    {   // table allocation of a block: 13312 floats "for all elevations" against the 256 used
        int blocks = 132 * 8 * 8; size_t n = (size_t)blocks * 2048;
        int all = 13312 * 4, used = 256 * 4;
        float4 *radar = reinterpret_cast<float4*>(harness::filled<float>(n * 4, 17)), *gauge = reinterpret_cast<float4*>(harness::filled<float>(n * 4, 18));
        float4* out = reinterpret_cast<float4*>(harness::empty<float>(n * 4));
        float* range = harness::filled<float>(256, 19);
        CHECK(cudaFuncSetAttribute(rain_calibrate_a, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
        cases.push_back({"rain_calibrate_a", [=] { rain_calibrate_a<<<blocks, 256, all>>>(radar, gauge, range, out); }, out, n * 4});
        cases.push_back({"rain_calibrate_b", [=] { rain_calibrate_b<<<blocks, 256, used>>>(radar, gauge, range, out); }, out, n * 4});
    }
    return harness::run(argc, argv, cases);
}
