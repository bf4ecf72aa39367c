// Eleven measured cases from telecoms, robotics, geodesy, genomics, audio and other trades: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Notary's archive: SHA3-256 (one Keccak-f[1600] permutation) of a leaf of 136 bytes a thread, leaves stored lane by lane.
constexpr int kDeeds = 132 * 6 * 3 * 256;

__constant__ uint64_t c_round[24] = {
    0x0000000000000001ull, 0x0000000000008082ull, 0x800000000000808aull, 0x8000000080008000ull, 0x000000000000808bull, 0x0000000080000001ull,
    0x8000000080008081ull, 0x8000000000008009ull, 0x000000000000008aull, 0x0000000000000088ull, 0x0000000080008009ull, 0x000000008000000aull,
    0x000000008000808bull, 0x800000000000008bull, 0x8000000000008089ull, 0x8000000000008003ull, 0x8000000000008002ull, 0x8000000000000080ull,
    0x000000000000800aull, 0x800000008000000aull, 0x8000000080008081ull, 0x8000000000008080ull, 0x0000000080000001ull, 0x8000000080008008ull};

__device__ __forceinline__ uint64_t turn_left(uint64_t v, int by) { return by ? v << by | v >> (64 - by) : v; }

__device__ __forceinline__ void seal_deed(const uint64_t* __restrict__ deeds, uint64_t* __restrict__ seals) {
    constexpr int kTurn[25] = {0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14};
    int i = blockIdx.x * 256 + threadIdx.x;
    uint64_t s[25];
#pragma unroll
    for (int l = 0; l < 25; ++l) s[l] = l < 17 ? deeds[(size_t)l * kDeeds + i] : 0;
    s[16] ^= 0x8000000000000000ull;
#pragma unroll 1
    for (int round = 0; round < 24; ++round) {
        uint64_t c[5], b[25];
#pragma unroll
        for (int x = 0; x < 5; ++x) c[x] = s[x] ^ s[x + 5] ^ s[x + 10] ^ s[x + 15] ^ s[x + 20];
#pragma unroll
        for (int x = 0; x < 5; ++x) {
            uint64_t d = c[(x + 4) % 5] ^ turn_left(c[(x + 1) % 5], 1);
#pragma unroll
            for (int y = 0; y < 5; ++y) b[y + 5 * ((2 * x + 3 * y) % 5)] = turn_left(s[x + 5 * y] ^ d, kTurn[x + 5 * y]);
        }
#pragma unroll
        for (int y = 0; y < 5; ++y)
#pragma unroll
            for (int x = 0; x < 5; ++x) s[x + 5 * y] = b[x + 5 * y] ^ (~b[(x + 1) % 5 + 5 * y] & b[(x + 2) % 5 + 5 * y]);
        s[0] ^= c_round[round];
    }
#pragma unroll
    for (int l = 0; l < 4; ++l) seals[(size_t)l * kDeeds + i] = s[l];
}

__global__ void __launch_bounds__(256, 6) notary_seals_l2_a(const uint64_t* __restrict__ deeds, uint64_t* __restrict__ seals) { seal_deed(deeds, seals); }
__global__ void __launch_bounds__(256, 2) notary_seals_l2_b(const uint64_t* __restrict__ deeds, uint64_t* __restrict__ seals) { seal_deed(deeds, seals); }

// ---- Satellite telemetry: survivors and best metric of a convolutional code of 16 states (Viterbi), a frame of 64 bits a thread.
constexpr int kFrames = 132 * 48 * 128, kBits = 64;

struct Trellis { int from[16][2], symbol[16][2]; };
__constant__ Trellis c_trellis;

__host__ __device__ constexpr int odd_ones(int v) { v ^= v >> 4; v ^= v >> 2; v ^= v >> 1; return v & 1; }
__host__ __device__ constexpr int came_from(int state, int way) { return state >> 1 | way << 3; }
__host__ __device__ constexpr int sent_symbol(int state, int way) {
    int window = came_from(state, way) << 1 | (state & 1);
    return odd_ones(window & 023) | odd_ones(window & 035) << 1;
}

__device__ __forceinline__ void symbol_metrics(int word, int half, int (&gain)[4]) {
    int r0 = (int8_t)(word >> (16 * half)), r1 = (int8_t)(word >> (16 * half + 8));
    gain[0] = r0 + r1; gain[1] = r1 - r0; gain[2] = r0 - r1; gain[3] = -r0 - r1;
}

