// Particle data laid out against the access: uncoalesced-access by structure stride and by a data-dependent gather.
//   inertia    21 M bodies, two fields of each wanted. a: array of 64-byte structures, every load 32 sectors, both halves of each structure:
//              1.34 GB for 168 MB of use, 330 us. b: structure of arrays, 252 MB in all, 59 us.
//   fieldpush  34 M particles read the field of their cell (67 M cells, 268 MB, far beyond L2). a: particles in random order, one 32-byte
//              sector for each 4-byte value: 1.1 GB (2.1 GB where DRAM moves 64 bytes) beside 0.4 GB of streams. b: the same particles
//              binned by 64 cells, neighbours read neighbours: 0.27 GB beside the streams. Same code, same multiset of outputs.
#include "harness.cuh"

struct Body { float x, y, z, mass, vx, vy, vz, charge, ax, ay, az, age, radius, spin, heat, id; };  // 64 bytes

__global__ void harness_split(const Body* b, float* mass, float* radius, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mass[i] = b[i].mass, radius[i] = b[i].radius;
}
__global__ void inertia_a(const Body* __restrict__ b, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.4f * b[i].mass * b[i].radius * b[i].radius;
}
__global__ void inertia_b(const float* __restrict__ mass, const float* __restrict__ radius, float* __restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.4f * mass[i] * radius[i] * radius[i];
}

__device__ __forceinline__ void push(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ charge,
                                     float* __restrict__ force, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) force[i] = charge[i] * field[cell[i]];
}
__global__ void fieldpush_a(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ charge,
                            float* __restrict__ force, int n) { push(field, cell, charge, force, n); }
__global__ void fieldpush_b(const float* __restrict__ field, const int* __restrict__ cell, const float* __restrict__ charge,
                            float* __restrict__ force, int n) { push(field, cell, charge, force, n); }

int main(int argc, char** argv) {
    using namespace harness;
    int bodies = 20 << 20;
    Body* b = (Body*)filled<float>((size_t)bodies * 16);
    float *mass = empty<float>(bodies), *radius = empty<float>(bodies), *ia = empty<float>(bodies), *ib = empty<float>(bodies);
    harness_split<<<2048, 256>>>(b, mass, radius, bodies); CHECK(cudaGetLastError());

    constexpr int n = 1 << 25, cells = 1 << 26, bin = 64;
    float *field = filled<float>(cells, 5), *fa = empty<float>(n), *fb = empty<float>(n);
    std::vector<int> cell(n), order(n), next(cells / bin + 1);
    std::vector<float> charge(n), charge_b(n);
    for (int i = 0; i < n; ++i) cell[i] = hash32(i + 7) % cells, charge[i] = unit(i * 2654435761u + 6), ++next[cell[i] / bin + 1];
    for (int k = 0; k < cells / bin; ++k) next[k + 1] += next[k];
    for (int i = 0; i < n; ++i) { int at = next[cell[i] / bin]++; order[at] = cell[i]; charge_b[at] = charge[i]; }
    int *cell_d = uploaded(cell), *order_d = uploaded(order);
    float *charge_d = uploaded(charge), *charge_bd = uploaded(charge_b);
    return run(argc, argv, {
        {"inertia_a", [=] { inertia_a<<<bodies / 256, 256>>>(b, ia, bodies); }, ia, (size_t)bodies},
        {"inertia_b", [=] { inertia_b<<<bodies / 256, 256>>>(mass, radius, ib, bodies); }, ib, (size_t)bodies},
        {"fieldpush_a", [=] { fieldpush_a<<<n / 256, 256>>>(field, cell_d, charge_d, fa, n); }, fa, (size_t)n},
        {"fieldpush_b", [=] { fieldpush_b<<<n / 256, 256>>>(field, order_d, charge_bd, fb, n); }, fb, (size_t)n},
    });
}
