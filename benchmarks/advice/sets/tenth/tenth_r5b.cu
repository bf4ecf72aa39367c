// Pairs r5, second file: filters over interleaved channels, pairwise distances, marching stencils, matrix products, embedding bags,
// smoothing in shared memory, totals by zone, transposes.
#include "harness.cuh"
#include <cuda_fp16.h>
#include <mma.h>
using namespace nvcuda;

__device__ __forceinline__ void copy16(void* shared, const void* global) {
    unsigned s = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(s), "l"(global) : "memory");
}
__device__ __forceinline__ void copy4(void* shared, const void* global) {
    unsigned s = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(global) : "memory");
}
__device__ __forceinline__ void copy_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N> __device__ __forceinline__ void copy_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory"); }

// ---- 11. conference microphone: 8 interleaved channels, 12 beams, each a delay and an 8-tap fractional filter per channel
constexpr int MIC_BEAMS = 12, MIC_FRAMES = 256, MIC_SPAN = MIC_FRAMES + 40;
__constant__ float mic_tap[MIC_BEAMS][8][8];
__constant__ int mic_delay[MIC_BEAMS][8];
__global__ void __launch_bounds__(256) mic_steer_r5_a(const float* __restrict__ pcm, float* __restrict__ beam, int frames) {
    __shared__ float s[MIC_SPAN * 8];
    const int t = threadIdx.x, first = blockIdx.x * MIC_FRAMES;
    for (int i = t; i < MIC_SPAN * 8; i += 256) s[i] = pcm[(size_t)first * 8 + i];
    __syncthreads();
    for (int b = 0; b < MIC_BEAMS; ++b) {
        float sum = 0;
#pragma unroll
        for (int c = 0; c < 8; ++c) {
            const float* p = s + (t + mic_delay[b][c]) * 8 + c;
#pragma unroll
            for (int k = 0; k < 8; ++k) sum += mic_tap[b][c][k] * p[k * 8];
        }
        beam[(size_t)b * frames + first + t] = sum;
    }
}
constexpr int MIC_LINE = 308;
__global__ void __launch_bounds__(256) mic_steer_r5_b(const float* __restrict__ pcm, float* __restrict__ beam, int frames) {
    __shared__ float s[8 * MIC_LINE];
    const int t = threadIdx.x, first = blockIdx.x * MIC_FRAMES;
    for (int i = t; i < MIC_SPAN * 8; i += 256) s[(i & 7) * MIC_LINE + (i >> 3)] = pcm[(size_t)first * 8 + i];
    __syncthreads();
    for (int b = 0; b < MIC_BEAMS; ++b) {
        float sum = 0;
#pragma unroll
        for (int c = 0; c < 8; ++c) {
            const float* p = s + c * MIC_LINE + t + mic_delay[b][c];
#pragma unroll
            for (int k = 0; k < 8; ++k) sum += mic_tap[b][c][k] * p[k];
        }
        beam[(size_t)b * frames + first + t] = sum;
    }
}

// ---- 12. nutrition: city-block distances between all diets (96 nutrients) of two surveys
constexpr int DIM = 4096, DIN = 4032, DID = 96;
__global__ void __launch_bounds__(256) diet_manhattan_r5_a(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ dist) {
    __shared__ float sx[16][17], sy[16][17];
    const int tx = threadIdx.x, ty = threadIdx.y, i0 = blockIdx.y * 16, j0 = blockIdx.x * 16;
    float sum = 0;
    for (int k0 = 0; k0 < DID; k0 += 16) {
        sx[ty][tx] = x[(i0 + ty) * DID + k0 + tx];
        sy[ty][tx] = y[(j0 + ty) * DID + k0 + tx];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) sum += fabsf(sx[ty][k] - sy[tx][k]);
        __syncthreads();
    }
    dist[(size_t)(i0 + ty) * DIN + j0 + tx] = sum;
}
__global__ void __launch_bounds__(256) diet_manhattan_r5_b(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ dist) {
    __shared__ float sx[64][17], sy[64][17];
    const int tx = threadIdx.x, ty = threadIdx.y, i0 = blockIdx.y * 64, j0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < DID; k0 += 16) {
#pragma unroll
        for (int r = 0; r < 64; r += 16) {
            sx[ty + r][tx] = x[(i0 + ty + r) * DID + k0 + tx];
            sy[ty + r][tx] = y[(j0 + ty + r) * DID + k0 + tx];
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; ++k) {
            float a[4], b[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) { a[r] = sx[ty + r * 16][k]; b[r] = sy[tx + r * 16][k]; }
#pragma unroll
            for (int p = 0; p < 4; ++p)
#pragma unroll
                for (int q = 0; q < 4; ++q) sum[p][q] += fabsf(a[p] - b[q]);
        }
        __syncthreads();
    }
