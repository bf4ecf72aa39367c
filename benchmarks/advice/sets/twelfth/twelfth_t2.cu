// On-chip memory and occupancy, first half: weaving, bread, ice, choir, chess, perfume, railway.
#include "harness.cuh"

#include <cuda_fp16.h>

extern __shared__ uint32_t arena[];

// Weaving: tension of each warp end against its running mean, over repeats of 64 picks; a block takes 128 ends.
constexpr int ENDS = 128, PICKS = 64;

__global__ void __launch_bounds__(ENDS) end_tension_t2_a(const float* __restrict__ raw, float* __restrict__ deviation, int width) {
    __shared__ float cloth[ENDS][PICKS];
    const size_t corner = (size_t)blockIdx.y * ENDS * width + blockIdx.x * PICKS;
#pragma unroll 16
    for (int i = threadIdx.x; i < ENDS * PICKS; i += ENDS) cloth[i / PICKS][i % PICKS] = raw[corner + (size_t)(i / PICKS) * width + i % PICKS];
    __syncthreads();
    float mean = cloth[threadIdx.x][0];
    for (int pick = 0; pick < PICKS; ++pick) {
        float pull = cloth[threadIdx.x][pick];
        mean += 0.2f * (pull - mean);
        cloth[threadIdx.x][pick] = pull - mean;
    }
    __syncthreads();
#pragma unroll 16
    for (int i = threadIdx.x; i < ENDS * PICKS; i += ENDS) deviation[corner + (size_t)(i / PICKS) * width + i % PICKS] = cloth[i / PICKS][i % PICKS];
}

__global__ void __launch_bounds__(ENDS) end_tension_t2_b(const float* __restrict__ raw, float* __restrict__ deviation, int width) {
    __shared__ float cloth[ENDS][PICKS + 1];
    const size_t corner = (size_t)blockIdx.y * ENDS * width + blockIdx.x * PICKS;
#pragma unroll 16
    for (int i = threadIdx.x; i < ENDS * PICKS; i += ENDS) cloth[i / PICKS][i % PICKS] = raw[corner + (size_t)(i / PICKS) * width + i % PICKS];
    __syncthreads();
    float mean = cloth[threadIdx.x][0];
    for (int pick = 0; pick < PICKS; ++pick) {
        float pull = cloth[threadIdx.x][pick];
        mean += 0.2f * (pull - mean);
        cloth[threadIdx.x][pick] = pull - mean;
    }
    __syncthreads();
#pragma unroll 16
    for (int i = threadIdx.x; i < ENDS * PICKS; i += ENDS) deviation[corner + (size_t)(i / PICKS) * width + i % PICKS] = cloth[i / PICKS][i % PICKS];
}

// Bread: 32 dissolved species in each cell of a crumb strand; two half steps of diffusion and browning along the strand of 128 cells.
constexpr int STRAND = 128;

__device__ inline float4 crumb_update(float4 l, float4 c, float4 r, float spread) {
    float browned = 0.05f * c.x * c.y;
    return make_float4(c.x + spread * (l.x + r.x - 2.0f * c.x) - browned, c.y + spread * (l.y + r.y - 2.0f * c.y) - browned,
                       c.z + spread * (l.z + r.z - 2.0f * c.z) + browned, c.w + spread * (l.w + r.w - 2.0f * c.w) + 0.5f * browned);
}

__global__ void __launch_bounds__(STRAND) crumb_species_t2_a(const float4* __restrict__ before, float4* __restrict__ after) {
    __shared__ float4 cell[STRAND * 8];
    const int t = threadIdx.x, left = max(t - 1, 0), right = min(t + 1, STRAND - 1);
    const size_t base = (size_t)blockIdx.x * STRAND * 8;
#pragma unroll
    for (int i = 0; i < 8; ++i) cell[t + i * STRAND] = before[base + t + i * STRAND];
    __syncthreads();
    for (int half_step = 0; half_step < 2; ++half_step) {
        float4 next[8];
#pragma unroll
        for (int s = 0; s < 8; ++s) next[s] = crumb_update(cell[left * 8 + s], cell[t * 8 + s], cell[right * 8 + s], 0.02f * (s + 1));
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 8; ++s) cell[t * 8 + s] = next[s];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) after[base + t + i * STRAND] = cell[t + i * STRAND];
}

