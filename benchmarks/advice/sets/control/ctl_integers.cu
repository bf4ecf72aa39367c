// Integer kernels at the roof of their pipe, and loops over bits that look like them: which of the two a full integer pipe means, its counters hardly tell.
//
// Healthy (512 rounds of a round function on two words a thread; nothing but fewer rounds would be faster):
//   tea_rounds      XTEA, whose round constant counts along in uniform registers       speck_rounds    additions, rotations, keys by the loop's counter
//   simon_rounds    three rotations and an AND, likewise                               shift_noise     xorshift, on registers alone
//   lookup_mix      Bob Jenkins' lookup3, dealt to the integer and the FMA pipe        rule_words      the automaton of rule 30
//   register_walk   a feedback shift register, a step a turn
// Defects (integer-bound): bits one by one where one instruction, or a few masks, take all of them.
//   ones_unrolled, ones_rolled: a population count -> `__popc`        mirror_rolled: a word turned round -> `__brev`
//   weave_rolled: bits of two halves interleaved -> five masks each   highest_bit: a search from the top -> `__clz`
#include "harness.cuh"

#include <vector>

using harness::Case;
using harness::Output;
using Word = uint32_t;

constexpr int kBlocks = 132 * 8 * 4, kThreads = 256, kRounds = 512, kSteps = 64;
__constant__ Word kTable[128];

template <class Round>
__device__ __forceinline__ void rounds(const Word* __restrict__ in, Word* __restrict__ out, int turns, Round round) {
    Word i = blockIdx.x * kThreads + threadIdx.x, x = in[i], y = in[i ^ 1] + 77u;
    for (int r = 0; r < turns; ++r) round(x, y, kTable[r & 127]);
    out[i] = x ^ y;
}

__device__ __forceinline__ Word left(Word v, int by) { return __funnelshift_l(v, v, by); }
__device__ __forceinline__ Word right(Word v, int by) { return __funnelshift_r(v, v, by); }

#define ROUNDS(name, body)                                                                                                    \
    __global__ void __launch_bounds__(kThreads) name(const Word* __restrict__ in, Word* __restrict__ out, int turns) {        \
        rounds(in, out, turns, [](Word& x, Word& y, Word key) { body });                                                      \
    }

ROUNDS(speck_rounds, x = (right(x, 8) + y) ^ key; y = left(y, 3) ^ x;)
ROUNDS(simon_rounds, Word t = x; x = y ^ (left(x, 1) & left(x, 8)) ^ left(x, 2) ^ key; y = t;)
ROUNDS(shift_noise, x ^= x << 13; x ^= x >> 17; x ^= x << 5; y += x;)
ROUNDS(rule_words, x = left(x, 1) ^ (x | right(x, 1)); y += x & 1;)
ROUNDS(register_walk, Word b = (x ^ (x >> 2) ^ (x >> 3) ^ (x >> 5)) & 1; x = (x >> 1) | (b << 31); y ^= x;)
__global__ void __launch_bounds__(kThreads) tea_rounds(const Word* __restrict__ in, Word* __restrict__ out, int turns) {
    Word sum = 0;
    rounds(in, out, turns, [&](Word& x, Word& y, Word) {
        x += (((y << 4) ^ (y >> 5)) + y) ^ (sum + kTable[sum & 3]);
        sum += 0x9E3779B9u;
        y += (((x << 4) ^ (x >> 5)) + x) ^ (sum + kTable[(sum >> 11) & 3]);
    });
}

__global__ void __launch_bounds__(kThreads) lookup_mix(const Word* __restrict__ in, Word* __restrict__ out, int turns) {
    Word z = 0xdeadbeefu + threadIdx.x;
    rounds(in, out, turns, [&](Word& x, Word& y, Word) {
        x -= z; x ^= left(z, 4); z += y; y -= x; y ^= left(x, 6); x += z; z -= y; z ^= left(y, 8); y += x;
    });
    out[blockIdx.x * kThreads + threadIdx.x] ^= z;
}

