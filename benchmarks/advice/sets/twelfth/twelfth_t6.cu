// Deep-learning code bases: custom ops of PyTorch extensions, before and after.
#include "harness.cuh"

#include <cuda_fp16.h>

// ---- Dense detector: sigmoid focal loss of every anchor and class ------------------------------------------------------------------
constexpr int kClasses = 80;

__global__ void __launch_bounds__(256) anchor_focal_t6_a(const float* __restrict__ logits, const int* __restrict__ target, float* __restrict__ loss,
                                                         int n, float alpha, float gamma) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool positive = target[i / kClasses] == i % kClasses;
    float p = 1.0 / (1.0 + expf(-logits[i]));
    float pt = positive ? p : 1.0 - p;
    float at = positive ? alpha : 1.0 - alpha;
    loss[i] = -at * pow(1.0 - pt, gamma) * log(pt + 1e-8);
}

__global__ void __launch_bounds__(256) anchor_focal_t6_b(const float* __restrict__ logits, const int* __restrict__ target, float* __restrict__ loss,
                                                         int n, float alpha, float gamma) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    bool positive = target[i / kClasses] == i % kClasses;
    float p = 1.0f / (1.0f + expf(-logits[i]));
    float pt = positive ? p : 1.0f - p;
    float at = positive ? alpha : 1.0f - alpha;
    loss[i] = -at * powf(1.0f - pt, gamma) * logf(pt + 1e-8f);
}

// ---- Two-stage detector: max over 7 x 7 bins of each region, feature map and result channels last -----------------------------------
constexpr int kBins = 7;

__device__ __forceinline__ float roi_bin(const float* __restrict__ map, const float* __restrict__ roi, int ph, int pw, int c, int height, int width, int channels) {
    int image = (int)roi[0];
    float bin_w = (roi[3] - roi[1]) / kBins, bin_h = (roi[4] - roi[2]) / kBins;
    int x0 = max((int)floorf(roi[1] + pw * bin_w), 0), x1 = min((int)ceilf(roi[1] + (pw + 1) * bin_w), width);
    int y0 = max((int)floorf(roi[2] + ph * bin_h), 0), y1 = min((int)ceilf(roi[2] + (ph + 1) * bin_h), height);
    const float* plane = map + (size_t)image * height * width * channels + c;
    float best = -1e30f;
    for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x) best = fmaxf(best, plane[((size_t)y * width + x) * channels]);
    return y1 > y0 && x1 > x0 ? best : 0.0f;
}

__global__ void __launch_bounds__(256) roi_maxbins_t6_a(const float* __restrict__ map, const float* __restrict__ rois, float* __restrict__ out,
                                                        int n, int height, int width, int channels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pw = i % kBins, ph = i / kBins % kBins, c = i / (kBins * kBins) % channels, r = i / (kBins * kBins) / channels;
    out[((r * kBins + ph) * kBins + pw) * channels + c] = roi_bin(map, rois + r * 5, ph, pw, c, height, width, channels);
}

__global__ void __launch_bounds__(256) roi_maxbins_t6_b(const float* __restrict__ map, const float* __restrict__ rois, float* __restrict__ out,
                                                        int n, int height, int width, int channels) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int c = i % channels, pw = i / channels % kBins, ph = i / channels / kBins % kBins, r = i / channels / (kBins * kBins);
    out[((r * kBins + ph) * kBins + pw) * channels + c] = roi_bin(map, rois + r * 5, ph, pw, c, height, width, channels);
}

// ---- Shifted-window transformer: cyclic shift and partition into windows in one pass -------------------------------------------------
__global__ void __launch_bounds__(256) window_shift_t6_a(const float* __restrict__ x, float* __restrict__ windows, int n, int height, int width,
                                                         int channels, int side, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int across = width / side, down = height / side;
    int c = i % channels, t = i / channels;
    int col = t % side; t /= side;
    int row = t % side; t /= side;
    int wc = t % across; t /= across;
    int wr = t % down, b = t / down;
    int h = (wr * side + row + shift) % height, w = (wc * side + col + shift) % width;
    windows[i] = x[((b * height + h) * width + w) * channels + c];
}

