// Eleven measured cases from hills, halls and harbours: before (_a) and after (_b).
#include "harness.cuh"

using harness::Case;
using harness::Output;

// ---- Cicadas: 56 leaky integrators (one per pitch band) of each microphone's signal, weighed to one loudness at the end.
constexpr int kMics = 132 * 768 * 4, kHums = 192, kBands = 56;
__constant__ float cicada_leak[kBands];

__device__ __forceinline__ void cicada_hum(const float* __restrict__ sound, float* __restrict__ loud) {
    int mic = blockIdx.x * 256 + threadIdx.x;
    float band[kBands];
#pragma unroll
    for (int b = 0; b < kBands; ++b) band[b] = 0.0f;
#pragma unroll 4
    for (int n = 0; n < kHums; ++n) {
        float x = sound[(size_t)n * kMics + mic];
#pragma unroll
        for (int b = 0; b < kBands; ++b) band[b] = fmaf(cicada_leak[b], band[b], x);
    }
    float sum = 0.0f;
#pragma unroll
    for (int b = 0; b < kBands; ++b) sum = fmaf(band[b] * (1.0f - cicada_leak[b]), band[b], sum);
    loud[mic] = sum;
}

__global__ void __launch_bounds__(256, 6) cicada_hum_j2_a(const float* __restrict__ sound, float* __restrict__ loud) { cicada_hum(sound, loud); }
__global__ void __launch_bounds__(256) cicada_hum_j2_b(const float* __restrict__ sound, float* __restrict__ loud) { cicada_hum(sound, loud); }

// ---- Meadow: 16 Runge-Kutta steps of a food web of 32 species (generalised Lotka-Volterra) in every plot of a landscape.
constexpr int kPlots = 132 * 128 * 30, kSpecies = 32, kSeasons = 16;

__device__ __forceinline__ void meadow_rate(const float (&y)[kSpecies], float warm, float (&f)[kSpecies]) {
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) {
        float grow = fmaf(0.01f * (i + 1), warm, 0.6f) - y[i];
        grow = fmaf(-0.21f - 0.002f * i, y[(i + 1) % kSpecies], grow);
        grow = fmaf(0.13f + 0.001f * i, y[(i + 5) % kSpecies], grow);
        grow = fmaf(0.08f - 0.001f * i, y[(i + 12) % kSpecies], grow);
        f[i] = y[i] * grow;
    }
}

__device__ __forceinline__ void meadow_web(const float* __restrict__ start, const float* __restrict__ warmth, float* __restrict__ finish) {
    int plot = blockIdx.x * 128 + threadIdx.x;
    float y[kSpecies], at[kSpecies], sum[kSpecies], f[kSpecies], warm = warmth[plot];
    constexpr float dt = 0.05f;
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(0.4f, start[(size_t)i * kPlots + plot], 0.8f);
#pragma unroll 1
    for (int s = 0; s < kSeasons; ++s) {
        meadow_rate(y, warm, f);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = f[i]; at[i] = fmaf(0.5f * dt, f[i], y[i]); }
        meadow_rate(at, warm, f);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(2.0f, f[i], sum[i]); at[i] = fmaf(0.5f * dt, f[i], y[i]); }
        meadow_rate(at, warm, f);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) { sum[i] = fmaf(2.0f, f[i], sum[i]); at[i] = fmaf(dt, f[i], y[i]); }
        meadow_rate(at, warm, f);
#pragma unroll
        for (int i = 0; i < kSpecies; ++i) y[i] = fmaf(dt / 6.0f, sum[i] + f[i], y[i]);
    }
#pragma unroll
    for (int i = 0; i < kSpecies; ++i) finish[(size_t)i * kPlots + plot] = y[i];
}

__global__ void __launch_bounds__(128, 10) meadow_web_j2_a(const float* __restrict__ start, const float* __restrict__ warmth, float* __restrict__ finish) {
    meadow_web(start, warmth, finish);
}
__global__ void __launch_bounds__(128) meadow_web_j2_b(const float* __restrict__ start, const float* __restrict__ warmth, float* __restrict__ finish) {
    meadow_web(start, warmth, finish);
}