#pragma unroll
    for (int p = 0; p < 4; ++p)
#pragma unroll
        for (int q = 0; q < 4; ++q) dist[(size_t)(i0 + ty + p * 16) * DIN + j0 + tx + q * 16] = sum[p][q];
}

// ---- 13. reservoir: one step of salt concentration, seven-point, a block marches its 32 x 8 column through depth
constexpr int SPX = 512, SPY = 320, SPZ = 640;
__global__ void __launch_bounds__(256) salt_plume_r5_a(const float* __restrict__ salt, float* __restrict__ next) {
    __shared__ float s[3][10 * 34];
    const int t = threadIdx.x, tx = t & 31, ty = t >> 5, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    const size_t plane = (size_t)SPX * SPY;
    const int u = t + 256;
    const int ga = min(max(y0 + t / 34 - 1, 0), SPY - 1) * SPX + min(max(x0 + t % 34 - 1, 0), SPX - 1);
    const int gb = min(max(y0 + u / 34 - 1, 0), SPY - 1) * SPX + min(max(x0 + u % 34 - 1, 0), SPX - 1);
    for (int z = 0; z < 2; ++z) {
        s[z][t] = salt[z * plane + ga];
        if (u < 340) s[z][u] = salt[z * plane + gb];
    }
    int lo = 0, mid = 1, hi = 2;
    const int at = (ty + 1) * 34 + tx + 1;
    for (int z = 1; z < SPZ - 1; ++z) {
        s[hi][t] = salt[(z + 1) * plane + ga];
        if (u < 340) s[hi][u] = salt[(z + 1) * plane + gb];
        __syncthreads();
        const float c = s[mid][at];
        const float side = s[mid][at - 1] + s[mid][at + 1] + s[mid][at - 34] + s[mid][at + 34];
        next[z * plane + (y0 + ty) * SPX + x0 + tx] = c + 0.11f * (side - 4.0f * c) + 0.05f * (s[lo][at] - 2.0f * c + s[hi][at]);
        __syncthreads();
        const int was = lo; lo = mid; mid = hi; hi = was;
    }
}
__global__ void __launch_bounds__(256) salt_plume_r5_b(const float* __restrict__ salt, float* __restrict__ next) {
    __shared__ float s[8][10 * 34];
    const int t = threadIdx.x, tx = t & 31, ty = t >> 5, x0 = blockIdx.x * 32, y0 = blockIdx.y * 8;
    const size_t plane = (size_t)SPX * SPY;
    const int u = t + 256;
    const int ga = min(max(y0 + t / 34 - 1, 0), SPY - 1) * SPX + min(max(x0 + t % 34 - 1, 0), SPX - 1);
    const int gb = min(max(y0 + u / 34 - 1, 0), SPY - 1) * SPX + min(max(x0 + u % 34 - 1, 0), SPX - 1);
    auto fetch = [&](int z) {
        if (z < SPZ) {
            copy4(&s[z & 7][t], salt + z * plane + ga);
            if (u < 340) copy4(&s[z & 7][u], salt + z * plane + gb);
        }
        copy_commit();
    };
    for (int z = 0; z < 6; ++z) fetch(z);
    const int at = (ty + 1) * 34 + tx + 1;
    for (int z = 1; z < SPZ - 1; ++z) {  // planes up to z + 1 must be there, z + 2 ... z + 4 may still be on their way
        copy_wait<3>();
        __syncthreads();
        fetch(z + 5);  // overwrites plane z - 3, which nobody reads any more
        const float *lo = s[(z - 1) & 7], *mid = s[z & 7], *hi = s[(z + 1) & 7];
        const float c = mid[at];
        const float side = mid[at - 1] + mid[at + 1] + mid[at - 34] + mid[at + 34];
        next[z * plane + (y0 + ty) * SPX + x0 + tx] = c + 0.11f * (side - 4.0f * c) + 0.05f * (lo[at] - 2.0f * c + hi[at]);
    }
}

