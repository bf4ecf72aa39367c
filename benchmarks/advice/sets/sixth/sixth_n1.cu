#include "harness.cuh"

// ---- inputs: the same values in another layout --------------------------------------------------------------------
// p[i] = the value that harness::filled gives to element (i / d) * a + (i % d) * b + c.
static __global__ void harness_fill_mapped(float* p, size_t n, uint32_t seed, size_t d, size_t a, size_t b, size_t c) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = harness::unit((uint32_t)((i / d) * a + (i % d) * b + c) * 2654435761u + seed);
}
static float* mapped(size_t n, uint32_t seed, size_t d, size_t a, size_t b, size_t c) {
    float* p; CHECK(cudaMalloc(&p, n * sizeof(float)));
    harness_fill_mapped<<<2048, 256>>>(p, n, seed, d, a, b, c); CHECK(cudaGetLastError());
    return p;
}

// ---- 1. bond: present value of a coupon bond under many interest-rate scenarios (rate + spread per tenor) -----------
constexpr int kTenors = 40;
constexpr int kScenarios = 1280000;

__global__ void bond_scenarios_a(const float* __restrict__ rate, const float* __restrict__ spread, float* __restrict__ value, int scenarios,
                                 float coupon) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= scenarios) return;
    const float* r = rate + (size_t)s * kTenors;
    const float* c = spread + (size_t)s * kTenors;
    float discount = 1.0f, pv = 0.0f;
#pragma unroll 2
    for (int t = 0; t < kTenors; ++t) {
        float forward = 0.03f + 0.02f * r[t] + 0.005f * (1.0f + c[t]);
        discount *= __fdividef(1.0f, 1.0f + 0.25f * forward);
        pv += coupon * discount;
    }
    value[s] = pv + 100.0f * discount;
}
__global__ void bond_scenarios_b(const float* __restrict__ rate, const float* __restrict__ spread, float* __restrict__ value, int scenarios,
                                 float coupon) {
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= scenarios) return;
    const float* r = rate + s;
    const float* c = spread + s;
    float discount = 1.0f, pv = 0.0f;
#pragma unroll 2
    for (int t = 0; t < kTenors; ++t) {
        float forward = 0.03f + 0.02f * r[(size_t)t * scenarios] + 0.005f * (1.0f + c[(size_t)t * scenarios]);
        discount *= __fdividef(1.0f, 1.0f + 0.25f * forward);
        pv += coupon * discount;
    }
    value[s] = pv + 100.0f * discount;
}

// ---- 2. crest: crest factor (peak over RMS) of one microphone of a four-channel recording, per window of 512 frames --
constexpr int kFrames = 1 << 26;
constexpr int kWindow = 512;

template <int Step>
__device__ __forceinline__ void crest_window(const float* __restrict__ first, float* __restrict__ crest, int window, int lane) {
    const float* x = first + (size_t)window * kWindow * Step;
    float energy = 0.0f, peak = 0.0f;
#pragma unroll 8
    for (int j = 0; j < kWindow / 32; ++j) {
        float v = x[(size_t)(j * 32 + lane) * Step];
        energy = fmaf(v, v, energy);
        peak = fmaxf(peak, fabsf(v));
    }
    for (int d = 16; d > 0; d >>= 1) {
        energy += __shfl_xor_sync(0xffffffffu, energy, d);
        peak = fmaxf(peak, __shfl_xor_sync(0xffffffffu, peak, d));
    }
    if (lane == 0) crest[window] = peak * rsqrtf(energy * (1.0f / kWindow) + 1e-12f);
}
__global__ void microphone_crest_a(const float* __restrict__ interleaved, float* __restrict__ crest, int channel, int windows) {
    int window = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (window < windows) crest_window<4>(interleaved + channel, crest, window, threadIdx.x & 31);
}
__global__ void microphone_crest_b(const float* __restrict__ plane, float* __restrict__ crest, int windows) {
    int window = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    if (window < windows) crest_window<1>(plane, crest, window, threadIdx.x & 31);
}

// ---- 3. theta: potential temperature on hybrid levels, handed to column physics (level runs fastest in the result) ---
constexpr int kLevels = 72;
constexpr int kColumns = 1 << 20;

