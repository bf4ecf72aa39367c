// One harness for every measured kernel of this project: it times cases outside the profiler and launches them once inside it.
//
//   prog time      per case one line  case,median_us,min_us,max_us,runs,event_us   (CUDA events around the launches, after warm-up)
//   prog profile   launches every case exactly once, for ncu              (cases run in the order of their registration)
//   prog check     per case one line  case,sum,abs_sum,count              (of its output buffer, after poisoning it)
//   prog list      names only
// A further argument keeps only the cases whose name contains it.
#pragma once
#include "checked.cuh"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace harness {

enum class Output { f32, f64, f16, i32, u8 };

struct Case {
    std::string name;              // of the case; by convention also the name of its (first) __global__ function
    std::function<void()> launch;  // enqueues the work on the default stream; nothing else
    const void* out = nullptr;     // what the work writes, for `check`
    size_t count = 0;              // elements of `out`
    Output type = Output::f32;
};

// Device buffer with reproducible contents: values in [-1, 1) from a hash of the index, never zeros (zeros run faster than data).
__host__ __device__ inline uint32_t hash32(uint32_t x) {
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return x;
}
__host__ __device__ inline float unit(uint32_t i) { return (hash32(i) >> 8) * (2.0f / 16777216.0f) - 1.0f; }

template <typename T>
__global__ void harness_fill(T* p, size_t n, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (T)unit((uint32_t)i * 2654435761u + seed);
}
static __global__ void harness_fill_index(int* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (int)(hash32((uint32_t)i + seed) % below);
}

template <typename T>
T* filled(size_t n, uint32_t seed = 1) {
    T* p; CHECK(cudaMalloc(&p, n * sizeof(T)));
    harness_fill<T><<<2048, 256>>>(p, n, seed); CHECK(cudaGetLastError());
    return p;
}
template <typename T>
T* empty(size_t n) { T* p; CHECK(cudaMalloc(&p, n * sizeof(T))); CHECK(cudaMemset(p, 0x7f, n * sizeof(T))); return p; }
inline int* indices(size_t n, uint32_t below, uint32_t seed = 7) {  // uniformly random indices in [0, below)
    int* p; CHECK(cudaMalloc(&p, n * sizeof(int)));
    harness_fill_index<<<2048, 256>>>(p, n, below, seed); CHECK(cudaGetLastError());
    return p;
}
template <typename T>
T* uploaded(const std::vector<T>& host) {
    T* p; CHECK(cudaMalloc(&p, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(p, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

template <typename T>
void sums(const Case& c) {
    std::vector<T> host(c.count);
    CHECK(cudaMemcpy(host.data(), c.out, c.count * sizeof(T), cudaMemcpyDeviceToHost));
    double sum = 0, absolute = 0;
    for (const T& v : host) { double d = (double)v; sum += d; absolute += std::fabs(d); }
    std::printf("%s,%.9g,%.9g,%zu\n", c.name.c_str(), sum, absolute, c.count);
}
struct half_bits { uint16_t b; operator double() const {
    int e = (b >> 10) & 31, m = b & 1023; double v = e == 0 ? std::ldexp(m, -24) : e == 31 ? NAN : std::ldexp(1024 + m, e - 25);
    return b & 0x8000 ? -v : v; } };

inline void check(const Case& c) {
    if (!c.out) return;
    size_t width = c.type == Output::f64 ? 8 : c.type == Output::f16 ? 2 : c.type == Output::u8 ? 1 : 4;
    CHECK(cudaMemset(const_cast<void*>(c.out), 0, c.count * width));
    c.launch(); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
    switch (c.type) {
        case Output::f32: sums<float>(c); break;
        case Output::f64: sums<double>(c); break;
        case Output::f16: sums<half_bits>(c); break;
        case Output::i32: sums<int>(c); break;
        case Output::u8: sums<uint8_t>(c); break;
    }
}

// What an event pair adds to the launches between its events, as the host hands the first of them over only then: median of 171 cases of 18 to 300 us
// timed alone and in a row on an H200 (80% of them 2 to 6 us).
constexpr float kEventPairUs = 4.2f;

// Median of `runs` event-timed launches after warm-up. A short case repeats inside one event pair until 2 ms are full, so that what the pair adds drowns;
// its share of one launch is printed beside.
inline void time(const Case& c, int runs = 15) {
    cudaEvent_t a, b; CHECK(cudaEventCreate(&a)); CHECK(cudaEventCreate(&b));
    float ms = 0;
    for (int i = 0; i < 5; ++i) {
        CHECK(cudaEventRecord(a)); c.launch(); CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b)); CHECK(cudaGetLastError());
        CHECK(cudaEventElapsedTime(&ms, a, b));
    }
    const int inner = std::max(1, std::min(100, int(2.0f / std::max(ms, 0.001f))));
    std::vector<double> us;
    for (int i = 0; i < runs; ++i) {
        CHECK(cudaEventRecord(a));
        for (int j = 0; j < inner; ++j) c.launch();
        CHECK(cudaEventRecord(b)); CHECK(cudaEventSynchronize(b));
        CHECK(cudaEventElapsedTime(&ms, a, b)); us.push_back(ms * 1e3 / inner);
    }
    CHECK(cudaGetLastError());
    std::sort(us.begin(), us.end());
    std::printf("%s,%.3f,%.3f,%.3f,%d,%.2f\n", c.name.c_str(), us[us.size() / 2], us.front(), us.back(), runs, kEventPairUs / inner);
    std::fflush(stdout);
    cudaEventDestroy(a); cudaEventDestroy(b);
}

inline int run(int argc, char** argv, const std::vector<Case>& cases) {
    std::string mode = argc > 1 ? argv[1] : "time", filter = argc > 2 ? argv[2] : "";
    CHECK(cudaDeviceSynchronize());
    for (const Case& c : cases) {
        if (c.name.find(filter) == std::string::npos) continue;
        if (mode == "list") std::printf("%s\n", c.name.c_str());
        else if (mode == "time") time(c);
        else if (mode == "check") check(c);
        else if (mode == "profile") { c.launch(); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); }
        else { std::fprintf(stderr, "usage: %s time|profile|check|list [FILTER]\n", argv[0]); return 2; }
    }
    return 0;
}
}  // namespace harness
