// Launch shape and parallelism, second half: crops, hives, dams, orchestras, toys, tunnels, posts.
#include "harness.cuh"

using namespace harness;

__device__ inline float warp_sum(float v) {
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
    return v;
}
__device__ inline float block_sum256(float v) {
    __shared__ float part[8];
    v = warp_sum(v);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0;
    for (int w = 0; w < 8; ++w) sum += part[w];
    return sum;
}

// Crop insurance: cross moments of the losses of 256 parishes with 128 weather indices over 32768 insured days.
const int PARISHES = 256, INDICES = 128, DAYS = 32768, DAY_SLICES = 32;

__device__ inline void moment_tile(const float4* __restrict__ loss, const float4* __restrict__ weather, int tile, int first, int last, float (&acc)[4][4]) {
    __shared__ float4 left[2][16][16], right[2][16][16];
    const int r = threadIdx.x / 16, c = threadIdx.x % 16;
    const float4* l = loss + (size_t)(first + r) * (PARISHES / 4) + (tile / 2) * 16 + c;
    const float4* w = weather + (size_t)(first + r) * (INDICES / 4) + (tile % 2) * 16 + c;
    left[0][r][c] = *l; right[0][r][c] = *w;
    __syncthreads();
    const int slabs = (last - first) / 16;
    for (int s = 0; s < slabs; ++s) {
        float4 nl, nw;
        if (s + 1 < slabs) {
            l += 16 * (PARISHES / 4); w += 16 * (INDICES / 4);
            nl = *l; nw = *w;
        }
        const int at = s & 1;
        for (int k = 0; k < 16; ++k) {
            float4 a = left[at][k][r], b = right[at][k][c];
            float x[4] = {a.x, a.y, a.z, a.w}, y[4] = {b.x, b.y, b.z, b.w};
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] = fmaf(x[i], y[j], acc[i][j]);
        }
        if (s + 1 < slabs) { left[at ^ 1][r][c] = nl; right[at ^ 1][r][c] = nw; }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(256) parish_moments_t4_a(const float4* __restrict__ loss, const float4* __restrict__ weather, float* __restrict__ moment) {
    float acc[4][4] = {};
    const int tile = blockIdx.x, row = tile / 2 * 64 + threadIdx.x / 16 * 4, col = tile % 2 * 64 + threadIdx.x % 16 * 4;
    moment_tile(loss, weather, tile, 0, DAYS, acc);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) moment[(row + i) * INDICES + col + j] = acc[i][j];
}

__global__ void __launch_bounds__(256) parish_moments_t4_b(const float4* __restrict__ loss, const float4* __restrict__ weather, float* __restrict__ moment) {
    float acc[4][4] = {};
    const int tile = blockIdx.x, row = tile / 2 * 64 + threadIdx.x / 16 * 4, col = tile % 2 * 64 + threadIdx.x % 16 * 4;
    moment_tile(loss, weather, tile, blockIdx.y * (DAYS / DAY_SLICES), (blockIdx.y + 1) * (DAYS / DAY_SLICES), acc);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) atomicAdd(moment + (row + i) * INDICES + col + j, acc[i][j]);
}

// Beehive monitoring: nectar brought home from each of 4096 forage patches; a lime avenue has a million visits, a garden three thousand.
const int PATCHES = 4096, LOAD4 = 4096;

__device__ inline float nectar(const float4* __restrict__ visit, int first, int last) {
    float sum = 0;
    for (int i = first + threadIdx.x; i < last; i += 256) {
        float4 v = visit[i];
        sum += fmaxf(0.f, v.x + 0.3f) + fmaxf(0.f, v.y + 0.3f) + fmaxf(0.f, v.z + 0.3f) + fmaxf(0.f, v.w + 0.3f);
    }
    return block_sum256(sum);
}

