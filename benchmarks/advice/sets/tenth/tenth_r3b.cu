// Before/after pairs: control flow, synchronisation, contention (second ten).
#include "harness.cuh"

// ---------------------------------------------------------------- inputs
__global__ void harness_fill_words(uint32_t* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::hash32((uint32_t)i * 747796405u + seed);
}
__global__ void harness_fill_u8(uint8_t* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i * 747796405u + seed) % below);
}
__global__ void harness_fill_range(float* p, size_t n, float low, float high, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = low + (high - low) * 0.5f * (harness::unit((uint32_t)i * 2654435761u + seed) + 1.0f);
}
__global__ void harness_fill_links(int2* p, size_t n) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = make_int2((int)(harness::hash32((uint32_t)i * 747796405u + 77u) % (uint32_t)n),
                         __float_as_int(1.0f + 0.5f * harness::unit((uint32_t)i)));
}
static float* ranged(size_t n, float low, float high, uint32_t seed) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_fill_range<<<2048, 256>>>(p, n, low, high, seed); CHECK(cudaGetLastError());
    return p;
}

// ---------------------------------------------------------------- 11 kriging_triangle: every station against those before it
constexpr int STATIONS = 8437;
__device__ __forceinline__ float kriging_row(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                             const float* __restrict__ value, int row, int lane) {
    float x = px[row], y = py[row], z = pz[row], s = 0.0f;
#pragma unroll 4
    for (int j = lane; j < row; j += 32) {
        float c = fminf(fmaxf(x * px[j] + y * py[j] + z * pz[j], -1.0f), 1.0f);
        float a = acosf(c);
        s += value[j] * expf(-3.0f * a) * (1.0f + 0.5f * a);
    }
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    return s;
}
__global__ void __launch_bounds__(1024) kriging_triangle_r3_a(const float* __restrict__ px, const float* __restrict__ py,
                                                              const float* __restrict__ pz, const float* __restrict__ value,
                                                              float* __restrict__ out) {
    int lane = threadIdx.x & 31, per = (STATIONS + gridDim.x - 1) / gridDim.x;
    int first = blockIdx.x * per, last = min(first + per, STATIONS);
    for (int row = first + (threadIdx.x >> 5); row < last; row += 32) {
        float s = kriging_row(px, py, pz, value, row, lane);
        if (lane == 0) out[row] = s;
    }
}
__global__ void __launch_bounds__(1024) kriging_triangle_r3_b(const float* __restrict__ px, const float* __restrict__ py,
                                                              const float* __restrict__ pz, const float* __restrict__ value,
                                                              float* __restrict__ out) {
    int lane = threadIdx.x & 31, warps = gridDim.x * 32;
    for (int g = blockIdx.x * 32 + (threadIdx.x >> 5); 2 * g < STATIONS; g += warps) {  // a long row with a short one
        int far = STATIONS - 1 - g;
        float s = kriging_row(px, py, pz, value, far, lane);
        if (lane == 0) out[far] = s;
        if (g < far) {
            s = kriging_row(px, py, pz, value, g, lane);
            if (lane == 0) out[g] = s;
        }
    }
}

