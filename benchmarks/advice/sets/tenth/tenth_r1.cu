// Before/after pairs about global-memory access, part 1 of 2.
#include "harness.cuh"
using namespace harness;

// ---- pulse_atten: radiometric correction of airborne laser pulses --------------------------------------------------
struct PulseRecord { float x, y, z, intensity, time, angle, range, width, red, green, blue, edge; };  // 48 bytes
__device__ inline float corrected(float intensity, float angle, float range) {
    float distance = 1.5f + range, incidence = 1.0f - 0.45f * angle * angle;
    return (1.0f + intensity) * distance * distance / incidence;
}
__global__ void pulse_atten_r1_a(const PulseRecord* __restrict__ pulses, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = corrected(pulses[i].intensity, pulses[i].angle, pulses[i].range);
}
__global__ void pulse_atten_r1_b(const float* __restrict__ intensity, const float* __restrict__ angle, const float* __restrict__ range,
                                 float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = corrected(intensity[i], angle[i], range[i]);
}
__global__ void harness_pulse_columns(const PulseRecord* p, float* intensity, float* angle, float* range, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { intensity[i] = p[i].intensity; angle[i] = p[i].angle; range[i] = p[i].range; }
}

// ---- bone_matrix: quaternion and shift of every joint to a 3x4 matrix ------------------------------------------------
__device__ inline void matrix_of(float4 q, float x, float y, float z, float* m) {
    float s = 2.0f / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w + 1e-6f);
    float xx = q.x * q.x * s, yy = q.y * q.y * s, zz = q.z * q.z * s, xy = q.x * q.y * s, xz = q.x * q.z * s, yz = q.y * q.z * s;
    float wx = q.w * q.x * s, wy = q.w * q.y * s, wz = q.w * q.z * s;
    m[0] = 1 - yy - zz; m[1] = xy - wz; m[2] = xz + wy; m[3] = x;
    m[4] = xy + wz; m[5] = 1 - xx - zz; m[6] = yz - wx; m[7] = y;
    m[8] = xz - wy; m[9] = yz + wx; m[10] = 1 - xx - yy; m[11] = z;
}
__global__ void bone_matrix_r1_a(const float4* __restrict__ turn, const float* __restrict__ sx, const float* __restrict__ sy,
                                 const float* __restrict__ sz, float* __restrict__ matrices, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    matrix_of(turn[i], sx[i], sy[i], sz[i], matrices + (size_t)i * 12);
}
__global__ void bone_matrix_r1_b(const float4* __restrict__ turn, const float* __restrict__ sx, const float* __restrict__ sy,
                                 const float* __restrict__ sz, float* __restrict__ matrices, int n) {
    __shared__ float staged[128 * 13];
    int base = blockIdx.x * 128, i = base + threadIdx.x;
    if (i < n) matrix_of(turn[i], sx[i], sy[i], sz[i], staged + threadIdx.x * 13);
    __syncthreads();
    int words = min(128, n - base) * 12;
    float* to = matrices + (size_t)base * 12;
    for (int j = threadIdx.x; j < words; j += 128) to[j] = staged[(j / 12) * 13 + j % 12];
}

// ---- tet_volume: volumes of an unstructured mesh ----------------------------------------------------------------------
__device__ inline float volume_of(float3 a, float3 b, float3 c, float3 d) {
    float ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z, vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
    float wx = d.x - a.x, wy = d.y - a.y, wz = d.z - a.z;
    return fabsf(ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)) * (1.0f / 6.0f);
}
__global__ void tet_volume_r1_a(const int4* __restrict__ tets, const float* __restrict__ px, const float* __restrict__ py,
                                const float* __restrict__ pz, float* __restrict__ volume, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 t = tets[i];
    float3 a = {px[t.x], py[t.x], pz[t.x]}, b = {px[t.y], py[t.y], pz[t.y]};
    float3 c = {px[t.z], py[t.z], pz[t.z]}, d = {px[t.w], py[t.w], pz[t.w]};
    volume[i] = volume_of(a, b, c, d);
}
__global__ void tet_volume_r1_b(const int4* __restrict__ tets, const float4* __restrict__ points, float* __restrict__ volume, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int4 t = tets[i];
    float4 a = points[t.x], b = points[t.y], c = points[t.z], d = points[t.w];
    volume[i] = volume_of({a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}, {d.x, d.y, d.z});
}
__global__ void harness_pack_points(const float* x, const float* y, const float* z, float4* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = make_float4(x[i], y[i], z[i], 1.0f);
}