__global__ void __launch_bounds__(256) window_shift_t6_b(const float* __restrict__ x, float* __restrict__ windows, int n, int height, int width,
                                                         int channels, int side, int shift) {
    int wc = blockIdx.x, wr = blockIdx.y, b = blockIdx.z;
    float* out = windows + (size_t)((b * gridDim.y + wr) * gridDim.x + wc) * side * side * channels;
    for (int row = 0; row < side; ++row) {
        int h = wr * side + row + shift;
        if (h >= height) h -= height;
        for (int col = threadIdx.y; col < side; col += blockDim.y) {
            int w = wc * side + col + shift;
            if (w >= width) w -= width;
            for (int c = threadIdx.x; c < channels; c += blockDim.x)
                out[(row * side + col) * channels + c] = x[((b * height + h) * width + w) * channels + c];
        }
    }
}

// ---- Language model: rotary embedding of neighbouring pairs, angles computed on the fly ----------------------------------------------
constexpr int kHeads = 32, kPairs = 64;

__device__ __forceinline__ __half2 turned(__half2 v, float s, float c) {
    float2 f = __half22float2(v);
    return __floats2half2_rn(f.x * c - f.y * s, f.x * s + f.y * c);
}

__global__ void __launch_bounds__(256) pair_rotary_t6_a(const __half2* __restrict__ q, const int* __restrict__ position, __half2* __restrict__ out,
                                                        int n, float base) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int pair = i % kPairs, token = i / (kPairs * kHeads);
    float frequency = powf(base, -(float)pair / kPairs), s, c;
    sincosf(position[token] * frequency, &s, &c);
    out[i] = turned(q[i], s, c);
}

__global__ void __launch_bounds__(256) pair_rotary_t6_b(const __half2* __restrict__ q, const int* __restrict__ position, __half2* __restrict__ out,
                                                        int n, float base) {
    int pair = threadIdx.x % kPairs, token = blockIdx.x;
    float frequency = powf(base, -(float)pair / kPairs), s, c;
    sincosf(position[token] * frequency, &s, &c);
#pragma unroll
    for (int k = 0; k < kPairs * kHeads; k += 256) {
        int i = token * kPairs * kHeads + k + threadIdx.x;
        out[i] = turned(q[i], s, c);
    }
}

// ---- Ragged batch: RMS norm of every token with the gain of its sequence's adapter --------------------------------------------------
constexpr int kHidden = 512;

__device__ __forceinline__ void norm_token(const __half* __restrict__ x, __half* __restrict__ y, size_t token, float gain, const float* weight, int lane) {
    const uint4* in = reinterpret_cast<const uint4*>(x + token * kHidden);
    uint4* to = reinterpret_cast<uint4*>(y + token * kHidden);
    uint4 raw[2] = {in[lane], in[lane + 32]};
    const __half2* h = reinterpret_cast<const __half2*>(raw);
    float2 v[8];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k) { v[k] = __half22float2(h[k]); sum += v[k].x * v[k].x + v[k].y * v[k].y; }
#pragma unroll
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    float scale = gain * rsqrtf(sum / kHidden + 1e-6f);
    __half2 r[8];
#pragma unroll
    for (int k = 0; k < 8; ++k) r[k] = __floats2half2_rn(v[k].x * scale * weight[2 * k], v[k].y * scale * weight[2 * k + 1]);
    const uint4* packed = reinterpret_cast<const uint4*>(r);
    to[lane] = packed[0];
    to[lane + 32] = packed[1];
}

__device__ __forceinline__ void lane_weights(const float* __restrict__ w, float* mine, int lane) {
#pragma unroll
    for (int k = 0; k < 16; ++k) mine[k] = w[(k / 8) * 256 + lane * 8 + k % 8];
}

__global__ void __launch_bounds__(256) ragged_rms_t6_a(const __half* __restrict__ x, const float* __restrict__ w, const float* __restrict__ gain,
                                                       const int* __restrict__ start, __half* __restrict__ y) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sequence = blockIdx.x;
    float mine[16];
    lane_weights(w, mine, lane);
    float g = gain[sequence];
    int end = start[sequence + 1];
    for (int t = start[sequence] + warp; t < end; t += 8) norm_token(x, y, t, g, mine, lane);
}

__global__ void __launch_bounds__(256) ragged_rms_t6_b(const __half* __restrict__ x, const float* __restrict__ w, const float* __restrict__ gain,
                                                       const int* __restrict__ sequence_of, __half* __restrict__ y, int tokens) {
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float mine[16];
    lane_weights(w, mine, lane);
    for (int t = blockIdx.x * 8 + warp; t < tokens; t += gridDim.x * 8) norm_token(x, y, t, gain[sequence_of[t]], mine, lane);
}