__global__ void __launch_bounds__(128) telemetry_frames_l2_a(const int* __restrict__ soft, unsigned* __restrict__ survivors, int* __restrict__ best, int states) {
    int f = blockIdx.x * 128 + threadIdx.x;
    int metric[16], fresh[16], gain[4];
    for (int s = 0; s < states; ++s) metric[s] = s ? -4096 : 0;
#pragma unroll 1
    for (int b = 0; b < kBits; b += 2) {
        int word = soft[(size_t)(b / 2) * kFrames + f];
        unsigned chosen = 0;
        for (int half = 0; half < 2; ++half) {
            symbol_metrics(word, half, gain);
            for (int s = 0; s < states; ++s) {
                int m0 = metric[c_trellis.from[s][0]] + gain[c_trellis.symbol[s][0]], m1 = metric[c_trellis.from[s][1]] + gain[c_trellis.symbol[s][1]];
                fresh[s] = max(m0, m1);
                if (m1 > m0) chosen |= 1u << (16 * half + s);
            }
            for (int s = 0; s < states; ++s) metric[s] = fresh[s];
        }
        survivors[(size_t)(b / 2) * kFrames + f] = chosen;
    }
    int top = metric[0];
    for (int s = 1; s < states; ++s) top = max(top, metric[s]);
    best[f] = top;
}

__global__ void __launch_bounds__(128) telemetry_frames_l2_b(const int* __restrict__ soft, unsigned* __restrict__ survivors, int* __restrict__ best) {
    int f = blockIdx.x * 128 + threadIdx.x;
    int metric[16], fresh[16], gain[4];
#pragma unroll
    for (int s = 0; s < 16; ++s) metric[s] = s ? -4096 : 0;
#pragma unroll 1
    for (int b = 0; b < kBits; b += 2) {
        int word = soft[(size_t)(b / 2) * kFrames + f];
        unsigned chosen = 0;
#pragma unroll
        for (int half = 0; half < 2; ++half) {
            symbol_metrics(word, half, gain);
#pragma unroll
            for (int s = 0; s < 16; ++s) {
                int m0 = metric[came_from(s, 0)] + gain[sent_symbol(s, 0)], m1 = metric[came_from(s, 1)] + gain[sent_symbol(s, 1)];
                fresh[s] = max(m0, m1);
                if (m1 > m0) chosen |= 1u << (16 * half + s);
            }
#pragma unroll
            for (int s = 0; s < 16; ++s) metric[s] = fresh[s];
        }
        survivors[(size_t)(b / 2) * kFrames + f] = chosen;
    }
    int top = metric[0];
#pragma unroll
    for (int s = 1; s < 16; ++s) top = max(top, metric[s]);
    best[f] = top;
}

// ---- Combustion: twelve implicit steps of six species a cell, each a 6 x 6 system solved by elimination with row exchange.
constexpr int kCells = 132 * 70 * 128, kSpecies = 6;

__device__ __forceinline__ void flame_system(const float (&c)[kSpecies], const float (&k)[kSpecies], float h, float (&m)[kSpecies][kSpecies + 1]) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        int before = (i + kSpecies - 1) % kSpecies, two = (i + 2) % kSpecies, back = (i + kSpecies - 2) % kSpecies;
#pragma unroll
        for (int j = 0; j < kSpecies; ++j) m[i][j] = 0.02f * h * c[i] * k[j];
        m[i][i] += 1.0f + h * (k[i] + 0.7f * c[two]);
        m[i][two] += 0.7f * h * c[i];
        m[i][before] -= h * k[before];
        m[i][back] -= 3.5f * h * c[back];
        m[i][kSpecies] = h * (k[before] * c[before] - k[i] * c[i] - 0.7f * c[i] * c[two] + 1.75f * c[back] * c[back]);
    }
}

__device__ __forceinline__ void eliminate(float (&m)[kSpecies][kSpecies + 1], int k) {
    float inv = __fdividef(1.0f, m[k][k]);
#pragma unroll
    for (int r = 0; r < kSpecies; ++r)
        if (r > k) {
            float f = m[r][k] * inv;
#pragma unroll
            for (int j = 0; j <= kSpecies; ++j)
                if (j > k) m[r][j] = fmaf(-f, m[k][j], m[r][j]);
        }
}

__device__ __forceinline__ void add_solution(const float (&m)[kSpecies][kSpecies + 1], float (&c)[kSpecies]) {
    float d[kSpecies];
#pragma unroll
    for (int i = kSpecies - 1; i >= 0; --i) {
        float v = m[i][kSpecies];
#pragma unroll
        for (int j = 0; j < kSpecies; ++j)
            if (j > i) v = fmaf(-m[i][j], d[j], v);
        d[i] = __fdividef(v, m[i][i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) c[i] = fminf(fmaxf(c[i] + d[i], 0.01f), 4.0f);
}

__global__ void __launch_bounds__(128) flame_species_l2_a(const float* __restrict__ start, const float* __restrict__ rate, float* __restrict__ end, int steps) {
    int cell = blockIdx.x * 128 + threadIdx.x;
    float c[kSpecies], k[kSpecies], m[kSpecies][kSpecies + 1];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) { c[i] = 1.2f + start[i * kCells + cell]; k[i] = 2.0f + 1.5f * rate[i * kCells + cell]; }
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        flame_system(c, k, 0.4f, m);
#pragma unroll
        for (int p = 0; p < kSpecies; ++p) {
            int row = p;
            float most = fabsf(m[p][p]);
#pragma unroll
            for (int r = p + 1; r < kSpecies; ++r)
                if (fabsf(m[r][p]) > most) { most = fabsf(m[r][p]); row = r; }
#pragma unroll
            for (int j = p; j <= kSpecies; ++j) { float v = m[row][j]; m[row][j] = m[p][j]; m[p][j] = v; }
            eliminate(m, p);
        }
        add_solution(m, c);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) end[i * kCells + cell] = c[i];
}