// ---- Lagoon: loudest answer of a 32-tap matched filter in each hydrophone's record.
constexpr int kPhones = 132 * 128 * 80, kPings = 192, kTaps = 32;
__constant__ float lagoon_tap[kTaps];

__global__ void __launch_bounds__(128) lagoon_echo_j2_a(const float* __restrict__ record, float* __restrict__ loudest, int samples) {
    int phone = blockIdx.x * 128 + threadIdx.x;
    float past[kTaps], most = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) past[k] = 0.0f;
    for (int n = 0; n < samples; ++n) {
        past[n % kTaps] = record[(size_t)n * kPhones + phone];
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < kTaps; ++k) sum = fmaf(lagoon_tap[k], past[(n - k) & (kTaps - 1)], sum);
        most = fmaxf(most, fabsf(sum));
    }
    loudest[phone] = most;
}

__global__ void __launch_bounds__(128) lagoon_echo_j2_b(const float* __restrict__ record, float* __restrict__ loudest, int samples) {
    int phone = blockIdx.x * 128 + threadIdx.x;
    float past[kTaps], most = 0.0f;
#pragma unroll
    for (int k = 0; k < kTaps; ++k) past[k] = 0.0f;
    for (int first = 0; first < samples; first += kTaps) {  // samples is a multiple of kTaps
#pragma unroll
        for (int n = 0; n < kTaps; ++n) {
            past[n] = record[(size_t)(first + n) * kPhones + phone];
            float sum = 0.0f;
#pragma unroll
            for (int k = 0; k < kTaps; ++k) sum = fmaf(lagoon_tap[k], past[(n - k) & (kTaps - 1)], sum);
            most = fmaxf(most, fabsf(sum));
        }
    }
    loudest[phone] = most;
}

// ---- Marionettes: forward kinematics of a puppet of 20 limbs for every pose: its lowest point and its farthest reach.
constexpr int kPoses = 132 * 2048 * 8, kLimbs = 20;
struct Rig { int parent[kLimbs]; float length[kLimbs]; };
constexpr Rig kPuppet = {{-1, 0, 1, 2, 3, 2, 5, 6, 7, 2, 9, 10, 11, 0, 13, 14, 0, 16, 17, 18},
                         {0.10f, 0.22f, 0.25f, 0.12f, 0.20f, 0.15f, 0.30f, 0.26f, 0.10f, 0.15f, 0.30f, 0.26f, 0.10f, 0.12f, 0.42f, 0.40f, 0.12f, 0.42f, 0.40f, 0.15f}};
__constant__ Rig puppet_rig;
struct Limb { float w, x, y, z, px, py, pz; };

__device__ __forceinline__ Limb puppet_limb(const Limb& up, float2 turn, float length) {
    float sa, ca, sb, cb;
    __sincosf(0.5f * turn.x, &sa, &ca);
    __sincosf(0.5f * turn.y, &sb, &cb);
    float w = ca * cb, x = sa * cb, y = ca * sb, z = -sa * sb;
    Limb l;
    l.w = up.w * w - up.x * x - up.y * y - up.z * z;
    l.x = up.w * x + up.x * w + up.y * z - up.z * y;
    l.y = up.w * y - up.x * z + up.y * w + up.z * x;
    l.z = up.w * z + up.x * y - up.y * x + up.z * w;
    l.px = fmaf(2.0f * length, l.x * l.z + l.w * l.y, up.px);
    l.py = fmaf(2.0f * length, l.y * l.z - l.w * l.x, up.py);
    l.pz = fmaf(length, 1.0f - 2.0f * (l.x * l.x + l.y * l.y), up.pz);
    return l;
}

