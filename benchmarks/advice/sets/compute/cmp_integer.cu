// Index arithmetic that outweighs the data. The 132 SMs issue 33 T thread instructions a second, so 8 bytes of DRAM traffic (4.3 TB/s) pay for 62.
//
// shuffle_axes_a -> shuffle_axes_b       integer-bound: six-axis permutation of 64.5 M floats (innermost axis stays, rows of 256 bytes). Before: five 32-bit
//   divisions by runtime extents, ~20 instructions and 3 quarter-rate ones (reciprocal, conversions) each: 130 instructions, 15 * 64.5 M / 4.2 T/s = 0.23 ms of
//   those alone, against 0.12 ms of bytes. Mended: multiply-high and shift by constants from the host, ~35 instructions.
// lattice_energy_a -> lattice_energy_b   integer-bound: phi^4 energy on a periodic 512 x 384 x 320 lattice with 64-bit coordinates: a dozen divisions and remainders
//   by runtime extents, ~30 instructions each even when the operands turn out small = ~350 a site, 62.9 M sites = 0.66 ms; bytes 0.12 ms.
//   Mended: 32-bit coordinates from a 3-D grid, wrapped by selects.
#include "harness.cuh"

struct Axes { unsigned extent[6], stride[6]; };  // of the output, outermost first; strides of those axes in the input
__global__ void shuffle_axes_a(const float* in, float* out, Axes axes, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, rest = i, from = 0;
    if (i >= n) return;
    #pragma unroll
    for (int a = 5; a > 0; --a) {
        from += rest % axes.extent[a] * axes.stride[a];
        rest /= axes.extent[a];
    }
    out[i] = in[from + rest * axes.stride[0]];
}
struct Divisor {  // n / d for n < 2^31 as ((n * multiplier >> 32) + n) >> shift
    unsigned d, multiplier, shift;
    __host__ static Divisor of(unsigned d) {
        unsigned s = 0;
        while ((1u << s) < d) ++s;
        return {d, unsigned(((1ull << 32) * ((1ull << s) - d)) / d + 1), s};
    }
    __device__ unsigned divide(unsigned n) const { return (__umulhi(n, multiplier) + n) >> shift; }
};
struct FastAxes { Divisor extent[6]; unsigned stride[6]; };
__global__ void shuffle_axes_b(const float* in, float* out, FastAxes axes, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, rest = i, from = 0;
    if (i >= n) return;
    #pragma unroll
    for (int a = 5; a > 0; --a) {
        unsigned next = axes.extent[a].divide(rest);
        from += (rest - next * axes.extent[a].d) * axes.stride[a];
        rest = next;
    }
    out[i] = in[from + rest * axes.stride[0]];
}

__device__ __forceinline__ float site_energy(float phi, float neighbours) { return phi * (0.7f * phi - neighbours) + 0.1f * phi * phi * phi * phi; }
__global__ void lattice_energy_a(const float* phi, float* energy, long long nx, long long ny, long long nz) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nx * ny * nz) return;
    const long long x = i % nx, y = i / nx % ny, z = i / (nx * ny);
    auto at = [&](long long x, long long y, long long z) { return phi[((z + nz) % nz * ny + (y + ny) % ny) * nx + (x + nx) % nx]; };
    energy[i] = site_energy(phi[i], at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1));
}
__global__ void lattice_energy_b(const float* phi, float* energy, int nx, int ny, int nz) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z, plane = nx * ny, i = z * plane + y * nx + x;
    if (x >= nx) return;
    const int west = i + (x > 0 ? -1 : nx - 1), east = i + (x < nx - 1 ? 1 : 1 - nx), south = i + (y > 0 ? -nx : plane - nx), north = i + (y < ny - 1 ? nx : nx - plane);
    const int below = i + (z > 0 ? -plane : (nz - 1) * plane), above = i + (z < nz - 1 ? plane : (1 - nz) * plane);
    energy[i] = site_energy(phi[i], phi[west] + phi[east] + phi[south] + phi[north] + phi[below] + phi[above]);
}

int main(int argc, char** argv) {
    const unsigned extent[6] = {6, 20, 10, 28, 30, 64};
    const int order[6] = {3, 1, 4, 0, 2, 5};  // the input's axes, outermost first
    Axes axes; FastAxes fast;
    unsigned n = 1;
    for (int k = 5; k >= 0; --k) axes.stride[order[k]] = n, n *= extent[order[k]];
    for (int a = 0; a < 6; ++a) axes.extent[a] = extent[a], fast.extent[a] = Divisor::of(extent[a]), fast.stride[a] = axes.stride[a];
    const int nx = 512, ny = 384, nz = 320, sites = nx * ny * nz;
    float *in = harness::filled<float>(n), *oa = harness::empty<float>(n), *ob = harness::empty<float>(n);
    float *phi = harness::filled<float>(sites, 2), *ea = harness::empty<float>(sites), *eb = harness::empty<float>(sites);
    return harness::run(argc, argv, {
        {"shuffle_axes_a", [=] { shuffle_axes_a<<<(n + 255) / 256, 256>>>(in, oa, axes, n); }, oa, n},
        {"shuffle_axes_b", [=] { shuffle_axes_b<<<(n + 255) / 256, 256>>>(in, ob, fast, n); }, ob, n},
        {"lattice_energy_a", [=] { lattice_energy_a<<<sites / 256, 256>>>(phi, ea, nx, ny, nz); }, ea, (size_t)sites},
        {"lattice_energy_b", [=] { lattice_energy_b<<<dim3(nx / 256, ny, nz), 256>>>(phi, eb, nx, ny, nz); }, eb, (size_t)sites},
    });
}