__global__ void __launch_bounds__(STRAND) crumb_species_t2_b(const float4* __restrict__ before, float4* __restrict__ after) {
    __shared__ float4 cell[STRAND * 9];
    const int t = threadIdx.x, left = max(t - 1, 0), right = min(t + 1, STRAND - 1);
    const size_t base = (size_t)blockIdx.x * STRAND * 8;
#pragma unroll
    for (int i = 0; i < 8; ++i) cell[(t / 8 + i * STRAND / 8) * 9 + t % 8] = before[base + t + i * STRAND];
    __syncthreads();
    for (int half_step = 0; half_step < 2; ++half_step) {
        float4 next[8];
#pragma unroll
        for (int s = 0; s < 8; ++s) next[s] = crumb_update(cell[left * 9 + s], cell[t * 9 + s], cell[right * 9 + s], 0.02f * (s + 1));
        __syncthreads();
#pragma unroll
        for (int s = 0; s < 8; ++s) cell[t * 9 + s] = next[s];
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) after[base + t + i * STRAND] = cell[(t / 8 + i * STRAND / 8) * 9 + t % 8];
}

// Glaciers: heat conduction through a firn column of 256 layers in double precision; conductivity follows from the layers' densities.
constexpr int LAYERS = 256;
struct FirnLayer { double temperature, density; };

__device__ inline double firn_conductance(double upper, double lower) { return 0.12 + 0.04 * upper * lower; }

__global__ void __launch_bounds__(LAYERS) firn_heat_t2_a(const double* __restrict__ temperature, const double* __restrict__ density, double* __restrict__ out, int steps) {
    __shared__ FirnLayer column[2][LAYERS];
    const int i = threadIdx.x, up = max(i - 1, 0), down = min(i + 1, LAYERS - 1);
    const size_t at = (size_t)blockIdx.x * LAYERS + i;
    double own = temperature[at], rho = density[at];
    column[0][i].temperature = own;
    column[0][i].density = rho;
    __syncthreads();
    const double above = firn_conductance(column[0][up].density, rho), below = firn_conductance(rho, column[0][down].density);
    for (int step = 0; step < steps; ++step) {
        const FirnLayer* now = column[step & 1];
        own += above * (now[up].temperature - own) + below * (now[down].temperature - own);
        column[~step & 1][i].temperature = own;
        __syncthreads();
    }
    out[at] = own;
}

__global__ void __launch_bounds__(LAYERS) firn_heat_t2_b(const double* __restrict__ temperature, const double* __restrict__ density, double* __restrict__ out, int steps) {
    __shared__ double heat[2][LAYERS], mass[LAYERS];
    const int i = threadIdx.x, up = max(i - 1, 0), down = min(i + 1, LAYERS - 1);
    const size_t at = (size_t)blockIdx.x * LAYERS + i;
    double own = temperature[at], rho = density[at];
    heat[0][i] = own;
    mass[i] = rho;
    __syncthreads();
    const double above = firn_conductance(mass[up], rho), below = firn_conductance(rho, mass[down]);
    for (int step = 0; step < steps; ++step) {
        const double* now = heat[step & 1];
        own += above * (now[up] - own) + below * (now[down] - own);
        heat[~step & 1][i] = own;
        __syncthreads();
    }
    out[at] = own;
}

// Choir: 128 singers a block, each a sung tone with a little second harmonic, written in frames of 128 half-precision samples (8 ms).
constexpr int SINGERS = 128, FRAME = 128, FRAMES_PER_BLOCK = 2;