// ---------------------------------------------------------------- 12 contig_coverage: a warp per contig, few of them very long
constexpr int CONTIGS = 100003;
__global__ void __launch_bounds__(1024) contig_coverage_r3_a(const int* __restrict__ offset, const float* __restrict__ depth,
                                                             float* __restrict__ out) {
    int lane = threadIdx.x & 31, contig = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (contig >= CONTIGS) return;
    int begin = offset[contig], end = offset[contig + 1];
    float s = 0.0f, q = 0.0f;
#pragma unroll 4
    for (int j = begin + lane; j < end; j += 32) {
        float d = depth[j];
        s += d;
        q += d * d;
    }
    for (int o = 16; o > 0; o >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, o);
        q += __shfl_xor_sync(0xffffffffu, q, o);
    }
    float mean = s / (end - begin);
    if (lane == 0) out[contig] = mean + 0.1f * sqrtf(fmaxf(q / (end - begin) - mean * mean, 0.0f));
}
__global__ void __launch_bounds__(64) contig_coverage_r3_b(const int* __restrict__ offset, const float* __restrict__ depth,
                                                           float* __restrict__ out) {
    int lane = threadIdx.x & 31, contig = blockIdx.x * (blockDim.x >> 5) + (threadIdx.x >> 5);
    if (contig >= CONTIGS) return;
    int begin = offset[contig], end = offset[contig + 1];
    float s = 0.0f, q = 0.0f;
#pragma unroll 4
    for (int j = begin + lane; j < end; j += 32) {
        float d = depth[j];
        s += d;
        q += d * d;
    }
    for (int o = 16; o > 0; o >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, o);
        q += __shfl_xor_sync(0xffffffffu, q, o);
    }
    float mean = s / (end - begin);
    if (lane == 0) out[contig] = mean + 0.1f * sqrtf(fmaxf(q / (end - begin) - mean * mean, 0.0f));
}

// ---------------------------------------------------------------- 13 provenance_hops: each lot follows four chains of owners
constexpr int LOTS = 20000, LOT_CHAINS = 4, LOT_HOPS = 64, OWNERS = 26000003;
__global__ void __launch_bounds__(64) provenance_hops_r3_a(const int2* __restrict__ owner, const int* __restrict__ head,
                                                           float* __restrict__ out) {
    int lot = blockIdx.x * 64 + threadIdx.x;
    if (lot >= LOTS) return;
    float total = 0.0f;
#pragma unroll 1
    for (int c = 0; c < LOT_CHAINS; ++c) {
        int at = head[c * LOTS + lot];
        float worth = 1.0f;
#pragma unroll 4
        for (int h = 0; h < LOT_HOPS; ++h) {
            int2 o = owner[at];
            worth = 0.97f * worth + 0.03f * __int_as_float(o.y);
            at = o.x;
        }
        total += worth;
    }
    out[lot] = total;
}
__global__ void __launch_bounds__(64) provenance_hops_r3_b(const int2* __restrict__ owner, const int* __restrict__ head,
                                                           float* __restrict__ out) {
    int lot = blockIdx.x * 64 + threadIdx.x;
    if (lot >= LOTS) return;
    int at[LOT_CHAINS];
    float worth[LOT_CHAINS];
#pragma unroll
    for (int c = 0; c < LOT_CHAINS; ++c) { at[c] = head[c * LOTS + lot]; worth[c] = 1.0f; }
#pragma unroll 2
    for (int h = 0; h < LOT_HOPS; ++h) {  // the four chains side by side
        int2 o[LOT_CHAINS];
#pragma unroll
        for (int c = 0; c < LOT_CHAINS; ++c) o[c] = owner[at[c]];
#pragma unroll
        for (int c = 0; c < LOT_CHAINS; ++c) {
            worth[c] = 0.97f * worth[c] + 0.03f * __int_as_float(o[c].y);
            at[c] = o[c].x;
        }
    }
    out[lot] = ((worth[0] + worth[1]) + worth[2]) + worth[3];
}

// ---------------------------------------------------------------- 14 diver_alarm: oxygen dose until the first alarm of a dive
constexpr int DIVES = 60011, DIVE_STEPS = 960;
__global__ void __launch_bounds__(128) diver_alarm_r3_a(const float* __restrict__ pressure, const float* __restrict__ limit,
                                                        float* __restrict__ dose) {
    int d = blockIdx.x * 128 + threadIdx.x;
    if (d >= DIVES) return;
    float top = limit[d], s = 0.0f;
    for (int t = 0; t < DIVE_STEPS; ++t) {
        float p = pressure[(size_t)t * DIVES + d];
        if (p > top) break;
        s += p * (1.0f + 0.2f * p);
    }
    dose[d] = s;
}
__global__ void __launch_bounds__(128) diver_alarm_r3_b(const float* __restrict__ pressure, const float* __restrict__ limit,
                                                        float* __restrict__ dose) {
    int d = blockIdx.x * 128 + threadIdx.x;
    if (d >= DIVES) return;
    float top = limit[d], s = 0.0f;
    bool quiet = true;
    for (int t = 0; t < DIVE_STEPS && quiet; t += 4) {  // four samples asked for before the first is tested
        float p[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) p[k] = pressure[(size_t)(t + k) * DIVES + d];
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            quiet = quiet && !(p[k] > top);
            if (quiet) s += p[k] * (1.0f + 0.2f * p[k]);
        }
    }
    dose[d] = s;
}