__global__ void __launch_bounds__(256) nectar_patch_t4_a(const float4* __restrict__ visit, const int* __restrict__ offset, float* __restrict__ honey) {
    float sum = nectar(visit, offset[blockIdx.x], offset[blockIdx.x + 1]);
    if (threadIdx.x == 0) honey[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(256) nectar_patch_t4_b(const float4* __restrict__ visit, const int4* __restrict__ share, float* __restrict__ honey) {
    int4 s = share[blockIdx.x];  // first, last, patch
    float sum = nectar(visit, s.x, s.y);
    if (threadIdx.x == 0) atomicAdd(honey + s.z, sum);
}

// Dam safety: the inclinometers of twelve inspection galleries, 4096 each: tilt against the season's expected tilt, in alarm grades.
const int GALLERIES = 12, TUBES = 4096;

__device__ inline float alarm_grade(float tilt, float season, float trust) {
    float off = fabsf(fmaf(-0.6f, season, tilt)) * fmaf(0.2f, trust, 1.f);
    return off > 1.2f ? 3.f + off : off > 0.8f ? 1.f + off : off;
}

__global__ void gallery_tilt_t4_a(const float* __restrict__ tilt, const float* __restrict__ season, const float* __restrict__ trust, float* __restrict__ grade) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    grade[i] = alarm_grade(tilt[i], season[i], trust[i]);
}

__global__ void gallery_tilt_t4_b(const float* __restrict__ tilt, const float* __restrict__ season, const float* __restrict__ trust, float* __restrict__ grade) {
    int i = blockIdx.y * TUBES + blockIdx.x * blockDim.x + threadIdx.x;
    grade[i] = alarm_grade(tilt[i], season[i], trust[i]);
}

// Orchestra scheduling: for each of twelve concert programmes the clash of every player's bookings with the hall's calendar, one figure a programme.
const int PROGRAMMES = 12, BOOKINGS = 1 << 15;

__device__ inline void programme_clash(const float2* __restrict__ booking, const float* __restrict__ calendar, float* __restrict__ clash) {
    float sum = 0;
    for (int i = threadIdx.x; i < BOOKINGS; i += 1024) {
        float2 b = booking[i];
        sum += fmaxf(0.f, fabsf(b.y) - fabsf(b.x - calendar[i]));
    }
    __shared__ float part[32];
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(part[threadIdx.x]);
        if (threadIdx.x == 0) *clash = sum;
    }
}

__global__ void __launch_bounds__(1024) programme_clash_t4_a(const float2* __restrict__ booking, const float* __restrict__ calendar, float* __restrict__ clash) {
    programme_clash(booking, calendar, clash);
}

__global__ void __launch_bounds__(1024) programme_clash_t4_b(const float2* __restrict__ booking, const float* __restrict__ calendar, float* __restrict__ clash) {
    programme_clash(booking + (size_t)blockIdx.x * BOOKINGS, calendar, clash + blockIdx.x);
}

// Toy design: bouncing balls from a hopper of drop heights and throws; energy a ball spends over 160 ticks on a springy floor.
const int BALLS = 280 * 1024 * 16, TICKS = 160;

__device__ inline float bounce_energy(float height, float speed) {
    float h = height + 1.5f, v = speed * 0.1f, spent = 0;
    for (int t = 0; t < TICKS; ++t) {
        v -= 0.01f;
        h += v;
        float turn = h < 0.f ? -0.8f : 1.f;
        h *= turn;
        v *= turn;
        spent = fmaf(v, v, spent);
    }
    return spent + h;
}

__global__ void __launch_bounds__(1024, 2) ball_bounce_t4_a(const float2* __restrict__ drop, float* __restrict__ energy) {
    const int first = blockIdx.x * 16384 + threadIdx.x;
    for (int i = first; i < first + 16384; i += 1024) {
        float2 d = drop[i];
        energy[i] = bounce_energy(d.x, d.y);
    }
}

__global__ void __launch_bounds__(1024, 2) ball_bounce_t4_b(const float2* __restrict__ drop, float* __restrict__ energy) {
    for (int i = blockIdx.x * 1024 + threadIdx.x; i < BALLS; i += gridDim.x * 1024) {
        float2 d = drop[i];
        energy[i] = bounce_energy(d.x, d.y);
    }
}

// Tunnel boring: rings of 33 lining bolts; each bolt's moment from the other bolts of its ring, with a stiffening joint law.
const int RINGS = 1 << 18, BOLTS = 33;

__device__ inline float bolt_moment(const float2* __restrict__ ring, float2 me) {
    float sum = 0;
    for (int k = 0; k < BOLTS; ++k) {
        float2 b = ring[k];
        float dx = b.x - me.x, dy = b.y - me.y;
        float apart = fmaf(dx, dx, dy * dy), arm = fmaf(me.x, b.y, -me.y * b.x);
        float joint = fmaf(apart, fmaf(apart, fmaf(apart, -0.01f, 0.06f), -0.3f), 1.f);
        sum = fmaf(arm * arm, joint, sum);
    }
    return sum;
}

__global__ void lining_bolts_t4_a(const float2* __restrict__ bolt, float* __restrict__ moment) {
    const int at = blockIdx.x * BOLTS + threadIdx.x;
    moment[at] = bolt_moment(bolt + blockIdx.x * BOLTS, bolt[at]);
}