__global__ void __launch_bounds__(128) marionette_pose_j2_a(const float2* __restrict__ turns, float2* __restrict__ extent) {
    int pose = blockIdx.x * 128 + threadIdx.x;
    Limb limb[kLimbs];
    float low = 1e9f, far = 0.0f;
#pragma unroll 4
    for (int j = 0; j < kLimbs; ++j) {
        int parent = puppet_rig.parent[j];
        Limb up = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
        if (parent >= 0) up = limb[parent];
        Limb l = puppet_limb(up, turns[(size_t)j * kPoses + pose], puppet_rig.length[j]);
        limb[j] = l;
        low = fminf(low, l.pz);
        far = fmaxf(far, l.px * l.px + l.py * l.py + l.pz * l.pz);
    }
    extent[pose] = make_float2(low, far);
}

__global__ void __launch_bounds__(128) marionette_pose_j2_b(const float2* __restrict__ turns, float2* __restrict__ extent) {
    int pose = blockIdx.x * 128 + threadIdx.x;
    constexpr Rig rig = kPuppet;  // known when compiled
    Limb limb[kLimbs];
    float low = 1e9f, far = 0.0f;
#pragma unroll
    for (int j = 0; j < kLimbs; ++j) {
        const int parent = rig.parent[j];
        Limb up = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
        if (parent >= 0) up = limb[parent];
        Limb l = puppet_limb(up, turns[(size_t)j * kPoses + pose], rig.length[j]);
        limb[j] = l;
        low = fminf(low, l.pz);
        far = fmaxf(far, l.px * l.px + l.py * l.py + l.pz * l.pz);
    }
    extent[pose] = make_float2(low, far);
}

// ---- Insects in amber: backward walk of each short read through the rank index of an old genome (64 letters a bucket).
constexpr int kReads = 132 * 2048 * 4, kBuckets = 1 << 23, kWalk = 16, kSeedLetters = 5, kSeeds = 1 << (2 * kSeedLetters);
constexpr int kSeedRoom = 7 * 16384;  // bytes kept for seed tables of up to seven letters

__device__ __forceinline__ int amber_rank(unsigned word, unsigned letter, int before) {  // of 16 letters, how many of the first `before` are `letter`
    unsigned other = word ^ (letter * 0x55555555u), same = ~(other | (other >> 1)) & 0x55555555u;
    before = min(max(before, 0), 16);
    return __popc(same & (unsigned)((1ull << (2 * before)) - 1));
}

__device__ __forceinline__ void amber_letters(const int2* __restrict__ reads, const int* __restrict__ seeds, const uint4* __restrict__ index, int* __restrict__ found) {
    extern __shared__ int seed[];
#pragma unroll
    for (int s = threadIdx.x; s < kSeeds; s += 64) seed[s] = seeds[s];
    __syncthreads();
    int read = blockIdx.x * 64 + threadIdx.x;
    int2 letters = reads[read];
    int at = seed[letters.x & (kSeeds - 1)];
    unsigned rest = letters.y ^ ((unsigned)letters.x << 8);
#pragma unroll 1
    for (int step = 0; step < kWalk; ++step, rest >>= 2) {
        unsigned letter = rest & 3;
        uint4 count = index[(size_t)(at >> 6) * 2], text = index[(size_t)(at >> 6) * 2 + 1];
        int offset = at & 63;
        unsigned base = letter & 2 ? (letter & 1 ? count.w : count.z) : (letter & 1 ? count.y : count.x);
        at = base + amber_rank(text.x, letter, offset) + amber_rank(text.y, letter, offset - 16) + amber_rank(text.z, letter, offset - 32) +
             amber_rank(text.w, letter, offset - 48);
    }
    found[read] = at;
}

__global__ void __launch_bounds__(64) amber_letters_j2_a(const int2* __restrict__ reads, const int* __restrict__ seeds, const uint4* __restrict__ index, int* __restrict__ found) {
    amber_letters(reads, seeds, index, found);
}
__global__ void __launch_bounds__(64) amber_letters_j2_b(const int2* __restrict__ reads, const int* __restrict__ seeds, const uint4* __restrict__ index, int* __restrict__ found) {
    amber_letters(reads, seeds, index, found);
}