// ---------------------------------------------------------------- 15 motif_entropy: counts of neighbouring bases of each read
constexpr int READS = 1000007, READ_WORDS = 16;  // 256 bases of two bits
__global__ void __launch_bounds__(128) motif_entropy_r3_a(const uint32_t* __restrict__ bases, float* __restrict__ entropy) {
    int read = blockIdx.x * 128 + threadIdx.x;
    if (read >= READS) return;
    int count[16];
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k] = 0;
    uint32_t pair = 0;
#pragma unroll 1
    for (int w = 0; w < READ_WORDS; ++w) {
        uint32_t word = bases[(size_t)w * READS + read];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            pair = ((pair << 2) | (word & 3)) & 15;
            word >>= 2;
            count[pair]++;
        }
    }
    float e = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) e += count[k] * __logf(count[k] + 1.0f);
    entropy[read] = e;
}
__global__ void __launch_bounds__(128) motif_entropy_r3_b(const uint32_t* __restrict__ bases, float* __restrict__ entropy) {
    __shared__ int count[16][128];
    int tid = threadIdx.x, read = blockIdx.x * 128 + tid;
    if (read >= READS) return;
#pragma unroll
    for (int k = 0; k < 16; ++k) count[k][tid] = 0;
    uint32_t pair = 0;
#pragma unroll 1
    for (int w = 0; w < READ_WORDS; ++w) {
        uint32_t word = bases[(size_t)w * READS + read];
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            pair = ((pair << 2) | (word & 3)) & 15;
            word >>= 2;
            count[pair][tid]++;
        }
    }
    float e = 0.0f;
#pragma unroll
    for (int k = 0; k < 16; ++k) e += count[k][tid] * __logf(count[k][tid] + 1.0f);
    entropy[read] = e;
}

// ---------------------------------------------------------------- 16 mild: soil_moisture, two soils in one warp, bound by DRAM
constexpr int SOIL_N = 16000013;
__device__ __forceinline__ float retention(float h, float t, float alpha, float n, float residual, float full) {
    float a = __expf(n * __logf(alpha * h));
    float m = 1.0f - __fdividef(1.0f, n);
    float s = __expf(-m * __logf(1.0f + a));
    return (residual + (full - residual) * s) * (1.0f + 0.01f * t);
}
__global__ void __launch_bounds__(256) soil_moisture_r3_a(const float* __restrict__ head, const float* __restrict__ warmth,
                                                          const float* __restrict__ porosity, const float* __restrict__ density,
                                                          const uint8_t* __restrict__ soil, float* __restrict__ out) {
    int first = blockIdx.x * 512 + threadIdx.x;
    float h[2], t[2], f[2], d[2];
    int kind[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = min(first + k * 256, SOIL_N - 1);
        h[k] = head[i]; t[k] = warmth[i]; f[k] = porosity[i]; d[k] = density[i]; kind[k] = soil[i];
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        float r;
        if (kind[k] == 0) r = retention(h[k], t[k], 0.036f, 1.56f, 0.078f, f[k]) * d[k] + 0.01f * h[k];
        else r = retention(h[k] + 0.1f, t[k], 0.145f, 2.68f, 0.045f, f[k]) * d[k] * d[k];
        if (first + k * 256 < SOIL_N) out[first + k * 256] = r;
    }
}
__global__ void __launch_bounds__(256) soil_moisture_r3_b(const float* __restrict__ head, const float* __restrict__ warmth,
                                                          const float* __restrict__ porosity, const float* __restrict__ density,
                                                          const uint8_t* __restrict__ soil, float* __restrict__ out) {
    int first = blockIdx.x * 512 + threadIdx.x;
    float h[2], t[2], f[2], d[2];
    int kind[2];
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = min(first + k * 256, SOIL_N - 1);
        h[k] = head[i]; t[k] = warmth[i]; f[k] = porosity[i]; d[k] = density[i]; kind[k] = soil[i];
    }
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        bool loam = kind[k] == 0;
        float alpha = loam ? 0.036f : 0.145f, n = loam ? 1.56f : 2.68f, residual = loam ? 0.078f : 0.045f;
        float suction = loam ? h[k] : h[k] + 0.1f, scale = loam ? d[k] : d[k] * d[k], shift = loam ? 0.01f * h[k] : 0.0f;
        float r = retention(suction, t[k], alpha, n, residual, f[k]) * scale + shift;
        if (first + k * 256 < SOIL_N) out[first + k * 256] = r;
    }
}