// ---- Mixture of experts: the k best of 64 experts of every token and their weights ---------------------------------------------------
constexpr int kExperts = 64, kMost = 16, kBest = 8;

__global__ void __launch_bounds__(256) expert_choice_t6_a(const float* __restrict__ scores, float* __restrict__ out, int tokens, int k) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) return;
    float best[kMost];
    int who[kMost];
    for (int j = 0; j < k; ++j) { best[j] = -1e30f; who[j] = 0; }
#pragma unroll 4
    for (int e = 0; e < kExperts; ++e) {
        float s = scores[(size_t)e * tokens + t];
        if (s <= best[k - 1]) continue;
        int j = k - 1;
        for (; j > 0 && best[j - 1] < s; --j) { best[j] = best[j - 1]; who[j] = who[j - 1]; }
        best[j] = s;
        who[j] = e;
    }
    float total = 0;
    for (int j = 0; j < k; ++j) total += __expf(best[j] - best[0]);
    for (int j = 0; j < k; ++j) {
        out[(size_t)j * tokens + t] = __expf(best[j] - best[0]) / total;
        out[(size_t)(k + j) * tokens + t] = (float)who[j];
    }
}

__global__ void __launch_bounds__(256) expert_choice_t6_b(const float* __restrict__ scores, float* __restrict__ out, int tokens) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= tokens) return;
    float best[kBest];
    int who[kBest];
#pragma unroll
    for (int j = 0; j < kBest; ++j) { best[j] = -1e30f; who[j] = 0; }
#pragma unroll 4
    for (int e = 0; e < kExperts; ++e) {
        float s = scores[(size_t)e * tokens + t];
        if (s <= best[kBest - 1]) continue;
        int id = e;
        bool placed = false;
#pragma unroll
        for (int j = 0; j < kBest; ++j) {  // once the newcomer has its slot all below move on by one
            placed = placed || s > best[j];
            float value = best[j];
            int expert = who[j];
            best[j] = placed ? s : value;
            who[j] = placed ? id : expert;
            s = placed ? value : s;
            id = placed ? expert : id;
        }
    }
    float total = 0;
#pragma unroll
    for (int j = 0; j < kBest; ++j) total += __expf(best[j] - best[0]);
#pragma unroll
    for (int j = 0; j < kBest; ++j) {
        out[(size_t)j * tokens + t] = __expf(best[j] - best[0]) / total;
        out[(size_t)(kBest + j) * tokens + t] = (float)who[j];
    }
}

// ---- Packed documents: which query may see which key, of dropout, padding and document numbers, a byte each --------------------------
__global__ void __launch_bounds__(256) keep_bytes_t6_a(const uint8_t* __restrict__ dropout, const uint8_t* __restrict__ valid,
                                                       const uint8_t* __restrict__ document, uint8_t* __restrict__ keep, int length) {
    size_t row = (size_t)blockIdx.y * length + blockIdx.x;
    const uint8_t* v = valid + (size_t)blockIdx.y * length;
    const uint8_t* d = document + (size_t)blockIdx.y * length;
    uint8_t mine = d[blockIdx.x];
    for (int k = threadIdx.x; k < length; k += blockDim.x)
        keep[row * length + k] = dropout[row * length + k] & v[k] & (uint8_t)(d[k] == mine);
}

__global__ void __launch_bounds__(256) keep_bytes_t6_b(const uint8_t* __restrict__ dropout, const uint8_t* __restrict__ valid,
                                                       const uint8_t* __restrict__ document, uint8_t* __restrict__ keep, int length) {
    size_t row = (size_t)blockIdx.y * length + blockIdx.x;
    const uint4* v = reinterpret_cast<const uint4*>(valid + (size_t)blockIdx.y * length);
    const uint4* d = reinterpret_cast<const uint4*>(document + (size_t)blockIdx.y * length);
    const uint4* in = reinterpret_cast<const uint4*>(dropout + row * length);
    uint4* to = reinterpret_cast<uint4*>(keep + row * length);
    unsigned mine = document[(size_t)blockIdx.y * length + blockIdx.x] * 0x01010101u;
    for (int k = threadIdx.x; k < length / 16; k += blockDim.x) {
        uint4 a = in[k], b = v[k], c = d[k];
        to[k] = make_uint4(a.x & b.x & __vcmpeq4(c.x, mine), a.y & b.y & __vcmpeq4(c.y, mine), a.z & b.z & __vcmpeq4(c.z, mine),
                           a.w & b.w & __vcmpeq4(c.w, mine));
    }
}