__global__ void __launch_bounds__(128) flame_species_l2_b(const float* __restrict__ start, const float* __restrict__ rate, float* __restrict__ end, int steps) {
    int cell = blockIdx.x * 128 + threadIdx.x;
    float c[kSpecies], k[kSpecies], m[kSpecies][kSpecies + 1];
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) { c[i] = 1.2f + start[i * kCells + cell]; k[i] = 2.0f + 1.5f * rate[i * kCells + cell]; }
#pragma unroll 1
    for (int step = 0; step < steps; ++step) {
        flame_system(c, k, 0.4f, m);
#pragma unroll
        for (int p = 0; p < kSpecies; ++p) {
#pragma unroll
            for (int r = p + 1; r < kSpecies; ++r) {  // the larger row moves up by selection, all indices known
                bool up = fabsf(m[r][p]) > fabsf(m[p][p]);
#pragma unroll
                for (int j = p; j <= kSpecies; ++j) {
                    float high = up ? m[r][j] : m[p][j], low = up ? m[p][j] : m[r][j];
                    m[p][j] = high; m[r][j] = low;
                }
            }
            eliminate(m, p);
        }
        add_solution(m, c);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) end[i * kCells + cell] = c[i];
}

// ---- Drone: feature points followed from one picture to the next (Lucas-Kanade), a block of 64 threads a point.
constexpr int kSight = 4096, kPoints = 132 * 32 * 8, kPatch = 16, kLargestPatch = 56;

__device__ __forceinline__ float picture_at(const float* __restrict__ pic, float x, float y) {
    int ix = (int)x, iy = (int)y;
    float fx = x - ix, fy = y - iy;
    const float* p = pic + iy * kSight + ix;
    float top = fmaf(fx, p[1] - p[0], p[0]), low = fmaf(fx, p[kSight + 1] - p[kSight], p[kSight]);
    return fmaf(fy, low - top, top);
}

__device__ __forceinline__ float both_warps(float v, float* pair, int t) {
#pragma unroll
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (t % 32 == 0) pair[t / 32] = v;
    __syncthreads();
    v = pair[0] + pair[1];
    return v;
}

template <int kSide>
__device__ __forceinline__ void follow_point(const float* __restrict__ old_pic, const float* __restrict__ new_pic, const int* __restrict__ where, float2* __restrict__ moved) {
    __shared__ float patch[kSide * kSide], slope_x[kSide * kSide], slope_y[kSide * kSide], sums[2][2][2];
    int t = threadIdx.x, at = where[blockIdx.x], x0 = 32 + at % (kSight - 96), y0 = 32 + at / kSight % (kSight - 96);
    float xx = 0.0f, yy = 0.0f;
#pragma unroll
    for (int j = 0; j < kPatch * kPatch; j += 64) {
        int p = j + t, x = x0 + p % kPatch, y = y0 + p / kPatch;
        const float* q = old_pic + y * kSight + x;
        float gx = 0.5f * (q[1] - q[-1]), gy = 0.5f * (q[kSight] - q[-kSight]);
        patch[p] = q[0]; slope_x[p] = gx; slope_y[p] = gy;
        xx = fmaf(gx, gx, xx); yy = fmaf(gy, gy, yy);
    }
    xx = both_warps(xx, sums[0][0], t); yy = both_warps(yy, sums[0][1], t);
    float u = 0.0f, v = 0.0f;
#pragma unroll 1
    for (int turn = 1; turn <= 10; ++turn) {
        float ex = 0.0f, ey = 0.0f;
#pragma unroll
        for (int j = 0; j < kPatch * kPatch; j += 64) {
            int p = j + t;
            float miss = patch[p] - picture_at(new_pic, x0 + p % kPatch + u, y0 + p / kPatch + v);
            ex = fmaf(miss, slope_x[p], ex); ey = fmaf(miss, slope_y[p], ey);
        }
        ex = both_warps(ex, sums[turn & 1][0], t); ey = both_warps(ey, sums[turn & 1][1], t);
        u = fminf(fmaxf(u + ex / (xx + 1e-3f), -8.0f), 8.0f);
        v = fminf(fmaxf(v + ey / (yy + 1e-3f), -8.0f), 8.0f);
    }
    if (t == 0) moved[blockIdx.x] = make_float2(u, v);
}

