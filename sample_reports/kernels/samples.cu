// The sample kernels as one program:  samples time|profile|check|list [FILTER]  (see ../../benchmarks/harness.cuh).
// In `profile` mode only the samples lie between cudaProfilerStart and cudaProfilerStop, so that
// `ncu --profile-from-start off` leaves out the kernels that fill the buffers.
#include <cuda_profiler_api.h>

#include "samples.h"

int main(int argc, char** argv) {
    using namespace samples;
    Cases all;
    for (Cases (*group)() : {transposes, streams, products, gathers, arithmetic})
        for (auto& c : group()) all.push_back(c);

    announcing = argc > 1 && !std::strcmp(argv[1], "profile");
    if (!announcing) return harness::run(argc, argv, all);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaProfilerStart());
    int status = harness::run(argc, argv, all);
    CHECK(cudaProfilerStop());
    return status;
}
