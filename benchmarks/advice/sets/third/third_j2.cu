// How the work is spread: histories, sparse rows, lattices, ensembles, tallies.
#include "harness.cuh"
#include <algorithm>
using harness::Case; using harness::Output;

// ---- neutron histories: a chase through the nuclide table, now and then a 9x9 solve ---------------------
__device__ __forceinline__ float fission_solve(int seed) {
    double m[9][9], rhs[9];
#pragma unroll
    for (int r = 0; r < 9; ++r) {
#pragma unroll
        for (int c = 0; c < 9; ++c) m[r][c] = (double)((seed >> (r + c)) & 31) * 0.03 + (r == c ? 9.0 : 0.1 * c);
        rhs[r] = 1.0 + r;
    }
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        double inv = 1.0 / m[k][k];
#pragma unroll
        for (int r = k + 1; r < 9; ++r) {
            double f = m[r][k] * inv;
#pragma unroll
            for (int c = k + 1; c < 9; ++c) m[r][c] -= f * m[k][c];
            rhs[r] -= f * rhs[k];
        }
    }
    double sum = 0;
#pragma unroll
    for (int k = 8; k >= 0; --k) {
        double v = rhs[k];
#pragma unroll
        for (int c = k + 1; c < 9; ++c) v -= m[k][c] * rhs[c];
        rhs[k] = v / m[k][k]; sum += rhs[k];
    }
    return (float)sum;
}
__device__ __forceinline__ void neutron_history(const int* __restrict__ table, float* __restrict__ yield, int mask) {
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    int state = (int)(harness::hash32(id) & mask);
    float total = 0.f;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) {
        unsigned draw = harness::hash32((unsigned)table[state] + id * 40503u + step * 7919u);
        float flight = -__logf(((draw >> 8) + 1) * (1.f / 16777217.f));              // free flight, then the next nuclide
        float loss = flight / (sqrtf(flight + 0.5f) + 0.1f * flight);
        total += loss;
        state = (int)(draw + (unsigned)(loss * 4096.f)) & mask;
        if ((state & 8191) == 77) total += fission_solve(state);
    }
    yield[id] = total;
}
__global__ void __launch_bounds__(256) neutron_history_a(const int* table, float* yield, int mask) { neutron_history(table, yield, mask); }
__global__ void __launch_bounds__(256, 4) neutron_history_b(const int* table, float* yield, int mask) { neutron_history(table, yield, mask); }

// ---- reservoir pressure matrix, 27 entries a row, a warp per row --------------------------------------------
__device__ __forceinline__ void reservoir_matvec(const int* __restrict__ start, const int* __restrict__ column, const double* __restrict__ value,
                                                 const double* __restrict__ x, double* __restrict__ y, int rows) {
    int lane = threadIdx.x & 31, warps = (gridDim.x * blockDim.x) >> 5;
#pragma unroll 1
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5; row < rows; row += warps) {
        double sum = 0;
        int end = start[row + 1];
#pragma unroll 1
        for (int k = start[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) y[row] = sum;
    }
}
__global__ void __maxnreg__(32) reservoir_matvec_a(const int* s, const int* c, const double* v, const double* x, double* y, int rows) { reservoir_matvec(s, c, v, x, y, rows); }
__global__ void __maxnreg__(32) reservoir_matvec_b(const int* s, const int* c, const double* v, const double* x, double* y, int rows) { reservoir_matvec(s, c, v, x, y, rows); }

// ---- local energy of a 128^3 Heisenberg lattice ---------------------------------------------------------------
__device__ __forceinline__ void spin_texture(const float4* __restrict__ spin, float* __restrict__ energy) {
    constexpr int L = 128;
    int x = threadIdx.x;
    for (int row = blockIdx.x * blockDim.y + threadIdx.y; row < L * L; row += gridDim.x * blockDim.y) {
        int y = row & (L - 1), z = row >> 7;
        float4 s = spin[row * L + x];
        float4 a = spin[row * L + ((x + 1) & (L - 1))], b = spin[row * L + ((x - 1) & (L - 1))];
        float4 c = spin[(z * L + ((y + 1) & (L - 1))) * L + x], d = spin[(z * L + ((y - 1) & (L - 1))) * L + x];
        float4 e = spin[(((z + 1) & (L - 1)) * L + y) * L + x], f = spin[(((z - 1) & (L - 1)) * L + y) * L + x];
        float hx = a.x + b.x + c.x + d.x + e.x + f.x, hy = a.y + b.y + c.y + d.y + e.y + f.y, hz = a.z + b.z + c.z + d.z + e.z + f.z;
        energy[row * L + x] = -(s.x * hx + s.y * hy + s.z * hz) - 0.3f * s.w * s.z * s.z;
    }
}
__global__ void __launch_bounds__(256) spin_texture_a(const float4* spin, float* energy) { spin_texture(spin, energy); }
__global__ void __launch_bounds__(256) spin_texture_b(const float4* spin, float* energy) { spin_texture(spin, energy); }