// ---------------------------------------------------------------- 17 mild: beach_transect, a barrier after every small stage
constexpr int TRANSECTS = 33000, TRANSECT = 2048;
__global__ void __launch_bounds__(512) beach_transect_r3_a(const float* __restrict__ level, const float* __restrict__ tide,
                                                           float* __restrict__ slope) {
    __shared__ float bare[TRANSECT], smooth[TRANSECT];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * TRANSECT;
#pragma unroll
    for (int k = 0; k < 4; ++k) bare[tid + k * 512] = level[base + tid + k * 512] - 0.3f * tide[base + tid + k * 512];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = tid + k * 512;
        smooth[i] = (bare[max(i - 1, 0)] + bare[i] + bare[min(i + 1, TRANSECT - 1)]) * (1.0f / 3.0f);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        int i = tid + k * 512;
        bare[i] = smooth[min(i + 1, TRANSECT - 1)] - smooth[max(i - 1, 0)];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) slope[base + tid + k * 512] = bare[tid + k * 512] * 0.5f;
}
__global__ void __launch_bounds__(512) beach_transect_r3_b(const float* __restrict__ level, const float* __restrict__ tide,
                                                           float* __restrict__ slope) {
    __shared__ float bare[TRANSECT];
    int tid = threadIdx.x;
    size_t base = (size_t)blockIdx.x * TRANSECT;
#pragma unroll
    for (int k = 0; k < 4; ++k) bare[tid + k * 512] = level[base + tid + k * 512] - 0.3f * tide[base + tid + k * 512];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; ++k) {  // both stages from one tile: neighbours are smoothed again rather than waited for
        int i = tid + k * 512, r = min(i + 1, TRANSECT - 1), l = max(i - 1, 0);
        float right = (bare[max(r - 1, 0)] + bare[r] + bare[min(r + 1, TRANSECT - 1)]) * (1.0f / 3.0f);
        float left = (bare[max(l - 1, 0)] + bare[l] + bare[min(l + 1, TRANSECT - 1)]) * (1.0f / 3.0f);
        slope[base + i] = (right - left) * 0.5f;
    }
}