// ---- 14. language model: output projection, activations (tokens x K) times weights (N x K), half, tile 128 x 256, four stages
constexpr int OPM = 4224, OPN = 4096, OPK = 2048, OPL = 40, OPSTAGE = (128 + 256) * OPL;
typedef wmma::fragment<wmma::accumulator, 16, 16, 16, float> Acc;
__global__ void __launch_bounds__(256, 1) sentence_proj_r5_a(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ c) {
    extern __shared__ __align__(1024) half stage[];
    const int t = threadIdx.x, warp = t >> 5, wm = warp >> 2, wn = warp & 3, m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    Acc acc[4][4];
    for (int i = 0; i < 4; ++i) for (int j = 0; j < 4; ++j) wmma::fill_fragment(acc[i][j], 0.0f);
    auto fetch = [&](int s) {
        if (s < OPK / 32) {
            half* as = stage + (s & 3) * OPSTAGE;
            half* bs = as + 128 * OPL;
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                int q = t + i * 256, r = q >> 2, c8 = (q & 3) * 8;
                if (i < 2) copy16(as + r * OPL + c8, x + (size_t)(m0 + r) * OPK + s * 32 + c8);
                copy16(bs + r * OPL + c8, w + (size_t)(n0 + r) * OPK + s * 32 + c8);
            }
        }
        copy_commit();
    };
    fetch(0); fetch(1); fetch(2);
    for (int s = 0; s < OPK / 32; ++s) {
        copy_wait<2>();
        __syncthreads();
        fetch(s + 3);
        const half* as = stage + (s & 3) * OPSTAGE;
        const half* bs = as + 128 * OPL;
#pragma unroll
        for (int kk = 0; kk < 32; kk += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[4];
#pragma unroll
            for (int i = 0; i < 4; ++i) wmma::load_matrix_sync(a[i], as + (wm * 64 + i * 16) * OPL + kk, OPL);
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
                wmma::load_matrix_sync(b, bs + (wn * 64 + j * 16) * OPL + kk, OPL);
#pragma unroll
                for (int i = 0; i < 4; ++i) wmma::mma_sync(acc[i][j], a[i], b, acc[i][j]);
            }
        }
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            wmma::store_matrix_sync(c + (size_t)(m0 + wm * 64 + i * 16) * OPN + n0 + wn * 64 + j * 16, acc[i][j], OPN, wmma::mem_row_major);
}
// Shared layout without swizzle: core matrices of 8 rows x 16 bytes, 128 bytes apart along K, 1024 bytes apart along M or N.
__device__ __forceinline__ uint64_t core_descriptor(unsigned address) {
    return (uint64_t)((address & 0x3ffff) >> 4) | (uint64_t)(128 >> 4) << 16 | (uint64_t)(1024 >> 4) << 32;
}
__device__ __forceinline__ void group_product(float (&d)[128], uint64_t da, uint64_t db, int keep) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    asm volatile(
        "{.reg .pred p; setp.ne.b32 p, %130, 0;"
        "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15,"
        " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31,"
        " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47,"
        " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63,"
        " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79,"
        " %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95,"
        " %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111,"
        " %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "
        "%128, %129, p, 1, 1, 0, 0;}"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
          "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
          "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
          "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31]),
          "+f"(d[32]), "+f"(d[33]), "+f"(d[34]), "+f"(d[35]), "+f"(d[36]), "+f"(d[37]), "+f"(d[38]), "+f"(d[39]),
          "+f"(d[40]), "+f"(d[41]), "+f"(d[42]), "+f"(d[43]), "+f"(d[44]), "+f"(d[45]), "+f"(d[46]), "+f"(d[47]),
          "+f"(d[48]), "+f"(d[49]), "+f"(d[50]), "+f"(d[51]), "+f"(d[52]), "+f"(d[53]), "+f"(d[54]), "+f"(d[55]),
          "+f"(d[56]), "+f"(d[57]), "+f"(d[58]), "+f"(d[59]), "+f"(d[60]), "+f"(d[61]), "+f"(d[62]), "+f"(d[63]),
          "+f"(d[64]), "+f"(d[65]), "+f"(d[66]), "+f"(d[67]), "+f"(d[68]), "+f"(d[69]), "+f"(d[70]), "+f"(d[71]),
          "+f"(d[72]), "+f"(d[73]), "+f"(d[74]), "+f"(d[75]), "+f"(d[76]), "+f"(d[77]), "+f"(d[78]), "+f"(d[79]),
          "+f"(d[80]), "+f"(d[81]), "+f"(d[82]), "+f"(d[83]), "+f"(d[84]), "+f"(d[85]), "+f"(d[86]), "+f"(d[87]),
          "+f"(d[88]), "+f"(d[89]), "+f"(d[90]), "+f"(d[91]), "+f"(d[92]), "+f"(d[93]), "+f"(d[94]), "+f"(d[95]),
          "+f"(d[96]), "+f"(d[97]), "+f"(d[98]), "+f"(d[99]), "+f"(d[100]), "+f"(d[101]), "+f"(d[102]), "+f"(d[103]),
          "+f"(d[104]), "+f"(d[105]), "+f"(d[106]), "+f"(d[107]), "+f"(d[108]), "+f"(d[109]), "+f"(d[110]), "+f"(d[111]),
          "+f"(d[112]), "+f"(d[113]), "+f"(d[114]), "+f"(d[115]), "+f"(d[116]), "+f"(d[117]), "+f"(d[118]), "+f"(d[119]),
          "+f"(d[120]), "+f"(d[121]), "+f"(d[122]), "+f"(d[123]), "+f"(d[124]), "+f"(d[125]), "+f"(d[126]), "+f"(d[127])
        : "l"(da), "l"(db), "r"(keep));