// ---- Vision transformer: scaled branch added to the residual stream, which begins one value into its buffer --------------------------
__device__ __forceinline__ void branch_add(const float* __restrict__ x, const float* __restrict__ branch, const float* __restrict__ scale, float* __restrict__ y) {
    size_t first = (size_t)blockIdx.x * 2048 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; ++k) {
        size_t i = first + k * 256;
        y[i] = x[i] + scale[i % 1024] * branch[i];
    }
}
__global__ void __launch_bounds__(256) patch_branch_t6_a(const float* __restrict__ x, const float* __restrict__ branch, const float* __restrict__ scale,
                                                         float* __restrict__ y) { branch_add(x, branch, scale, y); }
__global__ void __launch_bounds__(256) patch_branch_t6_b(const float* __restrict__ x, const float* __restrict__ branch, const float* __restrict__ scale,
                                                         float* __restrict__ y) { branch_add(x, branch, scale, y); }

// ---- Attention scores with linear position bias; slopes staged in shared memory sized for the largest model --------------------------
__device__ __forceinline__ void add_bias(const float4* __restrict__ scores, const float* __restrict__ slopes, float4* __restrict__ out, int length, int heads) {
    extern __shared__ float slope[];
    if (threadIdx.x < heads) slope[threadIdx.x] = slopes[threadIdx.x];
    __syncthreads();
    float m = slope[blockIdx.y];
    size_t at = ((size_t)blockIdx.y * length + blockIdx.x * 4) * (length / 4);
#pragma unroll 1
    for (int k = threadIdx.x; k < length / 4; k += 256) {
        float4 s[4];
#pragma unroll
        for (int r = 0; r < 4; ++r) s[r] = scores[at + r * (length / 4) + k];
#pragma unroll
        for (int r = 0; r < 4; ++r) {
            float d = (float)(k * 4 - (blockIdx.x * 4.0f + r)) * m;
            s[r].x += d; s[r].y += d + m; s[r].z += d + 2 * m; s[r].w += d + 3 * m;
            out[at + r * (length / 4) + k] = s[r];
        }
    }
}
__global__ void __launch_bounds__(256) linear_bias_t6_a(const float4* __restrict__ scores, const float* __restrict__ slopes, float4* __restrict__ out,
                                                        int length, int heads) { add_bias(scores, slopes, out, length, heads); }
__global__ void __launch_bounds__(256) linear_bias_t6_b(const float4* __restrict__ scores, const float* __restrict__ slopes, float4* __restrict__ out,
                                                        int length, int heads) { add_bias(scores, slopes, out, length, heads); }

// ---- Optimiser with gradient differences (Adan), all states in one pass --------------------------------------------------------------
__device__ __forceinline__ void adan_one(float& p, float g, float& last, float& m, float& v, float& n, float lr) {
    float d = g - last, u = g + 0.92f * d;
    m += 0.02f * (g - m);
    v += 0.08f * (d - v);
    n += 0.01f * (u * u - n);
    p = (p - lr * __fdividef(m + 0.92f * v, sqrtf(fabsf(n)) + 1e-3f)) * (1.0f - 1e-3f * lr);
    last = g;
}
__global__ void __launch_bounds__(256) adan_states_t6_a(const float4* __restrict__ p, const float4* __restrict__ g, const float4* __restrict__ last,
                                                        const float4* __restrict__ m, const float4* __restrict__ v, const float4* __restrict__ n,
                                                        float4* __restrict__ p2, float4* __restrict__ last2, float4* __restrict__ m2,
                                                        float4* __restrict__ v2, float4* __restrict__ n2, float lr) {
    size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    float4 P = p[i], G = g[i], L = last[i], M = m[i], V = v[i], N = n[i];
    adan_one(P.x, G.x, L.x, M.x, V.x, N.x, lr);
    adan_one(P.y, G.y, L.y, M.y, V.y, N.y, lr);
    adan_one(P.z, G.z, L.z, M.z, V.z, N.z, lr);
    adan_one(P.w, G.w, L.w, M.w, V.w, N.w, lr);
    p2[i] = P; last2[i] = L; m2[i] = M; v2[i] = V; n2[i] = N;
}