// ---- spin-up of a convective ensemble (Lorenz 1963), four members a thread --------------------------------------
constexpr int kMembers = 140 * 1024 * 4;
__device__ __forceinline__ void ensemble_spinup(const float* __restrict__ first, float* __restrict__ last) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = kMembers / 4;
    float x[4], y[4], z[4];
#pragma unroll
    for (int m = 0; m < 4; ++m) { x[m] = first[i + m * n]; y[m] = first[kMembers + i + m * n]; z[m] = 20.f + first[2 * kMembers + i + m * n]; }
    const float dt = 0.004f;
#pragma unroll 2
    for (int step = 0; step < 250; ++step)
#pragma unroll
        for (int m = 0; m < 4; ++m) {
            float kx = 10.f * (y[m] - x[m]), ky = x[m] * (28.f - z[m]) - y[m], kz = x[m] * y[m] - 2.6667f * z[m];
            float u = x[m] + dt * kx, v = y[m] + dt * ky, w = z[m] + dt * kz;
            x[m] += 0.5f * dt * (kx + 10.f * (v - u));
            y[m] += 0.5f * dt * (ky + u * (28.f - w) - v);
            z[m] += 0.5f * dt * (kz + u * v - 2.6667f * w);
        }
#pragma unroll
    for (int m = 0; m < 4; ++m) last[i + m * n] = x[m] * x[m] + y[m] * y[m] + z[m];
}
__global__ void __launch_bounds__(1024, 1) ensemble_spinup_a(const float* first, float* last) { ensemble_spinup(first, last); }
__global__ void __launch_bounds__(128, 9) ensemble_spinup_b(const float* first, float* last) { ensemble_spinup(first, last); }

// ---- linkage of markers: popcounts of genotypes i with every j before it -------------------------------------------
constexpr int kMarkers = 8448, kWords = 16, kGroups = kMarkers / 4;
template <bool Cyclic>
__device__ __forceinline__ void linkage_decay(const unsigned* __restrict__ genotype, float* __restrict__ linked) {
    __shared__ uint4 mine[kWords];
    __shared__ float partial[32][4];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    for (int m = 0; m < kGroups / 132; ++m) {
        int group = Cyclic ? m * 132 + blockIdx.x : blockIdx.x * (kGroups / 132) + m, i = group * 4;
        __syncthreads();
        if (threadIdx.x < kWords) mine[threadIdx.x] = *(const uint4*)(genotype + threadIdx.x * kMarkers + i);
        __syncthreads();
        float sum[4] = {0.f, 0.f, 0.f, 0.f};
        for (int j = threadIdx.x; j < i; j += 1024) {
            int c0 = 0, c1 = 0, c2 = 0, c3 = 0;
#pragma unroll 4
            for (int k = 0; k < kWords; ++k) {
                unsigned g = genotype[k * kMarkers + j]; uint4 w = mine[k];
                c0 += __popc(g & w.x); c1 += __popc(g & w.y); c2 += __popc(g & w.z); c3 += __popc(g & w.w);
            }
            sum[0] += c0 * c0 * 1e-4f; sum[1] += c1 * c1 * 1e-4f; sum[2] += c2 * c2 * 1e-4f; sum[3] += c3 * c3 * 1e-4f;
        }
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            for (int d = 16; d; d >>= 1) sum[r] += __shfl_xor_sync(~0u, sum[r], d);
            if (lane == 0) partial[warp][r] = sum[r];
        }
        __syncthreads();
        if (threadIdx.x < 4) { float t = 0.f; for (int w = 0; w < 32; ++w) t += partial[w][threadIdx.x]; linked[i + threadIdx.x] = t; }
    }
}
__global__ void __launch_bounds__(1024) linkage_decay_a(const unsigned* genotype, float* linked) { linkage_decay<false>(genotype, linked); }
__global__ void __launch_bounds__(1024) linkage_decay_b(const unsigned* genotype, float* linked) { linkage_decay<true>(genotype, linked); }