// ---- Card catalogue: where each wanted number stands in a search tree of five floors, 32 cards a drawer; a warp walks for 32 wishes.
constexpr int kFloors = 5, kCards = 1 << 25, kWishes = 1 << 22;
constexpr int kCatalogue = 32 + (1 << 10) + (1 << 15) + (1 << 20) + kCards;

__global__ void harness_catalogue(int* tree) {  // the smallest number of each drawer stands on the floor above
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kCatalogue; i += gridDim.x * blockDim.x) {
        int base = 0, size = 32, span = 1 << 20;
        while (i >= base + size) { base += size; size *= 32; span /= 32; }
        int card = (i - base) * span;
        tree[i] = card == 0 ? 0 : card * 32 + (int)(harness::hash32(card) % 32);
    }
}

template <int kThreads>
__device__ __forceinline__ void card_catalogue(const int* __restrict__ tree, const int* __restrict__ wishes, int* __restrict__ place) {
    int lane = threadIdx.x % 32, mine = (blockIdx.x * (kThreads / 32) + threadIdx.x / 32) * 32 + lane, wish = wishes[mine], result = 0;
#pragma unroll 1
    for (int w = 0; w < 32; ++w) {
        int wanted = __shfl_sync(0xffffffffu, wish, w), drawer = 0;
        const int* floor = tree;
        int cards = 32;
#pragma unroll
        for (int f = 0; f < kFloors; ++f) {
            int card = floor[drawer * 32 + lane];
            drawer = drawer * 32 + __popc(__ballot_sync(0xffffffffu, card <= wanted)) - 1;
            floor += cards;
            cards *= 32;
        }
        if (lane == w) result = drawer;
    }
    place[mine] = result;
}

__global__ void __launch_bounds__(32) card_catalogue_j2_a(const int* __restrict__ tree, const int* __restrict__ wishes, int* __restrict__ place) {
    card_catalogue<32>(tree, wishes, place);
}
__global__ void __launch_bounds__(256) card_catalogue_j2_b(const int* __restrict__ tree, const int* __restrict__ wishes, int* __restrict__ place) {
    card_catalogue<256>(tree, wishes, place);
}

// ---- Lighthouses: logs kept as linked pages (32 stations a page); 48 pages of each log give its drift;
// where a log is marked for it, an autoregressive forecast of order 16 as well.
constexpr int kPages = 1 << 22, kLogs = 132 * 24 * 4, kTurns = 48, kOrder = 16;

__device__ __forceinline__ void lighthouse_log(const float* __restrict__ pages, const int* __restrict__ next, const int* __restrict__ first, const int* __restrict__ mark, float* __restrict__ forecast) {
    int log = (blockIdx.x * 128 + threadIdx.x) / 32, lane = threadIdx.x % 32, page = first[log];
    float past[kOrder], lag[kOrder + 1];
#pragma unroll
    for (int k = 0; k < kOrder; ++k) past[k] = lag[k] = 0.0f;
    lag[kOrder] = 0.0f;
#pragma unroll 1
    for (int n = 0; n < kTurns; ++n) {
        float x = pages[(size_t)page * 32 + lane];
        page = next[page];
        lag[0] = fmaf(x, x, lag[0]);
#pragma unroll
        for (int k = 0; k < kOrder; ++k) lag[k + 1] = fmaf(x, past[k], lag[k + 1]);
#pragma unroll
        for (int k = kOrder - 1; k > 0; --k) past[k] = past[k - 1];
        past[0] = x;
    }
    float sum = __fdividef(lag[1], lag[0] + 0.5f);
    if (mark[log] == 0) {  // one log in 256
        // Cholesky factor of the lag matrix (with a ridge that differs by row), then both triangular solves.
        float a[kOrder][kOrder], c[kOrder];
#pragma unroll
        for (int i = 0; i < kOrder; ++i) {
            c[i] = lag[i + 1];
#pragma unroll
            for (int j = 0; j <= i; ++j) a[i][j] = lag[i - j];
            a[i][i] = fmaf(1.1f + 0.02f * i, a[i][i], 0.5f);
        }
#pragma unroll
        for (int i = 0; i < kOrder; ++i) {
#pragma unroll
            for (int j = 0; j <= i; ++j) {
#pragma unroll
                for (int k = 0; k < j; ++k) a[i][j] = fmaf(-a[i][k], a[j][k], a[i][j]);
                a[i][j] = j < i ? a[i][j] * a[j][j] : rsqrtf(fmaxf(a[i][i], 1e-6f));
            }
        }
#pragma unroll
        for (int i = 0; i < kOrder; ++i) {
#pragma unroll
            for (int j = 0; j < i; ++j) c[i] = fmaf(-a[i][j], c[j], c[i]);
            c[i] *= a[i][i];
        }
        sum = 0.0f;
#pragma unroll
        for (int i = kOrder - 1; i >= 0; --i) {
#pragma unroll
            for (int j = i + 1; j < kOrder; ++j) c[i] = fmaf(-a[j][i], c[j], c[i]);
            c[i] *= a[i][i];
            sum = fmaf(c[i], past[i], sum);
        }
    }
    forecast[log * 32 + lane] = sum;
}