__device__ __forceinline__ float potential_temperature(float t, float ps, int level) {
    float eta = (level + 0.5f) * (1.0f / kLevels);
    float pressure = 20.0f * (1.0f - eta) + eta * (1000.0f + 30.0f * ps);
    return (250.0f + 30.0f * t) * exp2f(0.2857f * __log2f(__fdividef(1000.0f, pressure)));
}
__global__ void __launch_bounds__(256) column_theta_a(const float* __restrict__ temperature, const float* __restrict__ surface,
                                                      float* __restrict__ theta, int columns) {
    int column = blockIdx.x * 32 + threadIdx.x;
    float ps = surface[column];
#pragma unroll
    for (int k = 0; k < kLevels / 8; ++k) {
        int level = k * 8 + threadIdx.y;
        float t = temperature[(size_t)level * columns + column];
        theta[(size_t)column * kLevels + level] = potential_temperature(t, ps, level);
    }
}
__global__ void __launch_bounds__(256) column_theta_b(const float* __restrict__ temperature, const float* __restrict__ surface,
                                                      float* __restrict__ theta, int columns) {
    __shared__ float tile[32 * (kLevels + 1)];
    int column = blockIdx.x * 32 + threadIdx.x;
    float ps = surface[column];
#pragma unroll
    for (int k = 0; k < kLevels / 8; ++k) {
        int level = k * 8 + threadIdx.y;
        float t = temperature[(size_t)level * columns + column];
        tile[threadIdx.x * (kLevels + 1) + level] = potential_temperature(t, ps, level);
    }
    __syncthreads();
    float* out = theta + (size_t)blockIdx.x * 32 * kLevels;
    unsigned tid = threadIdx.y * 32 + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < 32 * kLevels / 256; ++k) {
        unsigned i = k * 256 + tid;
        out[i] = tile[i + i / kLevels];
    }
}

// ---- 4. resample: sixteen-fold polyphase interpolation of a sampled waveform (four taps a phase) ----------------------
constexpr int kPhases = 16;
constexpr int kSamples = 1 << 22;
__constant__ float kTaps[kPhases][4];

__global__ void __launch_bounds__(256) waveform_upsample_a(const float* __restrict__ samples, float* __restrict__ fine, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x0 = samples[max(i - 1, 0)], x1 = samples[i], x2 = samples[min(i + 1, n - 1)], x3 = samples[min(i + 2, n - 1)];
    float* dst = fine + (size_t)i * kPhases;
#pragma unroll
    for (int ph = 0; ph < kPhases; ++ph) dst[ph] = kTaps[ph][0] * x0 + kTaps[ph][1] * x1 + kTaps[ph][2] * x2 + kTaps[ph][3] * x3;
}
__global__ void __launch_bounds__(256) waveform_upsample_b(const float* __restrict__ samples, float* __restrict__ fine, int n) {
    __shared__ float taps[kPhases * 4];
    if (threadIdx.x < kPhases * 4) taps[threadIdx.x] = kTaps[threadIdx.x >> 2][threadIdx.x & 3];
    __syncthreads();
    int ph = threadIdx.x % kPhases;
    float t0 = taps[ph * 4], t1 = taps[ph * 4 + 1], t2 = taps[ph * 4 + 2], t3 = taps[ph * 4 + 3];
    int first = blockIdx.x * 256 + threadIdx.x / kPhases;
    float* dst = fine + (size_t)blockIdx.x * 256 * kPhases + threadIdx.x;
#pragma unroll 8
    for (int k = 0; k < kPhases; ++k) {
        int i = first + k * (256 / kPhases);
        float x0 = samples[max(i - 1, 0)], x1 = samples[i], x2 = samples[min(i + 1, n - 1)], x3 = samples[min(i + 2, n - 1)];
        dst[k * 256] = t0 * x0 + t1 * x1 + t2 * x2 + t3 * x3;
    }
}

// ---- 5. magnitude: absolute magnitude of the well measured stars of a survey catalogue --------------------------------
constexpr int kStars = 1 << 24;
struct Star { float ra, dec, pm_ra, pm_dec, parallax, radial_velocity, g, bp, rp, teff, logg, metallicity, ruwe, ra_error, dec_error, epoch; };