#endif
}
#ifdef __CUDA_ARCH_FEAT_SM90_ALL  // a build may hold compute_90 beside sm_90a
#define GROUP_ASM(text) asm volatile(text ::: "memory")
#else
#define GROUP_ASM(text)
#endif
__global__ void __launch_bounds__(256, 1) sentence_proj_r5_b(const half* __restrict__ x, const half* __restrict__ w, float* __restrict__ c) {
    extern __shared__ __align__(1024) half stage[];  // 4 x (128 x 64, 256 x 64)
    const int t = threadIdx.x, group = t >> 7, m0 = blockIdx.y * 128, n0 = blockIdx.x * 256;
    const unsigned base = (unsigned)__cvta_generic_to_shared(stage);
    const int r8 = t & 7, c8 = (t >> 3 & 7) * 8, rg = t >> 6;
    const half* px = x + (size_t)(m0 + rg * 8 + r8) * OPK + c8;
    const half* pw = w + (size_t)(n0 + rg * 8 + r8) * OPK + c8;
    auto fetch = [&](int s) {
        if (s < OPK / 64) {
            char* p = (char*)stage + (s & 3) * 49152 + t * 16;
#pragma unroll
            for (int i = 0; i < 4; ++i) copy16(p + i * 4096, px + (size_t)i * 32 * OPK + s * 64);
#pragma unroll
            for (int i = 0; i < 8; ++i) copy16(p + 16384 + i * 4096, pw + (size_t)i * 32 * OPK + s * 64);
        }
        copy_commit();
    };
    float d[128];
#pragma unroll
    for (int i = 0; i < 128; ++i) d[i] = 0.0f;
    fetch(0); fetch(1);
    for (int s = 0; s < OPK / 64; ++s) {
        copy_wait<1>();
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        GROUP_ASM("wgmma.fence.sync.aligned;");
        const unsigned a = base + (s & 3) * 49152 + group * 8192, b = base + (s & 3) * 49152 + 16384;
#pragma unroll
        for (int k = 0; k < 4; ++k) group_product(d, core_descriptor(a + k * 256), core_descriptor(b + k * 256), 1);
        GROUP_ASM("wgmma.commit_group.sync.aligned;");
        fetch(s + 2);  // the stage that product s - 2 used, which every group has waited for before the barrier above
        GROUP_ASM("wgmma.wait_group.sync.aligned 1;");
    }
    GROUP_ASM("wgmma.wait_group.sync.aligned 0;");
    const int row = m0 + group * 64 + (t >> 5 & 3) * 16 + (t & 31) / 4, col = n0 + (t & 3) * 2;
#pragma unroll
    for (int j = 0; j < 32; ++j) {
        *(float2*)(c + (size_t)row * OPN + col + j * 8) = make_float2(d[4 * j], d[4 * j + 1]);
        *(float2*)(c + (size_t)(row + 8) * OPN + col + j * 8) = make_float2(d[4 * j + 2], d[4 * j + 3]);
    }
}

// ---- 15. recommender: 16 embedding tables of 16.8 MB, every visit has 8 weighted ids per table; 8 lanes hold one row of 8 floats
constexpr int RBT = 16, RBROWS = 1 << 19, RBVISITS = 131072;
__device__ __forceinline__ void visit_bag(const float* __restrict__ tables, const int* __restrict__ ids, const float* __restrict__ importance,
                                          float* __restrict__ out, int table, int visit, int lane) {
    const size_t q = ((size_t)table * RBVISITS + visit) * 8 + lane;
    const int id = ids[q];
    const float weight = importance[(size_t)visit * 8 + lane];
    const float* rows = tables + (size_t)table * RBROWS * 8 + lane;
    float v[8], sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) v[k] = rows[(size_t)__shfl_sync(~0u, id, k, 8) * 8];