__global__ void __launch_bounds__(64) drone_points_l2_a(const float* __restrict__ old_pic, const float* __restrict__ new_pic, const int* __restrict__ where, float2* __restrict__ moved) {
    follow_point<kLargestPatch>(old_pic, new_pic, where, moved);
}
__global__ void __launch_bounds__(64) drone_points_l2_b(const float* __restrict__ old_pic, const float* __restrict__ new_pic, const int* __restrict__ where, float2* __restrict__ moved) {
    follow_point<kPatch>(old_pic, new_pic, where, moved);
}

// ---- Seed bank: backward search of 64 bases in a compressed index, a warp a read; a line of 128 bytes holds four counts and 448 bases.
constexpr unsigned kLinesOfIndex = 4u << 20, kBases = kLinesOfIndex * 448u;
constexpr int kReads = 132 * 64 * 4, kReadLength = 64;

__global__ void harness_index(uint32_t* __restrict__ index) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < (size_t)kLinesOfIndex * 32; i += (size_t)gridDim.x * blockDim.x) {
        uint32_t word = i % 32, line = (uint32_t)(i / 32);
        index[i] = word < 4 ? word * (kBases / 4) + line * 112u : harness::hash32((uint32_t)i);
    }
}

__device__ __forceinline__ unsigned rank_of(uint32_t word, unsigned offset, unsigned base, int lane) {
    uint32_t other = word ^ (base * 0x55555555u), same = ~(other | other >> 1) & 0x55555555u;
    int valid = min(max((int)offset - 16 * (lane - 4), 0), 16);
    same = lane < 4 ? 0u : valid == 16 ? same : same & ((1u << (2 * valid)) - 1u);
    unsigned count = __reduce_add_sync(0xffffffffu, (unsigned)__popc(same)) + __shfl_sync(0xffffffffu, word, base);
    return min(count, kBases - 1);
}

__device__ __forceinline__ void seed_search(const uint32_t* __restrict__ index, const uint4* __restrict__ reads, uint2* __restrict__ range) {
    int lane = threadIdx.x % 32, read = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    uint4 bases = reads[read];
    unsigned low = 0, high = kBases - 1;
#pragma unroll 1
    for (int b = 0; b < kReadLength; ++b) {
        unsigned base = bases.x & 3;
        bases.x = __funnelshift_r(bases.x, bases.y, 2); bases.y = __funnelshift_r(bases.y, bases.z, 2);
        bases.z = __funnelshift_r(bases.z, bases.w, 2); bases.w >>= 2;
        unsigned low_line = low / 448u, high_line = high / 448u;
        uint32_t low_word = index[(size_t)low_line * 32 + lane], high_word = index[(size_t)high_line * 32 + lane];
        low = rank_of(low_word, low - low_line * 448u, base, lane);
        high = rank_of(high_word, high - high_line * 448u, base, lane);
    }
    if (lane == 0) range[read] = make_uint2(low >> 8, high >> 8);
}

__global__ void __launch_bounds__(32) seed_search_l2_a(const uint32_t* __restrict__ index, const uint4* __restrict__ reads, uint2* __restrict__ range) { seed_search(index, reads, range); }
__global__ void __launch_bounds__(128, 16) seed_search_l2_b(const uint32_t* __restrict__ index, const uint4* __restrict__ reads, uint2* __restrict__ range) { seed_search(index, reads, range); }

// ---- Geodesy: radar rays marched to the ground over a paged map of heights (sheets of 32 x 32) above a geoid given by a polynomial of 8 x 8 terms.
constexpr int kMap = 8192, kSheets = kMap / 32, kRays = 132 * 4 * 512 * 8, kStrides = 48;

struct Geoid { float c[64]; };

__device__ __forceinline__ float geoid_at(const float* c, float u, float v) {
    float height = 0.0f;
#pragma unroll
    for (int i = 7; i >= 0; --i) {
        float row = c[i * 8 + 7];
#pragma unroll
        for (int j = 6; j >= 0; --j) row = fmaf(row, v, c[i * 8 + j]);
        height = fmaf(height, u, row);
    }
    return height;
}

__device__ __forceinline__ float march_ray(const float* __restrict__ map, const int* __restrict__ sheet, const float* c, float tilt) {
    int i = blockIdx.x * 512 + threadIdx.x;
    float x = 64.0f + i % 4096, y = 64.0f + i / 4096 * 12, z = 40.0f, way = 0.0f, dx = 0.6f, dy = 0.7f, dz = -0.4f - 0.02f * tilt;
#pragma unroll 1
    for (int s = 0; s < kStrides; ++s) {
        int ix = min(max((int)x, 0), kMap - 1), iy = min(max((int)y, 0), kMap - 1);
        float ground = map[sheet[iy / 32 * kSheets + ix / 32] * 1024 + iy % 32 * 32 + ix % 32];
        float geoid = geoid_at(c, fmaf(x, 2.0f / kMap, -1.0f), fmaf(y, 2.0f / kMap, -1.0f));
        float step = fmaxf(0.3f * (z - 2.0f * ground - 0.5f * geoid), 0.25f);
        x = fmaf(dx, step, x); y = fmaf(dy, step, y); z = fmaf(dz, step, z); way += step;
    }
    return way;
}