__global__ void __launch_bounds__(SINGERS) sung_frames_t2_a(const float* __restrict__ pitch, uint32_t* __restrict__ recording, int length) {
    __shared__ __align__(16) __half frame[SINGERS][FRAME];
    const int t = threadIdx.x, first = blockIdx.x * FRAMES_PER_BLOCK * FRAME;
    const float turn = 0.02f + 0.01f * pitch[blockIdx.y * SINGERS + t];
    float s, c, ds, dc;
    sincospif(fmodf(turn * first, 2.0f), &s, &c);
    sincospif(turn, &ds, &dc);
    for (int f = 0; f < FRAMES_PER_BLOCK; ++f) {
#pragma unroll 8
        for (int k = 0; k < FRAME; ++k) {
            frame[t][k] = __float2half(s + 0.3f * s * c);
            float turned = s * dc + c * ds;
            c = c * dc - s * ds;
            s = turned;
        }
        __syncthreads();
        const uint32_t* words = reinterpret_cast<const uint32_t*>(&frame[0][0]);
#pragma unroll 8
        for (int i = t; i < SINGERS * FRAME / 2; i += SINGERS) {
            int singer = i / (FRAME / 2), word = i % (FRAME / 2);
            recording[((size_t)(blockIdx.y * SINGERS + singer) * length + first + f * FRAME) / 2 + word] = words[singer * (FRAME / 2) + word];
        }
        __syncthreads();
    }
}

__global__ void __launch_bounds__(SINGERS) sung_frames_t2_b(const float* __restrict__ pitch, uint32_t* __restrict__ recording, int length) {
    __shared__ __align__(16) __half frame[SINGERS][FRAME + 2];
    const int t = threadIdx.x, first = blockIdx.x * FRAMES_PER_BLOCK * FRAME;
    const float turn = 0.02f + 0.01f * pitch[blockIdx.y * SINGERS + t];
    float s, c, ds, dc;
    sincospif(fmodf(turn * first, 2.0f), &s, &c);
    sincospif(turn, &ds, &dc);
    for (int f = 0; f < FRAMES_PER_BLOCK; ++f) {
#pragma unroll 8
        for (int k = 0; k < FRAME; ++k) {
            frame[t][k] = __float2half(s + 0.3f * s * c);
            float turned = s * dc + c * ds;
            c = c * dc - s * ds;
            s = turned;
        }
        __syncthreads();
        const uint32_t* words = reinterpret_cast<const uint32_t*>(&frame[0][0]);
#pragma unroll 8
        for (int i = t; i < SINGERS * FRAME / 2; i += SINGERS) {
            int singer = i / (FRAME / 2), word = i % (FRAME / 2);
            recording[((size_t)(blockIdx.y * SINGERS + singer) * length + first + f * FRAME) / 2 + word] = words[singer * (FRAME / 2 + 1) + word];
        }
        __syncthreads();
    }
}

// Chess: a warp replays one principal variation through the transposition table (32 entries a bucket), keeps the plies on a stack, and backs the scores up.
constexpr int MAX_PLY = 192, PLY_LIMIT = 24;

__global__ void __launch_bounds__(128) variation_replay_t2_a(const uint32_t* __restrict__ table, int* __restrict__ score, uint32_t mask, int plies) {
    const int lane = threadIdx.x & 31, game = blockIdx.x * 4 + (threadIdx.x >> 5);
    uint32_t* line = arena + (threadIdx.x >> 5) * MAX_PLY * 32 + lane;
    uint32_t bucket = harness::hash32(game) & mask;
    for (int ply = 0; ply < plies; ++ply) {
        uint32_t entry = table[(size_t)bucket * 32 + lane];
        line[ply * 32] = entry;
        bucket = (bucket * 2654435761u ^ __shfl_sync(~0u, entry, ply)) & mask;
    }
    int best = 0;
    for (int ply = plies - 1; ply >= 0; --ply) best = max((int)(line[ply * 32] & 1023) - 512, -best);
    score[game * 32 + lane] = best;
}

