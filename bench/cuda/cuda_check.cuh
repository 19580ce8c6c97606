#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

/// Ends the program if a CUDA call fails, because a benchmark with a failed call has nothing to report.
#define CUDA_CHECK(call)                                                                               \
  do {                                                                                                 \
    cudaError_t const status_ = (call);                                                                \
    if (status_ != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_)); \
      std::exit(1);                                                                                    \
    }                                                                                                  \
  } while (false)

namespace bench {

/// Does so for functions of the library, whose cudaError_t is an int.
inline void check(int error) { CUDA_CHECK(static_cast<cudaError_t>(error)); }

}  // namespace bench