__global__ void __launch_bounds__(512) radar_rays_l2_a(const float* __restrict__ map, const int* __restrict__ sheet, const Geoid* __restrict__ geoid, const float* __restrict__ tilt, float* __restrict__ way) {
    float c[64];
#pragma unroll
    for (int k = 0; k < 64; ++k) c[k] = geoid->c[k];
    int i = blockIdx.x * 512 + threadIdx.x;
    way[i] = march_ray(map, sheet, c, tilt[i]);
}

__global__ void __launch_bounds__(512) radar_rays_l2_b(const float* __restrict__ map, const int* __restrict__ sheet, const __grid_constant__ Geoid geoid, const float* __restrict__ tilt, float* __restrict__ way) {
    int i = blockIdx.x * 512 + threadIdx.x;
    way[i] = march_ray(map, sheet, geoid.c, tilt[i]);
}

// ---- Post office: letters enciphered with AES-128 in counter mode, eight blocks of 16 bytes a thread.
constexpr int kEnvelopes = 132 * 4 * 4, kLetters = kEnvelopes * 512 * 8;

struct Keys { uint32_t k[44]; };

template <int kCopies>
__device__ __forceinline__ void encipher(const uint32_t* __restrict__ box, const Keys& keys, const uint4* __restrict__ plain, uint4* __restrict__ cipher) {
    extern __shared__ uint32_t table[];
    int t = threadIdx.x, copy = t % kCopies;
    for (int i = t; i < 256 * kCopies; i += 512) table[i] = box[i / kCopies];
    __syncthreads();
    auto look = [&](uint32_t byte) { return table[byte * kCopies + copy]; };
    auto rot = [](uint32_t v, int by) { return __funnelshift_r(v, v, by); };
#pragma unroll 1
    for (int e = 0; e < 8; ++e) {
        int letter = (blockIdx.x * 8 + e) * 512 + t;
        uint32_t s[4] = {0x6c657474u ^ keys.k[0], 0x65727320u ^ keys.k[1], 0x706f7374u ^ keys.k[2], (uint32_t)letter ^ keys.k[3]}, n[4];
#pragma unroll
        for (int r = 1; r < 10; ++r) {
#pragma unroll
            for (int w = 0; w < 4; ++w)
                n[w] = look(s[w] >> 24) ^ rot(look(s[(w + 1) % 4] >> 16 & 255), 8) ^ rot(look(s[(w + 2) % 4] >> 8 & 255), 16) ^
                       rot(look(s[(w + 3) % 4] & 255), 24) ^ keys.k[4 * r + w];
#pragma unroll
            for (int w = 0; w < 4; ++w) s[w] = n[w];
        }
#pragma unroll
        for (int w = 0; w < 4; ++w)
            n[w] = ((look(s[w] >> 24) << 16 & 0xff000000u) | (look(s[(w + 1) % 4] >> 16 & 255) << 8 & 0xff0000u) |
                    (look(s[(w + 2) % 4] >> 8 & 255) & 0xff00u) | (look(s[(w + 3) % 4] & 255) >> 8 & 255u)) ^ keys.k[40 + w];
        uint4 p = plain[letter];
        cipher[letter] = make_uint4(p.x ^ n[0], p.y ^ n[1], p.z ^ n[2], p.w ^ n[3]);
    }
}

__global__ void __launch_bounds__(512, 4) post_letters_l2_a(const uint32_t* __restrict__ box, const __grid_constant__ Keys keys, const uint4* __restrict__ plain, uint4* __restrict__ cipher) {
    encipher<1>(box, keys, plain, cipher);
}
__global__ void __launch_bounds__(512, 4) post_letters_l2_b(const uint32_t* __restrict__ box, const __grid_constant__ Keys keys, const uint4* __restrict__ plain, uint4* __restrict__ cipher) {
    encipher<32>(box, keys, plain, cipher);
}

// ---- Harpsichord: plucked strings (Karplus-Strong), a string a thread, its delay line in shared memory.
constexpr int kStrings = 132 * 6 * 128 * 4, kTones = 256, kLongest = 64;