#pragma unroll
    for (int k = 0; k < 8; ++k) sum += __shfl_sync(~0u, weight, k, 8) * v[k];
    out[(size_t)visit * (RBT * 8) + table * 8 + lane] = sum;
}
__global__ void __launch_bounds__(256) visit_bag_r5_a(const float* __restrict__ tables, const int* __restrict__ ids, const float* __restrict__ importance,
                                                      float* __restrict__ out) {
    visit_bag(tables, ids, importance, out, blockIdx.x, blockIdx.y * 32 + (threadIdx.x >> 3), threadIdx.x & 7);
}
__global__ void __launch_bounds__(256) visit_bag_r5_b(const float* __restrict__ tables, const int* __restrict__ ids, const float* __restrict__ importance,
                                                      float* __restrict__ out) {
    visit_bag(tables, ids, importance, out, blockIdx.y, blockIdx.x * 32 + (threadIdx.x >> 3), threadIdx.x & 7);
}

// ---- 16. hydrology: river gauge records of up to 12288 samples (here 1021), despiked and smoothed three times in shared memory
constexpr int GAUGE_MOST = 12288, GAUGE_PITCH = 1024;
__device__ __forceinline__ void gauge_line(const float* __restrict__ level, float* __restrict__ out, int n, float* s, int room) {
    float *from = s, *to = s + room;
    const int t = threadIdx.x;
    const float* p = level + (size_t)blockIdx.x * GAUGE_PITCH;
#pragma unroll 8
    for (int i = t; i < n; i += 128) from[i] = p[i];
    __syncthreads();
    for (int pass = 0; pass < 3; ++pass) {
        for (int i = t; i < n; i += 128) {
            const float a = from[max(i - 1, 0)], b = from[i], c = from[min(i + 1, n - 1)];
            const float middle = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
            to[i] = 0.5f * middle + 0.25f * (a + c);
        }
        __syncthreads();
        float* was = from; from = to; to = was;
    }
    float* q = out + (size_t)blockIdx.x * GAUGE_PITCH;
#pragma unroll 8
    for (int i = t; i < n; i += 128) q[i] = from[i];
}
__global__ void __launch_bounds__(128) gauge_smooth_r5_a(const float* __restrict__ level, float* __restrict__ out, int n) {
    extern __shared__ float s[];  // room for the longest record the archive may hold
    gauge_line(level, out, n, s, GAUGE_MOST);
}
__global__ void __launch_bounds__(128) gauge_smooth_r5_b(const float* __restrict__ level, float* __restrict__ out, int n) {
    extern __shared__ float s[];  // room for this batch's records
    gauge_line(level, out, n, s, GAUGE_PITCH);
}

// ---- 17. wildfire: fuel burnt per watershed, a raster of watershed ids (large patches) and one of fuel
constexpr int FUX = 9600, FUY = 6400;
__global__ void harness_watersheds(uint8_t* zone) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < FUX * FUY; i += gridDim.x * blockDim.x) {
        const int x = i % FUX, y = i / FUX;
        zone[i] = harness::hash32((x + 7 * (y & 15)) / 350 * 977 + y / 210) % 200;
    }
}
__global__ void __launch_bounds__(256) watershed_fuel_r5_a(const uint8_t* __restrict__ zone, const int* __restrict__ fuel, int* __restrict__ total) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < FUX * FUY / 4; i += gridDim.x * 256) {
        const uchar4 z = ((const uchar4*)zone)[i];
        const int4 f = ((const int4*)fuel)[i];
        atomicAdd(&s[z.x], f.x);
        atomicAdd(&s[z.y], f.y);
        atomicAdd(&s[z.z], f.z);
        atomicAdd(&s[z.w], f.w);
    }
    __syncthreads();
    if (s[threadIdx.x]) atomicAdd(&total[threadIdx.x], s[threadIdx.x]);
}
__global__ void __launch_bounds__(256) watershed_fuel_r5_b(const uint8_t* __restrict__ zone, const int* __restrict__ fuel, int* __restrict__ total) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < FUX * FUY / 4; i += gridDim.x * 256) {  // a multiple of 32 pixels: warps stay whole
        const uchar4 z = ((const uchar4*)zone)[i];
        const int4 f = ((const int4*)fuel)[i];
        int first = __shfl_sync(~0u, (int)z.x, 0);
        if (__all_sync(~0u, z.x == first && z.y == first && z.z == first && z.w == first)) {
            const int sum = __reduce_add_sync(~0u, f.x + f.y + f.z + f.w);
            if ((threadIdx.x & 31) == 0) atomicAdd(&s[first], sum);
        } else {
            atomicAdd(&s[z.x], f.x);
            atomicAdd(&s[z.y], f.y);
            atomicAdd(&s[z.z], f.z);
            atomicAdd(&s[z.w], f.w);
        }
    }
    __syncthreads();
    if (s[threadIdx.x]) atomicAdd(&total[threadIdx.x], s[threadIdx.x]);
}