// ---------------------------------------------------------------- 18 mild: shower_energies, shared sums of few bins under DRAM traffic
constexpr int SHOWERS = 24000001, SHOWER_BINS = 48;
__device__ __forceinline__ int shower_bin(float4 e, int& amount) {
    float r = e.x * e.x + e.y * e.y + e.z * e.z;
    amount = 1 + (int)(fabsf(e.w) * 15.0f);
    return min((int)(r * (SHOWER_BINS / 3.0f)), SHOWER_BINS - 1);
}
__global__ void __launch_bounds__(256) shower_energies_r3_a(const float4* __restrict__ shower, int* __restrict__ energy) {
    __shared__ int sum[SHOWER_BINS];
    int tid = threadIdx.x;
    if (tid < SHOWER_BINS) sum[tid] = 0;
    __syncthreads();
    int stride = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + tid; i < SHOWERS; i += 3 * stride) {
        float4 e[3];
#pragma unroll
        for (int k = 0; k < 3; ++k) e[k] = shower[min(i + k * stride, SHOWERS - 1)];
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            int amount, b = shower_bin(e[k], amount);
            if (i + k * stride < SHOWERS) atomicAdd(&sum[b], amount);
        }
    }
    __syncthreads();
    if (tid < SHOWER_BINS) atomicAdd(&energy[tid], sum[tid]);
}
__global__ void __launch_bounds__(256) shower_energies_r3_b(const float4* __restrict__ shower, int* __restrict__ energy) {
    __shared__ int sum[SHOWER_BINS * 32];  // a copy for each lane
    int tid = threadIdx.x, lane = tid & 31;
    for (int k = tid; k < SHOWER_BINS * 32; k += 256) sum[k] = 0;
    __syncthreads();
    int stride = gridDim.x * 256;
    for (int i = blockIdx.x * 256 + tid; i < SHOWERS; i += 3 * stride) {
        float4 e[3];
#pragma unroll
        for (int k = 0; k < 3; ++k) e[k] = shower[min(i + k * stride, SHOWERS - 1)];
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            int amount, b = shower_bin(e[k], amount);
            if (i + k * stride < SHOWERS) atomicAdd(&sum[b * 32 + lane], amount);
        }
    }
    __syncthreads();
    if (tid < SHOWER_BINS) {
        int s = 0;
        for (int k = 0; k < 32; ++k) s += sum[tid * 32 + ((k + tid) & 31)];
        atomicAdd(&energy[tid], s);
    }
}

// ---------------------------------------------------------------- 19 healthy: coil_field, probes against coil segments in tiles
constexpr int PROBES = 270336, SEGMENTS = 1536;
__global__ void __launch_bounds__(256) coil_field_r3_a(const float4* __restrict__ probe, const float4* __restrict__ place,
                                                       const float4* __restrict__ current, float4* __restrict__ field) {
    __shared__ float4 where[256], flow[256];
    int tid = threadIdx.x, i = blockIdx.x * 512 + tid;
    float4 p = probe[i], q = probe[i + 256];
    float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0;
    for (int tile = 0; tile < SEGMENTS; tile += 256) {
        where[tid] = place[tile + tid];
        flow[tid] = current[tile + tid];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; ++k) {
            float4 w = where[k], c = flow[k];
            float dx = p.x - w.x, dy = p.y - w.y, dz = p.z - w.z;
            float s = rsqrtf(dx * dx + (dy * dy + (dz * dz + w.w))), s3 = s * s * s;
            ax += s3 * (c.y * dz - c.z * dy);
            ay += s3 * (c.z * dx - c.x * dz);
            az += s3 * (c.x * dy - c.y * dx);
            float ex = q.x - w.x, ey = q.y - w.y, ez = q.z - w.z;
            float t = rsqrtf(ex * ex + (ey * ey + (ez * ez + w.w))), t3 = t * t * t;
            bx += t3 * (c.y * ez - c.z * ey);
            by += t3 * (c.z * ex - c.x * ez);
            bz += t3 * (c.x * ey - c.y * ex);
        }
        __syncthreads();
    }
    field[i] = make_float4(ax, ay, az, p.w);
    field[i + 256] = make_float4(bx, by, bz, q.w);
}

// ---------------------------------------------------------------- 20 healthy: strata_convert, one scale per tile, chosen by the block
constexpr int STRATA = 16500;
__global__ void __launch_bounds__(256) strata_convert_r3_a(const float4* __restrict__ log, const uint8_t* __restrict__ scale,
                                                           const float* __restrict__ gain, float4* __restrict__ out) {
    size_t base = (size_t)blockIdx.x * 1024 + threadIdx.x;
    int kind = scale[blockIdx.x];
    float g = gain[blockIdx.x];
    float4 v[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) v[k] = log[base + k * 256];
    if (kind == 0) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = make_float4(g * v[k].x, g * v[k].y, g * v[k].z, g * v[k].w);
    } else if (kind == 1) {
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = make_float4(__expf(g * v[k].x), __expf(g * v[k].y), __expf(g * v[k].z), __expf(g * v[k].w));
    } else {
#pragma unroll
        for (int k = 0; k < 4; ++k)
            v[k] = make_float4(g * sqrtf(v[k].x), g * sqrtf(v[k].y), g * sqrtf(v[k].z), g * sqrtf(v[k].w));
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) out[base + k * 256] = v[k];
}