template <int kPitch>
__device__ __forceinline__ void pluck(const float* __restrict__ noise, const float* __restrict__ gut, float* __restrict__ sound, int delay) {
    extern __shared__ float lines[];
    int i = blockIdx.x * 128 + threadIdx.x;
    float* line = lines + threadIdx.x * kPitch;
    for (int p = 0; p < delay; ++p) line[p] = noise[(size_t)p * kStrings + i];
    float damp = 0.49f + 0.008f * gut[i], last = line[0];
    int at = 0;
#pragma unroll 1
    for (int s = 0; s < kTones; ++s) {
        int ahead = at + 1 == delay ? 0 : at + 1;
        float next = line[ahead], fresh = damp * (last + next);
        line[at] = fresh;
        sound[(size_t)s * kStrings + i] = fresh;
        last = next; at = ahead;
    }
}

__global__ void __launch_bounds__(128) harpsichord_l2_a(const float* __restrict__ noise, const float* __restrict__ gut, float* __restrict__ sound, int delay) { pluck<kLongest>(noise, gut, sound, delay); }
__global__ void __launch_bounds__(128) harpsichord_l2_b(const float* __restrict__ noise, const float* __restrict__ gut, float* __restrict__ sound, int delay) { pluck<kLongest + 1>(noise, gut, sound, delay); }

// ---- Primers: score tables of the global alignment of pairs of 32 bases, a warp a pair, one antidiagonal after another.
constexpr int kPrimers = 132 * 12 * 10 * 4;

template <int kPitch>
__device__ __forceinline__ void align_pair(const int* __restrict__ left, const int* __restrict__ right, int* __restrict__ score) {
    __shared__ int tables[4][33 * kPitch];
    int lane = threadIdx.x % 32, pair = blockIdx.x * 4 + threadIdx.x / 32;
    int* h = tables[threadIdx.x / 32];
    int mine = left[pair * 32 + lane], theirs = right[pair * 32 + lane];
    h[lane + 1] = -2 * (lane + 1);
    h[(lane + 1) * kPitch] = -2 * (lane + 1);
    if (lane == 0) h[0] = 0;
    __syncwarp();
#pragma unroll 1
    for (int d = 0; d < 63; ++d) {
        int col = d - lane, base = __shfl_sync(0xffffffffu, theirs, col & 31);
        if (col >= 0 && col < 32) {
            int* cell = h + lane * kPitch + col;
            int across = cell[0] + (base == mine ? 3 : -1), gap = max(cell[1], cell[kPitch]) - 2;
            cell[kPitch + 1] = max(across, gap);
        }
        __syncwarp();
    }
#pragma unroll 4
    for (int r = 0; r < 32; ++r) score[(size_t)pair * 1024 + r * 32 + lane] = h[(r + 1) * kPitch + lane + 1];
}

__global__ void __launch_bounds__(128) primer_tables_l2_a(const int* __restrict__ left, const int* __restrict__ right, int* __restrict__ score) { align_pair<33>(left, right, score); }
__global__ void __launch_bounds__(128) primer_tables_l2_b(const int* __restrict__ left, const int* __restrict__ right, int* __restrict__ score) { align_pair<34>(left, right, score); }

// ---- Cinema: six interleaved channels of sound taken apart into planes, each with its gain; 256 frames a block, a warp a channel.
constexpr int kReels = 132 * 10 * 32, kSounds = kReels * 256;

struct Gains { float g[6]; };

template <int kEvery>
__device__ __forceinline__ int seat(int i) { return kEvery ? i + i / kEvery : i; }

template <int kEvery>
__device__ __forceinline__ void part_channels(const float* __restrict__ mixed, float* __restrict__ planes, const Gains& gains) {
    __shared__ float hall[1536 + 16];
    int t = threadIdx.x, channel = t / 32, lane = t % 32;
    const float* from = mixed + (size_t)blockIdx.x * 1536;
    float* to = planes + (size_t)channel * kSounds + blockIdx.x * 256;
    float gain = gains.g[channel];
#pragma unroll
    for (int j = 0; j < 8; ++j) hall[seat<kEvery>(j * 192 + t)] = from[j * 192 + t];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 8; ++j) to[j * 32 + lane] = gain * hall[seat<kEvery>((j * 32 + lane) * 6 + channel)];
}

__global__ void __launch_bounds__(192) cinema_channels_l2_a(const float* __restrict__ mixed, float* __restrict__ planes, const __grid_constant__ Gains gains) { part_channels<0>(mixed, planes, gains); }
__global__ void __launch_bounds__(192) cinema_channels_l2_b(const float* __restrict__ mixed, float* __restrict__ planes, const __grid_constant__ Gains gains) { part_channels<96>(mixed, planes, gains); }

// ---- Perfumery: likeness of each stored scent of 1024 notes to the one asked for, a warp a scent.
constexpr int kNotes = 1024, kScentWarps = 132 * 3 * 8, kScents = kScentWarps * 84;

