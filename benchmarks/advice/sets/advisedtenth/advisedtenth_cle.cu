// What was advised about a launch whose first mend kept a test between its loads (plain_shift_cw of advised_cw.cu), carried out by an index and a step that are both int.
#include "harness.cuh"
using namespace harness;

// ---- half of every element's neighbour and one: 4,224 blocks in a grid-stride loop, four loads before the first store
__global__ void plain_ratchet_cle_a(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + 1] * 0.5f + 1.0f;
}
__global__ void plain_ratchet_cle_b(const float* __restrict__ in, float* __restrict__ out, int n) {
    int step = gridDim.x * blockDim.x;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) out[i] = in[i + 1] * 0.5f + 1.0f;
}

int main(int argc, char** argv) {
    std::vector<Case> cases;
    int n = 196608 * 256;
    float *in = filled<float>(n + 1, 1), *out = empty<float>(n);
    cases.push_back({"plain_ratchet_cle_a", [=] { plain_ratchet_cle_a<<<n / 256, 256>>>(in, out, n); }, out, (size_t)n});
    cases.push_back({"plain_ratchet_cle_b", [=] { plain_ratchet_cle_b<<<4224, 256>>>(in, out, n); }, out, (size_t)n});
    return run(argc, argv, cases);
}