// ---- 18. finance: exposures of 67584 assets to 4 factors = returns (assets x days, half) times factor paths (4 x days, half)
constexpr int FBM = 67584, FBK = 2048;
__global__ void __launch_bounds__(256) factor_exposure_r5_a(const half* __restrict__ ret, const half* __restrict__ factor, float* __restrict__ out) {
    __shared__ float4 fs[FBK];  // the k-th day of chunk q lies at k * (FBK / 8) + q
    const int t = threadIdx.x, lane = t & 31, w = t >> 5;
    for (int i = t; i < FBK; i += 256) {
        const half* f = factor + (i & (FBK / 8 - 1)) * 8 + i / (FBK / 8);
        fs[i] = make_float4(__half2float(f[0]), __half2float(f[FBK]), __half2float(f[2 * FBK]), __half2float(f[3 * FBK]));
    }
    __syncthreads();
    for (int g = blockIdx.x; g < FBM / 32; g += gridDim.x) {
        const size_t row = (size_t)g * 32 + w * 4;
        float acc[4][4] = {};
#pragma unroll 2
        for (int q = lane; q < FBK / 8; q += 32) {
            uint4 v[4];
#pragma unroll
            for (int r = 0; r < 4; ++r) v[r] = ((const uint4*)(ret + (row + r) * FBK))[q];
#pragma unroll
            for (int k = 0; k < 8; k += 2) {
                const float4 f0 = fs[k * (FBK / 8) + q], f1 = fs[(k + 1) * (FBK / 8) + q];
#pragma unroll
                for (int r = 0; r < 4; ++r) {
                    const float2 x = __half22float2(((const half2*)&v[r])[k / 2]);
                    acc[r][0] += x.x * f0.x + x.y * f1.x;
                    acc[r][1] += x.x * f0.y + x.y * f1.y;
                    acc[r][2] += x.x * f0.z + x.y * f1.z;
                    acc[r][3] += x.x * f0.w + x.y * f1.w;
                }
            }
        }
#pragma unroll
        for (int r = 0; r < 4; ++r) {
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int d = 16; d; d >>= 1) acc[r][j] += __shfl_xor_sync(~0u, acc[r][j], d);
            if (lane == 0) ((float4*)out)[row + r] = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
        }
    }
}
__device__ __forceinline__ void mma_16816(float (&d)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}
__global__ void __launch_bounds__(256) factor_exposure_r5_b(const half* __restrict__ ret, const half* __restrict__ factor, float* __restrict__ out) {
    __shared__ __align__(16) half fs[4][FBK + 32];
    const int t = threadIdx.x, lane = t & 31, w = t >> 5, g = lane >> 2, q = lane & 3;
    for (int i = t; i < 4 * FBK / 8; i += 256) *(uint4*)&fs[i / (FBK / 8)][i % (FBK / 8) * 8] = ((const uint4*)factor)[i];
    __syncthreads();
    const size_t row = ((size_t)blockIdx.x * 8 + w) * 16;
    const half *p0 = ret + (row + g) * FBK + q * 8, *p1 = p0 + 8 * FBK;  // both operands take the days of a 32-day step in the same other order
    float d[4] = {};
#pragma unroll 4
    for (int k = 0; k < FBK; k += 32) {
        const uint4 a = *(const uint4*)(p0 + k), b = *(const uint4*)(p1 + k);
        uint4 f = make_uint4(0, 0, 0, 0);
        if (g < 4) f = *(const uint4*)&fs[g][k + q * 8];
        mma_16816(d, a.x, b.x, a.y, b.y, f.x, f.y);
        mma_16816(d, a.z, b.z, a.w, b.w, f.z, f.w);
    }
    if (q < 2) {
        *(float2*)(out + (row + g) * 4 + q * 2) = make_float2(d[0], d[1]);
        *(float2*)(out + (row + g + 8) * 4 + q * 2) = make_float2(d[2], d[3]);
    }
}