__global__ void __launch_bounds__(128) variation_replay_t2_b(const uint32_t* __restrict__ table, int* __restrict__ score, uint32_t mask, int plies) {
    const int lane = threadIdx.x & 31, game = blockIdx.x * 4 + (threadIdx.x >> 5);
    uint32_t* line = arena + (threadIdx.x >> 5) * PLY_LIMIT * 32 + lane;
    uint32_t bucket = harness::hash32(game) & mask;
    for (int ply = 0; ply < plies; ++ply) {
        uint32_t entry = table[(size_t)bucket * 32 + lane];
        line[ply * 32] = entry;
        bucket = (bucket * 2654435761u ^ __shfl_sync(~0u, entry, ply)) & mask;
    }
    int best = 0;
    for (int ply = plies - 1; ply >= 0; --ply) best = max((int)(line[ply * 32] & 1023) - 512, -best);
    score[game * 32 + lane] = best;
}

// Perfume: a warp follows one blend from accord to accord through a library; the nose's response to each of 32 receptors is a fitted sum of 32 ramps.
struct NoseFit { float gain[32], slope[32], knee[32]; };

__global__ void __launch_bounds__(128) accord_walk_t2_a(const float* __restrict__ library, const NoseFit* __restrict__ fitted, float* __restrict__ felt, uint32_t mask, int accords) {
    const int lane = threadIdx.x & 31, blend = blockIdx.x * 4 + (threadIdx.x >> 5);
    const NoseFit nose = *fitted;
    uint32_t row = harness::hash32(blend) & mask;
    float total = 0.0f;
    for (int a = 0; a < accords; ++a) {
        float x = library[(size_t)row * 32 + lane];
        row = harness::hash32(row ^ __float_as_uint(__shfl_sync(~0u, x, 0))) & mask;
        float even = 0.0f, odd = 0.0f;
#pragma unroll
        for (int k = 0; k < 32; k += 2) {
            even += nose.gain[k] * fmaxf(nose.slope[k] * x + nose.knee[k], 0.0f);
            odd += nose.gain[k + 1] * fmaxf(nose.slope[k + 1] * x + nose.knee[k + 1], 0.0f);
        }
        total += even + odd;
    }
    felt[blend * 32 + lane] = total;
}

__global__ void __launch_bounds__(128) accord_walk_t2_b(const float* __restrict__ library, const __grid_constant__ NoseFit nose, float* __restrict__ felt, uint32_t mask, int accords) {
    const int lane = threadIdx.x & 31, blend = blockIdx.x * 4 + (threadIdx.x >> 5);
    uint32_t row = harness::hash32(blend) & mask;
    float total = 0.0f;
    for (int a = 0; a < accords; ++a) {
        float x = library[(size_t)row * 32 + lane];
        row = harness::hash32(row ^ __float_as_uint(__shfl_sync(~0u, x, 0))) & mask;
        float even = 0.0f, odd = 0.0f;
#pragma unroll
        for (int k = 0; k < 32; k += 2) {
            even += nose.gain[k] * fmaxf(nose.slope[k] * x + nose.knee[k], 0.0f);
            odd += nose.gain[k + 1] * fmaxf(nose.slope[k + 1] * x + nose.knee[k + 1], 0.0f);
        }
        total += even + odd;
    }
    felt[blend * 32 + lane] = total;
}