// ---- song_score: score of listed songs, rows of 16 features, 16 lanes a row, four rows in flight ----------------------
__device__ inline void score_four(const int4* songs, const float* table, const float* taste, float* score, int groups) {
    int g = (blockIdx.x * blockDim.x + threadIdx.x) >> 4, l = threadIdx.x & 15;
    if (g >= groups) return;  // whole blocks only
    int4 id = songs[g];
    float w = taste[l];
    float a0 = table[(size_t)id.x * 16 + l] * w, a1 = table[(size_t)id.y * 16 + l] * w;
    float a2 = table[(size_t)id.z * 16 + l] * w, a3 = table[(size_t)id.w * 16 + l] * w;
    bool h = l & 8, q = l & 4;
    float s0 = h ? a2 : a0, t0 = h ? a0 : a2, s1 = h ? a3 : a1, t1 = h ? a1 : a3;
    s0 += __shfl_xor_sync(~0u, t0, 8); s1 += __shfl_xor_sync(~0u, t1, 8);
    float s = q ? s1 : s0, t = q ? s0 : s1;
    s += __shfl_xor_sync(~0u, t, 4); s += __shfl_xor_sync(~0u, s, 2); s += __shfl_xor_sync(~0u, s, 1);
    if ((l & 3) == 0) score[(size_t)g * 4 + (h ? 2 : 0) + (q ? 1 : 0)] = 1.0f / (1.0f + __expf(-s));
}
__global__ void song_score_r1_a(const int4* __restrict__ songs, const float* __restrict__ file, const float* __restrict__ taste,
                                float* __restrict__ score, int groups) {
    score_four(songs, file + 1, taste, score, groups);  // the file begins with its row count, rows follow at once
}
__global__ void song_score_r1_b(const int4* __restrict__ songs, const float* __restrict__ table, const float* __restrict__ taste,
                                float* __restrict__ score, int groups) {
    score_four(songs, table, taste, score, groups);
}

// ---- nuclei_mask: label of a pixel from three 8-bit microscopy stains -------------------------------------------------
__device__ inline unsigned stain_label(unsigned dapi, unsigned actin, unsigned ki67) {
    unsigned mix = (dapi * 5 + actin * 3 + ki67 * 2) >> 4;
    return dapi > 60 && actin < 200 ? mix + 16 : mix >> 2;
}
__global__ void nuclei_mask_r1_a(const uint8_t* __restrict__ dapi, const uint8_t* __restrict__ actin, const uint8_t* __restrict__ ki67,
                                 uint8_t* __restrict__ label, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int i = y * width + x;
    label[i] = (uint8_t)stain_label(dapi[i], actin[i], ki67[i]);
}
__device__ inline unsigned four_labels(unsigned d, unsigned a, unsigned k) {
    unsigned r = 0;
#pragma unroll
    for (int s = 0; s < 32; s += 8) r |= stain_label(d >> s & 255, a >> s & 255, k >> s & 255) << s;
    return r;
}
__global__ void nuclei_mask_r1_b(const uint4* __restrict__ dapi, const uint4* __restrict__ actin, const uint4* __restrict__ ki67,
                                 uint4* __restrict__ label, int sixteens) {  // width is a multiple of 16
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= sixteens) return;
    uint4 d = dapi[i], a = actin[i], k = ki67[i];
    label[i] = make_uint4(four_labels(d.x, a.x, k.x), four_labels(d.y, a.y, k.y), four_labels(d.z, a.z, k.z), four_labels(d.w, a.w, k.w));
}