// ---- stress of rocks obeying four different laws -----------------------------------------------------------------
__device__ __forceinline__ void rheology_stress(const unsigned char* __restrict__ law, const float* __restrict__ strain, float* __restrict__ stress, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float e = strain[i], s = e;
    switch (law[i]) {
        case 0:                                                     // Maxwell: relax towards the rate
            for (int k = 0; k < 96; ++k) s = s - 0.05f * (s - e) + 0.002f * s * e;
            break;
        case 1: {                                                   // Burgers: two dashpots
            float p = 0.3f;
            for (int k = 0; k < 64; ++k) { p += 0.03f * (s - p); s += 0.04f * (e - p) - 0.01f * s; }
        } break;
        case 2:                                                     // power law, by Newton's steps on a cubic
            for (int k = 0; k < 48; ++k) { float g = s * s; s = s - 0.02f * (g * s + 2.f * s - e - 1.f); s = s * 0.999f + 0.0005f * g; }
            break;
        default: {                                                  // Drucker-Prager return
            float h = 1.f;
            for (int k = 0; k < 56; ++k) { float over = fmaxf(s - 0.4f * h, 0.f); s -= 0.1f * over; h += 0.02f * over * e; s += 0.001f * e; }
        }
    }
    stress[i] = s;
}
__global__ void __launch_bounds__(256) rheology_stress_a(const unsigned char* law, const float* strain, float* stress, int n) { rheology_stress(law, strain, stress, n); }
__global__ void __launch_bounds__(256) rheology_stress_b(const unsigned char* law, const float* strain, float* stress, int n) { rheology_stress(law, strain, stress, n); }

// ---- one polymer per warp: moves of unlike length, then the beads relax -----------------------------------------
template <bool Block>
__device__ __forceinline__ void polymer_sweep(const float* __restrict__ start, float* __restrict__ final) {
    __shared__ float bead[8][32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, polymer = blockIdx.x * 8 + warp;
    float x = start[polymer * 32 + lane];
    for (int sweep = 0; sweep < 300; ++sweep) {
        int moves = 1 + (int)(harness::hash32(polymer * 7919 + sweep) % 12u);
        float e = x;
        for (int k = 0; k < moves; ++k) e = 0.9f * e * rsqrtf(e * e + 0.8f) + 0.01f * x;
        bead[warp][lane] = e;
        if (Block) __syncthreads(); else __syncwarp();
        x = 0.25f * (bead[warp][(lane + 31) & 31] + bead[warp][(lane + 1) & 31]) + 0.5f * e;
        if (Block) __syncthreads(); else __syncwarp();
    }
    final[polymer * 32 + lane] = x;
}
__global__ void __launch_bounds__(256) polymer_sweep_a(const float* start, float* final) { polymer_sweep<true>(start, final); }
__global__ void __launch_bounds__(256) polymer_sweep_b(const float* start, float* final) { polymer_sweep<false>(start, final); }

// ---- flux tally over 48 energy groups ------------------------------------------------------------------------
__global__ void flux_tally_a(const float4* __restrict__ energy, int* __restrict__ tally, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 e = energy[i];
        atomicAdd(&tally[min(47, (int)((e.x + 1.f) * 24.f))], 1);
        atomicAdd(&tally[min(47, (int)((e.y + 1.f) * 24.f))], 1);
        atomicAdd(&tally[min(47, (int)((e.z + 1.f) * 24.f))], 1);
        atomicAdd(&tally[min(47, (int)((e.w + 1.f) * 24.f))], 1);
    }
}
__global__ void flux_tally_b(const float4* __restrict__ energy, int* __restrict__ tally, int n4) {
    __shared__ int own[48];
    if (threadIdx.x < 48) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
        float4 e = energy[i];
        atomicAdd(&own[min(47, (int)((e.x + 1.f) * 24.f))], 1);
        atomicAdd(&own[min(47, (int)((e.y + 1.f) * 24.f))], 1);
        atomicAdd(&own[min(47, (int)((e.z + 1.f) * 24.f))], 1);
        atomicAdd(&own[min(47, (int)((e.w + 1.f) * 24.f))], 1);
    }
    __syncthreads();
    if (threadIdx.x < 48) atomicAdd(&tally[threadIdx.x], own[threadIdx.x]);
}