// Railway: a warp drives one train; it looks at the 32 track sections ahead, runs to the first occupied one and takes the route set there.
__global__ void __launch_bounds__(32) movement_authority_t2_a(const uint32_t* __restrict__ sections, int* __restrict__ run, uint32_t mask, int signals) {
    const int train = blockIdx.x;
    uint32_t station = harness::hash32(train * 3 + 1) & mask;
    int travelled = 0;
    for (int s = 0; s < signals; ++s) {
        uint32_t section = sections[(size_t)station * 32 + threadIdx.x];
        uint32_t occupied = __ballot_sync(~0u, (section & 15) == 0);
        int clear = occupied ? __ffs(occupied) - 1 : 31;
        travelled += clear;
        station = (station * 5 + (__shfl_sync(~0u, section, clear) >> 6)) & mask;
    }
    if (threadIdx.x == 0) run[train] = travelled;
}

__global__ void __launch_bounds__(256) movement_authority_t2_b(const uint32_t* __restrict__ sections, int* __restrict__ run, uint32_t mask, int signals) {
    const int lane = threadIdx.x & 31, train = blockIdx.x * 8 + (threadIdx.x >> 5);
    uint32_t station = harness::hash32(train * 3 + 1) & mask;
    int travelled = 0;
    for (int s = 0; s < signals; ++s) {
        uint32_t section = sections[(size_t)station * 32 + lane];
        uint32_t occupied = __ballot_sync(~0u, (section & 15) == 0);
        int clear = occupied ? __ffs(occupied) - 1 : 31;
        travelled += clear;
        station = (station * 5 + (__shfl_sync(~0u, section, clear) >> 6)) & mask;
    }
    if (lane == 0) run[train] = travelled;
}

// Glaciers: strain rates stored along flow bands become strain heating stored along stations (32 x 32 patches).
__global__ void __launch_bounds__(256) flowband_heating_t2_a(const float* __restrict__ strain, float* __restrict__ heating, int bands, int stations) {
    __shared__ float patch[32][34];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) patch[threadIdx.y + j][threadIdx.x] = strain[(size_t)(y + j) * stations + x];
    __syncthreads();
    const int band = blockIdx.y * 32 + threadIdx.x, station = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        float e = patch[threadIdx.x][threadIdx.y + j];
        heating[(size_t)(station + j) * bands + band] = 2.0f * e * e / (0.1f + fabsf(e));
    }
}

__global__ void __launch_bounds__(256) flowband_heating_t2_b(const float* __restrict__ strain, float* __restrict__ heating, int bands, int stations) {
    __shared__ float patch[32][33];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) patch[threadIdx.y + j][threadIdx.x] = strain[(size_t)(y + j) * stations + x];
    __syncthreads();
    const int band = blockIdx.y * 32 + threadIdx.x, station = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8) {
        float e = patch[threadIdx.x][threadIdx.y + j];
        heating[(size_t)(station + j) * bands + band] = 2.0f * e * e / (0.1f + fabsf(e));
    }
}

// Bread: crust colour from surface temperature by a calibration table of 512 entries (the room is for the largest table ever delivered).
constexpr int TABLE = 512, TABLE_ROOM = 13312;

__device__ inline float crust_shade(const float* table, float heat) { return table[(int)((heat + 1.0f) * (0.5f * TABLE - 0.01f))] + 0.1f * heat; }

__device__ inline void crust_bake(const float4* __restrict__ heat, const float* __restrict__ calibration, float4* __restrict__ shade, float* table) {
    for (int i = threadIdx.x; i < TABLE; i += 256) table[i] = calibration[i];
    __syncthreads();
    for (int chunk = 0; chunk < 4; ++chunk) {
        const size_t at = ((size_t)blockIdx.x * 4 + chunk) * 1024 + threadIdx.x;
        float4 v[4];
#pragma unroll
        for (int j = 0; j < 4; ++j) v[j] = __ldcs(heat + at + j * 256);
#pragma unroll
        for (int j = 0; j < 4; ++j)
            __stcs(shade + at + j * 256, make_float4(crust_shade(table, v[j].x), crust_shade(table, v[j].y), crust_shade(table, v[j].z), crust_shade(table, v[j].w)));
    }
}