// ---- borehole_idw: inverse distance weighting of the k nearest boreholes ----------------------------------------------
constexpr int kNearest = 8;
__global__ void borehole_idw_r1_a(const float* __restrict__ qx, const float* __restrict__ qy, const float4* __restrict__ holes, int m,
                                  int k, float* __restrict__ grade, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float distance[kNearest], value[kNearest];
    for (int j = 0; j < k; ++j) { distance[j] = 1e30f; value[j] = 0.0f; }
    float x = qx[i], y = qy[i];
    for (int c = 0; c < m; ++c) {
        float4 h = holes[c];
        float dx = h.x - x, dy = h.y - y, d = dx * dx + dy * dy + 1e-4f;
        if (d >= distance[k - 1]) continue;
        int j = k - 1;
        while (j > 0 && distance[j - 1] > d) { distance[j] = distance[j - 1]; value[j] = value[j - 1]; --j; }
        distance[j] = d; value[j] = h.z;
    }
    float sum = 0.0f, weights = 0.0f;
    for (int j = 0; j < k; ++j) { float w = 1.0f / distance[j]; sum += w * value[j]; weights += w; }
    grade[i] = sum / weights + 1.0f;
}
__global__ void borehole_idw_r1_b(const float* __restrict__ qx, const float* __restrict__ qy, const float4* __restrict__ holes, int m,
                                  float* __restrict__ grade, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float distance[kNearest], value[kNearest];
#pragma unroll
    for (int j = 0; j < kNearest; ++j) { distance[j] = 1e30f; value[j] = 0.0f; }
    float x = qx[i], y = qy[i];
    for (int c = 0; c < m; ++c) {
        float4 h = holes[c];
        float dx = h.x - x, dy = h.y - y, d = dx * dx + dy * dy + 1e-4f;
        if (d >= distance[kNearest - 1]) continue;
#pragma unroll
        for (int j = kNearest - 1; j >= 0; --j) {
            bool shift = j > 0 && distance[j > 0 ? j - 1 : 0] > d, here = distance[j] > d;
            value[j] = shift ? value[j > 0 ? j - 1 : 0] : here ? h.z : value[j];
            distance[j] = shift ? distance[j > 0 ? j - 1 : 0] : here ? d : distance[j];
        }
    }
    float sum = 0.0f, weights = 0.0f;
#pragma unroll
    for (int j = 0; j < kNearest; ++j) { float w = 1.0f / distance[j]; sum += w * value[j]; weights += w; }
    grade[i] = sum / weights + 1.0f;
}

// ---- wind_rose: spread of the wind over 16 sectors, one thread a grid cell --------------------------------------------
__global__ void wind_rose_r1_a(const float* __restrict__ bearing, const float* __restrict__ speed, float* __restrict__ spread, int cells,
                               int hours) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells) return;
    float sector[16];
#pragma unroll
    for (int s = 0; s < 16; ++s) sector[s] = 0.01f;
#pragma unroll 4
    for (int t = 0; t < hours; ++t) {
        size_t at = (size_t)t * cells + i;
        int s = (int)((bearing[at] + 1.0f) * 8.0f) & 15;
        sector[s] += speed[at] + 1.0f;
    }
    float total = 0.0f, squares = 0.0f;
#pragma unroll
    for (int s = 0; s < 16; ++s) { total += sector[s]; squares += sector[s] * sector[s]; }
    spread[i] = total * total / squares;
}
__global__ void wind_rose_r1_b(const float* __restrict__ bearing, const float* __restrict__ speed, float* __restrict__ spread, int cells,
                               int hours) {
    __shared__ float sector[16][256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, me = threadIdx.x;
    if (i >= cells) return;
#pragma unroll
    for (int s = 0; s < 16; ++s) sector[s][me] = 0.01f;
#pragma unroll 4
    for (int t = 0; t < hours; ++t) {
        size_t at = (size_t)t * cells + i;
        int s = (int)((bearing[at] + 1.0f) * 8.0f) & 15;
        sector[s][me] += speed[at] + 1.0f;
    }
    float total = 0.0f, squares = 0.0f;
#pragma unroll
    for (int s = 0; s < 16; ++s) { float v = sector[s][me]; total += v; squares += v * v; }
    spread[i] = total * total / squares;
}

// ---- quadrature_power: power of a quadrature recording; the stored blocks begin with a 4-byte counter ----------------
__device__ inline void power_pair(const float* in_phase, const float* quadrature, float* power, int n) {
    int i = blockIdx.x * (blockDim.x * 4) + threadIdx.x;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        int at = i + j * 256;
        if (at < n) { float a = in_phase[at], b = quadrature[at]; power[at] = a * a + b * b; }
    }
}
__global__ void quadrature_power_r1_a(const float* __restrict__ block_i, const float* __restrict__ block_q, float* __restrict__ power, int n) {
    power_pair(block_i + 1, block_q + 1, power, n);
}
__global__ void quadrature_power_r1_b(const float* __restrict__ in_phase, const float* __restrict__ quadrature, float* __restrict__ power,
                                      int n) {
    power_pair(in_phase, quadrature, power, n);
}