// ---- kicked rotor: 8 orbits a thread ----------------------------------------------------------------------------
__device__ __forceinline__ void kick(float& angle, float& spin) {   // sine by a short polynomial on [-1/2, 1/2)
    float t = angle * angle;
    float s = angle * (6.2814f + t * (-41.2f + t * (80.6f + t * -60.f)));
    spin = spin + 0.15f * s;
    angle = angle + spin; angle = angle - rintf(angle); spin = spin * 0.999f;
}
__global__ void __launch_bounds__(128) kicked_rotor_a(const float* __restrict__ from, float* __restrict__ to, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
#pragma unroll 1
    for (int o = 0; o < 8; ++o) {
        float angle = 0.5f * from[o * n + i], spin = 0.1f;
        for (int k = 0; k < 400; ++k) kick(angle, spin);
        to[o * n + i] = angle + spin;
    }
}
__global__ void __launch_bounds__(128) kicked_rotor_b(const float* __restrict__ from, float* __restrict__ to, int n) {
    int i = blockIdx.x * 128 + threadIdx.x;
    float angle[8], spin[8];
#pragma unroll
    for (int o = 0; o < 8; ++o) { angle[o] = 0.5f * from[o * n + i]; spin[o] = 0.1f; }
    for (int k = 0; k < 400; ++k)
#pragma unroll
        for (int o = 0; o < 8; ++o) kick(angle[o], spin[o]);
#pragma unroll
    for (int o = 0; o < 8; ++o) to[o * n + i] = angle[o] + spin[o];
}

// ---- downstream along the drainage network ------------------------------------------------------------------------
__global__ void __launch_bounds__(64) tributary_sum_a(const int* __restrict__ downstream, float* __restrict__ load, int sources, int mask) {
    int i = blockIdx.x * 64 + threadIdx.x;
#pragma unroll 1
    for (int s = 0; s < 6; ++s) {
        int cell = (int)harness::hash32(i * 6 + s) & mask; float sum = 0.f;
#pragma unroll 1
        for (int k = 0; k < 64; ++k) { cell = (downstream[cell] + k * 7919 + i) & mask; sum += (cell & 255) * 0.01f; }
        load[s * sources + i] = sum;
    }
}
__global__ void __launch_bounds__(64) tributary_sum_b(const int* __restrict__ downstream, float* __restrict__ load, int sources, int mask) {
    int i = blockIdx.x * 64 + threadIdx.x, cell[6]; float sum[6];
#pragma unroll
    for (int s = 0; s < 6; ++s) { cell[s] = (int)harness::hash32(i * 6 + s) & mask; sum[s] = 0.f; }
#pragma unroll 1
    for (int k = 0; k < 64; ++k)
#pragma unroll
        for (int s = 0; s < 6; ++s) { cell[s] = (downstream[cell[s]] + k * 7919 + i) & mask; sum[s] += (cell[s] & 255) * 0.01f; }
#pragma unroll
    for (int s = 0; s < 6; ++s) load[s * sources + i] = sum[s];
}

// ---- exchange-correlation on 38-point angular shells ------------------------------------------------------------------
__device__ __forceinline__ float functional(float rho, float sigma) {
    float r = 0.6f + 0.3f * rho, s = 0.2f * sigma, e = 0.1f;
#pragma unroll 8
    for (int k = 0; k < 56; ++k) { float g = r * s + 0.3f; e = e * g + r; s = s * 0.98f + 0.01f * g; r = r * 0.97f - 0.02f * s; e = e * 0.5f; }
    return e;
}
__global__ void lebedev_xc_a(const float* __restrict__ rho, const float* __restrict__ sigma, float* __restrict__ exc, int shells) {
    for (int shell = blockIdx.x; shell < shells; shell += gridDim.x) {
        int point = shell * 38 + threadIdx.x;
        exc[point] = functional(rho[point], sigma[point]);
    }
}
__global__ void lebedev_xc_b(const float* __restrict__ rho, const float* __restrict__ sigma, float* __restrict__ exc, int shells) {
    for (int point = blockIdx.x * blockDim.x + threadIdx.x; point < shells * 38; point += gridDim.x * blockDim.x)
        exc[point] = functional(rho[point], sigma[point]);
}