__device__ __forceinline__ float absolute_magnitude(float parallax, float g, float ruwe) {
    float mas = 1.0f + 0.95f * parallax;
    float m = 12.0f + 6.0f * g + 5.0f * 0.30103f * __log2f(mas) - 10.0f;
    return 1.2f + 0.4f * ruwe < 1.4f ? m : 99.0f;
}
__global__ void __launch_bounds__(256) star_magnitude_a(const Star* __restrict__ catalogue, float* __restrict__ magnitude) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const Star& s = catalogue[i + k * 256];
        magnitude[i + k * 256] = absolute_magnitude(s.parallax, s.g, s.ruwe);
    }
}
__global__ void __launch_bounds__(256) star_magnitude_b(const float* __restrict__ parallax, const float* __restrict__ g, const float* __restrict__ ruwe,
                                                        float* __restrict__ magnitude) {
    int i = blockIdx.x * 1024 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; ++k) magnitude[i + k * 256] = absolute_magnitude(parallax[i + k * 256], g[i + k * 256], ruwe[i + k * 256]);
}

// ---- 6. thermostat: molecular dynamics, velocities of the next step damped with a mass-dependent friction and a capped speed ---
constexpr int kAtoms = 12 * (1 << 20);
struct Atom { float x, y, z, vx, vy, vz, fx, fy, fz, mass, charge, kind; };

__device__ __forceinline__ void damp(float& vx, float& vy, float& vz, float mass, float friction, float cap) {
    float m = 12.0f + 10.0f * mass;
    float speed2 = vx * vx + vy * vy + vz * vz;
    float scale = __expf(-friction * __fdividef(1.0f, m)) * fminf(1.0f, cap * rsqrtf(speed2 + 1e-9f));
    vx *= scale; vy *= scale; vz *= scale;
}
__global__ void __launch_bounds__(256) atom_thermostat_a(const Atom* __restrict__ now, Atom* __restrict__ next, float friction, float cap) {
    int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = first + k * 256;
        float vx = now[i].vx, vy = now[i].vy, vz = now[i].vz;
        damp(vx, vy, vz, now[i].mass, friction, cap);
        next[i].vx = vx; next[i].vy = vy; next[i].vz = vz;
    }
}
__global__ void __launch_bounds__(256) atom_thermostat_b(const float* __restrict__ vx0, const float* __restrict__ vy0, const float* __restrict__ vz0,
                                                         const float* __restrict__ mass, float* __restrict__ next, int atoms, float friction, float cap) {
    int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = first + k * 256;
        float vx = vx0[i], vy = vy0[i], vz = vz0[i];
        damp(vx, vy, vz, mass[i], friction, cap);
        next[i] = vx; next[i + atoms] = vy; next[i + 2 * atoms] = vz;
    }
}

// ---- 7. drift: plasma particles take up the electric potential of their grid cell (bilinear); in order of injection, or binned by cell ---
constexpr int kGridX = 8192, kGridY = 4096;
constexpr int kParticles = 1 << 25;

static __global__ void harness_fill_particles(int* cell, float* u, float* v, int n, bool binned) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t j = i, mask = n - 1;  // n is a power of two: a bijection of [0, n)
        if (!binned) {
            j = (j * 0x9E3779B1u) & mask; j ^= j >> 12; j = (j * 0x85EBCA6Bu) & mask; j ^= j >> 13; j = (j * 0xC2B2AE35u) & mask; j ^= j >> 11;
        }
        uint32_t c = (j & ~15u) + (harness::hash32(j) & 15u);
        int x = min((int)(c % kGridX), kGridX - 2), y = min((int)(c / kGridX), kGridY - 2);
        cell[i] = y * kGridX + x;
        u[i] = 0.5f + 0.5f * harness::unit(j * 3u + 11u);
        v[i] = 0.5f + 0.5f * harness::unit(j * 5u + 17u);
    }
}
template <int Items>
__device__ __forceinline__ void interpolate_potential(const int* __restrict__ cell, const float* __restrict__ u, const float* __restrict__ v,
                                                      const float* __restrict__ potential, float* __restrict__ energy) {
    int first = blockIdx.x * (256 * Items) + threadIdx.x;
#pragma unroll
    for (int k = 0; k < Items; ++k) {
        int i = first + k * 256, c = cell[i];
        float a = u[i], b = v[i];
        float p00 = potential[c], p01 = potential[c + 1], p10 = potential[c + kGridX], p11 = potential[c + kGridX + 1];
        float low = fmaf(a, p01 - p00, p00), high = fmaf(a, p11 - p10, p10);
        energy[i] = 1.6f * fmaf(b, high - low, low);
    }
}
__global__ void __launch_bounds__(256) plasma_potential_a(const int* __restrict__ cell, const float* __restrict__ u, const float* __restrict__ v,
                                                          const float* __restrict__ potential, float* __restrict__ energy) {
    interpolate_potential<2>(cell, u, v, potential, energy);
}
__global__ void __launch_bounds__(256) plasma_potential_b(const int* __restrict__ cell, const float* __restrict__ u, const float* __restrict__ v,
                                                          const float* __restrict__ potential, float* __restrict__ energy) {
    interpolate_potential<2>(cell, u, v, potential, energy);
}