// ---- cortex_potential: one explicit step of a diffusion with a local rate, marching along z ---------------------------
__global__ void cortex_potential_r1_a(const float* __restrict__ u, const float* __restrict__ rate, float* __restrict__ next, int nx, int ny,
                                      int nz, int depth) {
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, z0 = blockIdx.z * depth, z1 = min(nz, z0 + depth);
    if (x >= nx || y >= ny) return;
    int plane = nx * ny, at = y * nx + x;
    int west = x > 0 ? -1 : 0, east = x < nx - 1 ? 1 : 0, north = y > 0 ? -nx : 0, south = y < ny - 1 ? nx : 0;
    float below = u[(size_t)max(z0 - 1, 0) * plane + at], here = u[(size_t)z0 * plane + at];
#pragma unroll 4
    for (int z = z0; z < z1; ++z) {
        const float* p = u + (size_t)z * plane + at;
        float above = u[(size_t)min(z + 1, nz - 1) * plane + at];
        float lap = p[west] + p[east] + p[north] + p[south] + below + above - 6.0f * here;
        next[(size_t)z * plane + at] = here + 0.05f * (1.2f + rate[(size_t)z * plane + at]) * lap;
        below = here; here = above;
    }
}

// ---- cohort_pivot: patients by days into days by patients -------------------------------------------------------------
__global__ void cohort_pivot_r1_a(const float* __restrict__ by_patient, float* __restrict__ by_day, int patients, int days) {
    __shared__ float tile[32][33];
    int day = blockIdx.x * 32 + threadIdx.x, patient = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8)
        if (day < days && patient + j < patients) tile[threadIdx.y + j][threadIdx.x] = by_patient[(size_t)(patient + j) * days + day];
    __syncthreads();
    int p = blockIdx.y * 32 + threadIdx.x, d = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8)
        if (p < patients && d + j < days) by_day[(size_t)(d + j) * patients + p] = tile[threadIdx.x][threadIdx.y + j] * 1.8f + 32.0f;
}

static int blocks_for(size_t n, int size = 256) { return (int)((n + size - 1) / size); }