__global__ void __launch_bounds__(256) crust_colour_t2_a(const float4* __restrict__ heat, const float* __restrict__ calibration, float4* __restrict__ shade) {
    crust_bake(heat, calibration, shade, reinterpret_cast<float*>(arena));  // TABLE_ROOM floats
}

__global__ void __launch_bounds__(256) crust_colour_t2_b(const float4* __restrict__ heat, const float* __restrict__ calibration, float4* __restrict__ shade) {
    crust_bake(heat, calibration, shade, reinterpret_cast<float*>(arena));  // TABLE floats
}

// Choir: glottal waveform shaped twelve times by the same fitted polynomial of the vocal folds.
struct FoldShape { float c[16]; };

__global__ void __launch_bounds__(256) glottal_shape_t2_a(const float4* __restrict__ flow, const __grid_constant__ FoldShape shape, float4* __restrict__ shaped) {
    const size_t at = (size_t)blockIdx.x * 512 + threadIdx.x;
    float4 p = flow[at], q = flow[at + 256];
    float x[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
#pragma unroll 1
    for (int round = 0; round < 12; ++round) {
        float y[8];
#pragma unroll
        for (int j = 0; j < 8; ++j) y[j] = shape.c[15];
#pragma unroll
        for (int k = 14; k >= 0; --k)
#pragma unroll
            for (int j = 0; j < 8; ++j) y[j] = fmaf(y[j], x[j], shape.c[k]);
#pragma unroll
        for (int j = 0; j < 8; ++j) x[j] = y[j];
    }
    shaped[at] = make_float4(x[0], x[1], x[2], x[3]);
    shaped[at + 256] = make_float4(x[4], x[5], x[6], x[7]);
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    auto add = [&](const char* name, std::function<void()> launch, const void* out, size_t count, Output type) { cases.push_back({name, launch, out, count, type}); };
    const size_t n = 1 << 25;
    float* field = filled<float>(n, 11);
    float* result = empty<float>(n);
    uint32_t* table = reinterpret_cast<uint32_t*>(indices((size_t)1 << 27, 0xffffffffu, 5));
    const uint32_t buckets = (1u << 22) - 1;
    int* tallies = empty<int>(33792 * 32);

    const int width = 4096;
    add("end_tension_t2_a", [=] { end_tension_t2_a<<<dim3(width / PICKS, n / width / ENDS), ENDS>>>(field, result, width); }, result, n, Output::f32);
    add("end_tension_t2_b", [=] { end_tension_t2_b<<<dim3(width / PICKS, n / width / ENDS), ENDS>>>(field, result, width); }, result, n, Output::f32);

    const float4* field4 = reinterpret_cast<const float4*>(field);
    float4* result4 = reinterpret_cast<float4*>(result);
    add("crumb_species_t2_a", [=] { crumb_species_t2_a<<<n / 32 / STRAND, STRAND>>>(field4, result4); }, result, n, Output::f32);
    add("crumb_species_t2_b", [=] { crumb_species_t2_b<<<n / 32 / STRAND, STRAND>>>(field4, result4); }, result, n, Output::f32);

    const int columns = 4224;
    double* warmth = filled<double>((size_t)columns * LAYERS, 21);
    double* density = filled<double>((size_t)columns * LAYERS, 22);
    double* firn = empty<double>((size_t)columns * LAYERS);
    add("firn_heat_t2_a", [=] { firn_heat_t2_a<<<columns, LAYERS>>>(warmth, density, firn, 200); }, firn, (size_t)columns * LAYERS, Output::f64);
    add("firn_heat_t2_b", [=] { firn_heat_t2_b<<<columns, LAYERS>>>(warmth, density, firn, 200); }, firn, (size_t)columns * LAYERS, Output::f64);

    const int singers = 8192, length = 64 * FRAME;
    uint32_t* recording = empty<uint32_t>((size_t)singers * length / 2);
    const dim3 choir(64 / FRAMES_PER_BLOCK, singers / SINGERS);
    add("sung_frames_t2_a", [=] { sung_frames_t2_a<<<choir, SINGERS>>>(field, recording, length); }, recording, (size_t)singers * length, Output::f16);
    add("sung_frames_t2_b", [=] { sung_frames_t2_b<<<choir, SINGERS>>>(field, recording, length); }, recording, (size_t)singers * length, Output::f16);

    const int games = 33792;
    const int roomy = 4 * MAX_PLY * 32 * sizeof(uint32_t), fitting = 4 * PLY_LIMIT * 32 * sizeof(uint32_t);
    CHECK(cudaFuncSetAttribute(variation_replay_t2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, roomy));
    add("variation_replay_t2_a", [=] { variation_replay_t2_a<<<games / 4, 128, roomy>>>(table, tallies, buckets, PLY_LIMIT); }, tallies, (size_t)games * 32, Output::i32);
    add("variation_replay_t2_b", [=] { variation_replay_t2_b<<<games / 4, 128, fitting>>>(table, tallies, buckets, PLY_LIMIT); }, tallies, (size_t)games * 32, Output::i32);

    NoseFit nose;
    for (int k = 0; k < 32; ++k) nose.gain[k] = 0.2f * unit(k + 100), nose.slope[k] = unit(k + 200), nose.knee[k] = 0.5f * unit(k + 300);
    const NoseFit* fitted = uploaded(std::vector<NoseFit>{nose});
    const int blends = 25344;
    float* felt = empty<float>(blends * 32);
    const uint32_t accords = n / 32 - 1;
    add("accord_walk_t2_a", [=] { accord_walk_t2_a<<<blends / 4, 128>>>(field, fitted, felt, accords, 32); }, felt, (size_t)blends * 32, Output::f32);
    add("accord_walk_t2_b", [=] { accord_walk_t2_b<<<blends / 4, 128>>>(field, nose, felt, accords, 32); }, felt, (size_t)blends * 32, Output::f32);

    const int trains = 67584;
    add("movement_authority_t2_a", [=] { movement_authority_t2_a<<<trains, 32>>>(table, tallies, buckets, 32); }, tallies, trains, Output::i32);
    add("movement_authority_t2_b", [=] { movement_authority_t2_b<<<trains / 8, 256>>>(table, tallies, buckets, 32); }, tallies, trains, Output::i32);

    const int bands = 4096, stations = n / bands;
    const dim3 patches(stations / 32, bands / 32), patch(32, 8);
    add("flowband_heating_t2_a", [=] { flowband_heating_t2_a<<<patches, patch>>>(field, result, bands, stations); }, result, n, Output::f32);
    add("flowband_heating_t2_b", [=] { flowband_heating_t2_b<<<patches, patch>>>(field, result, bands, stations); }, result, n, Output::f32);

    CHECK(cudaFuncSetAttribute(crust_colour_t2_a, cudaFuncAttributeMaxDynamicSharedMemorySize, TABLE_ROOM * (int)sizeof(float)));
    float* calibration = filled<float>(TABLE, 31);
    add("crust_colour_t2_a", [=] { crust_colour_t2_a<<<n / 16384, 256, TABLE_ROOM * sizeof(float)>>>(field4, calibration, result4); }, result, n, Output::f32);
    add("crust_colour_t2_b", [=] { crust_colour_t2_b<<<n / 16384, 256, TABLE * sizeof(float)>>>(field4, calibration, result4); }, result, n, Output::f32);

    FoldShape shape;
    for (int k = 0; k < 16; ++k) shape.c[k] = (k == 1 ? 0.7f : 0.02f) * (0.75f + 0.25f * unit(k + 400));
    add("glottal_shape_t2_a", [=] { glottal_shape_t2_a<<<n / 2048, 256>>>(field4, shape, result4); }, result, n, Output::f32);

    return run(argc, argv, cases);
}
