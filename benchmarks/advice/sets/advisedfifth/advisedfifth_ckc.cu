// A launch told of by the tool though its author thought it in order, written as it is (_a) and as it advises (_b); set advisedfifth, suffix ckc.
#include "harness.cuh"
static std::vector<harness::Case> cases;

// ---- Coulomb potential of 2000 atoms on a plane, four points a thread: the atoms in constant memory against shared memory
constexpr int CIw = 1024, CIh = 768, CIatoms = 2000, CIpart = 500;
__constant__ float4 c_atom[CIatoms];
__device__ __forceinline__ void add_atom(const float4 q, float fx, float fy, float step, float (&e)[4]) {
    float dx = fx - q.x, dxz = fmaf(dx, dx, q.z), dy = fy - q.y;
#pragma unroll
    for (int k = 0; k < 4; ++k) { float d = fmaf((float)k, step, dy); e[k] = fmaf(q.w, rsqrtf(fmaf(d, d, dxz)), e[k]); }
}
__global__ void __launch_bounds__(128) mellow_turret_ckc_a(float* __restrict__ o, float step) {
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 4;
    float fx = x * step, fy = y * step, e[4] = {0, 0, 0, 0};
#pragma unroll 4
    for (int a = 0; a < CIatoms; ++a) add_atom(c_atom[a], fx, fy, step, e);
#pragma unroll
    for (int k = 0; k < 4; ++k) o[(y + k) * CIw + x] = e[k];
}
__global__ void __launch_bounds__(128) mellow_turret_ckc_b(const float4* __restrict__ atom, float* __restrict__ o, float step) {
    __shared__ float4 part[CIpart];
    int x = blockIdx.x * 128 + threadIdx.x, y = blockIdx.y * 4;
    float fx = x * step, fy = y * step, e[4] = {0, 0, 0, 0};
    for (int b = 0; b < CIatoms; b += CIpart) {
        __syncthreads();
        for (int i = threadIdx.x; i < CIpart; i += 128) part[i] = atom[b + i];
        __syncthreads();
#pragma unroll 4
        for (int a = 0; a < CIpart; ++a) add_atom(part[a], fx, fy, step, e);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) o[(y + k) * CIw + x] = e[k];
}

int main(int argc, char** argv) {
    std::vector<float4> h(CIatoms);
    for (int i = 0; i < CIatoms; ++i) {
        float z = harness::unit(i * 4 + 2) * 3;
        h[i] = make_float4(51.f * (1 + harness::unit(i * 4)), 38.f * (1 + harness::unit(i * 4 + 1)), z * z + 0.3f, 0.2f + harness::unit(i * 4 + 3));
    }
    CHECK(cudaMemcpyToSymbol(c_atom, h.data(), sizeof(float4) * CIatoms));
    float4* atom = harness::uploaded(h);
    float* o = harness::empty<float>(CIw * CIh);
    cases.push_back({"mellow_turret_ckc_a", [=] { mellow_turret_ckc_a<<<dim3(CIw / 128, CIh / 4), 128>>>(o, 0.1f); }, o, (size_t)CIw * CIh, harness::Output::f32});
    cases.push_back({"mellow_turret_ckc_b", [=] { mellow_turret_ckc_b<<<dim3(CIw / 128, CIh / 4), 128>>>(atom, o, 0.1f); }, o, (size_t)CIw * CIh, harness::Output::f32});
    return harness::run(argc, argv, cases);
}