int main(int argc, char** argv) {
    const size_t pool_floats = 160000000;
    float* pool = filled<float>(pool_floats, 11);  // 640 MB that the cases read as their several arrays
    float* out = empty<float>(50000000);           // every case writes here

    const int pulses = 12000007;
    const PulseRecord* records = (const PulseRecord*)pool;
    float *intensity = empty<float>(pulses), *angle = empty<float>(pulses), *range = empty<float>(pulses);
    harness_pulse_columns<<<blocks_for(pulses), 256>>>(records, intensity, angle, range, pulses);

    const int joints = 3999900;
    const float4* turn = (const float4*)(pool + 64000000);
    const float *sx = pool, *sy = pool + 4000000, *sz = pool + 8000000;

    const int vertices = 11000000, tets = 5000011;
    const float *px = pool, *py = pool + 12000000, *pz = pool + 24000000;
    const int4* tet = (const int4*)indices((size_t)tets * 4, vertices, 3);
    float4* points = (float4*)empty<float>((size_t)vertices * 4);
    harness_pack_points<<<blocks_for(vertices), 256>>>(px, py, pz, points, vertices);

    const int song_rows = 4000000, listed = 8000000;
    const int4* songs = (const int4*)indices(listed, song_rows, 17);
    float* aligned = empty<float>(100000000);
    CHECK(cudaMemcpy(aligned, pool + 1, 100000000ull * 4, cudaMemcpyDeviceToDevice));
    const float* taste = pool + 120000000;

    const int width = 10976, height = 10933;
    const size_t pixels = (size_t)width * height;
    const uint8_t *dapi = (const uint8_t*)pool, *actin = dapi + 160000000, *ki67 = dapi + 320000000;
    uint8_t* label = (uint8_t*)out;

    const int sites = 270300, hole_count = 768;
    const float4* holes = (const float4*)(pool + 100000000);
    const int cells = 260000, hours = 184;
    const float *bearing = pool, *speed = pool + 60000000;
    const int samples = 47999990;
    const int nx = 416, ny = 384, nz = 300, depth = 50;
    const int patients = 6881, days = 7013;
    CHECK(cudaGetLastError());

    return run(argc, argv, {
        {"pulse_atten_r1_a", [=] { pulse_atten_r1_a<<<blocks_for(pulses), 256>>>(records, out, pulses); }, out, (size_t)pulses},
        {"pulse_atten_r1_b", [=] { pulse_atten_r1_b<<<blocks_for(pulses), 256>>>(intensity, angle, range, out, pulses); },
         out, (size_t)pulses},
        {"bone_matrix_r1_a", [=] { bone_matrix_r1_a<<<blocks_for(joints, 128), 128>>>(turn, sx, sy, sz, out, joints); },
         out, (size_t)joints * 12},
        {"bone_matrix_r1_b", [=] { bone_matrix_r1_b<<<blocks_for(joints, 128), 128>>>(turn, sx, sy, sz, out, joints); },
         out, (size_t)joints * 12},
        {"tet_volume_r1_a", [=] { tet_volume_r1_a<<<blocks_for(tets), 256>>>(tet, px, py, pz, out, tets); }, out, (size_t)tets},
        {"tet_volume_r1_b", [=] { tet_volume_r1_b<<<blocks_for(tets), 256>>>(tet, points, out, tets); }, out, (size_t)tets},
        {"song_score_r1_a", [=] { song_score_r1_a<<<listed / 4 * 16 / 256, 256>>>(songs, pool, taste, out, listed / 4); },
         out, (size_t)listed},
        {"song_score_r1_b", [=] { song_score_r1_b<<<listed / 4 * 16 / 256, 256>>>(songs, aligned, taste, out, listed / 4); },
         out, (size_t)listed},
        {"nuclei_mask_r1_a", [=] { nuclei_mask_r1_a<<<dim3(width / 32, (height + 7) / 8), dim3(32, 8)>>>(dapi, actin, ki67, label, width,
                                                                                                         height); },
         label, pixels, Output::u8},
        {"nuclei_mask_r1_b", [=] { nuclei_mask_r1_b<<<blocks_for(pixels / 16), 256>>>((const uint4*)dapi, (const uint4*)actin,
                                                                                     (const uint4*)ki67, (uint4*)label, (int)(pixels / 16)); },
         label, pixels, Output::u8},
        {"borehole_idw_r1_a", [=] { borehole_idw_r1_a<<<blocks_for(sites), 256>>>(pool, pool + 300000, holes, hole_count, kNearest, out,
                                                                                  sites); },
         out, (size_t)sites},
        {"borehole_idw_r1_b", [=] { borehole_idw_r1_b<<<blocks_for(sites), 256>>>(pool, pool + 300000, holes, hole_count, out, sites); },
         out, (size_t)sites},
        {"wind_rose_r1_a", [=] { wind_rose_r1_a<<<blocks_for(cells), 256>>>(bearing, speed, out, cells, hours); }, out, (size_t)cells},
        {"wind_rose_r1_b", [=] { wind_rose_r1_b<<<blocks_for(cells), 256>>>(bearing, speed, out, cells, hours); }, out, (size_t)cells},
        {"quadrature_power_r1_a", [=] { quadrature_power_r1_a<<<blocks_for(samples, 1024), 256>>>(pool, pool + 48000000, out, samples); },
         out, (size_t)samples},
        {"quadrature_power_r1_b", [=] { quadrature_power_r1_b<<<blocks_for(samples, 1024), 256>>>(aligned, aligned + 48000000, out,
                                                                                                 samples); },
         out, (size_t)samples},
        {"cortex_potential_r1_a", [=] { cortex_potential_r1_a<<<dim3(nx / 32, ny / 8, nz / depth), dim3(32, 8)>>>(pool, pool + 60000000, out,
                                                                                                                 nx, ny, nz, depth); },
         out, (size_t)nx * ny * nz},
        {"cohort_pivot_r1_a", [=] { cohort_pivot_r1_a<<<dim3((days + 31) / 32, (patients + 31) / 32), dim3(32, 8)>>>(pool, out, patients,
                                                                                                                    days); },
         out, (size_t)patients * days},
    });
}