// ---- 19. soft matter: screened pair energy of probes against charged colloids, two probes per thread, colloids through shared memory
constexpr int CEN = 67584, CES = 16384, CE_PARTS = 4;
__device__ __forceinline__ float inverse_root(float x) { float y; asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x)); return y; }
__global__ void __launch_bounds__(128) colloid_energy_r5_a(const float* __restrict__ px, const float* __restrict__ py, const float* __restrict__ pz,
                                                           const float4* __restrict__ colloid, float* __restrict__ part) {
    __shared__ float4 s[128];
    const int t = threadIdx.x, i = blockIdx.x * 256 + t, j = i + 128;
    const float ax = px[i], ay = py[i], az = pz[i], bx = px[j], by = py[j], bz = pz[j];
    float ea = 0, eb = 0;
    const int first = blockIdx.y * (CES / CE_PARTS);
    for (int k0 = first; k0 < first + CES / CE_PARTS; k0 += 128) {
        s[t] = colloid[k0 + t];
        __syncthreads();
#pragma unroll 16
        for (int k = 0; k < 128; ++k) {
            const float4 c = s[k];
            float x = ax - c.x, y = ay - c.y, z = az - c.z;
            const float ra = 0.05f + x * x + y * y + z * z;
            x = bx - c.x; y = by - c.y; z = bz - c.z;
            const float rb = 0.05f + x * x + y * y + z * z;
            const float ia = inverse_root(ra), ib = inverse_root(rb);
            ea += c.w * ia * (1.0f + ia * (0.3f + 0.02f * ia));
            eb += c.w * ib * (1.0f + ib * (0.3f + 0.02f * ib));
        }
        __syncthreads();
    }
    part[(size_t)blockIdx.y * CEN + i] = ea;
    part[(size_t)blockIdx.y * CEN + j] = eb;
}

// ---- 20. remote sensing: hyperspectral cube from pixel-interleaved to band-sequential, 224 bands
constexpr int HBP = 320000, HBB = 224;
__global__ void __launch_bounds__(256) cube_to_bands_r5_a(const float* __restrict__ cube, const float* __restrict__ scale, float* __restrict__ bands) {
    __shared__ float s[32][33];
    const int tx = threadIdx.x, ty = threadIdx.y, b0 = blockIdx.x * 32, p0 = blockIdx.y * 32;
    const float g = 1.0f + 0.1f * scale[b0 + tx];
#pragma unroll
    for (int r = 0; r < 32; r += 8) s[ty + r][tx] = g * cube[(size_t)(p0 + ty + r) * HBB + b0 + tx];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 32; r += 8) bands[(size_t)(b0 + ty + r) * HBP + p0 + tx] = s[tx][ty + r];
}