int main(int argc, char** argv) {
    using harness::Output;
    std::vector<harness::Case> cases;
    {
        std::vector<float> x(STATIONS), y(STATIONS), z(STATIONS);
        for (int i = 0; i < STATIONS; ++i) {
            float a = harness::unit(3 * i), b = harness::unit(3 * i + 1), c = harness::unit(3 * i + 2) + 0.01f;
            float r = 1.0f / std::sqrt(a * a + b * b + c * c + 1e-9f);
            x[i] = a * r; y[i] = b * r; z[i] = c * r;
        }
        float *px = harness::uploaded(x), *py = harness::uploaded(y), *pz = harness::uploaded(z);
        float *v = ranged(STATIONS, 0.2f, 1.7f, 9), *out = harness::empty<float>(STATIONS);
        cases.push_back({"kriging_triangle_r3_a", [=] { kriging_triangle_r3_a<<<132, 1024>>>(px, py, pz, v, out); }, out, STATIONS,
                         Output::f32});
        cases.push_back({"kriging_triangle_r3_b", [=] { kriging_triangle_r3_b<<<132, 1024>>>(px, py, pz, v, out); }, out, STATIONS,
                         Output::f32});
    }
    {
        std::vector<int> offset(CONTIGS + 1, 0);
        for (int i = 0; i < CONTIGS; ++i) {
            uint32_t h = harness::hash32(i + 1234567u);
            offset[i + 1] = offset[i] + (h % 21 == 0 ? 9000 + (int)((h >> 8) % 5000) : 250 + (int)((h >> 8) % 500));
        }
        int* begin = harness::uploaded(offset);
        float *depth = ranged(offset[CONTIGS], 1.0f, 60.0f, 14), *out = harness::empty<float>(CONTIGS);
        cases.push_back({"contig_coverage_r3_a", [=] { contig_coverage_r3_a<<<(CONTIGS + 31) / 32, 1024>>>(begin, depth, out); }, out, CONTIGS,
                         Output::f32});
        cases.push_back({"contig_coverage_r3_b", [=] { contig_coverage_r3_b<<<(CONTIGS + 1) / 2, 64>>>(begin, depth, out); }, out, CONTIGS,
                         Output::f32});
    }
    {
        int2* owner; CHECK(cudaMalloc(&owner, OWNERS * sizeof(int2)));
        harness_fill_links<<<2048, 256>>>(owner, OWNERS);
        int* head = harness::indices((size_t)LOTS * LOT_CHAINS, OWNERS, 5);
        float* out = harness::empty<float>(LOTS);
        int blocks = (LOTS + 63) / 64;
        cases.push_back({"provenance_hops_r3_a", [=] { provenance_hops_r3_a<<<blocks, 64>>>(owner, head, out); }, out, LOTS, Output::f32});
        cases.push_back({"provenance_hops_r3_b", [=] { provenance_hops_r3_b<<<blocks, 64>>>(owner, head, out); }, out, LOTS, Output::f32});
    }
    {
        float *p = ranged((size_t)DIVES * DIVE_STEPS, 0.0f, 1.0f, 22), *top = ranged(DIVES, 0.9985f, 0.9999f, 23);
        float* out = harness::empty<float>(DIVES);
        int blocks = (DIVES + 127) / 128;
        cases.push_back({"diver_alarm_r3_a", [=] { diver_alarm_r3_a<<<blocks, 128>>>(p, top, out); }, out, DIVES, Output::f32});
        cases.push_back({"diver_alarm_r3_b", [=] { diver_alarm_r3_b<<<blocks, 128>>>(p, top, out); }, out, DIVES, Output::f32});
    }
    {
        uint32_t* bases = harness::empty<uint32_t>((size_t)READS * READ_WORDS);
        harness_fill_words<<<2048, 256>>>(bases, (size_t)READS * READ_WORDS, 33);
        float* out = harness::empty<float>(READS);
        int blocks = (READS + 127) / 128;
        cases.push_back({"motif_entropy_r3_a", [=] { motif_entropy_r3_a<<<blocks, 128>>>(bases, out); }, out, READS, Output::f32});
        cases.push_back({"motif_entropy_r3_b", [=] { motif_entropy_r3_b<<<blocks, 128>>>(bases, out); }, out, READS, Output::f32});
    }
    {
        float *h = ranged(SOIL_N, 1.0f, 90.0f, 41), *t = ranged(SOIL_N, 2.0f, 30.0f, 42), *f = ranged(SOIL_N, 0.35f, 0.5f, 43);
        float *d = ranged(SOIL_N, 1.1f, 1.6f, 44), *out = harness::empty<float>(SOIL_N);
        uint8_t* soil = harness::empty<uint8_t>(SOIL_N);
        harness_fill_u8<<<2048, 256>>>(soil, SOIL_N, 2, 45);
        int blocks = (SOIL_N + 511) / 512;
        cases.push_back({"soil_moisture_r3_a", [=] { soil_moisture_r3_a<<<blocks, 256>>>(h, t, f, d, soil, out); }, out, SOIL_N, Output::f32});
        cases.push_back({"soil_moisture_r3_b", [=] { soil_moisture_r3_b<<<blocks, 256>>>(h, t, f, d, soil, out); }, out, SOIL_N, Output::f32});
    }
    {
        size_t n = (size_t)TRANSECTS * TRANSECT;
        float *level = ranged(n, 0.0f, 6.0f, 51), *tide = ranged(n, -1.0f, 1.0f, 52), *out = harness::empty<float>(n);
        cases.push_back({"beach_transect_r3_a", [=] { beach_transect_r3_a<<<TRANSECTS, 512>>>(level, tide, out); }, out, n, Output::f32});
        cases.push_back({"beach_transect_r3_b", [=] { beach_transect_r3_b<<<TRANSECTS, 512>>>(level, tide, out); }, out, n, Output::f32});
    }
    {
        float* shower = harness::filled<float>((size_t)SHOWERS * 4, 61);
        int* out = harness::empty<int>(SHOWER_BINS);
        cases.push_back({"shower_energies_r3_a", [=] { shower_energies_r3_a<<<132 * 8, 256>>>((float4*)shower, out); }, out, SHOWER_BINS,
                         Output::i32});
        cases.push_back({"shower_energies_r3_b", [=] { shower_energies_r3_b<<<132 * 8, 256>>>((float4*)shower, out); }, out, SHOWER_BINS,
                         Output::i32});
    }
    {
        float *p = harness::filled<float>((size_t)PROBES * 4, 71), *w = ranged((size_t)SEGMENTS * 4, 0.01f, 1.5f, 72);
        float *c = harness::filled<float>((size_t)SEGMENTS * 4, 73), *out = harness::empty<float>((size_t)PROBES * 4);
        cases.push_back({"coil_field_r3_a", [=] { coil_field_r3_a<<<PROBES / 512, 256>>>((float4*)p, (float4*)w, (float4*)c, (float4*)out); },
                         out, (size_t)PROBES * 4, Output::f32});
    }
    {
        size_t n = (size_t)STRATA * 4096;
        float *log = ranged(n, 0.1f, 3.0f, 81), *gain = ranged(STRATA, 0.4f, 1.3f, 82), *out = harness::empty<float>(n);
        uint8_t* kind = harness::empty<uint8_t>(STRATA);
        harness_fill_u8<<<64, 256>>>(kind, STRATA, 3, 83);
        cases.push_back({"strata_convert_r3_a", [=] { strata_convert_r3_a<<<STRATA, 256>>>((float4*)log, kind, gain, (float4*)out); }, out, n,
                         Output::f32});
    }
    return harness::run(argc, argv, cases);
}