__global__ void __launch_bounds__(128) lighthouse_log_j2_a(const float* __restrict__ pages, const int* __restrict__ next, const int* __restrict__ first, const int* __restrict__ mark, float* __restrict__ forecast) {
    lighthouse_log(pages, next, first, mark, forecast);
}
__global__ void __launch_bounds__(128, 8) lighthouse_log_j2_b(const float* __restrict__ pages, const int* __restrict__ next, const int* __restrict__ first, const int* __restrict__ mark, float* __restrict__ forecast) {
    lighthouse_log(pages, next, first, mark, forecast);
}

// ---- Posters: a scanned sheet of RGBA pixels turned by a quarter to the right.
constexpr int kSheetWide = 9600, kSheetHigh = 7680;

template <int kPitch>
__device__ __forceinline__ void poster_turn(const unsigned* __restrict__ sheet, unsigned* __restrict__ turned) {
    __shared__ unsigned tile[32][kPitch];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) tile[r + threadIdx.y][threadIdx.x] = sheet[(size_t)(y + r + threadIdx.y) * kSheetWide + x];
    __syncthreads();
    int to = kSheetHigh - 32 - y + threadIdx.x, row = blockIdx.x * 32;
#pragma unroll
    for (int r = 0; r < 32; r += 8) turned[(size_t)(row + r + threadIdx.y) * kSheetHigh + to] = tile[31 - threadIdx.x][r + threadIdx.y];
}

__global__ void __launch_bounds__(256) poster_turn_j2_a(const unsigned* __restrict__ sheet, unsigned* __restrict__ turned) { poster_turn<32>(sheet, turned); }
__global__ void __launch_bounds__(256) poster_turn_j2_b(const unsigned* __restrict__ sheet, unsigned* __restrict__ turned) { poster_turn<33>(sheet, turned); }

// ---- Organ pipes: air in a closed ring of 256 cells (Euler equations with a dye, Rusanov flux), 64 steps of 2112 pipes.
constexpr int kPipes = 132 * 16, kAir = 256, kPuffs = 64;

struct AirCell { float rho, mom, ene, dye, vel, pres, speed, drag, area, slope, wall, heat, gas[4]; };  // as the tuner's model has it
struct AirCellApart { float rho, mom, ene, dye, vel, pres, speed, drag, area, slope, wall, heat, gas[4], unused; };