// ---- cases ---------------------------------------------------------------------------------------------------------------------------
static __global__ void fill_bytes(uint8_t* p, size_t n, uint32_t below, uint32_t seed) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] = (uint8_t)(harness::hash32((uint32_t)i * 2654435761u + seed) % 1024 * below / 1024);
}
static uint8_t* bytes(size_t n, uint32_t below, uint32_t seed) {
    uint8_t* p; CHECK(cudaMalloc(&p, n));
    fill_bytes<<<2048, 256>>>(p, n, below, seed); CHECK(cudaGetLastError());
    return p;
}

int main(int argc, char** argv) {
    using namespace harness;
    std::vector<Case> cases;

    {
        int n = 262144 * kClasses;
        auto logits = filled<float>(n, 1); auto target = indices(n / kClasses, kClasses, 2); auto loss = empty<float>(n);
        cases.push_back({"anchor_focal_t6_a", [=] { anchor_focal_t6_a<<<n / 256, 256>>>(logits, target, loss, n, 0.25f, 2.0f); }, loss, (size_t)n});
        cases.push_back({"anchor_focal_t6_b", [=] { anchor_focal_t6_b<<<n / 256, 256>>>(logits, target, loss, n, 0.25f, 2.0f); }, loss, (size_t)n});
    }
    {
        int images = 8, height = 100, width = 136, channels = 256, count = 1024;
        std::vector<float> rois(count * 5);
        for (int r = 0; r < count; ++r) {
            float w = 20 + 6 * unit(r * 4 + 1), h = 20 + 6 * unit(r * 4 + 2);
            float x = (unit(r * 4 + 3) * 0.5f + 0.5f) * (width - w - 1), y = (unit(r * 4 + 4) * 0.5f + 0.5f) * (height - h - 1);
            float box[5] = {(float)(r % images), x, y, x + w, y + h};
            std::copy(box, box + 5, rois.begin() + r * 5);
        }
        auto map = filled<float>((size_t)images * height * width * channels, 3); auto boxes = uploaded(rois);
        int n = count * kBins * kBins * channels;
        auto out = empty<float>(n);
        cases.push_back({"roi_maxbins_t6_a", [=] { roi_maxbins_t6_a<<<n / 256, 256>>>(map, boxes, out, n, height, width, channels); }, out, (size_t)n});
        cases.push_back({"roi_maxbins_t6_b", [=] { roi_maxbins_t6_b<<<n / 256, 256>>>(map, boxes, out, n, height, width, channels); }, out, (size_t)n});
    }
    {
        int batch = 64, side = 8, height = 64, width = 64, channels = 192, n = batch * height * width * channels;
        auto x = filled<float>(n, 4); auto y = empty<float>(n);
        dim3 grid(width / side, height / side, batch), block(64, 4);
        cases.push_back({"window_shift_t6_a", [=] { window_shift_t6_a<<<n / 256, 256>>>(x, y, n, height, width, channels, side, 4); }, y, (size_t)n});
        cases.push_back({"window_shift_t6_b", [=] { window_shift_t6_b<<<grid, block>>>(x, y, n, height, width, channels, side, 4); }, y, (size_t)n});
    }
    {
        int tokens = 16384, n = tokens * kHeads * kPairs;
        auto q = (__half2*)filled<__half>((size_t)n * 2, 5); auto position = indices(tokens, 32768, 6); auto out = (__half2*)empty<__half>((size_t)n * 2);
        cases.push_back({"pair_rotary_t6_a", [=] { pair_rotary_t6_a<<<n / 256, 256>>>(q, position, out, n, 10000.0f); }, out, (size_t)n * 2, Output::f16});
        cases.push_back({"pair_rotary_t6_b", [=] { pair_rotary_t6_b<<<tokens, 256>>>(q, position, out, n, 10000.0f); }, out, (size_t)n * 2, Output::f16});
    }
    {
        int sequences = 2112;
        std::vector<int> start(1, 0), of;
        for (int s = 0; s < sequences; ++s) {
            int length = s % 264 == 100 ? 4096 : 32 + (int)(hash32(s + 11) % 96);
            for (int t = 0; t < length; ++t) of.push_back(s);
            start.push_back((int)of.size());
        }
        int tokens = (int)of.size();
        size_t n = (size_t)tokens * kHidden;
        auto x = filled<__half>(n, 8); auto w = filled<float>(kHidden, 9); auto gain = filled<float>(sequences, 10);
        auto first = uploaded(start), owner = uploaded(of);
        auto y = empty<__half>(n);
        cases.push_back({"ragged_rms_t6_a", [=] { ragged_rms_t6_a<<<sequences, 256>>>(x, w, gain, first, y); }, y, n, Output::f16});
        cases.push_back({"ragged_rms_t6_b", [=] { ragged_rms_t6_b<<<2112, 256>>>(x, w, gain, owner, y, tokens); }, y, n, Output::f16});
    }
    {
        int tokens = 1 << 20;
        auto scores = filled<float>((size_t)tokens * kExperts, 12); auto out = empty<float>((size_t)tokens * kBest * 2);
        cases.push_back({"expert_choice_t6_a", [=] { expert_choice_t6_a<<<tokens / 256, 256>>>(scores, out, tokens, kBest); }, out, (size_t)tokens * kBest * 2});
        cases.push_back({"expert_choice_t6_b", [=] { expert_choice_t6_b<<<tokens / 256, 256>>>(scores, out, tokens); }, out, (size_t)tokens * kBest * 2});
    }
    {
        int batch = 12, length = 4096;
        size_t n = (size_t)batch * length * length;
        auto dropout = bytes(n, 2, 13), valid = bytes((size_t)batch * length, 2, 14), document = bytes((size_t)batch * length, 4, 15);
        auto keep = empty<uint8_t>(n);
        dim3 grid(length, batch);
        cases.push_back({"keep_bytes_t6_a", [=] { keep_bytes_t6_a<<<grid, 256>>>(dropout, valid, document, keep, length); }, keep, n, Output::u8});
        cases.push_back({"keep_bytes_t6_b", [=] { keep_bytes_t6_b<<<grid, 256>>>(dropout, valid, document, keep, length); }, keep, n, Output::u8});
    }
    {
        size_t n = 32u << 20;
        auto shifted = filled<float>(n + 1, 16), branch = filled<float>(n, 17), scale = filled<float>(1024, 18);
        auto aligned = empty<float>(n), y = empty<float>(n);
        CHECK(cudaMemcpy(aligned, shifted + 1, n * sizeof(float), cudaMemcpyDeviceToDevice));
        int grid = (int)(n / 2048);
        cases.push_back({"patch_branch_t6_a", [=] { patch_branch_t6_a<<<grid, 256>>>(shifted + 1, branch, scale, y); }, y, n});
        cases.push_back({"patch_branch_t6_b", [=] { patch_branch_t6_b<<<grid, 256>>>(aligned, branch, scale, y); }, y, n});
    }
    {
        int heads = 16, length = 2048, most = 52 * 1024;
        size_t n = (size_t)heads * length * length;
        auto scores = (float4*)filled<float>(n, 19); auto slopes = filled<float>(heads, 20); auto out = (float4*)empty<float>(n);
        CHECK(cudaFuncSetAttribute(linear_bias_t6_a, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
        dim3 grid(length / 4, heads);
        cases.push_back({"linear_bias_t6_a", [=] { linear_bias_t6_a<<<grid, 256, most>>>(scores, slopes, out, length, heads); }, out, n});
        cases.push_back({"linear_bias_t6_b", [=] { linear_bias_t6_b<<<grid, 256, heads * 4>>>(scores, slopes, out, length, heads); }, out, n});
    }
    {
        size_t n = 8u << 20;
        std::vector<float4*> in, out;
        for (int k = 0; k < 6; ++k) in.push_back((float4*)filled<float>(n, 21 + k));
        for (int k = 0; k < 5; ++k) out.push_back((float4*)empty<float>(n));
        cases.push_back({"adan_states_t6_a", [=] {
            adan_states_t6_a<<<(int)(n / 1024), 256>>>(in[0], in[1], in[2], in[3], in[4], in[5], out[0], out[1], out[2], out[3], out[4], 0.01f);
        }, out[0], n});
    }
    return run(argc, argv, cases);
}