__global__ void lining_bolts_t4_b(const float2* __restrict__ bolt, float* __restrict__ moment) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= RINGS * BOLTS) return;
    moment[at] = bolt_moment(bolt + at / BOLTS * BOLTS, bolt[at]);
}

// Postal sorting: 64 letters a bundle against the bundle's list of possible addressees; the big towns come first and have 64 times as long a list.
const int TOWNS = 132, VILLAGES = 132 * 32, BUNDLES = TOWNS + VILLAGES, SHORT_LIST = 256, LONG_LIST = 16384;

__device__ inline int best_addressee(const unsigned* __restrict__ person, int names, unsigned letter) {
    unsigned best = 0;
    for (int n = 0; n < names; ++n) {
        unsigned h = (letter ^ person[n]) * 0x9e3779b1u;
        h = (h ^ h >> 15) * 0x85ebca77u;
        best = max(best, h >> 6);
    }
    return best;
}

__global__ void __launch_bounds__(64) addressee_match_t4_a(const unsigned* __restrict__ letter, const unsigned* __restrict__ person, const int* __restrict__ list, int* __restrict__ score) {
    const int bundle = blockIdx.x, at = bundle * 64 + threadIdx.x;
    score[at] = best_addressee(person + list[bundle], list[bundle + 1] - list[bundle], letter[at]);
}

__global__ void __launch_bounds__(64) addressee_match_t4_b(const unsigned* __restrict__ letter, const unsigned* __restrict__ person, const int2* __restrict__ piece, int* __restrict__ score) {
    const int2 p = piece[blockIdx.x];  // bundle, first name
    const int at = p.x * 64 + threadIdx.x;
    atomicMax(score + at, best_addressee(person + p.y, SHORT_LIST, letter[at]));
}

// Beehive monitoring: brood score of every cell from its warmth and its capping, the combs (a tenth longer or shorter) dealt out to blocks.
const int STRANDS = 132 * 8, COMBS = STRANDS * 10;

__device__ inline float brood(float warmth, float capping) { return fmaf(warmth, fmaf(warmth, -0.25f, 0.8f), 0.5f * capping); }

__device__ inline void score_cells(const float4* __restrict__ warmth, const float4* __restrict__ capping, float4* __restrict__ score, int first, int last) {
    for (int i = first + threadIdx.x; i < last; i += 256) {
        float4 w = warmth[i], c = capping[i];
        score[i] = make_float4(brood(w.x, c.x), brood(w.y, c.y), brood(w.z, c.z), brood(w.w, c.w));
    }
}

__global__ void __launch_bounds__(256) brood_comb_t4_a(const float4* __restrict__ warmth, const float4* __restrict__ capping, const int* __restrict__ comb, float4* __restrict__ score) {
    score_cells(warmth, capping, score, comb[blockIdx.x * 10], comb[blockIdx.x * 10 + 10]);
}

__global__ void __launch_bounds__(256) brood_comb_t4_b(const float4* __restrict__ warmth, const float4* __restrict__ capping, const int* __restrict__ comb, float4* __restrict__ score) {
    const long long cells = comb[COMBS];
    score_cells(warmth, capping, score, (int)(cells * blockIdx.x / STRANDS), (int)(cells * (blockIdx.x + 1) / STRANDS));
}

// Crop insurance: drop of the greenness between two overflights for every stretch of 16 dots of a field.
__device__ inline float greenness_drop(const float4* __restrict__ before, const float4* __restrict__ after, size_t first) {
    float4 b[4], a[4];
    for (int k = 0; k < 4; ++k) { b[k] = before[first + k * 32]; a[k] = after[first + k * 32]; }
    float drop = 0;
    for (int k = 0; k < 4; ++k)
        drop += fmaxf(0.f, b[k].x - a[k].x) + fmaxf(0.f, b[k].y - a[k].y) + fmaxf(0.f, b[k].z - a[k].z) + fmaxf(0.f, b[k].w - a[k].w);
    return drop;
}

__global__ void field_green_t4_a(const float4* __restrict__ before, const float4* __restrict__ after, float* __restrict__ drop) {
    drop[blockIdx.x * 32 + threadIdx.x] = greenness_drop(before, after, (size_t)blockIdx.x * 128 + threadIdx.x);
}

__global__ void field_green_t4_b(const float4* __restrict__ before, const float4* __restrict__ after, float* __restrict__ drop) {
    const int strip = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x & 31;
    drop[strip * 32 + lane] = greenness_drop(before, after, (size_t)strip * 128 + lane);
}