// ---- flow through fractures: CSR whose nodes are numbered hubs first ------------------------------------------------------
template <bool Dealt>
__device__ __forceinline__ void fracture_flow(const int* __restrict__ start, const int* __restrict__ column, const float* __restrict__ width,
                                              const float* __restrict__ head, float* __restrict__ flow, int rows) {
    int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, warps = (gridDim.x * blockDim.x) >> 5, each = rows / warps;
    for (int m = 0; m < each; ++m) {
        int row = Dealt ? m * warps + warp : warp * each + m, end = start[row + 1];
        float own = head[row], sum = 0.f;
        for (int k = start[row] + lane; k < end; k += 32) { float w = width[k]; sum += w * w * w * (head[column[k]] - own); }
        for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) flow[row] = sum;
    }
}
__global__ void __launch_bounds__(512) fracture_flow_a(const int* s, const int* c, const float* w, const float* h, float* f, int rows) { fracture_flow<false>(s, c, w, h, f, rows); }
__global__ void __launch_bounds__(512) fracture_flow_b(const int* s, const int* c, const float* w, const float* h, float* f, int rows) { fracture_flow<true>(s, c, w, h, f, rows); }

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;
    const int cells = 32 << 20, mask = cells - 1;
    int* table = indices(cells, cells, 3);
    {
        int n = 1 << 20; float* out = harness::empty<float>(n);
        cases.push_back({"neutron_history_a", [=] { neutron_history_a<<<n / 256, 256>>>(table, out, mask >> 2); }, out, (size_t)n});
        cases.push_back({"neutron_history_b", [=] { neutron_history_b<<<n / 256, 256>>>(table, out, mask >> 2); }, out, (size_t)n});
    }
    {
        int rows = 1 << 20, side = 101; std::vector<int> start(rows + 1), column((size_t)rows * 27);
        for (int r = 0; r <= rows; ++r) start[r] = r * 27;
        for (int r = 0; r < rows; ++r)
            for (int k = 0; k < 27; ++k) column[(size_t)r * 27 + k] = std::min(rows - 1, std::max(0, r + (k / 9 - 1) * side * side + (k / 3 % 3 - 1) * side + k % 3 - 1));
        int *s = uploaded(start), *c = uploaded(column); double *v = filled<double>((size_t)rows * 27, 5), *x = filled<double>(rows, 7), *y = harness::empty<double>(rows);
        cases.push_back({"reservoir_matvec_a", [=] { reservoir_matvec_a<<<132 * 32, 32>>>(s, c, v, x, y, rows); }, y, (size_t)rows, Output::f64});
        cases.push_back({"reservoir_matvec_b", [=] { reservoir_matvec_b<<<132 * 8, 256>>>(s, c, v, x, y, rows); }, y, (size_t)rows, Output::f64});
    }
    {
        size_t n = 128 * 128 * 128; float4* spin = (float4*)filled<float>(4 * n, 11); float* out = harness::empty<float>(n);
        cases.push_back({"spin_texture_a", [=] { spin_texture_a<<<24, dim3(128, 2)>>>(spin, out); }, out, n});
        cases.push_back({"spin_texture_b", [=] { spin_texture_b<<<132 * 6, dim3(128, 2)>>>(spin, out); }, out, n});
    }
    {
        float *first = filled<float>(3 * kMembers, 13), *last = harness::empty<float>(kMembers);
        cases.push_back({"ensemble_spinup_a", [=] { ensemble_spinup_a<<<140, 1024>>>(first, last); }, last, kMembers});
        cases.push_back({"ensemble_spinup_b", [=] { ensemble_spinup_b<<<1120, 128>>>(first, last); }, last, kMembers});
    }
    {
        unsigned* g = (unsigned*)indices(kMarkers * kWords, 0xffffffffu, 17); float* out = harness::empty<float>(kMarkers);
        cases.push_back({"linkage_decay_a", [=] { linkage_decay_a<<<132, 1024>>>(g, out); }, out, kMarkers});
        cases.push_back({"linkage_decay_b", [=] { linkage_decay_b<<<132, 1024>>>(g, out); }, out, kMarkers});
    }
    {
        int n = 4 << 20; std::vector<unsigned char> law(n), law2(n); std::vector<float> strain(n), strain2(n);
        for (int i = 0; i < n; ++i) { law[i] = hash32(i + 99u) & 3; strain[i] = 0.5f + 0.4f * unit(i + 5u); }
        int at = 0;
        for (int t = 0; t < 4; ++t) for (int i = 0; i < n; ++i) if (law[i] == t) { law2[at] = t; strain2[at++] = strain[i]; }
        unsigned char *l0 = uploaded(law), *l1 = uploaded(law2); float *e0 = uploaded(strain), *e1 = uploaded(strain2), *out = harness::empty<float>(n);
        cases.push_back({"rheology_stress_a", [=] { rheology_stress_a<<<n / 256, 256>>>(l0, e0, out, n); }, out, (size_t)n});
        cases.push_back({"rheology_stress_b", [=] { rheology_stress_b<<<n / 256, 256>>>(l1, e1, out, n); }, out, (size_t)n});
    }
    {
        size_t n = 264 * 256; float *start = filled<float>(n, 19), *out = harness::empty<float>(n);
        cases.push_back({"polymer_sweep_a", [=] { polymer_sweep_a<<<264, 256>>>(start, out); }, out, n});
        cases.push_back({"polymer_sweep_b", [=] { polymer_sweep_b<<<264, 256>>>(start, out); }, out, n});
    }
    {
        int n4 = 2 << 20; float4* e = (float4*)filled<float>(4 * (size_t)n4, 23); int* out = harness::empty<int>(48);
        cases.push_back({"flux_tally_a", [=] { flux_tally_a<<<132 * 8, 256>>>(e, out, n4); }, out, 48, Output::i32});
        cases.push_back({"flux_tally_b", [=] { flux_tally_b<<<132 * 8, 256>>>(e, out, n4); }, out, 48, Output::i32});
    }
    {
        int n = 132 * 128; float *from = filled<float>(8 * n, 29), *to = harness::empty<float>(8 * n);
        cases.push_back({"kicked_rotor_a", [=] { kicked_rotor_a<<<132, 128>>>(from, to, n); }, to, (size_t)8 * n});
        cases.push_back({"kicked_rotor_b", [=] { kicked_rotor_b<<<132, 128>>>(from, to, n); }, to, (size_t)8 * n});
    }
    {
        int n = 132 * 64; float* out = harness::empty<float>(6 * n);
        cases.push_back({"tributary_sum_a", [=] { tributary_sum_a<<<132, 64>>>(table, out, n, mask); }, out, (size_t)6 * n});
        cases.push_back({"tributary_sum_b", [=] { tributary_sum_b<<<132, 64>>>(table, out, n, mask); }, out, (size_t)6 * n});
    }
    {
        int shells = 200000; size_t n = (size_t)shells * 38; float *rho = filled<float>(n, 31), *sigma = filled<float>(n, 37), *out = harness::empty<float>(n);
        cases.push_back({"lebedev_xc_a", [=] { lebedev_xc_a<<<132 * 32, 38>>>(rho, sigma, out, shells); }, out, n});
        cases.push_back({"lebedev_xc_b", [=] { lebedev_xc_b<<<132 * 8, 256>>>(rho, sigma, out, shells); }, out, n});
    }
    {
        int rows = 132 * 4 * 16 * 32; std::vector<int> start(rows + 1); start[0] = 0;
        for (int r = 0; r < rows; ++r) start[r + 1] = start[r] + 8 + (int)(30000.0 / std::sqrt(r + 900.0));
        int edges = start[rows]; int *s = uploaded(start), *c = indices(edges, rows, 41);
        float *w = filled<float>(edges, 43), *h = filled<float>(rows, 47), *out = harness::empty<float>(rows);
        cases.push_back({"fracture_flow_a", [=] { fracture_flow_a<<<132 * 4, 512>>>(s, c, w, h, out, rows); }, out, (size_t)rows});
        cases.push_back({"fracture_flow_b", [=] { fracture_flow_b<<<132 * 4, 512>>>(s, c, w, h, out, rows); }, out, (size_t)rows});
    }
    return run(argc, argv, cases);
}