int main(int argc, char** argv) {
    using harness::Case;
    using harness::Output;
    std::vector<Case> cases;
    {   // 11
        std::vector<float> tap(MIC_BEAMS * 64);
        std::vector<int> delay(MIC_BEAMS * 8);
        for (size_t i = 0; i < tap.size(); ++i) tap[i] = 0.05f + 0.1f * std::sin(0.9f * i);
        for (size_t i = 0; i < delay.size(); ++i) delay[i] = (int)(harness::hash32((uint32_t)i) % 32);
        CHECK(cudaMemcpyToSymbol(mic_tap, tap.data(), tap.size() * sizeof(float)));
        CHECK(cudaMemcpyToSymbol(mic_delay, delay.data(), delay.size() * sizeof(int)));
        const int blocks = 132 * 16, frames = blocks * MIC_FRAMES;
        float* pcm = harness::filled<float>((size_t)(frames + 64) * 8, 111);
        const size_t n = (size_t)MIC_BEAMS * frames;
        float* beam = harness::empty<float>(n);
        cases.push_back({"mic_steer_r5_a", [=] { mic_steer_r5_a<<<blocks, 256>>>(pcm, beam, frames); }, beam, n});
        cases.push_back({"mic_steer_r5_b", [=] { mic_steer_r5_b<<<blocks, 256>>>(pcm, beam, frames); }, beam, n});
    }
    {   // 12
        float* x = harness::filled<float>((size_t)DIM * DID, 121);
        float* y = harness::filled<float>((size_t)DIN * DID, 122);
        const size_t n = (size_t)DIM * DIN;
        float* dist = harness::empty<float>(n);
        const dim3 block(16, 16);
        cases.push_back({"diet_manhattan_r5_a", [=] { diet_manhattan_r5_a<<<dim3(DIN / 16, DIM / 16), block>>>(x, y, dist); }, dist, n});
        cases.push_back({"diet_manhattan_r5_b", [=] { diet_manhattan_r5_b<<<dim3(DIN / 64, DIM / 64), block>>>(x, y, dist); }, dist, n});
    }
    {   // 13
        const size_t n = (size_t)SPX * SPY * SPZ;
        float* salt = harness::filled<float>(n, 131);
        float* next = harness::empty<float>(n);
        const dim3 grid(SPX / 32, SPY / 8);
        cases.push_back({"salt_plume_r5_a", [=] { salt_plume_r5_a<<<grid, 256>>>(salt, next); }, next, n});
        cases.push_back({"salt_plume_r5_b", [=] { salt_plume_r5_b<<<grid, 256>>>(salt, next); }, next, n});
    }
    {   // 14
        half* x = harness::filled<half>((size_t)OPM * OPK, 141);
        half* w = harness::filled<half>((size_t)OPN * OPK, 142);
        const size_t n = (size_t)OPM * OPN;
        float* c = harness::empty<float>(n);
        const int before = 4 * OPSTAGE * (int)sizeof(half), after = 4 * 49152;
        CHECK(cudaFuncSetAttribute(sentence_proj_r5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, before));
        CHECK(cudaFuncSetAttribute(sentence_proj_r5_b, cudaFuncAttributeMaxDynamicSharedMemorySize, after));
        const dim3 grid(OPN / 256, OPM / 128);
        cases.push_back({"sentence_proj_r5_a", [=] { sentence_proj_r5_a<<<grid, 256, before>>>(x, w, c); }, c, n});
        cases.push_back({"sentence_proj_r5_b", [=] { sentence_proj_r5_b<<<grid, 256, after>>>(x, w, c); }, c, n});
    }
    {   // 15
        float* tables = harness::filled<float>((size_t)RBT * RBROWS * 8, 151);
        int* ids = harness::indices((size_t)RBT * RBVISITS * 8, RBROWS, 152);
        float* importance = harness::filled<float>((size_t)RBVISITS * 8, 153);
        const size_t n = (size_t)RBVISITS * RBT * 8;
        float* out = harness::empty<float>(n);
        cases.push_back({"visit_bag_r5_a", [=] { visit_bag_r5_a<<<dim3(RBT, RBVISITS / 32), 256>>>(tables, ids, importance, out); }, out, n});
        cases.push_back({"visit_bag_r5_b", [=] { visit_bag_r5_b<<<dim3(RBVISITS / 32, RBT), 256>>>(tables, ids, importance, out); }, out, n});
    }
    {   // 16
        const int lines = 42240;
        const size_t n = (size_t)lines * GAUGE_PITCH;
        float* level = harness::filled<float>(n, 161);
        float* out = harness::empty<float>(n);
        const int most = 2 * GAUGE_MOST * (int)sizeof(float), fits = 2 * GAUGE_PITCH * (int)sizeof(float);
        CHECK(cudaFuncSetAttribute(gauge_smooth_r5_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        cases.push_back({"gauge_smooth_r5_a", [=] { gauge_smooth_r5_a<<<lines, 128, most>>>(level, out, 1021); }, out, n});
        cases.push_back({"gauge_smooth_r5_b", [=] { gauge_smooth_r5_b<<<lines, 128, fits>>>(level, out, 1021); }, out, n});
    }
    {   // 17
        const size_t n = (size_t)FUX * FUY;
        uint8_t* zone = harness::empty<uint8_t>(n);
        harness_watersheds<<<2048, 256>>>(zone);
        int* fuel = harness::indices(n, 900, 171);
        int* total = harness::empty<int>(256);
        cases.push_back({"watershed_fuel_r5_a", [=] { watershed_fuel_r5_a<<<132 * 8, 256>>>(zone, fuel, total); }, total, 256, Output::i32});
        cases.push_back({"watershed_fuel_r5_b", [=] { watershed_fuel_r5_b<<<132 * 8, 256>>>(zone, fuel, total); }, total, 256, Output::i32});
    }
    {   // 18
        half* ret = harness::filled<half>((size_t)FBM * FBK, 181);
        half* factor = harness::filled<half>((size_t)4 * FBK, 182);
        const size_t n = (size_t)FBM * 4;
        float* out = harness::empty<float>(n);
        cases.push_back({"factor_exposure_r5_a", [=] { factor_exposure_r5_a<<<132 * 4, 256>>>(ret, factor, out); }, out, n});
        cases.push_back({"factor_exposure_r5_b", [=] { factor_exposure_r5_b<<<FBM / 128, 256>>>(ret, factor, out); }, out, n});
    }
    {   // 19
        float* p = harness::filled<float>((size_t)3 * CEN, 191);
        float* colloid = harness::filled<float>((size_t)4 * CES, 192);
        const size_t n = (size_t)CE_PARTS * CEN;
        float* part = harness::empty<float>(n);
        cases.push_back({"colloid_energy_r5_a",
                         [=] { colloid_energy_r5_a<<<dim3(CEN / 256, CE_PARTS), 128>>>(p, p + CEN, p + 2 * CEN, (float4*)colloid, part); }, part, n});
    }
    {   // 20
        const size_t n = (size_t)HBP * HBB;
        float* cube = harness::filled<float>(n, 201);
        float* scale = harness::filled<float>(HBB, 202);
        float* bands = harness::empty<float>(n);
        cases.push_back({"cube_to_bands_r5_a", [=] { cube_to_bands_r5_a<<<dim3(HBB / 32, HBP / 32), dim3(32, 8)>>>(cube, scale, bands); }, bands, n});
    }
    return harness::run(argc, argv, cases);
}