// One step takes a value of all bits of a word, and goes on from it.
#define STEPS(name, all)                                                                                                      \
    __global__ void __launch_bounds__(kThreads) name(const Word* __restrict__ in, Word* __restrict__ out, int turns) {        \
        rounds(in, out, turns, [](Word& x, Word& y, Word key) { y += all(x ^ key); x = x * 3 + 1; });                         \
    }

template <int kUnroll>
__device__ __forceinline__ Word ones_by_shift(Word v) {
    Word ones = 0;
#pragma unroll kUnroll
    for (int b = 0; b < 32; ++b) ones += (v >> b) & 1;
    return ones;
}
__device__ __forceinline__ Word mirror_by_bit(Word v) {
    Word mirrored = 0;
#pragma unroll 1
    for (int b = 0; b < 32; ++b) mirrored |= ((v >> b) & 1) << (31 - b);
    return mirrored;
}
__device__ __forceinline__ Word weave_by_bit(Word v) {
    Word woven = 0;
#pragma unroll 4
    for (int b = 0; b < 16; ++b) woven |= ((v >> b) & 1) << (2 * b) | ((v >> (16 + b)) & 1) << (2 * b + 1);
    return woven;
}
__device__ __forceinline__ Word spread(Word v) {
    v = (v | v << 8) & 0x00ff00ffu; v = (v | v << 4) & 0x0f0f0f0fu; v = (v | v << 2) & 0x33333333u;
    return (v | v << 1) & 0x55555555u;
}
__device__ __forceinline__ Word weave_by_masks(Word v) { return spread(v & 0xffff) | spread(v >> 16) << 1; }
__device__ __forceinline__ Word highest_by_search(Word v) {
    int highest = 0;
    for (int b = 31; b >= 0; --b) highest = (v >> b) & 1 ? max(highest, b) : highest;
    return highest;
}
__device__ __forceinline__ Word highest_by_count(Word v) { return v ? 31 - __clz(v) : 0; }

STEPS(ones_unrolled_a, ones_by_shift<32>)
STEPS(ones_unrolled_b, __popc)
STEPS(ones_rolled_a, ones_by_shift<1>)
STEPS(ones_rolled_b, __popc)
STEPS(mirror_rolled_a, mirror_by_bit)
STEPS(mirror_rolled_b, __brev)
STEPS(weave_rolled_a, weave_by_bit)
STEPS(weave_rolled_b, weave_by_masks)
STEPS(highest_bit_a, highest_by_search)
STEPS(highest_bit_b, highest_by_count)

int main(int argc, char** argv) {
    const size_t words = (size_t)kBlocks * kThreads;
    std::vector<Word> keys(128);
    for (Word k = 0; k < 128; ++k) keys[k] = harness::hash32(k + 1);
    CHECK(cudaMemcpyToSymbol(kTable, keys.data(), sizeof(Word) * keys.size()));
    const Word* in = (const Word*)harness::indices(words, 1u << 30, 3);
    Word* out; CHECK(cudaMalloc(&out, words * sizeof(Word)));
    std::vector<Case> cases;
#define CASE(name, turns) cases.push_back({#name, [=] { name<<<kBlocks, kThreads>>>(in, out, turns); }, out, words, Output::i32})
    CASE(tea_rounds, kRounds); CASE(speck_rounds, kRounds); CASE(simon_rounds, kRounds); CASE(shift_noise, kRounds); CASE(lookup_mix, kRounds);
    CASE(rule_words, kRounds); CASE(register_walk, kRounds);
    CASE(ones_unrolled_a, kSteps); CASE(ones_unrolled_b, kSteps); CASE(ones_rolled_a, kSteps); CASE(ones_rolled_b, kSteps);
    CASE(mirror_rolled_a, kSteps); CASE(mirror_rolled_b, kSteps); CASE(weave_rolled_a, kSteps); CASE(weave_rolled_b, kSteps);
    CASE(highest_bit_a, kSteps); CASE(highest_bit_b, kSteps);
    return harness::run(argc, argv, cases);
}
