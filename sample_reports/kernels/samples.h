// What the sample kernels share: each .cu file of this folder hands its cases to the one program in samples.cu.
#pragma once
#include "../../benchmarks/harness.cuh"

namespace samples {

using Cases = std::vector<harness::Case>;
using harness::Output;

Cases transposes();  // transpose.cu
Cases streams();     // stream.cu
Cases products();    // gemm.cu
Cases gathers();     // gather.cu
Cases arithmetic();  // arithmetic.cu

inline bool announcing = false;  // set for `profile`: the program then talks in between, as real programs do in a live ncu log

inline harness::Case sample(std::string name, std::string shape, std::function<void()> launch,
                            const void* out, size_t count, Output type = Output::f32) {
    auto announced = [=] {
        if (announcing) { std::printf("launching %s, %s\n", name.c_str(), shape.c_str()); std::fflush(stdout); }
        launch();
    };
    return {name, announced, out, count, type};
}

inline int attribute(cudaDeviceAttr which) {
    int device, value;
    CHECK(cudaGetDevice(&device));
    CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

}  // namespace samples