// ---- 8. contacts: screened electrostatic energy of a list of probe-atom contacts of a docking run ------------------------
constexpr int kSites = 1 << 24;
constexpr int kContacts = 1 << 23;

__device__ __forceinline__ float contact_energy(float x, float y, float z, float q, float4 probe) {
    float dx = 4.0f + x - probe.x, dy = y - probe.y, dz = z - probe.z;
    float r2 = dx * dx + dy * dy + dz * dz;
    float inverse = rsqrtf(r2);
    return 332.0f * q * probe.w * inverse * __expf(-0.1f * r2 * inverse);
}
__global__ void __launch_bounds__(256) docking_contacts_a(const float* __restrict__ x, const float* __restrict__ y, const float* __restrict__ z,
                                                          const float* __restrict__ q, const int* __restrict__ site,
                                                          const float4* __restrict__ probe, float* __restrict__ energy) {
    int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = first + k * 256, s = site[i];
        energy[i] = contact_energy(x[s], y[s], z[s], q[s], probe[i]);
    }
}
__global__ void __launch_bounds__(256) docking_contacts_b(const float4* __restrict__ sites, const int* __restrict__ site,
                                                          const float4* __restrict__ probe, float* __restrict__ energy) {
    int first = blockIdx.x * 512 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 2; ++k) {
        int i = first + k * 256;
        float4 s = sites[site[i]];
        energy[i] = contact_energy(s.x, s.y, s.z, s.w, probe[i]);
    }
}