template <typename Cell>
__device__ __forceinline__ void organ_pipe(const float4* __restrict__ start, float4* __restrict__ finish) {
    extern __shared__ float room[];
    Cell* air = reinterpret_cast<Cell*>(room);
    int t = threadIdx.x, before = (t + kAir - 1) % kAir, behind = (t + 1) % kAir;
    size_t at = (size_t)blockIdx.x * kAir + t;
    float4 s = start[at];
    float rho = fmaf(0.2f, s.x, 1.0f), mom = 0.1f * s.y, ene = fmaf(0.3f, s.z, 2.5f), dye = fmaf(0.5f, s.w, 0.5f);
    air[t].drag = 0.001f * (t % 7);
#pragma unroll 1
    for (int puff = 0; puff < kPuffs; ++puff) {
        float one = __fdividef(1.0f, rho), vel = mom * one, pres = 0.4f * fmaf(-0.5f * mom, vel, ene), sound = fmaxf(1.4f * pres * one, 1e-6f);
        float speed = fmaf(sound, rsqrtf(sound), fabsf(vel));
        air[t].rho = rho; air[t].mom = mom; air[t].ene = ene; air[t].dye = dye; air[t].vel = vel; air[t].pres = pres; air[t].speed = speed;
        __syncthreads();
        const Cell &l = air[before], &r = air[behind];
        float left = fmaxf(l.speed, speed), right = fmaxf(r.speed, speed), lv = l.vel, rv = r.vel, lp = l.pres, rp = r.pres;
        float drho = l.mom - r.mom + left * (l.rho - rho) + right * (r.rho - rho);
        float dmom = fmaf(l.mom, lv, lp) - fmaf(r.mom, rv, rp) + left * (l.mom - mom) + right * (r.mom - mom);
        float dene = (l.ene + lp) * lv - (r.ene + rp) * rv + left * (l.ene - ene) + right * (r.ene - ene);
        float ddye = l.dye * lv - r.dye * rv + left * (l.dye - dye) + right * (r.dye - dye);
        float keep = 1.0f - air[t].drag;
        rho = fmaf(0.1f, drho, rho);
        mom = fmaf(0.1f, dmom, mom) * keep;
        ene = fmaf(0.1f, dene, ene);
        dye = fmaf(0.1f, ddye, dye);
        __syncthreads();
    }
    finish[at] = make_float4(rho, mom, ene, dye);
}

__global__ void __launch_bounds__(256) organ_pipe_j2_a(const float4* __restrict__ start, float4* __restrict__ finish) { organ_pipe<AirCell>(start, finish); }
__global__ void __launch_bounds__(256) organ_pipe_j2_b(const float4* __restrict__ start, float4* __restrict__ finish) { organ_pipe<AirCellApart>(start, finish); }

// ---- Barley: by how much each month of the harvest of each field differs from the mean of its year.
constexpr int kFields = 132 * 8 * 8 * 256 * 4, kMonths = 12;

__device__ __forceinline__ float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ __forceinline__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ __forceinline__ float4 less_mean(float4 a, float4 m) { return make_float4(fmaf(m.x, -1.0f / kMonths, a.x), fmaf(m.y, -1.0f / kMonths, a.y), fmaf(m.z, -1.0f / kMonths, a.z), fmaf(m.w, -1.0f / kMonths, a.w)); }
__device__ __forceinline__ float2 less_mean(float2 a, float2 m) { return make_float2(fmaf(m.x, -1.0f / kMonths, a.x), fmaf(m.y, -1.0f / kMonths, a.y)); }

template <typename T>
__device__ __forceinline__ void barley_yield(const T* __restrict__ harvest, T* __restrict__ differ) {
    constexpr int kStep = kFields * sizeof(float) / sizeof(T);
    int i = blockIdx.x * 256 + threadIdx.x;
    T h[kMonths], sum;
#pragma unroll
    for (int m = 0; m < kMonths; ++m) h[m] = harvest[i + m * kStep];
    sum = h[0];
#pragma unroll
    for (int m = 1; m < kMonths; ++m) sum = sum + h[m];
#pragma unroll
    for (int m = 0; m < kMonths; ++m) differ[i + m * kStep] = less_mean(h[m], sum);
}

__global__ void __launch_bounds__(256) barley_yield_j2_a(const float4* __restrict__ harvest, float4* __restrict__ differ) { barley_yield(harvest, differ); }
__global__ void __launch_bounds__(256) barley_yield_j2_b(const float2* __restrict__ harvest, float2* __restrict__ differ) { barley_yield(harvest, differ); }

// ---- Glaciers: root of the sum of squares of each of 8448 flow lines of 32768 depths, a block a line.
constexpr int kLines = 132 * 64, kDepths = 32768;