__global__ void __launch_bounds__(256, 3) perfume_likeness_l2_a(const float4* __restrict__ shelf, const float4* __restrict__ wish, float* __restrict__ likeness) {
    int lane = threadIdx.x % 32, warp = (blockIdx.x * 256 + threadIdx.x) / 32;
    float4 w[8];
#pragma unroll
    for (int j = 0; j < 8; ++j) w[j] = wish[j * 32 + lane];
#pragma unroll 1
    for (int s = warp; s < kScents; s += kScentWarps) {
        const float4* row = shelf + (size_t)s * (kNotes / 4) + lane;
        float4 v[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) v[j] = __ldcs(row + j * 32);
        float a = 0.0f, b = 0.0f;
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            a = fmaf(v[j].x, w[j].x, fmaf(v[j].y, w[j].y, a));
            b = fmaf(v[j].z, w[j].z, fmaf(v[j].w, w[j].w, b));
        }
        a += b;
#pragma unroll
        for (int o = 16; o; o >>= 1) a += __shfl_xor_sync(0xffffffffu, a, o);
        if (lane == 0) likeness[s] = a;
    }
}

static std::vector<uint32_t> cipher_box() {  // multiples of the AES substitution of each byte
    std::vector<uint32_t> box(256);
    auto twice = [](uint32_t v) { return (v << 1 ^ (v & 128 ? 0x11bu : 0u)) & 255u; };
    uint32_t p = 1, q = 1;
    auto put = [&](uint32_t at, uint32_t s) { box[at] = twice(s) << 24 | s << 16 | s << 8 | (twice(s) ^ s); };
    do {
        p = p ^ twice(p);
        q ^= q << 1; q ^= q << 2; q ^= q << 4; q &= 255u;
        if (q & 128) q ^= 0x09;
        auto turn = [&](int by) { return (q << by | q >> (8 - by)) & 255u; };
        put(p, (q ^ turn(1) ^ turn(2) ^ turn(3) ^ turn(4)) ^ 0x63u);
    } while (p != 1);
    put(0, 0x63u);
    return box;
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) {
        cases.push_back({name, launch, out, count, type});
    };

    const uint64_t* deeds = reinterpret_cast<const uint64_t*>(indices((size_t)kDeeds * 34, 0xffffffffu, 61));
    uint64_t* seals = reinterpret_cast<uint64_t*>(empty<int>((size_t)kDeeds * 8));
    add("notary_seals_l2_a", seals, (size_t)kDeeds * 8, Output::i32, [=] { notary_seals_l2_a<<<kDeeds / 256, 256>>>(deeds, seals); });
    add("notary_seals_l2_b", seals, (size_t)kDeeds * 8, Output::i32, [=] { notary_seals_l2_b<<<kDeeds / 256, 256>>>(deeds, seals); });

    Trellis trellis;
    for (int s = 0; s < 16; ++s)
        for (int w = 0; w < 2; ++w) { trellis.from[s][w] = came_from(s, w); trellis.symbol[s][w] = sent_symbol(s, w); }
    CHECK(cudaMemcpyToSymbol(c_trellis, &trellis, sizeof trellis));
    constexpr size_t chosen = (size_t)kFrames * (kBits / 2);
    int *soft = indices(chosen, 0xffffffffu, 62), *survivors = empty<int>(chosen + kFrames);
    add("telemetry_frames_l2_a", survivors, chosen + kFrames, Output::i32, [=] {
        telemetry_frames_l2_a<<<kFrames / 128, 128>>>(soft, reinterpret_cast<unsigned*>(survivors), survivors + chosen, 16); });
    add("telemetry_frames_l2_b", survivors, chosen + kFrames, Output::i32, [=] {
        telemetry_frames_l2_b<<<kFrames / 128, 128>>>(soft, reinterpret_cast<unsigned*>(survivors), survivors + chosen); });

    float *species = filled<float>(kCells * kSpecies, 63), *rates = filled<float>(kCells * kSpecies, 64), *burnt = empty<float>(kCells * kSpecies);
    add("flame_species_l2_a", burnt, kCells * kSpecies, Output::f32, [=] { flame_species_l2_a<<<kCells / 128, 128>>>(species, rates, burnt, 12); });
    add("flame_species_l2_b", burnt, kCells * kSpecies, Output::f32, [=] { flame_species_l2_b<<<kCells / 128, 128>>>(species, rates, burnt, 12); });

    float *old_pic = filled<float>(kSight * kSight, 65), *new_pic = filled<float>(kSight * kSight, 66);
    int* where = indices(kPoints, kSight * kSight, 67);
    float2* moved = reinterpret_cast<float2*>(empty<float>(kPoints * 2));
    add("drone_points_l2_a", moved, kPoints * 2, Output::f32, [=] { drone_points_l2_a<<<kPoints, 64>>>(old_pic, new_pic, where, moved); });
    add("drone_points_l2_b", moved, kPoints * 2, Output::f32, [=] { drone_points_l2_b<<<kPoints, 64>>>(old_pic, new_pic, where, moved); });

    uint32_t* index = reinterpret_cast<uint32_t*>(empty<int>((size_t)kLinesOfIndex * 32));
    harness_index<<<4096, 256>>>(index); CHECK(cudaGetLastError());
    const uint4* reads = reinterpret_cast<const uint4*>(indices(kReads * 4, 0xffffffffu, 68));
    uint2* range = reinterpret_cast<uint2*>(empty<int>(kReads * 2));
    add("seed_search_l2_a", range, kReads * 2, Output::i32, [=] { seed_search_l2_a<<<kReads, 32>>>(index, reads, range); });
    add("seed_search_l2_b", range, kReads * 2, Output::i32, [=] { seed_search_l2_b<<<kReads / 4, 128>>>(index, reads, range); });

    Geoid geoid;
    for (int k = 0; k < 64; ++k) geoid.c[k] = harness::unit(k + 6900) / (1 + k / 8 + k % 8);
    const Geoid* geoid_far = uploaded(std::vector<Geoid>(1, geoid));
    std::vector<int> order(kSheets * kSheets);
    for (int k = 0; k < kSheets * kSheets; ++k) order[k] = (int)((k * 25173u + 13849u) % (kSheets * kSheets));
    const int* sheet = uploaded(order);
    float *map = filled<float>((size_t)kMap * kMap, 70), *tilt = filled<float>(kRays, 71), *way = empty<float>(kRays);
    add("radar_rays_l2_a", way, kRays, Output::f32, [=] { radar_rays_l2_a<<<kRays / 512, 512>>>(map, sheet, geoid_far, tilt, way); });
    add("radar_rays_l2_b", way, kRays, Output::f32, [=] { radar_rays_l2_b<<<kRays / 512, 512>>>(map, sheet, geoid, tilt, way); });

    Keys keys;
    for (int k = 0; k < 44; ++k) keys.k[k] = harness::hash32(k + 7200);
    const uint32_t* box = uploaded(cipher_box());
    const uint4* plain = reinterpret_cast<const uint4*>(indices((size_t)kLetters * 4, 0xffffffffu, 73));
    uint4* cipher = reinterpret_cast<uint4*>(empty<int>((size_t)kLetters * 4));
    add("post_letters_l2_a", cipher, (size_t)kLetters * 4, Output::i32, [=] { post_letters_l2_a<<<kEnvelopes, 512, 256 * 4>>>(box, keys, plain, cipher); });
    add("post_letters_l2_b", cipher, (size_t)kLetters * 4, Output::i32, [=] { post_letters_l2_b<<<kEnvelopes, 512, 256 * 32 * 4>>>(box, keys, plain, cipher); });

    constexpr size_t tones = (size_t)kStrings * kTones;
    constexpr int kDelay = 50;
    float *noise = filled<float>((size_t)kStrings * kDelay, 74), *gut = filled<float>(kStrings, 75), *sound = empty<float>(tones);
    add("harpsichord_l2_a", sound, tones, Output::f32, [=] { harpsichord_l2_a<<<kStrings / 128, 128, 128 * kLongest * 4>>>(noise, gut, sound, kDelay); });
    add("harpsichord_l2_b", sound, tones, Output::f32, [=] { harpsichord_l2_b<<<kStrings / 128, 128, 128 * (kLongest + 1) * 4>>>(noise, gut, sound, kDelay); });

    int *left = indices((size_t)kPrimers * 32, 4, 76), *right = indices((size_t)kPrimers * 32, 4, 91077), *score = empty<int>((size_t)kPrimers * 1024);
    add("primer_tables_l2_a", score, (size_t)kPrimers * 1024, Output::i32, [=] { primer_tables_l2_a<<<kPrimers / 4, 128>>>(left, right, score); });
    add("primer_tables_l2_b", score, (size_t)kPrimers * 1024, Output::i32, [=] { primer_tables_l2_b<<<kPrimers / 4, 128>>>(left, right, score); });

    float *mixed = filled<float>((size_t)kSounds * 6, 78), *planes = empty<float>((size_t)kSounds * 6);
    Gains gains = {{1.0f, 1.0f, 0.71f, 1.2f, 0.5f, 0.5f}};
    add("cinema_channels_l2_a", planes, (size_t)kSounds * 6, Output::f32, [=] { cinema_channels_l2_a<<<kReels, 192>>>(mixed, planes, gains); });
    add("cinema_channels_l2_b", planes, (size_t)kSounds * 6, Output::f32, [=] { cinema_channels_l2_b<<<kReels, 192>>>(mixed, planes, gains); });

    const float4 *shelf = reinterpret_cast<const float4*>(filled<float>((size_t)kScents * kNotes, 79)), *wish = reinterpret_cast<const float4*>(filled<float>(kNotes, 80));
    float* likeness = empty<float>(kScents);
    add("perfume_likeness_l2_a", likeness, kScents, Output::f32, [=] { perfume_likeness_l2_a<<<kScentWarps / 8, 256>>>(shelf, wish, likeness); });

    return harness::run(argc, argv, cases);
}
