// States of random generators, one a thread: a subsequence each by skipping ahead (cuRAND's default, XORWOW, multiplies its state by tables of
// matrices in memory), and the same by a counter (Philox, which has none).
//
//   states_flat, states_plane, states_far   states for later kernels, from a line, a picture, and with large seeds and offsets
//   states_draws                            a hundred draws in the kernel that makes its states
#include "harness.cuh"

#include <curand_kernel.h>

#include <vector>

using harness::Case;
using harness::Output;

template <typename State>
__device__ __forceinline__ void start(State* states, float* out, int thread, unsigned long long seed, unsigned long long offset) {
    State state;
    curand_init(seed, thread, offset, &state);
    out[thread] = curand_uniform(&state);
    states[thread] = state;
}

template <typename State>
__device__ __forceinline__ void hits(float* out, int draws) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    curand_init(1234ULL, thread, 0, &state);
    float inside = 0.0f;
    for (int i = 0; i < draws; ++i) {
        const float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1.0f ? 1.0f : 0.0f;
    }
    out[thread] = inside;
}

#define STATES(suffix, State)                                                                                                                  \
    __global__ void states_flat_##suffix(State* states, float* out) { start(states, out, blockIdx.x * blockDim.x + threadIdx.x, 42ULL, 0ULL); } \
    __global__ void states_plane_##suffix(State* states, float* out, int width, int height) {                                                  \
        const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;                                          \
        if (x < width && y < height) start(states, out, y * width + x, 1984ULL, 0ULL);                                                           \
    }                                                                                                                                           \
    __global__ void states_far_##suffix(State* states, float* out, unsigned long long seed) {                                                  \
        start(states, out, blockIdx.x * blockDim.x + threadIdx.x, seed, 1ULL << 20);                                                             \
    }                                                                                                                                           \
    __global__ void states_draws_##suffix(float* out, int draws) { hits<State>(out, draws); }

STATES(a, curandStateXORWOW)
STATES(b, curandStatePhilox4_32_10)

int main(int argc, char** argv) {
    constexpr int kFlat = 1 << 20, kWidth = 1200, kHeight = 800, kFar = 3 << 18, kDraws = 132 * 16 * 128;
    void* states;
    CHECK(cudaMalloc(&states, (size_t)kFlat * 64));
    float* out;
    CHECK(cudaMalloc(&out, (size_t)kFlat * sizeof(float)));
    auto* xorwow = (curandStateXORWOW*)states;
    auto* philox = (curandStatePhilox4_32_10*)states;
    const dim3 plane((kWidth + 7) / 8, (kHeight + 7) / 8), tile(8, 8);
    std::vector<Case> cases{
        {"states_flat_a", [=] { states_flat_a<<<kFlat / 256, 256>>>(xorwow, out); }, out, (size_t)kFlat, Output::f32},
        {"states_flat_b", [=] { states_flat_b<<<kFlat / 256, 256>>>(philox, out); }, out, (size_t)kFlat, Output::f32},
        {"states_plane_a", [=] { states_plane_a<<<plane, tile>>>(xorwow, out, kWidth, kHeight); }, out, (size_t)kWidth * kHeight, Output::f32},
        {"states_plane_b", [=] { states_plane_b<<<plane, tile>>>(philox, out, kWidth, kHeight); }, out, (size_t)kWidth * kHeight, Output::f32},
        {"states_far_a", [=] { states_far_a<<<kFar / 128, 128>>>(xorwow, out, 0x9e3779b97f4a7c15ULL); }, out, (size_t)kFar, Output::f32},
        {"states_far_b", [=] { states_far_b<<<kFar / 128, 128>>>(philox, out, 0x9e3779b97f4a7c15ULL); }, out, (size_t)kFar, Output::f32},
        {"states_draws_a", [=] { states_draws_a<<<kDraws / 128, 128>>>(out, 100); }, out, (size_t)kDraws, Output::f32},
        {"states_draws_b", [=] { states_draws_b<<<kDraws / 128, 128>>>(out, 100); }, out, (size_t)kDraws, Output::f32},
    };
    return harness::run(argc, argv, cases);
}