__global__ void __launch_bounds__(512, 4) glacier_weight_j2_a(const float4* __restrict__ depth, float* __restrict__ weight) {
    __shared__ float part[16];
    const float4* line = depth + (size_t)blockIdx.x * (kDepths / 4) + threadIdx.x;
    float s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
#pragma unroll 1
    for (int k = 0; k < kDepths / 4; k += 4 * 512) {
        float4 d[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) d[j] = __ldcs(line + k + j * 512);
#pragma unroll
        for (int j = 0; j < 4; ++j) { s0 = fmaf(d[j].x, d[j].x, s0); s1 = fmaf(d[j].y, d[j].y, s1); s2 = fmaf(d[j].z, d[j].z, s2); s3 = fmaf(d[j].w, d[j].w, s3); }
    }
    float sum = (s0 + s1) + (s2 + s3);
#pragma unroll
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < 16 ? part[threadIdx.x] : 0.0f;
#pragma unroll
        for (int o = 8; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
        if (threadIdx.x == 0) weight[blockIdx.x] = sqrtf(sum);
    }
}

int main(int argc, char** argv) {
    using harness::empty; using harness::filled; using harness::indices; using harness::uploaded;
    std::vector<Case> cases;
    auto add = [&](const char* name, const void* out, size_t count, Output type, std::function<void()> launch) { cases.push_back({name, launch, out, count, type}); };

    // Shared by all: a long and a shorter input field and one result.
    constexpr size_t kLong = (size_t)kLines * kDepths, kShort = (size_t)kFields * kMonths;
    static_assert((size_t)kMics * kHums <= kLong && (size_t)kPhones * kPings <= kLong && (size_t)kPoses * kLimbs * 2 <= kLong && (size_t)kPages * 32 <= kLong, "field is too short");
    static_assert(kShort <= kLong && (size_t)kSheetWide * kSheetHigh <= kShort && (size_t)kPlots * kSpecies <= kShort && (size_t)kPoses * 2 <= kShort, "result is too short");
    float *one = filled<float>(kLong, 271), *two = filled<float>(kShort, 272), *out = empty<float>(kShort);
    float2 *one2 = reinterpret_cast<float2*>(one), *out2 = reinterpret_cast<float2*>(out);
    float4 *one4 = reinterpret_cast<float4*>(one), *out4 = reinterpret_cast<float4*>(out);
    int* outi = reinterpret_cast<int*>(out);

    float leak[kBands], tap[kTaps];
    for (int b = 0; b < kBands; ++b) leak[b] = 0.5f + 0.0085f * b;
    for (int k = 0; k < kTaps; ++k) tap[k] = 0.1f * std::cos(0.7f * k + 0.02f * k * k);
    CHECK(cudaMemcpyToSymbol(cicada_leak, leak, sizeof leak));
    CHECK(cudaMemcpyToSymbol(lagoon_tap, tap, sizeof tap));
    CHECK(cudaMemcpyToSymbol(puppet_rig, &kPuppet, sizeof kPuppet));

    add("cicada_hum_j2_a", out, kMics, Output::f32, [=] { cicada_hum_j2_a<<<kMics / 256, 256>>>(one, out); });
    add("cicada_hum_j2_b", out, kMics, Output::f32, [=] { cicada_hum_j2_b<<<kMics / 256, 256>>>(one, out); });

    add("meadow_web_j2_a", out, (size_t)kPlots * kSpecies, Output::f32, [=] { meadow_web_j2_a<<<kPlots / 128, 128>>>(one, two, out); });
    add("meadow_web_j2_b", out, (size_t)kPlots * kSpecies, Output::f32, [=] { meadow_web_j2_b<<<kPlots / 128, 128>>>(one, two, out); });

    add("lagoon_echo_j2_a", out, kPhones, Output::f32, [=] { lagoon_echo_j2_a<<<kPhones / 128, 128>>>(one, out, kPings); });
    add("lagoon_echo_j2_b", out, kPhones, Output::f32, [=] { lagoon_echo_j2_b<<<kPhones / 128, 128>>>(one, out, kPings); });

    add("marionette_pose_j2_a", out, (size_t)kPoses * 2, Output::f32, [=] { marionette_pose_j2_a<<<kPoses / 128, 128>>>(one2, out2); });
    add("marionette_pose_j2_b", out, (size_t)kPoses * 2, Output::f32, [=] { marionette_pose_j2_b<<<kPoses / 128, 128>>>(one2, out2); });

    int *reads = indices((size_t)kReads * 2, 0x7fffffffu, 273), *seeds = indices(kSeeds, (1u << 29) - 64, 274), *index = indices((size_t)kBuckets * 8, (1u << 29) - 64, 275);
    const int2* reads2 = reinterpret_cast<const int2*>(reads);
    const uint4* index4 = reinterpret_cast<const uint4*>(index);
    CHECK(cudaFuncSetAttribute(amber_letters_j2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, kSeedRoom));
    add("amber_letters_j2_a", out, kReads, Output::i32, [=] { amber_letters_j2_a<<<kReads / 64, 64, kSeedRoom>>>(reads2, seeds, index4, outi); });
    add("amber_letters_j2_b", out, kReads, Output::i32, [=] { amber_letters_j2_b<<<kReads / 64, 64, kSeeds * sizeof(int)>>>(reads2, seeds, index4, outi); });

    int *tree = empty<int>(kCatalogue), *wishes = indices(kWishes, 1u << 30, 276);
    harness_catalogue<<<2048, 256>>>(tree); CHECK(cudaGetLastError());
    add("card_catalogue_j2_a", out, kWishes, Output::i32, [=] { card_catalogue_j2_a<<<kWishes / 32, 32>>>(tree, wishes, outi); });
    add("card_catalogue_j2_b", out, kWishes, Output::i32, [=] { card_catalogue_j2_b<<<kWishes / 256, 256>>>(tree, wishes, outi); });

    int *next = indices(kPages, kPages, 277), *first = indices(kLogs, kPages, 278), *mark = indices(kLogs, 256, 279);
    add("lighthouse_log_j2_a", out, (size_t)kLogs * 32, Output::f32, [=] { lighthouse_log_j2_a<<<kLogs / 4, 128>>>(one, next, first, mark, out); });
    add("lighthouse_log_j2_b", out, (size_t)kLogs * 32, Output::f32, [=] { lighthouse_log_j2_b<<<kLogs / 4, 128>>>(one, next, first, mark, out); });

    unsigned *sheet = reinterpret_cast<unsigned*>(two), *turned = reinterpret_cast<unsigned*>(out);
    dim3 tiles(kSheetWide / 32, kSheetHigh / 32), tile(32, 8);
    add("poster_turn_j2_a", out, (size_t)kSheetWide * kSheetHigh, Output::i32, [=] { poster_turn_j2_a<<<tiles, tile>>>(sheet, turned); });
    add("poster_turn_j2_b", out, (size_t)kSheetWide * kSheetHigh, Output::i32, [=] { poster_turn_j2_b<<<tiles, tile>>>(sheet, turned); });

    add("organ_pipe_j2_a", out, (size_t)kPipes * kAir * 4, Output::f32, [=] { organ_pipe_j2_a<<<kPipes, kAir, kAir * sizeof(AirCell)>>>(one4, out4); });
    add("organ_pipe_j2_b", out, (size_t)kPipes * kAir * 4, Output::f32, [=] { organ_pipe_j2_b<<<kPipes, kAir, kAir * sizeof(AirCellApart)>>>(one4, out4); });

    add("barley_yield_j2_a", out, kShort, Output::f32, [=] { barley_yield_j2_a<<<kFields / 1024, 256>>>(one4, out4); });
    add("barley_yield_j2_b", out, kShort, Output::f32, [=] { barley_yield_j2_b<<<kFields / 512, 256>>>(one2, out2); });

    add("glacier_weight_j2_a", out, kLines, Output::f32, [=] { glacier_weight_j2_a<<<kLines, 512>>>(one4, out); });

    return harness::run(argc, argv, cases);
}