// Orchestra scheduling: loudness curve of the hall at each seat as a series of 64 terms, applied for three sections of the band.
const int TERMS = 64;
__constant__ float loudness[3][TERMS];

__global__ void __launch_bounds__(256) seat_loudness_t4_a(const float4* __restrict__ seat, float4* __restrict__ level) {
    const size_t i = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 s = seat[i], t = seat[i + 256];
    float x[8] = {s.x, s.y, s.z, s.w, t.x, t.y, t.z, t.w}, y[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll 1
    for (int band = 0; band < 3; ++band)
#pragma unroll
        for (int k = 0; k < TERMS; ++k)
            for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], loudness[band][k]);
    level[i] = make_float4(y[0], y[1], y[2], y[3]);
    level[i + 256] = make_float4(y[4], y[5], y[6], y[7]);
}

int main(int argc, char** argv) {
    std::vector<Case> cases;

    float4* loss = (float4*)filled<float>((size_t)DAYS * PARISHES, 11); float4* weather = (float4*)filled<float>((size_t)DAYS * INDICES, 12);
    float* moment = empty<float>(PARISHES * INDICES);
    cases.push_back({"parish_moments_t4_a", [=] { parish_moments_t4_a<<<8, 256>>>(loss, weather, moment); }, moment, (size_t)PARISHES * INDICES});
    cases.push_back({"parish_moments_t4_b", [=] {
        cudaMemsetAsync(moment, 0, PARISHES * INDICES * sizeof(float));
        parish_moments_t4_b<<<dim3(8, DAY_SLICES), 256>>>(loss, weather, moment);
    }, moment, (size_t)PARISHES * INDICES});

    std::vector<int> rank(PATCHES), offset(1, 0);
    for (int p = 0; p < PATCHES; ++p) rank[p] = p;
    for (int p = PATCHES - 1; p > 0; --p) std::swap(rank[p], rank[hash32(p) % (p + 1)]);
    std::vector<int4> shares;
    for (int p = 0; p < PATCHES; ++p) {
        int size4 = (int)(262144.0 / std::pow(rank[p] + 1.0, 0.7)), first = offset.back(), last = first + size4;
        for (int f = first; f < last; f += LOAD4) shares.push_back(make_int4(f, std::min(f + LOAD4, last), p, 0));
        offset.push_back(last);
    }
    const int visits4 = offset.back(), share_count = (int)shares.size();
    float4* visit = (float4*)filled<float>((size_t)visits4 * 4, 21); int* patch_offset = uploaded(offset); int4* share = uploaded(shares);
    float* honey = empty<float>(PATCHES);
    cases.push_back({"nectar_patch_t4_a", [=] { nectar_patch_t4_a<<<PATCHES, 256>>>(visit, patch_offset, honey); }, honey, (size_t)PATCHES});
    cases.push_back({"nectar_patch_t4_b", [=] {
        cudaMemsetAsync(honey, 0, PATCHES * sizeof(float));
        nectar_patch_t4_b<<<share_count, 256>>>(visit, share, honey);
    }, honey, (size_t)PATCHES});

    float* tilt = filled<float>(GALLERIES * TUBES, 31); float* season = filled<float>(GALLERIES * TUBES, 32); float* trust = filled<float>(GALLERIES * TUBES, 33);
    float* grade = empty<float>(GALLERIES * TUBES);
    cases.push_back({"gallery_tilt_t4_a", [=] {
        for (int g = 0; g < GALLERIES; ++g)
            gallery_tilt_t4_a<<<TUBES / 128, 128>>>(tilt + g * TUBES, season + g * TUBES, trust + g * TUBES, grade + g * TUBES);
    }, grade, (size_t)GALLERIES * TUBES});
    cases.push_back({"gallery_tilt_t4_b", [=] { gallery_tilt_t4_b<<<dim3(TUBES / 128, GALLERIES), 128>>>(tilt, season, trust, grade); }, grade, (size_t)GALLERIES * TUBES});

    float2* booking = (float2*)filled<float>((size_t)PROGRAMMES * BOOKINGS * 2, 41); float* calendar = filled<float>(BOOKINGS, 42);
    float* clash = empty<float>(PROGRAMMES);
    cases.push_back({"programme_clash_t4_a", [=] {
        for (int p = 0; p < PROGRAMMES; ++p) programme_clash_t4_a<<<1, 1024>>>(booking + (size_t)p * BOOKINGS, calendar, clash + p);
    }, clash, (size_t)PROGRAMMES});
    cases.push_back({"programme_clash_t4_b", [=] { programme_clash_t4_b<<<PROGRAMMES, 1024>>>(booking, calendar, clash); }, clash, (size_t)PROGRAMMES});

    float2* drop = (float2*)filled<float>((size_t)BALLS * 2, 51); float* energy = empty<float>(BALLS);
    cases.push_back({"ball_bounce_t4_a", [=] { ball_bounce_t4_a<<<BALLS / 16384, 1024>>>(drop, energy); }, energy, (size_t)BALLS});
    cases.push_back({"ball_bounce_t4_b", [=] { ball_bounce_t4_b<<<264, 1024>>>(drop, energy); }, energy, (size_t)BALLS});

    float2* bolt = (float2*)filled<float>((size_t)RINGS * BOLTS * 2, 61); float* bend = empty<float>((size_t)RINGS * BOLTS);
    cases.push_back({"lining_bolts_t4_a", [=] { lining_bolts_t4_a<<<RINGS, BOLTS>>>(bolt, bend); }, bend, (size_t)RINGS * BOLTS});
    cases.push_back({"lining_bolts_t4_b", [=] { lining_bolts_t4_b<<<(RINGS * BOLTS + 255) / 256, 256>>>(bolt, bend); }, bend, (size_t)RINGS * BOLTS});

    std::vector<int> list(1, 0);
    std::vector<int2> pieces;
    for (int b = 0; b < BUNDLES; ++b) {
        int names = b < TOWNS ? LONG_LIST : SHORT_LIST;
        for (int f = 0; f < names; f += SHORT_LIST) pieces.push_back(make_int2(b, list.back() + f));
        list.push_back(list.back() + names);
    }
    const int piece_count = (int)pieces.size();
    unsigned* letter = (unsigned*)indices(BUNDLES * 64, 0xffffffffu, 71); unsigned* person = (unsigned*)indices(list.back(), 0xffffffffu, 72);
    int* lists = uploaded(list); int2* piece = uploaded(pieces); int* score = empty<int>(BUNDLES * 64);
    cases.push_back({"addressee_match_t4_a", [=] { addressee_match_t4_a<<<BUNDLES, 64>>>(letter, person, lists, score); }, score, (size_t)BUNDLES * 64, Output::i32});
    cases.push_back({"addressee_match_t4_b", [=] {
        cudaMemsetAsync(score, 0, BUNDLES * 64 * sizeof(int));
        addressee_match_t4_b<<<piece_count, 64>>>(letter, person, piece, score);
    }, score, (size_t)BUNDLES * 64, Output::i32});

    std::vector<int> combs(1, 0);
    for (int c = 0; c < COMBS; ++c) combs.push_back(combs.back() + 900 + (int)(hash32(c + 5) % 201));
    const size_t cells = (size_t)combs.back() * 4;
    float4* warmth = (float4*)filled<float>(cells, 81); float4* capping = (float4*)filled<float>(cells, 82); float4* brood_out = (float4*)empty<float>(cells);
    int* comb = uploaded(combs);
    cases.push_back({"brood_comb_t4_a", [=] { brood_comb_t4_a<<<STRANDS, 256>>>(warmth, capping, comb, brood_out); }, brood_out, cells});
    cases.push_back({"brood_comb_t4_b", [=] { brood_comb_t4_b<<<STRANDS, 256>>>(warmth, capping, comb, brood_out); }, brood_out, cells});

    const int strips = 132 * 8 * 64;
    float4* spring = (float4*)filled<float>((size_t)strips * 512, 91); float4* summer = (float4*)filled<float>((size_t)strips * 512, 92);
    float* fall = empty<float>(strips * 32);
    cases.push_back({"field_green_t4_a", [=] { field_green_t4_a<<<strips, 32>>>(spring, summer, fall); }, fall, (size_t)strips * 32});
    cases.push_back({"field_green_t4_b", [=] { field_green_t4_b<<<strips / 8, 256>>>(spring, summer, fall); }, fall, (size_t)strips * 32});

    std::vector<float> terms(3 * TERMS);
    for (int k = 0; k < 3 * TERMS; ++k) terms[k] = 0.5f * unit(k + 99) + 0.01f;
    CHECK(cudaMemcpyToSymbol(loudness, terms.data(), terms.size() * sizeof(float)));
    const size_t seats = (size_t)132 * 8 * 15 * 2048;
    float4* seat = (float4*)filled<float>(seats, 101); float4* level = (float4*)empty<float>(seats);
    cases.push_back({"seat_loudness_t4_a", [=] { seat_loudness_t4_a<<<(unsigned)(seats / 2048), 256>>>(seat, level); }, level, seats});

    return run(argc, argv, cases);
}