int main(int argc, char** argv) {
    float* out = harness::empty<float>((size_t)kColumns * kLevels);  // the largest result but one; the cases share it

    const size_t curve = (size_t)kScenarios * kTenors;
    float *rate = harness::filled<float>(curve, 3), *spread = harness::filled<float>(curve, 5);
    float *rate_t = mapped(curve, 3, kScenarios, 1, kTenors, 0), *spread_t = mapped(curve, 5, kScenarios, 1, kTenors, 0);

    float* recording = harness::filled<float>((size_t)kFrames * 4, 9);
    float* microphone = mapped(kFrames, 9, 1, 4, 0, 2);
    const int windows = kFrames / kWindow;

    float* temperature = harness::filled<float>((size_t)kColumns * kLevels, 13);
    float* surface = harness::filled<float>(kColumns, 15);

    float* samples = harness::filled<float>(kSamples, 21);
    float taps[kPhases][4];
    for (int p = 0; p < kPhases; ++p) {  // Catmull-Rom
        float t = (float)p / kPhases;
        taps[p][0] = 0.5f * (-t + 2 * t * t - t * t * t); taps[p][1] = 0.5f * (2 - 5 * t * t + 3 * t * t * t);
        taps[p][2] = 0.5f * (t + 4 * t * t - 3 * t * t * t); taps[p][3] = 0.5f * (-t * t + t * t * t);
    }
    CHECK(cudaMemcpyToSymbol(kTaps, taps, sizeof taps));

    Star* catalogue = (Star*)harness::filled<float>((size_t)kStars * 16, 25);
    float *parallax = mapped(kStars, 25, 1, 16, 0, 4), *g = mapped(kStars, 25, 1, 16, 0, 6), *ruwe = mapped(kStars, 25, 1, 16, 0, 12);

    Atom* atoms = (Atom*)harness::filled<float>((size_t)kAtoms * 12, 31);
    Atom* atoms_next = (Atom*)harness::empty<float>((size_t)kAtoms * 12);
    float *vx = mapped(kAtoms, 31, 1, 12, 0, 3), *vy = mapped(kAtoms, 31, 1, 12, 0, 4), *vz = mapped(kAtoms, 31, 1, 12, 0, 5);
    float* mass = mapped(kAtoms, 31, 1, 12, 0, 9);

    float* potential = harness::filled<float>((size_t)kGridX * kGridY, 37);
    int* cell[2]; float *u[2], *v[2];
    for (int k = 0; k < 2; ++k) {
        cell[k] = harness::empty<int>(kParticles); u[k] = harness::empty<float>(kParticles); v[k] = harness::empty<float>(kParticles);
        harness_fill_particles<<<2048, 256>>>(cell[k], u[k], v[k], kParticles, k == 1); CHECK(cudaGetLastError());
    }
    int *cell0 = cell[0], *cell1 = cell[1]; float *u0 = u[0], *u1 = u[1], *v0 = v[0], *v1 = v[1];

    float* planes = harness::filled<float>((size_t)kSites * 4, 41);
    float4* sites = (float4*)mapped((size_t)kSites * 4, 41, 4, 1, kSites, 0);
    int* site = harness::indices(kContacts, kSites, 43);
    float4* probe = (float4*)harness::filled<float>((size_t)kContacts * 4, 47);

    std::vector<harness::Case> cases = {
        {"bond_scenarios_a", [=] { bond_scenarios_a<<<kScenarios / 256, 256>>>(rate, spread, out, kScenarios, 1.25f); }, out, (size_t)kScenarios},
        {"bond_scenarios_b", [=] { bond_scenarios_b<<<kScenarios / 256, 256>>>(rate_t, spread_t, out, kScenarios, 1.25f); }, out, (size_t)kScenarios},
        {"microphone_crest_a", [=] { microphone_crest_a<<<windows / 8, 256>>>(recording, out, 2, windows); }, out, (size_t)windows},
        {"microphone_crest_b", [=] { microphone_crest_b<<<windows / 8, 256>>>(microphone, out, windows); }, out, (size_t)windows},
        {"column_theta_a", [=] { column_theta_a<<<kColumns / 32, dim3(32, 8)>>>(temperature, surface, out, kColumns); }, out, (size_t)kColumns * kLevels},
        {"column_theta_b", [=] { column_theta_b<<<kColumns / 32, dim3(32, 8)>>>(temperature, surface, out, kColumns); }, out, (size_t)kColumns * kLevels},
        {"waveform_upsample_a", [=] { waveform_upsample_a<<<kSamples / 256, 256>>>(samples, out, kSamples); }, out, (size_t)kSamples * kPhases},
        {"waveform_upsample_b", [=] { waveform_upsample_b<<<kSamples / 256, 256>>>(samples, out, kSamples); }, out, (size_t)kSamples * kPhases},
        {"star_magnitude_a", [=] { star_magnitude_a<<<kStars / 1024, 256>>>(catalogue, out); }, out, (size_t)kStars},
        {"star_magnitude_b", [=] { star_magnitude_b<<<kStars / 1024, 256>>>(parallax, g, ruwe, out); }, out, (size_t)kStars},
        {"atom_thermostat_a", [=] { atom_thermostat_a<<<kAtoms / 512, 256>>>(atoms, atoms_next, 0.4f, 0.9f); }, atoms_next, (size_t)kAtoms * 12},
        {"atom_thermostat_b", [=] { atom_thermostat_b<<<kAtoms / 512, 256>>>(vx, vy, vz, mass, out, kAtoms, 0.4f, 0.9f); }, out, (size_t)kAtoms * 3},
        {"plasma_potential_a", [=] { plasma_potential_a<<<kParticles / 512, 256>>>(cell0, u0, v0, potential, out); }, out, (size_t)kParticles},
        {"plasma_potential_b", [=] { plasma_potential_b<<<kParticles / 512, 256>>>(cell1, u1, v1, potential, out); }, out, (size_t)kParticles},
        {"docking_contacts_a", [=] { docking_contacts_a<<<kContacts / 512, 256>>>(planes, planes + kSites, planes + 2 * (size_t)kSites, planes + 3 * (size_t)kSites, site, probe, out); }, out, (size_t)kContacts},
        {"docking_contacts_b", [=] { docking_contacts_b<<<kContacts / 512, 256>>>(sites, site, probe, out); }, out, (size_t)kContacts},
    };
    return harness::run(argc, argv, cases);
}
